"""Short ways to say a position and a line of moves."""

import pytest

from games import collapsi
from games.collapsi.notation import parse
from games.core import MoveError, Position, Seat

FIRST = "J123/A234/A234/AJ23 a1,b4 0"
"""The deal that most examples begin with; ``joker -`` or ``jack -`` follows."""
SAVED = "AjaA a1,d1 0 joker,joker-revival -"
BESIDE = "AAAAb b1,c1 0 jack,adjacent-revival -"
REBUILT = "AAAAb b1,c1 0 jack,reconstruction -"


def own(position: Position) -> collapsi.Position:
    """Returns a position as what it is: one of Collapsi."""
    assert isinstance(position, collapsi.Position), f"not of Collapsi: {position!r}"
    return position


def after(position: Position | str, *moves: str) -> collapsi.Position:
    """Plays the moves one after another, each by the seat whose turn it is."""
    position = own(parse(position) if isinstance(position, str) else position)
    for move in moves:
        position = own(position.play(position.turn, move).position)
    return position


def targets(position: collapsi.Position | str) -> list[str]:
    """Lists where the seat whose turn it is may go."""
    position = after(position)
    return list(position.moves(position.turn))


def refusal(position: collapsi.Position | str, move: str, seat: Seat | None = None) -> MoveError:
    """Returns how a move is refused."""
    position = after(position)
    with pytest.raises(MoveError) as caught:
        position.play(position.turn if seat is None else seat, move)
    return caught.value


def places(*seats: set[Seat]) -> tuple[frozenset[Seat], ...]:
    return tuple(map(frozenset, seats))
