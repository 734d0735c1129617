"""The pages of the web table in a real browser: keys, thumbs, names for everything, and how they look.

With SCREENSHOTS=<folder> in the environment pictures of the pages are kept.
"""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from tests.platforms.web_rig import (
    DESKTOP,
    PHONE,
    Page,
    Visitors,
    excuse,
    expect,
    fits,
    in_order,
    join_table,
    mover_of,
    open_table,
    play_first,
    sit_down,
)


async def test_the_keyboard_walks_over_the_board(visitors: Visitors) -> None:
    mover, _ = await in_order(*await sit_down(visitors))
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
    mover, _ = await in_order(*await sit_down(visitors))
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
    mover, other = await in_order(*await sit_down(visitors, has_touch=True, is_mobile=True, viewport=PHONE))
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
        await fits(page)
        small = await page.locator("button:visible, a.button:visible, summary:visible").evaluate_all(
            """all => all.map((one) => [one.getBoundingClientRect(), one.outerHTML])
                .filter(([{ width, height }]) => width < 44 || height < 44).map(([, html]) => html)"""
        )
        assert small == []


async def test_the_picture_follows_the_system_s_colours(visitors: Visitors) -> None:
    host, _ = await sit_down(visitors)
    await expect(host.locator("#picture img[src*='theme=light']")).to_be_visible()
    await host.emulate_media(color_scheme="dark")
    await expect(host.locator("#picture img[src*='theme=dark']")).to_be_visible()


async def test_the_tab_says_whose_turn_it_is(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
    await expect(mover).to_have_title(re.compile("^● "))
    await expect(other).to_have_title(re.compile("^Collapsi"))
    await play_first(mover)
    await expect(other).to_have_title(re.compile("^● "))
    await expect(mover).to_have_title(re.compile("^Collapsi"))


async def test_an_unknown_table_says_so(visitors: Visitors) -> None:
    page = await visitors.come("/t/AAAAAAAAAAAAAAAAAAAAAA")
    await expect(page.get_by_role("heading", level=1)).to_have_text("This table is not here any more.")
    await expect(page.locator("#table")).to_be_hidden()
    excuse(visitors, "404")


async def test_pages_have_names_for_everything_and_fit_everywhere(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
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
            await fits(page)


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
    await open_table(host, "Margarethe")
    await keep(host, "waiting")
    await keep(host, "waiting-360", size=PHONE, dark=True)
    guest = await visitors.come()
    await join_table(guest, "Tomás")
    mover, other = await in_order(host, guest)
    for _ in range(2):
        await play_first(mover)
        await play_first(other)
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
    await mover.locator("summary:visible").first.click()
    await keep(mover, "looking-back")
    await mover.get_by_role("button", name="Board in letters").click()
    await keep(mover, "letters")
    await mover.get_by_role("button", name="Board in letters").click()
    await mover.get_by_role("button", name="Present position").click()
    thumb = await visitors.come(urlsplit(mover.url).path, has_touch=True, is_mobile=True, viewport=PHONE)
    await thumb.locator(".square").first.tap()
    await expect(thumb.locator("#pick")).to_be_visible()
    await thumb.screenshot(path=folder / "picked-360.png")
    while (now := await mover_of(host, guest)) is not None:
        await play_first(now)
    await expect(host.locator(".chip.won")).to_be_visible()
    await keep(host, "finished")
    await keep(guest, "finished-360", size=PHONE, dark=True)
    await open_table(await visitors.come(), "Cleo with a rather long name")
    again = await visitors.come()
    await open_table(again, "Dov")
    await join_table(await visitors.come(), "Ann", nth=1)
    await expect(empty.locator(".match")).to_have_count(3)
    await empty.locator("#name").fill("Margarethe")
    await keep(empty, "room")
    await keep(empty, "room-dark", dark=True)
    await keep(empty, "room-360", size=PHONE)
    await keep(empty, "room-768", size={"width": 768, "height": 1024})
    excuse(visitors, "409")
