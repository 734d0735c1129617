"""Moves of several steps on Discord: what the private message asks, the way back, what comes late or twice; series."""

import asyncio

import pytest

from tests.fakes.discord import EPHEMERAL, Json
from tests.platforms import reading
from tests.platforms.discord_rig import DiscordRig, board_of, code_of, is_silent, said
from tests.platforms.reading import ARROWS, Picker

ADJACENT = ("Adjacent Revival: yes",)
BOTH = ("Adjacent Revival: yes", "Shift: yes")
BESIDE = "JA23/A2c4/A234/AJ23 a1,b4 0 joker,{rules} -"
"""The first player may go to b2, beside which c2 is gone."""


async def begin(rig: DiscordRig, *chosen: str, position: str = "", preset: str = "Quick 4×4") -> str:
    """Lets Alice and Bob begin a game with some options, perhaps with other cards than were dealt."""
    code = await rig.seat(rig.alice, rig.bob, chosen=chosen, preset=preset)
    if position:
        await rig.lay(code, position)
    return code


def style_of(message: Json, label: str) -> int:
    """The style of a button: 1 is the coloured one."""
    items = [item for row in message["components"] for item in row["components"]]
    return int(next(item["style"] for item in items if item["label"] == label))


# The steps


async def test_a_move_that_may_stand_offers_play_first_and_shows_how_it_would_look(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    board, before = dict(board_of(rig, code)), rig.rows()
    begun = await rig.walk(code, "b2")
    (message,) = begun.answers
    assert message["flags"] & EPHEMERAL
    header = f"Collapsi · 4×4, Jokers, Adjacent Revival · #{code}"
    assert rig.read(message) == [header, "b2. Play it so, or turn a card up again."]
    assert rig.labels(message) == ["✔ Play", "♻ c2", "↩ Undo", "✘ Cancel"]
    assert [style_of(message, label) for label in rig.labels(message)] == [1, 2, 2, 2]
    mover = reading.named(await rig.table(code), 0)
    alt = rig.server.alt_text(message) or ""
    assert "\nRow 1: gone J, A, 2, 3.\n" in alt, "the card that would be left is gone"
    assert f"\nRow 2: A, 2 with {mover}, gone 3, 4.\n" in alt
    assert rig.server.picture(message) != rig.server.picture(board)
    assert board_of(rig, code) == board, "nobody else sees anything of it"
    assert rig.rows()["move"] == before["move"] == []
    await rig.press(await rig.mover(code), message, "♻ c2")
    assert begun.answers == []
    assert rig.read(board_of(rig, code))[1] == f"{mover} jumped to b2. {mover} turned c2 up again."
    other = reading.named(await rig.table(code), 1)
    assert f"Adjacent Revival left: {other}." in (rig.server.alt_text(board_of(rig, code)) or "")


async def test_play_plays_it_as_it_stands_and_a_plain_move_never_asks(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    await rig.press(mover, begun.answers[0], "✔ Play")
    assert begun.answers == []
    table = await rig.table(code)
    assert [move.text for move in table.log] == ["b2"]
    assert table.position is not None
    assert rig.read(board_of(rig, code))[1] == f"{reading.named(table, 0)} jumped to b2."
    assert rig.read(board_of(rig, code))[2].startswith(f"{reading.named(table, 1)}, your move: ")
    far = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    assert is_silent(await rig.walk(far, "d3")), "nothing gone lies beside it, so there is nothing to ask"
    assert [move.text for move in (await rig.table(far)).log] == ["d3"]


async def test_undo_goes_back_one_step_and_cancel_gives_it_up_at_every_step(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    mover, board, before = await rig.mover(code), dict(board_of(rig, code)), rig.rows()
    first = ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    begun = await rig.walk(code, "b2", "♻ c2")
    (message,) = begun.answers
    assert rig.read(message)[1] == "b2+c2. Which way does your row or column go?"
    assert rig.labels(message) == [*ARROWS, "↩ Undo", "✘ Cancel"]
    assert "gone 3" not in (rig.server.alt_text(message) or ""), "c2 would be there again"
    await rig.press(mover, message, "↩ Undo")
    assert begun.answers == [message], "the same message says something else"
    assert rig.read(message)[1] == "b2. Turn a card up again, or slide your row or column."
    assert rig.labels(message) == first
    assert "gone 3" in (rig.server.alt_text(message) or "")
    await rig.press(mover, message, "↩ Undo")
    assert begun.answers == [], "before the first step there is only the board"
    for steps in (("b2",), ("b2", "♻ c2")):
        begun = await rig.walk(code, *steps)
        await rig.press(mover, begun.answers[0], "✘ Cancel")
        assert begun.answers == []
    assert board_of(rig, code) == board
    assert rig.rows()["move"] == before["move"] == []
    await rig.walk(code, "b2", "♻ c2", "▼ column")
    table = await rig.table(code)
    assert [move.text for move in table.log] == ["b2+c2v"]
    assert rig.read(board_of(rig, code))[1:2] == reading.news(table)


async def test_a_second_beginning_is_asked_of_by_itself_and_the_first_one_still_works(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    mover = await rig.mover(code)
    one, two = await rig.walk(code, "b2"), await rig.walk(code, "d3")
    assert rig.read(one.answers[0])[1].startswith("b2. ")
    assert rig.read(two.answers[0])[1].startswith("d3. ")
    await rig.press(mover, one.answers[0], "row ▶")
    assert [move.text for move in (await rig.table(code)).log] == ["b2>"]
    late = await rig.press(mover, two.answers[0], "row ▶")
    assert [move.text for move in (await rig.table(code)).log] == ["b2>"]
    assert any(answer["content"].startswith("The table has moved on.") for answer in late.answers)


# What comes late, twice, or from somebody else


async def test_a_half_built_move_is_stale_once_the_same_player_has_typed_another_one(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    await rig.slash(mover, "move", move="d3<")
    before = rig.rows()
    for label in ("♻ c2", "◀ row"):
        late = await rig.press(mover, begun.answers[0], label)
        assert rig.read(late.answers[-1])[0] == "The table has moved on. Here is how it stands now."
    assert rig.rows() == before
    await rig.press(mover, begun.answers[0], "✘ Cancel")
    assert begun.answers == [], "even then it can be put away"
    assert [move.text for move in (await rig.table(code)).log] == ["d3<"]


async def test_a_half_built_move_is_stale_once_somebody_who_stood_in_the_way_has_left(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=("Board: 5×5", "Shift: yes"))
    table, begun = await rig.table(code), await rig.walk(code, "e5")
    leaver = rig.person(table.match.seats[1].account.external_id)  # type: ignore[union-attr]
    asked = await rig.slash(leaver, "resign")
    await rig.press(leaver, asked.answers[0], "Yes, resign")
    mover, before = await rig.mover(code), rig.rows()
    late = await rig.press(mover, begun.answers[0], "row ▶")
    assert rig.read(late.answers[-1])[0] == "The table has moved on. Here is how it stands now."
    assert rig.rows() == before
    shown = late.answers[-1]
    assert rig.moves(shown) == rig.moves(board_of(rig, code))
    await rig.turn(code, Picker())
    assert [move.kind for move in (await rig.table(code)).log] == ["drop", "play"]


async def test_play_pressed_many_times_plays_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    presses = await mover.press_many(begun.answers[0], "✔ Play", 5)
    await rig.handled()
    assert [move.text for move in (await rig.table(code)).log] == ["b2"]
    assert [press.answers for press in presses] == [[]] * 5, "and nobody complains"


async def test_nobody_else_plays_a_half_built_move(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    await rig.walk(code, "b2")
    before = rig.rows("match", "move")
    for payload in (f"p:{code}:0:b2", f"m:{code}:0:b2+c2", f"m:{code}:0:b2"):
        waits = await rig.forge(await rig.waiter(code), board_of(rig, code), payload)
        assert said(waits).startswith("It's the turn of ")
        assert said(await rig.forge(rig.cleo, board_of(rig, code), payload)).startswith("This is the game of ")
    assert rig.rows("match", "move") == before


@pytest.mark.parametrize("label", ["✔ Play", "♻ c2", "↩ Undo", "✘ Cancel"])
async def test_a_restart_between_two_steps_loses_nothing(discord_rig: DiscordRig, label: str) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    await rig.rejoin()
    await rig.press(mover, begun.answers[0], label)
    assert begun.answers == []
    played = {"✔ Play": ["b2"], "♻ c2": ["b2+c2"]}.get(label, [])
    assert [move.text for move in (await rig.table(code)).log] == played
    assert (rig.read(board_of(rig, code))[1:])[: len(played)] == reading.news(await rig.table(code))[: len(played)]


async def test_two_steps_of_one_message_pressed_at_once_play_one_move(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *ADJACENT, position=BESIDE.format(rules="adjacent-revival"))
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    (message,) = begun.answers
    await asyncio.gather(mover.press(message, "✔ Play"), mover.press(message, "♻ c2"))
    await rig.handled()
    assert len((await rig.table(code)).log) == 1
    assert begun.answers == []


@pytest.mark.parametrize("act", ["cancel", "undo"])
async def test_giving_up_a_move_means_nothing_before_there_is_a_board(discord_rig: DiscordRig, act: str) -> None:
    rig = discord_rig
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    before = rig.rows()
    for code in (code_of(picker), code_of(rig.board())):
        pressed = await rig.forge(rig.alice, rig.board(), f"x:{code}:0:{act}")
        assert said(pressed).startswith("I don't know this game any more.")
    assert rig.rows() == before


# The variants


async def test_reconstruction_takes_four_presses(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, "Reconstruction: yes", position="JA23/A2c4/Ab34/AJ23 a1,b4 0 joker,reconstruction -")
    mover, begun = await rig.mover(code), await rig.walk(code, "b2")
    (message,) = begun.answers
    assert rig.read(message)[1] == "b2. Play it so, or turn a card up again."
    assert rig.labels(message) == ["✔ Play", "♻ Rebuild…", "↩ Undo", "✘ Cancel"]
    await rig.press(mover, message, "♻ Rebuild…")
    assert rig.read(message)[1] == "b2. Which card comes up again?"
    assert rig.labels(message) == ["♻ a1", "♻ c2", "♻ b3", "↩ Undo", "✘ Cancel"]
    await rig.press(mover, message, "♻ c2")
    assert rig.read(message)[1] == "b2, c2 comes up. Which card goes down for it?"
    lowered = rig.steps(message)
    assert "b2" not in lowered, "not the card that the pawn stands on"
    assert "b4" not in lowered
    assert "d4" in lowered
    assert "gone 3" not in (rig.server.alt_text(message) or "")
    await rig.press(mover, message, "↩ Undo")
    assert rig.labels(message)[:3] == ["♻ a1", "♻ c2", "♻ b3"]
    await rig.press(mover, message, "♻ c2")
    await rig.press(mover, message, "d4")
    assert begun.answers == []
    table = await rig.table(code)
    assert [move.text for move in table.log] == ["b2*c2-d4"]
    name = reading.named(table, 0)
    assert rig.read(board_of(rig, code))[1] == f"{name} jumped to b2. {name} turned c2 up again and d4 down."
    assert (rig.server.alt_text(board_of(rig, code)) or "").count("gone") == 3


async def test_reconstruction_on_a_large_board_asks_for_columns_with_their_numbers(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    options = ("Board: 6×6", "Start cards: Jacks", "Reconstruction: yes")
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, rig.dov, chosen=options)
    await rig.turn(code, lambda labels: labels[0])
    table = await rig.table(code)
    (moved,) = table.steps[0].events
    begun = await rig.walk(code, rig.moves(board_of(rig, code))[0], "♻ Rebuild…")
    (message,) = begun.answers
    mover = await rig.mover(code)
    await rig.press(mover, message, f"♻ {moved.path[0]}")  # type: ignore[attr-defined]
    columns = rig.steps(message)
    assert [label[:4] for label in columns] == ["a · ", "b · ", "c · ", "d · ", "e · ", "f · "]
    await rig.press(mover, message, columns[0])
    assert len(rig.steps(message)) == int(columns[0].rpartition(" ")[2])
    assert rig.read(message)[1].endswith(" comes up. Which card goes down for it?")
    await rig.press(mover, message, rig.steps(message)[0])
    assert begun.answers == []
    assert len((await rig.table(code)).log) == 2


async def test_a_joker_that_is_gone_comes_up_again_by_one_press(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, preset="Second wind", position="jA23/A234/A234/AJ23 a2,b4 0 joker,joker-revival -")
    board = board_of(rig, code)
    assert "♻ a1" in rig.labels(board)
    name = reading.named(await rig.table(code), 0)
    assert f"Joker Revival left: {name}, " in (rig.server.alt_text(board) or "")
    assert is_silent(await rig.walk(code, "♻ a1"))
    assert rig.read(board_of(rig, code))[1] == f"{name} jumped to a1. {name} turned a1 up again."
    assert [move.text for move in (await rig.table(code)).log] == ["a1!"]


async def test_who_is_left_with_a_revival_only_is_told_so(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, preset="Second wind", position="jabc/Abcd/abcd/aJbc a2,b4 0 joker,joker-revival -")
    board, name = board_of(rig, code), reading.named(await rig.table(code), 0)
    assert rig.labels(board) == ["♻ a1", "⋯"]
    assert rig.read(board)[1] == f"{name}, your move from a2: only a revival saves you now."


async def test_with_free_start_everybody_chooses_a_card_to_begin_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, "Free start: yes")
    board = board_of(rig, code)
    table = await rig.table(code)
    name, other = reading.named(table, 0), reading.named(table, 1)
    assert f"{name}, choose the card that you begin on." in rig.read(board)
    assert len(rig.moves(board)) == 14, "all but the two start cards"
    square = rig.moves(board)[3]
    assert is_silent(await rig.walk(code, square))
    board = board_of(rig, code)
    assert rig.read(board)[1:3] == [f"{name} begins on {square}.", f"{other}, choose the card that you begin on."]
    assert square not in rig.moves(board)
    assert is_silent(await rig.walk(code, rig.moves(board)[-1]))
    assert rig.read(board_of(rig, code))[2].startswith(f"{name}, your move: ")
    while (await rig.table(code)).match.status == "running":
        await rig.turn(code, Picker())
    assert " wins: " in rig.read(board_of(rig, code))[1]


async def test_free_start_on_a_large_board_asks_for_the_column_first(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, rig.dov, chosen=("Board: 6×6", "Free start: yes"))
    columns = rig.moves(board_of(rig, code))
    assert [label[:4] for label in columns] == ["a · ", "b · ", "c · ", "d · ", "e · ", "f · "]
    assert sum(int(label[4:]) for label in columns) == 32
    begun = await rig.walk(code, columns[1])
    (message,) = begun.answers
    assert rig.read(message)[1] == "Column b:"
    assert all(label.startswith("b") for label in rig.steps(message))
    await rig.press(await rig.mover(code), message, rig.steps(message)[0])
    assert begun.answers == []
    assert rig.read(board_of(rig, code))[1].endswith(f" begins on {(await rig.table(code)).log[0].text.lstrip('@')}.")


# What is typed


async def test_a_whole_move_is_typed_in_one_go(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    assert is_silent(await rig.slash(await rig.mover(code), "move", move=" B2 + c2 > "))
    assert [move.text for move in (await rig.table(code)).log] == ["b2+c2>"]
    assert rig.read(board_of(rig, code))[1:2] == reading.news(await rig.table(code))


async def test_a_typed_beginning_is_answered_with_the_next_step(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    mover = await rig.mover(code)
    asked = await rig.slash(mover, "move", move="b2")
    (message,) = asked.answers
    assert rig.read(message)[1] == "b2. Turn a card up again, or slide your row or column."
    assert rig.labels(message) == ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    await rig.press(mover, message, "✘ Cancel")
    assert asked.answers == []
    further = await rig.slash(mover, "move", move="b2+c2")
    assert rig.labels(further.answers[0]) == [*ARROWS, "↩ Undo", "✘ Cancel"]
    await rig.press(mover, further.answers[0], "◀ row")
    assert further.answers == []
    assert [move.text for move in (await rig.table(code)).log] == ["b2+c2<"]


@pytest.mark.parametrize("way", ["play", "cancel", "undo", "other"])
async def test_a_beginning_typed_as_a_reply_is_asked_about_below_it(discord_rig: DiscordRig, way: str) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    mover, board = await rig.mover(code), board_of(rig, code)
    line = await rig.say(mover, rig.channel, "b2", reply_to=board)
    assert not line.get("reactions"), "nothing is played yet"
    answer = rig.board()
    assert rig.pinged(answer) == set()
    assert rig.labels(answer) == ["♻ c2", *ARROWS, "↩ Undo", "✘ Cancel"]
    waits = await rig.press(await rig.waiter(code), answer, "row ▶")
    assert said(waits).startswith("It's the turn of ")
    await rig.press(await rig.waiter(code), answer, "✘ Cancel")
    assert rig.boards() == [board, answer], "it is not theirs to put away"
    if way == "other":
        await rig.slash(mover, "move", move="d3^")
    elif way == "play":
        await rig.press(mover, answer, "♻ c2")
        assert rig.boards() == [board, answer]
        assert rig.labels(answer) == [*ARROWS, "↩ Undo", "✘ Cancel"]
        await rig.press(mover, answer, "row ▶")
    else:
        await rig.press(mover, answer, {"cancel": "✘ Cancel", "undo": "↩ Undo"}[way])
    assert rig.boards() == [board_of(rig, code)], "there is one board, and nothing else is left"
    played = {"play": ["b2+c2>"], "other": ["d3^"]}.get(way, [])
    assert [move.text for move in (await rig.table(code)).log] == played


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("nonsense", 'I can\'t read "nonsense". Write a square like c3, or use the buttons.'),
        ("b2+", 'I can\'t read "b2+". Write a square like c3, or use the buttons.'),
        ("b2+z9>", 'I can\'t read "b2+z9>". Write a square like c3, or use the buttons.'),
        ("b2+a4>", "Nothing can be turned up like that. Try b2 alone."),
        ("b2*c2-d4>", "Nothing can be turned up like that. Try b2 alone."),
        ("b2!>", "The card on b2 isn't gone. Leave out the ! and try again."),
        ("@b2", "Everybody has begun. Write a square without the @."),
        ("c2>", "The card on c2 is gone. Choose a ringed one."),
    ],
)
async def test_what_cannot_be_played_is_refused_with_a_reason(discord_rig: DiscordRig, typed: str, told: str) -> None:
    rig = discord_rig
    code = await begin(rig, *BOTH, position=BESIDE.format(rules="shift,adjacent-revival"))
    assert rig.read((await rig.slash(await rig.mover(code), "move", move=typed)).answers[0]) == [told]
    assert (await rig.table(code)).log == ()


async def test_an_arrow_means_nothing_where_nothing_is_shifted(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, position="JA23/A2c4/A234/AJ23 a1,b4 0 joker -")
    answer = await rig.slash(await rig.mover(code), "move", move="b2>")
    assert said(answer) == "Nothing is shifted in this game. Try b2 alone."
