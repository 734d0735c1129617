"""Short ways to say a position of Crumble, a line of moves, and what came of it."""

from fractions import Fraction
from random import Random

import pytest

from games import crumble
from games.core import MoveError, Position, Seat
from games.crumble import Captured, Piece
from games.crumble.notation import Turn, where, write
from games.crumble.text import parse
from games.crumble.turns import Action, onward, steps

BLACK, WHITE = Seat(0), Seat(1)
CHECKERED = ("#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#")


def own(position: Position) -> crumble.Position:
    """Returns a position as what it is: one of Crumble."""
    assert isinstance(position, crumble.Position), f"not of Crumble: {position!r}"
    return position


def start(size: int = 6, **options: str) -> crumble.Position:
    return own(crumble.GAME.deal(2, "any seed", {"size": str(size), **options}))


def board(*rows: str, turn: Seat = BLACK, rules: str = "-") -> crumble.Position:
    """Reads a picture, a letter for each start square: # is black, . is white; the top row comes first."""
    pieces = ";".join(
        f"{'b' if letter == '#' else 'w'}{x},{y},1,1"
        for y, row in enumerate(reversed(rows))
        for x, letter in enumerate(row)
    )
    return own(parse(f"{len(rows)} {'bw'[turn]} {pieces} {rules}"))


def checkered(black: str = "", white: str = "", turn: Seat = BLACK) -> crumble.Position:
    """Returns the checkerboard of the start, with some squares (``1,1 1,3``) in other colours."""
    position = board(*CHECKERED, turn=turn)
    text = str(position)
    for squares, to in ((black, "b"), (white, "w")):
        for square in squares.split():
            for letter in "bw":
                text = text.replace(f"{letter}{square},1,1", f"{to}{square},1,1")
    return own(parse(text))


def with_pieces(position: crumble.Position, gone: str, new: str) -> crumble.Position:
    """Puts pieces (``w0,0,1,1``) in the place of others."""
    fields = str(position).split()
    pieces = set(fields[2].split(";")) - set(gone.split())
    return own(parse(" ".join([*fields[:2], ";".join([*pieces, *new.split()]), *fields[3:]])))


def after(position: crumble.Position, *moves: str) -> crumble.Position:
    """Plays the moves one after another, each by the seat whose turn it is."""
    for move in " ".join(moves).split():
        position = own(position.play(position.turn, move).position)
    return position


def refusal(position: crumble.Position, move: str, seat: Seat | None = None) -> MoveError:
    """Returns how a move is refused."""
    with pytest.raises(MoveError) as caught:
        position.play(position.turn if seat is None else seat, move)
    return caught.value


def reason(position: crumble.Position, move: str) -> str:
    return refusal(position, move).reason


def colour(position: crumble.Position, x: float | Fraction, y: float | Fraction) -> str:
    """Returns the colour at a point."""
    piece = next(p for p in position.pieces if p.x <= x < p.x + p.width and p.y <= y < p.y + p.height)
    return "bw"[piece.seat]


def at(position: crumble.Position, x: float | Fraction, y: float | Fraction) -> str:
    """Returns the location of the piece with that lower left corner."""
    unit = position.ground.tiling.unit
    return where(position.ground, position.lines, position.ground.at[int(x * unit), int(y * unit)])


def captures(position: crumble.Position, move: str) -> list[Captured]:
    return [event for event in position.play(position.turn, move).events if isinstance(event, Captured)]


def winner(position: crumble.Position) -> Seat | None:
    """Returns the seat that has won by a chain."""
    outcome = position.outcome
    if outcome is None or outcome.reason != "chain":
        return None
    (seat,) = outcome.places[0]
    return seat


def moves(position: crumble.Position) -> list[str]:
    return list(position.moves(position.turn))


def results(position: crumble.Position) -> set[tuple[Piece, ...]]:
    """Returns what the board can look like after the turn, as the listed moves leave it."""
    return {after(position, move).pieces for move in moves(position)}


def random_move(position: crumble.Position, chance: Random, going_on: float = 0.7) -> str:
    """Makes up a turn: any cut or join, then a walk that may stop at each step."""
    ground = position.ground
    actions: list[Action] = [*ground.cuts, *ground.joins]
    action = chance.choice(actions)
    acted = ground.act(action)
    start = chance.randrange(len(acted.starts))
    path = ""
    while chance.random() < going_on:
        ways = [way for way, _ in onward(acted, steps(acted, acted.starts[start], path))]
        if not ways:
            break
        path += chance.choice(ways)
    return write(ground, position.lines, Turn(action, start if path else None, path))


def random_game(seed: str, plies: int, size: int = 6, **options: str) -> list[tuple[crumble.Position, str]]:
    """Plays at random; returns the positions with the moves that were made in them."""
    chance = Random(seed)
    position, game = start(size, **options), list[tuple[crumble.Position, str]]()
    while position.outcome is None and len(game) < plies:
        move = random_move(position, chance)
        game.append((position, move))
        position = after(position, move)
    return game


def middles(seed: str, count: int, size: int = 6) -> list[crumble.Position]:
    """Returns positions from the middle of random games."""
    found: list[crumble.Position] = []
    number = 0
    while len(found) < count:
        game = random_game(f"{seed} {number}", 70, size)
        found += [position for position, _ in game[7::13]]
        number += 1
    return found[:count]
