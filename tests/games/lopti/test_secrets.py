"""Law 8: what a seat sees, is offered and is told does not depend on what it may not know."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Choices, Event, MoveError, Seat, Step
from games.lopti import GAME, Position, choosing
from games.lopti.events import Dealt, Drew, Flipped, PickedUp, Played, RoundOver, Swapped, TookUp
from games.lopti.legality import may_pick_up, playable
from games.lopti.round import Round
from games.lopti.rule import Rule
from games.lopti.text import parse
from tests.games.lopti.secrets import dealt_again, with_other_cards
from tests.games.lopti.sessions import HOUSE_RULES, Ply, random_session
from tests.games.lopti.table import played
from tests.laws.trying import attempt

CARD = re.compile("[23456789TJQKA][cdhs]")
PUBLIC = (Played, Flipped, PickedUp, Swapped, TookUp)
"""What happens before everybody's eyes."""
BESIDE = ("table", "duel")
TRIED = (
    "vote no",
    "throw random",
    "call r1",
    "object r2",
    "stall",
    "pick",
    "pass",
    "flip 1",
    "flip 9",
    "4",
    "QQ",
    "Ah",
    "swap 4 5",
    "swap Kd Kd",
    "deal",
    "close",
    "ask r1 Is it?",
    "answer yes",
    "restore book 1",
    "wake",
    "lapse",
)


def shown(position: Position, viewer: Seat | None) -> list[object]:
    """Returns all that a seat, or a spectator, can see, be offered or be refused with."""
    view = position.view(viewer)
    about: list[object] = [view, str(view), GAME.diagram(view), position.to_move, position.out, position.outcome]
    for seat in map(Seat, range(len(position.score))):
        about += [list(view.moves(seat)), position.may_act(seat)]
        if seat == viewer:
            about += every_choice(view.choices, seat) + every_choice(position.choices, seat)
            about += [way(view.choices, seat, begun) for begun in BESIDE]
            about += [list(position.moves(seat)), *(refusal(position, seat, text) for text in TRIED)]
    return about


def refusal(position: Position, seat: Seat, text: str) -> str:
    tried = attempt(position.play, seat, text)
    return str(tried) if isinstance(tried, MoveError) else "played"


def every_choice(choices: Callable[[Seat, str], Choices], seat: Seat, prefix: str = "") -> list[object]:
    """Returns what is offered at each step."""
    here = choices(seat, prefix)
    if prefix == "rule":
        return [way(choices, seat, prefix)]
    return [here, *(after for item in here.items for after in every_choice(choices, seat, item.text))]


def way(choices: Callable[[Seat, str], Choices], seat: Seat, text: str) -> object:
    """Returns what is offered at each step of one way beside the cards: there are too many for all of them."""
    steps: list[object] = []
    while True:
        here = attempt(choices, seat, text)
        steps.append(here if isinstance(here, Choices) else str(here))
        if not isinstance(here, Choices) or not here.items:
            return steps
        text = here.items[len(steps) % len(here.items)].text


def check_view(position: Position, chance: Random) -> None:
    for viewer in (None, *map(Seat, range(len(position.score)))):
        other = dealt_again(position, viewer, chance)
        assert shown(other, viewer) == shown(position, viewer)


def public(ply: Ply, viewer: Seat | None) -> set[str]:
    """Returns the cards that a seat knows after a step, by the table of who may see what (rules, section 8)."""
    round = ply.after.round
    zones = [
        *round.up,
        round.gone,
        *(play.cards for play in round.pile),
        round.hands[viewer] if viewer is not None else (),
    ]
    told = [event for event in ply.step.events if isinstance(event, PUBLIC)]
    return {card for zone in zones for card in zone} | set(CARD.findall(str(told)))


def check_step(ply: Ply, chance: Random) -> int:
    """Lets the same happen with other hidden cards, and returns for how many viewers that was possible."""
    tried = 0
    if any(isinstance(event, Dealt | RoundOver) for event in ply.step.events):
        return tried
    for viewer in (None, *map(Seat, range(len(ply.before.score)))):
        known, move = public(ply, viewer), ply.step.move
        if any(isinstance(event, Swapped) for event in ply.step.events):
            known |= set(CARD.findall(f"{ply.before.swaps} {move}"))
        elif move.startswith("swap") and ply.seat != viewer:
            move = "swap -"
        other = with_other_cards(ply.before, viewer, known, chance)
        # Which card a random flip turns is drawn from the round's own seed.
        fresh = other.round if move == "flip" else replace(other.round, seed="0")
        other = replace(other, seed="0", nonce="0", round=fresh)
        if ply.seat != viewer and hangs_on_the_hand(ply, other):
            continue
        tried += 1
        step = happening(other, ply.seat, move)
        assert isinstance(step.position, Position)
        assert shown(step.position, viewer) == shown(ply.after, viewer)
        assert seen(step, viewer) == seen(ply.step, viewer)
    return tried


def hangs_on_the_hand(ply: Ply, other: Position) -> bool:
    """Whether what a seat did tells of its cards by the rules: the lowest one by default, or that nothing fitted."""
    position, seat = ply.before, ply.seat
    if seat is None or position.phase != "play":
        return False
    if ply.step.move == "lapse":
        return choosing.default(position.round, seat) != choosing.default(other.round, seat)
    return ply.step.move == "pick" and not may_pick_up(other.round, seat)


def seen(step: Step, viewer: Seat | None) -> list[Event]:
    return [told for event in step.events if (told := event.seen_by(viewer))]


def happening(position: Position, seat: Seat | None, move: str) -> Step:
    if seat is None:
        return position.join()
    return position.drop(seat) if move == "drop" else position.play(seat, move)


@pytest.mark.parametrize("rules", [(), HOUSE_RULES], ids=["plain", "house rules"])
@given(seed=st.integers(0, 10**6).map(str))
@settings(deadline=None, max_examples=6)
def test_law_8_a_view_does_not_depend_on_what_the_seat_cannot_see(rules: tuple[Rule, ...], seed: str) -> None:
    chance = Random(seed)
    for ply in random_session(seed, 80, rules=rules):
        check_view(ply.after, chance)


@given(seed=st.integers(0, 10**6).map(str))
@settings(deadline=None, max_examples=8)
def test_law_8_what_a_step_tells_a_seat_does_not_depend_on_what_it_cannot_see(seed: str) -> None:
    chance = Random(seed)
    tried = [check_step(ply, chance) for ply in random_session(seed, 80)]
    assert sum(tried) >= len(tried) // 2


def secret(position: Position, viewer: Seat | None) -> set[str]:
    """Returns the cards that lie where a seat cannot look."""
    round = position.round
    others = [cards for seat, cards in enumerate(round.hands) if seat != viewer]
    return {card for zone in (*others, *round.down, round.deck, round.left) for card in zone}


@pytest.mark.parametrize("rules", [(), HOUSE_RULES], ids=["plain", "house rules"])
@given(seed=st.integers(0, 10**6).map(str))
@settings(deadline=None, max_examples=6)
def test_a1_nothing_that_a_seat_sees_names_a_card_of_another_hand_the_deck_or_a_down_card(
    rules: tuple[Rule, ...], seed: str
) -> None:
    for ply in random_session(seed, 60, rules=rules):
        # Digits of the digest and words of rules may look like a card.
        position = replace(ply.after, digest="", rules=(), pending=(), question=None, duel=None)
        for viewer in (None, *position.seated):
            view = position.view(viewer)
            told = [str(view), GAME.diagram(view), repr(view.public)]
            if viewer is not None:
                told += map(repr, every_choice(view.choices, viewer))
            assert not secret(position, viewer).intersection(CARD.findall(" ".join(told)))


@pytest.mark.parametrize("choice", ["owner", "leftmost", "random"])
def test_a3_a_flip_turns_the_same_card_after_a_restart(choice: str) -> None:
    text = f"turn=0 hand=;6c down=9c4cTh;2s pile=5d chance=5eed params=blind.choice:{choice}"
    move = next(parse(text).moves(Seat(0)))
    step = parse(text).play(Seat(0), move)
    assert [event for event in step.events if isinstance(event, Flipped)]
    assert parse(str(parse(text))).play(Seat(0), move) == step
    assert parse(str(step.position)) == step.position, "and is shown the same"


@pytest.mark.parametrize(
    "text",
    [
        "turn=0 phase=swap hand=4h5d;7s8s;9c up=2c;8c;Jc down=2h;8h;Jh",
        "turn=0 hand=4h5d;7s8s;9c pile=3d",
        "turn=2 hand=4h5d;7s8s;9c pile=3d asleep=yes misses=1;1;1",
        "turn=0 phase=break hand=;7s8s;9c out=0 declarer=0",
        "turn=1 hand=;7s8s;9c out=0 params=after_win:play_on",
        "turn=1 hand=;7s8s;9c dropped=0 absent=0",
    ],
    ids=["swap", "play", "asleep", "break", "out", "left"],
)
def test_a4_everybody_sees_their_own_hand_at_any_time_and_never_another(text: str) -> None:
    position = parse(text)
    for viewer in (None, *map(Seat, range(3))):
        hands = position.view(viewer).position.round.hands
        for seat, cards in enumerate(position.round.hands):
            assert hands[seat] == (cards if seat == viewer else ("??",) * len(cards))


def test_law_8_a_view_that_shows_the_deck_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    check_view(deep_in_a_round(), Random(1))
    monkeypatch.setattr("games.lopti.view._covered", lambda cards: cards)
    with pytest.raises(AssertionError):
        check_view(deep_in_a_round(), Random(1))


def test_law_8_an_event_that_shows_a_drawn_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    ply = next(ply for ply in random_session("drawing", 80) if any(isinstance(one, Drew) for one in ply.step.events))
    assert check_step(ply, Random(1)) > 1
    monkeypatch.setattr(Drew, "seen_by", lambda drew, _: drew)
    with pytest.raises(AssertionError):
        check_step(ply, Random(1))


def test_law_8_an_offer_that_hangs_on_other_hands_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def careful(round: Round, seat: Seat) -> list[tuple[str, int]]:
        return [play for play in playable(round, seat) if round.hands[1][0][0] == "6" or play != ("Q", 1)]

    position = parse("turn=0 hand=4h5dQs;6cQd down=2c;2d deck=KhKd3d pile=5c")
    chance = Random(1)
    check_view(position, chance)
    monkeypatch.setattr("games.lopti.choosing.playable", careful)
    with pytest.raises(AssertionError):
        check_view(position, chance)


def test_law_8_nobody_learns_of_throws_that_have_met_none(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ("0: propose core low.max 5 now", "1: vote no", "0: throw RPPSSRRP", "1: throw RS")
    position = played("turn=0 hand=4h5dQs;6cQd deck=Kh pile=5c", *moves).position
    check_view(position, Random(1))
    assert ".RP??????." in str(position.view(Seat(1)))
    monkeypatch.setattr("games.lopti.duel.masked", lambda fight, _: fight)
    with pytest.raises(AssertionError):
        check_view(position, Random(1))


def deep_in_a_round() -> Position:
    return list(random_session("deep", 60, quiet=True))[-1].after
