"""What players ask each other for while they play: a draw, or a turn back. Each function is one transaction.

An offer is a text on the match, one at a time. Whoever is asked and plays has said no.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from bot import pace, table
from bot.matches import Offer, Table
from bot.table import Acted, Refusal, Sitter
from games.core import Outcome, Seat
from storage.models import Surface


def offer_draw(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Offers a draw; where the other side has offered one, that is agreed on.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``no_draws``, ``plays_on``, ``offered`` or
        ``refused``.
    """
    found = table.running(session, match_id, sitter, now, ("end", "agreed"))
    seat = table.seat_of(found, sitter)
    if not found.game.draws:
        raise Refusal("no_draws", found)
    if any(row.level is not None for row in found.match.seats):
        raise Refusal("plays_on", found)
    offer = found.offer
    if offer is not None and offer.kind == "draw" and offer.by != seat:
        table.mark_seen(found.match.seats[seat], sitter, now)
        everybody = frozenset(Seat(row.index) for row in found.match.seats)
        return table.end_outside(session, found, seat, Outcome((everybody,), "agreed"), now)
    return _offer(session, found, "draw", seat, sitter, now)


def take_back(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Asks to take the sitter's last turn back, and what followed; where nobody has to be asked it is taken back.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``no_takebacks``, ``nothing_back``, ``offered`` or
        ``refused``.
    """
    found = table.running(session, match_id, sitter, now, whole=True)
    seat = table.seat_of(found, sitter)
    if not found.takes_back:
        raise Refusal("no_takebacks", found)
    if not found.undone(seat):
        raise Refusal("nothing_back", found)
    if found.free_back == seat or not found.others(seat):
        table.mark_seen(found.match.seats[seat], sitter, now)
        return _restore(session, found, seat, now)
    return _offer(session, found, "back", seat, sitter, now)


def allow(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Lets somebody take a turn back; it is taken back when the last one of those who are asked has agreed.

    :raises Refusal: ``unknown``, ``not_seated``, ``over`` or ``no_offer``.
    """
    found = table.running(session, match_id, sitter, now, whole=True)
    mine = table.seats_of(found, sitter)
    offer = found.offer
    if offer is None or offer.kind != "back" or not set(mine) & set(found.asked_for):
        raise Refusal("no_offer", found)
    for seat in mine:
        table.mark_seen(found.match.seats[seat], sitter, now)
    agreed = (*offer.answered, *(seat for seat in mine if seat in found.asked_for))
    if not found.others(offer.by, agreed):
        return _restore(session, found, offer.by, now)
    found.match.offer = str(replace(offer, answered=agreed))
    return Acted(match_id, found.match.ply)


def decline(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Refuses what somebody asks for; who asked takes it back.

    :raises Refusal: ``unknown``, ``not_seated``, ``over`` or ``no_offer``.
    """
    found = table.running(session, match_id, sitter, now)
    seat = table.seat_of(found, sitter)
    offer = found.offer
    if offer is None:
        raise Refusal("no_offer", found)
    refused_by = (seat,) if seat in found.asked_for else ()
    found.match.offer = str(Offer(f"no-{offer.kind}", offer.by, found.match.ply, refused_by))
    table.mark_seen(found.match.seats[seat], sitter, now)
    return Acted(match_id, found.match.ply)


def _offer(session: Session, found: Table, kind: str, seat: Seat, sitter: Sitter, now: datetime) -> Acted:
    match, row = found.match, found.match.seats[seat]
    is_echo = row.seen_at is not None and now - row.seen_at <= pace.DOUBLE_PRESS
    table.mark_seen(row, sitter, now)
    if found.offer is not None:
        same = (found.offer.kind, found.offer.by) == (kind, seat)
        raise Refusal("repeated" if same and is_echo else "offered", found)
    last = Offer.parse(match.offer) if match.offer is not None else None
    refused = last is not None and (last.kind, last.by) == (f"no-{kind}", seat)
    if last is not None and refused and match.ply - last.ply < pace.OFFER_AGAIN:
        raise Refusal("refused", found)
    match.offer = str(Offer(kind, seat, match.ply))
    # Who is asked is called, also where they were called to this turn already.
    session.execute(update(Surface).where(Surface.match_id == match.id).values(called_ply=None))
    return Acted(match.id, match.ply)


def _restore(session: Session, found: Table, seat: Seat, now: datetime) -> Acted:
    """Brings an earlier position back. No button that was made before counts any more."""
    rows = found.undone(seat)
    if not rows:
        raise Refusal("nothing_back", found)
    kept = found.moves[: -len(rows)]
    ply = kept[-1].ply if kept else 0
    position = found.steps[ply - 1].position if ply else found.game.parse(found.match.start or "")
    found.match.offer = None
    return table.write(session, found, seat, "back", str(ply), position, now)
