"""How fast the rules are."""

import time

from benchmarks.timing import line
from games import GAMES
from games.core import Position


def run() -> None:
    """Prints positions per second of a perft, and of whole games from deal to end."""
    game = GAMES["collapsi"]
    for start in ("joker", "jack"):
        position = game.deal(2, "a deal", {"start": start})
        began = time.perf_counter()
        count = _perft(position, 5)
        line(f"positions per second, {start} start, perft to 5", f"{count / (time.perf_counter() - began):,.0f}")
    began = time.perf_counter()
    for number in range(200):
        played: Position = game.deal(2, f"game {number}", {"start": "joker"})
        while played.to_move:
            (seat,) = played.to_move
            moves = list(played.moves(seat))
            played = played.play(seat, moves[number % len(moves)]).position
    line("a whole game, deal to end", f"{(time.perf_counter() - began) * 5:.2f} ms")


def _perft(position: Position, depth: int) -> int:
    if depth == 0 or not position.to_move:
        return 1
    (seat,) = position.to_move
    return 1 + sum(_perft(position.play(seat, move).position, depth - 1) for move in position.moves(seat))
