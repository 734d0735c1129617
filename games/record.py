"""A game as text that people can keep: headers, the first position, and the moves.

1. What is written can be read, and says the same: ``parse(str(record)) == record``.
2. A record claims; `Record.replay` and `Record.check` hold it against the rules.
3. Text from people (names, places, comments) is cleaned, never trusted: each stays on its line.

The grammar stands in ``docs/notation.md``.

>>> record = Record(
...     game="collapsi",
...     version=1,
...     options={"start": "jack"},
...     start="JAaa/Abaa/aaaa/aaJA a1,c4 0 jack -",
...     moves=((Seat(0), "a2"), (Seat(1), None)),
...     headers={"Seat 1": "Bob", "Date": "2026-11-30", "Seat 0": "Ann"},
...     outcome=Outcome((frozenset({Seat(0)}), frozenset({Seat(1)})), "left"),
...     comments=("Collapsi was designed by Mark S. Ball.",),
... )
>>> print(record, end="")
Game: collapsi 1
Options: start=jack
Date: 2026-11-30
Seat 0: Ann
Seat 1: Bob
Result: 0 1 left
<BLANKLINE>
JAaa/Abaa/aaaa/aaJA a1,c4 0 jack -
<BLANKLINE>
1. 0 a2
2. 1 drop
<BLANKLINE>
# Collapsi was designed by Mark S. Ball.
>>> parse(str(record)) == record
True
>>> [str(step.position) for step in record.replay()]
['jAaa/Abaa/aaaa/aaJA a2,c4 1 jack -', 'jAaa/Abaa/aaaa/aaJA a2,- 0 jack -']
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games import GAMES
from games.core import (
    Fact,
    Game,
    GameError,
    InvalidOptions,
    InvalidPosition,
    MoveError,
    Options,
    Outcome,
    Position,
    Seat,
    Step,
    replay,
)

HEADER_NAME = re.compile(r"[A-Z][A-Za-z]*(?: [A-Za-z0-9]+)*")
HEADER = re.compile(rf"({HEADER_NAME.pattern}):(?: (.*))?")
SEAT_HEADER = re.compile(r"Seat ([0-9]{1,6})")
GAME = re.compile(r"([a-z][a-z0-9-]*) +([0-9]{1,6})")
OPTION = re.compile(r"([^=\s]+)=([^=\s]+)")
PLACE = re.compile(r"[0-9]{1,6}(?:=[0-9]{1,6})*")
MOVE = re.compile(r"([0-9]{1,6})\. *([0-9]{1,6}) +(.+)")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
SURROGATE = re.compile("[\ud800-\udfff]")

DROP = "drop"
"""What stands for a move where a seat left the game."""
OWN = ("Game", "Options", "Result")
"""The headers that are fields of a `Record`."""


class InvalidRecord(GameError):
    """Text that is no record, or a record that the rules contradict; it knows the line."""

    def __init__(self, reason: str, line: int, **facts: Fact) -> None:
        self.line = line
        super().__init__(reason, line=line, **facts)


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its first position to where it stands."""

    game: str
    """The game's slug."""
    version: int
    """The version of its rules: `Game.version`."""
    options: Options
    start: str
    """The text of the first position."""
    moves: tuple[tuple[Seat, str | None], ...] = ()
    """What `games.core.replay` takes: seats and moves, None where a seat left."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Whatever else is known, for example ``Date``, ``Place``, ``Seat 0`` (a name)."""
    outcome: Outcome | None = None
    """How it ended; None while it goes on. The reason may be any words that begin with a letter."""
    comments: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Where `parse` found each part, counted from 1: the headers by name, ``start``, and the plies by number."""

    def __post_init__(self) -> None:
        """Cleans what people wrote, and brings the headers into the order in which they are written."""
        assert GAME.fullmatch(f"{self.game} {self.version}"), f"no game: {self.game!r} {self.version!r}"
        options = [f"{name}={value}" for name, value in self.options.items()]
        assert all(OPTION.fullmatch(option) and option == clean(option) for option in options), f"no options: {options}"
        assert not set(OWN) & set(self.headers), f"a record writes these headers itself: {OWN}"
        assert all(HEADER_NAME.fullmatch(name) for name in self.headers), f"not a header's name: {self.headers}"
        assert _is_start(self.start), f"not the text of a position: {self.start!r}"
        assert all(move is None or move == clean(move) != "" for _, move in self.moves), f"no move: {self.moves}"
        headers = {name: clean(self.headers[name]) for name in sorted(self.headers, key=_rank)}
        moves = tuple((seat, None if move is None or move.lower() == DROP else move) for seat, move in self.moves)
        object.__setattr__(self, "headers", headers)
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "comments", tuple(map(clean, self.comments)))
        if self.outcome is not None:
            outcome = Outcome(self.outcome.places, clean(self.outcome.reason))
            assert _is_result(outcome), f"no result: {outcome}"
            object.__setattr__(self, "outcome", outcome)

    def __str__(self) -> str:
        return "".join(f"{line}\n" for _, line in self._layout())

    def position(self) -> Position:
        """Returns the first position.

        :raises InvalidRecord: if the game, its version, an option or the position is unknown here.
        """
        game = self._game()
        try:
            game.settle(self.options)
        except InvalidOptions as error:
            raise InvalidRecord("options", self._line("Options"), **error.facts) from error
        try:
            return game.parse(self.start)
        except InvalidPosition as error:
            raise InvalidRecord("position", self._line("start"), because=error.reason, **error.facts) from error

    def replay(self) -> Iterator[Step]:
        """Yields the step of each move.

        :raises InvalidRecord: at the first move that the rules refuse.
        """
        position = self.position()
        for ply, (seat, move) in enumerate(self.moves, start=1):
            try:
                (step,) = replay(position, [(seat, move)])
            except MoveError as error:
                facts: dict[str, Fact] = {"ply": ply, "seat": seat, "move": move or DROP, "position": str(position)}
                raise InvalidRecord("move", self._line(str(ply)), because=error.reason, **facts) from error
            position = step.position
            yield step

    def check(self) -> Position:
        """Replays the record, holds the result against the rules, and returns the last position.

        Where the rules know no end, any result stands: people may agree on one, or claim it on time.

        :raises InvalidRecord: if the record is not a game by the rules.
        """
        position = self.position()
        for step in self.replay():
            position = step.position
        if position.outcome is not None and position.outcome != self.outcome:
            expected, found = write_result(position.outcome), write_result(self.outcome)
            raise InvalidRecord("result", self._line("Result"), expected=expected, found=found)
        return position

    def _game(self) -> Game:
        if self.game not in GAMES:
            raise InvalidRecord("game", self._line("Game"), game=self.game)
        game = GAMES[self.game]
        if self.version != game.version:
            raise InvalidRecord("version", self._line("Game"), expected=game.version, found=self.version)
        return game

    def _line(self, part: str) -> int:
        """Where a part stands: in the text it was read from, or else in the text that would be written."""
        if self.lines:
            return self.lines.get(part, self.lines["start"])
        return [name for name, _ in self._layout()].index(part) + 1

    def _layout(self) -> Iterator[tuple[str, str]]:
        """Yields the lines of its text, each after the name of the part that it holds."""
        yield "Game", f"Game: {self.game} {self.version}"
        yield "Options", "Options: " + (" ".join(f"{name}={value}" for name, value in self.options.items()) or "-")
        for name, value in self.headers.items():
            yield name, f"{name}: {value}".rstrip()
        yield "Result", f"Result: {write_result(self.outcome)}"
        yield from (("", ""), ("start", self.start))
        if self.moves:
            yield "", ""
        for ply, (seat, move) in enumerate(self.moves, start=1):
            yield str(ply), f"{ply}. {seat} {move or DROP}"
        if self.comments:
            yield "", ""
        for comment in self.comments:
            yield "", f"# {comment}".rstrip()


def parse(text: str) -> Record:
    """Reads a record, whatever its line ends, blank lines and comments.

    :raises InvalidRecord: if the text is none; whether the moves are legal is for `Record.replay` to say.
    """
    lines: dict[str, int] = {}
    headers: dict[str, str] = {}
    moves: list[tuple[Seat, str | None]] = []
    comments: list[str] = []
    start, number = "", 0
    for number, line in enumerate(map(clean, split_lines(text)), start=1):
        if line.startswith("#"):
            comments.append(clean(line[1:]))
        elif start and line:
            moves.append(_read_move(line, number, len(moves) + 1))
            lines[str(len(moves))] = number
        elif header := HEADER.fullmatch(line):
            if header[1] in headers:
                raise InvalidRecord("header_twice", number, header=header[1])
            headers[header[1]], lines[header[1]] = clean(header[2] or ""), number
        elif line:
            if "Game" not in headers or not _is_start(line):
                raise InvalidRecord("start" if "Game" in headers else "game", number, found=line)
            start, lines["start"] = line, number
    if not start:
        raise InvalidRecord("start" if "Game" in headers else "game", number, found="")
    game = GAME.fullmatch(headers["Game"])
    if game is None:
        raise InvalidRecord("game", lines["Game"], found=headers["Game"])
    return Record(
        game=game[1],
        version=int(game[2]),
        options=_read_options(headers.get("Options", "-"), lines.get("Options", 0)),
        start=start,
        moves=tuple(moves),
        headers={name: value for name, value in headers.items() if name not in OWN},
        outcome=_read_result(headers.get("Result", "*"), lines.get("Result", 0)),
        comments=tuple(comments),
        lines=lines,
    )


def write_result(outcome: Outcome | None) -> str:
    """Writes the places, best first, and the reason.

    >>> write_result(Outcome((frozenset({Seat(2)}), frozenset({Seat(0), Seat(1)})), "stuck"))
    '2 0=1 stuck'
    >>> write_result(None)
    '*'
    """
    if outcome is None:
        return "*"
    return " ".join([*("=".join(map(str, sorted(place))) for place in outcome.places), outcome.reason])


def clean(text: str) -> str:
    """Makes one line of any text: control characters become blanks, and none stand at its ends."""
    return SURROGATE.sub("\N{REPLACEMENT CHARACTER}", CONTROL.sub(" ", text)).strip()


def split_lines(text: str) -> list[str]:
    """Splits where editors do, at whatever ends a line on any system; a byte order mark is no text."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _rank(name: str) -> tuple[int, int]:
    """The place of a header: Date, Place, the seats by number, then all others as they come."""
    if seat := SEAT_HEADER.fullmatch(name):
        return 2, int(seat[1])
    return {"Date": 0, "Place": 1}.get(name, 3), 0


def _is_start(line: str) -> bool:
    """Whether a line can be a position's, since it can be nothing else."""
    return (
        line == clean(line) != "" and not line.startswith("#") and not HEADER.fullmatch(line) and not MOVE.match(line)
    )


def _read_move(line: str, number: int, ply: int) -> tuple[Seat, str | None]:
    found = MOVE.fullmatch(line)
    if found is None:
        raise InvalidRecord("move_line", number, found=line)
    if int(found[1]) != ply:
        raise InvalidRecord("ply", number, expected=ply, found=int(found[1]))
    return Seat(int(found[2])), None if found[3].lower() == DROP else found[3]


def _read_options(text: str, number: int) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in text.split() if text != "-" else []:
        option = OPTION.fullmatch(word)
        if option is None or option[1] in options:
            raise InvalidRecord("option", number, found=word)
        options[option[1]] = option[2]
    return options


def _read_result(text: str, number: int) -> Outcome | None:
    if text == "*":
        return None
    words = text.split(" ")
    places: list[list[Seat]] = []
    while words and PLACE.fullmatch(words[0]):
        places.append([Seat(int(seat)) for seat in words.pop(0).split("=")])
    outcome = Outcome(tuple(map(frozenset, places)), clean(" ".join(words)))
    if not _is_result(outcome) or any(len(set(place)) < len(place) for place in places):
        raise InvalidRecord("result_line", number, found=text)
    return outcome


def _is_result(outcome: Outcome) -> bool:
    """Whether it has a reason in words, and no seat and no place is nonsense."""
    seats = [seat for place in outcome.places for seat in place]
    return outcome.reason[:1].isalpha() and len(set(seats)) == len(seats) and all(outcome.places)
