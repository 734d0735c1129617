"""Lenses: small parts of a board of slabs, enlarged beside it.

1. There are at most two, each a square in which the pieces it is there for are large enough for a number.
2. The same frame lies round the place and round the lens; with two lenses, tabs with one or two dots pair them. No line
   leads from one to the other: it would cross numbers.
"""

from collections.abc import Iterable
from functools import lru_cache

from games.core import Rect
from renderer.canvas import Canvas
from renderer.marks import bar, disc, frame
from renderer.slabs import Grid, Slab, draw_frame, draw_slabs, within

LENS = 250
"""The side of a lens beside a board."""
LEAST = 46
"""How many pixels short sides have at least in the lens they are enlarged for."""
MOST = 2
LEFT, BELOW = 630, 284
"""Where the first lens begins, and how much lower the second one."""


@lru_cache(maxsize=64)
def lenses(main: Grid, top: int, small: tuple[Rect, ...]) -> tuple[Grid, ...]:
    """Chooses lenses for pieces that are too small in the main grid, so that as many as possible are enlarged."""
    # A lens that hardly enlarges is none.
    widest = LENS / (1.25 * main.unit)
    left = list(small)
    found: list[Rect] = []
    while left and len(found) < MOST:
        square = _best(left, main.span, widest, found)
        found.append(square)
        left = [rect for rect in left if not within(rect, square)]
    # The lens of the upper place stands above the other one.
    found.sort(key=lambda square: (square.y, square.x))
    return tuple(
        Grid(LEFT, top + number * BELOW, LENS, square.width, square.x, square.y) for number, square in enumerate(found)
    )


def _best(small: list[Rect], board: float, widest: float, taken: list[Rect]) -> Rect:
    """Returns the square that enlarges the most pieces; among equals one that keeps off others, then the largest."""
    best: tuple[int, bool, float] = (0, False, 0)
    chosen = small[0]
    for short in sorted({min(rect.width, rect.height) for rect in small}):
        span = min(widest, short * LENS / LEAST)
        able = [rect for rect in small if min(rect.width, rect.height) >= short]
        for x in {min(rect.x, board - span) for rect in able}:
            column = [rect for rect in able if x <= rect.x and rect.x + rect.width <= x + span]
            if len(column) < best[0]:
                continue
            for y in {min(rect.y, board - span) for rect in column}:
                held = [rect for rect in column if y <= rect.y and rect.y + rect.height <= y + span]
                if not held or len(held) < best[0]:
                    continue
                square = _around(held, span, board)
                rank = len(held), all(_are_apart(square, other) for other in taken), span
                if rank > best:
                    best, chosen = rank, square
    return chosen


def _around(held: list[Rect], most: float, board: float) -> Rect:
    """Returns a square no wider than its pieces need, but with something of what lies around them."""
    left, upper, right, lower = around(held)
    span = min(most, max(right - left, lower - upper, most * 0.6))
    return Rect(centred(left, right, span, board), centred(upper, lower, span, board), span, span)


def _are_apart(one: Rect, other: Rect) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


def around(rects: Iterable[Rect]) -> tuple[float, float, float, float]:
    """Returns the left, upper, right and lower side of the rectangle around others."""
    rects = list(rects)
    return (
        min(rect.x for rect in rects),
        min(rect.y for rect in rects),
        max(rect.x + rect.width for rect in rects),
        max(rect.y + rect.height for rect in rects),
    )


def centred(low: float, high: float, span: float, board: float) -> float:
    """Returns where a stretch begins that has another one in its middle and keeps to the board."""
    return max(0.0, min((low + high - span) / 2, board - span))


def draw_lens(canvas: Canvas, main: Grid, lens: Grid, slabs: Iterable[Slab], dots: int) -> None:
    """Draws a lens and the frame round its place on the main board; without dots there are no tabs."""
    ink = canvas.palette.ink
    draw_frame(canvas, lens, ink)
    draw_slabs(canvas, lens, slabs)
    left, top = main.across(lens.x), main.down(lens.y)
    right, bottom = main.across(lens.x + lens.span), main.down(lens.y + lens.span)
    for thickness, colour in ((9, canvas.palette.casing), (5, ink)):
        frame(canvas, left - 1, top - 1, right + 1, bottom + 1, thickness, colour)
    if dots:
        _tab(canvas, (left + right) // 2, top - 2, dots, 7)
        _tab(canvas, lens.left + lens.size // 2, lens.top - 3, dots, 11)


def _tab(canvas: Canvas, x: int, y: int, dots: int, radius: int) -> None:
    step = round(radius * 1.25)
    half = round(radius * 0.5 + (dots - 1) * step / 2)
    for end in (x - half, x + half):
        disc(canvas, (end, y), 2 * radius + 1, canvas.palette.ink)
    bar(canvas, ((x - half, y), (x + half, y)), 2 * radius + 1, canvas.palette.ink)
    for number in range(dots):
        at = x + number * step - (dots - 1) * step // 2
        disc(canvas, (at, y), round(radius * 0.42) * 2 + 1, canvas.palette.table)
