"""The sentences of Lopti: what happened, what is to do, and why something cannot be done."""

from collections.abc import Mapping

from bot.ports import Text, lines
from bot.words import Words, lopti_house, lopti_walks
from bot.words.lopti_book import BY_HAND, CALLS, CREDIT, INTRODUCTION, LENGTH, NAME, OPTIONS, PRESETS, RULES, TAGLINE
from bot.words.lopti_naming import DECISIONS, Who, card, choice, label, offer, ranks, seen
from bot.words.lopti_news import narrate
from bot.words.lopti_refusals import refusal
from bot.words.lopti_terms import named
from bot.words.lopti_walks import is_beside
from games.core import Outcome, Seat
from games.lopti import GAME, Position, View, firing, notation
from games.lopti.round import Round
from games.lopti.rule import Ask

__all__ = [
    "BY_HAND",
    "CALLS",
    "CREDIT",
    "INTRODUCTION",
    "LENGTH",
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

USUAL = GAME.settle({})
SEAL = 16
"""So many digits of a deal's digest stand on a board (D5); the whole one is in the file with all deals."""


def prompt(view: object, seat: Seat, words: Words, who: Who, begun: str = "") -> Text:
    """Says what is to do: to the seat itself if the view is its own, else to everybody."""
    known = seen(view)
    position, round, mine = known.position, known.position.round, known.viewer == seat
    if is_beside(begun) and begun not in DECISIONS:
        return lopti_walks.prompt(known, seat, begun, words, who)
    if position.asleep:
        return words.say("Everybody is away, so the table sleeps. Wake it whenever you like.")
    if position.phase == "swap":
        return _swapping(known, seat, words, who, begun)
    if position.phase == "break":
        return lopti_house.waits(view, words, who)
    if mine and (ask := firing.owed(round, seat)):
        return _owing(known, ask, words, who)
    if seat != round.turn:
        return words.say("It's the turn of {who}.", who=who(round.turn))
    if begun == "pick?":
        return words.count(
            "Take {n} card although you could play?",
            "Take all {n} although you could play?",
            round.pile_size,
        )
    if mine:
        return words.say("Your turn: {what}", what=_task(round, words))
    if round.obliged and not round.is_blind(seat):
        return words.say("{who}: {what}", who=who(seat), what=_task(round, words))
    return words.say("{who}, your turn: {what}", who=who(seat), what=_task(round, words))


def _swapping(known: View, seat: Seat, words: Words, who: Who, begun: str) -> Text:
    position, most = known.position, known.position.round.params.swap_max
    if begun:
        *_, last = cards = notation.read(begun).cards
        if len(cards) % 2:
            return words.say("For which of your face-up cards goes the {card}?", card=card(last))
        swaps = ", ".join(f"{card(one)} ↔ {card(other)}" for one, other in zip(cards[::2], cards[1::2], strict=True))
        return words.say("So far {swaps}. Swap another one?", swaps=swaps)
    if known.viewer == seat:
        if position.swaps[seat] is not None:
            return words.say("You have chosen. The others are still thinking.")
        return words.count(
            "You may swap one hand card for a face-up card. All swaps are shown together.",
            "You may swap up to {n} hand cards for face-up cards. All swaps are shown together.",
            most,
        )
    told = words.count("Everybody may swap one card.", "Everybody may swap up to {n} cards.", most)
    done = [one for one in position.round.active if position.swaps[one] is not None]
    for one in done:
        told = (*told, " ", *who(one), " ✔")
    if position.digest:
        told = lines(told, words.say("Seal of the deal: {seal}.", seal=position.digest[:SEAL]))
    return told


def _owing(known: View, ask: Ask, words: Words, who: Who) -> Text:
    """Asks for a card that a house rule wants of a seat."""
    rule = lopti_walks.name(known, ask.rule, words)
    if ask.verb == "give":
        return words.count(
            "{rule}: choose a card to give to {who}.",
            "{rule}: choose {n} cards to give to {who}, one after the other.",
            ask.count,
            rule=rule,
            who=who(ask.seats[-1]),
        )
    return words.say("{rule}: choose a card to lay out of the round.", rule=rule)


def _task(round: Round, words: Words) -> Text:
    """Says what goes on the pile."""
    top = round.top
    if round.may_pass:
        return words.say("play again, or pass.")
    if round.is_blind(round.turn):
        if round.pile:
            return words.say("turn over a face-down card, or pick up {number}.", number=round.pile_size)
        return words.say("turn over a face-down card.")
    if round.obliged:
        return words.say("a {rank}, or pick up {number}.", rank=named(round.params.rank_pass), number=round.pile_size)
    if top is None and round.extra:
        return words.say("the table is empty, play again.")
    if top is None:
        return words.say("the table is empty, play anything.")
    if top.rank == round.params.rank_low:
        return words.say("{rank} or lower.", rank=round.params.low_max)
    if top.rank == round.params.rank_reset:
        return words.say("anything goes on a {rank}.", rank=named(top.rank))
    return words.say("beat {cards}.", cards=" ".join([named(top.rank)] * len(top.cards)))


def result(view: object, outcome: Outcome, words: Words, who: Who) -> Text:
    """Says how the session ended: who has won how many rounds."""
    score = seen(view).position.score
    (first, *others) = [seat for place in outcome.places for seat in sorted(place)]
    if len(outcome.places[0]) > 1:
        won = words.count("{who} won {n} round", "{who} won {n} rounds", score[first], who=who(first))
    else:
        won = words.count("{who} wins {n} round", "{who} wins {n} rounds", score[first], who=who(first))
    for seat in others:
        won = (*won, ", ", *who(seat), f" {score[seat]}")
    return (*won, ".")


def _score(position: Position, words: Words, who: Who) -> Text:
    """Tells who has won how many rounds."""
    told: Text = ()
    for seat in position.seated:
        told = (*told, *((", ",) if told else ()), *who(seat), f" {position.score[seat]}")
    return words.say("Rounds won: {score}.", score=told)


def describe(
    view: object, words: Words, who: Who, _numbered: bool = False, _room: int | None = None
) -> tuple[Text, ...]:
    """Describes the table, or for its own eyes a seat's hand; there is always room for that."""
    known = seen(view)
    round = known.position.round
    told: list[Text] = []
    if known.viewer is not None and known.viewer in round.active:
        told.append(_hand(round, known.viewer, words))
    told.append(_pile(round, words, who))
    if turn := _turn(known.position, words, who):
        told.append(turn)
    told += [_seat(known, seat, words, who) for seat in known.position.seated if seat != known.viewer]
    if any(known.position.score):
        told.append(_score(known.position, words, who))
    if titles := lopti_house.titles(known, words):
        told.append(words.say("House rules: {rules}.", rules=", ".join(titles)))
    told += lopti_house.asked(view, words, who)[:1]
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
    if top is not None and top.rank == round.params.rank_low:
        told = (*told, " ", *_low(round, words))
    if round.chain:
        told = (*told, " ", *words.count("{n} three lies beside it.", "{n} threes lie beside it.", round.chain))
    if round.obliged:
        told = (*told, " ", *words.say("{who} has to answer a three.", who=who(round.turn)))
    return (*told, " ", *words.say("Deck {number}.", number=len(round.deck)))


def _low(round: Round, words: Words) -> Text:
    """Says what may follow a card that asks for low ones."""
    most, clear = round.params.low_max, round.params.rank_clear
    if clear and not round.params.low_allows_clear:
        return words.say("Next {most} or lower, no {rank}.", most=most, rank=named(clear))
    return words.say("Next {most} or lower.", most=most)


def _turn(position: Position, words: Words, who: Who) -> Text:
    """Says whose turn it is, and who opened the round."""
    round = position.round
    if position.phase == "swap":
        return words.say("{who} opens the round.", who=who(round.opener))
    if position.phase != "play":
        return ()
    if position.asleep:
        return words.say("The table sleeps.")
    return words.say("It's the turn of {who}; {opener} opened.", who=who(round.turn), opener=who(round.opener))


def _seat(known: View, seat: Seat, words: Words, who: Who) -> Text:
    round = known.position.round
    if seat in round.out:
        return words.say("{who} is out.", who=who(seat))
    if seat in round.absent:
        return words.say("{who} plays from the next round on.", who=who(seat))
    told = words.count("{who}: {n} card in hand", "{who}: {n} cards in hand", len(round.hands[seat]), who=who(seat))
    if round.up[seat]:
        told = (*told, ", ", *words.say("face up {cards}", cards=ranks(round.up[seat])))
    if round.down[seat]:
        told = (*told, ", ", *words.say("face down {number}", number=len(round.down[seat])))
    return (*told, ".")


def summary(options: Mapping[str, str], words: Words) -> str:
    """Names a way to play that is no preset: all that is unusual."""
    parts = [
        f"{words.text(OPTIONS[name][0])}: {words.text(OPTIONS[name][2][value])}"
        for name, value in options.items()
        if name in USUAL and value != USUAL[name]
    ]
    return ", ".join(parts) or words.text(PRESETS["classic"][0])
