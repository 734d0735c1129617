"""Who lies beside whom: the pieces of a board as whole numbers and sets of bits, made for speed.

Pieces have indexes; a set of pieces is an int whose bit n stands for piece n. A change (a cut, a join) gives the new
pieces new indexes and leaves those of the old ones empty, so that a whole turn speaks of one piece by one index.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from games.crumble.board import Area, Piece

Box: TypeAlias = tuple[int, int, int, int]
"""West, south, east and north end of a rectangle, in units of the tiling."""

Point: TypeAlias = tuple[int, int]

WAYS = "NESW"
"""The directions of a step; the one two further on leads back."""
WEST, SOUTH, EAST, NORTH = 1, 2, 4, 8
ALL_SIDES = WEST | SOUTH | EAST | NORTH


def bits(pieces: int) -> Iterator[int]:
    """Yields the indexes of a set of pieces.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while pieces:
        low = pieces & -pieces
        yield low.bit_length() - 1
        pieces ^= low


class Tiling:
    """Rectangles, and which of them touch, share an edge, share a full side. Not changed once it is made."""

    __slots__ = ("alive", "border", "boxes", "edge", "facing", "rim", "side", "sides", "touch", "unit")

    def __init__(self, side: int, unit: int) -> None:
        self.side = side
        """The board's side, in units."""
        self.unit = unit
        """How many units a start square's side has."""
        self.alive = 0
        """The pieces that are there."""
        self.rim = 0
        """Those of them that touch the border."""
        self.sides = [0, 0, 0, 0]
        """Those that touch the west, south, east and north side."""
        self.boxes: list[Box] = []
        self.edge: list[int] = []
        """For each piece those that share an edge of positive length with it (R21)."""
        self.touch: list[int] = []
        """For each piece those that share an edge or a corner with it (R22)."""
        self.border: list[int] = []
        """The sides of the board that each piece touches."""
        self.facing: list[int] = []
        """At 4 * piece + direction: the piece that shares the full side there, both ways (R16); -1 for none."""

    @classmethod
    def of(cls, size: int, pieces: Sequence[Piece]) -> "Tiling":
        """Makes a tiling of pieces ordered by y; its unit lets every piece be halved once."""
        unit = 2 * max(max(number.denominator for number in piece.area) for piece in pieces)
        tiling = cls(size * unit, unit)
        near: list[int] = []
        for index, piece in enumerate(pieces):
            x, y, width, height = (
                number.numerator * (unit // number.denominator)
                for number in (piece.x, piece.y, piece.width, piece.height)
            )
            near = [other for other in near if tiling.boxes[other][3] >= y]
            tiling._add((x, y, x + width, y + height), near)
            near.append(index)
        return tiling

    def changed(self, gone: int, boxes: Iterable[Box]) -> "Tiling":
        """Returns the tiling in which some pieces have given way to others on the same ground."""
        other = Tiling(self.side, self.unit)
        other.alive, other.rim = self.alive & ~gone, self.rim & ~gone
        other.sides = [side & ~gone for side in self.sides]
        other.boxes, other.border = self.boxes[:], self.border[:]
        other.edge, other.touch, other.facing = self.edge[:], self.touch[:], self.facing[:]
        around = 0
        for piece in bits(gone):
            around |= self.touch[piece]
            for way in range(4):
                facing = self.facing[4 * piece + way]
                if facing >= 0:
                    other.facing[4 * facing + (way ^ 2)] = -1
        around &= ~gone
        for piece in bits(around):
            other.edge[piece] &= ~gone
            other.touch[piece] &= ~gone
        near = list(bits(around))
        for box in boxes:
            other._add(box, near)
            near.append(len(other.boxes) - 1)
        return other

    def refined(self) -> "Tiling":
        """Returns the same tiling in units of half the length."""
        other = Tiling(2 * self.side, 2 * self.unit)
        other.alive, other.rim, other.sides = self.alive, self.rim, self.sides
        other.boxes = [(2 * x0, 2 * y0, 2 * x1, 2 * y1) for x0, y0, x1, y1 in self.boxes]
        other.edge, other.touch, other.border, other.facing = self.edge, self.touch, self.border, self.facing
        return other

    def _add(self, box: Box, near: Iterable[int]) -> None:
        """Adds a piece and links it with those that may lie beside it."""
        x0, y0, x1, y1 = box
        index = len(self.boxes)
        me = 1 << index
        side = self.side
        border = (x0 == 0) * WEST | (y0 == 0) * SOUTH | (x1 == side) * EAST | (y1 == side) * NORTH
        self.boxes.append(box)
        self.border.append(border)
        self.facing += (-1, -1, -1, -1)
        self.alive |= me
        if border:
            self.rim |= me
            self.sides = [pieces | me if border >> side & 1 else pieces for side, pieces in enumerate(self.sides)]
        edge = touch = 0
        for other in near:
            u0, v0, u1, v1 = self.boxes[other]
            if u0 > x1 or u1 < x0 or v0 > y1 or v1 < y0:
                continue
            it = 1 << other
            touch |= it
            self.touch[other] |= me
            if u0 == x1 or u1 == x0:
                if v0 == y1 or v1 == y0:
                    continue
                if v0 == y0 and v1 == y1:
                    self._face(index, other, 1 if u0 == x1 else 3)
            elif u0 == x0 and u1 == x1:
                self._face(index, other, 0 if v0 == y1 else 2)
            edge |= it
            self.edge[other] |= me
        self.edge.append(edge)
        self.touch.append(touch)

    def _face(self, piece: int, other: int, way: int) -> None:
        self.facing[4 * piece + way] = other
        self.facing[4 * other + (way ^ 2)] = piece

    def area(self, box: Box) -> Area:
        """Returns a rectangle in start squares."""
        x0, y0, x1, y1 = box
        unit = self.unit
        return Fraction(x0, unit), Fraction(y0, unit), Fraction(x1 - x0, unit), Fraction(y1 - y0, unit)
