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
from games.core import SIGNS, InvalidPosition, Seat


def parse(text: str) -> Position:
    """Reads a position.

    :raises InvalidPosition: if the text is none.
    """
    fields = text.split()
    if len(fields) != 5:
        raise InvalidPosition("fields", text=text)
    rows = fields[0].replace("1", "A").split("/")
    board = Board(len(rows[0]), len(rows))
    letters = "".join(rows)
    if any(len(row) != board.width for row in rows) or not letters or board.width > 26 or board.height > 26:
        raise InvalidPosition("rows", text=text)
    if unknown := next((letter for letter in letters if letter not in VALUES + FALLEN), None):
        raise InvalidPosition("card", text=text, card=unknown)
    cards = "".join(letter if letter in VALUES else VALUES[FALLEN.index(letter)] for letter in letters)
    up = sum(1 << square for square, letter in enumerate(letters) if letter in VALUES)
    pawns = tuple(None if name == "-" else board.square(name) for name in fields[1].split(","))
    missing = [name for name, pawn in zip(fields[1].split(","), pawns, strict=True) if pawn is None and name != "-"]
    standing = [pawn for pawn in pawns if pawn is not None]
    if len(pawns) != 2 or missing or not standing or len(set(standing)) < len(standing):
        raise InvalidPosition("pawns", text=text)
    if not all(up >> pawn & 1 for pawn in standing):
        raise InvalidPosition("pawn_on_fallen", text=text)
    if fields[2] not in ("0", "1"):
        raise InvalidPosition("turn", text=text)
    if fields[3] not in ("joker", "jack"):
        raise InvalidPosition("rules", text=text)
    if fields[4] != "-":
        raise InvalidPosition("used", text=text)
    return Position(board, cards, up, pawns, Seat(int(fields[2])), fields[3])


def diagram(view: object) -> str:
    """Draws the board: values, a dot for a card that has fallen, a sign behind the card on which a pawn stands."""
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    board = view.board
    lines = ["    " + "  ".join(column_name(column) for column in range(board.width))]
    for row in range(board.height):
        cells = []
        for square in range(row * board.width, (row + 1) * board.width):
            card = view.cards[square] if view.up >> square & 1 else "·"
            pawn = SIGNS[view.pawns.index(square)] if square in view.pawns else " "
            cells.append(card + pawn)
        lines.append(f"{row + 1:>2}  " + " ".join(cells).rstrip())
    return "\n".join(lines)
