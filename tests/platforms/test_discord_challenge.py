"""From the first word on Discord to the deal: pickers, challenges, invitations, and who may not be asked."""

import functools
import operator

import pytest

from bot import lobby
from tests.fakes.discord import Json
from tests.platforms.discord_rig import DiscordRig, code_of, is_silent, said


def select(message: Json, rig: DiscordRig) -> str:
    """The payload of the menu of people on a message."""
    (found,) = [each["custom_id"] for each in rig.server.components(message) if each["type"] == 5]
    assert isinstance(found, str)
    return found


async def test_play_opens_a_private_picker_where_presets_and_people_are_chosen(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    asked = await rig.slash(rig.alice, "play")
    (picker,) = asked.answers
    assert rig.labels(picker) == [
        "Collapsi ✓",
        "Crumble",
        "Lopti",
        "Quick 4×4 ✓",
        "Classic",
        "Big table",
        "Second wind",
        "More…",
        "Post it",
        "🤖 Computer",
        "✘ Cancel",
    ]
    assert "Against: anyone here." in picker["content"]
    await rig.press(rig.alice, picker, "Classic")
    assert rig.labels(picker)[3:5] == ["Quick 4×4", "Classic ✓"]
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
    assert said(await rig.press(rig.cleo, rig.board(), "How to play")).startswith("**The board**\n")
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
