"""Duels at a table: who throws, how often, who takes whose place, and what comes of it (Q1-Q5)."""

from dataclasses import replace

from games.lopti import throwing
from games.lopti.duel import score
from games.lopti.events import (
    CameForward,
    Decided,
    DuelBegan,
    DuelOver,
    ThrowersChanged,
    ThrowsIn,
    Voted,
)
from tests.games.lopti.decisions import (
    made,
    out_of_time,
    table,
    thrown,
    tied,
)
from tests.games.lopti.table import FOUR, ONE, THREE, TWO, ZERO, lopti, played, refused


def test_q1_who_asked_and_votes_against_it_does_not_throw_for_it() -> None:
    position = played(table(2), "0: propose core low.max 5 now", "0: vote no").position
    after = played(position, "1: vote yes")
    assert after.events == (Voted(ONE, True), DuelBegan(None, ZERO))
    assert played(after.position, "1: defend").told(ThrowersChanged) == [ThrowersChanged(ONE, ZERO)]


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


def test_q5_a_duellist_who_leaves_is_replaced_or_has_lost() -> None:
    step = tied().drop(ONE)
    assert ThrowersChanged(TWO, None) in step.events
    assert lopti(step.position).may_act(THREE)
    gone = step.position.drop(THREE)
    assert [type(event) for event in gone.events if type(event) in (DuelOver, Decided)] == [DuelOver, Decided]


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
