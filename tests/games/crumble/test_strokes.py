"""Strokes: the lines of cuts and the boxes of joins that one draws on the board, and how a turn goes on from there."""

import pytest

from games.core import Choices, MoveError, Position, Rect, Seat, Stroke
from games.crumble import GAME
from games.crumble.notation import Turn, write
from tests.games.crumble.line import BLACK, WHITE, board, middles, own, random_game, start

MIDDLES = middles("strokes", 10)
LARGE = [random_game("large", 60, size=8)[-1][0]]


def drawn(position: Position, begun: str = "", seat: Seat | None = None) -> list[Stroke]:
    assert GAME.strokes is not None
    return list(GAME.strokes(position, own(position).turn if seat is None else seat, begun))


def test_r9_a_square_is_cut_from_middle_to_middle_of_its_edges_both_ways() -> None:
    upright, level = (stroke for stroke in drawn(start()) if stroke.text in ("2,1V1", "2,1H1"))
    assert upright == Stroke("2,1V1", Rect(2.5, 4, 0, 1), final=False)
    assert level == Stroke("2,1H1", Rect(2, 4.5, 1, 0), final=False)


def test_r9_a_half_has_one_line_and_none_along_it_and_two_halves_one_together() -> None:
    position = own(start().play(BLACK, "2,1V").position)
    position = own(position.play(WHITE, "2V").position)
    inside = [stroke.at for stroke in drawn(position) if 2 <= stroke.at.x < 3 and 4 <= stroke.at.y < 5]
    assert [at for at in inside if not at.width * at.height] == [
        Rect(2, 4.5, 0.5, 0), Rect(2, 4.5, 1, 0), Rect(2.5, 4.5, 0.5, 0)
    ]  # fmt: skip


def test_r10_a_long_cut_is_drawn_over_all_its_pieces_and_a_join_round_them() -> None:
    position = board("....", "....", "##..", "####")
    strokes = {stroke.text: stroke for stroke in drawn(position)}
    assert strokes["0H3"].at == Rect(0, 3.5, 3, 0)
    assert strokes["1V2"].at == Rect(1.5, 2, 0, 2)
    assert strokes["0J2,2"].at == Rect(0, 2, 2, 2)
    assert strokes["0J2,2"].final


@pytest.mark.parametrize("position", MIDDLES + LARGE)
def test_every_cut_and_every_join_of_the_moves_can_be_drawn(position: Position) -> None:
    ground, lines = own(position).ground, own(position).lines
    acting = {own(position).play(own(position).turn, stroke.text).move for stroke in drawn(position)}
    assert acting == {write(ground, lines, Turn(action)) for action in ground.actions}


@pytest.mark.parametrize("position", MIDDLES)
def test_a_piece_that_was_picked_offers_what_it_can_do_itself(position: Position) -> None:
    every = {stroke.text: stroke for stroke in drawn(position)}
    for choice in position.choices(own(position).turn).items:
        items = [] if choice.group else position.choices(own(position).turn, choice.text).items
        listed = {item.text for item in items if not item.text.endswith("*")}
        of_piece = {stroke.text: stroke for stroke in drawn(position, choice.text)} if items else {}
        assert of_piece.items() <= every.items()
        plays = {own(position).play(own(position).turn, text).move for text in of_piece}
        assert plays <= listed
        assert all(item in plays for item in listed if item[-1] in "VH")


def test_r15_a_cut_that_was_drawn_goes_on_with_either_half() -> None:
    walks = start().choices(BLACK, "2,1V1")
    assert [choice.text for choice in walks.items] == ["2,1VW", "2,1VE"]
    assert [choice.hint for choice in walks.items] == [Rect(1, 4, 1, 1), Rect(3, 4, 1, 1)]
    assert walks.back == ""
    assert start().play(BLACK, "2,1V1").move == "2,1V"
    assert start().preview(BLACK, "2,1V1") == start().preview(BLACK, "2,1V")
    assert start().choices(BLACK, "2,1V") == Choices((), "2,1"), "in the list its walks stand beside it"


@pytest.mark.parametrize("position", MIDDLES)
def test_the_steps_after_a_cut_lie_apart_on_the_board(position: Position) -> None:
    for stroke in drawn(position):
        hints = [choice.hint for choice in position.choices(own(position).turn, stroke.text).items]
        assert None not in hints
        if stroke.text.endswith(("V1", "H1")):
            assert len(set(hints)) == len(hints)


def test_after_a_cut_or_a_join_nothing_is_drawn_and_nothing_by_the_other_side() -> None:
    position = board("....", "....", "##..", "####")
    for begun in ("1V1", "1V", "0J2,2", "0H2", "0H2-2N"):
        assert drawn(position, begun) == []
    assert drawn(position, seat=WHITE) == []
    with pytest.raises(MoveError):
        drawn(position, "9,9")
