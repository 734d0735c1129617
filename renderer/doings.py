"""What a picked piece can do, marked in it and round it: cuts, joins, first steps.

1. A scene tells only where choices lie. A target that is the piece itself is a cut, upright before level; one that is
   another piece is a first step; a larger one is a join to that rectangle, or a long cut through several pieces.
2. Cuts are dashed lines, joins dashed boxes, steps only badges; each has its number among the targets.
3. Badges lie where they are free: at an end of the line, at a corner of the box, else further along it. All are smaller
   where there is no room.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from games.core import Rect
from renderer.badges import LARGE, SMALL, TINY, USUAL, BadgeForm, draw_badge, fitting
from renderer.canvas import Canvas
from renderer.marks import Pixel, Segment, bar, dashes, frame, outline
from renderer.slabs import Grid, Slab, within

GAP = 6
"""The least room between two badges, where there is a choice."""
FORMS = (LARGE, USUAL, SMALL, TINY)
"""The forms of badges, the largest first."""
RANKS = {"step": 0, "V": 1, "H": 1, "join": 2}
"""Who chooses its place first: a step has but one, a join the most."""


@dataclass(frozen=True, slots=True)
class Doing:
    """A choice, as it is drawn."""

    number: int
    kind: str
    """``V`` or ``H`` for a cut, ``join``, ``step``; empty for one that has no place."""
    rect: Rect


@dataclass(frozen=True, slots=True)
class Doings:
    """All that may be done with a piece."""

    piece: Rect | None
    """The picked one, where that is clear."""
    items: tuple[Doing, ...]


def doings(slabs: Sequence[Slab], seat: int, targets: Sequence[Rect]) -> Doings:
    """Finds out what targets stand for."""
    owners = {slab.rect: slab.seat for slab in slabs}
    own = [slab.rect for slab in slabs if slab.seat == seat]
    piece = next((target for target in targets if owners.get(target) == seat), None)
    larger = [target for target in targets if target not in owners]
    if piece is None and larger:
        shared = [rect for rect in own if all(within(rect, target) for target in larger)]
        piece = shared[0] if len(shared) == 1 else None
    axes = "" if piece is None else _axes(piece)
    items, met = [], set()
    cuts = 0
    for number, target in enumerate(targets, start=1):
        if target == piece:
            kind = axes[cuts] if cuts < len(axes) else ""
            cuts += 1
        elif target in owners:
            kind = "step"
        else:
            long = _long_cut(own, target, piece)
            joins = target not in met and _is_tiled(own, target)
            kind = "join" if joins or not long else long
            met.add(target)
        items.append(Doing(number, kind, target))
    return Doings(piece, tuple(items))


def _axes(rect: Rect) -> str:
    """The ways in which a piece can be cut (R9)."""
    return "VH" if rect.width == rect.height else "V" if rect.width > rect.height else "H"


def _is_tiled(own: list[Rect], rect: Rect) -> bool:
    """Whether a player's pieces fill a rectangle that may be a piece."""
    if max(rect.width, rect.height) / min(rect.width, rect.height) not in (1, 2):
        return False
    return sum(each.width * each.height for each in own if within(each, rect)) == rect.width * rect.height


def _long_cut(own: list[Rect], rect: Rect, piece: Rect | None) -> str:
    """Returns the axis of the cut through several pieces that just fit into a rectangle; empty if there is none."""
    for axis in "VH":
        if axis == "V":
            crossed = [each for each in own if each.x + each.width / 2 == rect.x + rect.width / 2]
        else:
            crossed = [each for each in own if each.y + each.height / 2 == rect.y + rect.height / 2]
        crossed = [each for each in crossed if axis in _axes(each) and within(each, rect)]
        if len(crossed) > 1 and (piece is None or piece in crossed):
            low = min(each.y if axis == "V" else each.x for each in crossed)
            high = max(each.y + each.height if axis == "V" else each.x + each.width for each in crossed)
            if (low, high) == ((rect.y, rect.y + rect.height) if axis == "V" else (rect.x, rect.x + rect.width)):
                return axis
    return ""


def draw_doings(canvas: Canvas, grid: Grid, shown: Doings, seat: int, form: BadgeForm) -> None:
    """Draws the marks of all choices, then their badges."""
    colours = canvas.palette
    main = colours.seats[seat].main
    boxes = [_box(grid, doing.rect) for doing in shown.items if doing.kind == "join"]
    lines = [_line(grid, doing) for doing in shown.items if doing.kind in ("V", "H")]
    for doing in shown.items:
        if doing.kind == "join":
            left, top, right, bottom = grid.box(doing.rect)
            frame(canvas, left + 5, top + 5, right - 5, bottom - 5, 13, colours.casing)
    for segment in chain.from_iterable(boxes):
        for dash in dashes(segment, 20, 14):
            bar(canvas, dash, 7, main)
    for segment in lines:
        bar(canvas, segment, 13, colours.casing)
        for dash in dashes(segment, 17, 13):
            bar(canvas, dash, 7, main)
    for doing, at, fitted in _laid_out(grid, shown.items, form):
        draw_badge(canvas, at, doing.number, seat, None, fitted)


def _laid_out(grid: Grid, items: Sequence[Doing], most: BadgeForm) -> list[tuple[Doing, Pixel, BadgeForm]]:
    """Finds a place for each badge; all are smaller where else they would lie on each other.

    Small marks have few places that are free, so they choose before large ones.
    """
    order = sorted(
        (doing for doing in items if doing.kind),
        key=lambda doing: (RANKS[doing.kind], doing.rect.width * doing.rect.height),
    )
    found: list[tuple[Doing, Pixel, BadgeForm]] = []
    for form in FORMS[FORMS.index(most) :]:
        found, used, crowded = [], list[tuple[Pixel, float, float]](), False
        for doing in order:
            fitted = _fitted(grid, doing, form)
            if fitted is None:
                continue
            wide, high = (length / 2 for length in fitted.size(doing.number))
            at, room = _freest(list(_places(grid, doing, wide, high)), wide, high, used)
            crowded |= room < 0
            used.append((at, wide, high))
            found.append((doing, at, fitted))
        if not crowded:
            break
    return found


def _fitted(grid: Grid, doing: Doing, form: BadgeForm) -> BadgeForm | None:
    """Returns the form of a choice's badge; None if it has none."""
    lines = grid.clipped(doing.rect) if doing.kind == "step" else None
    return fitting(doing.number, lines[2] - lines[0], lines[3] - lines[1], form) if lines else form


def _freest(
    places: list[Pixel], wide: float, high: float, used: list[tuple[Pixel, float, float]]
) -> tuple[Pixel, float]:
    """Returns the first place that is free, or else the freest, and how much room there is."""
    best, most = places[0], -math.inf
    for place in places:
        gaps = (max(abs(place[0] - at[0]) - a - wide, abs(place[1] - at[1]) - b - high) for at, a, b in used)
        room = min(gaps, default=math.inf)
        if room > most:
            best, most = place, room
        if room > GAP:
            break
    return best, most


def _places(grid: Grid, doing: Doing, wide: float, high: float) -> Iterator[Pixel]:
    """Yields places on the board for a badge, the best first; it reaches so far from its middle."""
    for x, y in _marked(grid, doing, wide, high):
        yield (
            min(max(x, grid.left + math.ceil(wide)), grid.left + grid.size - math.ceil(wide)),
            min(max(y, grid.top + math.ceil(high)), grid.top + grid.size - math.ceil(high)),
        )


def _marked(grid: Grid, doing: Doing, wide: float, high: float) -> Iterator[Pixel]:
    """Yields places on what marks a choice."""
    if doing.kind in ("V", "H"):
        (x0, y0), (x1, y1) = _line(grid, doing)
        # An upright line from the top, a level one from the right; at last what is just beyond it.
        reach, length = (high, y1 - y0) if doing.kind == "V" else (wide, x1 - x0)
        beyond = reach / max(1, length)
        order = (0, 1, 0.25, 0.75, 0.5, 0.125, 0.375, 0.625, 0.875, -beyond, 1 + beyond)
        for part in order if doing.kind == "V" else (1 - part for part in order):
            yield round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)
        return
    left, top, right, bottom = grid.clipped(doing.rect) or grid.box(doing.rect)
    if doing.kind == "step":
        yield (left + right) // 2, (top + bottom) // 2
        return
    inset = 4
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    yield from ((right, bottom), (left, bottom), (right, top), (left, top))
    for part in (0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875):
        x, y = round(left + (right - left) * part), round(top + (bottom - top) * part)
        yield from ((right, y), (x, bottom), (left, y), (x, top))


def _line(grid: Grid, doing: Doing) -> Segment:
    """Returns where a cut runs."""
    left, top, right, bottom = grid.box(doing.rect)
    x, y = grid.middle(doing.rect)
    return ((x, top), (x, bottom)) if doing.kind == "V" else ((left, y), (right, y))


def _box(grid: Grid, rect: Rect) -> list[Segment]:
    left, top, right, bottom = grid.box(rect)
    return outline(left + 5, top + 5, right - 5, bottom - 5)
