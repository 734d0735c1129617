"""A Telegram for tests: the real python-telegram-bot application talks to it over TCP.

``async with FakeTelegram() as server`` starts it; people are made by ``server.person``, groups by ``server.group``.
After a test of the bot, ``server.rejected`` must be empty: it holds the calls that no Telegram server would ever take.
"""

from .chats import Chat, Message, StoredFile, Topic, User
from .people import Person
from .rules import spec_available
from .server import FakeTelegram, Gate
from .wire import ApiError, Call, Json, PayloadFault, Refusal
from .world import Answer, World

__all__ = [
    "Answer",
    "ApiError",
    "Call",
    "Chat",
    "FakeTelegram",
    "Gate",
    "Json",
    "Message",
    "PayloadFault",
    "Person",
    "Refusal",
    "StoredFile",
    "Topic",
    "User",
    "World",
    "spec_available",
]
