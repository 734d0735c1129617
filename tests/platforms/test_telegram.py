"""Telegram from end to end: the real python-telegram-bot application against a loopback server."""

import asyncio
import io
import logging
from typing import Any

import pytest
from PIL import Image

from bot import logs
from bot.platforms import telegram_updates
from games.core import Seat
from games.record import parse
from renderer import Scene
from storage.models import Account, Rating
from tests.fakes.telegram import Message
from tests.platforms.telegram_rig import (
    EDIT,
    NOTHING,
    SEND,
    TelegramRig,
    code_of,
    labels,
    moves,
    payload,
    rows_of,
    share_of_colour,
    start_link,
)

PRIVATE = ["play", "games", "move", "board", "rules", "resign", "leaderboard", "help", "about"]
GROUP = ["play", "board", "games", "move", "resign", "rules", "leaderboard", "help"]

# First contact


async def test_hello_is_said_once_to_a_group_that_adds_the_bot(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    group = rig.server.group("New", owner=rig.alice, bot=False)
    await rig.after(rig.alice.add_bot(group, "x"))
    (hello,) = rig.server.posts(group)
    assert hello.body == "Hello! I deal small games: Collapsi. Nothing happens until somebody asks."
    assert labels(hello) == ["▶ Start a game", "How to play"]
    assert hello.silent
    await rig.press(rig.bob, hello, "▶ Start a game")
    picker = rig.newest(group)
    assert "Against: anyone here." in picker.body
    assert (await rig.press(rig.alice, picker, "Post it")).text == "Only Bob can do that."


async def test_start_opens_the_private_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    hello = await rig.ask(rig.alice, "/start")
    assert hello.body.startswith("Hello! I deal small games, played move by move, whenever you have a minute.")
    assert "/play: start a game or challenge someone" in hello.body
    assert labels(hello) == ["▶ Start a game", "How to play"]
    await rig.press(rig.alice, hello, "How to play")
    assert rig.newest(rig.alice).body.startswith("The board\n")
    await rig.press(rig.alice, hello, "▶ Start a game")
    assert labels(rig.newest(rig.alice))[-2:] == ["Post it", "✘ Cancel"]


async def test_menus_hold_the_commands_of_each_scope(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    assert list(rig.alice.menu()) == PRIVATE
    assert list(rig.alice.menu(rig.club)) == GROUP
    assert rig.alice.menu()["play"] == "Start a game or challenge someone"


async def test_help_about_and_rules_answer_in_groups_and_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    for chat in (None, rig.club):
        assert "/about: who made this" in (await rig.ask(rig.alice, "/help@game_bot", chat)).body
        about = (await rig.ask(rig.alice, "/about@game_bot", chat)).body
        assert "Collapsi: designed by Mark S. Ball · https://riffleshuffleandroll.itch.io/collapsi" in about
        assert "https://www.youtube.com/@riffleshuffleandroll" in about
        rules = await rig.ask(rig.alice, "/rules@game_bot collapsi", chat)
        assert rules.body.startswith("The board\nSixteen cards")
        assert "Collapsi was designed by Mark S. Ball: https://riffleshuffleandroll.itch.io/collapsi" in rules.body
        topic = await rig.ask(rig.alice, "/rules@game_bot who begins?", chat)
        assert topic.body.startswith("Who begins?\nThe lot decides")
        assert (await rig.ask(rig.alice, "/rules@game_bot nonsense", chat)).body.startswith("The board\n")


# Starting a game


async def test_the_picker_obeys_only_who_asked_and_becomes_the_challenge(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    assert rows_of(picker) == [["Quick 4×4 ✓", "Classic"], ["Post it", "✘ Cancel"]]
    before = await rig.rows()
    for button in ("Classic", "Post it", "✘ Cancel"):
        assert (await rig.press(rig.bob, picker, button)).text == "Only Alice can do that."
    assert await rig.rows() == before
    await rig.press(rig.alice, picker, "Classic")
    assert labels(picker) == ["Quick 4×4", "Classic ✓", "Post it", "✘ Cancel"]
    assert await rig.press(rig.alice, picker, "Classic ✓") == NOTHING
    await rig.press(rig.alice, picker, "Post it")
    assert picker.body == "Alice would like to play Collapsi · Classic.\n2 days a move. Who is in?"
    assert labels(picker) == ["Join", "How to play", "Withdraw"]
    assert rig.server.posts(rig.club) == [picker]
    await rig.press(rig.bob, picker, "Join")
    board = await rig.is_right(code_of(rig.board()))
    assert rig.server.posts(rig.club) == [board]
    again = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    assert labels(again)[:2] == ["Quick 4×4", "Classic ✓"], "the next picker remembers the last choice"


async def test_a_cancelled_picker_goes_away(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    for chat in (rig.club, None):
        picker = await rig.ask(rig.alice, "/play@game_bot", chat)
        assert await rig.press(rig.alice, picker, "✘ Cancel") == NOTHING
        assert picker not in rig.server.posts(picker.chat)
    assert (await rig.rows())["match"] == []


async def test_a_picker_that_was_left_alone_says_so(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    await rig.tick(hours=1, minutes=1)
    answer = await rig.press(rig.alice, picker, "Post it")
    assert answer.text == "I don't know this game any more. It may have been long ago."


async def test_a_reply_to_a_person_challenges_them(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    said = await rig.say(rig.bob, "who plays?", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot collapsi", rig.club, reply_to=said)
    assert challenge.body.startswith("Bob, Alice invites you to Collapsi · Quick 4×4.\n2 days a move. Open until ")
    assert labels(challenge) == ["Accept", "Not now", "How to play", "Withdraw"]
    assert (challenge.pings, challenge.silent) == ([rig.bob.id], False)
    answer = await rig.press(rig.cleo, challenge, "Accept")
    assert answer.text == "This invitation is for Bob."
    assert (await rig.press(rig.cleo, challenge, "Not now")).text == "This invitation is for Bob."
    assert (await rig.press(rig.bob, challenge, "Withdraw")).text == "Only Alice can do that."
    assert (await rig.press(rig.alice, challenge, "Accept")).text == "This invitation is for Bob."
    await rig.press(rig.bob, challenge, "Accept")
    assert challenge not in rig.server.posts(rig.club)
    await rig.is_right(code_of(rig.board()))


async def test_a_person_without_a_user_name_is_challenged_by_a_mention(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play@game_bot classic Bob", rig.club, mentions=[rig.bob])
    assert challenge.body.startswith("Bob, Alice invites you to Collapsi · Classic.")
    assert challenge.pings == [rig.bob.id]


async def test_a_known_user_name_is_challenged_at_once(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    await rig.ask(rig.cleo, "/games")
    challenge = await rig.ask(rig.alice, "/play@game_bot collapsi classic @Cleo_C", rig.club)
    assert challenge.body.startswith("@cleo_c, Alice invites you to Collapsi · Classic.")
    assert challenge.pings == [rig.cleo.id]
    assert (await rig.press(rig.bob, challenge, "Accept")).text == "This invitation is for Cleo."
    await rig.press(rig.cleo, challenge, "Accept")
    await rig.is_right(code_of(rig.board()))


async def test_a_name_never_met_is_bound_to_the_first_account_with_it(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play@game_bot collapsi classic @cleo_c", rig.club)
    assert challenge.body.startswith("@cleo_c, Alice invites you")
    assert challenge.pings == [rig.cleo.id]
    assert (await rig.press(rig.dov, challenge, "Accept")).text == "This invitation is for @\u2060cleo_c."
    await rig.press(rig.cleo, challenge, "Accept")
    table = await rig.table(code_of(rig.board()))
    assert table.match.invited is not None
    assert table.match.invited.external_id == str(rig.cleo.id)


async def test_an_open_challenge_is_taken_by_the_first_who_comes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    assert challenge.silent
    assert challenge.pings == []
    answer = await rig.press(rig.alice, challenge, "Join")
    assert answer.text == "You sit here already. Somebody else has to come."
    code = code_of(challenge)
    bob, again, cleo = await asyncio.gather(
        rig.bob.press(challenge, "Join"), rig.bob.press(challenge, "Join"), rig.cleo.press(challenge, "Join")
    )
    await rig.handled()
    assert {bob.text, again.text} <= {
        None,
        "Tap a ringed square. The card you leave is gone. Whoever can't move loses.",
    }
    assert cleo.text == "Somebody was faster."
    await rig.is_right(code)
    assert (await rig.forge(rig.dov, rig.board(), f"c:{code}:join")).text == "Somebody was faster."


async def test_who_sits_down_for_the_first_time_is_told_how_it_goes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    first = await rig.press(rig.bob, challenge, "Join")
    assert first.text == "Tap a ringed square. The card you leave is gone. Whoever can't move loses."
    assert first.show_alert
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    assert await rig.press(rig.bob, challenge, "Join") == NOTHING


async def test_an_invitation_can_be_declined_and_passed_on(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    said = await rig.say(rig.bob, "who plays?", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=said)
    assert await rig.press(rig.bob, challenge, "Not now") == NOTHING
    assert challenge.body == "Bob can't play now. Another time!"
    assert labels(challenge) == ["Ask somebody else"]
    assert await rig.forge(rig.bob, challenge, f"c:{code_of(challenge)}:no") == NOTHING, "the same press once more"
    assert (await rig.press(rig.bob, challenge, "Ask somebody else")).text == "Only Alice can do that."
    await rig.press(rig.alice, challenge, "Ask somebody else")
    picker = rig.newest()
    assert labels(picker) == ["Quick 4×4", "Classic ✓", "Post it", "✘ Cancel"]
    await rig.press(rig.alice, picker, "Post it")
    await rig.press(rig.cleo, picker, "Join")
    await rig.is_right(code_of(rig.board()))


async def test_an_invitation_can_be_withdrawn_by_its_host_only(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    assert (await rig.press(rig.bob, challenge, "Withdraw")).text == "Only Alice can do that."
    pressed = await rig.after(rig.alice.press_many(challenge, "Withdraw", 5))
    assert pressed == [NOTHING] * 5
    assert challenge.body == "Alice took the invitation back."
    assert challenge.buttons == []
    answer = await rig.forge(rig.bob, challenge, "c:zzzz:join")
    assert answer.text == "I don't know this game any more. It may have been long ago."


async def test_nobody_came_and_the_host_tries_again(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    said = await rig.say(rig.bob, "who plays?", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=said)
    code = code_of(challenge)
    await rig.tick(hours=47, minutes=59)
    assert labels(challenge)[0] == "Accept"
    await rig.tick(minutes=1)
    assert challenge.body == "Nobody came this time."
    assert labels(challenge) == ["Try again"]
    answer = await rig.forge(rig.bob, challenge, f"c:{code}:join")
    assert answer.text == "This invitation is no longer open."
    assert (await rig.press(rig.bob, challenge, "Try again")).text == "Only Alice can do that."
    assert await rig.after(rig.alice.press_many(challenge, "Try again", 9)) == [NOTHING] * 9
    (again,) = rig.server.posts(rig.club)
    assert again is not challenge
    assert again.pings == [rig.bob.id]
    await rig.press(rig.bob, again, "Accept")
    await rig.is_right(code)


async def test_an_invitation_by_link_makes_two_boards_and_both_are_kept_right(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play classic")
    assert labels(challenge) == ["Join", "How to play", "Withdraw"]
    assert (await rig.ask(rig.alice, f"/start {start_link(challenge)}")).body.startswith("You sit here already.")
    await rig.after(rig.bob.start(start_link(challenge)))
    code = code_of(rig.board(rig.bob))
    assert challenge not in rig.server.posts(rig.alice)
    introduction = next(post for post in rig.server.posts(rig.bob) if "Tap a ringed square." in post.body)
    await rig.press(rig.bob, introduction, "Got it")
    assert introduction not in rig.server.posts(rig.bob)
    while (await rig.table(code)).match.status == "running":
        await rig.is_right(code, rig.alice)
        await rig.is_right(code, rig.bob)
        await rig.play(code, chat="private")
    await rig.is_right(code, rig.alice)
    await rig.is_right(code, rig.bob)
    late = await rig.ask(rig.cleo, f"/start {start_link(challenge)}")
    assert late.body == "I don't know that code. It may have run out. Ask for a fresh one, or /play."


async def test_a_code_is_taken_by_play_too(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    challenge = await rig.ask(rig.alice, "/play classic")
    await rig.say(rig.bob, f"/play@game_bot {start_link(challenge).removeprefix('c_')}", rig.club)
    code = code_of(rig.board())
    await rig.is_right(code)
    await rig.is_right(code, rig.alice)


async def test_oneself_and_bots_are_refused(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    own = await rig.say(rig.alice, "me", rig.club)
    yourself = "You can't play yourself here. Leave it open to anyone, or ask somebody else."
    bots = "Bots don't play here, people do. Leave it open to anyone, or ask somebody else."
    assert (await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=own)).body == yourself
    assert (await rig.ask(rig.alice, "/play@game_bot @alice_w", rig.club)).body == yourself
    assert (await rig.ask(rig.alice, "/play@game_bot @game_bot", rig.club)).body == bots
    assert (await rig.ask(rig.alice, "/play@game_bot @other_bot", rig.club)).body == bots
    other = rig.server.person("Other", username="other_bot", is_bot=True)
    beep = await other.send("beep", rig.club)
    assert (await rig.ask(rig.alice, "/play@game_bot", rig.club, reply_to=beep)).body == bots
    assert (await rig.rows())["match"] == []


async def test_who_hides_behind_the_group_or_a_channel_is_asked_to_show_themselves(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    hidden = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, send_as="group")
    assert hidden.body == "I can't see who you are while you post as the group."
    assert labels(hidden) == ["It's me"]
    channel = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, send_as="channel")
    assert channel.body == "Channels can't play, people can. Write as yourself, please."
    assert (await rig.rows())["match"] == []
    await rig.press(rig.alice, hidden, "It's me")
    assert (await rig.press(rig.alice, rig.newest(), "Post it")) == NOTHING
    assert rig.newest().body.startswith("Alice would like to play")


async def test_one_person_may_have_five_open_invitations(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    for _ in range(5):
        await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    full = "Many invitations of yours are open. Withdraw one, or wait for an answer."
    assert (await rig.ask(rig.alice, "/play@game_bot classic", rig.club)).body == full
    assert (await rig.press(rig.alice, picker, "Post it")).text == full
    assert sum(row[6] == "open" for row in (await rig.rows())["match"]) == 5


# Whole matches


@pytest.mark.parametrize("where", ["group", "topic", "private"])
async def test_a_match_is_played_to_the_last_move_by_buttons(telegram_rig: TelegramRig, where: str) -> None:
    rig = telegram_rig
    topic: int | None = None
    if where == "private":
        chats: list[Any] = [rig.alice, rig.bob]
        code = await rig.begin_privately()
    else:
        group = rig.club
        if where == "topic":
            group = rig.server.group("Forum", forum=True)
            topic = rig.server.topic(group, "Games")
            rig.server.join(group, *rig.people)
        code, chats = await rig.begin(group, topic), [group]
    while (table := await rig.table(code)).match.status == "running":
        mover = rig.person(table, table.to_move[0])
        home = mover if where == "private" else chats[0]
        board = rig.board(home, topic)
        square = moves(board)[-1]
        assert await rig.press(mover, board, square) == NOTHING
        after = await rig.table(code)
        for chat in chats:
            shown = await rig.is_right(code, chat, topic)
            with Image.open(io.BytesIO(rig.server.picture(shown))) as picture:
                assert picture.format == "PNG"
                picture.verify()
            png, (seat,) = rig.server.picture(shown), table.to_move
            assert share_of_colour(png, after, square, seat) > 0.02, "the pawn stands where it jumped to"
            assert share_of_colour(png, after, square, 1 - seat) < 0.02
    table = await rig.table(code)
    assert table.outcome is not None
    winner, loser = (table.person(min(place)).name for place in table.outcome.places)
    for chat in chats:
        final = rig.board(chat, topic)
        assert f"{winner} " in final.body
        assert f" wins: {loser} " in final.body
        assert f"{table.match.ply} moves." in final.body
        assert "? (+" in final.body
        assert "? (−" in final.body
        assert labels(final) == ["↻ Rematch", "📄 Record"]
        assert len(rig.boards(chat, topic)) == 1
    if where == "topic":
        assert rig.server.posts(chats[0], topic=1) == [], "nothing is said outside of the topic"


async def test_the_other_one_accepts_a_rematch_and_the_seats_are_swapped(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    old, final = await rig.table(code), rig.board()
    answer = await rig.press(rig.cleo, final, "↻ Rematch")
    people = ", ".join(old.person(Seat(seat)).name for seat in (0, 1))
    assert answer.text == f"This is the game of {people}. Want your own?"
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "Asked. I'll call you when it begins."
    asked = rig.newest()
    assert asked.body.startswith("@alice_w, Bob invites you to Collapsi · Classic.")
    assert asked.pings == [rig.alice.id]
    assert (await rig.press(rig.bob, final, "↻ Rematch")).text == "You have asked already. Now it is up to the others."
    await rig.press(rig.alice, final, "↻ Rematch")
    new = code_of(rig.board())
    table = await rig.table(new)
    assert new != code
    assert [seat.player_id for seat in table.match.seats] == [seat.player_id for seat in reversed(old.match.seats)]
    await rig.is_right(new)
    assert asked not in rig.server.posts(rig.club)
    assert final in rig.server.posts(rig.club)
    await rig.play_out(new)
    await rig.is_right(new)


async def test_a_rematch_of_a_match_by_link_is_asked_in_both_private_chats(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    await rig.play_out(code, "private")
    await rig.press(rig.alice, rig.board(rig.alice), "↻ Rematch")
    asked = rig.newest(rig.bob)
    assert asked.body.startswith("Bob, Alice invites you")
    await rig.press(rig.bob, asked, "Accept")
    new = code_of(rig.newest(rig.bob))
    assert {code_of(rig.newest(rig.alice)), code_of(rig.newest(rig.bob))} == {new}
    await rig.play_out(new, "private", plies=2)
    for chat in (rig.alice, rig.bob):
        (board,) = [one for one in rig.boards(chat) if f"#{new}" in one.body]
        assert moves(board)


async def test_a_record_goes_to_the_private_chat_and_replays_to_the_same_end(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    final, table = rig.board(), await rig.table(code)
    closed = await rig.press(rig.alice, final, "📄 Record")
    assert closed.text == "Here is the record.\nOpen our private chat once, then I can show you more there."
    assert closed.show_alert
    await rig.ask(rig.alice, "/start")
    assert await rig.press(rig.alice, final, "📄 Record") == NOTHING
    sent = rig.newest(rig.alice)
    assert sent.document is not None
    assert sent.document.name == f"collapsi-{code}.txt"
    record = parse(sent.document.data.decode())
    assert str(record.check()) == table.match.position
    assert record.outcome == table.outcome
    assert set(record.headers.values()) >= {"Alice", "Bob"}
    assert "Mark S. Ball" in record.comments[0]
    assert rig.server.posts(rig.club) == [final], "the group sees nothing of it"


async def test_a_group_has_one_leaderboard_and_can_look_everywhere(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    empty = await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)
    assert empty.body == "Leaderboard · Collapsi · here\nNobody has a rated game yet."
    code = await rig.begin()
    await rig.play_out(code)
    here = await rig.ask(rig.dov, "/leaderboard@game_bot", rig.club)
    assert empty not in rig.server.posts(rig.club)
    winner, loser = await _names(rig, code)
    assert here.body.split("\n")[0] == "Leaderboard · Collapsi · here"
    assert here.body.split("\n")[1].startswith(f"1. {winner}: 1,0")
    assert here.body.endswith("0 won, 1 lost")
    assert here.photo
    assert here.silent
    assert labels(here) == ["Everywhere"]
    assert await rig.press(rig.bob, here, "Everywhere") == NOTHING
    assert here.body.startswith("Leaderboard · Collapsi · everywhere\n1. ")
    assert labels(here) == ["Here"]
    await rig.press(rig.bob, here, "Here")
    other = rig.server.group("Other")
    elsewhere = await rig.ask(rig.bob, "/leaderboard@game_bot", other)
    assert "Nobody has a rated game yet." in elsewhere.body
    everywhere = await rig.ask(rig.bob, "/leaderboard@game_bot everywhere", other)
    assert f"2. {loser}: " in everywhere.body
    assert rig.server.posts(other) == [everywhere]
    mine = await rig.ask(rig.bob, "/leaderboard everywhere")
    assert f"1. {winner}: " in mine.body


async def _names(rig: TelegramRig, code: str) -> list[str]:
    table = await rig.table(code)
    assert table.outcome is not None
    return [table.person(min(place)).name for place in table.outcome.places]


# Typing


async def test_a_reply_to_the_board_is_a_move_and_gets_a_thumb(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    move = moves(board)[0]
    reply = await rig.say(mover, f" {move.upper()} ", rig.club, reply_to=board)
    assert (await rig.table(code)).log[-1].text == move
    assert reply.reactions[rig.server.me.id] == [{"type": "emoji", "emoji": "👍"}]
    await rig.is_right(code)
    assert len(rig.server.posts(rig.club)) == 1


async def test_the_command_plays_as_a_reply_and_alone(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    first = await rig.mover(code)
    await rig.say(first, f"/move@game_bot {moves(rig.board())[0]}", rig.club, reply_to=rig.board())
    assert (await rig.table(code)).match.ply == 1
    second = await rig.mover(code)
    asked = await rig.say(second, f"/move@game_bot {moves(rig.board())[0]}", rig.club)
    assert (await rig.table(code)).match.ply == 2
    assert asked.reactions == {}
    await rig.say(first, f"/move@game_bot #{code} {moves(rig.board())[0]}", rig.club)
    assert (await rig.table(code)).match.ply == 3
    assert [post.id for post in rig.server.posts(rig.club)] == [rig.board().id]
    await rig.is_right(code)


async def test_a_bare_line_in_the_private_chat_is_a_move(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    mover = await rig.mover(code)
    await rig.say(mover, moves(rig.board(mover))[0])
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code, rig.alice)
    other = await rig.ask(mover, "a1")
    assert other.body == "No game waits for you here."
    assert labels(other) == ["My games", "Start one"]


async def test_what_cannot_be_read_or_played_is_refused_and_goes_away_with_the_next_board(
    telegram_rig: TelegramRig,
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, before = await rig.mover(code), await rig.rows("match", "move")
    unreadable = await rig.ask(mover, "/move@game_bot cc3", rig.club)
    assert unreadable.body == 'I can\'t read "cc3". Write a square like c3, or use the buttons.'
    assert unreadable.silent
    as_reply = await rig.ask(mover, "/move@game_bot cc3", rig.club, reply_to=rig.board())
    assert as_reply.body == unreadable.body
    legal = moves(rig.board())
    far = next(column + row for column in "abcd" for row in "1234" if column + row not in legal)
    illegal = await rig.ask(mover, f"/move@game_bot {far}", rig.club)
    assert any(start in illegal.body for start in ("You can't reach", "stands on", "You can't cross", "That way"))
    typed = await rig.ask(mover, far, rig.club, reply_to=rig.board())
    assert typed.body == illegal.body
    waiter = await rig.waiter(code)
    turn = await rig.ask(waiter, legal[0], rig.club, reply_to=rig.board())
    assert turn.body.startswith("It's the turn of ")
    assert turn.body.endswith("I'll call you when it's yours.")
    assert await rig.rows("match", "move") == before
    assert len(rig.server.posts(rig.club)) == 6
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    assert rig.server.posts(rig.club) == [rig.board()]


async def test_replies_that_are_no_moves_are_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    before, posts = await rig.rows(), len(rig.server.posts(rig.club))
    board = rig.board()
    for who, text in (
        (mover, "let me think"),
        (waiter, "nice board!"),
        (rig.cleo, "good luck"),
        (rig.cleo, moves(board)[0]),
    ):
        said = await rig.say(who, text, rig.club, reply_to=board)
        assert said.reactions == {}
    assert await rig.rows("match", "move") == {name: before[name] for name in ("match", "move")}
    assert len(rig.server.posts(rig.club)) == posts
    await rig.play_out(code)
    for text in ("gg", "haha nice"):
        await rig.say(mover, text, rig.club, reply_to=rig.board())
    assert len(rig.server.posts(rig.club)) == posts
    late = await rig.ask(mover, "a1", rig.club, reply_to=rig.board())
    assert late.body == "This game is over."


async def test_a_reply_to_an_old_board_plays_nothing(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.server.refuse("deleteMessage", times=99)
    rig.server.refuse("editMessageReplyMarkup", times=99)
    old = rig.board()
    await rig.say(rig.dov, "/board@game_bot", rig.club)
    assert rig.board() is not old
    await rig.play(code)
    await rig.play(code)
    before = await rig.rows("match", "move")
    answer = await rig.ask(await rig.mover(code), moves(rig.board())[0], rig.club, reply_to=old)
    assert answer.body.startswith("The table has moved on. Here is how it stands now.")
    assert await rig.rows("match", "move") == before


async def test_several_waiting_games_are_told_apart(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    codes: list[str] = []
    while len(codes) < 2:
        code = await rig.begin()
        if await rig.mover(code) is rig.alice:
            codes.append(code)
        else:
            await rig.say(rig.alice, f"/resign@game_bot {code}", rig.club)
            await rig.press(rig.alice, rig.newest(), "Yes, resign")
    question = await rig.ask(rig.alice, "/move@game_bot " + "щ" * 70, rig.club)
    assert question.body == "In which game?"
    assert labels(question) == ["Collapsi vs Bob", "Collapsi vs Bob"]
    board = next(one for one in rig.boards() if f"#{codes[1]}" in one.body)
    move = moves(board)[0]
    question = await rig.ask(rig.alice, f"/move@game_bot {move}", rig.club)
    wanted = next(data for _, data in question.buttons if f":{codes[1]}:" in data)
    await rig.press(rig.alice, question, wanted)
    assert ((await rig.table(codes[1])).match.ply, (await rig.table(codes[0])).match.ply) == (1, 0)
    await rig.say(rig.alice, f"/move@game_bot #{codes[0]} {(await _choices(rig, codes[0]))[0]}", rig.club)
    assert (await rig.table(codes[0])).match.ply == 1
    both = await rig.ask(rig.alice, "/board@game_bot", rig.club)
    assert both.body == "In which game?"


async def _choices(rig: TelegramRig, code: str) -> list[str]:
    table = await rig.table(code)
    assert table.position is not None
    return [choice.text for choice in table.position.choices(table.to_move[0]).items]


# Commands about running games


async def test_board_brings_the_board_as_picture_or_as_text(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    first = rig.board()
    await rig.say(rig.alice, "/board@game_bot text", rig.club)
    second = await rig.is_right(code)
    assert second is not first
    assert (second.silent, second.pings, second.photo) == (True, [], [])
    assert "may go to" in second.body
    await rig.play(code)
    assert not (await rig.is_right(code)).photo
    await rig.say(rig.alice, "/board@game_bot picture", rig.club)
    assert (await rig.is_right(code)).photo
    await rig.say(rig.alice, "/board")
    mine = await rig.is_right(code, rig.alice)
    assert mine.photo
    await rig.play(code)
    await rig.is_right(code, rig.alice)
    none = await rig.ask(rig.cleo, "/board")
    assert none.body == "There is no game to show here."
    stranger = await rig.ask(rig.cleo, f"/board {code}")
    assert "Want your own?" in stranger.body


async def test_games_lists_ones_own_in_private_and_the_groups_in_a_group(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    assert (await rig.ask(rig.alice, "/games")).body == "You have no games going."
    assert (await rig.ask(rig.alice, "/games@game_bot", rig.club)).body == "Nothing goes on here yet."
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    mine = await rig.ask(mover, "/games")
    assert mine.body.startswith(f"Your turn:\n1. Collapsi vs {waiter.name} · #{code} · until ")
    assert (await rig.ask(waiter, "/games")).body.startswith("Waiting for others:\n1. Collapsi vs ")
    here = await rig.ask(rig.cleo, "/games@game_bot", rig.club)
    assert here.body.startswith(f"Collapsi · Classic · #{code}: ")
    assert f"{mover.name} " in here.body
    assert here.body.endswith(" to move")
    assert rig.board().keyboard is not None
    assert mine.buttons[0] == ("Open 1", f"https://t.me/c/{str(rig.club).removeprefix('-100')}/{rig.board().id}")
    said = await rig.say(waiter, "again", rig.club)
    await rig.say(mover, "/play@game_bot classic", rig.club, reply_to=said)
    invited = await rig.ask(waiter, "/games")
    assert f"{mover.name} invites you to Collapsi · Classic." in invited.body
    await rig.press(waiter, invited, "Accept")
    assert (await rig.ask(waiter, "/games")).body.count("#") == 2


async def test_resign_asks_and_only_who_was_asked_can_say_yes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    question = await rig.ask(rig.alice, "/resign@game_bot", rig.club)
    assert question.body.startswith("Give up this game? Bob ")
    assert labels(question) == ["Yes, resign", "Keep playing"]
    answer = await rig.press(rig.bob, question, "Yes, resign")
    assert answer.text == "Somebody else was asked that. /resign gives up a game of yours."
    assert "Want your own?" in ((await rig.press(rig.cleo, question, "Yes, resign")).text or "")
    await rig.press(rig.bob, question, "Keep playing")
    assert (await rig.table(code)).match.status == "running"
    await rig.press(rig.alice, question, "Keep playing")
    assert question not in rig.server.posts(rig.club)
    question = await rig.ask(rig.alice, "/resign@game_bot", rig.club)
    assert await rig.after(rig.alice.press_many(question, "Yes, resign", 3)) == [NOTHING] * 3
    assert question not in rig.server.posts(rig.club)
    final = await rig.is_right(code)
    assert "Bob " in final.body
    assert "wins: Alice" in final.body
    assert (await rig.ask(rig.alice, "/resign")).body == "No game waits for you here."


# The menu


async def test_the_menu_unfolds_below_the_moves_for_players_and_folds_again(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    folded = rows_of(board)
    assert folded[-1] == ["⋯"]
    for who in (mover, waiter):
        assert await rig.press(who, board, "⋯") == NOTHING
        unfolded = rows_of(board)
        assert unfolded[: len(folded)] == folded
        assert [label for row in unfolded[len(folded) :] for label in row] == [
            "Text board",
            "Rules",
            "Bring it here",
            "Mute this turn",
            "Resign…",
        ]
        assert await rig.press(who, board, "⋯") == NOTHING
        assert rows_of(board) == folded
    looked = await rig.press(rig.cleo, board, "⋯")
    assert looked.text == "You are watching. /board text shows the board with letters; /play starts a game of yours."
    assert looked.show_alert
    assert rows_of(board) == folded


async def test_what_the_menu_offers_works(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    folded = rows_of(board)
    await rig.press(mover, board, "⋯")
    letters = await rig.press(mover, board, "Text board")
    assert letters.show_alert
    assert f"#{code}\n    a  b  c  d\n 1  " in (letters.text or "")
    rules = await rig.press(mover, board, "Rules")
    assert rules.text == "The board\nOpen our private chat once, then I can show you more there."
    assert (await rig.press(mover, board, "Mute this turn")).text == "I won't remind you of this turn."
    question = await rig.press(mover, board, "Resign…")
    assert (question.text or "").startswith("Give up this game? ")
    assert rows_of(board) == [*folded, ["Yes, resign", "Keep playing"]]
    assert await rig.press(mover, board, "Keep playing") == NOTHING
    assert rows_of(board) == folded
    await rig.press(mover, board, "⋯")
    await rig.press(mover, board, "Bring it here")
    assert rig.board() is not board
    await rig.press(mover, rig.board(), "⋯")
    await rig.press(mover, rig.board(), "Resign…")
    waiter = await rig.waiter(code)
    assert (await rig.press(waiter, rig.board(), "Yes, resign")).text == (
        "Somebody else was asked that. /resign gives up a game of yours."
    )
    await rig.press(mover, rig.board(), "Yes, resign")
    await rig.is_right(code)


async def test_in_the_private_chat_the_menu_is_a_message_of_its_own(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin_privately()
    board = rig.board(rig.alice)
    await rig.press(rig.alice, board, "⋯")
    menu = rig.newest(rig.alice)
    assert menu.body == "What would you like to do?"
    await rig.press(rig.alice, menu, "Text board")
    assert " may go to " in menu.body
    await rig.press(rig.alice, board, "⋯")
    menu = rig.newest(rig.alice)
    await rig.press(rig.alice, menu, "Resign…")
    assert menu.body.startswith("Give up this game? ")
    await rig.press(rig.alice, menu, "Keep playing")
    assert menu not in rig.server.posts(rig.alice)
    assert (await rig.table(code)).match.status == "running"


async def test_a_menu_that_unfolds_while_the_board_changes_leaves_it_right(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    move = moves(board)[0]
    gate = rig.server.hold("editMessageReplyMarkup")
    query = waiter.tap(board, "⋯")
    await rig.server.until(lambda: gate.waiting)
    await mover.press(board, move)
    await rig.herald.settle()
    assert f"jumped to {move}." in board.body
    gate.open()
    await rig.handled()
    assert query in rig.server.answers
    await rig.is_right(code)


# Edit or post anew, and who is called


async def test_boards_are_edited_while_both_are_here(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    board = rig.board()
    sent = rig.calls(SEND)
    for _ in range(3):
        rig.time.advance(minutes=1)
        await rig.play(code)
    assert rig.board() is board
    assert rig.calls(SEND) == sent
    assert rig.calls(EDIT) == 3


async def test_who_is_not_here_is_called_by_a_new_board(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, old = await rig.mover(code), await rig.waiter(code), rig.board()
    await rig.tick(minutes=10)
    old = rig.board()
    await rig.play(code)
    new = await rig.is_right(code)
    assert new is not old
    assert old not in rig.server.posts(rig.club)
    assert (new.pings, new.silent) == ([waiter.id], False)
    if waiter is rig.alice:
        assert "@alice_w" in new.body
    else:
        (mention,) = [one for one in new.entities if one["type"] == "text_mention"]
        assert mention["user"]["id"] == rig.bob.id
    assert mover.id not in new.pings


async def test_after_45_minutes_a_board_is_posted_anew(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    board = rig.board()
    rig.time.advance(minutes=45)
    await rig.all_are_here()
    await rig.play(code)
    assert rig.board() is board
    rig.time.advance(minutes=1)
    await rig.all_are_here()
    waiter = await rig.waiter(code)
    await rig.play(code)
    assert board not in rig.server.posts(rig.club)
    assert (await rig.is_right(code)).pings == [waiter.id]


async def test_a_silent_mover_is_called_once_after_three_minutes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    quiet = rig.board()
    mover = await rig.mover(code)
    await rig.tick(minutes=2, seconds=59)
    assert rig.board() is quiet
    await rig.tick(seconds=1)
    called = await rig.is_right(code)
    assert called is not quiet
    assert (called.pings, called.silent) == ([mover.id], False)
    await rig.tick(minutes=3)
    await rig.tick(hours=12)
    assert rig.board() is called


async def test_the_mover_is_reminded_at_half_and_at_four_fifths(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    await rig.tick(minutes=3)
    called = rig.board()
    await rig.tick(hours=23, minutes=56)
    assert rig.board() is called
    await rig.tick(minutes=1)
    first = await rig.is_right(code)
    assert first is not called
    assert "still your move." in first.body
    assert (first.pings, first.silent) == ([mover.id], False)
    await rig.tick(hours=14, minutes=24)
    second = await rig.is_right(code)
    assert second is not first
    assert second.pings == [mover.id]
    await rig.tick(hours=9)
    assert rig.board() is second


async def test_a_muted_turn_is_not_reminded_of(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    await rig.tick(minutes=3)
    board = rig.board()
    await rig.press(mover, board, "⋯")
    await rig.press(mover, board, "Mute this turn")
    board = rig.board()
    await rig.tick(hours=24)
    await rig.tick(hours=15)
    assert rig.board() is board
    refused = await rig.forge(await rig.waiter(code), board, f"x:{code}:0:mute")
    assert (refused.text or "").startswith(f"It's the turn of {mover.name} ")


async def test_only_who_waits_may_claim_the_win_when_time_is_over(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code, plies=4)
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    assert (await rig.forge(waiter, rig.board(), f"x:{code}:4:claim")).text == "There is time until 03.05. 12:00 UTC."
    await rig.tick(hours=48)
    board = rig.board()
    assert "The time is over." in board.body
    assert (board.pings, board.silent) == ([waiter.id], False)
    assert labels(board)[-3:] == ["Claim the win", "One more day", "⋯"]
    assert (await rig.press(mover, board, "Claim the win")).text == "Only those who wait can do that."
    assert (await rig.press(mover, board, "One more day")).text == "Only those who wait can do that."
    assert await rig.press(waiter, board, "One more day") == NOTHING
    assert "Claim the win" not in labels(rig.board())
    await rig.tick(hours=24)
    assert "Claim the win" in labels(rig.board())
    assert await rig.after(waiter.press_many(rig.board(), "Claim the win", 3)) == [NOTHING] * 3
    final = await rig.is_right(code)
    assert "ran out of time." in final.body
    assert (await rig.table(code)).match.rated


async def test_the_mover_may_still_play_when_time_is_over(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.tick(hours=49)
    await rig.play(code)
    await rig.is_right(code)
    assert "Claim the win" not in labels(rig.board())


async def test_a_match_that_nobody_claims_is_called_off_unrated(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code, plies=4)
    await rig.tick(hours=48)
    await rig.tick(days=7)
    final = await rig.is_right(code)
    assert "Let's call it off." in final.body
    assert "(+" not in final.body
    assert (await rig.table(code)).match.rated is False
    assert (await rig.rows("rating"))["rating"] == []


async def test_the_end_calls_the_other_one_once(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    rig.time.advance(minutes=10)
    loser, winner = rig.alice, rig.bob
    question = await rig.ask(loser, "/resign@game_bot", rig.club)
    await rig.press(loser, question, "Yes, resign")
    final = await rig.is_right(code)
    assert final.pings == [winner.id]
    await rig.tick(days=9)
    assert rig.board() is final


async def test_everything_else_is_silent(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    for command in ("/help", "/rules", "/about", "/leaderboard", "/games", "/board", "/move zz", "/play"):
        await rig.say(await rig.mover(code), f"{command}@game_bot".replace(" zz@game_bot", "@game_bot zz"), rig.club)
    posts = [post for post in rig.server.posts(rig.club) if not post.pings]
    assert len(posts) >= 3
    assert [post.body for post in posts if not post.silent] == []


# Presses that come late, twice, or from elsewhere


async def test_a_press_on_an_old_button_works_after_a_restart(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play(code)
    await rig.restart()
    await rig.play(code)
    await rig.is_right(code)
    await rig.play_out(code)
    await rig.is_right(code)


async def test_presses_made_while_the_bot_was_down_are_judged_by_their_ply(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    first, second = moves(board)[:2]
    await rig.stop()
    mover.tap(board, first)
    mover.tap(board, second)
    waiter.tap(board, first)
    waiter.tap(board, "⋯")
    rig.server.advance(3600)
    rig.time.advance(hours=1)
    await rig.start()
    await rig.handled()
    table = await rig.table(code)
    assert table.match.ply == 1
    assert table.log[0].text in (first, second)
    await rig.is_right(code)


async def test_fifty_identical_presses_make_one_move_and_no_complaint(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    pressed = await rig.after(mover.press_many(board, moves(board)[0], 50))
    assert pressed == [NOTHING] * 50
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)
    while (await rig.table(code)).match.status == "running":
        mover, board = await rig.mover(code), rig.board()
        pressed = await rig.after(mover.press_many(board, moves(board)[0], 3))
        assert pressed == [NOTHING] * 3
    await rig.is_right(code)


GARBAGE = (
    *("m", "m:", "m::", "m:CODE:x:a1", "m:CODE:-1:a1", "m:zzzzzzzz:0:a1", "m:CODE:99999999999:a1", "q:1:y", "🎲" * 16),
    *("x:CODE:2:dance", "x:CODE:2:resign!", "x:CODE:2:resign!9", "c:CODE:dance", "n:CODE:post:", "x:CODE:2"),
    *("r:chess:0", "l:chess:here:", "l:collapsi", "s:lang:de", "a" * 64),
)


async def test_a_press_that_comes_to_nothing_is_explained_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    old = payload(rig.board(), moves(rig.board())[-1])
    assert "Want your own?" in ((await rig.press(rig.cleo, rig.board(), moves(rig.board())[0])).text or "")
    await rig.play(code)
    await rig.play(code)
    rig.time.advance(minutes=1)
    before, posts = await rig.rows("match", "move", "due", "surface"), list(rig.server.posts(rig.club))
    board = rig.board()
    stale = "The table has moved on. Here is how it stands now."
    assert (await rig.forge(mover, board, old)).text == stale
    turn = (await rig.press(waiter, board, moves(board)[0])).text or ""
    assert turn.startswith("It's the turn of ")
    unknown = "I don't know this game any more. It may have been long ago."
    for garbage in GARBAGE:
        answer = await rig.forge(rig.cleo, board, garbage.replace("CODE", code))
        assert answer.text, f"{garbage!r} was not answered"
        assert answer.text == unknown or "Want your own?" in answer.text or "Only " in answer.text
    assert (await rig.forge(mover, board, f"m:{code}:2:{'z' * 40}")).text == (
        f'I can\'t read "{"z" * 19}…". Write a square like c3, or use the buttons.'
    )
    await rig.play_out(code)
    final = await rig.rows("match", "move", "due", "rating")
    over = await rig.forge(mover, rig.board(), f"m:{code}:2:a1")
    assert over.text in ("This game is over.", stale)
    assert (await rig.forge(waiter, rig.board(), f"x:{code}:2:resign")).text == "This game is over."
    assert await rig.rows("match", "move", "due", "rating") == final
    assert set(before["move"]) < set(final["move"])
    assert len(rig.server.posts(rig.club)) == len(posts)


async def test_forged_payloads_change_no_message(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    await rig.play_out(code)
    final, text = rig.board(), rig.board().body
    await rig.ask(rig.alice, "/start")
    for forged in (f"x:{code}:9:text", f"x:{code}:9:look", "l:collapsi:here:", "r:collapsi:1", f"x:{code}:9:close"):
        await rig.forge(rig.alice, final, forged)
        assert final.body == text
        assert labels(final) == ["↻ Rematch", "📄 Record"]
    open_one = await rig.ask(rig.alice, "/play@game_bot classic", rig.club)
    for act in ("record", "text", "look", "menu", "claim", "rematch"):
        answer = await rig.forge(rig.bob, open_one, f"x:{code_of(open_one)}:0:{act}")
        assert answer.text == "I don't know this game any more. It may have been long ago."


async def test_a_press_on_a_deleted_board_still_counts(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    data = payload(board, moves(board)[0])
    rig.server.delete(rig.club, board.id)
    assert await rig.after(mover.press_forged(rig.club, board.id, data)) == NOTHING
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)
    gone = await rig.after(mover.press_forged(rig.club, board.id, "m:zz:0:a1"))
    assert gone.text == "I don't know this game any more. It may have been long ago."
    other = await rig.after(rig.cleo.press_forged(rig.club, board.id, data))
    assert "Want your own?" in (other.text or "")


async def test_a_press_is_answered_before_slow_work_is_done(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = telegram_rig
    code = await rig.begin()
    go, draw, write = asyncio.Event(), rig.gallery.picture, rig.store.write

    async def slow_picture(scene: Scene) -> Any:
        await go.wait()
        return await draw(scene)

    async def slow_write(work: Any) -> Any:
        await go.wait()
        return await write(work)

    held_things = (rig.gallery, "picture", slow_picture, draw), (rig.store, "write", slow_write, write)
    for held, name, slow, quick in held_things:
        go.clear()
        monkeypatch.setattr(held, name, slow)
        monkeypatch.setattr(telegram_updates, "PATIENCE", 0.05)
        mover, ply = await rig.mover(code), (await rig.table(code)).match.ply
        assert await mover.press(rig.board(), moves(rig.board())[0], timeout=2) == NOTHING
        go.set()
        await rig.handled()
        monkeypatch.setattr(held, name, quick)
        assert (await rig.table(code)).match.ply == ply + 1
        await rig.is_right(code)


# Names and secrets


NAMES = (
    '<b>Eve</b> & "co"',
    "@cleo_c",
    "שלום \u202eabc עולם",
    "👩‍👩‍👧‍👦🎲💥",
    "W" * 64,
    "/start https://evil.example #tag",
    "Z\u0351\u0352\u0353algo\u200b",
)


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_never_pings_or_breaks_anything(telegram_rig: TelegramRig, name: str) -> None:
    rig = telegram_rig
    eve = rig.server.person(name)
    rig.people = (*rig.people, eve)
    said = await rig.say(eve, "hi", rig.club)
    challenge = await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=said)
    assert challenge.pings == [eve.id]
    await rig.press(rig.bob, challenge, "Accept")
    await rig.press(eve, challenge, "Accept")
    code = code_of(rig.board())
    seen: list[Message] = [challenge, rig.board()]
    for command in ("/games@game_bot", "/board@game_bot text", "/resign@game_bot"):
        seen.append(await rig.ask(rig.alice, command, rig.club))
    while (await rig.table(code)).match.status == "running":
        rig.time.advance(minutes=10)
        await rig.play(code)
        seen.append(rig.board())
    seen += [await rig.ask(rig.alice, "/leaderboard@game_bot", rig.club), await rig.ask(eve, "/games")]
    assert {ping for post in seen for ping in post.pings} <= {rig.alice.id, eve.id}
    kinds = {entity["type"] for post in seen for entity in post.entities}
    assert kinds <= {"text_mention", "mention", "date_time", "pre"}
    assert all(post.body for post in seen)


async def test_a_full_leaderboard_of_long_names_fits(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    people = [rig.server.person("🎲" * 30 + str(number)) for number in range(12)]
    for one in people:
        await rig.ask(one, "/games")

    def rate(session: Any) -> None:
        for account in session.query(Account).all():
            session.add(
                Rating(player_id=account.player_id, game="collapsi", place_id=0, mu=25 + account.id, sigma=1,
                       played=9999, won=9999, lost=9999, trend=[])
            )  # fmt: skip

    await rig.store.write(rate)
    shown = await rig.ask(rig.alice, "/leaderboard@game_bot everywhere", rig.club)
    assert shown.photo
    assert shown.body.startswith("Leaderboard · Collapsi · everywhere\n1. 🎲")
    assert len(shown.body.split("\n")) >= 6


async def test_the_log_never_holds_the_token(
    telegram_rig: TelegramRig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = telegram_rig
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    quiet = {name: logging.getLogger(name).level for name in logs.QUIET}
    try:
        logs.setup("DEBUG", (rig.server.token,))
        code = await rig.begin()
        rig.server.lose(EDIT)
        rig.server.refuse(SEND)
        rig.server.fault("deleteMessage", 500, "Internal Server Error")
        await rig.play_out(code)
        await rig.restart()
        assert rig.telegram is not None
        logging.getLogger("bot").error("trouble with %s", rig.server.token)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        for name, old in quiet.items():
            logging.getLogger(name).setLevel(old)
    logged = capsys.readouterr().err
    assert "Telegram: connected as @game_bot" in logged
    assert "trouble with •••" in logged
    assert rig.server.token not in logged
    assert rig.server.token.partition(":")[2] not in logged
