"""What a picture of Collapsi says about the game, read from its pixels."""

import pytest
from PIL import Image

from games.collapsi import Moved, Position
from games.collapsi.board import column_name
from games.collapsi.notation import parse
from games.core import Rect, Seat
from renderer import Chip, Picture, Scene, draw
from renderer.header import FOUR
from renderer.layout import Cell, Layout, legs
from renderer.theme import RGB, palette
from tests.renderer import scenes
from tests.renderer.compare import opened


def colours_in(image: Image.Image, box: tuple[float, float, float, float]) -> dict[RGB, float]:
    """Returns the share of each colour in a part of a picture."""
    part = image.crop(tuple(round(side) for side in box))  # type: ignore[arg-type]
    found = part.getcolors(1 << 16)
    assert found is not None
    return {colour: count / (part.width * part.height) for count, colour in found}  # type: ignore[misc]


def unit(picture: Picture, x: int, y: int) -> tuple[float, float, float, float]:
    board = picture.board
    left, top = board.x + x * board.width, board.y + y * board.height
    return left, top, left + board.width, top + board.height


def rim(image: Image.Image, picture: Picture, x: int, y: int) -> RGB:
    """Returns the colour just inside a card's left side."""
    left, top, right, bottom = unit(picture, x, y)
    inset = round(0.05 * (right - left))
    pixel = image.getpixel((round(left) + inset + 2, round((top + bottom) / 2)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_targets_and_only_targets_have_a_rim_in_the_colour_of_the_player_to_move(theme: str) -> None:
    scene = scenes.wrapped("light" if theme == "light" else "dark")
    picture, colours = draw(scene), palette(scene.theme)
    image, view = opened(picture), scene.view
    assert isinstance(view, Position)
    assert scene.targets
    main = colours.colours[colours.seats[view.turn].main]
    for square in range(16):
        y, x = divmod(square, 4)
        assert (rim(image, picture, x, y) == main) == (Rect(x, y) in scene.targets), view.board.name(square)


def test_the_last_move_lies_on_every_spot_it_went_over() -> None:
    scene = scenes.wrapped("light")
    (moved,) = scene.last
    assert isinstance(moved, Moved)
    image, colours = opened(draw(scene)), palette("light")
    trace = colours.colours[colours.seats[moved.seat].trace]
    layout = Layout.of(4, 4, chips=2)
    for name in moved.path[1:]:
        x, y = layout.spot(("abcd".index(name[0]), int(name[1]) - 1))
        around = colours_in(image, (x - 62, y - 62, x + 62, y + 62))
        assert around.get(trace, 0) > 0.04, name


def test_a_card_that_the_last_move_did_not_touch_has_none_of_its_colour() -> None:
    scene = scenes.wrapped("light")
    picture = draw(scene)
    colours = palette("light")
    for x, y in ((0, 0), (1, 0), (0, 2), (3, 1)):
        assert colours.colours[colours.seats[1].trace] not in colours_in(opened(picture), unit(picture, x, y))


def test_a_way_round_the_board_has_arrowheads_outside_both_rims() -> None:
    scene = scenes.wrapped("light")
    image, colours = opened(draw(scene)), palette("light")
    main = colours.colours[colours.seats[1].main]
    layout = Layout.of(4, 4, chips=2)
    x, _ = layout.spot((3, 0))
    above, below = layout.corner((3, 0))[1], layout.corner((3, 3))[1] + layout.card + layout.depth
    assert colours_in(image, (x - 16, above - 28, x + 16, above)).get(main, 0) > 0.2
    assert colours_in(image, (x - 20, below, x + 20, image.height)).get(main, 0) > 0.2


def test_a_finished_game_has_a_crown_and_no_rings() -> None:
    image, colours = opened(draw(scenes.won())), palette("light")
    gold = colours.colours[colours.gold]
    assert colours_in(image, (392, 20, 754, 93)).get(gold, 0) > 0.05
    for elsewhere in ((0, 20, 392, 93), (760, 0, 900, 140), (0, 100, 900, 1000)):
        assert gold not in colours_in(image, elsewhere)


def test_what_may_be_done_is_what_the_scene_says() -> None:
    scene = scenes.won()
    busy = Scene(scene.view, scene.chips, "48h", scene.last, (Rect(0, 0),), "light")
    picture, colours, view = draw(busy), palette("light"), scene.view
    assert isinstance(view, Position)
    assert rim(opened(picture), picture, 0, 0) == colours.colours[colours.seats[view.turn].main]
    assert colours.colours[colours.ink2] in colours_in(opened(picture), (770, 20, 900, 90))


def test_several_seats_may_be_to_move() -> None:
    view = scenes.six().view
    assert isinstance(view, Position)
    chips = tuple(Chip(name, active=seat in (0, 3)) for seat, name in enumerate(scenes.FOUR))
    picture = draw(Scene(view, chips))
    image, gold = opened(picture), palette("light").colours[palette("light").gold]
    for seat, pawn in enumerate(view.pawns):
        assert pawn is not None
        card = unit(picture, pawn % view.board.width, pawn // view.board.width)
        assert (gold in colours_in(image, card)) == (seat in (0, 3))
        left, top = FOUR.places[seat]
        assert (gold in colours_in(image, (left, top, left + 30, top + FOUR.height))) == (seat in (0, 3))


def test_gold_marks_the_pawn_and_the_chip_of_the_player_to_move() -> None:
    scene = scenes.start()
    picture = draw(scene)
    image, gold = opened(picture), palette("light").colours[palette("light").gold]
    assert gold in colours_in(image, (20, 20, 382, 93))
    assert gold not in colours_in(image, (392, 20, 900, 93))
    assert gold in colours_in(image, unit(picture, 0, 0))
    assert gold not in colours_in(image, unit(picture, 1, 1))


def test_a_player_who_left_has_no_pawn_and_a_hollow_token() -> None:
    position = parse("2AA4/J323/3AJ3/2AAJ a1,- 0 joker -")
    image = opened(draw(scenes.scene_of(position)))
    colours = palette("light")
    main = colours.colours[colours.seats[1].main]
    assert main not in colours_in(image, (0, 100, 900, 1000))
    assert image.getpixel((453, 57)) == colours.colours[colours.table]


@pytest.mark.parametrize(
    ("width", "height"),
    [*((width, height) for width in range(3, 7) for height in range(3, 7)), (16, 16), (16, 2), (2, 16), (11, 9)],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_any_board_fits_its_picture(width: int, height: int, seats: int) -> None:
    rows = [("A23456" * 3)[:width] for _ in range(height)]
    position = parse(f"{'/'.join(rows)} {','.join(['a1', 'b1', 'a2', 'b2'][:seats])} 0 joker -")
    last = column_name(width - 1)
    path = ("b1", "a1", f"{last}1", f"{last}{height}")
    beyond = (Rect(-1, 0), Rect(0, -1), Rect(width, 0), Rect(0, height), Rect(width + 5, 70))
    chips = tuple(Chip(name, active=True) for name in scenes.FOUR[:seats])
    picture = draw(Scene(position, chips, "48h", (Moved(Seat(1), path),), beyond))
    assert picture.size[0] == 900
    assert picture.size[1] <= (1000 if seats == 2 else 1056)
    board = picture.board
    assert board.width == board.height
    assert board.x >= 0
    assert board.x + board.width * width <= 900
    assert board.y + board.height * height <= picture.size[1]
    # Nothing touches the picture's sides.
    table = palette("light").colours[palette("light").table]
    wide, tall = picture.size
    for side in ((0, 0, wide, 8), (0, 0, 8, tall), (wide - 6, 0, wide, tall), (0, tall - 6, wide, tall)):
        assert set(colours_in(opened(picture), side)) == {table}


@pytest.mark.parametrize(
    ("path", "directions", "wraps"),
    [
        (((0, 0), (1, 0), (1, 1)), [(1, 0), (0, 1)], [False, False]),
        (((0, 0), (3, 0)), [(-1, 0)], [True]),
        (((2, 3), (2, 0)), [(0, 1)], [True]),
        (((1, 1), (1, 0), (0, 0)), [(0, -1), (-1, 0)], [False, False]),
    ],
)
def test_the_steps_of_a_path(path: tuple[Cell, ...], directions: list[Cell], wraps: list[bool]) -> None:
    steps = list(legs(path))
    assert [step.direction for step in steps] == directions
    assert [step.wraps for step in steps] == wraps


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (4, 4), (5, 5), (6, 6), (6, 3), (3, 6)])
def test_cards_lie_in_the_middle_of_their_squares(columns: int, rows: int) -> None:
    layout = Layout.of(columns, rows, chips=2)
    assert (layout.pitch - layout.card) % 2 == 0
    assert layout.corner((1, 0))[0] - layout.corner((0, 0))[0] == layout.pitch
    assert layout.corner((0, 0))[0] - layout.left == (layout.pitch - layout.card) // 2
