"""What a table decides: votes, duels, objections, calls, stalled rounds and away seats, over whole positions."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.core import IllegalMove, InvalidMove, MoveError, Seat
from games.lopti import throwing
from games.lopti.duel import score
from games.lopti.events import (
    CameForward,
    ChangeLapsed,
    Closed,
    Dealt,
    Decided,
    Declared,
    DuelBegan,
    DuelOver,
    FellAsleep,
    MayReword,
    ParamChanged,
    Proposed,
    RoundOver,
    RuleChanged,
    RuleRemoved,
    RuleRestored,
    ThrowersChanged,
    ThrowsIn,
    Voted,
    Withdrawn,
    Woke,
)
from games.lopti.params import PARAMS
from games.lopti.position import Position
from games.lopti.rule import Rule
from games.lopti.rule_events import Answered
from games.lopti.text import parse
from tests.games.lopti.house import rule
from tests.games.lopti.table import FOUR, ONE, THREE, TWO, ZERO, Played, all_cards, lopti, played, refused

CARDS = ("6c9c", "8dJd", "9hJh", "QsKs", "4cAc")
EIGHT = "when after play; if ev.rank == 8; do draw next 1; max 6"
RHYME = 'title Rhyme; when before play; if ev.rank == A; do ask actor "A rhyme, please." draw actor 1; max 6'


def table(seats: int, *rules: Rule, pile: str = "5c", rest: str = "") -> Position:
    """A round at its beginning: seat 0 is to move."""
    text = f"turn=0 hand={';'.join(CARDS[:seats])} pile={pile} deck=2d2h round=2 {rest}"
    return replace(parse(text), rules=rules)


def made(text: str = EIGHT, *, id: str = "r1", author: Seat = ONE, round: int = 1, status: str = "active") -> Rule:
    return replace(rule(text, id=id, round=round, status=status), author=author)


def out_of_time(position: Position) -> Played:
    """What happens when the time of the table's question is over."""
    step = position.lapse(None)
    again = position.play(ZERO, step.move)
    assert again == step, "a log replays"
    return Played(lopti(step.position), step.events)


def tied(*rules: Rule, seats: int = 4, subject: str = "core low.renew match next") -> Position:
    """A vote with as many for as against it, all of whom have voted; seat 2 has asked, seat 1 was the first against."""
    votes = {2: ["1: vote no"], 4: ["1: vote no", "3: vote no", "0: vote yes"]}[seats]
    asker = "0" if seats == 2 else "2"
    return played(table(seats, *rules), f"{asker}: propose {subject}", *votes).position


def thrown(position: Position, one: str, other: str) -> Played:
    """The duel of seats 2 and 1 goes on."""
    return played(position, f"2: throw {one}", f"1: throw {other}")


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


def test_q1_who_asked_and_votes_against_it_does_not_throw_for_it() -> None:
    position = played(table(2), "0: propose core low.max 5 now", "0: vote no").position
    after = played(position, "1: vote yes")
    assert after.events == (Voted(ONE, True), DuelBegan(None, ZERO))
    assert played(after.position, "1: defend").told(ThrowersChanged) == [ThrowersChanged(ONE, ZERO)]


def test_s48_a_winner_who_is_silent_makes_no_rule_and_the_dealer_deals() -> None:
    position = parse("turn=0 phase=break hand=;8d;9h out=0 declarer=0 seed=5eed")
    assert refused(position, "1: deal") == "may_declare"
    step = lopti(position.lapse(ZERO).position)
    assert played(step, "1: deal").told(Dealt)


def test_s49_a_duel_goes_on_to_thirty_when_it_is_decided_before() -> None:
    after = thrown(tied(), "P" * 25, "R" * 16 + "S" * 9)
    assert after.position.duel is not None
    assert (score(after.position.duel).change, score(after.position.duel).keep) == (16, 9)
    over = thrown(after.position, "P" * 5, "R" * 5)
    assert over.told(DuelOver) == [DuelOver(TWO, ONE, 21, 9, 0, passed=True)]
    assert over.position.pending[0].subject == "core low.renew match"
    assert (over.position.duel, over.position.question) == (None, None)


def test_s50_at_fifteen_all_the_next_throw_that_counts_decides() -> None:
    even = thrown(tied(), "P" * 30, "R" * 15 + "S" * 15).position
    assert even.duel is not None
    tie = thrown(even, "P", "P").position
    assert tie.duel is not None
    over = thrown(tie, "R", "P")
    assert over.told(DuelOver) == [DuelOver(TWO, ONE, 15, 16, 1, passed=False)]
    assert over.told(Decided) == [Decided("vote", "core low.renew match", "next", "failed", (TWO, ZERO), (ONE, THREE))]
    assert over.position.pending == ()


def test_s51_volunteers_throw_once_for_the_right_to_defend() -> None:
    gone = made(author=FOUR)
    position = table(5, gone)
    position = lopti(position.drop(FOUR).position)
    moves = ("2: propose remove r1 next", "1: vote no", "3: vote no", "0: vote yes")
    begun = played(position, *moves)
    assert begun.told(DuelBegan) == [DuelBegan(TWO, None)]
    assert [choice.text for choice in begun.position.view(None).public] == ["defend"]
    both = played(begun.position, "1: defend", "3: defend")
    assert both.events == (CameForward(ONE), CameForward(THREE))
    one = played(both.position, "1: throw R", "3: throw P")
    assert one.events == (ThrowsIn(ONE), ThrowsIn(THREE), ThrowersChanged(TWO, THREE))
    over = played(one.position, f"2: throw {'R' * 30}", f"3: throw {'P' * 30}")
    assert over.told(DuelOver) == [DuelOver(TWO, THREE, 0, 30, 0, passed=False)]
    assert over.position.rules[0].status == "active"


def test_s52_a_change_passes_that_nobody_defends() -> None:
    position = lopti(table(5, made(author=FOUR)).drop(FOUR).position)
    moves = ("2: propose remove r1 next", "1: vote no", "3: vote no", "0: vote yes")
    after = out_of_time(played(position, *moves).position)
    assert after.told(DuelOver) == [DuelOver(TWO, None, 0, 0, 0, passed=True)]
    assert after.position.pending[0].subject == "remove r1"


def test_q5_who_lets_the_time_run_out_twice_is_out_of_the_duel() -> None:
    waiting = played(tied(), "2: throw random").position
    once = out_of_time(waiting)
    assert once.events == ()
    twice = out_of_time(once.position)
    assert twice.events == (ThrowersChanged(TWO, None),)
    nobody = out_of_time(twice.position)
    assert [type(event) for event in nobody.events] == [DuelOver, Decided]
    assert nobody.position.pending


def test_s53_who_leaves_during_a_vote_counts_as_not_voting() -> None:
    position = played(table(3), "2: propose core low.max 5 now").position
    left = lopti(position.drop(ONE).position)
    assert left.question is not None
    assert (left.question.needed, left.seated) == (2, (ZERO, TWO))
    assert played(left, "0: vote yes").told(Decided)
    alone = lopti(position.drop(TWO).position)
    assert alone.question is not None
    assert played(alone, "0: vote yes").position.question is not None


def test_q5_a_duellist_who_leaves_is_replaced_or_has_lost() -> None:
    step = tied().drop(ONE)
    assert ThrowersChanged(TWO, None) in step.events
    assert lopti(step.position).may_act(THREE)
    gone = step.position.drop(THREE)
    assert [type(event) for event in gone.events if type(event) in (DuelOver, Decided)] == [DuelOver, Decided]


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


def called(seats: int = 4) -> Position:
    """An ace was played without a rhyme."""
    before = table(seats, made(RHYME), pile="Kd")
    hands = (("9c", "As"), *before.round.hands[1:])
    after = played(replace(before, round=replace(before.round, hands=hands)), "A").position
    assert after.round.asked
    return after


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


def test_q3_a_duel_asks_anew_when_both_have_thrown_or_the_time_is_over() -> None:
    position = tied()
    alone = played(position, "2: throw RPS").position
    assert alone.asking == position.asking
    assert alone.view(ZERO).position.asking == alone.asking
    met = played(alone, "1: throw R").position
    late = lopti(position.lapse(None).position)
    assert len({position.asking, met.asking, late.asking}) == 3


def test_q1_a_duel_asks_anew_when_nobody_is_asked_to_come_forward_any_more() -> None:
    position = lopti(table(5, made(author=THREE)).drop(THREE).position)
    asked = played(position, "2: propose remove r1 now", "0: vote no", "1: vote no", "4: vote yes").position
    assert asked.duel
    one = played(asked, "1: defend").position
    assert one.duel
    assert one.asking == asked.asking
    two = lopti(one.lapse(None).position)
    assert two.duel
    assert two.asking != asked.asking


def test_r1_the_right_to_make_a_rule_has_the_time_of_the_table() -> None:
    declaring = parse(DECLARING)
    assert declaring.hurries
    assert not played(declaring, "0: waive").position.hurries
    assert not table(3).hurries


def test_a7_a_seat_is_away_after_two_missed_turns() -> None:
    position = table(3, rest="misses=0;2;1")
    assert [position.is_away(seat) for seat in position.seated] == [False, True, False]


def test_r3_a_call_that_more_than_half_uphold_does_what_the_rule_says() -> None:
    begun = played(called(), "2: call r1")
    assert begun.events == (Proposed(TWO, "call", "r1", "now", ZERO, "Rhyme"),)
    assert refused(begun.position, "0: vote yes") == "no_vote"
    after = played(begun.position, "3: vote no")
    decided = Decided("call", "r1", "now", "passed", (), (TWO, THREE), "Rhyme")
    assert after.events[1:3] == (decided, Answered("r1", ZERO, done=False))
    assert len(after.round.hands[0]) == len(begun.round.hands[0]) + 1


def test_r3_silence_speaks_for_who_is_called() -> None:
    after = out_of_time(played(called(), "2: call r1").position)
    assert after.told(Answered) == [Answered("r1", ZERO, done=True)]
    assert after.position.round.asked == ()


def test_r3_what_may_not_be_called() -> None:
    assert refused(called(), "0: call r1") == "own_call"
    assert refused(called(), "2: call r2") == "nothing_to_call"
    assert refused(table(3, made(RHYME)), "2: call r1") == "nothing_to_call"
    taken_back = played(called(), "2: call r1", "2: withdraw")
    assert taken_back.told(Answered) == [Answered("r1", ZERO, done=True)]


def test_r3_a_call_is_over_with_the_round() -> None:
    position = played(called(2 + 1), "2: call r1").position
    over = played(
        replace(position, round=replace(position.round, hands=((), ("2d",), ("9h",)), down=(("4c",), (), ()))), "2"
    )
    assert over.told(Decided) == [Decided("call", "r1", "now", "void", (), (TWO,), "Rhyme")]
    assert over.position.question is None


def test_r3_a_rule_may_be_objected_to_before_it_has_done_anything() -> None:
    position = table(4, made())
    after = played(position, "2: object r1", "0: vote yes", "3: vote yes")
    assert after.told(RuleRemoved, MayReword) == [RuleRemoved("r1", "", "objection"), MayReword(ONE, "r1", "")]
    assert refused(replace(position, number=3), "2: object r1") == "too_late_to_object"
    fired = replace(position, round=replace(position.round, fired=(("r1.0", 1),)))
    assert refused(fired, "2: object r1") == "too_late_to_object"


def upheld() -> Position:
    return played(table(4, made()), "2: object r1", "0: vote yes", "3: vote yes").position


def test_r3_the_author_may_put_it_in_other_words_once() -> None:
    position = upheld()
    assert refused(position, "2: rule when after play; do draw next 1") == "not_your_turn"
    with pytest.raises(InvalidMove, match="rule_removed"):
        position.play(ONE, f"rule {EIGHT}")
    assert [choice.text for choice in position.choices(ONE, "table").items] == ["propose", "rule"]
    assert position.choices(ONE, "rule").back == "table"
    after = played(position, "1: rule when after pickup; do draw next 1")
    assert after.told(Declared) == [Declared(ONE, "r2", "")]
    assert [rule.status for rule in after.position.rules] == ["removed", "removed"]
    over = played(replace(after.position, round=replace(after.round, hands=(("9c",), ("Jd",), ("9h",), ("Qs",)))), "9")
    assert over.told(RuleRestored) == [RuleRestored("r2", "")]
    assert [rule.status for rule in over.position.rules] == ["removed", "active"]
    again = replace(over.position, declarer=None)
    twice = played(again, "2: object r2", "0: vote yes", "3: vote yes")
    assert twice.told(RuleRemoved, MayReword) == [RuleRemoved("r2", "", "objection")]


def test_r3_an_author_who_leaves_does_not_reword() -> None:
    assert lopti(upheld().drop(ONE).position).rewording == ""


def test_a9_a_stalled_round_ends_without_a_winner_if_more_than_half_want_it() -> None:
    assert refused(table(3, rest="idle=59"), "2: stall") == "not_stalled"
    after = played(table(3, rest="idle=60"), "2: stall", "0: vote yes")
    assert after.events[2:] == (
        Decided("stall", "", "now", "passed", (TWO, ZERO), ()),
        RoundOver((), 2, (), ""),
    )
    assert (after.position.phase, after.position.declarer, after.position.score) == ("break", None, (0, 0, 0))
    assert after.position.voted is False
    assert refused(table(2, rest="idle=149"), "1: stall") == "not_stalled"


def test_a11_the_others_remove_who_is_away() -> None:
    position = table(4, rest="misses=0;2;0;0")
    assert refused(position, "2: remove 0") == refused(position, "1: remove 1") == "not_away"
    begun = played(position, "2: remove 1")
    assert begun.events == (Proposed(TWO, "remove", "1", "now", ONE),)
    assert refused(begun.position, "1: vote no") == "no_vote"
    after = played(begun.position, "3: vote yes").position
    assert after.out == (ONE,)
    assert after.question is None


def test_a11_who_is_back_is_not_removed() -> None:
    position = played(table(4, rest="misses=0;2;0;0"), "2: remove 1", "6", "8").position
    after = played(position, "3: vote yes")
    assert after.told(Decided) == [Decided("remove", "1", "now", "void", (TWO, THREE), ())]
    assert after.position.seated == (ZERO, ONE, TWO, THREE)


def test_a11_of_two_the_one_who_is_there_removes_the_other_and_the_table_is_closed() -> None:
    after = played(table(2, rest="misses=0;2"), "0: remove 1")
    assert after.told(Closed)
    assert after.position.phase == "over"
    assert refused(after.position, "0: propose core low.max 5 now") == "over"


def test_q3_throws_by_chance_are_those_of_the_seed_which_moves_on() -> None:
    position = replace(tied(), round=replace(tied().round, seed="5eed"))
    step = position.play(TWO, "throw random")
    assert step.move == f"throw {throwing.drawn('5eed', 60)}"
    assert position.play(TWO, step.move) == step, "a log replays"
    after = lopti(step.position)
    assert after.round.seed != "5eed"
    full = after.play(TWO, "throw random").move
    assert len(full.removeprefix("throw ")) == 30, "no more may wait"
    assert refused(played(after, "2: throw random").position, "2: throw R") == "throws_waiting"
    assert refused(position, "0: throw random") == "no_thrower"


def test_q3_the_events_of_a_duel_tell_no_throws() -> None:
    step = tied().play(TWO, "throw RPSSR")
    assert step.events == (ThrowsIn(TWO),)
    assert "RPSSR" not in str(step.position.view(ONE))
    assert "RPSSR" in str(step.position.view(TWO))


def public(position: Position) -> list[str]:
    views = [position.view(seat) for seat in (None, *position.seated)]
    assert len({view.public for view in views}) == 1
    return [choice.text for choice in views[0].public]


def test_what_may_be_pressed_in_public_is_the_same_for_all() -> None:
    assert public(table(3)) == []
    assert public(parse("turn=0 phase=swap hand=6c9c;8dJd up=2c;2d")) == []
    assert public(played(table(3), "2: propose core low.max 5 now").position) == ["vote yes", "vote no"]
    assert public(parse("turn=0 phase=break hand=;8d;9h out=0 declarer=0")) == ["waive"]
    assert public(parse("turn=0 phase=break hand=;8d;9h out=0")) == ["deal", "close"]
    assert public(table(3, rest="asleep=yes")) == ["wake"]
    assert public(tied()) == []


def walked(position: Position, seat: Seat, *texts: str) -> list[str]:
    """Walks from a beginning to a move, and returns what the last step offers."""
    for before, after in pairwise(texts):
        items = position.choices(seat, before).items
        assert len(items) <= 22
        assert after in [choice.text for choice in items]
        assert position.choices(seat, after).back == before
    return [choice.text for choice in position.choices(seat, texts[-1]).items]


def test_the_table_is_asked_step_by_step_by_everybody() -> None:
    position = table(3, made(), made(RHYME, id="r2", status="removed"))
    for seat in position.seated:
        first = [choice.text for choice in position.choices(seat, "table").items]
        assert first == ["propose", "drop"] if seat == ONE else ["propose", "object"]
        assert walked(position, seat, "table", "propose") == [
            *("propose remove", "propose change", "propose back", "propose core"),
        ]
    low = walked(position, TWO, "table", "propose", "propose core", "propose core low.", "propose core low.renew")
    assert low == ["propose core low.renew match"]
    assert walked(position, TWO, "propose core low.renew", *low) == [f"{low[0]} now", f"{low[0]} next"]
    assert walked(position, TWO, "propose", "propose back", "propose back r2")[0] == "propose back r2 now"
    assert walked(position, ONE, "table", "drop") == ["drop r1"]
    assert walked(position, TWO, "table", "object") == ["object r1"]
    assert position.choices(TWO, "object r1").items == ()
    assert position.choices(TWO, "").items == ()


def test_a_rule_is_changed_step_by_step() -> None:
    position, lead = table(3, made()), "propose change r1"
    begun = f"{lead} when after pickup"
    assert walked(position, TWO, "propose", "propose change", lead, f"{lead} when", begun)
    whole = f"{begun}; do draw next 1; max 2"
    choices = {choice.text: choice.complete for choice in position.choices(TWO, whole).items}
    assert choices == {f"{whole} now": True, f"{whole} next": True}
    assert position.choices(TWO, f"{whole} now").back == whole
    assert position.choices(TWO, whole).back == f"{begun}; do draw next 1; max"
    page = walked(position, TWO, lead, f"{lead} book", f"{lead} book 3")
    assert page == [f"{lead} book 3 now", f"{lead} book 3 next"]
    assert position.play(TWO, page[0]).move.startswith('propose change r1 title "Royal duel"')


def test_what_is_not_possible_is_not_offered() -> None:
    position = played(table(3, made()), "2: propose remove r1 now").position
    assert [choice.text for choice in position.choices(ZERO, "table").items] == []
    assert [choice.text for choice in position.choices(TWO, "table").items] == ["withdraw"]
    stalled = table(3, rest="idle=60 misses=0;2;0")
    assert [choice.text for choice in stalled.choices(TWO, "table").items] == ["propose", "remove", "stall"]
    assert walked(stalled, TWO, "table", "remove") == ["remove 1"]
    assert walked(called(), TWO, "table", "call") == ["call r1"]
    for text in ("propose core low.max 7", "propose remove r2", "drop r1", "propose core pass.", "duel", "throw R"):
        with pytest.raises(MoveError):
            table(3, made()).choices(TWO, text)


def test_throws_are_offered_while_they_may_wait() -> None:
    position = tied()
    assert walked(position, TWO, "duel") == ["throw random", "throw R", "throw P", "throw S"]
    assert position.choices(TWO, "throw R").back == "duel"
    full = played(position, f"2: throw {'R' * 90}").position
    assert walked(full, TWO, "duel") == []
    with pytest.raises(InvalidMove):
        position.choices(THREE, "duel")


def test_a_beginning_that_is_played_says_how_it_goes_on() -> None:
    position = table(3, made())
    for text in ("table", "PROPOSE", "propose core", "propose core low.renew match", "propose remove r1", "Object"):
        with pytest.raises(IllegalMove, match="unfinished") as refusal:
            position.play(TWO, text)
        assert position.choices(TWO, str(refusal.value.facts["begun"])).items


DECLARING = "turn=0 phase=break hand=;9d;8h out=0 declarer=0 round=3"


def test_r1_the_winner_builds_a_rule_step_by_step() -> None:
    position = parse(DECLARING)
    assert [(choice.text, choice.complete) for choice in position.choices(ZERO).items] == [
        ("rule", False),
        ("waive", True),
    ]
    assert walked(position, ZERO, "", "rule") == ["rule book", "rule when", "rule text"]
    whole = "rule when after pickup; do draw next 1; max 2"
    walked(position, ZERO, "rule when after pickup; do draw next 1; max", whole)
    assert played(position, f"0: {whole}").position.rules[0].round == 3
    pages = walked(position, ZERO, "rule", "rule book")
    assert pages == [f"rule book {page}" for page in range(1, 14)]
    known = played(position, "0: rule book 1").position
    assert "rule book 1" not in walked(replace(known, declarer=ZERO), ZERO, "rule book")
    for seat in (ONE, TWO):
        with pytest.raises(IllegalMove, match="no_right"):
            position.choices(seat, "rule")


def confirms(position: Position, text: str, seat: Seat = ZERO) -> tuple[list[str], str]:
    """Returns what may follow a text that has to be confirmed, and the beginning before it."""
    choices = position.choices(seat, text)
    assert choices.confirm, text
    return [choice.text for choice in choices.items], choices.back


def test_r1_a_whole_rule_is_confirmed_however_it_was_made() -> None:
    position = parse(DECLARING)
    whole = "rule when after pickup; do draw next 1"
    assert confirms(position, whole) == ([f"{whole}; do", f"{whole}; max"], "rule when after pickup; do draw next")
    assert confirms(position, f"{whole}; max 2") == ([], f"{whole}; max")
    assert confirms(position, "rule book 3") == ([], "rule book")
    by_hand = "rule title Toll\nwhen after pickup\nif ev.taken > 3 or deck == 0\ndo draw next 1"
    assert confirms(position, by_hand) == ([], "rule")
    assert confirms(position, "Rule " + by_hand[5:]) == ([], "rule")
    for text in ("rule", "rule when", "rule when after pickup; do", "rule book"):
        assert not position.choices(ZERO, text).confirm
    after = played(position, f"0: {by_hand}").position
    assert after.rules[0].title == "Toll"


@pytest.mark.parametrize(
    ("line", "reason", "check"),
    [
        ("when after pickup; do skip next", "rule_verb", "S5"),
        ("when after pickup; do draw next 20; max 2", "rule_count", "S5"),
        ("no rule at all", "rule_key", "S1"),
        ("book 99", "rule_key", "S1"),
        ("when after voting", "rule_event", "S2"),
    ],
)
def test_r1_a_line_that_is_no_rule_is_refused_with_its_reason(line: str, reason: str, check: str) -> None:
    position, running = parse(DECLARING), table(3, made())
    for at, text in (
        (position, f"rule {line}"),
        (running, f"propose change r1 {line}"),
        (running, f"propose change r1 {line} now"),
    ):
        with pytest.raises(InvalidMove) as refusal:
            at.choices(ZERO, text)
        assert (refusal.value.reason, refusal.value.facts["check"]) == (reason, check)


def test_s47_a_removed_rule_is_refused_before_it_is_confirmed() -> None:
    position = replace(parse(DECLARING), rules=(made(status="removed"),))
    with pytest.raises(InvalidMove, match="rule_removed"):
        position.choices(ZERO, f"rule {EIGHT}")
    often = walked(position, ZERO, f"rule {EIGHT.removesuffix(' 6')}")
    assert [text.rsplit(" ", 1)[1] for text in often] == ["1", "2", "3", "4", "12"]


def test_s47_a_removed_rule_in_own_words_is_not_offered() -> None:
    position = parse(DECLARING)
    own = walked(position, ZERO, "rule text")
    removed = rule(own[1].removeprefix("rule "), status="removed")
    position = replace(position, rules=(removed,))
    assert walked(position, ZERO, "rule text") == [own[0], *own[2:]]
    with pytest.raises(InvalidMove, match="rule_removed"):
        position.choices(ZERO, own[1])


def test_v3_a_whole_proposal_is_confirmed() -> None:
    position = table(3, made(), made(RHYME, id="r2", status="removed"))
    for begun in ("remove r1", "back r2", "core low.renew match", "change r1 book 3"):
        for when in ("now", "next"):
            assert confirms(position, f"propose {begun} {when}", TWO) == ([], f"propose {begun}")
    assert confirms(position, "Propose  CORE Low.Renew match NEXT", TWO) == ([], "propose core low.renew match")
    by_hand = "propose change r1 title Toll; when after pickup; if ev.taken > 3; do draw next 1"
    assert confirms(position, f"{by_hand} now", TWO) == ([], by_hand)
    assert walked(position, TWO, by_hand) == [f"{by_hand} now", f"{by_hand} next"]
    assert position.choices(TWO, by_hand).back == "propose change r1"
    begun = "propose change r1 when after pickup; do draw next"
    assert not position.choices(TWO, begun).confirm, "it ends like a proposal, and is none yet"
    with pytest.raises(IllegalMove, match="unfinished"):
        position.play(TWO, begun)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("propose core low.max 7 now", "no_change"),
        ("propose remove r7 next", "no_such_rule"),
        ("propose core no.such 1 now", "no_such_param"),
    ],
)
def test_v2_a_proposal_that_is_none_is_refused_before_it_is_confirmed(text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        table(3, made()).choices(TWO, text)
    asked = played(table(3, made()), "2: propose remove r1 now").position
    with pytest.raises(IllegalMove, match="one_question"):
        asked.choices(ZERO, "propose core low.renew match now")
    voted = played(asked, "2: withdraw", "2: propose remove r1 now", "0: vote no", "1: vote no").position
    with pytest.raises(IllegalMove, match="voted"):
        voted.choices(ZERO, "propose core low.renew match now")


def test_r1_own_words_need_no_typing() -> None:
    position = parse(DECLARING)
    own = walked(position, ZERO, "rule", "rule text")
    reminders = walked(position, ZERO, "rule text", own[1])
    step = position.play(ZERO, reminders[2])
    assert lopti(step.position).rules[0].remind == "play A"


def test_r1_the_listed_moves_of_the_winner_are_whole_rules() -> None:
    position = parse(DECLARING)
    moves = list(position.moves(ZERO))
    assert len(moves) == 14
    assert all(position.play(ZERO, move).move == move for move in moves)


def test_s2_nobody_joins_whom_an_agreed_change_leaves_no_cards_for() -> None:
    position = played(table(4), "2: propose core deal.hand 4 next", "0: vote yes", "1: vote yes").position
    assert position.view(None).may_join
    more = replace(position, params=replace(position.params, deal_up=4))
    assert not more.view(None).may_join
    with pytest.raises(IllegalMove, match="table_full"):
        more.join()
