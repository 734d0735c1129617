"""What Discord's commands and the menu of the board show, and how one gives up."""

from typing import Any

import pytest

from bot import answers
from tests.fakes.discord import Json
from tests.platforms.discord_rig import DiscordRig, board_of, is_silent, said, two_games_of_alice

# Seeing and leaving


async def test_board_posts_the_board_anew_and_takes_the_old_one_away(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old = rig.board()
    for _ in range(3):
        assert is_silent(await rig.slash(rig.cleo, "board"))
        (board,) = rig.boards()
        assert board["id"] != old["id"]
        assert rig.pinged(board) == set()
        await rig.is_right(code)
        old = board


async def test_a_board_that_was_asked_for_calls_nobody_and_the_mover_is_called_all_the_same(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play(code)
    await rig.slash(rig.cleo, "board")
    assert rig.pinged(rig.board()) == set()
    await rig.tick(minutes=3)
    (board,) = rig.boards()
    assert rig.pinged(board) == {(await rig.mover(code)).name}
    await rig.slash(rig.cleo, "board")
    assert rig.pinged(rig.board()) == set()


async def test_board_comes_as_text_and_as_a_picture(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.slash(rig.alice, "board", **{"as": "text"})
    (board,) = rig.boards()
    assert board["attachments"] == []
    assert "```\n    a  b  c  d" in board["content"]
    assert " may go to " in board["content"]
    await rig.is_right(code)
    await rig.play(code)
    await rig.is_right(code)
    assert rig.board()["attachments"] == []
    await rig.slash(rig.alice, "board", **{"as": "picture"})
    assert rig.server.picture(rig.board())
    assert "```" not in rig.board()["content"]


async def test_board_says_so_where_there_is_none(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    assert said(await rig.slash(rig.cleo, "board")) == "There is no game to show here."
    assert said(await rig.slash(rig.cleo, "board", game="zzzz")) == "There is no game to show here."
    assert said(await rig.slash(rig.cleo, "games")) == "You have no games going."
    assert said(await rig.slash(rig.cleo, "resign")) == "No game waits for you here."
    unknown = await rig.slash(rig.cleo, "play", code="nosuchcode")
    assert said(unknown).startswith("I don't know that code.")


async def test_games_lists_first_what_waits_and_opens_it_where_one_is(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    first, second = await two_games_of_alice(rig)
    await rig.press(rig.alice, board_of(rig, first), rig.moves(board_of(rig, first))[0])
    await rig.slash(rig.dov, "challenge", **{"with": rig.alice})
    elsewhere = rig.server.text(rig.guild, "elsewhere")
    listed = await rig.slash(rig.alice, "games", elsewhere)
    (games,) = listed.answers
    lines = games["content"].splitlines()
    assert lines[0] == "Your turn:"
    assert lines[1].startswith(f"1. Collapsi vs Cleo · #{second} · until <t:")
    assert lines[2] == "Waiting for others:"
    assert lines[3].startswith(f"2. Collapsi vs Bob · #{first} · until <t:")
    assert lines[4] == "Dov invites you to Collapsi · Quick 4×4."
    assert rig.labels(games) == ["Open 1", "Open 2", "Accept", "Start a game"]
    opens = [component.get("url") for component in rig.server.components(games)][:2]
    ids = [board_of(rig, code)["id"] for code in (second, first)]
    assert opens == [f"https://discord.com/channels/{rig.guild}/{rig.channel}/{id}" for id in ids]
    await rig.press(rig.alice, games, "Accept")
    assert rig.moves(rig.board()) != []


async def test_resigning_asks_first(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    waiter = await rig.waiter(code)
    asked = await rig.slash(waiter, "resign")
    other = "Bob" if waiter is rig.alice else "Alice"
    assert said(asked).startswith(f"Give up this game? {other} ")
    await rig.press(waiter, asked.answers[0], "Keep playing")
    assert asked.answers == []
    await rig.is_right(code)
    asked = await rig.slash(waiter, "resign", game=code)
    await rig.press(waiter, asked.answers[0], "Yes, resign")
    assert asked.answers == []
    table, board = await rig.table(code), rig.board()
    assert (table.match.status, table.match.rated) == ("over", False)
    assert board["content"].splitlines()[1].startswith(f"{other} ")
    assert " gave up. 0 moves." in board["content"]
    assert "(+" not in board["content"]


async def test_rules_turn_page_by_page_and_answer_questions(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    monkeypatch.setattr(answers, "PAGE", 500)
    asked = await rig.slash(rig.cleo, "rules")
    (page,) = asked.answers
    first, seen = page["content"], []
    while page["content"] not in seen:
        seen.append(page["content"])
        assert len(page["content"]) <= 2000
        assert "Mark S. Ball" in page["content"]
        following = await rig.press(rig.cleo, page, "Next")
        if following.answers[0]["id"] != page["id"]:
            page = following.answers[0]
    assert page["content"] == first
    assert len(seen) >= 2
    for heading in ("The board", "Your turn", "The end", "Our decisions"):
        assert sum(f"**{heading}**\n" in text for text in seen) == 1
    topic = await rig.slash(rig.cleo, "rules", game="collapsi", topic="who begins?")
    assert said(topic).startswith("**Who begins?**\nThe lot decides")
    assert said(await rig.slash(rig.cleo, "rules", topic="no such heading")) == first


async def test_help_names_every_command(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    text = said(await rig.slash(rig.cleo, "help"))
    named = {command["name"] for command in rig.server.commands[None] if command["type"] == 1}
    assert {name for name in named if f"/{name}" in text} == named - {"help", "challenge"}
    assert "challenge someone" in text


async def test_about_credits_the_designer_with_both_addresses(discord_rig: DiscordRig) -> None:
    text = said(await discord_rig.slash(discord_rig.cleo, "about"))
    assert "Mark S. Ball" in text
    assert "https://riffleshuffleandroll.itch.io/collapsi" in text
    assert "https://www.youtube.com/@riffleshuffleandroll" in text
    assert "free, open source, no ads, nothing to buy" in text


# The menu


async def menu(rig: DiscordRig, who: Any, board: Json | None = None) -> Json:
    (found,) = (await rig.press(who, board or rig.board(), "⋯")).answers
    return dict(found)


async def test_the_menu_offers_players_more_than_others(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.begin()
    for player in (rig.alice, rig.bob):
        offered = rig.labels(await menu(rig, player))
        assert offered == ["Text board", "Rules", "Bring it here", "Mute this turn", "Resign…"]
    assert rig.labels(await menu(rig, rig.cleo)) == ["Text board", "Rules", "Start one"]


async def test_the_text_board_and_the_rules_are_read_in_private(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    found = await menu(rig, rig.cleo)
    pressed = await rig.press(rig.cleo, found, "Text board")
    (text,) = pressed.answers
    assert f"#{code}\n```\n    a  b  c  d" in text["content"]
    assert " may go to " in text["content"]
    rules = await rig.press(rig.cleo, await menu(rig, rig.cleo), "Rules")
    assert rules.answers[0]["content"].startswith("**The board**\n")
    await rig.is_right(code)


async def test_the_menu_starts_a_game_of_ones_own(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.begin()
    pressed = await rig.press(rig.cleo, await menu(rig, rig.cleo), "Start one")
    assert "Against: anyone here." in pressed.answers[0]["content"]


async def test_a_muted_turn_is_not_reminded_of(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    waiter = await rig.waiter(code)
    refused = await rig.press(waiter, await menu(rig, waiter), "Mute this turn")
    assert said(refused).startswith("It's the turn of ")
    await rig.tick(minutes=3)
    muted = await rig.press(await rig.mover(code), await menu(rig, await rig.mover(code)), "Mute this turn")
    assert said(muted) == "I won't remind you of this turn."
    board = rig.board()
    await rig.tick(hours=24)
    await rig.tick(hours=15)
    assert rig.boards() == [board]
    await rig.play(code)
    await rig.tick(hours=25)
    assert "still your move" in rig.board()["content"]


async def test_the_menu_brings_the_board_down_to_where_people_talk(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old = rig.board()
    pressed = await rig.press(rig.alice, await menu(rig, rig.alice), "Bring it here")
    assert is_silent(pressed)
    (board,) = rig.boards()
    assert board["id"] != old["id"]
    await rig.is_right(code)
