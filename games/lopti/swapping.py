"""The exchanges before a round: hand cards for up cards, none or as many as may be (D2).

An exchange is a row of hand and up cards in turn. Both kinds stand in the order in which they lie, so that each
exchange is spelled in one way; where a hand card comes to lie among the up cards does not matter.
"""

from collections.abc import Iterator
from itertools import chain, combinations

from games.core import Choice, Choices, IllegalMove, InvalidMove, Seat
from games.lopti import notation
from games.lopti.cards import Cards
from games.lopti.round import Round


def exchanges(round: Round, seat: Seat) -> Iterator[str]:
    """Yields all exchanges, from none to the most."""
    hand, up = round.hands[seat], round.up[seat]
    for count in range(min(round.params.swap_max, len(hand), len(up)) + 1):
        for given in combinations(hand, count):
            for taken in combinations(up, count):
                yield notation.swap(_woven(given, taken))


def settled(round: Round, seat: Seat, told: Cards) -> str:
    """Returns the canonical spelling of an exchange.

    :raises IllegalMove: if the seat has not these cards, or they are too many.
    """
    given, taken = _parted(round, seat, told)
    return notation.swap(_woven(_sorted(given, round.hands[seat]), _sorted(taken, round.up[seat])))


def beginning(round: Round, seat: Seat, told: Cards) -> str:
    """Returns the canonical spelling of an exchange whose last up card is still to be said.

    :raises MoveError: if no exchange begins so.
    """
    given, taken = _parted(round, seat, told)
    in_order = given == _sorted(given, round.hands[seat]) and taken == _sorted(taken, round.up[seat])
    if not in_order or taken[-1:] == round.up[seat][-1:]:
        raise InvalidMove("unreadable", text=notation.swap(_woven(given, taken)))
    return notation.swap(_woven(given, taken))


def choices(round: Round, seat: Seat, begun: str) -> Choices:
    """Returns what may follow the beginning of an exchange, or the empty text."""
    cards = notation.read(begun).cards if begun else ()
    if begun and not cards:
        return Choices(())
    hand, up, given, taken = round.hands[seat], round.up[seat], cards[::2], cards[1::2]
    back = notation.swap(cards[:-1]) if len(cards) > 1 else ""
    later = up[up.index(taken[-1]) + 1 :] if taken else up
    if len(given) > len(taken):
        return Choices(tuple(Choice(notation.swap((*cards, card)), complete=True) for card in later), back)
    nothing = () if cards else (Choice(notation.swap(()), complete=True),)
    others = hand[hand.index(given[-1]) + 1 :] if given else hand
    if not later or len(given) >= round.params.swap_max:
        others = ()
    return Choices((*nothing, *(Choice(notation.swap((*cards, card)), complete=False) for card in others)), back)


def exchanged(hand: Cards, up: Cards, cards: Cards) -> tuple[Cards, Cards]:
    """Returns a hand and up cards after an exchange; each hand card lies where the up card lay."""
    pairs = dict(zip(cards[1::2], cards[::2], strict=True))
    return tuple(card for card in hand if card not in pairs.values()) + tuple(pairs), tuple(
        pairs.get(card, card) for card in up
    )


def _parted(round: Round, seat: Seat, told: Cards) -> tuple[Cards, Cards]:
    """Parts what was told into cards of the hand and up cards."""
    most = round.params.swap_max
    if len(told) > 2 * most:
        raise IllegalMove("swap_too_many", most=most)
    given = notation.meant(round.hands[seat], told[::2])
    try:
        return given, notation.meant(round.up[seat], told[1::2])
    except IllegalMove as error:
        raise IllegalMove("not_up", **error.facts) from error


def _sorted(cards: Cards, held: Cards) -> Cards:
    return tuple(card for card in held if card in cards)


def _woven(given: Cards, taken: Cards) -> Cards:
    """Puts hand and up cards in turn; the last hand card may have no partner."""
    pairs = tuple(chain.from_iterable(zip(given, taken, strict=False)))
    return (*pairs, *given[len(taken) :])
