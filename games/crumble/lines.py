"""How a place on the board is named: by counting crossings along the lines, east, north, east, … (section 6).

Who goes along a line passes a crossing wherever a piece on either side of the line ends, and can go on as long as the
line does not run into a piece.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from games.crumble.tiling import Box, Point

Location: TypeAlias = tuple[int, ...]
"""Numbers of crossings: east, north, east, north, … from the lower left corner of the board."""


class Lines:
    """The lines of a board, from crossing to crossing.

    >>> lines = Lines([(0, 0, 2, 2), (2, 0, 4, 1), (2, 1, 4, 2), (0, 2, 4, 4)])
    >>> lines.point((1, 1)), lines.point((0, 1)), lines.point((0, 1, 1))
    ((2, 1), (0, 2), (2, 2))
    >>> lines.name((2, 1)), lines.name((2, 2))
    ((1, 1), (1, 2))
    >>> lines.point((3,)) is None
    True
    """

    __slots__ = ("_east", "_names", "_north")

    def __init__(self, boxes: Iterable[Box]) -> None:
        boxes = list(boxes)
        flat = [(line, x0, x1) for x0, y0, x1, y1 in boxes for line in (y0, y1)]
        upright = [(line, y0, y1) for x0, y0, x1, y1 in boxes for line in (x0, x1)]
        self._east = {(x, y): (to, y) for y, x, to in _stretches(flat)}
        """For each crossing the next one to the east, where the line goes on."""
        self._north = {(x, y): (x, to) for x, y, to in _stretches(upright)}
        self._names: dict[Point, Location] | None = None

    def point(self, location: Sequence[int]) -> Point | None:
        """Returns the point that a location leads to; None if a line ends before."""
        at: Point | None = (0, 0)
        for turn, number in enumerate(location):
            onward = self._north if turn % 2 else self._east
            for _ in range(number):
                at = onward.get(at) if at else None
                if at is None:
                    return None
        return at

    def name(self, point: Point) -> Location:
        """Returns a point's shortest location: fewest numbers, then the smallest sum, then the smallest numbers."""
        if self._names is None:
            self._names = self._shortest()
        return self._names[point]

    def crossings(self, box: Box) -> tuple[int, int]:
        """Counts the crossings along a rectangle from its lower left corner east, then north to the upper right one."""
        x0, y0, x1, y1 = box
        at, east, north = (x0, y0), 0, 0
        while at[0] < x1:
            at, east = self._east[at], east + 1
        while at[1] < y1:
            at, north = self._north[at], north + 1
        return east, north

    def corner(self, point: Point, east: int, north: int) -> Point | None:
        """Returns where so many crossings east, then north, lead from a point; None if a line ends before."""
        at: Point | None = point
        for onward, number in ((self._east, east), (self._north, north)):
            for _ in range(number):
                at = onward.get(at) if at else None
                if at is None:
                    return None
        return at

    def _shortest(self) -> dict[Point, Location]:
        found: dict[Point, Location] = {}
        last: dict[Point, tuple[int, Location]] = {(0, 0): (0, ())}
        onward, other = self._east, self._north
        while last:
            # One number more: along the lines from the points that took one number less, and no fewer.
            reached: dict[Point, tuple[int, Location]] = {}
            for point, (length, location) in last.items():
                at: Point | None = point
                number = 0
                while at is not None:
                    told = (length + number, (*location, number))
                    if at not in found and (at not in reached or told < reached[at]):
                        reached[at] = told
                    at, number = onward.get(at), number + 1
            found |= {point: location for point, (_, location) in reached.items()}
            last, onward, other = reached, other, onward
        return found


def _stretches(edges: list[tuple[int, int, int]]) -> Iterable[tuple[int, int, int]]:
    """Yields line, crossing and next crossing, wherever an edge leads from one to the other."""
    ends: dict[int, dict[int, int]] = {}
    for line, begin, end in edges:
        counts = ends.setdefault(line, {})
        counts[begin] = counts.get(begin, 0) + 1
        counts[end] = counts.get(end, 0) - 1
    for line, counts in ends.items():
        depth = 0
        for crossing, following in pairwise(sorted(counts)):
            depth += counts[crossing]
            if depth:
                yield line, crossing, following
