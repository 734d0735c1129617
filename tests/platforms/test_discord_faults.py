"""What Discord may do to us, and that the match goes on: no move is lost, nothing is shown twice, the board heals."""

import asyncio

import discord
import pytest

from tests.platforms.discord_rig import MESSAGE, MESSAGES, DiscordRig, Trouble, choices, code_of, error, typed

pytestmark = pytest.mark.usefixtures("hasty")

UNSEEN = "Played. I couldn't post the board here."

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
