"""Collapsi, designed by Mark S. Ball: move as many steps as your card says, and the card you leave falls.

The board is a torus of cards. Whoever cannot move loses. The rules are numbered in ``docs/rules/collapsi.md``.
"""

from games.collapsi.notation import diagram, parse
from games.collapsi.position import Dropped, KnockedOut, Moved, Placed, Position, Revived, Shifted, deal
from games.core import Game, Option, Options

__all__ = ["GAME", "Dropped", "KnockedOut", "Moved", "Placed", "Position", "Revived", "Shifted"]


def _refuses(seats: int, _options: Options) -> str | None:
    return None if seats == 2 else "seats"


GAME = Game(
    slug="collapsi",
    seats=(2,),
    options=(Option("start", ("joker", "jack")),),
    presets={"quick": {"start": "joker"}, "classic": {"start": "jack"}},
    refuses=_refuses,
    deal=deal,
    parse=parse,
    diagram=diagram,
)
