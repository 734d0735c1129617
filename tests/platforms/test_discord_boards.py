"""When a board on Discord is edited or posted anew, whom it calls, what time does, and what permissions it takes."""

from datetime import timedelta

import pytest

from bot import pace
from tests.platforms.discord_rig import DiscordRig, is_silent, said

# Editing or posting anew, and what time does


async def test_while_both_are_here_the_board_is_edited_and_calls_nobody(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    board = rig.board()
    for _ in range(3):
        rig.time.advance(minutes=2, seconds=50)
        await rig.play(code)
        assert [each["id"] for each in rig.boards()] == [board["id"]]
    await rig.is_right(code)


async def test_who_was_not_here_for_three_minutes_is_called_by_a_new_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old, waiter = rig.board(), await rig.waiter(code)
    rig.time.advance(minutes=3, seconds=1)
    await rig.play(code)
    (board,) = rig.boards()
    assert board["id"] != old["id"]
    assert board["content"].splitlines()[2].startswith(f"{waiter.mention} ")
    assert rig.pinged(board) == {waiter.name}
    assert not board["flags"] & 1 << 12
    await rig.tick(minutes=4)
    assert rig.boards() == [board]


async def test_an_old_board_is_posted_anew_even_if_everybody_is_here(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    assert timedelta(minutes=45) == pace.FRESH
    monkeypatch.setattr(pace, "FRESH", timedelta(minutes=5))
    code = await rig.begin()
    first = rig.board()["id"]
    for _ in range(2):
        rig.time.advance(minutes=2, seconds=30)
        await rig.play(code)
        assert rig.board()["id"] == first
    rig.time.advance(minutes=2, seconds=30)
    mover = await rig.play(code)
    (board,) = rig.boards()
    assert board["id"] != first
    assert rig.pinged(board) == {"bob" if mover is rig.alice else "alice"}
    await rig.is_right(code)


async def test_after_three_silent_minutes_the_mover_is_called_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play(code)
    board, mover = rig.board(), await rig.mover(code)
    await rig.tick(minutes=2, seconds=59)
    assert rig.boards() == [board]
    await rig.tick(seconds=1)
    (called,) = rig.boards()
    assert called["id"] != board["id"]
    assert rig.pinged(called) == {mover.name}
    await rig.tick(hours=1)
    assert rig.boards() == [called]
    await rig.is_right(code)


async def test_a_turn_is_reminded_of_twice_and_then_may_be_claimed(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    for _ in range(5):
        await rig.play(code)
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    await rig.tick(minutes=3)
    boards = [rig.board()]
    for hours, minutes in ((23, 57), (14, 24)):
        await rig.tick(hours=hours, minutes=minutes)
        (board,) = rig.boards()
        assert board["id"] != boards[-1]["id"]
        assert rig.pinged(board) == {mover.name}
        assert "still your move." in board["content"]
        assert f"Until <t:{int((rig.time.at).timestamp())}" not in board["content"]
        boards.append(board)
    early = await rig.forge(waiter, board, f"x:{code}:5:claim")
    assert said(early).startswith("There is time until <t:")
    await rig.tick(hours=9, minutes=36)
    (board,) = rig.boards()
    assert rig.pinged(board) == {waiter.name}
    assert "may claim the win." in board["content"]
    assert rig.labels(board)[-3:] == ["Claim the win", "One more day", "⋯"]
    for button in ("Claim the win", "One more day"):
        assert said(await rig.press(mover, board, button)) == "Only those who wait can do that."
        assert said(await rig.press(rig.cleo, board, button)).startswith("This is the game of ")
    assert is_silent(await rig.press(waiter, board, "Claim the win"))
    table = await rig.table(code)
    assert (table.match.status, table.match.rated) == ("over", True)
    final = rig.board()
    assert "ran out of time." in final["content"]
    assert "(+" in final["content"]
    assert rig.labels(final) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]
    await rig.tick(days=10)
    assert rig.boards() == [final]


async def test_the_mover_may_still_play_while_a_claim_stands(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.tick(hours=48)
    await rig.play(code)
    await rig.is_right(code)
    assert "Claim the win" not in rig.labels(rig.board())


async def test_one_more_day_is_given_by_the_side_that_waits(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.tick(hours=48)
    waiter = await rig.waiter(code)
    await rig.press(waiter, rig.board(), "One more day")
    assert "Claim the win" not in rig.labels(rig.board())
    assert (await rig.table(code)).match.deadline == rig.time.at + timedelta(days=1)
    await rig.is_right(code)
    await rig.tick(hours=24)
    assert rig.pinged(rig.board()) == {waiter.name}
    assert "Claim the win" in rig.labels(rig.board())


async def test_a_match_that_nobody_claims_is_called_off_after_a_week_and_counts_for_nobody(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    for _ in range(5):
        await rig.play(code)
    await rig.tick(hours=48)
    await rig.tick(days=6, hours=23)
    assert (await rig.table(code)).match.status == "running"
    await rig.tick(hours=1)
    table = await rig.table(code)
    assert (table.match.status, table.match.rated) == ("over", False)
    (board,) = rig.boards()
    assert "Let's call it off." in board["content"]
    assert rig.pinged(board) == {"alice", "bob"}
    assert rig.rows("rating", "due") == {"rating": [], "due": []}


async def test_what_fell_due_while_the_bot_was_down_is_done_once_at_the_start(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.stop()
    rig.time.advance(hours=48)
    await rig.start()
    await rig.tick()
    waiter = await rig.waiter(code)
    (board,) = rig.boards()
    assert rig.pinged(board) == {waiter.name}
    assert "Claim the win" in rig.labels(board)
    await rig.rejoin()
    await rig.tick()
    assert rig.boards() == [board]


# Permissions


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_missing_permission_is_named_before_anything_opens(discord_rig: DiscordRig, in_thread: bool) -> None:
    rig = discord_rig
    code = await rig.begin()
    where = rig.server.thread(rig.channel) if in_thread else rig.server.text(rig.guild)
    needed = "Send Messages in Threads" if in_thread else "Send Messages"
    rig.server.deny(rig.channel if in_thread else where, needed.lower().replace(" ", "_"))
    before = rig.rows()
    missing = f"I may not write here. I need: {needed}. Ask a moderator, or play in my DMs."
    assert said(await rig.slash(rig.alice, "play", where)) == missing
    assert said(await rig.slash(rig.alice, "challenge", where, **{"with": rig.bob})) == missing
    assert said(await rig.slash(rig.alice, "board", where, game=code)) == missing
    menu = await rig.alice.context_menu(where, "Challenge", rig.bob)
    await rig.handled()
    assert said(menu) == missing
    for command, button in (("games", "Start a game"), ("help", "▶ Start a game")):
        private = (await rig.slash(rig.cleo, command, where)).answers[0]
        assert missing in [each["content"] for each in (await rig.press(rig.cleo, private, button)).answers]
    assert rig.rows() == before
    rig.server.deny(where, "attach_files")
    both = f"I need: {needed}, Attach Files."
    assert both in said(await rig.slash(rig.alice, "play", where))
    assert rig.boards(where) == []


async def test_a_picker_that_was_opened_before_the_permission_went_says_so(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    rig.server.deny(rig.channel, "send_messages")
    pressed = await rig.press(rig.alice, picker, "Post it")
    assert said(pressed).startswith("I may not write here. I need: Send Messages.")
    assert rig.rows("match")["match"][0][6] == "setup"


async def test_without_attach_files_the_board_is_text_and_says_so_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    rig.server.deny(rig.channel, "attach_files")
    code = await rig.begin()
    sorry = "I may not send pictures here, so this is the text board."
    assert rig.board()["content"].endswith(sorry)
    await rig.is_right(code)
    for _ in range(2):
        await rig.play(code)
        assert sorry not in rig.board()["content"]
        await rig.is_right(code)
    await rig.tick(minutes=3)
    assert sorry not in rig.board()["content"]
    await rig.play_out(code)
    await rig.is_right(code)
    rig.server.allow(rig.channel)
    await rig.slash(rig.alice, "board", game=code, **{"as": "picture"})
    assert rig.server.picture(rig.board())
