"""The only way a running match changes. Each function is one transaction of `Store.write`; none talks to a platform.

The log only grows and the ply only rises. A click names the ply that it was made for, and counts if what its seat may
do has not changed since.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from bot import pace, standings
from bot.matches import Table, as_table, load_to_act
from games.core import Choice, MoveError, Outcome, Position, Seat, Step
from storage import models
from storage.models import Due, Match, Move


class Refusal(Exception):
    """Something that cannot be done now: a code, and the id of the match it is about.

    It ends the transaction and undoes it, so it holds nothing of what was loaded there.
    """

    def __init__(self, reason: str, table: Table | None = None, *, error: MoveError | None = None) -> None:
        self.reason = reason
        self.match = table.match.id if table is not None else None
        self.error = error
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who says to sit at a table: a player with an account, or who holds a seat's key."""

    player_id: int | None = None
    account_id: int | None = None
    place_id: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """What an act did."""

    ply: int
    """The ply that the match has reached."""
    move: str
    repeated: bool = False
    """Whether it was the same press once more, and did nothing."""


def act(session: Session, match_id: int, sitter: Sitter, ply: int | None, text: str, now: datetime) -> Acted:
    """Plays a move. ``ply`` is the one that the button names; None for a typed move, which is meant for the present.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``stale`` or ``not_your_turn``.
    :raises MoveError: if the move cannot be read or is against the rules.
    """
    table = _running(session, match_id, sitter, now, ("play", text) if ply is not None else None, ply)
    seat = seat_of(table, sitter)
    row = table.match.seats[seat]
    _mark_seen(row, sitter, now)
    if ply is not None and not row.since <= ply <= table.match.ply:
        raise Refusal("stale", table)
    if seat not in table.to_move:
        raise Refusal("not_your_turn", table)
    assert table.position is not None, "a running match has a position"
    try:
        step = table.position.play(seat, text)
    except MoveError as error:
        raise Refusal("move", table, error=error) from error
    _take(session, table, seat, step, "play", now)
    return Acted(table.match.ply, step.move)


def resign(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Takes the sitter out of the game.

    :raises Refusal: ``unknown``, ``not_seated`` or ``over``.
    """
    table = _running(session, match_id, sitter, now, ("drop", "drop"))
    seat = seat_of(table, sitter)
    _mark_seen(table.match.seats[seat], sitter, now)
    assert table.position is not None, "a running match has a position"
    _take(session, table, seat, table.position.drop(seat), "drop", now)
    return Acted(table.match.ply, "drop")


def claim(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Ends a match whose time is over in favour of those who wait.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``not_yours`` or ``too_early``.
    """
    table = _claimable(session, match_id, sitter, now, ("end", "time"))
    others = frozenset(table.to_move)
    outcome = Outcome((frozenset(table.waiting), others), "time")
    _end_outside(session, table, seat_of(table, sitter), outcome, now)
    return Acted(table.match.ply, "time")


def give_time(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Gives the side whose time is over one more day.

    :raises Refusal: as `claim`.
    """
    table = _claimable(session, match_id, sitter, now)
    table.match.deadline = now + pace.MORE_TIME
    _set_dues(session, table.match, now)
    return Acted(table.match.ply, "more")


def mute(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Stops the reminders of the sitter's present turn.

    :raises Refusal: ``unknown``, ``not_seated``, ``over`` or ``not_your_turn``.
    """
    table = _running(session, match_id, sitter, now)
    seat = seat_of(table, sitter)
    if seat not in table.to_move:
        raise Refusal("not_your_turn", table)
    table.match.seats[seat].muted_ply = table.match.ply
    return Acted(table.match.ply, "mute")


def call_off(session: Session, table: Table, now: datetime) -> None:
    """Ends a match that nobody wants to win: everybody shares the first place, and no rating changes."""
    everybody = frozenset(Seat(seat.index) for seat in table.match.seats)
    _end_outside(session, table, None, Outcome((everybody,), "called_off"), now)


def seat_of(table: Table, sitter: Sitter) -> Seat:
    """Finds where somebody sits; of several seats the one that may act.

    :raises Refusal: ``not_seated``.
    """
    if sitter.key is not None:
        seats = tuple(Seat(seat.index) for seat in table.match.seats if seat.key == sitter.key)
    elif sitter.player_id is not None:
        seats = table.seats_of(sitter.player_id)
    else:
        seats = ()
    if not seats:
        raise Refusal("not_seated", table)
    return next((seat for seat in seats if seat in table.to_move), seats[0])


def begin(session: Session, match: Match, position: Position, now: datetime) -> None:
    """Starts a match from its dealt position."""
    match.status = "running"
    match.start = match.position = str(position)
    match.changed_at = now
    match.deadline = now + pace.PACES[match.pace]
    _set_dues(session, match, now)


def _running(
    session: Session,
    match_id: int,
    sitter: Sitter,
    now: datetime,
    pressed: tuple[str, str] | None = None,
    ply: int | None = None,
) -> Table:
    """Loads and locks a match that can still be played. ``pressed`` is what the log will say: a kind and a text.

    :raises Refusal: ``repeated`` if the same person did the very same thing a moment ago.
    """
    table = load_to_act(session, match_id)
    if table is None or table.match.status in ("setup", "open", "declined", "withdrawn", "expired"):
        raise Refusal("unknown", table)
    made_ply = table.match.ply if ply is None else ply + 1
    if pressed is not None and made_ply <= table.match.ply:
        made = session.get(Move, (match_id, made_ply))
        if made is not None and _is_repeated(table, sitter, pressed, made, now):
            raise Refusal("repeated", table)
    if table.match.status != "running":
        raise Refusal("over", table)
    return table


def _is_repeated(table: Table, sitter: Sitter, pressed: tuple[str, str], made: Move, now: datetime) -> bool:
    if made.seat is None or now - made.at > pace.DOUBLE_PRESS:
        return False
    row = table.match.seats[made.seat]
    same_person = row.key == sitter.key or (sitter.player_id is not None and row.player_id == sitter.player_id)
    return same_person and (made.kind, made.text) == pressed


def _claimable(
    session: Session, match_id: int, sitter: Sitter, now: datetime, pressed: tuple[str, str] | None = None
) -> Table:
    table = _running(session, match_id, sitter, now, pressed)
    seat = seat_of(table, sitter)
    _mark_seen(table.match.seats[seat], sitter, now)
    if seat not in table.waiting:
        raise Refusal("not_yours", table)
    if not table.overdue(now):
        raise Refusal("too_early", table)
    return table


def _mark_seen(row: models.Seat, sitter: Sitter, now: datetime) -> None:
    """Notes that somebody is here, and from where: that is where they are called next."""
    row.seen_at = now
    if sitter.account_id is not None:
        row.account_id = sitter.account_id
    if sitter.place_id is not None:
        row.place_id = sitter.place_id


def _take(session: Session, table: Table, seat: Seat, step: Step, kind: str, now: datetime) -> None:
    """Writes a step: position, log, staleness, due times and, if it was the last one, the outcome."""
    match, before = table.match, table.position
    assert before is not None, "a step comes from a position"
    match.ply += 1
    match.position = str(step.position)
    match.changed_at = now
    session.add(Move(match_id=match.id, ply=match.ply, seat=seat, kind=kind, text=step.move, at=now))
    for row in match.seats:
        if _first_choices(before, Seat(row.index)) != _first_choices(step.position, Seat(row.index)):
            row.since = match.ply
    if step.position.outcome:
        _finish(session, match, step.position.outcome, now)
    else:
        match.deadline = now + pace.PACES[match.pace]
        _set_dues(session, match, now)


def _first_choices(position: Position, seat: Seat) -> tuple[Choice, ...]:
    return position.choices(seat).items


def _end_outside(session: Session, table: Table, seat: Seat | None, outcome: Outcome, now: datetime) -> None:
    """Ends a match by something that is no rule of its game."""
    match = table.match
    match.ply += 1
    match.changed_at = now
    session.add(Move(match_id=match.id, ply=match.ply, seat=seat, kind="end", text=outcome.reason, at=now))
    _finish(session, match, outcome, now)


def _finish(session: Session, match: Match, outcome: Outcome, now: datetime) -> None:
    match.status = "over"
    match.deadline = None
    ratings = standings.rate(session, as_table(session, match), outcome, now) if len(outcome.places) > 1 else None
    match.rated = ratings is not None
    match.outcome = {
        "places": [sorted(place) for place in outcome.places],
        "reason": outcome.reason,
        "ratings": ratings,
    }
    session.execute(delete(Due).where(Due.match_id == match.id))


def _set_dues(session: Session, match: Match, now: datetime) -> None:
    dues = pace.turn_dues(now, match.deadline) if match.deadline is not None else ()
    # Rows that nobody has loaded: they need no session that looks after them, nor a flush of its own.
    with session.no_autoflush:
        session.execute(delete(Due).where(Due.match_id == match.id), execution_options={"synchronize_session": False})
        rows = [{"match_id": match.id, "kind": kind, "at": at} for kind, at in dues]
        if rows:
            session.execute(insert(Due), rows)
