"""Moves that are typed on Discord: as a command, as a reply to the board, as a line in the private chat."""

from games.collapsi import Moved, Position
from tests.fakes.discord import Json
from tests.platforms.discord_rig import DiscordRig, board_of, code_of, is_about, is_silent, said, two_games_of_alice


async def test_a_typed_move_is_read_in_any_case_and_as_a_whole_path(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, move = await rig.mover(code), rig.moves(rig.board())[-1]
    typed = await rig.slash(mover, "move", move=f" {move.upper()} ")
    assert is_silent(typed)
    table = await rig.table(code)
    assert [row.text for row in table.log] == [move]
    assert table.position is not None
    (seat,) = table.to_move
    (moved,) = table.position.play(seat, rig.moves(rig.board())[0]).events
    assert isinstance(moved, Moved)
    assert is_silent(await rig.slash(await rig.mover(code), "move", move="-".join(moved.path)))
    assert [row.text for row in (await rig.table(code)).log] == [move, moved.path[-1]]
    await rig.is_right(code)


async def test_a_typed_move_that_is_none_is_refused_privately_and_says_what_can_be_done(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, before = await rig.mover(code), await rig.waiter(code), rig.rows()
    unread = await rig.slash(mover, "move", move="cc3")
    assert said(unread) == 'I can\'t read "cc3". Write a square like c3, or use the buttons.'
    table = await rig.table(code)
    assert isinstance(table.position, Position)
    reach = rig.moves(rig.board())
    pawns = [table.position.board.name(pawn) for pawn in table.position.pawns if pawn is not None]
    far = next(f"{x}{y}" for x in "abcd" for y in "1234" if f"{x}{y}" not in (*reach, *pawns))
    refused = said(await rig.slash(mover, "move", move=far))
    assert refused.startswith(f"You can't reach {far} in ")
    assert all(move in refused for move in reach)
    nothing = await rig.slash(waiter, "move", move=reach[0])
    assert said(nothing) == "No game waits for you here."
    assert rig.labels(nothing.answers[0]) == ["My games", "Start one"]
    assert rig.rows() == before


async def test_options_are_completed_while_they_are_typed(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, moves = await rig.mover(code), await rig.waiter(code), rig.moves(rig.board())

    def values(choices: list[Json]) -> list[str]:
        return [choice["value"] for choice in choices]

    assert values(await mover.autocomplete(rig.channel, "move", "move", "")) == moves
    offered = await mover.autocomplete(rig.channel, "move", "move", moves[0].upper(), game=code)
    assert [(one["name"], one["value"]) for one in offered] == [(f"✔ {moves[0]}", moves[0])]
    (none,) = await waiter.autocomplete(rig.channel, "move", "move", "")
    assert none["name"] == "No game waits for you here."
    other = "Bob" if mover is rig.alice else "Alice"
    for command in ("move", "board", "resign"):
        (game,) = await mover.autocomplete(rig.channel, command, "game", "coll")
        assert (game["name"], game["value"]) == (f"Collapsi vs {other} · your move · #{code}", code)
    assert await mover.autocomplete(rig.channel, "board", "game", "chess") == []
    assert values(await rig.cleo.autocomplete(rig.channel, "play", "preset", "")) == [
        "quick",
        "classic",
        "big",
        "second",
    ]
    assert values(await rig.cleo.autocomplete(rig.channel, "challenge", "preset", "class")) == ["classic"]
    assert values(await rig.cleo.autocomplete(rig.channel, "rules", "topic", "who")) == ["Who begins?"]
    assert len(await rig.cleo.autocomplete(rig.channel, "rules", "topic", "")) >= 5


async def test_a_reply_to_the_board_plays_and_gets_a_thumb(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    message = await rig.say(mover, rig.channel, rig.moves(board)[0].upper(), reply_to=board)
    assert [reaction["emoji"]["name"] for reaction in message["reactions"]] == ["👍"]
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_what_is_not_said_to_the_bot_or_is_no_move_stays_chat(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    before, move = rig.rows(), rig.moves(board)[0]
    for who, text, options in (
        (mover, move, {"reply_to": board, "ping": False}),
        (mover, move, {}),
        (mover, "that was a nice one", {"reply_to": board}),
        (rig.cleo, move, {"reply_to": board}),
        (rig.cleo, "who is winning?", {"reply_to": board}),
    ):
        message = await rig.say(who, rig.channel, text, **options)
        assert "reactions" not in message
    assert rig.boards() == [board]
    assert rig.rows() == before


async def test_a_refused_reply_is_answered_until_the_next_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    await rig.say(waiter, rig.channel, "c3", reply_to=board)
    assert rig.board()["content"].endswith(". I'll call you when it's yours.")
    table = await rig.table(code)
    assert isinstance(table.position, Position)
    pawn = table.position.pawns[table.waiting[0]]
    assert pawn is not None
    await rig.say(mover, rig.channel, table.position.board.name(pawn), reply_to=board)
    assert "You may pass over, but not stop there." in rig.board()["content"]
    assert rig.pinged(rig.board()) == set()
    assert len(rig.boards()) == 3
    await rig.press(mover, board, rig.moves(board)[0])
    assert len(rig.boards()) == 1
    await rig.is_right(code)


async def test_a_reply_to_a_board_of_an_earlier_turn_plays_nothing(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, old = await rig.mover(code), dict(rig.board())
    await rig.play(code)
    await rig.play(code)
    before = rig.rows("match", "move")
    # The client still shows the board as it was; the message that Discord sends along is that one.
    live = rig.server.store.live[int(old["id"])]
    shown = dict(live)
    live.update(old)
    message = await rig.say(mover, rig.channel, "a1", reply_to=old)
    live.update(shown)
    assert "reactions" not in message
    assert rig.rows("match", "move") == before
    assert rig.board()["content"].startswith("The table has moved on.")


async def test_bare_lines_in_the_private_chat_are_moves(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    direct = rig.server.dm(rig.alice)
    await rig.slash(rig.alice, "challenge", direct, **{"with": rig.bob})
    challenge = rig.board(direct)
    await rig.slash(rig.bob, "play", code=challenge["content"].split("/play code:")[1])
    code = code_of(rig.board(direct))
    if await rig.mover(code) is rig.bob:
        await rig.play(code)
    await rig.say(rig.alice, direct, "z9")
    assert rig.board(direct)["content"].startswith('I can\'t read "z9".')
    await rig.say(rig.alice, direct, "hm", reply_to=rig.board(direct))
    assert rig.board(direct)["content"].startswith('I can\'t read "hm".')
    ply = (await rig.table(code)).match.ply
    (board,) = [one for one in rig.boards(direct) if is_about(one, code)]
    move = rig.moves(board)[0]
    message = await rig.say(rig.alice, direct, move)
    assert [reaction["emoji"]["name"] for reaction in message["reactions"]] == ["👍"]
    assert (await rig.table(code)).match.ply == ply + 1
    assert len(rig.boards(direct)) == 1
    await rig.is_right(code, direct)
    await rig.is_right(code)


async def test_where_several_games_wait_the_bot_asks_which(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    first, second = await two_games_of_alice(rig)
    move = rig.moves(board_of(rig, second))[0]
    asked = await rig.slash(rig.alice, "move", move=move)
    (question,) = asked.answers
    assert question["content"] == "In which game?"
    assert sorted(rig.labels(question)) == ["Collapsi vs Bob", "Collapsi vs Cleo"]
    before = (await rig.table(first)).match.ply, (await rig.table(second)).match.ply
    await rig.press(rig.alice, question, "Collapsi vs Cleo")
    assert ((await rig.table(first)).match.ply, (await rig.table(second)).match.ply) == (before[0], before[1] + 1)
    assert asked.answers == []
    named = await rig.slash(rig.alice, "move", move=rig.moves(board_of(rig, first))[0], game=first)
    assert is_silent(named)
    assert (await rig.table(first)).match.ply == before[0] + 1
