"""Laws 12 and 13: the order of moves, and all else, is pinned by a playthrough, and every game has one."""

import pytest

from games import GAMES
from tests.laws.playthrough import FOLDER, path, playthrough
from tests.laws.tables import PLAYED, PLAYED_AT_MOST, PLAYED_PLIES, QUICK, Table


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_law_12_a_playthrough_is_what_it_was(table: Table) -> None:
    assert playthrough(table).split("\n") == path(table).read_text(encoding="utf-8").split("\n"), (
        "if the rules were changed on purpose: python -m tests.laws.playthrough"
    )


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_law_12_a_playthrough_reaches_the_end_or_is_cut_short_on_purpose(table: Table) -> None:
    outcomes = [line for line in playthrough(table).split("\n") if line.startswith("outcome: ")]
    assert set(outcomes[:-1]) == {"outcome: *"}
    cut_short = len(outcomes) - 1 == PLAYED_PLIES.get(table.slug)
    assert cut_short or outcomes[-1] != "outcome: *"


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_a_playthrough_can_be_read_by_people(table: Table) -> None:
    assert path(table).stat().st_size <= 64_000


@pytest.mark.parametrize("slug", GAMES)
def test_law_13_every_game_has_a_playthrough(slug: str) -> None:
    assert list(FOLDER.glob(f"{slug}-*.txt"))


def test_each_setting_has_a_playthrough_with_each_number_of_seats_it_is_played_with() -> None:
    full = [table for table in QUICK if table.slug not in PLAYED_AT_MOST]
    pairs = [{(table.slug, *pair) for pair in table.pairs if pair[0][0] == "seats"} for table in full]
    played = [{(table.slug, *pair) for pair in table.pairs} for table in PLAYED]
    assert set().union(*pairs) <= set().union(*played)


@pytest.mark.parametrize(("slug", "most"), PLAYED_AT_MOST.items())
def test_of_a_game_with_long_positions_few_playthroughs_are_kept(slug: str, most: int) -> None:
    assert 0 < len([table for table in PLAYED if table.slug == slug]) <= most


def test_no_playthrough_is_left_of_what_is_no_more() -> None:
    assert set(FOLDER.glob("*.txt")) == set(map(path, PLAYED))


@pytest.mark.parametrize("table", PLAYED, ids=str)
def test_every_position_of_a_playthrough_prints_as_it_is_written(table: Table) -> None:
    lines = path(table).read_text(encoding="utf-8").split("\n")
    texts = [line.removeprefix("position: ") for line in lines if line.startswith("position: ")]
    assert texts
    assert [str(table.game.parse(text)) for text in texts] == texts
