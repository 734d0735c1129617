"""Scripts of misfortune: errors, lost connections and rate limits, each for the requests it names.

A script names a method and a regular expression that is searched for in the path.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from dataclasses import dataclass, field

from tests.fakes.discord.wire import Json

Headers = dict[str, str]


@dataclass
class Script:
    """What befalls the next `times` requests that match."""

    method: str
    path: re.Pattern[str]
    times: int

    def strikes(self, method: str, path: str) -> bool:
        """Whether it befalls this request; that uses it up by one."""
        if self.times < 1 or self.method != method or not self.path.search(path):
            return False
        self.times -= 1
        return True


@dataclass
class Fault(Script):
    """An error in place of an answer; the request is not carried out."""

    status: int
    body: Json

    @property
    def headers(self) -> Headers:
        """What Discord says beside a 429."""
        if self.status != 429:
            return {}
        scope = "global" if self.body["global"] else "user"
        return {"Retry-After": str(self.body["retry_after"]), "X-RateLimit-Scope": scope}


@dataclass
class Limit:
    """A rate limit: at most `count` requests in `per` seconds, for each channel, guild or webhook by itself."""

    method: str
    path: re.Pattern[str]
    count: int
    per: float
    refused: int = 0
    """How many requests it has refused; a well-behaved client causes none."""
    _taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def take(self, path: str) -> tuple[float | None, Headers]:
        """Ask for admission: how long to wait (``None``: go ahead), and the headers that tell it."""
        found = re.match(r"/(channels|guilds|webhooks)/\d+", path)
        place = found[0] if found else ""
        moment = time.time()
        taken = [start for start in self._taken[place] if start > moment - self.per]
        admitted = len(taken) < self.count
        if admitted:
            taken.append(moment)
        else:
            self.refused += 1
        self._taken[place] = taken
        reset = taken[0] + self.per
        wait = round(max(reset - moment, 0.001), 3)
        headers = {
            "X-RateLimit-Limit": str(self.count),
            "X-RateLimit-Remaining": str(self.count - len(taken)),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
        }
        if admitted:
            return None, headers
        return wait, headers | {"Retry-After": str(wait), "X-RateLimit-Scope": "user"}


class Faults:
    """All scripts of a server."""

    def __init__(self) -> None:
        self.errors: list[Fault] = []
        self.refusals: list[Script] = []
        self.losses: list[Script] = []
        self.limits: list[Limit] = []

    def error(self, method: str, path: str) -> Fault | None:
        """The error that befalls a request."""
        return next((fault for fault in self.errors if fault.strikes(method, path)), None)

    def refuses(self, method: str, path: str) -> bool:
        """Whether the connection is cut before the request is carried out."""
        return any(script.strikes(method, path) for script in self.refusals)

    def loses(self, method: str, path: str) -> bool:
        """Whether the connection is cut after the request was carried out."""
        return any(script.strikes(method, path) for script in self.losses)

    def take(self, method: str, path: str) -> tuple[float | None, Headers]:
        """Ask the rate limits for admission."""
        for limit in self.limits:
            if limit.method == method and limit.path.search(path):
                return limit.take(path)
        return None, {}
