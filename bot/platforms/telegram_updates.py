"""What comes from Telegram, and how it is answered: commands, presses and typed moves, with privacy mode on.

What only one person should read is a toast where it is short, else a message in their private chat; the menu of a board
unfolds below it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

import telegram
from telegram import Message, Update
from telegram.error import TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.desk import Desk
from bot.lobby import Wish, usual_level
from bot.mishaps import guarded
from bot.platforms.telegram_presses import Press
from bot.platforms.telegram_writing import NAME
from bot.ports import Answer, Button, Chat, Post, User
from bot.words import words_for
from games import GAMES

if TYPE_CHECKING:
    from bot.platforms.telegram_bot import TelegramBot

log = logging.getLogger(__name__)

Context = ContextTypes.DEFAULT_TYPE
ONLY_GAME = next(iter(GAMES))
PATIENCE = 0.3
"""Seconds that a press may take before it is acknowledged without words."""


class Updates:
    """What comes from Telegram, translated for the desk, and the desk's answers on their way back."""

    def __init__(self, platform: "TelegramBot", desk: Desk) -> None:
        self._platform = platform
        self._desk = desk

    def add_to(self, app: Application[Any, Any, Any, Any, Any, Any]) -> None:
        """Adds the handlers."""
        commands: dict[tuple[str, ...], Callable[[Update, Context], Coroutine[Any, Any, None]]] = {
            ("start",): self._start,
            ("play", "challenge", "new"): self._play,
            ("move",): self._move,
            ("board",): self._board,
            ("games", "mygames"): self._games,
            ("hint",): self._hint,
            ("draw", "offer"): self._draw,
            ("takeback",): self._take_back,
            ("hand", "cards"): self._hand,
            ("table",): self._table,
            ("resign",): self._resign,
            ("leaderboard",): self._leaderboard,
            ("rules",): self._rules,
            ("help",): self._help,
            ("about",): self._about,
        }
        for names, handler in commands.items():
            app.add_handler(CommandHandler(names, handler))
        app.add_handler(CallbackQueryHandler(self._press))
        app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, self._migrated))
        app.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND, self._line))
        app.add_handler(ChatMemberHandler(self._member, ChatMemberHandler.MY_CHAT_MEMBER))
        app.add_error_handler(_handler_error)

    async def _start(self, update: Update, context: Context) -> None:
        kind, _, rest = (context.args[0] if context.args else "").partition("_")
        user, chat = _who(update), self._where(update)
        if kind == "c" and rest:
            await self._say(update, self._desk.play(user, chat, code=rest))
        elif kind == "h" and rest:
            await self._say(update, self._desk.hand(user, chat, rest))
        elif kind == "t" and rest:
            await self._say(update, self._desk.board(user, chat, rest))
        elif chat.private or not context.args:
            # A link that adds us to a group sends a command of its own there; we have said hello already.
            await self._say(update, self._desk.start(user, chat))

    async def _play(self, update: Update, context: Context) -> None:
        wish, code = _wish(update, context.args or [])
        await self._say(update, self._desk.play(_who(update), self._where(update), wish, code=code))

    async def _move(self, update: Update, context: Context) -> None:
        args = context.args or []
        board = _board_replied_to(update)
        if board is not None:
            typed = self._desk.reply(_who(update), self._where(update), board, " ".join(args), surely=True)
            await self._say(update, typed)
            return
        named = args.pop(0).removeprefix("#") if len(args) > 1 and args[0].startswith("#") else None
        await self._say(update, self._desk.move(_who(update), self._where(update), " ".join(args), named))

    async def _board(self, update: Update, context: Context) -> None:
        args = [word.lower() for word in context.args or []]
        look = next((word for word in args if word in ("text", "picture")), None)
        named = next((word.removeprefix("#") for word in args if word != look), None)
        as_text = None if look is None else look == "text"
        await self._say(update, self._desk.board(_who(update), self._where(update), named, as_text=as_text))

    async def _games(self, update: Update, _context: Context) -> None:
        chat = self._where(update)
        await self._say(update, self._desk.games(_who(update)) if chat.private else self._desk.games_here(chat))

    async def _draw(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.draw(_who(update), self._where(update), named))

    async def _hand(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.hand(_who(update), self._where(update), named))

    async def _table(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.table(_who(update), self._where(update), named))

    async def _take_back(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.take_back(_who(update), self._where(update), named))

    async def _hint(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.hint(_who(update), self._where(update), named))

    async def _resign(self, update: Update, context: Context) -> None:
        named = context.args[0].removeprefix("#") if context.args else None
        await self._say(update, self._desk.resign(_who(update), self._where(update), named))

    async def _leaderboard(self, update: Update, context: Context) -> None:
        args = [word.lower() for word in context.args or []]
        game = next((word for word in args if word in GAMES), ONLY_GAME)
        chat = self._where(update)
        answer = self._desk.leaderboard(_who(update), chat, game, "everywhere" in args, shared=not chat.private)
        sent = await self._say(update, answer)
        if sent is not None:
            await self._platform.replace_leaderboard(chat, sent.message_id)

    async def _rules(self, update: Update, context: Context) -> None:
        args = context.args or []
        game = args[0].lower() if args and args[0].lower() in GAMES else None
        topic = " ".join(args[1:] if game else args) or None
        await self._say(update, _said(self._desk.rules(_who(update), game or ONLY_GAME, topic)))

    async def _help(self, update: Update, _context: Context) -> None:
        await self._say(update, _said(self._desk.help(_who(update))))

    async def _about(self, update: Update, _context: Context) -> None:
        await self._say(update, _said(self._desk.about(_who(update))))

    async def _line(self, update: Update, _context: Context) -> None:
        """A reply to a board, or a line in the private chat."""
        message, chat = update.effective_message, self._where(update)
        assert message is not None, "the filter lets only messages through"
        board = _board_replied_to(update)
        if board is not None:
            await self._say(update, self._desk.reply(_who(update), chat, board, message.text or ""))
        elif chat.private:
            await self._say(update, self._desk.move(_who(update), chat, message.text or ""))

    async def _member(self, update: Update, _context: Context) -> None:
        """Says hello when the bot is added to a group."""
        change = update.my_chat_member
        if change is None or change.chat.type == "private":
            return
        absent = ("left", "kicked")
        if change.old_chat_member.status in absent and change.new_chat_member.status not in absent:
            chat = Chat(NAME, str(change.chat.id))
            try:
                await self._platform.send(chat, self._desk.hello(chat.locale).post)
            except TelegramError as error:
                log.info("could not say hello: %s", error)

    async def _migrated(self, update: Update, _context: Context) -> None:
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id is not None:
            self._platform.moved[str(message.chat_id)] = str(message.migrate_to_chat_id)
            await self._desk.moved(Chat(NAME, str(message.chat_id)), str(message.migrate_to_chat_id))

    async def _say(self, update: Update, answer: Awaitable[Answer | None]) -> Message | None:
        """Answers what was typed, where it was typed."""
        chat, message = self._where(update), update.effective_message
        said = await guarded(_who(update), answer)
        if said is None or message is None:
            return None
        try:
            if said.accepted is not None and not message.text_html.startswith("/"):
                await message.set_reaction("👍")
            if not (said.post.text or said.post.file):
                return None
            post = said.post
            if said.secret and not chat.private:
                post = await self._aside(_who(update), post)
            sent = await self._platform.tell(chat, post, reply_to=None if chat.private else message.message_id)
        except TelegramError as error:
            log.info("an answer could not be delivered: %s", error)
            return None
        if not said.public and said.becomes is None and not chat.private:
            self._platform.set_aside(chat, sent.message_id)
        return sent

    async def _aside(self, user: User, post: Post) -> Post:
        """Writes to somebody's own chat with the bot, and returns what is said in the group instead."""
        words = words_for(user.locale)
        try:
            await self._platform.tell(Chat(NAME, user.id, private=True), post)
        except TelegramError:
            door = Button(words.text("Open our chat"), url=self._platform.door("hi") or "")
            return Post(words.say("Open our private chat once, then I can show you more there."), rows=((door,),))
        return Post(words.say("I have answered in our private chat."))

    async def _press(self, update: Update, _context: Context) -> None:
        """Answers a press: works first, for a refusal comes as its toast; but never lets the button spin for long."""
        query = update.callback_query
        if query is None or query.data is None or query.message is None:
            return
        user, chat = _who(update), self._where(update)
        pressed = Press(self._platform, query, chat, user)
        answer = self._desk.press(user, chat, pressed.payload, message=pressed.public)
        work = asyncio.ensure_future(guarded(user, answer))
        await asyncio.wait([work], timeout=PATIENCE)
        try:
            if not work.done():
                await pressed.acknowledge()
            await pressed.deliver(await work)
        except TelegramError as error:
            log.info("an answer could not be delivered: %s", error)

    def _where(self, update: Update) -> Chat:
        """Translates a place. A thread is named only in forums: elsewhere Telegram takes chains of replies for one."""
        chat, query = update.effective_chat, update.callback_query
        assert chat is not None, "all updates that are asked for come from a chat"
        message = query.message if query is not None else update.effective_message
        is_topic = isinstance(message, Message) and message.is_topic_message
        topic = message.message_thread_id if is_topic and isinstance(message, Message) else None
        private = chat.type == "private"
        locale = _who(update).locale if private else "en"
        number = self._platform.moved.get(str(chat.id), str(chat.id))
        return Chat(NAME, number, str(topic) if topic else "", private, locale)


async def _said(answer: Answer) -> Answer:
    return answer


def _who(update: Update) -> User:
    return user_of(update.effective_user)


def user_of(who: telegram.User | None) -> User:
    """Translates a person; a channel's post comes from nobody."""
    if who is None:
        return User(NAME, "0", "…", is_bot=True)
    return User(NAME, str(who.id), who.full_name, who.username, who.language_code or "en", who.is_bot)


def _wish(update: Update, args: list[str]) -> tuple[Wish | None, str | None]:
    """Reads `/play collapsi quick @ann`, in any order, or a code; a reply names its person."""
    game, preset, name, computer = None, None, None, False
    for word in (arg.lower() for arg in args):
        if word in GAMES:
            game = word
        elif word == "computer":
            computer = True
        elif word.startswith("@"):
            name = word.removeprefix("@")
        elif any(word in known.presets for known in GAMES.values()):
            preset = word
        elif len(args) == 1 and len(word) == 8 and word.isalnum():
            return None, word
    # A preset without its game is that of the first game that has it.
    game = game or next((slug for slug, known in GAMES.items() if preset in known.presets), None)
    if computer or (name and name == (update.get_bot().username or "").lower()):
        slug = game or ONLY_GAME
        return Wish(slug, preset, level=usual_level(slug)), None
    opponent = _named_opponent(update, name)
    if not (game or preset or name or opponent):
        return None, None
    return Wish(game or ONLY_GAME, preset, opponent, None if opponent else name), None


def _named_opponent(update: Update, name: str | None) -> User | None:
    """Somebody who is no mere name: the author of the message replied to, a person in the text, or a bot."""
    message = update.effective_message
    replied = message.reply_to_message if message is not None else None
    author = replied.from_user if replied is not None and replied.forum_topic_created is None else None
    if author is not None and author.id != update.get_bot().id:
        return user_of(author)
    for entity in message.entities if message is not None else ():
        if entity.user is not None:
            return user_of(entity.user)
    # Telegram gives names that end so to bots, and to nobody else.
    return User(NAME, "0", f"@{name}", name, is_bot=True) if name is not None and name.endswith("bot") else None


def _board_replied_to(update: Update) -> str | None:
    """A payload of the board that a message replies to."""
    message = update.effective_message
    replied = message.reply_to_message if message is not None else None
    if replied is None or replied.from_user is None or replied.from_user.id != update.get_bot().id:
        return None
    for row in replied.reply_markup.inline_keyboard if replied.reply_markup else ():
        for button in row:
            if isinstance(button.callback_data, str) and button.callback_data[:2] in ("m:", "x:", "c:"):
                return button.callback_data
    return None


async def _handler_error(_update: object, context: Context) -> None:
    log.error("an update could not be handled", exc_info=context.error)
