"""Nothing is lost, nothing is half done, and everybody sees one moment of the database."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError
from sqlalchemy.orm import Session

from storage import Store, transact
from storage.models import Account, Due, Match, Move, Place, Player

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def new_match(session: Session, number: int = 1) -> Match:
    player = Player(created_at=NOON)
    session.add(player)
    session.flush()
    name = {"name": "Ann", "locale": "en"}
    account = Account(platform="telegram", external_id=str(number), player_id=player.id, **name)
    place = Place(platform="telegram", chat=str(number))
    session.add_all([account, place])
    session.flush()
    match = Match(
        id=number,
        game="collapsi",
        game_version=1,
        preset="quick",
        options={"start": "joker"},
        pace="48h",
        status="running",
        host_id=account.id,
        place_id=place.id,
        ply=0,
        watch_key=str(number),
        created_at=NOON,
        changed_at=NOON,
    )
    session.add(match)
    session.flush()
    return match


async def test_what_was_written_is_read_back(store: Store) -> None:
    await store.write(new_match)
    match = await store.read(lambda session: session.get_one(Match, 1))
    assert (match.options, match.version, match.outcome, match.rated) == ({"start": "joker"}, 1, None, None)


async def test_a_moment_comes_back_as_the_same_moment_in_utc(store: Store) -> None:
    east = timezone(timedelta(hours=5, minutes=45))
    moments = [NOON, NOON.astimezone(east), datetime(2026, 3, 29, 2, 30, 15, 123456, tzinfo=UTC)]

    def keep(session: Session) -> list[int]:
        new_match(session)
        rows = [Due(match_id=1, kind="remind", at=at) for at in moments]
        session.add_all(rows)
        session.flush()
        return [row.id for row in rows]

    ids = await store.write(keep)
    read = await store.read(lambda session: [session.get_one(Due, number).at for number in ids])
    assert read == moments
    assert [at.utcoffset() for at in read] == [timedelta(0)] * 3


async def test_moments_are_compared_as_moments(store: Store) -> None:
    east = timezone(timedelta(hours=9))

    def keep(session: Session) -> None:
        new_match(session)
        session.add(Due(match_id=1, kind="remind", at=NOON))

    await store.write(keep)
    due = select(func.count()).select_from(Due)
    before, after = NOON.astimezone(east) - timedelta(seconds=1), NOON.astimezone(east) + timedelta(seconds=1)
    assert await store.read(lambda session: session.scalar(due.where(Due.at <= before))) == 0
    assert await store.read(lambda session: session.scalar(due.where(Due.at <= after))) == 1


async def test_ids_of_chats_and_matches_may_be_large(store: Store) -> None:
    await store.write(lambda session: new_match(session, 36**12 - 1))
    assert await store.read(lambda session: session.scalar(select(Match.id))) == 36**12 - 1


async def test_work_that_raises_leaves_nothing(store: Store) -> None:
    class Regret(Exception):
        pass

    def work(session: Session) -> None:
        new_match(session)
        raise Regret

    with pytest.raises(Regret):
        await store.write(work)
    assert await store.read(lambda session: session.scalar(select(func.count()).select_from(Player))) == 0
    await store.write(new_match)


async def test_what_a_reader_changes_is_not_kept(store: Store) -> None:
    await store.write(new_match)

    def change(session: Session) -> Match:
        match = session.get_one(Match, 1)
        match.status = "over"
        session.add(Player(created_at=NOON))
        session.flush()
        return match

    assert (await store.read(change)).status == "over", "what it returns can still be looked at"
    assert (await store.read(lambda session: session.get_one(Match, 1))).status == "running"
    assert await store.read(lambda session: session.scalar(select(func.count()).select_from(Player))) == 1


async def test_a_reader_sees_one_moment_although_somebody_writes_meanwhile(store: Store) -> None:
    await store.write(new_match)

    def add_a_move(session: Session) -> None:
        session.get_one(Match, 1).ply = 1
        session.add(Move(match_id=1, ply=1, seat=0, kind="play", text="c3", at=NOON))

    def look(session: Session) -> tuple[int, int]:
        ply = session.get_one(Match, 1).ply
        transact(store._write_engine, add_a_move)
        return ply, len(session.scalars(select(Move)).all())

    assert await store.read(look) == (0, 0)
    assert await store.read(lambda session: session.get_one(Match, 1).ply) == 1


async def test_200_writers_at_once_lose_nothing(store: Store) -> None:
    await store.write(new_match)

    def one_more(session: Session) -> int:
        match = session.scalars(select(Match).with_for_update()).one()
        match.ply += 1
        session.add(Move(match_id=1, ply=match.ply, seat=0, kind="play", text="c3", at=NOON))
        return match.ply

    plies = await asyncio.gather(*(store.write(one_more) for _ in range(200)))
    assert sorted(plies) == list(range(1, 201))
    assert await store.read(lambda session: session.get_one(Match, 1).ply) == 200
    assert await store.read(lambda session: session.scalar(select(func.count()).select_from(Move))) == 200


async def test_a_late_writer_is_run_again_and_overwrites_nothing(store: Store) -> None:
    """The version column notices that the row is not the one that was read."""
    await store.write(new_match)
    runs = []

    def by_another_process(session: Session) -> None:
        session.execute(text("UPDATE match SET status = 'over', version = version + 1"))

    def late(session: Session) -> str:
        match = session.get_one(Match, 1)
        runs.append(match.status)
        if len(runs) == 1:
            session.info["seen"] = match.version
            # What this writer read is no longer true when it writes.
            session.execute(text("UPDATE match SET status = 'over', version = version + 1"))
        match.pace = "12h"
        session.flush()
        return match.status

    assert await store.write(late) == "running", "the first try was undone, and with it the change it met"
    assert runs == ["running", "running"]
    await store.write(by_another_process)
    match = await store.read(lambda session: session.get_one(Match, 1))
    assert (match.status, match.pace, match.version) == ("over", "12h", 3)


async def test_a_conflict_that_never_ends_is_told(store: Store) -> None:
    runs = []

    def clash(session: Session) -> None:
        runs.append(session)
        new_match(session)
        new_match(session)

    with pytest.raises(IntegrityError):
        await store.write(clash)
    assert len(runs) == 5


async def test_foreign_keys_are_kept(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.write(lambda session: session.add(Due(match_id=404, kind="remind", at=NOON)))


async def test_two_stores_on_one_database_see_each_other(store: Store, url: str) -> None:
    other = Store(url, durable=False)
    try:
        await store.write(new_match)
        assert (await other.read(lambda session: session.get_one(Match, 1))).status == "running"
        await other.write(lambda session: setattr(session.get_one(Match, 1), "status", "over"))
        assert (await store.read(lambda session: session.get_one(Match, 1))).status == "over"
    finally:
        other.close()


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "a" / "folder" / "that is new" / "kept.sqlite3"


@pytest.fixture
def default_store(sqlite_file: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{sqlite_file}")
    yield opened
    opened.close()


async def _pragmas(store: Store) -> dict[str, object]:
    names = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
    both = []
    for way in (store.write, store.read):
        both.append(await way(lambda session: {name: session.scalar(text(f"PRAGMA {name}")) for name in names}))
    assert both[0] == both[1]
    return both[0]


async def test_a_power_cut_loses_nothing_by_default(default_store: Store) -> None:
    full = 2
    pragmas = await _pragmas(default_store)
    assert pragmas == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": full, "busy_timeout": 10000}


async def test_a_host_may_trade_the_last_moments_for_speed(tmp_path: Path) -> None:
    normal = 1
    store = Store(f"sqlite:///{tmp_path / 'kept.sqlite3'}", durable=False)
    assert (await _pragmas(store))["synchronous"] == normal
    store.close()


async def test_what_is_kept_outlives_the_program(default_store: Store, sqlite_file: Path) -> None:
    await default_store.write(new_match)
    default_store.close()
    again = Store(f"sqlite:///{sqlite_file}")
    assert (await again.read(lambda session: session.get_one(Match, 1))).game == "collapsi"
    again.close()


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("nonsense", ArgumentError),
        ("sqlite:////proc/none/kept.sqlite3", OSError),
        ("postgresql+psycopg://app@127.0.0.1:1/none?connect_timeout=2", OperationalError),
    ],
)
def test_a_database_that_cannot_be_reached_is_refused_at_once(address: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Store(address)
