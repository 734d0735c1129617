"""The computer player: what every level owes, its judge, and the calls."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from games.core import Verdict
from games.crumble import GAME, Position, searching
from games.crumble.judging import FAR, distance, held, standing
from games.crumble.notation import Turn, read
from games.crumble.player import LEVELS, PLAYER, calls, choose, judge
from games.crumble.text import parse
from games.crumble.turns import Acted, Ground, Join, Result, results, steps
from games.crumble.winning import Finder, Stopped, actions, allows, winning, wins_by
from tests.games.crumble.line import BLACK, WHITE, after, board, middles, moves, own, start, winner

MATE = (
    "4 b w0,0,1,1;b1,0,1,1;w2,0,1/2,1;w5/2,0,1/2,1;b3,0,1,1;b0,1,1,1;w1,1,1,1/2;w2,1,1/2,1/2;w5/2,1,1/2,1;"
    "b3,1,1,2;b1,3/2,1,1/2;w2,3/2,1/2,1/2;w0,2,1,1;w1,2,1,1;b2,2,1/2,1;w5/2,2,1/2,1;b0,3,1,1;w1,3,1/2,1;"
    "b3/2,3,1/2,1;w2,3,1,1;w3,3,1,1 -"
)
THREAT = "2,1VW 3,5HS 3,2HNNW 1,3HSSS"
TENSE = (
    "2,3V 1,5VEWEWE 1,4VE 1,1HN 0,1H2-2N-N 1,1VE 0,4HSEN 3,1HNW 0,1,2VENNW 2V2-1W-W 1,2VEN 0,3V2-1E-EEE "
    "5,4HN 4,6VESW 5,1HNWNN 4,3HS"
)
"""A game in which nearly every turn threatens to win."""


def counted(most: int) -> Callable[[], bool]:
    """Returns a stop that fires after so many questions."""
    left = most

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return stop


def shortest(ground: Ground) -> int | None:
    """Finds the length of the shortest walk that wins at once, by looking at all results."""
    won = [
        len(result.path)
        for action in actions(ground)
        for result in results(ground.act(action)).values()
        if result.winner == 0
    ]
    return min(won, default=None)


def both(positions: list[Position]) -> list[Position]:
    """Returns each position with either side to move."""
    return [other for one in positions for other in (one, replace(one, turn=one.other)) if other.outcome is None]


def compare(positions: list[Position]) -> int:
    """Compares the search for a win in one with a look at all results; returns how often there was one."""
    found = 0
    for position in positions:
        turn = winning(position.ground)
        length = shortest(position.ground)
        assert (None if turn is None else len(turn.path)) == length, str(position)
        found += turn is not None
    return found


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_search_for_a_win_in_one_misses_none(size: int) -> None:
    assert compare(both(middles("win in one", 60, size))[:100]) > 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 5, 6, 8])
def test_the_search_for_a_win_in_one_misses_none_in_a_large_sample(size: int) -> None:
    assert compare(both(middles("many wins in one", 500, size))) > 5


def test_the_winning_turn_is_the_one_with_the_shortest_walk() -> None:
    position = replace(after(start(), THREAT), turn=WHITE)
    assert choose(position, WHITE, "casual", "any", bool) == "5,3HN"


def owed(position: Position, seed: str, stop: Callable[[], bool] = bool) -> bool:
    """Checks that every level wins in one where it can, and lets the other side do so only where it must.

    Returns whether there was a win.
    """
    can_win = shortest(position.ground) is not None
    must = not can_win and allows(position.ground, bool)
    for level in LEVELS:
        move = choose(position, position.turn, level, seed, stop)
        result = own(position.play(position.turn, move).position)
        if can_win:
            assert winner(result) == position.turn, (level, move, str(position))
        elif not must:
            assert winner(result) is None, (level, move, str(position))
            if result.outcome is None:
                assert shortest(result.ground) is None, (level, move, str(position))
    return can_win


def test_every_level_takes_a_win_in_one_and_avoids_to_allow_one() -> None:
    positions = both(middles("owed", 6, 4)) + both(middles("owed", 3, 6))
    assert sum(owed(position, str(number), counted(60)) for number, position in enumerate(positions)) > 1


@pytest.mark.slow
def test_every_level_takes_a_win_in_one_and_avoids_to_allow_one_in_500_positions() -> None:
    positions = both(middles("much owed", 200, 5))[:350] + both(middles("much owed", 80, 6))[:150]
    assert len(positions) == 500
    assert sum(owed(position, str(number), counted(60)) for number, position in enumerate(positions)) > 25


@pytest.mark.parametrize("level", LEVELS)
def test_a_stop_that_has_fired_leaves_a_legal_move(level: str) -> None:
    for position in (start(), start(4), start(8), *middles("stopped", 6)):
        assert choose(position, position.turn, level, "any", lambda: True) in set(moves(position))


def test_even_after_the_stop_every_level_wins_in_one_and_avoids_to_allow_it() -> None:
    for position in (after(start(), THREAT), *both(middles("stopped", 12, 4))):
        owed(position, "any", lambda: True)


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_and_a_stop_give_one_move(level: str) -> None:
    for position in (start(4), *middles("same", 2, 4)):
        chosen = {choose(position, position.turn, level, "a seed", counted(150)) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(moves(position))


def test_chance_tells_the_weakest_level_what_to_play() -> None:
    assert len({choose(start(4), BLACK, "casual", str(seed), bool) for seed in range(8)}) > 2


def test_a_position_that_was_there_before_is_no_aim_of_the_strong_level_and_a_draw_none_of_any() -> None:
    position = start(4)
    for level in LEVELS:
        move = choose(position, BLACK, level, "any", bool)
        known = own(position.play(BLACK, move).position).mark
        again = choose(replace(position, seen=(known,)), BLACK, level, "any", bool)
        assert (again == move) == (level != "strong")
        assert choose(replace(position, seen=(known, known)), BLACK, level, "any", bool) != move


@pytest.mark.parametrize("budget", [500, 2000, 8000])
def test_a_budget_bounds_the_work_of_a_search_for_threats(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    work = 0

    def judged(acted: Acted) -> dict[int, Result]:
        nonlocal work
        found = results(acted)
        work += len(found)
        return found

    def looked(self: Finder, acted: Acted, most: int) -> tuple[int, str] | None:
        nonlocal work
        work += 1
        return walk(self, acted, most)

    walk = Finder.walk
    monkeypatch.setattr(searching, "results", judged)
    monkeypatch.setattr(Finder, "walk", looked)
    ground = after(start(), TENSE).ground
    with pytest.raises(Stopped):
        searching.Search(budget, bool).forced(ground, 1, 0)
    # What it is at when the budget runs out is one action, or one look for a win in one.
    assert budget / 2 < work < budget + 2 * len(ground.actions)


def test_a_turn_that_won_on_a_similar_board_wins_only_where_it_can_be_played() -> None:
    position = replace(middles("legal", 16, 4)[15], turn=WHITE)
    ground = position.ground
    turn = read(ground, position.lines, "1,1,2J1,2E")
    acted = ground.act(turn.action)
    other = ground.after(acted, steps(acted, acted.starts[0], turn.path).swaps[-1].theirs)
    # It won where another turn had left another piece 44.
    join = Join((32, 0, 64, 32), 1 << 1 | 1 << 44)
    assert other.mine & join.pieces == join.pieces
    assert join not in other.actions
    assert winning(other) is None
    assert not wins_by(other, Turn(join, 0, "N"), ground.tiling.unit)


def test_the_choice_does_not_depend_on_who_watches_the_position() -> None:
    position = start(4)
    text = str(position)
    choose(position, BLACK, "club", "any", counted(50))
    assert str(position) == text


def test_a_level_with_a_limit_of_cuts_plays_by_it() -> None:
    position = start(4, levels="1")
    chance = Random(3)
    for ply in range(16):
        if position.outcome:
            break
        move = choose(position, position.turn, chance.choice(LEVELS), str(ply), counted(40))
        assert move in set(moves(position))
        position = after(position, move)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("", None),
        (THREAT, None),
        ("2,1VW 1,3VW 2,3HN 2VE", Verdict(BLACK, 1)),
        ("2,1VW 1,3VW 2,3HN 2VE 5,5HS", Verdict(BLACK, 0)),
        ("3,4HN 1,3HN 4,1VW", Verdict(WHITE, 1)),
        ("2,1VW 1,3VW 2,3HN 4,4HS", Verdict(BLACK, 0)),
    ],
)
def test_the_judge_of_known_positions(line: str, verdict: Verdict | None) -> None:
    assert judge(after(start(), line), bool) == verdict


def test_the_judge_gives_a_win_in_one_to_the_side_to_move() -> None:
    assert judge(replace(after(start(), THREAT), turn=WHITE), bool) == Verdict(WHITE, 1)


@pytest.mark.parametrize(
    ("line", "called"),
    [
        ("", ()),
        ("2,1VW 3,5HS 3,2HNNW", ()),
        (THREAT, ("crumble",)),
        ("2,1VW 1,3VW 2,3HN 2VE", ("blunder",)),
        ("2,1VW 1,3VW 2,3HN 2VE 5,5HS", ()),
        ("2,1VW 1,3VW 2,3HN 4,4HS", ()),
    ],
)
def test_r30_the_calls_of_known_positions(line: str, called: tuple[str, ...]) -> None:
    assert calls(after(start(), line), bool) == called


def unavoidable(position: Position) -> bool:
    """Whether the other side wins in one after every turn, by a look at all results of all results."""
    for action in actions(position.ground):
        acted = position.ground.act(action)
        for result in results(acted).values():
            if result.winner == 0:
                return False
            if result.winner is None and shortest(position.ground.after(acted, result.theirs)) is None:
                return False
    return True


def test_r30_crumblemate_where_no_turn_keeps_the_other_side_from_its_chain() -> None:
    position = own(parse(MATE))
    assert unavoidable(position)
    assert calls(position, bool) == ("crumblemate",)
    assert judge(position, bool) == Verdict(WHITE, 2)


def test_no_mate_is_called_and_no_verdict_given_before_the_stop() -> None:
    position = own(parse(MATE))
    assert calls(position, counted(2)) == ("crumble",), "a threat it is in any case"
    assert judge(position, counted(2)) is None


def test_crumblemate_and_verdicts_agree_with_a_look_at_everything() -> None:
    for position in middles("mates", 12, 4):
        if position.outcome or winning(position.ground):
            continue
        assert allows(position.ground, bool) == unavoidable(position)


def test_the_player_is_part_of_the_game() -> None:
    assert GAME.player is PLAYER
    assert LEVELS == ("casual", "club", "strong")


def test_the_distance_counts_the_pieces_that_bar_the_way() -> None:
    ground = board("####", "....", "#.##", "####").ground
    south_to_north = distance(ground.tiling, ground.mine, ground.theirs, 1)
    assert south_to_north == 1
    assert distance(ground.tiling, ground.mine, ground.theirs, 0) == 0
    assert distance(ground.tiling, ground.theirs, ground.mine, 0) == 0


def test_a_board_is_worth_to_one_side_what_it_costs_the_other() -> None:
    for position in middles("worth", 5):
        ground = position.ground
        mine, theirs = held(ground.tiling, ground.mine), held(ground.tiling, ground.theirs)
        assert mine + theirs == ground.tiling.side**2
        worth = standing(ground.tiling, ground.mine, ground.theirs, mine)
        assert worth == pytest.approx(-standing(ground.tiling, ground.theirs, ground.mine, theirs))
        assert abs(worth) < FAR
