"""What is said at a table of Lopti: every event and refusal has a sentence, and no public one tells a secret."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from bot.ports import Text, plain
from bot.words import (
    lopti,
    lopti_book,
    lopti_house,
    lopti_news,
    lopti_params,
    lopti_refusals,
    lopti_rule_refusals,
    words_for,
)
from bot.words.lopti_rules import rule_told
from bot.words.spoken import Spoken
from games.core import SIGNS, Event, IllegalMove, MoveError, Seat, seen
from games.lopti import GAME, Position, events, rule_events
from games.lopti.book import BOOK
from games.lopti.building import steps as built
from games.lopti.building import typed
from games.lopti.params import PARAMS, Params
from games.lopti.reading import read
from games.lopti.rule import VERBS, Rule, line
from games.lopti.text import parse
from tests.games.lopti.house import rules
from tests.games.lopti.secrets import dealt_again
from tests.games.lopti.sessions import HOUSE_RULES, random_session

SPOKEN: Spoken = lopti
"""Its types are those of every game's sentences."""
ENGLISH = words_for("en")
SOURCES = Path(lopti.__file__).parents[2] / "games" / "lopti"
FACTS = {
    "turn": 0, "text": "x", "top": "9", "able": ("J", "22"), "pile": 5, "most": 1, "given": 99, "sign": "X",
    "rank": "4", "count": 2, "copies": 1, "held": 1, "waiting": 3, "down": 2, "hand": 2, "index": 4,
}  # fmt: skip
CHECKING = ("reading.py", "checking.py", "building.py")
"""Where house rules are refused."""


def who(seat: Seat) -> Text:
    return (f"P{seat} {SIGNS[seat]}",)


def test_every_event_of_random_sessions_is_told_to_everybody() -> None:
    kinds: set[type[Event]] = set()
    for seed in range(12):
        for ply in random_session(f"told {seed}", 150, rules=HOUSE_RULES if seed % 2 else ()):
            for seat in (None, *ply.after.seated):
                for event in seen(ply.step.events, seat):
                    assert plain(lopti.narrate(event, ENGLISH, who))
                    kinds.add(type(event))
    assert len(kinds) > 20


@pytest.mark.parametrize("module", [events, rule_events])
def test_every_kind_of_event_has_a_sentence(module: object) -> None:
    source = Path(lopti_news.__file__).read_text(encoding="utf-8")
    kinds = [name for name, kind in vars(module).items() if isinstance(kind, type) and issubclass(kind, Event)]
    missing = [name for name in kinds if not re.search(rf"\.{name}\(", source) and name not in ("Event", "Ranked")]
    assert missing == []


NOT_REASONS = {"swap", "unknown_option"}
"""Words within a refusal that are none: the phase that decides between two, and a reason that is given another name."""


def raised(*classes: str) -> Iterator[str]:
    """The reasons that the code gives for refusals of these classes, whichever way they are written."""
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in classes:
                yield from (
                    part.value
                    for argument in node.args
                    for part in ast.walk(argument)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def of_legality() -> Iterator[str]:
    """The reasons why cards do not fit."""
    for node in ast.walk(ast.parse((SOURCES / "legality.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == "why_not":
            returned = [part for part in ast.walk(node) if isinstance(part, ast.Return)]
            for part in chain.from_iterable(map(ast.walk, returned)):
                if isinstance(part, ast.Constant) and part.value:
                    yield str(part.value)


def reasons() -> list[str]:
    picking_up = {"nothing_to_pick", "may_pass", "must_play"}
    found = {*raised("IllegalMove", "InvalidMove"), *of_legality(), *picking_up}
    return sorted(reason for reason in found if re.fullmatch("[a-z_]{3,}", reason) and reason not in NOT_REASONS)


def test_the_reasons_for_refusals_are_found_in_the_code() -> None:
    assert {"obliged", "low_clear", "not_your_turn", "swapped", "no_thrower", "others_voted", "not_up"} <= {*reasons()}


@pytest.mark.parametrize("reason", reasons())
def test_every_refusal_has_a_sentence(reason: str) -> None:
    told = plain(lopti_refusals.refusal(IllegalMove(reason, **FACTS), ENGLISH, who))  # type: ignore[arg-type]
    assert told.endswith((".", "neither."))
    assert "{" not in told


def test_every_check_of_a_house_rule_has_a_sentence() -> None:
    sources = "".join((SOURCES / name).read_text(encoding="utf-8") for name in CHECKING)
    found = set(re.findall(r'"(rule_[a-z_]+)"', sources))
    assert len(found) > 30
    assert found == set(lopti_rule_refusals.WHY)


def test_a_refused_play_names_what_fits() -> None:
    position = parse("turn=0 hand=4h9c2d;5c deck=Kh pile=8c up=; down=;")
    with pytest.raises(MoveError) as refused:
        position.play(Seat(0), "4")
    assert plain(lopti.refusal(refused.value, ENGLISH, who)) == (
        "A 4 doesn't beat an 8. You can play 2, 9 or pick up 1."
    )


@pytest.mark.parametrize(
    "text",
    ["when after play; do skip next", "when before out; do draw actor 1", "when after play; do draw next 20", "x"],
)
def test_a_refused_rule_names_the_part(text: str) -> None:
    with pytest.raises(MoveError) as refused:
        read(text)
    assert plain(lopti.refusal(refused.value, ENGLISH, who)).count(".") >= 2


@pytest.mark.parametrize("verb", VERBS)
def test_who_leaves_something_out_reads_how_it_is_written(verb: str) -> None:
    example = lopti_rule_refusals.EXAMPLES[verb]
    assert read(f"when after play; do {example}")
    with pytest.raises(MoveError, match="rule_slots") as refused:
        read(f"when after play; do {verb}" + ("" if len(VERBS[verb]) else " next"))
    told = plain(lopti.refusal(refused.value, ENGLISH, who))
    assert f"Like this: {example}." in told
    assert "Look at “do 1”." in told
    assert len(told) <= 190


def test_the_book_has_its_titles() -> None:
    assert [(rule.title, rule.text) for rule in BOOK] == list(lopti_book.BOOK.items())


def test_every_option_and_preset_has_words() -> None:
    assert {option.name: set(option.values) for option in GAME.options} == {
        name: set(values) for name, (_, _, values) in lopti.OPTIONS.items()
    }
    assert list(lopti.PRESETS) == list(GAME.presets)
    assert lopti.summary(GAME.settle(GAME.presets["plain"]), ENGLISH) == "House rules: no"


def steps(position: Position, seat: Seat, begun: str = "") -> None:
    """Checks the buttons of a step and of all that follow."""
    view, choices = position.view(seat), position.choices(seat, begun).items
    labels = [lopti.label(view, choice.text, begun, ENGLISH) for choice in choices]
    assert len(set(labels)) == len(labels), labels
    assert all(0 < len(label) <= 20 for label in labels), labels
    assert plain(lopti.prompt(view, seat, ENGLISH, who, begun))
    assert plain(lopti.offer(view, seat, [choice.text for choice in choices], begun, ENGLISH, who))
    for choice in choices:
        assert lopti.choice(view, choice.text, begun, ENGLISH)
        if not choice.complete and choice.text != "rule":
            steps(position, seat, choice.text)


def test_every_step_of_random_sessions_has_its_own_short_labels() -> None:
    for seed in range(8):
        for ply in random_session(f"labels {seed}", 60, params=Params(), quiet=True):
            for seat in ply.after.to_move:
                steps(ply.after, seat)


def test_what_everybody_reads_tells_no_secret() -> None:
    chance = Random("secrets")
    for seed in range(8):
        for ply in random_session(f"public {seed}", 60):
            told = [public(position) for position in (ply.after, dealt_again(ply.after, None, chance))]
            assert told[0] == told[1]


def public(position: Position) -> list[str]:
    """All that is said in public."""
    view, movers = position.view(None), position.to_move
    told = [plain(line) for line in lopti.describe(view, ENGLISH, who)]
    told += [plain(lopti.prompt(view, seat, ENGLISH, who)) for seat in movers[:1]]
    told += [plain(line) for line in lopti_house.asked(view, ENGLISH, who)]
    told += [plain(line) for line in lopti_house.rules(view, ENGLISH, who)]
    told.append(plain(lopti_house.waits(view, ENGLISH, who)))
    if position.outcome is not None:
        told.append(plain(lopti.result(view, position.outcome, ENGLISH, who)))
    return told + [lopti.label(view, choice.text, "", ENGLISH) for choice in view.public]


def test_a_hand_is_told_to_its_owner() -> None:
    position = parse("turn=0 hand=4h7c7sKd;5c up=5dAh;8c down=2c3c;9c deck=KhTc pile=7d")
    mine, pile, turn, other = (plain(line) for line in lopti.describe(position.view(Seat(0)), ENGLISH, who))
    assert mine == "Your hand: 4, 7 7, K · face up: 5, A · face down: 2"
    assert pile == "On the pile: 7 by P0 ●, 1 in all. Next 7 or lower, no 10. Deck 2."
    assert turn == "It's the turn of P0 ●; P0 ● opened."
    assert other == "P1 ▲: 1 card in hand, face up 8, face down 1."
    assert plain(lopti.prompt(position.view(Seat(0)), Seat(0), ENGLISH, who)) == "Your turn: 7 or lower."
    assert plain(lopti.prompt(position.view(None), Seat(0), ENGLISH, who)) == "P0 ●, your turn: 7 or lower."


# House rules


TOLD = (
    "Feast: after a player picks up 8 or more cards, they give 1 random card to the next player. "
    "At most 6 times a round.",
    "Eight tax: after a player plays 8s, the player with the fewest cards draws 1 card. At most 6 times a round.",
    "Royal duel: after a player plays 2 or more queens, the player and the next player throw rock, paper, scissors "
    "once; if the player loses, they draw 1 card. At most 6 times a round.",
    "Recycling: after a player clears the pile with four of a kind, 2 cards that left the round (drawn blindly) go "
    "back under the deck. At most 4 times a round.",
    "Fourteen: after a player plays cards, if the number of cards in the pile is 14 or more, the pile is cleared. "
    "At most 3 times a round.",
    "Jack jump: after a player plays 2 or more jacks, they may play again. At most 6 times a round.",
    "Sunlight: after a player's 3 binds the next one, they show 1 random card to everybody. At most 6 times a round.",
    "Rhyme: before a player plays aces, the player: “A rhyme before an ace, please.” If the table says that this was "
    "not done, they draw 1 card. At most 12 times a round.",
    "Robin Hood: after a player plays 10s, the player with the most cards gives their lowest card to the player with "
    "the fewest cards. At most 4 times a round.",
    "Third seven: after a player plays 7s, the counter “sevens” goes up by 1. At most 12 times a round. "
    "After a player plays cards, if the counter “sevens” is 3 or more, all others draw 1 card, then the counter "
    "“sevens” goes back to 0. At most 4 times a round.",
    "Bad luck club: after a player turns over a card that doesn't fit, all others draw 1 card. "
    "At most 4 times a round.",
    "Carousel: after a player picks up the pile, if the number of players still in the round is 3 or more, the next "
    "player and the player before swap a random card. At most 6 times a round.",
    "Second wind: when a player's turn begins, if the number of cards in the hand of the player is 10 or more, they "
    "look at the top card of the deck. At most 12 times a round.",
)


@pytest.mark.parametrize(("rule", "told"), list(zip(BOOK, TOLD, strict=True)), ids=[rule.title for rule in BOOK])
def test_a_rule_of_the_book_is_told_from_what_it_does(rule: Rule, told: str) -> None:
    assert plain(rule_told(rule, ENGLISH)) == told


@given(rules())
def test_every_rule_can_be_told(rule: Rule) -> None:
    told = plain(rule_told(rule, ENGLISH))
    assert rule.title in told
    assert told.count(" a round.") >= len(rule.clauses)
    assert rule.clauses or rule.text in told
    assert not re.search(r"\b(actor|ev|prev|most_cards|fewest_cards|last_winner|hand|total|flag)[._]\w", told)


def walked(seed: str) -> str:
    """A rule that somebody has put together by chance."""
    chance, text = Random(seed), ""
    while not (stage := built(text)).complete:
        text = chance.choice(stage.items).text if stage.items else typed(text, "Some words", ())
    return text


def test_rules_of_the_builder_are_told_in_different_ways() -> None:
    lines = {line(read(walked(f"walk {seed}"))) for seed in range(120)}
    assert len({plain(rule_told(read(text), ENGLISH)) for text in lines}) == len(lines)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("text Sing.; remind play A", "“Sing.” I remind you when somebody plays aces."),
        ("title Song; text Sing.; remind never", "Song: “Sing.” Nobody is reminded of it."),
        (
            "when after deal_done; if hand.actor >= 2 and (pile == 0 or not deck in 3, 4); do draw all 1; max 1",
            "After the deal, if the number of cards in the hand of the player who opens is 2 or more and (the number "
            "of cards in the pile is 0 or it is not so that the number of cards in the deck is one of 3, 4), everybody "
            "draws 1 card. At most once a round.",
        ),
        (
            "when after flip; if ev.legal == yes; do reveal actor 1; do give next actor 2 highest; do draw actor 1",
            "After a player turns over a card that fits, they show 1 random card to everybody, then the next player "
            "gives their 2 highest cards to the player, then the player draws 1 card. At most 12 times a round.",
        ),
        (
            "when after play; if hand.next == 1; do extra_play; max 3",
            "After a player plays cards, if the number of cards in the hand of the next player is 1, the player may "
            "play again. At most 3 times a round.",
        ),
        (
            "when after play; if ev.rank >= J and ev.count == 1; do roshambo next prev draw next 2; max 2",
            "After a player plays cards, if the rank of the cards is J or more and the number of these cards is 1, the "
            "next player and the player before throw rock, paper, scissors once; if the next player loses, they draw "
            "2 cards. At most 2 times a round.",
        ),
    ],
)
def test_a_rule_in_words(text: str, told: str) -> None:
    assert plain(rule_told(read(text), ENGLISH)) == told


# Proposals


def test_every_core_rule_has_a_sentence_for_each_value() -> None:
    assert set(lopti_params.NAMES) == set(PARAMS)
    for key, param in PARAMS.items():
        told = [plain(lopti_params.core_told(key, value, ENGLISH)) for value in param.values]
        assert len(set(told)) == len(told)
        assert all(line.endswith(".") for line in told)
        named = [lopti_params.value_told(key, value, ENGLISH) for value in param.values]
        assert len(set(named)) == len(named)
        assert max(map(len, [ENGLISH.text(lopti_params.NAMES[key]), *named])) <= 20


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("core low.renew match", "A 7 on a 7 must be matched."),
        ("core draw.floor 4", "Who holds fewer than 4 cards draws."),
        ("core rank.clear T", "10: clears the pile."),
        ("remove r1", "The house rule “Feast” goes."),
        ("back r1", "The house rule “Feast” comes back."),
        (
            "change r1 when after play; do draw next 1; max 2",
            "The house rule “Feast” becomes: After a player plays cards, the next player draws 1 card. "
            "At most 2 times a round.",
        ),
    ],
)
def test_a_proposal_is_told(subject: str, told: str) -> None:
    feast = replace(BOOK[0], id="r1")
    assert plain(lopti_params.proposal_told(subject, (feast,), ENGLISH)) == told


# What is said in a moment


@pytest.mark.parametrize(
    ("position", "public", "own"),
    [
        ("turn=0 hand=4h;5c up=; down=; pile=5d|6d obliged=yes", "P0 ●: a 3, or pick up 2.", "a 3, or pick up 2."),
        ("turn=0 hand=4h;5c up=; down=;", "P0 ●, your turn: the table is empty, play anything.", "play anything."),
        ("turn=0 hand=4h;5c up=; down=; extra=yes", "P0 ●, your turn: the table is empty, play again.", "play again."),
        ("turn=0 hand=;5c up=; down=2c3c; pile=9h", "P0 ●, your turn: turn over a face-down card, or pick up 1.", "."),
        ("turn=0 hand=4h;5c up=; down=; pile=9h9d", "P0 ●, your turn: beat 9 9.", "beat 9 9."),
        ("turn=0 hand=4h;5c up=; down=; pile=2h", "P0 ●, your turn: anything goes on a 2.", "on a 2."),
    ],
)
def test_what_is_to_do_is_said_to_all_and_to_one(position: str, public: str, own: str) -> None:
    table = parse(position)
    assert plain(lopti.prompt(table.view(None), Seat(0), ENGLISH, who)) == public
    mine = plain(lopti.prompt(table.view(Seat(0)), Seat(0), ENGLISH, who))
    assert mine.startswith("Your turn: ")
    assert mine.endswith(own)


def test_who_has_swapped_is_told_but_not_what() -> None:
    position = GAME.deal(3, "swapping", GAME.settle({}))
    position = position.play(Seat(1), "swap -").position
    told = plain(lopti.prompt(position.view(None), Seat(0), ENGLISH, who))
    assert isinstance(position, Position)
    assert told == f"Everybody may swap one card. P1 ▲ ✔\nSeal of the deal: {position.digest[:16]}."
    two = parse("phase=swap turn=0 hand=4h5h;5c6c up=7h8h;8c9c down=; swaps=; params=swap.max:2").view(None)
    assert plain(lopti.prompt(two, Seat(0), ENGLISH, who)) == "Everybody may swap up to 2 cards."


@pytest.mark.parametrize(
    ("text", "label", "choice"),
    [
        ("vote yes", "👍 For", "vote for it"),
        ("vote no", "👎 Against", "vote against it"),
        ("defend", "I do", "throw for your side"),
        ("withdraw", "Withdraw", "withdraw the proposal"),
        ("throw R", "✊", "rock"),
        ("throw RPSRPS", "🎲 6 random", "🎲 6 random"),
        ("play 7c7s", "7 7", "play 7 7"),
        ("play 7*", "7 …", "play 7, and choose how many"),
        ("play Th", "10", "play 10"),
        ("pick", "Pick up 2", "pick up all 2 cards"),
        ("swap -", "Keep all", "keep all cards"),
        ("swap 4h", "4♥ …", "swap the 4♥ of your hand, and choose for which"),
        ("swap 4h 7s", "4♥ ↔ 7♠", "swap the 4♥ of your hand for the 7♠ on the table"),
        ("flip 1", "Left", "turn over a face-down card: Left"),
        ("waive", "No rule", "make no rule"),
        ("deal", "▶ Deal round 2", "▶ Deal round 2"),
        ("close", "Close the table", "close the table for all"),
        ("wake", "☀ Wake it", "wake the table"),
    ],
)
def test_a_choice_has_a_label_and_a_longer_name(text: str, label: str, choice: str) -> None:
    view = parse("turn=0 hand=4h7c7s;5c up=;8c down=2c3c;9c deck=Kh pile=9h9d").view(Seat(0))
    assert lopti.label(view, text, "", ENGLISH) == label
    assert lopti.choice(view, text, "", ENGLISH) == choice


def test_a_rule_of_the_book_is_called_by_what_it_does() -> None:
    view = parse("turn=0 hand=4h;5c up=; down=;").view(Seat(0))
    assert lopti.label(view, "rule book 1", "", ENGLISH) == "📖 Feast"
    assert lopti.choice(view, "rule book 1", "", ENGLISH) == TOLD[0]


def test_a_session_ends_with_its_score() -> None:
    position = parse("turn=0 phase=over hand=;; up=;; down=;; score=1;3;0")
    assert position.outcome is not None
    told = plain(lopti.result(position.view(None), position.outcome, ENGLISH, who))
    assert told == "P1 ▲ wins 3 rounds, P0 ● 1, P2 ■ 0."


@pytest.mark.parametrize(
    "text",
    [
        "when after play; if name.actor == 1; do draw next 1",
        "when after play; do skip_the_turn_of_somebody_else_for_ever next",
        "when before play; do give actor next 1 random",
        "when after vote_of_a_table_that_is_not_an_event; do draw next 1",
        "when after play; do draw somebody_who_is_no_role_of_the_game 1",
        "flags of a kind; when after play",
        "text Sing.; remind whenever_it_is_that_somebody_feels_like_it",
    ],
)
def test_a_refused_rule_is_told_as_briefly_as_a_toast(text: str) -> None:
    with pytest.raises(MoveError) as refused:
        read(text)
    told = plain(lopti.refusal(refused.value, ENGLISH, who))
    assert "would pass" in told
    assert len(told) <= 190


def test_no_two_refusals_are_told_the_same() -> None:
    told = [plain(lopti_refusals.refusal(IllegalMove(reason, **FACTS), ENGLISH, who)) for reason in reasons()]  # type: ignore[arg-type]
    assert len(set(told)) == len(told)
    assert max(map(len, told)) <= 190
    assert len(set(lopti_rule_refusals.WHY.values())) == len(lopti_rule_refusals.WHY)
