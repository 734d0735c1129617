"""Turns that are taken back (decisions 1, R32 of Crumble): asked for, allowed, refused, and free after a blunder."""

from collections.abc import AsyncIterator

import pytest

from bot import answers, films, lobby, offers, posts, table
from bot.invitations import Look
from bot.lobby import Wish
from bot.ports import plain
from bot.words import words_for
from games import GAMES, record
from games.core import Seat
from storage import Store
from tests.bot.hall import ANN, BOB, CLEO, GROUP, Hall, refused, seat_row
from tests.bot.test_desk import labels, payload, said
from tests.bot.test_offers import asker, board
from tests.bot.wall import Street, Wall
from tests.time import Time

FREELY = {"takebacks": "blunder"}
CRUMBLE = Wish("crumble", "classic")
BLUNDER = "2,1VW 1,3VW 2,3HN 2VE"
"""After it Black wins with the next turn."""


@pytest.fixture
async def street(store: Store, time: Time) -> AsyncIterator[Street]:
    made = Street(store, time, Wall("telegram"))
    yield made
    await made.house.stop()
    made.computer.close()


async def typed(hall: Hall, match: int, line: str) -> None:
    for ply, move in enumerate(line.split()):
        await hall.act(match, (ANN, BOB)[ply % 2], None, move)


async def position(hall: Hall, match: int) -> str:
    return str((await hall.table(match)).position)


async def test_a_turn_is_taken_back_when_the_other_one_allows_it(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match)
    before = await position(hall, match)
    await hall.play(match, plies=2)
    moves = [move.text for move in await hall.log(match)]
    await hall.do(offers.take_back, match, BOB)
    text, shown = await board(hall, match)
    assert f"Bob ▲ asks to take back ▲ {moves[1]}, ● {moves[2]}." in text, "it is named beforehand"
    assert shown[-3:] == ["Allow it", "Keep it", "⋯"]
    await hall.do(offers.allow, match, ANN)
    assert await position(hall, match) == before
    assert [(move.ply, move.seat, move.kind, move.text) for move in (await hall.log(match))[3:]] == [
        (4, 1, "back", "1")
    ]
    found = await hall.table(match)
    assert found.match.ply == 4, "the ply only rises"
    assert [move.ply for move in found.moves] == [1]
    assert found.offer is None
    text, _ = await board(hall, match)
    assert "Bob ▲ takes a turn back." in text


async def test_no_button_of_before_revives(hall: Hall) -> None:
    match = await hall.match()
    found = await hall.table(match)
    assert found.position is not None
    move = next(found.position.moves(Seat(0)))
    await hall.play(match)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, BOB)
    hall.time.advance(minutes=1)
    assert await position(hall, match) == str(found.position)
    assert await refused(hall.act(match, ANN, 0, move)) == "stale"
    assert await refused(hall.act(match, BOB, 1, move)) == "stale"
    await hall.act(match, ANN, 2, move)


async def test_what_was_taken_back_is_in_no_record_and_the_rest_replays(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=3)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, BOB)
    await hall.play(match)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, BOB)
    found = await hall.play_out(match)
    kept = record.parse(answers.record(found, words_for("en"))[1])
    assert str(kept.check()) == str(found.position)
    assert len(kept.moves) == len(found.moves) < len(found.log) - 2
    told = plain(posts.final(found, Look(words_for("en"))).text)
    assert f"{len(found.moves)} moves." in told


async def test_a_film_shows_the_game_as_it_was_played_in_the_end(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=2)
    before = await hall.table(match)
    await hall.play(match)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, BOB)
    found = await hall.table(match)
    shown = [scene.view for scene in films.scenes(found, "light")]
    assert shown[0] == GAMES["collapsi"].parse(found.match.start or "")
    assert [shown[1], shown[-1]] == [step.position for step in before.steps]


async def test_every_earlier_ply_can_be_looked_at(hall: Hall) -> None:
    match = await hall.match()
    seen = [await position(hall, match)]
    for _ in range(2):
        await hall.play(match)
        seen.append(await position(hall, match))
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, BOB)
    found = await hall.table(match)
    assert [str(posts.back_to(found, ply).position) for ply in range(4)] == [*seen, seen[0]]


async def test_who_is_asked_may_refuse_and_a_move_refuses_too(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.decline, match, BOB)
    assert asker(await hall.table(match)) is None
    text, _ = await board(hall, match)
    assert "\nBob ▲ plays on." in text
    assert await refused(hall.do(offers.take_back, match, ANN)) == "refused"
    await hall.play(match)
    await hall.do(offers.take_back, match, BOB)
    await hall.play(match)
    assert asker(await hall.table(match)) is None
    text, _ = await board(hall, match)
    assert "plays on" not in text, "the move speaks for itself"
    assert await refused(hall.do(offers.allow, match, ANN)) == "no_offer"


async def test_who_asks_and_plays_on_asks_no_more(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=2)
    await hall.do(offers.take_back, match, ANN)
    await hall.play(match)
    assert asker(await hall.table(match)) is None


async def test_at_a_table_of_three_all_others_must_agree(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, CLEO, wish=Wish("collapsi", "big"))
    for _ in range(2):
        await hall.play(match, ANN, BOB, CLEO)
    await hall.do(offers.take_back, match, ANN)
    await hall.do(offers.allow, match, CLEO)
    found = await hall.table(match)
    assert found.match.ply == 2, "Bob has not been heard"
    assert found.asked_for == (1,)
    assert await refused(hall.do(offers.allow, match, CLEO)) == "no_offer", "she has agreed already"
    await hall.do(offers.allow, match, BOB)
    assert (await hall.table(match)).moves == ()


async def test_a_computer_that_plays_on_refuses_nothing(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", "big"))
    await hall.join(match, BOB)
    await hall.store.write(lambda session: lobby.add_computer(session, match, ANN, None, hall.time.now()))
    if await hall.status(match) == "open":
        await hall.store.write(lambda session: lobby.start(session, match, ANN, hall.time.now()))
    people = {"Ann": ANN, "Bob": BOB}
    while (found := await hall.table(match)).match.seats[found.to_move[0]].level is None or not found.moves:
        mover = people.get(found.person(found.to_move[0]).name)
        if mover is None:
            await computer_plays(hall, match)
        else:
            assert found.position is not None
            await hall.act(match, mover, None, next(found.position.moves(found.to_move[0])))
    last = people[found.person(Seat(found.moves[-1].seat or 0)).name]
    await hall.do(offers.take_back, match, last)
    await computer_plays(hall, match)
    assert asker(await hall.table(match)) is None, "what would be taken back has changed"
    hall.time.advance(minutes=1)
    await hall.do(offers.take_back, match, last)
    assert len((await hall.table(match)).asked_for) == 1


async def computer_plays(hall: Hall, match: int) -> None:
    found, now = await hall.table(match), hall.time.now()
    seat, position = found.to_move[0], found.position
    assert position is not None
    move = next(position.moves(seat))
    play = table.play_for_computer
    await hall.store.write(lambda session: play(session, match, seat, found.match.ply, move, now))


async def test_nobody_comes_back_by_a_takeback(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, CLEO, wish=Wish("collapsi", "big"))
    await hall.play(match, ANN, BOB, CLEO)
    await hall.do(table.resign, match, CLEO)
    assert await refused(hall.do(offers.take_back, match, ANN)) == "nothing_back"


async def test_what_cannot_be_taken_back(hall: Hall) -> None:
    match = await hall.match()
    assert await refused(hall.do(offers.take_back, match, ANN)) == "nothing_back"
    await hall.play(match)
    assert await refused(hall.do(offers.take_back, match, BOB)) == "nothing_back"
    assert await refused(hall.do(offers.take_back, match, CLEO)) == "not_seated"
    await hall.play_out(match)
    assert await refused(hall.do(offers.take_back, match, ANN)) == "over"
    strict = await hall.seated(ANN, BOB, wish=Wish("crumble", "classic", options={"takebacks": "off"}))
    await hall.play(strict)
    assert await refused(hall.do(offers.take_back, strict, ANN)) == "no_takebacks"


async def test_only_one_thing_is_asked_at_a_time(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, wish=CRUMBLE)
    await hall.play(match)
    await hall.do(offers.offer_draw, match, BOB)
    assert await refused(hall.do(offers.take_back, match, ANN)) == "offered"


async def test_the_computer_always_agrees(street: Street) -> None:
    match = await street.hall.challenge(wish=Wish("collapsi", level="casual"))
    await street.house.changed(match)
    found = await street.hall.table(match)
    plies = found.match.ply
    assert found.position is not None
    move = next(found.position.moves(found.to_move[0]))
    await street.desk.press(ANN, GROUP, f"p:{found.code}:{found.match.ply}:{move}")
    menu = await street.desk.press(ANN, GROUP, f"x:{found.code}:{plies}:menu")
    answer = await street.desk.press(ANN, GROUP, payload(menu, "Take back"))
    assert answer is not None
    assert answer.closes
    back = await street.hall.table(match)
    assert str(back.position) == str(found.position)
    assert [move.kind for move in back.log[plies:]] == ["play", "play", "back"]


async def test_the_board_brings_the_question_and_the_answer(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    await street.shown(match)
    assert said(await street.desk.take_back(BOB, GROUP)) == "There is no turn of yours to take back."
    await street.desk.take_back(ANN, GROUP)
    await street.herald.settle()
    shown = [one for one in street.take() if one.what != "remove"][-1]
    assert "Ann ● asks to take back" in shown.text
    found = await street.hall.table(match)
    await street.desk.press(BOB, GROUP, f"x:{found.code}:{found.match.ply}:allow")
    await street.herald.settle()
    shown = [one for one in street.take() if one.what != "remove"][-1]
    assert "Ann ● takes a turn back." in shown.text
    assert "Take back" not in labels(await street.desk.press(CLEO, GROUP, f"x:{found.code}:0:menu"))


async def test_a_blunder_is_taken_back_without_asking_where_that_was_agreed(street: Street) -> None:
    hall = street.hall
    match = await hall.seated(ANN, BOB, wish=Wish("crumble", "classic", options=FREELY))
    await typed(hall, match, BLUNDER)
    assert await street.computer.call(match)
    found = await hall.table(match)
    assert found.calls == ("blunder",)
    text, shown = await board(hall, match)
    assert "Bob ▲ may take that turn back." in text
    assert "Take it back, free" in shown
    await hall.do(offers.take_back, match, ANN)
    assert asker(await hall.table(match)) == 0, "Ann's own turn was none"
    await hall.do(offers.take_back, match, BOB)
    assert [move.ply for move in (await hall.table(match)).moves] == [1, 2, 3]


async def test_where_it_was_not_agreed_a_blunder_has_to_be_asked_for(street: Street) -> None:
    hall = street.hall
    match = await hall.seated(ANN, BOB, wish=CRUMBLE)
    await typed(hall, match, BLUNDER)
    await street.computer.call(match)
    _, shown = await board(hall, match)
    assert "Take it back, free" not in shown
    await hall.do(offers.take_back, match, BOB)
    assert asker(await hall.table(match)) == 1


async def test_r30_a_threat_is_called_out_after_the_turn(street: Street) -> None:
    hall = street.hall
    match = await hall.seated(ANN, BOB, wish=CRUMBLE)
    await typed(hall, match, "2,1VW 1,3VW 2,3HN")
    await street.shown(match)
    assert await street.computer.call(match)
    shown = await street.shown(match)
    assert [one.what for one in shown] == ["edit"], "nobody is called once more"
    assert "Ann ●: Crumble!" in shown[0].text
    assert "Ann ●: Crumble!" in shown[0].post.alt
    assert seat_row(await hall.table(match), 1).since == 3, "no button went stale"
    await typed_on(hall, match)
    assert (await hall.table(match)).calls == ()


async def typed_on(hall: Hall, match: int) -> None:
    await hall.act(match, BOB, None, "2VE")


async def test_r30_calls_can_be_switched_off(street: Street) -> None:
    hall = street.hall
    match = await hall.seated(ANN, BOB, wish=Wish("crumble", "classic", options={"calls": "no"}))
    await typed(hall, match, "2,1VW 1,3VW 2,3HN")
    assert not await street.computer.call(match)
    both = {"calls": "no", **FREELY}
    silent = await hall.seated(ANN, BOB, wish=Wish("crumble", "classic", options=both))
    await typed(hall, silent, "2,1VW 1,3VW 2,3HN")
    await street.computer.call(silent)
    text, _ = await board(hall, silent)
    assert "Crumble!" not in text
