"""A house rule put together step by step, by people who will never write one: when, if, then, how often, name.

A beginning is the text of a rule as far as it goes. `steps` says what may follow, at most 22 choices; each is the text
with one thing more. Where words have to be typed, `typed` adds them. Every walk ends in a rule that passes the checks.

>>> stage = steps("when after pickup; if ev.taken >= 8; do give actor next 1")
>>> stage.asks, [choice.text.rsplit(" ", 1)[1] for choice in stage.items]
('word', ['random', 'lowest', 'highest', 'owner'])
>>> stage.back
'when after pickup; if ev.taken >= 8; do give actor next'
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from games.core import Choice, InvalidMove
from games.lopti.book import BOOK
from games.lopti.checking import ACTIONS, LINE, TEXT, TITLE, check_words, roles, verbs
from games.lopti.normal import plain
from games.lopti.reading import STATEMENT, STRING, tokens
from games.lopti.rule import (
    BEFORE,
    CAUSES,
    EVENTS,
    LOSER,
    RANK_VALUES,
    SIMPLE,
    TERMS,
    TRUTHS,
    VERBS,
    BadRule,
    line,
    quoted,
)

CONDITIONS = 3
"""How many conditions the builder joins; who writes by hand may use more, and in other ways."""
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 25, 30, 40)
RANKS = (*range(2, 11), *RANK_VALUES)
OFTEN = (1, 2, 3, 4, 6, 12)
SIGNS = (">=", "==", "<=")
OF_EVENT = {
    "play": ("ev.count", "ev.rank", "ev.pile_before"),
    "flip": ("ev.legal", "ev.rank", "ev.pile_before"),
    "pickup": ("ev.taken",),
    "draw": ("ev.count",),
    "clear": ("ev.cause", "ev.count"),
    "obligation": ("ev.count",),
    "low": ("ev.count",),
    "up_taken": ("ev.count",),
}
"""What may be asked about an event."""
OF_TABLE = (
    *("hand.actor", "hand.next", "hand.prev", "hand.most_cards", "hand.fewest_cards"),
    *("pile", "deck", "gone", "threes", "active"),
)
"""What may always be asked."""
COUNTERS = ("inc", "reset")
"""Verbs that make sense in several clauses only; the builder makes one."""
LINES = ("Well played.", "A rhyme, please.", "Say thank you.", "Sing it.", "Stand up, please.")
"""What may be announced or asked by who does not want to type."""
OWN_WORDS = (
    "Whoever picks up says thank you.",
    "Whoever plays an ace tells a joke.",
    "Cards are played with the other hand.",
    "Nobody says the number seven.",
)
"""Honour rules for who wants one without typing it."""
REMINDERS = ("never", "play", *(f"play {rank}" for rank in "AKQJT732"), *EVENTS[1:])
"""When an honour rule may remind."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What is asked next."""

    asks: str
    """``start``, ``book``, ``text`` (one's own words), ``remind``, ``when``, ``if`` (or always), ``sign``, ``value``,
    ``and``, ``verb``, ``role``, ``number``, ``word``, ``line`` (words to announce or to ask), ``more``, ``often``,
    ``title``, or ``done`` where nothing may follow."""
    items: tuple[Choice, ...] = ()
    back: str = ""
    """The beginning before this one."""
    typed: int = 0
    """How many letters may be typed here, instead of what is offered; 0 where there is only to choose."""
    complete: bool = False
    """Whether the text is a whole rule as it stands."""


@dataclass(frozen=True, slots=True)
class _Next:
    """What may be put behind a text."""

    asks: str
    ends: tuple[str, ...] = ()
    typed: int = 0
    complete: bool = False


def steps(text: str) -> Stage:
    """Returns what may follow a beginning.

    :raises InvalidMove: if the builder makes no such rule.
    """
    if text == "book":
        return Stage("book", tuple(Choice(line(rule), True) for rule in BOOK))
    if text in map(line, BOOK):
        return Stage("done", (), "book", 0, True)
    at = back = ""
    while at != text:
        ahead = [end for end in _ends(at, text) if text.startswith(end) and text[len(end) :][:1] in ("", " ", ";")]
        if not ahead:
            raise InvalidMove("unreadable", text=text)
        back, at = at, max(ahead, key=len)
    found = _next(text)
    items = tuple(Choice(end, _next(end).complete) for end in _ends(text))
    return Stage(found.asks, items, back, found.typed, found.complete)


def typed(text: str, words: str, names: Iterable[str] = ()) -> str:
    """Returns a beginning with typed words added; ``names`` are those of the players.

    :raises BadRule: if these words may not stand in a rule.
    :raises InvalidMove: if none are asked for here.
    """
    stage = steps(text)
    if not stage.typed:
        raise InvalidMove("unreadable", text=words)
    words = " ".join(words.split())
    if not plain(words):
        raise BadRule("S11", "rule_empty", part=stage.asks)
    check_words(words, stage.typed, stage.asks, names)
    return text + _lead(stage.asks) + quoted(words)


def _lead(asks: str) -> str:
    return "; title " if asks == "title" else " "


def _ends(text: str, whole: str = "") -> list[str]:
    """Returns the texts that may come next, among them the one that ``whole`` goes on with where words are typed.

    Where a choice leaves but one thing to follow, that follows at once.
    """
    found = _next(text)
    ends = []
    for end in found.ends:
        longer = text + end
        while len((after := _next(longer)).ends) == 1 and not after.typed:
            longer += after.ends[0]
        ends.append(longer)
    begun = text + _lead(found.asks)
    if found.typed and whole.startswith(begun) and (words := re.compile(STRING).match(whole, len(begun))):
        ends.append(whole[: words.end()])
    return ends


def _next(text: str) -> _Next:
    """Returns what may be put behind a text that the builder made."""
    statements = [statement.strip() for statement in STATEMENT.findall(text)]
    key, *words = tokens(statements[-1]) if statements else [""]
    when = tokens(statements[0])[1:] if statements and statements[0].startswith("when") else []
    match key:
        case "":
            return _Next("start", ("book", "when", "text"))
        case "book":
            return _Next("book")
        case "when" if not words:
            events = [("after", event) for event in EVENTS] + [("before", event) for event in BEFORE]
            return _Next("when", tuple(f" {phase} {event}" for phase, event in events))
        case "when":
            return _Next("if", ("; do", *(f"; if {term}" for term in _terms(words[1]))))
        case "if":
            return _condition(words, when[1])
        case "do":
            found = _action(words, when[0], when[1])
            again = ("; do",) if sum(statement.startswith("do ") for statement in statements) < ACTIONS else ()
            return found or _Next("more", (*again, "; max"))
        case "max" if not words:
            return _Next("often", tuple(f" {number}" for number in OFTEN))
        case "text" if not words:
            return _Next("text", tuple(f" {quoted(words)}" for words in OWN_WORDS), typed=TEXT)
        case "text":
            return _Next("remind", tuple(f"; remind {moment}" for moment in REMINDERS))
        case "max" | "remind":
            return _Next("title", typed=TITLE, complete=True)
    return _Next("done", complete=True)


def _terms(event: str) -> tuple[str, ...]:
    return (*OF_EVENT.get(event, ()), *OF_TABLE)


def _condition(words: list[str], event: str) -> _Next:
    last = " ".join(words).split(" and ")[-1].removesuffix(" and").split()
    if words[-1] == "and":
        return _Next("if", tuple(f" {term}" for term in _terms(event)))
    if len(last) == 3:
        return _Next("and", ("; do", " and") if words.count("and") < CONDITIONS - 1 else ("; do",))
    kind = TERMS[last[0]]
    if kind != "number":
        return _Next("value", tuple(f" == {word}" for word in (CAUSES if kind == "cause" else TRUTHS)))
    if len(last) == 1:
        return _Next("sign", tuple(f" {sign}" for sign in SIGNS))
    return _Next("value", tuple(f" {value}" for value in (RANKS if last[0] == "ev.rank" else NUMBERS)))


def _action(words: list[str], phase: str, event: str, within: str = "") -> _Next | None:
    """Returns what may follow the beginning of an action; None if it is a whole one."""
    if not words:
        able = [verb for verb in verbs(phase, event) if verb not in COUNTERS and (not within or verb in SIMPLE)]
        return _Next("verb", tuple(f" {verb}" for verb in able))
    verb, *filled = words
    for place, slot in enumerate(VERBS[verb]):
        if slot == "action":
            return _action(filled[place:], phase, event, verb)
        if place < len(filled):
            continue
        if slot == "text":
            return _Next("line", tuple(f" {quoted(words)}" for words in LINES), typed=LINE)
        if isinstance(slot, range):
            return _Next("number", tuple(f" {number}" for number in slot))
        if isinstance(slot, tuple):
            return _Next("word", tuple(f" {word}" for word in slot))
        able_roles = (LOSER,) if within == "roshambo" else roles(event, slot)
        return _Next("role", tuple(f" {role}" for role in able_roles if role not in filled))
    return None
