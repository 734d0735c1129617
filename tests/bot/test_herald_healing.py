"""How the chats come right again after restarts, crashes, and all that a platform may refuse."""

import asyncio
import logging

import pytest

from bot import herald
from bot.herald import Herald
from bot.ports import Chat, Failure, Forbidden, Gone, Later, Moved, NoPictures, Unsure
from storage.models import Place
from tests.bot.hall import ANN, CHANNEL, CLEO, GROUP
from tests.bot.wall import Street, told

# Catching up


async def test_what_nobody_told_the_herald_is_found_by_looking_through_everything(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    street.start()
    asked = await street.swept()
    assert told(asked) == [("edit", [])]
    assert "Ann ● jumped to" in asked[0].text


async def test_boards_that_were_overtaken_are_never_sent(street: Street) -> None:
    match = await street.begun()
    wall = street.walls["telegram"]
    wall.gate = asyncio.Event()
    await street.hall.play(match)
    await street.herald.wake(match)
    while not street.herald._tasks:
        await asyncio.sleep(0)
    for _ in range(4):
        await street.hall.play(match)
        await street.herald.wake(match)
    wall.gate.set()
    await street.herald.settle()
    asked = street.take()
    assert len(asked) <= 2, "the one under way, and the newest"
    ply = (await street.hall.table(match)).match.ply
    assert ply == 5
    assert all(f":{ply}:" in button.payload for row in asked[-1].post.rows for button in row if hasattr(button, "url"))
    assert (await street.hall.surfaces(match))[0].shown_ply == 5


async def test_news_of_all_that_was_missed_stand_on_the_next_board(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match, plies=2)
    (asked,) = await street.shown(match)
    assert asked.text.count("jumped to") == 2
    await street.hall.play(match, plies=5)
    (asked,) = await street.shown(match)
    assert asked.text.count("jumped to") == 3, "the last three lines are enough"


async def test_nothing_is_shown_twice(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    assert len(await street.shown(match)) == 1
    for _ in range(5):
        assert await street.shown(match) == []
        assert await street.swept() == []


async def test_many_wakes_at_once_show_it_once(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    await asyncio.gather(*(street.herald.wake(match) for _ in range(50)))
    await street.herald.settle()
    assert told(street.take()) == [("edit", [])]


async def test_no_wake_is_lost_however_moves_and_updates_interleave(street: Street) -> None:
    match = await street.begun()
    while (await street.hall.table(match)).match.status == "running":
        await street.hall.play(match)
        await street.herald.wake(match)
        await asyncio.sleep(0)
    await street.herald.settle()
    (surface,) = await street.hall.surfaces(match)
    found = await street.hall.table(match)
    assert (surface.shown_version, surface.shown_status) == (found.match.version, "over")


async def test_the_new_board_is_stored_before_the_old_one_goes(street: Street) -> None:
    match = await street.begun()
    old = (await street.hall.surfaces(match))[0].message
    kept: list[tuple[str | None, str | None]] = []

    async def look() -> None:
        (surface,) = await street.hall.surfaces(match)
        kept.append((surface.message, surface.old_message))

    street.walls["telegram"].before_removing = look
    street.time.advance(minutes=10)
    await street.hall.play(match)
    board, removed = await street.shown(match)
    assert kept == [(board.message, old)]
    assert removed.message == old
    assert (await street.hall.surfaces(match))[0].old_message is None


async def test_after_a_crash_between_sending_and_storing_the_same_message_is_sent_under_the_same_name(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await street.begun()
    street.time.advance(minutes=10)
    await street.hall.play(match)
    monkeypatch.setattr(street.herald, "_note", _crash)
    (first,) = await street.shown(match)
    street.start()
    second, removed = await street.swept()
    assert (first.what, second.what, removed.what) == ("new", "new", "remove")
    assert first.token == second.token, "a platform that knows such names makes one message of both"


async def _crash(*_args: object, **_facts: object) -> None:
    raise RuntimeError("the power is gone")


async def test_two_messages_have_two_names(street: Street) -> None:
    match = await street.begun()
    tokens = set()
    for _ in range(3):
        await street.hall.show_in(match, GROUP)
        tokens |= {one.token for one in await street.shown(match) if one.what == "new"}
    assert len(tokens) == 3


async def test_a_mistake_with_one_board_does_not_stop_the_others(
    street: Street, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await street.hall.match(), await street.hall.match(ANN, CLEO)
    street.walls["telegram"].troubles = [RuntimeError("a slip")]
    with caplog.at_level(logging.ERROR):
        asked = await street.swept()
    assert len(asked) == 1
    assert "could not be brought up to date" in caplog.text
    assert len(await street.swept()) == 1, "and next time it works"
    assert [len(await street.shown(one)) for one in (bad, good)] == [0, 0]


async def test_a_platform_that_is_switched_off_is_left_alone(street: Street) -> None:
    match = await street.hall.match(chat=CHANNEL)
    del street.walls["discord"]
    assert await street.swept() == []
    assert (await street.hall.surfaces(match))[0].shown_version == 0


async def test_after_a_long_absence_updates_go_out_a_few_at_a_time(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "AT_ONCE", 2)
    for _ in range(5):
        await street.hall.match()
    assert len(await street.swept()) == 5


async def test_between_two_updates_of_a_board_the_platform_has_its_pause(street: Street) -> None:
    await street.hall.match()
    await street.hall.match(chat=CHANNEL)
    await street.swept()
    assert sorted(street.slept) == [2.0, 4.0]


async def test_the_herald_looks_through_everything_again_and_again(
    street: Street, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rounds: list[float] = []

    async def sleep(seconds: float) -> None:
        rounds.append(seconds)
        await asyncio.sleep(0)
        if len(rounds) == 2:
            raise asyncio.CancelledError

    async def stumble() -> None:
        raise OSError("the database is away")

    looking = Herald(street.hall.store, street.walls, street.time.now, sleep)
    sweeps = [stumble, looking.sweep]
    monkeypatch.setattr(looking, "sweep", lambda: sweeps.pop(0)())
    with caplog.at_level(logging.ERROR), pytest.raises(asyncio.CancelledError):
        await looking.run()
    await looking.stop()
    assert rounds[0] == 60.0
    assert "the herald stumbled" in caplog.text


async def test_stopping_lets_what_is_under_way_finish(street: Street) -> None:
    match = await street.hall.match()
    await street.herald.wake(match)
    await street.herald.stop()
    assert len(street.take()) == 1
    await street.herald.stop()


# Troubles


async def test_a_message_that_may_or_may_not_stand_there_is_not_sent_again(street: Street) -> None:
    match = await street.begun()
    old = (await street.hall.surfaces(match))[0].message
    street.time.advance(minutes=10)
    await street.hall.play(match)
    street.walls["telegram"].troubles = [Unsure("no answer")]
    assert await street.shown(match) == []
    assert await street.swept() == []
    (surface,) = await street.hall.surfaces(match)
    assert (surface.message, surface.old_message) == (None, old)
    assert told(await street.ticked(minutes=3)) == [("new", ["Bob"]), ("remove", [])], "the nudge makes it good"


async def test_a_message_that_is_gone_is_posted_again(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    street.walls["telegram"].troubles = [Gone("deleted")]
    asked = await street.shown(match)
    assert [one.what for one in asked] == ["new", "remove"]
    assert (await street.hall.surfaces(match))[0].message == asked[0].message


async def test_a_new_message_that_is_gone_at_once_counts_as_refused(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [Gone("no such thread")] * 9
    for _ in range(5):
        assert await street.swept() == []
    assert (await street.hall.surfaces(match))[0].failures == 3


async def test_a_place_that_refuses_three_times_rests_until_somebody_asks(street: Street) -> None:
    match = await street.hall.match()
    wall = street.walls["telegram"]
    wall.troubles = [Forbidden("not here")] * 3
    for _ in range(3):
        assert await street.swept() == []
    assert not await street.herald.shown(match, GROUP)
    assert wall.troubles == []
    assert await street.swept() == [], "it is not asked any more"
    await street.hall.play(match)
    assert await street.shown(match) == []
    await street.hall.show_in(match, GROUP)
    assert told(await street.shown(match))[0][0] == "new"
    assert await street.herald.shown(match, GROUP)
    assert (await street.hall.surfaces(match))[0].failures == 0


async def test_refusals_that_end_are_forgotten(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [Forbidden("not yet"), Forbidden("not yet")]
    for _ in range(3):
        await street.swept()
    assert (await street.hall.surfaces(match))[0].failures == 0


async def test_where_pictures_are_forbidden_the_board_comes_in_letters_and_says_why_once(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [NoPictures("no photos")]
    (board,) = await street.shown(match)
    assert board.post.scene is None
    assert "    a  b  c  d" in board.text
    assert board.text.endswith("I may not send pictures here, so this is the text board.")
    await street.hall.play(match)
    (board,) = await street.shown(match)
    assert board.post.scene is None
    assert "I may not send pictures" not in board.text


async def test_where_nothing_at_all_may_be_sent_pictures_are_not_to_blame(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [NoPictures("no photos"), Forbidden("nothing at all")]
    assert await street.shown(match) == []
    (surface,) = await street.hall.surfaces(match)
    assert (surface.as_text, surface.failures) == (False, 1)


async def test_a_platform_that_wants_us_to_wait_is_asked_again_later(street: Street) -> None:
    match = await street.hall.match()
    street.walls["telegram"].troubles = [Later(7), Later(10**6)]
    assert told(await street.shown(match))[0][0] == "new"
    assert street.slept[:2] == [7, 600], "but never longer than ten minutes"


async def test_while_a_platform_makes_us_wait_the_newest_wins(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    street.walls["telegram"].troubles = [Later(7)]
    street.asleep = asyncio.Event()
    await street.herald.wake(match)
    await street.hall.play(match)
    street.asleep.set()
    (asked,) = await street.shown(match)
    assert (await street.hall.surfaces(match))[0].shown_ply == 2
    assert asked.what == "edit"


async def test_a_chat_that_has_another_id_takes_its_boards_along(street: Street) -> None:
    match = await street.begun()
    old = (await street.hall.surfaces(match))[0].message
    street.walls["telegram"].troubles = [Moved("-1009")]
    await street.hall.play(match)
    asked = await street.shown(match)
    assert [(one.what, one.chat.id) for one in asked if one.what == "new"] == [("new", "-1009")]
    assert [one.message for one in asked if one.what == "remove"] == [old]
    assert (await street.hall.surfaces(match))[0].message == next(one.message for one in asked if one.what == "new")


async def test_a_chat_whose_new_id_we_know_already_is_joined_with_it(street: Street) -> None:
    """Somebody wrote under the new id before we were told that it is the same chat."""
    match = await street.begun()
    new = Chat("telegram", "-1009")
    other = await street.hall.match(ANN, CLEO, chat=new)
    await street.hall.show_in(match, new)
    await street.swept()
    await street.herald.move(GROUP, "-1009")
    await street.herald.settle()
    assert "remove" in [one.what for one in street.take() if one.chat == GROUP], "old boards go away"
    places = await street.hall.store.read(lambda session: {one.chat for one in session.query(Place)})
    for one in (match, other):
        shown = [surface.place_id for surface in await street.hall.surfaces(one)]
        assert len(shown) == 1
    assert "-1009" in places
    await street.hall.play(match, chat=new)
    assert {one.chat.id for one in await street.shown(match)} == {"-1009"}


async def test_an_old_message_that_cannot_go_yet_goes_with_the_next_update(street: Street) -> None:
    match = await street.begun()
    old = (await street.hall.surfaces(match))[0].message
    street.time.advance(minutes=10)
    await street.hall.play(match)
    street.walls["telegram"].remove_troubles = [Later(5)]
    assert told(await street.shown(match)) == [("new", ["Bob"])]
    assert (await street.hall.surfaces(match))[0].old_message == old
    await street.hall.play(match)
    asked = await street.shown(match)
    assert old in [one.message for one in asked if one.what == "remove"]
    assert (await street.hall.surfaces(match))[0].old_message is None


@pytest.mark.parametrize("trouble", [Gone("away"), Forbidden("not ours"), Failure("no")])
async def test_an_old_message_that_cannot_go_at_all_is_forgotten(street: Street, trouble: Failure) -> None:
    match = await street.begun()
    street.time.advance(minutes=10)
    await street.hall.play(match)
    street.walls["telegram"].remove_troubles = [trouble]
    assert told(await street.shown(match)) == [("new", ["Bob"])]
    assert (await street.hall.surfaces(match))[0].old_message is None
