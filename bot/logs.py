"""Logging: one line an event, and never a token in it."""

import logging
import re

TOKENS = re.compile(r"\b\d{6,}:[\w-]{20,}|[\w-]{20,}\.[\w-]{6}\.[\w-]{20,}")
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


def setup(level: str, secrets: tuple[str, ...]) -> None:
    """Sends the log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redacted(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
