"""What a Rule Vote can change (V2): house rules that go, change or come back, and core parameters.

A change has passed before it acts: it waits for the next turn or for the next round (V3). What has become impossible by
then, for example because the rule's author has dropped it, does nothing.

>>> Change("next", "core low.renew match")
Change(when='next', subject='core low.renew match')
>>> str(_), parse(str(_)) == _
('next,core%20low.renew%20match', True)
"""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from games.core import Event, GameError, IllegalMove, InvalidMove, InvalidOptions, InvalidPosition, Seat
from games.lopti import reading
from games.lopti.book import BOOK
from games.lopti.events import ChangeLapsed, ParamChanged, RuleChanged, RuleRemoved, RuleRestored
from games.lopti.normal import same
from games.lopti.params import PARAMS, Params
from games.lopti.question import WHENS, Question, When
from games.lopti.rule import Rule, line

if TYPE_CHECKING:
    from games.lopti.position import Position

PAGE = re.compile(r"book\s+([0-9]{1,3})", re.IGNORECASE)
"""How a rule is taken from the book."""
_CHANGE = re.compile(r"(now|next),(\S+)")
_PROPOSAL = re.compile(r"(.+)\s(now|next)", re.IGNORECASE | re.DOTALL)
_SUBJECT = re.compile(r"(remove|back)\s+(\S+)|change\s+(\S+)\s+(.+)|core\s+(\S+)\s+(\S+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Change:
    """A change that has been agreed on and waits. ``str`` gives it as text without spaces."""

    when: When
    subject: str
    """As in `games.lopti.question`."""

    def __str__(self) -> str:
        return f"{self.when},{quote(self.subject, safe='')}"


def parse(text: str) -> Change:
    """Reads ``str(change)``.

    :raises InvalidPosition: if the text is none.
    """
    found = _CHANGE.fullmatch(text)
    change = Change(WHENS[found[1]], unquote(found[2])) if found else None
    if change is None or str(change) != text or not is_subject(change.subject):
        raise InvalidPosition("pending", text=text)
    return change


def is_subject(text: str) -> bool:
    """Whether a text names a change, possible or not."""
    return bool(_SUBJECT.fullmatch(text))


def is_line(text: str) -> bool:
    """Whether a text is a rule as `games.lopti.rule.line` writes it."""
    try:
        return line(reading.read(text)) == text
    except GameError:
        return False


def written(text: str) -> str:
    """Returns what somebody wrote as a rule, with a page of the book opened."""
    page = PAGE.fullmatch(text.strip())
    return line(BOOK[int(page[1]) - 1]) if page and int(page[1]) in range(1, len(BOOK) + 1) else text


def proposed(position: "Position", text: str) -> Change:
    """Reads a proposal that may be made now, such as ``core low.renew match now``; loosely, as moves are.

    :raises MoveError: if it is none, nothing that the table can change, or the table does not vote now (V1).
    """
    found = _PROPOSAL.fullmatch(text)
    if not found:
        raise InvalidMove("no_subject")
    if position.question is not None:
        raise IllegalMove("one_question")
    if position.voted:
        raise IllegalMove("voted")
    return Change(WHENS[found[2].lower()], settled(position, found[1].strip()))


def settled(position: "Position", text: str) -> str:
    """Returns the canonical spelling of a subject, read loosely.

    :raises MoveError: if it is none, or nothing that the table can change as things stand.
    """
    found = _SUBJECT.fullmatch(text)
    if not found:
        raise InvalidMove("no_subject")
    verb, gone, changed, body, key, value = found.groups()
    if verb:
        subject = f"{verb.lower()} {gone.lower()}"
    elif changed:
        subject = f"change {changed.lower()} {line(reading.read(written(body), position.rules))}"
    else:
        words = {word.lower(): word for word in PARAMS[key.lower()].values} if key.lower() in PARAMS else {}
        subject = f"core {key.lower()} {words.get(value.lower(), value)}"
    _made(position, subject)
    return subject


def find(position: "Position", name: str, status: str = "active") -> Rule:
    """Returns the house rule of that id.

    :raises IllegalMove: if there is none in that state.
    """
    for rule in position.rules:
        if rule.id == name.lower() and rule.status == status:
            return rule
    raise IllegalMove("no_such_rule", rule=name[:40])


def title(position: "Position", asked: Question) -> str:
    """Returns the title of the rule that a question is about; nothing where there is none."""
    if asked.kind == "restore":
        return reading.read(asked.subject).title
    return next((rule.title for rule in position.rules if rule.id == about(asked)), "")


def about(asked: Question) -> str:
    """Returns the id of the rule that a question is about; of one about something else another word."""
    return "".join(asked.subject.split()[asked.kind == "vote" :][:1])


def restored(position: "Position", text: str) -> Rule:
    """Reads a rule of an earlier session that the table may bring back (S1).

    :raises MoveError: if it is none, one that holds, or one that was removed in this session (R6).
    """
    told = reading.read(written(text), position.rules)
    if any(rule.status == "active" and same(rule, told) for rule in position.rules):
        raise IllegalMove("no_change")
    return told


def is_moot(position: "Position", asked: Question) -> bool:
    """Whether what was asked has come about or become impossible in another way meanwhile."""
    match asked.kind:
        case "remove":
            return asked.subject not in map(str, position.away)
        case "object":
            return all(rule.id != asked.subject or rule.status == "removed" for rule in position.rules)
        case "restore":
            try:
                restored(position, asked.subject)
            except GameError:
                return True
    return False


def is_set_up(position: "Position") -> bool:
    """Whether rules of earlier sessions may be brought back: until the first round is over (S1)."""
    return position.number == 1 and position.phase in ("swap", "play")


def rewords(position: "Position", seat: Seat) -> Rule | None:
    """Returns the removed rule that a seat may put in other words (R3)."""
    for rule in position.rules:
        if rule.id == position.rewording and (rule.author, rule.status) == (seat, "removed"):
            return rule
    return None


def creator(position: "Position", subject: str) -> Seat | None:
    """Returns who throws against a change in a duel by right: who made the rule that is to go or to change (Q1)."""
    verb, name, *_ = subject.split()
    return next((rule.author for rule in position.rules if verb in ("remove", "change") and rule.id == name), None)


def due(position: "Position", events: list[Event]) -> "Position":
    """Carries out what was agreed: at the beginning of a turn what is for now, between rounds all (V3)."""
    waiting = tuple(change for change in position.pending if position.phase != "break" and change.when == "next")
    ready = [change for change in position.pending if change not in waiting]
    position = replace(position, pending=waiting)
    for change in ready:
        position = _acted(position, change, events)
    return position


def coming(position: "Position") -> "Position":
    """Returns the session with the parameters and house rules that it will have once all that was agreed acts."""
    for change in position.pending:
        position = _acted(position, change, [])
    return replace(position, pending=())


def next_id(position: "Position") -> str:
    """Returns the id of the next house rule that is made."""
    return f"r{len(position.rules) + 1}"


def with_waiting(position: "Position", rule: Rule, when: When) -> "Position":
    """Returns the position with a new rule that begins to hold at the next turn or in the next round."""
    rules = (*position.rules, replace(rule, status="removed"))
    return replace(position, rules=rules, pending=(*position.pending, Change(when, f"back {rule.id}")))


def with_restored(position: "Position", text: str, seat: Seat) -> "Position":
    """Returns the position with a rule of an earlier session, which counts as made by who asked for it."""
    since = position.number - (position.phase != "break")
    rule = replace(restored(position, text), id=next_id(position), author=seat, round=since)
    return with_waiting(position, rule, "now")


def with_rule(position: "Position", rule: Rule) -> "Position":
    """Returns the position with another rule in the place of the one with its id."""
    return replace(position, rules=tuple(rule if old.id == rule.id else old for old in position.rules))


def _acted(position: "Position", change: Change, events: list[Event]) -> "Position":
    try:
        after, event = _made(position, change.subject)
    except GameError:
        events.append(ChangeLapsed(change.subject))
        return position
    events.append(event)
    return after


def _made(position: "Position", subject: str) -> tuple["Position", Event]:
    """Makes a change.

    :raises GameError: if it is not possible, or none.
    """
    verb, name, *rest = subject.split(maxsplit=2)
    match verb:
        case "remove":
            rule = find(position, name)
            return with_rule(position, replace(rule, status="removed")), RuleRemoved(rule.id, rule.title, "vote")
        case "back":
            rule = find(position, name, "removed")
            return with_rule(position, replace(rule, status="active")), RuleRestored(rule.id, rule.title)
        case "change":
            rule = find(position, name)
            told = reading.read(rest[0], position.rules)
            new = replace(told, id=rule.id, author=rule.author, round=rule.round)
            if new == rule:
                raise IllegalMove("no_change")
            return with_rule(position, new), RuleChanged(rule.id, rule.title, new.title)
    return _param_changed(position, name, *rest)


def _param_changed(position: "Position", key: str, value: str) -> tuple["Position", Event]:
    before = position.params
    if key in PARAMS and before.value(key) == value:
        raise IllegalMove("no_change")
    try:
        after = Params.of({**before.changed(), key: value})
    except InvalidOptions as error:
        raise IllegalMove(
            "no_such_param" if error.reason == "unknown_option" else error.reason, **error.facts
        ) from error
    if not after.fit(len(position.seated)):
        raise IllegalMove("too_few_cards", seats=len(position.seated))
    position = replace(position, params=after)
    if position.phase == "play":
        position = replace(position, round=replace(position.round, params=after))
    return position, ParamChanged(key, before.value(key), value)
