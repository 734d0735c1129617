"""Choices: a move put together in small steps, none of which offers more than 22."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Choice, Choices, MoveError, Rect, Seat
from games.crumble import Caught, Piece, Position, Split, Walked
from games.crumble.choosing import MOST
from games.crumble.text import parse
from tests.games.crumble.line import (
    BLACK,
    WHITE,
    after,
    board,
    checkered,
    middles,
    moves,
    own,
    random_game,
    refusal,
    results,
    start,
    with_pieces,
)

MIDDLES = middles("choices", 10)
LARGE = [random_game("large", 60, size=8)[-1][0]]
LONGEST = 40
"""The most bytes of a choice's text."""
FAR = 4
"""How many steps of a walk the tests follow."""


def texts(choices: Choices) -> list[str]:
    return [choice.text for choice in choices.items]


def tree(position: Position, prefix: str = "", deep: int = 12) -> list[tuple[str, Choice]]:
    """Returns all choices that can be reached, each with the beginning at which it is offered."""
    found = []
    for choice in position.choices(position.turn, prefix).items:
        found.append((prefix, choice))
        if deep:
            found += tree(position, choice.text, deep - 1)
    return found


def reached(position: Position) -> set[tuple[Piece, ...]]:
    """Returns the boards that choices lead to, following each result once."""
    found: set[tuple[Piece, ...]] = set()
    waiting, asked = [""], set()
    while waiting:
        prefix = waiting.pop(0)
        for choice in position.choices(position.turn, prefix).items:
            if not choice.complete:
                waiting.append(choice.text)
                continue
            step = position.play(position.turn, choice.text)
            pieces = own(step.position).pieces
            found.add(pieces)
            rests = [event.path[-1] for event in step.events if isinstance(event, Walked)]
            state = (pieces, rests[0] if rests else choice.text)
            if state not in asked:
                asked.add(state)
                waiting.append(choice.text)
    return found


def test_the_first_step_offers_the_own_pieces_from_the_top_left_corner() -> None:
    first = start().choices(BLACK)
    assert first.back == ""
    assert len(first.items) == 18
    assert [choice.text for choice in first.items[:4]] == ["0,5", "2,5", "4,5", "1,4"]
    assert first.items[0] == Choice("0,5", False, Rect(0, 0, 1, 1))
    assert first.items[3].hint == Rect(1, 1, 1, 1)
    assert [str(piece) for piece in start().numbered(BLACK)[:2]] == ["b0,5,1,1", "b2,5,1,1"]


def test_the_second_step_offers_cuts_then_cuts_with_their_first_step() -> None:
    second = start().choices(BLACK, "2,1")
    assert texts(second) == ["2,1V", "2,1H", "2,1VW", "2,1VE", "2,1HS", "2,1HN"]
    assert all(choice.complete for choice in second.items)
    assert second.items[0].hint == Rect(2, 4, 1, 1)
    assert second.items[2].hint == Rect(1, 4, 1, 1)
    assert second.back == ""


def test_joins_and_long_cuts_stand_behind_what_the_piece_can_do_alone() -> None:
    position = board("....", "....", "##..", "####")
    items = position.choices(BLACK, "1").items
    assert [choice.text for choice in items if "J" in choice.text] == ["0J2,1", "0J2,2", "1J2,1", "1J1,2"]
    assert {choice.text for choice in items if choice.text[-1].isdigit() and "J" not in choice.text} == {
        "0H2", "0H3", "0H4", "1H2", "1H3", "1V2"
    }  # fmt: skip
    assert next(choice.hint for choice in items if choice.text == "0J2,2") == Rect(0, 2, 2, 2)
    assert next(choice.hint for choice in items if choice.text == "0H3") == Rect(0, 3, 3, 1)


def test_after_a_cut_alone_nothing_follows() -> None:
    assert start().choices(BLACK, "2,1V") == Choices((), "2,1")


def test_r15_after_a_long_cut_the_halves_that_can_walk_are_offered_then_their_steps() -> None:
    position = board("....", "....", "####", "####")
    assert texts(position.choices(BLACK, "0,1H2")) == ["0,1H2-1N", "0,1H2-2N"]
    assert not position.choices(BLACK, "0,1H2").items[0].complete
    assert position.choices(BLACK, "0,1H2").back == "0,1"
    second = position.choices(BLACK, "0,1H2-2N")
    assert (texts(second), second.back) == (["0,1H2-2N-N"], "0,1H2")
    assert position.choices(BLACK, "0,1H2-2N-N").back == "0,1H2-2N"
    assert position.choices(BLACK, "0,1H2-2N-NW").back == "0,1H2-2N-N"
    assert position.choices(BLACK, "0,1H2-2S") == Choices((), "0,1H2")


def test_a_walk_goes_on_letter_by_letter_and_back_leads_one_step_back() -> None:
    position = after(start(), "2,1VW 3,5HS")
    choices = position.choices(BLACK, "3,2HNN")
    assert choices.back == "3,2HN"
    assert "3,2HNNW" in texts(choices)
    assert position.choices(BLACK, "3,2HN").back == "3,2"


def test_a_join_begins_at_its_corner_and_leads_back_to_that_piece() -> None:
    position = board("....", "....", "####", "##..")
    assert position.choices(BLACK, "1J1,2").back == "1"
    assert "0J2,2" in texts(position.choices(BLACK, "1,1"))
    assert position.choices(BLACK, "0J2,2").back == "0"
    assert position.choices(BLACK, "1J1,2N").back == "1J1,2"


def test_r18_no_step_is_offered_back_to_what_the_walk_has_been_but_after_a_capture_it_is() -> None:
    assert start().choices(BLACK, "1VE").items == ()
    assert start().play(BLACK, "1VEW").move == "1VEW"
    assert start().choices(BLACK, "1VEW").items == ()
    ring = checkered(black="1,1 1,3 3,3")
    assert texts(ring.choices(BLACK, "4,1VW")) == ["4,1VWE"]


def test_no_step_is_offered_whose_text_would_be_too_long() -> None:
    corridor = [f"{'b' if x == 1 or y else 'w'}{x}/4,{y}/4,1/4,1/4" for y in range(4) for x in range(40)]
    above = [f"w{x},{y},1,1" for y in range(1, 10) for x in range(10)]
    position = own(parse(f"10 b {';'.join([*corridor, *above])} -"))
    assert position.outcome is None
    text = "1VE"
    while items := position.choices(BLACK, text).items:
        text = items[0].text
    assert text == "1V" + 38 * "E"
    assert len(text) == LONGEST
    assert position.play(BLACK, text + "W").move == text + "W"


def test_a_step_that_ends_the_turn_offers_nothing_further() -> None:
    lost = board("##.###", "##.###", "##.#.#", "....#.", "##.###", "##.###")
    assert lost.choices(BLACK, "4,2HN").items == ()
    assert refusal(lost, "4,2HNN").reason == "walk_ends"


LOST = board("##.###", "##.###", "##.#.#", "....#.", "##.###", "##.###")
SELF = after(start(4), "3,2VW 2H 0,1HN")
CAUGHT = after(start(), "5,4H 4,4HS 0,5HS 3,3J2,1W 5,4V2-2W-W 3,5VES 0,5,4H2")
THIRD = after(
    board("#.#.#.", ".#.#.#", "#.#.#.", "###...", "##....", "###..."),
    "1,1VEE 4,1VW 1,1J2,1EE 4,1J2,1W 1,1VEE",
)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        pytest.param(LOST, "4,2HN", id="R28"),
        pytest.param(SELF, "2J1,2W", id="R28 by a join"),
        pytest.param(CAUGHT, "5,6HS-WNSS", id="R24"),
        pytest.param(THIRD, "4,1VW", id="R34"),
    ],
)
def test_a_step_that_ends_the_game_or_loses_the_walker_has_to_be_confirmed(position: Position, text: str) -> None:
    found = position.choices(position.turn, text)
    assert (found.items, found.confirm) == ((), True)
    assert not position.choices(position.turn, found.back).confirm
    assert position.play(position.turn, text).move == text


def test_the_last_step_of_a_walk_that_ends_nothing_is_not_asked_about() -> None:
    for text in ("1VE", "2,1V"):
        found = start().choices(BLACK, text)
        assert (found.items, found.confirm) == ((), False)


@pytest.mark.parametrize("position", MIDDLES)
def test_what_has_to_be_confirmed_is_what_ends_the_game_or_loses_the_walker(position: Position) -> None:
    for _, choice in tree(position, deep=2):
        found = position.choices(position.turn, choice.text)
        if found.items:
            assert not found.confirm
            continue
        step = position.play(position.turn, choice.text)
        ends = step.position.outcome is not None or any(isinstance(event, Caught) for event in step.events)
        assert found.confirm == ends


@pytest.mark.parametrize("position", MIDDLES + LARGE)
def test_no_step_has_more_than_22_choices_and_their_texts_are_short_and_plain(position: Position) -> None:
    for prefix, choice in tree(position, deep=FAR):
        assert prefix != choice.text
        assert len(choice.text.encode()) <= LONGEST
        assert choice.text.isascii()
        assert ":" not in choice.text
        assert not (choice.group and choice.complete)


@pytest.mark.parametrize("position", MIDDLES[:5])
def test_every_step_offers_22_at_most_and_back_leads_to_a_step_from_which_it_can_be_reached(position: Position) -> None:
    for _, choice in tree(position, deep=FAR):
        after_it = position.choices(position.turn, choice.text)
        assert len(after_it.items) <= MOST
        back = position.choices(position.turn, after_it.back)
        assert choice.text in texts(back)


@pytest.mark.parametrize("position", MIDDLES)
def test_choices_reach_exactly_the_results_of_the_moves(position: Position) -> None:
    assert reached(position) == results(position)


def test_more_than_22_pieces_are_offered_in_groups_of_twelve() -> None:
    position = start(8)
    groups = position.choices(BLACK)
    assert texts(groups) == ["#1-12", "#13-24", "#25-32"]
    assert all(choice.group and not choice.complete for choice in groups.items)
    assert groups.items[0].hint == Rect(0, 0, 8, 3)
    first = position.choices(BLACK, "#1-12")
    assert (len(first.items), first.back) == (12, "")
    assert first.items[0].text == "0,7"
    assert position.choices(BLACK, "0,7").back == "#1-12"
    for wrong in ("#1-13", "#2-12", "#13-12", "#40-52", "#1-400", "0,7#1-12"):
        with pytest.raises(MoveError):
            position.choices(BLACK, wrong)


def test_more_than_22_groups_are_offered_in_groups_of_groups() -> None:
    halves = ";".join(f"{'bw'[y >= 24]}{x}/4,{y}/4,1/4,1/4" for y in range(32) for x in range(32))
    position = own(parse(f"8 b {halves} -"))
    assert len(position.numbered(BLACK)) == 768
    assert texts(position.choices(BLACK)) == ["#1-264", "#265-528", "#529-768"]
    inner = position.choices(BLACK, "#265-528")
    assert (len(inner.items), inner.back) == (22, "")
    assert inner.items[0].text == "#265-276"
    assert position.choices(BLACK, "#265-276").back == "#265-528"
    piece = position.choices(BLACK, "#265-276").items[0].text
    second = position.choices(BLACK, piece)
    assert second.back == "#265-276"
    assert {choice.text for choice in second.items} >= {f"{piece}J*", f"{piece}L*"}
    for fold in ("J*", "L*"):
        folded = position.choices(BLACK, piece + fold)
        assert folded.back == piece
        assert folded.items[0].group
        group = position.choices(BLACK, folded.items[0].text)
        assert group.back == piece + fold
        while group.items[0].group:
            group = position.choices(BLACK, group.items[0].text)
        action = group.items[0].text
        back = position.choices(BLACK, action).back
        assert action in texts(position.choices(BLACK, back))
    assert refusal(position, piece + "J*").facts == {"begun": piece + "J*"}
    assert refusal(position, "#1-264").facts == {"begun": "#1-264"}
    long = position.choices(BLACK, "0,23H32")
    assert [choice.text for choice in long.items] == [
        f"0,23H32#{low}-{low + 11 if low < 25 else 32}" for low in (1, 13, 25)
    ]
    half = position.choices(BLACK, "0,23H32#13-24").items[0].text
    assert half == "0,23H32-13N"
    assert position.choices(BLACK, half).back == "0,23H32#13-24"
    assert position.preview(BLACK, "0,23H32#13-24").events[0] == position.play(BLACK, "0,23H32").events[0]


def test_only_what_is_too_many_is_folded() -> None:
    inner = "b2,2,1,1 b3,2,1,1 b2,3,1,1 b3,3,1,1"
    position = with_pieces(board("........", *["########"] * 7), inner, "b2,2,2,2")
    assert texts(position.choices(BLACK, "2,2")) == ["2,2V", "2,2H", "2,2J*"]
    joins = position.choices(BLACK, "2,2J*")
    assert joins.back == "2,2"
    assert joins.items[0].text == "2,2J*#1-12"
    assert all(choice.complete for choice in position.choices(BLACK, "2,2J*#1-12").items)


def test_a_fold_that_is_not_offered_is_no_beginning() -> None:
    with pytest.raises(MoveError):
        start().choices(BLACK, "1J*")
    with pytest.raises(MoveError):
        start().preview(BLACK, "1L*")


def test_a_preview_shows_the_board_after_a_beginning_and_the_turn_stays() -> None:
    position = start()
    for text in ("", "2,1"):
        step = position.preview(BLACK, text)
        assert (step.position, step.events, step.move) == (position, (), text)
    cut = position.preview(BLACK, "2,1v")
    assert [type(event) for event in cut.events] == [Split]
    assert own(cut.position).turn == BLACK
    assert own(cut.position).pieces == after(position, "2,1V").pieces
    walked = position.preview(BLACK, "2,1VW")
    assert (walked.move, walked.events) == ("2,1VW", position.play(BLACK, "2,1VW").events)
    half = board("....", "....", "####", "####").preview(BLACK, "0,1H2-2N")
    assert [type(event) for event in half.events] == [Split]
    with pytest.raises(MoveError):
        position.preview(Seat(1), "2,1")


def test_a_preview_of_a_turn_that_would_repeat_a_position_has_no_outcome() -> None:
    position = after(start(), *["1V", "0V", "2J2,1", "0J2,1"] * 2)
    almost = after(start(), *(["1V", "0V", "2J2,1", "0J2,1"] * 2)[:7])
    assert position.outcome is not None
    assert own(almost.preview(Seat(1), "0J2,1").position).outcome is None


@given(st.sampled_from(MIDDLES), st.lists(st.integers(0, 100), max_size=12))
@settings(max_examples=120, deadline=None)
def test_any_order_of_clicks_leads_somewhere_and_changes_no_position(position: Position, clicks: list[int]) -> None:
    before, prefix = str(position), ""
    for click in clicks:
        choices = position.choices(position.turn, prefix)
        if click % 5 == 4 or not choices.items:
            prefix = choices.back
            continue
        choice = choices.items[click % len(choices.items)]
        shown = position.preview(position.turn, choice.text)
        assert own(shown.position).turn == position.turn
        if choice.complete:
            assert own(position.play(position.turn, choice.text).position).pieces == own(shown.position).pieces
        else:
            assert refusal(position, choice.text).facts["begun"] == choice.text
        prefix = choice.text
    assert str(position) == before


OFFERED = sorted({choice.text for position in [*MIDDLES, *LARGE] for _, choice in tree(position, deep=1)})
"""What can be clicked on several boards."""


@given(st.sampled_from(MIDDLES), st.sampled_from([BLACK, WHITE]), st.lists(st.sampled_from(OFFERED), max_size=8))
@settings(max_examples=200, deadline=None)
def test_clicks_meant_for_other_boards_are_answered_or_refused_and_change_no_position(
    position: Position, seat: Seat, clicks: list[str]
) -> None:
    before = str(position)
    for text in clicks:
        for ask in (position.choices, position.preview, position.play):
            with suppress(MoveError):
                ask(seat, text)
    assert str(position) == before
    assert own(parse(before)).pieces == position.pieces


@pytest.mark.slow
def test_clicks_of_whole_random_games_stay_within_the_limits() -> None:
    chance = Random(11)
    for size in (4, 5, 6, 7, 8):
        position = start(size)
        for _ in range(120):
            if position.outcome:
                break
            for prefix in ["", *texts(position.choices(position.turn))]:
                assert len(position.choices(position.turn, prefix).items) <= MOST
            for _, choice in tree(position, deep=2):
                assert len(choice.text) <= LONGEST
            position = after(position, chance.choice(moves(position)))
