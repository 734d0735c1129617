"""The sentences of Collapsi."""

from collections.abc import Callable

from bot.ports import Text
from bot.words import Words, sentence
from games.collapsi import Dropped, KnockedOut, Moved, Placed, Position, Revived, Shifted
from games.core import Event, MoveError, Outcome, Seat

Who = Callable[[Seat], Text]

NAME = sentence("Collapsi")
TAGLINE = sentence("Jump, and the card you left is gone.")
CREDIT = sentence(
    "Collapsi was designed by Mark S. Ball: https://riffleshuffleandroll.itch.io/collapsi · "
    "https://www.youtube.com/@riffleshuffleandroll"
)
PRESETS = {
    "quick": (sentence("Quick 4×4"), sentence("two players, Jokers: the first jump is 1 to 4 steps")),
    "classic": (sentence("Classic"), sentence("two players, Jacks: the first jump is 1 step")),
}
INTRODUCTION = sentence("Tap a ringed square. The card you leave is gone. Whoever can't move loses.")
RULES = (
    (
        sentence("The board"),
        sentence(
            "Sixteen cards lie face up in four rows of four: four aces, four 2s, four 3s, two 4s and two start cards. "
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
        sentence("The other pawn"),
        sentence("You may pass over it; that counts as a step like any other. You may not stop on it."),
    ),
    (
        sentence("The end"),
        sentence("You must move if you can. Whoever cannot move when their turn comes has lost. There are no draws."),
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
            "and giving up leaves your card where it is."
        ),
    ),
)
"""Headings and what stands under them."""


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
        case Shifted(seat=seat):
            return words.say("{who} shifted the line by one.", who=who(seat))
        case KnockedOut(seat=seat):
            return words.say("{who} is out. The card stays.", who=who(seat))
    raise TypeError(f"no sentence for {event!r}")


def prompt(view: object, seat: Seat, words: Words, who: Who) -> Text:
    """Says what the seat has to do."""
    position, square = _seat(view, seat)
    name = position.board.name(square)
    steps = position.steps(square)
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


def result(outcome: Outcome, words: Words, who: Who) -> Text:
    """Says how the game ended."""
    (winner,), (loser,) = (sorted(place) for place in outcome.places)
    match outcome.reason:
        case "stuck":
            return words.say("{winner} wins: {loser} has no move left.", winner=who(winner), loser=who(loser))
        case "left":
            return words.say("{winner} wins: {loser} gave up.", winner=who(winner), loser=who(loser))
    raise TypeError(f"no sentence for {outcome!r}")


def describe(view: object, words: Words, who: Who) -> tuple[Text, ...]:
    """Describes the whole board for those who do not see it, a sentence a row."""
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    rows = []
    for row in range(view.board.height):
        cards: list[Text] = []
        for square in range(row * view.board.width, (row + 1) * view.board.width):
            card: Text = (view.cards[square],) if view.up >> square & 1 else words.say("gone")
            if square in view.pawns:
                card = words.say("{card} with {who}", card=card, who=who(Seat(view.pawns.index(square))))
            cards.append(card)
        listed: Text = ()
        for card in cards:
            listed = (*listed, ", ", *card) if listed else card
        rows.append(words.say("Row {number}: {cards}.", number=row + 1, cards=listed))
    return tuple(rows)


def label(move: str) -> str:
    """What stands on the button of a choice."""
    return move


def choice(view: object, move: str, words: Words) -> str:
    """Describes a choice for those who do not see the board: its square and the card there."""
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    square = view.board.square(move)
    assert square is not None, f"not a square: {move}"
    card = view.cards[square]
    if card == "J":
        named = words.text("Joker") if view.start == "joker" else words.text("Jack")
        return words.text("{square}, {card}", square=move, card=named)
    return words.text("{square}, card {card}", square=move, card=card)


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


def _seat(view: object, seat: Seat) -> tuple[Position, int]:
    assert isinstance(view, Position), f"not a view of Collapsi: {view!r}"
    square = view.pawns[seat]
    assert square is not None, "who is to move has a pawn"
    return view, square


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"


def _some(moves: object, words: Words) -> Text:
    """At most eight moves, and how many there are besides."""
    assert isinstance(moves, tuple), "moves are a tuple"
    if len(moves) <= 8:
        return (", ".join(moves),)
    more = words.count("and {n} more", "and {n} more", len(moves) - 8)
    return (", ".join(moves[:8]), " … ", *more)
