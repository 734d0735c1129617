"""What tests of the shell share."""

import pytest

from storage import Store
from tests.bot.hall import Hall
from tests.bot.wall import Street, Wall
from tests.time import Time


@pytest.fixture
def hall(store: Store, time: Time) -> Hall:
    return Hall(store, time)


@pytest.fixture
def street(store: Store, time: Time) -> Street:
    return Street(store, time, Wall("telegram"), Wall("discord", 2.0))
