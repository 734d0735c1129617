"""A step of a turn in the making: what a play does once it is made, in the order of T5, and what house rules add.

The core comes first: the effect, the win, the draw, the up cards. Then the house rules act that wait for what happened,
and then the turn goes on or the next one begins.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from games.core import Event, Seat
from games.lopti.cards import Card, Cards, in_order, without
from games.lopti.events import Cleared, Drew, Obliged, PickedUp, Surplus, TookUp, WentOut
from games.lopti.firing import fire
from games.lopti.round import Occurrence, Play, Round
from games.lopti.rule import Rule
from games.lopti.rulings import RULINGS

T = TypeVar("T")

FOUR = 4
"""Copies of a rank, or 3s in a chain, that clear."""


class Course:
    """The round as it has become, and what has happened so far; it lives for one step only."""

    __slots__ = ("events", "happened", "progress", "round", "rules", "seat", "went_on")

    def __init__(self, round: Round, seat: Seat, rules: tuple[Rule, ...]) -> None:
        self.round, self.seat, self.rules = round, seat, rules
        self.events: list[Event] = []
        self.happened: list[Occurrence] = []
        self.went_on = round.extra
        """Whether the turn had begun before this step."""
        self.progress = False
        """Whether the step brings the round nearer to its end (A9)."""

    def note(
        self,
        kind: str,
        *,
        rank: str = "",
        count: int = 0,
        pile_before: int = 0,
        taken: int = 0,
        legal: bool = True,
        cause: str = "",
    ) -> None:
        """Remembers what house rules may be waiting for."""
        if self.rules or self.round.asked:
            dealer, opener, winner = self.round.dealer, self.round.opener, self.round.last_winner
            facts = (kind, self.seat, rank, count, pile_before, taken, legal, cause, dealer, opener, winner)
            self.happened.append(Occurrence(*facts))

    def fire(self, phase: str) -> None:
        """Lets the house rules act on what was noted last; before a play it is kept, to be told after it again."""
        happened = tuple(self.happened)
        if phase == "after":
            self.happened.clear()
        for occurrence in happened:
            self.round, events = fire(self.round, self.rules, phase, occurrence)
            self.events += events

    def land(self, cards: Cards, *, blind: bool) -> None:
        """Makes a legal play of cards that have left the hand or the table: its effect, a win, a draw, the up cards."""
        round, seat, rank = self.round, self.seat, cards[0][0]
        params = round.params
        cause = ""
        if rank == params.rank_pass:
            cause = self._pass_on(cards)
        else:
            round = replace(round, pile=(*round.pile, Play(cards, seat)), chain=0, obliged=False)
            self.round = round
            if rank == params.rank_clear:
                cause = "ten"
            elif params.four_clears and round.run(rank) >= FOUR:
                cause = "four"
        if cause:
            self._clear(cause)
        elif rank == params.rank_low:
            self.note("low", rank=rank, count=len(cards))
        extra = bool(cause) and params.clear_extra_play
        first = round.played == 0
        self.round = replace(self.round, extra=extra, played=round.played + 1)
        draws = (first or params.draw_extra_plays) and (not blind or RULINGS.blind_draws)
        if draws and not RULINGS.win_before_draw:
            self._draw()
        if not self._win() and draws and RULINGS.win_before_draw:
            self._draw()
        self._take_up_cards((seat,))
        self.progress = self.progress or blind or bool(cause) or rank == params.rank_pass

    def _pass_on(self, cards: Cards) -> str:
        """Plays 3s: they leave the round at once, and bind the next player if there is a pile (E3)."""
        round, seat = self.round, self.seat
        binds = bool(round.pile)
        grows = binds or RULINGS.chain_on_empty_table
        chain = round.chain + len(cards) if grows else 0
        if round.params.pass_stays:
            self.round = replace(round, pile=(*round.pile, Play(cards, seat)), chain=chain, obliged=binds)
        else:
            self.round = replace(round, gone=(*round.gone, *cards), chain=chain, obliged=binds)
        if chain >= FOUR:
            return "chain"
        if binds:
            # Whoever follows is bound, also where this was the last card (W3).
            self.events.append(Obliged(round.following(seat), seat))
            self.note("obligation", rank=cards[0][0], count=len(cards))
        return ""

    def _clear(self, cause: str) -> None:
        """Takes the pile out of the round, and with it what a 3 or a 7 had asked for (EC)."""
        pile = self.round.pile
        cards = flat(pile)
        self.round = replace(self.round, pile=(), chain=0, obliged=False, gone=(*self.round.gone, *cards))
        self.events.append(Cleared(self.seat, cause, len(cards)))
        self.note("clear", count=len(cards), cause=cause)

    def _win(self) -> bool:
        """Notes that the seat has no cards left, if so (W1)."""
        round, seat = self.round, self.seat
        if round.hands[seat] or round.up[seat] or round.down[seat]:
            return False
        self.round = replace(round, out=(*round.out, seat))
        self.events.append(WentOut(seat, len(self.round.out)))
        self.note("out")
        return True

    def _draw(self) -> None:
        """Draws one card, or up to the floor, if the hand is small enough (T4); an empty deck stays empty (T9)."""
        round, seat = self.round, self.seat
        missing = round.params.draw_floor - len(round.hands[seat])
        if missing <= 0 or not round.deck:
            return
        drawn = round.deck[: missing if round.params.draw_mode == "refill" else 1]
        hands = put(round.hands, seat, in_order((*round.hands[seat], *drawn)))
        self.round = replace(round, hands=hands, deck=round.deck[len(drawn) :])
        self.events.append(Drew(seat, drawn))
        self.note("draw", count=len(drawn))
        self.progress = True

    def _take_up_cards(self, seats: Iterable[Seat]) -> None:
        """Gives their up cards to those whose hands are empty (T7)."""
        for seat in seats:
            round = self.round
            if round.hands[seat] or not round.up[seat]:
                continue
            cards = round.up[seat]
            self.round = replace(round, hands=put(round.hands, seat, in_order(cards)), up=put(round.up, seat, ()))
            self.events.append(TookUp(seat, cards))
            self.note("up_taken", count=len(cards))
            self.progress = True

    def take_pile(self) -> int:
        """Gives the pile to the seat, as far as its hand may grow, and returns how many cards it took."""
        round, seat = self.round, self.seat
        pile, hand, cap = flat(round.pile), round.hands[seat], round.params.hand_cap_pickup
        most = len(pile) if cap is None else max(0, cap - len(hand))
        # What lies deepest is left where not all can be taken.
        surplus, taken = pile[: max(0, len(pile) - most)], pile[max(0, len(pile) - most) :]
        hands = put(round.hands, seat, in_order((*hand, *taken)))
        gone = (*round.gone, *surplus)
        self.round = replace(round, hands=hands, pile=(), chain=0, obliged=False, extra=False, gone=gone)
        self.events.append(PickedUp(seat, taken))
        if surplus:
            self.events.append(Surplus(seat, surplus))
            self.progress = True
        return len(taken)

    def end(self) -> tuple[Round, tuple[Event, ...]]:
        """Lets the house rules act, and begins the next turn unless the seat plays again (T6)."""
        self.fire("after")
        self._take_up_cards(self.round.active)
        round, seat = self.round, self.seat
        if round.extra and not round.obliged and not round.is_over and seat in round.active:
            self.round = replace(round, idle=0) if self.progress else round
            return self.round, tuple(self.events)
        # A turn that began with a clear has brought the round forward, whatever came of its last play.
        idle = 0 if self.progress or self.went_on else round.idle + 1
        self.round = replace(round, turn=round.following(seat), extra=False, played=0, idle=idle)
        if not self.round.is_over:
            self.begin("turn_start")
        return self.round, tuple(self.events)

    def begin(self, kind: str) -> None:
        """Lets the house rules act at the beginning of a turn, or after the deal."""
        self.happened.clear()
        self.seat = self.round.turn if kind == "turn_start" else self.round.dealer
        self.note(kind)
        self.fire("after")
        self._take_up_cards(self.round.active)


def flat(pile: tuple[Play, ...]) -> Cards:
    """Returns the cards of a pile from the bottom to the top."""
    return tuple(card for play in pile for card in play.cards)


def put(every: tuple[T, ...], seat: Seat, one: T) -> tuple[T, ...]:
    """Returns what belongs to all seats with that of one seat changed."""
    return (*every[:seat], one, *every[seat + 1 :])


def drop_card(zones: tuple[Cards, ...], seat: Seat, cards: Iterable[Card]) -> tuple[Cards, ...]:
    """Returns all seats' cards without some of one seat's."""
    return put(zones, seat, without(zones[seat], cards))
