"""A match before its first move: its row, who sits where, where it is shown, and the deal."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from bot import ids, pace, series, table
from bot.matches import is_free, load, taken
from bot.ports import User
from games import GAMES
from games.cards import shuffled
from storage import models
from storage.models import Account, Due, Match, Place, Surface

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a join code; those that look alike are left out."""


def new_match(
    session: Session,
    host: Account,
    place: Place,
    game: str,
    preset: str,
    now: datetime,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Makes a match in which only its host sits, and that nobody sees yet; its options are the preset's, or others."""
    rules = GAMES[game]
    match = Match(
        id=ids.free(session),
        game=game,
        game_version=rules.version,
        preset=preset,
        options=dict(options or rules.settle(rules.presets[preset])),
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
    match.seats.append(new_seat(0))
    sit(match.seats[0], host, place.id, now)
    session.flush()
    return match


def set_out(session: Session, match: Match, seats: int) -> None:
    """Sets out chairs up to a number of seats, or takes away those that nobody sits on."""
    for row in [row for row in match.seats[seats:] if is_free(row)]:
        match.seats.remove(row)
        session.delete(row)
    while len(match.seats) < seats:
        match.seats.append(new_seat(len(match.seats)))
    session.flush()


def new_seat(index: int) -> models.Seat:
    """Makes a seat on which nobody sits, with a key of its own."""
    return models.Seat(index=index, key=secrets.token_urlsafe(16), since=0, account=None)


def leave(row: models.Seat) -> None:
    """Gets somebody up; a page that holds the seat's key does not sit here any more."""
    row.player_id = row.account_id = row.account = row.place_id = row.seen_at = row.level = None
    row.key = secrets.token_urlsafe(16)


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


def show_privately(session: Session, match: Match, user: Account | User) -> bool:
    """Shows a match in somebody's own chat with us, which goes by their id; False where we know of none."""
    place = _own_chat(session, user)
    if place is not None:
        show_in(session, match, place)
    return place is not None


def check_own_chat(session: Session, match_id: int, user: User) -> None:
    """Checks that we may write to somebody who sits down where only their own chat can show them a hand.

    :raises Refusal: ``no_private_chat``.
    """
    match = session.get_one(Match, match_id)
    if GAMES[match.game].hidden and _own_chat(session, user) is None:
        raise table.Refusal("no_private_chat", load(session, match_id))


def _own_chat(session: Session, user: Account | User) -> Place | None:
    number = user.external_id if isinstance(user, Account) else user.id
    own = Place.platform == user.platform, Place.chat == number, Place.private.is_(True)
    return session.scalar(select(Place).where(*own))


def deal(session: Session, match: Match, now: datetime) -> None:
    """Seats everybody (by lot; in a rematch moved on by one), deals and begins. Free chairs are taken away."""
    seed = secrets.token_hex(16)
    sitting = [_sitting(seat) for seat in taken(match)]
    old = load(session, match.rematch_of) if match.rematch_of is not None else None
    again = _as_before(sitting, old.match) if old is not None else None
    if again is not None:
        sitting = [again[-1], *again[:-1]]
    else:
        sitting = [sitting[int(at)] for at in shuffled("".join(map(str, range(len(sitting)))), f"{seed}:seats")]
    for seat in match.seats:
        leave(seat)
    set_out(session, match, len(sitting))
    for seat, one in zip(match.seats, sitting, strict=True):
        seat.player_id, seat.level, seat.account_id, seat.account = (
            one.player_id,
            one.level,
            one.account_id,
            one.account,
        )
        seat.place_id, seat.seen_at, seat.key = one.place_id, one.seen_at, one.key
    game = GAMES[match.game]
    position = game.deal(len(match.seats), f"{seed}:deal", match.options)
    match.join_code = None
    series.begin(match)
    session.flush()
    table.begin(session, match, position, now)
    if game.hidden:
        for row in match.seats:
            if row.account is not None:
                show_privately(session, match, row.account)


@dataclass(frozen=True, slots=True)
class _Sitting:
    """What moves along when people change seats."""

    player_id: int | None
    level: str | None
    account_id: int | None
    account: Account | None
    place_id: int | None
    seen_at: datetime | None
    key: str

    @property
    def person(self) -> int | str | None:
        """Who that is: a player, or a level of the computer."""
        return self.player_id if self.player_id is not None else self.level


def _sitting(seat: models.Seat) -> _Sitting:
    return _Sitting(seat.player_id, seat.level, seat.account_id, seat.account, seat.place_id, seat.seen_at, seat.key)


def _as_before(sitting: list[_Sitting], old: Match) -> list[_Sitting] | None:
    """Brings people into the order in which they sat in an earlier match; None if not all of the same are here."""
    left, order = list(sitting), []
    for seat in old.seats:
        same = next((one for one in left if one.person == _sitting(seat).person), None)
        if same is None:
            return None
        left.remove(same)
        order.append(same)
    return order if not left else None
