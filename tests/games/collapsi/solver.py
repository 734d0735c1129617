"""Perfect play by looking at everything, to hold the real solver against; it shares no line with it.

`Sets` is the plain way for two: sets of squares, walks written out, a memo, moves in no order of merit. The functions
search over the positions of the real game, in any variant.
"""

from games.collapsi.position import Position
from games.core import Seat
from tests.games.collapsi.line import after


class Sets:
    """A deal on a whole board, for two pawns and no variant."""

    def __init__(self, rows: str, start: str) -> None:
        lines = rows.upper().split("/")
        self._width, self._height = len(lines[0]), len(lines)
        self._cards = "".join(lines)
        self._start = start
        self._won: dict[tuple[frozenset[int], int, int], bool] = {}
        self._lengths: dict[tuple[frozenset[int], int, int], int] = {}

    def wins(self, face_up: frozenset[int], here: int, there: int) -> bool:
        """Whether the pawn that is ``here`` wins if it is to move."""
        key = face_up, here, there
        if key not in self._won:
            targets = self.targets(face_up, here) - {there}
            self._won[key] = any(not self.wins(face_up - {here}, there, target) for target in targets)
        return self._won[key]

    def plies(self, face_up: frozenset[int], here: int, there: int) -> int:
        """How many plies follow: the winner hurries, the loser holds out."""
        key = face_up, here, there
        if key not in self._lengths:
            targets = self.targets(face_up, here) - {there}
            lengths = [1 + self.plies(face_up - {here}, there, target) for target in targets]
            wins = [length for length in lengths if length % 2]
            self._lengths[key] = min(wins) if wins else max(lengths, default=0)
        return self._lengths[key]

    def targets(self, face_up: frozenset[int], here: int) -> set[int]:
        """Where paths from a card end."""
        card = self._cards[here]
        steps = [1, 2, 3, 4] if card == "J" and self._start == "joker" else [1 if card in "AJ" else int(card)]
        return {end for count in steps for end in self._ends(face_up, (here,), count)}

    def _ends(self, face_up: frozenset[int], path: tuple[int, ...], count: int) -> set[int]:
        if count == 0:
            return {path[-1]}
        y, x = divmod(path[-1], self._width)
        around = {
            (y + dy) % self._height * self._width + (x + dx) % self._width
            for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1))
        }
        return {
            end
            for square in around
            if square in face_up and square not in path
            for end in self._ends(face_up, (*path, square), count - 1)
        }


def as_sets(position: Position) -> tuple[Sets, tuple[frozenset[int], int, int]]:
    """Returns a position of two pawns as what `Sets` takes."""
    here, there = position.pawns[position.turn], position.pawns[position.after(position.turn)]
    assert here is not None
    assert there is not None
    face_up = frozenset(square for square in range(position.board.size) if position.up >> square & 1)
    width = position.board.width
    rows = "/".join(position.cards[at : at + width] for at in range(0, len(position.cards), width))
    return Sets(rows, position.start), (face_up, here, there)


def plies_left(position: Position, known: dict[Position, int]) -> int:
    """Returns how many plies follow when two play perfectly: an odd number where the one to move wins."""
    if position not in known:
        replies = [1 + plies_left(after(position, move), known) for move in position.moves(position.turn)]
        wins = [length for length in replies if length % 2]
        known[position] = min(wins) if wins else max(replies, default=0)
    return known[position]


def is_forced(position: Position, seat: Seat, known: dict[Position, bool]) -> bool:
    """Whether a seat wins whatever the others do, with any number of seats."""
    if position.outcome is not None:
        return position.outcome.places[0] == {seat}
    if position not in known:
        replies = (is_forced(after(position, move), seat, known) for move in position.moves(position.turn))
        known[position] = any(replies) if position.turn == seat else all(replies)
    return known[position]
