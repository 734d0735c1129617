"""How positions of Collapsi are read, and how the board is drawn with letters and signs.

>>> position = parse("J123/A234/A234/AJ23 a1,b4 0 joker -")
>>> step = position.play(position.turn, "C2")
>>> step.move, str(step.position)
('c2', 'jA23/A234/A234/AJ23 c2,b4 1 joker -')
>>> step.events
(Moved(seat=0, path=('a1', 'b1', 'c1', 'c2')),)
>>> print(diagram(step.position))
    a  b  c  d
 1  ·  A  2  3
 2  A  2  3● 4
 3  A  2  3  4
 4  A  J▲ 2  3
"""

from games.collapsi.board import Board, column_name
from games.collapsi.position import FALLEN, VALUES, Position
from games.collapsi.rules import REVIVALS, TOKENS
from games.core import SIGNS, InvalidPosition, Seat

MOST = 99
"""The most rows and columns."""


def parse(text: str) -> Position:
    """Reads a position.

    :raises InvalidPosition: if the text is none.
    """
    fields = text.split()
    if not 5 <= len(fields) <= 6:
        raise InvalidPosition("fields", text=text)
    board, cards, up = _rows(fields[0], text)
    rules = tuple(fields[3].split(","))
    if rules[0] not in ("joker", "jack") or list(rules[1:]) != [token for token in TOKENS if token in rules[1:]]:
        raise InvalidPosition("rules", text=text)
    names = fields[1].split(",")
    pawns = tuple(None if name == "-" else board.square(name) for name in names)
    standing = [pawn for pawn in pawns if pawn is not None]
    if not 2 <= len(names) <= 4 or len(standing) < len(names) - names.count("-") or len(set(standing)) < len(standing):
        raise InvalidPosition("pawns", text=text)
    if not all(up >> pawn & 1 for pawn in standing):
        raise InvalidPosition("pawn_on_fallen", text=text)
    gone = tuple(Seat(seat) for seat, pawn in enumerate(pawns) if pawn is None)
    alone = gone if len(gone) == 1 and "free" not in rules else ()
    out = _out(fields[5], text, pawns) if len(fields) == 6 else alone
    waiting = [seat for seat, pawn in enumerate(pawns) if pawn is None and seat not in out]
    if waiting and ("free" not in rules or up.bit_count() < len(pawns) - len(out)):
        raise InvalidPosition("pawns", text=text)
    if fields[2] not in [str(seat) for seat in range(len(pawns)) if seat not in out]:
        raise InvalidPosition("turn", text=text)
    if waiting and (int(fields[2]) != waiting[0] or any(pawn is not None for pawn in pawns[waiting[0] :])):
        raise InvalidPosition("turn", text=text)
    used = _used(fields[4], text, rules, len(pawns))
    position = Position(board, cards, up, pawns, Seat(int(fields[2])), rules, used, out)
    if position.outcome is None and not (position.placing or position.paths):
        # With elimination, who is stuck is out before the turn begins.
        raise InvalidPosition("turn", text=text)
    return position


def _rows(field: str, text: str) -> tuple[Board, str, int]:
    """Reads the cards; the box must be the smallest that holds them."""
    rows = field.replace("1", "A").split("/")
    width, height, letters = len(rows[0]), len(rows), "".join(rows)
    if any(len(row) != width for row in rows) or not letters or width > MOST or height > MOST:
        raise InvalidPosition("rows", text=text)
    if unknown := next((letter for letter in letters if letter not in VALUES + FALLEN + "."), None):
        raise InvalidPosition("card", text=text, card=unknown)
    edges = rows[0], rows[-1], "".join(row[0] for row in rows), "".join(row[-1] for row in rows)
    if any(set(edge) == {"."} for edge in edges):
        raise InvalidPosition("rows", text=text)
    cards = "".join(letter if letter in VALUES + "." else VALUES[FALLEN.index(letter)] for letter in letters)
    up = sum(1 << square for square, letter in enumerate(letters) if letter in VALUES)
    empty = sum(1 << square for square, letter in enumerate(letters) if letter == ".")
    return Board(width, height, empty), cards, up


def _used(field: str, text: str, rules: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Reads the abilities spent."""
    if field == "-":
        return ("",) * seats
    told = field.split(",")
    spent = tuple("" if letters == "-" else letters for letters in told)
    known = "".join(letter for name, letter in REVIVALS.items() if name in rules)
    in_order = all(letters == "".join(letter for letter in known if letter in letters) for letters in spent)
    if len(spent) != seats or not any(spent) or not in_order or "" in told:
        raise InvalidPosition("used", text=text)
    return spent


def _out(field: str, text: str, pawns: tuple[int | None, ...]) -> tuple[Seat, ...]:
    """Reads the order of leaving."""
    seats = field.removeprefix("out=").split(",")
    known = {str(seat) for seat, pawn in enumerate(pawns) if pawn is None}
    if not field.startswith("out=") or not known >= set(seats) or not len(set(seats)) == len(seats) < len(pawns):
        raise InvalidPosition("out", text=text)
    return tuple(Seat(int(seat)) for seat in seats)


def diagram(view: object) -> str:
    """Draws the board: values, a dot for a card that has fallen, a sign behind the card on which a pawn stands."""
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    board = view.board
    lines = ["    " + "  ".join(column_name(column) for column in range(board.width))]
    for row in range(board.height):
        cells = []
        for square in range(row * board.width, (row + 1) * board.width):
            card = " " if view.cards[square] == "." else view.cards[square] if view.up >> square & 1 else "·"
            pawn = SIGNS[view.pawns.index(square)] if square in view.pawns else " "
            cells.append(card + pawn)
        lines.append(f"{row + 1:>2}  {' '.join(cells)}".rstrip())
    return "\n".join(lines)
