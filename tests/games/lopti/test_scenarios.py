"""The worked scenarios S1 to S34 of the rules, as positions. Seat 0 is to move; the other seats hold what is needed."""

import pytest

from games.lopti.events import Cleared, Drew, Flipped, Obliged, PickedUp, TookUp, WentOut
from games.lopti.round import Play
from tests.games.lopti.table import ONE, TWO, ZERO, fits, played, refused


def test_s1_a_raise_needs_no_equal_number() -> None:
    after = played("turn=0 hand=6h9c;4c pile=5c5d", "6")
    assert after.round.top == Play(("6h",), ZERO)
    assert after.round.turn == ONE


def test_s2_a_pair_goes_on_a_single_of_the_same_rank_and_a_single_does_not() -> None:
    position = "turn=0 hand=5h5s9c;4c pile=5c"
    assert refused(position, "5") == "match"
    assert played(position, "55").round.turn == ONE


def test_s3_a_single_that_completes_four_is_a_match() -> None:
    after = played("turn=0 hand=4s9cKd;5c pile=4c|4d4h", "4")
    assert after.told(Cleared) == [Cleared(ZERO, "four", 4)]
    assert (after.round.turn, after.round.extra, after.round.pile) == (ZERO, True, ())


def test_s4_a_pair_on_a_pair_completes_four() -> None:
    after = played("turn=0 hand=4h4s9cKd;5c pile=4c4d", "44")
    assert after.told(Cleared) == [Cleared(ZERO, "four", 4)]
    assert after.round.extra


def test_s5_a_single_does_not_go_on_a_pair() -> None:
    assert refused("turn=0 hand=4h9c;5c pile=4c4d", "4") == "match"


def test_s6_a_single_on_three_completes_four() -> None:
    assert played("turn=0 hand=4s9c;5c pile=4c4d4h", "4").told(Cleared) == [Cleared(ZERO, "four", 4)]


def test_s7_four_of_a_lower_rank_do_not_go() -> None:
    position = "turn=0 hand=4c4d4h4s;6c pile=5c"
    assert refused(position, "4") == refused(position, "4444") == "too_low"


def test_s8_a_2_goes_on_a_king_and_anything_goes_on_a_2() -> None:
    after = played("turn=0 hand=2c9c;4c2d2h pile=Kc", "2")
    assert refused(after.position, "2") == "match"
    assert {str(played(after.position, move).round.top) for move in ("4", "22")} == {
        str(Play(("4c",), ONE)),
        str(Play(("2d", "2h"), ONE)),
    }


def test_s9_a_3_leaves_only_the_pick_up_to_whoever_has_none() -> None:
    after = played("turn=0 hand=3c9c;2c7cTcKc;9d pile=5c|6c", "3")
    assert after.told(Obliged) == [Obliged(ONE, ZERO)]
    assert list(after.position.moves(ONE)) == ["pick"]
    taken = played(after.position, "pick")
    assert taken.told(PickedUp) == [PickedUp(ONE, ("5c", "6c"))]
    assert (taken.round.turn, taken.round.pile, taken.round.gone, taken.round.chain) == (TWO, (), ("3c",), 0)


def test_s10_two_3s_pass_one_obligation_on() -> None:
    after = played("turn=0 hand=3c9c;3d3hKc;4c;9d pile=5c", "3", "33")
    assert after.told(Obliged) == [Obliged(ONE, ZERO), Obliged(TWO, ONE)]
    assert (after.round.chain, after.round.turn, after.round.obliged) == (3, TWO, True)
    free = played(after.position, "pick").round
    assert (free.turn, free.obliged, free.chain) == (3, False, 0)


def test_s11_the_fourth_3_of_a_chain_clears_and_frees() -> None:
    after = played("turn=0 hand=3s9c;4c pile=Kc chain=3 obliged=yes gone=3c3d3h", "3")
    assert after.told(Cleared) == [Cleared(ZERO, "chain", 1)]
    assert not after.told(Obliged)
    assert (after.round.turn, after.round.extra, after.round.obliged, after.round.chain) == (ZERO, True, False, 0)


def test_s12_a_3_on_an_empty_table_binds_nobody() -> None:
    after = played("turn=0 hand=3c9c;4c9d", "3")
    assert (after.round.chain, after.round.obliged, after.round.turn) == (1, False, ONE)
    assert refused(after.position, "pick") == "nothing_to_pick"
    assert played(after.position, "4").round.chain == 0


def test_s13_four_3s_on_an_empty_table_clear_nothing() -> None:
    after = played("turn=0 hand=3c3d3h3s9c;4c", "3333")
    assert after.told(Cleared) == [Cleared(ZERO, "chain", 0)]
    assert (after.round.turn, after.round.extra) == (ZERO, True)


def test_s14_after_a_7_only_7_or_lower() -> None:
    after = played("turn=0 hand=7c9c;8cTc6c2c3c7d7h pile=Kc", "7")
    assert refused(after.position, "8") == "low"
    assert refused(after.position, "10") == "low_clear"
    assert fits(str(after.position)) == {"6", "2", "3", "7", "77"}


def test_s14_a_single_7_does_not_go_on_a_7_where_sevens_have_to_match() -> None:
    text = "turn=1 hand=9c;8cTc6c2c3c7d7h pile=Kc|7c params=low.renew:match"
    assert refused(text, "7") == "match"
    assert fits(text) == {"6", "2", "3", "77"}


def test_s15_a_7_binds_only_the_next_play() -> None:
    assert played("turn=0 hand=6c9c;Kd9d pile=Kc|7c", "6", "K").round.top == Play(("Kd",), ONE)


def test_s16_sixes_go_on_a_7_and_clear_and_eights_do_not() -> None:
    text = "turn=0 hand=6c6d6h6s8c8d8h8s;4c pile=7c"
    assert played(text, "6666").told(Cleared) == [Cleared(ZERO, "four", 5)]
    assert refused(text, "8888") == "low"


def test_s17_a_10_clears_and_draws_once() -> None:
    after = played("turn=0 hand=Tc4c9c;5c deck=Kd pile=Ac", "10")
    assert after.told(Cleared, Drew) == [Cleared(ZERO, "ten", 2), Drew(ZERO, ("Kd",))]
    assert (len(after.round.hands[0]), after.round.extra, after.round.deck) == (3, True, ())


def test_s18_an_extra_play_draws_no_more() -> None:
    after = played("turn=0 hand=Tc4c;5c deck=KdQd pile=Ac", "10", "4")
    assert after.told(Drew) == [Drew(ZERO, ("Kd",))]
    assert after.round.turn == ONE


def test_s19_two_cards_are_followed_by_one_draw() -> None:
    after = played("turn=0 hand=8c8d9c;5c deck=KdQdJd", "88")
    assert after.round.hands[0] == ("9c", "Kd")


def test_s20_who_still_has_three_draws_nothing() -> None:
    after = played("turn=0 hand=8c9cJcQc;5c deck=Kd", "8")
    assert (len(after.round.hands[0]), after.round.deck) == (3, ("Kd",))


def test_s21_the_up_cards_follow_the_last_hand_card() -> None:
    after = played("turn=0 hand=8c;5c up=6c9dKd;", "8")
    assert after.told(TookUp) == [TookUp(ZERO, ("6c", "9d", "Kd"))]
    assert (after.round.hands[0], after.round.up[0]) == (("6c", "9d", "Kd"), ())


def test_s22_the_up_cards_are_taken_in_an_extra_play_though_there_is_a_deck() -> None:
    after = played("turn=0 hand=Tc;9c up=5c6c8c; deck=4dKd", "10", "4")
    assert after.told(Drew, TookUp) == [Drew(ZERO, ("4d",)), TookUp(ZERO, ("5c", "6c", "8c"))]
    assert after.round.deck == ("Kd",)


@pytest.mark.parametrize(("card", "hand", "fits"), [("flip 2", ("4c", "5c"), False), ("flip 1", (), True)])
def test_s23_a_flipped_card_is_played_or_taken_with_the_pile(card: str, hand: tuple[str, ...], fits: bool) -> None:
    after = played("turn=0 hand=;6c down=9c4c; pile=5c", card)
    (flipped,) = after.told(Flipped)
    assert isinstance(flipped, Flipped)
    assert (flipped.fits, after.round.hands[0], after.round.turn) == (fits, hand, ONE)


def test_s24_a_flipped_3_passes_an_obligation_on_and_a_2_is_taken_with_the_pile() -> None:
    text = "turn=0 hand=;6c down=2c3c; pile=5c chain=1 obliged=yes gone=3d"
    assert played(text, "flip 1").told(PickedUp) == [PickedUp(ZERO, ("5c", "2c"))]
    after = played(text, "flip 2")
    assert after.told(Obliged) == [Obliged(ONE, ZERO)]
    assert after.round.chain == 2


def test_s25_who_wins_with_a_3_still_binds_the_next() -> None:
    after = played("turn=0 hand=;6c down=3c; pile=5c", "flip 1")
    assert after.told(WentOut, Obliged) == [Obliged(ONE, ZERO), WentOut(ZERO, 1)]
    assert (after.round.turn, after.round.obliged) == (ONE, True)


def test_s26_who_wins_with_a_10_leaves_an_empty_table() -> None:
    after = played("turn=0 hand=;6c;7c down=Tc;; pile=5c params=after_win:play_on", "flip 1")
    assert after.told(WentOut) == [WentOut(ZERO, 1)]
    assert (after.round.turn, after.round.pile, after.round.extra) == (ONE, (), False)
    assert list(after.position.moves(ONE)) == ["play 6c"]


def test_s27_a_last_card_that_does_not_fit_is_no_win() -> None:
    after = played("turn=0 hand=;6c down=4c; pile=5c", "flip 1")
    assert not after.told(WentOut)
    assert after.round.hands[0] == ("4c", "5c")


def test_s28_who_plays_the_last_card_from_the_hand_is_out_and_does_not_draw() -> None:
    after = played("turn=0 hand=6c;7c deck=Kd pile=5c", "6")
    assert after.told(WentOut, Drew) == [WentOut(ZERO, 1)]
    assert after.round.deck == ("Kd",)


def test_s29_a_flipped_card_that_fits_is_followed_by_a_draw() -> None:
    after = played("turn=0 hand=;6c down=9c4c; deck=Kd", "flip 1")
    assert after.told(Drew) == [Drew(ZERO, ("Kd",))]
    assert refused(played(after.position, "pick").position, "flip 1") == "not_blind"


def test_s30_a_10_may_open_and_plays_again() -> None:
    after = played("turn=0 hand=Tc9c;6c", "10")
    assert after.told(Cleared) == [Cleared(ZERO, "ten", 1)]
    assert (after.round.turn, after.round.extra) == (ZERO, True)


def test_s31_a_last_single_fits_its_own_rank_only_to_complete_four() -> None:
    assert not played("turn=0 hand=;6c down=5c; pile=5d", "flip 1").told(WentOut)
    after = played("turn=0 hand=;6c down=5c; pile=5d5h5s", "flip 1")
    assert after.told(Cleared, WentOut) == [Cleared(ZERO, "four", 4), WentOut(ZERO, 1)]


def test_s32_a_2_breaks_a_run() -> None:
    after = played("turn=0 hand=5s9c;6c pile=5c5d5h|2c", "5")
    assert not after.told(Cleared)
    assert after.round.run("5") == 1


def test_s33_who_wins_with_a_7_still_lowers() -> None:
    text = "turn=0 hand=;6c9c;8c down=7c;; pile=Qc params=after_win:play_on"
    after = played(text, "flip 1")
    assert after.told(WentOut) == [WentOut(ZERO, 1)]
    assert refused(after.position, "9") == "low"
    assert played(after.position, "6").round.turn == TWO


def test_s34_four_sevens_clear_and_lift_the_restriction() -> None:
    after = played("turn=0 hand=7s9cKc;6c pile=7c|7d7h", "7")
    assert after.told(Cleared) == [Cleared(ZERO, "four", 4)]
    assert fits(str(after.position)) == {"9", "K"}
