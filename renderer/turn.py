"""What the last turn of Crumble left on the board: the cut or the join, the walk, and what was captured.

1. A cut is a slit: a twin line with triangles that point in at both ends. A join has corner brackets.
2. A walk is one line through the middles of the pieces, from a ring over dots to an arrowhead. Pieces that share a full
   side have their middles in line, so it keeps to rows and columns of pixels. Back over the same ground it goes beside.
3. A captured piece bears the captor's shape among eight rays. An arrowhead stops before a walker that was caught.
4. All of it has a casing, and is smaller on small pieces.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from games.core import Event, Rect
from games.crumble import Captured, Joined, Split, Walked
from games.crumble.board import in_picture
from renderer import seats
from renderer.canvas import Canvas, Sketch, Sprite
from renderer.marks import Pixel, Segment, bar, disc, head, put
from renderer.slabs import Grid
from renderer.theme import Theme, palette

BESIDE = 14
"""How far beside the first line a step back goes."""

_RAYS = 32
"""Captured pieces smaller than this have no rays."""


@dataclass(frozen=True, slots=True)
class Way:
    """A walk in pixels."""

    seat: int
    points: tuple[Pixel, ...]
    """Begin and end of each stretch of the line, in order."""
    stops: tuple[Pixel, ...]
    """Where the walker came to a piece, before the last one."""
    scale: float

    @property
    def stretches(self) -> list[Segment]:
        """The straight parts of the line."""
        return [(one, other) for one, other in pairwise(self.points) if one != other]


def way(grid: Grid, size: int, events: Sequence[Event], owners: Mapping[Rect, int]) -> Way | None:
    """Lays out the walk that events tell of, with who has its pieces now; None if there was none."""
    walked = next((event for event in reversed(events) if isinstance(event, Walked)), None)
    if walked is None or len(walked.path) < 2:
        return None
    rects = [in_picture(piece.area, size) for piece in walked.path]
    short = min(grid.short(rect) for rect in rects)
    scale = max(0.35, min(1.0, short / 44))
    middles = [grid.middle(rect) for rect in rects]
    taken: dict[frozenset[Pixel], int] = {}
    lines: list[Segment] = []
    for begin, end in pairwise(middles):
        times = taken.get(frozenset((begin, end)), 0)
        taken[frozenset((begin, end))] = times + 1
        aside = (times + 1) // 2 * (1 if times % 2 else -1) * round(BESIDE * max(0.5, scale))
        across, along = (aside, 0) if begin[0] == end[0] else (0, aside)
        lines.append(((begin[0] + across, begin[1] + along), (end[0] + across, end[1] + along)))
    points, stops = [lines[0][0]], []
    for (begin, end), (after, then) in pairwise(lines):
        if (begin[0] == end[0]) == (after[0] == then[0]):
            # Straight on or back: where one of them is aside, a short stretch joins them.
            points += [end, after]
            stops.append(((end[0] + after[0]) // 2, (end[1] + after[1]) // 2))
        else:
            corner = (end[0], after[1]) if begin[0] == end[0] else (after[0], end[1])
            points.append(corner)
            stops.append(corner)
    (x0, y0), (x1, y1) = lines[-1]
    if owners.get(rects[-1]) != walked.seat:
        # The walker was caught: leave room for the mark of that.
        back = min(max(abs(x1 - x0), abs(y1 - y0)) - 1, round(_burst_radius(grid, rects[-1]) * 1.9))
        x1, y1 = x1 - _sign(x1 - x0) * back, y1 - _sign(y1 - y0) * back
    points.append((x1, y1))
    return Way(walked.seat, tuple(points), tuple(stops), scale)


def draw_action(canvas: Canvas, grid: Grid, size: int, events: Sequence[Event], owners: Mapping[Rect, int]) -> None:
    """Draws the cut or the join that events tell of, on a board whose pieces belong to their owners now."""
    for event in events:
        if isinstance(event, Split):
            _cut(canvas, grid, size, event)
        elif isinstance(event, Joined):
            rect = in_picture(event.piece.area, size)
            ground = canvas.palette.white if owners.get(rect, event.seat) else canvas.palette.black
            _brackets(canvas, grid, rect, event.seat, ground)


def draw_walk(
    canvas: Canvas, grid: Grid, size: int, events: Sequence[Event], owners: Mapping[Rect, int], walk: Way | None
) -> None:
    """Draws the walk, and the captures that events tell of and that still are their captor's."""
    if walk is not None:
        _line(canvas, walk)
    for rect, seat in _captives(events, size).items():
        if owners.get(rect) == seat:
            _burst(canvas, grid, rect, seat)


def _captives(events: Sequence[Event], size: int) -> dict[Rect, int]:
    """Returns the pieces that were captured, each with who took it last."""
    return {
        in_picture(piece.area, size): int(event.seat)
        for event in events
        if isinstance(event, Captured)
        for piece in event.pieces
    }


def _cut(canvas: Canvas, grid: Grid, size: int, event: Split) -> None:
    at, begin, end = float(event.at), float(event.begin), float(event.end)
    if event.axis == "V":
        x = grid.across(at)
        ends = (x, grid.down(size - end)), (x, grid.down(size - begin))
        inward = (0, 1)
    else:
        y = grid.down(size - at)
        ends = (grid.across(begin), y), (grid.across(end), y)
        inward = (1, 0)
    short = min(grid.short(in_picture(piece.area, size)) for piece in event.pieces)
    scale = 1.0 if short > 60 else 0.75 if short > 28 else 0.5
    widths = (15, 9, 3) if short > 60 else (11, 7, 3) if short > 28 else (7, 5, 1)
    casing, main = canvas.palette.casing, canvas.palette.seats[event.seat].main
    for width, ink in zip(widths, (casing, main, casing), strict=True):
        bar(canvas, ends, width, ink)
    for (x, y), way_in in zip(ends, (1, -1), strict=True):
        direction = inward[0] * way_in, inward[1] * way_in
        back = round(4 * scale)
        middle = x - direction[0] * back, y - direction[1] * back
        put(canvas, head(direction, 15.5 * scale), middle, casing)
        put(canvas, head(direction, 11 * scale), middle, main)


def _brackets(canvas: Canvas, grid: Grid, rect: Rect, seat: int, ground: int) -> None:
    left, top, right, bottom = grid.box(rect)
    canvas.stamp(_bracket_sprite(canvas.palette.theme, seat, right - left + 1, bottom - top + 1, ground), left, top)


@lru_cache(maxsize=64)
def _bracket_sprite(theme: Theme, seat: int, width: int, height: int, ground: int) -> Sprite:
    """Draws the four corners of a joined piece, on that piece."""
    colours = palette(theme)
    short = min(width, height)
    inset, thickness, rim = (13, 7, 4) if short > 60 else (8, 5, 2) if short > 30 else (5, 3, 1)
    arm = max(4, min(32, round(short * 0.24)))
    sketch = Sketch(width, height, colours, ground)
    for wide, ink in ((thickness + 2 * rim, colours.casing), (thickness, colours.seats[seat].main)):
        for x, inward in ((inset + 0.5, 1), (width - inset - 0.5, -1)):
            for y, down in ((inset + 0.5, 1), (height - inset - 0.5, -1)):
                sketch.line([(x + inward * arm, y), (x, y), (x, y + down * arm)], wide, ink)
    return sketch.sprite()


def _line(canvas: Canvas, walk: Way) -> None:
    """Draws the casings of all parts, then all parts: a line lies on the casing of every other."""
    casing, main = canvas.palette.casing, canvas.palette.seats[walk.seat].main
    scale = walk.scale
    thickness, rim = (7, 4) if scale > 0.8 else (5, 3) if scale > 0.55 else (3, 2)
    (x0, y0), tip = walk.points[-2:]
    length = max(abs(tip[0] - x0), abs(tip[1] - y0))
    direction = _sign(tip[0] - x0), _sign(tip[1] - y0)
    back = min(length, round(16 * scale))
    *before, (begin, _) = walk.stretches
    lines = [*before, (begin, (tip[0] - direction[0] * back, tip[1] - direction[1] * back))]
    at = tip[0] - round(direction[0] * 5 * scale), tip[1] - round(direction[1] * 5 * scale)
    dots, ring = max(thickness + 4, _odd(16 * scale)), _odd(24 * scale)
    start = walk.points[0]
    disc(canvas, start, ring + 2 * rim, casing)
    for point in walk.points[1:-1]:
        disc(canvas, point, thickness + 2 * rim, casing)
    for stop in walk.stops:
        disc(canvas, stop, dots + 4, casing)
    put(canvas, head(direction, 30 * scale), at, casing)
    for line in lines:
        bar(canvas, line, thickness + 2 * rim, casing)
    for point in walk.points[1:-1]:
        disc(canvas, point, thickness, main)
    for line in lines:
        bar(canvas, line, thickness, main)
    for stop in walk.stops:
        disc(canvas, stop, dots, main)
    disc(canvas, start, ring, main)
    disc(canvas, start, _odd(11 * scale), casing)
    put(canvas, head(direction, 23.5 * scale), at, main)


def clear_spot(grid: Grid, rect: Rect, walk: Way | None, reach: float) -> Pixel:
    """Returns the pixel of a piece nearest to its middle where a mark of some reach keeps off a walk, or its middle."""
    x, y = grid.middle(rect)
    if walk is None:
        return x, y
    left, top, right, bottom = grid.box(rect)
    wide, tall = max(0, round((right - left) / 2 - reach - 2)), max(0, round((bottom - top) / 2 - reach - 2))
    places = [(x, y), (x - wide, y), (x + wide, y), (x, y - tall), (x, y + tall)]
    places += [(x + a * wide, y + b * tall) for a in (-1, 1) for b in (-1, 1)]
    half = 11 * walk.scale
    for place in places:
        if all(_apart(place, line) >= reach + half for line in walk.stretches):
            return place
    return x, y


def _apart(place: Pixel, line: Segment) -> float:
    """Returns how far a place is from an axis-parallel line."""
    (x0, y0), (x1, y1) = line
    dx = max(min(x0, x1) - place[0], 0, place[0] - max(x0, x1))
    dy = max(min(y0, y1) - place[1], 0, place[1] - max(y0, y1))
    return math.hypot(dx, dy)


def _burst_radius(grid: Grid, rect: Rect) -> float:
    short = grid.short(rect)
    return round(4 * (min(19.0, short * 0.255) if short >= _RAYS else short * 0.34)) / 4


def _burst(canvas: Canvas, grid: Grid, rect: Rect, seat: int) -> None:
    radius = _burst_radius(grid, rect)
    if radius >= 2:
        x, y = grid.middle(rect)
        sprite = _burst_sprite(canvas.palette.theme, seat, radius, grid.short(rect) >= _RAYS)
        middle = sprite.picture.width // 2
        canvas.stamp(sprite, x - middle, y - middle)


@lru_cache(maxsize=64)
def _burst_sprite(theme: Theme, seat: int, radius: float, rays: bool) -> Sprite:
    """Draws a seat's shape among eight rays, in the middle of an odd square and on a slab of that seat."""
    colours = palette(theme)
    side = 2 * math.ceil(radius * 2.05) + 1
    middle = side / 2
    sketch = Sketch(side, side, colours, colours.white if seat else colours.black)
    main = colours.seats[seat].main
    # Whichever stands out more from the slab.
    ray = (main if seat else colours.casing) if theme == "light" else (colours.casing if seat else main)
    for number in range(8 if rays else 0):
        angle = math.pi * (number + 0.5) / 4
        ends = [
            (middle + math.cos(angle) * radius * reach, middle + math.sin(angle) * radius * reach)
            for reach in (1.42, 1.80)
        ]
        sketch.line(ends, max(3.0, radius * 0.27), ray)
    seats.shape(sketch, seat, middle, middle, radius, colours.casing, -min(3.0, radius * 0.25))
    seats.shape(sketch, seat, middle, middle, radius * 0.98, main)
    return sketch.sprite()


def _odd(size: float) -> int:
    """Returns the odd number nearest to a size."""
    return max(1, 2 * round((size - 1) / 2) + 1)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
