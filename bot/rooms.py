"""What the pages of the web table know: rooms, seats and the view of a match, as plain data with finished sentences.

A room is a place like a chat. Whoever names themselves there is that person in that room; acting needs a seat's key.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from bot import answers, lobby, lookup, posts, standings, table
from bot.clock import Clock
from bot.herald import Herald, Now
from bot.lobby import Wish
from bot.matches import Table, load, names, number, place_of
from bot.ports import Chat, Text, User, When, lines, plain
from bot.posts import Look
from bot.table import Refusal, Sitter
from bot.words import Words, words_for
from bot.words.page import SENTENCES
from bot.words.spoken import SPOKEN
from games import GAMES
from games.core import SIGNS, Seat
from renderer import Scene, Theme
from storage import Store
from storage.models import Match, Place, Surface
from storage.models import Seat as SeatRow

NAME = "web"
Json = dict[str, Any]
Result = TypeVar("Result")


class Rooms:
    """Rooms and seats, for people without an account anywhere."""

    def __init__(self, store: Store, herald: Herald, clock: Clock, now: Now) -> None:
        self._store = store
        self._herald = herald
        self._clock = clock
        self._now = now

    async def room(self, room: str, locale: str) -> Json:
        """A room: who waits, what goes on, who plays best."""
        words = words_for(locale)

        def gather(session: Session) -> Json:
            place = place_of(session, Chat(NAME, room))
            matches = _matches_of(session, place)
            game = next(iter(GAMES))
            best = standings.leaderboard(session, game, place.id)
            return {
                "room": room,
                "locale": _tag(words),
                "words": {key: words.text(sentence) for key, sentence in SENTENCES.items()},
                "games": [_game(slug, words) for slug in GAMES],
                "matches": [_listed(found, words) for found in matches],
                "leaderboard": [
                    {
                        "place": one.place,
                        "name": one.name,
                        "rating": words.number(one.rating) + ("?" if one.uncertain else ""),
                        "played": words.number(one.played),
                        "won": words.number(one.won),
                        "lost": words.number(one.lost),
                    }
                    for one in best
                ],
                "credit": words.text(SPOKEN[game].CREDIT),
            }

        return await self._store.write(gather)

    async def open(self, room: str, name: str, game: str, preset: str | None, locale: str) -> str:
        """Opens a table and returns the key of the host's seat.

        :raises Refusal: as `lobby.challenge`.
        """
        now = self._now()

        def work(session: Session) -> tuple[int, str]:
            match = lobby.challenge(session, _user(room, name, locale), Chat(NAME, room), Wish(game, preset), now)
            return match, session.scalars(select(SeatRow.key).where(SeatRow.match_id == match)).first() or ""

        match, key = await self._store.write(work)
        await self._changed(match)
        return key

    async def join(self, room: str, code: str, name: str, locale: str) -> str:
        """Sits down at an open table and returns the key of the seat. One person may take both sides.

        :raises Refusal: as `lobby.join`.
        """
        now = self._now()
        match = number(code)
        if match is None:
            raise Refusal("unknown")
        chosen = match

        def work(session: Session) -> str:
            chat = Chat(NAME, room)
            # A match's number is no secret, so it opens nothing that is not in this room.
            here = Surface.match_id == chosen, Surface.place_id == place_of(session, chat).id
            if session.scalar(select(Surface.id).where(*here)) is None:
                raise Refusal("unknown")
            return lobby.join(session, chosen, _user(room, name, locale), chat, now, alone=True)

        key = await self._store.write(work)
        await self._changed(match)
        return key

    async def seat(self, key: str, locale: str) -> Json:
        """A match as the holder of a key sees it: of a seat, or one that only watches.

        :raises Refusal: ``unknown``.
        """
        words, now = words_for(locale), self._now()

        def gather(session: Session) -> Json:
            found = _by_key(session, key)
            if found is None:
                raise Refusal("unknown")
            return _view(session, found, key, words, now)

        return await self._store.read(gather)

    async def scene(self, key: str, ply: int | None, theme: Theme) -> Scene:
        """The picture of a match, now or after an earlier ply.

        :raises Refusal: ``unknown``.
        """
        found = await self._store.read(lambda session: _by_key(session, key))
        if found is None or found.position is None:
            raise Refusal("unknown")
        return posts.scene(found if ply is None else posts.back_to(found, ply), theme)

    async def earlier(self, key: str, ply: int, locale: str) -> Json:
        """What the picture of a match after an earlier ply shows, in words and in letters.

        :raises Refusal: ``unknown``.
        """
        words = words_for(locale)
        found = await self._store.read(lambda session: _by_key(session, key))
        if found is None or found.position is None:
            raise Refusal("unknown")
        return _described(posts.back_to(found, ply), words)

    async def room_of(self, key: str) -> str | None:
        """The room where a match is shown; None for an unknown key."""

        def find(session: Session) -> str | None:
            found = _by_key(session, key)
            return found.match.place.chat if found is not None else None

        return await self._store.read(find)

    async def move(self, key: str, ply: int, text: str) -> None:
        """Plays a move.

        :raises Refusal: as `table.act`.
        """
        now = self._now()
        await self._act(key, lambda session, match: table.act(session, match, Sitter(key=key), ply, text, now))

    async def act(self, key: str, act: str) -> str | None:
        """Does something else with a match. Returns the key of a new seat where there is one.

        :raises Refusal: as the functions of `table` and `lobby`.
        """
        now, sitter = self._now(), Sitter(key=key)
        match act:
            case "resign":
                await self._act(key, lambda session, match: table.resign(session, match, sitter, now))
            case "claim":
                await self._act(key, lambda session, match: table.claim(session, match, sitter, now))
            case "time":
                await self._act(key, lambda session, match: table.give_time(session, match, sitter, now))
            case "withdraw":
                await self._act(key, lambda session, match: lobby.withdraw_by_key(session, match, key, now))
            case "rematch":
                asked = await self._act(key, lambda session, match: lobby.rematch(session, match, sitter, now))
                await self._changed(asked.match)
                return asked.key
            case _:
                raise Refusal("unknown")
        return None

    async def refusal(self, refused: Refusal, locale: str) -> str:
        """The sentence for something that cannot be done."""
        words, match = words_for(locale), refused.match
        if refused.reason == "stale":
            return words.text("The table has moved on. Here is how it stands now.")
        if refused.reason == "unknown":
            return words.text("This table is not here any more.")
        table = await self._store.read(lambda session: load(session, match)) if match is not None else None
        return plain(answers.refusal(refused, table, Look(words), self._now()).text)

    async def _act(self, key: str, work: Callable[[Session, int], Result]) -> Result:
        def by_key(session: Session) -> tuple[int, Result]:
            match = session.scalar(select(SeatRow.match_id).where(SeatRow.key == key))
            if match is None:
                raise Refusal("unknown")
            return match, work(session, match)

        match, result = await self._store.write(by_key)
        await self._changed(match)
        return result

    async def _changed(self, match: int) -> None:
        self._clock.changed()
        await self._herald.wake(match)


def _user(room: str, name: str, locale: str) -> User:
    return User(NAME, f"{room}/{name.casefold()}", name, locale=locale)


def _by_key(session: Session, key: str) -> Table | None:
    query = select(Match.id).outerjoin(SeatRow, SeatRow.match_id == Match.id)
    match = session.scalar(query.where(or_(Match.watch_key == key, SeatRow.key == key)).limit(1))
    return load(session, match) if match is not None else None


def _matches_of(session: Session, place: Place) -> list[Table]:
    query = (
        select(Match.id)
        .join(Surface, Surface.match_id == Match.id)
        .where(Surface.place_id == place.id, Match.status.in_(("open", "running", "over")))
        .order_by(Match.changed_at.desc())
        .limit(20)
    )
    found = (load(session, match) for match in session.scalars(query))
    return [one for one in found if one is not None]


def _game(slug: str, words: Words) -> Json:
    spoken = SPOKEN[slug]
    presets = [
        {"slug": preset, "name": words.text(name), "meaning": words.text(meaning)}
        for preset, (name, meaning) in spoken.PRESETS.items()
    ]
    return {"slug": slug, "name": words.text(spoken.NAME), "tagline": words.text(spoken.TAGLINE), "presets": presets}


def _listed(found: Table, words: Words) -> Json:
    people = [found.person(Seat(row.index)).name for row in found.match.seats if row.account]
    outcome = found.outcome
    if outcome is not None:
        told = posts.result(found, outcome, words)
    elif found.match.status == "open":
        told = posts.challenge(found, Look(words)).text
    else:
        told = names(words.say("{who} to move", who=found.who(seat)) for seat in found.to_move)
    asked = posts.invited(found)
    return {
        "code": found.code,
        "status": found.match.status,
        "title": plain(posts.title(found, words)),
        "people": people,
        "told": plain(told),
        "lines": _lines(told),
        "invited": asked.name if asked else None,
        "watch": found.match.watch_key,
    }


def _view(session: Session, found: Table, key: str, words: Words, now: datetime) -> Json:
    """All that a page shows of a match."""
    match = found.match
    mine = next((Seat(row.index) for row in match.seats if row.key == key), None)
    post = posts.compose(found, Look(words), now, since=match.ply)
    told = _lines(post.text)
    outcome = found.outcome
    shown: Json = {
        "code": found.code,
        "status": match.status,
        "ply": match.ply,
        "version": match.version,
        "room": match.place.chat,
        "locale": _tag(words),
        "title": plain(posts.title(found, words)),
        "text": plain(post.text),
        # A page has the title above the board, so the message's first line is left out where it says the same.
        "lines": told[1:] if match.status in ("running", "over") else told,
        "words": {name: words.text(sentence) for name, sentence in SENTENCES.items()},
        "credit": words.text(SPOKEN[match.game].CREDIT),
        "rules": [[words.text(heading), words.text(body)] for heading, body in SPOKEN[match.game].RULES],
        "seats": [
            {
                "name": found.person(Seat(row.index)).name,
                "sign": SIGNS[row.index],
                "you": row.index == mine,
                "to_move": row.index in found.to_move,
                "free": row.player_id is None,
                "won": outcome is not None and len(outcome.places) > 1 and row.index in outcome.places[0],
            }
            for row in match.seats
        ],
        "your_turn": mine is not None and mine in found.to_move,
        "seated": mine is not None,
        "choices": [],
        "acts": [],
    }
    if found.position is None:
        if mine is not None and match.status == "open":
            shown["acts"] = [_button("withdraw", words.text("Withdraw"))]
        return shown
    shown |= _described(found, words)
    shown["plies"] = len(found.steps)
    shown["log"] = [[SIGNS[row.seat or 0], row.text] for row in found.log if row.kind == "play"]
    shown["acts"] = _acts(session, found, mine, words, now)
    if mine is not None and mine in found.to_move:
        shown["choices"] = [
            {
                "text": choice.text,
                "label": SPOKEN[match.game].label(choice.text),
                "aria": SPOKEN[match.game].choice(found.position.view(mine), choice.text, words),
                "at": [choice.hint.x, choice.hint.y, choice.hint.width, choice.hint.height] if choice.hint else None,
            }
            for choice in found.position.choices(mine).items
        ]
    return shown


def _described(found: Table, words: Words) -> Json:
    return {"alt": posts.alt(found, words), "board": plain(lines(*posts.text_board(found, words)))}


def _lines(text: Text) -> list[list[Json | str]]:
    """A text line by line; times stay times, so that a page can write them as its reader's clock has them."""
    rows: list[list[Json | str]] = [[]]
    for part in text:
        if isinstance(part, When):
            rows[-1].append({"at": part.at.isoformat()})
            continue
        first, *rest = plain((part,)).split("\n")
        if first:
            rows[-1].append(first)
        rows += [[line] if line else [] for line in rest]
    return rows


def _tag(words: Words) -> str:
    """A language as pages name it."""
    return words.locale.replace("_", "-")


def _acts(session: Session, found: Table, mine: Seat | None, words: Words, now: datetime) -> list[Json]:
    if mine is None:
        return []
    if found.match.status == "over":
        asked = lookup.rematch_of(session, found.match.id)
        label = words.text("↻ Rematch")
        if asked is not None and found.match.seats[mine].player_id not in {row.player_id for row in asked.match.seats}:
            label = words.text("Accept the rematch")
        return [_button("rematch", label)]
    acts = []
    if found.overdue(now) and mine in found.waiting:
        acts += [_button("claim", words.text("Claim the win")), _button("time", words.text("One more day"))]
    question = plain(answers.sure_to_resign(found, mine, words).text)
    return [*acts, {**_button("resign", words.text("Resign…")), "confirm": question}]


def _button(act: str, label: str) -> Json:
    return {"act": act, "label": label}
