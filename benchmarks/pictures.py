"""A board picture, beside the same board drawn in the obvious way."""

from benchmarks.timing import interleaved, line
from renderer import draw
from tests.renderer.plain import plain_png
from tests.renderer.scenes import start, table, won, wrapped

GOAL_RATIO, GOAL_BYTES = 8, 32_000


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
