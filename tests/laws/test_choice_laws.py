"""What holds for the choices of every game and for half a move: laws 9 and 10, and previews."""

from itertools import pairwise

import pytest

from games.core import Choice, MoveError, Seat, Step
from tests.laws.tables import (
    ENDLESS,
    RESULTS,
    Table,
    listing,
    plies,
    random_games,
    result,
    walks,
    way_to,
)
from tests.laws.trying import NO_BEGINNINGS, attempt, drawn, everywhere, spread

LONGEST = 99_999
"""More plies than a match without a bound will ever have."""


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
def test_law_9_only_a_whole_move_that_goes_no_further_may_have_to_be_confirmed(table: Table) -> None:
    for position, seat, walked in walks(table):
        for text, choices in walked.steps.items():
            if choices.confirm:
                assert not choices.items
                assert position.play(seat, text)


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
def test_a_stroke_of_the_hand_begins_a_move_or_is_a_whole_one(table: Table) -> None:
    draw = table.game.strokes
    for position, seat, walked in walks(table) if draw else ():
        assert draw is not None
        for text in ["", *walked.sample]:
            strokes = list(draw(position, seat, text))
            assert len({stroke.text for stroke in strokes}) == len(strokes)
            assert len({stroke.at for stroke in strokes}) == len(strokes), "no two are drawn alike"
            for stroke in spread(strokes):
                items = position.choices(seat, stroke.text).items
                assert stroke.final == (not items)
                assert position.preview(seat, stroke.text).events
                assert items or isinstance(attempt(position.play, seat, stroke.text), Step)
                for choice in spread(items):
                    assert position.preview(seat, choice.text).events
                    assert len(f"m:{'x' * 13}:{LONGEST}:{choice.text}".encode()) <= 64


@everywhere
def test_who_may_not_act_draws_nothing(table: Table) -> None:
    draw = table.game.strokes
    for position, _, _ in walks(table) if draw else ():
        assert draw is not None
        for seat in set(map(Seat, range(table.seats))) - set(position.to_move):
            assert not list(draw(position, seat, ""))
