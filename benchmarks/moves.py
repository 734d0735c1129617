"""One move through `table.act`, beside a bare transaction that writes the same rows."""

import asyncio
import tempfile
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from benchmarks.timing import awaited, line, percentile
from bot import lobby, table
from bot.lobby import Wish
from bot.ports import Chat, User
from bot.table import Sitter
from games import GAMES
from storage import Store
from storage.models import Due, Match, Move, Seat
from tests.postgres import Postgres, programs

MATCHES = 40
ROOM = Chat("web", "bench")


def run() -> None:
    """Prints medians for SQLite, durable and not, and for PostgreSQL where it is there."""
    with tempfile.TemporaryDirectory() as folder:
        for name, durable in (("SQLite, synchronous=FULL", True), ("SQLite, synchronous=NORMAL", False)):
            store = Store(f"sqlite:///{Path(folder) / name[-4:]}.sqlite3", durable=durable)
            asyncio.run(_measure(name, store))
    folder_of_programs = programs()
    if folder_of_programs is None:
        line("one move, PostgreSQL", "-", "not installed here")
        return
    with Postgres(folder_of_programs) as server:
        asyncio.run(_measure("PostgreSQL", Store(server.url(server.database()))))


async def _measure(name: str, store: Store) -> None:
    """Plays whole matches; after each move writes the same rows once more without any of our code."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    ours: list[float] = []
    bare: list[float] = []
    for number in range(MATCHES):
        match = await store.write(partial(_deal, number=number, now=at))
        while (found := await store.read(partial(_next, match=match))) is not None:
            at += timedelta(seconds=1)
            key, ply, text = found
            move = partial(table.act, match_id=match, sitter=Sitter(key=key), ply=ply, text=text, now=at)
            ours += await awaited([partial(store.write, move)])
            bare += await awaited([partial(store.write, partial(_bare, match=match, ply=ply + 1000, now=at))])
            await store.write(_forget)
    store.close()
    middle, plain = percentile(ours, 0.5), percentile(bare, 0.5)
    line(f"one move, {name}: p50", f"{middle:.2f} ms", f"p99 {percentile(ours, 0.99):.1f} ms")
    line("  a bare transaction with the same rows: p50", f"{plain:.2f} ms", f"ratio {middle / plain:.1f}")


def _forget(session: Session) -> None:
    session.execute(delete(Move).where(Move.ply >= 1000))


def _deal(session: Session, number: int, now: datetime) -> int:
    ann, bob = (User("web", f"bench/{name}{number}", name) for name in ("ann", "bob"))
    match = lobby.challenge(session, ann, ROOM, Wish("collapsi"), now)
    lobby.join(session, match, bob, ROOM, now)
    return match


def _next(session: Session, match: int) -> tuple[str, int, str] | None:
    row = session.get_one(Match, match)
    position = GAMES[row.game].parse(row.position or "")
    if not position.to_move:
        return None
    (seat,) = position.to_move
    key = session.scalars(select(Seat.key).where(Seat.match_id == match, Seat.index == seat)).one()
    return key, row.ply, next(iter(position.moves(seat)))


def _bare(session: Session, match: int, ply: int, now: datetime) -> None:
    """The rows of a move: match, seats, log and due times."""
    row = session.scalars(select(Match).where(Match.id == match).with_for_update()).one()
    row.changed_at = now + timedelta(microseconds=ply)
    session.execute(update(Seat).where(Seat.match_id == match).values(seen_at=now))
    session.add(Move(match_id=match, ply=ply, seat=0, kind="play", text="a1", at=now))
    session.execute(delete(Due).where(Due.match_id == match))
    for kind in ("nudge", "remind", "remind", "claim", "call_off"):
        session.add(Due(match_id=match, kind=kind, at=now))
