"""The tables that the laws are tried on: every pair of settings stands in one, and they hold what the laws need."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from math import prod
from random import Random

import pytest

from games import GAMES
from games.core import Game
from tests.laws.tables import (
    QUICK,
    SLOW,
    Pair,
    games_with_leavers,
    made,
    pick,
    positions,
    quick_tables,
    values,
    walks,
)
from tests.laws.trying import every_game

MANY = 250_000
"""So many ways to set up a game can be gone through."""


def test_the_laws_are_tried_on_positions_and_choices_of_every_kind() -> None:
    walked = [one for table in QUICK for _, _, one in walks(table)]
    offered = [choice for one in walked for choices in one.steps.values() for choice in choices.items]
    assert {one.whole for one in walked} == {True, False}
    assert {(choice.complete, choice.group) for choice in offered} == {(True, False), (False, False), (False, True)}
    assert any(position.out for table in QUICK for position in positions(table))
    assert any(turn.step.move == "drop" for table in QUICK for game in games_with_leavers(table) for turn in game)


@every_game
def test_each_pair_of_settings_stands_in_a_quick_table(game: Game) -> None:
    """All tables are gone through to find the pairs; of a game with very many so many are drawn."""
    few = prod(map(len, values(game).values())) <= MANY
    allowed: set[Pair] = set()
    for facts in every_setting(game) if few else islice(random_settings(game), MANY):
        options = {name: str(value) for name, value in facts.items() if name != "seats"}
        if game.refuses(int(facts["seats"]), options) is None:
            allowed.update(combinations(facts.items(), 2))
    quick = [table.pairs for table in QUICK if table.game is game]
    assert allowed == set().union(*quick)


def every_setting(game: Game) -> Iterator[dict[str, str | int]]:
    yield from (dict(zip(values(game), facts, strict=True)) for facts in product(*values(game).values()))


def random_settings(game: Game) -> Iterator[dict[str, str | int]]:
    """Draws settings, allowed or not: now more, now fewer of them are as usual."""
    chance = Random(game.slug)
    usual: dict[str, str | int] = {"seats": game.seats[0], **game.settle({})}
    while True:
        share = chance.random()
        yield {
            name: pick(several, chance) if chance.random() < share else usual[name]
            for name, several in values(game).items()
        }


def test_a_game_with_few_ways_to_set_it_up_is_tried_in_all_of_them() -> None:
    small = replace(GAMES["collapsi"], seats=(2, 3), options=GAMES["collapsi"].options[:2])
    tables = quick_tables(small)
    assert len(tables) == len(set(tables)) == 2 * 5 + 2 * 4, "three do not play the standard set-up"


def test_each_table_is_allowed_and_another_one_and_has_a_name_of_its_own() -> None:
    every = [*QUICK, *SLOW]
    assert all(table.allowed for table in every)
    assert len(set(every)) == len(set(map(str, every))) == len(every)


def test_a_table_is_named_by_what_is_not_as_usual() -> None:
    game = GAMES["collapsi"]
    usual = made(game, {"seats": 2, **game.settle({})})
    assert str(usual) == "collapsi-2"
    other = usual.changed(("seats", 3), ("setup", "tri5"), ("start", "jack"), ("shift", "yes"), ("apart", "no"))
    assert str(other) == "collapsi-3-tri5-jack-shift-no-apart"


@pytest.mark.parametrize("name", ["collapsi-2", "collapsi-2-jack"])
def test_the_usual_games_are_among_the_quick_ones(name: str) -> None:
    assert name in map(str, QUICK)
