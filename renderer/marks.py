"""Marks on a board of slabs, axis-parallel and on whole pixels: bars, dashes, and small shapes over any ground.

A line is given by the pixels in the middle of its ends and has an odd thickness. So it is filled; only what is round or
slanting is blended.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from PIL import Image

from renderer.canvas import Canvas, Coverage

Pixel = tuple[int, int]
Segment = tuple[Pixel, Pixel]


def bar(canvas: Canvas, segment: Segment, thickness: int, ink: int) -> None:
    """Draws a line with flat ends."""
    (x0, y0), (x1, y1) = segment
    half = thickness // 2
    if x0 == x1:
        canvas.fill((x0 - half, min(y0, y1), x0 + half + 1, max(y0, y1) + 1), ink)
    else:
        canvas.fill((min(x0, x1), y0 - half, max(x0, x1) + 1, y0 + half + 1), ink)


def disc(canvas: Canvas, at: Pixel, diameter: int, ink: int) -> None:
    """Draws a disc round a pixel."""
    put(canvas, spot(diameter / 2), at, ink)


def frame(canvas: Canvas, left: int, top: int, right: int, bottom: int, thickness: int, ink: int) -> None:
    """Draws a rectangle with round corners by the middle of its lines."""
    for x in (left, right):
        for y in (top, bottom):
            disc(canvas, (x, y), thickness, ink)
    for segment in outline(left, top, right, bottom):
        bar(canvas, segment, thickness, ink)


def dashes(segment: Segment, dash: float, gap: float) -> Iterator[Segment]:
    """Parts a line into dashes that begin and end with it."""
    (x0, y0), (x1, y1) = segment
    length = max(abs(x1 - x0), abs(y1 - y0))
    count = max(1, round((length + gap) / (dash + gap)))
    scale = (length + gap) / count / (dash + gap)
    for step in range(count):
        begin = step * (dash + gap) * scale
        ends = [
            (x0 + round((x1 - x0) * at / length), y0 + round((y1 - y0) * at / length)) if length else (x0, y0)
            for at in (begin, begin + dash * scale)
        ]
        yield ends[0], ends[1]


def outline(left: int, top: int, right: int, bottom: int) -> list[Segment]:
    """Returns the four sides of a rectangle."""
    return [
        ((left, top), (right, top)),
        ((left, bottom), (right, bottom)),
        ((left, top), (left, bottom)),
        ((right, top), (right, bottom)),
    ]


def put(canvas: Canvas, mask: Image.Image, at: Pixel, ink: int) -> None:
    """Lays a shape over whatever is there, by the pixel in its middle."""
    canvas.blend(mask, at[0] - mask.width // 2, at[1] - mask.height // 2, ink)


@lru_cache(maxsize=256)
def head(direction: Pixel, size: float) -> Image.Image:
    """Sketches an arrowhead in the middle of an odd square."""
    return _sketched(size, lambda pencil, middle: pencil.arrowhead(middle, middle, direction, size, 1))


@lru_cache(maxsize=64)
def spot(radius: float) -> Image.Image:
    """Sketches a disc in the middle of an odd square."""
    return _sketched(radius, lambda pencil, middle: pencil.disc(middle, middle, radius, 1))


def _sketched(reach: float, draw: Callable[[Coverage, float], None]) -> Image.Image:
    side = 2 * round(reach + 1) + 1
    coverage = Coverage(side, side)
    draw(coverage, side / 2)
    return coverage.mask()
