"""Tables at which something is decided: what the tests of decisions begin with."""

from dataclasses import replace
from itertools import pairwise

from games.core import Seat
from games.lopti.position import Position
from games.lopti.rule import Rule
from games.lopti.text import parse
from tests.games.lopti.house import rule
from tests.games.lopti.table import ONE, ZERO, Played, lopti, played

CARDS = ("6c9c", "8dJd", "9hJh", "QsKs", "4cAc")
EIGHT = "when after play; if ev.rank == 8; do draw next 1; max 6"
RHYME = 'title Rhyme; when before play; if ev.rank == A; do ask actor "A rhyme, please." draw actor 1; max 6'


def table(seats: int, *rules: Rule, pile: str = "5c", round: int = 2, rest: str = "") -> Position:
    """A round at its beginning: seat 0 is to move."""
    text = f"turn=0 hand={';'.join(CARDS[:seats])} pile={pile} deck=2d2h round={round} {rest}"
    return replace(parse(text), rules=rules)


def made(text: str = EIGHT, *, id: str = "r1", author: Seat = ONE, round: int = 1, status: str = "active") -> Rule:
    return replace(rule(text, id=id, round=round, status=status), author=author)


def out_of_time(position: Position) -> Played:
    """What happens when the time of the table's question is over."""
    step = position.lapse(None)
    again = position.play(ZERO, step.move)
    assert again == step, "a log replays"
    return Played(lopti(step.position), step.events)


def tied(*rules: Rule, seats: int = 4, subject: str = "core low.renew match next") -> Position:
    """A vote with as many for as against it, all of whom have voted; seat 2 has asked, seat 1 was the first against."""
    votes = {2: ["1: vote no"], 4: ["1: vote no", "3: vote no", "0: vote yes"]}[seats]
    asker = "0" if seats == 2 else "2"
    return played(table(seats, *rules), f"{asker}: propose {subject}", *votes).position


def thrown(position: Position, one: str, other: str) -> Played:
    """The duel of seats 2 and 1 goes on."""
    return played(position, f"2: throw {one}", f"1: throw {other}")


def called(seats: int = 4) -> Position:
    """An ace was played without a rhyme."""
    before = table(seats, made(RHYME), pile="Kd")
    hands = (("9c", "As"), *before.round.hands[1:])
    after = played(replace(before, round=replace(before.round, hands=hands)), "A").position
    assert after.round.asked
    return after


def upheld() -> Position:
    return played(table(4, made()), "2: object r1", "0: vote yes", "3: vote yes").position


def public(position: Position) -> list[str]:
    views = [position.view(seat) for seat in (None, *position.seated)]
    assert len({view.public for view in views}) == 1
    return [choice.text for choice in views[0].public]


def walked(position: Position, seat: Seat, *texts: str) -> list[str]:
    """Walks from a beginning to a move, and returns what the last step offers."""
    for before, after in pairwise(texts):
        items = position.choices(seat, before).items
        assert len(items) <= 22
        assert after in [choice.text for choice in items]
        assert position.choices(seat, after).back == before
    return [choice.text for choice in position.choices(seat, texts[-1]).items]


DECLARING = "turn=0 phase=break hand=;9d;8h out=0 declarer=0 round=3"


def confirms(position: Position, text: str, seat: Seat = ZERO) -> tuple[list[str], str]:
    """Returns what may follow a text that has to be confirmed, and the beginning before it."""
    choices = position.choices(seat, text)
    assert choices.confirm, text
    return [choice.text for choice in choices.items], choices.back
