"""Moves that are drawn on the board of the web table: edges to press, lines and boxes to draw, by mouse and finger."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.core import Stroke
from games.crumble import GAME, Position
from tests.platforms.crumble_script import FOUR, LONG, SHORT, Ply, script
from tests.platforms.web_rig import PHONE, Page, Visitors, expect, sit_at_crumble, turn_of

Point = tuple[float, float]

PLACE = """async ([x, y]) => {
    const { picture } = await (await fetch(location.pathname.replace("/t/", "/api/t/"))).json();
    const { left, top, width } = document.querySelector("#picture").getBoundingClientRect();
    const [right, down, across, high] = picture.board, scale = width / picture.size[0];
    return [left + (right + x * across) * scale, top + (down + y * high - picture.top) * scale];
}"""
"""Where a point of the board lies on the page."""


def strokes(position: Position) -> dict[str, Stroke]:
    assert GAME.strokes is not None
    return {stroke.text: stroke for stroke in GAME.strokes(position, position.turn, "")}


def corners(stroke: Stroke) -> tuple[Point, Point]:
    at = stroke.at
    return (at.x, at.y), (at.x + at.width, at.y + at.height)


async def place(page: Page, point: Point) -> Point:
    x, y = await page.evaluate(PLACE, point)
    return x, y


async def press(page: Page, stroke: Stroke, *, end: int = 0) -> None:
    """Clicks one of the edges that a line runs between."""
    await page.mouse.click(*await place(page, corners(stroke)[end]))


async def draw(page: Page, begin: Point, end: Point) -> None:
    """Presses the mouse at one point of the board and moves it to another one; it stays down."""
    await page.mouse.move(*await place(page, begin))
    await page.mouse.down()
    await page.mouse.move(*await place(page, end), steps=4)


async def type_moves(pages: tuple[Page, Page], plies: Sequence[Ply]) -> Page:
    """Plays the first moves of a match in the input line. Returns the page of who is to move."""
    for number, ply in enumerate(plies):
        page = await turn_of(*pages, plies=number)
        assert page is not None
        await page.locator("#input").fill(ply.move)
        await page.keyboard.press("Enter")
        # A move that might go on is only begun.
        if ply.labels[-1] == "✔ Play":
            await page.locator("#whole").click()
    page = await turn_of(*pages, plies=len(plies))
    assert page is not None
    return page


async def walk(page: Page, begun: str, move: str) -> None:
    """Clicks the neighbours, step by step, from the beginning of a move to all of it."""
    for length in range(len(begun) + 1, len(move) + 1):
        await page.locator(f".square[data-key='{move[:length]}']").click()


def cut_of(ply: Ply) -> str:
    """The cut of a move through one piece, as it is written without the walk."""
    return move_until(ply.move, "VH")


def move_until(move: str, letters: str) -> str:
    return move[: next(at for at, letter in enumerate(move, 1) if letter in letters)]


async def test_a_match_by_clicks_on_edges_and_neighbours_alone(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    for number, ply in enumerate(script(SHORT)):
        page = await turn_of(*pages, plies=number)
        assert page is not None
        cut = cut_of(ply)
        await press(page, strokes(ply.before)[f"{cut}1"], end=number % 2)
        await expect(page.locator("#news .main")).to_contain_text(f"({cut})")
        await walk(page, cut, ply.move)
        if cut == ply.move or ply.labels[-1] == "✔ Play":
            await page.locator("#whole").click()
    assert await turn_of(*pages, plies=len(SHORT)) is None
    await expect(pages[0].locator("#plays button")).to_have_text(list(SHORT))
    room = await visitors.come()
    await expect(room.locator("#standings h3")).to_have_text(["Crumble"])
    await expect(room.locator("#standings tbody tr")).to_have_count(2)


async def test_a_join_is_drawn_from_corner_to_corner(visitors: Visitors) -> None:
    pages, plies = await sit_at_crumble(visitors), script(FOUR)
    page, ply = await type_moves(pages, plies[:3]), plies[3]
    box = strokes(ply.before)["2J1,2"].at
    mark = page.locator("#stroke")
    await draw(page, (box.x + 0.9 * box.width, box.y + 0.1 * box.height), (box.x + 0.5 * box.width, box.y + 0.5))
    await expect(mark).to_have_class("band")
    await page.mouse.move(*await place(page, (box.x + 0.1 * box.width, box.y + 0.85 * box.height)))
    await expect(mark).to_have_class("box")
    await page.mouse.up()
    await expect(page.locator("#news .main")).to_contain_text("(2J1,2)")
    await expect(mark).to_be_hidden()
    await walk(page, "2J1,2", ply.move)
    # It wins, and so it is asked once more.
    await page.get_by_role("button", name="✔ Play").click()
    assert await turn_of(*pages, plies=4) is None


async def test_a_long_cut_is_drawn_along_its_line(visitors: Visitors) -> None:
    pages, plies = await sit_at_crumble(visitors), script(LONG)
    page, ply = await type_moves(pages, plies[:4]), plies[4]
    begin, end = corners(strokes(ply.before)["0,1V3"])
    await draw(page, begin, end)
    await expect(page.locator("#stroke")).to_have_class("line")
    await page.mouse.up()
    await page.locator(".square[data-key='0,1V3-1E']").click()
    await walk(page, "0,1V3-1E-", ply.move)
    assert await turn_of(*pages, plies=5) is pages[1]


async def test_a_right_click_takes_back_what_was_done_and_escape_all_of_it(visitors: Visitors) -> None:
    pages, plies = await sit_at_crumble(visitors), script(SHORT)
    page, line = await type_moves(pages, plies[:3]), strokes(plies[3].before)["1,1H1"]
    told, ends = page.locator("#news .main"), page.locator("#ends")
    await press(page, line)
    await walk(page, "1,1H", "1,1HSE")
    await expect(told).to_contain_text("(1,1HSE)")
    somewhere = await place(page, (3.5, 0.5))
    for left in ("(1,1HS)", "(1,1H)"):
        await page.mouse.click(*somewhere, button="right")
        await expect(told).to_contain_text(left)
    await page.mouse.click(*somewhere, button="right")
    await expect(ends).to_be_hidden()
    await press(page, line, end=1)
    await walk(page, "1,1H", "1,1HS")
    await page.keyboard.press("Backspace")
    await expect(told).to_contain_text("(1,1H)")
    await walk(page, "1,1H", "1,1HS")
    await page.keyboard.press("Escape")
    await expect(ends).to_be_hidden()
    await expect(page.locator("#plays button")).to_have_count(3)


async def test_a_stroke_that_is_nothing_changes_nothing(visitors: Visitors) -> None:
    page, _ = await sit_at_crumble(visitors)
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    mark = page.locator("#stroke")
    # From the middle of an own piece into another one, and from the end of a line to nowhere.
    for begin, end in (((0.5, 0.5), (2.4, 0.6)), ((0.5, 0), (2.5, 2.5)), ((1.5, 1.5), (0.5, 2.5))):
        await draw(page, begin, end)
        await expect(mark).to_have_class("band")
        await page.mouse.up()
        await expect(mark).to_be_hidden()
    line = strokes(script(LONG)[0].before)["0,3V1"]
    await draw(page, *corners(line))
    await expect(mark).to_have_class("line")
    await page.keyboard.press("Escape")
    await expect(mark).to_be_hidden()
    await page.mouse.up()
    assert posts == []
    await expect(page.locator("#ends")).to_be_hidden()
    # The piece itself can still be pressed.
    await page.locator(".square[data-key='0,3']").click()
    await expect(page.locator("#choices button[data-key='0,3V']")).to_be_visible()
    # And what it can do can be drawn as well.
    await press(page, line, end=1)
    await expect(page.locator("#news .main")).to_contain_text("(0,3V)")


async def test_an_edge_can_be_met_from_all_sides_and_a_piece_in_its_middle(visitors: Visitors) -> None:
    pages = await sit_at_crumble(visitors)
    plies = script(LONG)
    page, position = await type_moves(pages, plies[:6]), plies[6].before
    mark = page.locator("#stroke")
    ends = Counter(end for stroke in strokes(position).values() for end in corners(stroke))
    alone = [stroke for stroke in strokes(position).values() if {ends[end] for end in corners(stroke)} == {1}]
    lines = [stroke for stroke in alone if (stroke.at.width, stroke.at.height) in ((0, 1), (1, 0))]
    assert len(lines) > 3
    for stroke in lines:
        for end in corners(stroke):
            x, y = await place(page, end)
            for right, down in ((11, 0), (-11, 0), (0, 11), (0, -11)):
                await page.mouse.move(x + right, y + down)
                await expect(mark).to_be_visible()
                box = await mark.bounding_box()
                begin, finish = [await place(page, corner) for corner in corners(stroke)]
                assert box is not None
                assert abs(box["x"] + box["width"] / 2 - (begin[0] + finish[0]) / 2) < 1.5
                assert abs(box["y"] + box["height"] / 2 - (begin[1] + finish[1]) / 2) < 1.5
    for square in await page.locator(".square").all():
        await square.hover()
        await expect(mark).to_be_hidden()
    await page.locator(".square").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#news .main")).to_contain_text("What now?")


async def test_a_finger_shows_first_what_it_draws(visitors: Visitors) -> None:
    pages, plies = await sit_at_crumble(visitors, has_touch=True, is_mobile=True, viewport=PHONE), script(FOUR)
    first, second = strokes(plies[0].before)["3,2V1"], strokes(plies[0].before)["3,2H1"]
    page = pages[0]
    mark, bar = page.locator("#stroke"), page.locator("#pick")
    for stroke in (first, second, first):
        await page.touchscreen.tap(*await place(page, corners(stroke)[1]))
        await expect(bar.get_by_role("button", name="Choose")).to_be_visible()
        await expect(page.locator(f"#view img[src*='begun={stroke.text.replace(',', '%2C')}']")).to_be_visible()
    await page.locator("#title").tap()
    await expect(bar).to_be_hidden()
    await expect(mark).to_be_hidden()
    for _ in range(2):
        await page.touchscreen.tap(*await place(page, corners(first)[1]))
    await expect(page.locator("#whole")).to_be_visible()
    await page.locator("#ends").get_by_role("button", name="Cancel").click()

    page, ply = await type_moves(pages, plies[:3]), plies[3]
    box = strokes(ply.before)["2J1,2"].at
    finger = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: Point) -> None:
        touches: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    begin, end = [await place(page, corner) for corner in corners(strokes(ply.before)["2J1,2"])]
    await touch("touchStart", (begin[0] + 4, begin[1] + 4))
    for part in range(1, 9):
        x, y = (begin[at] + 4 + (end[at] - begin[at] - 8) * part / 8 for at in (0, 1))
        await touch("touchMove", (x, y))
    await expect(page.locator("#stroke")).to_have_class("box")
    await touch("touchEnd")
    await expect(page.locator("#play-picked")).to_be_visible()
    await expect(page.locator("#ends")).to_be_hidden()
    # Chromium may take a tap that comes right after a stroke for the end of a fling; one too many meets nothing.
    for _ in range(2):
        await page.touchscreen.tap(*await place(page, (box.x + box.width / 2, box.y + box.height / 2)))
    await expect(page.locator("#news .main")).to_contain_text("(2J1,2)")
