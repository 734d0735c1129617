"""House rules at work: what each verb does, and what is left to chance (rules, 7.1)."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, Seat
from games.lopti.cards import UNSEEN
from games.lopti.effects import drawn
from games.lopti.events import Cleared, Drew
from games.lopti.firing import choose, fire, owed
from games.lopti.params import Params
from games.lopti.round import Play, Round
from games.lopti.rule import Ask
from games.lopti.rule_events import (
    Announced,
    Gave,
    Offered,
    Owes,
    Peeked,
    Returned,
    Revealed,
    Shuffled,
    ThrowOff,
    Tossed,
    Traded,
)
from tests.games.lopti.house import done, event, rule, table

ANN, BOB, CLEO, DAN = map(Seat, range(4))
THREE = "4h5d;6c7c8c;8d9d"


# Verbs.


def test_draw_takes_from_the_top_of_the_deck() -> None:
    round, events = done(table(THREE, deck="KhQhJh"), "draw next 2")
    assert (round.hands[BOB], round.deck) == (("6c", "7c", "8c", "Qh", "Kh"), ("Jh",))
    assert events == (Drew(BOB, ("Kh", "Qh")),)


def test_a_group_draws_clockwise_from_the_actor() -> None:
    round = table(THREE, deck="KhQhJhTh")
    assert done(round, "draw all 1", event("play", 1))[1] == (
        Drew(BOB, ("Kh",)),
        Drew(CLEO, ("Qh",)),
        Drew(ANN, ("Jh",)),
    )
    assert done(round, "draw others 1", event("play", 1))[1] == (Drew(CLEO, ("Kh",)), Drew(ANN, ("Qh",)))


@pytest.mark.parametrize(
    ("how", "count", "given"),
    [("lowest", 1, ("5d",)), ("lowest", 2, ("5d", "9h")), ("highest", 1, ("Tc",)), ("highest", 2, ("2s", "Tc"))],
)
def test_give_knows_the_lowest_and_highest_cards_the_special_ones_above_the_plain(
    how: str, count: int, given: tuple[str, ...]
) -> None:
    round, events = done(table("2s5d9hTc;6c"), f"give actor next {count} {how}")
    assert events == (Gave(ANN, BOB, given),)
    assert set(round.hands[BOB]) == {"6c", *given}


def test_the_lowest_card_goes_by_the_parameters() -> None:
    low_ace = replace(table("2s5dAhTc;6c"), params=Params(order_ace="low", rank_reset="", rank_clear="5"))
    assert done(low_ace, "give actor next 2 lowest")[1] == (Gave(ANN, BOB, ("Ah", "2s")),)


def test_give_at_random_is_seen_by_two_only() -> None:
    round, events = done(table("2s5d9hTc;6c;7c"), "give actor next 2 random")
    (gave,) = events
    assert isinstance(gave, Gave)
    assert len(round.hands[ANN]) == 2
    assert set(gave.cards) == {"2s", "5d", "9h", "Tc"} - set(round.hands[ANN])
    assert gave.seen_by(ANN) == gave.seen_by(BOB) == gave
    assert gave.seen_by(CLEO) == gave.seen_by(None) == replace(gave, cards=(UNSEEN, UNSEEN))


def test_swap_exchanges_a_card_that_two_know() -> None:
    round, events = done(table(THREE), "swap next prev 1")
    (traded,) = events
    assert isinstance(traded, Traded)
    assert (traded.seat, traded.other) == (BOB, CLEO)
    assert traded.back in round.hands[BOB]
    assert traded.card in round.hands[CLEO]
    assert list(map(len, round.hands)) == [2, 3, 2]
    assert traded.seen_by(BOB) == traded.seen_by(CLEO) == traded
    assert traded.seen_by(ANN) == traded.seen_by(None) == replace(traded, card=UNSEEN, back=UNSEEN)


def test_toss_and_give_by_own_choice_wait_for_their_owner() -> None:
    round, events = done(table(THREE), "toss next 1 pick")
    assert events == (Owes("r1", BOB, "toss", None, 1),)
    assert owed(round, BOB) == Ask("r1", "owner", BOB, "toss", (BOB,), 1)
    assert owed(round, ANN) is None
    after, tossed = choose(round, BOB, "7c")
    assert tossed == (Tossed(BOB, "7c"),)
    assert (after.hands[BOB], after.gone, after.asked) == (("6c", "8c"), ("7c",), ())
    with pytest.raises(IllegalMove, match="no_such_card"):
        choose(round, BOB, "4h")
    with pytest.raises(IllegalMove, match="nothing_owed"):
        choose(after, BOB, "6c")


def test_two_cards_of_own_choice_are_given_one_by_one() -> None:
    round, events = done(table(THREE), "give next actor 2 owner")
    assert events == (Owes("r1", BOB, "give", ANN, 2),)
    round, first = choose(round, BOB, "8c")
    round, second = choose(round, BOB, "6c")
    assert first + second == (Gave(BOB, ANN, ("8c",)), Gave(BOB, ANN, ("6c",)))
    assert (round.hands[ANN], round.hands[BOB], round.asked) == (("4h", "5d", "6c", "8c"), ("7c",), ())


def test_return_cleared_brings_cards_back_to_the_bottom_of_the_deck() -> None:
    round, events = done(table(THREE, deck="Kh", gone="3c3d9c9s"), "return_cleared 2 deck_bottom")
    (returned,) = events
    assert isinstance(returned, Returned)
    assert round.deck == ("Kh", *returned.cards)
    assert len(round.gone) == 2
    assert len(done(table(THREE, gone="3c"), "return_cleared 4 deck_bottom")[0].deck) == 1


def test_7_2_4_return_cleared_never_brings_a_three_into_the_pile() -> None:
    round, events = done(table(THREE, pile="Kh", gone="3c3d9c9s"), "return_cleared 4 pile_bottom")
    assert isinstance(events[0], Returned)
    assert set(events[0].cards) == {"9c", "9s"}
    assert round.pile[-1] == Play(("Kh",), ANN)
    assert [len(play.cards) for play in round.pile] == [1, 1, 1]
    assert round.gone == ("3c", "3d")


def test_clear_pile_is_a_clear_with_its_extra_play() -> None:
    round = replace(table(THREE, pile="5c|6d6h"), chain=1, obliged=True)
    after, events = done(round, "clear_pile")
    assert events == (Cleared(ANN, "rule", 3),)
    assert (after.pile, after.chain, after.obliged, after.extra) == ((), 0, False, True)
    assert after.gone == ("5c", "6d", "6h")


def test_clear_pile_gives_no_extra_play_to_who_is_out_or_where_clears_give_none() -> None:
    out = replace(table(";4c5c;6s", pile="5d"), out=(ANN,))
    assert done(out, "clear_pile")[0].extra is False
    none = replace(table(THREE, pile="5c"), params=Params(clear_extra_play=False))
    assert done(none, "clear_pile")[0].extra is False


def test_extra_play_is_offered_and_need_not_be_made() -> None:
    round, events = done(table(THREE, pile="5c"), "extra_play", event("play", rank="5"))
    assert events == (Offered(ANN),)
    assert round.extra
    assert round.may_pass


@pytest.mark.parametrize(
    "round",
    [
        table(THREE),
        replace(table(THREE, pile="5c"), obliged=True),
        replace(table(THREE, pile="5c"), extra=True),
        replace(table(";4c5c;6s", pile="5d"), out=(ANN,)),
    ],
    ids=["empty table", "a 3 calls the next one", "offered already", "out"],
)
def test_extra_play_is_not_offered_where_there_is_none(round: Round) -> None:
    assert done(round, "extra_play") == (replace(round, fuel=59, fired=(("r1.0", 1),)), ())


def test_reveal_shows_cards_to_everybody() -> None:
    round, events = done(table(THREE), "reveal next 2")
    (shown,) = events
    assert isinstance(shown, Revealed)
    assert shown.seat == BOB
    assert set(shown.cards) < {"6c", "7c", "8c"}
    assert shown.seen_by(None) == shown
    assert round.hands == table(THREE).hands


def test_peek_deck_is_for_one_pair_of_eyes() -> None:
    round, events = done(table(THREE, deck="KhQhJh"), "peek_deck actor 2")
    assert events == (Peeked(ANN, ("Kh", "Qh")),)
    assert events[0].seen_by(ANN) == events[0]
    assert events[0].seen_by(BOB) == events[0].seen_by(None) == Peeked(ANN, (UNSEEN, UNSEEN))
    assert round.deck == ("Kh", "Qh", "Jh")


def test_shuffle_deck_changes_the_order_only() -> None:
    before = table(THREE, deck="2c2d2h2s3c3d3h3s4c4d")
    round, events = done(before, "shuffle_deck")
    assert events == (Shuffled(10),)
    assert round.deck != before.deck
    assert set(round.deck) == set(before.deck)


def test_counters_count_up_to_99_and_back_to_0() -> None:
    round = table(THREE)
    assert done(round, "inc a 9")[0].flags == (("r1.a", 9),)
    assert done(replace(round, flags=(("r1.a", 95),)), "inc a 9")[0].flags == (("r1.a", 99),)
    assert done(replace(round, flags=(("r1.a", 95), ("r2.a", 1))), "reset a")[0].flags == (("r2.a", 1),)
    assert done(round, "reset a")[0].flags == ()


def test_a_counter_makes_no_news() -> None:
    assert fire(table(THREE), (rule("when after play; do inc a 1"),), "after", event("play"))[1] == ()


def test_roshambo_is_one_decisive_throw_by_chance_and_the_loser_pays() -> None:
    results = set()
    for number in range(40):
        round = replace(table(THREE, deck="KhQhJh"), seed=f"seed {number}")
        after, events = done(round, "roshambo actor next draw loser 2")
        thrown, drew = events
        assert isinstance(thrown, ThrowOff)
        assert {thrown.winner, thrown.loser} == {ANN, BOB}
        assert thrown.winning + thrown.losing in ("RS", "SP", "PR")
        assert drew == Drew(thrown.loser, ("Kh", "Qh"))
        assert len(after.deck) == 1
        results.add((thrown.winner, thrown.winning))
    assert len(results) == 6


def test_roshambo_may_be_for_one_of_both_only() -> None:
    for number in range(20):
        round = replace(table(THREE, deck="KhQhJh"), seed=f"seed {number}")
        thrown, *rest = done(round, "roshambo actor next draw actor 1")[1]
        assert isinstance(thrown, ThrowOff)
        assert rest == ([Drew(ANN, ("Kh",))] if thrown.loser == ANN else [])


def test_announce_says_something() -> None:
    assert done(table(THREE), 'announce "Hear, hear!"')[1] == (Announced("Hear, hear!"),)


# Chance.


def test_chance_moves_on_one_way_and_each_order_is_drawn() -> None:
    round = table(THREE)
    seen, seeds = set(), set()
    for _ in range(200):
        round, order = drawn(round, 3)
        seen.add(tuple(order))
        seeds.add(round.seed)
    assert len(seen) == 6
    assert len(seeds) == 200


def test_the_same_seed_gives_the_same_chance() -> None:
    round = table("2s5d9hTcKc;6c7c")
    assert done(round, "give actor next 2 random") == done(round, "give actor next 2 random")
    others = {done(replace(round, seed=str(number)), "give actor next 1 random")[1] for number in range(40)}
    assert len(others) == 5
