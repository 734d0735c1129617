"""Random games, and what holds in all of them; captures and wins against a program that only looks at points."""

from itertools import pairwise
from random import Random

import pytest

from games.core import IllegalMove
from games.crumble import Captured, Caught, Joined, Piece, Position, Split, Walked
from games.crumble.board import Area
from games.crumble.chains import captured, unsafe
from games.crumble.text import parse
from games.crumble.turns import Action, results, steps
from tests.games.crumble.line import after, middles, moves, own, random_move, start
from tests.games.crumble.line import results as results_of_moves
from tests.games.crumble.reference import settle, winners

DEEP = 4
"""How many steps the plain search walks."""


def plies(seed: str, count: int) -> None:
    """Plays so many random plies and checks each one."""
    chance, number = Random(seed), 0
    while True:
        position = start(chance.choice([4, 5, 6, 6, 6, 7, 8]), levels=chance.choice(["off", "off", "off", "3"]))
        for _ in range(70):
            if position.outcome:
                break
            move = random_move(position, chance)
            check(position, move)
            if number % 20 == 0:
                assert after(position, move).pieces in results_of_moves(position)
            position = after(position, move)
            number += 1
            if number == count:
                return


def check(position: Position, move: str) -> None:
    """Checks a ply: R2, R3, R7, R17, R27, R28, the events, and the texts."""
    before = str(position)
    step = position.play(position.turn, move)
    result = own(step.position)
    assert step.move == move
    assert str(position) == before
    assert parse(str(result)) == result
    assert str(parse(str(result))) == str(result)
    assert result.turn == position.other

    # R2, R3: the pieces tile the board, and every coordinate is a fraction of a power of two.
    assert sum(piece.width * piece.height for piece in result.pieces) == position.size**2
    for piece in result.pieces:
        assert piece.width in (piece.height, 2 * piece.height, piece.height / 2)
        assert all(number.denominator & (number.denominator - 1) == 0 for number in piece.area)
    assert list(result.pieces) == sorted(result.pieces, key=lambda piece: (piece.y, piece.x))

    # Colours change by swaps and captures only.
    colours = {piece.area: piece.seat for piece in position.pieces}
    first = step.events[0]
    assert isinstance(first, Split | Joined)
    for piece in first.pieces:
        assert colours.pop(piece.area) == position.turn
    for area in made(first):
        colours[area] = position.turn
    walks = [event.path for event in step.events if isinstance(event, Walked)]
    taken = [event for event in step.events if isinstance(event, Captured)]
    for path in walks:
        for number, (here, there) in enumerate(pairwise(path), start=1):
            assert colours[here.area] == position.turn
            assert colours[there.area] == position.other
            colours[here.area], colours[there.area] = position.other, position.turn
            for event in taken:
                if event.step == number:
                    for piece in event.pieces:
                        assert colours[piece.area] == piece.seat != event.seat
                        colours[piece.area] = event.seat
    assert colours == {piece.area: piece.seat for piece in result.pieces}
    lost = bool(walks) and colours[walks[0][-1].area] == position.other
    assert lost == any(isinstance(event, Caught) for event in step.events)
    if not walks:
        # R7: a cut or join alone captures nothing and wins nothing.
        assert len(step.events) == 1
        assert result.ground.winner is None

    # R27: one winner at most; R28: nothing is left to be captured, and captures make no win.
    if fine(result, 24):
        won = winners(result.size, result.pieces)
        assert len(won) <= 1
        assert result.ground.winner == (None if not won else 0 if result.turn in won else 1)
    assert unsafe(result.ground.tiling, result.ground.mine) == unsafe(result.ground.tiling, result.ground.theirs) == 0


def made(event: Split | Joined) -> list[Area]:
    """Returns the rectangles that a cut or join leaves."""
    if isinstance(event, Joined):
        return [event.piece.area]
    areas: list[Area] = []
    for piece in event.pieces:
        x, y, width, height = piece.area
        if event.axis == "V":
            assert event.at == x + width / 2
            areas += [(x, y, width / 2, height), (event.at, y, width / 2, height)]
        else:
            assert event.at == y + height / 2
            areas += [(x, y, width, height / 2), (x, event.at, width, height / 2)]
    return areas


def fine(position: Position, most: int = 48) -> bool:
    """Whether the reference is quick enough: not too many cells."""
    finest = max(number.denominator for piece in position.pieces for number in piece.area)
    return finest * position.size <= most


def test_r2_r3_r7_r27_r28_hold_on_a_thousand_random_plies() -> None:
    plies("random plies", 1000)


@pytest.mark.slow
def test_r2_r3_r7_r27_r28_hold_on_ten_thousand_random_plies() -> None:
    plies("many random plies", 10_000)


def recoloured(pieces: tuple[Piece, ...], chance: Random, share: float) -> tuple[Piece, ...]:
    seats = [piece.seat if chance.random() > share else type(piece.seat)(1 - piece.seat) for piece in pieces]
    return tuple(Piece(*piece.area, seat) for piece, seat in zip(pieces, seats, strict=True))


def test_r22_r23_r26_captures_and_wins_of_any_colouring_agree_with_the_reference() -> None:
    chance, some_taken, some_won = Random(5), 0, 0
    for position in middles("reference", 40):
        if not fine(position):
            continue
        for _ in range(6):
            pieces = recoloured(position.pieces, chance, chance.choice([0.2, 0.5, 0.8]))
            other = Position(position.size, pieces, position.turn)
            ground = other.ground
            won = winners(other.size, pieces)
            assert len(won) <= 1
            expected = None if not won else 0 if won == {other.turn} else 1
            assert ground.winner == expected
            taken, lost = captured(ground.tiling, ground.mine, ground.theirs)
            mine = (ground.mine | taken) & ~lost
            colours = settle(other.size, pieces)
            assert [mine >> index & 1 == (seat == other.turn) for index, seat in enumerate(colours)] == [True] * len(
                pieces
            )
            settled = Position(other.size, tuple(map(recolour, pieces, colours)), other.turn)
            assert settled.ground.winner == expected, "a capture never makes or breaks a win (R28)"
            some_taken += bool(taken or lost)
            some_won += bool(won)
    assert some_taken > 20
    assert some_won > 20


def recolour(piece: Piece, colour: int) -> Piece:
    return Piece(*piece.area, type(piece.seat)(colour))


def test_r17_every_step_of_every_listed_walk_agrees_with_the_reference() -> None:
    """Also from boards with rings that are closed but not yet filled, which no turn leaves."""
    chance, compared, changed = Random(7), 0, 0
    for position in middles("steps", 14):
        for pieces in (position.pieces, recoloured(position.pieces, chance, 0.15)):
            other = Position(position.size, pieces, position.turn)
            if not fine(other) or other.outcome:
                continue
            listed = [move for move in moves(other) if move[-1] in "NESW"]
            for move in chance.sample(listed, min(12, len(listed))):
                compared += 1
                changed += compare(other, move)
    assert compared > 150
    assert changed > 10


def compare(position: Position, move: str) -> bool:
    """Walks a move with the reference; returns whether something was captured or won."""
    step = position.play(position.turn, move)
    result = own(step.position)
    walk = next(event.path for event in step.events if isinstance(event, Walked))
    first = step.events[0]
    assert isinstance(first, Split | Joined)
    colours = {piece.area: piece.seat for piece in position.pieces if piece not in first.pieces}
    colours |= dict.fromkeys(made(first), position.turn)
    happened = False
    for number, (here, there) in enumerate(pairwise(walk), start=1):
        colours[here.area], colours[there.area] = position.other, position.turn
        pieces = tuple(Piece(*area, seat) for area, seat in colours.items())
        settled = settle(position.size, pieces)
        happened |= list(settled) != [piece.seat for piece in pieces]
        colours = {piece.area: type(piece.seat)(seat) for piece, seat in zip(pieces, settled, strict=True)}
        won = winners(position.size, tuple(Piece(*area, seat) for area, seat in colours.items()))
        ended = bool(won) or colours[there.area] != position.turn
        assert not ended or number == len(walk) - 1, "a walk that is over goes no further"
        happened |= bool(won)
    assert colours == {piece.area: piece.seat for piece in result.pieces}
    return happened


def test_r19_the_listed_results_are_all_that_a_plain_search_over_paths_finds() -> None:
    compared = 0
    for position in middles("paths", 4):
        ground = position.ground
        actions: list[Action] = [*ground.cuts, *ground.joins]
        for action in actions:
            acted = ground.act(action)
            found = {acted.mine}
            for piece in acted.starts:
                waiting = [""]
                while waiting:
                    path = waiting.pop()
                    for letter in "NESW" if len(path) < DEEP else "":
                        try:
                            walk = steps(acted, piece, path + letter)
                        except IllegalMove:
                            continue
                        found.add(walk.swaps[-1].mine)
                        waiting.append(path + letter)
            listed = {mine for mine, result in results(acted).items() if len(result.path) <= DEEP}
            assert found == listed
            compared += len(found)
    assert compared > 300
