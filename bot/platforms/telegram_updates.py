"""What comes from Telegram, and how it is answered: commands, presses and typed moves, with privacy mode on.

What only one person should read is a toast where it is short, else a message in their private chat; the menu of a board
unfolds below it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

import telegram
from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update
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
from bot.platforms.telegram_writing import NAME, keyboard, units, written
from bot.ports import Answer, Button, Chat, Post, User
from bot.words import words_for
from games import GAMES

if TYPE_CHECKING:
    from bot.platforms.telegram_bot import TelegramBot

log = logging.getLogger(__name__)

Context = ContextTypes.DEFAULT_TYPE
ONLY_GAME = next(iter(GAMES))
TOAST, ALERT = 60, 190
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
        pressed = _Press(self._platform, query, chat, user)
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


class _Press:
    """One press on its way to an answer."""

    def __init__(self, platform: "TelegramBot", query: CallbackQuery, chat: Chat, user: User) -> None:
        self._platform = platform
        self._query = query
        self._chat = chat
        self._user = user
        self._acknowledged = False
        message = query.message
        self._before = platform.shown_in(chat, message.message_id) if message is not None else None
        """What the board said when it was pressed, where we remember that."""
        markup = message.reply_markup if isinstance(message, Message) else None
        payloads = [button.callback_data for row in markup.inline_keyboard for button in row] if markup else []
        self._stands = query.data in payloads
        """Whether the payload stands on the message. Forged ones change no message."""
        self._board = self._stands and any(_is_of_board(payload) for payload in payloads)
        self._aloud = self._stands and not chat.private and (query.data or "").startswith("l:")

    @property
    def payload(self) -> str:
        """What was pressed. A leaderboard that everybody sees stays one."""
        data = self._query.data or ""
        return data.removesuffix("all") + "all" if self._aloud else data

    @property
    def public(self) -> str | None:
        """The id of the public message that was pressed."""
        message = self._query.message
        is_public = self._board or (self._stands and self.payload[:2] in ("c:", "n:"))
        return str(message.message_id) if is_public and message is not None else None

    async def acknowledge(self, text: str = "") -> None:
        """Stops the button's spinning, with a toast or, where it must be read, an alert."""
        if self._acknowledged:
            return
        self._acknowledged = True
        try:
            await self._query.answer(text or None, show_alert=len(text) > TOAST)
        except TelegramError as error:
            log.info("too late to acknowledge: %s", error)

    async def deliver(self, said: Answer | None) -> None:
        """Brings the answer to the one who pressed."""
        post = said.post if said is not None else None
        text, _ = written(post.text) if post is not None else ("", [])
        if said is None or post is None:
            await self.acknowledge()
            if self.payload[:2] in ("m:", "p:") and self._may_go():
                # The answer to a typed move, which is played now.
                await self._platform.delete(self._chat, self._message_id)
        elif said.opens is not None and not self._acknowledged:
            self._acknowledged = True
            await self._query.answer(url=said.opens)
        elif said.secret and not self._chat.private:
            await self._privately(said)
        elif said.on_board is not None and self._board:
            await self._try(said.on_board)
        elif self._board and not self._chat.private and (said.unfolds or said.closes):
            await self._fold(said, text)
        elif said.once is not None and self._stands and not self._chat.private:
            await self._once(said.once)
        elif said.closes:
            await self.acknowledge(text)
            if self._may_go():
                await self._platform.delete(self._chat, self._message_id)
        elif not (text or post.file):
            await self.acknowledge()
        elif (said.replaces or self._aloud) and self._stands and not self._board:
            await self.acknowledge()
            await self._platform.edit(self._chat, self._message_id, post)
        elif said.public or said.becomes is not None:
            await self.acknowledge()
            await self._platform.tell(self._chat, post)
        elif post.scene is not None and not said.replaces:
            # How it stands, the board in this chat shows better than a copy of it.
            await self.acknowledge(text.partition("\n")[0])
        elif self._is_toast(said, text):
            await self.acknowledge(text)
        elif self._chat.private:
            await self.acknowledge()
            await self._platform.tell(self._chat, post)
        else:
            await self._privately(said)

    @property
    def _message_id(self) -> int:
        assert self._query.message is not None, "only presses on messages come here"
        return self._query.message.message_id

    def _is_toast(self, said: Answer, text: str) -> bool:
        """Whether a toast can say it all; in the private chat, buttons can be shown instead."""
        post = said.post
        plain = not (post.file or post.scene or post.film or (self._chat.private and post.rows))
        return plain and units(text) <= ALERT and not self._acknowledged

    def _may_go(self) -> bool:
        """Whether the pressed message goes away when it is done with: it is no board, and theirs."""
        message = self._query.message
        asked = message.reply_to_message if isinstance(message, Message) else None
        theirs = asked is not None and asked.from_user is not None and str(asked.from_user.id) == self._user.id
        return self._stands and not self._board and (self._chat.private or theirs or self.payload.startswith("n:"))

    async def _once(self, post: Post) -> None:
        """Shows a match again to everybody, as an answer to its board, unless they have just seen it."""
        match = self.payload.split(":")[1]
        if not self._platform.may_replay(self._chat, match):
            words = words_for(self._user.locale)
            await self.acknowledge(words.text("The replay was shown here a moment ago."))
            return
        await self.acknowledge()
        try:
            await self._platform.tell(self._chat, post, reply_to=self._message_id)
        except TelegramError:
            self._platform.forget_replay(self._chat, match)
            raise

    async def _privately(self, said: Answer) -> None:
        """Writes to the person's own chat with the bot; says so if there is none."""
        try:
            await self._platform.tell(Chat(NAME, self._user.id, private=True), said.post)
        except TelegramError:
            first, _, _ = written(said.post.text)[0].partition("\n")
            words = words_for(self._user.locale)
            more = words.text("Open our private chat once, then I can show you more there.")
            await self.acknowledge(f"{first}\n{more}" if units(first + more) < ALERT else more)
        else:
            await self.acknowledge()

    async def _try(self, post: Post) -> None:
        """Lets the board say something else for a while. If a newer board has come meanwhile, that one wins."""
        await self.acknowledge()
        await self._platform.edit(self._chat, self._message_id, post)
        now = self._platform.shown_in(self._chat, self._message_id)
        if now is not None and now is not self._before:
            await self._platform.edit(self._chat, self._message_id, now)

    async def _fold(self, said: Answer, text: str) -> None:
        """Unfolds buttons below those of the board, or folds them in.

        The board may have got other buttons since it was pressed, and may get them while we write: they win.
        """
        message = self._query.message
        assert isinstance(message, Message), "only what is there has buttons"
        now = self._platform.buttons_of(self._chat, message.message_id, message.reply_markup)
        if now is None or message.reply_markup is None:
            await self.acknowledge(text)
            return
        rows, unfolded = (
            _above_menu(now),
            len(_above_menu(message.reply_markup)) < len(message.reply_markup.inline_keyboard),
        )
        pressed_menu = _is_menu(self._query.data)
        if pressed_menu and self._query.data not in [button.callback_data for button in rows[-1]]:
            await self.acknowledge(words_for(self._user.locale).text("The table has moved on."))
            return
        await self.acknowledge("" if pressed_menu else text)
        more = keyboard(said.post.rows)
        folds = said.closes or more is None or (unfolded and pressed_menu)
        extra = [] if folds or more is None else list(more.inline_keyboard)
        await self._query.edit_message_reply_markup(InlineKeyboardMarkup([*rows, *extra]))
        later = self._platform.buttons_of(self._chat, message.message_id, message.reply_markup)
        if later not in (now, message.reply_markup):
            await self._query.edit_message_reply_markup(later)


def _above_menu(markup: InlineKeyboardMarkup) -> list[tuple[telegram.InlineKeyboardButton, ...]]:
    """The rows of a board down to its menu; what is unfolded stands below."""
    rows = list(markup.inline_keyboard)
    end = next(
        (at for at, row in enumerate(rows, 1) if any(_is_menu(button.callback_data) for button in row)), len(rows)
    )
    return rows[:end]


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


def _is_of_board(payload: object) -> bool:
    """Whether a payload stands on boards only: the menu, or on a board on which a move was begun, the way back."""
    return _is_menu(payload) or (isinstance(payload, str) and payload.startswith("x:") and payload.endswith(":cancel"))


def _is_menu(payload: object) -> bool:
    return isinstance(payload, str) and payload.startswith("x:") and payload.endswith(":menu")


async def _handler_error(_update: object, context: Context) -> None:
    log.error("an update could not be handled", exc_info=context.error)
