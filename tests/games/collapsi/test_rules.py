"""The rules of the standard game. The numbers are those of docs/rules/collapsi.md.

Those of the variants are in test_variants.py and test_revivals.py, those of what is agreed before in test_dealing.py.
"""

import re
from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from games.collapsi import GAME, Dropped, Moved, Position
from games.collapsi.board import Board
from games.core import IllegalMove, Outcome, Seat
from tests.games.collapsi import test_dealing, test_revivals, test_variants
from tests.games.collapsi.line import FIRST, after, own, refusal, targets

ANN, BOB = Seat(0), Seat(1)
BOB_WINS = (frozenset({BOB}), frozenset({ANN}))
ANN_WINS = (frozenset({ANN}), frozenset({BOB}))


def deals(start: str = "joker", number: int = 200) -> list[Position]:
    return [own(GAME.deal(2, f"deal {count}", {"start": start})) for count in range(number)]


# 4.1


def test_4_1_the_deck_has_two_start_cards_four_each_of_1_2_3_and_two_of_4() -> None:
    for position in deals():
        assert Counter(position.cards) == {"J": 2, "A": 4, "2": 4, "3": 4, "4": 2}


def test_4_1_the_board_is_four_by_four_and_all_lie_face_up() -> None:
    for position in deals():
        assert position.board == Board(4, 4)
        assert str(position).split()[0].isupper()


def test_4_1_the_first_start_card_in_reading_order_is_the_first_players() -> None:
    for position in deals():
        assert position.pawns == (position.cards.index("J"), position.cards.rindex("J"))


def test_4_1_the_first_player_moves_first_then_they_take_turns() -> None:
    for position in deals():
        for turn in (ANN, BOB) * 7:
            if position.outcome:
                break
            assert position.to_move == (turn,)
            position = after(position, targets(position)[0])


def test_4_1_every_square_gets_every_card() -> None:
    """Each of 16 squares has a start card in 1 of 8 deals: in 2,000 deals within 5 standard errors of 250."""
    starts = Counter(square for position in deals(number=2000) for square in position.pawns)
    assert set(starts) == set(range(16))
    assert all(176 < count < 324 for count in starts.values())


@pytest.mark.parametrize(
    ("setup", "players"),
    [("std4", {2}), ("tri5", {2, 3}), ("big6", {2, 3, 4}), ("single5", {2, 3, 4}), ("big", {2, 3, 4})],
)
def test_4_1_each_set_up_is_for_so_many_players(setup: str, players: set[int]) -> None:
    assert {seats for seats in range(7) if GAME.refuses(seats, {"setup": setup}) is None} == players
    assert {GAME.refuses(seats, {"setup": setup}) for seats in range(7)} == {None, "seats"}


def test_4_1_it_is_a_game_for_two_to_four_and_usually_for_two() -> None:
    assert GAME.seats == (2, 3, 4)
    assert [GAME.refuses(seats, {}) for seats in GAME.seats] == [None, "seats", "seats"]
    with pytest.raises(AssertionError, match="std4 seats 2 to 2, not 3"):
        GAME.deal(3, "a seed", {"start": "joker"})


def test_4_1_the_first_player_always_has_a_move() -> None:
    for start in ("joker", "jack"):
        for position in deals(start):
            assert len(targets(position)) >= 3


# 4.2


def test_4_2_a_joker_moves_1_to_4_as_its_player_likes() -> None:
    assert " ".join(targets(f"{FIRST} joker -")) == "b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 c4 d4"
    for path in ("a1-b1", "a1-b1-c1", "a1-b1-c1-d1", "a1-b1-c1-d1-d2"):
        assert after(f"{FIRST} joker -", path).turn == BOB


def test_4_2_a_joker_does_not_move_5() -> None:
    assert refusal(f"{FIRST} joker -", "a1-b1-c1-d1-d2-d3").reason == "no_path"


def test_4_2_a_joker_moves_1_to_4_later_too() -> None:
    assert targets(after("AJAAAAAA a1,f1 0 joker -", "b1", "g1")) == ["c1", "d1", "e1"]


def test_4_2_a_jack_moves_exactly_1() -> None:
    assert targets(f"{FIRST} jack -") == ["b1", "d1", "a2", "a4"]
    assert refusal(f"{FIRST} jack -", "c1").reason == "out_of_reach"


def test_4_2_joker_or_jack_is_chosen_before_the_deal() -> None:
    for start in ("joker", "jack"):
        assert all(str(position).split()[3] == start for position in deals(start))
    assert [position.cards for position in deals("joker")] == [position.cards for position in deals("jack")]


def test_d5_a_jack_is_worth_1_wherever_it_lies() -> None:
    """D5: not only at the start."""
    assert targets(after("AJAAAAAA a1,f1 0 jack -", "b1", "g1")) == ["c1"]


# 4.3


def test_4_3_1_a_step_goes_up_right_down_or_left() -> None:
    assert targets("22222/22222/22A22/22222/22222 c3,a1 0 jack -") == ["c2", "b3", "d3", "c4"]


def test_4_3_1_the_edges_are_joined() -> None:
    assert targets("A22222/222222/222222/222222 a1,c3 0 jack -") == ["b1", "f1", "a2", "a4"]
    assert after("A22222/222222/222222/222222 a1,c3 0 jack -", "a1-f1").pawns[ANN] == 5


def test_4_3_1_no_step_is_diagonal_and_none_skips_a_card() -> None:
    for path in ("a1-b2", "a1-c1", "a1-a3"):
        assert refusal(f"{FIRST} joker -", path).reason == "no_path"


def test_4_3_1_a_path_may_turn_as_often_as_it_likes() -> None:
    assert after(f"{FIRST} joker -", "a1-b1-b2-c2-c3").pawns[ANN] == 10


def test_4_3_1_on_two_columns_left_and_right_are_one_card() -> None:
    assert Board(2, 3).neighbours[0] == (4, 1, 2)
    assert targets("AA/AA/AA a1,b3 0 jack -") == ["b1", "a2", "a3"]


def test_4_3_1_on_two_columns_there_is_no_way_on_past_the_second() -> None:
    """Right and right again would be the start."""
    assert targets("2A/aa/aa a1,b1 0 jack -") == []


def test_4_3_1_in_one_column_a_card_is_not_beside_itself() -> None:
    assert Board(1, 4).neighbours[0] == (3, 1)
    assert targets("A/A/A/A a1,a3 0 jack -") == ["a2", "a4"]


def test_4_3_1_a_lone_card_has_no_neighbour() -> None:
    assert Board(1, 1).neighbours == ((),)
    assert after("J a1,- 0 joker -").outcome == Outcome(ANN_WINS, "left")


def test_4_3_1_on_two_by_two_every_card_has_two_neighbours() -> None:
    assert Board(2, 2).neighbours == ((2, 1), (3, 0), (0, 3), (1, 2))


def test_4_3_2_no_card_is_entered_twice() -> None:
    assert refusal("J444/4444/4444/4444 a1,c3 0 joker -", "a1-b1-c1-b1").reason == "no_path"


def test_4_3_2_to_and_fro_is_no_way_to_make_three_steps_of_one() -> None:
    assert targets("3AaAa a1,d1 0 jack -") == []


def test_4_3_2_a_4_does_not_come_back_round_a_board_of_four() -> None:
    assert targets("4AAA/aaaa/aaAA/aaaA a1,c3 0 jack -") == ["d4"]
    assert refusal("4AAA/aaaa/aaAA/aaaA a1,c3 0 jack -", "b1-c1-d1-a1").reason == "own_start"


def test_d1_the_own_start_card_is_not_crossed() -> None:
    """D1: the pawn's own card is no way from its left neighbour to its right one."""
    assert targets("3AaaAA a1,e1 0 jack -") == []
    assert refusal("3AAAaA a1,c1 0 jack -", "b1-a1-f1").reason == "no_path"


def test_4_3_3_a_fallen_card_is_neither_passed_nor_ended_on() -> None:
    position = "2aAA/AAAA/aAAA/AAAA a1,d4 0 jack -"
    assert targets(position) == ["c1", "b2", "d2", "b4"]
    assert refusal(position, "a3").reason == "fallen"
    assert refusal(position, "b1-c1").reason == "no_path"
    assert after(position, "d1-c1").pawns[ANN] == 2


def test_4_3_4_another_pawn_may_be_passed() -> None:
    assert targets("2AAaa a1,b1 0 jack -") == ["c1"]
    assert after("2AAaa a1,b1 0 jack -", "a1-b1-c1").pawns == (2, 1)


def test_4_3_4_nobody_ends_where_another_pawn_stands() -> None:
    assert targets("3AAAa a1,d1 0 jack -") == []
    assert refusal("2AAAA a1,c1 0 jack -", "c1").reason == "occupied"


def test_4_3_5_a_move_has_exactly_as_many_steps_as_the_card_says() -> None:
    assert targets("2AAAA a1,c1 0 jack -") == ["d1"]
    assert refusal("2AAAA a1,c1 0 jack -", "b1").reason == "out_of_reach"
    assert refusal("2AAAA a1,c1 0 jack -", "a1-b1").reason == "no_path"
    assert refusal("2AAAA a1,c1 0 jack -", "a1-b1-c1-d1").reason == "no_path"


@pytest.mark.parametrize("move", ["", "-", "pass", "--", "0", "a1"])
def test_4_3_5_nobody_may_pass(move: str) -> None:
    assert refusal(f"{FIRST} joker -", move).reason in {"unreadable", "own_start"}


@pytest.mark.parametrize("path", ["b2", "a1-b1-b2", "a1-a2-b2", "a1-a4-a3-b3-b2"])
def test_4_3_6_the_card_left_behind_falls_whatever_the_way(path: str) -> None:
    assert str(after(f"{FIRST} joker -", path)) == "jA23/A234/A234/AJ23 b2,b4 1 joker -"


def test_4_3_6_the_card_arrived_at_stays_and_is_the_next_to_start_from() -> None:
    position = after(f"{FIRST} joker -", "d2", "b3")
    assert str(position) == "jA23/A234/A234/Aj23 d2,b3 0 joker -"
    assert position.steps(7) == (4,)
    assert after(position, targets(position)[0]).up >> 7 & 1 == 0


def test_4_3_6_one_card_falls_at_every_ply() -> None:
    for position in deals(number=50):
        for ply in range(20):
            assert position.up.bit_count() == 16 - ply
            if position.outcome:
                break
            position = after(position, targets(position)[-1])


def test_d2_a_move_is_its_destination() -> None:
    """D2: each is listed once, in reading order, and a path is logged as its end."""
    position = after(f"{FIRST} joker -")
    squares = [position.board.square(move) for move in targets(position)]
    assert squares == sorted(set(squares), key=lambda square: square or 0)
    assert position.play(ANN, "a1-a2-b2").move == "b2"


def test_d2_what_is_told_is_the_way_that_was_taken() -> None:
    position = after(f"{FIRST} joker -")
    assert position.play(ANN, "a2-b2").events == (Moved(ANN, ("a1", "a2", "b2")),)
    assert position.play(ANN, "b2").events == (Moved(ANN, ("a1", "b1", "b2")),)


def test_d2_the_way_that_is_shown_is_the_shortest() -> None:
    assert after(f"{FIRST} joker -").paths[1] == (0, 1)
    assert after(f"{FIRST} joker -").paths[10] == (0, 12, 8, 9, 10)


def test_d2_among_the_shortest_up_comes_before_right_before_down_before_left() -> None:
    position = after("J222/2222/2222/2222 a1,b3 0 joker -")
    ways = {name: position.paths[position.board.square(name) or 0] for name in ("b2", "b4", "d2", "d4", "a3")}
    assert {name: position.board.name(way[1]) for name, way in ways.items()} == {
        "b4": "a4",
        "d4": "a4",
        "a3": "a4",
        "b2": "b1",
        "d2": "a2",
    }


# 4.4


def test_4_4_who_cannot_move_loses_to_the_one_who_moved_last() -> None:
    position = after("AAA/aaa/aaa a1,c1 0 jack -", "b1")
    assert position.outcome == Outcome(ANN_WINS, "stuck")
    assert position.to_move == ()


def test_4_4_the_game_ends_only_at_the_start_of_the_turn_of_who_is_stuck() -> None:
    """Ann could not move on from where she is, but it is Bob's turn."""
    position = after("AAaAA/aaaaa/aaaaa a1,d1 0 jack -", "b1")
    assert position.to_move == (BOB,)
    assert after(position, "e1").outcome == Outcome(BOB_WINS, "stuck")


def test_d4_who_is_stuck_before_anyone_moved_loses() -> None:
    """D4: the last seat wins then; no deal leads to it, a position may."""
    assert after("3AaAa a1,d1 0 jack -").outcome == Outcome(BOB_WINS, "stuck")


def test_4_4_the_first_player_wins_games_of_an_odd_length() -> None:
    chance = Random(44)
    for position in deals(number=100):
        plies = 0
        while position.outcome is None:
            position = after(position, chance.choice(targets(position)))
            plies += 1
        assert position.outcome.places == (ANN_WINS if plies % 2 else BOB_WINS)


@pytest.mark.parametrize(("seat", "places"), [(ANN, BOB_WINS), (BOB, ANN_WINS)])
@pytest.mark.parametrize("moves", [[], ["c2"], ["c2", "b3"]])
def test_4_4_who_leaves_loses_whoever_is_to_move(seat: Seat, places: tuple[frozenset[Seat]], moves: list[str]) -> None:
    step = after(f"{FIRST} joker -", *moves).drop(seat)
    assert step.position.outcome == Outcome(places, "left")
    assert step.events == (Dropped(seat),)
    assert step.move == "drop"


def test_4_4_the_pawn_of_who_leaves_goes_and_its_card_stays() -> None:
    position = after(f"{FIRST} joker -", "c2")
    assert str(position.drop(BOB).position) == "jA23/A234/A234/AJ23 c2,- 0 joker -"
    assert str(position.drop(ANN).position) == "jA23/A234/A234/AJ23 -,b4 1 joker -"


def test_4_4_who_has_left_has_no_way_to_go() -> None:
    left = own(after(f"{FIRST} joker -").drop(ANN).position)
    assert left.turn == BOB
    assert list(left.moves(ANN)) == []


def test_4_4_nobody_moves_or_leaves_when_the_game_is_over() -> None:
    for over in (after("3AaAa a1,d1 0 jack -"), own(after(f"{FIRST} joker -").drop(BOB).position)):
        for seat in (ANN, BOB):
            assert targets(over) == []
            assert over.choices(seat).items == ()
            assert refusal(over, "b1", seat).reason == "over"
            with pytest.raises(IllegalMove, match="over"):
                over.drop(seat)


# What follows from the rules


def test_on_even_sides_odd_cards_change_the_colour_and_even_ones_keep_it() -> None:
    """Coloured like a chessboard; a sharp eye on every rule about steps."""
    chance = Random(64)
    compared = Counter[str]()
    for position in deals("jack", number=60):
        while position.outcome is None:
            square = position.pawns[position.turn]
            assert square is not None
            for end in position.paths:
                changed = (sum(divmod(square, 4)) + sum(divmod(end, 4))) % 2
                assert changed == (position.cards[square] in "AJ3")
                compared[position.cards[square]] += 1
            position = after(position, chance.choice(targets(position)))
    assert set(compared) == set("JA234")


@pytest.mark.parametrize(("start", "plies"), [("joker", 9.7), ("jack", 10.2)])
def test_games_of_random_moves_last_about_ten_plies(start: str, plies: float) -> None:
    chance = Random(400)
    lengths = []
    for position in deals(start, number=400):
        length = 0
        while position.outcome is None:
            position = after(position, chance.choice(targets(position)))
            length += 1
        lengths.append(length)
    assert abs(mean(lengths) - plies) < 0.3
    assert max(lengths) <= 14


# The page


def test_every_rule_on_the_page_has_a_test_that_bears_its_number() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "collapsi.md").read_text(encoding="utf-8")
    rules = re.findall(r"^## (4\.\d)", page, re.MULTILINE)
    steps = re.findall(r"^(\d)\. ", page.split("## 4.3")[1].split("## 4.4")[0], re.MULTILINE)
    decisions = re.findall(r"^\* \*\*(D\d+)\*\*", page, re.MULTILINE)
    assert rules == [f"4.{number}" for number in range(1, 10)]
    assert steps == list("123456")
    assert decisions == [f"D{number}" for number in range(1, 16)]
    numbers = [*rules, *(f"4.3.{step}" for step in steps), *decisions]
    tests = [*globals(), *vars(test_dealing), *vars(test_variants), *vars(test_revivals)]
    for number in numbers:
        assert any(name.startswith(f"test_{number.lower().replace('.', '_')}_") for name in tests), number


def test_the_page_begins_with_whose_game_it_is() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "collapsi.md").read_text(encoding="utf-8")
    credit = page.split("## ")[0]
    for words in ("Mark S. Ball", "riffleshuffleandroll.itch.io/collapsi", "youtube.com/@riffleshuffleandroll", "free"):
        assert words in credit
