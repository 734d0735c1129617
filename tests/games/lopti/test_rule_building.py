"""A house rule put together by choices (ux: the rule builder)."""

from random import Random

import pytest

from games.core import InvalidMove
from games.lopti.book import BOOK
from games.lopti.building import Stage, steps, typed
from games.lopti.reading import read
from games.lopti.rule import BadRule, line

MOST = 22


def ends(stage: Stage, text: str) -> list[str]:
    """What the choices add to a text."""
    return [choice.text.removeprefix(text) for choice in stage.items]


def test_a_walk_from_when_to_the_name() -> None:
    walk = [
        ("", "start", "when"),
        ("when", "when", " after pickup"),
        ("when after pickup", "if", "; if ev.taken"),
        ("when after pickup; if ev.taken", "sign", " >="),
        ("when after pickup; if ev.taken >=", "value", " 8"),
        ("when after pickup; if ev.taken >= 8", "and", "; do"),
        ("when after pickup; if ev.taken >= 8; do", "verb", " give"),
        ("when after pickup; if ev.taken >= 8; do give", "role", " actor"),
        ("when after pickup; if ev.taken >= 8; do give actor", "role", " next"),
        ("when after pickup; if ev.taken >= 8; do give actor next", "number", " 1"),
        ("when after pickup; if ev.taken >= 8; do give actor next 1", "word", " random"),
        ("when after pickup; if ev.taken >= 8; do give actor next 1 random", "more", "; max"),
        ("when after pickup; if ev.taken >= 8; do give actor next 1 random; max", "often", " 6"),
    ]
    back = ""
    for text, asks, added in walk:
        stage = steps(text)
        assert (stage.asks, stage.back, stage.complete) == (asks, back, False), text
        assert added in ends(stage, text)
        back = text
    whole = walk[-1][0] + " 6"
    stage = steps(whole)
    assert (stage.asks, stage.complete, stage.typed, stage.items) == ("title", True, 40, ())
    named = typed(whole, "  My   feast ")
    assert read(named).title == "My feast"
    assert steps(named) == Stage("done", (), whole, 0, True)


def test_what_leaves_but_one_thing_to_follow_is_one_choice() -> None:
    toss = "when after play; do toss"
    assert " actor 1 pick" in ends(steps(toss), toss)
    throw = "when after play; do roshambo actor next"
    assert ends(steps(throw), throw) == [" draw loser", " toss loser 1 pick", " reveal loser"]
    four = "when after play" + "; do draw next 1" * 3 + "; do draw next"
    assert ends(steps(four), four) == [" 1; max", " 2; max"]


def test_values_fit_what_is_asked() -> None:
    rank = "when after play; if ev.rank =="
    assert ends(steps(rank), rank)[-5:] == [" 10", " J", " Q", " K", " A"]
    clear = "when after clear; if ev.cause"
    assert ends(steps(clear), clear) == [" == ten", " == four", " == chain", " == rule"]
    flip = "when after flip; if ev.legal"
    assert ends(steps(flip), flip) == [" == yes", " == no"]


def test_three_conditions_are_enough() -> None:
    two = "when after play; if deck >= 1 and pile >= 2"
    assert ends(steps(two), two) == ["; do", " and"]
    third = two + " and gone >="
    assert ends(steps(third), third)[:2] == [" 0; do", " 1; do"]


def test_before_an_event_only_what_may_stand_there_is_offered() -> None:
    text = "when before play; do"
    assert ends(steps(text), text) == [" draw", " reveal", " peek_deck", " roshambo", " ask", " announce"]
    after = "when after pickup; do"
    assert " clear_pile" not in ends(steps(after), after)
    out = "when after out; do draw"
    assert not any(end.startswith(" actor") for end in ends(steps(out), out))


def test_the_book_is_thirteen_whole_rules() -> None:
    stage = steps("book")
    assert [read(choice.text) for choice in stage.items] == list(BOOK)
    assert all(choice.complete for choice in stage.items)
    assert steps(line(BOOK[3])) == Stage("done", (), "book", 0, True)


def test_own_words_make_an_honour_rule() -> None:
    stage = steps("text")
    assert (stage.asks, stage.typed) == ("text", 500)
    text = typed("text", 'Say "cheese"; or pay.')
    stage = steps(text)
    assert (stage.asks, stage.back) == ("remind", "text")
    assert all(choice.complete for choice in stage.items)
    aces = next(choice.text for choice in stage.items if choice.text.endswith("play A"))
    rule = read(typed(aces, "Cheese"))
    assert (rule.mode, rule.title, rule.text, rule.remind) == ("honour", "Cheese", 'Say "cheese"; or pay.', "play A")


def test_words_to_announce_or_to_ask_are_typed() -> None:
    text = typed("when after play; do announce", "Hear, hear")
    assert text == 'when after play; do announce "Hear, hear"'
    assert steps(text).asks == "more"
    text = typed("when before play; do ask actor", "A rhyme?")
    assert steps(text).asks == "verb"
    assert ends(steps(text), text) == [" draw", " reveal"]


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("text", "", "rule_empty"),
        ("text", "?!", "rule_empty"),
        ("text", "x" * 501, "rule_text_long"),
        ("when after play; do announce", "@all", "rule_text_markup"),
        ("when after play; do announce", "Ann is great", "rule_text_name"),
        ("when after play; do draw all 1; max 1", "x" * 41, "rule_text_long"),
    ],
)
def test_typed_words_are_checked_at_once(text: str, words: str, reason: str) -> None:
    with pytest.raises(BadRule, match=reason):
        typed(text, words, ("Ann",))


def test_nothing_is_typed_where_nothing_is_asked() -> None:
    with pytest.raises(InvalidMove, match="unreadable"):
        typed("when after play", "x")


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "when after vote",
        "when after play;",
        "when after play; do skip",
        "when after play; do draw next 1; max 1x",
        "when after pickup; do clear_pile",
        'text "a" "b"',
        line(BOOK[0]) + '; title "x"',
        "book 3",
    ],
)
def test_a_text_that_the_builder_does_not_make_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="unreadable"):
        steps(text)


def walk(seed: int) -> str:
    """A rule made by walking at random; on the way each step is a small one, and leads back."""
    chance, text = Random(seed), ""
    while True:
        stage = steps(text)
        assert len(stage.items) <= MOST
        assert len({choice.text for choice in stage.items}) == len(stage.items)
        assert stage.items or stage.typed or stage.complete
        if text:
            behind = steps(stage.back)
            assert behind.typed or text in [choice.text for choice in behind.items]
        if stage.asks == "done" or (stage.complete and chance.random() < 0.3):
            return text
        if stage.items:
            choice = chance.choice(stage.items)
            assert steps(choice.text).complete == choice.complete
            text = choice.text
        else:
            text = typed(text, chance.choice(['Hello; "you" all', "max 3", "été"]))


@pytest.mark.parametrize("part", range(4))
def test_every_walk_ends_in_a_rule_that_passes(part: int) -> None:
    made = [read(walk(seed)) for seed in range(part * 40, part * 40 + 40)]
    assert len(set(made)) > 20
