"""A hand of Lopti as its owner sees it: a column for each rank, and with how many cards it may be played.

1. Ranks that can do something stand in the second row, with the owner's cards on the table.
2. What may be played has a rim and a hollow pill with the numbers allowed. What may not has a plain count; nothing is
   greyed out.
3. The two cards of a swap that others do not see yet have a rim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image

from games.core import Rect, Seat
from games.lopti.cards import RANKS, Card, Cards
from games.lopti.legality import legal
from games.lopti.position import Position
from renderer import deck, seats, signs
from renderer.canvas import Canvas, Sketch
from renderer.deck import SHOWN, Laid
from renderer.header import DEPTH, PACE_RIGHT, pace_sign, plate
from renderer.scene import WIDTH, Picture, Scene
from renderer.text import Face, label
from renderer.theme import Theme, palette

TOP = 198
"""Where the first row begins."""

_LEFT, _RIGHT, _UPPER = 24, 876, 26
_CARD, _PITCH = 86, 96
_HIGH = deck.height(_CARD)
_BELOW = 86
"""From the lowest card of a row to the next row."""
_COLUMNS = 9
"""How many columns stand in a row."""
_CHIP = (648, 228, 68)
"""The viewer's chip: where it begins, its width and height."""


@dataclass(frozen=True, slots=True)
class _Column:
    """The cards of a rank; the last one lies in front."""

    cards: Cards
    counts: tuple[int, ...]
    """How many of them may be played."""
    ringed: bool
    """Whether the one in front has a rim."""


def draw_hand(position: Position, viewer: Seat, scene: Scene) -> Picture:
    """Draws a seat's cards and what lies on the table."""
    table = position.round
    powers = signs.powers(table.params)
    acts = position.phase == "play" and table.turn == viewer
    look = signs.shapes(position)[viewer]
    swapped = _swapped(position, viewer)
    columns = [_column(position, viewer, cards, acts, swapped) for cards in _by_rank(table.hands[viewer])]
    plain = [column for column in columns if column.cards[0][0] not in powers]
    # So many plain ranks do not fit a row only where hardly any other ones are left.
    rows = plain[:_COLUMNS], [column for column in columns if column not in plain] + plain[_COLUMNS:]
    up, down = table.up[viewer], table.down[viewer]
    second = TOP + _room(rows[0])
    foot = second + max(_room(rows[1]), _HIGH + 32 if up or down else 0)
    canvas = Canvas.blank(palette(scene.theme), WIDTH, foot)
    _draw_table(canvas, position, viewer, scene)
    canvas.fill((_LEFT, TOP - 22, _RIGHT, TOP - 20), canvas.palette.line)
    for row, top in zip(rows, (TOP, second), strict=True):
        for place, column in enumerate(row):
            _draw_column(canvas, column, powers, look, _LEFT + place * _PITCH, top)
    flips = acts and table.is_blind(viewer)
    only_first = table.params.blind_choice == "leftmost"
    pitch = deck.stack_width(_CARD) + 5
    count = max(len(up), len(down))
    for place in range(count):
        laid = None
        if place < len(up):
            ring = look if up[place] in swapped else None
            laid = Laid(up[place], powers.get(up[place][0], ""), ring)
        blind = look if flips and not (only_first and place) else None
        picture = deck.stack(scene.theme, _CARD, laid, place < len(down), blind, canvas.palette.table)
        canvas.paste(picture, _RIGHT + 5 - (count - place) * pitch, second)
    return Picture(canvas.png(), canvas.image.size, Rect(0, 0, 0, 0))


def _by_rank(cards: Cards) -> list[Cards]:
    ordered = sorted(cards, key=lambda card: RANKS.index(card[0]))
    return [tuple(group) for _, group in groupby(ordered, key=lambda card: card[0])]


def _swapped(position: Position, viewer: Seat) -> tuple[Card, ...]:
    """Returns the two cards that the viewer has chosen to swap."""
    chosen = position.swaps[viewer] if position.phase == "swap" else None
    return tuple(chosen.split()) if chosen else ()


def _column(position: Position, viewer: Seat, cards: Cards, acts: bool, swapped: Sequence[Card]) -> _Column:
    rank = cards[0][0]
    counts = tuple(count for count in range(1, len(cards) + 1) if acts and legal(position.round, viewer, rank, count))
    chosen = [card for card in cards if card in swapped]
    front = tuple(card for card in cards if card not in swapped) + tuple(chosen)
    return _Column(front, counts, bool(counts or chosen))


def _room(row: Sequence[_Column]) -> int:
    """Returns the height of a row with the numbers below it."""
    return _HIGH + (max(len(column.cards) for column in row) - 1) * SHOWN + _BELOW if row else 0


def _draw_column(canvas: Canvas, column: _Column, powers: dict[str, str], look: int, x: int, top: int) -> None:
    theme, colours = canvas.palette.theme, canvas.palette
    for place, card in enumerate(column.cards):
        front = place == len(column.cards) - 1
        laid = Laid(
            card,
            powers.get(card[0], ""),
            look if front and column.ringed else None,
            covered="" if front else "below",
            below=place > 0,
        )
        canvas.paste(deck.card(theme, _CARD, laid), x, top + place * SHOWN)
    y = top + _HIGH + (len(column.cards) - 1) * SHOWN + 36
    if column.counts:
        picture = _pill(theme, _numbers(column.counts), look)
        canvas.paste(picture, x + _CARD // 2 - picture.width // 2, y - picture.height // 2)
    else:
        line = label(str(len(column.cards)), 30, Face.SEMIBOLD)
        canvas.write(line, x + _CARD / 2 - line.width / 2, y, colours.table, colours.ink2)


def _numbers(counts: tuple[int, ...]) -> str:
    """Writes numbers, ranges as such.

    >>> _numbers((2,)), _numbers((1, 2, 3)), _numbers((1, 3))
    ('2', '1–3', '1, 3')
    """
    if len(counts) > 1 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(map(str, counts))


@lru_cache(maxsize=64)
def _pill(theme: Theme, text: str, look: int) -> Image.Image:
    """Draws how many cards may be played."""
    colours = palette(theme)
    wide = max(54, round(label(text, 30, Face.DISPLAY).width) + 28)
    sketch = Sketch(wide, 44, colours, colours.table)
    sketch.rectangle(0, 0, wide, 44, colours.seats[look].main, 22)
    sketch.rectangle(4, 4, wide - 4, 40, colours.face, 18)
    sketch.write(wide / 2, 22, text, 30, Face.DISPLAY, colours.ink)
    return sketch.picture()


def _draw_table(canvas: Canvas, position: Position, viewer: Seat, scene: Scene) -> None:
    """Draws what lies on the table, the marker, and whose hand it is."""
    theme, table, looks = canvas.palette.theme, position.round, signs.shapes(position)
    middle = _UPPER + _HIGH // 2
    picture = deck.drawing_pile(theme, _CARD, min(len(table.deck), 1) - 1)
    canvas.paste(picture, _LEFT, _UPPER)
    signs.draw_count(canvas, len(table.deck), _LEFT + _CARD + 16, middle, 36)
    x = 200
    if table.pile:
        top = table.pile[-1]
        step = deck.STEP if len(top.cards) < 4 else 0.37
        x = deck.draw_play(canvas, top.cards, signs.powers(table.params), x, _UPPER + _HIGH, _CARD, step=step)
        signs.draw_token(canvas, looks[top.by], x + 34, _UPPER + 30, 16, ground=canvas.palette.table)
        signs.draw_pile_count(canvas, table, x + 18, _UPPER + _HIGH - 29)
    else:
        canvas.paste(deck.empty_place(theme, _CARD, _HIGH), x, _UPPER)
    left, _, high = _CHIP
    active = viewer < len(scene.chips) and scene.chips[viewer].active
    ground = canvas.palette.face if active else canvas.palette.table
    canvas.paste(_chip(theme, looks[viewer], active), left, _UPPER)
    signs.draw_fan(canvas, len(table.hands[viewer]), left + 130, _UPPER + high // 2, ground)
    if scene.pace:
        picture = pace_sign(theme, scene.pace)
        canvas.paste(picture, PACE_RIGHT - picture.width, _UPPER + 104 - picture.height // 2)
    if position.phase == "play":
        if text := signs.marker(table):
            picture = signs.pill(theme, text, 44, 60)
            canvas.paste(picture, left - 16 - picture.width, _UPPER)
        signs.draw_chain(canvas, table, left - 16, _UPPER + 76, 30, 5)


@lru_cache(maxsize=32)
def _chip(theme: Theme, look: int, active: bool) -> Image.Image:
    """Draws the viewer's chip without the hand."""
    colours = palette(theme)
    _, wide, high = _CHIP
    sketch = Sketch(wide, high + DEPTH, colours, colours.table)
    if active:
        plate(sketch, wide, high, colours.face, won=False)
    seats.token(sketch, look, 70, high / 2, 19)
    return sketch.picture()
