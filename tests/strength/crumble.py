"""How strong the computer's levels of Crumble are: whole games in both colours, with budgets that know no clock.

Pytest does not find this file by itself: `make strength` names it.
"""

from random import Random

import pytest

from games.core import Seat
from games.crumble.player import choose
from tests.games.crumble.line import after, random_move, start

GAMES = 40
LONGEST = 200
"""After so many plies a game counts as drawn."""

on_both_boards = pytest.mark.parametrize("size", [4, 6])


def play(opening: str, levels: tuple[str, str], size: int) -> Seat | None:
    """Plays a game after a turn at random by each side; returns who won."""
    chance = Random(opening)
    position = start(size)
    for ply in range(LONGEST):
        if position.outcome is not None:
            break
        level = levels[position.turn] if ply > 1 else "random"
        if level == "random":
            move = random_move(position, chance)
        else:
            move = choose(position, position.turn, level, f"{opening} {ply}", bool)
        position = after(position, move)
    if position.outcome is None or len(position.outcome.places[0]) > 1:
        return None
    return min(position.outcome.places[0])


def score(level: str, other: str, size: int) -> int:
    """How many games a level wins; each opening is played twice, with colours changed."""
    won = drawn = 0
    for number in range(GAMES):
        seat = number % 2
        levels = (level, other) if seat == 0 else (other, level)
        winner = play(f"strength {number // 2}", levels, size)
        won += winner == seat
        drawn += winner is None
    print(f"{size}x{size}: {level} beats {other} in {won} of {GAMES} games, {drawn} drawn")
    return won


@on_both_boards
def test_the_strong_level_beats_the_club_level(size: int) -> None:
    assert score("strong", "club", size) >= GAMES * 0.7


@on_both_boards
def test_the_club_level_beats_the_casual_level(size: int) -> None:
    assert score("club", "casual", size) > GAMES * 0.55


@on_both_boards
def test_the_club_level_beats_moves_at_random(size: int) -> None:
    assert score("club", "random", size) >= GAMES * 0.95
