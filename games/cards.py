"""A deck as text, and a shuffle that is the same on every machine and in every version of Python.

>>> shuffled("AAAABBBB", "a seed")
'ABBAABAB'
>>> sorted(shuffled("AAAABBBB", "another seed")) == list("AAAABBBB")
True
"""

from collections.abc import Iterator
from hashlib import sha256


def shuffled(deck: str, seed: str) -> str:
    """Returns the deck's cards, a letter each, in an order drawn from the seed; each order is equally likely."""
    numbers = _draws(seed)
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, numbers)
        cards[last], cards[other] = cards[other], cards[last]
    return "".join(cards)


def _draws(seed: str) -> Iterator[int]:
    """Yields 32-bit numbers: SHA-256 over the seed and a counter."""
    count = 0
    while True:
        block = sha256(f"{seed}:{count}".encode()).digest()
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        count += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Draws a number from 0 to limit - 1; draws again where a remainder would favour small ones."""
    fair = 2**32 - 2**32 % limit
    while (number := next(numbers)) >= fair:
        pass
    return number % limit
