"""What can be agreed before a game of Crumble, and its start, in which there is no chance (R5)."""

from games.core import Option, Options, Seat
from games.crumble.board import checkered
from games.crumble.position import Position

OPTIONS = (
    Option("size", ("6", "4", "5", "7", "8")),
    Option("threefold", ("yes", "no")),
    Option("levels", ("off", "1", "2", "3", "4", "5", "6")),
    Option("calls", ("yes", "no")),
    Option("takebacks", ("agree", "off", "blunder")),
)
USUAL = {option.name: option.values[0] for option in OPTIONS}
PRESETS: dict[str, Options] = {
    "classic": {"size": "6"},
    "quick": {"size": "4"},
    "first": {"size": "5", "levels": "2", "takebacks": "blunder"},
    "big": {"size": "8"},
}


def refuses(seats: int, _options: Options) -> str | None:
    """Says why a number of seats does not fit; all options go together."""
    return None if seats == 2 else "seats"


def deal(seats: int, _seed: str, options: Options) -> Position:
    """Returns the start as agreed in the options; what is not named is as usual.

    ``calls`` says whether the table announces threats (R30), and ``takebacks`` whether a turn may be taken back (R32);
    the rules have nothing to do with either.
    """
    assert seats == 2, f"Crumble is a game for two, not for {seats}"
    options = {**USUAL, **options}
    size = int(options["size"])
    rules = ["threefold"] if options["threefold"] == "yes" else []
    if options["levels"] != "off":
        rules.append(f"levels={options['levels']}")
    return Position(size, checkered(size), Seat(0), tuple(rules))
