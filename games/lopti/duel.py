"""Roshambo: a tied Rule Vote is decided by exactly 30 throws that count (Q1-Q5).

1. Each side throws as many at a time as it likes. Throws that have met none of the other side are secret (Q3).
2. A side with nobody to throw for it asks those who voted like it. If several come forward they throw for it, one throw
   that counts a match; if nobody does, the side loses (Q1, Q4, Q5).
3. Time is the caller's: `lapse` says that it is over for all who are waited for.

>>> from games.lopti.question import parse as question
>>> duel = open(question("vote,remove%20r1,now,2,0.1.2,2+.0-,"), creator=Seat(0))
>>> duel = throw(duel, Seat(2), "rpssr")
>>> str(duel), str(masked(duel, Seat(0))), waits_for(duel)
('2.RPSSR.0,,,/0..0,,,', '2.?????.0,,,/0..0,,,', (0,))
>>> duel = throw(duel, Seat(0), "✊✊✊")
>>> str(masked(duel, Seat(0))), score(duel), missing(duel, Seat(0))
('2.RPS??.0,,,/0.RRR.0,,,', Score(change=1, keep=1, ties=1), 48)
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from games.core import IllegalMove, InvalidPosition, Seat
from games.lopti.question import Question
from games.lopti.throwing import HIDDEN, MOST, Bout, Score, Thrower, enough, read

GOAL = 30
"""How many throws count (Q2)."""
MISSES = 2
"""How often in a row a thrower may let the time run out (Q5)."""
SEAT = "[0-9]{1,3}"
THROWN = r"\.[RPS?]*\.[01]"
SIDE = re.compile(
    rf"(?P<seat>-|{SEAT})\.(?P<throws>[RPS?]*)\.(?P<missed>[01]),(?P<others>(?:{SEAT}(?:\.{SEAT})*)?),"
    rf"(?P<volunteers>(?:{SEAT}{THROWN}(?:\+{SEAT}{THROWN})*)?),(?P<asking>(?:asking)?)"
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a duel, and who may throw for it."""

    thrower: Thrower
    """Who throws for it; what has been thrown stays when somebody else takes over."""
    others: tuple[Seat, ...] = ()
    """Who else may, by seat."""
    volunteers: tuple[Thrower, ...] = ()
    """Who wants to, while it has nobody. When nobody is asked any more the first two throw against each other; who wins
    goes to the end, so who is left over has a bye (Q4)."""
    asking: bool = False
    """Whether others may still come forward."""

    @property
    def idle(self) -> tuple[Seat, ...]:
        """Who might come forward but has not."""
        wanting = [thrower.seat for thrower in self.volunteers]
        return tuple(seat for seat in self.others if seat not in wanting)

    @property
    def is_lost(self) -> bool:
        """Whether nobody wants to throw for it (Q1, Q5)."""
        return self.thrower.seat is None and not self.volunteers and not self.asking

    def __str__(self) -> str:
        others, volunteers = ".".join(map(str, self.others)), "+".join(map(str, self.volunteers))
        return f"{self.thrower},{others},{volunteers},{'asking' if self.asking else ''}"


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel between those who want a change and those who do not. Immutable; ``str`` is text without spaces."""

    change: Side
    keep: Side

    @property
    def challenger(self) -> Seat | None:
        """Who throws for the change; None while nobody does."""
        return self.change.thrower.seat

    @property
    def defender(self) -> Seat | None:
        """Who throws against it; None while nobody does."""
        return self.keep.thrower.seat

    def __str__(self) -> str:
        return f"{self.change}/{self.keep}"


def open(tied: Question, creator: Seat | None) -> Duel:
    """Opens the duel of a tied vote (Q1).

    ``creator`` has created the rule that is to be removed or changed; None where a core rule is to be changed or a
    removed rule to come back. Then the first objector defends, as he does against a creator who wants another rule.
    """
    if creator is None or creator == tied.by:
        defender: Seat | None = tied.no[0]
    else:
        absent = creator not in tied.electorate or creator in tied.gone or creator in tied.yes
        defender = None if absent else creator
    # Who asked may have come to think otherwise.
    return Duel(_side(tied.by if tied.by in tied.yes else None, tied.yes), _side(defender, tied.no))


def _side(seat: Seat | None, supporters: tuple[Seat, ...]) -> Side:
    others = tuple(sorted(other for other in supporters if other != seat))
    return Side(Thrower(seat), others, asking=seat is None and bool(others))


def throw(duel: Duel, seat: Seat, text: str) -> Duel:
    """Returns the duel with more throws of a seat, read loosely, and with what comes of them.

    :raises InvalidMove: if the text is no throws.
    :raises IllegalMove: if the seat does not throw now, or more than `MOST` of its throws would wait.
    """
    throws = read(text)
    bout = _bout(duel, seat)
    if bout is None:
        raise IllegalMove("no_thrower")
    own = bout.first if bout.first.seat == seat else bout.second
    waiting = len(own.throws) - bout.met
    if waiting + len(throws) > MOST:
        raise IllegalMove("throws_waiting", most=MOST, waiting=waiting)
    return _settled(_with(duel, replace(own, throws=own.throws + throws, missed=0)))


def defend(duel: Duel, seat: Seat) -> Duel:
    """Returns the duel with a seat that wants to throw for its side (Q1); once all do, no more is asked.

    :raises IllegalMove: if nobody asks it.
    """
    if seat not in _asked(duel):
        raise IllegalMove("not_asked")

    def joined(side: Side) -> Side:
        if seat not in side.idle:
            return side
        idle = [other for other in side.idle if other != seat]
        volunteers = tuple(Thrower(other) for other in side.others if other not in idle)
        return replace(side, volunteers=volunteers, asking=bool(idle))

    return _settled(_sides(duel, joined))


def lapse(duel: Duel) -> Duel:
    """Returns the duel after the time of all who are waited for is over (Q5).

    Who has not come forward is not asked any more; who has not thrown has missed, and is out the second time in a row.
    """
    if verdict(duel):
        return duel
    late = [thrower for bout in _bouts(duel) for thrower in bout.late]
    duel = _sides(duel, lambda side: replace(side, asking=False))
    for thrower in late:
        duel = _with(duel, replace(thrower, missed=thrower.missed + 1))
    for thrower in late:
        if thrower.seat is not None and thrower.missed + 1 == MISSES:
            duel = _struck(duel, thrower.seat)
    return _settled(duel)


def without(duel: Duel, seat: Seat) -> Duel:
    """Returns the duel after a seat has left the session; its throws that have met none are void."""
    if verdict(duel):
        return duel

    def left(side: Side) -> Side:
        side = replace(side, others=tuple(other for other in side.others if other != seat))
        return replace(side, asking=side.asking and bool(side.idle))

    return _settled(_sides(_struck(duel, seat), left))


def score(duel: Duel) -> Score:
    """Returns how the sides stand, as far as both have thrown."""
    return _main(duel).score


def verdict(duel: Duel) -> Literal["passed", "failed"] | None:
    """Says whether the change passes; None while the duel goes on. Where nobody throws for either, nothing changes."""
    if duel.change.is_lost:
        return "failed"
    if duel.keep.is_lost:
        return "passed"
    stands = score(duel)
    if stands.still(GOAL):
        return None
    return "passed" if stands.change > stands.keep else "failed"


def winner(duel: Duel) -> Seat | None:
    """Returns who has won; None while the duel goes on, or where that side has nobody either."""
    ends = verdict(duel)
    return None if ends is None else duel.challenger if ends == "passed" else duel.defender


def may_defend(duel: Duel, seat: Seat) -> bool:
    """Whether a seat may come forward now."""
    return seat in _asked(duel)


def may_throw(duel: Duel, seat: Seat) -> bool:
    """Whether a seat throws now, for its side or for the right to do so."""
    return _bout(duel, seat) is not None


def waits_for(duel: Duel) -> tuple[Seat, ...]:
    """Lists who has to come forward or to throw before the duel can go on."""
    late = (thrower.seat for bout in _bouts(duel) for thrower in bout.late)
    return tuple(sorted((*_asked(duel), *(seat for seat in late if seat is not None))))


def stage(duel: Duel) -> str:
    """Says with signs what the duel has come to: while it stays the same, the time of who is waited for runs on.

    It changes when both sides have thrown, when others throw or nobody is asked any more, and when time was over.
    """
    asking = "".join("?" if side.asking else "-" for side in (duel.change, duel.keep))
    bouts = (f"{bout.first.seat}:{bout.second.seat}:{bout.met}:{_missed(bout)}" for bout in _bouts(duel))
    return ",".join((asking, *bouts))


def room(duel: Duel, seat: Seat) -> int:
    """Says how many more throws of a seat may wait; 0 where it does not throw now."""
    bout = _bout(duel, seat)
    if bout is None:
        return 0
    own = bout.first if bout.first.seat == seat else bout.second
    return MOST - len(own.throws) + bout.met


def missing(duel: Duel, seat: Seat) -> int:
    """Says how many more throws of a seat are probably enough; 0 where it is not waited for."""
    bout = _bout(duel, seat)
    if bout is None or seat not in waits_for(duel):
        return 0
    return enough(bout.score.still(bout.goal))


def masked(duel: Duel, viewer: Seat | None) -> Duel:
    """Returns the duel as a seat (None: everybody) may know it: throws of others that have met none are hidden."""
    for bout in (_main(duel), *_bouts(duel)):
        for thrower in (bout.first, bout.second):
            if thrower.seat is not None and thrower.seat != viewer:
                hidden = thrower.throws[: bout.met] + HIDDEN * (len(thrower.throws) - bout.met)
                duel = _with(duel, replace(thrower, throws=hidden))
    return duel


def parse(text: str) -> Duel:
    """Reads ``str(duel)``, a masked one too.

    :raises InvalidPosition: if the text is none.
    """
    sides = [SIDE.fullmatch(side) for side in text.split("/")]
    read = [_read_side(side) for side in sides if side]
    if len(read) != 2 or len(sides) != 2 or str(duel := Duel(*read)) != text or not _is_sound(duel):
        raise InvalidPosition("duel", text=text)
    return duel


def _read_side(found: re.Match[str]) -> Side:
    return Side(
        thrower=Thrower(
            None if found["seat"] == "-" else Seat(int(found["seat"])), found["throws"], int(found["missed"])
        ),
        others=tuple(Seat(int(seat)) for seat in found["others"].split(".") if seat),
        volunteers=tuple(
            Thrower(Seat(int(seat)), throws, int(missed))
            for seat, throws, missed in (thrower.split(".") for thrower in found["volunteers"].split("+") if thrower)
        ),
        asking=bool(found["asking"]),
    )


def _is_sound(duel: Duel) -> bool:
    """Whether nobody stands in two places, and only who may come forward does."""
    sides = (duel.change, duel.keep)
    seats = [seat for side in sides for seat in (side.thrower.seat, *side.others) if seat is not None]
    wanting = [[thrower.seat for thrower in side.volunteers] for side in sides]
    return (
        len(set(seats)) == len(seats)
        and all(len(set(those)) == len(those) for those in wanting)
        and all(set(side.others).issuperset(those) for side, those in zip(sides, wanting, strict=True))
    )


def _main(duel: Duel) -> Bout:
    return Bout(duel.change.thrower, duel.keep.thrower, GOAL)


def _bouts(duel: Duel) -> list[Bout]:
    """Lists who throws against whom now: the two sides, or volunteers of a side for the right to."""
    if verdict(duel):
        return []
    if duel.challenger is not None and duel.defender is not None:
        return [_main(duel)]
    return [Bout(side.volunteers[0], side.volunteers[1], 1) for side in (duel.change, duel.keep) if _chooses(side)]


def _missed(bout: Bout) -> int:
    """Says how often those who throw now were late in a row, all together."""
    return bout.first.missed + bout.second.missed


def _chooses(side: Side) -> bool:
    """Whether volunteers throw for the right to throw for their side (Q4)."""
    return side.thrower.seat is None and not side.asking and len(side.volunteers) > 1


def _bout(duel: Duel, seat: Seat) -> Bout | None:
    return next((bout for bout in _bouts(duel) if seat in (bout.first.seat, bout.second.seat)), None)


def _asked(duel: Duel) -> tuple[Seat, ...]:
    if verdict(duel):
        return ()
    return tuple(seat for side in (duel.change, duel.keep) if side.asking for seat in side.idle)


def _sides(duel: Duel, change: Callable[[Side], Side]) -> Duel:
    return Duel(change(duel.change), change(duel.keep))


def _with(duel: Duel, new: Thrower) -> Duel:
    """Returns the duel with another value for a thrower, wherever its seat throws."""

    def changed(side: Side) -> Side:
        thrower, *volunteers = (new if old.seat == new.seat else old for old in (side.thrower, *side.volunteers))
        return replace(side, thrower=thrower, volunteers=tuple(volunteers))

    return _sides(duel, changed)


def _struck(duel: Duel, seat: Seat) -> Duel:
    """Returns the duel without what a seat does in it; a side that has nobody then asks the others (Q5)."""
    met = _main(duel).met

    def changed(side: Side) -> Side:
        if side.thrower.seat == seat:
            return replace(side, thrower=Thrower(None, side.thrower.throws[:met]), asking=bool(side.others))
        if seat not in [thrower.seat for thrower in side.volunteers]:
            return side
        # Its throws were meant for nobody else, and so were those of who threw against it.
        rest = tuple(replace(thrower, throws="") for thrower in side.volunteers if thrower.seat != seat)
        return replace(side, volunteers=rest)

    return _sides(duel, changed)


def _settled(duel: Duel) -> Duel:
    """Returns the duel after all matches between volunteers that are decided; who is left throws for the side."""

    def settled(side: Side) -> Side:
        while _chooses(side):
            one, other, *rest = side.volunteers
            result = Bout(one, other, 1).score
            if result.still(1):
                return side
            best = one if result.change else other
            side = replace(side, volunteers=(*rest, Thrower(best.seat)))
        if side.asking or len(side.volunteers) != 1:
            return side
        seat = side.volunteers[0].seat
        others = tuple(other for other in side.others if other != seat)
        return Side(replace(side.thrower, seat=seat, missed=0), others)

    return _sides(duel, settled)
