"""Discord's acknowledgements, connection and token: what fails there loses no move and stops nothing else."""

import asyncio
import logging
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

import bot.app as main
from bot import table
from bot.config import Settings
from bot.platforms import discord_bot
from bot.platforms.discord_bot import DiscordBot
from bot.ports import Chat, Later, Post
from storage import Store
from tests.fakes.discord import FakeDiscord
from tests.platforms.discord_rig import DiscordRig, Log, Trouble, error, typed

pytestmark = pytest.mark.usefixtures("hasty")

# Acknowledgements and answers


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("10062 too late", error(404, 10062)),
        Trouble("500", error(500, times=5)),
        Trouble("refused", lambda server, method, path: server.refuse(method, path)),
        Trouble("lost", lambda server, method, path: server.lose(method, path)),
    ],
    ids=str,
)
async def test_a_press_that_cannot_be_acknowledged_is_played_all_the_same(
    discord_rig: DiscordRig, trouble: Trouble
) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    before = len(rig.server.sent("POST", "/callback$"))
    trouble.arrange(rig.server, "POST", "/callback$")
    await mover.press(board, rig.moves(board)[0], wait=False)
    await rig.server.until(lambda: len(rig.server.sent("POST", "/callback$")) > before)
    await rig.handled()
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_an_acknowledgement_that_takes_too_long_is_not_waited_for(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    code = await rig.begin()
    monkeypatch.setattr(discord.webhook.async_, "asyncio", asyncio)
    monkeypatch.setattr(discord_bot, "IN_TIME", 0.05)
    mover, board = await rig.mover(code), rig.board()
    error(500, times=5)(rig.server, "POST", "/callback$")
    press = await mover.press(board, rig.moves(board)[0], wait=False)
    await rig.server.until(lambda: (board["edited_timestamp"] or "") > "" and rig.moves(board) != [])
    await rig.handled()
    assert press.kind is None
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_an_answer_that_cannot_be_delivered_is_no_mistake_of_ours(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    board = rig.board()
    error(404, 10015, times=5)(rig.server, "POST", r"/webhooks/\d+/[\w-]+$")
    error(404, 10008, times=5)(rig.server, "PATCH", "/@original$")
    error(404, 10008, times=5)(rig.server, "DELETE", "/@original$")
    await rig.press(rig.cleo, board, rig.moves(board)[0])
    await rig.slash(rig.cleo, "help")
    await rig.press(rig.cleo, board, "⋯")
    await typed(rig, code)
    await rig.is_right(code)
    assert sum("could not be delivered" in line for line in rig.log.lines("bot.platforms.discord_bot")) == 4


async def test_a_reply_that_cannot_be_answered_is_played_all_the_same(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.server.deny(rig.channel, "add_reactions")
    message = await rig.say(await rig.mover(code), rig.channel, rig.moves(rig.board())[0], reply_to=rig.board())
    assert "reactions" not in message
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_an_answer_that_a_moderator_deleted_does_not_hold_up_the_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    board = rig.board()
    await rig.say(await rig.waiter(code), rig.channel, "c3", reply_to=board)
    answer = rig.board()
    assert answer["id"] != board["id"]
    rig.server.delete_message(rig.channel, answer)
    await rig.press(await rig.mover(code), board, rig.moves(board)[0])
    await rig.is_right(code)


async def test_a_mistake_of_our_own_is_owned_up_to_with_a_number_that_the_log_knows(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.forgives = "^report %s$"

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table, "act", broken)
    press = await rig.press(await rig.mover(code), rig.board(), rig.moves(rig.board())[0])
    (answer,) = press.answers
    assert answer["content"].startswith("Something broke on my side; your game is safe. Try again, or /board. (report ")
    number = answer["content"].split("(report ")[1].removesuffix(")")
    assert f"report {number}" in rig.log.lines("bot.mishaps")
    monkeypatch.undo()
    await rig.play(code)
    await rig.is_right(code)


# The connection


async def test_a_press_during_a_dropped_connection_is_replayed_and_played(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    with rig.server.gateway.held():
        await rig.server.gateway.drop()
        press = await mover.press(board, rig.moves(board)[0], wait=False)
    await press.acked()
    await rig.handled()
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_a_press_that_arrives_twice_is_played_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play(code)
    (session,) = rig.server.gateway.sessions.values()
    press = [event for event in session.events if event["t"] == "INTERACTION_CREATE"][-1]
    session.dispatch("INTERACTION_CREATE", press["d"])
    await rig.heard()
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


@pytest.mark.parametrize("how", ["drop", "close", "reconnect", "invalid session"])
async def test_the_match_goes_on_over_a_new_connection(discord_rig: DiscordRig, how: str) -> None:
    rig, gateway = discord_rig, discord_rig.server.gateway
    code = await rig.begin()
    met = len(gateway.received)
    match how:
        case "drop":
            await gateway.drop()
        case "close":
            await gateway.drop(4000)
        case "reconnect":
            gateway.ask_to_reconnect()
        case "invalid session":
            gateway.invalidate()
    await rig.server.until(lambda: {2, 6} & set(gateway.received[met:]) and gateway.connected, 10)
    await rig.play(code)
    await rig.is_right(code)
    await rig.play_out(code)
    await rig.is_right(code)


# The token


WRONG = "MTQwMDAwMDAwMDAwMDAwMDAwMA.XxXxXx.a-token-that-was-revoked-some-time-ago-00"


async def test_a_refused_token_stops_only_discord_and_is_told_in_one_line(tmp_path: Path, log: Log) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tumbledown.sqlite3'}", durable=False)
    settings = Settings(discord_token=SecretStr(WRONG), telegram_token=None, web_port=0, web_table=True)
    stop = asyncio.Event()
    async with FakeDiscord() as server:
        with server.patched():
            app = main.App(settings, store)
            running = asyncio.create_task(app.run(stop))
            await server.until(lambda: server.sent("GET", "/users/@me"))
            (kept,) = [task for task in asyncio.all_tasks() if getattr(task.get_coro(), "__name__", "") == "_keep"]
            assert await asyncio.wait_for(kept, 5) == main.WRONG_SETTING
            assert not running.done()
            stop.set()
            assert await running == 0
        assert len(server.sent("GET", "/users/@me")) == 1
    store.close()
    told = [record.getMessage() for record in log.records if record.levelno >= logging.WARNING]
    assert told == ["Discord refused the token. Put the right one into .env and start again."]
    assert WRONG not in log.text


async def test_a_refused_token_alone_ends_the_bot(tmp_path: Path, log: Log) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tumbledown.sqlite3'}", durable=False)
    settings = Settings(discord_token=SecretStr(WRONG), telegram_token=None, web_table=False)
    async with FakeDiscord() as server:
        with server.patched():
            assert await main.App(settings, store).run(asyncio.Event()) == main.WRONG_SETTING
    store.close()


async def test_discord_out_of_reach_is_tried_again(discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.stop()
    monkeypatch.setattr(main, "FIRST_WAIT", 0.01)
    rig.server.refuse("GET", "/users/@me$", times=4)
    rig.server.fault("GET", "/users/@me$", 503)
    rig.keep = lambda run: main._keep("Discord", run)
    await rig.start()
    await rig.play(code)
    await rig.is_right(code)
    told = rig.log.lines("bot")
    assert told
    assert all(line.startswith("Discord cannot be reached (") for line in told)


async def test_without_a_connection_the_herald_is_asked_to_wait(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    chat, message = Chat("discord", str(rig.channel)), rig.board()["id"]
    absent = DiscordBot(rig.server.TOKEN, rig.gallery)
    with pytest.raises(Later):
        await absent.show(chat, message, Post(("x",)), "1")
    with pytest.raises(Later):
        await absent.remove(chat, message)
    await rig.is_right(code)
