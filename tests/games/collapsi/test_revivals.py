"""The revivals and the order of a turn, rule by rule (4.7 and 4.8 of docs/rules/collapsi.md)."""

import pytest

from games.collapsi import Moved, Revived, Shifted
from games.collapsi.dealing import dealt
from games.collapsi.notation import parse
from games.core import Outcome, Seat
from tests.games.collapsi.line import BESIDE, FIRST, REBUILT, SAVED, after, own, places, refusal, targets

ANN, BOB, CYN, DAN = map(Seat, range(4))

# 4.7, Joker Revival


def test_d12_joker_revival_saves_who_has_no_other_move() -> None:
    """D12."""
    assert parse(SAVED.replace(",joker-revival", "")).outcome == Outcome(places({BOB}, {ANN}), "stuck")
    step = parse(SAVED).play(ANN, "b1!")
    assert targets(SAVED) == ["b1!"]
    assert str(step.position) == "aJaA b1,d1 1 joker,joker-revival J,-"
    assert step.events == (Moved(ANN, ("a1", "b1")), Revived(ANN, "b1"))


def test_4_7_joker_revival_is_spent_once() -> None:
    assert parse(SAVED[:-1] + "J,-").outcome == Outcome(places({BOB}, {ANN}), "stuck")
    assert targets(SAVED[:-1] + "-,J") == ["b1!"]


def test_4_7_another_player_may_revive_the_same_joker() -> None:
    position = parse("AjA a1,c1 1 joker,joker-revival J,-")
    assert targets(position) == ["b1!"]
    assert str(after(position, "b1")) == "AJa a1,b1 0 joker,joker-revival J,J"


def test_4_7_a_fallen_joker_is_ended_on_but_never_passed() -> None:
    assert targets("2jAAaa a1,d1 0 joker,joker-revival -") == []
    assert targets("2AjAaa a1,d1 0 joker,joker-revival -") == ["c1!"]
    assert refusal("2jAAAA a1,d1 0 joker,joker-revival -", "a1-b1-c1").reason == "no_path"
    assert targets("JAjAaa a1,d1 0 joker,joker-revival -") == ["b1", "c1!"]


def test_4_7_only_jokers_are_revived_by_ending_on_them() -> None:
    assert targets("AaAj a1,c1 0 joker,joker-revival -") == ["d1!"]
    assert refusal("AaAj a1,c1 0 joker,joker-revival -", "b1!").reason == "fallen"


def test_4_7_a_revived_jack_is_worth_1() -> None:
    position = after("AjAaA a1,e1 0 jack,joker-revival -", "b1!")
    assert position.steps(1) == (1,)
    assert after(SAVED, "b1").steps(1) == (1, 2, 3, 4)


@pytest.mark.parametrize(("setup", "rules"), [("big6", ()), ("std4", ("free",))])
def test_d13_jokers_that_lay_face_down_from_the_start_may_be_revived(setup: str, rules: tuple[str, ...]) -> None:
    """D13."""
    revived = 0
    for number in range(20):
        position = dealt(2, f"{number}", setup, ("joker", *rules, "joker-revival"))
        while position.placing:
            position = after(position, targets(position)[0])
        for move in targets(position):
            if move.endswith("!"):
                step = position.play(position.turn, move)
                assert own(step.position).up.bit_count() == position.up.bit_count()
                revived += 1
    assert revived


def test_4_7_the_sign_of_joker_revival_need_not_be_typed_but_must_be_true() -> None:
    assert parse(SAVED).play(ANN, " A1 - B1 ").move == "b1!"
    refused = refusal(f"{FIRST} joker,joker-revival -", "b1!")
    assert (refused.reason, refused.facts) == ("nothing_to_revive", {"square": "b1"})
    assert refusal(f"{FIRST} joker -", "b1!").reason == "nothing_to_revive"


# 4.7, Adjacent Revival


def test_d11_adjacent_revival_reaches_over_the_edge() -> None:
    """D11: unless the table wants it otherwise."""
    assert targets(BESIDE) == ["a1", "a1+e1"]
    assert targets(BESIDE.replace("revival", "revival,no-adjacent-wrap")) == ["a1"]
    refused = refusal(BESIDE.replace("revival", "revival,no-adjacent-wrap"), "a1+e1")
    assert (refused.reason, refused.facts) == ("no_revival", {"square": "a1"})


def test_d11_without_the_edge_a_neighbour_on_the_board_still_counts() -> None:
    """D11, on two columns and in the middle of a row."""
    rules = "jack,adjacent-revival,no-adjacent-wrap -"
    assert targets(f"AA/aA/aA b2,b3 0 {rules}") == ["b1"]
    assert targets(f"aAAAaA b1,f1 0 {rules}") == ["c1"]
    assert targets(f"aAAAaA c1,f1 0 {rules}") == ["b1", "b1+a1", "d1", "d1+e1"]


def test_4_7_adjacent_revival_turns_a_fallen_card_beside_the_pawn_up() -> None:
    step = parse(BESIDE).play(ANN, "a1+e1")
    assert str(step.position) == "AaAA2 a1,c1 1 jack,adjacent-revival A,-"
    assert step.events == (Moved(ANN, ("b1", "a1")), Revived(ANN, "e1"))


def test_4_7_adjacent_revival_does_not_turn_up_the_card_that_just_fell() -> None:
    assert refusal(BESIDE, "a1+b1").reason == "no_revival"


@pytest.mark.parametrize("square", ["a1", "c1", "d1"])
def test_4_7_adjacent_revival_does_not_turn_up_what_is_not_down_or_not_beside(square: str) -> None:
    assert refusal(BESIDE, f"a1+{square}").reason == "no_revival"


def test_4_7_adjacent_revival_is_spent_once_by_each() -> None:
    assert targets(BESIDE[:-1] + "A,-") == ["a1"]
    assert targets(BESIDE[:-1] + "-,A") == ["a1", "a1+e1"]


def test_4_7_adjacent_revival_saves_nobody() -> None:
    assert parse("AaAa a1,c1 0 jack,adjacent-revival -").outcome == Outcome(places({BOB}, {ANN}), "stuck")


def test_4_7_a_revived_card_can_be_used_at_once() -> None:
    assert parse("AAaAb a1,d1 0 jack,adjacent-revival -").outcome is None
    assert after("AAaAb a1,d1 0 jack,adjacent-revival -", "b1").outcome is not None
    assert targets(after("AAaAb a1,d1 0 jack,adjacent-revival -", "b1+c1")) == ["c1"]
    assert targets(after("AAaAA a1,d1 0 jack,adjacent-revival -", "b1+c1")) == ["c1", "e1", "e1+a1"]


# 4.7, Reconstruction


def test_4_7_reconstruction_turns_any_fallen_card_up_and_another_one_down() -> None:
    assert targets(REBUILT) == ["a1", "a1*b1-d1", "a1*e1-d1"]
    step = parse(REBUILT).play(ANN, "a1*e1-d1")
    assert str(step.position) == "AaAa2 a1,c1 1 jack,reconstruction R,-"
    assert step.events == (Moved(ANN, ("b1", "a1")), Revived(ANN, "e1", "d1"))


def test_4_7_reconstruction_may_strand_the_next_player() -> None:
    assert after(REBUILT, "a1*e1-d1").outcome == Outcome(places({ANN}, {BOB}), "stuck")
    assert after(REBUILT, "a1").outcome is None


def test_4_7_reconstruction_may_turn_up_the_card_that_just_fell() -> None:
    assert str(after(REBUILT, "a1*b1-d1")) == "AAAab a1,c1 1 jack,reconstruction R,-"


@pytest.mark.parametrize("pair", ["b1-a1", "b1-c1", "b1-b1", "e1-e1", "d1-b1", "c1-d1", "b1-e1"])
def test_4_7_reconstruction_takes_no_card_with_a_pawn_and_not_the_one_it_restored(pair: str) -> None:
    refused = refusal(REBUILT, f"a1*{pair}")
    assert (refused.reason, refused.facts) == ("no_revival", {"square": "a1"})


def test_d14_reconstruction_needs_both_halves() -> None:
    """D14: without a card to turn down none is turned up."""
    assert targets("AAaA b1,d1 0 jack,reconstruction -") == ["a1"]
    assert refusal("AAaA b1,d1 0 jack,reconstruction -", "a1*c1-d1").reason == "no_revival"
    assert refusal(REBUILT, "a1*b1").reason == "unreadable"


def test_4_7_reconstruction_is_spent_once_by_each() -> None:
    assert targets(REBUILT[:-1] + "R,-") == ["a1"]
    assert len(targets(REBUILT[:-1] + "-,R")) == 3


@pytest.mark.parametrize("move", ["b1+a2", "b1*a1-d4"])
def test_4_7_without_the_variants_nothing_is_revived(move: str) -> None:
    refused = refusal(f"{FIRST} joker -", move)
    assert (refused.reason, refused.facts) == ("no_revival", {"square": "b1"})


# 4.8

BOTH = "AAAAb b1,c1 0 jack,adjacent-revival,reconstruction -"


def test_4_8_only_one_of_adjacent_revival_and_reconstruction_without_combos() -> None:
    assert targets(BOTH) == ["a1", "a1+e1", "a1*b1-d1", "a1*e1-d1"]
    assert refusal(BOTH, "a1+e1*b1-d1").reason == "no_revival"


def test_4_8_with_combos_both_the_adjacent_revival_first() -> None:
    combos = BOTH.replace(" -", ",combos -")
    assert targets(combos) == [*targets(BOTH), "a1+e1*b1-d1", "a1+e1*b1-e1"]
    assert str(after(combos, "a1+e1*b1-e1")) == "AAAAb a1,c1 1 jack,adjacent-revival,reconstruction,combos AR,-"
    assert refusal(combos, "a1*b1-d1+e1").reason == "unreadable"


def test_d10_move_collapse_revivals_shift_next_seat() -> None:
    """D10: beside is what is beside before the shift, and squares are named as they lay then."""
    rules = "jack,shift,adjacent-revival,reconstruction,combos"
    step = parse(f"JA23/Ab34/A234/AJ23 a1,b4 0 {rules} -").play(ANN, "a2+b2*a1-d4>")
    assert str(step.position) == f"JA23./.A234/A234./AJ2c. b2,b4 1 {rules} AR,-"
    assert step.events == (
        Moved(ANN, ("a1", "a2")),
        Revived(ANN, "b2"),
        Revived(ANN, "a1", "d4"),
        Shifted(ANN, ">", ("b2", "c2", "d2", "e2")),
    )
    assert refusal(f"JA23/Ab34/A234/AJ23 a1,b4 0 {rules} -", "a2>+b2").reason == "unreadable"


def test_4_8_joker_revival_goes_with_the_others() -> None:
    rules = "joker,joker-revival,adjacent-revival"
    step = parse(f"AjbA a1,d1 0 {rules} -").play(ANN, "b1!+c1")
    assert str(step.position) == f"aJ2A b1,d1 1 {rules} JA,-"
    assert step.events == (Moved(ANN, ("a1", "b1")), Revived(ANN, "b1"), Revived(ANN, "c1"))
