"""A board picture, beside the same board drawn in the obvious way."""

from benchmarks.timing import interleaved, line
from renderer import draw, replay, steps
from tests.renderer import slab_scenes
from tests.renderer.plain import plain_png
from tests.renderer.scenes import start, table, won, wrapped

GOAL_RATIO, GOAL_BYTES = 8, 32_000
GOAL_SLABS = 8
"""Milliseconds for a board of a hundred slabs."""


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
    before, _, _ = slab_scenes.JOINED.rpartition(" ")
    turn = steps(slab_scenes.board(before), slab_scenes.board(slab_scenes.JOINED))
    (figure,) = interleaved(lambda: replay(turn), times=5)
    line(f"a turn as a GIF of {len(turn)} frames", f"{figure:.0f} ms", f"{len(replay(turn)) / 1000:.0f} kB")
