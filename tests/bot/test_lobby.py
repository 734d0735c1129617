"""From the first word about a match to its deal, or to nothing: challenges, codes, and who is who."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from bot import lobby, seating
from bot.lobby import Wish
from bot.matches import account_of
from bot.ports import User
from bot.table import Refusal
from games import GAMES
from storage.models import Account, Place, Player, Rating, Surface
from tests.bot.hall import ANN, ANNS, BOB, CHANNEL, CLEO, DOV, GROUP, ROBOT, Hall, refused, seat_row

# Challenges


async def test_a_challenge_waits_for_whoever_comes(hall: Hall) -> None:
    match = await hall.challenge()
    found = await hall.table(match)
    assert (found.match.status, found.match.game, found.match.preset) == ("open", "collapsi", "quick")
    assert found.match.options == GAMES["collapsi"].settle({"start": "joker"})
    assert (found.match.host.name, found.match.invited, found.match.invited_name) == ("Ann", None, None)
    assert await hall.names(match) == ["Ann", None]
    assert found.position is None
    assert found.to_move == found.waiting == ()
    assert await hall.dues(match) == [("lapse", 48 * 60.0)]
    assert [surface.place_id for surface in await hall.surfaces(match)] == [found.match.place_id]


async def test_ids_say_nothing_about_how_many_there_are(hall: Hall) -> None:
    ids = [await hall.challenge(user) for user in (ANN, BOB, CLEO)]
    assert all(36**3 <= number < 36**5 for number in ids)
    assert len(set(ids)) == 3
    assert ids[1] - ids[0] != ids[2] - ids[1]


async def test_a_challenge_to_a_person(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", "classic", opponent=BOB))
    found = await hall.table(match)
    assert found.match.invited is not None
    assert (found.match.invited.name, found.match.options["start"]) == ("Bob", "jack")
    assert await refused(hall.join(match, CLEO)) == "not_for_you"
    await hall.join(match, BOB)
    assert await hall.status(match) == "running"


async def test_a_challenge_to_a_name_that_we_know(hall: Hall) -> None:
    await hall.challenge(BOB)
    match = await hall.challenge(wish=Wish("collapsi", opponent_name="BOBBY"))
    found = await hall.table(match)
    assert found.match.invited is not None
    assert (found.match.invited.name, found.match.invited_name) == ("Bob", None)


async def test_a_challenge_to_a_name_that_nobody_has_yet(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent_name="BOBBY"))
    found = await hall.table(match)
    assert (found.match.invited, found.match.invited_name) == (None, "bobby")
    assert await refused(hall.join(match, CLEO)) == "not_for_you"
    assert await refused(hall.lobby(lobby.decline, match, CLEO)) == "not_for_you"
    await hall.join(match, BOB)
    found = await hall.table(match)
    assert found.match.status == "running"
    assert found.match.invited is not None
    assert found.match.invited.name == "Bob", "the first account of that name that presses is the one"


async def test_a_name_on_another_platform_is_another_name(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent_name="dov"))
    assert await refused(hall.lobby(lobby.decline, match, DOV)) == "not_for_you"
    assert await hall.status(match) == "open"


async def test_the_name_that_was_invited_may_decline(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent_name="bobby"))
    await hall.lobby(lobby.decline, match, BOB)
    assert await hall.status(match) == "declined"


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (Wish("collapsi", opponent=ANN), "yourself"),
        (Wish("collapsi", opponent_name="Ann"), "yourself"),
        (Wish("collapsi", opponent=ROBOT), "another_bot"),
    ],
)
async def test_whom_one_cannot_challenge(hall: Hall, wish: Wish, reason: str) -> None:
    assert await refused(hall.challenge(wish=wish)) == reason
    assert await hall.matches() == [], "nothing of it stays"


async def test_a_robot_that_we_know_by_name_cannot_be_challenged(hall: Hall) -> None:
    await hall.store.write(lambda session: account_of(session, ROBOT, hall.time.now()))
    assert await refused(hall.challenge(wish=Wish("collapsi", opponent_name="robot"))) == "another_bot"


@pytest.mark.parametrize(
    ("user", "reason"),
    [
        (ROBOT, "bot"),
        (User("telegram", "1087968824", "Group", "GroupAnonymousBot", is_bot=True), "nameless"),
        (User("telegram", "136817688", "Channel", "Channel_Bot", is_bot=True), "channel"),
        (User("telegram", "777000", "Telegram"), "channel"),
    ],
)
async def test_who_is_nobody_cannot_play(hall: Hall, user: User, reason: str) -> None:
    match = await hall.challenge()
    assert await refused(hall.challenge(user)) == reason
    assert await refused(hall.join(match, user)) == reason
    assert await refused(hall.lobby(lobby.decline, match, user)) == reason
    assert await refused(hall.lobby(lobby.withdraw, match, user)) == reason


async def test_the_same_number_on_another_platform_is_a_person(hall: Hall) -> None:
    assert await hall.challenge(User("discord", "777000", "Seven"), CHANNEL)


async def test_one_plays_what_one_played_last(hall: Hall) -> None:
    async def preset(user: User) -> str:
        return (await hall.table(await hall.challenge(user))).match.preset

    assert await preset(ANN) == "quick", "else the first one there is"
    hall.time.advance(minutes=1)
    await hall.challenge(wish=Wish("collapsi", "classic"))
    hall.time.advance(minutes=1)
    assert await preset(ANN) == "classic"
    assert await preset(BOB) == "quick"


# Joining


async def test_who_joins_sits_down_and_it_begins(hall: Hall) -> None:
    match = await hall.challenge()
    key = await hall.join(match, BOB)
    found = await hall.table(match)
    assert found.match.status == "running"
    assert found.match.start == found.match.position
    assert sorted(map(str, await hall.names(match))) == ["Ann", "Bob"]
    bobs = next(seat for seat in found.match.seats if seat.account and seat.account.name == "Bob")
    assert bobs.key == key, "the key moves with its owner, whatever the lot says"
    assert found.match.deadline is not None
    assert (found.match.deadline - hall.time.now()).total_seconds() == 48 * 3600


async def test_who_joins_from_elsewhere_brings_the_match_there(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.join(match, DOV, CHANNEL)
    assert len(await hall.surfaces(match)) == 2
    found = await hall.table(match)
    places = {seat.account.name: seat.place_id for seat in found.match.seats if seat.account}
    assert places["Ann"] != places["Dov"]


async def test_nobody_plays_against_themselves(hall: Hall) -> None:
    match = await hall.challenge()
    assert await refused(hall.join(match, ANN)) == "yours"


async def test_but_on_one_screen_one_may_take_both_sides(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.join(match, ANN, alone=True)
    found = await hall.table(match)
    assert found.match.status == "running"
    assert len({seat.key for seat in found.match.seats}) == 2
    assert len(found.seats_of(found.match.host.player_id)) == 2


async def test_who_comes_late_is_told_so(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.join(match, BOB)
    assert await refused(hall.join(match, CLEO)) == "gone"
    assert await refused(hall.join(404, CLEO)) == "unknown"


async def test_of_many_who_join_at_once_one_sits_down(hall: Hall) -> None:
    match = await hall.challenge()
    crowd = [User("telegram", str(number), f"Guest {number}") for number in range(100, 112)]
    results = await asyncio.gather(*(hall.join(match, one) for one in crowd), return_exceptions=True)
    told = Counter(one.reason if isinstance(one, Refusal) else type(one).__name__ for one in results)
    assert told == {"str": 1, "gone": 11}
    assert await hall.status(match) == "running"
    assert None not in await hall.names(match)


async def test_whoever_presses_twice_is_not_told_that_it_is_gone(hall: Hall) -> None:
    joined, declined, withdrawn = [await hall.challenge(wish=Wish("collapsi", opponent=BOB)) for _ in range(3)]
    for work in (
        lambda: hall.join(joined, BOB),
        lambda: hall.lobby(lobby.decline, declined, BOB),
        lambda: hall.lobby(lobby.withdraw, withdrawn, ANN),
    ):
        hall.time.advance(minutes=1)
        await work()
        hall.time.advance(seconds=10)
        assert await refused(work()) == "repeated"
        hall.time.advance(seconds=1)
        assert await refused(work()) == "gone"


async def test_fifty_presses_of_accept_sit_down_once(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent=BOB))
    results = await asyncio.gather(*(hall.join(match, BOB) for _ in range(50)), return_exceptions=True)
    told = Counter(one.reason if isinstance(one, Refusal) else type(one).__name__ for one in results)
    assert told == {"str": 1, "repeated": 49}


# How it may come to nothing


async def test_only_who_was_asked_may_decline(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent=BOB))
    assert await refused(hall.lobby(lobby.decline, match, CLEO)) == "not_for_you"
    await hall.lobby(lobby.decline, match, BOB)
    found = await hall.table(match)
    assert (found.match.status, found.match.join_code, found.match.deadline) == ("declined", None, None)
    assert await hall.dues(match) == []


async def test_an_invitation_to_whoever_comes_cannot_be_declined(hall: Hall) -> None:
    match = await hall.challenge()
    assert await refused(hall.lobby(lobby.decline, match, BOB)) == "not_for_you"


async def test_only_the_host_may_withdraw(hall: Hall) -> None:
    match = await hall.challenge()
    assert await refused(hall.lobby(lobby.withdraw, match, BOB)) == "not_host"
    await hall.lobby(lobby.withdraw, match, ANN)
    assert await hall.status(match) == "withdrawn"
    assert await refused(hall.join(match, BOB)) == "gone"


async def test_the_host_may_withdraw_with_the_key_of_the_seat(hall: Hall) -> None:
    match, now = await hall.challenge(), hall.time.now()
    mine, free = (seat.key for seat in (await hall.table(match)).match.seats)

    async def withdraw(key: str) -> None:
        await hall.store.write(lambda session: lobby.withdraw_by_key(session, match, key, now))

    assert await refused(withdraw(free)) == "not_host"
    assert await refused(withdraw("no key at all")) == "not_host"
    await withdraw(mine)
    assert await hall.status(match) == "withdrawn"
    assert await refused(withdraw(mine)) == "gone"


async def test_what_nobody_answers_lapses(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.lapse(match)
    found = await hall.table(match)
    assert (found.match.status, found.match.join_code) == ("expired", None)
    assert await refused(hall.join(match, BOB)) == "gone"
    await hall.lapse(match)
    assert await hall.status(match) == "expired"


async def test_a_match_that_has_begun_does_not_lapse(hall: Hall) -> None:
    match = await hall.match()
    await hall.lapse(match)
    assert await hall.status(match) == "running"


async def test_what_lapsed_can_be_tried_again_by_its_host(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("collapsi", "classic", opponent=BOB))
    assert await refused(hall.lobby(lobby.again, match, ANN)) == "repeated", "it is open"
    await hall.lapse(match)
    hall.time.advance(hours=1)
    assert await refused(hall.lobby(lobby.again, match, CLEO)) == "not_host"
    again = await hall.lobby(lobby.again, match, ANN)
    found = await hall.table(again)
    assert found.match.status == "open"
    assert found.match.invited is not None
    assert (found.match.invited.name, found.match.preset) == ("Bob", "classic")
    assert await hall.dues(again) == [("lapse", 48 * 60.0)]
    assert await refused(hall.lobby(lobby.again, match, ANN)) == "repeated", "two presses are one challenge"
    await hall.join(again, BOB)
    assert await refused(hall.lobby(lobby.again, again, ANN)) == "unknown"
    assert await refused(hall.lobby(lobby.again, 404, ANN)) == "unknown"


# Codes


async def test_codes_are_random_and_open_their_match(hall: Hall) -> None:
    people = [User("telegram", str(number), f"Host {number}") for number in range(40)]

    def open_all(session: Session) -> list[int]:
        wish, now = Wish("collapsi"), hall.time.now()
        return [lobby.challenge(session, one, GROUP, wish, now) for one in people]

    opened = await hall.store.write(open_all)
    codes = {match.id: match.join_code or "" for match in await hall.matches()}
    assert set(codes) == set(opened)
    assert len(set(codes.values())) == 40
    assert all(len(code) == 8 and set(code) <= set(seating.CODE_LETTERS) for code in codes.values())
    assert len(set("".join(codes.values()))) > 20, "of many letters"
    for match, code in codes.items():
        typed = f" {code.upper()} "
        assert await hall.store.read(lambda session: lobby.find_open(session, typed)) == match  # noqa: B023


@pytest.mark.parametrize("end", ["joined", "declined", "withdrawn", "lapsed"])
async def test_a_code_dies_with_its_challenge(hall: Hall, end: str) -> None:
    match = await hall.challenge(wish=Wish("collapsi", opponent=BOB))
    code = (await hall.table(match)).match.join_code or ""
    match end:
        case "joined":
            await hall.join(match, BOB)
        case "declined":
            await hall.lobby(lobby.decline, match, BOB)
        case "withdrawn":
            await hall.lobby(lobby.withdraw, match, ANN)
        case _:
            await hall.lapse(match)
    assert await hall.store.read(lambda session: lobby.find_open(session, code)) is None
    assert await hall.store.read(lambda session: lobby.find_open(session, "")) is None


# Who is who, and where


async def test_names_are_kept_up_to_date(hall: Hall) -> None:
    await hall.challenge()
    renamed = User("telegram", "1", "Anna", "ANNA", "de")
    await hall.challenge(renamed)
    accounts = await hall.store.read(lambda session: list(session.scalars(select(Account))))
    assert [(one.name, one.username, one.locale) for one in accounts] == [("Anna", "anna", "de")]


async def test_two_first_presses_at_once_make_one_account_and_one_place(hall: Hall) -> None:
    await asyncio.gather(*(hall.sitter(ANN, ANNS) for _ in range(10)))
    for kind in (Account, Player, Place):
        rows = select(func.count()).select_from(kind)
        assert await hall.store.read(lambda session, rows=rows: session.scalar(rows)) == 1  # type: ignore[misc]


async def test_asking_to_see_a_match_wakes_a_place_that_rests(hall: Hall) -> None:
    match = await hall.match()

    def tire(session: Session) -> None:
        surface = session.scalars(select(Surface)).one()
        surface.failures = 3

    await hall.store.write(tire)
    await hall.show_in(match, GROUP)
    (surface,) = await hall.surfaces(match)
    assert (surface.failures, surface.anew) == (0, True)


async def test_a_place_without_ratings_has_none(hall: Hall) -> None:
    await hall.over()
    assert await hall.store.read(lambda session: session.scalar(select(func.count()).select_from(Rating))) == 0


async def test_the_first_seat_of_a_challenge_is_the_hosts(hall: Hall) -> None:
    found = await hall.table(await hall.challenge())
    assert seat_row(found, 0).account_id == found.match.host_id


async def test_a_preset_of_another_game_is_left_aside(hall: Hall) -> None:
    match = await hall.challenge(wish=Wish("crumble", "second"))
    assert (await hall.table(match)).match.preset == "classic"
