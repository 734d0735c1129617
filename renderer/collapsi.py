"""Collapsi: cards that stand and cards that fell, pawns, the way the last one took, and where the next may go.

1. Solid marks in a seat's colour are what that player did, hollow ones what that player may do.
2. A place without a card has four corners where it blocks the way between two cards; elsewhere there is nothing.
3. What a fallen card was is shown only where it could stand again.
4. The painter draws what the scene says: whose turn it is, what may be chosen and the pace are the caller's.
"""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from games.collapsi import Position
from games.collapsi.board import Board, column_name
from games.collapsi.rules import REVIVALS
from games.core import Rect, Seat
from renderer import header
from renderer.canvas import Canvas
from renderer.cards import TUMBLES, Tile, hole, tile
from renderer.header import Shape, Sign
from renderer.layout import Cell, Layout
from renderer.scene import WIDTH, Picture, Scene, cells, paint
from renderer.text import Face, Line, label
from renderer.theme import Theme, palette
from renderer.trail import Band, Trail, draw_band, draw_ribbon, finish_band, pair, trail

LABEL_SIZE = 28
PUSH = 28
"""The room, beyond the gap, for signs where a shift may push a line: as much as there is on all sides of a board."""

_SHAPES: dict[str, Shape] = {"joker-revival": "star", "adjacent-revival": "stones", "reconstruction": "arrows"}
_WAYS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


@paint.register
def _(view: Position, scene: Scene) -> Picture:
    """Draws a game of Collapsi."""
    board, theme = view.board, scene.theme
    layout = Layout.of(board.width, board.height, chips=len(scene.chips) or bool(scene.pace))
    canvas = Canvas(palette(theme), _ground(theme, layout).copy())
    header.header(canvas, scene.chips, scene.pace, _signs(view))
    targets = cells(scene.targets)
    last = trail(scene.last, view)
    tiles = dict(_tiles(view, scene, targets, last))
    pushes = dict(_pushes(view, targets, tiles)) if scene.arrows else {}
    if last.band is not None:
        draw_band(canvas, layout, last.band)
    for cell in holes(board):
        if cell not in pushes and not (last.band and cell == last.band.tail):
            band = last.band.seat if last.band and cell in last.band else None
            canvas.paste(hole(theme, layout.card, band), *layout.corner(cell))
    for cell, shown in tiles.items():
        canvas.paste(tile(theme, layout.card, shown), *layout.corner(cell))
    if last.band is not None:
        finish_band(canvas, layout, last.band, last.heads)
        _labels_on_band(canvas, layout, last.band)
    draw_ribbon(canvas, layout, tiles, last)
    for end, way in pushes.values():
        pair(canvas, layout, end, way, view.turn, PUSH, aside=(end, way) in last.heads)
    png = canvas.png()
    return Picture(png, canvas.image.size, Rect(layout.left, layout.top, layout.pitch, layout.pitch))


def _signs(view: Position) -> tuple[tuple[Sign, ...], ...]:
    """Returns the revivals of each seat that is still in, spent or not."""
    known = [revival for revival in REVIVALS if revival in view.rules]
    return tuple(
        () if seat in view.out else tuple(Sign(_SHAPES[revival], view.may(seat, revival)) for revival in known)
        for seat in map(Seat, range(len(view.pawns)))
    )


def _tiles(view: Position, scene: Scene, targets: frozenset[Cell], last: Trail) -> Iterator[tuple[Cell, Tile]]:
    told = any(revival in view.rules for revival in REVIVALS)
    for square, value in enumerate(view.cards):
        if value == ".":
            continue
        row, column = divmod(square, view.board.width)
        cell = column, row
        up = bool(view.up >> square & 1)
        pawn = view.pawns.index(square) if square in view.pawns else None
        card = "*" if value == "J" and view.start == "joker" else value
        yield (
            cell,
            Tile(
                card=card if up or told else "",
                up=up,
                tumble=0 if up else (column * 31 + row * 17) % TUMBLES,
                ring=view.turn if cell in targets else None,
                # Who has moved in this turn already turns cards.
                goes=last.start is None or last.seat != view.turn,
                pawn=pawn,
                active=pawn is not None and pawn < len(scene.chips) and scene.chips[pawn].active,
                footprint=last.seat if cell == last.start else None,
                turned=last.turned.get(cell),
                band=last.band.seat if last.band and cell in last.band else None,
            ),
        )


def _pushes(
    view: Position, targets: frozenset[Cell], tiles: dict[Cell, Tile]
) -> Iterator[tuple[Cell, tuple[Cell, Cell]]]:
    """Yields the targets beyond the end of a line, each with the card at that end and the way a shift would go."""
    pawn = view.pawns[view.turn]
    own = None if pawn is None else (pawn % view.board.width, pawn // view.board.width)
    for x, y in sorted(targets - tiles.keys()):
        ends = []
        for dx, dy in _WAYS:
            end = x - dx, y - dy
            beyond = any((a == x if dy else b == y) and (a - x) * dx + (b - y) * dy > 0 for a, b in tiles)
            if end in tiles and not beyond:
                mine = own is not None and (own[0] == x if dy else own[1] == y)
                ends.append((not mine, (end, (dx, dy))))
        if ends:
            # It is the pawn's line that a player shifts.
            yield (x, y), min(ends)[1]


@lru_cache(maxsize=256)
def holes(board: Board) -> tuple[Cell, ...]:
    """Returns the squares without a card that lie between two cards of their row or column.

    >>> holes(Board(3, 2, 0b000_010)), holes(Board(3, 2, 0b001_000))
    (((1, 0),), ())
    """
    cards = {divmod(square, board.width)[::-1] for square in range(board.size) if not board.empty >> square & 1}
    rows = [[x for x, y in cards if y == row] for row in range(board.height)]
    columns = [[y for x, y in cards if x == column] for column in range(board.width)]

    def between(place: int, line: list[int]) -> bool:
        return bool(line) and min(line) < place < max(line)

    return tuple(
        (x, y)
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
        if (x, y) not in cards and (between(x, row) or between(y, column))
    )


@lru_cache(maxsize=16)
def _ground(theme: Theme, layout: Layout) -> Image.Image:
    """Draws the table with the names of columns and rows, each in line with the ranks."""
    colours = palette(theme)
    canvas = Canvas.blank(colours, WIDTH, layout.height)
    lines = [_column(layout, column) for column in range(layout.columns)]
    for line, x, y in lines + [_row(layout, row) for row in range(layout.rows)]:
        canvas.write(line, x, y, colours.table, colours.ink2)
    return canvas.image


def _column(layout: Layout, column: int) -> tuple[Line, float, float]:
    """Returns a column's name, where it begins and the middle of its capitals."""
    line = label(column_name(column), LABEL_SIZE, Face.SEMIBOLD)
    x, y = layout.corner((column, 0))
    return line, x + layout.card * 0.235 - line.width / 2, y - 30


def _row(layout: Layout, row: int) -> tuple[Line, float, float]:
    line = label(str(row + 1), LABEL_SIZE, Face.SEMIBOLD)
    x, y = layout.corner((0, row))
    return line, x - 30 - line.width / 2, y + layout.card * 0.235


def _labels_on_band(canvas: Canvas, layout: Layout, band: Band) -> None:
    """Writes the name of a column or row again where the tail of a band covers it."""
    x, y = band.tail
    if x < 0:
        canvas.lay(*_row(layout, y), canvas.palette.ink2)
    elif y < 0:
        canvas.lay(*_column(layout, x), canvas.palette.ink2)
