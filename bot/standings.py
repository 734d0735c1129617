"""Who plays how well: ratings by openskill's Plackett-Luce, for each game, in each place and everywhere.

A rating is shown as 1000 + 20 × (mu − 3 sigma), with a question mark before ten rated games.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from openskill.models import PlackettLuce
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from bot.matches import Table, short
from games.core import Seat
from storage import models
from storage.models import Account, Match, Rating

EVERYWHERE = 0
CERTAIN_AFTER = 10
"""Rated games after which a rating is shown without a question mark."""
PAIR_LIMIT = 10
"""Rated games a day of the same people."""
TURNS = 2
"""Turns that each seat must have had for a game to count."""
TREND = 20

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line in a leaderboard."""

    place: int
    player: int
    name: str
    rating: int
    played: int
    won: int
    lost: int
    trend: tuple[int, ...]

    @property
    def uncertain(self) -> bool:
        """Whether too few games were played to be sure."""
        return self.played < CERTAIN_AFTER


def shown(mu: float, sigma: float) -> int:
    """The rating that people see."""
    return round(1000 + 20 * (mu - 3 * sigma))


def rate(session: Session, table: Table, places: tuple[frozenset[Seat], ...], now: datetime) -> list[list[int]] | None:
    """Enters a match that has just ended, or a round of one, here and everywhere, if it counts.

    Returns for each seat the rating in the match's place, its change, and 1 if it is certain, else 0; None if the match
    does not count.
    """
    if not counts(session, table, places, now):
        return None
    rank_of = {seat: float(rank) for rank, place in enumerate(places) for seat in place}
    # Who came late, or has left, had no part in a round.
    players = [row.player_id or 0 for row in table.match.seats if row.index in rank_of]
    ranks = [rank_of[Seat(row.index)] for row in table.match.seats if row.index in rank_of]
    results = []
    for scope in (EVERYWHERE, table.match.place_id):
        results = _rate_in(session, table.match.game, scope, players, ranks)
    return results


def counts(session: Session, table: Table, places: tuple[frozenset[Seat], ...], now: datetime) -> bool:
    """Whether a match that has just ended changes ratings: real, different people, a real game, not too many a day."""
    if table.match.friendly:
        return False
    seats = [row for row in table.match.seats if any(row.index in place for place in places)]
    players = {seat.player_id for seat in seats}
    if None in players or len(players) < len(seats):
        return False
    if any(seat.account is None or seat.account.is_bot for seat in seats):
        return False
    turns = [sum(move.seat == seat.index and move.kind == "play" for move in table.moves) for seat in seats]
    if min(turns) < TURNS:
        return False
    return _rated_today(session, table, now) < PAIR_LIMIT


def leaderboard(session: Session, game: str, scope: int) -> list[Standing]:
    """Lists all who have a rated game there, the best first; equal ratings share a place."""
    # A player who is known on several platforms goes by the name of the first account.
    first = select(func.min(Account.id).label("id")).group_by(Account.player_id).subquery()
    query = (
        select(Rating, Account.name)
        .join(Account, Account.player_id == Rating.player_id)
        .join(first, first.c.id == Account.id)
        .where(Rating.game == game, Rating.place_id == scope)
    )
    rows = [(shown(rating.mu, rating.sigma), rating, name) for rating, name in session.execute(query)]
    rows.sort(key=lambda row: (-row[0], -row[1].played, row[1].player_id))
    standings: list[Standing] = []
    for at, (value, rating, name) in enumerate(rows, 1):
        place = standings[-1].place if standings and standings[-1].rating == value else at
        tally = (rating.played, rating.won, rating.lost)
        standings.append(Standing(place, rating.player_id, short(name), value, *tally, tuple(rating.trend)))
    return standings


def rated_games(session: Session, game: str, scope: int) -> int:
    """Counts the rated matches of a game in a place."""
    query = select(func.count()).select_from(Match).where(Match.game == game, Match.rated.is_(True))
    return session.scalar(query if scope == EVERYWHERE else query.where(Match.place_id == scope)) or 0


def _rate_in(session: Session, game: str, scope: int, players: list[int], ranks: list[float]) -> list[list[int]]:
    ratings = []
    for player in players:
        rating = session.get(Rating, (player, game, scope), with_for_update=True)
        if rating is None:
            new = _MODEL.rating()
            rating = Rating(player_id=player, game=game, place_id=scope, mu=new.mu, sigma=new.sigma)
            rating.played = rating.won = rating.lost = 0
            rating.trend = []
            session.add(rating)
        ratings.append(rating)
    before = [shown(rating.mu, rating.sigma) for rating in ratings]
    after = _MODEL.rate([[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings], ranks=ranks)
    for rating, (new,), rank in zip(ratings, after, ranks, strict=True):
        rating.mu, rating.sigma = new.mu, new.sigma
        rating.played += 1
        rating.won += rank == min(ranks) and ranks.count(rank) < len(ranks)
        rating.lost += rank == max(ranks) and ranks.count(rank) < len(ranks)
        rating.trend = [*rating.trend, shown(new.mu, new.sigma)][-TREND:]
    return [
        [shown(rating.mu, rating.sigma), shown(rating.mu, rating.sigma) - old, int(rating.played >= CERTAIN_AFTER)]
        for rating, old in zip(ratings, before, strict=True)
    ]


def _rated_today(session: Session, table: Table, now: datetime) -> int:
    """Counts the rated matches that the same players finished in the last 24 hours."""
    query = (
        select(func.count())
        .select_from(Match)
        .where(Match.game == table.match.game, Match.rated.is_(True), Match.changed_at > now - timedelta(days=1))
    )
    for seat in table.match.seats:
        query = query.where(Match.seats.any(models.Seat.player_id == seat.player_id))
    return session.scalar(query) or 0
