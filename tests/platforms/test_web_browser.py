"""The web table in a real browser: two people play, others watch, servers restart, thumbs tap.

Everything runs in one event loop: the server with a real database, and Playwright, which drives Chromium. Nothing waits
for a time, only for what a page shows. With SCREENSHOTS=<folder> in the environment pictures of the pages are kept.
"""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

from bot.clock import Clock
from bot.gallery import Gallery
from bot.herald import Herald
from bot.platforms.web import WebTable
from bot.rooms import Rooms
from storage import Store

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


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr("bot.lobby.secrets.token_hex", lambda _bytes: SEED)
    house = await House(f"sqlite:///{tmp_path}/web.sqlite3").start()
    yield house
    await house.stop()


@pytest.fixture
async def visitors(house: House) -> AsyncIterator[Visitors]:
    if CHROMIUM is None:
        (pytest.fail if CI else pytest.skip)("Chromium is not installed: apt-get install chromium")
    async with async_playwright() as playwright, AsyncExitStack() as stack:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stack.push_async_callback(browser.close)
        visitors = Visitors(browser, house.address, stack)
        yield visitors
        assert not visitors.troubles


async def test_two_people_play_a_match_to_its_end_and_start_another(visitors: Visitors) -> None:
    host, guest = await _sit_down(visitors)
    mover, turns = await _mover(host, guest), 0
    while mover is not None:
        turns += 1
        await _play_first(mover, by_keyboard=mover is guest)
        # Both tabs show the move, whoever made it.
        for page in (host, guest):
            await expect(page.locator("#plays button")).to_have_count(turns)
        mover = await _mover(host, guest)
    assert turns >= 4, "fewer turns are not rated"
    for page in (host, guest):
        await expect(page.locator("#news .main")).to_contain_text("has no move left")
        await expect(page.locator(".chip.won")).to_have_count(1)

    watcher = await visitors.come()
    for name in ("Ann", "Bob"):
        await expect(watcher.locator("#standings tbody tr", has_text=name)).to_have_count(1)

    await host.get_by_role("button", name="Rematch").click()
    await expect(host.locator("#waiting")).to_be_visible()
    await guest.get_by_role("button", name="Accept the rematch").click()
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
        await expect(page.locator("#plays button")).to_have_count(0)


async def test_whoever_watches_sees_the_moves_and_cannot_play(visitors: Visitors) -> None:
    host, guest = await _sit_down(visitors)
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    await expect(watcher.locator("#news")).to_contain_text("You are watching.")
    await expect(watcher.locator("#picture img")).to_be_visible()
    mover = await _mover(host, guest)
    assert mover is not None
    await _play_first(mover)
    await expect(watcher.locator("#plays button")).to_have_count(1)
    await expect(watcher.locator("button[data-server]:visible")).to_have_count(0)
    await expect(watcher.locator("#type")).to_be_hidden()


async def test_a_typed_move_is_played_and_a_wrong_one_changes_nothing(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    await mover.keyboard.press("/")
    await mover.keyboard.type("z9")
    await mover.keyboard.press("Enter")
    await expect(mover.locator("#notice")).to_have_text(
        'I can\'t read "z9". Write a square like c3, or use the buttons.'
    )
    await expect(mover.locator("#input")).to_have_value("z9")
    await expect(mover.locator("#plays button")).to_have_count(0)
    await mover.keyboard.press("Escape")
    await expect(mover.locator("#notice")).to_be_hidden()

    await other.locator("#input").fill("a1")
    await other.keyboard.press("Enter")
    await expect(other.locator("#notice")).to_contain_text("I'll call you when it's yours.")

    first = await mover.locator("#completions option").first.get_attribute("value")
    await mover.locator("#input").fill(f" {str(first).upper()} ")
    await mover.keyboard.press("Enter")
    await expect(mover.locator("#plays button")).to_have_text([str(first)])
    await expect(mover.locator("#input")).to_have_value("")
    await expect(other.locator("#plays button")).to_have_text([str(first)])
    await expect(other.locator("#notice")).to_be_hidden()
    _excuse(visitors, "409")


async def test_a_press_on_a_table_that_has_moved_on_plays_nothing(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    late = await visitors.come(urlsplit(mover.url).path, beside=mover)
    await expect(late.locator(".square").first).to_be_visible()
    moved, told = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        moved.set()
        await told.wait()
        await route.continue_()

    # The news reach this tab late: it still offers what is not possible any more.
    await late.route(re.compile(r"/api/t/[\w-]+$"), hold)
    await _play_first(mover)
    await _play_first(other)
    await moved.wait()
    await late.locator(".square").nth(1).click()
    await expect(late.locator("#notice")).to_have_text("The table has moved on. Here is how it stands now.")
    told.set()
    await expect(late.locator("#plays button")).to_have_count(2)
    await expect(mover.locator("#plays button")).to_have_count(2)
    _excuse(visitors, "409")


async def test_a_double_click_makes_one_move(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    posted: list[str] = []
    mover.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    await mover.locator(".square").first.dblclick()
    await expect(other.locator(".square").first).to_be_visible()
    await expect(mover.locator("#plays button")).to_have_count(1)
    assert len(posted) == 1


async def test_a_table_outlives_a_restart_of_the_server(visitors: Visitors, house: House) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    room = await visitors.come()
    await expect(room.locator("#start")).to_be_visible()
    await house.stop()
    for page in (mover, other, room):
        await expect(page.locator("#offline")).to_have_text("Offline. I keep trying.")
    await expect(mover.locator(".square").first).to_be_disabled()
    await expect(room.locator("#start")).to_be_disabled()
    await house.start()
    for page in (mover, other, room):
        await expect(page.locator("#offline")).to_be_hidden()
    await _play_first(mover)
    await _play_first(other, by_keyboard=True)
    await expect(mover.locator("#plays button")).to_have_count(2)
    _excuse(visitors, "ERR_")


async def test_many_tabs_of_one_browser_stay_live(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    tabs = [await visitors.come(urlsplit(other.url).path, beside=other) for _ in range(7)]
    await _play_first(mover)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(1)
    # The tab that held the stream goes; the others stay live.
    await other.close()
    await tabs[0].locator(".square").first.click()
    await expect(mover.locator("#plays button")).to_have_count(2)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(2)
    await _play_first(mover)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(3)


async def test_the_keyboard_walks_over_the_board(visitors: Visitors) -> None:
    mover, _ = await _in_order(*await _sit_down(visitors))
    squares = mover.locator(".square")
    await expect(mover.locator(".square[tabindex='0']")).to_have_count(1)
    await squares.first.focus()
    names = await squares.evaluate_all("all => all.map(one => one.dataset.key)")
    reached = set()
    for key in ("ArrowRight", "ArrowDown") * 20:
        reached.add(await mover.evaluate("document.activeElement.dataset.key"))
        await mover.keyboard.press(key)
    assert reached <= set(names), "the arrows stay on the board"
    assert len(reached) > 3
    await expect(mover.locator(".square[tabindex='0']")).to_have_count(1)
    await mover.keyboard.press("?")
    await expect(mover.locator("#keys")).to_be_visible()
    await mover.keyboard.press("?")
    await expect(mover.locator("#keys")).to_be_hidden()


async def test_every_choice_can_be_reached_with_the_arrows(visitors: Visitors) -> None:
    mover, _ = await _in_order(*await _sit_down(visitors))
    unreached = await mover.evaluate(
        """async () => {
            const { walk } = await import("/static/walk.js");
            const data = await (await fetch(location.pathname.replace("/t/", "/api/t/"))).json();
            const reached = new Set([data.choices[0]]);
            for (const from of reached)
                for (const way of ["Up", "Right", "Down", "Left"]) reached.add(walk(`Arrow${way}`, from, data.choices));
            return data.choices.filter((choice) => !reached.has(choice)).map((choice) => choice.text);
        }"""
    )
    assert unreached == []


async def test_a_finger_selects_first_and_plays_with_the_second_tap(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors, has_touch=True, is_mobile=True, viewport=PHONE))
    first, second = mover.locator(".square").first, mover.locator(".square").nth(1)
    await first.tap()
    await expect(first).to_have_attribute("aria-pressed", "true")
    await expect(mover.locator("#pick")).to_be_visible()
    await second.tap()
    await expect(first).not_to_have_attribute("aria-pressed", "true")
    await expect(second).to_have_attribute("aria-pressed", "true")
    await mover.locator("#title").tap()
    await expect(mover.locator("#pick")).to_be_hidden()
    await first.tap()
    await first.tap()
    await expect(other.locator("#plays button")).to_have_count(1)
    await other.locator(".square").first.tap()
    await other.locator("#play-picked").tap()
    await expect(mover.locator("#plays button")).to_have_count(2)
    for page in (mover, other):
        await _fits(page)
        small = await page.locator("button:visible, a.button:visible, summary").evaluate_all(
            """all => all.map((one) => [one.getBoundingClientRect(), one.outerHTML])
                .filter(([{ width, height }]) => width < 44 || height < 44).map(([, html]) => html)"""
        )
        assert small == []


async def test_giving_up_asks_in_the_page(visitors: Visitors) -> None:
    host, guest = await _sit_down(visitors)
    await host.get_by_role("button", name="Resign…").click()
    await expect(host.locator("#question")).to_contain_text("Give up this game?")
    await host.keyboard.press("Escape")
    await expect(host.locator("#sure")).to_be_hidden()
    await host.get_by_role("button", name="Resign…").click()
    await host.get_by_role("button", name="Yes").click()
    for page in (host, guest):
        await expect(page.locator("#news .main")).to_contain_text("gave up")
        await expect(page.locator(".square")).to_have_count(0)


async def test_one_can_look_back_while_the_others_play_on(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    await _play_first(mover)
    await _play_first(other)
    await expect(mover.locator(".square").first).to_be_visible()
    await mover.get_by_role("button", name="One move back").click()
    await expect(mover.locator("#look-back")).to_have_text("You are looking at an earlier position.")
    await expect(mover.locator("#picture img[src*='ply=1']")).to_be_visible()
    await expect(mover.locator(".square")).to_have_count(0)
    await mover.get_by_role("button", name="Board in letters").click()
    earlier = await mover.locator("#letters").text_content()
    await mover.get_by_role("button", name="Present position").click()
    await expect(mover.locator("#look-back")).to_be_hidden()
    await expect(mover.locator("#letters")).not_to_have_text(str(earlier))
    await mover.get_by_role("button", name="Board in letters").click()
    await expect(mover.locator(".square").first).to_be_visible()


async def test_the_picture_follows_the_system_s_colours(visitors: Visitors) -> None:
    host, _ = await _sit_down(visitors)
    await expect(host.locator("#picture img[src*='theme=light']")).to_be_visible()
    await host.emulate_media(color_scheme="dark")
    await expect(host.locator("#picture img[src*='theme=dark']")).to_be_visible()


async def test_the_tab_says_whose_turn_it_is(visitors: Visitors) -> None:
    mover, other = await _in_order(*await _sit_down(visitors))
    await expect(mover).to_have_title(re.compile("^● "))
    await expect(other).to_have_title(re.compile("^Collapsi"))
    await _play_first(mover)
    await expect(other).to_have_title(re.compile("^● "))
    await expect(mover).to_have_title(re.compile("^Collapsi"))


async def test_a_closed_tab_finds_its_seat_again(visitors: Visitors) -> None:
    host, _ = await _sit_down(visitors)
    room = await visitors.come(beside=host)
    await expect(room.locator("#name")).to_have_value("")
    await room.locator("#name").fill("ann")
    await room.get_by_role("link", name="Go on playing").click()
    await expect(room).to_have_url(host.url)
    await expect(room.locator("#picture img")).to_be_visible()


async def test_a_table_needs_a_name_and_can_be_withdrawn(visitors: Visitors) -> None:
    host = await visitors.come()
    await host.get_by_role("button", name="Open a table").click()
    await expect(host.locator("#name")).to_be_focused()
    await expect(host.locator("#name")).to_have_attribute("aria-invalid", "true")
    await _open(host, "Ann")
    await host.get_by_role("button", name="Withdraw").click()
    await expect(host.locator("#news")).to_contain_text("took the invitation back")
    await expect(host.locator("#waiting")).to_be_hidden()


async def test_an_unknown_table_says_so(visitors: Visitors) -> None:
    page = await visitors.come("/t/AAAAAAAAAAAAAAAAAAAAAA")
    await expect(page.get_by_role("heading", level=1)).to_have_text("This table is not here any more.")
    await expect(page.locator("#table")).to_be_hidden()
    _excuse(visitors, "404")


async def test_pages_have_names_for_everything_and_fit_everywhere(visitors: Visitors) -> None:
    host, guest = await _sit_down(visitors)
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    room = await visitors.come()
    await expect(room.locator(".match")).to_have_count(1)
    for page in (host, guest, watcher, room):
        await expect(page.locator("main")).to_be_visible()
        await expect(page.get_by_role("heading", level=1)).to_have_count(1)
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await expect(page.locator("[aria-live]")).to_have_count(1)
        nameless = await page.evaluate(
            """() => [...document.querySelectorAll("button, a, input, img, summary")]
                .filter((one) => one.checkVisibility())
                .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length
                    || one.hasAttribute("alt")))
                .map((one) => one.outerHTML)"""
        )
        assert nameless == []
        same = await page.evaluate(
            "() => { const ids = [...document.querySelectorAll('[id]')].map(one => one.id);"
            " return ids.filter((id, at) => ids.indexOf(id) !== at) }"
        )
        assert same == []
        for width in (360, 768, 1280):
            await page.set_viewport_size({"width": width, "height": 800})
            await _fits(page)


async def test_screenshots(visitors: Visitors, tmp_path: Path) -> None:
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)

    async def keep(page: Page, name: str, *, size: dict[str, int] = DESKTOP, dark: bool = False) -> None:
        await page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        await page.set_viewport_size({"width": size["width"], "height": size["height"]})
        if await page.locator("#picture").count() and await page.locator("#picture").is_visible():
            await expect(page.locator(f"#picture img[src*='theme={'dark' if dark else 'light'}']")).to_be_visible()
        await page.evaluate("document.fonts.ready")
        await page.screenshot(path=folder / f"{name}.png", full_page=True)

    empty = await visitors.come()
    await expect(empty.locator("#room")).to_be_visible()
    await keep(empty, "room-empty")
    host = await visitors.come()
    await _open(host, "Margarethe")
    await keep(host, "waiting")
    await keep(host, "waiting-360", size=PHONE, dark=True)
    guest = await visitors.come()
    await _join(guest, "Tomás")
    mover, other = await _in_order(host, guest)
    for _ in range(2):
        await _play_first(mover)
        await _play_first(other)
    await expect(mover.locator(".square").first).to_be_visible()
    await mover.locator(".square").first.hover()
    await keep(mover, "table-light")
    await keep(mover, "table-dark", dark=True)
    await keep(mover, "table-768", size={"width": 768, "height": 1024})
    await keep(mover, "table-360", size=PHONE)
    await keep(other, "table-360-dark", size=PHONE, dark=True)
    await mover.locator("#input").fill("zz")
    await mover.keyboard.press("Enter")
    await expect(mover.locator("#notice")).to_be_visible()
    await mover.get_by_role("button", name="Resign…").click()
    await keep(mover, "refusal")
    await mover.keyboard.press("Escape")
    await mover.locator(".square").first.focus()
    await mover.keyboard.press("ArrowRight")
    await keep(mover, "keyboard")
    await mover.get_by_role("button", name="One move back").click()
    await mover.locator("summary").first.click()
    await keep(mover, "looking-back")
    await mover.get_by_role("button", name="Board in letters").click()
    await keep(mover, "letters")
    await mover.get_by_role("button", name="Board in letters").click()
    await mover.get_by_role("button", name="Present position").click()
    thumb = await visitors.come(urlsplit(mover.url).path, has_touch=True, is_mobile=True, viewport=PHONE)
    await thumb.locator(".square").first.tap()
    await expect(thumb.locator("#pick")).to_be_visible()
    await thumb.screenshot(path=folder / "picked-360.png")
    while (now := await _mover(host, guest)) is not None:
        await _play_first(now)
    await expect(host.locator(".chip.won")).to_be_visible()
    await keep(host, "finished")
    await keep(guest, "finished-360", size=PHONE, dark=True)
    await _open(await visitors.come(), "Cleo with a rather long name")
    again = await visitors.come()
    await _open(again, "Dov")
    await _join(await visitors.come(), "Ann", nth=1)
    await expect(empty.locator(".match")).to_have_count(3)
    await empty.locator("#name").fill("Margarethe")
    await keep(empty, "room")
    await keep(empty, "room-dark", dark=True)
    await keep(empty, "room-360", size=PHONE)
    await keep(empty, "room-768", size={"width": 768, "height": 1024})
    _excuse(visitors, "409")


async def _sit_down(visitors: Visitors, **how: Any) -> tuple[Page, Page]:
    """Ann opens a table and Bob joins, each in their own browser."""
    host, guest = await visitors.come(**how), await visitors.come(**how)
    await _open(host, "Ann")
    await _join(guest, "Bob")
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
    return host, guest


async def _open(page: Page, name: str) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Open a table").click()
    await expect(page.locator("#waiting")).to_be_visible()


async def _join(page: Page, name: str, *, nth: int = 0) -> None:
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Join").nth(nth).click()
    await expect(page.locator("#picture img")).to_be_visible()


async def _mover(host: Page, guest: Page) -> Page | None:
    """Whose page offers moves; None when the match is over. Waits until both pages agree on it."""
    await expect(host.locator(".chip:is(.turn, .won)")).to_have_count(1)
    mine = await host.locator(".chip:is(.turn, .won)").text_content()
    await expect(guest.locator(".chip:is(.turn, .won) .name")).to_have_text(str(mine).removesuffix("you"))
    if await host.locator(".chip.won").count():
        return None
    mover = host if str(mine).endswith("you") else guest
    await expect(mover.locator(".square").first).to_be_visible()
    return mover


async def _in_order(host: Page, guest: Page) -> tuple[Page, Page]:
    mover = await _mover(host, guest)
    return (host, guest) if mover is host else (guest, host)


async def _play_first(page: Page, *, by_keyboard: bool = False) -> None:
    square = page.locator(".square").first
    await expect(square).to_be_enabled()
    if by_keyboard:
        await square.focus()
        await page.keyboard.press("Enter")
    else:
        await square.click()
    await expect(page.locator(".square")).to_have_count(0)


async def _fits(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def _excuse(visitors: Visitors, what: str) -> None:
    """Forgets reports that belong to the test: Chromium writes every refused request to the console."""
    visitors.troubles[:] = [told for told in visitors.troubles if what not in told]


def _now() -> datetime:
    return datetime.now(UTC)
