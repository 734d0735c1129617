"""Makes the pictures of the README with the product itself: `make pictures`.

The real clients play a match against the loopback servers of the tests; the messages that these servers then hold are
set on a page and photographed by Chromium. The web table is photographed as it is.
"""

import asyncio
import base64
import html
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

import renderer
from bot.lobby import Wish
from bot.platforms.web import WebTable
from bot.rooms import Rooms
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.platforms.rig import Rig, sqlite
from tests.renderer import card_scenes, scenes

FOLDER = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
BOT, ANN, BOB = "Tumbledown", "Margarethe", "tomás_o"
FONTS = Path(renderer.__file__).parent / "fonts"


async def main() -> None:
    """Makes all of them."""
    (FOLDER / "shift.png").write_bytes(renderer.draw(scenes.six("light")).png)
    (FOLDER / "hand.png").write_bytes(renderer.draw(card_scenes.nineteen()).png)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with tempfile.TemporaryDirectory() as folder:
            await discord(browser, Path(folder) / "discord")
            await telegram(browser, Path(folder) / "telegram")
            await web(browser, Path(folder) / "web")
        await browser.close()


async def discord(browser: Browser, folder: Path) -> None:
    """A challenge, a board and a leaderboard in a Discord channel; also the board picture by itself."""
    async with FakeDiscord() as server:
        channel = server.text(server.guild())
        ann, bob = server.user("margarethe", display=ANN), server.user("tomas", display=BOB)
        with server.patched():
            rig = await Rig(sqlite(folder), server).start()
            asked_for: dict[str, Any] = {"game": "collapsi", "with": bob}
            await ann.slash(channel, "play", **asked_for)
            await server.until(lambda: server.messages(channel))
            names = {str(ann.id): ANN, str(bob.id): BOB}
            asked = _discord_message(server, server.messages(channel)[-1], names)
            await bob.press(server.messages(channel)[-1], "Accept")
            await server.until(lambda: server.messages(channel) and server.messages(channel)[-1]["attachments"])
            code = str(server.buttons(server.messages(channel)[-1])[0].custom_id).split(":")[1]

            async def move(mover: str, choice: int) -> None:
                board = server.messages(channel)[-1]
                before = board["content"]
                moves = [button.custom_id for button in server.buttons(board) if str(button.custom_id).startswith("m:")]
                await (ann if mover == ANN else bob).press(board, str(moves[choice % len(moves)]))
                await server.until(lambda: server.messages(channel)[-1]["content"] != before)

            await _play(rig, code, move, 5)
            (FOLDER / "board.png").write_bytes(server.picture(server.messages(channel)[-1]))
            middle = _discord_message(server, server.messages(channel)[-1], names)
            await _play(rig, code, move, 99)
            shown = await (await ann.slash(channel, "leaderboard")).answered()
            best = _discord_message(server, shown, names)
            await rig.stop()
    await _photograph(browser, "discord", [asked, middle, best])


async def telegram(browser: Browser, folder: Path) -> None:
    """The same in a Telegram group."""
    async with FakeTelegram() as server:
        ann, bob = server.person(ANN), server.person(BOB, username="tomas_o")
        club = server.group("Game night")
        server.join(club, ann, bob)
        rig = await Rig(sqlite(folder), None, server).start()
        await ann.send(f"/play@{server.me.username} collapsi @tomas_o", club)
        await server.until(lambda: server.posts(club))
        asked = _telegram_message(server, server.posts(club)[-1])
        await bob.press(server.posts(club)[-1], "Accept")
        await server.until(lambda: server.posts(club) and server.posts(club)[-1].photo)
        code = server.posts(club)[-1].body.split("#")[1].split("\n")[0]

        async def move(mover: str, choice: int) -> None:
            board = server.posts(club)[-1]
            before = board.body
            moves = [data for _, data in board.buttons if data and data.startswith("m:")]
            await (ann if mover == ANN else bob).press(board, moves[choice % len(moves)])
            await server.until(lambda: server.posts(club)[-1].body != before)

        await _play(rig, code, move, 5)
        middle = _telegram_message(server, server.posts(club)[-1])
        await _play(rig, code, move, 99)
        best = _telegram_message(server, await ann.ask(f"/leaderboard@{server.me.username}", club))
        await rig.stop()
    await _photograph(browser, "telegram", [asked, middle, best])


async def web(browser: Browser, folder: Path) -> None:
    """A seat at the web table, wide and on a phone."""
    rig = Rig(sqlite(folder))
    await rig.start()
    rooms = Rooms(rig.house)
    table = WebTable(rig.gallery, "127.0.0.1", 0)
    rig.platforms[table.name] = table
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(table.run(rooms, address.set_result))
    base = await address
    await rooms.open("home", ANN, Wish("collapsi", "quick"), "en")
    code = (await rooms.room("home", "en"))["matches"][0]["code"]
    key = await rooms.join("home", code, BOB, "en")
    keys = {seat.account.name: seat.key for seat in (await rig.table(code)).match.seats if seat.account}

    async def move(mover: str, choice: int) -> None:
        shown = await rooms.seat(keys[mover], "en")
        text = shown["choices"][choice % len(shown["choices"])]["text"]
        await rooms.move(keys[mover], shown["ply"], text)

    await _play(rig, code, move, 5)
    found = await rig.table(code)
    key = keys[found.person(found.to_move[0]).name]
    for name, width, height in (("web", 1180, 820), ("web-phone", 390, 844)):
        context = await browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=1.5)
        page = await context.new_page()
        await page.goto(f"{base}t/{key}")
        await page.wait_for_function(
            "document.querySelector('img')?.complete && document.querySelector('img').naturalWidth > 0"
        )
        await page.screenshot(path=FOLDER / f"{name}.png")
        await context.close()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await rig.stop()


async def _play(rig: Rig, code: str, move: Callable[[str, int], Awaitable[None]], plies: int) -> None:
    """Plays some plies, not always the first choice, so that paths turn and wrap."""
    for number in range(plies):
        await rig.herald.settle()
        found = await rig.table(code)
        if found.match.status != "running":
            return
        await move(found.person(found.to_move[0]).name, number * 3 + 4)
    await rig.herald.settle()


def _discord_message(server: FakeDiscord, message: dict[str, Any], names: dict[str, str]) -> str:
    text = html.escape(message["content"].replace("\\", ""))
    for number, name in names.items():
        text = text.replace(f"&lt;@{number}&gt;", f"<b>@{name}</b>")
    text = "\n".join(_without_timestamps(line) for line in text.split("\n"))
    picture = server.picture(message) if message["attachments"] else None
    rows = [
        [(item["label"], item.get("style", 2)) for item in row["components"] if item["type"] == 2]
        for row in message["components"]
    ]
    return _message("discord", text, picture, rows)


def _telegram_message(server: FakeTelegram, message: Any) -> str:
    picture = server.picture(message) if message.photo else None
    rows = [
        [(button["text"], 1 if button.get("style") == "primary" else 2) for button in row]
        for row in (message.keyboard or {}).get("inline_keyboard", [])
    ]
    return _message("telegram", html.escape(message.body), picture, rows)


def _without_timestamps(line: str) -> str:
    start = line.find("&lt;t:")
    return line if start < 0 else line[:start] + "<i>3 May 2026 12:00</i> (<i>in 2 days</i>)"


def _message(kind: str, text: str, picture: bytes | None, rows: list[list[tuple[str, int]]]) -> str:
    image = f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}" alt="">' if picture else ""
    buttons = "".join(
        "<div class=row>"
        + "".join(f'<span class="button s{style}">{html.escape(label)}</span>' for label, style in row)
        + "</div>"
        for row in rows
        if row
    )
    body = text.replace("\n", "<br>")
    said = f"{image}<p>{body}</p>" if kind == "telegram" else f"<p>{body}</p>{image}"
    return f"<article><h2>{BOT}</h2><div class=bubble>{said}</div>{buttons}</article>"


async def _photograph(browser: Browser, kind: str, messages: list[str]) -> None:
    page = await browser.new_page(viewport={"width": 1200, "height": 640}, device_scale_factor=1.5)
    panels = "".join(f"<section>{message}</section>" for message in messages)
    await page.set_content(f'<!doctype html><style>{_style()}</style><body class="{kind}"><main>{panels}</main>')
    await page.locator("main").screenshot(path=FOLDER / f"{kind}.png")
    await page.close()


def _style() -> str:
    """The style sheet, with the fonts in it: a page without an address may not load files."""
    faces = ""
    for weight, name in ((500, "Inter-Medium"), (600, "Inter-SemiBold")):
        font = base64.b64encode((FONTS / f"{name}.ttf").read_bytes()).decode()
        faces += f"@font-face {{ font-family: Inter; font-weight: {weight}; src: url(data:font/ttf;base64,{font}); }}\n"
    return faces + (FOLDER / "chat.css").read_text()


if __name__ == "__main__":
    asyncio.run(main())
