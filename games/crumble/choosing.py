"""A turn put together step by step: which piece, what it does, and the walk.

Beginnings of moves are: a location (a piece was picked), ``2,1J*`` or ``2,1L*`` (its joins, its long cuts, where they
are too many to stand among the rest), a whole move, which may walk on, and ``0H2-2N`` (the half that is to walk). Any
of them may end with ``#13-24``: only the choices with these numbers.

The walks of a cut through one piece stand beside the cut, so ``2,1V`` is whole and cannot go on. Who drew it on the
board goes on from ``2,1V1``, the same cut written like a long one.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.core import Choice, Choices, IllegalMove, InvalidMove, Rect, Stroke
from games.crumble.board import in_picture
from games.crumble.lines import Lines
from games.crumble.notation import LOCATION, Turn, cleaned, located, read, where, write
from games.crumble.tiling import Box, Tiling, bits
from games.crumble.turns import Acted, Action, Cut, Ground, Join, onward, steps

MOST = 22
"""The most choices at a step."""
GROUP = 12
"""How many stand in a group where there are more."""
LONGEST = 40
"""The longest text of a step; who wants to walk on has to type it."""
BEGINNING = re.compile(rf"(?P<location>{LOCATION})(?P<fold>[JL]\*)?")
RANGE = re.compile(r"(?P<stem>.*)#(?P<low>[1-9][0-9]{0,5})-(?P<high>[1-9][0-9]{0,5})")


def numbered(ground: Ground) -> list[int]:
    """Returns the pieces that may be chosen, from the top left corner like a page."""
    able = bits(ground.mine)
    stuck = {piece for piece in bits(ground.mine) if _refusals(ground, piece)}
    if stuck:
        joined = 0
        for join in ground.joins:
            joined |= join.pieces
        able = bits(ground.mine & ~sum(1 << piece for piece in stuck) | joined)
    boxes = ground.tiling.boxes
    return sorted(able, key=lambda piece: (-boxes[piece][3], boxes[piece][0]))


def choices(ground: Ground, lines: Lines, prefix: str) -> Choices:
    """Returns the next steps of a move that begins with ``prefix``, and the beginning to go back to.

    :raises MoveError: if no move begins so.
    """
    stem, low, high = _parted(cleaned(prefix))
    stem, items, back = _after(ground, lines, stem)
    ranges = [(1, len(items))]
    while low and ranges[-1] != (low, high):
        inner = next((part for part in _parts(*ranges[-1]) if part[0] <= low <= part[1]), None)
        if inner is None:
            raise InvalidMove("unreadable", text=prefix)
        ranges.append(inner)
    if len(ranges) > 1:
        back = stem + (_named(*ranges[-2]) if len(ranges) > 2 else "")
    parts = _parts(*ranges[-1])
    if not parts:
        return Choices(tuple(items[ranges[-1][0] - 1 : ranges[-1][1]]), back)
    return Choices(
        tuple(Choice(stem + _named(*part), False, _around(items[part[0] - 1 : part[1]]), group=True) for part in parts),
        back,
    )


def strokes(ground: Ground, lines: Lines, prefix: str) -> Iterator[Stroke]:
    """Yields the lines of cuts and the boxes of joins: all of them, or those that a piece which was picked offers.

    :raises MoveError: if no move begins so.
    """
    stem = acting(prefix)
    if stem and beginning(ground, lines, prefix) is None:
        return
    offered = {item.text for item in _after(ground, lines, stem)[1]}
    for action in ground.actions:
        text = write(ground, lines, Turn(action))
        if not stem or text in offered:
            if isinstance(action, Cut) and len(action.pieces) == 1:
                text += "1"
            acted = ground.act(action)
            final = not any(any(onward(acted, steps(acted, start, ""))) for start in acted.starts)
            yield Stroke(text, _drawn(ground.tiling, action), final)


def beginning(ground: Ground, lines: Lines, text: str) -> str | None:
    """Returns the canonical beginning if a text names one before any cut or join; None if it may be a move.

    :raises MoveError: if it looks like a beginning and no move begins so.
    """
    text = cleaned(text)
    stem, low, high = _parted(text)
    if not BEGINNING.fullmatch(stem) and not (low and not stem):
        return None
    choices(ground, lines, text)
    return _after(ground, lines, stem)[0] + (_named(low, high) if low else "")


def acting(text: str) -> str:
    """Returns a text without the range of choices at its end."""
    return _parted(cleaned(text))[0]


def _parted(text: str) -> tuple[str, int, int]:
    """Parts a text from the range at its end; 0 stands for none."""
    found = RANGE.fullmatch(text)
    return (found["stem"], int(found["low"]), int(found["high"])) if found else (text, 0, 0)


def _parts(low: int, high: int) -> list[tuple[int, int]]:
    """Parts a range into groups if it has too many choices.

    >>> _parts(1, 22), _parts(1, 30)
    ([], [(1, 12), (13, 24), (25, 30)])
    """
    count = high - low + 1
    if count <= MOST:
        return []
    size = GROUP
    while count > size * MOST:
        size *= MOST
    return [(first, min(first + size - 1, high)) for first in range(low, high + 1, size)]


def _named(low: int, high: int) -> str:
    return f"#{low}-{high}"


def _around(items: list[Choice]) -> Rect | None:
    """The rectangle around what the choices point to."""
    hints = [item.hint for item in items if item.hint]
    x, y = min(hint.x for hint in hints), min(hint.y for hint in hints)
    right, bottom = max(hint.x + hint.width for hint in hints), max(hint.y + hint.height for hint in hints)
    return Rect(x, y, right - x, bottom - y)


def _home(stem: str, items: list[Choice], text: str) -> str:
    """The step at which a choice is offered: a beginning, or one of its groups."""
    number = next(number for number, item in enumerate(items, start=1) if item.text == text)
    ranges = [(1, len(items))]
    while parts := _parts(*ranges[-1]):
        ranges.append(next(part for part in parts if part[0] <= number <= part[1]))
    return stem + (_named(*ranges[-1]) if len(ranges) > 1 else "")


def _after(ground: Ground, lines: Lines, stem: str) -> tuple[str, list[Choice], str]:
    """Returns a beginning in its canonical spelling, all that may follow, and what came before."""
    if not stem:
        return "", _pieces(ground, lines), ""
    found = BEGINNING.fullmatch(stem)
    if found:
        piece = located(ground, lines, found["location"])
        stem = where(ground, lines, piece)
        if not ground.mine >> piece & 1:
            raise IllegalMove("not_your_piece", location=stem)
        items = _doings(ground, lines, piece)
        if not items:
            raise IllegalMove(_refusals(ground, piece)[-1], location=stem)
        if not found["fold"]:
            return stem, items, _home("", _pieces(ground, lines), stem)
        folded = {"J*": _joins, "L*": _long_cuts}[found["fold"]](ground, lines, piece)
        if stem + found["fold"] not in {item.text for item in items}:
            raise InvalidMove("unreadable", text=stem)
        return stem + found["fold"], folded, stem
    turn = read(ground, lines, stem)
    text = write(ground, lines, turn)
    acted = ground.act(turn.action)
    if turn.start is None and isinstance(turn.action, Cut):
        if len(turn.action.pieces) > 1:
            return text, _halves(ground, lines, acted, turn.action), _picked(ground, lines, turn.action, text)
        if stem[-1] in "VH":
            return text, [], _picked(ground, lines, turn.action, text)
        return f"{text}1", _first_steps(ground, lines, acted, turn.action), ""
    items = _steps(ground, lines, acted, turn)
    return text, items, _before(ground, lines, acted, turn, text)


def _before(ground: Ground, lines: Lines, acted: Acted, turn: Turn, text: str) -> str:
    """The beginning before one with a walk, or before a join."""
    action = turn.action
    if len(turn.path) > 1:
        return write(ground, lines, replace(turn, path=turn.path[:-1]))
    if turn.path and isinstance(action, Join):
        return write(ground, lines, Turn(action))
    if isinstance(action, Join) or len(action.pieces) == 1:
        return _picked(ground, lines, action, text)
    if turn.path:
        return write(ground, lines, replace(turn, path=""))
    stem, halves = write(ground, lines, Turn(action)), _halves(ground, lines, acted, action)
    return _home(stem, halves, text) if text in {half.text for half in halves} else stem


def _picked(ground: Ground, lines: Lines, action: Action, text: str) -> str:
    """The step at which an action is offered for the piece that names it."""
    piece = action.pieces[0] if isinstance(action, Cut) else ground.at[action.box[:2]]
    stem = where(ground, lines, piece)
    if text in {item.text for item in _doings(ground, lines, piece)}:
        return stem
    if isinstance(action, Join):
        return _home(f"{stem}J*", _joins(ground, lines, piece), text)
    return _home(f"{stem}L*", _long_cuts(ground, lines, piece), text)


def _pieces(ground: Ground, lines: Lines) -> list[Choice]:
    return [Choice(where(ground, lines, piece), False, _hint(ground.tiling, piece)) for piece in numbered(ground)]


def _doings(ground: Ground, lines: Lines, piece: int) -> list[Choice]:
    """All that a piece can do: cuts, cuts with a first step, joins and long cuts (folded where they are too many)."""
    items: list[Choice] = []
    walks: list[Choice] = []
    for axis in "VH":
        if ground.refusal(piece, axis):
            continue
        cut = Cut(axis, ground.middle(piece, axis), (piece,))
        items.append(Choice(write(ground, lines, Turn(cut)), True, _hint(ground.tiling, piece)))
        walks += _first_steps(ground, lines, ground.act(cut), cut)
    items += walks
    hint = _hint(ground.tiling, piece)
    joins, cuts = _joins(ground, lines, piece), _long_cuts(ground, lines, piece)
    stem = where(ground, lines, piece)
    if len(items) + len(joins) + len(cuts) > MOST:
        more, fewer = sorted((joins, cuts), key=len, reverse=True)
        fold = [Choice(f"{stem}{'J*' if more is joins else 'L*'}", False, hint)]
        joins, cuts = (fold, cuts) if more is joins else (joins, fold)
        if len(items) + 1 + len(fewer) > MOST:
            joins, cuts = [Choice(f"{stem}J*", False, hint)], [Choice(f"{stem}L*", False, hint)]
    return items + joins + cuts


def _joins(ground: Ground, lines: Lines, piece: int) -> list[Choice]:
    return [
        Choice(write(ground, lines, Turn(join)), True, _hint_of(ground.tiling, join))
        for join in ground.joins
        if join.pieces >> piece & 1
    ]


def _long_cuts(ground: Ground, lines: Lines, piece: int) -> list[Choice]:
    return [
        Choice(write(ground, lines, Turn(cut)), True, _hint_of(ground.tiling, cut))
        for cut in ground.cuts
        if len(cut.pieces) > 1 and piece in cut.pieces
    ]


def _halves(ground: Ground, lines: Lines, acted: Acted, cut: Cut) -> list[Choice]:
    """The halves of a long cut that can walk."""
    return [
        Choice(write(ground, lines, Turn(cut, number)), False, _hint(acted.tiling, piece))
        for number, piece in enumerate(acted.starts)
        if any(onward(acted, steps(acted, piece, "")))
    ]


def _first_steps(ground: Ground, lines: Lines, acted: Acted, cut: Cut) -> list[Choice]:
    """The first steps of both halves of a piece."""
    return [step for start in range(2) for step in _steps(ground, lines, acted, Turn(cut, start))]


def _steps(ground: Ground, lines: Lines, acted: Acted, turn: Turn) -> list[Choice]:
    """The steps by which a walk may begin or go on; none leads back to what the walk has already been (R18)."""
    start = turn.start or 0
    walk = steps(acted, acted.starts[start], turn.path)
    been = {(acted.mine, walk.visited[0])}
    been |= {(swap.mine, piece) for swap, piece in zip(walk.swaps, walk.visited[1:], strict=True)}
    items = []
    for way, to in onward(acted, walk):
        path = turn.path + way
        text = write(ground, lines, Turn(turn.action, start, path))
        mine = steps(acted, walk.visited[0], path).swaps[-1].mine
        if (mine, to) not in been and len(text) <= LONGEST:
            items.append(Choice(text, True, _hint(acted.tiling, to)))
    return items


def _refusals(ground: Ground, piece: int) -> list[str]:
    """Why a piece cannot be cut in any direction; nothing if it can be in one."""
    reasons = [ground.refusal(piece, axis) for axis in "VH"]
    if None in reasons:
        return []
    return sorted((reason for reason in reasons if reason), key="wrong_axis".__ne__)


def _hint(tiling: Tiling, piece: int) -> Rect:
    return in_picture(tiling.area(tiling.boxes[piece]), tiling.side // tiling.unit)


def _hint_of(tiling: Tiling, action: Action) -> Rect:
    """The rectangle of a join, or around the pieces of a cut."""
    return in_picture(tiling.area(_around_all(tiling, action)), tiling.side // tiling.unit)


def _drawn(tiling: Tiling, action: Action) -> Rect:
    """The rectangle of a join, or the line of a cut."""
    x0, y0, x1, y1 = _around_all(tiling, action)
    if isinstance(action, Cut):
        x0, y0, x1, y1 = (action.at, y0, action.at, y1) if action.axis == "V" else (x0, action.at, x1, action.at)
    return in_picture(tiling.area((x0, y0, x1, y1)), tiling.side // tiling.unit)


def _around_all(tiling: Tiling, action: Action) -> Box:
    if isinstance(action, Join):
        return action.box
    boxes = [tiling.boxes[piece] for piece in action.pieces]
    return (
        min(each[0] for each in boxes),
        min(each[1] for each in boxes),
        max(each[2] for each in boxes),
        max(each[3] for each in boxes),
    )
