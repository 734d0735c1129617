"""What stands on the buttons of Lopti, and what they are called for those who do not see the table."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bot.ports import Text, plain
from bot.words import Words, lopti_walks, sentence
from bot.words.lopti_terms import named
from bot.words.lopti_walks import is_beside
from games.core import Seat
from games.lopti import View, notation
from games.lopti.cards import Cards

Who = Callable[[Seat], Text]

PLACES: Mapping[int, tuple[str, ...]] = {
    1: (sentence("Turn it over"),),
    2: (sentence("Left"), sentence("Right")),
    3: (sentence("Left"), sentence("Middle"), sentence("Right")),
}
"""What the down cards are called, by how many there are."""
DOINGS = {
    "pass": sentence("Pass"),
    "waive": sentence("No rule"),
    "close": sentence("Close the table"),
    "wake": sentence("☀ Wake it"),
}
DECISIONS = {
    "vote yes": sentence("👍 For"),
    "vote no": sentence("👎 Against"),
    "defend": sentence("I do"),
}
CALLED = {
    "vote yes": sentence("👍 It was done"),
    "vote no": sentence("👎 It was not done"),
}
"""The answers where somebody was called."""
CHOICES = {
    "swap -": sentence("keep all cards"),
    "pass": sentence("pass, and end the turn"),
    "waive": sentence("make no rule"),
    "vote yes": sentence("vote for it"),
    "vote no": sentence("vote against it"),
    "defend": sentence("throw for your side"),
    "close": sentence("close the table for all"),
    "wake": sentence("wake the table"),
}
"""Choices that are called otherwise where there is room."""
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def label(view: object, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a choice: ranks, or what is done."""
    known = seen(view)
    round = known.position.round
    if text in DECISIONS:
        return words.text((CALLED if _is_call(known) and text in CALLED else DECISIONS)[text])
    if is_beside(text):
        return lopti_walks.label(known, text, begun, words)
    said = notation.read(text)
    match said.kind:
        case "play":
            return " ".join(named(card[0]) for card in said.cards)
        case "group":
            return f"{named(said.cards[0])} …"
        case "swap" if not said.cards:
            return words.text("Keep all")
        case "swap" if len(said.cards) % 2:
            return f"{card(said.cards[-1])} …"
        case "swap":
            return f"{card(said.cards[-2])} ↔ {card(said.cards[-1])}"
        case "flip":
            return _place(known, said.index, words)
        case "choose":
            return card(said.cards[0])
        case "pick" if begun:
            return words.text("Take {number}", number=round.pile_size)
        case "pick" | "pick?":
            return words.text("Pick up {number}", number=round.pile_size)
        case "deal":
            return words.text("▶ Deal round {number}", number=known.position.number + 1)
    return words.text(DOINGS[said.kind])


def choice(view: object, text: str, begun: str, words: Words) -> str:
    """Describes a choice for those who do not see the table."""
    known, shown = seen(view), label(view, text, begun, words)
    if text in CALLED and _is_call(known):
        return shown
    if text in CHOICES:
        return words.text(CHOICES[text])
    if is_beside(text):
        return lopti_walks.choice(known, text, begun, words)
    said = notation.read(text)
    match said.kind:
        case "play":
            return words.text("play {cards}", cards=shown)
        case "group":
            return words.text("play {rank}, and choose how many", rank=named(said.cards[0]))
        case "pick" | "pick?":
            return plain(words.count("pick up {n} card", "pick up all {n} cards", known.position.round.pile_size))
        case "choose":
            return words.text("choose the {card}", card=shown)
        case "flip":
            return words.text("turn over a face-down card: {place}", place=shown)
        case "swap" if len(said.cards) % 2:
            return words.text("swap the {card} of your hand, and choose for which", card=card(said.cards[-1]))
        case "swap" if said.cards:
            hand, up = map(card, said.cards[-2:])
            return words.text("swap the {hand} of your hand for the {up} on the table", hand=hand, up=up)
    return shown


def offer(view: object, _seat: Seat, texts: Sequence[str], begun: str, words: Words, _who: Who) -> Text:
    """Lists what a seat may choose next: for its own eyes."""
    return words.say("You may choose {moves}.", moves=", ".join(label(view, text, begun, words) for text in texts))


def _is_call(known: View) -> bool:
    return known.position.question is not None and known.position.question.kind == "call"


def _place(view: View, index: int, words: Words) -> str:
    """Says where a down card lies among those of the viewer."""
    count = len(view.position.round.down[view.viewer]) if view.viewer is not None else 1
    names = PLACES.get(count) if index else PLACES[1]
    return words.text(names[index - 1]) if names else words.text("Card {number}", number=index)


def ranks(cards: Cards) -> str:
    """Writes cards by their ranks, as many as there are of each.

    >>> ranks(("4h", "7c", "7s", "Th"))
    '4, 7 7, 10'
    """
    return ", ".join(" ".join([named(rank)] * count) for rank, count in Counter(card[0] for card in cards).items())


def card(card: str) -> str:
    """Writes a card with its suit, where ranks alone would not tell."""
    return named(card[0]) + SUITS.get(card[1:], "")


def seen(view: object) -> View:
    """Returns a view that is one of this game."""
    assert isinstance(view, View), f"not a view of Lopti: {view!r}"
    return view
