"""Positions for the solver, and random ones late in a game."""

from games.collapsi.position import Position
from games.collapsi.searching import state_of
from games.collapsi.solving import Duel
from tests.games.collapsi.variants import Way, random_game


def duel_of(position: Position) -> Duel:
    """Returns a position that the solver takes as it takes it."""
    duel = state_of(position).duel
    assert duel is not None, f"not for the solver: {position}"
    return duel


def late(way: Way, number: int, cards: int) -> list[Position]:
    """Plays random games until so many cards are left; leaves out those that are over by then."""
    games = [random_game(way, f"late {game}") for game in range(number)]
    found = [next((position for position in game if position.up.bit_count() <= cards), None) for game in games]
    return [position for position in found if position is not None and position.outcome is None]
