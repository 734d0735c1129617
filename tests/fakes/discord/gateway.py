"""The gateway: sessions, what is dispatched to them, and the many ways to lose one.

1. An event is numbered and kept when it happens, whether anybody is connected or not: RESUME replays it.
2. Dispatching is a plain function; each connection has a writer of its own, which keeps the order.
3. A session sees only what its intents and its shard entitle it to.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.discord.wire import Changes, Json


class Op(IntEnum):
    """What a payload of the gateway is about."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
GUILD_REACTIONS = 1 << 10
DIRECT_MESSAGES = 1 << 12
DIRECT_REACTIONS = 1 << 13
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

AUTHENTICATION_FAILED = 4004
_DISALLOWED_INTENTS = 4014
_GOODBYES = (1000, 1001)


class Connection:
    """One WebSocket, with the queue of what is still to be written to it."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._transport = request.transport
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        # One stream for the whole connection, flushed after every message.
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self._outgoing.put_nowait(json.dumps(payload))

    def signal(self, op: int, data: Any = None) -> None:
        """Queue a payload that is no event."""
        self.send({"op": op, "d": data, "s": None, "t": None})

    async def write(self) -> None:
        """Write what is queued, for ever."""
        with contextlib.suppress(ConnectionError):
            while True:
                text = await self._outgoing.get()
                if self._deflate is None:
                    await self._socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(packed)

    async def cut(self, code: int | None) -> None:
        """End it: with a close frame, or without a word when `code` is ``None``."""
        if code is not None:
            await self._socket.close(code=code)
        elif self._transport is not None:
            self._transport.abort()


@dataclass
class Session:
    """What Discord remembers of one shard of the bot, connected or not."""

    id: str
    shard: int
    shard_count: int
    intents: int
    connection: Connection | None = None
    events: list[Json] = field(default_factory=list)

    def dispatch(self, event: str, data: Json) -> None:
        """Number an event, keep it and send it."""
        # A copy, as the data lives on and a replay must tell what was true at the time.
        payload = {"op": Op.DISPATCH, "d": json.loads(json.dumps(data)), "s": len(self.events) + 1, "t": event}
        self.events.append(payload)
        if self.connection is not None:
            self.connection.send(payload)

    def concerns(self, guild: int | None) -> bool:
        """Whether events of that guild (or of a direct message) come to this shard."""
        return (guild >> 22) % self.shard_count == self.shard if guild else self.shard == 0


class Gateway:
    """All sessions of the bot."""

    def __init__(self, token: str, bot: Json, guilds: dict[int, Json], changes: Changes) -> None:
        self._token = token
        self._bot = bot
        self._guilds = guilds
        self._changes = changes
        self._open = asyncio.Event()
        self._open.set()
        self._connections: set[Connection] = set()
        self.url = ""
        self.shards = 1
        self.heartbeat_ms = 41_250
        self.privileged = 0
        """The privileged intents that are switched on for the application: none, as for our bot."""
        self.sessions: dict[str, Session] = {}
        self.received: list[int] = []
        """The opcodes that the client has sent, in order."""

    @property
    def connected(self) -> bool:
        """Whether at least one session has a connection."""
        return any(session.connection for session in self.sessions.values())

    def emit(
        self,
        event: str,
        data: Json,
        *,
        guild: int | None = None,
        intent: int = 0,
        without_content: Json | None = None,
    ) -> None:
        """Dispatch an event to every session it concerns; `without_content` is for those that may not read messages."""
        for session in self.sessions.values():
            if not session.concerns(guild) or (intent and not session.intents & intent):
                continue
            blank = without_content is not None and not session.intents & MESSAGE_CONTENT
            session.dispatch(event, without_content if blank and without_content is not None else data)
        self._changes.ring()

    async def drop(self, code: int | None = None) -> None:
        """Cut all connections; the sessions stay, to be resumed."""
        for session in self.sessions.values():
            session.connection = None
        for connection in list(self._connections):
            await connection.cut(code)

    def ask_to_reconnect(self) -> None:
        """Tell the clients to come back on a new connection (op 7)."""
        for connection in self._connections:
            connection.signal(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the clients that their session is over (op 9)."""
        for connection in self._connections:
            connection.signal(Op.INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep new connections waiting for their HELLO meanwhile: what happens now will be replayed."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one connection from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        session: Session | None = None
        try:
            await self._open.wait()
            connection.signal(Op.HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": []})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
                self.received.append(op)
                if op == Op.HEARTBEAT:
                    connection.signal(Op.HEARTBEAT_ACK)
                elif op in (Op.IDENTIFY, Op.RESUME):
                    refusal = self._refuse(data)
                    if refusal:
                        await socket.close(code=refusal)
                        break
                    session = self._identify(data, connection) if op == Op.IDENTIFY else self._resume(data, connection)
                elif op == Op.REQUEST_MEMBERS and session is not None:
                    chunk = {"members": [], "chunk_index": 0, "chunk_count": 1, "nonce": data.get("nonce")}
                    session.dispatch("GUILD_MEMBERS_CHUNK", chunk | {"guild_id": data["guild_id"]})
                self._changes.ring()
        finally:
            writer.cancel()
            self._connections.discard(connection)
            if session is not None and session.connection is connection:
                # It was the client that left: one that says goodbye will not come back to this session.
                session.connection = None
                if socket.close_code in _GOODBYES:
                    self.sessions.pop(session.id, None)
            self._changes.ring()
        return socket

    def _refuse(self, data: Json) -> int | None:
        if data["token"] != self._token:
            return AUTHENTICATION_FAILED
        if data.get("intents", 0) & PRIVILEGED & ~self.privileged:
            return _DISALLOWED_INTENTS
        return None

    def _identify(self, data: Json, connection: Connection) -> Session:
        shard, count = data.get("shard", (0, 1))
        session = Session(secrets.token_hex(16), shard, count, data.get("intents", 0), connection)
        self.sessions[session.id] = session
        guilds = [guild for number, guild in self._guilds.items() if session.concerns(number)]
        ready = {
            "v": 10,
            "user": self._bot,
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, count],
            "application": {"id": self._bot["id"], "flags": 0},
        }
        session.dispatch("READY", ready)
        if session.intents & GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild)
        return session

    def _resume(self, data: Json, connection: Connection) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            connection.signal(Op.INVALID_SESSION, False)
            return None
        session.connection = connection
        for payload in session.events[data["seq"] or 0 :]:
            connection.send(payload)
        session.dispatch("RESUMED", {})
        return session
