"""What all platforms speak."""

from datetime import UTC, datetime

import pytest

from bot.ports import (
    Answer,
    Board,
    Button,
    Failure,
    Forbidden,
    Gone,
    Later,
    Moved,
    NoPictures,
    Person,
    Post,
    TokenRefused,
    Unsure,
    When,
    grid,
    lines,
    plain,
)


def test_a_text_without_mentions() -> None:
    at = datetime(2026, 5, 1, 18, 40, tzinfo=UTC)
    text = ("It is ", Person("Ann", "telegram", "1", "ann"), "'s turn until ", When(at), ".\n", Board("a b"))
    assert plain(text) == "It is Ann's turn until 2026-05-01 18:40 UTC.\na b"
    assert plain(()) == ""


def test_lines_leave_out_what_is_empty() -> None:
    ann = Person("Ann")
    assert lines(("one",), (), (ann, " two"), ()) == ("one", "\n", ann, " two")
    assert lines() == lines(()) == ()
    assert lines((), ("only",)) == ("only",)


@pytest.mark.parametrize(
    ("count", "columns", "sizes"), [(0, 4, []), (3, 4, [3]), (4, 4, [4]), (9, 4, [4, 4, 1]), (10, 5, [5, 5])]
)
def test_buttons_in_rows(count: int, columns: int, sizes: list[int]) -> None:
    buttons = [Button(str(number)) for number in range(count)]
    rows = grid(buttons, columns)
    assert [len(row) for row in rows] == sizes
    assert [one for row in rows for one in row] == buttons


def test_an_answer_says_nothing_by_itself() -> None:
    assert Answer().post == Post(())
    assert [getattr(Answer(), name) for name in ("replaces", "closes", "public", "unfolds")] == [False] * 4


def test_failures_tell_what_they_are() -> None:
    assert str(Later(2.5)) == "try again in 2.5 s"
    assert str(Moved("-1009")) == "the chat is now -1009"
    assert issubclass(NoPictures, Forbidden)
    assert all(issubclass(kind, Failure) for kind in (Gone, Forbidden, Later, Moved, Unsure))
    assert not issubclass(TokenRefused, Failure), "there is no going on without a token"
