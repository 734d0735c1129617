"""Reads the settings, opens the database, and starts what is configured, in one event loop."""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot import config, logs
from bot.autocomplete import Autocomplete
from bot.clock import Clock
from bot.computer import Computer
from bot.config import BadSetting, Settings
from bot.desk import Desk
from bot.gallery import Gallery
from bot.herald import Herald
from bot.house import House
from bot.ports import Platform, TokenRefused
from bot.rooms import Rooms
from storage import Store

if TYPE_CHECKING:
    from bot.platforms.web import WebTable

log = logging.getLogger("bot")

FIRST_WAIT, LONGEST_WAIT = 2.0, 300.0
"""Seconds before a platform that failed is tried again; doubled each time."""
WRONG_SETTING = 2


class App:
    """All parts of the bot, put together."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.gallery = Gallery()
        self.platforms: dict[str, Platform] = {}
        self.herald = Herald(store, self.platforms, _now)
        self.clock = Clock(store, self.herald, _now)
        self.computer = Computer(store, _now)
        self.house = House(store, self.herald, self.clock, self.computer, _now)
        self.desk = Desk(self.house, settings.source_url)
        self.autocomplete = Autocomplete(store, _now)
        self.rooms = Rooms(self.house)

    async def run(self, stop: asyncio.Event) -> int:
        """Runs until ``stop`` is set or no platform is left; then finishes what is in flight. Returns the exit code."""
        running = [asyncio.create_task(work) for work in self._start()]
        if not running:
            print("Nothing to do: set DISCORD_TOKEN or TELEGRAM_TOKEN, or WEB_TABLE=true.", file=sys.stderr)
            return WRONG_SETTING
        inner = [asyncio.create_task(work()) for work in (self.clock.run, self.herald.run, self.house.run)]
        stopping = asyncio.create_task(stop.wait())
        all_ended = asyncio.create_task(_last(running))
        await asyncio.wait([stopping, all_ended], return_when=asyncio.FIRST_COMPLETED)
        code = 0 if stop.is_set() else all_ended.result()
        log.info("stopping")
        for task in inner:
            task.cancel()
        await self.house.stop()
        await self.herald.stop()
        everything = [*running, *inner, stopping, all_ended]
        for one in everything:
            one.cancel()
        await asyncio.gather(*everything, return_exceptions=True)
        self.gallery.close()
        self.computer.close()
        return code

    def _start(self) -> Iterator[Coroutine[Any, Any, int]]:
        """Makes the platforms that are configured. A client library is loaded only where it is used."""
        if self.settings.discord_token is not None:
            from bot.platforms.discord_bot import DiscordBot

            discord = DiscordBot(self.settings.discord_token.get_secret_value(), self.gallery)
            self.platforms[discord.name] = discord
            yield _keep("Discord", lambda: discord.run(self.desk, self.autocomplete))
        if self.settings.telegram_token is not None:
            from bot.platforms.telegram_bot import TelegramBot

            telegram = TelegramBot(self.settings.telegram_token.get_secret_value(), self.gallery)
            self.platforms[telegram.name] = telegram
            yield _keep("Telegram", lambda: telegram.run(self.desk))
        if self.settings.web_table:
            from bot.platforms.web import WebTable

            web = WebTable(self.gallery, self.settings.web_host, self.settings.web_port)
            self.platforms[web.name] = web
            yield self._serve(web)

    async def _serve(self, web: "WebTable") -> int:
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


async def _last(running: list[asyncio.Task[int]]) -> int:
    """Waits until all have ended, and returns the highest exit code."""
    return max(await asyncio.gather(*running))


async def _main(settings: Settings, store: Store) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    # On Windows event loops take no signals: there Ctrl-C ends the bot the ordinary way.
    if sys.platform != "win32":
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
    except ImportError:
        print("DATABASE_URL: PostgreSQL needs psycopg; install requirements-postgres.lock.", file=sys.stderr)
        return WRONG_SETTING
    except (SQLAlchemyError, OSError) as error:
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
