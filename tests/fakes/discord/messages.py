"""The messages: posting, editing, deleting, who is mentioned and who is pinged, and the files that hang on them.

1. A message is one live ``dict``; editing changes it in place, so whoever holds it sees the edit.
2. Pings are decided when a message is posted, and never again.
3. An ephemeral message has an audience of one and no events.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping

from tests.fakes.discord import rules
from tests.fakes.discord.gateway import DIRECT_MESSAGES, DIRECT_REACTIONS, GUILD_MESSAGES, GUILD_REACTIONS
from tests.fakes.discord.wire import EPHEMERAL, LOADING, BadForm, Json, Refusal, Upload, now, unknown
from tests.fakes.discord.world import BOT_ID, World

_MENTION = re.compile(r"<@!?(\d+)>")
_MOST = 10 << 20
"""Bytes of an attachment."""
_PNG = b"\x89PNG\r\n\x1a\n"
_DEFAULT, REPLY = 0, 19


class Messages:
    """All messages of a world, and its files."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.changes = world.changes
        self._nonces: dict[tuple[int, str], int] = {}
        self.cdn = ""
        self.live: dict[int, Json] = {}
        self.gone: dict[int, Json] = {}
        """Deleted messages as they last were: an old client may still show them."""
        self.audience: dict[int, int] = {}
        """For whom an ephemeral message is."""
        self.pings: dict[int, frozenset[int]] = {}
        self.files: dict[str, bytes] = {}

    def get(self, channel: int, number: int) -> Json:
        """A message that stands in a channel for all to see.

        :raises Refusal: there is none.
        """
        message = self.live.get(number)
        if message is None or message["channel_id"] != str(channel) or message["flags"] & EPHEMERAL:
            raise unknown("Message")
        return message

    def post(
        self,
        channel: int,
        author: int,
        body: Json,
        uploads: Mapping[int, Upload],
        *,
        kind: int = _DEFAULT,
        only_for: int | None = None,
        more: Json | None = None,
    ) -> Json:
        """Post a message; `more` goes into the payload as it is."""
        rules.check_message(body, uploads)
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce"):
            known = self.live.get(self._nonces.get((channel, str(nonce)), 0))
            if known is not None:
                return known
        replied = self._replied(channel, body)
        number = self._world.new_id()
        message: Json = {
            "id": str(number),
            "channel_id": str(channel),
            "author": self._world.users[author],
            "type": REPLY if replied is not None else kind,
            "content": "",
            "timestamp": now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "embeds": [],
            "components": [],
            "attachments": [],
            "flags": (body.get("flags") or 0) | (EPHEMERAL if only_for is not None else 0),
        } | (more or {})
        if author == BOT_ID:
            message["application_id"] = str(BOT_ID)
        if nonce is not None:
            message["nonce"] = nonce
        if replied is not None:
            message["message_reference"] = {"type": 0, "channel_id": str(channel), "message_id": replied["id"]}
            message["referenced_message"] = replied
        message |= self._change(message, body, uploads, replied)
        if not message["flags"] & LOADING:
            rules.require_something(message)
        self.live[number] = message
        if nonce is not None:
            self._nonces[channel, str(nonce)] = number
        if only_for is not None:
            self.audience[number] = only_for
            self.pings[number] = frozenset()
        else:
            self.pings[number] = frozenset(int(user["id"]) for user in message["mentions"])
            self._world.channels[channel]["last_message_id"] = str(number)
            self._emit("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Json, body: Json, uploads: Mapping[int, Upload]) -> Json:
        """Change a message in place."""
        rules.check_message(body, uploads, {attachment["id"] for attachment in message["attachments"]})
        change = self._change(message, body, uploads, None)
        change["flags"] = (message["flags"] & EPHEMERAL) | (body.get("flags") or message["flags"]) & ~LOADING
        rules.require_something(message | change)
        message |= change | {"edited_timestamp": now()}
        if not message["flags"] & EPHEMERAL:
            self._emit("MESSAGE_UPDATE", message)
        self._world.changes.ring()
        return message

    def delete(self, number: int) -> None:
        """Delete a message."""
        message = self.live.pop(number)
        self.gone[number] = message
        channel = int(message["channel_id"])
        if not message["flags"] & EPHEMERAL and channel in self._world.channels:
            guild = self._world.guild_of(channel)
            data = {"id": message["id"], "channel_id": message["channel_id"]}
            if guild:
                data["guild_id"] = str(guild)
            intent = GUILD_MESSAGES if guild else DIRECT_MESSAGES
            self._world.gateway.emit("MESSAGE_DELETE", data, guild=guild, intent=intent)
        self._world.changes.ring()

    def react(self, message: Json, user: int, emoji: str) -> None:
        """Put a user's reaction under a message."""
        reactions = message.setdefault("reactions", [])
        found = next((reaction for reaction in reactions if reaction["emoji"]["name"] == emoji), None)
        if found is None:
            found = {"emoji": {"id": None, "name": emoji}, "count": 0, "me": False}
            found |= {"me_burst": False, "burst_colors": [], "count_details": {"burst": 0, "normal": 0}}
            reactions.append(found)
        found["count"] += 1
        found["count_details"]["normal"] += 1
        found["me"] = found["me"] or user == BOT_ID
        channel = int(message["channel_id"])
        guild = self._world.guild_of(channel)
        data = {
            "user_id": str(user),
            "channel_id": str(channel),
            "message_id": message["id"],
            "message_author_id": message["author"]["id"],
            "emoji": found["emoji"],
            "burst": False,
            "type": 0,
        }
        if guild:
            data |= {"guild_id": str(guild), "member": self._world.member(guild, user)}
        intent = GUILD_REACTIONS if guild else DIRECT_REACTIONS
        self._world.gateway.emit("MESSAGE_REACTION_ADD", data, guild=guild, intent=intent)

    def _emit(self, event: str, message: Json) -> None:
        channel = int(message["channel_id"])
        guild = self._world.guild_of(channel)
        data = dict(message)
        if guild:
            data |= {"guild_id": str(guild), "member": self._partial_member(guild, int(message["author"]["id"]))}
        self._world.gateway.emit(
            event,
            data,
            guild=guild,
            intent=GUILD_MESSAGES if guild else DIRECT_MESSAGES,
            without_content=self._without_content(data) if guild else None,
        )

    def _partial_member(self, guild: int, user: int) -> Json:
        member = self._world.member(guild, user)
        del member["user"], member["permissions"]
        return member

    @classmethod
    def _without_content(cls, message: Json) -> Json:
        """A message of a guild as a bot without the message-content intent receives it."""
        replied = message.get("referenced_message")
        if replied is not None:
            message = message | {"referenced_message": cls._without_content(replied)}
        concerned = (message["author"], *message["mentions"])
        if any(user["id"] == str(BOT_ID) for user in concerned):
            return message
        return message | {"content": "", "embeds": [], "attachments": [], "components": []}

    def _replied(self, channel: int, body: Json) -> Json | None:
        reference = body.get("message_reference")
        if not reference:
            return None
        message = self.live.get(int(reference["message_id"]))
        if message is not None and message["channel_id"] == str(channel) and not message["flags"] & EPHEMERAL:
            return message
        if reference.get("fail_if_not_exists", True):
            raise BadForm("message_reference", "Unknown message", "REPLIES_UNKNOWN_MESSAGE")
        return None

    def _change(self, message: Json, body: Json, uploads: Mapping[int, Upload], replied: Json | None) -> Json:
        """What the body makes of the message's visible parts."""
        change: Json = {}
        if "content" in body:
            change["content"] = body["content"] or ""
            change["mentions"] = self._mentions(change["content"], body.get("allowed_mentions"), replied)
            allowed = body.get("allowed_mentions")
            may_call_all = allowed is None or "everyone" in (allowed.get("parse") or [])
            change["mention_everyone"] = may_call_all and re.search("@(everyone|here)", change["content"]) is not None
        elif replied is not None:
            change["mentions"] = self._mentions("", body.get("allowed_mentions"), replied)
        for key in ("embeds", "components"):
            if key in body:
                change[key] = body[key] or []
        if uploads or "attachments" in body:
            change["attachments"] = self._attach(message, body, uploads)
            urls = {attachment["filename"]: attachment["url"] for attachment in change["attachments"]}
            for embed in change.get("embeds", []):
                for part in ("image", "thumbnail"):
                    url = (embed.get(part) or {}).get("url") or ""
                    if url.startswith("attachment://"):
                        embed[part]["url"] = urls[url.removeprefix("attachment://")]
        return change

    def _mentions(self, content: str, allowed: Json | None, replied: Json | None) -> list[Json]:
        """The users whom the message may ping."""
        named = [int(number) for number in _MENTION.findall(content)]
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            listed = {int(number) for number in allowed.get("users") or []}
            named = [number for number in named if number in listed]
        if replied is not None and (allowed is None or allowed.get("replied_user", False)):
            named.append(int(replied["author"]["id"]))
        return [self._world.users[number] for number in dict.fromkeys(named) if number in self._world.users]

    def _attach(self, message: Json, body: Json, uploads: Mapping[int, Upload]) -> list[Json]:
        listed = {str(attachment["id"]): attachment for attachment in body.get("attachments") or []}
        attachments: list[Json] = []
        for old in message["attachments"]:
            if "attachments" not in body:
                attachments.append(old)
            elif old["id"] in listed:
                attachments.append(old | {key: listed[old["id"]].get(key, old[key]) for key in ("description",)})
        for number, upload in sorted(uploads.items()):
            if len(upload.data) > _MOST:
                raise Refusal(413, 40005, "Request entity too large")
            attachment_id = self._world.new_id()
            path = f"attachments/{message['channel_id']}/{attachment_id}/{upload.name}"
            self.files[path] = upload.data
            attachment: Json = {
                "id": str(attachment_id),
                "filename": upload.name,
                "size": len(upload.data),
                "url": f"{self.cdn}/{path}",
                "proxy_url": f"{self.cdn}/{path}",
                "content_type": mimetypes.guess_type(upload.name)[0],
                "description": listed.get(str(number), {}).get("description"),
            }
            if upload.data.startswith(_PNG):
                attachment["width"] = int.from_bytes(upload.data[16:20], "big")
                attachment["height"] = int.from_bytes(upload.data[20:24], "big")
            attachments.append(attachment)
        if len(attachments) > 10:
            raise BadForm("attachments", "Must be 10 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
        return attachments
