"""The web table in a real browser: two people play, others watch, servers restart."""

import asyncio
import re
from urllib.parse import urlsplit

from games.record import parse
from tests.platforms.web_rig import (
    House,
    Route,
    Visitors,
    excuse,
    expect,
    in_order,
    mover_of,
    open_table,
    play_first,
    sit_down,
)


async def test_two_people_play_a_match_to_its_end_and_start_another(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    mover, turns = await mover_of(host, guest), 0
    while mover is not None:
        turns += 1
        await play_first(mover, by_keyboard=mover is guest)
        # Both tabs show the move, whoever made it.
        for page in (host, guest):
            await expect(page.locator("#plays button")).to_have_count(turns)
        mover = await mover_of(host, guest)
    assert turns >= 4, "fewer turns are not rated"
    for page in (host, guest):
        await expect(page.locator("#news .main")).to_contain_text("has no move left")
        await expect(page.locator(".chip.won")).to_have_count(1)

    watcher = await visitors.come()
    await expect(watcher.locator("#standings h3")).to_have_text(["Collapsi"])
    for name in ("Ann", "Bob"):
        await expect(watcher.locator("#standings tbody tr", has_text=name)).to_have_count(1)
    await watcher.get_by_role("link", name="Watch").click()
    for page in (guest, watcher):
        async with page.expect_download() as download:
            await page.get_by_role("link", name="📄 Record").click()
        kept = await download.value
        assert re.fullmatch(r"collapsi-\w+\.txt", kept.suggested_filename)
        assert len(parse((await kept.path()).read_text()).moves) == turns

    await host.get_by_role("button", name="Rematch").click()
    await expect(host.locator("#waiting")).to_be_visible()
    await guest.get_by_role("button", name="Accept the rematch").click()
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
        await expect(page.locator("#plays button")).to_have_count(0)


async def test_whoever_watches_sees_the_moves_and_cannot_play(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    await expect(watcher.locator("#news")).to_contain_text("You are watching.")
    await expect(watcher.locator("#picture img")).to_be_visible()
    mover = await mover_of(host, guest)
    assert mover is not None
    await play_first(mover)
    await expect(watcher.locator("#plays button")).to_have_count(1)
    await expect(watcher.locator("button[data-server]:visible")).to_have_count(0)
    await expect(watcher.locator("#type")).to_be_hidden()


async def test_a_typed_move_is_played_and_a_wrong_one_changes_nothing(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
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
    excuse(visitors, "409")


async def test_a_press_on_a_table_that_has_moved_on_plays_nothing(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
    late = await visitors.come(urlsplit(mover.url).path, beside=mover)
    await expect(late.locator(".square").first).to_be_visible()
    moved, told = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        moved.set()
        await told.wait()
        await route.continue_()

    # The news reach this tab late: it still offers what is not possible any more.
    await late.route(re.compile(r"/api/t/[\w-]+$"), hold)
    await play_first(mover)
    await play_first(other)
    await moved.wait()
    await late.locator(".square").nth(1).click()
    await expect(late.locator("#notice")).to_have_text("The table has moved on. Here is how it stands now.")
    told.set()
    await expect(late.locator("#plays button")).to_have_count(2)
    await expect(mover.locator("#plays button")).to_have_count(2)
    excuse(visitors, "409")


async def test_a_double_click_makes_one_move(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
    posted: list[str] = []
    mover.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    await mover.locator(".square").first.dblclick()
    await expect(other.locator(".square").first).to_be_visible()
    await expect(mover.locator("#plays button")).to_have_count(1)
    assert len(posted) == 1


async def test_a_table_outlives_a_restart_of_the_server(visitors: Visitors, house: House) -> None:
    mover, other = await in_order(*await sit_down(visitors))
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
    await play_first(mover)
    await play_first(other, by_keyboard=True)
    await expect(mover.locator("#plays button")).to_have_count(2)
    excuse(visitors, "ERR_")


async def test_many_tabs_of_one_browser_stay_live(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
    tabs = [await visitors.come(urlsplit(other.url).path, beside=other) for _ in range(7)]
    await play_first(mover)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(1)
    # The tab that held the stream goes; the others stay live.
    await other.close()
    await tabs[0].locator(".square").first.click()
    await expect(mover.locator("#plays button")).to_have_count(2)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(2)
    await play_first(mover)
    for tab in tabs:
        await expect(tab.locator("#plays button")).to_have_count(3)


async def test_a_tab_misses_nothing_while_another_one_has_the_stream(visitors: Visitors) -> None:
    """What changes between a page's first look and the moment from which it listens is seen all the same."""
    mover, other = await in_order(*await sit_down(visitors))
    held: list[Route] = []

    async def hold(route: Route) -> None:
        answer = await route.fetch()
        if not held:
            held.append(route)
            await play_first(mover)
            await expect(other.locator("#plays button")).to_have_count(1)
        await route.fulfill(response=answer)

    late = await visitors.come("/r/home", beside=other)
    await expect(late.locator(".match")).to_have_count(1)
    await late.route("**/api/t/*", hold)
    await visitors.show(late, urlsplit(other.url).path)
    await expect(late.locator("#plays button")).to_have_count(1)
    assert held


async def test_giving_up_asks_in_the_page(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    await host.get_by_role("button", name="Resign…").click()
    await expect(host.locator("#question")).to_contain_text("Give up this game?")
    await host.keyboard.press("Escape")
    await expect(host.locator("#sure")).to_be_hidden()
    # A question that is open when the match ends goes away, and what comes next is there.
    await guest.get_by_role("button", name="Resign…").click()
    await host.get_by_role("button", name="Resign…").click()
    await host.get_by_role("button", name="Yes").click()
    for page in (host, guest):
        await expect(page.locator("#news .main")).to_contain_text("gave up")
        await expect(page.locator(".square")).to_have_count(0)
        await expect(page.locator("#sure")).to_be_hidden()
        await expect(page.get_by_role("button", name="↻ Rematch")).to_be_visible()


async def test_one_can_look_back_while_the_others_play_on(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors))
    await play_first(mover)
    await play_first(other)
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


async def test_a_closed_tab_finds_its_seat_again(visitors: Visitors) -> None:
    host, _ = await sit_down(visitors)
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
    await open_table(host, "Ann")
    await host.get_by_role("button", name="Withdraw").click()
    await expect(host.locator("#news")).to_contain_text("took the invitation back")
    await expect(host.locator("#waiting")).to_be_hidden()
