"""House rules at work: roles, terms, order and limits, and when honour rules remind (rules, 7.1 and 7.2)."""

from dataclasses import replace

import pytest

from games.core import Seat
from games.lopti.events import Cleared, Drew
from games.lopti.firing import fire
from games.lopti.params import Params
from games.lopti.round import Play, Round
from games.lopti.rule_events import (
    Announced,
    FuelSpent,
    Gave,
    Reminded,
    RuleFired,
    ThrowOff,
)
from tests.games.lopti.house import cards, done, event, rule, table

ANN, BOB, CLEO, DAN = map(Seat, range(4))
THREE = "4h5d;6c7c8c;8d9d"


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
