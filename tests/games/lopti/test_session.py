"""A session around its rounds: the swap, the break, who comes, leaves, is late or away (rules D2, R1, S2, W6, A)."""

import pytest

from games.core import Dropped, Event, IllegalMove, Outcome, Seat
from games.lopti import Position
from games.lopti.events import (
    Chose,
    Closed,
    Dealt,
    Declared,
    FellAsleep,
    Joined,
    PickedUp,
    Played,
    RightLapsed,
    RoundOver,
    Swapped,
    TookAlong,
    Waived,
    WantsToClose,
    WentAway,
    Woke,
)
from games.lopti.options import deal
from games.lopti.rulings import RULINGS
from games.lopti.text import parse
from tests.games.lopti.table import FOUR, ONE, THREE, TWO, ZERO, all_cards, lopti, played, refused
from tests.games.lopti.table import Played as Session

SWAP = "turn=0 phase=swap hand=4c5c6c;9dTd;8h up=JcQcKc;Ad;2h down=2d;2c;3h"
BREAK = "turn=0 phase=break hand=;9d;8h score=1;0;0 out=0 declarer=0"
"""Seat 0 has won."""


def lapsed(position: Position | str, *seats: Seat) -> Session:
    """Lets the time of seats run out, one after the other."""
    at = parse(position) if isinstance(position, str) else position
    events: list[Event] = []
    for seat in seats:
        step = at.lapse(seat)
        at = lopti(step.position)
        events += step.events
    return Session(at, tuple(events))


def test_d2_a_swap_is_secret_until_all_have_chosen() -> None:
    after = played(SWAP, "1: swap Td Ad", "0: swap 4c Kc")
    assert after.events == (Chose(ONE), Chose(ZERO))
    assert after.position.to_move == (TWO,)
    assert after.round.hands == parse(SWAP).round.hands
    done = played(after.position, "2: swap -")
    assert done.events == (Chose(TWO), Swapped(ZERO, "4c", "Kc"), Swapped(ONE, "Td", "Ad"))
    assert (done.round.hands[0], done.round.up[0]) == (("5c", "6c", "Kc"), ("Jc", "Qc", "4c"))
    assert (done.position.phase, done.position.to_move, done.position.swaps) == ("play", (ZERO,), ())


def test_d2_one_card_may_be_swapped_and_nothing_taken_back() -> None:
    assert refused(SWAP, "0: swap 4c Jc 5c Qc") == "swap_too_many"
    assert refused(SWAP, "0: swap 9d Jc") == "not_in_hand"
    assert refused(SWAP, "0: swap 4c 5c") == "not_up"
    assert refused(str(played(SWAP, "0: swap -").position), "0: swap 4 J") == "swapped"
    assert refused(SWAP, "0: 4") == "swap_first"


def test_d2_who_lets_the_time_run_out_swaps_nothing() -> None:
    after = lapsed(SWAP, ZERO, ONE, TWO)
    assert (after.position.phase, after.position.misses) == ("play", (0, 0, 0))
    assert after.round.up == parse(SWAP).round.up


def test_r1_nobody_deals_or_closes_before_the_winner_has_used_the_right() -> None:
    assert refused(BREAK, "1: deal") == refused(BREAK, "1: close") == "may_declare"
    assert refused(BREAK, "0: deal") == "declare_first"
    assert parse(BREAK).to_move == (ZERO,)
    after = played(BREAK, "0: waive")
    assert after.events == (Waived(ZERO),)
    assert after.position.to_move == (ZERO, ONE, TWO)
    assert played(after.position, "1: deal").position.number == 2


def test_r1_s48_the_right_lapses_with_the_time() -> None:
    after = lapsed(BREAK, ZERO)
    assert after.events == (RightLapsed(ZERO),)
    dealt = played(after.position, "1: deal")
    assert [type(event) for event in dealt.events] == [Dealt]
    with pytest.raises(IllegalMove, match="no_clock"):
        after.position.lapse(ONE)


def test_r1_a_rule_is_declared_once_and_kept() -> None:
    text = 'rule title "Eight tax"; when after play; if ev.rank == 8; do draw fewest_cards 1; max 4'
    after = played(BREAK, f"0: {text}")
    assert after.events == (Declared(ZERO, "r1", "Eight tax"),)
    (rule,) = after.position.rules
    assert (rule.author, rule.round, rule.mode) == (ZERO, 1, "exec")
    assert parse(str(after.position)) == after.position
    in_lines = text.replace("; ", "\n").replace("rule ", "Rule\n")
    assert played(BREAK, f"0: {in_lines}").position == after.position
    assert refused(after.position, f"0: {text}") == "no_right"
    assert played(after.position, "2: deal").position.rules == (rule,)


def test_the_host_closes_the_table_and_the_one_with_the_most_rounds_has_won() -> None:
    after = played("turn=0 phase=break hand=9c;9d; score=1;0;2 out=2", "0: close")
    assert after.events == (Closed((1, 0, 2)),)
    places = tuple(map(frozenset, ([TWO], [ZERO], [ONE])))
    assert after.position.outcome == Outcome(places, "closed")
    assert after.position.to_move == ()
    assert refused(after.position, "0: deal") == "over"


def test_all_others_together_close_the_table_too() -> None:
    open_ = played(BREAK, "0: waive", "1: close")
    assert open_.events[1:] == (WantsToClose(ONE),)
    assert refused(open_.position, "1: close") == "not_now"
    assert played(open_.position, "2: close").told(Closed) == [Closed((1, 0, 0))]
    assert played(open_.position, "2: deal").position.closing == frozenset()


def test_those_who_have_won_as_often_share_a_place() -> None:
    outcome = played("turn=0 phase=break hand=9c;9d;8h score=1;0;1", "0: close").position.outcome
    assert outcome is not None
    assert outcome.places == (frozenset({ZERO, TWO}), frozenset({ONE}))


def test_s2_a_newcomer_sits_at_the_end_and_plays_from_the_next_deal() -> None:
    step = parse("turn=0 hand=6c9c;8dJd;9hJh pile=5c score=0;1;0").join()
    after = lopti(step.position)
    assert step.events == (Joined(THREE),)
    assert (after.score, after.seated, after.round.absent) == ((0, 1, 0, 0), (0, 1, 2, 3), frozenset({THREE}))
    assert played(after, "6", "8", "9").round.turn == ZERO
    between = played("turn=0 hand=6c;8d params=winner.creates_rule:no", "6").position
    dealt = played(lopti(between.join().position), "2: deal")
    assert [len(hand) for hand in dealt.round.hands] == [3, 3, 3]


def test_s2_nobody_joins_a_full_table_or_one_that_is_closed() -> None:
    full = deal(5, "full", {})
    with pytest.raises(IllegalMove, match="table_full"):
        full.join()
    with pytest.raises(IllegalMove, match="table_full"):
        deal(4, "large", {"deal.hand": "5", "deal.up": "4", "deal.down": "4"}).join()
    with pytest.raises(IllegalMove, match="over"):
        parse("turn=0 phase=over hand=;9d;8h").join()


def test_s2_a_seat_that_was_left_is_not_given_away() -> None:
    position = lopti(deal(5, "full", {}).drop(FOUR).position)
    with pytest.raises(IllegalMove, match="table_full"):
        position.join()


def test_s2_a_leavers_cards_go_unseen_and_the_pile_stays() -> None:
    step = parse("turn=0 hand=6c9c;8d;9h up=JcQc;; down=Kc;; pile=5c").drop(ZERO)
    after = lopti(step.position)
    assert step.events == (Dropped(ZERO),)
    assert (after.round.turn, after.round.pile_size, after.round.obliged) == (ONE, 1, False)
    assert sorted(after.round.left) == sorted(("6c", "9c", "Jc", "Qc", "Kc"))
    assert "6c" not in str(after.view(ONE))


def test_s56_a_leaver_who_is_obliged_takes_the_pile_along() -> None:
    before = played("turn=0 hand=3c9c;8d4d;9h pile=5c|6d deck=Kd", "3").position
    step = before.drop(ONE)
    after = lopti(step.position)
    assert step.events == (Dropped(ONE), TookAlong(ONE, ("5c", "6d")))
    assert (after.round.turn, after.round.pile, after.round.obliged, after.round.chain) == (TWO, (), False, 0)
    assert sorted(all_cards(after.round)) == sorted(all_cards(before.round))


def test_s2_who_is_not_in_turn_leaves_the_turn_alone() -> None:
    after = lopti(parse("turn=0 hand=3c9c;8d;9h pile=5c chain=1 obliged=yes").drop(ONE).position)
    assert (after.round.turn, after.round.obliged, after.out) == (ZERO, True, (ONE,))
    with pytest.raises(IllegalMove, match="no_seat"):
        after.drop(ONE)


def test_s2_who_leaves_during_the_swap_is_not_waited_for() -> None:
    waiting = played(SWAP, "1: swap -", "2: swap 8h 2h").position
    step = waiting.drop(ZERO)
    assert step.events == (Dropped(ZERO), Swapped(TWO, "8h", "2h"))
    assert (lopti(step.position).phase, step.position.to_move) == ("play", (ONE,))


def test_s2_a_winner_who_leaves_makes_no_rule() -> None:
    after = lopti(parse(BREAK).drop(ZERO).position)
    assert (after.declarer, after.to_move, after.host) == (None, (ONE, TWO), ONE)


def test_w6_a_table_of_one_is_closed() -> None:
    step = parse("turn=0 hand=6c;8d score=0;1 pile=5c").drop(ZERO)
    assert [type(event) for event in step.events] == [Dropped, RoundOver, Closed]
    assert step.position.outcome == Outcome((frozenset({ONE}), frozenset({ZERO})), "left")


def test_a_table_is_closed_when_the_last_one_who_wants_to_play_leaves() -> None:
    asked = played(BREAK, "0: waive", "1: close").position
    assert [type(event) for event in asked.drop(TWO).events] == [Dropped, Closed]
    assert [type(event) for event in asked.drop(ZERO).events] == [Dropped, Closed]


def test_a2_nobody_picks_up_by_itself_though_nothing_fits() -> None:
    after = played("turn=0 hand=9c3c;4d;9h pile=5c", "9").position
    assert after.to_move == (ONE,)
    assert list(after.moves(ONE)) == ["pick"]
    assert after.round.hands[1] == ("4d",)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("turn=0 hand=9c3c;4d pile=5c", "pick"),
        ("turn=0 hand=2c3c7cTc9c9dKc;4d", "play 9c"),
        ("turn=0 hand=2c3c7cTc;4d", "play 2c"),
        ("turn=0 hand=;4d down=2c3c;", "flip 1"),
        ("turn=0 hand=;4d down=2c3c; pile=5c", "pick"),
        ("turn=0 hand=Ac4c;4d params=order.ace:low", "play Ac"),
        ("turn=0 hand=9c6c3c;4d pile=5c params=pickup.voluntary:no", "play 6c"),
        ("turn=0 hand=6c;4d pile=5c extra=yes played=1", "pass"),
    ],
)
def test_a7_whose_time_is_over_picks_up_or_plays_the_lowest_plain_card(text: str, move: str) -> None:
    after, as_if_played = lapsed(text, ZERO), played(text, move)
    assert after.events == as_if_played.events
    assert after.round == as_if_played.round
    assert after.position.misses[0] == 1


def test_a7_two_turns_in_a_row_make_a_seat_away_until_it_acts() -> None:
    text = "turn=0 hand=4c9c;4d9d misses=1;0 pile=5c"
    after = lapsed(text, ZERO)
    assert after.told(WentAway) == [WentAway(ZERO)]
    assert after.position.away == (ZERO,)
    back = played(after.position, "9", "pick")
    assert (back.position.away, back.position.misses) == ((), (0, 0))
    assert not lapsed("turn=0 hand=4c9c;4d9d misses=2;0 pile=5c", ZERO).told(WentAway)


def test_a8_s57_the_table_falls_asleep_when_all_let_their_time_run_out() -> None:
    text = "turn=0 hand=4c9c;4d9d;4h9h; absent=3"
    after = lapsed(text, ZERO, ONE, TWO)
    assert [type(event) for event in after.events] == [Played, PickedUp, Played, FellAsleep]
    assert after.position.asleep
    assert after.position.to_move == (ZERO, ONE, TWO, THREE)
    with pytest.raises(IllegalMove, match="no_clock"):
        after.position.lapse(ZERO)


def test_a8_anybody_wakes_the_table_and_the_turn_stays() -> None:
    asleep = lapsed("turn=0 hand=4c9c;4d9d;4h9h", ZERO, ONE, TWO).position
    woken = played(asleep, "1: wake")
    assert woken.events == (Woke(ONE),)
    assert (woken.position.asleep, woken.position.to_move, woken.position.misses) == (False, (ZERO,), (1, 0, 1))
    assert refused(woken.position, "wake") == "not_now"


def test_a8_a_move_wakes_the_table_too() -> None:
    asleep = lapsed("turn=0 hand=4c8c9c;4d9d;4h9h", ZERO, ONE, TWO).position
    assert refused(asleep, "1: 9") == "not_your_turn"
    after = played(asleep, "9")
    assert [type(event) for event in after.events] == [Woke, Played]
    assert not after.position.asleep


def test_a9_a_round_without_progress_becomes_a_stalled_one() -> None:
    text = "turn=0 hand=9cJc;9dJd;8hQh"
    after = played(text, "9", "pick", "8", "pick").position
    assert after.round.idle == 4
    assert not after.round.is_stalled
    assert parse(f"{text} idle={RULINGS.stalled_after}").round.is_stalled
    two = "turn=0 hand=9cJc;9dJd"
    assert not parse(f"{two} idle={RULINGS.stalled_after}").round.is_stalled
    assert parse(f"{two} idle={RULINGS.stalled_after_for_two}").round.is_stalled


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("turn=0 hand=3c9c;9dJd idle=9", "3"),
        ("turn=0 hand=4c9c;9dJd deck=Kd idle=9", "4"),
        ("turn=0 hand=4c;9dJd up=5c; idle=9", "4"),
        ("turn=0 hand=;9dJd down=5c8c; idle=9", "flip 1"),
        ("turn=0 hand=Tc4c9c;9dJd idle=9", "10"),
    ],
)
def test_a9_progress_is_a_card_that_leaves_a_draw_or_a_table_card(text: str, move: str) -> None:
    assert played(text, move).round.idle == 0


def test_a9_a_turn_that_cleared_was_progress_whatever_its_last_play_was() -> None:
    assert played("turn=0 hand=Tc4c9c;9dJd idle=9", "10", "4").round.idle == 0


def test_an_extra_play_that_a_house_rule_offers_may_be_declined() -> None:
    text = "turn=0 hand=6c4c;9d pile=5c extra=yes played=1"
    assert list(parse(text).moves(ZERO)) == ["play 6c", "pass"]
    assert refused(text, "pick") == "may_pass"
    after = played(text, "pass")
    assert (after.round.turn, after.round.extra, after.round.played) == (ONE, False, 0)


def test_who_is_not_waited_for_is_told_why() -> None:
    text = "turn=0 hand=6c9c;8d;9h; pile=5c absent=3 dropped=3 quit=3"
    assert refused(text, "1: 8") == "not_your_turn"
    assert refused(text, "3: pick") == "not_seated"
    waiting = "turn=0 hand=6c9c;8d; pile=5c absent=2"
    assert refused(waiting, "2: pick") == "not_in_round"
    assert refused("turn=0 hand=6c9c;8d pile=5c", "deal") == "not_now"


def test_a_refusal_says_what_would_fit_and_what_could_be_picked_up() -> None:
    with pytest.raises(IllegalMove) as refusal:
        played("turn=0 hand=4cJc2c2d;8d pile=9c|9d9h", "4")
    assert refusal.value.reason == "too_low"
    facts = {"rank": "4", "count": 1, "top": "9", "copies": 2, "able": ("2", "22", "J"), "pile": 3}
    assert refusal.value.facts == facts


def test_what_a_log_holds_of_the_clock_and_of_newcomers_is_played_like_moves() -> None:
    position = parse("turn=0 hand=6c9c;8d;9h pile=5c")
    assert position.play(ZERO, "lapse") == position.lapse(ZERO)
    assert position.play(THREE, "join") == position.join()
    assert refused(position, "1: join") == "seated"
    assert refused(position, "1: lapse") == "not_your_turn"
    with pytest.raises(IllegalMove, match="no_clock"):
        position.lapse(None)


def test_a_card_that_a_house_rule_asks_for_is_chosen_out_of_turn() -> None:
    text = "turn=0 hand=6c9c;8dJd;9h pile=5c asked=r1:owner:1:toss:1:1:new"
    position = parse(text)
    assert position.may_act(ONE)
    assert not position.may_act(TWO)
    after = played(position, "1: choose J")
    assert (after.round.hands[1], after.round.gone, after.round.turn) == (("8d",), ("Jd",), ZERO)
    assert refused(after.position, "1: choose 8d") == "nothing_owed"
    assert refused(BREAK, "1: choose 9d") == "nothing_owed"


def test_which_card_to_turn_has_to_be_said() -> None:
    assert refused("turn=0 hand=;6c down=9c4c; pile=5c", "flip") == "which_card"


def test_a_round_with_an_opener_who_leaves_before_it_begins_is_opened_by_the_next() -> None:
    after = lopti(parse(SWAP).drop(ZERO).position)
    assert (after.phase, after.to_move, after.round.turn) == ("swap", (ONE, TWO), ONE)
    assert played(after, "1: swap -", "2: swap -").position.to_move == (ONE,)


def test_a_round_without_a_swap_begins_at_once() -> None:
    position = deal(3, "no swap", {"swap.max": "0"})
    assert (position.phase, position.to_move) == ("play", (ZERO,))


def test_parameters_that_were_agreed_hold_from_the_next_deal_on() -> None:
    text = "turn=0 phase=break hand=;9d;8h out=0 agreed=draw.floor:4"
    position = parse(text)
    assert position.round.params.draw_floor == 3
    assert played(position, "0: deal").round.params.draw_floor == 4
