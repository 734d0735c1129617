"""What happens because time passes, done once and never forgotten."""

import asyncio
import logging
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from bot import clock as clocks
from bot import lobby, pickers
from bot.clock import Clock, take
from bot.lobby import Wish
from storage import Store
from storage.models import Due, Match
from tests.bot.hall import ANN, BOB, GROUP, Hall
from tests.bot.wall import Street, told


async def test_a_challenge_lapses_when_nobody_came(street: Street) -> None:
    match = await street.hall.challenge()
    await street.shown(match)
    assert await street.ticked(hours=48, seconds=-1) == []
    (asked,) = await street.ticked(seconds=1)
    assert (asked.what, asked.text) == ("edit", "Nobody came this time.")
    assert asked.labels == ["Try again"]


async def test_a_picker_that_is_left_alone_is_forgotten(street: Street) -> None:
    now = street.time.now()
    await street.hall.store.write(lambda session: pickers.setup(session, ANN, GROUP, Wish("collapsi"), now))
    assert await street.ticked(hours=1) == []
    assert await street.hall.matches() == []


async def test_after_a_long_absence_all_that_fell_due_is_done_in_order(street: Street) -> None:
    lapsed = await street.hall.challenge()
    match = await street.begun()
    await street.swept()
    street.start()
    street.time.advance(days=3)
    assert await street.clock.tick() == 1 + 4, "the lapse; a nudge, two reminders and the claim"
    await street.herald.settle()
    assert await street.hall.status(lapsed) == "expired"
    new = [one for one in street.take() if one.what == "new"]
    assert told(new) == [("new", ["Bob"])], "one board for all of it, and those who may claim are called"
    assert await street.hall.dues(match) == [("call_off", (9 - 3) * 24 * 60.0)]


async def test_after_a_very_long_absence_it_is_called_off(street: Street) -> None:
    match = await street.begun()
    street.time.advance(days=30)
    await street.clock.tick()
    await street.herald.settle()
    assert await street.hall.status(match) == "over"
    assert await street.hall.dues(match) == []
    assert [one.what for one in street.take()] == ["new", "remove"]


async def test_what_is_not_due_yet_stays(hall: Hall) -> None:
    match = await hall.match()
    before = await hall.dues(match)
    assert await hall.store.write(lambda session: take(session, hall.time.now())) is None
    assert await hall.dues(match) == before


async def test_the_earliest_goes_first(hall: Hall) -> None:
    late, early = await hall.match(), await hall.challenge()
    hall.time.advance(days=4)
    first = update(Due).where(Due.match_id == early).values(at=hall.time.now() - timedelta(days=5))
    await hall.store.write(lambda session: session.execute(first) and None)
    assert await hall.store.write(lambda session: take(session, hall.time.now())) == early
    assert await hall.store.write(lambda session: take(session, hall.time.now())) == late


async def test_two_clocks_that_tick_at_once_do_each_thing_once(street: Street, url: str) -> None:
    challenges = [await street.hall.challenge(), await street.hall.challenge(BOB)]
    matches = [await street.hall.match() for _ in range(4)]
    street.time.advance(days=2)
    other = Store(url, durable=False)
    there = Hall(other, street.time)
    second = Clock(other, street.herald, street.time.now)
    done = await asyncio.gather(street.clock.tick(), second.tick(), street.clock.tick(), second.tick())
    await street.herald.settle()
    other.close()
    assert sum(done) == 2 + 4 * 4
    assert [await street.hall.status(one) for one in challenges] == ["expired"] * 2
    assert [kind for one in matches for kind, _ in await street.hall.dues(one)] == ["call_off"] * 4
    assert there.time is street.time


async def test_a_move_and_a_clock_at_once_agree(street: Street) -> None:
    """Either the call-off was first or the move was; never both, and never a mixture."""
    matches = [await street.hall.match() for _ in range(4)]
    street.time.advance(days=9)
    moves = [street.hall.act(one, ANN, 0, "c2") for one in matches]
    results = await asyncio.gather(street.clock.tick(), *moves, return_exceptions=True)
    await street.herald.settle()
    for match, result in zip(matches, results[1:], strict=True):
        found = await street.hall.table(match)
        played = not isinstance(result, BaseException)
        assert (found.match.status, len(found.log)) == ("running" if played else "over", 1)
        assert bool(await street.hall.dues(match)) == played


async def test_a_row_whose_work_fails_is_tried_again(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await street.hall.challenge()
    street.time.advance(days=2)

    def slip(*_: object) -> None:
        raise RuntimeError("a slip")

    with monkeypatch.context() as patch:
        patch.setattr(lobby, "lapse", slip)
        with pytest.raises(RuntimeError):
            await street.clock.tick()
    assert await street.hall.status(match) == "open"
    assert await street.clock.tick() == 1
    await street.herald.settle()
    assert await street.hall.status(match) == "expired"


async def _run_until(clock: Clock, street: Street, match: int, status: str) -> None:
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(20):
        while await street.hall.status(match) != status:
            assert not running.done()
            clock.changed()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await street.herald.settle()


async def test_the_running_clock_does_what_is_due_when_it_starts_and_when_told(street: Street) -> None:
    first = await street.hall.challenge()
    street.time.advance(days=2)
    await _run_until(street.clock, street, first, "expired")
    second = await street.hall.challenge()
    street.time.advance(days=2)
    await _run_until(street.clock, street, second, "expired")


async def test_the_running_clock_wakes_by_itself_for_the_next_thing(street: Street) -> None:
    """It sleeps until the time of the next row: here a moment ahead of the clock it looks at."""
    match = await street.hall.challenge()
    street.time.advance(days=2, milliseconds=-1)
    looks = []

    def now() -> object:
        looks.append(street.time.now())
        if len(looks) > 1:
            street.time.advance(milliseconds=1)
        return street.time.now()

    clock = Clock(street.hall.store, street.herald, now)  # type: ignore[arg-type]
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(20):
        while await street.hall.status(match) != "expired":
            assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await street.herald.settle()


async def test_the_running_clock_goes_on_after_a_slip(
    street: Street, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await street.hall.challenge()
    street.time.advance(days=2)
    real = clocks.take
    slips = [RuntimeError("a slip")]

    def take_or_slip(session: Session, *args: object) -> int | None:
        if slips:
            raise slips.pop()
        return real(session, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(clocks, "take", take_or_slip)
    with caplog.at_level(logging.ERROR):
        await _run_until(street.clock, street, match, "expired")
    assert "the clock stumbled" in caplog.text


async def test_a_row_of_a_match_that_vanished_is_just_taken(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await hall.challenge()
    hall.time.advance(days=2)
    monkeypatch.setattr(clocks, "load", lambda *_args, **_facts: None)
    assert await hall.store.write(lambda session: take(session, hall.time.now())) == match
    assert await hall.dues(match) == []
    assert (await hall.store.read(lambda session: session.get_one(Match, match))).status == "open"
