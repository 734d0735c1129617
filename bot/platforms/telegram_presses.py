"""A press on a button in Telegram, and how its answer reaches the one who pressed: a toast, a message, the board."""

import logging
from typing import TYPE_CHECKING

import telegram
from telegram import CallbackQuery, InlineKeyboardMarkup, Message
from telegram.error import TelegramError

from bot.platforms.telegram_writing import NAME, keyboard, units, written
from bot.ports import Answer, Chat, Post, User
from bot.words import words_for

if TYPE_CHECKING:
    from bot.platforms.telegram_bot import TelegramBot

log = logging.getLogger(__name__)

TOAST, ALERT = 60, 190


class Press:
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


def _is_of_board(payload: object) -> bool:
    """Whether a payload stands on boards only: the menu, or on a board on which a move was begun, the way back."""
    return _is_menu(payload) or (isinstance(payload, str) and payload.startswith("x:") and payload.endswith(":cancel"))


def _is_menu(payload: object) -> bool:
    return isinstance(payload, str) and payload.startswith("x:") and payload.endswith(":menu")
