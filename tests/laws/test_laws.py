"""What holds for every game, each number of seats and each set of options. The numbers are ARCHITECTURE.md's."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core import Game, GameError, InvalidOptions, InvalidPosition, MoveError, Seat, Step, replay
from tests.laws.tables import (
    CHANCELESS,
    ENDLESS,
    PLIES,
    QUICK,
    REDEALT,
    SLOW,
    Table,
    games_with_leavers,
    is_listed,
    is_through,
    listing,
    plies,
    positions,
    random_game,
    random_games,
    walks,
)
from tests.laws.trying import NO_MOVES, attempt, every_game, everywhere, looks, spread


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
    dealt = [game[0].before for game in random_games(table)]
    assert dealt == [table.deal(f"law {number}") for number in range(len(dealt))]


@every_game
def test_law_2_other_seeds_give_other_deals_where_there_is_chance(game: Game) -> None:
    dealt = {str(game.deal(game.seats[0], f"deal {number}", game.settle({}))) for number in range(20)}
    assert len(dealt) == 1 if game.slug in CHANCELESS else len(dealt) > 10


@everywhere
def test_law_3_every_listed_move_plays(table: Table) -> None:
    for position in positions(table):
        for seat in position.to_move:
            listed = listing(table, position, seat)
            assert len(set(listed.moves)) == len(listed.moves), "no move is listed twice"
            for move in listed.sample:
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
                for move in listing(table, position, mover).sample:
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
    for game in (*random_games(table), *games_with_leavers(table)):
        outcome = game[-1].step.position.outcome
        if outcome is None:
            assert is_through(table, game)
            continue
        assert sorted(seat for place in outcome.places for seat in place) == list(range(table.seats))
        assert all(outcome.places), "no place is empty"
        assert outcome.reason.isidentifier()


@everywhere
def test_law_6_an_unfinished_position_offers_someone_a_move(table: Table) -> None:
    for position in positions(table):
        if position.outcome is None:
            assert any(listing(table, position, seat).moves for seat in position.to_move)


@everywhere
def test_law_7_random_games_end_or_are_broken_off_where_there_is_no_bound(table: Table) -> None:
    for game in random_games(table):
        assert is_through(table, game)
        assert len(game) <= plies(table)
        assert table.slug in ENDLESS or game[-1].step.position.outcome is not None


@everywhere
def test_law_8_a_seat_cannot_tell_what_it_may_not_see(table: Table) -> None:
    """In an open game it sees all; in another one everything looks the same if what is hidden was dealt again."""
    assert table.game.hidden == (table.slug in REDEALT)
    for game in random_games(table):
        for turn in game:
            for seat in [None, *map(Seat, range(table.seats))]:
                if table.game.hidden:
                    position = turn.step.position
                    other = REDEALT[table.slug](position, seat, Random(f"{turn.ply}"))
                    assert other != position
                    assert looks(table, other, seat) == looks(table, position, seat)
                else:
                    assert turn.step.position.view(seat) == turn.step.position
                    assert all(event.seen_by(seat) == event for event in turn.step.events)


@everywhere
def test_who_is_out_is_never_to_move_and_stays_out(table: Table) -> None:
    for game in games_with_leavers(table):
        for turn in game:
            before, after = turn.before, turn.step.position
            assert set(before.out) <= set(after.out), "nobody comes back"
            assert len(set(after.out)) == len(after.out) < table.seats
            assert not set(after.out) & set(after.to_move)
            assert turn.step.move != "drop" or turn.seat in after.out or after.outcome is not None
            assert table.game.parse(str(after)) == after
        assert is_through(table, game)


@everywhere
def test_who_is_out_cannot_do_anything(table: Table) -> None:
    for game in games_with_leavers(table):
        for turn in game:
            position = turn.step.position
            for seat in position.out:
                assert list(position.moves(seat)) == []
                for mover in position.to_move:
                    with pytest.raises(MoveError):
                        position.play(seat, next(position.moves(mover)))
                with pytest.raises(MoveError):
                    position.drop(seat)


@pytest.mark.parametrize("table", [table for table in QUICK if table.game.player], ids=str)
def test_a_computer_player_that_must_stop_at_once_finds_a_legal_move(table: Table) -> None:
    player = table.game.player
    assert player is not None
    assert len(player.levels) >= 2
    for position, seat, _ in spread(walks(table)):
        for level in player.levels:
            move = player.choose(position.view(seat), seat, level, "a seed", lambda: True)
            assert position.play(seat, move).move == move
        verdict = player.judge(position, lambda: True)
        assert verdict is None or verdict.winner in range(table.seats)


@everywhere
def test_a_move_is_told_in_events(table: Table) -> None:
    for game in random_games(table):
        for turn in game:
            assert turn.step.events


@everywhere
def test_dropping_is_possible_while_the_game_goes_on(table: Table) -> None:
    for position in positions(table):
        for seat in map(Seat, range(table.seats)):
            if position.outcome is not None or seat in position.out:
                with pytest.raises(MoveError):
                    position.drop(seat)
                continue
            step = position.drop(seat)
            assert step.move == "drop"
            assert step.events
            assert seat not in step.position.to_move
            assert seat in step.position.out or step.position.outcome is not None
            assert table.game.parse(str(step.position)) == step.position


@everywhere
def test_who_is_not_at_the_table_can_do_nothing(table: Table) -> None:
    position = positions(table)[0]
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
            lines = table.game.diagram(position.view(seat)).split("\n")
            assert any(lines)
            assert all(line.isprintable() and line == line.rstrip() for line in lines)


@given(table=st.sampled_from(QUICK), seed=st.text(), luck=st.integers())
@settings(deadline=None, max_examples=75, suppress_health_check=[HealthCheck.too_slow])
def test_laws_1_4_5_6_7_from_any_seed(table: Table, seed: str, luck: int) -> None:
    turns = list(random_game(table, f"{luck} {seed}"))
    for turn in turns:
        position = turn.step.position
        assert table.game.parse(str(position)) == position
        assert table.game.parse(str(turn.before)).play(turn.seat, turn.step.move) == turn.step
        assert bool(position.to_move) == (position.outcome is None)
        able = [seat for seat in position.to_move if next(position.moves(seat), None)]
        assert bool(position.to_move) == bool(able)
    assert is_through(table, turns)


@given(table=st.sampled_from(QUICK), text=st.text() | st.text("abcdefj0123456@!+*#,-<>^vhnesw "), data=st.data())
@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_law_3_any_text_is_a_legal_move_or_refused_as_one(table: Table, text: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions(table)))
    for seat in map(Seat, range(table.seats)):
        tried = attempt(position.play, seat, text)
        if isinstance(tried, Step):
            assert is_listed(table, position, seat, tried)
        else:
            assert isinstance(tried, MoveError)
            assert tried.reason.isidentifier()
        begun = attempt(position.preview, seat, text)
        assert isinstance(begun, Step | MoveError)
        assert isinstance(begun, Step) or not isinstance(tried, Step), "a whole move is a beginning too"


@given(table=st.sampled_from(QUICK), data=st.data())
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_law_3_a_move_with_a_slip_is_a_legal_move_or_refused_as_one(table: Table, data: st.DataObject) -> None:
    position, seat, walked = data.draw(st.sampled_from(walks(table)))
    text = data.draw(st.sampled_from(walked.finished))
    at = data.draw(st.integers(0, len(text)))
    slip = text[:at] + data.draw(st.text("abcd1234!+*-<vnw,", max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    tried = attempt(position.play, seat, slip)
    if isinstance(tried, Step):
        assert not listing(table, position, seat).whole or is_listed(table, position, seat, tried)
    else:
        assert isinstance(tried, MoveError)


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
    table = data.draw(st.sampled_from([table for table in QUICK if table.game is game]))
    text = str(data.draw(st.sampled_from(positions(table))))
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
    assert all(PLIES[game.slug](table) > 0 for table in [*QUICK, *SLOW] if table.game is game)


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
