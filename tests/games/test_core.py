"""What every game is made of."""

import pytest

from games import GAMES
from games.core import Choices, Event, GameError, IllegalMove, InvalidMove, MoveError, Rect, Seat, replay

START = GAMES["collapsi"].parse("J123/A234/A234/AJ23 a1,b4 0 joker -")


def test_a_refusal_has_a_code_and_facts_and_tells_them() -> None:
    error = IllegalMove("out_of_reach", square="c3", steps=2)
    assert (error.reason, error.facts) == ("out_of_reach", {"square": "c3", "steps": 2})
    assert str(error) == "out_of_reach: square='c3', steps=2"
    assert str(IllegalMove("over")) == "over"


def test_refusals_of_a_kind_can_be_caught_together() -> None:
    assert issubclass(InvalidMove, MoveError)
    assert issubclass(IllegalMove, MoveError)
    assert issubclass(MoveError, GameError)
    assert issubclass(GameError, ValueError)


def test_everybody_sees_an_event_unless_it_says_otherwise() -> None:
    event = Event()
    assert event.seen_by(None) is event
    assert event.seen_by(Seat(1)) is event


def test_a_rectangle_is_one_unit_wide_and_high_unless_it_says_otherwise() -> None:
    assert Rect(2, 3) == Rect(2, 3, 1, 1)


def test_the_way_back_is_the_beginning_unless_it_says_otherwise() -> None:
    assert Choices(()).back == ""


def test_a_log_is_replayed_step_by_step() -> None:
    steps = list(replay(START, [(Seat(0), "c2"), (Seat(1), "B4 - B3"), (Seat(0), None)]))
    assert [step.move for step in steps] == ["c2", "b3", "drop"]
    assert str(steps[-1].position) == "jA23/A234/A234/Aj23 -,b3 1 joker -"


def test_a_log_is_replayed_up_to_the_first_move_that_does_not_fit() -> None:
    steps = replay(START, [(Seat(0), "c2"), (Seat(0), "c3")])
    assert next(steps).move == "c2"
    with pytest.raises(IllegalMove, match="not_your_turn"):
        next(steps)


def test_the_list_of_games_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["chess"] = GAMES["collapsi"]  # type: ignore[index]
