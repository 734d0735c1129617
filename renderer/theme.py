"""The colours of the pictures: two palettes, and what each colour is for.

1. A colour is a place in its theme's palette. Painters name roles, never values.
2. Where two colours meet, the mix is snapped to the nearest palette colour in OKLab; nothing is dithered.
3. Hue means who, gold means now, everything else is stone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

Theme = Literal["light", "dark"]
RGB = tuple[int, int, int]

LIGHT = """
FFFCF6 E9E2D4 D2C8B5 BDB098 A2967F 7B715F 544F49 1D222D DED6C5 F4EFE5 DDD5C4 C7BCA6 AFA38B 958974 887D69
6E6558 615A50 484643 3D3C3E 323338 272B33 2463BC 1F4379 DBE4EF ABC2E3 6792D0 C6460C 7C3520 F9E0D3 EFB9A4
DC805F 1E7F68 1F5349 DDE7DE AFCCBE 6CA490 731A6C 4C1C4B E9D7E0 CBA6C1 9F6095 3A2F1C 29241C DCD8CF AFA89C
706657 F2B21B 8A5A00 C78E0F FCE7C1 BF1E3C DD7678 F2B9B6 28314B 36405D EFE6D3 AFA288 8C909D
"""
DARK = """
0E1015 181B22 2E333F 4A505E 5C626F 8D929D B0B1B6 F3EEE3 22262F 1F232B 262B35 373C49 404653 535966 686E7A
747A86 808691 999CA5 A4A7AE BDBDBF CAC9C8 D8D5D1 E5E2DA 5EAAFB 3D6899 394961 425E81 5184BE FF8437 98542F
554444 795346 BC6D44 3AD49A 2E8062 375051 3C6C61 40A07E DC7CBF 844F77 4F4257 6D4F6D A56696 ECE7C8 8C8B7C
505359 707271 AEAD9D FFC845 6B4A00 A58A50 675D4B FF8F98 B46F79 6F515C 2B3550 38435F E2DAC8 CFC6B2 80838B
"""
SEATS = {
    "light": ("2463BC", "C6460C", "1E7F68", "731A6C", "3A2F1C"),
    "dark": ("5EAAFB", "FF8437", "3AD49A", "DC7CBF", "ECE7C8"),
}

STEPS = 16
"""How many steps an anti-aliased edge has."""


@dataclass(frozen=True, slots=True)
class SeatInk:
    """The colours of one seat."""

    main: int
    edge: int
    """The side of a pawn."""
    trace: int
    """What the seat did: 38 % of the main colour on the face."""
    path: int
    """The same on a ground of that colour: 70 %."""
    tint: int
    """A piece that was picked: 16 % on a light face, 20 % on a dark one."""


@dataclass(frozen=True, slots=True)
class Palette:
    """A theme's colours, and the places of those that have a role."""

    theme: Theme
    colours: tuple[RGB, ...]
    nearest: Callable[[int], int]
    """The place of the colour nearest to one of three bytes, packed as 0xBBGGRR."""
    seats: tuple[SeatInk, ...]
    face: int
    """Cards, the active chip."""
    table: int
    """The ground of every picture."""
    recess: int
    """Fallen cards."""
    was: int
    """What a fallen card was."""
    card_edge: int
    """The edge under cards and chips."""
    tick: int
    """The corners of an empty place."""
    rubble: int
    faint: int
    """What is spent."""
    pip: int
    pip2: int
    line: int
    """Hairlines."""
    stone: int
    """Curves."""
    ink2: int
    """Resting names, coordinates, counts."""
    ink: int
    """Ranks, the active name, ratings."""
    gold: int
    """Now: whose turn, the winner."""
    gold_rim: int
    """Round gold that lies on the table; gold itself where the table is dark."""
    gold_edge: int
    """The edge under gold."""
    on_gold: int
    red: int
    """Hearts and diamonds."""
    power: int
    """What a playing card can do."""
    card_rim: int
    """Round playing cards, so that they part where they overlap."""
    back_rim: int
    """Round the wall on the back of a playing card."""
    fan_rim: int
    """Round the backs of a hand."""
    panel: int
    """The ground of the row of the player to move, on which playing cards lie."""
    black: int
    """Slabs of Crumble."""
    hatch: int
    """The lines on black slabs."""
    white: int
    foot: int
    """The lower end of white slabs."""
    seam: int
    """Between slabs, and round their board."""
    casing: int
    """Round whatever lies on slabs."""
    gold_casing: int
    """Round gold that lies on slabs."""

    def ramp(self, ground: int, ink: int) -> bytes:
        """Returns for each coverage from 0 to 255 the colour of that much ink on the ground."""
        return _ramp(self.theme, ground, ink)


_ROLES: dict[Theme, dict[str, str]] = {
    "light": {
        "face": "FFFCF6",
        "table": "E9E2D4",
        "recess": "D2C8B5",
        "was": "544F49",
        "card_edge": "BDB098",
        "tick": "BDB098",
        "rubble": "BDB098",
        "faint": "BDB098",
        "pip": "A2967F",
        "pip2": "AFA38B",
        "line": "D2C8B5",
        "stone": "7B715F",
        "ink2": "544F49",
        "ink": "1D222D",
        "gold": "F2B21B",
        "gold_rim": "8A5A00",
        "gold_edge": "8A5A00",
        "on_gold": "1D222D",
        "red": "BF1E3C",
        "power": "8A5A00",
        "card_rim": "D2C8B5",
        "back_rim": "FFFCF6",
        "fan_rim": "28314B",
        "panel": "FFFCF6",
        "black": "28314B",
        "hatch": "36405D",
        "white": "FFFCF6",
        "foot": "EFE6D3",
        "seam": "AFA288",
        "casing": "FFFCF6",
        "gold_casing": "1D222D",
    },
    "dark": {
        "face": "2E333F",
        "table": "181B22",
        "recess": "0E1015",
        "was": "8D929D",
        "card_edge": "0E1015",
        "tick": "4A505E",
        "rubble": "2E333F",
        "faint": "5C626F",
        "pip": "747A86",
        "pip2": "5C626F",
        "line": "2E333F",
        "stone": "8D929D",
        "ink2": "B0B1B6",
        "ink": "F3EEE3",
        "gold": "FFC845",
        "gold_rim": "FFC845",
        "gold_edge": "6B4A00",
        "on_gold": "0E1015",
        "red": "FF8F98",
        "power": "FFC845",
        "card_rim": "4A505E",
        "back_rim": "4A505E",
        "fan_rim": "8D929D",
        "panel": "22262F",
        "black": "2B3550",
        "hatch": "38435F",
        "white": "E2DAC8",
        "foot": "CFC6B2",
        "seam": "0E1015",
        "casing": "0E1015",
        "gold_casing": "0E1015",
    },
}


@cache
def palette(theme: Theme) -> Palette:
    """Returns the palette of a theme."""
    names = (LIGHT if theme == "light" else DARK).split()
    colours = tuple(_rgb(name) for name in names)
    # The five colours of a seat stand together: main, edge, and 16, 38 and 70 % on the face.
    first = [names.index(name) for name in SEATS[theme]]
    seats = tuple(SeatInk(at, at + 1, at + 3, at + 4, at + 2) for at in first)
    roles = {role: names.index(name) for role, name in _ROLES[theme].items()}
    return Palette(theme, colours, _Nearest(colours).__getitem__, seats, **roles)


class _Nearest(dict[int, int]):
    """Finds the nearest palette colour and remembers it: flat shapes have few different mixes."""

    def __init__(self, colours: tuple[RGB, ...]) -> None:
        super().__init__()
        self.labs = [oklab(colour) for colour in colours]

    def __missing__(self, packed: int) -> int:
        light, a, b = oklab((packed & 255, packed >> 8 & 255, packed >> 16 & 255))
        apart = [(light - x) ** 2 + (a - y) ** 2 + (b - z) ** 2 for x, y, z in self.labs]
        self[packed] = found = apart.index(min(apart))
        return found


@lru_cache(maxsize=4096)
def _ramp(theme: Theme, ground: int, ink: int) -> bytes:
    chosen = palette(theme)
    under, over = chosen.colours[ground], chosen.colours[ink]
    steps = []
    for step in range(STEPS + 1):
        red, green, blue = (round(a + (b - a) * step / STEPS) for a, b in zip(under, over, strict=True))
        steps.append(chosen.nearest(blue << 16 | green << 8 | red))
    # The ends must be the very colours, also where the palette holds one twice.
    steps[0], steps[-1] = ground, ink
    return bytes(steps[round(coverage * STEPS / 255)] for coverage in range(256))


def oklab(colour: RGB) -> tuple[float, float, float]:
    """Returns lightness, green to red and blue to yellow (Björn Ottosson's OKLab)."""
    red, green, blue = (_LINEAR[part] for part in colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def luminance(colour: RGB) -> float:
    """Returns the relative luminance that contrast ratios are made of."""
    red, green, blue = (_LINEAR[part] for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(name: str) -> RGB:
    return int(name[0:2], 16), int(name[2:4], 16), int(name[4:6], 16)


_LINEAR = [part / 255 / 12.92 if part < 11 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in range(256)]
