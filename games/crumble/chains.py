"""What a swap brings about: captures (R21 to R25) and the chain that wins (R26 to R28).

A piece is safe while it reaches the border through pieces of its own colour that touch by edge or corner (R22): an
opposing loop, whose pieces share edges, surrounds exactly those that do not.
"""

from typing import NamedTuple

from games.crumble.tiling import ALL_SIDES, Tiling


class Swap(NamedTuple):
    """The colours after one step of a walk."""

    mine: int
    """The mover's pieces."""
    theirs: int
    taken: int
    """Those that the mover captured."""
    lost: int
    """Those that the other side captured."""
    winner: int | None
    """0 if the mover's chain joins all four sides, 1 if the other side's does, None if none does."""


def flood(start: int, within: int, links: list[int]) -> int:
    """Returns all that is linked with ``start``, both inside ``within``."""
    seen = frontier = start
    while frontier:
        reached = 0
        while frontier:
            low = frontier & -frontier
            reached |= links[low.bit_length() - 1]
            frontier ^= low
        frontier = reached & within & ~seen
        seen |= frontier
    return seen


def unsafe(tiling: Tiling, colour: int) -> int:
    """Returns the pieces of a colour that do not reach the border (R22)."""
    return colour & ~flood(tiling.rim & colour, colour, tiling.touch)


def joins_all_sides(tiling: Tiling, colour: int, start: int) -> bool:
    """Whether one chain, among those that hold a piece of ``start``, touches all four sides (R26)."""
    start &= colour
    while start:
        chain = flood(start & -start, colour, tiling.edge)
        start &= ~chain
        sides = 0
        on_rim = chain & tiling.rim
        while on_rim:
            low = on_rim & -on_rim
            sides |= tiling.border[low.bit_length() - 1]
            on_rim ^= low
        if sides == ALL_SIDES:
            return True
    return False


def captured(tiling: Tiling, mine: int, theirs: int) -> tuple[int, int]:
    """Returns what the mover captures and what the other side does, the outermost loop first (R23).

    A blob of unsafe pieces, whatever their colours, falls to the colour of the safe pieces around it. That is one
    colour: where safe pieces of both met beside a blob, the blob's piece there would touch one of its own and be safe.
    """
    lost_to_me = lost_to_them = 0
    left = unsafe(tiling, mine) | unsafe(tiling, theirs)
    while left:
        blob = flood(left & -left, left, tiling.edge)
        left &= ~blob
        around, rest = 0, blob
        while rest:
            low = rest & -rest
            around |= tiling.edge[low.bit_length() - 1]
            rest ^= low
        around &= ~blob
        assert bool(around & mine) != bool(around & theirs), "the safe pieces around a blob have one colour (R23)"
        if around & mine:
            lost_to_me |= blob & theirs
        else:
            lost_to_them |= blob & mine
    return lost_to_me, lost_to_them


def swapped(tiling: Tiling, mine: int, theirs: int, walker: int, to: int, *, settled: bool) -> Swap:
    """Swaps the walker with the piece it steps to, then captures, then looks for a winner (R16, R17).

    ``settled`` says that before the step nothing was left to be captured and nobody had won. Then only what happened to
    the two pieces can have changed that: who is unsafe now had its way to the border through the piece that its colour
    lost, or is new in its colour; and a chain that wins now holds the piece that its colour gained.
    """
    one, other = 1 << walker, 1 << to
    mine = mine & ~one | other
    theirs = theirs & ~other | one
    taken = lost = 0
    if not settled or encloses(tiling, theirs, tiling.touch[to]) or encloses(tiling, mine, tiling.touch[walker]):
        taken, lost = captured(tiling, mine, theirs)
        mine, theirs = (mine | taken) & ~lost, (theirs | lost) & ~taken
    winner = None
    around = tiling.alive if taken or lost or not settled else other | one
    if joins_all_sides(tiling, mine, around):
        winner = 0
    elif joins_all_sides(tiling, theirs, around):
        winner = 1
    return Swap(mine, theirs, taken, lost, winner)


def encloses(tiling: Tiling, colour: int, seeds: int) -> bool:
    """Whether one of a colour's pieces among the seeds cannot reach the border."""
    touch, rim = tiling.touch, tiling.rim
    seeds &= colour
    safe = 0
    while seeds:
        seen = frontier = seeds & -seeds
        while not seen & (rim | safe):
            reached = 0
            while frontier:
                low = frontier & -frontier
                reached |= touch[low.bit_length() - 1]
                frontier ^= low
            frontier = reached & colour & ~seen
            if not frontier:
                return True
            seen |= frontier
        safe |= seen
        seeds &= ~seen
    return False
