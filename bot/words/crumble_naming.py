"""How the places, pieces and choices of Crumble are named, on buttons and for those who do not see the board."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from bot.ports import Text, plain
from bot.words import Words, sentence
from games.core import Choice, Seat
from games.crumble import Joined, Piece, Position, Split

Who = Callable[[Seat], Text]

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
WAYS = {"N": sentence("up"), "E": sentence("right"), "S": sentence("down"), "W": sentence("left")}
MANY = 22
"""Of more numbers than these only the first and the last one are told."""


def label(view: object, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a choice that follows a beginning: a number, a cut, a half, an arrow.

    What the picture numbers has the same number here.
    """
    position = seen(view)
    if "#" in text:
        return text.rpartition("#")[2].replace("-", "–")
    found = read(text)
    walk, half = walk_of(found), half_of(found)
    if walk and begun and read(begun)["count"] == "1":
        # A cut through one piece that was drawn goes on with either half.
        return f"{words.text(HALVES[half])} {ARROWS[walk[-1]]}"
    if walk and _is_acted(begun):
        return ARROWS[walk[-1]]
    if found["side"]:
        doing = words.text(HALVES[half])
    elif not (found["fold"] or found["east"] or found["axis"]):
        return str(numbers_of(position)[text])
    elif found["fold"]:
        doing = words.text("Join…") if found["fold"] == "J" else words.text("Long cut…")
    elif found["east"]:
        joined = acted(position, text)
        assert isinstance(joined, Joined), f"no join: {text!r}"
        doing = words.text("Join {size}", size=size(joined.piece))
    elif found["count"]:
        line = CUTS[found["axis"]]
        doing = plain(words.count("Cut {n} piece {line}", "Cut {n} pieces {line}", int(found["count"]), line=line))
    elif half:
        doing = f"{CUTS[found['axis']]} {words.text(HALVES[half])} {ARROWS[walk[-1]]}"
    else:
        doing = words.text("Cut {line}", line=CUTS[found["axis"]])
    texts = [one.text for one in _all(position, begun)]
    return f"{texts.index(text) + 1} {doing}" if len(texts) > 1 else doing


def numbers_of(position: Position) -> dict[str, int]:
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
    position = seen(view)
    shown = label(view, text, begun, words)
    if not shown.isdecimal():
        return f"{_told(position, text, begun, words)}, {text}"
    piece = position.numbered(position.turn)[int(shown) - 1]
    return words.text("piece {number} at {place}", number=int(shown), place=place(piece))


def offer(view: object, seat: Seat, texts: Sequence[str], begun: str, words: Words, who: Who) -> Text:
    """Lists what a seat may choose next."""
    position = seen(view)
    if begun and not begun.startswith("#"):
        moves = ", ".join(_told(position, text, begun, words) for text in texts)
    else:
        numbers = [label(view, text, begun, words) for text in texts]
        moves = " ".join(numbers) if len(numbers) <= MANY else f"{numbers[0]}–{numbers[-1]}"
    return words.say("{who} may choose {moves}.", who=who(seat), moves=moves)


def _told(position: Position, text: str, begun: str, words: Words) -> str:
    """Names a choice, and the pieces or the place that the picture shows."""
    shown = label(position, text, begun, words)
    if "#" in text:
        return shown
    if _is_acted(begun):
        hint = next(one.hint for one in _all(position, begun) if one.text == text)
        if hint is None:
            return shown
        x, width, height = Fraction(hint.x), Fraction(hint.width), Fraction(hint.height)
        return f"{shown} {place(Piece(x, position.size - Fraction(hint.y) - height, width, height, position.turn))}"
    found = read(text)
    if found["east"] or found["count"]:
        return f"{shown}: {span(acted(position, text), position.numbered(position.turn))}"
    return shown


def acted(position: Position, text: str) -> Split | Joined:
    """Returns the cut or join that a move begins with."""
    event = position.preview(position.turn, text).events[0]
    assert isinstance(event, Split | Joined), f"neither a cut nor a join: {text!r}"
    return event


def span(event: Split | Joined, order: tuple[Piece, ...]) -> str:
    """The number of the piece that is cut or joined, or the first and the last one of several."""
    numbers = sorted(order.index(piece) + 1 for piece in event.pieces)
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def read(text: str) -> re.Match[str]:
    """Takes the text of a choice apart."""
    found = CHOICE.fullmatch(text)
    assert found is not None, f"no choice of Crumble: {text!r}"
    return found


def walk_of(found: re.Match[str]) -> str:
    """The ways of the walk, one letter each."""
    return found["walk"] or found["way"] or found["then"] or found["path"] or ""


def half_of(found: re.Match[str]) -> str:
    """The half that walks, where one was named."""
    return found["side"] or found["half"] or (found["path"] or "")[:1]


def _is_acted(begun: str) -> bool:
    """Whether something was cut or joined already."""
    return re.search("[VH]|J[0-9]", begun.upper()) is not None


def place(piece: Piece) -> str:
    """Where a piece lies, by its lower left corner, and its size if it is no start square."""
    at = f"({_number(piece.x)} {_number(piece.y)})"
    return at if piece.width == piece.height == 1 else f"{at} {size(piece)}"


def size(piece: Piece) -> str:
    """How wide and how high a piece is, in start squares."""
    return f"{_number(piece.width)}×{_number(piece.height)}"


def _number(value: Fraction) -> str:
    whole, part = divmod(value, 1)
    return str(whole) if not part else f"{whole}+{part}" if whole else str(part)


def seen(view: object) -> Position:
    """Everybody sees the whole position."""
    assert isinstance(view, Position), f"not a view of Crumble: {view!r}"
    return view
