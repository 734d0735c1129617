"""Positions as text, played on: what the tests of Lopti share."""

from dataclasses import dataclass

from games.core import Event, IllegalMove, Seat
from games.core import Position as CorePosition
from games.lopti.legality import playable
from games.lopti.position import Position
from games.lopti.round import Round
from games.lopti.text import parse

ZERO, ONE, TWO, THREE, FOUR = map(Seat, range(5))


@dataclass(frozen=True)
class Played:
    """Where some moves have led, and all that happened on the way."""

    position: Position
    events: tuple[Event, ...]

    @property
    def round(self) -> Round:
        return self.position.round

    def told(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]


def played(position: str | Position, *moves: str) -> Played:
    """Plays moves, each by the seat whose turn it is; ``2: vote yes`` is one of seat 2."""
    at = parse(position) if isinstance(position, str) else position
    events: list[Event] = []
    for move in moves:
        who, colon, text = move.partition(": ")
        step = at.play(Seat(int(who)), text) if colon else at.play(at.round.turn, move)
        at = lopti(step.position)
        events += step.events
    return Played(at, tuple(events))


def lopti(position: CorePosition) -> Position:
    assert isinstance(position, Position), f"not of Lopti: {position!r}"
    return position


def refused(position: str | Position, move: str) -> str:
    """Returns why a move is refused."""
    try:
        played(position, move)
    except IllegalMove as error:
        return error.reason
    raise AssertionError(f"{move} was played")


def fits(position: str) -> set[str]:
    """Returns what the seat to move may play from its hand: ``{"6", "66"}``."""
    round = parse(position).round
    return {rank * count for rank, count in playable(round, round.turn)}


def all_cards(round: Round) -> list[str]:
    """Returns the cards of all zones (C3)."""
    zones = (*round.hands, *round.up, *round.down, round.deck, round.gone, round.left)
    return [card for zone in zones for card in zone] + [card for play in round.pile for card in play.cards]
