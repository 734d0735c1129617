"""What each route of the REST API does. A route that is not here is not modelled, and using it is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.discord.commands import check_commands
from tests.fakes.discord.messages import REPLY
from tests.fakes.discord.wire import Json, Refusal, Upload, unknown
from tests.fakes.discord.world import BOT_ID, DIRECT, PUBLIC_THREAD

if TYPE_CHECKING:
    from tests.fakes.discord.server import FakeDiscord


@dataclass(frozen=True, slots=True)
class Request:
    """A request that has passed every check that is alike for all routes."""

    parameters: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: Mapping[int, Upload]

    def id(self, name: str) -> int:
        """A parameter of the path that is an id."""
        return int(self.parameters[name])


Route = Callable[["FakeDiscord", Request], Any]

ROUTES: list[tuple[str, re.Pattern[str], Route]] = []


def route(method: str, path: str) -> Callable[[Route], Route]:
    """Register what a route does; it returns the answer's JSON, or ``None`` for 204."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def register(function: Route) -> Route:
        ROUTES.append((method, pattern, function))
        return function

    return register


# The application itself


@route("GET", "/gateway")
def gateway(server: FakeDiscord, request: Request) -> Json:
    """Where to connect."""
    return {"url": server.gateway.url}


@route("GET", "/gateway/bot")
def gateway_bot(server: FakeDiscord, request: Request) -> Json:
    """Where to connect, and with how many shards."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": server.gateway.url, "shards": server.gateway.shards, "session_start_limit": limit}


@route("GET", "/users/@me")
def me(server: FakeDiscord, request: Request) -> Json:
    """The bot as a user."""
    return server.bot


@route("GET", "/oauth2/applications/@me")
def application(server: FakeDiscord, request: Request) -> Json:
    """The application behind the bot."""
    return {
        "id": str(BOT_ID),
        "name": server.bot["username"],
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00",
        "flags": 0,
        "owner": server.bot,
        "summary": "",
        "team": None,
        "rpc_origins": [],
    }


@route("GET", "/users/{user}")
def user(server: FakeDiscord, request: Request) -> Json:
    """Any user."""
    if request.id("user") not in server.users:
        raise unknown("User")
    return server.users[request.id("user")]


@route("GET", "/guilds/{guild}/members/{user}")
def member(server: FakeDiscord, request: Request) -> Json:
    """A member of a guild."""
    if request.id("guild") not in server.guilds:
        raise unknown("Guild")
    if request.id("user") not in server.users:
        raise unknown("Member")
    return server.member(request.id("guild"), request.id("user"))


# Commands


def _overwrite(server: FakeDiscord, guild: int | None, commands: list[Json]) -> list[Json]:
    check_commands(commands)
    defaults: Json = {"type": 1, "description": "", "options": [], "default_member_permissions": None}
    fixed = {"application_id": str(BOT_ID), "version": "1"} | ({"guild_id": str(guild)} if guild else {})
    server.commands[guild] = [defaults | command | fixed | {"id": str(server.new_id())} for command in commands]
    return server.commands[guild]


@route("GET", "/applications/{application}/commands")
def global_commands(server: FakeDiscord, request: Request) -> list[Json]:
    """The commands that exist everywhere."""
    return server.commands[None]


@route("PUT", "/applications/{application}/commands")
def overwrite_global(server: FakeDiscord, request: Request) -> list[Json]:
    """Replace the commands that exist everywhere."""
    return _overwrite(server, None, request.body)


@route("PUT", "/applications/{application}/guilds/{guild}/commands")
def overwrite_guild(server: FakeDiscord, request: Request) -> list[Json]:
    """Replace the commands of one guild."""
    if request.id("guild") not in server.guilds:
        raise Refusal(403, 50001, "Missing Access")
    return _overwrite(server, request.id("guild"), request.body)


# Channels and their messages


@route("GET", "/channels/{channel}")
def channel(server: FakeDiscord, request: Request) -> Json:
    """A channel."""
    return server.require(request.id("channel"))


@route("POST", "/users/@me/channels")
def open_direct(server: FakeDiscord, request: Request) -> Json:
    """The channel of direct messages with a user, whether or not they let the bot write."""
    recipient = int(request.body["recipient_id"])
    if recipient not in server.users or recipient == BOT_ID:
        raise Refusal(400, 50033, "Invalid Recipient(s)")
    return server.channels[server.open_direct(recipient)]


@route("POST", "/channels/{channel}/messages")
def post_message(server: FakeDiscord, request: Request) -> Json:
    """Post a message, or give back the one that was posted with the same enforced nonce."""
    number = request.id("channel")
    target = server.channel(number)
    if target["type"] == DIRECT:
        if int(target["recipients"][0]["id"]) in server.closed:
            raise Refusal(403, 50007, "Cannot send messages to this user")
    else:
        server.require(number, "send_messages_in_threads" if target["type"] == PUBLIC_THREAD else "send_messages")
        if request.uploads:
            server.require(number, "attach_files")
        if request.body.get("embeds"):
            server.require(number, "embed_links")
    server.wake(number)
    return server.store.post(number, BOT_ID, request.body, request.uploads)


@route("GET", "/channels/{channel}/messages/{message}")
def message(server: FakeDiscord, request: Request) -> Json:
    """A message."""
    server.require(request.id("channel"), "read_message_history")
    found = server.store.get(request.id("channel"), request.id("message"))
    replied = found.get("referenced_message")
    if found["type"] == REPLY and replied is not None and int(replied["id"]) not in server.store.live:
        return found | {"referenced_message": None}
    return found


@route("PATCH", "/channels/{channel}/messages/{message}")
def edit_message(server: FakeDiscord, request: Request) -> Json:
    """Edit a message of the bot."""
    server.require(request.id("channel"))
    found = server.store.get(request.id("channel"), request.id("message"))
    if found["author"]["id"] != str(BOT_ID):
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    server.require_awake(request.id("channel"))
    return server.store.edit(found, request.body, request.uploads)


@route("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(server: FakeDiscord, request: Request) -> None:
    """Delete a message of the bot."""
    server.require(request.id("channel"))
    found = server.store.get(request.id("channel"), request.id("message"))
    if found["author"]["id"] != str(BOT_ID):
        raise Refusal(403, 50013, "Missing Permissions")
    server.require_awake(request.id("channel"))
    server.store.delete(request.id("message"))


@route("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
def react(server: FakeDiscord, request: Request) -> None:
    """Put the bot's reaction under a message."""
    server.require(request.id("channel"), "read_message_history")
    found = server.store.get(request.id("channel"), request.id("message"))
    server.require_awake(request.id("channel"))
    reaction = next((r for r in found.get("reactions", []) if r["emoji"]["name"] == request.parameters["emoji"]), None)
    if reaction is None:
        server.require(request.id("channel"), "add_reactions")
    if reaction is None or not reaction["me"]:
        server.store.react(found, BOT_ID, request.parameters["emoji"])


# Interactions


@route("POST", "/interactions/{interaction}/{token}/callback")
def acknowledge(server: FakeDiscord, request: Request) -> Json | None:
    """The bot's one response to an interaction."""
    token = request.parameters["token"]
    answer = server.interactions.acknowledge(request.id("interaction"), token, request.body, request.uploads)
    return answer if request.query.get("with_response") in ("1", "true") else None


@route("POST", "/webhooks/{application}/{token}")
def follow_up(server: FakeDiscord, request: Request) -> Json:
    """One more message through an interaction."""
    interaction = server.interactions.by_token(request.parameters["token"])
    return server.interactions.follow_up(interaction, request.body, request.uploads)


@route("GET", "/webhooks/{application}/{token}/messages/{message}")
def get_response(server: FakeDiscord, request: Request) -> Json:
    """A message of an interaction."""
    interaction = server.interactions.by_token(request.parameters["token"])
    return server.interactions.message(interaction, request.parameters["message"])


@route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
def edit_response(server: FakeDiscord, request: Request) -> Json:
    """Edit a message of an interaction."""
    interaction = server.interactions.by_token(request.parameters["token"])
    return server.interactions.edit(interaction, request.parameters["message"], request.body, request.uploads)


@route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
def delete_response(server: FakeDiscord, request: Request) -> None:
    """Delete a message of an interaction."""
    interaction = server.interactions.by_token(request.parameters["token"])
    server.store.delete(int(server.interactions.message(interaction, request.parameters["message"])["id"]))
