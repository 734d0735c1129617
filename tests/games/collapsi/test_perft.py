"""Counts that independent programs agree on. A wrong rule shows in them."""

from functools import cache
from pathlib import Path

import pytest

from games.collapsi.notation import parse
from games.collapsi.position import Position
from tests.games.collapsi import engine
from tests.games.collapsi.line import FIRST, after

FILE = Path(__file__).parents[2] / "perft" / "collapsi.txt"
LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def facts(line: str) -> tuple[Position, dict[str, list[int]]]:
    """Reads a line: a position, then names with numbers."""
    text, *fields = (field.split() for field in line.split(";"))
    return parse(" ".join(text)), {name: [int(number) for number in numbers] for name, *numbers in fields}


@cache
def perft(position: Position, depth: int) -> int:
    moves = list(position.moves(position.turn))
    if depth == 1:
        return len(moves)
    return sum(perft(after(position, move), depth - 1) for move in moves)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(" ;")[0])
def test_sequences_of_moves(line: str) -> None:
    position, expected = facts(line)
    assert [perft(position, depth) for depth in range(1, 7)] == expected["perft"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.split(" ;")[0], marks=[pytest.mark.slow] if "joker" in line else [])
        for line in LINES
        if "positions" in line
    ],
)
def test_positions_and_complete_games(line: str) -> None:
    first, expected = facts(line)
    games: dict[Position, int] = {}

    def count(position: Position) -> int:
        if position not in games:
            moves = list(position.moves(position.turn))
            games[position] = sum(count(after(position, move)) for move in moves) or 1
        return games[position]

    assert [count(first)] == expected["games"]
    assert [len(games)] == expected["positions"]


def test_crossing_ones_own_start_would_give_another_count() -> None:
    """D1: the misreading that allows it first shows at the fourth move."""
    state = engine.read(str(parse(f"{FIRST} joker -")))
    assert [engine.perft(state, depth, may_cross_start=True) for depth in (1, 2, 3)] == [14, 182, 852]
    assert engine.perft(state, 4, may_cross_start=True) == 3625
    assert engine.perft(state, 4) == 3616
