"""House rules at work: each verb, each role and term, and the meaning of it all (rules, 7.1 and 7.2)."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, Seat
from games.lopti.cards import UNSEEN
from games.lopti.effects import drawn
from games.lopti.events import Cleared, Drew
from games.lopti.firing import answer, choose, fire, hold, owed
from games.lopti.params import Params
from games.lopti.round import Play, Round
from games.lopti.rule import Ask
from games.lopti.rule_events import (
    Announced,
    Answered,
    Asked,
    FuelSpent,
    Gave,
    Offered,
    Owes,
    Peeked,
    Reminded,
    Returned,
    Revealed,
    RuleFired,
    Shuffled,
    ThrowOff,
    Tossed,
    Traded,
)
from tests.games.lopti.house import begin_turn, cards, done, event, rule, table

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


# Questions to the table.

RHYME = rule('title Rhyme; when before play; do ask actor "A rhyme?" draw actor 1')


def asked(round: Round) -> Round:
    after, events = fire(round, (RHYME,), "before", event("play", rank="A", count=1))
    assert events == (RuleFired("r1", "Rhyme"), Asked("r1", ANN, "A rhyme?"))
    return after


def test_ask_waits_for_a_call_and_the_table_says_no() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    with pytest.raises(IllegalMove, match="nothing_to_call"):
        hold(round, "r1")
    after, events = answer(round, "r1", done=False)
    assert events == (Answered("r1", ANN, False), Drew(ANN, ("Kh",)))
    assert after.asked == ()


def test_ask_has_no_consequence_where_it_was_done() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    assert answer(round, "r1", done=True) == (replace(round, asked=()), (Answered("r1", ANN, True),))


def test_ask_that_nobody_calls_lapses_when_the_next_turn_has_ended() -> None:
    round = asked(table(THREE, deck="Kh"))
    round, events = begin_turn(round, (RHYME,))
    assert round.asked[0].state == "late"
    assert hold(round, "r1").asked[0].state == "held"
    round, more = begin_turn(round, (RHYME,))
    assert (round.asked, round.deck, events, more) == ((), ("Kh",), (), ())
    with pytest.raises(IllegalMove, match="nothing_to_call"):
        hold(round, "r1")


def test_ask_that_was_called_does_not_grow_old() -> None:
    round = hold(asked(table(THREE, deck="Kh")), "r1")
    for _ in range(3):
        round, _events = begin_turn(round, (RHYME,))
    assert answer(round, "r1", done=False)[0].deck == ()


def test_an_answer_to_a_question_that_is_gone_changes_nothing() -> None:
    round = table(THREE, deck="Kh")
    assert answer(round, "r1", done=False) == (round, ())
    dropped, _ = begin_turn(hold(asked(round), "r1"), ())
    assert dropped.asked == ()


def test_an_answer_reaches_nobody_who_is_out_by_now() -> None:
    round = replace(hold(asked(table(THREE, deck="Kh")), "r1"), out=(ANN,))
    assert answer(round, "r1", done=False)[1] == (Answered("r1", ANN, False),)


@pytest.mark.parametrize(("simple", "event_of"), [("toss actor 1 pick", Owes), ("reveal actor 1", Revealed)])
def test_a_no_may_lead_to_a_toss_or_to_showing_a_card(simple: str, event_of: type) -> None:
    asking = rule(f'when after play; do ask actor "A rhyme?" {simple}')
    round, _ = fire(table(THREE), (asking,), "after", event("play"))
    _, events = answer(hold(round, "r1"), "r1", done=False)
    assert isinstance(events[1], event_of)


# What nobody answers.


def test_cards_that_nobody_chose_go_from_the_lowest_when_the_next_turn_has_ended() -> None:
    giving = rule("when after play; do give next actor 2 owner")
    round, _ = fire(table("4h;2cKcJc;8d9d"), (giving,), "after", event("play"))
    round, first = begin_turn(round, (giving,))
    assert first == ()
    round, second = begin_turn(round, (giving,))
    assert second == (Gave(BOB, ANN, ("Jc",)), Gave(BOB, ANN, ("Kc",)))
    assert (round.hands[BOB], round.asked) == (("2c",), ())


def test_7_2_3_a_debt_never_takes_the_last_card() -> None:
    giving = rule("when after play; do give next actor 2 owner")
    round, _ = fire(table("4h;KcJc;8d9d"), (giving,), "after", event("play"))
    round, _ = choose(round, BOB, "Kc")
    assert owed(round, BOB) is None
    with pytest.raises(IllegalMove, match="nothing_owed"):
        choose(round, BOB, "Jc")
    for _ in range(2):
        round, events = begin_turn(round, (giving,))
        assert events == ()
    assert (round.hands[BOB], round.asked) == (("Jc",), ())


def test_a_debt_to_who_is_out_is_none() -> None:
    round, _ = done(table(THREE), "give next actor 1 owner")
    assert owed(replace(round, out=(ANN,)), BOB) is None


def test_s46_a_rule_that_was_removed_asks_no_more() -> None:
    tossing = rule("when after play; do toss actor 1 pick")
    round, _ = fire(table(THREE), (tossing,), "after", event("play"))
    after, events = begin_turn(round, (replace(tossing, status="removed"),))
    assert (after.asked, events, after.hands) == ((), (), round.hands)


def test_two_equal_debts_are_paid_one_after_the_other() -> None:
    tossing = rule("when after play; do toss actor 1 pick; do toss actor 1 pick")
    round, _ = fire(table("4h5d6s;7c"), (tossing,), "after", event("play"))
    round, _ = begin_turn(round, (tossing,))
    round, events = begin_turn(round, (tossing,))
    assert events == (Tossed(ANN, "4h"), Tossed(ANN, "5d"))
    assert round.asked == ()


# Roles.

FOUR = table("4h;5c5d5h;6c6d;7c7d7h", up=";8c;;", down=";;Kc;", deck="QsQhQdQc")


@pytest.mark.parametrize(
    ("role", "actor", "who"),
    [
        ("actor", ANN, ANN),
        ("next", ANN, BOB),
        ("next", DAN, ANN),
        ("prev", ANN, DAN),
        ("most_cards", ANN, BOB),
        ("fewest_cards", BOB, ANN),
        ("dealer", ANN, CLEO),
        ("opener", ANN, DAN),
        ("last_winner", ANN, BOB),
    ],
)
def test_roles(role: str, actor: Seat, who: Seat) -> None:
    of = event("play", actor, dealer=CLEO, opener=DAN, last_winner=BOB)
    assert done(FOUR, f"draw {role} 1", of)[1] == (Drew(who, ("Qs",)),)


def test_of_several_with_the_most_or_fewest_cards_it_is_the_nearest_clockwise_the_actor_first() -> None:
    tied = table("4h4d;5c;6c6d;7c", deck="QsQhQdQc")
    assert done(tied, "draw most_cards 1", event("play", 0))[1] == (Drew(ANN, ("Qs",)),)
    assert done(tied, "draw most_cards 1", event("play", 1))[1] == (Drew(CLEO, ("Qs",)),)
    assert done(tied, "draw most_cards 1", event("play", 3))[1] == (Drew(ANN, ("Qs",)),)
    assert done(tied, "draw fewest_cards 1", event("play", 2))[1] == (Drew(DAN, ("Qs",)),)


def test_next_and_previous_go_by_the_direction_of_play_and_pass_over_who_is_out() -> None:
    other_way = replace(FOUR, params=Params(order_direction="ccw"))
    assert done(other_way, "draw next 1")[1] == (Drew(DAN, ("Qs",)),)
    assert done(replace(FOUR, out=(BOB,)), "draw next 1")[1] == (Drew(CLEO, ("Qs",)),)
    assert done(replace(FOUR, absent=frozenset({DAN})), "draw prev 1")[1] == (Drew(CLEO, ("Qs",)),)


@pytest.mark.parametrize("action", ["draw last_winner 1", "give last_winner next 1 lowest", "swap next last_winner 1"])
def test_7_2_4_a_role_that_nobody_has_does_nothing(action: str) -> None:
    assert done(FOUR, action, event("play", last_winner=None))[1] == ()  # type: ignore[arg-type]


def test_two_seats_that_are_one_neither_give_nor_throw() -> None:
    of = event("play", dealer=ANN)
    for action in ("give actor dealer 1 lowest", "swap actor dealer 1", "roshambo actor dealer draw loser 1"):
        assert done(table(THREE, deck="Kh"), action, of)[1] == ()


# Terms and conditions.

TALKING = table("4h5d;6c7c8c;8d9d", up=";Tc;", down="Jc;;", deck="KhQh", pile="5c|6d6h", gone="3c3d9c")


@pytest.mark.parametrize(
    "condition",
    [
        "ev.rank == 10 and ev.rank > 9 and ev.rank < J and ev.rank in 4, T, A",
        "ev.count == 2 and ev.pile_before == 3 and ev.taken == 5",
        "ev.legal == no and ev.legal != yes",
        "ev.cause == four and ev.cause in four, ten and ev.cause != rule",
        "hand.actor == 2 and hand.next == 3 and total.next == 4 and total.actor == 3",
        "hand.most_cards == 3 and hand.fewest_cards == 2",
        "hand.last_winner == 0",
        "deck == 2 and pile == 3 and gone == 3 and threes == 2 and active == 3",
        "plays_this_turn == 1",
        "flag.a == 4 and flag.b == 0",
        "deck >= 2 and deck <= 2 and not deck > 2 and not deck < 2 and deck != 1",
        "deck == 5 or pile == 3",
    ],
)
def test_terms_and_conditions(condition: str) -> None:
    facts = {"rank": "T", "count": 2, "pile_before": 3, "taken": 5, "legal": False, "cause": "four"}
    round = replace(TALKING, chain=2, played=1, flags=(("r1.a", 4), ("r2.b", 7)))
    told = rule(f'when after play; if {condition}; do announce "Yes"')
    denied = rule(f'when after play; if not ({condition}); do announce "No"')
    of = event("play", **facts)  # type: ignore[arg-type]
    assert fire(round, (told, denied), "after", of)[1] == (RuleFired("r1", ""), Announced("Yes"))


# 7.2: order, limits, what never happens.


def test_7_2_1_rules_fire_in_the_order_in_which_they_were_made() -> None:
    made = [rule(f"title {n}; when after play; do announce x{n}", id=f"r{n}", round=n) for n in (3, 1, 2)]
    fired = [
        event.title for event in fire(FOUR, tuple(made), "after", event("play"))[1] if isinstance(event, RuleFired)
    ]
    assert fired == ["1", "2", "3"]


def test_7_2_1_a_clause_fires_at_most_as_often_in_a_round_as_it_says() -> None:
    twice = rule("when after play; do draw actor 1; max 2")
    round = FOUR
    news = []
    for _ in range(4):
        round, events = fire(round, (twice,), "after", event("play"))
        news.append(len(events))
    assert news == [2, 2, 0, 0]
    assert round.fired == (("r1.0", 2),)


def test_7_2_1_the_table_has_fuel_for_60_actions_and_is_told_when_it_is_spent() -> None:
    busy = rule("when after play; do announce a; do announce b; do announce c; do announce d; max 12")
    other = replace(busy, id="r2")
    round, told = FOUR, 0
    assert round.fuel == 60
    for _ in range(9):
        round, events = fire(round, (busy, other), "after", event("play"))
        told += sum(isinstance(event, Announced) for event in events)
        assert (FuelSpent() in events) == (told == 60 and len(events) > 0)
    assert (told, round.fuel) == (60, 0)


def test_7_2_1_the_last_fuel_does_a_part_of_what_a_clause_says() -> None:
    busy = rule("when after play; do announce a; do announce b")
    round, events = fire(replace(FOUR, fuel=1), (busy,), "after", event("play"))
    assert events == (RuleFired("r1", ""), Announced("a"), FuelSpent())
    assert fire(round, (busy,), "after", event("play")) == (round, ())


def test_7_2_2_what_a_rule_does_calls_no_rule() -> None:
    drawing = rule("when after draw; do draw others 2; max 12")
    clearing = rule("when after clear; do draw others 2; max 12", id="r2")
    acting = rule("when after play; do draw actor 1; do clear_pile", id="r3")
    _, events = fire(replace(FOUR, pile=(Play(("9c",), ANN),)), (drawing, clearing, acting), "after", event("play"))
    assert events == (RuleFired("r3", ""), Drew(ANN, ("Qs",)), Cleared(ANN, "rule", 1))


@pytest.mark.parametrize(("kind", "hand", "down"), [("flip", "", "Kc;"), ("play", "Kc", ";")])
def test_s61_before_a_play_that_may_be_the_last_no_card_is_added_to_the_actor(kind: str, hand: str, down: str) -> None:
    round = table(f"{hand};5c6c", down=down, deck="QsQh")
    kind_rules = (
        rule(f"when before {kind}; do draw actor 1"),
        rule(f"when before {kind}; do draw all 1", id="r2"),
    )
    after, events = fire(round, kind_rules, "before", event(kind, rank="K", count=1))
    assert events == (RuleFired("r2", ""), Drew(BOB, ("Qs",)))
    assert after.hands[ANN] == round.hands[ANN]


def test_7_2_3_the_loser_of_a_throw_before_the_last_play_draws_nothing_if_it_is_the_actor() -> None:
    throwing = rule("when before play; do roshambo actor next draw loser 1")
    for number in range(20):
        round = replace(table("KcKd;5c6c", deck="QsQh"), seed=str(number))
        after, events = fire(round, (throwing,), "before", event("play", rank="K", count=2))
        assert isinstance(events[1], ThrowOff)
        assert after.hands[ANN] == ("Kc", "Kd")
        assert len(after.hands[BOB]) == (2 if events[1].loser == ANN else 3)


def test_7_2_3_before_another_play_the_actor_may_draw() -> None:
    drawing = rule("when before play; do draw actor 1")
    round = table("KcKd;5c6c", deck="QsQh")
    assert fire(round, (drawing,), "before", event("play", rank="K", count=1))[0].hands[ANN] == ("Qs", "Kc", "Kd")


@pytest.mark.parametrize(
    "action",
    [
        *("draw next 1", "give next actor 1 lowest", "give actor next 1 random", "give next actor 1 owner"),
        *("swap actor next 1", "toss next 1 pick", "reveal next 1", "peek_deck next 1"),
        *("roshambo actor next draw loser 1", 'ask next "A song?" draw next 1', 'ask actor "A song?" draw next 1'),
    ],
)
def test_7_2_3_nothing_is_done_to_who_is_out_or_has_left(action: str) -> None:
    for gone in ({"out": (BOB,)}, {"absent": frozenset({BOB})}):
        round = replace(table("4h5h;;", deck="Kh"), **gone)
        at_bob = action.replace("next", "dealer")
        assert done(round, at_bob, event("play", dealer=BOB))[1] == ()


@pytest.mark.parametrize(
    "action",
    ["give next actor 2 random", "give next actor 1 owner", "swap actor next 1", "toss next 1 pick"],
)
def test_7_2_3_the_last_card_of_a_hand_stays(action: str) -> None:
    round = table("4h5h;6c", up=";7c8c9c", down=";KcQcJc")
    after, events = done(round, action)
    assert (after.hands, after.asked, events) == (round.hands, (), ())


def test_7_2_3_of_two_cards_only_one_can_be_given() -> None:
    assert done(table("4h;6c7c"), "give next actor 2 highest")[1] == (Gave(BOB, ANN, ("7c",)),)


@pytest.mark.parametrize(
    ("round", "action"),
    [
        (table(THREE), "draw all 2"),
        (table(THREE), "return_cleared 4 deck_bottom"),
        (table(THREE, pile="9c", gone="3c"), "return_cleared 4 pile_bottom"),
        (table(THREE, gone="9c"), "return_cleared 4 pile_bottom"),
        (table(THREE), "clear_pile"),
        (table(THREE), "peek_deck actor 1"),
        (table(THREE), "shuffle_deck"),
        (table(";5c"), "reveal actor 1"),
    ],
)
def test_7_2_4_what_cannot_be_done_is_left_undone_in_silence(round: Round, action: str) -> None:
    after, events = done(round, action)
    assert events == ()
    assert cards(after) == cards(round)


def test_7_2_4_a_short_deck_is_drawn_as_far_as_it_goes() -> None:
    assert done(table(THREE, deck="Kh"), "draw all 2")[1] == (Drew(ANN, ("Kh",)),)


def test_phases_and_events_are_kept_apart() -> None:
    before, after = rule("when before play; do announce a"), rule("when after play; do announce b", id="r2")
    both = (before, after)
    assert fire(FOUR, both, "before", event("play"))[1] == (RuleFired("r1", ""), Announced("a"))
    assert fire(FOUR, both, "after", event("play"))[1] == (RuleFired("r2", ""), Announced("b"))
    assert fire(FOUR, both, "after", event("flip"))[1] == ()


def test_s46_a_rule_that_was_removed_does_not_fire_from_then_on() -> None:
    removed = rule("when after play; do draw all 1", status="removed")
    assert fire(FOUR, (removed,), "after", event("play")) == (FOUR, ())


def test_the_third_seven_is_counted_by_one_clause_and_seen_by_the_other() -> None:
    sevens = rule(
        "when after play; if ev.rank == 7; do inc sevens 1;"
        "when after play; if flag.sevens >= 3; do draw others 1; do reset sevens"
    )
    round, drew = FOUR, []
    for rank in "77K77":
        round, events = fire(round, (sevens,), "after", event("play", rank=rank, count=1))
        drew.append(sum(isinstance(event, Drew) for event in events))
    assert drew == [0, 0, 0, 3, 0]
    assert round.flags == (("r1.sevens", 1),)


# Honour rules.


@pytest.mark.parametrize(
    ("remind", "reminded"),
    [("play", ["7", "A"]), ("play A", ["A"]), ("flip", []), ("never", [])],
)
def test_an_honour_rule_reminds_at_its_moment(remind: str, reminded: list[str]) -> None:
    honour = rule(f"title Rhyme; text A rhyme before an ace.; remind {remind}")
    told = []
    for rank in "7A":
        _, events = fire(FOUR, (honour,), "after", event("play", 1, rank=rank))
        assert events in ((), (Reminded("r1", "Rhyme", BOB),))
        told += [rank] * len(events)
        assert fire(FOUR, (honour,), "before", event("play", 1, rank=rank)) == (FOUR, ())
    assert told == reminded


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
