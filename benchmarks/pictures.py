"""A board picture, beside the same board drawn in the obvious way."""

import random
from collections.abc import Iterator
from itertools import count, islice

from benchmarks.timing import interleaved, line
from games import GAMES
from games.core import Event
from renderer import Chip, Scene, draw, replay, steps
from tests.renderer import card_scenes, slab_scenes
from tests.renderer.plain import plain_png
from tests.renderer.scenes import NAMES, start, table, won, wrapped

GOAL_RATIO, GOAL_BYTES = 8, 32_000
GOAL_FILM = 1_500_000
PLIES, TURNS = 12, 60
WIDEST = 3000
"""Moves among which chance chooses: in Crumble there may be many times as many."""
GOAL_SLABS = 8
"""Milliseconds for a board of a hundred slabs."""
GOAL_TABLE, GOAL_HAND = 6, 5
"""Milliseconds for a table of Lopti with five seats, and for a hand of nineteen cards."""


def run() -> None:
    """Prints milliseconds, the ratio and bytes."""
    scenes = [start(), wrapped(), won()]
    for scene in scenes:
        draw(scene)
        plain_png(scene)
    ours = plain = 0.0
    for scene in scenes:
        first, second = interleaved(lambda scene=scene: draw(scene), lambda scene=scene: plain_png(scene), times=9)  # type: ignore[misc]
        ours, plain = ours + first / len(scenes), plain + second / len(scenes)
    largest = max(len(draw(scene).png) for scene in scenes)
    line("board picture, drawn and encoded", f"{ours:.1f} ms")
    line("  the same by 4x-supersampled Pillow RGB", f"{plain:.0f} ms", f"ratio {plain / ours:.0f} (goal {GOAL_RATIO})")
    line("  bytes, largest of three", f"{largest / 1000:.1f} kB", f"(goal {GOAL_BYTES // 1000} kB)")
    board = table()
    draw(board)
    (first,) = interleaved(lambda: draw(board), times=9)
    line("leaderboard picture", f"{first:.1f} ms")
    _slabs()
    _cards()


def _slabs() -> None:
    scenes = {
        "a hundred slabs": slab_scenes.board(slab_scenes.HUNDRED),
        "  the last turn, captures and a chain": slab_scenes.board(slab_scenes.CHAINED),
        "  numbers in two lenses": slab_scenes.board(slab_scenes.SMALL, asked=True),
        "  what a piece can do, in a close-up": slab_scenes.board(slab_scenes.SMALL, begun="0,3,2"),
    }
    for scene in scenes.values():
        draw(scene)
    taken = interleaved(*(lambda scene=scene: draw(scene) for scene in scenes.values()), times=15)
    for place, (name, figure) in enumerate(zip(scenes, taken, strict=True)):
        line(name, f"{figure:.1f} ms", "" if place else f"(goal {GOAL_SLABS} ms)")
    _films()


def _films() -> None:
    before, _, _ = slab_scenes.JOINED.rpartition(" ")
    films = {
        "a turn of Crumble as a GIF": steps(slab_scenes.board(before), slab_scenes.board(slab_scenes.JOINED)),
        f"a match of Collapsi as a GIF, {PLIES} plies": _match("collapsi", PLIES),
        f"a match of Crumble as a GIF, {TURNS} turns": _match("crumble", TURNS),
    }
    for name, film in films.items():
        (figure,) = interleaved(lambda film=film: replay(film), times=3)  # type: ignore[misc]
        size = len(replay(film)) / 1000
        line(name, f"{figure:.0f} ms", f"{size:.0f} kB, {len(film)} frames (goal {GOAL_FILM // 1000} kB)")


def _match(slug: str, plies: int) -> tuple[Scene, ...]:
    """The first random game of so many plies, or its first plies."""
    games = (tuple(_played(slug, plies, random.Random(seed))) for seed in count())
    return next(film for film in games if len(film) == plies + 1)


def _played(slug: str, plies: int, chance: random.Random) -> Iterator[Scene]:
    position = GAMES[slug].deal(2, str(chance.random()), GAMES[slug].settle({}))
    events: tuple[Event, ...] = ()
    for ply in range(plies + 1):
        yield Scene(position.view(None), tuple(map(Chip, NAMES)), "48h", events)
        if ply == plies or not position.to_move:
            return
        (seat,) = position.to_move
        step = position.play(seat, chance.choice(list(islice(position.moves(seat), WIDEST))))
        position, events = step.position, step.events


def _cards() -> None:
    scenes = {
        "a table of Lopti with five seats": (card_scenes.low(), GOAL_TABLE),
        "a hand of nineteen cards": (card_scenes.nineteen(), GOAL_HAND),
        "  of forty-one": (card_scenes.most(), None),
        "a duel": (card_scenes.throws(*card_scenes.WON), None),
    }
    for scene, _ in scenes.values():
        draw(scene)
    taken = interleaved(*(lambda scene=scene: draw(scene) for scene, _ in scenes.values()), times=15)
    for (name, (_, goal)), figure in zip(scenes.items(), taken, strict=True):
        line(name, f"{figure:.1f} ms", "" if goal is None else f"(goal {goal} ms)")
