"""What Collapsi is called, the ways to play it, and its rules, as people read them."""

from bot.words import sentence

SWITCH = {"no": sentence("no"), "yes": sentence("yes")}

NAME = sentence("Collapsi")
TAGLINE = sentence("Jump, and the card you left is gone.")
CREDIT = sentence(
    "Collapsi was designed by Mark S. Ball: https://riffleshuffleandroll.itch.io/collapsi · "
    "https://www.youtube.com/@riffleshuffleandroll"
)
PRESETS = {
    "quick": (sentence("Quick 4×4"), sentence("two players, Jokers: the first jump is 1 to 4 steps")),
    "classic": (sentence("Classic"), sentence("two players, Jacks: the first jump is 1 step")),
    "big": (sentence("Big table"), sentence("two to four players: 5×5 for two or three, 6×6 for four")),
    "second": (sentence("Second wind"), sentence("two players, and each may land once on a Joker that is gone")),
}
OPTIONS: dict[str, tuple[str, str, dict[str, str]]] = {
    "setup": (
        sentence("Board"),
        sentence("how many cards there are, and so how many players"),
        {
            "std4": sentence("4×4"),
            "tri5": sentence("5×5"),
            "big6": sentence("6×6"),
            "single5": sentence("5×5 up to 6"),
            "big": sentence("5×5 or 6×6"),
        },
    ),
    "start": (
        sentence("Start cards"),
        sentence("a Joker moves 1 to 4 steps, a Jack moves 1"),
        {"joker": sentence("Jokers"), "jack": sentence("Jacks")},
    ),
    "joker-revival": (
        sentence("Joker Revival"),
        sentence("once a game you may end your move on a start card that is gone"),
        SWITCH,
    ),
    "adjacent-revival": (
        sentence("Adjacent Revival"),
        sentence("once a game you may turn up a card that is gone beside the one you land on"),
        SWITCH,
    ),
    "reconstruction": (
        sentence("Reconstruction"),
        sentence("once a game you may turn up any card that is gone, and turn another one down for it"),
        SWITCH,
    ),
    "adjacent-wrap": (
        sentence("Round the edge"),
        sentence("whether cards at opposite edges lie beside each other for Adjacent Revival"),
        SWITCH,
    ),
    "shift": (
        sentence("Shift"),
        sentence("after your move you slide the row or the column that you stand on by one"),
        SWITCH,
    ),
    "apart": (
        sentence("Start apart"),
        sentence("with Shift, no two start cards are dealt in one row or column"),
        SWITCH,
    ),
    "free": (
        sentence("Free start"),
        sentence("the start cards are gone, and everybody chooses where to begin"),
        SWITCH,
    ),
    "elimination": (
        sentence("Knock-out"),
        sentence("for three or four: who is stuck is out, and the others play on"),
        SWITCH,
    ),
    "series": (
        sentence("Match"),
        sentence("to 16 points for the cards left, the same deal from both sides, or a round for everybody"),
        {
            "one": sentence("one game"),
            "points": sentence("to 16 points"),
            "swap": sentence("both sides"),
            "cycle": sentence("rounds"),
        },
    ),
    "luck": (
        sentence("Deal"),
        sentence("close: perfect play lasts 12 moves or more; sharp: and there is only one good first move"),
        {"any": sentence("any"), "close": sentence("close"), "sharp": sentence("sharp")},
    ),
}
"""Each option: its name, what it means, and its values."""

INTRODUCTION = sentence("Tap a ringed square. The card you leave is gone. Whoever can't move loses.")
BY_HAND = ""
LENGTH = ""
RULES = (
    (
        sentence("The board"),
        sentence(
            "Sixteen cards lie face up in four rows of four: four aces, four 2s, four 3s, two 4s and two start cards. "
            "Larger tables have 25 or 36. "
            "The edges are joined: who leaves the board on the right comes in on the left, "
            "and who leaves it at the top comes in at the bottom."
        ),
    ),
    (
        sentence("Your turn"),
        sentence(
            "Move your pawn exactly as many steps as the card under it says: an ace 1, a 2 two steps, and so on. "
            "A Joker lets you choose 1, 2, 3 or 4; a Jack counts 1. Steps go up, down, left or right, "
            "and you may turn as often as you like. Never enter a card twice, nor one that is gone. "
            "Then the card you started from is gone for good."
        ),
    ),
    (
        sentence("The other pawns"),
        sentence("You may pass over them; that counts as a step like any other. You may not stop on one."),
    ),
    (
        sentence("The end"),
        sentence("You must move if you can. Whoever cannot move when their turn comes has lost. There are no draws."),
    ),
    (
        sentence("Three and four players"),
        sentence(
            "As soon as somebody cannot move the game is over, and whoever moved last has won. "
            "With knock-out who cannot move is out: the pawn leaves, its card stays, and the last one left wins."
        ),
    ),
    (
        sentence("Free start"),
        sentence(
            "All start cards are gone from the beginning. In turn everybody chooses a card to begin on; then they move."
        ),
    ),
    (
        sentence("Revivals"),
        sentence(
            "Each may be used once by each player. Joker Revival: end your move on a start card that is gone; "
            "it turns up again, and it saves you where you could not move otherwise. Adjacent Revival: "
            "after your move turn up a card beside the one you landed on, but not the one that you left. "
            "Reconstruction: after your move turn up any card that is gone, then turn down another one without a pawn. "
            "Concept and variations: Johann Duscher (Jonny Dee), https://github.com/jonnydee/collapsi, "
            "CC BY-NC-SA 4.0; our own words, changes were made."
        ),
    ),
    (
        sentence("Shift"),
        sentence(
            "After your move you slide the row or the column that you stand on by one card, with everything on it. "
            "What sticks out stays there. A row or column is joined from its first card to its last; "
            "a hole in it blocks the way."
        ),
    ),
    (
        sentence("Several games in one match"),
        sentence(
            "To 16 points: the winner of a deal gets a point for each card that still lies face up, "
            "and the other one begins the next deal. Both sides: the same deal is played twice with seats changed. "
            "Rounds: with knock-out everybody begins once; who holds out longer gets more points."
        ),
    ),
    (
        sentence("May I come back to my start card?"),
        sentence("No: neither to end there nor on the way. A 4 straight round the board would, so it is not allowed."),
    ),
    (
        sentence("Two ways lead to the same card. Does it matter which I take?"),
        sentence("No. A move is where you end, so the board offers every card once and shows one of the ways."),
    ),
    (
        sentence("Who begins?"),
        sentence("The lot decides; in a rematch the other one begins. The first start card dealt belongs to them."),
    ),
    (
        sentence("Our decisions"),
        sentence(
            "Where the printed rules are silent: a card you pass must lie face up, a Jack is always worth 1, "
            "and giving up leaves your card where it is. Cards at opposite edges lie beside each other for a revival; "
            "a revival comes before the shift; cards that lie face down from the beginning can be revived too; "
            "several kinds of revival in one game are played by consent."
        ),
    ),
)
"""Headings and what stands under them."""
