"""A round of Lopti: everybody's cards, the pile, and whose turn it is."""

from dataclasses import dataclass

from games.core import Seat
from games.lopti.cards import Cards
from games.lopti.params import Params
from games.lopti.rule import Ask
from games.lopti.rulings import RULINGS

FIRST = Seat(0)
FUEL = 60
"""Actions of house rules in a round (7.2.1)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards of one rank that were played together and lie in the pile."""

    cards: Cards
    by: Seat

    @property
    def rank(self) -> str:
        """The rank of all of them."""
        return self.cards[0][0]


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it stands (C3, C4). Cards that the reader may not see are ``UNSEEN``."""

    params: Params
    hands: tuple[Cards, ...]
    """By seat, sorted by rank and suit."""
    up: tuple[Cards, ...]
    down: tuple[Cards, ...]
    """From the left."""
    deck: Cards
    """The top card first."""
    pile: tuple[Play, ...]
    """From the bottom to the top; never a 3 (unless ``pass.stays``)."""
    turn: Seat
    chain: int = 0
    """Visible 3s beside the pile."""
    obliged: bool = False
    """Whether a 3 binds ``turn``."""
    extra: bool = False
    """Whether ``turn`` is in an extra play."""
    played: int = 0
    """Legal plays already made in this turn; a draw follows the first only."""
    gone: Cards = ()
    """Out of the round, in the order they left; public."""
    left: Cards = ()
    """Cards that went unseen with somebody who left the table."""
    out: tuple[Seat, ...] = ()
    """Who has played all cards, in that order."""
    absent: frozenset[Seat] = frozenset()
    """Who has left, or joined too late for this round."""
    quit: frozenset[Seat] = frozenset()
    """Those of them who were dealt in and left with their cards: they are placed last."""
    idle: int = 0
    """Turns in a row without progress (A9)."""
    flags: tuple[tuple[str, int], ...] = ()
    """Counters of the house rules: ``<rule id>.<name>``."""
    fired: tuple[tuple[str, int], ...] = ()
    """How often each clause of a house rule has fired in this round: ``<rule id>.<clause>``."""
    fuel: int = FUEL
    """Actions of house rules that are left in this round."""
    seed: str = ""
    """Where the chance of house rules comes from; secret, changes with every use."""
    asked: tuple[Ask, ...] = ()
    """Open questions of house rules, the oldest first."""
    dealer: Seat = FIRST
    opener: Seat = FIRST
    last_winner: Seat | None = None
    """Who won the round before."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the table, also those without cards."""
        return tuple(map(Seat, range(len(self.hands))))

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who still has to get rid of cards."""
        return tuple(seat for seat in self.seats if seat not in self.out and seat not in self.absent)

    def following(self, seat: Seat, step: int = 1) -> Seat:
        """Returns the next active seat in the direction of play, or with step -1 the one before (T1, D4).

        It may be the same one; where nobody is active it is.
        """
        count = len(self.hands)
        way = step if self.params.order_direction == "cw" else -step
        for number in range(1, count):
            other = Seat((seat + way * number) % count)
            if other not in self.out and other not in self.absent:
                return other
        return seat

    @property
    def top(self) -> Play | None:
        """The play that the next one has to go by; 3s that stay in the pile are looked through."""
        for play in reversed(self.pile):
            if play.cards[0][0] != self.params.rank_pass:
                return play
        return None

    @property
    def pile_size(self) -> int:
        """How many cards lie in the pile."""
        return sum(len(play.cards) for play in self.pile)

    def run(self, rank: str) -> int:
        """Returns how many cards of a rank lie on top; a 2 between them breaks the run unless it is voted not to."""
        through = {self.params.rank_pass}
        if self.params.four_across_resets:
            through.add(self.params.rank_reset)
        count = 0
        for play in reversed(self.pile):
            other = play.cards[0][0]
            if other == rank:
                count += len(play.cards)
            elif other not in through:
                break
        return count

    def is_blind(self, seat: Seat) -> bool:
        """Whether a seat has nothing left but its down cards (T8)."""
        return not self.hands[seat] and not self.up[seat]

    @property
    def may_pass(self) -> bool:
        """Whether the extra play is one that need not be made: a house rule gave it."""
        return self.extra and (bool(self.pile) or not RULINGS.extra_play_is_a_duty)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or nobody is left to play with (W5, W6)."""
        return len(self.active) < 2 or (bool(self.out) and self.params.after_win == "stop")

    @property
    def places(self) -> tuple[frozenset[Seat], ...]:
        """Who stands where, best first: who is out, who still has cards, who left; nothing if nobody is out (W6)."""
        if not self.out:
            return ()
        places = (*(frozenset({seat}) for seat in self.out), frozenset(self.active), self.quit - set(self.out))
        return tuple(place for place in places if place)

    @property
    def is_stalled(self) -> bool:
        """Whether there was no progress for so long that the table may end the round (A9)."""
        return self.idle >= (RULINGS.stalled_after_for_two if len(self.active) == 2 else RULINGS.stalled_after)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What a house rule may be waiting for, and what it may ask about it (7.1)."""

    kind: str
    """``deal_done``, ``turn_start``, ``play``, ``flip``, ``pickup``, ``draw``, ``up_taken``, ``clear``, ``obligation``,
    ``low`` or ``out``."""
    actor: Seat
    rank: str = ""
    count: int = 0
    """How many cards were played, drawn, taken or cleared."""
    pile_before: int = 0
    """How many cards lay in the pile before."""
    taken: int = 0
    """How many cards were picked up."""
    legal: bool = True
    """Whether the flipped card fitted."""
    cause: str = ""
    """Why the pile was cleared, as in `Cleared`."""
    dealer: Seat = FIRST
    opener: Seat = FIRST
    last_winner: Seat | None = None
