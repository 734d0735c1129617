"""The only way a running match changes. Each function is one transaction of `Store.write`; none talks to a platform.

The log only grows and the ply only rises. A click names the ply that it was made for, and counts if what its seat may
do has not changed since.
"""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from bot import pace, series, standings
from bot.matches import Offer, Table, as_table, load, load_to_act
from games import GAMES
from games.core import (
    JOIN,
    LAPSE,
    LAPSE_TABLE,
    Choice,
    InvalidMove,
    Meeting,
    MoveError,
    Outcome,
    Position,
    Ranked,
    Seat,
    Step,
)
from storage import models
from storage.models import Due, Match, Move

NOT_OF_THE_TURN = ("table", "plan")
"""What falls due beside the time of a turn."""


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

    match: int
    """The match that goes on: in a series, the end of one begins the next."""
    ply: int
    """The ply that the match has reached."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A beginning of a move: nothing was played, and it has to be said how it goes on."""

    seat: Seat
    text: str


def act(
    session: Session,
    match_id: int,
    sitter: Sitter,
    ply: int | None,
    text: str,
    now: datetime,
    *,
    typed: bool = False,
    as_it_stands: bool = False,
) -> Acted | Unfinished:
    """Plays a move. ``ply`` is the one that the button names; None for a typed move, which is meant for the present.

    A button's move that may be played but also go on, or that has to be confirmed, is only a beginning, unless it is
    to be played ``as_it_stands``. What is ``typed`` is played at once, but for what changes the rules of a session.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``stale``, ``not_your_turn``, or ``move`` with the error
        of a move that cannot be read or is against the rules.
    """
    typed = typed or ply is None
    table = running(session, match_id, sitter, now, ("play", text) if ply is not None else None, ply)
    seat = seat_of(table, sitter)
    row = table.match.seats[seat]
    mark_seen(row, sitter, now)
    if ply is not None and not row.since <= ply <= table.match.ply:
        raise Refusal("stale", table)
    if seat not in table.to_move and not table.game.session:
        # At the table of a session much can be done beside the turns.
        raise Refusal("not_your_turn", table)
    assert table.position is not None, "a running match has a position"
    try:
        if table.game.session and text.lower().split()[:1] in ([JOIN], [LAPSE]):
            raise InvalidMove("unreadable", text=text)
        if text and not (typed or as_it_stands):
            after = table.position.choices(seat, text)
            if after.items or after.confirm:
                return Unfinished(seat, text)
        step = table.position.play(seat, text)
        if typed and not as_it_stands and table.game.session and _has_to_be_sure(table.position, seat, step.move):
            return Unfinished(seat, step.move)
    except MoveError as error:
        begun = error.facts.get("begun")
        if isinstance(begun, str):
            return Unfinished(seat, begun)
        if typed and row.draft and isinstance(error, InvalidMove) and isinstance(table.position, Meeting):
            longer = table.position.completed(seat, row.draft, text)
            if longer:
                return _said(session, table, seat, longer, now)
        raise Refusal("move", table, error=error) from error
    return take(session, table, seat, step, "play", now)


def _said(session: Session, table: Table, seat: Seat, text: str, now: datetime) -> Acted | Unfinished:
    """Goes on with a beginning that somebody's own words have completed; what needs no more is played."""
    assert table.position is not None, "a running match has a position"
    after = table.position.choices(seat, text)
    if after.items or after.confirm:
        return Unfinished(seat, text)
    try:
        step = table.position.play(seat, text)
    except MoveError as error:
        raise Refusal("move", table, error=error) from error
    return take(session, table, seat, step, "play", now)


def _has_to_be_sure(position: Position, seat: Seat, move: str) -> bool:
    try:
        return position.choices(seat, move).confirm
    except MoveError:
        # No choices lead to a move that is spelled so.
        return False


def play_for_computer(session: Session, match_id: int, seat: Seat, ply: int, text: str, now: datetime) -> Acted | None:
    """Plays what the computer has thought of; None if the table has moved on meanwhile."""
    table = load_to_act(session, match_id)
    if table is None or table.match.ply != ply or table.match.status != "running" or table.position is None:
        return None
    if seat not in table.to_move and not table.game.session:
        return None
    return take(session, table, seat, table.position.play(seat, text), "play", now)


def resign(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Takes the sitter out of the game.

    :raises Refusal: ``unknown``, ``not_seated``, ``over`` or ``out``.
    """
    table = running(session, match_id, sitter, now, ("drop", "drop"))
    seat = seat_of(table, sitter)
    mark_seen(table.match.seats[seat], sitter, now)
    assert table.position is not None, "a running match has a position"
    if seat not in table.playing:
        raise Refusal("out", table)
    return take(session, table, seat, table.position.drop(seat), "drop", now)


def claim(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Ends a match whose time is over in favour of who waits; with several who wait, the late one is out.

    :raises Refusal: ``unknown``, ``not_seated``, ``over``, ``not_yours`` or ``too_early``.
    """
    table = _claimable(session, match_id, sitter, now, ("end", "time"))
    assert table.position is not None, "a running match has a position"
    if len(table.waiting) > 1:
        late = table.to_move[0]
        step = replace(table.position.drop(late), move="time")
        return take(session, table, late, step, "drop", now)
    outcome = Outcome((frozenset(table.waiting), frozenset(table.to_move), *_gone(table)), "time")
    return end_outside(session, table, seat_of(table, sitter), outcome, now)


def give_time(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Gives the side whose time is over one more day.

    :raises Refusal: as `claim`.
    """
    table = _claimable(session, match_id, sitter, now)
    table.match.deadline = now + pace.MORE_TIME
    _set_dues(session, table.match, now)
    return Acted(table.match.id, table.match.ply)


def mute(session: Session, match_id: int, sitter: Sitter, now: datetime) -> Acted:
    """Stops the reminders of the sitter's present turn.

    :raises Refusal: ``unknown``, ``not_seated``, ``over`` or ``not_your_turn``.
    """
    table = running(session, match_id, sitter, now)
    seat = seat_of(table, sitter)
    if seat not in table.to_move:
        raise Refusal("not_your_turn", table)
    table.match.seats[seat].muted_ply = table.match.ply
    return Acted(table.match.id, table.match.ply)


def call(session: Session, match_id: int, ply: int, calls: tuple[str, ...]) -> bool:
    """Notes what the position of a ply threatens. Returns whether that is news; the table may have moved on."""
    table = load_to_act(session, match_id)
    if table is None or table.match.ply != ply or table.match.status != "running" or not calls:
        return False
    table.match.calls = f"{ply}:{','.join(calls)}"
    return True


def call_off(session: Session, table: Table, now: datetime) -> None:
    """Ends a match that nobody wants to win: everybody shares the first place, and no rating changes."""
    everybody = frozenset(Seat(seat.index) for seat in table.match.seats)
    end_outside(session, table, None, Outcome((everybody,), "called_off"), now)


def seats_of(table: Table, sitter: Sitter) -> tuple[Seat, ...]:
    """Finds where somebody sits.

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
    return seats


def seat_of(table: Table, sitter: Sitter) -> Seat:
    """Finds where somebody sits; of several seats the one that may act.

    :raises Refusal: ``not_seated``.
    """
    seats = seats_of(table, sitter)
    return next((seat for seat in seats if seat in table.to_move), seats[0])


def begin(session: Session, match: Match, position: Position, now: datetime) -> None:
    """Starts a match from its dealt position."""
    match.status = "running"
    match.start = match.position = str(position)
    match.changed_at = now
    match.deadline = now + _time(match, position)
    _set_dues(session, match, now)


def running(
    session: Session,
    match_id: int,
    sitter: Sitter,
    now: datetime,
    pressed: tuple[str, str] | None = None,
    ply: int | None = None,
    *,
    whole: bool = False,
) -> Table:
    """Loads and locks a match that can still be played. ``pressed`` is what the log will say: a kind and a text.

    With ``whole`` the log comes along.

    :raises Refusal: ``repeated`` if the same person did the very same thing a moment ago.
    """
    table = load(session, match_id, lock=True) if whole else load_to_act(session, match_id)
    if table is None or table.match.status in ("setup", "open", "declined", "withdrawn", "expired"):
        raise Refusal("unknown", table)
    made_ply = table.match.ply if ply is None else ply + 1
    if pressed is not None and made_ply <= table.match.ply:
        query = select(Move).where(Move.match_id == match_id, Move.ply >= made_ply, Move.at >= now - pace.DOUBLE_PRESS)
        # Where several may act at once, others may have come between.
        query = query.order_by(Move.ply) if table.game.session else query.where(Move.ply == made_ply)
        if any(_is_repeated(table, sitter, pressed, made) for made in session.scalars(query)):
            raise Refusal("repeated", table)
    if table.match.status != "running":
        raise Refusal("over", table)
    return table


def _is_repeated(table: Table, sitter: Sitter, pressed: tuple[str, str], made: Move) -> bool:
    if made.seat is None:
        return False
    row = table.match.seats[made.seat]
    same_person = row.key == sitter.key or (sitter.player_id is not None and row.player_id == sitter.player_id)
    return same_person and (made.kind, made.text) == pressed


def _claimable(
    session: Session, match_id: int, sitter: Sitter, now: datetime, pressed: tuple[str, str] | None = None
) -> Table:
    table = running(session, match_id, sitter, now, pressed)
    seat = seat_of(table, sitter)
    mark_seen(table.match.seats[seat], sitter, now)
    if seat not in table.waiting:
        raise Refusal("not_yours", table)
    if not table.overdue(now):
        raise Refusal("too_early", table)
    return table


def mark_seen(row: models.Seat, sitter: Sitter, now: datetime) -> None:
    """Notes that somebody is here, and from where: that is where they are called next."""
    row.seen_at = now
    if sitter.account_id is not None:
        row.account_id = sitter.account_id
    if sitter.place_id is not None:
        row.place_id = sitter.place_id


def take(session: Session, table: Table, seat: Seat, step: Step, kind: str, now: datetime) -> Acted:
    """Writes a step; whoever is asked for something and plays has said no."""
    match, offer = table.match, table.offer
    if offer is not None and seat in table.asked_for:
        match.offer = str(Offer(f"no-{offer.kind}", offer.by, match.ply + 1))
    elif offer is not None and offer.kind == "back":
        # What would be taken back has changed.
        match.offer = None
    acted = write(session, table, seat, kind, step.move, step.position, now)
    for event in step.events:
        if isinstance(event, Ranked) and event.places:
            standings.rate(session, as_table(session, match), event.places, now)
    return acted


def write(session: Session, table: Table, seat: Seat, kind: str, text: str, position: Position, now: datetime) -> Acted:
    """Writes a line of the log: position, staleness, due times and, if it was the last one, the outcome."""
    match, before = table.match, table.position
    assert before is not None, "a step comes from a position"
    match.ply += 1
    match.position = str(position)
    match.calls = None
    match.changed_at = now
    session.add(Move(match_id=match.id, ply=match.ply, seat=seat, kind=kind, text=text, at=now))
    stirred = not table.game.session
    for row in match.seats:
        if kind == "back" or _first_choices(before, Seat(row.index)) != _first_choices(position, Seat(row.index)):
            row.since = match.ply
            stirred = stirred or row.index in position.to_move
    if position.outcome:
        return Acted(_finish(session, match, position.outcome, now), match.ply)
    if stirred:
        # What is done beside a turn leaves its time as it is.
        match.deadline = now + _time(match, position)
        _set_dues(session, match, now)
    if isinstance(position, Meeting) and isinstance(before, Meeting):
        if seat in before.to_move:
            match.seats[seat].plan = None
        if any(match.seats[one].plan for one in position.to_move):
            _set_due(session, match, "plan", now + _a_moment())
        if position.asking != before.asking or text == LAPSE_TABLE:
            _set_due(session, match, "table", now + pace.QUESTION if position.asking else None)
    return Acted(match.id, match.ply)


def _time(match: Match, position: Position) -> timedelta:
    """How long those who are to move have."""
    time = pace.PACES[match.pace]
    if isinstance(position, Meeting) and position.hurries:
        return min(time, pace.QUESTION)
    if isinstance(position, Meeting) and set(position.to_move) <= set(position.away):
        return time * pace.AWAY
    return time


def _a_moment() -> timedelta:
    soon, late = pace.PLAN
    return soon + secrets.randbelow(1000) / 1000 * (late - soon)


def _first_choices(position: Position, seat: Seat) -> tuple[Choice, ...]:
    return position.choices(seat).items


def end_outside(session: Session, table: Table, seat: Seat | None, outcome: Outcome, now: datetime) -> Acted:
    """Ends a match by something that is no rule of its game."""
    match = table.match
    match.ply += 1
    match.changed_at = now
    session.add(Move(match_id=match.id, ply=match.ply, seat=seat, kind="end", text=outcome.reason, at=now))
    return Acted(_finish(session, match, outcome, now), match.ply)


def _gone(table: Table) -> tuple[frozenset[Seat], ...]:
    """The places of those who are out already, the last one first."""
    out = table.position.out if table.position is not None else ()
    return tuple(frozenset({seat}) for seat in reversed(out))


def _finish(session: Session, match: Match, outcome: Outcome, now: datetime) -> int:
    """Ends a match. Returns the one that goes on: itself, or the next one of its series."""
    match.status = "over"
    match.deadline = None
    counts = outcome.reason != "called_off" and not GAMES[match.game].session
    ratings = standings.rate(session, as_table(session, match), outcome.places, now) if counts else None
    match.rated = ratings is not None
    match.outcome = {
        "places": [sorted(place) for place in outcome.places],
        "reason": outcome.reason,
        "ratings": ratings,
    }
    session.execute(delete(Due).where(Due.match_id == match.id))
    if match.series is None or outcome.reason in series.ENDING or series.score(session, match).decided:
        return match.id
    following, position = series.follow(session, match, now)
    begin(session, following, position, now)
    return following.id


def _set_dues(session: Session, match: Match, now: datetime) -> None:
    by_itself = GAMES[match.game].session
    dues = pace.turn_dues(now, match.deadline, session=by_itself) if match.deadline is not None else ()
    # Rows that nobody has loaded: they need no session that looks after them, nor a flush of its own.
    with session.no_autoflush:
        turn = Due.match_id == match.id, Due.kind.not_in(NOT_OF_THE_TURN)
        session.execute(delete(Due).where(*turn), execution_options={"synchronize_session": False})
        rows = [{"match_id": match.id, "kind": kind, "at": at} for kind, at in dues]
        if rows:
            session.execute(insert(Due), rows)


def _set_due(session: Session, match: Match, kind: str, at: datetime | None) -> None:
    """Sets when something falls due beside the turn; None if it does not any more."""
    with session.no_autoflush:
        here = Due.match_id == match.id, Due.kind == kind
        session.execute(delete(Due).where(*here), execution_options={"synchronize_session": False})
        if at is not None:
            session.execute(insert(Due), [{"match_id": match.id, "kind": kind, "at": at}])
