"""What the words of a house rule stand for at a moment of a round: roles, terms and conditions (rules, 7.1)."""

from dataclasses import dataclass

from games.core import Seat
from games.lopti.round import Occurrence, Round
from games.lopti.rule import LOSER, RANK_VALUES, Condition, Node

VALUES = {**{str(number): number for number in range(2, 10)}, "T": 10, **RANK_VALUES}
"""What a rank counts in comparisons."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a rule acts: before or after an event of the basic game."""

    rule: str
    """The rule's id."""
    phase: str
    event: Occurrence
    loser: Seat | None = None
    """Who has lost the throw that led here."""


def total(round: Round, seat: Seat) -> int:
    """Returns how many cards a seat has in all."""
    return len(round.hands[seat]) + len(round.up[seat]) + len(round.down[seat])


def seats(round: Round, moment: Moment, role: str) -> tuple[Seat, ...]:
    """Returns who has a role, clockwise from the actor; nobody who is out or has left (7.2.3).

    Of several with the most or the fewest cards it is the nearest one, the actor first.
    """
    event = moment.event
    count = len(round.hands)
    around = [Seat((event.actor + step) % count) for step in range(count)]
    present = [seat for seat in around if seat in round.active]
    match role:
        case "all":
            return tuple(present)
        case "others":
            return tuple(seat for seat in present if seat != event.actor)
        case "next" | "prev":
            seat: Seat | None = round.following(event.actor, 1 if role == "next" else -1)
            return (seat,) if seat in present and seat != event.actor else ()
        case "most_cards":
            return (max(present, key=lambda seat: total(round, seat)),) if present else ()
        case "fewest_cards":
            return (min(present, key=lambda seat: total(round, seat)),) if present else ()
        case _:
            named = {
                "actor": event.actor,
                "dealer": event.dealer,
                "opener": event.opener,
                "last_winner": event.last_winner,
                LOSER: moment.loser,
            }
            seat = named[role]
            return (seat,) if seat in present else ()


def holds(round: Round, moment: Moment, condition: Condition) -> bool:
    """Whether a condition is true; an empty one always is."""
    match condition:
        case ():
            return True
        case ("all", *parts):
            return all(holds(round, moment, part) for part in parts if isinstance(part, tuple))
        case ("any", *parts):
            return any(holds(round, moment, part) for part in parts if isinstance(part, tuple))
        case ("not", tuple(part)):
            return not holds(round, moment, part)
        case ("in", left, (*listed,)):
            return _value(round, moment, left) in [_value(round, moment, one) for one in listed]
    sign, left, right = condition
    return _compared(str(sign), _value(round, moment, left), _value(round, moment, right))


def _compared(sign: str, left: int | str, right: int | str) -> bool:
    if sign in ("==", "!="):
        return (left == right) == (sign == "==")
    assert isinstance(left, int), f"{left!r} has no order (S3)"
    assert isinstance(right, int), f"{right!r} has no order (S3)"
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


def _value(round: Round, moment: Moment, term: Node) -> int | str:
    """Returns a term's number, or the word that it stands for (a cause, yes or no)."""
    event = moment.event
    match str(term).split("."):
        case ["ev", "rank"]:
            return VALUES.get(event.rank, 0)
        case ["ev", "legal"]:
            return "yes" if event.legal else "no"
        case ["ev", "cause"]:
            return event.cause
        case ["ev", name]:
            return {"count": event.count, "pile_before": event.pile_before, "taken": event.taken}[name]
        case ["hand", role]:
            return sum(len(round.hands[seat]) for seat in seats(round, moment, role))
        case ["total", role]:
            return sum(total(round, seat) for seat in seats(round, moment, role))
        case ["flag", name]:
            return dict(round.flags).get(f"{moment.rule}.{name}", 0)
    known = {
        "deck": len(round.deck),
        "pile": round.pile_size,
        "gone": len(round.gone),
        "threes": round.chain,
        "active": len(round.active),
        "plays_this_turn": round.played,
    }
    word = str(term)
    return term if isinstance(term, int) else known.get(word, RANK_VALUES.get(word, word))
