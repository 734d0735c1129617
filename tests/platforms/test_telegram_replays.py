"""A match shown again on Telegram: to a group once an hour, and in private chats."""

from typing import Any

import pytest

from bot import posts
from bot.platforms import telegram_bot
from renderer import draw
from tests.fakes.telegram import Message
from tests.platforms.crumble_script import LONG, script
from tests.platforms.telegram_rig import NOTHING, TelegramRig, labels
from tests.platforms.test_telegram_crumble import begin as begin_crumble
from tests.platforms.test_telegram_crumble import press_ply
from tests.renderer.compare import frames, opened

SHOWN = "The replay was shown here a moment ago."


def films(rig: TelegramRig, chat: Any = None) -> list[Message]:
    return [one for one in rig.server.posts(rig.club if chat is None else chat) if one.animation]


def film_of(message: Message) -> bytes:
    assert message.animation is not None
    return message.animation.data


async def test_a_group_sees_a_match_again_once_an_hour(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    table, final = await rig.table(code), rig.board()
    assert await rig.press(rig.cleo, final, "▷ Replay") == NOTHING
    (shown,) = films(rig)
    drawn = frames(film_of(shown))
    assert len(drawn) == 1 + len(table.log)
    assert drawn[-1][0].tobytes() == opened(draw(posts.scene(table, "light"))).tobytes()
    assert shown.animation is not None
    assert shown.animation.name == "replay.gif"
    assert shown.silent
    assert shown.reply_to is final
    assert shown.pings == []
    assert shown.body.startswith(f"Collapsi · Classic · #{code}\n")
    assert shown.body.endswith(f" has no move left. {len(table.log)} moves.")
    for who in (rig.cleo, rig.alice):
        assert (await rig.press(who, final, "▷ Replay")).text == SHOWN
    assert films(rig) == [shown]
    monkeypatch.setattr(telegram_bot, "REPLAY_AGAIN", 0.0)
    assert await rig.press(rig.alice, final, "▷ Replay") == NOTHING
    assert len(films(rig)) == 2


async def test_a_group_that_could_not_be_shown_a_match_may_ask_again(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    rig.server.fault("sendAnimation", 429, "Too Many Requests: retry after 5", retry_after=5)
    assert await rig.press(rig.cleo, rig.board(), "▷ Replay") == NOTHING
    assert films(rig) == []
    assert await rig.press(rig.cleo, rig.board(), "▷ Replay") == NOTHING
    assert len(films(rig)) == 1


async def test_where_no_films_may_be_sent_the_result_is_told(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    rig.server.restrict(rig.club, animations=False)
    assert await rig.press(rig.cleo, rig.board(), "▷ Replay") == NOTHING
    assert films(rig) == []
    assert rig.newest().body.startswith(f"Collapsi · Classic · #{code}\n")


async def test_a_private_chat_sees_a_match_again_as_often_as_one_likes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    await rig.play_out(code, "private")
    for number in (1, 2):
        assert await rig.press(rig.alice, rig.board(rig.alice), "▷ Replay") == NOTHING
        assert len(films(rig, rig.alice)) == number
    assert films(rig, rig.bob) == []


async def test_a_running_match_and_its_last_turn_go_to_who_asks_for_them(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin_crumble(rig)
    for ply in script(LONG)[:5]:
        await press_ply(rig, code, ply)
    mover, board = await rig.mover(code), rig.board()
    await rig.ask(mover, "/start")
    await rig.press(mover, board, "⋯")
    assert {"▷ Last turn", "Replay so far"} <= set(labels(board))
    assert await rig.press(mover, board, "Replay so far") == NOTHING
    assert await rig.press(mover, board, "▷ Last turn") == NOTHING
    assert films(rig) == []
    match, turn = films(rig, mover)
    # The deal, five turns, and the last one's cut and three steps.
    assert len(frames(film_of(match))) == 9
    assert len(frames(film_of(turn))) == 5
    assert match.body.endswith("\n5 moves so far.")
    assert " walked 3 steps." in turn.body


async def test_a_forged_press_shows_a_group_nothing(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    table = await rig.table(code)
    hello = await rig.ask(rig.cleo, "/help@game_bot", rig.club)
    await rig.forge(rig.cleo, hello, f"x:{code}:{table.match.ply}:replay")
    assert films(rig) == []
