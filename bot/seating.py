"""A match before its first move: its row, who sits where, where it is shown, and the deal."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from bot import pace, table
from bot.matches import load
from games import GAMES
from games.cards import shuffled
from storage import models
from storage.models import Account, Due, Match, Place, Surface

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a join code; those that look alike are left out."""
ID_RANGE = (36**3, 36**5)
"""Ids are drawn from here: they look alike, and nobody reads from them how many matches there are."""


def new_match(session: Session, host: Account, place: Place, game: str, preset: str, now: datetime) -> Match:
    """Makes a match in which only its host sits, and that nobody sees yet."""
    rules = GAMES[game]
    match = Match(
        id=_free_id(session),
        game=game,
        game_version=rules.version,
        preset=preset,
        options=dict(rules.settle(rules.presets[preset])),
        pace=pace.DEFAULT,
        host_id=host.id,
        place_id=place.id,
        ply=0,
        watch_key=secrets.token_urlsafe(16),
        created_at=now,
        changed_at=now,
        status="setup",
    )
    session.add(match)
    for index in range(rules.seats[0]):
        match.seats.append(models.Seat(index=index, key=secrets.token_urlsafe(16), since=0))
    sit(match.seats[0], host, place.id, now)
    session.flush()
    return match


def _free_id(session: Session) -> int:
    low, high = ID_RANGE
    while session.get(Match, number := low + secrets.randbelow(high - low)) is not None:
        pass
    return number


def invite(session: Session, match: Match, now: datetime) -> None:
    """Opens a match to answers, for a while and by a code."""
    match.status = "open"
    match.changed_at = now
    match.deadline = now + pace.OPEN
    match.join_code = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    session.execute(delete(Due).where(Due.match_id == match.id))
    session.add(Due(match_id=match.id, kind="lapse", at=match.deadline))


def close(session: Session, match: Match, status: str, now: datetime) -> None:
    """Closes an invitation that came to nothing."""
    match.status = status
    match.changed_at = now
    match.deadline = None
    match.join_code = None
    session.execute(delete(Due).where(Due.match_id == match.id))


def forget(session: Session, match: Match) -> None:
    """Removes a match that nobody but its host has seen."""
    for kind in (Due, Surface, models.Seat):
        session.execute(delete(kind).where(kind.match_id == match.id))
    session.expire(match, ["seats"])
    session.delete(match)


def sit(seat: models.Seat, account: Account, place_id: int, now: datetime) -> None:
    """Sits somebody down."""
    seat.player_id, seat.account_id, seat.account = account.player_id, account.id, account
    seat.place_id, seat.seen_at = place_id, now


def surface_of(session: Session, match: Match, place: Place) -> Surface:
    """The place's surface for a match, made where there is none; new ones have told everything up to the deal."""
    found = session.scalar(select(Surface).where(Surface.match_id == match.id, Surface.place_id == place.id))
    if found is None:
        found = Surface(match_id=match.id, place_id=place.id, shown_ply=match.ply, shown_version=0)
        session.add(found)
        session.flush()
    return found


def show_in(session: Session, match: Match, place: Place, *, as_text: bool | None = None) -> None:
    """Shows a match in a place, from now on and with a new message."""
    surface = surface_of(session, match, place)
    surface.anew = True
    surface.failures = 0
    if as_text is not None:
        surface.as_text = as_text


def deal(session: Session, match: Match, now: datetime) -> None:
    """Seats everybody (by lot; in a rematch moved on by one), deals and begins."""
    seed = secrets.token_hex(16)
    sitting = [_sitting(seat) for seat in match.seats]
    if match.rematch_of is not None:
        old = load(session, match.rematch_of)
        assert old is not None, "matches are never deleted once they were played"
        before = [seat.player_id for seat in old.match.seats]
        sitting.sort(key=lambda one: (before.index(one.player_id) + 1) % len(before))
    else:
        sitting = [sitting[int(at)] for at in shuffled("".join(map(str, range(len(sitting)))), f"{seed}:seats")]
    for seat, one in zip(match.seats, sitting, strict=True):
        seat.player_id, seat.account_id, seat.account = one.player_id, one.account_id, one.account
        seat.place_id, seat.seen_at, seat.key = one.place_id, one.seen_at, one.key
    game = GAMES[match.game]
    position = game.deal(len(match.seats), f"{seed}:deal", match.options)
    match.join_code = None
    session.flush()
    table.begin(session, match, position, now)


@dataclass(frozen=True, slots=True)
class _Sitting:
    """What moves along when people change seats."""

    player_id: int | None
    account_id: int | None
    account: Account | None
    place_id: int | None
    seen_at: datetime | None
    key: str


def _sitting(seat: models.Seat) -> _Sitting:
    return _Sitting(seat.player_id, seat.account_id, seat.account, seat.place_id, seat.seen_at, seat.key)
