"""The same people again: a rematch is asked for, and begins when all have said yes.

Each function is one transaction of `Store.write`; none talks to a platform.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import lobby, seating, table
from bot.matches import Table, load
from bot.table import Refusal
from storage.models import Account, Match, Place, Surface


@dataclass(frozen=True, slots=True)
class Rematch:
    """What came of asking for one."""

    match: int
    started: bool
    key: str
    """The asker's seat in it."""


def rematch(session: Session, match_id: int, sitter: table.Sitter, now: datetime) -> Rematch:
    """Asks the same people for the same game with the seats moved on, or accepts when another one has asked.

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
    lobby.check_running(session, account, new)
    key = lobby.take_chair(new.match, account, place, now)
    seating.surface_of(session, new.match, place)
    lobby.begin_if_full(session, new.match, now)
    return Rematch(existing, new.match.status == "running", key)


def _ask_again(session: Session, found: Table, account: Account, place: Place, now: datetime) -> Rematch:
    old = found.match
    lobby.check_open(session, account, found)
    # An older rematch that came to nothing makes way: a match is followed by one rematch only.
    for stale in session.scalars(select(Match).where(Match.rematch_of == old.id)):
        stale.rematch_of = None
    session.flush()
    match = seating.new_match(session, account, old.place, old.game, old.preset, now, old.options)
    match.friendly = old.friendly
    match.rematch_of = old.id
    seating.set_out(session, match, len(old.seats))
    own = next(row for row in old.seats if row.player_id == account.player_id)
    others = [row for row in old.seats if row is not own]
    for chair, other in zip(match.seats[1:], others, strict=True):
        # A chair is kept for somebody, who is called where they sat last.
        chair.level, chair.place_id = other.level, other.place_id
    if len(others) == 1 and others[0].level is None:
        match.invited_id = others[0].account_id
    seating.invite(session, match, now)
    for old_surface in session.scalars(select(Surface).where(Surface.match_id == old.id)):
        seating.surface_of(session, match, session.get_one(Place, old_surface.place_id))
    seating.surface_of(session, match, place)
    key = match.seats[0].key
    lobby.begin_if_full(session, match, now)
    return Rematch(match.id, match.status == "running", key)
