"""What everybody reads about a table of Lopti: what it decides, what it has agreed on, and how a round ended."""

from dataclasses import replace

import pytest

from bot.ports import plain
from bot.words import lopti, lopti_house
from games.lopti import Position
from games.lopti.changes import Change
from games.lopti.params import Params
from games.lopti.text import parse
from games.lopti.trials import Trial
from tests.bot.test_words_of_lopti import ENGLISH, who
from tests.games.lopti.decisions import EIGHT, called, made, table, tied
from tests.games.lopti.sessions import HOUSE_RULES, random_session
from tests.games.lopti.table import ONE, TWO, ZERO, played

FEAST = 'title "Feast"; when after pickup; if ev.taken >= 8; do give actor next 1 random; max 6'
FEAST_TOLD = (
    "Feast: after a player picks up 8 or more cards, they give 1 random card to the next player. "
    "At most 6 times a round."
)
EIGHT_TOLD = "After a player plays 8s, the next player draws 1 card. At most 6 times a round."


def asked(position: Position) -> list[str]:
    lines = [plain(line) for line in lopti_house.asked(position.view(None), ENGLISH, who)]
    for seat in position.seated:
        assert [plain(line) for line in lopti_house.asked(position.view(seat), ENGLISH, who)] == lines
    return lines


def rules(position: Position) -> list[str]:
    return [plain(line) for line in lopti_house.rules(position.view(ZERO), ENGLISH, who)]


def test_nothing_is_asked_where_nothing_is_decided() -> None:
    assert asked(table(3, made())) == []


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        (
            "remove r1 now",
            ["Rule Vote, round 2: P2 ■ proposes to remove “Feast” from now on.", FEAST_TOLD],
        ),
        (
            "back r2 next",
            [
                "Rule Vote, round 2: P2 ■ proposes to bring “After a player plays 8s, the…” back "
                "from the next round on.",
                EIGHT_TOLD,
            ],
        ),
        (
            f"change r1 {EIGHT.replace('next', 'all')} now",
            [
                "Rule Vote, round 2: P2 ■ proposes to change “Feast” from now on.",
                f"The house rule “Feast” becomes: {EIGHT_TOLD.replace('the next player', 'everybody')}",
            ],
        ),
        (
            "core draw.floor 4 next",
            [
                "Rule Vote, round 2: P2 ■ proposes to change a core rule from the next round on.",
                "Who holds fewer than 4 cards draws.",
            ],
        ),
    ],
)
def test_v3_a_rule_vote_is_told_in_full(subject: str, told: list[str]) -> None:
    position = table(4, made(FEAST), made(id="r2", status="removed"))
    begun = played(position, f"2: propose {subject}", "0: vote no").position
    assert asked(begun) == [
        *told,
        "For 1 (P2 ■) · against 1 (P0 ●).",
        "3 of 4 needed. All of the session may vote, also who is out.",
    ]


def test_r3_an_objection_is_told() -> None:
    assert asked(played(table(4, made()), "2: object r1").position) == [
        "P2 ■ objects: “After a player plays 8s, the…” is against the rules for rules.",
        EIGHT_TOLD,
        "For 1 (P2 ■) · against 0.",
        "3 of 4 needed. Then the rule goes, and its author may reword it once.",
    ]


def test_r3_a_call_is_told_with_who_is_called() -> None:
    assert asked(played(called(), "2: call r1").position) == [
        "P2 ■ calls P0 ●: “Rhyme”. Was it done?",
        "Rhyme: before a player plays aces, the player: “A rhyme, please.” If the table says that this was not done, "
        "they draw 1 card. At most 6 times a round.",
        "Done 0 · not done 1 (P2 ■).",
        "2 of 3 have to say that it was not done; silence says that it was.",
    ]


def test_a9_a11_a_stalled_round_and_an_away_seat_are_told() -> None:
    assert asked(played(table(4, rest="idle=60"), "2: stall").position) == [
        "P2 ■ asks to end this round without a winner.",
        "For 1 (P2 ■) · against 0.",
        "3 of 4 needed. Then nobody has won this round.",
    ]
    assert asked(played(table(4, rest="misses=0;2;0;0"), "2: remove 1").position) == [
        "P2 ■ asks to remove P1 ▲, who is away.",
        "For 1 (P2 ■) · against 0.",
        "2 of 3 needed. Then the seat leaves the table with its cards.",
    ]


def test_q3_a_duel_tells_who_is_ready_but_no_throws() -> None:
    position = tied()
    vote = [
        "Rule Vote, round 2: P2 ■ proposes to change a core rule from the next round on.",
        "A 7 on a 7 must be matched.",
        "Duel: P2 ■ (change) against P1 ▲ (keep). 30 throws that count; ties don't.",
    ]
    assert asked(position) == [*vote, "P2 ■ not yet · P1 ▲ not yet"]
    for throws in ("RPS" * 10, "S" * 30):
        assert asked(played(position, f"2: throw {throws}").position) == [*vote, "P2 ■ ready · P1 ▲ not yet"]
    half = played(position, f"2: throw {'RS' * 10}", f"1: throw {'R' * 10}").position
    assert asked(half) == [*vote, "P2 ■ ready · P1 ▲ not yet", "So far 0 : 5, 5 ties."]


def test_q2_fifteen_each_takes_one_more_throw() -> None:
    even = played(tied(), f"2: throw {'R' * 30}", f"1: throw {'P' * 15}{'S' * 15}").position
    assert asked(even)[-2:] == ["So far 15 : 15, 0 ties.", "One more that counts."]


def test_q1_a_defender_is_looked_for() -> None:
    rule = made(author=ZERO)
    position = played(table(4, rule), "2: propose remove r1 now", "1: vote no", "3: vote no", "0: vote yes").position
    assert asked(position)[2:] == [
        "Duel: 30 throws that count; ties don't.",
        "P2 ■ has come forward.",
        "Who defends? P1 ▲, P3 ✚ may.",
    ]
    wanting = played(position, "1: defend", "3: defend", "3: throw RR").position
    assert asked(wanting)[4] == "Who defends? One throw that counts decides. P1 ▲ not yet · P3 ✚ ready"


def test_the_house_rules_are_listed_with_author_and_round() -> None:
    position = table(3, made(FEAST), made("text Sing.; remind never", id="r2", author=TWO, round=2))
    assert rules(position) == [
        f"📜 {FEAST_TOLD} (P1 ▲, round 1, automatic)",
        "📜 “Sing.” Nobody is reminded of it. (P2 ■, round 2, on your honour)",
        "This round's vote is free.",
    ]
    assert lopti_house.count(position.view(None)) == 2
    removed = replace(position, rules=(position.rules[0], made(id="r3", status="removed")), voted=True)
    assert rules(removed)[1:] == [
        "No longer: “After a player plays 8s, the…”. A Rule Vote can bring them back.",
        "This round's vote is used.",
    ]


def test_core_rules_that_are_other_ones_are_listed() -> None:
    assert rules(table(2)) == ["No house rules yet.", "This round's vote is free."]
    position = table(3, rest="params=draw.floor:4")
    later = replace(position, params=Params.of({"draw.floor": "5"}), pending=(Change("next", "core low.max 8"),))
    assert rules(later) == [
        "No house rules yet.",
        "Core rule: Who holds fewer than 4 cards draws.",
        "From the next round on: Who holds fewer than 5 cards draws.",
        "Agreed, from the next round on: Low cards are those of 8 or lower.",
        "This round's vote is free.",
    ]


def test_test_rounds_are_told() -> None:
    before = Trial(200, 200, 0, 64)

    def told(after: Trial) -> str:
        return plain(lopti_house.tried(before, after, ENGLISH))

    assert told(Trial(200, 200, 0, 71)) == "Tried in 200 test rounds: all ended, about 71 turns instead of 64."
    assert told(Trial(200, 198, 2, 64)) == "Tried in 200 test rounds: 99 % ended, about 64 turns as before."
    endless = plain(lopti_house.unplayable(Trial(200, 8, 3, 90), ENGLISH))
    assert endless.startswith("More than one test round in a hundred would not end with this: 72 % did.")
    assert "no time" in plain(lopti_house.unplayable(Trial(200, 0, 0, 0), ENGLISH))


def test_r1_between_two_rounds_everybody_reads_how_the_round_ended_and_who_makes_a_rule() -> None:
    position = parse("turn=0 phase=break hand=;9d8h;9h up=;;2c down=;;2d3d out=0 declarer=0 round=2")
    left = "P0 ● wins round 2. P1 ▲ has 2 cards left, P2 ■ 4."
    assert plain(lopti_house.waits(position.view(None), ENGLISH, who)) == f"{left} P0 ● may add one house rule."
    own = plain(lopti.prompt(position.view(ZERO), ZERO, ENGLISH, who))
    assert own == f"{left} You may add one house rule, before the next deal."
    over = replace(position, declarer=None, closing=frozenset({ONE}))
    assert plain(lopti.prompt(over.view(None), ZERO, ENGLISH, who)) == (
        f"{left} P1 ▲ would like to close the table. Anybody at the table may deal round 3."
    )
    nobody = parse("turn=0 phase=break hand=4c;9d8h round=2")
    assert plain(lopti_house.waits(nobody.view(None), ENGLISH, who)).startswith("Round 2 ends without a winner.")
    assert lopti_house.waits(table(2).view(None), ENGLISH, who) == ()


def test_what_has_to_be_confirmed_has_its_own_button() -> None:
    assert lopti_house.sure("rule book 3", ENGLISH) == "✔ Declare"
    assert lopti_house.sure("propose remove r1 now", ENGLISH) == "Ask the table"
    assert plain(lopti_house.planning(ENGLISH)).endswith("Else you pick up.")


def test_the_table_is_described_with_its_rules_and_its_question() -> None:
    position = played(table(3, made(FEAST), pile="7c", rest="chain=2"), "2: propose remove r1 now").position
    told = [plain(line) for line in lopti.describe(position.view(None), ENGLISH, who)]
    assert told[:2] == [
        "On the pile: 7 by P0 ●, 1 in all. Next 7 or lower, no 10. 2 threes lie beside it. Deck 2.",
        "It's the turn of P0 ●; P0 ● opened.",
    ]
    assert told[-2:] == [
        "House rules: Feast.",
        "Rule Vote, round 2: P2 ■ proposes to remove “Feast” from now on.",
    ]


def test_random_sessions_have_words_for_what_is_decided() -> None:
    kinds = set()
    for seed in range(16):
        for ply in random_session(f"house {seed}", 120, rules=HOUSE_RULES if seed % 2 else ()):
            position = ply.after
            lines = asked(position) if position.phase != "over" else []
            assert bool(lines) == (position.question is not None)
            assert all(rules(position))
            if position.question:
                kinds.add(position.question.kind + ("!" if position.duel else ""))
            assert bool(lopti_house.waits(position.view(None), ENGLISH, who)) == (position.phase == "break")
    assert {"vote", "vote!"} <= kinds
