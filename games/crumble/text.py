"""How positions of Crumble are read, and how the board is drawn with letters.

``6 b w0,0,1,1;b1,0,1,1;… threefold``: the size, who is to move, the pieces ordered by y, then x (colour, x, y, width
and height in start squares from the lower left corner), the rules or ``-``. Then, where there are any, ``seen=`` the
marks of earlier positions (R35), ``takes=`` the latest turns that might be drawing turns (R34'), ``left=`` who left.

>>> position = parse("2 b w0,0,1,1;b1,0,1,1;b0,1,1,1;w1,1,1,1 -")
>>> step = position.play(position.turn, "1vw")
>>> step.move, str(step.position)
('1VW', '2 w b0,0,1,1;w1,0,1/2,1;b3/2,0,1/2,1;b0,1,1,1;w1,1,1,1 - takes=1,0,1,1>0,0,1,1')
>>> print(diagram(step.position))
┌───┬───────┐
│ ● │ ▲   ▲ │
├───┼───┬───┤
│ ● │ ▲ │ ● │
└───┴───┴───┘
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from games.core import SIGNS, InvalidPosition, Seat
from games.crumble.board import LETTERS, Area, Piece
from games.crumble.draws import DRAW_TURNS, Take
from games.crumble.position import Position

SIZES = range(1, 17)
"""The boards that can be set up."""
LEVELS = range(1, 7)
RECTANGLE = r"[0-9]{1,30}(?:/[0-9]{1,30})?(?:,[0-9]{1,30}(?:/[0-9]{1,30})?){3}"
PIECE = re.compile(rf"(?P<colour>[{LETTERS}])(?P<area>{RECTANGLE})")
TAKE = re.compile(rf"(?P<material>{RECTANGLE}(?:;{RECTANGLE})*)>(?P<target>{RECTANGLE})")
MARK = re.compile(r"[A-Za-z0-9_-]{8}")
WIDEST = 81
"""The most letters in a line of a diagram."""
CORNERS = "   └ │┌├ ┘─┴┐┤┬┼"
"""The sign where lines meet, by the sum of 1 (up), 2 (right), 4 (down) and 8 (left)."""


def parse(text: str) -> Position:
    """Reads a position.

    :raises InvalidPosition: if the text is none.
    """
    fields = text.split()
    if not 4 <= len(fields) <= 7:
        raise InvalidPosition("fields", text=text)
    if fields[0] not in map(str, SIZES):
        raise InvalidPosition("size", text=text)
    size = int(fields[0])
    if fields[1] not in tuple(LETTERS):
        raise InvalidPosition("turn", text=text)
    pieces = _pieces(fields[2], size, text)
    rules = () if fields[3] == "-" else tuple(fields[3].split(","))
    known = ["threefold", *(f"levels={level}" for level in LEVELS)]
    if [rule for rule in known if rule in rules] != list(rules) or len(rules) > 2 or _levels(rules) > 1:
        raise InvalidPosition("rules", text=text)
    memory = _memory(fields[4:], text)
    seen = tuple(memory["seen"].split(",")) if "seen" in memory else ()
    if not all(map(MARK.fullmatch, seen)) or (seen and "threefold" not in rules):
        raise InvalidPosition("seen", text=text)
    takes = tuple(_take(take, text) for take in memory["takes"].split("|")) if "takes" in memory else ()
    if len(takes) > 2 * DRAW_TURNS:
        raise InvalidPosition("takes", text=text)
    if memory.get("left", "b") not in tuple(LETTERS):
        raise InvalidPosition("left", text=text)
    left = Seat(LETTERS.index(memory["left"])) if "left" in memory else None
    return Position(size, pieces, Seat(LETTERS.index(fields[1])), rules, seen, takes, left)


def _levels(rules: tuple[str, ...]) -> int:
    return sum(rule.startswith("levels=") for rule in rules)


def _memory(fields: list[str], text: str) -> dict[str, str]:
    """Reads what follows the rules: keys in their order, each at most once."""
    memory = dict(field.partition("=")[::2] for field in fields)
    if list(memory) != [key for key in ("seen", "takes", "left") if key in memory] or len(memory) < len(fields):
        raise InvalidPosition("fields", text=text)
    return memory


def _pieces(field: str, size: int, text: str) -> tuple[Piece, ...]:
    """Reads the pieces, which must tile the board (R2)."""
    pieces = []
    for told in field.split(";"):
        found = PIECE.fullmatch(told)
        area = _area(found["area"]) if found else None
        if found is None or area is None:
            raise InvalidPosition("piece", text=text, piece=told)
        piece = Piece(*area, Seat(LETTERS.index(found["colour"])))
        if not (
            piece.width in (piece.height, 2 * piece.height, piece.height / 2)
            and piece.width > 0
            and piece.x + piece.width <= size
            and piece.y + piece.height <= size
        ):
            raise InvalidPosition("piece", text=text, piece=told)
        pieces.append(piece)
    pieces.sort(key=lambda piece: (piece.y, piece.x))
    if sum(piece.width * piece.height for piece in pieces) != size * size or _overlap(pieces):
        raise InvalidPosition("tiling", text=text)
    return tuple(pieces)


def _overlap(pieces: list[Piece]) -> bool:
    """Whether two of the pieces, which are ordered by y, have ground in common."""
    near: list[Piece] = []
    for piece in pieces:
        near = [other for other in near if other.y + other.height > piece.y]
        if any(other.x < piece.x + piece.width and piece.x < other.x + other.width for other in near):
            return True
        near.append(piece)
    return False


def _area(told: str) -> Area | None:
    """Reads a rectangle; None if a number's denominator is no power of two (R3)."""
    numbers = []
    for number in told.split(","):
        numerator, _, denominator = number.partition("/")
        below = int(denominator or 1)
        if below == 0 or below & (below - 1):
            return None
        numbers.append(Fraction(int(numerator), below))
    x, y, width, height = numbers
    return x, y, width, height


def _take(told: str, text: str) -> Take:
    found = TAKE.fullmatch(told)
    areas = [_area(area) for area in (*found["material"].split(";"), found["target"])] if found else []
    read = [area for area in areas if area]
    if not read or len(read) < len(areas):
        raise InvalidPosition("takes", text=text)
    return Take(tuple(read[:-1]), read[-1])


def diagram(view: object) -> str:
    """Draws the board with lines, a sign in every cell; pieces too many for `WIDEST` letters a line are listed."""
    assert isinstance(view, Position), f"not a view of Crumble: {view!r}"
    return _drawn(view, {}, (3, 1))


def numbered(view: object) -> str:
    """Draws the board, and in its upper left cell the number of each piece that may be chosen."""
    assert isinstance(view, Position), f"not a view of Crumble: {view!r}"
    numbers = {piece: number for number, piece in enumerate(view.numbered(view.turn), start=1)}
    return _drawn(view, numbers, (3,) if len(numbers) < 100 else ())


def _drawn(view: Position, numbers: Mapping[Piece, int], widths: tuple[int, ...]) -> str:
    """Draws the board with cells of the first width that fits, or lists the pieces."""
    columns = _ends([(piece.x, piece.x + piece.width) for piece in view.pieces])
    rows = _ends([(piece.y, piece.y + piece.height) for piece in view.pieces])
    wide = next((wide for wide in widths if (len(columns) - 1) * (wide + 1) + 1 <= WIDEST), None)
    signs = {piece: f"{SIGNS[piece.seat]}{numbers.get(piece, '')}" for piece in view.pieces}
    if wide is None:
        return "\n".join(f"{signs[piece]} {piece.x},{piece.y} {piece.width}×{piece.height}" for piece in view.pieces)
    owner = {
        (column, row): piece
        for piece in view.pieces
        for column in range(columns[piece.x], columns[piece.x + piece.width])
        for row in range(rows[piece.y], rows[piece.y + piece.height])
    }
    lines = []
    for row in range(len(rows) - 1, -1, -1):
        lines.append(_ruled(owner, row, len(columns), wide))
        if row:
            lines.append(_filled(owner, signs, row - 1, len(columns), wide))
    return "\n".join(lines)


def _ends(sides: list[tuple[Fraction, Fraction]]) -> dict[Fraction, int]:
    """Numbers the lines on which pieces begin and end."""
    return {end: number for number, end in enumerate(sorted({end for side in sides for end in side}))}


def _filled(
    owner: Mapping[tuple[int, int], Piece], signs: Mapping[Piece, str], row: int, columns: int, wide: int
) -> str:
    """Draws a row of cells: the signs, and a line where a piece ends. What follows a sign stands only once."""
    text = ""
    for column in range(columns):
        left, right = owner.get((column - 1, row)), owner.get((column, row))
        text += " " if left is right else "│"
        if right:
            is_first = left is not right and owner.get((column, row + 1)) is not right
            text += (signs[right] if is_first else signs[right][0]).center(wide)
    return text


def _ruled(owner: Mapping[tuple[int, int], Piece], row: int, columns: int, wide: int) -> str:
    """Draws the line below a row of cells, where pieces end."""
    text = ""
    for column in range(columns):
        above_left, above = owner.get((column - 1, row)), owner.get((column, row))
        below_left, below = owner.get((column - 1, row - 1)), owner.get((column, row - 1))
        lines = (above_left is not above, above is not below, below_left is not below, above_left is not below_left)
        text += CORNERS[sum(line << at for at, line in enumerate(lines))]
        if column < columns - 1:
            text += (" " if above is below else "─") * wide
    return text
