"""Which match somebody means, and who they are in it."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from bot.ids import number
from bot.matches import Table, account_of, chat_of, load, place_of
from bot.ports import Chat, User
from bot.table import Sitter
from games.core import Meeting
from renderer import Theme
from storage.models import Account, Match, Place, Seat, Surface


def sitter_of(session: Session, user: User, chat: Chat, now: datetime) -> Sitter:
    """Who acts, and from where."""
    account = account_of(session, user, now)
    return Sitter(account.player_id, account.id, place_of(session, chat).id)


def adopt(session: Session, match: int, chat: Chat, message: str | None) -> None:
    """Takes a pressed message for the living one where we never learnt its id: its sending was not confirmed."""
    if message is None:
        return
    query = (
        select(Surface)
        .join(Place, Place.id == Surface.place_id)
        .where(Surface.match_id == match, Surface.message.is_(None), Surface.shown_version > 0)
        .where(Place.platform == chat.platform, Place.chat == chat.id, Place.thread == chat.thread)
    )
    surface = session.scalar(query)
    if surface is not None and surface.old_message != message:
        surface.message = message


def look_of(session: Session, match: int, chat: Chat) -> tuple[bool, Theme]:
    """How a chat shows a match: whether with letters, and light or dark."""
    query = select(Surface.as_text, Place.theme).join(Place, Place.id == Surface.place_id)
    query = query.where(Surface.match_id == match, Place.platform == chat.platform)
    found = session.execute(query.where(Place.chat == chat.id, Place.thread == chat.thread)).one_or_none()
    return (found.as_text, "dark" if found.theme == "dark" else "light") if found is not None else (False, "light")


def running(session: Session, player: int) -> list[Table]:
    """A player's games, the most urgent first."""
    query = (
        select(Match.id)
        .join(Seat, Seat.match_id == Match.id)
        .where(Seat.player_id == player, Match.status == "running")
        .order_by(Match.deadline, Match.id)
    )
    found = (load(session, match) for match in dict.fromkeys(session.scalars(query)))
    return [one for one in found if one is not None]


def boards_of(session: Session, account: Account, found: list[Table]) -> dict[int, tuple[Chat, str]]:
    """Where each match can be seen on the account's platform: the living board where they sit, else any."""
    boards: dict[int, tuple[Chat, str]] = {}
    for table in found:
        seats = {seat.place_id for seat in table.match.seats if seat.player_id == account.player_id}
        query = (
            select(Surface, Place)
            .join(Place, Place.id == Surface.place_id)
            .where(Surface.match_id == table.match.id, Surface.message.is_not(None))
            .where(Place.platform == account.platform)
        )
        shown = sorted(session.execute(query), key=lambda row: row.Surface.place_id not in seats)
        if shown and shown[0].Surface.message is not None:
            boards[table.match.id] = (chat_of(shown[0].Place), shown[0].Surface.message)
    return boards


def mark_here(session: Session, match: int, user: User, chat: Chat, now: datetime) -> None:
    """Notes that somebody who sits at a table has pressed or typed something there."""
    sitter = sitter_of(session, user, chat, now)
    seats = session.scalars(select(Seat).where(Seat.match_id == match, Seat.player_id == sitter.player_id))
    for seat in seats:
        seat.seen_at, seat.account_id, seat.place_id = now, sitter.account_id, sitter.place_id


def invitations(session: Session, account: Account) -> list[Table]:
    """The challenges that wait for an account's answer."""
    query = select(Match.id).where(Match.invited_id == account.id, Match.status == "open").order_by(Match.created_at)
    found = (load(session, match) for match in session.scalars(query))
    return [one for one in found if one is not None]


def shown_in(session: Session, place: Place) -> list[Table]:
    """What goes on in a place, the newest first."""
    query = (
        select(Match.id)
        .join(Surface, Surface.match_id == Match.id)
        .where(Surface.place_id == place.id, Match.status.in_(("open", "running")))
        .order_by(Match.changed_at.desc())
        .limit(20)
    )
    found = (load(session, match) for match in session.scalars(query))
    return [one for one in found if one is not None]


def rematch_of(session: Session, match: int) -> Table | None:
    """The rematch that was asked for and not answered yet."""
    found = session.scalar(select(Match.id).where(Match.rematch_of == match, Match.status == "open"))
    return load(session, found) if found is not None else None


def rule_book(session: Session, found: Table) -> tuple[str, ...]:
    """What the session before, in the same place, had agreed on at its end."""
    query = select(Match).where(Match.game == found.match.game, Match.place_id == found.match.place_id)
    query = query.where(Match.status == "over", Match.id != found.match.id, Match.position.is_not(None))
    before = session.scalar(query.order_by(Match.changed_at.desc()).limit(1))
    position = found.game.parse(before.position) if before is not None and before.position is not None else None
    return position.exported if isinstance(position, Meeting) else ()


def waiting_for(session: Session, account: Account, place: Place, named: str | None) -> list[Table]:
    """The games that wait for an account: the one named, else those shown here, else all.

    Where nothing waits, there are the sessions at whose table they sit: there much is done beside the turns.
    """
    mine = running(session, account.player_id)
    waiting = [found for found in mine if awaits(found, account.player_id)]
    sessions = [found for found in mine if found.game.session]
    if named is not None:
        return [found for found in mine if found.match.id == number(named) and (found in waiting or found in sessions)]
    here = set(session.scalars(select(Surface.match_id).where(Surface.place_id == place.id)))
    found_here = ([found for found in some if found.match.id in here] for some in (waiting, sessions))
    waiting_here, sessions_here = found_here
    return waiting_here or waiting or sessions_here or sessions


def boards_for(session: Session, account: Account, place: Place, named: str | None) -> list[Table]:
    """The matches to show somebody: the one named, else one's own here, else those of this place, else one's own."""
    if named is not None:
        found = load(session, number(named) or 0)
        return [found] if found is not None and found.match.status != "setup" else []
    mine = running(session, account.player_id)
    here = shown_in(session, place)
    known = {found.match.id for found in here}
    return [found for found in mine if found.match.id in known] or here or mine


def awaits(found: Table, player: int) -> bool:
    """Whether it is this player's turn."""
    return bool(set(found.seats_of(player)) & set(found.to_move))
