"""Pictures compared with those in ``tests/pictures``.

Run with ``ACCEPT_PICTURES=1`` to put the pictures of this run in their place; then look at each of them.
"""

import os
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp

from PIL import Image, ImageChops, ImageSequence

from renderer import Picture

PICTURES = Path(__file__).parents[1] / "pictures"
SMALL = 40
"""How far a pixel's colour may be off, of 255: another version of the font library sets edges a little differently."""
SHARE = 0.002
"""The share of pixels that may be off further."""


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png)).convert("RGB")


def frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    """Returns the frames of a film as they are seen, each with its milliseconds."""
    with Image.open(BytesIO(gif), formats=("GIF",)) as image:
        return [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Returns the largest difference of any colour part, as grey."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def assert_looks_like(name: str, picture: Picture) -> None:
    file = PICTURES / f"{name}.png"
    if os.environ.get("ACCEPT_PICTURES"):
        file.write_bytes(picture.png)
    actual, expected = opened(picture), Image.open(file).convert("RGB")
    if actual.size == expected.size:
        apart = difference(actual, expected)
        off = sum(apart.histogram()[SMALL:]) / (actual.width * actual.height)
        if off <= SHARE:
            return
        what = f"{off:.2%} of the pixels differ"
    else:
        apart = ImageChops.difference(actual, expected.resize(actual.size))
        what = f"the size is {actual.size}, not {expected.size}"
    folder = Path(mkdtemp(prefix=f"tumbledown-{name}-"))
    expected.save(folder / "expected.png")
    actual.save(folder / "actual.png")
    apart.point(lambda part: min(255, part * 3)).save(folder / "difference.png")
    raise AssertionError(f"{name}: {what}; see {folder}")
