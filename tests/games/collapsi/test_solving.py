"""The solver for two, held against the plain one."""

import pytest

from games.collapsi import GAME, solving
from games.collapsi.bitboards import bits
from games.collapsi.board import Board
from games.collapsi.solving import Duel, Solver, Stopped
from tests.games.collapsi.duels import duel_of, late
from tests.games.collapsi.line import FIRST, after, own
from tests.games.collapsi.solver import as_sets
from tests.games.collapsi.variants import Way

STARTS = pytest.mark.parametrize("start", ["joker", "jack"])


@STARTS
def test_who_wins_a_deal(start: str) -> None:
    for number in range(10):
        position = own(GAME.deal(2, f"plain {number}", {"start": start}))
        sets, state = as_sets(position)
        assert duel_of(position).wins(bool) == sets.wins(*state)


@STARTS
@pytest.mark.parametrize(("setup", "cards"), [("std4", 12), ("tri5", 13), ("single5", 12), ("big6", 15)])
def test_late_positions(setup: str, cards: int, start: str) -> None:
    positions = late(Way(setup, 2, (start,)), 30, cards)
    assert len(positions) > 10
    for position in positions:
        sets, state = as_sets(position)
        duel, plies = duel_of(position), sets.plies(*state)
        assert duel.plies(bool) == plies
        assert duel.wins(bool) == plies % 2
        for to in bits(duel.targets):
            face_up, here, there = state
            assert duel.after(to).plies(bool) == sets.plies(face_up - {here}, there, to.bit_length() - 1)


def test_length_of_a_whole_deal() -> None:
    position = after(f"{FIRST} jack -")
    sets, state = as_sets(position)
    assert duel_of(position).plies(bool) == sets.plies(*state)


def test_who_cannot_move_has_lost_in_no_ply() -> None:
    duel = Duel(Solver(Board(4, 1), "AAAA", "jack"), 0b0101, 0b0001, 0b0100)
    assert duel.targets == 0
    assert not duel.wins(bool)
    assert duel.plies(bool) == 0


def test_a_stop_that_fires_leaves_no_answer() -> None:
    position = own(GAME.deal(2, "stopped", {"setup": "tri5"}))
    fresh = Solver(position.board, position.cards, position.start)
    duel = duel_of(position)
    duel = Duel(fresh, duel.up, duel.pawn, duel.other)
    with pytest.raises(Stopped):
        duel.wins(lambda: True)
    with pytest.raises(Stopped):
        duel.plies(lambda: True)


@STARTS
def test_tables_that_are_emptied_in_between_change_nothing(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = own(GAME.deal(2, "emptied", {"start": start, "setup": "tri5"}))
    position = next(iter(late(Way("tri5", 2, (start,)), 10, 19)), position)
    wins, plies = duel_of(position).wins(bool), duel_of(position).plies(bool)
    monkeypatch.setattr(solving, "MOST", 100)
    monkeypatch.setattr(solving, "OFTEN", 4)
    fresh, duel = Solver(position.board, position.cards, position.start), duel_of(position)
    duel = Duel(fresh, duel.up, duel.pawn, duel.other)
    assert (duel.wins(bool), duel.plies(bool)) == (wins, plies)
