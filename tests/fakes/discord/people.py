"""The people at the other end: what a Discord client lets its user do, and nothing else.

1. Every act is checked as the client checks it: a command that was never synced, or a disabled button, cannot be used.
2. An act waits until the bot has acknowledged it, unless ``wait=False``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tests.fakes.discord import rules
from tests.fakes.discord.commands import CHAT_INPUT, MESSAGE_MENU, USER_MENU
from tests.fakes.discord.interactions import Act, Interaction
from tests.fakes.discord.wire import BUTTON, EPHEMERAL, LINK, SELECTS, Json
from tests.fakes.discord.world import DIRECT, PUBLIC_THREAD

if TYPE_CHECKING:
    from tests.fakes.discord.server import FakeDiscord

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10
_VALUE_TYPES: dict[int, type | tuple[type, ...]] = {
    _STRING: str,
    _INTEGER: int,
    _BOOLEAN: bool,
    _CHANNEL: int,
    _NUMBER: (int, float),
}
_STRING_SELECT, _TEXT_INPUT, _USER_SELECT, _LABEL = 3, 4, 5, 18
_GUILD_CONTEXT, _DIRECT_CONTEXT = 0, 1
_ADMINISTRATOR = 1 << 3


class Person:
    """A user of Discord, human or bot."""

    def __init__(self, server: FakeDiscord, number: int, name: str, locale: str) -> None:
        self._server = server
        self.id = number
        self.name = name
        self.locale = locale

    def __repr__(self) -> str:
        return f"<Person {self.name} {self.id}>"

    @property
    def mention(self) -> str:
        """How the user is mentioned in a text."""
        return f"<@{self.id}>"

    # Commands

    async def slash(self, channel: int, name: str, /, *, wait: bool = True, **options: Any) -> Interaction:
        """Use a slash command; a name such as ``"daily post"`` goes through groups."""
        command, path, leaf = self._find_slash(channel, name)
        declared = {option["name"]: option for option in leaf.get("options") or []}
        missing = [key for key, option in declared.items() if option.get("required") and key not in options]
        assert not missing, f"/{name} needs {missing}"
        resolved: Json = {}
        values = [self._option(channel, declared, key, value, resolved) for key, value in options.items()]
        return await self._act(Act.COMMAND, channel, _command_data(command, path, values, resolved), wait=wait)

    async def autocomplete(self, channel: int, name: str, option: str, typed: str, /, **others: Any) -> list[Json]:
        """Type into an option, and read what is offered."""
        command, path, leaf = self._find_slash(channel, name)
        declared = {each["name"]: each for each in leaf.get("options") or []}
        assert declared[option].get("autocomplete"), f"{option} of /{name} is not completed"
        resolved: Json = {}
        values = [self._option(channel, declared, key, value, resolved) for key, value in others.items()]
        values.append({"name": option, "type": declared[option]["type"], "value": typed, "focused": True})
        interaction = await self._act(Act.AUTOCOMPLETE, channel, _command_data(command, path, values, resolved))
        return interaction.choices

    async def context_menu(
        self, channel: int, name: str, target: Person | Json | int, /, *, wait: bool = True
    ) -> Interaction:
        """Use a command from the menu of a user, or of a message."""
        resolved: Json = {}
        if isinstance(target, Person):
            command = self._find(channel, name, USER_MENU)
            target_id = str(target.id)
            self._resolve_user(channel, target, resolved)
        else:
            command = self._find(channel, name, MESSAGE_MENU)
            message = self._visible(target)
            assert message["channel_id"] == str(channel), "the message stands in another channel"
            target_id = message["id"]
            resolved["messages"] = {target_id: message}
        data = {"id": command["id"], "name": command["name"], "type": command["type"], "target_id": target_id}
        return await self._act(Act.COMMAND, channel, data | {"resolved": resolved}, wait=wait)

    # Components

    async def press(self, message: Json | int, button: str, /, *, wait: bool = True) -> Interaction:
        """Press the button with that custom id or label."""
        shown, pressed = self._button(message, button)
        return await self._act(Act.COMPONENT, int(shown["channel_id"]), _press_data(pressed), shown, wait=wait)

    async def press_many(self, message: Json | int, button: str, times: int, /) -> list[Interaction]:
        """Press a button many times at once, and wait until every press is acknowledged."""
        shown, pressed = self._button(message, button)
        start = self._server.interactions.start
        channel = int(shown["channel_id"])
        presses = [start(Act.COMPONENT, self, channel, _press_data(pressed), shown) for _ in range(times)]
        return list(await asyncio.gather(*(press.acked() for press in presses)))

    async def choose(
        self, message: Json | int, custom_id: str, values: Sequence[str | Person], /, *, wait: bool = True
    ) -> Interaction:
        """Choose from a select: values of a list, or people."""
        shown = self._visible(message)
        found = [each for each in rules.interactive(shown) if each.get("custom_id") == custom_id]
        assert found, f"there is no select {custom_id!r} on the message"
        select = found[0]
        assert select["type"] in SELECTS, f"{custom_id!r} is no select"
        assert not select.get("disabled"), f"{custom_id!r} is disabled"
        channel = int(shown["channel_id"])
        resolved: Json = {}
        data = {
            "custom_id": custom_id,
            "component_type": select["type"],
            "values": self._selected(channel, select, values, resolved),
        }
        if resolved:
            data["resolved"] = resolved
        return await self._act(Act.COMPONENT, channel, data, shown, wait=wait)

    async def submit(self, interaction: Interaction, /, *, wait: bool = True, **values: Any) -> Interaction:
        """Fill the modal that an interaction opened, by the custom ids of its fields, and send it off."""
        modal = interaction.modal
        assert modal is not None, "no modal was opened"
        known = {field["custom_id"] for _, field in rules.inputs(modal)}
        assert known.issuperset(values), f"the modal has no {set(values) - known}"
        resolved: Json = {}
        filled: list[Json] = []
        for number, (around, field) in enumerate(rules.inputs(modal), 1):
            value: Any = values.get(field["custom_id"], field.get("value") or "")
            entry: Json = {"type": field["type"], "custom_id": field["custom_id"], "id": field.get("id", 2 * number)}
            if field["type"] == _TEXT_INPUT:
                least = field.get("min_length") or int(field.get("required", True))
                if value or field.get("required", True):
                    assert least <= len(value) <= (field.get("max_length") or 4000), f"{value!r} does not fit"
                entry["value"] = value
            else:
                entry["values"] = self._selected(interaction.channel, field, value or [], resolved)
            inside = {"component": entry} if around["type"] == _LABEL else {"components": [entry]}
            filled.append({"type": around["type"], "id": around.get("id", 2 * number - 1), **inside})
        data: Json = {"custom_id": modal["custom_id"], "components": filled}
        if resolved:
            data["resolved"] = resolved
        shown = self._server.store.live.get(interaction.message) if interaction.message is not None else None
        return await self._act(Act.MODAL, interaction.channel, data, shown, wait=wait)

    # Words

    async def say(self, channel: int, text: str, /, *, reply_to: Json | int | None = None, ping: bool = True) -> Json:
        """Write a message; the bot may or may not be allowed to read it."""
        self._server.wake(channel)
        body: Json = {"content": text}
        if reply_to is not None:
            body["message_reference"] = {"message_id": self._visible(reply_to)["id"]}
            body["allowed_mentions"] = {"parse": ["users", "roles", "everyone"], "replied_user": ping}
        return self._server.store.post(channel, self.id, body, {})

    # What the client knows

    async def _act(
        self, act: Act, channel: int, data: Json, message: Json | None = None, *, wait: bool = True
    ) -> Interaction:
        interaction = self._server.interactions.start(act, self, channel, data, message)
        return await interaction.acked() if wait else interaction

    def _visible(self, message: Json | int) -> Json:
        shown = self._server.message(message)
        if shown["flags"] & EPHEMERAL:
            assert self._server.store.audience[int(shown["id"])] == self.id, f"{self.name} cannot see this message"
        return shown

    def _button(self, message: Json | int, name: str) -> tuple[Json, Json]:
        shown = self._visible(message)
        buttons = [each for each in rules.interactive(shown) if each["type"] == BUTTON]
        found = [each for each in buttons if each.get("custom_id") == name]
        found = found or [
            each for each in buttons if name in (each.get("label"), (each.get("emoji") or {}).get("name"))
        ]
        labels = [(each.get("label"), each.get("custom_id")) for each in buttons]
        assert len(found) == 1, f"{len(found)} buttons are {name!r}; there are {labels}"
        assert not found[0].get("disabled"), f"{name!r} is disabled"
        assert found[0]["style"] != LINK, f"{name!r} is a link"
        return shown, found[0]

    def _find(self, channel: int, name: str, kind: int) -> Json:
        """The command that the client offers under a name; one of the guild hides a global one."""
        server = self._server
        guild = server.guild_of(channel)
        offered = [*server.commands.get(guild, []), *server.commands[None]]
        found = [each for each in offered if each["name"] == name and each["type"] == kind]
        assert found, f"the command {name!r} was never synced"
        command = found[0]
        context = _DIRECT_CONTEXT if server.channels[channel]["type"] == DIRECT else _GUILD_CONTEXT
        contexts = command.get("contexts")
        if contexts is None and command.get("dm_permission") is False:
            contexts = [_GUILD_CONTEXT]
        assert contexts is None or context in contexts, f"the command {name!r} is not offered in this kind of channel"
        if guild is not None and command.get("default_member_permissions") is not None:
            needed, held = int(command["default_member_permissions"]), server.permissions(guild, self.id)
            allowed = held & _ADMINISTRATOR or (needed and held & needed == needed)
            assert allowed, f"{self.name} is not offered the command {name!r}"
        return command

    def _find_slash(self, channel: int, name: str) -> tuple[Json, list[Json], Json]:
        root, *rest = name.split()
        command = self._find(channel, root, CHAT_INPUT)
        leaf, path = command, []
        for part in rest:
            inner = [option for option in leaf.get("options") or [] if option["name"] == part and option["type"] < 3]
            assert inner, f"/{name} was never synced"
            leaf = inner[0]
            path.append(leaf)
        assert all(option["type"] > 2 for option in leaf.get("options") or []), f"/{name} is a group"
        return command, path, leaf

    def _option(self, channel: int, declared: Json, name: str, value: Any, resolved: Json) -> Json:
        assert name in declared, f"there is no option {name!r}, only {sorted(declared)}"
        option = declared[name]
        kind = option["type"]
        if kind == _USER:
            assert isinstance(value, Person), f"{name} is a user"
            self._resolve_user(channel, value, resolved)
            return {"name": name, "type": kind, "value": str(value.id)}
        assert kind in _VALUE_TYPES, f"options of type {kind} are not modelled"
        of_type: bool = isinstance(value, _VALUE_TYPES[kind])
        assert of_type, f"{value!r} is of the wrong type for {name}"
        if option.get("choices"):
            assert value in [choice["value"] for choice in option["choices"]], f"{value!r} is no choice of {name}"
        if kind == _CHANNEL:
            self._resolve_channel(value, resolved)
            return {"name": name, "type": kind, "value": str(value)}
        size = len(value) if kind == _STRING else value
        suffix = "length" if kind == _STRING else "value"
        least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
        assert least is None or size >= least, f"{value!r} is below the minimum of {name}"
        assert most is None or size <= most, f"{value!r} is above the maximum of {name}"
        return {"name": name, "type": kind, "value": value}

    def _selected(self, channel: int, select: Json, values: Sequence[str | Person], resolved: Json) -> list[str]:
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if not select.get("required", True):
            least = 0
        assert least <= len(values) <= most, f"{len(values)} chosen, not {least} to {most}"
        if select["type"] == _USER_SELECT:
            people = [value for value in values if isinstance(value, Person)]
            assert len(people) == len(values), "a user select takes people"
            for person in people:
                self._resolve_user(channel, person, resolved)
            return [str(person.id) for person in people]
        assert select["type"] == _STRING_SELECT, f"selects of type {select['type']} are not modelled"
        offered = [option["value"] for option in select["options"]]
        texts = [value for value in values if isinstance(value, str)]
        assert len(texts) == len(values), "a list takes values"
        assert set(texts) <= set(offered), f"{texts} are not all offered: {offered}"
        return texts

    def _resolve_user(self, channel: int, person: Person, resolved: Json) -> None:
        resolved.setdefault("users", {})[str(person.id)] = self._server.users[person.id]
        guild = self._server.guild_of(channel)
        if guild is not None:
            member = self._server.member(guild, person.id)
            for key in ("user", "deaf", "mute"):
                del member[key]
            resolved.setdefault("members", {})[str(person.id)] = member

    def _resolve_channel(self, number: int, resolved: Json) -> None:
        channel = self._server.channels[number]
        partial = {key: channel[key] for key in ("id", "type", "name", "parent_id", "flags")} | {"permissions": "0"}
        if channel["type"] == PUBLIC_THREAD:
            partial["thread_metadata"] = channel["thread_metadata"]
        resolved.setdefault("channels", {})[str(number)] = partial


def _press_data(button: Json) -> Json:
    return {"custom_id": button["custom_id"], "component_type": BUTTON}


def _command_data(command: Json, path: list[Json], values: list[Json], resolved: Json) -> Json:
    options = values
    for group in reversed(path):
        options = [{"name": group["name"], "type": group["type"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})
