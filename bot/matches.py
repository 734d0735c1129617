"""A match as it stands: loaded from the database, folded from its log.

Nothing here changes a match; that is what `bot.table` and `bot.lobby` do.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, joinedload, selectinload

from bot import ids, pace, series
from bot.ports import Chat, Person, Text, User
from games import GAMES
from games.core import SIGNS, Game, Outcome, Position, Seat, Secret, Step, replay
from storage import models
from storage.models import Account, Match, Move, Place, Surface

COMPUTERS = ("Pebble", "Cobble", "Boulder", "Bedrock")
"""What the computer goes by, from the weakest level: names, so that pictures need no language."""
NAME_LENGTH = 24
BLUNDER = "blunder"
"""The call on a turn that lets the next one win, and the way to play in which it may be taken back freely."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody asks the others at the table for.

    >>> str(Offer("back", Seat(0), 17, (Seat(2),))), Offer.parse("no-draw:1:5:")
    ('back:0:17:2', Offer(kind='no-draw', by=1, ply=5, answered=()))
    """

    kind: str
    """``draw`` or ``back`` (a turn); one that was refused ``no-draw`` or ``no-back``."""
    by: Seat
    ply: int
    answered: tuple[Seat, ...] = ()
    """Who has agreed; of one that was refused, who said so."""

    def __str__(self) -> str:
        return ":".join((self.kind, str(self.by), str(self.ply), ",".join(map(str, self.answered))))

    @classmethod
    def parse(cls, text: str) -> "Offer":
        """Inverts ``str``."""
        kind, by, ply, answered = text.split(":")
        return cls(kind, Seat(int(by)), int(ply), tuple(Seat(int(seat)) for seat in answered.split(",") if seat))


@dataclass(frozen=True, slots=True)
class Table:
    """A match with its people, its position and what was played."""

    match: Match
    game: Game
    position: Position | None
    log: tuple[Move, ...]
    score: series.Score | None = None
    """How its series stands; None for a match of its own."""
    asked: tuple[Account, ...] = ()
    """Who played before and is asked for an open rematch."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """What each line of the log did, by ply; an end outside the rules has no step."""
        played = tuple((move.seat or 0, move.kind, move.text) for move in self.log if move.kind != "end")
        return _fold(self.match.game, self.match.start, played) if self.match.start is not None else ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The lines of the log that led here: moves and leavers, without what was taken back."""
        standing: list[Move] = []
        for row in self.log:
            if row.kind == "back":
                standing = [move for move in standing if move.ply <= int(row.text)]
            elif row.kind != "end":
                standing.append(row)
        return tuple(standing)

    @property
    def straight(self) -> "Table":
        """The same match as if nothing had ever been taken back."""
        return replace(self, log=(*self.moves, *(row for row in self.log if row.kind == "end")))

    @property
    def played(self) -> tuple[tuple[Seat, str | None], ...]:
        """What led here, as `games.core.replay` takes it."""
        return tuple((Seat(row.seat or 0), row.text if row.kind == "play" else None) for row in self.moves)

    @property
    def is_present(self) -> bool:
        """Whether this is the match as it stands, not as it once was."""
        return self.match.ply == (self.log[-1].ply if self.log else 0)

    @property
    def code(self) -> str:
        """The match's id as people see it."""
        return ids.code(self.match.id)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or outside of them."""
        if self.match.outcome is None or not self.is_present:
            return None
        places = tuple(frozenset(Seat(seat) for seat in place) for place in self.match.outcome["places"])
        return Outcome(places, self.match.outcome["reason"])

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """Who may act now."""
        return self.position.to_move if self.position and self.match.status == "running" else ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that wait for somebody else to act."""
        return tuple(seat for seat in self.playing if seat not in self.to_move)

    @property
    def offer(self) -> Offer | None:
        """What somebody asks for and the others have not answered yet."""
        if self.match.offer is None or self.match.status != "running":
            return None
        offer = Offer.parse(self.match.offer)
        return None if offer.kind.startswith("no-") else offer

    @property
    def asked_for(self) -> tuple[Seat, ...]:
        """Who has to answer the open offer: those who play on, are no computers and not the one who asks."""
        offer = self.offer
        return self.others(offer.by, offer.answered) if offer is not None else ()

    @property
    def refused_by(self) -> tuple[Seat, ...]:
        """Who has refused what was asked for since the last turn; a turn that refuses it speaks for itself."""
        if self.match.offer is None or self.match.status != "running":
            return ()
        offer = Offer.parse(self.match.offer)
        return offer.answered if offer.kind.startswith("no-") and offer.ply == self.match.ply else ()

    def others(self, seat: Seat, agreed: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
        """The people whose leave a seat needs; a person on two seats need not ask themselves."""
        rows, me = self.match.seats, self.match.seats[seat].player_id
        people = (one for one in self.playing if rows[one].level is None and rows[one].player_id != me)
        return tuple(one for one in people if one not in agreed)

    @property
    def takes_back(self) -> bool:
        """Whether turns may be taken back. What was seen of a hidden game stays seen."""
        return not self.game.hidden and self.match.options.get("takebacks") != "off"

    def undone(self, seat: Seat) -> tuple[Move, ...]:
        """What a takeback undoes: the last turn of a seat and all that followed; nothing where somebody left since."""
        moves = self.moves
        at = next((at for at in reversed(range(len(moves))) if moves[at].seat == seat), None)
        rows = moves[at:] if at is not None else ()
        return rows if all(row.kind == "play" for row in rows) else ()

    @property
    def free_back(self) -> Seat | None:
        """Who may take a turn back without asking: it lets the next one win, and so it was agreed."""
        last = self.log[-1] if self.log else None
        agreed = self.match.options.get("takebacks") == BLUNDER and BLUNDER in self.calls
        return Seat(last.seat or 0) if agreed and last is not None and last.kind == "play" else None

    @property
    def calls(self) -> tuple[str, ...]:
        """What the present position threatens, as the computer has found out; nothing where it has not (yet)."""
        ply, _, calls = (self.match.calls or "").partition(":")
        return (
            tuple(calls.split(",")) if calls and self.match.status == "running" and ply == str(self.match.ply) else ()
        )

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that take part in a running match."""
        if self.match.status != "running" or self.position is None:
            return ()
        return tuple(Seat(seat.index) for seat in self.match.seats if seat.index not in self.position.out)

    @property
    def can_be_judged(self) -> bool:
        """Whether the computer can say what its positions come to; of a session with its secrets nobody can."""
        return self.game.player is not None and not self.game.session

    @property
    def may_join(self) -> bool:
        """Whether somebody can sit down though rounds are played already."""
        view = self.position.view(None) if self.position is not None and self.match.status == "running" else None
        return isinstance(view, Secret) and view.may_join

    def overdue(self, now: datetime) -> bool:
        """Whether those who wait may claim a win."""
        deadline = self.match.deadline
        # At the table of a session what is late is done by itself.
        is_claimed = self.match.status == "running" and not self.game.session
        return is_claimed and deadline is not None and now >= deadline

    def pressing(self, now: datetime) -> bool:
        """Whether the present turn has lasted so long that a reminder is due."""
        match = self.match
        if match.status != "running" or match.deadline is None:
            return False
        return now >= match.changed_at + (match.deadline - match.changed_at) * pace.REMINDERS[0]

    def person(self, seat: Seat) -> Person:
        """Who sits there; a nameless person on an open seat."""
        row = self.match.seats[seat]
        if row.level is not None:
            return computer(self.game, row.level)
        return person(row.account) if row.account else Person("…")

    def who(self, seat: Seat) -> Text:
        """Who sits there, with the sign of the seat."""
        return (self.person(seat), f" {SIGNS[seat]}")

    def seats_of(self, player: int) -> tuple[Seat, ...]:
        """The seats of a player."""
        return tuple(Seat(seat.index) for seat in self.match.seats if seat.player_id == player)

    def since(self, ply: int) -> tuple[Step, ...]:
        """What was played after a ply."""
        return self.steps[min(ply, len(self.steps)) :]


def load(session: Session, match_id: int, *, lock: bool = False) -> Table | None:
    """Loads a match; with ``lock`` nobody else changes it until the transaction ends."""
    query = _WHOLE.where(Match.id == match_id)
    match = session.scalars(query.with_for_update(of=Match) if lock else query).one_or_none()
    return as_table(session, match) if match else None


def load_to_act(session: Session, match_id: int) -> Table | None:
    """Locks and loads what a move needs to know: the match and its seats, without its log and who invited whom."""
    match = session.scalars(_SEATED.where(Match.id == match_id).with_for_update(of=Match)).one_or_none()
    return _with_log(match, ()) if match else None


# The seats come by a query of their own: in one with the match they would be as old as the moment before the lock.
_SEATED = select(Match).options(selectinload(Match.seats).joinedload(models.Seat.account))
_WHOLE = _SEATED.options(joinedload(Match.host), joinedload(Match.invited), joinedload(Match.place))


def as_table(session: Session, match: Match) -> Table:
    """Adds the game, the position, the log and the score of its series to a loaded match."""
    log = tuple(session.scalars(select(Move).where(Move.match_id == match.id).order_by(Move.ply)))
    score = series.score(session, match) if match.series is not None else None
    return replace(_with_log(match, log), score=score, asked=_asked(session, match))


def _with_log(match: Match, log: tuple[Move, ...]) -> Table:
    game = GAMES[match.game]
    return Table(match, game, game.parse(match.position) if match.position is not None else None, log)


def _asked(session: Session, match: Match) -> tuple[Account, ...]:
    if match.status != "open" or match.rematch_of is None:
        return ()
    sat = [seat.player_id for seat in match.seats if seat.player_id is not None]
    query = select(Account).join(models.Seat, models.Seat.account_id == Account.id)
    query = query.where(models.Seat.match_id == match.rematch_of, models.Seat.player_id.not_in(sat))
    return tuple(session.scalars(query.order_by(models.Seat.index)))


@lru_cache(maxsize=256)
def _fold(game: str, start: str, played: tuple[tuple[int, str, str], ...]) -> tuple[Step, ...]:
    first = GAMES[game].parse(start)
    steps: list[Step] = []
    for seat, kind, text in played:
        if kind == "back":
            # The position of an earlier ply, and what had led there.
            step = steps[int(text) - 1] if int(text) else Step(first, "", ())
        else:
            position = steps[-1].position if steps else first
            (step,) = replay(position, [(Seat(seat), text if kind == "play" else None)])
        steps.append(step)
    return tuple(steps)


def sizes(match: Match) -> tuple[int, ...]:
    """The numbers of seats that a match can be played with as it is agreed, the smallest first."""
    game = GAMES[match.game]
    return tuple(sorted(seats for seats in game.seats if game.refuses(seats, match.options) is None))


def taken(match: Match) -> list[models.Seat]:
    """The seats on which somebody sits, a person or the computer."""
    return [row for row in match.seats if not is_free(row)]


def is_free(row: models.Seat) -> bool:
    """Whether nobody sits there."""
    return row.player_id is None and row.level is None


def computer(game: Game, level: str) -> Person:
    """The name of a computer player."""
    assert game.player is not None, f"{game.slug} has no computer player"
    return Person("🤖 " + COMPUTERS[game.player.levels.index(level)])


def person(account: Account) -> Person:
    """An account's name in a text."""
    return Person(short(account.name), account.platform, account.external_id, account.username)


def short(name: str) -> str:
    r"""Cuts a name and leaves out what does not print.

    >>> short("  A\u202enn\n "), short("x" * 30), short("\u200b")
    ('Ann', 'xxxxxxxxxxxxxxxxxxxxxxx…', '·')
    """
    printed = "".join(letter for letter in name if letter.isprintable()).strip()
    return (printed if len(printed) <= NAME_LENGTH else printed[: NAME_LENGTH - 1].rstrip() + "…") or "·"


def account_of(session: Session, user: User, now: datetime) -> Account:
    """Finds a user's account, or makes one with a player of its own; keeps its name up to date."""
    found = session.scalar(select(Account).where(Account.platform == user.platform, Account.external_id == user.id))
    if found is None:
        player = models.Player(created_at=now)
        session.add(player)
        session.flush()
        found = Account(platform=user.platform, external_id=user.id, player_id=player.id, is_bot=user.is_bot)
        session.add(found)
    username = user.username.lower() if user.username else None
    # Of somebody who is only named the language is not known.
    fresh = {"name": user.name, "username": username, "locale": user.locale or found.locale or "en"}
    for name, value in fresh.items():
        if getattr(found, name) != value:
            setattr(found, name, value)
    session.flush()
    return found


def place_of(session: Session, chat: Chat) -> Place:
    """Finds a chat's place, or makes it."""
    found = _place_at(session, chat)
    if found is None:
        found = Place(
            platform=chat.platform, chat=chat.id, thread=chat.thread, private=chat.private, locale=chat.locale
        )
        session.add(found)
        session.flush()
    return found


def move_place(session: Session, old: Chat, new: Chat) -> list[tuple[int, str | None]]:
    """A place goes by another address now. Messages stay behind, so what goes on there is to be posted anew.

    Where there is a place of the new address already, the old one becomes part of it. Returns the matches that were
    shown, each with the message left behind.
    """
    place = _place_at(session, old)
    if place is None or (old.id, old.thread) == (new.id, new.thread):
        return []
    there = _place_at(session, new)
    surfaces = list(session.scalars(select(Surface).where(Surface.place_id == place.id)))
    left = [(surface.match_id, surface.message or surface.old_message) for surface in surfaces]
    if there is None:
        place.chat, place.thread = new.id, new.thread
    else:
        known = set(session.scalars(select(Surface.match_id).where(Surface.place_id == there.id)))
        for surface in surfaces:
            if surface.match_id in known:
                session.delete(surface)
            else:
                surface.place_id = there.id
        for kind in (models.Seat, Match):
            session.execute(update(kind).where(kind.place_id == place.id).values(place_id=there.id))
        rated = select(models.Rating.player_id).where(models.Rating.place_id == there.id)
        mine = models.Rating.place_id == place.id, models.Rating.player_id.not_in(rated)
        session.execute(update(models.Rating).where(*mine).values(place_id=there.id))
        session.execute(delete(models.Rating).where(models.Rating.place_id == place.id))
        session.flush()
        session.delete(place)
        surfaces = [surface for surface in surfaces if surface.match_id not in known]
    for surface in surfaces:
        surface.message = surface.old_message = surface.posted_at = None
        surface.anew = session.get_one(Match, surface.match_id).status in ("open", "running")
        surface.failures = 0
    return left


def _place_at(session: Session, chat: Chat) -> Place | None:
    address = Place.platform == chat.platform, Place.chat == chat.id, Place.thread == chat.thread
    return session.scalar(select(Place).where(*address))


def chat_of(place: Place) -> Chat:
    """Inverts `place_of`."""
    return Chat(place.platform, place.chat, place.thread, place.private, place.locale)


def names(people: Iterable[Text]) -> Text:
    """Joins names with commas."""
    joined: Text = ()
    for one in people:
        joined = (*joined, ", ", *one) if joined else one
    return joined
