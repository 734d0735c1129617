"""What house rules do in a round. Cards that pass in secret are covered for those who do not see them."""

from dataclasses import dataclass, replace

from games.core import Event, Seat
from games.lopti.cards import UNSEEN, Card, Cards


@dataclass(frozen=True, slots=True)
class RuleFired(Event):
    """A house rule did something; what it did follows."""

    rule: str
    """Its id."""
    title: str


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """The moment of an honour rule has come."""

    rule: str
    title: str
    seat: Seat
    """Whose doing it is about."""


@dataclass(frozen=True, slots=True)
class FuelSpent(Event):
    """House rules have done all that they may do in this round (7.2.1)."""


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A seat gave cards to another one; both know which."""

    seat: Seat
    to: Seat
    cards: Cards

    def seen_by(self, seat: Seat | None) -> "Gave":
        """Returns the event; for others with covered cards."""
        return self if seat in (self.seat, self.to) else replace(self, cards=(UNSEEN,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """Two seats exchanged a card; both know which."""

    seat: Seat
    other: Seat
    card: Card
    """What ``seat`` gave."""
    back: Card
    """What ``other`` gave."""

    def seen_by(self, seat: Seat | None) -> "Traded":
        """Returns the event; for others with covered cards."""
        return self if seat in (self.seat, self.other) else replace(self, card=UNSEEN, back=UNSEEN)


@dataclass(frozen=True, slots=True)
class Tossed(Event):
    """A seat laid a card out of the round, face up."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A seat showed cards of its hand to everybody."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """A seat looked at the top of the deck; only it knows what lies there."""

    seat: Seat
    cards: Cards

    def seen_by(self, seat: Seat | None) -> "Peeked":
        """Returns the event; for others with covered cards."""
        return self if seat == self.seat else replace(self, cards=(UNSEEN,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The deck was shuffled."""

    count: int


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Cards that had left the round came back."""

    cards: Cards
    """Public: everybody saw them leave, and sees which come back."""
    to: str
    """``deck_bottom`` or ``pile_bottom``."""


@dataclass(frozen=True, slots=True)
class ThrowOff(Event):
    """Two seats threw once for a rule: rock, paper or scissors, drawn by chance."""

    winner: Seat
    loser: Seat
    winning: str
    """``R``, ``P`` or ``S``."""
    losing: str


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A seat may play once more, or pass."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A rule says something."""

    text: str


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A rule asks a seat to do something, and the table whether it did (silence is a yes)."""

    rule: str
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The table has said whether a seat did what a rule asked for."""

    rule: str
    seat: Seat
    done: bool


@dataclass(frozen=True, slots=True)
class Owes(Event):
    """A seat has to choose cards of its own, to give or to toss them; it chooses none, and its lowest go."""

    rule: str
    seat: Seat
    verb: str
    """``give`` or ``toss``."""
    to: Seat | None
    count: int
