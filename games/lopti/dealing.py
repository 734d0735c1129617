"""The deck's order, the deal of a round, and how everybody can check afterwards that it was fair (rules D).

1. A seed is 32 hexadecimal digits. All that a round needs of chance is derived from its seed, one-way: what is opened
   at the end of a round tells nothing of the seed, and a seed nothing of the ones before.
2. The digest that is published at the deal is SHA-256 over the order of the deck, as it is written, and the nonce.

>>> digest(order("5eed"), nonce("5eed"))[:16]
'e1391ba87e849845'
>>> round = dealt(Params(), 2, frozenset(), "5eed", dealer=Seat(0), opener=Seat(0))
>>> round.hands, len(round.deck)
((('6h', 'Td', 'Qd'), ('2s', 'Jc', 'Jh')), 34)
"""

from hashlib import sha256
from string import ascii_letters

from games.cards import shuffled
from games.core import Seat
from games.lopti.cards import DECK, Cards, in_order
from games.lopti.params import Params
from games.lopti.round import Round

DIGITS = 32
"""Of a seed and of a nonce."""


def derived(purpose: str, seed: str) -> str:
    """Returns what a seed gives for a purpose: 32 hexadecimal digits."""
    return sha256(f"{purpose}:{seed}".encode()).hexdigest()[:DIGITS]


def order(seed: str) -> Cards:
    """Returns the whole deck in the order in which it is dealt; each order is equally likely."""
    letters = shuffled(ascii_letters, derived("deck", seed))
    return tuple(DECK[ascii_letters.index(letter)] for letter in letters)


def nonce(seed: str) -> str:
    """Returns what keeps the digest from being guessed at."""
    return derived("nonce", seed)


def digest(order: Cards, nonce: str) -> str:
    """Returns what is published at the deal and can be checked when the round is over (D5)."""
    return sha256(f"{''.join(order)}{nonce}".encode()).hexdigest()


def dealt(
    params: Params,
    seats: int,
    absent: frozenset[Seat],
    seed: str,
    *,
    dealer: Seat,
    opener: Seat,
    last_winner: Seat | None = None,
) -> Round:
    """Deals a round: each seat that is there gets its down cards, its up cards and its hand (D1)."""
    deck = order(seed)
    hands: list[Cards] = []
    up: list[Cards] = []
    down: list[Cards] = []
    for seat in map(Seat, range(seats)):
        there = seat not in absent
        for zone, count in ((down, params.deal_down), (up, params.deal_up), (hands, params.deal_hand)):
            zone.append(deck[: count if there else 0])
            deck = deck[len(zone[-1]) :]
    return Round(
        params,
        tuple(map(in_order, hands)),
        tuple(up),
        tuple(down),
        deck,
        (),
        turn=opener,
        absent=absent,
        seed=derived("chance", seed),
        dealer=dealer,
        opener=opener,
        last_winner=last_winner,
    )
