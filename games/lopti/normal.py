"""When two house rules are the same: a rule that was removed comes back by a vote only (R6).

The normal form of a rule forgets what makes no difference: its title and words, the names of counters, the order of
what is joined by "and" or "or", which side of a comparison a term stands on, and negations that can be spelled away.
"""

import unicodedata
from hashlib import sha256

from games.lopti.rule import RANK_VALUES, Clause, Node, Rule, action_text

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def plain(text: str) -> str:
    """Returns the words of a text: letters and digits of any script, without case, a blank between them.

    >>> plain("  Say «Cheese», PLEASE! ")
    'say cheese please'
    """
    told = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(sign if sign.isalnum() or unicodedata.combining(sign) else " " for sign in told).split())


def digest(rule: Rule) -> str:
    """Returns a hash of what a rule does; of its words if it is an honour rule."""
    told = "; ".join(_clause(clause, {}) for clause in rule.clauses) if rule.clauses else plain(rule.text)
    return sha256(told.encode()).hexdigest()[:32]


def same(one: Rule, other: Rule) -> bool:
    """Whether two rules do the same, or say the same in the same words."""
    does_the_same = bool(one.clauses and other.clauses) and digest(one) == digest(other)
    return does_the_same or plain(one.text) == plain(other.text) != ""


def _clause(clause: Clause, flags: dict[str, str]) -> str:
    """Returns a clause's normal text; ``flags`` gives the counters new names in the order in which they appear."""
    condition = normal(clause.condition, flags) if clause.condition else ()
    actions = [
        action_text((action[0], _flag(str(action[1]), flags), *action[2:]) if action[0] in ("inc", "reset") else action)
        for action in clause.actions
    ]
    return f"{clause.phase} {clause.event} {condition} {actions} {clause.most}"


def _flag(name: str, flags: dict[str, str]) -> str:
    return flags.setdefault(name, f"f{len(flags)}")


def normal(node: Node, flags: dict[str, str], *, negated: bool = False) -> Node:
    """Returns a condition in its normal form, with counters named anew.

    >>> normal(("not", ("any", ("<", "pile", 5), ("==", 8, "ev.rank"))), {})
    ('all', ('!=', 'ev.rank', 8), ('>=', 'pile', 5))
    >>> normal((">", "hand.actor", 7), {}) == normal(("<=", 8, "hand.actor"), {})
    True
    """
    match node:
        case ("not", part):
            return normal(part, flags, negated=not negated)
        case ("all" | "any" as told, *parts):
            joint = {"all": "any", "any": "all"}[told] if negated else told
            found: set[Node] = set()
            for part in parts:
                inner = normal(part, flags, negated=negated)
                found |= set(inner[1:]) if isinstance(inner, tuple) and inner[0] == joint else {inner}
            return (joint, *sorted(found, key=repr)) if len(found) > 1 else found.pop()
        case ("in", term, (*terms,)):
            listed = ("in", _term(term, flags), tuple(sorted({_term(one, flags) for one in terms}, key=repr)))
            return ("not", listed) if negated else listed
    assert isinstance(node, tuple), f"no condition: {node!r}"
    sign, left, right = node
    return _comparison(NEGATED[str(sign)] if negated else str(sign), _term(left, flags), _term(right, flags))


def _comparison(sign: str, left: Node, right: Node) -> Node:
    """Puts the term that changes first, and counts a strict bound to the next number."""
    if (isinstance(left, int), repr(left)) > (isinstance(right, int), repr(right)):
        sign, left, right = MIRRORED.get(sign, sign), right, left
    if isinstance(right, int) and sign in ("<", ">"):
        return (sign + "=", left, right + (1 if sign == ">" else -1))
    return (sign, left, right)


def _term(term: Node, flags: dict[str, str]) -> Node:
    if isinstance(term, str) and term.startswith("flag."):
        return "flag." + _flag(term[5:], flags)
    return RANK_VALUES.get(term, term) if isinstance(term, str) else term
