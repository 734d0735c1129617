"""What one seat sees and may do in a game with secrets. On boards that others see, none of it ever stands.

A place that is one person's own chat shows a match as their seat sees it; elsewhere a hand is shown to whoever asks,
privately.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot import posts
from bot.invitations import Look, header, payload
from bot.matches import Table
from bot.ports import Button, Post, Rows, Text, lines, plain
from bot.words import Words
from bot.words.spoken import SPOKEN
from games.core import Seat, seen
from renderer import Scene, Theme
from storage.models import Place, Surface


def hand(table: Table, seat: Seat, look: Look, begun: str = "") -> Post:
    """A seat's hand with what it may do; ``begun`` is the beginning of a move that it tries."""
    words, spoken = look.words, SPOKEN[table.match.game]
    assert table.position is not None, "a running match has a position"
    view = table.position.view(seat)
    text = lines(header(table, words), *_told(table, seat, words, begun))
    rows: Rows = (_moves(table, seat, begun, words),)
    if begun:
        back = table.position.choices(seat, begun).back
        undo = payload(table, "m", table.match.ply, back) if back else payload(table, "h")
        rows = (*rows, (Button(words.text("↩ Undo"), undo),))
    if look.as_text:
        return Post(text, rows=rows)
    described = plain(lines(*spoken.describe(view, words, table.who)))
    return Post(text, scene(table, seat, look.theme), described[: posts.ALT_LENGTH], rows)


def board(table: Table, seat: Seat, look: Look, *, since: int) -> Post:
    """A seat's hand in its own chat, with what has happened; it calls when something waits for it."""
    post = hand(table, seat, look)
    first, rest = header(table, look.words), _told(table, seat, look.words)
    text = lines(first, *posts.news(table, look.words, since, seat), *rest)
    menu = Button("⋯", payload(table, "x", table.match.ply, "menu"))
    calls = (table.person(seat),) if seat in table.to_move else ()
    rows = (*post.rows, *posts.public_rows(table, look.words, cards=False), (menu,))
    return Post(text, post.scene, post.alt, rows, calls)


def scene(table: Table, seat: Seat, theme: Theme) -> Scene:
    """The picture of a hand."""
    assert table.position is not None, "a running match has a position"
    last = seen(table.steps[-1].events, seat) if table.steps else ()
    return Scene(table.position.view(seat), posts.chips(table), table.match.pace, last, theme=theme)


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


def _told(table: Table, seat: Seat, words: Words, begun: str = "") -> tuple[Text, ...]:
    """The hand in words, and what is to do."""
    assert table.position is not None, "a running match has a position"
    spoken, view = SPOKEN[table.match.game], table.position.view(seat)
    described = spoken.describe(view, words, table.who)
    return (*described, spoken.prompt(view, seat, words, table.who, begun))


def _moves(table: Table, seat: Seat, begun: str, words: Words) -> tuple[Button, ...]:
    assert table.position is not None, "a running match has a position"
    spoken, view = SPOKEN[table.match.game], table.position.view(seat)
    return tuple(
        Button(spoken.label(view, choice.text, begun, words), payload(table, "m", table.match.ply, choice.text))
        for choice in table.position.choices(seat, begun).items
    )
