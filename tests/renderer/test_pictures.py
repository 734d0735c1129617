from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image, features

from renderer import Chip, Scene, draw
from tests.renderer import scenes
from tests.renderer.compare import assert_looks_like, difference, opened
from tests.renderer.plain import plain_png

BOARDS = {
    "collapsi-start-light": scenes.start("light"),
    "collapsi-wrapped-dark": scenes.wrapped("dark"),
    "collapsi-wrapped-light": scenes.wrapped("light"),
    "collapsi-won-light": scenes.won("light"),
    "collapsi-six-light": scenes.six("light"),
    "collapsi-six-dark": scenes.six("dark"),
    "collapsi-half-light": scenes.half("light"),
    "collapsi-half-dark": scenes.half("dark"),
    "collapsi-rebuilt-light": scenes.rebuilt("light"),
    "collapsi-free-dark": scenes.free("dark"),
    "collapsi-knocked-out-light": scenes.knocked_out("light"),
    "collapsi-wide-light": scenes.wide("light"),
    "collapsi-round-a-shifted-row-dark": scenes.round_a_shifted_row("dark"),
}
LISTS = {
    "leaderboard-light": scenes.table("light"),
    "leaderboard-dark": scenes.table("dark"),
    "leaderboard-curves-light": scenes.table("light", curves=True),
}
SHAPED = pytest.mark.skipif(not features.check("raqm"), reason="Arabic and Hebrew need RAQM to be shaped")


@pytest.mark.parametrize("name", BOARDS)
def test_boards_look_as_they_did(name: str) -> None:
    assert_looks_like(name, draw(BOARDS[name]))


@SHAPED
@pytest.mark.parametrize("name", LISTS)
def test_lists_look_as_they_did(name: str) -> None:
    assert_looks_like(name, draw(LISTS[name]))


@pytest.mark.parametrize("scene", BOARDS.values(), ids=BOARDS)
def test_a_board_is_small_and_has_the_palette_of_its_theme(scene: Scene) -> None:
    picture = draw(scene)
    assert len(picture.png) <= (32_000 if len(scene.chips) == 2 else 34_000)
    image = Image.open(BytesIO(picture.png))
    assert image.mode == "P"
    assert image.size == picture.size
    # Two lines of chips are 56 higher than one.
    assert picture.size[0] == 900
    assert picture.size[1] <= (1000 if len(scene.chips) == 2 else 1056)
    assert len(image.palette.colors if image.palette else {}) <= 64


def test_the_same_scene_gives_the_same_bytes_from_any_thread() -> None:
    scene = scenes.wrapped()
    with ThreadPoolExecutor(2) as pool:
        drawn = list(pool.map(draw, [scene, scenes.start(), scene, scenes.won(), scene]))
    assert drawn[0] == drawn[2] == drawn[4] == draw(scene)


def test_scenes_can_be_keys() -> None:
    assert hash(scenes.wrapped()) == hash(scenes.wrapped())
    assert scenes.wrapped("light") != scenes.wrapped("dark")


def test_a_view_that_nobody_can_draw_is_refused() -> None:
    with pytest.raises(TypeError, match="no painter for str"):
        draw(Scene("a view"))


def test_a_board_without_players_has_no_header() -> None:
    with_header = draw(scenes.start())
    without = draw(Scene(scenes.start().view))
    assert without.size[1] == with_header.size[1] - 88
    assert without.board.y == with_header.board.y - 88


def test_the_obvious_way_shows_the_same_board() -> None:
    scene = Scene(scenes.start().view, (Chip("Ada"), Chip("Bo")), theme="light")
    plain = Image.open(BytesIO(plain_png(scene)))
    apart = difference(opened(draw(scene)), plain)
    assert sum(apart.histogram()[64:]) < 0.05 * apart.width * apart.height
