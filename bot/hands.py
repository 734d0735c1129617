"""What one seat sees and may do in a game with secrets. On boards that others see, none of it ever stands.

A place that is one person's own chat shows a match as their seat sees it; elsewhere a hand is shown to whoever asks,
privately.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import posts
from bot.invitations import Look, header, payload
from bot.matches import Table, names
from bot.ports import Button, Post, Rows, Text, lines, plain
from bot.words import Words
from bot.words.spoken import HOUSES, SPOKEN
from games.core import BESIDE, Meeting, MoveError, Seat, Secret, Trial, seen
from renderer import Scene, Theme
from storage.models import Place, Surface

Tried: TypeAlias = tuple[Trial, Trial]
"""How test rounds went as the rules are, and as a move would make them."""


NEAREST = 2
"""Of what describes a table, so many lines say what lies before a seat: its cards, and those on the pile."""
LONGEST = 64
"""Bytes that a button can carry on every platform."""


def hand(
    table: Table, seat: Seat, look: Look, begun: str = "", *, tried: Tried | None = None, on_board: bool = False
) -> Post:
    """A seat's hand with what it may do; ``begun`` is the beginning of a move that it tries, with what test rounds say.

    To give that up brings the hand back; ``on_board`` it is in the seat's own chat, where it is the board.
    """
    words, spoken = look.words, SPOKEN[table.match.game]
    assert table.position is not None, "a running match has a position"
    view = table.position.view(seat)
    described = spoken.describe(view, words, table.who)
    if not begun:
        told = _told(table, seat, words, described if look.as_text else described[:NEAREST])
    elif look.as_text:
        told = (*described, *_asked(table, seat, words, begun, tried))
    else:
        told = _asked(table, seat, words, begun, tried)
    text = lines(header(table, words), *told)
    if begun:
        ends = _ways_back(table, seat, begun, words, on_board)
        rows: Rows = (_sure(table, seat, begun, words, tried), _moves(table, seat, begun, words), ends)
    else:
        rows = (_moves(table, seat, begun, words), _beside(table, seat, words))
    rows = tuple(row for row in rows if row)
    if look.as_text:
        return Post(text, rows=rows)
    return Post(text, scene(table, seat, look.theme, begun), plain(lines(*described))[: posts.ALT_LENGTH], rows)


def board(table: Table, seat: Seat, look: Look, *, since: int) -> Post:
    """A seat's hand in its own chat, with what has happened; it calls when something waits for it."""
    post = hand(table, seat, look)
    assert table.position is not None, "a running match has a position"
    described = SPOKEN[table.match.game].describe(table.position.view(seat), look.words, table.who)
    first = header(table, look.words)
    rest = _told(table, seat, look.words, described if look.as_text else described[:NEAREST])
    news = (*posts.news(table, look.words, since, seat), *posts.asked(table, look.words))
    text = lines(first, *news, *rest)
    menu = Button("⋯", payload(table, "x", table.match.ply, "menu"))
    calls = (table.person(seat),) if seat in table.to_move else ()
    # What anybody may do is among what the seat may do, where it is waited for.
    own = {button for row in post.rows for button in row}
    public = (tuple(one for one in row if one not in own) for row in posts.public_rows(table, look.words, aloud=False))
    return Post(text, post.scene, post.alt, (*post.rows, *(row for row in public if row), (menu,)), calls)


def with_books(table: Table, post: Post, old: Iterable[str], words: Words) -> Post:
    """Adds to what was agreed at a table the ways to keep it, and to bring back what an ``old`` one had agreed on."""
    position, house = table.position, HOUSES[table.match.game]
    assert isinstance(position, Meeting), "only at the table of a session something is agreed on"
    ply = table.match.ply
    back = [
        Button(house.bringing_back(line, words), payload(table, "x", ply, f"restore!{mark(line)}"))
        for line in old
        if position.bringing_back(line)
    ]
    kept = [Button(words.text("📄 Rule book"), payload(table, "x", ply, "book"))] if position.exported else []
    kept.append(Button(words.text("🔏 Deals"), payload(table, "x", ply, "deals")))
    return replace(post, rows=tuple(row for row in (*post.rows[:-1], (*back, *kept), *post.rows[-1:]) if row))


def plans(table: Table, seat: Seat, look: Look) -> Post:
    """What a seat may lay down for its next turn."""
    words, spoken, ply = look.words, SPOKEN[table.match.game], table.match.ply
    position, planned = table.position, table.match.seats[seat].plan
    assert isinstance(position, Meeting), "only at the table of a session somebody plans"
    view = position.view(seat)
    asks = lines(HOUSES[table.match.game].planning(words), _planned(table, seat, words))
    moves = tuple(
        Button(spoken.label(view, text, "", words), payload(table, "x", ply, f"plan!{number}"))
        for number, text in enumerate(position.plans(seat))
    )
    ends = [Button(words.text("↩ Back"), payload(table, "h"))]
    if planned:
        ends.insert(0, Button(words.text("Drop the plan"), payload(table, "x", ply, "plan!-")))
    return Post(lines(header(table, words), asks), scene(table, seat, look.theme), rows=(moves, tuple(ends)))


def step(table: Table, kind: str, text: str) -> str:
    """Writes what the button of a step carries; of a long text only its mark, by which the seat's draft tells it."""
    whole = payload(table, kind, table.match.ply, text)
    return whole if len(whole.encode()) <= LONGEST else payload(table, "d", table.match.ply, mark(text))


def mark(text: str) -> str:
    """A few letters that tell a text from others."""
    return sha256(text.encode()).hexdigest()[:12]


def drafted(table: Table, seat: Seat, wanted: str) -> tuple[str, bool]:
    """Finds the text with that mark among what the seat's draft may become, and whether it is the draft as it stands.

    :raises LookupError: where the seat is trying something else by now.
    """
    draft, position = table.match.seats[seat].draft, table.position
    if draft is not None and position is not None:
        if mark(draft) == wanted:
            return draft, True
        try:
            after = position.choices(seat, draft)
        except MoveError as error:
            raise LookupError(draft) from error
        for text in (after.back, *(choice.text for choice in after.items)):
            if mark(text) == wanted:
                return text, False
    raise LookupError(wanted)


def scene(table: Table, seat: Seat, theme: Theme, begun: str = "") -> Scene:
    """The picture of a hand, or of what a move that was begun is about."""
    assert table.position is not None, "a running match has a position"
    last = seen(table.steps[-1].events, seat) if table.steps else ()
    view = table.position.view(seat)
    shown = view.closer(begun) if isinstance(view, Secret) else view
    return Scene(shown, posts.chips(table), table.match.pace, last, theme=theme)


def owners(session: Session, table: Table) -> dict[int, Seat]:
    """The places that are one person's own chat and show this match, each with that person's seat."""
    if not table.game.hidden:
        return {}
    query = select(Place).join(Surface, Surface.place_id == Place.id)
    query = query.where(Surface.match_id == table.match.id, Place.private.is_(True))
    found = {}
    for place in session.scalars(query):
        for row in table.match.seats:
            account = row.account
            theirs = account is not None and (account.platform, account.external_id) == (place.platform, place.chat)
            if theirs or row.place_id == place.id:
                found[place.id] = Seat(row.index)
    return found


def unreached(session: Session, table: Table, platform: str) -> tuple[Seat, ...]:
    """The seats whose people are on a platform and have no chat of their own there that shows them their hand."""
    if not table.game.hidden:
        return ()
    query = select(Place.chat).join(Surface, Surface.place_id == Place.id)
    query = query.where(Surface.match_id == table.match.id, Surface.failures == 0)
    shown = set(session.scalars(query.where(Place.platform == platform, Place.private.is_(True))))
    sitting = ((Seat(row.index), row.account) for row in table.match.seats)
    here = (seat for seat, who in sitting if who and who.platform == platform and who.external_id not in shown)
    return tuple(seat for seat in here if seat in table.playing)


def knocking(table: Table, post: Post, seats: Iterable[Seat], door: str, look: Look) -> Post:
    """Adds to a board who has to open a chat of their own, and the way there."""
    people = names((table.person(seat),) for seat in seats)
    asks = look.words.say("{people}, open our private chat to see your cards.", people=people)
    opens = Button(look.words.text("Open our chat"), url=door)
    return replace(post, text=lines(post.text, asks), rows=(*post.rows[:-1], (opens,), *post.rows[-1:]))


def _told(table: Table, seat: Seat, words: Words, described: tuple[Text, ...]) -> tuple[Text, ...]:
    """The hand in words, what is to do, and what is planned."""
    assert table.position is not None, "a running match has a position"
    spoken, view = SPOKEN[table.match.game], table.position.view(seat)
    return (*described, spoken.prompt(view, seat, words, table.who), _planned(table, seat, words))


def _planned(table: Table, seat: Seat, words: Words) -> Text:
    """What a seat wants to play in its next turn; nothing where it has not said it."""
    plan = table.match.seats[seat].plan
    if plan is None or table.position is None:
        return ()
    return words.say(
        "Planned: {move}.", move=SPOKEN[table.match.game].label(table.position.view(seat), plan, "", words)
    )


def asks(
    table: Table, seat: Seat, words: Words, begun: str, tried: Tried | None, *, own_words: Text
) -> tuple[Text, ...]:
    """What a seat has to do, or what a beginning of a move has come to; ``own_words`` says how to add some to it."""
    assert table.position is not None, "a running match has a position"
    view, house = table.position.view(seat), HOUSES.get(table.match.game)
    told: tuple[Text, ...] = (SPOKEN[table.match.game].prompt(view, seat, words, table.who, begun),)
    if isinstance(table.position, Meeting) and table.position.takes_words(seat, begun):
        told = (*told, own_words)
    if tried is not None and house is not None:
        playable = tried[1].is_playable
        return (*told, house.tried(*tried, words) if playable else house.unplayable(tried[1], words))
    return told


def _asked(table: Table, seat: Seat, words: Words, begun: str, tried: Tried | None) -> tuple[Text, ...]:
    house = HOUSES.get(table.match.game)
    if begun == BESIDE and house is not None and table.position is not None:
        return house.rules(table.position.view(seat), words, table.who)
    own_words = words.say("Words of your own: reply to this, or type /move and the words.")
    return asks(table, seat, words, begun, tried, own_words=own_words)


def _moves(table: Table, seat: Seat, begun: str, words: Words) -> tuple[Button, ...]:
    assert table.position is not None, "a running match has a position"
    spoken, view = SPOKEN[table.match.game], table.position.view(seat)
    return tuple(
        Button(spoken.label(view, choice.text, begun, words), step(table, "m", choice.text))
        for choice in table.position.choices(seat, begun).items
    )


def _sure(table: Table, seat: Seat, begun: str, words: Words, tried: Tried | None) -> tuple[Button, ...]:
    """The button that plays what has to be confirmed, unless the rounds would not end."""
    house = HOUSES.get(table.match.game)
    assert table.position is not None, "a running match has a position"
    if house is None or not table.position.choices(seat, begun).confirm:
        return ()
    if tried is not None and not tried[1].is_playable:
        return ()
    return (Button(house.sure(begun, words), step(table, "p", begun), style="primary"),)


def _ways_back(table: Table, seat: Seat, begun: str, words: Words, on_board: bool) -> tuple[Button, ...]:
    assert table.position is not None, "a running match has a position"
    back = table.position.choices(seat, begun).back
    undo = (Button(words.text("↩ Undo"), step(table, "m", back)),) if back else ()
    cancel = payload(table, "x", table.match.ply, "cancel") if on_board else payload(table, "h")
    return (*undo, Button(words.text("✘ Cancel") if undo else words.text("↩ Back"), cancel))


def _beside(table: Table, seat: Seat, words: Words) -> tuple[Button, ...]:
    """What a seat may do though it is not its turn: throw in a duel, plan."""
    position, spoken = table.position, SPOKEN[table.match.game]
    if not isinstance(position, Meeting):
        return ()
    buttons = [
        Button(spoken.label(position.view(seat), text, "", words), step(table, "m", text))
        for text in position.sides(seat)
    ]
    if seat not in table.to_move and position.plans(seat):
        buttons.append(Button(words.text("Plan…"), payload(table, "x", table.match.ply, "plan")))
    return tuple(buttons)
