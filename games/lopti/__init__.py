"""Lopti: get rid of your cards, and whoever does so first makes a rule. An unofficial implementation in our own words.

The rules are numbered in ``docs/rules/lopti.md``.
"""

from games.core import Dropped, Game
from games.lopti.diagram import diagram
from games.lopti.options import OPTIONS, PRESETS, SEATS, deal, refuses
from games.lopti.player import PLAYER
from games.lopti.position import Position
from games.lopti.text import parse
from games.lopti.trials import tried
from games.lopti.view import View

__all__ = ["GAME", "Dropped", "Position", "View"]

GAME = Game(
    slug="lopti",
    seats=SEATS,
    options=OPTIONS,
    presets=PRESETS,
    refuses=refuses,
    deal=deal,
    parse=parse,
    diagram=diagram,
    player=PLAYER,
    tries=tried,
    session=True,
    hidden=True,
)
