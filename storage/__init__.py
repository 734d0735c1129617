"""Where everything is kept: text in, text out, in one transaction at a time.

`Store.write` and `Store.read` run a function in a thread with a session; the function sees a consistent database, and
what it wrote is committed when it returns. It may be run again after a conflict, so it must do nothing else.

SQLite has one writer thread: several writers wait for each other unfairly. PostgreSQL has as many as its pool.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from storage.migrations import upgrade

__all__ = ["Store"]

Result = TypeVar("Result")
Work = Callable[[Session], Result]

POSTGRES_THREADS = 10
CACHE = "cache_size=-1024"
"""A megabyte of pages a connection; the system's own cache holds the rest of the file."""
TRIES = 5


class Store:
    """An open database, with its tables brought up to date."""

    def __init__(self, url: str, *, durable: bool = True) -> None:
        """Opens and upgrades the database; creates a SQLite file and its folder where there is none.

        ``durable=False`` lets SQLite lose the last moments in a power cut (``synchronous=NORMAL``).

        :raises sqlalchemy.exc.SQLAlchemyError: if the database cannot be reached.
        """
        address = make_url(url)
        if address.get_backend_name() == "sqlite":
            Path(address.database or "").parent.mkdir(parents=True, exist_ok=True)
            sync = "FULL" if durable else "NORMAL"
            self._write_engine = _sqlite(url, sync, "BEGIN IMMEDIATE")
            self._read_engine = _sqlite(url, sync, "BEGIN")
            self._writer: Executor = ThreadPoolExecutor(1, "storage-write")
            self._reader: Executor = ThreadPoolExecutor(2, "storage-read")
        else:
            self._write_engine = create_engine(url, pool_size=POSTGRES_THREADS, pool_pre_ping=True)
            # A statement sees what was committed before it; a reader wants that for all its statements together.
            self._read_engine = self._write_engine.execution_options(isolation_level="REPEATABLE READ")
            self._writer = self._reader = ThreadPoolExecutor(POSTGRES_THREADS, "storage")
        upgrade(self._write_engine)

    async def write(self, work: Work[Result]) -> Result:
        """Runs ``work`` in a transaction and commits; runs it again where another writer was faster."""
        return await self._run(self._writer, partial(transact, self._write_engine, work))

    async def read(self, work: Work[Result]) -> Result:
        """Runs ``work`` on a snapshot; what it changes is not kept."""
        return await self._run(self._reader, partial(transact, self._read_engine, work, keep=False))

    async def _run(self, executor: Executor, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(executor, work)

    def close(self) -> None:
        """Waits for what is under way and closes the database."""
        self._writer.shutdown()
        self._reader.shutdown()
        self._write_engine.dispose()
        self._read_engine.dispose()


def transact(engine: Engine, work: Work[Result], *, keep: bool = True) -> Result:
    """Runs ``work`` in one transaction on this thread; commits it, or with ``keep=False`` rolls it back."""
    for _ in range(TRIES - 1):
        try:
            return _once(engine, work, keep)
        except (IntegrityError, StaleDataError, OperationalError):
            continue
    return _once(engine, work, keep)


def _once(engine: Engine, work: Work[Result], keep: bool) -> Result:
    with Session(engine, expire_on_commit=False) as session:
        result = work(session)
        if keep:
            session.commit()
        else:
            # A rollback empties what was loaded; what is returned stays as it was read.
            session.expunge_all()
        return result


def _sqlite(url: str, synchronous: str, begin: str) -> Engine:
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # The driver's own BEGIN comes too late (before the first write), so it is switched off and ours is sent.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "busy_timeout=10000",
            "foreign_keys=ON",
            f"synchronous={synchronous}",
            CACHE,
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine
