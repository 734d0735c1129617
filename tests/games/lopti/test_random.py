"""What holds in every session, whatever the parameters: random ones, with people who come, leave and are late."""

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Seat
from games.lopti.cards import DECK
from games.lopti.events import Cleared, Drew, Passed, RoundOver
from games.lopti.params import Params
from games.lopti.rule import Rule
from games.lopti.rule_events import Gave, Offered, Peeked, Returned, Tossed, Traded
from games.lopti.text import parse
from tests.games.lopti.sessions import HOUSE_RULES, random_session
from tests.games.lopti.table import all_cards

SEEDS = st.integers(0, 10**6).map(str)


@pytest.mark.parametrize("rules", [(), HOUSE_RULES], ids=["plain", "house rules"])
@given(seed=SEEDS)
@settings(deadline=None, max_examples=12)
def test_c3_there_are_52_cards_at_every_step(rules: tuple[Rule, ...], seed: str) -> None:
    for ply in random_session(seed, 250, rules=rules):
        assert sorted(all_cards(ply.after.round)) == sorted(DECK)


@pytest.mark.parametrize("rules", [(), HOUSE_RULES], ids=["plain", "house rules"])
@given(seed=SEEDS)
@settings(deadline=None, max_examples=8)
def test_a_session_can_be_read_from_its_text_and_played_on(rules: tuple[Rule, ...], seed: str) -> None:
    for ply in random_session(seed, 120, rules=rules):
        assert parse(str(ply.after)) == ply.after
        if ply.seat is not None and ply.step.move not in ("drop", "lapse"):
            assert parse(str(ply.before)).play(ply.seat, ply.step.move) == ply.step


@given(seed=SEEDS)
@settings(deadline=None, max_examples=10)
def test_a_step_changes_no_old_position(seed: str) -> None:
    for ply in random_session(seed, 60):
        kept = deepcopy(ply.after)
        for seat in map(Seat, range(len(ply.after.score))):
            for move in list(ply.after.moves(seat))[:5]:
                ply.after.play(seat, move)
            ply.after.choices(seat)
        assert ply.after == kept


@pytest.mark.parametrize("rules", [(), HOUSE_RULES], ids=["plain", "house rules"])
@given(seed=SEEDS)
@settings(deadline=None, max_examples=10)
def test_somebody_can_always_do_something_until_the_session_is_over(rules: tuple[Rule, ...], seed: str) -> None:
    for ply in random_session(seed, 200, rules=rules):
        assert bool(ply.after.to_move) == (ply.after.outcome is None)
        for seat in ply.after.to_move:
            assert next(ply.after.moves(seat))
            assert ply.after.may_act(seat)


@given(seed=SEEDS)
@settings(deadline=None, max_examples=15)
def test_a_log_with_late_players_and_newcomers_replays(seed: str) -> None:
    for ply in random_session(seed, 150):
        if ply.step.move == "drop":
            continue
        seat = Seat(len(ply.before.score)) if ply.seat is None else ply.seat
        assert ply.before.play(seat, ply.step.move) == ply.step


@given(seed=SEEDS)
@settings(deadline=None, max_examples=15)
def test_core_rules_hold_in_every_step(seed: str) -> None:
    for ply in random_session(seed, 250, params=Params(), quiet=True):
        if any(rule.clauses for rule in ply.after.rules):
            # From now on house rules may do otherwise.
            return
        round = ply.after.round
        assert not any(card[0] == "3" for play in round.pile for card in play.cards), "E3: no 3 in the pile"
        assert not any(card[0] == "T" for play in round.pile for card in play.cards), "E10: no 10 in the pile"
        assert sum(isinstance(event, Drew) for event in ply.step.events) <= 1, "T4: one draw"
        assert all(round.hands[seat] or not round.up[seat] for seat in round.active), "T7"
        assert round.run(round.pile[-1].rank) < 4 if round.pile else True, "EC: four of a kind clear"
        if any(isinstance(event, Cleared) for event in ply.step.events):
            assert not round.pile
            assert round.extra or round.is_over


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_w5_random_rounds_end_with_a_winner_who_scores(seats: int) -> None:
    over = [
        ply
        for number in range(12)
        for ply in random_session(f"{number}", 600, seats=seats, params=Params(), quiet=True)
        if any(isinstance(event, RoundOver) for event in ply.step.events)
    ]
    assert over
    for ply in over:
        (winner,) = ply.after.round.out
        assert ply.after.score[winner] == ply.before.score[winner] + 1
        assert ply.after.declarer == winner


def test_house_rules_do_all_that_they_can_in_random_sessions() -> None:
    plies = [ply for number in range(10) for ply in random_session(f"{number}", 300, rules=HOUSE_RULES)]
    told = {type(event) for ply in plies for event in ply.step.events}
    assert {Gave, Traded, Returned, Offered, Tossed, Peeked, Passed} <= told
    assert any(isinstance(event, Cleared) and event.cause == "rule" for ply in plies for event in ply.step.events)
