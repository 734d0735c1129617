"""The computer at the table: whenever it is its turn it thinks, in another process, and plays."""

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from typing import TypeVar, TypeVarTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import table, thinking
from bot.matches import BLUNDER, Table, load
from games import GAMES
from games.core import Meeting, Seat, Trial, Verdict
from storage import Store, models
from storage.models import Match

log = logging.getLogger(__name__)

SECONDS = 1.0
"""How long the computer may think about a move."""
HINT_SECONDS = 3.0
CALL_SECONDS = 3.0
LOOK_BACK_SECONDS = 8.0
TRY_SECONDS = 10.0
REMEMBERED = 64
"""So many of the last trials."""
MOST_REPLIES = 64
"""Moves in a row after which the computer takes a breath: where it sits on all seats, others want to see them."""

Given = TypeVarTuple("Given")
Found = TypeVar("Found")


class Computer:
    """The worker processes, and what they are asked. They start with the first question."""

    def __init__(self, store: Store, now: Callable[[], datetime], seconds: float = SECONDS) -> None:
        self._store = store
        self._now = now
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._busy: set[int] = set()
        self._tried: dict[tuple[int, str, str], tuple[Trial, Trial] | None] = {}

    async def reply(self, match: int) -> int:
        """Plays for the computer until somebody else is to move. Returns the match that goes on."""
        if match in self._busy:
            return match
        self._busy.add(match)
        try:
            going = match
            for _ in range(MOST_REPLIES):
                found = await self._store.read(lambda session, going=going: _with_computer(session, going))  # type: ignore[misc]
                played = await self._play(found) if found is not None else None
                if played is None:
                    break
                going = played.match
            return going
        except Exception:
            # The table stays as it is, and is found again by `waiting`.
            log.exception("the computer could not play in match %d", match)
            return match
        finally:
            self._busy.discard(match)

    async def waiting(self) -> list[int]:
        """The matches in which it is the computer's turn: a crash may have come between two moves."""

        def find(session: Session) -> list[int]:
            query = select(Match.id).join(models.Seat, models.Seat.match_id == Match.id).distinct()
            query = query.where(Match.status == "running", models.Seat.level.is_not(None))
            found = (load(session, match) for match in session.scalars(query))
            return [one.match.id for one in found if one is not None and _computers(one)]

        return await self._store.read(find)

    async def hint(self, found: Table, seat: int) -> tuple[str, Verdict | None]:
        """A good move for a seat, and what the position comes to."""
        assert found.position is not None, "a running match has a position"
        view = found.position.view(found.to_move[0])
        return await self._ask(thinking.hint, found.match.game, view, str(found.position), seat, HINT_SECONDS)

    async def try_out(self, found: Table, seat: Seat, text: str) -> tuple[Trial, Trial] | None:
        """How test rounds go as the rules are and as a move would make them; None if it changes none.

        What was found out last is remembered: who is asked to confirm it does so in a moment.
        """
        if found.game.tries is None or found.position is None:
            return None
        asked = found.match.id, str(found.position.view(None)), text
        if asked not in self._tried:
            tried = await self._ask(thinking.try_out, found.match.game, str(found.position), seat, text, TRY_SECONDS)
            self._tried = dict([*self._tried.items(), (asked, tried)][-REMEMBERED:])
        return self._tried[asked]

    async def look_back(self, found: Table) -> list[tuple[Verdict | None, str | None]]:
        """What every position of a match came to, and the moves that would have kept a win."""
        assert found.match.start is not None, "only a match that was dealt is looked back at"
        return await self._ask(thinking.look_back, found.match.game, found.match.start, found.played, LOOK_BACK_SECONDS)

    async def call(self, match: int) -> bool:
        """Finds out what the last turn of a match threatens. Returns whether there is something to tell of it."""
        found = await self._store.read(lambda session: session.get(Match, match))
        if found is None or not _is_called(found):
            return False
        called = await self._ask(thinking.calls, found.game, found.position or "", CALL_SECONDS)
        return await self._store.write(lambda session: table.call(session, match, found.ply, called))

    def close(self) -> None:
        """Stops the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _play(self, found: Table) -> table.Acted | None:
        for seat in _computers(found):
            played = await self._play_on(found, seat)
            if played is not None:
                return played
        return None

    async def _play_on(self, found: Table, seat: Seat) -> table.Acted | None:
        """Lets one seat of the computer play; None where it leaves that to others, or the table has moved on."""
        assert found.position is not None, "a running match has a position"
        level, view = found.match.seats[seat].level, found.position.view(seat)
        assert level is not None, "a seat of the computer has a level"
        seed = secrets.token_hex(8)
        text = await self._ask(thinking.choose, found.match.game, view, int(seat), level, seed, self._seconds)
        if not text:
            return None
        match, ply, now = found.match.id, found.match.ply, self._now()
        return await self._store.write(lambda session: table.play_for_computer(session, match, seat, ply, text, now))

    async def _ask(self, question: Callable[[*Given], Found], *given: *Given) -> Found:
        """Asks a worker; if one was killed, new ones are started and asked once more."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    max(1, (os.cpu_count() or 2) - 1),
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=thinking.prepare,
                )
            try:
                return await loop.run_in_executor(self._pool, question, *given)
            except BrokenProcessPool:
                self._pool = None
                if attempt == 2:
                    raise
                log.warning("a worker of the computer player has died; I start new ones")
        raise AssertionError("unreachable")


def _with_computer(session: Session, match: int) -> Table | None:
    """Loads a match in which the computer sits; of all others little is asked."""
    query = select(models.Seat.index).where(models.Seat.match_id == match, models.Seat.level.is_not(None))
    return load(session, match) if session.scalar(query.limit(1)) is not None else None


def _is_called(match: Match) -> bool:
    """Whether a turn was played whose threats the people at the table want to be told."""
    player = GAMES[match.game].player
    wanted = match.options.get("calls") == "yes" or match.options.get("takebacks") == BLUNDER
    is_fresh = match.status == "running" and match.ply > 0 and match.calls is None
    return is_fresh and wanted and player is not None and player.calls is not None


def _computers(found: Table) -> list[Seat]:
    """The computer's seats that have something to do; in a session that may be beside the turn."""
    rows, position = found.match.seats, found.position
    if isinstance(position, Meeting) and found.match.status == "running":
        return [Seat(row.index) for row in rows if row.level is not None and position.may_act(Seat(row.index))]
    return [seat for seat in found.to_move if rows[seat].level is not None]
