"""Tables of three and four on Discord: how they fill, are played to the end by buttons, are left and come again."""

from tests.platforms import reading
from tests.platforms.discord_rig import DiscordRig, board_of, code_of, is_silent, said
from tests.platforms.reading import Picker


async def assert_told(rig: DiscordRig, code: str) -> None:
    """Checks that the board tells the last move, whose turn it is, and every card."""
    table, board = await rig.table(code), board_of(rig, code)
    lines = rig.read(board)
    alt = (rig.server.alt_text(board) or "").splitlines()
    assert len(lines) <= 8
    if table.match.status == "running":
        expected = reading.news(table)
        assert lines[1 : 1 + len(expected)] == expected
        assert f"{reading.named(table, table.to_move[0])}" in alt[-1]
    assert [line for line in alt if line.startswith("Row ")] == reading.rows(table)


async def assert_ended(rig: DiscordRig, code: str) -> None:
    """Checks the final board: who won, the places, the ratings, no moves any more."""
    table, board = await rig.table(code), board_of(rig, code)
    assert table.outcome is not None
    winner = reading.named(table, min(table.outcome.places[0]))
    _, result, places, ratings = rig.read(board)
    assert result.startswith(f"{winner} wins: ")
    assert result.endswith(f". {sum(move.kind == 'play' for move in table.log)} moves.")
    assert places == reading.places(table)
    assert ratings.count(" · ") == len(table.match.seats) - 1
    assert rig.moves(board) == []
    assert rig.labels(board) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]
    assert rig.server.alt_text(board).splitlines()[-1] in result  # type: ignore[union-attr]


# To the end by buttons


async def test_three_play_with_shift_and_adjacent_revival_to_the_end_by_buttons(discord_rig: DiscordRig) -> None:
    rig, pick = discord_rig, Picker()
    options = ("Board: 5×5", "Shift: yes", "Adjacent Revival: yes")
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=options)
    assert board_of(rig, code)["content"].startswith(f"Collapsi · 5×5, Jokers, Adjacent Revival, Shift · #{code}\n")
    while (await rig.table(code)).match.status == "running":
        await assert_told(rig, code)
        pressed = await rig.turn(code, pick)
        assert pressed[-1] in reading.ARROWS, "the arrow comes last"
    await assert_told(rig, code)
    await assert_ended(rig, code)
    assert pick.taken.count("revival") >= 2


async def test_four_play_with_knock_out_to_the_last_one_by_buttons(discord_rig: DiscordRig) -> None:
    rig, pick = discord_rig, Picker(5)
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, rig.dov, chosen=("Board: 6×6", "Knock-out: yes"))
    out: list[str] = []
    while (await rig.table(code)).match.status == "running":
        await assert_told(rig, code)
        await rig.turn(code, pick)
        out += [line for line in reading.sentences(await rig.table(code)) if line.endswith(" is out. The card stays.")]
    await assert_ended(rig, code)
    assert pick.taken.count("column") >= 4, "everybody's first card is a Joker"
    assert len(out) == 3
    table = await rig.table(code)
    assert table.position is not None
    assert [line.split(" is out")[0] for line in out] == [reading.named(table, seat) for seat in table.position.out]


# Filling up


async def test_a_table_is_filled_left_and_begun_by_its_host(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    lobby = await rig.open_table(rig.alice)
    assert rig.read(lobby) == [
        "Alice opens a table: Collapsi · Big table · 2-4 players",
        "Alice (host), free, free, free",
        "two to four players: 5×5 for two or three, 6×6 for four.",
        "2 days a move. It begins by itself when it is full.",
    ]
    assert rig.labels(lobby) == ["Join", "Leave", "🤖 Add computer", "How to play", "Withdraw"]
    assert rig.pinged(lobby) == set()
    code, before = code_of(lobby), rig.rows()
    assert said(await rig.press(rig.alice, lobby, "Join")) == "You sit here already. Somebody else has to come."
    own = said(await rig.press(rig.alice, lobby, "Leave"))
    assert own == "It is your table. Withdraw the invitation, if you don't want to play."
    assert said(await rig.press(rig.bob, lobby, "Leave")) == "You don't sit at this table."
    assert said(await rig.forge(rig.alice, lobby, f"c:{code}:start")) == "There are too few players for this game yet."
    assert rig.rows() == before
    for who in (rig.bob, rig.cleo):
        rig.time.advance(seconds=1)
        assert is_silent(await rig.press(who, lobby, "Join"))
    assert rig.read(lobby)[1] == "Alice (host), Bob, Cleo, free"
    assert rig.labels(lobby) == ["Join", "Leave", "▶ Start (3)", "🤖 Add computer", "How to play", "Withdraw"]
    rig.time.advance(seconds=1)
    await rig.press(rig.bob, lobby, "Leave")
    assert rig.read(lobby)[1] == "Alice (host), free, Cleo, free"
    assert said(await rig.press(rig.cleo, lobby, "▶ Start (2)")) == "Only Alice can do that."
    assert said(await rig.press(rig.dov, lobby, "Withdraw")) == "Only Alice can do that."
    rig.time.advance(seconds=1)
    await rig.press(rig.dov, lobby, "Join")
    assert rig.read(lobby)[1] == "Alice (host), Dov, Cleo, free"
    assert rig.boards() == [lobby], "it is one message all the time"
    await rig.press(rig.alice, lobby, "▶ Start (3)")
    (board,) = rig.boards()
    assert board["id"] != lobby["id"]
    assert {seat.account.name for seat in (await rig.table(code)).match.seats if seat.account} == {
        "Alice",
        "Cleo",
        "Dov",
    }
    await assert_told(rig, code)
    assert (rig.server.alt_text(board) or "").count("\nRow ") == 5, "five by five for three"
    assert len(rig.pinged(board)) <= 1
    assert said(await rig.forge(rig.bob, lobby, f"c:{code}:join")) == "Somebody was faster."


async def test_a_full_table_begins_by_itself_with_four_on_six_by_six(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    lobby = await rig.open_table(rig.alice)
    for who in (rig.bob, rig.cleo, rig.dov):
        rig.time.advance(seconds=1)
        last = await rig.press(who, lobby, "Join")
    assert said(last).startswith("Tap a ringed square.")
    code = code_of(lobby)
    (board,) = rig.boards()
    assert (rig.server.alt_text(board) or "").count("\nRow ") == 6
    await assert_told(rig, code)
    late = rig.server.user("eve", display="Eve")
    assert said(await rig.forge(late, lobby, f"c:{code}:join")) == "Somebody was faster."
    stranger = await rig.press(late, board, rig.moves(board)[0])
    assert said(stranger).startswith("This is the game of ")


async def test_where_the_host_is_silent_for_a_day_anybody_who_sits_may_begin(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    lobby = await rig.open_table(rig.alice)
    rig.time.advance(seconds=1)
    await rig.press(rig.bob, lobby, "Join")
    rig.time.advance(hours=23)
    assert said(await rig.press(rig.bob, lobby, "▶ Start (2)")) == "Only Alice can do that."
    rig.time.advance(hours=2)
    assert said(await rig.press(rig.cleo, lobby, "▶ Start (2)")) == "Only Alice can do that."
    await rig.press(rig.bob, lobby, "▶ Start (2)")
    assert (await rig.table(code_of(lobby))).match.status == "running"
    await assert_told(rig, code_of(lobby))


async def test_a_table_that_is_withdrawn_lets_everybody_go(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    lobby = await rig.open_table(rig.alice, "Knock-out: yes")
    assert "3-4 players" in rig.read(lobby)[0]
    rig.time.advance(seconds=1)
    await rig.press(rig.bob, lobby, "Join")
    assert rig.labels(lobby) == ["Join", "Leave", "🤖 Add computer", "How to play", "Withdraw"], (
        "two are too few for a knock-out"
    )
    await rig.press(rig.alice, lobby, "Withdraw")
    assert lobby["content"] == "Alice took the invitation back."
    assert rig.labels(lobby) == []


async def test_a_knock_out_asks_for_three_and_so_for_anyone(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Big table")
    await rig.choose(rig.alice, picker, "Knock-out: yes")
    (menu,) = [each["custom_id"] for each in rig.server.components(picker) if each["type"] == 5]
    await rig.alice.choose(picker, menu, [rig.bob])
    await rig.handled()
    refused = await rig.press(rig.alice, picker, "Post it")
    assert refused.answers[-1]["content"] == "This way of playing needs three or four. Leave it open to anyone."
    await rig.press(rig.alice, picker, "Anyone here")
    await rig.press(rig.alice, picker, "Post it")
    assert rig.board()["content"].startswith("Alice opens a table: Collapsi · ")


# Leaving, being late, coming again


async def test_who_leaves_a_table_of_three_is_out_and_the_others_play_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    leaver = await rig.mover(code)
    asked = await rig.slash(leaver, "resign")
    assert said(asked) == "Leave the table? The others play on."
    await rig.press(leaver, asked.answers[0], "Yes, resign")
    assert asked.answers == []
    table, board = await rig.table(code), board_of(rig, code)
    assert table.match.status == "running"
    assert rig.read(board)[1] == f"{reading.named(table, 0)} gave up."
    await assert_told(rig, code)
    again = await rig.slash(leaver, "resign", game=code)
    assert said(again) == "You are out of this game already. You may watch."
    first, second = await rig.mover(code), await rig.waiter(code)
    assert leaver not in (first, second)
    assert said(await rig.press(leaver, board, rig.moves(board)[0])).startswith("It's the turn of ")
    await rig.turn(code, Picker())
    asked = await rig.slash(first, "resign")
    name = reading.named(table, table.waiting[0])
    assert said(asked) == f"Give up this game? {name} wins.", "who is out cannot win"
    await rig.press(first, asked.answers[0], "Yes, resign")
    table = await rig.table(code)
    lines = rig.read(board_of(rig, code))
    assert lines[1] == f"{name} wins: nobody else is left. 1 move."
    assert lines[2] == reading.places(table)
    assert lines[2].endswith(f"3. {reading.named(table, 0)}")


async def test_a_win_on_time_can_be_claimed_when_one_of_three_is_out_already(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    await rig.tick(hours=49)
    table, board = await rig.table(code), board_of(rig, code)
    late = table.to_move[0]
    assert "The time is over." in board["content"]
    assert rig.labels(board)[-3:] == ["Claim the win", "One more day", "⋯"]
    await rig.press(await rig.waiter(code), board, "Claim the win")
    table = await rig.table(code)
    assert table.match.status == "running", "two go on without the one who was late"
    assert table.position is not None
    assert table.position.out == (late,)
    await assert_told(rig, code)
    await rig.tick(hours=49)
    table = await rig.table(code)
    winner, loser = reading.named(table, table.waiting[0]), reading.named(table, table.to_move[0])
    await rig.press(await rig.waiter(code), board_of(rig, code), "Claim the win")
    lines = rig.read(board_of(rig, code))
    assert lines[1] == f"{winner} wins: {loser} ran out of time. 0 moves."
    assert lines[2] == f"1. {winner} · 2. {loser} · 3. {reading.named(table, late)}"


async def test_three_come_again_each_by_pressing_rematch(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    while (await rig.table(code)).match.status == "running":
        await rig.turn(code, Picker())
    old, final = await rig.table(code), board_of(rig, code)
    await assert_ended(rig, code)
    rig.time.advance(minutes=1)
    assert said(await rig.press(rig.dov, final, "↻ Rematch")).startswith("This is the game of ")
    assert said(await rig.press(rig.alice, final, "↻ Rematch")) == "Asked. I'll call you when it begins."
    lobby = rig.board()
    new = code_of(lobby)
    assert rig.read(lobby)[0] == "Alice opens a table: Collapsi · Big table · 2-3 players"
    assert rig.read(lobby)[-1] in ("Asked again: Bob, Cleo", "Asked again: Cleo, Bob")
    assert rig.pinged(lobby) == {"bob", "cleo"}
    assert said(await rig.press(rig.dov, lobby, "Join")) == "This rematch is for those who played before."
    rig.time.advance(seconds=1)
    assert said(await rig.press(rig.bob, final, "↻ Rematch")) == "Asked. I'll call you when it begins."
    rig.time.advance(seconds=1)
    assert is_silent(await rig.press(rig.cleo, final, "↻ Rematch"))
    table = await rig.table(new)
    assert table.match.status == "running"
    before = [seat.player_id for seat in old.match.seats]
    assert [seat.player_id for seat in table.match.seats] == [before[-1], *before[:-1]], "everybody moves on by one"
    await assert_told(rig, new)


async def test_an_unrated_table_shows_places_and_no_ratings(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=("Board: 5×5", "Knock-out: yes", "Rated: no"))
    while (await rig.table(code)).match.status == "running":
        await rig.turn(code, Picker())
    table = await rig.table(code)
    lines = rig.read(board_of(rig, code))
    assert lines[2:] == [reading.places(table)]
    assert "Nobody has a rated game yet." in said(await rig.slash(rig.alice, "leaderboard"))


async def test_a_rated_table_gets_no_hints(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    refused = said(await rig.slash(await rig.mover(code), "hint"))
    assert refused == "This game is rated, so I give no hints. With the computer, or unrated, I do."
    assert "💡 Hint" not in rig.labels((await rig.press(rig.alice, board_of(rig, code), "⋯")).answers[0])
