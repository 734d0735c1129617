"""Deals whose perfect play is known, and what is known of all deals (rules, sections 6 and 8)."""

from statistics import mean

import pytest

from games.collapsi import GAME, Position
from games.collapsi.solving import Duel
from tests.games.collapsi.duels import duel_of
from tests.games.collapsi.line import FIRST, after, own, targets

SECOND = "2413/412J/233J/1213 d2,d3 0"

SOLVED = {
    f"{FIRST} joker -": ({"c2": 11, "d1": 12}, {10}),
    f"{FIRST} jack -": ({"b1": 11, "d1": 11, "a2": 12, "a4": 12}, set()),
    f"{SECOND} joker -": ({"a2": 13}, {10, 12}),
    f"{SECOND} jack -": ({"a2": 13, "d1": 12, "c2": 14}, set()),
}
"""Deals, each with the length of the game after some first moves (odd: they win), and the lengths after all others."""


@pytest.mark.parametrize("deal", SOLVED)
def test_winning_first_moves(deal: str) -> None:
    lengths, _ = SOLVED[deal]
    winning = {move for move in targets(deal) if not duel_of(after(deal, move)).wins(bool)}
    assert winning == {move for move, length in lengths.items() if length % 2}


@pytest.mark.parametrize("deal", SOLVED)
def test_length_of_perfect_games(deal: str) -> None:
    lengths, others = SOLVED[deal]
    found = {move: 1 + duel_of(after(deal, move)).plies(bool) for move in targets(deal)}
    assert {move: found.pop(move) for move in lengths} == lengths
    assert set(found.values()) == others
    assert duel_of(after(deal)).plies(bool) == min(length for length in lengths.values() if length % 2)


def duels(start: str, number: int) -> list[Duel]:
    deals: list[Position] = [own(GAME.deal(2, f"solved {count}", {"start": start})) for count in range(number)]
    return [duel_of(position) for position in deals]


@pytest.mark.parametrize("number", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("start", "share", "length"), [("joker", 0.375, 12.1), ("jack", 0.777, 11.9)])
def test_who_wins_deals_drawn_at_random(start: str, share: float, length: float, number: int) -> None:
    """The shares and means of all deals, within two standard errors; the longest perfect game of all has 14 plies."""
    found = [duel.plies(bool) for duel in duels(start, number)]
    assert abs(sum(plies % 2 for plies in found) / len(found) - share) < 2 * (share * (1 - share) / number) ** 0.5
    assert abs(mean(found) - length) < 0.1 * (1000 / number) ** 0.5
    assert min(found) >= 7
    assert max(found) <= 14


@pytest.mark.parametrize("start", ["joker", "jack"])
def test_who_wins_and_how_soon_agree(start: str) -> None:
    assert all(duel.wins(bool) == duel.plies(bool) % 2 for duel in duels(start, 100))
