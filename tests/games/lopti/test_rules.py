"""The core rules C, D, T, E and W beyond the worked scenarios; numbers are those of the rules' page."""

from itertools import pairwise

import pytest

from games.core import IllegalMove, Seat
from games.lopti import turns
from games.lopti.cards import DECK
from games.lopti.dealing import dealt, digest, order
from games.lopti.events import (
    Cleared,
    Dealt,
    Drew,
    Obliged,
    PickedUp,
    Played,
    RoundOver,
    TookUp,
    WentOut,
)
from games.lopti.legality import legal, worth
from games.lopti.options import deal
from games.lopti.params import Params
from games.lopti.position import Position
from games.lopti.round import Play
from games.lopti.text import parse
from tests.games.lopti.table import ONE, THREE, TWO, ZERO, all_cards, fits, lopti, played, refused


def test_c1_there_are_52_cards_without_jokers() -> None:
    assert len(set(DECK)) == len(DECK) == 52
    assert {card[0] for card in DECK} == set("23456789TJQKA")


def test_c2_the_ace_is_the_highest_and_a_2_the_lowest() -> None:
    ranks = sorted("A56J4K9Q8", key=lambda rank: worth(Params(), rank))
    assert "".join(ranks) == "45689JQKA"
    for below, above in pairwise(ranks):
        assert fits(f"turn=0 hand={below}d{above}d;2c pile={below}c") == {above}


def test_c4_an_obligation_is_kept_and_a_low_rank_and_a_run_follow_from_the_pile() -> None:
    obliged = played("turn=0 hand=3c9c;9d pile=5c", "3")
    assert "obliged=yes" in str(obliged.position).split()
    low = played("turn=0 hand=7c9c;4c6d6h9d pile=5c", "7")
    assert str(low.position) == "turn=1 hand=9c;4c6d6h9d pile=5c|7c idle=1", "nothing is kept of it"
    assert fits(str(low.position)) == {"4", "6", "66"}
    run = parse("turn=0 hand=9c;5c pile=4c|4d4h|2c|4s").round
    assert (run.run("4"), run.run("2"), parse("turn=0 hand=4s9c;5c pile=6c|4d|4h").round.run("4")) == (1, 0, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_d1_each_seat_gets_three_cards_three_times_and_the_rest_is_the_deck(seats: int) -> None:
    round = dealt(Params(), seats, frozenset(), "5eed", dealer=ZERO, opener=ZERO)
    assert [len(cards) for zones in (round.hands, round.up, round.down) for cards in zones] == [3] * 3 * seats
    assert len(round.deck) == {2: 34, 3: 25, 4: 16, 5: 7}[seats]
    assert sorted(all_cards(round)) == sorted(DECK)


def test_d5_each_deal_is_another_one_and_every_card_comes_first_now_and_then() -> None:
    orders = {order(f"{number:032x}") for number in range(500)}
    assert len(orders) == 500
    assert {deck[0] for deck in orders} == set(DECK)


def test_d3_the_dealer_goes_on_clockwise_and_the_winner_opens() -> None:
    position = deal(3, "dealers", {"winner.creates_rule": "no"})
    assert (position.dealer, position.round.opener) == (ZERO, ZERO)
    dealt_next = played(won(position, TWO), "0: deal")
    assert dealt_next.told(Dealt) == [Dealt(2, ONE, TWO, dealt_next.position.digest)]
    assert dealt_next.round.last_winner == TWO
    assert (dealt_next.position.number, dealt_next.position.score) == (2, (0, 0, 1))


def test_d3_the_dealer_opens_where_the_winner_has_left() -> None:
    position = won(deal(3, "dealers", {"winner.creates_rule": "no"}), TWO)
    left = lopti(position.drop(TWO).position)
    assert played(left, "0: deal").round.opener == ONE


def won(position: Position, winner: Seat) -> Position:
    """Lets a seat win the round with its last card."""
    seats = len(position.score)
    hands = ";".join("6c" if seat == winner else f"{'789'[seat]}d" for seat in range(seats))
    rest = " ".join(token for token in str(position).split() if token.startswith(("dealer=", "params=", "seed=")))
    return played(f"turn={winner} hand={hands} {rest}", "6").position


def test_d4_play_goes_in_the_order_of_the_seats() -> None:
    assert [played("turn=2 hand=4c9c;4d9d;4h9h;4s9s", *["9", "pick"][:count]).round.turn for count in (1, 2)] == [3, 0]


def test_d5_what_was_published_at_the_deal_can_be_checked_when_the_round_is_over() -> None:
    position = deal(2, "fair", {})
    seed, published = position.seed, position.digest
    over = parse(f"turn=0 hand=6c;7d seed={seed} nonce={position.nonce} digest={published}").play(ZERO, "6")
    (opened,) = [event for event in over.events if isinstance(event, RoundOver)]
    assert digest(opened.order, opened.nonce) == published
    assert lopti(over.position).seed == seed
    dealt_first = [opened.order[at : at + 3] for at in (0, 9)]
    assert list(position.round.down) == dealt_first


def test_d5_the_next_seed_follows_from_the_last_and_not_the_other_way_round() -> None:
    first = deal(2, "one way", {"winner.creates_rule": "no"})
    second = played(won(first, ONE), "0: deal").position
    again = played(won(first, ONE), "1: deal").position
    assert second.seed == again.seed != first.seed
    assert not {first.seed, first.nonce, first.round.seed} & {second.seed, second.nonce, second.round.seed}


def test_t1_who_is_out_is_skipped() -> None:
    text = "turn=0 hand=6c9c;;9d;9h out=1 params=after_win:play_on"
    assert played(text, "6").round.turn == TWO


def test_t2_an_empty_table_has_to_be_opened_with_cards_of_one_rank() -> None:
    text = "turn=0 hand=4c4d9c;5c"
    assert list(parse(text).moves(ZERO)) == ["play 4c", "play 4c4d", "play 9c"]
    assert refused(text, "pick") == "nothing_to_pick"
    assert refused(text, "4c 9c") == "mixed"


def test_t3_anybody_may_pick_up_instead_and_draws_nothing_and_the_next_one_opens() -> None:
    after = played("turn=0 hand=6c;9d;9h deck=KdQd pile=5c|5d5h", "pick")
    assert after.events == (PickedUp(ZERO, ("5c", "5d", "5h")),)
    assert (after.round.hands[0], after.round.turn, after.round.pile) == (("5c", "5d", "5h", "6c"), ONE, ())


def test_t4_the_hand_is_counted_after_the_play() -> None:
    assert played("turn=0 hand=6c8c9c;9d deck=Kd", "6").told(Drew) == [Drew(ZERO, ("Kd",))]
    assert not played("turn=0 hand=6c8c9cJc;9d deck=Kd", "6").told(Drew)


def test_t5_a_win_comes_before_the_draw_and_the_draw_before_the_up_cards() -> None:
    kinds = [type(event) for event in played("turn=0 hand=Tc;9d up=8c; down=4c; deck=Kd", "10").events]
    assert kinds == [Played, Cleared, Drew]
    kinds = [type(event) for event in played("turn=0 hand=Tc;9d up=8c;", "10").events]
    assert kinds == [Played, Cleared, TookUp]
    kinds = [type(event) for event in played("turn=0 hand=Tc;9d deck=Kd", "10").events]
    assert kinds == [Played, Cleared, WentOut, RoundOver]


def test_t6_several_clears_give_several_extra_plays_that_have_to_be_made() -> None:
    after = played("turn=0 hand=TcTd9c;9d pile=5c", "10c", "10d")
    assert (after.round.turn, after.round.extra, after.round.played) == (ZERO, True, 2)
    assert list(after.position.moves(ZERO)) == ["play 9c"]
    assert refused(after.position, "pass") == "no_passing"


def test_t7_the_up_cards_wait_while_the_deck_fills_the_hand() -> None:
    after = played("turn=0 hand=6c;9d up=8c; deck=Kd", "6")
    assert not after.told(TookUp)
    assert (after.round.hands[0], after.round.up[0]) == (("Kd",), ("8c",))


def test_t8_the_player_chooses_which_down_card_to_turn_or_picks_up() -> None:
    text = "turn=0 hand=;9d down=6c8cKc; pile=5c"
    assert list(parse(text).moves(ZERO)) == ["flip 1", "flip 2", "flip 3", "pick"]
    after = played(text, "flip 2")
    assert (after.round.top, after.round.down[0]) == (Play(("8c",), ZERO), ("6c", "Kc"))
    assert played(text, "pick").round.hands[0] == ("5c",)
    assert refused(text, "6") == "blind"
    assert refused(text, "flip 4") == "no_down_card"


def test_t9_an_empty_deck_stays_empty() -> None:
    after = played("turn=0 hand=6c8c;9d gone=KdQd", "6")
    assert not after.told(Drew)
    assert after.round.gone == ("Kd", "Qd")


def test_4_4_3_any_card_opens_an_empty_table() -> None:
    assert fits("turn=0 hand=2c3c4c7cTcAc;9d") == set("234TA7")


def test_4_4_6_2_7_and_10_go_on_any_plain_card() -> None:
    assert fits("turn=0 hand=2c7cTc9c;9d pile=Ac") == {"2", "7", "T"}


def test_4_4_8_the_number_of_copies_is_free_in_a_raise() -> None:
    assert fits("turn=0 hand=6c6d6h4c;9d pile=5c5d") == {"6", "66", "666"}


def test_4_4_nobody_else_may_play() -> None:
    round = parse("turn=0 hand=9c;9d pile=5c").round
    assert legal(round, ZERO, "9", 1)
    assert not legal(round, ONE, "9", 1)


def test_e2_a_2_stays_in_the_pile() -> None:
    after = played("turn=0 hand=2c9c;4d9d pile=Kc", "2")
    assert after.round.pile == (Play(("Kc",), ZERO), Play(("2c",), ZERO))


def test_e3_the_chain_ends_with_a_card_that_is_no_3() -> None:
    after = played("turn=0 hand=3c9c;3d9d;9h", "3", "3", "9")
    assert (after.round.chain, after.round.gone) == (0, ("3c", "3d"))


def test_e3_the_chain_goes_on_over_an_empty_table_and_its_fourth_3_clears_nothing() -> None:
    after = played("turn=0 hand=3c3h9c;3d3s9d", "3", "3", "3", "3")
    assert after.told(Cleared) == [Cleared(ONE, "chain", 0)]
    assert not after.told(Obliged)
    assert (after.round.turn, after.round.extra) == (ONE, True)


def test_e7_a_7_lowers_and_each_further_one_renews() -> None:
    after = played("turn=0 hand=7c9c;7d9d;8c6c pile=Kc", "7", "7")
    assert fits(str(after.position)) == {"6"}


def test_e10_several_10s_are_one_clear() -> None:
    after = played("turn=0 hand=TcTd9c;9d pile=5c", "10 10")
    assert after.told(Cleared) == [Cleared(ZERO, "ten", 3)]
    assert after.round.gone == ("5c", "Tc", "Td")


def test_ec_a_clear_lifts_a_7_and_gives_an_extra_play() -> None:
    after = played("turn=0 hand=6c6d9c;9d pile=7c|6h6s", "66")
    assert after.told(Cleared) == [Cleared(ZERO, "four", 5)]
    assert fits(str(after.position)) == {"9"}


def test_w1_a_last_card_from_the_hand_wins_too() -> None:
    after = played("turn=0 hand=6c;9d pile=5c", "6")
    assert after.told(WentOut) == [WentOut(ZERO, 1)]
    assert after.position.phase == "break"


def test_w2_a_flip_that_does_not_fit_is_no_win() -> None:
    after = played("turn=0 hand=;9d down=5c; pile=9c", "flip 1")
    assert not after.told(WentOut)
    assert after.position.phase == "play"


def test_w3_a_last_2_leaves_any_card_free() -> None:
    after = played("turn=0 hand=2c;4d9d;9h pile=Kc params=after_win:play_on", "2")
    assert fits(str(after.position)) == {"4", "9"}


def test_w4_a_last_card_that_clears_gives_no_extra_play() -> None:
    after = played("turn=0 hand=Tc;9d;9h pile=Kc params=after_win:play_on", "10")
    assert (after.round.turn, after.round.extra) == (ONE, False)
    assert refused(after.position, "pick") == "nothing_to_pick"


def test_w5_the_first_who_is_out_wins_and_may_make_a_rule() -> None:
    after = played("turn=0 hand=6c;9d;9h pile=5c", "6")
    assert after.told(RoundOver) == [RoundOver((frozenset({ZERO}), frozenset({ONE, TWO})), 1, (), "")]
    assert (after.position.score, after.position.declarer) == ((1, 0, 0), ZERO)


def test_w5_a_round_to_the_last_gives_everybody_a_place_and_one_winner() -> None:
    text = "turn=0 hand=6c;8d;9h;4cJc pile=5c params=after_win:play_on"
    after = played(text, "6", "8", "9")
    places = tuple(map(frozenset, ([ZERO], [ONE], [TWO], [THREE])))
    assert after.told(WentOut) == [WentOut(ZERO, 1), WentOut(ONE, 2), WentOut(TWO, 3)]
    assert after.told(RoundOver) == [RoundOver(places, 1, (), "")]
    assert after.position.score == (1, 0, 0, 0)


def test_w6_a_round_that_all_others_have_left_is_void() -> None:
    position = parse("turn=0 hand=6c;8d; pile=5c absent=2 quit=2 left=9s dropped=2")
    step = position.drop(ONE)
    assert [event for event in step.events if isinstance(event, RoundOver)] == [RoundOver((), 1, (), "")]
    assert lopti(step.position).score == (0, 0, 0)
    assert lopti(step.position).declarer is None


def test_s2_who_leaves_during_a_round_is_placed_last() -> None:
    position = lopti(parse("turn=0 hand=6c;8d;9h pile=5c").drop(ONE).position)
    over = played(position, "6").told(RoundOver)
    assert over == [RoundOver((frozenset({ZERO}), frozenset({TWO}), frozenset({ONE})), 1, (), "")]


def test_t8_whoever_has_to_flip_or_has_not_the_cards_cannot_play_them() -> None:
    blind = parse("turn=0 hand=;9d down=6c8c; pile=5c").round
    with pytest.raises(IllegalMove, match="blind"):
        turns.play(blind, ZERO, ("6c",))
    with pytest.raises(IllegalMove, match="not_in_hand"):
        turns.play(parse("turn=0 hand=9c;9d pile=5c").round, ZERO, ("6c",))


def test_t1_who_is_alone_follows_on_itself() -> None:
    round = parse("turn=0 phase=break hand=9c;; out=1 absent=2 params=after_win:play_on").round
    assert round.following(ZERO) == round.following(ZERO, -1) == ZERO


def test_d4_the_one_before_is_found_too() -> None:
    round = parse("turn=0 hand=9c;9d;9h").round
    assert (round.following(ZERO), round.following(ZERO, -1)) == (ONE, TWO)
