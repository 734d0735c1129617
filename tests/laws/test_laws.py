"""What holds for every game, each number of seats and each set of options. The numbers are ARCHITECTURE.md's."""

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core import Game, GameError, InvalidOptions, InvalidPosition, MoveError, Position, Seat, Step, replay
from tests.laws.tables import PLIES, QUICK, TABLES, Table, positions, random_game, random_games, tables

P = ParamSpec("P")
T = TypeVar("T")

everywhere = pytest.mark.parametrize("table", TABLES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

NO_MOVES = [
    "", " ", "-", "--", "drop?", "0", "-1", "1e9", "null", "None", "\x00", "\n", "a1;a2", "../..", "'; --", "%s", "{}",
    "a0", "a١", "é", "🃏", "\u202ea1", "a1-", "-a1", "a1--a2", "zz99", "x" * 5000, "a1-" * 2000 + "a1", "#", "m:0:0:a1",
]  # fmt: skip


@everywhere
def test_law_1_text_says_everything(table: Table) -> None:
    for position in positions(table):
        again = table.game.parse(str(position))
        assert str(again) == str(position)
        assert again == position


@everywhere
def test_law_1_text_is_short_and_printable(table: Table) -> None:
    for position in positions(table):
        assert str(position).isprintable()
        assert str(position) == " ".join(str(position).split())


@everywhere
def test_law_2_the_same_seed_gives_the_same_deal(table: Table) -> None:
    deals = [table.deal(f"deal {number}") for number in range(20)]
    assert deals == [table.deal(f"deal {number}") for number in range(20)]
    assert len(set(map(str, deals))) > 10, "other seeds give other deals"


@everywhere
def test_law_3_every_listed_move_plays(table: Table) -> None:
    for position in positions(table):
        for seat in position.to_move:
            moves = list(position.moves(seat))
            assert len(set(moves)) == len(moves), "no move is listed twice"
            for move in moves:
                assert position.play(seat, move).move == move
                assert position.play(seat, f"  {move.upper()} ").move == move


@everywhere
def test_law_3_nothing_else_plays(table: Table) -> None:
    for position in positions(table):
        for seat in map(Seat, range(table.seats)):
            for text in NO_MOVES:
                with pytest.raises(MoveError):
                    position.play(seat, text)


@everywhere
def test_law_3_who_may_not_act_has_no_move(table: Table) -> None:
    for position in positions(table):
        for seat in set(map(Seat, range(table.seats))) - set(position.to_move):
            assert list(position.moves(seat)) == []
            assert position.choices(seat).items == ()
            for mover in position.to_move:
                for move in position.moves(mover):
                    with pytest.raises(MoveError):
                        position.play(seat, move)


@everywhere
def test_law_4_playing_does_not_change_the_old_position(table: Table) -> None:
    for game in random_games(table):
        for turn in game:
            kept, text = deepcopy(turn.before), str(turn.before)
            turn.before.play(turn.seat, turn.step.move)
            turn.before.drop(turn.seat)
            turn.before.choices(turn.seat)
            assert (turn.before, str(turn.before)) == (kept, text)


@everywhere
def test_law_4_a_log_replays_to_the_same_position(table: Table) -> None:
    for game in random_games(table):
        steps = list(replay(game[0].before, [(turn.seat, turn.step.move) for turn in game]))
        assert steps == [turn.step for turn in game]


@everywhere
def test_law_5_nobody_is_to_move_exactly_when_there_is_an_outcome(table: Table) -> None:
    for position in positions(table):
        assert (position.to_move == ()) == (position.outcome is not None)


@everywhere
def test_law_5_an_outcome_places_every_seat_once(table: Table) -> None:
    for game in random_games(table):
        outcome = game[-1].step.position.outcome
        assert outcome is not None
        assert sorted(seat for place in outcome.places for seat in place) == list(range(table.seats))
        assert all(outcome.places), "no place is empty"
        assert outcome.reason.isidentifier()


@everywhere
def test_law_6_an_unfinished_position_offers_someone_a_move(table: Table) -> None:
    for position in positions(table):
        if position.outcome is None:
            assert any(list(position.moves(seat)) for seat in position.to_move)


@everywhere
def test_law_7_random_games_end(table: Table) -> None:
    for game in random_games(table):
        assert game[-1].step.position.outcome is not None
        assert len(game) <= PLIES[table.slug]


@everywhere
def test_law_8_in_an_open_game_everybody_sees_everything(table: Table) -> None:
    assert not table.game.hidden, "a game with secrets needs a law of its own: deal again what a seat cannot see"
    for game in random_games(table):
        for turn in game:
            position = turn.step.position
            for seat in [None, *map(Seat, range(table.seats))]:
                assert position.view(seat) == position
                assert all(event.seen_by(seat) == event for event in turn.step.events)


def reached(position: Position, seat: Seat, prefix: str = "") -> list[str]:
    """Walks the tree of choices and returns the moves at which it may stop."""
    choices = position.choices(seat, prefix)
    moves = []
    for choice in choices.items:
        assert choice.text != prefix, "a choice leads on"
        moves += [choice.text] if choice.complete else []
        moves += reached(position, seat, choice.text)
        back = position.choices(seat, choice.text).back
        assert position.choices(seat, back).items, "the way back leads to choices"
    return moves


@everywhere
def test_law_9_walking_the_choices_reaches_exactly_the_moves(table: Table) -> None:
    for position in positions(table):
        for seat in position.to_move:
            results = [str(position.play(seat, move).position) for move in reached(position, seat)]
            expected = [str(position.play(seat, move).position) for move in position.moves(seat)]
            assert sorted(results) == sorted(expected)


@everywhere
def test_law_9_no_step_offers_more_than_fits_under_a_message(table: Table) -> None:
    for position in positions(table):
        for seat in position.to_move:
            assert 1 <= len(position.choices(seat).items) <= 22


@everywhere
def test_law_10_every_payload_fits_64_bytes(table: Table) -> None:
    for game in random_games(table):
        for turn in game:
            texts = [choice.text for choice in turn.before.choices(turn.seat).items]
            texts += [turn.step.move, *reached(turn.before, turn.seat)]
            for text in texts:
                assert len(f"m:{'x' * 13}:{turn.ply}:{text}".encode()) <= 64
                assert len(f"m:{'x' * 13}:{PLIES[table.slug]}:{text}".encode()) <= 64


@everywhere
def test_a_move_is_told_in_events(table: Table) -> None:
    for game in random_games(table):
        for turn in game:
            assert turn.step.events


@everywhere
def test_dropping_is_possible_while_the_game_goes_on(table: Table) -> None:
    for position in positions(table):
        for seat in map(Seat, range(table.seats)):
            if position.outcome is not None:
                with pytest.raises(MoveError):
                    position.drop(seat)
                continue
            step = position.drop(seat)
            assert step.move == "drop"
            assert step.events
            assert seat not in step.position.to_move
            assert table.game.parse(str(step.position)) == step.position


@everywhere
def test_who_is_not_at_the_table_can_do_nothing(table: Table) -> None:
    position = table.deal("a stranger")
    for seat in (Seat(-1), Seat(table.seats)):
        assert list(position.moves(seat)) == []
        with pytest.raises(MoveError):
            position.drop(seat)
        with pytest.raises(MoveError):
            position.play(seat, next(position.moves(position.to_move[0])))


@everywhere
def test_a_diagram_can_be_drawn_of_every_view(table: Table) -> None:
    for position in positions(table):
        for seat in [None, *map(Seat, range(table.seats))]:
            drawn = table.game.diagram(position.view(seat))
            assert drawn
            assert all(line.isprintable() and line == line.rstrip() for line in drawn.split("\n"))


@everywhere
@given(seed=st.text(), luck=st.integers())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_laws_1_4_5_6_7_from_any_seed(table: Table, seed: str, luck: int) -> None:
    turns = list(random_game(table, f"{luck} {seed}"))
    for turn in turns:
        position = turn.step.position
        assert table.game.parse(str(position)) == position
        assert table.game.parse(str(turn.before)).play(turn.seat, turn.step.move) == turn.step
        assert bool(position.to_move) == (position.outcome is None)
        assert bool(position.to_move) == any(list(position.moves(seat)) for seat in position.to_move)
    assert turns[-1].step.position.outcome is not None


def attempt(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | GameError:
    """Returns what a function gives, or how it refuses."""
    try:
        return function(*arguments, **named)
    except GameError as refusal:
        return refusal


@everywhere
@given(text=st.text(), data=st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_law_3_any_text_is_a_legal_move_or_refused_as_one(table: Table, text: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions(table)))
    for seat in map(Seat, range(table.seats)):
        tried = attempt(position.play, seat, text)
        if isinstance(tried, Step):
            assert tried.move in position.moves(seat)
        else:
            assert isinstance(tried, MoveError)
            assert tried.reason.isidentifier()


@every_game
@given(text=st.text())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_law_1_any_text_is_a_position_or_refused_as_one(game: Game, text: str) -> None:
    position = attempt(game.parse, text)
    if isinstance(position, GameError):
        assert isinstance(position, InvalidPosition)
        assert position.reason.isidentifier()
    else:
        assert game.parse(str(position)) == position


@every_game
@given(data=st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_law_1_a_position_with_a_slip_is_a_position_or_refused_as_one(game: Game, data: st.DataObject) -> None:
    text = str(data.draw(st.sampled_from(positions(tables(game)[0]))))
    at = data.draw(st.integers(0, len(text)))
    slip = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    position = attempt(game.parse, slip)
    if isinstance(position, GameError):
        assert isinstance(position, InvalidPosition)
        assert position.reason.isidentifier()
    else:
        assert game.parse(str(position)) == position
        assert bool(position.to_move) == (position.outcome is None)


@every_game
def test_every_game_states_how_long_it_lasts(game: Game) -> None:
    assert PLIES[game.slug] > 0


@every_game
def test_every_preset_can_be_dealt(game: Game) -> None:
    assert game.presets
    for options in game.presets.values():
        settled = game.settle(options)
        assert any(game.refuses(seats, settled) is None for seats in game.seats)
        assert list(settled) == [option.name for option in game.options]


@every_game
def test_what_is_not_chosen_is_the_first_value(game: Game) -> None:
    assert game.settle({}) == {option.name: option.values[0] for option in game.options}
    assert game.refuses(game.seats[0], game.settle({})) is None


@every_game
def test_options_that_nobody_knows_are_refused(game: Game) -> None:
    with pytest.raises(InvalidOptions, match="unknown_option"):
        game.settle({"no such option": "yes"})
    for option in game.options:
        with pytest.raises(InvalidOptions, match="unknown_option"):
            game.settle({option.name: "no such value"})


@every_game
def test_a_number_of_seats_that_the_game_does_not_know_is_refused(game: Game) -> None:
    for seats in {0, 1, 100} - set(game.seats):
        reason = game.refuses(seats, game.settle({}))
        assert reason is not None
        assert reason.isidentifier()


@every_game
def test_the_slug_is_how_the_game_is_found(game: Game) -> None:
    assert GAMES[game.slug] is game
    assert game.slug.isidentifier()
    assert game.slug == game.slug.lower()


def test_each_pair_of_settings_stands_in_a_quick_table() -> None:
    settings_of = [(("seats", table.seats), *table.settings) for table in QUICK]
    for game in GAMES.values():
        for table in tables(game):
            for pair in combinations((("seats", table.seats), *table.settings), 2):
                assert any(set(pair) <= set(quick) for quick in settings_of)
