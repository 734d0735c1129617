"""Objections to new rules, what a rule means, and rules of earlier sessions (R3, R4, S1 of docs/rules/lopti.md)."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, InvalidMove, InvalidPosition, MoveError
from games.lopti.events import (
    Decided,
    Explained,
    MayReword,
    Proposed,
    RuleRemoved,
    RuleRestored,
    Voted,
)
from games.lopti.interpreting import objectionable
from games.lopti.options import deal
from games.lopti.player import choose
from games.lopti.position import Position
from games.lopti.rule import line
from games.lopti.text import parse
from games.lopti.writing import export
from tests.games.lopti.decisions import CARDS, EIGHT, made, table
from tests.games.lopti.table import ONE, THREE, TWO, ZERO, Played, lopti, played, refused

DOUBT = "ask r1 Does it also count when the eight was turned over?"


def late(position: Position) -> Position:
    """The time of the table's question is over."""
    step = position.lapse(None)
    assert parse(str(step.position)) == step.position
    return lopti(step.position)


def result(told: Played) -> str:
    """How a question was decided."""
    (decided,) = (event for event in told.events if isinstance(event, Decided))
    return decided.result


# Objections


def over(position: Position) -> Position:
    """The round ends with seat 0's last card."""
    hands = (("9c",), *position.round.hands[1:])
    return replace(played(replace(position, round=replace(position.round, hands=hands)), "9").position, declarer=None)


REWORDED = "1: rule when after pickup; do draw next 1"
UPHELD = ("2: object r1", "0: vote yes", "3: vote yes")


def test_r3_a_rule_that_was_reworded_during_a_round_may_be_objected_to_when_it_begins() -> None:
    position = played(table(4, made()), *UPHELD, REWORDED).position
    assert objectionable(position) == [], "it does not hold yet"
    between = over(position)
    assert [rule.id for rule in objectionable(between)] == ["r2"]
    dealt = played(between, "2: deal").position
    assert [rule.id for rule in objectionable(dealt)] == ["r2"]
    assert [choice.text for choice in dealt.choices(TWO, "object").items] == ["object r2"]
    after = played(dealt, "2: object r2", "0: vote yes", "3: vote yes")
    assert after.told(RuleRemoved, MayReword) == [RuleRemoved("r2", "", "objection")], "only once"


def test_r3_a_rule_that_was_reworded_between_two_rounds_may_be_objected_to() -> None:
    between = played(over(played(table(4, made()), *UPHELD).position), REWORDED).position
    assert [rule.id for rule in objectionable(between)] == ["r2"]
    dealt = played(between, "2: deal").position
    fired = replace(dealt, round=replace(dealt.round, fired=(("r2.0", 1),)))
    assert objectionable(fired) == [], "before it has done anything"


def test_r3_the_next_rule_of_the_same_author_may_be_reworded_again() -> None:
    position = replace(over(played(table(4, made()), *UPHELD, REWORDED).position), declarer=ONE)
    both = played(position, "1: rule book 1").position
    assert [rule.id for rule in objectionable(both)] == ["r2", "r3"]
    after = played(both, "2: object r3", "0: vote yes", "3: vote yes")
    assert after.told(MayReword) == [MayReword(ONE, "r3", "Feast")]


# What a rule means


def test_r4_the_author_says_what_a_rule_means() -> None:
    asked = played(table(3, made()), f"2: {DOUBT}")
    subject = DOUBT.removeprefix("ask ")
    assert asked.events == (Proposed(TWO, "meaning", subject, "now", None, ""),)
    assert [asked.position.may_act(seat) for seat in (ONE, TWO)] == [True, False]
    assert parse(str(asked.position)) == asked.position
    for move in ("0: vote yes", "2: answer yes", "0: answer no"):
        assert refused(asked.position, move) == "not_asked"
    assert asked.position.view(None).public == ()
    with pytest.raises(IllegalMove, match="not_asked"):
        asked.position.choices(ZERO, "vote yes")
    after = played(asked.position, "1:  answer   Yes, then\ntoo. ")
    assert after.events == (Explained(ONE, "r1", subject.removeprefix("r1 "), "Yes, then too.", ""),)
    assert after.position.question is None
    assert not after.position.voted


def test_r4_in_the_place_of_an_author_who_says_nothing_the_table_does() -> None:
    asked = played(table(4, made()), f"2: {DOUBT}").position
    absent = late(asked)
    assert absent.question
    assert absent.asking != asked.asking
    assert refused(absent, "1: answer yes") == "not_asked"
    assert refused(absent, "1: vote yes") == "no_vote"
    assert [choice.text for choice in absent.view(None).public] == ["vote yes", "vote no"]
    after = played(absent, "0: vote yes", "2: vote yes", "3: vote yes")
    subject = DOUBT.removeprefix("ask ")
    assert after.told(Decided) == [Decided("meaning", subject, "now", "passed", (ZERO, TWO, THREE), ())]


def test_r4_without_a_majority_the_reading_that_changes_least_holds() -> None:
    absent = late(played(table(4, made()), f"2: {DOUBT}").position)
    step = played(absent, "2: vote yes", "0: vote yes").position.lapse(None)
    assert [event.result for event in step.events if isinstance(event, Decided)] == ["failed"]
    two = late(late(played(table(2, made()), f"0: {DOUBT}").position))
    assert two.question is None, "of two nobody is left to agree"


def test_r4_an_author_who_leaves_is_absent() -> None:
    asked = played(table(4, made()), f"2: {DOUBT}").position
    left = lopti(asked.drop(ONE).position)
    assert played(left, "0: vote no").told(Voted) == [Voted(ZERO, yes=False)]
    gone = lopti(table(4, made()).drop(ONE).position)
    assert result(played(gone, f"2: {DOUBT}", "0: vote no", "3: vote no")) == "failed"


def test_r4_a_question_is_taken_back_or_gone_with_the_rule() -> None:
    asked = played(table(3, made()), f"2: {DOUBT}").position
    assert played(asked, "2: withdraw").position.question is None
    dropped = played(asked, "1: drop r1")
    assert dropped.position.question is None
    assert result(dropped) == "void"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1: ask r1 Is it?", "not_now"),
        ("2: ask r7 Is it?", "no_such_rule"),
        ("2: ask r1", "unfinished"),
        ("2: ask r1 ?!", "unreadable"),
        ("2: ask r1 @everybody", "rule_text_markup"),
        ("2: answer yes", "not_asked"),
    ],
)
def test_r4_what_cannot_be_asked_is_refused(move: str, reason: str) -> None:
    position = table(3, made())
    with pytest.raises(MoveError) as refusal:
        played(position, move)
    assert refusal.value.reason == reason


def test_r4_a_computer_answers_what_changes_least_and_leaves_the_question_of_others_to_them() -> None:
    asked = played(table(3, made()), f"2: {DOUBT}").position
    assert choose(asked.view(ONE), ONE, "club", "a seed", lambda: False) == "answer no"
    assert choose(asked.view(TWO), TWO, "club", "a seed", lambda: False) == ""
    absent = late(asked)
    assert choose(absent.view(TWO), TWO, "club", "a seed", lambda: False).startswith("vote ")


# Rules of earlier sessions


TOLL = 'title "Toll"; when after pickup; do draw next 1; max 2'


def test_s1_the_rule_book_of_a_session_is_a_line_a_rule() -> None:
    position = table(3, made(), made(TOLL, id="r2"), made("text Sing.", id="r3", status="removed"))
    assert export(position) == f"{EIGHT}\n{TOLL}"
    assert export(table(3)) == ""
    new = deal(3, "a new session", {})
    for told in export(position).splitlines():
        new = played(new, f"0: restore {told}", "1: vote yes").position
    assert [line(rule) for rule in new.rules] == [EIGHT, TOLL]


def test_s1_an_old_rule_comes_back_by_a_majority_before_the_play_and_uses_up_no_rule_vote() -> None:
    asked = played(deal(3, "a new session", {}), f"2: restore {TOLL}")
    assert asked.events == (Proposed(TWO, "restore", TOLL, "now", None, "Toll"),)
    assert parse(str(asked.position)) == asked.position
    agreed = played(asked.position, "0: vote yes")
    assert agreed.told(Decided) == [Decided("restore", TOLL, "now", "passed", (TWO, ZERO), (), "Toll")]
    assert (agreed.position.phase, agreed.position.voted) == ("swap", False)
    begun = played(agreed.position, "0: swap -", "1: swap -", "2: swap -")
    assert begun.told(RuleRestored) == [RuleRestored("r1", "Toll")]
    (restored,) = begun.position.rules
    assert (restored.author, restored.status) == (TWO, "active")
    assert objectionable(begun.position) == [restored]
    assert "propose" in [choice.text for choice in begun.position.choices(ZERO, "table").items]


def test_s1_without_a_majority_it_does_not() -> None:
    asked = played(deal(3, "a new session", {}), f"2: restore {TOLL}").position
    assert played(asked, "0: vote no", "1: vote no").position.rules == ()
    assert late(asked).rules == ()


def test_s1_the_first_round_is_the_time_to_do_so() -> None:
    position = table(3, round=1)
    after = played(position, f"0: restore {TOLL}", "1: vote yes", "6")
    assert after.told(RuleRestored) == [RuleRestored("r1", "Toll")]
    for later in (table(3), over(position)):
        with pytest.raises(IllegalMove, match="not_now"):
            later.play(ZERO, f"restore {TOLL}")
    between = over(played(position, f"0: restore {TOLL}").position)
    late_one = played(between, "1: vote yes")
    assert late_one.told(RuleRestored) == [RuleRestored("r1", "Toll")], "it may be decided later"


def test_s1_what_is_no_rule_of_an_earlier_session_is_refused() -> None:
    position = table(3, made(TOLL), made(EIGHT, id="r2", status="removed"), round=1)
    for told, reason in ((TOLL, "no_change"), (EIGHT, "rule_removed"), ("nonsense", "rule_key")):
        with pytest.raises(MoveError) as refusal:
            position.play(ZERO, f"restore {told}")
        assert refusal.value.reason == reason
        with pytest.raises(MoveError) as again:
            position.choices(ZERO, f"restore {told}")
        assert again.value.reason == reason
    with pytest.raises(InvalidMove):
        table(3).choices(ZERO, f"restore {TOLL}")


def test_s1_a_whole_old_rule_is_confirmed() -> None:
    choices = table(3, round=1).choices(ZERO, f"restore {TOLL}")
    assert (choices.items, choices.back, choices.confirm) == ((), "table", True)


def test_s1_an_old_rule_that_was_made_anew_meanwhile_is_not_brought_back() -> None:
    asked = played(table(3, round=1), f"0: restore {TOLL}").position
    new = replace(over(asked), declarer=ZERO)
    after = played(new, f"0: rule {TOLL}", "1: vote yes")
    assert result(after) == "void"
    assert len(after.position.rules) == 1


@pytest.mark.parametrize(
    "question",
    ["restore,nonsense,now,0,0.1.2,0+,", "meaning,r7%20What%3F,now,0,0.1.2,,", "restore,,now,0,0.1.2,0+,"],
)
def test_a_question_about_no_rule_is_no_position(question: str) -> None:
    with pytest.raises(InvalidPosition):
        parse(f"turn=0 hand={';'.join(CARDS[:3])} pile=5c question={question}")


def test_a_question_to_the_author_is_put_together_and_confirmed() -> None:
    """R4: the author is asked by a walk, in sample words or in one's own, and answers in the same way."""
    position = table(3, made())
    assert "ask" in [choice.text for choice in position.choices(ZERO, "table").items]
    assert [choice.text for choice in position.choices(ZERO, "ask").items] == ["ask r1"]
    assert [choice.text for choice in position.choices(ONE, "table").items if choice.text == "ask"] == []
    samples = position.choices(ZERO, "ask r1").items
    assert samples
    assert all(position.choices(ZERO, sample.text).confirm for sample in samples)
    own = position.completed(ZERO, "ask r1", "Does a pair count twice?")
    assert own == "ask r1 Does a pair count twice?"
    asked = position.play(ZERO, own).position
    assert isinstance(asked, Position)
    assert (asked.sides(ONE), asked.sides(TWO)) == (("answer",), ())
    assert [choice.text for choice in asked.choices(ONE, "answer").items] == ["answer yes", "answer no"]
    assert asked.completed(ONE, "answer", "No, once.") == "answer No, once."
    assert asked.completed(TWO, "answer", "No, once.") == ""
    assert asked.play(ONE, "answer No, once.").move == "answer No, once."


def test_rules_that_were_exported_can_be_brought_back() -> None:
    """S1: until the first round is over, by a majority."""
    kept = table(3, made()).exported
    assert kept == (line(made()),)
    first = table(3, round=1)
    assert first.bringing_back(kept[0]) == f"restore {kept[0]}"
    assert first.bringing_back("nonsense") == ""
    assert table(3).bringing_back(kept[0]) == "", "a later round"
    asked = first.play(ZERO, first.bringing_back(kept[0])).position
    assert isinstance(asked, Position)
    assert asked.bringing_back(kept[0]) == "", "one question at a time"
