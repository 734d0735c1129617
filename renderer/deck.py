"""Playing cards as pictures: faces, walls for backs, stacks, hands of others, and places where nothing lies.

1. A picture has its ground, so it is put down as it is. A card that lies on another one is drawn with a part of it, for
   its round corners.
2. What a card can do follows from the parameters of a round, never from its rank: the caller says it.
3. A covered card shows its suit small, in the corner that stays visible.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from games.lopti.cards import Card, Cards
from renderer.canvas import Canvas, Pencil, Sketch
from renderer.suits import power, suit
from renderer.text import SCALE, Face, label
from renderer.theme import Theme, palette

RED = "dh"
SHOWN = 44
"""How much of a card is seen above the one that lies on it, in a hand."""
STEP, LAST_STEP = 0.44, 0.60
"""How much is seen of a card under another one of its play, and under the next play, in widths."""
FAN = (66, 52)
"""The size of a fan."""

Side = Literal["", "right", "below"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that is face up, and how it lies."""

    card: Card
    power: str = ""
    """What its rank can do: ``reset``, ``pass``, ``low``, ``clear`` or nothing."""
    ring: int | None = None
    """The seat that may play it."""
    covered: Side = ""
    """On which side the next card lies over it."""
    beside: int = 0
    """The width of the card on its left that it lies over; the feet of both are in line."""
    below: bool = False
    """Whether it lies over a card that is a little higher."""


def height(width: int) -> int:
    """Returns the height of a card."""
    return round(width * 1.38)


def depth(width: int) -> int:
    """Returns the height of the edge below a card."""
    return max(3, round(width * 0.035))


def rank_name(rank: str) -> str:
    """Returns a rank as it is printed."""
    return "10" if rank == "T" else rank


def draw_play(
    canvas: Canvas,
    cards: Cards,
    powers: Mapping[str, str],
    x: int,
    feet: int,
    width: int,
    *,
    beside: int = 0,
    step: float = STEP,
    whole: bool = True,
) -> int:
    """Draws the cards of a play side by side, perhaps over a card on their left of some width.

    Returns where they end, or where the next play is to lie over them if the last card need not be whole.
    """
    for place, shown in enumerate(cards, start=1):
        last = place == len(cards)
        laid = Laid(shown, powers.get(shown[0], ""), covered="" if last and whole else "right", beside=beside)
        canvas.paste(card(canvas.palette.theme, width, laid), x, feet - height(width))
        x += width if last and whole else round(width * (LAST_STEP if last else step))
        beside = width
    return x


@lru_cache(maxsize=1024)
def card(theme: Theme, width: int, shown: Laid) -> Image.Image:
    """Draws a card that lies on the table."""
    colours = palette(theme)
    high, deep = height(width), depth(width)
    sketch = Sketch(width, high + deep, colours, colours.table)
    if shown.beside:
        _body(sketch, width * 0.3 - shown.beside, high - height(shown.beside), shown.beside)
    if shown.below:
        _body(sketch, 0, -SHOWN, width)
    _face(sketch, 0, 0, width, shown)
    return sketch.picture()


@lru_cache(maxsize=512)
def stack(theme: Theme, width: int, up: Laid | None, down: bool, ring: int | None, ground: int) -> Image.Image:
    """Draws a seat's place: a blind card, an up-card over it, one of them, or neither; the ring is the blind's."""
    colours = palette(theme)
    aside = stack_width(width) - width
    sketch = Sketch(width + aside, height(width) + depth(width), colours, ground)
    if down:
        _back(sketch, aside if up else 0, 0, width, ring)
    if up:
        _face(sketch, 0, 0, width, up)
    if not up and not down:
        _ticks(sketch, 0, 0, width, height(width))
    return sketch.picture()


def stack_width(width: int) -> int:
    """Returns the width of a place for cards of some width: a blind card looks out on the right."""
    return width + round(width * 0.17)


@lru_cache(maxsize=32)
def drawing_pile(theme: Theme, width: int, layers: int) -> Image.Image:
    """Draws the deck with so many cards below the top one, or the place where it was: with less than none."""
    colours = palette(theme)
    sketch = Sketch(width + 8, height(width) + depth(width) + 8, colours, colours.table)
    if layers < 0:
        _ticks(sketch, 0, 0, width, height(width))
        return sketch.picture()
    for layer in range(layers, 0, -1):
        ink = colours.pip if layer % 2 == 0 else colours.tick
        at = layer * 4
        sketch.rectangle(at, at, at + width, at + height(width), ink, width * 0.11)
    _back(sketch, 0, 0, width, None)
    return sketch.picture()


@lru_cache(maxsize=32)
def empty_place(theme: Theme, wide: int, high: int) -> Image.Image:
    """Draws the corners of a place where nothing lies."""
    sketch = Sketch(wide, high, palette(theme), palette(theme).table)
    _ticks(sketch, 0, 0, wide, high)
    return sketch.picture()


@lru_cache(maxsize=32)
def small_card(theme: Theme, rank: str, wide: int, high: int) -> Image.Image:
    """Draws a card of a chain: only its rank."""
    colours = palette(theme)
    sketch = Sketch(wide, high + 3, colours, colours.table)
    sketch.rectangle(0, 3, wide, high + 3, colours.card_edge, wide * 0.12)
    sketch.rectangle(0, 0, wide, high, colours.face, wide * 0.12)
    sketch.frame(0, 0, wide, high, colours.card_rim, wide * 0.12, 2)
    _rank(sketch, wide / 2, high / 2, rank, round(wide * 0.74), colours.ink, centred=True)
    return sketch.picture()


@lru_cache(maxsize=32)
def fan(theme: Theme, cards: int, ground: int) -> Image.Image:
    """Draws the backs of a hand of one, two, three or more cards."""
    colours = palette(theme)
    wide, high = FAN
    sketch = Sketch(wide, high, colours, ground)
    count = min(cards, 3)
    for place in range(count):
        off = place - (count - 1) / 2
        turn = math.radians(off * 17)
        x, y = wide / 2 + off * 13, high / 2 - 1 + abs(off) * 2.5
        cos, sin = math.cos(turn), math.sin(turn)
        corners = [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in _SMALL]
        for ink, rounding in ((ground, 6.5), (colours.fan_rim, 3.5), (colours.black, 1.2)):
            sketch.polygon(corners, ink, rounding)
    return sketch.picture()


_SMALL = ((-11, -16), (11, -16), (11, 16), (-11, 16))


@lru_cache(maxsize=8)
def heap(theme: Theme) -> Image.Image:
    """Draws the sign for the cards of the pile."""
    colours = palette(theme)
    sketch = Sketch(36, 46, colours, colours.table)
    for step, ink in enumerate((colours.tick, colours.pip, colours.stone)):
        sketch.rectangle(step * 5, 10 - step * 5, step * 5 + 26, 46 - step * 5, ink, 5)
    return sketch.picture()


def _face(sketch: Sketch, x: float, y: float, width: int, shown: Laid) -> None:
    colours = sketch.palette
    high = height(width)
    rank, kind = shown.card[0], shown.card[1]
    ink = colours.red if kind in RED else colours.ink
    _body(sketch, x, y, width)
    # Beside the next card there is less room.
    size = width * (0.42 if shown.covered == "right" else 0.46)
    _rank(sketch, x + width * 0.10, y + width * 0.30, rank, round(size), ink)
    if shown.covered == "right":
        suit(sketch, kind, x + width * 0.22, y + width * 0.72, width * 0.125, ink)
    elif shown.covered == "below":
        suit(sketch, kind, x + width * 0.80, y + width * 0.29, width * 0.135, ink)
    else:
        suit(sketch, kind, x + width * 0.72, y + high - width * 0.30, width * 0.205, ink)
        if shown.power:
            power(sketch, shown.power, x + width * 0.25, y + high - width * 0.27, width * 0.15, colours.power)
    if shown.ring is not None:
        _ring(sketch, x, y, width, shown.ring)


def _body(sketch: Sketch, x: float, y: float, width: int) -> None:
    """Draws a card without its print. It has a rim, so that cards part where they overlap."""
    colours = sketch.palette
    high, deep, radius = height(width), depth(width), width * 0.11
    sketch.rectangle(x, y + deep, x + width, y + high + deep, colours.card_edge, radius)
    sketch.rectangle(x, y, x + width, y + high, colours.card_rim, radius)
    sketch.rectangle(x + 2, y + 2, x + width - 2, y + high - 2, colours.face, radius - 2)


def _ring(sketch: Sketch, x: float, y: float, width: int, seat: int) -> None:
    thickness = max(4.0, width * 0.055)
    sketch.frame(x, y, x + width, y + height(width), sketch.palette.seats[seat].main, width * 0.11, thickness)


def _back(sketch: Sketch, x: float, y: float, width: int, ring: int | None) -> None:
    """Draws a wall in running bond."""
    colours = sketch.palette
    high, deep, radius = height(width), depth(width), width * 0.11
    sketch.rectangle(x, y + deep, x + width, y + high + deep, colours.card_edge, radius)
    sketch.rectangle(x, y, x + width, y + high, colours.back_rim, radius)
    rim = max(3.0, width * 0.045)
    sketch.rectangle(x + rim, y + rim, x + width - rim, y + high - rim, colours.black, radius * 0.7)
    left, top = x + rim * 2.2, y + rim * 2.2
    right, bottom = x + width - rim * 2.2, y + high - rim * 2.2
    rows = max(4, round((bottom - top) / (width * 0.17)))
    tall, brick, half = (bottom - top) / rows, (right - left) / 2, max(1.6, width * 0.022) / 2
    for row in range(rows):
        for begin, end in ((0, 0.5), (0.5, 1.5), (1.5, 2)) if row % 2 else ((0.0, 1.0), (1.0, 2.0)):
            sketch.rectangle(
                left + begin * brick + half,
                top + row * tall + half,
                left + end * brick - half,
                top + (row + 1) * tall - half,
                colours.hatch,
                tall * 0.22,
            )
    if ring is not None:
        _ring(sketch, x, y, width, ring)


def _ticks(sketch: Sketch, x: float, y: float, wide: float, high: float) -> None:
    inset, arm = wide * 0.06, wide * 0.20
    for corner_x, right in ((x + inset, 1), (x + wide - inset, -1)):
        for corner_y, down in ((y + inset, 1), (y + high - inset, -1)):
            points = [(corner_x + right * arm, corner_y), (corner_x, corner_y), (corner_x, corner_y + down * arm)]
            sketch.line(points, max(3.0, wide * 0.03), sketch.palette.tick)


def _rank(pencil: Pencil, x: float, y: float, rank: str, size: float, ink: int, *, centred: bool = False) -> None:
    """Prints a rank from its left side, or by its middle; the two numerals of a ten stand closer."""
    name = rank_name(rank)
    widths = [label(letter, size * SCALE, Face.DISPLAY, 1).width / SCALE for letter in name]
    closer = size * 0.035 * (len(name) - 1)
    pen = x - (sum(widths) - closer) / 2 if centred else x
    for letter, width in zip(name, widths, strict=True):
        pencil.write(pen + width / 2, y, letter, size, Face.DISPLAY, ink)
        pen += width - closer
