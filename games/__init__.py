"""The shared rules core: what the games are, with no chat, no clock, no language and no picture.

A whole game of Collapsi, from a deal to its last move:

>>> from games import GAMES
>>> position = GAMES["collapsi"].parse("J123/A234/A234/AJ23 a1,b4 0 jack -")
>>> list(position.moves(position.turn))
['b1', 'd1', 'a2', 'a4']
>>> while position.outcome is None:
...     seat = position.turn
...     position = position.play(seat, next(position.moves(seat))).position
>>> str(position)
'jab3/ab3d/abc4/Aj23 d1,d3 0 jack -'
>>> position.outcome.reason
'stuck'
"""

from collections.abc import Mapping
from types import MappingProxyType

from games import collapsi, crumble, lopti
from games.core import Game

GAMES: Mapping[str, Game] = MappingProxyType({game.slug: game for game in (collapsi.GAME, crumble.GAME, lopti.GAME)})
