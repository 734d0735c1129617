"""The scenes that the pictures in ``tests/pictures`` show. Their games were played by the rules."""

import random

from games.collapsi import GAME, Position
from games.core import Event, Options, Rect, replay
from renderer import Chip, Row, Scene, Table, Theme

NAMES = ("Margarethe", "tomás_o")
AWKWARD = (
    "محمد عبد الرحمن",
    "Margarethe",
    "王小明的超级电脑",
    "🦑🔥 octo 🔥",
    "Zoë Ångström-Østergård-Nguyễn",
    "Ḧ̷̛̘ę̵̈l̴̥̆l̷̰̈ö̸̱ zalgo",
    "שָׁלוֹם עולם",
    "\u202e@everyone\u202c <b>",
    "𓂀𓆣 ᚠᚢᚦ",
    "\u200b\u2060 ",
)


def board(
    seed: str,
    moves: str,
    theme: Theme = "light",
    names: tuple[str, str] = NAMES,
    options: Options | None = None,
) -> Scene:
    """Plays a game from a deal and shows it to the player to move."""
    position = GAME.deal(2, seed, options or {"start": "joker"})
    events: tuple[Event, ...] = ()
    for move in moves.split():
        for step in replay(position, [(position.to_move[0], move)]):
            position, events = step.position, step.events
    assert isinstance(position, Position)
    return scene_of(position, events, theme, names)


def scene_of(
    position: Position, events: tuple[Event, ...] = (), theme: Theme = "light", names: tuple[str, str] = NAMES
) -> Scene:
    """Shows a position as the bot does."""
    outcome = position.outcome
    chips = tuple(
        Chip(
            name,
            active=seat in position.to_move,
            won=outcome is not None and seat in outcome.places[0],
            out=position.pawns[seat] is None,
        )
        for seat, name in enumerate(names)
    )
    targets: tuple[Rect, ...] = ()
    if outcome is None:
        hints = (choice.hint for choice in position.choices(position.turn).items)
        targets = tuple(hint for hint in hints if hint is not None)
    return Scene(position, chips, "" if outcome else "48h", events, targets, theme)


def start(theme: Theme = "light") -> Scene:
    return board("a seed", "", theme)


def wrapped(theme: Theme = "dark") -> Scene:
    """The last move went over the upper edge, round a corner and past the opponent."""
    return board("stones 0", "a2 d3 b3 d1 c4 a4", theme)


def won(theme: Theme = "light") -> Scene:
    """The first player is stuck."""
    return board("stones 55", "b1 c2 b3 c3 d2 c1 d4 d3 c4 a2", theme)


def table(theme: Theme = "light", *, curves: bool = False) -> Scene:
    ratings = (1891, 1873, 1866, 1845, 1818, 1774, 1758, 1711, 1673, 1662)
    played = (311, 88, 245, 131, 1204, 66, 157, 40, 9, 4)
    won = (196, 55, 130, 70, 588, 31, 80, 17, 4, 1)
    rows = tuple(
        Row(
            place=place,
            name=name,
            rating=ratings[place - 1],
            uncertain=place > 8,
            played=played[place - 1],
            won=won[place - 1],
            lost=played[place - 1] - won[place - 1],
            trend=_walk(ratings[place - 1], place) if curves else (),
            highlight=place == 4,
        )
        for place, name in enumerate(AWKWARD, 1)
    )
    return Scene(Table(rows, 128, 1904), theme=theme)


def _walk(rating: int, seed: int) -> tuple[int, ...]:
    """Returns twenty ratings on the way to this one."""
    steps = random.Random(seed)
    ratings = [rating]
    for _ in range(19):
        ratings.append(ratings[-1] - round(steps.gauss(3, 11)))
    return tuple(reversed(ratings))
