"""From the first word on Telegram to the deal: pickers, challenges, links, and who may not be asked."""

import asyncio
from urllib.parse import quote

from tests.platforms.telegram_rig import (
    NOTHING,
    TelegramRig,
    code_of,
    labels,
    rows_of,
    start_link,
)


async def test_the_picker_obeys_only_who_asked_and_becomes_the_challenge(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    picker = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    assert rows_of(picker) == [
        ["Collapsi ✓", "Crumble"],
        ["Lopti"],
        ["Quick 4×4 ✓", "Classic"],
        ["Big table", "Second wind"],
        ["More…"],
        ["Post it", "🤖 Computer"],
        ["✘ Cancel"],
    ]
    before = await rig.rows()
    for button in ("Classic", "Post it", "✘ Cancel"):
        assert (await rig.press(rig.bob, picker, button)).text == "Only Alice can do that."
    assert await rig.rows() == before
    await rig.press(rig.alice, picker, "Classic")
    assert labels(picker) == [
        "Collapsi ✓", "Crumble", "Lopti",
        "Quick 4×4", "Classic ✓", "Big table", "Second wind", "More…",
        "Post it", "🤖 Computer", "✘ Cancel",
    ]  # fmt: skip
    assert await rig.press(rig.alice, picker, "Classic ✓") == NOTHING
    await rig.press(rig.alice, picker, "Post it")
    assert picker.body == "Alice would like to play Collapsi · Classic.\n2 days a move. Who is in?"
    assert labels(picker) == ["Join", "How to play", "Withdraw"]
    assert rig.server.posts(rig.club) == [picker]
    await rig.press(rig.bob, picker, "Join")
    board = await rig.is_right(code_of(rig.board()))
    assert rig.server.posts(rig.club) == [board]
    again = await rig.ask(rig.alice, "/play@game_bot", rig.club)
    assert labels(again)[3:5] == ["Quick 4×4", "Classic ✓"], "the next picker remembers the last choice"


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
    assert labels(picker) == [
        "Collapsi ✓", "Crumble", "Lopti",
        "Quick 4×4", "Classic ✓", "Big table", "Second wind", "More…",
        "Post it", "🤖 Computer", "✘ Cancel",
    ]  # fmt: skip
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
    assert labels(challenge) == ["🔗 Invite a friend", "How to play", "Withdraw"]
    link = f"https://t.me/{rig.server.me.username}?start={start_link(challenge)}"
    assert challenge.buttons[0][1] == f"https://t.me/share/url?url={quote(link, safe='')}"
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


async def test_a_preset_alone_names_the_first_game_that_has_it(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    for preset, title in (("first", "Crumble · First game"), ("second", "Collapsi · Second wind")):
        challenge = await rig.ask(rig.alice, f"/play@game_bot {preset}", rig.club)
        assert f"would like to play {title}." in challenge.body


async def test_oneself_and_bots_are_refused(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    own = await rig.say(rig.alice, "me", rig.club)
    yourself = "You can't play yourself here. Leave it open to anyone, or ask somebody else."
    bots = "Bots don't play here, people do. Leave it open to anyone, or ask somebody else."
    assert (await rig.ask(rig.alice, "/play@game_bot classic", rig.club, reply_to=own)).body == yourself
    assert (await rig.ask(rig.alice, "/play@game_bot @alice_w", rig.club)).body == yourself
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
