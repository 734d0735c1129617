"""Thirteen rules to take from a book, each with a title and its meaning in words; they show what the language can do.

>>> print(BOOK[0].title, "-", BOOK[0].text)
Feast - Whoever picks up eight or more cards hands one of theirs, drawn blindly, to the next player.
"""

from games.lopti.reading import read

TEXTS = (
    """
    title Feast
    text Whoever picks up eight or more cards hands one of theirs, drawn blindly, to the next player.
    when after pickup
    if ev.taken >= 8
    do give actor next 1 random
    max 6
    """,
    """
    title Eight tax
    text After an eight, the player with the fewest cards draws one.
    when after play
    if ev.rank == 8
    do draw fewest_cards 1
    max 6
    """,
    """
    title Royal duel
    text Two or more queens are a challenge to the next player: one throw, and if it is lost, a card is drawn.
    when after play
    if ev.rank == Q and ev.count >= 2
    do roshambo actor next draw actor 1
    max 6
    """,
    """
    title Recycling
    text After four of a kind, two cards that had left the round go under the deck.
    when after clear
    if ev.cause == four
    do return_cleared 2 deck_bottom
    max 4
    """,
    """
    title Fourteen
    text A pile that has grown to fourteen cards is cleared by the play that made it so.
    when after play
    if pile >= 14
    do clear_pile
    max 3
    """,
    """
    title Jack jump
    text Whoever plays two or more jacks may play again.
    when after play
    if ev.rank == J and ev.count >= 2
    do extra_play
    max 6
    """,
    """
    title Sunlight
    text Whoever passes on a three shows one card of theirs to everybody.
    when after obligation
    do reveal actor 1
    max 6
    """,
    """
    title Rhyme
    text No ace without a rhyme. Whoever forgets it draws a card, if the table says so.
    when before play
    if ev.rank == A
    do ask actor "A rhyme before an ace, please." draw actor 1
    max 12
    """,
    """
    title Robin Hood
    text After a ten, whoever has the most cards gives their lowest one to whoever has the fewest.
    when after play
    if ev.rank == 10
    do give most_cards fewest_cards 1 lowest
    max 4
    """,
    """
    title Third seven
    text Sevens are counted: at every third play of them all others draw one card.
    when after play
    if ev.rank == 7
    do inc sevens 1
    max 12
    when after play
    if flag.sevens >= 3
    do draw others 1
    do reset sevens
    max 4
    """,
    """
    title Bad luck club
    text When a turned-over card does not fit, all others draw one card out of sympathy.
    when after flip
    if ev.legal == no
    do draw others 1
    max 4
    """,
    """
    title Carousel
    text While three or more play: after a pick-up the players on both sides of it swap one card, drawn blindly.
    when after pickup
    if active >= 3
    do swap next prev 1
    max 6
    """,
    """
    title Second wind
    text Whoever begins a turn with ten or more cards in hand may look at the top of the deck.
    when after turn_start
    if hand.actor >= 10
    do peek_deck actor 1
    max 12
    """,
)
BOOK = tuple(map(read, TEXTS))
