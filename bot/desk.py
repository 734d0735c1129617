"""Where everything that people press and type is answered, the same way for every platform.

A platform turns its update into a call here and turns the `Answer` back into its own private way; None means that
nothing needs to be said. A press is a payload (`m:k7f3:17:c3`): untrusted text, judged by what the database says.
"""

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import advice, answers, films, hands, ids, lookup, offers, posts, refusals, seating, standings, table
from bot.host import Host
from bot.house import House
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, account_of, load, place_of
from bot.ports import Answer, Button, Chat, Post, User, lines
from bot.table import Refusal, Sitter
from bot.words import words_for
from games import GAMES
from games.core import InvalidMove, MoveError
from renderer import Theme
from storage.models import Surface


class Desk:
    """Answers presses, commands and typed lines."""

    def __init__(self, house: House, source: str = "") -> None:
        self._house = house
        self._host = Host(house)
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
                    return await self._play(user, chat, *given, message, as_it_stands=kind == "p")
                case "h", 1:
                    return await self._hand(user, chat, _match(parts[0]), message)
                case "x", 3:
                    return await self._menu(user, chat, _match(parts[0]), parts[2], message)
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
            return await self._refuse(refused, user, chat)

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
            return await self._play(user, chat, waiting[0].match.id, None, text, None, typed=True)
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
            return await self._play(user, chat, number, ply, text, None, typed=True, as_it_stands=True)
        except Refusal as refused:
            if not surely and (refused.reason in ("not_seated", "unknown") or await self._is_chat(number, text)):
                return None
            return await self._refuse(refused, user, chat)

    async def board(
        self, user: User, chat: Chat, code: str | None = None, *, as_text: bool | None = None
    ) -> Answer | None:
        """Shows a board anew, right here."""
        try:
            found = await self._boards(user, chat, code)
            if len(found) > 1:
                return await self._ask_which(user, found, "x", "here")
            return await self._bring(user, chat, found[0].match.id, as_text)
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
            return await self._menu(user, chat, named[0].match.id, act, None)
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
            return await self._hint(user, waiting[0], sitter)
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

    async def _play(
        self,
        user: User,
        chat: Chat,
        match: int,
        ply: int | None,
        text: str,
        message: str | None,
        *,
        typed: bool = False,
        as_it_stands: bool = False,
    ) -> Answer | None:
        now = self._house.now()

        def work(session: Session) -> table.Acted | table.Unfinished:
            lookup.adopt(session, match, chat, message)
            sitter = lookup.sitter_of(session, user, chat, now)
            return table.act(session, match, sitter, ply, text, now, as_it_stands=as_it_stands)

        acted = await self._house.store.write(work)
        if isinstance(acted, table.Unfinished):
            return await self._go_on(user, chat, match, acted, typed=typed)
        going = await self._house.changed(acted.match)
        if message is None and not typed:
            found = await self._house.load(going)
            if found.game.hidden and found.match.status == "running":
                # What was pressed is the hand, and it has changed.
                return await self._show_hand(user, chat, found)
        if not await self._house.herald.shown(going, chat):
            return await self._unseen(user, going, acted)
        return Answer(accepted=acted.ply) if typed else None

    async def _go_on(self, user: User, chat: Chat, match: int, begun: table.Unfinished, *, typed: bool) -> Answer:
        """Asks how a move goes on: privately, or on the board where nothing is private."""
        found = await self._house.load(match)
        as_text, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        if found.game.hidden:
            look = Look(words_for(user.locale), theme, as_text)
            told = hands.hand(found, begun.seat, look, begun.text)
            return Answer(told, replaces=True, on_board=told if chat.private and not typed else None)
        private = posts.trying(found, begun.seat, begun.text, Look(words_for(user.locale), theme, as_text))
        look = Look(words_for(chat.locale), theme, as_text)
        public = posts.trying(found, begun.seat, begun.text, look, on_board=True, aloud=not chat.private)
        return Answer(private, replaces=True, on_board=None if typed else public)

    async def _menu(self, user: User, chat: Chat, match: int, act: str, message: str | None) -> Answer | None:
        words, now = words_for(user.locale), self._house.now()
        if act == "close":
            return Answer(closes=True)
        found = await self._house.load(match)
        if found.position is None:
            raise Refusal("unknown", found)
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        match act:
            case "menu":
                await self._house.store.write(lambda session: lookup.mark_here(session, match, user, chat, now))
                seated = found.match.status == "running" and bool(found.seats_of(sitter.player_id or 0))
                return Answer(answers.menu(found, seated, words), unfolds=seated)
            case "cancel" | "undo":
                return await self._cancel(found, sitter, chat, message)
            case "text":
                post = posts.as_text(found, words)
                return Answer(post, replaces=post.file is None)
            case "look":
                return Answer(posts.present(found, Look(words), now), replaces=True)
            case "here":
                return await self._bring(user, chat, match, None)
            case "record":
                if found.game.hidden and found.match.status != "over":
                    raise Refusal("not_over_yet", found)
                return Answer(Post(words.say("Here is the record."), file=answers.record(found, words)))
            case "replay" | "turn":
                return await self._film(user, chat, match, act)
            case "resign":
                if found.match.status != "running":
                    raise Refusal("over", found)
                seat = table.seat_of(found, sitter)
                if seat not in found.playing:
                    raise Refusal("out", found)
                return Answer(answers.sure_to_resign(found, seat, words), replaces=True, unfolds=True)
            case "hint":
                return await self._hint(user, found, sitter)
            case "back":
                advice.check_over(found)
                judged = await self._house.computer.look_back(found)
                return Answer(advice.look_back(found, judged, words))
            case "rematch":
                return await self._host.rematch(user, match, sitter)
        act, _, asked = act.partition("!")
        if act == "resign" and asked != str(table.seat_of(found, sitter)):
            # Where nothing is private, everybody sees the question; only who was asked may say yes.
            raise Refusal("not_asked", found)
        acts = {
            "resign": table.resign,
            "claim": table.claim,
            "time": table.give_time,
            "mute": table.mute,
            "draw": offers.offer_draw,
            "takeback": offers.take_back,
            "allow": offers.allow,
            "no": offers.decline,
        }
        if act not in acts:
            raise Refusal("unknown")

        def work(session: Session) -> table.Acted:
            lookup.adopt(session, match, chat, message)
            return acts[act](session, match, sitter, now)

        acted = await self._house.store.write(work)
        await self._house.changed(acted.match)
        if act == "mute":
            return Answer(Post(words.say("I won't remind you of this turn.")), replaces=True)
        return Answer(closes=True)

    async def _film(self, user: User, chat: Chat, match: int, act: str) -> Answer:
        """Shows a match or its last turn as a film; to everybody where nothing is private, once it is over."""

        def gather(session: Session) -> Answer:
            found = load(session, match)
            if found is None:
                raise Refusal("unknown")
            _, theme = lookup.look_of(session, match, chat)
            film = films.replay if act == "replay" else films.last_turn
            over = act == "replay" and found.match.status == "over"
            public = film(found, Look(words_for(chat.locale), theme)) if over else None
            return Answer(film(found, Look(words_for(user.locale), theme)), once=public)

        # A reader's thread has the time to play a long match through.
        return await self._house.store.read(gather)

    async def _hint(self, user: User, found: Table, sitter: Sitter) -> Answer:
        seat = table.seat_of(found, sitter)
        advice.check(found, seat)
        move, verdict = await self._house.computer.hint(found, seat)
        return Answer(advice.hint(found, seat, move, verdict, words_for(user.locale)))

    async def _hand(self, user: User, chat: Chat, match: int, message: str | None) -> Answer | None:
        """Shows somebody their hand: as an answer that only they see, else in their own chat with us."""
        found, now = await self._house.load(match), self._house.now()
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        table.seat_of(found, sitter)
        if not found.game.hidden:
            raise Refusal("unknown", found)
        if found.match.status != "running":
            raise Refusal("over", found)
        if self._house.herald.whispers(chat):
            shown = await self._show_hand(user, chat, found)
            return replace(shown, replaces=message is None, on_board=shown.post if chat.private else None)
        if not await self._house.store.write(lambda session: seating.show_privately(session, found.match, user)):
            raise Refusal("no_private_chat", found)
        await self._house.herald.wake(match)
        return Answer(Post(words_for(user.locale).say("Your cards are in our private chat.")))

    async def _show_hand(self, user: User, chat: Chat, found: Table) -> Answer:
        now, match = self._house.now(), found.match.id
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        _, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        seat = table.seat_of(found, sitter)
        look = Look(words_for(user.locale), theme)
        post = hands.board(found, seat, look, since=found.match.ply) if chat.private else hands.hand(found, seat, look)
        return Answer(post, replaces=True)

    async def _cancel(self, found: Table, sitter: Sitter, chat: Chat, message: str | None) -> Answer:
        """Gives up a move that was begun: the board shows its first step again."""
        everybody_sees = message is not None and not chat.private
        if everybody_sees and found.match.status == "running" and table.seat_of(found, sitter) not in found.to_move:
            # The move is somebody else's.
            raise Refusal("not_your_turn", found)
        match, now = found.match.id, self._house.now()
        as_text, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        look = Look(words_for(chat.locale), theme, as_text)
        return Answer(closes=True, on_board=posts.compose(found, look, now, since=found.match.ply))

    async def _bring(self, user: User, chat: Chat, match: int, as_text: bool | None) -> Answer | None:
        """Shows a match in a place from now on; a player is called here from now on."""
        now = self._house.now()

        def work(session: Session) -> None:
            found = load(session, match, lock=True)
            if found is None or found.match.status == "setup":
                raise Refusal("unknown")
            place = place_of(session, chat)
            player = account_of(session, user, now).player_id
            already = session.scalar(select(Surface.id).where(Surface.match_id == match, Surface.place_id == place.id))
            seats = found.seats_of(player)
            if already is None and not seats:
                raise Refusal("not_seated", found)
            for seat in seats:
                found.match.seats[seat].place_id = place.id
            seating.show_in(session, found.match, place, as_text=as_text)

        await self._house.store.write(work)
        await self._house.herald.wake(match, quietly=chat)
        if not await self._house.herald.shown(match, chat):
            words = words_for(user.locale)
            post = posts.present(await self._house.load(match), Look(words), now)
            return Answer(posts.on_top(words.say("I couldn't post the board here."), post))
        return Answer(closes=True)

    async def _unseen(self, user: User, match: int, acted: table.Acted) -> Answer:
        words = words_for(user.locale)
        show = Button(words.text("Show it to me"), f"x:{ids.code(match)}:{acted.ply}:look")
        return Answer(Post(words.say("Played. I couldn't post the board here."), rows=((show,),)))

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

    async def _refuse(self, refused: Refusal, user: User, chat: Chat) -> Answer | None:
        if refused.reason == "repeated":
            return None
        match = refused.match
        found = await self._house.store.read(lambda session: load(session, match)) if match is not None else None
        look = Look(words_for(user.locale), private=chat.private)
        return Answer(refusals.refusal(refused, found, look, self._house.now()))


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
