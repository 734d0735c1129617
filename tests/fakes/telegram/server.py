"""The loopback server: the real client talks to it over TCP, by polling, as it talks to api.telegram.org.

1. A request is read, recorded, checked by the description of the Bot API, then carried out, then answered.
2. Scripts make calls fail: :meth:`FakeTelegram.fault` refuses, :meth:`FakeTelegram.refuse` cuts the connection before
   the call is carried out, :meth:`FakeTelegram.lose` afterwards, :meth:`FakeTelegram.hold` keeps it waiting.
3. What happened is announced after the answer has left, so that a test reacts no earlier than a person could.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from aiohttp import BodyPartReader, web

from . import rules
from .chats import User
from .methods import METHODS
from .people import Person
from .wire import ApiError, Call, Json, PayloadFault, Refusal, Upload
from .world import World

When: TypeAlias = Callable[[Call], bool]
"""Narrows a script to certain calls of its method."""

TOKEN = "7001:AAF-fake0token0for0the0loopback0server0"


@dataclass(eq=False)
class Gate:
    """Calls that wait until they are let through."""

    method: str
    when: When
    waiting: list[Call] = field(default_factory=list)
    _open: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self) -> None:
        """Lets all through, those that wait and those that come."""
        self._open.set()

    async def pass_through(self, call: Call, announce: Callable[[], None]) -> None:
        """Waits for the gate to open."""
        self.waiting.append(call)
        announce()
        try:
            await self._open.wait()
        finally:
            self.waiting.remove(call)


@dataclass(eq=False)
class _Script:
    method: str
    when: When
    times: int
    error: ApiError | None = None
    is_carried_out: bool = False


class _ConnectionCutError(Exception):
    """The client is to see its connection break."""


class FakeTelegram(World):
    """A Telegram for one bot. Use it as ``async with FakeTelegram() as server``."""

    def __init__(self, *, username: str = "game_bot", token: str = TOKEN) -> None:
        super().__init__(User(int(token.split(":")[0]), "Game", username, is_bot=True))
        self.token = token
        self.base = ""
        """The address for ``base_url(base + "/bot")`` and ``base_file_url(base + "/file/bot")``."""
        self.calls: list[Call] = []
        """Every call but ``getUpdates``."""
        self.refusals: list[Refusal] = []
        """Every call that was answered with an error."""
        self.rejected: list[Refusal] = []
        """Those which no Telegram server would ever take: a test of the bot asserts that there are none."""
        self.polls = 0
        """How often ``getUpdates`` was called."""
        self._scripts: list[_Script] = []
        self._gates: list[Gate] = []
        self._is_closing = False
        self._spec = rules.load_spec()
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        await self.open_door()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closing = True
        for gate in self._gates:
            gate.open()
        self.announce()
        if self._runner is not None:
            await self._runner.cleanup()

    async def open_door(self) -> None:
        """Listens; after `close_door` again at the same address."""
        app = web.Application(client_max_size=60 << 20)
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/{kind}/{file_id}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.01, handler_cancellation=True)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port, reuse_address=True).start()
        _, self._port = self._runner.addresses[0][:2]
        self.base = f"http://127.0.0.1:{self._port}"

    async def close_door(self) -> None:
        """Cuts all connections and refuses new ones."""
        assert self._runner is not None, "the door is open"
        runner, self._runner = self._runner, None
        await runner.cleanup()

    def person(self, name: str, *, username: str | None = None, language: str = "en", is_bot: bool = False) -> Person:
        """Somebody new. Without a user name, people can only be mentioned by their id."""
        return Person(self, name, username=username, language=language, is_bot=is_bot)

    def story(self) -> str:
        """What the bot did last, for the message of a test that waits in vain."""
        calls = ", ".join(call.method for call in self.calls[-8:]) or "none"
        refusals = "; ".join(f"{refusal.call.method}: {refusal.description}" for refusal in self.refusals[-5:])
        return f"{super().story()}; its last calls: {calls}; refused: {refusals or 'none'}"

    # Scripts.

    def fault(
        self,
        method: str,
        code: int,
        description: str,
        times: int = 1,
        when: When = lambda _: True,
        **parameters: int,
    ) -> None:
        """Refuses the next calls of a method, for instance with 429 and ``retry_after``."""
        error = ApiError(code, description, **parameters)
        self._scripts.append(_Script(method, when, times, error))

    def refuse(self, method: str, times: int = 1, when: When = lambda _: True) -> None:
        """Cuts the connection before the next calls of a method are carried out."""
        self._scripts.append(_Script(method, when, times))

    def lose(self, method: str, times: int = 1, when: When = lambda _: True) -> None:
        """Carries out the next calls of a method and cuts the connection before the answer."""
        self._scripts.append(_Script(method, when, times, is_carried_out=True))

    def hold(self, method: str, when: When = lambda _: True) -> Gate:
        """Keeps calls of a method waiting, before they are carried out, until the gate is opened."""
        gate = Gate(method, when)
        self._gates.append(gate)
        return gate

    def _script_for(self, call: Call) -> _Script | None:
        for script in self._scripts:
            if script.method == call.method and script.times > 0 and script.when(call):
                script.times -= 1
                return script
        return None

    # Transport.

    async def _serve_file(self, request: web.Request) -> web.Response:
        file = self.files.get(request.match_info["file_id"])
        if file is None or request.match_info["token"] != self.token:
            return web.Response(status=404)
        return web.Response(body=file.data)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        try:
            if request.match_info["token"] != self.token:
                raise ApiError(401, "Unauthorized")
            call, uploads = await _read(request)
            response = _ok(await self._handle(call, uploads))
        except ApiError as error:
            response = _refusal(error)
        except _ConnectionCutError:
            self.announce()
            if request.transport:
                request.transport.abort()
            return web.Response()
        await response.prepare(request)
        await response.write_eof()
        self.announce()
        return response

    async def _handle(self, call: Call, uploads: dict[str, Upload]) -> object:
        if call.method == "getUpdates":
            return await self._get_updates(call.params)
        self.calls.append(call)
        try:
            if self._spec:
                self._spec.check(call.method, call.params, call.files)
            return await self._carry_out(call, uploads)
        except ApiError as error:
            refusal = Refusal(call, error.code, error.description)
            self.refusals.append(refusal)
            if isinstance(error, PayloadFault) or error.code in (404, 501):
                self.rejected.append(refusal)
            raise

    async def _carry_out(self, call: Call, uploads: dict[str, Upload]) -> object:
        for gate in self._gates:
            if gate.method == call.method and gate.when(call):
                await gate.pass_through(call, self.announce)
        script = self._script_for(call)
        if script and script.error:
            raise script.error
        if script and not script.is_carried_out:
            raise _ConnectionCutError
        if call.method not in METHODS:
            raise ApiError(501, f"Not Implemented: this server does not model {call.method}")
        result = METHODS[call.method](self, call.params, uploads)
        if script:
            raise _ConnectionCutError
        return result

    async def poll_elsewhere(self) -> list[Json]:
        """Another program with the same token asks for updates, once."""
        return await self._get_updates({"timeout": 0, "offset": 0})

    async def _get_updates(self, params: Json) -> list[Json]:
        """Long polling. A second poller ends the wait of the first, which is told of the conflict."""
        self.polls += 1
        turn = self.polls
        self.announce()
        if "allowed_updates" in params:
            self.allowed_updates = set(params["allowed_updates"]) or None
        offset = params.get("offset", 0)
        if offset >= 0:
            self.pending = [update for update in self.pending if update["update_id"] >= offset]
        else:
            self.pending = self.pending[offset:]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(params.get("timeout", 0)):
                await self.until(lambda: self.pending or self._is_closing or self.polls != turn, timeout=3600)
        if self.polls != turn:
            raise ApiError(
                409,
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            )
        return self.pending[: params.get("limit", 100)]


async def _read(request: web.Request) -> tuple[Call, dict[str, Upload]]:
    """Reads a call in any of the forms the Bot API takes."""
    fields: dict[str, str] = dict(request.query)
    values: Json = {}
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        values = await request.json()
    elif request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader), "the Bot API has no nested parts"
            content = bytes(await part.read())
            if part.filename:
                uploads[part.name or ""] = Upload(part.filename, content)
            else:
                fields[part.name or ""] = content.decode()
    else:
        fields |= {name: str(value) for name, value in (await request.post()).items()}
    params = rules.decoded(fields) | values
    files = {name: upload.data for name, upload in uploads.items()}
    return Call(request.match_info["method"], params, files), uploads


def _ok(result: object) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def _refusal(error: ApiError) -> web.Response:
    answer: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        answer["parameters"] = error.parameters
    return web.json_response(answer, status=error.code)
