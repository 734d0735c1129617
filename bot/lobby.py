"""From an open challenge to the deal: inviting, joining, declining, the computer on a free chair.

Each function is one transaction of `Store.write`; none talks to a platform.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from bot import meetings, pace, seating
from bot.matches import Table, account_of, load, place_of, sizes, taken
from bot.ports import Chat, User
from bot.table import Refusal
from games import GAMES
from games.core import InvalidOptions, Options
from storage import models
from storage.models import Account, Match, Place, Surface

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
    level: str | None = None
    """How well the computer is to play, where it is the opponent."""
    options: Options | None = None
    """What differs from the preset."""


def usual_level(game: str) -> str | None:
    """How well the computer plays where nobody says it; None where it does not play."""
    player = GAMES[game].player
    return player.levels[1] if player is not None else None


def challenge(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> int:
    """Opens a challenge, to a person or to whoever comes; against the computer the match begins at once.

    :raises Refusal: ``bot``, ``yourself``, ``another_bot``, ``needs_more``, ``too_many_open`` or ``too_many_running``.
    """
    match = new_match(session, user, chat, wish, now)
    if wish.level is not None:
        begin_with_computer(session, match, wish.level, now)
    else:
        open_to_answers(session, match, now)
    seating.surface_of(session, match, place_of(session, chat))
    return match.id


def open_to_answers(session: Session, match: Match, now: datetime) -> None:
    """Sets out the chairs and opens a match: two for who is asked, else as many as there may be."""
    allowed = sizes(match)
    asked = match.invited_id is not None or match.invited_name is not None
    if asked and allowed[0] > 2:
        raise Refusal("needs_more")
    seating.set_out(session, match, allowed[0] if asked else allowed[-1])
    seating.invite(session, match, now)


def begin_with_computer(session: Session, match: Match, level: str, now: datetime) -> None:
    """Sits the computer on all other seats, as few as may be, and deals.

    :raises Refusal: ``unknown`` where there is no such level.
    """
    player = GAMES[match.game].player
    if player is None or level not in player.levels:
        raise Refusal("unknown")
    match.invited_id = match.invited_name = None
    seating.set_out(session, match, sizes(match)[0])
    for row in match.seats[1:]:
        row.level = level
    seating.deal(session, match, now)


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
    going = load(session, match_id, lock=True)
    if going is not None and going.game.session and going.match.status == "running":
        return _join_session(session, going, account, place_of(session, chat), now)
    found = _still_open(going, account, now)
    match = found.match
    if match.invited_name and match.invited_id is None and account.platform == match.host.platform:
        if not _goes_by(account, match):
            raise Refusal("not_for_you", found)
        match.invited_id = account.id
    if match.invited_id is not None and match.invited is not None and match.invited.player_id != account.player_id:
        raise Refusal("not_for_you", found)
    welcome = {one.player_id for one in found.asked} | {one.player_id for one in match.seats}
    if match.rematch_of is not None and account.player_id not in welcome:
        raise Refusal("not_for_you", found)
    if not alone and found.seats_of(account.player_id):
        raise Refusal("yours", found)
    check_running(session, account, found)
    place = place_of(session, chat)
    key = take_chair(match, account, place, now)
    seating.surface_of(session, match, place)
    begin_if_full(session, match, now)
    return key


def _join_session(session: Session, found: Table, account: Account, place: Place, now: datetime) -> str:
    """Sits somebody down at a table where rounds are played already; they take part from the next one."""
    if found.seats_of(account.player_id):
        raise Refusal("yours", found)
    check_running(session, account, found)
    row = seating.new_seat(len(found.match.seats))
    seating.sit(row, account, place.id, now)
    meetings.join(session, found, row, now)
    seating.surface_of(session, found.match, place)
    seating.show_privately(session, found.match, account)
    return row.key


def take_chair(match: Match, account: Account, place: Place, now: datetime) -> str:
    """Sits somebody on the first free chair. Returns the key of the seat."""
    sat = taken(match)
    seat = next(seat for seat in match.seats if seat not in sat)
    seating.sit(seat, account, place.id, now)
    key = seat.key
    match.changed_at = now
    return key


def begin_if_full(session: Session, match: Match, now: datetime) -> None:
    """Deals when nobody is waited for any more."""
    if len(taken(match)) == len(match.seats):
        seating.deal(session, match, now)


def stand_up(session: Session, match_id: int, user: User, now: datetime) -> None:
    """Leaves a table that has not begun. The host stays, or takes the invitation back.

    :raises Refusal: ``unknown``, ``gone``, ``not_seated`` or ``host_stays``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    if found.match.host.player_id == account.player_id:
        raise Refusal("host_stays", found)
    seats = found.seats_of(account.player_id)
    if not seats:
        raise Refusal("not_here", found)
    for seat in seats:
        seating.leave(found.match.seats[seat])
    found.match.changed_at = now


def add_computer(session: Session, match_id: int, user: User, level: str | None, now: datetime) -> None:
    """Sits the computer on a free chair; without a level it is the usual one.

    :raises Refusal: ``unknown``, ``gone`` or ``not_host``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    player = GAMES[found.match.game].player
    if found.match.host.player_id != account.player_id:
        raise Refusal("not_host", found)
    if player is None or (level is not None and level not in player.levels):
        raise Refusal("unknown", found)
    sat = taken(found.match)
    row = next(row for row in found.match.seats if row not in sat)
    row.level = level or usual_level(found.match.game)
    found.match.changed_at = now
    begin_if_full(session, found.match, now)


def start(session: Session, match_id: int, user: User, now: datetime) -> None:
    """Begins with those who are there. The host says so, or, when the host is silent for long, anybody who sits.

    :raises Refusal: ``unknown``, ``gone``, ``not_host`` or ``too_few``.
    """
    account = _person(session, user, now)
    found = _open_match(session, match_id, account, now)
    match = found.match
    silent = now - match.changed_at >= pace.OPEN / 2 and bool(found.seats_of(account.player_id))
    if match.host.player_id != account.player_id and not silent:
        raise Refusal("not_host", found)
    if len(taken(match)) not in sizes(match):
        raise Refusal("too_few", found)
    seating.deal(session, match, now)


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


def _goes_by(account: Account, match: Match) -> bool:
    """Whether somebody is the one who was invited by a name."""
    return account.platform == match.host.platform and account.username == match.invited_name


def _open_match(session: Session, match_id: int, account: Account | None, now: datetime) -> Table:
    return _still_open(load(session, match_id, lock=True), account, now)


def _still_open(found: Table | None, account: Account | None, now: datetime) -> Table:
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


def new_match(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> Match:
    """Makes what somebody wishes for, seen by nobody yet.

    :raises Refusal: see `challenge`.
    """
    host = _host(session, user, now)
    place = place_of(session, chat)
    rules = GAMES[wish.game]
    # A preset of another game says nothing about this one.
    named = wish.preset if wish.preset is not None and wish.preset in rules.presets else None
    preset = named or _last_preset(session, host, wish.game)
    options = rules.settle({**rules.presets[preset], **(wish.options or {})})
    match = seating.new_match(session, host, place, wish.game, preset, now, options)
    if not sizes(match):
        raise InvalidOptions("do_not_fit")
    if wish.opponent is not None:
        match.invited_id = invite_account(session, host, wish.opponent, now).id
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
    check_open(session, host, None)
    return host


def check_open(session: Session, account: Account, found: Table | None) -> None:
    """Checks that somebody may invite once more.

    :raises Refusal: ``too_many_open`` or ``too_many_running``.
    """
    query = select(func.count()).select_from(Match).where(Match.host_id == account.id, Match.status == "open")
    if (session.scalar(query) or 0) >= OPEN_LIMIT:
        raise Refusal("too_many_open", found)
    check_running(session, account, found)


def check_running(session: Session, account: Account, found: Table | None) -> None:
    """Checks that somebody may sit down once more.

    :raises Refusal: ``too_many_running``.
    """
    running = (
        select(func.count(func.distinct(Match.id)))
        .join(models.Seat, models.Seat.match_id == Match.id)
        .where(models.Seat.player_id == account.player_id, Match.status == "running")
    )
    if (session.scalar(running) or 0) >= RUNNING_LIMIT:
        raise Refusal("too_many_running", found)


def invite_account(session: Session, host: Account, user: User, now: datetime) -> Account:
    """Finds the account of somebody who is to be invited.

    :raises Refusal: ``another_bot`` or ``yourself``.
    """
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
