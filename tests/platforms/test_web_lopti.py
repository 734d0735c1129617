"""Lopti on the web: sessions by clicks, hands that nobody else sees, and several hands at one screen."""

import random
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from games.core import Position, Seat
from games.lopti import Position as Lopti
from tests.platforms.web_rig import PHONE, Page, Visitors, deal, expect, fits, sit_round, steps_of

PEOPLE = ("Ann", "Bob", "Cleo")


def dealt(seats: int = 3) -> Lopti:
    position = deal(seats, "lopti")
    assert isinstance(position, Lopti)
    return position


def mover(position: Position) -> Seat:
    return position.to_move[0]


def next_move(position: Lopti, chance: random.Random) -> str:
    """What is played here: any cards, else what there is."""
    moves = list(position.moves(mover(position)))
    return chance.choice([move for move in moves if move.startswith(("play", "flip"))] or moves[:1])


def round_of(position: Lopti) -> list[str]:
    """The shortest of some random rounds, always the same: its moves from the deal to its end."""
    best: list[str] = []
    for seed in range(40):
        now, moves, chance = position, list[str](), random.Random(seed)
        while now.number == position.number and now.phase != "break" and not (best and len(moves) >= len(best)):
            moves.append(next_move(now, chance))
            now = after(now, moves[-1])
        if now.phase == "break":
            best = moves
    return best


def after(position: Lopti, move: str) -> Lopti:
    known = position.play(mover(position), move).position
    assert isinstance(known, Lopti)
    return known


async def sit_at_lopti(visitors: Visitors, **how: Any) -> tuple[Page, ...]:
    return await sit_round(visitors, *PEOPLE, options={}, game="lopti", preset="classic", **how)


async def press(page: Page, text: str) -> None:
    await page.locator(":is(#choices, #public) button").and_(page.locator(f"[data-key='{text}']")).click()


async def play(pages: tuple[Page, ...], position: Lopti, move: str, ply: int) -> Lopti:
    """Clicks a move together that makes a ply. Returns the position after it."""
    page = pages[mover(position)]
    await expect(page.locator("#plays button")).to_have_count(ply - 1)
    for step in steps_of(position, move):
        await press(page, step.text)
    await expect(page.locator("#plays button")).to_have_count(ply)
    return after(position, move)


async def play_on(pages: tuple[Page, ...], position: Lopti, moves: list[str], ply: int) -> tuple[Lopti, int]:
    for move in moves:
        ply += 1
        position = await play(pages, position, move, ply)
    return position, ply


async def test_three_play_and_who_watches_sees_only_the_table(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors)
    watcher = await visitors.come()
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url))
    await watcher.get_by_role("link", name="Watch").click()
    await expect(watcher.locator("#news")).to_contain_text("You are watching.")
    position = dealt()
    for page in pages:
        await expect(page.locator("#hand-title")).to_contain_text("You may swap one hand card")
        await expect(page.locator("#hand-picture img")).to_have_attribute("alt", re.compile("^Your hand: "))
        await expect(page.locator("#show-hand")).to_be_hidden()
        await expect(page.locator("#seats")).to_be_hidden()
    swap = next(move for move in position.moves(Seat(0)) if move != "swap -")
    position = await play(pages, position, swap, 1)
    await expect(watcher.locator("#plays button")).to_have_text([re.compile("has chosen")])
    assert swap not in await watcher.content()
    position, ply = await play_on(pages, position, ["swap -", "swap -"], 1)
    await expect(watcher.locator("#plays button").first).to_contain_text(" swapped ")
    chance = random.Random(2)
    kinds: set[str] = set()
    while ply < 24 or not {"play", "pick"} <= kinds:
        move = next_move(position, chance)
        kinds.add(move.split()[0])
        position, ply = await play_on(pages, position, [move], ply)
    for page in (*pages, watcher):
        await expect(page.locator("#plays button")).to_have_count(ply)
    await expect(watcher.locator("#hand")).to_be_hidden()
    await expect(watcher.locator("#hand-picture img")).to_have_count(0)
    await expect(watcher.locator("button[data-server]:visible")).to_have_text(["Join next round"])
    written = await watcher.content()
    assert "Your hand" not in written
    assert "You drew" not in written
    assert not [url for url in asked if "hand.png" in url]
    key = urlsplit(watcher.url).path.split("/")[-1]
    assert (await watcher.request.get(f"{visitors.address}/api/t/{key}/hand.png")).status == 404

    back = pages[0].locator("#previous")
    await back.click()
    await expect(pages[0].locator("#look-back")).to_be_visible()
    await expect(pages[0].locator("#hand")).to_be_hidden()
    await pages[0].locator("#last").click()
    await expect(pages[0].locator("#hand-picture img")).to_be_visible()


async def test_an_exchange_can_be_taken_back_while_it_is_put_together(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors)
    page = pages[1]
    await page.locator("#choices button").nth(1).click()
    await expect(page.locator("#hand-title")).to_contain_text("For which of your face-up cards goes the ")
    await expect(page.locator("#pick")).to_be_hidden()
    # What the others do meanwhile leaves it as it is.
    await pages[0].locator("#choices button").first.click()
    await expect(page.locator("#plays button")).to_have_count(1)
    await expect(page.locator("#hand-title")).to_contain_text("For which of your face-up cards goes the ")
    await page.locator("#ends .undo").click()
    await expect(page.locator("#hand-title")).to_contain_text("You may swap one hand card")
    await page.keyboard.press("/")
    await page.keyboard.type("swap -")
    await page.keyboard.press("Enter")
    await expect(page.locator("#hand-title")).to_have_text("Your cards")
    await expect(page.locator("#choices button")).to_have_count(0)


async def test_hands_at_one_screen_are_covered(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors, together=True)
    names = await pages[0].locator(".chip .name").all_text_contents()
    for page, name in zip(pages, names, strict=True):
        show = page.get_by_role("button", name=f"{name}, show my cards")
        await expect(show).to_have_attribute("aria-expanded", "false")
        await expect(page.locator("#cards")).to_be_hidden()
        await expect(page.locator("#hand-picture img")).to_have_count(0)
        assert "Your hand" not in await page.content()
        for hidden in ("#choices button", "#completions option"):
            await expect(page.locator(hidden)).to_have_count(0)
    page = pages[2]
    await page.locator("#show-hand").click()
    await expect(page.locator("#hand-picture img")).to_be_visible()
    await page.get_by_role("button", name="Hide my cards").click()
    await expect(page.locator("#hand-picture img")).to_have_count(0)
    await page.locator("#show-hand").click()
    await page.locator("#choices button").nth(1).click()
    await page.locator("#choices button").first.click()
    await expect(page.locator("#plays button")).to_have_count(1)
    await expect(page.locator("#cards")).to_be_hidden()
    await expect(page.locator("#hand-picture img")).to_have_count(0)
    await expect(pages[0].locator("#cards")).to_be_hidden()


async def test_somebody_joins_for_the_next_round(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors)
    room = await visitors.come()
    await room.get_by_role("link", name="Watch").click()
    await room.get_by_role("button", name="Join next round").click()
    await expect(room.locator("#name")).to_be_visible()
    await room.locator("#name").fill("Dov")
    await room.get_by_role("button", name="Join next round").click()
    await expect(room.locator("#news")).to_contain_text("Dov ✚ sits down, and plays from the next round on.")
    for page in pages:
        await expect(page.locator("#news")).to_contain_text("Dov")
    # Who has a name in this tab joins from the table itself.
    other = await visitors.come()
    await other.locator("#name").fill("Eve")
    await other.get_by_role("link", name="Watch").click()
    await other.get_by_role("button", name="Join next round").click()
    await expect(other.locator("#news")).to_contain_text("Eve ★ sits down")
    await expect(room.locator("#news")).to_contain_text("Eve")
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    await expect(watcher.locator("#news")).to_contain_text("You are watching.")
    await expect(watcher.get_by_role("button", name="Join next round")).to_have_count(0)


async def test_a_hand_fits_a_phone_in_either_light_and_is_read_aloud(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors, viewport=PHONE, color_scheme="dark")
    page = pages[0]
    for width in (PHONE["width"], 390, 1280):
        await page.set_viewport_size({"width": width, "height": 780})
        await fits(page)
        low = await page.locator("button:visible, select:visible, summary:visible").evaluate_all(
            "all => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"
        )
        assert low == []
    await expect(page.locator("#hand-picture img[src*='theme=dark']")).to_be_visible()
    await page.emulate_media(color_scheme="light")
    await expect(page.locator("#hand-picture img[src*='theme=light']")).to_be_visible()
    await expect(page.get_by_role("region", name="You may swap one hand card")).to_be_visible()
    await expect(page.get_by_role("button", name="keep all cards")).to_be_visible()
    await page.locator("#as-text").click()
    await expect(page.locator("#hand-words")).to_contain_text("Your hand: ")
    await expect(page.locator("#hand-picture")).to_be_hidden()
    await expect(page.locator("#seats")).to_be_visible()


async def test_a_tied_vote_is_fought_out_and_throws_stay_secret(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={}, game="lopti", preset="plain")
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    first, other = pages
    position, _ = await play_on(pages, dealt(2), ["swap -", "swap -"], 0)
    if mover(position) != 0:
        first, other = other, first

    # A plan is the seat's own; it stays when the page is opened anew.
    plan = other.get_by_label("What will you play in your turn")
    await plan.select_option(index=1)
    chosen = await plan.input_value()
    await other.reload()
    await expect(plan).to_have_value(chosen)
    await plan.select_option(label="No plan")
    await expect(plan).to_have_value("")
    await expect(first.locator("#plan")).to_be_hidden()

    await first.get_by_role("button", name="see the house rules").click()
    for text in ("propose", "propose core", "propose core order.", "propose core order.ace"):
        await press(first, text)
    await first.locator("#choices button").first.click()
    await first.locator("#choices button").last.click()
    await expect(first.locator("#hand-asks")).to_contain_text("Tried in 200 test rounds: ")
    await first.get_by_role("button", name="Ask the table").click()
    await expect(watcher.locator("#news")).to_contain_text("Rule Vote, round 1")
    await press(other, "vote no")
    await expect(watcher.locator("#news")).to_contain_text("Duel: ")
    for page in pages:
        await press(page, "duel")
        await expect(page.locator("#hand-picture img[src*='begun=duel']")).to_be_visible()
        await page.locator("#choices button").first.click()
        await expect(page.locator("#choices button[data-key='duel']")).to_have_count(0)
    await expect(watcher.locator("#plays button").first).to_contain_text(" ties.")
    assert not re.search("[RPS]{6}", await watcher.content())
    await expect(watcher.locator("#public button")).to_have_count(0)


@pytest.mark.slow
async def test_a_session_of_two_rounds_with_a_house_rule(visitors: Visitors) -> None:
    pages = await sit_at_lopti(visitors)
    watcher = await visitors.come()
    await watcher.get_by_role("link", name="Watch").click()
    position = dealt()
    position, ply = await play_on(pages, position, round_of(position), 0)
    assert position.phase == "break"
    winner = pages[mover(position)]
    await expect(watcher.locator("#news")).to_contain_text("Round 1 is over.")
    rule = next(move for move in position.moves(mover(position)) if move.startswith("rule "))
    for text in ("rule", "rule book"):
        await press(winner, text)
    await winner.locator("#choices button").first.click()
    await expect(winner.locator("#hand-asks")).to_contain_text("Tried in 200 test rounds: ")
    await winner.get_by_role("button", name="✔ Declare").click()
    await expect(winner.locator("#plays button")).to_have_count(ply + 1)
    position, ply = after(position, rule), ply + 1
    await expect(watcher.locator("#plays button").first).to_contain_text("made a house rule")
    for page in pages:
        await expect(page.locator("#public button")).to_have_text(["▶ Deal round 2", "Close the table"])
    await expect(watcher.locator("#public button")).to_have_count(0)
    dealer = pages[2]
    await press(dealer, "deal")
    await expect(dealer.locator("#plays button")).to_have_count(ply + 1)
    known = position.play(Seat(2), "deal").position
    assert isinstance(known, Lopti)
    position, ply = await play_on(pages, known, round_of(known), ply + 1)
    assert (position.phase, position.number) == ("break", 2)
    await expect(watcher.locator("#news")).to_contain_text("Round 2 is over.")
    await pages[mover(position)].get_by_role("button", name="make no rule").click()
    for page in pages:
        await page.get_by_role("button", name="close the table for all").click()
        await expect(page.locator("#plays button")).not_to_have_count(ply + 1)
        if await page.get_by_role("link", name="📄 Record").count():
            break
    await expect(watcher.locator("#news .main")).to_contain_text("round")
    await expect(watcher.get_by_role("link", name="📄 Record")).to_be_visible()
    await expect(watcher.locator("#hand")).to_be_hidden()
    for page in pages:
        await expect(page.locator("#hand")).to_be_hidden()
        await expect(page.locator("#moves")).to_be_hidden()
