"""The signs of playing cards as shapes: the four suits, and what a rank can do to the pile."""

import math
from collections.abc import Callable

from renderer.canvas import Pencil, Point


def suit(pencil: Pencil, kind: str, x: float, y: float, radius: float, ink: int) -> None:
    """Draws ``c``, ``d``, ``h`` or ``s`` by its middle; the radius is half its height."""
    _SUITS[kind](pencil, x, y, radius, ink)


def power(pencil: Pencil, kind: str, x: float, y: float, radius: float, ink: int) -> None:
    """Draws ``reset``, ``pass``, ``low`` or ``clear`` by its middle."""
    _POWERS[kind](pencil, x, y, radius, ink)


def _club(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    for dx, dy, size in ((0, -0.50, 0.44), (-0.50, 0.20, 0.44), (0.50, 0.20, 0.44), (0, 0, 0.30)):
        pencil.disc(x + dx * radius, y + dy * radius, size * radius, ink)
    _foot(pencil, x, y, radius, ink)


def _diamond(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    high, wide = radius * 0.92, radius * 0.72
    pencil.polygon([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)], ink, radius * 0.06)


def _heart(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    _lobes(pencil, x, y - radius * 0.40, y + radius * 0.95, radius, ink)


def _spade(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    _lobes(pencil, x, y + radius * 0.22, y - radius * 0.98, radius, ink)
    _foot(pencil, x, y, radius, ink)


def _lobes(pencil: Pencil, x: float, y: float, tip: float, radius: float, ink: int) -> None:
    """Draws two discs side by side, and the tangents from them to a point above or below."""
    lobe, aside = radius * 0.475, radius * 0.455
    away = math.hypot(aside, y - tip)
    # Seen from the point, the tangent lies so much further out than the middle of the disc.
    angle = math.atan2(aside, abs(y - tip)) + math.asin(lobe / away)
    reach = math.sqrt(away**2 - lobe**2)
    touch_x, touch_y = reach * math.sin(angle), tip + math.copysign(reach * math.cos(angle), y - tip)
    for side in (-1, 1):
        pencil.disc(x + side * aside, y, lobe, ink)
    inside = y + math.copysign(lobe * 0.3, tip - y)
    pencil.polygon(
        [(x, tip), (x + touch_x, touch_y), (x + aside, y), (x, inside), (x - aside, y), (x - touch_x, touch_y)], ink
    )


def _foot(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    corners: list[Point] = [(0, 0.05), (0.10, 0.62), (0.36, 0.93), (-0.36, 0.93), (-0.10, 0.62)]
    pencil.polygon([(x + dx * radius, y + dy * radius) for dx, dy in corners], ink, radius * 0.03)


def _reset(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    """An arrow that turns round."""
    thick, away, y = radius * 0.28, radius * 0.72, y + radius * 0.14
    turn = [math.radians(degrees) for degrees in range(0, 256, 8)]
    pencil.line([(x + away * math.cos(angle), y + away * math.sin(angle)) for angle in turn], thick, ink)
    pencil.arrowhead(x + radius * 0.20, y - away, (1, 0), radius * 0.50, ink)


def _pass(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    """An arrow to the next one."""
    thick = radius * 0.30
    pencil.line([(x - radius * 0.85, y), (x + radius * 0.65, y)], thick, ink)
    pencil.chevron(x + radius * 0.50, y, (1, 0), radius * 0.55, thick, ink)


def _low(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    """An arrow down to a bar."""
    thick = radius * 0.30
    pencil.line([(x, y - radius * 0.85), (x, y + radius * 0.25)], thick, ink)
    pencil.chevron(x, y + radius * 0.12, (0, 1), radius * 0.50, thick, ink)
    pencil.line([(x - radius * 0.65, y + radius * 0.84), (x + radius * 0.65, y + radius * 0.84)], thick, ink)


def _clear(pencil: Pencil, x: float, y: float, radius: float, ink: int) -> None:
    """Rays to all sides."""
    for step in range(8):
        cos, sin = math.cos(step * math.pi / 4), math.sin(step * math.pi / 4)
        ends = [(x + cos * radius * reach, y + sin * radius * reach) for reach in (0.42, 0.90)]
        pencil.line(ends, radius * 0.26, ink)


_SUITS: dict[str, Callable[[Pencil, float, float, float, int], None]] = {
    "c": _club,
    "d": _diamond,
    "h": _heart,
    "s": _spade,
}
_POWERS: dict[str, Callable[[Pencil, float, float, float, int], None]] = {
    "reset": _reset,
    "pass": _pass,
    "low": _low,
    "clear": _clear,
}
