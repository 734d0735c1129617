"""Crumble on Telegram: whole matches by buttons and by replies, the way back, what is refused, boards in words."""

from bot import posts
from games.crumble import GAME, Position
from games.crumble.text import numbered
from games.record import parse
from renderer import draw
from tests.fakes.telegram import Message
from tests.platforms import reading
from tests.platforms.crumble_script import FOUR, LONG, SHORT, Ply, script
from tests.platforms.telegram_rig import NOTHING, TelegramRig, code_of, labels, moves, payload, steps


async def begin(rig: TelegramRig) -> str:
    """Lets Alice choose Crumble on the small board in the picker, and Bob join."""
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    for label in ("Crumble", "Quick 4×4", "Post it"):
        await rig.press(rig.alice, picker, label)
    await rig.press(rig.bob, picker, "Join")
    return code_of(rig.board())


async def begin_typed(rig: TelegramRig) -> str:
    await rig.press(rig.bob, await rig.ask(rig.alice, "/play@game_bot crumble quick", rig.club), "Join")
    return code_of(rig.board())


async def played(rig: TelegramRig, code: str) -> tuple[str, ...]:
    return tuple(move.text for move in (await rig.table(code)).log)


async def press_ply(rig: TelegramRig, code: str, ply: Ply) -> None:
    """Plays a move by buttons; everybody sees on the way who tries what."""
    mover, board = await rig.mover(code), rig.board()
    for label in ply.labels:
        assert await rig.press(mover, board, label) == NOTHING
        if label != ply.labels[-1]:
            await rig.is_trying(code)
        assert all(len(data.encode()) <= 64 for _, data in board.buttons)


async def reply(rig: TelegramRig, code: str, ply: Ply) -> Message:
    return await rig.say(await rig.mover(code), ply.move.lower(), rig.club, reply_to=rig.board())


async def test_a_match_by_buttons_with_a_join_long_cuts_and_captures(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    board = rig.board()
    for number, ply in enumerate(script(LONG), 1):
        table = await rig.table(code)
        assert str(table.position) == str(ply.before)
        assert moves(board) == [str(n) for n in range(1, len(ply.before.choices(ply.before.turn).items) + 1)]
        assert rig.server.picture(board) == draw(posts.scene(table, "light")).png
        await press_ply(rig, code, ply)
        assert await played(rig, code) == LONG[:number]
        assert board.body.splitlines()[1].startswith(reading.named(table, ply.before.turn))
    assert rig.server.posts(rig.club) == [board], "it is one message all the time"
    winner = reading.named(await rig.table(code), 1)
    assert board.body.splitlines()[:2] == [
        f"Crumble · Quick 4×4 · #{code}",
        f"{winner} wins: the chain joins all four sides. 8 moves.",
    ]
    assert labels(board)[:3] == ["↻ Rematch", "▷ Replay", "📄 Record"]


async def test_a_match_by_replies_alone_and_its_record(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin_typed(rig)
    for ply in script(SHORT):
        said = await reply(rig, code, ply)
        assert said.reactions[rig.server.me.id] == [{"type": "emoji", "emoji": "👍"}]
    table, final = await rig.table(code), rig.board()
    assert table.match.status == "over"
    assert await played(rig, code) == SHORT
    await rig.ask(rig.alice, "/start")
    assert await rig.press(rig.alice, final, "📄 Record") == NOTHING
    sent = rig.newest(rig.alice)
    assert sent.document is not None
    assert sent.document.name == f"crumble-{code}.txt"
    record = parse(sent.document.data.decode())
    assert str(record.check()) == table.match.position
    assert str(tuple(record.replay())[-1].position) == str(table.position)
    assert record.outcome == table.outcome
    assert "Zack Brown" in record.comments[0]


async def test_typed_moves_in_the_private_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play crumble quick")
    found = challenge.body.partition("?start=")[2].split()[0]
    await rig.after(rig.bob.start(found))
    code = code_of(rig.board(rig.alice))
    for ply in script(FOUR):
        await rig.say(await rig.mover(code), ply.move)
    assert await played(rig, code) == FOUR
    for person in (rig.alice, rig.bob):
        assert "wins: the chain joins all four sides. 4 moves." in rig.board(person).body


async def test_undo_in_the_middle_and_cancel(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    plies = script(LONG)
    for ply in plies[:4]:
        await reply(rig, code, ply)
    first, board = moves(rig.board()), rig.board()
    mover, long = await rig.mover(code), plies[4]
    await rig.walk(code, *long.labels[:4])
    walked, picture = labels(board), rig.server.picture(board)
    await rig.press(mover, board, "↩ Undo")
    assert board.body.splitlines()[2].startswith("Cut 1–7 ┃, right half of 7 walks (0,1V3-1E).")
    assert rig.server.picture(board) != picture
    await rig.press(mover, board, "↩ Undo")
    assert long.labels[2] in steps(board)
    assert steps(board)[0] == "✔ Play"
    await rig.walk(code, *long.labels[2:4])
    assert labels(board) == walked
    assert rig.server.picture(board) == picture
    others = await rig.press(rig.dov, board, "✔ Play")
    assert (others.text or "").startswith("This is the game of ")
    await rig.press(mover, board, "✘ Cancel")
    assert moves(board) == first
    assert await played(rig, code) == LONG[:4]


async def test_a_refused_move_says_why_and_what_to_do(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    mover = await rig.mover(code)
    for typed, told in (
        ("1V2", "That cut would go through a piece of the other side, at 1,1. Choose another line."),
        ("1VW-N", "Step 1: those pieces don't share a whole side, so you can't swap there."),
        ("0V", "The piece at 0 isn't yours."),
    ):
        assert (await rig.ask(mover, f"/move@game_bot {typed}", rig.club)).body == told
        assert (await rig.ask(mover, typed, rig.club, reply_to=rig.board())).body == told
    count = len(rig.server.posts(rig.club))
    await rig.say(mover, "hm, cut 2 or 3", rig.club, reply_to=rig.board())
    assert len(rig.server.posts(rig.club)) == count, "chat is left alone"
    assert await played(rig, code) == ()


async def test_somebody_who_does_not_see_the_picture_reads_the_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    await rig.press(await rig.mover(code), rig.board(), "⋯")
    letters = await rig.press(await rig.mover(code), rig.board(), "Text board")
    assert (letters.text or "").startswith(f"Crumble · Quick 4×4 · #{code}\n"), "too long for an alert"
    await rig.say(rig.alice, "/board@game_bot text", rig.club)
    for ply in script(SHORT):
        assert numbered(ply.before) in rig.board().body
        await press_ply(rig, code, ply)
    position = (await rig.table(code)).position
    assert isinstance(position, Position)
    assert GAME.diagram(position) in rig.board().body


async def test_a_turn_that_is_kept_is_told(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    await reply(rig, code, script(SHORT)[0])
    asker, other = await rig.waiter(code), await rig.mover(code)
    await rig.press(asker, rig.board(), "⋯")
    await rig.press(asker, rig.board(), "Take back")
    assert "asks to take back" in rig.board().body
    await rig.press(other, rig.board(), "Keep it")
    name = reading.named(await rig.table(code), 1)
    assert f"\n{name} plays on.\n" in rig.board().body
    assert "asks to take back" not in rig.board().body
    assert "Keep it" not in labels(rig.board())


async def test_who_gives_up_has_lost(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await begin(rig)
    await reply(rig, code, script(SHORT)[0])
    leaver = await rig.mover(code)
    asked = await rig.ask(leaver, "/resign@game_bot", rig.club)
    assert payload(asked, "Yes, resign")
    await rig.press(leaver, asked, "Yes, resign")
    table = await rig.table(code)
    one, two = reading.named(table, 0), reading.named(table, 1)
    assert rig.board().body.splitlines()[1] == f"{one} wins: {two} gave up. 1 move."
