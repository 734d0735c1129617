"""The line above a board: a chip for each player, and the pace.

A chip is in one of three states: to move (face, gold rim, a tab that points at the name), won (the same with a crown),
or resting. Names begin at the same place in all of them.
"""

from functools import lru_cache
from typing import Literal

from PIL import Image

from renderer import seats
from renderer.canvas import Canvas, Sketch
from renderer.scene import Chip
from renderer.text import Face, clean, fit, label, name_line
from renderer.theme import Theme, palette

TOP = 20
HEIGHT = 68
DEPTH = 5
"""The edge below a chip that lies on the table."""
CHIP_WIDTH = 362
LEFTS = (20, 392)
"""Where the chips begin, for two players."""
PACE_RIGHT = 878

_RIM = 4
_TAB = 30
_TOKEN = 19
_TOKEN_AT = _TAB + 12 + _TOKEN
_NAME_AT = _TOKEN_AT + _TOKEN + 13
_NAME_SIZE = 31
_NAME_END = CHIP_WIDTH - 18
_PACE_SIZE = 30
_PACE_ROOM = 72
_CLOCK = 14

_State = Literal["resting", "out", "active", "won"]


def header(canvas: Canvas, chips: tuple[Chip, ...], pace: str) -> None:
    """Draws the chips and the pace on the upper edge."""
    assert len(chips) <= len(LEFTS), f"there is room for {len(LEFTS)} chips, not for {len(chips)}"
    theme = canvas.palette.theme
    for seat, (chip, left) in enumerate(zip(chips, LEFTS, strict=False)):
        canvas.paste(_chip(theme, seat, chip), left, TOP)
    if pace:
        picture = _pace(theme, pace)
        canvas.paste(picture, PACE_RIGHT - picture.width, TOP + HEIGHT // 2 - picture.height // 2)


def crown(sketch: Sketch, x: float, y: float, radius: float, ink: int, rim: int | None = None) -> None:
    """Draws a crown, with a rim where it could drown in its ground."""
    points = [(-0.85, 0.62), (-0.92, -0.48), (-0.36, 0.02), (0, -0.72), (0.36, 0.02), (0.92, -0.48), (0.85, 0.62)]
    corners = [(x + a * radius, y + b * radius) for a, b in points]
    if rim is not None:
        sketch.polygon(corners, rim, radius * 0.10 + 2.5)
    sketch.polygon(corners, ink, radius * 0.10)


@lru_cache(maxsize=256)
def _chip(theme: Theme, seat: int, chip: Chip) -> Image.Image:
    state: _State = "won" if chip.won else "active" if chip.active else "out" if chip.out else "resting"
    colours = palette(theme)
    canvas = Canvas(colours, _blank_chip(theme, seat, state).copy())
    gold = state in ("active", "won")
    face = Face.BOLD if gold else Face.MEDIUM
    name = fit(clean(chip.name), _NAME_SIZE, face, _NAME_END - _NAME_AT)
    canvas.write(
        name_line(name, _NAME_SIZE, face),
        _NAME_AT,
        HEIGHT / 2,
        colours.face if gold else colours.table,
        colours.ink if gold else colours.ink2,
        clip=(_TOKEN_AT + _TOKEN + 4, _RIM + 2, CHIP_WIDTH - _RIM - 4, HEIGHT - _RIM - 2),
    )
    return canvas.image


@lru_cache(maxsize=32)
def _blank_chip(theme: Theme, seat: int, state: _State) -> Image.Image:
    colours = palette(theme)
    sketch = Sketch(CHIP_WIDTH, HEIGHT + DEPTH, colours, colours.table)
    middle = HEIGHT / 2
    ground = colours.table
    if state in ("active", "won"):
        ground = colours.face
        sketch.rectangle(0, DEPTH, CHIP_WIDTH, HEIGHT + DEPTH, colours.card_edge, 16)
        sketch.rectangle(0, 0, CHIP_WIDTH, HEIGHT, colours.gold, 16)
        sketch.rectangle(_TAB, _RIM, CHIP_WIDTH - _RIM, HEIGHT - _RIM, ground, 12)
        # The face is square where it meets the tab.
        sketch.rectangle(_TAB, _RIM, _TAB + 14, HEIGHT - _RIM, ground)
        if state == "won":
            crown(sketch, _TAB / 2 + 1, middle, 10.5, colours.on_gold)
        else:
            sketch.arrowhead(_TAB / 2 + 0.5, middle, (1, 0), 9.5, colours.on_gold)
    if state == "out":
        seats.outline(sketch, seat, _TOKEN_AT, middle, _TOKEN, ground, _TOKEN * seats.GHOST_RIM)
    else:
        seats.token(sketch, seat, _TOKEN_AT, middle, _TOKEN)
    return sketch.picture()


@lru_cache(maxsize=64)
def _pace(theme: Theme, pace: str) -> Image.Image:
    """Draws a clock and the time of a turn."""
    colours = palette(theme)
    size = min(_PACE_SIZE, _PACE_SIZE * _PACE_ROOM / label(pace, _PACE_SIZE, Face.SEMIBOLD).width)
    line = label(pace, size, Face.SEMIBOLD)
    begin = 2 * _CLOCK + 12
    sketch = Sketch(begin + round(line.width), 2 * _PACE_SIZE, colours, colours.table)
    x, y, radius = _CLOCK, _PACE_SIZE, _CLOCK
    sketch.ring(x, y, radius, colours.ink2, 3.5)
    sketch.line([(x, y - radius * 0.55), (x, y), (x + radius * 0.42, y + radius * 0.18)], 3.5, colours.ink2)
    canvas = Canvas(colours, sketch.picture())
    canvas.write(line, begin, y, colours.table, colours.ink2)
    return canvas.image
