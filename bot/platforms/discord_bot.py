"""Discord: slash commands, buttons and replies to boards, by discord.py.

Boards are ordinary messages of the bot. Presses are acknowledged first and worked on afterwards; what only one person
should read is an ephemeral message. No privileged intent is used: a reply to a board reaches the bot with its text.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable
from hashlib import blake2b
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.autocomplete import Autocomplete
from bot.desk import Desk
from bot.gallery import Gallery
from bot.mishaps import guarded
from bot.platforms import discord_commands
from bot.platforms.discord_writing import NAME, NOBODY, content, failure, files, view
from bot.ports import Answer, Chat, Later, Post, TokenRefused, User
from bot.words import words_for

log = logging.getLogger(__name__)

ERRORS = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
IN_TIME = 3.0
"""Seconds after which Discord takes no acknowledgement any more."""
PATIENCE = 30.0
"""Seconds that discord.py waits out a rate limit by itself; a longer wait is ours, so that what comes then is new."""
POSTS = re.compile(r"g:play|n:\w+:post:|x:\w+:\d+:(?:here|rematch)|c:\w+:(?:else|again)")
"""Presses that come to nothing where the bot may not write."""
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class DiscordBot:
    """The platform, and the client while it is connected."""

    name = NAME
    whispers = True

    def __init__(self, token: str, gallery: Gallery, **client_options: Any) -> None:
        self._token = token
        self._gallery = gallery
        self._options = client_options
        self._client: Client | None = None
        self._asides: dict[str, list[discord.Message]] = {}

    async def run(self, desk: Desk, autocomplete: Autocomplete) -> None:
        """Stays connected until cancelled.

        :raises TokenRefused: if there is no point in trying again.
        """
        self._client = Client(self, desk, autocomplete, self._options)
        try:
            async with self._client:
                await self._client.start(self._token)
        except discord.LoginFailure:
            raise TokenRefused from None
        finally:
            self._client = None

    @property
    def client(self) -> "Client":
        """The client.

        :raises Later: while there is none.
        """
        if self._client is None or self._client.is_closed():
            raise Later(5)
        return self._client

    def pause(self, _chat: Chat) -> float:
        """Discord lets a channel's messages be edited about five times in five seconds."""
        return 2.0

    async def show(self, chat: Chat, message: str | None, post: Post, token: str) -> str:
        """Edits or sends a message; ``token`` becomes its nonce, so that it is made once."""
        target = self.client.get_partial_messageable(int(chat.thread or chat.id))
        text = content(post.text, post.calls)
        attached = await files(post, self._gallery, f"board-{token}")
        buttons = view(post.rows)
        try:
            if message is not None:
                known = target.get_partial_message(int(message))
                await known.edit(content=text, attachments=attached, view=buttons, allowed_mentions=NOBODY)
                await self._forget_asides(chat)
                return message
            called = [discord.Object(int(person.id)) for person in post.calls if person.platform == NAME]
            mentions = discord.AllowedMentions(everyone=False, roles=False, users=called, replied_user=False)
            sent = await target.send(
                text,
                files=attached,
                view=buttons or discord.utils.MISSING,
                nonce=blake2b(token.encode(), digest_size=12).hexdigest(),
                allowed_mentions=mentions,
                silent=not called,
            )
        except ERRORS as error:
            raise failure(error, with_picture=bool(attached)) from error
        await self._forget_asides(chat)
        return str(sent.id)

    async def remove(self, chat: Chat, message: str) -> None:
        """Deletes a message."""
        target = self.client.get_partial_messageable(int(chat.thread or chat.id))
        try:
            await target.get_partial_message(int(message)).delete()
        except ERRORS as error:
            raise failure(error, with_picture=False) from error

    def address(self, chat: Chat, message: str) -> str | None:
        """A link to a message."""
        where = self._client.get_channel(int(chat.thread or chat.id)) if self._client else None
        guild = getattr(getattr(where, "guild", None), "id", "@me")
        return f"https://discord.com/channels/{guild}/{chat.thread or chat.id}/{message}"

    def invitation(self, code: str) -> str | None:
        """How a code is used on Discord."""
        return f"/play code:{code}"

    def door(self, _word: str) -> str | None:
        """What only one person should read stands in the channel: nobody has to open a chat."""
        return None

    def share(self, _code: str) -> str | None:
        """Discord has no such address."""
        return None

    def set_aside(self, chat: Chat, message: discord.Message) -> None:
        """Remembers an answer that goes away with the next board."""
        self._asides.setdefault(chat.thread or chat.id, []).append(message)

    async def _forget_asides(self, chat: Chat) -> None:
        for message in self._asides.pop(chat.thread or chat.id, []):
            try:
                await message.delete()
            except ERRORS as error:
                log.info("could not remove an answer: %s", error)


class Client(discord.AutoShardedClient):
    """The connection: hands what comes to the desk, and what the desk says back."""

    def __init__(self, platform: DiscordBot, desk: Desk, autocomplete: Autocomplete, options: dict[str, Any]) -> None:
        limits: dict[str, Any] = {"max_messages": None, "max_ratelimit_timeout": PATIENCE}
        super().__init__(intents=INTENTS, allowed_mentions=NOBODY, **limits, **options)
        self.platform = platform
        self.desk = desk
        self.autocomplete = autocomplete
        self.tree = app_commands.CommandTree(self)
        discord_commands.add(self, self.tree)

    async def setup_hook(self) -> None:
        """Tells Discord the commands."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Says so in the log."""
        log.info("Discord: connected as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answers a press. Commands come through the tree."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        pressed = interaction.message
        private = pressed is not None and pressed.flags.ephemeral
        asked = pressed.reference.resolved if pressed is not None and pressed.reference else None
        # The answer to something typed stands where all can see it, but is there for one person.
        own = private or (isinstance(asked, discord.Message) and asked.author.id == interaction.user.id)
        await self._acknowledge(interaction.response.defer())
        chosen = None
        if data.get("values"):
            given = data.get("resolved", {}).get("users", {}).get(data["values"][0])
            chosen = user_of(discord.User(state=self._connection, data=given), interaction) if given else None
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        message = str(pressed.id) if pressed is not None and not private else None
        payload = data["custom_id"]
        answer = discord_commands.allowed(interaction) if POSTS.fullmatch(payload) else None
        answer = answer or self.desk.press(user, chat, payload, message=message, chosen=chosen)
        await self.deliver(interaction, await guarded(user, answer), pressed_own=own, private=private)

    async def command(self, interaction: discord.Interaction, answer: Awaitable[Answer | None]) -> None:
        """Answers a command privately, or takes the acknowledgement away when there is nothing to say."""
        await self._acknowledge(interaction.response.defer(ephemeral=True, thinking=True))
        said = await guarded(user_of(interaction.user, interaction), answer)
        try:
            if said is None or not (said.post.text or said.post.file):
                await interaction.delete_original_response()
                return
            await interaction.edit_original_response(
                content=content(said.post.text),
                attachments=await files(said.post, self.platform._gallery, "picture"),
                view=view(said.post.rows),
            )
        except ERRORS as error:
            log.info("an answer could not be delivered: %s", error)

    async def deliver(
        self, interaction: discord.Interaction, said: Answer | None, *, pressed_own: bool, private: bool
    ) -> None:
        """Answers a press that was acknowledged; what was pressed may be the presser's own, or even ``private``."""
        try:
            if pressed_own and (said is None or said.closes):
                # Nothing to add: the message has done its work.
                await interaction.delete_original_response()
            if said is None or not (said.post.text or said.post.file):
                return
            text, buttons = content(said.post.text), view(said.post.rows)
            attached = await files(said.post, self.platform._gallery, "picture")
            if pressed_own and said.replaces and (private or not said.secret):
                await interaction.edit_original_response(content=text, attachments=attached, view=buttons)
            else:
                await interaction.followup.send(
                    text,
                    files=attached,
                    view=buttons or discord.utils.MISSING,
                    ephemeral=not said.public,
                    suppress_embeds=True,
                )
        except ERRORS as error:
            log.info("an answer could not be delivered: %s", error)

    async def on_message(self, message: discord.Message) -> None:
        """Reads replies to boards, and lines in the private chat."""
        if message.author.bot or not message.content:
            return
        chat = Chat(
            NAME,
            *_place(message.channel),
            private=message.guild is None,
            locale=message.guild.preferred_locale.value if message.guild else "en",
        )
        user = user_of(message.author, None)
        board = message.reference.resolved if message.reference else None
        is_ours = isinstance(board, discord.Message) and self.user is not None and board.author.id == self.user.id
        payload = _payload(board) if isinstance(board, discord.Message) and is_ours else None
        if payload is not None:
            said = await guarded(user, self.desk.reply(user, chat, payload, message.content))
        elif message.guild is None:
            said = await guarded(user, self.desk.move(user, chat, message.content))
        else:
            return
        try:
            if said is not None and said.accepted is not None:
                await message.add_reaction("👍")
            if said is not None and said.post.text:
                post = said.post
                if said.secret and not chat.private:
                    post = Post(words_for(chat.locale).say("Write that with /move: there only you read my answer."))
                sent = await message.reply(
                    content(post.text),
                    files=await files(post, self.platform._gallery, "picture"),
                    view=view(post.rows) or discord.utils.MISSING,
                    mention_author=False,
                )
                self.platform.set_aside(chat, sent)
        except ERRORS as error:
            log.info("a reply could not be answered: %s", error)

    async def _acknowledge(self, deferred: Awaitable[Any]) -> None:
        try:
            async with asyncio.timeout(IN_TIME):
                await deferred
        except ERRORS as error:
            # Too late, or Discord stumbled: what was asked for is done all the same, and the board shows it.
            log.info("could not acknowledge: %s", error)


def user_of(who: discord.User | discord.Member, interaction: discord.Interaction | None) -> User:
    """Translates a person; the language is known only of those who act."""
    acts = interaction is not None and interaction.user.id == who.id
    locale = interaction.locale.value if interaction is not None and acts else ""
    return User(NAME, str(who.id), who.display_name, who.name, locale, who.bot)


def chat_of(interaction: discord.Interaction) -> Chat:
    """Translates a place."""
    locale = interaction.guild_locale.value if interaction.guild_locale else interaction.locale.value
    return Chat(NAME, *_place(interaction.channel), private=interaction.guild_id is None, locale=locale)


def _place(channel: Any) -> tuple[str, str]:
    """A channel's id and, for a thread, its parent's with its own."""
    if isinstance(channel, discord.Thread):
        return str(channel.parent_id), str(channel.id)
    return str(channel.id), ""


def _payload(board: discord.Message) -> str | None:
    """The first payload of a message that names a match."""
    for row in board.components:
        for item in getattr(row, "children", ()):
            payload: str | None = getattr(item, "custom_id", None)
            if payload and payload[:2] in ("m:", "x:", "c:"):
                return payload
    return None
