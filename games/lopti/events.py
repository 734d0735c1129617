"""What happens in a session. `seen_by` hides what a seat may not know."""

from dataclasses import dataclass, replace

from games.core import Event, Ranked, Seat
from games.lopti.cards import UNSEEN, Card, Cards


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt."""

    number: int
    dealer: Seat
    opener: Seat
    digest: str
    """SHA-256 over the order of the deck and the nonce (D5)."""


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat has chosen what to swap; nobody else knows what (D2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """All have chosen: this seat's exchange is published."""

    seat: Seat
    hand: Card
    """The card that lies face up now."""
    up: Card
    """The card that was taken into the hand."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A legal play."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """A down card was turned over, and it fits or not (T8)."""

    seat: Seat
    card: Card
    fits: bool


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards were drawn from the deck; only the one who drew sees them."""

    seat: Seat
    cards: Cards

    def seen_by(self, seat: Seat | None) -> "Drew":
        """Returns the event; for others with covered cards."""
        return self if seat == self.seat else replace(self, cards=(UNSEEN,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """A seat took the pile (never why, A2)."""

    seat: Seat
    cards: Cards
    """Public: they lay in the pile."""


@dataclass(frozen=True, slots=True)
class TookUp(Event):
    """A seat took its up cards into its hand (T7)."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """The pile left the round (EC)."""

    seat: Seat
    cause: str
    """``ten`` (a 10), ``four`` of a kind, ``chain`` of 3s or ``rule``."""
    count: int


@dataclass(frozen=True, slots=True)
class Obliged(Event):
    """A 3 binds a seat (E3)."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat has played its last card (W1)."""

    seat: Seat
    place: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class RoundOver(Ranked):
    """A round ended; without places if it was void (W6)."""

    number: int
    order: Cards
    """The whole deck as it was dealt, and its nonce: the opened proof of a fair deal (D5)."""
    nonce: str


@dataclass(frozen=True, slots=True)
class Surplus(Event):
    """Cards of a picked-up pile that were too many for the hand left the round."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TookAlong(Event):
    """Who left had to answer a 3: the pile left the round with them (S2)."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did not make the extra play that a house rule offered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Somebody sat down and takes part from the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Waived(Event):
    """The winner makes no rule."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RightLapsed(Event):
    """The winner's time to make a rule is over (R1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WantsToClose(Event):
    """A seat would close the table; the host alone can, or all the others together."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """The session is over."""

    score: tuple[int, ...]
    """Rounds won, by seat."""


@dataclass(frozen=True, slots=True)
class WentAway(Event):
    """A seat has let its time run out so often that its clock runs faster from now on (A7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FellAsleep(Event):
    """Nobody who plays has acted for a whole turn around the table: it waits for somebody (A8)."""


@dataclass(frozen=True, slots=True)
class Woke(Event):
    """A seat woke the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """The winner made a house rule; it holds from the next deal on."""

    seat: Seat
    rule: str
    """Its id."""
    title: str


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """A seat put a question to the table; what it is about stands in the subject (see `games.lopti.question`)."""

    seat: Seat
    kind: str
    subject: str
    when: str
    """``now`` or ``next``: when a change is to begin."""
    about: Seat | None = None
    """Who is called, or away."""
    title: str = ""
    """The title of the house rule that it is about, if it has one."""


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A seat voted; votes are public."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Withdrawn(Event):
    """A seat took its question back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A question is closed."""

    kind: str
    subject: str
    when: str
    result: str
    """``passed``, ``failed``, or ``void`` where there was nothing left to decide."""
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...]
    title: str = ""
    """The title of the house rule that it was about, if it has one."""


@dataclass(frozen=True, slots=True)
class DuelBegan(Event):
    """A vote is tied, so a duel decides; a side without a seat looks for somebody."""

    challenger: Seat | None
    """Who throws for the change."""
    defender: Seat | None


@dataclass(frozen=True, slots=True)
class CameForward(Event):
    """A seat wants to throw for its side."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrowsIn(Event):
    """A seat has thrown; what, is seen when the other side has thrown as often."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrowersChanged(Event):
    """Other seats throw for the sides of a duel now, or a side looks for somebody."""

    challenger: Seat | None
    defender: Seat | None


@dataclass(frozen=True, slots=True)
class DuelOver(Event):
    """A duel is decided."""

    challenger: Seat | None
    defender: Seat | None
    change: int
    """Throws won for the change."""
    keep: int
    ties: int
    passed: bool
    """Whether the change passes."""


@dataclass(frozen=True, slots=True)
class RuleRemoved(Event):
    """A house rule holds no more."""

    rule: str
    """Its id."""
    title: str
    cause: str
    """``vote``, ``author`` (who made it dropped it) or ``objection``."""


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """A house rule says something else from now on."""

    rule: str
    before: str
    """Its title before."""
    title: str


@dataclass(frozen=True, slots=True)
class RuleRestored(Event):
    """A house rule that was removed holds again."""

    rule: str
    title: str


@dataclass(frozen=True, slots=True)
class ParamChanged(Event):
    """A core parameter has another value from now on."""

    key: str
    before: str
    value: str


@dataclass(frozen=True, slots=True)
class ChangeLapsed(Event):
    """What was agreed has become impossible before it could act."""

    subject: str


@dataclass(frozen=True, slots=True)
class MayReword(Event):
    """The table upheld an objection: the rule's author may put it in other words, once (R3)."""

    seat: Seat
    rule: str
    title: str


@dataclass(frozen=True, slots=True)
class Explained(Event):
    """A rule's author said what it means (R4)."""

    seat: Seat
    rule: str
    doubt: str
    """What was asked."""
    answer: str
    title: str = ""
