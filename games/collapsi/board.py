"""The board of Collapsi: cards on a torus, the names of their squares, and the ways from card to card.

Squares are those of the smallest box that holds all cards, numbered in reading order from 0 and named by a column
letter from the left and a row number from the top. A shift leaves squares without a card: holes, and the outside.

>>> Board(4, 4).name(6)
'c2'
>>> Board(4, 4).square("c2")
6
>>> [Board(4, 4).name(square) for square in Board(4, 4).neighbours[0]]
['a4', 'b1', 'a2', 'd1']
"""

import re
from dataclasses import dataclass
from functools import lru_cache

SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")

Path = tuple[int, ...]
"""Squares from the first to the last, each a neighbour of the one before."""

SHIFTS = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
"""The signs of a shift and where its line goes: columns to the right, rows down."""


@dataclass(frozen=True, slots=True)
class Board:
    """A box of squares with cards on all of them, or on all but some."""

    width: int
    height: int
    empty: int = 0
    """Bit n is set if square n has no card."""

    @property
    def size(self) -> int:
        """The number of its squares."""
        return self.width * self.height

    @property
    def neighbours(self) -> tuple[Path, ...]:
        """For each square its different neighbours, in the order up, right, down, left (rules 4.3 and 4.6)."""
        return _neighbours(self.width, self.height, self.empty)

    def name(self, square: int) -> str:
        """Returns a square's name."""
        return _names(self.width, self.height)[square]

    def square(self, name: str) -> int | None:
        """Returns the square of that name; None where the board has no card there."""
        found = SQUARE.fullmatch(name)
        if found is None:
            return None
        column, row = column_number(found[1]), int(found[2]) - 1
        if column >= self.width or row >= self.height:
            return None
        square = row * self.width + column
        return None if self.empty >> square & 1 else square


@lru_cache(maxsize=256)
def _names(width: int, height: int) -> tuple[str, ...]:
    return tuple(column_name(column) + str(row + 1) for row in range(height) for column in range(width))


def column_name(column: int) -> str:
    """Returns a column's letters: a to z, then aa, ab and so on."""
    return chr(ord("a") + column) if column < 26 else column_name(column // 26 - 1) + column_name(column % 26)


def column_number(name: str) -> int:
    """Inverts `column_name`."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


@lru_cache(maxsize=4096)
def _neighbours(width: int, height: int, empty: int) -> tuple[Path, ...]:
    around: list[Path] = []
    for square in range(width * height):
        if empty >> square & 1:
            around.append(())
            continue
        y, x = divmod(square, width)
        column = [row * width + x for row in range(height)]
        row = [y * width + other for other in range(width)]
        ways = (
            _step(column, y, -1, empty),
            _step(row, x, 1, empty),
            _step(column, y, 1, empty),
            _step(row, x, -1, empty),
        )
        # A set in order: on two columns left and right are one card.
        around.append(tuple(dict.fromkeys(way for way in ways if way is not None)))
    return tuple(around)


def _step(line: list[int], at: int, direction: int, empty: int) -> int | None:
    """The card one step along a line: the next one, or from the line's last card its first; never over a hole."""
    ahead = line[at + 1 :] if direction > 0 else line[:at][::-1]
    if ahead and not empty >> ahead[0] & 1:
        return ahead[0]
    if any(not empty >> square & 1 for square in ahead):
        return None
    behind = line[:at] if direction > 0 else line[at + 1 :][::-1]
    return next((square for square in behind if not empty >> square & 1), None)


@lru_cache(maxsize=8192)
def reach(board: Board, up: int, start: int, steps: Path, occupied: int, revivable: int = 0) -> dict[int, Path]:
    """Finds the cards that a pawn can come to, each with one way there.

    ``up`` holds a bit for each card that lies face up, ``occupied`` one for each that may be passed but not ended on,
    ``revivable`` one for each fallen card that may be ended on but not passed; ``steps`` are the numbers of steps
    allowed. No card is entered twice, the start never. The way is the one with the fewest steps, and among those the
    first in the order up, right, down, left. Callers must not change the answer.
    """
    around = board.neighbours
    found: dict[int, Path] = {}
    ends = (up | revivable) & ~occupied

    def walk(path: Path, visited: int, left: int) -> None:
        for square in around[path[-1]]:
            bit = 1 << square
            if visited & bit:
                continue
            if left == 1:
                if ends & bit and square not in found:
                    found[square] = (*path, square)
            elif up & bit:
                walk((*path, square), visited | bit, left - 1)

    for count in steps:
        walk((start,), 1 << start, count)
    return found
