"""The pieces of Crumble: rectangles with exact corners that tile a square board (rules R1 to R5).

Coordinates count start squares from the lower left corner, x to the east and y to the north. They are fractions whose
denominators are powers of two (R3); nothing is ever rounded.

>>> [str(piece) for piece in checkered(2)]
['w0,0,1,1', 'b1,0,1,1', 'b0,1,1,1', 'w1,1,1,1']
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from games.core import Rect, Seat

BLACK, WHITE = Seat(0), Seat(1)
LETTERS = "bw"
"""How each seat's colour is written."""

Area: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]
"""A rectangle without a colour: x, y, width, height."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of one colour; x and y are those of its lower left corner."""

    x: Fraction
    y: Fraction
    width: Fraction
    height: Fraction
    seat: Seat

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}{write(self.area)}"

    @property
    def area(self) -> Area:
        """Its rectangle."""
        return self.x, self.y, self.width, self.height


def write(area: Area) -> str:
    """Writes a rectangle as x,y,width,height.

    >>> write((Fraction(5, 2), Fraction(0), Fraction(1, 2), Fraction(1)))
    '5/2,0,1/2,1'
    """
    return ",".join(map(str, area))


def checkered(size: int) -> tuple[Piece, ...]:
    """Returns the pieces of the start: unit squares, black at the top left (R5)."""
    one = Fraction(1)
    return tuple(
        Piece(Fraction(x), Fraction(y), one, one, BLACK if (x + y + size) % 2 else WHITE)
        for y in range(size)
        for x in range(size)
    )


def in_picture(area: Area, size: int) -> Rect:
    """Returns where a rectangle lies in a picture of the board, which counts from the top left corner.

    >>> in_picture((Fraction(2), Fraction(1), Fraction(1), Fraction(1, 2)), 6)
    Rect(x=2.0, y=4.5, width=1.0, height=0.5)
    """
    x, y, width, height = area
    return Rect(float(x), float(size - y - height), float(width), float(height))
