"""What the table decides together: Rule Votes (V1-V8), objections, calls, meanings, stalled rounds, away seats.

1. Who may vote is fixed at the opening (V4). Who leaves later does not vote, and the number stays.
2. Votes are public and may be changed until the question closes; the newest of a seat stands (V7).
3. It closes as soon as more than half of all say yes or no, when everybody has voted, or when its time is over (V7).

>>> question = open("vote", "remove r1", Seat(2), (Seat(0), Seat(1), Seat(2)))
>>> question = cast(question, Seat(0), False)
>>> verdict(question), verdict(question, closing=True), str(question)
(None, 'tied', 'vote,remove%20r1,now,2,0.1.2,2+.0-,')
>>> verdict(cast(question, Seat(1), True))
'passed'
"""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args
from urllib.parse import quote, unquote

from games.core import IllegalMove, InvalidPosition, Seat

Kind: TypeAlias = Literal["vote", "restore", "object", "call", "meaning", "stall", "remove"]
When: TypeAlias = Literal["now", "next"]
Verdict: TypeAlias = Literal["passed", "failed", "tied"]

KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
WHENS: dict[str, When] = {when: when for when in get_args(When)}
SEAT = re.compile(r"[0-9]{1,3}")
SEATS = re.compile(r"(?:[0-9]{1,3}(?:\.[0-9]{1,3})*)?")
VOTES = re.compile(r"(?:[0-9]{1,3}[+-](?:\.[0-9]{1,3}[+-])*)?")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and how it stands. Immutable; ``str`` gives it as text without spaces."""

    kind: Kind
    """``vote``: a Rule Vote; ``restore``: an old rule comes back (lobby); ``object``: a rule is against the rules for
    rules; ``call``: an honour rule was kept, for which silence speaks; ``meaning``: the first of two readings of a rule
    whose author is absent; ``stall``: the round ends without a winner; ``remove``: an away seat leaves."""
    subject: str
    """What it is about, frozen (V3); of a Rule Vote the words of the proposal, such as ``remove r1``, ``change r1 …``,
    ``back r1`` or ``core low.renew match``."""
    when: When
    """Whether the change begins at the next turn or in the next round (V3)."""
    by: Seat
    electorate: tuple[Seat, ...]
    """Who may vote; never changes (V4)."""
    votes: tuple[tuple[Seat, bool], ...]
    """Each seat's standing vote, in the order in which these were cast."""
    gone: tuple[Seat, ...] = ()
    """Who of them has left since: their votes do not count."""

    @property
    def yes(self) -> tuple[Seat, ...]:
        """Who stands for it, in the order of the votes."""
        return tuple(seat for seat, yes in self.votes if yes and seat not in self.gone)

    @property
    def no(self) -> tuple[Seat, ...]:
        """Who stands against it; the first one is the first objector (V7)."""
        return tuple(seat for seat, yes in self.votes if not yes and seat not in self.gone)

    @property
    def needed(self) -> int:
        """How many have to agree (V5)."""
        return len(self.electorate) // 2 + 1

    def __str__(self) -> str:
        votes = ".".join(f"{seat}{'+' if yes else '-'}" for seat, yes in self.votes)
        fields = (self.kind, quote(self.subject, safe=""), self.when, str(self.by))
        return ",".join((*fields, _seats(self.electorate), votes, _seats(self.gone)))


def open(
    kind: Kind, subject: str, by: Seat, session: tuple[Seat, ...], *, when: When = "now", about: Seat | None = None
) -> Question:
    """Puts a question to all of the session but the seat that it is about: who is called, or away.

    Who asks has voted by that (V7), unless the question is only which of two readings holds. So a small table may have
    decided at once: see `verdict`.
    """
    electorate = tuple(sorted(seat for seat in session if seat != about))
    assert by in electorate, f"seat {by} asks about itself or is not of the session {session}"
    votes = () if kind == "meaning" else ((by, kind != "call"),)
    return Question(kind, subject, when, by, electorate, votes)


def may_vote(question: Question, seat: Seat) -> bool:
    """Whether a seat's vote would count."""
    return seat in question.electorate and seat not in question.gone and verdict(question) is None


def cast(question: Question, seat: Seat, yes: bool) -> Question:
    """Returns the question with a seat's vote; a vote that says the same again keeps its place.

    :raises IllegalMove: if the seat has no vote, or the question is decided.
    """
    if seat not in question.electorate or seat in question.gone:
        raise IllegalMove("no_vote")
    if verdict(question) is not None:
        raise IllegalMove("vote_closed")
    if (seat, yes) in question.votes:
        return question
    others = tuple(vote for vote in question.votes if vote[0] != seat)
    return replace(question, votes=(*others, (seat, yes)))


def without(question: Question, seat: Seat) -> Question:
    """Returns the question after a seat has left the session: it counts as not voting (V4)."""
    if seat not in question.electorate or seat in question.gone:
        return question
    return replace(question, gone=(*question.gone, seat))


def verdict(question: Question, *, closing: bool = False) -> Verdict | None:
    """Says how a question ends; None while it is open, which it is not when its time is over (``closing``).

    Only a Rule Vote can be tied: as many against as for it, and together more than half of all (V6). A call passes, and
    the rule does what it does then, when more than half say that it was not kept.
    """
    yes, no, all_ = len(question.yes), len(question.no), len(question.electorate)
    if question.kind == "call":
        yes, no = no, yes
    if 2 * yes > all_:
        return "passed"
    if 2 * no > all_:
        return "failed"
    if not closing and yes + no + len(question.gone) < all_:
        return None
    tied = question.kind == "vote" and yes == no and 2 * (yes + no) > all_
    return "tied" if tied else "failed"


def withdraw(question: Question, seat: Seat) -> None:
    """Checks that a seat may take its question back, which then uses up nothing (V7).

    :raises IllegalMove: if it is not the seat's own, somebody else has voted already, or it is decided.
    """
    if seat != question.by:
        raise IllegalMove("not_yours")
    if any(voter != seat for voter, _ in question.votes):
        raise IllegalMove("others_voted")
    if verdict(question) is not None:
        raise IllegalMove("vote_closed")


def parse(text: str) -> Question:
    """Reads ``str(question)``.

    :raises InvalidPosition: if the text is none.
    """
    fields = text.split(",")
    if len(fields) != 7:
        raise InvalidPosition("question", text=text)
    kind, subject, when, by, electorate, votes, gone = fields
    seats = SEAT.fullmatch(by) and SEATS.fullmatch(electorate) and SEATS.fullmatch(gone)
    if kind not in KINDS or when not in WHENS or not seats or not VOTES.fullmatch(votes):
        raise InvalidPosition("question", text=text)
    question = Question(
        kind=KINDS[kind],
        subject=unquote(subject),
        when=WHENS[when],
        by=Seat(int(by)),
        electorate=_read(electorate),
        votes=tuple((Seat(int(vote[:-1])), vote[-1] == "+") for vote in votes.split(".") if vote),
        gone=_read(gone),
    )
    if str(question) != text or not _is_sound(question):
        raise InvalidPosition("question", text=text)
    return question


def _is_sound(question: Question) -> bool:
    """Whether everybody who is named may vote, and none twice."""
    voters = [seat for seat, _ in question.votes]
    known = set(question.electorate)
    named = (question.electorate, voters, question.gone)
    return question.by in known and all(known.issuperset(seats) and len(set(seats)) == len(seats) for seats in named)


def _seats(seats: tuple[Seat, ...]) -> str:
    return ".".join(map(str, seats))


def _read(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(int(seat)) for seat in text.split(".") if seat)
