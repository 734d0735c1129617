"""Law 8 for Lopti: deals again all that a seat cannot see, so that nothing it learns may depend on it."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from games.core import Position, Seat
from games.lopti import Position as Lopti
from games.lopti.cards import Card, Cards, in_order
from games.lopti.duel import Duel, masked, parse


def dealt_again(position: Position, viewer: Seat | None, chance: Random) -> Lopti:
    """Deals again what a seat (None: everybody) cannot see, and changes all secrets beside the cards."""
    assert isinstance(position, Lopti), f"not of Lopti: {position!r}"
    secret = f"{int(chance.random() * 16**8):08x}"
    swaps = tuple(choice if seat == viewer or choice is None else "-" for seat, choice in enumerate(position.swaps))
    other = with_other_cards(position, viewer, (), chance)
    fight = other.duel and with_other_throws(other.duel, viewer, chance)
    return replace(other, round=replace(other.round, seed=secret), swaps=swaps, seed=secret, nonce=secret, duel=fight)


def with_other_throws(fight: Duel, viewer: Seat | None, chance: Random) -> Duel:
    """Exchanges the throws that have met none and are not the seat's own."""
    known = str(masked(fight, viewer))
    return parse("".join("RPS"[int(chance.random() * 3)] if sign == "?" else sign for sign in known))


def with_other_cards(position: Lopti, viewer: Seat | None, known: Iterable[Card], chance: Random) -> Lopti:
    """Exchanges the cards that a seat (None: everybody) cannot see, but those that are known stay where they are."""
    round, kept = position.round, set(known)
    if viewer is not None:
        kept |= set(round.hands[viewer])
    zones = (*round.hands, *round.down, round.deck, round.left)
    hidden = [card for zone in zones for card in zone if card not in kept]
    others = iter(sorted(hidden, key=lambda _: chance.random()))

    def again(cards: Cards) -> Cards:
        return tuple(card if card in kept else next(others) for card in cards)

    hands, down = tuple(map(again, round.hands)), tuple(map(again, round.down))
    deck, left = again(round.deck), again(round.left)
    return replace(position, round=replace(round, hands=tuple(map(in_order, hands)), down=down, deck=deck, left=left))
