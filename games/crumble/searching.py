"""How the computer looks ahead: at the replies to its best moves, and along threats that leave few replies."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Stop
from games.crumble.judging import held, standing
from games.crumble.notation import Turn
from games.crumble.turns import Acted, Ground, Result, results
from games.crumble.winning import Finder, Stopped, actions, reach, winning, wins_by

WON = 1000.0
"""What a won board is worth, far above all others."""
REMEMBERED = 6
"""How many threats are kept."""


@dataclass(slots=True)
class Candidate:
    """A turn that might be played."""

    turn: Turn
    acted: Acted
    theirs: int
    """The other side's pieces after it."""
    score: float
    """What it is worth to the one who plays it, as far as is known."""
    noise: float = 0.0
    """How far the player is mistaken about that."""
    safe: bool | None = None
    """Whether the other side cannot win in one after it; None where that has not been looked at."""


def worth(candidate: Candidate) -> float:
    """What the player takes a turn to be worth."""
    return candidate.score + candidate.noise


class Search:
    """A look ahead with a budget: boards that may be judged.

    To look for a win in one costs a board for each action: about so much time it takes, however many pieces there are.
    """

    def __init__(self, budget: int, stop: Stop) -> None:
        self._left = budget
        self._stop = stop

    def _spend(self, boards: int) -> None:
        self._left -= boards
        if self._left < 0 or self._stop():
            raise Stopped

    def turns(self, ground: Ground) -> Iterator[Candidate]:
        """Yields the turns that do not lose at once, each with what it is worth as it stands.

        :raises Stopped: if the stop fires or the budget is spent.
        """
        before = held(ground.tiling, ground.mine)
        for action in actions(ground):
            acted = ground.act(action)
            found = results(acted)
            self._spend(len(found))
            for mine, result in found.items():
                yield _candidate(acted, Turn(action, result.start, result.path), mine, result, before)

    def candidates(self, ground: Ground, threats: list[Turn]) -> list[Candidate]:
        """Returns the turns that might be played; at least one, however soon the stop fires."""
        found: list[Candidate] = []
        looked, before = 0, held(ground.tiling, ground.mine)
        for action in actions(ground):
            acted = ground.act(action)
            for mine, result in results(acted).items():
                found.append(_candidate(acted, Turn(action, result.start, result.path), mine, result, before))
            if self._stop():
                # Even then a win in one is avoided if possible.
                if any(self.is_safe(ground, candidate, threats) for candidate in found[looked:]):
                    break
                looked = len(found)
        self._left -= len(found)
        return found

    def is_safe(self, ground: Ground, candidate: Candidate, threats: list[Turn]) -> bool:
        """Whether a turn neither loses nor lets the other side win in one.

        ``threats`` are turns by which the other side won on boards like this; what is found is put first.
        """
        if candidate.safe is None:
            candidate.safe = candidate.score > -WON and self._is_safe(ground, candidate, threats)
        return candidate.safe

    def _is_safe(self, ground: Ground, candidate: Candidate, threats: list[Turn]) -> bool:
        after = ground.after(candidate.acted, candidate.theirs)
        return self._win(after, threats, ground.tiling.unit) is None

    def _win(self, ground: Ground, known: list[Turn], unit: int) -> Turn | None:
        """Returns a turn that wins at once: one of those that are known from boards like this, or one that is found.

        ``unit`` is that of the boards on which they are known; what is found is put first.
        """
        if not Finder(ground).last:
            return None
        self._left -= 1
        for turn in known:
            if wins_by(ground, turn, unit):
                return turn
        self._left -= len(ground.actions)
        found = winning(ground)
        if found and ground.tiling.unit == unit:
            known.insert(0, found)
            del known[REMEMBERED:]
        return found

    def after(self, ground: Ground, candidate: Candidate) -> Ground:
        """Returns the board after a turn, as the other side sees it."""
        return ground.after(candidate.acted, candidate.theirs)

    def reply(self, ground: Ground, bound: float, beam: int = 0) -> float:
        """Returns what a board is worth to the side to move, by its best turn; or something above ``bound``.

        Turns that let the other side win in one count for nothing. With a ``beam`` so many of the best turns are judged
        by the other side's best answer.
        """
        known: list[Candidate] = []
        threats: list[Turn] = []
        for candidate in self.turns(ground):
            if not beam and candidate.score > bound and self.is_safe(ground, candidate, threats):
                return candidate.score
            known.append(candidate)
        known.sort(key=worth, reverse=True)
        best, tried = -WON, 0
        for candidate in known:
            self._spend(0)
            if candidate.score <= -WON or not self.is_safe(ground, candidate, threats):
                continue
            if not beam:
                return candidate.score
            best = max(best, -self.reply(self.after(ground, candidate), -best))
            tried += 1
            if best > bound or tried == beam:
                return best
        return best

    def look_ahead(
        self, ground: Ground, candidates: list[Candidate], threats: list[Turn], number: int, beam: int = 0
    ) -> None:
        """Brings the first safe candidates into order by the best replies to them.

        :raises Stopped: if the stop fires or the budget is spent; the order is the best that is known then.
        """
        looked: list[Candidate] = []
        best = -2 * WON
        try:
            for candidate in candidates:
                if len(looked) == number:
                    break
                self._spend(0)
                if self.is_safe(ground, candidate, threats):
                    candidate.score = -self.reply(self.after(ground, candidate), candidate.noise - best, beam)
                    looked.append(candidate)
                    best = max(best, worth(candidate))
        finally:
            # Sorting keeps the order of equals: of bounds that were not better than the best, the first comes first.
            looked.sort(key=worth, reverse=True)
            taken = set(map(id, looked))
            candidates[:] = looked + [candidate for candidate in candidates if id(candidate) not in taken]

    def beware(self, ground: Ground, candidates: list[Candidate], threats: list[Turn], most: int) -> None:
        """Puts those of the first candidates last after which the other side wins by a threat that cannot be parried.

        Stops at the first one that has not such a fate, or is not known to have.
        """
        for _ in range(most):
            first = candidates[0]
            try:
                if self.is_safe(ground, first, threats) and not self.forced(self.after(ground, first), 1, 0):
                    return
            except Stopped:
                return
            first.score = -WON / 2
            candidates.append(candidates.pop(0))

    def forced(self, ground: Ground, depth: int, most: int) -> Candidate | None:
        """Returns a turn by which the side to move wins by threat after threat, each with at most so many answers.

        :raises Stopped: if the stop fires or the budget is spent.
        """
        threats: list[Candidate] = []
        answers: list[Turn] = []
        wins: list[Turn] = []
        for candidate in self.turns(ground):
            if candidate.score <= -WON:
                continue
            tiling, theirs = candidate.acted.tiling, candidate.theirs
            mine = tiling.alive & ~theirs
            if reach(tiling, mine).completing(theirs):
                threats.append(candidate)
        threats.sort(key=worth, reverse=True)
        for candidate in threats:
            after = self.after(ground, candidate)
            threat = self._win(Ground(after.tiling, after.theirs, after.levels, settled=True), wins, ground.tiling.unit)
            self._spend(0)
            if threat is None or not self.is_safe(ground, candidate, answers):
                continue
            defences = self.defences(after, threat, most if depth > 1 else 0)
            if defences is None:
                continue
            if all(self.forced(defence, depth - 1, most) for defence in defences):
                return candidate
        return None

    def defences(self, ground: Ground, threat: Turn, most: int) -> list[Ground] | None:
        """Returns the boards after the turns by which the side to move parries a threat; None if they are too many."""
        found: list[Ground] = []
        threats = [threat]
        for action in actions(ground):
            acted = ground.act(action)
            reached = results(acted)
            self._spend(len(reached))
            for result in reached.values():
                if result.winner == 1:
                    continue
                if result.winner == 0:
                    return None
                after = ground.after(acted, result.theirs)
                if self._win(after, threats, ground.tiling.unit) is None:
                    found.append(after)
                    if len(found) > most:
                        return None
                self._spend(0)
        return found


def _candidate(acted: Acted, turn: Turn, mine: int, result: Result, ground: int) -> Candidate:
    """``ground`` is what the mover held before."""
    if result.winner is not None:
        return Candidate(turn, acted, result.theirs, -WON if result.winner else WON)
    tiling = acted.tiling
    ground += held(tiling, mine & ~acted.mine) - held(tiling, acted.mine & ~mine)
    return Candidate(turn, acted, result.theirs, standing(tiling, mine, result.theirs, ground))
