"""Telegram: boards with inline keyboards in groups, forum topics and private chats, by python-telegram-bot.

What comes in is translated in `bot.platforms.telegram_updates`.
"""

import asyncio
import io
import logging
from typing import Any

import telegram
from telegram import (
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
    Update,
)
from telegram.error import InvalidToken, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
)

from bot.desk import Desk
from bot.gallery import Gallery
from bot.platforms.telegram_updates import Updates
from bot.platforms.telegram_writing import NAME, failure, keyboard, written
from bot.ports import Chat, Later, Post, TokenRefused
from bot.words import words_for
from bot.words.commands import COMMANDS
from renderer import Scene

log = logging.getLogger(__name__)

PRIVATE_MENU = ("play", "games", "move", "board", "rules", "resign", "leaderboard", "help", "about")
GROUP_MENU = ("play", "board", "games", "move", "resign", "rules", "leaderboard", "help")
UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
PICTURES = 256
"""Uploaded pictures remembered by their id, so that the same board is not sent twice."""


class TelegramBot:
    """The platform, and the application while it is connected."""

    name = NAME

    def __init__(self, token: str, gallery: Gallery, base: str = "https://api.telegram.org") -> None:
        self._token = token
        self._gallery = gallery
        self._base = base
        self._app: Application[Any, Any, Any, Any, Any, Any] | None = None
        self._asides: dict[Chat, list[int]] = {}
        self._leaderboards: dict[Chat, int] = {}
        self._uploaded: dict[Scene, str] = {}

    async def run(self, desk: Desk) -> None:
        """Stays connected until cancelled.

        :raises TokenRefused: if there is no point in trying again.
        """
        builder = ApplicationBuilder().token(self._token).concurrent_updates(64)
        app = builder.base_url(f"{self._base}/bot").base_file_url(f"{self._base}/file/bot").build()
        Updates(self, desk).add_to(app)
        try:
            try:
                await app.initialize()
            except InvalidToken:
                raise TokenRefused from None
            self._app = app
            await self._set_menus(app.bot)
            await app.start()
            assert app.updater is not None, "the builder makes one"
            await app.updater.start_polling(
                timeout=10, allowed_updates=UPDATES, bootstrap_retries=-1, error_callback=_polling_error
            )
            log.info("Telegram: connected as @%s", app.bot.username)
            await asyncio.Event().wait()
        finally:
            self._app = None
            if app.updater is not None and app.updater.running:
                await app.updater.stop()
            if app.running:
                await app.stop()
            await app.shutdown()

    @property
    def bot(self) -> telegram.Bot:
        """The client.

        :raises Later: while there is none.
        """
        if self._app is None:
            raise Later(5)
        bot: telegram.Bot = self._app.bot
        return bot

    def pause(self, chat: Chat) -> float:
        """A group bears about twenty messages and edits a minute."""
        return 1.0 if chat.private else 4.0

    async def show(self, chat: Chat, message: str | None, post: Post, _token: str) -> str:
        """Edits or sends a message."""
        try:
            if message is not None:
                await self.edit(chat, int(message), post)
                return message
            sent = await self.send(chat, post)
        except TelegramError as error:
            told = failure(error, with_picture=post.scene is not None, new=message is None)
            if told is None and message is not None:
                return message
            raise told or error from error
        await self._forget_asides(chat)
        return str(sent.message_id)

    async def remove(self, chat: Chat, message: str) -> None:
        """Deletes a message; takes the buttons away from one that is too old to be deleted."""
        try:
            await self.bot.delete_message(chat.id, int(message))
        except TelegramError:
            try:
                await self.bot.edit_message_reply_markup(chat.id, int(message))
            except TelegramError as error:
                told = failure(error, with_picture=False, new=False)
                if told is not None:
                    raise told from error

    def address(self, chat: Chat, message: str) -> str | None:
        """A link to a message of a supergroup; other chats have none."""
        if not chat.id.startswith("-100"):
            return None
        return "/".join(part for part in ("https://t.me/c", chat.id.removeprefix("-100"), chat.thread, message) if part)

    def invitation(self, code: str) -> str | None:
        """The link that joins."""
        return f"https://t.me/{self._app.bot.username}?start=c_{code}" if self._app else None

    async def send(self, chat: Chat, post: Post, *, reply_to: int | None = None) -> Message:
        """Sends a post as a new message; silently, unless it calls somebody or the chat is theirs alone."""
        text, entities = written(post.text, post.calls)
        where: dict[str, Any] = {
            "chat_id": chat.id,
            "message_thread_id": int(chat.thread) if chat.thread else None,
            "disable_notification": not post.calls and reply_to is None,
            "reply_markup": keyboard(post.rows),
        }
        if reply_to is not None:
            where["reply_parameters"] = ReplyParameters(reply_to, allow_sending_without_reply=True)
        if post.file is not None:
            name, kept = post.file
            return await self.bot.send_document(
                document=io.BytesIO(kept.encode()), filename=name, caption=text, caption_entities=entities, **where
            )
        if post.scene is None:
            return await self.bot.send_message(text=text, entities=entities, link_preview_options=NO_PREVIEW, **where)
        photo = await self._photo(post.scene)
        sent = await self.bot.send_photo(photo=photo, caption=text, caption_entities=entities, **where)
        self._remember(post.scene, sent)
        return sent

    async def edit(self, chat: Chat, message: int, post: Post) -> None:
        """Edits a message: a picture with its caption, or a text."""
        text, entities = written(post.text)
        buttons = keyboard(post.rows)
        if post.scene is None:
            await self.bot.edit_message_text(
                text, chat.id, message, entities=entities, reply_markup=buttons, link_preview_options=NO_PREVIEW
            )
            return
        photo = InputMediaPhoto(await self._photo(post.scene), caption=text, caption_entities=entities)
        edited = await self.bot.edit_message_media(photo, chat.id, message, reply_markup=buttons)
        if isinstance(edited, Message):
            self._remember(post.scene, edited)

    def set_aside(self, chat: Chat, message: int) -> None:
        """Remembers an answer that goes away with the next board."""
        self._asides.setdefault(chat, []).append(message)

    async def replace_leaderboard(self, chat: Chat, message: int) -> None:
        """Keeps one leaderboard in a chat."""
        old, self._leaderboards[chat] = self._leaderboards.get(chat), message
        if old is not None:
            await self.delete(chat, old)

    async def _forget_asides(self, chat: Chat) -> None:
        for message in self._asides.pop(chat, []):
            await self.delete(chat, message)

    async def delete(self, chat: Chat, message: int) -> None:
        """Deletes an answer of ours, if that is still possible."""
        try:
            await self.bot.delete_message(chat.id, message)
        except TelegramError as error:
            log.info("could not remove an answer: %s", error)

    async def _photo(self, scene: Scene) -> bytes | str:
        return self._uploaded.get(scene) or (await self._gallery.picture(scene)).png

    def _remember(self, scene: Scene, message: Message) -> None:
        if message.photo:
            self._uploaded[scene] = message.photo[-1].file_id
            if len(self._uploaded) > PICTURES:
                del self._uploaded[next(iter(self._uploaded))]

    async def _set_menus(self, bot: telegram.Bot) -> None:
        words = words_for("en")
        for scope, names in (
            (telegram.BotCommandScopeAllPrivateChats(), PRIVATE_MENU),
            (telegram.BotCommandScopeAllGroupChats(), GROUP_MENU),
        ):
            commands = [telegram.BotCommand(name, words.text(COMMANDS[name])) for name in names]
            await bot.set_my_commands(commands, scope)


def _polling_error(error: TelegramError) -> None:
    log.warning("Telegram: %s", error)
