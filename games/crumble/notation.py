"""The text of a move: where, what, and the way of the walk (section 6 of the rules).

``2,1VW``: the piece at 2,1 is cut upright, its west half walks west. ``2,3VE-N``: the east half walks north. ``0H2``: a
level cut through two pieces; ``0H2-2N-NW``: and the north half of the second one walks. ``1,3J3,4E``: a join up to the
corner three crossings east and four north, which then walks east.
"""

import re
from dataclasses import dataclass

from games.core import IllegalMove, InvalidMove
from games.crumble.lines import Lines, Location
from games.crumble.tiling import WAYS
from games.crumble.turns import Action, Cut, Ground, Join

HALVES = {"V": "WE", "H": "SN"}
LONGEST = 1000
"""The longest text that is read."""
NUMBER = "[0-9]{1,4}"
LOCATION = rf"{NUMBER}(?:,{NUMBER})*"
MOVE = re.compile(
    rf"(?P<location>{LOCATION})"
    rf"(?:J(?P<east>{NUMBER}),(?P<north>{NUMBER})(?P<walk>[NESW]*)"
    rf"|(?P<axis>[VH])(?P<count>{NUMBER})?"
    rf"(?:-(?P<number>{NUMBER})(?P<side>[NESW])(?:-(?P<way>[NESW]+))?|(?P<half>[NESW])-(?P<then>[NESW]+)|(?P<path>[NESW]*)))"
    r"(?:[+#]|\(=\))*"
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is meant: an action, perhaps where the walk starts, and its path."""

    action: Action
    start: int | None = None
    """The number of the start among those of `Acted.starts`."""
    path: str = ""


def cleaned(text: str) -> str:
    """Returns a text without spaces and in capitals.

    :raises InvalidMove: if it is too long to be read.
    """
    if len(text) > LONGEST:
        raise InvalidMove("unreadable", text=text[:LONGEST])
    return "".join(text.split()).upper()


def spelled(location: Location) -> str:
    """Writes a location."""
    return ",".join(map(str, location))


def write(ground: Ground, lines: Lines, turn: Turn) -> str:
    """Writes a turn; the location is the shortest there is, the path is left as it is."""
    action = turn.action
    if isinstance(action, Join):
        east, north = lines.crossings(action.box)
        return f"{spelled(lines.name(action.box[:2]))}J{east},{north}{turn.path}"
    pieces = len(action.pieces)
    text = f"{where(ground, lines, action.pieces[0])}{action.axis}{pieces if pieces > 1 else ''}"
    if turn.start is None:
        return text
    half = HALVES[action.axis][turn.start % 2]
    if pieces > 1:
        return f"{text}-{turn.start // 2 + 1}{half}" + (f"-{turn.path}" if turn.path else "")
    return text + turn.path if turn.path.startswith(half) else f"{text}{half}-{turn.path}"


def where(ground: Ground, lines: Lines, piece: int) -> str:
    """Writes the shortest location of a piece."""
    return spelled(lines.name(ground.tiling.boxes[piece][:2]))


def located(ground: Ground, lines: Lines, text: str) -> int:
    """Returns the piece whose lower left corner has that location.

    :raises IllegalMove: ``no_piece``.
    """
    point = lines.point([int(number) for number in text.split(",")])
    if point is None or point not in ground.at:
        raise IllegalMove("no_piece", location=text)
    return ground.at[point]


def read(ground: Ground, lines: Lines, text: str) -> Turn:
    """Reads a turn up to its walk, which is not tried yet.

    :raises InvalidMove: if it is no move at all.
    :raises IllegalMove: if there is no such cut or join.
    """
    found = MOVE.fullmatch(cleaned(text))
    if found is None:
        raise InvalidMove("unreadable", text=text)
    piece = located(ground, lines, found["location"])
    location = where(ground, lines, piece)
    if not ground.mine >> piece & 1:
        raise IllegalMove("not_your_piece", location=location)
    if found["east"]:
        corner = lines.corner(ground.tiling.boxes[piece][:2], int(found["east"]), int(found["north"]))
        join = corner and ground.join((*ground.tiling.boxes[piece][:2], *corner))
        if not join:
            raise IllegalMove("bad_join", location=location)
        return Turn(join, 0 if found["walk"] else None, found["walk"])
    cut = _cut(ground, lines, piece, found["axis"], int(found["count"] or 1))
    halves = HALVES[cut.axis]
    if found["number"]:
        number, half, path = int(found["number"]), found["side"], found["way"] or ""
        if not path and len(cut.pieces) == 1:
            raise IllegalMove("unfinished", begun=location)
    else:
        path = found["then"] or found["path"] or ""
        number, half = 1, found["half"] or path[:1]
        if not path:
            return Turn(cut)
        if len(cut.pieces) > 1:
            # Of several pieces the one that walks has to be named.
            raise IllegalMove("which_half", location=location, halves=tuple(halves))
    if not 1 <= number <= len(cut.pieces):
        raise IllegalMove("no_half", location=location, number=number, half=half)
    if half not in halves:
        named = found["number"] or found["half"]
        raise IllegalMove("no_half" if named else "which_half", location=location, halves=tuple(halves))
    return Turn(cut, 2 * (number - 1) + halves.index(half), path)


def _cut(ground: Ground, lines: Lines, piece: int, axis: str, pieces: int) -> Cut:
    """Finds the cut through so many pieces from the first one on (R9, R11)."""
    location = where(ground, lines, piece)
    if pieces == 0:
        raise IllegalMove("no_cut", location=location)
    at = ground.middle(piece, axis)
    crossed = ground.crossed(axis, at)
    run = crossed[crossed.index(piece) :][:pieces]
    for each in run:
        reason = ground.refusal(each, axis)
        if not ground.mine >> each & 1:
            raise IllegalMove("blocked_cut", location=location, by=where(ground, lines, each))
        if ground.middle(each, axis) != at or (each != piece and reason == "wrong_axis"):
            raise IllegalMove("off_middle", location=location, by=where(ground, lines, each))
        if reason:
            raise IllegalMove(reason, location=where(ground, lines, each))
    if len(run) < pieces:
        raise IllegalMove("no_cut", location=location, pieces=len(run))
    return Cut(axis, at, tuple(run))


assert WAYS == "NESW", "the pattern names the directions"
