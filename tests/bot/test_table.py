"""How a running match changes: who may act, when a press counts, and what is written."""

import asyncio
import random
from collections import Counter

import pytest
from sqlalchemy.orm import Session

from bot import table
from bot.matches import account_of, load
from bot.table import Acted, Refusal, Sitter
from games import GAMES
from games.core import Seat, replay
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, DOV, OTHER_GROUP, Hall, ending, refused, seat_row

# Who may act, and when


async def test_a_move_is_played_and_logged(hall: Hall) -> None:
    match = await hall.match()
    acted = await hall.act(match, ANN, 0, "c2")
    assert acted == Acted(match, 1)
    found = await hall.table(match)
    assert str(found.position) == "jA23/A234/A234/AJ23 c2,b4 1 joker -"
    assert found.to_move == (1,)
    (row,) = await hall.log(match)
    assert (row.ply, row.seat, row.kind, row.text, row.at) == (1, 0, "play", "c2", hall.time.now())


async def test_a_typed_move_is_read_loosely_and_logged_strictly(hall: Hall) -> None:
    match = await hall.match()
    await hall.act(match, ANN, None, " C2 ")
    assert [row.text for row in await hall.log(match)] == ["c2"]


async def test_a_stranger_does_not_sit_there(hall: Hall) -> None:
    match = await hall.match()
    assert await refused(hall.act(match, CLEO, 0, "c2")) == "not_seated"
    assert await refused(hall.do(table.resign, match, CLEO)) == "not_seated"
    assert await refused(hall.do(table.mute, match, CLEO)) == "not_seated"
    assert await refused(hall.do(table.claim, match, CLEO)) == "not_seated"


async def test_who_gives_neither_name_nor_key_does_not_sit_there(hall: Hall) -> None:
    match, now = await hall.match(), hall.time.now()
    with pytest.raises(Refusal, match="not_seated"):
        await hall.store.write(lambda session: table.act(session, match, Sitter(), 0, "c2", now))


async def test_it_is_not_the_turn_of_the_other_seat(hall: Hall) -> None:
    match = await hall.match()
    assert await refused(hall.act(match, BOB, 0, "c2")) == "not_your_turn"
    assert await refused(hall.act(match, BOB, None, "c2")) == "not_your_turn"
    await hall.act(match, ANN, 0, "c2")
    assert await refused(hall.act(match, ANN, 1, "c3")) == "not_your_turn"


async def test_the_same_seat_by_its_key(hall: Hall) -> None:
    match, now = await hall.match(), hall.time.now()
    key = seat_row(await hall.table(match), 0).key
    acted = await hall.store.write(lambda session: table.act(session, match, Sitter(key=key), 0, "c2", now))
    assert acted == Acted(match, 1)
    other = Sitter(key="somebody else's key, or none at all")
    assert await refused(hall.store.write(lambda session: table.act(session, match, other, 1, "c3", now))) == (
        "not_seated"
    )


async def test_an_unknown_match(hall: Hall) -> None:
    await hall.match()
    assert await refused(hall.act(404, ANN, 0, "c2")) == "unknown"


async def test_a_match_that_has_not_begun_cannot_be_played(hall: Hall) -> None:
    match = await hall.challenge()
    assert await refused(hall.act(match, ANN, 0, "c2")) == "unknown"
    assert await refused(hall.do(table.resign, match, ANN)) == "unknown"


async def test_a_match_that_is_over_cannot_be_played_on(hall: Hall) -> None:
    match = await hall.match()
    await hall.do(table.resign, match, ANN)
    hall.time.advance(minutes=1)
    assert await refused(hall.act(match, BOB, 1, "c2")) == "over"
    for work in (table.resign, table.claim, table.give_time, table.mute):
        assert await refused(hall.do(work, match, BOB)) == "over"


async def test_a_refused_move_changes_nothing(hall: Hall) -> None:
    match = await hall.match()
    before = await hall.table(match)
    for text in ("b4", "a1", "d9", "nonsense", ""):
        with pytest.raises(Refusal) as caught:
            await hall.act(match, ANN, 0, text)
        assert caught.value.reason == "move"
        assert caught.value.error is not None
    after = await hall.table(match)
    assert (after.match.ply, after.match.version, after.log) == (0, before.match.version, ())


# Staleness: a press counts while what its seat may do has not changed


async def test_a_press_on_an_older_board_is_stale(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=2)
    hall.time.advance(minutes=1)
    for ply in (0, 1):
        assert await refused(hall.act(match, ANN, ply, "d4")) == "stale"


async def test_a_press_that_names_a_ply_to_come_is_stale(hall: Hall) -> None:
    match = await hall.match()
    assert await refused(hall.act(match, ANN, 1, "c2")) == "stale"
    assert await refused(hall.act(match, ANN, 10**9, "c2")) == "stale"


async def test_a_press_counts_although_somebody_else_did_what_changes_nothing_for_its_seat(hall: Hall) -> None:
    """`Seat.since` decides, not the ply of the match."""
    match = await hall.match()

    def somebody_votes(session: Session) -> None:
        found = load(session, match, lock=True)
        assert found is not None
        found.match.ply += 1

    await hall.store.write(somebody_votes)
    assert (await hall.act(match, ANN, 0, "c2")).ply == 2


async def test_the_choices_of_each_seat_arise_at_a_ply(hall: Hall) -> None:
    match = await hall.match()
    since = []
    for _ in range(3):
        await hall.play(match)
        since.append([row.since for row in (await hall.table(match)).match.seats])
    assert since == [[1, 1], [2, 2], [3, 3]]


async def test_the_same_press_again_within_ten_seconds_is_answered_with_silence(hall: Hall) -> None:
    match = await hall.match()
    await hall.act(match, ANN, 0, "c2")
    hall.time.advance(seconds=10)
    assert await refused(hall.act(match, ANN, 0, "c2")) == "repeated"
    assert len(await hall.log(match)) == 1


async def test_after_ten_seconds_the_same_press_is_stale(hall: Hall) -> None:
    match = await hall.match()
    await hall.act(match, ANN, 0, "c2")
    hall.time.advance(seconds=10.5)
    assert await refused(hall.act(match, ANN, 0, "c2")) == "stale"


async def test_another_press_at_once_is_stale(hall: Hall) -> None:
    match = await hall.match()
    await hall.act(match, ANN, 0, "c2")
    assert await refused(hall.act(match, ANN, 0, "b1")) == "stale"


async def test_the_same_press_by_somebody_else_is_no_repetition(hall: Hall) -> None:
    match = await hall.match()
    await hall.act(match, ANN, 0, "c2")
    assert await refused(hall.act(match, BOB, 0, "c2")) == "stale"
    assert await refused(hall.act(match, CLEO, 0, "c2")) == "not_seated"


async def test_the_winning_press_twice_is_silent_too(hall: Hall) -> None:
    match = await hall.match(start="J123/A234/A234/AJ23 a1,b4 0 jack -")
    found = await hall.play_out(match)
    last = found.log[-1]
    person = (ANN, BOB)[last.seat or 0]
    assert await refused(hall.act(match, person, last.ply - 1, last.text)) == "repeated"
    hall.time.advance(minutes=1)
    assert await refused(hall.act(match, person, last.ply - 1, last.text)) == "over"


async def test_giving_up_twice_at_once_is_silent_too(hall: Hall) -> None:
    match = await hall.match()
    await hall.do(table.resign, match, ANN)
    hall.time.advance(seconds=10)
    assert await refused(hall.do(table.resign, match, ANN)) == "repeated"
    assert await refused(hall.do(table.resign, match, BOB)) == "over"
    hall.time.advance(seconds=1)
    assert await refused(hall.do(table.resign, match, ANN)) == "over"


@pytest.mark.parametrize("typed", [False, True])
async def test_fifty_presses_at_once_make_one_move(hall: Hall, typed: bool) -> None:
    match = await hall.match()
    results = await asyncio.gather(
        *(hall.act(match, ANN, None if typed else 0, "c2") for _ in range(50)), return_exceptions=True
    )
    told = Counter(one.reason if isinstance(one, Refusal) else type(one).__name__ for one in results)
    assert told == {"Acted": 1, "not_your_turn" if typed else "repeated": 49}
    assert [(row.ply, row.text) for row in await hall.log(match)] == [(1, "c2")]


async def test_fifty_different_presses_at_once_make_one_move(hall: Hall) -> None:
    match = await hall.match()
    found = await hall.table(match)
    assert found.position is not None
    moves = list(found.position.moves(Seat(0)))
    presses = [moves[number % len(moves)] for number in range(50)]
    results = await asyncio.gather(*(hall.act(match, ANN, 0, move) for move in presses), return_exceptions=True)
    assert sum(not isinstance(one, BaseException) for one in results) == 1
    assert {one.reason for one in results if isinstance(one, Refusal)} <= {"stale", "repeated"}
    assert len(await hall.log(match)) == 1


# The log


async def test_the_log_of_any_match_replays_to_its_position(hall: Hall) -> None:
    chance = random.Random(7)
    for number in range(6):
        match = await hall.match(start=str(GAMES["collapsi"].deal(2, f"deal {number}", {"start": "joker"})))
        if number % 3 == 2:
            await hall.play(match, plies=number)
            await hall.do(table.resign, match, chance.choice([ANN, BOB]))
        found = await hall.play_out(match, chance=chance)
        log = await hall.log(match)
        assert [row.ply for row in log] == list(range(1, found.match.ply + 1)), "the ply only rises"
        played = [(Seat(row.seat or 0), row.text if row.kind == "play" else None) for row in log]
        start = GAMES["collapsi"].parse(found.match.start or "")
        assert list(replay(start, played))[-1].position == found.position
        assert found.outcome == (found.position.outcome if found.position else None)


async def test_the_log_only_grows(hall: Hall) -> None:
    match = await hall.match()
    before: list[tuple[int, str]] = []
    while (await hall.table(match)).match.status == "running":
        await hall.play(match)
        log = [(row.ply, row.text) for row in await hall.log(match)]
        assert log[:-1] == before
        before = log


# Ends


async def test_who_resigns_loses(hall: Hall) -> None:
    match = await hall.match()
    await hall.do(table.resign, match, BOB)
    found = await hall.table(match)
    assert ending(found) == ("over", [[0], [1]], "left")
    assert [(row.kind, row.seat) for row in found.log] == [("drop", 1)]
    assert found.match.deadline is None
    assert await hall.dues(match) == []


async def test_one_may_resign_in_the_turn_of_the_other(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match)
    await hall.do(table.resign, match, ANN)
    assert ending(await hall.table(match)) == ("over", [[1], [0]], "left")


async def test_a_win_on_time_cannot_be_claimed_before_the_time_is_over(hall: Hall) -> None:
    match = await hall.match()
    hall.time.advance(hours=48, seconds=-1)
    assert await refused(hall.do(table.claim, match, BOB)) == "too_early"
    assert await refused(hall.do(table.give_time, match, BOB)) == "too_early"


async def test_only_those_who_wait_may_claim(hall: Hall) -> None:
    match = await hall.match()
    hall.time.advance(hours=48)
    assert await refused(hall.do(table.claim, match, ANN)) == "not_yours"
    assert await refused(hall.do(table.give_time, match, ANN)) == "not_yours"


async def test_who_claims_wins(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=2)
    hall.time.advance(hours=48)
    await hall.do(table.claim, match, BOB)
    found = await hall.table(match)
    assert ending(found) == ("over", [[1], [0]], "time")
    assert [(row.ply, row.seat, row.kind, row.text) for row in found.log][-1] == (3, 1, "end", "time")
    assert found.position is not None
    assert found.position.outcome is None, "by the rules it goes on"
    assert await hall.dues(match) == []


async def test_who_is_late_may_still_play_until_somebody_claims(hall: Hall) -> None:
    match = await hall.match()
    hall.time.advance(hours=60)
    await hall.act(match, ANN, 0, "c2")
    assert await refused(hall.do(table.claim, match, BOB)) == "not_yours", "now it is the claimant's turn"
    assert await refused(hall.do(table.claim, match, ANN)) == "too_early"


async def test_one_more_day(hall: Hall) -> None:
    match = await hall.match()
    hall.time.advance(hours=50)
    await hall.do(table.give_time, match, BOB)
    found = await hall.table(match)
    assert found.match.deadline is not None
    assert (found.match.deadline - hall.time.now()).total_seconds() == 24 * 3600
    assert found.log == (), "nothing was played"
    assert await refused(hall.do(table.claim, match, BOB)) == "too_early"
    hall.time.advance(hours=24)
    await hall.do(table.claim, match, BOB)
    assert await hall.status(match) == "over"


async def test_called_off(hall: Hall) -> None:
    match, now = await hall.match(), hall.time.now()
    await hall.play(match, plies=4)

    def call_off(session: Session) -> None:
        loaded = load(session, match, lock=True)
        assert loaded is not None
        table.call_off(session, loaded, now)

    await hall.store.write(call_off)
    found = await hall.table(match)
    assert ending(found) == ("over", [[0, 1]], "called_off")
    assert found.match.rated is False
    assert [(row.seat, row.kind) for row in found.log][-1] == (None, "end")


# What falls due, and who is where

TURN = [("nudge", 3.0), ("remind", 24 * 60.0), ("remind", 38.4 * 60.0), ("claim", 48 * 60.0), ("call_off", 9 * 1440.0)]


async def test_each_turn_has_its_due_times_and_only_those(hall: Hall) -> None:
    match = await hall.match()
    assert await hall.dues(match) == TURN
    for _ in range(3):
        hall.time.advance(hours=5)
        await hall.play(match)
        assert await hall.dues(match) == TURN


async def test_one_more_day_has_its_due_times(hall: Hall) -> None:
    match = await hall.match()
    hall.time.advance(hours=50)
    await hall.do(table.give_time, match, BOB)
    half, most, whole = 12 * 60.0, 19.2 * 60.0, 24 * 60.0
    assert await hall.dues(match) == [
        ("nudge", 3.0),
        ("remind", half),
        ("remind", most),
        ("claim", whole),
        ("call_off", whole + 7 * 1440.0),
    ]


async def test_nothing_falls_due_once_it_is_over(hall: Hall) -> None:
    match = await hall.match()
    await hall.play_out(match)
    assert await hall.dues(match) == []


async def test_mute_names_the_turn(hall: Hall) -> None:
    match = await hall.match()
    await hall.do(table.mute, match, ANN)
    assert seat_row(await hall.table(match), 0).muted_ply == 0
    assert await refused(hall.do(table.mute, match, BOB)) == "not_your_turn"


async def test_people_are_where_they_last_acted(hall: Hall) -> None:
    match = await hall.match()
    before = seat_row(await hall.table(match), 0)
    hall.time.advance(minutes=5)
    await hall.act(match, ANN, 0, "c2", OTHER_GROUP)
    after = seat_row(await hall.table(match), 0)
    assert after.place_id != before.place_id
    assert after.seen_at == hall.time.now()


async def test_a_player_may_act_with_another_account_of_theirs(hall: Hall) -> None:
    match = await hall.match()

    def link(session: Session) -> None:
        account_of(session, DOV, hall.time.now()).player_id = account_of(session, ANN, hall.time.now()).player_id

    await hall.store.write(link)
    await hall.act(match, DOV, 0, "c2", CHANNEL)
    found = await hall.table(match)
    assert found.person(Seat(0)).platform == "discord", "they are called where they acted"


# Ratings


async def test_a_match_is_rated_once(hall: Hall) -> None:
    match = await hall.match()
    found = await hall.play_out(match)
    assert found.match.rated is True
    last = found.log[-1]
    for _ in range(3):
        await refused(hall.act(match, (ANN, BOB)[last.seat or 0], last.ply - 1, last.text))
    assert [rating.played for rating in await hall.ratings()] == [1, 1, 1, 1]


async def test_fifty_winning_presses_at_once_rate_once(hall: Hall) -> None:
    match = await hall.match()
    while True:
        found = await hall.table(match)
        (seat,) = found.to_move
        assert found.position is not None
        move = next(found.position.moves(seat))
        if found.position.play(seat, move).position.outcome:
            break
        await hall.play(match)
    person = (ANN, BOB)[seat]
    await asyncio.gather(*(hall.act(match, person, found.match.ply, move) for _ in range(50)), return_exceptions=True)
    assert await hall.status(match) == "over"
    assert [rating.played for rating in await hall.ratings()] == [1, 1, 1, 1]


async def test_two_people_who_end_a_match_at_once_end_it_once(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=4)
    results = await asyncio.gather(
        *(hall.do(table.resign, match, person) for person in (ANN, BOB) * 5), return_exceptions=True
    )
    assert sum(not isinstance(one, BaseException) for one in results) == 1
    assert [row.kind for row in await hall.log(match)] == ["play"] * 4 + ["drop"]
    assert [rating.played for rating in await hall.ratings()] == [1, 1, 1, 1]


def test_a_refusal_holds_a_code_and_the_id_of_its_match() -> None:
    assert (str(Refusal("over")), Refusal("over").match) == ("over", None)
