"""The loopback Discord: lifecycle, the way of a request, and what a test may ask and arrange.

1. Every request is recorded in `calls` before anything else happens to it.
2. A payload that Discord would never accept is recorded in `rejected`, as is a request for something not modelled.
3. A failure of the fake itself is raised by :meth:`FakeDiscord.stop`: it must not look like a failure of the bot.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self, TypeVar

import discord
import yarl
from aiohttp import BodyPartReader, web
from discord.gateway import DiscordWebSocket
from discord.http import Route as DiscordRoute

from tests.fakes.discord import rules, spec
from tests.fakes.discord.faults import Fault, Faults, Headers, Limit, Script
from tests.fakes.discord.gateway import AUTHENTICATION_FAILED
from tests.fakes.discord.interactions import Act, Interaction, Interactions
from tests.fakes.discord.messages import Messages
from tests.fakes.discord.people import Person
from tests.fakes.discord.routes import ROUTES, Request
from tests.fakes.discord.wire import (
    BUTTON,
    EPHEMERAL,
    BadForm,
    Call,
    EmptyMessage,
    Json,
    Refusal,
    Rejection,
    TooManyCommands,
    Upload,
)
from tests.fakes.discord.world import TOKEN, World, user_payload

T = TypeVar("T")

_API = "/api/v10"
_UNMODELLED = 501  # discord.py retries neither this nor anything else below 600 save 500, 502, 504 and 524


class Button(NamedTuple):
    """A button as a user sees it; a link has no custom id."""

    label: str
    custom_id: str | None


class FakeDiscord(World):
    """Discord on a port of this machine; ``async with FakeDiscord() as server`` starts and stops it."""

    TOKEN = TOKEN

    def __init__(self, *, shards: int = 1) -> None:
        super().__init__()
        self.gateway.shards = shards
        self.store = Messages(self)
        self.interactions = Interactions(self, self.store)
        self.calls: list[Call] = []
        self.rejected: list[Rejection] = []
        self.base = ""
        self._faults = Faults()
        self._spec = spec.load()
        self._broken: list[Exception] = []
        self._runner: web.AppRunner | None = None

    # Lifecycle

    async def start(self) -> Self:
        """Listen on a free port of the loopback interface."""
        app = web.Application(client_max_size=30 << 20)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/cdn/{path:.*}", self._cdn)
        app.router.add_route("*", _API + "{path:/.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.base = f"http://127.0.0.1:{port}"
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        self.store.cdn = f"{self.base}/cdn"
        return self

    async def stop(self) -> None:
        """Close everything, and raise what went wrong in here."""
        # A bot that still runs must not try to come back: discord.py could then not even be cancelled.
        await self.gateway.drop(AUTHENTICATION_FAILED)
        if self._runner is not None:
            await self._runner.cleanup()
        if self._broken:
            raise ExceptionGroup("the fake Discord failed", self._broken)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @contextlib.contextmanager
    def patched(self) -> Iterator[Self]:
        """Make discord.py talk to this server."""
        before = DiscordRoute.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
        DiscordRoute.BASE = self.base + _API
        # A plain client never asks for the gateway's address, and everybody falls back to this one.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway.url)
        discord.Asset.BASE = self.store.cdn
        try:
            yield self
        finally:
            DiscordRoute.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = before

    # Arranging the world

    def user(self, name: str, *, bot: bool = False, locale: str = "en-US", display: str | None = None) -> Person:
        """Make a user."""
        number = self.new_id()
        self.users[number] = user_payload(number, name, bot=bot, display=display)
        return Person(self, number, name, locale)

    def dm(self, person: Person) -> int:
        """The channel of direct messages between a user and the bot."""
        return self.open_direct(person.id)

    def close_dm(self, person: Person) -> None:
        """Let a user refuse direct messages."""
        self.closed.add(person.id)

    def open_dm(self, person: Person) -> None:
        """Let a user take direct messages again."""
        self.closed.discard(person.id)

    def promote(self, guild: int, person: Person, *permissions: str) -> None:
        """Give a member permissions, named as in :class:`discord.Permissions`."""
        self.grant(guild, person.id, discord.Permissions(**dict.fromkeys(permissions, True)))

    def delete_channel(self, channel: int) -> None:
        """Delete a channel with its threads and all their messages."""
        gone = {str(number) for number in self.remove_channel(channel)}
        for number in [key for key, message in self.store.live.items() if message["channel_id"] in gone]:
            self.store.delete(number)

    def delete_message(self, channel: int, message: Json | int) -> None:
        """Delete a message as a moderator does."""
        found = self.message(message)
        assert found["channel_id"] == str(channel), "the message stands in another channel"
        self.store.delete(int(found["id"]))

    # Arranging misfortune

    def fault(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        message: str = "fault",
        times: int = 1,
        retry_after: float | None = None,
        is_global: bool = False,
    ) -> None:
        """Answer the next requests with an error instead of carrying them out."""
        body: Json = {"message": message, "code": code}
        if status == 429:
            body |= {"retry_after": retry_after if retry_after is not None else 1.0, "global": is_global}
        self._faults.errors.append(Fault(method, re.compile(path), times, status, body))

    def refuse(self, method: str, path: str, times: int = 1) -> None:
        """Cut the connection before the next requests are carried out.

        aiohttp by itself repeats a GET, PUT or DELETE once when a kept connection ends so.
        """
        self._faults.refusals.append(Script(method, re.compile(path), times))

    def lose(self, method: str, path: str, times: int = 1) -> None:
        """Carry the next requests out, and cut the connection before the answer."""
        self._faults.losses.append(Script(method, re.compile(path), times))

    def limit(self, method: str, path: str, count: int, per: float) -> Limit:
        """Allow only `count` requests in `per` seconds; what is returned counts those it had to refuse."""
        limit = Limit(method, re.compile(path), count, per)
        self._faults.limits.append(limit)
        return limit

    async def press_forged(
        self, person: Person, channel: int, message_id: int, custom_id: str, *, wait: bool = True
    ) -> Interaction:
        """Press a button that is no longer there, as an old client does."""
        shown = self.store.live.get(message_id) or self.store.gone.get(message_id)
        assert shown is not None, f"there never was a message {message_id}"
        data = {"custom_id": custom_id, "component_type": BUTTON}
        interaction = self.interactions.start(Act.COMPONENT, person, channel, data, shown)
        return await interaction.acked() if wait else interaction

    # Asking

    def message(self, message: Json | int) -> Json:
        """The live message of that id, or of the id of that payload."""
        number = int(message["id"]) if isinstance(message, dict) else message
        assert number in self.store.live, f"there is no message {number}"
        return self.store.live[number]

    def messages(self, channel: int) -> list[Json]:
        """What stands in a channel for all to see, oldest first."""
        live = self.store.live.values()
        return [each for each in live if each["channel_id"] == str(channel) and not each["flags"] & EPHEMERAL]

    def pinged(self, message: Json | int) -> frozenset[int]:
        """The ids of those whom a message pinged when it was posted."""
        return self.store.pings[int(message["id"]) if isinstance(message, dict) else message]

    def picture(self, message: Json | int) -> bytes:
        """The one PNG that hangs on a message."""
        (attachment,) = self.message(message)["attachments"]
        assert attachment["content_type"] == "image/png", f"{attachment['filename']} is no PNG"
        return self.store.files[attachment["url"].removeprefix(self.store.cdn + "/")]

    def film(self, message: Json | int) -> bytes:
        """The one GIF that hangs on a message."""
        (attachment,) = self.message(message)["attachments"]
        assert attachment["content_type"] == "image/gif", f"{attachment['filename']} is no GIF"
        return self.store.files[attachment["url"].removeprefix(self.store.cdn + "/")]

    def alt_text(self, message: Json | int) -> str | None:
        """How the one attachment of a message is described to those who cannot see it."""
        (attachment,) = self.message(message)["attachments"]
        description: str | None = attachment["description"]
        return description

    def components(self, message: Json | int) -> list[Json]:
        """The buttons and selects of a message, in reading order."""
        return list(rules.interactive(self.message(message)))

    def buttons(self, message: Json | int) -> list[Button]:
        """The buttons of a message, in reading order."""
        found = [component for component in self.components(message) if component["type"] == BUTTON]
        return [Button(label_of(button), button.get("custom_id")) for button in found]

    def sent(self, method: str, path: str) -> list[Call]:
        """The recorded requests of a method whose path matches."""
        return [call for call in self.calls if call.method == method and re.search(path, call.path)]

    async def until(self, predicate: Callable[[], T], timeout: float = 5.0) -> T:
        """Wait until something is true of this server, and return it."""
        try:
            return await self.changes.until(predicate, timeout)
        except TimeoutError:
            recent = "\n".join(f"  {call.method} {call.path} {call.body}" for call in self.calls[-8:])
            raise AssertionError(f"not so within {timeout} s; the last requests were\n{recent}") from None

    # The way of a request

    async def _cdn(self, request: web.Request) -> web.Response:
        data = self.store.files.get(request.match_info["path"])
        if data is None:
            return web.Response(status=404)
        return web.Response(body=data, content_type="image/png")

    async def _rest(self, request: web.Request) -> web.Response:
        method, path = request.method, request.match_info["path"]
        body, uploads = await self._read(request)
        call = Call(method, path, body, tuple(uploads.values()))
        self.calls.append(call)
        self.changes.ring()
        # discord.py takes a 429 without Via for a ban by Cloudflare.
        headers = {"Via": "1.1 google", "X-RateLimit-Bucket": re.sub(r"\d{6,}|[\w-]{40,}", "#", f"{method}{path}")[:60]}
        if self._faults.refuses(method, path):
            return _cut(request)
        fault = self._faults.error(method, path)
        if fault is not None:
            return _answer(fault.body, fault.status, headers | fault.headers)
        wait, limit_headers = self._faults.take(method, path)
        headers |= limit_headers
        if wait is not None:
            body = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
            return _answer(body, 429, headers)
        try:
            answer = self._carry_out(request, call, uploads)
        except Refusal as refusal:
            if isinstance(refusal, BadForm | EmptyMessage | TooManyCommands):
                self.rejected.append(Rejection(call, str(refusal)))
            answer, status = refusal.body, refusal.status
        except Exception as error:
            self._broken.append(error)
            answer, status = {"code": 0, "message": f"the fake Discord failed: {error!r}"}, _UNMODELLED
        else:
            status = 200 if answer is not None else 204
        self.changes.ring()
        if self._faults.loses(method, path):
            return _cut(request)
        return _answer(answer, status, headers)

    @staticmethod
    async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
        if request.content_type != "multipart/form-data":
            return (await request.json() if request.can_read_body else None), {}
        body: Any = None
        uploads: dict[int, Upload] = {}
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader), "Discord takes no multipart within multipart"
            if part.name == "payload_json":
                body = json.loads(await part.text())
            elif found := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                uploads[int(found[1])] = Upload(part.filename or "", bytes(await part.read()))
        return body, uploads

    def _carry_out(self, request: web.Request, call: Call, uploads: dict[int, Upload]) -> Any:
        is_by_token = call.path.startswith(("/interactions/", "/webhooks/")) or call.path == "/gateway"
        if not is_by_token and request.headers.get("Authorization") != f"Bot {self.TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")
        if self._spec is not None:
            self._spec.check(call.method, call.path, call.body)
        for method, pattern, function in ROUTES:
            found = pattern.fullmatch(call.path)
            if method == call.method and found:
                body = call.body if call.body is not None else {}
                return function(self, Request(found.groupdict(), dict(request.query), body, uploads))
        self.rejected.append(Rejection(call, "this route is not modelled"))
        raise Refusal(_UNMODELLED, 0, f"the fake Discord does not model {call.method} {call.path}")


def label_of(component: Json) -> str:
    """What a user reads on a button: its label, or its emoji."""
    return str(component.get("label") or (component.get("emoji") or {}).get("name") or "")


def _answer(body: Any, status: int, headers: Headers) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # discord.py wants exactly this content type; web.json_response would add a charset.
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers, content_type="application/json")


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
