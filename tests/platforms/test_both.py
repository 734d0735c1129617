"""One match across Discord and Telegram, both in one process."""

import re

from tests.platforms.both_rig import BothRig
from tests.platforms.discord_rig import MESSAGE, MESSAGES
from tests.platforms.discord_rig import code_of as discord_code
from tests.platforms.telegram_rig import NOTHING, labels


async def _begin(rig: BothRig) -> str:
    """Alice challenges in a Discord channel, Bob joins by code in Telegram."""
    await rig.discord.slash(rig.discord.alice, "play", game="collapsi", preset="classic")
    challenge = rig.discord.board()
    if "Who is in?" not in challenge["content"]:
        await rig.discord.press(rig.discord.alice, challenge, "Post it")
        challenge = rig.discord.board()
    link = re.search(r"t\.me/game_bot\?start=(c_\w+)", challenge["content"])
    assert link is not None, challenge["content"]
    await rig.telegram.bob.start(link[1])
    await rig.handled()
    return discord_code(rig.discord.board())


async def test_the_challenge_tells_how_to_come_from_each_side(both_rig: BothRig) -> None:
    rig = both_rig
    await rig.discord.slash(rig.discord.alice, "play", game="collapsi", preset="classic")
    content = rig.discord.board()["content"]
    there = re.search(r"From Telegram: (?:<)?https://t\.me/game_bot\?start=c_(\w{8})(?:>)?", content)
    here = re.search(r"From Discord: /play code:(\w{8})", content)
    assert there is not None, content
    assert here is not None, content
    assert there[1] == here[1]
    challenge = await rig.telegram.ask(rig.telegram.bob, "/play@game_bot classic", rig.telegram.club)
    line = challenge.body.split("\n")[-1]
    found = re.fullmatch(r"From Discord: /play code:(\w+) · From Telegram: https://t\.me/game_bot\?start=c_\1", line)
    assert found is not None, line
    await rig.discord.slash(rig.discord.cleo, "play", code=found[1])
    await rig.handled()
    code = discord_code(rig.discord.board())
    await rig.telegram.is_right(code)
    table = await rig.telegram.table(code)
    assert {seat.account.platform for seat in table.match.seats if seat.account} == {"discord", "telegram"}


async def test_a_match_is_played_to_the_end_across_both(both_rig: BothRig) -> None:
    rig = both_rig
    code = await _begin(rig)
    await rig.are_right(code)
    acted = set()
    while (await rig.telegram.table(code)).match.status == "running":
        acted.add(await rig.play(code))
        await rig.are_right(code)
    assert acted == {"discord", "telegram"}
    table = await rig.telegram.table(code)
    assert table.outcome is not None
    winner, loser = (table.person(min(place)).name for place in table.outcome.places)
    for text in (rig.discord.board()["content"], rig.telegram.board(rig.telegram.bob).body):
        assert re.search(rf"{winner} . wins: {loser} . has no move left\.", text)
    best = await rig.telegram.ask(rig.telegram.bob, "/leaderboard everywhere")
    assert re.search(rf"1\. {winner}: .*\n2\. {loser}: ", best.body)
    shown = await rig.discord.slash(rig.discord.dov, "leaderboard", where="everywhere")
    private = (await shown.answered())["content"]
    assert re.search(rf"1\\?\. {winner}: .*\n2\\?\. {loser}: ", private), private
    here = await rig.discord.slash(rig.discord.dov, "leaderboard")
    assert winner in (await here.answered())["content"], "the place of the challenge counts the match"


async def test_a_rematch_crosses_over_and_swaps_the_seats(both_rig: BothRig) -> None:
    rig = both_rig
    code = await _begin(rig)
    while (await rig.telegram.table(code)).match.status == "running":
        await rig.play(code)
    old = await rig.telegram.table(code)
    await rig.discord.press(rig.discord.alice, rig.discord.board(), "↻ Rematch")
    await rig.handled()
    asked = rig.telegram.newest(rig.telegram.bob)
    assert "invites you to Collapsi" in asked.body
    assert labels(asked)[0] == "Accept"
    await rig.telegram.press(rig.telegram.bob, asked, "Accept")
    await rig.handled()
    new = discord_code(rig.discord.board())
    table = await rig.telegram.table(new)
    assert [seat.player_id for seat in table.match.seats] == [seat.player_id for seat in reversed(old.match.seats)]
    await rig.play(new)
    assert (await rig.telegram.table(new)).match.ply == 1


async def test_a_discord_that_refuses_does_not_hold_telegram_up(both_rig: BothRig) -> None:
    rig = both_rig
    code = await _begin(rig)
    if await rig.platform_to_move(code) == "discord":
        await rig.play(code)
    rig.discord.server.fault("POST", MESSAGES, 403, 50013, times=2)
    rig.discord.server.fault("PATCH", MESSAGE, 403, 50013, times=2)
    rig.time.advance(minutes=10)
    ply = (await rig.telegram.table(code)).match.ply
    bob = rig.telegram.bob
    assert await rig.telegram.press(bob, rig.telegram.board(bob), labels(rig.telegram.board(bob))[0]) == NOTHING
    assert (await rig.telegram.table(code)).match.ply == ply + 1
    await rig.telegram.is_right(code, bob)
    await rig.discord.slash(rig.discord.alice, "board")
    await rig.handled()
    await rig.discord.slash(rig.discord.alice, "board")
    await rig.handled()
    await rig.are_right(code)
    while (await rig.telegram.table(code)).match.status == "running":
        await rig.play(code)
    await rig.are_right(code)


async def test_both_come_back_after_one_shutdown(both_rig: BothRig) -> None:
    rig = both_rig
    code = await _begin(rig)
    await rig.play(code)
    await rig.stop()
    await rig.start()
    await rig.handled()
    await rig.are_right(code)
    await rig.play(code)
    await rig.play(code)
    await rig.are_right(code)
