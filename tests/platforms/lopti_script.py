"""People who play Lopti by the buttons of their own hand messages, on Discord and on Telegram alike.

`LoptiOnDiscord` and `LoptiOnTelegram` know where a hand stands and how a button is pressed there; what is played is
decided here, by the payloads. Whatever the bot sends is read by `overheard`: who learns of which cards.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.matches import Table
from bot.words.lopti_naming import SUITS, ranks
from games.core import Seat
from games.lopti import Position
from tests.fakes.discord import EPHEMERAL
from tests.platforms.discord_rig import DiscordRig
from tests.platforms.discord_rig import code_of as code_on_discord
from tests.platforms.telegram_rig import TelegramRig
from tests.platforms.telegram_rig import code_of as code_on_telegram

MY_CARDS = "🃏 My cards"
MOST_TURNS = 400
CODE = re.compile(r"[2-9TJQKA][cdhs]")
SUITED = re.compile(rf"(10|[2-9JQKA])([{''.join(SUITS.values())}])")
MOVE = re.compile(r'm:\w+:\d+:([^"]*)"')
HAND = re.compile(r"Your hand: ([^·\\\n\"]*)")
ORDER = ("swap -", "play ", "flip", "pass", "wake", "pick")
"""What is pressed first: nothing is swapped, and who can play does not pick up."""
RANKS = "45689JQKA7T32"
"""Which cards are played first: plain ones, the lowest of them."""
SURE = "sure: "
OWN = ("swap", "play", "pick", "flip", "pass", "throw", "choose", "rule", "duel", "propose")
"""What only buttons of a hand begin with."""
ROCK, PAPER = "R" * 30, "P" * 30


@dataclass(frozen=True)
class Letter:
    """What the bot has sent: all of it, with alt text and payloads, and who alone can read it (None: everybody)."""

    reader: Any
    text: str


class Lopti(Protocol):
    """A platform, as far as somebody who plays Lopti there uses it."""

    rig: Any
    people: tuple[Any, ...]

    async def sit_down(self, *people: Any) -> str:
        """Lets the first one open a table, the others join, and the first one begin. Returns the match's code."""

    async def hand(self, who: Any) -> Any:
        """Presses `My cards`, and returns the message with this person's hand."""

    async def board(self) -> Any:
        """The public board."""

    def buttons(self, message: Any) -> list[tuple[str, str]]:
        """Labels and payloads."""

    def body(self, message: Any) -> str:
        """The text."""

    async def press(self, who: Any, message: Any, button: str) -> Any:
        """Presses a button, by its label or its payload."""

    async def type(self, who: Any, text: str) -> Any:
        """Types a move where nobody else reads it. Returns the message that answers it, if there is one."""

    async def forge(self, who: Any, payload: str, message: Any = None) -> Any:
        """Presses a button that does not stand on a message, or not any more; on the board if none is given."""

    def told(self, answer: Any) -> str:
        """What somebody was told privately who has pressed something."""

    def person(self, table: Table, seat: Seat) -> Any:
        """Who sits there."""

    def letters(self, since: int) -> list[Letter]:
        """What was sent after so many calls."""

    @property
    def sent(self) -> int:
        """How many calls the bot has made."""


class LoptiOnDiscord:
    """In a channel, with hands in private messages there."""

    def __init__(self, rig: DiscordRig) -> None:
        self.rig = rig
        self.people = (rig.alice, rig.bob, rig.cleo, rig.dov)

    async def sit_down(self, *people: Any) -> str:
        host, *others = people
        await self.rig.slash(host, "play", game="lopti")
        lobby = self.rig.board()
        for one in others:
            self.rig.time.advance(seconds=1)
            await self.rig.press(one, lobby, "Join")
        await self.rig.press(host, lobby, f"▶ Start ({len(people)})")
        return code_on_discord(self.rig.board())

    async def hand(self, who: Any) -> Any:
        (message,) = (await self.rig.press(who, await self.board(), MY_CARDS)).answers
        return message

    async def board(self) -> Any:
        return self.rig.board()

    def buttons(self, message: Any) -> list[tuple[str, str]]:
        return [(button.label, button.custom_id or "") for button in self.rig.server.buttons(message)]

    def body(self, message: Any) -> str:
        return "\n".join(self.rig.read(message))

    async def press(self, who: Any, message: Any, button: str) -> Any:
        return await self.rig.press(who, message, button)

    async def type(self, who: Any, text: str) -> Any:
        answers = (await self.rig.slash(who, "move", move=text)).answers
        return answers[0] if answers else None

    async def forge(self, who: Any, payload: str, message: Any = None) -> Any:
        return await self.rig.forge(who, message or self.rig.board(), payload)

    def told(self, answer: Any) -> str:
        assert answer.posts == [], "only who pressed reads it"
        return "\n".join(self.body(message) for message in answer.answers)

    def person(self, table: Table, seat: Seat) -> Any:
        account = table.match.seats[seat].account
        assert account is not None
        return self.rig.person(account.external_id)

    @property
    def sent(self) -> int:
        return len(self.rig.server.calls)

    def letters(self, since: int) -> list[Letter]:
        return [Letter(self._reader(call), _written(call.body)) for call in self.rig.server.calls[since:] if call.body]

    def _reader(self, call: Any) -> Any:
        found = re.match(r"/(?:webhooks|interactions)/\d+/([\w-]+)", call.path)
        if found is None:
            return None
        interaction = self.rig.server.interactions.by_token(found[1])
        original = self.rig.server.store.live.get(interaction.original_id, {}) if interaction.original_id else {}
        flags = call.body.get("flags", 0) if call.method == "POST" else original.get("flags", EPHEMERAL)
        return interaction.person if flags & EPHEMERAL or call.path.startswith("/interactions") else None


class LoptiOnTelegram:
    """In a group, with hands in everybody's private chat."""

    def __init__(self, rig: TelegramRig) -> None:
        self.rig = rig
        self.people = rig.people

    async def sit_down(self, *people: Any) -> str:
        for one in people:
            await self.rig.after(one.start())
        host, *others = people
        lobby = await self.rig.ask(host, "/play@game_bot lopti", self.rig.club)
        for one in others:
            self.rig.time.advance(seconds=1)
            await self.rig.press(one, lobby, "Join")
        await self.rig.press(host, lobby, f"▶ Start ({len(people)})")
        return code_on_telegram(self.rig.board())

    async def hand(self, who: Any) -> Any:
        return self.rig.board(who)

    async def board(self) -> Any:
        return self.rig.board()

    def buttons(self, message: Any) -> list[tuple[str, str]]:
        return list(message.buttons)

    def body(self, message: Any) -> str:
        return str(message.body)

    async def press(self, who: Any, message: Any, button: str) -> Any:
        # Test rounds take longer than a press usually does.
        return await self.rig.after(who.press(message, button, timeout=60))

    async def type(self, who: Any, text: str) -> Any:
        asked = await self.rig.say(who, f"/move {text}")
        newer = [one for one in self.rig.server.posts(who) if one.serial > asked.serial]
        answers = [one for one in newer if "⋯" not in [label for label, _ in one.buttons]]
        return answers[-1] if answers else None

    async def forge(self, who: Any, payload: str, message: Any = None) -> Any:
        return await self.rig.forge(who, message or self.rig.board(), payload)

    def told(self, answer: Any) -> str:
        return str(answer.text or "")

    def person(self, table: Table, seat: Seat) -> Any:
        return self.rig.person(table, seat)

    @property
    def sent(self) -> int:
        return len(self.rig.server.calls)

    def letters(self, since: int) -> list[Letter]:
        # A toast is read by one person, but nothing tells whose press it answers: it has to be fit for everybody.
        known = {one.id: one for one in self.people}
        return [Letter(known.get(call.chat or 0), _written(call.params)) for call in self.rig.server.calls[since:]]


def _written(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False)


class Script:
    """A table of Lopti at which everybody presses buttons; all that is sent meanwhile is overheard."""

    def __init__(self, lopti: Lopti, code: str) -> None:
        self.lopti = lopti
        self.code = code
        self._heard = 0
        self._known = 0

    @classmethod
    async def begin(cls, lopti: Lopti, *people: Any) -> "Script":
        """Seats people at a new table."""
        return cls(lopti, await lopti.sit_down(*people))

    async def table(self) -> Table:
        """The match as the database has it."""
        found: Table = await self.lopti.rig.table(self.code)
        return found

    async def position(self) -> Position:
        """The position."""
        position = (await self.table()).position
        assert isinstance(position, Position)
        return position

    async def choices(self, who: Any) -> tuple[Any, dict[str, str]]:
        """Somebody's hand message, and what can be pressed there: payloads by the texts of the moves."""
        message = await self.lopti.hand(who)
        return message, self.offered(message)

    def offered(self, message: Any) -> dict[str, str]:
        """What can be pressed on a message: payloads by the texts of the moves; with `SURE` what is to be confirmed."""
        payloads = [payload for _, payload in self.lopti.buttons(message) if payload[:2] in ("m:", "p:")]
        return {(SURE if payload[0] == "p" else "") + payload.split(":", 3)[3]: payload for payload in payloads}

    async def take(self, who: Any, pick: Callable[[Sequence[str]], str]) -> list[str]:
        """Lets somebody go through the steps of a move in their hand. Returns the texts that were pressed."""
        ply, (message, offered) = (await self.table()).match.ply, await self.choices(who)
        pressed: list[str] = []
        while (await self.table()).match.ply == ply:
            assert offered, f"nothing to press: {self.lopti.body(message)}"
            text = pick(list(offered))
            pressed.append(text)
            await self.lopti.press(who, message, offered[text])
            offered = self.offered(message)
        await self.overhear()
        return pressed

    async def swap(self) -> None:
        """Lets everybody keep or swap their cards, the first one a card of theirs."""
        table, position = await self.table(), await self.position()
        for seat in position.round.active:
            who = self.lopti.person(table, seat)
            await self.take(who, _swapped if seat == position.round.active[0] else simple)

    async def turn(self) -> list[str]:
        """Lets whoever's turn it is make a move."""
        table = await self.table()
        return await self.take(self.lopti.person(table, table.to_move[0]), simple)

    async def round(self) -> list[str]:
        """Plays on to the end of the round. Returns the texts that were pressed."""
        if (await self.position()).phase == "swap":
            await self.swap()
        pressed: list[str] = []
        for _ in range(MOST_TURNS):
            if (await self.position()).phase != "play":
                return pressed
            pressed += await self.turn()
        raise AssertionError(f"no end after {MOST_TURNS} turns")

    async def press_board(self, who: Any, label: str) -> Any:
        """Presses a button of the public board."""
        answer = await self.lopti.press(who, await self.lopti.board(), label)
        await self.overhear()
        return answer

    async def type(self, who: Any, text: str) -> Any:
        """Types a move where nobody else reads it. Returns the message that answers it, if there is one."""
        answer = await self.lopti.type(who, text)
        await self.overhear()
        return answer

    async def make_rule(self, page: int) -> None:
        """Lets the winner of the round that is over take a rule out of the book."""
        table, position = await self.table(), await self.position()
        assert position.declarer is not None
        steps = ["rule", "rule book", f"rule book {page}", f"{SURE}rule book {page}"]
        way = iter(steps)
        assert await self.take(self.lopti.person(table, position.declarer), lambda _: next(way)) == steps

    async def fight(self, subject: str) -> None:
        """Lets half of the table, with the author of the first rule, be against a proposal, and lose the duel."""
        table, position = await self.table(), await self.position()
        author = position.rules[0].author
        others = [seat for seat in position.seated if seat != author]
        half = len(position.seated) // 2
        proposer, for_it, against = others[0], others[1:half], (author, *others[half:])
        who, text = self.lopti.person(table, proposer), f"propose {subject}"
        tried = await self.type(who, text)
        assert "test rounds" in self.lopti.body(tried)
        await self.lopti.press(who, tried, self.offered(tried)[SURE + text])
        for seat in for_it:
            await self.press_board(self.lopti.person(table, seat), "👍 For")
        for seat in against:
            await self.press_board(self.lopti.person(table, seat), "👎 Against")
        duel = (await self.position()).duel
        assert duel is not None, "the votes are even"
        assert (duel.challenger, duel.defender) == (proposer, author)
        await self.type(self.lopti.person(table, proposer), f"throw {PAPER}")
        assert (await self.position()).duel is not None, "throws that meet none are kept"
        await self.type(self.lopti.person(table, author), f"throw {ROCK}")
        assert (await self.position()).duel is None

    async def overhear(self) -> None:
        """Checks that nobody has learnt of other people's cards since this was asked the last time."""
        table = await self.table()
        assert table.match.start is not None
        start = table.game.parse(table.match.start)
        positions = [start, *(step.position for step in table.steps)][self._known :]
        lopti = self.lopti
        seats = {lopti.person(table, Seat(row.index)): Seat(row.index) for row in table.match.seats if row.account}
        told, self._heard, self._known = lopti.letters(self._heard), lopti.sent, len(table.steps)
        for letter in told:
            for leak in overheard(letter.text, seats.get(letter.reader), positions):
                raise AssertionError(f"{letter.reader or 'everybody'} learns of {leak}: {letter.text}")


def overheard(text: str, seat: Seat | None, positions: Iterable[Any]) -> Iterator[str]:
    """Yields what a text tells that its reader must not know; at the end of a round the deal lies open (D5)."""
    known = [position for position in positions if isinstance(position, Position)]
    hands = [position.round.hands[seat] for position in known if seat is not None and seat < len(position.round.hands)]
    ups = [position.round.up[seat] for position in known if seat is not None and seat < len(position.round.up)]
    own = {card for cards in (*hands, *ups) for card in cards}
    moves = MOVE.findall(text)
    cards = {card for move in moves for card in CODE.findall(move)}
    cards |= {rank.replace("10", "T") + _suit(sign) for rank, sign in SUITED.findall(text)}
    if any(position.phase == "break" for position in known):
        cards -= set(CODE.findall(text))
    yield from sorted(cards - own)
    for told in HAND.findall(text):
        if told.strip() not in [ranks(hand) or "–" for hand in hands]:
            yield f"a hand: {told}"
    if seat is None:
        yield from (
            move for move in moves if re.match(r"(swap|play|pick|flip|pass|throw|choose|rule|duel|propose)\b", move)
        )


def _suit(sign: str) -> str:
    return next(letter for letter, known in SUITS.items() if known == sign)


def simple(texts: Sequence[str]) -> str:
    """Chooses a move: the lowest card that goes, else a flip, and picks up only where nothing else is left."""
    plays = [text for text in texts if text.startswith("play ")]
    if plays:
        return min(plays, key=lambda text: (RANKS.index(text[5]), -len(text)))
    return next((text for lead in ORDER for text in texts if text.startswith(lead)), texts[0])


def _swapped(texts: Sequence[str]) -> str:
    return next((text for text in texts if text.startswith("swap ") and text != "swap -"), texts[0])
