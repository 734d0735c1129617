"""People, places, and a store in which they meet: the shell in a test, with short verbs and no platform."""

import random
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import lobby, lookup, seating, table
from bot.lobby import Wish
from bot.matches import Table, load, place_of
from bot.ports import Chat, User
from bot.table import Acted, Refusal, Sitter
from games import GAMES
from games.core import Seat
from storage import Store
from storage.models import Due, Match, Move, Rating, Surface
from storage.models import Seat as SeatRow
from tests.time import Time

ANN = User("telegram", "1", "Ann", "ann")
BOB = User("telegram", "2", "Bob", "Bobby")
CLEO = User("telegram", "3", "Cleo", "cleo")
DOV = User("discord", "4", "Dov", "dov")
ROBOT = User("telegram", "5", "Robot", "robot", is_bot=True)

GROUP = Chat("telegram", "-100")
OTHER_GROUP = Chat("telegram", "-200")
CHANNEL = Chat("discord", "700")
ANNS = Chat("telegram", "1", private=True)

START = "J123/A234/A234/AJ23 a1,b4 0 joker -"
"""The board of the examples; seat 0 begins from a1 and may go almost everywhere."""


class Hall:
    """A database and a clock, and what people do with them."""

    def __init__(self, store: Store, time: Time) -> None:
        self.store = store
        self.time = time

    async def table(self, match: int) -> Table:
        found = await self.store.read(lambda session: load(session, match))
        assert found is not None, f"no match {match}"
        return found

    async def status(self, match: int) -> str:
        return (await self.table(match)).match.status

    async def challenge(self, host: User = ANN, chat: Chat = GROUP, wish: Wish | None = None) -> int:
        now = self.time.now()
        return await self.store.write(
            lambda session: lobby.challenge(session, host, chat, wish or Wish("collapsi"), now)
        )

    async def join(self, match: int, user: User = BOB, chat: Chat = GROUP, *, alone: bool = False) -> str:
        now = self.time.now()
        return await self.store.write(lambda session: lobby.join(session, match, user, chat, now, alone=alone))

    async def match(
        self, first: User = ANN, second: User = BOB, chat: Chat = GROUP, start: str = START, wish: Wish | None = None
    ) -> int:
        """A match that has just begun: ``first`` sits on seat 0, and the cards lie as in ``start``."""
        return await self.seated(first, second, chat=chat, start=start, wish=wish)

    async def seated(
        self,
        *people: User,
        chat: Chat = GROUP,
        start: str | None = None,
        wish: Wish | None = None,
        options: dict[str, str] | None = None,
    ) -> int:
        """A match that has just begun, with people on the seats in that order, and the cards as in ``start``."""
        match = await self.challenge(people[0], chat, wish or Wish("collapsi", options=options))
        for one in people[1:]:
            await self.join(match, one, chat)
        if await self.status(match) == "open":
            now = self.time.now()
            await self.store.write(lambda session: lobby.start(session, match, people[0], now))
        await self.store.write(lambda session: _set_up(session, match, people, start))
        return match

    async def set_up(self, match: int, *people: User, start: str) -> None:
        """Lays the cards, and seats people in that order."""
        await self.store.write(lambda session: _set_up(session, match, people, start))

    async def sitter(self, user: User, chat: Chat = GROUP) -> Sitter:
        now = self.time.now()
        return await self.store.write(lambda session: lookup.sitter_of(session, user, chat, now))

    async def act(self, match: int, user: User, ply: int | None, text: str, chat: Chat = GROUP) -> Acted:
        now = self.time.now()
        acted = await self.store.write(
            lambda session: table.act(session, match, lookup.sitter_of(session, user, chat, now), ply, text, now)
        )
        assert isinstance(acted, Acted), f"{text} has to go on"
        return acted

    async def do(self, work: Any, match: int, user: User, chat: Chat = GROUP) -> Any:
        """Does what needs no move: resigns, claims, gives time, mutes, asks for a rematch."""
        now = self.time.now()
        return await self.store.write(
            lambda session: work(session, match, lookup.sitter_of(session, user, chat, now), now)
        )

    async def lobby(self, work: Any, match: int, user: User) -> Any:
        """Does what needs no seat: declines, withdraws, asks again."""
        now = self.time.now()
        return await self.store.write(lambda session: work(session, match, user, now))

    async def play(self, match: int, *people: User, plies: int = 1, chat: Chat = GROUP) -> None:
        """Plays on with the first move there is; ``people`` are those of seat 0 and seat 1."""
        for _ in range(plies):
            found = await self.table(match)
            (seat,) = found.to_move
            assert found.position is not None
            move = next(found.position.moves(seat))
            await self.act(match, (people or (ANN, BOB))[seat], found.match.ply, move, chat)

    async def play_out(self, match: int, *people: User, chance: random.Random | None = None) -> Table:
        """Plays to the end, with the first move there is or at random."""
        while (found := await self.table(match)).match.status == "running":
            (seat,) = found.to_move
            assert found.position is not None
            moves = list(found.position.moves(seat))
            move = chance.choice(moves) if chance else moves[0]
            await self.act(match, (people or (ANN, BOB))[seat], found.match.ply, move)
        return found

    async def over(self) -> int:
        """A match that Bob has given up."""
        match = await self.match()
        await self.do(table.resign, match, BOB)
        self.time.advance(minutes=1)
        return match

    async def lapse(self, match: int) -> None:
        now = self.time.now()

        def work(session: Session) -> None:
            found = load(session, match, lock=True)
            assert found is not None
            lobby.lapse(session, found, now)

        await self.store.write(work)

    async def show_in(self, match: int, chat: Chat) -> None:
        def work(session: Session) -> None:
            found = load(session, match, lock=True)
            assert found is not None
            seating.show_in(session, found.match, place_of(session, chat))

        await self.store.write(work)

    async def names(self, match: int) -> list[str | None]:
        """Who sits on the seats, in their order."""
        return [seat.account.name if seat.account else None for seat in (await self.table(match)).match.seats]

    async def dues(self, match: int) -> list[tuple[str, float]]:
        """What falls due for a match: its kind, and in how many minutes from now."""
        query = select(Due).where(Due.match_id == match).order_by(Due.at, Due.id)
        rows = await self.store.read(lambda session: list(session.scalars(query)))
        return [(row.kind, (row.at - self.time.now()).total_seconds() / 60) for row in rows]

    async def log(self, match: int) -> list[Move]:
        query = select(Move).where(Move.match_id == match).order_by(Move.ply)
        return await self.store.read(lambda session: list(session.scalars(query)))

    async def surfaces(self, match: int) -> list[Surface]:
        query = select(Surface).where(Surface.match_id == match).order_by(Surface.id)
        return await self.store.read(lambda session: list(session.scalars(query)))

    async def ratings(self) -> list[Rating]:
        query = select(Rating).order_by(Rating.place_id, Rating.player_id)
        return await self.store.read(lambda session: list(session.scalars(query)))

    async def matches(self) -> list[Match]:
        return await self.store.read(lambda session: list(session.scalars(select(Match).order_by(Match.created_at))))


SITTING = ("player_id", "account_id", "account", "place_id", "seen_at", "key")


def _set_up(session: Session, match: int, people: tuple[User, ...], start: str | None) -> None:
    found = load(session, match, lock=True)
    assert found is not None
    assert found.match.status == "running"
    rows = found.match.seats
    by_id = {row.account.external_id: [getattr(row, name) for name in SITTING] for row in rows if row.account}
    for row, person in zip(rows, people, strict=True):
        for name, value in zip(SITTING, by_id[person.id], strict=True):
            setattr(row, name, value)
    if start is not None:
        found.match.start = found.match.position = str(GAMES[found.match.game].parse(start))


async def refused(work: Any) -> str:
    """The reason why something is refused."""
    try:
        done = await work
    except Refusal as refusal:
        return refusal.reason
    raise AssertionError(f"not refused: {done!r}")


def seat_row(found: Table, seat: int) -> SeatRow:
    return found.match.seats[Seat(seat)]


def ending(found: Table) -> tuple[str, list[list[int]], str]:
    """How a match ended: its status, the seats by place, and why."""
    assert found.outcome is not None, "it goes on"
    return found.match.status, [sorted(place) for place in found.outcome.places], found.outcome.reason
