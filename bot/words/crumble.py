"""The sentences of Crumble: what happened, what is to do, and why something cannot be done."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from bot.ports import Text, lines, plain
from bot.words import Words
from bot.words.crumble_book import BY_HAND, CALLS, CREDIT, INTRODUCTION, LENGTH, NAME, OPTIONS, PRESETS, RULES, TAGLINE
from bot.words.crumble_naming import (
    CUTS,
    HALVES,
    WAYS,
    Who,
    acted,
    choice,
    half_of,
    label,
    numbers_of,
    offer,
    place,
    read,
    seen,
    size,
    span,
    walk_of,
)
from games.core import Event, MoveError, Outcome, Seat, Step
from games.crumble import GAME, Captured, Caught, Dropped, Joined, Piece, Position, Split, Walked
from games.crumble.board import BLACK, WHITE
from games.crumble.tiling import bits
from games.crumble.winning import reach

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
    position = seen(view)
    if not begun:
        return words.say("{who}, your turn: choose a piece.", who=who(seat))
    if begun.startswith("#"):
        return words.say("Pieces {range}:", range=begun.removeprefix("#").replace("-", "–"))
    step = position.preview(seat, begun)
    stem = step.move.partition("#")[0]
    if not step.events:
        piece = stem.rstrip("JL*")
        return words.say("Piece {number} ({place}). What now?", number=numbers_of(position)[piece], place=piece)
    told = _done(position, seat, stem, words)
    walked = any(isinstance(event, Walked) for event in step.events)
    if walked:
        told = (*told, " ", *_captures(step.events, seat, words, who))
    if position.choices(seat, begun).confirm:
        told = (*told, " ", *_ending(position.play(seat, stem), seat, words, who))
    elif not walked:
        told = (*told, " ", *_walking(stem, words))
    return told


def _done(position: Position, seat: Seat, move: str, words: Words) -> Text:
    """Tells what a move has done so far: the cut or join, and the walk."""
    event, order, found = acted(position, move), position.numbered(seat), read(move)
    pieces = span(event, order)
    way = ", ".join(words.text(WAYS[letter]) for letter in walk_of(found))
    if isinstance(event, Joined):
        square = size(event.piece)
        if not way:
            return words.say("Join {pieces} to {size} ({move}).", pieces=pieces, size=square, move=move)
        return words.say(
            "Join {pieces} to {size}, which goes {way} ({move}).", pieces=pieces, size=square, way=way, move=move
        )
    line = CUTS[event.axis]
    if not half_of(found):
        return words.say("Cut {pieces} {line} ({move}).", pieces=pieces, line=line, move=move)
    walker = words.text(HALVES[half_of(found)])
    if found["number"]:
        number = order.index(event.pieces[int(found["number"]) - 1]) + 1
        walker = words.text("{half} of {number}", half=walker, number=number)
    if not way:
        return words.say(
            "Cut {pieces} {line}, {half} walks ({move}).", pieces=pieces, line=line, half=walker, move=move
        )
    return words.say(
        "Cut {pieces} {line}, {half} goes {way} ({move}).", pieces=pieces, line=line, half=walker, way=way, move=move
    )


def _captures(events: tuple[Event, ...], seat: Seat, words: Words, who: Who) -> Text:
    """Tells how many pieces a walk has taken, and how many it has cost."""
    captures = [event for event in events if isinstance(event, Captured)]
    taken = sum(len(event.pieces) for event in captures if event.seat == seat)
    lost = sum(len(event.pieces) for event in captures if event.seat != seat)
    told = words.count("Takes {n} piece.", "Takes {n} pieces.", taken) if taken else words.say("Takes nothing.")
    if not lost:
        return told
    other = who(WHITE if seat == BLACK else BLACK)
    cost = words.count("{who} takes {n} piece.", "{who} takes {n} pieces.", lost, who=other)
    return (*told, " ", *cost) if taken else cost


def _walking(move: str, words: Words) -> Text:
    """Asks about a walk that has not begun."""
    found = read(move)
    if found["side"]:
        return words.say("Which way?")
    return words.say("Which half walks?") if found["count"] else words.say("Does it walk?")


def _ending(step: Step, seat: Seat, words: Words, who: Who) -> Text:
    """Says what it ends that has to be confirmed."""
    outcome = step.position.outcome
    if outcome is None:
        return words.say("Your walker is caught.")
    if len(outcome.places) < 2:
        return result(step.position, outcome, words, who)
    (winner,) = outcome.places[0]
    return words.say("This wins the game.") if winner == seat else words.say("This lets {who} win.", who=who(winner))


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


def describe(view: object, words: Words, who: Who, numbered: bool = False, room: int | None = None) -> tuple[Text, ...]:
    """Describes the board for those who do not see it: who is about to win, and where each side's pieces lie.

    Where there is not room for all of them, the largest ones are listed.
    """
    position = seen(view)
    largest = sorted(position.pieces, key=lambda piece: -piece.width * piece.height)
    order = position.numbered(position.turn) if numbered else ()
    threats = tuple(_threats(position, words, who))

    def told(most: int) -> tuple[Text, ...]:
        shown = set(largest[:most])
        return (*threats, *(_pieces(position, seat, shown, order, words, who) for seat in (BLACK, WHITE)))

    numbers = range(1, len(largest) + 1)
    most = len(largest) if room is None else bisect_right(numbers, room, key=lambda one: len(plain(lines(*told(one)))))
    return told(most)


def _threats(position: Position, words: Words, who: Who) -> Iterator[Text]:
    """Tells which piece a side lacks to win."""
    if position.outcome is not None:
        return
    ground = position.ground
    sides = {position.turn: (ground.mine, ground.theirs), position.other: (ground.theirs, ground.mine)}
    for seat in (BLACK, WHITE):
        colour, other = sides[seat]
        lacking = [position.pieces[index] for index in bits(reach(ground.tiling, colour).completing(other))]
        if lacking:
            yield words.count(
                "{who} lacks one piece to join all four sides: {places}.",
                "{who} lacks one of {n} pieces to join all four sides: {places}.",
                len(lacking),
                who=who(seat),
                places=", ".join(map(place, lacking)),
            )


def _pieces(
    position: Position, seat: Seat, shown: set[Piece], order: tuple[Piece, ...], words: Words, who: Who
) -> Text:
    """Lists those of a side's pieces that are shown, from the top left corner, with the numbers that they have."""
    pieces = [piece for piece in position.pieces if piece.seat == seat]
    listed = sorted(shown.intersection(pieces), key=lambda piece: (-piece.y - piece.height, piece.x))
    if not listed:
        return words.count("{who} has {n} piece.", "{who} has {n} pieces.", len(pieces), who=who(seat))
    numbers = {piece: f"{number} " for number, piece in enumerate(order, start=1)}
    told = words.count(
        "{who} has {n} piece: {places}.",
        "{who} has {n} pieces: {places}.",
        len(pieces),
        who=who(seat),
        places=", ".join(numbers.get(piece, "") + place(piece) for piece in listed),
    )
    return told if len(listed) == len(pieces) else (*told, " ", *words.say("These are the largest ones."))


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
            return words.say(
                "That cut would go through a piece of the other side, at {place}. Choose another line.",
                place=facts["by"],
            )
        case "off_middle":
            return words.say(
                "That cut would miss the middle of your piece at {place}. Choose another line.", place=facts["by"]
            )
        case "wrong_axis":
            return words.say(
                "Half a square can only be cut across. Try the other way at {place}.", place=facts["location"]
            )
        case "too_small":
            return words.say("That piece is as small as pieces get.")
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
                "Step {step}: those pieces don't share a whole side, so you can't swap there.", step=facts["step"]
            )
        case "off_board":
            return words.say("Step {step}: the board ends there. Choose another way.", step=facts["step"])
        case "own_piece":
            return words.say("Step {step}: that piece is your own, so you can't swap there.", step=facts["step"])
        case "walk_ends":
            return words.say("The turn ends after step {step}. Leave out the rest.", step=facts["step"])
        case "unfinished":
            return words.say("That move isn't complete yet. Choose how it goes on.")
    raise TypeError(f"no sentence for {error!r}")
