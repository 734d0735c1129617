"""Completes what is being typed. What comes back is a proposal: it is checked again when it is sent."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.orm import Session

from bot import answers, lookup, posts
from bot.herald import Now
from bot.matches import Table, account_of, place_of
from bot.ports import Chat, User
from bot.words import words_for
from bot.words.spoken import SPOKEN
from games.core import MoveError, Position, Seat
from storage import Store

MOST = 25
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A completion: what is read, and what is sent."""

    label: str
    value: str


class Autocomplete:
    """Suggestions for the options of commands."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    async def moves(self, user: User, chat: Chat, typed: str, named: str | None = None) -> list[Suggestion]:
        """Completes a move: those that begin as typed, marked where it is already one."""
        now = self._now()

        def gather(session: Session) -> tuple[list[Table], int]:
            account, place = account_of(session, user, now), place_of(session, chat)
            return lookup.waiting_for(session, account, place, named), account.player_id

        waiting, player = await self._store.write(gather)
        if not waiting:
            return [Suggestion(words_for(user.locale).text("No game waits for you here."), "-")]
        start = typed.strip().casefold()
        texts = dict.fromkeys(
            text
            for found in waiting
            if found.position is not None
            for seat in found.seats_of(player)
            if seat in found.to_move
            for text in _beginnings(found.position, seat, start)
        )
        fitting = [text for text in texts if text.casefold().startswith(start)]
        return [Suggestion(("✔ " if text.casefold() == start else "") + text, text) for text in fitting[:MOST]]

    async def games(self, user: User, typed: str) -> list[Suggestion]:
        """Completes the name of one of this person's games, those first that wait for them."""
        words, now = words_for(user.locale), self._now()

        def gather(session: Session) -> tuple[list[Table], int]:
            player = account_of(session, user, now).player_id
            return lookup.running(session, player), player

        running, player = await self._store.write(gather)
        running.sort(key=lambda found: not lookup.awaits(found, player))
        labels = []
        for found in running:
            turn = words.text("your move") if lookup.awaits(found, player) else words.text("waiting")
            label = f"{answers.versus(found, words, player)} · {turn} · #{found.code}"
            labels.append(Suggestion(label[:LONGEST], found.code))
        return [one for one in labels if typed.strip().casefold() in one.label.casefold()][:MOST]

    def presets(self, user: User, game: str, typed: str) -> list[Suggestion]:
        """Completes a way to play a game."""
        words = words_for(user.locale)
        labels = [
            Suggestion(f"{words.text(name)} · {words.text(meaning)}"[:LONGEST], slug)
            for slug, (name, meaning) in SPOKEN[game].PRESETS.items()
        ]
        return [one for one in labels if typed.strip().casefold() in one.label.casefold()]

    def topics(self, user: User, game: str, typed: str) -> list[Suggestion]:
        """Completes a heading of the rules."""
        headings = answers.topics(game, words_for(user.locale))
        fitting = (one[:LONGEST] for one in headings if typed.strip().casefold() in one.casefold())
        return [Suggestion(one, one) for one in fitting][:MOST]


def _beginnings(position: Position, seat: Seat, typed: str) -> Iterator[str]:
    """Yields what is typed where it is a move, the first steps of moves, and the next steps after what is typed.

    What is not yet a beginning, such as ``0,1V3-``, goes on like the longest one that it starts with.
    """
    if typed and posts.is_whole(position, seat, typed):
        yield position.play(seat, typed).move
    yield from (choice.text for choice in posts.offered(position, seat))
    for end in range(min(len(typed), LONGEST), 0, -1):
        try:
            steps = [choice.text for choice in posts.offered(position, seat, typed[:end])]
        except MoveError:
            continue
        yield from steps
        if any(text.casefold().startswith(typed) for text in steps):
            return
