"""The chain that wins Crumble, or would with one piece more: gold joints between its slabs.

1. A chain is shown by the shortest tree that joins the four sides, never by all its joints.
2. The tree begins in the one opposing piece that the chain lacks, which has a dashed frame and no joints of its own;
   or, once the game is won, in the piece from which it is shortest.
3. What lies under a bar is known, so bars are sketched on it and stamped.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core import Rect
from games.crumble.tiling import EAST, NORTH, SOUTH, WEST, Tiling, bits
from renderer.canvas import ANY, Canvas, Coverage, Sketch, Sprite
from renderer.marks import Segment, dashes, outline
from renderer.slabs import FRAME, Grid, Slab
from renderer.theme import Theme, palette

SIDES = (WEST, SOUTH, EAST, NORTH)

OUTSIDE = 3
"""How far outside a side of the board the bars on it lie."""

_FAR = 1 << 20


@dataclass(frozen=True, slots=True)
class Tree:
    """Pieces that join the four sides; numbers are places in the tiling."""

    root: int
    edges: frozenset[tuple[int, int]]
    ends: tuple[tuple[int, int], ...]
    """The piece that touches a side, and the side, for each of the four."""
    lacks: bool
    """Whether the root is an opposing piece."""


def finished(tiling: Tiling, colour: int) -> Tree | None:
    """Returns the chain of a colour that joins all sides; None if there is none."""
    away = _away(tiling, colour)
    return _shortest(tiling, colour, away, bits(colour), lacks=False)


def lacking_one(tiling: Tiling, colour: int) -> Tree | None:
    """Returns the chain of a colour that would join all sides with one opposing piece; None if there is none."""
    away = _away(tiling, colour)
    return _shortest(tiling, colour, away, bits(tiling.alive & ~colour), lacks=True)


def _away(tiling: Tiling, colour: int) -> list[dict[int, int]]:
    """Returns for each side the steps from every piece of a colour to the side, through that colour."""
    found = []
    for side in SIDES:
        steps = {piece: 0 for piece in bits(colour & tiling.rim) if tiling.border[piece] & side}
        queue = deque(steps)
        while queue:
            piece = queue.popleft()
            for other in bits(tiling.edge[piece] & colour):
                if other not in steps:
                    steps[other] = steps[piece] + 1
                    queue.append(other)
        found.append(steps)
    return found


def _shortest(
    tiling: Tiling, colour: int, away: list[dict[int, int]], roots: Iterator[int], *, lacks: bool
) -> Tree | None:
    best, chosen = _FAR, -1
    for root in roots:
        lengths = [_length(tiling, colour, steps, root, side) for steps, side in zip(away, SIDES, strict=True)]
        if sum(lengths) < best:
            best, chosen = sum(lengths), root
    return None if chosen < 0 else _grown(tiling, colour, away, chosen, lacks=lacks)


def _length(tiling: Tiling, colour: int, steps: dict[int, int], root: int, side: int) -> int:
    if root in steps:
        return steps[root]
    if colour >> root & 1:
        return _FAR
    if tiling.border[root] & side:
        return 0
    return 1 + min((steps[piece] for piece in bits(tiling.edge[root] & colour) if piece in steps), default=_FAR)


def _grown(tiling: Tiling, colour: int, away: list[dict[int, int]], root: int, *, lacks: bool) -> Tree:
    """Goes from the root to each side, where it can along what is already there."""
    edges: set[tuple[int, int]] = set()
    ends = []
    lengths = [_length(tiling, colour, steps, root, side) for steps, side in zip(away, SIDES, strict=True)]
    for number in sorted(range(4), key=lengths.__getitem__, reverse=True):
        steps, at, left = away[number], root, lengths[number]
        while left:
            left -= 1
            near = [piece for piece in bits(tiling.edge[at] & colour) if steps.get(piece) == left]
            here = at
            at = min(
                near, key=lambda piece: ((here, piece) not in edges, sum(each.get(piece, _FAR) for each in away), piece)
            )
            edges.add((here, at))
        ends.append((at, SIDES[number]))
    return Tree(root, frozenset(edges), tuple(ends), lacks)


def draw_tree(canvas: Canvas, grid: Grid, slabs: tuple[Slab, ...], tree: Tree) -> None:
    """Draws the joints, the bars at the sides, and the frame of a piece that is lacking."""
    theme = canvas.palette.theme
    for one, other in sorted(tree.edges):
        if not (tree.lacks and tree.root in (one, other)):
            (x0, y0), (x1, y1) = _joint(grid, slabs[one].rect, slabs[other].rect)
            flat = x1 - x0 > y1 - y0
            sprite = _joint_sprite(theme, slabs[other].seat, max(x1 - x0, y1 - y0), flat)
            _stamp(canvas, sprite, (x0 + x1) // 2, (y0 + y1) // 2)
    for piece, side in tree.ends:
        if not (tree.lacks and piece == tree.root):
            (x0, y0), (x1, y1) = _end(grid, slabs[piece].rect, side)
            sprite = _end_sprite(theme, slabs[piece].seat, max(x1 - x0, y1 - y0), side)
            _stamp(canvas, sprite, (x0 + x1) // 2, (y0 + y1) // 2)
    if tree.lacks:
        slab = slabs[tree.root]
        left, top, right, bottom = grid.box(slab.rect)
        canvas.stamp(_gap_sprite(theme, slab.seat, right - left + 1, bottom - top + 1), left, top)


def _stamp(canvas: Canvas, sprite: Sprite, x: int, y: int) -> None:
    canvas.stamp(sprite, x - (sprite.picture.width - 1) // 2, y - (sprite.picture.height - 1) // 2)


def _weight(length: int) -> tuple[int, int]:
    """Returns the thickness of gold and of its rim."""
    return (9, 2) if length >= 24 else (5, 2) if length >= 10 else (3, 1)


def _joint(grid: Grid, one: Rect, other: Rect) -> Segment:
    """Returns the middle part of the edge that two slabs share."""
    a, b = grid.box(one), grid.box(other)
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return _shortened((left, top), (right, bottom))


def _end(grid: Grid, rect: Rect, side: int) -> Segment:
    """Returns the line just outside the side of the board that a slab touches."""
    left, top, right, bottom = grid.box(rect)
    if side in (WEST, EAST):
        x = left - OUTSIDE if side == WEST else right + OUTSIDE
        return _shortened((x, top), (x, bottom))
    y = bottom + OUTSIDE if side == SOUTH else top - OUTSIDE
    return _shortened((left, y), (right, y))


def _shortened(begin: tuple[int, int], end: tuple[int, int]) -> Segment:
    (x0, y0), (x1, y1) = begin, end
    length = max(x1 - x0, y1 - y0)
    less = min(10, length // 5)
    if x1 - x0 > y1 - y0:
        return (x0 + less, y0), (x1 - less, y1)
    return (x0, y0 + less), (x1, y1 - less)


@lru_cache(maxsize=256)
def _joint_sprite(theme: Theme, seat: int, length: int, flat: bool) -> Sprite:
    """Draws a bar on the seam between two slabs of a seat."""
    colours = palette(theme)
    slab = colours.white if seat else colours.black
    return _bar(theme, length, flat, ((slab, 0), (colours.seam, -1), (slab, 2)))


@lru_cache(maxsize=256)
def _end_sprite(theme: Theme, seat: int, length: int, side: int) -> Sprite:
    """Draws a bar on the rim of the board, beside a slab of a seat."""
    colours = palette(theme)
    bands = (
        (colours.table, 0),
        (colours.seam, OUTSIDE - FRAME),
        (colours.white if seat else colours.black, OUTSIDE + 2),
    )
    if side in (EAST, SOUTH):
        # The same from the other side.
        (outside, _), (rim, begin), (slab, end) = bands
        bands = ((slab, 0), (rim, 1 - end), (outside, 1 - begin))
    return _bar(theme, length, side in (NORTH, SOUTH), bands)


def _bar(theme: Theme, length: int, flat: bool, bands: tuple[tuple[int, int], ...]) -> Sprite:
    """Draws a bar of so many pixels between its ends, on bands of ground that begin so far from its middle."""
    colours = palette(theme)
    thickness, rim = _weight(length)
    wide = thickness + 2 * rim
    long = length + wide
    size = (long, wide) if flat else (wide, long)
    sketch, whole = Sketch(*size, colours, bands[0][0]), Coverage(*size)
    middle = wide // 2
    for ink, begin in bands[1:]:
        at = max(0, middle + begin)
        if at < wide:
            sketch.rectangle(0 if flat else at, at if flat else 0, *size, ink)
    whole.rectangle(0, 0, *size, 1, wide / 2)
    sketch.rectangle(0, 0, *size, colours.gold_casing, wide / 2)
    sketch.rectangle(rim, rim, size[0] - rim, size[1] - rim, colours.gold, thickness / 2)
    return Sprite(sketch.picture(), whole.mask().point(ANY))


@lru_cache(maxsize=128)
def _gap_sprite(theme: Theme, seat: int, width: int, height: int) -> Sprite:
    """Draws the dashed frame of a piece that is lacking, on that piece."""
    colours = palette(theme)
    short = min(width, height)
    inset, thickness, rim = (9, 7, 2) if short > 40 else (5, 5, 2) if short > 24 else (3, 3, 1)
    dash, gap = (20, 17) if short > 90 else (12, 12) if short > 24 else (short, 0)
    sketch = Sketch(width, height, colours, colours.white if seat else colours.black)
    sides = outline(inset, inset, width - 1 - inset, height - 1 - inset)
    parts = [part for side in sides for part in dashes(side, dash, gap)]
    for wide, ink in ((thickness + 2 * rim, colours.gold_casing), (thickness, colours.gold)):
        for part in parts:
            sketch.line([(x + 0.5, y + 0.5) for x, y in part], wide, ink)
    return sketch.sprite()
