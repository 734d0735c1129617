"""Starting and stopping the bot."""

import asyncio
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import app as bot_app
from bot.app import App
from bot.config import Settings
from bot.lobby import Wish
from bot.ports import TokenRefused
from storage import Store
from tests.bot.hall import Hall
from tests.bot.test_config import DISCORD, NAMES
from tests.time import Time

ROOT = Path(__file__).parents[2]


class Program:
    """`python -m bot` in a process of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        clean = {name: value for name, value in os.environ.items() if name not in NAMES}
        database = {"DATABASE_URL": f"sqlite:///{folder / 'new' / 'kept.sqlite3'}"}
        around = clean | {"PYTHONPATH": str(ROOT)} | database | settings
        command = [sys.executable, "-m", "bot"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=folder, env=around, text=True, **pipes)  # type: ignore[call-overload]

    def line(self) -> str:
        """The next line on standard output; the end of the program is an empty one."""
        line: str = self.process.stdout.readline()
        return line.rstrip("\n")

    def end(self) -> tuple[int, list[str], list[str]]:
        """Waits for the end: exit code, and what is left of standard output and standard error."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out.splitlines(), err.splitlines()


def test_the_web_table_alone_opens_says_so_and_stops_when_asked(tmp_path: Path) -> None:
    program = Program(tmp_path, WEB_PORT="0")
    line = program.line()
    assert line.startswith("The web table is open: http://127.0.0.1:")
    port = int(line.removesuffix("/").rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/api/r/home")
    answer = connection.getresponse()
    assert (answer.status, b'"room": "home"' in answer.read()) == (200, True)
    connection.request("GET", "/api/r/home/events")
    stream = connection.getresponse()
    assert stream.status == 200, "somebody who listens does not hold it up"
    program.process.send_signal(signal.SIGTERM)
    code, out, err = program.end()
    connection.close()
    assert (code, out) == (0, [])
    assert not [one for one in err if "Traceback" in one or "ERROR" in one]
    assert (tmp_path / "new" / "kept.sqlite3").exists()


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = Program(tmp_path, WEB_PORT=str(port)).end()
    told = f"127.0.0.1:{port} is taken, so there is no web table. Set WEB_PORT to a free port."
    assert (code, out) == (2, [])
    assert told in err
    assert "Traceback" not in "\n".join(err)


def test_nothing_to_do_is_told(tmp_path: Path) -> None:
    code, out, err = Program(tmp_path, WEB_TABLE="false").end()
    assert (code, out) == (2, [])
    assert err == ["Nothing to do: set DISCORD_TOKEN or TELEGRAM_TOKEN, or WEB_TABLE=true."]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://app:hunter2@127.0.0.1:1/none?connect_timeout=2",
        "sqlite:////proc/none/kept.sqlite3",
    ],
)
def test_a_database_that_cannot_be_opened_is_told_without_its_password(tmp_path: Path, url: str) -> None:
    code, out, err = Program(tmp_path, DATABASE_URL=url).end()
    assert (code, out) == (2, [])
    (line,) = err
    assert line.startswith("DATABASE_URL: the database cannot be opened (")
    assert "hunter2" not in line


def test_a_database_without_its_driver_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def missing(_url: str) -> Store:
        raise ModuleNotFoundError("psycopg")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bot_app, "Store", missing)
    monkeypatch.setattr("bot.app.logs.setup", lambda *_: None)
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://app@db/x")
    assert bot_app.main() == 2
    assert "psycopg" in capsys.readouterr().err


# The parts put together, in this process


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return Settings(web_port=0)


@pytest.fixture
def one_store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'kept.sqlite3'}", durable=False)
    yield opened
    opened.close()


async def test_what_is_in_flight_is_finished_before_the_end(
    settings: Settings, one_store: Store, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    app, hall = App(settings, one_store), Hall(one_store, time)
    stop = asyncio.Event()
    running = asyncio.create_task(app.run(stop))
    async with asyncio.timeout(20):
        while "open" not in capsys.readouterr().out:
            await asyncio.sleep(0)
    key = await app.rooms.open("home", "Ann", Wish("collapsi", "quick"), "en")
    stop.set()
    assert await running == 0
    (match,) = await hall.matches()
    found = await hall.table(match.id)
    assert [seat.key for seat in found.match.seats if seat.player_id] == [key]


@pytest.fixture
def quick_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waiting takes no time, and is written down."""
    waits: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await real(0)

    monkeypatch.setattr("bot.app.asyncio.sleep", sleep)
    return waits


async def test_a_refused_token_gives_up_at_once(quick_waits: list[float], caplog: pytest.LogCaptureFixture) -> None:
    async def refuse() -> None:
        raise TokenRefused

    assert await bot_app._keep("Discord", refuse) == 2
    assert "Discord refused the token. Put the right one into .env and start again." in caplog.text
    assert quick_waits == []


async def test_what_cannot_be_reached_is_tried_again_with_longer_and_longer_pauses(
    quick_waits: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    async def fail() -> None:
        nonlocal tries
        tries += 1
        if tries > 12:
            raise TokenRefused
        raise OSError(f"no way to {DISCORD}")

    assert await bot_app._keep("Telegram", fail) == 2
    assert quick_waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]
    assert "Telegram cannot be reached (OSError); I try again in 2 s" in caplog.text
    assert all(DISCORD not in record.getMessage() for record in caplog.records)


async def test_when_one_platform_gives_up_the_others_go_on_and_when_all_have_it_ends(
    settings: Settings, one_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(settings, one_store)
    ended = asyncio.Event()

    async def at_once() -> int:
        return 2

    async def later() -> int:
        await ended.wait()
        return 0

    monkeypatch.setattr(app, "_start", lambda: iter([at_once(), later()]))
    running = asyncio.create_task(app.run(asyncio.Event()))
    await asyncio.sleep(0)
    assert not running.done()
    ended.set()
    assert await running == 2


async def test_without_any_platform_there_is_nothing_to_do(
    settings: Settings, one_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    app = App(settings.model_copy(update={"web_table": False}), one_store)
    assert await app.run(asyncio.Event()) == 2
    assert "Nothing to do" in capsys.readouterr().err
