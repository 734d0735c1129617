"""The computer player: three levels, the judge of sure things, and the calls.

1. `choose` always finds a legal move, however soon the stop fires. Whoever can win in one turn does so, and whoever can
   avoid it lets nobody win in one, at every level; so much is looked at even after the stop.
2. A level's budget is counted in boards that it looks at: a weak level stays weak on a fast machine. A seed always
   gives the same move for the same answers of the stop.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from games.core import Player, Seat, Stop, Verdict
from games.core import Position as CorePosition
from games.crumble.draws import DRAW_TURNS, THREEFOLD, is_fight
from games.crumble.notation import Turn, write
from games.crumble.position import Position
from games.crumble.searching import WON, Candidate, Search, worth
from games.crumble.turns import Ground, results
from games.crumble.winning import Stopped, actions, allows, winning


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays."""

    budget: int
    """How many boards it may look at."""
    replies: int
    """For how many of its moves it looks at the replies."""
    noise: float = 0.0
    """The deviation of its judgement, in pieces that are missing to a chain."""
    deep: int = 0
    """For how many of its moves it answers the replies."""
    beam: int = 0
    """How many of the replies it answers."""
    forcing: int = 0
    """How many threats in a row it looks ahead."""
    answers: int = 0
    """How many answers a threat may leave."""
    contempt: float = 0.0
    """What it gives away, in pieces that are missing to a chain, not to draw or go round in circles."""


STYLES = {
    "casual": Level(budget=2_000, replies=0, noise=1.5),
    "club": Level(budget=4_000, replies=6, noise=0.7),
    "strong": Level(budget=8_000, replies=16, deep=6, beam=4, forcing=2, answers=2, contempt=2.0),
}
LEVELS = tuple(STYLES)


def choose(view: object, seat: Seat, level: str, seed: str, stop: Stop) -> str:
    """Chooses a move for the seat whose turn it is."""
    assert isinstance(view, Position), f"not a view of Crumble: {view!r}"
    assert view.to_move == (seat,), f"not the turn of seat {seat}: {view}"
    ground = view.ground
    turn = winning(ground)
    if turn is None:
        turn = _best(view, STYLES[level], Random(seed), stop)
    return write(ground, view.lines, turn)


def _best(position: Position, style: Level, chance: Random, stop: Stop) -> Turn:
    """Returns the best turn that was found where none wins at once."""
    ground = position.ground
    search = Search(style.budget, stop)
    threats: list[Turn] = []
    candidates = search.candidates(ground, threats)
    # Sorting keeps the order of equals, so chance decides among them.
    chance.shuffle(candidates)
    if style.noise:
        for candidate in candidates:
            candidate.noise = chance.gauss(0, style.noise)
    candidates.sort(key=worth, reverse=True)
    # Wherever the stop fires, what is known so far stands in the order of the candidates.
    with suppress(Stopped):
        search.look_ahead(ground, candidates, threats, style.replies)
    if style.forcing:
        # A chance to win is looked for first, and only then what there is to fear.
        with suppress(Stopped):
            if found := Search(style.budget // 2, stop).forced(ground, style.forcing, style.answers):
                return found.turn
    with suppress(Stopped):
        search.look_ahead(ground, candidates, threats, style.deep, style.beam)
    if style.forcing:
        Search(style.budget // 2, stop).beware(ground, candidates, threats, style.replies)
    safe = (each for each in candidates if search.is_safe(ground, each, threats))
    return _liveliest(position, safe, style.contempt) or candidates[0].turn


def _liveliest(position: Position, candidates: Iterable[Candidate], contempt: float) -> Turn | None:
    """Returns the best turn of a row that begins with the best one, if those that lead nowhere count for less."""
    best, most = None, -2 * WON
    for candidate in candidates:
        value = _value(position, candidate, contempt)
        if value > most:
            best, most = candidate.turn, value
        if value == worth(candidate):
            break
    return best


def _value(position: Position, candidate: Candidate, contempt: float) -> float:
    """Returns what a turn is worth where a draw is no aim, nor is a position that was there before."""
    after = position.play(position.turn, write(position.ground, position.lines, candidate.turn)).position
    assert isinstance(after, Position), f"not a position of Crumble: {after!r}"
    if after.outcome is not None and len(after.outcome.places[0]) > 1:
        return -contempt
    leads_nowhere = after.mark in after.seen or is_fight(after.takes)
    return worth(candidate) - contempt * leads_nowhere


def _may_draw(position: Position) -> bool:
    """Whether the next turn might end the game in a draw by what was played before (R34', R35)."""
    known = Counter((*position.seen, position.mark)) if position.seen else Counter[str]()
    return len(position.takes) >= 2 * DRAW_TURNS - 1 or any(count >= THREEFOLD - 1 for count in known.values())


def judge(position: CorePosition, stop: Stop) -> Verdict | None:
    """Says who wins where that is plain: by a chain in one turn, or because no turn can keep the other side from it."""
    assert isinstance(position, Position), f"not a position of Crumble: {position!r}"
    if position.outcome is not None:
        winners = position.outcome.places[0]
        return Verdict(min(winners), 0) if len(winners) == 1 else None
    if winning(position.ground):
        return Verdict(position.turn, 1)
    try:
        if not _is_mated(position, stop):
            return None
    except Stopped:
        return None
    ground = position.ground
    reached = (result for action in actions(ground) for result in results(ground.act(action)).values())
    holds_out = any(result.winner is None for result in reached)
    return Verdict(position.other, 2 if holds_out else 1)


def calls(position: CorePosition, stop: Stop) -> tuple[str, ...]:
    """Returns the call of the side that has just moved (R30), and whether its turn lets the other one win.

    The codes are ``crumble`` or ``crumblemate``, and ``blunder``.
    """
    assert isinstance(position, Position), f"not a position of Crumble: {position!r}"
    if position.outcome is not None:
        return ()
    ground = position.ground
    blunder = ("blunder",) if winning(ground) else ()
    threat = winning(Ground(ground.tiling, ground.theirs, ground.levels))
    if threat is None:
        return blunder
    try:
        return ("crumblemate" if _is_mated(position, stop, threat) else "crumble", *blunder)
    except Stopped:
        # A threat it is, whatever can be done against it.
        return ("crumble", *blunder)


def _is_mated(position: Position, stop: Stop, threat: Turn | None = None) -> bool:
    """Whether every turn of the player to move loses at once or lets the other side win in one; no turn draws."""
    if winning(position.ground) or not allows(position.ground, stop, threat):
        return False
    if _may_draw(position):
        for move in position.moves(position.turn):
            if stop():
                raise Stopped
            outcome = position.play(position.turn, move).position.outcome
            if outcome and len(outcome.places[0]) > 1:
                return False
    return True


PLAYER = Player(LEVELS, choose, judge, calls)
