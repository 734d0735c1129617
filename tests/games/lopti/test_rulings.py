"""Each ruling can be changed in one place, and then the game is played so."""

from dataclasses import replace
from typing import Any

import pytest

from games.lopti import course, legality, position, session
from games.lopti import round as rounds
from games.lopti.events import Cleared, Drew, WentAway, WentOut
from games.lopti.rulings import BUILT_IN, RULES, RULINGS
from games.lopti.text import parse
from tests.games.lopti.table import ZERO, lopti, played, refused


def ruled(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    for module in (course, legality, position, rounds, session):
        monkeypatch.setattr(module, "RULINGS", replace(RULINGS, **values))


def test_t6_an_extra_play_might_be_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, extra_play_is_a_duty=False)
    after = played("turn=0 hand=Tc9c;9d pile=5c", "10")
    assert list(after.position.moves(ZERO)) == ["play 9c", "pass"]


def test_t8_a_flip_might_be_followed_by_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, blind_draws=False)
    assert not played("turn=0 hand=;6c down=9c4c; deck=Kd", "flip 1").told(Drew)


def test_t8_who_has_to_flip_might_not_pick_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, blind_may_pick_up=False)
    assert refused("turn=0 hand=;6c down=9c4c; pile=5c", "pick") == "must_play"


def test_e3_the_chain_might_not_grow_on_an_empty_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, chain_on_empty_table=False)
    after = played("turn=0 hand=3c3d3h3s9c;4c", "3333")
    assert not after.told(Cleared)
    assert after.round.chain == 0


def test_w1_the_draw_might_come_before_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, win_before_draw=False)
    after = played("turn=0 hand=6c;7c deck=Kd pile=5c", "6")
    assert after.told(WentOut, Drew) == [Drew(ZERO, ("Kd",))]


def test_a7_a_seat_might_be_away_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, away_after=1)
    step = parse("turn=0 hand=9c;9d pile=5c").lapse(ZERO)
    assert WentAway(ZERO) in step.events
    assert lopti(step.position).away == (ZERO,)


@pytest.mark.parametrize(("hands", "after"), [("9c;9d", 4), ("9c;9d;9h", 3)])
def test_a9_a_round_might_stall_sooner(monkeypatch: pytest.MonkeyPatch, hands: str, after: int) -> None:
    ruled(monkeypatch, stalled_after=3, stalled_after_for_two=4)
    stalled = [parse(f"turn=0 hand={hands} idle={idle}").round.is_stalled for idle in (after - 1, after)]
    assert stalled == [False, True]


def test_each_ruling_names_its_rule() -> None:
    assert all(rule[0].isupper() for rule in RULES.values())
    assert len(RULES) == 8
    assert not RULES.keys() & BUILT_IN.keys()
