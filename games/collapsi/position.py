"""A position of Collapsi and what can be done in it, in every variant.

The text form is ``<rows> <pawns> <turn> <rules> <used>``; see ``docs/notation.md``. The numbers are those of
``docs/rules/collapsi.md``.

>>> from games.collapsi import GAME
>>> str(GAME.deal(2, "a seed", GAME.settle({"start": "joker"})))
'J2A3/2JA3/243A/34A2 a1,b2 0 joker -'
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.collapsi import moving
from games.collapsi.board import Board, Path, reach
from games.collapsi.moving import Move
from games.collapsi.rules import REVIVALS
from games.core import Choices, Dropped, Event, IllegalMove, Outcome, Seat, Step

VALUES = "A23456J"
FALLEN = "abcdefj"
"""How a card that lies face down is written: the letters stand for A, 2, 3, 4, 5, 6, J in this order."""
JOKER_STEPS: Path = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A pawn was put on its first card."""

    seat: Seat
    square: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A pawn went along a path of squares; the card it came from has fallen."""

    seat: Seat
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Revived(Event):
    """A card was turned up again, and for that perhaps another one down."""

    seat: Seat
    up: str
    down: str | None = None


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """The line of the pawn was moved by one; its cards are named as they lie now."""

    seat: Seat
    sign: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnockedOut(Event):
    """A player could not move and is out; the card stays."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Position:
    """Cards, which of them still lie face up, pawns, and whose turn it is."""

    board: Board
    cards: str
    """A value of ``A23456J``, or ``.``, for each square, in reading order."""
    up: int
    """Bit n is set while the card of square n lies face up."""
    pawns: tuple[int | None, ...]
    """Each seat's square; None for one that is not placed yet, or out."""
    turn: Seat
    rules: tuple[str, ...]
    """``joker`` or ``jack``, then the tokens of the variants."""
    used: tuple[str, ...]
    """For each seat the letters of the revivals it has spent."""
    out: tuple[Seat, ...] = ()
    """The seats that are out, in the order of leaving."""

    def __str__(self) -> str:
        letters = "".join(
            card if card == "." or self.up >> square & 1 else FALLEN[VALUES.index(card)]
            for square, card in enumerate(self.cards)
        )
        width = self.board.width
        rows = "/".join(letters[at : at + width] for at in range(0, len(letters), width))
        pawns = ",".join("-" if square is None else self.board.name(square) for square in self.pawns)
        used = ",".join(spent or "-" for spent in self.used) if any(self.used) else "-"
        text = f"{rows} {pawns} {self.turn} {','.join(self.rules)} {used}"
        # One seat without a pawn is out, in whatever order; but with free start it might not be placed yet.
        told = len(self.out) > 1 or (self.out and "free" in self.rules)
        return f"{text} out={','.join(map(str, self.out))}" if told else text

    @property
    def start(self) -> str:
        """``joker``: a J moves 1 to 4 steps; ``jack``: it moves 1 (rule 4.2)."""
        return self.rules[0]

    @property
    def placing(self) -> bool:
        """Whether the players still choose their first cards (rule 4.5)."""
        return any(square is None and seat not in self.out for seat, square in enumerate(self.pawns))

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; nobody when the game is over."""
        return () if self.outcome else (self.turn,)

    @property
    def outcome(self) -> Outcome | None:
        """Who has no move at the start of a turn loses to the one who moved last (rule 4.4)."""
        left = [Seat(seat) for seat in range(len(self.pawns)) if seat not in self.out]
        gone = tuple(frozenset({seat}) for seat in reversed(self.out))
        if len(left) == 1:
            reason = "last" if "elimination" in self.rules else "left"
            return Outcome((frozenset(left), *gone), reason)
        if self.placing or self.paths or "elimination" in self.rules:
            return None
        winner = self.after(self.turn, -1)
        others = frozenset(left) - {winner}
        return Outcome((frozenset({winner}), others, *gone), "stuck")

    @property
    def paths(self) -> dict[int, Path]:
        """Where the seat whose turn it is may go, with one way there (rules 4.3 and 4.7)."""
        square = self.pawns[self.turn]
        return {} if square is None else self._paths(self.turn, square)

    def _paths(self, seat: Seat, square: int) -> dict[int, Path]:
        occupied = sum(1 << pawn for pawn in self.pawns if pawn is not None)
        revivable = self.fallen("J") if self.may(seat, "joker-revival") else 0
        return reach(self.board, self.up, square, self.steps(square), occupied, revivable)

    def steps(self, square: int) -> Path:
        """The numbers of steps that the card on a square allows (rules 4.1 and 4.2)."""
        card = self.cards[square]
        if card == "J":
            return JOKER_STEPS if self.start == "joker" else (1,)
        return (VALUES.index(card) + 1,)

    def fallen(self, only: str = VALUES) -> int:
        """The bits of the cards that lie face down."""
        return sum(1 << at for at, card in enumerate(self.cards) if card in only and not self.up >> at & 1)

    def may(self, seat: Seat, revival: str) -> bool:
        """Whether a seat still has a revival."""
        return revival in self.rules and REVIVALS[revival] not in self.used[seat]

    def after(self, seat: Seat, step: int = 1) -> Seat:
        """The next seat, or the one before, that is not out."""
        count = len(self.pawns)
        around = ((seat + step * number) % count for number in range(1, count + 1))
        return next(Seat(other) for other in around if other not in self.out)

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields the seat's moves: destinations in reading order, each with all that may follow it."""
        if seat in self.to_move:
            yield from map(str, moving.complete(self))

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the next steps of a move: where to, what to revive, which way to shift."""
        if not prefix and seat not in self.to_move:
            return Choices(())
        self._check_turn(seat)
        return moving.choices(self, prefix)

    def play(self, seat: Seat, move: str) -> Step:
        """Plays a move, read loosely; a destination may be given as a whole path with ``-`` between its squares."""
        self._check_turn(seat)
        meant, path = moving.read(self, move)
        return _played(self, seat, meant, path)

    def preview(self, seat: Seat, text: str) -> Step:
        """Shows the board as the beginning of a move would leave it; the turn stays with the seat."""
        self._check_turn(seat)
        so_far, path = moving.begun(self, text)
        if so_far is None:
            return Step(self, text, ())
        position, events = _carried_out(self, seat, so_far, path)
        return Step(position, text, events)

    def drop(self, seat: Seat) -> Step:
        """The seat leaves: its pawn goes, its card stays, and it is placed behind those still in."""
        if self.outcome:
            raise IllegalMove("over")
        if seat not in range(len(self.pawns)) or seat in self.out:
            raise IllegalMove("no_seat", seat=seat)
        after = _without(self, seat)
        turn = self.after(seat) if seat == self.turn else self.turn
        position, events = _settled(replace(after, turn=turn))
        return Step(position, "drop", (Dropped(seat), *events))

    def view(self, _seat: Seat | None) -> "Position":
        """Everybody sees everything."""
        return self

    def _check_turn(self, seat: Seat) -> None:
        if self.outcome:
            raise IllegalMove("over")
        if seat != self.turn:
            raise IllegalMove("not_your_turn")


def _played(position: Position, seat: Seat, move: Move, path: Path) -> Step:
    """Carries out a legal move and passes the turn on (rule 4.8)."""
    position, events = _carried_out(position, seat, move, path)
    position, out = _settled(replace(position, turn=position.after(seat)))
    return Step(position, str(move), (*events, *out))


def _carried_out(position: Position, seat: Seat, move: Move, path: Path) -> tuple[Position, tuple[Event, ...]]:
    """Carries out a move in the order of rule 4.8: move, collapse, revivals, shift."""
    name = position.board.name
    pawns = tuple(path[-1] if index == seat else pawn for index, pawn in enumerate(position.pawns))
    if move.places:
        return replace(position, pawns=pawns), (Placed(seat, name(path[-1])),)
    up, spent = position.up & ~(1 << path[0]), position.used[seat]
    events: list[Event] = [Moved(seat, tuple(map(name, path)))]
    if move.joker:
        up, spent = up | 1 << path[-1], spent + "J"
        events.append(Revived(seat, name(path[-1])))
    if move.adjacent is not None:
        up, spent = up | 1 << move.adjacent, spent + "A"
        events.append(Revived(seat, name(move.adjacent)))
    if move.rebuilt is not None:
        raised, lowered = move.rebuilt
        up, spent = up | 1 << raised, spent + "R"
        up = up if lowered is None else up & ~(1 << lowered)
        events.append(Revived(seat, name(raised), None if lowered is None else name(lowered)))
    spent = "".join(letter for letter in REVIVALS.values() if letter in spent)
    used = tuple(spent if index == seat else other for index, other in enumerate(position.used))
    position = replace(position, up=up, pawns=pawns, used=used)
    if move.shift:
        position, line = shifted(position, path[-1], move.shift)
        events.append(Shifted(seat, move.shift, tuple(map(position.board.name, line))))
    return position, tuple(events)


def _without(position: Position, seat: Seat) -> Position:
    pawns = tuple(None if index == seat else pawn for index, pawn in enumerate(position.pawns))
    return replace(position, pawns=pawns, out=(*position.out, seat))


def _settled(position: Position) -> tuple[Position, tuple[Event, ...]]:
    """With elimination, takes out who cannot move, until somebody can or one is left (rule 4.4)."""
    events: list[Event] = []
    while "elimination" in position.rules and not position.placing and len(position.out) < len(position.pawns) - 1:
        if position.paths:
            break
        seat = position.turn
        events.append(KnockedOut(seat))
        position = _without(position, seat)
        position = replace(position, turn=position.after(seat))
    return position, tuple(events)


def shifted(position: Position, square: int, sign: str) -> tuple[Position, tuple[int, ...]]:
    """Moves the row or column of a square by one, with its cards and pawns (rule 4.6); returns its squares then."""
    width = position.board.width
    dx, dy = moving.SHIFTS[sign]
    y, x = divmod(square, width)
    where = {}
    for at, card in enumerate(position.cards):
        row, column = divmod(at, width)
        moves = row == y if dx else column == x
        if card != ".":
            where[at] = (column + dx, row + dy) if moves else (column, row)
    left, top = min(column for column, _ in where.values()), min(row for _, row in where.values())
    right, bottom = max(column for column, _ in where.values()), max(row for _, row in where.values())
    new_width, new_height = right - left + 1, bottom - top + 1
    place = {at: (row - top) * new_width + column - left for at, (column, row) in where.items()}
    cards = ["."] * (new_width * new_height)
    up = 0
    for at, to in place.items():
        cards[to] = position.cards[at]
        up |= (position.up >> at & 1) << to
    empty = sum(1 << at for at, card in enumerate(cards) if card == ".")
    pawns = tuple(None if pawn is None else place[pawn] for pawn in position.pawns)
    line = tuple(sorted(to for at, to in place.items() if (at // width == y if dx else at % width == x)))
    return replace(position, board=Board(new_width, new_height, empty), cards="".join(cards), up=up, pawns=pawns), line
