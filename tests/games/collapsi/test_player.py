"""The computer player: always a legal move, the same for the same seed, and at its best no mistake."""

import pytest

from games.collapsi import GAME
from games.collapsi.notation import parse
from games.collapsi.player import LEVELS, PLAYER, choose, judge
from games.collapsi.position import Position
from games.core import Seat, Stop, Verdict
from tests.games.collapsi import variants
from tests.games.collapsi.duels import duel_of, late
from tests.games.collapsi.line import after, own, targets
from tests.games.collapsi.solver import plies_left
from tests.games.collapsi.variants import Way


def counted(questions: int) -> Stop:
    """A stop that fires after so many questions."""
    left = iter(range(questions))
    return lambda: next(left, None) is None


EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
STARTS = pytest.mark.parametrize("start", ["joker", "jack"])


def test_the_game_has_the_player() -> None:
    assert GAME.player == PLAYER
    assert PLAYER.levels == ("casual", "club", "strong", "perfect")


@EVERY_LEVEL
@pytest.mark.parametrize("way", variants.WAYS[::3], ids=str)
def test_a_legal_move_however_soon_the_stop_fires(way: Way, level: str) -> None:
    game = list(variants.random_game(way, "player", drops=0.02))
    for position in game[:: max(1, len(game) // 3)]:
        if position.outcome is None:
            for questions in (0, 1, 5, 20):
                move = choose(position, position.turn, level, "a seed", counted(questions))
                assert position.play(position.turn, move).move == move


@EVERY_LEVEL
@STARTS
def test_the_same_seed_gives_the_same_move(start: str, level: str) -> None:
    for number in range(5):
        position = own(GAME.deal(2, f"same {number}", {"start": start}))
        move = choose(position, position.turn, level, "a seed", bool)
        assert choose(position, position.turn, level, "a seed", bool) == move


@pytest.mark.parametrize("level", LEVELS[:3])
def test_seeds_vary_the_play(level: str) -> None:
    position = own(GAME.deal(2, "varied", {}))
    assert len({choose(position, position.turn, level, f"seed {number}", bool) for number in range(30)}) > 1


def test_a_win_in_one_is_taken() -> None:
    found = 0
    for way in (Way("std4", 2, ("joker",)), Way("std4", 2, ("joker", "shift")), Way("tri5", 3, ("jack",))):
        for position in late(way, 20, 8 if way.seats == 2 else 11):
            wins = {move for move in targets(position) if after(position, move).outcome is not None}
            wins = {
                move for move in wins if after(position, move).after(after(position, move).turn, -1) == position.turn
            }
            if wins:
                found += 1
                assert choose(position, position.turn, "perfect", f"{found}", bool) in wins
    assert found > 15


@STARTS
def test_perfect_play_keeps_a_win_and_hurries_and_holds_out_when_lost(start: str) -> None:
    """So a game of two perfect players lasts as long as the solver says, to the ply."""
    for number in range(6):
        position = own(GAME.deal(2, f"perfect {number}", {"start": start}))
        verdict = judge(position, bool)
        assert verdict is not None
        plies = 0
        while position.outcome is None:
            position = after(position, choose(position, position.turn, "perfect", f"{number}", bool))
            plies += 1
        assert position.outcome.places[0] == {verdict.winner}
        assert plies == verdict.plies


@pytest.mark.parametrize(
    ("rules", "cards"), [(("joker", "joker-revival"), 9), (("jack", "reconstruction"), 6), (("joker", "shift"), 7)]
)
def test_perfect_play_in_variants(rules: tuple[str, ...], cards: int) -> None:
    for position in late(Way("std4", 2, rules), 12, cards):
        known: dict[Position, int] = {}
        plies = plies_left(position, known)
        move = choose(position, position.turn, "perfect", "a seed", bool)
        assert 1 + plies_left(after(position, move), known) == plies


@STARTS
def test_of_the_longest_lines_the_one_with_the_fewest_ways_to_win(start: str) -> None:
    tried = 0
    for number in range(40):
        position = own(GAME.deal(2, f"trap {number}", {"start": start}))
        duel = duel_of(position)
        if duel.wins(bool):
            continue
        ways = {
            move: ways_to_win(reply)
            for move in targets(position)
            if 1 + duel_of(reply := after(position, move)).plies(bool) == duel.plies(bool)
        }
        move = choose(position, position.turn, "perfect", "a seed", bool)
        assert ways[move] == min(ways.values())
        tried += len(set(ways.values())) > 1
    assert tried > 0


def ways_to_win(position: Position) -> int:
    return sum(not duel_of(after(position, move)).wins(bool) for move in targets(position))


def test_judged_when_it_is_over() -> None:
    position = own(parse("jab3/ab3d/abc4/Aj23 d1,d3 0 jack -"))
    assert judge(position, counted(0)) == Verdict(Seat(1), 0)


def test_no_verdict_before_the_stop() -> None:
    position = own(GAME.deal(2, "stopped", {"setup": "big6"}))
    assert judge(position, counted(3)) is None


def test_a_verdict_without_its_length_when_the_stop_fires_in_between() -> None:
    position = own(GAME.deal(2, "half", {"adjacent-revival": "yes", "start": "jack"}))
    verdicts = (judge(position, counted(int(50 * 1.3**power))) for power in range(40))
    verdict = next(verdict for verdict in verdicts if verdict is not None)
    assert verdict.plies is None
    assert judge(position, counted(0)) is None
