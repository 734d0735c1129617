"""What stands in the chats: edited or posted anew, whom it calls where, and how a place wants to see it."""

from sqlalchemy import update

from bot import lobby, table
from bot.lobby import Wish
from bot.ports import Platform
from storage.models import Surface
from tests.bot.hall import ANN, ANNS, BOB, CHANNEL, DOV, GROUP, OTHER_GROUP
from tests.bot.wall import Street, Wall, told

# Edit or post anew


async def test_a_challenge_calls_who_is_asked_and_is_then_edited(street: Street) -> None:
    match = await street.hall.challenge(wish=Wish("collapsi", opponent=BOB))
    assert told(await street.shown(match)) == [("new", ["Bob"])]
    await street.hall.lobby(lobby.decline, match, BOB)
    asked = await street.shown(match)
    assert told(asked) == [("edit", [])]
    assert asked[0].text == "Bob can't play now. Another time!"


async def test_a_challenge_to_whoever_comes_calls_nobody(street: Street) -> None:
    match = await street.hall.challenge()
    assert told(await street.shown(match)) == [("new", [])]


async def test_when_it_begins_the_challenge_makes_way_for_the_board(street: Street) -> None:
    match = await street.hall.challenge(wish=Wish("collapsi", opponent=BOB))
    (challenge,) = await street.shown(match)
    street.time.advance(minutes=1)
    await street.hall.join(match, BOB)
    found = await street.hall.table(match)
    first = found.person(found.to_move[0]).name
    board, removed = await street.shown(match)
    assert (board.what, removed.what, removed.message) == ("new", "remove", challenge.message)
    assert board.calls == ([] if first == "Bob" else ["Ann"]), "who has just sat down sees it come"


async def test_a_turn_while_the_next_player_is_here_edits_and_calls_nobody(street: Street) -> None:
    match = await street.begun()
    street.time.advance(minutes=3)
    await street.hall.play(match)
    assert told(await street.shown(match)) == [("edit", [])]


async def test_a_turn_while_the_next_player_is_away_posts_anew_and_calls_them(street: Street) -> None:
    match = await street.begun()
    before = (await street.hall.surfaces(match))[0].message
    street.time.advance(minutes=3, seconds=1)
    await street.hall.play(match)
    board, removed = await street.shown(match)
    assert told([board]) == [("new", ["Bob"])]
    assert (removed.what, removed.message) == ("remove", before)


async def test_a_turn_on_an_old_board_posts_anew_and_calls(street: Street) -> None:
    match = await street.begun()
    await _posted(street, match, minutes_ago=46)
    await street.hall.play(match)
    assert told(await street.shown(match)) == [("new", ["Bob"]), ("remove", [])]


async def test_a_board_of_45_minutes_is_still_edited(street: Street) -> None:
    match = await street.begun()
    await _posted(street, match, minutes_ago=45)
    await street.hall.play(match)
    assert told(await street.shown(match)) == [("edit", [])]


async def _posted(street: Street, match: int, minutes_ago: float) -> None:
    street.time.advance(minutes=-minutes_ago)
    at = street.time.now()
    street.time.advance(minutes=minutes_ago)
    change = update(Surface).where(Surface.match_id == match).values(posted_at=at)
    await street.hall.store.write(lambda session: session.execute(change) and None)


async def test_who_stays_silent_for_three_minutes_is_called_once(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    assert told(await street.shown(match)) == [("edit", [])]
    assert await street.ticked(minutes=2, seconds=59) == []
    assert told(await street.ticked(seconds=1)) == [("new", ["Bob"]), ("remove", [])]
    assert await street.ticked(hours=1) == []


async def test_who_was_called_already_is_not_called_after_three_minutes(street: Street) -> None:
    match = await street.begun()
    street.time.advance(minutes=10)
    await street.hall.play(match)
    assert told(await street.shown(match)) == [("new", ["Bob"]), ("remove", [])]
    assert await street.ticked(minutes=3) == []


async def test_reminders_at_half_and_at_four_fifths_of_the_time(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    await street.ticked(minutes=3)
    for hours in (24, 38.4):
        at = hours * 60 - 3 if hours == 24 else (38.4 - 24) * 60
        assert await street.ticked(minutes=at - 1) == []
        board, removed = await street.ticked(minutes=1)
        assert told([board, removed]) == [("new", ["Bob"]), ("remove", [])]
        assert "Bob ▲, still your move." in board.text


async def test_a_muted_turn_has_no_reminders_but_the_next_one_has(street: Street) -> None:
    match = await street.begun()
    await street.hall.do(table.mute, match, ANN)
    await street.ticked(minutes=3)
    assert await street.ticked(hours=47) == []
    await street.hall.play(match)
    await street.shown(match)
    assert told(await street.ticked(hours=24))[-2:] == [("new", ["Bob"]), ("remove", [])]


async def test_when_the_time_is_over_those_who_wait_are_called_once(street: Street) -> None:
    match = await street.begun()
    await street.hall.play(match)
    await street.shown(match)
    await street.ticked(hours=47)
    board, removed = await street.ticked(hours=1)
    assert told([board, removed]) == [("new", ["Ann"]), ("remove", [])]
    assert "The time is over. Ann ● may claim the win." in board.text
    assert {"Claim the win", "One more day"} <= set(board.labels)
    assert await street.ticked(days=6) == []


async def test_seven_days_later_it_is_called_off(street: Street) -> None:
    await street.begun()
    await street.ticked(days=2)
    asked = await street.ticked(days=7)
    assert told(asked) == [("new", ["Ann", "Bob"]), ("remove", [])]
    assert "Let's call it off." in asked[0].text


async def test_one_more_day_edits_the_board(street: Street) -> None:
    match = await street.begun()
    await street.ticked(hours=48)
    street.time.advance(minutes=1)
    await street.hall.do(table.give_time, match, BOB)
    asked = await street.shown(match)
    assert told(asked) == [("edit", [])]
    assert "Claim the win" not in asked[0].labels


async def test_asked_for_again_it_is_posted_anew_and_calls_nobody_twice(street: Street) -> None:
    match = await street.begun()
    await street.ticked(minutes=3)
    before = (await street.hall.surfaces(match))[0].message
    await street.hall.show_in(match, GROUP)
    asked = await street.shown(match)
    assert told(asked) == [("new", []), ("remove", [])]
    assert asked[1].message == before


async def test_the_end_is_an_edit_while_the_other_one_is_here(street: Street) -> None:
    match = await street.begun()
    await street.hall.do(table.resign, match, ANN)
    asked = await street.shown(match)
    assert told(asked) == [("edit", [])]
    assert asked[0].labels == ["↻ Rematch", "📄 Record", "🔍 Look back"]


async def test_the_end_calls_once_all_but_the_one_who_ended_it(street: Street) -> None:
    match = await street.begun()
    street.time.advance(minutes=10)
    await street.hall.do(table.resign, match, ANN)
    assert told(await street.shown(match)) == [("new", ["Bob"]), ("remove", [])]
    assert await street.ticked(days=10) == []


async def test_who_claims_the_win_is_not_called_for_it(street: Street) -> None:
    match = await street.begun()
    await street.ticked(hours=48)
    street.time.advance(hours=1)
    await street.hall.do(table.claim, match, BOB)
    assert told(await street.shown(match)) == [("new", ["Ann"]), ("remove", [])]


async def test_a_board_that_somebody_deleted_stays_away_until_something_happens(street: Street) -> None:
    match = await street.begun()
    street.walls["telegram"].messages.clear()
    assert await street.swept() == []
    await street.hall.play(match)
    asked = await street.shown(match)
    assert told(asked)[0] == ("new", ["Bob"]), "what was to be an edit is a new board"
    assert len(street.walls["telegram"].messages) == 1


# Who is called where


async def test_each_is_called_where_they_sit_and_boards_elsewhere_change_silently(street: Street) -> None:
    match = await street.hall.challenge()
    await street.shown(match)
    await street.hall.join(match, DOV, CHANNEL)
    await street.shown(match)
    street.take("discord")
    found = await street.hall.table(match)
    ann_begins = found.person(found.to_move[0]).name == "Ann"
    people = (ANN, DOV) if ann_begins else (DOV, ANN)
    street.time.advance(minutes=10)
    chat = GROUP if ann_begins else CHANNEL
    await street.hall.play(match, *people, chat=chat)
    here = await street.shown(match)
    there = street.take("discord")
    mover, waiter = (here, there) if ann_begins else (there, here)
    assert told(mover) == [("edit", [])]
    assert told(waiter) == [("new", ["Dov" if ann_begins else "Ann"]), ("remove", [])]


async def test_who_went_elsewhere_is_called_there(street: Street) -> None:
    match = await street.begun()
    await street.hall.show_in(match, OTHER_GROUP)
    await street.hall.act(match, ANN, 0, "c2")
    await street.hall.act(match, BOB, 1, "c3", OTHER_GROUP)
    await street.shown(match)
    street.time.advance(minutes=10)
    await street.hall.play(match)
    asked = await street.shown(match)
    assert sorted((one.what, one.chat.id, one.calls) for one in asked) == [
        ("edit", GROUP.id, []),
        ("new", OTHER_GROUP.id, ["Bob"]),
        ("remove", OTHER_GROUP.id, []),
    ]


# How a place wants to see it


async def test_a_challenge_says_how_to_come_from_elsewhere_only_where_that_is_news(street: Street) -> None:
    match = await street.hall.challenge()
    code = (await street.hall.table(match)).match.join_code
    (asked,) = await street.shown(match)
    assert f"From Telegram: telegram/{code} · From Discord: discord/{code}" in asked.text
    del street.walls["discord"]
    found = await street.hall.table(match)
    assert street.herald.look(found, GROUP).ways == (), "there is nowhere else to come from"
    assert street.herald.look(found, ANNS).ways == (("Telegram", f"telegram/{code}"),), "but a link to pass on"


async def test_a_place_has_its_language_and_its_theme(street: Street) -> None:
    match = await street.hall.match()
    found = await street.hall.table(match)
    dark = street.herald.look(found, GROUP, theme="dark", as_text=True)
    assert (dark.theme, dark.as_text, dark.private, dark.words.locale) == ("dark", True, False, "en")
    assert street.herald.look(found, GROUP, theme="no such theme").theme == "light"


async def test_a_place_where_it_is_not_shown_hides_nothing(street: Street) -> None:
    match = await street.begun()
    assert await street.herald.shown(match, OTHER_GROUP)
    assert await street.herald.shown(match, GROUP)


def test_a_wall_speaks_like_a_platform() -> None:
    platform: Platform = Wall()
    assert platform.address(GROUP, "1") == "https://telegram.example/-100/1"
