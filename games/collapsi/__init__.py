"""Collapsi, designed by Mark S. Ball: move as many steps as your card says, and the card you leave falls.

The board is a torus of cards. Whoever cannot move loses. The rules are numbered in ``docs/rules/collapsi.md``.
"""

from games.collapsi.dealing import OPTIONS, PRESETS, deal, points, refuses
from games.collapsi.notation import diagram, parse
from games.collapsi.player import PLAYER
from games.collapsi.position import KnockedOut, Moved, Placed, Position, Revived, Shifted
from games.core import Dropped, Game

__all__ = ["GAME", "Dropped", "KnockedOut", "Moved", "Placed", "Position", "Revived", "Shifted"]


GAME = Game(
    slug="collapsi",
    seats=(2, 3, 4),
    options=OPTIONS,
    presets=PRESETS,
    refuses=refuses,
    deal=deal,
    parse=parse,
    diagram=diagram,
    points=points,
    player=PLAYER,
)
