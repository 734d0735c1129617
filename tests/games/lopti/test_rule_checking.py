"""Which house rules may be made: the thirteen examples, the fifteen bad ones, and every check (rules, 7.3 and 7.5)."""

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.core import Fact
from games.lopti.book import BOOK
from games.lopti.checking import check
from games.lopti.normal import digest, same
from games.lopti.reading import read
from games.lopti.rule import BadRule, Rule
from tests.games.lopti.house import rule, rules


def refused(text: str, *, rules: tuple[Rule, ...] = (), names: Iterable[str] = ()) -> dict[str, Fact]:
    """Why a rule is refused: the facts of the refusal, with its reason."""
    with pytest.raises(BadRule) as refusal:
        read(text, rules, names)
    return {"reason": refusal.value.reason, **refusal.value.facts}


def place(text: str) -> tuple[Fact, Fact, Fact, Fact]:
    facts = refused(text)
    return facts["check"], facts["reason"], facts["clause"], facts["part"]


EXAMPLES = (
    *("Feast", "Eight tax", "Royal duel", "Recycling", "Fourteen", "Jack jump", "Sunlight", "Rhyme", "Robin Hood"),
    *("Third seven", "Bad luck club", "Carousel", "Second wind"),
)


def test_the_book_holds_the_thirteen_examples_in_fourteen_clauses() -> None:
    assert tuple(rule.title for rule in BOOK) == EXAMPLES
    assert sum(len(rule.clauses) for rule in BOOK) == 14
    assert all(rule.text for rule in BOOK)


@pytest.mark.parametrize("rule", BOOK, ids=EXAMPLES)
def test_each_of_the_thirteen_examples_is_accepted(rule: Rule) -> None:
    check(rule, BOOK, ("Ann", "Bob", "Cleo"))


def test_the_rules_of_the_book_differ() -> None:
    assert len({digest(rule) for rule in BOOK}) == 13


DEEP = ["not", ["not", ["not", ["not", [">", "deck", 1]]]]]
ANN = "when after play; do draw actor 1; do draw next 1; "
BAD = {
    "skip": ("when after play; do skip next", ("S5", "rule_verb", 1, "do 1")),
    "target maria": ("when after play; do draw maria 1", ("S4", "rule_role", 1, "do 1")),
    "target author": (ANN + "do draw author 1", ("S4", "rule_role", 1, "do 3")),
    "@maria in a text": (
        'when after play; do announce "Well done, @maria!"',
        ("S11", "rule_text_markup", 1, "do 1"),
    ),
    "draw 20": ("when after pickup; do draw next 20", ("S5", "rule_count", 1, "do 1")),
    "something to who just went out": ("when after out; do draw actor 1", ("S9", "rule_actor_out", 1, "do 1")),
    "before out": ("when before out; do draw others 1", ("S2", "rule_before", 1, "when")),
    "give before a play": ("when before play; do give actor next 1 lowest", ("S7", "rule_verb_before", 1, "do 1")),
    "event vote": ("when after vote; do draw all 1", ("S2", "rule_event", 1, "when")),
    "five actions": ("when after play" + "; do draw next 1" * 5, ("S6", "rule_actions", 1, "do")),
    "max 999": ("when after play; do draw next 1; max 999", ("S6", "rule_max", 1, "max")),
    "nested mini-game": (
        "when after play; do roshambo actor next roshambo actor prev draw loser 1",
        ("S10", "rule_nested", 1, "do 1"),
    ),
    "condition of depth 5": (
        json.dumps({"when": ["after", "play"], "if": DEEP, "do": [["draw", "next", 1]]}),
        ("S3", "rule_condition_depth", 1, "if"),
    ),
    "clear_pile after a pick-up": ("when after pickup; do clear_pile", ("S8", "rule_verb_after", 1, "do 1")),
    "term name.actor": ("when after play; if name.actor == 3; do draw next 1", ("S3", "rule_term", 1, "if")),
}


@pytest.mark.parametrize(("text", "failed"), BAD.values(), ids=BAD)
def test_each_of_the_fifteen_bad_rules_is_refused_with_the_part_that_fails(
    text: str, failed: tuple[str, str, int, str]
) -> None:
    assert place(text) == failed


@pytest.mark.parametrize(("text", "failed"), BAD.values(), ids=BAD)
def test_a_clause_behind_a_good_one_is_named_by_its_number(text: str, failed: tuple[str, str, int, str]) -> None:
    if text.startswith("when"):
        assert place("when after play; do draw next 1; " + text) == (*failed[:2], 2, failed[3])


def test_a_refusal_says_what_would_pass() -> None:
    facts = refused(BAD["draw 20"][0])
    assert (facts["verb"], facts["found"], facts["low"], facts["high"]) == ("draw", "20", 1, 2)
    assert refused(BAD["before out"][0])["allowed"] == ("play", "flip", "pickup")
    assert refused(BAD["something to who just went out"][0])["allowed"] == (
        *("next", "prev", "most_cards", "fewest_cards", "dealer", "opener", "last_winner", "others", "all"),
    )
    assert refused(BAD["nested mini-game"][0])["allowed"] == ("draw", "toss", "reveal")
    assert refused(BAD["clear_pile after a pick-up"][0])["allowed"] == ("play", "flip")
    assert refused(BAD["max 999"][0])["high"] == 12


PLAY = "when after play; "
DO = "; do draw next 1"
CHECKS = [
    # S1: known keys only, and the shape of a rule.
    ("", "S1", "rule_length"),
    ("x" * 4001, "S1", "rule_length"),
    ("when after play; unless deck > 1; do draw next 1", "S1", "rule_key"),
    ("do draw next 1", "S1", "rule_when_missing"),
    ("when after play; if deck > 1; if deck > 2; do draw next 1", "S1", "rule_key_twice"),
    ("title One; title Two; when after play; do draw next 1", "S1", "rule_key_twice"),
    ("when after play; do draw next 1; remind play", "S1", "rule_remind"),
    ("title Only a name", "S1", "rule_empty"),
    ('text "..."', "S1", "rule_empty"),
    ('title "\\q"; text x', "S1", "rule_unreadable"),
    ("{", "S1", "rule_unreadable"),
    ('{"text": 5}', "S1", "rule_unreadable"),
    ('{"clauses": 5}', "S1", "rule_unreadable"),
    ('{"clauses": [5]}', "S1", "rule_unreadable"),
    ('{"when": ["after", "play"], "if": [">", "deck", 1.5], "do": [["draw", "next", 1]]}', "S1", "rule_unreadable"),
    ('{"when": ["after", "play"], "do": [["draw", "next", 1]], "else": []}', "S1", "rule_key"),
    ('{"clauses": [{"when": ["after", "play"], "else": []}]}', "S1", "rule_key"),
    # S2: the event and the phase exist.
    ("when play" + DO, "S2", "rule_when"),
    ("when during play" + DO, "S2", "rule_phase"),
    ("when before clear" + DO, "S2", "rule_before"),
    ("when after join" + DO, "S2", "rule_event"),
    ('{"when": "play", "do": [["draw", "next", 1]]}', "S2", "rule_when"),
    ("text Sing.; remind vote", "S2", "rule_remind_when"),
    ("text Sing.; remind flip A", "S2", "rule_remind_when"),
    ("text Sing.; remind play X", "S2", "rule_remind_when"),
    # S3: the grammar of conditions, their depth, size and ranges.
    (PLAY + "if" + DO, "S3", "rule_condition"),
    (PLAY + "if deck" + DO, "S3", "rule_condition"),
    (PLAY + "if deck > " + DO, "S3", "rule_condition"),
    (PLAY + "if deck > 1 2" + DO, "S3", "rule_condition"),
    (PLAY + "if (deck > 1" + DO, "S3", "rule_condition"),
    (PLAY + "if ev.rank in (8, 9" + DO, "S3", "rule_condition"),
    (PLAY + "if deck + 1 > 3" + DO, "S3", "rule_condition"),
    (PLAY + "if deck > 61" + DO, "S3", "rule_number"),
    (PLAY + "if deck > 1000" + DO, "S3", "rule_term"),
    (PLAY + "if hand.all > 3" + DO, "S3", "rule_term"),
    (PLAY + "if ev.suit == h" + DO, "S3", "rule_term"),
    (PLAY + "if flag.1 == 1" + DO, "S3", "rule_term"),
    (PLAY + "if ev.cause == 4" + DO, "S3", "rule_condition_kinds"),
    (PLAY + "if ev.cause > four" + DO, "S3", "rule_condition_kinds"),
    (PLAY + "if ev.legal == four" + DO, "S3", "rule_condition_kinds"),
    (PLAY + "if ev.rank in 8, four" + DO, "S3", "rule_condition_kinds"),
    (PLAY + "if " + " or ".join(["deck > 1"] * 8) + DO, "S3", "rule_condition_size"),
    (PLAY + "if " + "not " * 25 + "deck > 1" + DO, "S3", "rule_condition_size"),
    (
        '{"when": ["after", "play"], "if": ["all", [">", "deck", 1]], "do": [["draw", "next", 1]]}',
        "S3",
        "rule_condition",
    ),
    ('{"when": ["after", "play"], "if": 5, "do": [["draw", "next", 1]]}', "S3", "rule_condition"),
    # S4: who it is done to.
    (PLAY + "do draw loser 1", "S4", "rule_role"),
    (PLAY + "do give all next 1 random", "S4", "rule_role"),
    (PLAY + "do reveal others 1", "S4", "rule_role"),
    (PLAY + "do draw 3 1", "S4", "rule_role"),
    # S5: verbs, what they need, and their numbers.
    (PLAY + "do", "S5", "rule_verb_missing"),
    (PLAY + "do kick next", "S5", "rule_verb"),
    (PLAY + "do draw next", "S5", "rule_slots"),
    (PLAY + "do draw next 1 now", "S5", "rule_slots"),
    (PLAY + "do ask actor draw actor 1", "S5", "rule_verb"),
    (PLAY + 'do ask actor "A song?"', "S5", "rule_slots"),
    (PLAY + "do draw next 0", "S5", "rule_count"),
    (PLAY + "do draw next one", "S5", "rule_count"),
    (PLAY + "do return_cleared 5 deck_bottom", "S5", "rule_count"),
    (PLAY + "do return_cleared 1 deck_top", "S5", "rule_word"),
    (PLAY + "do give actor next 1 best", "S5", "rule_word"),
    (PLAY + "do toss actor 1 random", "S5", "rule_word"),
    (PLAY + "do inc 3 1", "S5", "rule_flag"),
    (PLAY + "do inc A-b 1", "S5", "rule_flag"),
    (PLAY + 'do announce "  "', "S5", "rule_text"),
    ('{"when": ["after", "play"], "do": [["draw", ["actor"], 1]]}', "S4", "rule_role"),
    ('{"when": ["after", "play"], "do": ["draw"]}', "S5", "rule_verb_missing"),
    ('{"when": ["after", "play"], "do": [[]]}', "S5", "rule_verb_missing"),
    # S6: four actions, three counters, up to twelve times, three clauses.
    (PLAY, "S6", "rule_actions"),
    (PLAY + "do inc a 1; do inc b 1; do inc c 1; do reset d", "S6", "rule_flags"),
    (PLAY + "if flag.d > 0; do inc a 1; do inc b 1; do inc c 1", "S6", "rule_flags"),
    (PLAY + "do draw next 1; max 0", "S6", "rule_max"),
    (PLAY + "do draw next 1; max often", "S6", "rule_max"),
    ('{"when": ["after", "play"], "do": [["draw", "next", 1]], "max": true}', "S6", "rule_max"),
    ("; ".join(["when after play; do draw next 1"] * 4), "S6", "rule_clauses"),
    # S7 and S8: what may stand before an event, and what only after a play.
    ("when before pickup; do toss actor 1 pick", "S7", "rule_verb_before"),
    ("when before play; do extra_play", "S7", "rule_verb_before"),
    ("when before flip; do roshambo actor next toss loser 1 pick", "S7", "rule_verb_before"),
    ("when after clear; do extra_play", "S8", "rule_verb_after"),
    ("when after turn_start; do clear_pile", "S8", "rule_verb_after"),
    # S9: nothing is done to who is out.
    ("when after out; do roshambo actor next draw loser 1", "S9", "rule_actor_out"),
    ("when after out; do give next actor 1 lowest", "S9", "rule_actor_out"),
    # S10: what a throw or a question may lead to.
    (PLAY + "do roshambo actor next give actor next 1 random", "S10", "rule_nested"),
    (PLAY + 'do ask actor "A song?" ask actor "Really?" draw actor 1', "S10", "rule_nested"),
    ('{"when": ["after", "play"], "do": [["roshambo", "actor", "next", "draw"]]}', "S10", "rule_nested"),
    # S11: texts.
    (f"title {'x' * 41}" + "; " + PLAY + DO, "S11", "rule_text_long"),
    (f"text {'x' * 501}", "S11", "rule_text_long"),
    (PLAY + f'do announce "{"x" * 201}"', "S11", "rule_text_long"),
    ("text See www.here", "S11", "rule_text_markup"),
    ("text See here.org, please", "S11", "rule_text_markup"),
    ("text See tg://x", "S11", "rule_text_markup"),
    ("text This is **bold**", "S11", "rule_text_markup"),
    ("text Hello <@1>", "S11", "rule_text_markup"),
    ('text "a\\u202eb"', "S11", "rule_text_signs"),
    ('text "a\\u0007b"', "S11", "rule_text_signs"),
    ('text "a\\ud800b"', "S11", "rule_text_signs"),
]


@pytest.mark.parametrize(("text", "number", "reason"), CHECKS)
def test_each_check_refuses_with_its_number_and_reason(text: str, number: str, reason: str) -> None:
    facts = refused(text)
    assert (facts["check"], facts["reason"]) == (number, reason)
    assert all(isinstance(fact, str | int | tuple) for fact in facts.values())


@pytest.mark.parametrize("text", ["Ann draws.", "Poor ANN!", "Give it to ann, please"])
def test_s11_no_text_names_a_player(text: str) -> None:
    assert refused(f"text {text}", names=("Bob", "Ann"))["reason"] == "rule_text_name"
    assert refused(f'when after play; do announce "{text}"', names=("Ann",))["part"] == "do 1"
    assert refused(f'title Hey; when after play; do announce "{text}"', names=iter(["Ann"]))["part"] == "do 1"
    assert read(f"text {text}", names=("Anna", "", "!"))


def test_s11_lets_the_text_of_a_rule_have_lines_and_signs_of_all_scripts() -> None:
    assert read('text "First: sing!\\nThen: dance (or not)? 100 % ✔ 👩\u200d🚀 ﷽ राम"')


@given(rules())
@settings(max_examples=60, deadline=None)
def test_r6_title_and_words_make_no_difference_to_what_a_rule_does(made: Rule) -> None:
    told_otherwise = replace(made, title="Another", text="Else")
    assert same(made, made)
    assert same(made, told_otherwise) == bool(made.clauses)


SAME = [
    ("if ev.taken > 7", "if ev.taken >= 8"),
    ("if ev.taken > 7", "if 8 <= ev.taken"),
    ("if ev.taken > 7", "if not ev.taken < 8"),
    ("if ev.taken > 7 and deck == 0", "if deck == 0 and ev.taken > 7 and deck == 0"),
    ("if not (deck == 0 or pile > 3)", "if deck != 0 and pile <= 3"),
    ("if ev.rank == J", "if ev.rank == 11"),
    ("if ev.rank in 8, 9", "if ev.rank in 9, 8, 8"),
    ("if flag.a > 0; do inc a 1", "if flag.other >= 1; do inc other 1"),
]
OTHER = [
    ("if ev.taken > 7", "if ev.taken > 8"),
    ("if ev.taken > 7", "if ev.taken < 7"),
    ("if deck == 0 and pile > 3", "if deck == 0 or pile > 3"),
    ("if not ev.rank in 8, 9", "if ev.rank in 8, 9"),
    ("if flag.a > 0; do inc a 1", "if flag.a > 0; do inc b 1"),
    ("max 3", "max 4"),
    ("do draw next 1", "do draw prev 1"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_r6_a_removed_rule_does_not_return_in_other_words(one: str, other: str) -> None:
    removed = rule(f"title Feast; text Much shares.; when after pickup; {one}; do draw next 1", status="removed")
    again = f"title Fest; when after pickup; {other}; do draw next 1"
    facts = refused(again, rules=(removed,))
    assert (facts["check"], facts["reason"], facts["rule"], facts["title"]) == ("S12", "rule_removed", "r1", "Feast")
    assert read(again, rules=(replace(removed, status="active"),))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_r6_another_rule_is_not_the_removed_one(one: str, other: str) -> None:
    removed = rule(f"when after pickup; do draw next 2; {one}", status="removed")
    assert read(f"when after pickup; do draw next 2; {other}", rules=(removed,))


def test_s47_a_removed_honour_rule_does_not_return_with_other_signs_and_capitals() -> None:
    removed = rule("title Rhyme; text Before an ace: a rhyme!", id="r7", status="removed")
    assert refused("text BEFORE AN ACE – A RHYME", rules=(removed,))["rule"] == "r7"
    assert refused("text Before an ace, a rhyme; when after play; do draw next 1", rules=(removed,))["check"] == "S12"
    assert read("text Before a king, a rhyme", rules=(removed,))


def test_s47_a_removed_rule_of_the_book_does_not_return() -> None:
    feast = replace(BOOK[0], id="r1", status="removed")
    with pytest.raises(BadRule, match="rule_removed"):
        check(BOOK[0], (feast,))
    check(BOOK[1], (feast,))
