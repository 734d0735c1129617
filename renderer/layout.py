"""Where the parts of a board of cards lie, and the way of a path on it: geometry without a picture.

The ends of a row and of a column are joined, so a path may leave it at one end and come in at the opposite one.

>>> layout = Layout.of(4, 4, chips=2)
>>> layout.pitch, layout.card, layout.height
(202, 182, 1000)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from renderer.canvas import Box
from renderer.scene import WIDTH

BOARD = 808
"""The longer side of a board."""
LEFT = 54
"""Where the board begins; the names of the rows stand before it."""
LABELS = 58
"""The height of the line with the names of the columns."""
FOOT = 46
"""Below the board: an arrowhead has room in it."""
HEADERS = (0, 88, 88, 144, 144)
"""The height of the chips, by how many there are: two stand in a line, three and four in two."""
EDGE = 10
"""What stays free at the sides of the picture."""

Cell = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies, in whole pixels."""

    columns: int
    rows: int
    left: int
    top: int
    pitch: int
    card: int

    @classmethod
    def of(cls, columns: int, rows: int, *, chips: int) -> "Layout":
        """Lays out a board of some size in the middle of the picture, below so many chips."""
        pitch = BOARD // max(columns, rows)
        # An even gap, so that the same number of pixels lies on both sides of a card.
        card = pitch - 2 * round(0.05 * pitch)
        left = LEFT + (BOARD - pitch * columns) // 2
        return cls(columns, rows, left, HEADERS[chips] + LABELS, pitch, card)

    @property
    def height(self) -> int:
        """The height of the whole picture."""
        return self.top + self.pitch * self.rows + FOOT

    @property
    def depth(self) -> int:
        """The height of the edge below a card."""
        return depth_of(self.card)

    @property
    def half(self) -> int:
        """Half the width of the ribbon."""
        return round(self.card * 0.075)

    @property
    def thin(self) -> int:
        """Half the width of the ribbon where it lies on a band."""
        return max(2, round(self.card * 0.055))

    @property
    def inset(self) -> int:
        """From the side of a square to its card."""
        return (self.pitch - self.card) // 2

    @property
    def mark(self) -> float:
        """What signs on the ribbon are measured by; on large cards they would leave the picture."""
        return min(self.card, 182)

    def corner(self, cell: Cell) -> Cell:
        """Returns the upper left corner of a card."""
        return self.left + cell[0] * self.pitch + self.inset, self.top + cell[1] * self.pitch + self.inset

    def spot(self, cell: Cell) -> Cell:
        """Returns where a pawn stands."""
        x, y = self.corner(cell)
        return x + self.spot_inside, y + self.spot_inside

    @property
    def spot_inside(self) -> int:
        """The pawn's spot from the upper left corner of a card."""
        return spot_in(self.card)

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in the box of the board."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def room(self, cell: Cell, way: Cell) -> int:
        """Returns how far it is from a square at the board's side to what must stay free."""
        if self.holds((cell[0] + way[0], cell[1] + way[1])):
            return self.pitch
        if way[0]:
            free = self.left if way[0] < 0 else WIDTH - self.left - self.pitch * self.columns
            return free - EDGE
        # Above the board stand the chips.
        return (LABELS if way[1] < 0 else FOOT) - EDGE


def depth_of(card: int) -> int:
    """Returns the height of the edge below a card of some size."""
    return max(3, round(card * 0.035))


def spot_in(card: int) -> int:
    """Returns where a pawn stands on a card of some size, from its upper left corner."""
    return round(card * 0.64)


@dataclass(frozen=True, slots=True)
class Leg:
    """A step of a path from a cell to the next, in a direction; it may go round the board."""

    start: Cell
    end: Cell
    direction: Cell

    @property
    def wraps(self) -> bool:
        """Whether it leaves the board at one rim and comes in at the opposite one."""
        return (self.start[0] + self.direction[0], self.start[1] + self.direction[1]) != self.end


def legs(path: tuple[Cell, ...]) -> Iterator[Leg]:
    """Yields the steps of a path.

    >>> [leg.direction for leg in legs(((3, 0), (0, 0), (0, 1)))]
    [(1, 0), (0, 1)]
    """
    for start, end in pairwise(path):
        yield Leg(start, end, (_way(end[0] - start[0]), _way(end[1] - start[1])))


def _way(distance: int) -> int:
    """Returns the direction of a step; a distance of more than one is the short way round."""
    if abs(distance) > 1:
        distance = -distance
    return (distance > 0) - (distance < 0)


def pieces(layout: Layout, leg: Leg, half: int) -> Iterator[tuple[Box, Cell | None]]:
    """Yields the rectangles of a leg's ribbon, so wide to each side: on cards, and between or beside them."""
    dx, dy = leg.direction
    for cell, way in ((leg.start, 1), (leg.end, -1)):
        x, y = layout.spot(cell)
        left, top = layout.corner(cell)
        right, bottom = left + layout.card, top + layout.card
        # From the spot, with a square end that a bend or a pawn finishes, to the rim, and on through half the gap.
        out = layout.inset
        if leg.wraps:
            out = round(layout.mark * 0.10) if way < 0 else 0
            out += layout.depth if dy * way > 0 else 0
        if dx * way > 0:
            yield (x - half, y - half, right, y + half), cell
            yield (right, y - half, right + out, y + half), None
        elif dx * way < 0:
            yield (left, y - half, x + half, y + half), cell
            yield (left - out, y - half, left, y + half), None
        elif dy * way > 0:
            yield (x - half, y - half, x + half, bottom), cell
            yield (x - half, bottom, x + half, bottom + out), None
        else:
            yield (x - half, top, x + half, y + half), cell
            yield (x - half, top - out, x + half, top), None


def signs(layout: Layout, leg: Leg) -> Iterator[tuple[Cell, int, int, bool]]:
    """Yields a chevron for a gap, or two arrowheads for a way round the board: direction, middle, whether solid."""
    dx, dy = leg.direction
    if not leg.wraps:
        yield (leg.direction, *beside(layout, leg.start, leg.direction, layout.pitch / 2), False)
        return
    for cell, way, beyond in ((leg.start, (dx, dy), 0.055), (leg.end, (-dx, -dy), 0.125)):
        # The edge below a card is part of it.
        away = layout.card / 2 + layout.mark * beyond + (layout.depth if way[1] > 0 else 0)
        yield (leg.direction, *beside(layout, cell, way, away), True)


def beside(layout: Layout, cell: Cell, way: Cell, away: float, across: float | None = None) -> Cell:
    """Returns the point so far from a card's middle in a direction; in line with the pawn's spot, or with a share."""
    left, top = layout.corner(cell)
    line = layout.spot_inside if across is None else round(layout.card * across)
    if way[0]:
        return round(left + layout.card / 2 + way[0] * away), top + line
    return left + line, round(top + layout.card / 2 + way[1] * away)
