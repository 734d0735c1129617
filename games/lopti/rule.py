r"""House rules as values and as text (rules, 7.1), and the words that they are made of.

A rule with clauses is carried out by the software. One without is an honour rule: free words that the table keeps to,
and of which the software only reminds. Conditions and actions are nested tuples of words and numbers:

>>> feast = Clause("after", "pickup", (">=", "ev.taken", 8), (("give", "actor", "next", 1, "random"),), 6)
>>> rule = Rule("Feast", "Whoever picks up a lot shares.", (feast,), id="1", author=Seat(2), round=1)
>>> print("\n".join(statements(rule)))
title "Feast"
text "Whoever picks up a lot shares."
when after pickup
if ev.taken >= 8
do give actor next 1 random
max 6
>>> str(rule)[:58]
'1,2,1,active,title+"Feast";text+"Whoever+picks+up+a+lot+sh'
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote_plus

from games.core import Fact, InvalidMove, Seat

Term: TypeAlias = int | str
Node: TypeAlias = "Term | tuple[Node, ...]"
Condition: TypeAlias = tuple[Node, ...]
"""Empty for always; else ``("all" | "any", condition, …)``, ``("not", condition)``, ``(sign, term, term)`` or
``("in", term, (term, …))``."""
Action: TypeAlias = tuple[Node, ...]
"""The verb and what fills its slots, for example ``("draw", "others", 1)``."""

NOBODY = Seat(0)
"""The author of a rule that is not declared yet."""
PHASES = ("before", "after")
EVENTS = (
    "play",
    "pickup",
    "flip",
    "clear",
    "draw",
    "out",
    "obligation",
    "low",
    "up_taken",
    "turn_start",
    "deal_done",
)
BEFORE = ("play", "flip", "pickup")
"""The events that a rule may stand before."""
ROLES = ("actor", "next", "prev", "most_cards", "fewest_cards", "dealer", "opener", "last_winner")
GROUPS = ("others", "all")
LOSER = "loser"
"""The role of who loses the throw; only what a throw decides may name it."""
SIGNS = ("==", "!=", "<", "<=", ">", ">=")
RANK_VALUES: Mapping[str, int] = {"J": 11, "Q": 12, "K": 13, "A": 14}
CAUSES = ("ten", "four", "chain", "rule")
"""What may clear the pile."""
TRUTHS = ("yes", "no")
TERMS: Mapping[str, str] = {
    "ev.rank": "number",
    "ev.count": "number",
    "ev.pile_before": "number",
    "ev.taken": "number",
    "ev.legal": "truth",
    "ev.cause": "cause",
    **{f"{of}.{role}": "number" for of in ("hand", "total") for role in ROLES},
    "deck": "number",
    "pile": "number",
    "gone": "number",
    "threes": "number",
    "active": "number",
    "plays_this_turn": "number",
}
"""What a condition may ask for, and the kind of the answer; ``flag.<name>`` is a number, too."""
SIMPLE = ("draw", "toss", "reveal")
"""The verbs that a throw or a question of the table may lead to."""
Slot: TypeAlias = str | range | tuple[str, ...]
VERBS: Mapping[str, tuple[Slot, ...]] = {
    "draw": ("roles", range(1, 3)),
    "give": ("role", "role", range(1, 3), ("random", "lowest", "highest", "owner")),
    "swap": ("role", "role", range(1, 2)),
    "toss": ("role", range(1, 2), ("pick",)),
    "return_cleared": (range(1, 5), ("deck_bottom", "pile_bottom")),
    "clear_pile": (),
    "extra_play": (),
    "reveal": ("role", range(1, 3)),
    "peek_deck": ("role", range(1, 3)),
    "shuffle_deck": (),
    "roshambo": ("role", "role", "action"),
    "ask": ("role", "text", "action"),
    "announce": ("text",),
    "inc": ("flag", range(1, 10)),
    "reset": ("flag",),
}
"""The verbs and their slots: a role (``roles``: or a group), a number, one of some words, a text, a flag, or a simple
action."""


class BadRule(InvalidMove):
    """A house rule that is refused.

    The facts say which check of the rules' section 7.3 failed (``check``: ``S5``), in which clause (``clause``, from 1;
    0 for the rule as a whole) and in which part of it (``part``: ``when``, ``if``, ``do 2``, …); further ones say what
    was found and what would pass.
    """

    def __init__(self, check: str, reason: str, clause: int = 0, part: str = "", **facts: Fact) -> None:
        super().__init__(reason, check=check, clause=clause, part=part, **facts)


@dataclass(frozen=True, slots=True)
class Clause:
    """What a rule does at one moment."""

    phase: str
    """``before`` or ``after``."""
    event: str
    condition: Condition
    actions: tuple[Action, ...]
    most: int
    """How often it may fire in a round."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule. ``str`` gives all of it as one printable word."""

    title: str
    """May be empty."""
    text: str
    """What it says in people's own words; may be empty in a rule that has clauses."""
    clauses: tuple[Clause, ...] = ()
    remind: str = ""
    """When to remind of an honour rule: an event, ``play A`` (plays of a rank), or nothing for never."""
    id: str = ""
    """``r1``, ``r2``, … It, the author and the round are known once the rule is declared."""
    author: Seat = NOBODY
    round: int = 0
    """The round after which it was made."""
    status: str = "active"
    """``active`` or ``removed``."""

    @property
    def mode(self) -> str:
        """``exec`` if the software carries it out, else ``honour``."""
        return "exec" if self.clauses else "honour"

    def __str__(self) -> str:
        head = f"{self.id},{self.author},{self.round},{self.status},"
        return head + quote_plus(";".join(statements(self)), safe=";:\"'<>=!,()")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of a house rule that somebody may answer; without an answer the round goes on."""

    rule: str
    """The rule's id."""
    whom: str
    """``table``: whether the seat did what it was asked for; ``owner``: which card the seat gives."""
    seat: Seat
    verb: str
    """What happens if the table says no (``draw``, ``toss``, ``reveal``); what the owner does (``give``, ``toss``)."""
    seats: tuple[Seat, ...]
    """To whom it happens; for ``give`` from whom and to whom."""
    count: int
    """How many cards."""
    state: str = "new"
    """``new``; ``late`` from the next turn on, after which it lapses; ``held`` while the table decides."""

    def __str__(self) -> str:
        seats = "+".join(map(str, self.seats))
        return f"{self.rule}:{self.whom}:{self.seat}:{self.verb}:{seats}:{self.count}:{self.state}"


def line(rule: Rule) -> str:
    """Returns what a rule says as one line, without who made it and when; `reading.read` reads it."""
    return "; ".join(statements(rule))


def statements(rule: Rule) -> Iterator[str]:
    """Yields the statements of a rule, which people may write one to a line."""
    if rule.title:
        yield f"title {quoted(rule.title)}"
    if rule.text:
        yield f"text {quoted(rule.text)}"
    if not rule.clauses:
        yield f"remind {rule.remind or 'never'}"
    for clause in rule.clauses:
        yield f"when {clause.phase} {clause.event}"
        if clause.condition:
            yield f"if {condition_text(clause.condition)}"
        for action in clause.actions:
            yield f"do {action_text(action)}"
        yield f"max {clause.most}"


def quoted(text: str) -> str:
    """Returns a text in quotation marks."""
    return json.dumps(text, ensure_ascii=False)


def condition_text(condition: Condition) -> str:
    """Returns a condition as it is read by people.

    >>> condition_text(("all", (">=", "pile", 5), ("not", ("in", "ev.rank", (8, "Q")))))
    'pile >= 5 and not ev.rank in 8, Q'
    """
    match condition:
        case ("all" | "any" as joint, *parts):
            return {"all": " and ", "any": " or "}[joint].join(_operand(part) for part in parts)
        case ("not", part):
            return f"not {_operand(part)}"
        case ("in", term, (*terms,)):
            return f"{term} in {', '.join(map(str, terms))}"
    sign, left, right = condition
    return f"{left} {sign} {right}"


def _operand(part: Node) -> str:
    assert isinstance(part, tuple), f"no condition: {part!r}"
    return f"({condition_text(part)})" if part[0] in ("all", "any") else condition_text(part)


def action_text(action: Action) -> str:
    """Returns an action as it is read by people.

    >>> action_text(("ask", "actor", "A rhyme?", ("draw", "actor", 1)))
    'ask actor "A rhyme?" draw actor 1'
    """
    words = []
    for slot, part in zip(("verb", *VERBS[str(action[0])]), action, strict=True):
        if isinstance(part, tuple):
            words.append(action_text(part))
        else:
            words.append(quoted(str(part)) if slot == "text" else str(part))
    return " ".join(words)
