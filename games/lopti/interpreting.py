"""Whether a new house rule may stand, and what a rule means: objections (R3), and questions to its author (R4)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from games.core import Event, IllegalMove, InvalidMove, Seat
from games.lopti import changes
from games.lopti.changes import find
from games.lopti.checking import LINE, check_words
from games.lopti.events import Explained, MayReword, RuleRemoved
from games.lopti.normal import plain
from games.lopti.rule import Rule

if TYPE_CHECKING:
    from games.lopti.position import Position


def objectionable(position: "Position") -> list[Rule]:
    """Lists the rules that were made last and have not done anything yet (R3)."""
    used = {name.split(".")[0] for name, _ in position.round.fired} if position.phase != "break" else set()
    since = position.number - (position.phase != "break")
    return [rule for rule in position.rules if (rule.status, rule.round) == ("active", since) and rule.id not in used]


def upheld(position: "Position", name: str, events: list[Event]) -> "Position":
    """Removes a rule that is against the rules for rules; its author may put it in other words, but only once (R3)."""
    rule = find(position, name)
    events.append(RuleRemoved(rule.id, rule.title, "objection"))
    earlier = position.rules[: position.rules.index(rule)]
    # Those that an author made after a round are pairs, a rule and the one that took its place; one alone waits for it.
    is_second = sum((other.author, other.round) == (rule.author, rule.round) for other in earlier) % 2
    position = changes.with_rule(position, replace(rule, status="removed"))
    if is_second or rule.author not in position.seated:
        return position
    events.append(MayReword(rule.author, rule.id, rule.title))
    return replace(position, rewording=rule.id)


def explainer(position: "Position") -> Seat | None:
    """Returns who is asked what their rule means (R4); None where nothing is asked, or the table has to say it."""
    asked = position.question
    if asked is None or asked.kind != "meaning":
        return None
    author = next(rule.author for rule in position.rules if rule.id == changes.about(asked))
    return author if author in asked.electorate and author not in asked.gone else None


def doubt(position: "Position", seat: Seat, text: str) -> str:
    """Returns what is asked about a rule: its id, and whether it means something.

    :raises MoveError: if it is no rule that holds, or the seat's own, or nothing is asked.
    """
    name, _, told = text.partition(" ")
    rule = find(position, name)
    if rule.author == seat:
        raise IllegalMove("not_now", move="ask")
    return f"{rule.id} {_words(told)}"


def explained(position: "Position", seat: Seat, text: str) -> Explained:
    """Returns what an author says that their rule means.

    :raises MoveError: if the seat is not asked, or says nothing.
    """
    asked = position.question
    if asked is None or seat != explainer(position):
        raise IllegalMove("not_asked")
    name, _, told = asked.subject.partition(" ")
    return Explained(seat, name, told, _words(text), changes.title(position, asked))


def _words(text: str) -> str:
    """Returns words in one line.

    :raises InvalidMove: if there are none, or not such as may stand in a chat.
    """
    words = " ".join(text.split())
    if not plain(words):
        raise InvalidMove("unreadable", text=text)
    check_words(words, LINE, "text", ())
    return words
