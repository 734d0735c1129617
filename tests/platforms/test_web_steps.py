"""Moves of several steps on the web table: chosen, previewed, taken back, played, by mouse, keys and thumbs."""

import random

from games import GAMES
from games.core import Position
from tests.platforms.web_rig import (
    Page,
    Visitors,
    choose,
    deal,
    expect,
    fits,
    play_move,
    sit_round,
    turn_of,
)

SHIFT = {"shift": "yes", "adjacent-revival": "yes"}


def reviving(position: Position) -> tuple[list[str], Position, str, str]:
    """Moves after which a card beside a destination can be turned up: the moves, the position, and both steps."""
    moves: list[str] = []
    while True:
        (seat,) = position.to_move
        for first in position.choices(seat).items:
            for then in position.choices(seat, first.text).items:
                if "+" in then.text:
                    return moves, position, first.text, then.text
        moves.append(next(iter(position.moves(seat))))
        position = position.play(seat, moves[-1]).position


async def reach(visitors: Visitors) -> tuple[Page, tuple[Page, ...], Position, str, str, int]:
    """Two people at a shifting table, until the one to move may turn a card up."""
    pages = await sit_round(visitors, "Ann", "Bob", options=SHIFT)
    position = deal(2, shift="yes", adjacent_revival="yes")
    moves, _, first, then = reviving(position)
    for ply, move in enumerate(moves):
        page = await turn_of(*pages, plies=ply)
        assert page is not None
        position = await play_move(page, position, move)
    page = await turn_of(*pages, plies=len(moves))
    assert page is not None
    return page, pages, position, first, then, len(moves)


async def seen(page: Page, begun: str) -> None:
    """The picture shows the board after the beginning of a move; the present one where it is empty."""
    shown = page.locator("#view img")
    await expect(shown).to_have_count(1)
    script = "(img, begun) => (new URL(img.src).searchParams.get('begun') ?? '') === begun"
    await page.wait_for_function(f"begun => ({script})(document.querySelector('#view img'), begun)", arg=begun)


async def test_a_move_with_a_revival_and_a_shift_is_put_together_with_clicks(visitors: Visitors) -> None:
    page, pages, position, first, then, plies = await reach(visitors)
    await expect(page.locator("#ends")).to_be_hidden()
    await choose(page, first)
    await expect(page.locator("#news .main")).to_contain_text(f"{first}. Turn a card up again")
    await expect(page.locator(".arrow")).to_have_count(4)
    await expect(page.locator("#whole")).to_be_hidden()
    await seen(page, first)

    await choose(page, then)
    await expect(page.locator("#news .main")).to_have_text(f"{then}. Which way does your row or column go?")
    await expect(page.locator(".square:not(.arrow)")).to_have_count(0)
    await page.locator("#ends").get_by_role("button", name="Undo").click()
    await expect(page.locator(f".square[data-key='{then}']")).to_be_visible()
    await page.locator("#choices").get_by_text("♻").first.click()
    await expect(page.locator(".square:not(.arrow)")).to_have_count(0)
    await page.locator("#ends").get_by_role("button", name="Cancel").click()
    await expect(page.locator("#ends")).to_be_hidden()
    await expect(page.locator(".arrow")).to_have_count(0)
    await seen(page, "")
    await expect(page.locator("#plays button")).to_have_count(plies)

    await choose(page, first)
    await page.locator(".arrow").first.wait_for()
    # A right click takes a step back, and Escape all of them.
    await page.locator("#picture").click(button="right", position={"x": 200, "y": 200})
    await expect(page.locator("#ends")).to_be_hidden()
    await choose(page, first, then)
    await page.keyboard.press("Escape")
    await expect(page.locator("#ends")).to_be_hidden()
    await choose(page, first, then, f"{then}>")
    for one in pages:
        await expect(one.locator("#plays button").nth(plies)).to_have_text(f"{then}>")
    (seat,) = position.to_move
    board = GAMES["collapsi"].diagram(position.play(seat, f"{then}>").position)
    await expect(pages[0].locator("#letters")).to_contain_text(board.split("\n")[0].strip())


async def test_the_keyboard_alone_puts_a_move_together(visitors: Visitors) -> None:
    page, _, _, first, then, plies = await reach(visitors)
    await page.locator(".square[tabindex='0']").focus()
    chance = random.Random(1)

    async def walk_to(text: str) -> None:
        for _ in range(300):
            if await page.evaluate("document.activeElement.dataset.key") == text:
                return
            await page.keyboard.press(f"Arrow{chance.choice(['Up', 'Right', 'Down', 'Left'])}")
        raise AssertionError(f"the arrows do not lead to {text}")

    await walk_to(first)
    await seen(page, first)
    await page.keyboard.press("Enter")
    await expect(page.locator(".arrow")).to_have_count(4)
    assert await page.evaluate("document.activeElement.classList.contains('square')"), "the keyboard stays on the board"
    await seen(page, first)
    await page.keyboard.press("Backspace")
    await expect(page.locator(".arrow")).to_have_count(0)
    await walk_to(first)
    await page.keyboard.press("Enter")
    await expect(page.locator(".arrow")).to_have_count(4)
    await walk_to(then)
    await page.keyboard.press("Enter")
    await expect(page.locator(".square:not(.arrow)")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(page.locator(".arrow")).to_have_count(0)
    await walk_to(first)
    await page.keyboard.press("Enter")
    await expect(page.locator(".arrow")).to_have_count(4)
    await walk_to(f"{first}^")
    await page.keyboard.press("Enter")
    await expect(page.locator("#plays button").nth(plies)).to_have_text(f"{first}^")


async def test_the_list_keeps_the_keyboard(visitors: Visitors) -> None:
    page, _, _, first, _, plies = await reach(visitors)
    await page.locator(f"#choices button[data-key='{first}']").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#choices button").first).to_be_focused()
    await page.locator("#ends").get_by_role("button", name="Undo").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#choices button").first).to_be_focused()
    await expect(page.locator("#ends")).to_be_hidden()
    await expect(page.locator("#plays button")).to_have_count(plies)


async def test_what_is_pointed_at_is_previewed(visitors: Visitors) -> None:
    page, _, _, first, _, _ = await reach(visitors)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "picture.png" in request.url else None)
    for _ in range(2):
        await page.locator(f".square[data-key='{first}']").hover()
        await seen(page, first)
        await page.locator("#title").hover()
        await seen(page, "")
    await page.locator(f"#choices button[data-key='{first}']").hover()
    await seen(page, first)
    assert len(fetched) == 1, "nothing is fetched twice"

    await choose(page, first)
    arrow = page.locator(f".square[data-key='{first}>']")
    await arrow.hover()
    await expect(page.locator("#line")).to_be_visible()
    await seen(page, f"{first}>")
    await expect(page.locator("#line")).to_be_hidden()
    await page.locator("#title").hover()
    await seen(page, first)
    assert len(fetched) == len(set(fetched))


async def test_nothing_is_previewed_when_it_is_not_ones_turn(visitors: Visitors) -> None:
    page, _, _, first, _, plies = await reach(visitors)
    await page.locator(f".square[data-key='{first}']").hover()
    await seen(page, first)
    await page.locator("#input").fill(f"{first}<")
    await page.keyboard.press("Enter")
    await expect(page.locator("#plays button")).to_have_count(plies + 1)
    await expect(page.locator("#picture.ahead")).to_have_count(0)
    await seen(page, "")


async def test_a_move_begun_elsewhere_is_forgotten_when_the_table_moves_on(visitors: Visitors) -> None:
    page, _, _, first, then, plies = await reach(visitors)
    late = await visitors.come(page.url.removeprefix(visitors.address), beside=page)
    await late.locator(f".square[data-key='{first}']").click()
    await expect(late.locator("#ends")).to_be_visible()
    await choose(page, first, then, f"{then}<")
    await expect(late.locator("#plays button")).to_have_count(plies + 1)
    await expect(late.locator("#ends")).to_be_hidden()
    await expect(late.locator("#moves")).to_be_hidden()
    await seen(late, "")


async def test_a_move_that_might_go_on_is_played_as_it_stands(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={"adjacent-revival": "yes"})
    position = deal(2, adjacent_revival="yes")
    moves, _, first, _ = reviving(position)
    for ply, move in enumerate(moves):
        page = await turn_of(*pages, plies=ply)
        assert page is not None
        position = await play_move(page, position, move)
    page = await turn_of(*pages, plies=len(moves))
    assert page is not None
    await choose(page, first)
    await expect(page.locator("#whole")).to_have_text("✔ Play")
    await page.keyboard.press("Escape")
    await choose(page, first)
    await expect(page.locator("#whole")).to_be_visible()
    await page.keyboard.press("Shift+Enter")
    await expect(page.locator("#plays button").nth(len(moves))).to_have_text(first)


async def test_reconstruction_takes_four_clicks(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={"reconstruction": "yes"})
    position = deal(2, reconstruction="yes")
    page = await turn_of(*pages, plies=0)
    assert page is not None
    opening = next(iter(position.moves(position.to_move[0])))
    position = await play_move(page, position, opening)
    page = await turn_of(*pages, plies=1)
    assert page is not None
    rebuilt = next(move for move in position.moves(position.to_move[0]) if "*" in move)
    first, _, cards = rebuilt.partition("*")
    up = cards.partition("-")[0]
    await choose(page, first)
    await page.locator("#choices").get_by_role("button", name="Rebuild…").click()
    await expect(page.locator("#news .main")).to_have_text(f"{first}. Which card comes up again?")
    await choose(page, f"{first}*{up}")
    await expect(page.locator("#news .main")).to_contain_text("Which card goes down for it?")
    await choose(page, rebuilt)
    for one in pages:
        await expect(one.locator("#plays button").nth(1)).to_have_text(rebuilt)


async def test_everybody_chooses_where_to_begin(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={"free": "yes", "setup": "big6"})
    position = deal(2, free="yes", setup="big6")
    for ply in range(2):
        page = await turn_of(*pages, plies=ply)
        assert page is not None
        await expect(page.locator("#news .main")).to_contain_text("choose the card that you begin on")
        # More than a chat can offer at once: the page has them all.
        assert await page.locator(".square").count() == 32 - ply
        move = list(position.moves(position.to_move[0]))[7 * ply]
        position = await play_move(page, position, move)
    await turn_of(*pages, plies=2)
    await expect(pages[0].locator("#news .main")).to_contain_text("your move")


async def test_thumbs_put_a_move_together(visitors: Visitors) -> None:
    phone = {"width": 390, "height": 844}
    pages = await sit_round(visitors, "Ann", "Bob", options=SHIFT, has_touch=True, is_mobile=True, viewport=phone)
    page = await turn_of(*pages, plies=0)
    assert page is not None
    square = page.locator(".square").first
    first = str(await square.get_attribute("data-key"))
    await square.tap()
    await seen(page, first)
    await expect(page.locator("#play-picked")).to_have_text("Choose")
    await page.locator("#play-picked").tap()
    await expect(page.locator(".arrow")).to_have_count(4)
    await fits(page)
    sizes = await page.locator(".arrow").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 44
    discs = await page.locator(".arrow").evaluate_all(
        """all => { const board = document.getElementById("picture").getBoundingClientRect();
            return all.map(one => one.getBoundingClientRect()).map(({ x, y, width, height }) =>
                [x + width / 2 - board.x, y + height / 2 - board.y, board.right - x - width / 2,
                 board.bottom - y - height / 2]).flat() }"""
    )
    assert min(discs) >= 13, "the discs lie inside the picture"
    bar = page.locator("#pick")
    await bar.get_by_role("button", name="Undo").tap()
    await expect(bar).to_be_hidden()
    await square.tap()
    await square.tap()
    await expect(page.locator(".arrow")).to_have_count(4)
    await page.locator(".arrow").nth(1).tap()
    await seen(page, f"{first}>")
    await expect(page.locator("#play-picked")).to_have_text("✔ Play")
    await page.locator(".arrow").nth(1).tap()
    for one in pages:
        await expect(one.locator("#plays button")).to_have_text([f"{first}>"])
        await fits(one)
