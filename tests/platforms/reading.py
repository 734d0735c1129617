"""What a person reads on a board, worked out from the match and the rules alone: sentences, cells, places."""

from bot.matches import Table
from games.collapsi import Dropped, KnockedOut, Moved, Placed, Position, Revived, Shifted
from games.core import SIGNS, Event, Seat

SLID = {"<": "the row to the left", ">": "the row to the right", "^": "the column up", "v": "the column down"}
ARROWS = ["◀ row", "row ▶", "▲ column", "▼ column"]


class Picker:
    """Chooses labels, different ones from time to time; a card that may come up again comes up."""

    def __init__(self, stride: int = 7) -> None:
        self._stride = stride
        self._at = 0
        self.taken: list[str] = []
        """The choices by their kinds: a square, a column, a card that comes up again, an arrow."""

    def __call__(self, labels: list[str]) -> str:
        self._at += self._stride
        back = [label for label in labels if label.startswith("♻ ")]
        label = (back or labels)[self._at % len(back or labels)]
        kinds = {"♻": "revival", "✔": "play"}
        kind = kinds.get(label[0], "arrow" if label in ARROWS else "column" if " · " in label else "square")
        self.taken.append(kind)
        return label


def named(table: Table, seat: int) -> str:
    """A player with the sign of the seat."""
    return f"{table.person(Seat(seat)).name} {SIGNS[seat]}"


def told(table: Table, event: Event) -> str:
    """The sentence for something that happened."""
    match event:
        case Moved(seat=seat, path=path):
            return f"{named(table, seat)} jumped to {path[-1]}."
        case Revived(seat=seat, up=up, down=None):
            return f"{named(table, seat)} turned {up} up again."
        case Revived(seat=seat, up=up, down=down):
            return f"{named(table, seat)} turned {up} up again and {down} down."
        case Shifted(seat=seat, sign=sign):
            return f"{named(table, seat)} slid {SLID[sign]}."
        case KnockedOut(seat=seat):
            return f"{named(table, seat)} is out. The card stays."
        case Dropped(seat=seat):
            return f"{named(table, seat)} gave up."
        case Placed(seat=seat, square=square):
            return f"{named(table, seat)} begins on {square}."
    raise AssertionError(f"nobody has thought of {event}")


def sentences(table: Table) -> list[str]:
    """What the last move did."""
    if not table.steps:
        return []
    last = table.log[-1]
    if (last.kind, last.text) == ("drop", "time"):
        return [f"{named(table, last.seat or 0)} ran out of time."]
    return [told(table, event) for event in table.steps[-1].events]


def news(table: Table) -> list[str]:
    """The line that tells the last move; none before there was one."""
    return [" ".join(sentences(table))] if table.steps else []


def rows(table: Table) -> list[str]:
    """The board as the alt text has it, read off the position's own text."""
    position = table.position
    assert isinstance(position, Position)
    cards, pawns, _, rules, *_ = str(position).split()
    standing = {name: seat for seat, name in enumerate(pawns.split(",")) if name != "-"}
    revives = any(rule in ("joker-revival", "adjacent-revival", "reconstruction") for rule in rules.split(","))
    lines = []
    for number, row in enumerate(cards.split("/"), 1):
        cells = []
        for column, card in enumerate(row):
            cell = card
            if card == ".":
                cell = "–"
            elif card.islower():
                value = "A23456J"["abcdefj".index(card)]
                cell = f"gone {value}" if revives else "gone"
            seat = standing.get(f"{'abcdefghijklmnopqrstuvwxyz'[column]}{number}")
            cells.append(cell if seat is None else f"{cell} with {named(table, seat)}")
        lines.append(f"Row {number}: {', '.join(cells)}.")
    return lines


def places(table: Table) -> str:
    """Who came in where."""
    outcome = table.outcome
    assert outcome is not None
    parts, rank = [], 1
    for place in outcome.places:
        parts.append(f"{rank}. {', '.join(named(table, seat) for seat in sorted(place))}")
        rank += len(place)
    return " · ".join(parts)
