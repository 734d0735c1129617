"""How positions and moves are written and read. docs/notation.md has the grammar."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.collapsi import Moved
from games.collapsi.board import Board, column_name, column_number
from games.collapsi.notation import diagram, parse
from games.collapsi.rules import TOKENS
from games.core import IllegalMove, InvalidMove, InvalidPosition, MoveError, Rect, Seat
from tests.games.collapsi.line import FIRST, after

ANN, BOB = Seat(0), Seat(1)

# Squares


def test_columns_are_letters_from_the_left_and_rows_numbers_from_the_top() -> None:
    board = Board(4, 4)
    assert [board.name(square) for square in (0, 3, 4, 15)] == ["a1", "d1", "a2", "d4"]
    assert [board.square(name) for name in ("a1", "d1", "a2", "d4")] == [0, 3, 4, 15]


def test_after_z_comes_aa() -> None:
    assert [column_name(column) for column in (0, 25, 26, 27, 51, 52, 701)] == ["a", "z", "aa", "ab", "az", "ba", "zz"]


@given(st.integers(0, 25 + 26 * 26))
def test_the_number_of_a_columns_name_is_the_column(column: int) -> None:
    assert column_number(column_name(column)) == column


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a5", "e1", "A1", "a01", "aa1", "1a", "a1 ", "a-1", "a١"])
def test_what_is_no_square_of_the_board_has_no_number(name: str) -> None:
    assert Board(4, 4).square(name) is None


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "J123/A234/A234/AJ23 a1,b4 0 joker -",
        "JA23/A234/A234/AJ23 a1,b4 0 jack -",
        "ja23/A2c4/A234/Aj23 c1,b2 1 joker -",
        "A23456J/abcdefj a1,g1 1 jack -",
        "JJ a1,b1 0 joker -",
        "J/J a2,a1 0 joker -",
        "JJ a1,- 0 joker -",
        "JJ -,b1 1 joker -",
        f"{'A' * 26}/{'A' * 26} z1,z2 0 jack -",
    ],
)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert str(parse(text)) == text.replace("J123/", "JA23/")


def test_a_1_is_read_as_an_a() -> None:
    assert parse("J123/1234/1234/1J23 a1,b4 0 joker -") == parse("JA23/A234/A234/AJ23 a1,b4 0 joker -")


def test_a_1_in_the_name_of_a_square_stays_one() -> None:
    assert str(parse("J1 a1,b1 0 joker -")) == "JA a1,b1 0 joker -"


def test_blanks_do_not_matter() -> None:
    assert parse("  JJ\ta1,b1  0 joker\n- \n") == parse("JJ a1,b1 0 joker -")


def test_fallen_cards_are_small_letters_in_the_order_of_their_values() -> None:
    position = parse("A23456J/abcdefj a1,b1 0 joker -")
    assert position.cards == "A23456J" * 2
    assert position.up == 0b1111111


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "fields"),
        ("JJ", "fields"),
        ("JJ a1,b1 0 joker", "fields"),
        ("JJ a1,b1 0 joker - out=1 -", "fields"),
        ("JJ/J a1,b1 0 joker -", "rows"),
        ("/ a1,b1 0 joker -", "rows"),
        ("/JJ a1,b1 0 joker -", "rows"),
        ("JJ/ a1,b1 0 joker -", "rows"),
        (f"{'J' * 100} a1,b1 0 joker -", "rows"),
        (f"{'/'.join('J' * 100)} a1,a2 0 joker -", "rows"),
        ("JX a1,b1 0 joker -", "card"),
        ("J7 a1,b1 0 joker -", "card"),
        ("J? a1,b1 0 joker -", "card"),
        ("Jg a1,b1 0 joker -", "card"),
        ("JJ a1 0 joker -", "pawns"),
        ("JJJJJ a1,b1,c1,d1,e1 0 joker -", "pawns"),
        ("JJ a1,a1 0 joker -", "pawns"),
        ("JJ -,- 0 joker -", "pawns"),
        ("JJ a1,c1 0 joker -", "pawns"),
        ("JJ a1,a2 0 joker -", "pawns"),
        ("JJ A1,b1 0 joker -", "pawns"),
        ("JJ a1, 0 joker -", "pawns"),
        ("JJ a1,x 0 joker -", "pawns"),
        ("Jj a1,b1 0 joker -", "pawn_on_fallen"),
        ("jJ a1,b1 0 joker -", "pawn_on_fallen"),
        ("jJ a1,- 0 joker -", "pawn_on_fallen"),
        ("JJ a1,b1 2 joker -", "turn"),
        ("JJ a1,b1 -1 joker -", "turn"),
        ("JJ a1,b1 - joker -", "turn"),
        ("JJ a1,b1 00 joker -", "turn"),
        ("JJ a1,b1 0 queen -", "rules"),
        ("JJ a1,b1 0 Joker -", "rules"),
        ("JJ a1,b1 0 joker,jack -", "rules"),
        ("JJ a1,b1 0 joker J,-", "used"),
    ],
)
def test_a_position_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert caught.value.reason == reason
    assert caught.value.facts["text"] == text


# Positions of the variants


@pytest.mark.parametrize(
    "text",
    [
        f"JA/AJ a1,b2 0 jack,{','.join(TOKENS)} -",
        f"JA/AJ a1,b2 0 joker,{','.join(TOKENS)} JAR,R",
        ".jA23/A234./A234./AJ23. c1,b4 1 jack,shift -",
        "..A/Aa. c1,a2 1 jack,shift -",
        "JJJAA a1,b1,c1 2 joker -",
        "JJJJA a1,b1,c1,d1 3 jack,elimination -",
        "jA23/A234 -,- 0 joker,free -",
        "jA23/A234 b1,-,- 1 joker,free -",
        "jA23/A234 b1,-,- 2 joker,free - out=1",
        "jA23/A234 -,b1 1 joker,free - out=0",
        "JJAA a1,-,- 0 joker - out=2,1",
        "JJAA a1,-,b1 2 joker -",
        "JJAA a1,b1 0 joker,joker-revival,adjacent-revival,reconstruction JAR,A",
        "JJAA a1,b1 0 joker,adjacent-revival -,A",
        "JJAAA a1,b1,c1 0 joker,reconstruction -,R,-",
    ],
)
def test_a_position_of_a_variant_is_written_as_it_was_read(text: str) -> None:
    assert str(parse(text)) == text


def test_the_one_who_must_be_out_need_not_be_told() -> None:
    assert parse("JJAA a1,-,b1 2 joker - out=1") == parse("JJAA a1,-,b1 2 joker -")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("J.. a1,a1 0 joker,shift -", "rows"),
        ("JJ/.. a1,b1 0 joker,shift -", "rows"),
        ("./. a1,b1 0 joker,shift -", "rows"),
        (".JJ a1,b1 0 joker,shift -", "rows"),
        ("J.J a1,b1 0 joker,shift -", "pawns"),
        ("JJ a1,- 0 joker,free -", "turn"),
        ("JJA -,a1 0 joker,free -", "turn"),
        ("JJA a1,-,b1 1 joker,free -", "turn"),
        ("Jj -,- 0 joker,free -", "pawns"),
        ("JJA -,- 0 joker -", "pawns"),
        ("JJA a1,-,- 0 joker -", "pawns"),
        ("JJA a1,b1,- 2 joker -", "turn"),
        ("AaAa a1,c1 0 jack,elimination -", "turn"),
        ("JJ a1,b1 0 free,joker -", "rules"),
        ("JJ a1,b1 0 joker,free,shift -", "rules"),
        ("JJ a1,b1 0 joker,free,free -", "rules"),
        ("JJ a1,b1 0 joker, -", "rules"),
        ("JJ a1,b1 0 joker,revival -", "rules"),
        ("JJ a1,b1 0 joker,joker-revival A,-", "used"),
        ("JJ a1,b1 0 joker,joker-revival J", "used"),
        ("JJ a1,b1 0 joker,joker-revival -,-", "used"),
        ("JJ a1,b1 0 joker,joker-revival JJ,-", "used"),
        ("JJ a1,b1 0 joker,joker-revival J,", "used"),
        ("JJ a1,b1 0 joker,joker-revival,adjacent-revival AJ,-", "used"),
        ("JJ a1,b1 0 joker,joker-revival j,-", "used"),
        ("JJA a1,-,- 0 joker - out=1,1", "out"),
        ("JJA a1,-,- 0 joker - out=0,1", "out"),
        ("JJA a1,-,- 0 joker - out=", "out"),
        ("JJA a1,-,- 0 joker - 1,2", "out"),
        ("JJ -,- 0 joker - out=0,1", "out"),
        ("JJ a1,b1 0 joker - -", "out"),
        ("JJ a1,b1 0 joker - out=2", "out"),
        ("JJA a1,-,- 0 joker - out=1", "pawns"),
    ],
)
def test_a_position_of_a_variant_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert (caught.value.reason, caught.value.facts["text"]) == (reason, text)


def test_the_card_that_nobody_knows_is_named() -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse("J234X a1,b1 0 joker -")
    assert caught.value.facts["card"] == "X"


# Diagrams


def test_a_diagram_shows_values_fallen_cards_and_pawns() -> None:
    assert diagram(parse("A23456J/abcdefj/JJJJJJJ a1,b3 0 joker -")).split("\n") == [
        "    a  b  c  d  e  f  g",
        " 1  A● 2  3  4  5  6  J",
        " 2  ·  ·  ·  ·  ·  ·  ·",
        " 3  J  J▲ J  J  J  J  J",
    ]


def test_a_diagram_shows_holes_and_up_to_four_pawns() -> None:
    assert diagram(parse(".JJ/JJ. b1,c1,a2,b2 0 joker,shift -")) == "    a  b  c\n 1     J● J▲\n 2  J■ J✚"


def test_a_diagram_shows_no_pawn_of_who_has_left() -> None:
    assert diagram(parse("JJ a1,- 0 joker -")) == "    a  b\n 1  J● J"


def test_a_diagram_of_something_else_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="not a view of Collapsi: 'a view'"):
        diagram("a view")


# Moves


@pytest.mark.parametrize(
    "text",
    ["b2", "B2", " b2 ", "b 2", "a1-b1-b2", "A1 - B1 - B2", "b1-b2", "a2-b2", "a1-a4-a3-b3-b2", "\tb2\n", "a1 -b1- b2"],
)
def test_a_move_is_read_in_any_case_with_blanks_anywhere_and_as_a_path(text: str) -> None:
    assert after(f"{FIRST} joker -").play(ANN, text).move == "b2"


def test_a_path_may_leave_out_the_card_it_starts_from() -> None:
    with_start, without = (after(f"{FIRST} joker -").play(ANN, text) for text in ("a1-a2-b2", "a2-b2"))
    assert with_start == without


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "b",
        "2",
        "b2-",
        "-b2",
        "b1--b2",
        "e1",
        "a5",
        "b0",
        "b2?",
        "#b2",
        "b1,b2",
        "drop",
        "b1-" * 16 + "b1",
    ],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        after(f"{FIRST} joker -").play(ANN, text)
    assert (caught.value.reason, caught.value.facts) == ("unreadable", {"text": text})


REFUSALS = [
    (f"{FIRST} joker -", ANN, "a1", "own_start", {"square": "a1", "start": "a1"}),
    (f"{FIRST} joker -", ANN, "b1-a1", "own_start", {"square": "a1", "start": "a1"}),
    (f"{FIRST} joker -", ANN, "b4", "occupied", {"square": "b4", "start": "a1", "seat": 1}),
    (f"{FIRST} joker -", ANN, "a4-b4", "occupied", {"square": "b4", "start": "a1", "seat": 1}),
    (f"{FIRST} joker -", BOB, "b1", "not_your_turn", {}),
    (f"{FIRST} joker -", BOB, "gibberish", "not_your_turn", {}),
    (f"{FIRST} joker -", Seat(2), "b1", "not_your_turn", {}),
    ("2aAAA a1,c1 0 jack -", ANN, "b1", "fallen", {"square": "b1", "start": "a1"}),
    ("2AAAA a1,c1 0 jack -", ANN, "b1", "out_of_reach", {"square": "b1", "start": "a1", "steps": 2, "moves": ("d1",)}),
    ("2AAAA a1,c1 0 jack -", ANN, "c1-d1", "no_path", {"square": "d1", "start": "a1", "steps": 2, "moves": ("d1",)}),
    ("JAaAaJ a1,f1 0 jack -", ANN, "d1", "out_of_reach", {"square": "d1", "start": "a1", "steps": 1, "moves": ("b1",)}),
    ("JAaA a1,b1 0 joker -", ANN, "c1-d1", "no_path", {"square": "d1", "start": "a1", "steps": 4, "moves": ("d1",)}),
    ("3AaAa a1,d1 0 jack -", ANN, "b1", "over", {}),
    ("3AaAa a1,d1 0 jack -", BOB, "gibberish", "over", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "seat", "move", "reason", "facts"), REFUSALS)
def test_a_move_that_the_rules_forbid_says_why(
    text: str, seat: Seat, move: str, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse(text).play(seat, move)
    assert (caught.value.reason, caught.value.facts) == (reason, facts)


def test_who_is_not_at_the_table_cannot_leave_it() -> None:
    with pytest.raises(IllegalMove) as caught:
        parse(f"{FIRST} joker -").drop(Seat(2))
    assert (caught.value.reason, caught.value.facts) == ("no_seat", {"seat": 2})


@given(text=st.text("abcdABCD01234- \n", max_size=12))
@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_text_that_looks_like_a_move_is_one_or_is_refused_as_one(text: str) -> None:
    position = parse(f"{FIRST} joker -")
    try:
        assert position.play(ANN, text).move in position.moves(ANN)
    except MoveError as refusal:
        assert str(refusal).startswith(refusal.reason)  # noqa: PT017


@given(path=st.lists(st.integers(0, 15), min_size=1, max_size=16))
def test_a_path_is_read_as_the_squares_it_names(path: list[int]) -> None:
    """It is the way that is told, or refused for the square on which it ends."""
    position = parse(f"{FIRST} joker -")
    names = tuple(map(position.board.name, path))
    try:
        step = position.play(ANN, " - ".join(names).upper())
    except IllegalMove as refusal:
        assert refusal.facts["square"] == names[-1]  # noqa: PT017
        return
    assert step.move == names[-1]
    told = step.events[0]
    assert isinstance(told, Moved)
    assert len(names) == 1 or told.path in {names, ("a1", *names)}


# Choices


def test_each_choice_is_a_whole_move_and_knows_its_square() -> None:
    choices = parse(f"{FIRST} jack -").choices(ANN)
    assert [(choice.text, choice.complete, choice.hint) for choice in choices.items] == [
        ("b1", True, Rect(1, 0)),
        ("d1", True, Rect(3, 0)),
        ("a2", True, Rect(0, 1)),
        ("a4", True, Rect(0, 3)),
    ]


def test_nothing_follows_a_destination_and_undo_leads_to_the_beginning() -> None:
    choices = parse(f"{FIRST} jack -").choices(ANN, "b1")
    assert (choices.items, choices.back) == ((), "")


def test_there_are_no_choices_after_what_no_move_begins_with() -> None:
    for prefix in ("c1", "b4", "gibberish"):
        with pytest.raises(MoveError):
            parse(f"{FIRST} jack -").choices(ANN, prefix)
