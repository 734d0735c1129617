"""What a move does to a session: swaps, card play, the break between rounds, and who comes, leaves or is out of time.

Rules D2, D3, R1, S1, S2, W5, W6 and A7 to A9. The turns of a round are those of `games.lopti.turns`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from games.core import Dropped, Event, IllegalMove, Seat, Step
from games.lopti import changes, choosing, dealing, firing, notation, reading, swapping, turns
from games.lopti.cards import Card, in_order
from games.lopti.course import put
from games.lopti.events import (
    Chose,
    Closed,
    Dealt,
    Declared,
    FellAsleep,
    Joined,
    RightLapsed,
    RoundOver,
    Swapped,
    Waived,
    WantsToClose,
    WentAway,
    Woke,
)
from games.lopti.notation import Said
from games.lopti.round import Round
from games.lopti.rule import line
from games.lopti.rulings import RULINGS
from games.lopti.view import MOST_SEATS

if TYPE_CHECKING:
    from games.lopti.position import Position

_RULE = re.compile(r"\s*rule\s+(.+)", re.IGNORECASE | re.DOTALL)
Done: TypeAlias = tuple["Position", str, list[Event]]
"""The position after a move, the move's canonical spelling, and what happened."""


def play(position: "Position", seat: Seat, move: str) -> Step:
    """Plays a move, read loosely.

    :raises MoveError: if the text is no move, or not one that the seat may make now.
    """
    if found := _RULE.fullmatch(move):
        return _declare(position, seat, found[1])
    said = notation.read(move)
    if said.kind == "join":
        if seat != len(position.score):
            raise IllegalMove("seated")
        return join(position)
    if said.kind == "lapse":
        return lapse(position, seat)
    if said.kind == "choose":
        return _choose(position, seat, said)
    choosing.check(position, seat)
    if begun := choosing.beginning(position, seat, said):
        raise IllegalMove("unfinished", begun=begun)
    after, text, events = _PHASES[position.phase](position, seat, said)
    return Step(after, text, tuple(events))


def deal(position: "Position") -> tuple["Position", tuple[Event, ...]]:
    """Deals the next round: the dealer goes on clockwise, and the winner opens unless it was voted otherwise (D3)."""
    before, params = position.round, position.params
    seed = dealing.derived("next", position.seed)
    dealer = _clockwise(position, before.dealer)
    winner = before.out[0] if before.out else None
    opener = {
        "winner": dealer if winner is None or winner in position.left else winner,
        "dealer": dealer,
        "left_of_dealer": _clockwise(position, dealer),
    }[params.opener]
    round = dealing.dealt(
        params, len(position.score), position.left, seed, dealer=dealer, opener=opener, last_winner=winner
    )
    nonce = dealing.nonce(seed)
    digest = dealing.digest(dealing.order(seed), nonce)
    round, events = turns.deal_done(round, position.rules)
    swaps = bool(params.swap_max and params.deal_up)
    after = replace(
        position,
        phase="swap" if swaps else "play",
        number=position.number + 1,
        round=round,
        seed=seed,
        nonce=nonce,
        digest=digest,
        swaps=(None,) * len(position.score) if swaps else (),
        declarer=None,
        closing=frozenset(),
        voted=False,
    )
    told: list[Event] = [Dealt(after.number, dealer, opener, digest), *events]
    if not swaps:
        after, started = _started(after)
        told += started
    return after, tuple(told)


def drop(position: "Position", seat: Seat) -> Step:
    """The seat leaves the session with its cards (S2); a table of one is closed."""
    if position.phase == "over":
        raise IllegalMove("over")
    if seat not in position.seated:
        raise IllegalMove("no_seat", seat=seat)
    events: list[Event] = [Dropped(seat)]
    after = replace(position, left=position.left | {seat}, closing=position.closing - {seat})
    if after.phase == "break":
        if after.declarer == seat:
            after = replace(after, declarer=None)
    else:
        # Before the cards are played no turn ends, so no house rule acts.
        round, left = turns.leave(after.round, seat, () if after.phase == "swap" else after.rules)
        after = replace(after, round=round)
        events += left
        if round.is_over:
            after = ended(after, events)
        elif after.phase == "swap":
            after = replace(after, swaps=put(after.swaps, seat, None))
            after = _if_all_chose(after, events)
    if len(after.seated) < 2 or (after.phase == "break" and _may_close(after)):
        after = _closed(after, events)
    return Step(after, "drop", tuple(events))


def lapse(position: "Position", seat: Seat) -> Step:
    """A seat's time is over (A7): it swaps nothing, makes the default move, or makes no rule."""
    choosing.check(position, seat)
    if position.phase == "swap":
        after, _, events = _swap(position, seat, Said("swap"))
    elif position.phase == "play" and not position.asleep:
        round, done = _turn(position, seat, notation.read(choosing.default(position.round, seat)))
        misses = position.misses[seat] + 1
        events = list(done)
        if misses == RULINGS.away_after:
            events.append(WentAway(seat))
        after = replace(position, round=round, misses=put(position.misses, seat, misses))
        if round.is_over:
            after = ended(after, events)
        elif all(after.misses[other] for other in round.active):
            after = replace(after, asleep=True)
            events.append(FellAsleep())
    elif position.declarer == seat:
        after, events = replace(position, declarer=None), [RightLapsed(seat)]
    else:
        raise IllegalMove("no_clock")
    return Step(after, "lapse", tuple(events))


def join(position: "Position") -> Step:
    """Somebody sits down at the end (D4); it has no part in the round that is being played (S2)."""
    seat = Seat(len(position.score))
    if position.phase == "over":
        raise IllegalMove("over")
    if len(position.score) >= MOST_SEATS or not changes.coming(position).params.fit(len(position.seated) + 1):
        raise IllegalMove("table_full")
    round = position.round
    after = replace(
        position,
        score=(*position.score, 0),
        misses=(*position.misses, 0),
        swaps=(*position.swaps, None) if position.swaps else (),
        round=replace(
            round,
            hands=(*round.hands, ()),
            up=(*round.up, ()),
            down=(*round.down, ()),
            absent=round.absent | {seat},
        ),
    )
    return Step(after, "join", (Joined(seat),))


def _swap(position: "Position", seat: Seat, said: Said) -> Done:
    if said.kind != "swap":
        raise IllegalMove("swap_first")
    text = swapping.settled(position.round, seat, said.cards)
    after = replace(position, swaps=put(position.swaps, seat, text.removeprefix("swap ")))
    events: list[Event] = [Chose(seat)]
    return _if_all_chose(after, events), text, events


def _if_all_chose(position: "Position", events: list[Event]) -> "Position":
    """Publishes what was chosen once all have, and begins the card play (D2)."""
    if position.to_move:
        return position
    round = position.round
    for seat in round.active:
        cards = notation.read(f"swap {position.swaps[seat]}").cards
        hand, up = swapping.exchanged(round.hands[seat], round.up[seat], cards)
        round = replace(round, hands=put(round.hands, seat, in_order(hand)), up=put(round.up, seat, up))
        pairs: list[tuple[Card, Card]] = list(zip(cards[::2], cards[1::2], strict=True))
        events += [Swapped(seat, *pair) for pair in pairs]
    position, started = _started(replace(position, phase="play", round=round, swaps=()))
    events += started
    return position


def _started(position: "Position") -> tuple["Position", tuple[Event, ...]]:
    round, events = turns.start(position.round, position.rules)
    return replace(position, round=round), events


def _card_play(position: "Position", seat: Seat, said: Said) -> Done:
    events: list[Event] = []
    after = position
    if position.asleep:
        # Whatever somebody does wakes the table (A8).
        after = replace(after, asleep=False)
        events.append(Woke(seat))
    after = replace(after, misses=put(after.misses, seat, 0))
    if said.kind == "wake" and position.asleep:
        return after, "wake", events
    text = _spelled(position.round, seat, said)
    round, done = _turn(position, seat, notation.read(text))
    events += done
    after = replace(after, round=round)
    return ended(after, events) if round.is_over else after, text, events


def _spelled(round: Round, seat: Seat, said: Said) -> str:
    """Returns the canonical spelling of what a seat wants to do in the card play, whether it may or not."""
    if said.kind == "play":
        if round.is_blind(seat) and seat == round.turn:
            raise IllegalMove("blind", down=len(round.down[seat]))
        return notation.play(notation.meant(round.hands[seat], said.cards))
    if said.kind == "flip" and round.params.blind_choice != "random":
        if not said.index and round.params.blind_choice == "owner":
            raise IllegalMove("which_card", count=len(round.down[seat]))
        return f"flip {said.index or 1}"
    return said.kind


def _turn(position: "Position", seat: Seat, said: Said) -> tuple[Round, tuple[Event, ...]]:
    """Lets a seat play, flip, pick up or pass."""
    round, rules = position.round, position.rules
    match said.kind:
        case "play":
            return turns.play(round, seat, said.cards, rules)
        case "flip":
            return turns.flip(round, seat, said.index, rules)
        case "pick":
            return turns.pick(round, seat, rules)
        case "pass":
            return turns.pass_on(round, seat, rules)
    raise IllegalMove("not_now", move=said.kind)


def ended(position: "Position", events: list[Event]) -> "Position":
    """Counts a round that is over, opens the proof of its deal, and lets the winner make a rule (W5, D5, R1)."""
    round = position.round
    winner = round.out[0] if round.out else None
    score = position.score if winner is None else put(position.score, winner, position.score[winner] + 1)
    order = dealing.order(position.seed) if position.seed else ()
    events.append(RoundOver(round.places, position.number, order, position.nonce))
    declares = winner is not None and winner not in position.left and round.params.winner_creates_rule
    return replace(position, phase="break", score=score, declarer=winner if declares else None, asleep=False, swaps=())


def _choose(position: "Position", seat: Seat, said: Said) -> Step:
    """Gives or tosses a card that a house rule asked of a seat, in turn or not."""
    if position.phase != "play" or seat not in position.round.active:
        raise IllegalMove("nothing_owed")
    (card,) = notation.meant(position.round.hands[seat], said.cards)
    round, events = firing.choose(position.round, seat, card)
    return Step(replace(position, round=round, misses=put(position.misses, seat, 0)), f"choose {card}", events)


def _declare(position: "Position", seat: Seat, text: str) -> Step:
    """Makes the winner's rule (R1), or puts a removed one in other words (R3); it holds from the next deal on."""
    old = None if position.declarer == seat else changes.rewords(position, seat)
    if old is None:
        choosing.check(position, seat)
        if position.declarer != seat:
            raise IllegalMove("no_right")
    told = reading.read(changes.written(text), position.rules)
    rule = replace(told, id=changes.next_id(position), author=seat, round=position.number)
    if old:
        # It may be objected to like any new rule; that it is the second try is seen by the same round of both.
        after = replace(changes.with_rule(position, replace(old, round=position.number)), rewording="")
    else:
        after = replace(position, declarer=None)
    if position.phase == "break":
        after = replace(after, rules=(*after.rules, rule))
    else:
        after = changes.with_waiting(after, rule, "next")
    return Step(after, f"rule {line(rule)}", (Declared(seat, rule.id, rule.title),))


def _between(position: "Position", seat: Seat, said: Said) -> Done:
    events: list[Event] = []
    if position.declarer is not None and said.kind in ("deal", "close"):
        raise IllegalMove("declare_first")
    text = choosing.settled(position, seat, said)
    if text == "waive":
        return replace(position, declarer=None), text, [Waived(seat)]
    if text == "deal":
        after, told = deal(position)
        return after, text, list(told)
    after = replace(position, closing=position.closing | {seat})
    if _may_close(after):
        return _closed(after, events), text, events
    return after, text, [WantsToClose(seat)]


def _may_close(position: "Position") -> bool:
    """Whether the host would close the table, or all the others."""
    return position.host in position.closing or position.closing >= set(position.seated) - {position.host}


def _closed(position: "Position", events: list[Event]) -> "Position":
    events.append(Closed(position.score))
    return replace(
        position,
        phase="over",
        declarer=None,
        closing=frozenset(),
        asleep=False,
        question=None,
        duel=None,
        pending=(),
        rewording="",
    )


def _clockwise(position: "Position", seat: Seat) -> Seat:
    """Returns the next seat that is at the table, in the order of joining (D3, D4)."""
    count = len(position.score)
    around = (Seat((seat + step) % count) for step in range(1, count + 1))
    return next(other for other in around if other not in position.left)


_PHASES: Mapping[str, Callable[["Position", Seat, Said], Done]] = {
    "swap": _swap,
    "play": _card_play,
    "break": _between,
}
