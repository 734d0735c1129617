"""The board of Collapsi: a torus of cards, the names of its squares, and the ways from card to card.

Squares are numbered in reading order from 0 and named by a column letter from the left and a row number from the top.

>>> Board(4, 4).name(6)
'c2'
>>> Board(4, 4).square("c2")
6
>>> [Board(4, 4).name(square) for square in Board(4, 4).neighbours[0]]
['a4', 'b1', 'a2', 'd1']
>>> read_move(" C3 - c2 ", Board(4, 4))
(10, 6)
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from games.core import InvalidMove

SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")

Path = tuple[int, ...]
"""Squares from the first to the last, each a neighbour of the one before."""


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of cards whose opposite edges are joined."""

    width: int
    height: int

    @property
    def size(self) -> int:
        """The number of its squares."""
        return self.width * self.height

    @property
    def neighbours(self) -> tuple[Path, ...]:
        """For each square its different neighbours, in the order up, right, down, left."""
        return _neighbours(self.width, self.height)

    def name(self, square: int) -> str:
        """Returns a square's name."""
        row, column = divmod(square, self.width)
        return column_name(column) + str(row + 1)

    def square(self, name: str) -> int | None:
        """Returns the square of that name; None where the board has none."""
        found = SQUARE.fullmatch(name)
        if found is None:
            return None
        column, row = column_number(found[1]), int(found[2]) - 1
        return row * self.width + column if column < self.width and row < self.height else None


def column_name(column: int) -> str:
    """Returns a column's letters: a to z, then aa, ab and so on."""
    return chr(ord("a") + column) if column < 26 else column_name(column // 26 - 1) + column_name(column % 26)


def column_number(name: str) -> int:
    """Inverts `column_name`."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def read_move(text: str, board: Board) -> Path:
    """Reads a destination, or a path of squares with ``-`` between, in any case and with blanks anywhere.

    :raises InvalidMove: if it is neither.
    """
    squares = [board.square(name) for name in "".join(text.split()).lower().split("-")]
    known = tuple(square for square in squares if square is not None)
    if len(known) < len(squares) or len(known) > board.size:
        raise InvalidMove("unreadable", text=text)
    return known


@cache
def _neighbours(width: int, height: int) -> tuple[Path, ...]:
    # A set in order: on two columns left and right are one card, and a lone card is no neighbour of itself.
    around = []
    for square in range(width * height):
        y, x = divmod(square, width)
        ways = ((y - 1) % height, x), (y, (x + 1) % width), ((y + 1) % height, x), (y, (x - 1) % width)
        around.append(tuple(dict.fromkeys(row * width + column for row, column in ways if (row, column) != (y, x))))
    return tuple(around)


@lru_cache(maxsize=4096)
def reach(board: Board, up: int, start: int, steps: Path, blocked: int) -> dict[int, Path]:
    """Finds the cards that a pawn can come to, each with one way there.

    ``up`` holds a bit for each card that lies face up, ``blocked`` one for each that may be passed but not ended on;
    ``steps`` are the numbers of steps allowed. No card is entered twice, the start never. The way is the one with the
    fewest steps, and among those the first in the order up, right, down, left. Callers must not change the answer.
    """
    around = board.neighbours
    found: dict[int, Path] = {}

    def walk(path: Path, visited: int, left: int) -> None:
        for square in around[path[-1]]:
            bit = 1 << square
            if not up & bit or visited & bit:
                continue
            if left > 1:
                walk((*path, square), visited | bit, left - 1)
            elif square not in found and not blocked & bit:
                found[square] = (*path, square)

    for count in steps:
        walk((start,), 1 << start, count)
    return found
