"""What may be chosen on a board of slabs: hollow badges with numbers, and hollow shapes of the seat.

What lies under the edge of a badge is one piece, so it is sketched on that piece's colour and stamped; it never has to
be blended.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderer import seats
from renderer.canvas import ANY, Canvas, Coverage, Sketch, Sprite
from renderer.marks import Pixel, put
from renderer.text import Face, label
from renderer.theme import Theme, palette


@dataclass(frozen=True, slots=True)
class BadgeForm:
    """How large a badge is."""

    height: int
    text: float
    rim: float = 4.5
    casing: int = 3

    def width(self, number: int) -> int:
        """Returns the width of a badge: a circle, or a pill if the number is long."""
        written = label(str(number), self.text, Face.DISPLAY).width
        return max(self.height, math.ceil(written + self.height * 0.40))

    def size(self, number: int) -> tuple[int, int]:
        """Returns the width and height with the casing."""
        return self.width(number) + 2 * self.casing, self.height + 2 * self.casing


LARGE = BadgeForm(52, 32)
USUAL = BadgeForm(44, 27)
SMALL = BadgeForm(38, 25, 4)
TINY = BadgeForm(30, 20, 3, 2)
LEAST = 14
"""A badge that is lower than this is not drawn: nobody could read it."""

_WHOLE = bytes(255) + b"\xff"
"""Turns coverage into a mask: what is wholly covered."""


def fitting(number: int, width: int, height: int, most: BadgeForm) -> BadgeForm | None:
    """Returns the largest form in which a number fits, as wide and high as that; None if none is readable.

    >>> fitting(7, 67, 67, USUAL) is USUAL, fitting(7, 10, 90, USUAL)
    (True, None)
    """
    wide, high = most.size(number)
    # The casing of a badge may lie on the seam, but not on the next piece.
    scale = min(1.0, (width + 2) / wide, (height + 2) / high)
    if scale == 1:
        return most
    lower = int(most.height * scale)
    if lower < LEAST:
        return None
    return BadgeForm(lower, round(most.text * scale * 2) / 2, max(1.5, most.rim * scale), 2 if lower > 24 else 1)


def draw_badge(canvas: Canvas, at: Pixel, number: int, seat: int, ground: int | None, form: BadgeForm) -> None:
    """Draws a number for a seat by the pixel in its middle: on a slab's colour, or on whatever is there."""
    if ground is None:
        put(canvas, _pill(form, number), at, canvas.palette.casing)
        sprite = _badge(canvas.palette.theme, number, seat, canvas.palette.casing, form)
        sprite = Sprite(sprite.picture, _pill(form, number).point(_WHOLE))
    else:
        sprite = _badge(canvas.palette.theme, number, seat, ground, form)
    canvas.stamp(sprite, at[0] - sprite.picture.width // 2, at[1] - sprite.picture.height // 2)


def draw_ghost(canvas: Canvas, at: Pixel, seat: int, ground: int, radius: float) -> None:
    """Draws a seat's hollow shape: "may come here"."""
    sprite = _ghost(canvas.palette.theme, seat, ground, radius)
    canvas.stamp(sprite, at[0] - sprite.picture.width // 2, at[1] - sprite.picture.height // 2)


@lru_cache(maxsize=1024)
def _badge(theme: Theme, number: int, seat: int, ground: int, form: BadgeForm) -> Sprite:
    colours = palette(theme)
    # In an odd box the middle is that of a pixel, as it is of lines.
    width, height = (size | 1 for size in form.size(number))
    sketch = Sketch(width, height, colours, ground)
    for inset, ink in (
        (0.0, colours.casing),
        (float(form.casing), colours.seats[seat].main),
        (form.casing + form.rim, colours.face),
    ):
        radius = height / 2 - inset
        sketch.rectangle(inset, inset, width - inset, height - inset, ink, radius)
    sketch.write(width / 2, height / 2, str(number), form.text, Face.DISPLAY, colours.ink)
    return Sprite(sketch.picture(), _pill(form, number).point(ANY))


@lru_cache(maxsize=1024)
def _pill(form: BadgeForm, number: int) -> Image.Image:
    """Sketches all of a badge."""
    width, height = (size | 1 for size in form.size(number))
    whole = Coverage(width, height)
    whole.rectangle(0, 0, width, height, 1, height / 2)
    return whole.mask()


@lru_cache(maxsize=128)
def _ghost(theme: Theme, seat: int, ground: int, radius: float) -> Sprite:
    colours = palette(theme)
    side = 2 * math.ceil(radius * 1.5) + 1
    sketch = Sketch(side, side, colours, ground)
    middle = side / 2
    rim = 2 if radius < 10 else 3.5
    seats.shape(sketch, seat, middle, middle, radius, colours.casing, -rim)
    seats.shape(sketch, seat, middle, middle, radius, colours.seats[seat].main)
    seats.shape(sketch, seat, middle, middle, radius, colours.face, max(1.5, radius * 0.22))
    whole = Coverage(side, side)
    seats.shape(whole, seat, middle, middle, radius, 1, -rim)
    return Sprite(sketch.picture(), whole.mask().point(ANY))
