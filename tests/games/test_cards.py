"""The shuffle is fair, and the same everywhere for ever: a stored seed must give the deal that was played."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from games.cards import _below, shuffled


def test_a_seed_gives_the_deal_that_it_always_gave() -> None:
    assert shuffled("JJAAAA2222333344", "a seed") == "J2A32JA3243A34A2"
    assert shuffled("0123456789", "") == "7531294806"
    assert shuffled("0123456789", "é") == "3495602781"


@given(deck=st.text(), seed=st.text())
def test_no_card_is_lost_and_none_is_added(deck: str, seed: str) -> None:
    assert sorted(shuffled(deck, seed)) == sorted(deck)
    assert shuffled(deck, seed) == shuffled(deck, seed)


def test_every_order_is_equally_likely() -> None:
    """24 orders in 4,800 shuffles: each within 5 standard errors of 200."""
    orders = Counter(shuffled("abcd", f"seed {number}") for number in range(4800))
    assert set(orders) == {"".join(order) for order in permutations("abcd")}
    assert all(130 < count < 270 for count in orders.values())


def test_a_deck_may_need_more_numbers_than_one_block_of_the_generator_holds() -> None:
    deck = "".join(map(chr, range(0x100, 0x200)))
    assert len(set(shuffled(deck, "long"))) == 256


def test_a_number_that_would_favour_small_ones_is_drawn_again() -> None:
    """2³² leaves a remainder of 1 when it is divided by 3."""
    assert _below(3, iter([2**32 - 1, 7])) == 1
    assert _below(3, iter([2**32 - 2, 7])) == 2
