"""How games end without a chain: drawing turns, repetition, the floor and the levels (rules R4, R31, R34, R35)."""

from fractions import Fraction

from games.core import Outcome
from games.crumble.text import parse
from tests.games.crumble.line import (
    BLACK,
    WHITE,
    after,
    at,
    board,
    moves,
    own,
    reason,
    start,
    with_pieces,
)

HALF = Fraction(1, 2)
BOTH = (frozenset({BLACK, WHITE}),)
GUNS = ("#.#.#.", ".#.#.#", "#.#.#.", "###...", "##....", "###...")
OPEN_RING = "1,1 1,3 3,3"
FLAT = ("....", "....", "####", "####")
"""Nobody has won: neither colour joins all four sides."""


# Drawing turns


def test_r34_t15_two_guns_on_one_target_draw_after_the_sixth_ply() -> None:
    position = board(*GUNS, rules="threefold")
    line = ["1,1VEE", "4,1VW", "1,1J2,1EE", "4,1J2,1W", "1,1VEE", "4,1VW"]
    for ply, move in enumerate(line, start=1):
        assert position.outcome is None
        position = after(position, move)
        if ply == 4:
            assert position.pieces == board(*GUNS).pieces
    assert position.outcome == Outcome(BOTH, "drawing_turns")
    assert own(parse(str(position))).outcome == position.outcome


def test_r34_without_the_drawing_turns_the_guns_would_repeat_the_position_at_ply_eight() -> None:
    position = board(*GUNS, rules="threefold")
    for move in ["1,1VEE", "4,1VW", "1,1J2,1EE", "4,1J2,1W"] * 2:
        fields = [field for field in str(position).split() if not field.startswith("takes=")]
        position = after(own(parse(" ".join(fields))), move)
    assert position.outcome == Outcome(BOTH, "repetition")


def test_r34_fresh_material_is_no_drawing_turn() -> None:
    position = board(*GUNS)
    fed = after(position, "1,1VEE", "4,1VW", "1,1J2,1EE", "4,1J2,1W")
    text = str(fed).replace("takes=1,1,1,1>", "takes=1,2,1,1>")
    assert after(own(parse(text)), "1,1VEE", "4,1VW").outcome is None


def test_r34_a_turn_without_a_walk_ends_the_row() -> None:
    position = after(board(*GUNS), "1,1VEE", "4,1VW")
    assert len(position.takes) == 2
    assert after(position, "1,1J2,1").takes == ()


def test_r34_rounds_with_different_targets_count_and_unequal_ones_do_not() -> None:
    position = after(board(*GUNS), "1,1VEE", "4,1VW", "1,1J2,1EE", "4,1J2,1W", "1,1VEE")
    moved = str(position).replace(">3,1,1,1", ">5,5,1,1", 2)
    assert after(own(parse(moved)), "4,1VW").outcome == Outcome(BOTH, "drawing_turns")
    unequal = str(position).replace(">3,1,1,1", ">5,5,1,1", 1)
    assert after(own(parse(unequal)), "4,1VW").outcome is None


# Floor, levels, no move


def test_r4_no_side_gets_shorter_than_two_to_the_minus_forty() -> None:
    tiny = Fraction(1, 2**40)
    text = str(start(2 + 2, threefold="no")).split()
    pieces = [piece for piece in text[2].split(";") if piece != "b1,0,1,1"]
    x, size = Fraction(1), Fraction(1)
    while size > tiny:
        size /= 2
        pieces += [f"w{x + size},0,{size},{size}", f"w{x + size},{size},{size},{size}", f"w{x},{size},{size},{size}"]
    pieces.append(f"b{x},0,{size},{size}")
    position = own(parse(f"4 b {';'.join(pieces)} -"))
    assert reason(position, "1V") == "too_small"
    assert reason(position, "1H") == "too_small"
    assert reason(position, "1") == "too_small"
    assert all(piece.area != (x, Fraction(0), size, size) for piece in position.numbered(BLACK))
    assert all(not move.startswith(("1V", "1H")) for move in moves(position))
    bigger = with_pieces(
        position,
        f"b1,0,{size},{size} w{x + size},0,{size},{size} w{x + size},{size},{size},{size} w1,{size},{size},{size}",
        f"b1,0,{2 * size},{2 * size}",
    )
    assert min(piece.width for piece in after(bigger, "1V").pieces) == tiny


def test_levels_a_start_square_is_halved_at_most_so_many_times_in_succession() -> None:
    position = start(5, levels="2")
    assert (position.levels, start().levels) == (2, None)
    for axis in "VH":
        position = after(position, at(position, 0, 0) + axis)
        position = after(position, at(position, 1, 0) + axis)
    for text in ("0V", "0H"):
        assert reason(position, text) == "level"
    joined = after(position, "0J1,2")
    joined = after(joined, at(joined, 4, 3) + "V")
    assert after(joined, "0H").pieces != joined.pieces


def test_r31_who_has_neither_cut_nor_join_draws() -> None:
    pieces = ";".join(f"{'bw'[(x + y) % 2]}{x}/2,{y}/2,1/2,1/2" for y in range(4) for x in range(4))
    position = own(parse(f"2 b {pieces} levels=2"))
    assert position.outcome == Outcome(BOTH, "no_move")
    assert moves(position) == []
    assert own(parse(f"2 b {pieces} levels=3")).outcome is None


def test_r31_a_join_is_a_move_where_no_cut_is_left() -> None:
    position = own(parse("2 b b0,0,1/2,1;b1/2,0,1/2,1;b1,0,1/2,1;b3/2,0,1/2,1;w0,1,1,1;w1,1,1,1 levels=1"))
    assert position.outcome is None
    assert [move for move in moves(position) if move[-1].isdigit()] == ["0J2,1", "0J4,1", "1J2,1", "2J2,1"]
    assert position.ground.cuts == ()
    assert len(position.numbered(BLACK)) == 4
    assert [choice.text for choice in position.choices(BLACK, "3").items] == ["0J4,1", "2J2,1"]
