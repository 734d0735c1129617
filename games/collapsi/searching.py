"""Looking ahead in every variant and with any number of seats: how far the budget reaches, exact where it closes.

1. A state holds bitboards; each seat's abilities that are left and the seats still in stand as bits too.
2. The search takes one seat's side against all others together, so it is the usual one for two, and for three and four
   a win that it finds is a win whatever the others do.
3. Each ply takes a card for good, or an ability that brings one back, or puts a pawn on the board: the sum of them is a
   clock that runs down by one each ply whatever is played. A game that is over scores by it: the winner hurries, the
   others hold out.
4. A game that is not over scores by mobility: the seat's own moves less the others'.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.collapsi.bitboards import Ends, bits, rows, steps
from games.collapsi.board import SHIFTS, Board
from games.collapsi.moving import Move
from games.collapsi.position import Position, shifted
from games.collapsi.rules import REVIVALS
from games.collapsi.solving import Duel, Stopped, solver
from games.core import Seat, Stop

JOKER, ADJACENT, REBUILDING = 1, 2, 4
"""The bits of the abilities, in the order of `REVIVALS`."""
WON = 1000
"""The least score of a game that is won; one that is lost scores at most the negative of it."""
MOST = 200_000
"""How many states a search remembers, about 500 bytes each; then it forgets them all."""
OFTEN = 32
"""After how many states, of 10 to 100 microseconds each, the stop is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The cards where they lie, with what leads where; only a shift changes it."""

    board: Board
    cards: str
    rules: tuple[str, ...]
    all: int
    jokers: int
    ends: dict[int, Ends]
    """For each card's bit, filled when asked for."""
    revived: dict[int, Ends]
    """The same for who may end on a fallen Joker."""

    def open(self, bit: int, up: int, revives: bool) -> int:
        """Where paths from a card may end."""
        known = self.revived if revives else self.ends
        if bit not in known:
            square = bit.bit_length() - 1
            table = rows(self.board, square, steps(self.cards[square], self.rules[0]))
            known[bit] = Ends(table, self.jokers if revives else 0)
        return known[bit][up]


@lru_cache(maxsize=4096)
def lay(board: Board, cards: str, rules: tuple[str, ...]) -> Ground:
    """Returns the ground of a position; one and the same for the same cards, so that it may stand in a key."""
    there = sum(1 << square for square, card in enumerate(cards) if card != ".")
    jokers = sum(1 << square for square, card in enumerate(cards) if card == "J")
    return Ground(board, cards, rules, there, jokers, {}, {})


@lru_cache(maxsize=16384)
def _beside(board: Board, bit: int, wraps: bool) -> int:
    """The squares in which a card may lie that Adjacent Revival turns up (rule 4.7)."""
    square = bit.bit_length() - 1
    y, x = divmod(square, board.width)
    near = [
        other
        for other in board.neighbours[square]
        if wraps or abs(other // board.width - y) + abs(other % board.width - x) == 1
    ]
    return sum(1 << other for other in near)


@lru_cache(maxsize=65536)
def _shift(board: Board, bit: int, sign: str) -> tuple[Board, dict[int, int], tuple[int, ...]]:
    """Shifts the row or column of a card: the new board, each bit's new one, and each new square's old one or -1."""
    # Cards with a letter of their own tell where each of them has gone.
    letters = "".join("." if board.empty >> at & 1 else chr(256 + at) for at in range(board.size))
    laid = Position(board, letters, 0, (None, None), Seat(0), ("jack",), ("", ""))
    after, _ = shifted(laid, bit.bit_length() - 1, sign)
    gone = {1 << ord(letter) - 256: 1 << at for at, letter in enumerate(after.cards) if letter != "."}
    return after.board, gone, tuple(-1 if letter == "." else ord(letter) - 256 for letter in after.cards)


class State(NamedTuple):
    """A position as the search sees it."""

    ground: Ground
    up: int
    pawns: tuple[int, ...]
    """The bit of each seat's card; 0 for one that is not placed, or out."""
    turn: int
    left: tuple[int, ...]
    """The abilities that each seat has not spent."""
    seats: int
    """A bit for each seat that is not out."""

    @property
    def placing(self) -> bool:
        """Whether a seat has still to choose its first card."""
        return any(not pawn and self.seats >> seat & 1 for seat, pawn in enumerate(self.pawns))

    @property
    def duel(self) -> Duel | None:
        """The state for the solver; None unless two are left on a board that nothing revives or shifts."""
        if self.seats.bit_count() != 2 or "shift" in self.ground.rules or self.placing:
            return None
        if any(left for seat, left in enumerate(self.left) if self.seats >> seat & 1):
            return None
        ground, pawn = self.ground, self.pawns[self.turn]
        return Duel(solver(ground.board, ground.cards, ground.rules[0]), self.up, pawn, sum(self.pawns) ^ pawn)

    @property
    def clock(self) -> int:
        """A number that falls by one with each ply."""
        brought_back = sum((left & (JOKER | ADJACENT)).bit_count() for left in self.left)
        waiting = sum(1 for seat, pawn in enumerate(self.pawns) if not pawn and self.seats >> seat & 1)
        return self.up.bit_count() + brought_back + waiting

    def targets(self, seat: int) -> int:
        """Where a seat's pawn may go."""
        here = self.pawns[seat]
        if not here:
            return 0
        others = sum(self.pawns) ^ here
        return self.ground.open(here, self.up ^ here, self.left[seat] & JOKER > 0) & ~others


def state_of(position: Position) -> State:
    """Returns a position as a state."""
    return State(
        lay(position.board, position.cards, position.rules),
        position.up,
        tuple(0 if pawn is None else 1 << pawn for pawn in position.pawns),
        position.turn,
        tuple(
            sum(1 << at for at, revival in enumerate(REVIVALS) if position.may(Seat(seat), revival))
            for seat in range(len(position.pawns))
        ),
        sum(1 << seat for seat in range(len(position.pawns)) if seat not in position.out),
    )


def replies(state: State) -> Iterator[State]:
    """Yields the states after each move of the seat whose turn it is, in the order of the moves."""
    for to in _destinations(state):
        for adjacent, raised, lowered in _revivals(state, to):
            if "shift" in state.ground.rules and not state.placing:
                for sign in SHIFTS:
                    yield _played(state, to, adjacent, raised, lowered, sign)
            else:
                yield _played(state, to, adjacent, raised, lowered)


def follow(state: State, move: Move) -> State:
    """Returns the state after a legal move."""
    raised, lowered = move.rebuilt or (None, None)
    adjacent, up, down = (0 if square is None else 1 << square for square in (move.adjacent, raised, lowered))
    return _played(state, 1 << move.to, adjacent, up, down, move.shift)


def winner(state: State) -> int | None:
    """The seat that has won (rule 4.4); None while the game goes on."""
    if not state.seats & (state.seats - 1):
        return state.seats.bit_length() - 1
    if state.placing or state.targets(state.turn):
        return None
    return _turn(state.turn, state.seats, len(state.pawns), -1)


def standing(state: State, clock: int, seat: int) -> int:
    """The score of a state for a seat without looking ahead; a seat that is out has lost already."""
    won = winner(state)
    if won is not None or not state.seats >> seat & 1:
        return WON + clock if won == seat else -WON - clock
    score = 0
    for other in range(len(state.pawns)):
        targets = state.targets(other).bit_count()
        score += targets if other == seat else -targets
    return score


def _destinations(state: State) -> Iterator[int]:
    if state.placing:
        return bits(state.up & ~sum(state.pawns))
    return bits(state.targets(state.turn))


def _revivals(state: State, to: int) -> Iterator[tuple[int, int, int]]:
    """Yields what may be revived after a move, each with the card turned down for it; first nothing (rule 4.7)."""
    yield 0, 0, 0
    ground, here, left = state.ground, state.pawns[state.turn], state.left[state.turn]
    if not left & (ADJACENT | REBUILDING) or not here:
        return
    up = state.up ^ here | to
    near = 0
    if left & ADJACENT:
        near = _beside(ground.board, to, "no-adjacent-wrap" not in ground.rules) & ~up & ~here
        for adjacent in bits(near):
            yield adjacent, 0, 0
    if left & REBUILDING:
        standing = sum(state.pawns) ^ here | to
        for adjacent in (0, *bits(near if "combos" in ground.rules else 0)):
            lowerable = (up | adjacent) & ~standing
            for raised in bits(ground.all & ~up & ~adjacent):
                for lowered in bits(lowerable):
                    yield adjacent, raised, lowered


def _played(state: State, to: int, adjacent: int = 0, raised: int = 0, lowered: int = 0, sign: str = "") -> State:
    """Carries out a move in the order of rule 4.8 and passes the turn on."""
    ground, up, pawns, turn, left, seats = state
    here = pawns[turn]
    pawns = (*pawns[:turn], to, *pawns[turn + 1 :])
    if here:
        spent = (0 if up & to else JOKER) | (ADJACENT if adjacent else 0) | (REBUILDING if raised else 0)
        up = (up ^ here | to | adjacent | raised) & ~lowered
        if spent:
            left = (*left[:turn], left[turn] & ~spent, *left[turn + 1 :])
        if sign:
            board, gone, came = _shift(ground.board, to, sign)
            cards = "".join("." if at < 0 else ground.cards[at] for at in came)
            ground = lay(board, cards, ground.rules)
            up = sum(gone[bit] for bit in bits(up))
            pawns = tuple(gone[pawn] if pawn else 0 for pawn in pawns)
    after = State(ground, up, pawns, _turn(turn, seats, len(pawns)), left, seats)
    return _settled(after) if "elimination" in ground.rules else after


def _settled(state: State) -> State:
    """With elimination, takes out who cannot move, until somebody can or one is left (rule 4.4)."""
    while not state.placing and state.seats & (state.seats - 1) and not state.targets(state.turn):
        turn, seats, pawns = state.turn, state.seats & ~(1 << state.turn), list(state.pawns)
        pawns[turn] = 0
        state = state._replace(pawns=tuple(pawns), seats=seats, turn=_turn(turn, seats, len(pawns)))
    return state


@lru_cache(maxsize=1024)
def _turn(seat: int, seats: int, size: int, step: int = 1) -> int:
    """The next seat, or the one before, that is not out."""
    around = ((seat + step * number) % size for number in range(1, size + 1))
    return next(other for other in around if seats >> other & 1)


class Search:
    """A search for one seat; it may be asked about many states and remembers what it found."""

    def __init__(self, seat: int, stop: Stop) -> None:
        self.seat = seat
        self._stop = stop
        self._states = 0
        self._forced: dict[State, bool] = {}
        self._spans: dict[State, tuple[int, int, int]] = {}

    def forces(self, state: State) -> bool:
        """Whether the seat wins whatever the others do.

        :raises Stopped: if the stop fires first.
        """
        known = self._forced.get(state)
        if known is not None:
            return known
        clock = state.clock
        score = standing(state, clock, self.seat)
        if abs(score) >= WON:
            return score > 0
        mine = state.turn == self.seat
        if (duel := state.duel) is not None:
            return duel.wins(self._stop) == mine
        children: list[tuple[int, int, State]] = []
        forced = not mine
        for child, order in self._children(state, clock):
            if abs(order) < WON:
                children.append((order, len(children), child))
            elif (order > 0) == mine:
                forced = mine
                break
        else:
            children.sort(reverse=mine)
            for _, _, child in children:
                if self.forces(child) == mine:
                    forced = mine
                    break
        self._forced[state] = forced
        return forced

    def plies(self, state: State) -> int:
        """How many plies follow when this seat and the others do their best: who wins hurries, who loses holds out.

        :raises Stopped: if the stop fires first.
        """
        bounds = (0, 2 * WON) if self.forces(state) else (-2 * WON, 0)
        return state.clock + WON - abs(self.score(state, state.clock, *bounds))

    def score(self, state: State, depth: int, alpha: int = -2 * WON, beta: int = 2 * WON) -> int:
        """How good a state is for the seat as far as can be seen in ``depth`` plies.

        A score that says won or lost is certain, and tells by the clock how soon. Below alpha the answer is an upper
        bound, above beta a lower one.

        :raises Stopped: if the stop fires first.
        """
        return self._value(state, state.clock, depth, alpha, beta)

    def _value(self, state: State, clock: int, depth: int, alpha: int, beta: int) -> int:
        """The score of a state, by alpha-beta; its clock is known already."""
        score = standing(state, clock, self.seat)
        if depth == 0 or abs(score) >= WON:
            return score
        mine = state.turn == self.seat
        if depth >= clock and (duel := state.duel) is not None:
            plies = duel.plies(self._stop)
            return WON + clock - plies if plies % 2 == mine else plies - clock - WON
        known = self._spans.get(state)
        low, high = -2 * WON, 2 * WON
        if known is not None:
            seen, low, high = known
            if seen < depth:
                low, high = low if low >= WON else -2 * WON, high if high <= -WON else 2 * WON
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        # The mover may win with this ply, and lose with the next one.
        alpha, beta = (
            max(alpha, low, 2 - WON - clock if mine else 1 - WON - clock),
            min(beta, high, WON + clock - 2 + mine),
        )
        if alpha >= beta:
            return alpha
        best = self._best(state, clock, depth, alpha, beta)
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self._spans[state] = depth, low, high
        return best

    def _best(self, state: State, clock: int, depth: int, alpha: int, beta: int) -> int:
        """The best score of a state's replies: the highest for the seat, the lowest for the others."""
        mine = state.turn == self.seat
        best = -2 * WON if mine else 2 * WON
        children: list[tuple[int, int, State]] = []
        for child, order in self._children(state, clock):
            if abs(order) < WON and depth > 1:
                children.append((order, len(children), child))
            elif mine:
                best = max(best, order)
            else:
                best = min(best, order)
        children.sort(reverse=mine)
        for _, _, child in children:
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
            value = self._value(child, clock - 1, depth - 1, alpha, beta)
            best = max(best, value) if mine else min(best, value)
        return best

    def _children(self, state: State, clock: int) -> Iterator[tuple[State, int]]:
        """Yields the replies, each with its score as it stands."""
        for child in replies(state):
            self._rest()
            yield child, standing(child, clock - 1, self.seat)

    def _rest(self) -> None:
        """Asks the stop, and whether too much has been remembered."""
        self._states += 1
        if self._states % OFTEN:
            return
        if self._stop():
            raise Stopped
        if len(self._spans) + len(self._forced) > MOST:
            self._spans.clear()
            self._forced.clear()
