"""The scenes that the pictures in ``tests/pictures`` show. Their games were played by the rules."""

import random
from dataclasses import replace

from games.collapsi import GAME, Position
from games.core import Event, Options, Rect, replay
from renderer import Chip, Row, Scene, Table, Theme

NAMES = ("Margarethe", "tomás_o")
THREE = (*NAMES, "李明")
FOUR = (*THREE, "ΑΘΗΝΑ")
SHIFTING = {"start": "joker", "shift": "yes"}
REVIVALS = {"joker-revival": "yes", "adjacent-revival": "yes", "reconstruction": "yes"}
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
    names: tuple[str, ...] = NAMES,
    options: Options | None = None,
    begun: str | None = None,
) -> Scene:
    """Plays a game from a deal and shows it to the player to move, perhaps with a move half begun."""
    position = GAME.deal(len(names), seed, options or {"start": "joker"})
    events: tuple[Event, ...] = ()
    for move in moves.split():
        for step in replay(position, [(position.to_move[0], None if move == "drop" else move)]):
            position, events = step.position, step.events
    assert isinstance(position, Position)
    if begun is None:
        return scene_of(position, events, theme, names)
    targets = hints(position, begun)
    step = position.preview(position.turn, begun)
    assert isinstance(step.position, Position)
    return replace(scene_of(step.position, step.events, theme, names), targets=targets)


def scene_of(
    position: Position, events: tuple[Event, ...] = (), theme: Theme = "light", names: tuple[str, ...] = FOUR
) -> Scene:
    """Shows a position as the bot does."""
    outcome = position.outcome
    chips = tuple(
        Chip(
            name,
            active=seat in position.to_move,
            won=outcome is not None and seat in outcome.places[0],
            out=seat in position.out,
        )
        for seat, name in zip(range(len(position.pawns)), names, strict=False)
    )
    targets = () if outcome else hints(position)
    return Scene(position, chips, "" if outcome else "48h", events, targets, theme)


def hints(position: Position, begun: str = "") -> tuple[Rect, ...]:
    """Returns where the next choices lie, those of groups too."""
    found: list[Rect] = []
    for choice in position.choices(position.turn, begun).items:
        if choice.group:
            found += hints(position, choice.text)
        elif choice.hint is not None:
            found.append(choice.hint)
    return tuple(found)


def start(theme: Theme = "light") -> Scene:
    return board("a seed", "", theme)


def wrapped(theme: Theme = "dark") -> Scene:
    """The last move went over the upper edge, round a corner and past the opponent."""
    return board("stones 0", "a2 d3 b3 d1 c4 a4", theme)


def won(theme: Theme = "light") -> Scene:
    """The first player is stuck."""
    return board("stones 55", "b1 c2 b3 c3 d2 c1 d4 d3 c4 a2", theme)


def six(theme: Theme = "light") -> Scene:
    """Four players after many shifts: holes, a torn path on its way to a shifted column, a fallen Jack to go to."""
    moves = "d1^ b4^ d5> d5!> d2!v c4> f6v d5^ c2v f4< e7> e2v f3v f5^ a3^ c6> h5^"
    return board("stones 42", moves, theme, FOUR, SHIFTING | {"setup": "big6", "start": "jack", "joker-revival": "yes"})


def half(theme: Theme = "light") -> Scene:
    """A move half begun: cards that may be revived, and four ways to shift, two of them beside arrowheads."""
    moves = "d1^ a6< b6< g3^ f5^ e6v g2^ f3v e6^"
    return board("wall 25", moves, theme, THREE, SHIFTING | {"setup": "tri5", "adjacent-revival": "yes"}, "d3")


def rebuilt(theme: Theme = "light") -> Scene:
    """One card was turned up and another one down."""
    moves = "d4 c3 c4! d3+d4 c1+d1 b2 d1 b4*d3-b1"
    return board("ruin 1", moves, theme, NAMES, {"start": "jack", **REVIVALS})


def free(theme: Theme = "dark") -> Scene:
    """Nobody has chosen a first card."""
    return board("empty 1", "", theme, THREE, {"setup": "tri5", "free": "yes", "joker-revival": "yes"})


def knocked_out(theme: Theme = "light") -> Scene:
    """The first of four players is out."""
    moves = "d4 b5 a5 d6 d3 d1 e1 b6 b3 c1 e2 b1 c3 f1 e4 a2 a1 c2 e3 f3"
    return board("fall 1", moves, theme, FOUR, {"setup": "big6", "start": "jack", "elimination": "yes"})


def wide(theme: Theme = "light") -> Scene:
    """A board of sixteen cards that was pulled apart over thirteen columns."""
    moves = "c1*d2-d4< e2*e4-c4> e2> d2+d3> b4+c4< h2!> b3v c4< j2!> d3< d4< e2> d5^"
    return board("long 21", moves, theme, NAMES, SHIFTING | REVIVALS)


def round_a_shifted_row(theme: Theme = "dark") -> Scene:
    """The last move went round the row that it shifted, in which there is a hole."""
    return board("round 179", "e4< c3> f2^ e4v c2^ d2<", theme, THREE, SHIFTING | {"setup": "tri5"})


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
