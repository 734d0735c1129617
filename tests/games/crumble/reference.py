"""Captures and wins, found by looking at points only: slow, and nothing in common with the program.

The board is cut into cells as fine as the finest coordinate. A cell belongs to a piece; two cells of a colour are
linked where they share an edge, and, to be safe, where they share a corner.
"""

from math import lcm

from games.crumble import Piece

Cells = dict[tuple[int, int], int]
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
BESIDE = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def cells(size: int, pieces: tuple[Piece, ...]) -> tuple[int, Cells]:
    """Returns the cells along a side, and each cell's colour."""
    unit = lcm(*(number.denominator for piece in pieces for number in piece.area))
    found: Cells = {}
    for piece in pieces:
        for x in range(int(piece.x * unit), int((piece.x + piece.width) * unit)):
            for y in range(int(piece.y * unit), int((piece.y + piece.height) * unit)):
                assert (x, y) not in found, "pieces do not overlap"
                found[x, y] = piece.seat
    assert len(found) == (size * unit) ** 2, "the pieces cover the board"
    return size * unit, found


def spread(begin: list[tuple[int, int]], found: Cells, links: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Returns all cells that are linked with the first ones through cells of the same colour."""
    seen, waiting = set(begin), list(begin)
    while waiting:
        x, y = waiting.pop()
        for dx, dy in links:
            to = x + dx, y + dy
            if to not in seen and found.get(to) == found[x, y]:
                seen.add(to)
                waiting.append(to)
    return seen


def winners(size: int, pieces: tuple[Piece, ...]) -> set[int]:
    """Returns the colours with a chain that touches all four sides."""
    side, found = cells(size, pieces)
    won, left = set(), {(0, y) for y in range(side)}
    while left:
        cell = left.pop()
        chain = spread([cell], found, BESIDE)
        left -= chain
        xs, ys = {x for x, _ in chain}, {y for _, y in chain}
        if {0, side - 1} <= xs and {0, side - 1} <= ys:
            won.add(found[cell])
    return won


def settle(size: int, pieces: tuple[Piece, ...]) -> tuple[int, ...]:
    """Returns each piece's colour once all captures are made, the outermost ring first.

    It walls in from the outside: an outermost loop's inside is all that the outside cannot reach. Whatever lies in the
    same enclosed place falls to the colour around it.
    """
    side, found = cells(size, pieces)
    rim = [(x, y) for x, y in found if x in (0, side - 1) or y in (0, side - 1)]
    safe = spread(rim, found, AROUND)
    enclosed = {cell: 0 for cell in found if cell not in safe}
    colours = dict(found)
    while enclosed:
        place = spread([next(iter(enclosed))], enclosed, BESIDE)
        around = {found[x + dx, y + dy] for x, y in place for dx, dy in BESIDE if (x + dx, y + dy) in safe}
        (colour,) = around
        for cell in place:
            colours[cell] = colour
            del enclosed[cell]
    unit = side // size
    return tuple(colours[int(piece.x * unit), int(piece.y * unit)] for piece in pieces)
