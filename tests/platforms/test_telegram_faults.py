"""What Telegram may do to the bot: the match goes on, the board heals, and nobody loses a move."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

import pytest

from bot import herald
from bot.app import WRONG_SETTING, _keep
from bot.platforms import telegram_updates
from bot.platforms.telegram_bot import TelegramBot
from tests.fakes.telegram import FakeTelegram
from tests.platforms.discord_rig import Log
from tests.platforms.telegram_rig import EDIT, NOTHING, SEND, TelegramRig, code_of, labels, moves, payload

Script: TypeAlias = Callable[[FakeTelegram, str], None]


def refused(code: int, description: str, times: int = 1, **parameters: int) -> Script:
    """Makes a method fail with an answer of Telegram's."""
    return lambda server, method: server.fault(method, code, description, times, lambda _: True, **parameters)


HEALS: dict[str, Script] = {
    "429": refused(429, "Too Many Requests: retry after 3", retry_after=3),
    "429 three times": refused(429, "Too Many Requests: retry after 40", times=3, retry_after=40),
    "not delivered": lambda server, method: server.refuse(method),
    "delivered, but the answer was lost": lambda server, method: server.lose(method),
    "500": refused(500, "Internal Server Error"),
    "502": refused(502, "Bad Gateway"),
    "not modified": refused(400, "Bad Request: message is not modified: specified new message content is the same"),
    "deleted": refused(400, "Bad Request: message to edit not found"),
    "cannot be edited": refused(400, "Bad Request: message can't be edited"),
    "invalid id": refused(400, "Bad Request: MESSAGE_ID_INVALID"),
    "no media": refused(400, "Bad Request: there is no media in the message to edit"),
    "blocked": refused(403, "Forbidden: bot was blocked by the user"),
    "kicked": refused(403, "Forbidden: bot was kicked from the supergroup chat"),
    "chat not found": refused(400, "Bad Request: chat not found"),
    "no right to send photos": refused(400, "Bad Request: not enough rights to send photos to the chat"),
    "no right to write": refused(400, "Bad Request: not enough rights to send text messages to the chat"),
    "topic closed": refused(400, "Bad Request: TOPIC_CLOSED"),
    "unheard of": refused(400, "Bad Request: SOMETHING_NEW"),
}


@pytest.mark.parametrize("method", [EDIT, SEND])
@pytest.mark.parametrize("fault", HEALS)
async def test_the_match_goes_on_and_the_board_heals(telegram_rig: TelegramRig, fault: str, method: str) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    if method == SEND:
        rig.time.advance(minutes=10)  # nobody is here now, so the board is posted anew
    HEALS[fault](rig.server, method)
    mover, board = await rig.mover(code), rig.board()
    said = await rig.press(mover, board, moves(board)[0])
    assert (await rig.table(code)).match.ply == 2, "the move is not lost"
    if said != NOTHING:
        assert said.text == "Played. I couldn't post the board here."
    # Whatever went wrong, the next change repairs it.
    mover, before = await rig.mover(code), await rig.table(code)
    assert before.position is not None
    move = before.position.choices(before.to_move[0]).items[0].text
    assert await rig.forge(mover, rig.board(), f"m:{code}:2:{move}") == NOTHING
    assert (await rig.table(code)).match.ply == 3
    await rig.is_right(code)


@pytest.mark.parametrize("fault", ["429", "not delivered", "delivered, but the answer was lost", "502"])
async def test_what_passes_by_itself_heals_before_the_next_change(telegram_rig: TelegramRig, fault: str) -> None:
    rig = telegram_rig
    code = await rig.begin()
    board = rig.board()
    HEALS[fault](rig.server, EDIT)
    await rig.play(code)
    assert await rig.is_right(code) is board


async def test_a_flood_limit_is_waited_out_and_overtaken_boards_are_skipped(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = telegram_rig
    monkeypatch.setattr(telegram_updates, "PATIENCE", 0.05)
    monkeypatch.setattr(herald, "PATIENCE", 0.2)
    code = await rig.begin()
    waits: list[float] = []
    go = asyncio.Event()

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        if seconds > 5:
            await go.wait()

    rig.herald._sleep = wait
    rig.server.fault(EDIT, 429, "Too Many Requests: retry after 33", retry_after=33)
    board = rig.board()
    for _ in range(3):
        table = await rig.table(code)
        assert table.position is not None
        move = table.position.choices(table.to_move[0]).items[0].text
        mover = rig.person(table, table.to_move[0])
        assert await mover.press_forged(rig.club, board.id, f"m:{code}:{table.match.ply}:{move}") == NOTHING
    assert 33 in waits
    edits = rig.calls(EDIT)
    go.set()
    await rig.handled()
    assert rig.calls(EDIT) == edits + 1
    assert await rig.is_right(code) is board


async def test_a_board_that_somebody_deleted_comes_back_with_the_next_change(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    data = payload(board, moves(board)[0])
    rig.server.delete(rig.club, board.id)
    await rig.handled()
    assert rig.server.posts(rig.club) == [], "we do not fight moderators"
    assert await rig.after(mover.press_forged(rig.club, board.id, data)) == NOTHING
    await rig.is_right(code)
    rig.server.delete(rig.club, rig.board().id)
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    await rig.is_right(code)


async def test_without_the_right_to_send_photos_the_board_is_text_and_says_so_once(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    rig.server.restrict(rig.club, photos=False)
    code = await rig.begin()
    sorry = "I may not send pictures here, so this is the text board."
    board = await rig.is_right(code)
    assert sorry in board.body
    assert not board.photo
    assert (await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)).body.endswith("Nobody has a rated game yet.")
    await rig.play(code)
    assert sorry not in (await rig.is_right(code)).body
    await rig.play_out(code)
    await rig.is_right(code)
    best = await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)
    assert "\n1. " in best.body
    assert not best.photo
    rig.server.restrict(rig.club)
    await rig.press(rig.bob, rig.board(), "↻ Rematch")
    await rig.press(rig.alice, rig.newest(), "Accept")
    assert rig.newest().photo


async def test_without_the_right_to_write_the_mover_is_told_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    old = rig.board()
    rig.time.advance(minutes=10)
    rig.server.restrict(rig.club, text=False, photos=False)
    mover = await rig.mover(code)
    said = await rig.press(mover, old, moves(old)[0])
    assert said.text == "Played. I couldn't post the board here."
    assert (await rig.table(code)).match.ply == 2
    assert rig.server.posts(rig.club) == [old]
    rig.server.restrict(rig.club)
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    board = await rig.is_right(code)
    assert board.photo, "that nothing may be written says nothing about pictures"


async def test_after_three_failures_a_place_rests_until_somebody_asks_for_the_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.server.remove_bot(rig.club)
    board = rig.board()
    tried = []
    for ply in range(5):
        table = await rig.table(code)
        assert table.position is not None
        move = table.position.choices(table.to_move[0]).items[0].text
        calls = rig.calls(EDIT) + rig.calls(SEND)
        said = await rig.forge(rig.person(table, table.to_move[0]), board, f"m:{code}:{ply}:{move}")
        assert said.text == "Played. I couldn't post the board here."
        tried.append(rig.calls(EDIT) + rig.calls(SEND) - calls)
    assert tried == [1, 1, 1, 0, 0]
    await rig.tick(hours=24)
    await rig.restart()
    assert len(rig.server.posts(rig.club)) == 1
    await rig.after(rig.alice.add_bot(rig.club))
    await rig.say(rig.alice, "/board@game_bot", rig.club)
    await rig.is_right(code)
    await rig.play_out(code)
    await rig.is_right(code)


async def test_a_player_who_blocked_the_bot_finds_the_board_after_coming_back(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    if await rig.mover(code) is rig.bob:
        await rig.play(code, chat="private")
    await rig.bob.block()
    await rig.play(code, chat="private")
    await rig.is_right(code, rig.alice)
    await rig.say(rig.bob, "/board")
    await rig.is_right(code, rig.bob)
    await rig.play_out(code, "private")
    await rig.is_right(code, rig.alice)
    await rig.is_right(code, rig.bob)


# Topics and groups that change


async def test_a_closed_topic_keeps_the_match_going(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    forum = rig.server.group("Forum", forum=True)
    topic = rig.server.topic(forum, "Games")
    rig.server.join(forum, *rig.people)
    code = await rig.begin(forum, topic)
    rig.server.close_topic(forum, topic)
    await rig.tick(minutes=10)
    mover, board = await rig.mover(code), rig.board(forum, topic)
    said = await rig.press(mover, board, moves(board)[0])
    assert said.text == "Played. I couldn't post the board here."
    rig.server.reopen_topic(forum, topic)
    await rig.say(mover, "/board@game_bot", forum, topic)
    await rig.is_right(code, forum, topic)


@pytest.mark.parametrize("is_shown_there_too", [False, True])
async def test_a_deleted_topic_lets_the_board_go_on_in_general(
    telegram_rig: TelegramRig, is_shown_there_too: bool
) -> None:
    rig = telegram_rig
    forum = rig.server.group("Forum", forum=True)
    topic = rig.server.topic(forum, "Games")
    rig.server.join(forum, *rig.people)
    code = await rig.begin(forum, topic)
    if is_shown_there_too:
        await rig.say(rig.dov, "/games@game_bot", forum, 1)
        await rig.say(rig.alice, f"/board@game_bot {code}", forum, 1)
    mover, board = await rig.mover(code), rig.board(forum, topic)
    data = payload(board, moves(board)[0])
    rig.server.delete_topic(forum, topic)
    await rig.after(mover.press_forged(forum, board.id, data))
    await rig.tick(minutes=10)
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code, forum, 1)
    await rig.play_out(code, forum, 1)
    await rig.is_right(code, forum, 1)


@pytest.mark.parametrize("somebody_was_faster", [False, True])
async def test_the_board_moves_along_when_a_group_becomes_a_supergroup(
    telegram_rig: TelegramRig, somebody_was_faster: bool
) -> None:
    rig = telegram_rig
    group = rig.server.group("Small", supergroup=False)
    rig.server.join(group, *rig.people)
    code = await rig.begin(group)
    await rig.play(code, chat=group)
    old = rig.board(group)
    if somebody_was_faster:
        await rig.stop()
        new = rig.server.migrate(group)
        rig.server.pending.clear()
        await rig.cleo.send("/games@game_bot", new)
        await rig.start()
        await rig.handled()
        await rig.tick(minutes=10)
    else:
        new = rig.server.migrate(group)
        await rig.handled()
    await rig.is_right(code, new)
    assert old.buttons == [] or old not in rig.server.posts(group)
    await rig.play_out(code, new)
    await rig.is_right(code, new)
    assert [one for one in await rig.places() if one == str(group)] == []


async def test_what_is_pressed_under_an_old_message_of_an_upgraded_group_counts_in_the_new_one(
    telegram_rig: TelegramRig,
) -> None:
    rig = telegram_rig
    group = rig.server.group("Small", supergroup=False)
    rig.server.join(group, *rig.people)
    code = await rig.begin(group)
    mover, old = await rig.mover(code), rig.board(group)
    data = payload(old, moves(old)[0])
    new = rig.server.migrate(group)
    await rig.handled()
    assert await rig.after(mover.press_forged(group, old.id, data)) == NOTHING
    await rig.is_right(code, new)
    assert str(group) not in await rig.places()


# What was sent, and what was only tried


async def test_a_board_whose_sending_was_not_confirmed_is_not_sent_twice_and_adopted_when_pressed(
    telegram_rig: TelegramRig,
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    old = rig.board()
    rig.time.advance(minutes=10)
    rig.server.lose(SEND)
    await rig.play(code)
    await rig.herald.sweep()
    await rig.herald.settle()
    delivered = rig.board()
    assert delivered is not old
    assert sorted(one.id for one in rig.boards()) == [old.id, delivered.id]
    sent = rig.calls(SEND)
    await rig.play(code)
    assert rig.calls(SEND) == sent
    assert await rig.is_right(code) is delivered, "it is edited, and the old one is gone"


async def test_a_board_that_was_never_delivered_comes_with_the_nudge(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    rig.time.advance(minutes=10)
    rig.server.refuse(SEND)
    mover = await rig.mover(code)
    await rig.play(code)
    mover = await rig.mover(code)
    assert f"jumped to {(await rig.table(code)).log[-1].text}." not in rig.board().body
    await rig.tick(minutes=3)
    board = await rig.is_right(code)
    assert board.pings == [mover.id]


async def test_a_board_too_old_to_be_deleted_loses_its_buttons(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    old = rig.board()
    rig.server.advance(49 * 3600)
    await rig.tick(hours=49)
    assert rig.board() is not old
    assert (old.buttons, old in rig.server.posts(rig.club)) == ([], True)
    assert "Claim the win" in labels(rig.board())
    rig.server.delete(rig.club, old.id)
    await rig.is_right(code)


async def test_a_refused_connection_is_tried_again(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            await rig.server.open_door()

    rig.herald._sleep = wait
    await rig.server.close_door()
    await rig.tick(hours=24)
    assert waits[:2] == [5, 5]
    board = await rig.is_right(code)
    assert board.pings == [mover.id]
    assert rig.calls(SEND) == 2
    await rig.handled()
    await rig.play(code)
    await rig.is_right(code)


# Tokens and pollers


async def test_a_second_poller_is_logged_in_one_line(telegram_rig: TelegramRig, log: Log) -> None:
    rig = telegram_rig
    code = await rig.begin()
    for _ in range(2):
        polls = rig.server.polls
        await rig.server.poll_elsewhere()
        await rig.server.until(lambda polls=polls: rig.server.polls > polls + 1)  # type: ignore[misc]
    conflicts = [record for record in log.records if "Conflict" in record.getMessage()]
    assert [(record.name, record.levelname) for record in conflicts] == [("bot.platforms.telegram_bot", "WARNING")]
    assert [record for record in log.records if record.exc_info] == []
    await rig.play(code)
    await rig.is_right(code)


async def test_a_refused_token_stops_this_platform_only_and_is_logged_without_it(
    telegram_rig: TelegramRig, log: Log
) -> None:
    rig = telegram_rig
    wrong = "7001:BBB-quite0another0token0which0is0wrong"
    bot = TelegramBot(wrong, rig.gallery, rig.server.base)
    before = len(log.records)
    assert await _keep("Telegram", lambda: bot.run(rig.desk)) == WRONG_SETTING
    lines = [record.getMessage() for record in log.records[before:] if record.levelno >= logging.WARNING]
    assert lines == ["Telegram refused the token. Put the right one into .env and start again."]
    assert wrong not in log.text
    code = await rig.begin()
    await rig.play(code)
    await rig.is_right(code)


async def test_a_token_that_is_taken_back_stops_the_platform(telegram_rig: TelegramRig, log: Log) -> None:
    rig = telegram_rig
    code = await rig.begin()
    bot = TelegramBot(rig.server.token, rig.gallery, rig.server.base)
    await rig.leave_telegram()
    polls = rig.server.polls
    running = asyncio.create_task(_keep("Telegram", lambda: bot.run(rig.desk)))
    await rig.server.until(lambda: rig.server.polls > polls)
    old, rig.server.token = rig.server.token, "7001:CCC-quite0another0token0which0is0new"
    await rig.cleo.send("/help")
    async with asyncio.timeout(5):
        assert await running == WRONG_SETTING
    rig.server.token = old
    assert (await rig.table(code)).match.status == "running"
    assert "Telegram refused the token." in log.text


async def test_an_answer_that_cannot_be_given_loses_nothing(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.server.fault("answerCallbackQuery", 400, "Bad Request: query is too old and response timeout expired")
    mover, board = await rig.mover(code), rig.board()
    mover.tap(board, moves(board)[0])
    await rig.handled()
    assert (await rig.table(code)).match.ply == 1
    rig.server.fault("setMessageReaction", 400, "Bad Request: REACTION_INVALID")
    await rig.say(await rig.mover(code), moves(rig.board())[0], rig.club, reply_to=rig.board())
    assert (await rig.table(code)).match.ply == 2
    rig.server.fault("sendMessage", 403, "Forbidden: bot was kicked from the supergroup chat")
    await rig.say(rig.dov, "/help@game_bot", rig.club)
    await rig.is_right(code)


async def test_menus_that_cannot_be_set_do_not_keep_the_bot_from_running(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    rig.server.fault("setMyCommands", 429, "Too Many Requests: retry after 600", retry_after=600)
    await rig.restart()
    code = await rig.begin()
    assert code_of(rig.board()) == code


async def test_a_challenge_that_could_not_be_posted_is_found_with_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    rig.server.fault("sendMessage", 502, "Bad Gateway")
    await rig.say(rig.alice, "/play@game_bot classic", rig.club)
    assert rig.server.posts(rig.club) == []
    await rig.say(rig.bob, "/board@game_bot", rig.club)
    await rig.press(rig.bob, rig.newest(), "Join")
    await rig.is_right(code_of(rig.board()))
