"""What the last move of Collapsi left on the board: its way, the cards it turned, the line it shifted.

1. The way is a ribbon on the faces and under the print, with a chevron in each gap. Where it leaves the end of a row or
   column it ends in an arrowhead outside the rim, and comes in with the same arrowhead outside the opposite rim.
2. A shifted line lies on a band that reaches back to where it came from. What the shift tore apart is left out.
3. Events name squares as they were before the shift; a `Trail` has them where they lie now.

A piece of the ribbon on a card is cut out of the same card sketched on the ribbon's colour: nothing has to be blended
but the corners, chevrons and arrowheads.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from games.collapsi import Moved, Position, Revived, Shifted
from games.collapsi.board import SHIFTS, SQUARE, column_number
from games.core import Event
from renderer.canvas import Box, Canvas, Coverage
from renderer.cards import Tile, tile
from renderer.layout import Cell, Layout, Leg, beside, legs, pieces, signs


@dataclass(frozen=True, slots=True)
class Band:
    """A line that was shifted."""

    seat: int
    first: Cell
    last: Cell
    direction: Cell

    @property
    def end(self) -> Cell:
        """The card at the end that the line came from."""
        return self.first if sum(self.direction) > 0 else self.last

    @property
    def tail(self) -> Cell:
        """The square, or the place beside the board, that the line left."""
        return self.end[0] - self.direction[0], self.end[1] - self.direction[1]

    def __contains__(self, cell: Cell) -> bool:
        return all(a <= x <= b for a, x, b in zip(self.first, cell, self.last, strict=True))


@dataclass(frozen=True, slots=True)
class Trail:
    """The last move, in the cells of the board as it lies now."""

    seat: int = 0
    start: Cell | None = None
    """Where the pawn came from."""
    way: tuple[Leg, ...] = ()
    turned: Mapping[Cell, int] = field(default_factory=dict)
    """The cards that were turned up or down, and who did it."""
    band: Band | None = None

    @property
    def heads(self) -> frozenset[tuple[Cell, Cell]]:
        """The cards at whose rims an arrowhead lies, each with the side."""
        ends = ((leg, (-leg.direction[0], -leg.direction[1])) for leg in self.way if leg.wraps)
        return frozenset(end for leg, back in ends for end in ((leg.start, leg.direction), (leg.end, back)))


def trail(events: Sequence[Event], view: Position) -> Trail:
    """Reads the events of a step."""
    moved = next((event for event in reversed(events) if isinstance(event, Moved)), None)
    shifted = next((event for event in reversed(events) if isinstance(event, Shifted)), None)
    if moved is None:
        return Trail()
    band = None
    place: Callable[[str], Cell] = _cell
    if shifted is not None:
        line = [_cell(name) for name in shifted.line]
        band = Band(shifted.seat, min(line), max(line), SHIFTS[shifted.sign])
        pawn = view.pawns[moved.seat]
        if pawn is None:
            return Trail(band=band)
        place = _after_shift(band, _cell(moved.path[-1]), (pawn % view.board.width, pawn // view.board.width))
    path = tuple(map(place, moved.path))
    way = tuple(leg for leg in legs(path) if shifted is None or _joined(view, leg))
    turned = {
        place(name): event.seat
        for event in events
        if isinstance(event, Revived)
        for name in (event.up, event.down)
        if name is not None
    }
    return Trail(moved.seat, path[0], way, turned, band)


def _cell(name: str) -> Cell:
    found = SQUARE.fullmatch(name)
    assert found is not None, f"not the name of a square: {name!r}"
    return column_number(found[1]), int(found[2]) - 1


def _after_shift(band: Band, before: Cell, now: Cell) -> Callable[[str], Cell]:
    """Returns where squares of the board before a shift lie now, from where its pawn lay before and lies now."""
    dx, dy = band.direction
    # The box of all cards may begin elsewhere now.
    off = now[0] - before[0] - dx, now[1] - before[1] - dy

    def place(name: str) -> Cell:
        x, y = _cell(name)
        shifts = y == before[1] if dx else x == before[0]
        return x + off[0] + dx * shifts, y + off[1] + dy * shifts

    return place


def _joined(view: Position, leg: Leg) -> bool:
    """Whether the cells of a leg are still neighbours."""
    width = view.board.width
    (x0, y0), (x1, y1) = leg.start, leg.end
    return y1 * width + x1 in view.board.neighbours[y0 * width + x0]


def draw_band(canvas: Canvas, layout: Layout, band: Band) -> None:
    """Lays the band on the table: the squares of the line, and half a card back."""
    canvas.fill(_band_box(layout, band), canvas.palette.seats[band.seat].trace)


def finish_band(canvas: Canvas, layout: Layout, band: Band, heads: frozenset[tuple[Cell, Cell]]) -> None:
    """Rounds a band whose cards were drawn, and draws two chevrons where the line came from."""
    left, top, right, bottom = _band_box(layout, band)
    radius = round(layout.card * 0.16)
    for x, outward in ((left, -1), (right - radius, 1)):
        canvas.blend(_corner(radius, (outward, -1)), x, top, canvas.palette.table)
        canvas.blend(_corner(radius, (outward, 1)), x, bottom - radius, canvas.palette.table)
    back = -band.direction[0], -band.direction[1]
    pair(canvas, layout, band.end, back, band.seat, _tail(layout, band), aside=(band.end, back) in heads, inward=True)


def _band_box(layout: Layout, band: Band) -> Box:
    left, top = layout.corner(band.first)
    right, bottom = (side + layout.card for side in layout.corner(band.last))
    pad, tail = layout.inset, _tail(layout, band)
    dx, dy = band.direction
    return (
        left - pad - (tail if dx > 0 else 0),
        top - pad - (tail if dy > 0 else 0),
        right + pad + (tail if dx < 0 else 0),
        # On small cards the edge below is higher than the gap is wide.
        bottom + max(pad, min(layout.depth + 1, 2 * pad)) + (tail if dy < 0 else 0),
    )


def _tail(layout: Layout, band: Band) -> int:
    """How far a band reaches back from its line."""
    back = -band.direction[0], -band.direction[1]
    return min(round(layout.pitch * 0.56), layout.room(band.end, back))


def pair(
    canvas: Canvas,
    layout: Layout,
    cell: Cell,
    way: Cell,
    seat: int,
    room: int,
    *,
    aside: bool = False,
    inward: bool = False,
) -> None:
    """Draws two chevrons beyond a card, in the middle of the gap and so much room; aside of an arrowhead."""
    size, across = float(layout.card), 0.5
    if aside and layout.holds((cell[0] + way[0], cell[1] + way[1])):
        across = 0.33
    elif aside:
        # Beside the board that is where the names of rows and columns stand.
        size, across = layout.card * 0.75, 0.88
    # From the rim, and that of a card has an edge below.
    rim = layout.card / 2 + (layout.depth if way[1] > 0 else 0)
    room += round(layout.pitch / 2 - rim)
    size = min(size, room * (0.7 if inward else 0.8) / 0.36)
    direction = (-way[0], -way[1]) if inward else way
    mask = _chevron(round(size), direction, 0.13, max(2.5, round(size * 0.055, 1)))
    for step in (-1, 1):
        away = rim + room / 2 + step * size * 0.09
        x, y = beside(layout, cell, way, away, across)
        canvas.blend(mask, x - mask.width // 2, y - mask.height // 2, canvas.palette.seats[seat].main)


def draw_ribbon(canvas: Canvas, layout: Layout, tiles: Mapping[Cell, Tile], last: Trail) -> None:
    """Lays the ribbon over the cards of the way, then its chevrons and arrowheads."""
    ink = canvas.palette.seats[last.seat]
    arms: dict[Cell, list[Cell]] = {}
    for leg in last.way:
        arms.setdefault(leg.start, []).append(leg.direction)
        arms.setdefault(leg.end, []).append((-leg.direction[0], -leg.direction[1]))
    corners = []
    for cell, ways in arms.items():
        covered = tiles[cell].pawn is not None or tiles[cell].footprint is not None
        straight = len(ways) == 2 and ways[0] == (-ways[1][0], -ways[1][1])
        if straight or (len(ways) == 1 and covered):
            continue
        half = _half(layout, last, cell)
        (x, y) = layout.spot(cell)
        dry = canvas.image.crop((x - half, y - half, x + half, y + half))
        corners.append((_bend(half, tuple(ways)), x - half, y - half, dry))
    for leg in last.way:
        on_band = last.band is not None and leg.start in last.band
        colour = ink.path if on_band else ink.trace
        for box, on in pieces(layout, leg, _half(layout, last, leg.start)):
            if on is None:
                canvas.fill(box, colour)
                continue
            x, y = layout.corner(on)
            wet = tile(canvas.palette.theme, layout.card, tiles[on], colour)
            # The card's edge belongs to the gap below it, which the ribbon covers.
            inside = box[0] - x, box[1] - y, box[2] - x, box[3] - y
            canvas.paste(wet.crop(inside), box[0], box[1])
    for mask, x, y, dry in corners:
        canvas.blend(mask, x, y, dry)
    for leg in last.way:
        for direction, x, y, solid in signs(layout, leg):
            size = layout.mark
            mask = (
                _arrowhead(size, direction)
                if solid
                else _chevron(size, direction, 0.075, max(min(4.0, size * 0.055), size * 0.04))
            )
            canvas.blend(mask, x - mask.width // 2, y - mask.height // 2, ink.main)


def _half(layout: Layout, last: Trail, cell: Cell) -> int:
    return layout.thin if last.band is not None and cell in last.band else layout.half


@lru_cache(maxsize=64)
def _arrowhead(size: float, direction: Cell) -> Image.Image:
    """Sketches an arrowhead in the middle of a square."""
    middle = round(size * 0.13)
    coverage = Coverage(2 * middle, 2 * middle)
    coverage.arrowhead(middle, middle, direction, size * 0.105, 1)
    return coverage.mask()


@lru_cache(maxsize=64)
def _chevron(size: float, direction: Cell, share: float, thickness: float) -> Image.Image:
    """Sketches a chevron in the middle of a square; its arms reach so far to each side, as a share of the size."""
    middle = round(size * (share + 0.055))
    coverage = Coverage(2 * middle, 2 * middle)
    coverage.chevron(middle, middle, direction, size * share, thickness, 1)
    return coverage.mask()


@lru_cache(maxsize=64)
def _corner(radius: int, outward: Cell) -> Image.Image:
    """Sketches what a round corner leaves of its square."""
    coverage = Coverage(radius, radius)
    coverage.rectangle(0, 0, radius, radius, 1)
    coverage.disc(radius if outward[0] < 0 else 0, radius if outward[1] < 0 else 0, radius, 0)
    return coverage.mask()


@lru_cache(maxsize=64)
def _bend(half: int, arms: tuple[Cell, ...]) -> Image.Image:
    """Sketches what the ribbon leaves of the square round a spot from which it goes on in some directions."""
    coverage = Coverage(2 * half, 2 * half)
    coverage.rectangle(0, 0, 2 * half, 2 * half, 1)
    coverage.disc(half, half, half, 0)
    for dx, dy in arms:
        coverage.rectangle(
            0 if dx <= 0 else half,
            0 if dy <= 0 else half,
            2 * half if dx >= 0 else half,
            2 * half if dy >= 0 else half,
            0,
        )
    return coverage.mask()
