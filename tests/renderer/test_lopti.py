"""What pictures of Lopti say about the game, and what they must not say."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from games.core import Seat
from games.lopti.params import Params
from games.lopti.view import View
from renderer import Chip, Scene, Theme, draw
from renderer.canvas import Coverage
from renderer.lopti import PITCH, ROW, TOP, order
from renderer.scene import WIDTH
from renderer.signs import marker, shapes
from renderer.suits import power, suit
from renderer.theme import RGB, palette
from tests.renderer import card_scenes as scenes
from tests.renderer.compare import assert_looks_like, opened
from tests.renderer.scenes import AWKWARD
from tests.renderer.test_board import colours_in
from tests.renderer.test_pictures import SHAPED

THEMES: tuple[Theme, ...] = ("light", "dark")
PICTURES = {
    "lopti-obligation-light": scenes.obligation("light"),
    "lopti-obligation-dark": scenes.obligation("dark"),
    "lopti-swap-light": scenes.swapping("light"),
    "lopti-break-dark": scenes.between("dark"),
    "lopti-asleep-dark": scenes.asleep("dark"),
    "lopti-flip-fails-light": scenes.flipped("light"),
    "lopti-flip-fits-light": scenes.fitted("light"),
    "lopti-flip-passes-dark": scenes.passed("dark"),
    "lopti-taken-dark": scenes.taken("dark"),
    "lopti-cleared-light": scenes.cleared("light"),
    "lopti-changed-light": scenes.changed("light"),
    "lopti-hand-light": scenes.nineteen("light"),
    "lopti-hand-dark": scenes.nineteen("dark"),
    "lopti-hand-most-light": scenes.most("light"),
    "lopti-hand-blind-dark": scenes.blind("dark"),
    "lopti-hand-swap-light": scenes.choosing("light"),
    "lopti-hand-obliged-dark": scenes.obliged("dark"),
    "lopti-duel-begun-dark": scenes.throws("RPSPR", theme="dark"),
    "lopti-duel-won-light": scenes.throws(*scenes.WON),
}
SHAPED_PICTURES = {"lopti-low-light": scenes.low("light"), "lopti-low-dark": scenes.low("dark")}
ALL = PICTURES | SHAPED_PICTURES
SECRET: dict[str, Callable[[str], Scene]] = {
    "obligation": lambda secret: scenes.obligation(secret=secret),
    "low": lambda secret: scenes.low(secret=secret),
    "swap": lambda secret: scenes.swapping(secret=secret),
    "break": lambda secret: scenes.between(secret=secret),
    "flip": lambda secret: scenes.flipped(secret=secret),
    "hand": lambda secret: scenes.nineteen(secret=secret),
}


def colour(theme: Theme, seat: int) -> RGB:
    colours = palette(theme)
    return colours.colours[colours.seats[seat].main]


def row(place: int) -> tuple[int, int, int, int]:
    return 0, TOP + place * PITCH, WIDTH, TOP + place * PITCH + ROW


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str) -> None:
    assert_looks_like(name, draw(PICTURES[name]))


@SHAPED
@pytest.mark.parametrize("name", SHAPED_PICTURES)
def test_pictures_with_arabic_names_look_as_they_did(name: str) -> None:
    assert_looks_like(name, draw(SHAPED_PICTURES[name]))


@pytest.mark.parametrize("scene", ALL.values(), ids=ALL)
def test_a_picture_is_small_and_has_the_palette_of_its_theme(scene: Scene) -> None:
    picture = draw(scene)
    assert len(picture.png) <= 34_000
    image = Image.open(BytesIO(picture.png))
    assert image.mode == "P"
    assert image.size == picture.size
    assert picture.size[0] == 900
    assert picture.size[1] <= 1000
    assert len(image.palette.colors if image.palette else {}) <= 64


@pytest.mark.parametrize("scene", ALL.values(), ids=ALL)
def test_nothing_touches_the_sides(scene: Scene) -> None:
    image, table = opened(draw(scene)), palette(scene.theme).colours[palette(scene.theme).table]
    wide, tall = image.size
    for side in ((0, 0, wide, 10), (0, 0, 10, tall), (wide - 10, 0, wide, tall), (0, tall - 10, wide, tall)):
        assert set(colours_in(image, side)) == {table}


@pytest.mark.parametrize("build", SECRET.values(), ids=SECRET)
def test_a_picture_depends_on_no_secret_even_if_a_view_held_one(build: Callable[[str], Scene]) -> None:
    one, other = build("a secret"), build("another secret")
    assert one != other
    assert draw(one).png == draw(other).png


def test_a_duel_depends_on_no_throw_that_has_met_none() -> None:
    assert draw(scenes.throws("RPSPR")).png == draw(scenes.throws("SSSSSSSS")).png
    assert draw(scenes.throws("RPSPR")).png != draw(scenes.throws("RPSPR", "R")).png


@pytest.mark.parametrize("theme", THEMES)
def test_only_the_row_of_the_player_to_move_has_gold(theme: Theme) -> None:
    scene = scenes.obligation(theme)
    image, gold = opened(draw(scene)), palette(theme).colours[palette(theme).gold]
    # A power mark is gold in the dark, but covers little.
    assert [colours_in(image, row(place)).get(gold, 0) > 0.02 for place in range(4)] == [False, False, True, False]


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (scenes.obligation(), "=3"),
        (scenes.low(), "≤7"),
        (scenes.changed(), "≤10"),
        (scenes.nineteen(), ""),
        (scenes.swapping(), ""),
    ],
)
def test_the_marker_says_what_binds_the_next_play(scene: Scene, told: str) -> None:
    assert isinstance(scene.view, View)
    assert marker(scene.view.position.round) == told
    gold = palette(scene.theme).colours[palette(scene.theme).gold]
    if scene.view.viewer is None:
        assert (gold in colours_in(opened(draw(scene)), (700, 60, 880, 140))) == bool(told)


def test_the_marker_names_the_rank_that_passes() -> None:
    shown = scenes.position([3, 3], ["", ""], [3, 3], pile="0:5c", obliged=True, params=Params(rank_pass="T"))
    assert marker(shown.round) == "=10"


def test_a_chain_has_four_places_once_it_has_begun() -> None:
    scene = scenes.obligation()
    assert isinstance(scene.view, View)
    image, colours = opened(draw(scene)), palette("light")
    face, tick = colours.colours[colours.face], colours.colours[colours.tick]
    for place in range(4):
        left = 876 - (4 - place) * 63 + 9
        found = colours_in(image, (left, 152, left + 54, 226))
        assert (found.get(face, 0) > 0.5) == (place < 2)
        assert tick in found
    ended = replace(scene.view.position, round=replace(scene.view.position.round, chain=0))
    assert face not in colours_in(opened(draw(replace(scene, view=View(ended, None)))), (620, 152, 880, 230))


def test_powers_are_drawn_where_the_parameters_put_them() -> None:
    power_ink = palette("light").colours[palette("light").power]
    for params, where in ((Params(), "T"), (Params(rank_clear="9"), "9"), (Params(rank_clear=""), "")):
        shown = scenes.position([3, 3], ["9h", "Th"], [3, 3], params=params)
        image = opened(draw(scenes.scene(shown, [], pace="")))
        found = [power_ink in colours_in(image, (600, *row(place)[1:])) for place in range(2)]
        assert found == [where == "9", where == "T"]


def test_a_seat_that_has_chosen_its_swap_has_a_tick() -> None:
    image = opened(draw(scenes.swapping()))
    for seat in range(3):
        top = row(seat)[1]
        ticked = colour("light", seat) in colours_in(image, (400, top, 450, top + ROW))
        assert ticked == (seat != 1)


def test_in_a_break_the_winner_has_a_crown_and_the_others_their_cards() -> None:
    image, colours = opened(draw(scenes.between("light"))), palette("light")
    gold, back = colours.colours[colours.gold], colours.colours[colours.black]
    for seat in range(3):
        found = colours_in(image, row(seat))
        assert (found.get(gold, 0) > 0.02) == (seat == 0)
        assert (back in found) == (seat != 0)


def test_when_anybody_may_deal_nobody_is_waited_for() -> None:
    scene = scenes.between("light")
    assert isinstance(scene.view, View)
    free = replace(scene, view=View(replace(scene.view.position, declarer=None), None))
    everybody = replace(free, chips=tuple(replace(chip, active=True) for chip in scene.chips))
    nobody = replace(free, chips=tuple(replace(chip, active=False) for chip in scene.chips))
    assert draw(everybody).png == draw(nobody).png


def test_a_table_that_sleeps_has_a_moon_for_a_clock_and_waits_for_nobody() -> None:
    image, colours = opened(draw(scenes.asleep("light"))), palette("light")
    gold, quiet = colours.colours[colours.gold], colours.colours[colours.ink2]
    assert gold not in colours_in(image, (0, TOP, WIDTH, image.height))
    assert quiet in colours_in(image, (840, 16, 876, 52))
    assert quiet not in colours_in(image, (760, 16, 836, 52))


def test_a_flip_that_fails_shows_the_card_and_who_takes_it() -> None:
    image = opened(draw(scenes.flipped()))
    face = palette("light").colours[palette("light").face]
    assert colours_in(image, (208, 20, 356, 221)).get(face, 0) > 0.7
    assert colour("light", 1) in colours_in(image, (360, 100, 450, 160))
    assert colour("light", 1) in colours_in(image, (208, 235, 356, 280))


def test_a_card_that_fits_and_lies_in_the_pile_is_not_drawn_twice() -> None:
    scene = scenes.fitted()
    red = palette("light").colours[palette("light").red]
    image = opened(draw(scene))
    usual = opened(draw(replace(scene, last=())))
    assert red in colours_in(image, (390, 10, 620, 230))
    assert red not in colours_in(image, (540, 10, 760, 300))
    # It is larger for one picture.
    assert colours_in(image, (372, 18, 520, 40)) != colours_in(usual, (372, 18, 520, 40))


def test_who_left_has_no_row_and_who_came_late_has_no_cards() -> None:
    scene = scenes.changed()
    image, back = opened(draw(scene)), palette("light").colours[palette("light").black]
    assert image.height == TOP + 4 * PITCH + 18
    assert [back in colours_in(image, row(place)) for place in range(4)] == [True, True, True, False]
    middle = TOP + 3 * PITCH + ROW // 2
    assert image.getpixel((92, middle)) == palette("light").colours[palette("light").table]


def test_a_seat_that_joined_in_a_break_is_shown() -> None:
    scene = scenes.between()
    assert isinstance(scene.view, View)
    joined = replace(scene.view.position, score=(2, 1, 10, 0), misses=(0, 0, 0, 0))
    chips = (*scene.chips, Chip("Noor"))
    for viewer in (None, Seat(3)):
        picture = draw(replace(scene, view=View(joined, viewer), chips=chips))
        assert picture.size[1] == TOP + 4 * PITCH + 18


def test_rows_stand_in_the_order_of_play() -> None:
    shown = scenes.position([3, 3, 3], ["", "", ""], [3, 3, 3])
    assert order(shown) == (0, 1, 2)
    other = scenes.position([3, 3, 3], ["", "", ""], [3, 3, 3], params=Params(order_direction="ccw"))
    assert order(other) == (0, 2, 1)


def test_a_sixth_seat_takes_the_shape_of_one_that_left() -> None:
    shown = scenes.position([3] * 7, [""] * 7, [1] * 7, left=[1, 3])
    assert shapes(shown) == {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 1, 6: 3}
    image = opened(draw(scenes.scene(shown, [])))
    assert image.height == TOP + 5 * PITCH + 18
    assert colour("light", 1) in colours_in(image, row(3))
    assert colour("light", 3) in colours_in(image, row(4))


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize(
    ("scene", "left"),
    [(scenes.obligation("light"), 460), (scenes.swapping("light"), 405), (scenes.between("light"), 365)],
    ids=["beside a hand", "beside a sign", "beside a number"],
)
def test_any_name_ends_before_what_stands_beside_it(name: str, scene: Scene, left: int) -> None:
    named = replace(scene, chips=tuple(replace(chip, name=name * 3) for chip in scene.chips))
    nameless = replace(scene, chips=tuple(replace(chip, name="a") for chip in scene.chips))
    images = [opened(draw(each)).crop((left, *row(0)[1:])) for each in (named, nameless)]
    assert ImageChops.difference(*images).getbbox() is None


def test_what_may_be_played_is_marked_for_its_owner_in_turn_only() -> None:
    mine = opened(draw(scenes.nineteen()))
    waiting = opened(draw(scenes.nineteen(active=0)))
    main = colour("light", 1)
    # On a pair of 8s: not 4, 5 or 6; two 8s to complete four; anything higher; 2, 7 and 10.
    for place, legal in enumerate([False, False, False, True, True, True, True, True]):
        assert (colours_in(mine, (20 + 96 * place, 190, 114 + 96 * place, 480)).get(main, 0) > 0.01) == legal
    assert colours_in(waiting, (0, 190, 900, 740)).get(main, 0) < 0.001


def test_down_cards_have_a_rim_when_nothing_else_is_left() -> None:
    assert colour("dark", 0) in colours_in(opened(draw(scenes.blind("dark"))), (540, 190, 880, 330))
    scene = scenes.blind("dark")
    assert isinstance(scene.view, View)
    waiting = replace(scene.view.position, round=replace(scene.view.position.round, turn=Seat(1)))
    image = opened(draw(replace(scene, view=View(waiting, Seat(0)))))
    assert colour("dark", 0) not in colours_in(image, (540, 190, 880, 330))


def test_only_the_leftmost_down_card_has_a_rim_where_no_other_may_be_flipped() -> None:
    params = Params(blind_choice="leftmost")
    shown = scenes.position(["", 4], ["", ""], [3, 2], pile="1:5s", params=params)
    image = opened(draw(scenes.scene(shown, [0], viewer=0)))
    found = [colour("light", 0) in colours_in(image, (left, 190, left + 90, 330)) for left in (562, 668, 774)]
    assert found == [True, False, False]


def test_all_cards_in_one_hand_fit_whatever_ranks_can_do() -> None:
    hand = "".join(rank + suit_ for rank in "23456789TJQKA" for suit_ in "cdhs")
    for params in (Params(), Params(rank_reset="", rank_pass="", rank_low="", rank_clear="")):
        shown = scenes.position([hand, ""], ["", ""], [0, 0], params=params)
        picture = draw(scenes.scene(shown, [0], viewer=0))
        image, ranks = opened(picture), 0
        assert picture.size[1] <= 1000
        face = palette("light").colours[palette("light").face]
        for top in range(198, picture.size[1] - 300, 337):
            ranks += sum(
                colours_in(image, (24 + 96 * x, top, 110 + 96 * x, top + 250)).get(face, 0) > 0.5 for x in range(9)
            )
        assert ranks == 13


def test_suits_differ_and_weigh_about_the_same() -> None:
    def coverage(kind: str) -> Image.Image:
        sketch = Coverage(100, 100)
        suit(sketch, kind, 50, 50, 40, 1)
        return sketch.mask()

    areas = [sum(coverage(kind).tobytes()) for kind in "cdhs"]
    assert max(areas) <= 1.5 * min(areas)
    for one, other in combinations("cdhs", 2):
        apart = sum(ImageChops.difference(coverage(one), coverage(other)).tobytes())
        assert apart > 0.15 * min(areas), (one, other)


@pytest.mark.parametrize("kind", ["reset", "pass", "low", "clear"])
def test_a_power_stays_within_its_circle(kind: str) -> None:
    sketch = Coverage(100, 100)
    power(sketch, kind, 50, 50, 40, 1)
    box = sketch.mask().getbbox()
    assert box is not None
    assert min(box[:2]) >= 4
    assert max(box[2:]) <= 96
