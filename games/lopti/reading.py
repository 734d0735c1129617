"""How house rules are read: from statements, a line or a semicolon each, or from JSON (rules, 7.1).

>>> rule = read('title Feast; when after pickup; if ev.taken >= 8; do give actor next 1 random; max 6')
>>> rule == read('''{"title": "Feast", "when": ["after", "pickup"], "if": [">=", "ev.taken", 8],
...                  "do": [["give", "actor", "next", 1, "random"]], "max": 6}''')
True
>>> parse("1,0,2,active," + str(rule).split(",", 4)[4]) == replace(rule, id="1", round=2)
True
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from urllib.parse import unquote_plus

from games.core import InvalidPosition, Seat
from games.lopti.checking import MOST, check
from games.lopti.rule import SIGNS, VERBS, Action, Ask, BadRule, Clause, Condition, Node, Rule, Term

LONGEST = 4000
"""The longest text of a rule, in characters."""
BRACKETS = 24
"""The most brackets and negations of a condition, at whatever depth."""
DEEPEST = 8
"""How deep lists may lie in each other; what a rule needs is less."""
KEYS = ("title", "text", "remind", "when", "if", "do", "max")
STRING = r'"(?:[^"\\\n]|\\.)*"'
STATEMENT = re.compile(rf"(?:{STRING}|[^;\n])+")
TOKEN = re.compile(rf"{STRING}|[<>=!]=|[<>(),]|[^\s\"<>=!(),]+|\S")
NUMBER = re.compile(r"[0-9]{1,3}")
WORDS: dict[str, Term] = {"j": "J", "q": "Q", "k": "K", "a": "A", "t": 10, "true": "yes", "false": "no"}
"""Words of conditions that are written in another way than they are read."""
HEAD = re.compile(r"(r?[1-9][0-9]{0,3}),([0-9]{1,3}),([0-9]{1,4}),(active|removed),(.*)")
ASK = re.compile(
    r"(r?[1-9][0-9]{0,3}):(table|owner):([0-9]{1,3}):(draw|toss|reveal|give):([0-9]{1,3}(?:\+[0-9]{1,3})*)"
    r":([12]):(new|late|held)"
)


def read(text: str, rules: Iterable[Rule] = (), names: Iterable[str] = ()) -> Rule:
    """Reads and checks what somebody wrote as a rule, in lines or in JSON.

    ``rules`` are those that the session had, ``names`` those of its players.

    :raises BadRule: if it is no rule, or none that may be made.
    """
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise BadRule("S1", "rule_length", found=len(text), most=LONGEST)
    rule = _from_json(text) if text.startswith("{") else _from_lines(text)
    check(rule, rules, names)
    return rule


def parse(text: str) -> Rule:
    """Reads ``str(rule)`` of a rule that was declared.

    :raises InvalidPosition: if the text is none.
    """
    found = HEAD.fullmatch(text)
    if not found:
        raise InvalidPosition("rules", text=text)
    number, author, after, status, body = found.groups()
    try:
        rule = read(unquote_plus(body))
    except BadRule as bad:
        raise InvalidPosition("rules", text=text) from bad
    return replace(rule, id=number, author=Seat(int(author)), round=int(after), status=status)


def parse_ask(text: str) -> Ask:
    """Reads ``str(ask)``.

    :raises InvalidPosition: if the text is none.
    """
    found = ASK.fullmatch(text)
    if not found:
        raise InvalidPosition("asked", text=text)
    rule, whom, seat, verb, seats, count, state = found.groups()
    to = tuple(Seat(int(one)) for one in seats.split("+"))
    if len(to) != 2 and verb == "give":
        raise InvalidPosition("asked", text=text)
    return Ask(rule, whom, Seat(int(seat)), verb, to, int(count), state)


def tokens(text: str) -> list[str]:
    """Parts a statement into words, numbers, signs and texts in quotation marks."""
    return TOKEN.findall(text)


def _from_lines(text: str) -> Rule:
    kept: dict[str, str] = {}
    clauses: list[dict[str, list[str]]] = []
    for statement in STATEMENT.findall(text):
        key, *rest = statement.split(maxsplit=1) or [""]
        key, told = key.casefold(), "".join(rest).strip()
        if not key:
            continue
        if key not in KEYS:
            raise BadRule("S1", "rule_key", len(clauses), found=key[:40], allowed=KEYS)
        if key == "when":
            clauses.append({"when": [told]})
        elif key in ("title", "text", "remind"):
            if key in kept:
                raise BadRule("S1", "rule_key_twice", part=key)
            kept[key] = _string(told, 0, key) if re.fullmatch(STRING, told) else told
        elif not clauses:
            raise BadRule("S1", "rule_when_missing", part=key)
        elif key in clauses[-1] and key != "do":
            raise BadRule("S1", "rule_key_twice", len(clauses), key)
        else:
            clauses[-1].setdefault(key, []).append(told)
    return _whole(kept, [_clause(number, parts) for number, parts in enumerate(clauses, start=1)])


def _clause(number: int, parts: dict[str, list[str]]) -> Clause:
    when = parts["when"][0].casefold().split()
    if len(when) != 2:
        raise BadRule("S2", "rule_when", number, "when", found=" ".join(when)[:40])
    condition = _Reader(tokens(parts["if"][0]), number).condition() if "if" in parts else ()
    actions = [_action(tokens(told), number, f"do {place}") for place, told in enumerate(parts.get("do", []), start=1)]
    return Clause(when[0], when[1], condition, tuple(actions), _most(_word(parts.get("max", [str(MOST)])[0]), number))


def _most(told: object, number: int) -> int:
    if type(told) is not int:
        raise BadRule("S6", "rule_max", number, "max", found=str(told)[:40], low=1, high=MOST)
    return told


def _whole(kept: dict[str, str], clauses: list[Clause]) -> Rule:
    if clauses and "remind" in kept:
        raise BadRule("S1", "rule_remind", part="remind")
    event, _, rank = " ".join(kept.get("remind", "never").casefold().split()).partition(" ")
    remind = "" if event == "never" and not rank else f"{event} {rank.replace('10', 'T').upper()}".strip()
    return Rule(kept.get("title", ""), kept.get("text", ""), tuple(clauses), remind)


def _string(token: str, number: int, part: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError as error:
        raise BadRule("S1", "rule_unreadable", number, part, found=token[:40]) from error


def _word(token: str) -> Term:
    """Reads a word or a number; one of more than three digits stays a word, which fits nowhere."""
    return int(token) if NUMBER.fullmatch(token) else token.casefold()


def _action(parts: list[str], number: int, where: str) -> Action:
    """Reads an action; what a throw or a question leads to is one inside of it."""
    if not parts:
        raise BadRule("S5", "rule_verb_missing", number, where)
    verb = parts[0].casefold()
    cut = 3 if verb in ("roshambo", "ask") else len(parts)
    head: list[Term] = []
    for slot, part in zip_longest(("verb", *VERBS.get(verb, ())), parts[:cut], fillvalue=""):
        if re.fullmatch(STRING, part):
            head.append(_string(part, number, where))
        elif part:
            head.append(part if slot == "text" else _word(part))
    return (*head, _action(parts[cut:], number, where)) if parts[cut:] else tuple(head)


class _Reader:
    """Reads a condition: ``or`` binds less than ``and``, and that less than ``not``."""

    def __init__(self, parts: list[str], number: int) -> None:
        self.parts = parts
        self.number = number
        if sum(part.casefold() in ("(", "not") for part in parts) > BRACKETS:
            raise BadRule("S3", "rule_condition_size", number, "if", most=BRACKETS)

    def condition(self) -> Condition:
        """Reads all of it."""
        read = self._joined("or")
        if self.parts:
            raise self._refusal()
        return read

    def _refusal(self) -> BadRule:
        return BadRule("S3", "rule_condition", self.number, "if", found=self.parts[0][:40] if self.parts else "")

    def _next(self, *wanted: str) -> bool:
        """Takes the next part if it is one of those."""
        if not self.parts or self.parts[0].casefold() not in wanted:
            return False
        self.parts = self.parts[1:]
        return True

    def _joined(self, joint: str) -> Condition:
        parts = [self._part(joint)]
        while self._next(joint):
            parts.append(self._part(joint))
        return ({"and": "all", "or": "any"}[joint], *parts) if len(parts) > 1 else parts[0]

    def _part(self, joint: str) -> Condition:
        return self._joined("and") if joint == "or" else self._negated()

    def _negated(self) -> Condition:
        if self._next("not"):
            return ("not", self._negated())
        if not self._next("("):
            return self._comparison()
        inner = self._joined("or")
        if not self._next(")"):
            raise self._refusal()
        return inner

    def _comparison(self) -> Condition:
        left = self._term()
        if self._next("in"):
            closed = self._next("(")
            terms = [self._term()]
            while self._next(","):
                terms.append(self._term())
            if closed and not self._next(")"):
                raise self._refusal()
            return ("in", left, tuple(terms))
        sign = self.parts[0] if self.parts else ""
        if not self._next(*SIGNS):
            raise self._refusal()
        return (sign, left, self._term())

    def _term(self) -> Term:
        if not self.parts or not re.match(r"\w", self.parts[0]):
            raise self._refusal()
        part, self.parts = self.parts[0], self.parts[1:]
        word = _word(part)
        return WORDS.get(word, word) if isinstance(word, str) else word


def _from_json(text: str) -> Rule:
    """Reads an object: a clause's keys beside the rule's own, or a list of such ``clauses``."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRule("S1", "rule_unreadable", found=text[:40]) from error
    clauses = told.pop("clauses", None)
    if clauses is None:
        one = {key: told.pop(key) for key in ("when", "if", "do", "max") if key in told}
        clauses = [one] if one else []
    if not isinstance(clauses, list):
        raise BadRule("S1", "rule_unreadable", part="clauses")
    for key, value in told.items():
        if key not in ("title", "text", "remind"):
            raise BadRule("S1", "rule_key", found=key[:40], allowed=("clauses", *KEYS))
        if not isinstance(value, str):
            raise BadRule("S1", "rule_unreadable", part=key)
        told[key] = value.strip()
    return _whole(told, [_json_clause(number, clause) for number, clause in enumerate(clauses, start=1)])


def _json_clause(number: int, told: object) -> Clause:
    if not isinstance(told, dict):
        raise BadRule("S1", "rule_unreadable", number)
    if unknown := [key for key in told if key not in ("when", "if", "do", "max")]:
        raise BadRule("S1", "rule_key", number, found=unknown[0][:40], allowed=("when", "if", "do", "max"))
    match _node(told.get("when"), number, "when"):
        case (str(phase), str(event)):
            pass
        case _:
            raise BadRule("S2", "rule_when", number, "when", found=str(told.get("when", ""))[:40])
    condition = _node(told.get("if", []), number, "if")
    actions = _node(told.get("do", []), number, "do")
    if not isinstance(condition, tuple):
        raise BadRule("S3", "rule_condition", number, "if", found=str(condition)[:40])
    if not isinstance(actions, tuple) or not all(isinstance(action, tuple) and action for action in actions):
        raise BadRule("S5", "rule_verb_missing", number, "do")
    whole = tuple(action for action in actions if isinstance(action, tuple))
    return Clause(phase, event, condition, whole, _most(told.get("max", MOST), number))


def _node(told: object, number: int, part: str, deep: int = DEEPEST) -> Node:
    """Turns lists into tuples."""
    if isinstance(told, list) and deep:
        return tuple(_node(one, number, part, deep - 1) for one in told)
    if isinstance(told, bool):
        return "yes" if told else "no"
    if isinstance(told, int | str):
        return told
    raise BadRule("S1", "rule_unreadable", number, part, found=str(told)[:40])
