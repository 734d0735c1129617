"""Rounds, rules and moments for the tests of house rules."""

from dataclasses import replace

from hypothesis import strategies as st

from games.core import Event, Seat
from games.lopti.cards import DECK, Cards, in_order, split, without
from games.lopti.checking import FLAGS, MOST, roles, verbs
from games.lopti.firing import fire
from games.lopti.params import Params
from games.lopti.reading import read
from games.lopti.round import Occurrence, Play, Round
from games.lopti.rule import (
    BEFORE,
    CAUSES,
    EVENTS,
    LOSER,
    RANK_VALUES,
    SIGNS,
    SIMPLE,
    TERMS,
    TRUTHS,
    VERBS,
    Action,
    Clause,
    Condition,
    Rule,
)


def table(hands: str, *, up: str = "", down: str = "", deck: str = "", pile: str = "", gone: str = "") -> Round:
    """A round in which seat 0 is to move; seats are parted by ``;``, plays by ``|``. The other cards left unseen."""
    held = tuple(in_order(split(hand)) for hand in hands.split(";"))
    nothing = ";" * (len(held) - 1)
    ups, downs = (tuple(split(cards) for cards in (told or nothing).split(";")) for told in (up, down))
    plays = tuple(Play(split(cards), Seat(0)) for cards in pile.split("|") if cards)
    round = Round(Params(), held, ups, downs, split(deck), plays, Seat(0), gone=split(gone), seed="a seed")
    return replace(round, left=without(DECK, cards(round)))


def cards(round: Round) -> Cards:
    """All cards of a round, wherever they are."""
    in_pile = tuple(card for play in round.pile for card in play.cards)
    zones = (*round.hands, *round.up, *round.down, round.deck, in_pile, round.gone, round.left)
    return tuple(card for zone in zones for card in zone)


def rule(text: str, *, id: str = "r1", round: int = 1, status: str = "active") -> Rule:
    """A declared rule."""
    return replace(read(text), id=id, round=round, status=status)


def event(kind: str, actor: int = 0, **facts: str | int) -> Occurrence:
    """An event of the basic game."""
    return replace(Occurrence(kind, Seat(actor)), **facts)  # type: ignore[arg-type]


def done(round: Round, action: str, of: Occurrence | None = None) -> tuple[Round, tuple[Event, ...]]:
    """What one action after an event (a play of seat 0) brings about, without the news that its rule has fired."""
    of = of or event("play")
    after, events = fire(round, (rule(f"when after {of.kind}; do {action}"),), "after", of)
    assert in_order(cards(after)) == in_order(cards(round)), "cards only change their place"
    return after, events[1:]


def begin_turn(round: Round, rules: tuple[Rule, ...]) -> tuple[Round, tuple[Event, ...]]:
    return fire(round, rules, "after", event("turn_start"))


NUMBERS = st.sampled_from(
    [*(term for term, kind in TERMS.items() if kind == "number"), *RANK_VALUES, *(f"flag.f{n}" for n in range(FLAGS))]
) | st.integers(0, 60)
COMPARISONS: st.SearchStrategy[Condition] = st.one_of(
    st.tuples(st.sampled_from(SIGNS), NUMBERS, NUMBERS),
    st.tuples(st.sampled_from(["==", "!="]), st.just("ev.cause"), st.sampled_from(CAUSES)),
    st.tuples(st.sampled_from(["==", "!="]), st.just("ev.legal"), st.sampled_from(TRUTHS)),
    st.tuples(st.just("in"), NUMBERS, st.lists(NUMBERS, min_size=1, max_size=3).map(tuple)),
)
NEGATED = COMPARISONS.map(lambda part: ("not", part))
PARTS = st.lists(COMPARISONS | NEGATED, min_size=2, max_size=3).map(tuple)
PLAIN_PARTS = st.lists(COMPARISONS, min_size=2, max_size=3).map(tuple)
CONDITIONS: st.SearchStrategy[Condition] = st.one_of(
    st.just(()),
    COMPARISONS,
    NEGATED,
    st.tuples(st.sampled_from(["all", "any"]), PARTS).map(lambda pair: (pair[0], *pair[1])),
    st.tuples(COMPARISONS, PLAIN_PARTS).map(lambda pair: ("all", pair[0], ("not", ("any", *pair[1])))),
)
WORDS = st.text(st.sampled_from("abc é…;,!?'\" \u200dß9"), min_size=1, max_size=20).map(lambda words: f"x{words}x")


@st.composite
def actions(draw: st.DrawFn, phase: str, of: str, within: str = "") -> Action:
    """An action that may stand there."""
    able = [verb for verb in verbs(phase, of) if not within or verb in SIMPLE]
    verb = draw(st.sampled_from(able))
    filled: list[object] = [verb]
    for slot in VERBS[verb]:
        if slot == "action":
            filled.append(draw(actions(phase, of, verb)))
        elif slot == "text":
            filled.append(draw(WORDS))
        elif slot == "flag":
            filled.append(f"f{draw(st.integers(0, FLAGS - 1))}")
        elif isinstance(slot, str):
            filled.append(draw(st.sampled_from([*roles(of, slot, within), *([LOSER] if within == "roshambo" else [])])))
        else:
            filled.append(draw(st.sampled_from(slot)))
    return tuple(filled)  # type: ignore[arg-type]


@st.composite
def clauses(draw: st.DrawFn) -> Clause:
    phase = draw(st.sampled_from(["before", "after", "after"]))
    of = draw(st.sampled_from(BEFORE if phase == "before" else EVENTS))
    acts = tuple(draw(st.lists(actions(phase, of), min_size=1, max_size=4)))
    return Clause(phase, of, draw(CONDITIONS), acts, draw(st.integers(1, MOST)))


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    """A rule that passes the checks."""
    title, text = draw(st.just("") | WORDS), draw(st.just("") | WORDS)
    if draw(st.integers(0, 9)) == 0:
        return Rule(title, draw(WORDS), (), draw(st.sampled_from(["", "play A", "play T", *EVENTS])))
    return Rule(title, text, tuple(draw(st.lists(clauses(), min_size=1, max_size=3))))
