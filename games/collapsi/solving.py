"""Perfect play for two, by looking at everything that matters, on any board that nothing revives or shifts.

1. A state is three bitboards: the cards face up, the pawn to move, the other pawn. As each ply takes one card for good,
   the number of cards left at the end tells how long the game lasted, whatever the way to it.
2. The replies to a move are those of the other pawn once the mover's card has fallen, less the card the mover lands on.
   So one question per child tells all that the static tests and the order of moves need.
3. What was found out is kept for the deal, up to `MOST` entries: later moves of the same game cost next to nothing.
4. A result is right or it is not given: when the stop fires the search ends with `Stopped`.

The technique is that of ``docs/rules/collapsi.md``, section 9.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from games.collapsi.bitboards import Ends, bits, rows, steps
from games.collapsi.board import Board
from games.core import Stop

MOST = 1_000_000
"""How many entries the tables of a deal may hold, about 100 bytes each; then they are emptied."""
Table = TypeVar("Table")
OFTEN = 256
"""After how many nodes, of 3 to 5 microseconds each, the stop is asked."""


class Stopped(Exception):
    """The stop fired before the search had closed."""


class Solver:
    """What is known about one deal."""

    def __init__(self, board: Board, cards: str, start: str) -> None:
        squares = [square for square, card in enumerate(cards) if card != "."]
        self._ends = {1 << square: Ends(rows(board, square, steps(cards[square], start))) for square in squares}
        self._won: dict[int, dict[int, bool]] = {bit: {} for bit in self._ends}
        self._spans: dict[int, dict[int, tuple[int, int]]] = {bit: {} for bit in self._ends}
        self._nodes = 0
        self._stop: Stop = bool
        self._targeted = _Targeted(self._ends, self._won), _Targeted(self._ends, self._spans)
        self._tables: tuple[_Clearable, ...]
        self._tables = (*self._ends.values(), *self._won.values(), *self._spans.values(), *self._targeted)
        self._wins = self._make_wins(board.size)
        self._score = self._make_score(board.size)

    def wins(self, up: int, pawn: int, other: int, stop: Stop) -> bool:
        """Whether the pawn to move wins.

        :raises Stopped: if the stop fires first.
        """
        self._stop = stop
        left = up ^ pawn
        targets, replies = self._ends[pawn][left] & ~other, self._ends[other][left]
        if not targets or leaves_nothing(replies, targets):
            return targets > 0
        return self._wins(left, other, targets, replies)

    def score(self, up: int, pawn: int, other: int, stop: Stop) -> int:
        """How many cards are face up at the end if the winner hurries and the loser holds out; negative in lost states.

        :raises Stopped: if the stop fires first.
        """
        self._stop = stop
        left, count = up ^ pawn, up.bit_count()
        targets, replies = self._ends[pawn][left] & ~other, self._ends[other][left]
        if not targets:
            return -count
        if leaves_nothing(replies, targets):
            return count - 1
        return self._score(left, other, targets, replies, count, -count, count)

    def targets(self, up: int, pawn: int, other: int) -> int:
        """Where the pawn may go."""
        return self._ends[pawn][up ^ pawn] & ~other

    def _make_wins(self, size: int) -> Callable[[int, int, int, int], bool]:
        """Makes the search for who wins; a closure reads its tables faster than a method."""
        targeted = self._targeted[0]

        def wins(up: int, other: int, targets: int, replies: int) -> bool:
            """Whether the mover wins a state in which it can move, but not win at once.

            ``up`` is without the mover's card, ``targets`` its moves, ``replies`` the other's moves before it lands.
            """
            self._nodes += 1
            if not self._nodes % OFTEN:
                self._rest()
            key, after = up << size | other, up ^ other
            children = []
            for bit, ends, won in targeted[targets]:
                mobility, answers = ends[after], replies & ~bit
                # With no move next time, or with one that the other can take away, this child is lost at once.
                if not mobility & (mobility - 1) and (not mobility or mobility & answers):
                    continue
                known = won.get(key)
                if known is None:
                    order = 2 * answers.bit_count() - mobility.bit_count()
                    children.append((order, bit, answers, mobility, won))
                elif not known:
                    return True
            children.sort()
            for _, bit, answers, mobility, won in children:
                won[key] = lost = wins(after, bit, answers, mobility)
                if not lost:
                    return True
            return False

        return wins

    def _make_score(self, size: int) -> Callable[[int, int, int, int, int, int, int], int]:
        """Makes the search for how long it takes: alpha-beta with bounds of each state in the table."""
        targeted = self._targeted[1]

        def score(up: int, other: int, targets: int, replies: int, count: int, alpha: int, beta: int) -> int:
            """The score of a state as in ``wins``, with ``count`` cards face up.

            Below alpha the answer is an upper bound, above beta a lower one.
            """
            self._nodes += 1
            if not self._nodes % OFTEN:
                self._rest()
            # Nobody wins with the next ply: the mover can neither lose sooner than in two nor win sooner than in three.
            best = 2 - count
            if best > alpha:
                alpha = best
            if beta > count - 3:
                beta = count - 3
            if alpha >= beta:
                return beta
            key, after = up << size | other, up ^ other
            children = []
            for bit, ends, spans in targeted[targets]:
                mobility, answers = ends[after], replies & ~bit
                if not mobility & (mobility - 1) and (not mobility or mobility & answers):
                    continue
                span = spans.get(key)
                low, high = span or (-count, count)
                if -high > best:
                    best = -high
                    if best >= beta:
                        return best
                    if best > alpha:
                        alpha = best
                if -low <= alpha:
                    best = max(best, -low)
                    continue
                order = 2 * answers.bit_count() - mobility.bit_count()
                children.append((order, bit, answers, mobility, spans, low, high))
            children.sort()
            for _, bit, answers, mobility, spans, low, high in children:
                if -low <= alpha:
                    best = max(best, -low)
                    continue
                found = score(after, bit, answers, mobility, count - 1, -beta, -alpha)
                if found > -beta:
                    low = max(low, found)
                if found < -alpha:
                    high = min(high, found)
                spans[key] = low, high
                if -found > best:
                    best = -found
                    if best >= beta:
                        return best
                    if best > alpha:
                        alpha = best
            return best

        return score

    def _rest(self) -> None:
        """Asks the stop, and now and then whether the tables have grown too large."""
        if self._stop():
            raise Stopped
        if not self._nodes % (64 * OFTEN) and sum(map(len, self._tables)) > MOST:
            for table in self._tables:
                table.clear()


class _Clearable(Protocol):
    def __len__(self) -> int: ...
    def clear(self) -> None: ...


class _Targeted(dict[int, list[tuple[int, Ends, Table]]], Generic[Table]):
    """For a set of targets: each one's bit, ends and table."""

    def __init__(self, ends: dict[int, Ends], tables: dict[int, Table]) -> None:
        super().__init__()
        self._ends = ends
        self._tables = tables

    def __missing__(self, targets: int) -> list[tuple[int, Ends, Table]]:
        self[targets] = found = [(bit, self._ends[bit], self._tables[bit]) for bit in bits(targets)]
        return found


def leaves_nothing(replies: int, targets: int) -> bool:
    """Whether some move leaves the other pawn none: it has none anyway, or only one, which can be taken away."""
    return not replies & (replies - 1) and (not replies or replies & targets != 0)


@lru_cache(maxsize=2)
def solver(board: Board, cards: str, start: str) -> Solver:
    """Returns the solver of a deal; those asked for last are kept with what they know."""
    return Solver(board, cards, start)


@dataclass(frozen=True, slots=True)
class Duel:
    """A state together with the solver of its deal."""

    solver: Solver
    up: int
    pawn: int
    """Of the seat whose turn it is."""
    other: int

    @property
    def targets(self) -> int:
        """Where the pawn may go."""
        return self.solver.targets(self.up, self.pawn, self.other)

    def after(self, to: int) -> "Duel":
        """The state after a move."""
        return Duel(self.solver, self.up ^ self.pawn, self.other, to)

    def wins(self, stop: Stop) -> bool:
        """Whether the seat whose turn it is wins. Raises `Stopped`."""
        return self.solver.wins(self.up, self.pawn, self.other, stop)

    def plies(self, stop: Stop) -> int:
        """How many plies follow when the winner hurries and the loser holds out; odd if the one to move wins.

        Raises `Stopped`.
        """
        return self.up.bit_count() - abs(self.solver.score(self.up, self.pawn, self.other, stop))
