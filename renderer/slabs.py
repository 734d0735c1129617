"""The slabs of Crumble, and where a board of them lies in a picture.

1. A board is laid out on whole pixels: every line of the tiling is one column or row of pixels, and the seam lies round
   it. So all seams are equally sharp, and between two slabs that are drawn at all there is always one.
2. Black slabs have a hatch, the same over the whole board; white ones have a foot. Small slabs have neither.
3. Rectangles are those of pictures: in board units from the top left corner.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from games.core import Rect
from renderer.canvas import Box, Canvas, Sketch
from renderer.theme import Theme, palette

HATCH = 11
"""How far the lines of the hatch are apart, along a row or a column."""
FRAME = 6
"""The width of the frame round a board."""
PLAIN = 22
"""Slabs up to this size have no hatch."""

_INNER = 5
"""Between a slab's sides and its hatch."""


@dataclass(frozen=True, slots=True)
class Slab:
    """A piece as it is drawn."""

    rect: Rect
    seat: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A square of the board, and the square of a picture in which it is shown."""

    left: int
    top: int
    size: int
    """In pixels."""
    span: float
    """How many board units that is."""
    x: float = 0
    y: float = 0
    """The upper left corner of what is shown."""

    @property
    def unit(self) -> float:
        """The pixels of a board unit."""
        return self.size / self.span

    @property
    def board(self) -> Rect:
        """Where the board's first unit square lies in the picture."""
        return Rect(self.left - self.x * self.unit, self.top - self.y * self.unit, self.unit, self.unit)

    def across(self, x: float) -> int:
        """Returns the column of pixels in the middle of an upright line."""
        return self.left + math.floor((x - self.x) * self.unit + 0.5)

    def down(self, y: float) -> int:
        """Returns the row of pixels in the middle of a level line."""
        return self.top + math.floor((y - self.y) * self.unit + 0.5)

    def box(self, rect: Rect) -> Box:
        """Returns the lines round a rectangle."""
        right, bottom = self.across(rect.x + rect.width), self.down(rect.y + rect.height)
        return self.across(rect.x), self.down(rect.y), right, bottom

    def middle(self, rect: Rect) -> tuple[int, int]:
        """Returns the pixel in the middle of a rectangle."""
        left, top, right, bottom = self.box(rect)
        return (left + right) // 2, (top + bottom) // 2

    def short(self, rect: Rect) -> int:
        """Returns the length of a rectangle's short sides in pixels."""
        left, top, right, bottom = self.box(rect)
        return min(right - left, bottom - top)

    def holds(self, rect: Rect) -> bool:
        """Whether a rectangle is shown as a whole."""
        return within(rect, Rect(self.x, self.y, self.span, self.span))

    def clipped(self, rect: Rect) -> Box | None:
        """Returns the lines round what is shown of a rectangle; None if it lies outside."""
        left, top, right, bottom = self.box(rect)
        left, right = max(left, self.left), min(right, self.left + self.size)
        top, bottom = max(top, self.top), min(bottom, self.top + self.size)
        return (left, top, right, bottom) if left < right and top < bottom else None


def within(rect: Rect, other: Rect) -> bool:
    """Whether a rectangle lies in another one."""
    return (
        other.x <= rect.x
        and other.y <= rect.y
        and rect.x + rect.width <= other.x + other.width
        and rect.y + rect.height <= other.y + other.height
    )


def inside(box: Box) -> Box:
    """Returns the pixels of the slab between four lines: the smaller it is, the thinner is its half of a seam.

    >>> inside((0, 0, 67, 135)), inside((0, 0, 8, 8)), inside((0, 0, 2, 2))
    ((2, 2, 66, 134), (1, 1, 7, 7), (1, 1, 2, 2))
    """
    left, top, right, bottom = box
    short = min(right - left, bottom - top)
    before, after = (2, 1) if short >= 14 else (1, 1) if short >= 6 else (1, 0)
    return left + before, top + before, right - after, bottom - after


def draw_slabs(canvas: Canvas, grid: Grid, slabs: Iterable[Slab]) -> None:
    """Draws what a grid shows of slabs; seams stay as they are."""
    theme, seam = canvas.palette.theme, canvas.palette.seam
    for each in slabs:
        lines = grid.clipped(each.rect)
        if lines is None:
            continue
        left, top, right, bottom = inside(lines)
        if left < right and top < bottom:
            phase = 0 if each.seat else (left + top) % HATCH
            canvas.paste(slab(theme, each.seat, right - left, bottom - top, phase, seam), left, top)


def draw_frame(canvas: Canvas, grid: Grid, ink: int | None = None) -> None:
    """Draws the ground of seams that slabs lie on, with a rim; a lens has a rim of another ink."""
    seam = canvas.palette.seam
    end = FRAME + 1
    box = grid.left - FRAME, grid.top - FRAME, grid.left + grid.size + end, grid.top + grid.size + end
    panel(canvas, box, seam if ink is None else ink, 8)
    if ink is not None:
        panel(canvas, (box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), seam, 4, ink)


def panel(canvas: Canvas, box: Box, ink: int, radius: int, ground: int | None = None) -> None:
    """Fills a rectangle with round corners on an even ground, that of the table if no other is named."""
    left, top, right, bottom = box
    canvas.fill(box, ink)
    below = canvas.palette.table if ground is None else ground
    corners = _round(canvas.palette.theme, ink, radius, below)
    for column, x in enumerate((left, right - radius)):
        for row, y in enumerate((top, bottom - radius)):
            canvas.paste(corners[2 * column + row], x, y)


@lru_cache(maxsize=1024)
def slab(theme: Theme, seat: int, width: int, height: int, phase: int, ground: int) -> Image.Image:
    """Draws a slab; the phase says where its hatch begins."""
    colours = palette(theme)
    short = min(width, height)
    radius = round(min(7.0, short * 0.16) * 2) / 2
    foot = round(min(4.0, short * 0.12)) if seat and short > 10 else 0
    # How far a corner reaches.
    reach = math.ceil(radius) + foot + 1
    if short < 2 * reach:
        return _plain(theme, seat, width, height, radius, foot, ground)
    image = Image.new("L", (width, height), colours.white if seat else colours.black)
    if not seat and short > PLAIN:
        hatched = _hatched(theme).crop(
            (phase + _INNER, _INNER, phase + width - _INNER, height - _INNER),
        )
        image.paste(hatched, (_INNER, _INNER))
    if foot:
        image.paste(colours.foot, (0, height - foot, width, height))
    corners = _plain(theme, seat, 2 * reach, 2 * reach, radius, foot, ground)
    for x, at in ((0, 0), (reach, width - reach)):
        for y, under in ((0, 0), (reach, height - reach)):
            image.paste(corners.crop((x, y, x + reach, y + reach)), (at, under))
    return image


@lru_cache(maxsize=256)
def _plain(theme: Theme, seat: int, width: int, height: int, radius: float, foot: int, ground: int) -> Image.Image:
    """Sketches a slab without a hatch."""
    colours = palette(theme)
    sketch = Sketch(width, height, colours, ground)
    if not seat:
        sketch.rectangle(0, 0, width, height, colours.black, radius)
    else:
        if foot:
            sketch.rectangle(0, 0, width, height, colours.foot, radius)
        sketch.rectangle(0, 0, width, height - foot, colours.white, radius)
    return sketch.picture()


@lru_cache(maxsize=2)
def _hatched(theme: Theme) -> Image.Image:
    """Draws hatched ground that any slab can be cut out of."""
    colours = palette(theme)
    sketch = Sketch(3 * HATCH, 3 * HATCH, colours, colours.black)
    for step in range(7):
        # The middle of a line runs through the middle of a pixel.
        end = step * HATCH + 0.5
        sketch.line([(end + HATCH, -HATCH), (end - 4 * HATCH, 4 * HATCH)], 2.6, colours.hatch)
    tile = sketch.picture().crop((HATCH, HATCH, 2 * HATCH, 2 * HATCH))
    side = 840 // HATCH * HATCH
    row = Image.new("L", (side, HATCH))
    for x in range(0, side, HATCH):
        row.paste(tile, (x, 0))
    field = Image.new("L", (side, side))
    for y in range(0, side, HATCH):
        field.paste(row, (0, y))
    return field


@lru_cache(maxsize=64)
def _round(theme: Theme, ink: int, radius: int, ground: int) -> tuple[Image.Image, ...]:
    """Sketches the corners of a panel: upper left, lower left, upper right, lower right."""
    sketch = Sketch(2 * radius, 2 * radius, palette(theme), ground)
    sketch.rectangle(0, 0, 2 * radius, 2 * radius, ink, radius)
    picture = sketch.picture()
    return tuple(picture.crop((x, y, x + radius, y + radius)) for x in (0, radius) for y in (0, radius))
