"""What goes over the wire: JSON objects, uploads, calls, and the two kinds of refusal.

A refusal because of the state of the world (the chat is gone, the message was deleted) can happen to the best bot.
A :class:`PayloadFault` cannot: the bot sent something no Telegram server would ever take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object. Its shape is for the description of the Bot API to check, not for mypy."""


@dataclass(frozen=True)
class Upload:
    """A file that came with a call."""

    name: str
    data: bytes


Files: TypeAlias = Mapping[str, Upload]


@dataclass(frozen=True)
class Call:
    """One call of the bot, as it was read from the request."""

    method: str
    params: Json
    files: Mapping[str, bytes]

    @property
    def chat(self) -> int | None:
        """The chat it was about, if any."""
        chat = self.params.get("chat_id")
        return chat if isinstance(chat, int) else None


@dataclass(frozen=True)
class Refusal:
    """A call that was answered with an error."""

    call: Call
    code: int
    description: str


class ApiError(Exception):
    """An answer of the form ``{"ok": false, "error_code": ..., "description": ...}``."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters


class PayloadFault(ApiError):
    """A 400 which the bot alone is to blame for."""

    def __init__(self, description: str) -> None:
        super().__init__(400, f"Bad Request: {description}")


def bad_request(description: str, **parameters: int) -> ApiError:
    """The 400 for a call that is well formed but does not fit the state of the world."""
    return ApiError(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> ApiError:
    """The 403 for a chat which the bot may not use."""
    return ApiError(403, f"Forbidden: {description}")
