"""Several matches that belong together: what the score is, who begins, and when it is over."""

from bot import posts, rematches, table
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table
from bot.ports import plain
from bot.words import words_for
from storage.models import Match
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, DOV, GROUP, Hall
from tests.bot.wall import Street

LAST = "Aaaa/aAAa/aa3a/aaaa b2,c3 0 jack -"
"""Ann goes to c2; three steps lead Bob nowhere. Two cards lie face up then, besides Bob's own."""


async def series(hall: Hall, kind: str, *people: object, **options: str) -> int:
    wanted = {"series": kind, **{name.replace("_", "-"): value for name, value in options.items()}}
    return await hall.seated(*(people or (ANN, BOB)), start=LAST, options=wanted)  # type: ignore[arg-type]


async def matches(hall: Hall) -> list[Match]:
    return sorted(await hall.matches(), key=lambda one: one.round)


def board(found: Table, hall: Hall) -> str:
    return plain(posts.compose(found, Look(words_for("en")), hall.time.now(), since=0).text)


async def test_a_game_to_points_counts_the_cards_that_are_left(hall: Hall) -> None:
    match = await series(hall, "points")
    acted = await hall.act(match, ANN, 0, "c2")
    first, second = await matches(hall)
    assert (first.id, first.status, second.status) == (match, "over", "running")
    assert acted.match == second.id, "the next deal begins at once"
    found = await hall.table(second.id)
    assert await hall.names(second.id) == ["Bob", "Ann"], "the other one begins"
    assert found.score is not None
    assert (found.score.points, found.score.gained) == ((0, 3), (0, 3))
    told = board(found, hall)
    assert "The last deal: Ann ▲ +3." in told
    assert "Bob ●, your move" in told
    assert "Score: Bob ● 0, Ann ▲ 3 · 16 to win" in told


async def test_it_is_over_when_somebody_has_sixteen(hall: Hall) -> None:
    match = await series(hall, "points")
    for _ in range(5):
        found = await hall.table(match)
        people = {"Ann": ANN, "Bob": BOB}
        loser = people["Bob"]
        acted = await hall.do(table.resign, match, loser)
        if acted.match == match:
            break
        match = acted.match
    found = await hall.table(match)
    assert found.match.status == "over"
    assert found.score is not None
    assert found.score.decided
    assert max(found.score.points) >= 16
    assert "Ann" in board(found, hall).split("Score: ")[1]
    assert "wins the match." in board(found, hall)


async def test_both_sides_of_one_deal(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, options={"series": "swap"})
    start = (await hall.table(match)).match.start
    acted = await hall.do(table.resign, match, BOB)
    second = await hall.table(acted.match)
    assert (second.match.start, second.match.round) == (start, 1)
    assert await hall.names(acted.match) == ["Bob", "Ann"]
    assert "deal 2 of 2" in board(second, hall)
    last = await hall.do(table.resign, acted.match, ANN)
    assert last.match == acted.match, "there is no third deal"
    over = await hall.table(acted.match)
    assert over.score is not None
    assert over.score.points == (1, 1)
    assert "Nobody is ahead." in board(over, hall)


async def test_rounds_until_everybody_has_begun_once(hall: Hall) -> None:
    options = {"setup": "tri5", "elimination": "yes", "series": "cycle"}
    match = await hall.seated(ANN, BOB, CLEO, options=options)
    rounds, begins = 0, []
    while rounds < 3:
        names = [name or "" for name in await hall.names(match)]
        begins.append(names[0])
        for loser in (CLEO, BOB):
            acted = await hall.do(table.resign, match, loser)
        rounds += 1
        if acted.match == match:
            break
        match = acted.match
    assert begins == ["Ann", "Bob", "Cleo"]
    over = await hall.table(match)
    assert over.match.status == "over"
    assert over.score is not None
    told = dict(zip(await hall.names(match), over.score.points, strict=True))
    assert told == {"Ann": 6, "Bob": 3, "Cleo": 0}


async def test_the_board_stays_where_it_is(street: Street) -> None:
    match = await series(street.hall, "points")
    before = (await street.shown(match))[-1]
    acted = await street.hall.act(match, ANN, 0, "c2")
    (surface,) = await street.hall.surfaces(acted.match)
    assert await street.hall.surfaces(match) == []
    after = (await street.shown(acted.match))[-1]
    assert (after.what, after.message) in (("edit", before.message), ("new", after.message))
    assert "The last deal: Ann ▲ +3." in after.text
    assert surface.match_id == acted.match


async def test_a_page_stays_at_the_table(hall: Hall) -> None:
    match = await series(hall, "points")
    keys = {row.account.name: row.key for row in (await hall.table(match)).match.seats if row.account}
    watch = (await hall.table(match)).match.watch_key
    acted = await hall.act(match, ANN, 0, "c2")
    found = await hall.table(acted.match)
    assert {row.account.name: row.key for row in found.match.seats if row.account} == keys
    assert found.match.watch_key == watch
    assert not {row.key for row in (await hall.table(match)).match.seats} & set(keys.values())


async def test_who_does_not_come_any_more_ends_the_series(hall: Hall) -> None:
    match = await series(hall, "points")
    hall.time.advance(days=3)
    acted = await hall.do(table.claim, match, BOB)
    assert acted.match == match
    assert len(await hall.matches()) == 1


async def test_a_rematch_of_a_series_is_another_series(hall: Hall) -> None:
    match = await hall.seated(ANN, BOB, options={"series": "swap"})
    acted = await hall.do(table.resign, match, BOB)
    await hall.do(table.resign, acted.match, BOB)
    await hall.do(rematches.rematch, acted.match, ANN)
    again = await hall.do(rematches.rematch, acted.match, BOB)
    found = await hall.table(again.match)
    assert (found.match.series, found.match.round) == (again.match, 0)
    assert found.score is not None
    assert found.score.points == (0, 0)


async def test_a_table_of_two_platforms_goes_on_with_both(hall: Hall) -> None:
    match = await hall.challenge(ANN, GROUP, Wish("collapsi", options={"series": "swap"}))
    await hall.join(match, DOV, CHANNEL)
    acted = await hall.do(table.resign, match, ANN)
    assert len(await hall.surfaces(acted.match)) == 2
