"""Tables for two to four on the web: what is agreed under More…, who sits where, and whole matches of several."""

import re

from tests.platforms.web_rig import (
    Visitors,
    deal,
    expect,
    fits,
    join_table,
    play_out,
    short_game,
    sit_round,
)


async def test_only_what_goes_together_is_offered(visitors: Visitors) -> None:
    page = await visitors.come()
    await expect(page.locator("#start")).to_be_visible()
    await expect(page.locator(".option")).to_have_count(0)
    await page.locator("#more summary").click()
    await expect(page.get_by_role("switch", name="Shift")).to_be_visible()
    await expect(page.get_by_role("switch", name="Start apart")).to_have_count(0)
    await expect(page.get_by_role("switch", name="Knock-out")).to_have_count(0)
    await page.get_by_role("switch", name="Shift").click()
    apart = page.get_by_role("switch", name="Start apart")
    await expect(apart).to_be_checked()
    # What was changed stays in sight, also where the rest leaves no choice.
    await apart.click()
    await expect(page.get_by_role("switch", name="Shift")).to_be_disabled()
    await page.get_by_label("Board", exact=True).select_option("6×6")
    await expect(page.get_by_role("switch", name="Knock-out")).to_be_visible()
    await expect(page.locator("#players")).to_have_text("2-4 players")
    await page.locator("#more summary").click()
    await expect(page.locator("#changed")).to_contain_text("6×6, Jokers, Shift")
    await page.get_by_role("radio", name="Classic two players").check()
    await expect(page.locator("#changed")).to_have_text("")
    await page.locator("#more summary").click()
    await expect(page.get_by_label("Board", exact=True)).to_have_value("std4")
    await expect(page.get_by_label("Start cards")).to_have_value("jack")
    await expect(page.get_by_role("switch", name="Shift")).not_to_be_checked()
    await page.set_viewport_size({"width": 360, "height": 780})
    await fits(page)


async def test_a_table_for_three_is_started_with_two(visitors: Visitors) -> None:
    host = await visitors.come()
    await host.locator("#name").fill("Ann")
    await host.locator("#more summary").click()
    await host.get_by_label("Board", exact=True).select_option("5×5")
    await expect(host.locator("#players")).to_have_text("2-3 players")
    await host.locator("#start").click()
    chairs = host.locator("#chairs li")
    await expect(chairs).to_have_text(["Ann", "free", "free"])
    await expect(host.get_by_role("button", name="Withdraw")).to_be_visible()
    await expect(host.get_by_role("button", name=re.compile("Start"))).to_have_count(0)
    await expect(host.get_by_role("button", name="Add computer")).to_be_visible()

    guest = await visitors.come()
    await expect(guest.locator(".match")).to_contain_text("1 of 3 sit here.")
    await guest.locator("#name").fill("Bob")
    await guest.get_by_role("button", name="Join").click()
    await expect(guest.locator("#chairs li")).to_have_text(["Ann", "Bob", "free"])
    await expect(guest.locator("#acts button")).to_have_text(["Leave"])
    late = await visitors.come()
    await expect(late.locator(".match")).to_contain_text("2 of 3 sit here.")
    await expect(late.get_by_role("button", name="Join")).to_be_visible()

    await expect(chairs).to_have_text(["Ann", "Bob", "free"])
    await host.get_by_role("button", name="▶ Start (2)").click()
    for page in (host, guest):
        await expect(page.locator("#picture img")).to_be_visible()
        await expect(page.locator(".chip")).to_have_count(2)
        await expect(page.locator("#waiting")).to_be_hidden()
    await expect(late.get_by_role("button", name="Join")).to_have_count(0)


async def test_a_table_for_three_begins_by_itself_when_it_is_full(visitors: Visitors) -> None:
    host = await visitors.come()
    await host.locator("#name").fill("Ann")
    await host.locator("#more summary").click()
    await host.get_by_label("Board", exact=True).select_option("5×5")
    await host.locator("#start").click()
    await expect(host.locator("#waiting")).to_be_visible()
    second = await visitors.come()
    await second.locator("#name").fill("Bob")
    await second.get_by_role("button", name="Join").click()
    await expect(second.locator("#chairs")).to_contain_text("Bob")
    third = await visitors.come()
    await join_table(third, "Cleo")
    for page in (host, second, third):
        await expect(page.locator(".chip")).to_have_count(3)
        for width in (360, 1280):
            await page.set_viewport_size({"width": width, "height": 800})
            await fits(page)


async def test_three_play_a_shifting_match_to_its_end(visitors: Visitors) -> None:
    options = {"setup": "tri5", "shift": "yes", "adjacent-revival": "yes"}
    pages = await sit_round(visitors, "Ann", "Bob", "Cleo", options=options)
    position = deal(3, setup="tri5", shift="yes", adjacent_revival="yes")
    await play_out(pages, position, short_game(position))
    for page in pages:
        await expect(page.locator("#news .main")).to_contain_text("has no move left")


async def test_four_play_until_one_is_left(visitors: Visitors) -> None:
    options = {"setup": "big6", "elimination": "yes"}
    pages = await sit_round(visitors, "Ann", "Bob", "Cleo", "Dov", options=options)
    position = deal(4, setup="big6", elimination="yes")
    await play_out(pages, position, short_game(position))
    for page in pages:
        await expect(page.locator("#news .main")).to_contain_text("nobody else is left")
        await expect(page.locator(".chip.out use[href*='out-']")).to_have_count(3)
        await expect(page.locator("#plays use[href*='seat-3']").first).to_be_visible()


async def test_the_computer_is_played_to_the_end(visitors: Visitors) -> None:
    page = await visitors.come()
    await page.locator("#name").fill("Ann")
    await expect(page.get_by_label("Somebody here")).to_be_checked()
    await expect(page.locator("#level")).to_be_hidden()
    await page.get_by_label("The computer").check()
    await expect(page.get_by_label("How well it plays")).to_have_value("club")
    await page.get_by_label("How well it plays").select_option("Casual")
    await page.get_by_role("button", name="Start the game").click()
    await expect(page.locator("#seats")).to_contain_text("🤖 Pebble")
    while True:
        await expect(page.locator(".chip:is(.turn:has(.note), .won)")).to_have_count(1)
        if await page.locator(".chip.won").count():
            break
        plays = await page.locator("#plays li").count()
        await page.locator(".square").first.click()
        await expect(page.locator("#plays li").nth(plays)).to_be_visible()
    await expect(page.locator("#news .main")).to_contain_text("wins")
    await page.get_by_role("button", name="↻ Rematch").click()
    await expect(page.locator(".chip:has(.note).turn")).to_be_visible()


async def test_the_computer_takes_a_chair(visitors: Visitors) -> None:
    page = await visitors.come()
    await page.locator("#name").fill("Ann")
    await page.get_by_label("Big table").check()
    await page.get_by_role("button", name="Open a table").click()
    await page.get_by_role("button", name="Add computer").click()
    await expect(page.locator("#chairs li")).to_have_text(["Ann", re.compile("Cobble"), "free", "free"])
    await expect(page.get_by_role("button", name="▶ Start (2)")).to_be_visible()


async def test_the_computer_gives_hints_and_looks_back(visitors: Visitors) -> None:
    page = await visitors.come()
    await page.locator("#name").fill("Ann")
    await page.get_by_label("The computer").check()
    await page.get_by_role("button", name="Start the game").click()
    await page.get_by_role("button", name="💡 Hint").click()
    await expect(page.locator("#notice")).to_contain_text("I would play ")
    await page.get_by_role("button", name="Resign…").click()
    await page.get_by_role("button", name="Yes").click()
    await page.get_by_role("button", name="🔍 Look back").click()
    await expect(page.locator("#notice")).to_contain_text("The deal: with perfect play ")


async def test_the_next_deal_of_a_series_comes_to_the_same_pages(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={"series": "swap"})
    before = await pages[0].locator("#title .code").inner_text()
    await pages[0].get_by_role("button", name="Resign…").click()
    await pages[0].get_by_role("button", name="Yes").click()
    for page in pages:
        await expect(page.locator("#news")).to_contain_text("deal 2 of 2")
        await expect(page.locator("#title .code")).not_to_have_text(before)
        code = (await page.locator("#title .code").inner_text()).strip().removeprefix("#")
        await expect(page.locator(f"#picture img[src*='v={code}-']")).to_be_visible()
    (mover,) = [page for page in pages if await page.locator(".square").count()]
    await mover.locator(".square").first.click()
    for page in pages:
        await expect(page.locator("#plays li")).to_have_count(1)
