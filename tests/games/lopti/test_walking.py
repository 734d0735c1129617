"""What is put together step by step beside the cards, and confirmed before it is played."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, InvalidMove, MoveError
from games.lopti.text import parse
from tests.games.lopti.decisions import (
    DECLARING,
    EIGHT,
    RHYME,
    called,
    confirms,
    made,
    public,
    table,
    tied,
    walked,
)
from tests.games.lopti.house import rule
from tests.games.lopti.table import ONE, THREE, TWO, ZERO, lopti, played


def test_what_may_be_pressed_in_public_is_the_same_for_all() -> None:
    assert public(table(3)) == []
    assert public(parse("turn=0 phase=swap hand=6c9c;8dJd up=2c;2d")) == []
    assert public(played(table(3), "2: propose core low.max 5 now").position) == ["vote yes", "vote no"]
    assert public(parse("turn=0 phase=break hand=;8d;9h out=0 declarer=0")) == ["waive"]
    assert public(parse("turn=0 phase=break hand=;8d;9h out=0")) == ["deal", "close"]
    assert public(table(3, rest="asleep=yes")) == ["wake"]
    assert public(tied()) == []


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
