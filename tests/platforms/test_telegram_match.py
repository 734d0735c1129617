"""Whole matches on Telegram: played to the end, rematched, recorded and rated."""

import io
from typing import Any

import pytest
from PIL import Image

from games.core import Seat
from games.record import parse
from tests.platforms.telegram_rig import (
    NOTHING,
    TelegramRig,
    code_of,
    labels,
    moves,
    share_of_colour,
)


@pytest.mark.parametrize("where", ["group", "topic", "private"])
async def test_a_match_is_played_to_the_last_move_by_buttons(telegram_rig: TelegramRig, where: str) -> None:
    rig = telegram_rig
    topic: int | None = None
    if where == "private":
        chats: list[Any] = [rig.alice, rig.bob]
        code = await rig.begin_privately()
    else:
        group = rig.club
        if where == "topic":
            group = rig.server.group("Forum", forum=True)
            topic = rig.server.topic(group, "Games")
            rig.server.join(group, *rig.people)
        code, chats = await rig.begin(group, topic), [group]
    while (table := await rig.table(code)).match.status == "running":
        mover = rig.person(table, table.to_move[0])
        home = mover if where == "private" else chats[0]
        board = rig.board(home, topic)
        square = moves(board)[-1]
        assert await rig.press(mover, board, square) == NOTHING
        after = await rig.table(code)
        for chat in chats:
            shown = await rig.is_right(code, chat, topic)
            with Image.open(io.BytesIO(rig.server.picture(shown))) as picture:
                assert picture.format == "PNG"
                picture.verify()
            png, (seat,) = rig.server.picture(shown), table.to_move
            assert share_of_colour(png, after, square, seat) > 0.02, "the pawn stands where it jumped to"
            assert share_of_colour(png, after, square, 1 - seat) < 0.02
    table = await rig.table(code)
    assert table.outcome is not None
    winner, loser = (table.person(min(place)).name for place in table.outcome.places)
    for chat in chats:
        final = rig.board(chat, topic)
        assert f"{winner} " in final.body
        assert f" wins: {loser} " in final.body
        assert f"{table.match.ply} moves." in final.body
        assert "? (+" in final.body
        assert "? (−" in final.body
        assert labels(final) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]
        assert len(rig.boards(chat, topic)) == 1
    if where == "topic":
        assert rig.server.posts(chats[0], topic=1) == [], "nothing is said outside of the topic"


async def test_the_other_one_accepts_a_rematch_and_the_seats_are_swapped(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    old, final = await rig.table(code), rig.board()
    answer = await rig.press(rig.cleo, final, "↻ Rematch")
    people = ", ".join(old.person(Seat(seat)).name for seat in (0, 1))
    assert answer.text == f"This is the game of {people}. Want your own?"
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "Asked. I'll call you when it begins."
    asked = rig.newest()
    assert asked.body.startswith("@alice_w, Bob invites you to Collapsi · Classic.")
    assert asked.pings == [rig.alice.id]
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "You have asked already. Now it is up to the others."
    await rig.press(rig.alice, final, "↻ Rematch")
    new = code_of(rig.board())
    table = await rig.table(new)
    assert new != code
    assert [seat.player_id for seat in table.match.seats] == [seat.player_id for seat in reversed(old.match.seats)]
    await rig.is_right(new)
    assert asked not in rig.server.posts(rig.club)
    assert final in rig.server.posts(rig.club)
    await rig.play_out(new)
    await rig.is_right(new)


async def test_a_rematch_of_a_match_by_link_is_asked_in_both_private_chats(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    await rig.play_out(code, "private")
    await rig.press(rig.alice, rig.board(rig.alice), "↻ Rematch")
    asked = rig.newest(rig.bob)
    assert asked.body.startswith("Bob, Alice invites you")
    await rig.press(rig.bob, asked, "Accept")
    new = code_of(rig.newest(rig.bob))
    assert {code_of(rig.newest(rig.alice)), code_of(rig.newest(rig.bob))} == {new}
    await rig.play_out(new, "private", plies=2)
    for chat in (rig.alice, rig.bob):
        (board,) = [one for one in rig.boards(chat) if f"#{new}" in one.body]
        assert moves(board)


async def test_a_record_goes_to_the_private_chat_and_replays_to_the_same_end(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    final, table = rig.board(), await rig.table(code)
    closed = await rig.press(rig.alice, final, "📄 Record")
    assert closed.text == "Here is the record.\nOpen our private chat once, then I can show you more there."
    assert closed.show_alert
    await rig.ask(rig.alice, "/start")
    assert await rig.press(rig.alice, final, "📄 Record") == NOTHING
    sent = rig.newest(rig.alice)
    assert sent.document is not None
    assert sent.document.name == f"collapsi-{code}.txt"
    record = parse(sent.document.data.decode())
    assert str(record.check()) == table.match.position
    assert record.outcome == table.outcome
    assert set(record.headers.values()) >= {"Alice", "Bob"}
    assert "Mark S. Ball" in record.comments[0]
    assert rig.server.posts(rig.club) == [final], "the group sees nothing of it"


async def test_a_group_has_one_leaderboard_and_can_look_everywhere(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    empty = await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)
    assert empty.body == "Leaderboard · Collapsi · here\nNobody has a rated game yet."
    code = await rig.begin()
    await rig.play_out(code)
    here = await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)
    assert empty not in rig.server.posts(rig.club)
    winner, loser = await _names(rig, code)
    assert here.body.split("\n")[0] == "Leaderboard · Collapsi · here"
    assert here.body.split("\n")[1].startswith(f"1. {winner}: 1,0")
    assert here.body.endswith("0 won, 1 lost")
    assert here.photo
    assert here.silent
    assert labels(here) == ["Everywhere"]
    assert await rig.press(rig.bob, here, "Everywhere") == NOTHING
    assert here.body.startswith("Leaderboard · Collapsi · everywhere\n1. ")
    assert labels(here) == ["Here"]
    await rig.press(rig.bob, here, "Here")
    other = rig.server.group("Other")
    elsewhere = await rig.ask(rig.bob, "/leaderboard@game_bot", other)
    assert "Nobody has a rated game yet." in elsewhere.body
    everywhere = await rig.ask(rig.bob, "/leaderboard@game_bot everywhere", other)
    assert f"2. {loser}: " in everywhere.body
    assert rig.server.posts(other) == [everywhere]
    mine = await rig.ask(rig.bob, "/leaderboard everywhere")
    assert f"1. {winner}: " in mine.body


async def _names(rig: TelegramRig, code: str) -> list[str]:
    table = await rig.table(code)
    assert table.outcome is not None
    return [table.person(min(place)).name for place in table.outcome.places]
