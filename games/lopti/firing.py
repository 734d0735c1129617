"""House rules at work in a round (rules, 7.2).

`fire` is called before and after every event of the basic game; rules act in the order in which they were made, each
clause at most as often in a round as it says, all together at most 60 actions. What they do calls nobody: no rule acts
on what a rule did. So they end when the basic game ends.

Some rules ask people, and none of them holds up the round:

* ``ask``: the seat is asked to do something (`Asked`). Whoever thinks that it did not may call it until the next turn
  has ended: the session then takes `hold`, lets the table decide, and gives the result to `answer`. Where nobody calls,
  it was done.
* ``toss`` and ``give … owner``: the seat may `choose` its cards (`Owes`, `owed`) until the next turn has ended; then
  its lowest ones go.
* ``extra_play``: the seat may play once more or pass (`Offered`, ``Round.may_pass``). Who runs out of time has passed.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.core import Event, IllegalMove, Seat
from games.lopti.cards import Card
from games.lopti.effects import Done, act, draw, from_the_lowest, hand_over, owe, reveal
from games.lopti.round import Occurrence, Round
from games.lopti.rule import Ask, Clause, Rule
from games.lopti.rule_events import Answered, FuelSpent, Reminded, RuleFired
from games.lopti.terms import Moment, holds


def fire(round: Round, rules: tuple[Rule, ...], phase: str, occurrence: Occurrence) -> Done:
    """Lets the active rules act that wait for an event.

    It has to be called at every ``turn_start``, also without rules: open questions grow old there.
    """
    events: list[Event] = []
    active = sorted((rule for rule in rules if rule.status == "active"), key=lambda rule: rule.round)
    if occurrence.kind == "turn_start" and round.asked:
        round, answered = _aged(round, {rule.id for rule in active})
        events += answered
    for rule in active:
        if phase == "after" and rule.mode == "honour" and _reminds(rule, occurrence):
            events.append(Reminded(rule.id, rule.title, occurrence.actor))
        for number, clause in enumerate(rule.clauses):
            if (clause.phase, clause.event) == (phase, occurrence.kind):
                round, done = _clause(round, rule, number, clause, Moment(rule.id, phase, occurrence))
                events += done
    return round, tuple(events)


def hold(round: Round, rule: str) -> Round:
    """Keeps a rule's oldest open question for the table from growing old, because somebody has called it.

    :raises IllegalMove: if there is none.
    """
    ask = next((ask for ask in round.asked if ask.rule == rule and ask.whom == "table" and ask.state != "held"), None)
    if ask is None:
        raise IllegalMove("nothing_to_call", rule=rule)
    return _exchanged(round, ask, replace(ask, state="held"))


def answer(round: Round, rule: str, *, done: bool) -> Done:
    """Takes the table's answer to the question of a rule that was called: whether the seat did what it was asked for.

    Nothing happens if the question is gone by now: its rule was removed, or the round is another one.
    """
    ask = next((ask for ask in round.asked if ask.rule == rule and ask.state == "held"), None)
    if ask is None:
        return round, ()
    round = _exchanged(round, ask)
    said = Answered(rule, ask.seat, done)
    to = tuple(seat for seat in ask.seats if seat in round.active)
    if done or not to:
        return round, (said,)
    moment = Moment(rule, "after", Occurrence("answer", ask.seat))
    match ask.verb:
        case "draw":
            round, events = draw(round, moment, to, ask.count)
        case "reveal":
            round, events = reveal(round, to, ask.count)
        case _:
            round, events = owe(round, moment, "toss", to, 1)
    return round, (said, *events)


def owed(round: Round, seat: Seat) -> Ask | None:
    """Returns the oldest question which cards a seat gives or tosses, while it has any that it can do without."""
    able = (ask for ask in round.asked if ask.whom == "owner" and ask.seat == seat)
    return next((ask for ask in able if _can_pay(round, ask)), None)


def choose(round: Round, seat: Seat, card: Card) -> Done:
    """Gives or tosses a card that a seat owes and chose itself.

    :raises IllegalMove: if it owes none, or has not this one.
    """
    ask = owed(round, seat)
    if ask is None:
        raise IllegalMove("nothing_owed")
    if card not in round.hands[seat]:
        raise IllegalMove("no_such_card", card=card)
    return _paid(round, ask, card)


def _clause(round: Round, rule: Rule, number: int, clause: Clause, moment: Moment) -> Done:
    key = f"{rule.id}.{number}"
    fired = dict(round.fired)
    spent = not round.fuel or fired.get(key, 0) >= clause.most
    if spent or not holds(round, moment, clause.condition):
        return round, ()
    fired[key] = fired.get(key, 0) + 1
    round = replace(round, fired=tuple(sorted(fired.items())))
    events: list[Event] = []
    for action in clause.actions[: round.fuel]:
        round, done = act(round, moment, action)
        events += done
    round = replace(round, fuel=max(round.fuel - len(clause.actions), 0))
    told = (RuleFired(rule.id, rule.title), *events) if events else ()
    return round, told if round.fuel else (*told, FuelSpent())


def _reminds(rule: Rule, occurrence: Occurrence) -> bool:
    event, _, rank = rule.remind.partition(" ")
    return event == occurrence.kind and rank in ("", occurrence.rank)


def _aged(round: Round, active: Iterable[str]) -> Done:
    """Lets a turn pass over the open questions: those that had one have waited long enough."""
    events: list[Event] = []
    for ask in round.asked:
        if ask.rule not in active:
            round = _exchanged(round, ask)
        elif ask.state == "new":
            round = _exchanged(round, ask, replace(ask, state="late"))
        elif ask.state == "late":
            round, done = _lapsed(round, ask)
            events += done
    return round, tuple(events)


def _lapsed(round: Round, ask: Ask) -> Done:
    """Answers a question as silence does: it was done, or the lowest cards go."""
    events: tuple[Event, ...] = ()
    open_one: Ask | None = ask
    while open_one and open_one.whom == "owner" and _can_pay(round, open_one):
        round, done = _paid(round, open_one, from_the_lowest(round, round.hands[ask.seat])[0])
        events += done
        open_one = replace(open_one, count=open_one.count - 1) if open_one.count > 1 else None
    return (_exchanged(round, open_one) if open_one else round), events


def _can_pay(round: Round, ask: Ask) -> bool:
    return len(round.hands[ask.seat]) > 1 and all(seat in round.active for seat in ask.seats)


def _paid(round: Round, ask: Ask, card: Card) -> Done:
    left = (replace(ask, count=ask.count - 1),) if ask.count > 1 else ()
    return hand_over(_exchanged(round, ask, *left), ask, card)


def _exchanged(round: Round, ask: Ask, *others: Ask) -> Round:
    """Returns the round with another question in a question's place, or without it."""
    place = round.asked.index(ask)
    return replace(round, asked=(*round.asked[:place], *others, *round.asked[place + 1 :]))
