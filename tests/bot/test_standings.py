"""Who plays how well: every number follows from the log."""

import random

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import answers, standings, table
from bot.matches import account_of, load
from bot.ports import User, plain
from bot.standings import EVERYWHERE, Standing, leaderboard, shown
from bot.words import words_for
from games.core import Seat
from storage.models import Match, Place, Rating
from tests.bot.hall import ANN, BOB, CHANNEL, CLEO, DOV, GROUP, Hall

PEOPLE = (ANN, BOB, CLEO)


def recomputed(session: Session) -> dict[tuple[int, int], tuple[float, float, int, int, int]]:
    """All ratings, from what the log says about matches that are over, by player and place."""
    model = PlackettLuce()
    ratings: dict[tuple[int, int], tuple[float, float, int, int, int]] = {}
    query = select(Match.id).where(Match.status == "over").order_by(Match.changed_at)
    for number in session.scalars(query):
        found = load(session, number)
        assert found is not None
        turns = [sum(row.kind == "play" and row.seat == seat.index for row in found.log) for seat in found.match.seats]
        assert found.outcome is not None
        if min(turns) < 2 or len(found.outcome.places) < 2:
            continue
        players = [seat.player_id or 0 for seat in found.match.seats]
        ranks = [next(at for at, place in enumerate(found.outcome.places) if seat in place) for seat in range(2)]
        for scope in (EVERYWHERE, found.match.place_id):
            old = [ratings.get((player, scope), (25.0, 25.0 / 3, 0, 0, 0)) for player in players]
            teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, *_ in old]
            for player, (mu_sigma,), rank, (_, _, played, won, lost) in zip(
                players, model.rate(teams, ranks=list(map(float, ranks))), ranks, old, strict=True
            ):
                tally = played + 1, won + (rank == 0), lost + (rank == 1)
                ratings[player, scope] = (mu_sigma.mu, mu_sigma.sigma, *tally)
    return ratings


async def test_every_rating_follows_from_the_log(hall: Hall) -> None:
    chance = random.Random(3)
    for number in range(9):
        hall.time.advance(hours=9)
        first, second = chance.sample(PEOPLE, 2)
        match = await hall.match(first, second, GROUP if number % 3 else CHANNEL)
        if number % 4 == 3:
            await hall.play(match, first, second, plies=number)
            if await hall.status(match) == "running":
                await hall.do(table.resign, match, first)
            continue
        await hall.play_out(match, first, second, chance=chance)
    kept = {
        (one.player_id, one.place_id): (one.mu, one.sigma, one.played, one.won, one.lost)
        for one in await hall.ratings()
    }
    expected = await hall.store.read(recomputed)
    assert set(kept) == set(expected)
    for key, numbers in expected.items():
        assert kept[key] == pytest.approx(numbers), key
    assert sum(played for (_, scope), (_, _, played, _, _) in kept.items() if scope == EVERYWHERE) == 2 * 8


async def test_a_match_that_is_over_keeps_what_it_changed(hall: Hall) -> None:
    match = await hall.match()
    found = await hall.play_out(match)
    assert found.match.outcome is not None
    numbers = found.match.outcome["ratings"]
    ratings = {one.player_id: one for one in await hall.ratings() if one.place_id != EVERYWHERE}
    for seat, (rating, change, certain) in zip(found.match.seats, numbers, strict=True):
        kept = ratings[seat.player_id or 0]
        assert rating == shown(kept.mu, kept.sigma)
        assert (rating - change, certain) == (1000, 0), "everybody begins at 1,000, and is uncertain for ten games"
        assert kept.trend == [rating]
    winner = found.match.outcome["places"][0][0]
    assert numbers[winner][1] > 0 > numbers[1 - winner][1]


def test_what_people_see_of_a_rating() -> None:
    assert shown(25.0, 25.0 / 3) == 1000
    assert shown(30.0, 5.0) == 1300
    assert shown(25.0, 20.0) == 300


# What does not count


async def unrated(hall: Hall, match: int) -> bool:
    found = await hall.table(match)
    assert found.match.status == "over"
    assert found.match.outcome is not None
    assert (found.match.outcome["ratings"] is None) == (found.match.rated is False)
    return found.match.rated is False


async def test_a_match_that_ends_before_each_had_two_turns_does_not_count(hall: Hall) -> None:
    for plies, counts in ((0, False), (3, False), (4, True)):
        match = await hall.match()
        await hall.play(match, plies=plies)
        await hall.do(table.resign, match, ANN)
        assert await unrated(hall, match) is not counts
    assert {one.played for one in await hall.ratings()} == {1}


async def test_a_match_against_oneself_does_not_count(hall: Hall) -> None:
    match = await hall.challenge()
    await hall.join(match, ANN, alone=True)
    await hall.play_out(match, ANN, ANN)
    assert await unrated(hall, match)
    assert await hall.ratings() == []


async def test_a_match_with_a_robot_does_not_count(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=4)

    def make_a_robot(session: Session) -> None:
        found = load(session, match)
        assert found is not None
        assert found.match.seats[1].account is not None
        found.match.seats[1].account.is_bot = True

    await hall.store.write(make_a_robot)
    await hall.do(table.resign, match, ANN)
    assert await unrated(hall, match)


async def test_a_match_that_is_called_off_does_not_count(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=6)

    def call_off(session: Session) -> None:
        found = load(session, match, lock=True)
        assert found is not None
        table.call_off(session, found, hall.time.now())

    await hall.store.write(call_off)
    assert await unrated(hall, match)
    assert await hall.ratings() == []


async def test_a_win_on_time_counts(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=4)
    hall.time.advance(hours=48)
    await hall.do(table.claim, match, BOB)
    assert not await unrated(hall, match)


async def test_ten_games_a_day_count_between_the_same_two(hall: Hall) -> None:
    async def play(first: User = ANN, second: User = BOB) -> bool:
        match = await hall.match(first, second)
        await hall.play(match, first, second, plies=4)
        await hall.do(table.resign, match, first)
        return not await unrated(hall, match)

    assert [await play() for _ in range(10)] == [True] * 10
    assert not await play()
    assert not await play(BOB, ANN), "whoever has asked"
    assert await play(ANN, CLEO), "others are others"
    hall.time.advance(hours=24)
    assert await play(), "tomorrow is another day"


# Leaderboards


def _enter(session: Session, place: int, *ratings: tuple[int, float, int]) -> None:
    for player, mu, played in ratings:
        row = Rating(player_id=player, game="collapsi", place_id=place, mu=mu, sigma=0.0, played=played, won=played)
        row.lost, row.trend = 0, []
        session.add(row)


async def standings_of(hall: Hall, *ratings: tuple[int, float, int], place: int = 0) -> list[Standing]:
    def work(session: Session) -> list[Standing]:
        _enter(session, place, *ratings)
        session.flush()
        return leaderboard(session, "collapsi", place)

    return await hall.store.write(work)


async def player_ids(hall: Hall, number: int) -> list[int]:
    ids = []
    for index in range(number):
        ids.append((await hall.sitter(User("telegram", f"p{index}", f"Player {index}"))).player_id or 0)
    return ids


async def test_equal_ratings_share_a_place_and_the_next_place_is_left_out(hall: Hall) -> None:
    one, two, three, four = await player_ids(hall, 4)
    listed = await standings_of(hall, (one, 5.0, 3), (two, 9.0, 12), (three, 5.0, 1), (four, 1.0, 10))
    assert [(each.place, each.rating) for each in listed] == [(1, 1180), (2, 1100), (2, 1100), (4, 1020)]
    assert listed[0].player == two
    assert [each.uncertain for each in listed] == [False, True, True, False]


async def test_each_place_has_its_own_list_and_there_is_one_of_all(hall: Hall) -> None:
    here = await hall.match()
    await hall.play_out(here)
    there = await hall.match(ANN, DOV, CHANNEL)
    await hall.play_out(there, ANN, DOV)

    def lists(session: Session) -> list[set[str]]:
        group = session.scalars(select(Place.id).where(Place.chat == GROUP.id)).one()
        channel = session.scalars(select(Place.id).where(Place.chat == CHANNEL.id)).one()
        return [{one.name for one in leaderboard(session, "collapsi", scope)} for scope in (group, channel, EVERYWHERE)]

    assert await hall.store.read(lists) == [{"Ann", "Bob"}, {"Ann", "Dov"}, {"Ann", "Bob", "Dov"}]

    def counted(session: Session) -> list[int]:
        group = session.scalars(select(Place.id).where(Place.chat == GROUP.id)).one()
        return [standings.rated_games(session, "collapsi", scope) for scope in (group, EVERYWHERE)]

    assert await hall.store.read(counted) == [1, 2]


async def test_who_has_two_accounts_stands_there_once_with_the_first_name(hall: Hall) -> None:
    (player,) = await player_ids(hall, 1)

    def link(session: Session) -> None:
        account_of(session, DOV, hall.time.now()).player_id = player

    await hall.store.write(link)
    listed = await standings_of(hall, (player, 5.0, 1))
    assert [one.name for one in listed] == ["Player 0"]


async def test_ten_lines_and_ones_own(hall: Hall) -> None:
    ids = await player_ids(hall, 12)
    listed = await standings_of(hall, *((player, 20.0 - at, 10) for at, player in enumerate(ids)))
    words = words_for("en")

    def board(reader: int | None, *, shared: bool = False) -> list[str]:
        post = answers.leaderboard("collapsi", listed, 7, reader, words, "light", everywhere=False, shared=shared)
        return post.alt.splitlines()

    assert len(board(None)) == 10
    assert len(board(ids[3])) == 10
    lines = board(ids[11])
    assert len(lines) == 11
    assert lines[0] == "1. Player 0: 1,400 · 10 played, 10 won, 0 lost"
    assert lines[-1].startswith("12. Player 11: 1,180")


async def test_an_empty_list_says_so(hall: Hall) -> None:
    listed = await standings_of(hall)
    post = answers.leaderboard("collapsi", listed, 0, None, words_for("en"), "light", everywhere=True, shared=False)
    assert plain(post.text).endswith("Nobody has a rated game yet.")
    assert post.scene is None


async def test_the_trend_is_of_the_last_twenty_games(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "PAIR_LIMIT", 100)
    match = await hall.match()
    await hall.play(match, plies=4)

    def rate_often(session: Session) -> list[int]:
        found = load(session, match, lock=True)
        assert found is not None
        places = (frozenset({Seat(0)}), frozenset({Seat(1)}))
        for _ in range(22):
            standings.rate(session, found, places, hall.time.now())
        winner = found.match.seats[0].player_id
        rating = session.get_one(Rating, (winner, "collapsi", EVERYWHERE))
        assert rating.played == 22
        return rating.trend

    trend = await hall.store.write(rate_often)
    assert len(trend) == 20
    assert trend == sorted(trend)


async def test_a_tie_wins_and_loses_nothing(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=4)

    def tie(session: Session) -> list[tuple[int, int, int]]:
        found = load(session, match, lock=True)
        assert found is not None
        standings.rate(session, found, (frozenset({Seat(0), Seat(1)}),), hall.time.now())
        return [(one.played, one.won, one.lost) for one in session.scalars(select(Rating))]

    assert await hall.store.write(tie) == [(1, 0, 0)] * 4
