"""The moves of Collapsi: how they are read, listed and put together step by step.

A move is a destination, then perhaps a revival, then on the shifting board the shift: ``c3``, ``c3!`` (Joker Revival),
``c3+a4`` (Adjacent Revival of a4), ``c3*a4-b2`` (Reconstruction: a4 up, b2 down), ``c3>``. A first card is ``@c3``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from games.collapsi.board import SHIFTS, Board, Path, column_name
from games.core import Choice, Choices, IllegalMove, InvalidMove, Rect

if TYPE_CHECKING:
    from games.collapsi.position import Position

__all__ = ["SHIFTS", "Move", "choices", "complete", "read"]

NAME = "[a-z]{1,2}[1-9][0-9]?"
MOVE = re.compile(
    rf"(?P<at>@?)(?P<path>{NAME}(?:-{NAME})*)(?P<joker>!?)"
    rf"(?:\+(?P<adjacent>{NAME}))?(?:\*(?P<raised>{NAME})-(?P<lowered>{NAME}))?(?P<shift>[<>^v]?)"
)
PREFIX = re.compile(
    rf"(?P<first>@?{NAME}!?)(?:\+(?P<adjacent>{NAME}))?"
    rf"(?P<star>\*(?:(?P<raised>{NAME})(?:-(?:(?P<lowered>{NAME})|(?P<second>[a-z]{{1,2}}))?)?|(?P<column>[a-z]{{1,2}}))?)?"
    rf"(?P<shift>[<>^v]?)"
)
MOST = 22
"""The most choices at a step; where there are more they are grouped by column."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move with all its parts, as squares of one board."""

    board: Board
    to: int
    places: bool = False
    joker: bool = False
    adjacent: int | None = None
    rebuilt: tuple[int, int | None] | None = None
    """The card turned up and the one turned down for it; None while that is still to be chosen."""
    shift: str = ""

    def __str__(self) -> str:
        name = self.board.name
        text = ("@" if self.places else "") + name(self.to) + ("!" if self.joker else "")
        if self.adjacent is not None:
            text += "+" + name(self.adjacent)
        if self.rebuilt is not None:
            raised, lowered = self.rebuilt
            text += f"*{name(raised)}" + ("" if lowered is None else f"-{name(lowered)}")
        return text + self.shift


def complete(position: "Position") -> Iterator[Move]:
    """Yields all legal moves, destination by destination in reading order."""
    for move in _first(position):
        if move.places:
            yield move
            continue
        for revived in _revivals(position, move):
            if "shift" in position.rules:
                yield from (replace(revived, shift=sign) for sign in SHIFTS)
            else:
                yield revived


def read(position: "Position", text: str) -> tuple[Move, Path]:
    """Reads a move and its way, or says why it cannot be played.

    :raises InvalidMove: if it is no move at all.
    :raises IllegalMove: if the rules forbid it, or if a part of it is missing (``unfinished``).
    """
    board = position.board
    found = MOVE.fullmatch("".join(text.split()).lower())
    named = [found[part] for part in ("adjacent", "raised", "lowered")] if found else []
    squares = [board.square(name) for name in found["path"].split("-")] if found else []
    others = [board.square(name) if name else None for name in named]
    if found is None or None in squares or len(squares) > board.size:
        raise InvalidMove("unreadable", text=text)
    if any(name and square is None for name, square in zip(named, others, strict=True)):
        raise InvalidMove("unreadable", text=text)
    path = tuple(square for square in squares if square is not None)
    if position.placing:
        return _placement(position, path, found), path
    if found["at"]:
        raise IllegalMove("no_placement")
    path = _way(position, path)
    raised, lowered = others[1], others[2]
    bare = Move(board, path[-1], joker=not position.up >> path[-1] & 1)
    if found["joker"] and not bare.joker:
        raise IllegalMove("nothing_to_revive", square=board.name(path[-1]))
    rebuilt = (raised, lowered) if raised is not None and lowered is not None else None
    move = Move(board, bare.to, False, bare.joker, others[0], rebuilt)
    if move != bare and move not in _revivals(position, bare):
        raise IllegalMove("no_revival", square=board.name(path[-1]))
    move = Move(board, move.to, False, move.joker, move.adjacent, move.rebuilt, found["shift"])
    if move.shift and "shift" not in position.rules:
        raise IllegalMove("no_shift", square=board.name(path[-1]))
    if not move.shift and "shift" in position.rules:
        raise IllegalMove("unfinished", square=board.name(path[-1]), begun=str(move))
    return move, path


def choices(position: "Position", prefix: str) -> Choices:
    """Returns the next steps of a move that begins with ``prefix``, and the beginning to go back to.

    :raises MoveError: if no move begins so.
    """
    steps = _spelled(position, prefix)
    if steps is None:
        move, _ = read(position, prefix)
        # A whole move in another spelling.
        return choices(position, str(move))
    return Choices(_next(position, prefix), steps[-2] if len(steps) > 1 else "")


def begun(position: "Position", text: str) -> tuple[Move | None, Path]:
    """Reads the beginning of a move: its parts so far and its way; None while it names no square.

    :raises MoveError: if no move begins so.
    """
    if _spelled(position, text) is None:
        return read(position, text)
    found = PREFIX.fullmatch(text)
    if found is None:
        return None, ()
    square = position.board.square
    first = next(move for move in _first(position) if str(move) == found["first"])
    raised, lowered = (square(found[part]) if found[part] else None for part in ("raised", "lowered"))
    move = replace(
        first,
        adjacent=square(found["adjacent"]) if found["adjacent"] else None,
        rebuilt=None if raised is None else (raised, lowered),
        shift=found["shift"],
    )
    return move, (first.to,) if first.places else position.paths[first.to]


def _next(position: "Position", prefix: str) -> tuple[Choice, ...]:
    """The steps after a beginning that is one."""
    found = PREFIX.fullmatch(prefix)
    column = prefix.removeprefix("@")
    if not prefix or (found is None and column.isalpha()):
        finished = "shift" not in position.rules or position.placing
        # Those that spend a revival come last.
        firsts = [(str(move), move.to) for move in sorted(_first(position), key=lambda move: move.joker)]
        return _grouped(position, "@" if position.placing else "", firsts, column, finished)
    if found is None or found["shift"] or found["first"].startswith("@"):
        return ()
    first = next(move for move in _first(position) if str(move) == found["first"])
    shifts = "shift" in position.rules
    if found["star"] and not found["lowered"]:
        return _rebuilding(position, first, found, shifts)
    square = position.board.square
    so_far = replace(first, adjacent=square(found["adjacent"]) if found["adjacent"] else None)
    stem = str(so_far)
    items: list[Choice] = []
    if not found["star"]:
        if so_far.adjacent is None:
            for move in _adjacent(position, first):
                assert move.adjacent is not None, "an adjacent revival has its card"
                items.append(Choice(str(move), not shifts, _rect(position.board, move.adjacent)))
        if (so_far.adjacent is None or "combos" in position.rules) and all(_material(position, so_far)):
            items.append(Choice(f"{stem}*", complete=False))
    if shifts:
        items += [Choice(prefix + sign, True, _beyond(position.board, first.to, sign)) for sign in SHIFTS]
    return tuple(items)


def _rebuilding(position: "Position", first: Move, found: re.Match[str], shifts: bool) -> tuple[Choice, ...]:
    """The two steps of a Reconstruction: the card to turn up, then the one to turn down for it."""
    square = position.board.square
    so_far = replace(first, adjacent=square(found["adjacent"]) if found["adjacent"] else None)
    raised, lowered = _material(position, so_far)
    name = position.board.name
    if not found["raised"]:
        stem = f"{so_far}*"
        return _grouped(position, stem, [(stem + name(up), up) for up in raised], found["column"] or "", finished=False)
    stem = f"{so_far}*{found['raised']}-"
    return _grouped(position, stem, [(stem + name(down), down) for down in lowered], found["second"] or "", not shifts)


def _grouped(
    position: "Position", stem: str, items: list[tuple[str, int]], column: str, finished: bool
) -> tuple[Choice, ...]:
    """Lists choices of squares; where there are many, first the columns in which they lie."""
    board = position.board
    if len(items) <= MOST:
        return tuple(Choice(text, finished, _rect(board, square)) for text, square in items)
    if column:
        inside = [(text, square) for text, square in items if column_name(square % board.width) == column]
        return tuple(Choice(text, finished, _rect(board, square)) for text, square in inside)
    columns = sorted({square % board.width for _, square in items})
    height = board.height
    return tuple(Choice(stem + column_name(at), False, Rect(at, 0, 1, height), group=True) for at in columns)


def _spelled(position: "Position", prefix: str) -> list[str] | None:
    """The steps that lead to a beginning, itself the last one; None if it is none."""
    steps: list[str] = [""]
    while steps[-1] != prefix:
        fitting = [choice.text for choice in _next(position, steps[-1]) if _leads(choice.text, prefix)]
        if not fitting or fitting[-1] == steps[-1]:
            return None
        steps.append(max(fitting, key=len))
    return steps


def _leads(text: str, prefix: str) -> bool:
    """Whether a choice lies on the way to a beginning: a name is not cut in two."""
    if not prefix.startswith(text):
        return False
    rest = prefix[len(text) :]
    return not (rest[:1].isdigit() and text[-1:].isdigit())


def _rect(board: Board, square: int) -> Rect:
    y, x = divmod(square, board.width)
    return Rect(x, y)


def _beyond(board: Board, square: int, sign: str) -> Rect:
    """The place just beyond the end of a square's row or column, to which a shift would move the line."""
    y, x = divmod(square, board.width)
    dx, dy = SHIFTS[sign]
    cards = [at for at in range(board.size) if not board.empty >> at & 1]
    line = [at % board.width for at in cards if at // board.width == y]
    if dy:
        line = [at // board.width for at in cards if at % board.width == x]
    end = line[-1] + 1 if dx + dy > 0 else line[0] - 1
    return Rect(x, end) if dy else Rect(end, y)


def _first(position: "Position") -> Iterator[Move]:
    """Yields the destinations, or the cards to begin on, in reading order."""
    if position.placing:
        for square in range(position.board.size):
            if position.up >> square & 1 and square not in position.pawns:
                yield Move(position.board, square, places=True)
        return
    for square in sorted(position.paths):
        yield Move(position.board, square, joker=not position.up >> square & 1)


def _revivals(position: "Position", move: Move) -> Iterator[Move]:
    """Yields a destination with nothing, and with each revival that may follow it (rules 4.7 and 4.8)."""
    yield move
    adjacent = list(_adjacent(position, move))
    yield from adjacent
    yield from _rebuilt(position, move)
    if "combos" in position.rules:
        for revived in adjacent:
            yield from _rebuilt(position, revived)


def _adjacent(position: "Position", move: Move) -> Iterator[Move]:
    """Yields the fallen cards beside the destination, but for the one that fell in this turn."""
    if not position.may(position.turn, "adjacent-revival"):
        return
    start = position.pawns[position.turn]
    for square in sorted(_beside(position, move.to)):
        if square not in (start, move.to) and not position.up >> square & 1:
            yield replace(move, adjacent=square)


def _beside(position: "Position", square: int) -> tuple[int, ...]:
    around = position.board.neighbours[square]
    if "no-adjacent-wrap" not in position.rules:
        return around
    y, x = divmod(square, position.board.width)
    return tuple(
        other for other in around if abs(other // position.board.width - y) + abs(other % position.board.width - x) == 1
    )


def _rebuilt(position: "Position", move: Move) -> list[Move]:
    """Lists the pairs of a Reconstruction: any fallen card up, then another one without a pawn down."""
    raised, lowered = _material(position, move)
    return [replace(move, rebuilt=(one, other)) for one in raised for other in lowered]


def _material(position: "Position", move: Move) -> tuple[list[int], list[int]]:
    """The cards that a Reconstruction after a move may turn up, and those that it may turn down."""
    if not position.may(position.turn, "reconstruction"):
        return [], []
    start = position.pawns[position.turn]
    assert start is not None, "who moves has a pawn"
    up = position.up & ~(1 << start) | 1 << move.to
    if move.adjacent is not None:
        up |= 1 << move.adjacent
    standing = {pawn for pawn in position.pawns if pawn not in (None, start)} | {move.to}
    squares = [square for square in range(position.board.size) if not position.board.empty >> square & 1]
    raised = [square for square in squares if not up >> square & 1]
    return raised, [square for square in squares if up >> square & 1 and square not in standing]


def _placement(position: "Position", path: Path, found: re.Match[str]) -> Move:
    """Reads the choice of a first card (rule 4.5)."""
    name = position.board.name(path[-1])
    if len(path) > 1 or found["joker"] or found["adjacent"] or found["raised"] or found["shift"]:
        raise IllegalMove("placing")
    if path[-1] in position.pawns:
        raise IllegalMove("occupied", square=name, seat=position.pawns.index(path[-1]))
    if not position.up >> path[-1] & 1:
        raise IllegalMove("fallen", square=name)
    return Move(position.board, path[-1], places=True)


def _way(position: "Position", squares: Path) -> Path:
    """Finds the way to a destination, or checks the one that was given (rule 4.3)."""
    start = position.pawns[position.turn]
    assert start is not None, f"the seat to move has a pawn: {position}"
    board, to, paths = position.board, squares[-1], position.paths
    facts = {"square": board.name(to), "start": board.name(start)}
    if to == start:
        raise IllegalMove("own_start", **facts)
    if to in position.pawns:
        raise IllegalMove("occupied", **facts, seat=position.pawns.index(to))
    if not position.up >> to & 1 and to not in paths:
        raise IllegalMove("fallen", **facts)
    path = squares if squares[0] == start else (start, *squares)
    if len(squares) == 1 and to in paths:
        return paths[to]
    if len(squares) > 1 and _is_way(position, path):
        return path
    steps, moves = position.steps(start)[-1], tuple(map(board.name, sorted(paths)))
    if len(squares) > 1:
        raise IllegalMove("no_path", **facts, steps=steps, moves=moves)
    raise IllegalMove("out_of_reach", **facts, steps=steps, moves=moves)


def _is_way(position: "Position", path: Path) -> bool:
    """Whether a whole way obeys rule 4.3, steps 1, 2, 3 and 5; its end is already known to be allowed."""
    return (
        len(path) - 1 in position.steps(path[0])
        and len(set(path)) == len(path)
        and all(position.up >> square & 1 for square in path[:-1])
        and (position.up >> path[-1] & 1 == 1 or path[-1] in position.paths)
        and all(after in position.board.neighbours[before] for before, after in pairwise(path))
    )
