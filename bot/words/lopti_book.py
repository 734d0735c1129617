"""What Lopti is called, the ways to play it, and its rules, as people read them."""

from collections.abc import Mapping

from bot.words import Words, sentence

NAME = sentence("Lopti")
TAGLINE = sentence("Get rid of your cards; who is first makes a house rule.")
CREDIT = sentence("Lopti: an unofficial implementation, told in our own words.")
BY_HAND = ""
LENGTH = sentence("A round takes 50-90 turns: about a week at one move every two hours.")
PRESETS = {
    "classic": (sentence("Classic"), sentence("two to five players, the winner makes a house rule")),
    "plain": (sentence("Plain"), sentence("two to five players, no house rules")),
    "last": (sentence("To the last"), sentence("two to five players, a round goes on for all places")),
}
YES_OR_NO = {"yes": sentence("yes"), "no": sentence("no")}
OPTIONS: dict[str, tuple[str, str, dict[str, str]]] = {
    "winner.creates_rule": (sentence("House rules"), sentence("the winner of a round makes one"), YES_OR_NO),
    "after_win": (
        sentence("After a win"),
        sentence("whether the others play on for the places"),
        {"stop": sentence("the round ends"), "play_on": sentence("play on")},
    ),
    "opener": (
        sentence("Who opens"),
        sentence("who plays the first card of a round"),
        {
            "winner": sentence("the winner"),
            "dealer": sentence("the dealer"),
            "left_of_dealer": sentence("the next one"),
        },
    ),
    "draw.mode": (
        sentence("Drawing"),
        sentence("how many cards are drawn after the first play of a turn"),
        {"one": sentence("one"), "refill": sentence("up to three")},
    ),
    "match.rule": (
        sentence("Same rank"),
        sentence("when a rank goes on itself"),
        {"more": sentence("with more copies"), "any": sentence("always"), "never": sentence("never")},
    ),
    "low.renew": (
        sentence("7 on 7"),
        sentence("whether a 7 goes on a 7 like on any card"),
        {"free": sentence("always"), "match": sentence("with more copies")},
    ),
    "order.ace": (
        sentence("Ace"),
        sentence("where the ace stands"),
        {"high": sentence("highest"), "low": sentence("lowest")},
    ),
    "blind.illegal": (
        sentence("Bad flip"),
        sentence("what is taken with a flipped card that does not fit"),
        {"pile": sentence("the pile"), "card_only": sentence("nothing")},
    ),
}
"""Each option: its name, what it means, and its values."""
CALLS: Mapping[str, str] = {}
"""Nobody calls anything out in Lopti."""
BOOK: Mapping[str, str] = {
    sentence("Feast"): sentence(
        "Whoever picks up eight or more cards hands one of theirs, drawn blindly, to the next player."
    ),
    sentence("Eight tax"): sentence("After an eight, the player with the fewest cards draws one."),
    sentence("Royal duel"): sentence(
        "Two or more queens are a challenge to the next player: one throw, and if it is lost, a card is drawn."
    ),
    sentence("Recycling"): sentence("After four of a kind, two cards that had left the round go under the deck."),
    sentence("Fourteen"): sentence("A pile that has grown to fourteen cards is cleared by the play that made it so."),
    sentence("Jack jump"): sentence("Whoever plays two or more jacks may play again."),
    sentence("Sunlight"): sentence("Whoever passes on a three shows one card of theirs to everybody."),
    sentence("Rhyme"): sentence("No ace without a rhyme. Whoever forgets it draws a card, if the table says so."),
    sentence("Robin Hood"): sentence(
        "After a ten, whoever has the most cards gives their lowest one to whoever has the fewest."
    ),
    sentence("Third seven"): sentence("Sevens are counted: at every third play of them all others draw one card."),
    sentence("Bad luck club"): sentence(
        "When a turned-over card does not fit, all others draw one card out of sympathy."
    ),
    sentence("Carousel"): sentence(
        "While three or more play: after a pick-up the players on both sides of it swap one card, drawn blindly."
    ),
    sentence("Second wind"): sentence(
        "Whoever begins a turn with ten or more cards in hand may look at the top of the deck."
    ),
}
"""The rules in the book, in its order: their titles, and what they mean."""
INTRODUCTION = sentence(
    "Press My cards: only you see them. Play a higher card than the one on the pile, or pick the pile up. "
    "Who has played hand, face-up and face-down cards first wins the round."
)
RULES = (
    (
        sentence("The deal"),
        sentence(
            "Everybody gets three cards face down, three face up on top of them, and three in the hand. "
            "Before the round each may swap one hand card with one face-up card; all swaps are shown together."
        ),
    ),
    (
        sentence("Your turn"),
        sentence(
            "Play one or more cards of one rank that beat the last play: a higher rank, in any number, "
            "or the same rank with more copies. Or pick the pile up; nobody asks why. On an empty table you must play. "
            "After the first play of a turn you draw a card if you hold fewer than three."
        ),
    ),
    (
        sentence("2, 3, 7 and 10"),
        sentence(
            "A 2 goes on anything, and anything goes on a 2. A 3 leaves at once and binds the next player: "
            "another 3, or take the pile. After a 7 only 7 or lower may follow, and no 10. "
            "A 10 clears the pile, and you play again. So do four of a kind on top, and four 3s in a row."
        ),
    ),
    (
        sentence("Going out"),
        sentence(
            "With an empty hand you take your face-up cards; when they are gone you turn over your face-down cards, "
            "one a turn. If the card fits it is played, else you take it with the pile. "
            "Who plays the last card is out and wins the round."
        ),
    ),
    (
        sentence("House rules"),
        sentence(
            "The winner may make one rule before the next deal. Take one out of the book, or write your own: "
            "/move rule when after pickup; if ev.taken >= 8; do give actor next 1 random. "
            "Rules add something to what happens; they never forbid a move or end a game."
        ),
    ),
    (
        sentence("Time"),
        sentence(
            "When your time is over the pile is picked up for you, or on an empty table your lowest card is played. "
            "If everybody is away the table sleeps until somebody wakes it."
        ),
    ),
    (
        sentence("How are moves written?"),
        sentence(
            "Ranks are 2 to 10, J, Q, K, A: 6 6 plays two sixes, pick picks up, flip 2 turns the second card over, "
            "swap 4 7 swaps a 4 of your hand for the 7 on the table."
        ),
    ),
    (
        sentence("Our decisions"),
        sentence(
            "Swaps are secret until all have chosen. You choose which face-down card you turn over, and may pick up "
            "instead. A clear obliges you to play again. A single 7 goes on a 7. Who plays the last card of the hand "
            "with nothing left on the table is out. Nothing is picked up for you because no card fits: that would tell."
        ),
    ),
)
"""Headings and what stands under them."""


SAMPLES = {
    sentence("Well played."),
    sentence("A rhyme, please."),
    sentence("A rhyme before an ace, please."),
    sentence("Say thank you."),
    sentence("Sing it."),
    sentence("Stand up, please."),
    sentence("Whoever picks up says thank you."),
    sentence("Whoever plays an ace tells a joke."),
    sentence("Cards are played with the other hand."),
    sentence("Nobody says the number seven."),
    sentence("Does it hold for all?"),
    sentence("For each card, or each play?"),
}
"""What the game offers to who does not want to write: known in each language, unlike words of somebody's own."""


def own_words(text: str, words: Words) -> str:
    """Returns what somebody wrote, as they wrote it; a sample that they chose in the reader's language."""
    return words.text(text) if text in SAMPLES else text


def title_told(title: str, words: Words) -> str:
    """Returns a house rule's title; those of the book are known in each language."""
    if not title:
        return words.text("House rule")
    return words.text(title) if title in BOOK else title
