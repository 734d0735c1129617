"""How fast the rules are."""

import time
from dataclasses import replace
from statistics import median

from benchmarks.timing import line, milliseconds
from games import GAMES
from games.core import Position, Seat
from games.crumble import Position as Board
from games.lopti import dealing, trials
from games.lopti.params import Params
from games.lopti.player import sensible
from tests.games.crumble.line import random_game, start

GOAL_START, GOAL_HUNDRED = 5, 60
"""Milliseconds for all results of a turn of Crumble: from the start, and with a hundred pieces."""
HUNDRED, BOARDS = 100, 9
ROUNDS = 100


def run() -> None:
    """Prints positions per second of a perft, whole games from deal to end, and turns of Crumble."""
    game = GAMES["collapsi"]
    for first in ("joker", "jack"):
        position = game.deal(2, "a deal", {"start": first})
        began = time.perf_counter()
        count = _perft(position, 5)
        line(f"positions per second, {first} start, perft to 5", f"{count / (time.perf_counter() - began):,.0f}")
    began = time.perf_counter()
    for number in range(200):
        played: Position = game.deal(2, f"game {number}", {"start": "joker"})
        while played.to_move:
            (seat,) = played.to_move
            moves = list(played.moves(seat))
            played = played.play(seat, moves[number % len(moves)]).position
    line("a whole game, deal to end", f"{(time.perf_counter() - began) * 5:.2f} ms")
    _crumble()
    _lopti()


def _perft(position: Position, depth: int) -> int:
    if depth == 0 or not position.to_move:
        return 1
    (seat,) = position.to_move
    return 1 + sum(_perft(position.play(seat, move).position, depth - 1) for move in position.moves(seat))


def _crumble() -> None:
    line("all results of a turn of Crumble, from the start", f"{_listed(start()):.1f} ms", f"(goal {GOAL_START} ms)")
    boards = [_with_pieces(HUNDRED, number) for number in range(BOARDS)]
    taken = [_listed(board) for board in boards]
    note = f"at most {max(taken):.0f} ms (goal {GOAL_HUNDRED} ms)"
    line(f"  with {HUNDRED} pieces: median of {BOARDS} boards", f"{median(taken):.1f} ms", note)
    began = time.perf_counter()
    turns = sum(len(random_game(f"speed {number}", 80)) for number in range(20))
    line("turns of Crumble per second, random play", f"{turns / (time.perf_counter() - began):,.0f}")


def _lopti() -> None:
    for seats in (2, 5):
        began = time.perf_counter()
        turns = [_round(seats, number) for number in range(ROUNDS)]
        rounds = f"{ROUNDS / (time.perf_counter() - began):,.0f}"
        line(f"rounds of Lopti per second, sensible play, {seats} seats", rounds, f"{median(turns):.0f} turns each")


def _round(seats: int, number: int) -> int:
    """Plays a round as the better level does; returns its turns."""
    name, opener = f"round {number}", Seat(number % seats)
    round = dealing.dealt(Params(), seats, frozenset(), name, dealer=opener, opener=opener)
    turns = trials.lasted(round, (), sensible, name, trials.CAP, lambda: False)
    assert turns is not None, "nothing stops it"
    return turns


def _listed(board: Board) -> float:
    """Returns the milliseconds in which all results are listed on a board that remembers nothing of itself."""

    def list_them() -> None:
        fresh = replace(board)
        list(fresh.moves(fresh.turn))

    return milliseconds(list_them, times=9)


def _with_pieces(count: int, number: int) -> Board:
    """Plays at random until there are so many pieces; games that end before do not count."""
    attempt = 0
    while True:
        game = random_game(f"pieces {number} {attempt}", 2 * count)
        for position, _ in game:
            if len(position.pieces) >= count:
                return position
        attempt += 1
