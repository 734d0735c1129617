"""The whole bot in a test: a real database, the real clients, loopback servers, and a clock that tests turn."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from sqlalchemy.orm import Session

from bot.autocomplete import Autocomplete
from bot.clock import Clock
from bot.computer import Computer
from bot.desk import Desk
from bot.gallery import Gallery
from bot.herald import Herald
from bot.house import House
from bot.ids import number
from bot.matches import Table, load
from bot.platforms.discord_bot import Client, DiscordBot
from bot.platforms.telegram_bot import TelegramBot
from bot.ports import Platform
from storage import Store
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.time import Time


async def _no_wait(_seconds: float) -> None:
    await asyncio.sleep(0)


class Rig:
    """The bot on Discord, on Telegram or on both; it can be stopped and started again on the same database."""

    def __init__(
        self,
        url: str,
        discord: FakeDiscord | None = None,
        telegram: FakeTelegram | None = None,
        time: Time | None = None,
    ) -> None:
        self.url = url
        self.time = time or Time()
        self._discord_server = discord
        self._telegram_server = telegram
        self._stack = AsyncExitStack()
        self._tasks: list[asyncio.Task[object]] = []
        self.keep: Callable[[Callable[[], Awaitable[None]]], Coroutine[Any, Any, object]] = _once
        """What runs Discord's client."""

    async def start(self) -> Self:
        self.store = Store(self.url, durable=False)
        self.gallery = Gallery()
        self.platforms: dict[str, Platform] = {}
        self.discord = self.telegram = None
        if self._discord_server is not None:
            self.discord = DiscordBot(self._discord_server.TOKEN, self.gallery, guild_ready_timeout=0.01)
            self.platforms["discord"] = self.discord
        if self._telegram_server is not None:
            self.telegram = TelegramBot(self._telegram_server.token, self.gallery, self._telegram_server.base)
            self.platforms["telegram"] = self.telegram
        self.herald = Herald(self.store, self.platforms, self.time.now, _no_wait)
        self.clock = Clock(self.store, self.herald, self.time.now)
        self.computer = Computer(self.store, self.time.now)
        self.house = House(self.store, self.herald, self.clock, self.computer, self.time.now)
        self.desk = Desk(self.house)
        self.autocomplete = Autocomplete(self.store, self.time.now)
        if self.discord is not None:
            discord = self.discord
            self._tasks.append(asyncio.create_task(self.keep(lambda: discord.run(self.desk, self.autocomplete))))
            await _until(lambda: self.discord is not None and _is_ready(self.discord), self._tasks[-1])
        if self.telegram is not None and self._telegram_server is not None:
            polls = self._telegram_server.polls
            self._tasks.append(asyncio.create_task(self.telegram.run(self.desk)))
            server = self._telegram_server
            await server.until(lambda: server.polls > polls)
        await self.herald.sweep()
        return self

    async def stop(self) -> None:
        await self.house.stop()
        await self.herald.settle()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        self.gallery.close()
        self.computer.close()
        self.store.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def tick(self, **by: float) -> None:
        """Lets time pass, does what is due, and waits for the boards."""
        self.time.advance(**by)
        await self.clock.tick()
        await self.house.settle()
        await self.herald.settle()

    async def table(self, code: str) -> Table:
        """A match as the database has it."""

        def find(session: Session) -> Table:
            found = load(session, number(code) or 0)
            assert found is not None, f"no match {code}"
            return found

        return await self.store.read(find)

    async def lay(self, code: str, position: str) -> None:
        """Lets a match that nobody has moved in yet begin with another deal, and waits for the boards."""

        def put(session: Session) -> None:
            found = load(session, number(code) or 0, lock=True)
            assert found is not None, f"no match {code}"
            assert found.log == ()
            assert found.position is not None
            if found.match.game == "collapsi":
                assert len(position.split()[1].split(",")) == len(found.match.seats), "there is a pawn for each seat"
            found.match.start = found.match.position = position

        await self.store.write(put)
        await self.herald.wake(number(code) or 0)
        await self.house.settle()
        await self.herald.settle()


def _is_ready(platform: DiscordBot) -> bool:
    client: Client | None = platform._client
    return client is not None and client.is_ready()


async def _once(run: Callable[[], Awaitable[None]]) -> None:
    await run()


async def _until(predicate: Any, task: asyncio.Task[object]) -> None:
    """Lets the loop turn until the client is ready; fails with the client's own error."""
    async with asyncio.timeout(10):
        while not predicate():
            if task.done():
                task.result()
            await asyncio.sleep(0.005)


async def both(*work: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*work))


def sqlite(path: Path) -> str:
    return f"sqlite:///{path / 'tumbledown.sqlite3'}"
