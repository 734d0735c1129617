"""Moves that are typed on Telegram: as a reply to the board, as a command, as a line in the private chat."""

from tests.platforms.telegram_rig import (
    TelegramRig,
    labels,
    moves,
)


async def test_a_reply_to_the_board_is_a_move_and_gets_a_thumb(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    move = moves(board)[0]
    reply = await rig.say(mover, f" {move.upper()} ", rig.club, reply_to=board)
    assert (await rig.table(code)).log[-1].text == move
    assert reply.reactions[rig.server.me.id] == [{"type": "emoji", "emoji": "👍"}]
    await rig.is_right(code)
    assert len(rig.server.posts(rig.club)) == 1


async def test_the_command_plays_as_a_reply_and_alone(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    first = await rig.mover(code)
    await rig.say(first, f"/move@game_bot {moves(rig.board())[0]}", rig.club, reply_to=rig.board())
    assert (await rig.table(code)).match.ply == 1
    second = await rig.mover(code)
    asked = await rig.say(second, f"/move@game_bot {moves(rig.board())[0]}", rig.club)
    assert (await rig.table(code)).match.ply == 2
    assert asked.reactions == {}
    await rig.say(first, f"/move@game_bot #{code} {moves(rig.board())[0]}", rig.club)
    assert (await rig.table(code)).match.ply == 3
    assert [post.id for post in rig.server.posts(rig.club)] == [rig.board().id]
    await rig.is_right(code)


async def test_a_bare_line_in_the_private_chat_is_a_move(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    mover = await rig.mover(code)
    await rig.say(mover, moves(rig.board(mover))[0])
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code, rig.alice)
    other = await rig.ask(mover, "a1")
    assert other.body == "No game waits for you here."
    assert labels(other) == ["My games", "Start one"]


async def test_what_cannot_be_read_or_played_is_refused_and_goes_away_with_the_next_board(
    telegram_rig: TelegramRig,
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, before = await rig.mover(code), await rig.rows("match", "move")
    unreadable = await rig.ask(mover, "/move@game_bot cc3", rig.club)
    assert unreadable.body == 'I can\'t read "cc3". Write a square like c3, or use the buttons.'
    assert unreadable.silent
    as_reply = await rig.ask(mover, "/move@game_bot cc3", rig.club, reply_to=rig.board())
    assert as_reply.body == unreadable.body
    legal = moves(rig.board())
    far = next(column + row for column in "abcd" for row in "1234" if column + row not in legal)
    illegal = await rig.ask(mover, f"/move@game_bot {far}", rig.club)
    assert any(start in illegal.body for start in ("You can't reach", "stands on", "You can't cross", "That way"))
    typed = await rig.ask(mover, far, rig.club, reply_to=rig.board())
    assert typed.body == illegal.body
    waiter = await rig.waiter(code)
    turn = await rig.ask(waiter, legal[0], rig.club, reply_to=rig.board())
    assert turn.body.startswith("It's the turn of ")
    assert turn.body.endswith("I'll call you when it's yours.")
    assert await rig.rows("match", "move") == before
    assert len(rig.server.posts(rig.club)) == 6
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    assert rig.server.posts(rig.club) == [rig.board()]


async def test_replies_that_are_no_moves_are_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    before, posts = await rig.rows(), len(rig.server.posts(rig.club))
    board = rig.board()
    for who, text in (
        (mover, "let me think"),
        (waiter, "nice board!"),
        (rig.cleo, "good luck"),
        (rig.cleo, moves(board)[0]),
    ):
        said = await rig.say(who, text, rig.club, reply_to=board)
        assert said.reactions == {}
    assert await rig.rows("match", "move") == {name: before[name] for name in ("match", "move")}
    assert len(rig.server.posts(rig.club)) == posts
    await rig.play_out(code)
    for text in ("gg", "haha nice"):
        await rig.say(mover, text, rig.club, reply_to=rig.board())
    assert len(rig.server.posts(rig.club)) == posts
    late = await rig.ask(mover, "a1", rig.club, reply_to=rig.board())
    assert late.body == "This game is over."


async def test_a_reply_to_an_old_board_plays_nothing(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.server.refuse("deleteMessage", times=99)
    rig.server.refuse("editMessageReplyMarkup", times=99)
    old = rig.board()
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    assert rig.board() is not old
    await rig.play(code)
    await rig.play(code)
    before = await rig.rows("match", "move")
    answer = await rig.ask(await rig.mover(code), moves(rig.board())[0], rig.club, reply_to=old)
    assert answer.body.startswith("The table has moved on. Here is how it stands now.")
    assert await rig.rows("match", "move") == before


async def test_several_waiting_games_are_told_apart(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    codes: list[str] = []
    while len(codes) < 2:
        code = await rig.begin()
        if await rig.mover(code) is rig.alice:
            codes.append(code)
        else:
            await rig.say(rig.alice, f"/resign@game_bot {code}", rig.club)
            await rig.press(rig.alice, rig.newest(), "Yes, resign")
    question = await rig.ask(rig.alice, "/move@game_bot " + "щ" * 70, rig.club)
    assert question.body == "In which game?"
    assert labels(question) == ["Collapsi vs Bob", "Collapsi vs Bob"]
    board = next(one for one in rig.boards() if f"#{codes[1]}" in one.body)
    move = moves(board)[0]
    question = await rig.ask(rig.alice, f"/move@game_bot {move}", rig.club)
    wanted = next(data for _, data in question.buttons if f":{codes[1]}:" in data)
    await rig.press(rig.alice, question, wanted)
    assert ((await rig.table(codes[1])).match.ply, (await rig.table(codes[0])).match.ply) == (1, 0)
    await rig.say(rig.alice, f"/move@game_bot #{codes[0]} {(await _choices(rig, codes[0]))[0]}", rig.club)
    assert (await rig.table(codes[0])).match.ply == 1
    both = await rig.ask(rig.alice, "/board@game_bot", rig.club)
    assert both.body == "In which game?"


async def _choices(rig: TelegramRig, code: str) -> list[str]:
    table = await rig.table(code)
    assert table.position is not None
    return [choice.text for choice in table.position.choices(table.to_move[0]).items]
