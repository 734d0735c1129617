"""What the table decides beside the card play: votes, duels, calls, objections, stalled rounds and away seats.

This is the outermost layer of a session: it takes every move, keeps the moves of the cards and of the break for
`games.lopti.session`, and sees to what was agreed when a turn or a round is over (V3). One question is open at a time.

Whether rounds still end with a change (`games.lopti.trials`) takes long to find out. It is not asked here: whoever
offers proposals to people tries them out first, and plays ``propose`` only if the change is playable.

What house rules do as a turn begins belongs to the step that ended the turn before; a change for now acts after that.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from games.core import LAPSE_TABLE, Event, IllegalMove, InvalidMove, Seat, Step
from games.lopti import changes, dealing, duel, firing, interpreting, question, session, throwing, walking
from games.lopti.changes import Change, find
from games.lopti.course import put
from games.lopti.events import (
    CameForward,
    Decided,
    DuelBegan,
    DuelOver,
    Proposed,
    RuleRemoved,
    ThrowersChanged,
    ThrowsIn,
    Voted,
    Withdrawn,
    Woke,
)
from games.lopti.question import Kind, When
from games.lopti.rule import line

if TYPE_CHECKING:
    from games.lopti.position import Position

RANDOM = 60
"""So many throws by chance nearly always hold thirty that count."""
_MOVE = re.compile(
    r"\s*(propose|vote|withdraw|defend|throw|object|call|stall|remove|drop|restore|ask|answer)(?:\s+(.+?))?\s*",
    re.IGNORECASE | re.DOTALL,
)


def play(position: "Position", seat: Seat, move: str) -> Step:
    """Plays a move, read loosely.

    :raises MoveError: if the text is no move, or not one that the seat may make now.
    """
    if " ".join(move.lower().split()) == LAPSE_TABLE:
        return lapse(position, None)
    if begun := walking.beginning(position, seat, move):
        raise IllegalMove("unfinished", begun=begun)
    found = _MOVE.fullmatch(move)
    if not found:
        return _onward(position, session.play(position, seat, move))
    word, rest = found[1].lower(), found[2] or ""
    if position.phase == "over":
        raise IllegalMove("over")
    if seat not in position.seated:
        raise IllegalMove("not_seated")
    events: list[Event] = []
    after, text = _MOVES[word](position, seat, rest, events)
    if after.phase != "over":
        after = _woken(after, seat, events)
    return Step(after, text, tuple(events))


def lapse(position: "Position", seat: Seat | None) -> Step:
    """A seat's time is over, or that of the table's question or duel (None).

    :raises IllegalMove: if no clock runs for it.
    """
    if seat is not None:
        return _onward(position, session.lapse(position, seat))
    if position.question is None:
        raise IllegalMove("no_clock")
    events: list[Event] = []
    if position.duel:
        after = _fought(position, duel.lapse(position.duel), events)
    elif (author := interpreting.explainer(position)) is not None:
        # Who says nothing in time counts as absent, and the table says what the rule means (R4).
        after = _closed(replace(position, question=question.without(position.question, author)), events)
    else:
        after = _closed(position, events, closing=True)
    return Step(after, LAPSE_TABLE, tuple(events))


def drop(position: "Position", seat: Seat) -> Step:
    """The seat leaves the session: it votes and throws no more (V4), and nobody asks about it."""
    step = _onward(position, session.drop(position, seat))
    after, events = _position(step), list(step.events)
    if changes.rewords(after, seat):
        after = replace(after, rewording="")
    asked = after.question
    if asked and asked.kind == "remove" and asked.subject == str(seat):
        after = _void(after, events)
    elif asked:
        after = replace(after, question=question.without(asked, seat))
        fight = after.duel
        after = _fought(after, duel.without(fight, seat), events) if fight else _closed(after, events)
    return Step(after, step.move, tuple(events))


def may_act(position: "Position", seat: Seat) -> bool:
    """Whether a seat can do anything now, also beside the card play."""
    asked, fight = position.question, position.duel
    if seat in position.to_move or (position.phase == "play" and firing.owed(position.round, seat) is not None):
        return True
    if fight:
        return duel.may_throw(fight, seat) or duel.may_defend(fight, seat)
    if (author := interpreting.explainer(position)) is not None:
        return seat == author
    return asked is not None and question.may_vote(asked, seat)


def _onward(before: "Position", step: Step) -> Step:
    """Sees to what was agreed after a step of the session that has ended a turn or a round."""
    after, events = _position(step), list(step.events)
    asked = after.question
    if after.phase == "break":
        if asked and asked.kind in ("call", "stall"):
            after = _void(after, events)
        after = changes.due(after, events)
    elif after.phase == "play" and (before.phase != "play" or before.round.turn != after.round.turn):
        after = _turned(after, events)
    return replace(step, position=after, events=tuple(events))


def _turned(position: "Position", events: list[Event]) -> "Position":
    """Carries out what was agreed for now; a table that had played on may have nothing left to play for."""
    after = changes.due(position, events)
    return _onward_from_end(after, events) if after.round.is_over else after


def _onward_from_end(position: "Position", events: list[Event]) -> "Position":
    after = session.ended(position, events)
    if after.question and after.question.kind in ("call", "stall"):
        after = _void(after, events)
    return changes.due(after, events)


def _position(step: Step) -> "Position":
    return cast("Position", step.position)


def _propose(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    change = changes.proposed(position, rest)
    after = _open(replace(position, voted=True), seat, "vote", change.subject, events, when=change.when)
    return after, f"propose {change.subject} {change.when}"


def _object(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    rule = find(position, rest)
    if rule not in interpreting.objectionable(position):
        raise IllegalMove("too_late_to_object", rule=rule.id)
    return _open(position, seat, "object", rule.id, events), f"object {rule.id}"


def _call(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    if position.phase != "play":
        raise IllegalMove("nothing_to_call", rule=rest[:40])
    ask = next((ask for ask in walking.open_asks(position) if ask.rule == rest.lower()), None)
    round = firing.hold(position.round, rest.lower())
    assert ask, f"nothing to hold: {rest!r}"
    if ask.seat == seat:
        raise IllegalMove("own_call")
    after = _open(replace(position, round=round), seat, "call", ask.rule, events, about=ask.seat)
    return after, f"call {ask.rule}"


def _stall(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    _no_more(rest)
    if not walking.may_stall(position):
        raise IllegalMove("not_stalled")
    return _open(position, seat, "stall", "", events), "stall"


def _remove(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    away = [other for other in position.away if str(other) == rest and other != seat]
    if not away:
        raise IllegalMove("not_away")
    return _open(position, seat, "remove", rest, events, about=away[0]), f"remove {rest}"


def _open(
    position: "Position",
    seat: Seat,
    kind: Kind,
    subject: str,
    events: list[Event],
    *,
    when: When = "now",
    about: Seat | None = None,
) -> "Position":
    """Puts a question to the table, which may have decided at once."""
    _one_at_a_time(position)
    asked = question.open(kind, subject, seat, position.seated, when=when, about=about)
    events.append(Proposed(seat, kind, subject, when, about, changes.title(position, asked)))
    return _closed(replace(position, question=asked), events)


def _one_at_a_time(position: "Position") -> None:
    if position.question is not None:
        raise IllegalMove("one_question")


def _vote(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    answer = rest.lower()
    if answer not in ("yes", "no"):
        raise InvalidMove("yes_or_no")
    if position.question is None or position.duel:
        raise IllegalMove("vote_closed")
    if interpreting.explainer(position) is not None:
        raise IllegalMove("not_asked")
    after = question.cast(position.question, seat, answer == "yes")
    events.append(Voted(seat, answer == "yes"))
    return _closed(replace(position, question=after), events), f"vote {answer}"


def _withdraw(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    """Takes a question back, which uses up nothing (V7)."""
    _no_more(rest)
    asked = position.question
    if asked is None or position.duel:
        raise IllegalMove("vote_closed")
    question.withdraw(asked, seat)
    events.append(Withdrawn(seat))
    if asked.kind == "call":
        round, answered = firing.answer(position.round, asked.subject, done=True)
        position = replace(position, round=round)
        events += answered
    voted = position.voted and asked.kind != "vote"
    return replace(position, question=None, voted=voted), "withdraw"


def _defend(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    _no_more(rest)
    if position.duel is None:
        raise IllegalMove("not_asked")
    after = duel.defend(position.duel, seat)
    events.append(CameForward(seat))
    return _fought(position, after, events), "defend"


def _throw(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    """Throws; the seed moves on however the throws were found, so that a log leads to the same position."""
    if position.duel is None:
        raise IllegalMove("no_thrower")
    seed = position.round.seed
    if rest.lower() == "random":
        rest = throwing.drawn(seed, min(RANDOM, duel.room(position.duel, seat) or RANDOM))
    throws = throwing.read(rest)
    after = duel.throw(position.duel, seat, throws)
    events.append(ThrowsIn(seat))
    position = replace(position, round=replace(position.round, seed=dealing.derived("thrown", seed)))
    return _fought(position, after, events), f"throw {throws}"


def _drop(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    """Takes the seat's own rule away, which needs no vote (R5); a question about it is gone with it."""
    rule = find(position, rest)
    if rule.author != seat:
        raise IllegalMove("not_your_rule", author=rule.author)
    after = changes.with_rule(position, replace(rule, status="removed"))
    events.append(RuleRemoved(rule.id, rule.title, "author"))
    asked = after.question
    if asked and asked.kind in ("vote", "object", "meaning") and rule.id == changes.about(asked):
        after = _void(after, events)
    return after, f"drop {rule.id}"


def _restore(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    """Asks for a rule of an earlier session, which uses up no Rule Vote (S1)."""
    if not changes.is_set_up(position):
        raise IllegalMove("not_now", move="restore")
    subject = line(changes.restored(position, rest))
    return _open(position, seat, "restore", subject, events), f"restore {subject}"


def _ask(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    """Asks what a rule means: its author, or the table in the place of one who is absent (R4)."""
    subject = interpreting.doubt(position, seat, rest)
    return _open(position, seat, "meaning", subject, events), f"ask {subject}"


def _answer(position: "Position", seat: Seat, rest: str, events: list[Event]) -> tuple["Position", str]:
    said = interpreting.explained(position, seat, rest)
    events.append(said)
    return replace(position, question=None), f"answer {said.answer}"


_MOVES: Mapping[str, Callable[["Position", Seat, str, list[Event]], tuple["Position", str]]] = {
    "propose": _propose,
    "vote": _vote,
    "withdraw": _withdraw,
    "defend": _defend,
    "throw": _throw,
    "object": _object,
    "call": _call,
    "stall": _stall,
    "remove": _remove,
    "drop": _drop,
    "restore": _restore,
    "ask": _ask,
    "answer": _answer,
}


def _closed(position: "Position", events: list[Event], *, closing: bool = False) -> "Position":
    """Closes the question if it is decided, or its time is over (V7); a tie leads to a duel (V6, Q1)."""
    asked = position.question
    assert asked, "nothing was asked"
    result = question.verdict(asked, closing=closing)
    if result is None:
        return position
    if result != "tied":
        return _decided(position, result, events)
    fight = duel.open(asked, changes.creator(position, asked.subject))
    events.append(DuelBegan(fight.challenger, fight.defender))
    return _fought(replace(position, duel=fight), fight, events)


def _fought(position: "Position", fight: duel.Duel, events: list[Event]) -> "Position":
    """Goes on with the duel as it has become."""
    before = position.duel
    assert before, "nobody fights"
    throwers = (fight.challenger, fight.defender)
    result = duel.verdict(fight)
    if throwers != (before.challenger, before.defender) and not result:
        events.append(ThrowersChanged(*throwers))
    if not result:
        return replace(position, duel=fight)
    stands = duel.score(fight)
    events.append(DuelOver(*throwers, stands.change, stands.keep, stands.ties, result == "passed"))
    return _decided(replace(position, duel=None), result, events)


def _void(position: "Position", events: list[Event]) -> "Position":
    """Closes a question about what is no more; a Rule Vote that was none can be made anew."""
    asked = position.question
    assert asked, "nothing was asked"
    events.append(_told(position, asked, "void"))
    return replace(position, question=None, duel=None, voted=position.voted and asked.kind != "vote")


def _told(position: "Position", asked: question.Question, result: str) -> Decided:
    title = changes.title(position, asked)
    return Decided(asked.kind, asked.subject, asked.when, result, asked.yes, asked.no, title)


def _decided(position: "Position", result: str, events: list[Event]) -> "Position":
    """Does what the table wants."""
    asked = position.question
    assert asked, "nothing was asked"
    if changes.is_moot(position, asked):
        return _void(position, events)
    events.append(_told(position, asked, result))
    position = replace(position, question=None, duel=None)
    if asked.kind == "call":
        round, answered = firing.answer(position.round, asked.subject, done=result == "failed")
        events += answered
        return replace(position, round=round)
    if result == "failed":
        return position
    match asked.kind:
        case "vote":
            position = replace(position, pending=(*position.pending, Change(asked.when, asked.subject)))
        case "restore":
            position = changes.with_restored(position, asked.subject, asked.by)
        case "object":
            return interpreting.upheld(position, asked.subject, events)
        case "stall":
            return _onward_from_end(position, events) if position.phase == "play" else position
        case "remove":
            step = drop(position, Seat(int(asked.subject)))
            events += step.events
            return _position(step)
    return changes.due(position, events) if position.phase == "break" else position


def _woken(position: "Position", seat: Seat, events: list[Event]) -> "Position":
    """Whatever somebody does shows that they are there (A7), and wakes the table (A8)."""
    if position.asleep:
        events.append(Woke(seat))
    return replace(position, misses=put(position.misses, seat, 0), asleep=False)


def _no_more(rest: str) -> None:
    if rest:
        raise InvalidMove("unreadable", text=rest)
