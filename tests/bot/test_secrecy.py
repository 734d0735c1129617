"""The secrecy law (A1, A4): what somebody is shown is the same whatever they cannot see.

All that they cannot see is dealt anew, and every text, alt text, button, payload, picture, page and refusal stays.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy.orm import Session

from bot import hands, pages, posts, refusals
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, load
from bot.ports import Chat, Post, User, plain
from bot.table import Refusal
from bot.words import words_for
from games.core import MoveError, Seat
from games.lopti import Position, View
from storage import Store
from tests.bot.hall import ANN, BOB, CLEO, Hall
from tests.bot.wall import Street, Wall
from tests.games.lopti.secrets import dealt_again
from tests.games.lopti.sessions import HOUSE_RULES, random_session
from tests.time import Time

SEATS = 3
PLIES = 240
SESSIONS = ("one", "two")
VIEWERS = (None, *map(Seat, range(SEATS)))
CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z])")
"""How records and payloads spell cards: nobody else's may stand where others read it."""
TRIED = (
    "pick",
    "pass",
    "vote yes",
    "withdraw",
    "deal",
    "waive",
    "wake",
    "defend",
    "stall",
    "duel",
    "throw R",
    "flip 2",
)
"""Moves that somebody might say at any time; whether they are refused, and why, tells no secret."""
ENGLISH = words_for("en")


def of(post: Post) -> tuple[object, ...]:
    """All that a post lets somebody read."""
    scene = post.scene
    seen = (str(scene.view), scene.chips, repr(scene.last), scene.targets) if scene else ()
    return (plain(post.text), post.alt, post.rows, post.calls, post.file, seen)


def shown(session: Session, table: Table, viewer: Seat | None, time: Time) -> Iterator[object]:
    """All that a viewer can be shown of a table: None is anybody who looks on."""
    look, now = Look(ENGLISH), time.now()
    key = table.match.watch_key if viewer is None else table.match.seats[viewer].key
    yield pages.view(session, table, key, "", ENGLISH, now)
    for letters in (False, True):
        if viewer is None:
            yield of(posts.compose(table, replace(look, as_text=letters), now, since=0))
        else:
            yield of(hands.hand(table, viewer, replace(look, as_text=letters)))
            yield of(hands.board(table, viewer, replace(look, as_text=letters), since=0))
    if viewer is None:
        yield of(posts.as_text(table, ENGLISH))
        return
    yield of(hands.plans(table, viewer, look))
    assert table.position is not None
    for begun in ("table", *TRIED):
        try:
            choices = table.position.choices(viewer, begun)
            yield choices, of(hands.hand(table, viewer, look, begun))
        except MoveError as error:
            yield of(refusals.refusal(Refusal("move", table, error=error), table, look, now))
        try:
            table.position.play(viewer, begun)
        except MoveError as error:
            yield repr(error), of(refusals.refusal(Refusal("move", table, error=error), table, look, now))


def positions(name: str) -> list[Position]:
    """Positions of a session in which all kinds of things happen, some plies apart."""
    plies = random_session(name, PLIES, seats=SEATS, rules=HOUSE_RULES)
    found = [ply.after for ply in plies if len(ply.after.score) == SEATS and ply.after.outcome is None]
    return found[::15]


def differences(session: Session, table: Table, name: str, time: Time) -> list[tuple[str, Seat | None]]:
    """The positions in which somebody could tell two worlds apart that look the same to them."""
    chance, told = Random(name), []
    for position in positions(name):
        for viewer in VIEWERS:
            here = replace(table, position=position)
            there = replace(table, position=dealt_again(position, viewer, chance))
            if list(shown(session, here, viewer, time)) != list(shown(session, there, viewer, time)):
                told.append((str(position), viewer))
    return told


@pytest.fixture
async def match(store: Store, time: Time) -> int:
    return await Hall(store, time).seated(ANN, BOB, CLEO, wish=Wish("lopti"))


@pytest.mark.parametrize("name", SESSIONS)
async def test_nobody_can_tell_apart_what_they_cannot_see(store: Store, time: Time, match: int, name: str) -> None:
    def look(session: Session) -> list[tuple[str, Seat | None]]:
        found = load(session, match)
        assert found is not None
        return differences(session, found, name, time)

    assert len(positions(name)) > 5
    assert await store.read(look) == []


async def test_a_leak_would_be_found(store: Store, time: Time, match: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that forgot to mask is noticed by everybody who looks."""
    monkeypatch.setattr(Position, "view", lambda position, seat: View(position, seat))

    def look(session: Session) -> list[tuple[str, Seat | None]]:
        found = load(session, match)
        assert found is not None
        return differences(session, found, SESSIONS[0], time)

    told = await store.read(look)
    assert {viewer for _, viewer in told} == set(VIEWERS)


# A session that is played


DISCORD = Chat("discord", "700")
PEOPLE = tuple(
    User("discord", str(number), name, name.lower()) for number, name in enumerate(("Ann", "Bob", "Cleo"), 11)
)


def readable(post: Post) -> str:
    """All letters of a post."""
    rows: list[Any] = [button for row in post.rows for button in row]
    return "\n".join([plain(post.text), post.alt, *(f"{one.label} {one.payload}" for one in rows)])


async def test_no_message_that_others_read_and_no_log_holds_a_card(
    store: Store, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    """A1: whole moves are pressed, and what is posted for everybody is searched for cards as payloads spell them."""
    caplog.set_level("DEBUG")
    street, chance = Street(store, time, Wall("discord")), Random("a session")
    match = await street.hall.seated(*PEOPLE, chat=DISCORD, wish=Wish("lopti"))
    public: list[str] = []
    for _ in range(60):
        found = await street.hall.table(match)
        user = PEOPLE[chance.choice(found.to_move)]
        answer = await street.desk.press(user, DISCORD, f"h:{found.code}", message="board")
        for _ in range(3):
            assert answer is not None
            ways: list[Any] = [one for row in answer.post.rows for one in row if one.payload[:2] == "m:"]
            if not ways:
                break
            answer = await street.desk.press(user, DISCORD, chance.choice(ways).payload)
            if (await street.hall.table(match)).match.ply != found.match.ply:
                break
        public += [readable(one.post) for one in await street.shown(match, "discord")]
    found = await street.hall.table(match)
    assert found.match.ply > 40
    assert len(public) > 40
    assert not [text for text in public if CARD.search(text)]
    written = "\n".join(record.getMessage() for record in caplog.records)
    assert not CARD.search(written)
    assert found.match.start is not None
    secrets = re.findall(r"(?:seed|nonce|chance)=(\w+)", found.match.start)
    assert secrets
    assert not [secret for secret in secrets if secret in written or any(secret in text for text in public)]
