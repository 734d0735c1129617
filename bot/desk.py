"""Where everything that people press and type is answered, the same way for every platform.

A platform turns its update into a call here and turns the `Answer` back into its own private way; None means that
nothing needs to be said. A press is a payload (`m:k7f3:17:c3`): untrusted text, judged by what the database says.
"""

from dataclasses import replace

from sqlalchemy.orm import Session

from bot import answers, ids, lookup, refusals, standings
from bot.host import Host
from bot.house import House
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, account_of, load, place_of
from bot.ports import Answer, Button, Chat, Post, User, lines
from bot.steward import Steward
from bot.table import Refusal
from bot.words import words_for
from games import GAMES
from games.core import InvalidMove, MoveError
from renderer import Theme


class Desk:
    """Answers presses, commands and typed lines."""

    def __init__(self, house: House, source: str = "") -> None:
        self._house = house
        self._host = Host(house)
        self._steward = Steward(house, self._host)
        self._source = source

    # What is pressed

    async def press(
        self,
        user: User,
        chat: Chat,
        payload: str,
        *,
        message: str | None = None,
        chosen: User | None = None,
    ) -> Answer | None:
        """Answers a button. ``message`` is the public message it stands under, ``chosen`` a person out of a menu."""
        words = words_for(user.locale)
        kind, _, rest = payload.partition(":")
        parts = rest.split(":", 2)
        try:
            match kind, len(parts):
                case (("m" | "p"), 3):
                    given = _match(parts[0]), _ply(parts[1]), parts[2]
                    return await self._steward.play(user, chat, *given, message, as_it_stands=kind == "p")
                case "d", 3:
                    return await self._steward.go_on(user, chat, _match(parts[0]), _ply(parts[1]), parts[2], message)
                case "h", 1:
                    return await self._steward.hand(user, chat, _match(parts[0]), message)
                case "x", 3:
                    return await self._steward.menu(user, chat, _match(parts[0]), parts[2], message)
                case "c", 2:
                    return await self._host.invitation(user, chat, _match(parts[0]), parts[1], message)
                case "n", 3:
                    return await self._host.picker(user, chat, _match(parts[0]), parts[1], chosen or parts[2], message)
                case "g", 1 if rest == "list":
                    return await self.games(user)
                case "g", 1 if rest in ("play", "computer"):
                    return await self._host.play(user, chat, computer=rest == "computer")
                case "r", 2 if parts[0] in GAMES:
                    page = int(parts[1]) if parts[1].isdecimal() else 0
                    return Answer(answers.rules(parts[0], page, words), replaces=page > 0)
                case "l", 3 if parts[0] in GAMES:
                    shared = parts[2] == "all"
                    return await self.leaderboard(user, chat, parts[0], parts[1] == "everywhere", shared=shared)
            raise Refusal("unknown")
        except Refusal as refused:
            return await self._again(refused, user, chat, message) or await self._refuse(refused, user, chat)

    # What is typed

    async def play(
        self, user: User, chat: Chat, wish: Wish | None = None, *, code: str | None = None, ask: bool = False
    ) -> Answer | None:
        """Posts a challenge where a wish says enough; else, or if ``ask``, opens a picker; with a code, joins."""
        try:
            return await self._host.play(user, chat, wish, code=code, ask=ask)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def move(self, user: User, chat: Chat, text: str, code: str | None = None) -> Answer | None:
        """Plays a typed move in the game that is named, or in the one that waits for this person."""
        try:
            waiting = await self._waiting(user, chat, code)
            if len(waiting) > 1:
                return await self._ask_which(user, waiting, "m", _typed(text))
            return await self._steward.play(user, chat, waiting[0].match.id, None, text, None, typed=True)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def reply(self, user: User, chat: Chat, payload: str, text: str, *, surely: bool = False) -> Answer | None:
        """Plays a move typed as a reply to a board, which is known by one of its payloads.

        What cannot be a move, or comes from somebody who does not play, is chat and not answered, unless it is
        ``surely`` meant as a move.
        """
        kind, _, rest = payload.partition(":")
        parts = rest.split(":")
        number = ids.number(parts[0]) if len(parts) > 1 else None
        if number is None:
            return None
        try:
            ply = _ply(parts[1]) if kind in ("m", "x") else None
            return await self._steward.play(user, chat, number, ply, text, None, typed=True)
        except Refusal as refused:
            if not surely and (refused.reason in ("not_seated", "unknown") or await self._is_chat(number, text)):
                return None
            return await self._refuse(refused, user, chat)

    async def hand(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Shows this person's cards in the game that is named, or in the only one that has some."""
        now = self._house.now()
        try:
            if code is not None:
                return await self._steward.hand(user, chat, _match(code), None)
            player = (await self._house.store.write(lambda session: account_of(session, user, now))).player_id
            running = await self._house.store.read(lambda session: lookup.running(session, player))
            with_cards = [found for found in running if found.game.hidden]
            if not with_cards:
                raise Refusal("none_waits")
            if len(with_cards) > 1:
                return Answer(answers.which(with_cards, words_for(user.locale), player, "h"))
            return await self._steward.hand(user, chat, with_cards[0].match.id, None)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def table(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Shows what a table has agreed on, in the game that is named or the one that is played here."""
        try:
            found = [one for one in await self._boards(user, chat, code) if one.game.session]
            if not found:
                raise Refusal("no_table")
            if len(found) > 1:
                return await self._ask_which(user, found, "x", "house")
            return await self._steward.menu(user, chat, found[0].match.id, "house", None)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def board(
        self, user: User, chat: Chat, code: str | None = None, *, as_text: bool | None = None
    ) -> Answer | None:
        """Shows a board anew, right here."""
        try:
            found = await self._boards(user, chat, code)
            if len(found) > 1:
                return await self._ask_which(user, found, "x", "here")
            return await self._steward.bring(user, chat, found[0].match.id, as_text)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def games_here(self, chat: Chat) -> Answer:
        """Lists what goes on in a chat, for everybody there."""
        words = words_for(chat.locale)
        found = await self._house.store.write(lambda session: lookup.shown_in(session, place_of(session, chat)))
        return Answer(answers.games_here(found, words), public=True)

    async def moved(self, chat: Chat, new: str) -> None:
        """A chat goes by another id from now on."""
        await self._house.herald.move(chat, new)

    async def games(self, user: User) -> Answer:
        """Lists this person's games."""
        now = self._house.now()

        def gather(session: Session) -> tuple[list[Table], list[Table], int, dict[int, tuple[Chat, str]]]:
            account = account_of(session, user, now)
            running = lookup.running(session, account.player_id)
            boards = lookup.boards_of(session, account, running)
            return running, lookup.invitations(session, account), account.player_id, boards

        running, asked, player, boards = await self._house.store.write(gather)
        links = {match: self._house.herald.address(*board) for match, board in boards.items()}
        yours = [found for found in running if lookup.awaits(found, player)]
        others = [found for found in running if not lookup.awaits(found, player)]
        return Answer(answers.my_games(yours, others, asked, words_for(user.locale), player, links))

    async def draw(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Offers a draw in the game that is named, or the only one; accepts one that was offered."""
        return await self._ask_others(user, chat, code, "draw")

    async def take_back(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Asks to take this person's last turn back in the game that is named, or the only one."""
        return await self._ask_others(user, chat, code, "takeback")

    async def _ask_others(self, user: User, chat: Chat, code: str | None, act: str) -> Answer | None:
        now = self._house.now()
        try:
            player = (await self._house.store.write(lambda session: account_of(session, user, now))).player_id
            running = await self._house.store.read(lambda session: lookup.running(session, player))
            fits = (found.game.draws if act == "draw" else found.takes_back for found in running)
            named = [
                found for found, fit in zip(running, fits, strict=True) if (fit if code is None else found.code == code)
            ]
            if not named:
                raise Refusal("none_waits")
            if len(named) > 1:
                return await self._ask_which(user, named, "x", act)
            return await self._steward.menu(user, chat, named[0].match.id, act, None)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def hint(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Gives a hint in the game that is named, or in the one that waits for this person."""
        now = self._house.now()
        try:
            waiting = await self._waiting(user, chat, code)
            if len(waiting) > 1:
                return await self._ask_which(user, waiting, "x", "hint")
            sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
            return await self._steward.hint(user, waiting[0], sitter)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def resign(self, user: User, chat: Chat, code: str | None = None) -> Answer | None:
        """Asks whether to give up the game that is named, or the only one."""
        now = self._house.now()
        try:
            player = (await self._house.store.write(lambda session: account_of(session, user, now))).player_id
            running = await self._house.store.read(lambda session: lookup.running(session, player))
            named = [found for found in running if code is None or found.match.id == ids.number(code)]
            if not named:
                raise Refusal("none_waits")
            if len(named) > 1:
                return await self._ask_which(user, named, "x", "resign")
            if not set(named[0].seats_of(player)) & set(named[0].playing):
                raise Refusal("out", named[0])
            post = answers.sure_to_resign(named[0], named[0].seats_of(player)[0], words_for(user.locale))
            return Answer(post)
        except Refusal as refused:
            return await self._refuse(refused, user, chat)

    async def leaderboard(
        self, user: User, chat: Chat, game: str, everywhere: bool = False, *, shared: bool = False
    ) -> Answer:
        """Shows who plays best, here or everywhere."""
        now = self._house.now()

        def gather(session: Session) -> tuple[list[standings.Standing], int, int, Theme]:
            account, place = account_of(session, user, now), place_of(session, chat)
            scope = standings.EVERYWHERE if everywhere else place.id
            best = standings.leaderboard(session, game, scope)
            theme: Theme = "dark" if place.theme == "dark" else "light"
            return best, standings.rated_games(session, game, scope), account.player_id, theme

        best, games, player, theme = await self._house.store.write(gather)
        words = words_for(chat.locale if shared else user.locale)
        post = answers.leaderboard(game, best, games, player, words, theme, everywhere=everywhere, shared=shared)
        return Answer(post, public=shared, replaces=not shared)

    def rules(self, user: User, game: str, topic: str | None = None) -> Answer:
        """Shows the rules of a game, or the section with that heading."""
        words = words_for(user.locale)
        found = answers.topic(game, topic, words) if topic else None
        return Answer(found or answers.rules(game, 0, words))

    async def start(self, user: User, chat: Chat) -> Answer:
        """The first words to somebody, in whose own chat we may write from now on."""
        now = self._house.now()
        await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        return self.help(user)

    def help(self, user: User) -> Answer:
        """Says what the bot can do."""
        words = words_for(user.locale)
        greeting = answers.hello(words, group=False)
        return Answer(Post(lines(greeting.text, *(words.say(line) for line in answers.HELP)), rows=greeting.rows))

    def hello(self, locale: str) -> Answer:
        """The first words in a group."""
        return Answer(answers.hello(words_for(locale), group=True), public=True)

    def about(self, user: User) -> Answer:
        """Says who made what."""
        return Answer(answers.about(words_for(user.locale), self._source))

    # How it is done

    async def _ask_which(self, user: User, found: list[Table], kind: str, text: str) -> Answer:
        now = self._house.now()
        player = (await self._house.store.write(lambda session: account_of(session, user, now))).player_id
        return Answer(answers.which(found, words_for(user.locale), player, kind, text))

    async def _waiting(self, user: User, chat: Chat, code: str | None) -> list[Table]:
        """The games that wait for this person.

        :raises Refusal: ``none_waits``.
        """
        now = self._house.now()

        def gather(session: Session) -> list[Table]:
            return lookup.waiting_for(session, account_of(session, user, now), place_of(session, chat), code)

        waiting = await self._house.store.write(gather)
        if not waiting:
            raise Refusal("none_waits")
        return waiting

    async def _boards(self, user: User, chat: Chat, code: str | None) -> list[Table]:
        """The matches that `/board` may mean.

        :raises Refusal: ``no_board``.
        """
        now = self._house.now()

        def gather(session: Session) -> list[Table]:
            return lookup.boards_for(session, account_of(session, user, now), place_of(session, chat), code)

        found = await self._house.store.write(gather)
        if not found:
            raise Refusal("no_board")
        return found

    async def _is_chat(self, match: int, text: str) -> bool:
        """Whether a typed line cannot have been meant as a move, whoever's turn it is."""
        found = await self._house.load(match)
        start = found.game.parse(found.match.start) if found.match.start is not None else None
        try:
            if start is not None:
                start.play(start.to_move[0], text)
        except InvalidMove:
            return True
        except MoveError:
            pass
        return start is None

    async def _again(self, refused: Refusal, user: User, chat: Chat, message: str | None) -> Answer | None:
        """Shows a hand anew whose button was pressed twice, or too late; None where something else was pressed."""
        if refused.match is None or message is not None or refused.reason not in ("repeated", "stale"):
            return None
        return await self._steward.hand_again(user, chat, refused.match, late=refused.reason == "stale")

    async def _refuse(self, refused: Refusal, user: User, chat: Chat) -> Answer | None:
        if refused.reason == "repeated":
            return None
        match = refused.match
        found = await self._house.store.read(lambda session: load(session, match)) if match is not None else None
        look = Look(words_for(user.locale), private=chat.private)
        post = refusals.refusal(refused, found, look, self._house.now())
        if refused.reason == "no_private_chat" and found is not None:
            door = self._house.herald.door(chat, found)
            if door is not None:
                open_chat = Button(look.words.text("Open our chat"), url=door)
                return Answer(replace(post, rows=((open_chat,),)), opens=door)
        # Why a move cannot be made tells of the cards.
        return Answer(post, secret=refused.reason == "move" and found is not None and found.game.hidden)


def _typed(text: str) -> str:
    """A typed move as it fits into a payload: short, and of plain letters."""
    return text.strip().encode("ascii", "ignore").decode()[:36]


def _match(text: str) -> int:
    number = ids.number(text)
    if number is None:
        raise Refusal("unknown")
    return number


def _ply(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refusal("unknown")
    return int(text)
