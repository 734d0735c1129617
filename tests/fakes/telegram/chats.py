"""What the world is made of: users, chats with their topics, messages and files, and how each looks as JSON."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .wire import Json

ChatKind: TypeAlias = Literal["private", "group", "supergroup", "channel"]
Right: TypeAlias = Literal["text messages", "photos", "documents", "animations"]
"""What ordinary members may send; the words are those of the error message."""

RIGHTS: frozenset[Right] = frozenset(("text messages", "photos", "documents", "animations"))
GENERAL_TOPIC = 1
"""The topic which a forum has from the start. Its number is never sent, by nobody."""


@dataclass(eq=False)
class User:
    """Somebody with an account: a person or a bot."""

    id: int
    name: str
    username: str | None = None
    language: str = "en"
    is_bot: bool = False

    def json(self) -> Json:
        """The user as a ``User`` object."""
        user: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.name}
        if self.username:
            user["username"] = self.username
        if not self.is_bot:
            user["language_code"] = self.language
        return user


ANONYMOUS_ADMIN = User(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
"""The account behind which an administrator hides who posts in the name of the group."""
CHANNEL_BOT = User(136817688, "Channel", "Channel_Bot", is_bot=True)
"""The account behind which somebody hides who posts in the name of a channel."""


@dataclass(eq=False)
class Topic:
    """A topic of a forum; its id is that of the service message which opened it."""

    id: int
    title: str
    is_closed: bool = False


@dataclass(eq=False)
class Chat:
    """A private chat (its id is the person's), a basic group, a supergroup or a channel."""

    id: int
    kind: ChatKind
    title: str
    username: str | None = None
    is_forum: bool = False
    owner: User | None = None
    members: dict[int, User] = field(default_factory=dict)
    admins: set[int] = field(default_factory=set)
    bot_status: str = "member"
    """``member``, ``administrator``, ``left`` or ``kicked``; for a private chat the last means blocked."""
    is_started: bool = False
    """Whether the person of a private chat ever wrote to the bot: a bot cannot write first."""
    rights: set[Right] = field(default_factory=lambda: set(RIGHTS))
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(2))
    """The ids for new messages. All private chats and basic groups share theirs, a supergroup counts its own."""
    last_bot: int | None = None
    """The bot that wrote last: in privacy mode, commands without a name go to it."""
    migrated_to: int | None = None

    def json(self) -> Json:
        """The chat as a ``Chat`` object."""
        name = "first_name" if self.kind == "private" else "title"
        chat: Json = {"id": self.id, "type": self.kind, name: self.title}
        if self.username:
            chat["username"] = self.username
        if self.is_forum:
            chat["is_forum"] = True
        return chat

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in."""
        return self.bot_status in ("member", "administrator")

    def status_of(self, user: User) -> str:
        """The standing of a person in this chat."""
        if self.owner is not None and user.id == self.owner.id:
            return "creator"
        if user.id in self.admins:
            return "administrator"
        return "member" if user.id in self.members else "left"


@dataclass(eq=False)
class StoredFile:
    """A file on the server."""

    id: str
    unique_id: str
    kind: Literal["photo", "document", "animation"]
    name: str
    data: bytes
    width: int = 0
    height: int = 0
    duration: int = 0
    """In seconds."""

    def json(self) -> Json:
        """The file as a ``PhotoSize``, a ``Document`` or an ``Animation``."""
        file: Json = {"file_id": self.id, "file_unique_id": self.unique_id, "file_size": len(self.data)}
        if self.kind == "photo":
            return file | {"width": self.width, "height": self.height}
        if self.kind == "animation":
            file |= {"width": self.width, "height": self.height, "duration": self.duration}
        return file | {"file_name": self.name}


@dataclass(eq=False)
class Message:
    """A message as it stands. An edit changes this object, so whoever holds it sees the edit."""

    chat: Chat
    id: int
    date: int
    serial: int
    """Counts all messages of the world in the order of their appearance."""
    sender: User
    sender_chat: Chat | None = None
    text: str | None = None
    caption: str | None = None
    entities: list[Json] = field(default_factory=list)
    """The entities of the text or of the caption."""
    photo: list[StoredFile] = field(default_factory=list)
    """The sizes of the photo, the largest last."""
    document: StoredFile | None = None
    animation: StoredFile | None = None
    keyboard: Json | None = None
    topic: int | None = None
    reply_to: Message | None = None
    pings: list[int] = field(default_factory=list)
    """The users whom a mention in this message notified when it was sent."""
    silent: bool = False
    service: Json = field(default_factory=dict)
    """The one field of a service message."""
    edited: int | None = None
    reactions: dict[int, list[Json]] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """The text, or the caption when there is a photo, an animation or a document."""
        return self.text or self.caption or ""

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """All buttons in reading order: what stands on it, and its callback data or address."""
        rows = (self.keyboard or {}).get("inline_keyboard", [])
        return [
            (button["text"], button.get("callback_data") or button.get("url", "")) for row in rows for button in row
        ]

    def json(self, *, with_reply: bool = True) -> Json:
        """The message as a ``Message`` object."""
        message: Json = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json(),
            "from": self.sender.json(),
        }
        if self.sender_chat:
            message["sender_chat"] = self.sender_chat.json()
        if self.text is not None:
            message["text"] = self.text
        if self.caption is not None:
            message["caption"] = self.caption
        if self.entities:
            message["entities" if self.text is not None else "caption_entities"] = self.entities
        if self.photo:
            message["photo"] = [size.json() for size in self.photo]
        if self.document:
            message["document"] = self.document.json()
        if self.animation:
            # For clients that know no animations it is a document too.
            message["animation"] = message["document"] = self.animation.json()
        if self.keyboard:
            message["reply_markup"] = self.keyboard
        if self.edited:
            message["edit_date"] = self.edited
        return message | self._thread_json() | (self._reply_json() if with_reply else {}) | self.service

    def _thread_json(self) -> Json:
        if self.topic is not None:
            return {"message_thread_id": self.topic, "is_topic_message": True}
        if self.chat.kind == "supergroup" and self.reply_to is not None:
            # Replies outside of topics carry the number of their thread. It looks like a topic, and is refused as one.
            root = self.reply_to
            while root.reply_to is not None:
                root = root.reply_to
            return {"message_thread_id": root.id}
        return {}

    def _reply_json(self) -> Json:
        if self.reply_to is not None:
            if self.chat.messages.get(self.reply_to.id) is not self.reply_to:
                return {}
            return {"reply_to_message": self.reply_to.json(with_reply=False)}
        opening = self.chat.messages.get(self.topic or 0)
        if opening is not None and opening is not self:
            # In a topic, even a message that answers nobody is a reply: to the message which opened the topic.
            return {"reply_to_message": opening.json(with_reply=False)}
        return {}
