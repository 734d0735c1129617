"""Moves of several steps on Telegram: on the board itself, the way back, what comes late or from others; series."""

import asyncio

import pytest

from bot import posts
from renderer import draw
from tests.fakes.telegram import Message
from tests.platforms import reading
from tests.platforms.reading import ARROWS, Picker
from tests.platforms.telegram_rig import NOTHING, TelegramRig, labels, moves, payload, rows_of, start_link, steps

ADJACENT = ("Adjacent Revival: yes",)
BOTH = ("Adjacent Revival: yes", "Shift: yes")
BESIDE = "JA23/A2c4/A234/AJ23 a1,b4 0 joker,{rules} -"
"""The first player may go to b2, beside which c2 is gone."""


async def begin(rig: TelegramRig, *chosen: str, position: str = "", preset: str = "Quick 4×4") -> str:
    """Lets Alice and Bob begin a game with some options in the group, perhaps with other cards than were dealt."""
    code = await rig.seat(rig.alice, rig.bob, chosen=chosen, preset=preset)
    if position:
        await rig.lay(code, position)
    return code


async def both_shift(rig: TelegramRig) -> str:
    return await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))


async def adjacent(rig: TelegramRig) -> str:
    return await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))


async def played(rig: TelegramRig, code: str) -> list[str]:
    return [move.text for move in (await rig.table(code)).log]


async def is_plain(rig: TelegramRig, code: str) -> Message:
    """Checks that the one board shows the first step: nothing is being tried any more."""
    table = await rig.table(code)
    (board,) = rig.server.posts(rig.club)
    assert "not played yet" not in board.body
    assert rig.server.picture(board) == draw(posts.scene(table, "light")).png
    assert labels(board)[-1] == "⋯"
    return board


# The steps


async def test_a_group_sees_who_tries_what_and_that_it_is_not_played(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await adjacent(rig)
    board = rig.board()
    before, serial = rig.server.picture(board), board.serial
    name = reading.named(await rig.table(code), 0)
    await rig.walk(code, "b2")
    assert board.body.splitlines() == [
        f"Collapsi · 4×4, Jokers, Adjacent Revival · #{code}",
        f"{name} is trying this, not played yet.",
        "b2. Play it so, or turn a card up again.",
    ]
    assert rows_of(board) == [["✔ Play", "♻ c2"], ["↩ Undo", "✘ Cancel"]]
    assert rig.server.picture(board) != before, "the picture shows how it would look"
    assert await played(rig, code) == []
    await rig.walk(code, "♻ c2")
    assert rig.server.posts(rig.club) == [board], "it is one message all the time"
    assert board.serial == serial
    assert await played(rig, code) == ["b2+c2"]
    assert board.body.splitlines()[1] == f"{name} jumped to b2. {name} turned c2 up again."
    await is_plain(rig, code)


async def test_undo_goes_back_one_step_and_cancel_gives_it_up_at_every_step(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    board = await rig.walk(code, "b2", "♻ c2")
    assert board.body.splitlines()[2] == "b2+c2. Which way does your row or column go?"
    assert labels(board) == [*ARROWS, "↩ Undo", "✘ Cancel"]
    await rig.walk(code, "↩ Undo")
    await rig.is_trying(code)
    assert board.body.splitlines()[2] == "b2. Turn a card up again, or slide your row or column."
    assert labels(board) == ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    await rig.walk(code, "↩ Undo")
    await is_plain(rig, code)
    for way in (("b2",), ("b2", "♻ c2")):
        await rig.walk(code, *way, "✘ Cancel")
        await is_plain(rig, code)
    assert await played(rig, code) == []
    await rig.walk(code, "b2", "♻ c2", "▼ column")
    assert await played(rig, code) == ["b2+c2v"]
    assert (await is_plain(rig, code)).body.splitlines()[1:2] == reading.news(await rig.table(code))


async def test_in_the_private_chat_the_board_asks_without_telling_anybody(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play")
    await rig.choose(rig.alice, picker, *BOTH)
    await rig.press(rig.alice, picker, "Post it")
    await rig.after(rig.bob.start(start_link(picker)))
    code = rig.board(rig.bob).body.splitlines()[0].rpartition("#")[2]
    await rig.lay(code, BESIDE.format(rules="shift,adjacent-revival"))
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    there = rig.board(waiter)
    elsewhere, shown = there.body, rig.server.picture(there)
    board = rig.board(mover)
    assert await rig.press(mover, board, "b2") == NOTHING
    assert board.body.splitlines()[1] == "b2. Turn a card up again, or slide your row or column."
    assert (there.body, rig.server.picture(there)) == (elsewhere, shown), "the other one sees nothing of it"
    assert await rig.press(mover, board, "✘ Cancel") == NOTHING
    assert moves(board)[0] == "b1"
    await rig.turn(code, Picker(), mover)
    assert len(await played(rig, code)) == 1
    assert rig.board(waiter).body.splitlines()[1:2] == reading.news(await rig.table(code))


# Somebody else's press, late ones, double ones


@pytest.mark.parametrize("label", ["♻ c2", "row ▶", "↩ Undo", "✘ Cancel"])
async def test_nobody_else_goes_on_with_a_half_built_move(telegram_rig: TelegramRig, label: str) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    board = await rig.walk(code, "b2")
    before, shown = (board.body, labels(board)), rig.server.picture(board)
    name = reading.named(await rig.table(code), 0)
    waits = await rig.press(await rig.waiter(code), board, label)
    assert waits.text == f"It's the turn of {name}. I'll call you when it's yours."
    watches = await rig.press(rig.dov, board, label)
    assert watches.text is not None
    assert watches.text.startswith("This is the game of ")
    assert ((board.body, labels(board)), rig.server.picture(board)) == (before, shown)
    assert await played(rig, code) == []
    await rig.walk(code, "row ▶")
    assert await played(rig, code) == ["b2>"]


async def test_nobody_else_undoes_the_second_step(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    board = await rig.walk(code, "b2", "♻ c2")
    before = board.body
    waits = await rig.press(await rig.waiter(code), board, "↩ Undo")
    assert (waits.text or "").startswith("It's the turn of ")
    assert board.body == before


async def test_a_half_built_move_gives_way_to_the_one_that_the_player_types(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    mover, board = await rig.mover(code), await rig.walk(code, "b2")
    old = payload(board, "row ▶")
    await rig.say(mover, "d3<", rig.club, reply_to=board)
    assert await played(rig, code) == ["d3<"]
    assert (await is_plain(rig, code)).body.splitlines()[1:2] == reading.news(await rig.table(code))
    late = await rig.forge(mover, board, old)
    assert (late.text or "").startswith("The table has moved on.")
    assert await played(rig, code) == ["d3<"]


async def test_a_half_built_move_is_stale_once_somebody_who_stood_in_the_way_has_left(
    telegram_rig: TelegramRig,
) -> None:
    rig = telegram_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=("Board: 5×5", "Shift: yes"))
    table, mover = await rig.table(code), await rig.mover(code)
    board = await rig.walk(code, moves(rig.board())[-1])
    old = payload(board, "row ▶")
    leaver = rig.person(table, table.waiting[0])
    asked = await rig.ask(leaver, "/resign@game_bot", rig.club)
    await rig.press(leaver, asked, "Yes, resign")
    assert (await is_plain(rig, code)) is board, "the board tells what happened instead"
    assert board.body.splitlines()[1] == f"{reading.named(table, table.waiting[0])} gave up."
    late = await rig.forge(mover, board, old)
    assert (late.text or "").startswith("The table has moved on.")
    await rig.turn(code, Picker())
    assert [move.kind for move in (await rig.table(code)).log] == ["drop", "play"]


async def test_play_pressed_many_times_plays_once(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await adjacent(rig)
    mover, board = await rig.mover(code), await rig.walk(code, "b2")
    assert await rig.after(mover.press_many(board, "✔ Play", 5)) == [NOTHING] * 5
    assert await played(rig, code) == ["b2"]
    await is_plain(rig, code)


async def test_two_steps_of_one_board_pressed_at_once_play_one_move(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await adjacent(rig)
    mover, board = await rig.mover(code), await rig.walk(code, "b2")
    await rig.after(asyncio.gather(mover.press(board, "✔ Play"), mover.press(board, "♻ c2")))
    assert len(await played(rig, code)) == 1
    await is_plain(rig, code)


@pytest.mark.parametrize("label", ["row ▶", "♻ c2", "↩ Undo", "✘ Cancel"])
async def test_a_restart_between_two_steps_loses_nothing(telegram_rig: TelegramRig, label: str) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    await rig.walk(code, "b2")
    await rig.restart()
    await rig.walk(code, label)
    if label == "♻ c2":
        await rig.is_trying(code)
        await rig.walk(code, "◀ row")
    await is_plain(rig, code)
    assert await played(rig, code) == {"row ▶": ["b2>"], "♻ c2": ["b2+c2<"]}.get(label, [])


async def test_a_move_that_is_tried_too_long_gives_way_to_the_call(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    await rig.walk(code, "b2")
    await rig.tick(hours=24)
    board = await is_plain(rig, code)
    assert "still your move" in board.body
    assert board.pings == [(await rig.mover(code)).id]


# The variants


async def test_reconstruction_takes_four_presses(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig, "Reconstruction: yes", position="JA23/A2c4/Ab34/AJ23 a1,b4 0 joker,reconstruction -")
    board = await rig.walk(code, "b2")
    assert labels(board) == ["✔ Play", "♻ Rebuild…", "↩ Undo", "✘ Cancel"]
    await rig.walk(code, "♻ Rebuild…")
    assert board.body.splitlines()[2] == "b2. Which card comes up again?"
    assert labels(board) == ["♻ a1", "♻ c2", "♻ b3", "↩ Undo", "✘ Cancel"]
    await rig.walk(code, "♻ c2")
    assert board.body.splitlines()[2] == "b2, c2 comes up. Which card goes down for it?"
    assert not {"b2", "b4"} & set(steps(board)), "no card that a pawn stands on"
    await rig.walk(code, "d4")
    assert await played(rig, code) == ["b2*c2-d4"]
    name = reading.named(await rig.table(code), 0)
    assert board.body.splitlines()[1] == f"{name} jumped to b2. {name} turned c2 up again and d4 down."
    await is_plain(rig, code)


async def test_a_joker_that_is_gone_comes_up_again_by_one_press(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig, preset="Second wind", position="jA23/A234/A234/AJ23 a2,b4 0 joker,joker-revival -")
    assert "♻ a1" in labels(rig.board())
    await rig.walk(code, "♻ a1")
    assert await played(rig, code) == ["a1!"]
    assert (await is_plain(rig, code)).body.splitlines()[1].endswith(" turned a1 up again.")


async def test_with_free_start_everybody_chooses_a_card_to_begin_on(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=("Board: 5×5", "Free start: yes"))
    for seat in (0, 1, 2):
        table, board = await rig.table(code), rig.board()
        shown = reading.named(table, seat)
        assert f"{shown}, choose the card that you begin on." in board.body.replace("@alice_w", "Alice").replace(
            "@cleo_c", "Cleo"
        )
        assert len(moves(board)) == 22 - seat, "all but the start cards and where somebody stands"
        square = moves(board)[-1 - seat]
        await rig.walk(code, square)
        assert board.body.splitlines()[1] == f"{shown} begins on {square}."
    assert "choose the card" not in rig.board().body
    await rig.turn(code, Picker())
    await is_plain(rig, code)


# What is typed


async def test_a_whole_move_is_typed_in_one_go(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    line = await rig.say(await rig.mover(code), "B2+C2>", rig.club, reply_to=rig.board())
    assert line.reactions[rig.server.me.id] == [{"type": "emoji", "emoji": "👍"}]
    assert await played(rig, code) == ["b2+c2>"]


@pytest.mark.parametrize("way", ["play", "cancel", "undo"])
@pytest.mark.parametrize("line", ["b2", "/move@game_bot b2"])
async def test_a_typed_beginning_is_answered_with_the_next_step(telegram_rig: TelegramRig, line: str, way: str) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    mover, board = await rig.mover(code), rig.board()
    before = board.body
    answer = await rig.ask(mover, line, rig.club, reply_to=None if line.startswith("/") else board)
    assert answer is not board
    assert answer.body.splitlines()[1] == "b2. Turn a card up again, or slide your row or column."
    assert labels(answer) == ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    assert board.body == before
    waits = await rig.press(await rig.waiter(code), answer, "row ▶")
    assert (waits.text or "").startswith("It's the turn of ")
    await rig.press(await rig.waiter(code), answer, "✘ Cancel")
    assert rig.server.posts(rig.club) == [board, answer], "it is not theirs to put away"
    if way == "play":
        await rig.press(mover, answer, "♻ c2")
        assert labels(answer) == [*ARROWS, "↩ Undo", "✘ Cancel"]
        await rig.press(mover, answer, "row ▶")
    else:
        await rig.press(mover, answer, {"cancel": "✘ Cancel", "undo": "↩ Undo"}[way])
    assert (await is_plain(rig, code)) is board, "there is one board, and nothing else is left"
    assert await played(rig, code) == (["b2+c2>"] if way == "play" else [])


async def test_a_beginning_typed_in_the_private_chat_is_answered_there(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    mover = await rig.mover(code)
    answer = await rig.ask(mover, "b2")
    assert labels(answer) == ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    await rig.press(mover, answer, "▲ column")
    assert await played(rig, code) == ["b2^"]
    assert answer not in rig.server.posts(mover)
    await is_plain(rig, code)


async def test_nonsense_is_refused_and_chat_is_left_alone(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await both_shift(rig)
    mover = await rig.mover(code)
    for typed, told in (
        ("b2+", 'I can\'t read "b2+". Write a square like c3, or use the buttons.'),
        ("b2+a4>", "Nothing can be turned up like that. Try b2 alone."),
        ("b2!>", "The card on b2 isn't gone. Leave out the ! and try again."),
    ):
        assert (await rig.ask(mover, f"/move@game_bot {typed}", rig.club)).body == told
    count = len(rig.server.posts(rig.club))
    await rig.say(mover, "hm, b2 or d3", rig.club, reply_to=rig.board())
    assert len(rig.server.posts(rig.club)) == count
    assert await played(rig, code) == []


# Both sides of one deal


async def test_both_sides_of_a_deal_are_played_on_one_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    one = await begin(rig, "Match: both sides")
    start, board = str((await rig.table(one)).position), rig.board()
    assert " · deal 1 of 2, the same from both sides" in board.body
    while (await rig.table(one)).match.status == "running":
        await rig.turn(one, Picker())
    assert rig.server.posts(rig.club) == [board], "the next deal stands in the same message"
    two = board.body.splitlines()[0].rpartition("#")[2]
    table = await rig.table(two)
    assert str(table.position) == start
    assert board.body.splitlines()[2].startswith(f"{reading.named(table, 0)}, your move")
    while (await rig.table(two)).match.status == "running":
        await rig.turn(two, Picker())
    (score,) = [line for line in board.body.splitlines() if line.startswith("Score: ")]
    assert score.endswith((" wins the match.", ". Nobody is ahead."))
    assert labels(board) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]
