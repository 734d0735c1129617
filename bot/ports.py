"""What all platforms speak: people, chats, messages, and how a platform fails.

Text never holds markup. It is a row of fragments, and each platform writes a `Person`, a `When` or a `Board` in its own
way and escapes the rest; so no name can break a message, and nobody is called by accident.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from renderer import Scene


@dataclass(frozen=True, slots=True)
class User:
    """Somebody on a platform, as they appear in what they just did."""

    platform: str
    id: str
    name: str
    username: str | None = None
    """The name by which others may address them, without its @."""
    locale: str = ""
    """The language of their app; empty where it is not known."""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """Where something happens: a chat, or one of its threads."""

    platform: str
    id: str
    thread: str = ""
    private: bool = False
    """Whether it is one person's chat with the bot."""
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Person:
    """A name in a text."""

    name: str
    platform: str = ""
    id: str = ""
    username: str | None = None


@dataclass(frozen=True, slots=True)
class When:
    """A time in a text."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Board:
    """Lines in letters of one width."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out: a heading."""

    text: str


Fragment: TypeAlias = str | Person | When | Board | Strong
Text: TypeAlias = tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: a payload for us, or an address."""

    label: str
    payload: str = ""
    url: str = ""
    style: Literal["plain", "primary", "danger"] = "plain"


@dataclass(frozen=True, slots=True)
class PeopleMenu:
    """A list of the people of a chat to choose one of, where the platform has such a thing."""

    label: str
    payload: str


Rows: TypeAlias = tuple[tuple[Button | PeopleMenu, ...], ...]


@dataclass(frozen=True, slots=True)
class Post:
    """What a message should say now."""

    text: Text
    scene: Scene | None = None
    alt: str = ""
    """The picture in words."""
    rows: Rows = ()
    calls: tuple[Person, ...] = ()
    """Whom a new message notifies. An edit notifies nobody."""
    file: tuple[str, str] | None = None
    """A text file to hand over: its name and what it holds."""
    film: tuple[Scene, ...] = ()
    """Scenes to be shown one after the other, instead of a picture; ``alt`` tells of them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who pressed or typed is told, and only they where the platform has a private way."""

    post: Post = field(default_factory=lambda: Post(()))
    replaces: bool = False
    """Whether it takes the place of the private message that was pressed."""
    closes: bool = False
    """Whether the private message that was pressed goes away."""
    becomes: int | None = None
    """The match whose public message this answer turns into, where answers are public."""
    public: bool = False
    """Whether it was asked for aloud."""
    accepted: int | None = None
    """The ply that a typed move made."""
    on_board: Post | None = None
    """What the pressed board says instead for a while, where nothing is private."""
    once: Post | None = None
    """What everybody sees instead where nothing is private, once an hour."""
    unfolds: bool = False
    """Whether its buttons belong below those of the pressed board where nothing is private."""
    secret: bool = False
    """Whether nobody else may read it, wherever it was asked for: it tells of a hand."""
    opens: str | None = None
    """An address that a press may open instead of being told anything: that of the person's own chat with us."""


class Failure(Exception):
    """A platform did not do what was asked."""


class Gone(Failure):
    """The message is not there any more."""


class Forbidden(Failure):
    """The bot may not write there, or the place does not exist."""


class NoPictures(Forbidden):
    """The bot may write there, but not send pictures."""


class Later(Failure):
    """The platform wants us to wait, or is out of reach."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"try again in {seconds:g} s")


class Unsure(Failure):
    """The platform did not answer: the message may stand there or not."""


class Moved(Failure):
    """The chat goes by another id now, or its thread is gone and the chat itself is left."""

    def __init__(self, chat: str) -> None:
        self.chat = chat
        super().__init__(f"the chat is now {chat}")


class TokenRefused(Exception):
    """A platform does not know the bot's token: there is no point in trying again."""


class Platform(Protocol):
    """A chat platform, as far as the rest of the bot knows it."""

    name: str
    whispers: bool
    """Whether in a public place only the one who asked sees an answer."""

    def pause(self, chat: Chat) -> float:
        """Returns the seconds between two updates of one message that the platform bears."""

    async def show(self, chat: Chat, message: str | None, post: Post, token: str) -> str:
        """Edits a message, or sends a new one where there is none, and returns its id.

        ``token`` names what is shown: a platform that can tell repeated sendings by it makes one message of them.

        :raises Failure: one of its kinds.
        """

    async def remove(self, chat: Chat, message: str) -> None:
        """Deletes a message, or at least takes its buttons away.

        :raises Failure: one of its kinds.
        """

    def address(self, chat: Chat, message: str) -> str | None:
        """Returns a link to a message; None where there is none."""

    def invitation(self, code: str) -> str | None:
        """Tells in a few words that need no translation how a code is used here: a link or a command."""

    def door(self, word: str) -> str | None:
        """Returns an address that opens somebody's own chat with us and says a word there; None if none is needed."""

    def share(self, code: str) -> str | None:
        """Returns an address that lets somebody pass an invitation on; None where there is no such thing."""


def plain(text: Iterable[Fragment]) -> str:
    """Writes a text without mentions: for labels, alt texts and files."""
    parts = []
    for part in text:
        match part:
            case Person(name=name):
                parts.append(name)
            case When(at=at):
                parts.append(f"{at:%Y-%m-%d %H:%M} UTC")
            case Board(text=lines) | Strong(text=lines):
                parts.append(lines)
            case _:
                parts.append(part)
    return "".join(parts)


def lines(*texts: Text) -> Text:
    """Sets texts one below the other, leaving out the empty ones."""
    rows: list[Fragment] = []
    for text in texts:
        if text:
            rows += ["\n", *text] if rows else text
    return tuple(rows)


def grid(buttons: Iterable[Button | PeopleMenu], columns: int) -> Rows:
    """Lays buttons in rows of that many columns."""
    row = list(buttons)
    return tuple(tuple(row[at : at + columns]) for at in range(0, len(row), columns))
