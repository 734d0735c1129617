"""Guilds, channels and users as Discord stores them, and what the bot may do where.

1. Payloads are live: an event carries a copy, everybody else sees the same ``dict``.
2. Every user is a member of every guild. The bot has the permissions of an ordinary invitation, less what is denied.
3. Whatever changes while the bot is connected is dispatched to it.
"""

from __future__ import annotations

import discord

from tests.fakes.discord.gateway import GUILDS, Gateway
from tests.fakes.discord.wire import Changes, Json, Refusal, Snowflakes, now, unknown

TEXT, DIRECT, PUBLIC_THREAD = 0, 1, 11

ORDINARY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_external_emojis=True,
    use_application_commands=True,
)

TOKEN = "MTQwMDAwMDAwMDAwMDAwMDAwMA.Gf4k3t.a-token-that-opens-nothing-anywhere-00"
BOT_ID = 1_400_000_000_000_000_000
"""What the first part of the token says in base64."""


def user_payload(number: int, name: str, *, bot: bool, display: str | None) -> Json:
    """A user as Discord describes it."""
    return {
        "id": str(number),
        "username": name,
        "discriminator": "0000" if bot else "0",
        "global_name": display,
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


class World:
    """Everything that exists, save the messages."""

    def __init__(self) -> None:
        self.changes = Changes()
        self.new_id = Snowflakes()
        self.bot: Json = user_payload(BOT_ID, "gamebot", bot=True, display=None)
        self.users: dict[int, Json] = {BOT_ID: self.bot}
        self.guilds: dict[int, Json] = {}
        self.channels: dict[int, Json] = {}
        self.denied: dict[int, set[str]] = {}
        self.closed: set[int] = set()
        self.commands: dict[int | None, list[Json]] = {None: []}
        self._direct: dict[int, int] = {}
        self._granted: dict[tuple[int, int], int] = {}
        self.gateway = Gateway(TOKEN, self.bot, self.guilds, self.changes)

    # Making things

    def guild(self, name: str = "Guild") -> int:
        """Make a guild that the bot is in; the shards get one after the other."""
        number = self.new_id()
        while (number >> 22) % self.gateway.shards != len(self.guilds) % self.gateway.shards:
            number = self.new_id()
        owner = user_payload(self.new_id(), "owner", bot=False, display="Owner")
        self.users[int(owner["id"])] = owner
        everyone = {
            "id": str(number),
            "name": "@everyone",
            "permissions": str(ORDINARY.value),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "flags": 0,
        } | dict.fromkeys(("hoist", "managed", "mentionable"), False)
        lists = (
            "emojis",
            "features",
            "stickers",
            "channels",
            "threads",
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        )
        levels = (
            "premium_tier",
            "verification_level",
            "default_message_notifications",
            "explicit_content_filter",
            "mfa_level",
            "nsfw_level",
            "system_channel_flags",
        )
        absent = (
            "afk_channel_id",
            "icon",
            "splash",
            "banner",
            "description",
            "vanity_url_code",
            "public_updates_channel_id",
            "rules_channel_id",
            "system_channel_id",
            "discovery_splash",
        )
        guild: Json = {
            **{key: [] for key in lists},
            **dict.fromkeys(levels, 0),
            **dict.fromkeys(absent),
            "id": str(number),
            "name": name,
            "owner_id": owner["id"],
            "roles": [everyone],
            "member_count": 2,
            "preferred_locale": "en-US",
            "afk_timeout": 300,
            "joined_at": now(),
            "large": False,
            "unavailable": False,
            "premium_progress_bar_enabled": False,
            "application_id": None,
        }
        self.guilds[number] = guild
        guild["members"] = [self.member(number, BOT_ID)]
        self.gateway.emit("GUILD_CREATE", guild, guild=number, intent=GUILDS)
        return number

    def text(self, guild: int, name: str = "general") -> int:
        """Make a text channel."""
        number = self.new_id()
        channel: Json = {
            "id": str(number),
            "type": TEXT,
            "guild_id": str(guild),
            "name": name,
            "position": 0,
            "permission_overwrites": [],
            "nsfw": False,
            "parent_id": None,
            "topic": None,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
        }
        self.channels[number] = channel
        self.guilds[guild]["channels"].append(channel)
        self.gateway.emit("CHANNEL_CREATE", channel, guild=guild, intent=GUILDS)
        return number

    def thread(self, channel: int, name: str = "thread") -> int:
        """Make a public thread in a text channel."""
        parent = self.channels[channel]
        number = self.new_id()
        thread: Json = {
            "id": str(number),
            "type": PUBLIC_THREAD,
            "guild_id": parent["guild_id"],
            "parent_id": str(channel),
            "owner_id": self.guilds[int(parent["guild_id"])]["owner_id"],
            "name": name,
            "last_message_id": None,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "rate_limit_per_user": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "locked": False,
                "auto_archive_duration": 1440,
                "archive_timestamp": now(),
                "create_timestamp": now(),
            },
        }
        self.channels[number] = thread
        guild = int(parent["guild_id"])
        self.guilds[guild]["threads"].append(thread)
        self.gateway.emit("THREAD_CREATE", thread | {"newly_created": True}, guild=guild, intent=GUILDS)
        return number

    def open_direct(self, user: int) -> int:
        """The channel of direct messages between a user and the bot."""
        if user not in self._direct:
            number = self.new_id()
            self._direct[user] = number
            self.channels[number] = {
                "id": str(number),
                "type": DIRECT,
                "recipients": [self.users[user]],
                "last_message_id": None,
                "flags": 0,
            }
        return self._direct[user]

    # Changing things

    def archive(self, thread: int, *, locked: bool = False) -> None:
        """Put a thread away; a locked one cannot be brought back by writing in it."""
        self._set_archived(thread, archived=True, locked=locked)

    def unarchive(self, thread: int) -> None:
        """Bring a thread back."""
        self._set_archived(thread, archived=False, locked=False)

    def _set_archived(self, number: int, *, archived: bool, locked: bool) -> None:
        thread = self.channels[number]
        thread["thread_metadata"] |= {"archived": archived, "locked": locked, "archive_timestamp": now()}
        guild = self.guild_of(number)
        assert guild is not None, "a thread stands in a guild"
        active = self.guilds[guild]["threads"]
        if archived and thread in active:
            active.remove(thread)
        elif not archived and thread not in active:
            active.append(thread)
        self.gateway.emit("THREAD_UPDATE", thread, guild=guild, intent=GUILDS)

    def deny(self, channel: int, *permissions: str) -> None:
        """Take permissions from the bot in a channel (and its threads); names as in :class:`discord.Permissions`."""
        self._set_denied(channel, self.denied.get(channel, set()) | set(permissions))

    def allow(self, channel: int, *permissions: str) -> None:
        """Give denied permissions back: all of them when none is named."""
        self._set_denied(channel, self.denied.get(channel, set()) - set(permissions) if permissions else set())

    def _set_denied(self, number: int, names: set[str]) -> None:
        bits = discord.Permissions(**dict.fromkeys(names, True)).value
        self.denied[number] = names
        channel = self.channels[number]
        if channel["type"] == TEXT:
            overwrite = {"id": str(BOT_ID), "type": 1, "allow": "0", "deny": str(bits)}
            channel["permission_overwrites"] = [overwrite] if names else []
            self.gateway.emit("CHANNEL_UPDATE", channel, guild=int(channel["guild_id"]), intent=GUILDS)

    def remove_channel(self, number: int) -> list[int]:
        """Take a channel out of the world with its threads; returns the ids of all that went."""
        channel = self.channels.pop(number)
        gone = [number]
        if channel["type"] == DIRECT:
            self._direct = {user: direct for user, direct in self._direct.items() if direct != number}
            return gone
        guild = self.guilds[int(channel["guild_id"])]
        listed = guild["threads"] if channel["type"] == PUBLIC_THREAD else guild["channels"]
        if channel in listed:
            listed.remove(channel)
        for thread in [key for key, other in self.channels.items() if other.get("parent_id") == str(number)]:
            gone += self.remove_channel(thread)
        event = "THREAD_DELETE" if channel["type"] == PUBLIC_THREAD else "CHANNEL_DELETE"
        self.gateway.emit(event, channel, guild=int(channel["guild_id"]), intent=GUILDS)
        return gone

    def grant(self, guild: int, user: int, permissions: discord.Permissions) -> None:
        """Give a member more than an ordinary member has."""
        self._granted[guild, user] = self._granted.get((guild, user), 0) | permissions.value

    # Asking

    def channel(self, number: int) -> Json:
        """The channel of that id.

        :raises Refusal: there is none.
        """
        if number not in self.channels:
            raise unknown("Channel")
        return self.channels[number]

    def guild_of(self, channel: int) -> int | None:
        """The guild of a channel, ``None`` for direct messages."""
        guild = self.channels[channel].get("guild_id")
        return int(guild) if guild else None

    def member(self, guild: int, user: int) -> Json:
        """A user as a member of a guild."""
        return {
            "user": self.users[user],
            "roles": [],
            "joined_at": now(),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "pending": False,
            "communication_disabled_until": None,
            "permissions": str(self.permissions(guild, user)),
        }

    def permissions(self, guild: int, user: int) -> int:
        """What a member may do in a guild."""
        if self.guilds[guild]["owner_id"] == str(user):
            return discord.Permissions.all().value
        return ORDINARY.value | self._granted.get((guild, user), 0)

    def forbidden(self, number: int) -> set[str]:
        """The names of what the bot may not do in a channel; a thread inherits from its channel."""
        names = set(self.denied.get(number, ()))
        parent = self.channels[number].get("parent_id")
        return names | self.denied.get(int(parent), set()) if parent else names

    def app_permissions(self, channel: int) -> int:
        """What the bot may do in a channel, as interactions tell it."""
        return ORDINARY.value & ~discord.Permissions(**dict.fromkeys(self.forbidden(channel), True)).value

    def require(self, channel: int, *permissions: str) -> Json:
        """Check that the bot may do something in a channel, and return the channel.

        :raises Refusal: it may not, or the channel is not there.
        """
        payload = self.channel(channel)
        forbidden = self.forbidden(channel)
        if "view_channel" in forbidden:
            raise Refusal(403, 50001, "Missing Access")
        if forbidden.intersection(permissions):
            raise Refusal(403, 50013, "Missing Permissions")
        return payload

    def require_awake(self, channel: int) -> None:
        """Check that a channel is no archived thread.

        :raises Refusal: it is one, and nothing in it can be changed.
        """
        if self.channel(channel).get("thread_metadata", {}).get("archived"):
            raise Refusal(400, 50083, "Thread is archived")

    def wake(self, channel: int) -> None:
        """Bring an archived thread back because somebody writes in it.

        :raises Refusal: it is locked.
        """
        state = self.channels[channel].get("thread_metadata", {})
        if state.get("locked"):
            raise Refusal(400, 160005, "Thread is locked")
        if state.get("archived"):
            self.unarchive(channel)
