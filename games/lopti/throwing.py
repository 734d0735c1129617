"""Rock, paper, scissors between two: throws as letters, and how they stand (Q2, Q3).

A throw is a letter of ``RPS``. The first throw of one meets the first of the other, and so on; others are kept.

>>> bout = Bout(Thrower(Seat(2), "RPSSR"), Thrower(Seat(0), "RRR"), goal=30)
>>> bout.met, bout.score, bout.score.still(30)
(3, Score(change=1, keep=1, ties=1), 28)
"""

from dataclasses import dataclass
from hashlib import sha256
from math import comb
from typing import TypeAlias

from games.core import InvalidMove, Seat

Throws: TypeAlias = str
"""Letters of `LETTERS`, or `HIDDEN` where the reader may not know a throw."""

LETTERS = "RPS"
"""Each is beaten by the next one, the last one by the first."""
HIDDEN = "?"
MOST = 90
"""How many throws may be given at a time, and how many of one may wait to be met (Q3)."""
SIGNS = {
    **{sign: letter for signs in ("RPS", "rps", "123", "✊✋✌") for sign, letter in zip(signs, LETTERS, strict=True)},
    # What stands between throws, the variation selector and the skin tones of hands say nothing.
    **dict.fromkeys(" ,.;-\n\ufe0f🏻🏼🏽🏾🏿", ""),
}


@dataclass(frozen=True, slots=True)
class Thrower:
    """Who throws, and what."""

    seat: Seat | None
    """None while a side has nobody."""
    throws: Throws = ""
    missed: int = 0
    """How often in a row its time ran out."""

    def __str__(self) -> str:
        return f"{'-' if self.seat is None else self.seat}.{self.throws}.{self.missed}"


@dataclass(frozen=True, slots=True)
class Score:
    """How the throws of two that have met stand."""

    change: int
    """What was won by the first of the two: in a duel by who wants the change."""
    keep: int
    ties: int

    def still(self, goal: int) -> int:
        """How many throws that count are to come: up to the goal, then one where it is even (Q2)."""
        return max(goal - self.change - self.keep, int(self.change == self.keep))


@dataclass(frozen=True, slots=True)
class Bout:
    """Two who throw against each other."""

    first: Thrower
    second: Thrower
    goal: int
    """How many throws count."""

    @property
    def met(self) -> int:
        """How many throws of each have met one."""
        return min(len(self.first.throws), len(self.second.throws))

    @property
    def late(self) -> tuple[Thrower, ...]:
        """Who has to throw: whoever has no throw left that waits."""
        return tuple(thrower for thrower in (self.first, self.second) if len(thrower.throws) == self.met)

    @property
    def score(self) -> Score:
        """How they stand, as far as is known; throws after the end do not matter."""
        score = Score(0, 0, 0)
        for one, other in zip(self.first.throws, self.second.throws, strict=False):
            if not score.still(self.goal) or HIDDEN in (one, other):
                break
            lead = (LETTERS.index(one) - LETTERS.index(other)) % 3
            score = Score(score.change + (lead == 1), score.keep + (lead == 2), score.ties + (lead == 0))
        return score


def read(text: str) -> Throws:
    """Reads throws loosely: letters, numerals or hands, with or without something between.

    :raises InvalidMove: if there are none, too many, or something else.

    >>> read("r, P 3 ✊🏽✌️")
    'RPSRS'
    """
    unknown = next((sign for sign in text if sign not in SIGNS), None)
    if unknown is not None:
        raise InvalidMove("unknown_throw", sign=unknown)
    throws = "".join(SIGNS[sign] for sign in text)
    if not throws:
        raise InvalidMove("no_throws")
    if len(throws) > MOST:
        raise InvalidMove("too_many_throws", most=MOST, given=len(throws))
    return throws


def drawn(seed: str, count: int) -> Throws:
    """Draws throws by chance, at most `MOST`.

    >>> drawn("a seed", 5)
    'RRSSP'
    """
    number = int(sha256(f"throws:{seed}".encode()).hexdigest(), 16)
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(count))


def enough(counting: int) -> int:
    """Returns how many throws hold so many that count, nine times of ten; each counts two times of three.

    >>> [enough(counting) for counting in (1, 6, 30)]
    [3, 12, 51]
    """
    throws = counting
    while 10 * sum(comb(throws, number) * 2**number for number in range(counting)) > 3**throws:
        throws += 1
    return throws
