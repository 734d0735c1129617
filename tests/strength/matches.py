"""How strong the computer's levels are: whole games between them, in both seats, with budgets that know no clock.

Pytest does not find this file by itself: `make strength` names it.
"""

from itertools import pairwise

import pytest

from games.collapsi import GAME
from games.collapsi.player import LEVELS, choose
from games.collapsi.searching import state_of
from games.core import Seat
from tests.games.collapsi.line import own

GAMES = 500


def play(deal: str, start: str, levels: tuple[str, str]) -> tuple[Seat, bool]:
    """Plays a game; returns who won, and whether perfect play threw a won position away."""
    position = own(GAME.deal(2, deal, {"start": start}))
    thrown = False
    while position.outcome is None:
        seat, level = position.turn, levels[position.turn]
        move = choose(position, seat, level, f"{deal} {position.up}", bool)
        before, after = state_of(position).duel, state_of(own(position.play(seat, move).position)).duel
        if level == "perfect" and before is not None and after is not None:
            thrown |= before.wins(bool) and after.wins(bool)
        position = own(position.play(seat, move).position)
    (winner,) = position.outcome.places[0]
    return winner, thrown


def score(start: str, level: str, other: str, games: int) -> tuple[int, bool]:
    """How many games a level wins; each deal is played twice, with seats changed."""
    won, thrown = 0, False
    for number in range(games):
        seat = number % 2
        levels = (level, other) if seat == 0 else (other, level)
        winner, lost = play(f"strength {number // 2}", start, levels)
        won += winner == seat
        thrown |= lost
    return won, thrown


@pytest.mark.parametrize("start", ["joker", "jack"])
@pytest.mark.parametrize("other", LEVELS[:-1])
def test_perfect_play_never_throws_a_win_away(start: str, other: str) -> None:
    won, thrown = score(start, "perfect", other, GAMES)
    print(f"{start}: perfect beats {other} in {won} of {GAMES} games")
    assert not thrown
    assert won > GAMES / 2


@pytest.mark.parametrize("start", ["joker", "jack"])
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS[:-1])))
def test_each_level_beats_the_one_below(start: str, weaker: str, stronger: str) -> None:
    won, _ = score(start, stronger, weaker, GAMES)
    print(f"{start}: {stronger} beats {weaker} in {won} of {GAMES} games")
    assert won > GAMES * 0.55
