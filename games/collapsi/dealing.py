"""The deal, and all that can be agreed before it: set-ups, variants, and what does not go together.

The set-ups are those of rule 4.1. ``big`` is the one that fits the number of players: five by five for two and three,
six by six for four. ``luck`` deals again until the luck of the deal is small: with ``close`` the loser can hold out for
`LONG` plies at least, and with ``sharp`` the first player, where it can win at all, has to find the only move.
"""

from itertools import count

from games import core
from games.cards import shuffled
from games.collapsi.bitboards import bits
from games.collapsi.board import Board
from games.collapsi.position import Position
from games.collapsi.rules import REVIVALS, SETUPS
from games.collapsi.solving import Duel, solver
from games.core import Option, Options, Seat

OPTIONS = (
    Option("setup", ("std4", "tri5", "big6", "single5", "big")),
    Option("start", ("joker", "jack")),
    Option("joker-revival", ("no", "yes")),
    Option("adjacent-revival", ("no", "yes")),
    Option("reconstruction", ("no", "yes")),
    Option("adjacent-wrap", ("yes", "no")),
    Option("shift", ("no", "yes")),
    Option("apart", ("yes", "no")),
    Option("free", ("no", "yes")),
    Option("elimination", ("no", "yes")),
    Option("series", ("one", "points", "swap", "cycle")),
    Option("luck", ("any", "close", "sharp")),
)
LONG = 12
"""How many plies perfect play of a fair deal lasts at least; the mean of all deals is 12 (rules, section 6)."""
USUAL = {option.name: option.values[0] for option in OPTIONS}
PRESETS: dict[str, Options] = {
    "quick": {"setup": "std4", "start": "joker"},
    "classic": {"setup": "std4", "start": "jack"},
    "big": {"setup": "big"},
    "second": {"setup": "std4", "joker-revival": "yes"},
}
SEATS = {"std4": (2,), "tri5": (2, 3), "big6": (2, 3, 4), "single5": (2, 3, 4), "big": (2, 3, 4)}
"""How many may play each set-up (rule 4.1)."""


def refuses(seats: int, options: Options) -> str | None:
    """Says why a number of seats and options do not go together; what is not named is as usual."""
    options = {**USUAL, **options}
    if seats not in SEATS[options["setup"]]:
        return "seats"
    if options["elimination"] == "yes" and seats == 2:
        return "elimination"
    if options["adjacent-wrap"] == "no" and options["adjacent-revival"] == "no":
        return "adjacent-wrap"
    if options["apart"] == "no" and options["shift"] == "no":
        return "apart"
    if options["series"] in ("points", "swap") and seats != 2:
        return "series"
    if options["series"] == "cycle" and options["elimination"] == "no":
        return "series"
    variants = any(options[name] == "yes" for name in ("shift", "free", *REVIVALS, "elimination"))
    if options["luck"] != "any" and (seats > 2 or options["setup"] != "std4" or variants):
        return "luck"
    return None


def points(position: core.Position) -> int:
    """The cards that still lie face up, those under pawns too: what a win is worth (rule 4.4)."""
    assert isinstance(position, Position), f"not a position of Collapsi: {position!r}"
    return position.up.bit_count()


def deal(seats: int, seed: str, options: Options) -> Position:
    """Deals from a seed, as agreed in the options; what is not named is as usual."""
    options = {**USUAL, **options}
    setup = options["setup"]
    if setup == "big":
        setup = "big6" if seats == 4 else "tri5"
    rules = [options["start"]]
    rules += [token for token in ("shift", "free", *REVIVALS, "elimination") if options[token] == "yes"]
    if sum(options[revival] == "yes" for revival in REVIVALS) > 1:
        # Rule 4.7: several together are played by consent, and this is it.
        rules.append("combos")
    if options["adjacent-wrap"] == "no":
        rules.append("no-adjacent-wrap")
    return dealt(seats, seed, setup, tuple(rules), apart=options["apart"] == "yes", luck=options["luck"])


def dealt(
    seats: int, seed: str, setup: str, rules: tuple[str, ...], *, apart: bool = True, luck: str = "any"
) -> Position:
    """Deals from a seed (rule 4.1): the i-th start card belongs to player i, those left over lie face down.

    For the shifting board no two start cards lie in one row or column, if they are to be ``apart`` (rule 4.6). With
    ``luck``, of which two players on a board without variants may have less, it deals until the deal is fair.
    """
    side, deck = SETUPS[setup]
    attempts = (shuffled(deck, seed if number == 0 else f"{seed}:{number}") for number in count())
    if "shift" in rules and apart:
        attempts = (cards for cards in attempts if _apart(_starts(cards), side))
    if luck != "any":
        attempts = (cards for cards in attempts if _fair(Board(side, side), cards, rules[0], sharp=luck == "sharp"))
    cards = next(attempts)
    starts = _starts(cards)
    assert 2 <= seats <= len(starts), f"{setup} seats 2 to {len(starts)}, not {seats}"
    pawns: tuple[int | None, ...] = (None,) * seats if "free" in rules else tuple(starts[:seats])
    down = [square for square in starts if square not in pawns]
    up = ((1 << len(cards)) - 1) & ~sum(1 << square for square in down)
    return Position(Board(side, side), cards, up, pawns, Seat(0), rules, ("",) * seats)


def _starts(cards: str) -> list[int]:
    return [square for square, card in enumerate(cards) if card == "J"]


def _apart(squares: list[int], side: int) -> bool:
    rows, columns = {square // side for square in squares}, {square % side for square in squares}
    return len(rows) == len(columns) == len(squares)


def _fair(board: Board, cards: str, start: str, *, sharp: bool) -> bool:
    """Whether perfect play of a deal for two lasts long; if ``sharp``, also whether at most one first move wins."""
    first, second = (1 << square for square in _starts(cards))
    duel = Duel(solver(board, cards, start), (1 << board.size) - 1, first, second)
    plies = duel.plies(bool)
    if plies < LONG or not sharp or plies % 2 == 0:
        return plies >= LONG
    return sum(not duel.after(to).wins(bool) for to in bits(duel.targets)) == 1
