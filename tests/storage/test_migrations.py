"""The tables grow from nothing, go back to nothing, and are what the models say."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

from storage import Store
from storage.migrations import config, upgrade
from storage.models import Base

ROOT = Path(__file__).parents[2]
TABLES = set(Base.metadata.tables)


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    made = create_engine(empty_url)
    yield made
    made.dispose()


def tables(engine: Engine) -> set[str]:
    return set(inspect(engine).get_table_names()) - {"alembic_version"}


def differences(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, Base.metadata))


def run(engine: Engine, alembic_command: Any, revision: str) -> None:
    settings = config()
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        alembic_command(settings, revision)


def test_a_database_grows_from_nothing(engine: Engine) -> None:
    assert tables(engine) == set()
    upgrade(engine)
    assert tables(engine) == TABLES


def test_the_migrations_make_what_the_models_say(engine: Engine) -> None:
    upgrade(engine)
    assert differences(engine) == []


def test_a_difference_would_be_found(engine: Engine) -> None:
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE place DROP COLUMN theme"))
    assert [difference[0] for difference in differences(engine)] == ["add_column"]


def test_down_to_nothing_and_up_again(engine: Engine) -> None:
    upgrade(engine)
    run(engine, command.downgrade, "base")
    assert tables(engine) == set()
    upgrade(engine)
    assert tables(engine) == TABLES
    assert differences(engine) == []


def test_every_step_can_be_taken_back_and_again(engine: Engine) -> None:
    script = ScriptDirectory.from_config(config())
    for revision in reversed(list(script.walk_revisions())):
        run(engine, command.upgrade, revision.revision)
        run(engine, command.downgrade, "-1")
        run(engine, command.upgrade, revision.revision)
    assert differences(engine) == []


def test_the_history_is_one_line() -> None:
    assert len(ScriptDirectory.from_config(config()).get_heads()) == 1


def test_upgrading_twice_changes_nothing(engine: Engine) -> None:
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO player (id, created_at) VALUES (1, '2026-05-01 12:00:00')"))
    upgrade(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM player")) == 1


def test_threads_that_open_a_new_database_at_once_all_succeed(empty_url: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: Store(empty_url, durable=False), range(8)))
    for store in stores:
        store.close()
    engine = create_engine(empty_url)
    assert tables(engine) == TABLES
    engine.dispose()


def test_processes_that_open_a_new_database_at_once_all_succeed(empty_url: str) -> None:
    opening = f"from storage import Store; Store({empty_url!r}).close()"
    running = [
        subprocess.Popen([sys.executable, "-c", opening], cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [process.communicate(timeout=60)[1] for process in running] == ["", "", ""]
    assert [process.returncode for process in running] == [0, 0, 0]


def test_alembic_itself_finds_the_database(tmp_path: Path) -> None:
    """`alembic revision --autogenerate` is how a new migration is made; it reads DATABASE_URL."""
    alembic = Path(sys.executable).parent / "alembic"
    around = {"DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}", "PATH": "/usr/bin:/bin"}
    for words in (["upgrade", "head"], ["check"]):
        done = subprocess.run([alembic, *words], cwd=ROOT, env=around, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
