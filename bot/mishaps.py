"""Mistakes of our own: the person reads a sentence, the log keeps the rest."""

import logging
import secrets
from collections.abc import Awaitable

from bot import answers
from bot.ports import Answer, User
from bot.words import words_for

log = logging.getLogger(__name__)


async def guarded(user: User, answer: Awaitable[Answer | None]) -> Answer | None:
    """Awaits an answer; an exception becomes a sentence with a number under which the log has it."""
    try:
        return await answer
    except Exception:
        report = secrets.token_hex(2).upper()
        log.exception("report %s", report)
        return Answer(answers.broken(report, words_for(user.locale)))
