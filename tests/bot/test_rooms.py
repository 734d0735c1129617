"""What the pages of the web table know, without any page."""

import re

import pytest

from bot import posts
from bot.lobby import Wish
from bot.panes import Json
from bot.ports import Chat, plain
from bot.rooms import Rooms
from bot.table import Refusal
from games.core import InvalidOptions
from games.record import parse
from renderer import draw
from storage import Store
from tests.bot.hall import ANN, BOB, Hall, refused
from tests.bot.wall import Street, Wall
from tests.platforms.crumble_script import LONG, script
from tests.time import Time


@pytest.fixture
def street(store: Store, time: Time) -> Street:
    return Street(store, time, Wall("web", 0.0))


@pytest.fixture
def rooms(street: Street) -> Rooms:
    return Rooms(street.house)


async def begun(rooms: Rooms, room: str = "home", game: str = "collapsi") -> tuple[str, str]:
    """Two people at a table: the key of who begins, and the key of the other."""
    host = await rooms.open(room, "Ann", Wish(game, "quick"), "en")
    (listed,) = [one for one in (await rooms.room(room, "en"))["matches"] if one["status"] == "open"]
    guest = await rooms.join(room, listed["code"], "Bob", "en")
    return (host, guest) if (await rooms.seat(host, "en"))["your_turn"] else (guest, host)


async def play(rooms: Rooms, key: str) -> Json:
    shown = await rooms.seat(key, "en")
    await rooms.move(key, shown["ply"], shown["choices"][0]["text"])
    return await rooms.seat(key, "en")


async def play_out(rooms: Rooms, *keys: str) -> None:
    number = 0
    while (await rooms.seat(keys[0], "en"))["status"] == "running":
        await play(rooms, keys[number % 2])
        number += 1


async def test_an_empty_room(rooms: Rooms) -> None:
    shown = await rooms.room("home", "en")
    assert (shown["room"], shown["matches"], shown["leaderboards"]) == ("home", [], [])
    assert [(game["slug"], game["name"]) for game in shown["games"]] == [
        ("collapsi", "Collapsi"),
        ("crumble", "Crumble"),
        ("lopti", "Lopti"),
    ]
    assert [preset["slug"] for preset in shown["games"][0]["presets"]] == ["quick", "classic", "big", "second"]
    assert ["Mark S. Ball" in credit for credit in shown["credits"]] == [True, False, False]
    assert "Zack Brown" in shown["credits"][1]
    assert shown["words"]["join"] == "Join"


async def test_who_opens_a_table_waits_there_for_somebody(rooms: Rooms) -> None:
    key = await rooms.open("home", "Ann", Wish("collapsi", "classic"), "en")
    assert re.fullmatch(r"[\w-]{16,}", key)
    (listed,) = (await rooms.room("home", "en"))["matches"]
    assert (listed["status"], listed["people"], listed["title"]) == ("open", ["Ann"], "Collapsi · Classic")
    assert "Ann would like to play" in listed["told"]
    shown = await rooms.seat(key, "en")
    assert (shown["status"], shown["seated"], shown["your_turn"], shown["choices"]) == ("open", True, False, [])
    assert [one["act"] for one in shown["acts"]] == ["computer", "withdraw"]
    assert "board" not in shown
    assert await rooms.room_of(key) == "home"


async def test_rooms_are_apart(rooms: Rooms) -> None:
    await rooms.open("kitchen", "Ann", Wish("collapsi", "quick"), "en")
    assert (await rooms.room("home", "en"))["matches"] == []
    assert len((await rooms.room("kitchen", "en"))["matches"]) == 1


async def test_a_name_is_a_person_in_its_room_only(rooms: Rooms, street: Street) -> None:
    for room, name in (("home", "Ann"), ("home", "ANN"), ("kitchen", "Ann")):
        await rooms.open(room, name, Wish("collapsi", "quick"), "en")
    hosts = [match.host_id for match in await street.hall.matches()]
    assert len(set(hosts)) == 2


async def test_who_sits_down_may_play(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    shown = await rooms.seat(first, "en")
    assert shown["your_turn"]
    assert [seat["you"] for seat in shown["seats"]] == [True, False]
    assert [seat["to_move"] for seat in shown["seats"]] == [True, False]
    assert shown["choices"]
    assert all(choice["label"] and len(choice["at"]) == 4 for choice in shown["choices"])
    other = await rooms.seat(second, "en")
    assert (other["your_turn"], other["choices"], other["seated"]) == (False, [], True)
    after = await play(rooms, first)
    assert (after["ply"], after["your_turn"]) == (1, False)
    assert len(after["log"]) == 1
    assert (await rooms.seat(second, "en"))["your_turn"]


async def test_a_press_counts_for_the_ply_it_was_made_for(rooms: Rooms, street: Street) -> None:
    first, second = await begun(rooms)
    move = (await rooms.seat(first, "en"))["choices"][0]["text"]
    await rooms.move(first, 0, move)
    assert await refused(rooms.move(first, 0, move)) == "repeated"
    assert await refused(rooms.move(second, 0, "a1")) == "stale"
    assert await refused(rooms.move(first, 1, "a1")) == "not_your_turn"
    street.time.advance(minutes=1)
    assert await refused(rooms.move(first, 0, move)) == "stale"


async def test_an_unknown_key_opens_nothing(rooms: Rooms) -> None:
    await begun(rooms)
    for work in (
        rooms.seat("no such key", "en"),
        rooms.move("no such key", 0, "c3"),
        rooms.act("no such key", "resign"),
        rooms.scene("no such key", None, "light"),
        rooms.earlier("no such key", 0, "en"),
    ):
        assert await refused(work) == "unknown"
    assert await rooms.room_of("no such key") is None


async def test_a_watcher_sees_all_and_does_nothing(rooms: Rooms) -> None:
    first, _ = await begun(rooms)
    (listed,) = (await rooms.room("home", "en"))["matches"]
    watch = listed["watch"]
    shown = await rooms.seat(watch, "en")
    assert (shown["seated"], shown["your_turn"], shown["choices"], shown["acts"]) == (False, False, [], [])
    assert shown["board"]
    assert not any(seat["you"] for seat in shown["seats"])
    assert await refused(rooms.move(watch, 0, "c3")) == "unknown"
    for act in ("resign", "claim", "time", "rematch", "withdraw"):
        assert await refused(rooms.act(watch, act)) == "unknown"
    assert first not in str(shown), "nobody learns the key of a seat by watching"


async def test_no_seat_shows_the_key_of_another(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    assert second not in str(await rooms.seat(first, "en"))
    assert first not in str(await rooms.seat(second, "en"))
    assert first not in str(await rooms.room("home", "en"))


async def test_the_picture_now_and_earlier(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    start = await rooms.scene(first, None, "light")
    await play(rooms, first)
    await play(rooms, second)
    now = await rooms.scene(second, None, "dark")
    assert now.theme == "dark"
    assert (await rooms.scene(first, 0, "light")).view == start.view
    assert (await rooms.scene(first, 2, "light")).view == now.view
    assert (await rooms.scene(first, 99, "light")).view == now.view
    assert draw(await rooms.scene(first, 1, "light")).png.startswith(b"\x89PNG")
    told = [await rooms.earlier(first, ply, "en") for ply in range(3)]
    assert len({one["board"] for one in told}) == 3
    assert told[2]["board"] == (await rooms.seat(first, "en"))["board"]


async def test_a_table_that_has_not_begun_has_no_picture(rooms: Rooms) -> None:
    key = await rooms.open("home", "Ann", Wish("collapsi", "quick"), "en")
    assert await refused(rooms.scene(key, None, "light")) == "unknown"
    assert await refused(rooms.earlier(key, 0, "en")) == "unknown"


async def test_resigning_is_asked_before(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    (resign,) = (await rooms.seat(second, "en"))["acts"]
    assert resign["act"] == "resign"
    assert resign["confirm"].startswith("Give up this game?")
    assert await rooms.act(second, "resign") is None
    shown = await rooms.seat(first, "en")
    assert shown["status"] == "over"
    assert [one["act"] for one in shown["acts"]] == ["rematch", "back", "record"]
    (listed,) = (await rooms.room("home", "en"))["matches"]
    assert "gave up" in listed["told"]


async def test_who_waits_may_claim_or_give_a_day(rooms: Rooms, street: Street) -> None:
    first, second = await begun(rooms)
    street.time.advance(hours=48)
    assert [one["act"] for one in (await rooms.seat(second, "en"))["acts"]] == ["claim", "time", "resign"]
    assert [one["act"] for one in (await rooms.seat(first, "en"))["acts"]] == ["resign"]
    await rooms.act(second, "time")
    assert [one["act"] for one in (await rooms.seat(second, "en"))["acts"]] == ["resign"]
    street.time.advance(hours=24)
    await rooms.act(second, "claim")
    assert (await rooms.seat(first, "en"))["status"] == "over"


async def test_only_the_host_may_withdraw(rooms: Rooms) -> None:
    key = await rooms.open("home", "Ann", Wish("collapsi", "quick"), "en")
    await rooms.act(key, "withdraw")
    shown = await rooms.seat(key, "en")
    assert (shown["status"], shown["acts"]) == ("withdrawn", [])
    assert (await rooms.room("home", "en"))["matches"] == []
    assert await refused(rooms.act(key, "withdraw")) == "gone"


async def test_a_rematch_gives_each_a_new_key(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    await rooms.act(first, "resign")
    one = await rooms.act(first, "rematch")
    assert one is not None
    labels = [[act["label"] for act in (await rooms.seat(key, "en"))["acts"]] for key in (first, second)]
    assert labels == [[label, "🔍 Look back", "📄 Record"] for label in ("↻ Rematch", "Accept the rematch")]
    other = await rooms.act(second, "rematch")
    assert other is not None
    assert len({first, second, one, other}) == 4
    shown = await rooms.seat(other, "en")
    assert (shown["status"], shown["your_turn"]) == ("running", True), "the other one begins"
    assert not (await rooms.seat(one, "en"))["your_turn"]
    assert await rooms.act(first, "rematch") == one, "pressing again leads there"


async def test_one_person_may_sit_on_both_sides(rooms: Rooms) -> None:
    host = await rooms.open("home", "Ann", Wish("collapsi", "quick"), "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    guest = await rooms.join("home", listed["code"], "Ann", "en")
    turns = [(await rooms.seat(key, "en"))["your_turn"] for key in (host, guest)]
    assert sorted(turns) == [False, True]
    assert await refused(rooms.join("home", listed["code"], "Bob", "en")) == "gone"


async def test_a_code_that_is_none(rooms: Rooms) -> None:
    for code in ("", "?", "zzzz", "x" * 40):
        assert await refused(rooms.join("home", code, "Bob", "en")) == "unknown"


async def test_a_game_of_another_place_cannot_be_joined_by_its_number(rooms: Rooms, street: Street) -> None:
    """A match's number opens nothing: whoever comes from elsewhere needs the code of the invitation."""
    hall = Hall(street.hall.store, street.time)
    match = await hall.challenge(ANN)
    code = (await hall.table(match)).code
    assert await refused(rooms.join("home", code, "Bob", "en")) == "unknown"
    await rooms.open("kitchen", "Cleo", Wish("collapsi", "quick"), "en")
    (listed,) = (await rooms.room("kitchen", "en"))["matches"]
    assert await refused(rooms.join("home", listed["code"], "Bob", "en")) == "unknown"
    await hall.join(match, BOB)


async def test_an_act_that_is_none(rooms: Rooms) -> None:
    first, _ = await begun(rooms)
    for act in ("", "menu", "resign!", "DROP TABLE match"):
        assert await refused(rooms.act(first, act)) == "unknown"


async def test_the_leaderboard_of_a_room(rooms: Rooms) -> None:
    await play_out(rooms, *await begun(rooms))
    (board,) = (await rooms.room("home", "en"))["leaderboards"]
    assert board["game"] == "Collapsi"
    best = board["players"]
    assert [(one["place"], one["played"]) for one in best] == [(1, "1"), (2, "1")]
    assert sorted(one["name"] for one in best) == ["Ann", "Bob"]
    assert all(one["rating"].endswith("?") for one in best)
    assert (best[0]["won"], best[1]["lost"]) == ("1", "1")
    assert (await rooms.room("kitchen", "en"))["leaderboards"] == []


async def test_a_room_has_a_leaderboard_for_each_game_that_was_rated_there(rooms: Rooms) -> None:
    for game, plies in (("crumble", script(LONG)), ("collapsi", [])):
        keys = await begun(rooms, game=game)
        for number, ply in enumerate(plies):
            await rooms.move(keys[number % 2], number, ply.move, as_it_stands=True)
        await play_out(rooms, *keys)
        shown = (await rooms.room("home", "en"))["leaderboards"]
        assert shown[-1]["game"] == "Crumble", "in the order of the games"
    assert [(board["game"], len(board["players"])) for board in shown] == [("Collapsi", 2), ("Crumble", 2)]


async def test_the_record_of_a_match_is_there_once_it_is_over(rooms: Rooms) -> None:
    players = await begun(rooms)
    (listed,) = (await rooms.room("home", "en"))["matches"]
    keys = (*players, listed["watch"])
    for key in keys:
        assert await refused(rooms.record(key, "en")) == "unknown"
        assert "record" not in [one["act"] for one in (await rooms.seat(key, "en"))["acts"]]
    await play_out(rooms, *players)
    for key in keys:
        assert [one.get("file") for one in (await rooms.seat(key, "en"))["acts"] if one["act"] == "record"] == [True]
        name, text = await rooms.record(key, "en")
        assert name == f"collapsi-{listed['code']}.txt"
        assert parse(text).moves
    assert await refused(rooms.record("no such key", "en")) == "unknown"


async def test_what_can_be_drawn_is_told_to_who_is_to_move(rooms: Rooms) -> None:
    first, second = await begun(rooms, game="crumble")
    shown = await rooms.seat(first, "en")
    assert {"text": "0,3V1", "at": [0.5, 0, 0, 1], "final": False} in shown["strokes"]
    assert "edge" in shown["by_hand"]
    assert (await rooms.seat(second, "en"))["strokes"] == []
    assert await rooms.move(first, 0, "0,3V1") == "0,3V1"
    tried = await rooms.seat(first, "en", "0,3V1")
    assert (tried["strokes"], tried["by_hand"], tried["whole"]) == ([], "", True)
    assert [(one["text"], one["label"], one["at"]) for one in tried["choices"]] == [
        ("0,3VE", "right half →", [1, 0, 1, 1])
    ]
    assert await rooms.move(first, 0, "0,3V1", as_it_stands=True) == ""
    assert (await rooms.seat(second, "en"))["log"] == [["●", "0,3V"]]


async def test_refusals_have_sentences(rooms: Rooms) -> None:
    first, second = await begun(rooms)
    with pytest.raises(Refusal) as caught:
        await rooms.move(second, 0, "c3")
    assert (await rooms.refusal(caught.value, "en")).startswith("It's the turn of ")
    with pytest.raises(Refusal) as caught:
        await rooms.move(first, 0, "nonsense")
    assert 'I can\'t read "nonsense".' in await rooms.refusal(caught.value, "en")
    assert await rooms.refusal(Refusal("stale"), "xx") == "The table has moved on. Here is how it stands now."
    assert await rooms.refusal(Refusal("unknown"), "en")


async def test_what_changes_is_told_to_the_pages(rooms: Rooms, street: Street) -> None:
    first, _ = await begun(rooms)
    await street.herald.settle()
    street.take("web")
    await play(rooms, first)
    await street.herald.settle()
    (told,) = street.take("web")
    assert told.chat.id == "home"


async def test_an_unknown_language_is_english(rooms: Rooms) -> None:
    first, _ = await begun(rooms)
    assert await rooms.seat(first, "xx") == await rooms.seat(first, "en")


async def test_the_text_of_a_page_is_that_of_a_chat(rooms: Rooms, street: Street) -> None:
    first, _ = await begun(rooms)
    (match,) = await street.hall.matches()
    found = await street.hall.table(match.id)
    shown = await rooms.seat(first, "en")
    look = street.herald.look(found, Chat("web", "home"))
    assert shown["text"] == plain(posts.compose(found, look, street.time.now(), since=0).text)


async def test_only_options_that_go_together_are_offered(rooms: Rooms) -> None:
    def named(shown: Json) -> dict[str, str]:
        return {option["name"]: option["value"] for option in shown["options"]}

    plain_ways = rooms.offered("collapsi", "quick", {}, "en")
    assert named(plain_ways)["shift"] == "no"
    assert not {"apart", "elimination", "adjacent-wrap"} & named(plain_ways).keys()
    assert (plain_ways["seats"], plain_ways["players"], plain_ways["changed"]) == ([2], "2 players", "")
    shifting = rooms.offered("collapsi", "big", {"shift": "yes", "apart": "no"}, "en")
    assert named(shifting)["apart"] == "no"
    assert (shifting["seats"], shifting["players"]) == ([2, 3, 4], "2-4 players")
    assert shifting["changed"].endswith("Shift, Start apart: no")
    (shift,) = [option for option in shifting["options"] if option["name"] == "shift"]
    assert shift["values"] == [["yes", "yes"]], "what was changed stays in sight"
    with pytest.raises(InvalidOptions):
        rooms.offered("collapsi", "quick", {"shift": "perhaps"}, "en")


async def test_a_move_is_put_together_step_by_step(rooms: Rooms) -> None:
    wish = Wish("collapsi", "quick", options={"shift": "yes"})
    host = await rooms.open("home", "Ann", wish, "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    guest = await rooms.join("home", listed["code"], "Bob", "en")
    first = host if (await rooms.seat(host, "en"))["your_turn"] else guest
    shown = await rooms.seat(first, "en")
    assert (shown["begun"], shown["whole"], shown["strokes"]) == ("", False, [])
    assert not any(choice["final"] for choice in shown["choices"])
    square = shown["choices"][0]["text"]
    assert await rooms.move(first, 0, square) == square
    tried = await rooms.seat(first, "en", square)
    assert (tried["begun"], tried["whole"], tried["ply"]) == (square, False, 0)
    assert [choice["text"] for choice in tried["choices"]] == [square + sign for sign in "<>^v"]
    assert all(choice["final"] for choice in tried["choices"])
    assert tried["board"] != shown["board"]
    assert await rooms.scene(first, None, "light", square) != await rooms.scene(first, None, "light")
    other = guest if first is host else host
    assert (await rooms.seat(other, "en", square)).get("begun") is None, "nobody tries for another"
    assert await rooms.move(first, 0, f"{square}<") == ""
    assert (await rooms.seat(first, "en", square))["ply"] == 1


async def test_a_table_for_several(rooms: Rooms) -> None:
    host = await rooms.open("home", "Ann", Wish("collapsi", "big"), "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    assert listed["lines"][0] == ["1 of 4 sit here."]
    assert [one["act"] for one in (await rooms.seat(host, "en"))["acts"]] == ["computer", "withdraw"]
    guest = await rooms.join("home", listed["code"], "Bob", "en")
    assert [one["act"] for one in (await rooms.seat(host, "en"))["acts"]] == ["start", "computer", "withdraw"]
    assert [one["act"] for one in (await rooms.seat(guest, "en"))["acts"]] == ["leave"]
    assert await refused(rooms.act(guest, "start")) == "not_host"
    assert (await rooms.room("home", "en"))["games"][0]["level"] == "club"
    await rooms.act(host, "computer")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    assert listed["people"] == ["Ann", "Bob", "🤖 Cobble"]
    assert [seat["free"] for seat in (await rooms.seat(host, "en"))["seats"]] == [False, False, False, True]


async def test_three_sit_down_and_the_host_starts(rooms: Rooms) -> None:
    host = await rooms.open("home", "Ann", Wish("collapsi", "big"), "en")
    (listed,) = (await rooms.room("home", "en"))["matches"]
    keys = [host, *[await rooms.join("home", listed["code"], name, "en") for name in ("Bob", "Cleo")]]
    await rooms.act(host, "start")
    shown = await rooms.seat(host, "en")
    assert (shown["status"], len(shown["seats"]), shown["unseen"]) == ("running", 3, [])
    await rooms.act(keys[2], "resign")
    shown = await rooms.seat(host, "en")
    assert [seat["out"] for seat in shown["seats"]].count(True) == 1
    assert shown["status"] == "running", "the others play on"
