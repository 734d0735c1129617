"""What people do at the web table: in rooms, and at the seats whose keys they hold.

A room is a place like a chat. Whoever names themselves there is that person in that room; acting needs a seat's key.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from bot import (
    advice,
    answers,
    films,
    hands,
    lobby,
    meetings,
    offers,
    pages,
    panes,
    pickers,
    posts,
    refusals,
    rematches,
    standings,
    table,
)
from bot.hands import Tried
from bot.house import House
from bot.ids import number
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, account_of, load, place_of
from bot.panes import Json
from bot.ports import Chat, User, plain
from bot.table import Refusal, Sitter
from bot.words import words_for
from bot.words.page import PLAYERS, SENTENCES
from bot.words.spoken import SPOKEN
from games import GAMES
from renderer import Scene, Theme
from storage.models import Match, Place, Surface
from storage.models import Seat as SeatRow

NAME = "web"
PLAN = "plan "
"""An act that lays down a move for the next turn."""
Result = TypeVar("Result")


class Rooms:
    """Rooms and seats, for people without an account anywhere."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def room(self, room: str, locale: str) -> Json:
        """A room: who waits, what goes on, who plays best."""
        words = words_for(locale)

        def gather(session: Session) -> Json:
            place = place_of(session, Chat(NAME, room))
            matches = _matches_of(session, place)
            best = {slug: standings.leaderboard(session, slug, place.id) for slug in GAMES}
            return {
                "room": room,
                "locale": pages.tag(words),
                "words": {key: words.text(sentence) for key, sentence in SENTENCES.items()},
                "games": [pages.game(slug, words) for slug in GAMES],
                "matches": [pages.listed(found, words) for found in matches],
                "leaderboards": [pages.leaderboard(slug, rated, words) for slug, rated in best.items() if rated],
                "credits": [words.text(SPOKEN[slug].CREDIT) for slug in GAMES],
            }

        return await self._house.store.write(gather)

    def offered(self, game: str, preset: str, options: Mapping[str, str], locale: str) -> Json:
        """What can be chosen besides a preset: each option with the values that go with all others.

        :raises InvalidOptions: if there is no such option or value.
        """
        words, spoken, rules = words_for(locale), SPOKEN[game], GAMES[game]
        usual = rules.settle(rules.presets[preset])
        settled = {**usual, **rules.settle({**usual, **options})}
        fitting = pickers.offered(game, settled)
        seats = [seats for seats in sorted(rules.seats) if rules.refuses(seats, settled) is None]
        return {
            "options": [
                {
                    "name": name,
                    "label": words.text(spoken.OPTIONS[name][0]),
                    "meaning": words.text(spoken.OPTIONS[name][1]),
                    "value": value,
                    "values": [[one, words.text(spoken.OPTIONS[name][2][one])] for one in fitting.get(name, (value,))],
                }
                for name, value in settled.items()
                # What was changed stays in sight, also while nothing else goes with the rest.
                if name in fitting or value != usual[name]
            ],
            "seats": seats,
            "players": words.text(PLAYERS, players=pages.span(seats)),
            "changed": spoken.summary(settled, words) if settled != usual else "",
        }

    async def open(self, room: str, name: str, wish: Wish, locale: str) -> str:
        """Opens a table and returns the key of the host's seat.

        :raises Refusal: as `lobby.challenge`.
        :raises InvalidOptions: if the options do not go together.
        """
        now = self._house.now()

        def work(session: Session) -> tuple[int, str]:
            user = _user(room, name, locale)
            match = lobby.challenge(session, user, Chat(NAME, room), wish, now)
            player = account_of(session, user, now).player_id
            seats = select(SeatRow.key).where(SeatRow.match_id == match, SeatRow.player_id == player)
            return match, session.scalars(seats).first() or ""

        match, key = await self._house.store.write(work)
        await self._house.changed(match)
        return key

    async def join(self, room: str, code: str, name: str, locale: str) -> str:
        """Sits down at an open table and returns the key of the seat. One person may take both sides.

        :raises Refusal: as `lobby.join`.
        """
        now = self._house.now()
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

        key = await self._house.store.write(work)
        await self._house.changed(match)
        return key

    async def seat(self, key: str, locale: str, begun: str = "") -> Json:
        """A match as the holder of a key sees it: of a seat, or one that only watches.

        ``begun`` is the beginning of a move that they try out.

        :raises Refusal: ``unknown``.
        """
        words, now = words_for(locale), self._house.now()
        tried = await self._try_out(key, begun) if begun else None

        def gather(session: Session) -> Json:
            found = _by_key(session, key)
            if found is None:
                raise Refusal("unknown")
            return pages.view(session, found, key, begun, words, now, tried)

        return await self._house.store.read(gather)

    async def _try_out(self, key: str, begun: str) -> Tried | None:
        """How test rounds go with a move that would change rules; None for any other beginning."""
        found = await self._house.store.read(lambda session: _by_key(session, key))
        mine = pages.seat_of(found, key) if found is not None else None
        if found is None or mine is None or not panes.has_to_be_sure(found, mine, begun):
            return None
        return await self._house.computer.try_out(found, mine, begun)

    async def scene(self, key: str, ply: int | None, theme: Theme, begun: str = "") -> Scene:
        """The picture of a match, now or after an earlier ply, or as the beginning of a move would leave it.

        :raises Refusal: ``unknown``.
        """
        found = await self._house.store.read(lambda session: _by_key(session, key))
        if found is None or found.position is None:
            raise Refusal("unknown")
        if ply is not None:
            return posts.scene(posts.back_to(found, ply), theme)
        mine = pages.seat_of(found, key)
        if mine is not None and not found.game.hidden and panes.is_begun(found, mine, begun):
            # The page lays buttons over the ends of the lines.
            return replace(posts.scene(found, theme, mine, begun), arrows=False)
        return posts.scene(found, theme)

    async def hand(self, key: str, theme: Theme, begun: str = "") -> Scene:
        """The picture of a seat's hand, also for a page that does not know yet that the match is over.

        :raises Refusal: ``unknown``, also for a key that is not that of a seat with a hand.
        """
        found = await self._house.store.read(lambda session: _by_key(session, key))
        mine = pages.seat_of(found, key) if found is not None else None
        if found is None or mine is None or found.position is None or not found.game.hidden:
            raise Refusal("unknown")
        return hands.scene(found, mine, theme, begun if panes.is_begun(found, mine, begun) else "")

    async def film(self, key: str, theme: Theme) -> tuple[Scene, ...]:
        """A match move by move, as far as it has come.

        :raises Refusal: ``unknown`` or ``nothing_played``.
        """

        def gather(session: Session) -> tuple[Scene, ...]:
            found = _by_key(session, key)
            if found is None or found.position is None:
                raise Refusal("unknown")
            return films.scenes(found, theme)

        return await self._house.store.read(gather)

    async def earlier(self, key: str, ply: int, locale: str) -> Json:
        """What the picture of a match after an earlier ply shows, in words and in letters.

        :raises Refusal: ``unknown``.
        """
        words = words_for(locale)
        found = await self._house.store.read(lambda session: _by_key(session, key))
        if found is None or found.position is None:
            raise Refusal("unknown")
        return pages.described(posts.back_to(found, ply), words)

    async def record(self, key: str, locale: str) -> tuple[str, str]:
        """A match that is over as a file: its name and its text.

        :raises Refusal: ``unknown``, also where the match is not over yet.
        """
        found = await self._house.store.read(lambda session: _by_key(session, key))
        if found is None or found.match.status != "over":
            raise Refusal("unknown")
        return answers.record(found, words_for(locale))

    async def room_of(self, key: str) -> str | None:
        """The room where a match is shown; None for an unknown key."""

        def find(session: Session) -> str | None:
            found = _by_key(session, key)
            return found.match.place.chat if found is not None else None

        return await self._house.store.read(find)

    async def move(
        self, key: str, ply: int | None, text: str, *, begun: str = "", typed: bool = False, as_it_stands: bool = False
    ) -> str:
        """Plays a move. Returns the beginning that it is only, or nothing where it was played.

        What is ``typed`` may be words that go with what was ``begun``.

        :raises Refusal: as `table.act` and `House.check`.
        """
        now, sitter = self._house.now(), Sitter(key=key)
        if as_it_stands:
            found = await self._house.store.read(lambda session: _by_key(session, key))
            if found is not None:
                await self._house.check(found, sitter, text)

        def play(session: Session, match: int) -> table.Acted | table.Unfinished:
            found = load(session, match)
            mine = pages.seat_of(found, key) if found is not None else None
            if typed and mine is not None:
                meetings.draft(session, match, mine, begun)
            return table.act(session, match, sitter, ply, text, now, typed=typed, as_it_stands=as_it_stands)

        acted = await self._act(key, play)
        return acted.text if isinstance(acted, table.Unfinished) else ""

    async def act(self, key: str, act: str) -> str | None:
        """Does something else with a match. Returns the key of a new seat where there is one.

        :raises Refusal: as the functions of `table` and `lobby`.
        """
        now, sitter = self._house.now(), Sitter(key=key)
        match act:
            case "resign":
                await self._act(key, lambda session, match: table.resign(session, match, sitter, now))
            case "claim":
                await self._act(key, lambda session, match: table.claim(session, match, sitter, now))
            case "time":
                await self._act(key, lambda session, match: table.give_time(session, match, sitter, now))
            case "withdraw":
                await self._act(key, lambda session, match: lobby.withdraw_by_key(session, match, key, now))
            case "draw":
                await self._act(key, lambda session, match: offers.offer_draw(session, match, sitter, now))
            case "takeback":
                await self._act(key, lambda session, match: offers.take_back(session, match, sitter, now))
            case "allow":
                await self._act(key, lambda session, match: offers.allow(session, match, sitter, now))
            case "no":
                await self._act(key, lambda session, match: offers.decline(session, match, sitter, now))
            case "start" | "computer" | "leave":
                await self._begin(key, act)
            case _ if act.startswith(panes.MOVE):
                await self.move(key, None, act.removeprefix(panes.MOVE), as_it_stands=True)
            case _ if act.startswith(PLAN):
                plan = act.removeprefix(PLAN)
                await self._act(key, lambda session, match: meetings.lay_down(session, match, sitter, plan, now))
            case "rematch":
                asked = await self._act(key, lambda session, match: rematches.rematch(session, match, sitter, now))
                await self._house.changed(asked.match)
                return asked.key
            case _:
                raise Refusal("unknown")
        return None

    async def advise(self, key: str, act: str, locale: str) -> str | None:
        """What the computer says about a match: a hint, or a look back; None for any other act.

        :raises Refusal: as `Desk.hint`, or ``unknown``.
        """
        words = words_for(locale)
        found = await self._house.store.read(lambda session: _by_key(session, key))
        mine = pages.seat_of(found, key) if found is not None else None
        if found is None or mine is None:
            raise Refusal("unknown")
        match act:
            case "hint":
                advice.check(found, mine)
                hinted = advice.hint(found, mine, *await self._house.computer.hint(found, mine), words)
                return plain(hinted.text)
            case "back":
                advice.check_over(found)
                return plain(advice.look_back(found, await self._house.computer.look_back(found), words).text)
        return None

    async def refusal(self, refused: Refusal, locale: str) -> str:
        """The sentence for something that cannot be done."""
        words, match = words_for(locale), refused.match
        if refused.reason == "stale":
            return words.text("The table has moved on. Here is how it stands now.")
        if refused.reason == "unknown":
            return words.text("This table is not here any more.")
        table = await self._house.store.read(lambda session: load(session, match)) if match is not None else None
        return plain(refusals.refusal(refused, table, Look(words), self._house.now()).text)

    async def _act(self, key: str, work: Callable[[Session, int], Result]) -> Result:
        def by_key(session: Session) -> tuple[int, Result]:
            match = session.scalar(select(SeatRow.match_id).where(SeatRow.key == key))
            if match is None:
                raise Refusal("unknown")
            return match, work(session, match)

        match, result = await self._house.store.write(by_key)
        await self._house.changed(result.match if isinstance(result, table.Acted) else match)
        return result

    async def _begin(self, key: str, act: str) -> None:
        """What is done at a table before it begins: starting, sitting the computer down, leaving."""
        now = self._house.now()

        def work(session: Session, match: int) -> None:
            found = load(session, match)
            mine = pages.seat_of(found, key) if found is not None else None
            account = found.match.seats[mine].account if found is not None and mine is not None else None
            if found is None or account is None:
                raise Refusal("not_host", found)
            user = User(NAME, account.external_id, account.name, locale=account.locale)
            if act == "start":
                lobby.start(session, match, user, now)
            elif act == "leave":
                lobby.stand_up(session, match, user, now)
            else:
                lobby.add_computer(session, match, user, None, now)

        await self._act(key, work)


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
