"""What holds for every game, each number of seats and each set of options. The numbers are ARCHITECTURE.md's."""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import combinations, islice, pairwise, product
from math import prod
from random import Random
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core import Choice, Game, GameError, InvalidOptions, InvalidPosition, MoveError, Position, Seat, Step, replay
from tests.laws.tables import (
    CHANCELESS,
    ENDLESS,
    PLIES,
    QUICK,
    RESULTS,
    SLOW,
    TABLES,
    Pair,
    Table,
    games_with_leavers,
    is_listed,
    is_through,
    listing,
    made,
    pick,
    plies,
    positions,
    quick_tables,
    random_game,
    random_games,
    result,
    values,
    walks,
    way_to,
)

P = ParamSpec("P")
T = TypeVar("T")

MANY = 250_000
"""So many ways to set up a game can be gone through."""

everywhere = pytest.mark.parametrize("table", TABLES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

NO_MOVES = [
    "", " ", "-", "--", "drop?", "0", "-1", "1e9", "null", "None", "\x00", "\n", "a1;a2", "../..", "'; --", "%s", "{}",
    "a0", "a١", "é", "🃏", "\u202ea1", "a1-", "-a1", "a1--a2", "zz99", "x" * 5000, "a1-" * 2000 + "a1", "#", "m:0:0:a1",
]  # fmt: skip
NO_BEGINNINGS = [text for text in NO_MOVES if text not in {"", "0"}]
"""Those of them that cannot begin a move either; where pieces lie at numbers, 0 may pick one."""
LONGEST = 99_999
"""More plies than a match without a bound will ever have."""


def attempt(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | GameError:
    """Returns what a function gives, or how it refuses."""
    try:
        return function(*arguments, **named)
    except GameError as refusal:
        return refusal


def spread(items: Iterable[T], most: int = 4) -> list[T]:
    """Returns some of the items, from all over, or all where there are few."""
    every = list(items)
    return every[:: max(1, -(-len(every) // most))]


def drawn(table: Table, position: Position) -> str:
    return table.game.diagram(position.view(None))


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
def test_law_8_in_an_open_game_everybody_sees_everything(table: Table) -> None:
    assert not table.game.hidden, "a game with secrets needs a law of its own: deal again what a seat cannot see"
    for game in random_games(table):
        for turn in game:
            position = turn.step.position
            for seat in [None, *map(Seat, range(table.seats))]:
                assert position.view(seat) == position
                assert all(event.seen_by(seat) == event for event in turn.step.events)


@everywhere
def test_law_9_walking_the_choices_reaches_exactly_the_moves(table: Table) -> None:
    for position, seat, walked in walks(table):
        if not walked.whole:
            continue
        finished = [position.play(seat, text) for text in walked.finished]
        moves = listing(table, position, seat).moves
        if table.slug in RESULTS:
            listed = [result(table, position.play(seat, move)) for move in moves]
            assert len(set(listed)) == len(listed), "one move is listed for each result"
            assert {result(table, step) for step in finished} == set(listed)
        else:
            assert sorted(step.move for step in finished) == sorted(moves)


@everywhere
def test_law_9_each_step_on_the_way_to_a_move_is_offered_at_the_one_before(table: Table) -> None:
    for position, seat, walked in walks(table):
        for move in listing(table, position, seat).sample:
            way = way_to(position, seat, move, dict(walked.steps))
            for before, after in pairwise(way):
                assert after in {choice.text for choice in walked.steps[before].items}
            assert next(choice for choice in walked.steps[way[-2]].items if choice.text == move).complete


@everywhere
def test_law_9_every_choice_that_is_complete_plays_and_the_others_do_not(table: Table) -> None:
    for position, seat, walked in walks(table):
        for text, choices in spread(walked.steps.items()):
            for choice in spread(choices.items):
                played = attempt(position.play, seat, choice.text)
                assert isinstance(played, Step if choice.complete else MoveError), f"{choice} after {text!r}"


@everywhere
def test_law_9_no_step_offers_more_than_fits_under_a_message(table: Table) -> None:
    for _, _, walked in walks(table):
        assert all(len(choices.items) <= 22 for choices in walked.steps.values())
        assert walked.steps[""].items


@everywhere
def test_law_9_each_choice_is_another_one_and_leads_on_unless_it_is_complete(table: Table) -> None:
    for position, seat, walked in walks(table):
        for text, choices in walked.steps.items():
            offered = {choice.text for choice in choices.items}
            assert len(offered) == len(choices.items)
            assert text not in offered, "a choice leads on"
            for choice in choices.items if walked.whole and table.slug not in RESULTS else spread(choices.items):
                after = walked.steps.get(choice.text) or position.choices(seat, choice.text)
                if table.slug in RESULTS:
                    # There may be several ways to the same beginning; back leads along one of them.
                    assert choice.text in {one.text for one in position.choices(seat, after.back).items}
                else:
                    assert after.back == text
                assert choice.complete or after.items


@everywhere
def test_law_9_a_group_stands_for_choices_of_the_same_step(table: Table) -> None:
    for position, seat, walked in walks(table):
        for text, choices in walked.steps.items():
            groups = [choice for choice in choices.items if choice.group]
            if not groups:
                continue
            within = [list(position.choices(seat, group.text).items) for group in groups]
            together: list[Choice] = [choice for items in within for choice in items]
            assert all(within), "no group is empty"
            assert not any(group.complete for group in groups)
            assert not any(choice.group for choice in together), "there are no groups in groups"
            assert len({choice.text for choice in together}) == len(together)
            assert len(together) + len(choices.items) - len(groups) > 22, "there is no group without need"
            before = position.preview(seat, text)
            assert all(position.preview(seat, group.text).position == before.position for group in spread(groups))


@everywhere
def test_law_9_what_has_to_go_on_says_from_where(table: Table) -> None:
    """Whoever types the beginning of a move is asked how it goes on."""
    for position, seat, walked in walks(table):
        for text in walked.sample:
            refused = attempt(position.play, seat, text)
            if isinstance(refused, MoveError) and "begun" in refused.facts:
                assert position.choices(seat, str(refused.facts["begun"])).items
        firsts = [choice for choice in walked.steps[""].items if not choice.complete and not choice.group]
        for choice in spread(firsts):
            refused = attempt(position.play, seat, f" {choice.text.upper()} ")
            assert isinstance(refused, MoveError)
            assert position.choices(seat, str(refused.facts["begun"])) == position.choices(seat, choice.text)


@everywhere
def test_law_10_every_payload_fits_64_bytes(table: Table) -> None:
    last = LONGEST if table.slug in ENDLESS else plies(table)
    for game in random_games(table):
        for turn in game:
            assert len(f"m:{'x' * 13}:{turn.ply}:{turn.step.move}".encode()) <= 64
    for _, _, walked in walks(table):
        for choices in walked.steps.values():
            for text in [choices.back, *(choice.text for choice in choices.items)]:
                assert len(f"m:{'x' * 13}:{last}:{text}".encode()) <= 64


@everywhere
def test_a_beginning_can_be_seen_and_drawn_and_changes_nothing(table: Table) -> None:
    for position, seat, walked in walks(table):
        kept = str(position)
        for text in walked.sample:
            shown = position.preview(seat, text)
            for viewer in (None, seat):
                assert table.game.diagram(shown.position.view(viewer))
        assert str(position) == kept


@everywhere
def test_a_preview_of_a_whole_move_shows_what_playing_it_does(table: Table) -> None:
    """What follows from the move, such as that others are out, may come on top of it."""
    for position, seat, _ in walks(table):
        for move in listing(table, position, seat).sample:
            shown, played = position.preview(seat, move), position.play(seat, move)
            assert shown.events == played.events[: len(shown.events)]
            if shown.events == played.events:
                assert drawn(table, shown.position) == drawn(table, played.position)


@everywhere
def test_what_begins_no_move_cannot_be_previewed(table: Table) -> None:
    others = [text for _, _, walked in walks(table)[:6] for text in walked.sample]
    for position, seat, walked in walks(table):
        for text in NO_BEGINNINGS:
            with pytest.raises(MoveError):
                position.preview(seat, text)
        for text in others:
            begins = not isinstance(attempt(position.choices, seat, text), MoveError)
            assert begins or text not in walked.steps
            assert begins != isinstance(attempt(position.preview, seat, text), MoveError)


@everywhere
def test_who_may_not_act_has_nothing_to_preview(table: Table) -> None:
    for position, mover, walked in walks(table):
        for seat in set(map(Seat, range(table.seats))) - set(position.to_move):
            for text in walked.sample:
                with pytest.raises(MoveError):
                    position.preview(seat, text)
        assert mover in position.to_move


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


# The tables


def test_the_laws_are_tried_on_positions_and_choices_of_every_kind() -> None:
    walked = [one for table in QUICK for _, _, one in walks(table)]
    offered = [choice for one in walked for choices in one.steps.values() for choice in choices.items]
    assert {one.whole for one in walked} == {True, False}
    assert {(choice.complete, choice.group) for choice in offered} == {(True, False), (False, False), (False, True)}
    assert any(position.out for table in QUICK for position in positions(table))
    assert any(turn.step.move == "drop" for table in QUICK for game in games_with_leavers(table) for turn in game)


@every_game
def test_each_pair_of_settings_stands_in_a_quick_table(game: Game) -> None:
    """All tables are gone through to find the pairs; of a game with very many so many are drawn."""
    few = prod(map(len, values(game).values())) <= MANY
    allowed: set[Pair] = set()
    for facts in every_setting(game) if few else islice(random_settings(game), MANY):
        options = {name: str(value) for name, value in facts.items() if name != "seats"}
        if game.refuses(int(facts["seats"]), options) is None:
            allowed.update(combinations(facts.items(), 2))
    quick = [table.pairs for table in QUICK if table.game is game]
    assert allowed == set().union(*quick)


def every_setting(game: Game) -> Iterator[dict[str, str | int]]:
    yield from (dict(zip(values(game), facts, strict=True)) for facts in product(*values(game).values()))


def random_settings(game: Game) -> Iterator[dict[str, str | int]]:
    """Draws settings, allowed or not: now more, now fewer of them are as usual."""
    chance = Random(game.slug)
    usual: dict[str, str | int] = {"seats": game.seats[0], **game.settle({})}
    while True:
        share = chance.random()
        yield {
            name: pick(several, chance) if chance.random() < share else usual[name]
            for name, several in values(game).items()
        }


def test_a_game_with_few_ways_to_set_it_up_is_tried_in_all_of_them() -> None:
    small = replace(GAMES["collapsi"], seats=(2, 3), options=GAMES["collapsi"].options[:2])
    tables = quick_tables(small)
    assert len(tables) == len(set(tables)) == 2 * 5 + 2 * 4, "three do not play the standard set-up"


def test_each_table_is_allowed_and_another_one_and_has_a_name_of_its_own() -> None:
    every = [*QUICK, *SLOW]
    assert all(table.allowed for table in every)
    assert len(set(every)) == len(set(map(str, every))) == len(every)


def test_a_table_is_named_by_what_is_not_as_usual() -> None:
    game = GAMES["collapsi"]
    usual = made(game, {"seats": 2, **game.settle({})})
    assert str(usual) == "collapsi-2"
    other = usual.changed(("seats", 3), ("setup", "tri5"), ("start", "jack"), ("shift", "yes"), ("apart", "no"))
    assert str(other) == "collapsi-3-tri5-jack-shift-no-apart"


@pytest.mark.parametrize("name", ["collapsi-2", "collapsi-2-jack"])
def test_the_usual_games_are_among_the_quick_ones(name: str) -> None:
    assert name in map(str, QUICK)
