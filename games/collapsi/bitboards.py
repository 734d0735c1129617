"""Where the cards lead, in bits: bit n of a number stands for square n.

A path table lists, for a card and its numbers of steps, each set of squares that a path may pass, with all the squares
where such a path may end. Then the ends of all paths are a few comparisons away instead of a walk, and what was asked
once is remembered for each card (``docs/rules/collapsi.md``, section 9).

>>> corner = Ends(rows(Board(4, 4), 0, (2,)))
>>> [Board(4, 4).name(bit.bit_length() - 1) for bit in bits(corner[0b_1111_1111_0000_0010])]
['a3', 'b4', 'd4']
"""

from collections.abc import Iterator
from functools import lru_cache

from games.collapsi.board import Board, Path

Row = tuple[int, int]
"""The squares that are passed, and the squares where paths that pass just these may end."""


def steps(card: str, start: str) -> Path:
    """The numbers of steps that a card allows; ``start`` says what a J is (rules 4.1 and 4.2)."""
    if card == "J":
        return (1, 2, 3, 4) if start == "joker" else (1,)
    return ("A23456".index(card) + 1,)


def bits(mask: int) -> Iterator[int]:
    """Yields each bit of a number alone, from the lowest."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


@lru_cache(maxsize=16384)
def rows(board: Board, square: int, counts: Path) -> tuple[Row, ...]:
    """Makes the path table of a square (rule 4.3): no square is entered twice, the start never."""
    around = board.neighbours
    found: dict[int, int] = {}

    def walk(at: int, passed: int, left: int) -> None:
        for after in around[at]:
            bit = 1 << after
            if passed & bit or after == square:
                continue
            if left == 1:
                found[passed] = found.get(passed, 0) | bit
            else:
                walk(after, passed | bit, left - 1)

    for count in counts:
        walk(square, 0, count)
    return tuple(found.items())


class Ends(dict[int, int]):
    """For one card: the squares face up, its own not among them -> those where its paths end. Works out what is new."""

    def __init__(self, table: tuple[Row, ...], revivable: int = 0) -> None:
        super().__init__()
        self._table = table
        self._revivable = revivable
        """Squares that a path may end on, but not pass, when they are face down."""

    def __missing__(self, up: int) -> int:
        found = 0
        for passed, ends in self._table:
            if passed & up == passed:
                found |= ends
        self[up] = found = found & (up | self._revivable)
        return found
