"""What is said while something is put together at a table of Lopti: proposals, votes, throws and house rules."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.ports import plain
from bot.words import lopti, lopti_builder
from bot.words.lopti_book import SAMPLES, own_words
from games.core import Choice, Seat
from games.lopti import Position
from games.lopti.book import BOOK
from games.lopti.building import LINES, OWN_WORDS, steps
from games.lopti.params import PARAMS
from games.lopti.text import parse
from games.lopti.walking import DOUBTS, is_beside
from tests.bot.test_words_of_lopti import ENGLISH, who
from tests.games.lopti.decisions import DECLARING, EIGHT, RHYME, called, made, table, tied, upheld
from tests.games.lopti.secrets import dealt_again
from tests.games.lopti.sessions import HOUSE_RULES, random_session
from tests.games.lopti.table import ONE, TWO, ZERO, played

LONGEST = 30
FEAST = 'title "Feast"; when after pickup; if ev.taken >= 8; do give actor next 1 random; max 6'


def checked(position: Position, seat: Seat, begun: str) -> tuple[Choice, ...]:
    """Checks what is said at a step, and returns its choices."""
    view, choices = position.view(seat), position.choices(seat, begun).items
    labels = [lopti.label(view, choice.text, begun, ENGLISH) for choice in choices]
    named = [lopti.choice(view, choice.text, begun, ENGLISH) for choice in choices]
    for told in (labels, named):
        assert len(set(told)) == len(told), (begun, told)
        assert all(text and text == text.strip() for text in told), (begun, told)
    assert all(len(label) <= LONGEST for label in labels), (begun, labels)
    assert labels == [lopti.label(view, choice.text, "", ENGLISH) for choice in choices], begun
    asked = plain(lopti.prompt(view, seat, ENGLISH, who, begun))
    assert asked == asked.strip() != "", begun
    assert not re.search(r"\b(actor|ev|prev|most_cards|fewest_cards|last_winner|hand|total|flag)[._]\w", asked)
    return choices


def walk_all(position: Position, seat: Seat, begun: str) -> int:
    """Checks a step and all that follow; returns how many there are."""
    onward = [choice.text for choice in checked(position, seat, begun)]
    return 1 + sum(walk_all(position, seat, text) for text in onward)


def walk(position: Position, seat: Seat, begun: str, chance: Random) -> str:
    """Walks by chance, and checks each step."""
    while choices := checked(position, seat, begun):
        begun = chance.choice(choices).text
    return begun


def test_every_proposal_without_new_words_can_be_walked_to_its_end() -> None:
    position = table(3, made(FEAST), made(RHYME, id="r2", status="removed"), made(id="r3", author=TWO))
    assert [choice.text for choice in checked(position, TWO, "table")] == ["propose", "drop", "ask", "object"]
    for begun in ("propose remove", "propose back", "propose core", "drop", "ask", "object"):
        assert walk_all(position, TWO, begun) > 1
    checked(position, TWO, "propose")


def test_a_table_with_everything_to_decide_has_words() -> None:
    stalled = table(3, made(), made("text Sing.", id="r2"), rest="idle=60 misses=0;2;0")
    assert walk_all(replace(stalled, voted=True), TWO, "table") == 14
    assert walk_all(called(), TWO, "call") == 2
    withdrawable = played(table(3, made()), "2: propose remove r1 now").position
    assert walk_all(withdrawable, TWO, "table") == 2
    assert walk_all(tied(), TWO, "duel") == 5
    assert checked(upheld(), ONE, "table")[1].text == "rule"


@pytest.mark.parametrize("seed", range(24))
def test_a_rule_can_be_built_with_words_all_the_way(seed: int) -> None:
    rule = walk(parse(DECLARING), ZERO, ("rule when", "rule")[seed % 4 == 0], Random(f"rule {seed}"))
    step = parse(DECLARING).play(ZERO, rule)
    assert step.move.startswith("rule ")


@pytest.mark.parametrize("seed", range(16))
def test_a_rule_can_be_changed_with_words_all_the_way(seed: int) -> None:
    position = table(3, made())
    change = walk(position, TWO, "propose change r1" + ("", " when")[seed % 2], Random(f"change {seed}"))
    assert change.endswith((" now", " next"))
    assert position.play(TWO, change).move


def test_each_kind_of_step_of_a_rule_is_asked_and_answered_in_words() -> None:
    chance, seen = Random("steps"), set()
    for _ in range(100):
        text = ""
        while text != "book" and (items := steps(text).items):
            for item in items:
                assert lopti_builder.label(item.text, ENGLISH, text)
                assert lopti_builder.choice(item.text, ENGLISH, text)
            seen.add(steps(text).asks)
            text = chance.choice(items).text
    assert seen == {
        *("start", "when", "if", "sign", "value", "and", "verb", "role", "number", "word", "line", "more", "often"),
        *("text", "remind"),
    }


def test_random_sessions_have_words_for_all_that_can_be_asked() -> None:
    for seed in range(6):
        chance = Random(f"beside {seed}")
        for number, ply in enumerate(random_session(f"beside {seed}", 80, rules=HOUSE_RULES)):
            position = ply.after
            if position.phase == "over" or number % 4:
                continue
            for seat in position.seated:
                walk(position, seat, "table", chance)
                if position.declarer == seat:
                    walk(position, seat, "rule", chance)


def test_what_a_seat_is_asked_tells_no_secret() -> None:
    chance = Random("walks")
    for seed in range(6):
        for ply in random_session(f"secret {seed}", 80, rules=HOUSE_RULES):
            position = ply.after
            if position.phase == "over":
                continue
            for seat in position.seated:
                again = dealt_again(position, seat, chance)
                assert own(position, seat) == own(again, seat)


def own(position: Position, seat: Seat) -> list[str]:
    """What a seat reads at the beginnings of its walks."""
    view, told = position.view(seat), [plain(lopti.prompt(position.view(seat), seat, ENGLISH, who))]
    for begun in ("table", *(("duel",) if position.duel else ())):
        told.append(plain(lopti.prompt(view, seat, ENGLISH, who, begun)))
    return told


@pytest.mark.parametrize(
    ("begun", "labels"),
    [
        ("table", ["Propose a change", "Ask the author …", "Object …"]),
        ("propose", ["Remove a rule", "Change a rule", "Bring a rule back", "Change a core rule"]),
        ("propose remove", ["Feast", "After a player plays 8s, the…"]),
        ("propose remove r1", ["Now", "Next round"]),
        ("propose back", ["Rhyme"]),
        (
            "propose core",
            [
                *("The deal …", "Swaps", "Drawing …", "Special ranks …", "Low cards …", "Order …", "Same rank"),
                *("Raise with as many", "Four of a kind …", "Play after a clear", "Free pick-up", "Flips …"),
                *("3s stay", "Who opens", "After a win", "House rules", "Largest pick-up"),
            ],
        ),
        ("propose core low.", ["Low means", "Clear a low card", "7 on 7"]),
        ("propose core low.renew", ["with more copies"]),
        ("propose change r1", ["📖 From the book", "🧩 Build one", "✍ In my own words"]),
        ("object", ["Feast", "After a player plays 8s, the…"]),
    ],
)
def test_the_buttons_of_a_proposal(begun: str, labels: list[str]) -> None:
    position = table(3, made(FEAST), made(id="r3"), made(RHYME, id="r2", status="removed"))
    choices = position.choices(TWO, begun).items
    assert [lopti.label(position.view(TWO), choice.text, begun, ENGLISH) for choice in choices] == labels


@pytest.mark.parametrize(
    ("begun", "labels"),
    [
        ("rule", ["📖 From the book", "🧩 Build one", "✍ In my own words"]),
        (
            "rule when",
            [
                *("someone plays", "someone picks up", "someone flips", "someone clears", "someone draws"),
                *("someone goes out", "someone passes a 3", "a 7 asks for low cards", "face-up cards are taken"),
                *("a turn starts", "the deal is done", "before someone plays", "before someone flips"),
                "before someone picks up",
            ],
        ),
        ("rule when after pickup; if ev.taken", ["≥", "=", "≤"]),
        ("rule when after flip; if ev.legal", ["it fits", "it doesn't fit"]),
        ("rule when after clear; if ev.cause", ["a 10", "four of a kind", "the fourth 3", "a house rule"]),
        ("rule when after play; if ev.rank == J", ["that is all", "and …"]),
        (
            "rule when after pickup; do draw",
            [
                *("the player", "next", "previous", "most cards", "fewest cards", "dealer", "opener", "last winner"),
                *("others", "all"),
            ],
        ),
        ("rule when after pickup; do give actor next 1", ["random", "lowest", "highest", "own choice"]),
        ("rule when after pickup; do draw next 1", ["another", "that is all"]),
        ("rule when after pickup; do draw next 1; max", ["1", "2", "3", "4", "6", "12"]),
        ("rule when after pickup; do ask actor", list(LINES)),
        ("rule when after play; do roshambo actor next", ["draw", "toss", "reveal"]),
        ("rule text", [*(text if len(text) <= 30 else text[:29].rstrip() + "…" for text in OWN_WORDS)]),
    ],
)
def test_the_buttons_of_the_builder(begun: str, labels: list[str]) -> None:
    position = parse(DECLARING)
    choices = position.choices(ZERO, begun).items
    assert [lopti.label(position.view(ZERO), choice.text, begun, ENGLISH) for choice in choices] == labels


@pytest.mark.parametrize(
    ("begun", "told"),
    [
        ("", "How do you want to make the rule?"),
        (" when", "When?"),
        (" book", "Which rule of the book?"),
        (" when after pickup", "After a player picks up the pile … If?"),
        (" when after pickup; if ev.taken", "After a player picks up the pile: how many are picked up … How many?"),
        (
            " when after pickup; if ev.taken >=",
            "After a player picks up the pile: how many are picked up · ≥ … How many?",
        ),
        (
            " when after pickup; if ev.taken >= 8",
            "After a player picks up 8 or more cards … Is there a further condition?",
        ),
        (" when after pickup; if ev.taken >= 8; do", "After a player picks up 8 or more cards … Then what?"),
        (" when after pickup; if ev.taken >= 8; do give", "After a player picks up 8 or more cards: give … Who gives?"),
        (
            " when after pickup; if ev.taken >= 8; do give actor",
            "After a player picks up 8 or more cards: give · the player … To whom?",
        ),
        (
            " when after pickup; if ev.taken >= 8; do give actor next 1",
            "After a player picks up 8 or more cards: give · the player · next · 1 … Which cards?",
        ),
        (
            " when after pickup; if ev.taken >= 8; do give actor next 1 random",
            "After a player picks up 8 or more cards, they give 1 random card to the next player. "
            "Does it do anything more?",
        ),
        (
            " when after pickup; if ev.taken >= 8; do give actor next 1 random; do draw",
            "After a player picks up 8 or more cards, they give 1 random card to the next player. "
            "Then: draw … Who draws?",
        ),
        (
            " when after pickup; if ev.taken >= 8; do give actor next 1 random; max",
            "After a player picks up 8 or more cards, they give 1 random card to the next player. "
            "How often a round? If you don't say, 12 times at most.",
        ),
        (
            " when after pickup; if ev.taken >= 8; do give actor next 1 random; max 6",
            "After a player picks up 8 or more cards, they give 1 random card to the next player. "
            "At most 6 times a round. Type a name for it, if you like.",
        ),
        (
            ' when after pickup; do draw next 1; max 6; title "Share"',
            "Share: after a player picks up the pile, the next player draws 1 card. At most 6 times a round.",
        ),
        (
            " book 3",
            "Royal duel: after a player plays 2 or more queens, the player and the next player throw rock, paper, "
            "scissors once; if the player loses, they draw 1 card. At most 6 times a round.",
        ),
        (
            " when after play; if flag.sevens >= 3; do reset sevens",
            "After a player plays cards, if the counter “sevens” is 3 or more, the counter “sevens” goes back to 0. "
            "At most 12 times a round.",
        ),
        (
            "\nWhen after pickup\nDo draw next 1",
            "After a player picks up the pile, the next player draws 1 card. At most 12 times a round.",
        ),
        (' text "Sing."', "“Sing.” When shall I remind you?"),
        (
            ' text "Sing."; remind play A',
            "“Sing.” I remind you when somebody plays aces. Type a name for it, if you like.",
        ),
        (
            " when after play; if ev.rank == J; do roshambo actor next",
            "After a player plays jacks: one throw · the player · next … What does the loser do?",
        ),
        (" when after play; if ev.rank", "After a player plays cards: which rank … How many?"),
    ],
)
def test_the_sentence_on_top_grows_with_each_tap(begun: str, told: str) -> None:
    view = parse(DECLARING).view(ZERO)
    asked = plain(lopti.prompt(view, ZERO, ENGLISH, who, f"rule{begun}"))
    assert asked == told


@pytest.mark.parametrize(
    ("begun", "told"),
    [
        ("table", "This round's vote is free. What would you like to do?"),
        ("propose", "What shall the table change?"),
        ("propose core draw.", "Which core rule shall change?"),
        ("propose core draw.floor", "So far: Who holds fewer than 3 cards draws. How shall it be?"),
        ("propose core draw.floor 4", "Who holds fewer than 4 cards draws. From when on?"),
        ("propose core draw.floor 4 now", "From now on: Who holds fewer than 4 cards draws. Shall I ask the table?"),
        (
            "propose remove r1 next",
            "From the next round on: The house rule “Feast” goes. Feast: after a player picks up 8 or more cards, they "
            "give 1 random card to the next player. At most 6 times a round. Shall I ask the table?",
        ),
        (
            "propose change r1",
            "So far: Feast: after a player picks up 8 or more cards, they give 1 random card to the next player. "
            "At most 6 times a round. What shall it become?",
        ),
        ("propose change r1 when after pickup", "After a player picks up the pile … If?"),
        (
            "propose change r1 when after pickup; do draw next",
            "After a player picks up the pile: draw · next … How many cards?",
        ),
        (
            f"propose change r1 {EIGHT}",
            "The house rule “Feast” becomes: After a player plays 8s, the next player draws 1 card. "
            "At most 6 times a round. From when on?",
        ),
        (
            f"propose change r1 {EIGHT} now",
            "From now on: The house rule “Feast” becomes: After a player plays 8s, the next player draws 1 card. "
            "At most 6 times a round. Shall I ask the table?",
        ),
        ("drop", "Which of your rules do you take back? That needs no vote."),
        ("PROPOSE  core LOW.max 8 NOW", "From now on: Low cards are those of 8 or lower. Shall I ask the table?"),
        (
            "propose change r1 WHEN after play; do inc plays 1 now",
            "From now on: The house rule “Feast” becomes: After a player plays cards, the counter “plays” goes up "
            "by 1. At most 12 times a round. Shall I ask the table?",
        ),
        ("remove", "Who shall be removed? P1 ▲"),
        ("remove 1", "Ask the others to remove P1 ▲, who is away?"),
    ],
)
def test_what_is_asked_while_something_is_proposed(begun: str, told: str) -> None:
    view = table(3, made(FEAST), rest="misses=0;2;0").view(TWO)
    assert plain(lopti.prompt(view, TWO, ENGLISH, who, begun)) == told


def test_who_is_called_is_told() -> None:
    view = called().view(TWO)
    assert plain(lopti.prompt(view, TWO, ENGLISH, who, "call")) == "What was not done? Rhyme: P0 ●"


def test_q3_a_duel_says_how_many_throws_are_needed() -> None:
    position = tied()
    told = plain(lopti.prompt(position.view(TWO), TWO, ENGLISH, who, "duel"))
    assert told == "R, P, S in any mix, up to 90; 60 nearly always suffice."
    position = played(position, "2: throw RRRRRRRRRR").position
    told = plain(lopti.prompt(position.view(TWO), TWO, ENGLISH, who, "duel"))
    assert told == "Your throws are in. Now the other side has to throw."
    position = played(position, "1: throw PPPPPPPPPPPPPPPPPPPPPPPPPP").position
    told = plain(lopti.prompt(position.view(TWO), TWO, ENGLISH, who, "duel"))
    assert told == "About 35 more, please. R, P, S in any mix, up to 90; 60 nearly always suffice."
    full = played(position, f"1: throw {'R' * 40}").position
    assert lopti.label(full.view(ONE), "throw random", "duel", ENGLISH) == "🎲 34 random"


def test_rules_with_the_same_name_have_different_buttons() -> None:
    position = table(3, *(made(FEAST, id=f"r{number}", round=number) for number in (1, 2)))
    labels = [lopti.label(position.view(TWO), f"propose remove r{number}", "", ENGLISH) for number in (1, 2)]
    assert labels == ["Feast (r1)", "Feast (r2)"]


def test_a_core_rule_is_chosen_by_what_it_would_be() -> None:
    view = table(3).view(TWO)
    for key, param in PARAMS.items():
        told = {
            lopti.choice(view, f"propose core {key} {value}", f"propose core {key}", ENGLISH) for value in param.values
        }
        assert len(told) == len(param.values)


def test_who_was_called_is_voted_on_in_other_words() -> None:
    position = played(called(), "2: call r1").position
    assert [lopti.label(position.view(None), text, "", ENGLISH) for text in ("vote yes", "vote no")] == [
        "👍 It was done",
        "👎 It was not done",
    ]


def test_d2_a_second_swap_is_asked_for_with_the_first() -> None:
    position = parse("phase=swap turn=0 hand=4h5h;5c6c up=7h8h;8c9c down=; swaps=; params=swap.max:2")
    view = position.view(ZERO)
    assert plain(lopti.prompt(view, ZERO, ENGLISH, who, "swap 4h")) == "For which of your face-up cards goes the 4♥?"
    assert plain(lopti.prompt(view, ZERO, ENGLISH, who, "swap 4h 7h")) == "So far 4♥ ↔ 7♥. Swap another one?"
    told = plain(lopti.prompt(view, ZERO, ENGLISH, who, "swap 4h 7h 5h"))
    assert told == "For which of your face-up cards goes the 5♥?"


def test_a_card_that_a_house_rule_wants_is_asked_for() -> None:
    rule = made("title Tax; when after play; if ev.rank == 6; do give next actor 1 owner; max 6")
    position = played(table(3, rule), "6").position
    assert plain(lopti.prompt(position.view(ONE), ONE, ENGLISH, who)) == "Tax: choose a card to give to P0 ●."
    assert lopti.label(position.view(ONE), "choose 8d", "", ENGLISH) == "8♦"
    assert lopti.choice(position.view(ONE), "choose 8d", "", ENGLISH) == "choose the 8♦"


def test_only_what_is_beside_the_cards_is_told_here() -> None:
    assert not is_beside("play 6h")
    with pytest.raises(TypeError):
        lopti.label(table(2).view(ZERO), "throw", "", ENGLISH)


def texts() -> Iterator[str]:
    yield from lopti_builder.STEPS.values()


def test_no_button_of_the_builder_is_too_long() -> None:
    assert max(map(len, texts())) <= LONGEST


def test_samples_are_known_in_each_language_and_own_words_stay_as_they_are() -> None:
    """What the game itself offers goes through the catalogues, though a rule keeps it as its author's words."""
    acts = [action for rule in BOOK for clause in rule.clauses for action in clause.actions]
    asked = {action[2] for action in acts if action[0] == "ask"}
    assert not [action for action in acts if action[0] == "announce"]
    assert {*LINES, *OWN_WORDS, *DOUBTS, *asked} == SAMPLES
    assert own_words("My own words.", ENGLISH) == "My own words."
