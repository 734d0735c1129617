"""Presses on Discord that come late, twice, forged or from the wrong hands; names and secrets."""

import asyncio
import logging

import pytest

from bot import logs
from renderer import Picture, Scene
from tests.fakes.discord import Kind
from tests.platforms.discord_rig import (
    MESSAGE,
    DiscordRig,
    code_of,
    is_silent,
    said,
)

# Presses that come late, twice, or from the wrong hands


async def test_a_button_from_before_a_restart_still_works(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play(code)
    board = rig.board()
    await rig.rejoin()
    assert rig.boards() == [board]
    await rig.play(code)
    assert (await rig.table(code)).match.ply == 2
    await rig.is_right(code)


async def test_a_challenge_from_before_a_restart_can_be_accepted(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    (picker,) = (await rig.slash(rig.cleo, "play")).answers
    await rig.rejoin()
    await rig.press(rig.bob, rig.board(), "Accept")
    await rig.is_right(code_of(rig.board()))
    await rig.press(rig.cleo, picker, "Post it")
    assert rig.board()["content"].startswith("Cleo would like to play")


async def test_fifty_identical_presses_at_once_make_one_move_and_no_complaint(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    presses = await mover.press_many(board, rig.moves(board)[0], 50)
    await rig.handled()
    assert (await rig.table(code)).match.ply == 1
    assert all(is_silent(press) for press in presses)
    await rig.is_right(code)


async def test_two_different_presses_at_once_make_one_move(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    one, two = rig.moves(board)[:2]
    pressed = await asyncio.gather(mover.press(board, one), mover.press(board, two))
    await rig.handled()
    assert (await rig.table(code)).match.ply == 1
    (answer,) = [answer for press in pressed for answer in press.answers]
    assert answer["content"].startswith("The table has moved on. Here is how it stands now.")
    assert f"#{code}" in answer["content"]
    await rig.is_right(code)


async def test_a_stale_press_plays_nothing_and_shows_the_table_as_it_is(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, old = await rig.mover(code), rig.payload(rig.board(), rig.moves(rig.board())[0])
    await rig.play(code)
    await rig.play(code)
    rig.time.advance(seconds=11)
    before = rig.rows()
    stale = await rig.forge(mover, rig.board(), old)
    assert said(stale).startswith("The table has moved on. Here is how it stands now.")
    assert rig.server.picture(stale.answers[0])
    assert rig.rows() == before
    # What is shown privately can be pressed, and goes away once it has done its work.
    await rig.press(mover, stale.answers[0], rig.moves(stale.answers[0])[0])
    assert (await rig.table(code)).match.ply == 3
    assert stale.answers == []
    await rig.is_right(code)


async def test_strangers_and_those_who_wait_are_told_so_in_private(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    board, before = rig.board(), rig.rows()
    waiter = await rig.waiter(code)
    waiting = said(await rig.press(waiter, board, rig.moves(board)[0]))
    assert waiting.startswith("It's the turn of ")
    assert waiting.endswith(". I'll call you when it's yours.")
    stranger = await rig.press(rig.cleo, board, rig.moves(board)[0])
    assert said(stranger).startswith("This is the game of ")
    assert rig.labels(stranger.answers[0]) == ["Start one"]
    for act in ("resign", "resign!0", "resign!1", "mute", "claim", "time", "rematch"):
        forged = await rig.forge(rig.cleo, board, f"x:{code}:0:{act}")
        assert said(forged) != ""
    assert rig.rows() == before


async def test_a_press_on_a_finished_match_shows_the_way_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old = rig.payload(rig.board(), rig.moves(rig.board())[0])
    await rig.play_out(code)
    rig.time.advance(minutes=1)
    before = rig.rows()
    pressed = await rig.forge(rig.alice, rig.board(), old)
    assert said(pressed) == "This game is over."
    assert rig.labels(pressed.answers[0]) == ["Show the result", "↻ Rematch"]
    for act in ("resign", "resign!0", "resign!1", "mute", "claim", "time"):
        refused = said(await rig.forge(rig.alice, rig.board(), f"x:{code}:0:{act}"))
        assert refused.startswith(("This game is over.", "Somebody else was asked that."))
    assert rig.rows() == before
    shown = await rig.press(rig.alice, pressed.answers[0], "Show the result")
    assert " wins: " in shown.answers[0]["content"]


GARBAGE = (
    "m:{code}:-1:{move}",
    "m:{code}:99:{move}",
    "m:{code}:x:{move}",
    "m:{code}:0:",
    "m:{code}:0:'; DROP TABLE match; --",
    "m:{code}:0:{{}}%s\u202e\U0001f600",
    "m:{code}",
    "m::0:a1",
    "m:zzzzz:0:a1",
    "m:zzzzzzzzzzzz:0:a1",
    "m:?:0:a1",
    "x:{code}:0:nonsense",
    "x:zzzzz:0:menu",
    "c:{code}:stop",
    "c:{code}:nonsense",
    "n:{code}:post:",
    "n:{code}:cancel:",
    "n:{code}:preset:classic",
    "r:chess:0",
    "r:collapsi:\u0661",
    "l:chess:here:",
    "h:{code}",
    "q:2f:y",
    "g:",
    ":",
    "x",
    "y" * 100,
)


async def test_garbage_is_answered_in_private_and_changes_nothing(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    rig.time.advance(minutes=1)
    board, before = rig.board(), rig.rows()
    for payload in GARBAGE:
        for who in (rig.alice, rig.cleo):
            pressed = await rig.forge(who, board, payload.format(code=code, move=rig.moves(board)[0]))
            text = said(pressed)
            assert text, payload
            assert "Something broke" not in text, payload
            assert rig.rows() == before, payload


@pytest.mark.parametrize("act", ["menu", "text", "look", "record", "resign", "resign!0", "mute", "claim", "rematch"])
async def test_the_acts_of_a_running_match_are_refused_before_it_runs(discord_rig: DiscordRig, act: str) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    challenge = rig.board()
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    before = rig.rows()
    for code in (code_of(challenge), code_of(picker)):
        for who in (rig.alice, rig.cleo):
            pressed = await rig.forge(who, challenge, f"x:{code}:0:{act}")
            assert said(pressed)
            assert "Something broke" not in said(pressed)
    assert rig.rows() == before


async def test_a_press_is_acknowledged_before_anything_is_drawn(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    code = await rig.begin()
    hung, draw = asyncio.Event(), rig.gallery.picture

    async def slowly(scene: Scene) -> Picture:
        await hung.wait()
        return await draw(scene)

    monkeypatch.setattr(rig.gallery, "picture", slowly)
    mover, board = await rig.mover(code), rig.board()
    press = await mover.press(board, rig.moves(board)[0])
    assert press.kind is Kind.DEFERRED_UPDATE
    command = await rig.cleo.slash(rig.channel, "board")
    assert command.kind is Kind.THINKING
    for interaction in (press, command):
        assert interaction.acknowledged is not None
        assert interaction.acknowledged < 1
    assert rig.server.sent("PATCH", MESSAGE) == []
    hung.set()
    await rig.handled()
    await rig.is_right(code)
    assert is_silent(press)
    assert is_silent(command)


# Names and secrets


@pytest.mark.parametrize(
    "name",
    [
        "**bold** _it_ ~~no~~ `code` ||spoiler||",
        "@everyone",
        "@here <@1> <@&2> <#3>",
        "\u202eevil \u200f\u05e9\u05dc\u05d5\u05dd",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f600",
        "x" * 64,
        "# Title",
        "[click](https://example.org)",
        "\u200b",
    ],
)
async def test_no_name_pings_or_breaks_a_message(discord_rig: DiscordRig, name: str) -> None:
    rig = discord_rig
    rig.server.users[rig.alice.id]["global_name"] = name
    cleo = rig.server.users[rig.cleo.id]
    cleo["global_name"] = f"<@{rig.dov.id}>"
    messages = []
    await rig.slash(rig.alice, "challenge", **{"with": rig.cleo})
    messages.append(dict(rig.board()))
    await rig.press(rig.cleo, rig.board(), "Accept")
    code = code_of(rig.board())
    messages.append(dict(rig.board()))
    await rig.play(code)
    messages.append(dict(rig.board()))
    for command in ("games", "resign"):
        messages += (await rig.slash(rig.cleo, command)).answers
    await rig.tick(minutes=3)
    await rig.play_out(code)
    messages.append(dict(rig.board()))
    messages += (await rig.slash(rig.dov, "leaderboard")).answers
    for message in messages:
        assert rig.server.pinged(message) <= {rig.alice.id, rig.cleo.id}
        assert not message["mention_everyone"]
        text = message["content"]
        for number in rig.server.pinged(message):
            text = text.replace(f"<@{number}>", "")
        for sign in ("@everyone", "@here", f"<@{rig.dov.id}>", "<@1>", "<@&2>", "<#3>", "**", "||", "://", "\u202e"):
            assert sign not in text
        assert "x" * 25 not in text
    await rig.is_right(code)


async def test_the_log_holds_no_token_even_at_its_most_talkative(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    logging.getLogger().setLevel(logging.DEBUG)
    rig.log.setLevel(logging.DEBUG)
    await rig.rejoin()
    code = await rig.begin()
    await rig.play(code)
    assert len(rig.log.records) > 50
    assert rig.server.TOKEN not in rig.log.text
    secret = logging.LogRecord("x", logging.INFO, "", 0, "refused %s", (rig.server.TOKEN,), None)
    assert rig.server.TOKEN not in logs.Redacted().format(secret)
