"""How strong the computer's levels of Crumble are: whole games on the board of 6x6, in both colours.

Nothing depends on a clock: each level looks at as many boards as its budget says, and nobody stops it.
Pytest does not find this file by itself: `make strength` names it.
"""

from random import Random

from games.core import Seat
from games.crumble.player import choose
from tests.games.crumble.line import after, random_move, start

GAMES = 40
LONGEST = 100
"""After so many plies a game counts as drawn."""


def play(opening: str, levels: tuple[str, str]) -> Seat | None:
    """Plays a game after a turn at random by each side; returns who won."""
    chance = Random(opening)
    position = start()
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


def score(level: str, other: str) -> int:
    """How many games a level wins; each opening is played twice, with colours changed."""
    won = drawn = 0
    for number in range(GAMES):
        seat = number % 2
        levels = (level, other) if seat == 0 else (other, level)
        winner = play(f"strength {number // 2}", levels)
        won += winner == seat
        drawn += winner is None
    print(f"{level} beats {other} in {won} of {GAMES} games, {drawn} drawn")
    return won


def test_the_strong_level_beats_the_club_level() -> None:
    assert score("strong", "club") >= GAMES * 0.7


def test_the_club_level_beats_moves_at_random() -> None:
    assert score("club", "random") >= GAMES * 0.95
