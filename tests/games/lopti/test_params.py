"""Every core parameter of section 6: what it changes, and how the parameters are read and written."""

import pytest

from games.core import InvalidOptions
from games.lopti import params as parameters
from games.lopti.events import Chose, Cleared, Dealt, Drew, Flipped, Obliged, PickedUp, RoundOver, Surplus, WentOut
from games.lopti.options import OPTIONS, PRESETS, deal, refuses
from games.lopti.params import PARAMS, Params
from games.lopti.text import parse
from tests.games.lopti.table import ONE, TWO, ZERO, fits, lopti, played, refused


def test_the_defaults_are_the_core_rules() -> None:
    assert str(Params()) == ""
    assert Params.of({}) == Params.of({key: param.default for key, param in PARAMS.items()}) == Params()
    assert [Params().value(key) for key in ("draw.floor", "rank.clear", "four.clears", "hand.cap_pickup")] == [
        "3",
        "T",
        "yes",
        "none",
    ]


@pytest.mark.parametrize("key", PARAMS)
def test_each_value_of_a_parameter_can_be_read_and_written(key: str) -> None:
    for value in PARAMS[key].values:
        others = {other: "none" for other in PARAMS if other.startswith("rank.") and other != key}
        changed = Params.of({**others, key: value}) if key.startswith("rank.") else Params.of({key: value})
        assert changed.value(key) == value
        assert parameters.parse(str(changed)) == changed
        assert (key in changed.changed()) == (value != PARAMS[key].default)


@pytest.mark.parametrize("text", ["low.max", "low.max:3", "low.max:11", "vote:no", "low.max:8,low.max:8", ","])
def test_what_is_no_parameter_is_refused(text: str) -> None:
    with pytest.raises(InvalidOptions):
        parameters.parse(text)


def test_no_rank_has_two_powers() -> None:
    with pytest.raises(InvalidOptions, match="two_powers"):
        Params.of({"rank.reset": "7"})
    assert Params.of({"rank.reset": "7", "rank.low": "none"}).rank_reset == "7"


def test_deal_hand_up_and_down_say_how_many_cards_are_dealt() -> None:
    round = deal(2, "deal", {"deal.hand": "5", "deal.up": "4", "deal.down": "0"}).round
    assert [len(cards) for cards in (*round.hands, *round.up, *round.down)] == [5, 5, 4, 4, 0, 0]
    assert len(round.deck) == 52 - 18


def test_the_deck_has_to_be_large_enough_for_all() -> None:
    large = {"deal.hand": "5", "deal.up": "4", "deal.down": "4"}
    assert Params.of(large).fit(4)
    assert refuses(5, large) == "seats"
    assert refuses(4, large) is None


@pytest.mark.parametrize(("most", "exchanges"), [("0", 0), ("1", 1 + 9), ("2", 1 + 9 + 9), ("3", 1 + 9 + 9 + 1)])
def test_swap_max_is_how_many_cards_may_be_exchanged(most: str, exchanges: int) -> None:
    position = deal(2, "swaps", {"swap.max": most})
    assert position.phase == ("swap" if exchanges else "play")
    assert not exchanges or len(list(position.moves(ONE))) == exchanges


def test_swap_max_2_exchanges_two_cards_at_once() -> None:
    text = "turn=0 phase=swap hand=4c5c6c;9d up=JcQcKc; down=;8d params=swap.max:2"
    assert refused(text, "0: swap 4c Jc 5c Qc 6c Kc") == "swap_too_many"
    after = played(text, "0: swap 6c Jc 4c Kc", "1: swap -")
    assert after.told(Chose) == [Chose(ZERO), Chose(ONE)]
    assert (after.round.hands[0], set(after.round.up[0])) == (("5c", "Jc", "Kc"), {"4c", "Qc", "6c"})


@pytest.mark.parametrize(("floor", "drawn"), [("0", 0), ("1", 0), ("2", 1), ("4", 1)])
def test_draw_floor_is_the_hand_that_needs_no_draw(floor: str, drawn: int) -> None:
    after = played(f"turn=0 hand=6c9c;9d deck=KdQdJd params=draw.floor:{floor}", "6")
    assert len(after.told(Drew)) == drawn


def test_draw_mode_refill_draws_up_to_the_floor() -> None:
    after = played("turn=0 hand=6c9c;9d deck=KdQdJd params=draw.mode:refill", "6")
    assert after.told(Drew) == [Drew(ZERO, ("Kd", "Qd"))]


def test_draw_extra_plays_draws_after_each_play() -> None:
    text = "turn=0 hand=Tc4c;5c deck=KdQdJd pile=Ac params=draw.extra_plays:yes"
    assert played(text, "10", "4").told(Drew) == [Drew(ZERO, ("Kd",)), Drew(ZERO, ("Qd",))]


def test_rank_reset_moves_the_power_of_the_2() -> None:
    text = "turn=0 hand=5c2c9c;4d pile=Kc params=rank.reset:5"
    assert fits(text) == {"5"}
    assert fits(str(played(text, "5").position)) == {"4"}


def test_rank_pass_moves_the_power_of_the_3() -> None:
    after = played("turn=0 hand=5c9c;3d5d pile=Kc params=rank.pass:5", "5")
    assert after.told(Obliged) == [Obliged(ONE, ZERO)]
    assert fits(str(after.position)) == {"5"}
    assert fits("turn=0 hand=3c9c;4d pile=4c params=rank.pass:none") == {"9"}


def test_rank_low_moves_the_power_of_the_7() -> None:
    text = "turn=0 hand=9c7c;8d6dJd pile=Kc params=rank.low:9"
    assert fits(text) == {"9"}
    assert fits(str(played(text, "9").position)) == {"6"}


def test_rank_clear_moves_the_power_of_the_10() -> None:
    after = played("turn=0 hand=6cTc;8d pile=Kc params=rank.clear:6", "6")
    assert after.told(Cleared) == [Cleared(ZERO, "ten", 2)]
    assert fits("turn=0 hand=TcJc;8d pile=9c|Td params=rank.clear:none") == {"J"}


@pytest.mark.parametrize(("most", "able"), [("4", "4"), ("6", "456"), ("9", "45689"), ("10", "45689")])
def test_low_max_is_the_highest_card_on_a_7(most: str, able: str) -> None:
    assert fits(f"turn=0 hand=4c5c6c8c9cJc;9d pile=7c params=low.max:{most}") == set(able)


def test_low_allows_clear_lets_a_10_go_on_a_7() -> None:
    assert fits("turn=0 hand=Tc9c;9d pile=7c") == set()
    assert fits("turn=0 hand=Tc9c;9d pile=7c params=low.allows_clear:yes") == {"T"}


def test_low_renew_match_makes_sevens_match() -> None:
    text = "turn=0 hand=7d7h7s;9d pile=7c"
    assert fits(text) == {"7", "77", "777"}
    assert fits(f"{text} params=low.renew:match") == {"77", "777"}


def test_order_ace_low_puts_the_ace_below_the_4() -> None:
    text = "turn=0 hand=Ac4c;9d"
    assert fits(f"{text} pile=5c params=order.ace:low") == set()
    assert fits(f"{text} pile=7c params=order.ace:low") == {"A", "4"}
    assert fits(f"{text} pile=Ad params=order.ace:low") == {"4"}


def test_order_direction_ccw_turns_the_table_round() -> None:
    after = played("turn=0 hand=3c9c;9d;9h pile=4c params=order.direction:ccw", "3")
    assert (after.round.turn, after.told(Obliged)) == (TWO, [Obliged(TWO, ZERO)])


@pytest.mark.parametrize(("rule", "able"), [("more", {"55"}), ("any", {"5", "55"}), ("never", set())])
def test_match_rule_says_what_goes_on_its_own_rank(rule: str, able: set[str]) -> None:
    assert fits(f"turn=0 hand=5d5h;9d pile=5c params=match.rule:{rule}") == able


def test_raise_min_copies_asks_for_as_many_cards() -> None:
    text = "turn=0 hand=6c6d2cTc;9d pile=5c5d"
    assert fits(f"{text} params=raise.min_copies:yes") == {"66", "2", "T"}
    assert refused(f"{text} params=raise.min_copies:yes", "6") == "copies"


def test_four_clears_no_leaves_four_of_a_kind_in_the_pile() -> None:
    after = played("turn=0 hand=4s9c;5c pile=4c4d4h params=four.clears:no", "4")
    assert not after.told(Cleared)
    assert len(after.round.pile) == 2


def test_four_across_resets_lets_a_run_go_on_over_a_2() -> None:
    text = "turn=0 hand=5s9c;6c pile=5c5d5h|2c"
    assert not played(text, "5").told(Cleared)
    assert played(f"{text} params=four.across_resets:yes", "5").told(Cleared) == [Cleared(ZERO, "four", 5)]


def test_clear_extra_play_no_lets_the_next_one_open() -> None:
    after = played("turn=0 hand=Tc9c;6c pile=Kc params=clear.extra_play:no", "10")
    assert (after.round.turn, after.round.extra) == (ONE, False)


def test_pickup_voluntary_no_lets_only_those_pick_up_who_cannot_play() -> None:
    assert refused("turn=0 hand=9c;6c pile=5c params=pickup.voluntary:no", "pick") == "must_play"
    assert played("turn=0 hand=4c;6c pile=5c params=pickup.voluntary:no", "pick").told(PickedUp)
    text = "turn=0 hand=;6c down=9c; pile=5c params=pickup.voluntary:no"
    assert list(parse(text).moves(ZERO)) == ["flip 1"]


def test_blind_illegal_card_only_leaves_the_pile() -> None:
    after = played("turn=0 hand=;6c down=4c9c; pile=5c params=blind.illegal:card_only", "flip 1")
    assert (after.round.hands[0], after.round.turn, after.round.pile_size) == (("4c",), ONE, 1)


def test_blind_illegal_card_only_does_not_free_from_a_3() -> None:
    text = "turn=0 hand=;6c down=4c9c; pile=5c chain=1 obliged=yes params=blind.illegal:card_only"
    assert played(text, "flip 1").round.hands[0] == ("4c", "5c")


def test_blind_choice_leftmost_leaves_one_card_to_turn() -> None:
    text = "turn=0 hand=;6c down=9c4c; pile=5c params=blind.choice:leftmost"
    assert list(parse(text).moves(ZERO)) == ["flip 1", "pick"]
    assert refused(text, "flip 2") == "no_down_card"
    assert played(text, "flip").told(Flipped) == [Flipped(ZERO, "9c", True)]


def test_blind_choice_random_leaves_it_to_the_seed() -> None:
    flipped = set()
    for seed in ("a", "b", "c", "d", "e", "f"):
        text = f"turn=0 hand=;6c down=9cJcQc; pile=5c chance={seed} params=blind.choice:random"
        assert list(parse(text).moves(ZERO)) == ["flip", "pick"]
        after = played(text, "flip 1")
        assert after.round.seed != seed
        assert after.events == played(text, "flip").events
        flipped |= {str(event) for event in after.told(Flipped)}
    assert len(flipped) == 3


def test_pass_stays_leaves_3s_in_the_pile() -> None:
    after = played("turn=0 hand=3c9c;3d3h9d;9h pile=5c params=pass.stays:yes", "3", "33", "pick")
    assert after.told(PickedUp) == [PickedUp(TWO, ("5c", "3c", "3d", "3h"))]
    cleared = played("turn=0 hand=3c3d3h3s9c;9d pile=5c params=pass.stays:yes", "3333")
    assert cleared.told(Cleared) == [Cleared(ZERO, "chain", 5)]


def test_pass_stays_a_3_that_opens_is_looked_through() -> None:
    after = played("turn=0 hand=3c9c;4d9d params=pass.stays:yes", "3")
    assert (after.round.obliged, fits(str(after.position))) == (False, {"4", "9"})
    assert list(after.position.moves(ONE)) == ["play 4d", "play 9d", "pick"]


@pytest.mark.parametrize(("opener", "first", "second"), [("winner", 0, 2), ("dealer", 0, 1), ("left_of_dealer", 1, 2)])
def test_opener_says_who_begins(opener: str, first: int, second: int) -> None:
    options = {"opener": opener, "winner.creates_rule": "no"}
    assert deal(3, "openers", options).round.opener == first
    text = f"turn=2 hand=9c;9d;6h params=opener:{opener},winner.creates_rule:no"
    dealt_next = played(text, "6", "0: deal")
    assert [event.opener for event in dealt_next.told(Dealt) if isinstance(event, Dealt)] == [second]


def test_after_win_play_on_goes_on_for_the_places() -> None:
    text = "turn=0 hand=6c;8d;9h pile=5c"
    assert played(text, "6").position.phase == "break"
    on = played(f"{text} params=after_win:play_on", "6")
    assert (on.position.phase, on.round.turn, on.told(WentOut)) == ("play", ONE, [WentOut(ZERO, 1)])
    assert played(on.position, "8").told(RoundOver)


def test_winner_creates_rule_no_leaves_nobody_to_wait_for() -> None:
    after = played("turn=0 hand=6c;8d params=winner.creates_rule:no", "6")
    assert (after.position.declarer, after.position.to_move) == (None, (ZERO, ONE))


def test_hand_cap_pickup_lets_the_lowest_cards_of_the_pile_go() -> None:
    text = "turn=0 hand=4c4d4h4s5c5d5h5s;9d pile=6c|8c|9c|Jc params=hand.cap_pickup:10"
    after = played(text, "pick")
    assert after.told(PickedUp, Surplus) == [PickedUp(ZERO, ("9c", "Jc")), Surplus(ZERO, ("6c", "8c"))]
    assert (len(after.round.hands[0]), after.round.gone) == (10, ("6c", "8c"))


def test_the_options_before_the_deal_are_parameters() -> None:
    assert list(PRESETS) == ["classic", "plain", "last"]
    for option in OPTIONS:
        assert option.values[0] == PARAMS[option.name].default
        assert set(option.values) == set(PARAMS[option.name].values)
    assert lopti(deal(2, "last", PRESETS["last"])).params == Params(after_win="play_on")
    assert deal(2, "plain", PRESETS["plain"]).round.params == Params(winner_creates_rule=False)
