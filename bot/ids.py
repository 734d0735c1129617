"""The ids of matches: drawn at random, and written short as people and payloads see them."""

import secrets

from sqlalchemy.orm import Session

from storage.models import Match

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
RANGE = (36**3, 36**5)
"""Ids are drawn from here: they look alike, and nobody reads from them how many matches there are."""


def free(session: Session) -> int:
    """Draws an id that no match has."""
    low, high = RANGE
    while session.get(Match, drawn := low + secrets.randbelow(high - low)) is not None:
        pass
    return drawn


def code(number: int) -> str:
    """Writes a match's id as people and payloads see it.

    >>> code(35), code(36)
    ('z', '10')
    """
    high, low = divmod(number, 36)
    return (code(high) if high else "") + DIGITS[low]


def number(text: str) -> int | None:
    """Inverts `code`; None for text that is none.

    >>> number("10"), number("#K7F3"), number("?"), number("")
    (36, 942735, None, None)
    """
    letters = text.strip().lower().removeprefix("#")
    if not letters or len(letters) > 12 or any(letter not in DIGITS for letter in letters):
        return None
    return int(letters, 36)
