"""How posts become Telegram messages, and what Telegram's refusals mean."""

from collections.abc import Iterable

import httpx
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram import User as TelegramUser
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.error import Forbidden as Blocked

from bot.ports import (
    Board,
    Button,
    Failure,
    Forbidden,
    Gone,
    Later,
    Moved,
    NoPictures,
    PeopleMenu,
    Person,
    Rows,
    Text,
    Unsure,
    When,
)

NAME = "telegram"
DATE_FORMAT = "wDt"
"""Weekday, date and time, as the reader's app writes them."""
SHORT, MIDDLE = 5, 16
"""Up to so many letters, labels stand four or two in a row."""

NOT_DELIVERED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to delete not found")
OTHER_KIND = ("there is no media in the message", "there is no text in the message", "message can't be deleted")
NO_PICTURES = ("not enough rights to send photos", "chat_send_photos_forbidden")


def written(text: Text, calls: Iterable[Person] = ()) -> tuple[str, list[MessageEntity]]:
    """Writes a text and its entities; offsets count UTF-16 units. Only those who are called are mentioned."""
    called = {person.id or person.username for person in calls if person.platform == NAME}
    body, entities = "", []
    for part in text:
        start = _units(body)
        match part:
            case Person(name=name, platform=platform, id=id, username=username):
                is_called = platform == NAME and (id or username) in called
                if is_called and username:
                    body += f"@{username}"
                else:
                    body += name
                    if is_called and id.isdecimal():
                        user = TelegramUser(int(id), name, is_bot=False)
                        entities.append(MessageEntity("text_mention", start, _units(body) - start, user=user))
            case When(at=at):
                body += f"{at:%d.%m. %H:%M} UTC"
                length = _units(body) - start
                entities.append(MessageEntity("date_time", start, length, unix_time=at, date_time_format=DATE_FORMAT))
            case Board(text=lines):
                body += lines
                entities.append(MessageEntity("pre", start, _units(body) - start))
            case _:
                body += part
    return body, entities


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """Lays out buttons: short labels four in a row, longer ones two or one."""
    made = []
    for group in rows:
        buttons = [button for button in group if not isinstance(button, PeopleMenu)]
        longest = max((len(button.label) for button in buttons), default=0)
        width = 4 if longest <= SHORT else 2 if longest <= MIDDLE else 1
        made += [[_button(one) for one in buttons[at : at + width]] for at in range(0, len(buttons), width)]
    return InlineKeyboardMarkup(made) if made else None


def _button(button: Button) -> InlineKeyboardButton:
    if button.url:
        return InlineKeyboardButton(button.label, url=button.url)
    style = {"plain": None, "primary": "primary", "danger": "danger"}[button.style]
    return InlineKeyboardButton(button.label, callback_data=button.payload, style=style)


def failure(error: TelegramError, *, with_picture: bool, new: bool) -> Failure | None:
    """Says what an exception of the library means to us; None where nothing had to be changed."""
    text = str(error).lower()
    match error:
        case RetryAfter():
            wait = error.retry_after
            return Later(wait if isinstance(wait, int | float) else wait.total_seconds())
        case ChatMigrated(new_chat_id=chat):
            return Moved(str(chat))
        case Blocked():
            return Forbidden(text)
        case BadRequest():
            if "not modified" in text:
                return None
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
