from dataclasses import replace

import pytest

from renderer import Row, Scene, Table, draw
from renderer.leaderboard import GAP, ROW
from renderer.theme import palette
from tests.renderer import scenes
from tests.renderer.compare import difference, opened

ROW_OF_OWN = Row(1184, "Far Below", 1203, True, 1204, 1000, 204, highlight=True)


def ten() -> Table:
    view = scenes.table().view
    assert isinstance(view, Table)
    return view


def test_a_row_beyond_the_tenth_stands_apart() -> None:
    table = ten()
    short = draw(Scene(table))
    tall = draw(Scene(replace(table, rows=(*table.rows, ROW_OF_OWN))))
    assert tall.size[1] == short.size[1] + ROW + GAP
    assert tall.size[1] <= 1010


def test_an_empty_table_has_places_to_take() -> None:
    image = opened(draw(Scene(Table((), 0, 0))))
    colours = palette("light")
    found = image.getcolors()
    assert found is not None
    assert colours.colours[colours.tick] in [colour for _, colour in found]
    assert image.height < 500


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_row_is_enough(theme: str) -> None:
    one = Table((Row(1, "Ada", 1500, True, 0, 0, 0),), 1, 0)
    assert draw(Scene(one, theme="light" if theme == "light" else "dark")).size == (900, 234)


def test_only_the_viewers_own_row_has_a_tab() -> None:
    plain = Table((Row(1, "Ada", 1500, False, 1, 1, 0), Row(2, "Bo", 1400, False, 1, 0, 1)), 2, 1)
    own = replace(plain, rows=(replace(plain.rows[0], highlight=True), plain.rows[1]))
    changed = difference(opened(draw(Scene(plain))), opened(draw(Scene(own)))).getbbox()
    assert changed is not None
    assert changed[0] >= 20
    assert changed[2] <= 40


@pytest.mark.parametrize("trend", [(1500,), (1500, 1500), (1500, 1400, 1600), tuple(range(200))])
def test_a_curve_of_any_length(trend: tuple[int, ...]) -> None:
    table = Table((Row(1, "Ada", 1500, True, 3, 2, 1, trend),), 1, 0)
    assert draw(Scene(table)).png


def test_large_numbers_keep_to_their_columns() -> None:
    small = Table((Row(1, "Ada", 1500, True, 1, 1, 0), Row(99999, "Bo", 123456, True, 10**6, 10**6, 10**6)), 2, 1)
    assert draw(Scene(small)).png


def test_a_list_is_small() -> None:
    assert len(draw(scenes.table("light", curves=True)).png) <= 40_000
