"""Which rules may be made: checks S1 to S12 of the rules, 7.3, by one walk over a rule.

S13 plays test rounds (`trials`), S14 shows the author how the software understood the rule; both are done elsewhere.

A rule that passes cannot block a round: nothing in it skips, forbids or replaces a move, names a person, or touches the
votes, and what it does before a move leaves that move as possible as it was.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from games.lopti.normal import plain, same
from games.lopti.rule import (
    BEFORE,
    CAUSES,
    EVENTS,
    GROUPS,
    LOSER,
    PHASES,
    RANK_VALUES,
    ROLES,
    SIGNS,
    SIMPLE,
    TERMS,
    TRUTHS,
    VERBS,
    Action,
    BadRule,
    Clause,
    Node,
    Rule,
    Slot,
)

CLAUSES = 3
ACTIONS = 4
FLAGS = 3
MOST = 12
"""How often a clause may fire in a round, at most."""
DEPTH = 4
NODES = 24
NUMBER = 60
"""The highest number of a condition."""
TITLE = 40
TEXT = 500
LINE = 200
"""The longest title, the longest text of a rule, and the longest one that is announced or asked; in characters."""
QUIET = ("reveal", "peek_deck", "inc", "reset", "announce", "ask", "roshambo", "draw")
"""The verbs that may stand before an event (S7)."""
AFTER_PLAY = ("clear_pile", "extra_play")
"""The verbs that may only stand after a play or a flip (S8)."""
FLAG = re.compile(r"[a-z][a-z0-9_]{0,15}")
MARKUP = re.compile(r"[@<>`*_~|\[\]#\\]|://|\bwww\.|\w\.[^\W\d_]{2}")
"""What chats could take for a mention, a format or a link."""
JOINERS = "\u200c\u200d"
"""Invisible, but letters of some scripts and many emoji need them."""
RANKS = (*"23456789T", *RANK_VALUES)


def check(rule: Rule, rules: Iterable[Rule] = (), names: Iterable[str] = ()) -> None:
    """Checks a rule against the session's earlier ones and the names of its players.

    :raises BadRule: at the first check that fails, in the order of the rule's parts.
    """
    names = tuple(names)
    check_words(rule.title, TITLE, "title", names)
    check_words(rule.text, TEXT, "text", names)
    if not rule.clauses:
        _honour(rule)
    if len(rule.clauses) > CLAUSES:
        raise BadRule("S6", "rule_clauses", found=len(rule.clauses), most=CLAUSES)
    for number, clause in enumerate(rule.clauses, start=1):
        _clause(clause, number, names)
    flags = tuple(sorted({flag for clause in rule.clauses for flag in _flags(clause)}))
    if len(flags) > FLAGS:
        raise BadRule("S6", "rule_flags", found=flags, most=FLAGS)
    for removed in rules:
        if removed.status == "removed" and same(rule, removed):
            raise BadRule("S12", "rule_removed", rule=removed.id, title=removed.title)


def _honour(rule: Rule) -> None:
    """Checks a rule in free words: it must say something, and remind at a moment that there is."""
    if not plain(rule.text):
        raise BadRule("S1", "rule_empty", part="text")
    event, _, rank = rule.remind.partition(" ")
    if rule.remind and (event not in EVENTS or (rank and (event != "play" or rank not in RANKS))):
        raise BadRule("S2", "rule_remind_when", part="remind", found=rule.remind[:40], allowed=("never", *EVENTS))


def check_words(text: str, most: int, part: str, names: Iterable[str], number: int = 0) -> None:
    """Checks a text (S11)."""
    if len(text) > most:
        raise BadRule("S11", "rule_text_long", number, part, found=len(text), most=most)
    if any(unicodedata.category(sign)[0] in "C" and sign not in JOINERS for sign in text.replace("\n", "")):
        raise BadRule("S11", "rule_text_signs", number, part)
    if found := MARKUP.search(text):
        raise BadRule("S11", "rule_text_markup", number, part, found=found.group())
    for name in names:
        if plain(name) and f" {plain(name)} " in f" {plain(text)} ":
            raise BadRule("S11", "rule_text_name", number, part, found=name)


def _clause(clause: Clause, number: int, names: Iterable[str]) -> None:
    if clause.phase not in PHASES:
        raise BadRule("S2", "rule_phase", number, "when", found=clause.phase[:40], allowed=PHASES)
    events = BEFORE if clause.phase == "before" else EVENTS
    if clause.event not in events:
        reason = "rule_before" if clause.event in EVENTS else "rule_event"
        raise BadRule("S2", reason, number, "when", found=clause.event[:40], allowed=events)
    if clause.condition:
        nodes = _condition(clause.condition, number, 1)
        if nodes > NODES:
            raise BadRule("S3", "rule_condition_size", number, "if", found=nodes, most=NODES)
    if not 1 <= len(clause.actions) <= ACTIONS:
        raise BadRule("S6", "rule_actions", number, "do", found=len(clause.actions), low=1, high=ACTIONS)
    for place, action in enumerate(clause.actions, start=1):
        _Action(clause, number, f"do {place}", names).check(action)
    if not 1 <= clause.most <= MOST:
        raise BadRule("S6", "rule_max", number, "max", found=clause.most, low=1, high=MOST)


def _condition(node: Node, number: int, depth: int) -> int:
    """Checks a part of a condition (S3) and counts its nodes."""
    if depth > DEPTH:
        raise BadRule("S3", "rule_condition_depth", number, "if", most=DEPTH)
    match node:
        case ("all" | "any", _, _, *_):
            return 1 + sum(_condition(part, number, depth + 1) for part in node[1:])
        case ("not", part):
            return 1 + _condition(part, number, depth + 1)
        case ("in", left, (first, *rest)):
            terms = [left, first, *rest]
        case (str(sign), left, right) if sign in SIGNS:
            terms = [left, right]
        case _:
            raise BadRule("S3", "rule_condition", number, "if", found=str(node)[:40])
    kinds = [_kind(term, number) for term in terms]
    if len(set(kinds)) > 1 or (kinds[0] != "number" and node[0] not in ("==", "!=", "in")):
        raise BadRule("S3", "rule_condition_kinds", number, "if", found=tuple(map(str, terms)))
    return 1 + len(terms)


def _kind(term: Node, number: int) -> str:
    """Returns what a term stands for: a number, the cause of a clear, or yes and no."""
    if isinstance(term, int):
        if not 0 <= term <= NUMBER:
            raise BadRule("S3", "rule_number", number, "if", found=term, low=0, high=NUMBER)
        return "number"
    word = str(term)
    if word in RANK_VALUES or (word.startswith("flag.") and FLAG.fullmatch(word[5:])):
        return "number"
    if word in CAUSES:
        return "cause"
    if word in TRUTHS:
        return "truth"
    if word not in TERMS:
        raise BadRule("S3", "rule_term", number, "if", found=word[:40], allowed=tuple(TERMS))
    return TERMS[word]


def verbs(phase: str, event: str) -> tuple[str, ...]:
    """Returns the verbs that may stand there (S7, S8)."""
    if phase == "before":
        return tuple(verb for verb in VERBS if verb in QUIET)
    return tuple(verb for verb in VERBS if verb not in AFTER_PLAY or event in ("play", "flip"))


def roles(event: str, slot: str, within: str = "") -> tuple[str, ...]:
    """Returns the roles that may fill a slot there (S4, S9); ``within`` is the verb that the action is inside of."""
    known = tuple(role for role in ROLES if event != "out" or role != "actor")
    return known + (GROUPS if slot == "roles" else ()) + ((LOSER,) if within == "roshambo" else ())


class _Action:
    """Checks one of a clause's actions."""

    def __init__(self, clause: Clause, number: int, part: str, names: Iterable[str]) -> None:
        self.clause = clause
        self.number = number
        self.part = part
        self.names = names

    def check(self, action: Action, within: str = "") -> None:
        """Checks its verb and what fills its slots; ``within`` is the verb that it is inside of."""
        verb = str(action[0])
        if verb not in VERBS:
            raise self._bad("S5", "rule_verb", found=verb[:40], allowed=tuple(VERBS))
        if within and verb not in SIMPLE:
            raise self._bad("S10", "rule_nested", found=verb, within=within, allowed=SIMPLE)
        allowed = verbs(self.clause.phase, self.clause.event)
        if verb not in allowed:
            check, reason = ("S7", "rule_verb_before") if self.clause.phase == "before" else ("S8", "rule_verb_after")
            raise self._bad(check, reason, found=verb, allowed=allowed if check == "S7" else ("play", "flip"))
        slots = VERBS[verb]
        if len(action) - 1 != len(slots):
            raise self._bad("S5", "rule_slots", verb=verb, found=len(action) - 1, wanted=len(slots))
        for slot, filling in zip(slots, action[1:], strict=True):
            self._slot(verb, slot, filling, within)

    def _slot(self, verb: str, slot: Slot, filling: Node, within: str) -> None:
        if slot == "action":
            if not isinstance(filling, tuple) or not filling:
                raise self._bad("S10", "rule_nested", found=str(filling)[:40], within=verb, allowed=SIMPLE)
            self.check(filling, verb)
        elif isinstance(slot, range):
            if not isinstance(filling, int) or filling not in slot:
                raise self._bad("S5", "rule_count", verb=verb, found=str(filling)[:40], low=slot[0], high=slot[-1])
        elif slot in ("role", "roles"):
            allowed = roles(self.clause.event, slot, within)
            if filling not in allowed:
                check, reason = ("S4", "rule_role")
                if filling == "actor":
                    check, reason = ("S9", "rule_actor_out")
                raise self._bad(check, reason, verb=verb, found=str(filling)[:40], allowed=allowed)
        elif slot == "flag":
            if not isinstance(filling, str) or not FLAG.fullmatch(filling):
                raise self._bad("S5", "rule_flag", verb=verb, found=str(filling)[:40])
        elif slot == "text":
            if not isinstance(filling, str) or not plain(filling):
                raise self._bad("S5", "rule_text", verb=verb)
            check_words(filling, LINE, self.part, self.names, self.number)
        elif filling not in slot:
            raise self._bad("S5", "rule_word", verb=verb, found=str(filling)[:40], allowed=tuple(slot))

    def _bad(self, check: str, reason: str, **facts: str | int | tuple[str, ...]) -> BadRule:
        return BadRule(check, reason, self.number, self.part, **facts)


def _flags(clause: Clause) -> Iterator[str]:
    """Yields the counters that a clause names."""
    yield from _named(clause.condition)
    yield from (str(action[1]) for action in clause.actions if action[0] in ("inc", "reset"))


def _named(node: Node) -> Iterator[str]:
    if isinstance(node, tuple):
        for part in node:
            yield from _named(part)
    elif isinstance(node, str) and node.startswith("flag."):
        yield node[5:]
