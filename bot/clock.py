"""What happens because time passes: reminders, claims, challenges that lapse.

Everything that is due is a row in the database. One task sleeps until the next one; what fell due while the bot was
down is done at the next start. A row is taken in the same transaction that does what it says, so it is done once.
"""

import asyncio
import logging
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from bot import lobby, meetings, table
from bot.herald import Herald, Now
from bot.matches import Table, load
from storage import Store
from storage.models import Due, Surface

log = logging.getLogger(__name__)

LONGEST_SLEEP = 3600.0


class Clock:
    """The task that waits for what is due."""

    def __init__(self, store: Store, herald: Herald, now: Now) -> None:
        self._store = store
        self._herald = herald
        self._now = now
        self._changed = asyncio.Event()

    def changed(self) -> None:
        """Says that due times may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Does what is due, for ever."""
        while True:
            self._changed.clear()
            try:
                await self.tick()
                at = await self._store.read(lambda session: session.scalar(select(Due.at).order_by(Due.at).limit(1)))
            except Exception:
                log.exception("the clock stumbled; it goes on in a minute")
                wait = 60.0
            else:
                wait = LONGEST_SLEEP if at is None else (at - self._now()).total_seconds()
            try:
                async with asyncio.timeout(max(0.0, min(wait, LONGEST_SLEEP))):
                    await self._changed.wait()
            except TimeoutError:
                pass

    async def tick(self) -> int:
        """Does all that is due by now. Returns how much that was."""
        done = 0
        matches: dict[int, None] = {}
        try:
            while (match := await self._store.write(lambda session: take(session, self._now()))) is not None:
                matches[match] = None
                done += 1
        finally:
            # After a long absence much is due for one match: its people see, and hear of, the last of it only.
            for match in matches:
                await self._herald.wake(match)
        return done


def take(session: Session, now: datetime) -> int | None:
    """Takes the earliest row that is due and does what it says. Returns its match; None if nothing is due."""
    query = select(Due.id, Due.match_id, Due.kind).where(Due.at <= now).order_by(Due.at, Due.id).limit(1)
    while (due := session.execute(query).one_or_none()) is not None:
        # The match is locked first, as a move does it; meanwhile a move or another clock may have taken the row.
        found = load(session, due.match_id, lock=True)
        if session.scalar(delete(Due).where(Due.id == due.id).returning(Due.id)) is None:
            continue
        if found is not None:
            _do(session, found, due.kind, now)
        match: int = due.match_id
        return match
    return None


def _do(session: Session, found: Table, kind: str, now: datetime) -> None:
    match kind:
        case "lapse":
            lobby.lapse(session, found, now)
        case "nudge":
            _call(session, found, again=False)
        case "remind":
            _call(session, found, again=True)
        case "claim":
            # Those who wait are called, once; everybody sees the two new buttons.
            everywhere = update(Surface).where(Surface.match_id == found.match.id)
            session.execute(everywhere.values(shown_version=0, called_ply=None, anew=True))
        case "late":
            meetings.lapse(session, found, now)
        case "table":
            meetings.lapse_table(session, found, now)
        case "plan":
            meetings.carry_out(session, found, now)
        case "call_off":
            table.call_off(session, found, now)


def _call(session: Session, found: Table, *, again: bool) -> None:
    """Posts the board anew where those to move sit, unless they were called there or want to be left alone."""
    ply = found.match.ply
    seats = [found.match.seats[seat] for seat in found.to_move]
    places = {seat.place_id for seat in seats if not (again and seat.muted_ply == ply)}
    for surface in session.scalars(select(Surface).where(Surface.match_id == found.match.id)):
        if surface.place_id in places and (again or surface.called_ply != ply or surface.message is None):
            surface.anew = True
            surface.called_ply = None
