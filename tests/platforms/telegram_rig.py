"""Our bot on the loopback Telegram, with two players, two who look on, and what a test asks and does all the time."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image
from sqlalchemy import select, text, update

from bot import posts
from bot.matches import Table
from games.core import Seat
from renderer import draw
from renderer.theme import palette
from storage.models import Place
from storage.models import Seat as SeatRow
from tests.fakes.telegram import Answer, FakeTelegram, Message, Person
from tests.platforms import reading
from tests.platforms.rig import Rig, sqlite
from tests.time import Time

T = TypeVar("T")
Pick = Callable[[list[str]], str]
"""Chooses one of several labels."""
NOTHING = Answer()
"""A press that was answered without a word."""
PLAY = ("match", "seat", "move", "due", "surface", "rating")
"""The tables that hold games; the others hold names."""
SEND, EDIT = "sendPhoto", "editMessageMedia"
"""How boards are sent and edited where pictures are allowed."""


class TelegramRig(Rig):
    """The bot in a supergroup; Alice (with a user name) and Bob (without) play, Cleo and Dov look on."""

    def __init__(self, path: Path, server: FakeTelegram, time: Time) -> None:
        super().__init__(sqlite(path), None, server, time=time)
        self.server = server
        self.alice = server.person("Alice", username="Alice_W")
        self.bob = server.person("Bob")
        self.cleo = server.person("Cleo", username="cleo_c")
        self.dov = server.person("Dov")
        self.people: tuple[Person, ...] = (self.alice, self.bob, self.cleo, self.dov)
        self.club = server.group("Club")
        server.join(self.club, *self.people)

    # Waiting

    async def handled(self) -> None:
        """Waits until all that has reached Telegram is handled, and the boards are right."""
        await self.server.until(lambda: not self.server.pending, 20)
        assert self.telegram is not None
        assert self.telegram._app is not None
        async with asyncio.timeout(20):
            await self.telegram._app.update_queue.join()
            await self.house.settle()
            await self.herald.settle()

    async def after(self, work: Awaitable[T]) -> T:
        """Does something and waits for what comes of it."""
        done = await work
        await self.handled()
        return done

    async def leave_telegram(self) -> None:
        """Disconnects, while the rest of the bot runs on."""
        await self.house.settle()
        await self.herald.settle()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    # Doing

    async def press(self, who: Person, message: Message, button: str) -> Answer:
        return await self.after(who.press(message, button))

    async def forge(self, who: Person, message: Message, payload: str) -> Answer:
        """Presses a button that does not stand on the message."""
        return await self.after(who.press_forged(message.chat, message.id, payload))

    async def say(self, who: Person, what: str, chat: Any = None, topic: int | None = None, **options: Any) -> Message:
        """Writes something, in the private chat if none is given."""
        return await self.after(who.send(what, chat, topic, **options))

    async def ask(self, who: Person, what: str, chat: Any = None, topic: int | None = None, **options: Any) -> Message:
        """Writes something and returns the newest message of the bot after it."""
        asked = await self.say(who, what, chat, topic, **options)
        answers = [post for post in self.server.posts(asked.chat) if post.serial > asked.serial]
        assert answers, f"no answer to {what!r}; {self.server.story()}"
        return answers[-1]

    async def begin(self, chat: Any = None, topic: int | None = None, preset: str = "classic") -> str:
        """Lets Alice challenge anybody in a group; Bob joins. Returns the code of the match."""
        where = self.club if chat is None else chat
        challenge = await self.ask(self.alice, f"/play@game_bot {preset}", where, topic)
        await self.press(self.bob, challenge, "Join")
        return code_of(self.board(where, topic))

    async def open_table(self, host: Person, *chosen: str, preset: str = "Big table", chat: Any = None) -> Message:
        """Opens a picker in a group, chooses a preset and options as they stand on the buttons, and posts it."""
        picker = await self.ask(host, "/play@game_bot", self.club if chat is None else chat)
        if f"{preset} ✓" not in labels(picker):
            await self.press(host, picker, preset)
        await self.choose(host, picker, *chosen)
        await self.press(host, picker, "Post it")
        return picker

    async def choose(self, host: Person, picker: Message, *chosen: str) -> None:
        """Turns options, such as `Shift: yes`, until their buttons read so."""
        if not chosen:
            return
        await self.press(host, picker, "More…")
        for wanted in chosen:
            for _ in range(6):
                if wanted in labels(picker):
                    break
                name = wanted.partition(": ")[0]
                (turned,) = [label for label in labels(picker) if label.startswith(f"{name}: ")]
                await self.press(host, picker, turned)
            assert wanted in labels(picker), f"{wanted} cannot be chosen: {labels(picker)}"
        await self.press(host, picker, "✔ Done")

    async def seat(self, *people: Person, chosen: tuple[str, ...] = (), preset: str = "Big table") -> str:
        """Lets the first one open a table and the others join, until it begins by itself or is begun."""
        host, *others = people
        lobby = await self.open_table(host, *chosen, preset=preset)
        code = code_of(lobby)
        for person in others:
            self.time.advance(seconds=1)
            await self.press(person, lobby, "Join")
        if (await self.table(code)).match.status == "open":
            await self.press(host, lobby, f"▶ Start ({len(people)})")
        return code

    async def walk(self, code: str, *steps: str) -> Message:
        """Lets whoever's turn it is press one step after the other on the board. Returns the board."""
        mover = await self.mover(code)
        for label in steps:
            assert await self.press(mover, self.board(), label) == NOTHING
        return self.board()

    async def turn(self, code: str, pick: Pick, chat: Any = None) -> list[str]:
        """Lets whoever's turn it is go through all steps of a move on the board, and returns what they pressed.

        On the way each step is looked at: everybody in a group sees who tries what, and that nothing is played yet.
        """
        ply, mover, board = (await self.table(code)).match.ply, await self.mover(code), self.board(chat)
        pressed = [pick(moves(board))]
        assert await self.press(mover, board, pressed[0]) == NOTHING
        while (await self.table(code)).match.ply == ply:
            await self.is_trying(code, chat)
            pressed.append(pick(steps(board)))
            assert await self.press(mover, board, pressed[-1]) == NOTHING
        return pressed

    async def is_trying(self, code: str, chat: Any = None) -> Message:
        """Checks that the one board of a match shows a move that is not finished."""
        table = await self.table(code)
        (board,) = [one for one in self.boards(chat) if f"#{code}" in one.body]
        lines = board.body.splitlines()
        assert lines[0].endswith(f"· #{code}")
        if chat is None:
            (seat,) = table.to_move
            assert lines[1] == f"{reading.named(table, seat)} is trying this, not played yet."
        # What ends the game is played or taken back.
        assert labels(board)[-2:] == ["↩ Undo", "✘ Cancel"] or labels(board) == ["✔ Play", "↩ Undo"]
        assert steps(board)
        assert "✔ Play" not in labels(board)[1:], "it comes first, if at all"
        assert "⋯" not in labels(board)
        return board

    async def begin_privately(self) -> str:
        """Lets Alice invite by link out of her private chat; Bob comes in his. Returns the code of the match."""
        challenge = await self.ask(self.alice, "/play classic")
        await self.after(self.bob.start(start_link(challenge)))
        return code_of(self.board(self.alice))

    async def all_are_here(self) -> None:
        """Lets everybody have pressed something a moment ago."""
        now = self.time.now()
        await self.store.write(lambda session: session.execute(update(SeatRow).values(seen_at=now)))

    async def play(self, code: str, move: str | None = None, chat: Any = None, topic: int | None = None) -> Person:
        """Lets whoever's turn it is press a move. Returns who that was."""
        mover = await self.mover(code)
        board = self.board(self.club if chat is None else mover if chat == "private" else chat, topic)
        await self.press(mover, board, move or moves(board)[0])
        return mover

    async def play_out(self, code: str, chat: Any = None, topic: int | None = None, plies: int = 99) -> None:
        """Plays to the end, or so many moves."""
        while plies and (await self.table(code)).match.status == "running":
            await self.play(code, chat=chat, topic=topic)
            plies -= 1

    # Asking

    def board(self, chat: Any = None, topic: int | None = None) -> Message:
        """The newest message of the bot with a match's code."""
        found = self.boards(self.club if chat is None else chat, topic)
        assert found, f"no board; {self.server.story()}"
        return found[-1]

    def boards(self, chat: Any = None, topic: int | None = None) -> list[Message]:
        """All messages of the bot with a match's code or an invitation."""
        posts = self.server.posts(self.club if chat is None else chat, topic)
        return [post for post in posts if post.photo or (re.search(r"· #\w+\n", post.body) and not post.animation)]

    def newest(self, chat: Any = None) -> Message:
        """The bot's last message in a chat."""
        return self.server.posts(self.club if chat is None else chat)[-1]

    def calls(self, method: str) -> int:
        """How often the bot called a method."""
        return sum(call.method == method for call in self.server.calls)

    async def mover(self, code: str) -> Person:
        table = await self.table(code)
        return self.person(table, table.to_move[0])

    async def waiter(self, code: str) -> Person:
        """The other player."""
        table = await self.table(code)
        return self.person(table, table.waiting[0])

    def person(self, table: Table, seat: Seat) -> Person:
        account = table.match.seats[seat].account
        assert account is not None
        return next(one for one in self.people if str(one.id) == account.external_id)

    async def rows(self, *tables: str) -> dict[str, list[Any]]:
        """All rows of some tables, or of all that hold games."""
        names = tables or PLAY
        return await self.store.read(
            lambda session: {
                name: sorted(map(tuple, session.execute(text(f'SELECT * FROM "{name}"'))), key=repr) for name in names
            }
        )

    async def places(self) -> list[str]:
        """The ids of the chats that the database knows."""
        return await self.store.read(lambda session: list(session.scalars(select(Place.chat))))

    async def is_right(self, code: str, chat: Any = None, topic: int | None = None) -> Message:
        """Checks that a chat has one board of a match, and that it shows what the database says."""
        table = await self.table(code)
        (board,) = [one for one in self.boards(chat, topic) if f"#{code}" in one.body]
        assert table.position is not None
        assert moves(board) == [choice.text for seat in table.to_move for choice in table.position.choices(seat).items]
        assert {data.split(":")[1:3][-1] for _, data in board.buttons if data[:2] in ("m:", "x:")} == {
            str(table.match.ply)
        }
        if table.match.status == "over":
            assert table.outcome is not None
            assert posts_result(table) in board.body
        elif table.steps:
            assert f"jumped to {table.steps[-1].move}." in board.body or "still your move" in board.body
        if board.photo:
            assert self.server.picture(board) == draw(posts.scene(table, "light")).png
        else:
            assert [entity["type"] for entity in board.entities].count("pre") == 1
        return board


def posts_result(table: Table) -> str:
    """How a match ended, as the board tells it."""
    assert table.outcome is not None
    return {"stuck": "has no move left", "left": "gave up", "time": "ran out of time", "called_off": "call it off"}[
        table.outcome.reason
    ]


def code_of(message: Message) -> str:
    """The code of the match that a message of the bot is about."""
    found = next(data.split(":")[1] for _, data in message.buttons if data[:2] in ("m:", "x:", "c:", "n:"))
    assert found
    return found


def moves(board: Message) -> list[str]:
    """The moves that a board offers."""
    return [label for label, data in board.buttons if data.startswith("m:")]


def steps(board: Message) -> list[str]:
    """The ways on that a board offers for an unfinished move."""
    return [label for label in labels(board) if label not in ("↩ Undo", "✘ Cancel")]


def labels(message: Message) -> list[str]:
    return [label for label, _ in message.buttons]


def payload(message: Message, label: str) -> str:
    return dict(message.buttons)[label]


def rows_of(message: Message) -> list[list[str]]:
    """The buttons as they lie."""
    return [[button["text"] for button in row] for row in (message.keyboard or {}).get("inline_keyboard", [])]


def start_link(challenge: Message) -> str:
    """What follows ``?start=`` in the invitation's link."""
    found = re.search(r"https://t\.me/game_bot\?start=(\w+)", challenge.body)
    assert found is not None, challenge.body
    return found[1]


def share_of_colour(png: bytes, table: Table, square: str, seat: int) -> float:
    """How much of a card in a received picture has the colour of a seat."""
    assert table.position is not None
    picture = draw(posts.scene(table, "light"))
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        pixels = image.convert("RGB")
    assert pixels.size == picture.size
    column, row = ord(square[0]) - ord("a"), int(square[1:]) - 1
    at = picture.board
    left, top = round(at.x + column * at.width), round(at.y + row * at.height)
    card = pixels.crop((left, top, left + round(at.width), top + round(at.height)))
    inks = palette("light")
    colour = inks.colours[inks.seats[seat].main]
    counts = {pixel: count for count, pixel in card.getcolors(card.width * card.height) or ()}
    return counts.get(tuple(colour), 0) / (card.width * card.height)
