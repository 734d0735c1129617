"""A match shown again on the web table: a film that is loaded when somebody opens it, and can be kept."""

import re
from pathlib import Path

from tests.platforms.web_rig import (
    PHONE,
    Page,
    Visitors,
    choose,
    deal,
    expect,
    fits,
    in_order,
    mover_of,
    play_first,
    play_move,
    sit_down,
    sit_round,
)
from tests.renderer.compare import frames


async def play_out(one: Page, other: Page) -> int:
    """Plays to the end. Returns the number of moves."""
    plies = 0
    while (mover := await mover_of(one, other)) is not None:
        await play_first(mover)
        plies += 1
    return plies


async def loaded(page: Page) -> list[int]:
    """Waits until a film is there; returns its width and height."""
    size: list[int] = await page.locator("#frames").evaluate(
        "async image => { await image.decode(); return [image.naturalWidth, image.naturalHeight]; }"
    )
    return size


async def test_a_finished_match_is_shown_again_and_kept(visitors: Visitors, tmp_path: Path) -> None:
    host, guest = await sit_down(visitors)
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url) if "replay.gif" in request.url else None)
    plies = await play_out(host, guest)
    assert asked == [], "it is not loaded before somebody wants it"
    await host.get_by_role("button", name="▷ Replay").click()
    film = host.get_by_role("img", name="Replay of Collapsi · Quick 4×4: ")
    await expect(film).to_be_visible()
    assert str(await film.get_attribute("alt")).endswith(f" has no move left. {plies} moves.")
    assert await loaded(host) == [900, 1000]
    async with host.expect_download() as keeping:
        await host.get_by_role("link", name="Download").click()
    kept = await keeping.value
    code = str(await host.locator("#title .code").text_content()).strip(" #")
    assert kept.suggested_filename == f"{code}.gif"
    await kept.save_as(tmp_path / "film.gif")
    assert len(frames((tmp_path / "film.gif").read_bytes())) == 1 + plies
    await host.keyboard.press("Escape")
    await expect(host.locator("#film")).to_be_hidden()
    await expect(host.locator("#frames")).not_to_have_attribute("src", re.compile("."))  # and moves no more
    await expect(host.get_by_role("button", name="▷ Replay")).to_be_focused()


async def test_a_running_match_is_shown_again_to_who_watches_too(visitors: Visitors) -> None:
    mover, other = await in_order(*await sit_down(visitors, viewport=PHONE))
    room = await visitors.come(viewport=PHONE, color_scheme="dark")
    await room.get_by_role("link", name="Watch").click()
    await expect(room.locator("#picture img")).to_be_visible()
    await expect(room.locator("#replay")).to_be_hidden()
    await play_first(mover)
    await play_first(other)
    for page, theme in ((room, "dark"), (mover, "light")):
        await expect(page.locator("#plays button")).to_have_count(2)
        await fits(page)
        await page.get_by_role("button", name="▷ Replay").click()
        film = page.get_by_role("img", name="Replay of ")
        await expect(film).to_have_attribute("src", re.compile(f"theme={theme}"))
        assert str(await film.get_attribute("alt")).endswith("2 moves so far.")
        assert await loaded(page) == [900, 1000]
        await fits(page)
        inside = await page.locator("#film").bounding_box()
        assert inside is not None
        assert inside["y"] >= 0
        assert inside["y"] + inside["height"] <= PHONE["height"]
        await page.get_by_role("button", name="Close").click()
        await expect(page.locator("#film")).to_be_hidden()


async def test_closing_a_film_by_key_cancels_no_move(visitors: Visitors) -> None:
    pages = await sit_round(visitors, "Ann", "Bob", options={"start": "jack", "shift": "yes"})
    position = deal(2, start="jack", shift="yes")
    mover = pages[position.to_move[0]]
    (seat,) = position.to_move
    position = await play_move(mover, position, next(iter(position.moves(seat))))
    mover = pages[position.to_move[0]]
    await choose(mover, position.choices(position.to_move[0]).items[0].text)
    await expect(mover.locator("#ends")).to_be_visible()
    await mover.get_by_role("button", name="▷ Replay").click()
    await loaded(mover)
    await mover.locator("#frames").click()
    for key in ("Backspace", "Escape"):
        await mover.keyboard.press(key)
    await expect(mover.locator("#film")).to_be_hidden()
    await expect(mover.locator("#ends")).to_be_visible()


async def test_a_film_may_be_kept_by_the_browser_and_needs_a_key_and_a_move(visitors: Visitors) -> None:
    mover, _ = await in_order(*await sit_down(visitors))
    film = f"{visitors.address}/api/t/{mover.url.rpartition('/')[2]}/replay.gif"
    early = await mover.request.get(film)
    assert early.status == 409
    assert (await early.json())["message"] == "Nothing has been played yet."
    await play_first(mover)
    answer = await mover.request.get(f"{film}?version=2")
    assert answer.headers["content-type"] == "image/gif"
    assert answer.headers["cache-control"] == "private, max-age=86400"
    assert len(frames(await answer.body())) == 2
    assert (await mover.request.get(film.replace("/api/t/", "/api/t/xx"))).status == 404
