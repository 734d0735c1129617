"""How posts become Telegram messages, and what Telegram's refusals mean."""

import os
import re
from collections.abc import Iterable

import httpx
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram import User as TelegramUser
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.error import Forbidden as Blocked

from bot.ports import (
    Board,
    Button,
    Chat,
    Failure,
    Forbidden,
    Gone,
    Later,
    Moved,
    NoPictures,
    PeopleMenu,
    Person,
    Rows,
    Strong,
    Text,
    Unsure,
    When,
)

os.environ.setdefault("PTB_TIMEDELTA", "true")
# python-telegram-bot warns of every flood limit whose length nobody wants as a timedelta.

NAME = "telegram"
DATE_FORMAT = "wDt"
"""Weekday, date and time, as the reader's app writes them."""
SHORT, MIDDLE = 5, 16
"""Up to so many letters, labels stand four or two in a row."""

NOT_DELIVERED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to delete not found")
OTHER_KIND = ("there is no media in the message", "there is no text in the message", "message can't be deleted")
NO_PICTURES = (
    "not enough rights to send photos",
    "chat_send_photos_forbidden",
    "not enough rights to send animations",
    "chat_send_gifs_forbidden",
)
NO_THREAD = ("message thread not found", "topic_deleted")
CAPTION_LENGTH, TEXT_LENGTH = 1024, 4096
TELLING = re.compile(r"([@/#$.:])(?=\S)")
"""Signs in a name that Telegram would make a mention, a command or a link of."""


def written(text: Text, calls: Iterable[Person] = (), limit: int = TEXT_LENGTH) -> tuple[str, list[MessageEntity]]:
    """Writes a text and its entities; offsets count UTF-16 units. Only those who are called are mentioned.

    What is longer than the limit loses its last lines.
    """
    called = {person.id or person.username for person in calls if person.platform == NAME}
    body, entities = "", []
    for part in text:
        start = units(body)
        match part:
            case Person(name=name, platform=platform, id=id, username=username):
                is_called = platform == NAME and (id or username) in called
                if is_called and username:
                    body += f"@{username}"
                else:
                    body += TELLING.sub("\\1\N{WORD JOINER}", name)
                    if is_called and id.isdecimal():
                        user = TelegramUser(int(id), name, is_bot=False)
                        entities.append(MessageEntity("text_mention", start, units(body) - start, user=user))
            case When(at=at):
                body += f"{at:%d.%m. %H:%M} UTC"
                length = units(body) - start
                entities.append(MessageEntity("date_time", start, length, unix_time=at, date_time_format=DATE_FORMAT))
            case Board(text=lines):
                body += lines
                entities.append(MessageEntity("pre", start, units(body) - start))
            case Strong(text=words):
                body += words
                entities.append(MessageEntity("bold", start, units(body) - start))
            case _:
                body += part
    while units(body) > limit:
        body = body.rpartition("\n")[0] or body[: limit // 2]
    return body, [entity for entity in entities if entity.offset + entity.length <= units(body)]


def units(text: str) -> int:
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """Lays out buttons: short labels four in a row, longer ones two or one."""
    made = []
    for group in rows:
        buttons = [button for button in group if not isinstance(button, PeopleMenu)]
        longest = max((len(button.label) for button in buttons), default=0)
        most = 4 if longest <= SHORT else 2 if longest <= MIDDLE else 1
        # A row fills the width of the message, so rows of one length look best: five are three and two.
        width = -(-len(buttons) // -(-len(buttons) // most)) if buttons else most
        made += [[_button(one) for one in buttons[at : at + width]] for at in range(0, len(buttons), width)]
    return InlineKeyboardMarkup(made) if made else None


def _button(button: Button) -> InlineKeyboardButton:
    if button.url:
        return InlineKeyboardButton(button.label, url=button.url)
    style = {"plain": None, "primary": "primary", "danger": "danger"}[button.style]
    return InlineKeyboardButton(button.label, callback_data=button.payload, style=style)


def failure(error: TelegramError, chat: Chat, *, with_picture: bool, new: bool) -> Failure | None:
    """Says what an exception of the library means to us; None where nothing had to be changed."""
    text = str(error).lower()
    match error:
        case RetryAfter():
            wait = error.retry_after
            return Later(wait if isinstance(wait, int | float) else wait.total_seconds())
        case ChatMigrated(new_chat_id=new_chat):
            return Moved(str(new_chat))
        case Blocked():
            return Forbidden(text)
        case BadRequest():
            if "not modified" in text:
                return None
            if chat.thread and any(known in text for known in NO_THREAD):
                return Moved(chat.id)
            if any(known in text for known in (*GONE, *OTHER_KIND)):
                return Gone(text)
            if with_picture and any(known in text for known in NO_PICTURES):
                return NoPictures(text)
            return Forbidden(text)
        case TimedOut() | NetworkError():
            if isinstance(error.__cause__, NOT_DELIVERED):
                return Later(5)
            return Unsure(text) if new else Later(2)
    return Forbidden(text)
