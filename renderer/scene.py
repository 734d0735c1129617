"""What is drawn and what comes of it: the values that painters take and return."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from games.core import Event, Rect
from renderer.theme import Theme

WIDTH = 900
"""All pictures are this wide, and shown at any size down to 360."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A seat in the header."""

    name: str
    """Any text that a platform allows as a name; it is cleaned and cut here."""
    active: bool = False
    """Whether it is this seat's turn."""
    won: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture depends on."""

    view: object
    """What the viewer may know: a game's view, or a leaderboard."""
    chips: tuple[Chip, ...] = ()
    """In the order of the seats."""
    pace: str = ""
    """The time that a turn may take, for example ``48h``; empty for none."""
    last: tuple[Event, ...] = ()
    """The events of the last step."""
    targets: tuple[Rect, ...] = ()
    """Where the choices of the player to move lie, in board units."""
    theme: Theme = "light"
    arrows: bool = True
    """Whether targets beyond the board are drawn; not where buttons are laid over the picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    png: bytes
    size: tuple[int, int]
    """In pixels."""
    board: Rect
    """Board unit square (0, 0) in pixels, so that buttons can be laid over the board; empty where there is no board."""


@singledispatch
def paint(view: object, _scene: Scene) -> Picture:
    """Draws a scene with the painter for its view's type; each painter's module registers one.

    :raises TypeError: if there is none.
    """
    raise TypeError(f"no painter for {type(view).__name__}")


def cells(targets: Sequence[Rect]) -> frozenset[tuple[int, int]]:
    """Returns the columns and rows of targets that are unit squares."""
    return frozenset((int(target.x), int(target.y)) for target in targets)
