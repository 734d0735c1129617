"""The rules. The numbers R1 to R35 and T1 to T22 are those of docs/rules/crumble.md."""

from fractions import Fraction

import pytest

from games.core import IllegalMove, InvalidMove, Outcome, Seat
from games.crumble import GAME, Captured, Caught, Dropped, Joined, Position, Split, Walked
from games.crumble.text import parse
from tests.games.crumble.line import (
    BLACK,
    CHECKERED,
    WHITE,
    after,
    at,
    board,
    captures,
    checkered,
    colour,
    moves,
    own,
    random_game,
    reason,
    refusal,
    results,
    start,
    winner,
    with_pieces,
)

HALF = Fraction(1, 2)
BOTH = (frozenset({BLACK, WHITE}),)
GUNS = ("#.#.#.", ".#.#.#", "#.#.#.", "###...", "##....", "###...")
OPEN_RING = "1,1 1,3 3,3"
FLAT = ("....", "....", "####", "####")
"""Nobody has won: neither colour joins all four sides."""


def cuts(position: Position) -> set[tuple[str, tuple[tuple[float, float], ...]]]:
    """Returns the legal cuts: axis, and the corners of the pieces."""
    pieces = position.pieces
    return {
        (cut.axis, tuple((float(pieces[index].x), float(pieces[index].y)) for index in cut.pieces))
        for cut in position.ground.cuts
    }


def joins(position: Position) -> set[tuple[int, ...]]:
    """Returns the legal joins: x, y, width, height."""
    tiling = position.ground.tiling
    return {tuple(int(number) for number in tiling.area(join.box)) for join in position.ground.joins}


# The start


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_r1_r5_the_start_is_a_checkerboard_of_unit_squares_with_black_at_the_top_left(size: int) -> None:
    position = start(size)
    assert len(position.pieces) == size * size
    assert colour(position, 0, size - 1) == "b"
    assert all((colour(position, x, y) == "b") == ((x + y + size) % 2 == 1) for x in range(size) for y in range(size))


def test_r5_black_moves_first_and_the_lower_left_corner_is_white_on_six_by_six() -> None:
    assert start().to_move == (BLACK,)
    assert str(start(threefold="no")).startswith("6 b w0,0,1,1;b1,0,1,1;")
    assert start().pieces == board(*CHECKERED).pieces


def test_t1_at_the_start_black_has_36_splits_no_join_and_96_results_and_nobody_has_won() -> None:
    position = start()
    assert (len(position.pieces), len(position.ground.cuts), len(position.ground.joins)) == (36, 36, 0)
    assert len(moves(position)) == len(results(position)) == 96
    assert position.outcome is None


# Cuts


def test_r9_t2_a_square_is_cut_either_way_a_tall_piece_only_level_a_wide_one_only_upright() -> None:
    position = with_pieces(board(*FLAT), "b0,0,1,1 b0,1,1,1 b1,0,1,1 b2,0,1,1", "b0,0,1,2 b1,0,2,1")
    alone = {(axis, at[0]) for axis, at in cuts(position) if len(at) == 1}
    assert {axis for axis, at in alone if at == (0, 0)} == {"H"}
    assert {axis for axis, at in alone if at == (1, 0)} == {"V"}
    assert {axis for axis, at in alone if at == (1, 1)} == {"V", "H"}
    assert reason(position, "0V") == "wrong_axis"
    assert reason(position, "1H") == "wrong_axis"


def test_r8_r10_t3_a_cut_may_run_along_edges_of_either_colour_between_the_pieces_it_cuts() -> None:
    position = with_pieces(board(*CHECKERED, turn=WHITE), "b1,0,1,1", "b1,0,1,1/2 w1,1/2,1,1/2")
    assert ("H", ((0, 0), (2, 0))) in cuts(position)
    (split, *_) = position.play(WHITE, "0H2").events
    assert split == Split(WHITE, "H", HALF, Fraction(0), Fraction(3), (position.pieces[0], position.pieces[2]))
    assert len(after(position, "0H2").pieces) == 39


def test_r9_t4_an_opposing_piece_blocks_a_cut() -> None:
    position = board(*CHECKERED, turn=WHITE)
    assert ("H", ((0, 0), (2, 0))) not in cuts(position)
    refused = refusal(position, "0H2")
    assert (refused.reason, refused.facts) == ("blocked_cut", {"location": "0", "by": "1"})


def test_r9_t4_an_own_piece_met_off_its_middle_blocks_a_cut_too() -> None:
    position = with_pieces(board(*FLAT), "b2,0,1,1 b3,0,1,1 b2,1,1,1 b3,1,1,1", "b2,0,2,2")
    assert {at for axis, at in cuts(position) if axis == "H" and (1, 1) in at} == {((1, 1),), ((0, 1), (1, 1))}
    assert {at for axis, at in cuts(position) if axis == "H" and (2, 0) in at} == {((2, 0),)}
    refused = refusal(position, "1,1H2")
    assert (refused.reason, refused.facts) == ("off_middle", {"location": "1,1", "by": "2"})
    assert reason(position, "2H2") == "no_cut"
    assert reason(position, "2H0") == "no_cut"


def test_r9_an_own_piece_on_its_wrong_axis_blocks_a_long_cut() -> None:
    position = with_pieces(board(*FLAT), "b1,1,1,1 b2,1,1,1", "b1,1,2,1")
    assert ("H", ((0, 1),)) in cuts(position)
    assert ("H", ((0, 1), (1, 1))) not in cuts(position)
    assert reason(position, "0,1H2") == "off_middle"


def test_r11_t5_a_row_of_three_has_six_level_cuts_and_none_leaves_out_the_middle() -> None:
    position = board("......", "......", "......", "......", "......", "###...")
    level = {tuple(int(x) for x, _ in at) for axis, at in cuts(position) if axis == "H"}
    assert level == {(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)}


def test_r12_one_segment_only_a_turn_has_one_split() -> None:
    assert reason(start(), "1V3V") == "unreadable"


# Joins


def test_r13_t6_a_block_of_four_has_five_joins() -> None:
    position = board("....", "....", "##..", "##..")
    assert joins(position) == {(0, 0, 2, 1), (0, 1, 2, 1), (0, 0, 1, 2), (1, 0, 1, 2), (0, 0, 2, 2)}


def test_r13_t6_an_l_of_three_has_two_joins_and_a_row_of_three_has_two() -> None:
    assert joins(board("....", "....", "#...", "##..")) == {(0, 0, 2, 1), (0, 0, 1, 2)}
    assert joins(board("....", "....", "....", "###.")) == {(0, 0, 2, 1), (1, 0, 2, 1)}


def test_r13_t6_a_block_of_eight_has_fourteen_joins_with_the_whole_among_them() -> None:
    position = board(*FLAT)
    assert len(joins(position)) == 14
    assert (0, 0, 4, 2) in joins(position)


def test_r13_a_join_gives_one_piece_and_a_single_piece_is_no_join() -> None:
    position = board("....", "....", "####", "##..")
    step = position.play(BLACK, "0j2,2")
    joined = step.events[0]
    assert isinstance(joined, Joined)
    assert (joined.seat, str(joined.piece), len(joined.pieces)) == (BLACK, "b0,0,2,2", 4)
    assert len(own(step.position).pieces) == 13
    assert reason(position, "0J1,1") == "bad_join"
    assert reason(position, "0J2,3") == "bad_join"
    assert reason(position, "0J9,9") == "bad_join"


def test_r14_a_join_takes_no_opposing_piece_and_cuts_none() -> None:
    position = with_pieces(board("....", "##..", "##..", "##.."), "b0,0,1,1 b0,1,1,1", "b0,0,1,2")
    assert (0, 1, 2, 1) not in joins(position)
    assert joins(position) == {(0, 0, 2, 2), (1, 0, 1, 2), (1, 1, 1, 2), (0, 2, 2, 1)}


# Walks


def test_r16_t7_a_step_needs_the_full_side_both_ways() -> None:
    legal = checkered()
    assert after(legal, "1VE").pieces
    offset = with_pieces(
        legal,
        "b1,0,1,1 w1,1,1,1 b1,2,1,1 w1,3,1,1 b1,4,1,1 w1,5,1,1",
        "b1,0,1,1/2 w1,1/2,1,1 b1,3/2,1,1 w1,5/2,1,1 b1,7/2,1,1 w1,9/2,1,1 b1,11/2,1,1/2",
    )
    assert reason(offset, "0,1VE") == "no_full_side"
    one_way = with_pieces(legal, "b1,0,1,1 w1,1,1,1 w2,0,1,1 b2,1,1,1", "w1,0,2,2")
    assert reason(one_way, "0,1VE") == "no_full_side"
    assert reason(one_way, "0,1VW") == "off_board"


def test_r16_a_walker_swaps_with_opposing_pieces_only() -> None:
    refused = refusal(start(), "1VE-W")
    assert (refused.reason, refused.facts) == ("own_piece", {"step": 1, "way": "W"})


def test_r19_t8_a_long_walk_leaves_no_trail() -> None:
    before = after(start(), "2,1VW 3,5HS")
    step = before.play(BLACK, "3,2HNNW")
    walked = next(event for event in step.events if isinstance(event, Walked))
    assert [str(piece) for piece in walked.path] == ["b3,5/2,1,1/2", "b3,3,1,1", "b3,4,1,1", "b2,4,1,1"]
    result = own(step.position)
    changed = [
        (x, y)
        for x in range(6)
        for y in range(6)
        for point in [(x + Fraction(1, 4), y + Fraction(3, 4))]
        if colour(before, *point) != colour(result, *point)
    ]
    assert changed == [(2, 4), (3, 2)]


def test_r18_a_walk_may_go_back_and_then_no_colour_has_changed() -> None:
    before = start()
    assert after(before, "1VEW").pieces == after(before, "1V").pieces


# Captures


def test_r20_r21_t9_a_closed_ring_takes_what_it_surrounds_and_the_walker_may_go_on() -> None:
    position = checkered(black=OPEN_RING)
    step = position.play(BLACK, "4,1VW")
    assert [event for event in step.events if isinstance(event, Captured)] == [
        Captured(BLACK, (position.pieces[14],), step=1)
    ]
    assert str(position.pieces[14]) == "w2,2,1,1"
    assert colour(own(step.position), 2, 2) == "b"
    assert [choice.text for choice in position.choices(BLACK, "4,1VW").items] == ["4,1VWE"]


def test_r21_t10_nothing_is_captured_against_the_border() -> None:
    position = checkered()
    assert captures(position, "2,1VW") == []
    assert colour(after(position, "2,1VW"), 0, 0) == "w"


def test_r22_t11_a_ring_that_meets_only_at_a_corner_leaks() -> None:
    position = checkered(black="1,3 3,3")
    assert captures(position, "4,1VW") == []


def test_r17_t12_a_walker_that_is_captured_ends_the_turn() -> None:
    position = checkered(white="1,2 3,2 2,3")
    step = position.play(BLACK, "2,1HN")
    assert step.events[-1] == Caught(BLACK)
    assert colour(own(step.position), 2, 2) == "w"
    refused = refusal(position, "2,1HNN")
    assert (refused.reason, refused.facts) == ("walk_ends", {"step": 1, "by": "caught"})


def test_r18_t13_a_walk_may_capture_twice_by_going_back_over_its_start() -> None:
    position = with_pieces(
        board("......", "......", "##..##", "#....#", "######", "######"),
        "w2,3,1,1 w3,3,1,1 w2,2,1,1 w3,2,1,1 b2,1,1,1 b3,1,1,1",
        "b2,3,1/2,1 w5/2,3,1,1 b7/2,3,1/2,1 w2,2,1/2,1 b5/2,2,1/2,1 b3,2,1/2,1 w7/2,2,1/2,1 "
        "b2,1,1/2,1 b5/2,1,1,1 b7/2,1,1/2,1",
    )
    join = f"{at(position, Fraction(5, 2), 2)}J2,1"
    assert [(event.step, len(event.pieces)) for event in captures(position, join + "EWW")] == [(1, 1), (3, 1)]
    back, without = after(position, join + "EW"), after(position, join)
    differing = [new for old, new in zip(without.pieces, back.pieces, strict=True) if old != new]
    assert [str(piece) for piece in differing] == ["b4,2,1,1"]


def test_r26_t14_one_may_lose_in_the_own_turn() -> None:
    position = board("##.###", "##.###", "##.#.#", "....#.", "##.###", "##.###")
    result = after(position, "4,2HN")
    assert winner(result) == WHITE
    assert result.to_move == ()
    refused = refusal(position, "4,2HNN")
    assert (refused.reason, refused.facts) == ("walk_ends", {"step": 1, "by": "chain"})


def test_r23_t16_of_nested_rings_the_outermost_wins() -> None:
    position = with_pieces(
        board("#####.", ".....#", ".###.#", "#..#.#", ".###.#", ".....#"), "b0,2,1,1", "b0,2,1/2,1 b1/2,2,1/2,1"
    )
    step = position.play(BLACK, "0,2J2,1E")
    (taken,) = [event for event in step.events if isinstance(event, Captured)]
    assert (taken.seat, len(taken.pieces), taken.step) == (WHITE, 8, 1)
    assert step.events[-1] == Caught(BLACK)
    assert colour(own(step.position), 2, 2) == "w"
    assert {colour(own(step.position), x, y) for x in range(1, 4) for y in range(1, 4)} == {"w"}


def test_r24_r25_t17_both_sides_capture_in_one_step() -> None:
    position = checkered(black=OPEN_RING, white="5,0 5,2")
    taken = captures(position, "4,1VW")
    assert [(event.seat, [str(piece) for piece in event.pieces]) for event in taken] == [
        (BLACK, ["w2,2,1,1"]),
        (WHITE, ["b9/2,1,1/2,1"]),
    ]


def test_r25_t18_the_half_left_behind_comes_back_when_it_is_ringed() -> None:
    position = checkered(black="0,0 2,0")
    (taken,) = captures(position, "0H3-2N-N")
    assert [str(piece) for piece in taken.pieces] == ["w1,1/2,1,1/2"]
    assert taken.seat == BLACK
    assert colour(after(position, "0H3-2N-N"), 1, HALF) == "b"


# Wins


def test_r26_t19_diagonals_do_not_win() -> None:
    assert board("#...", ".#..", "..#.", "...#").outcome is None
    assert board("...#", "..#.", ".#..", "#...").outcome is None


@pytest.mark.parametrize(
    "rows",
    [
        ("####", "#...", "#...", "#..."),
        ("####", "...#", "...#", "...#"),
        ("#...", "#...", "#...", "####"),
        ("...#", "...#", "...#", "####"),
    ],
)
def test_r26_t19_a_full_row_and_a_full_column_win_since_a_corner_touches_two_sides(rows: tuple[str, ...]) -> None:
    position = board(*rows)
    assert position.outcome == Outcome((frozenset({BLACK}), frozenset({WHITE})), "chain")
    assert moves(position) == []
    assert reason(position, "0V") == "over"


def test_r26_whoever_has_the_chain_wins_whoever_moves() -> None:
    assert winner(board("####", "#...", "#...", "#...", turn=WHITE)) == BLACK
    assert winner(board("....", ".###", ".###", ".###", turn=BLACK)) == WHITE


# Whip and shuffle


def test_t20_a_piece_can_be_halved_eight_times_and_its_area_halves_each_time() -> None:
    position, area = start(), Fraction(1)
    for axis in "VH" * 4:
        split = position.play(BLACK, at(position, 1, 0) + axis).events[0]
        assert isinstance(split, Split)
        assert split.pieces[0].width * split.pieces[0].height == area
        position = after(position, at(position, 1, 0) + axis)
        position = after(position, at(position, 5, 5) + axis)
        area /= 2
    assert position.outcome is None
    assert min(piece.width * piece.height for piece in position.pieces) == Fraction(1, 256)


def test_r6_t20_a_walk_may_have_any_length_from_one_to_eight() -> None:
    position = board(*["........."] * 7, "#########", "#........")
    for length in range(1, 9):
        step = position.play(BLACK, "0VE" + "E" * (length - 1))
        walked = next(event for event in step.events if isinstance(event, Walked))
        assert len(walked.path) == length + 1
        assert [piece.x for piece in own(step.position).pieces if piece.seat == BLACK and piece.y == 0] == [0, length]


def test_r35_t22_who_cuts_and_joins_for_ever_draws_at_the_third_occurrence() -> None:
    position = start()
    for ply, move in enumerate(["1V", "0V", "2J2,1", "0J2,1"] * 2, start=1):
        assert position.outcome is None
        position = after(position, move)
        assert position.takes == ()
        assert (position.outcome is not None) == (ply == 8)
    assert position.outcome == Outcome(BOTH, "repetition")
    assert after(start(threefold="no"), *["1V", "0V", "2J2,1", "0J2,1"] * 4).outcome is None


# Turns


def test_r6_there_is_no_passing_and_no_second_action() -> None:
    for text in ("", "pass", "-", "1V 3V"):
        with pytest.raises(InvalidMove):
            start().play(BLACK, text)


def test_r7_t21_a_cut_or_join_alone_changes_no_colour_and_captures_nothing() -> None:
    for position, _ in random_game("alone", 40):
        for move in moves(position):
            if move[-1] in "VH" or ("J" in move and move[-1].isdigit()):
                step = position.play(position.turn, move)
                assert len(step.events) == 1
                assert winner(own(step.position)) is None


def test_r29_whoever_leaves_has_lost_and_nobody_acts_after_the_end() -> None:
    step = start().drop(BLACK)
    assert step.events == (Dropped(BLACK),)
    assert step.position.outcome == Outcome((frozenset({WHITE}), frozenset({BLACK})), "left")
    assert own(parse(str(step.position))) == step.position
    assert start().drop(WHITE).position.outcome == Outcome((frozenset({BLACK}), frozenset({WHITE})), "left")
    with pytest.raises(IllegalMove, match="over"):
        step.position.drop(WHITE)
    with pytest.raises(IllegalMove, match="no_seat"):
        start().drop(Seat(2))


def test_only_whose_turn_it_is_may_act() -> None:
    assert refusal(start(), "0V", WHITE).reason == "not_your_turn"
    assert list(start().moves(WHITE)) == []
    assert start().choices(WHITE).items == ()
    assert start().numbered(WHITE) == ()
    with pytest.raises(IllegalMove, match="not_your_turn"):
        start().choices(WHITE, "1")


def test_everybody_sees_the_same_and_nobody_is_out() -> None:
    position = start()
    assert position.view(None) is position.view(WHITE) is position
    assert position.out == ()


def test_the_game_is_for_two_and_its_presets_are_playable() -> None:
    assert GAME.refuses(2, {}) is None
    assert GAME.refuses(3, {}) == "seats"
    for options in GAME.presets.values():
        position = own(GAME.deal(2, "seed", GAME.settle(options)))
        assert moves(position)
        assert "threefold" in position.rules
    assert [option.name for option in GAME.options] == ["size", "threefold", "levels", "calls", "takebacks"]
    assert list(GAME.presets) == ["classic", "quick", "first", "big"]
