"""How laws are tried: on which tables, on which texts that are no moves, and with what comes of a refusal."""

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

import pytest

from games import GAMES
from games.core import GameError, Position, Seat
from tests.laws.tables import TABLES, Table

P = ParamSpec("P")
T = TypeVar("T")

everywhere = pytest.mark.parametrize("table", TABLES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

NO_MOVES = [
    "", " ", "-", "--", "drop?", "0", "-1", "1e9", "null", "None", "\x00", "\n", "a1;a2", "../..", "'; --", "%s", "{}",
    "a0", "a١", "é", "🃏", "\u202ea1", "a1-", "-a1", "a1--a2", "zz99", "x" * 5000, "a1-" * 2000 + "a1", "#", "m:0:0:a1",
]  # fmt: skip
NO_BEGINNINGS = [text for text in NO_MOVES if text not in {"", "0"}]
"""Those of them that cannot begin a move either; where pieces lie at numbers, 0 may pick one."""


def attempt(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | GameError:
    """Returns what a function gives, or how it refuses."""
    try:
        return function(*arguments, **named)
    except GameError as refusal:
        return refusal


def spread(items: Iterable[T], most: int = 4) -> list[T]:
    """Returns some of the items, from all over, or all where there are few."""
    every = list(items)
    return every[:: max(1, -(-len(every) // most))]


def looks(table: Table, position: Position, seat: Seat | None) -> tuple[object, ...]:
    """Returns all that a seat, or a spectator, can see and is offered."""
    view = position.view(seat)
    offered = () if seat is None else (list(position.moves(seat)), position.choices(seat))
    return view, table.game.diagram(view), *offered


def drawn(table: Table, position: Position) -> str:
    return table.game.diagram(position.view(None))
