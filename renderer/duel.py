"""A duel of Lopti: for each side a bar of thirty throws, and how they stand.

1. Nothing is shown before both have thrown; the painter draws what a masked duel says.
2. A bar is filled by as many as its side has won. Who comes past the gap in its middle wins.
3. Gold is who is waited for, and in the end the winner.
"""

from functools import lru_cache

from PIL import Image

from games.core import Rect, Seat
from games.lopti.duel import GOAL, Duel, score, waits_for, winner
from renderer import signs
from renderer.canvas import Canvas, Sketch
from renderer.scene import WIDTH, Picture, Scene, paint
from renderer.signs import State
from renderer.text import Face, label
from renderer.theme import Palette, Theme, palette

ROW = 136
"""The height of a side."""

_LEFT, _WIDTH, _TOP, _PITCH = 20, 860, 20, 152
_TOKEN, _NAME, _NAME_END, _SCORE = 92, 132, 736, 856
_LINE = 44
"""The middle of a side's name and score."""
_BAR, _BAR_TOP, _THROW, _THROW_SIZE = 70, 82, 26, (21, 32)
_HALF = 12
"""The gap in the middle of a bar."""


@paint.register
def _(view: Duel, scene: Scene) -> Picture:
    """Draws a duel as everybody may see it."""
    canvas = Canvas.blank(palette(scene.theme), WIDTH, _TOP + 2 * _PITCH)
    stands, best, late = score(view), winner(view), waits_for(view)
    begun = bool(view.change.thrower.throws and view.keep.thrower.throws)
    for place, (seat, won) in enumerate(((view.challenger, stands.change), (view.defender, stands.keep))):
        state: State = "resting" if seat is None else "won" if seat == best else "active" if seat in late else "resting"
        top = _TOP + place * _PITCH
        canvas.paste(signs.panel(scene.theme, _WIDTH, ROW, state), _LEFT, top)
        _draw_side(canvas, scene, seat, won, state, top)
        if begun:
            line = label(str(won), 50, Face.DISPLAY)
            ink = canvas.palette.ink2 if best is not None and seat != best else canvas.palette.ink
            canvas.write(line, _SCORE - line.width, top + _LINE, _ground(canvas.palette, state), ink)
    return Picture(canvas.png(), canvas.image.size, Rect(0, 0, 0, 0))


def _draw_side(canvas: Canvas, scene: Scene, seat: Seat | None, won: int, state: State, top: int) -> None:
    """Draws a seat, or the place of somebody who is looked for, and its bar."""
    ground = _ground(canvas.palette, state)
    look = None if seat is None else seat % signs.SHAPES
    if look is None:
        canvas.paste(_nobody(scene.theme), _TOKEN - 24, top + _LINE - 24)
    else:
        signs.draw_token(canvas, look, _TOKEN, top + _LINE, 23, ground=ground)
    if seat is not None and seat < len(scene.chips):
        signs.write_name(canvas, scene.chips[seat].name, _NAME, top + _LINE, _NAME_END - _NAME, state)
    for place in range(GOAL):
        left = _BAR + place * _THROW + (_HALF if place >= GOAL // 2 else 0)
        canvas.paste(_throw(scene.theme, look if place < won else None, ground), left, top + _BAR_TOP)


def _ground(colours: Palette, state: State) -> int:
    return colours.panel if state in signs.RAISED else colours.table


@lru_cache(maxsize=4)
def _nobody(theme: Theme) -> Image.Image:
    sketch = Sketch(48, 48, palette(theme), palette(theme).table)
    sketch.ring(24, 24, 20.5, palette(theme).tick, 4)
    return sketch.picture()


@lru_cache(maxsize=32)
def _throw(theme: Theme, look: int | None, ground: int) -> Image.Image:
    """Draws a throw that was won, or the place of one."""
    colours = palette(theme)
    sketch = Sketch(*_THROW_SIZE, colours, ground)
    if look is None:
        sketch.frame(0, 0, *_THROW_SIZE, colours.tick, 5, 3)
    else:
        sketch.rectangle(0, 0, *_THROW_SIZE, colours.seats[look].main, 5)
    return sketch.picture()
