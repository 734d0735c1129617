"""Every way to set up every game, and random games that the laws are tried on.

A game that is added to ``games.GAMES`` is tested here without a line of its own, but for `PLIES`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from typing import TypeVar

import pytest

from games import GAMES
from games.core import Game, Position, Seat, Step

T = TypeVar("T")

PLIES = {"collapsi": 14}
"""How many plies a game can last at most. Collapsi: each takes a card of 16, and two pawns stand on the last two."""

GAMES_PER_TABLE = 40


@dataclass(frozen=True, slots=True)
class Table:
    """A game with a number of seats and its options."""

    slug: str
    seats: int
    settings: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join([self.slug, str(self.seats), *(f"{name}-{value}" for name, value in self.settings)])

    @property
    def game(self) -> Game:
        return GAMES[self.slug]

    def deal(self, seed: str) -> Position:
        return self.game.deal(self.seats, seed, dict(self.settings))


@dataclass(frozen=True, slots=True)
class Turn:
    """One ply of a random game: where it was played, and what came of it."""

    ply: int
    before: Position
    seat: Seat
    step: Step


def tables(game: Game) -> list[Table]:
    """Returns a game's tables, in the order of its options."""
    choices = [[(option.name, value) for value in option.values] for option in game.options]
    every = (Table(game.slug, seats, settings) for seats in game.seats for settings in product(*choices))
    return [table for table in every if game.refuses(table.seats, dict(table.settings)) is None]


def quick(every: list[Table]) -> list[Table]:
    """Picks tables in which each pair of settings stands at least once; the others are tried in the slow run."""
    picked: list[Table] = []
    seen: set[tuple[object, ...]] = set()
    for table in every:
        pairs = set(combinations([("seats", table.seats), *table.settings], min(2, 1 + len(table.settings))))
        if not pairs <= seen:
            picked.append(table)
            seen |= pairs
    return picked


QUICK = [table for game in GAMES.values() for table in quick(tables(game))]
TABLES = [
    pytest.param(table, id=str(table), marks=() if table in QUICK else pytest.mark.slow)
    for game in GAMES.values()
    for table in tables(game)
]


def pick(items: Sequence[T], chance: Random) -> T:
    """Picks one; `Random.random` alone is promised to be the same in every version of Python."""
    return items[int(chance.random() * len(items))]


def random_game(table: Table, seed: str) -> Iterator[Turn]:
    """Plays from a deal to the end, or until the game has lasted longer than it may."""
    chance = Random(seed)
    position = table.deal(seed)
    for ply in range(PLIES[table.slug] + 1):
        turns = [(seat, list(position.moves(seat))) for seat in position.to_move]
        able = [(seat, moves) for seat, moves in turns if moves]
        if not able:
            return
        seat, moves = pick(able, chance)
        step = position.play(seat, pick(moves, chance))
        yield Turn(ply, position, seat, step)
        position = step.position


@cache
def random_games(table: Table) -> tuple[tuple[Turn, ...], ...]:
    """Returns the random games that all laws share."""
    return tuple(tuple(random_game(table, f"law {number}")) for number in range(GAMES_PER_TABLE))


def positions(table: Table) -> list[Position]:
    """Returns every position of the random games, from the deals to the ends."""
    return [
        position
        for game in random_games(table)
        for position in [game[0].before, *(turn.step.position for turn in game)]
    ]
