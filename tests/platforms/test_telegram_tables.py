"""Tables of three and four in a Telegram group: how they fill, are played to the end by buttons, left, come again."""

from bot import posts
from renderer import draw
from tests.fakes.telegram import Message
from tests.platforms import reading
from tests.platforms.reading import Picker
from tests.platforms.telegram_rig import NOTHING, TelegramRig, code_of, labels, moves, rows_of, steps


async def assert_told(rig: TelegramRig, code: str) -> Message:
    """Checks that there is one board, that it tells the last move and whose turn it is, and its picture."""
    table = await rig.table(code)
    (board,) = [one for one in rig.boards() if f"#{code}" in one.body]
    lines = board.body.splitlines()
    assert len(lines) <= 8
    if table.match.status == "running":
        expected = reading.news(table)
        assert lines[1 : 1 + len(expected)] == expected
        assert reading.named(table, table.to_move[0]) in spoken(lines[1 + len(expected)])
    assert rig.server.picture(board) == draw(posts.scene(table, "light")).png
    assert all(len(row) <= 4 for row in rows_of(board))
    return board


def spoken(line: str) -> str:
    """A line with the names of those whom it mentions by their user names."""
    return line.replace("@alice_w", "Alice").replace("@cleo_c", "Cleo")


async def assert_ended(rig: TelegramRig, code: str) -> None:
    """Checks the final board: who won, the places, the ratings, no moves any more."""
    table, board = await rig.table(code), await assert_told(rig, code)
    assert table.outcome is not None
    winner = reading.named(table, min(table.outcome.places[0]))
    _, result, places, ratings = spoken(board.body).splitlines()
    assert result.startswith(f"{winner} wins: ")
    assert result.endswith(f". {sum(move.kind == 'play' for move in table.log)} moves.")
    assert places == reading.places(table)
    assert ratings.count(" · ") == len(table.match.seats) - 1
    assert labels(board) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]


# To the end by buttons


async def test_three_play_with_shift_and_adjacent_revival_to_the_end_by_buttons(telegram_rig: TelegramRig) -> None:
    rig, pick = telegram_rig, Picker()
    options = ("Board: 5×5", "Shift: yes", "Adjacent Revival: yes")
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=options)
    assert rig.board().body.startswith(f"Collapsi · 5×5, Jokers, Adjacent Revival, Shift · #{code}\n")
    while (await rig.table(code)).match.status == "running":
        await assert_told(rig, code)
        pressed = await rig.turn(code, pick)
        assert pressed[-1] in reading.ARROWS, "the arrow comes last"
    await assert_ended(rig, code)
    assert pick.taken.count("revival") >= 2


async def test_four_play_with_knock_out_to_the_last_one_by_buttons(telegram_rig: TelegramRig) -> None:
    rig, pick = telegram_rig, Picker(5)
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, rig.dov, chosen=("Board: 6×6", "Knock-out: yes"))
    out: list[str] = []
    while (await rig.table(code)).match.status == "running":
        await assert_told(rig, code)
        await rig.turn(code, pick)
        out += [line for line in reading.sentences(await rig.table(code)) if line.endswith(" is out. The card stays.")]
    await assert_ended(rig, code)
    assert pick.taken.count("column") >= 4, "everybody's first card is a Joker"
    table = await rig.table(code)
    assert table.position is not None
    assert [line.split(" is out")[0] for line in out] == [reading.named(table, seat) for seat in table.position.out]
    assert len(out) == 3


# Filling up


async def test_a_table_is_filled_left_and_begun_by_its_host(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    assert rows_of(picker) == [
        ["Collapsi ✓", "Crumble"],
        ["Lopti"],
        ["Quick 4×4 ✓", "Classic"],
        ["Big table", "Second wind"],
        ["More…"],
        ["Post it", "🤖 Computer"],
        ["✘ Cancel"],
    ]
    lobby = await rig.open_table(rig.alice)
    assert lobby.body.splitlines() == [
        "Alice opens a table: Collapsi · Big table · 2-4 players",
        "Alice (host), free, free, free",
        "two to four players: 5×5 for two or three, 6×6 for four.",
        "2 days a move. It begins by itself when it is full.",
    ]
    assert rows_of(lobby) == [["Join", "Leave"], ["🤖 Add computer"], ["How to play", "Withdraw"]]
    code, before = code_of(lobby), await rig.rows()
    assert (await rig.press(rig.alice, lobby, "Join")).text == "You sit here already. Somebody else has to come."
    own = await rig.press(rig.alice, lobby, "Leave")
    assert own.text == "It is your table. Withdraw the invitation, if you don't want to play."
    assert (await rig.press(rig.bob, lobby, "Leave")).text == "You don't sit at this table."
    few = await rig.forge(rig.alice, lobby, f"c:{code}:start")
    assert few.text == "There are too few players for this game yet."
    assert await rig.rows() == before
    for who in (rig.bob, rig.cleo):
        rig.time.advance(seconds=1)
        assert await rig.press(who, lobby, "Join") == NOTHING
    assert lobby.body.splitlines()[1] == "Alice (host), Bob, Cleo, free"
    assert rows_of(lobby) == [["Join", "Leave"], ["▶ Start (3)", "🤖 Add computer"], ["How to play", "Withdraw"]]
    rig.time.advance(seconds=1)
    assert await rig.press(rig.bob, lobby, "Leave") == NOTHING
    assert (await rig.press(rig.cleo, lobby, "▶ Start (2)")).text == "Only Alice can do that."
    assert (await rig.press(rig.dov, lobby, "Withdraw")).text == "Only Alice can do that."
    assert await rig.press(rig.alice, lobby, "▶ Start (2)") == NOTHING
    assert lobby not in rig.server.posts(rig.club)
    board = await assert_told(rig, code)
    assert {seat.account.name for seat in (await rig.table(code)).match.seats if seat.account} == {"Alice", "Cleo"}
    assert (await rig.forge(rig.bob, board, f"c:{code}:join")).text == "Somebody was faster."


async def test_a_full_table_begins_by_itself_with_four_on_six_by_six(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    lobby = await rig.open_table(rig.alice)
    for who in (rig.bob, rig.cleo, rig.dov):
        rig.time.advance(seconds=1)
        last = await rig.press(who, lobby, "Join")
    assert last.text == "Tap a ringed square. The card you leave is gone. Whoever can't move loses."
    code = code_of(rig.board())
    board = await assert_told(rig, code)
    columns = [label for label in labels(board) if " · " in label]
    assert [label[0] for label in columns] == list("abcdef"), "a Joker's turn begins with the column"
    assert len(labels(board)) == 7
    mover = await rig.mover(code)
    await rig.press(mover, board, columns[2])
    await rig.is_trying(code)
    assert "\nColumn c:" in board.body
    assert all(label.startswith("c") for label in steps(board))
    assert len(steps(board)) == int(columns[2].rpartition(" ")[2])
    await rig.press(mover, board, "↩ Undo")
    await assert_told(rig, code)


# Leaving, coming again


async def test_who_leaves_a_table_of_three_is_out_and_the_others_play_on(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    leaver = await rig.mover(code)
    asked = await rig.ask(leaver, "/resign@game_bot", rig.club)
    assert asked.body == "Leave the table? The others play on."
    wrong = await rig.press(await rig.waiter(code), asked, "Yes, resign")
    assert wrong.text == "Somebody else was asked that. /resign gives up a game of yours."
    await rig.press(leaver, asked, "Yes, resign")
    table, board = await rig.table(code), await assert_told(rig, code)
    assert table.match.status == "running"
    assert spoken(board.body).splitlines()[1] == f"{reading.named(table, 0)} gave up."
    again = await rig.ask(leaver, f"/resign@game_bot {code}", rig.club)
    assert again.body == "You are out of this game already. You may watch."
    first = await rig.mover(code)
    assert first is not leaver
    assert (await rig.press(leaver, board, moves(board)[0])).text.startswith("It's the turn of ")  # type: ignore[union-attr]
    await rig.turn(code, Picker())
    asked = await rig.ask(first, "/resign@game_bot", rig.club)
    name = reading.named(table, table.waiting[0])
    assert asked.body == f"Give up this game? {name} wins.", "who is out cannot win"
    await rig.press(first, asked, "Yes, resign")
    table = await rig.table(code)
    lines = spoken(rig.board().body).splitlines()
    assert lines[1] == f"{name} wins: nobody else is left. 1 move."
    assert lines[2] == reading.places(table)
    assert lines[2].endswith(f"3. {reading.named(table, 0)}")


async def test_three_come_again_each_by_pressing_rematch(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo)
    while (await rig.table(code)).match.status == "running":
        await rig.turn(code, Picker())
    old, final = await rig.table(code), rig.board()
    await assert_ended(rig, code)
    rig.time.advance(minutes=1)
    assert (await rig.press(rig.dov, final, "↻ Rematch")).text.startswith("This is the game of ")  # type: ignore[union-attr]
    assert (await rig.press(rig.alice, final, "↻ Rematch")).text == "Asked. I'll call you when it begins."
    lobby = rig.newest()
    assert lobby.body.splitlines()[0] == "Alice opens a table: Collapsi · Big table · 2-3 players"
    assert sorted(lobby.pings) == sorted([rig.bob.id, rig.cleo.id])
    assert (await rig.press(rig.dov, lobby, "Join")).text == "This rematch is for those who played before."
    rig.time.advance(seconds=1)
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "Asked. I'll call you when it begins."
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "You have asked already. Now it is up to the others."
    rig.time.advance(seconds=1)
    assert await rig.press(rig.cleo, final, "↻ Rematch") == NOTHING
    table = await rig.table(code_of(rig.board()))
    assert table.match.status == "running"
    before = [seat.player_id for seat in old.match.seats]
    assert [seat.player_id for seat in table.match.seats] == [before[-1], *before[:-1]], "everybody moves on by one"
    await assert_told(rig, table.code)
