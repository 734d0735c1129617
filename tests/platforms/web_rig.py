"""The web table in a real browser: the server, its visitors, and what they do all the time.

Everything runs in one event loop: the server with a real database, and Playwright, which drives Chromium. Nothing waits
for a time, only for what a page shows.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

from bot.clock import Clock
from bot.gallery import Gallery
from bot.herald import Herald
from bot.platforms.web import WebTable
from bot.rooms import Rooms
from storage import Store

__all__ = [
    "DESKTOP",
    "PHONE",
    "SEED",
    "House",
    "Page",
    "Route",
    "Visitors",
    "browsing",
    "excuse",
    "expect",
    "fits",
    "in_order",
    "join_table",
    "mover_of",
    "open_table",
    "play_first",
    "sit_down",
]
"""Also what the tests need of Playwright: imported from here, it makes them skip where it is not installed."""

CI = bool(os.environ.get("CI"))
if find_spec("playwright") is None and not CI:
    pytest.skip("Playwright is not installed: pip install -r requirements-dev.lock", allow_module_level=True)

from playwright.async_api import (  # noqa: E402 - only where it is installed
    Browser,
    ConsoleMessage,
    Page,
    Route,
    async_playwright,
    expect,
)

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SEED = "the browser's deal"
"""A match in which always the first choice is played ends after enough turns to be rated."""
PHONE = {"width": 360, "height": 780}
DESKTOP = {"width": 1280, "height": 800}

expect.set_options(timeout=20_000)


class House:
    """The server and its database; it can be stopped, and started again at the same address."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._port = 0
        self._task: asyncio.Task[None] | None = None
        self.address = ""

    async def start(self) -> Self:
        self._store = Store(self._url, durable=False)
        self._gallery = Gallery()
        web = WebTable(self._gallery, "127.0.0.1", self._port)
        self._herald = Herald(self._store, {web.name: web}, _now)
        rooms = Rooms(self._store, self._herald, Clock(self._store, self._herald, _now), _now)
        ready = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(web.run(rooms, ready.set_result))
        await asyncio.wait([self._task, ready], return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            await self._task
        self.address = ready.result().rstrip("/")
        self._port = urlsplit(self.address).port or 0
        return self

    async def stop(self) -> None:
        assert self._task is not None, "only what was started can be stopped"
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._herald.stop()
        self._gallery.close()
        self._store.close()


class Visitors:
    """Browser windows, and what went wrong in any of them."""

    def __init__(self, browser: Browser, address: str, stack: AsyncExitStack) -> None:
        self._browser = browser
        self._address = address
        self._stack = stack
        self.troubles: list[str] = []

    async def come(self, path: str = "/", *, beside: Page | None = None, **how: Any) -> Page:
        """Opens a window of its own; ``beside`` another page, a tab in the same one."""
        if beside is not None:
            page = await beside.context.new_page()
        else:
            how.setdefault("viewport", DESKTOP)
            context = await self._browser.new_context(locale="en-GB", timezone_id="Europe/Berlin", **how)
            self._stack.push_async_callback(context.close)
            page = await context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self._look_at(request.url))
        await page.goto(self._address + path)
        return page

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error":
            self.troubles.append(told.text)

    def _look_at(self, url: str) -> None:
        asked = urlsplit(url)
        if asked.scheme in ("http", "https", "ws", "wss") and asked.netloc != urlsplit(self._address).netloc:
            self.troubles.append(f"a request to {asked.netloc}")


@asynccontextmanager
async def browsing(address: str) -> AsyncIterator[Visitors]:
    """A browser for the visitors of an address."""
    if CHROMIUM is None:
        (pytest.fail if CI else pytest.skip)("Chromium is not installed: apt-get install chromium")
    async with async_playwright() as playwright, AsyncExitStack() as stack:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stack.push_async_callback(browser.close)
        yield Visitors(browser, address, stack)


async def sit_down(visitors: Visitors, **how: Any) -> tuple[Page, Page]:
    """Ann opens a table and Bob joins, each in their own browser."""
    host, guest = await visitors.come(**how), await visitors.come(**how)
    await open_table(host, "Ann")
    await join_table(guest, "Bob")
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
    return host, guest


async def open_table(page: Page, name: str) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Open a table").click()
    await expect(page.locator("#waiting")).to_be_visible()


async def join_table(page: Page, name: str, *, nth: int = 0) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Join").nth(nth).click()
    await expect(page.locator("#picture img")).to_be_visible()


async def mover_of(host: Page, guest: Page) -> Page | None:
    """Whose page offers moves; None when the match is over. Waits until both pages agree on it."""
    await expect(host.locator(".chip:is(.turn, .won)")).to_have_count(1)
    mine = await host.locator(".chip:is(.turn, .won)").text_content()
    await expect(guest.locator(".chip:is(.turn, .won) .name")).to_have_text(str(mine).removesuffix("you"))
    if await host.locator(".chip.won").count():
        return None
    mover = host if str(mine).endswith("you") else guest
    await expect(mover.locator(".square").first).to_be_visible()
    return mover


async def in_order(host: Page, guest: Page) -> tuple[Page, Page]:
    mover = await mover_of(host, guest)
    return (host, guest) if mover is host else (guest, host)


async def play_first(page: Page, *, by_keyboard: bool = False) -> None:
    square = page.locator(".square").first
    await expect(square).to_be_enabled()
    if by_keyboard:
        await square.focus()
        await page.keyboard.press("Enter")
    else:
        await square.click()
    await expect(page.locator(".square")).to_have_count(0)


async def fits(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def excuse(visitors: Visitors, what: str) -> None:
    """Forgets reports that belong to the test: Chromium writes every refused request to the console."""
    visitors.troubles[:] = [told for told in visitors.troubles if what not in told]


def _now() -> datetime:
    return datetime.now(UTC)
