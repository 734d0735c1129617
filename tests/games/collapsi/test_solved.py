"""Deals whose perfect play is known: who wins with each first move, and in how many plies."""

import pytest

from games.collapsi import GAME, Position
from tests.games.collapsi.line import FIRST, after, own, targets
from tests.games.collapsi.solver import is_won, plies_left

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
    known: dict[Position, bool] = {}
    winning = {move for move in targets(deal) if not is_won(after(deal, move), known)}
    assert winning == {move for move, length in lengths.items() if length % 2}


@pytest.mark.parametrize(
    "deal", [pytest.param(deal, marks=[] if deal == f"{FIRST} jack -" else [pytest.mark.slow]) for deal in SOLVED]
)
def test_length_of_perfect_games(deal: str) -> None:
    lengths, others = SOLVED[deal]
    known: dict[Position, int] = {}
    found = {move: 1 + plies_left(after(deal, move), known) for move in targets(deal)}
    assert {move: found.pop(move) for move in lengths} == lengths
    assert set(found.values()) == others
    assert plies_left(after(deal), known) == min(length for length in lengths.values() if length % 2)


@pytest.mark.slow
@pytest.mark.parametrize(("start", "share"), [("joker", 0.375), ("jack", 0.777)])
def test_how_often_the_first_player_wins(start: str, share: float) -> None:
    """Over 60 deals, to within three standard errors."""
    deals = [own(GAME.deal(2, f"solved {number}", {"start": start})) for number in range(60)]
    won = sum(is_won(position, {}) for position in deals)
    assert abs(won / len(deals) - share) < 3 * (share * (1 - share) / len(deals)) ** 0.5
