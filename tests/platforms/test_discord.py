"""Discord from end to end: the real client against a loopback server, a whole bot behind it, and a clock that waits."""

import asyncio
import functools
import logging
import operator
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot import answers, lobby, logs, pace
from games import record
from games.collapsi import Moved, Position
from renderer import Picture, Scene
from renderer.layout import Layout
from renderer.theme import palette
from tests.fakes.discord import EPHEMERAL, Interaction, Json, Kind
from tests.platforms.discord_rig import MESSAGE, DiscordRig, code_of, is_about


def said(interaction: Interaction) -> str:
    """The private answer to an interaction, which is the only one."""
    (answer,) = interaction.answers
    assert answer["flags"] & EPHEMERAL
    text: str = answer["content"]
    return text


def is_silent(interaction: Interaction) -> bool:
    """Whether nothing was said, and nothing is "thinking" any more."""
    return not interaction.answers and not interaction.thinking


def select(message: Json, rig: DiscordRig) -> str:
    """The payload of the menu of people on a message."""
    (found,) = [each["custom_id"] for each in rig.server.components(message) if each["type"] == 5]
    assert isinstance(found, str)
    return found


# Starting a game


async def test_play_opens_a_private_picker_where_presets_and_people_are_chosen(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    asked = await rig.slash(rig.alice, "play")
    (picker,) = asked.answers
    assert rig.labels(picker) == ["Quick 4×4 ✓", "Classic", "Post it", "✘ Cancel"]
    assert "Against: anyone here." in picker["content"]
    await rig.press(rig.alice, picker, "Classic")
    assert rig.labels(picker)[:2] == ["Quick 4×4", "Classic ✓"]
    await rig.alice.choose(picker, select(picker, rig), [rig.bob])
    await rig.handled()
    assert "Against: Bob." in picker["content"]
    await rig.press(rig.alice, picker, "Anyone here")
    assert "Against: anyone here." in picker["content"]
    assert rig.boards() == []
    await rig.alice.choose(picker, select(picker, rig), [rig.bob])
    await rig.handled()
    await rig.press(rig.alice, picker, "Post it")
    assert asked.answers == []
    (challenge,) = rig.boards()
    assert challenge["content"].startswith(f"{rig.bob.mention}, Alice invites you to Collapsi · Classic.")
    assert rig.labels(challenge) == ["Accept", "Not now", "How to play", "Withdraw"]
    assert rig.pinged(challenge) == {"bob"}


async def test_an_open_challenge_calls_nobody_and_the_first_to_come_plays(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Post it")
    challenge = rig.board()
    assert challenge["content"].startswith("Alice would like to play Collapsi · Quick 4×4.")
    assert rig.pinged(challenge) == set()
    await rig.press(rig.cleo, challenge, "Join")
    code = code_of(rig.board())
    await rig.is_right(code)
    late = await rig.forge(rig.bob, challenge, f"c:{code}:join")
    assert said(late) == "Somebody was faster."


async def test_a_cancelled_picker_leaves_nothing_behind(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    asked = await rig.slash(rig.alice, "play")
    await rig.press(rig.alice, asked.answers[0], "✘ Cancel")
    assert asked.answers == []
    assert rig.boards() == []
    assert rig.rows() == {name: [] for name in ("match", "seat", "move", "due", "surface", "rating")}


async def test_a_forgotten_picker_lapses_after_an_hour(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    asked = await rig.slash(rig.alice, "play")
    await rig.tick(hours=1)
    assert rig.rows("match", "seat", "due") == {"match": [], "seat": [], "due": []}
    late = await rig.press(rig.alice, asked.answers[0], "Post it")
    assert said(late).startswith("I don't know this game any more.")


async def test_a_picker_obeys_only_who_opened_it(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    before = rig.rows()
    forged = await rig.forge(rig.bob, rig.board(), f"n:{code_of(picker)}:post:")
    assert said(forged) == "Only Alice can do that."
    assert rig.rows() == before
    await rig.is_right(code)


@pytest.mark.parametrize("command", ["play", "challenge"])
async def test_naming_somebody_posts_the_challenge_at_once(discord_rig: DiscordRig, command: str) -> None:
    rig = discord_rig
    asked = await rig.slash(rig.alice, command, **{"with": rig.bob, "game": "collapsi", "preset": "classic"})
    assert is_silent(asked)
    assert rig.board()["content"].startswith(f"{rig.bob.mention}, Alice invites you to Collapsi · Classic.")
    assert rig.pinged(rig.board()) == {"bob"}


async def test_challenge_in_the_menu_of_a_person_opens_the_picker_with_the_opponent_set(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    asked = await rig.alice.context_menu(rig.channel, "Challenge", rig.bob)
    await rig.handled()
    (picker,) = asked.answers
    assert "Against: Bob." in picker["content"]
    await rig.press(rig.alice, picker, "Post it")
    assert rig.pinged(rig.board()) == {"bob"}


async def test_the_last_preset_is_offered_first_the_next_time(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob, "preset": "classic"})
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    assert "Classic ✓" in rig.labels(picker)


async def test_an_invitation_pings_once_from_the_first_word_to_the_deal(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.begin()
    pings = [rig.pinged(message) for message in (*rig.server.store.gone.values(), *rig.boards())]
    assert sorted(functools.reduce(operator.iadd, (sorted(one) for one in pings), [])) in (["bob"], ["alice", "bob"])
    assert rig.pinged(rig.boards()[0]) <= {"alice"}


async def test_an_accepted_challenge_becomes_a_board_and_says_how_to_play(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    accepted = await rig.press(rig.bob, rig.board(), "Accept")
    (intro,) = accepted.answers
    assert intro["content"].startswith("Tap a ringed square.")
    assert rig.labels(intro) == ["Got it", "All rules"]
    (board,) = rig.boards()
    await rig.is_right(code_of(board))
    await rig.press(rig.bob, intro, "Got it")
    assert accepted.answers == []


async def test_not_now_closes_the_challenge_and_the_host_may_ask_somebody_else(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    challenge = rig.board()
    wrong = await rig.press(rig.cleo, challenge, "Not now")
    assert said(wrong) == "This invitation is for Bob."
    assert is_silent(await rig.press(rig.bob, challenge, "Not now"))
    assert rig.boards() == [challenge]
    assert challenge["content"] == "Bob can't play now. Another time!"
    assert said(await rig.press(rig.bob, challenge, "Ask somebody else")) == "Only Alice can do that."
    (picker,) = (await rig.press(rig.alice, challenge, "Ask somebody else")).answers
    assert "Against: anyone here." in picker["content"]
    await rig.press(rig.alice, picker, "Post it")
    assert rig.board()["content"].startswith("Alice would like to play")


async def test_only_the_host_withdraws(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    challenge = rig.board()
    assert said(await rig.press(rig.bob, challenge, "Withdraw")) == "Only Alice can do that."
    assert is_silent(await rig.press(rig.alice, challenge, "Withdraw"))
    assert challenge["content"] == "Alice took the invitation back."
    assert rig.labels(challenge) == []
    late = await rig.forge(rig.bob, challenge, f"c:{rig.rows('match')['match'][0][0]:x}:join")
    assert said(late).startswith("I don't know this game any more.")


async def test_a_challenge_lapses_after_two_days_and_can_be_made_again(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    challenge = rig.board()
    await rig.tick(hours=47, minutes=59)
    assert "Accept" in rig.labels(challenge)
    await rig.tick(minutes=1)
    assert challenge["content"] == "Nobody came this time."
    assert said(await rig.press(rig.bob, challenge, "Try again")) == "Only Alice can do that."
    await rig.press(rig.alice, challenge, "Try again")
    again = rig.board()
    assert again["id"] != challenge["id"]
    assert rig.pinged(again) == {"bob"}
    await rig.press(rig.bob, again, "Accept")
    await rig.is_right(code_of(rig.board()))


async def test_how_to_play_is_told_privately_to_whoever_asks(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    assert said(await rig.press(rig.cleo, rig.board(), "How to play")).startswith("The board")
    assert len(rig.boards()) == 1


async def test_somebody_else_may_not_accept_and_the_host_may_not_join_their_own(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    await rig.slash(rig.alice, "challenge", **{"with": rig.bob})
    before = rig.rows()
    assert said(await rig.press(rig.cleo, rig.board(), "Accept")) == "This invitation is for Bob."
    assert rig.rows() == before
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Post it")
    own = await rig.press(rig.alice, rig.board(), "Join")
    assert said(own) == "You sit here already. Somebody else has to come."


async def test_bots_and_oneself_are_refused_wherever_an_opponent_is_named(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    robot = rig.server.user("robot", bot=True)
    before = rig.rows()
    for who, words in ((robot, "Bots don't play here"), (rig.alice, "You can't play yourself here")):
        assert said(await rig.slash(rig.alice, "play", **{"with": who})).startswith(words)
        assert said(await rig.slash(rig.alice, "challenge", **{"with": who})).startswith(words)
        menu = await rig.alice.context_menu(rig.channel, "Challenge", who)
        await rig.handled()
        assert said(menu).startswith(words)
    assert rig.rows() == before
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    for who, words in ((robot, "Bots don't play here"), (rig.alice, "You can't play yourself here")):
        chosen = await rig.alice.choose(picker, select(picker, rig), [who])
        await rig.handled()
        assert any(answer["content"].startswith(words) for answer in chosen.answers)
    assert "Against: anyone here." in picker["content"]
    assert rig.boards() == []


async def test_five_challenges_may_be_open_at_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    pickers = [(await rig.slash(rig.alice, "play")).answers[0] for _ in range(6)]
    for picker in pickers[:5]:
        await rig.press(rig.alice, picker, "Post it")
    too_many = "Many invitations of yours are open."
    assert (await rig.press(rig.alice, pickers[5], "Post it")).answers[-1]["content"].startswith(too_many)
    assert said(await rig.slash(rig.alice, "play")).startswith(too_many)
    assert said(await rig.slash(rig.alice, "challenge", **{"with": rig.bob})).startswith(too_many)
    assert len(rig.boards()) == 5
    await rig.press(rig.alice, rig.board(), "Withdraw")
    assert is_silent(await rig.slash(rig.alice, "challenge", **{"with": rig.bob}))


async def test_twenty_games_may_run_at_once(discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = discord_rig
    assert lobby.RUNNING_LIMIT == 20
    monkeypatch.setattr(lobby, "RUNNING_LIMIT", 2)
    await rig.slash(rig.cleo, "challenge", **{"with": rig.bob})
    waiting = rig.board()
    await rig.begin()
    await rig.begin()
    full = "You have many games going. Finish one, or see /games."
    assert said(await rig.slash(rig.alice, "play")) == full
    assert said(await rig.press(rig.bob, waiting, "Accept")) == full
    assert "Accept" in rig.labels(waiting)


# A whole match


def trace_at(png: bytes, name: str, seat: int) -> float:
    """How much of a square's spot shows the colour of a seat's last move."""
    colours = palette("light")
    x, y = Layout.of(4, 4, header=True).spot(("abcd".index(name[0]), int(name[1]) - 1))
    part = Image.open(BytesIO(png)).convert("RGB").crop((x - 62, y - 62, x + 62, y + 62))
    found = {colour: count for count, colour in part.getcolors(1 << 16) or []}
    return found.get(colours.colours[colours.seats[seat].trace], 0) / (124 * 124)


async def test_a_match_is_played_to_its_last_move_by_buttons(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    table = await rig.table(code)
    while table.match.status == "running":
        await rig.is_right(code)
        assert rig.labels(rig.board())[-1] == "⋯"
        await rig.play(code)
        table, board = await rig.table(code), rig.board()
        png, alt = rig.server.picture(board), rig.server.alt_text(board)
        (moved,) = table.steps[-1].events
        assert isinstance(moved, Moved)
        assert Image.open(BytesIO(png)).size[0] == 900
        for name in moved.path:
            assert trace_at(png, name, moved.seat) > 0.02, (name, moved.path)
            assert trace_at(png, name, 1 - moved.seat) < 0.01, (name, moved.path)
        assert alt is not None
        assert len(alt) <= 1024
        assert isinstance(table.position, Position)
        for number, line in enumerate(str(table.position).split()[0].split("/"), 1):
            (row,) = [text for text in alt.splitlines() if text.startswith(f"Row {number}: ")]
            assert [cell == "gone" for cell in row[7:-1].split(", ")] == [card.islower() for card in line]
    (board,) = rig.boards()
    outcome = table.outcome
    assert outcome is not None
    winner, loser = (table.person(next(iter(place))).name for place in outcome.places)
    text = board["content"].splitlines()
    assert text[1].startswith(f"{winner} ")
    assert text[1].endswith(f"{loser} {'▲●'['●' in text[1].split(': ')[1]]} has no move left. {len(table.log)} moves.")
    assert f"{winner} " in text[2]
    assert "(+" in text[2]
    assert "(−" in text[2]
    assert rig.labels(board) == ["↻ Rematch", "📄 Record"]


async def test_a_rematch_is_accepted_by_the_other_one_with_the_seats_moved_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play_out(code)
    first = await rig.table(code)
    final = rig.board()
    assert said(await rig.press(rig.cleo, final, "↻ Rematch")).startswith("This is the game of ")
    asked = await rig.press(rig.alice, final, "↻ Rematch")
    assert said(asked) == "Asked. I'll call you when it begins."
    invitation = rig.board()
    assert rig.pinged(invitation) == {"bob"}
    again = await rig.press(rig.alice, final, "↻ Rematch")
    assert said(again) == "You have asked already. Now it is up to the others."
    assert said(await rig.press(rig.cleo, invitation, "Accept")) == "This invitation is for Bob."
    await rig.press(rig.bob, invitation, "Accept")
    second = await rig.table(code_of(rig.board()))
    assert [seat.player_id for seat in second.match.seats] == [seat.player_id for seat in first.match.seats][::-1]
    assert second.match.preset == first.match.preset
    await rig.is_right(second.code)
    assert rig.boards()[0] == final


async def test_pressing_rematch_oneself_accepts_the_rematch_that_the_other_one_wants(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play_out(code)
    final = rig.board()
    await rig.press(rig.bob, final, "↻ Rematch")
    assert is_silent(await rig.press(rig.alice, final, "↻ Rematch"))
    new = code_of(rig.board())
    await rig.is_right(new)
    before = rig.rows()
    late = await rig.press(rig.bob, final, "↻ Rematch")
    assert rig.rows() == before
    assert f"#{new}" in said(late)


async def test_the_record_can_be_read_and_replays_to_the_same_end(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play_out(code)
    answer = (await rig.press(rig.cleo, rig.board(), "📄 Record")).answers[0]
    (file,) = answer["attachments"]
    assert file["filename"] == f"collapsi-{code}.txt"
    data = rig.server.store.files[file["url"].removeprefix(rig.server.store.cdn + "/")]
    kept, table = record.parse(data.decode()), await rig.table(code)
    assert str(tuple(kept.replay())[-1].position) == str(table.position)
    assert kept.outcome == table.outcome
    assert sorted(value for name, value in kept.headers.items() if name.startswith("Seat")) == ["Alice", "Bob"]


async def test_the_leaderboard_is_private_until_it_is_shown_to_everyone(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    assert "Nobody has a rated game yet." in said(await rig.slash(rig.alice, "leaderboard"))
    code = await rig.begin()
    await rig.play_out(code)
    before = len(rig.server.messages(rig.channel))
    asked = await rig.slash(rig.cleo, "leaderboard")
    (private,) = asked.answers
    lines = private["content"].splitlines()
    assert lines[0] == "Leaderboard · Collapsi · here"
    assert [line.split(":")[0] for line in lines[1:]] in (["1. Alice", "2. Bob"], ["1. Bob", "2. Alice"])
    assert lines[1].endswith("? · 1 played, 1 won, 0 lost")
    assert lines[2].endswith("? · 1 played, 0 won, 1 lost")
    assert rig.server.alt_text(private) is not None
    assert Image.open(BytesIO(rig.server.picture(private))).size[0] == 900
    assert len(rig.server.messages(rig.channel)) == before

    await rig.press(rig.cleo, private, "Everywhere")
    assert private["content"].startswith("Leaderboard · Collapsi · everywhere")
    shown = await rig.press(rig.cleo, private, "Show everyone")
    (aloud,) = shown.posts
    assert aloud["content"].startswith("Leaderboard · Collapsi · everywhere")
    assert rig.server.pinged(aloud) == frozenset()
    elsewhere = rig.server.text(rig.server.guild("Other"))
    empty = await rig.slash(rig.alice, "leaderboard", elsewhere)
    assert "Nobody has a rated game yet." in said(empty)
    everywhere = await rig.slash(rig.alice, "leaderboard", elsewhere, where="everywhere", game="collapsi")
    assert "1. " in said(everywhere)


# Typing


async def test_a_typed_move_is_read_in_any_case_and_as_a_whole_path(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, move = await rig.mover(code), rig.moves(rig.board())[-1]
    typed = await rig.slash(mover, "move", move=f" {move.upper()} ")
    assert is_silent(typed)
    table = await rig.table(code)
    assert [row.text for row in table.log] == [move]
    assert table.position is not None
    (seat,) = table.to_move
    (moved,) = table.position.play(seat, rig.moves(rig.board())[0]).events
    assert isinstance(moved, Moved)
    assert is_silent(await rig.slash(await rig.mover(code), "move", move="-".join(moved.path)))
    assert [row.text for row in (await rig.table(code)).log] == [move, moved.path[-1]]
    await rig.is_right(code)


async def test_a_typed_move_that_is_none_is_refused_privately_and_says_what_can_be_done(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, before = await rig.mover(code), await rig.waiter(code), rig.rows()
    unread = await rig.slash(mover, "move", move="cc3")
    assert said(unread) == 'I can\'t read "cc3". Write a square like c3, or use the buttons.'
    table = await rig.table(code)
    assert isinstance(table.position, Position)
    reach = rig.moves(rig.board())
    pawns = [table.position.board.name(pawn) for pawn in table.position.pawns if pawn is not None]
    far = next(f"{x}{y}" for x in "abcd" for y in "1234" if f"{x}{y}" not in (*reach, *pawns))
    refused = said(await rig.slash(mover, "move", move=far))
    assert refused.startswith(f"You can't reach {far} in ")
    assert all(move in refused for move in reach)
    nothing = await rig.slash(waiter, "move", move=reach[0])
    assert said(nothing) == "No game waits for you here."
    assert rig.labels(nothing.answers[0]) == ["My games", "Start one"]
    assert rig.rows() == before


async def test_options_are_completed_while_they_are_typed(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, moves = await rig.mover(code), await rig.waiter(code), rig.moves(rig.board())

    def values(choices: list[Json]) -> list[str]:
        return [choice["value"] for choice in choices]

    assert values(await mover.autocomplete(rig.channel, "move", "move", "")) == moves
    offered = await mover.autocomplete(rig.channel, "move", "move", moves[0].upper(), game=code)
    assert [(one["name"], one["value"]) for one in offered] == [(f"✔ {moves[0]}", moves[0])]
    (none,) = await waiter.autocomplete(rig.channel, "move", "move", "")
    assert none["name"] == "No game waits for you here."
    other = "Bob" if mover is rig.alice else "Alice"
    for command in ("move", "board", "resign"):
        (game,) = await mover.autocomplete(rig.channel, command, "game", "coll")
        assert (game["name"], game["value"]) == (f"Collapsi vs {other} · your move · #{code}", code)
    assert await mover.autocomplete(rig.channel, "board", "game", "chess") == []
    assert values(await rig.cleo.autocomplete(rig.channel, "play", "preset", "")) == ["quick", "classic"]
    assert values(await rig.cleo.autocomplete(rig.channel, "challenge", "preset", "class")) == ["classic"]
    assert values(await rig.cleo.autocomplete(rig.channel, "rules", "topic", "who")) == ["Who begins?"]
    assert len(await rig.cleo.autocomplete(rig.channel, "rules", "topic", "")) >= 5


async def test_a_reply_to_the_board_plays_and_gets_a_thumb(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    message = await rig.say(mover, rig.channel, rig.moves(board)[0].upper(), reply_to=board)
    assert [reaction["emoji"]["name"] for reaction in message["reactions"]] == ["👍"]
    assert (await rig.table(code)).match.ply == 1
    await rig.is_right(code)


async def test_what_is_not_said_to_the_bot_or_is_no_move_stays_chat(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, board = await rig.mover(code), rig.board()
    before, move = rig.rows(), rig.moves(board)[0]
    for who, text, options in (
        (mover, move, {"reply_to": board, "ping": False}),
        (mover, move, {}),
        (mover, "that was a nice one", {"reply_to": board}),
        (rig.cleo, move, {"reply_to": board}),
        (rig.cleo, "who is winning?", {"reply_to": board}),
    ):
        message = await rig.say(who, rig.channel, text, **options)
        assert "reactions" not in message
    assert rig.boards() == [board]
    assert rig.rows() == before


async def test_a_refused_reply_is_answered_until_the_next_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, waiter, board = await rig.mover(code), await rig.waiter(code), rig.board()
    await rig.say(waiter, rig.channel, "c3", reply_to=board)
    assert rig.board()["content"].endswith(". I'll call you when it's yours.")
    table = await rig.table(code)
    assert isinstance(table.position, Position)
    pawn = table.position.pawns[table.waiting[0]]
    assert pawn is not None
    await rig.say(mover, rig.channel, table.position.board.name(pawn), reply_to=board)
    assert "You may pass over, but not stop there." in rig.board()["content"]
    assert rig.pinged(rig.board()) == set()
    assert len(rig.boards()) == 3
    await rig.press(mover, board, rig.moves(board)[0])
    assert len(rig.boards()) == 1
    await rig.is_right(code)


async def test_a_reply_to_a_board_of_an_earlier_turn_plays_nothing(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover, old = await rig.mover(code), dict(rig.board())
    await rig.play(code)
    await rig.play(code)
    before = rig.rows("match", "move")
    # The client still shows the board as it was; the message that Discord sends along is that one.
    live = rig.server.store.live[int(old["id"])]
    shown = dict(live)
    live.update(old)
    message = await rig.say(mover, rig.channel, "a1", reply_to=old)
    live.update(shown)
    assert "reactions" not in message
    assert rig.rows("match", "move") == before
    assert rig.board()["content"].startswith("The table has moved on.")


async def test_bare_lines_in_the_private_chat_are_moves(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    direct = rig.server.dm(rig.alice)
    await rig.slash(rig.alice, "challenge", direct, **{"with": rig.bob})
    challenge = rig.board(direct)
    await rig.slash(rig.bob, "play", code=challenge["content"].split("/play code:")[1])
    code = code_of(rig.board(direct))
    if await rig.mover(code) is rig.bob:
        await rig.play(code)
    await rig.say(rig.alice, direct, "z9")
    assert rig.board(direct)["content"].startswith('I can\'t read "z9".')
    await rig.say(rig.alice, direct, "hm", reply_to=rig.board(direct))
    assert rig.board(direct)["content"].startswith('I can\'t read "hm".')
    ply = (await rig.table(code)).match.ply
    (board,) = [one for one in rig.boards(direct) if is_about(one, code)]
    move = rig.moves(board)[0]
    message = await rig.say(rig.alice, direct, move)
    assert [reaction["emoji"]["name"] for reaction in message["reactions"]] == ["👍"]
    assert (await rig.table(code)).match.ply == ply + 1
    assert len(rig.boards(direct)) == 1
    await rig.is_right(code, direct)
    await rig.is_right(code)


async def two_games_of_alice(rig: DiscordRig) -> tuple[str, str]:
    """Lets a game with Bob and one with Cleo wait for Alice."""
    codes = []
    for guest in (rig.bob, rig.cleo):
        await rig.slash(rig.alice, "challenge", **{"with": guest})
        await rig.press(guest, rig.board(), "Accept")
        codes.append(code_of(rig.board()))
        if await rig.mover(codes[-1]) is guest:
            await rig.play(codes[-1])
    return codes[0], codes[1]


def board_of(rig: DiscordRig, code: str) -> Json:
    (found,) = [one for one in rig.boards() if is_about(one, code)]
    return found


async def test_where_several_games_wait_the_bot_asks_which(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    first, second = await two_games_of_alice(rig)
    move = rig.moves(board_of(rig, second))[0]
    asked = await rig.slash(rig.alice, "move", move=move)
    (question,) = asked.answers
    assert question["content"] == "In which game?"
    assert sorted(rig.labels(question)) == ["Collapsi vs Bob", "Collapsi vs Cleo"]
    before = (await rig.table(first)).match.ply, (await rig.table(second)).match.ply
    await rig.press(rig.alice, question, "Collapsi vs Cleo")
    assert ((await rig.table(first)).match.ply, (await rig.table(second)).match.ply) == (before[0], before[1] + 1)
    assert asked.answers == []
    named = await rig.slash(rig.alice, "move", move=rig.moves(board_of(rig, first))[0], game=first)
    assert is_silent(named)
    assert (await rig.table(first)).match.ply == before[0] + 1


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
    whole = said(await rig.slash(rig.cleo, "rules"))
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
        assert heading in whole
        assert sum(f"{heading}\n" in text for text in seen) == 1
    topic = await rig.slash(rig.cleo, "rules", game="collapsi", topic="who begins?")
    assert said(topic).startswith("Who begins?\nThe lot decides")
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
    assert rules.answers[0]["content"].startswith("The board")
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


# Several places


async def test_a_match_joined_by_code_is_shown_in_both_servers_and_calls_where_the_mover_sits(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    far = rig.server.text(rig.server.guild("Far"))
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Post it")
    code = code_of(rig.board())
    join = (await rig.table(code)).match.join_code
    await rig.slash(rig.bob, "play", far, code=join)
    for _ in range(4):
        await rig.is_right(code)
        await rig.is_right(code, far)
        mover = await rig.mover(code)
        here, there = (rig.channel, far) if mover is rig.alice else (far, rig.channel)
        rig.time.advance(minutes=10)
        await rig.play(code, channel=here)
        assert rig.pinged(rig.board(there)) == {"bob" if mover is rig.alice else "alice"}
    gone = [rig.pinged(message) for message in rig.server.store.gone.values()]
    assert {len(pinged) for pinged in gone} <= {0, 1}
    await rig.play_out_anywhere(code, {rig.alice: rig.channel, rig.bob: far})
    await rig.is_right(code)
    await rig.is_right(code, far)


async def test_a_match_can_be_joined_from_a_private_chat(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    direct = rig.server.dm(rig.bob)
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    await rig.press(rig.alice, picker, "Post it")
    code = code_of(rig.board())
    await rig.slash(rig.bob, "play", direct, code=(await rig.table(code)).match.join_code)
    await rig.is_right(code)
    await rig.is_right(code, direct)
    await rig.play_out_anywhere(code, {rig.alice: rig.channel, rig.bob: direct})
    await rig.is_right(code)
    await rig.is_right(code, direct)


async def test_a_board_brought_to_another_channel_calls_there_from_now_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    mover = await rig.mover(code)
    other = rig.server.text(rig.guild, "other")
    assert said(await rig.slash(rig.cleo, "board", other, game=code)).startswith("This is the game of ")
    await rig.slash(mover, "board", other, game=code)
    await rig.is_right(code)
    await rig.is_right(code, other)
    await rig.tick(minutes=3)
    assert rig.pinged(rig.board(other)) == {mover.name}
    assert rig.pinged(rig.board()) == set()
    await rig.tick(hours=24)
    assert rig.pinged(rig.board(other)) == {mover.name}
    assert rig.pinged(rig.board()) == set()


async def test_a_wanted_rematch_calls_the_other_one_once_wherever_the_match_was_shown(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    other = rig.server.text(rig.guild, "other")
    await rig.slash(rig.bob, "board", other)
    await rig.slash(rig.bob, "board", other, game=code)
    await rig.play_out_anywhere(code, {rig.alice: rig.channel, rig.bob: other})
    before = {*rig.server.store.live, *rig.server.store.gone}
    await rig.press(rig.alice, rig.board(), "↻ Rematch")
    new = [each for number, each in rig.server.store.live.items() if number not in before]
    called = [int(each["channel_id"]) for each in new if rig.pinged(each) == {"bob"}]
    assert called == [other]


async def test_a_match_in_a_thread_stays_in_the_thread(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    thread = rig.server.thread(rig.channel)
    code = await rig.begin(channel=thread)
    mover, move = await rig.mover(code), rig.moves(rig.board(thread))[0]
    message = await rig.say(mover, thread, move, reply_to=rig.board(thread))
    assert message["reactions"]
    await rig.slash(await rig.mover(code), "move", thread, move=rig.moves(rig.board(thread))[0])
    await rig.play_out(code, thread)
    await rig.is_right(code, thread)
    assert rig.boards() == []


# Editing or posting anew, and what time does


async def test_while_both_are_here_the_board_is_edited_and_calls_nobody(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    board = rig.board()
    for _ in range(3):
        rig.time.advance(minutes=2, seconds=50)
        await rig.play(code)
        assert [each["id"] for each in rig.boards()] == [board["id"]]
    await rig.is_right(code)


async def test_who_was_not_here_for_three_minutes_is_called_by_a_new_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    old, waiter = rig.board(), await rig.waiter(code)
    rig.time.advance(minutes=3, seconds=1)
    await rig.play(code)
    (board,) = rig.boards()
    assert board["id"] != old["id"]
    assert board["content"].splitlines()[2].startswith(f"{waiter.mention} ")
    assert rig.pinged(board) == {waiter.name}
    assert not board["flags"] & 1 << 12
    await rig.tick(minutes=4)
    assert rig.boards() == [board]


async def test_an_old_board_is_posted_anew_even_if_everybody_is_here(
    discord_rig: DiscordRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = discord_rig
    assert timedelta(minutes=45) == pace.FRESH
    monkeypatch.setattr(pace, "FRESH", timedelta(minutes=5))
    code = await rig.begin()
    first = rig.board()["id"]
    for _ in range(2):
        rig.time.advance(minutes=2, seconds=30)
        await rig.play(code)
        assert rig.board()["id"] == first
    rig.time.advance(minutes=2, seconds=30)
    mover = await rig.play(code)
    (board,) = rig.boards()
    assert board["id"] != first
    assert rig.pinged(board) == {"bob" if mover is rig.alice else "alice"}
    await rig.is_right(code)


async def test_after_three_silent_minutes_the_mover_is_called_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play(code)
    board, mover = rig.board(), await rig.mover(code)
    await rig.tick(minutes=2, seconds=59)
    assert rig.boards() == [board]
    await rig.tick(seconds=1)
    (called,) = rig.boards()
    assert called["id"] != board["id"]
    assert rig.pinged(called) == {mover.name}
    await rig.tick(hours=1)
    assert rig.boards() == [called]
    await rig.is_right(code)


async def test_a_turn_is_reminded_of_twice_and_then_may_be_claimed(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    for _ in range(5):
        await rig.play(code)
    mover, waiter = await rig.mover(code), await rig.waiter(code)
    await rig.tick(minutes=3)
    boards = [rig.board()]
    for hours, minutes in ((23, 57), (14, 24)):
        await rig.tick(hours=hours, minutes=minutes)
        (board,) = rig.boards()
        assert board["id"] != boards[-1]["id"]
        assert rig.pinged(board) == {mover.name}
        assert "still your move." in board["content"]
        assert f"Until <t:{int((rig.time.at).timestamp())}" not in board["content"]
        boards.append(board)
    early = await rig.forge(waiter, board, f"x:{code}:5:claim")
    assert said(early).startswith("There is time until <t:")
    await rig.tick(hours=9, minutes=36)
    (board,) = rig.boards()
    assert rig.pinged(board) == {waiter.name}
    assert "may claim the win." in board["content"]
    assert rig.labels(board)[-3:] == ["Claim the win", "One more day", "⋯"]
    for button in ("Claim the win", "One more day"):
        assert said(await rig.press(mover, board, button)) == "Only those who wait can do that."
        assert said(await rig.press(rig.cleo, board, button)).startswith("This is the game of ")
    assert is_silent(await rig.press(waiter, board, "Claim the win"))
    table = await rig.table(code)
    assert (table.match.status, table.match.rated) == ("over", True)
    final = rig.board()
    assert "ran out of time." in final["content"]
    assert "(+" in final["content"]
    assert rig.labels(final) == ["↻ Rematch", "📄 Record"]
    await rig.tick(days=10)
    assert rig.boards() == [final]


async def test_the_mover_may_still_play_while_a_claim_stands(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.tick(hours=48)
    await rig.play(code)
    await rig.is_right(code)
    assert "Claim the win" not in rig.labels(rig.board())


async def test_one_more_day_is_given_by_the_side_that_waits(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.tick(hours=48)
    waiter = await rig.waiter(code)
    await rig.press(waiter, rig.board(), "One more day")
    assert "Claim the win" not in rig.labels(rig.board())
    assert (await rig.table(code)).match.deadline == rig.time.at + timedelta(days=1)
    await rig.is_right(code)
    await rig.tick(hours=24)
    assert rig.pinged(rig.board()) == {waiter.name}
    assert "Claim the win" in rig.labels(rig.board())


async def test_a_match_that_nobody_claims_is_called_off_after_a_week_and_counts_for_nobody(
    discord_rig: DiscordRig,
) -> None:
    rig = discord_rig
    code = await rig.begin()
    for _ in range(5):
        await rig.play(code)
    await rig.tick(hours=48)
    await rig.tick(days=6, hours=23)
    assert (await rig.table(code)).match.status == "running"
    await rig.tick(hours=1)
    table = await rig.table(code)
    assert (table.match.status, table.match.rated) == ("over", False)
    (board,) = rig.boards()
    assert "Let's call it off." in board["content"]
    assert rig.pinged(board) == {"alice", "bob"}
    assert rig.rows("rating", "due") == {"rating": [], "due": []}


async def test_what_fell_due_while_the_bot_was_down_is_done_once_at_the_start(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.stop()
    rig.time.advance(hours=48)
    await rig.start()
    await rig.tick()
    waiter = await rig.waiter(code)
    (board,) = rig.boards()
    assert rig.pinged(board) == {waiter.name}
    assert "Claim the win" in rig.labels(board)
    await rig.rejoin()
    await rig.tick()
    assert rig.boards() == [board]


# Permissions


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_missing_permission_is_named_before_anything_opens(discord_rig: DiscordRig, in_thread: bool) -> None:
    rig = discord_rig
    code = await rig.begin()
    where = rig.server.thread(rig.channel) if in_thread else rig.server.text(rig.guild)
    needed = "Send Messages in Threads" if in_thread else "Send Messages"
    rig.server.deny(rig.channel if in_thread else where, needed.lower().replace(" ", "_"))
    before = rig.rows()
    missing = f"I may not write here. I need: {needed}. Ask a moderator, or play in my DMs."
    assert said(await rig.slash(rig.alice, "play", where)) == missing
    assert said(await rig.slash(rig.alice, "challenge", where, **{"with": rig.bob})) == missing
    assert said(await rig.slash(rig.alice, "board", where, game=code)) == missing
    menu = await rig.alice.context_menu(where, "Challenge", rig.bob)
    await rig.handled()
    assert said(menu) == missing
    for command, button in (("games", "Start a game"), ("help", "▶ Start a game")):
        private = (await rig.slash(rig.cleo, command, where)).answers[0]
        assert missing in [each["content"] for each in (await rig.press(rig.cleo, private, button)).answers]
    assert rig.rows() == before
    rig.server.deny(where, "attach_files")
    both = f"I need: {needed}, Attach Files."
    assert both in said(await rig.slash(rig.alice, "play", where))
    assert rig.boards(where) == []


async def test_a_picker_that_was_opened_before_the_permission_went_says_so(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    (picker,) = (await rig.slash(rig.alice, "play")).answers
    rig.server.deny(rig.channel, "send_messages")
    pressed = await rig.press(rig.alice, picker, "Post it")
    assert said(pressed).startswith("I may not write here. I need: Send Messages.")
    assert rig.rows("match")["match"][0][6] == "setup"


async def test_without_attach_files_the_board_is_text_and_says_so_once(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    rig.server.deny(rig.channel, "attach_files")
    code = await rig.begin()
    sorry = "I may not send pictures here, so this is the text board."
    assert rig.board()["content"].endswith(sorry)
    await rig.is_right(code)
    for _ in range(2):
        await rig.play(code)
        assert sorry not in rig.board()["content"]
        await rig.is_right(code)
    await rig.tick(minutes=3)
    assert sorry not in rig.board()["content"]
    await rig.play_out(code)
    await rig.is_right(code)
    rig.server.allow(rig.channel)
    await rig.slash(rig.alice, "board", game=code, **{"as": "picture"})
    assert rig.server.picture(rig.board())


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
