"""The cards of Collapsi as sprites: standing, fallen, or a hole where there is none, and what lies or stands on them.

1. A card shows its rank whatever stands on it; the stones at its foot only while nothing does.
2. Pawns, ghosts and footprints keep to one spot right of and below a card's middle, so they never cross a rank.
3. How the stones of a fallen card lie follows from its square, so that it does not change between pictures.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderer import seats
from renderer.canvas import Canvas, Pencil, Sketch, Sprite
from renderer.layout import depth_of, spot_in
from renderer.text import Face
from renderer.theme import Palette, Theme, palette

STONES = {"A": (1,), "2": (1, 1), "3": (1, 2), "4": (2, 2), "5": (2, 3), "6": (1, 2, 3), "J": (1,)}
"""The stones at a card's foot, row by row from the top."""
TUMBLES = 6
"""How many ways there are for three stones to lie on a fallen card."""
SMALL = 120
"""Cards up to this size show what they were in larger letters, compared with the card."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card and what is on it."""

    card: str
    """A value, with ``*`` for a Joker; empty for a fallen card that does not show what it was."""
    up: bool = True
    tumble: int = 0
    """How the stones of a fallen card lie."""
    ring: int | None = None
    """The seat that may choose this card."""
    goes: bool = True
    """Whether that seat would come here, and not turn the card."""
    pawn: int | None = None
    active: bool = False
    footprint: int | None = None
    """The seat that came from here."""
    turned: int | None = None
    """The seat that turned this card up or down in the last move."""
    band: int | None = None
    """The seat on whose shifted line it lies."""

    @property
    def bare(self) -> bool:
        """Whether the stones make room for something."""
        return self.pawn is not None or (self.ring is not None and self.goes) or self.footprint is not None

    @property
    def sign(self) -> tuple[int, bool] | None:
        """The sign in the corner: a seat, and whether the card rises, or may rise, or fell."""
        if self.ring is not None and not (self.up and self.goes):
            return self.ring, not self.up
        return None if self.turned is None else (self.turned, self.up)


@lru_cache(maxsize=512)
def tile(theme: Theme, size: int, shown: Tile, wet: int | None = None) -> Image.Image:
    """Draws a card with all that is on it; a wet one has another colour for a ground, that of a ribbon."""
    colours = palette(theme)
    dry = colours.face if shown.up else colours.recess
    ground = dry if wet is None else wet
    below = colours.table if shown.band is None else colours.seats[shown.band].trace
    if shown.up:
        bare = _standing(theme, size, shown.card, shown.ring, shown.sign, shown.bare, ground, below)
    else:
        bare = _fallen(theme, size, shown.card, shown.tumble, shown.ring, shown.sign, shown.bare, ground, below)
    picture = bare.copy()
    canvas = Canvas(colours, picture)
    spot = spot_in(size)

    def stamp(sprite: Sprite, middle: int) -> None:
        canvas.stamp(sprite, spot - middle, spot - middle)

    if shown.footprint is not None:
        radius = size * 0.165
        stamp(
            seats.ghost(theme, shown.footprint, radius, _rim(size, 0.03, 3.0), dry, ground), seats.ghost_middle(radius)
        )
    if shown.ring is not None and shown.goes and shown.pawn is None:
        radius = size * 0.20
        stamp(seats.ghost(theme, shown.ring, radius, _rim(size, 0.034, 3.5), dry, ground), seats.ghost_middle(radius))
    if shown.pawn is not None:
        radius = size * 0.24
        stamp(
            seats.pawn(theme, shown.pawn, radius, size * 0.06, ground, active=shown.active), seats.pawn_middle(radius)
        )
    return picture


@lru_cache(maxsize=64)
def hole(theme: Theme, size: int, band: int | None) -> Image.Image:
    """Draws a place without a card that blocks the way: four corners, and a band shows the table there."""
    colours = palette(theme)
    sketch = Sketch(size, size, colours, colours.table if band is None else colours.seats[band].trace)
    sketch.rectangle(0, 0, size, size, colours.table, size * 0.10)
    near, far, length = size * 0.14, size * 0.86, size * 0.16
    for x, right in ((near, 1), (far, -1)):
        for y, down in ((near, 1), (far, -1)):
            corner = [(x + right * length, y), (x, y), (x, y + down * length)]
            sketch.line(corner, max(2.0, size * 0.03), colours.tick)
    return sketch.picture()


def _rim(size: int, share: float, least: float) -> float:
    """Returns the thickness of an outline; on small cards it must not fill the arms of a cross."""
    return max(size * share, min(least, size * share * 1.3))


@lru_cache(maxsize=384)
def _standing(
    theme: Theme,
    size: int,
    card: str,
    ring: int | None,
    sign: tuple[int, bool] | None,
    bare: bool,
    ground: int,
    below: int,
) -> Image.Image:
    colours = palette(theme)
    radius, depth = size * 0.10, depth_of(size)
    sketch = Sketch(size, size + depth, colours, below)
    sketch.rectangle(0, depth, size, size + depth, colours.card_edge, radius)
    sketch.rectangle(0, 0, size, size, ground, radius)
    _marks(sketch, colours, size, ring, sign)
    if card == "*":
        sketch.star(size * 0.25, size * 0.24, size * 0.185, colours.ink)
    else:
        sketch.write(size * 0.235, size * 0.245, card, round(size * 0.40), Face.DISPLAY, colours.ink)
    if not bare:
        _stones(sketch, size, card)
    return sketch.picture()


@lru_cache(maxsize=256)
def _fallen(
    theme: Theme,
    size: int,
    card: str,
    tumble: int,
    ring: int | None,
    sign: tuple[int, bool] | None,
    bare: bool,
    ground: int,
    below: int,
) -> Image.Image:
    colours = palette(theme)
    sketch = Sketch(size, size + depth_of(size), colours, below)
    sketch.rectangle(0, 0, size, size, ground, size * 0.10)
    # A ribbon lies over rubble, which is no print.
    if ground == colours.recess:
        _rubble(sketch, size, tumble, bare)
    _marks(sketch, colours, size, ring, sign)
    at, letters = (0.165, 0.23) if size > SMALL else (0.185, 0.28)
    if card == "*":
        sketch.star(size * at, size * at, size * letters * 0.5, colours.was)
    elif card:
        sketch.write(size * at, size * at, card, round(size * letters), Face.SEMIBOLD, colours.was)
    return sketch.picture()


def _marks(sketch: Sketch, colours: Palette, size: int, ring: int | None, sign: tuple[int, bool] | None) -> None:
    """Draws the rim of a card that may be chosen, and the sign of one that was turned up or down, or may be."""
    if ring is not None:
        sketch.frame(
            0, 0, size, size, colours.seats[ring].main, size * 0.10, max(_rim(size, 0.036, 4), round(size * 0.036))
        )
    if sign is not None:
        seat, rises = sign
        _rise(sketch, size * 0.82, size * 0.18, size * 0.12, rises, colours.seats[seat].main)


def _rise(pencil: Pencil, x: float, y: float, size: float, rises: bool, ink: int) -> None:
    """Draws a chevron over a stone, or their mirror for a card that was turned down."""
    way = -1 if rises else 1
    pencil.chevron(x, y + way * size * 0.32, (0, way), size * 0.50, size * 0.26, ink)
    pencil.brick(x, y - way * size * 0.52, size * 1.25, size * 0.34, ink)


def _stones(sketch: Sketch, size: int, card: str) -> None:
    """Draws the stones at a card's foot: as many as its steps, and for a Joker stairs of 1 to 4."""
    tones = sketch.palette.pip, sketch.palette.pip2
    gap, foot = size * 0.03, size * 0.88
    if card == "*":
        width, height = size * 0.17, size * 0.135 * 0.74
        for column in range(4):
            for step in range(column + 1):
                x = size / 2 + (column - 1.5) * (width + gap * 0.7)
                y = foot - size * 0.054 - step * (height + gap * 0.6)
                sketch.brick(x, y, width, height, tones[(column + step) % 2])
        return
    wide = len(STONES[card]) == 3 or sum(STONES[card]) == 5
    width, height = size * (0.235 if wide else 0.27), size * 0.135
    middle = size * (0.55 if wide else 0.56)
    # Even rows of one width are set off, as a wall is.
    shift = {"2": 0.10, "4": 0.12}.get(card, 0.0) * (width + gap)
    for row, count in enumerate(reversed(STONES[card])):
        for place in range(count):
            x = middle + (place - (count - 1) / 2) * (width + gap) + (-shift if row else shift)
            sketch.brick(x, foot - height / 2 - row * (height + gap), width, height, tones[(row + place) % 2])


def _rubble(sketch: Sketch, size: int, tumble: int, bare: bool) -> None:
    """Draws three stones thrown about; the topmost makes room for a footprint or a ghost."""
    mirror = -1 if tumble % 2 else 1
    lean = (tumble // 2 - 1) * 3
    middle = size / 2
    for x, y, angle in ((-0.185, 0.30, -6), (0.19, 0.29, 13), (0.015, 0.135, -34)):
        if bare and y < 0.2:
            continue
        where = middle + mirror * x * size, middle + y * size
        sketch.brick(*where, size * 0.27, size * 0.135, sketch.palette.rubble, mirror * angle + lean)
