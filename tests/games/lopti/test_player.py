"""The computer player: what each level does, and that it sees no more than its seat. Numbers: docs/rules/lopti.md."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.core import Seat
from games.lopti import GAME, Position, duel, question
from games.lopti.book import BOOK
from games.lopti.cards import UNSEEN
from games.lopti.firing import owed
from games.lopti.player import LEVELS, PLAYER, choose, forced, judge, sensible
from games.lopti.reading import read
from games.lopti.text import parse
from tests.games.lopti.sessions import HOUSE_RULES, random_params
from tests.games.lopti.table import lopti

ANN, BOB, CYN, DAN = map(Seat, range(4))


def never() -> bool:
    return False


def chosen(position: Position | str, seat: Seat = ANN, level: str = "club", seed: str = "a seed") -> str:
    at = parse(position) if isinstance(position, str) else position
    return choose(at.view(seat), seat, level, seed, never)


def often(position: Position | str, seat: Seat = ANN, level: str = "club", times: int = 60) -> Counter[str]:
    """Counts what is chosen with different seeds."""
    at = parse(position) if isinstance(position, str) else position
    return Counter(chosen(at, seat, level, f"seed {number}") for number in range(times))


def usual(position: str) -> str:
    """Returns what the better level does nearly always, by ranks: suits are drawn."""
    ranks = Counter[str]()
    for move, times in often(position).items():
        kind, _, cards = move.partition(" ")
        ranks[f"{kind} {cards[::2]}".strip() if kind == "play" else move] += times
    ((move, times),) = ranks.most_common(1)
    assert times >= 50
    return move


# Card play


@pytest.mark.parametrize(
    ("hand", "pile", "move"),
    [
        ("4c6c9cKc", "5d", "play 6"),
        ("6c6d9cKc", "5d", "play 66"),
        ("4c4d4h9c", "", "play 444"),
        ("6c9c2cTc", "8d", "play 9"),
        ("7c2c3cTc", "8d", "play 7"),
        ("2c3cTc", "8d", "play 2"),
        ("3cTc", "8d", "play 3"),
        ("Tc4c", "8d", "play T"),
        ("2c2d4c", "8d", "play 2"),
        ("4c4d5c", "8d", "pick"),
        ("Ac9c", "Ad|Ah|As", "play A"),
        ("9c9dQc", "9h9s", "play 99"),
    ],
    ids=[
        "the lowest that beats",
        "all copies of it",
        "opens low",
        "keeps powers",
        "a seven first",
        "then a two",
        "then a three",
        "a ten at last",
        "one power at a time",
        "picks up when nothing fits",
        "completes four",
        "completes four with two",
    ],
)
def test_the_better_level_plays_sensibly(hand: str, pile: str, move: str) -> None:
    assert usual(f"turn=0 hand={hand};5s down=;2s{pile and f' pile={pile}'}") == move


def test_e3_a_three_answers_a_three() -> None:
    assert usual("turn=0 hand=3c3dKc;5s down=;2s pile=8d chain=1 obliged=yes") == "play 3"


def test_t8_a_down_card_is_drawn_by_chance() -> None:
    position = "turn=0 hand=;5s down=4c5c6c;2s pile=8d"
    assert set(often(position)) == {"flip 1", "flip 2", "flip 3"}
    assert set(often(f"{position} params=blind.choice:leftmost")) == {"flip 1"}
    assert set(often(f"{position} params=blind.choice:random")) == {"flip"}


def test_every_move_that_fits_is_played_now_and_then() -> None:
    position = "turn=0 hand=6c9cTc;5s down=;2s pile=5d"
    assert set(often(position, times=300)) == {"play 6c", "play 9c", "play Tc"}
    assert often(position, level="casual")["play 6c"] < often(position)["play 6c"]


def test_a_seed_always_gives_the_same_move() -> None:
    position = "turn=0 hand=6c6d9cTc;5s down=;2s pile=5d"
    assert often(position, level="casual") == often(position, level="casual")


def test_policies_never_pick_up_where_something_fits() -> None:
    round = parse("turn=0 hand=6c9cTc;5s down=;2s pile=5d").round
    for policy in (sensible, forced):
        moves = {policy(round, ANN, Random(seed)) for seed in range(40)}
        assert None not in moves
    assert {forced(round, ANN, Random(seed)) for seed in range(40)} == {("6c",), ("9c",), ("Tc",)}


def test_an_extra_play_of_a_house_rule_is_declined_where_nothing_fits() -> None:
    assert usual("turn=0 hand=4c5c;5s down=;2s pile=JcJd extra=yes played=1") == "pass"


# Around the card play


def test_d2_the_best_card_is_laid_up_for_the_worst_one() -> None:
    swap = "phase=swap turn=0 hand=4cTcQc;5s6s8s up=5d9dKd;4h6hAh down=4s6d8h;2s9c9h deck=Ac"
    assert set(often(swap)) == {"swap Tc 5d"}
    assert chosen(swap, BOB) == "swap 8s 4h"
    assert chosen(swap.replace("4cTcQc", "4c4d5c").replace("5d9dKd", "6c9dKd")) == "swap -"


BREAK = "phase=break turn=1 hand=;5s out=0"


def test_r1_the_winner_makes_a_rule_of_the_book_or_none() -> None:
    moves = often(f"{BREAK} declarer=0")
    assert moves.pop("waive") > 10
    assert len(moves) > 5
    for move in moves:
        assert read(move.removeprefix("rule ")).title
        assert parse(f"{BREAK} declarer=0").play(ANN, move).move == move
    assert set(often(BREAK)) == {""}, "when to go on is for people to say"


def test_no_rule_of_the_book_is_made_twice() -> None:
    assert set(often(replace(parse(f"{BREAK} declarer=0"), rules=BOOK))) == {"waive"}


def test_what_a_house_rule_asks_for_is_given_cheaply() -> None:
    position = parse("turn=1 hand=9cTcQc;5s up=2h;2d down=2s;4s pile=8d asked=r1:owner:0:toss:0:1:new")
    assert owed(position.round, ANN)
    assert chosen(position) == "choose 9c"


def test_nothing_is_given_that_was_asked_in_a_round_that_is_over() -> None:
    over = parse("phase=break turn=1 hand=9cTc;;5s6s out=1 asked=r1:owner:0:toss:0:1:new")
    assert owed(over.round, ANN)
    assert chosen(over) == ""


def test_a8_a_table_that_sleeps_is_woken_by_people() -> None:
    for turn in range(2):
        assert chosen(f"turn={turn} hand=9c;5s up=2h;2d down=2s;4s pile=8d asleep=yes") == ""


TABLE = "turn=0 hand=6c;7c;8c;9c pile=5d"


def asking(kind: str, subject: str = "remove r1", by: Seat = DAN, about: Seat | None = None) -> Position:
    position = parse(TABLE)
    asked = question.open(question.KINDS[kind], subject, by, position.seated, about=about)
    return replace(position, question=asked, rules=(replace(HOUSE_RULES[0], id="r1", author=BOB),))


def test_5_2_the_computer_votes_once_and_then_plays_on() -> None:
    position = asking("vote")
    moves = often(position)
    assert set(moves) == {"vote yes", "vote no"}
    assert min(moves.values()) > 10
    voted = replace(position, question=question.cast(position.question or pytest.fail("nothing is asked"), ANN, False))
    assert set(often(voted)) == {"play 6c"}


@pytest.mark.parametrize(
    ("kind", "subject", "voice"),
    [
        ("vote", "remove r1", "no"),
        ("object", "r1", "no"),
        ("stall", "", "yes"),
        ("remove", "2", "yes"),
        ("call", "r1", "yes"),
    ],
)
def test_the_computer_stands_by_its_rules_ends_what_is_stuck_and_takes_people_at_their_word(
    kind: str, subject: str, voice: str
) -> None:
    assert set(often(asking(kind, subject, about=CYN), BOB)) == {f"vote {voice}"}


def test_5_3_the_computer_defends_and_throws_sixty_by_chance() -> None:
    tied = question.parse("vote,remove%20r1,now,2,0.1.2.3,2+.3-.0+.1-,")
    fight = duel.open(tied, creator=None)
    position = replace(parse(TABLE), duel=fight)
    moves = often(position, CYN)
    assert len(moves) == 60
    for move in moves:
        assert move.startswith("throw ")
        assert Counter(move.removeprefix("throw ")).keys() == {"R", "P", "S"}
        assert len(move) == len("throw ") + 60
    assert set(often(position, ANN)) == {"play 6c"}
    looking = replace(position, duel=duel.open(tied, creator=ANN))
    assert chosen(looking, BOB) == "defend"


# Whole sessions


def rounds(seats: int, seed: str, number: int, levels: tuple[str, ...] = LEVELS) -> Position:
    """Plays so many rounds of a session of computers that see nothing but their views."""
    chance = Random(seed)
    params = random_params(chance, seats) if chance.random() < 0.5 else None
    position = lopti(GAME.deal(seats, seed, {}))
    position = replace(position, rules=HOUSE_RULES if chance.random() < 0.5 else (), params=params or position.params)
    for ply in range(3000 * number):
        seat = position.to_move[0]
        owing = [other for other in position.round.active if owed(position.round, other)]
        if position.phase == "play" and owing:
            seat = owing[0]
        if position.phase == "break" and position.declarer is None and position.number == number:
            return position
        view = position.view(seat)
        between = position.phase == "break" and position.declarer is None
        move = "deal" if between else choose(view, seat, levels[seat % len(levels)], f"{seed} {ply}", never)
        step = position.play(seat, move)
        assert step.move == move
        position = lopti(step.position)
    raise AssertionError(f"no end: {position}")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_computers_play_sessions_to_the_end(seats: int) -> None:
    for number in range(4):
        position = rounds(seats, f"session {number}", 2)
        assert sum(position.score) == 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_computers_play_many_sessions_to_the_end(seats: int) -> None:
    for number in range(60):
        assert sum(rounds(seats, f"long session {number}", 4).score) == 4


def test_the_better_level_wins_more_rounds() -> None:
    """It wins about two rounds of three."""
    won = 0
    for number in range(60):
        levels = LEVELS if number % 2 else LEVELS[::-1]
        position = lopti(GAME.deal(2, f"match {number}", {}))
        for ply in range(2000):
            if position.phase == "break":
                break
            seat = position.to_move[0]
            move = choose(position.view(seat), seat, levels[seat], f"{number} {ply}", never)
            position = lopti(position.play(seat, move).position)
        won += levels[position.round.out[0]] == "club"
    assert won > 33


def test_a1_the_computer_is_given_nothing_secret() -> None:
    position = lopti(GAME.deal(2, "a seed", {}))
    view = position.view(ANN)
    assert set(view.position.round.hands[BOB]) | set(view.position.round.deck) == {UNSEEN}
    with pytest.raises(AssertionError, match="not the view of seat 0"):
        choose(position.view(BOB), ANN, "club", "a seed", never)
    with pytest.raises(AssertionError, match="not a view"):
        choose(position, ANN, "club", "a seed", never)


def test_who_has_won_is_known_at_the_end_only() -> None:
    position = lopti(GAME.deal(2, "a seed", {}))
    assert judge(position, never) is None
    over = lopti(replace(position, score=(1, 3)).drop(ANN).position)
    verdict = judge(over, never)
    assert verdict
    assert (verdict.winner, verdict.plies) == (BOB, 0)


def test_the_player_has_two_levels() -> None:
    assert (PLAYER.levels, PLAYER.choose, PLAYER.judge) == (("casual", "club"), choose, judge)
