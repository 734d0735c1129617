"""From the first word about a match to its deal: pickers, challenges, joining, rematches.

Each function is one transaction of `Store.write`; none talks to a platform.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from bot import pace, seating, table
from bot.matches import Table, account_of, load, place_of
from bot.ports import Chat, User
from bot.table import Refusal
from games import GAMES
from storage import models
from storage.models import Account, Due, Match, Place, Surface

OPEN_LIMIT = 5
RUNNING_LIMIT = 20
NAMELESS = {"1087968824": "nameless", "136817688": "channel", "777000": "channel"}
"""Accounts of Telegram behind which somebody writes as a group or as a channel, and how they are refused."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play."""

    game: str
    preset: str | None = None
    """None: what this person played last here, else the first one."""
    opponent: User | None = None
    opponent_name: str | None = None
    """A name on the same platform that we may not know yet."""


def setup(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> int:
    """Opens a picker: a match that only its host sees.

    :raises Refusal: see `challenge`.
    """
    match = _new(session, user, chat, wish, now)
    match.status = "setup"
    match.deadline = now + pace.SETUP
    session.add(Due(match_id=match.id, kind="lapse", at=match.deadline))
    return match.id


def choose(session: Session, match_id: int, user: User, field: str, value: str | User, now: datetime) -> None:
    """Changes one thing in a picker.

    :raises Refusal: ``unknown``, ``not_host`` or as `challenge`.
    """
    match = _picker(session, match_id, user, now).match
    if field == "preset" and isinstance(value, str) and value in GAMES[match.game].presets:
        match.preset = value
        match.options = dict(GAMES[match.game].settle(GAMES[match.game].presets[value]))
    elif field == "with" and isinstance(value, User):
        host = account_of(session, user, now)
        match.invited_id = _invited(session, host, value, now).id
        match.invited_name = None
    elif field == "anyone":
        match.invited_id = match.invited_name = None
    match.changed_at = now


def post(session: Session, match_id: int, user: User, chat: Chat, message: str | None, now: datetime) -> None:
    """Turns a picker into a challenge; ``message`` is the public one that becomes it, if there is one.

    :raises Refusal: ``unknown``, ``not_host``, ``too_many_open`` or ``too_many_running``.
    """
    found = _picker(session, match_id, user, now)
    # Any number of pickers may be open.
    _check_open(session, found.match.host, found)
    seating.invite(session, found.match, now)
    surface = seating.surface_of(session, found.match, place_of(session, chat))
    surface.message = message
    surface.posted_at = now if message else None


def discard(session: Session, match_id: int, user: User, now: datetime) -> None:
    """Throws a picker away.

    :raises Refusal: ``unknown`` or ``not_host``.
    """
    seating.forget(session, _picker(session, match_id, user, now).match)


def challenge(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> int:
    """Opens a challenge, to a person or to whoever comes.

    :raises Refusal: ``bot``, ``yourself``, ``another_bot``, ``too_many_open`` or ``too_many_running``.
    """
    match = _new(session, user, chat, wish, now)
    seating.invite(session, match, now)
    seating.surface_of(session, match, place_of(session, chat))
    return match.id


def find_open(session: Session, join_code: str) -> int | None:
    """Finds the open challenge with that code."""
    query = select(Match.id).where(Match.join_code == join_code.strip().lower(), Match.status == "open")
    return session.scalar(query)


def join(session: Session, match_id: int, user: User, chat: Chat, now: datetime, *, alone: bool = False) -> str:
    """Sits down at an open table, and starts the match when it is full. Returns the key of the seat.

    ``alone`` lets one person take several seats.

    :raises Refusal: ``unknown``, ``gone``, ``yours``, ``not_for_you``, ``bot`` or ``too_many_running``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    match = found.match
    if match.invited_name and match.invited_id is None and account.platform == match.host.platform:
        if not _goes_by(account, match):
            raise Refusal("not_for_you", found)
        match.invited_id = account.id
    if match.invited_id is not None and match.invited is not None and match.invited.player_id != account.player_id:
        raise Refusal("not_for_you", found)
    if not alone and found.seats_of(account.player_id):
        raise Refusal("yours", found)
    _check_running(session, account, found)
    place = place_of(session, chat)
    seat = next(seat for seat in match.seats if seat.player_id is None)
    seating.sit(seat, account, place.id, now)
    key = seat.key
    seating.surface_of(session, match, place)
    match.changed_at = now
    if all(seat.player_id is not None for seat in match.seats):
        seating.deal(session, match, now)
    return key


def decline(session: Session, match_id: int, user: User, now: datetime) -> None:
    """The invited person says no.

    :raises Refusal: ``unknown``, ``gone`` or ``not_for_you``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    match = found.match
    if match.invited_name and match.invited_id is None and _goes_by(account, match):
        match.invited_id = account.id
    elif match.invited is None or match.invited.player_id != account.player_id:
        raise Refusal("not_for_you", found)
    seating.close(session, match, "declined", now)


def withdraw(session: Session, match_id: int, user: User, now: datetime) -> None:
    """The host takes a challenge back.

    :raises Refusal: ``unknown``, ``gone`` or ``not_host``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    if found.match.host.player_id != account.player_id:
        raise Refusal("not_host", found)
    seating.close(session, found.match, "withdrawn", now)


def withdraw_by_key(session: Session, match_id: int, key: str, now: datetime) -> None:
    """Who holds the key of the host's seat takes a challenge back.

    :raises Refusal: ``unknown``, ``gone`` or ``not_host``.
    """
    found = _open_match(session, match_id, None, now)
    if not any(seat.key == key and seat.player_id == found.match.host.player_id for seat in found.match.seats):
        raise Refusal("not_host", found)
    seating.close(session, found.match, "withdrawn", now)


def lapse(session: Session, found: Table, now: datetime) -> None:
    """Ends what nobody answered: a challenge is closed, a picker forgotten."""
    if found.match.status == "setup":
        seating.forget(session, found.match)
    elif found.match.status == "open":
        seating.close(session, found.match, "expired", now)


def again(session: Session, match_id: int, user: User, now: datetime) -> int:
    """Opens a challenge that nobody answered once more, with new messages.

    :raises Refusal: ``unknown``, ``not_host`` or as `challenge`.
    """
    found = load(session, match_id, lock=True)
    if found is None or found.match.status not in ("expired", "open"):
        raise Refusal("unknown", found)
    match = found.match
    if match.status == "open":
        raise Refusal("repeated", found)
    account = _host(session, user, now)
    if match.host.player_id != account.player_id:
        raise Refusal("not_host", found)
    seating.invite(session, match, now)
    for surface in session.scalars(select(Surface).where(Surface.match_id == match.id)):
        surface.old_message, surface.message, surface.anew = surface.message, None, True
        surface.failures = 0
    return match.id


@dataclass(frozen=True, slots=True)
class Rematch:
    """What came of asking for one."""

    match: int
    started: bool
    key: str
    """The asker's seat in it."""


def rematch(session: Session, match_id: int, sitter: table.Sitter, now: datetime) -> Rematch:
    """Asks the same people for the same game with the seats moved on, or accepts when the other one has asked.

    :raises Refusal: ``unknown``, ``not_seated``, ``waiting`` or as `challenge`.
    """
    found = load(session, match_id, lock=True)
    if found is None or found.match.status != "over":
        raise Refusal("unknown", found)
    old, seat = found.match, table.seat_of(found, sitter)
    row = old.seats[seat]
    account = session.get_one(Account, sitter.account_id or row.account_id)
    place = session.get_one(Place, sitter.place_id or row.place_id)
    existing = session.scalar(select(Match.id).where(Match.rematch_of == old.id, Match.status.in_(("open", "running"))))
    if existing is None:
        return _ask_again(session, found, account, place, now)
    new = load(session, existing, lock=True)
    assert new is not None, "it was found in this transaction"
    if new.match.status == "running":
        return Rematch(existing, False, next(row.key for row in new.match.seats if row.player_id == account.player_id))
    if new.seats_of(account.player_id) and len({seat.player_id for seat in old.seats}) > 1:
        raise Refusal("waiting", new)
    _check_running(session, account, new)
    free = next(seat for seat in new.match.seats if seat.player_id is None)
    key = free.key
    seating.sit(free, account, place.id, now)
    seating.surface_of(session, new.match, place)
    new.match.changed_at = now
    seating.deal(session, new.match, now)
    return Rematch(existing, True, key)


def _ask_again(session: Session, found: Table, account: Account, place: Place, now: datetime) -> Rematch:
    old = found.match
    _check_open(session, account, found)
    # An older rematch that came to nothing makes way: a match is followed by one rematch only.
    for stale in session.scalars(select(Match).where(Match.rematch_of == old.id)):
        stale.rematch_of = None
    session.flush()
    match = seating.new_match(session, account, old.place, old.game, old.preset, now)
    match.rematch_of = old.id
    other = next((seat for seat in old.seats if seat.player_id != account.player_id), None)
    match.invited_id = other.account_id if other is not None else account.id
    if other is not None:
        # The open seat is kept for somebody, who is called where they sat last.
        match.seats[1].place_id = other.place_id
    seating.invite(session, match, now)
    for old_surface in session.scalars(select(Surface).where(Surface.match_id == old.id)):
        seating.surface_of(session, match, session.get_one(Place, old_surface.place_id))
    seating.surface_of(session, match, place)
    return Rematch(match.id, False, match.seats[0].key)


def _picker(session: Session, match_id: int, user: User, now: datetime) -> Table:
    found = load(session, match_id, lock=True)
    if found is None:
        raise Refusal("unknown")
    if found.match.host.player_id != account_of(session, user, now).player_id:
        raise Refusal("not_host", found)
    if found.match.status != "setup":
        is_echo = now - found.match.changed_at <= pace.DOUBLE_PRESS
        raise Refusal("repeated" if is_echo else "unknown", found)
    return found


def _goes_by(account: Account, match: Match) -> bool:
    """Whether somebody is the one who was invited by a name."""
    return account.platform == match.host.platform and account.username == match.invited_name


def _open_match(session: Session, match_id: int, account: Account | None, now: datetime) -> Table:
    found = load(session, match_id, lock=True)
    if found is None or found.match.status == "setup":
        raise Refusal("unknown", found)
    if found.match.status != "open":
        # Who has just answered, or taken it back, and presses once more is not too late.
        match, player = found.match, account.player_id if account is not None else 0
        answered = match.invited.player_id if match.invited is not None else 0
        by = {"withdrawn": (match.host.player_id,), "declined": (answered,)}
        sat = tuple(seat.player_id for seat in match.seats if seat.player_id is not None)
        is_echo = player in by.get(match.status, sat) and now - match.changed_at <= pace.DOUBLE_PRESS
        raise Refusal("repeated" if is_echo else "gone", found)
    return found


def _new(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> Match:
    host = _host(session, user, now)
    place = place_of(session, chat)
    match = seating.new_match(
        session, host, place, wish.game, wish.preset or _last_preset(session, host, wish.game), now
    )
    if wish.opponent is not None:
        match.invited_id = _invited(session, host, wish.opponent, now).id
    elif wish.opponent_name is not None:
        name = wish.opponent_name.lower()
        known = session.scalar(select(Account).where(Account.platform == user.platform, Account.username == name))
        if known is not None:
            _check_invited(host, known)
            match.invited_id = known.id
        elif name == host.username:
            raise Refusal("yourself")
        else:
            match.invited_name = name
    return match


def _last_preset(session: Session, host: Account, game: str) -> str:
    query = (
        select(Match.preset)
        .where(Match.host_id == host.id, Match.game == game, Match.status != "setup")
        .order_by(Match.created_at.desc())
    )
    preset = session.scalar(query.limit(1))
    presets = GAMES[game].presets
    return preset if preset is not None and preset in presets else next(iter(presets))


def _person(session: Session, user: User, now: datetime) -> Account:
    if user.platform == "telegram" and user.id in NAMELESS:
        raise Refusal(NAMELESS[user.id])
    if user.is_bot:
        raise Refusal("bot")
    return account_of(session, user, now)


def _host(session: Session, user: User, now: datetime) -> Account:
    host = _person(session, user, now)
    _check_open(session, host, None)
    return host


def _check_open(session: Session, account: Account, found: Table | None) -> None:
    query = select(func.count()).select_from(Match).where(Match.host_id == account.id, Match.status == "open")
    if (session.scalar(query) or 0) >= OPEN_LIMIT:
        raise Refusal("too_many_open", found)
    _check_running(session, account, found)


def _check_running(session: Session, account: Account, found: Table | None) -> None:
    running = (
        select(func.count(func.distinct(Match.id)))
        .join(models.Seat, models.Seat.match_id == Match.id)
        .where(models.Seat.player_id == account.player_id, Match.status == "running")
    )
    if (session.scalar(running) or 0) >= RUNNING_LIMIT:
        raise Refusal("too_many_running", found)


def _invited(session: Session, host: Account, user: User, now: datetime) -> Account:
    if user.is_bot:
        raise Refusal("another_bot")
    account = account_of(session, user, now)
    _check_invited(host, account)
    return account


def _check_invited(host: Account, account: Account) -> None:
    if account.player_id == host.player_id:
        raise Refusal("yourself")
    if account.is_bot:
        raise Refusal("another_bot")
