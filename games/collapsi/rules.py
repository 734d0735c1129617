"""How Collapsi is played this time: set-ups and variants (rules 4.1 to 4.8), as text and as a deck."""

SETUPS = {
    "std4": (4, "JJAAAA2222333344"),
    "tri5": (5, "JJJAAAAAA2222223333334444"),
    "big6": (6, "JJJJAAAAAAAA222222223333333344444444"),
    "single5": (5, "JJJJAAAA22223333444455556"),
}
"""Each set-up's side and deck (rule 4.1)."""

TOKENS = (
    "shift",
    "free",
    "joker-revival",
    "adjacent-revival",
    "reconstruction",
    "elimination",
    "combos",
    "no-adjacent-wrap",
)
"""The variants that may follow ``joker`` or ``jack`` in a position's text, in this order."""
REVIVALS = {"joker-revival": "J", "adjacent-revival": "A", "reconstruction": "R"}
"""Each revival and the letter by which a position notes that a seat has spent it."""
