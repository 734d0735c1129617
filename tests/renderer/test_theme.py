import pytest

from renderer import Theme
from renderer.theme import STEPS, Palette, luminance, palette

THEMES: tuple[Theme, ...] = ("light", "dark")


def contrast(colours: Palette, one: int, other: int) -> float:
    high, low = sorted((luminance(colours.colours[one]), luminance(colours.colours[other])), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("theme", "on_face", "on_table", "quiet_on_face", "quiet_on_table", "on_gold"),
    [("light", 15.5, 12.4, 7.9, 6.3, 8.5), ("dark", 10.9, 14.9, 5.9, 8.0, 12.3)],
)
def test_contrast_is_as_designed(
    theme: Theme, on_face: float, on_table: float, quiet_on_face: float, quiet_on_table: float, on_gold: float
) -> None:
    colours = palette(theme)
    assert contrast(colours, colours.ink, colours.face) == pytest.approx(on_face, abs=0.06)
    assert contrast(colours, colours.ink, colours.table) == pytest.approx(on_table, abs=0.06)
    assert contrast(colours, colours.ink2, colours.face) == pytest.approx(quiet_on_face, abs=0.06)
    assert contrast(colours, colours.ink2, colours.table) == pytest.approx(quiet_on_table, abs=0.06)
    assert contrast(colours, colours.on_gold, colours.gold) == pytest.approx(on_gold, abs=0.06)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_and_seats_are_visible(theme: Theme) -> None:
    colours = palette(theme)
    for ink in (colours.ink, colours.ink2):
        for ground in (colours.face, colours.table):
            assert contrast(colours, ink, ground) >= 4.5
    for seat in colours.seats:
        assert contrast(colours, seat.main, colours.face) >= 4.5
        assert contrast(colours, seat.main, colours.table) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_has_at_most_64_colours(theme: Theme) -> None:
    assert len(palette(theme).colours) <= 64
    assert len(palette(theme).seats) == 5


@pytest.mark.parametrize("theme", THEMES)
def test_a_ramp_leads_from_the_ground_to_the_ink(theme: Theme) -> None:
    colours = palette(theme)
    ramp = colours.ramp(colours.face, colours.ink)
    assert len(ramp) == 256
    assert (ramp[0], ramp[255]) == (colours.face, colours.ink)
    assert len(set(ramp)) <= STEPS + 1
    lights = [luminance(colours.colours[place]) for place in ramp]
    assert lights == sorted(lights, reverse=theme == "light")


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_colour_is_the_nearest_to_itself(theme: Theme) -> None:
    colours = palette(theme)
    for red, green, blue in colours.colours:
        assert colours.colours[colours.nearest(blue << 16 | green << 8 | red)] == (red, green, blue)
