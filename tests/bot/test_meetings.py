"""What happens at the table of a session beside the turns: times that run out, plans, drafts, votes."""

from datetime import timedelta

import pytest

from bot import advice, answers, clock, hands, meetings, pace, posts, table
from bot.invitations import Look
from bot.lobby import Wish
from bot.ports import User, plain
from bot.table import Refusal
from bot.words import words_for
from games.core import Seat
from storage import Store
from tests.bot.hall import ANN, ANNS, BOB, CHANNEL, CLEO, Hall, refused
from tests.bot.wall import Street, Wall
from tests.time import Time

PEOPLE = (ANN, BOB, CLEO)
ON_DISCORD = tuple(User("discord", str(number), name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 11))
TABLE = "turn=0 hand=6c9c;8dJd;9hJh pile=5c deck=2d2h4s4h round=2 score=1;0;0"
"""Ann is to move; a 5 lies in the pile."""
WON = "turn=0 hand=6c;8dJd;9hJh pile=5c round=2"
"""With her last card Ann wins the round."""
DAY = 24 * 60.0


@pytest.fixture
def hall(store: Store, time: Time) -> Hall:
    return Hall(store, time)


async def session(hall: Hall, start: str = TABLE) -> int:
    """A session of Lopti in which Ann, Bob and Cleo sit in that order."""
    return await hall.seated(*PEOPLE, wish=Wish("lopti"), start=start)


async def tick(hall: Hall) -> None:
    """Does all that is due by now."""
    now = hall.time.now()
    while await hall.store.write(lambda session: clock.take(session, now)) is not None:
        pass


async def due(hall: Hall, match: int, kind: str) -> list[float]:
    return [minutes for other, minutes in await hall.dues(match) if other == kind]


async def propose(hall: Hall, match: int) -> None:
    """Cleo puts a change to the vote, and confirms it."""
    sitter, now, text = await hall.sitter(CLEO), hall.time.now(), "propose core low.renew match next"
    asked = await hall.store.write(lambda session: table.act(session, match, sitter, None, text, now))
    assert isinstance(asked, table.Unfinished), "it has to be confirmed, as much as a press"
    await hall.store.write(lambda session: table.act(session, match, sitter, 0, text, now, as_it_stands=True))


async def plan(hall: Hall, match: int, user: User, move: str) -> None:
    """Lays a move down for somebody's next turn, in their own chat."""
    sitter, now = await hall.sitter(user, ANNS), hall.time.now()
    await hall.store.write(lambda session: meetings.lay_down(session, match, sitter, move, now))


# Beside the turn


async def test_a_vote_leaves_the_time_of_the_turn_as_it_is(hall: Hall) -> None:
    """V8: card play goes on during a vote."""
    match = await session(hall)
    await hall.act(match, ANN, None, "6")
    (late,) = await due(hall, match, "late")
    hall.time.advance(minutes=30)
    await propose(hall, match)
    assert await due(hall, match, "late") == [late - 30]
    assert await due(hall, match, "table") == [DAY]
    await hall.act(match, BOB, None, "8")
    assert await due(hall, match, "late") == [late], "the next turn has all of its time"
    assert await due(hall, match, "table") == [DAY], "what the table is asked goes on"


async def test_a_question_that_is_decided_is_waited_for_no_more(hall: Hall) -> None:
    match = await session(hall)
    await propose(hall, match)
    hall.time.advance(minutes=5)
    await hall.act(match, BOB, None, "vote no")
    assert await due(hall, match, "table") == [DAY - 5], "a vote does not make it longer"
    await hall.act(match, ANN, None, "vote no")
    assert await due(hall, match, "table") == []


async def test_a_question_ends_when_its_time_is_over(hall: Hall) -> None:
    """V7: who does not vote says nothing, and so the change does not pass."""
    match = await session(hall)
    await propose(hall, match)
    hall.time.advance(hours=24)
    await tick(hall)
    assert [row.text for row in await hall.log(match)] == ["propose core low.renew match next", "lapse table"]
    assert await due(hall, match, "table") == []
    found = await hall.table(match)
    assert found.to_move == (0,), "the turn is still Ann's"


async def test_a_tie_gives_the_duel_a_time_of_its_own(hall: Hall) -> None:
    match = await session(hall)
    await propose(hall, match)
    await hall.act(match, BOB, None, "vote no")
    hall.time.advance(hours=24)
    await tick(hall)
    assert await due(hall, match, "table") == [DAY]
    await hall.act(match, CLEO, None, "throw random")
    await hall.act(match, BOB, None, "throw random")
    assert "throw" in (await hall.log(match))[-1].text


@pytest.mark.parametrize("text", ["lapse", "LAPSE table", "lapse table", "join"])
async def test_nobody_says_that_time_is_over(hall: Hall, text: str) -> None:
    match = await session(hall)
    await propose(hall, match)
    assert await refused(hall.act(match, ANN, None, text)) == "move"
    assert len(await hall.log(match)) == 1


# How long somebody has


async def test_who_may_make_a_rule_has_a_day(hall: Hall) -> None:
    """R1: the window is a day at most; then the right is gone and the dealer may deal."""
    match = await session(hall, WON)
    await hall.act(match, ANN, None, "6")
    assert await due(hall, match, "late") == [DAY]
    hall.time.advance(hours=24)
    await tick(hall)
    assert (await hall.table(match)).to_move == (0, 1, 2), "anybody may deal now"
    assert (await hall.log(match))[-1].text == "lapse"


async def test_who_is_away_has_a_tenth_of_the_time(hall: Hall) -> None:
    """A7: after two turns that ran out; any act of theirs gives the whole time back."""
    match = await session(hall, TABLE + " misses=0;2;0")
    await hall.act(match, ANN, None, "6")
    whole = pace.PACES[pace.DEFAULT]
    assert await due(hall, match, "late") == [whole * pace.AWAY / timedelta(minutes=1)]
    await hall.act(match, BOB, None, "8")
    assert await due(hall, match, "late") == [whole / timedelta(minutes=1)]


# Plans (A5)


async def test_a_plan_is_carried_out_a_moment_into_the_turn(hall: Hall) -> None:
    match = await session(hall)
    await plan(hall, match, BOB, "play 8d")
    assert await due(hall, match, "plan") == []
    await hall.act(match, ANN, None, "6")
    (wait,) = await due(hall, match, "plan")
    soon, late = (one / timedelta(minutes=1) for one in pace.PLAN)
    assert soon <= wait <= late
    hall.time.advance(minutes=wait)
    await tick(hall)
    row = (await hall.log(match))[-1]
    assert (row.seat, row.kind, row.text) == (1, "play", "play 8d"), "nothing tells that it was planned"
    assert (await hall.table(match)).match.seats[1].plan is None


async def test_a_plan_that_is_not_legal_picks_up(hall: Hall) -> None:
    match = await session(hall)
    await plan(hall, match, BOB, "play 8d")
    await hall.act(match, ANN, None, "9")
    hall.time.advance(seconds=20)
    await tick(hall)
    assert (await hall.log(match))[-1].text == "pick"


async def test_who_plays_meanwhile_has_no_plan_any_more(hall: Hall) -> None:
    match = await session(hall)
    await plan(hall, match, BOB, "play 8d")
    await hall.act(match, ANN, None, "6")
    await hall.act(match, BOB, None, "J")
    hall.time.advance(minutes=1)
    await tick(hall)
    assert [row.text for row in await hall.log(match)] == ["play 6c", "play Jd"]
    assert (await hall.table(match)).match.seats[1].plan is None


async def test_nothing_else_is_planned(hall: Hall) -> None:
    match = await session(hall)
    for user, move, reason in ((ANN, "play 6c", "your_turn"), (BOB, "play 9h", "stale"), (BOB, "vote yes", "stale")):
        assert await refused(plan(hall, match, user, move)) == reason
    assert await hall.log(match) == []


async def test_a_plan_is_dropped(hall: Hall) -> None:
    match = await session(hall)
    for move in ("play 8d", ""):
        await plan(hall, match, BOB, move)
    await hall.act(match, ANN, None, "6")
    assert await due(hall, match, "plan") == []


# Drafts


async def test_a_long_beginning_is_found_by_its_mark(hall: Hall) -> None:
    match = await session(hall, WON)
    await hall.act(match, ANN, None, "6")
    draft = "rule when after pickup; if ev.taken >= 8; do give actor next 1 random"
    await hall.store.write(lambda session: meetings.draft(session, match, Seat(0), draft))
    found = await hall.table(match)
    assert found.position is not None
    after = found.position.choices(Seat(0), draft)
    assert after.items, "the walk goes on"
    buttons = [hands.step(found, "m", choice.text) for choice in after.items]
    assert all(len(one.encode()) <= hands.LONGEST for one in buttons)
    marks = [one.split(":", 3) for one in buttons]
    assert {kind for kind, *_ in marks} == {"d"}
    told = [hands.drafted(found, Seat(0), mark) for _, _, _, mark in marks]
    assert told == [(choice.text, False) for choice in after.items]
    assert hands.drafted(found, Seat(0), hands.mark(draft)) == (draft, True)
    assert hands.drafted(found, Seat(0), hands.mark(after.back)) == (after.back, False)
    for seat, mark in ((0, "0" * 12), (1, hands.mark(draft))):
        with pytest.raises(LookupError):
            hands.drafted(found, Seat(seat), mark)


async def test_nobody_sees_a_plan_or_a_draft(hall: Hall) -> None:
    """A1: neither changes the match, so no board is written anew."""
    match = await session(hall)
    version = (await hall.table(match)).match.version
    await hall.store.write(lambda session: meetings.draft(session, match, Seat(1), "table"))
    await plan(hall, match, BOB, "play 8d")
    assert (await hall.table(match)).match.version == version
    assert await hall.log(match) == []


# What is turned over


async def test_a_card_that_was_turned_over_is_the_same_after_a_restart(store: Store, time: Time) -> None:
    """S60, A3: it is kept before it is shown, so nobody turns over twice."""
    street = Street(store, time, Wall("discord"))
    start = "turn=0 hand=;8dJd;9hJh down=7h4s;2s;3c pile=5c deck=2d2h round=2"
    match = await street.hall.seated(*ON_DISCORD, chat=CHANNEL, wish=Wish("lopti"), start=start)
    await street.shown(match, "discord")
    await street.hall.act(match, ON_DISCORD[0], None, "flip 1", CHANNEL)
    kept = str((await street.hall.table(match)).position)
    street.start()
    (shown, *_) = await street.swept("discord")
    assert "turned over a 7. It fits." in shown.text
    assert str((await street.hall.table(match)).position) == kept
    code = (await street.hall.table(match)).code
    again = await street.desk.press(ON_DISCORD[0], CHANNEL, f"m:{code}:0:flip 1")
    assert again is not None, "the same press, once more, brings the hand and nothing else"
    assert str((await street.hall.table(match)).position) == kept
    assert len(await street.hall.log(match)) == 1


async def test_who_leaves_a_session_of_two_closes_it(hall: Hall) -> None:
    """S2, W6: and what is over cannot be looked back at, because nobody could say what a hand was worth."""
    match = await hall.seated(ANN, BOB, wish=Wish("lopti"), start="turn=0 hand=6c9c;8dJd pile=5c deck=2d2h round=2")
    asks = answers.sure_to_resign(await hall.table(match), Seat(0), words_for("en"))
    assert plain(asks.text) == "Leave the table? Then it is closed; the rounds that were played count."
    await hall.do(table.resign, match, ANN)
    found = await hall.table(match)
    assert found.match.status == "over"
    assert [
        one.label for row in posts.final(found, Look(words_for("en"))).rows for one in row if "Look" in one.label
    ] == []
    with pytest.raises(Refusal, match="not_over"):
        advice.check_over(found)
