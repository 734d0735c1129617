"""Tables of three and four: the lobby, those who leave, places, and the rematch of several."""

from datetime import timedelta

import pytest

from bot import lobby, posts, rematches, table
from bot.invitations import Look
from bot.lobby import Wish
from bot.ports import Button, Post, plain
from bot.words import words_for
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, DOV, GROUP, Hall, ending, refused
from tests.bot.test_desk import said
from tests.bot.wall import Street

BIG = Wish("collapsi", "big")
KNOCK_OUT = {"setup": "big6", "elimination": "yes"}


async def post(hall: Hall, match: int) -> Post:
    return posts.compose(await hall.table(match), Look(words_for("en")), hall.time.now(), since=0)


def buttons(shown: Post) -> list[str]:
    return [one.label for row in shown.rows for one in row if isinstance(one, Button)]


async def test_an_open_table_says_who_sits_there(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    shown = await post(hall, match)
    assert plain(shown.text).split("\n")[:3] == [
        "Ann opens a table: Collapsi · Big table · 2-4 players",
        "Ann (host), free, free, free",
        "two to four players: 5×5 for two or three, 6×6 for four.",
    ]
    assert "▶ Start (2)" not in buttons(shown)
    await hall.join(match, BOB)
    assert {"Join", "Leave", "▶ Start (2)", "How to play", "Withdraw"} <= set(buttons(await post(hall, match)))


async def test_it_begins_by_itself_when_it_is_full(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    for one in (BOB, CLEO):
        await hall.join(match, one)
        assert await hall.status(match) == "open"
    await hall.join(match, DOV, CHANNEL)
    found = await hall.table(match)
    assert found.match.status == "running"
    assert str(found.position).count("/") == 5, "four play on six by six"
    assert sorted(map(str, await hall.names(match))) == ["Ann", "Bob", "Cleo", "Dov"]
    hall.time.advance(minutes=1)
    assert await refused(hall.join(match, ANN)) == "gone"


async def test_the_host_begins_with_those_who_are_there(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    assert await refused(hall.lobby(lobby.start, match, ANN)) == "too_few"
    await hall.join(match, BOB)
    await hall.join(match, CLEO)
    assert await refused(hall.lobby(lobby.start, match, BOB)) == "not_host"
    await hall.lobby(lobby.start, match, ANN)
    found = await hall.table(match)
    assert len(found.match.seats) == 3
    assert str(found.position).count("/") == 4, "three play on five by five"


async def test_anybody_who_sits_begins_when_the_host_is_silent(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    await hall.join(match, BOB)
    hall.time.advance(hours=23)
    assert await refused(hall.lobby(lobby.start, match, BOB)) == "not_host"
    hall.time.advance(hours=1)
    assert await refused(hall.lobby(lobby.start, match, CLEO)) == "not_host", "who does not sit there"
    await hall.lobby(lobby.start, match, BOB)
    assert await hall.status(match) == "running"


async def test_who_leaves_makes_room(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    await hall.join(match, BOB)
    await hall.join(match, CLEO)
    assert await refused(hall.lobby(lobby.stand_up, match, DOV)) == "not_here"
    assert await refused(hall.lobby(lobby.stand_up, match, ANN)) == "host_stays"
    await hall.lobby(lobby.stand_up, match, BOB)
    assert await hall.names(match) == ["Ann", None, "Cleo", None]
    await hall.join(match, DOV, CHANNEL)
    assert await hall.names(match) == ["Ann", "Dov", "Cleo", None]
    assert await refused(hall.join(match, DOV, CHANNEL)) == "yours"


async def test_a_challenge_to_a_person_is_for_two(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", "big", opponent=BOB))
    assert len((await hall.table(match)).match.seats) == 2
    await hall.join(match, BOB)
    assert str((await hall.table(match)).position).count("/") == 4


async def test_what_needs_three_cannot_be_asked_of_one(hall: Hall) -> None:
    wish = Wish("collapsi", opponent=BOB, options={"setup": "tri5", "elimination": "yes"})
    assert await refused(hall.challenge(wish=wish)) == "needs_more"
    assert await hall.matches() == []


async def test_who_gives_up_leaves_and_the_others_play_on(street: Street) -> None:
    hall = street.hall
    match = await hall.seated(ANN, BOB, CLEO, wish=Wish("collapsi", "big"))
    await street.shown(match)
    await hall.do(table.resign, match, BOB)
    found = await hall.table(match)
    assert found.match.status == "running"
    assert found.playing == (0, 2)
    street.time.advance(minutes=1)
    assert await refused(hall.do(table.resign, match, BOB)) == "out"
    shown = next(one for one in await street.shown(match) if one.what != "remove")
    assert "Bob ▲ gave up." in shown.text
    assert shown.post.scene is not None
    assert [chip.out for chip in shown.post.scene.chips] == [False, True, False]
    await hall.do(table.resign, match, CLEO)
    assert ending(await hall.table(match)) == ("over", [[0], [2], [1]], "left")
    final = plain((await post(hall, match)).text)
    assert "1. Ann ● · 2. Cleo ■ · 3. Bob ▲" in final


async def test_with_several_who_wait_a_claim_takes_the_late_one_out(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, CLEO, wish=BIG)
    hall.time.advance(days=2)
    assert await refused(hall.do(table.claim, match, ANN)) == "not_yours"
    await hall.do(table.claim, match, BOB)
    found = await hall.table(match)
    assert (found.match.status, found.to_move, found.playing) == ("running", (1,), (1, 2))
    hall.time.advance(days=2)
    assert await refused(hall.do(table.claim, match, ANN)) == "not_yours", "who is out waits for nothing"
    await hall.do(table.claim, match, CLEO)
    assert ending(await hall.table(match)) == ("over", [[2], [1], [0]], "time")


async def test_a_game_of_four_to_its_end_is_rated_by_places(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    # A deal in which nobody is out before they have played enough for the game to count.
    monkeypatch.setattr("bot.seating.secrets.token_hex", lambda _bytes: "four")
    people = (ANN, BOB, CLEO, DOV)
    match = await hall.seated(*people, options=KNOCK_OUT)
    found = await hall.play_out(match, *people)
    status, places, reason = ending(found)
    assert (status, reason, len(places)) == ("over", "last", 4)
    assert found.match.rated
    ratings = {row.player_id: row for row in await hall.ratings() if row.place_id == 0}
    winner, loser = (found.match.seats[places[at][0]].player_id for at in (0, -1))
    assert winner is not None
    assert loser is not None
    assert ratings[winner].mu > ratings[loser].mu
    assert [ratings[one].won for one in (winner, loser)] == [1, 0]
    told = plain((await post(hall, match)).text)
    assert "wins: nobody else is left." in told


async def test_several_play_again_when_all_have_said_yes(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, CLEO, wish=BIG)
    for loser in (BOB, CLEO):
        await hall.do(table.resign, match, loser)
    asked = await hall.do(rematches.rematch, match, BOB)
    again = await post(hall, asked.match)
    assert [one.name for one in again.calls] == ["Ann", "Cleo"]
    assert "Asked again: Ann, Cleo" in plain(again.text)
    assert await refused(hall.join(asked.match, DOV, CHANNEL)) == "not_for_you"
    await hall.do(rematches.rematch, match, CLEO)
    assert await hall.status(asked.match) == "open"
    await hall.join(asked.match, ANN)
    assert await hall.status(asked.match) == "running"
    assert await hall.names(asked.match) == ["Cleo", "Ann", "Bob"], "everybody has moved on by one"


async def test_a_rematch_begins_without_who_does_not_come(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, CLEO, wish=BIG)
    for loser in (BOB, CLEO):
        await hall.do(table.resign, match, loser)
    asked = await hall.do(rematches.rematch, match, ANN)
    await hall.do(rematches.rematch, match, BOB)
    await hall.lobby(lobby.start, asked.match, ANN)
    assert len((await hall.table(asked.match)).match.seats) == 2


async def test_only_the_one_to_move_is_called(street: Street) -> None:
    match = await street.hall.seated(ANN, BOB, CLEO, wish=BIG)
    await street.shown(match)
    street.time.advance(minutes=4)
    await street.hall.play(match, ANN, BOB, CLEO)
    assert [one.calls for one in await street.shown(match) if one.what == "new"] == [["Bob"]]


async def test_leaving_asks_what_giving_up_asks(street: Street) -> None:
    match = await street.hall.seated(ANN, BOB, CLEO, wish=BIG)
    code = (await street.hall.table(match)).code
    asked = await street.desk.press(BOB, GROUP, f"x:{code}:0:resign")
    assert said(asked) == "Leave the table? The others play on."
    await street.hall.do(table.resign, match, BOB)
    street.time.advance(minutes=1)
    assert said(await street.desk.press(BOB, GROUP, f"x:{code}:1:resign")).startswith("You are out of this game")


async def test_an_open_table_lapses(hall: Hall) -> None:
    match = await hall.challenge(wish=BIG)
    await hall.join(match, BOB)
    found = await hall.table(match)
    assert found.match.deadline == hall.time.now() + timedelta(hours=48)
    await hall.lapse(match)
    assert plain((await post(hall, match)).text) == "Nobody came this time."
