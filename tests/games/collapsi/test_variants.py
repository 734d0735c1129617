"""The rules of the variants. The numbers are those of docs/rules/collapsi.md."""

from collections import Counter

import pytest

from games.collapsi import Dropped, KnockedOut, Moved, Placed, Shifted
from games.collapsi.board import Board
from games.collapsi.dealing import dealt
from games.collapsi.notation import parse
from games.collapsi.rules import SETUPS
from games.core import IllegalMove, Outcome, Rect, Seat
from tests.games.collapsi.line import BESIDE, FIRST, REBUILT, SAVED, after, own, places, refusal, targets

ANN, BOB, CYN, DAN = map(Seat, range(4))
FREE = "jA23/A234/A234/Aj23 -,- 0 joker,free -"
THREE = "A23A4/34JJ2/22233/A3AJA/244A3 c2,d2,d4 0 joker -"
DECKS = {
    "std4": (16, {"J": 2, "A": 4, "2": 4, "3": 4, "4": 2}),
    "tri5": (25, {"J": 3, "A": 6, "2": 6, "3": 6, "4": 4}),
    "big6": (36, {"J": 4, "A": 8, "2": 8, "3": 8, "4": 8}),
    "single5": (25, {"J": 4, "A": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 1}),
}


# 4.1


@pytest.mark.parametrize("setup", SETUPS)
def test_4_1_each_set_up_has_its_deck(setup: str) -> None:
    size, deck = DECKS[setup]
    for seats in range(2, deck["J"] + 1):
        position = dealt(seats, "a seed", setup, ("joker",))
        assert (position.board.size, Counter(position.cards)) == (size, deck)
        assert position.board.width == position.board.height


@pytest.mark.parametrize("setup", SETUPS)
def test_4_1_start_cards_belong_to_the_players_in_reading_order_and_the_others_lie_face_down(setup: str) -> None:
    """D6 and the like: 5x5 with two players, 6x6 with two or three."""
    for seats in range(2, DECKS[setup][1]["J"] + 1):
        position = dealt(seats, "a seed", setup, ("jack",))
        starts = [square for square, card in enumerate(position.cards) if card == "J"]
        assert list(position.pawns) == starts[:seats]
        assert position.fallen() == sum(1 << square for square in starts[seats:])


def test_d6_with_two_players_on_five_by_five_the_third_start_card_lies_face_down() -> None:
    """D6."""
    position = dealt(2, "a seed", "tri5", ("joker",))
    assert str(position).split()[0].count("j") == 1
    assert position.cards.rindex("J") == position.fallen().bit_length() - 1


@pytest.mark.parametrize(("setup", "seats"), [("std4", 1), ("std4", 3), ("tri5", 4), ("big6", 5), ("single5", 5)])
def test_4_1_nobody_plays_without_a_start_card(setup: str, seats: int) -> None:
    with pytest.raises(AssertionError, match=f"{setup} seats 2 to "):
        dealt(seats, "a seed", setup, ("joker",))


def test_4_1_a_5_and_a_6_move_so_many_steps() -> None:
    assert targets("5AAAAAAAA a1,b1 0 joker -") == ["e1", "f1"]
    assert targets("6AAAAAAAA a1,b1 0 joker -") == ["d1", "g1"]


@pytest.mark.parametrize("setup", SETUPS)
def test_d9_no_two_start_cards_share_a_line_where_the_board_shifts(setup: str) -> None:
    """D9."""
    side, _ = SETUPS[setup]
    for number in range(30):
        position = dealt(2, f"deal {number}", setup, ("joker", "shift"))
        starts = [divmod(square, side) for square, card in enumerate(position.cards) if card == "J"]
        assert len({y for y, _ in starts}) == len({x for _, x in starts}) == len(starts)


def test_4_1_a_deal_that_needs_no_second_try_is_the_same_with_the_shift() -> None:
    pairs = [(dealt(2, f"{n}", "std4", ("jack",)), dealt(2, f"{n}", "std4", ("jack", "shift"))) for n in range(20)]
    assert 0 < sum(plain.cards == shifting.cards for plain, shifting in pairs) < 20


# 4.4


def test_d3_at_once_the_seat_before_wins_and_the_others_share_second_place() -> None:
    """D3, with three."""
    position = after("AAaAaAaa a1,d1,f1 0 jack -", "b1")
    assert position.outcome == Outcome(places({ANN}, {BOB, CYN}), "stuck")
    assert targets(position) == []


def test_d3_at_once_with_four() -> None:
    assert parse("AaAaAAAa a1,c1,e1,g1 2 jack -").outcome is None
    assert parse("AaAaAaAa a1,c1,e1,g1 2 jack -").outcome == Outcome(places({BOB}, {ANN, CYN, DAN}), "stuck")


def test_d4_stuck_before_anybody_moved_the_last_seat_wins() -> None:
    """D4, with four."""
    assert parse("AaAaAaAa a1,c1,e1,g1 0 jack -").outcome == Outcome(places({DAN}, {ANN, BOB, CYN}), "stuck")


def test_d3_with_elimination_who_is_stuck_is_out_and_the_last_one_left_wins() -> None:
    """D3: knocked out in order; each place is better than the one before."""
    step = parse("AAaAaA a1,d1,f1 0 jack,elimination -").play(ANN, "b1")
    assert step.events == (Moved(ANN, ("a1", "b1")), KnockedOut(BOB), KnockedOut(CYN))
    assert str(step.position) == "aAaAaA b1,-,- 0 jack,elimination - out=1,2"
    assert step.position.outcome == Outcome(places({ANN}, {CYN}, {BOB}), "last")


def test_4_4_with_elimination_the_card_stays_and_the_others_play_on() -> None:
    position = after("AAaAaaAA a1,d1,g1 0 jack,elimination -", "b1")
    assert str(position) == "aAaAaaAA b1,-,g1 2 jack,elimination -"
    assert position.outcome is None
    assert targets(position) == ["h1"]
    over = after(position, "h1")
    assert str(over) == "aAaAaaaA -,-,h1 2 jack,elimination - out=1,0"
    assert over.outcome == Outcome(places({CYN}, {ANN}, {BOB}), "last")


def test_4_4_the_card_of_who_is_out_may_be_ended_on() -> None:
    assert targets("AAaaA a1,-,e1 0 jack,elimination - out=1") == ["b1"]
    assert targets("AAAaA a1,-,c1 2 jack,elimination - out=1") == ["b1"]


def test_4_4_with_three_who_leaves_is_placed_last_and_the_others_play_on() -> None:
    step = parse(THREE).drop(BOB)
    assert step.events == (Dropped(BOB),)
    assert str(step.position) == "A23A4/34JJ2/22233/A3AJA/244A3 c2,-,d4 0 joker -"
    assert step.position.outcome is None
    assert own(step.position).after(ANN) == CYN
    over = step.position.drop(ANN).position
    assert over.outcome == Outcome(places({CYN}, {ANN}, {BOB}), "left")


def test_4_4_where_the_seat_to_move_leaves_the_next_one_moves() -> None:
    assert own(parse(THREE).drop(ANN).position).turn == BOB
    assert after(own(parse(THREE).drop(ANN).position), "d1").turn == CYN


def test_4_4_the_seat_before_is_one_that_is_still_in() -> None:
    position = own(parse("AAaAaAaa a1,d1,f1 0 jack -").drop(BOB).position)
    assert after(position, "b1").outcome == Outcome(places({ANN}, {CYN}, {BOB}), "stuck")
    assert parse("AaAaAa a1,-,e1 2 jack - out=1").outcome == Outcome(places({ANN}, {CYN}, {BOB}), "stuck")


def test_4_4_nobody_leaves_twice() -> None:
    position = own(parse(THREE).drop(BOB).position)
    with pytest.raises(IllegalMove) as caught:
        position.drop(BOB)
    assert (caught.value.reason, caught.value.facts) == ("no_seat", {"seat": BOB})
    assert refusal(position, "c3", BOB).reason == "not_your_turn"


def test_4_4_with_elimination_leaving_may_leave_one() -> None:
    step = parse("AAaAA a1,d1 0 jack,elimination -").drop(ANN)
    assert step.position.outcome == Outcome(places({BOB}, {ANN}), "last")
    assert step.events == (Dropped(ANN),)


def test_4_4_with_elimination_who_is_stuck_when_the_turn_comes_by_leaving_is_out_too() -> None:
    step = parse("AAaAaAA a1,d1,f1 0 jack,elimination -").drop(ANN)
    assert step.events == (Dropped(ANN), KnockedOut(BOB))
    assert step.position.outcome == Outcome(places({CYN}, {BOB}, {ANN}), "last")


# 4.5


def test_4_5_the_players_choose_their_first_cards_in_the_order_of_the_seats() -> None:
    position = parse(FREE)
    assert len(targets(position)) == 14
    assert targets(position)[:3] == ["@b1", "@c1", "@d1"]
    step = position.play(ANN, "@b1")
    assert (step.move, step.events) == ("@b1", (Placed(ANN, "b1"),))
    assert str(step.position) == "jA23/A234/A234/Aj23 b1,- 1 joker,free -"
    assert str(after(own(step.position), "@c3")) == "jA23/A234/A234/Aj23 b1,c3 0 joker,free -"


def test_4_5_all_start_cards_lie_face_down_in_a_deal() -> None:
    for setup, seats in (("std4", 2), ("tri5", 3), ("big6", 3)):
        position = dealt(seats, "a seed", setup, ("joker", "free"))
        assert position.pawns == (None,) * seats
        assert position.fallen() == position.fallen("J") != 0
        assert set(targets(position)) == {
            "@" + position.board.name(square) for square, card in enumerate(position.cards) if card != "J"
        }


def test_4_5_a_first_card_is_free_and_lies_face_up() -> None:
    position = after(FREE, "@b1")
    taken, down = refusal(position, "@b1"), refusal(position, "@a1")
    assert (taken.reason, taken.facts) == ("occupied", {"square": "b1", "seat": ANN})
    assert (down.reason, down.facts) == ("fallen", {"square": "a1"})
    assert "@b1" not in targets(position)


@pytest.mark.parametrize("move", ["@b1-c1", "@b1!", "@b1+c1", "@b1*a1-c1", "@b1>"])
def test_4_5_nothing_else_is_done_while_the_first_cards_are_chosen(move: str) -> None:
    refused = refusal(FREE, move)
    assert (refused.reason, refused.facts) == ("placing", {})


def test_4_5_a_placement_that_strands_oneself_is_legal() -> None:
    """D4: and the last seat has won."""
    position = after("jAjAA -,- 0 jack,free -", "@b1", "@d1")
    assert position.outcome == Outcome(places({BOB}, {ANN}), "stuck")


def test_4_5_nobody_is_stuck_before_all_have_chosen() -> None:
    position = after("jAjAA/jAjAA -,-,- 0 jack,free,elimination -", "@b1", "@b2")
    assert (position.outcome, position.out) == (None, ())
    assert str(after(position, "@d1")) == "jAjAA/jAjAA -,b2,d1 1 jack,free,elimination - out=0"


def test_4_5_with_elimination_who_placed_badly_is_out() -> None:
    step = after("jAjAA -,- 0 jack,free,elimination -", "@b1").play(BOB, "@d1")
    assert step.events == (Placed(BOB, "d1"), KnockedOut(ANN))
    assert step.position.outcome == Outcome(places({BOB}, {ANN}), "last")


def test_4_5_the_board_does_not_shift_while_the_first_cards_are_chosen() -> None:
    position = after(FREE.replace("free", "shift,free"), "@b1", "@c3")
    assert position.board == Board(4, 4)
    assert targets(position)[:2] == ["c1<", "c1>"]


def test_4_5_who_leaves_before_choosing_is_passed_over() -> None:
    position = after("jAA2/AjAA/AAjA -,-,- 0 joker,free -", "@b1")
    left = own(position.drop(BOB).position)
    assert str(left) == "jAA2/AjAA/AAjA b1,-,- 2 joker,free - out=1"
    assert parse(str(left)) == left
    placed = after(left, "@a2")
    assert (placed.turn, placed.placing) == (ANN, False)
    over = own(left.drop(CYN).position)
    assert over.outcome == Outcome(places({ANN}, {CYN}, {BOB}), "left")
    assert parse(str(over)) == over


# 4.6

MIDDLE = ".jA23/A234./A234./AJ23. c1,b4 1 jack,shift -"
RIGHT = ".j.23/A2A4./A234./Aj33./..2.. c2,c5 0 jack,shift -"
VECTORS = [
    (MIDDLE, (4, 0), [(1, 0), (3, 0)]),
    (MIDDLE, (0, 1), [(0, 3), (1, 1), (0, 2), (3, 1)]),
    (MIDDLE, (3, 1), [(3, 0), (0, 1), (3, 2), (2, 1)]),
    (RIGHT, (1, 0), [(1, 3), (1, 1), (4, 0)]),
    (RIGHT, (3, 0), [(3, 3), (4, 0), (3, 1)]),
    (RIGHT, (2, 4), [(2, 3), (2, 1)]),
    (RIGHT, (2, 1), [(2, 4), (3, 1), (2, 2), (1, 1)]),
]


def test_4_6_the_row_or_column_of_the_pawn_moves_by_one_with_all_that_is_on_it() -> None:
    """D7: the pawns on it ride along."""
    step = parse(f"{FIRST} jack,shift -").play(ANN, "b1>")
    assert str(step.position) == MIDDLE
    assert step.events == (Moved(ANN, ("a1", "b1")), Shifted(ANN, ">", ("b1", "c1", "d1", "e1")))
    step = step.position.play(BOB, "c4v")
    assert str(step.position) == RIGHT
    assert step.events == (Moved(BOB, ("b4", "c4")), Shifted(BOB, "v", ("c2", "c3", "c4", "c5")))


def test_d7_the_shift_is_a_must_and_the_pawns_ride_along() -> None:
    """D7."""
    position = parse(f"{FIRST} jack,shift -")
    assert targets(position)[:4] == ["b1<", "b1>", "b1^", "b1v"]
    refused = refusal(position, "b1")
    assert (refused.reason, refused.facts) == ("unfinished", {"square": "b1", "begun": "b1"})
    assert after(position, "b1>", "c4v").pawns[ANN] == after(position, "b1>").pawns[ANN] + 5  # type: ignore[operator]


def test_4_6_without_the_variant_nothing_shifts() -> None:
    refused = refusal(f"{FIRST} jack -", "b1>")
    assert (refused.reason, refused.facts) == ("no_shift", {"square": "b1"})


@pytest.mark.parametrize(("text", "place", "around"), VECTORS)
def test_d8_a_step_goes_to_the_next_card_or_round_the_ends_of_the_line(
    text: str, place: tuple[int, int], around: list[tuple[int, int]]
) -> None:
    """D8, model A: a hole blocks; the last card of a line is beside its first one."""
    board = parse(text).board
    found = [divmod(square, board.width) for square in board.neighbours[place[1] * board.width + place[0]]]
    assert [(x, y) for y, x in found] == around


def test_d8_a_place_without_a_card_has_no_neighbours_and_no_name() -> None:
    board = parse(RIGHT).board
    assert (board.neighbours[0], board.square("a1"), board.square("c1")) == ((), None, None)
    assert refusal(RIGHT, "c1<").reason == "unreadable"


@pytest.mark.parametrize(
    ("before", "move", "text"),
    [
        (f"{FIRST} jack,shift -", "d1<", "jA23./.A234/.A234/.AJ23 d1,c4 1 jack,shift -"),
        (f"{FIRST} jack,shift -", "a2^", "j.../AA23/A234/A234/.J23 a2,b5 1 jack,shift -"),
        (f"{FIRST} jack,shift -", "a2v", ".A23/j234/A234/AJ23/A... a3,b4 1 jack,shift -"),
        (MIDDLE.replace(" 1 ", " 0 "), "d1<", "ja23/A234/A234/AJ23 c1,b4 1 jack,shift -"),
    ],
)
def test_4_6_squares_are_counted_from_the_smallest_box_that_holds_all_cards(before: str, move: str, text: str) -> None:
    assert str(after(before, move)) == text


def test_4_6_a_line_of_one_card_moves_too() -> None:
    position = parse(".A/AA b2,a2 0 jack,shift -")
    assert targets(position) == ["b1<", "b1>", "b1^", "b1v"]
    moved = after(position, "b1>")
    assert str(moved) == "..A/Aa. c1,a2 1 jack,shift -"
    assert moved.board.neighbours[2] == ()
    assert moved.outcome == Outcome(places({ANN}, {BOB}), "stuck")
    assert str(after(position, "b1^")) == ".A/.a/A. b1,a3 1 jack,shift -"


def test_4_6_a_shift_may_strand_the_next_player() -> None:
    position = parse("AA/2A a1,b2 0 jack,shift -")
    assert str(after(position, "a2>")) == "aA./.2A b2,c2 1 jack,shift -"
    assert [sign for sign in "<>^v" if after(position, f"a2{sign}").outcome] == ["<", ">"]
    assert after(position, "a2>").outcome == Outcome(places({ANN}, {BOB}), "stuck")


# How moves are read


@pytest.mark.parametrize(
    ("position", "typed", "move"),
    [
        (SAVED, "B1", "b1!"),
        (SAVED, " b1 ! ", "b1!"),
        (SAVED, "a1-b1!", "b1!"),
        (BESIDE, "A1 + E1", "a1+e1"),
        (BESIDE, "b1-a1+e1", "a1+e1"),
        (REBUILT, " A1*E1 - D1", "a1*e1-d1"),
        (REBUILT, "B1-A1*E1-D1", "a1*e1-d1"),
        (f"{FIRST} jack,shift -", "B1 V", "b1v"),
        (f"{FIRST} jack,shift -", "a1-b1 >", "b1>"),
        (FREE, "@ B1", "@b1"),
        (FREE, "b1", "@b1"),
    ],
)
def test_moves_of_the_variants_are_read_loosely(position: str, typed: str, move: str) -> None:
    at = parse(position)
    assert at.play(ANN, typed).move == move
    assert at.play(ANN, typed).position == at.play(ANN, move).position


@pytest.mark.parametrize(
    "move", ["b1+", "b1+z9", "b1*a1-z9", "b1*z9-a1", "b1>>", "b1>v", "!b1", "@", "b1-", "b1+a1+a2"]
)
def test_what_is_no_move_of_a_variant_is_unreadable(move: str) -> None:
    refused = refusal(f"{FIRST} joker,shift,adjacent-revival,reconstruction -", move)
    assert (refused.reason, refused.facts) == ("unreadable", {"text": move})


def test_nobody_is_placed_in_the_middle_of_a_game() -> None:
    refused = refusal(f"{FIRST} joker -", "@b1")
    assert (refused.reason, refused.facts) == ("no_placement", {})


def test_a_whole_way_with_holes_and_fallen_jokers_is_checked() -> None:
    assert refusal("2Aj.A/A.A.A a1,e1 0 joker,shift -", "b1-c1>").reason == "fallen"
    assert refusal("2AjAA/AAAAA a1,e1 0 joker,joker-revival J,-", "b1-c1").reason == "fallen"


# Choices


def test_many_first_cards_are_grouped_by_column() -> None:
    position = dealt(4, "a seed", "big6", ("joker", "free"))
    groups = position.choices(ANN)
    assert [choice.text for choice in groups.items] == [f"@{letter}" for letter in "abcdef"]
    assert groups.items[1].hint == Rect(1, 0, 1, 6)
    inside = position.choices(ANN, "@b")
    assert {choice.text[:2] for choice in inside.items} == {"@b"}
    assert (inside.back, all(choice.complete for choice in inside.items)) == ("", True)
    assert position.choices(ANN, inside.items[0].text).back == "@b"


def test_a_reconstruction_is_chosen_in_two_steps() -> None:
    position = parse(REBUILT)
    assert [choice.text for choice in position.choices(ANN, "a1").items] == ["a1*"]
    assert [choice.text for choice in position.choices(ANN, "a1*").items] == ["a1*b1", "a1*e1"]
    assert [(choice.text, choice.complete) for choice in position.choices(ANN, "a1*e1").items] == [("a1*e1-d1", True)]
    assert [position.choices(ANN, text).back for text in ("a1*", "a1*e1", "a1*e1-d1")] == ["a1", "a1*", "a1*e1"]


def test_a_shift_is_the_last_step() -> None:
    position = parse(f"{FIRST} jack,shift -")
    assert not any(choice.complete for choice in position.choices(ANN).items)
    assert [choice.text for choice in position.choices(ANN, "b1").items] == ["b1<", "b1>", "b1^", "b1v"]
    assert position.choices(ANN, "b1>").items == ()


def test_a_whole_move_in_another_spelling_is_a_beginning_too() -> None:
    assert parse(SAVED).choices(ANN, "A1 - B1") == parse(SAVED).choices(ANN, "b1!")
    assert parse(REBUILT).choices(ANN, "A1*E1-D1").back == "a1*e1"
