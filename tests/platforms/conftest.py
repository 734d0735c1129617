"""What the end-to-end tests share: the deal, the log, the bot on a loopback platform, the web table's visitors."""

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
from typing import TYPE_CHECKING

import discord
import pytest

from bot import seating, series
from bot.platforms import telegram_updates
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.platforms.both_rig import BothRig
from tests.platforms.discord_rig import DiscordRig, Hasty, Log, assert_modest
from tests.platforms.telegram_rig import TelegramRig
from tests.time import Time

if TYPE_CHECKING:  # the web tests skip where there is no Playwright
    from tests.platforms.web_rig import House, Visitors


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals the same cards in every run: the first match of a test, the second, and so on."""
    numbers = itertools.count(1)
    known = SimpleNamespace(**vars(secrets))
    known.token_hex = lambda size: f"{next(numbers):0{2 * size}x}"
    monkeypatch.setattr(seating, "secrets", known)
    monkeypatch.setattr(series, "secrets", known)


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
    assert_modest(server)
    assert server.TOKEN not in log.text
    errors = [record for record in log.records if record.levelname in ("ERROR", "CRITICAL")]
    assert [each.getMessage() for each in errors if each.name == "asyncio"] == []
    unforgiven = [each.getMessage() for each in errors if not (rig.forgives and re.search(rig.forgives, each.msg))]
    assert unforgiven == []


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py repeats a failed request after 1, 3, 5, 7 and 9 seconds; here at once."""
    for module in (discord.http, discord.client, discord.shard, discord.webhook.async_):
        monkeypatch.setattr(module, "asyncio", Hasty())


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
    assert_modest(discord)
    assert telegram.rejected == []


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator["House"]:
    """The web table, at an address of its own."""
    from tests.platforms.web_rig import SEED, House

    monkeypatch.setattr("bot.seating.secrets.token_hex", lambda _bytes: SEED)
    house = await House(f"sqlite:///{tmp_path}/web.sqlite3").start()
    yield house
    await house.stop()


@pytest.fixture
async def visitors(house: "House") -> AsyncIterator["Visitors"]:
    """A browser whose windows show the web table. Nothing went wrong in any of them."""
    from tests.platforms.web_rig import browsing

    async with browsing(house.address) as visitors:
        yield visitors
        assert not visitors.troubles
