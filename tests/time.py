"""A clock for tests: it stands still until it is told to move."""

from datetime import UTC, datetime, timedelta


class Time:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.at = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        self.at += timedelta(**by)
