"""What happens at the table of a session beside the moves that people make: seats that come, times that run out, plans.

Each function is part of one transaction of `Store.write`; none talks to a platform.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from bot.matches import Table
from bot.table import Acted, Refusal, Sitter, mark_seen, running, seat_of, take
from games.core import JOIN, LAPSE, LAPSE_TABLE, Meeting, MoveError, Seat
from storage import models


def join(session: Session, table: Table, row: models.Seat, now: datetime) -> None:
    """Lets a session know of somebody who has sat down on a new seat.

    :raises Refusal: ``move`` with the error, where nobody can join now.
    """
    assert table.position is not None, "a running match has a position"
    try:
        step = table.position.play(Seat(row.index), JOIN)
    except MoveError as error:
        raise Refusal("move", table, error=error) from error
    table.match.seats.append(row)
    take(session, table, Seat(row.index), step, "play", now)


def lapse(session: Session, table: Table, now: datetime) -> None:
    """Does at the table of a session what happens by itself when time is over, for all who are waited for."""
    for seat in table.to_move:
        position = table.position
        if position is None or seat not in position.to_move:
            return
        try:
            step = position.play(seat, LAPSE)
        except MoveError:
            # No clock runs for it.
            return
        take(session, table, seat, step, "play", now)
        table = replace(table, position=step.position)


def lapse_table(session: Session, table: Table, now: datetime) -> None:
    """Does at the table of a session what happens by itself when the time of what it is asked is over."""
    position = table.position
    if isinstance(position, Meeting) and position.asking:
        seat = table.playing[0]
        take(session, table, seat, table.position.play(seat, LAPSE_TABLE), "play", now)


def draft(session: Session, match_id: int, seat: Seat, text: str) -> None:
    """Keeps the beginning of a move that a seat tries; nobody sees it, and nothing else changes."""
    kept = update(models.Seat).where(models.Seat.match_id == match_id, models.Seat.index == seat)
    session.execute(kept.values(draft=text))


def lay_down(session: Session, match_id: int, sitter: Sitter, plan: str, now: datetime) -> Acted:
    """Notes what a seat wants to do in its next turn; an empty plan drops what it wanted.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``your_turn`` or, of a plan that it cannot have, ``stale``.
    """
    table = running(session, match_id, sitter, now)
    seat = seat_of(table, sitter)
    mark_seen(table.match.seats[seat], sitter, now)
    if seat in table.to_move:
        raise Refusal("your_turn", table)
    if plan and not (isinstance(table.position, Meeting) and plan in table.position.plans(seat)):
        raise Refusal("stale", table)
    table.match.seats[seat].plan = plan or None
    return Acted(table.match.id, table.match.ply)


def carry_out(session: Session, table: Table, now: datetime) -> None:
    """Does what a seat has planned for its turn, or what it does by default where that is not legal."""
    position = table.position
    for seat in table.to_move:
        row = table.match.seats[seat]
        if row.plan is None or not isinstance(position, Meeting) or table.position is None:
            continue
        for text in (row.plan, position.default(seat)):
            try:
                step = table.position.play(seat, text)
            except MoveError:
                continue
            take(session, table, seat, step, "play", now)
            return
        row.plan = None
