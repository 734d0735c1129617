"""The cards: a rank and a suit, ``Th``; ``??`` is a card that the reader may not see.

>>> in_order(("Ah", "Th", "2s", "2c"))
('2c', '2s', 'Th', 'Ah')
>>> split("2cTh??")
('2c', 'Th', '??')
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNSEEN: Card = "??"
DECK: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)

_PLACE = {card: place for place, card in enumerate((*DECK, UNSEEN))}
_CARDS = re.compile(rf"(?:[{RANKS}][{SUITS}]|\?\?)*")


def in_order(cards: Iterable[Card]) -> Cards:
    """Returns cards ordered by rank, then suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def without(cards: Cards, taken: Iterable[Card]) -> Cards:
    """Returns the cards that are left when others are taken away."""
    gone = set(taken)
    return tuple(card for card in cards if card not in gone)


def split(text: str) -> Cards:
    """Reads cards that stand side by side.

    :raises ValueError: if the text is something else.
    """
    if not _CARDS.fullmatch(text):
        raise ValueError(text)
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
