"""The web table: a page a room, a page a seat, everything live by server-sent events.

It listens on the machine itself only. Requests that name another host, or come from another site's page, are refused,
so that no page on the open web can play here.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.gallery import Gallery
from bot.lobby import Wish
from bot.matches import NAME_LENGTH, short
from bot.panes import Json
from bot.ports import Chat, Post
from bot.rooms import NAME, Rooms
from bot.table import Refusal
from games import GAMES
from games.core import InvalidOptions
from renderer import Theme, header

log = logging.getLogger(__name__)

PAGES = Path(__file__).parent / "pages"
FONTS = Path(header.__file__).parent / "fonts"
HOME = "/r/home"
ROOM = r"{room:[a-z0-9-]{1,32}}"
KEY = r"{key:[\w-]{16,32}}"
LONGEST_MOVE = 800
"""A house rule in somebody's own words is longer than any other move."""
KEPT = {"Cache-Control": "private, max-age=86400"}
"""For pictures and films: a page names the version of the match in their addresses."""
BEAT = 15.0
"""Seconds after which a silent stream says that it is alive."""
POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class WebTable:
    """The platform, and the server while it runs."""

    name = NAME
    whispers = True

    def __init__(self, gallery: Gallery, host: str, port: int) -> None:
        self._gallery = gallery
        self._host = host
        self._port = port
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._closing = False
        self.address_shown = ""
        """Where the server listens, once it does."""

    async def run(self, rooms: Rooms, ready: Callable[[str], None] = lambda _: None) -> None:
        """Serves until cancelled.

        :raises OSError: if the port is taken.
        """
        runner = web.AppRunner(self._application(rooms), access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, self._host, self._port)
            await site.start()
            host, port = runner.addresses[0][:2]
            self.address_shown = f"http://{host}:{port}/"
            ready(self.address_shown)
            await asyncio.Event().wait()
        finally:
            self._closing = True
            for listeners in self._listeners.values():
                for event in listeners:
                    event.set()
            await runner.cleanup()

    def pause(self, _chat: Chat) -> float:
        """Pages bear any number of updates."""
        return 0.0

    async def show(self, chat: Chat, message: str | None, _post: Post, _token: str) -> str:
        """Tells the pages of a room that something has changed; each fetches what it shows."""
        for event in self._listeners.get(chat.id, ()):
            event.set()
        return message or "live"

    async def remove(self, _chat: Chat, _message: str) -> None:
        """Does nothing: a page shows one board."""

    def address(self, _chat: Chat, _message: str) -> str | None:
        """Pages are known by their keys only."""
        return None

    def invitation(self, _code: str) -> str | None:
        """Nobody can come from elsewhere: the table is on the host's own machine."""
        return None

    def door(self, _word: str) -> str | None:
        """A seat's page is its own."""
        return None

    def share(self, _code: str) -> str | None:
        """Nor can an invitation be passed on."""
        return None

    def _application(self, rooms: Rooms) -> web.Application:
        app = web.Application(middlewares=[_own_machine_only, _refusals(rooms)], client_max_size=16 * 1024)
        pages = _Pages(rooms, self._gallery, self._listen)
        app.add_routes(
            [
                web.get("/", pages.home),
                web.get(f"/r/{ROOM}", pages.page("room.html")),
                web.get(f"/t/{KEY}", pages.page("table.html")),
                web.get(f"/w/{KEY}", pages.page("table.html")),
                web.get(r"/static/fonts/{font:(Inter|InterDisplay|NotoEmoji)-(Medium|SemiBold|Bold)\.ttf}", pages.font),
                web.static("/static", PAGES / "static"),
                web.get(f"/api/r/{ROOM}", pages.room),
                web.post(f"/api/r/{ROOM}/offer", pages.offer),
                web.post(f"/api/r/{ROOM}/open", pages.open),
                web.post(f"/api/r/{ROOM}/join", pages.join),
                web.get(f"/api/r/{ROOM}/events", pages.room_events),
                web.get(f"/api/t/{KEY}", pages.seat),
                web.post(f"/api/t/{KEY}/move", pages.move),
                web.post(f"/api/t/{KEY}/act", pages.act),
                web.get(f"/api/t/{KEY}/picture.png", pages.picture),
                web.get(f"/api/t/{KEY}/hand.png", pages.hand),
                web.get(f"/api/t/{KEY}/replay.gif", pages.film),
                web.get(rf"/api/t/{KEY}/ply/{{ply:\d{{1,8}}}}", pages.earlier),
                web.get(f"/api/t/{KEY}/record", pages.record),
                web.get(f"/api/t/{KEY}/events", pages.seat_events),
            ]
        )
        app.on_response_prepare.append(_fresh)
        return app

    async def _listen(self, request: web.Request, room: str) -> web.StreamResponse:
        """Streams a line whenever something changes in a room."""
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        changed = asyncio.Event()
        self._listeners.setdefault(room, set()).add(changed)
        try:
            await stream.prepare(request)
            await stream.write(b"retry: 1000\n\nevent: changed\ndata: 0\n\n")
            while not self._closing:
                try:
                    async with asyncio.timeout(BEAT):
                        await changed.wait()
                    changed.clear()
                    await stream.write(b"event: changed\ndata: 0\n\n")
                except TimeoutError:
                    await stream.write(b": alive\n\n")
        except ConnectionError:
            pass
        finally:
            self._listeners[room].discard(changed)
            if not self._listeners[room]:
                del self._listeners[room]
        return stream


class _Pages:
    """What each address answers."""

    def __init__(
        self,
        rooms: Rooms,
        gallery: Gallery,
        listen: Callable[[web.Request, str], Awaitable[web.StreamResponse]],
    ) -> None:
        self._rooms = rooms
        self._gallery = gallery
        self._listen = listen

    async def home(self, _request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound(HOME)

    def page(self, name: str) -> Handler:
        async def serve(_request: web.Request) -> web.StreamResponse:
            return web.FileResponse(
                PAGES / name,
                headers={
                    "Content-Security-Policy": POLICY,
                    "Referrer-Policy": "no-referrer",
                    "Cache-Control": "no-cache",
                },
            )

        return serve

    async def font(self, request: web.Request) -> web.StreamResponse:
        """The pages are set in the type of the pictures."""
        return web.FileResponse(FONTS / request.match_info["font"], headers={"Cache-Control": "public, max-age=604800"})

    async def room(self, request: web.Request) -> web.StreamResponse:
        return _json(await self._rooms.room(request.match_info["room"], _locale(request)))

    async def offer(self, request: web.Request) -> web.StreamResponse:
        asked = await _body(request)
        return _json(self._rooms.offered(*_way(asked), _locale(request)))

    async def open(self, request: web.Request) -> web.StreamResponse:
        asked = await _body(request)
        game, preset, options = _way(asked)
        level = asked.get("level")
        wish = Wish(game, preset, options=options, level=level if isinstance(level, str) else None)
        key = await self._rooms.open(request.match_info["room"], _name(asked), wish, _locale(request))
        return _json({"seat": f"/t/{key}"})

    async def join(self, request: web.Request) -> web.StreamResponse:
        asked = await _body(request)
        code = str(asked.get("match", ""))
        key = await self._rooms.join(request.match_info["room"], code, _name(asked), _locale(request))
        return _json({"seat": f"/t/{key}"})

    async def seat(self, request: web.Request, begun: str | None = None) -> web.StreamResponse:
        key = request.match_info["key"]
        begun = request.query.get("begun", "")[:LONGEST_MOVE] if begun is None else begun
        shown = await self._rooms.seat(key, _locale(request), begun)
        if "board" in shown:
            picture = await self._gallery.picture(await self._rooms.scene(key, None, "light", begun))
            board = picture.board
            shown["picture"] = {
                "size": picture.size,
                "board": [board.x, board.y, board.width, board.height],
                # A page shows the seats itself, so it may leave out what the picture has above this line. That lies
                # a little below them, because a scaled picture is soft at its edges.
                "top": header.form(len(shown["seats"])).bottom + 5 if board.width else 0,
            }
        return _json(shown)

    async def earlier(self, request: web.Request) -> web.StreamResponse:
        key, ply = request.match_info["key"], int(request.match_info["ply"])
        return _json(await self._rooms.earlier(key, ply, _locale(request)))

    async def move(self, request: web.Request) -> web.StreamResponse:
        asked = await _body(request)
        ply, text = asked.get("ply"), asked.get("text")
        if not isinstance(ply, int) or not isinstance(text, str) or len(text) > LONGEST_MOVE:
            raise web.HTTPBadRequest
        begun = await self._rooms.move(
            request.match_info["key"],
            ply,
            text,
            begun=str(asked.get("begun", ""))[:LONGEST_MOVE],
            typed=asked.get("typed") is True,
            as_it_stands=asked.get("as_it_stands") is True,
        )
        return await self.seat(request, begun)

    async def act(self, request: web.Request) -> web.StreamResponse:
        asked = await _body(request)
        told = await self._rooms.advise(request.match_info["key"], str(asked.get("act")), _locale(request))
        if told is not None:
            return _json({"told": told})
        key = await self._rooms.act(request.match_info["key"], str(asked.get("act")))
        return _json({"seat": f"/t/{key}"}) if key is not None else await self.seat(request)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        ply = request.query.get("ply", "")
        scene = await self._rooms.scene(
            request.match_info["key"],
            int(ply) if ply.isdecimal() and len(ply) < 9 else None,
            _theme(request),
            request.query.get("begun", "")[:LONGEST_MOVE],
        )
        picture = await self._gallery.picture(scene)
        return web.Response(body=picture.png, content_type="image/png", headers=KEPT)

    async def hand(self, request: web.Request) -> web.StreamResponse:
        begun = request.query.get("begun", "")[:LONGEST_MOVE]
        scene = await self._rooms.hand(request.match_info["key"], _theme(request), begun)
        picture = await self._gallery.picture(scene)
        return web.Response(body=picture.png, content_type="image/png", headers=KEPT)

    async def film(self, request: web.Request) -> web.StreamResponse:
        scenes = await self._rooms.film(request.match_info["key"], _theme(request))
        return web.Response(body=await self._gallery.film(scenes), content_type="image/gif", headers=KEPT)

    async def record(self, request: web.Request) -> web.StreamResponse:
        name, text = await self._rooms.record(request.match_info["key"], _locale(request))
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return web.Response(text=text, headers=headers)

    async def room_events(self, request: web.Request) -> web.StreamResponse:
        return await self._listen(request, request.match_info["room"])

    async def seat_events(self, request: web.Request) -> web.StreamResponse:
        room = await self._rooms.room_of(request.match_info["key"])
        if room is None:
            raise web.HTTPNotFound
        return await self._listen(request, room)


@web.middleware
async def _own_machine_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses what a page of another site could send: a foreign host's name, or a foreign origin."""
    host = urlsplit(f"//{request.host}").hostname
    if host not in ("localhost", "127.0.0.1", "::1"):
        raise web.HTTPForbidden
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin is not None and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden
    return await handler(request)


async def _fresh(_request: web.Request, response: web.StreamResponse) -> None:
    """Lets browsers ask each time whether a file has changed, so that no page runs with an older one's scripts."""
    response.headers.setdefault("Cache-Control", "no-cache")
    response.headers["X-Content-Type-Options"] = "nosniff"


def _refusals(rooms: Rooms) -> Middleware:
    @web.middleware
    async def refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turns a refusal into its sentence."""
        try:
            return await handler(request)
        except InvalidOptions:
            raise web.HTTPBadRequest from None
        except Refusal as refused:
            if refused.reason == "repeated":
                return _json({"repeated": True})
            status = 404 if refused.reason == "unknown" else 409
            return _json({"reason": refused.reason, "message": await rooms.refusal(refused, _locale(request))}, status)

    return refusals


async def _body(request: web.Request) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        asked = await request.json()
    except json.JSONDecodeError:
        raise web.HTTPBadRequest from None
    if not isinstance(asked, dict):
        raise web.HTTPBadRequest
    return asked


def _way(asked: dict[str, Any]) -> tuple[str, str, dict[str, str]]:
    """What is asked to be played: a game, a preset, and options that differ from it."""
    game, preset, options = asked.get("game"), asked.get("preset"), asked.get("options", {})
    if not isinstance(game, str) or not isinstance(preset, str) or not isinstance(options, dict):
        raise web.HTTPBadRequest
    if game not in GAMES or preset not in GAMES[game].presets:
        raise web.HTTPBadRequest
    return game, preset, {str(name): str(value) for name, value in options.items()}


def _name(asked: dict[str, Any]) -> str:
    name = asked.get("name")
    if not isinstance(name, str) or len(name) > 8 * NAME_LENGTH or short(name) == "·":
        raise web.HTTPBadRequest
    return short(name)


def _theme(request: web.Request) -> Theme:
    return "dark" if request.query.get("theme") == "dark" else "light"


def _locale(request: web.Request) -> str:
    """The first language that the browser asks for."""
    first = request.headers.get("Accept-Language", "en").split(",")[0].split(";")[0].strip()
    return first if first.replace("-", "").isalnum() and len(first) <= 12 else "en"


def _json(answer: Json, status: int = 200) -> web.Response:
    return web.json_response(answer, status=status, headers={"Cache-Control": "no-store"})
