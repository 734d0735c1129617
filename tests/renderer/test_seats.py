from itertools import combinations

import pytest
from PIL import Image, ImageChops

from renderer.canvas import Coverage
from renderer.seats import ghost, pawn, pawn_middle, shape
from renderer.theme import palette

SEATS = range(5)


def area(seat: int, radius: float, inset: float = 0) -> float:
    return sum(coverage(seat, radius, inset).tobytes()) / 255


def coverage(seat: int, radius: float, inset: float = 0) -> Image.Image:
    sketch = Coverage(120, 120)
    shape(sketch, seat, 60, 60, radius, 1, inset)
    return sketch.mask()


def test_the_shapes_of_five_seats_differ_and_weigh_about_the_same() -> None:
    areas = [area(seat, 40) for seat in SEATS]
    assert max(areas) <= 1.45 * min(areas)
    for one, other in combinations(SEATS, 2):
        apart = sum(ImageChops.difference(coverage(one, 40), coverage(other, 40)).tobytes()) / 255
        assert apart > 0.15 * min(areas), (one, other)


@pytest.mark.parametrize("seat", SEATS)
def test_an_inset_makes_a_shape_smaller_on_all_sides(seat: int) -> None:
    outer, same, inner = coverage(seat, 40, -5), coverage(seat, 40), coverage(seat, 40, 5)
    boxes = [mask.getbbox() for mask in (outer, same, inner)]
    for large, small in ((boxes[0], boxes[1]), (boxes[1], boxes[2])):
        assert large is not None
        assert small is not None
        assert all(4 <= b - a <= 11 for a, b in zip(large[:2], small[:2], strict=True))
        assert all(4 <= a - b <= 11 for a, b in zip(large[2:], small[2:], strict=True))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("radius", [9.0, 14.0, 24.0, 36.0])
def test_a_ghost_is_hollow_and_a_pawn_is_not(seat: int, radius: float) -> None:
    colours = palette("light")
    main = colours.seats[seat].main
    hollow = ghost("light", seat, radius, max(1.8, radius * 0.17), colours.face, colours.face).picture
    middle = hollow.width // 2, hollow.height // 2
    assert hollow.getpixel(middle) != main
    assert hollow.histogram()[main] > 0
    assert (
        pawn("light", seat, radius, 3, colours.face, active=False).picture.getpixel((pawn_middle(radius),) * 2) == main
    )


@pytest.mark.parametrize("seat", SEATS)
def test_a_pawn_to_move_stays_in_its_picture(seat: int) -> None:
    sprite = pawn("light", seat, 44, 11, palette("light").face, active=True)
    box = sprite.mask.getbbox()
    assert box is not None
    assert min(box[:2]) > 0
    assert max(box[2:]) < sprite.mask.width


def test_a_sixth_seat_has_no_shape() -> None:
    with pytest.raises(AssertionError, match="no shape for seat 5"):
        area(5, 20)
