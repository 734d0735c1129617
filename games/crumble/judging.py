"""What a board is worth to a side: how many pieces must change their colour until a chain joins all four sides.

A chain from west to east and one from south to north of the same colour always meet, so the two ways are counted apart.
"""

from games.crumble.tiling import Tiling, bits

FAR = 99
"""More than any distance."""
GROUND = 6.0
"""What it is worth to hold the whole board and not half of it twice over, in pieces that are missing to a chain."""
WEST, SOUTH, EAST, NORTH = range(4)


def distance(tiling: Tiling, mine: int, theirs: int, side: int) -> int:
    """Returns how many of the other side's pieces must change until a chain leads from a side to the opposite one."""
    edge = tiling.edge
    goal = tiling.sides[(side + 2) % 4]
    frontier = tiling.sides[side]
    left_mine, left_theirs = mine, theirs
    steps = 0
    while frontier:
        # Own pieces cost nothing.
        own = frontier & left_mine
        around = frontier
        while own:
            if own & goal:
                return steps
            left_mine &= ~own
            beside = 0
            while own:
                low = own & -own
                beside |= edge[low.bit_length() - 1]
                own ^= low
            around |= beside
            own = beside & left_mine
        paid = around & left_theirs
        left_theirs &= ~paid
        steps += 1
        if paid & goal:
            return steps
        frontier = 0
        while paid:
            low = paid & -paid
            paid ^= low
            frontier |= edge[low.bit_length() - 1]
    return FAR


def held(tiling: Tiling, pieces: int) -> int:
    """Returns the ground that pieces hold, in squares of the tiling's units."""
    ground, boxes = 0, tiling.boxes
    for piece in bits(pieces):
        x0, y0, x1, y1 = boxes[piece]
        ground += (x1 - x0) * (y1 - y0)
    return ground


def standing(tiling: Tiling, mine: int, theirs: int, ground: int) -> float:
    """Returns what a board is worth to the side that has the pieces ``mine``, and so much ground."""
    return _lack(tiling, theirs, mine) - _lack(tiling, mine, theirs) + GROUND * (2 * ground / tiling.side**2 - 1)


def _lack(tiling: Tiling, mine: int, theirs: int) -> int:
    """Returns how far a side is from a chain that joins all four sides."""
    return distance(tiling, mine, theirs, WEST) + distance(tiling, mine, theirs, SOUTH)
