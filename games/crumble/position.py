"""A position of Crumble and what happens in a turn.

The text form is ``<size> <side> <pieces> <rules>`` and what the draws need; see `games.crumble.text`. The numbers are
those of ``docs/rules/crumble.md``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from games import core
from games.core import Choices, Dropped, Event, IllegalMove, Outcome, Seat, Step, Stroke
from games.crumble import choosing, draws, notation
from games.crumble.board import BLACK, LETTERS, WHITE, Piece
from games.crumble.draws import Take
from games.crumble.lines import Lines
from games.crumble.notation import Turn
from games.crumble.tiling import Tiling, bits
from games.crumble.turns import Acted, Cut, Ground, Walk, results, steps


@dataclass(frozen=True, slots=True)
class Split(Event):
    """Pieces were cut along a line; where it runs, from where to where, and the pieces as they were."""

    seat: Seat
    axis: str
    at: Fraction
    begin: Fraction
    end: Fraction
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Pieces became one."""

    seat: Seat
    piece: Piece
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A piece swapped its way: every piece that it was, from its start to where it rests."""

    seat: Seat
    path: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A side took pieces, told as they were, after a step of the walk; steps count from 1."""

    seat: Seat
    pieces: tuple[Piece, ...]
    step: int


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """The walker itself was taken, and the turn was over."""

    seat: Seat


@dataclass(frozen=True)
class Position:
    """Pieces, whose turn it is, and what the draws have to remember."""

    size: int
    pieces: tuple[Piece, ...]
    """Ordered by y, then x."""
    turn: Seat
    rules: tuple[str, ...] = ()
    """``threefold`` (R35), ``levels=2`` and the like."""
    seen: tuple[str, ...] = ()
    """The marks of the positions before this one, if ``threefold`` is played."""
    takes: tuple[Take, ...] = ()
    """The latest turns, as far as they might be drawing turns (R34')."""
    left: Seat | None = None
    """Who has left the game."""

    def __str__(self) -> str:
        text = f"{self._placed} {','.join(self.rules) or '-'}"
        if self.seen:
            text += f" seen={','.join(self.seen)}"
        if self.takes:
            text += f" takes={'|'.join(map(str, self.takes))}"
        return text if self.left is None else f"{text} left={LETTERS[self.left]}"

    @cached_property
    def _placed(self) -> str:
        """The text of what R35 compares."""
        return f"{self.size} {LETTERS[self.turn]} {';'.join(map(str, self.pieces))}"

    @cached_property
    def ground(self) -> Ground:
        """The board as the player to move sees it, in whole numbers."""
        tiling = Tiling.of(self.size, self.pieces)
        mine = sum(1 << index for index, piece in enumerate(self.pieces) if piece.seat == self.turn)
        return Ground(tiling, mine, self.levels)

    @cached_property
    def lines(self) -> Lines:
        """The lines by which places are named."""
        return Lines(self.ground.tiling.boxes)

    @property
    def levels(self) -> int | None:
        """How many times in succession a start square may be cut; None for as often as one likes."""
        return next((int(rule.removeprefix("levels=")) for rule in self.rules if rule.startswith("levels=")), None)

    @property
    def other(self) -> Seat:
        """Whoever's turn it is not."""
        return WHITE if self.turn == BLACK else BLACK

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; nobody when the game is over."""
        return () if self.outcome else (self.turn,)

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has left."""
        return () if self.left is None else (self.left,)

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who left has lost; a chain that joins four sides wins (R26); else there may be a draw (R31, R34, R35)."""
        if self.left is not None:
            return _won(WHITE if self.left == BLACK else BLACK, "left")
        if self.ground.winner is not None:
            return _won(self.other if self.ground.winner else self.turn, "chain")
        reason = None
        if draws.is_drawn(self.takes):
            reason = "drawing_turns"
        elif len(self.seen) + 1 >= draws.THREEFOLD and self.seen.count(self.mark) + 1 >= draws.THREEFOLD:
            reason = "repetition"
        elif self.ground.is_stuck:
            reason = "no_move"
        return Outcome((frozenset({BLACK, WHITE}),), reason) if reason else None

    @cached_property
    def mark(self) -> str:
        """The mark by which this position is known again (R35)."""
        return draws.mark(self._placed)

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields one move, with the fewest steps, for each different result.

        Cuts come before joins, in the order of their first pieces; upright before level cuts, short before long ones.
        """
        if seat not in self.to_move:
            return
        for action in self.ground.actions:
            for result in results(self.ground.act(action)).values():
                yield notation.write(self.ground, self.lines, Turn(action, result.start, result.path))

    def numbered(self, seat: Seat) -> tuple[Piece, ...]:
        """Returns the pieces that the seat may choose, in the order of their numbers: from the top left corner."""
        if seat not in self.to_move:
            return ()
        return tuple(self.pieces[index] for index in choosing.numbered(self.ground))

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the next steps of a move: which piece, what it does, where it walks.

        What ends the game, or the walk by the loss of the walker, has to be confirmed.
        """
        if not prefix and seat not in self.to_move:
            return Choices(())
        self._check_turn(seat)
        found = choosing.choices(self.ground, self.lines, prefix)
        return found if found.items else replace(found, confirm=self._decides(prefix))

    def _decides(self, text: str) -> bool:
        """Whether a text is a whole move that ends the game, or in which the walker is caught."""
        try:
            step = self.play(self.turn, text)
        except IllegalMove:
            # Half of a long cut that has nowhere to walk.
            return False
        return step.position.outcome is not None or any(isinstance(event, Caught) for event in step.events)

    def play(self, seat: Seat, move: str) -> Step:
        """Plays a move, read loosely."""
        self._check_turn(seat)
        if (begun := choosing.beginning(self.ground, self.lines, move)) is not None:
            raise IllegalMove("unfinished", begun=begun)
        turn = notation.read(self.ground, self.lines, move)
        text = notation.write(self.ground, self.lines, turn)
        if turn.start is not None and not turn.path:
            raise IllegalMove("unfinished", begun=text)
        acted = self.ground.act(turn.action)
        walk = _walk(acted, turn)
        shown, events = self._carried_out(acted, walk, turn)
        take = None
        if walk and len(walk.visited) > 1 and walk.swaps[-1].mine >> walk.visited[-1] & 1:
            material = tuple(self.pieces[index].area for index in _material(turn))
            take = Take(material, acted.tiling.area(acted.tiling.boxes[walk.visited[-1]]))
        after = replace(
            shown,
            turn=self.other,
            seen=(*self.seen, self.mark) if "threefold" in self.rules else (),
            takes=draws.lasting(self.takes, take),
        )
        return Step(after, text, events)

    def preview(self, seat: Seat, text: str) -> Step:
        """Shows the board as the beginning of a move would leave it; the turn stays with the seat."""
        self._check_turn(seat)
        begun = choosing.beginning(self.ground, self.lines, text) if text else ""
        if begun is not None:
            return Step(self, begun, ())
        turn = notation.read(self.ground, self.lines, choosing.acting(text))
        acted = self.ground.act(turn.action)
        position, events = self._carried_out(acted, _walk(acted, turn), turn)
        # What the draws remember does not speak of a turn that is not over.
        position = replace(position, rules=(), seen=(), takes=())
        return Step(position, notation.write(self.ground, self.lines, turn), events)

    def drop(self, seat: Seat) -> Step:
        """The seat leaves, and the other side has won."""
        if self.outcome:
            raise IllegalMove("over")
        if seat not in (BLACK, WHITE):
            raise IllegalMove("no_seat", seat=seat)
        return Step(replace(self, left=seat), "drop", (Dropped(seat),))

    def view(self, _seat: Seat | None) -> "Position":
        """Everybody sees everything."""
        return self

    def _check_turn(self, seat: Seat) -> None:
        if self.outcome:
            raise IllegalMove("over")
        if seat != self.turn:
            raise IllegalMove("not_your_turn")

    def _carried_out(self, acted: Acted, walk: Walk | None, turn: Turn) -> tuple["Position", tuple[Event, ...]]:
        """Returns the board after a turn, or after its beginning, and tells what happened."""
        tiling = acted.tiling
        mine = walk.swaps[-1].mine if walk and walk.swaps else acted.mine

        def piece(index: int, seat: Seat) -> Piece:
            if index < len(self.pieces):
                known = self.pieces[index]
                return known if known.seat == seat else replace(known, seat=seat)
            return Piece(*tiling.area(tiling.boxes[index]), seat)

        events: list[Event] = [self._acted(acted, turn)]
        if walk and walk.swaps:
            events.append(Walked(self.turn, tuple(piece(index, self.turn) for index in walk.visited)))
            for number, swap in enumerate(walk.swaps, start=1):
                for captor, captive, taken in ((self.turn, self.other, swap.taken), (self.other, self.turn, swap.lost)):
                    if taken:
                        events.append(Captured(captor, tuple(piece(index, captive) for index in bits(taken)), number))
            if not walk.swaps[-1].mine >> walk.visited[-1] & 1:
                events.append(Caught(self.turn))
        order = sorted(bits(tiling.alive), key=lambda index: (tiling.boxes[index][1], tiling.boxes[index][0]))
        pieces = tuple(piece(index, self.turn if mine >> index & 1 else self.other) for index in order)
        return replace(self, pieces=pieces), tuple(events)

    def _acted(self, acted: Acted, turn: Turn) -> Split | Joined:
        before = tuple(self.pieces[index] for index in _material(turn))
        if not isinstance(turn.action, Cut):
            piece = Piece(*acted.tiling.area(turn.action.box), self.turn)
            return Joined(self.turn, piece, before)
        first, last = before[0], before[-1]
        if turn.action.axis == "V":
            begin, end = first.y, last.y + last.height
        else:
            begin, end = first.x, last.x + last.width
        return Split(self.turn, turn.action.axis, Fraction(turn.action.at, acted.tiling.unit), begin, end, before)


def strokes(position: core.Position, seat: Seat, begun: str) -> Iterator[Stroke]:
    """Yields the lines and boxes that the seat may draw."""
    assert isinstance(position, Position), f"not a position of Crumble: {position}"
    if seat in position.to_move:
        yield from choosing.strokes(position.ground, position.lines, begun)


def _won(seat: Seat, reason: str) -> Outcome:
    return Outcome((frozenset({seat}), frozenset({BLACK, WHITE}) - {seat}), reason)


def _walk(acted: Acted, turn: Turn) -> Walk | None:
    return None if turn.start is None else steps(acted, acted.starts[turn.start], turn.path)


def _material(turn: Turn) -> tuple[int, ...]:
    """The pieces that are cut or joined."""
    return turn.action.pieces if isinstance(turn.action, Cut) else tuple(bits(turn.action.pieces))
