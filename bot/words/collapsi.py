"""The sentences of Collapsi: what happened, what is to do, and why something cannot be done."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.collapsi_book import BY_HAND, CREDIT, INTRODUCTION, LENGTH, NAME, OPTIONS, PRESETS, RULES, TAGLINE
from games.collapsi import GAME, Dropped, KnockedOut, Moved, Placed, Position, Revived, Shifted
from games.collapsi.rules import REVIVALS
from games.core import Choice, Event, MoveError, Outcome, Seat

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

Who = Callable[[Seat], Text]

CALLS: Mapping[str, str] = {}
"""Nobody calls out in Collapsi."""
ARROWS = {
    "<": sentence("◀ row"),
    ">": sentence("row ▶"),
    "^": sentence("▲ column"),
    "v": sentence("▼ column"),
}
SHIFTS = {
    "<": sentence("{who} slid the row to the left."),
    ">": sentence("{who} slid the row to the right."),
    "^": sentence("{who} slid the column up."),
    "v": sentence("{who} slid the column down."),
}
USUAL = GAME.settle({})
RISE = "♻ "
"""Before a card that lies face down and would come up again."""


def narrate(event: Event, words: Words, who: Who) -> Text:
    """Tells what happened."""
    match event:
        case Moved(seat=seat, path=path):
            return words.say("{who} jumped to {square}.", who=who(seat), square=path[-1])
        case Dropped(seat=seat):
            return words.say("{who} gave up.", who=who(seat))
        case Placed(seat=seat, square=square):
            return words.say("{who} begins on {square}.", who=who(seat), square=square)
        case Revived(seat=seat, up=up, down=None):
            return words.say("{who} turned {square} up again.", who=who(seat), square=up)
        case Revived(seat=seat, up=up, down=str(down)):
            return words.say("{who} turned {up} up again and {down} down.", who=who(seat), up=up, down=down)
        case Shifted(seat=seat, sign=sign):
            return words.say(SHIFTS[sign], who=who(seat))
        case KnockedOut(seat=seat):
            return words.say("{who} is out. The card stays.", who=who(seat))
    raise TypeError(f"no sentence for {event!r}")


def prompt(view: object, seat: Seat, words: Words, who: Who, begun: str = "") -> Text:
    """Says what the seat has to do, at first or after the beginning of a move."""
    position = _position(view)
    if begun:
        return _go_on(position, begun, words)
    square = position.pawns[seat]
    if square is None:
        return words.say("{who}, choose the card that you begin on.", who=who(seat))
    name, steps = position.board.name(square), position.steps(square)
    if not any(position.up >> to & 1 for to in position.paths):
        return words.say("{who}, your move from {square}: only a revival saves you now.", who=who(seat), square=name)
    if len(steps) > 1:
        return words.say(
            "{who}, your move: {least} to {most} steps from {square}.",
            who=who(seat),
            least=steps[0],
            most=steps[-1],
            square=name,
        )
    return words.count(
        "{who}, your move: {n} step from {square}.",
        "{who}, your move: {n} steps from {square}.",
        steps[0],
        who=who(seat),
        square=name,
    )


def _go_on(position: Position, begun: str, words: Words) -> Text:
    """Says how a move that was begun may go on."""
    items = position.choices(position.turn, begun).items
    column = begun.lstrip("@")
    if column.isalpha():
        return words.say("Column {column}:", column=column)
    stem, star, rebuilt = begun.partition("*")
    if star and rebuilt.isalpha():
        return words.say("{move}. Column {column}:", move=stem, column=rebuilt)
    if star and not rebuilt:
        return words.say("{move}. Which card comes up again?", move=stem)
    if star and any(not _is_shift(choice) for choice in items):
        raised = rebuilt.partition("-")[0]
        return words.say("{move}, {card} comes up. Which card goes down for it?", move=stem, card=raised)
    if all(_is_shift(choice) for choice in items):
        return words.say("{move}. Which way does your row or column go?", move=begun)
    if any(_is_shift(choice) for choice in items):
        return words.say("{move}. Turn a card up again, or slide your row or column.", move=begun)
    return words.say("{move}. Play it so, or turn a card up again.", move=begun)


def _is_shift(choice: Choice) -> bool:
    return choice.text[-1] in ARROWS


def result(view: object, outcome: Outcome, words: Words, who: Who) -> Text:
    """Says how the game ended."""
    position = _position(view)
    (winner,), *others = (sorted(place) for place in outcome.places)
    match outcome.reason:
        case "stuck":
            return words.say("{winner} wins: {loser} has no move left.", winner=who(winner), loser=who(position.turn))
        case "last":
            return words.say("{winner} wins: nobody else is left.", winner=who(winner))
        case "left" if len(others) == 1:
            return words.say("{winner} wins: {loser} gave up.", winner=who(winner), loser=who(others[0][0]))
        case "left":
            return words.say("{winner} wins: nobody else is left.", winner=who(winner))
    raise TypeError(f"no sentence for {outcome!r}")


def describe(
    view: object, words: Words, who: Who, _numbered: bool = False, _room: int | None = None
) -> tuple[Text, ...]:
    """Describes the whole board for those who do not see it, a sentence a row."""
    position = _position(view)
    rows = []
    for row in range(position.board.height):
        cards: list[Text] = []
        for square in range(row * position.board.width, (row + 1) * position.board.width):
            card: Text = (position.cards[square],)
            if card == (".",):
                card = ("–",)
            elif not position.up >> square & 1:
                card = words.say("gone {card}", card=card) if REVIVALS.keys() & position.rules else words.say("gone")
            if square in position.pawns:
                card = words.say("{card} with {who}", card=card, who=who(Seat(position.pawns.index(square))))
            cards.append(card)
        listed: Text = ()
        for card in cards:
            listed = (*listed, ", ", *card) if listed else card
        rows.append(words.say("Row {number}: {cards}.", number=row + 1, cards=listed))
    return (*rows, *_abilities(position, words, who))


def _abilities(position: Position, words: Words, who: Who) -> Iterator[Text]:
    """Says who has which revival left."""
    for revival in REVIVALS:
        if revival in position.rules:
            able = [Seat(seat) for seat in range(len(position.pawns)) if seat not in position.out]
            having = [who(seat) for seat in able if position.may(seat, revival)]
            listed: Text = ()
            for one in having:
                listed = (*listed, ", ", *one) if listed else one
            name = words.text(OPTIONS[revival][0])
            yield words.say("{revival} left: {who}.", revival=name, who=listed or words.say("nobody"))


def summary(options: Mapping[str, str], words: Words) -> str:
    """Names a way to play that is no preset: the board, then all that is unusual."""
    parts = []
    for name, usual in USUAL.items():
        label, _, values = OPTIONS[name]
        value = options.get(name, usual)
        if name in ("setup", "start"):
            parts.append(words.text(values[value]))
        elif value != usual and value == "yes":
            parts.append(words.text(label))
        elif value != usual:
            parts.append(f"{words.text(label)}: {words.text(values[value])}")
    return ", ".join(parts)


def label(view: object, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a choice that follows a beginning."""
    position = _position(view)
    if text[-1] in ARROWS:
        return words.text(ARROWS[text[-1]])
    if text.endswith("*"):
        return RISE + words.text("Rebuild…")
    if text.endswith("!"):
        return RISE + text[:-1]
    column = text.removeprefix(begun).lstrip("@-")
    if column.isalpha():
        return f"{column} · {len(position.choices(position.turn, text).items)}"
    if "-" in text:
        return text.partition("-")[2]
    if "*" in text or "+" in text:
        return RISE + text.replace("*", "+").rpartition("+")[2]
    return text.lstrip("@")


def choice(view: object, text: str, begun: str, words: Words) -> str:
    """Describes a choice for those who do not see the board."""
    position = _position(view)
    shown = label(view, text, begun, words)
    square = position.board.square(shown.removeprefix(RISE))
    if square is None:
        return shown
    name, card = position.board.name(square), position.cards[square]
    if card == "J":
        named = words.text("Joker") if position.start == "joker" else words.text("Jack")
    else:
        named = words.text("card {card}", card=card)
    if shown.startswith(RISE):
        return words.text("{square}, {card}, comes up again", square=name, card=named)
    if "-" in text:
        return words.text("{square}, {card}, goes down", square=name, card=named)
    return words.text("{square}, {card}", square=name, card=named)


def offer(view: object, seat: Seat, texts: Sequence[str], begun: str, words: Words, who: Who) -> Text:
    """Lists what a seat may choose next."""
    labels = [label(view, text, begun, words) for text in texts]
    if begun:
        return words.say("{who} may choose {moves}.", who=who(seat), moves=", ".join(labels))
    return words.say("{who} may go to {moves}.", who=who(seat), moves=" ".join(labels))


def refusal(error: MoveError, words: Words, who: Who) -> Text:
    """Says why a move cannot be made, and what can."""
    facts = error.facts
    match error.reason:
        case "unreadable":
            return words.say(
                'I can\'t read "{text}". Write a square like c3, or use the buttons.', text=_short(str(facts["text"]))
            )
        case "own_start":
            return words.say("You can't cross or end on the card you start from. Try another way.")
        case "occupied":
            seat = facts["seat"]
            assert isinstance(seat, int), "a seat is a number"
            return words.say(
                "{who} stands on {square}. You may pass over, but not stop there.",
                who=who(Seat(seat)),
                square=str(facts["square"]),
            )
        case "fallen":
            return words.say("The card on {square} is gone. Choose a ringed one.", square=str(facts["square"]))
        case "no_path":
            return words.say(
                "That way to {square} doesn't work. From {start} you can go to {moves}.",
                square=str(facts["square"]),
                start=str(facts["start"]),
                moves=_some(facts["moves"], words),
            )
        case "out_of_reach":
            return words.count(
                "You can't reach {square} in {n} step. From {start} you can go to {moves}.",
                "You can't reach {square} in {n} steps. From {start} you can go to {moves}.",
                int(str(facts["steps"])),
                square=str(facts["square"]),
                start=str(facts["start"]),
                moves=_some(facts["moves"], words),
            )
        case "nothing_to_revive":
            return words.say(
                "The card on {square} isn't gone. Leave out the ! and try again.", square=str(facts["square"])
            )
        case "no_revival":
            return words.say("Nothing can be turned up like that. Try {square} alone.", square=str(facts["square"]))
        case "no_shift":
            return words.say("Nothing is shifted in this game. Try {square} alone.", square=str(facts["square"]))
        case "unfinished":
            return words.say("That move isn't complete yet. Choose how it goes on.")
        case "no_placement":
            return words.say("Everybody has begun. Write a square without the @.")
        case "placing":
            return words.say("Choose the card that you begin on first, for example @c3.")
    raise TypeError(f"no sentence for {error!r}")


def _position(view: object) -> Position:
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    return view


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"


def _some(moves: object, words: Words) -> Text:
    """At most eight moves, and how many there are besides."""
    assert isinstance(moves, tuple), "moves are a tuple"
    if len(moves) <= 8:
        return (", ".join(moves),)
    more = words.count("and {n} more", "and {n} more", len(moves) - 8)
    return (", ".join(moves[:8]), " … ", *more)
