"""The seats' shapes: tokens in lists, pawns on the board, and outlines for what may be or was.

A seat has one shape and one colour in every picture. Shapes have about the same area, and all corners are round.
"""

import math
from functools import lru_cache
from math import ceil

from renderer.canvas import Pencil, Point, Sketch, Sprite
from renderer.theme import Theme, palette

GHOST_RIM = 0.17
"""The thickness of an outline, in radii."""

_SHARPEST = 0.6
"""The least rounding of a corner, in pixels."""


def shape(pencil: Pencil, seat: int, x: float, y: float, radius: float, ink: int, inset: float = 0) -> None:
    """Fills a seat's shape, shrunk by an inset on all sides or, with a negative one, grown."""
    points, rounding = _outline(seat, x, y, radius, inset)
    if len(points) == 1:
        pencil.disc(x, y, rounding, ink)
    else:
        pencil.polygon(points, ink, rounding)


def token(sketch: Sketch, seat: int, x: float, y: float, radius: float) -> None:
    """Draws a seat's flat shape."""
    shape(sketch, seat, x, y, radius, sketch.palette.seats[seat].main)


def outline(sketch: Sketch, seat: int, x: float, y: float, radius: float, inner: int, thickness: float) -> None:
    """Draws a seat's shape as a hollow sign."""
    shape(sketch, seat, x, y, radius, sketch.palette.seats[seat].main)
    shape(sketch, seat, x, y, radius, inner, thickness)


@lru_cache(maxsize=64)
def pawn(theme: Theme, seat: int, radius: float, depth: float, ground: int, *, active: bool) -> Sprite:
    """Draws a pawn in the middle of a square picture; the one to move has a gold ring."""
    colours = palette(theme)
    middle = pawn_middle(radius)
    sketch = Sketch(middle * 2, middle * 2, colours, ground)
    casing = max(2.0, radius * 0.10)
    top = middle - depth / 2
    layers = [(colours.face, -casing), (colours.seats[seat].edge, 0.0)]
    if active:
        layers.insert(0, (colours.gold, -casing - max(4.0, radius * 0.16)))
    for ink, inset in layers:
        # Drawn down step by step, or the sides of two discs would leave a notch.
        for step in range(ceil(depth * 2) + 1):
            shape(sketch, seat, middle, top + min(depth, step / 2), radius, ink, inset)
    shape(sketch, seat, middle, top, radius, colours.seats[seat].main)
    return sketch.sprite()


def pawn_middle(radius: float) -> int:
    """Returns how far the middle of a pawn's picture is from its sides."""
    return ceil(radius * 1.7)


@lru_cache(maxsize=64)
def ghost(theme: Theme, seat: int, radius: float, thickness: float, inner: int, ground: int) -> Sprite:
    """Draws an outline in the middle of a square picture: "may come here", or smaller "came from here"."""
    middle = ghost_middle(radius)
    sketch = Sketch(middle * 2, middle * 2, palette(theme), ground)
    outline(sketch, seat, middle, middle, radius, inner, thickness)
    return sketch.sprite()


def ghost_middle(radius: float) -> int:
    """Returns how far the middle of a ghost's picture is from its sides."""
    return ceil(radius * 1.3)


def _outline(seat: int, x: float, y: float, radius: float, inset: float) -> tuple[list[Point], float]:
    """Returns corners and the rounding to grow them by; a disc is one corner."""
    assert 0 <= seat <= 4, f"there is no shape for seat {seat}"
    if seat == 0:
        return [(x, y)], max(0.1, radius * 0.90 - inset)
    rounding = radius * (0.20, 0.18, 0.12, 0.12)[seat - 1]
    left = max(_SHARPEST, rounding - inset)
    # An inset deeper than the rounding moves the corners in.
    deeper = left - rounding + inset
    if seat == 1:
        # At 60 degrees corners move twice as far as the sides.
        reach = radius * 1.20 - 2 * rounding - 2 * deeper
        low = y + radius * 0.17
        angles = (-math.pi / 2, math.pi / 6, math.pi * 5 / 6)
        return [(x + reach * math.cos(angle), low + reach * math.sin(angle)) for angle in angles], left
    if seat == 2:
        side = radius * 0.80 - rounding - deeper
        return [(x + a * side, y + b * side) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], left
    if seat == 4:
        # All sides are equally far from the middle, so an inset makes a star smaller without another form.
        outer, inner = radius * 1.22, radius * 0.64
        tenth = math.pi / 5
        away = outer * inner * math.sin(tenth) / math.sqrt(outer**2 + inner**2 - 2 * outer * inner * math.cos(tenth))
        scale = max(0.05, (away - rounding - deeper) / away)
        low = y + radius * 0.07
        corners = [(math.pi * (step / 5 - 0.5), (outer, inner)[step % 2] * scale) for step in range(10)]
        return [(x + reach * math.cos(angle), low + reach * math.sin(angle)) for angle, reach in corners], left
    side = max(0.1, radius * 0.37 - rounding - deeper)
    reach = radius * 0.98 - rounding - deeper
    points = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        # The two corners of an arm, then the one between it and the next arm.
        for along, across in ((reach, -side), (reach, side), (side, side)):
            points.append((x + dx * along - dy * across, y + dy * along + dx * across))
    return points, left
