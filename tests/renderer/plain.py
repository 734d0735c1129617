"""The obvious way to draw a board: everything each time, four times as large in RGB, reduced and saved by Pillow.

It is what the renderer's speed is measured against, and shows nearly the same picture.
"""

from io import BytesIO

from PIL import Image

from games.collapsi import Moved, Position
from renderer import Scene
from renderer.canvas import Pencil
from renderer.cards import STONES
from renderer.collapsi import LABEL_SIZE
from renderer.header import CHIP_WIDTH, HEIGHT, LEFTS, TOP
from renderer.layout import Cell, Layout, legs
from renderer.scene import WIDTH, cells
from renderer.seats import shape
from renderer.text import CAPITALS, SCALE, Face, label
from renderer.theme import Palette, palette


def plain_png(scene: Scene) -> bytes:
    view = scene.view
    assert isinstance(view, Position)
    colours = palette(scene.theme)
    layout = Layout.of(view.board.width, view.board.height, chips=len(scene.chips))
    image = Image.new("RGB", (WIDTH * SCALE, layout.height * SCALE), colours.colours[colours.table])
    pencil = Pencil(image, colours.colours)
    _header(pencil, image, colours, scene)
    corners = {
        square: layout.corner((square % view.board.width, square // view.board.width))
        for square in range(view.board.size)
    }
    size = layout.card
    for square, (x, y) in corners.items():
        up = bool(view.up >> square & 1)
        if up:
            pencil.rectangle(x, y + layout.depth, x + size, y + size + layout.depth, colours.card_edge, size * 0.10)
        pencil.rectangle(x, y, x + size, y + size, colours.face if up else colours.recess, size * 0.10)
        if not up:
            for dx, dy, angle in ((0.315, 0.80, -6), (0.69, 0.79, 13), (0.515, 0.635, -34)):
                pencil.brick(x + dx * size, y + dy * size, size * 0.27, size * 0.135, colours.rubble, angle)
    for event in scene.last:
        if isinstance(event, Moved):
            _path(pencil, colours, layout, view, event)
    targets = cells(scene.targets)
    for square, (x, y) in corners.items():
        if not view.up >> square & 1:
            continue
        card = view.cards[square]
        _write(image, x + size * 0.235, y + size * 0.245, card, round(size * 0.40), colours.colours[colours.ink])
        spot = layout.spot_inside
        if square in view.pawns:
            _pawn(pencil, colours, view.pawns.index(square), x + spot, y + spot, size * 0.25)
        elif (square % view.board.width, square // view.board.width) in targets:
            main = colours.seats[view.turn].main
            pencil.frame(x, y, x + size, y + size, main, size * 0.10, size * 0.036)
            shape(pencil, view.turn, x + spot, y + spot, size * 0.20, main)
            shape(pencil, view.turn, x + spot, y + spot, size * 0.20, colours.face, size * 0.034)
        else:
            for row, count in enumerate(reversed(STONES[card])):
                for place in range(count):
                    left = x + size * 0.56 + (place - (count - 1) / 2) * size * 0.30
                    pencil.brick(left, y + size * (0.81 - 0.165 * row), size * 0.27, size * 0.135, colours.pip)
    for column in range(view.board.width):
        x, y = corners[column]
        _write(
            image, x + size * 0.235, y - 30, chr(97 + column), LABEL_SIZE, colours.colours[colours.ink2], Face.SEMIBOLD
        )
    for row in range(view.board.height):
        x, y = corners[row * view.board.width]
        _write(image, x - 30, y + size * 0.235, str(row + 1), LABEL_SIZE, colours.colours[colours.ink2], Face.SEMIBOLD)
    file = BytesIO()
    image.reduce(SCALE).save(file, "PNG")
    return file.getvalue()


def _header(pencil: Pencil, image: Image.Image, colours: Palette, scene: Scene) -> None:
    for seat, (chip, left) in enumerate(zip(scene.chips, LEFTS, strict=True)):
        if chip.active or chip.won:
            pencil.rectangle(left, TOP + 5, left + CHIP_WIDTH, TOP + HEIGHT + 5, colours.card_edge, 16)
            pencil.rectangle(left, TOP, left + CHIP_WIDTH, TOP + HEIGHT, colours.gold, 16)
            pencil.rectangle(left + 30, TOP + 4, left + CHIP_WIDTH - 4, TOP + HEIGHT - 4, colours.face, 12)
        shape(pencil, seat, left + 61, TOP + HEIGHT / 2, 19, colours.seats[seat].main)
        width = label(chip.name, 31, Face.BOLD).width
        ink = colours.colours[colours.ink]
        _write(image, left + 93 + width / 2, TOP + HEIGHT / 2, chip.name, 31, ink, Face.BOLD)
    _write(image, 850, TOP + HEIGHT / 2, scene.pace, 30, colours.colours[colours.ink2], Face.SEMIBOLD)


def _path(pencil: Pencil, colours: Palette, layout: Layout, view: Position, moved: Moved) -> None:
    squares = [view.board.square(name) or 0 for name in moved.path]
    path: tuple[Cell, ...] = tuple((square % view.board.width, square // view.board.width) for square in squares)
    ink = colours.seats[moved.seat]
    for leg in legs(path):
        (x0, y0), (x1, y1) = layout.spot(leg.start), layout.spot(leg.end)
        dx, dy = leg.direction
        if leg.wraps:
            away = layout.card * 0.37
            for x, y in ((x0 + dx * away, y0 + dy * away), (x1 - dx * away, y1 - dy * away)):
                pencil.arrowhead(x, y, leg.direction, layout.mark * 0.105, ink.main)
        else:
            pencil.line([(x0, y0), (x1, y1)], 2 * layout.half, ink.trace)
            pencil.chevron((x0 + x1) / 2, (y0 + y1) / 2, leg.direction, layout.mark * 0.075, 7, ink.main)
    x, y = layout.spot(path[0])
    shape(pencil, moved.seat, x, y, layout.card * 0.165, ink.main)
    shape(pencil, moved.seat, x, y, layout.card * 0.165, colours.recess, layout.card * 0.03)


def _pawn(pencil: Pencil, colours: Palette, seat: int, x: float, y: float, radius: float) -> None:
    for sunk in (0.0, radius * 0.24):
        shape(pencil, seat, x, y + sunk, radius, colours.gold, -radius * 0.26)
    shape(pencil, seat, x, y, radius, colours.face, -radius * 0.10)
    for step in range(12, -1, -1):
        shape(pencil, seat, x, y + radius * 0.02 * step, radius, colours.seats[seat].edge)
    shape(pencil, seat, x, y, radius, colours.seats[seat].main)


def _write(
    image: Image.Image,
    x: float,
    y: float,
    text: str,
    size: float,
    colour: tuple[int, int, int],
    face: Face = Face.DISPLAY,
) -> None:
    line = label.__wrapped__(text, size * SCALE, face, 1)
    left, top = round(x * SCALE - line.width / 2) - line.left, round((y + CAPITALS * size / 2) * SCALE) - line.baseline
    image.paste(colour, (left, top), line.mask)
