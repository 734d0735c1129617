"""Logging: one line an event, and never a token in it."""

import logging
import re

TOKENS = re.compile(r"\d{6,}:[\w-]{20,}|[\w-]{20,}\.[\w-]{6}\.[\w-]{20,}")
FOREIGN = ("discord", "telegram", "aiohttp", "asyncio")
"""Libraries whose network troubles are told in one line; their tracebacks are written at the level DEBUG only."""
HIDDEN = "•••"
QUIET = ("httpx", "httpcore", "telegram.ext.Application", "discord.client", "alembic", "PIL")
"""Loggers that say more than a host wants to read; httpx would write addresses that hold a token."""


class Redacted(logging.Formatter):
    """Writes a record without what must stay secret: tokens by their shape, and the secrets it was given."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Formats a record, its traceback included."""
        line = TOKENS.sub(HIDDEN, super().format(record))
        for secret in self._secrets:
            line = line.replace(secret, HIDDEN)
        return line


def shorten(record: logging.LogRecord) -> bool:
    """Takes the traceback out of a library's record and says in its place what it was."""
    if record.name.partition(".")[0] in FOREIGN and record.exc_info and record.exc_info[0] is not None:
        record.msg, record.args = f"{record.getMessage()} ({record.exc_info[0].__name__})", None
        record.exc_info = record.exc_text = None
    return True


def setup(level: str, secrets: tuple[str, ...]) -> None:
    """Sends the log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redacted(secrets))
    if level != "DEBUG":
        handler.addFilter(shorten)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
