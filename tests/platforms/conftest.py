"""What the end-to-end tests share: the deal, the log, and the bot on a loopback platform."""

import asyncio
import gc
import itertools
import logging
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import lobby
from bot.platforms import telegram_updates
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.platforms.both_rig import BothRig
from tests.platforms.discord_rig import DiscordRig, Log
from tests.platforms.telegram_rig import TelegramRig
from tests.time import Time


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals the same cards in every run: the first match of a test, the second, and so on."""
    numbers = itertools.count(1)
    known = SimpleNamespace(**vars(secrets))
    known.token_hex = lambda size: f"{next(numbers):0{2 * size}x}"
    monkeypatch.setattr(lobby, "secrets", known)


@pytest.fixture
def log() -> Iterator[Log]:
    """What is logged during a test."""
    with Log() as kept:
        yield kept


@pytest.fixture(scope="session")
def _frozen() -> Iterator[None]:
    """Keeps what was there before the first test out of every search for garbage: that takes a tenth of a second."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
async def discord_rig(
    tmp_path: Path, _sqlite_template: Path, _frozen: None, time: Time, log: Log, dealt: None
) -> AsyncIterator[DiscordRig]:
    """Our bot on Discord. Discord never had to refuse what it sent, and nothing went wrong unseen."""
    shutil.copy(_sqlite_template, tmp_path / "tumbledown.sqlite3")
    async with FakeDiscord() as server:
        with server.patched():
            rig = DiscordRig(tmp_path, server, time, log)
            await rig.start()
            yield rig
            await rig.stop()
    # An exception that nobody fetched is logged when its task is collected.
    gc.collect()
    assert server.rejected == []
    assert server.TOKEN not in log.text
    errors = [record for record in log.records if record.levelname in ("ERROR", "CRITICAL")]
    assert [each.getMessage() for each in errors if each.name == "asyncio"] == []
    unforgiven = [each.getMessage() for each in errors if not (rig.forgives and re.search(rig.forgives, each.msg))]
    assert unforgiven == []


@pytest.fixture
async def telegram_rig(
    tmp_path: Path, _sqlite_template: Path, time: Time, log: Log, dealt: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TelegramRig]:
    """Our bot on Telegram. Telegram never had to refuse what it sent, and the token was never logged."""
    shutil.copy(_sqlite_template, tmp_path / "tumbledown.sqlite3")
    # As the bot does it; and no press is answered in two steps because the machine is slow.
    httpx = logging.getLogger("httpx")
    level = httpx.level
    httpx.setLevel(logging.WARNING)
    monkeypatch.setattr(telegram_updates, "PATIENCE", 5.0)
    async with FakeTelegram() as server:
        rig = TelegramRig(tmp_path, server, time)
        await rig.start()
        yield rig
        async with asyncio.timeout(30):
            await rig.stop()
    httpx.setLevel(level)
    assert server.rejected == []
    assert server.token not in log.text
    assert server.token.partition(":")[2] not in log.text


@pytest.fixture
async def both_rig(
    tmp_path: Path, _sqlite_template: Path, time: Time, log: Log, dealt: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BothRig]:
    """Our bot on both platforms in one process; neither had to refuse what it sent."""
    shutil.copy(_sqlite_template, tmp_path / "tumbledown.sqlite3")
    monkeypatch.setattr(telegram_updates, "PATIENCE", 5.0)
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        with discord.patched():
            rig = BothRig(tmp_path, discord, telegram, time, log)
            await rig.start()
            yield rig
            async with asyncio.timeout(30):
                await rig.stop()
    gc.collect()
    assert discord.rejected == []
    assert telegram.rejected == []
