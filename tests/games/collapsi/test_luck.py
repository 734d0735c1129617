"""Deals with little luck."""

import pytest

from games.collapsi import GAME
from games.collapsi.bitboards import bits
from games.collapsi.dealing import LONG
from tests.games.collapsi.duels import duel_of
from tests.games.collapsi.line import own

STARTS = pytest.mark.parametrize("start", ["joker", "jack"])


@STARTS
@pytest.mark.parametrize("luck", ["close", "sharp"])
def test_perfect_play_of_a_fair_deal_lasts_long(luck: str, start: str) -> None:
    for number in range(50):
        duel = duel_of(own(GAME.deal(2, f"fair {number}", {"start": start, "luck": luck})))
        assert duel.plies(bool) >= LONG == 12


@STARTS
def test_in_a_sharp_deal_one_first_move_wins_at_most(start: str) -> None:
    for number in range(50):
        duel = duel_of(own(GAME.deal(2, f"sharp {number}", {"start": start, "luck": "sharp"})))
        assert sum(not duel.after(to).wins(bool) for to in bits(duel.targets)) == duel.wins(bool)


@STARTS
def test_a_deal_that_is_fair_anyway_stays_as_it_is(start: str) -> None:
    for number in range(30):
        as_dealt = GAME.deal(2, f"same {number}", {"start": start})
        if duel_of(own(as_dealt)).plies(bool) >= LONG:
            assert GAME.deal(2, f"same {number}", {"start": start, "luck": "close"}) == as_dealt


def test_only_the_plain_game_for_two_can_be_dealt_fairly() -> None:
    assert GAME.refuses(2, {"luck": "sharp", "start": "jack"}) is None
    for name in ("shift", "free", "joker-revival", "adjacent-revival", "reconstruction"):
        assert GAME.refuses(2, {"luck": "close", name: "yes"}) == "luck"
    assert GAME.refuses(2, {"luck": "close", "setup": "big"}) == "luck"
    assert GAME.refuses(3, {"luck": "close", "setup": "tri5"}) == "luck"
    assert GAME.refuses(3, {"luck": "any", "setup": "tri5"}) is None
