"""How the bot says hello on Telegram, and what its commands and the menu of the board show."""

from tests.platforms.telegram_rig import (
    NOTHING,
    TelegramRig,
    labels,
    moves,
    rows_of,
)

PRIVATE = ["play", "games", "hand", "move", "board", "table", "hint", "rules", "resign", "leaderboard", "help", "about"]
GROUP = ["play", "board", "games", "hand", "move", "table", "resign", "rules", "leaderboard", "help"]


# First contact


async def test_hello_is_said_once_to_a_group_that_adds_the_bot(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    group = rig.server.group("New", owner=rig.alice, bot=False)
    await rig.after(rig.alice.add_bot(group, "x"))
    (hello,) = rig.server.posts(group)
    assert hello.body == "Hello! I deal small games: Collapsi, Crumble, Lopti. Nothing happens until somebody asks."
    assert labels(hello) == ["▶ Start a game", "How to play"]
    assert hello.silent
    await rig.press(rig.bob, hello, "▶ Start a game")
    picker = rig.newest(group)
    assert "Against: anyone here." in picker.body
    assert (await rig.press(rig.alice, picker, "Post it")).text == "Only Bob can do that."


async def test_start_opens_the_private_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    hello = await rig.ask(rig.alice, "/start")
    assert hello.body.startswith("Hello! I deal small games, played move by move, whenever you have a minute.")
    assert "/play: start a game or challenge someone" in hello.body
    assert labels(hello) == ["▶ Start a game", "🤖 Play the computer", "How to play"]
    await rig.press(rig.alice, hello, "How to play")
    assert rig.newest(rig.alice).body.startswith("The board\n")
    await rig.press(rig.alice, hello, "▶ Start a game")
    assert labels(rig.newest(rig.alice))[-3:] == ["Post it", "🤖 Computer", "✘ Cancel"]


async def test_menus_hold_the_commands_of_each_scope(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    assert list(rig.alice.menu()) == PRIVATE
    assert list(rig.alice.menu(rig.club)) == GROUP
    assert rig.alice.menu()["play"] == "Start a game or challenge someone"


async def test_help_about_and_rules_answer_in_groups_and_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    for chat in (None, rig.club):
        assert "/about: who made this" in (await rig.ask(rig.alice, "/help@game_bot", chat)).body
        about = (await rig.ask(rig.alice, "/about@game_bot", chat)).body
        assert "Collapsi: designed by Mark S. Ball · https://riffleshuffleandroll.itch.io/collapsi" in about
        assert "https://www.youtube.com/@riffleshuffleandroll" in about
        rules = await rig.ask(rig.alice, "/rules@game_bot collapsi", chat)
        assert rules.body.startswith("The board\nSixteen cards")
        assert "Collapsi was designed by Mark S. Ball: https://riffleshuffleandroll.itch.io/collapsi" in rules.body
        topic = await rig.ask(rig.alice, "/rules@game_bot who begins?", chat)
        assert topic.body.startswith("Who begins?\nThe lot decides")
        assert topic.entities[0] == {"type": "bold", "offset": 0, "length": len("Who begins?")}
        assert (await rig.ask(rig.alice, "/rules@game_bot nonsense", chat)).body.startswith("The board\n")


# Commands about running games


async def test_board_brings_the_board_as_picture_or_as_text(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    first = rig.board()
    await rig.say(rig.alice, "/board@game_bot text", rig.club)
    second = await rig.is_right(code)
    assert second is not first
    assert (second.silent, second.pings, second.photo) == (True, [], [])
    assert "may go to" in second.body
    await rig.play(code)
    assert not (await rig.is_right(code)).photo
    await rig.say(rig.alice, "/board@game_bot picture", rig.club)
    assert (await rig.is_right(code)).photo
    await rig.say(rig.alice, "/board")
    mine = await rig.is_right(code, rig.alice)
    assert mine.photo
    await rig.play(code)
    await rig.is_right(code, rig.alice)
    none = await rig.ask(rig.cleo, "/board")
    assert none.body == "There is no game to show here."
    stranger = await rig.ask(rig.cleo, f"/board {code}")
    assert "Want your own?" in stranger.body


async def test_games_lists_ones_own_in_private_and_the_groups_in_a_group(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    assert (await rig.ask(rig.alice, "/games")).body == "You have no games going."
    assert (await rig.ask(rig.alice, "/games@game_bot", rig.club)).body == "Nothing goes on here yet."
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    mine = await rig.ask(mover, "/games")
    assert mine.body.startswith(f"Your turn:\n1. Collapsi vs {waiter.name} · #{code} · until ")
    assert (await rig.ask(waiter, "/games")).body.startswith("Waiting for others:\n1. Collapsi vs ")
    here = await rig.ask(rig.cleo, "/games@game_bot", rig.club)
    assert here.body.startswith(f"Collapsi · Classic · #{code}: ")
    assert f"{mover.name} " in here.body
    assert here.body.endswith(" to move")
    assert rig.board().keyboard is not None
    assert mine.buttons[0] == ("Open 1", f"https://t.me/c/{str(rig.club).removeprefix('-100')}/{rig.board().id}")
    said = await rig.say(waiter, "again", rig.club)
    await rig.say(mover, "/play@game_bot classic", rig.club, reply_to=said)
    invited = await rig.ask(waiter, "/games")
    assert f"{mover.name} invites you to Collapsi · Classic." in invited.body
    await rig.press(waiter, invited, "Accept")
    assert (await rig.ask(waiter, "/games")).body.count("#") == 2


async def test_resign_asks_and_only_who_was_asked_can_say_yes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    question = await rig.ask(rig.alice, "/resign@game_bot", rig.club)
    assert question.body.startswith("Give up this game? Bob ")
    assert labels(question) == ["Yes, resign", "Keep playing"]
    answer = await rig.press(rig.bob, question, "Yes, resign")
    assert answer.text == "Somebody else was asked that. /resign gives up a game of yours."
    assert "Want your own?" in ((await rig.press(rig.cleo, question, "Yes, resign")).text or "")
    await rig.press(rig.bob, question, "Keep playing")
    assert (await rig.table(code)).match.status == "running"
    await rig.press(rig.alice, question, "Keep playing")
    assert question not in rig.server.posts(rig.club)
    question = await rig.ask(rig.alice, "/resign@game_bot", rig.club)
    assert await rig.after(rig.alice.press_many(question, "Yes, resign", 3)) == [NOTHING] * 3
    assert question not in rig.server.posts(rig.club)
    final = await rig.is_right(code)
    assert "Bob " in final.body
    assert "wins: Alice" in final.body
    assert (await rig.ask(rig.alice, "/resign")).body == "No game waits for you here."


# The menu


async def test_the_menu_unfolds_below_the_moves_for_players_and_folds_again(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    folded = rows_of(board)
    assert folded[-1] == ["⋯"]
    for who in (mover, waiter):
        assert await rig.press(who, board, "⋯") == NOTHING
        unfolded = rows_of(board)
        assert unfolded[: len(folded)] == folded
        assert [label for row in unfolded[len(folded) :] for label in row] == [
            "Text board",
            "Rules",
            "Bring it here",
            "Mute this turn",
            "Resign…",
        ]
        assert await rig.press(who, board, "⋯") == NOTHING
        assert rows_of(board) == folded
    looked = await rig.press(rig.cleo, board, "⋯")
    assert looked.text == "You are watching. /board text shows the board with letters; /play starts a game of yours."
    assert looked.show_alert
    assert rows_of(board) == folded


async def test_what_the_menu_offers_works(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    folded = rows_of(board)
    await rig.press(mover, board, "⋯")
    letters = await rig.press(mover, board, "Text board")
    assert letters.show_alert
    assert f"#{code}\n    a  b  c  d\n 1  " in (letters.text or "")
    rules = await rig.press(mover, board, "Rules")
    assert rules.text == "The board\nOpen our private chat once, then I can show you more there."
    assert (await rig.press(mover, board, "Mute this turn")).text == "I won't remind you of this turn."
    question = await rig.press(mover, board, "Resign…")
    assert (question.text or "").startswith("Give up this game? ")
    assert rows_of(board) == [*folded, ["Yes, resign", "Keep playing"]]
    assert await rig.press(mover, board, "Keep playing") == NOTHING
    assert rows_of(board) == folded
    await rig.press(mover, board, "⋯")
    await rig.press(mover, board, "Bring it here")
    assert rig.board() is not board
    await rig.press(mover, rig.board(), "⋯")
    await rig.press(mover, rig.board(), "Resign…")
    waiter = await rig.waiter(code)
    assert (await rig.press(waiter, rig.board(), "Yes, resign")).text == (
        "Somebody else was asked that. /resign gives up a game of yours."
    )
    await rig.press(mover, rig.board(), "Yes, resign")
    await rig.is_right(code)


async def test_in_the_private_chat_the_menu_is_a_message_of_its_own(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    board = rig.board(rig.alice)
    await rig.press(rig.alice, board, "⋯")
    menu = rig.newest(rig.alice)
    assert menu.body == "What would you like to do?"
    await rig.press(rig.alice, menu, "Text board")
    assert " may go to " in menu.body
    await rig.press(rig.alice, board, "⋯")
    menu = rig.newest(rig.alice)
    await rig.press(rig.alice, menu, "Resign…")
    assert menu.body.startswith("Give up this game? ")
    await rig.press(rig.alice, menu, "Keep playing")
    assert menu not in rig.server.posts(rig.alice)
    assert (await rig.table(code)).match.status == "running"


async def test_a_menu_that_unfolds_while_the_board_changes_leaves_it_right(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    move = moves(board)[0]
    gate = rig.server.hold("editMessageReplyMarkup")
    query = waiter.tap(board, "⋯")
    await rig.server.until(lambda: gate.waiting)
    await mover.press(board, move)
    await rig.herald.settle()
    assert f"jumped to {move}." in board.body
    gate.open()
    await rig.handled()
    assert query in rig.server.answers
    await rig.is_right(code)
