"""Interactions: what a user did, what the bot answered, and for how long its token is good.

1. The bot acknowledges an interaction once, within three seconds; its token then lives for fifteen minutes.
2. A private answer belongs to the interaction through which the user got it, and can be changed only by its token.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from tests.fakes.discord import rules
from tests.fakes.discord.commands import check_choice_list
from tests.fakes.discord.messages import Messages
from tests.fakes.discord.wire import EPHEMERAL, LOADING, BadForm, Json, Refusal, Upload, unknown
from tests.fakes.discord.world import BOT_ID, DIRECT, World

if TYPE_CHECKING:
    from tests.fakes.discord.people import Person

TOKEN_LIFE = 15 * 60.0
_REPLY_TYPES = {1: 20, 2: 23, 3: 23}


class Act(IntEnum):
    """What the user did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Kind(IntEnum):
    """What the bot acknowledged with."""

    MESSAGE = 4
    THINKING = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class InteractionFailed(AssertionError):
    """The bot did not acknowledge in time: the user reads "This interaction failed"."""


@dataclass(eq=False)
class Interaction:
    """One interaction, from the user's side."""

    id: int
    token: str
    act: Act
    person: Person
    channel: int
    data: Json
    message: int | None
    _messages: Messages = field(repr=False)
    patience: float
    started: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    acknowledged: float | None = None
    """How many seconds the bot took."""
    kind: Kind | None = None
    """How the bot acknowledged."""
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    original_id: int | None = None
    touched: list[int] = field(default_factory=list)
    """The messages that this interaction made or changed, in order."""

    def age(self, seconds: float) -> None:
        """Make it older than it is: its token runs out after fifteen minutes."""
        self.started -= seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the user acted."""
        return asyncio.get_running_loop().time() - self.started

    @property
    def answers(self) -> list[Json]:
        """The private messages that the user got through it, as they are now; not those that are still "thinking"."""
        return [message for message in self._shown() if message["flags"] & EPHEMERAL and not message["flags"] & LOADING]

    @property
    def posts(self) -> list[Json]:
        """The public messages that it made or changed, as they are now."""
        return [message for message in self._shown() if not message["flags"] & EPHEMERAL]

    @property
    def thinking(self) -> bool:
        """Whether the user still sees "is thinking…"."""
        return any(message["flags"] & LOADING for message in self._shown())

    @property
    def original(self) -> Json | None:
        """What ``@original`` means to the bot: the first response, or the message whose component was used."""
        return self._messages.live.get(self.original_id) if self.original_id is not None else None

    async def acked(self) -> Interaction:
        """Wait until the bot has acknowledged.

        :raises InteractionFailed: it took longer than Discord allows.
        """
        left = max(0.0, self.patience - self.elapsed)
        try:
            await self._messages.changes.until(lambda: self.kind is not None, left)
        except TimeoutError:
            raise InteractionFailed(f"no acknowledgement of {self.act.name} {self.data}") from None
        return self

    async def answered(self, timeout: float = 5.0) -> Json:
        """Wait for the first private answer, and return it."""
        try:
            found = await self._messages.changes.until(lambda: self.answers, timeout)
        except TimeoutError:
            raise AssertionError(f"no private answer to {self.act.name} {self.data}") from None
        return found[0]

    def touch(self, number: int) -> None:
        """Remember that a message was made or changed through it."""
        if number not in self.touched:
            self.touched.append(number)

    def _shown(self) -> list[Json]:
        return [self._messages.live[number] for number in self.touched if number in self._messages.live]


class Interactions:
    """All interactions of a world."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.patience = 3.0
        """How long Discord waits for an acknowledgement."""

    def start(self, act: Act, person: Person, channel: int, data: Json, message: Json | None = None) -> Interaction:
        """Tell the bot what a user did."""
        interaction = Interaction(
            self._world.new_id(),
            secrets.token_urlsafe(48),
            act,
            person,
            channel,
            data,
            int(message["id"]) if message else None,
            self._messages,
            self.patience,
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        guild = self._world.guild_of(channel)
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(BOT_ID),
            "type": int(act),
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel),
            "channel": self._world.channels[channel] | {"permissions": "0"},
            "data": data,
            "locale": person.locale,
            "app_permissions": str(self._world.app_permissions(channel)),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild or 0)},
            "context": 1 if self._world.channels[channel]["type"] == DIRECT else 0,
            "attachment_size_limit": 10 << 20,
        }
        if guild is None:
            payload["user"] = self._world.users[person.id]
        else:
            payload["guild_id"] = str(guild)
            payload["guild"] = {"id": str(guild), "locale": "en-US", "features": []}
            payload["guild_locale"] = self._world.guilds[guild]["preferred_locale"]
            payload["member"] = self._world.member(guild, person.id)
        if message is not None:
            payload["message"] = message
        self._world.gateway.emit("INTERACTION_CREATE", payload, guild=guild)
        return interaction

    def acknowledge(self, number: int, token: str, body: Json, uploads: Mapping[int, Upload]) -> Json:
        """Take the bot's one response to an interaction.

        :raises Refusal: it is too late, the second one, or wrong.
        """
        interaction = self._by_id.get(number)
        if interaction is None or interaction.token != token:
            raise unknown("interaction")
        if interaction.kind is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if interaction.elapsed > interaction.patience:
            raise unknown("interaction")
        kind = self._kind(interaction, body)
        data = body.get("data") or {}
        message = self._respond(interaction, kind, data, uploads)
        interaction.kind = kind
        interaction.acknowledged = interaction.elapsed
        self._world.changes.ring()
        callback: Json = {
            "id": str(number),
            "type": int(interaction.act),
            "response_message_id": str(interaction.original_id) if interaction.original_id else None,
            "response_message_loading": kind is Kind.THINKING,
            "response_message_ephemeral": bool((data.get("flags") or 0) & EPHEMERAL),
        }
        resource = {"resource": {"type": int(kind), "message": message}} if message is not None else {}
        return {"interaction": callback, **resource}

    def by_token(self, token: str) -> Interaction:
        """The interaction whose token the bot shows.

        :raises Refusal: the token is no longer, or not yet, good for anything.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.elapsed > TOKEN_LIFE:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if interaction.kind is None:
            raise unknown("Webhook")
        return interaction

    def follow_up(self, interaction: Interaction, body: Json, uploads: Mapping[int, Upload]) -> Json:
        """Send one more message; the first one takes the place of "is thinking…"."""
        original = interaction.original
        if original is not None and original["flags"] & LOADING:
            return self._messages.edit(original, body, uploads)
        return self._post(interaction, body, uploads)

    def message(self, interaction: Interaction, name: str) -> Json:
        """The message that the bot means by an id or by ``@original``.

        :raises Refusal: it is not there, or not within this token's reach.
        """
        number = interaction.original_id if name == "@original" else int(name)
        reachable = (interaction.original_id, *interaction.touched)
        if number is None or number not in reachable or number not in self._messages.live:
            raise unknown("Message")
        return self._messages.live[number]

    def edit(self, interaction: Interaction, name: str, body: Json, uploads: Mapping[int, Upload]) -> Json:
        """Change a message by token."""
        message = self.message(interaction, name)
        interaction.touch(int(message["id"]))
        return self._messages.edit(message, body, uploads)

    def _kind(self, interaction: Interaction, body: Json) -> Kind:
        allowed = {Kind.MESSAGE, Kind.THINKING, Kind.MODAL}
        if interaction.act is Act.AUTOCOMPLETE:
            allowed = {Kind.CHOICES}
        elif interaction.act is Act.MODAL:
            allowed = {Kind.MESSAGE, Kind.THINKING}
        if interaction.message is not None:
            allowed |= {Kind.DEFERRED_UPDATE, Kind.UPDATE}
        if body.get("type") not in allowed:
            raise BadForm("type", f"Response type {body.get('type')} does not fit {interaction.act.name}")
        return Kind(body["type"])

    def _respond(self, interaction: Interaction, kind: Kind, data: Json, uploads: Mapping[int, Upload]) -> Json | None:
        if kind is Kind.MESSAGE:
            return self._original(interaction, self._post(interaction, data, uploads))
        if kind is Kind.THINKING:
            flags = (data.get("flags") or 0) & EPHEMERAL | LOADING
            return self._original(interaction, self._post(interaction, {"flags": flags}, {}))
        if kind is Kind.CHOICES:
            choices = data.get("choices") or []
            check_choice_list(choices, self._focused_type(interaction.data), "data.choices")
            interaction.choices = choices
        elif kind is Kind.MODAL:
            rules.check_modal(data)
            interaction.modal = data
        else:
            interaction.original_id = interaction.message
            if kind is Kind.UPDATE:
                if interaction.original is None:
                    raise unknown("Message")
                interaction.touch(int(interaction.original["id"]))
                return self._messages.edit(interaction.original, data, uploads)
        return None

    @staticmethod
    def _original(interaction: Interaction, message: Json) -> Json:
        interaction.original_id = int(message["id"])
        return message

    def _post(self, interaction: Interaction, body: Json, uploads: Mapping[int, Upload]) -> Json:
        metadata = {
            "id": str(interaction.id),
            "type": int(interaction.act),
            "user": self._world.users[interaction.person.id],
            "authorizing_integration_owners": {},
        }
        private = bool((body.get("flags") or 0) & EPHEMERAL)
        is_command = interaction.act is Act.COMMAND
        message = self._messages.post(
            interaction.channel,
            BOT_ID,
            body,
            uploads,
            kind=_REPLY_TYPES[interaction.data["type"]] if is_command else 0,
            only_for=interaction.person.id if private else None,
            more={"interaction_metadata": metadata},
        )
        interaction.touch(int(message["id"]))
        self._world.changes.ring()
        return message

    @staticmethod
    def _focused_type(data: Json) -> type | tuple[type, ...]:
        options = data.get("options") or []
        while options:
            for option in options:
                if option.get("focused"):
                    kinds: dict[int, type | tuple[type, ...]] = {4: int, 10: (int, float)}
                    return kinds.get(option["type"], str)
            options = options[0].get("options") or []
        return str
