"""Whole rounds with house rules: they end, and no card is lost (rules, 7.4 and 7.5)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import shuffled
from games.core import Event, Seat
from games.lopti import firing, turns
from games.lopti.book import BOOK
from games.lopti.cards import DECK, in_order
from games.lopti.dealing import dealt as deal
from games.lopti.legality import may_pick_up, playable
from games.lopti.params import Params
from games.lopti.player import Move, Policy, forced, sensible
from games.lopti.round import Round
from games.lopti.rule import Rule
from games.lopti.rule_events import FuelSpent
from games.lopti.trials import try_out
from tests.games.lopti.house import cards, rules
from tests.games.lopti.sessions import random_params

TURNS = 5000
"""What no round of sensible play comes near."""
ALL_OF_THE_BOOK = tuple(replace(rule, id=f"r{n}", round=n) for n, rule in enumerate(BOOK, start=1))


def dealt(seats: int, seed: str) -> Round:
    """A round as it is dealt (D1)."""
    order = [DECK[ord(sign)] for sign in shuffled("".join(map(chr, range(52))), seed)]
    zones = [tuple(order[at : at + 3]) for at in range(0, 9 * seats, 3)]
    hands, up, down = (tuple(zones[part::3]) for part in range(3))
    return Round(Params(), tuple(map(in_order, hands)), up, down, tuple(order[9 * seats :]), (), Seat(0), seed=seed)


def move(
    round: Round, chance: Random, active: tuple[Rule, ...], policy: Policy | None
) -> tuple[Round, Sequence[Event]]:
    """Somebody does something: answers a question, or the next move of the round, by a policy or sensible as a rule."""
    if chance.random() < 0.2:
        for ask in round.asked:
            if ask.state != "held" and ask.whom == "table":
                return firing.answer(firing.hold(round, ask.rule), ask.rule, done=chance.random() < 0.5)
            if ask.whom == "owner" and firing.owed(round, ask.seat):
                return firing.choose(round, ask.seat, chance.choice(round.hands[ask.seat]))
    seat = round.turn
    if policy:
        return stepped(round, policy(round, seat, chance), active)
    if round.may_pass and chance.random() < 0.5:
        return turns.pass_on(round, seat, active)
    if round.is_blind(seat):
        if may_pick_up(round, seat) and chance.random() < 0.1:
            return turns.pick(round, seat, active)
        return turns.flip(round, seat, chance.randint(1, len(round.down[seat])), active)
    able = playable(round, seat)
    if able and (not may_pick_up(round, seat) or chance.random() < 0.95):
        rank, count = able[0] if chance.random() < 0.7 else chance.choice(able)
        held = [card for card in round.hands[seat] if card[0] == rank]
        return turns.play(round, seat, tuple(held[:count]), active)
    return turns.pass_on(round, seat, active) if round.may_pass else turns.pick(round, seat, active)


def stepped(round: Round, chosen: Move, active: tuple[Rule, ...]) -> tuple[Round, Sequence[Event]]:
    """What a policy has chosen is played."""
    if isinstance(chosen, int):
        return turns.flip(round, round.turn, chosen, active)
    if chosen:
        return turns.play(round, round.turn, chosen, active)
    return (turns.pass_on if round.may_pass else turns.pick)(round, round.turn, active)


def play_out(
    round: Round, chance: Random, active: tuple[Rule, ...], policy: Policy | None = None
) -> tuple[Round, list[Event]]:
    """Plays a round to its end and looks at every step; returns its end and all that happened."""
    told: list[Event] = []
    round, events = turns.deal_done(round, active)
    told += events
    round, events = turns.start(round, active)
    told += events
    for _ in range(TURNS):
        assert sorted(cards(round)) == sorted(DECK)
        if round.is_over:
            return round, told
        fuel = round.fuel
        round, news = move(round, chance, active, policy)
        assert 0 <= round.fuel <= fuel
        told += news
    pytest.fail(f"no end in {TURNS} moves")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rounds_with_all_rules_of_the_book_end_with_52_cards(seats: int) -> None:
    clauses = set()
    for number in range(12):
        end, told = play_out(dealt(seats, f"{seats} {number}"), Random(number), ALL_OF_THE_BOOK)
        clauses |= {clause for clause, _ in end.fired}
        assert told.count(FuelSpent()) == (end.fuel == 0)
    assert len(clauses) >= 10


@pytest.mark.parametrize("rule", ALL_OF_THE_BOOK, ids=lambda rule: rule.title)
def test_each_rule_of_the_book_has_its_moments(rule: Rule) -> None:
    ends = (play_out(dealt(4, str(number)), Random(number), (rule,))[0] for number in range(40))
    assert any(end.fired for end in ends)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_many_rounds_with_all_rules_of_the_book_end_with_52_cards(seats: int) -> None:
    clauses = set()
    for number in range(500):
        end, _ = play_out(dealt(seats, f"{seats} {number}"), Random(number), ALL_OF_THE_BOOK)
        clauses |= {clause for clause, _ in end.fired}
    assert len(clauses) >= 13


def play_out_with_random_params(number: int) -> None:
    """Plays so many rounds with all rules of the book and random parameters that pass the gate, ten with each."""
    chance = Random(number)
    played = refused = 0
    clauses = set()
    while played < number:
        seats, draw = chance.randint(2, 5), played + refused
        params = random_params(chance, seats)
        if not try_out(params, ALL_OF_THE_BOOK, seats, f"gate {draw}", rounds=4, cap=1500).is_playable:
            refused += 1
            continue
        for each in range(10):
            opener = Seat(each % seats)
            round = deal(params, seats, frozenset(), f"round {draw} {each}", dealer=opener, opener=opener)
            end, _ = play_out(round, chance, ALL_OF_THE_BOOK, sensible if each else forced)
            clauses |= {clause for clause, _ in end.fired}
        played += 10
    assert refused < played / 10
    assert len(clauses) >= 12


def test_rounds_with_the_book_and_random_parameters_that_pass_the_gate_end_with_52_cards() -> None:
    play_out_with_random_params(200)


@pytest.mark.slow
def test_2000_rounds_with_the_book_and_random_parameters_that_pass_the_gate_end_with_52_cards() -> None:
    play_out_with_random_params(2000)


@given(st.lists(rules(), min_size=1, max_size=5), st.integers(2, 5), st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_rounds_with_any_accepted_rules_end_with_52_cards(made: list[Rule], seats: int, number: int) -> None:
    active = tuple(replace(rule, id=f"r{n}", round=n) for n, rule in enumerate(made, start=1))
    play_out(dealt(seats, str(number)), Random(number), active)
