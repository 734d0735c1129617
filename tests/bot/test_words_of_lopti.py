"""What is said at a table of Lopti: every event and refusal has a sentence, and no public one tells a secret."""

import re
from pathlib import Path
from random import Random

import pytest

from bot.ports import Text, plain
from bot.words import lopti, lopti_book, lopti_news, lopti_refusals, words_for
from bot.words.spoken import Spoken
from games.core import SIGNS, Event, IllegalMove, MoveError, Seat, seen
from games.lopti import GAME, Position, events, rule_events
from games.lopti.book import BOOK
from games.lopti.params import Params
from games.lopti.reading import read
from games.lopti.text import parse
from tests.games.lopti.secrets import dealt_again
from tests.games.lopti.sessions import HOUSE_RULES, random_session

SPOKEN: Spoken = lopti
"""Its types are those of every game's sentences."""
ENGLISH = words_for("en")
SOURCES = Path(lopti.__file__).parents[2] / "games" / "lopti"
REASONS = re.compile(r'(?:IllegalMove|InvalidMove)\(\s*"([a-z_]+)"')
FACTS = {
    "turn": 0, "text": "x", "top": "9", "able": ("J", "22"), "pile": 5, "most": 1, "given": 99, "sign": "X",
    "rank": "4", "count": 2, "copies": 1, "held": 1, "waiting": 3, "down": 2, "hand": 2, "index": 4,
}  # fmt: skip


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


def reasons() -> list[str]:
    found = {name for path in SOURCES.glob("*.py") for name in REASONS.findall(path.read_text(encoding="utf-8"))}
    legality = {"obliged", "match", "low", "low_clear", "copies", "too_low", "nothing_to_pick", "must_play", "may_pass"}
    return sorted(found | legality | {"swapped", "not_your_turn"})


@pytest.mark.parametrize("reason", reasons())
def test_every_refusal_has_a_sentence(reason: str) -> None:
    told = plain(lopti_refusals.refusal(IllegalMove(reason, **FACTS), ENGLISH, who))  # type: ignore[arg-type]
    assert told.endswith((".", "neither."))
    assert "{" not in told


def test_a_refused_play_names_what_fits() -> None:
    position = parse("turn=0 hand=4h9c2d;5c deck=Kh pile=8c up=; down=;")
    with pytest.raises(MoveError) as refused:
        position.play(Seat(0), "4")
    assert plain(lopti.refusal(refused.value, ENGLISH, who)) == "That doesn't beat a 8. You can play 2, 9, pick up 1."


@pytest.mark.parametrize(
    "text",
    ["when after play; do skip next", "when before out; do draw actor 1", "when after play; do draw next 20", "x"],
)
def test_a_refused_rule_names_the_part(text: str) -> None:
    with pytest.raises(MoveError) as refused:
        read(text)
    assert plain(lopti.refusal(refused.value, ENGLISH, who)).count(".") >= 2


def test_the_book_has_its_titles() -> None:
    assert tuple(rule.title for rule in BOOK) == lopti_book.BOOK


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
    if position.outcome is not None:
        told.append(plain(lopti.result(view, position.outcome, ENGLISH, who)))
    return told + [lopti.label(view, choice.text, "", ENGLISH) for choice in view.public]


def test_a_hand_is_told_to_its_owner() -> None:
    position = parse("turn=0 hand=4h7c7sKd;5c up=5dAh;8c down=2c3c;9c deck=KhTc pile=7d")
    mine, pile, other = (plain(line) for line in lopti.describe(position.view(Seat(0)), ENGLISH, who))
    assert mine == "Your hand: 4, 7 7, K · face up: 5, A · face down: 2"
    assert pile == "On the pile: 7 by P0 ●, 1 in all. Deck 2."
    assert other == "P1 ▲: 1 card in hand, face up 8, face down 1."
    assert plain(lopti.prompt(position.view(Seat(0)), Seat(0), ENGLISH, who)) == "Your turn: 7 or lower."
    assert plain(lopti.prompt(position.view(None), Seat(0), ENGLISH, who)) == "P0 ●, your turn: 7 or lower."
