"""Several scenes one after the other, as a GIF: a match, or the steps of a turn.

1. Every frame is drawn by the painter of its view, so it looks as the picture does.
2. All frames have the palette of their theme, which the file holds once; a frame holds what differs from the last one.
3. The last frame is held; then all begins again.
4. Many scenes go by faster, and of very many some are left out: nobody looks for minutes.
"""

import struct
from collections.abc import Sequence
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from renderer.scene import Picture, Scene, paint
from renderer.theme import Palette, palette

STEP, HOLD = 900, 3000
"""How long a scene and the last one are shown, in milliseconds."""
LONGEST = 45_000
"""Milliseconds before the last scene."""
FRAMES = 120

_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_STAYS = 1
"""Says that what a frame does not cover stays as it was."""
_PLACES = 64
"""A palette has as many colours as a power of two."""
_CLEAR = _PLACES - 1
"""The place of no colour: what stays as it was inside a frame. Long runs of it take next to no bytes."""
_UNCHANGED = bytes([255] + [0] * 255)


def replay(scenes: Sequence[Scene]) -> bytes:
    """Draws scenes of one theme as a GIF.

    :raises ValueError: if there are none, or they do not go together.
    """
    if not scenes:
        raise ValueError("there is nothing to replay")
    if len({scene.theme for scene in scenes}) > 1:
        raise ValueError("scenes of different themes")
    colours, chosen = palette(scenes[0].theme), _chosen(scenes)
    pictures = [paint(scene.view, scene) for scene in chosen]
    # Boards may grow and shrink while they are played on.
    size = max(picture.size[0] for picture in pictures), max(picture.size[1] for picture in pictures)
    step = min(STEP, LONGEST // len(pictures) // 10 * 10)
    file = [_header(colours, size)]
    before: Image.Image | None = None
    for at, picture in enumerate(pictures, start=1):
        frame = _frame(picture, size, colours)
        # Two frames that are alike differ in nothing, but a frame has to cover something.
        box, part = (0, 0, 1, 1), frame
        if before is None:
            box = (0, 0, *size)
        else:
            difference = ImageChops.difference(frame, before)
            box = difference.getbbox() or box
            part = frame.copy()
            part.paste(_CLEAR, mask=difference.point(_UNCHANGED))
        shown = {"duration": HOLD if at == len(pictures) else step, "disposal": _STAYS, "transparency": _CLEAR}
        file += GifImagePlugin.getdata(part.crop(box), box[:2], interlace=0, **shown)
        before = frame
    return b"".join(file) + b";"


def _chosen(scenes: Sequence[Scene]) -> Sequence[Scene]:
    """Leaves out some of very many scenes, evenly, but neither the first nor the last."""
    if len(scenes) <= FRAMES:
        return scenes
    return [scenes[round(at * (len(scenes) - 1) / (FRAMES - 1))] for at in range(FRAMES)]


def _frame(picture: Picture, size: tuple[int, int], colours: Palette) -> Image.Image:
    """Returns a picture as places in the palette, on a table of that size."""
    with Image.open(BytesIO(picture.png)) as opened:
        places = Image.frombytes("L", opened.size, opened.tobytes())
    if places.size == size:
        return places
    table = Image.new("L", size, colours.table)
    table.paste(places)
    return table


def _header(colours: Palette, size: tuple[int, int]) -> bytes:
    """Returns what stands before the frames: size, palette, and that they are shown again and again."""
    parts = [part for colour in colours.colours for part in colour]
    parts += [0] * (3 * _PLACES - len(parts))
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF5, 0, 0) + bytes(parts) + _FOREVER
