"""Text as coverage: which font has a character, how a name is made harmless, and how wide a line is.

1. Our own labels are Latin letters and numerals: they are set in one font, letter by letter.
2. Names may hold anything. `clean` leaves what can be drawn on one line, `fit` cuts it by measured width, and a
   character that no font has becomes a hollow box.
3. A line is placed by the middle of its capitals.
4. Like shapes, text is set larger and reduced: at its own size letters would snap to whole pixels and stand unevenly.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby
from math import ceil
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont, features

FONTS = Path(__file__).parent / "fonts"
SCALE = 4
"""How much larger text is set, and shapes are sketched."""
CAPITALS = 0.7275
"""The height of capitals, in ems."""
LONGEST = 120
"""No name that fits a picture has more characters."""
BLANK = "·"
ELLIPSIS = "…"

_SHAPED = bool(features.check("raqm"))
_BOX = 0.8
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that draw nothing: fillers of Hangul and the blank of Braille."""


class Face(Enum):
    """The fonts that text is set in; each has the same fallbacks."""

    MEDIUM = "Inter-Medium.ttf"
    SEMIBOLD = "Inter-SemiBold.ttf"
    BOLD = "Inter-Bold.ttf"
    DISPLAY = "InterDisplay-Bold.ttf"


_DEJAVU, _EMOJI, _DROID = "DejaVuSans-Bold.ttf", "NotoEmoji-Bold.ttf", "DroidSansFallback.ttf"
_SCRIPTS = (
    "Bengali",
    "Devanagari",
    "Ethiopic",
    "Gujarati",
    "Gurmukhi",
    "Kannada",
    "Khmer",
    "Lao",
    "Malayalam",
    "Myanmar",
    "Sinhala",
    "Tamil",
    "Telugu",
    "Thai",
)
_FALLBACKS = (_DEJAVU, _EMOJI, _DROID, *(f"NotoSans{script}-Bold.ttf" for script in _SCRIPTS))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text as coverage from 0 to 255."""

    mask: Image.Image
    left: int
    """Where the pen starts, in pixels from the mask's left side."""
    baseline: int
    """In pixels from the mask's top."""
    width: float
    """How far the pen goes."""
    size: float


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters of one font and one direction."""

    text: str
    font: str | None
    """None where no font has them."""
    level: int
    """Odd from right to left, as in the Unicode Bidirectional Algorithm."""


def clean(name: str) -> str:
    r"""Returns a name as it can be drawn: composed, on one line, without controls, heaps of marks or outer blanks.

    >>> clean("Zoe\u0308 \u202e \n <b>")
    'Zoë <b>'
    >>> clean("\u200b ")
    '·'
    """
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name[: 8 * LONGEST]):
        kind = unicodedata.category(character)
        if character.isspace():
            character, kind = " ", "Zs"
        if kind in ("Cc", "Cf", "Co", "Cs") or character in _INVISIBLE or _is_modifier(character):
            continue
        after = kept[-1] if kept else " "
        # A mark or two on a letter is spelling, more are a heap that spills over the lines above and below.
        if _is_mark(character) and (after == " " or _marks_at_end(kept) >= _marks_of_a_letter(character)):
            continue
        if character != " " or after != " ":
            kept.append(character)
    return "".join(kept[:LONGEST]).strip() or BLANK


def fit(text: str, size: float, face: Face, room: float) -> str:
    """Returns the text, or the longest beginning of it that has room together with an ellipsis."""
    if measure(text, size, face) <= room:
        return text
    fewest, most = 0, len(text) - 1
    while fewest < most:
        middle = (fewest + most + 1) // 2
        if measure(_cut(text, middle), size, face) <= room:
            fewest = middle
        else:
            most = middle - 1
    return _cut(text, fewest)


def measure(text: str, size: float, face: Face) -> float:
    """Returns the width of a name."""
    return sum(_advance(run, size * SCALE, _SHAPED) for run in _runs(text, face)) / SCALE


@lru_cache(maxsize=512)
def label(text: str, size: float, face: Face, scale: int = SCALE) -> Line:
    """Sets our own letters and numerals."""
    return _set([_Run(text, face.value, 0)], size, scale, shaped=False)


@lru_cache(maxsize=512)
def name_line(text: str, size: float, face: Face) -> Line:
    """Sets a name that was cleaned and cut."""
    return _set(_reorder(_runs(text, face)), size, SCALE, shaped=_SHAPED, thick=face is not Face.MEDIUM)


def _set(runs: list[_Run], size: float, scale: int, *, shaped: bool, thick: bool = False) -> Line:
    """Sets runs from left to right."""
    large = size * scale
    width = sum(_advance(run, large, shaped) for run in runs)
    margin, above, below = ceil(size / 2), ceil(size * 1.25), ceil(size * 0.6)
    mask = Image.new("L", ((ceil(width / scale) + 2 * margin) * scale, (above + below) * scale))
    draw = ImageDraw.Draw(mask)
    pen, baseline = float(margin * scale), above * scale
    for run in runs:
        if run.font is None:
            for place in range(len(run.text)):
                left, top = pen + (place * _BOX + 0.08) * large, baseline - CAPITALS * large
                box = (left, top, left + 0.64 * large, baseline)
                draw.rounded_rectangle(box, 0.13 * large, outline=255, width=max(1, round(0.07 * large)))
        else:
            text, direction = run.text, None
            if run.level % 2 and not shaped:
                text = text[::-1]
            elif shaped:
                direction = "rtl" if run.level % 2 else "ltr"
            draw.text(
                (pen, baseline),
                text,
                fill=255,
                font=_font(run.font, large, shaped),
                anchor="ls",
                direction=direction,
                # Droid Sans has one weight; beside bold letters it is thickened a little.
                stroke_width=0.012 * large if thick and run.font == _DROID else 0,
                stroke_fill=255,
            )
        pen += _advance(run, large, shaped)
    return Line(mask.reduce(scale) if scale > 1 else mask, margin, above, width / scale, size)


def _advance(run: _Run, size: float, shaped: bool) -> float:
    if run.font is None:
        return _BOX * size * len(run.text)
    return _font(run.font, size, shaped).getlength(run.text)


@cache
def _font(file: str, size: float, shaped: bool) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    # Emoji are as tall as the line; a little smaller they stand with the letters.
    return ImageFont.truetype(FONTS / file, size * 0.92 if file == _EMOJI else size, layout_engine=layout)


@cache
def _characters(file: str) -> frozenset[int]:
    with TTFont(FONTS / file, lazy=True) as font:
        return frozenset(font.getBestCmap())


def _cut(text: str, length: int) -> str:
    while 0 < length < len(text) and _is_mark(text[length]):
        length -= 1
    return text[:length].rstrip(" -–—,.;:") + ELLIPSIS


def _marks_of_a_letter(mark: str) -> int:
    """How many marks of a kind a letter bears: in scripts of South and Southeast Asia vowels and tones are marks."""
    return 3 if 0x0900 <= ord(mark) <= 0x1CFF else 1


def _marks_at_end(kept: list[str]) -> int:
    count = 0
    while count < len(kept) and _is_mark(kept[-1 - count]):
        count += 1
    return count


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _is_modifier(character: str) -> bool:
    """Whether it only asks for a variant of the sign before it: variation selectors, skin tones."""
    return (
        0xFE00 <= ord(character) <= 0xFE0F
        or 0x1F3FB <= ord(character) <= 0x1F3FF
        or 0xE0100 <= ord(character) <= 0xE01EF
    )


def _runs(text: str, face: Face) -> list[_Run]:
    """Splits a name into runs, in the order in which it is read."""
    places = zip(text, _fonts(text, face.value), _levels(text), strict=True)
    # A mark that the font of its letter lacks is left out; a box on a letter would be worse.
    drawn = (
        place for place in places if not _is_mark(place[0]) or (place[1] and ord(place[0]) in _characters(place[1]))
    )
    return [
        _Run("".join(character for character, _, _ in group), font, level)
        for (font, level), group in groupby(drawn, key=lambda place: (place[1], place[2]))
    ]


def _fonts(text: str, main: str) -> Iterator[str | None]:
    before: str | None = None
    for character in text:
        if character == " ":
            # A blank belongs to the main font, or it is too wide; inside Arabic or Hebrew it would tear a run apart.
            before = _DEJAVU if before == _DEJAVU else main
        elif not _is_mark(character):
            fonts = (main, *_FALLBACKS)
            before = next((font for font in fonts if ord(character) in _characters(font)), None)
        yield before


def _levels(text: str) -> list[int]:
    """Returns each character's level: the Unicode Bidirectional Algorithm without explicit embeddings."""
    kinds = [unicodedata.bidirectional(character) for character in text]
    strong = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L")
    base = 0 if strong == "L" else 1
    levels: list[int | None] = []
    from_right = base == 1
    for kind in kinds:
        if kind in ("L", "R", "AL"):
            from_right = kind != "L"
            levels.append(1 if from_right else 2 * base)
        elif kind in ("EN", "AN"):
            levels.append(2 if from_right else 2 * base)
        else:
            levels.append(levels[-1] if kind == "NSM" and levels else None)
    # What has no direction of its own takes that of its neighbours where they agree. A number beside it counts as
    # what it stands among.
    settled: list[int] = []
    for place, level in enumerate(levels):
        if level is None:
            left = settled[-1] if settled else base
            right = next((after for after in levels[place:] if after is not None), base)
            sides = {1 if side == 2 and base == 0 else side for side in (left, right)}
            level = sides.pop() if len(sides) == 1 else base
        settled.append(level)
    return settled


def _reorder(runs: list[_Run]) -> list[_Run]:
    """Puts runs in the order in which they are seen (rule L2 of the algorithm)."""
    seen = list(runs)
    for level in range(max((run.level for run in runs), default=0), 0, -1):
        start = 0
        while start < len(seen):
            end = start
            while end < len(seen) and seen[end].level >= level:
                end += 1
            seen[start:end] = seen[start:end][::-1]
            start = max(end, start + 1)
    return seen
