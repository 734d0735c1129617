"""Pictures of games and lists, as PNG files, and films of games, as GIF files.

1. A picture is a function of a `Scene`, and a scene holds only what its viewer may know.
2. No words: names, numerals, and signs that are drawn shapes. So a picture needs no language.
3. `draw` may be called from any thread. It keeps shapes and lines of text, never whole scenes: that is the caller's.

Who adds a game writes a module with a painter for its view's type and imports it here.
"""

from renderer import collapsi, crumble, duel, leaderboard, lopti, walks
from renderer.leaderboard import Row, Table
from renderer.replay import replay
from renderer.scene import Chip, Picture, Scene, paint
from renderer.steps import steps
from renderer.theme import Theme

__all__ = [
    "Chip",
    "Picture",
    "Row",
    "Scene",
    "Table",
    "Theme",
    "collapsi",
    "crumble",
    "draw",
    "duel",
    "leaderboard",
    "lopti",
    "replay",
    "steps",
    "walks",
]


def draw(scene: Scene) -> Picture:
    """Draws a scene.

    :raises TypeError: if nobody has taught the renderer to draw this kind of view.
    """
    return paint(scene.view, scene)
