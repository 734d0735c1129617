"""Crumble on the web table: whole matches by clicks on the board and in the list, by thumbs and by the input line."""

from games.crumble.text import numbered
from tests.platforms.crumble_script import FOUR, LONG, SHORT, Ply, script
from tests.platforms.web_rig import PHONE, Page, Visitors, excuse, expect, fits, sit_at_crumble, turn_of

HIDDEN = """all => all.filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(one => one.dataset.key)"""
"""The squares whose middle cannot be pressed."""


async def follow(page: Page, *texts: str) -> None:
    """Clicks choices one after the other over the picture, and in the list those that do not lie on it."""
    for text in texts:
        listed = page.locator(f"#choices button[data-key='{text}']")
        await expect(listed).to_be_visible()
        square = page.locator(f".square[data-key='{text}']")
        await (square if await square.count() else listed).click()


async def play(page: Page, ply: Ply) -> None:
    await follow(page, *ply.texts)
    if ply.labels[-1] == "✔ Play":
        await page.locator("#whole").click()


async def keys(page: Page, where: str) -> list[str]:
    found: list[str] = await page.locator(where).evaluate_all("all => all.map(one => one.dataset.key)")
    return found


async def test_a_match_by_clicks_with_a_join_long_cuts_and_captures(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    for number, ply in enumerate(script(LONG)):
        page = await turn_of(*pages, plies=number)
        assert page is pages[ply.before.turn]
        pieces = [choice.text for choice in ply.before.choices(ply.before.turn).items]
        assert await keys(page, ".square") == pieces == await keys(page, "#choices button")
        await play(page, ply)
    assert await turn_of(*pages, plies=len(LONG)) is None
    for page in pages:
        await expect(page.locator(".chip").nth(1)).to_contain_class("won")
        await expect(page.locator("#plays button")).to_have_text(list(LONG))
        await expect(page.locator("#news")).to_contain_text("wins: the chain joins all four sides.")


async def test_a_match_in_the_list_and_nothing_on_the_board_hides_something_else(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    for number, ply in enumerate(script(LONG)):
        page = await turn_of(*pages, plies=number)
        assert page is not None
        for text in ply.texts:
            await expect(page.locator(f"#choices button[data-key='{text}']")).to_be_visible()
            assert await page.locator(".square").evaluate_all(HIDDEN) == []
            await page.locator(f"#choices button[data-key='{text}']").click()
        if ply.labels[-1] == "✔ Play":
            await page.locator("#whole").click()
    assert await turn_of(*pages, plies=len(LONG)) is None


async def test_a_second_click_on_a_piece_does_nothing_that_cannot_be_told_apart(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    page = await turn_of(*pages, plies=0)
    assert page is not None
    await page.locator(".square[data-key='2,3']").dblclick()
    await expect(page.locator("#news .main")).to_have_text("Piece 2 (2,3). What now?")
    assert "2,3V" not in await keys(page, ".square"), "the cuts lie alike"
    assert {"2,3V", "2,3H"} <= set(await keys(page, "#choices button"))
    await expect(page.locator("#plays button")).to_have_count(0)


async def test_a_match_by_thumbs(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors, has_touch=True, is_mobile=True, viewport=PHONE)
    for number, ply in enumerate(script(FOUR)):
        page = await turn_of(*pages, plies=number)
        assert page is not None
        for text in ply.texts:
            await page.locator(f"#choices button[data-key='{text}']").tap()
        if ply.labels[-1] == "✔ Play":
            await page.locator("#whole").tap()
        await fits(page)


async def test_undo_in_the_middle_and_what_is_typed(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    plies = script(LONG)
    for number, ply in enumerate(plies[:4]):
        page = await turn_of(*pages, plies=number)
        assert page is not None
        await page.locator("#input").fill(ply.move.lower())
        await page.keyboard.press("Enter")
    page, long = await turn_of(*pages, plies=4), plies[4]
    assert page is not None
    await follow(page, *long.texts[:4])
    await expect(page.locator("#news .main")).to_contain_text("(0,1V3-1E-E).")
    undo = page.locator("#ends").get_by_role("button", name="Undo")
    await undo.click()
    await expect(page.locator("#news .main")).to_contain_text("(0,1V3-1E).")
    await undo.click()
    await expect(page.locator("#choices button[data-key='0,1V3-1E']")).to_be_visible()
    await expect(page.locator("#whole")).to_be_visible()
    await page.locator("#ends").get_by_role("button", name="Cancel").click()
    await expect(page.locator("#ends")).to_be_hidden()
    await page.locator("#input").fill("0v2")
    await page.keyboard.press("Enter")
    await expect(page.locator("body")).to_contain_text("isn't yours.")
    excuse(visitors, "409 (Conflict)")
    await expect(page.locator("#plays button")).to_have_count(4)
    await expect(page.locator("#letters")).to_contain_text(numbered(long.before).splitlines()[1].strip())


async def test_who_gives_up_has_lost(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    ply = script(SHORT)[0]
    await play(pages[0], ply)
    page = await turn_of(*pages, plies=1)
    assert page is pages[1]
    await page.get_by_role("button", name="Resign…").click()
    await page.get_by_role("button", name="Yes").click()
    await expect(pages[0].locator(".chip").nth(0)).to_contain_class("won")
    for one in pages:
        await expect(one.locator("#news .main")).to_contain_text("gave up")
        await expect(one.locator(".square")).to_have_count(0)


async def test_a_turn_that_somebody_asks_back_is_kept_or_given_back(visitors: Visitors) -> None:
    black, white = await sit_at_crumble(visitors)
    await play(black, script(SHORT)[0])
    await turn_of(black, white, plies=1)
    await black.get_by_role("button", name="Take back").click()
    await expect(white.locator("#news")).to_contain_text("asks to take back")
    allow, keep = (white.locator("#acts").get_by_role("button", name=name) for name in ("Allow it", "Keep it"))
    await expect(allow).to_contain_class("primary")
    await expect(keep).not_to_contain_class("primary")
    await keep.click()
    for page in (black, white):
        await expect(page.locator("#news")).to_contain_text("plays on.")
        await expect(page.locator("#news")).not_to_contain_text("asks to take back")
    await expect(allow).to_have_count(0)
    await white.locator("#acts").get_by_role("button", name="Offer a draw").click()
    accept = black.locator("#acts").get_by_role("button", name="Accept the draw")
    await expect(accept).to_contain_class("primary")
    await accept.click()
    await expect(white.locator("#news .main")).to_contain_text("A draw, as agreed.")
