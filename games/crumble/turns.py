"""What a player may do in a turn: cut or join (R8 to R14), then walk (R15 to R20)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from games.core import IllegalMove
from games.crumble.chains import Swap, joins_all_sides, swapped, unsafe
from games.crumble.tiling import EAST, NORTH, SOUTH, WAYS, WEST, Box, Point, Tiling, bits

SIDES = (NORTH, EAST, SOUTH, WEST)
"""The side of the board that lies in each direction."""
FLOOR = 40
"""No side gets shorter than 2 to the power of minus this (R4)."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A straight cut through pieces in a row (R8, R9)."""

    axis: str
    """``V`` or ``H``."""
    at: int
    """Where the line runs on the other axis, in units."""
    pieces: tuple[int, ...]
    """From the west, or from the south."""


@dataclass(frozen=True, slots=True)
class Join:
    """Pieces that become one (R13)."""

    box: Box
    pieces: int
    """As a set of bits."""


Action: TypeAlias = Cut | Join


@dataclass(frozen=True, slots=True)
class Acted:
    """A board after its cut or join, before the walk."""

    tiling: Tiling
    mine: int
    theirs: int
    starts: tuple[int, ...]
    """Where a walk may start (R15): the west or south half of the first piece, its other half, …; or the join."""
    settled: bool
    """Whether nothing was left to be captured and nobody had won before."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk, step by step."""

    visited: tuple[int, ...]
    """The walker's pieces from its start to where it rests."""
    swaps: tuple[Swap, ...]
    ending: str | None
    """``chain`` if somebody has won, ``caught`` if the walker was captured, None if it might go on."""


class Ground:
    """A tiling with colours, seen by the player to move."""

    def __init__(self, tiling: Tiling, mine: int, levels: int | None, *, settled: bool = False) -> None:
        self.tiling = tiling
        self.mine = mine
        self.theirs = tiling.alive & ~mine
        self.levels = levels
        self._settled = settled

    @cached_property
    def at(self) -> dict[Point, int]:
        """Each piece by its lower left corner."""
        boxes = self.tiling.boxes
        return {boxes[piece][:2]: piece for piece in bits(self.tiling.alive)}

    @cached_property
    def winner(self) -> int | None:
        """Who has a chain from side to side to side to side: 0 for the player to move, 1 for the other (R26)."""
        for number, colour in enumerate((self.mine, self.theirs)):
            if joins_all_sides(self.tiling, colour, colour):
                return number
        return None

    @cached_property
    def settled(self) -> bool:
        """Whether nothing is left to be captured and nobody has won: so after every turn (R7)."""
        if self._settled:
            return True
        left = unsafe(self.tiling, self.mine) | unsafe(self.tiling, self.theirs)
        return not left and self.winner is None

    def refusal(self, piece: int, axis: str) -> str | None:
        """Says why a piece cannot be cut: ``wrong_axis`` (R9), ``too_small`` (R4), ``level``; None if it can be."""
        x0, y0, x1, y1 = self.tiling.boxes[piece]
        along, across = (x1 - x0, y1 - y0) if axis == "V" else (y1 - y0, x1 - x0)
        unit = self.tiling.unit
        if along < across:
            return "wrong_axis"
        if along << FLOOR - 1 < unit:
            return "too_small"
        if self.levels is not None and along * across << self.levels < 2 * unit * unit:
            return "level"
        return None

    def crossed(self, axis: str, at: int) -> list[int]:
        """Returns the pieces that a line through the whole board would cut, from the west or south (R11)."""
        near, across = (0, 1) if axis == "V" else (1, 0)
        boxes, alive = self.tiling.boxes, self.tiling.alive
        crossed = [index for index, box in enumerate(boxes) if box[near] < at < box[near + 2] and alive >> index & 1]
        return sorted(crossed, key=lambda index: boxes[index][across])

    def middle(self, piece: int, axis: str) -> int:
        """Returns where a piece is halved."""
        near = 0 if axis == "V" else 1
        box = self.tiling.boxes[piece]
        return (box[near] + box[near + 2]) // 2

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """All legal cuts, by their first piece; vertical ones first, then the shorter ones (R11)."""
        cuts: list[Cut] = []
        for axis in "VH":
            lines: dict[int, list[int]] = {}
            for piece in bits(self.mine):
                if self.refusal(piece, axis) is None:
                    lines.setdefault(self.middle(piece, axis), []).append(piece)
            for at, halved in lines.items():
                runs: list[list[int]] = [[]]
                for piece in self.crossed(axis, at) if len(halved) > 1 else halved:
                    if piece in halved:
                        runs[-1].append(piece)
                    else:
                        runs.append([])
                for run in runs:
                    cuts += [
                        Cut(axis, at, tuple(run[first:last]))
                        for first in range(len(run))
                        for last in range(first + 1, len(run) + 1)
                    ]
        return tuple(sorted(cuts, key=lambda cut: (cut.pieces[0], cut.axis == "H", len(cut.pieces))))

    @cached_property
    def joins(self) -> tuple[Join, ...]:
        """All legal joins, by their lower left piece (R13, R14)."""
        own = [(piece, self.tiling.boxes[piece]) for piece in bits(self.mine)]
        joins = []
        for piece, (x0, y0, _, _) in own:
            for other, (_, _, x1, y1) in own:
                width, height = x1 - x0, y1 - y0
                if other == piece or width <= 0 or height <= 0:
                    continue
                if (width == height or width == 2 * height or height == 2 * width) and (
                    join := self._join((x0, y0, x1, y1), own)
                ):
                    joins.append(join)
        return tuple(joins)

    def join(self, box: Box) -> Join | None:
        """Returns the join to a rectangle; None if the rules allow none."""
        x0, y0, x1, y1 = box
        if x1 - x0 not in (y1 - y0, 2 * (y1 - y0)) and y1 - y0 != 2 * (x1 - x0):
            return None
        return self._join(box, [(piece, self.tiling.boxes[piece]) for piece in bits(self.mine)])

    def _join(self, box: Box, own: list[tuple[int, Box]]) -> Join | None:
        x0, y0, x1, y1 = box
        left = (x1 - x0) * (y1 - y0)
        pieces = 0
        for piece, (u0, v0, u1, v1) in own:
            if x0 <= u0 and u1 <= x1 and y0 <= v0 and v1 <= y1:
                left -= (u1 - u0) * (v1 - v0)
                pieces |= 1 << piece
        return Join(box, pieces) if left == 0 and pieces & (pieces - 1) else None

    @property
    def actions(self) -> tuple[Action, ...]:
        """All legal cuts, then all legal joins."""
        return *self.cuts, *self.joins

    @property
    def is_stuck(self) -> bool:
        """Whether there is neither a cut nor a join (R31)."""
        if any(self.refusal(piece, axis) is None for piece in bits(self.mine) for axis in "VH"):
            return False
        return not self.joins

    def act(self, action: Action) -> Acted:
        """Cuts or joins; colours stay as they are (R7)."""
        tiling = self.tiling
        if isinstance(action, Join):
            gone, boxes = action.pieces, [action.box]
        else:
            gone, boxes = sum(1 << piece for piece in action.pieces), []
            for piece in action.pieces:
                x0, y0, x1, y1 = tiling.boxes[piece]
                if action.axis == "V":
                    boxes += [(x0, y0, action.at, y1), (action.at, y0, x1, y1)]
                else:
                    boxes += [(x0, y0, x1, action.at), (x0, action.at, x1, y1)]
        changed = tiling.changed(gone, boxes)
        starts = range(len(tiling.boxes), len(tiling.boxes) + len(boxes))
        mine = self.mine & ~gone | sum(1 << start for start in starts)
        return Acted(changed, mine, self.theirs, tuple(starts), self.settled)

    def after(self, acted: Acted, theirs: int) -> "Ground":
        """Returns the board as the other side sees it after a turn that left it these pieces and nobody a win."""
        tiling = acted.tiling
        for piece in acted.starts:
            x0, y0, x1, y1 = tiling.boxes[piece]
            if x1 - x0 == y1 - y0 and (x1 - x0) % 2:
                tiling = tiling.refined()
                break
        return Ground(tiling, theirs, self.levels, settled=True)


def steps(acted: Acted, start: int, path: str) -> Walk:
    """Walks (R16 to R18).

    :raises IllegalMove: ``off_board``, ``no_full_side`` or ``own_piece`` where a step cannot be made, ``walk_ends``
        where the walk was over before it; ``step`` counts from 1.
    """
    tiling, mine, theirs = acted.tiling, acted.mine, acted.theirs
    visited, swaps = [start], list[Swap]()
    ending: str | None = None
    for number, letter in enumerate(path, start=1):
        if ending:
            raise IllegalMove("walk_ends", step=number - 1, by=ending)
        way = WAYS.index(letter)
        to = tiling.facing[4 * visited[-1] + way]
        if to < 0:
            is_rim = tiling.border[visited[-1]] & SIDES[way]
            raise IllegalMove("off_board" if is_rim else "no_full_side", step=number, way=letter)
        if mine >> to & 1:
            raise IllegalMove("own_piece", step=number, way=letter)
        swap = swapped(tiling, mine, theirs, visited[-1], to, settled=acted.settled)
        mine, theirs = swap.mine, swap.theirs
        visited.append(to)
        swaps.append(swap)
        ending = _ending(swap, to)
    return Walk(tuple(visited), tuple(swaps), ending)


def _ending(swap: Swap, walker: int) -> str | None:
    if swap.winner is not None:
        return "chain"
    return None if swap.mine >> walker & 1 else "caught"


def onward(acted: Acted, walk: Walk) -> Iterator[tuple[str, int]]:
    """Yields the directions in which a walk may go on, each with the piece that it would reach."""
    if walk.ending:
        return
    theirs = walk.swaps[-1].theirs if walk.swaps else acted.theirs
    for way, letter in enumerate(WAYS):
        to = acted.tiling.facing[4 * walk.visited[-1] + way]
        if to >= 0 and theirs >> to & 1:
            yield letter, to


class Result(NamedTuple):
    """What a turn can come to, and the shortest walk to it: the number of its start and its path."""

    start: int | None
    """None stands for no walk."""
    path: str
    theirs: int
    """The other side's pieces."""
    winner: int | None
    """As in `Swap`."""


def results(acted: Acted) -> dict[int, Result]:
    """Returns each set of pieces that the mover can have after the turn, with the shortest walk to it (R19).

    The search goes breadth first over the colours and the walker's piece, since it is these that decide all that
    follows.
    """
    tiling, facing, settled = acted.tiling, acted.tiling.facing, acted.settled
    found = {acted.mine: Result(None, "", acted.theirs, None)}
    queue = [(acted.mine, acted.theirs, piece, number, "") for number, piece in enumerate(acted.starts)]
    seen = {(acted.mine, piece) for piece in acted.starts}
    for mine, theirs, walker, number, path in queue:
        for way, letter in enumerate(WAYS):
            to = facing[4 * walker + way]
            if to < 0 or not theirs >> to & 1:
                continue
            swap = swapped(tiling, mine, theirs, walker, to, settled=settled)
            if swap.mine not in found:
                found[swap.mine] = Result(number, path + letter, swap.theirs, swap.winner)
            if (swap.mine, to) not in seen and _ending(swap, to) is None:
                seen.add((swap.mine, to))
                queue.append((swap.mine, swap.theirs, to, number, path + letter))
    return found
