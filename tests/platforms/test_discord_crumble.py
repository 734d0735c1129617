"""Crumble on Discord: whole matches by buttons, the way back, what is refused, completions, boards in words."""

from games import record
from games.crumble import GAME, Position
from games.crumble.text import numbered
from tests.fakes.discord import EPHEMERAL
from tests.platforms import reading
from tests.platforms.crumble_script import FOUR, LONG, SHORT, Ply, script
from tests.platforms.discord_rig import DiscordRig, board_of, code_of, is_silent, said


async def begin(rig: DiscordRig) -> str:
    """Lets Alice choose Crumble on the small board in the picker, and Bob join."""
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Crumble")
    await rig.press(rig.alice, picker, "Quick 4×4")
    assert "Quick 4×4 ✓" in rig.labels(picker)
    await rig.press(rig.alice, picker, "Post it")
    await rig.press(rig.bob, rig.board(), "Join")
    return code_of(rig.board())


async def position_of(rig: DiscordRig, code: str) -> Position:
    position = (await rig.table(code)).position
    assert isinstance(position, Position)
    return position


async def press_ply(rig: DiscordRig, code: str, ply: Ply) -> None:
    """Plays a move by buttons; each step on the way is private, and leaves the board alone."""
    mover, board = await rig.mover(code), board_of(rig, code)
    before = dict(board)
    first = await rig.press(mover, board, ply.labels[0])
    for label in ply.labels[1:]:
        (message,) = first.answers
        assert message["flags"] & EPHEMERAL
        is_last = ply.before.choices(ply.before.turn, ply.move).confirm and label is ply.labels[-1]
        assert rig.labels(message)[-2:] == (["✔ Play", "↩ Undo"] if is_last else ["↩ Undo", "✘ Cancel"])
        assert len(rig.labels(message)) <= 25
        assert board_of(rig, code) == before, "others see nothing of it"
        await rig.press(mover, message, label)
    assert first.answers == [], "the private message goes away when the move is played"


async def type_ply(rig: DiscordRig, code: str, ply: Ply) -> None:
    assert is_silent(await rig.slash(await rig.mover(code), "move", move=ply.move))


async def test_a_match_by_buttons_with_a_join_long_cuts_and_captures(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    pictures = set()
    for number, ply in enumerate(script(LONG), 1):
        assert str(await position_of(rig, code)) == str(ply.before)
        board = board_of(rig, code)
        assert rig.moves(board) == [str(n) for n in range(1, len(ply.before.choices(ply.before.turn).items) + 1)]
        pictures.add(rig.server.picture(board))
        await press_ply(rig, code, ply)
        table = await rig.table(code)
        assert [move.text for move in table.log] == list(LONG[:number])
        name = reading.named(table, ply.before.turn)
        assert rig.read(board_of(rig, code))[1].startswith(name)
    assert len(pictures) == len(LONG)
    final, winner = board_of(rig, code), reading.named(table, 1)
    assert rig.read(final)[:2] == [
        f"Crumble · Quick 4×4 · #{code}",
        f"{winner} wins: the chain joins all four sides. 8 moves.",
    ]
    assert rig.labels(final)[:3] == ["↻ Rematch", "▷ Replay", "📄 Record"]


async def test_the_news_tell_what_a_move_did(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    for ply in script(SHORT)[:4]:
        await type_ply(rig, code, ply)
    table = await rig.table(code)
    one, two = reading.named(table, 0), reading.named(table, 1)
    news, called, asked = rig.read(board_of(rig, code))[1:4]
    assert called == f"{two}: Crumble!"
    assert news == f"{two} cut 1 piece. {two} walked 3 steps. {one} took 1 piece."
    assert asked.startswith(f"{one}, your turn: choose a piece.")


async def test_a_turn_that_is_kept_is_told(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    await press_ply(rig, code, script(SHORT)[0])
    asker, other = await rig.waiter(code), await rig.mover(code)
    (menu,) = (await rig.press(asker, board_of(rig, code), "⋯")).answers
    await rig.press(asker, menu, "Take back")
    assert any("asks to take back" in line for line in rig.read(board_of(rig, code)))
    await rig.press(other, board_of(rig, code), "Keep it")
    board, name = board_of(rig, code), reading.named(await rig.table(code), 1)
    assert f"{name} plays on." in rig.read(board)
    assert not any("asks to take back" in line for line in rig.read(board))
    assert "Keep it" not in rig.labels(board)


async def test_undo_in_the_middle_and_cancel_leave_the_board_alone(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    plies = script(LONG)
    for ply in plies[:4]:
        await type_ply(rig, code, ply)
    mover, board, before = await rig.mover(code), dict(board_of(rig, code)), rig.rows()
    long = plies[4]
    begun = await rig.walk(code, *long.labels[:4])
    (message,) = begun.answers
    assert rig.read(message)[1] == "Cut 1–7 ┃, right half of 7 goes right (0,1V3-1E-E). Takes nothing."
    walked, picture = rig.labels(message), rig.server.picture(message)
    await rig.press(mover, message, "↩ Undo")
    assert rig.read(message)[1] == "Cut 1–7 ┃, right half of 7 walks (0,1V3-1E). Which way?"
    assert rig.server.picture(message) != picture
    await rig.press(mover, message, "↩ Undo")
    assert long.labels[2] in rig.labels(message), "the halves may be chosen again"
    assert rig.labels(message)[0] == "✔ Play", "and the cut may stand alone"
    for label in long.labels[2:4]:
        await rig.press(mover, message, label)
    assert rig.labels(message) == walked
    await rig.press(mover, message, "✘ Cancel")
    assert begun.answers == []
    assert board_of(rig, code) == board
    assert rig.rows() == before
    begun = await rig.walk(code, long.labels[0])
    await rig.press(mover, begun.answers[0], "↩ Undo")
    assert begun.answers == [], "before the first step there is only the board"


async def test_a_refused_move_says_why_and_what_to_do(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    mover, before = await rig.mover(code), rig.rows()
    for typed, told in (
        ("hello", 'I can\'t read "hello". Write a move like 2,1VW, or use the buttons.'),
        ("0V", "The piece at 0 isn't yours."),
        ("9,9V", "No piece begins at 9,9. Count the lines east, then north."),
        ("1VN", "Say which half of the piece at 1 walks, for example E-N."),
        ("1VW-N", "Step 1: those pieces don't share a whole side, so you can't swap there."),
        ("1VWWW", "Step 2: the board ends there. Choose another way."),
        ("1V2", "That cut would go through a piece of the other side, at 1,1. Choose another line."),
        ("1J3,3", "Your pieces from 1 don't make a square or half of one."),
    ):
        assert said(await rig.slash(mover, "move", move=typed)) == told
    assert rig.rows() == before


async def test_an_unfinished_move_that_is_typed_asks_how_it_goes_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    mover = await rig.mover(code)
    asked = await rig.slash(mover, "move", move="1")
    (message,) = asked.answers
    assert rig.steps(message)[:2] == ["1 Cut ┃", "2 Cut ━"], "as the picture numbers them"
    await rig.press(mover, message, next(one for one in rig.steps(message) if one.endswith("┃ right half →")))
    assert asked.answers == [], "nothing may follow it"
    assert [move.text for move in (await rig.table(code)).log] == ["1VE"]


async def test_moves_are_completed_while_they_are_typed(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    plies = script(LONG)
    for ply in plies:
        mover = await rig.mover(code)
        for end in range(len(ply.move) + 1):
            start = ply.move[:end]
            offered = await mover.autocomplete(rig.channel, "move", "move", start.lower())
            assert len(offered) <= 25
            assert all(one["value"].startswith(start) for one in offered)
            assert offered, f"nothing is offered after {start}"
        assert (offered[0]["name"], offered[0]["value"]) == (f"✔ {ply.move}", ply.move)
        await type_ply(rig, code, ply)


async def test_the_board_is_told_in_words_and_in_letters(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    table, board = await rig.table(code), board_of(rig, code)
    black, white = reading.named(table, 0), reading.named(table, 1)
    assert (rig.server.alt_text(board) or "").splitlines() == [
        f"Crumble · Quick 4×4 · #{code}",
        f"{black} has 8 pieces: 1 (0 3), 2 (2 3), 3 (1 2), 4 (3 2), 5 (0 1), 6 (2 1), 7 (1 0), 8 (3 0).",
        f"{white} has 8 pieces: (1 3), (3 3), (0 2), (2 2), (1 1), (3 1), (0 0), (2 0).",
        f"{black} may choose 1 2 3 4 5 6 7 8.",
    ]
    for ply in script(FOUR)[:3]:
        await type_ply(rig, code, ply)
    begun = await rig.walk(code, "8")
    alt = rig.server.alt_text(begun.answers[0]) or ""
    assert f"{white} is trying this, not played yet." in alt
    assert f"{black} lacks one of 2 pieces to join all four sides: (2 1/2) 1×1/2, (3 1)." in alt
    assert "3 (3 2) 1/2×1, 4 (0 1+1/2) 1×1/2," in alt
    assert alt.endswith(f"{white} may choose 1 Cut ┃, 2 Join 1×1: 8–9, 3 Cut 2 pieces ┃: 8–9.")


async def test_without_pictures_the_board_is_drawn_with_letters(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    rig.server.deny(rig.channel, "attach_files")
    code = await begin(rig)
    for ply in script(SHORT):
        board = board_of(rig, code)
        assert numbered(ply.before) in board["content"]
        assert not board["attachments"]
        await press_ply(rig, code, ply)
    assert GAME.diagram(await position_of(rig, code)) in board_of(rig, code)["content"]


async def test_who_gives_up_has_lost_and_the_record_says_so(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    for ply in script(SHORT)[:2]:
        await press_ply(rig, code, ply)
    leaver = await rig.mover(code)
    asked = await rig.slash(leaver, "resign")
    await rig.press(leaver, asked.answers[0], "Yes, resign")
    table = await rig.table(code)
    assert table.match.status == "over"
    name, winner = reading.named(table, 0), reading.named(table, 1)
    assert rig.read(board_of(rig, code))[1] == f"{winner} wins: {name} gave up. 2 moves."
    kept = await record_of(rig, code)
    assert [text for _, text in kept.moves] == [*SHORT[:2], None]


async def record_of(rig: DiscordRig, code: str) -> record.Record:
    """The record of a match, replayed to where the match ended."""
    answer = (await rig.press(rig.cleo, rig.board(), "📄 Record")).answers[0]
    (file,) = answer["attachments"]
    assert file["filename"] == f"crumble-{code}.txt"
    data = rig.server.store.files[file["url"].removeprefix(rig.server.store.cdn + "/")]
    kept, table = record.parse(data.decode()), await rig.table(code)
    assert str(tuple(kept.replay())[-1].position) == str(table.position)
    assert kept.outcome == table.outcome
    return kept


async def test_the_record_of_a_typed_match_replays_to_the_same_end(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "play", game="crumble", preset="quick")
    await rig.press(rig.bob, rig.board(), "Join")
    code = code_of(rig.board())
    for ply in script(FOUR):
        await type_ply(rig, code, ply)
    assert (await rig.table(code)).match.status == "over"
    kept = await record_of(rig, code)
    assert (kept.game, [text for _, text in kept.moves]) == ("crumble", list(FOUR))
