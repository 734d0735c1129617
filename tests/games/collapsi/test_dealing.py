"""What can be agreed before the deal, and what is dealt then. The numbers are those of docs/rules/collapsi.md."""

from collections import Counter

import pytest

from games.collapsi import GAME, Position
from games.collapsi.dealing import dealt
from games.collapsi.rules import REVIVALS, SETUPS
from games.core import Options
from tests.games.collapsi.line import FIRST, after, own

EVERYTHING = {
    "setup": "big6",
    "start": "jack",
    "joker-revival": "yes",
    "adjacent-revival": "yes",
    "reconstruction": "yes",
    "adjacent-wrap": "no",
    "shift": "yes",
    "apart": "no",
    "free": "yes",
    "elimination": "yes",
    "series": "cycle",
}


def deal(seats: int, seed: str = "a seed", **options: str) -> Position:
    """Deals; options are named with ``_`` for ``-``."""
    return own(GAME.deal(seats, seed, {name.replace("_", "-"): value for name, value in options.items()}))


def starts(position: Position) -> list[tuple[int, int]]:
    return [divmod(square, position.board.width) for square, card in enumerate(position.cards) if card == "J"]


def share_a_line(squares: list[tuple[int, int]]) -> bool:
    return len({row for row, _ in squares}) < len(squares) or len({column for _, column in squares}) < len(squares)


# What goes together


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (3, {}, "seats"),
        (4, {"setup": "tri5"}, "seats"),
        (5, {"setup": "big"}, "seats"),
        (2, {"setup": "big6", "elimination": "yes"}, "elimination"),
        (2, {"adjacent-wrap": "no"}, "adjacent-wrap"),
        (2, {"adjacent-wrap": "no", "joker-revival": "yes", "reconstruction": "yes"}, "adjacent-wrap"),
        (2, {"apart": "no"}, "apart"),
        (3, {"setup": "tri5", "series": "points"}, "series"),
        (4, {"setup": "big6", "series": "swap"}, "series"),
        (3, {"setup": "tri5", "series": "cycle"}, "series"),
        (2, {"series": "cycle"}, "series"),
    ],
)
def test_what_does_not_go_together_is_refused(seats: int, options: Options, reason: str) -> None:
    assert GAME.refuses(seats, options) == reason
    assert GAME.refuses(seats, GAME.settle(options)) == reason


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"setup": "tri5"}),
        (4, {"setup": "big"}),
        (3, {"setup": "single5", "elimination": "yes"}),
        (2, {"adjacent-wrap": "no", "adjacent-revival": "yes"}),
        (2, {"apart": "no", "shift": "yes"}),
        (2, {"series": "points"}),
        (2, {"series": "swap", "setup": "big6"}),
        (3, {"setup": "tri5", "series": "cycle", "elimination": "yes"}),
        (4, EVERYTHING),
    ],
)
def test_what_goes_together_is_not(seats: int, options: Options) -> None:
    assert GAME.refuses(seats, options) is None
    assert GAME.refuses(seats, GAME.settle(options)) is None


# What is dealt


@pytest.mark.parametrize(("seats", "setup"), [(2, "tri5"), (3, "tri5"), (4, "big6")])
def test_4_1_the_big_set_up_is_the_one_that_fits_the_number_of_players(seats: int, setup: str) -> None:
    side, deck = SETUPS[setup]
    position = deal(seats, setup="big")
    assert (position.board.width, position.board.height, Counter(position.cards)) == (side, side, Counter(deck))
    assert position == deal(seats, setup=setup)


def test_what_is_not_named_is_as_usual() -> None:
    assert deal(2) == deal(2, **GAME.settle({}))
    assert deal(2) == dealt(2, "a seed", "std4", ("joker",))
    assert deal(3, setup="tri5", shift="yes") == deal(3, **GAME.settle({"setup": "tri5", "shift": "yes"}))


@pytest.mark.parametrize("name", ["shift", "free", *REVIVALS, "elimination"])
def test_each_variant_that_was_agreed_on_is_a_rule_of_the_position(name: str) -> None:
    assert own(GAME.deal(3, "a seed", {"setup": "tri5", name: "yes"})).rules == ("joker", name)
    assert own(GAME.deal(3, "a seed", {"setup": "tri5", name: "no"})).rules == ("joker",)


def test_all_variants_can_be_agreed_on_at_once() -> None:
    position = own(GAME.deal(4, "a seed", EVERYTHING))
    assert str(position).split(" ", 1)[1] == (
        "-,-,-,- 0 jack,shift,free,joker-revival,adjacent-revival,reconstruction,elimination,combos,no-adjacent-wrap -"
    )


@pytest.mark.parametrize(
    ("revivals", "together"),
    [
        ([], False),
        (["joker_revival"], False),
        (["adjacent_revival"], False),
        (["reconstruction"], False),
        (["joker_revival", "adjacent_revival"], True),
        (["joker_revival", "reconstruction"], True),
        (["adjacent_revival", "reconstruction"], True),
        (["joker_revival", "adjacent_revival", "reconstruction"], True),
    ],
)
def test_d15_who_agrees_on_several_revivals_agrees_on_their_combos(revivals: list[str], together: bool) -> None:
    assert ("combos" in deal(2, **dict.fromkeys(revivals, "yes")).rules) is together


def test_d11_an_adjacent_revival_reaches_over_the_edges_unless_agreed_otherwise() -> None:
    """D11."""
    over, within = (deal(2, adjacent_revival="yes", adjacent_wrap=value) for value in ("yes", "no"))
    assert over.rules == ("joker", "adjacent-revival")
    assert within.rules == ("joker", "adjacent-revival", "no-adjacent-wrap")
    assert over.cards == within.cards
    for position, revived in ((over, ["d1"]), (within, [])):
        edge = after(f"AAAa/AAAA/AAAA/AAAA b1,c3 0 {','.join(position.rules)} -")
        assert [move.partition("+")[2] for move in edge.moves(edge.turn) if move.startswith("a1+")] == revived


@pytest.mark.parametrize(("seats", "setup"), [(2, "std4"), (3, "tri5"), (4, "big6"), (2, "single5")])
def test_d9_start_cards_lie_apart_on_a_shifting_board_unless_agreed_otherwise(seats: int, setup: str) -> None:
    """D9."""
    apart = [starts(deal(seats, f"deal {number}", setup=setup, shift="yes")) for number in range(20)]
    assert not any(map(share_a_line, apart))
    anyhow = [deal(seats, f"deal {number}", setup=setup, shift="yes", apart="no") for number in range(20)]
    assert any(share_a_line(starts(position)) for position in anyhow)
    assert [position.cards for position in anyhow] == [
        deal(seats, f"deal {number}", setup=setup).cards for number in range(20)
    ]


def test_4_6_the_board_that_does_not_shift_is_dealt_once() -> None:
    assert any(share_a_line(starts(deal(2, f"deal {number}"))) for number in range(20))


@pytest.mark.parametrize("series", ["one", "points", "swap"])
def test_a_match_of_several_games_is_dealt_like_a_single_one(series: str) -> None:
    assert deal(2, series=series) == deal(2)


# Points


@pytest.mark.parametrize(
    ("moves", "points"),
    [([], 16), (["c2"], 15), (["c2", "b3"], 14)],
)
def test_4_9_a_win_is_worth_the_cards_that_lie_face_up_those_under_pawns_too(moves: list[str], points: int) -> None:
    assert GAME.points is not None
    assert GAME.points(after(f"{FIRST} joker -", *moves)) == points


def test_4_9_a_win_in_a_game_of_the_fewest_cards_is_worth_two() -> None:
    over = after("AAA/aaa a1,c1 0 jack -", "b1")
    assert over.outcome is not None
    assert GAME.points is not None
    assert GAME.points(over) == 2


# Presets


@pytest.mark.parametrize(
    ("preset", "seats", "setup", "rules"),
    [
        ("quick", 2, "std4", ("joker",)),
        ("classic", 2, "std4", ("jack",)),
        ("big", 2, "tri5", ("joker",)),
        ("big", 3, "tri5", ("joker",)),
        ("big", 4, "big6", ("joker",)),
        ("second", 2, "std4", ("joker", "joker-revival")),
    ],
)
def test_a_preset_is_what_it_is_called(preset: str, seats: int, setup: str, rules: tuple[str, ...]) -> None:
    options = GAME.presets[preset]
    assert GAME.refuses(seats, options) is None
    assert own(GAME.deal(seats, "a seed", options)) == dealt(seats, "a seed", setup, rules)


def test_who_does_not_choose_plays_the_first_preset() -> None:
    assert GAME.settle(next(iter(GAME.presets.values()))) == GAME.settle({})
