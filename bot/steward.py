"""Answers about matches that are played, or were: moves, the menu, hands, films, boards that are brought."""

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import advice, answers, films, hands, ids, lookup, meetings, offers, posts, seating, table
from bot.host import Host
from bot.house import House
from bot.invitations import Look, header
from bot.matches import Table, account_of, load, place_of
from bot.ports import Answer, Button, Chat, Post, User, lines
from bot.table import Refusal, Sitter
from bot.words import words_for
from bot.words.spoken import HOUSES
from games.core import BESIDE, Meeting, Seat, seen
from storage.models import Surface


class Steward:
    """Looks after the tables at which people sit."""

    def __init__(self, house: House, host: Host) -> None:
        self._house = house
        self._host = host

    async def play(
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
        """Plays a move, or asks how it goes on; ``message`` is the public message that was pressed.

        :raises Refusal: as `table.act`.
        """
        now = self._house.now()
        if as_it_stands and (found := await self._house.load(match)).game.tries is not None:
            sure = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
            await self._house.check(found, sure, text)

        def work(session: Session) -> table.Acted | table.Unfinished:
            lookup.adopt(session, match, chat, message)
            sitter = lookup.sitter_of(session, user, chat, now)
            return table.act(session, match, sitter, ply, text, now, typed=typed, as_it_stands=as_it_stands)

        acted = await self._house.store.write(work)
        if isinstance(acted, table.Unfinished):
            return await self._go_on(user, chat, match, acted, message, typed=typed)
        going = await self._house.changed(acted.match)
        if message is None and not (typed or chat.private) and self._house.herald.whispers(chat):
            found = await self._house.load(going)
            if found.game.hidden and found.match.status == "running":
                # What was pressed is the hand, and it has changed.
                return await self._show_hand(user, chat, found)
        if not await self._house.herald.shown(going, chat):
            return await self._unseen(user, going, acted)
        return Answer(accepted=acted.ply) if typed else None

    async def _go_on(
        self, user: User, chat: Chat, match: int, begun: table.Unfinished, message: str | None, *, typed: bool
    ) -> Answer:
        """Asks how a move goes on: privately, or on the board where nothing is private."""
        found = await self._house.load(match)
        as_text, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        if found.game.hidden:
            look = Look(words_for(user.locale), theme, as_text)
            if typed and not self._house.herald.whispers(chat):
                raise Refusal("not_aloud", found)
            return await self._try_out(found, begun, look, on_board=chat.private and message is not None)
        private = posts.trying(found, begun.seat, begun.text, Look(words_for(user.locale), theme, as_text))
        look = Look(words_for(chat.locale), theme, as_text)
        public = posts.trying(found, begun.seat, begun.text, look, on_board=True, aloud=not chat.private)
        return Answer(private, replaces=True, on_board=None if typed else public)

    async def _try_out(self, found: Table, begun: table.Unfinished, look: Look, *, on_board: bool) -> Answer:
        """Shows a hand with a move that was begun, and how test rounds would go if it changes rules."""
        match, seat, text = found.match.id, begun.seat, begun.text
        await self._house.store.write(lambda session: meetings.draft(session, match, seat, text))
        found = await self._house.load(match)
        tried = await self._house.computer.try_out(found, seat, text)
        told = hands.hand(found, seat, look, text, tried=tried, on_board=on_board)
        return Answer(told, replaces=True, on_board=told if on_board else None, secret=True)

    async def go_on(
        self, user: User, chat: Chat, match: int, ply: int, mark: str, message: str | None
    ) -> Answer | None:
        """Answers a step that was too long for its button: the seat's draft knows it.

        :raises Refusal: as `play`; ``stale`` where the draft is another one by now.
        """
        found, now = await self._house.load(match), self._house.now()
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        try:
            text, as_it_stands = hands.drafted(found, table.seat_of(found, sitter), mark)
        except LookupError:
            raise Refusal("stale", found) from None
        return await self.play(user, chat, match, ply, text, message, as_it_stands=as_it_stands)

    async def menu(self, user: User, chat: Chat, match: int, act: str, message: str | None) -> Answer | None:
        """Answers what stands in a match's menu, and the other buttons that are no moves.

        :raises Refusal: as the functions of `table`, `offers`, `films` and `advice`.
        """
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
            case "house" if found.match.game in HOUSES:
                return await self._at_the_table(user, chat, found, sitter, message)
            case "book" if isinstance(found.position, Meeting):
                name, lines_of_it = f"{found.match.game}-{found.code}-rules.txt", found.position.exported
                return Answer(Post(words.say("Here is the rule book."), file=(name, "\n".join(lines_of_it))))
            case "deals" if found.match.game in HOUSES and found.match.start is not None:
                first = found.game.parse(found.match.start).view(None)
                events = (event for step in found.steps for event in seen(step.events, None))
                deals = HOUSES[found.match.game].deals(first, events, words)
                file = f"{found.match.game}-{found.code}-deals.txt", deals
                return Answer(Post(words.say("Here are the deals, to be checked."), file=file))
            case "plan" if found.game.hidden:
                seat = self._whose_hand(found, sitter, chat)
                plans = hands.plans(found, seat, await self._look(user, chat, match))
                return Answer(plans, replaces=True, on_board=plans if chat.private else None)
            case "look":
                return Answer(posts.present(found, Look(words), now), replaces=True)
            case "here":
                return await self.bring(user, chat, match, None)
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
                return await self.hint(user, found, sitter)
            case "back":
                advice.check_over(found)
                judged = await self._house.computer.look_back(found)
                return Answer(advice.look_back(found, judged, words))
            case "rematch":
                return await self._host.rematch(user, match, sitter)
        act, _, asked = act.partition("!")
        if act == "restore" and isinstance(found.position, Meeting):
            old = await self._house.store.read(lambda session: lookup.rule_book(session, found))
            text = next((found.position.bringing_back(line) for line in old if hands.mark(line) == asked), "")
            if not text:
                raise Refusal("stale", found)
            return await self.play(user, chat, match, None, text, message, as_it_stands=True)
        if act == "plan" and found.game.hidden:
            return await self._plan(user, chat, found, sitter, asked)
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

    async def hint(self, user: User, found: Table, sitter: Sitter) -> Answer:
        """Gives a hint.

        :raises Refusal: as `advice.check`.
        """
        seat = table.seat_of(found, sitter)
        advice.check(found, seat)
        move, verdict = await self._house.computer.hint(found, seat)
        return Answer(advice.hint(found, seat, move, verdict, words_for(user.locale)))

    async def hand(self, user: User, chat: Chat, match: int, message: str | None) -> Answer | None:
        """Shows somebody their hand: as an answer that only they see, else in their own chat with us.

        :raises Refusal: ``not_seated``, ``unknown``, ``over`` or ``no_private_chat``.
        """
        found, now = await self._house.load(match), self._house.now()
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        table.seat_of(found, sitter)
        if not found.game.hidden:
            raise Refusal("unknown", found)
        if found.match.status != "running":
            raise Refusal("over", found)
        if chat.private and message is None:
            return await self.bring(user, chat, match, None)
        if self._house.herald.whispers(chat):
            shown = await self._show_hand(user, chat, found)
            return replace(shown, replaces=message is None, on_board=shown.post if chat.private else None)
        if not await self._house.store.write(lambda session: seating.show_privately(session, found.match, user)):
            raise Refusal("no_private_chat", found)
        own = Chat(user.platform, user.id, private=True)
        await self._house.herald.wake(match, quietly=own)
        if not await self._house.herald.shown(match, own):
            raise Refusal("no_private_chat", found)
        return Answer(Post(words_for(user.locale).say("Your cards are in our private chat.")))

    async def hand_again(self, user: User, chat: Chat, match: int, *, late: bool) -> Answer | None:
        """Shows a hand anew in place of one that was pressed; None where there are none, or they are kept right."""
        if chat.private or not self._house.herald.whispers(chat):
            return None
        found, now = await self._house.load(match), self._house.now()
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        if not found.game.hidden or found.match.status != "running" or not found.seats_of(sitter.player_id or 0):
            return None
        shown = await self._show_hand(user, chat, found)
        if not late:
            return shown
        moved_on = words_for(user.locale).say("The table has moved on. Here is how it stands now.")
        return replace(shown, post=posts.on_top(moved_on, shown.post))

    async def _show_hand(self, user: User, chat: Chat, found: Table) -> Answer:
        now, match = self._house.now(), found.match.id
        sitter = await self._house.store.write(lambda session: lookup.sitter_of(session, user, chat, now))
        _, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        seat = table.seat_of(found, sitter)
        look = Look(words_for(user.locale), theme)
        post = hands.board(found, seat, look, since=found.match.ply) if chat.private else hands.hand(found, seat, look)
        return Answer(post, replaces=True, secret=True)

    def _whose_hand(self, found: Table, sitter: Sitter, chat: Chat) -> Seat:
        """Finds the seat whose hand may be shown in a chat.

        :raises Refusal: ``not_seated``, ``over`` or ``not_aloud``.
        """
        seat = table.seat_of(found, sitter)
        if found.match.status != "running":
            raise Refusal("over", found)
        if not self._house.herald.whispers(chat):
            raise Refusal("not_aloud", found)
        return seat

    async def _at_the_table(self, user: User, chat: Chat, found: Table, sitter: Sitter, message: str | None) -> Answer:
        """Shows what was agreed at the table; who sits there may see to changes, where nobody looks on."""
        assert found.position is not None, "only a match that was dealt has rules"
        look = await self._look(user, chat, found.match.id)
        view, house = found.position.view(None), HOUSES[found.match.game]
        seats = found.seats_of(sitter.player_id or 0)
        if found.match.status != "running" or not seats or not self._house.herald.whispers(chat):
            rules = house.rules(view, look.words, found.who)
            return Answer(Post(lines(header(found, look.words), *rules)))
        on_board = chat.private and message is not None
        old = await self._house.store.read(lambda session: lookup.rule_book(session, found))
        post = hands.hand(found, seats[0], look, BESIDE, on_board=on_board)
        post = hands.with_books(found, post, old, look.words)
        return Answer(post, replaces=message is None, on_board=post if on_board else None, secret=True)

    async def _plan(self, user: User, chat: Chat, found: Table, sitter: Sitter, asked: str) -> Answer:
        """Lays a move down for the next turn, or drops the plan."""
        seat, match, now = self._whose_hand(found, sitter, chat), found.match.id, self._house.now()
        assert isinstance(found.position, Meeting), "only at the table of a session somebody plans"
        known = found.position.plans(seat)
        chosen = known[int(asked)] if asked.isdecimal() and int(asked) < len(known) else ""
        await self._house.store.write(lambda session: meetings.lay_down(session, match, sitter, chosen, now))
        shown = await self._show_hand(user, chat, await self._house.load(match))
        return replace(shown, on_board=shown.post if chat.private else None)

    async def _look(self, user: User, chat: Chat, match: int) -> Look:
        as_text, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        return Look(words_for(user.locale), theme, as_text)

    async def _cancel(self, found: Table, sitter: Sitter, chat: Chat, message: str | None) -> Answer:
        """Gives up a move that was begun: the board shows its first step again."""
        everybody_sees = message is not None and not chat.private
        if everybody_sees and found.match.status == "running" and table.seat_of(found, sitter) not in found.to_move:
            # The move is somebody else's.
            raise Refusal("not_your_turn", found)
        match, now = found.match.id, self._house.now()
        as_text, theme = await self._house.store.read(lambda session: lookup.look_of(session, match, chat))
        look = Look(words_for(chat.locale), theme, as_text)
        if found.game.hidden and chat.private and found.match.status == "running":
            post = hands.board(found, table.seat_of(found, sitter), look, since=found.match.ply)
        else:
            post = posts.compose(found, look, now, since=found.match.ply)
        return Answer(closes=True, on_board=post)

    async def bring(self, user: User, chat: Chat, match: int, as_text: bool | None) -> Answer | None:
        """Shows a match in a place from now on; a player is called here from now on.

        :raises Refusal: ``unknown`` or ``not_seated``.
        """
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
