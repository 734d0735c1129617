"""Positions as text, and the board drawn with letters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import InvalidPosition
from games.crumble import GAME
from games.crumble.board import BLACK
from games.crumble.text import WIDEST, diagram, numbered, parse
from tests.games.crumble.line import after, board, middles, own, start

TWO = "w0,0,1,1;b1,0,1,1;b0,1,1,1;w1,1,1,1"


def test_a_text_says_all_there_is() -> None:
    position = after(start(4, levels="3"), "1VE 1,1H 0,1H")
    assert own(parse(str(position))) == position
    assert str(position).split()[3] == "threefold,levels=3"
    assert len(position.seen) == 3


def test_pieces_may_be_given_in_any_order_and_halves_as_any_fraction() -> None:
    assert str(parse("2 b w1,1,1,1;b0,1,1,1;w0,0,2/2,4/4;b1,0,1,1 -")) == f"2 b {TWO} -"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "fields"),
        (f"2 b {TWO}", "fields"),
        (f"2 b {TWO} - a b c d", "fields"),
        (f"2 b {TWO} - moon=1", "fields"),
        (f"2 b {TWO} - left=b left=b", "fields"),
        (f"2 b {TWO} - left=b seen=AAAAAAAA", "fields"),
        (f"0 b {TWO} -", "size"),
        (f"99 b {TWO} -", "size"),
        (f"x b {TWO} -", "size"),
        (f"2 x {TWO} -", "turn"),
        (f"2 bw {TWO} -", "turn"),
        ("2 b x0,0,2,2 -", "piece"),
        ("2 b w0,0,2 -", "piece"),
        ("2 b w0,0,2,2/3 -", "piece"),
        ("2 b w0,0,2,2/0 -", "piece"),
        ("2 b w0,0,2,0 -", "piece"),
        ("2 b w0,0,3,3 -", "piece"),
        ("2 b w1,0,2,2 -", "piece"),
        ("4 b w0,0,3,1 -", "piece"),
        ("2 b w0,0,1,1 -", "tiling"),
        ("2 b w0,0,1,2;w0,0,1,2 -", "tiling"),
        ("2 b w0,0,1,2;w1/2,0,1,2 -", "tiling"),
        (f"2 b {TWO} moon", "rules"),
        (f"2 b {TWO} threefold,threefold", "rules"),
        (f"2 b {TWO} levels=2,threefold", "rules"),
        (f"2 b {TWO} levels=1,levels=2", "rules"),
        (f"2 b {TWO} levels=9", "rules"),
        (f"2 b {TWO} - seen=AAAAAAAA", "seen"),
        (f"2 b {TWO} threefold seen=AAA", "seen"),
        (f"2 b {TWO} threefold seen=", "seen"),
        (f"2 b {TWO} - takes=1", "takes"),
        (f"2 b {TWO} - takes=0,0,1,1/3>0,0,1,1", "takes"),
        (f"2 b {TWO} - takes={'|'.join(['0,0,1,1>0,0,1,1'] * 7)}", "takes"),
        (f"2 b {TWO} - left=x", "left"),
    ],
)
def test_what_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert caught.value.reason == reason


@given(
    st.one_of(st.text(max_size=60), st.from_regex(r"[0-9]{1,2} [bw] ([bw][0-3],[0-3],[0-2](/[0-4])?,[12];?){1,4} -"))
)
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = parse(text)
    except InvalidPosition:
        return
    assert parse(str(position)) == position


def test_the_start_is_drawn_with_a_sign_for_each_piece() -> None:
    assert diagram(start(4)).split("\n") == [
        "┌───┬───┬───┬───┐",
        "│ ● │ ▲ │ ● │ ▲ │",
        "├───┼───┼───┼───┤",
        "│ ▲ │ ● │ ▲ │ ● │",
        "├───┼───┼───┼───┤",
        "│ ● │ ▲ │ ● │ ▲ │",
        "├───┼───┼───┼───┤",
        "│ ▲ │ ● │ ▲ │ ● │",
        "└───┴───┴───┴───┘",
    ]


def test_a_drawing_tells_every_piece_apart() -> None:
    position = after(board("....", "....", "####", "##.."), "0J2,2", "1V")
    assert diagram(position).split("\n") == [
        "┌───┬───┬───────┬───┐",
        "│ ▲ │ ▲ │ ▲   ▲ │ ▲ │",
        "├───┼───┼───────┼───┤",
        "│ ▲ │ ▲ │ ▲   ▲ │ ▲ │",
        "├───┴───┼───────┼───┤",
        "│ ●   ● │ ●   ● │ ● │",
        "│       ├───┬───┼───┤",
        "│ ●   ● │ ▲ │ ▲ │ ▲ │",
        "└───────┴───┴───┴───┘",
    ]


def test_a_board_can_have_the_numbers_of_the_pieces_that_may_be_chosen() -> None:
    position = after(board("....", "....", "####", "##.."), "0J2,2", "1V")
    assert numbered(position).split("\n") == [
        "┌───┬───┬───────┬───┐",
        "│ ▲ │ ▲ │ ▲   ▲ │ ▲ │",
        "├───┼───┼───────┼───┤",
        "│ ▲ │ ▲ │ ▲   ▲ │ ▲ │",
        "├───┴───┼───────┼───┤",
        "│ ●1  ● │ ●2  ● │ ●3│",
        "│       ├───┬───┼───┤",
        "│ ●   ● │ ▲ │ ▲ │ ▲ │",
        "└───────┴───┴───┴───┘",
    ]
    assert numbered(position.drop(BLACK).position) == diagram(position)


def test_a_numbered_board_of_many_lines_is_listed() -> None:
    halves = ";".join(f"{'bw'[(x + y) % 2]}{x}/8,{y}/8,1/8,1/8" for y in range(48) for x in range(48))
    listed = numbered(parse(f"6 b {halves} -")).split("\n")
    assert listed[:2] == ["●1129 0,0 1/8×1/8", "▲ 1/8,0 1/8×1/8"]
    assert listed[-2:] == ["●1 0,47/8 1/8×1/8", "▲ 1/8,47/8 1/8×1/8"] or listed[-1].startswith("●")


def test_a_board_of_many_lines_is_drawn_narrow_or_listed() -> None:
    widths = set()
    for position in middles("drawn", 12):
        lines = diagram(position).split("\n")
        assert max(map(len, lines)) <= WIDEST
        widths.add(lines[0][:1])
        if lines[0][0] != "┌":
            assert len(lines) == len(position.pieces)
    halves = ";".join(f"{'bw'[(x + y) % 2]}{x}/8,{y}/8,1/8,1/8" for y in range(48) for x in range(48))
    listed = diagram(parse(f"6 b {halves} -")).split("\n")
    assert listed[:2] == ["● 0,0 1/8×1/8", "▲ 1/8,0 1/8×1/8"]
    assert "┌" in widths


def test_an_option_is_the_games_own_text() -> None:
    assert str(GAME.deal(2, "", {"threefold": "no"})).endswith(" -")
    assert str(GAME.deal(2, "", {"threefold": "no", "levels": "2"})).endswith(" levels=2")
