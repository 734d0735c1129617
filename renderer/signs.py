"""What a picture of Lopti says with signs: what binds the next play, the chain, who has chosen, who is away."""

from functools import lru_cache
from itertools import cycle
from math import ceil
from typing import Literal

from PIL import Image

from games.core import Seat
from games.lopti.params import Params
from games.lopti.position import Position
from games.lopti.round import Round
from renderer import seats
from renderer.canvas import Canvas, Sketch
from renderer.deck import FAN, empty_place, fan, heap, rank_name, small_card
from renderer.header import DEPTH, crown, plate
from renderer.suits import power
from renderer.text import Face, clean, fit, label, name_line
from renderer.theme import Theme, palette

State = Literal["active", "won", "resting", "out", "absent"]
"""What a seat's row says of it."""
RAISED = ("active", "won")
NAME_SIZE = 34
CHAIN = 4
"""How many make a chain."""
SHAPES = 5
"""How many seats have a shape and a colour of their own."""
SIDE = 36
"""The side of a sign's picture."""


def powers(params: Params) -> dict[str, str]:
    """Returns what ranks can do: ``reset``, ``pass``, ``low``, ``clear``."""
    return {
        params.rank_reset: "reset",
        params.rank_pass: "pass",
        params.rank_low: "low",
        params.rank_clear: "clear",
    }


def shapes(position: Position) -> dict[Seat, int]:
    """Returns whose shape and colour each seat has: who came sixth or later has those of somebody who has left."""
    known = [Seat(seat) for seat in range(len(position.score))]
    first, later = known[:SHAPES], sorted(known[SHAPES:], key=lambda seat: (seat in position.left, seat))
    free = cycle(seat for seat in first if seat in position.left)
    return {**dict(zip(first, range(SHAPES), strict=False)), **dict(zip(later, free, strict=False))}


def takes_part(round_: Round, seat: Seat) -> bool:
    """Whether a seat was dealt in and has not left since."""
    return seat < len(round_.hands) and seat not in round_.absent


def marker(round_: Round) -> str:
    """Returns what binds the next play: ``=3``, ``≤7`` or nothing."""
    params = round_.params
    if round_.obliged:
        return "=" + rank_name(params.rank_pass)
    if round_.top is not None and round_.top.rank == params.rank_low:
        return f"≤{params.low_max}"
    return ""


@lru_cache(maxsize=32)
def pill(theme: Theme, text: str, size: int, high: int) -> Image.Image:
    """Draws a marker in gold."""
    colours = palette(theme)
    wide = round(label(text, size, Face.DISPLAY).width + size * 1.05)
    sketch = Sketch(wide, high + 4, colours, colours.table)
    sketch.rectangle(0, 4, wide, high + 4, colours.gold_edge, high * 0.30)
    sketch.rectangle(0, 0, wide, high, colours.gold, high * 0.30)
    sketch.write(wide / 2, high / 2, text, size, Face.DISPLAY, colours.on_gold)
    return sketch.picture()


def draw_chain(canvas: Canvas, round_: Round, right: int, top: int, wide: int, gap: int) -> None:
    """Draws the places of a chain that has begun, filled from the left."""
    theme, high = canvas.palette.theme, round(wide * 1.38)
    for place in range(CHAIN if round_.chain else 0):
        filled = place < round_.chain
        picture = small_card(theme, round_.params.rank_pass, wide, high) if filled else empty_place(theme, wide, high)
        canvas.paste(picture, right - (CHAIN - place) * (wide + gap) + gap, top)


def draw_pile_count(canvas: Canvas, round_: Round, x: int, y: int) -> None:
    """Draws how many cards the pile has, from the left and by the middle."""
    canvas.paste(heap(canvas.palette.theme), x, y - 23)
    draw_count(canvas, round_.pile_size, x + 45, y, 36)


def draw_count(
    canvas: Canvas, count: int, x: float, y: float, size: float, *, ground: int | None = None, centred: bool = False
) -> None:
    """Writes a number from its left, or by its middle."""
    colours = canvas.palette
    line = label(str(count), size, Face.DISPLAY)
    left = x - line.width / 2 if centred else x
    canvas.write(line, left, y, colours.table if ground is None else ground, colours.ink if count else colours.ink2)


def draw_fan(canvas: Canvas, cards: int, x: int, y: int, ground: int) -> None:
    """Draws the backs of a hand by their middle, and how many cards it has."""
    if cards:
        wide, high = FAN
        canvas.paste(fan(canvas.palette.theme, min(cards, 3), ground), x - wide // 2, y - high // 2)
    draw_count(canvas, cards, x + 40, y, 38, ground=ground)


@lru_cache(maxsize=64)
def token(theme: Theme, look: int, radius: int, ground: int, hollow: bool = False) -> Image.Image:
    """Draws a seat's token in the middle of a square."""
    side = 2 * ceil(radius * 1.2)
    sketch = Sketch(side, side, palette(theme), ground)
    if hollow:
        seats.outline(sketch, look, side / 2, side / 2, radius, ground, radius * seats.GHOST_RIM)
    else:
        seats.token(sketch, look, side / 2, side / 2, radius)
    return sketch.picture()


def draw_token(canvas: Canvas, look: int, x: int, y: int, radius: int, *, ground: int, hollow: bool = False) -> None:
    """Draws a seat's token by its middle."""
    picture = token(canvas.palette.theme, look, radius, ground, hollow)
    canvas.paste(picture, x - picture.width // 2, y - picture.height // 2)


@lru_cache(maxsize=16)
def panel(theme: Theme, wide: int, high: int, state: State) -> Image.Image:
    """Draws the ground of a row: the table's, or a plate for the player to move or the winner."""
    colours = palette(theme)
    if state not in RAISED:
        return Image.new("L", (wide, high + DEPTH), colours.table)
    sketch = Sketch(wide, high + DEPTH, colours, colours.table)
    plate(sketch, wide, high, colours.panel, won=state == "won")
    return sketch.picture()


def write_name(canvas: Canvas, name: str, x: int, y: int, room: int, state: State) -> None:
    """Writes a name on the ground of a row, cut where it has no room."""
    colours = canvas.palette
    raised = state in RAISED
    face = Face.BOLD if raised else Face.SEMIBOLD if state == "resting" else Face.MEDIUM
    line = name_line(fit(clean(name), NAME_SIZE, face, room), NAME_SIZE, face)
    ground, ink = (colours.panel, colours.ink) if raised else (colours.table, colours.ink2)
    canvas.write(line, x, y, ground, ink, clip=(x - 9, y - 40, x + room + 6, y + 36))


@lru_cache(maxsize=32)
def tick(theme: Theme, seat: int, ground: int) -> Image.Image:
    """Draws that a seat has chosen."""
    sketch = Sketch(SIDE, SIDE, palette(theme), ground)
    sketch.line([(6, 19), (14.5, 27.5), (30, 9)], 6, palette(theme).seats[seat].main)
    return sketch.picture()


@lru_cache(maxsize=32)
def moon(theme: Theme, ground: int) -> Image.Image:
    """Draws that somebody is away."""
    sketch = Sketch(SIDE, SIDE, palette(theme), ground)
    sketch.disc(17, 18, 14, palette(theme).ink2)
    sketch.disc(23.5, 13.5, 12, ground)
    return sketch.picture()


@lru_cache(maxsize=32)
def small_crown(theme: Theme, ground: int) -> Image.Image:
    """Draws what stands before the number of rounds that a seat has won."""
    sketch = Sketch(SIDE, SIDE, palette(theme), ground)
    crown(sketch, SIDE / 2, SIDE / 2 + 1, 13, palette(theme).stone)
    return sketch.picture()


@lru_cache(maxsize=8)
def large_crown(theme: Theme) -> Image.Image:
    """Draws what the first one out has instead of cards."""
    colours = palette(theme)
    sketch = Sketch(64, 52, colours, colours.table)
    crown(sketch, 32, 27, 24, colours.gold, colours.gold_rim if theme == "light" else None)
    return sketch.picture()


@lru_cache(maxsize=32)
def arrow(theme: Theme, seat: int) -> Image.Image:
    """Draws that a seat took the pile."""
    sketch = Sketch(76, 44, palette(theme), palette(theme).table)
    ink = palette(theme).seats[seat].main
    sketch.line([(6, 22), (50, 22)], 9, ink)
    sketch.arrowhead(52, 22, (1, 0), 20, ink)
    return sketch.picture()


@lru_cache(maxsize=32)
def rays(theme: Theme, seat: int) -> Image.Image:
    """Draws that a seat cleared the pile."""
    side = 84
    sketch = Sketch(side, side, palette(theme), palette(theme).table)
    power(sketch, "clear", side / 2, side / 2, side * 0.48, palette(theme).seats[seat].main)
    return sketch.picture()
