"""What the pages of a game with secrets know: each seat its own hand, all others the table."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from bot.lobby import Wish
from bot.panes import Json
from bot.rooms import Rooms
from games import GAMES
from games.core import Seat
from games.lopti import Position, View
from games.lopti.book import BOOK
from games.lopti.rule import line
from games.lopti.text import parse
from renderer import Scene, draw
from storage import Store
from storage.models import Match, Move
from tests.bot.hall import refused
from tests.bot.wall import Street, Wall
from tests.games.lopti.secrets import dealt_again
from tests.time import Time

SEED = "what lies in the deck"
PEOPLE = ("Ann", "Bob", "Cleo")


@pytest.fixture
def street(store: Store, time: Time, monkeypatch: pytest.MonkeyPatch) -> Street:
    monkeypatch.setattr("bot.seating.secrets.token_hex", lambda _bytes: SEED)
    return Street(store, time, Wall("web", 0.0))


@pytest.fixture
def rooms(street: Street) -> Rooms:
    return Rooms(street.house)


async def session_of(rooms: Rooms, preset: str = "classic") -> tuple[list[str], str]:
    """Three at a table of Lopti: the keys of their seats, in order, and the one that only watches."""
    host = await rooms.open("home", PEOPLE[0], Wish("lopti", preset), "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    keys = [host, *[await rooms.join("home", listed["code"], name, "en") for name in PEOPLE[1:]]]
    await rooms.act(host, "start")
    seats = [(await rooms.seat(key, "en"))["seats"] for key in keys]
    return [keys[[shown[at]["you"] for shown in seats].index(True)] for at in range(len(keys))], listed["watch"]


async def play(rooms: Rooms, key: str, *, wanted: str = "") -> Json:
    """Goes on with the first choice of a hand that begins so, until the move is made. Returns what is seen then."""
    shown = await rooms.seat(key, "en")
    while True:
        choices = [choice["text"] for choice in (*shown["choices"], *shown["public"])]
        text = next(choice for choice in choices if choice.startswith(wanted))
        begun = await rooms.move(key, shown["ply"], text)
        shown = await rooms.seat(key, "en", begun)
        if not begun:
            return shown


async def play_some(rooms: Rooms, keys: list[str], turns: int) -> None:
    """Everybody swaps, then so many turns are played."""
    for key in keys:
        await play(rooms, key)
    for _ in range(turns):
        await play(rooms, await mover_of(rooms, keys))


async def mover_of(rooms: Rooms, keys: list[str]) -> str:
    (mover,) = [key for key in keys if (await rooms.seat(key, "en"))["your_turn"]]
    return mover


async def known_to(rooms: Rooms, key: str) -> list[object]:
    """All that a page with that key shows, pictures included, but for how often the match was written."""
    shown = await rooms.seat(key, "en")
    del shown["version"]
    plies = range(shown["plies"] + 1)
    told = [shown, await rooms.room("home", "en"), *[await rooms.earlier(key, ply, "en") for ply in plies]]
    scenes: list[Scene] = [await rooms.scene(key, ply, "light") for ply in (None, *plies)]
    if shown["film"]:
        scenes += await rooms.film(key, "light")
    if shown["hand"]:
        scenes.append(await rooms.hand(key, "light"))
    return [json.dumps(told), *scenes]


async def change(rooms: Rooms, store: Store, work: Callable[[Session, Match, Position], None]) -> None:
    def first(session: Session) -> None:
        match = session.scalars(select(Match)).one()
        work(session, match, parse(match.position or ""))

    await store.write(first)


async def test_a_seat_sees_its_hand_and_a_spectator_the_table(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    position = GAMES["lopti"].deal(3, f"{SEED}:deal", {})
    assert isinstance(position, Position)
    for seat, key in enumerate(keys):
        shown = await rooms.seat(key, "en")
        assert shown["hand"]["alt"].startswith("Your hand: ")
        assert shown["hand"]["asks"] == [
            ["You may swap one hand card for a face-up card. All swaps are shown together."]
        ]
        assert shown["hand"]["show"] == f"{shown['seats'][seat]['name']}, show my cards"
        assert [choice["text"] for choice in shown["choices"]] == [
            choice.text for choice in position.choices(Seat(seat)).items
        ]
        assert "Your hand" not in shown["alt"] + shown["board"]
        scene = await rooms.hand(key, "light")
        assert isinstance(scene.view, View)
        assert scene.view.viewer == seat
    shown = await rooms.seat(watch, "en")
    assert (shown["hand"], shown["choices"], shown["public"], shown["seated"]) == (None, [], [], False)
    assert await refused(rooms.hand(watch, "light")) == "unknown"
    scene = await rooms.scene(keys[0], None, "light", shown.get("begun", "swap 6"))
    assert isinstance(scene.view, View)
    assert scene.view.viewer is None, "the table is the same for everybody, whoever tries what"


async def test_a_swap_is_put_together_and_nobody_hears_of_it(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    shown = await rooms.seat(keys[1], "en")
    text = shown["choices"][1]["text"]
    assert await rooms.move(keys[1], 0, text) == text
    tried = await rooms.seat(keys[1], "en", text)
    assert (tried["begun"], tried["whole"]) == (text, False)
    assert tried["hand"]["asks"][0][0].startswith("For which of your face-up cards goes the ")
    assert tried["alt"] == shown["alt"]
    assert await rooms.move(keys[1], 0, tried["choices"][0]["text"]) == ""
    for key in (keys[0], watch):
        told = await rooms.seat(key, "en")
        assert told["log"] == [["▲", f"{told['seats'][1]['name']} ▲ has chosen."]]
        assert tried["choices"][0]["text"] not in json.dumps(told)


async def test_only_who_drew_hears_which_card(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    await play_some(rooms, keys, 1)
    for key in (*keys[1:], watch):
        told = json.dumps(await rooms.seat(key, "en"))
        assert "drew a card" in told
        assert "You drew" not in told
    (heard,) = (await rooms.seat(keys[0], "en"))["hand"]["news"]
    assert "You drew " in "".join(heard)


@pytest.mark.parametrize("turns", [0, 9])
async def test_nothing_depends_on_what_a_page_may_not_know(rooms: Rooms, store: Store, turns: int) -> None:
    """Law 8 for pages: whatever lies in hands and deck that are not one's own, page and pictures are the same."""
    keys, watch = await session_of(rooms)
    if turns:
        await play_some(rooms, keys, turns)
    else:
        text = (await rooms.seat(keys[0], "en"))["choices"][1]["text"]
        await play(rooms, keys[0], wanted=text)
    for seat, key in ((None, watch), *((Seat(seat), key) for seat, key in enumerate(keys))):
        before = await known_to(rooms, key)

        def deal_again(session: Session, match: Match, position: Position, seat: Seat | None = seat) -> None:
            match.position = str(dealt_again(position, seat, Random(1)))
            for row in session.scalars(select(Move)):
                if row.text.startswith("swap") and not turns and row.seat != seat:
                    # What nobody was shown may have been anything.
                    row.text = "swap -"

        kept = await store.read(lambda session: session.scalars(select(Match.position)).one())
        await change(rooms, store, deal_again)
        assert await store.read(lambda session: session.scalars(select(Match.position)).one()) != kept
        assert await known_to(rooms, key) == before

        def put_back(_session: Session, match: Match, _position: Position, kept: str | None = kept) -> None:
            match.position = kept

        await change(rooms, store, put_back)


async def test_a_leak_would_be_found(rooms: Rooms, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, watch = await session_of(rooms)
    await play_some(rooms, keys, 2)
    monkeypatch.setattr("games.lopti.position.masked", lambda position, _viewer: position)
    before = await known_to(rooms, watch)

    def deal_again(_session: Session, match: Match, position: Position) -> None:
        match.position = str(dealt_again(position, None, Random(1)))

    await change(rooms, store, deal_again)
    assert await known_to(rooms, watch) != before


async def test_who_looks_on_takes_part_from_the_next_round(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    (listed,) = (await rooms.room("home", "en"))["matches"]
    assert listed["may_join"]
    shown = await rooms.seat(watch, "en")
    assert [(act["act"], act["label"], act["match"]) for act in shown["acts"]] == [
        ("join", "Join next round", listed["code"])
    ]
    dov = await rooms.join("home", listed["code"], "Dov", "en")
    shown = await rooms.seat(dov, "en")
    assert (shown["seated"], len(shown["seats"]), shown["choices"], shown["hand"]) == (True, 4, [], None)
    assert [choice["text"] for choice in (await rooms.seat(keys[0], "en"))["choices"]][:1] == ["swap -"]
    assert await refused(rooms.join("home", listed["code"], "Dov", "en")) == "yours"


async def test_the_business_of_the_table_stands_apart_from_the_hand(rooms: Rooms, store: Store) -> None:
    keys, watch = await session_of(rooms)

    def end_round(_session: Session, match: Match, position: Position) -> None:
        match.start = match.position = str(replace(position, phase="break", declarer=Seat(1), swaps=()))

    await change(rooms, store, end_round)
    winner, other = await rooms.seat(keys[1], "en"), await rooms.seat(keys[0], "en")
    assert [choice["text"] for choice in winner["choices"]] == ["rule", "waive"]
    assert (winner["public"], other["choices"], other["public"]) == ([], [], [])
    assert await rooms.move(keys[1], 0, "rule") == "rule"
    shown = await rooms.seat(keys[1], "en", "rule")
    assert [choice["text"] for choice in shown["choices"]] == ["rule book", "rule when", "rule text"]
    assert shown["public"] == []
    await rooms.move(keys[1], 0, "waive")
    for key in keys:
        shown = await rooms.seat(key, "en")
        assert [choice["text"] for choice in shown["public"]] == ["deal", "close"]
        assert (shown["choices"], shown["hand"]["asks"]) == ([], [])
    assert (await rooms.seat(watch, "en"))["public"] == []


async def test_a_rule_of_ones_own_is_typed(rooms: Rooms, store: Store) -> None:
    keys, watch = await session_of(rooms)

    def end_round(_session: Session, match: Match, position: Position) -> None:
        match.start = match.position = str(replace(position, phase="break", declarer=Seat(1), swaps=()))

    await change(rooms, store, end_round)
    rule = 'rule when after pickup; if ev.taken >= 8; do give actor next 1 random; max 6; title "Feast"'
    begun = await rooms.move(keys[1], 0, rule, typed=True)
    assert begun.startswith("rule "), "what changes the rules is asked about once more"
    shown = await rooms.seat(keys[1], "en", begun)
    assert (shown["whole"], shown["sure"]) == (True, "✔ Declare")
    assert shown["hand"]["asks"][-1][0].startswith("Tried in 200 test rounds: all ended, about ")
    assert await rooms.move(keys[1], 0, begun, as_it_stands=True) == ""
    shown = await rooms.seat(watch, "en")
    assert "Feast" in json.dumps(shown["log"])
    assert shown["house"]["title"] == "📜 House rules (1)"
    assert "Feast" in "".join(shown["house"]["rules"][0])


async def test_words_of_ones_own_go_with_what_was_begun(rooms: Rooms, store: Store) -> None:
    keys, _ = await session_of(rooms)

    def end_round(_session: Session, match: Match, position: Position) -> None:
        match.start = match.position = str(replace(position, phase="break", declarer=Seat(1), swaps=()))

    await change(rooms, store, end_round)
    shown = await rooms.seat(keys[1], "en", "rule text")
    assert shown["hand"]["asks"][-1] == ["For words of your own, type them where moves are typed."]
    begun = await rooms.move(keys[1], 0, "Who picks up bows.", begun="rule text", typed=True)
    assert begun == 'rule text "Who picks up bows."'
    assert (await rooms.seat(keys[1], "en", begun))["begun"] == begun


async def test_a_seat_plans_its_next_turn(rooms: Rooms, store: Store) -> None:
    keys, watch = await session_of(rooms)
    await play_some(rooms, keys, 0)
    planned = (await rooms.seat(keys[1], "en"))["hand"]["plans"]
    text, label = planned["ways"][0]
    assert planned["plan"] == ""
    before = await known_to(rooms, watch)
    await rooms.act(keys[1], f"plan {text}")
    assert (await rooms.seat(keys[1], "en"))["hand"]["plans"]["plan"] == text
    assert await known_to(rooms, watch) == before, f"nobody hears of {label}"
    await rooms.act(keys[1], "plan ")
    assert (await rooms.seat(keys[1], "en"))["hand"]["plans"]["plan"] == ""
    assert (await rooms.seat(keys[0], "en"))["hand"]["plans"] is None


async def test_the_table_is_asked_and_votes(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    shown = await rooms.seat(keys[0], "en")
    assert [choice["text"] for choice in shown["hand"]["beside"]] == ["table"]
    begun = await rooms.move(keys[0], 0, "propose core deal.hand 4 next", typed=True)
    assert begun == "propose core deal.hand 4 next"
    assert (await rooms.seat(keys[0], "en", begun))["sure"] == "Ask the table"
    assert await rooms.move(keys[0], 0, begun, as_it_stands=True) == ""
    for key in keys[1:]:
        assert [choice["text"] for choice in (await rooms.seat(key, "en"))["public"]] == ["vote yes", "vote no"]
    assert "Rule Vote, round 1" in (await rooms.seat(watch, "en"))["text"]
    await rooms.move(keys[1], 1, "vote yes")
    assert "vote yes" not in json.dumps((await rooms.seat(watch, "en"))["public"])
    assert "Agreed" in json.dumps((await rooms.seat(watch, "en"))["log"])


async def test_what_was_begun_stays_while_the_others_are_busy(rooms: Rooms) -> None:
    keys, _ = await session_of(rooms)
    text = (await rooms.seat(keys[1], "en"))["choices"][1]["text"]
    await play(rooms, keys[0])
    tried = await rooms.seat(keys[1], "en", text)
    assert (tried["ply"], tried["since"], tried["begun"]) == (1, 0, text)


async def test_one_person_on_two_seats_has_two_hands_to_hide(rooms: Rooms) -> None:
    host = await rooms.open("home", "Ann", Wish("lopti", "classic"), "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    other = await rooms.join("home", listed["code"], "Ann", "en")
    third = await rooms.join("home", listed["code"], "Bob", "en")
    await rooms.act(host, "start")
    assert [(await rooms.seat(key, "en"))["hand"]["shared"] for key in (host, other, third)] == [True, True, False]


async def test_a_page_that_is_behind_still_gets_the_picture_of_its_hand(rooms: Rooms) -> None:
    keys, watch = await session_of(rooms)
    for key in keys[1:]:
        await rooms.act(key, "resign")
    shown = await rooms.seat(keys[0], "en")
    assert (shown["status"], shown["hand"], shown["choices"]) == ("over", None, [])
    assert draw(await rooms.hand(keys[0], "light")).png
    assert await refused(rooms.hand(watch, "light")) == "unknown"


async def test_rules_of_the_session_before_are_brought_back(street: Street, rooms: Rooms) -> None:
    """S1: a button for each rule that held when the last session in this room ended."""
    keys, _ = await session_of(rooms)
    (before,) = await street.hall.matches()
    kept = replace(BOOK[0], id="r1", author=Seat(0), round=1)

    def agree(session: Session) -> None:
        match = session.get_one(Match, before.id)
        match.start = match.position = str(replace(parse(match.position or ""), rules=(kept,)))

    await street.hall.store.write(agree)
    for key in keys[:2]:
        await rooms.act(key, "resign")
    assert await street.hall.status(before.id) == "over"
    host = await rooms.open("home", "Ann", Wish("lopti"), "en")
    code = next(one["code"] for one in (await rooms.room("home", "en"))["matches"] if one["status"] == "open")
    other = await rooms.join("home", code, "Bob", "en")
    await rooms.act(host, "start")
    act = next(one for one in (await rooms.seat(other, "en"))["acts"] if "Feast" in one["label"])
    assert act == {"act": f"move restore {line(kept)}", "label": "Bring back “Feast”"}
    await rooms.act(other, act["act"])
    assert "Bob" in (await rooms.seat(host, "en"))["text"]
    assert [one["label"] for one in (await rooms.seat(host, "en"))["public"]] == ["👍 For", "👎 Against"]
    assert not any("Feast" in one["label"] for one in (await rooms.seat(other, "en"))["acts"]), "it is asked already"
    assert await refused(rooms.act(host, "move pick")) == "move"
