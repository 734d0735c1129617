"""Several scenes one after the other, as a GIF: the steps of a turn.

1. Every frame is drawn by the painter of its view, so it looks as the picture does.
2. All frames have the palette of their theme, which the file holds once; a frame holds what differs from the last one.
3. The last frame is held; then the steps begin again.
"""

import struct
from collections.abc import Sequence
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from renderer.scene import Scene, paint
from renderer.theme import Theme, palette

STEP, HOLD = 700, 3000
"""How long a step and the last one are shown, in milliseconds."""

_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_STAYS = 1
"""Says that what a frame does not cover stays as it was."""


def replay(scenes: Sequence[Scene], durations: Sequence[int] = ()) -> bytes:
    """Draws scenes of one size and theme as a GIF; each is shown for so many milliseconds, or as is usual.

    :raises ValueError: if there are none, or they do not go together.
    """
    if not scenes:
        raise ValueError("there is nothing to replay")
    shown = list(durations) or [STEP] * (len(scenes) - 1) + [HOLD]
    if len(shown) != len(scenes):
        raise ValueError(f"{len(shown)} durations for {len(scenes)} scenes")
    frames = [Image.open(BytesIO(paint(scene.view, scene).png)) for scene in scenes]
    if len({(frame.size, scene.theme) for frame, scene in zip(frames, scenes, strict=True)}) > 1:
        raise ValueError("scenes of different sizes or themes")
    file = [_header(scenes[0].theme, frames[0].size)]
    before: Image.Image | None = None
    for frame, duration in zip(frames, shown, strict=True):
        places = Image.frombytes("L", frame.size, frame.tobytes())
        box = (0, 0, *frame.size) if before is None else ImageChops.difference(places, before).getbbox()
        # Two frames that are alike differ in nothing, but a frame has to cover something.
        left, top, right, bottom = box or (0, 0, 1, 1)
        part = places.crop((left, top, right, bottom))
        file += GifImagePlugin.getdata(part, (left, top), duration=duration, disposal=_STAYS, interlace=0)
        before = places
    return b"".join(file) + b";"


def _header(theme: Theme, size: tuple[int, int]) -> bytes:
    """Returns what stands before the frames: size, palette, and that they are shown again and again."""
    colours = [part for colour in palette(theme).colours for part in colour]
    # A palette has as many colours as a power of two: 64.
    colours += [0] * (3 * 64 - len(colours))
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF5, 0, 0) + bytes(colours) + _FOREVER
