"""How fast perfect play is found: CPU times of the solver, beside a plain memoised search over sets."""

import gc
import time
from collections.abc import Callable
from statistics import median

from benchmarks.timing import line, percentile
from games.collapsi import GAME
from games.collapsi.position import Position
from games.collapsi.searching import state_of
from games.collapsi.solving import Duel, Solver
from tests.games.collapsi.solver import as_sets

DEALS, PLAIN, BIG = 300, 25, 30


def run() -> None:
    """Prints medians over random deals; each is solved from nothing."""
    for start in ("joker", "jack"):
        deals = [_deal(f"solver {number}", start) for number in range(DEALS)]
        wins = [_spent(_who_wins, position) for position in deals]
        plies = [_spent(_how_soon, position) for position in deals]
        plain = [_spent(_plainly, position) for position in deals[:PLAIN]]
        ratio = median(plain) / median(wins[:PLAIN])
        line(f"who wins, 4x4, {start} start: median", f"{median(wins):.1f} ms", _tail(wins))
        line("  a plain memoised search over sets: median", f"{median(plain):.1f} ms", f"ratio {ratio:.1f}")
        line(f"in how many plies, 4x4, {start} start: median", f"{median(plies):.1f} ms", _tail(plies))
    big = [_deal(f"solver {number}", "jack", "tri5") for number in range(BIG)]
    wins = [_spent(_who_wins, position) for position in big]
    line("who wins, 5x5 for two, jack start: median", f"{median(wins):.0f} ms", _tail(wins))


def _tail(taken: list[float]) -> str:
    return f"p99 {percentile(taken, 0.99):.0f} ms"


def _deal(seed: str, start: str, setup: str = "std4") -> Position:
    position = GAME.deal(2, seed, {"start": start, "setup": setup})
    assert isinstance(position, Position), f"not of Collapsi: {position!r}"
    return position


def _fresh(position: Position) -> Duel:
    duel = state_of(position).duel
    assert duel is not None, f"not for the solver: {position}"
    return Duel(Solver(position.board, position.cards, position.start), duel.up, duel.pawn, duel.other)


def _who_wins(position: Position) -> bool:
    return _fresh(position).wins(bool)


def _how_soon(position: Position) -> int:
    return _fresh(position).plies(bool)


def _plainly(position: Position) -> bool:
    sets, state = as_sets(position)
    return sets.wins(*state)


def _spent(work: Callable[[Position], object], position: Position) -> float:
    """Returns the CPU time of a call in milliseconds."""
    gc.collect()
    gc.disable()
    began = time.process_time()
    work(position)
    taken = (time.process_time() - began) * 1000
    gc.enable()
    return taken
