"""A match shown again on Discord: privately, as a film that is attached and described."""

from bot import posts
from games.crumble import GAME
from renderer import draw
from tests.fakes.discord import EPHEMERAL
from tests.platforms.crumble_script import LONG, script
from tests.platforms.discord_rig import DiscordRig, board_of, code_of, said
from tests.platforms.test_discord_crumble import begin, press_ply
from tests.renderer.compare import frames, opened


async def test_a_finished_match_is_shown_again_from_the_deal_to_the_end(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.begin()
    await rig.play_out(code)
    table, before = await rig.table(code), list(rig.server.messages(rig.channel))
    for who in (rig.alice, rig.cleo):
        pressed = await rig.press(who, rig.board(), "▷ Replay")
        (answer,) = pressed.answers
        assert answer["flags"] & EPHEMERAL
        assert said(pressed).startswith(f"Collapsi · Classic · #{code}\n")
        assert said(pressed).endswith(f"has no move left. {len(table.log)} moves.")
        drawn = frames(rig.server.film(answer))
        assert len(drawn) == 1 + len(table.log)
        assert len({frame.tobytes() for frame, _ in drawn}) == len(drawn)
        assert drawn[-1][0].tobytes() == opened(draw(posts.scene(table, "light"))).tobytes()
        alt = rig.server.alt_text(answer)
        assert alt is not None
        assert alt.startswith("Replay of Collapsi · Classic: ")
        assert "Alice" in alt
        assert "Bob" in alt
        assert alt.endswith(f"has no move left. {len(table.log)} moves.")
    assert rig.server.messages(rig.channel) == before, "nobody else sees anything"


async def test_a_running_match_and_its_last_turn_are_shown_from_the_menu(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig)
    (menu,) = (await rig.press(rig.cleo, board_of(rig, code), "⋯")).answers
    assert rig.labels(menu) == ["Text board", "Rules", "Start one"], "there is nothing to show"
    for ply in script(LONG)[:5]:
        await press_ply(rig, code, ply)
    (menu,) = (await rig.press(rig.cleo, board_of(rig, code), "⋯")).answers
    assert rig.labels(menu) == ["Text board", "Rules", "▷ Last turn", "Replay so far", "Start one"]
    (film,) = (await rig.press(rig.cleo, menu, "Replay so far")).answers
    # The deal, five turns, and the last one's cut and three steps.
    assert len(frames(rig.server.film(film))) == 9
    (turn,) = (await rig.press(rig.cleo, menu, "▷ Last turn")).answers
    drawn = frames(rig.server.film(turn))
    assert len(drawn) == 5
    assert drawn[-1][0].tobytes() == frames(rig.server.film(film))[-1][0].tobytes()
    alt = rig.server.alt_text(turn)
    assert alt is not None
    assert alt.startswith("The last turn, step by step.\n")
    assert " walked 3 steps." in alt
    table = await rig.table(code)
    assert str(GAME.parse(table.match.position or "")) == str(table.position), "and nothing was played"
    assert code_of(board_of(rig, code)) == code
