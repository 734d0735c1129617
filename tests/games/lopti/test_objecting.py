"""Calls, objections, stalled rounds and away seats (R3, A9, A11)."""

from dataclasses import replace

import pytest

from games.core import InvalidMove
from games.lopti.events import (
    Closed,
    Decided,
    Declared,
    MayReword,
    Proposed,
    RoundOver,
    RuleRemoved,
    RuleRestored,
)
from games.lopti.rule_events import Answered
from tests.games.lopti.decisions import (
    EIGHT,
    RHYME,
    called,
    made,
    out_of_time,
    table,
    upheld,
)
from tests.games.lopti.table import ONE, THREE, TWO, ZERO, lopti, played, refused


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
