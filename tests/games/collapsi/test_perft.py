"""Counts that independent programs agree on. A wrong rule shows in them."""

from dataclasses import replace
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


# The variants

THREE, FOUR = "12314/34JJ2/22233/131J1/24413", "J13121/212J42/414324/3431J3/414321/4113J3"
GOLDEN = {
    f"{FIRST} joker,joker-revival -": [14, 196, 1125, 6509, 38500],
    f"{FIRST} joker,adjacent-revival -": [14, 234, 1680, 11347, 72108],
    f"{FIRST} joker,reconstruction -": [196, 63700, 1031438],
    f"{FIRST} jack,shift -": [16, 220, 3192, 44004, 653888, 8095620],
    f"{THREE} c2,d2,d4 0 joker -": [22, 462, 9240],
    f"{THREE} c2,d2,d4 0 jack -": [3, 9, 33, 377, 1877],
    "12314/34JJ2/22233/131j1/24413 c2,d2 0 joker -": [22, 462, 4380],
    f"{FOUR} a1,d2,e4,e6 0 jack -": [4, 16, 64, 240, 1513],
    "J13121/212J42/414324/3431j3/414321/4113j3 a1,d2 0 joker -": [28, 733, 6184],
    "j123/A234/A234/Aj23 b1,c3 0 joker,free -": [2, 14, 42, 135, 356],
    "j123/A234/A234/Aj23 b1,c3 0 jack,free -": [2, 14, 42, 135, 356],
}
"""Positions of the variants, each with the number of sequences of 1, 2, 3, ... moves."""

MANY = 50_000
"""More sequences than this are counted in the slow run only."""


@pytest.mark.parametrize(
    ("text", "depth", "number"),
    [
        pytest.param(text, depth, number, marks=[pytest.mark.slow] if number > MANY else [])
        for text, numbers in GOLDEN.items()
        for depth, number in enumerate(numbers, 1)
    ],
)
def test_sequences_of_moves_in_the_variants(text: str, depth: int, number: int) -> None:
    """4.1 to 4.7: each revival, model A of the shift, free start, and three and four players."""
    assert perft(parse(text), depth) == number


@pytest.mark.parametrize(("model", "numbers"), [("box", [16, 188, 1896]), ("cyclic", [16, 216, 3424])])
def test_other_boards_to_shift_would_give_other_counts(model: str, numbers: list[int]) -> None:
    """D8: wrapping at the box (model B), or lines that go round within it (model C)."""
    text = str(parse(f"{FIRST} jack,shift -"))
    wrong = replace(engine.read(text), model=model)
    assert [engine.count(wrong, depth) for depth in (1, 2, 3)] == numbers
    assert [perft(parse(text), depth) for depth in (2, 3)] == [220, 3192] != numbers[1:]
    assert [engine.count(engine.read(text), depth) for depth in (1, 2)] == [16, 220]
