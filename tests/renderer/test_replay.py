"""The steps of a turn, as scenes and as a GIF."""

from dataclasses import replace

import pytest

from games.crumble import Position, Walked
from renderer import Scene, draw, replay, steps
from renderer.replay import FRAMES, HOLD, LONGEST, STEP
from renderer.theme import palette
from tests.renderer import scenes, slab_scenes
from tests.renderer.compare import difference, frames, opened


def turn(moves: str) -> tuple[Scene, ...]:
    """Returns the steps of the last turn of a game."""
    before, _, _ = moves.rpartition(" ")
    return steps(slab_scenes.board(before), slab_scenes.board(moves))


def palettes(gif: bytes) -> int:
    """Counts the palettes in a file: that of the whole, and those of single frames."""
    found, at = 0, 13
    if gif[10] & 0x80:
        found, at = 1, at + 3 * 2 ** ((gif[10] & 7) + 1)
    while gif[at] != 0x3B:
        if gif[at] == 0x2C:
            flags = gif[at + 9]
            at += 10
            if flags & 0x80:
                found, at = found + 1, at + 3 * 2 ** ((flags & 7) + 1)
            at += 1
        else:
            at += 2
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return found


@pytest.mark.parametrize(
    "moves", [slab_scenes.CHAINED, slab_scenes.JOINED, slab_scenes.CAUGHT, slab_scenes.DOUBLED, slab_scenes.WON]
)
def test_a_turn_ends_where_it_led_step_by_step(moves: str) -> None:
    shown = turn(moves)
    last = slab_scenes.board(moves)
    walked = next(event for event in last.last if isinstance(event, Walked))
    # Before, after the cut or join, and after each step.
    assert len(shown) == 1 + len(walked.path)
    assert shown[-1] == last
    before, _, _ = moves.rpartition(" ")
    position, _ = slab_scenes.played(before)
    assert shown[0].view == position
    seen = [scene.view.pieces for scene in shown if isinstance(scene.view, Position)]
    assert len(seen) == len(shown)
    assert {len(pieces) for pieces in seen[1:]} == {len(seen[-1])}
    assert all(scene.targets == () for scene in shown)


def test_a_turn_without_a_walk_has_two_pictures() -> None:
    assert len(turn("2,1V")) == 2


def test_steps_agree_with_what_the_rules_preview() -> None:
    before, _, move = slab_scenes.JOINED.rpartition(" ")
    position, _ = slab_scenes.played(before)
    path = len("ESES")
    previews = [position.preview(position.turn, move[: len(move) - path + step]) for step in range(path)]
    shown = turn(slab_scenes.JOINED)[1:-1]
    for preview, scene in zip(previews, shown, strict=True):
        assert isinstance(scene.view, Position)
        assert isinstance(preview.position, Position)
        assert scene.view.pieces == preview.position.pieces
        assert scene.last == preview.events


def test_a_replay_shows_every_scene_as_its_picture() -> None:
    shown = turn(slab_scenes.JOINED)
    drawn = frames(replay(shown))
    assert [length for _, length in drawn] == [STEP] * (len(shown) - 1) + [HOLD]
    for scene, (frame, _) in zip(shown, drawn, strict=True):
        assert difference(frame, opened(draw(scene))).getbbox() is None


def test_a_replay_has_one_palette_and_no_other_colours() -> None:
    gif = replay(turn(slab_scenes.CHAINED))
    colours = set(palette("light").colours)
    for frame, _ in frames(gif):
        assert {colour for _, colour in frame.getcolors() or ()} <= colours
    assert palettes(gif) == 1
    assert len(gif) <= 120_000


def test_frames_that_are_alike_are_shown_all_the_same() -> None:
    scene = scenes.start()
    (one, _), (two, _), (last, _) = frames(replay([scene, scene, scenes.start("light")]))
    assert one.tobytes() == two.tobytes() == last.tobytes() == opened(draw(scene)).tobytes()


def test_boards_that_grow_stand_on_a_table_as_high_as_the_highest() -> None:
    low, high = scenes.wide(), scenes.start()
    heights = [draw(scene).size[1] for scene in (low, high)]
    assert heights[0] < heights[1]
    drawn = [frame for frame, _ in frames(replay([low, high, low]))]
    assert {frame.size for frame in drawn} == {(900, heights[1])}
    assert drawn[0].crop((0, 0, 900, heights[0])).tobytes() == opened(draw(low)).tobytes()
    below = drawn[2].crop((0, heights[0], 900, heights[1]))
    colours = palette("light")
    assert below.getcolors() == [(below.width * below.height, colours.colours[colours.table])]


def test_many_scenes_go_by_faster_and_of_very_many_some_are_left_out() -> None:
    def named(number: int) -> list[Scene]:
        scene = scenes.start()
        return [replace(scene, chips=(replace(scene.chips[0], name=str(at)), scene.chips[1])) for at in range(number)]

    most = named(LONGEST // STEP + 10)
    lengths = [length for _, length in frames(replay(most))]
    assert len(lengths) == len(most)
    assert len(set(lengths[:-1])) == 1
    assert LONGEST * 0.9 < sum(lengths[:-1]) <= LONGEST
    assert lengths[-1] == HOLD
    more = named(FRAMES * 2)
    drawn = [frame for frame, _ in frames(replay(more))]
    assert len(drawn) == FRAMES
    assert len({frame.tobytes() for frame in drawn}) == FRAMES
    for at in (0, -1):
        assert drawn[at].tobytes() == opened(draw(more[at])).tobytes()


def test_scenes_of_any_game_can_be_replayed() -> None:
    before, after = scenes.start(), scenes.board("a seed", "b1")
    assert steps(before, after) == (replace(before, targets=()), after), "no picture leaves out how a pawn went"
    assert len(frames(replay(steps(before, after)))) == 2


def test_scenes_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        replay([])
    with pytest.raises(ValueError, match="themes"):
        replay([scenes.start("light"), scenes.start("dark")])
