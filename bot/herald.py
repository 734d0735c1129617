"""Brings every surface up to date: compares what a place shows with what is true, and sends the difference.

Nothing is pushed. Whoever changes a match wakes the herald afterwards; what a crash, a rate limit or an absent platform
left undone is found again by the same comparison. Boards that were overtaken are never sent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from bot import hands, pace, posts
from bot.invitations import Look
from bot.matches import Table, chat_of, load, move_place, names
from bot.ports import Chat, Failure, Forbidden, Gone, Later, Moved, NoPictures, Person, Platform, Post, Unsure, lines
from bot.words import words_for
from games import GAMES
from games.core import Seat
from renderer import Theme
from storage import Store
from storage.models import Match, Place, Surface

log = logging.getLogger(__name__)

TIRED = 3
"""Refusals in a row after which a place rests until somebody asks for the board there."""
LONGEST_WAIT = 600.0
PATIENCE = 5.0
"""Seconds that somebody waits for a board; a place whose platform wants us to wait may take much longer."""
SWEEP = 60.0
AT_ONCE = 64
"""Updates begun at once when everything is looked through: after a long absence there may be thousands."""

Now = Callable[[], datetime]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Update:
    """What one surface should show now."""

    match: int
    surface: int
    chat: Chat
    message: str | None
    """The message to edit; None for a new one."""
    replaced: str | None
    """An older message that goes away when this one is there."""
    post: Post
    ply: int
    version: int
    status: str


class Herald:
    """The comparisons under way, one task a surface."""

    def __init__(self, store: Store, platforms: Mapping[str, Platform], now: Now, sleep: Sleep = asyncio.sleep) -> None:
        self._store = store
        self._platforms = platforms
        self._now = now
        self._sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._attempts: dict[int, asyncio.Future[None]] = {}
        self._pausing: set[int] = set()
        self._explain: set[int] = set()
        self._quiet: set[int] = set()

    async def run(self) -> None:
        """Looks through everything when it starts and then once a minute, for ever."""
        while True:
            try:
                await self.sweep()
            except Exception:
                log.exception("the herald stumbled; it goes on in a minute")
            await self._sleep(SWEEP)

    async def sweep(self) -> None:
        """Finds what was left undone, by a crash or by another process."""
        await self._wake(None)

    async def wake(self, match: int, *, quietly: Chat | None = None) -> None:
        """Looks at all surfaces of a match. Returns when their updates have begun, not when they are done.

        ``quietly`` is a place where the next message calls nobody: it was asked for by somebody who is there.
        """
        if quietly is not None:
            surface = await self._store.read(lambda session: _surface_in(session, match, quietly))
            if surface is not None:
                self._quiet.add(surface)
        await self._wake(match)

    async def settle(self) -> None:
        """Waits until every surface is up to date, or resting."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def shown(self, match: int, chat: Chat) -> bool:
        """Waits until one place was asked to show the match, and tells whether it can be seen there."""
        surface = await self._store.read(lambda session: _surface_in(session, match, chat))
        if surface is None:
            return True
        if attempt := self._attempts.get(surface):
            await asyncio.wait([attempt], timeout=PATIENCE)
        return await self._store.read(lambda session: session.get_one(Surface, surface).failures == 0)

    async def move(self, chat: Chat, new: str) -> None:
        """A place goes by another chat's id now: its boards are posted there, and the old ones go away."""
        left = await self._store.write(lambda session: move_place(session, chat, replace(chat, id=new, thread="")))
        for match in dict.fromkeys(match for match, _ in left):
            await self.wake(match)
        for _, message in left:
            if message is not None:
                try:
                    await self._platforms[chat.platform].remove(chat, message)
                except Failure as failure:
                    log.info("could not remove a message in %s: %s", chat.platform, failure)

    async def stop(self) -> None:
        """Lets the updates under way finish for a moment, then leaves the rest to the next start."""
        for surface in self._pausing:
            self._tasks[surface].cancel()
        if self._tasks:
            _, pending = await asyncio.wait(self._tasks.values(), timeout=5)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    async def _wake(self, match: int | None) -> None:
        for surface in await self._store.read(lambda session: _behind(session, match, set(self._platforms))):
            while match is None and len(self._tasks) >= AT_ONCE:
                await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)
            self._again.add(surface)
            self._attempts.setdefault(surface, asyncio.get_running_loop().create_future())
            if surface not in self._tasks:
                self._tasks[surface] = asyncio.create_task(self._catch_up(surface), name=f"surface {surface}")

    async def _catch_up(self, surface: int) -> None:
        try:
            while surface in self._again:
                self._again.discard(surface)
                update = await self._store.read(lambda session: self._next(session, surface))
                wait = await self._show(update) if update is not None else await self._tidy(surface)
                if wait:
                    self._attempted(surface)
                    self._pausing.add(surface)
                    await self._sleep(wait)
                    self._pausing.discard(surface)
        except Exception:
            log.exception("surface %d could not be brought up to date", surface)
        finally:
            # Before anything else may run: whoever wakes the surface from now on must find no task.
            self._again.discard(surface)
            self._pausing.discard(surface)
            self._tasks.pop(surface, None)
            self._attempted(surface)

    def _attempted(self, surface: int) -> None:
        """Lets those go on who wait for a surface."""
        attempt = self._attempts.pop(surface, None)
        if attempt is not None and not attempt.done():
            attempt.set_result(None)

    async def _show(self, update: Update) -> float:
        """Sends one update and notes what came of it. Returns after how many seconds the next one may follow."""
        platform = self._platforms[update.chat.platform]
        # Another message about the same version is meant as another one: it replaces another message.
        token = f"{update.surface}-{update.version}-{update.replaced or 0}"
        try:
            message = await platform.show(update.chat, update.message, update.post, token)
        except NoPictures:
            await self._store.write(lambda session: _show_text(session, update.surface, True))
            self._explain.add(update.surface)
            self._again.add(update.surface)
            return 0.0
        except (Gone, Forbidden) as failure:
            if isinstance(failure, Gone) and update.message is not None:
                await self._note(update, message=None, again=True)
                return 0.0
            log.warning("may not write in %s %s: %s", update.chat.platform, update.chat.id, failure)
            if update.surface in self._explain:
                # It was not for the picture.
                self._explain.discard(update.surface)
                await self._store.write(lambda session: _show_text(session, update.surface, False))
            if await self._store.write(lambda session: _refused(session, update.surface)):
                await self._wake(update.match)
        except Moved as moved:
            await self.move(update.chat, moved.chat)
            return 0.0
        except Later as later:
            self._again.add(update.surface)
            return min(later.seconds, LONGEST_WAIT)
        except Unsure:
            # A new message may stand there or not. Sending it again could show it twice, so the next change repairs it,
            # at the latest the call that goes out when nobody stirs.
            await self._note(update, message=update.message)
        else:
            self._explain.discard(update.surface)
            await self._note(update, message=message)
            if update.replaced is not None and update.replaced != update.message:
                await self._remove(update.surface, update.chat, update.replaced)
        return platform.pause(update.chat)

    async def _tidy(self, surface: int) -> float:
        """Removes the message that a new one replaced, if a crash came in between."""

        def find(session: Session) -> tuple[Chat, str] | None:
            found = session.get(Surface, surface)
            if found is None or found.old_message is None or found.message is None:
                return None
            return chat_of(session.get_one(Place, found.place_id)), found.old_message

        left = await self._store.read(find)
        if left is not None:
            await self._remove(surface, *left)
        return 0.0

    async def _note(self, update: Update, *, message: str | None, again: bool = False) -> None:
        now = self._now()

        def note(session: Session) -> None:
            surface = session.get_one(Surface, update.surface)
            if again:
                surface.old_message, surface.message, surface.anew = surface.message, None, True
                return
            if update.message is None:
                surface.old_message, surface.message = update.replaced, message
                surface.posted_at = now
            surface.shown_ply, surface.shown_version = update.ply, update.version
            surface.shown_status = update.status
            surface.anew = False
            surface.failures = 0
            if update.post.calls and update.status != "open":
                surface.called_ply = update.ply

        await self._store.write(note)
        if again:
            self._again.add(update.surface)
        else:
            self._quiet.discard(update.surface)

    async def _remove(self, surface: int, chat: Chat, message: str) -> None:
        try:
            await self._platforms[chat.platform].remove(chat, message)
        except Later:
            return
        except Failure as failure:
            log.info("could not remove a message in %s: %s", chat.platform, failure)
        await self._store.write(lambda session: _forget_old(session, surface))

    def whispers(self, chat: Chat) -> bool:
        """Whether only the one who asks sees an answer there."""
        return chat.private or self._platforms[chat.platform].whispers

    def door(self, chat: Chat, table: Table) -> str | None:
        """An address that opens somebody's own chat with us, to join or to see cards; None where none is needed."""
        code = table.match.join_code
        return self._platforms[chat.platform].door(f"c_{code}" if code is not None else f"h_{table.code}")

    def address(self, chat: Chat, message: str) -> str | None:
        """A link to a message; None where there is none."""
        return self._platforms[chat.platform].address(chat, message) if chat.platform in self._platforms else None

    def _next(self, session: Session, surface_id: int) -> Update | None:
        surface = session.get(Surface, surface_id)
        table = load(session, surface.match_id) if surface else None
        if surface is None or table is None or not _is_behind(surface, table.match):
            return None
        now = self._now()
        place = session.get_one(Place, surface.place_id)
        chat = chat_of(place)
        look = self.look(table, chat, theme=place.theme, as_text=surface.as_text)
        owners = hands.owners(session, table)
        mine = owners.get(surface.place_id) if table.match.status == "running" else None
        if mine is not None:
            post = hands.board(table, mine, look, since=surface.shown_ply)
        else:
            post = posts.compose(table, look, now, since=surface.shown_ply)
        if surface.id in self._explain:
            sorry = look.words.say("I may not send pictures here, so this is the text board.")
            post = replace(post, text=lines(post.text, sorry))
        here, closed = _seats_in(table, surface, owners), self._unreached(session, table, chat)
        door = self.door(chat, table)
        if closed and door is not None:
            post, here = hands.knocking(table, post, closed, door, look), tuple(dict.fromkeys((*here, *closed)))
        new = surface.message is None or surface.anew or not may_edit(table, surface, here, now)
        calls = callees(table, surface, here, post) if new and surface.id not in self._quiet else ()
        unnamed = tuple((one,) for one in calls if one not in post.text)
        if unnamed and not chat.private:
            # Only who is named in a text can be called by it; in somebody's own chat every message calls.
            post = replace(post, text=lines(post.text, names(unnamed)))
        return Update(
            match=table.match.id,
            surface=surface.id,
            chat=chat,
            message=None if new else surface.message,
            replaced=(surface.message or surface.old_message) if new else surface.old_message,
            post=replace(post, calls=calls),
            ply=table.match.ply,
            version=table.match.version,
            status=table.match.status,
        )

    def _unreached(self, session: Session, table: Table, chat: Chat) -> tuple[Seat, ...]:
        """The seats that have to be told in a public place how they get to see their hands."""
        if chat.private or self._platforms[chat.platform].whispers or table.match.status != "running":
            return ()
        return hands.unreached(session, table, chat.platform)

    def look(self, table: Table, chat: Chat, *, theme: str = "light", as_text: bool = False) -> Look:
        """How a chat wants to see a match."""
        ways: list[tuple[str, str]] = []
        code = table.match.join_code
        if code is not None:
            for platform in self._platforms.values():
                way = platform.invitation(code)
                if way is not None:
                    ways.append((platform.name.title(), way))
        if len(ways) < 2 and not chat.private:
            ways = []
        share = self._platforms[chat.platform].share(code) if chat.private and code is not None else None
        shade: Theme = "dark" if theme == "dark" else "light"
        return Look(words_for(chat.locale), shade, as_text, chat.private, tuple(ways), share)


def _seats_in(table: Table, surface: Surface, owners: Mapping[int, Seat]) -> tuple[Seat, ...]:
    """The seats that are called in a place: where they sit, or in their own chat if that shows them their hand."""
    if surface.place_id in owners:
        return (owners[surface.place_id],)
    at = (Seat(row.index) for row in table.match.seats if row.place_id == surface.place_id)
    return tuple(seat for seat in at if seat not in owners.values())


def may_edit(table: Table, surface: Surface, here: Iterable[Seat], now: datetime) -> bool:
    """Whether a surface's message may be edited; else a new one calls somebody, or comes down to where people are.

    ``here`` are the seats that are called there.
    """
    match = table.match
    if match.status not in ("running", "over"):
        return True
    if surface.posted_at is None or surface.shown_status not in ("running", "over"):
        return False
    if now - surface.posted_at > pace.FRESH:
        return False
    if match.status == "running" and surface.called_ply == match.ply:
        return True
    waited_for = (match.seats[seat] for seat in here if _awaits(table, seat))
    return all(seat.seen_at is not None and now - seat.seen_at <= pace.HERE for seat in waited_for)


def callees(table: Table, surface: Surface, here: Iterable[Seat], post: Post) -> tuple[Person, ...]:
    """Whom a new message calls: those whom it concerns and who are called in this place, once a turn."""
    match = table.match
    if match.status == "open":
        # Where several places show it, only the one counts where the person who is asked sat last.
        kept = {seat.place_id for seat in match.seats if seat.player_id is None and seat.place_id is not None}
        return post.calls if surface.message is None and (not kept or surface.place_id in kept) else ()
    if surface.called_ply == match.ply:
        return ()
    # Who has just sat down and so dealt the match sees the board come.
    is_first = match.ply == 0 and match.status == "running" and surface.shown_status != "running"
    just_sat = match.changed_at if is_first else None
    called = {table.person(seat) for seat in here if just_sat is None or match.seats[seat].seen_at != just_sat}
    return tuple(one for one in post.calls if one in called)


def _awaits(table: Table, seat: Seat) -> bool:
    """Whether the news concern a seat: it must act, or it did not make the last move."""
    if table.match.status == "over":
        return not table.log or table.log[-1].seat != seat
    return seat in table.to_move


def _is_behind(surface: Surface, match: Match) -> bool:
    return match.status != "setup" and (surface.shown_version < match.version or surface.anew)


def _behind(session: Session, match: int | None, platforms: set[str]) -> list[int]:
    query = (
        select(Surface.id)
        .join(Match, Match.id == Surface.match_id)
        .join(Place, Place.id == Surface.place_id)
        .where(
            Place.platform.in_(platforms),
            Match.status != "setup",
            or_(
                Surface.shown_version < Match.version,
                Surface.anew.is_(True),
                # A replaced message that still stands; while nobody knows of the new one, it is all there is.
                and_(Surface.old_message.is_not(None), Surface.message.is_not(None)),
            ),
            Surface.failures < TIRED,
        )
    )
    return list(session.scalars(query if match is None else query.where(Match.id == match)))


def _surface_in(session: Session, match: int, chat: Chat) -> int | None:
    query = (
        select(Surface.id)
        .join(Place, Place.id == Surface.place_id)
        .where(
            Surface.match_id == match,
            Place.platform == chat.platform,
            Place.chat == chat.id,
            Place.thread == chat.thread,
        )
    )
    return session.scalar(query)


def _show_text(session: Session, surface: int, as_text: bool) -> None:
    session.get_one(Surface, surface).as_text = as_text


def _refused(session: Session, surface_id: int) -> bool:
    """Counts a refusal. Returns whether something has to be told elsewhere now: a hand that could not be shown."""
    surface = session.get_one(Surface, surface_id)
    surface.failures += 1
    match, place = session.get_one(Match, surface.match_id), session.get_one(Place, surface.place_id)
    if surface.failures > 1 or not place.private or not GAMES[match.game].hidden or match.status != "running":
        return False
    query = select(Surface).join(Place, Place.id == Surface.place_id).where(Surface.match_id == match.id)
    for other in session.scalars(query.where(Place.platform == place.platform, Place.private.is_(False))):
        other.anew = True
    return True


def _forget_old(session: Session, surface: int) -> None:
    session.get_one(Surface, surface).old_message = None
