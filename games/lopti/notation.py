"""How moves are read, loosely, and spelled, in one way.

>>> read("Play 6H, 6s")
Said(kind='play', cards=('6h', '6s'), index=0)
>>> read("10 10").cards, read("66").cards
(('T', 'T'), ('6', '6'))
>>> meant(("4c", "6d", "6h", "6s"), ("6", "6h"))
('6d', '6h')
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from games.core import IllegalMove, InvalidMove
from games.lopti.cards import Card, Cards, in_order

WORDS = frozenset({"pick", "pick?", "pass", "waive", "deal", "close", "wake", "join", "lapse"})
"""The moves that are one word. ``pick?`` is the first half of a pick-up that is asked about once more."""
_CARD = r"(?:10|[2-9tjqka])[cdhs]?"
_CARDS = re.compile(rf"{_CARD}(?:[ ,]*{_CARD})*")
_PLAY = re.compile(rf"(?:play )?(?P<cards>{_CARDS.pattern})")
_GROUP = re.compile(r"play (?P<rank>10|[2-9tjqka])\*")
_SWAP = re.compile(rf"swap (?:(?P<none>-)|(?P<cards>{_CARDS.pattern}))")
_CHOOSE = re.compile(rf"choose (?P<card>{_CARD})")
_FLIP = re.compile(r"flip(?: (?P<index>[1-9]))?")
LONGEST = 80
"""No text of more letters is a move of the cards."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says, whether it may be done or not."""

    kind: str
    """``play``, ``group`` (the beginning ``play 6*``), ``swap``, ``flip``, ``choose`` or one of `WORDS`."""
    cards: Cards = ()
    """Cards, or ranks alone where no suit was said."""
    index: int = 0
    """The down card, from 1; 0 where it was not said."""


def read(text: str) -> Said:
    """Reads a move.

    :raises InvalidMove: if the text is none.
    """
    said = " ".join(text.lower().split()) if len(text) <= LONGEST else ""
    if said in WORDS:
        return Said(said)
    if found := _PLAY.fullmatch(said):
        return Said("play", _cards(found["cards"]))
    if found := _GROUP.fullmatch(said):
        return Said("group", _cards(found["rank"]))
    if found := _SWAP.fullmatch(said):
        return Said("swap", _cards(found["cards"] or ""))
    if found := _FLIP.fullmatch(said):
        return Said("flip", index=int(found["index"] or 0))
    if found := _CHOOSE.fullmatch(said):
        return Said("choose", _cards(found["card"]))
    raise InvalidMove("unreadable", text=text)


def _cards(text: str) -> Cards:
    """Reads cards and ranks that stand in a row."""
    told = re.findall(_CARD, text)
    return tuple(one.replace("10", "T")[0].upper() + one.replace("10", "T")[1:] for one in told)


def meant(held: Cards, told: Cards) -> Cards:
    """Returns the cards that are meant where some were told by rank alone: the first of them that are held.

    :raises IllegalMove: if so many are not held.
    """
    free = [card for card in held if card not in told]
    found = []
    for one in told:
        card = one if one in held and one not in found else next((card for card in free if card.startswith(one)), None)
        if card is None:
            count, having = (sum(card[0] == one[0] for card in cards) for cards in (told, held))
            raise IllegalMove("not_in_hand", rank=one[0], count=count, held=having)
        if card in free:
            free.remove(card)
        found.append(card)
    return tuple(found)


def play(cards: Iterable[Card]) -> str:
    """Spells a play.

    >>> play(("6s", "6h"))
    'play 6h6s'
    """
    return f"play {''.join(in_order(cards))}"


def swap(cards: Iterable[Card]) -> str:
    """Spells an exchange of hand and up cards in turn.

    >>> swap(("4h", "7s")), swap(())
    ('swap 4h 7s', 'swap -')
    """
    return f"swap {' '.join(cards) or '-'}"
