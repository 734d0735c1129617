"""The sentences of Crumble: what happened, what is to do, and why something cannot be done."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.crumble_book import BY_HAND, CALLS, CREDIT, INTRODUCTION, NAME, OPTIONS, PRESETS, RULES, TAGLINE
from games.core import Choice, Event, MoveError, Outcome, Seat
from games.crumble import GAME, Captured, Caught, Dropped, Joined, Piece, Position, Split, Walked

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
    "prompt",
    "refusal",
    "result",
    "summary",
]

Who = Callable[[Seat], Text]

USUAL = GAME.settle({})
CHOICE = re.compile(
    r"(?P<location>\d+(?:,\d+)*)"
    r"(?:(?P<fold>[JL])\*|J(?P<east>\d+),(?P<north>\d+)(?P<walk>[NESW]*)|(?P<axis>[VH])"
    r"(?:(?P<count>\d+)(?:-(?P<number>\d+)(?P<side>[NESW])(?:-(?P<way>[NESW]+))?)?"
    r"|(?P<half>[NESW])-(?P<then>[NESW]+)|(?P<path>[NESW]+))?)?"
)
"""The text of a choice, taken apart."""
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
CUTS = {"V": "┃", "H": "━"}
HALVES = {
    "W": sentence("left half"),
    "E": sentence("right half"),
    "S": sentence("lower half"),
    "N": sentence("upper half"),
}
LARGEST = 12
"""How many pieces are described, the largest ones, where there are many."""


def narrate(event: Event, words: Words, who: Who) -> Text:
    """Tells what happened."""
    match event:
        case Split(seat=seat, pieces=pieces):
            return words.count("{who} cut {n} piece.", "{who} cut {n} pieces.", len(pieces), who=who(seat))
        case Joined(seat=seat, pieces=pieces):
            return words.count("{who} joined {n} piece.", "{who} joined {n} pieces.", len(pieces), who=who(seat))
        case Walked(seat=seat, path=path):
            return words.count("{who} walked {n} step.", "{who} walked {n} steps.", len(path) - 1, who=who(seat))
        case Captured(seat=seat, pieces=pieces):
            return words.count("{who} took {n} piece.", "{who} took {n} pieces.", len(pieces), who=who(seat))
        case Caught(seat=seat):
            return words.say("The piece of {who} was caught.", who=who(seat))
        case Dropped(seat=seat):
            return words.say("{who} gave up.", who=who(seat))
    raise TypeError(f"no sentence for {event!r}")


def prompt(view: object, seat: Seat, words: Words, who: Who, begun: str = "") -> Text:
    """Says what the seat has to do, at first or after the beginning of a move."""
    position = _position(view)
    if not begun:
        return words.say("{who}, your turn: choose a piece.", who=who(seat))
    if begun.lstrip("#0123456789-") == "":
        return words.say("Pieces {range}:", range=begun.removeprefix("#").replace("-", "–"))
    stem = begun.partition("#")[0]
    step = position.preview(seat, begun)
    taken = sum(len(event.pieces) for event in step.events if isinstance(event, Captured))
    if not step.events:
        return words.say("Piece {piece}. What now?", piece=stem)
    told = words.say("{move}.", move=step.move)
    if taken:
        told = (*told, " ", *words.count("Takes {n} piece.", "Takes {n} pieces.", taken))
    if not position.choices(seat, begun).items:
        told = (*told, " ", *_ending(step.position, seat, words))
    return told


def _ending(after: object, seat: Seat, words: Words) -> Text:
    """Says how a turn ends that can go no further."""
    outcome = _position(after).outcome
    if outcome is None or len(outcome.places) < 2:
        return words.say("The turn ends here.")
    return words.say("This wins the game.") if seat in outcome.places[0] else words.say("This loses the game.")


def result(_view: object, outcome: Outcome, words: Words, who: Who) -> Text:
    """Says how the game ended."""
    match outcome.reason:
        case "drawing_turns":
            return words.say("Third drawing turn in a row: a draw.")
        case "repetition":
            return words.say("The same position for the third time: a draw.")
        case "no_move":
            return words.say("No move is left: a draw.")
    (winner,), (loser,) = (sorted(place) for place in outcome.places)
    match outcome.reason:
        case "chain":
            return words.say("{winner} wins: the chain joins all four sides.", winner=who(winner))
        case "left":
            return words.say("{winner} wins: {loser} gave up.", winner=who(winner), loser=who(loser))
    raise TypeError(f"no sentence for {outcome!r}")


def describe(view: object, words: Words, who: Who) -> tuple[Text, ...]:
    """Describes the board for those who do not see it: how much each side has, and where its largest pieces lie."""
    position = _position(view)
    told = []
    for seat in (Seat(0), Seat(1)):
        pieces = [piece for piece in position.pieces if piece.seat == seat]
        largest = sorted(pieces, key=lambda piece: (-piece.width * piece.height, -piece.y, piece.x))[:LARGEST]
        listed = ", ".join(_place(piece) for piece in sorted(largest, key=lambda piece: (-piece.y, piece.x)))
        told.append(
            words.count(
                "{who} has {n} piece: {places}.",
                "{who} has {n} pieces: {places}.",
                len(pieces),
                who=who(seat),
                places=listed,
            )
        )
        if len(pieces) > len(largest):
            told[-1] = (*told[-1], " ", *words.say("These are the largest ones."))
    return tuple(told)


def _place(piece: Piece) -> str:
    """Where a piece lies, by its lower left corner, and its size if it is no start square."""
    at = f"({_number(piece.x)} {_number(piece.y)})"
    return at if piece.width == piece.height == 1 else f"{at} {_number(piece.width)}×{_number(piece.height)}"


def _number(value: Fraction) -> str:
    whole, part = divmod(value, 1)
    return str(whole) if not part else f"{whole}+{part}" if whole else str(part)


def label(view: object, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a choice that follows a beginning: a number, a cut, a half, an arrow."""
    position = _position(view)
    if "#" in text:
        return text.rpartition("#")[2].replace("-", "–")
    found = CHOICE.fullmatch(text)
    assert found is not None, f"no choice of Crumble: {text!r}"
    before = CHOICE.fullmatch(begun.partition("#")[0])
    acted = before is not None and bool(before["axis"] or before["east"])
    walk = found["walk"] or found["way"] or found["then"] or found["path"] or ""
    half = found["side"] or found["half"] or (found["path"] or "")[:1]
    if before is not None and before["count"] == "1":
        # A cut through one piece goes on with either half.
        return f"{words.text(HALVES[half])} {ARROWS[walk[-1]]}"
    if acted and not (found["side"] and not walk):
        return ARROWS[walk[-1]]
    if acted:
        return f"{found['number']} {words.text(HALVES[half])}"
    if not (found["fold"] or found["east"] or found["axis"]):
        return str(_numbers(position)[text])
    if found["fold"]:
        doing = words.text("Join…") if found["fold"] == "J" else words.text("Long cut…")
    elif found["east"] or found["count"]:
        doing = _several(position, text, found["axis"], words)
    elif half:
        doing = f"{CUTS[found['axis']]} {words.text(HALVES[half])} {ARROWS[walk[-1]]}"
    else:
        doing = words.text("Cut {line}", line=CUTS[found["axis"]])
    # The picture has these numbers where there is something to choose.
    texts = [one.text for one in _all(position, begun)]
    return f"{texts.index(text) + 1} {doing}" if len(texts) > 1 else doing


def _several(position: Position, text: str, axis: str | None, words: Words) -> str:
    """Names a join or a long cut by the numbers of its first and last piece."""
    (event,) = position.preview(position.turn, text).events
    assert isinstance(event, Split | Joined), f"neither a cut nor a join: {text!r}"
    order = position.numbered(position.turn)
    numbers = sorted(order.index(piece) + 1 for piece in event.pieces if piece in order)
    places = f"{numbers[0]}–{numbers[-1]}"
    if isinstance(event, Joined):
        size = f"{_number(event.piece.width)}×{_number(event.piece.height)}"
        return words.text("Join {size}: {places}", size=size, places=places)
    return words.text("{line} {places}: {number} pieces", line=CUTS[axis or "V"], places=places, number=len(numbers))


def _numbers(position: Position) -> dict[str, int]:
    """The numbers of the pieces that may be chosen, by the texts of their choices."""
    texts = (one.text for one in _all(position, ""))
    return {text: number for number, text in enumerate(texts, 1)}


def _all(position: Position, begun: str) -> Iterator[Choice]:
    for one in position.choices(position.turn, begun).items:
        if one.group:
            yield from _all(position, one.text)
        else:
            yield one


def choice(view: object, text: str, begun: str, words: Words) -> str:
    """Describes a choice for those who do not see the board."""
    position = _position(view)
    shown = label(view, text, begun, words)
    if not shown.isdecimal():
        return f"{shown}, {text}"
    piece = position.numbered(position.turn)[int(shown) - 1]
    return words.text("piece {number} at {place}", number=int(shown), place=_place(piece))


def summary(options: Mapping[str, str], words: Words) -> str:
    """Names a way to play that is no preset: the board, then all that is unusual."""
    parts = []
    for name, usual in USUAL.items():
        label_, _, values = OPTIONS[name]
        value = options.get(name, usual)
        if name == "size":
            parts.append(values[value])
        elif value != usual:
            parts.append(f"{words.text(label_)}: {words.text(values[value])}")
    return ", ".join(parts)


def refusal(error: MoveError, words: Words, _who: Who) -> Text:
    """Says why a move cannot be made, and what can."""
    facts = {name: str(value) for name, value in error.facts.items()}
    match error.reason:
        case "unreadable":
            text = facts["text"]
            text = text if len(text) <= 20 else text[:19] + "…"
            return words.say('I can\'t read "{text}". Write a move like 2,1VW, or use the buttons.', text=text)
        case "no_piece":
            return words.say("No piece begins at {place}. Count the lines east, then north.", place=facts["location"])
        case "not_your_piece":
            return words.say("The piece at {place} isn't yours.", place=facts["location"])
        case "blocked_cut":
            return words.say("That cut would go through the piece at {place}. Choose another line.", place=facts["by"])
        case "wrong_axis":
            return words.say(
                "Half a square can only be cut across. Try the other way at {place}.", place=facts["location"]
            )
        case "too_small":
            return words.say("The piece at {place} is as small as pieces get.", place=facts["location"])
        case "level":
            return words.say("The piece at {place} may not be cut any more in this game.", place=facts["location"])
        case "no_cut":
            return words.say("There is no such cut from {place}.", place=facts["location"])
        case "bad_join":
            return words.say("Your pieces from {place} don't make a square or half of one.", place=facts["location"])
        case "which_half":
            return words.say("Say which half of the piece at {place} walks, for example E-N.", place=facts["location"])
        case "no_half":
            return words.say("That cut at {place} has no such half.", place=facts["location"])
        case "no_full_side":
            return words.say(
                "In step {step} there is no piece that shares a whole side. You can't swap there.", step=facts["step"]
            )
        case "own_piece":
            return words.say("In step {step} there is a piece of your own. You can't swap there.", step=facts["step"])
        case "walk_ends":
            return words.say("The turn ends after step {step}. Leave out the rest.", step=facts["step"])
        case "unfinished":
            return words.say("That move isn't complete yet. Choose how it goes on.")
    raise TypeError(f"no sentence for {error!r}")


def _position(view: object) -> Position:
    assert isinstance(view, Position), f"not a view of Crumble: {view!r}"
    return view
