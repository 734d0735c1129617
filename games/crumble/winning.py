"""Whether a side can win in one turn, and whether every turn of the other side lets it.

The search is made for speed. It has nothing to do where no single piece of the other side would complete a chain, for
a walk adds only the piece on which it rests. What is captured on the way does not change that: it lies inside a loop,
and the loop without the walker is still a chain that touches all that the captured pieces touch.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from games.core import Stop
from games.crumble.chains import encloses, joins_all_sides, swapped
from games.crumble.notation import Turn
from games.crumble.tiling import WAYS, Tiling
from games.crumble.turns import Acted, Action, Ground, Join, results

LONGEST = 1000
"""More steps than any walk has."""


class Stopped(Exception):
    """The search was stopped before it was sure."""


class Reach(NamedTuple):
    """What a colour's chains touch: for each side of the board, the chains that reach it and what lies around them."""

    chains: tuple[int, ...]
    around: tuple[int, ...]

    def completing(self, colour: int) -> int:
        """Returns those of other pieces each of which would join all four sides, if it became one of the chains'."""
        west, south, east, north = self.around
        return colour & west & south & east & north


def reach(tiling: Tiling, colour: int) -> Reach:
    """Returns what a colour's chains touch."""
    edge = tiling.edge
    chains, arounds = [], []
    for side in tiling.sides:
        seen = frontier = side & colour
        around = side
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            beside = edge[low.bit_length() - 1]
            around |= beside
            beside &= colour & ~seen
            seen |= beside
            frontier |= beside
        chains.append(seen)
        arounds.append(around)
    return Reach(tuple(chains), tuple(arounds))


def winning(ground: Ground) -> Turn | None:
    """Returns the turn with the shortest walk that wins at once, the first of them in the order of moves; or None."""
    finder = Finder(ground)
    best: Turn | None = None
    if ground.settled and not finder.last:
        return None
    for action in actions(ground):
        acted = ground.act(action)
        found = finder.walk(acted, len(best.path) - 1 if best else LONGEST)
        if found:
            best = Turn(action, *found)
            if len(best.path) == 1:
                break
    return best


def actions(ground: Ground) -> Iterator[Action]:
    """Yields all cuts and joins, in the order of moves."""
    yield from ground.cuts
    yield from ground.joins


class Finder:
    """Looks for walks that win, on one board for one side."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.last = reach(ground.tiling, ground.mine).completing(ground.theirs)
        """The pieces on which a walk may win."""
        self._closing: dict[int, bool] = {}

    def _closes(self, piece: int) -> bool:
        """Whether other pieces lose their way to the border where one of the other side's changes its colour."""
        known = self._closing.get(piece)
        if known is None:
            tiling = self.ground.tiling
            known = encloses(tiling, self.ground.theirs & ~(1 << piece), tiling.touch[piece])
            self._closing[piece] = known
        return known

    @cached_property
    def _against(self) -> tuple[int, ...]:
        return reach(self.ground.tiling, self.ground.theirs).chains

    def _leaves_danger(self, acted: Acted, start: int) -> bool:
        """Whether to give the start away may win for the other side or let it capture."""
        tiling = acted.tiling
        edge, border = tiling.edge[start], tiling.border[start]
        if all(edge & chains or border >> side & 1 for side, chains in enumerate(self._against)):
            return True
        return encloses(tiling, acted.mine & ~(1 << start), tiling.touch[start])

    def walk(self, acted: Acted, most: int) -> tuple[int, str] | None:
        """Returns the shortest walk of at most so many steps that wins: the number of its start, and its path.

        As long as nothing is captured, only where the walk began and where it rests are changed, and a glance at both
        tells whether a step may capture something.
        """
        tiling, facing, theirs = acted.tiling, acted.tiling.facing, acted.theirs
        rim, touch, last = tiling.rim, tiling.touch, self.last
        queue: list[tuple[int, int, int, int, str, bool]] = []
        dangers = []
        for number, piece in enumerate(acted.starts):
            leads = any(to >= 0 and theirs >> to & 1 for to in facing[4 * piece : 4 * piece + 4])
            dangers.append(not acted.settled or (leads and self._leaves_danger(acted, piece)))
            if leads:
                queue.append((acted.mine, theirs, piece, number, "", True))
        seen = {(acted.mine, piece) for piece in acted.starts}
        for mine, others, walker, number, path, plain in queue:
            if len(path) >= most:
                break
            start = acted.starts[number]
            for way, letter in enumerate(WAYS):
                to = facing[4 * walker + way]
                if to < 0 or not others >> to & 1:
                    continue
                one, other = 1 << walker, 1 << to
                after = mine & ~one | other
                if plain and (after, to) in seen:
                    continue
                still = (
                    plain
                    and not dangers[number]
                    and (rim >> to & 1 or touch[to] & after)
                    and (rim >> start & 1 or touch[start] & theirs & ~other)
                    and not self._closes(to)
                )
                if still:
                    rest = others & ~other | one
                    if last >> to & 1 and joins_all_sides(tiling, after, other):
                        return number, path + letter
                else:
                    swap = swapped(tiling, mine, others, walker, to, settled=acted.settled)
                    if swap.winner == 0:
                        return number, path + letter
                    if swap.winner == 1 or not swap.mine >> to & 1:
                        continue
                    still = plain and swap.mine == after
                    after, rest = swap.mine, swap.theirs
                if (after, to) not in seen:
                    seen.add((after, to))
                    queue.append((after, rest, to, number, path + letter, still))
        return None


def allows(ground: Ground, stop: Stop, known: Turn | None = None) -> bool:
    """Whether every turn of the player to move loses at once or lets the other side win in one.

    ``known`` is a turn by which the other side would win if it were to move now: worth a try first.

    :raises Stopped: if the stop fires first.
    """
    threats = [known] if known else []
    for action in actions(ground):
        if stop():
            raise Stopped
        acted = ground.act(action)
        for result in results(acted).values():
            if result.winner == 0:
                return False
            if result.winner == 1:
                continue
            other = ground.after(acted, result.theirs)
            if any(wins_by(other, turn, ground.tiling.unit) for turn in threats):
                continue
            found = winning(other)
            if found is None:
                return False
            if other.tiling.unit == ground.tiling.unit:
                threats.insert(0, found)
    return True


def wins_by(ground: Ground, turn: Turn, unit: int) -> bool:
    """Whether a turn that won on a similar board, in which pieces had the same indexes, can be played and wins."""
    if ground.tiling.unit != unit or not _is_legal(ground, turn.action):
        return False
    acted = ground.act(turn.action)
    mine, theirs, walker = acted.mine, acted.theirs, acted.starts[turn.start or 0]
    for letter in turn.path:
        to = acted.tiling.facing[4 * walker + WAYS.index(letter)]
        if to < 0 or not theirs >> to & 1:
            return False
        swap = swapped(acted.tiling, mine, theirs, walker, to, settled=acted.settled)
        if swap.winner is not None:
            return swap.winner == 0
        mine, theirs, walker = swap.mine, swap.theirs, to
        if not mine >> walker & 1:
            return False
    return False


def _is_legal(ground: Ground, action: Action) -> bool:
    """Whether an action of a similar board is one here; what is new on either board has an index for itself only."""
    if isinstance(action, Join):
        return ground.join(action.box) == action
    if len(action.pieces) > 1:
        return action in ground.cuts
    (piece,), axis = action.pieces, action.axis
    if not ground.mine >> piece & 1 or ground.refusal(piece, axis):
        return False
    return ground.middle(piece, axis) == action.at
