"""The sentences of Lopti: what happened, what is to do, and why something cannot be done."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.lopti_book import BOOK, BY_HAND, CALLS, CREDIT, INTRODUCTION, NAME, OPTIONS, PRESETS, RULES, TAGLINE
from bot.words.lopti_news import narrate
from bot.words.lopti_refusals import refusal
from games.core import Outcome, Seat
from games.lopti import GAME, View, notation
from games.lopti.cards import Cards
from games.lopti.round import Round

__all__ = [
    "BY_HAND",
    "CALLS",
    "CREDIT",
    "INTRODUCTION",
    "NAME",
    "OPTIONS",
    "PRESETS",
    "RULES",
    "TAGLINE",
    "choice",
    "describe",
    "label",
    "narrate",
    "offer",
    "prompt",
    "refusal",
    "result",
    "summary",
]

Who = Callable[[Seat], Text]

USUAL = GAME.settle({})
PLACES: Mapping[int, tuple[str, ...]] = {
    1: (sentence("Turn it over"),),
    2: (sentence("Left"), sentence("Right")),
    3: (sentence("Left"), sentence("Middle"), sentence("Right")),
}
"""What the down cards are called, by how many there are."""


def prompt(view: object, seat: Seat, words: Words, who: Who, begun: str = "") -> Text:
    """Says what is to do: to the seat itself if the view is its own, else to everybody."""
    seen = _view(view)
    position, round, mine = seen.position, seen.position.round, seen.viewer == seat
    if position.asleep:
        return words.say("Everybody is away, so the table sleeps. Wake it whenever you like.")
    if position.phase == "swap":
        return _swapping(seen, seat, words, who, begun)
    if position.phase == "break":
        if position.declarer is None:
            return words.say("Anybody at the table may deal round {number}.", number=position.number + 1)
        if mine and position.declarer == seat:
            return words.say("You may make a house rule: take one from the book, or write one (see /rules).")
        return words.say("{who} may make a house rule.", who=who(position.declarer))
    if seat != round.turn:
        return words.say("It's the turn of {who}.", who=who(round.turn))
    if begun == "pick?":
        return words.count(
            "Take the {n} card although you could play?",
            "Take all {n} cards although you could play?",
            round.pile_size,
        )
    if mine:
        return words.say("Your turn: {what}", what=_task(round, words))
    return words.say("{who}, your turn: {what}", who=who(seat), what=_task(round, words))


def _swapping(seen: View, seat: Seat, words: Words, who: Who, begun: str) -> Text:
    position = seen.position
    if begun:
        card = label(seen, begun, "", words).removesuffix(" …")
        return words.say("For which of your face-up cards goes the {card}?", card=card)
    if seen.viewer == seat:
        if position.swaps[seat] is not None:
            return words.say("You have chosen. The others are still thinking.")
        return words.say("You may swap one hand card for a face-up card. All swaps are shown together.")
    told: Text = words.say("Everybody may swap one card.")
    done = [one for one in position.round.active if position.swaps[one] is not None]
    for one in done:
        told = (*told, " ", *who(one), " ✔")
    return told


def _task(round: Round, words: Words) -> Text:
    """Says what goes on the pile."""
    top = round.top
    if round.may_pass:
        return words.say("play again, or pass.")
    if round.obliged:
        return words.say("a {rank}, or pick up {number}.", rank=named(round.params.rank_pass), number=round.pile_size)
    if top is None:
        return words.say("the table is empty, play anything.")
    if top.rank == round.params.rank_low:
        return words.say("{rank} or lower.", rank=round.params.low_max)
    if top.rank == round.params.rank_reset:
        return words.say("anything goes on a {rank}.", rank=named(top.rank))
    return words.say("beat {cards}.", cards=" ".join([named(top.rank)] * len(top.cards)))


def result(view: object, outcome: Outcome, words: Words, who: Who) -> Text:
    """Says how the session ended: who has won how many rounds."""
    score = _view(view).position.score
    order = [seat for place in outcome.places for seat in sorted(place)]
    told: Text = words.say("The table is closed.")
    for seat in order:
        won = words.count("{who} won {n} round.", "{who} won {n} rounds.", score[seat], who=who(seat))
        told = (*told, " ", *won)
    return told


def describe(
    view: object, words: Words, who: Who, _numbered: bool = False, _room: int | None = None
) -> tuple[Text, ...]:
    """Describes the table, or for its own eyes a seat's hand; there is always room for that."""
    seen = _view(view)
    round = seen.position.round
    told: list[Text] = []
    if seen.viewer is not None and seen.viewer in round.active:
        told.append(_hand(round, seen.viewer, words))
    told.append(_pile(round, words, who))
    told += [_seat(seen, seat, words, who) for seat in round.active if seat != seen.viewer]
    return tuple(told)


def _hand(round: Round, seat: Seat, words: Words) -> Text:
    hand, up, down = round.hands[seat], round.up[seat], round.down[seat]
    told = words.say("Your hand: {cards}", cards=ranks(hand) or "–")
    if up:
        told = (*told, " · ", *words.say("face up: {cards}", cards=ranks(up)))
    if down:
        told = (*told, " · ", *words.say("face down: {number}", number=len(down)))
    return told


def _pile(round: Round, words: Words, who: Who) -> Text:
    top = round.top
    if top is None:
        told: Text = words.say("The table is empty.")
    else:
        cards = " ".join([named(top.rank)] * len(top.cards))
        told = words.say(
            "On the pile: {cards} by {who}, {number} in all.", cards=cards, who=who(top.by), number=round.pile_size
        )
    if round.chain:
        told = (*told, " ", *words.count("{n} three lies beside it.", "{n} threes lie beside it.", round.chain))
    return (*told, " ", *words.say("Deck {number}.", number=len(round.deck)))


def _seat(seen: View, seat: Seat, words: Words, who: Who) -> Text:
    round = seen.position.round
    if seat in round.out:
        return words.say("{who} is out.", who=who(seat))
    told = words.count("{who}: {n} card in hand", "{who}: {n} cards in hand", len(round.hands[seat]), who=who(seat))
    if round.up[seat]:
        told = (*told, ", ", *words.say("face up {cards}", cards=ranks(round.up[seat])))
    if round.down[seat]:
        told = (*told, ", ", *words.say("face down {number}", number=len(round.down[seat])))
    return (*told, ".")


def label(view: object, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a choice: ranks, or what is done."""
    seen = _view(view)
    round = seen.position.round
    if text.startswith("rule book "):
        return "📖 " + words.text(BOOK[int(text.removeprefix("rule book ")) - 1])
    if text.startswith("vote "):
        return words.text("👍 For") if text == "vote yes" else words.text("👎 Against")
    if text in BESIDE:
        return words.text(BESIDE[text])
    if text.startswith(("rule ", "propose ")):
        # Until these have words of their own, their last ones stand on the button.
        return text.removeprefix(begun).strip("; ")[-LONGEST:]
    said = notation.read(text)
    match said.kind:
        case "play":
            return " ".join(named(card[0]) for card in said.cards)
        case "group":
            return f"{named(said.cards[0])} …"
        case "swap" if not said.cards:
            return words.text("Keep all")
        case "swap" if len(said.cards) % 2:
            return f"{_card(said.cards[-1])} …"
        case "swap":
            return f"{_card(said.cards[-2])} ↔ {_card(said.cards[-1])}"
        case "flip":
            count = len(round.down[seen.viewer]) if seen.viewer is not None else 1
            names = PLACES.get(count) if said.index else PLACES[1]
            return words.text(names[said.index - 1]) if names else words.text("Card {number}", number=said.index)
        case "pick?":
            return words.text("Pick up {number}", number=round.pile_size)
        case "pick" if begun:
            return words.text("Take {number}", number=round.pile_size)
        case "pick":
            return words.text("Pick up {number}", number=round.pile_size)
        case "deal":
            return words.text("▶ Deal round {number}", number=seen.position.number + 1)
    return words.text(DOINGS[said.kind])


LONGEST = 20
"""Letters on a button."""
BESIDE = {"rule": sentence("✍ Make a rule"), "defend": sentence("I do")}
DOINGS = {
    "pass": sentence("Pass"),
    "waive": sentence("No rule"),
    "close": sentence("Close the table"),
    "wake": sentence("☀ Wake it"),
}


def choice(view: object, text: str, begun: str, words: Words) -> str:
    """Describes a choice for those who do not see the board."""
    shown = label(view, text, begun, words)
    return words.text("play {cards}", cards=shown) if text.startswith("play ") and "*" not in text else shown


def offer(view: object, _seat: Seat, texts: Sequence[str], begun: str, words: Words, _who: Who) -> Text:
    """Lists what a seat may choose next: for its own eyes."""
    return words.say("You may choose {moves}.", moves=", ".join(label(view, text, begun, words) for text in texts))


def summary(options: Mapping[str, str], words: Words) -> str:
    """Names a way to play that is no preset: all that is unusual."""
    parts = [
        f"{words.text(OPTIONS[name][0])}: {words.text(OPTIONS[name][2][value])}"
        for name, value in options.items()
        if name in USUAL and value != USUAL[name]
    ]
    return ", ".join(parts) or words.text(PRESETS["classic"][0])


def ranks(cards: Cards) -> str:
    """Writes cards by their ranks, as many as there are of each.

    >>> ranks(("4h", "7c", "7s", "Th"))
    '4, 7 7, 10'
    """
    return ", ".join(" ".join([named(rank)] * count) for rank, count in Counter(card[0] for card in cards).items())


def named(rank: str) -> str:
    """Writes a rank as people do."""
    return "10" if rank == "T" else rank


SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def _card(card: str) -> str:
    return named(card[0]) + SUITS.get(card[1:], "")


def _view(view: object) -> View:
    assert isinstance(view, View), f"not a view of Lopti: {view!r}"
    return view
