"""What a page offers a seat: its choices, its hand, and what it may do beside the turns, as plain data."""

from collections.abc import Sequence
from typing import Any

from bot import hands, posts
from bot.hands import Tried
from bot.matches import Table
from bot.ports import Text, When, lines, plain
from bot.words import Words
from bot.words.page import SHOW_CARDS
from bot.words.spoken import HOUSES, SPOKEN
from games.core import BESIDE, Choice, Meeting, MoveError, Position, Rect, Seat, Secret

Json = dict[str, Any]
MOVE = "move "
"""An act that plays a move, as it stands."""


def holds_hand(found: Table, seat: Seat) -> bool:
    """Whether a seat has a hand that it may look at."""
    return found.game.hidden and seat in found.playing


def acts_now(found: Table, seat: Seat) -> bool:
    """Whether a seat may do something: in its turn, or at the table of a session beside it."""
    return seat in found.to_move or (found.game.session and seat in found.playing)


def is_begun(found: Table, seat: Seat, begun: str) -> bool:
    """Whether a seat can begin a move so; a page may be behind."""
    if not begun or not acts_now(found, seat) or found.position is None:
        return False
    try:
        found.position.preview(seat, begun)
    except MoveError:
        return False
    return True


def has_to_be_sure(found: Table, seat: Seat, begun: str) -> bool:
    """Whether a move that was begun is whole and changes so much that it is asked about once more."""
    return is_begun(found, seat, begun) and found.position is not None and found.position.choices(seat, begun).confirm


def public(found: Table, mine: Seat) -> list[Choice]:
    """What a seat may do of that which everybody may see."""
    known = found.position.view(None) if found.position is not None else None
    if not isinstance(known, Secret) or found.position is None:
        return []
    return [choice for choice in known.public if posts.is_whole(found.position, mine, choice.text)]


def sides(found: Table, mine: Seat) -> list[Choice]:
    """What a seat alone is asked to do beside the turns."""
    position = found.position
    if not isinstance(position, Meeting):
        return []
    return [Choice(text, complete=False) for text in position.sides(mine)]


def sure(found: Table, mine: Seat, begun: str, words: Words) -> str | None:
    """What stands on the button that plays what is asked about once more; None where it is as with any other move."""
    house = HOUSES.get(found.match.game)
    return house.sure(begun, words) if house is not None and has_to_be_sure(found, mine, begun) else None


def offered(found: Table, mine: Seat, choices: Sequence[Choice], begun: str, words: Words) -> list[Json]:
    """Choices as a page offers them."""
    assert found.position is not None, "a seat that may act has a position"
    spoken, known = SPOKEN[found.match.game], found.position.view(mine)
    return [
        {
            "text": choice.text,
            "label": spoken.label(known, choice.text, begun, words),
            "aria": spoken.choice(known, choice.text, begun, words),
            "final": _is_final(found.position, mine, choice),
            "at": corner_and_size(place) if place else None,
        }
        for choice, place in zip(choices, _places(choices), strict=True)
    ]


def hand(found: Table, mine: Seat, begun: str, words: Words, *, asked: bool, tried: Tried | None) -> Json | None:
    """A seat's hand in words: what only it has heard of the last step, what it is ``asked``, and what it holds.

    None where it is asked nothing and knows no more than a spectator: it waits for the next round.
    """
    assert found.position is not None, "a match that goes on has a position"
    spoken, known = SPOKEN[found.match.game], found.position.view(mine)
    if not asked and str(known) == str(found.position.view(None)):
        return None
    heard = posts.news(found, words, found.match.ply, mine)
    news = heard if heard != posts.news(found, words, found.match.ply) else ()
    # Who is asked nothing has read already whom the table waits for.
    own_words = words.say("For words of your own, type them where moves are typed.")
    asks = lines(*hands.asks(found, mine, words, begun, tried, own_words=own_words)) if asked else ()
    return {
        # Several people at one screen look at their cards one after the other.
        "shared": len(found.seats_of(found.match.seats[mine].player_id or 0)) > 1,
        "show": words.text(SHOW_CARDS, name=found.person(mine).name),
        "news": [row for text in news for row in text_lines(text)],
        "asks": [row for row in text_lines(asks) if row],
        "beside": [] if begun else offered(found, mine, _beside(found, mine), "", words),
        "plans": None if begun else _plans(found, mine, words),
        "alt": plain(lines(*spoken.describe(known, words, found.who))),
    }


def _beside(found: Table, mine: Seat) -> list[Choice]:
    """The way to all that a seat may ask the table."""
    position = found.position
    is_open = isinstance(position, Meeting) and position.choices(mine, BESIDE).items
    return [Choice(BESIDE, complete=False)] if is_open else []


def _plans(found: Table, mine: Seat, words: Words) -> Json | None:
    """What a seat may lay down for its next turn, and what it has; None where there is nothing to plan."""
    position = found.position
    if not isinstance(position, Meeting) or mine in found.to_move:
        return None
    spoken, known = SPOKEN[found.match.game], position.view(mine)
    ways = [[text, spoken.label(known, text, "", words)] for text in position.plans(mine)]
    asks = plain(HOUSES[found.match.game].planning(words))
    return {"asks": asks, "ways": ways, "plan": found.match.seats[mine].plan or ""} if ways else None


def brought_back(found: Table, old: Sequence[str], words: Words) -> list[Json]:
    """The ways to ask for what an ``old`` session had agreed on."""
    position, house = found.position, HOUSES.get(found.match.game)
    if house is None or not isinstance(position, Meeting):
        return []
    moves = ((line, position.bringing_back(line)) for line in old)
    return [{"act": f"{MOVE}{move}", "label": house.bringing_back(line, words)} for line, move in moves if move]


def house_rules(found: Table, words: Words) -> Json | None:
    """What was agreed at a table besides the rules of its game, for everybody to read."""
    house = HOUSES.get(found.match.game)
    if house is None or found.position is None:
        return None
    known = found.position.view(None)
    number = house.count(known)
    title = words.text("📜 House rules ({number})", number=number) if number else words.text("📜 House rules")
    return {"title": title, "rules": [row for text in house.rules(known, words, found.who) for row in text_lines(text)]}


def text_lines(text: Text) -> list[list[Json | str]]:
    """A text line by line; times stay times, so that a page can write them as its reader's clock has them."""
    rows: list[list[Json | str]] = [[]]
    for part in text:
        if isinstance(part, When):
            rows[-1].append({"at": part.at.isoformat()})
            continue
        first, *rest = plain((part,)).split("\n")
        if first:
            rows[-1].append(first)
        rows += [[line] if line else [] for line in rest]
    return rows


def _places(choices: Sequence[Choice]) -> list[Rect | None]:
    """Where the choices can be pointed at; those stand in the list only that would cover others, or lie alike."""
    hints = [choice.hint for choice in choices]
    return [
        hint
        if hint and not any(other and at != number and _covers(hint, other) for at, other in enumerate(hints))
        else None
        for number, hint in enumerate(hints)
    ]


def _covers(one: Rect, other: Rect) -> bool:
    """Whether a rectangle overlaps another one that is not larger."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
        and one.width * one.height >= other.width * other.height
    )


def corner_and_size(rect: Rect) -> list[float]:
    """A rectangle as pages know it."""
    return [rect.x, rect.y, rect.width, rect.height]


def _is_final(position: Position, seat: Seat, choice: Choice) -> bool:
    """Whether a choice is a whole move that is played at once."""
    if not choice.complete:
        return False
    after = position.choices(seat, choice.text)
    return not (after.items or after.confirm)
