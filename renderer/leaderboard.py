"""The leaderboard: place, name, how the rating went, games played, won and lost, and the rating.

The best lies on a panel; the viewer's own row has a panel and a tab, as the chip of the player to move has. Games won
are a full block and games lost a hollow one; four squares stand for games, also in the head.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from games.core import Rect
from renderer.canvas import Canvas, Sketch
from renderer.header import DEPTH, crown
from renderer.scene import WIDTH, Picture, Scene, paint
from renderer.text import Face, clean, fit, label, name_line
from renderer.theme import Theme, palette

TOP = 142
"""Where the first row begins."""
ROW = 74
GAP = 28
"""Before a row that does not follow the one above."""
FOOT = 18
EMPTY_PLACES = 3
"""How many empty places a table without rows shows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row."""

    place: int
    name: str
    rating: int
    uncertain: bool
    """Whether the rating rests on few games yet."""
    played: int
    won: int
    lost: int
    trend: tuple[int, ...] = ()
    """The last ratings, oldest first; empty to leave the curve out."""
    highlight: bool = False
    """Whether it is the viewer's own."""


@dataclass(frozen=True, slots=True)
class Table:
    """The best players, and perhaps the viewer's own row below them."""

    rows: tuple[Row, ...]
    players: int
    games: int


_LEFT, _RIGHT = 20, WIDTH - 20
_TAB = 18
_PLACE = 74
"""The middle of the places."""
_NAME = 120
_NAME_SIZE = 32
_NAME_END = 484
_NAME_END_BY_CURVE = 402
_CURVE = 416
_CURVE_WIDTH = 76
_PLAYED, _WON, _LOST = 572, 650, 728
"""Where the counts end."""
_COUNT_ROOM = 66
_RATING = 844
_HEAD = 52
_SIGNS = 115
_SIGN = 36
"""The sides of a sign's picture."""


@paint.register
def _(view: Table, scene: Scene) -> Picture:
    """Draws a leaderboard."""
    colours = palette(scene.theme)
    tops = _tops(view.rows)
    bottom = tops[-1] + ROW if tops else TOP + ROW * EMPTY_PLACES
    canvas = Canvas.blank(colours, WIDTH, bottom + FOOT)
    _head(canvas, view)
    curves = any(len(row.trend) > 1 for row in view.rows)
    for (above, _), (below, top) in pairwise(zip(view.rows, tops, strict=True)):
        if below.place > above.place + 1:
            canvas.paste(_sign(scene.theme, "more"), _PLACE - _SIGN // 2, top - GAP // 2 - _SIGN // 2)
        elif not _raised(above) and not _raised(below):
            canvas.fill((_NAME, top - 1, _RIGHT - 4, top + 1), colours.line)
    for row, top in zip(view.rows, tops, strict=True):
        _row(canvas, row, top, curves)
    if not view.rows:
        for place in range(EMPTY_PLACES):
            _empty(canvas, place + 1, TOP + place * ROW)
    return Picture(canvas.png(), canvas.image.size, Rect(0, 0, 0, 0))


def _tops(rows: tuple[Row, ...]) -> list[int]:
    """Returns where each row begins."""
    tops: list[int] = []
    for place, row in enumerate(rows):
        follows = place == 0 or row.place <= rows[place - 1].place + 1
        tops.append((tops[-1] + ROW if tops else TOP) + (0 if follows else GAP))
    return tops


def _raised(row: Row) -> bool:
    return row.place == 1 or row.highlight


def _head(canvas: Canvas, table: Table) -> None:
    """Draws the game's sign, how many players and games there are, and the signs over the columns."""
    colours = canvas.palette
    canvas.paste(_title(colours.theme), _LEFT + 8, _HEAD - 34)
    right = _RIGHT - 4
    for sign, number in (("games", table.games), ("players", table.players)):
        line = label(str(number), 30, Face.SEMIBOLD)
        canvas.write(line, right - line.width, _HEAD, colours.table, colours.ink2)
        right -= round(line.width) + 8 + _SIGN
        canvas.paste(_sign(colours.theme, sign), right, _HEAD - _SIGN // 2)
        right -= 28
    if table.rows:
        for sign, end in (("games", _PLAYED), ("won", _WON), ("lost", _LOST)):
            canvas.paste(_sign(colours.theme, sign), end - _SIGN + 4, _SIGNS - _SIGN // 2)


def _row(canvas: Canvas, row: Row, top: int, curves: bool) -> None:
    colours = canvas.palette
    ground = colours.table
    if _raised(row):
        ground = colours.face
        canvas.paste(_panel(colours.theme, row.highlight), _LEFT, top + 3)
    middle = top + ROW / 2
    best = row.place <= 3
    _number(canvas, str(row.place), _PLACE, middle, 38 if best else 33, 54, ground, best or row.highlight, centred=True)
    name_end = _NAME_END_BY_CURVE if curves else _NAME_END
    name = fit(clean(row.name), _NAME_SIZE, Face.SEMIBOLD, name_end - _NAME)
    canvas.write(
        name_line(name, _NAME_SIZE, Face.SEMIBOLD),
        _NAME,
        middle,
        ground,
        colours.ink,
        clip=(_NAME - 8, top + 4, name_end + 8, top + ROW - 4),
    )
    if len(row.trend) > 1:
        canvas.paste(_curve(colours.theme, row.trend, ground), _CURVE, top + ROW // 2 - 20)
    for count, end in ((row.played, _PLAYED), (row.won, _WON), (row.lost, _LOST)):
        line = label(str(count), 28, Face.SEMIBOLD)
        if line.width > _COUNT_ROOM:
            line = label(str(count), 28 * _COUNT_ROOM / line.width, Face.SEMIBOLD)
        canvas.write(line, end - line.width, middle, ground, colours.ink2)
    _number(canvas, str(row.rating), _RATING, middle, 38, 108, ground, True)
    if row.uncertain:
        canvas.write(label("?", 28, Face.MEDIUM), _RATING + 8, middle, ground, colours.ink2)


def _number(
    canvas: Canvas,
    text: str,
    x: int,
    y: float,
    size: float,
    room: int,
    ground: int,
    strong: bool,
    centred: bool = False,
) -> None:
    """Writes a place or a rating, smaller where it has many digits."""
    line = label(text, size, Face.DISPLAY)
    if line.width > room:
        line = label(text, size * room / line.width, Face.DISPLAY)
    ink = canvas.palette.ink if strong else canvas.palette.ink2
    canvas.write(line, x - line.width / (2 if centred else 1), y, ground, ink)


def _empty(canvas: Canvas, place: int, top: int) -> None:
    """Draws a place that nobody has taken: corner ticks, as for a hole in a board."""
    colours = canvas.palette
    _number(canvas, str(place), _PLACE, top + ROW / 2, 38, 54, colours.table, False, centred=True)
    left, right, arm, thick = _NAME, _RIGHT - 4, 16, 4
    upper, lower = top + 12, top + ROW - 12
    for x, inward in ((left, 1), (right, -1)):
        for y, down in ((upper, 1), (lower, -1)):
            across = sorted((x, x + inward * arm))
            along = sorted((y, y + down * arm))
            canvas.fill((across[0], min(y, y + down * thick), across[1], max(y, y + down * thick)), colours.tick)
            canvas.fill((min(x, x + inward * thick), along[0], max(x, x + inward * thick), along[1]), colours.tick)


@lru_cache(maxsize=4)
def _panel(theme: Theme, own: bool) -> Image.Image:
    colours = palette(theme)
    width, height = _RIGHT - _LEFT, ROW - 6
    sketch = Sketch(width, height + DEPTH, colours, colours.table)
    sketch.rectangle(0, DEPTH, width, height + DEPTH, colours.card_edge, 16)
    sketch.rectangle(0, 0, width, height, colours.face, 16)
    if own:
        sketch.rectangle(0, 0, 32, height, colours.ink2, 16)
        sketch.rectangle(_TAB, 0, 34, height, colours.face)
        sketch.arrowhead(_TAB / 2 + 0.5, height / 2, (1, 0), 7, colours.face)
    return sketch.picture()


@lru_cache(maxsize=256)
def _curve(theme: Theme, trend: tuple[int, ...], ground: int) -> Image.Image:
    """Draws how a rating went, each on its own scale, with a dot for now."""
    colours = palette(theme)
    sketch = Sketch(_CURVE_WIDTH, 40, colours, ground)
    low, high = min(trend), max(trend)
    step = (_CURVE_WIDTH - 12) / (len(trend) - 1)
    # A curve without ups and downs runs along the middle.
    scale = 28 / (high - low) if high > low else 0
    lowest = 34 if high > low else 20
    points = [(3 + place * step, lowest - (rating - low) * scale) for place, rating in enumerate(trend)]
    sketch.line(points, 3.5, colours.stone)
    sketch.disc(*points[-1], 6, colours.ink)
    return sketch.picture()


@lru_cache(maxsize=2)
def _title(theme: Theme) -> Image.Image:
    """Draws a card with three stones, and a crown."""
    colours = palette(theme)
    sketch = Sketch(160, 68, colours, colours.table)
    sketch.rectangle(2, 2, 66, 66, colours.line if theme == "light" else colours.tick, 14)
    sketch.rectangle(4, 4, 64, 64, colours.face, 12)
    for x, y, ink in ((24, 46, colours.stone), (45, 46, colours.pip), (34.5, 32, colours.pip)):
        sketch.brick(x, y, 19, 11, ink)
    crown(sketch, 114, 34, 24, colours.gold, colours.gold_rim if theme == "light" else None)
    return sketch.picture()


def _games(sketch: Sketch) -> None:
    for x in (11, 25):
        for y in (11, 25):
            sketch.rectangle(x - 6, y - 6, x + 6, y + 6, sketch.palette.ink2, 2)


def _players(sketch: Sketch) -> None:
    ink = sketch.palette.ink2
    sketch.disc(20, 9.5, 7, ink)
    sketch.rectangle(8, 19, 32, 32, ink, 7.5)
    sketch.rectangle(8, 26, 32, 32, ink, 2)


def _won(sketch: Sketch) -> None:
    sketch.rectangle(11, 6, 31, 30, sketch.palette.ink2, 5)


def _lost(sketch: Sketch) -> None:
    sketch.frame(11, 6, 31, 30, sketch.palette.ink2, 5, 3.5)


def _more(sketch: Sketch) -> None:
    for y in (8, 18, 28):
        sketch.disc(18, y, 3, sketch.palette.stone)


_DRAWN: dict[str, Callable[[Sketch], None]] = {
    "games": _games,
    "players": _players,
    "won": _won,
    "lost": _lost,
    "more": _more,
}


@lru_cache(maxsize=16)
def _sign(theme: Theme, sign: str) -> Image.Image:
    sketch = Sketch(_SIGN, _SIGN, palette(theme), palette(theme).table)
    _DRAWN[sign](sketch)
    return sketch.picture()
