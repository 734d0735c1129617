"""What a picture of Crumble says about the game, read from its pixels."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from games.core import Rect
from games.crumble import GAME, Captured, Caught, Joined, Position, Split
from games.crumble.board import in_picture
from renderer import Scene, Theme, draw, joints
from renderer.crumble import HEADER, TOP
from renderer.slabs import HATCH, Grid, Slab, inside, slab
from renderer.theme import palette
from renderer.turn import way
from tests.renderer import slab_scenes
from tests.renderer.compare import assert_looks_like, opened
from tests.renderer.test_board import colours_in

FULL = Grid(62, TOP, 808, 6)


def position_of(scene: Scene) -> Position:
    assert isinstance(scene.view, Position)
    return scene.view


def slabs_of(position: Position) -> tuple[Slab, ...]:
    return tuple(Slab(in_picture(piece.area, position.size), piece.seat) for piece in position.pieces)


def owners_of(position: Position) -> dict[Rect, int]:
    return {slab.rect: slab.seat for slab in slabs_of(position)}


def random_games(seeds: range, turns: int, size: str = "6") -> Iterator[Scene]:
    """Plays at random and yields the scene after each turn."""
    for seed in seeds:
        chance = random.Random(seed)
        position = GAME.deal(2, "", {"size": size})
        for _ in range(turns):
            if position.outcome:
                break
            seat = position.to_move[0]
            step = position.play(seat, chance.choice(list(position.moves(seat))))
            assert isinstance(step.position, Position)
            position = step.position
            yield slab_scenes.scene_of(step.position, step.events)


@pytest.mark.parametrize("name", slab_scenes.PICTURES)
def test_boards_look_as_they_did(name: str) -> None:
    assert_looks_like(name, draw(slab_scenes.PICTURES[name]))


@pytest.mark.parametrize("name", slab_scenes.PICTURES)
def test_a_board_is_small_and_has_the_palette_of_its_theme(name: str) -> None:
    scene = slab_scenes.PICTURES[name]
    picture = draw(scene)
    assert len(picture.png) <= 64_000
    image = Image.open(BytesIO(picture.png))
    assert (image.mode, image.size) == ("P", picture.size)
    assert picture.size[0] == 900
    assert picture.size[1] <= 1000
    assert set(colours_in(opened(picture), (0, 0, *picture.size))) <= set(palette(scene.theme).colours)


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert draw(slab_scenes.board(slab_scenes.CHAINED)) == draw(slab_scenes.PICTURES["crumble-chained-light"])


def test_a_board_without_players_has_no_header() -> None:
    scene = slab_scenes.board("")
    with_header, without = draw(scene), draw(Scene(scene.view))
    assert without.size[1] == with_header.size[1] - HEADER
    assert without.board == Rect(62, TOP - HEADER, 808 / 6, 808 / 6)


@pytest.mark.parametrize("size", ["4", "5", "6", "7", "8"])
def test_every_piece_lies_at_its_place_with_north_up(size: str) -> None:
    for scene in random_games(range(1), 26, size):
        position = position_of(scene)
        picture = draw(Scene(position))
        image, colours = opened(picture), palette("light")
        black = {colours.colours[colours.black], colours.colours[colours.hatch]}
        white = {colours.colours[colours.white], colours.colours[colours.foot]}
        unit = picture.board
        for piece in position.pieces:
            x, y = float(piece.x), float(position.size - piece.y - piece.height)
            left, top = unit.x + x * unit.width, unit.y + y * unit.height
            right, bottom = left + float(piece.width) * unit.width, top + float(piece.height) * unit.height
            short = min(right - left, bottom - top)
            inset = max(1.6, min(5.0, short * 0.2))
            if short < 6 or lacking(position, in_picture(piece.area, position.size)):
                continue
            for at in ((left + inset, top + inset), (right - inset, bottom - inset), (right - inset, top + inset)):
                # Under a joint there may be gold, but never the other side.
                pixel = image.getpixel((int(at[0]), int(at[1])))
                assert pixel not in (white if piece.seat == 0 else black), f"{piece} in {position}"
            middle = image.getpixel((int((left + right) / 2), int((top + bottom) / 2)))
            assert middle in (black if piece.seat == 0 else white), f"{piece} in {position}"


def lacking(position: Position, rect: Rect) -> bool:
    """Whether a small piece bears the frame of what a chain lacks, which covers its middle."""
    ground = position.ground
    trees = [joints.lacking_one(ground.tiling, colour) for colour in (ground.mine, ground.theirs)]
    roots = [in_picture(position.pieces[tree.root].area, position.size) for tree in trees if tree]
    return rect in roots and FULL.short(rect) < 40


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_black_slabs_have_a_hatch_and_white_ones_a_foot_unless_they_are_small(theme: Theme) -> None:
    colours = palette(theme)

    def share(ink: int, seat: int, side: int) -> float:
        return slab(theme, seat, side, side, 0, colours.seam).tobytes().count(ink) / side**2

    assert share(colours.hatch, 0, 100) > 0.15
    assert share(colours.hatch, 0, 23) > 0.05
    # A corner may be mixed to the same colour.
    assert share(colours.hatch, 0, 22) < 0.02
    assert share(colours.foot, 1, 100) > 0.03
    assert share(colours.foot, 1, 10) < 0.02
    assert share(colours.black, 0, 1) == 1


def test_the_hatch_is_the_same_over_the_whole_board() -> None:
    image, colours = opened(draw(slab_scenes.board(""))), palette("light")
    hatch = colours.colours[colours.hatch]
    lit = []
    for left, top, right, bottom in (FULL.box(Rect(0, 0)), FULL.box(Rect(3, 1)), FULL.box(Rect(5, 5))):
        places = [(x, y) for x in range(left + 8, right - 8) for y in range(top + 8, bottom - 8)]
        lit.append({(x + y) % HATCH for x, y in places if image.getpixel((x, y)) == hatch})
    assert lit[0] == lit[1] == lit[2]
    assert 0 < len(lit[0]) < 5


@pytest.mark.parametrize("size", [808, 540, 244])
def test_between_two_slabs_there_is_always_a_seam(size: int) -> None:
    for scene in random_games(range(2), 50):
        position = position_of(scene)
        grid = Grid(10, 10, size, position.size)
        taken: dict[tuple[int, int], int] = {}
        drawn = [inside(grid.box(slab.rect)) for slab in slabs_of(position)]
        for number, (left, top, right, bottom) in enumerate(drawn):
            for x in range(left, right):
                for y in (top, bottom - 1):
                    taken[x, y] = number
            for y in range(top, bottom):
                for x in (left, right - 1):
                    taken[x, y] = number
        for (x, y), number in taken.items():
            for beside in ((x + 1, y), (x, y + 1)):
                assert taken.get(beside, number) == number, f"{position}: {drawn[number]}"
        if len(position.pieces) > 80:
            break


def test_a_piece_too_small_for_a_pixel_is_left_to_the_seam() -> None:
    left, _, right, _ = inside((7, 7, 8, 8))
    assert left >= right
    tiny = Fraction(1, 1 << 30)
    position = slab_scenes.played("")[0]
    piece = position.pieces[0]
    parts = (replace(piece, width=tiny), replace(piece, x=tiny, width=1 - tiny))
    assert draw(Scene(replace(position, pieces=(*parts, *position.pieces[1:])))).png


def test_coordinates_stand_at_the_lines() -> None:
    picture = draw(slab_scenes.board(""))
    image, ink = opened(picture), palette("light").colours[palette("light").ink2]
    for line in range(7):
        x, y = picture.board.x + line * picture.board.width, picture.board.y + (6 - line) * picture.board.height
        assert ink in colours_in(image, (x - 12, 940, x + 12, 968)), line
        assert ink in colours_in(image, (16, y - 12, 46, y + 12)), line


def test_the_slab_of_a_side_is_in_its_chip() -> None:
    image, colours = opened(draw(slab_scenes.board(""))), palette("light")
    assert colours_in(image, (326, 34, 366, 74))[colours.colours[colours.black]] > 0.6
    assert colours_in(image, (698, 34, 738, 74))[colours.colours[colours.white]] > 0.8


# The last turn


def test_a_cut_has_the_colour_of_its_seat_along_its_line() -> None:
    scene = slab_scenes.board(slab_scenes.CHAINED)
    split = next(event for event in scene.last if isinstance(event, Split))
    image, colours = opened(draw(scene)), palette("light")
    main, casing = colours.colours[colours.seats[0].main], colours.colours[colours.casing]
    assert split.axis == "V"
    x, top, bottom = FULL.across(float(split.at)), FULL.down(float(6 - split.end)), FULL.down(float(6 - split.begin))
    # The upper half lies beside a mark.
    for y in range((top + bottom) // 2, bottom - 20):
        assert [image.getpixel((x + away, y)) for away in (-3, 0, 3)] == [main, casing, main]


def test_a_walk_runs_through_the_middles_of_its_pieces() -> None:
    for scene in random_games(range(3), 25):
        walk = way(FULL, 6, scene.last, owners_of(position_of(scene)))
        if walk is None or any(isinstance(event, Captured) for event in scene.last):
            continue
        image, main = opened(draw(scene)), palette("light").colours[palette("light").seats[walk.seat].main]
        for stop in walk.stops:
            assert image.getpixel(stop) == main
        for (x0, y0), (x1, y1) in walk.stretches[:-1]:
            assert x0 == x1 or y0 == y1
            assert image.getpixel(((x0 + x1) // 2, (y0 + y1) // 2)) == main


def test_a_step_back_goes_beside_the_step_forth() -> None:
    position, events = slab_scenes.played("2,1VWEW")
    walk = way(FULL, 6, events, owners_of(position))
    assert walk is not None
    rows = [y0 for (x0, y0), (x1, y1) in walk.stretches if y0 == y1]
    assert len(rows) == len(set(rows)) == 3
    assert all(abs(one - other) >= 10 for one, other in combinations(rows, 2))


def test_captured_pieces_bear_the_shape_of_their_captor_and_a_caught_walker_is_not_run_over() -> None:
    scene = slab_scenes.board(slab_scenes.CAUGHT)
    assert any(isinstance(event, Caught) for event in scene.last)
    position, image, colours = position_of(scene), opened(draw(scene)), palette("light")
    captured = [event for event in scene.last if isinstance(event, Captured)]
    assert captured
    for event in captured:
        for piece in event.pieces:
            rect = in_picture(piece.area, position.size)
            x, y = FULL.middle(rect)
            main = colours.colours[colours.seats[event.seat].main]
            assert image.getpixel((x, y)) == main
            # Rays end within the slab.
            left, top, right, bottom = FULL.box(rect)
            casing = colours.colours[colours.casing]
            assert casing in colours_in(image, (left + 3, top + 3, right - 2, bottom - 2))


def test_a_join_has_a_bracket_in_each_corner() -> None:
    scene = slab_scenes.board(slab_scenes.JOINED)
    joined = next(event for event in scene.last if isinstance(event, Joined))
    image, main = opened(draw(scene)), palette("light").colours[palette("light").seats[joined.seat].main]
    left, top, right, bottom = FULL.box(in_picture(joined.piece.area, 6))
    for x in (left + 13, right - 13):
        for y in (top + 13, bottom - 13):
            assert image.getpixel((x, y)) == main


# The chain


def test_a_chain_that_lacks_one_piece_is_whole_with_it() -> None:
    met = 0
    for scene in random_games(range(7), 20):
        position = position_of(scene)
        if position.outcome:
            continue
        ground = position.ground
        for colour in (ground.mine, ground.theirs):
            tree = joints.lacking_one(ground.tiling, colour)
            wins = [piece for piece in range(len(position.pieces)) if not colour >> piece & 1]
            wins = [piece for piece in wins if joints.finished(ground.tiling, colour | 1 << piece)]
            assert (tree is not None) == bool(wins)
            if tree is None:
                continue
            met += 1
            assert tree.root in wins
            linked = {tree.root}
            for _ in tree.edges:
                linked |= {end for edge in tree.edges for end in edge if linked & set(edge)}
            assert {piece for piece, _ in tree.ends} <= linked
            assert sorted(side for _, side in tree.ends) == sorted(joints.SIDES)
            assert all(ground.tiling.border[piece] & side for piece, side in tree.ends)
            assert all(ground.tiling.edge[one] >> other & 1 for one, other in tree.edges)
    assert met > 5


def test_gold_lies_between_the_slabs_of_a_finished_chain() -> None:
    scene = slab_scenes.board(slab_scenes.WON, "dark")
    position, image = position_of(scene), opened(draw(scene))
    gold = palette("dark").colours[palette("dark").gold]
    ground = position.ground
    black = ground.mine if position.turn == 0 else ground.theirs
    tree = joints.finished(ground.tiling, black)
    assert tree is not None
    slabs = slabs_of(position)
    for one, other in tree.edges:
        a, b = FULL.box(slabs[one].rect), FULL.box(slabs[other].rect)
        box = max(a[0], b[0]) - 4, max(a[1], b[1]) - 4, min(a[2], b[2]) + 5, min(a[3], b[3]) + 5
        assert gold in colours_in(image, box)


def test_there_is_no_gold_on_a_board_that_nobody_is_about_to_win_or_that_was_left() -> None:
    gold = palette("light").colours[palette("light").gold]
    assert gold not in colours_in(opened(draw(slab_scenes.board(""))), (0, 100, 900, 1000))
    position, _ = slab_scenes.played(slab_scenes.CHAIN_AND_JOIN)
    left = position.drop(position.turn).position
    assert isinstance(left, Position)
    assert gold not in colours_in(opened(draw(slab_scenes.scene_of(left))), (0, 100, 900, 1000))
