"""Roshambo. The numbers are those of docs/rules/lopti.md, 5.3; S49 and so on are its scenarios."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.core import IllegalMove, InvalidMove, InvalidPosition, MoveError, Seat
from games.lopti import duel as duels
from games.lopti import question
from games.lopti.duel import (
    Duel,
    defend,
    lapse,
    masked,
    may_defend,
    may_throw,
    missing,
    parse,
    score,
    throw,
    verdict,
    waits_for,
    winner,
    without,
)
from games.lopti.throwing import HIDDEN, MOST, Score, enough, read

ANN, BOB, CYN, DAN, EVE = map(Seat, range(5))


def opened(votes: str, creator: Seat | None = None, gone: str = "", seats: int = 5) -> Duel:
    """Opens the duel of a tie; who votes first has proposed."""
    electorate = ".".join(map(str, range(seats)))
    votes = votes.replace(" ", ".")
    return duels.open(question.parse(f"vote,remove%20r1,now,{votes[0]},{electorate},{votes},{gone}"), creator)


def thrown(duel: Duel, results: str) -> Duel:
    """Throws for both so that the challenger wins (``+``), loses (``-``) or ties (``=``)."""
    challenger, defender = duel.challenger, duel.defender
    assert challenger is not None
    assert defender is not None
    return throw(throw(duel, challenger, "R" * len(results)), defender, results.translate(str.maketrans("+-=", "SPR")))


def refusal(duel: Duel, seat: Seat, text: str) -> MoveError:
    with pytest.raises(MoveError) as caught:
        throw(duel, seat, text)
    return caught.value


# Q1: who throws


def test_q1_who_asked_for_the_change_meets_the_creator_of_the_rule() -> None:
    duel = opened("2+ 1- 0-", creator=ANN)
    assert (duel.challenger, duel.defender) == (CYN, ANN)
    assert waits_for(duel) == (ANN, CYN)


def test_q1_a_creator_who_was_silent_defends_too() -> None:
    assert opened("2+ 1-", creator=ANN, seats=3).defender == ANN


def test_q1_who_asked_for_a_core_change_meets_the_first_objector() -> None:
    duel = opened("2+ 3- 1- 0+")
    assert (duel.challenger, duel.defender) == (CYN, DAN)


def test_q1_a_creator_who_wants_another_rule_meets_the_first_objector() -> None:
    assert opened("2+ 3- 1- 0+", creator=CYN).defender == DAN


@pytest.mark.parametrize(
    ("creator", "gone"), [(EVE, "4"), (ANN, ""), (Seat(7), "")], ids=["has left", "voted for it", "left long ago"]
)
def test_q1_without_the_creator_those_who_voted_against_it_choose(creator: Seat, gone: str) -> None:
    duel = opened("2+ 3- 0+ 1-", creator, gone)
    assert (duel.challenger, duel.defender) == (CYN, None)
    assert waits_for(duel) == (BOB, DAN)
    assert [seat for seat in range(5) if may_defend(duel, Seat(seat))] == [BOB, DAN]
    assert [seat for seat in range(5) if may_throw(duel, Seat(seat))] == []


def test_q1_the_only_objector_who_wants_to_defends_at_once() -> None:
    duel = defend(opened("2+ 1-", creator=ANN, gone="0", seats=3), BOB)
    assert (duel.challenger, duel.defender) == (CYN, BOB)


def test_q1_one_who_wants_to_defends_when_the_others_have_let_their_time_run_out() -> None:
    duel = defend(opened("2+ 3- 0+ 1-", ANN), DAN)
    assert (duel.defender, waits_for(duel)) == (None, (BOB,))
    assert lapse(duel).defender == DAN


def test_s52_when_nobody_defends_the_change_passes() -> None:
    duel = lapse(opened("2+ 3- 0+ 1-", ANN))
    assert (verdict(duel), winner(duel)) == ("passed", CYN)
    assert waits_for(duel) == ()
    assert lapse(duel) == duel


@pytest.mark.parametrize("seat", [ANN, CYN, EVE], ids=["for it", "challenger", "silent"])
def test_q1_only_who_voted_against_it_may_defend(seat: Seat) -> None:
    with pytest.raises(IllegalMove) as caught:
        defend(opened("2+ 3- 0+ 1-", ANN), seat)
    assert caught.value.reason == "not_asked"


def test_q1_nobody_comes_forward_twice() -> None:
    duel = defend(opened("2+ 3- 0+ 1-", ANN), DAN)
    with pytest.raises(IllegalMove):
        defend(duel, DAN)


# Q2: thirty throws that count


def test_q2_exactly_thirty_throws_count_and_ties_do_not() -> None:
    duel = thrown(opened("0+ 1-", seats=2), "+" * 20 + "=" * 14 + "-" * 9)
    assert (score(duel), verdict(duel)) == (Score(20, 9, 14), None)
    duel = thrown(duel, "-")
    assert (score(duel), verdict(duel), winner(duel)) == (Score(20, 10, 14), "passed", ANN)


def test_s49_sixteen_to_nine_is_not_the_end() -> None:
    duel = thrown(opened("0+ 1-", seats=2), "+" * 16 + "-" * 9)
    assert verdict(duel) is None
    assert waits_for(duel) == (ANN, BOB)
    assert score(thrown(duel, "-" * 5)) == Score(16, 14, 0)
    assert winner(thrown(duel, "-" * 5)) == ANN


def test_s50_at_fifteen_all_the_next_throw_that_counts_decides_and_a_tie_does_not() -> None:
    duel = thrown(opened("0+ 1-", seats=2), "+-" * 15)
    assert (score(duel), verdict(duel), missing(duel, ANN)) == (Score(15, 15, 0), None, 3)
    duel = thrown(duel, "==")
    assert verdict(duel) is None
    duel = thrown(duel, "=-+")
    assert (score(duel), verdict(duel), winner(duel)) == (Score(15, 16, 3), "failed", BOB)


def test_q2_throws_after_the_end_do_not_matter() -> None:
    assert score(thrown(opened("0+ 1-", seats=2), "+" * 30 + "-" * 40)) == Score(30, 0, 0)


def test_q2_each_of_the_nine_meetings() -> None:
    duel = opened("0+ 1-", seats=2)
    results = {one + other: score(throw(throw(duel, ANN, one), BOB, other)) for one in "RPS" for other in "RPS"}
    assert {meeting for meeting, result in results.items() if result.change} == {"RS", "PR", "SP"}
    assert {meeting for meeting, result in results.items() if result.ties} == {"RR", "PP", "SS"}


# Q3: batches


@pytest.mark.parametrize(
    ("text", "throws"),
    [
        ("RPSSR", "RPSSR"),
        ("rpssr", "RPSSR"),
        ("12331", "RPSSR"),
        ("✊✋✌✌✊", "RPSSR"),
        ("✊🏻✋🏼✌️ ✌🏽\n✊🏿", "RPSSR"),
        ("R, P, S; s - 1.", "RPSSR"),
        ("R" * 90, "R" * 90),
    ],
)
def test_q3_throws_are_read_loosely(text: str, throws: str) -> None:
    assert read(text) == throws


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("", "no_throws", {}),
        (" , ", "no_throws", {}),
        ("RPX", "unknown_throw", {"sign": "X"}),
        ("rock", "unknown_throw", {"sign": "o"}),
        ("R?", "unknown_throw", {"sign": "?"}),
        ("4", "unknown_throw", {"sign": "4"}),
        ("P" * 91, "too_many_throws", {"most": 90, "given": 91}),
    ],
)
def test_q3_anything_else_is_no_throw(text: str, reason: str, facts: dict[str, object]) -> None:
    duel = opened("0+ 1-", seats=2)
    refused = refusal(duel, ANN, text)
    assert isinstance(refused, InvalidMove)
    assert (refused.reason, refused.facts) == (reason, facts)


def test_q3_the_first_meets_the_first_and_what_is_left_is_kept() -> None:
    duel = throw(opened("0+ 1-", seats=2), ANN, "RPSRP")
    assert (score(duel), waits_for(duel)) == (Score(0, 0, 0), (BOB,))
    duel = throw(duel, BOB, "SSS")
    assert (score(duel), waits_for(duel)) == (Score(1, 1, 1), (BOB,))
    duel = throw(duel, BOB, "PP")
    assert (score(duel), waits_for(duel)) == (Score(1, 2, 2), (ANN, BOB))


def test_q3_nothing_is_shown_until_both_have_thrown() -> None:
    duel = throw(opened("0+ 1-", seats=2), ANN, "RPSRP")
    for viewer in (BOB, CYN, None):
        assert masked(duel, viewer).change.thrower.throws == "?????"
    assert masked(duel, ANN) == duel
    duel = throw(duel, BOB, "SSS")
    for viewer in (BOB, CYN, None):
        assert masked(duel, viewer).change.thrower.throws == "RPS??"
        assert score(masked(duel, viewer)) == score(duel)


def test_q3_more_may_be_added_while_they_wait_but_not_more_than_ninety() -> None:
    duel = throw(throw(opened("0+ 1-", seats=2), ANN, "R" * 40), ANN, "P" * 50)
    refused = refusal(duel, ANN, "S")
    assert (refused.reason, refused.facts) == ("throws_waiting", {"most": MOST, "waiting": 90})
    assert throw(throw(duel, BOB, "S"), ANN, "S").change.thrower.throws[-1] == "S"


def test_q3_who_stands_by_does_not_throw() -> None:
    duel = opened("0+ 1-", seats=3)
    assert refusal(duel, CYN, "R").reason == "no_thrower"
    assert [may_throw(duel, seat) for seat in (ANN, BOB, CYN)] == [True, True, False]


def test_q3_the_throws_that_are_missing_are_probably_enough() -> None:
    duel = thrown(opened("0+ 1-", seats=2), "+" * 24)
    assert (missing(duel, ANN), missing(duel, CYN)) == (12, 0)
    duel = throw(duel, ANN, "R")
    assert (missing(duel, ANN), missing(duel, BOB)) == (0, 12)


@pytest.mark.parametrize("counting", range(1, 31))
def test_q3_enough_is_the_smallest_number_that_suffices_nine_times_of_ten(counting: int) -> None:
    """Sums up the chances throw by throw instead of by a formula."""

    def chance(throws: int) -> float:
        ways = [1.0] + [0.0] * counting
        for _ in range(throws):
            ways = [ways[0] / 3] + [ways[at] / (3 if at < counting else 1) + before * 2 / 3
                                    for at, before in enumerate(ways[:-1], start=1)]  # fmt: skip
        return ways[-1]

    assert chance(enough(counting)) >= 0.9 > chance(enough(counting) - 1)


# Q4: several who want to


def test_s51_two_who_both_want_to_defend_throw_once_for_it_and_then_the_thirty_follow() -> None:
    duel = defend(defend(opened("2+ 3- 0+ 1-", EVE, gone="4"), DAN), BOB)
    assert (duel.defender, waits_for(duel)) == (None, (BOB, DAN))
    assert refusal(duel, CYN, "R").reason == "no_thrower"
    duel = throw(throw(duel, BOB, "R"), DAN, "R")
    assert (duel.defender, missing(duel, DAN)) == (None, 3)
    duel = throw(throw(duel, BOB, "RS"), DAN, "PPP")
    assert (duel.challenger, duel.defender) == (CYN, DAN)
    assert (score(duel), waits_for(duel)) == (Score(0, 0, 0), (CYN, DAN))


def test_q4_throws_for_the_right_to_defend_are_secret_too() -> None:
    duel = throw(defend(defend(opened("2+ 3- 0+ 1-", ANN), DAN), BOB), BOB, "RPS")
    assert "RPS" not in str(masked(duel, DAN))
    assert "RPS" in str(masked(duel, BOB))


def test_q4_of_three_the_last_one_has_a_bye() -> None:
    """No table of five ties with three against it; what is left over meets the winner."""
    duel = parse("0..0,,,/-..0,1.2.3,1..0+2..0+3..0,")
    assert waits_for(duel) == (BOB, CYN)
    duel = throw(throw(duel, BOB, "R"), CYN, "S")
    assert (duel.defender, waits_for(duel)) == (None, (BOB, DAN))
    duel = throw(throw(duel, DAN, "P"), BOB, "R")
    assert (duel.defender, duel.keep.others) == (DAN, (BOB, CYN))


# Q5: who does not throw


def test_q5_who_misses_twice_loses_when_nobody_else_voted_like_it() -> None:
    duel = lapse(throw(opened("0+ 1-", seats=2), ANN, "R"))
    assert (verdict(duel), waits_for(duel)) == (None, (BOB,))
    assert (verdict(lapse(duel)), winner(lapse(duel))) == ("passed", ANN)


def test_q5_who_throws_in_between_has_missed_nothing() -> None:
    duel = lapse(throw(opened("0+ 1-", seats=2), ANN, "RRR"))
    duel = lapse(throw(duel, BOB, "R"))
    assert verdict(duel) is None
    assert verdict(lapse(duel)) == "passed"


def test_q5_those_who_voted_like_it_are_asked_for_a_substitute_and_the_score_stays() -> None:
    duel = thrown(opened("2+ 3- 0+ 1-"), "++-")
    duel = throw(duel, DAN, "S")
    duel = lapse(lapse(duel))
    assert (duel.challenger, duel.defender, waits_for(duel)) == (None, DAN, (ANN,))
    assert masked(duel, ANN).keep.thrower.throws == "SSP?"
    duel = defend(duel, ANN)
    assert (duel.challenger, score(duel), waits_for(duel)) == (ANN, Score(2, 1, 0), (ANN,))
    assert score(throw(duel, ANN, "R")) == Score(3, 1, 0)
    assert (verdict(lapse(lapse(duel))), winner(lapse(lapse(duel)))) == ("failed", DAN)


def test_q5_a_volunteer_who_does_not_throw_twice_leaves_the_right_to_the_other() -> None:
    duel = throw(defend(defend(opened("2+ 3- 0+ 1-", ANN), DAN), BOB), BOB, "R")
    assert lapse(duel).defender is None
    assert lapse(lapse(duel)).defender == BOB
    assert lapse(lapse(duel)).keep.thrower.throws == ""


def test_q5_when_no_volunteer_throws_the_side_has_nobody() -> None:
    duel = defend(defend(opened("2+ 3- 0+ 1-", ANN), DAN), BOB)
    assert verdict(lapse(lapse(duel))) == "passed"


def test_q5_when_nobody_throws_at_all_nothing_changes() -> None:
    duel = lapse(lapse(opened("0+ 1-", seats=2)))
    assert (verdict(duel), winner(duel)) == ("failed", None)


# Leaving


def test_v4_when_the_proposer_has_left_those_who_voted_for_it_choose() -> None:
    duel = opened("2+ 3- 0+ 1- 4+", gone="2")
    assert (duel.challenger, duel.defender, waits_for(duel)) == (None, DAN, (ANN, EVE))


def test_s2_who_leaves_during_the_duel_is_replaced_and_its_throws_that_wait_are_void() -> None:
    duel = throw(thrown(opened("2+ 3- 0+ 1-"), "+="), DAN, "SS")
    duel = without(duel, DAN)
    assert (duel.defender, waits_for(duel)) == (None, (BOB,))
    duel = defend(duel, BOB)
    assert (duel.keep.thrower.throws, score(duel)) == ("SR", Score(1, 0, 1))


def test_s2_a_side_that_has_left_loses() -> None:
    assert verdict(without(opened("0+ 1-", seats=2), BOB)) == "passed"
    assert verdict(without(opened("0+ 1-", seats=2), ANN)) == "failed"
    decided = without(opened("0+ 1-", seats=2), ANN)
    assert without(decided, BOB) == decided


def test_s2_who_leaves_while_it_is_asked_is_not_waited_for() -> None:
    duel = opened("2+ 3- 0+ 1-", ANN)
    assert verdict(without(without(duel, BOB), DAN)) == "passed"
    assert without(defend(duel, DAN), BOB).defender == DAN
    assert without(defend(defend(duel, DAN), BOB), BOB).defender == DAN


# Text


@pytest.mark.parametrize(
    "text",
    [
        "2..0,,,/0..0,,,",
        "2.RPSSR.0,,,/0.RRR.1,,,",
        "2.RPS??.0,,,/0.RRR.1,,,",
        "12.R.0,0.3,,/-..0,1.4,1..0,asking",
        "12.R.0,0.3,,/-..0,1.4,1.RR.1+4..0,",
        "-..0,,,/-..0,,,",
    ],
)
def test_the_text_of_a_duel_says_all(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2..0,,,",
        "2..0,,,/0..0,,,/1..0,,,",
        "2..0,,,/0..0,,",
        "2..0,,,/0..2,,,",
        "2.X.0,,,/0..0,,,",
        "2..0,,,/2..0,,,",
        "2..0,1,,/0..0,1,,",
        "02..0,,,/0..0,,,",
        "2..0,,,/-..0,1,0..0,asking",
        "2..0,,,/-..0,1,1..0+1..0,asking",
        "2..0,,,/-..0,1,,no",
        "٢..0,,,/0..0,,,",
    ],
)
def test_text_that_is_no_duel_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert (caught.value.reason, caught.value.facts) == ("duel", {"text": text})


@given(st.from_regex(duels.SIDE, fullmatch=True), st.from_regex(duels.SIDE, fullmatch=True))
def test_whatever_can_be_read_as_a_duel_is_spelt_the_same_and_can_be_asked_anything(one: str, other: str) -> None:
    try:
        duel = parse(f"{one}/{other}")
    except InvalidPosition:
        return
    assert str(duel) == f"{one}/{other}"
    assert (winner(duel) is None) or verdict(duel)
    assert parse(str(masked(duel, None))) == masked(duel, None)
    assert set(waits_for(lapse(duel))) <= set(range(1000))


# A table that throws


class Table(RuleBasedStateMachine):
    """A tie of five in which everybody throws, comes forward, sleeps or leaves in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.duel = opened("2+ 3- 0+ 1-", ANN)
        self.before = self.duel

    def now(self, duel: Duel) -> None:
        self.before, self.duel = self.duel, duel

    @precondition(lambda self: verdict(self.duel) is None)
    @rule(seat=st.integers(0, 4).map(Seat), throws=st.text("RPS", min_size=1, max_size=MOST))
    def throw(self, seat: Seat, throws: str) -> None:
        if not may_throw(self.duel, seat):
            assert refusal(self.duel, seat, throws).reason == "no_thrower"
            return
        late = seat in waits_for(self.duel)
        assert late == bool(missing(self.duel, seat))
        sides = [self.duel.change, self.duel.keep]
        given = next(
            thrower.throws for side in sides for thrower in (side.thrower, *side.volunteers) if thrower.seat == seat
        )
        if not late and len(given) + len(throws) > MOST:
            return
        self.now(throw(self.duel, seat, throws))

    @precondition(lambda self: verdict(self.duel) is None)
    @rule(seat=st.integers(0, 4).map(Seat))
    def defend(self, seat: Seat) -> None:
        if may_defend(self.duel, seat):
            self.now(defend(self.duel, seat))

    @rule()
    def lapse(self) -> None:
        self.now(lapse(self.duel))

    @rule(seat=st.integers(0, 4).map(Seat))
    def leave(self, seat: Seat) -> None:
        self.now(without(self.duel, seat))
        assert verdict(self.duel) or not may_throw(self.duel, seat)
        assert seat not in waits_for(self.duel)

    @invariant()
    def holds(self) -> None:
        assert parse(str(self.duel)) == self.duel
        stands = score(self.duel)
        assert stands.change + stands.keep <= 31
        assert stands.change + stands.keep < 31 or abs(stands.change - stands.keep) == 1
        assert (verdict(self.duel) is None) == bool(waits_for(self.duel))
        assert verdict(self.before) in (None, verdict(self.duel))
        assert score(self.before).ties <= score(self.duel).ties

    @invariant()
    def hides(self) -> None:
        for viewer in (ANN, BOB, CYN, DAN, EVE, None):
            seen = masked(self.duel, viewer)
            assert (score(seen), verdict(seen)) == (score(self.duel), verdict(self.duel))
            assert waits_for(seen) == waits_for(self.duel)
            met = min(len(seen.change.thrower.throws), len(seen.keep.thrower.throws))
            for side in (seen.change, seen.keep):
                if side.thrower.seat != viewer:
                    assert not side.thrower.throws[met:].strip(HIDDEN)


TestTable = Table.TestCase
