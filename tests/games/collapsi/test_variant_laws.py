"""What holds in every variant, tried on random games of every way to play."""

from random import Random

import pytest

from games.collapsi.notation import diagram, parse
from games.collapsi.position import Position
from games.core import Choice
from tests.games.collapsi import variants
from tests.games.collapsi.line import own

EVERY = pytest.mark.parametrize("way", variants.WAYS, ids=str)
MOST = 400
"""Where there are more moves, their choices are tried in the slow run only."""


def random_positions(way: variants.Way, number: int = 2) -> list[Position]:
    return [position for game in range(number) for position in variants.random_game(way, f"law {game}", drops=0.02)]


def whole_moves(position: Position) -> list[str]:
    """Walks through all choices; each says truly where it came from, and none offers too many."""
    found = []

    def walk(prefix: str) -> None:
        items: tuple[Choice, ...] = position.choices(position.turn, prefix).items
        assert len(items) <= 22
        assert len({choice.text for choice in items}) == len(items)
        for choice in items:
            following = position.choices(position.turn, choice.text)
            assert following.back == prefix
            assert choice.complete or following.items
            if choice.complete:
                found.append(choice.text)
            if following.items:
                walk(choice.text)

    walk("")
    return found


def assert_choices_are_moves(position: Position) -> None:
    found = whole_moves(position)
    assert len(set(found)) == len(found)
    assert set(found) == set(position.moves(position.turn))


@EVERY
def test_choices_walk_to_exactly_the_moves(way: variants.Way) -> None:
    for position in random_positions(way, 1)[::3]:
        if not position.outcome and len(list(position.moves(position.turn))) <= MOST:
            assert_choices_are_moves(position)


@pytest.mark.slow
@EVERY
def test_choices_walk_to_exactly_the_moves_everywhere(way: variants.Way) -> None:
    for position in random_positions(way, 1):
        if not position.outcome and len(list(position.moves(position.turn))) <= 3 * MOST:
            assert_choices_are_moves(position)


@EVERY
def test_text_says_all_there_is_to_know(way: variants.Way) -> None:
    for position in random_positions(way):
        assert parse(str(position)) == position
        assert diagram(position).count("●") == (position.pawns[0] is not None)


@EVERY
def test_playing_changes_nothing_old(way: variants.Way) -> None:
    chance = Random(str(way))
    for position in random_positions(way, 1):
        text = str(position)
        if not position.outcome:
            position.play(position.turn, variants.random_move(position, chance))
            position.drop(position.turn)
        assert str(position) == text


@EVERY
def test_a_preview_of_a_whole_move_is_the_board_that_playing_it_leaves(way: variants.Way) -> None:
    """All but the turn is the same, and the pawns of those who are knocked out stand there still."""
    chance = Random(str(way))
    for position in random_positions(way):
        if position.outcome:
            continue
        seat, move = position.turn, variants.random_move(position, chance)
        shown, played = own(position.preview(seat, move).position), own(position.play(seat, move).position)
        assert (shown.board, shown.cards, shown.up) == (played.board, played.cards, played.up)
        assert (shown.used, shown.turn) == (played.used, seat)
        for other, pawn in enumerate(played.pawns):
            assert pawn == shown.pawns[other] or other in set(played.out) - set(position.out)


@EVERY
def test_a_preview_of_a_beginning_shows_so_much_of_the_move(way: variants.Way) -> None:
    """Where to, before anything else is chosen: the pawn stands there, and the card it came from has fallen."""
    for position in random_positions(way, 1):
        if position.outcome or position.placing:
            continue
        for square in position.paths:
            name = position.board.name(square) + ("" if position.up >> square & 1 else "!")
            shown = own(position.preview(position.turn, name).position)
            start = position.pawns[position.turn]
            assert start is not None
            assert shown.pawns[position.turn] == square
            assert shown.up == (position.up | 1 << square) & ~(1 << start)
            assert (shown.board, shown.turn) == (position.board, position.turn)


@EVERY
def test_who_is_to_move_has_a_move_and_the_first_player_always_has(way: variants.Way) -> None:
    for position in random_positions(way, 1):
        assert (next(position.moves(position.turn), None) is None) == (position.outcome is not None)
    assert way.deal("a seed").outcome is None


@EVERY
def test_games_end(way: variants.Way) -> None:
    """Each move takes a card, but for those that are revived for good; the last pawns stand on cards (rule 4.8)."""
    for number in range(3):
        first, *later = variants.random_game(way, f"end {number}")
        revived = way.seats * sum(token in way.rules for token in ("joker-revival", "adjacent-revival"))
        standing = 1 if "elimination" in way.rules else way.seats
        placements = way.seats if "free" in way.rules else 0
        assert len(later) <= first.up.bit_count() - standing + revived + placements
