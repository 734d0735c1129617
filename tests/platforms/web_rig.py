"""The web table in a real browser: the server, its visitors, and what they do all the time.

Everything runs in one event loop: the server with a real database, and Playwright, which drives Chromium. Nothing waits
for a time, only for what a page shows.
"""

import asyncio
import os
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

from bot import house
from bot.clock import Clock
from bot.computer import Computer
from bot.gallery import Gallery
from bot.herald import Herald
from bot.platforms.web import WebTable
from bot.posts import offered
from bot.rooms import Rooms
from games import GAMES
from games.core import Choice, Position
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
    "choose",
    "deal",
    "excuse",
    "expect",
    "fits",
    "in_order",
    "join_table",
    "mover_of",
    "open_table",
    "play_first",
    "play_move",
    "play_out",
    "short_game",
    "sit_at_crumble",
    "sit_down",
    "sit_round",
    "turn_of",
]
"""Also what the tests need of Playwright: imported from here, it makes them skip where it is not installed."""

CI = os.environ.get("CI") == "true"
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
        self._computer = Computer(self._store, _now)
        clock = Clock(self._store, self._herald, _now)
        self._house = house.House(self._store, self._herald, clock, self._computer, _now)
        rooms = Rooms(self._house)
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
        await self._house.stop()
        await self._herald.stop()
        self._gallery.close()
        self._computer.close()
        self._store.close()


class Visitors:
    """Browser windows, and what went wrong in any of them."""

    def __init__(self, browser: Browser, address: str, stack: AsyncExitStack) -> None:
        self._browser = browser
        self.address = address
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
        await page.goto(self.address + path)
        return page

    async def ask(self, page: Page, what: str, **asked: Any) -> Any:
        """Posts to the home room, as a page of it would."""
        answer = await page.request.post(f"{self.address}/api/r/home/{what}", data=asked)
        assert answer.ok, await answer.text()
        return await answer.json()

    async def show(self, page: Page, path: str) -> None:
        await page.goto(self.address + path)

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error":
            self.troubles.append(told.text)

    def _look_at(self, url: str) -> None:
        asked = urlsplit(url)
        if asked.scheme in ("http", "https", "ws", "wss") and asked.netloc != urlsplit(self.address).netloc:
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


async def sit_round(
    visitors: Visitors,
    *names: str,
    options: dict[str, str],
    game: str = "collapsi",
    preset: str = "quick",
    together: bool = False,
    **how: Any,
) -> tuple[Page, ...]:
    """People at a table with options; who opens it starts it. In the order of the seats.

    Each has their own browser, or all are ``together`` at one.
    """
    pages = [await visitors.come(**how)]
    for _ in names[1:]:
        pages.append(await visitors.come(beside=pages[0]) if together else await visitors.come(**how))
    opened = await visitors.ask(pages[0], "open", name=names[0], game=game, preset=preset, options=options)
    await visitors.show(pages[0], opened["seat"])
    code = (await pages[0].locator("#title .code").text_content() or "").strip(" #")
    for page, name in zip(pages[1:], names[1:], strict=True):
        joined = await visitors.ask(page, "join", name=name, match=code)
        await visitors.show(page, joined["seat"])
    start = pages[0].get_by_role("button", name=f"▶ Start ({len(names)})")
    await expect(start.or_(pages[0].locator("#picture img"))).to_be_visible()
    if await start.is_visible():
        await start.click()
    for page in pages:
        await expect(page.locator("#picture img")).to_be_visible()
    seats = await pages[0].locator(".chip .name").all_text_contents()
    return tuple(pages[names.index(name)] for name in seats)


async def sit_at_crumble(visitors: Visitors, **how: Any) -> tuple[Page, Page]:
    """Ann chooses Crumble on the small board and Bob joins. In the order of the seats."""
    host, guest = await visitors.come(**how), await visitors.come(**how)
    await host.locator("#name").fill("Ann")
    await host.locator("input[name=preset][value='crumble/quick']").check(force=True)
    await host.locator("#start").click()
    await expect(host.locator("#waiting")).to_be_visible()
    await guest.locator("#name").fill("Bob")
    await guest.get_by_role("button", name="Join").first.click()
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
    first = await host.locator(".chip .name").first.text_content()
    return (host, guest) if first == "Ann" else (guest, host)


async def turn_of(*pages: Page, plies: int) -> Page | None:
    """Whose turn it is after so many plies; None when the match is over. Waits until all pages show that ply."""
    for page in pages:
        await expect(page.locator("#plays button")).to_have_count(plies)
    if await pages[0].locator(".chip.won").count():
        return None
    at = (
        await pages[0]
        .locator("#seats")
        .evaluate("seats => [...seats.children].findIndex(chip => chip.classList.contains('turn'))")
    )
    mover: Page = pages[at]
    await expect(mover.locator("#choices button").first).to_be_visible()
    return mover


def deal(seats: int, slug: str = "collapsi", **options: str) -> Position:
    """The deal of a test, with options whose names have _ for -."""
    game = GAMES[slug]
    agreed = game.settle({name.replace("_", "-"): value for name, value in options.items()})
    return game.deal(seats, f"{SEED}:deal", agreed)


def short_game(position: Position, *, tries: int = 60) -> list[str]:
    """The shortest of some random games, always the same."""
    chance, best = random.Random(1), list[str]()
    for _ in range(tries):
        now, moves = position, list[str]()
        while now.to_move and not (best and len(moves) >= len(best)):
            (seat,) = now.to_move
            moves.append(chance.choice(list(now.moves(seat))))
            now = now.play(seat, moves[-1]).position
        if not now.to_move:
            best = moves
    return best


def steps_of(position: Position, move: str) -> list[Choice]:
    """The choices that a move is put together of."""
    steps: list[Choice] = []
    while not steps or steps[-1].text != move:
        items = offered(position, position.to_move[0], steps[-1].text if steps else "")
        steps.append(max((one for one in items if move.startswith(one.text)), key=lambda one: len(one.text)))
    return steps


async def choose(page: Page, *texts: str) -> None:
    """Clicks one choice after the other on the board."""
    for text in texts:
        await page.locator(f".square[data-key='{text}']").click()


async def play_move(page: Page, position: Position, move: str) -> Position:
    """Plays a move with clicks on the board, and in the list what is not on it. Returns the position after it."""
    (seat,) = position.to_move
    for step in steps_of(position, move):
        await (
            page.locator(".square" if step.hint else "#choices button")
            .and_(page.locator(f"[data-key='{step.text}']"))
            .click()
        )
    if position.choices(seat, move).items:
        await page.locator("#whole").click()
    return position.play(seat, move).position


async def play_out(pages: tuple[Page, ...], position: Position, moves: list[str]) -> None:
    """Plays a match to its end, and sees to it that all pages show each move and whose turn it is."""
    for ply, move in enumerate(moves):
        assert await turn_of(*pages, plies=ply) is pages[position.to_move[0]]
        position = await play_move(pages[position.to_move[0]], position, move)
        gone = sum(seat in position.out for seat in range(len(pages)))
        if position.outcome is None:
            await expect(pages[0].locator(".chip.out")).to_have_count(gone)
    assert position.outcome is not None
    assert await turn_of(*pages, plies=len(moves)) is None
    (winner,) = position.outcome.places[0]
    for page in pages:
        await expect(page.locator(".chip").nth(winner)).to_contain_class("won")


async def open_table(page: Page, name: str) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Open a table").click()
    await expect(page.locator("#waiting")).to_be_visible()


async def join_table(page: Page, name: str, *, nth: int = 0) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Join").nth(nth).click()
    await expect(page.locator("#picture img")).to_be_visible()


async def mover_of(host: Page, guest: Page) -> Page | None:
    """Whose page offers moves; None when the match is over. Waits until both pages agree on it.

    Who has just moved sees it at once, the other one a little later: so either page may be behind, but not both.
    """
    async with asyncio.timeout(20):
        while True:
            marked = [page.locator(".chip:is(.turn, .won)") for page in (host, guest)]
            for one in marked:
                await expect(one).to_have_count(1)
            told = [str(await one.text_content()) for one in marked]
            if told[0].removesuffix("you") == told[1].removesuffix("you"):
                break
    if await host.locator(".chip.won").count():
        return None
    mover = host if told[0].endswith("you") else guest
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
