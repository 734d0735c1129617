"""Presses on Telegram that come late, twice, forged or from elsewhere; names and secrets."""

import asyncio
import logging
from typing import Any

import pytest

from bot import logs
from bot.platforms import telegram_updates
from renderer import Scene
from storage.models import Account, Rating
from tests.fakes.telegram import Message
from tests.platforms.telegram_rig import (
    EDIT,
    NOTHING,
    SEND,
    TelegramRig,
    code_of,
    labels,
    moves,
    payload,
)

# Presses that come late, twice, or from elsewhere


async def test_a_press_on_an_old_button_works_after_a_restart(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    await rig.restart()
    await rig.play(code)
    await rig.is_right(code)
    await rig.play_out(code)
    await rig.is_right(code)


async def test_presses_made_while_the_bot_was_down_are_judged_by_their_ply(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    first, second = moves(board)[:2]
    await rig.stop()
    mover.tap(board, first)
    mover.tap(board, second)
    waiter.tap(board, first)
    waiter.tap(board, "⋯")
    rig.server.advance(3600)
    rig.time.advance(hours=1)
    await rig.start()
    await rig.handled()
    table = await rig.table(code)
    assert table.match.ply == 1
    assert table.log[0].text in (first, second)
    await rig.is_right(code)


async def test_fifty_identical_presses_make_one_move_and_no_complaint(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    pressed = await rig.after(mover.press_many(board, moves(board)[0], 50))
    assert pressed == [NOTHING] * 50
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)
    while (await rig.table(code)).match.status == "running":
        mover, board = await rig.mover(code), rig.board()
        pressed = await rig.after(mover.press_many(board, moves(board)[0], 3))
        assert pressed == [NOTHING] * 3
    await rig.is_right(code)


GARBAGE = (
    *("m", "m:", "m::", "m:CODE:x:a1", "m:CODE:-1:a1", "m:zzzzzzzz:0:a1", "m:CODE:99999999999:a1", "q:1:y", "🎲" * 16),
    *("x:CODE:2:dance", "x:CODE:2:resign!", "x:CODE:2:resign!9", "c:CODE:dance", "n:CODE:post:", "x:CODE:2"),
    *("r:chess:0", "l:chess:here:", "l:collapsi", "s:lang:de", "a" * 64),
)


async def test_a_press_that_comes_to_nothing_is_explained_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    old = payload(rig.board(), moves(rig.board())[-1])
    assert "Want your own?" in ((await rig.press(rig.cleo, rig.board(), moves(rig.board())[0])).text or "")
    await rig.play(code)
    await rig.play(code)
    rig.time.advance(minutes=1)
    before, posts = await rig.rows("match", "move", "due", "surface"), list(rig.server.posts(rig.club))
    board = rig.board()
    stale = "The table has moved on. Here is how it stands now."
    assert (await rig.forge(mover, board, old)).text == stale
    turn = (await rig.press(waiter, board, moves(board)[0])).text or ""
    assert turn.startswith("It's the turn of ")
    unknown = "I don't know this game any more. It may have been long ago."
    for garbage in GARBAGE:
        answer = await rig.forge(rig.cleo, board, garbage.replace("CODE", code))
        assert answer.text, f"{garbage!r} was not answered"
        assert answer.text == unknown or "Want your own?" in answer.text or "Only " in answer.text
    assert (await rig.forge(mover, board, f"m:{code}:2:{'z' * 40}")).text == (
        f'I can\'t read "{"z" * 19}…". Write a square like c3, or use the buttons.'
    )
    await rig.play_out(code)
    final = await rig.rows("match", "move", "due", "rating")
    over = await rig.forge(mover, rig.board(), f"m:{code}:2:a1")
    assert over.text in ("This game is over.", stale)
    assert (await rig.forge(waiter, rig.board(), f"x:{code}:2:resign")).text == "This game is over."
    assert await rig.rows("match", "move", "due", "rating") == final
    assert set(before["move"]) < set(final["move"])
    assert len(rig.server.posts(rig.club)) == len(posts)


async def test_forged_payloads_change_no_message(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    final, text = rig.board(), rig.board().body
    await rig.ask(rig.alice, "/start")
    for forged in (f"x:{code}:9:text", f"x:{code}:9:look", "l:collapsi:here:", "r:collapsi:1", f"x:{code}:9:close"):
        await rig.forge(rig.alice, final, forged)
        assert final.body == text
        assert labels(final) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]
    open_one = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    for act in ("record", "text", "look", "menu", "claim", "rematch"):
        answer = await rig.forge(rig.bob, open_one, f"x:{code_of(open_one)}:0:{act}")
        assert answer.text == "I don't know this game any more. It may have been long ago."


async def test_a_press_on_a_deleted_board_still_counts(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    data = payload(board, moves(board)[0])
    rig.server.delete(rig.club, board.id)
    assert await rig.after(mover.press_forged(rig.club, board.id, data)) == NOTHING
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)
    gone = await rig.after(mover.press_forged(rig.club, board.id, "m:zz:0:a1"))
    assert gone.text == "I don't know this game any more. It may have been long ago."
    other = await rig.after(rig.cleo.press_forged(rig.club, board.id, data))
    assert "Want your own?" in (other.text or "")


async def test_a_press_is_answered_before_slow_work_is_done(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    go, draw, write = asyncio.Event(), rig.gallery.picture, rig.store.write

    async def slow_picture(scene: Scene) -> Any:
        await go.wait()
        return await draw(scene)

    async def slow_write(work: Any) -> Any:
        await go.wait()
        return await write(work)

    held_things = (rig.gallery, "picture", slow_picture, draw), (rig.store, "write", slow_write, write)
    for held, name, slow, quick in held_things:
        go.clear()
        monkeypatch.setattr(held, name, slow)
        monkeypatch.setattr(telegram_updates, "PATIENCE", 0.05)
        mover, ply = await rig.mover(code), (await rig.table(code)).match.ply
        assert await mover.press(rig.board(), moves(rig.board())[0], timeout=2) == NOTHING
        go.set()
        await rig.handled()
        monkeypatch.setattr(held, name, quick)
        assert (await rig.table(code)).match.ply == ply + 1
        await rig.is_right(code)


# Names and secrets


NAMES = (
    '<b>Eve</b> & "co"',
    "@cleo_c",
    "שלום \u202eabc עולם",
    "👩‍👩‍👧‍👦🎲💥",
    "W" * 64,
    "/start https://evil.example #tag",
    "Z\u0351\u0352\u0353algo\u200b",
)


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_never_pings_or_breaks_anything(telegram_rig: TelegramRig, name: str) -> None:
    rig = telegram_rig
    eve = rig.server.person(name)
    rig.people = (*rig.people, eve)
    said = await rig.say(eve, "hi", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=said)
    assert challenge.pings == [eve.id]
    await rig.press(rig.bob, challenge, "Accept")
    await rig.press(eve, challenge, "Accept")
    code = code_of(rig.board())
    seen: list[Message] = [challenge, rig.board()]
    for command in ("/games@game_bot", "/board@game_bot text", "/resign@game_bot"):
        seen.append(await rig.ask(rig.alice, command, rig.club))
    while (await rig.table(code)).match.status == "running":
        rig.time.advance(minutes=10)
        await rig.play(code)
        seen.append(rig.board())
    seen += [await rig.ask(rig.alice, "/leaderboard@game_bot", rig.club), await rig.ask(eve, "/games")]
    assert {ping for post in seen for ping in post.pings} <= {rig.alice.id, eve.id}
    kinds = {entity["type"] for post in seen for entity in post.entities}
    assert kinds <= {"text_mention", "mention", "date_time", "pre"}
    assert all(post.body for post in seen)


async def test_a_full_leaderboard_of_long_names_fits(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    people = [rig.server.person("🎲" * 30 + str(number)) for number in range(12)]
    for one in people:
        await rig.ask(one, "/games")

    def rate(session: Any) -> None:
        for account in session.query(Account).all():
            session.add(
                Rating(player_id=account.player_id, game="collapsi", place_id=0, mu=25 + account.id, sigma=1,
                       played=9999, won=9999, lost=9999, trend=[])
            )  # fmt: skip

    await rig.store.write(rate)
    shown = await rig.ask(rig.alice, "/leaderboard@game_bot everywhere", rig.club)
    assert shown.photo
    assert shown.body.startswith("Leaderboard · Collapsi · everywhere\n1. 🎲")
    assert len(shown.body.split("\n")) >= 6


async def test_the_log_never_holds_the_token(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = telegram_rig
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    quiet = {name: logging.getLogger(name).level for name in logs.QUIET}
    try:
        logs.setup("DEBUG", (rig.server.token,))
        code = await rig.begin()
        rig.server.lose(EDIT)
        rig.server.refuse(SEND)
        rig.server.fault("deleteMessage", 500, "Internal Server Error")
        await rig.play_out(code)
        await rig.restart()
        assert rig.telegram is not None
        logging.getLogger("bot").error("trouble with %s", rig.server.token)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        for name, old in quiet.items():
            logging.getLogger(name).setLevel(old)
    logged = capsys.readouterr().err
    assert "Telegram: connected as @game_bot" in logged
    assert "trouble with •••" in logged
    assert rig.server.token not in logged
    assert rig.server.token.partition(":")[2] not in logged
