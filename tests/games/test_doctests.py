"""The examples in the text are true."""

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(games.__path__, "games.") if "__main__" not in module.name
)
DOCUMENTS = ["README.md", "docs/notation.md"]


@pytest.mark.parametrize("name", ["games", *MODULES])
def test_the_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name", ["games", "games.cards", "games.record", "games.collapsi.board", "games.collapsi.notation"]
)
def test_the_modules_that_people_read_first_have_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).attempted > 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_of_a_document(name: str) -> None:
    path = ROOT / name
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0
