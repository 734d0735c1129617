"""A session of Lopti: rounds, score, house rules, votes and duels (decision 10: one match, one position).

The text form is that of the rules' page: see `games.lopti.text`.

>>> from games.lopti import GAME
>>> position = GAME.deal(2, "a seed", GAME.settle({}))
>>> position.phase, position.to_move, next(position.moves(Seat(1)))
('swap', (0, 1), 'swap -')
>>> position.play(Seat(1), "swap -").position.to_move
(0,)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Choices, GameError, Outcome, Seat, Step
from games.lopti import changes, choosing, deciding, duel, interpreting, session, walking, writing
from games.lopti.changes import Change
from games.lopti.duel import Duel
from games.lopti.params import Params
from games.lopti.question import Question
from games.lopti.round import Round
from games.lopti.rule import Rule
from games.lopti.rulings import RULINGS
from games.lopti.view import View, masked


@dataclass(frozen=True, slots=True)
class Position:
    """A session as it stands. Immutable; ``str`` gives the whole of it (secrets too)."""

    phase: str
    """``swap``, ``play``, ``break`` (between rounds: declare, waive, deal, join, close) or ``over``."""
    number: int
    """The round, from 1."""
    round: Round
    """The present round; in a break the one that has just ended."""
    score: tuple[int, ...]
    """Rounds won, by seat; its length is the number of seats that the session ever had."""
    seed: str
    """Secret. The next round's seed is derived one-way from it."""
    nonce: str
    """With the deck's order it gives the digest that was published at the deal (D5)."""
    params: Params
    """Core parameters from the next deal on; ``round.params`` are those in force."""
    rules: tuple[Rule, ...] = ()
    """House rules, removed ones too."""
    swaps: tuple[str | None, ...] = ()
    """In the swap phase each seat's choice: None before it has answered, else ``4h 7s`` or ``-``. Secret."""
    declarer: Seat | None = None
    """Who may still make a rule (R1)."""
    asleep: bool = False
    """Everybody was away: the table sleeps until somebody wakes it (A8)."""
    misses: tuple[int, ...] = ()
    """Turns in a row that each seat let run out; two make it away (A7)."""
    left: frozenset[Seat] = frozenset()
    """Who has left the session."""
    question: Question | None = None
    """What the table decides now (a Rule Vote, an objection, a stalled round, ...): one at a time."""
    duel: Duel | None = None
    voted: bool = False
    """Whether this round's Rule Vote is used (V1)."""
    pending: tuple[Change, ...] = ()
    """Changes that the table has agreed on and that wait for the next turn or the next round (V3)."""
    rewording: str = ""
    """The id of a removed rule that its author may put in other words (R3)."""
    digest: str = ""
    """What was published at the deal; empty where nobody dealt."""
    closing: frozenset[Seat] = frozenset()
    """Who would close the table in this break."""

    def __str__(self) -> str:
        return writing.write(self)

    @property
    def dealer(self) -> Seat:
        """Who dealt the present round (D3)."""
        return self.round.dealer

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Who is at the table, whether they take part in the round or not."""
        return tuple(seat for seat in map(Seat, range(len(self.score))) if seat not in self.left)

    @property
    def host(self) -> Seat:
        """Who may close the table alone: the creator, or who sits longest of those still there."""
        return self.seated[0]

    @property
    def away(self) -> tuple[Seat, ...]:
        """Who has let so many turns run out that its clock runs faster (A7)."""
        return tuple(seat for seat in self.seated if self.misses[seat] >= RULINGS.away_after)

    @property
    def asking(self) -> str:
        """What the table decides now, as text that is another one when another clock begins; nothing where it is none.

        A vote or the throws of one side alone change nothing; when a duel comes to its next throws it is another one.
        """
        asked = self.question
        if asked is None:
            return ""
        told = [asked.kind, asked.subject, asked.when, f"seat {asked.by}", f"round {self.number}"]
        if self.duel:
            told.append(duel.stage(self.duel))
        elif interpreting.explainer(self) is not None:
            told.append("author")
        return " ".join(told)

    @property
    def hurries(self) -> bool:
        """Whether who is waited for has the table's own time instead of the pace: for the right to make a rule (R1)."""
        return self.phase == "break" and self.declarer is not None

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """Who is waited for: who may still swap, whose turn it is, who may make a rule; else all."""
        if self.phase == "over":
            return ()
        if self.phase == "swap":
            return tuple(seat for seat in self.round.active if self.swaps[seat] is None)
        if self.phase == "play" and not self.asleep:
            return (self.round.turn,)
        if self.phase == "break" and self.declarer is not None:
            return (self.declarer,)
        return self.seated

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has left the session; who has no cards left comes back with the next deal."""
        return tuple(sorted(self.left))

    @property
    def outcome(self) -> Outcome | None:
        """The seats by the rounds that they have won, once the table is closed or left."""
        if self.phase != "over":
            return None
        ranks = sorted(set(self.score), reverse=True)
        places = tuple(frozenset(Seat(seat) for seat, won in enumerate(self.score) if won == rank) for rank in ranks)
        return Outcome(places, "closed" if len(self.seated) > 1 else "left")

    def may_act(self, seat: Seat) -> bool:
        """Whether a seat can do anything now, also beside the card play: vote, throw."""
        return deciding.may_act(self, seat)

    def completed(self, seat: Seat, begun: str, words: str) -> str:
        """Returns what a beginning of a rule becomes with words of its author's own; empty where it takes none."""
        return walking.completed(self, seat, begun, words)

    def takes_words(self, seat: Seat, begun: str) -> bool:
        """Whether words of the seat's own may go on with a beginning of a move."""
        return bool(walking.completed(self, seat, begun, "R" if begun == walking.DUEL else "…"))

    def sides(self, seat: Seat) -> tuple[str, ...]:
        """Returns what the seat alone is asked to do beside the turns: to choose cards that it owes, to throw."""
        throws = self.duel is not None and duel.may_throw(self.duel, seat)
        answers = interpreting.explainer(self) == seat
        return (*choosing.owed(self, seat), *((walking.DUEL,) if throws else ()), *(("answer",) if answers else ()))

    @property
    def exported(self) -> tuple[str, ...]:
        """Returns the house rules that hold, in the way in which a later session can bring them back (S1)."""
        return tuple(writing.export(self).splitlines())

    def bringing_back(self, rule: str) -> str:
        """Returns the move that asks for a rule of an earlier session; empty where it cannot be asked for now (S1)."""
        if self.question is not None or not changes.is_set_up(self):
            return ""
        try:
            changes.restored(self, rule)
        except GameError:
            return ""
        return f"restore {rule}"

    def plans(self, seat: Seat) -> tuple[str, ...]:
        """Returns what the seat may plan to play in its next turn, legal or not (A5)."""
        return choosing.plans(self, seat)

    def default(self, seat: Seat) -> str:
        """Returns what the seat does if its time is over, or its plan is not legal (A5, A7)."""
        return choosing.default(self.round, seat) if self.phase == "play" and seat in self.to_move else ""

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields the seat's moves: plays by rank and number of cards, then flips, then the rest.

        A play is listed once for each rank and number, with the first cards that the seat has.
        """
        return choosing.moves(self, seat)

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the next steps of a move.

        Beside the first ones there are ``table`` and ``duel``, also for seats that are not to move: see
        `games.lopti.walking`.
        """
        if prefix in walking.ANSWERS:
            return walking.answering(self, seat, prefix)
        if walking.is_beside(prefix):
            return walking.choices(self, seat, prefix)
        return choosing.choices(self, seat, prefix)

    def play(self, seat: Seat, move: str) -> Step:
        """Plays a move, read loosely.

        A log also holds ``join``, by the seat that is new, ``lapse``, by one whose time was over, and ``lapse table``.
        """
        return deciding.play(self, seat, move)

    def preview(self, seat: Seat, text: str) -> Step:
        """Returns the table as it stands: what a card would bring is not to be seen before it is played."""
        if not walking.is_beside(text):
            choosing.check(self, seat)
        self.choices(seat, text)
        return Step(self, text, ())

    def drop(self, seat: Seat) -> Step:
        """The seat leaves the session, with its cards (S2)."""
        return deciding.drop(self, seat)

    def lapse(self, seat: Seat | None) -> Step:
        """A seat's time is over: it swaps nothing, makes the default move (A7) or no rule; None: the table's time.

        :raises IllegalMove: if no clock runs for it.
        """
        return deciding.lapse(self, seat)

    def join(self) -> Step:
        """Somebody sits down at the end, and takes part from the next deal.

        :raises IllegalMove: if there is no seat left.
        """
        return session.join(self)

    def view(self, seat: Seat | None) -> View:
        """Returns what a seat may know."""
        return View(masked(self, seat), seat)
