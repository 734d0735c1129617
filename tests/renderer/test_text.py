import pytest

from renderer import text as text_module
from renderer.text import Face, _levels, _reorder, _runs, label, measure, name_line


def seen(text: str) -> str:
    """Returns runs from left to right, those from right to left reversed: what a reader sees."""
    return "".join(run.text[::-1] if run.level % 2 else run.text for run in _reorder(_runs(text, Face.BOLD)))


def test_words_keep_their_direction_and_lines_that_of_their_first_letter() -> None:
    assert seen("abc def") == "abc def"
    assert seen("אבג דהו") == "והד גבא"
    assert seen("abc אבג דהו def") == "abc והד גבא def"
    assert seen("אבג abc דהו") == "והד abc גבא"


def test_numbers_run_from_left_to_right_among_letters_that_do_not() -> None:
    assert seen("אב 12 גד") == "דג 12 בא"
    assert seen("abc 12") == "abc 12"


def test_an_ellipsis_stands_where_the_reading_ends() -> None:
    assert seen("אבג…") == "…גבא"
    assert seen("abc…") == "abc…"


def test_marks_have_the_level_of_their_letter() -> None:
    assert _levels("ש\u05c1a") == [1, 1, 2]


def test_fonts_are_chosen_by_character() -> None:
    fonts = [run.font for run in _runs("a王🔥ا𓂀", Face.BOLD)]
    assert fonts == ["Inter-Bold.ttf", "DroidSansFallback.ttf", "NotoEmoji-Bold.ttf", "DejaVuSans-Bold.ttf", None]


def test_a_mark_that_the_font_of_its_letter_lacks_is_left_out() -> None:
    assert [run.text for run in _runs("l\u0334x", Face.BOLD)] == ["lx"]


def test_a_line_knows_where_its_pen_goes() -> None:
    line = label("1891", 38, Face.DISPLAY)
    box = line.mask.getbbox()
    assert box is not None
    assert line.left <= box[0]
    assert box[2] <= line.left + line.width + 1
    # Numerals stand on the baseline and are as tall as capitals.
    assert abs(box[3] - line.baseline) <= 1
    assert abs(box[1] - (line.baseline - 0.7275 * 38)) <= 2
    assert name_line("Zoë", 31, Face.BOLD).width == measure("Zoë", 31, Face.BOLD)


def test_names_are_set_without_raqm_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "_SHAPED", False)
    line = name_line.__wrapped__("שלום Zoë 王 𓂀", 31, Face.BOLD)
    assert line.mask.getbbox() is not None
    assert line.width == measure("שלום Zoë 王 𓂀", 31, Face.BOLD)
