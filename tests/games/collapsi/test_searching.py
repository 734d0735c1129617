"""The search that takes every variant, held against the real rules and against a plain search over positions."""

import pytest

from games.collapsi import moving
from games.collapsi.notation import parse
from games.collapsi.player import judge
from games.collapsi.searching import WON, Search, follow, replies, state_of, winner
from games.core import Seat, Verdict
from tests.games.collapsi import variants
from tests.games.collapsi.duels import late
from tests.games.collapsi.line import own
from tests.games.collapsi.solver import is_forced, plies_left
from tests.games.collapsi.variants import Way

MOST = 150
"""Positions with more moves are left out where each move is played."""


@pytest.mark.parametrize("way", variants.WAYS, ids=str)
def test_the_replies_are_those_of_the_rules(way: Way) -> None:
    for position in variants.random_game(way, "replies", drops=0.03):
        state, moves = state_of(position), list(moving.complete(position))
        won = winner(state)
        if position.outcome is not None:
            assert won is not None
            assert Seat(won) in position.outcome.places[0]
        elif len(moves) <= MOST:
            assert won is None
            after = [state_of(own(position.play(position.turn, str(move)).position)) for move in moves]
            assert list(replies(state)) == after
            assert [follow(state, move) for move in moves] == after
            assert {reply.clock for reply in after} == {state.clock - 1}


TWO = [
    (Way("std4", 2, ("joker", "joker-revival")), 9),
    (Way("std4", 2, ("jack", "joker-revival")), 9),
    (Way("std4", 2, ("joker", "adjacent-revival")), 8),
    (Way("std4", 2, ("joker", "adjacent-revival", "no-adjacent-wrap")), 8),
    (Way("std4", 2, ("jack", "reconstruction")), 6),
    (Way("std4", 2, ("joker", "joker-revival", "adjacent-revival", "combos")), 7),
    (Way("std4", 2, ("joker", "shift")), 7),
    (Way("std4", 2, ("jack", "shift", "joker-revival")), 6),
    (Way("big6", 2, ("joker", "joker-revival")), 12),
]
"""Ways to play for two, with how many cards a plain search over positions can take."""


@pytest.mark.parametrize(("way", "cards"), TWO, ids=str)
def test_two_in_every_variant(way: Way, cards: int) -> None:
    positions = late(way, 90, cards)[:12]
    assert len(positions) >= 5
    for position in positions:
        plies = plies_left(position, {})
        winner = position.turn if plies % 2 else position.after(position.turn)
        assert judge(position, bool) == Verdict(winner, plies)


@pytest.mark.parametrize(("way", "cards"), TWO, ids=str)
def test_a_search_that_goes_deep_enough_is_certain(way: Way, cards: int) -> None:
    for position in late(way, 12, cards):
        state, plies = state_of(position), plies_left(position, {})
        for seat in (0, 1):
            score = Search(seat, bool).score(state, plies)
            assert abs(score) == WON + state.clock - plies
            assert (score > 0) == (plies % 2 == (seat == position.turn))
            assert abs(Search(seat, bool).score(state, plies - 1)) < WON


MORE = [
    (Way("tri5", 3, ("joker",)), 11),
    (Way("tri5", 3, ("jack", "elimination")), 11),
    (Way("tri5", 3, ("joker", "adjacent-revival")), 9),
    (Way("single5", 4, ("jack", "elimination")), 11),
    (Way("big6", 3, ("joker", "joker-revival", "elimination")), 11),
    (Way("big6", 4, ("jack",)), 14),
    (Way("tri5", 3, ("jack", "shift")), 8),
]


@pytest.mark.parametrize(("way", "cards"), MORE, ids=str)
def test_a_seat_that_wins_whatever_three_or_four_do(way: Way, cards: int) -> None:
    for position in late(way, 20, cards):
        winners = [seat for seat in map(Seat, range(way.seats)) if is_forced(position, seat, {})]
        verdict = judge(position, bool)
        assert ([] if verdict is None else [verdict.winner]) == winners


@pytest.mark.parametrize("rows", ["AAA/2Aj/j3j", "AAA/jjj/jj2", "A2A/33j/jAJ"])
def test_first_cards_are_chosen_by_looking_ahead(rows: str) -> None:
    position = own(parse(f"{rows} -,- 0 joker,free -"))
    plies = plies_left(position, {})
    assert judge(position, bool) == Verdict(Seat(0 if plies % 2 else 1), plies)


@pytest.mark.parametrize("rules", ["jack", "jack,elimination"])
def test_the_move_that_strands_the_next_seat(rules: str) -> None:
    """On a ring of five, seat 0 goes between itself and seat 1, behind whom the card has fallen."""
    assert judge(parse(f"AAAaA a1,c1,e1 0 {rules} -"), bool) == Verdict(Seat(0), 1)
