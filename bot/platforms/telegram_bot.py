"""Telegram: boards with inline keyboards in groups, forum topics and private chats, by python-telegram-bot.

What comes in is translated in `bot.platforms.telegram_updates`.
"""

import asyncio
import contextlib
import io
import logging
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import telegram
from telegram import (
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
    Update,
)
from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
)
from telegram.request import HTTPXRequest

from bot.desk import Desk
from bot.gallery import Gallery
from bot.platforms.telegram_updates import Updates
from bot.platforms.telegram_writing import CAPTION_LENGTH, NAME, NO_PICTURES, failure, keyboard, written
from bot.ports import Chat, Later, Post, TokenRefused
from bot.words import words_for
from bot.words.commands import COMMANDS
from renderer import Scene

log = logging.getLogger(__name__)

PRIVATE_MENU = (
    "play",
    "games",
    "hand",
    "move",
    "board",
    "table",
    "hint",
    "rules",
    "resign",
    "leaderboard",
    "help",
    "about",
)
GROUP_MENU = ("play", "board", "games", "hand", "move", "table", "resign", "rules", "leaderboard", "help")
UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
PICTURES = 256
"""Uploaded pictures remembered by their id, so that the same board is not sent twice."""
CONNECTIONS = 128
BOARDS = 1024
"""Messages of which is remembered what they say."""
REPLAY_AGAIN = 3600.0
"""Seconds after which a group may see the same match again."""
SILENCE = 300.0
"""Seconds for which the same trouble with polling is not logged again."""


class TelegramBot:
    """The platform, and the application while it is connected."""

    name = NAME
    whispers = False

    def __init__(self, token: str, gallery: Gallery, base: str = "https://api.telegram.org") -> None:
        self._token = token
        self._gallery = gallery
        self._base = base
        self._app: Application[Any, Any, Any, Any, Any, Any] | None = None
        self._asides: dict[Chat, list[int]] = {}
        self._leaderboards: dict[Chat, int] = {}
        self._uploaded: dict[Scene, str] = {}
        self._shown: dict[tuple[str, str], Post] = {}
        self._replayed: dict[tuple[Chat, str], float] = {}
        self.moved: dict[str, str] = {}
        """The new ids of groups that became supergroups: what is pressed under their old messages names the old id."""

    async def run(self, desk: Desk) -> None:
        """Stays connected until cancelled.

        :raises TokenRefused: if there is no point in trying again.
        """
        # Ours, so that they are closed even where the application never got to be initialized.
        refused = asyncio.Event()
        requests = _Requests(refused, CONNECTIONS), _Requests(refused, 1)
        builder = ApplicationBuilder().token(self._token).concurrent_updates(64)
        builder = builder.request(requests[0]).get_updates_request(requests[1])
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
                timeout=10, allowed_updates=UPDATES, bootstrap_retries=-1, error_callback=_Trouble()
            )
            log.info("Telegram: connected as @%s", app.bot.username)
            await refused.wait()
            raise TokenRefused
        finally:
            self._app = None
            if app.updater is not None and app.updater.running:
                with contextlib.suppress(InvalidToken):
                    await app.updater.stop()
            if app.running:
                await app.stop()
            await app.shutdown()
            for request in requests:
                await request.shutdown()

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
                self._remember_shown(chat, message, post)
                await self.edit(chat, int(message), post)
                return message
            sent = await self.send(chat, post)
        except TelegramError as error:
            told = failure(error, chat, with_picture=post.scene is not None, new=message is None)
            if told is None and message is not None:
                return message
            raise told or error from error
        self._remember_shown(chat, str(sent.message_id), post)
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
                told = failure(error, chat, with_picture=False, new=False)
                if told is not None:
                    raise told from error

    def address(self, chat: Chat, message: str) -> str | None:
        """A link to a message of a supergroup; other chats have none."""
        if not chat.id.startswith("-100"):
            return None
        return "/".join(part for part in ("https://t.me/c", chat.id.removeprefix("-100"), chat.thread, message) if part)

    def invitation(self, code: str) -> str | None:
        """The link that joins."""
        return self.door(f"c_{code}")

    def door(self, word: str) -> str | None:
        """The link that opens the private chat; whoever presses Start there says the word."""
        return f"https://t.me/{self._app.bot.username}?start={word}" if self._app else None

    def share(self, code: str) -> str | None:
        """Lets them choose a chat to pass the link on to."""
        link = self.invitation(code)
        return f"https://t.me/share/url?url={quote(link, safe='')}" if link else None

    async def send(self, chat: Chat, post: Post, *, reply_to: int | None = None) -> Message:
        """Sends a post as a new message; silently, unless it calls somebody."""
        is_caption = post.scene or post.film or post.file
        text, entities = written(post.text, post.calls, *((CAPTION_LENGTH,) if is_caption else ()))
        where: dict[str, Any] = {
            "chat_id": chat.id,
            "message_thread_id": int(chat.thread) if chat.thread else None,
            "disable_notification": not post.calls,
            "reply_markup": keyboard(post.rows),
        }
        if reply_to is not None:
            where["reply_parameters"] = ReplyParameters(reply_to, allow_sending_without_reply=True)
        if post.file is not None:
            name, kept = post.file
            return await self.bot.send_document(
                document=io.BytesIO(kept.encode()), filename=name, caption=text, caption_entities=entities, **where
            )
        if post.film:
            gif = io.BytesIO(await self._gallery.film(post.film))
            return await self.bot.send_animation(
                animation=gif, filename="replay.gif", caption=text, caption_entities=entities, **where
            )
        if post.scene is None:
            return await self.bot.send_message(text=text, entities=entities, link_preview_options=NO_PREVIEW, **where)
        photo = await self._photo(post.scene)
        sent = await self.bot.send_photo(photo=photo, caption=text, caption_entities=entities, **where)
        self._remember(post.scene, sent)
        return sent

    async def tell(self, chat: Chat, post: Post, *, reply_to: int | None = None) -> Message:
        """Sends an answer; without its picture where pictures are not allowed."""
        try:
            return await self.send(chat, post, reply_to=reply_to)
        except BadRequest as error:
            if not (post.scene or post.film) or not any(known in str(error).lower() for known in NO_PICTURES):
                raise
            return await self.send(chat, replace(post, scene=None, film=()), reply_to=reply_to)

    def shown_in(self, chat: Chat, message: int) -> Post | None:
        """What a board says by now, where we remember it."""
        return self._shown.get((chat.id, str(message)))

    def buttons_of(self, chat: Chat, message: int, seen: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
        """The buttons that a board has by now, where we remember them; else those that were seen with it."""
        shown = self.shown_in(chat, message)
        return keyboard(shown.rows) if shown is not None else seen

    async def edit(self, chat: Chat, message: int, post: Post) -> None:
        """Edits a message: a picture with its caption, or a text."""
        text, entities = written(post.text, (), *((CAPTION_LENGTH,) if post.scene else ()))
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

    def may_replay(self, chat: Chat, match: str) -> bool:
        """Whether a chat has not seen a match again within the last hour; notes that it does now."""
        now = asyncio.get_running_loop().time()
        self._replayed = {seen: at for seen, at in self._replayed.items() if now - at < REPLAY_AGAIN}
        if (chat, match) in self._replayed:
            return False
        self._replayed[chat, match] = now
        return True

    def forget_replay(self, chat: Chat, match: str) -> None:
        """Notes that a chat has not seen a match again after all."""
        self._replayed.pop((chat, match), None)

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

    def _remember_shown(self, chat: Chat, message: str, post: Post) -> None:
        self._shown.pop((chat.id, message), None)
        self._shown[chat.id, message] = post
        if len(self._shown) > BOARDS:
            del self._shown[next(iter(self._shown))]

    async def _set_menus(self, bot: telegram.Bot) -> None:
        words = words_for("en")
        for scope, names in (
            (telegram.BotCommandScopeAllPrivateChats(), PRIVATE_MENU),
            (telegram.BotCommandScopeAllGroupChats(), GROUP_MENU),
        ):
            commands = [telegram.BotCommand(name, words.text(COMMANDS[name])) for name in names]
            try:
                await bot.set_my_commands(commands, scope)
            except TelegramError as error:
                log.warning("Telegram: the menu of commands could not be set: %s", error)


class _Requests(HTTPXRequest):
    """The connections; says when Telegram refuses the token, which may be taken back at any time."""

    def __init__(self, refused: asyncio.Event, connections: int) -> None:
        super().__init__(connection_pool_size=connections)
        self._refused = refused

    async def do_request(self, *args: Any, **options: Any) -> tuple[int, bytes]:
        """Sends one request."""
        code, answer = await super().do_request(*args, **options)
        if code == HTTPStatus.UNAUTHORIZED:
            self._refused.set()
        return code, answer


class _Trouble:
    """Logs what goes wrong with polling: once, however often it is tried again."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}

    def __call__(self, error: TelegramError) -> None:
        now, text = asyncio.get_running_loop().time(), str(error)
        if text not in self._said or now - self._said[text] > SILENCE:
            self._said = {text: now}
            log.warning("Telegram: %s", error)
