"""The tables. Positions, moves, options and outcomes are text that only the games understand.

Times are UTC. Ids of platforms are text: a Discord snowflake, a Telegram chat and a web room fit the same column.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Moment(TypeDecorator[datetime]):
    """An aware UTC datetime; SQLite keeps no zone, so it is put on again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Stores UTC only."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Returns UTC only."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


class Base(DeclarativeBase):
    """Gives every constraint a name, so that migrations can change it on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment, dict[str, Any]: JSON}  # noqa: RUF012 - SQLAlchemy's own form


class Player(Base):
    """A person, whatever platforms they play on."""

    __tablename__ = "player"
    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime]


class Account(Base):
    """What a platform calls a person."""

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("platform", "external_id"), Index(None, "platform", "username"))
    id: Mapped[int] = mapped_column(primary_key=True)
    platform: Mapped[str] = mapped_column(String(16))
    external_id: Mapped[str] = mapped_column(String(128))
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    name: Mapped[str] = mapped_column(Text)
    username: Mapped[str | None] = mapped_column(String(128))
    """The name by which others may address it, in lower case and without its @."""
    locale: Mapped[str] = mapped_column(String(16))
    is_bot: Mapped[bool] = mapped_column(default=False)
    player: Mapped[Player] = relationship(lazy="raise")


class Place(Base):
    """A chat, a thread of a chat, or a room of the web table."""

    __tablename__ = "place"
    __table_args__ = (UniqueConstraint("platform", "chat", "thread"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    platform: Mapped[str] = mapped_column(String(16))
    chat: Mapped[str] = mapped_column(String(128))
    thread: Mapped[str] = mapped_column(String(128), default="")
    """Empty in the chat itself."""
    private: Mapped[bool] = mapped_column(default=False)
    """Whether it is one person's chat with the bot."""
    locale: Mapped[str] = mapped_column(String(16), default="en")
    theme: Mapped[str] = mapped_column(String(8), default="light")


class Match(Base):
    """A game at a table, from the first word about it to its record."""

    __tablename__ = "match"
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(String(32))
    game_version: Mapped[int]
    preset: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]]
    pace: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16))
    """``setup``, ``open``, ``running``, ``over``; or, never begun, ``declined``, ``withdrawn``, ``expired``."""
    start: Mapped[str | None] = mapped_column(Text)
    position: Mapped[str | None] = mapped_column(Text)
    ply: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column()
    """Rises with every change; a surface that shows less is brought up to date."""
    outcome: Mapped[dict[str, Any] | None]
    """``places`` (lists of seats, best first) and a ``reason``."""
    rated: Mapped[bool | None]
    """Whether it changed ratings; None while it is not over."""
    host_id: Mapped[int] = mapped_column(ForeignKey(Account.id))
    place_id: Mapped[int] = mapped_column(ForeignKey(Place.id), index=True)
    """Where the challenge was made: the scope of its local rating."""
    invited_id: Mapped[int | None] = mapped_column(ForeignKey(Account.id), index=True)
    invited_name: Mapped[str | None] = mapped_column(String(128), index=True)
    """A name on the host's platform that belongs to nobody we know yet."""
    join_code: Mapped[str | None] = mapped_column(String(16), unique=True)
    watch_key: Mapped[str] = mapped_column(String(32), unique=True)
    friendly: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether hints are allowed and no rating changes."""
    series: Mapped[int | None] = mapped_column(BigInteger, index=True)
    """The first match of the series that it belongs to, which may be itself."""
    round: Mapped[int] = mapped_column(default=0, server_default="0")
    """Its number in its series, from 0."""
    offer: Mapped[str | None] = mapped_column(String(32))
    """What somebody asks for or was refused: ``back:0:17:2`` is a kind, a seat, the ply of it, and who has agreed."""
    calls: Mapped[str | None] = mapped_column(String(64))
    """What the position of a ply threatens: ``17:crumble``."""
    rematch_of: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("match.id"), unique=True)
    deadline: Mapped[datetime | None]
    """When the present turn's time is over, or an open challenge lapses."""
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    """When the present turn began, or the last thing happened."""

    seats: Mapped[list["Seat"]] = relationship(order_by="Seat.index", lazy="raise", back_populates="match")
    host: Mapped[Account] = relationship(foreign_keys=host_id, lazy="raise")
    invited: Mapped[Account | None] = relationship(foreign_keys=invited_id, lazy="raise")
    place: Mapped[Place] = relationship(lazy="raise")
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy's own form


class Seat(Base):
    """A place at a table. An open seat has neither a player nor a level."""

    __tablename__ = "seat"
    match_id: Mapped[int] = mapped_column(BigInteger, ForeignKey(Match.id), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id), index=True)
    level: Mapped[str | None] = mapped_column(String(16))
    """How well the computer plays that sits here."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey(Account.id))
    """The account that last acted: the one to call."""
    place_id: Mapped[int | None] = mapped_column(ForeignKey(Place.id))
    """Where they last acted, else joined: the place to call them in."""
    since: Mapped[int] = mapped_column(default=0)
    """The ply at which the seat's present first choices arose."""
    seen_at: Mapped[datetime | None]
    """When this person last pressed or typed something for the match."""
    muted_ply: Mapped[int | None]
    """The ply of the turn for which no more reminders are wanted."""
    draft: Mapped[str | None] = mapped_column(Text)
    """A move that was begun and is too long for a button to carry."""
    plan: Mapped[str | None] = mapped_column(Text)
    """A move for the seat's next turn, which nobody else knows of."""
    key: Mapped[str] = mapped_column(String(32), index=True)
    """On the web table the address of the seat, and the only way to act."""
    match: Mapped[Match] = relationship(lazy="raise", back_populates="seats")
    account: Mapped[Account | None] = relationship(lazy="raise")


class Move(Base):
    """A line of a match's log. Only ever added; ``ply`` only rises."""

    __tablename__ = "move"
    match_id: Mapped[int] = mapped_column(BigInteger, ForeignKey(Match.id), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    """The ply that this line made, from 1."""
    seat: Mapped[int | None]
    """None where nobody at the table did it."""
    kind: Mapped[str] = mapped_column(String(8))
    """``play``, ``drop``, ``back`` or ``end``."""
    text: Mapped[str] = mapped_column(Text)
    """The move; of a takeback the ply whose position is restored; of an end its reason."""
    at: Mapped[datetime]


class Due(Base):
    """Something to do at a time: remind, allow a claim, let a challenge lapse."""

    __tablename__ = "due"
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(BigInteger, ForeignKey(Match.id), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(index=True)


class Surface(Base):
    """A place where a match is shown, and how much of it is shown there."""

    __tablename__ = "surface"
    __table_args__ = (UniqueConstraint("match_id", "place_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(BigInteger, ForeignKey(Match.id), index=True)
    place_id: Mapped[int] = mapped_column(ForeignKey(Place.id), index=True)
    message: Mapped[str | None] = mapped_column(String(64))
    """The living message; None while there is none."""
    old_message: Mapped[str | None] = mapped_column(String(64))
    """The message it replaced, until that one is gone."""
    shown_ply: Mapped[int] = mapped_column(default=0)
    """The newest ply that people here have been told of."""
    shown_version: Mapped[int] = mapped_column(default=0)
    shown_status: Mapped[str] = mapped_column(String(16), default="")
    """The match's status when this was last brought up to date."""
    called_ply: Mapped[int | None]
    """The ply of the turn that somebody was last called to here."""
    posted_at: Mapped[datetime | None]
    """When the living message was sent."""
    anew: Mapped[bool] = mapped_column(default=False)
    """Whether the next update must be a new message: somebody asked for it, or somebody is to be called."""
    as_text: Mapped[bool] = mapped_column(default=False)
    """Whether the board is shown with letters because pictures may not be sent here, or somebody asked for it."""
    failures: Mapped[int] = mapped_column(default=0)
    """How often in a row the place refused a message; after three it rests until somebody asks for the board."""
    match: Mapped[Match] = relationship(lazy="raise")
    place: Mapped[Place] = relationship(lazy="raise")


class Rating(Base):
    """What a player is worth in a game, in one place or everywhere. All of it follows from the log."""

    __tablename__ = "rating"
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    place_id: Mapped[int] = mapped_column(primary_key=True, index=True)
    """The place of the challenges; 0 for everywhere."""
    mu: Mapped[float]
    sigma: Mapped[float]
    played: Mapped[int] = mapped_column(default=0)
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    trend: Mapped[list[int]] = mapped_column(JSON, default=list)
    """The displayed rating after each of the last twenty games."""
