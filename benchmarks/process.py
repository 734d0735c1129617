"""The whole process: how long it takes to start, and what it holds in memory when nothing happens."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import update
from sqlalchemy.orm import Session

from benchmarks.timing import line
from bot import lobby
from bot.lobby import Wish
from bot.ports import Chat, User
from storage import Store, transact
from storage.models import Surface

FEW, MANY = 10, 10_000


def run() -> None:
    """Prints seconds and megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = {}
        for count in (FEW, MANY):
            url = f"sqlite:///{Path(folder) / str(count)}.sqlite3"
            _fill(url, count)
            started, sizes[count] = _idle(url)
            if count == FEW:
                line("start-up until the web table is open", f"{started:.2f} s")
        line(f"idle memory with {FEW} matches", f"{sizes[FEW]:.1f} MB")
        change = sizes[MANY] / sizes[FEW] - 1
        line(f"idle memory with {MANY:,} matches", f"{sizes[MANY]:.1f} MB", f"{change:+.1%} (goal within 5 %)")


def _fill(url: str, count: int) -> None:
    """Stores running matches."""
    store = Store(url, durable=False)
    now = datetime.now(UTC)
    room = Chat("web", "bench")

    def some(session: Session, first: int) -> None:
        for number in range(first, min(first + 500, count)):
            match = lobby.challenge(session, User("web", f"a{number}", "Ann"), room, Wish("collapsi"), now)
            lobby.join(session, match, User("web", f"b{number}", "Bob"), room, now)
        session.flush()
        session.execute(update(Surface).values(shown_version=1000))

    for first in range(0, count, 500):
        transact(store._write_engine, lambda session, first=first: some(session, first))  # type: ignore[misc]
    store.close()


def _idle(url: str) -> tuple[float, float]:
    """Starts the bot, waits until it is quiet, and returns its start-up seconds and resident megabytes."""
    environment = {**os.environ, "DATABASE_URL": url, "WEB_PORT": "0", "LOG_LEVEL": "WARNING"}
    for token in ("DISCORD_TOKEN", "TELEGRAM_TOKEN"):
        environment.pop(token, None)
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "bot"], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    started = time.perf_counter() - began
    size = _settled(process.pid)
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    return started, size


def _settled(pid: int) -> float:
    """Resident memory once the process has not used the processor for a while."""
    used = -1.0
    while (now := _processor(pid)) != used:
        used = now
        time.sleep(1.5)
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return float(fields[11]) + float(fields[12])
