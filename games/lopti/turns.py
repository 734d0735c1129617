"""The turns of a round: play, flip, pick up, leave (rules T and S2).

Each function takes a round and the active house rules, and returns the round as it is then and what happened.

>>> from games.lopti.text import parse
>>> round = parse("turn=0 hand=6c6d9h;4c up=;2c down=;2d pile=5c|5d|5h").round
>>> after, events = play(round, Seat(0), ("6c", "6d"))
>>> after.turn, after.hands[0], after.top
(1, ('9h',), Play(cards=('6c', '6d'), by=0))
>>> events
(Played(seat=0, cards=('6c', '6d')),)
"""

from dataclasses import replace
from hashlib import sha256

from games.core import Event, Fact, IllegalMove, Seat
from games.lopti.cards import Cards, in_order
from games.lopti.course import Course, drop_card, flat, put
from games.lopti.events import Flipped, Passed, PickedUp, Played, TookAlong
from games.lopti.legality import may_pick_up, playable, why_not
from games.lopti.round import Play, Round
from games.lopti.rule import Rule


def play(round: Round, seat: Seat, cards: Cards, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Plays cards of one rank from the hand.

    :raises IllegalMove: if the seat may not play, or not these cards.
    """
    check_turn(round, seat)
    if round.is_blind(seat):
        raise IllegalMove("blind", down=len(round.down[seat]))
    rank, count, held = cards[0][0], len(cards), round.hands[seat]
    if any(card[0] != rank for card in cards):
        raise IllegalMove("mixed", cards=cards)
    if len(set(cards).intersection(held)) < count:
        raise IllegalMove("not_in_hand", rank=rank, count=count, held=sum(card[0] == rank for card in held))
    if reason := why_not(round, seat, rank, count):
        raise IllegalMove(reason, rank=rank, count=count, **alternatives(round, seat))
    course = Course(round, seat, rules)
    course.note("play", rank=rank, count=count, pile_before=round.pile_size)
    course.fire("before")
    course.round = replace(course.round, hands=drop_card(course.round.hands, seat, cards))
    course.events.append(Played(seat, cards))
    course.land(cards, blind=False)
    return course.end()


def flip(round: Round, seat: Seat, index: int, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Turns over a down card, counted from 1 at the left; it is played if it fits, else taken with the pile (T8).

    With ``blind.choice:random`` the index is not looked at.

    :raises IllegalMove: if the seat may not flip, or not that card.
    """
    check_turn(round, seat)
    if not round.is_blind(seat):
        raise IllegalMove("not_blind", hand=len(round.hands[seat]))
    choice, count = round.params.blind_choice, len(round.down[seat])
    if choice == "random":
        digest = sha256(f"flip:{round.seed}".encode()).hexdigest()
        round, index = replace(round, seed=digest), int(digest, 16) % count + 1
    elif not 1 <= index <= (1 if choice == "leftmost" else count):
        raise IllegalMove("no_down_card", index=index, count=1 if choice == "leftmost" else count)
    card = round.down[seat][index - 1]
    fits = why_not(round, seat, card[0], 1) is None
    course, size = Course(round, seat, rules), round.pile_size
    course.note("flip", rank=card[0], count=1, pile_before=size, legal=fits)
    course.fire("before")
    course.round = replace(course.round, down=drop_card(course.round.down, seat, (card,)))
    course.events.append(Flipped(seat, card, fits))
    if fits:
        course.land((card,), blind=True)
        return course.end()
    course.progress = True
    round = course.round
    if round.params.blind_illegal == "pile" or round.obliged:
        course.round = replace(round, pile=(*round.pile, Play((card,), seat)))
        taken = course.take_pile()
        course.note("pickup", pile_before=size, taken=taken)
    else:
        hand = in_order((*round.hands[seat], card))
        course.round = replace(round, hands=put(round.hands, seat, hand), extra=False)
        course.events.append(PickedUp(seat, (card,)))
    return course.end()


def pick(round: Round, seat: Seat, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Takes the pile into the hand; the turn is over (T3).

    :raises IllegalMove: if the seat may not.
    """
    check_turn(round, seat)
    if not may_pick_up(round, seat):
        reason = "nothing_to_pick" if not round.pile else "may_pass" if round.may_pass else "must_play"
        raise IllegalMove(reason, **alternatives(round, seat))
    course, size = Course(round, seat, rules), round.pile_size
    course.note("pickup", pile_before=size, taken=size)
    course.fire("before")
    course.happened.clear()
    course.note("pickup", pile_before=size, taken=course.take_pile())
    return course.end()


def pass_on(round: Round, seat: Seat, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Does without an extra play that a house rule offers.

    :raises IllegalMove: if there is none.
    """
    check_turn(round, seat)
    if not round.may_pass:
        raise IllegalMove("no_passing", **alternatives(round, seat))
    course = Course(replace(round, extra=False), seat, rules)
    course.went_on = True
    course.events.append(Passed(seat))
    return course.end()


def leave(round: Round, seat: Seat, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Takes a seat out of the round with all its cards, unseen (S2).

    If a 3 binds it the pile goes with it, and the next one opens an empty table; else the pile stays.
    """
    course = Course(round, seat, rules)
    cards = (*round.hands[seat], *round.up[seat], *round.down[seat])
    course.progress = bool(cards)
    in_turn = seat == round.turn and seat in round.active
    round = replace(
        round,
        hands=put(round.hands, seat, ()),
        up=put(round.up, seat, ()),
        down=put(round.down, seat, ()),
        left=(*round.left, *cards),
        absent=round.absent | {seat},
        quit=round.quit | {seat} if cards else round.quit,
    )
    if not in_turn:
        return (replace(round, idle=0) if cards else round), ()
    if round.obliged:
        pile = flat(round.pile)
        round = replace(round, pile=(), chain=0, obliged=False, gone=(*round.gone, *pile))
        course.events.append(TookAlong(seat, pile))
    course.round = replace(round, extra=False)
    return course.end()


def deal_done(round: Round, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Lets the house rules act that wait for the deal."""
    return _begun(round, "deal_done", rules)


def start(round: Round, rules: tuple[Rule, ...] = ()) -> tuple[Round, tuple[Event, ...]]:
    """Begins the first turn of a round."""
    return _begun(round, "turn_start", rules)


def _begun(round: Round, kind: str, rules: tuple[Rule, ...]) -> tuple[Round, tuple[Event, ...]]:
    course = Course(round, round.turn, rules)
    course.begin(kind)
    return course.round, tuple(course.events)


def check_turn(round: Round, seat: Seat) -> None:
    """Raises `IllegalMove` unless it is the seat's turn."""
    if seat != round.turn or round.is_over:
        raise IllegalMove("not_your_turn", turn=round.turn)


def alternatives(round: Round, seat: Seat) -> dict[str, Fact]:
    """Returns what a refused seat wants to know: the play on top, what fits, how many cards it could pick up."""
    top = round.top
    able = [] if round.is_blind(seat) else playable(round, seat)
    return {
        "top": top.rank if top else "",
        "copies": len(top.cards) if top else 0,
        "able": tuple(rank * count for rank, count in able),
        "pile": round.pile_size if may_pick_up(round, seat) else 0,
    }
