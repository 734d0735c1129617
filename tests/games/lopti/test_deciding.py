"""What a table decides by votes, over whole positions, and the clocks of what it decides."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, InvalidMove, MoveError, Seat
from games.lopti.events import (
    ChangeLapsed,
    Dealt,
    Decided,
    DuelBegan,
    FellAsleep,
    ParamChanged,
    Proposed,
    RoundOver,
    RuleChanged,
    RuleRemoved,
    RuleRestored,
    Voted,
    Withdrawn,
    Woke,
)
from games.lopti.params import PARAMS
from games.lopti.text import parse
from tests.games.lopti.decisions import (
    DECLARING,
    EIGHT,
    made,
    out_of_time,
    table,
)
from tests.games.lopti.table import ONE, THREE, TWO, ZERO, all_cards, lopti, played, refused


def test_s40_two_for_one_against_and_one_silent_of_four_fail_when_time_is_over() -> None:
    before = played(table(4, made()), "2: propose remove r1 now", "0: vote yes", "1: vote no").position
    after = out_of_time(before)
    assert after.events == (Decided("vote", "remove r1", "now", "failed", (TWO, ZERO), (ONE,)),)
    assert (after.position.question, after.position.duel, after.position.voted) == (None, None, True)
    assert after.position.rules[0].status == "active"
    assert refused(after.position, "3: propose remove r1 now") == "voted"


def test_s41_two_against_two_of_four_fight_a_duel() -> None:
    before = played(table(4, made()), "2: propose remove r1 now", "1: vote no", "3: vote no")
    assert before.position.duel is None
    after = played(before.position, "0: vote yes")
    assert after.events == (Voted(ZERO, True), DuelBegan(TWO, ONE))
    assert after.position.question is not None
    assert [seat for seat in after.position.seated if after.position.may_act(seat)] == [ZERO, ONE, TWO]
    assert refused(after.position, "3: vote yes") == "vote_closed"
    assert played(after.position, "6").round.turn == ONE, "V8: card play goes on"


def test_s42_one_against_one_of_five_fails() -> None:
    before = played(table(5), "2: propose core low.renew match now", "1: vote no").position
    (decided,) = out_of_time(before).events
    assert decided == Decided("vote", "core low.renew match", "now", "failed", (TWO,), (ONE,))


def test_s43_a_vote_passes_as_soon_as_more_than_half_agree_and_closes() -> None:
    after = played(table(3, made()), "2: propose remove r1 next", "0: vote yes")
    assert after.events == (
        Proposed(TWO, "vote", "remove r1", "next"),
        Voted(ZERO, True),
        Decided("vote", "remove r1", "next", "passed", (TWO, ZERO), ()),
    )
    assert refused(after.position, "1: vote no") == "vote_closed"


def test_s44_there_is_one_vote_a_round() -> None:
    before = played(table(3), "0: propose core low.renew match now", "1: vote no").position
    assert refused(before, "1: propose core order.ace low now") == "one_question"
    after = played(before, "2: vote no")
    assert after.told(Decided) == [Decided("vote", "core low.renew match", "now", "failed", (ZERO,), (ONE, TWO))]
    assert refused(after.position, "1: propose core order.ace low now") == "voted"
    over = replace(after.position, phase="break")
    assert refused(over, "1: propose core order.ace low now") == "voted"
    assert played(over, "0: deal", "1: propose core order.ace low now").told(Proposed)


def test_v1_each_deal_brings_one_vote_and_unused_ones_do_not_add_up() -> None:
    over = parse("turn=0 phase=break hand=;8dJd;9hJh out=0 round=2 seed=5eed")
    third = played(played(over, "0: deal").position, "0: swap -", "1: swap -", "2: swap -")
    assert not third.position.voted, "the round before went by without a vote"
    once = played(third.position, "2: propose core low.max 5 now", "0: vote no", "1: vote no").position
    assert refused(once, "1: propose core low.max 6 now") == "voted"


def test_v1_the_rule_of_the_winner_uses_up_no_vote() -> None:
    made_one = played(parse(DECLARING), "0: rule book 1")
    assert not made_one.position.voted
    dealt = played(made_one.position, "1: deal", "1: propose remove r1 now")
    assert dealt.told(Proposed) == [Proposed(ONE, "vote", "remove r1", "now", None, "Feast")]


def test_v2_votes_and_duels_cannot_be_voted_on() -> None:
    for key in PARAMS:
        assert not key.startswith(("vote", "duel", "throw", "roshambo", "seats", "deck"))
    for subject in ("core vote.majority 1", "core duel.goal 10", "vote", "core seats 6"):
        with pytest.raises(MoveError):
            table(3).play(TWO, f"propose {subject} now")


def test_v8_the_cards_are_played_on_during_a_vote_and_a_duel() -> None:
    asked = played(table(4, made()), "2: propose remove r1 now", "6", "8")
    assert (asked.round.turn, asked.position.question is not None) == (TWO, True)
    fought = played(asked.position, "0: vote yes", "1: vote no", "3: vote no").position
    assert fought.duel
    on = played(fought, "9")
    assert (on.round.turn, on.position.duel) == (THREE, fought.duel)


def test_r2_a_rule_keeps_who_made_it_when_and_in_what_words() -> None:
    position = played(parse(DECLARING), '0: rule title "Toll"; text "Pay!"; when after pickup; do draw next 1').position
    (kept,) = parse(str(position)).rules
    assert (kept.id, kept.author, kept.round, kept.status, kept.mode) == ("r1", ZERO, 3, "active", "exec")
    assert (kept.title, kept.text) == ("Toll", "Pay!")
    asked = played(position, "1: propose remove r1 next", "2: vote yes").position
    assert (asked.rules[0].status, asked.rules[0].text) == ("removed", "Pay!")


def test_s45_a_change_for_now_waits_for_the_next_turn() -> None:
    position = played(table(3, made(), pile="7c"), "2: propose core low.max 5 now", "0: vote yes").position
    assert position.round.params.low_max == 7
    after = played(position, "6")
    assert after.told(ParamChanged) == [ParamChanged("low.max", "7", "5")]
    assert (after.round.params.low_max, after.position.params.low_max, after.position.pending) == (5, 5, ())
    rules = played(table(3, made()), "2: propose remove r1 now", "0: vote yes", "9").position
    assert rules.rules[0].status == "removed"


def test_v3_a_change_for_now_waits_for_the_whole_turn_with_its_extra_plays() -> None:
    before = table(3, rest="params=rank.clear:6")
    position = played(before, "2: propose core order.ace low now", "1: vote yes", "6").position
    assert (position.round.turn, position.round.extra, position.round.params.order_ace) == (ZERO, True, "high")
    assert played(position, "9").round.params.order_ace == "low"


def test_v3_a_change_for_the_next_round_waits_for_it() -> None:
    position = played(table(2, made()), "0: propose remove r1 next", "1: vote yes", "6", "8").position
    assert (position.rules[0].status, len(position.pending)) == ("active", 1)
    over = lopti(replace(position, round=replace(position.round, hands=(("9c",), ("Jd",)), pile=())))
    after = played(over, "9")
    assert after.told(RuleRemoved) == [RuleRemoved("r1", "", "vote")]
    assert after.position.phase == "break"
    assert after.position.pending == ()


def test_v3_the_swap_is_over_before_a_change_acts() -> None:
    text = "turn=0 phase=swap hand=6c9c;8dJd up=2c;2d"
    position = played(text, "1: propose core swap.max 2 now", "0: vote yes").position
    assert position.round.params.swap_max == 1
    assert played(position, "0: swap -", "1: swap -").round.params.swap_max == 2


def test_v3_between_rounds_a_change_acts_at_once() -> None:
    position = parse("turn=0 phase=break hand=;8dJd out=0 seed=5eed")
    after = played(position, "1: propose core deal.hand 4 now", "0: vote yes", "1: deal")
    assert [type(event) for event in after.events][2:5] == [Decided, ParamChanged, Dealt]
    assert [len(hand) for hand in after.round.hands] == [4, 4]


def test_v3_a_change_that_ends_the_round_ends_it() -> None:
    before = "turn=1 hand=;8dJd;9h out=0 pile=5c params=after_win:play_on"
    after = played(before, "0: propose core after_win stop now", "2: vote yes", "8")
    assert after.told(RoundOver) == [RoundOver((frozenset({ZERO}), frozenset({ONE, TWO})), 1, (), "")]
    assert after.position.declarer == ZERO


def test_s46_who_made_a_rule_drops_it_at_once_and_gets_no_other_one() -> None:
    after = played(table(3, made()), "1: drop R1")
    assert after.events == (RuleRemoved("r1", "", "author"),)
    assert (after.position.rules[0].status, after.position.voted, after.position.declarer) == ("removed", False, None)
    assert refused(after.position, "1: rule when after play; do draw next 1") == "not_your_turn"
    assert refused(table(3, made()), "0: drop r1") == "not_your_rule"
    assert refused(table(3, made()), "0: drop r2") == "no_such_rule"


def test_r5_a_question_about_a_dropped_rule_is_gone() -> None:
    position = played(table(3, made()), "2: propose remove r1 now").position
    after = played(position, "1: drop r1")
    assert after.told(Decided) == [Decided("vote", "remove r1", "now", "void", (TWO,), ())]
    assert (after.position.question, after.position.voted) == (None, False)


def test_s47_a_removed_rule_comes_back_by_a_vote_only() -> None:
    gone = replace(parse("turn=0 phase=break hand=;8dJd out=0 declarer=0"), rules=(made(status="removed"),))
    with pytest.raises(InvalidMove, match="rule_removed"):
        gone.play(ZERO, f"rule {EIGHT}")
    after = played(gone, "1: propose back r1 now", "0: vote yes")
    assert after.told(RuleRestored) == [RuleRestored("r1", "")]
    assert after.position.rules[0].status == "active"


def test_v2_a_rule_is_changed_by_a_vote() -> None:
    position = played(
        table(3, made()), "2: propose change r1 title More; when after pickup; do draw next 1 now"
    ).position
    assert position.question is not None
    assert position.question.subject == 'change r1 title "More"; when after pickup; do draw next 1; max 12'
    after = played(position, "0: vote yes", "6")
    assert after.told(RuleChanged) == [RuleChanged("r1", "", "More")]
    (new,) = after.position.rules
    assert (new.id, new.author, new.round, new.clauses[0].event) == ("r1", ONE, 1, "pickup")
    paged = played(table(3, made()), "2: propose change r1 book 1 now").position.question
    assert paged is not None
    assert paged.subject.startswith('change r1 title "Feast"')


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("propose remove r2 now", "no_such_rule"),
        ("propose back r1 now", "no_such_rule"),
        ("propose core low.max 7 now", "no_change"),
        ("propose core rank.low 3 now", "two_powers"),
        ("propose core low.max 99 now", "no_such_param"),
        ("propose core voting no now", "no_such_param"),
        ("propose core deal.hand 5 now", "too_few_cards"),
        (f"propose change r1 {EIGHT} now", "no_change"),
    ],
)
def test_v2_what_cannot_be_proposed_is_refused_and_uses_up_nothing(move: str, reason: str) -> None:
    position = table(5, made(), rest="params=deal.up:4" if reason == "too_few_cards" else "")
    assert refused(position, f"2: {move}") == reason


@pytest.mark.parametrize("move", ["propose remove now", "propose vote r1 now", "propose x", "vote maybe", "stall now"])
def test_what_is_no_proposal_is_refused(move: str) -> None:
    with pytest.raises(MoveError):
        table(3, made()).play(TWO, move)


def test_v3_what_has_become_impossible_does_not_act() -> None:
    position = played(table(2, made()), "0: propose remove r1 next", "1: vote yes", "1: drop r1").position
    over = played(replace(position, round=replace(position.round, hands=(("9c",), ("Jd",)))), "9")
    assert over.told(ChangeLapsed) == [ChangeLapsed("remove r1")]


def test_v7_who_asked_may_take_it_back_before_others_vote() -> None:
    position = played(table(3, made()), "2: propose remove r1 now").position
    after = played(position, "2: withdraw")
    assert after.events == (Withdrawn(TWO),)
    assert (after.position.question, after.position.voted) == (None, False)
    assert refused(position, "1: withdraw") == "not_yours"
    voted = played(position, "1: vote no").position
    assert refused(voted, "2: withdraw") == "others_voted"


def test_v7_a_vote_may_be_changed_until_it_closes() -> None:
    position = played(table(4), "2: propose core low.max 5 now", "1: vote no", "1: vote yes").position
    assert position.question is not None
    assert position.question.yes == (TWO, ONE)


def test_s48_a_winner_who_is_silent_makes_no_rule_and_the_dealer_deals() -> None:
    position = parse("turn=0 phase=break hand=;8d;9h out=0 declarer=0 seed=5eed")
    assert refused(position, "1: deal") == "may_declare"
    step = lopti(position.lapse(ZERO).position)
    assert played(step, "1: deal").told(Dealt)


def test_s53_who_leaves_during_a_vote_counts_as_not_voting() -> None:
    position = played(table(3), "2: propose core low.max 5 now").position
    left = lopti(position.drop(ONE).position)
    assert left.question is not None
    assert (left.question.needed, left.seated) == (2, (ZERO, TWO))
    assert played(left, "0: vote yes").told(Decided)
    alone = lopti(position.drop(TWO).position)
    assert alone.question is not None
    assert played(alone, "0: vote yes").position.question is not None


def test_s54_who_is_out_already_votes() -> None:
    text = "turn=1 hand=;8dJd;9hJh out=0 pile=5c params=after_win:play_on"
    after = played(text, "2: propose core low.max 5 now", "0: vote yes")
    assert after.told(Decided)


def test_s55_who_is_no_player_does_not_vote() -> None:
    position = played(table(3), "2: propose core low.max 5 now").position
    for stranger in (Seat(-1), Seat(3), Seat(7)):
        with pytest.raises(IllegalMove, match="not_seated"):
            position.play(stranger, "vote yes")
        with pytest.raises(IllegalMove, match="not_seated"):
            position.choices(stranger, "table")
    newcomer = lopti(position.join().position)
    assert refused(newcomer, "3: vote yes") == "no_vote"


def test_s56_the_cards_of_who_leaves_obliged_add_up_during_a_vote() -> None:
    before = played(table(3, pile="5c|6d").play(ZERO, "9").position.__str__(), "2: propose core low.max 5 now").position
    obliged = replace(before, round=replace(before.round, obliged=True))
    after = lopti(obliged.drop(ONE).position)
    assert (after.round.turn, after.round.pile) == (TWO, ())
    assert sorted(all_cards(after.round)) == sorted(all_cards(before.round))


def test_s57_a_table_where_all_are_late_sleeps_until_somebody_does_anything() -> None:
    position = table(3, rest="misses=1;1;1")
    asleep = played(position, "0: lapse")
    assert asleep.told(FellAsleep)
    awake = played(asleep.position, "2: propose core low.max 5 now")
    assert awake.told(Woke) == [Woke(TWO)]
    assert (awake.position.asleep, awake.position.misses) == (False, (2, 1, 0))


def test_what_is_asked_is_told_for_clocks_and_a_vote_changes_nothing() -> None:
    position = table(4, made())
    assert position.asking == ""
    asked = played(position, "2: propose remove r1 now").position
    assert asked.asking == "vote remove r1 now seat 2 round 2"
    assert all(asked.view(seat).position.asking == asked.asking for seat in (None, *asked.seated))
    once = played(asked, "0: vote yes", "0: vote no").position
    assert once.asking == asked.asking
    assert played(asked, "2: withdraw").position.asking == ""
    fought = played(once, "1: vote no", "3: vote yes").position
    assert fought.duel
    assert fought.asking not in (asked.asking, "")


def test_r1_the_right_to_make_a_rule_has_the_time_of_the_table() -> None:
    declaring = parse(DECLARING)
    assert declaring.hurries
    assert not played(declaring, "0: waive").position.hurries
    assert not table(3).hurries


def test_a7_a_seat_is_away_after_two_missed_turns() -> None:
    position = table(3, rest="misses=0;2;1")
    assert position.away == (1,)


def test_s2_nobody_joins_whom_an_agreed_change_leaves_no_cards_for() -> None:
    position = played(table(4), "2: propose core deal.hand 4 next", "0: vote yes", "1: vote yes").position
    assert position.view(None).may_join
    more = replace(position, params=replace(position.params, deal_up=4))
    assert not more.view(None).may_join
    with pytest.raises(IllegalMove, match="table_full"):
        more.join()
