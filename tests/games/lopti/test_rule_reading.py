"""House rules as text: lines, JSON, one printable word, and whatever people type instead (rules, 7.1)."""

import json
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.core import InvalidPosition, Seat
from games.lopti.book import BOOK
from games.lopti.reading import LONGEST, parse, parse_ask, read
from games.lopti.rule import Ask, BadRule, Clause, Rule, line, statements
from tests.games.lopti.house import rules

FEAST = Clause("after", "pickup", (">=", "ev.taken", 8), (("give", "actor", "next", 1, "random"),), 6)


def clause(text: str) -> Clause:
    return read(f"when after play; {text}").clauses[0]


def read_or_refused(text: str) -> Rule | BadRule:
    """Whatever else is raised comes through."""
    try:
        return read(text)
    except BadRule as bad:
        return bad


def test_a_rule_is_read_from_lines_or_from_one_line_or_from_json() -> None:
    lines = """
        title Feast
        text "Whoever picks up much, shares."
        when after pickup
        if ev.taken >= 8
        do give actor next 1 random
        max 6
    """
    in_one = 'text "Whoever picks up much, shares."; when after pickup; if ev.taken >= 8'
    in_one += '; do give actor next 1 random; max 6; title "Feast"'
    as_json = """{"title": "Feast", "text": "Whoever picks up much, shares.", "when": ["after", "pickup"],
        "if": [">=", "ev.taken", 8], "do": [["give", "actor", "next", 1, "random"]], "max": 6}"""
    rule = Rule("Feast", "Whoever picks up much, shares.", (FEAST,))
    assert read(lines) == read(in_one) == read(as_json) == rule
    assert rule.mode == "exec"


def test_what_is_left_out_means_always_and_as_often_as_a_rule_may() -> None:
    assert read("when after flip; do draw actor 1") == Rule(
        "", "", (Clause("after", "flip", (), (("draw", "actor", 1),), 12),)
    )
    assert read('{"when": ["after", "flip"], "do": [["draw", "actor", 1]]}') == read("when after flip; do draw actor 1")


def test_case_and_blanks_do_not_matter_and_ranks_and_truths_have_several_spellings() -> None:
    first = clause("if ev.rank in t, q, 8 and ev.legal == true; do draw actor 1")
    assert first == clause("IF  ev.rank IN (10,Q,8)  AND ev.legal==yes ;; do  Draw ACTOR 1;")
    assert first.condition == ("all", ("in", "ev.rank", (10, "Q", 8)), ("==", "ev.legal", "yes"))


def test_a_text_of_one_word_needs_no_quotation_marks() -> None:
    assert clause("do announce Hurray").actions == (("announce", "Hurray"),)
    assert clause('do announce "Hip, hip"').actions == (("announce", "Hip, hip"),)


def test_or_binds_less_than_and_and_that_less_than_not() -> None:
    either = clause("if not pile > 3 and deck == 0 or gone < 9; do clear_pile")
    assert either.condition == ("any", ("all", ("not", (">", "pile", 3)), ("==", "deck", 0)), ("<", "gone", 9))
    both = clause("if not (pile > 3 or deck == 0) and gone < 9; do clear_pile")
    assert both.condition == ("all", ("not", ("any", (">", "pile", 3), ("==", "deck", 0))), ("<", "gone", 9))


def test_several_clauses_stand_in_one_rule() -> None:
    text = "when after play; do inc a 1; max 2; when after flip; if flag.a > 0; do reset a; do draw all 1; max 3"
    first, second = read(text).clauses
    assert (first.event, first.most, second.event, second.most) == ("play", 2, "flip", 3)
    assert second.actions == (("reset", "a"), ("draw", "all", 1))
    listed = [
        {"when": ["after", "play"], "do": [["inc", "a", 1]], "max": 2},
        {"when": ["after", "flip"], "if": [">", "flag.a", 0], "do": [["reset", "a"], ["draw", "all", 1]], "max": 3},
    ]
    assert read(json.dumps({"clauses": listed})) == read(text)


def test_json_says_yes_and_no_with_its_own_words() -> None:
    told = {"when": ["after", "flip"], "if": ["==", "ev.legal", False], "do": [["draw", "others", 1]]}
    assert read(json.dumps(told)).clauses[0].condition == ("==", "ev.legal", "no")


def test_a_rule_without_clauses_is_an_honour_rule() -> None:
    rule = read('title Rhyme; text "Before an ace, a rhyme; no rhyme, no glory."; remind play A')
    assert (rule.mode, rule.remind) == ("honour", "play A")
    assert list(statements(rule)) == [
        'title "Rhyme"',
        'text "Before an ace, a rhyme; no rhyme, no glory."',
        "remind play A",
    ]
    assert read("text Sing.").remind == read("text Sing.; remind never").remind == ""
    assert read("text Sing.; remind Play 10").remind == "play T"


@given(rules())
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_again(rule: Rule) -> None:
    assert read(line(rule)) == rule
    assert read("\n".join(statements(rule))) == rule
    declared = replace(rule, id="r12", author=Seat(4), round=7, status="removed")
    assert parse(str(declared)) == declared
    assert str(declared).isascii()
    assert str(declared).isprintable()
    assert " " not in str(declared)
    assert "|" not in str(declared)


@pytest.mark.parametrize("rule", BOOK, ids=lambda rule: rule.title)
def test_the_rules_of_the_book_are_read_again(rule: Rule) -> None:
    assert read(line(rule)) == rule
    declared = replace(rule, id="r1", author=Seat(1), round=2)
    assert parse(str(declared)) == declared


PIECES = "title text remind when if do max after before play pickup ev.rank ev.taken >= == in and or not ( ) , ; \n 8 Q"
PIECES += ' 999 draw give ask roshambo actor next others 1 random "x" " \\ flag.a { } [ ] : "when" "do" "if" true null'


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES.split(" ")), max_size=30).map(" ".join))
@example("(" * LONGEST)
@example("when after play; if " + "(" * 3900)
@example("when after play; if " + "not " * 900 + "deck > 1")
@example("when after play; do " + "roshambo actor next " * 190)
@example("when after play; do " + 'ask actor "x" ' * 250)
@example('{"if": ' + "[" * 3900)
@example('{"when": ["after", "play"], "do": ' + "[" * 900 + "]" * 900 + "}")
@example('{"when": ' + '{"a":' * 600 + "1" + "}" * 600 + "}")
@example('{"when": ["after", "play"], "max": 1e999, "do": [["draw", "actor", 1]]}')
@example('{"when": ["after", "play"], "max": true, "do": [["draw", "actor", 1]]}')
@example('{"when": ["after", "play"], "do": [["draw", "actor", ' + "9" * 3000 + "]]}")
@example('{"when": ["after", "play"], "do": [["draw", ["actor"], [1]]]}')
@example('{"when": ["after", "play"], "do": [[["draw"], "actor", 1]]}')
@example('{"when": ["after", "play"], "do": [[]], "if": [[]]}')
@example('{"when": ["after", "play"], "do": [["ask", "actor", "x", []]], "if": ["in", "deck", []]}')
@example('{"title": 1, "clauses": 2}')
@example('{"text": "\\ud800"}')
@example('title "\\x"')
@example('text "\\ud83d\\u0000"')
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_rule_or_refused_as_one(text: str) -> None:
    result = read_or_refused(text)
    if isinstance(result, Rule):
        assert read(line(result)) == result
    else:
        assert str(result.facts["check"]).startswith("S")


@given(st.text(max_size=80))
@example("r1,0,1,active,title+x")
@example("r1,0,1,active,")
@example("r1,0,1,gone,text+x")
@settings(max_examples=100, deadline=None)
def test_any_text_in_a_position_is_a_rule_or_refused(text: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        parse(text)
    assert refusal.value.reason == "rules"


@pytest.mark.parametrize(
    "ask",
    [
        Ask("r3", "table", Seat(1), "draw", (Seat(0), Seat(2)), 2),
        Ask("r10", "owner", Seat(0), "give", (Seat(0), Seat(4)), 1, "late"),
        Ask("1", "owner", Seat(0), "toss", (Seat(0),), 1, "held"),
    ],
)
def test_open_questions_are_written_and_read(ask: Ask) -> None:
    assert parse_ask(str(ask)) == ask
    assert " " not in str(ask)
    for wrong in ("", str(ask)[:-1], f"{ask}:", str(ask).replace(":", ";")):
        with pytest.raises(InvalidPosition):
            parse_ask(wrong)


def test_a_gift_has_two_ends() -> None:
    with pytest.raises(InvalidPosition):
        parse_ask("r1:owner:0:give:0:1:new")
