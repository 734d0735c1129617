"""The line above a board: a chip for each player, and the pace.

A chip is in one of three states: to move (face, gold rim, a tab that points at the name), won (the same with a crown),
or resting. Names begin at the same place in all of them. At its right end a chip may bear signs: what a player can do
once in a game, as a disc, and what was spent, as a ring; or the slab that the seat plays with.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from renderer import seats
from renderer.canvas import Canvas, Sketch
from renderer.layout import Cell
from renderer.scene import Chip
from renderer.slabs import slab
from renderer.text import Face, Line, clean, fit, label, name_line
from renderer.theme import Theme, palette

Shape = Literal["star", "stones", "arrows"]


@dataclass(frozen=True, slots=True)
class Sign:
    """What a player can do once in a game."""

    shape: Shape
    ready: bool
    """Whether it has not been spent yet."""


@dataclass(frozen=True, slots=True)
class Form:
    """How large chips are and where they lie, for some number of players."""

    places: tuple[Cell, ...]
    width: int
    height: int
    token: int
    """The radius of a token."""
    name: int
    """The size of names."""
    sign: int
    """The radius of one or two signs."""

    @property
    def token_at(self) -> int:
        """The middle of the token."""
        return TAB + 12 + self.token

    @property
    def name_at(self) -> int:
        """Where the name begins."""
        return self.token_at + self.token + 13

    @property
    def bottom(self) -> int:
        """The end of the lowest chip and its edge."""
        return self.places[-1][1] + self.height + DEPTH

    def name_end(self, signs: int) -> int:
        """Where the name ends at the latest, before so many signs."""
        if not signs:
            return self.width - 18
        return self.sign_at(0, signs) - self.sign_radius(signs) - 10

    def sign_at(self, place: int, signs: int) -> int:
        """The middle of a sign."""
        radius = self.sign_radius(signs)
        return self.width - 14 - radius - (signs - 1 - place) * (2 * radius + 6)

    def sign_radius(self, signs: int) -> int:
        """The radius of so many signs: many are smaller, for a name is worth more."""
        return self.sign if signs <= 2 else self.sign - 2


TOP = 20
HEIGHT = 68
CHIP_WIDTH = 362
LEFTS = (20, 392)
"""Where the chips begin, for two players."""
DEPTH = 5
"""The edge below a chip that lies on the table."""
PACE_RIGHT = 878
TAB = 30
"""The width of the gold end of a chip."""

_RIM = 4
_PACE_SIZE = 30
_PACE_ROOM = 72
_CLOCK = 14
_SLAB = 40

PAIR = Form(tuple((left, TOP) for left in LEFTS), CHIP_WIDTH, HEIGHT, token=19, name=31, sign=17)
FOUR = Form(((20, 16), (412, 16), (20, 88), (412, 88)), 382, 60, token=17, name=29, sign=16)

_State = Literal["resting", "out", "active", "won"]


def form(chips: int) -> Form:
    """Returns the form of so many chips: two stand in a line, three and four in two columns."""
    chosen = PAIR if chips <= len(PAIR.places) else FOUR
    assert chips <= len(chosen.places), f"there is room for {len(chosen.places)} chips, not for {chips}"
    return chosen


def header(
    canvas: Canvas,
    chips: tuple[Chip, ...],
    pace: str,
    signs: tuple[tuple[Sign, ...], ...] = (),
    *,
    slabs: bool = False,
) -> None:
    """Draws the chips and the pace on the upper edge; each seat may have signs, or a slab, at the end of its chip."""
    theme, chosen = canvas.palette.theme, form(len(chips))
    for seat, (chip, place) in enumerate(zip(chips, chosen.places, strict=False)):
        canvas.paste(_chip(theme, chosen, seat, chip, signs[seat] if signs else (), slabs), *place)
    if not pace:
        return
    if chosen is PAIR:
        picture = pace_sign(theme, pace)
        canvas.paste(picture, PACE_RIGHT - picture.width, TOP + HEIGHT // 2 - picture.height // 2)
    else:
        picture = _tall_pace(theme, pace)
        canvas.paste(
            picture, PACE_RIGHT + 2 - picture.width, (FOUR.places[0][1] + FOUR.bottom - DEPTH - picture.height) // 2
        )


def plate(sketch: Sketch, width: int, height: int, ground: int, *, won: bool) -> None:
    """Draws what lies under the player to move, or the winner: a gold rim, and a tab with a sign."""
    colours = sketch.palette
    sketch.rectangle(0, DEPTH, width, height + DEPTH, colours.card_edge, 16)
    sketch.rectangle(0, 0, width, height, colours.gold, 16)
    sketch.rectangle(TAB, _RIM, width - _RIM, height - _RIM, ground, 12)
    # The ground is square where it meets the tab.
    sketch.rectangle(TAB, _RIM, TAB + 14, height - _RIM, ground)
    if won:
        crown(sketch, TAB / 2 + 1, height / 2, 10.5, colours.on_gold)
    else:
        sketch.arrowhead(TAB / 2 + 0.5, height / 2, (1, 0), 9.5, colours.on_gold)


def crown(sketch: Sketch, x: float, y: float, radius: float, ink: int, rim: int | None = None) -> None:
    """Draws a crown, with a rim where it could drown in its ground."""
    points = [(-0.85, 0.62), (-0.92, -0.48), (-0.36, 0.02), (0, -0.72), (0.36, 0.02), (0.92, -0.48), (0.85, 0.62)]
    corners = [(x + a * radius, y + b * radius) for a, b in points]
    if rim is not None:
        sketch.polygon(corners, rim, radius * 0.10 + 2.5)
    sketch.polygon(corners, ink, radius * 0.10)


@lru_cache(maxsize=256)
def _chip(theme: Theme, chosen: Form, seat: int, chip: Chip, signs: tuple[Sign, ...], slabs: bool) -> Image.Image:
    state: _State = "won" if chip.won else "active" if chip.active else "out" if chip.out else "resting"
    colours = palette(theme)
    canvas = Canvas(colours, _blank_chip(theme, chosen, seat, state, signs).copy())
    gold = state in ("active", "won")
    face = Face.BOLD if gold else Face.MEDIUM
    end = chosen.name_end(len(signs))
    if slabs:
        left, top = chosen.width - 16 - _SLAB, (chosen.height - _SLAB) // 2
        ground = colours.face if gold else colours.table
        # A slab needs a rim on a ground like it: a white one where that is light, a black one where it is dark.
        rim = colours.seam if seat or theme == "dark" else ground
        sketch = Sketch(_SLAB + 4, _SLAB + 4, colours, ground)
        sketch.rectangle(0, 0, _SLAB + 4, _SLAB + 4, rim, 8)
        canvas.paste(sketch.picture(), left - 2, top - 2)
        canvas.paste(slab(theme, seat, _SLAB, _SLAB, 0, rim), left, top)
        end = left - 10
    name = fit(clean(chip.name), chosen.name, face, end - chosen.name_at)
    canvas.write(
        name_line(name, chosen.name, face),
        chosen.name_at,
        chosen.height / 2,
        colours.face if gold else colours.table,
        colours.ink if gold else colours.ink2,
        clip=(chosen.name_at - 9, _RIM + 2, end + (10 if not signs else 2), chosen.height - _RIM - 2),
    )
    return canvas.image


@lru_cache(maxsize=64)
def _blank_chip(theme: Theme, chosen: Form, seat: int, state: _State, signs: tuple[Sign, ...]) -> Image.Image:
    colours = palette(theme)
    width, height = chosen.width, chosen.height
    sketch = Sketch(width, height + DEPTH, colours, colours.table)
    middle = height / 2
    ground = colours.table
    if state in ("active", "won"):
        ground = colours.face
        plate(sketch, width, height, ground, won=state == "won")
    if state == "out":
        seats.outline(sketch, seat, chosen.token_at, middle, chosen.token, ground, chosen.token * seats.GHOST_RIM)
    else:
        seats.token(sketch, seat, chosen.token_at, middle, chosen.token)
    for place, sign in enumerate(signs):
        _sign(sketch, sign, chosen.sign_at(place, len(signs)), middle, chosen.sign_radius(len(signs)), ground)
    return sketch.picture()


def _sign(sketch: Sketch, sign: Sign, x: float, y: float, radius: float, ground: int) -> None:
    """Draws a sign on a disc while it is ready, and in a ring when it is spent."""
    colours = sketch.palette
    ink = ground if sign.ready else colours.faint
    if sign.ready:
        sketch.disc(x, y, radius, colours.ink2)
    else:
        sketch.ring(x, y, radius, colours.faint, 2.5)
    if sign.shape == "star":
        sketch.star(x, y - radius * 0.04, radius * 0.66, ink)
    elif sign.shape == "stones":
        for side in (-1, 1):
            sketch.brick(x + side * radius * 0.31, y + radius * 0.30, radius * 0.50, radius * 0.40, ink)
        sketch.chevron(x + radius * 0.31, y - radius * 0.28, (0, -1), radius * 0.28, radius * 0.17, ink)
    else:
        for way in (-1, 1):
            at = x + way * radius * 0.28
            tip = y + way * radius * 0.46
            sketch.line([(at, y - radius * 0.42), (at, y + radius * 0.42)], radius * 0.16, ink)
            wings = [(at + side * radius * 0.2, tip - way * radius * 0.24) for side in (-1, 1)]
            sketch.line([wings[0], (at, tip), wings[1]], radius * 0.16, ink)


@lru_cache(maxsize=64)
def pace_sign(theme: Theme, pace: str) -> Image.Image:
    """Draws a clock and the time of a turn beside it."""
    colours = palette(theme)
    line = _pace_line(pace)
    begin = 2 * _CLOCK + 12
    sketch = Sketch(begin + round(line.width), 2 * _PACE_SIZE, colours, colours.table)
    _clock(sketch, _CLOCK, _PACE_SIZE)
    canvas = Canvas(colours, sketch.picture())
    canvas.write(line, begin, _PACE_SIZE, colours.table, colours.ink2)
    return canvas.image


@lru_cache(maxsize=64)
def _tall_pace(theme: Theme, pace: str) -> Image.Image:
    """Draws a clock and the time of a turn below it."""
    colours = palette(theme)
    line = _pace_line(pace)
    width, drop = max(2 * _CLOCK + 2, round(line.width)), 42
    sketch = Sketch(width, 2 * _CLOCK + 2 + drop, colours, colours.table)
    _clock(sketch, width / 2, _CLOCK + 1)
    canvas = Canvas(colours, sketch.picture())
    canvas.write(line, (width - line.width) / 2, _CLOCK + 1 + drop, colours.table, colours.ink2)
    return canvas.image


def _pace_line(pace: str) -> Line:
    size = min(_PACE_SIZE, _PACE_SIZE * _PACE_ROOM / label(pace, _PACE_SIZE, Face.SEMIBOLD).width)
    return label(pace, size, Face.SEMIBOLD)


def _clock(sketch: Sketch, x: float, y: float) -> None:
    ink = sketch.palette.ink2
    sketch.ring(x, y, _CLOCK, ink, 3.5)
    sketch.line([(x, y - _CLOCK * 0.55), (x, y), (x + _CLOCK * 0.42, y + _CLOCK * 0.18)], 3.5, ink)
