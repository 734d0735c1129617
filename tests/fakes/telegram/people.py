"""The actors: people who write, press buttons, block the bot and add it to groups, as the official apps do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from .chats import ANONYMOUS_ADMIN, CHANNEL_BOT, GENERAL_TOPIC, Chat, Message, User
from .markup import automatic_entities, in_order, utf16_length
from .wire import Json
from .world import Answer, ChatRef, World, listed, scope_key


class Person(User):
    """Somebody with an app in the hand. A chat that is left out is the private chat with the bot."""

    def __init__(
        self, world: World, name: str, *, username: str | None = None, language: str = "en", is_bot: bool = False
    ) -> None:
        super().__init__(world.new_user_id(), name, username, language, is_bot)
        self.world = world
        world.add_user(self)

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    # Writing.

    async def send(
        self,
        text: str,
        chat: ChatRef | None = None,
        topic: int | None = None,
        reply_to: Message | None = None,
        *,
        mentions: Sequence[User] = (),
        send_as: Literal["group", "channel"] | None = None,
    ) -> Message:
        """Writes a message; the bot is told of it unless privacy mode keeps it from the bot.

        ``mentions`` are people whose names in the text become links, as the app does for people without a user name.
        """
        where = self._enter(chat)
        entities = [_name_link(text, user) for user in mentions]
        entities = in_order(entities + automatic_entities(text, entities))
        if topic is None and reply_to is not None:
            topic = reply_to.topic
        if topic == GENERAL_TOPIC:
            topic = None
        assert topic is None or topic in where.topics, f"{where.title} has no topic {topic}"
        sender, sender_chat = self._disguised(where, send_as)
        message = self.world.post(
            where,
            sender,
            topic=topic,
            sender_chat=sender_chat,
            text=text,
            entities=entities,
            reply_to=reply_to,
        )
        self.world.tell(message)
        return message

    async def start(self, payload: str = "") -> Message:
        """Follows a deep link into the private chat and presses Start there."""
        assert re.fullmatch(r"[A-Za-z0-9_-]{0,64}", payload), f"no deep link can carry {payload!r}"
        return await self.send(f"/start {payload}".strip())

    async def ask(
        self,
        text: str,
        chat: ChatRef | None = None,
        topic: int | None = None,
        reply_to: Message | None = None,
        *,
        mentions: Sequence[User] = (),
        send_as: Literal["group", "channel"] | None = None,
        timeout: float = 5,
    ) -> Message:
        """Writes a message and returns the next new message of the bot in that chat (and topic, if one is given)."""
        asked = await self.send(text, chat, topic, reply_to, mentions=mentions, send_as=send_as)
        assert self.world.is_told(asked), f"privacy mode keeps {text!r} from the bot"
        return await self.next_post(asked, topic, timeout=timeout)

    async def next_post(self, after: Message, topic: int | None = None, *, timeout: float = 5) -> Message:
        """The first message of the bot in the chat of another message and after it."""
        newer = await self.world.until(
            lambda: [post for post in self.world.posts(after.chat, topic) if post.serial > after.serial], timeout
        )
        return newer[0]

    def _enter(self, chat: ChatRef | None) -> Chat:
        """The chat to write into. Who writes into a group is a member from then on."""
        where = self.world.chat(self if chat is None else chat)
        assert where.migrated_to is None, f"nobody can write to {where.title} after its upgrade"
        if where.kind != "private":
            where.members.setdefault(self.id, self)
            return where
        assert where.id == self.id, "nobody writes into the private chat of another"
        if where.bot_status == "kicked":
            self.world.change_bot_status(where, self, "member")
        where.is_started = True
        return where

    def _disguised(self, chat: Chat, send_as: str | None) -> tuple[User, Chat | None]:
        if send_as == "group":
            return ANONYMOUS_ADMIN, chat
        if send_as == "channel":
            return CHANNEL_BOT, Chat(-1_000_000_000_000 - self.id, "channel", f"The channel of {self.name}")
        return self, None

    # Pressing buttons.

    async def press(self, message: Message, what: str, *, timeout: float = 5) -> Answer:
        """Presses the button with this text or callback data and waits for the answer of the bot."""
        return await self._answer(self.tap(message, what), timeout)

    async def press_many(self, message: Message, what: str, count: int, *, timeout: float = 10) -> list[Answer]:
        """Presses the same button many times before the bot can answer once."""
        queries = [self.tap(message, what) for _ in range(count)]
        return [await self._answer(query, timeout) for query in queries]

    async def press_forged(self, chat: ChatRef, message_id: int, data: str, *, timeout: float = 5) -> Answer:
        """Sends callback data that need not stand on any button, as modified clients do.

        When the message is gone, the bot is told of an inaccessible message.
        """
        return await self._answer(self.tap_forged(chat, message_id, data), timeout)

    def tap(self, message: Message, what: str) -> str:
        """Presses a button without waiting; returns the id by which ``world.answers`` has the answer one day."""
        assert message.chat.messages.get(message.id) is message, "the message is gone: see press_forged"
        return self.world.ask_query(self._callback_data(message, what), message.json(), self)

    def tap_forged(self, chat: ChatRef, message_id: int, data: str) -> str:
        """What :meth:`press_forged` does, without waiting."""
        where = self.world.chat(chat)
        message = where.messages.get(message_id)
        gone: Json = {"chat": where.json(), "message_id": message_id, "date": 0}
        return self.world.ask_query(data, message.json() if message else gone, self)

    def _callback_data(self, message: Message, what: str) -> str:
        buttons = [button for row in (message.keyboard or {"inline_keyboard": []})["inline_keyboard"] for button in row]
        for button in buttons:
            if what in (button["text"], button.get("callback_data")):
                assert "callback_data" in button, f"{what!r} opens a link, the bot does not learn of it"
                return str(button["callback_data"])
        raise AssertionError(f"no button {what!r} among {message.buttons}")

    async def _answer(self, query: str, timeout: float) -> Answer:
        return await self.world.until(lambda: self.world.answers.get(query), timeout) or Answer()

    # The bot as a contact.

    async def block(self) -> None:
        """Blocks the bot. Writing to it again unblocks it."""
        self.world.change_bot_status(self.world.chat(self), self, "kicked")

    async def add_bot(self, group: ChatRef, payload: str | None = None) -> None:
        """Adds the bot to a group; with a payload, by a ``?startgroup=`` link."""
        chat = self.world.chat(group)
        chat.members.setdefault(self.id, self)
        self.world.change_bot_status(chat, self, "member")
        service = {"new_chat_members": [self.world.me.json()]}
        self.world.tell(self.world.post(chat, self, service=service))
        if payload is not None:
            await self.send(f"/start@{self.world.me.username} {payload}", chat)

    def menu(self, chat: ChatRef | None = None) -> dict[str, str]:
        """The commands which the app offers this person in a chat: those of the narrowest scope that has any."""
        where = self.world.chat(self if chat is None else chat)
        here = {"chat_id": where.id}
        scopes: list[Json] = [{"type": "chat"} | here]
        if where.kind == "private":
            scopes += [{"type": "all_private_chats"}]
        else:
            scopes.insert(0, {"type": "chat_member", "user_id": self.id} | here)
            if where.status_of(self) in ("creator", "administrator"):
                scopes.insert(1, {"type": "chat_administrators"} | here)
                scopes += [{"type": "all_chat_administrators"}]
            scopes += [{"type": "all_group_chats"}]
        for scope in [*scopes, {"type": "default"}]:
            for language in (self.language, ""):
                if commands := self.world.menus.get((scope_key(scope), language)):
                    return listed(commands)
        return {}


def _name_link(text: str, user: User) -> Json:
    start = text.index(user.name)
    place = {"offset": utf16_length(text[:start]), "length": utf16_length(user.name)}
    return {"type": "text_mention", "user": user.json()} | place
