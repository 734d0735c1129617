"""The playability gate, and how long rounds are (section 6 and the facts of docs/rules/lopti.md)."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random

import pytest

from games.core import Seat
from games.lopti import dealing, trials, turns
from games.lopti.book import BOOK
from games.lopti.legality import playable, worth
from games.lopti.params import PARAMS, Params
from games.lopti.player import Move, sensible
from games.lopti.round import Round
from games.lopti.text import parse
from games.lopti.trials import CAP, Trial, tried, try_out
from tests.games.lopti.sessions import random_params
from tests.games.lopti.table import lopti, played

BARE = {"rank.reset": "none", "rank.pass": "none", "rank.low": "none", "rank.clear": "none", "four.clears": "no"}
"""No card has a power, and nothing clears."""
THIRTEEN = tuple(replace(rule, id=f"r{number}", round=number) for number, rule in enumerate(BOOK, start=1))


def counted(most: int) -> Callable[[], bool]:
    """Returns a stop that fires after so many questions."""
    questions = count()
    return lambda: next(questions) >= most


def stepped(round: Round, move: Move) -> Round:
    """Plays a card, flips one or picks up."""
    if move is None:
        return turns.pick(round, round.turn)[0]
    if isinstance(move, int):
        return turns.flip(round, round.turn, move)[0]
    return turns.play(round, round.turn, move)[0]


def lasts(params: Params, seats: int, seed: str) -> int:
    """Plays a round sensibly, with a loop of its own, and returns how many times somebody did something."""
    round, chance = dealing.dealt(params, seats, frozenset(), seed, dealer=Seat(0), opener=Seat(0)), Random(seed)
    for number in range(CAP):
        if round.is_over:
            return number
        round = stepped(round, sensible(round, round.turn, chance))
    return CAP


# Facts


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a10_a_round_of_the_core_rules_ends_after_about_52_to_90_turns(seats: int) -> None:
    trial = try_out(Params(), (), seats, "a round", rounds=40)
    assert (trial.ended, trial.percent, trial.is_playable) == (40, 100, True)
    assert 40 <= trial.median <= 100


def test_a10_more_players_have_shorter_rounds() -> None:
    medians = [try_out(Params(), (), seats, "a round", rounds=80).median for seats in (2, 3, 4, 5)]
    assert medians == sorted(medians, reverse=True)


def test_without_powers_and_clears_most_rounds_of_two_do_not_end() -> None:
    trial = try_out(Params.of(BARE), (), 2, "bare")
    assert (trial.capped, trial.is_playable) == (3, False)
    assert trial.percent <= 50


def single_changes() -> list[tuple[str, str]]:
    """Lists all changes of one parameter that may be made."""
    powers = [param.default for key, param in PARAMS.items() if key.startswith("rank.")]
    return [
        (key, value)
        for key, param in PARAMS.items()
        for value in param.values
        if value != param.default and not (key.startswith("rank.") and value in powers)
    ]


@pytest.mark.parametrize("key", PARAMS)
def test_a_change_of_one_parameter_leaves_rounds_that_end(key: str) -> None:
    value = next(value for other, value in single_changes() if other == key)
    assert try_out(Params.of({key: value}), (), 2, "one", rounds=6).ended == 6


@pytest.mark.slow
@pytest.mark.parametrize(("key", "value"), single_changes())
def test_every_change_of_one_parameter_passes(key: str, value: str) -> None:
    assert try_out(Params.of({key: value}), (), 2, "every").is_playable


def random_rounds(number: int) -> None:
    """Plays so many rounds with random parameters that pass the gate; each has to end."""
    chance = Random(number)
    played = refused = 0
    for draw in count():
        seats = chance.randint(2, 5)
        params = random_params(chance, seats)
        if not try_out(params, (), seats, f"gate {draw}", rounds=10, cap=1500).is_playable:
            refused += 1
            continue
        for each in range(10):
            assert lasts(params, seats, f"round {draw} {each}") < CAP, f"{seats} seats, {params}"
        played += 10
        if played >= number:
            break
    assert refused < played / 10


def test_rounds_with_random_parameters_that_pass_the_gate_end() -> None:
    random_rounds(200)


@pytest.mark.slow
def test_2000_rounds_with_random_parameters_that_pass_the_gate_end() -> None:
    random_rounds(2000)


@pytest.mark.parametrize("seats", [2, 4])
def test_rounds_with_all_rules_of_the_book_end(seats: int) -> None:
    trial = try_out(Params(), THIRTEEN, seats, "book", rounds=20)
    assert trial.ended == 20
    assert trial != try_out(Params(), (), seats, "book", rounds=20)


# Endless rounds


def lowest(round: Round) -> Move:
    """Plays one of the lowest cards that fit; never anything else."""
    able = [rank for rank, copies in playable(round, round.turn) if copies == 1]
    if not able:
        return None
    rank = min(able, key=lambda rank: worth(round.params, rank))
    return (next(card for card in round.hands[round.turn] if card[0] == rank),)


def circling(low_renew: str) -> Round:
    hands = "8cJcKcKdKh;5c7c7dQcQdKsAc"
    # A down card each, so that nobody is out; they are never reached.
    return parse(f"turn=0 hand={hands} down=2c;2d params=low.renew:{low_renew}").round


@pytest.mark.parametrize(
    ("low_renew", "circle"),
    [("match", "8 7 pick 5 7 pick"), ("free", "8 7 pick 5 7 7 pick Q 7 pick 5 7 7 pick")],
)
def test_players_who_always_play_the_lowest_card_go_round_in_circles(low_renew: str, circle: str) -> None:
    round = first = circling(low_renew)
    for told in circle.split():
        assert not round.is_over
        move = lowest(round)
        assert (move[0][0] if isinstance(move, tuple) else "pick") == told
        round = stepped(round, move)
    assert replace(round, idle=0) == first


@pytest.mark.parametrize("low_renew", ["match", "free"])
def test_sensible_players_get_out_of_that_circle(low_renew: str) -> None:
    for seed in range(10):
        round, chance = circling(low_renew), Random(seed)
        for _ in range(CAP):
            if not round.is_over:
                round = stepped(round, sensible(round, round.turn, chance))
        assert round.is_over


# The gate


def test_decision_22_the_third_of_200_rounds_that_are_given_up_ends_the_trial() -> None:
    trial = try_out(Params(), (), 3, "too short", cap=1)
    assert trial == Trial(rounds=200, ended=0, capped=3, median=0)
    assert (trial.percent, trial.is_playable) == (0, False)


def test_decision_22_one_round_in_a_hundred_may_be_given_up() -> None:
    assert Trial(200, ended=198, capped=2, median=64).is_playable
    assert not Trial(200, ended=197, capped=3, median=64).is_playable
    assert Trial(200, ended=198, capped=2, median=64).percent == 99
    assert Trial(200, ended=199, capped=1, median=64).percent == 99


def test_a_trial_ends_when_the_stop_fires_and_tells_what_it_knows() -> None:
    trial = try_out(Params(), (), 2, "stopped", stop=counted(20))
    assert 0 < trial.ended < 20
    assert trial.is_playable
    assert trial.median > 0


def test_a_trial_that_was_stopped_before_a_round_ended_allows_nothing() -> None:
    trial = try_out(Params(), (), 2, "stopped", stop=counted(0))
    assert trial == Trial(rounds=200, ended=0, capped=0, median=0)
    assert (trial.percent, trial.is_playable) == (0, False)


def test_a_seed_always_gives_the_same_trial() -> None:
    assert try_out(Params(), THIRTEEN, 3, "same", 6) == try_out(Params(), THIRTEEN, 3, "same", 6)


def test_the_median_is_that_of_rounds_that_are_played_sensibly() -> None:
    """Counted by another loop: each turn begins when another seat, or the same one anew, is to play its first card."""
    lengths = []
    for number in range(0, 20, 2):
        name, opener = f"median:{number}", Seat(number % 4)
        round = dealing.dealt(Params(), 4, frozenset(), name, dealer=opener, opener=opener)
        chance, length = Random(name), 0
        while not round.is_over:
            before = round.turn
            round = stepped(round, sensible(round, before, chance))
            length += round.turn != before or round.is_over
        lengths.append(length)
    assert try_out(Params(), (), 4, "median", rounds=20).median == sorted(lengths)[4]


# What a move would change


DECLARING = "turn=0 phase=break hand=;9d;8h out=0 declarer=0 round=3 digest=5eed"
FEAST = "when after pickup; do draw next 2; max 12"


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays few test rounds."""
    usual = partial(try_out, rounds=4)
    monkeypatch.setattr(trials, "try_out", usual)


@pytest.mark.usefixtures("_few")
def test_a_declaration_is_tried_out_beside_the_session_as_it_is() -> None:
    position = parse(DECLARING)
    for move in (f"rule {FEAST}", "Rule book 1"):
        before, after = tried(position, Seat(0), move, counted(CAP)) or pytest.fail("nothing was tried")
        assert before.ended == after.ended == 4
    (rule,) = lopti(position.play(Seat(0), f"rule {FEAST}").position).rules
    seed = "3 5eed"
    expected = try_out(Params(), (), 3, seed, 4), try_out(Params(), (rule,), 3, seed, 4)
    assert tried(position, Seat(0), f"rule {FEAST}", counted(CAP)) == expected


@pytest.mark.usefixtures("_few")
def test_a_proposal_is_tried_out_for_those_who_are_there_and_after_what_was_agreed_before() -> None:
    text = "turn=0 hand=6c9c;8dJd;;QsKs pile=5c round=2 dropped=2 absent=2"
    agreed = parse(f"{text} pending=next,core%20draw.floor%204")
    before, after = tried(agreed, Seat(1), "propose core draw.mode refill now", counted(CAP)) or pytest.fail(
        "not tried"
    )
    changed = Params.of({"draw.floor": "4"}), Params.of({"draw.floor": "4", "draw.mode": "refill"})
    assert (before, after) == tuple(try_out(params, (), 3, "2 ", 4) for params in changed)


@pytest.mark.usefixtures("_few")
def test_a1_a_trial_needs_nothing_secret_and_can_be_done_by_another_process() -> None:
    position = parse(f"{DECLARING} seed=5eed nonce=5eed")
    masked = lopti(pickle.loads(pickle.dumps(position.view(Seat(1)).position)))
    found = tried(masked, Seat(0), f"rule {FEAST}", counted(CAP))
    assert found == tried(position, Seat(0), f"rule {FEAST}", counted(CAP))
    assert pickle.loads(pickle.dumps(found)) == found
    assert found == tried(replace(position, seed="c0de", nonce="c0de"), Seat(0), f"rule {FEAST}", counted(CAP))


def test_what_changes_no_round_is_not_tried_out() -> None:
    position, on = parse(DECLARING), parse("turn=0 hand=6c9c;8dJd;QsKs pile=5c round=2")
    for move in ("waive", "rule", "rule nonsense", "rule book 99", 'rule text "Sing."', "propose remove r1 now"):
        assert tried(position, Seat(0), move, counted(0)) is None
    assert tried(position, Seat(1), f"rule {FEAST}", counted(0)) is None, "only the winner may"
    for move in ("play 6c", "pick", "vote yes", "propose core low.renew", "propose core low.renew free now"):
        assert tried(on, Seat(0), move, counted(0)) is None
    asked = played(on, "0: propose core low.renew match now").position
    assert tried(asked, Seat(1), "propose core low.renew match now", counted(0)) is None, "one question at a time"


def test_where_time_is_short_the_change_is_tried_out_first() -> None:
    before, after = tried(parse(DECLARING), Seat(0), f"rule {FEAST}", counted(20)) or pytest.fail("not tried")
    assert after.ended > 0 == before.ended
