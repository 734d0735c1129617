"""Collapsi: cards that stand and cards that fell, two pawns, the way the last one took, and where the next may go.

1. A card shows its rank whatever stands on it; the stones at its foot only while nothing does.
2. Pawns, ghosts and the path keep to one spot right of and below a card's middle, so they never cross a rank.
3. The path of the last move is a ribbon on the faces and under the print. Where it leaves the board it ends in an
   arrowhead outside the rim, and comes in with the same arrowhead at the opposite rim.
4. Solid marks in a seat's colour are what that player did, hollow ones what that player may do.

A piece of the ribbon on a card is cut out of the same card sketched on the ribbon's colour: nothing has to be blended
but the corners, chevrons and arrowheads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from games.collapsi import Moved, Position
from games.core import Rect
from renderer import header, seats
from renderer.canvas import Canvas, Coverage, Sketch
from renderer.layout import Cell, Layout, Leg, legs, pieces, signs
from renderer.scene import WIDTH, Picture, Scene, cells, paint
from renderer.text import Face, label
from renderer.theme import Theme, palette

LABEL_SIZE = 28

STONES = {"A": (1,), "2": (1, 1), "3": (1, 2), "4": (2, 2), "5": (2, 3), "6": (1, 2, 3), "J": (1,)}
"""The stones at a card's foot, row by row from the top."""
TUMBLES = 6
"""How many ways there are for three stones to lie on a fallen card."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card and what is on it."""

    card: str
    """A value, with ``*`` for a Joker; empty for a card that has fallen."""
    tumble: int = 0
    """How the stones of a fallen card lie."""
    ring: int | None = None
    """The seat that may come here."""
    pawn: int | None = None
    active: bool = False
    footprint: int | None = None
    """The seat that came from here."""


@paint.register
def _(view: Position, scene: Scene) -> Picture:
    """Draws a game of Collapsi."""
    over = view.outcome is not None
    board = view.board
    layout = Layout.of(board.width, board.height, header=bool(scene.chips or scene.pace))
    canvas = Canvas(palette(scene.theme), _ground(scene.theme, layout).copy())
    header.header(canvas, scene.chips, "" if over else scene.pace)
    moved = next((event for event in reversed(scene.last) if isinstance(event, Moved)), None)
    path = _cells(moved, view) if moved else ()
    tiles = dict(_tiles(view, frozenset() if over else cells(scene.targets), moved, path))
    for cell, tile in tiles.items():
        canvas.paste(_tile(scene.theme, layout, tile, wet=None), *layout.corner(cell))
    if moved:
        _ribbon(canvas, layout, tiles, list(legs(path)), moved.seat)
    png = canvas.png()
    return Picture(png, canvas.image.size, Rect(layout.left, layout.top, layout.pitch, layout.pitch))


def _cells(moved: Moved, view: Position) -> tuple[Cell, ...]:
    squares = [view.board.square(name) for name in moved.path]
    return tuple((square % view.board.width, square // view.board.width) for square in squares if square is not None)


def _tiles(
    view: Position, targets: frozenset[Cell], moved: Moved | None, path: tuple[Cell, ...]
) -> Iterator[tuple[Cell, Tile]]:
    for square, value in enumerate(view.cards):
        row, column = divmod(square, view.board.width)
        cell = column, row
        up = bool(view.up >> square & 1)
        pawn = view.pawns.index(square) if square in view.pawns else None
        yield (
            cell,
            Tile(
                card="" if not up else "*" if value == "J" and view.start == "joker" else value,
                tumble=0 if up else (column * 31 + row * 17) % TUMBLES,
                ring=view.turn if cell in targets else None,
                pawn=pawn,
                active=pawn is not None and pawn in view.to_move,
                footprint=moved.seat if moved and cell in path[:1] else None,
            ),
        )


@lru_cache(maxsize=32)
def _ground(theme: Theme, layout: Layout) -> Image.Image:
    """Draws the table with the names of columns and rows, each in line with the ranks."""
    colours = palette(theme)
    canvas = Canvas.blank(colours, WIDTH, layout.height)
    rank = layout.card * 0.235

    def write(text: str, x: float, y: float) -> None:
        line = label(text, LABEL_SIZE, Face.SEMIBOLD)
        canvas.write(line, x - line.width / 2, y, colours.table, colours.ink2)

    first = layout.corner((0, 0))
    for column in range(layout.columns):
        write(chr(ord("a") + column), layout.corner((column, 0))[0] + rank, first[1] - 30)
    for row in range(layout.rows):
        write(str(row + 1), first[0] - 30, layout.corner((0, row))[1] + rank)
    return canvas.image


@lru_cache(maxsize=512)
def _tile(theme: Theme, layout: Layout, tile: Tile, *, wet: int | None) -> Image.Image:
    """Draws a card with all that is on it; a wet one has the colour of that seat's ribbon for a ground."""
    colours = palette(theme)
    dry = colours.face if tile.card else colours.recess
    ground = dry if wet is None else colours.seats[wet].trace
    picture = _card(theme, layout, tile, ground).copy()
    canvas = Canvas(colours, picture)
    size, spot = layout.card, layout.spot_inside
    if tile.footprint is not None:
        sprite = seats.ghost(theme, tile.footprint, size * 0.165, max(3.0, size * 0.03), dry, ground)
        at = spot - seats.ghost_middle(size * 0.165)
        canvas.stamp(sprite, at, at)
    if tile.ring is not None:
        sprite = seats.ghost(theme, tile.ring, size * 0.20, max(3.5, size * 0.034), dry, ground)
        at = spot - seats.ghost_middle(size * 0.20)
        canvas.stamp(sprite, at, at)
    if tile.pawn is not None:
        sprite = seats.pawn(theme, tile.pawn, size * 0.24, size * 0.06, ground, active=tile.active)
        at = spot - seats.pawn_middle(size * 0.24)
        canvas.stamp(sprite, at, at)
    return picture


def _card(theme: Theme, layout: Layout, tile: Tile, ground: int) -> Image.Image:
    """Draws a card without what stands on it."""
    if not tile.card:
        return _fallen(theme, layout, tile.tumble, tile.footprint is not None, ground)
    bare = tile.pawn is not None or tile.ring is not None
    return _standing(theme, layout, tile.card, tile.ring, bare, ground)


@lru_cache(maxsize=256)
def _standing(theme: Theme, layout: Layout, card: str, ring: int | None, bare: bool, ground: int) -> Image.Image:
    colours = palette(theme)
    size, radius = layout.card, layout.card * 0.10
    sketch = Sketch(size, size + layout.depth, colours, colours.table)
    sketch.rectangle(0, layout.depth, size, size + layout.depth, colours.card_edge, radius)
    sketch.rectangle(0, 0, size, size, ground, radius)
    if ring is not None:
        sketch.frame(0, 0, size, size, colours.seats[ring].main, radius, max(4, round(size * 0.036)))
    if card == "*":
        sketch.star(size * 0.25, size * 0.24, size * 0.185, colours.ink)
    else:
        sketch.write(size * 0.235, size * 0.245, card, round(size * 0.40), Face.DISPLAY, colours.ink)
    if not bare:
        _stones(sketch, size, card)
    return sketch.picture()


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


@lru_cache(maxsize=128)
def _fallen(theme: Theme, layout: Layout, tumble: int, left: bool, ground: int) -> Image.Image:
    colours = palette(theme)
    size = layout.card
    sketch = Sketch(size, size + layout.depth, colours, colours.table)
    sketch.rectangle(0, 0, size, size, ground, size * 0.10)
    if ground != colours.recess:
        # The ribbon lies over rubble, which is no print.
        return sketch.picture()
    mirror = -1 if tumble % 2 else 1
    lean = (tumble // 2 - 1) * 3
    for x, y, angle in ((-0.185, 0.30, -6), (0.19, 0.29, 13), (0.015, 0.135, -34)):
        if left and y < 0.2:
            # The footprint takes the place of the topmost stone.
            continue
        middle = size / 2
        sketch.brick(
            middle + mirror * x * size,
            middle + y * size,
            size * 0.27,
            size * 0.135,
            colours.rubble,
            mirror * angle + lean,
        )
    return sketch.picture()


def _ribbon(canvas: Canvas, layout: Layout, tiles: dict[Cell, Tile], way: list[Leg], seat: int) -> None:
    """Lays the ribbon over the cards of a path, then its chevrons and arrowheads."""
    ink = canvas.palette.seats[seat]
    half = layout.half
    bends = [(before, after) for before, after in pairwise(way) if before.direction != after.direction]
    spots = [layout.spot(before.end) for before, _ in bends]
    dry = [canvas.image.crop((x - half, y - half, x + half, y + half)) for x, y in spots]
    for leg in way:
        for box, cell in pieces(layout, leg):
            if cell is None:
                canvas.fill(box, ink.trace)
                continue
            x, y = layout.corner(cell)
            wet = _tile(canvas.palette.theme, layout, tiles[cell], wet=seat)
            # The card's edge belongs to the gap below it, which the ribbon covers.
            inside = box[0] - x, box[1] - y, box[2] - x, box[3] - y
            canvas.paste(wet.crop(inside), box[0], box[1])
    for (before, after), (x, y), ground in zip(bends, spots, dry, strict=True):
        canvas.blend(_bend(half, before.direction, after.direction), x - half, y - half, ground)
    for leg in way:
        for direction, x, y, solid in signs(layout, leg):
            mask = _sign_mask(layout, direction, solid)
            canvas.blend(mask, x - mask.width // 2, y - mask.height // 2, ink.main)


@lru_cache(maxsize=64)
def _sign_mask(layout: Layout, direction: Cell, solid: bool) -> Image.Image:
    """Sketches an arrowhead or a chevron in the middle of a square."""
    size = layout.mark
    middle = round(size * 0.13)
    coverage = Coverage(2 * middle, 2 * middle)
    if solid:
        coverage.arrowhead(middle, middle, direction, size * 0.105, 1)
    else:
        coverage.chevron(middle, middle, direction, size * 0.075, max(4.0, size * 0.04), 1)
    return coverage.mask()


@lru_cache(maxsize=64)
def _bend(half: int, into: Cell, out: Cell) -> Image.Image:
    """Sketches what a bend of the ribbon leaves of the square round its spot: the outer corner."""
    coverage = Coverage(2 * half, 2 * half)
    coverage.rectangle(0, 0, 2 * half, 2 * half, 1)
    coverage.disc(half, half, half, 0)
    for dx, dy in ((-into[0], -into[1]), out):
        coverage.rectangle(
            0 if dx <= 0 else half,
            0 if dy <= 0 else half,
            2 * half if dx >= 0 else half,
            2 * half if dy >= 0 else half,
            0,
        )
    return coverage.mask()
