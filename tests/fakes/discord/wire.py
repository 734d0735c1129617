"""What every part of the fake speaks: JSON values, refusals in Discord's form, and a bell for every change.

1. A payload is a plain ``dict``: tests read it as Discord's documentation writes it.
2. Whoever refuses a request raises :class:`Refusal`; one place turns it into an HTTP answer.
3. Nobody polls: a wait is :meth:`Changes.until`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

Json = dict[str, Any]

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

BUTTON = 2
LINK = 5
SELECTS = frozenset({3, 5, 6, 7, 8})

_DISCORD_EPOCH_MS = 1_420_070_400_000

T = TypeVar("T")


def now() -> str:
    """The time of day as Discord writes it."""
    return datetime.now(UTC).isoformat()


class Snowflakes:
    """Ids that grow and carry the time, one millisecond apart at least.

    The time must be real: discord.py reads from an interaction's id when its token runs out.
    """

    def __init__(self) -> None:
        self._last_ms = 0

    def __call__(self) -> int:
        self._last_ms = max(self._last_ms + 1, int(time.time() * 1000) - _DISCORD_EPOCH_MS)
        return self._last_ms << 22


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrived."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it arrived, whatever became of it."""

    method: str
    path: str
    body: Any
    files: tuple[Upload, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """A request that Discord would never accept, and why."""

    call: Call
    reason: str


class Refusal(Exception):
    """Discord says no."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.body: Json = {"code": code, "message": message}
        if errors is not None:
            self.body["errors"] = errors


class BadForm(Refusal):
    """The payload itself is wrong: a fault of the program that sent it, not of circumstances."""

    def __init__(self, where: str, why: str, code: str = "BASE_TYPE_INVALID") -> None:
        errors: Json = {"_errors": [{"code": code, "message": why}]}
        for part in reversed(where.split(".")):
            errors = {part: errors}
        super().__init__(400, 50035, "Invalid Form Body", errors)


class EmptyMessage(Refusal):
    """Nothing would be left to see."""

    def __init__(self) -> None:
        super().__init__(400, 50006, "Cannot send an empty message")


class TooManyCommands(Refusal):
    """The application has used up its command names."""

    def __init__(self, most: int) -> None:
        super().__init__(400, 30032, f"Maximum number of application commands reached ({most})")


def unknown(what: str) -> Refusal:
    """The 404 for a thing that is not there: its name decides the code."""
    codes = {"Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "User": 10013, "Webhook": 10015}
    codes |= {"interaction": 10062}
    return Refusal(404, codes[what], f"Unknown {what}")


class Changes:
    """Wakes everybody who waits for something to happen.

    Like :class:`asyncio.Condition`, except that plain functions may ring it: nothing here needs to hold a lock.
    """

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        """Something has changed."""
        self._next.set()
        self._next = asyncio.Event()

    async def until(self, predicate: Callable[[], T], timeout: float) -> T:
        """Wait until `predicate` gives something true, and return that.

        :raises TimeoutError: it stayed false.
        """
        async with asyncio.timeout(timeout):
            while not (value := predicate()):
                await self._next.wait()
        return value
