"""The real game agrees with a slow one that shares no code with it."""

from itertools import pairwise
from random import Random

import pytest

from games.collapsi.notation import parse
from games.collapsi.position import FALLEN, VALUES, Position
from games.collapsi.rules import TOKENS
from games.core import MoveError, Outcome, Seat
from tests.games.collapsi import engine, variants

SHAPES = [(4, 4)] * 4 + [(5, 5), (3, 3), (2, 4), (4, 2), (1, 5), (6, 1), (2, 2), (3, 5)]


def random_position(chance: Random) -> Position:
    """Draws any position at all, on a board of any shape: also such as no game leads to."""
    width, height = chance.choice(SHAPES)
    cards = chance.choices(VALUES, (6, 4, 4, 3, 1, 1, 2), k=width * height)
    share = chance.random()
    letters = [card if chance.random() < share else FALLEN[VALUES.index(card)] for card in cards]
    first, second = chance.sample(range(width * height), 2)
    letters[first], letters[second] = cards[first], cards[second]
    rows = "/".join("".join(letters[at : at + width]) for at in range(0, width * height, width))
    names = [f"{'abcdef'[square % width]}{square // width + 1}" for square in (first, second)]
    return parse(f"{rows} {','.join(names)} {chance.randrange(2)} {chance.choice(['joker', 'jack'])} -")


def assert_agreement(position: Position) -> None:
    """Compares all that both know: moves, what comes of them, and who has won."""
    state = engine.read(str(position))
    assert engine.write(state) == str(position)
    ends = engine.ends(state)
    moves = {f"{'abcdef'[x]}{y + 1}": (x, y) for x, y in ends}
    assert set(position.moves(position.turn)) == set(moves)
    assert (position.outcome is None) == bool(ends)
    if position.outcome is not None:
        assert position.outcome == Outcome((frozenset({Seat(1 - state.turn)}), frozenset({Seat(state.turn)})), "stuck")
    for move, place in moves.items():
        assert str(position.play(Seat(state.turn), move).position) == engine.write(engine.after(state, place))


def assert_walks(position: Position) -> None:
    """Tries every walk there is, a step too long or too short included: those that are allowed play, no other does."""
    state = engine.read(str(position))
    fitting = engine.lengths(state)
    for length in {1, *fitting, fitting[-1] + 1}:
        for walk in engine.walks(state, length):
            text = "-".join(f"{'abcdef'[x]}{y + 1}" for x, y in walk)
            if length in fitting and engine.is_allowed(state, walk):
                assert str(position.play(position.turn, text).position) == engine.write(engine.after(state, walk[-1]))
            else:
                with pytest.raises(MoveError):
                    position.play(position.turn, text)


def assert_witnesses(position: Position) -> None:
    """The way that is shown is a legal one, the shortest, and among those the first by up, right, down, left."""
    state = engine.read(str(position))
    width = position.board.width
    shortest: dict[engine.Place, list[list[engine.Place]]] = {}
    for length in engine.lengths(state):
        for walk in engine.walks(state, length):
            if engine.is_allowed(state, walk) and len(shortest.setdefault(walk[-1], [walk])[0]) == len(walk):
                shortest[walk[-1]].append(walk)

    def directions(walk: list[engine.Place]) -> list[int]:
        order = []
        for (x, y), step in pairwise(walk):
            ways = [engine.onward(state, (x, y), engine.WAYS[sign]) for sign in "^>v<"]
            order.append(ways.index(step))
        return order

    expected = {end: min(ways, key=directions) for end, ways in shortest.items()}
    shown = {
        (end % width, end // width): [(square % width, square // width) for square in path]
        for end, path in position.paths.items()
    }
    assert shown == expected


def test_random_positions() -> None:
    chance = Random(2026)
    for _ in range(200):
        assert_agreement(random_position(chance))


def test_every_walk_as_a_move() -> None:
    chance = Random(11)
    for _ in range(40):
        assert_walks(random_position(chance))


def test_the_way_that_is_shown() -> None:
    """The shortest; among those the first in the order up, right, down, left."""
    chance = Random(4)
    for _ in range(100):
        assert_witnesses(random_position(chance))


@pytest.mark.slow
def test_many_random_positions() -> None:
    chance = Random(1130)
    for number in range(2000):
        position = random_position(chance)
        assert_agreement(position)
        assert_witnesses(position)
        if number % 10 == 0:
            assert_walks(position)


# The variants


def assert_same_game(position: Position, chance: Random) -> None:
    """Compares all moves of a variant, what comes of some of them, who may leave, and who has won."""
    text = str(position)
    assert str(parse(text)) == text
    assert parse(text) == position
    state = engine.read(text)
    assert engine.write(state) == text
    assert (position.outcome and [set(place) for place in position.outcome.places]) == engine.result(state)
    turns = engine.turns(state)
    moves = list(position.moves(position.turn))
    assert len(set(moves)) == len(moves)
    assert set(moves) == set(turns)
    for move in chance.sample(moves, min(12, len(moves))):
        step = position.play(position.turn, move)
        assert step.move == move
        assert str(step.position) == engine.write(engine.follower(turns[move]))
    if position.outcome is None:
        for seat in range(len(position.pawns)):
            if seat not in position.out:
                assert str(position.drop(Seat(seat)).position) == engine.write(engine.drop(state, seat))


def test_each_two_settings_come_together() -> None:
    seen = {pair for way in variants.WAYS for pair in way.pairs()}
    tables, tokens = len(variants.TABLES), len(TOKENS)
    assert len(seen) == 2 * tables + 2 * tables * tokens + 4 * tokens + 4 * tokens * (tokens - 1) // 2


@pytest.mark.parametrize("way", variants.WAYS, ids=str)
def test_positions_of_the_variants(way: variants.Way) -> None:
    """A few positions of a random game in each way to play."""
    chance = Random(str(way))
    game = list(variants.random_game(way, f"engine of {way}", drops=0.03))
    for position in {*chance.sample(game, min(3, len(game))), game[-1]}:
        assert_same_game(position, chance)


def test_layouts_that_no_game_leads_to() -> None:
    chance = Random(77)
    for _ in range(75):
        assert_same_game(variants.random_layout(chance), chance)


@pytest.mark.slow
def test_many_positions_of_the_variants() -> None:
    chance = Random(2000)
    for number in range(1000):
        assert_same_game(variants.random_layout(chance), chance)
        game = list(variants.random_game(variants.random_way(chance), f"slow {number}", drops=0.03))
        assert_same_game(chance.choice(game), chance)
