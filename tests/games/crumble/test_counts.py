"""The counts that other programs came to, too (section 8), and whole games (section 6)."""

from dataclasses import replace

import pytest

from games.core import IllegalMove
from tests.games.crumble.line import BLACK, WHITE, after, captures, moves, own, reason, refusal, results, start, winner


@pytest.mark.parametrize(
    ("line", "pieces", "turn", "splits", "joins", "distinct", "wins", "losses"),
    [
        ("", 36, BLACK, 36, 0, 96, 0, 0),
        ("2,1VW", 37, WHITE, 36, 0, 125, 0, 0),
        ("2,1VW 3,5HS", 38, BLACK, 41, 3, 146, 0, 0),
        ("2,1VW 3,5HS 3,2HNNW", 39, WHITE, 41, 2, 187, 0, 0),
        ("2,1VW 3,5HS 3,2HNNW 1,3HSSS", 40, BLACK, 46, 5, 180, 0, 0),
        ("2,1VW 3,5HS 3,2HNNW 1,3HSSS 2,3VENE", 41, WHITE, 44, 3, 198, 0, 1),
        ("2,1VW 1,3VW 2,3HN 2VE", 40, BLACK, 47, 6, 191, 2, 0),
    ],
)
def test_the_numbers_of_cuts_joins_and_results(
    line: str, pieces: int, turn: int, splits: int, joins: int, distinct: int, wins: int, losses: int
) -> None:
    position = after(start(), line)
    assert (len(position.pieces), position.turn) == (pieces, turn)
    assert (len(position.ground.cuts), len(position.ground.joins)) == (splits, joins)
    assert len(moves(position)) == len(results(position)) == distinct
    won = [winner(after(position, move)) for move in moves(position)]
    assert (won.count(position.turn), won.count(position.other)) == (wins, losses)


def test_of_the_96_results_36_have_no_walk_and_60_have_one_step() -> None:
    position = start()
    walks = [event for move in moves(position) for event in position.play(BLACK, move).events[1:]]
    assert len(walks) == 60
    assert all(move[-1] in "VHNESW" for move in moves(position))


def test_two_plies_have_10_980_pairs_and_10_800_different_positions() -> None:
    pairs, boards = 0, set()
    for move in moves(start()):
        position = after(start(), move)
        for reply in moves(position):
            pairs += 1
            boards.add(";".join(map(str, after(position, reply).pieces)))
    assert (pairs, len(boards)) == (10_980, 10_800)


@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("2,1VW 1,3VW 2,3HN 2VE 5,5HS", BLACK),
        ("3,4HN 1,3HN 4,1VW 3,3VE", WHITE),
        ("2,1VW 1,3VW 2,3HN 4,4HS", BLACK),
        ("3,4HN 1,3HN 4,1VW 2VW 4,2HN 2,2HNEE", WHITE),
    ],
)
def test_r26_a_whole_game_is_won_by_the_right_side(line: str, won: int) -> None:
    assert winner(after(start(), line)) == won


def test_r17_a_step_after_the_win_is_refused() -> None:
    refused = refusal(after(start(), "3,4HN 1,3HN 4,1VW 2VW 4,2HN"), "2,2HNEEW")
    assert (refused.reason, refused.facts) == ("walk_ends", {"step": 3, "by": "chain"})


def test_r30_white_threatens_to_win_after_the_fourth_ply() -> None:
    position = after(start(), "2,1VW 3,5HS 3,2HNNW 1,3HSSS")
    assert winner(position) is None
    assert winner(own(replace(position, turn=WHITE).play(WHITE, "5,3HN").position)) == WHITE


def test_r21_the_seventh_ply_captures_one_white_piece() -> None:
    position = after(start(), "1HN 2H 0,3VE 0H 4,3VW 4H")
    (taken,) = captures(position, "3HN")
    assert [str(piece) for piece in taken.pieces] == ["w2,2,1,1"]


def test_r10_a_cut_along_an_edge_of_a_black_piece_then_two_steps_west() -> None:
    position = after(start(), "1HN")
    step = position.play(WHITE, "0H2-2N-NWW")
    assert step.move == "0H2-2N-NWW"


@pytest.mark.parametrize("move", ["3,2H2-1S-S", "2,1V3-3E-E"])
def test_r9_a_cut_through_an_opposing_piece_is_refused(move: str) -> None:
    assert reason(start(), move) == "blocked_cut"


def test_a_game_with_captures_and_a_three_by_three_join() -> None:
    line = ["2,3VW", "2,4HN", "4,3VW", "2,2HS", "2,2J1,2S", "4,3H", "2,3J2,1S", "0H", "4,3,1H", "4,3VE", "1,3J3,4"]
    position, taken = start(), dict[int, int]()
    for ply, move in enumerate(line, start=1):
        for event in captures(position, move):
            taken[ply] = len(event.pieces)
        position = after(position, move)
    assert taken == {4: 3, 7: 1}
    assert len(position.pieces) == 33
    assert "b1,2,3,3" in str(position)


def test_an_unknown_seat_cannot_move() -> None:
    with pytest.raises(IllegalMove):
        start().play(WHITE, "0V")
