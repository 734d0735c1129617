"""Crumble, designed by Zack Brown: cut or join your pieces, swap your way, and chain all four sides of the board.

The rules are numbered in ``docs/rules/crumble.md``.
"""

from games.core import Dropped, Game
from games.crumble.board import Piece
from games.crumble.dealing import OPTIONS, PRESETS, deal, refuses
from games.crumble.player import PLAYER
from games.crumble.position import Captured, Caught, Joined, Position, Split, Walked, strokes
from games.crumble.text import diagram, numbered, parse

__all__ = ["GAME", "Captured", "Caught", "Dropped", "Joined", "Piece", "Position", "Split", "Walked"]


GAME = Game(
    slug="crumble",
    seats=(2,),
    options=OPTIONS,
    presets=PRESETS,
    refuses=refuses,
    deal=deal,
    parse=parse,
    diagram=diagram,
    numbered=numbered,
    draws=True,
    player=PLAYER,
    strokes=strokes,
)
