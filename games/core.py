"""What every game is.

Three rules hold for everything under ``games``:

1. Text is the interface. A position, a move and an option are short printable text at every boundary; ``Game.parse``
   inverts ``str(position)``.
2. Positions are values. ``play`` returns a new one and what happened; nothing ever changes an old one.
3. Rules know no chat, clock, language or picture. They refuse with a code and facts, and tell with events.

Who wants to add a game writes a package with a ``GAME`` of type `Game` and names it in ``games.GAMES``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NewType, Protocol, TypeAlias, runtime_checkable

Seat = NewType("Seat", int)
"""A player's place at the table, from 0 in the order of play."""

JOIN, LAPSE = "join", "lapse"
"""Moves of a session that only the table makes: a new seat at the end, and what happens when a seat's time is over."""
LAPSE_TABLE = "lapse table"
"""The same where the time of what the whole table is asked is over."""
BESIDE = "table"
"""In a session, the beginning of all that is done beside the turns."""
SIGNS = "●▲■✚★"
"""The sign of each seat where only letters can be shown, from seat 0."""

Fact: TypeAlias = str | int | tuple[str, ...]
"""What an error or an event may carry: plain values that a sentence can be made of."""


class GameError(ValueError):
    """Text that a game refuses: a code for programs, facts for the sentence that people read."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        self.reason = reason
        self.facts = facts
        told = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{reason}: {told}" if facts else reason)


class MoveError(GameError):
    """A move that is refused; the position it was meant for is unchanged."""


class InvalidMove(MoveError):
    """Text that is no move at all."""


class IllegalMove(MoveError):
    """A move that the rules forbid here."""


class InvalidPosition(GameError):
    """Text that is no position, or one that this game cannot hold."""


class InvalidOptions(GameError):
    """Options, or a number of seats, that do not go together."""


class Event:
    """Something that happened in a step; games subclass it as frozen dataclasses."""

    __slots__ = ()

    def seen_by(self, _seat: Seat | None) -> "Event | None":
        """Returns the event as that seat (None: a spectator) may know it; None where it may not."""
        return self


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """A player left the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ranked(Event):
    """A round of a session ended; it counts by itself, whatever becomes of the session."""

    places: tuple[frozenset[Seat], ...]
    """The seats, best first; empty where nobody won."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    places: tuple[frozenset[Seat], ...]
    """The seats, best first; those who tie stand together."""
    reason: str
    """A code, for example ``stuck``."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on the board, in board units from the top left corner."""

    x: float
    y: float
    width: float = 1
    height: float = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """One next step of a move that is being put together."""

    text: str
    """The move so far. It need not begin with the text it continues."""
    complete: bool
    """Whether it may be played as it stands."""
    hint: Rect | None = None
    """Where it lies on the board."""
    group: bool = False
    """Whether it only stands for choices of the same step, which are too many to be offered at once."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be chosen next, and the text to go back to."""

    items: tuple[Choice, ...]
    back: str = ""
    confirm: bool = False
    """Whether nothing follows and yet so much ends with it that it is played only when asked for once more.

    In a session something may follow: the text is whole and can be built on."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line or a box that one draws on the board by hand: a move, or the beginning of one."""

    text: str
    """As `Position.choices` takes it."""
    at: Rect
    """From corner to corner; a line has no width or no height."""
    final: bool
    """Whether the move cannot go on."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was played."""

    position: "Position"
    move: str
    """Its canonical spelling, which is what a log keeps."""
    events: tuple[Event, ...]


class Position(Protocol):
    """A state of a game. Immutable; ``str`` gives the whole of it."""

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """Who may act; empty when the game is over."""

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who takes no part any more while the others play on."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields the seat's legal moves in the game's pinned order."""

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the steps that may follow the beginning ``prefix`` of a move.

        :raises MoveError: if no legal move begins so.
        """

    def play(self, seat: Seat, move: str) -> Step:
        """Plays a move, read loosely.

        :raises MoveError: if the text is no move or the rules forbid it. Where it is one of which only the end is
            missing, the error's fact ``begun`` is that beginning as `choices` takes it.
        """

    def preview(self, seat: Seat, text: str) -> Step:
        """Returns the board as it would look after the beginning of a move, or after a whole one.

        It is there to be drawn, not to be played on.

        :raises MoveError: if no legal move begins so.
        """

    def drop(self, seat: Seat) -> Step:
        """Takes a seat out of the game: it resigned, left or ran out of time."""

    # Positions of a session also read `JOIN` by the seat that is new and `LAPSE` by one whose time is over.

    def view(self, seat: Seat | None) -> object:
        """Returns what that seat (None: a spectator) may know."""


@runtime_checkable
class Meeting(Protocol):
    """What a position of a session tells besides."""

    @property
    def away(self) -> tuple[Seat, ...]:
        """Who has let so much time run out that little is left to them."""

    @property
    def hurries(self) -> bool:
        """Whether who is waited for has no more time than the table has for a question."""

    @property
    def asking(self) -> str:
        """What the table is asked now, a text that changes whenever the time for it begins anew; else empty."""

    @property
    def exported(self) -> tuple[str, ...]:
        """What has been agreed on at the table, a line each: a later session may bring it back."""

    def bringing_back(self, line: str) -> str:
        """Returns the move that asks the table for what another one had agreed on; empty where that cannot be."""

    def may_act(self, seat: Seat) -> bool:
        """Whether a seat can do anything now, in turn or beside it."""

    def completed(self, seat: Seat, begun: str, words: str) -> str:
        """Returns what a beginning of a move becomes with words of somebody's own; empty where it takes none."""

    def takes_words(self, seat: Seat, begun: str) -> bool:
        """Whether words of somebody's own may go on with a beginning of a move."""

    def sides(self, seat: Seat) -> tuple[str, ...]:
        """Returns the beginnings of what a seat alone is asked to do beside the turns."""

    def plans(self, seat: Seat) -> tuple[str, ...]:
        """Returns the moves that a seat may lay down for its next turn, whether or not they will be legal then."""

    def default(self, seat: Seat) -> str:
        """Returns what a seat does in its turn if its plan is not legal; empty where there is nothing to do."""


@runtime_checkable
class Secret(Protocol):
    """What a view of a game with secrets tells besides the game's own business."""

    @property
    def public(self) -> tuple[Choice, ...]:
        """What anybody at the table may do now, where to see that tells nobody anything."""

    def closer(self, begun: str) -> object:
        """Returns what is to be seen after the beginning of a move: itself, or what the move is about."""

    @property
    def may_join(self) -> bool:
        """Whether somebody can sit down who takes part from the next round."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that is chosen before the deal."""

    name: str
    values: tuple[str, ...]
    """The first one is the default."""


class Trial(Protocol):
    """What became of rounds that were played to try something out."""

    @property
    def ended(self) -> int:
        """How many came to an end."""

    @property
    def capped(self) -> int:
        """How many were given up."""

    @property
    def percent(self) -> int:
        """How many of a hundred ended."""

    @property
    def median(self) -> int:
        """Turns of a round."""

    @property
    def is_playable(self) -> bool:
        """Whether they come to an end."""


Options: TypeAlias = Mapping[str, str]
Stop: TypeAlias = Callable[[], bool]
"""Says whether a search has to end now; it is asked every few milliseconds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What perfect play of a position comes to."""

    winner: Seat
    """The seat that wins whatever the others do."""
    plies: int | None = None
    """How many plies follow when the winner hurries and the others hold out; None where that is not known."""


@dataclass(frozen=True, slots=True)
class Player:
    """A game's computer player."""

    levels: tuple[str, ...]
    """From the weakest to the best; the second one is for people who do not want to choose."""
    choose: Callable[[object, Seat, str, str, Stop], str]
    """Chooses a move from a seat's view, a level, a seed and a stop. It always finds one; in a session an empty text
    leaves to the others what anybody may do."""
    judge: Callable[[Position, Stop], Verdict | None]
    """Says who wins with perfect play; None where that could not be found out before the stop."""
    calls: Callable[[Position, Stop], tuple[str, ...]] | None = None
    """Says with codes what the last turn threatens, as far as that was found out before the stop; ``blunder`` is the
    code of a turn that lets the next one win. None for a game in which nobody calls."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game's facts and its two ways to a position."""

    slug: str
    seats: tuple[int, ...]
    """The numbers of seats it can be played with, the usual one first."""
    options: tuple[Option, ...]
    presets: Mapping[str, Options]
    """Named sets of options, the first one for people who do not want to choose."""
    refuses: Callable[[int, Options], str | None]
    """Says why a number of seats and options do not go together; None where they do."""
    deal: Callable[[int, str, Options], Position]
    """Makes a first position from a number of seats, a seed and options. The only place where chance enters."""
    parse: Callable[[str], Position]
    """Reads ``str(position)``. Raises `InvalidPosition`."""
    diagram: Callable[[object], str]
    """Draws a view with letters, numerals and signs: the board for those who see no picture."""
    numbered: Callable[[object], str] | None = None
    """Draws it with the numbers of what may be chosen first; None for a game whose choices have other names."""
    draws: bool = False
    """Whether the players may agree on a draw."""
    points: Callable[[Position], int] | None = None
    """What a win with that last position is worth in a game to points; None for a game that is not played so."""
    player: Player | None = None
    """The computer player; None for a game that has none."""
    strokes: Callable[[Position, Seat, str], Iterator[Stroke]] | None = None
    """Yields what a seat may draw on the board, at first or after a beginning; None where nothing is ever drawn."""
    session: bool = False
    """Whether a match is a session of rounds: people come and go between them, what is late is done by itself."""
    hidden: bool = False
    """Whether a seat knows things that others must not see; then first choices never stand in public."""
    tries: Callable[[Position, Seat, str, Stop], tuple[Trial, Trial] | None] | None = None
    """Tries out how rounds go as the rules are, and as a move would make them; None for a move that changes no rule.
    It takes seconds. None for a game whose rules stay as they are."""
    version: int = 1
    """Rises when the rules change in a way that old records would not replay."""

    def settle(self, options: Options) -> dict[str, str]:
        """Returns the options with defaults filled in, in the game's order.

        :raises InvalidOptions: if a name or a value is unknown.
        """
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known or value not in known[name].values:
                raise InvalidOptions("unknown_option", name=name, value=value)
        return {name: options.get(name, option.values[0]) for name, option in known.items()}


def seen(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Returns what a seat (None: a spectator) may know of events."""
    return tuple(known for event in events if (known := event.seen_by(seat)) is not None)


def replay(position: Position, moves: list[tuple[Seat, str | None]]) -> Iterator[Step]:
    """Yields the steps of a log: pairs of seat and move, None for a seat that drops out.

    :raises MoveError: at the first move that does not fit.
    """
    for seat, move in moves:
        step = position.drop(seat) if move is None else position.play(seat, move)
        position = step.position
        yield step
