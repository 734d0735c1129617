"""What Crumble is called, the ways to play it, and its rules, as people read them."""

from bot.words import sentence

NAME = sentence("Crumble")
TAGLINE = sentence("Cut, join and swap until your colour touches all four sides.")
CREDIT = sentence("Crumble, by Zack Brown.")
PRESETS = {
    "classic": (sentence("Classic 6×6"), sentence("two players, thirty minutes or more")),
    "quick": (sentence("Quick 4×4"), sentence("two players, a small board")),
    "first": (
        sentence("First game"),
        sentence("two players, 5×5, no piece gets smaller than a quarter, blunders may be taken back"),
    ),
    "big": (sentence("Big 8×8"), sentence("two players, a long game")),
}
OPTIONS: dict[str, tuple[str, str, dict[str, str]]] = {
    "size": (
        sentence("Board"),
        sentence("how many squares there are on a side"),
        {"6": "6×6", "4": "4×4", "5": "5×5", "7": "7×7", "8": "8×8"},
    ),
    "threefold": (
        sentence("Repetition"),
        sentence("the same position for the third time is a draw"),
        {"yes": sentence("yes"), "no": sentence("no")},
    ),
    "levels": (
        sentence("Smallest piece"),
        sentence("how many times in a row a square may be cut"),
        {"off": sentence("any"), **{str(level): str(level) for level in range(1, 7)}},
    ),
    "calls": (
        sentence("Calls"),
        sentence("I say so when a side threatens to win"),
        {"yes": sentence("yes"), "no": sentence("no")},
    ),
    "takebacks": (
        sentence("Taking back"),
        sentence("whether a turn may be taken back"),
        {"agree": sentence("if you agree"), "off": sentence("no"), "blunder": sentence("blunders freely")},
    ),
}
"""Each option: its name, what it means, and its values."""
CALLS = {"crumble": sentence("{who}: Crumble!"), "crumblemate": sentence("{who}: Crumblemate!")}
"""What the bot calls out about a turn (R30)."""
INTRODUCTION = sentence(
    "Choose a piece, cut or join it, then let it swap places with pieces of the other colour. "
    "Whose colour joins all four sides wins."
)
BY_HAND = sentence("On the board: press the middle of an edge to cut there, draw a box over pieces to join them.")
LENGTH = ""
RULES = (
    (
        sentence("The board"),
        sentence(
            "A square of light and dark squares, one colour each: Black has the discs, White the triangles. "
            "Black begins. Every piece is a square or half of one."
        ),
    ),
    (
        sentence("Your turn"),
        sentence(
            "First cut or join, one of the two. Cut: a straight line through the middle of one piece of yours, "
            "or of several in a row; a square either way, a half only across. "
            "Join: pieces of yours that make a square or half of one become one piece. Then you may walk."
        ),
    ),
    (
        sentence("The walk"),
        sentence(
            "The joined piece, or one of the new halves, swaps colours with a neighbour of the other colour "
            "if they share a whole side. It may go on like that as long as you like, also back."
        ),
    ),
    (
        sentence("Captures"),
        sentence(
            "After every step: pieces that are surrounded by a closed chain of the other colour change sides. "
            "A chain holds by sides, not by corners; the rim of the board is no part of it. "
            "If the walking piece itself is taken, the turn is over."
        ),
    ),
    (
        sentence("The end"),
        sentence(
            "A chain that touches all four sides of the board wins at once, whoever is moving: you may lose "
            "in your own turn. A piece in a corner touches two sides."
        ),
    ),
    (
        sentence("Draws"),
        sentence(
            "Three times in a row both sides take the same piece with the same material: a draw. "
            "So is the same position for the third time, if that was agreed."
        ),
    ),
    (
        sentence("How are moves written?"),
        sentence(
            "First where the piece lies: from the lower left corner count the lines to the east, then to the north. "
            "Then V or H for the cut, then the ways of the walk: 2,1VW cuts upright and the west half goes west. "
            "A join names its far corner: 2,2J1,2."
        ),
    ),
    (
        sentence("Our decisions"),
        sentence(
            "Both players see north up. Of chains inside each other the outermost one takes. "
            "No side may get shorter than a millionth of a millionth of a square. Who cannot move has a draw."
        ),
    ),
)
"""Headings and what stands under them."""
