import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from renderer import Chip, Row, Scene, Table, draw, text
from renderer.canvas import Canvas
from renderer.header import CHIP_WIDTH, HEIGHT, LEFTS, PAIR, TOP, Shape, Sign, form, header
from renderer.text import BLANK, Face, clean, fit, measure
from renderer.theme import palette
from tests.renderer import scenes
from tests.renderer.compare import difference, opened

NASTY = (
    *scenes.AWKWARD,
    "",
    "\x00\x07\r\n\t",
    "W" * 64,
    "﷽" * 20,
    "‮drawkcab‬ \u2067isolated\u2069",
    "Z̸̡̢̛̳̭̲̟̈́͛̃͝a̶͔̅l̴͇̈́g̷̡̾o̸̰͐" * 10,
    "👨‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏿" * 8,
    "नमस्ते दुनिया",
    "สวัสดีชาวโลก",
    "한국어 사용자 이름이 아주 아주 길다",
    "日本語の名前がとても長い場合のテスト名",
    "\u3164\u2800\u115f",
    "a" + "\u0301" * 500,
    "\ud800 lone",
    "<@123456789> @everyone ||spoiler||",
    "العربية with English 123 עברית",
    "\U0001f469\u200d\U0001f680" * 40,
    "ffiﬃ" * 40,
    "\uf8ff\U000f0000",
    "𒐫𒐫𒐫꧅꧅",
)
CHIP_AREAS = [(left, TOP, left + CHIP_WIDTH, TOP + HEIGHT) for left in LEFTS]

SHAPES: tuple[Shape, ...] = ("star", "stones", "arrows")
SIGNS = tuple(Sign(shape, ready=shape != "stones") for shape in SHAPES)


def header_of(first: Chip, second: Chip) -> Image.Image:
    return opened(draw(Scene(scenes.start().view, (first, second), "48h")))


@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_no_name_spills_over_its_chip(name: str, seat: int, active: bool) -> None:
    def chips(own: str) -> tuple[Chip, Chip]:
        other = Chip("Bo", active=not active)
        return (Chip(own, active=active), other) if seat == 0 else (other, Chip(own, active=active))

    changed = difference(header_of(*chips("Al")), header_of(*chips(name))).getbbox()
    if changed is not None:
        left, top, right, bottom = CHIP_AREAS[seat]
        # Not even the token or the rim may be touched.
        assert changed[0] >= left + 82
        assert changed[1] >= top + 4
        assert changed[2] <= right - 8
        assert changed[3] <= bottom - 4


@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 2), (4, 1), (4, 3)])
@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_no_name_touches_the_signs_of_its_chip(name: str, seats: int, seat: int, active: bool) -> None:
    def shown(own: str) -> Image.Image:
        canvas = Canvas.blank(palette("light"), 900, 160)
        chips = tuple(Chip(own if other == seat else "Bo", active=active) for other in range(seats))
        header(canvas, chips, "48h", (SIGNS,) * seats)
        return canvas.image

    chosen = form(seats)
    left, top = chosen.places[seat]
    changed = ImageChops.difference(shown("Al"), shown(name)).getbbox()
    if changed is not None:
        assert changed[0] >= left + chosen.token_at + chosen.token + 2
        assert changed[1] >= top + 4
        assert changed[2] <= left + chosen.sign_at(0, 3) - chosen.sign_radius(3) - 4
        assert changed[3] <= top + chosen.height - 4


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("signs", [1, 2, 3])
def test_signs_keep_apart_and_in_their_chip(seats: int, signs: int) -> None:
    chosen = form(seats)
    middles = [chosen.sign_at(place, signs) for place in range(signs)]
    radius = chosen.sign_radius(signs)
    assert all(after - before >= 2 * radius + 4 for before, after in pairwise(middles))
    assert middles[-1] + radius <= chosen.width - 10
    assert chosen.name_end(signs) - chosen.name_at >= 140


@pytest.mark.parametrize("seats", [3, 4])
def test_chips_and_the_pace_keep_apart(seats: int) -> None:
    canvas = Canvas.blank(palette("light"), 900, 160)
    header(canvas, (Chip("W" * 30, active=True),) * seats, "48h")
    chosen, table = form(seats), palette("light").table
    right = max(left for left, _ in chosen.places) + chosen.width
    assert right <= 794
    pace = canvas.image.crop((right + 1, 0, 900, 160)).point([0 if place == table else 1 for place in range(256)])
    box = pace.getbbox()
    assert box is not None
    assert box[0] >= 20
    assert right + 1 + box[2] <= 884
    # In the middle of the two lines.
    assert abs((box[1] + box[3]) / 2 - (chosen.places[0][1] + chosen.bottom - 5) / 2) <= 4


def test_there_is_room_for_four_chips() -> None:
    with pytest.raises(AssertionError, match="room for 4 chips, not for 5"):
        form(5)


def test_a_sign_that_was_spent_is_faint() -> None:
    colours = palette("light")

    def shown(sign: Sign) -> set[int]:
        canvas = Canvas.blank(colours, 900, 100)
        header(canvas, (Chip("Al"), Chip("Bo")), "", ((sign,), ()))
        x = PAIR.places[0][0] + PAIR.sign_at(0, 1)
        box = (x - PAIR.sign, TOP, x + PAIR.sign, TOP + HEIGHT)
        return {place for place, count in enumerate(canvas.image.crop(box).histogram()) if count > 20}

    for shape in SHAPES:
        assert colours.ink2 in shown(Sign(shape, ready=True))
        assert colours.ink2 not in shown(Sign(shape, ready=False))
        assert colours.faint in shown(Sign(shape, ready=False))


@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_no_name_spills_over_its_row(name: str) -> None:
    def shown(own: str) -> Image.Image:
        rows = (
            Row(1, "Ada", 1700, False, 9, 6, 3),
            Row(2, own, 1600, True, 4, 1, 3),
            Row(3, "Bo", 1500, True, 2, 0, 2),
        )
        return opened(draw(Scene(Table(rows, 3, 15))))

    changed = difference(shown("Al"), shown(name)).getbbox()
    if changed is not None:
        assert changed[0] >= 110
        assert changed[1] >= 142 + 74
        assert changed[2] <= 500
        assert changed[3] <= 142 + 2 * 74


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_name(name: str) -> None:
    cleaned = clean(name)
    assert cleaned
    assert clean(cleaned) == cleaned
    assert not {unicodedata.category(character) for character in cleaned} & {"Cc", "Cf", "Cs", "Co"}
    for face in (Face.BOLD, Face.MEDIUM):
        cut = fit(cleaned, 31, face, 250)
        assert measure(cut, 31, face) <= 250
    assert draw(Scene(scenes.start().view, (Chip(name, active=True), Chip(name)))).png


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("", BLANK),
        (" \u200b\ufeff\u2060 ", BLANK),
        ("  a \t\n b ", "a b"),
        ("Zoe\u0308", "Zoë"),
        ("q\u0301\u0302\u0303", "q\u0301"),
        ("\u0301a", "a"),
        ("\u202edrow\u202c", "drow"),
        ("👍🏿 ❤\ufe0f", "👍 ❤"),
        ("\ud83d", BLANK),
    ],
)
def test_cleaning(name: str, cleaned: str) -> None:
    assert clean(name) == cleaned


def test_a_name_is_cut_where_its_room_ends() -> None:
    name = "Zoë Ångström-Østergård-Nguyễn"
    cut = fit(name, 31, Face.MEDIUM, 250)
    assert cut.endswith("…")
    assert name.startswith(cut[:-1])
    assert fit(name, 31, Face.MEDIUM, 1000) == name
    assert fit("WW", 31, Face.MEDIUM, 30) == "…"


@pytest.mark.parametrize(
    "name",
    [
        "प्रिया शर्मा", "สมชาย ใจดี", "রবীন্দ্রনাথ", "தமிழ் செல்வன்", "తెలుగు", "ગુજરાતી", "ਪੰਜਾਬੀ",
        "ಕನ್ನಡ", "മലയാളം", "မြန်မာ", "සිංහල", "ភាសាខ្មែរ", "ລາວ", "አማርኛ", "李明", "שלום", "محمد", "🦑",
    ],
)  # fmt: skip
def test_the_scripts_of_the_world_have_letters_and_keep_their_vowels(name: str) -> None:
    assert clean(name) == name
    assert None not in list(text._fonts(name, Face.SEMIBOLD.value))


def test_a_heap_of_marks_is_cut_in_every_script() -> None:
    assert clean("ก" + "็" * 40) == "ก" + "็" * 3
    assert clean("x" + "\u0301" * 40) == "x\u0301"
