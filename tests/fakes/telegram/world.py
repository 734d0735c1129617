"""The state of a small Telegram: who there is, what was written where, and what the bot has yet to be told.

1. Everything that happens is announced, and whoever waits in :meth:`World.until` looks again: no test sleeps.
2. The clock is the world's own and can be put forward, so that nothing waits for hours or seconds to pass.
3. Ids are as in real life: users beyond 32 bits, groups below zero, message numbers shared by all small chats.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from . import markup
from .chats import GENERAL_TOPIC, Chat, Message, Right, StoredFile, Topic, User
from .privacy import is_visible
from .wire import ApiError, Json

T = TypeVar("T")
ChatRef: TypeAlias = int | User | Chat
"""A chat by its id, or by the person on the other side of a private chat."""

QUERY_LIFETIME = 15
"""The seconds a bot has to answer the press of a button."""
_ONLY_ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass(frozen=True)
class Answer:
    """What the user saw after a press: nothing, a toast, an alert, or a link that opened."""

    text: str | None = None
    show_alert: bool = False
    url: str | None = None


class World:
    """People, chats, messages, files and the queue of updates."""

    def __init__(self, bot: User) -> None:
        self.me = bot
        self.sees_all_messages = False
        """True when privacy mode is off."""
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, StoredFile] = {}
        self.met: set[int] = set()
        self.pending: list[Json] = []
        """Updates which the bot has not confirmed yet."""
        self.allowed_updates: set[str] | None = None
        self.queries: dict[str, float] = {}
        self.answers: dict[str, Answer] = {}
        self.menus: dict[tuple[str, str], list[Json]] = {}
        self.descriptions: dict[tuple[str, str], str] = {}
        self.chat_actions: list[tuple[int, str]] = []
        self._flood_limit: tuple[int, float] | None = None
        self._sent: dict[int, list[float]] = {}
        self._ahead = 0.0
        self._waiting: set[asyncio.Future[None]] = set()
        self._user_ids = itertools.count(7_100_000_001)
        self._chat_ids = itertools.count(4_800_000_001)
        self._small_chat_messages = itertools.count(901)
        self._serials = itertools.count(1)
        self._update_ids = itertools.count(804_331_001)
        self._query_ids = itertools.count(3_061_984_722_113_400_001)

    # Waiting and time.

    def announce(self) -> None:
        """Lets everybody who waits look again."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()

    async def until(self, predicate: Callable[[], T], timeout: float = 5) -> T:
        """Waits until something is true, and returns it.

        :raises AssertionError: when it does not become true in time.
        """
        try:
            async with asyncio.timeout(timeout):
                while not (value := predicate()):
                    waiter = asyncio.get_running_loop().create_future()
                    self._waiting.add(waiter)
                    try:
                        await waiter
                    finally:
                        self._waiting.discard(waiter)
                return value
        except TimeoutError:
            raise AssertionError(f"did not happen within {timeout} s; {self.story()}") from None

    def story(self) -> str:
        """What to tell a developer whose test waits in vain."""
        return f"{len(self.pending)} updates wait for the bot"

    def now(self) -> float:
        """The time of this world."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Puts the clock forward: messages age, presses expire, flood limits pass."""
        self._ahead += seconds
        self.announce()

    def age(self, chat: ChatRef, message_id: int, hours: float) -> None:
        """Makes one message older."""
        self.chat(chat).messages[message_id].date -= round(hours * 3600)

    def limit_flood(self, count: int, seconds: float) -> None:
        """Refuses more than so many new or edited messages per chat and time with 429."""
        self._flood_limit = (count, seconds)

    def check_flood(self, chat: Chat) -> None:
        """Counts a message of the bot against the flood limit."""
        if self._flood_limit is None:
            return
        count, seconds = self._flood_limit
        recent = [moment for moment in self._sent.get(chat.id, []) if moment > self.now() - seconds]
        self._sent[chat.id] = recent
        if len(recent) >= count:
            wait = max(1, round(recent[0] + seconds - self.now()))
            raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
        recent.append(self.now())

    # People and chats.

    def new_user_id(self) -> int:
        """An id that nobody has."""
        return next(self._user_ids)

    def add_user(self, user: User) -> None:
        """Gives somebody an account, and with it a private chat which nobody has used yet."""
        self.users[user.id] = user
        self.chats[user.id] = Chat(
            user.id, "private", user.name, user.username, members={user.id: user}, numbers=self._small_chat_messages
        )

    def group(
        self,
        title: str,
        *,
        supergroup: bool = True,
        forum: bool = False,
        username: str | None = None,
        owner: User | None = None,
        bot: bool = True,
    ) -> int:
        """Creates a group and returns its id. The bot is in it unless told otherwise; the owner may be a nobody."""
        if owner is None:
            owner = User(self.new_user_id(), f"Owner of {title}")
            self.add_user(owner)
        if supergroup:
            chat = Chat(self._supergroup_id(), "supergroup", title, username, is_forum=forum)
        else:
            chat = Chat(-next(self._chat_ids), "group", title, username, numbers=self._small_chat_messages)
        chat.owner = owner
        chat.members[owner.id] = owner
        chat.bot_status = "member" if bot else "left"
        self.chats[chat.id] = chat
        return chat.id

    def _supergroup_id(self) -> int:
        return -1_000_000_000_000 - next(self._chat_ids)

    def chat(self, chat: ChatRef) -> Chat:
        """The chat behind an id or a person."""
        if isinstance(chat, Chat):
            return chat
        return self.chats[chat if isinstance(chat, int) else chat.id]

    def join(self, group: ChatRef, *people: User) -> None:
        """Makes people members, without any message about it."""
        self.chat(group).members.update({person.id: person for person in people})

    def leave(self, group: ChatRef, person: User) -> None:
        """Somebody leaves; the bot is told by a service message."""
        chat = self.chat(group)
        chat.members.pop(person.id)
        chat.admins.discard(person.id)
        self.tell(self.post(chat, person, service={"left_chat_member": person.json()}))

    def promote(self, group: ChatRef, user: User) -> None:
        """Makes a person or the bot an administrator. A bot that is one sees every message."""
        chat = self.chat(group)
        if user is self.me:
            chat.bot_status = "administrator"
        else:
            self.join(group, user)
            chat.admins.add(user.id)

    def restrict(
        self,
        group: ChatRef,
        *,
        text: bool = True,
        photos: bool = True,
        documents: bool = True,
        animations: bool = True,
    ) -> None:
        """Says what ordinary members, among them the bot, may send."""
        allowed: dict[Right, bool] = {
            "text messages": text,
            "photos": photos,
            "documents": documents,
            "animations": animations,
        }
        self.chat(group).rights = {right for right, granted in allowed.items() if granted}

    def change_bot_status(self, chat: Chat, by: User, status: str) -> None:
        """Lets the bot in, throws it out, blocks it: and tells it so."""

        def member(value: str) -> Json:
            return {"user": self.me.json(), "status": value} | ({"until_date": 0} if value == "kicked" else {})

        old, chat.bot_status = chat.bot_status, status
        event = {"chat": chat.json(), "from": by.json(), "date": int(self.now())}
        self.deliver(
            "my_chat_member", event | {"old_chat_member": member(old), "new_chat_member": member(status)}, by=by
        )

    def remove_bot(self, group: ChatRef) -> None:
        """The owner of a group throws the bot out."""
        chat = self.chat(group)
        assert chat.owner, "only groups have an owner"
        self.change_bot_status(chat, chat.owner, "kicked")

    def migrate(self, group: ChatRef) -> int:
        """Upgrades a basic group to a supergroup and returns the new id. Old messages stay behind."""
        old = self.chat(group)
        assert old.kind == "group", "only a basic group can be upgraded"
        assert old.owner, "every group has an owner"
        new = Chat(
            self._supergroup_id(),
            "supergroup",
            old.title,
            owner=old.owner,
            members=dict(old.members),
            admins=set(old.admins),
            bot_status=old.bot_status,
            rights=set(old.rights),
        )
        self.chats[new.id] = new
        self.tell(self.post(old, old.owner, service={"migrate_to_chat_id": new.id}))
        old.migrated_to = new.id
        self.tell(self.post(new, old.owner, service={"migrate_from_chat_id": old.id}))
        return new.id

    # Topics.

    def topic(self, group: ChatRef, title: str) -> int:
        """The owner of a forum opens a topic; returns its thread id."""
        chat = self.chat(group)
        assert chat.is_forum, "only a forum has topics"
        assert chat.owner, "every group has an owner"
        opening = self.post(chat, chat.owner, service={"forum_topic_created": {"name": title, "icon_color": 7322096}})
        opening.topic = opening.id
        chat.topics[opening.id] = Topic(opening.id, title)
        self.tell(opening)
        return opening.id

    def close_topic(self, group: ChatRef, topic: int = GENERAL_TOPIC) -> None:
        """Closes a topic: only administrators write there now."""
        self._set_closed(group, topic, is_closed=True)

    def reopen_topic(self, group: ChatRef, topic: int = GENERAL_TOPIC) -> None:
        """Opens a closed topic again."""
        self._set_closed(group, topic, is_closed=False)

    def _set_closed(self, group: ChatRef, topic: int, *, is_closed: bool) -> None:
        chat = self.chat(group)
        assert chat.owner, "every group has an owner"
        chat.topics.setdefault(GENERAL_TOPIC, Topic(GENERAL_TOPIC, "General"))
        chat.topics[topic].is_closed = is_closed
        service = "forum_topic_closed" if is_closed else "forum_topic_reopened"
        self.tell(self.post(chat, chat.owner, topic=None if topic == GENERAL_TOPIC else topic, service={service: {}}))

    def delete_topic(self, group: ChatRef, topic: int) -> None:
        """Deletes a topic with all its messages."""
        chat = self.chat(group)
        del chat.topics[topic]
        for message in [message for message in chat.messages.values() if message.topic == topic]:
            del chat.messages[message.id]

    # Messages and files.

    def post(self, chat: Chat, sender: User, *, topic: int | None = None, **content: Any) -> Message:
        """Puts a message into a chat; ``content`` are fields of :class:`Message`."""
        number = next(chat.numbers)
        message = Message(chat, number, int(self.now()), next(self._serials), sender, topic=topic, **content)
        message.pings = self._pinged(message)
        chat.messages[number] = message
        if sender.is_bot and message.sender_chat is None:
            chat.last_bot = sender.id
        return message

    def _pinged(self, message: Message) -> list[int]:
        members = message.chat.members
        by_name = {user.username.lower(): user.id for user in members.values() if user.username}
        pinged = []
        for who in markup.mentioned(message.body, message.entities):
            user = by_name.get(who) if isinstance(who, str) else who
            if user in members and user not in pinged:
                pinged.append(user)
        return pinged

    def delete(self, chat: ChatRef, message_id: int) -> None:
        """Somebody deletes a message. A bot is never told of that."""
        del self.chat(chat).messages[message_id]

    def messages(self, chat: ChatRef, topic: int | None = None) -> list[Message]:
        """The messages that are there, in order, without service messages; of one topic or of the whole chat."""
        return [
            message
            for message in self.chat(chat).messages.values()
            if not message.service and (topic is None or (message.topic or GENERAL_TOPIC) == topic)
        ]

    def posts(self, chat: ChatRef, topic: int | None = None) -> list[Message]:
        """The messages of the bot among them."""
        return [message for message in self.messages(chat, topic) if message.sender is self.me]

    def picture(self, message: Message) -> bytes:
        """The photo of a message, byte for byte as the bot uploaded it."""
        return message.photo[-1].data

    def buttons(self, message: Message) -> list[tuple[str, str]]:
        """The buttons of a message: what stands on each, and its callback data or address."""
        return message.buttons

    def store(self, file: StoredFile) -> StoredFile:
        """Keeps a file under its id."""
        self.files[file.id] = file
        return file

    def new_photo(self, name: str, data: bytes, width: int, height: int) -> list[StoredFile]:
        """Keeps a photo in two sizes: whoever takes the first for the photo gets the preview."""
        serial, digest = next(self._serials), hashlib.sha256(data).hexdigest()[:12]
        scale = min(1.0, 90 / max(width, height))
        small = (max(1, round(width * scale)), max(1, round(height * scale)))
        return [
            self.store(StoredFile(f"AgACAg{serial}s", f"AQAD{digest}s", "photo", name, data, *small)),
            self.store(StoredFile(f"AgACAg{serial}y", f"AQAD{digest}y", "photo", name, data, width, height)),
        ]

    def new_document(self, name: str, data: bytes) -> StoredFile:
        """Keeps a document."""
        serial, digest = next(self._serials), hashlib.sha256(data).hexdigest()[:12]
        return self.store(StoredFile(f"BQACAg{serial}", f"AgAD{digest}", "document", name, data))

    def new_animation(self, name: str, data: bytes, width: int, height: int, duration: int) -> StoredFile:
        """Keeps an animation."""
        serial, digest = next(self._serials), hashlib.sha256(data).hexdigest()[:12]
        made = StoredFile(f"CgACAg{serial}", f"AgAD{digest}", "animation", name, data, width, height, duration)
        return self.store(made)

    # What the bot is told.

    def knows(self, user_id: int) -> User | None:
        """The user of this id if the bot has met it: in an update, or as a member of a common group."""
        shared = any(user_id in chat.members for chat in self.chats.values() if chat.kind != "private" and chat.has_bot)
        return self.users.get(user_id) if shared or user_id in self.met else None

    def find_user(self, user_id: int) -> Json | None:
        """The same as JSON, for the entities of a text."""
        user = self.knows(user_id)
        return user.json() if user else None

    def deliver(self, kind: str, body: Json, *, by: User | None = None) -> None:
        """Queues an update, unless it is of a kind that the bot did not ask for."""
        if by is not None:
            self.met.add(by.id)
        wanted = kind in self.allowed_updates if self.allowed_updates else kind not in _ONLY_ON_REQUEST
        if wanted:
            # The copy keeps later edits out of what has been told already.
            self.pending.append(json.loads(json.dumps({"update_id": next(self._update_ids), kind: body})))
        self.announce()

    def tell(self, message: Message) -> None:
        """Tells the bot of a message, if Telegram would."""
        if self.is_told(message):
            self.deliver("message", message.json(), by=message.sender)
        self.announce()

    def is_told(self, message: Message) -> bool:
        """Whether the bot gets to know of a message."""
        return is_visible(message, self.me, sees_all=self.sees_all_messages)

    def ask_query(self, data: str, message: Json, by: User) -> str:
        """A press of a button reaches Telegram; returns the id under which the bot has to answer it."""
        query = str(next(self._query_ids))
        self.queries[query] = self.now()
        body = {"id": query, "from": by.json(), "chat_instance": str(message["chat"]["id"]), "data": data}
        self.deliver("callback_query", body | {"message": message}, by=by)
        return query

    def menu(self, scope: Json | None = None, language: str = "") -> dict[str, str]:
        """The commands set for exactly this scope and language, with their descriptions."""
        return listed(self.menus.get((scope_key(scope), language), []))


def scope_key(scope: Json | None) -> str:
    """A scope as the key of a menu."""
    return json.dumps(scope or {"type": "default"}, sort_keys=True)


def listed(commands: Iterable[Json]) -> dict[str, str]:
    """Commands by name."""
    return {command["command"]: command["description"] for command in commands}
