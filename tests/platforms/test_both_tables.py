"""One table of three that fills and plays on Discord, in a Telegram group and in a private chat at once."""

import re
from typing import Any

from bot import posts
from renderer import draw
from tests.fakes.telegram import Message
from tests.platforms import reading
from tests.platforms.both_rig import BothRig
from tests.platforms.discord_rig import board_of, code_of, said
from tests.platforms.reading import ARROWS, Picker
from tests.platforms.telegram_rig import NOTHING, labels, rows_of


async def open_table(rig: BothRig, *chosen: str) -> tuple[str, str]:
    """Alice opens a table on Discord. Returns the code of the match and the one that joins it."""
    lobby = await rig.discord.open_table(rig.discord.alice, *chosen)
    link = re.search(r"t\.me/game_bot\?start=c_(\w{8})", lobby["content"])
    assert link is not None, lobby["content"]
    assert f"/play code:{link[1]}" in lobby["content"]
    return code_of(lobby), link[1]


async def fill(rig: BothRig, *chosen: str) -> str:
    """Lets Bob come by the link into his private chat, and Cleo by the code in a group."""
    code, join = await open_table(rig, *chosen)
    rig.time.advance(seconds=1)
    await rig.telegram.after(rig.telegram.bob.start(f"c_{join}"))
    rig.time.advance(seconds=1)
    await rig.telegram.say(rig.telegram.cleo, f"/play@game_bot {join}", rig.telegram.club)
    await rig.handled()
    return code


def telegram_boards(rig: BothRig, code: str) -> list[Message]:
    """The board in Bob's private chat and that in the group."""
    chats: tuple[Any, ...] = (rig.telegram.bob, rig.telegram.club)
    boards = [[one for one in rig.telegram.boards(chat) if f"#{code}" in one.body] for chat in chats]
    assert [len(found) for found in boards] == [1, 1], "one board in each place"
    return [found[0] for found in boards]


async def turn(rig: BothRig, code: str, pick: Picker) -> str:
    """Lets whoever's turn it is play where they sit. Returns where that is."""
    table = await rig.telegram.table(code)
    account = table.match.seats[table.to_move[0]].account
    assert account is not None
    if account.platform == "discord":
        await rig.discord.turn(code, pick)
        where = "discord"
    elif account.external_id == str(rig.telegram.bob.id):
        await rig.telegram.turn(code, pick, rig.telegram.bob)
        where = "private chat"
    else:
        await rig.telegram.turn(code, pick)
        where = "group"
    await rig.handled()
    return where


async def are_right(rig: BothRig, code: str) -> None:
    """Checks that all three boards tell and show the same."""
    table, board = await rig.telegram.table(code), board_of(rig.discord, code)
    there = telegram_boards(rig, code)
    alt = (rig.discord.server.alt_text(board) or "").splitlines()
    assert [line for line in alt if line.startswith("Row ")] == reading.rows(table)
    picture = draw(posts.scene(table, "light")).png
    assert [rig.telegram.server.picture(one) == picture for one in there] == [True, True]
    if table.match.status == "running":
        news = reading.news(table)
        for lines in (rig.discord.read(board), *(one.body.splitlines() for one in there)):
            assert lines[1 : 1 + len(news)] == news
        choices = [choice.text for choice in table.position.choices(table.to_move[0]).items]  # type: ignore[union-attr]
        offered = [[data.split(":", 3)[3] for _, data in one.buttons if data.startswith("m:")] for one in there]
        assert offered == [choices, choices]


async def test_a_table_fills_from_both_sides_and_every_place_shows_who_sits_there(both_rig: BothRig) -> None:
    rig = both_rig
    code, join = await open_table(rig, "Board: 5×5")
    rig.time.advance(seconds=1)
    await rig.telegram.after(rig.telegram.bob.start(f"c_{join}"))
    await rig.handled()
    lobby, there = rig.discord.board(), rig.telegram.newest(rig.telegram.bob)
    seats = "Alice (host), Bob, free"
    assert rig.discord.read(lobby)[1] == seats
    assert there.body.splitlines()[1] == seats
    assert rows_of(there) == [
        ["🔗 Invite a friend"],
        ["Leave"],
        ["▶ Start (2)", "🤖 Add computer"],
        ["How to play", "Withdraw"],
    ]
    assert (await rig.telegram.press(rig.telegram.bob, there, "▶ Start (2)")).text == "Only Alice can do that."
    rig.time.advance(seconds=1)
    assert await rig.telegram.press(rig.telegram.bob, there, "Leave") == NOTHING
    await rig.handled()
    assert rig.discord.read(lobby)[1] == there.body.splitlines()[1] == "Alice (host), free, free"
    rig.time.advance(seconds=1)
    await rig.discord.press(rig.discord.dov, lobby, "Join")
    rig.time.advance(seconds=1)
    await rig.telegram.say(rig.telegram.cleo, f"/play@game_bot {join}", rig.telegram.club)
    await rig.handled()
    table = await rig.telegram.table(code)
    assert table.match.status == "running", "full, it begins by itself"
    people = {(seat.account.platform, seat.account.name) for seat in table.match.seats if seat.account}
    assert people == {("discord", "Alice"), ("discord", "Dov"), ("telegram", "Cleo")}
    late = await rig.telegram.ask(rig.telegram.dov, f"/play@game_bot {join}", rig.telegram.club)
    assert late.body == "I don't know that code. It may have run out. Ask for a fresh one, or /play."


async def test_three_play_to_the_end_from_three_places(both_rig: BothRig) -> None:
    rig, pick = both_rig, Picker()
    code = await fill(rig, "Board: 5×5", "Shift: yes", "Adjacent Revival: yes")
    places = set()
    while (await rig.telegram.table(code)).match.status == "running":
        await are_right(rig, code)
        places.add(await turn(rig, code, pick))
    await are_right(rig, code)
    assert places == {"discord", "private chat", "group"}
    table = await rig.telegram.table(code)
    told = reading.places(table)
    assert told in rig.discord.read(board_of(rig.discord, code))
    for one in telegram_boards(rig, code):
        assert told in one.body.replace("@cleo_c", "Cleo").splitlines()
        assert labels(one) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]


async def test_what_is_tried_in_one_place_is_seen_in_no_other(both_rig: BothRig) -> None:
    rig, pick = both_rig, Picker()
    code = await fill(rig, "Board: 5×5", "Shift: yes")
    table = await rig.telegram.table(code)
    while table.person(table.to_move[0]).name != "Cleo":
        await turn(rig, code, pick)
        table = await rig.telegram.table(code)
    private, group = telegram_boards(rig, code)
    elsewhere = dict(board_of(rig.discord, code)), private.body, labels(private)
    await rig.telegram.press(rig.telegram.cleo, group, next(label for label, data in group.buttons if data[:2] == "m:"))
    await rig.telegram.is_trying(code)
    assert (board_of(rig.discord, code), private.body, labels(private)) == elsewhere
    waits = await rig.telegram.press(rig.telegram.bob, private, next(label for label, _ in private.buttons))
    assert (waits.text or "").startswith("It's the turn of Cleo ")
    forged = await rig.discord.forge(rig.discord.alice, board_of(rig.discord, code), dict(group.buttons)["row ▶"])
    assert said(forged).startswith("It's the turn of Cleo ")
    await rig.telegram.press(rig.telegram.cleo, group, ARROWS[0])
    await rig.handled()
    await are_right(rig, code)


async def test_who_leaves_on_one_side_is_out_on_the_other(both_rig: BothRig) -> None:
    rig = both_rig
    code = await fill(rig, "Board: 5×5")
    asked = await rig.telegram.ask(rig.telegram.bob, "/resign")
    assert asked.body == "Leave the table? The others play on."
    await rig.telegram.press(rig.telegram.bob, asked, "Yes, resign")
    await rig.handled()
    await are_right(rig, code)
    assert any(line.startswith("Bob ") and line.endswith(" gave up.") for line in rig.discord.read(rig.discord.board()))
    asked_there = await rig.discord.slash(rig.discord.alice, "resign")
    assert said(asked_there).startswith("Give up this game? Cleo ")
    await rig.discord.press(rig.discord.alice, asked_there.answers[0], "Yes, resign")
    await rig.handled()
    table = await rig.telegram.table(code)
    assert table.match.status == "over"
    await are_right(rig, code)
    for one in telegram_boards(rig, code):
        assert reading.places(table) in one.body.replace("@cleo_c", "Cleo")
