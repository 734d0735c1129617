"""Records: what is written can be read, what is read is held against the rules."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core import GameError, Outcome, Seat
from games.record import InvalidRecord, Record, clean, parse, split_lines, write_result
from tests.laws.tables import QUICK, Table, random_games

ANN, BOB = Seat(0), Seat(1)
START = "JA23/A234/A234/AJ23 a1,b4 0 joker -"

TEXT = f"""\
Game: collapsi 1
Options: start=joker
Date: 2026-11-30
Place: The Red Lion
Seat 0: Ann
Seat 1: Bob
Result: *

{START}

1. 0 c2
2. 1 b3

# Collapsi was designed by Mark S. Ball.
# riffleshuffleandroll.itch.io/collapsi
"""

RECORD = Record(
    game="collapsi",
    version=1,
    options={"start": "joker"},
    start=START,
    moves=((ANN, "c2"), (BOB, "b3")),
    headers={"Date": "2026-11-30", "Place": "The Red Lion", "Seat 0": "Ann", "Seat 1": "Bob"},
    comments=("Collapsi was designed by Mark S. Ball.", "riffleshuffleandroll.itch.io/collapsi"),
)


def record(**changes: object) -> Record:
    """Returns the record above with other fields."""
    fields = {name: getattr(RECORD, name) for name in Record.__slots__ if name != "lines"}
    return Record(**{**fields, **changes})


# Writing and reading


def test_a_record_is_written() -> None:
    assert str(RECORD) == TEXT


def test_a_record_is_read() -> None:
    assert parse(TEXT) == RECORD


def test_the_shortest_record() -> None:
    shortest = Record("collapsi", 1, {}, START)
    assert str(shortest) == f"Game: collapsi 1\nOptions: -\nResult: *\n\n{START}\n"
    assert parse(str(shortest)) == shortest
    assert parse(f"Game: collapsi 1\n{START}") == shortest


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.replace("\n", "  \t\n"),
        TEXT.replace("\n", "\n\n\n"),
        TEXT.replace("\n\n", "\n"),
        TEXT.rstrip(),
        "\n\n  " + TEXT,
        "\ufeff" + TEXT,
        TEXT.replace("1. 0 c2", "  1.  0   c2"),
        TEXT.replace("Result: *\n", ""),
        TEXT.replace("Options: start=joker", "Options:   start=joker  "),
    ],
    ids=range(11),
)
def test_line_ends_blanks_and_blank_lines_do_not_matter(text: str) -> None:
    assert parse(text) == RECORD


def test_comments_may_stand_anywhere_and_are_written_at_the_end() -> None:
    scattered = parse("# one\n" + TEXT.replace("1. 0", "#\n#two\n1. 0"))
    assert scattered.comments == ("one", "", "two", *RECORD.comments)
    assert str(scattered).endswith("\n2. 1 b3\n\n# one\n#\n# two\n" + TEXT.split("\n\n")[-1])


def test_headers_are_written_in_their_order() -> None:
    names = ["Event", "Seat 10", "Seat 2", "Place", "Site", "Seat 0", "Date"]
    shuffled = record(headers=dict.fromkeys(names, "x"))
    assert list(shuffled.headers) == ["Date", "Place", "Seat 0", "Seat 2", "Seat 10", "Event", "Site"]
    assert parse(str(shuffled)) == shuffled


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann\nGame: chess 1", "Ann Game: chess 1"),
        ("\r\n# Ann\x00", "# Ann"),
        ("A\u2028n\u2029n\x85e\x7f", "A n n e"),
        ("  Ann  ", "Ann"),
        ("", ""),
        ("\ud800Ann", "\N{REPLACEMENT CHARACTER}Ann"),
        ("*: 1. 0 c2", "*: 1. 0 c2"),
        ("👩\u200d🚀 יעל", "👩\u200d🚀 יעל"),
    ],
)
def test_any_name_stays_on_its_line(name: str, written: str) -> None:
    named = record(headers={"Seat 0": name})
    assert named.headers == {"Seat 0": written}
    assert f"\nSeat 0: {written}".rstrip(" ") + "\n" in str(named)
    assert parse(str(named)) == named
    assert str(named).encode()


def test_a_seat_that_left_is_written_as_drop_and_read_in_any_case() -> None:
    left = record(moves=((ANN, None),))
    assert "\n1. 0 drop\n" in str(left)
    assert parse(str(left).replace("drop", "DROP")) == left == record(moves=((ANN, "drop"),))


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (None, "*"),
        (Outcome((frozenset({BOB}), frozenset({ANN})), "stuck"), "1 0 stuck"),
        (Outcome((frozenset({BOB, ANN}),), "agreed"), "0=1 agreed"),
        (Outcome((frozenset({Seat(2)}), frozenset({Seat(10), BOB}), frozenset({ANN})), "x"), "2 1=10 0 x"),
        (Outcome((frozenset({ANN}), frozenset({BOB})), "claimed on time"), "0 1 claimed on time"),
        (Outcome((), "called off"), "called off"),
        (Outcome((frozenset({ANN}),), "über 2 Stunden"), "0 über 2 Stunden"),
    ],
)
def test_results(outcome: Outcome | None, text: str) -> None:
    ended = record(outcome=outcome)
    assert write_result(ended.outcome) == text
    assert f"\nResult: {text}\n" in str(ended)
    assert parse(str(ended)) == ended


CHARACTERS = st.text(st.characters(), max_size=20)
WORD = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).map(clean).filter(bool)
PLAIN = st.text(st.characters(exclude_characters=":.#", codec="utf-8"), min_size=1).map(clean).filter(bool)
NAME = st.from_regex(r"[A-Z][A-Za-z]{0,8}( [A-Za-z0-9]{1,4}){0,2}", fullmatch=True)
REASON = st.builds("{}{}".format, st.characters(categories=["L"]), CHARACTERS)
SEATS = st.integers(0, 11).map(Seat)
PLACES = st.lists(SEATS, unique=True, max_size=6).flatmap(
    lambda seats: st.lists(st.booleans(), min_size=len(seats), max_size=len(seats)).map(
        lambda ties: tuple(map(frozenset, in_groups(seats, ties)))
    )
)


def in_groups(seats: list[Seat], ties: list[bool]) -> list[list[Seat]]:
    """Puts seats into places, each together with the one before where they tie."""
    places: list[list[Seat]] = []
    for seat, tie in zip(seats, ties, strict=True):
        if tie and places:
            places[-1].append(seat)
        else:
            places.append([seat])
    return places


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draws any record that can be made, whether or not there is such a game."""
    options = st.from_regex(r"[^=\s]{1,6}=[^=\s]{1,6}", fullmatch=True).filter(lambda text: text == clean(text))
    headers = draw(st.dictionaries(NAME.filter(lambda name: name not in ("Game", "Options", "Result")), CHARACTERS))
    return Record(
        game=draw(st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)),
        version=draw(st.integers(0, 999)),
        options=dict(option.split("=") for option in draw(st.lists(options, max_size=3))),
        start=draw(st.sampled_from([START, "turn=1 hand=4h5d;7s up=|"]) | PLAIN),
        moves=tuple(draw(st.lists(st.tuples(SEATS, st.none() | WORD), max_size=6))),
        headers=headers,
        outcome=draw(st.none() | st.builds(Outcome, PLACES, REASON)),
        comments=tuple(draw(st.lists(CHARACTERS, max_size=3))),
    )


@given(records())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_record_says_the_same_after_it_was_written_and_read(made: Record) -> None:
    again = parse(str(made))
    assert again == made
    assert str(again) == str(made)
    assert parse(str(made).replace("\n", "\r\n")) == made
    assert str(made).encode().decode() == str(made)


@given(st.text())
@settings(deadline=None)
def test_any_text_is_a_record_or_is_refused_as_one(text: str) -> None:
    for candidate in (text, f"Game: collapsi 1\n{text}", f"{TEXT}{text}", TEXT.replace("Ann", text)):
        try:
            read = parse(candidate)
        except InvalidRecord as refusal:
            assert 1 <= refusal.line <= len(split_lines(candidate))  # noqa: PT017
        else:
            assert parse(str(read)) == read


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "game", 1),
        ("\n# nothing\n", "game", 3),
        (START, "game", 1),
        (f"Date: today\n{START}", "game", 2),
        ("Date: today\n", "game", 2),
        (f"Game: Collapsi\n{START}", "game", 1),
        (f"Game: collapsi\n{START}", "game", 1),
        (f"Game: collapsi one\n{START}", "game", 1),
        (f"Game: collapsi {'1' * 5000}\n{START}", "game", 1),
        (f"Game:\n{START}", "game", 1),
        ("Game: collapsi 1\n", "start", 2),
        ("Game: collapsi 1\n\n1. 0 c2\n", "start", 3),
        (f"Game: collapsi 1\nDate: a\nDate: b\n{START}", "header_twice", 3),
        (f"Game: collapsi 1\nGame: collapsi 1\n{START}", "header_twice", 2),
        (f"Game: collapsi 1\nOptions: joker\n{START}", "option", 2),
        (f"Game: collapsi 1\nOptions: start=joker start=jack\n{START}", "option", 2),
        (f"Game: collapsi 1\nOptions: start==joker\n{START}", "option", 2),
        (f"Game: collapsi 1\n\nResult:\n{START}", "result_line", 3),
        (f"Game: collapsi 1\nResult: 1 0\n{START}", "result_line", 2),
        (f"Game: collapsi 1\nResult: 1 1 stuck\n{START}", "result_line", 2),
        (f"Game: collapsi 1\nResult: 1=1 stuck\n{START}", "result_line", 2),
        (f"Game: collapsi 1\nResult: 1 = 0 stuck\n{START}", "result_line", 2),
        (f"Game: collapsi 1\nResult: 1-0\n{START}", "result_line", 2),
        (f"Game: collapsi 1\n{START}\nc2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1. c2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1. 0", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1 0 c2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1. a c2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1. -1 c2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n1. {'1' * 5000} c2", "move_line", 3),
        (f"Game: collapsi 1\n{START}\nDate: too late", "move_line", 3),
        (f"Game: collapsi 1\n{START}\n\n2. 0 c2", "ply", 4),
        (f"Game: collapsi 1\n{START}\n\n1. 0 c2\n# so far\n1. 0 c2", "ply", 6),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse(text)
    assert (caught.value.reason, caught.value.line) == (reason, line)
    assert caught.value.facts["line"] == line
    assert isinstance(caught.value, GameError)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "Chess!"},
        {"version": -1},
        {"options": {"start": "joker jack"}},
        {"options": {"": "joker"}},
        {"headers": {"Game": "chess 1"}},
        {"headers": {"Result": "*"}},
        {"headers": {"not a name": "x"}},
        {"headers": {"A: B": "x"}},
        {"headers": {"Place: here\nDate": "x"}},
        {"start": ""},
        {"start": "# none"},
        {"start": "Date: none"},
        {"start": "1. 0 c2"},
        {"start": f"{START}\n1. 0 c2"},
        {"moves": ((ANN, ""),)},
        {"moves": ((ANN, "c2\n2. 1 b3"),)},
        {"outcome": Outcome((), "")},
        {"outcome": Outcome((), "*")},
        {"outcome": Outcome((frozenset({ANN}),), "1 stuck")},
        {"outcome": Outcome((frozenset({ANN}), frozenset({ANN})), "stuck")},
        {"outcome": Outcome((frozenset(),), "stuck")},
    ],
)
def test_a_record_that_could_not_be_read_again_cannot_be_made(changes: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        record(**changes)


# The rules


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_the_record_of_a_random_game_replays_to_its_end(table: Table) -> None:
    for game in random_games(table)[:10]:
        end = game[-1].step.position
        moves = tuple((turn.seat, turn.step.move) for turn in game)
        written = Record(
            table.slug, table.game.version, dict(table.settings), str(game[0].before), moves, outcome=end.outcome
        )
        read = parse(str(written))
        assert list(read.replay()) == [turn.step for turn in game]
        assert read.check() == end


def test_a_record_gives_its_first_position_and_its_steps() -> None:
    assert str(RECORD.position()) == START
    assert [step.move for step in RECORD.replay()] == ["c2", "b3"]
    assert str(RECORD.check()) == "jA23/A234/A234/Aj23 c2,b3 0 joker -"


def refused(text: str) -> InvalidRecord:
    """Returns what is wrong with a record that can be read."""
    read = parse(text)
    with pytest.raises(InvalidRecord) as caught:
        read.check()
    return caught.value


def test_an_illegal_move_is_refused_with_its_ply_and_position() -> None:
    error = refused(TEXT.replace("2. 1 b3", "2. 1 a1"))
    assert (error.reason, error.line) == ("move", 12)
    assert error.facts == {
        "line": 12,
        "ply": 2,
        "seat": 1,
        "move": "a1",
        "because": "fallen",
        "position": "jA23/A234/A234/AJ23 c2,b4 1 joker -",
    }


def test_a_seat_that_cannot_leave_is_refused() -> None:
    error = refused(TEXT.replace("2. 1 b3", "2. 7 drop"))
    assert (error.reason, error.line, error.facts["because"]) == ("move", 12, "no_seat")


@pytest.mark.parametrize(
    ("old", "new", "reason", "line"),
    [
        ("collapsi 1", "chess 1", "game", 1),
        ("collapsi 1", "collapsi 99", "version", 1),
        ("start=joker", "start=queen", "options", 2),
        ("start=joker", "colour=red", "options", 2),
        ("JA23/", "JX23/", "position", 9),
        ("2. 1 b3", "2. 1 b3\n3. 1 b2", "move", 13),
        ("2. 1 b3", "2. 1 drop", "result", 7),
    ],
)
def test_what_the_rules_contradict_is_refused_with_its_line(old: str, new: str, reason: str, line: int) -> None:
    error = refused(TEXT.replace(old, new))
    assert (error.reason, error.line) == (reason, line)


def test_without_a_result_line_a_result_that_is_missing_is_refused_at_the_position() -> None:
    error = refused(f"Game: collapsi 1\n\n{START}\n1. 0 drop")
    assert (error.reason, error.line) == ("result", 3)
    assert (error.facts["expected"], error.facts["found"]) == ("1 0 left", "*")


@pytest.mark.parametrize("result", ["*", "0 1 left", "0=1 left", "1 0 stuck", "1 0 agreed"])
def test_where_the_rules_know_the_end_no_other_result_stands(result: str) -> None:
    error = refused(f"Game: collapsi 1\nResult: {result}\n{START}\n1. 0 drop")
    assert (error.reason, error.facts["expected"], error.facts["found"]) == ("result", "1 0 left", result)


def test_where_the_rules_know_the_end_its_result_stands() -> None:
    ended = parse(f"Game: collapsi 1\nResult: 1 0 left\n{START}\n1. 0 drop")
    assert ended.check().outcome == ended.outcome


@pytest.mark.parametrize("result", ["*", "0 1 claimed on time", "0=1 agreed", "called off"])
def test_where_the_rules_know_no_end_any_result_stands(result: str) -> None:
    assert parse(TEXT.replace("Result: *", f"Result: {result}")).check() == RECORD.check()


def test_a_record_that_was_not_read_names_the_lines_it_would_have() -> None:
    with pytest.raises(InvalidRecord) as caught:
        record(moves=((ANN, "c2"), (BOB, "a1"))).check()
    assert caught.value.line == TEXT.split("\n").index("2. 1 b3") + 1


def test_a_record_from_a_random_hand_survives_an_editor() -> None:
    """Blank lines and comments anywhere but inside a line change nothing that is played."""
    chance = Random(9)
    lines = TEXT.split("\n")
    for _ in range(50):
        edited = list(lines)
        for _ in range(5):
            edited.insert(chance.randrange(len(edited) + 1), chance.choice(["", "   ", "# a thought"]))
        assert list(parse("\n".join(edited)).replay()) == list(RECORD.replay())


def test_every_game_can_be_recorded_under_its_slug() -> None:
    for game in GAMES.values():
        assert parse(f"Game: {game.slug} {game.version}\nx").game == game.slug
