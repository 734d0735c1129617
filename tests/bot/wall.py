"""A chat platform made of lists: it writes down what it is asked for, and has the troubles it is told to have."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.clock import Clock
from bot.computer import Computer
from bot.desk import Desk
from bot.herald import Herald
from bot.house import House
from bot.ports import Chat, Failure, Gone, Post, plain
from storage import Store
from tests.bot.hall import GROUP, Hall
from tests.time import Time


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that the platform was asked for."""

    what: str
    """``new``, ``edit`` or ``remove``."""
    chat: Chat
    message: str
    post: Post = field(default_factory=lambda: Post(()))
    token: str = ""

    @property
    def calls(self) -> list[str]:
        return [person.name for person in self.post.calls]

    @property
    def text(self) -> str:
        return plain(self.post.text)

    @property
    def labels(self) -> list[str]:
        return [button.label for row in self.post.rows for button in row]


class Wall:
    """Messages by chat, and the troubles to come: each next showing, or removing, has the next one."""

    def __init__(self, name: str = "telegram", pause: float = 4.0) -> None:
        self.name = name
        self.whispers = name == "discord"
        self.asked: list[Asked] = []
        self.messages: dict[tuple[str, str], Post] = {}
        self.troubles: list[Exception | None] = []
        self.remove_troubles: list[Failure | None] = []
        self.gate: asyncio.Event | None = None
        self.before_removing: Callable[[], Awaitable[None]] | None = None
        self._pause = pause
        self._made = 0

    def pause(self, _chat: Chat) -> float:
        return self._pause

    async def show(self, chat: Chat, message: str | None, post: Post, token: str) -> str:
        if self.gate is not None:
            await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        if message is not None and (chat.id, message) not in self.messages:
            raise Gone("no such message")
        if message is None:
            self._made += 1
            new = f"{self.name}-{self._made}"
            self.asked.append(Asked("new", chat, new, post, token))
        else:
            new = message
            self.asked.append(Asked("edit", chat, new, post, token))
        self.messages[chat.id, new] = post
        return new

    async def remove(self, chat: Chat, message: str) -> None:
        if self.before_removing is not None:
            await self.before_removing()
        trouble = self.remove_troubles.pop(0) if self.remove_troubles else None
        if trouble is not None:
            raise trouble
        self.asked.append(Asked("remove", chat, message))
        self.messages.pop((chat.id, message), None)

    def address(self, chat: Chat, message: str) -> str | None:
        return f"https://{self.name}.example/{chat.id}/{message}"

    def share(self, code: str) -> str | None:
        return f"https://{self.name}.example/share/{code}"

    def invitation(self, code: str) -> str | None:
        return f"{self.name}/{code}"

    def door(self, word: str) -> str | None:
        return None if self.whispers else f"https://{self.name}.example/start/{word}"


class Street:
    """A hall with walls on it, and the herald and the clock that keep them up to date."""

    def __init__(self, store: Store, time: Time, *walls: Wall) -> None:
        self.hall = Hall(store, time)
        self.time = time
        self.walls = {wall.name: wall for wall in walls}
        self.slept: list[float] = []
        self.asleep: asyncio.Event | None = None
        """Where there is one, whoever sleeps sleeps until it is set."""
        self.start()

    def start(self) -> None:
        """Makes herald and clock anew, as after a restart."""
        self.herald = Herald(self.hall.store, self.walls, self.time.now, self._sleep)
        self.clock = Clock(self.hall.store, self.herald, self.time.now)
        self.computer = Computer(self.hall.store, self.time.now)
        self.house = House(self.hall.store, self.herald, self.clock, self.computer, self.time.now)
        self.desk = Desk(self.house, "https://example.org")

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.asleep is not None:
            await self.asleep.wait()
        await asyncio.sleep(0)

    async def shown(self, match: int, wall: str = "telegram") -> list[Asked]:
        """Brings all places up to date, and returns what one wall was asked for since the last time."""
        await self.herald.wake(match)
        await self.herald.settle()
        return self.take(wall)

    async def swept(self, wall: str = "telegram") -> list[Asked]:
        """Looks through everything, and returns what one wall was asked for since the last time."""
        await self.herald.sweep()
        await self.herald.settle()
        return self.take(wall)

    async def ticked(self, wall: str = "telegram", **by: float) -> list[Asked]:
        """Lets time pass and does what is due; returns what one wall was asked for."""
        self.time.advance(**by)
        await self.clock.tick()
        await self.herald.settle()
        return self.take(wall)

    def take(self, wall: str = "telegram") -> list[Asked]:
        asked, self.walls[wall].asked = self.walls[wall].asked, []
        return asked

    async def begun(self, chat: Chat = GROUP) -> int:
        """A match whose board stands there, of two people who are here."""
        match = await self.hall.match(chat=chat)
        await self.shown(match)
        return match


def told(asked: list[Asked]) -> list[tuple[str, list[str]]]:
    """What was done, and who was called by it."""
    return [(one.what, one.calls) for one in asked]
