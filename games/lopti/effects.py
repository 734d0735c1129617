"""What each verb of a house rule does to a round (rules, 7.1 and 7.2).

Four laws hold for all of them. Nothing is done to who is out (`terms.seats` names nobody who is). No hand loses its
last card, so nobody wins, takes up cards or has to flip because of a rule. What cannot be done is left undone in
silence. Cards only change their place, so all 52 stay in the round's zones.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import TypeAlias

from games.cards import shuffled
from games.core import Event, Seat
from games.lopti.cards import Card, Cards, in_order, without
from games.lopti.events import Cleared, Drew
from games.lopti.legality import worth
from games.lopti.round import Play, Round
from games.lopti.rule import Action, Ask
from games.lopti.rule_events import (
    Announced,
    Asked,
    Gave,
    Offered,
    Owes,
    Peeked,
    Returned,
    Revealed,
    Shuffled,
    ThrowOff,
    Tossed,
    Traded,
)
from games.lopti.terms import Moment, seats, total

Done: TypeAlias = tuple[Round, tuple[Event, ...]]
FLAG_MOST = 99
"""How far a counter counts."""
BEATS = ("RS", "PR", "SP")
"""What wins, and what it wins against."""


def act(round: Round, moment: Moment, action: Action) -> Done:
    """Does one action of a rule."""
    match action:
        case ("draw", str(role), int(count)):
            return draw(round, moment, seats(round, moment, role), count)
        case ("reveal", str(role), int(count)):
            return reveal(round, seats(round, moment, role), count)
        case ("toss", str(role), *_):
            return owe(round, moment, "toss", seats(round, moment, role), 1)
        case ("give", str(giver), str(receiver), int(count), str(how)):
            pair = _pair(round, moment, giver, receiver)
            return owe(round, moment, "give", pair, count) if how == "owner" else _give(round, pair, count, how)
        case ("swap", str(one), str(other), *_):
            return _swap(round, _pair(round, moment, one, other))
        case ("return_cleared", int(count), str(to)):
            return _return(round, moment, count, to)
        case ("clear_pile",):
            return _clear(round, moment)
        case ("extra_play",):
            return _extra(round, moment)
        case ("peek_deck", str(role), int(count)):
            looking = seats(round, moment, role) if round.deck else ()
            return round, tuple(Peeked(seat, round.deck[:count]) for seat in looking)
        case ("shuffle_deck",):
            round, order = drawn(round, len(round.deck))
            deck = tuple(round.deck[place] for place in order)
            return (replace(round, deck=deck), (Shuffled(len(deck)),)) if deck else (round, ())
        case ("roshambo", str(one), str(other), tuple(simple)):
            return _throw(round, moment, _pair(round, moment, one, other), simple)
        case ("ask", str(role), str(text), tuple(simple)):
            return _ask(round, moment, seats(round, moment, role), text, simple)
        case ("announce", str(text)):
            return round, (Announced(text),)
        case ("inc", str(name), int(count)):
            return _count(round, f"{moment.rule}.{name}", count)
    return _count(round, f"{moment.rule}.{action[1]}", None)


def drawn(round: Round, count: int) -> tuple[Round, list[int]]:
    """Returns the numbers below ``count`` in an order drawn by chance; the seed moves on one-way."""
    order = shuffled("".join(map(chr, range(count))), round.seed)
    return replace(round, seed=sha256(f"rule:{round.seed}".encode()).hexdigest()), [ord(sign) for sign in order]


def draw(round: Round, moment: Moment, who: Iterable[Seat], count: int) -> Done:
    """Lets seats draw; not the actor before a play that may be its last (7.2.3, S61)."""
    events: list[Event] = []
    for seat in who:
        if not round.deck or (seat == moment.event.actor and _may_win(round, moment)):
            continue
        cards, deck = round.deck[:count], round.deck[count:]
        round = replace(round, deck=deck, hands=_held(round, seat, (*round.hands[seat], *cards)))
        events.append(Drew(seat, cards))
    return round, tuple(events)


def _may_win(round: Round, moment: Moment) -> bool:
    event = moment.event
    return moment.phase == "before" and event.kind in ("play", "flip") and total(round, event.actor) <= event.count


def reveal(round: Round, who: Iterable[Seat], count: int) -> Done:
    """Lets seats show cards of their hands, drawn by chance."""
    events: list[Event] = []
    for seat in who:
        round, order = drawn(round, len(round.hands[seat]))
        if order:
            events.append(Revealed(seat, in_order(round.hands[seat][place] for place in order[:count])))
    return round, tuple(events)


def owe(round: Round, moment: Moment, verb: str, who: tuple[Seat, ...], count: int) -> Done:
    """Lets a seat choose which cards it gives or tosses; the round goes on meanwhile."""
    if not who or len(round.hands[who[0]]) < 2:
        return round, ()
    ask = Ask(moment.rule, "owner", who[0], verb, who, count)
    to = who[1] if verb == "give" else None
    return replace(round, asked=(*round.asked, ask)), (Owes(moment.rule, who[0], verb, to, count),)


def hand_over(round: Round, ask: Ask, card: Card) -> Done:
    """Gives or tosses a card that somebody owed."""
    hands = _held(round, ask.seat, without(round.hands[ask.seat], (card,)))
    round = replace(round, hands=hands)
    if ask.verb == "toss":
        return replace(round, gone=(*round.gone, card)), (Tossed(ask.seat, card),)
    to = ask.seats[1]
    return replace(round, hands=_held(round, to, (*round.hands[to], card))), (Gave(ask.seat, to, (card,)),)


def from_the_lowest(round: Round, hand: Cards) -> Cards:
    """Returns the cards of a hand from the lowest one, the plain ones first (C2)."""
    params = round.params
    powers = (params.rank_reset, params.rank_pass, params.rank_low, params.rank_clear)
    return tuple(sorted(in_order(hand), key=lambda card: (card[0] in powers, worth(params, card[0]))))


def _held(round: Round, seat: Seat, hand: Iterable[Card]) -> tuple[Cards, ...]:
    return (*round.hands[:seat], in_order(hand), *round.hands[seat + 1 :])


def _pair(round: Round, moment: Moment, one: str, other: str) -> tuple[Seat, ...]:
    """Returns two seats that are not the same, or none."""
    pair = seats(round, moment, one) + seats(round, moment, other)
    return pair if len(set(pair)) == 2 else ()


def _give(round: Round, pair: tuple[Seat, ...], count: int, how: str) -> Done:
    if not pair or len(round.hands[pair[0]]) < 2:
        return round, ()
    giver, to = pair
    hand = round.hands[giver]
    count = min(count, len(hand) - 1)
    if how == "random":
        round, order = drawn(round, len(hand))
        cards = in_order(hand[place] for place in order[:count])
    else:
        ordered = from_the_lowest(round, hand)
        cards = ordered[:count] if how == "lowest" else ordered[-count:]
    round = replace(round, hands=_held(round, giver, without(hand, cards)))
    return replace(round, hands=_held(round, to, (*round.hands[to], *cards))), (Gave(giver, to, cards),)


def _swap(round: Round, pair: tuple[Seat, ...]) -> Done:
    if not pair or any(len(round.hands[seat]) < 2 for seat in pair):
        return round, ()
    one, other = pair
    round, mine = drawn(round, len(round.hands[one]))
    round, theirs = drawn(round, len(round.hands[other]))
    card, back = round.hands[one][mine[0]], round.hands[other][theirs[0]]
    round = replace(round, hands=_held(round, one, (*without(round.hands[one], (card,)), back)))
    round = replace(round, hands=_held(round, other, (*without(round.hands[other], (back,)), card)))
    return round, (Traded(one, other, card, back),)


def _return(round: Round, moment: Moment, count: int, to: str) -> Done:
    """Brings cards back, drawn by chance: 3s never into the pile, and nothing under a pile that is empty (7.2.4)."""
    cards = round.gone
    if to == "pile_bottom":
        cards = tuple(card for card in cards if card[0] != round.params.rank_pass) if round.pile else ()
    if not cards:
        return round, ()
    round, order = drawn(round, len(cards))
    back = tuple(cards[place] for place in order[:count])
    round = replace(round, gone=without(round.gone, back))
    if to == "deck_bottom":
        return replace(round, deck=(*round.deck, *back)), (Returned(back, to),)
    plays = tuple(Play((card,), moment.event.actor) for card in back)
    return replace(round, pile=(*plays, *round.pile)), (Returned(back, to),)


def _clear(round: Round, moment: Moment) -> Done:
    """Clears the pile as a 10 does: what a 3 or a 7 had begun is off, and the actor plays again (EC)."""
    if not round.pile:
        return round, ()
    actor, cards = moment.event.actor, tuple(card for play in round.pile for card in play.cards)
    extra = round.params.clear_extra_play and actor in round.active
    cleared = replace(round, pile=(), gone=(*round.gone, *cards), chain=0, obliged=False, extra=extra)
    return cleared, (Cleared(actor, "rule", len(cards)),)


def _extra(round: Round, moment: Moment) -> Done:
    """Offers the actor one more play, which may be passed.

    It is offered whether or not a card fits, so that the offer tells nothing of the hand. On an empty table there is
    nothing to offer: a clear has given its extra play, and a flip that did not fit has ended the turn. Nor is there
    after a 3, which calls the next player.
    """
    actor, bound = moment.event.actor, round.obliged or moment.event.rank == round.params.rank_pass
    if not round.pile or bound or round.extra or actor not in round.active:
        return round, ()
    return replace(round, extra=True), (Offered(actor),)


def _throw(round: Round, moment: Moment, pair: tuple[Seat, ...], simple: Action) -> Done:
    """Lets two seats throw once, by chance and decisively; what follows is for the loser only."""
    if not pair:
        return round, ()
    round, order = drawn(round, 2 * len(BEATS))
    winner, loser = pair if order[0] % 2 else (pair[1], pair[0])
    thrown = ThrowOff(winner, loser, *BEATS[order[0] // 2])
    moment = replace(moment, loser=loser)
    if loser not in seats(round, moment, str(simple[1])):
        return round, (thrown,)
    round, events = act(round, moment, (simple[0], "loser", *simple[2:]))
    return round, (thrown, *events)


def _ask(round: Round, moment: Moment, who: tuple[Seat, ...], text: str, simple: Action) -> Done:
    """Asks a seat to do something; only if the table says that it did not, the action follows (`firing.answer`)."""
    to = seats(round, moment, str(simple[1]))
    if not who or not to:
        return round, ()
    count = simple[2] if isinstance(simple[2], int) else 1
    ask = Ask(moment.rule, "table", who[0], str(simple[0]), to, count)
    return replace(round, asked=(*round.asked, ask)), (Asked(moment.rule, who[0], text),)


def _count(round: Round, name: str, more: int | None) -> Done:
    """Counts on, or back to 0."""
    flags = dict(round.flags)
    if more is None:
        flags.pop(name, None)
    else:
        flags[name] = min(flags.get(name, 0) + more, FLAG_MOST)
    return replace(round, flags=tuple(sorted(flags.items()))), ()
