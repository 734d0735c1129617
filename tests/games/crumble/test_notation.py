"""How moves are written and read (section 6 of the rules)."""

from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import IllegalMove, InvalidMove, MoveError
from games.crumble import Position
from games.crumble.lines import Lines
from games.crumble.text import parse
from tests.games.crumble.line import BLACK, after, board, middles, moves, own, random_game, reason, refusal, start

MIDDLES = middles("notation", 12)
LINES = ["", "2,1VW", "2,3VW 2,4HN 4,3VW 2,2HS 2,2J1,2S 4,3H 2,3J2,1S 0H 4,3,1H"]


def spellings(lines: Lines, most: int = 4, numbers: int = 7) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """Tries all short locations; returns those that lead to each point."""
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for length in range(1, most + 1):
        for location in product(range(numbers), repeat=length):
            if point := lines.point(location):
                found.setdefault(point, []).append(location)
    return found


@pytest.mark.parametrize("line", LINES)
def test_every_spelling_of_a_location_is_read_and_the_shortest_is_written(line: str) -> None:
    position = after(start(), line)
    ground = position.ground
    found = spellings(position.lines)
    for piece in range(len(position.pieces)):
        if not ground.mine >> piece & 1:
            continue
        corner = ground.tiling.boxes[piece][:2]
        locations = found[corner]
        name = position.lines.name(corner)
        assert name == min(locations, key=lambda location: (len(location), sum(location), location))
        for location in locations[:40]:
            axis = "V" if ground.refusal(piece, "V") is None else "H"
            told = ",".join(map(str, location)) + axis
            assert position.play(position.turn, told).move == ",".join(map(str, name)) + axis


def test_every_piece_has_a_location_that_leads_to_it() -> None:
    for position in MIDDLES:
        for box in position.ground.tiling.boxes:
            assert position.lines.point(position.lines.name(box[:2])) == box[:2]


def test_a_line_that_runs_into_a_piece_ends_there() -> None:
    position = own(parse("3 b w0,0,1,1;b1,0,1,1;w2,0,1,1;w0,1,1,1;b1,1,2,2;w0,2,1,1 -"))
    assert position.play(BLACK, "1,1V").move == "1,1V"
    assert position.lines.name((0, 0)) == (0,)
    for text in ("0,2,1V", "0,2,2V", "0,2,9V", "99V", "0,4V", "1,4V"):
        assert reason(position, text) == "no_piece"


def test_moves_are_written_as_they_are_listed() -> None:
    for position in MIDDLES:
        for move in moves(position):
            assert position.play(position.turn, move).move == move


def test_a_move_is_read_whatever_its_case_its_spaces_and_its_suffix() -> None:
    position = start()
    for text in ("2,1vw", " 2 , 1 V W ", "2,1VW+", "2,1VW#", "2,1VW(=)", "2,1Vw + (=)", "2,1\tVW", "2,1V1-1W-W"):
        assert position.play(BLACK, text).move == "2,1VW"


def test_the_half_is_named_only_where_the_first_step_does_not_name_it() -> None:
    position = after(start(), "2,1VW 3,5HS")
    assert position.play(BLACK, "3,2HN-NNW").move == "3,2HNNW"
    assert start().play(BLACK, "2,1VW-W").move == "2,1VW"
    assert any("VW-" in move or "VE-" in move for at in MIDDLES for move in moves(at))


def test_the_path_is_left_as_it_was_typed() -> None:
    assert start().play(BLACK, "2,1VWEW").move == "2,1VWEW"


def test_a_long_cut_names_the_piece_and_the_half_that_walks() -> None:
    position = board("....", "....", "####", "####")
    assert position.play(BLACK, "0,1H2-2N-N").move == "0,1H2-2N-N"
    assert reason(position, "0,1H2N") == "which_half"
    assert reason(position, "0,1H2-3N-N") == "no_half"
    assert reason(position, "0,1H2-0N-N") == "no_half"
    assert reason(position, "0,1H2-1E-N") == "no_half"
    assert reason(position, "0,1HE") == "which_half"
    assert reason(position, "0,1HE-N") == "no_half"
    assert refusal(position, "0,1H2-2N").facts == {"begun": "0,1H2-2N"}


@pytest.mark.parametrize(
    "text",
    ["", " ", "V", "a1", "2,1", "2;1V", "2,1X", "2,1VX", "-1V", "1,V", "2,1J", "2,1J1", "2,1V-", "2,1VW-", "²V", "٢V",
     "9" * 5000 + "V", "1VW" + "EW" * 600, "2,1VW!", "#", "#1-2#", "1V2-1", "1V2-1W-"],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveError) as caught:
        start().play(BLACK, text)
    assert caught.value.reason in {"unreadable", "unfinished", "no_piece", "not_your_piece", "which_half"}


def test_a_beginning_is_refused_and_named() -> None:
    for text, begun in (("1", "1"), ("1V1-1E", "1"), ("1,0,0", "1"), (" 2, 1", "2,1")):
        refused = refusal(start(), text)
        assert isinstance(refused, IllegalMove)
        assert (refused.reason, refused.facts) == ("unfinished", {"begun": begun})
    assert reason(start(), "0") == "not_your_piece"
    assert reason(start(), "9") == "no_piece"


def test_a_step_that_cannot_be_made_is_named() -> None:
    assert refusal(start(), "1VWWW").facts == {"step": 2, "way": "W"}
    assert reason(start(), "1VWWW") == "off_board"
    assert reason(start(), "1VW-N") == "no_full_side"
    assert reason(start(), "0VE") == "not_your_piece"
    with pytest.raises(InvalidMove):
        start().play(BLACK, "1VQ")


TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="0123456789,VHJNESW-#*+(=) ", max_size=16),
    st.from_regex(r"[0-6](,[0-6]){0,2}[VHJ][0-4]?(,[0-4])?(-[0-3])?[NESW]?-?[NESW]{0,6}[+#]?", fullmatch=True),
)


@given(st.sampled_from(MIDDLES), TEXTS)
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_move_or_refused_and_changes_no_position(position: Position, text: str) -> None:
    before = str(position)
    for ask in (position.play, position.preview):
        try:
            step = ask(position.turn, text)
        except MoveError as refused:
            begun = refused.facts.get("begun")
            if isinstance(begun, str):
                position.choices(position.turn, begun)
        else:
            assert ask(position.turn, step.move).position == step.position
    with suppress(MoveError):
        position.choices(position.turn, text)
    assert str(position) == before
    assert own(position).pieces is position.pieces


@given(st.sampled_from(MIDDLES), st.data())
@settings(max_examples=60, deadline=None)
def test_a_played_move_ignores_what_is_typed_around_it(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(moves(position)))
    suffix = data.draw(st.sampled_from(["", "+", "#", "(=)", "+(=)", " # "]))
    assert position.play(position.turn, move.lower() + suffix).move == move


def test_texts_of_moves_are_short() -> None:
    assert max(len(move) for position, _ in random_game("short", 60) for move in moves(position)) <= 40
