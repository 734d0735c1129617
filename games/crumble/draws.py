"""The two draws that depend on what was played before: drawing turns (R34') and repetition (R35)."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b

from games.crumble.board import Area, write

DRAW_TURNS = 3
"""How many drawing turns of both players in a row are a draw."""
THREEFOLD = 3
"""The occurrence of a position that is a draw."""


@dataclass(frozen=True, slots=True)
class Take:
    """What a turn says of itself for the drawing turns: what was cut or joined, and where the walk came to rest."""

    material: tuple[Area, ...]
    target: Area

    def __str__(self) -> str:
        return f"{';'.join(map(write, self.material))}>{write(self.target)}"


def lasting(takes: tuple[Take, ...], latest: Take | None) -> tuple[Take, ...]:
    """Adds a turn to those that may still become drawing turns; one without a target ends the row."""
    return (*takes, latest)[-2 * DRAW_TURNS :] if latest else ()


def is_drawn(takes: tuple[Take, ...]) -> bool:
    """Whether both players have made `DRAW_TURNS` drawing turns in a row (R34').

    In each round both rest on the same rectangle, which may differ from round to round; and what each player cut or
    joined in the last round lies inside what the player cut or joined in each of the rounds before, so that no fresh
    material feeds the fight.
    """
    if len(takes) < 2 * DRAW_TURNS:
        return False
    latest = takes[-2 * DRAW_TURNS :]
    ones, others = latest[::2], latest[1::2]
    if any(one.target != other.target for one, other in zip(ones, others, strict=True)):
        return False
    return all(
        _inside(area, earlier.material)
        for player in (ones, others)
        for earlier in player[:-1]
        for area in player[-1].material
    )


def is_fight(takes: tuple[Take, ...]) -> bool:
    """Whether the last three turns came to rest on the same rectangle: the players are at drawing turns."""
    return len(takes) >= 3 and takes[-1].target == takes[-2].target == takes[-3].target


def _inside(area: Area, ground: tuple[Area, ...]) -> bool:
    """Whether a rectangle lies inside the union of others that do not overlap."""
    x, y, width, height = area
    covered = 0 * x
    for u, v, other_width, other_height in ground:
        across = min(x + width, u + other_width) - max(x, u)
        up = min(y + height, v + other_height) - max(y, v)
        if across > 0 and up > 0:
            covered += across * up
    return covered == width * height


def mark(text: str) -> str:
    """Returns eight letters that stand for a position: pieces, colours and whose turn it is.

    >>> mark("6 b w0,0,1,1")
    'tQ0JNvMd'
    """
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()
