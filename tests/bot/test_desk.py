"""What people press and type is answered, whatever it is."""

import random

import pytest

from bot import answers, lobby, pickers
from bot.autocomplete import Autocomplete
from bot.lobby import Wish
from bot.ports import Answer, Button, Chat, Forbidden, Post, Unsure, User, plain
from games.record import parse
from tests.bot.hall import ANN, ANNS, BOB, CHANNEL, CLEO, DOV, GROUP, OTHER_GROUP
from tests.bot.wall import Street


def said(answer: Answer | None) -> str:
    return plain(answer.post.text) if answer is not None else ""


def labels(answer: Answer | None) -> list[str]:
    return [one.label for row in answer.post.rows for one in row] if answer is not None else []


def payload(answer: Answer | None, label: str) -> str:
    assert answer is not None
    pressed = [one for row in answer.post.rows for one in row if one.label == label]
    assert len(pressed) == 1, f"no button {label!r} in {labels(answer)}"
    return pressed[0].payload


async def code(street: Street, match: int) -> str:
    return (await street.hall.table(match)).code


# From asking to playing


async def test_a_game_from_the_picker_to_the_first_move(street: Street) -> None:
    picker = await street.desk.play(ANN, GROUP)
    assert labels(picker)[:4] == ["Collapsi ✓", "Crumble", "Lopti", "Quick 4×4 ✓"]
    classic = await street.desk.press(ANN, GROUP, payload(picker, "Classic"))
    assert "Classic ✓" in labels(classic)
    chosen = await street.desk.press(ANN, GROUP, payload(classic, "Choose a player"), chosen=BOB)
    assert "Against: Bob" in said(chosen)
    anyone = await street.desk.press(ANN, GROUP, payload(chosen, "Anyone here"))
    assert "anyone here" in said(anyone)
    posted = await street.desk.press(ANN, GROUP, payload(anyone, "Post it"))
    assert posted is not None
    assert posted.closes
    await street.herald.settle()
    (challenge,) = street.take()
    assert "Ann would like to play Collapsi · Classic." in challenge.text
    join = next(one.payload for row in challenge.post.rows for one in row if one.label == "Join")
    first = await street.desk.press(BOB, GROUP, join, message=challenge.message)
    assert "Tap a ringed square." in said(first), "three lines for who has never played"
    assert await street.desk.press(BOB, GROUP, join, message=challenge.message) is None, "a double press is silent"
    await street.herald.settle()
    board = [one for one in street.take() if one.what == "new"][-1]
    match = (await street.hall.matches())[0].id
    found = await street.hall.table(match)
    mover = next(one for one in (ANN, BOB) if one.name == found.person(found.to_move[0]).name)
    other = BOB if mover is ANN else ANN
    move = next(one for row in board.post.rows for one in row if isinstance(one, Button))
    refused = await street.desk.press(other, GROUP, move.payload)
    assert said(refused).startswith(f"It's the turn of {mover.name}")
    assert await street.desk.press(mover, GROUP, move.payload) is None, "the board is the answer"
    assert await street.desk.press(mover, GROUP, move.payload) is None
    street.time.advance(minutes=1)
    stale = await street.desk.press(mover, GROUP, move.payload)
    assert said(stale).startswith("The table has moved on. Here is how it stands now.")


async def test_with_enough_words_it_is_posted_at_once(street: Street) -> None:
    assert await street.desk.play(ANN, GROUP, Wish("collapsi", opponent=BOB)) is None
    await street.herald.settle()
    (challenge,) = street.take()
    assert challenge.calls == ["Bob"]
    asked = await street.desk.games(BOB)
    assert "Ann invites you to Collapsi" in said(asked)
    assert await street.desk.press(BOB, GROUP, payload(asked, "Accept")) is not None


async def test_a_wish_may_only_fill_the_picker(street: Street) -> None:
    picker = await street.desk.play(ANN, GROUP, Wish("collapsi", "classic"), ask=True)
    assert "Classic ✓" in labels(picker)


async def test_who_was_asked_may_say_no_and_the_host_asks_somebody_else(street: Street) -> None:
    match = await street.hall.challenge(wish=Wish("collapsi", "classic", opponent=BOB))
    name = await code(street, match)
    assert said(await street.desk.press(CLEO, GROUP, f"c:{name}:no")) == "This invitation is for Bob."
    assert await street.desk.press(BOB, GROUP, f"c:{name}:no") is None
    assert said(await street.desk.press(CLEO, GROUP, f"c:{name}:else")) == "Only Ann can do that."
    picker = await street.desk.press(ANN, GROUP, f"c:{name}:else")
    assert "Classic ✓" in labels(picker)


async def test_how_to_play_stands_under_a_challenge(street: Street) -> None:
    name = await code(street, await street.hall.challenge())
    assert "The board" in said(await street.desk.press(CLEO, GROUP, f"c:{name}:how"))


async def test_the_host_takes_it_back_or_tries_again(street: Street) -> None:
    match = await street.hall.challenge()
    name = await code(street, match)
    assert said(await street.desk.press(BOB, GROUP, f"c:{name}:stop")) == "Only Ann can do that."
    assert await street.desk.press(ANN, GROUP, f"c:{name}:stop") is None
    lapsed = await street.hall.challenge()
    await street.ticked(hours=48)
    assert await street.desk.press(ANN, GROUP, f"c:{await code(street, lapsed)}:again") is None
    assert "open" in [one.status for one in await street.hall.matches()]


async def test_a_code_joins_from_anywhere(street: Street) -> None:
    match = await street.hall.challenge()
    join_code = (await street.hall.table(match)).match.join_code
    assert said(await street.desk.play(DOV, CHANNEL, code="aaaaaaaa")).startswith("I don't know that code.")
    await street.desk.play(DOV, CHANNEL, code=join_code)
    assert await street.hall.status(match) == "running"
    assert said(await street.desk.play(CLEO, CHANNEL, code=join_code)).startswith("I don't know that code.")


# Typing


async def test_a_typed_move_goes_to_the_game_that_waits(street: Street) -> None:
    assert said(await street.desk.move(ANN, GROUP, "c2")) == "No game waits for you here."
    match = await street.begun()
    played = await street.desk.move(ANN, GROUP, " C2 ")
    assert played is not None
    assert (played.accepted, said(played)) == (1, "")
    assert said(await street.desk.move(ANN, GROUP, "c3")) == "No game waits for you here."
    assert 'I can\'t read "nonsense".' in said(await street.desk.move(BOB, GROUP, "nonsense"))
    assert (await street.hall.table(match)).match.ply == 1


async def test_of_several_games_that_wait_one_is_chosen(street: Street) -> None:
    one = await street.hall.match()
    street.time.advance(seconds=1)
    other = await street.hall.match(ANN, CLEO)
    asked = await street.desk.move(ANN, GROUP, "c2")
    assert said(asked) == "In which game?"
    assert labels(asked) == ["Collapsi vs Bob", "Collapsi vs Cleo"]
    await street.desk.press(ANN, GROUP, payload(asked, "Collapsi vs Cleo"))
    assert [(await street.hall.table(match)).match.ply for match in (one, other)] == [0, 1]
    await street.desk.move(ANN, GROUP, "c2", await code(street, one))
    assert (await street.hall.table(one)).match.ply == 1


@pytest.mark.parametrize("typed", ["🃏" * 40, "ä" * 300, "c2" * 100, "a:b:c", "\n\n", "c2\n" * 9])
async def test_whatever_is_typed_fits_into_a_button(street: Street, typed: str) -> None:
    await street.hall.match()
    await street.hall.match(ANN, CLEO)
    asked = await street.desk.move(ANN, GROUP, typed)
    assert asked is not None
    for row in asked.post.rows:
        for one in row:
            assert len(one.payload.encode()) <= 64
            assert await street.desk.press(ANN, GROUP, one.payload) is not None


async def test_a_reply_to_a_board_is_a_move_or_it_is_chat(street: Street) -> None:
    match = await street.begun()
    board = f"m:{await code(street, match)}:0:c2"
    assert await street.desk.reply(ANN, GROUP, board, "what a mess, eh?") is None
    assert await street.desk.reply(CLEO, GROUP, board, "c2") is None, "a spectator talks"
    assert await street.desk.reply(ANN, GROUP, "g:play", "c2") is None
    assert await street.desk.reply(ANN, GROUP, "m:?:0:c2", "c2") is None
    assert "Bob" in said(await street.desk.reply(ANN, GROUP, board, "b4"))
    played = await street.desk.reply(ANN, GROUP, board, "C2")
    assert played is not None
    assert played.accepted == 1
    street.time.advance(minutes=1)
    assert said(await street.desk.reply(ANN, GROUP, board, "c3")).startswith("The table has moved on.")


async def test_a_command_in_reply_is_surely_a_move(street: Street) -> None:
    match = await street.begun()
    board = f"m:{await code(street, match)}:0:c2"
    assert "I can't read" in said(await street.desk.reply(ANN, GROUP, board, "what?", surely=True))


# The menu


async def test_the_menu_of_a_player_and_of_somebody_who_watches(street: Street) -> None:
    name = await code(street, await street.begun())
    mine = await street.desk.press(ANN, GROUP, f"x:{name}:0:menu")
    assert labels(mine) == ["Text board", "Rules", "Bring it here", "Mute this turn", "Resign…"]
    assert mine is not None
    assert mine.unfolds
    theirs = await street.desk.press(CLEO, GROUP, f"x:{name}:0:menu")
    assert labels(theirs) == ["Text board", "Rules", "Start one"]
    assert "    a  b  c  d" in said(await street.desk.press(CLEO, GROUP, f"x:{name}:0:text"))
    closed = await street.desk.press(CLEO, GROUP, f"x:{name}:0:close")
    assert closed is not None
    assert closed.closes


async def test_giving_up_is_asked_before_and_only_of_who_asked(street: Street) -> None:
    match = await street.begun()
    name = await code(street, match)
    asked = await street.desk.press(ANN, GROUP, f"x:{name}:0:resign")
    assert said(asked) == "Give up this game? Bob ▲ wins."
    yes = payload(asked, "Yes, resign")
    assert said(await street.desk.press(BOB, GROUP, yes)).startswith("Somebody else was asked that.")
    assert await street.hall.status(match) == "running"
    await street.desk.press(ANN, GROUP, yes)
    assert await street.hall.status(match) == "over"
    assert await street.desk.press(ANN, GROUP, yes) is None
    assert said(await street.desk.press(ANN, GROUP, f"x:{name}:0:resign")) == "This game is over."


async def test_resigning_by_a_command(street: Street) -> None:
    assert said(await street.desk.resign(ANN, GROUP)) == "No game waits for you here."
    one = await street.hall.match()
    assert said(await street.desk.resign(ANN, GROUP)).startswith("Give up this game?")
    await street.hall.match(ANN, CLEO)
    assert said(await street.desk.resign(ANN, GROUP)) == "In which game?"
    assert said(await street.desk.resign(ANN, GROUP, await code(street, one))).startswith("Give up this game?")


async def test_muting_claiming_and_giving_time(street: Street) -> None:
    match = await street.begun()
    name = await code(street, match)
    assert said(await street.desk.press(ANN, GROUP, f"x:{name}:0:mute")) == "I won't remind you of this turn."
    assert said(await street.desk.press(BOB, GROUP, f"x:{name}:0:claim")).startswith("There is time until")
    assert said(await street.desk.press(ANN, GROUP, f"x:{name}:0:claim")) == "Only those who wait can do that."
    street.time.advance(hours=48)
    await street.desk.press(BOB, GROUP, f"x:{name}:0:time")
    assert await street.hall.status(match) == "running"
    street.time.advance(hours=24)
    await street.desk.press(BOB, GROUP, f"x:{name}:0:claim")
    assert await street.hall.status(match) == "over"


async def test_the_record_of_a_match_reads_back(street: Street) -> None:
    match = await street.begun()
    await street.hall.play_out(match)
    given = await street.desk.press(ANN, GROUP, f"x:{await code(street, match)}:0:record")
    assert given is not None
    assert given.post.file is not None
    name, text = given.post.file
    assert name.startswith("collapsi-")
    record = parse(text)
    found = await street.hall.table(match)
    assert (record.game, record.start, record.outcome) == ("collapsi", found.match.start, found.outcome)
    assert [move for _, move in record.moves] == [row.text for row in found.log]
    assert "Mark S. Ball" in text


async def test_a_rematch_from_the_final_board(street: Street) -> None:
    match = await street.begun()
    found = await street.hall.play_out(match)
    name = f"x:{found.code}:{found.match.ply}:rematch"
    assert said(await street.desk.press(ANN, GROUP, name)) == "Asked. I'll call you when it begins."
    assert said(await street.desk.press(ANN, GROUP, name)).startswith("You have asked already.")
    assert await street.desk.press(BOB, GROUP, name) is None
    assert sorted(one.status for one in await street.hall.matches()) == ["over", "running"]
    assert "steps from" in said(await street.desk.press(BOB, GROUP, name)), "pressed again, it is shown"
    assert said(await street.desk.press(CLEO, GROUP, name)).startswith("This is the game of")


# Boards and lists


async def test_a_board_is_shown_again_or_somewhere_else(street: Street) -> None:
    assert said(await street.desk.board(ANN, GROUP)) == "There is no game to show here."
    match = await street.begun()
    shown = await street.desk.board(ANN, GROUP)
    assert shown is not None
    assert shown.closes
    await street.herald.settle()
    assert [one.what for one in street.take()] == ["new", "remove"]
    await street.desk.board(ANN, ANNS, as_text=True)
    await street.herald.settle()
    (there,) = street.take()
    assert (there.chat.id, there.post.scene) == (ANNS.id, None)
    name = await code(street, match)
    assert said(await street.desk.board(CLEO, OTHER_GROUP, name)).startswith("This is the game of")
    assert said(await street.desk.board(CLEO, OTHER_GROUP, "zzzz")) == "There is no game to show here."
    await street.hall.match(ANN, CLEO)
    assert said(await street.desk.board(ANN, GROUP)) == "In which game?"


async def test_who_brings_a_board_somewhere_is_called_there(street: Street) -> None:
    match = await street.begun()
    await street.desk.press(BOB, OTHER_GROUP, f"x:{await code(street, match)}:0:here")
    await street.herald.settle()
    street.take()
    street.time.advance(minutes=10)
    await street.hall.play(match)
    asked = await street.shown(match)
    assert [(one.what, one.chat.id) for one in asked if one.calls] == [("new", OTHER_GROUP.id)]


async def test_where_nothing_can_be_posted_the_answer_shows_it(street: Street) -> None:
    match = await street.begun()
    street.walls["telegram"].troubles = [Forbidden("no")] * 9
    played = await street.desk.press(ANN, GROUP, f"m:{await code(street, match)}:0:c2")
    assert said(played) == "Played. I couldn't post the board here."
    shown = await street.desk.press(ANN, GROUP, payload(played, "Show it to me"))
    assert "your move" in said(shown)
    assert said(await street.desk.board(ANN, GROUP)).startswith("I couldn't post the board here.")


async def test_my_games_and_the_games_here(street: Street) -> None:
    assert said(await street.desk.games(ANN)) == "You have no games going."
    assert said(await street.desk.games_here(GROUP)) == "Nothing goes on here yet."
    await street.begun()
    other = await street.hall.match(CLEO, ANN)
    await street.swept()
    told = said(await street.desk.games(ANN))
    assert told.index("Your turn:") < told.index("vs Bob") < told.index("Waiting for others:") < told.index("vs Cleo")
    here = await street.desk.games_here(GROUP)
    assert here.public
    assert said(here).count("to move") == 2
    opened = await street.desk.games(ANN)
    assert opened.post.rows[0][0] == Button("Open 1", url=f"https://telegram.example/{GROUP.id}/telegram-1")
    await street.desk.board(ANN, ANNS, await code(street, other))
    await street.herald.settle()
    assert [one.chat.id for one in street.take() if one.what == "new"] == [ANNS.id]
    assert len(await street.hall.surfaces(other)) == 2


async def test_leaderboards_here_and_everywhere(street: Street) -> None:
    await street.hall.play_out(await street.begun())
    here = await street.desk.leaderboard(ANN, GROUP, "collapsi")
    assert said(here).startswith("Leaderboard · Collapsi · here\n1. ")
    assert not here.public
    aloud = await street.desk.press(ANN, GROUP, payload(here, "Show everyone"))
    assert aloud is not None
    assert aloud.public
    assert labels(aloud) == ["Everywhere"]
    nowhere = await street.desk.leaderboard(ANN, OTHER_GROUP, "collapsi")
    assert "Nobody has a rated game yet." in said(nowhere)
    everywhere = await street.desk.press(ANN, OTHER_GROUP, payload(nowhere, "Everywhere"))
    assert "everywhere\n1. " in said(everywhere)


def test_pages_that_need_nothing(street: Street) -> None:
    assert "Tumbledown" in said(street.desk.about(ANN))
    assert "Mark S. Ball" in said(street.desk.about(ANN))
    assert labels(street.desk.about(ANN)) == ["Source"]
    assert "/play" in said(street.desk.help(ANN))
    assert street.desk.hello("en").public
    assert said(street.desk.rules(ANN, "collapsi")).startswith("The board")
    assert said(street.desk.rules(ANN, "collapsi", "who begins?")).startswith("Who begins?")
    assert said(street.desk.rules(ANN, "collapsi", "no such topic")).startswith("The board")


async def test_rules_that_are_long_have_a_next_page(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PAGE", 600)
    first = street.desk.rules(ANN, "collapsi")
    following = await street.desk.press(ANN, GROUP, payload(first, "Next"))
    assert said(following) != said(first)


# Whatever is pressed


KINDS = ("m", "x", "c", "n", "g", "r", "l", "q", "", "zz")
ACTS = (
    "menu", "text", "look", "here", "record", "resign", "resign!0", "resign!", "claim", "time", "mute", "rematch",
    "join", "no", "stop", "again", "else", "how", "close", "c2", "", "list", "play", "collapsi", "everywhere", "🃏",
)  # fmt: skip


async def test_no_press_breaks_anything_in_whatever_state_a_match_is(street: Street) -> None:
    setup = await street.hall.store.write(
        lambda session: pickers.setup(session, ANN, GROUP, Wish("collapsi"), street.time.now())
    )
    states = [setup, await street.hall.challenge(), await street.hall.challenge(wish=Wish("collapsi", opponent=BOB))]
    states += [await street.hall.match(), await street.hall.match()]
    await street.hall.play_out(states[-1])
    await street.hall.lobby(lobby.decline, states[2], BOB)
    names = [await code(street, one) for one in states] + ["zzzz", "?", "", "0", "-1", "9" * 30]
    chance = random.Random(11)
    people = (ANN, BOB, CLEO, User("telegram", "77", "\u202e​", locale="xx"))
    for _ in range(150):
        act, name = chance.choice(ACTS), chance.choice(names)
        ply = chance.choice(["0", "1", "99", "", "-1", "x", "9" * 12])
        kind = chance.choice(KINDS)
        parts = chance.choice([(name, ply, act), (name, act), (act,), (name, ply, act, act)])
        pressed = ":".join((kind, *parts))
        answer = await street.desk.press(chance.choice(people), chance.choice((GROUP, ANNS)), pressed, message="5")
        assert answer is None or answer.closes or answer.post.text or answer.accepted is not None, pressed
    await street.herald.settle()


async def test_presses_that_mean_nothing_are_answered(street: Street) -> None:
    for pressed in ("", ":", "m:", "x:1:2", "hello", "r:chess:0", "l:chess:here:", "m:zzzz:0:c2", "c:zzzz:join"):
        assert said(await street.desk.press(ANN, GROUP, pressed)).startswith("I don't know this game any more.")


async def test_a_message_whose_sending_was_never_confirmed_is_known_by_its_first_press(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [Unsure("no answer")]
    assert await street.shown(match) == []
    street.walls["telegram"].messages[GROUP.id, "lost"] = Post(("a board",))
    await street.desk.press(ANN, GROUP, f"m:{await code(street, match)}:0:c2", message="lost")
    await street.herald.settle()
    assert (await street.hall.surfaces(match))[0].message == "lost"
    assert [one.what for one in street.take()] == ["edit"]


async def test_a_chat_that_moves_takes_its_games_along(street: Street) -> None:
    match = await street.begun()
    await street.desk.moved(GROUP, "-1009")
    await street.herald.settle()
    assert [one.chat.id for one in street.take() if one.what == "new"] == ["-1009"]
    await street.desk.press(ANN, Chat("telegram", "-1009"), f"m:{await code(street, match)}:0:c2")
    assert (await street.hall.table(match)).match.ply == 1


# Completions


@pytest.fixture
def completing(street: Street) -> Autocomplete:
    return Autocomplete(street.hall.store, street.time.now)


async def test_moves_are_completed(street: Street, completing: Autocomplete) -> None:
    nothing = await completing.moves(ANN, GROUP, "")
    assert [(one.label, one.value) for one in nothing] == [("No game waits for you here.", "-")]
    match = await street.begun()
    every = [one.value for one in await completing.moves(ANN, GROUP, "")]
    found = await street.hall.table(match)
    assert found.position is not None
    assert every == list(found.position.moves(found.to_move[0]))
    assert [one.label for one in await completing.moves(ANN, GROUP, "C")] == [
        text for text in every if text.startswith("c")
    ]
    assert [one.label for one in await completing.moves(ANN, GROUP, "c2")] == ["✔ c2"]
    assert await completing.moves(ANN, GROUP, "z") == []


async def test_games_presets_and_topics_are_completed(street: Street, completing: Autocomplete) -> None:
    await street.hall.match(BOB, ANN)
    mine = await street.hall.match(ANN, CLEO)
    games = await completing.games(ANN, "")
    assert games[0].value == await code(street, mine)
    assert games[0].label.startswith("Collapsi vs Cleo · your move · #")
    assert [one.label.split(" · ")[1] for one in games] == ["your move", "waiting"]
    assert len(await completing.games(ANN, "bob")) == 1
    assert [one.value for one in completing.presets(ANN, "collapsi", "")] == ["quick", "classic", "big", "second"]
    assert [one.value for one in completing.presets(ANN, "collapsi", "JACK")] == ["classic"]
    assert [one.value for one in completing.topics(ANN, "collapsi", "begin")] == ["Who begins?"]
    assert all(len(one.label) <= 100 for one in completing.topics(ANN, "collapsi", ""))
