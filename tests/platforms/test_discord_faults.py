"""What Discord may do to us, and that the match goes on: no move is lost, nothing is shown twice, the board heals."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import SecretStr

import bot.__main__ as main
from bot.config import Settings
from bot.platforms import discord_bot
from bot.platforms.discord_bot import DiscordBot
from bot.ports import Chat, Later, Post
from storage import Store
from tests.fakes.discord import FakeDiscord, Interaction
from tests.platforms.discord_rig import MESSAGE, MESSAGES, DiscordRig, Log, code_of

UNSEEN = "Played. I couldn't post the board here."


class Hasty:
    """The module `asyncio` for somebody who waits for nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(_seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py repeats a failed request after 1, 3, 5, 7 and 9 seconds; here at once."""
    for module in (discord.http, discord.client, discord.shard, discord.webhook.async_):
        monkeypatch.setattr(module, "asyncio", Hasty())


@dataclass(frozen=True)
class Trouble:
    """Something that befalls requests of a kind, and how the place comes right again."""

    name: str
    arrange: Callable[[FakeDiscord, str, str], object]
    heals_itself_on_edit: bool = True
    heals_itself_on_send: bool = True

    def __str__(self) -> str:
        return self.name


def error(status: int, code: int = 0, times: int = 1, **more: Any) -> Callable[[FakeDiscord, str, str], object]:
    return lambda server, method, path: server.fault(method, path, status, code, times=times, **more)


TROUBLES = [
    Trouble("429", error(429, retry_after=0.5)),
    Trouble("429 for everything", error(429, retry_after=0.5, is_global=True)),
    Trouble("429 for a long time", error(429, retry_after=90)),
    Trouble("429 again and again", error(429, retry_after=0.5, times=7)),
    Trouble("500", error(500)),
    Trouble("500 again and again", error(500, times=7)),
    Trouble("503", error(503)),
    Trouble("refused connection", lambda server, method, path: server.refuse(method, path, times=3)),
    Trouble("answer lost", lambda server, method, path: server.lose(method, path)),
    Trouble("401", error(401), False, False),
    Trouble("403", error(403), True, True),
    Trouble("50001 Missing Access", error(403, 50001), False, False),
    Trouble("50013 Missing Permissions", error(403, 50013)),
    Trouble("50013 with text as well", error(403, 50013, times=2), False, False),
    Trouble("10003 Unknown Channel", error(404, 10003), False, False),
    Trouble("10008 Unknown Message", error(404, 10008), True, False),
    Trouble("30046 edited too often", error(400, 30046), True, False),
    Trouble("50083 Thread is archived", error(400, 50083), True, False),
    Trouble("160005 Thread is locked", error(400, 160005), False, False),
    Trouble("50035 Invalid Form Body", error(400, 50035), False, False),
]


@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_an_edit_that_fails_loses_no_move(discord_rig: DiscordRig, trouble: Trouble) -> None:
    rig = discord_rig
    code = await rig.begin()
    trouble.arrange(rig.server, "PATCH", MESSAGE)
    await played_through(rig, code, trouble.heals_itself_on_edit)


@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_a_new_board_that_fails_loses_no_move(discord_rig: DiscordRig, trouble: Trouble) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    trouble.arrange(rig.server, "POST", MESSAGES)
    await played_through(rig, code, trouble.heals_itself_on_send)


async def played_through(rig: DiscordRig, code: str, heals_itself: bool) -> None:
    """Plays a move while something fails, and then one more."""
    mover, board = await rig.mover(code), rig.board()
    press = await rig.press(mover, board, rig.moves(board)[0])
    assert (await rig.table(code)).match.ply == 1
    if heals_itself:
        assert press.answers == []
    else:
        assert press.answers[0]["content"] == UNSEEN
        shown = await rig.press(mover, press.answers[0], "Show it to me")
        assert f"#{code}" in shown.answers[0]["content"]
        await rig.slash(await rig.mover(code), "move", move=(await choices(rig, code))[0])
    await rig.is_right(code)
    await rig.play(code)
    await rig.is_right(code)


async def choices(rig: DiscordRig, code: str) -> list[str]:
    """The moves that there are, whatever the board shows."""
    table = await rig.table(code)
    assert table.position is not None
    return [choice.text for choice in table.position.choices(table.to_move[0]).items]


async def typed(rig: DiscordRig, code: str, channel: int | None = None) -> Interaction:
    """Types a move in the name of whoever's turn it is."""
    return await rig.slash(await rig.mover(code), "move", channel, move=(await choices(rig, code))[0], game=code)


@pytest.mark.parametrize("trouble", [each for each in TROUBLES if not each.heals_itself_on_edit], ids=str)
async def test_board_heals_what_an_edit_left_undone(discord_rig: DiscordRig, trouble: Trouble) -> None:
    rig = discord_rig
    code = await rig.begin()
    trouble.arrange(rig.server, "PATCH", MESSAGE)
    await rig.play(code)
    assert (await rig.slash(rig.cleo, "board")).answers == []
    await rig.is_right(code)


async def test_three_refusals_rest_the_place_until_somebody_asks_for_the_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old = rig.board()
    error(403, 50001, times=1000)(rig.server, "POST", MESSAGES)
    error(403, 50001, times=1000)(rig.server, "PATCH", MESSAGE)
    for ply in range(1, 6):
        asked = await typed(rig, code)
        assert asked.answers[0]["content"] == UNSEEN
        assert (await rig.table(code)).match.ply == ply
    tried = len(rig.server.sent("PATCH", MESSAGE))
    assert tried == 3
    await rig.rejoin()
    asked = await typed(rig, code)
    assert asked.answers[0]["content"] == UNSEEN
    await rig.tick(minutes=3)
    assert len(rig.server.sent("PATCH", MESSAGE)) == tried
    in_vain = await rig.slash(rig.alice, "board", game=code)
    assert in_vain.answers[0]["content"].startswith("I couldn't post the board here.\nCollapsi · Classic")
    assert rig.server.picture(in_vain.answers[0])
    assert rig.boards() == [old]
    rig.server._faults.errors.clear()
    await rig.slash(rig.alice, "board", game=code)
    await rig.is_right(code)
    await rig.play(code)
    await rig.is_right(code)


async def test_a_channel_that_refuses_does_not_hold_up_the_others(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    other = rig.server.text(rig.guild, "other")
    await rig.slash(rig.bob, "board", other, game=code)
    rig.server.deny(other, "view_channel")
    for _ in range(4):
        if await rig.mover(code) is rig.alice:
            await rig.play(code)
        else:
            assert (await typed(rig, code)).answers == []
        await rig.is_right(code)
    assert (await rig.table(code)).match.ply == 4


async def test_writing_forbidden_for_a_while_does_not_turn_pictures_into_text(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    rig.server.deny(rig.channel, "send_messages")
    press = await rig.press(await rig.mover(code), rig.board(), rig.moves(rig.board())[0])
    assert press.answers[0]["content"] == UNSEEN
    rig.server.allow(rig.channel)
    rig.time.advance(minutes=10)
    await typed(rig, code)
    await rig.is_right(code)
    assert rig.server.picture(rig.board())
    assert "I may not send pictures" not in rig.board()["content"]


async def test_a_deleted_board_stays_away_until_the_next_change(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.server.delete_message(rig.channel, rig.board())
    await rig.heard()
    assert rig.boards() == []
    await typed(rig, code)
    await rig.is_right(code)
    rig.server.delete_message(rig.channel, rig.board())
    await rig.slash(rig.cleo, "board")
    await rig.is_right(code)


async def test_a_deleted_challenge_can_still_be_accepted(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    rig.server.delete_message(rig.channel, rig.board())
    (games,) = (await rig.slash(rig.bob, "games")).answers
    await rig.press(rig.bob, games, "Accept")
    await rig.is_right(code_of(rig.board()))


async def test_a_match_outlives_its_channel(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    other = rig.server.text(rig.guild, "other")
    rig.server.delete_channel(rig.channel)
    rig.channel = other
    mover = await rig.mover(code)
    direct = rig.server.dm(mover)
    assert (await typed(rig, code, direct)).answers == []
    assert rig.boards(direct) == []
    await rig.slash(rig.alice, "board", other, game=code)
    await rig.is_right(code, other)
    await rig.slash(rig.bob, "games", other)
    await rig.play_out(code, other)
    await rig.is_right(code, other)


async def test_an_archived_thread_is_woken_and_a_locked_one_says_so(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    thread = rig.server.thread(rig.channel)
    code = await rig.begin(channel=thread)
    old = rig.board(thread)
    rig.server.archive(thread)
    await rig.play(code, channel=thread)
    await rig.is_right(code, thread)
    assert rig.board(thread)["id"] != old["id"]
    rig.server.archive(thread, locked=True)
    mover, board = await rig.mover(code), rig.board(thread)
    press = await rig.press(mover, board, rig.moves(board)[0])
    assert press.answers[0]["content"] == UNSEEN
    await rig.slash(rig.alice, "board", game=code)
    await rig.is_right(code)
    await rig.slash(rig.bob, "board", game=code)
    await rig.play_out(code)
    await rig.is_right(code)


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("403", error(403, 50013)),
        Trouble("404", error(404, 10008)),
        Trouble("500", error(500, times=5)),
        Trouble("refused", lambda server, method, path: server.refuse(method, path, times=2)),
        Trouble("lost", lambda server, method, path: server.lose(method, path, times=2)),
    ],
    ids=str,
)
async def test_an_old_board_that_cannot_be_deleted_goes_with_the_next_change(
    discord_rig: DiscordRig, trouble: Trouble
) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    trouble.arrange(rig.server, "DELETE", MESSAGE)
    await rig.play(code)
    (board,) = [each for each in rig.boards() if rig.moves(each) == await choices(rig, code)]
    await rig.press(await rig.mover(code), board, rig.moves(board)[0])
    assert (await rig.table(code)).match.ply == 2
    newest = rig.board()
    assert rig.moves(newest) == await choices(rig, code)
    if trouble.name not in ("403", "404"):
        await rig.is_right(code)


async def test_a_board_whose_sending_was_not_confirmed_stands_there_once_after_a_restart(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    posted = len(rig.server.sent("POST", MESSAGES))
    rig.server.lose("POST", MESSAGES, times=3)
    await rig.play(code)
    await rig.rejoin()
    assert len(rig.server.sent("POST", MESSAGES)) == posted + 4
    await rig.is_right(code)


async def test_many_quick_moves_stay_within_the_rate_limit(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    monkeypatch.setattr(discord.http, "asyncio", asyncio)
    limit = rig.server.limit("PATCH", MESSAGE, 2, 0.2)
    code = await rig.begin()
    await rig.play_out(code)
    assert limit.refused <= 1
    await rig.is_right(code)


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

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(rig.desk, "_play", broken)
    press = await rig.press(await rig.mover(code), rig.board(), rig.moves(rig.board())[0])
    (answer,) = press.answers
    assert answer["content"].startswith("Something broke on my side; your game is safe. Try again, or /board. (report ")
    number = answer["content"].split("(report ")[1].removesuffix(")")
    assert f"report {number}" in rig.log.lines("bot.platforms.discord_bot")
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
