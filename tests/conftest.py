"""What tests of several folders share: databases, and a clock that stands still."""

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import Dialect, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection

from storage import POSTGRES_THREADS, Store
from tests.fakes import discord, telegram
from tests.time import Time

NEEDS_POSTGRES = "PostgreSQL is not here: install its server (initdb, postgres) and psycopg to run this on it too"


def postgres_programs() -> Path | None:
    if find_spec("psycopg") is None:
        return None
    from tests.postgres import programs

    return programs()


def pytest_report_header() -> list[str]:
    described = {"Discord": discord.spec_available(), "Telegram": telegram.spec_available()}
    known = [name for name, there in described.items() if there]
    return [
        f"PostgreSQL: {'used' if postgres_programs() else 'not here, so its tests are skipped'}",
        f"API descriptions: {', '.join(known) if known else 'none, so payloads are judged by our own rules only'}",
    ]


@pytest.fixture(scope="session")
def _postgres() -> Iterator[object]:
    """The server, started by the first test that wants it."""
    folder = postgres_programs()
    if folder is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NEEDS_POSTGRES)
        pytest.skip(NEEDS_POSTGRES)
    from tests.postgres import Postgres

    with Postgres(folder) as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_template(_postgres: object) -> str:
    """A database that has its tables already."""
    from tests.postgres import Postgres

    assert isinstance(_postgres, Postgres)
    name = _postgres.database()
    Store(_postgres.url(name)).close()
    return name


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that has its tables already."""
    path = tmp_path_factory.mktemp("template") / "template.sqlite3"
    Store(f"sqlite:///{path}", durable=False).close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any tables, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    server = request.getfixturevalue("_postgres")
    address: str = server.url(server.database())
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of a test's own, of each kind; its tables are there and empty."""
    if request.param == "sqlite":
        path = tmp_path / "tumbledown.sqlite3"
        shutil.copy(request.getfixturevalue("_sqlite_template"), path)
        return f"sqlite:///{path}"
    template, server = request.getfixturevalue("_postgres_template"), request.getfixturevalue("_postgres")
    address: str = server.url(server.database(template))
    return address


class Movable:
    """One store for the tests of a kind. What SQLAlchemy has learnt about statements stays, the database is another."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self.store = Store(url, durable=False)
        self._engines = {self.store._write_engine, self.store._read_engine}
        for engine in self._engines:
            event.listen(engine, "do_connect", self._connect)

    def move(self, url: str) -> None:
        self._url = make_url(url)

    def leave(self) -> None:
        """Waits for what is under way, as `Store.close` does, and gets ready to go on."""
        self.store.close()
        several = self._url.get_backend_name() != "sqlite"
        self.store._writer = ThreadPoolExecutor(POSTGRES_THREADS if several else 1)
        self.store._reader = self.store._writer if several else ThreadPoolExecutor(2)

    def _connect(self, dialect: Dialect, *_: object) -> DBAPIConnection:
        words, names = dialect.create_connect_args(self._url)
        return dialect.connect(*words, **names)


@pytest.fixture(scope="session")
def _movable() -> Iterator[dict[str, Movable]]:
    made: dict[str, Movable] = {}
    yield made
    for one in made.values():
        one.store.close()


@pytest.fixture
def store(url: str, _movable: dict[str, Movable]) -> Iterator[Store]:
    kind = make_url(url).get_backend_name()
    one = _movable[kind] if kind in _movable else _movable.setdefault(kind, Movable(url))
    one.move(url)
    yield one.store
    one.leave()


@pytest.fixture
def time() -> Time:
    return Time()
