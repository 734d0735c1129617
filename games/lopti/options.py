"""What may be agreed before the first deal: some of the core parameters, and sets of them with a name.

The names and values are those of `games.lopti.params`; all the others can be changed by a vote at the table.
"""

from games.core import Option, Options, Seat
from games.lopti import session
from games.lopti.dealing import derived
from games.lopti.params import PARAMS, Params
from games.lopti.position import Position
from games.lopti.round import Round

SEATS = (3, 2, 4, 5)
AGREED = (
    "winner.creates_rule",
    "after_win",
    "opener",
    "draw.mode",
    "match.rule",
    "low.renew",
    "order.ace",
    "blind.illegal",
)
"""The parameters that people may want otherwise before they have ever played."""


def _option(key: str) -> Option:
    param = PARAMS[key]
    return Option(key, (param.default, *(value for value in param.values if value != param.default)))


OPTIONS = tuple(map(_option, AGREED))
PRESETS: dict[str, Options] = {
    "classic": {},
    "plain": {"winner.creates_rule": "no"},
    "last": {"after_win": "play_on"},
}


def refuses(seats: int, options: Options) -> str | None:
    """Says why a number of seats and options do not go together; what is not named is as usual."""
    return None if seats in SEATS and Params.of(options).fit(seats) else "seats"


def deal(seats: int, seed: str, options: Options) -> Position:
    """Deals the first round from a seed, as agreed in the options; the first seat is that of the creator (D3)."""
    params, nothing = Params.of(options), ((),) * seats
    # Before its first deal a session stands in a break, and the last seat has dealt what never was.
    before = Round(params, nothing, nothing, nothing, (), (), Seat(0), dealer=Seat(seats - 1))
    start = Position("break", 0, before, (0,) * seats, derived("session", seed), "", params, misses=(0,) * seats)
    return session.deal(start)[0]
