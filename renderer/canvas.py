"""Pictures as palette places: sketching shapes, putting them together, writing the file.

1. A picture is an ``L`` image whose values are places in the theme's palette. Nothing has other colours.
2. Shapes are sketched four times as large, reduced, and mapped to the palette once. A `Sketch` knows its ground, so its
   edges are exact; what lies on another ground is sketched again for that ground.
3. A frame is copies of such pictures. Only small marks whose ground varies are blended, pixel by pixel.
4. The file is written here: one palette, no filter, one deflate stream. Encoding is most of a picture's cost.
"""

import math
import struct
from binascii import crc32
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, pairwise

from PIL import Image, ImageDraw

from renderer.text import CAPITALS, SCALE, Face, Line, label
from renderer.theme import RGB, Palette, Theme, palette

try:
    from zlib_ng.zlib_ng import compress

    # Level 6 takes half as long again for 7 % fewer bytes.
    LEVEL = 5
except ImportError:
    from zlib import compress

    LEVEL = 6

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two lie outside."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A finished shape: its picture, and where that differs from the ground it was sketched on."""

    picture: Image.Image
    mask: Image.Image


class Pencil:
    """Draws flat shapes four times as large, in pixels of the finished picture; fractions are welcome."""

    def __init__(self, image: Image.Image, fills: Sequence[RGB | int]) -> None:
        self._image = image
        self._fills = fills
        self._draw = ImageDraw.Draw(image)

    def rectangle(self, left: float, top: float, right: float, bottom: float, ink: int, radius: float = 0) -> None:
        """Fills a rectangle with round corners."""
        radius = max(0.0, min(radius, (right - left) / 2, (bottom - top) / 2))
        box = (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1)
        self._draw.rounded_rectangle(box, radius * SCALE, fill=self._fills[ink])

    def frame(
        self, left: float, top: float, right: float, bottom: float, ink: int, radius: float, thickness: float
    ) -> None:
        """Draws the rim of a rectangle with round corners, inside its box."""
        box = (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1)
        width = round(thickness * SCALE)
        self._draw.rounded_rectangle(box, radius * SCALE, outline=self._fills[ink], width=width)

    def disc(self, x: float, y: float, radius: float, ink: int) -> None:
        """Fills a circle."""
        box = ((x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE)
        self._draw.ellipse(box, fill=self._fills[ink])

    def ring(self, x: float, y: float, radius: float, ink: int, thickness: float) -> None:
        """Draws a circle, inside its radius."""
        box = ((x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE)
        self._draw.ellipse(box, outline=self._fills[ink], width=round(thickness * SCALE))

    def polygon(self, points: Sequence[Point], ink: int, rounding: float = 0) -> None:
        """Fills a polygon and grows it by a rounding on all sides."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=self._fills[ink])
        if rounding:
            self.line([*points, points[0]], rounding * 2, ink)

    def line(self, points: Sequence[Point], thickness: float, ink: int) -> None:
        """Draws a line with round ends and corners."""
        half = thickness / 2
        for (x0, y0), (x1, y1) in pairwise(points):
            length = math.hypot(x1 - x0, y1 - y0)
            if length:
                across, along = -(y1 - y0) / length * half, (x1 - x0) / length * half
                self.polygon(
                    [
                        (x0 + across, y0 + along),
                        (x1 + across, y1 + along),
                        (x1 - across, y1 - along),
                        (x0 - across, y0 - along),
                    ],
                    ink,
                )
        for x, y in points:
            self.disc(x, y, half, ink)

    def brick(self, x: float, y: float, width: float, height: float, ink: int, degrees: float = 0) -> None:
        """Draws a stone by its middle."""
        rounding = height * 0.28
        half_width, half_height = width / 2 - rounding, height / 2 - rounding
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        corners = [(-half_width, -half_height), (half_width, -half_height)]
        corners += [(half_width, half_height), (-half_width, half_height)]
        self.polygon([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in corners], ink, rounding)

    def star(self, x: float, y: float, radius: float, ink: int) -> None:
        """Draws a star with five points."""
        rounding = radius * 0.12
        reach = (radius - 1.5 * rounding, radius * 0.52 - 0.9 * rounding)
        points = []
        for corner in range(10):
            angle = math.pi * (corner / 5 - 0.5)
            away = reach[corner % 2]
            points.append((x + away * math.cos(angle), y + radius * 0.06 + away * math.sin(angle)))
        self.polygon(points, ink, rounding)

    def arrowhead(self, x: float, y: float, direction: tuple[int, int], size: float, ink: int) -> None:
        """Draws a solid triangle that points in a direction."""
        dx, dy = direction
        rounding = min(2.0, size * 0.22)
        reach = size - rounding
        back, side = reach * 0.7, reach * 0.9
        points = [(x + dx * reach, y + dy * reach)]
        points += [(x - dx * back - dy * k * side, y - dy * back + dx * k * side) for k in (1, -1)]
        self.polygon(points, ink, rounding)

    def chevron(self, x: float, y: float, direction: tuple[int, int], size: float, thickness: float, ink: int) -> None:
        """Draws an open angle that points in a direction."""
        dx, dy = direction
        # Flatter than a right angle, so that it keeps within the gap between two cards.
        tip = size * 0.4
        points = [(x - dx * tip - dy * k * size, y - dy * tip + dx * k * size) for k in (1, -1)]
        points.insert(1, (x + dx * tip, y + dy * tip))
        self.line(points, thickness, ink)

    def write(self, x: float, y: float, text: str, size: float, face: Face, ink: int) -> None:
        """Sets a label by the middle of its capitals."""
        line = label(text, size * SCALE, face, 1)
        left = round(x * SCALE - line.width / 2) - line.left
        top = round(y * SCALE + CAPITALS * size * SCALE / 2) - line.baseline
        self._image.paste(self._fills[ink], (left, top), line.mask)


class Sketch(Pencil):
    """A coloured sketch on an even ground."""

    def __init__(self, width: int, height: int, colours: Palette, ground: int) -> None:
        self.palette = colours
        self.ground = ground
        image = Image.new("RGB", (width * SCALE, height * SCALE), colours.colours[ground])
        super().__init__(image, colours.colours)

    def picture(self) -> Image.Image:
        """Returns the finished picture."""
        reduced = self._image.reduce(SCALE).convert("RGBX")
        # Bytes of red, green, blue and a constant are one number each; the constant is masked off by the look-up.
        nearest = self.palette.nearest
        found = {pixel: nearest(pixel & 0xFFFFFF) for pixel in set(memoryview(reduced.tobytes()).cast("I"))}
        places = bytes(map(found.__getitem__, memoryview(reduced.tobytes()).cast("I")))
        return Image.frombytes("L", reduced.size, places)

    def sprite(self) -> Sprite:
        """Returns the finished picture with a mask of what was drawn."""
        picture = self.picture()
        return Sprite(picture, picture.point([0 if place == self.ground else 255 for place in range(256)]))


class Coverage(Pencil):
    """A sketch of one shape without colours, for blending: draw with ink 1, and with 0 to take away."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(Image.new("L", (width * SCALE, height * SCALE)), (0, 255))

    def mask(self) -> Image.Image:
        """Returns how much of each pixel the shape covers."""
        return self._image.reduce(SCALE)


class Canvas:
    """A picture being put together."""

    def __init__(self, colours: Palette, image: Image.Image) -> None:
        self.palette = colours
        self.image = image

    @classmethod
    def blank(cls, colours: Palette, width: int, height: int) -> "Canvas":
        """Returns an empty table."""
        return cls(colours, Image.new("L", (width, height), colours.table))

    def fill(self, box: Box, ink: int) -> None:
        """Fills a rectangle."""
        self.image.paste(ink, box)

    def paste(self, picture: Image.Image, x: int, y: int) -> None:
        """Puts a picture down, with its ground."""
        self.image.paste(picture, (x, y))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Puts a shape down without its ground."""
        self.image.paste(sprite.picture, (x, y), sprite.mask)

    def write(self, line: Line, x: float, y: float, ground: int, ink: int, *, clip: Box | None = None) -> None:
        """Sets a line on an even ground; x is where it begins, y the middle of its capitals.

        Nothing is drawn outside the clip.
        """
        left = round(x) - line.left
        top = round(y + CAPITALS * line.size / 2) - line.baseline
        mask = line.mask
        if clip is not None:
            inside = (
                max(0, clip[0] - left),
                max(0, clip[1] - top),
                min(mask.width, clip[2] - left),
                min(mask.height, clip[3] - top),
            )
            if inside[0] >= inside[2] or inside[1] >= inside[3]:
                return
            mask = mask.crop(inside)
            left, top = left + inside[0], top + inside[1]
        self.image.paste(mask.point(self.palette.ramp(ground, ink)), (left, top), mask.point(ANY))

    def lay(self, line: Line, x: float, y: float, ink: int) -> None:
        """Sets a line over whatever is there."""
        self.blend(line.mask, round(x) - line.left, round(y + CAPITALS * line.size / 2) - line.baseline, ink)

    def blend(self, mask: Image.Image, x: int, y: int, ink: int | Image.Image) -> None:
        """Lays an ink, or another picture, over whatever is there."""
        box = (x, y, x + mask.width, y + mask.height)
        over = bytes([ink]) if isinstance(ink, int) else ink.tobytes()
        mixed = _mix(self.palette.theme, self.image.crop(box).tobytes(), over, mask.tobytes())
        self.image.paste(Image.frombytes("L", mask.size, mixed), (x, y))

    def png(self) -> bytes:
        """Returns the file."""
        width, height = self.image.size
        # Every row begins with its filter, 0: a column more on the left.
        rows = Image.new("L", (width + 1, height))
        rows.paste(self.image, (1, 0))
        chunks = (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            (b"PLTE", bytes(part for colour in self.palette.colours for part in colour)),
            (b"IDAT", compress(rows.tobytes(), LEVEL)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body)) for kind, body in chunks
        )


ANY = bytes([0] + [255] * 255)
"""Turns coverage into a mask: whatever is touched at all."""


@lru_cache(maxsize=1024)
def _mix(theme: Theme, ground: bytes, over: bytes, coverage: bytes) -> bytes:
    """Mixes places pixel by pixel. The same mark mostly lies on the same ground, so the answers are kept."""
    ramp = palette(theme).ramp
    return bytes(
        below if not covered else ramp(below, above)[covered]
        for below, above, covered in zip(ground, cycle(over), coverage, strict=False)
    )
