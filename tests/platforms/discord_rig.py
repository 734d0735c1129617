"""Our bot on the loopback Discord, with two players, two who look on, and what a test asks and does all the time."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from bot.matches import Table
from tests.fakes.discord import EPHEMERAL, FakeDiscord, Interaction, Json, Person
from tests.platforms.rig import Rig, sqlite
from tests.time import Time

MESSAGES = r"/channels/\d+/messages$"
MESSAGE = r"/channels/\d+/messages/\d+$"
HANDLERS = ("discord.py: on_", "CommandTree-invoker")
"""How the tasks are called in which discord.py runs what it has received."""
Pick = Callable[[list[str]], str]
"""Chooses one of several labels."""
PLAY = ("match", "seat", "move", "due", "surface", "rating")
"""The tables that hold games; the others hold names."""


class Log(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def text(self) -> str:
        """Everything with its tracebacks."""
        formatter = logging.Formatter("%(levelname)s %(name)s: %(message)s")
        return "\n".join(map(formatter.format, self.records))

    def lines(self, logger: str) -> list[str]:
        return [record.getMessage() for record in self.records if record.name == logger]

    def __enter__(self) -> Self:
        root = logging.getLogger()
        self._before = root.level
        root.setLevel(logging.INFO)
        root.addHandler(self)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        logging.getLogger().removeHandler(self)
        logging.getLogger().setLevel(self._before)


class DiscordRig(Rig):
    """The bot in a server with one channel; Alice and Bob play, Cleo and Dov look on."""

    def __init__(self, path: Any, server: FakeDiscord, time: Time, log: Log) -> None:
        super().__init__(sqlite(path), server, time=time)
        self.server = server
        self.log = log
        self.forgives = ""
        """What may be logged as an error in this test, as a regular expression."""
        self.guild = server.guild()
        self.channel = server.text(self.guild)
        self.alice = server.user("alice", display="Alice")
        self.bob = server.user("bob", display="Bob")
        self.cleo = server.user("cleo", display="Cleo")
        self.dov = server.user("dov", display="Dov")

    # Waiting

    async def handled(self) -> None:
        """Waits until all that has reached the bot is done, and the boards are right."""
        async with asyncio.timeout(20):
            while tasks := [task for task in asyncio.all_tasks() if task.get_name().startswith(HANDLERS)]:
                await asyncio.wait(tasks)
            await self.house.settle()
            await self.herald.settle()

    async def heard(self) -> None:
        """Waits until everything said so far has reached the bot: what it receives, it receives in order."""
        await self.dov.slash(self.channel, "help")
        await self.handled()

    # Doing

    async def slash(self, who: Person, name: str, channel: int | None = None, /, **options: Any) -> Interaction:
        interaction = await who.slash(channel or self.channel, name, **options)
        await self.handled()
        return interaction

    async def press(self, who: Person, message: Json | int, button: str) -> Interaction:
        interaction = await who.press(message, button)
        await self.handled()
        return interaction

    async def forge(self, who: Person, message: Json, payload: str) -> Interaction:
        """Presses a button that is not there."""
        channel, number = int(message["channel_id"]), int(message["id"])
        interaction = await self.server.press_forged(who, channel, number, payload)
        await self.handled()
        return interaction

    async def say(
        self, who: Person, channel: int, text: str, reply_to: Json | None = None, *, ping: bool = True
    ) -> Json:
        message = await who.say(channel, text, reply_to=reply_to, ping=ping)
        await self.heard()
        return message

    async def begin(self, preset: str = "classic", channel: int | None = None) -> str:
        """Lets Alice challenge Bob, who accepts. Returns the code of the match."""
        where = channel or self.channel
        await self.slash(self.alice, "challenge", where, **{"with": self.bob, "preset": preset})
        challenge = self.board(where)
        await self.press(self.bob, challenge, "Accept")
        return code_of(self.board(where))

    async def open_table(
        self, host: Person, *chosen: str, preset: str = "Big table", against: Person | None = None
    ) -> Json:
        """Opens a picker, chooses a preset and options as they stand on the buttons, and posts it."""
        (picker,) = (await self.slash(host, "play")).answers
        if f"{preset} ✓" not in self.labels(picker):
            await self.press(host, picker, preset)
        await self.choose(host, picker, *chosen)
        if against is not None:
            (menu,) = [each["custom_id"] for each in self.server.components(picker) if each["type"] == 5]
            await host.choose(picker, menu, [against])
            await self.handled()
        await self.press(host, picker, "Post it")
        return self.board()

    async def choose(self, host: Person, picker: Json, *chosen: str) -> None:
        """Turns options, such as `Shift: yes`, until their buttons read so."""
        if not chosen:
            return
        await self.press(host, picker, "More…")
        for wanted in chosen:
            for _ in range(6):
                if wanted in self.labels(picker):
                    break
                name = wanted.partition(": ")[0]
                (turned,) = [label for label in self.labels(picker) if label.startswith(f"{name}: ")]
                await self.press(host, picker, turned)
            assert wanted in self.labels(picker), f"{wanted} cannot be chosen: {self.labels(picker)}"
        await self.press(host, picker, "✔ Done")

    async def seat(self, *people: Person, chosen: tuple[str, ...] = (), preset: str = "Big table") -> str:
        """Lets the first one open a table and the others join, until it begins by itself or is begun."""
        host, *others = people
        lobby = await self.open_table(host, *chosen, preset=preset)
        for person in others:
            self.time.advance(seconds=1)
            await self.press(person, self.board(), "Join")
        code = code_of(lobby)
        if (await self.table(code)).match.status == "open":
            await self.press(host, self.board(), f"▶ Start ({len(people)})")
        return code

    async def walk(self, code: str, *labels: str) -> Interaction:
        """Lets whoever's turn it is press a first step on the board and the others in the private message.

        Returns the first press, which has got that message.
        """
        mover = await self.mover(code)
        first = await self.press(mover, board_of(self, code), labels[0])
        for label in labels[1:]:
            (message,) = first.answers
            await self.press(mover, message, label)
        return first

    async def turn(self, code: str, pick: Pick) -> list[str]:
        """Lets whoever's turn it is go through all steps of a move, and returns what they pressed.

        On the way each step is looked at: it is private, says what was chosen, and leaves the board alone.
        """
        ply, mover, board = (await self.table(code)).match.ply, await self.mover(code), board_of(self, code)
        before = dict(board)
        pressed = [pick(self.moves(board))]
        first = await self.press(mover, board, pressed[0])
        while (await self.table(code)).match.ply == ply:
            (message,) = first.answers
            assert_step(self, message, code)
            assert board_of(self, code) == before, "others see nothing of it"
            pressed.append(pick(self.steps(message)))
            await self.press(mover, message, pressed[-1])
        assert first.answers == [], "the private message goes away when the move is played"
        return pressed

    async def play(self, code: str, move: str | None = None, channel: int | None = None) -> Person:
        """Lets whoever's turn it is press a move. Returns who that was."""
        mover = await self.mover(code)
        board = self.board(channel or self.channel)
        await self.press(mover, board, move or self.moves(board)[0])
        return mover

    async def play_out(self, code: str, channel: int | None = None) -> None:
        """Plays to the end."""
        while (await self.table(code)).match.status == "running":
            await self.play(code, channel=channel)

    async def play_out_anywhere(self, code: str, channels: dict[Person, int]) -> None:
        """Plays to the end, everybody in their own channel."""
        while (await self.table(code)).match.status == "running":
            await self.play(code, channel=channels[await self.mover(code)])

    async def rejoin(self) -> None:
        """Stops the bot and starts it again."""
        await self.restart()
        await self.handled()

    # Asking

    def board(self, channel: int | None = None) -> Json:
        """The newest message of the bot in a channel."""
        ours = [one for one in self.server.messages(channel or self.channel) if one["author"]["bot"]]
        assert ours, "there is no message of the bot"
        return ours[-1]

    def boards(self, channel: int | None = None) -> list[Json]:
        """All messages of the bot in a channel."""
        return [one for one in self.server.messages(channel or self.channel) if one["author"]["bot"]]

    def labels(self, message: Json) -> list[str]:
        return [button.label for button in self.server.buttons(message)]

    def moves(self, board: Json) -> list[str]:
        """The moves that a board offers."""
        return [button.label for button in self.server.buttons(board) if (button.custom_id or "").startswith("m:")]

    def read(self, message: Json) -> list[str]:
        """The lines of a message as a person reads them: mentions show names."""
        text: str = message["content"]
        for person in (self.alice, self.bob, self.cleo, self.dov):
            text = text.replace(person.mention, self.server.users[person.id]["global_name"])
        return re.sub(r"\\([*_~`|.])", r"\1", text).splitlines()

    def steps(self, message: Json) -> list[str]:
        """The ways on that a private message about an unfinished move offers."""
        return [label for label in self.labels(message) if label not in ("↩ Undo", "✘ Cancel")]

    def payload(self, message: Json, label: str) -> str:
        (found,) = [button.custom_id for button in self.server.buttons(message) if button.label == label]
        assert found is not None
        return found

    def pinged(self, message: Json) -> set[str]:
        """The names of those whom a message pinged."""
        return {self.server.users[number]["username"] for number in self.server.pinged(message)}

    def person(self, number: str) -> Person:
        return next(one for one in (self.alice, self.bob, self.cleo, self.dov) if str(one.id) == number)

    async def mover(self, code: str) -> Person:
        table = await self.table(code)
        account = table.match.seats[table.to_move[0]].account
        assert account is not None
        return self.person(account.external_id)

    async def waiter(self, code: str) -> Person:
        """The other player."""
        table = await self.table(code)
        account = table.match.seats[table.waiting[0]].account
        assert account is not None
        return self.person(account.external_id)

    def rows(self, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
        """All rows of the database, or of some tables."""
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as database:
            return {name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables or PLAY}

    async def is_right(self, code: str, channel: int | None = None) -> None:
        """Checks that there is one board in a channel, and that it shows what the database says."""
        table = await self.table(code)
        (board,) = [one for one in self.boards(channel) if is_about(one, code)]
        assert_shows(self, board, table)


def is_about(message: Json, code: str) -> bool:
    return f"#{code}" in message["content"]


def assert_shows(rig: DiscordRig, board: Json, table: Table) -> None:
    """Compares a board with a match."""
    assert table.position is not None
    if table.match.status == "over":
        assert rig.moves(board) == []
        assert " wins: " in board["content"] or "call it off" in board["content"]
        return
    (seat,) = table.to_move
    assert rig.moves(board) == [choice.text for choice in table.position.choices(seat).items]
    plies = {button.custom_id.split(":")[2] for button in rig.server.buttons(board) if button.custom_id}
    assert plies == {str(table.match.ply)}
    if table.steps:
        assert f"jumped to {table.steps[-1].move}." in board["content"]
    if board["attachments"]:
        assert "\nRow 1: " in (rig.server.alt_text(board) or "")
    else:
        assert "```" in board["content"]


def code_of(message: Json) -> str:
    """The code of the match that a message of the bot is about."""
    found = re.search(r'"?[mxcn]:([0-9a-z]+):', str(message["components"]))
    assert found is not None, "no button names a match"
    return found[1]


def assert_step(rig: DiscordRig, message: Json, code: str) -> None:
    """Checks a private message about a move that is not finished."""
    assert message["flags"] & EPHEMERAL
    assert message["content"].startswith("Collapsi · ")
    assert message["content"].splitlines()[0].endswith(f"· #{code}")
    assert rig.labels(message)[-2:] == ["↩ Undo", "✘ Cancel"]
    assert rig.steps(message)
    assert "✔ Play" not in rig.labels(message)[1:], "it comes first, if at all"
    assert " may choose " in (rig.server.alt_text(message) or "")


def assert_modest(server: FakeDiscord) -> None:
    """Checks all that the bot ever said against limits of our own, tighter than Discord's."""
    for call in server.calls:
        body = call.body if isinstance(call.body, dict) else {}
        for message in (body, body.get("data") or {}):
            items = [item for row in message.get("components") or [] for item in row.get("components", ())]
            assert len(items) <= 25
            for item in items:
                assert len((item.get("custom_id") or "").encode()) <= 64, item
                assert len(item.get("label") or "") <= 38, item
            assert len(message.get("content") or "") <= 2000
            for attachment in message.get("attachments") or ():
                assert len(attachment.get("description") or "") <= 1000


def board_of(rig: DiscordRig, code: str) -> Json:
    (found,) = [one for one in rig.boards() if is_about(one, code)]
    return found


def said(interaction: Interaction) -> str:
    """The private answer to an interaction, which is the only one."""
    (answer,) = interaction.answers
    assert answer["flags"] & EPHEMERAL
    text: str = answer["content"]
    return text


def is_silent(interaction: Interaction) -> bool:
    """Whether nothing was said, and nothing is "thinking" any more."""
    return not interaction.answers and not interaction.thinking


async def two_games_of_alice(rig: DiscordRig) -> tuple[str, str]:
    """Lets a game with Bob and one with Cleo wait for Alice."""
    codes = []
    for guest in (rig.bob, rig.cleo):
        await rig.slash(rig.alice, "challenge", **{"with": guest})
        await rig.press(guest, rig.board(), "Accept")
        codes.append(code_of(rig.board()))
        if await rig.mover(codes[-1]) is guest:
            await rig.play(codes[-1])
    return codes[0], codes[1]


async def choices(rig: DiscordRig, code: str) -> list[str]:
    """The moves that there are, whatever the board shows."""
    table = await rig.table(code)
    assert table.position is not None
    return [choice.text for choice in table.position.choices(table.to_move[0]).items]


async def typed(rig: DiscordRig, code: str, channel: int | None = None) -> Interaction:
    """Types a move in the name of whoever's turn it is."""
    return await rig.slash(await rig.mover(code), "move", channel, move=(await choices(rig, code))[0], game=code)


# Troubles


class Hasty:
    """The module `asyncio` for somebody who waits for nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(_seconds: float) -> None:
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Trouble:
    """Something that befalls requests of a kind, and how the place comes right again."""

    name: str
    arrange: Callable[[FakeDiscord, str, str], object]
    heals_itself_on_edit: bool = True
    heals_itself_on_send: bool = True

    def __str__(self) -> str:
        return self.name


def error(status: int, code: int = 0, times: int = 1, **more: Any) -> Callable[[FakeDiscord, str, str], object]:
    return lambda server, method, path: server.fault(method, path, status, code, times=times, **more)
