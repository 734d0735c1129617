"""How strong the computer's levels of Crumble are: whole games in both colours, with budgets that know no clock.

Pytest does not find this file by itself: `make strength` names it.
"""

from collections.abc import Callable
from random import Random

from games.core import Seat
from games.crumble.player import choose
from tests.games.crumble.line import after, random_move, start

GAMES = 40
LONGEST = 200
"""After so many plies a game counts as drawn."""
QUESTIONS = 1500
"""How often a level may ask the stop for a move."""
SIZE = 4
"""Small boards keep it short."""


def stop_after(questions: int) -> Callable[[], bool]:
    """Returns a stop that fires after so many questions."""
    left = questions

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return stop


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
            move = choose(position, position.turn, level, f"{opening} {ply}", stop_after(QUESTIONS))
        position = after(position, move)
    if position.outcome is None or len(position.outcome.places[0]) > 1:
        return None
    return min(position.outcome.places[0])


def score(level: str, other: str, size: int = SIZE) -> tuple[int, int]:
    """How many games a level wins and how many are drawn; each opening is played twice, with colours changed."""
    won = drawn = 0
    for number in range(GAMES):
        seat = number % 2
        levels = (level, other) if seat == 0 else (other, level)
        winner = play(f"strength {number // 2}", levels, size)
        won += winner == seat
        drawn += winner is None
    return won, drawn


def test_the_strong_level_beats_the_club_level() -> None:
    won, drawn = score("strong", "club")
    print(f"strong beats club in {won} of {GAMES} games, {drawn} drawn")
    assert won >= GAMES * 0.7


def test_the_club_level_beats_the_casual_level() -> None:
    won, drawn = score("club", "casual")
    print(f"club beats casual in {won} of {GAMES} games, {drawn} drawn")
    assert won > GAMES * 0.55


def test_the_club_level_beats_moves_at_random() -> None:
    won, drawn = score("club", "random")
    print(f"club beats moves at random in {won} of {GAMES} games, {drawn} drawn")
    assert won >= GAMES * 0.95
