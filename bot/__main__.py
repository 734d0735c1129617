"""`python -m bot`: reads the settings, opens the database, and starts what is configured, in one event loop."""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from pydantic import SecretStr
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot import config, logs
from bot.autocomplete import Autocomplete
from bot.clock import Clock
from bot.config import BadSetting, Settings
from bot.desk import Desk
from bot.gallery import Gallery
from bot.herald import Herald
from bot.platforms.discord_bot import DiscordBot
from bot.platforms.telegram_bot import TelegramBot
from bot.platforms.web import WebTable
from bot.ports import Platform, TokenRefused
from bot.rooms import Rooms
from storage import Store

log = logging.getLogger("bot")

FIRST_WAIT, LONGEST_WAIT = 2.0, 300.0
"""Seconds before a platform that failed is tried again; doubled each time."""
WRONG_SETTING = 2


class App:
    """All parts of the bot, put together."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.gallery = Gallery()
        self.discord = DiscordBot(_secret(settings.discord_token), self.gallery) if settings.discord_token else None
        self.telegram = TelegramBot(_secret(settings.telegram_token), self.gallery) if settings.telegram_token else None
        self.web = WebTable(self.gallery, settings.web_host, settings.web_port) if settings.web_table else None
        platforms: list[Platform | None] = [self.discord, self.telegram, self.web]
        self.herald = Herald(store, {one.name: one for one in platforms if one is not None}, _now)
        self.clock = Clock(store, self.herald, _now)
        self.desk = Desk(store, self.herald, self.clock, _now, settings.source_url)
        self.autocomplete = Autocomplete(store, _now)
        self.rooms = Rooms(store, self.herald, self.clock, _now)

    async def run(self, stop: asyncio.Event) -> int:
        """Runs until ``stop`` is set; then finishes what is in flight. Returns the exit code."""
        running: list[asyncio.Task[int]] = []
        if self.discord is not None:
            discord = self.discord
            running.append(asyncio.create_task(_keep("Discord", lambda: discord.run(self.desk, self.autocomplete))))
        if self.telegram is not None:
            telegram = self.telegram
            running.append(asyncio.create_task(_keep("Telegram", lambda: telegram.run(self.desk))))
        if self.web is not None:
            running.append(asyncio.create_task(self._serve(self.web)))
        if not running:
            print("Nothing to do: set DISCORD_TOKEN or TELEGRAM_TOKEN, or WEB_TABLE=true.", file=sys.stderr)
            return WRONG_SETTING
        clock = asyncio.create_task(self.clock.run())
        stopping = asyncio.create_task(stop.wait())
        ended = 0
        while not stopping.done() and any(not task.done() for task in running):
            done, _ = await asyncio.wait(
                [stopping, *(task for task in running if not task.done())], return_when=asyncio.FIRST_COMPLETED
            )
            ended = max((task.result() for task in done if task is not stopping), default=0) or ended
        log.info("stopping")
        clock.cancel()
        await self.herald.stop()
        for task in running:
            task.cancel()
        await asyncio.gather(
            clock, stopping if stopping.done() else _cancelled(stopping), *running, return_exceptions=True
        )
        self.gallery.close()
        return 0 if stopping.done() and not stopping.cancelled() else ended

    async def _serve(self, web: WebTable) -> int:
        try:
            await web.run(self.rooms, lambda address: print(f"The web table is open: {address}", flush=True))
        except OSError:
            where = f"{self.settings.web_host}:{self.settings.web_port}"
            print(f"{where} is taken, so there is no web table. Set WEB_PORT to a free port.", file=sys.stderr)
        return WRONG_SETTING


async def _keep(name: str, run: Callable[[], Awaitable[None]]) -> int:
    """Keeps a platform running: tries again what fails, with longer and longer pauses, and gives up a refused token."""
    wait = FIRST_WAIT
    while True:
        began = asyncio.get_running_loop().time()
        try:
            await run()
        except TokenRefused:
            log.error("%s refused the token. Put the right one into .env and start again.", name)
            return WRONG_SETTING
        except Exception as error:
            log.warning("%s cannot be reached (%s); I try again in %.0f s", name, type(error).__name__, wait)
            log.debug("%s failed", name, exc_info=True)
        if asyncio.get_running_loop().time() - began > LONGEST_WAIT:
            wait = FIRST_WAIT
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)


async def _cancelled(task: asyncio.Task[bool]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _main(settings: Settings, store: Store) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return await App(settings, store).run(stop)


def main() -> int:
    """Starts the bot. Returns its exit code."""
    try:
        settings = config.read()
    except BadSetting as error:
        print(error, file=sys.stderr)
        return WRONG_SETTING
    url = settings.database_url.get_secret_value()
    logs.setup(settings.log_level, (_secret(settings.discord_token), _secret(settings.telegram_token), _password(url)))
    try:
        store = Store(url)
    except (SQLAlchemyError, OSError, ImportError) as error:
        print(f"DATABASE_URL: the database cannot be opened ({type(error).__name__}).", file=sys.stderr)
        return WRONG_SETTING
    try:
        return asyncio.run(_main(settings, store))
    finally:
        store.close()


def _now() -> datetime:
    return datetime.now(UTC)


def _secret(secret: object) -> str:
    return secret.get_secret_value() if isinstance(secret, SecretStr) else ""


def _password(url: str) -> str:
    return str(make_url(url).password or "")


if __name__ == "__main__":
    sys.exit(main())
