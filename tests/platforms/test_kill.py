"""A process that dies in the middle of a move: the next one finds what was left undone and does it, once."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.platforms.discord_rig import MESSAGES, DiscordRig
from tests.platforms.telegram_rig import SEND, TelegramRig, moves

SCRIPT = Path(__file__).with_name("bot_process.py")
ROOT = SCRIPT.parents[2]


@asynccontextmanager
async def process(**settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Runs the bot; whatever happens, it does not outlive the test."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "WEB_TABLE": "false", "LOG_LEVEL": "INFO", **settings}
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SCRIPT),
        env=environment,
        cwd=Path(settings["DATABASE_URL"].removeprefix("sqlite:///")).parent,
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def is_killed(dying: asyncio.subprocess.Process) -> bool:
    return await asyncio.wait_for(dying.wait(), 30) == -signal.SIGKILL


async def ends_well(living: asyncio.subprocess.Process) -> bool:
    living.terminate()
    return await asyncio.wait_for(living.wait(), 30) == 0


@pytest.mark.parametrize("where", ["wake", "_note", "_remove"])
async def test_on_discord_the_next_process_shows_the_move_once(discord_rig: DiscordRig, where: str) -> None:
    rig, server = discord_rig, discord_rig.server
    rig.time.at = datetime.now(UTC) - timedelta(minutes=10)
    code = await rig.begin()
    await rig.play(code)
    await rig.tick(minutes=4)
    board, mover = dict(rig.board()), await rig.mover(code)
    await rig.stop()
    settings = {"DISCORD_TOKEN": server.TOKEN, "DISCORD_BASE": server.base, "DATABASE_URL": rig.url}
    sent = len(server.sent("POST", MESSAGES))

    async with process(**settings, DIE_IN=where) as dying:
        await server.until(lambda: server.gateway.connected, 30)
        await mover.press(int(board["id"]), rig.moves(board)[0])
        assert await is_killed(dying)
    assert [row[1] for row in rig.rows("move")["move"]] == [1, 2]
    assert len(server.sent("POST", MESSAGES)) == sent + (where != "wake")
    assert len(rig.boards()) == (1 if where == "wake" else 2)

    server.gateway.sessions.clear()
    async with process(**settings) as living:
        await server.until(lambda: server.gateway.connected, 30)
        await server.until(lambda: [each["id"] for each in rig.boards()] not in ([], [board["id"]]), 30)
        await server.until(lambda: len(rig.boards()) == 1, 30)
        assert await ends_well(living)

    rig.time.at = datetime.now(UTC)
    await rig.start()
    posted = [call.body["nonce"] for call in server.sent("POST", MESSAGES)[sent:]]
    # What was sent and not noted is sent again, and Discord makes one message of the two.
    assert (len(posted), len(set(posted))) == (2 if where == "_note" else 1, 1)
    await rig.is_right(code)
    await rig.play(code)
    await rig.is_right(code)
    plies = [row[1] for row in rig.rows("move")["move"]]
    assert plies == list(range(1, len(plies) + 1))


async def test_on_telegram_the_next_process_shows_the_move_once(telegram_rig: TelegramRig) -> None:
    rig, server = telegram_rig, telegram_rig.server
    rig.time.at = datetime.now(UTC) - timedelta(minutes=10)
    code = await rig.begin()
    await rig.play(code)
    await rig.tick(minutes=4)
    board, mover = rig.board(), await rig.mover(code)
    await rig.stop()
    settings = {"TELEGRAM_TOKEN": server.token, "TELEGRAM_BASE": server.base, "DATABASE_URL": rig.url}
    sent = rig.calls(SEND)

    async with process(**settings, DIE_IN="wake") as dying:
        mover.tap(board, moves(board)[0])
        assert await is_killed(dying)
    assert rig.calls(SEND) == sent
    assert [each.id for each in rig.boards()] == [board.id]

    async with process(**settings) as living:
        await server.until(lambda: [each.id for each in rig.boards()] not in ([], [board.id]), 30)
        await server.until(lambda: len(rig.boards()) == 1, 30)
        assert await ends_well(living)
    assert rig.calls(SEND) == sent + 1

    rig.time.at = datetime.now(UTC)
    await rig.start()
    await rig.is_right(code)
    assert [row[1] for row in (await rig.rows("move"))["move"]] == [1, 2]
    await rig.all_are_here()
    await rig.play(code)
    await rig.is_right(code)
