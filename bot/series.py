"""Several matches that belong together: a game to points, a swap match, a cycle of rounds.

Nothing is kept but which match is which round of which series; the score follows from how they ended. Players move on
by one seat from match to match, so in round r the player of the first match's seat n sits on seat n - r.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from bot import ids
from games import GAMES
from games.core import Position
from storage import models
from storage.models import Match, Surface

POINTS_TO_WIN = 16
ENDING = ("time", "called_off")
"""How a match ends when somebody does not come any more; then its series is over too."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a series stands, by the seats of one of its matches."""

    kind: str
    points: tuple[int, ...]
    gained: tuple[int, ...] = ()
    """What the last match that is over brought; empty before there was one."""
    decided: bool = False


def begin(match: Match) -> None:
    """Makes a match the first one of a series, if that is how it is played."""
    if match.series is None and match.options.get("series", "one") != "one":
        match.series = match.id


def score(session: Session, match: Match) -> Score:
    """Adds up the matches of a series. Players move on by one seat from match to match."""
    kind, count = match.options["series"], len(match.seats)
    query = select(Match).where(Match.series == match.series, Match.round <= match.round, Match.status == "over")
    played = list(session.scalars(query.order_by(Match.round)))
    gains = [_gains(one, kind, count) for one in played]
    # By the seats of the first match.
    by_player = [
        [gain[(player - one.round) % count] for player in range(count)] for one, gain in zip(played, gains, strict=True)
    ]
    totals = [sum(gain[player] for gain in by_player) for player in range(count)]
    best = max(totals, default=0)
    decided = {
        "points": best >= POINTS_TO_WIN,
        "swap": len(played) == 2,
        "cycle": bool(played) and len(played) % count == 0 and totals.count(best) == 1,
    }[kind]

    def seated(values: list[int]) -> tuple[int, ...]:
        return tuple(values[(seat + match.round) % count] for seat in range(count))

    return Score(kind, seated(totals), seated(by_player[-1]) if by_player else (), decided)


def follow(session: Session, match: Match, now: datetime) -> tuple[Match, Position]:
    """Makes the next match of a series, not yet begun: its people have moved on, and its places show it from now on.

    The keys of seats and of watching go along, so a page stays at the table.
    """
    count = len(match.seats)
    new = Match(
        id=ids.free(session),
        game=match.game,
        game_version=match.game_version,
        preset=match.preset,
        options=match.options,
        pace=match.pace,
        friendly=match.friendly,
        series=match.series,
        round=match.round + 1,
        host_id=match.host_id,
        place_id=match.place_id,
        ply=0,
        watch_key=match.watch_key,
        created_at=now,
        changed_at=now,
        status="running",
    )
    match.watch_key = secrets.token_urlsafe(16)
    session.flush()
    session.add(new)
    for index in range(count):
        old = match.seats[(index + 1) % count]
        new.seats.append(
            models.Seat(
                index=index,
                player_id=old.player_id,
                level=old.level,
                account_id=old.account_id,
                account=old.account,
                place_id=old.place_id,
                seen_at=old.seen_at,
                key=old.key,
                since=0,
            )
        )
        old.key = secrets.token_urlsafe(16)
    session.flush()
    shown = update(Surface).where(Surface.match_id == match.id)
    session.execute(shown.values(match_id=new.id, shown_ply=0, shown_version=0, called_ply=None))
    game = GAMES[match.game]
    if match.options["series"] == "swap" and match.start is not None:
        return new, game.parse(match.start)
    return new, game.deal(count, secrets.token_hex(16), match.options)


def _gains(match: Match, kind: str, count: int) -> list[int]:
    """What each seat of a match that is over gets: for a win its worth, in a cycle a point for each seat behind."""
    places = match.outcome["places"] if match.outcome else []
    gains = [0] * count
    if len(places) < 2:
        return gains
    game = GAMES[match.game]
    for rank, place in enumerate(places):
        for seat in place:
            if kind == "cycle":
                gains[seat] = sum(len(behind) for behind in places[rank + 1 :])
            elif rank == 0:
                gains[seat] = 1
                if kind == "points" and game.points is not None and match.position is not None:
                    gains[seat] = game.points(game.parse(match.position))
    return gains
