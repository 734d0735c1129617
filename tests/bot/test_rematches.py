"""Who begins, which cards are dealt, and how the seats move on in a rematch."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from sqlalchemy.orm import Session

from bot import lobby, rematches, seating, table
from bot.lobby import Wish
from bot.matches import load
from bot.ports import User
from bot.rematches import Rematch
from bot.table import Refusal, Sitter
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, OTHER_GROUP, Hall, refused

# The lot and the deal


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Deals that are the same in every run: their seeds count up."""
    numbers = count()

    def next_seed(_length: int) -> str:
        return f"seed {next(numbers)}"

    monkeypatch.setattr("bot.seating.secrets.token_hex", next_seed)
    return numbers


@pytest.mark.usefixtures("seeds")
async def test_the_lot_is_fair_and_keys_move_with_their_people(hall: Hall) -> None:
    """400 deals: who begins is a fair coin (standard deviation 10), and has nothing to do with the cards."""
    match = await hall.challenge()
    await hall.join(match, BOB)

    def deal_often(session: Session) -> tuple[Counter[str], set[str], Counter[tuple[str, str]]]:
        begins, deals, keys = Counter[str](), set[str](), Counter[tuple[str, str]]()
        found = load(session, match, lock=True)
        assert found is not None
        for _ in range(400):
            seating.deal(session, found.match, hall.time.now())
            first = found.match.seats[0].account
            assert first is not None
            begins[first.name] += 1
            deals.add(found.match.start or "")
            keys.update((seat.account.name, seat.key) for seat in found.match.seats if seat.account)
        return begins, deals, keys

    begins, deals, keys = await hall.store.write(deal_often)
    assert sum(begins.values()) == 400
    assert abs(begins["Ann"] - 200) < 3 * 10, "the host does not always begin, nor seldom"
    assert len(deals) == 400, "each deal is another one"
    assert len(keys) == 2, "each has one key, wherever they sit"
    assert set(keys.values()) == {400}


@pytest.mark.usefixtures("seeds")
async def test_who_begins_does_not_depend_on_who_asked(hall: Hall) -> None:
    seats = []
    for number in range(16):
        host = User("telegram", f"h{number}", "Host")
        match = await hall.challenge(host)
        await hall.join(match, User("telegram", f"g{number}", "Guest"))
        seats.append(tuple(await hall.names(match)))
    assert set(seats) == {("Host", "Guest"), ("Guest", "Host")}


# Rematches


async def test_a_rematch_is_a_challenge_to_the_same_person_in_the_same_places(hall: Hall) -> None:
    match = await hall.match(wish=Wish("collapsi", "classic"))
    await hall.show_in(match, CHANNEL)
    await hall.do(table.resign, match, BOB)
    asked: Rematch = await hall.do(rematches.rematch, match, BOB, OTHER_GROUP)
    assert not asked.started
    found = await hall.table(asked.match)
    assert found.match.status == "open"
    assert found.match.invited is not None
    assert (found.match.host.name, found.match.invited.name, found.match.preset) == ("Bob", "Ann", "classic")
    assert found.match.place_id == (await hall.table(match)).match.place_id, "its rating counts where the first one did"
    assert len(await hall.surfaces(asked.match)) == 3
    assert await refused(hall.do(rematches.rematch, match, BOB)) == "waiting"


@pytest.mark.parametrize("way", ["rematch", "accept"])
async def test_the_second_one_accepts_and_the_seats_move_on(hall: Hall, way: str) -> None:
    match = await hall.over()
    assert await hall.names(match) == ["Ann", "Bob"]
    asked: Rematch = await hall.do(rematches.rematch, match, ANN)
    if way == "rematch":
        accepted: Rematch = await hall.do(rematches.rematch, match, BOB)
        assert (accepted.match, accepted.started) == (asked.match, True)
    else:
        await hall.join(asked.match, BOB)
    found = await hall.table(asked.match)
    assert found.match.status == "running"
    assert await hall.names(asked.match) == ["Bob", "Ann"], "the other one begins"
    assert found.match.start != (await hall.table(match)).match.start


async def test_asking_again_for_what_runs_already_shows_it(hall: Hall) -> None:
    match = await hall.over()
    first: Rematch = await hall.do(rematches.rematch, match, ANN)
    await hall.do(rematches.rematch, match, BOB)
    for person in (ANN, BOB):
        again: Rematch = await hall.do(rematches.rematch, match, person)
        assert again.match == first.match
        sitter = Sitter(key=again.key)
        mine = next(seat for seat in (await hall.table(first.match)).match.seats if seat.key == sitter.key)
        assert mine.account is not None
        assert mine.account.name == person.name


async def test_both_press_rematch_at_once_and_play_one_game(hall: Hall) -> None:
    match = await hall.over()
    results = await asyncio.gather(
        *(hall.do(rematches.rematch, match, person) for person in (ANN, BOB) * 5), return_exceptions=True
    )
    assert {type(one) for one in results} <= {Rematch, Refusal}
    assert {one.reason for one in results if isinstance(one, Refusal)} <= {"waiting"}
    assert sum(isinstance(one, Rematch) and one.started for one in results) == 1
    followed = [one for one in await hall.matches() if one.rematch_of == match]
    assert [one.status for one in followed] == ["running"]
    assert sorted(map(str, await hall.names(followed[0].id))) == ["Ann", "Bob"]


async def test_a_rematch_of_a_rematch_gives_the_first_seat_back(hall: Hall) -> None:
    match = await hall.over()
    seats = [await hall.names(match)]
    for _ in range(2):
        await hall.do(rematches.rematch, match, ANN)
        match = (await hall.do(rematches.rematch, match, BOB)).match
        seats.append(await hall.names(match))
        await hall.do(table.resign, match, ANN)
    assert seats == [["Ann", "Bob"], ["Bob", "Ann"], ["Ann", "Bob"]]


async def test_a_rematch_that_came_to_nothing_makes_way(hall: Hall) -> None:
    match = await hall.over()
    first: Rematch = await hall.do(rematches.rematch, match, ANN)
    await hall.lobby(lobby.decline, first.match, BOB)
    second: Rematch = await hall.do(rematches.rematch, match, BOB)
    assert second.match != first.match
    assert (await hall.do(rematches.rematch, match, ANN)).started


async def test_who_may_not_ask_for_a_rematch(hall: Hall) -> None:
    match = await hall.match()
    assert await refused(hall.do(rematches.rematch, match, ANN)) == "unknown", "it goes on"
    await hall.do(table.resign, match, ANN)
    assert await refused(hall.do(rematches.rematch, match, CLEO)) == "not_seated"
    assert await refused(hall.do(rematches.rematch, 404, ANN)) == "unknown"


async def test_one_person_on_both_sides_may_have_a_rematch(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.join(match, ANN, alone=True)
    keys = [seat.key for seat in (await hall.table(match)).match.seats]
    now = hall.time.now()
    for key in keys[:1]:
        await hall.store.write(lambda session, key=key: table.resign(session, match, Sitter(key=key), now))  # type: ignore[misc]
    asked = [
        await hall.store.write(lambda session, key=key: rematches.rematch(session, match, Sitter(key=key), now))  # type: ignore[misc]
        for key in keys
    ]
    assert [one.started for one in asked] == [False, True]
    found = await hall.table(asked[0].match)
    assert {seat.key for seat in found.match.seats} == {one.key for one in asked}
