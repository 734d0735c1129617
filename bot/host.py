"""Answers about games that have not begun: pickers, challenges, tables that fill up, rematches."""

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import answers, invitations, lobby, lookup, pickers, posts, rematches, seating
from bot.house import House
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import account_of
from bot.ports import Answer, Chat, Post, User
from bot.table import Refusal, Sitter
from bot.words import words_for
from games import GAMES
from storage.models import Match, Seat


class Host:
    """Brings people to a table."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def play(
        self,
        user: User,
        chat: Chat,
        wish: Wish | None = None,
        *,
        code: str | None = None,
        ask: bool = False,
        computer: bool = False,
    ) -> Answer | None:
        """Posts a challenge where a wish says enough; else, or if ``ask``, opens a picker; with a code, joins.

        ``computer`` opens the picker where it asks how well the computer shall play.

        :raises Refusal: see `lobby.challenge` and `lobby.join`.
        """
        house, now = self._house, self._house.now()
        if code is not None:
            return await self._join_by_code(user, chat, code)
        if wish is None or ask:
            begun = wish or Wish(next(iter(GAMES)))
            match = await house.store.write(lambda session: pickers.setup(session, user, chat, begun, now))
            house.clock.changed()
            found, words = await house.load(match), words_for(user.locale)
            post = invitations.levels(found, words) if computer else invitations.picker(found, words)
            return Answer(post, becomes=match)
        match = await house.store.write(lambda session: lobby.challenge(session, user, chat, wish, now))
        await house.changed(match)
        return await self._introduce(user, match)

    async def picker(
        self, user: User, chat: Chat, match: int, field: str, value: str | User, message: str | None
    ) -> Answer | None:
        """Answers a press on a picker.

        :raises Refusal: see `pickers`.
        """
        house, now, words = self._house, self._house.now(), words_for(user.locale)
        match field, value:
            case "cancel", _:
                await house.store.write(lambda session: pickers.discard(session, match, user, now))
                return Answer(closes=True)
            case "post", _:
                await house.store.write(lambda session: pickers.post(session, match, user, chat, message, now))
                await house.changed(match)
                return Answer(closes=message is None)
            case "level", str(level):
                await house.store.write(
                    lambda session: pickers.play_computer(session, match, user, chat, level, message, now)
                )
                await house.changed(match)
                introduction = await self._introduce(user, match)
                return replace(introduction or Answer(), closes=message is None)
        await house.store.write(lambda session: pickers.choose(session, match, user, field, value, now))
        found = await house.load(match)
        offered = pickers.offered(found.match.game, found.match.options)
        if field == "more" or field == "rated" or field in offered:
            return Answer(invitations.more(found, offered, words), replaces=True)
        if field == "computer":
            return Answer(invitations.levels(found, words), replaces=True)
        return Answer(invitations.picker(found, words), replaces=True)

    async def invitation(self, user: User, chat: Chat, match: int, act: str, message: str | None) -> Answer | None:
        """Answers a press on an invitation.

        :raises Refusal: see `lobby`.
        """
        house, now = self._house, self._house.now()
        match act:
            case "how":
                found = await house.load(match)
                return Answer(answers.rules(found.match.game, 0, words_for(user.locale)))
            case "join":

                def join(session: Session) -> None:
                    lookup.adopt(session, match, chat, message)
                    lobby.join(session, match, user, chat, now)
                    if not house.herald.whispers(chat):
                        seating.check_own_chat(session, match, user)

                await house.store.write(join)
                await house.changed(match)
                return await self._introduce(user, match)
            case "no":
                await house.store.write(lambda session: lobby.decline(session, match, user, now))
            case "stop":
                await house.store.write(lambda session: lobby.withdraw(session, match, user, now))
            case "leave":
                await house.store.write(lambda session: lobby.stand_up(session, match, user, now))
            case "start":
                await house.store.write(lambda session: lobby.start(session, match, user, now))
            case "bot":
                await house.store.write(lambda session: lobby.add_computer(session, match, user, None, now))
            case "again":
                match = await house.store.write(lambda session: lobby.again(session, match, user, now))
            case "else":
                return await self._ask_else(user, chat, match)
            case _:
                raise Refusal("unknown")
        await house.changed(match)
        return None

    async def rematch(self, user: User, match: int, sitter: Sitter) -> Answer | None:
        """Asks for a rematch, or accepts one.

        :raises Refusal: see `rematches.rematch`.
        """
        house, now, words = self._house, self._house.now(), words_for(user.locale)
        asked = await house.store.write(lambda session: rematches.rematch(session, match, sitter, now))
        await house.changed(asked.match)
        if asked.started:
            return None
        found = await house.load(asked.match)
        if found.match.status != "open":
            return Answer(posts.present(found, Look(words), now))
        return Answer(Post(words.say("Asked. I'll call you when it begins.")))

    async def _ask_else(self, user: User, chat: Chat, match: int) -> Answer:
        house, now = self._house, self._house.now()
        found = await house.load(match)
        player = (await house.store.write(lambda session: account_of(session, user, now))).player_id
        if found.match.host.player_id != player:
            raise Refusal("not_host", found)

        def setup(session: Session) -> int:
            new = pickers.setup(session, user, chat, Wish(found.match.game, found.match.preset), now)
            session.get_one(Match, new).options = found.match.options
            return new

        new = await house.store.write(setup)
        house.clock.changed()
        return Answer(invitations.picker(await house.load(new), words_for(user.locale)), becomes=new)

    async def _join_by_code(self, user: User, chat: Chat, code: str) -> Answer | None:
        house, now = self._house, self._house.now()
        match = await house.store.read(lambda session: lobby.find_open(session, code))
        if match is None:
            raise Refusal("no_code")
        found = match
        await house.store.write(lambda session: lobby.join(session, found, user, chat, now))
        await house.changed(found)
        return await self._introduce(user, found)

    async def _introduce(self, user: User, match: int) -> Answer | None:
        """Three lines for who has never sat at such a table."""
        house, now = self._house, self._house.now()
        found = await house.load(match)

        def first(session: Session) -> bool:
            player = account_of(session, user, now).player_id
            query = select(Match.id).join(Seat, Seat.match_id == Match.id)
            query = query.where(Seat.player_id == player, Match.game == found.match.game, Match.id != match)
            return session.scalar(query.limit(1)) is None

        if found.match.status == "running" and await house.store.write(first):
            return Answer(answers.introduction(found, words_for(user.locale)))
        return None
