"""A position of Collapsi and what can be done in it.

The text form is ``<rows> <pawns> <turn> <rules> <used>``; see ``docs/notation.md``.

>>> position = deal(2, "a seed", {"start": "joker"})
>>> str(position)
'J2A3/2JA3/243A/34A2 a1,b2 0 joker -'
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from games.cards import shuffled
from games.collapsi.board import Board, Path, reach, read_move
from games.core import Choice, Choices, Event, IllegalMove, Options, Outcome, Rect, Seat, Step

VALUES = "A23456J"
FALLEN = "abcdefj"
"""How a card that lies face down is written: the letters stand for A, 2, 3, 4, 5, 6, J in this order."""
DECK = "JJAAAA2222333344"
JOKER_STEPS: Path = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A pawn went along a path of squares; the card it came from has fallen."""

    seat: Seat
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """A player left the game; the card stays as it is."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Position:
    """Cards, which of them still lie face up, pawns, and whose turn it is."""

    board: Board
    cards: str
    """A value of ``A23456J`` for each square, in reading order."""
    up: int
    """Bit n is set while the card of square n lies face up."""
    pawns: tuple[int | None, ...]
    """Each seat's square; None for one that is out."""
    turn: Seat
    start: str
    """``joker``: a J moves 1 to 4 steps; ``jack``: it moves 1."""

    def __str__(self) -> str:
        letters = "".join(
            card if self.up >> square & 1 else FALLEN[VALUES.index(card)] for square, card in enumerate(self.cards)
        )
        width = self.board.width
        rows = "/".join(letters[at : at + width] for at in range(0, len(letters), width))
        pawns = ",".join("-" if square is None else self.board.name(square) for square in self.pawns)
        return f"{rows} {pawns} {self.turn} {self.start} -"

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; nobody when the game is over."""
        return () if self.outcome else (self.turn,)

    @property
    def outcome(self) -> Outcome | None:
        """Rule 4.4: who has no move at the start of a turn loses to the one who moved last."""
        out = frozenset(Seat(seat) for seat, square in enumerate(self.pawns) if square is None)
        if out:
            return Outcome((frozenset({self._next(self.turn, out)}), out), "left")
        if self.paths:
            return None
        return Outcome((frozenset({self._next(self.turn)}), frozenset({self.turn})), "stuck")

    @property
    def paths(self) -> dict[int, Path]:
        """Where the seat whose turn it is may go, with one way there (rule 4.3)."""
        square = self.pawns[self.turn]
        if square is None:
            return {}
        blocked = sum(1 << pawn for pawn in self.pawns if pawn is not None)
        return reach(self.board, self.up, square, self.steps(square), blocked)

    def steps(self, square: int) -> Path:
        """The numbers of steps that the card on a square allows (rules 4.1 and 4.2)."""
        card = self.cards[square]
        if card == "J":
            return JOKER_STEPS if self.start == "joker" else (1,)
        return (VALUES.index(card) + 1,)

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields the squares the seat may go to, in reading order (D2: a move is its destination)."""
        if seat in self.to_move:
            yield from map(self.board.name, sorted(self.paths))

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the destinations, each a whole move; nothing follows a destination."""
        if prefix:
            self._target(seat, prefix)
            return Choices(())
        items = []
        for name in self.moves(seat):
            y, x = divmod(self.board.square(name) or 0, self.board.width)
            items.append(Choice(name, complete=True, hint=Rect(x, y)))
        return Choices(tuple(items))

    def play(self, seat: Seat, move: str) -> Step:
        """Goes to a square, or along a whole path of squares with ``-`` between; the card left behind falls."""
        path = self._target(seat, move)
        pawns = tuple(path[-1] if index == seat else pawn for index, pawn in enumerate(self.pawns))
        position = replace(self, up=self.up & ~(1 << path[0]), pawns=pawns, turn=self._next(seat))
        names = tuple(map(self.board.name, path))
        return Step(position, names[-1], (Moved(seat, names),))

    def drop(self, seat: Seat) -> Step:
        """The seat leaves: its pawn goes, its card stays, the other one wins."""
        if self.outcome:
            raise IllegalMove("over")
        if seat not in range(len(self.pawns)):
            raise IllegalMove("no_seat", seat=seat)
        pawns = tuple(None if index == seat else pawn for index, pawn in enumerate(self.pawns))
        position = replace(self, pawns=pawns, turn=self._next(seat) if seat == self.turn else self.turn)
        return Step(position, "drop", (Dropped(seat),))

    def view(self, _seat: Seat | None) -> "Position":
        """Everybody sees everything."""
        return self

    def _next(self, seat: Seat, out: frozenset[Seat] = frozenset()) -> Seat:
        """The first seat after this one that is not out; with all others out it comes round to itself."""
        count = len(self.pawns)
        return next(Seat(after % count) for after in range(seat + 1, seat + count + 1) if after % count not in out)

    def _target(self, seat: Seat, move: str) -> Path:
        """Reads a move and returns its path, or says why there is none."""
        if self.outcome:
            raise IllegalMove("over")
        if seat != self.turn:
            raise IllegalMove("not_your_turn")
        squares = read_move(move, self.board)
        start = self.pawns[seat]
        assert start is not None, f"the seat to move has a pawn: {self}"
        facts = {"square": self.board.name(squares[-1]), "start": self.board.name(start)}
        if squares[-1] == start:
            raise IllegalMove("own_start", **facts)
        if squares[-1] in self.pawns:
            raise IllegalMove("occupied", **facts, seat=self.pawns.index(squares[-1]))
        if not self.up >> squares[-1] & 1:
            raise IllegalMove("fallen", **facts)
        if len(squares) > 1:
            path = squares if squares[0] == start else (start, *squares)
            if not self._is_path(path):
                raise IllegalMove("no_path", **facts, steps=self.steps(start)[-1], moves=tuple(self.moves(seat)))
            return path
        if squares[0] not in self.paths:
            raise IllegalMove("out_of_reach", **facts, steps=self.steps(start)[-1], moves=tuple(self.moves(seat)))
        return self.paths[squares[0]]

    def _is_path(self, path: Path) -> bool:
        """Whether a whole path obeys rule 4.3, steps 1, 2, 3 and 5."""
        return (
            len(path) - 1 in self.steps(path[0])
            and len(set(path)) == len(path)
            and all(self.up >> square & 1 for square in path)
            and all(after in self.board.neighbours[before] for before, after in pairwise(path))
        )


def deal(seats: int, seed: str, options: Options) -> Position:
    """Deals the standard board of 4 by 4 from a seed (rule 4.1); the i-th start card belongs to player i."""
    assert seats == 2, f"the standard board seats two, not {seats}"
    cards = shuffled(DECK, seed)
    starts = tuple(square for square, card in enumerate(cards) if card == "J")
    return Position(Board(4, 4), cards, (1 << len(cards)) - 1, starts, Seat(0), options["start"])
