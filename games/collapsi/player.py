"""The computer player: four levels, and a judge of finished and unfinished games.

1. `choose` always finds a legal move, however soon the stop fires; the longer it may think, the better.
2. A level's budget is counted in questions to the stop, about a millisecond each: a weak level stays weak on a fast
   machine. Up to ``strong`` a seed always gives the same move for the same stop; ``perfect`` does where its proof
   closes, and may see further on a deal that it has met before.
3. Who wins hurries. Who loses holds out as long as it can, and among the longest lines prefers the one in which the
   fewest replies win.
"""

from dataclasses import dataclass
from random import Random

from games.collapsi import moving
from games.collapsi.position import Position
from games.collapsi.searching import OFTEN, WON, Search, State, follow, replies, standing, state_of
from games.collapsi.solving import Stopped
from games.core import Player, Seat, Stop, Verdict
from games.core import Position as CorePosition


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays."""

    depth: int
    """How many plies it looks ahead."""
    budget: int
    """How often it asks the stop before it answers."""
    noise: float = 0.0
    """The deviation of its judgement, in moves of mobility."""
    slips: float = 0.0
    """How often it plays just anything."""


STYLES = {
    "casual": Level(depth=1, budget=50, noise=3.0, slips=0.3),
    "club": Level(depth=2, budget=150, noise=1.5, slips=0.06),
    "strong": Level(depth=5, budget=400, noise=0.0, slips=0.04),
    "perfect": Level(depth=99, budget=5000),
}
LEVELS = tuple(STYLES)
SMALL = 28
"""Up to how many cards face up a proof may be hoped for, with two on a board that is not shifted."""
THOROUGH, BRIEF = 2500, 600
"""The share of the budget of perfect play for a proof, with such hope and without."""


class Budget:
    """A stop that also fires after a number of questions; it is called like any other."""

    def __init__(self, stop: Stop, most: int) -> None:
        self._stop = stop
        self._left = most

    def __call__(self) -> bool:
        """Whether to stop."""
        self._left -= 1
        return self._left < 0 or self._stop()


@dataclass(slots=True)
class Candidate:
    """A move that might be played."""

    move: str
    after: State
    score: float
    """What it is worth as far as is known."""


def choose(view: object, seat: Seat, level: str, seed: str, stop: Stop) -> str:
    """Chooses a move for the seat whose turn it is."""
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    assert view.to_move == (seat,), f"not the turn of seat {seat}: {view}"
    style = STYLES[level]
    budget = Budget(stop, style.budget)
    chance = Random(seed)
    candidates = _candidates(view, seat, budget)
    if chance.random() < style.slips:
        return chance.choice(candidates).move
    # Sorting keeps the order of equals, so chance decides among them.
    chance.shuffle(candidates)
    candidates.sort(key=_worth, reverse=True)
    try:
        if level == "perfect":
            _play_perfectly(Search(seat, budget), candidates, budget)
        else:
            _look_ahead(Search(seat, budget), candidates, style.depth, exact=style.noise > 0)
    except Stopped:
        # What is known so far stands in the order of the candidates.
        pass
    if style.noise:
        for candidate in candidates:
            candidate.score += chance.gauss(0, style.noise)
        candidates.sort(key=_worth, reverse=True)
    return candidates[0].move


def judge(position: CorePosition, stop: Stop) -> Verdict | None:
    """Says which seat wins whatever the others do; None where none can, or none was found before the stop."""
    assert isinstance(position, Position), f"not a position of Collapsi: {position!r}"
    if position.outcome is not None:
        return Verdict(min(position.outcome.places[0]), 0)
    state = state_of(position)
    try:
        for seat in range(len(position.pawns)):
            search = Search(seat, stop)
            if seat not in position.out and search.forces(state):
                return Verdict(Seat(seat), _plies(search, state))
    except Stopped:
        pass
    return None


def _plies(search: Search, state: State) -> int | None:
    """How many plies follow; None if the stop fires first."""
    try:
        return search.plies(state)
    except Stopped:
        return None


def _candidates(position: Position, seat: Seat, stop: Stop) -> list[Candidate]:
    """Lists the moves with what they are worth as they stand; at least one, however soon the stop fires."""
    state = state_of(position)
    found = []
    for number, move in enumerate(moving.complete(position)):
        after = follow(state, move)
        found.append(Candidate(str(move), after, standing(after, after.clock, seat)))
        if number % OFTEN == 0 and stop():
            break
    return found


def _worth(candidate: Candidate) -> float:
    return candidate.score


def _look_ahead(search: Search, candidates: list[Candidate], depth: int, *, exact: bool = False) -> None:
    """Brings the candidates into order, the best first, by looking further and further until their fate is certain.

    All scores are ``exact``, or only the best one is and the others are bounds.
    """
    for ahead in range(1, depth):
        best = -2 * WON
        for number, candidate in enumerate(candidates):
            if candidate.score > -WON:
                try:
                    candidate.score = search.score(candidate.after, ahead, -2 * WON if exact else best)
                except Stopped:
                    # The one that was the best so far has been looked at first.
                    candidates[:number] = sorted(candidates[:number], key=_worth, reverse=True)
                    raise
                best = max(best, int(candidate.score))
        candidates.sort(key=_worth, reverse=True)
        if not -WON < candidates[0].score < WON:
            return


def _play_perfectly(search: Search, candidates: list[Candidate], budget: Budget) -> None:
    """Brings the candidates into order by proof where that closes, and by looking ahead where it does not.

    Candidates that are known to be worse are taken out.
    """
    # Something sane first, for a stop that fires in the middle of a proof.
    _look_ahead(search, candidates, 3)
    if candidates[0].score >= WON:
        return
    first = candidates[0].after
    small = first.up.bit_count() <= SMALL and "shift" not in first.ground.rules
    proof = Search(search.seat, Budget(budget, THOROUGH if small else BRIEF))
    won, unknown, lost = _proved(proof, candidates)
    two = first.seats.bit_count() == 2
    candidates[:] = won or (unknown or lost if two else unknown + lost)
    if two and (won or not unknown) and all(candidate.after.duel for candidate in candidates):
        _measure(search, candidates)
    else:
        _look_ahead(search, candidates, first.clock + 1)
    if two and candidates[0].score <= -WON:
        _set_traps(search, proof, candidates)


def _proved(proof: Search, candidates: list[Candidate]) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    """Parts the moves that win whatever the others do, those that are not known to, and those that do not."""
    won: list[Candidate] = []
    lost: list[Candidate] = []
    try:
        for candidate in candidates:
            (won if proof.forces(candidate.after) else lost).append(candidate)
    except Stopped:
        pass
    return won, candidates[len(won) + len(lost) :], lost


def _measure(search: Search, candidates: list[Candidate]) -> None:
    """Brings into order moves of one fate by how long the game lasts: the winner hurries, the loser holds out."""
    try:
        for candidate in candidates:
            plies = search.plies(candidate.after)
            # After a move that wins the other one is to move, and loses: an even number of plies follow.
            score = WON + candidate.after.clock - plies
            candidate.score = -score if plies % 2 else score
    finally:
        candidates.sort(key=_worth, reverse=True)


def _set_traps(search: Search, proof: Search, candidates: list[Candidate]) -> None:
    """Puts first, of the moves that hold out longest, the one with the fewest replies that win."""
    best = int(candidates[0].score)
    depth = candidates[0].after.clock
    tied = [
        candidate
        for candidate in candidates
        if candidate.score == best and search.score(candidate.after, depth, best - 1, best) == best
    ]
    ways = {candidate.move: sum(not proof.forces(reply) for reply in replies(candidate.after)) for candidate in tied}
    tied.sort(key=lambda candidate: ways[candidate.move])
    candidates[:] = tied


PLAYER = Player(LEVELS, choose, judge)
