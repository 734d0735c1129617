"""Privacy mode: which messages a bot is told of.

1. In a private chat, all of them. In a group it left, none.
2. Service messages always; everything when it is an administrator or privacy mode is off.
3. Otherwise replies to its own messages, commands that name it (``/play@game_bot``), and commands that name nobody
   when it was the last bot to write in the chat.
4. Never what another bot writes.
"""

from __future__ import annotations

from .chats import ANONYMOUS_ADMIN, CHANNEL_BOT, Message, User
from .markup import utf16_slice


def is_visible(message: Message, bot: User, *, sees_all: bool) -> bool:
    """Whether Telegram tells the bot of this message."""
    chat = message.chat
    if chat.kind == "private":
        return True
    if not chat.has_bot:
        return False
    if message.service:
        return True
    if message.sender.is_bot and message.sender not in (ANONYMOUS_ADMIN, CHANNEL_BOT):
        return False
    if sees_all or chat.bot_status == "administrator":
        return True
    if message.reply_to is not None and message.reply_to.sender is bot:
        return True
    return any(_is_for(command, offset, message, bot) for offset, command in _commands(message))


def _commands(message: Message) -> list[tuple[int, str]]:
    places = [(entity["offset"], entity["length"]) for entity in message.entities if entity["type"] == "bot_command"]
    return [(offset, utf16_slice(message.body, offset, length)) for offset, length in places]


def _is_for(command: str, offset: int, message: Message, bot: User) -> bool:
    _, _, name = command.partition("@")
    if name:
        return name.lower() == (bot.username or "").lower()
    return offset == 0 and message.chat.last_bot == bot.id
