"""What a picture of Crumble says about what may be chosen."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from games.core import Rect
from games.crumble import Position, Walked
from renderer import crumble, draw
from renderer import doings as doings_module
from renderer.badges import LARGE, SMALL, USUAL, BadgeForm, fitting
from renderer.canvas import Canvas
from renderer.crumble import CLOSE, CLOSE_LEFT, LESS, LESS_HEIGHT, LESS_LEFT, TOP
from renderer.doings import doings
from renderer.lenses import LEAST, LENS, lenses
from renderer.marks import Pixel
from renderer.slabs import Grid
from renderer.theme import palette
from tests.games.crumble.line import random_game
from tests.renderer import slab_scenes
from tests.renderer.compare import difference, opened
from tests.renderer.test_board import colours_in
from tests.renderer.test_slabs import FULL, position_of, random_games, slabs_of


def test_without_targets_there_are_no_numbers() -> None:
    plain, asked = slab_scenes.board(slab_scenes.DOUBLED), slab_scenes.board(slab_scenes.DOUBLED, asked=True)
    apart = difference(opened(draw(plain)), opened(draw(asked)))
    position = position_of(asked)
    for each in slabs_of(position):
        left, top, right, bottom = FULL.box(each.rect)
        changed = apart.crop((left + 4, top + 4, right - 3, bottom - 3)).getbbox() is not None
        assert changed == (each.rect in asked.targets)


def test_numbers_of_a_part_are_those_of_the_whole() -> None:
    scene = slab_scenes.board("", asked=True)
    whole, part = opened(draw(scene)), opened(draw(replace(scene, targets=scene.targets[12:])))
    box = FULL.box(scene.targets[14])
    assert difference(whole.crop(box), part.crop(box)).getbbox() is None


@pytest.mark.parametrize("form", [SMALL, USUAL, LARGE])
@pytest.mark.parametrize("number", [1, 10, 88, 100])
def test_a_badge_keeps_to_its_piece(form: BadgeForm, number: int) -> None:
    for width in range(8, 140, 3):
        for height in (width, 2 * width):
            fitted = fitting(number, width, height, form)
            if fitted is not None:
                wide, high = fitted.size(number)
                assert wide <= width + 3
                assert high <= height + 3


def test_pieces_in_a_lens_are_large_enough_for_numbers() -> None:
    met = 0
    for scene in random_games(range(5), 40):
        position = position_of(scene)
        grid = Grid(LESS_LEFT, TOP, LESS, 6)
        small = [rect for rect in slab_scenes.hints(position) if grid.short(rect) < 43] if not position.outcome else []
        found = lenses(grid, TOP, tuple(small))
        assert len(found) <= 2
        assert bool(found) == bool(small)
        for lens in found:
            met += 1
            assert lens.x >= 0
            assert lens.x + lens.span <= 6
            assert lens.y >= 0
            assert lens.y + lens.span <= 6
            held = [rect for rect in small if lens.holds(rect)]
            assert any(lens.short(rect) >= LEAST - 1 for rect in held)
            assert lens.unit >= 1.2 * grid.unit
    assert met > 10


def test_a_board_with_lenses_says_where_its_main_board_lies() -> None:
    scene = slab_scenes.board(slab_scenes.SMALL, asked=True)
    picture = draw(scene)
    assert picture.size == (900, LESS_HEIGHT)
    assert picture.board == Rect(LESS_LEFT, TOP, LESS / 6, LESS / 6)
    ink = palette("light").colours[palette("light").ink]
    assert ink in colours_in(opened(picture), (628, 200, 630 + LENS, 204))


def test_a_close_up_says_where_its_pieces_lie() -> None:
    scene = slab_scenes.board(slab_scenes.SMALL, begun="0,3,2")
    picture = draw(scene)
    for target in scene.targets:
        left, top = picture.board.x + target.x * picture.board.width, picture.board.y + target.y * picture.board.height
        assert left >= CLOSE_LEFT
        assert left + target.width * picture.board.width <= CLOSE_LEFT + CLOSE
        assert picture.size[1] - 28 >= top + target.height * picture.board.height


def test_what_targets_stand_for_is_read_from_the_board() -> None:
    position, _ = slab_scenes.played(slab_scenes.DOUBLED)
    choices = position.choices(position.turn, "3,3").items
    shown = doings(slabs_of(position), position.turn, [choice.hint for choice in choices if choice.hint])
    assert shown.piece == choices[0].hint
    kinds = {"3,3V": "V", "3,3H": "H", "3,3VE": "step", "3,2V2": "V", "2,3H2": "H", "3,2J1,3": "join"}
    told = {choice.text: doing.kind for choice, doing in zip(choices, shown.items, strict=True)}
    assert {text: told[text] for text in kinds} == kinds


def test_every_first_choice_of_random_games_can_be_told_apart() -> None:
    wrong = 0
    for scene in random_games(range(3), 30):
        position = position_of(scene)
        if position.outcome or len(position.pieces) < 45:
            continue
        for choice in position.choices(position.turn).items[:6]:
            if choice.group:
                continue
            items = position.choices(position.turn, choice.text).items
            shown = doings(slabs_of(position), position.turn, [item.hint for item in items if item.hint])
            for item, doing in zip(items, shown.items, strict=True):
                if item.text.endswith("*"):
                    expected = {"", "join"}
                elif "J" in item.text:
                    expected = {"join"}
                elif doing.kind == "step":
                    expected = {"step"}
                else:
                    expected = set("VH") & set(item.text)
                wrong += doing.kind not in expected
    assert wrong == 0


def test_pieces_to_walk_to_are_marked_and_stay_visible() -> None:
    scene = slab_scenes.board(slab_scenes.DOUBLED, begun="3,3VE")
    image, colours = opened(draw(scene)), palette("light")
    main = colours.colours[colours.seats[1].main]
    assert any(isinstance(event, Walked) for event in scene.last)
    for target in scene.targets:
        shown = colours_in(image, tuple(map(float, FULL.box(target))))  # type: ignore[arg-type]
        assert main in shown
        assert shown[colours.colours[colours.black]] + shown[colours.colours[colours.hatch]] > 0.4


CASINGS = 6
"""The casings of two badges may lie on each other."""


def some_boards() -> Iterator[Position]:
    for scene in random_games(range(3), 45):
        position = position_of(scene)
        if not position.outcome and len(position.pieces) % 8 == 0:
            yield position


def crowded_boards() -> Iterator[Position]:
    """Yields boards whose pieces are small and can do much: many joins and long cuts, one within the other."""
    for seed in ("crowd 6 0", "crowd 6 1"):
        yield from (position for position, _ in random_game(seed, 90)[30::20])


def firsts(position: Position) -> list[str]:
    """Returns the pieces that may be chosen, or as many as make a group."""
    items = position.choices(position.turn).items
    return [
        choice.text for choice in (position.choices(position.turn, items[0].text).items if items[0].group else items)
    ]


def test_numbers_never_cover_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Pixel, tuple[int, int]]] = []

    def note(_canvas: Canvas, at: Pixel, number: int, _seat: int, _ground: int | None, form: BadgeForm) -> None:
        drawn.append((at, (form.width(number), form.height)))

    monkeypatch.setattr(crumble, "draw_badge", note)
    monkeypatch.setattr(doings_module, "draw_badge", note)
    met = 0
    for position in [*some_boards(), *crowded_boards()]:
        for begun in ("", *firsts(position)):
            drawn.clear()
            draw(replace(slab_scenes.scene_of(position), targets=slab_scenes.hints(position, begun)))
            met += len(drawn)
            for ((x0, y0), (w0, h0)), ((x1, y1), (w1, h1)) in combinations(drawn, 2):
                apart = abs(x0 - x1) * 2 >= w0 + w1 - CASINGS or abs(y0 - y1) * 2 >= h0 + h1 - CASINGS
                assert apart, f"{position} {begun}: {(x0, y0)} and {(x1, y1)}"
    assert met > 1500
