"""The computer at the table: it replies, it is found again, it gives hints, and it looks back."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot import lobby, pickers, rematches, table, thinking
from bot.computer import Computer
from bot.lobby import Wish
from bot.ports import plain
from games import GAMES
from games.core import Seat
from games.lopti import Position as Lopti
from games.lopti.events import Decided
from storage import Store
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, GROUP, Hall, refused
from tests.bot.test_desk import labels, payload, said
from tests.bot.wall import Street, Wall
from tests.time import Time

CLUB = Wish("collapsi", level="club")


@pytest.fixture
async def street(store: Store, time: Time) -> AsyncIterator[Street]:
    made = Street(store, time, Wall("telegram"), Wall("discord"))
    yield made
    made.computer.close()


async def against(street: Street, level: str = "club", options: dict[str, str] | None = None) -> int:
    """A match with the computer in which Ann is to move."""
    match = await street.hall.challenge(wish=Wish("collapsi", options=options, level=level))
    return await street.house.changed(match)


async def ann_moves(street: Street, match: int) -> None:
    found = await street.hall.table(match)
    (seat,) = found.to_move
    assert found.match.seats[seat].level is None, "it is Ann's turn"
    assert found.position is not None
    move = next(found.position.moves(seat))
    assert await street.desk.press(ANN, GROUP, f"p:{found.code}:{found.match.ply}:{move}") is None


async def test_a_match_with_the_computer_begins_at_once(street: Street) -> None:
    match = await against(street)
    found = await street.hall.table(match)
    assert found.match.status == "running"
    assert sorted(found.person(Seat(seat)).name for seat in (0, 1)) == ["Ann", "🤖 Cobble"]
    assert [found.person(seat).name for seat in found.to_move] == ["Ann"], "if it begins it has moved already"
    assert found.match.join_code is None


async def test_it_replies_before_the_board_is_shown(street: Street) -> None:
    match = await against(street)
    await street.shown(match)
    before = (await street.hall.table(match)).match.ply
    await ann_moves(street, match)
    await street.herald.settle()
    shown = [one for one in street.take() if one.what != "remove"]
    assert len(shown) == 1, "one board tells of both moves"
    assert (await street.hall.table(match)).match.ply == before + 2
    assert "Ann" in shown[0].text
    assert "🤖 Cobble" in shown[0].text
    assert shown[0].calls == [], "nobody has to be called"


async def test_a_whole_game_against_each_level(street: Street) -> None:
    player = GAMES["collapsi"].player
    assert player is not None
    for level in player.levels:
        match = await against(street, level)
        while (found := await street.hall.table(match)).match.status == "running":
            await ann_moves(street, match)
        assert not found.match.rated
        assert found.outcome is not None
    assert await street.hall.ratings() == []


async def test_the_level_is_asked_where_the_computer_is_chosen(street: Street) -> None:
    picker = await street.desk.play(ANN, GROUP)
    asked = await street.desk.press(ANN, GROUP, payload(picker, "🤖 Computer"))
    assert labels(asked) == ["Casual", "Club", "Strong", "Perfect", "↩ Back"]
    back = await street.desk.press(ANN, GROUP, payload(asked, "↩ Back"))
    assert labels(back) == labels(picker)
    await street.desk.press(ANN, GROUP, payload(asked, "Strong"))
    (match,) = await street.hall.matches()
    assert [row.level for row in (await street.hall.table(match.id)).match.seats if row.level] == ["strong"]


async def test_it_takes_a_free_chair(street: Street) -> None:
    match = await street.hall.challenge(wish=Wish("collapsi", "big"))
    await street.hall.join(match, BOB)
    now = street.time.now()
    add = lobby.add_computer
    assert await refused(street.hall.store.write(lambda session: add(session, match, BOB, None, now))) == "not_host"
    await street.hall.store.write(lambda session: add(session, match, ANN, "casual", now))
    await street.hall.store.write(lambda session: add(session, match, ANN, None, now))
    found = await street.hall.table(match)
    assert found.match.status == "running", "it is full"
    assert sorted(row.level for row in found.match.seats if row.level) == ["casual", "club"]
    await street.house.changed(match)
    assert all(found.match.seats[seat].level is None for seat in (await street.hall.table(match)).to_move)


async def test_what_a_crash_left_is_found_again(street: Street) -> None:
    match = await street.hall.challenge(wish=CLUB)
    found = await street.hall.table(match)
    if found.match.seats[found.to_move[0]].level is None:
        assert found.position is not None
        await street.hall.act(match, ANN, 0, next(found.position.moves(found.to_move[0])))
    assert await street.computer.waiting() == [match]
    await street.house.changed(match)
    assert await street.computer.waiting() == []


async def test_two_that_wake_it_at_once_get_one_move(street: Street) -> None:
    match = await against(street)
    found = await street.hall.table(match)
    assert found.position is not None
    await street.hall.act(match, ANN, None, next(found.position.moves(found.to_move[0])))
    other = Computer(street.hall.store, street.time.now)
    await asyncio.gather(street.computer.reply(match), street.computer.reply(match), other.reply(match))
    other.close()
    assert (await street.hall.table(match)).match.ply == found.match.ply + 2


async def test_a_worker_that_was_killed_is_replaced(street: Street) -> None:
    match = await against(street)
    await ann_moves(street, match)
    assert street.computer._pool is not None
    for process in list(street.computer._pool._processes.values()):
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    ply = (await street.hall.table(match)).match.ply
    await ann_moves(street, match)
    assert (await street.hall.table(match)).match.ply == ply + 2


async def test_it_gives_up_nothing_and_claims_nothing(street: Street) -> None:
    match = await against(street)
    street.time.advance(days=3)
    found = await street.hall.table(match)
    assert found.overdue(street.time.now())
    assert await refused(street.hall.do(table.claim, match, ANN)) == "not_yours"


async def test_a_rematch_begins_at_once(street: Street) -> None:
    match = await against(street)
    first = [row.level for row in (await street.hall.table(match)).match.seats]
    await street.hall.do(table.resign, match, ANN)
    asked = await street.hall.do(rematches.rematch, match, ANN)
    assert asked.started
    assert [row.level for row in (await street.hall.table(asked.match)).match.seats] == first[::-1]


async def test_a_series_with_the_computer_goes_on_by_itself(street: Street) -> None:
    match = await against(street, "casual", {"series": "swap"})
    while (found := await street.hall.table(match)).match.status == "running":
        await ann_moves(street, match)
        match = max(await street.hall.matches(), key=lambda one: one.round).id
    assert found.match.round == 1
    assert found.score is not None
    assert sum(found.score.points) == 2


# Hints


async def test_a_hint_is_a_move_that_can_be_played_by_its_button(street: Street) -> None:
    match = await against(street)
    hinted = await street.desk.hint(ANN, GROUP)
    assert said(hinted).startswith("I would play ")
    (label,) = labels(hinted)
    assert await street.desk.press(ANN, GROUP, payload(hinted, label)) is None
    move = label.removeprefix("Play ")
    assert move in [row.text for row in await street.hall.log(match)]


async def test_a_rated_game_has_no_hints(street: Street) -> None:
    match = await street.hall.match()
    code = (await street.hall.table(match)).code
    assert "rated" in said(await street.desk.hint(ANN, GROUP))
    assert "rated" in said(await street.desk.press(ANN, GROUP, f"x:{code}:0:hint"))
    assert "💡 Hint" not in labels(await street.desk.press(ANN, GROUP, f"x:{code}:0:menu"))


async def test_players_may_agree_on_hints(street: Street) -> None:
    match = await street.hall.store.write(
        lambda session: pickers.setup(session, ANN, GROUP, Wish("collapsi"), street.time.now())
    )
    code = (await street.hall.table(match)).code
    more = await street.desk.press(ANN, GROUP, f"n:{code}:more:")
    unrated = await street.desk.press(ANN, GROUP, payload(more, "Rated: yes"))
    assert "Rated: no" in labels(unrated)
    await street.desk.press(ANN, GROUP, f"n:{code}:post:")
    await street.hall.join(match, BOB)
    found = await street.hall.table(match)
    mover, waiter = (ANN, BOB) if found.person(found.to_move[0]).name == "Ann" else (BOB, ANN)
    menu = await street.desk.press(mover, GROUP, f"x:{code}:0:menu")
    assert "💡 Hint" in labels(menu)
    assert said(await street.desk.press(mover, GROUP, payload(menu, "💡 Hint"))).startswith("I would play ")
    assert said(await street.desk.press(waiter, GROUP, f"x:{code}:0:hint")).startswith("It's the turn of")
    assert said(await street.desk.press(CLEO, GROUP, f"x:{code}:0:hint")).startswith("This is the game of")
    await street.hall.play_out(match, *((ANN, BOB) if mover is ANN else (BOB, ANN)))
    assert await street.hall.ratings() == [], "and it is not rated"


async def test_a_hint_tells_a_forced_win(street: Street) -> None:
    options = {"start": "jack"}
    match = await street.hall.store.write(
        lambda session: pickers.setup(session, ANN, GROUP, Wish("collapsi", options=options), street.time.now())
    )
    code = (await street.hall.table(match)).code
    await street.desk.press(ANN, GROUP, f"n:{code}:rated:no")
    await street.desk.press(ANN, GROUP, f"n:{code}:post:")
    await street.hall.join(match, BOB)
    await street.hall.set_up(match, ANN, BOB, start="J123/A234/A234/1J23 a1,b4 0 jack -")
    assert said(await street.desk.hint(ANN, GROUP)) in (
        "I would play b1: it wins by force, in 11 moves.",
        "I would play d1: it wins by force, in 11 moves.",
    )


# Looking back


async def test_looking_back_tells_the_deal_and_the_moves_that_changed_it(street: Street) -> None:
    match = await street.hall.seated(ANN, BOB, start="J123/A234/A234/1J23 a1,b4 0 jack -", options={"start": "jack"})
    await street.hall.act(match, ANN, 0, "a2")
    await street.hall.play_out(match)
    found = await street.hall.table(match)
    back = await street.desk.press(CLEO, CHANNEL, f"x:{found.code}:{found.match.ply}:back")
    told = said(back).split("\n")
    assert told[1] == "The deal: with perfect play Ann ● wins in 11 moves."
    assert told[2] in (
        "Move 1: Ann ● played a2; b1 would have won by force.",
        "Move 1: Ann ● played a2; d1 would have won by force.",
    )
    assert all(line.startswith("Move ") for line in told[2:])


async def test_nobody_looks_back_at_a_game_that_goes_on(street: Street) -> None:
    match = await street.hall.match()
    code = (await street.hall.table(match)).code
    for person in (ANN, BOB, CLEO):
        told = said(await street.desk.press(person, GROUP, f"x:{code}:0:back"))
        assert told == "I look back when the game is over."


async def test_the_final_board_offers_to_look_back(street: Street) -> None:
    match = await street.hall.match()
    await street.shown(match)
    await street.hall.play_out(match)
    final = [one for one in await street.shown(match) if one.what != "remove"][-1]
    assert "🔍 Look back" in [one.label for row in final.post.rows for one in row]


def test_thinking_needs_no_more_than_its_seconds() -> None:
    start = str(GAMES["collapsi"].deal(2, "a seed", GAMES["collapsi"].settle({"setup": "big6"})))
    judged = thinking.look_back("collapsi", start, [], 0.0)
    assert judged == [(None, None)], "nothing is found out in no time"
    view = GAMES["collapsi"].parse(start).view(Seat(0))
    assert thinking.choose("collapsi", view, 0, "perfect", "seed", 0.0) in list(
        GAMES["collapsi"].parse(start).moves(Seat(0))
    )


async def test_hall_names_the_computer(hall: Hall) -> None:
    match = await hall.challenge(wish=CLUB)
    found = await hall.table(match)
    assert plain(found.who(next(Seat(row.index) for row in found.match.seats if row.level))).startswith("🤖 Cobble")


async def test_it_plays_a_session_and_answers_what_the_table_is_asked(street: Street) -> None:
    """At a table of Lopti it swaps, plays rounds, makes rules or none, votes, and throws in a duel."""
    chance = Random("a session with the computer")
    match = await street.hall.challenge(wish=Wish("lopti", level="club"))
    await street.house.changed(match)
    rounds = 0
    results: set[str] = set()
    for _ in range(400):
        found = await street.hall.table(match)
        position, ply = found.position, found.match.ply
        assert isinstance(position, Lopti)
        (mine,) = (Seat(row.index) for row in found.match.seats if row.level is None)
        if position.phase == "break" and position.declarer is None:
            rounds += 1
        if rounds and results:
            break
        if position.duel is not None:
            move = "throw random"
        elif position.phase == "play" and position.round.turn == mine and not position.voted and not position.question:
            move = "propose core low.renew match next"
        else:
            assert mine in position.to_move, "the computer has done its part"
            move = chance.choice([move for move in position.moves(mine) if move != "close"])
        said = await street.desk.press(ANN, GROUP, f"p:{found.code}:{ply}:{move}")
        assert said is None or "Your" in plain(said.post.text), plain(said.post.text)
        for step in (await street.hall.table(match)).since(ply):
            results |= {event.result for event in step.events if isinstance(event, Decided)}
    assert rounds
    assert results
