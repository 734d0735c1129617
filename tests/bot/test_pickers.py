"""What a picker takes before it becomes a challenge, and how many matches one person may have."""

import pytest
from sqlalchemy import func, select

from bot import lobby, pickers, rematches, table
from bot.lobby import Wish
from bot.ports import User
from storage.models import Due, Match, Surface
from storage.models import Seat as SeatRow
from tests.bot.hall import ANN, BOB, CLEO, GROUP, ROBOT, Hall, refused

# Pickers


async def setup(hall: Hall, wish: Wish | None = None) -> int:
    now = hall.time.now()
    return await hall.store.write(lambda session: pickers.setup(session, ANN, GROUP, wish or Wish("collapsi"), now))


async def choose(hall: Hall, match: int, field: str, value: str | User, user: User = ANN) -> Match:
    now = hall.time.now()
    await hall.store.write(lambda session: pickers.choose(session, match, user, field, value, now))
    return (await hall.table(match)).match


async def post(hall: Hall, match: int, user: User = ANN, message: str | None = None) -> None:
    now = hall.time.now()
    await hall.store.write(lambda session: pickers.post(session, match, user, GROUP, message, now))


async def test_a_picker_is_seen_by_nobody(hall: Hall) -> None:
    match = await setup(hall)
    assert await hall.status(match) == "setup"
    assert await hall.surfaces(match) == []
    assert await hall.dues(match) == [("lapse", 60.0)]
    assert await refused(hall.join(match, BOB)) == "unknown"


async def test_a_picker_takes_what_is_chosen(hall: Hall) -> None:
    match = await setup(hall)
    chosen = await choose(hall, match, "preset", "classic")
    assert (chosen.preset, chosen.options["start"]) == ("classic", "jack")
    assert (await choose(hall, match, "preset", "no such thing")).preset == "classic"
    asked = (await choose(hall, match, "with", BOB)).invited
    assert asked is not None
    assert asked.name == "Bob"
    assert (await choose(hall, match, "anyone", "")).invited is None
    assert (await choose(hall, match, "no such field", "x")).preset == "classic"
    assert await refused(choose(hall, match, "with", ROBOT)) == "another_bot"
    assert await refused(choose(hall, match, "with", ANN)) == "yourself"


async def test_a_picker_is_its_hosts(hall: Hall) -> None:
    match = await setup(hall)
    assert await refused(choose(hall, match, "preset", "classic", BOB)) == "not_host"
    assert await refused(post(hall, match, BOB)) == "not_host"
    assert await refused(hall.lobby(pickers.discard, match, BOB)) == "not_host"
    assert await refused(choose(hall, 404, "preset", "classic")) == "unknown"


async def test_a_picker_becomes_a_challenge(hall: Hall) -> None:
    match = await setup(hall)
    await post(hall, match, message="77")
    assert await hall.status(match) == "open"
    assert await hall.dues(match) == [("lapse", 48 * 60.0)], "the picker's own lapse is gone"
    (surface,) = await hall.surfaces(match)
    assert (surface.message, surface.posted_at) == ("77", hall.time.now())
    assert await refused(post(hall, match, message="77")) == "repeated"
    hall.time.advance(seconds=11)
    assert await refused(post(hall, match, message="77")) == "unknown"


async def test_a_challenge_without_a_message_yet(hall: Hall) -> None:
    match = await setup(hall)
    await post(hall, match)
    (surface,) = await hall.surfaces(match)
    assert (surface.message, surface.posted_at) == (None, None)


async def test_a_picker_that_is_thrown_away_leaves_nothing(hall: Hall) -> None:
    for end in (lambda match: hall.lobby(pickers.discard, match, ANN), lambda match: hall.lapse(match)):
        match = await setup(hall)
        await end(match)
        for kind in (Match, SeatRow, Due, Surface):
            left = select(func.count()).select_from(kind)
            assert await hall.store.read(lambda session, left=left: session.scalar(left)) == 0  # type: ignore[misc]


# Limits


async def test_five_challenges_at_a_time(hall: Hall) -> None:
    opened = [await hall.challenge() for _ in range(5)]
    assert await refused(hall.challenge()) == "too_many_open"
    assert await refused(setup(hall)) == "too_many_open"
    await hall.challenge(BOB)
    await hall.lobby(lobby.withdraw, opened[0], ANN)
    await hall.challenge()


async def test_pickers_are_no_way_round_the_limit(hall: Hall) -> None:
    pickers = [await setup(hall) for _ in range(6)]
    for picker in pickers[:5]:
        await post(hall, picker)
    assert await refused(post(hall, pickers[5])) == "too_many_open"


async def test_twenty_games_at_a_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "RUNNING_LIMIT", 2)
    over = await hall.match()
    await hall.do(table.resign, over, ANN)
    await hall.match()
    last = await hall.challenge()
    other = await hall.challenge(CLEO)
    await hall.join(last, BOB)
    assert await refused(hall.challenge()) == "too_many_running"
    assert await refused(hall.join(other, BOB)) == "too_many_running"
    assert await refused(hall.do(rematches.rematch, over, ANN)) == "too_many_running"
    await hall.do(table.resign, last, BOB)
    await hall.join(other, BOB)


async def test_a_rematch_is_no_way_round_the_limit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "RUNNING_LIMIT", 1)
    over = await hall.match()
    await hall.do(table.resign, over, ANN)
    await hall.do(rematches.rematch, over, ANN)
    await hall.match(BOB, CLEO)
    assert await refused(hall.do(rematches.rematch, over, BOB)) == "too_many_running"


def test_the_limits_are_what_people_were_promised() -> None:
    assert (lobby.OPEN_LIMIT, lobby.RUNNING_LIMIT) == (5, 20)
