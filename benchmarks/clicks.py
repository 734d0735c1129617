"""One click through each platform's real client, beside an empty handler of the same library that only acknowledges."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

import discord
from telegram import Update
from telegram.ext import Application, CallbackQueryHandler

from benchmarks.timing import awaited, line
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.platforms.rig import Rig, sqlite

TIMES = 60


def run() -> None:
    """Prints milliseconds from a press to its acknowledgement and to the new board."""
    asyncio.run(_discord())
    asyncio.run(_telegram())


class Empty(discord.Client):
    """A bot that acknowledges presses and does nothing."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Acknowledges."""
        await interaction.response.defer()


async def _discord() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with FakeDiscord() as server:
            channel = server.text(server.guild())
            ann, bob, stranger = server.user("ann"), server.user("bob"), server.user("cleo")
            with server.patched():
                rig = await Rig(sqlite(Path(folder)), server).start()
                code = await _challenge(lambda: ann.slash(channel, "play", game="collapsi"), rig, server, channel)
                await bob.press(server.messages(channel)[-1], "Join")
                await server.until(lambda: server.messages(channel) and server.messages(channel)[-1]["attachments"])
                await rig.herald.settle()
                acknowledged, shown = [], []
                while (await rig.table(code)).match.status == "running":
                    found = await rig.table(code)
                    mover = ann if found.person(found.to_move[0]).name.lower() == "ann" else bob
                    board = server.messages(channel)[-1]
                    choice = str(server.buttons(board)[0].custom_id)
                    before = board["content"]

                    async def show(
                        mover: Any = mover, board: Any = board, choice: str = choice, before: str = before
                    ) -> None:
                        acknowledged.extend(await awaited([lambda: mover.press(board, choice)]))
                        await server.until(lambda: server.messages(channel)[-1]["content"] != before)

                    shown += await awaited([show])
                    await rig.herald.settle()
                old = int(server.messages(channel)[-1]["id"])

                async def press(answers: bool) -> float:
                    began = time.perf_counter()
                    pressed = await server.press_forged(stranger, channel, old, f"m:{code}:0:a1")
                    taken = (time.perf_counter() - began) * 1000
                    if answers:
                        # The sentence follows the acknowledgement; it must not run into the next press.
                        await pressed.answered()
                    return taken

                ours = [await press(answers=True) for _ in range(TIMES)]
                await rig.stop()
                empty = Empty(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
                task = asyncio.create_task(empty.start(server.TOKEN))
                await _ready(lambda: empty.is_ready(), task)
                theirs = [await press(answers=False) for _ in range(TIMES)]
                await empty.close()
                await asyncio.wait([task])
    _report("Discord", ours, theirs, acknowledged, shown)


async def _telegram() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with FakeTelegram() as server:
            ann, bob, stranger = server.person("ann"), server.person("bob"), server.person("cleo")
            club = server.group("Club")
            server.join(club, ann, bob, stranger)
            rig = await Rig(sqlite(Path(folder)), None, server).start()
            await ann.send(f"/play@{server.me.username} collapsi", club)
            await server.until(lambda: server.posts(club))
            await bob.press(server.posts(club)[-1], "Join")
            await rig.herald.settle()
            code = server.posts(club)[-1].body.split("#")[1].split("\n")[0]
            acknowledged, shown = [], []
            while (await rig.table(code)).match.status == "running":
                found = await rig.table(code)
                mover = ann if found.person(found.to_move[0]).name.lower() == "ann" else bob
                board = server.posts(club)[-1]
                before = board.body

                async def show(mover: Any = mover, board: Any = board, before: str = before) -> None:
                    acknowledged.extend(await awaited([lambda: mover.press(board, board.buttons[0][1])]))
                    await server.until(lambda: server.posts(club)[-1].body != before)

                shown += await awaited([show])
                await rig.herald.settle()
            board = server.posts(club)[-1]
            data = f"m:{code}:0:a1"
            stale = [lambda: stranger.press_forged(club, board.id, data)] * TIMES
            ours = await awaited(stale)
            await rig.stop()
            builder = Application.builder().token(server.token).concurrent_updates(64)
            app = builder.base_url(server.base + "/bot").build()
            app.add_handler(CallbackQueryHandler(_acknowledge))
            async with app:
                await app.start()
                assert app.updater is not None
                await app.updater.start_polling(timeout=10)
                theirs = await awaited(stale)
                await app.updater.stop()
                await app.stop()
    _report("Telegram", ours, theirs, acknowledged, shown)


async def _challenge(open_: Callable[[], Awaitable[Any]], rig: Rig, server: FakeDiscord, channel: int) -> str:
    await open_()
    await server.until(lambda: server.messages(channel))
    await rig.herald.settle()
    return str(server.buttons(server.messages(channel)[-1])[0].custom_id).split(":")[1]


async def _acknowledge(update: Update, _context: Any) -> None:
    assert update.callback_query is not None
    await update.callback_query.answer()


async def _ready(is_ready: Callable[[], bool], task: "asyncio.Task[None]") -> None:
    while not is_ready():
        if task.done():
            task.result()
        await asyncio.sleep(0.005)


def _report(name: str, ours: list[float], theirs: list[float], acknowledged: list[float], shown: list[float]) -> None:
    line(f"{name}: a press that is refused, to its acknowledgement", f"{median(ours):.1f} ms")
    ratio = median(ours) / median(theirs)
    line("  an empty handler of the same library", f"{median(theirs):.1f} ms", f"ratio {ratio:.1f}")
    line("  a move, to its acknowledgement", f"{median(acknowledged):.1f} ms")
    line("  a move, to the new board in the chat", f"{median(shown):.1f} ms")
