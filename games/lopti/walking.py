"""What is put together step by step beside the cards: what to ask the table, throws of a duel, and a house rule.

Three words begin a walk and are no moves themselves: ``table`` (for everybody who is seated, whose turn it is or not),
``duel`` and ``rule``. A step offers the beginnings of moves, such as ``propose core deal.`` (a group of parameters),
then ``propose core deal.hand``, ``propose core deal.hand 4`` and ``propose core deal.hand 4 now``. Only what everybody
knows is looked at, and the seat's own throws.

A whole house rule, a new or an old one, and a whole proposal have to be confirmed, whether they were put together or
written: much hangs on them, and people want to know first whether rounds still end.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from games.core import BESIDE, Choice, Choices, GameError, IllegalMove, InvalidMove, MoveError, Seat
from games.lopti import building, changes, duel, interpreting, question, reading, throwing
from games.lopti.book import BOOK
from games.lopti.params import PARAMS
from games.lopti.rule import Ask, BadRule, Rule

if TYPE_CHECKING:
    from games.lopti.position import Position

TABLE, DUEL, RULE = BESIDE, "duel", "rule"
TITLED = "title "
DOUBTS = ("Does it hold for all?", "For each card, or each play?")
"""What may be asked about a rule by who does not want to write."""
MOST = 22
"""The most choices at a step; of more rules the newest are offered."""
_WALK = re.compile(
    r"(?:table|duel|(?i:rule|propose|restore)|withdraw|object|ask|answer|call|stall|remove|drop|throw)\b.*", re.DOTALL
)
ANSWERS = ("vote yes", "vote no", "defend")
_RULE = re.compile(r"(?i:rule)(?:\s+(.*))?", re.DOTALL)
_PROPOSE = re.compile(r"(?i:propose)\s+(.+)", re.DOTALL)
_RESTORE = re.compile(r"(?i:restore)\s+(.+)", re.DOTALL)
_THROW = re.compile(r"throw (.+)", re.DOTALL)
_SAID = re.compile(r"(ask \S+|answer) (.+)", re.DOTALL)
_CHANGE = re.compile(r"propose change (\S+)(?: (.*))?", re.DOTALL)
_WHEN = (" now", " next")


def is_beside(text: str) -> bool:
    """Whether a beginning is one of those here, and none of the cards."""
    return bool(_WALK.fullmatch(text))


def choices(position: "Position", seat: Seat, text: str) -> Choices:
    """Returns what may follow a beginning, and the beginning before it.

    :raises MoveError: if a seat has no move that begins so.
    """
    if position.phase == "over":
        raise IllegalMove("over")
    if seat not in position.seated:
        raise IllegalMove("not_seated")
    if found := _RULE.fullmatch(text):
        return _ruling(position, seat, (found[1] or "").strip())
    if found := _PROPOSE.fullmatch(text):
        return _proposing(position, seat, text, found[1].strip())
    if (found := _RESTORE.fullmatch(text)) and changes.is_set_up(position):
        changes.restored(position, found[1])
        return Choices((), TABLE, confirm=True)
    if any(text == f"call {ask.rule}" and ask.seat == seat for ask in open_asks(position)):
        raise IllegalMove("own_call")
    if (found := _THROW.fullmatch(text)) and position.duel and duel.may_throw(position.duel, seat):
        if found[1] != "random":
            throwing.read(found[1])
        return Choices((), DUEL)
    if found := _SAID.fullmatch(text):
        return _saying(position, seat, *found.groups())
    back = _offered(position, seat, text)
    return Choices(tuple(_after(position, seat, text)), back)


def _saying(position: "Position", seat: Seat, begun: str, words: str) -> Choices:
    """Returns that what is asked about a rule, or answered, has to be confirmed: it may be in words of one's own."""
    if begun == "answer":
        interpreting.explained(position, seat, words)
        return Choices((), begun, confirm=True)
    _offered(position, seat, begun)
    interpreting.doubt(position, seat, f"{begun.removeprefix('ask ')} {words}")
    return Choices((), begun, confirm=True)


def answering(position: "Position", seat: Seat, text: str) -> Choices:
    """Returns that nothing follows an answer to what the table is asked.

    :raises IllegalMove: if the seat is not asked.
    """
    asked, fight = position.question, position.duel
    if text == "defend":
        if fight is None or not duel.may_defend(fight, seat):
            raise IllegalMove("not_asked")
    elif asked is None or fight:
        raise IllegalMove("vote_closed")
    elif interpreting.explainer(position) is not None:
        raise IllegalMove("not_asked")
    elif not question.may_vote(asked, seat):
        raise IllegalMove("no_vote")
    return Choices(())


def beginning(position: "Position", seat: Seat, move: str) -> str:
    """Returns the canonical beginning if one was said; nothing if it is, or ought to be, a whole move."""
    text = " ".join(move.split())
    for told in (text, text.lower()):
        if not is_beside(told):
            continue
        try:
            found = choices(position, seat, told)
        except GameError:
            continue
        return told if found.items and not found.confirm else ""
    return ""


def completed(position: "Position", seat: Seat, begun: str, words: str) -> str:
    """Returns a beginning with words of somebody's own: of an honour rule, a rule's name, what it means; or throws.

    Empty where no move begins so.
    """
    said = " ".join(words.replace('"', "'").split())
    first, _, body = begun.partition(" ")
    if not said or not is_beside(begun):
        return ""
    if begun == DUEL:
        way = f"throw {said}"
    elif first in ("ask", "answer"):
        way = f"{begun} {said}"
    elif first == RULE and _reads(position, changes.written(body)) and not body.startswith(TITLED):
        way = f"{RULE} {TITLED}{said.replace(';', ',')}; {body}"
    else:
        way = f'{begun} "{said}"'
    try:
        found = choices(position, seat, way)
    except GameError:
        return ""
    return way if found.items or found.confirm or begun == DUEL else ""


def open_asks(position: "Position") -> list[Ask]:
    """Lists what a house rule asked of somebody and the table may still call."""
    asked = position.round.asked if position.phase == "play" else ()
    return [ask for ask in asked if ask.whom == "table" and ask.state != "held"]


def may_stall(position: "Position") -> bool:
    """Whether the table may end the round without a winner (A9)."""
    return position.phase == "play" and position.round.is_stalled


def _may_declare(position: "Position", seat: Seat) -> bool:
    return position.declarer == seat or changes.rewords(position, seat) is not None


def _home(position: "Position", seat: Seat, text: str) -> str:
    """Returns from where a first word is reached: the declarer's first choices hold ``rule``."""
    return "" if text in (TABLE, DUEL) or (text == RULE and position.declarer == seat) else TABLE


def _offered(position: "Position", seat: Seat, text: str) -> str:
    """Returns the step at which a beginning is offered.

    :raises MoveError: if it is offered nowhere.
    """
    if text == TABLE or (text == DUEL and position.duel and duel.may_throw(position.duel, seat)):
        return ""
    back = _back(text)
    if all(choice.text != text for choice in _after(position, seat, back)):
        raise InvalidMove("unreadable", text=text)
    if back not in (TABLE, DUEL):
        _offered(position, seat, back)
    return back


def _back(text: str) -> str:
    """Returns the step at which a beginning is offered, if it is."""
    words = text.split(" ")
    if len(words) == 1:
        return TABLE
    if words[:2] == ["propose", "core"] and len(words) == 3 and words[2] != _group(words[2]):
        return f"propose core {_group(words[2])}"
    return DUEL if words[0] == "throw" else " ".join(words[:-1])


def _after(position: "Position", seat: Seat, text: str) -> list[Choice]:
    """Returns what follows a beginning; nothing where it is a whole move or none."""
    match text.split(" "):
        case ["table"]:
            return list(_table(position, seat))
        case ["duel"]:
            fits = duel.room(position.duel, seat) if position.duel else 0
            return [Choice(f"throw {throws}", complete=True) for throws in ("random", *"RPS") if fits]
        case ["propose"]:
            return [Choice(f"propose {kind}", complete=False) for kind in _kinds(position)]
        case ["propose", "remove" | "change"]:
            return _named(text, _active(position), complete=False)
        case ["propose", "back"]:
            return _named(text, _removed(position), complete=False)
        case ["propose", "core"]:
            return _groups()
        case ["propose", "core", key] if key not in PARAMS:
            return [Choice(f"propose core {one}", complete=False) for one in PARAMS if one.startswith(key)]
        case ["propose", "core", key]:
            values = (f"core {key} {value}" for value in PARAMS[key].values)
            return [Choice(f"propose {one}", complete=False) for one in values if _is_possible(position, one)]
        case ["propose", "remove" | "back", _] | ["propose", "core", _, _]:
            return [Choice(text + when, complete=True) for when in _WHEN]
        case ["drop"]:
            return _named(text, (rule for rule in _active(position) if rule.author == seat))
        case ["ask"]:
            others = (rule for rule in _active(position) if rule.author != seat)
            return _named(text, others, complete=False) if position.question is None else []
        case ["ask", rule] if "." not in rule:
            return [Choice(f"{text} {doubt}", complete=True) for doubt in DOUBTS]
        case ["answer"] if interpreting.explainer(position) == seat:
            return [Choice(f"answer {told}", complete=True) for told in ("yes", "no")]
        case ["object"]:
            return _named(text, (rule for rule in interpreting.objectionable(position) if rule.author != seat))
        case ["call"]:
            asks = dict.fromkeys(ask.rule for ask in open_asks(position) if ask.seat != seat)
            return [Choice(f"call {name}", complete=True) for name in asks]
        case ["remove"]:
            return [Choice(f"remove {other}", complete=True) for other in position.away if other != seat]
    return []


def _table(position: "Position", seat: Seat) -> Iterator[Choice]:
    """Yields the first words: what is not possible now is left out."""
    asked = position.question
    if asked is None and not position.voted:
        yield Choice("propose", complete=False)
    if asked and not position.duel and asked.by == seat and all(voter == seat for voter, _ in asked.votes):
        yield Choice("withdraw", complete=True)
    if changes.rewords(position, seat) and position.declarer != seat:
        yield Choice(RULE, complete=False)
    words = ("drop", "ask", "object", "call", "remove") if asked is None else ("drop", "answer")
    for word in words:
        if _after(position, seat, word):
            yield Choice(word, complete=False)
    if asked is None and may_stall(position):
        yield Choice("stall", complete=True)


def _kinds(position: "Position") -> Iterator[str]:
    if _active(position):
        yield from ("remove", "change")
    if _removed(position):
        yield "back"
    yield "core"


def _groups() -> list[Choice]:
    """Returns the parameters; those with the same word before the dot stand together."""
    return [Choice(f"propose core {group}", complete=False) for group in dict.fromkeys(map(_group, PARAMS))]


def _group(key: str) -> str:
    """Returns a parameter's group, ``deal.``, or the parameter itself if it stands alone."""
    group = key.split(".")[0] + "."
    return group if sum(one.startswith(group) for one in PARAMS) > 1 else key


def _named(text: str, rules: Iterable[Rule], *, complete: bool = True) -> list[Choice]:
    return [Choice(f"{text} {rule.id}", complete) for rule in list(rules)[-MOST:]]


def _active(position: "Position") -> list[Rule]:
    return [rule for rule in position.rules if rule.status == "active"]


def _removed(position: "Position") -> list[Rule]:
    return [rule for rule in position.rules if rule.status == "removed"]


def _is_possible(position: "Position", subject: str) -> bool:
    try:
        changes.settled(position, subject)
    except GameError:
        return False
    return True


def _ruling(position: "Position", seat: Seat, body: str) -> Choices:
    """Returns what follows the beginning of a declaration; a whole rule may be built on or confirmed."""
    if not _may_declare(position, seat):
        raise IllegalMove("no_right")
    found = _building(position, RULE, body, _home(position, seat, RULE))
    return replace(found, confirm=_reads(position, changes.written(body)))


def _proposing(position: "Position", seat: Seat, text: str, told: str) -> Choices:
    """Returns what follows the beginning of a proposal; a whole one, with when it is to act, is to be confirmed.

    A new rule may still be built on where the text ends like a whole proposal: ``…; do draw next``.
    """
    changed = _CHANGE.fullmatch(text)
    try:
        change = changes.proposed(position, told)
    except MoveError as refusal:
        refused = refusal
    else:
        return Choices(
            (), text.removesuffix(f" {change.when}") if changed else f"propose {change.subject}", confirm=True
        )
    try:
        if changed and changed[1] in {rule.id for rule in _active(position)}:
            _offered(position, seat, f"propose change {changed[1]}")
            return _changing(position, changed[1], changed[2] or "")
        back = _offered(position, seat, text)
    except MoveError as refusal:
        raise refused if text.lower().endswith(_WHEN) else refusal from None
    return Choices(tuple(_after(position, seat, text)), back)


def _changing(position: "Position", name: str, body: str) -> Choices:
    """Returns what follows a change of a rule: its new words, and then when they begin to hold."""
    lead = f"propose change {name}"
    found = _building(position, lead, body, "propose change")
    items = tuple(Choice(choice.text, complete=False) for choice in found.items)
    if _is_possible(position, f"change {name} {body}"):
        items += tuple(Choice(f"{lead} {body}{when}", complete=True) for when in _WHEN)
    return Choices(items, found.back)


def _building(position: "Position", lead: str, body: str, home: str) -> Choices:
    """Returns what follows the beginning of a house rule (`games.lopti.building`); pages of the book have numbers.

    :raises BadRule: if nothing does, and it is no whole rule either.
    """
    if body == "book":
        known = {rule.title for rule in position.rules}
        pages = (number for number, rule in enumerate(BOOK, start=1) if rule.title not in known)
        return Choices(tuple(Choice(f"{lead} book {number}", complete=True) for number in pages), lead)
    if changes.PAGE.fullmatch(body):
        reading.read(changes.written(body), position.rules)
        return Choices((), f"{lead} book")
    try:
        stage = building.steps(body)
    except InvalidMove:
        # Written by hand.
        stage = building.Stage("done")
    items = tuple(_built(position, lead, stage.items))
    if not items:
        reading.read(body, position.rules)
    return Choices(items, f"{lead} {stage.back}".rstrip() if body else home)


def _built(position: "Position", lead: str, items: Iterable[Choice]) -> Iterator[Choice]:
    """Yields what the builder offers but rules that were removed: these come back by a vote only (R6)."""
    for one in items:
        try:
            reading.read(one.text, position.rules)
        except BadRule as bad:
            is_last = one.complete or one.text.startswith("text ")
            if bad.reason != "rule_removed" or not is_last:
                yield Choice(f"{lead} {one.text}", complete=False)
        else:
            yield Choice(f"{lead} {one.text}", complete=True)


def _reads(position: "Position", body: str) -> bool:
    """Whether it is a whole rule that may be made here."""
    try:
        reading.read(body, position.rules)
    except GameError:
        return False
    return True
