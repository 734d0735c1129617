"""When a board on Telegram is edited or posted anew, whom it calls, and what time does."""

from tests.platforms.telegram_rig import (
    EDIT,
    NOTHING,
    SEND,
    TelegramRig,
    labels,
)


async def test_boards_are_edited_while_both_are_here(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    board = rig.board()
    sent = rig.calls(SEND)
    for _ in range(3):
        rig.time.advance(minutes=1)
        await rig.play(code)
    assert rig.board() is board
    assert rig.calls(SEND) == sent
    assert rig.calls(EDIT) == 3


async def test_who_is_not_here_is_called_by_a_new_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, old = await rig.mover(code), await rig.waiter(code), rig.board()
    await rig.tick(minutes=10)
    old = rig.board()
    await rig.play(code)
    new = await rig.is_right(code)
    assert new is not old
    assert old not in rig.server.posts(rig.club)
    assert (new.pings, new.silent) == ([waiter.id], False)
    if waiter is rig.alice:
        assert "@alice_w" in new.body
    else:
        (mention,) = [one for one in new.entities if one["type"] == "text_mention"]
        assert mention["user"]["id"] == rig.bob.id
    assert mover.id not in new.pings


async def test_after_45_minutes_a_board_is_posted_anew(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    board = rig.board()
    rig.time.advance(minutes=45)
    await rig.all_are_here()
    await rig.play(code)
    assert rig.board() is board
    rig.time.advance(minutes=1)
    await rig.all_are_here()
    waiter = await rig.waiter(code)
    await rig.play(code)
    assert board not in rig.server.posts(rig.club)
    assert (await rig.is_right(code)).pings == [waiter.id]


async def test_a_silent_mover_is_called_once_after_three_minutes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    quiet = rig.board()
    mover = await rig.mover(code)
    await rig.tick(minutes=2, seconds=59)
    assert rig.board() is quiet
    await rig.tick(seconds=1)
    called = await rig.is_right(code)
    assert called is not quiet
    assert (called.pings, called.silent) == ([mover.id], False)
    await rig.tick(minutes=3)
    await rig.tick(hours=12)
    assert rig.board() is called


async def test_the_mover_is_reminded_at_half_and_at_four_fifths(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    await rig.tick(minutes=3)
    called = rig.board()
    await rig.tick(hours=23, minutes=56)
    assert rig.board() is called
    await rig.tick(minutes=1)
    first = await rig.is_right(code)
    assert first is not called
    assert "still your move." in first.body
    assert (first.pings, first.silent) == ([mover.id], False)
    await rig.tick(hours=14, minutes=24)
    second = await rig.is_right(code)
    assert second is not first
    assert second.pings == [mover.id]
    await rig.tick(hours=9)
    assert rig.board() is second


async def test_a_muted_turn_is_not_reminded_of(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    await rig.tick(minutes=3)
    board = rig.board()
    await rig.press(mover, board, "⋯")
    await rig.press(mover, board, "Mute this turn")
    board = rig.board()
    await rig.tick(hours=24)
    await rig.tick(hours=15)
    assert rig.board() is board
    refused = await rig.forge(await rig.waiter(code), board, f"x:{code}:0:mute")
    assert (refused.text or "").startswith(f"It's the turn of {mover.name} ")


async def test_only_who_waits_may_claim_the_win_when_time_is_over(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code, plies=4)
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    assert (await rig.forge(waiter, rig.board(), f"x:{code}:4:claim")).text == "There is time until 03.05. 12:00 UTC."
    await rig.tick(hours=48)
    board = rig.board()
    assert "The time is over." in board.body
    assert (board.pings, board.silent) == ([waiter.id], False)
    assert labels(board)[-3:] == ["Claim the win", "One more day", "⋯"]
    assert (await rig.press(mover, board, "Claim the win")).text == "Only those who wait can do that."
    assert (await rig.press(mover, board, "One more day")).text == "Only those who wait can do that."
    assert await rig.press(waiter, board, "One more day") == NOTHING
    assert "Claim the win" not in labels(rig.board())
    await rig.tick(hours=24)
    assert "Claim the win" in labels(rig.board())
    assert await rig.after(waiter.press_many(rig.board(), "Claim the win", 3)) == [NOTHING] * 3
    final = await rig.is_right(code)
    assert "ran out of time." in final.body
    assert (await rig.table(code)).match.rated


async def test_the_mover_may_still_play_when_time_is_over(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.tick(hours=49)
    await rig.play(code)
    await rig.is_right(code)
    assert "Claim the win" not in labels(rig.board())


async def test_a_match_that_nobody_claims_is_called_off_unrated(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code, plies=4)
    await rig.tick(hours=48)
    await rig.tick(days=7)
    final = await rig.is_right(code)
    assert "Let's call it off." in final.body
    assert "(+" not in final.body
    assert (await rig.table(code)).match.rated is False
    assert (await rig.rows("rating"))["rating"] == []


async def test_the_end_calls_the_other_one_once(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    loser, winner = rig.alice, rig.bob
    question = await rig.ask(loser, "/resign@game_bot", rig.club)
    await rig.press(loser, question, "Yes, resign")
    final = await rig.is_right(code)
    assert final.pings == [winner.id]
    await rig.tick(days=9)
    assert rig.board() is final


async def test_everything_else_is_silent(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    for command in ("/help", "/rules", "/about", "/leaderboard", "/games", "/board", "/move zz", "/play"):
        await rig.say(await rig.mover(code), f"{command}@game_bot".replace(" zz@game_bot", "@game_bot zz"), rig.club)
    posts = [post for post in rig.server.posts(rig.club) if not post.pings]
    assert len(posts) >= 3
    assert [post.body for post in posts if not post.silent] == []
