"""House rules at work: questions that people answer, and what happens if nobody does (rules, 7.1 and 7.2)."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, Seat
from games.lopti.events import Drew
from games.lopti.firing import answer, choose, fire, hold, owed
from games.lopti.round import Round
from games.lopti.rule_events import (
    Answered,
    Asked,
    Gave,
    Owes,
    Revealed,
    RuleFired,
    Tossed,
)
from tests.games.lopti.house import begin_turn, done, event, rule, table

ANN, BOB, CLEO, DAN = map(Seat, range(4))
THREE = "4h5d;6c7c8c;8d9d"


# Questions to the table.

RHYME = rule('title Rhyme; when before play; do ask actor "A rhyme?" draw actor 1')


def asked(round: Round) -> Round:
    after, events = fire(round, (RHYME,), "before", event("play", rank="A", count=1))
    assert events == (RuleFired("r1", "Rhyme"), Asked("r1", ANN, "A rhyme?"))
    return after


def test_ask_waits_for_a_call_and_the_table_says_no() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    with pytest.raises(IllegalMove, match="nothing_to_call"):
        hold(round, "r1")
    after, events = answer(round, "r1", done=False)
    assert events == (Answered("r1", ANN, False), Drew(ANN, ("Kh",)))
    assert after.asked == ()


def test_ask_has_no_consequence_where_it_was_done() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    assert answer(round, "r1", done=True) == (replace(round, asked=()), (Answered("r1", ANN, True),))


def test_ask_that_nobody_calls_lapses_when_the_next_turn_has_ended() -> None:
    round = asked(table(THREE, deck="Kh"))
    round, events = begin_turn(round, (RHYME,))
    assert round.asked[0].state == "late"
    assert hold(round, "r1").asked[0].state == "held"
    round, more = begin_turn(round, (RHYME,))
    assert (round.asked, round.deck, events, more) == ((), ("Kh",), (), ())
    with pytest.raises(IllegalMove, match="nothing_to_call"):
        hold(round, "r1")


def test_ask_that_was_called_does_not_grow_old() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    for _ in range(3):
        round, _events = begin_turn(round, (RHYME,))
    assert answer(round, "r1", done=False)[0].deck == ()


def test_an_answer_to_a_question_that_is_gone_changes_nothing() -> None:
    round = table(THREE, deck="Kh")
    assert answer(round, "r1", done=False) == (round, ())
    dropped, _ = begin_turn(hold(asked(round), "r1"), ())
    assert dropped.asked == ()


def test_an_answer_reaches_nobody_who_is_out_by_now() -> None:
    round = replace(hold(asked(table(THREE, deck="Kh")), "r1"), out=(ANN,))
    assert answer(round, "r1", done=False)[1] == (Answered("r1", ANN, False),)


@pytest.mark.parametrize(("simple", "event_of"), [("toss actor 1 pick", Owes), ("reveal actor 1", Revealed)])
def test_a_no_may_lead_to_a_toss_or_to_showing_a_card(simple: str, event_of: type) -> None:
    asking = rule(f'when after play; do ask actor "A rhyme?" {simple}')
    round, _ = fire(table(THREE), (asking,), "after", event("play"))
    _, events = answer(hold(round, "r1"), "r1", done=False)
    assert isinstance(events[1], event_of)


# What nobody answers.


def test_cards_that_nobody_chose_go_from_the_lowest_when_the_next_turn_has_ended() -> None:
    giving = rule("when after play; do give next actor 2 owner")
    round, _ = fire(table("4h;2cKcJc;8d9d"), (giving,), "after", event("play"))
    round, first = begin_turn(round, (giving,))
    assert first == ()
    round, second = begin_turn(round, (giving,))
    assert second == (Gave(BOB, ANN, ("Jc",)), Gave(BOB, ANN, ("Kc",)))
    assert (round.hands[BOB], round.asked) == (("2c",), ())


def test_7_2_3_a_debt_never_takes_the_last_card() -> None:
    giving = rule("when after play; do give next actor 2 owner")
    round, _ = fire(table("4h;KcJc;8d9d"), (giving,), "after", event("play"))
    round, _ = choose(round, BOB, "Kc")
    assert owed(round, BOB) is None
    with pytest.raises(IllegalMove, match="nothing_owed"):
        choose(round, BOB, "Jc")
    for _ in range(2):
        round, events = begin_turn(round, (giving,))
        assert events == ()
    assert (round.hands[BOB], round.asked) == (("Jc",), ())


def test_a_debt_to_who_is_out_is_none() -> None:
    round, _ = done(table(THREE), "give next actor 1 owner")
    assert owed(replace(round, out=(ANN,)), BOB) is None


def test_s46_a_rule_that_was_removed_asks_no_more() -> None:
    tossing = rule("when after play; do toss actor 1 pick")
    round, _ = fire(table(THREE), (tossing,), "after", event("play"))
    after, events = begin_turn(round, (replace(tossing, status="removed"),))
    assert (after.asked, events, after.hands) == ((), (), round.hands)


def test_two_equal_debts_are_paid_one_after_the_other() -> None:
    tossing = rule("when after play; do toss actor 1 pick; do toss actor 1 pick")
    round, _ = fire(table("4h5d6s;7c"), (tossing,), "after", event("play"))
    round, _ = begin_turn(round, (tossing,))
    round, events = begin_turn(round, (tossing,))
    assert events == (Tossed(ANN, "4h"), Tossed(ANN, "5d"))
    assert round.asked == ()
