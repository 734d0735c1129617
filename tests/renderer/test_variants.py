"""What a picture of a variant of Collapsi says, and that it says it in the right place."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from games.collapsi import GAME, Moved, Position, Revived, Shifted
from games.collapsi.notation import parse
from games.core import Event, Rect
from renderer import Picture, Scene, draw
from renderer.collapsi import holes
from renderer.layout import Cell, Layout
from renderer.theme import RGB, palette
from renderer.trail import trail
from tests.renderer import scenes
from tests.renderer.compare import difference, opened
from tests.renderer.test_board import colours_in, rim, unit

VARIANTS = (
    (2, scenes.SHIFTING | scenes.REVIVALS),
    (3, scenes.SHIFTING | {"setup": "tri5", "reconstruction": "yes", "elimination": "yes"}),
    (4, scenes.SHIFTING | {"setup": "big6", "adjacent-revival": "yes", "joker-revival": "yes"}),
)


def steps(
    seats: int, options: dict[str, str], seed: int, most: int = 14
) -> Iterator[tuple[Position, tuple[Event, ...], Position]]:
    """Plays a game at random and yields each position with the events that led to the next one."""
    chance = random.Random(seed)
    position = GAME.deal(seats, f"chance {seed}", options)
    assert isinstance(position, Position)
    for _ in range(most):
        if position.outcome:
            return
        step = position.play(position.turn, chance.choice(list(position.moves(position.turn))))
        assert isinstance(step.position, Position)
        yield position, step.events, step.position
        position = step.position


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=["two", "three", "four"])
def test_a_trail_lies_on_the_cards_that_the_move_went_over(seats: int, options: dict[str, str], seed: int) -> None:
    for before, events, after in steps(seats, options, seed):
        read = trail(events, after)
        moved, shifted = events[0], next(event for event in events if isinstance(event, Shifted))
        assert isinstance(moved, Moved)

        def card(position: Position, cell: Cell) -> str:
            return position.cards[cell[1] * position.board.width + cell[0]]

        old = [before.cards[before.board.square(name) or 0] for name in moved.path]
        assert read.start is not None
        assert card(after, read.start) == old[0]
        if len(read.way) == len(moved.path) - 1:
            assert [card(after, leg.end) for leg in read.way] == old[1:]
        assert len(read.way) < len(moved.path)
        for event in events:
            if isinstance(event, Revived):
                for name, up in ((event.up, True), (event.down, False)):
                    if name is not None:
                        value = before.cards[before.board.square(name) or 0]
                        assert any(
                            card(after, cell) == value
                            and bool(after.up >> cell[1] * after.board.width + cell[0] & 1) == up
                            for cell in read.turned
                        )
        assert read.band is not None
        line = {after.board.square(name) for name in shifted.line}
        inside = {
            square
            for square in range(after.board.size)
            if (square % after.board.width, square // after.board.width) in read.band and after.cards[square] != "."
        }
        assert inside == line


def test_a_leg_that_a_shift_tore_apart_is_left_out() -> None:
    scene = scenes.six()
    assert isinstance(scene.view, Position)
    read = trail(scene.last, scene.view)
    moved = scene.last[0]
    assert isinstance(moved, Moved)
    # The pawn went down, right and right again; the column it came to was then pushed up.
    assert len(moved.path) == 5
    assert [leg.direction for leg in read.way] == [(0, 1), (0, 1), (1, 0)]


def test_holes_are_where_the_rules_see_them() -> None:
    for _, _, position in steps(4, dict(VARIANTS[2][1]), 3, 20):
        board = position.board
        cards = {
            (square % board.width, square // board.width)
            for square in range(board.size)
            if not board.empty >> square & 1
        }
        expected = {
            (x, y)
            for x in range(board.width)
            for y in range(board.height)
            if (x, y) not in cards
            and (
                ({a < x for a, b in cards if b == y} == {True, False})
                or ({b < y for a, b in cards if a == x} == {True, False})
            )
        }
        assert set(holes(board)) == expected


def test_holes_have_corners_and_the_outside_is_table() -> None:
    position = parse("A.3/A2./.2A a1,b3 0 joker,shift -")
    picture, colours = draw(Scene(position)), palette("light")
    image = opened(picture)
    tick, table = colours.colours[colours.tick], colours.colours[colours.table]
    assert tick in colours_in(image, unit(picture, 1, 0))
    assert tick in colours_in(image, unit(picture, 2, 1))
    left, top, right, bottom = unit(picture, 0, 2)
    assert set(colours_in(image, (left, top + 12, right, bottom))) == {table}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_fallen_card_that_may_be_chosen_has_a_rim_and_a_sign_on_the_recess(theme: str) -> None:
    scene = scenes.six("light" if theme == "light" else "dark")
    picture, colours, view = draw(scene), palette(scene.theme), scene.view
    assert isinstance(view, Position)
    image, main = opened(picture), colours.colours[colours.seats[view.turn].main]
    fallen = [target for target in scene.targets if not view.up >> int(target.y * view.board.width + target.x) & 1]
    assert len(fallen) == 1
    for target in scene.targets:
        x, y = int(target.x), int(target.y)
        assert rim(image, picture, x, y) == main
        assert (main in colours_in(image, corner(picture, x, y))) == (target in fallen)
        inside = colours_in(image, unit(picture, x, y))
        assert (inside.get(colours.colours[colours.recess], 0) > 0.3) == (target in fallen)


def corner(picture: Picture, x: int, y: int) -> tuple[float, float, float, float]:
    """The upper right corner of a card, inside its rim."""
    left, top, right, _ = unit(picture, x, y)
    size = right - left
    return left + 0.68 * size, top + 0.115 * size, right - 0.105 * size, top + 0.33 * size


def test_a_card_turned_up_has_a_stone_below_a_chevron_and_one_turned_down_their_mirror() -> None:
    scene = scenes.rebuilt()
    picture, colours = draw(scene), palette("light")
    image = opened(picture)
    revived = scene.last[1]
    assert isinstance(revived, Revived)
    assert (revived.up, revived.down) == ("d3", "b1")
    main = colours.colours[colours.seats[revived.seat].main]
    assert lowest_is_widest(image, corner(picture, 3, 2), main)
    assert not lowest_is_widest(image, corner(picture, 1, 0), main)


def lowest_is_widest(image: Image.Image, box: tuple[float, float, float, float], ink: RGB) -> bool:
    part = image.crop(tuple(map(round, box)))  # type: ignore[arg-type]
    counts = [sum(part.getpixel((x, y)) == ink for x in range(part.width)) for y in range(part.height)]
    assert max(counts) > 10
    return counts.index(max(counts)) > sum(row * count for row, count in enumerate(counts)) / sum(counts)


def test_what_a_fallen_card_was_is_told_only_where_it_could_stand_again() -> None:
    plain, told = (
        opened(draw(Scene(parse(f"A23/b4A/234 a1,b2 0 joker{rule} -")))) for rule in ("", ",adjacent-revival")
    )
    box = difference(plain, told).getbbox()
    assert box is not None
    layout = Layout.of(3, 3, chips=0)
    x, y = layout.corner((0, 1))
    assert x <= box[0] < box[2] <= x + layout.card * 0.33
    assert y <= box[1] < box[3] <= y + layout.card * 0.33


def test_where_buttons_are_laid_over_the_picture_no_line_has_chevrons() -> None:
    scene = scenes.half()
    view = scene.view
    assert isinstance(view, Position)
    on_cards = tuple(target for target in scene.targets if on_card(view, target))
    assert draw(replace(scene, arrows=False)).png == draw(replace(scene, targets=on_cards)).png
    assert draw(replace(scene, arrows=False)).png != draw(scene).png


def test_lines_that_may_be_pushed_have_chevrons_beyond_their_ends() -> None:
    scene = scenes.half()
    picture, colours, view = draw(scene), palette("light"), scene.view
    assert isinstance(view, Position)
    without = opened(draw(Scene(view, scene.chips, scene.pace, scene.last, (), "light")))
    image, main = opened(picture), colours.colours[colours.seats[view.turn].main]
    pushes = [target for target in scene.targets if not on_card(view, target)]
    assert len(pushes) == 4
    for target in pushes:
        left, top, right, bottom = unit(picture, int(target.x), int(target.y))
        before = colours_in(without, (left, top, min(right, 900), bottom)).get(main, 0)
        assert colours_in(image, (left, top, min(right, 900), bottom)).get(main, 0) > before


def on_card(view: Position, target: Rect) -> bool:
    x, y, board = int(target.x), int(target.y), view.board
    return x in range(board.width) and y in range(board.height) and view.cards[y * board.width + x] != "."


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=["two", "three", "four"])
def test_no_way_crosses_a_rank_or_a_coordinate(seats: int, options: dict[str, str], seed: int) -> None:
    for _, events, after in steps(seats, options, seed, 8):
        shown = scenes.scene_of(after, events)
        still = scenes.scene_of(after)
        image, plain = opened(draw(shown)), opened(draw(still))
        layout = Layout.of(after.board.width, after.board.height, chips=seats)
        apart = difference(image, plain)
        size = layout.card
        for square, card in enumerate(after.cards):
            if card == ".":
                continue
            x, y = layout.corner((square % after.board.width, square // after.board.width))
            rank = apart.crop(
                (x + round(size * 0.05), y + round(size * 0.05), x + round(size * 0.40), y + round(size * 0.40))
            )
            assert rank.getbbox() is None, f"{after}: {after.board.name(square)}"
        ink = palette("light").colours[palette("light").ink2]
        for box in labels(layout):
            # On the tail of a band a name has another ground, which may add to its edges.
            assert inked(image, box, ink) >= inked(plain, box, ink) != set()


def labels(layout: Layout) -> Iterator[tuple[int, int, int, int]]:
    rank = round(layout.card * 0.235)
    for column in range(layout.columns):
        x, y = layout.corner((column, 0))
        yield x + rank - 11, y - 42, x + rank + 11, y - 18
    for row in range(layout.rows):
        x, y = layout.corner((0, row))
        yield x - 48, y + rank - 12, x - 12, y + rank + 12


def inked(image: Image.Image, box: tuple[int, int, int, int], ink: RGB) -> set[tuple[int, int]]:
    part = image.crop(box)
    return {(x, y) for x in range(part.width) for y in range(part.height) if part.getpixel((x, y)) == ink}


@pytest.mark.parametrize("moves", ["a4< c4>", "d1^ d2v", "d4> b4<"])
def test_a_band_may_reach_over_a_name_but_not_out_of_the_picture(moves: str) -> None:
    position = parse("A234/A234/2A34/AJ2J d4,b4 0 joker,shift -")
    events: tuple[Event, ...] = ()
    for move in moves.split():
        legal = list(position.moves(position.turn))
        step = position.play(position.turn, move if move in legal else next(m for m in legal if m[-1] == move[-1]))
        assert isinstance(step.position, Position)
        position, events = step.position, step.events
    picture = draw(scenes.scene_of(position, events))
    image, table = opened(picture), palette("light").colours[palette("light").table]
    wide, tall = picture.size
    for side in ((0, 0, wide, 8), (0, 0, 8, tall), (wide - 6, 0, wide, tall), (0, tall - 6, wide, tall)):
        assert set(colours_in(image, side)) == {table}
    # Nor up to the chips.
    assert set(colours_in(image, (0, 94, wide, 97))) == {table}


def test_a_pawn_that_left_after_its_shift_leaves_the_band() -> None:
    scene = scenes.round_a_shifted_row()
    view = scene.view
    assert isinstance(view, Position)
    gone = view.drop(view.after(view.turn, -1)).position
    assert isinstance(gone, Position)
    read = trail(scene.last, gone)
    assert read.band is not None
    assert read.way == ()
    assert draw(Scene(gone, scene.chips, "", scene.last)).png
