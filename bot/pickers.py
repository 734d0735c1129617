"""The picker: a match that only its host sees, while they choose what to play and against whom.

Each function is one transaction of `Store.write`; none talks to a platform.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from bot import lobby, pace, seating
from bot.lobby import Wish
from bot.matches import Table, account_of, load, place_of
from bot.ports import Chat, User
from bot.table import Refusal
from games import GAMES
from games.core import Options
from storage.models import Due


def setup(session: Session, user: User, chat: Chat, wish: Wish, now: datetime) -> int:
    """Opens a picker: a match that only its host sees.

    :raises Refusal: see `challenge`.
    """
    match = lobby.new_match(session, user, chat, wish, now)
    match.status = "setup"
    match.deadline = now + pace.SETUP
    session.add(Due(match_id=match.id, kind="lapse", at=match.deadline))
    return match.id


def choose(session: Session, match_id: int, user: User, field: str, value: str | User, now: datetime) -> None:
    """Changes one thing in a picker.

    :raises Refusal: ``unknown``, ``not_host`` or as `challenge`.
    """
    match = _picker(session, match_id, user, now).match
    game = GAMES[match.game]
    if field == "game" and isinstance(value, str) and value in GAMES:
        game = GAMES[value]
        match.game, match.game_version, match.preset = value, game.version, next(iter(game.presets))
        match.options = dict(game.settle(game.presets[match.preset]))
    elif field == "preset" and isinstance(value, str) and value in game.presets:
        match.preset = value
        match.options = dict(game.settle(game.presets[value]))
    elif field == "with" and isinstance(value, User):
        host = account_of(session, user, now)
        match.invited_id = lobby.invite_account(session, host, value, now).id
        match.invited_name = None
    elif field == "anyone":
        match.invited_id = match.invited_name = None
    elif field == "rated":
        match.friendly = value == "no"
    elif value in offered(match.game, match.options).get(field, ()):
        match.options = {**match.options, field: value}
    match.changed_at = now


def offered(slug: str, options: Options) -> dict[str, tuple[str, ...]]:
    """The options of a game with the values that go together with all others; where there is no choice, none."""
    game = GAMES[slug]
    fitting = {}
    for option in game.options:
        values = tuple(
            value
            for value in option.values
            if any(game.refuses(seats, {**options, option.name: value}) is None for seats in game.seats)
        )
        if len(values) > 1:
            fitting[option.name] = values
    return fitting


def post(session: Session, match_id: int, user: User, chat: Chat, message: str | None, now: datetime) -> None:
    """Turns a picker into a challenge; ``message`` is the public one that becomes it, if there is one.

    :raises Refusal: ``unknown``, ``not_host``, ``needs_more``, ``too_many_open`` or ``too_many_running``.
    """
    found = _picker(session, match_id, user, now)
    # Any number of pickers may be open.
    lobby.check_open(session, found.match.host, found)
    lobby.open_to_answers(session, found.match, now)
    surface = seating.surface_of(session, found.match, place_of(session, chat))
    surface.message = message
    surface.posted_at = now if message else None


def play_computer(
    session: Session, match_id: int, user: User, chat: Chat, level: str, message: str | None, now: datetime
) -> None:
    """Turns a picker into a match with the computer on the other seats, and begins it.

    ``message`` is the public one that the board takes the place of, if there is one.

    :raises Refusal: ``unknown``, ``not_host`` or ``too_many_running``.
    """
    found = _picker(session, match_id, user, now)
    lobby.check_running(session, found.match.host, found)
    lobby.begin_with_computer(session, found.match, level, now)
    seating.surface_of(session, found.match, place_of(session, chat)).message = message


def discard(session: Session, match_id: int, user: User, now: datetime) -> None:
    """Forgets a picker.

    :raises Refusal: ``unknown`` or ``not_host``.
    """
    seating.forget(session, _picker(session, match_id, user, now).match)


def _picker(session: Session, match_id: int, user: User, now: datetime) -> Table:
    found = load(session, match_id, lock=True)
    if found is None:
        raise Refusal("unknown")
    if found.match.host.player_id != account_of(session, user, now).player_id:
        raise Refusal("not_host", found)
    if found.match.status != "setup":
        is_echo = now - found.match.changed_at <= pace.DOUBLE_PRESS
        raise Refusal("repeated" if is_echo else "unknown", found)
    return found
