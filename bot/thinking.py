"""What the worker processes run: searches, each with its budget of seconds. They load the games and nothing else."""

import gc
import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing import parent_process
from time import monotonic

from games import GAMES
from games.core import Player, Position, Seat, Stop, Trial, Verdict, replay

Log = Sequence[tuple[int, str | None]]
"""Seats and moves; None for a seat that dropped out."""


def prepare() -> None:
    """Makes a new process a worker: Ctrl-C is the bot's business, and when the bot is gone so is the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a search remembers has no cycles, and looking for some would hold it up beyond its budget.
    gc.disable()
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    bot = parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)


def choose(slug: str, view: object, seat: int, level: str, seed: str, seconds: float) -> str:
    """Chooses a move from what a seat sees."""
    return _player(slug).choose(view, Seat(seat), level, seed, _after(seconds))


def hint(slug: str, view: object, position: str, seat: int, seconds: float) -> tuple[str, Verdict | None]:
    """Finds a good move, and what the position comes to if that can be found out."""
    player = _player(slug)
    move = player.choose(view, Seat(seat), player.levels[-1], position, _after(seconds / 2))
    return move, player.judge(GAMES[slug].parse(position), _after(seconds / 2))


def calls(slug: str, position: str, seconds: float) -> tuple[str, ...]:
    """Finds out what the last turn of a position threatens."""
    player = _player(slug)
    return player.calls(GAMES[slug].parse(position), _after(seconds)) if player.calls is not None else ()


def try_out(slug: str, position: str, seat: int, text: str, seconds: float) -> tuple[Trial, Trial] | None:
    """Plays test rounds without and with what a move changes; None if it changes no rule."""
    tries = GAMES[slug].tries
    return tries(GAMES[slug].parse(position), Seat(seat), text, _after(seconds)) if tries is not None else None


def look_back(slug: str, start: str, log: Log, seconds: float) -> list[tuple[Verdict | None, str | None]]:
    """Judges every position of a match from the deal to the last one.

    With each verdict comes a move that keeps the win of whoever lost it there; None where nobody did.
    """
    player, stop = _player(slug), _after(seconds)
    positions: list[Position] = [GAMES[slug].parse(start)]
    positions += [step.position for step in replay(positions[0], [(Seat(seat), move) for seat, move in log])]
    verdicts: list[Verdict | None] = [None] * len(positions)
    for at in reversed(range(len(positions))):
        # From the end, because what is found there is known when the positions before are judged.
        verdicts[at] = player.judge(positions[at], stop) if positions[at].outcome is None else _ended(positions[at])
    found: list[tuple[Verdict | None, str | None]] = []
    for at, verdict in enumerate(verdicts):
        after = verdicts[at + 1] if at + 1 < len(verdicts) else None
        better = None
        if verdict is not None and after is not None and verdict.winner != after.winner:
            seat = log[at][0]
            if seat == verdict.winner and log[at][1] is not None:
                view = positions[at].view(Seat(seat))
                better = player.choose(view, Seat(seat), player.levels[-1], start, stop)
        found.append((verdict, better))
    return found


def _ended(position: Position) -> Verdict | None:
    outcome = position.outcome
    if outcome is None or len(outcome.places[0]) > 1:
        return None
    return Verdict(next(iter(outcome.places[0])), 0)


def _player(slug: str) -> Player:
    player = GAMES[slug].player
    assert player is not None, f"{slug} has no computer player"
    return player


def _after(seconds: float) -> Stop:
    end = monotonic() + seconds
    return lambda: monotonic() >= end
