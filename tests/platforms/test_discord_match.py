"""Whole matches on Discord: played to the end, rematched, recorded and rated, in one place and in several."""

from io import BytesIO

from PIL import Image

from games import record
from games.collapsi import Moved, Position
from renderer.layout import Layout
from renderer.theme import palette
from tests.platforms.discord_rig import DiscordRig, code_of, is_silent, said

# A whole match


def trace_at(png: bytes, name: str, seat: int) -> float:
    """How much of a square's spot shows the colour of a seat's last move."""
    colours = palette("light")
    x, y = Layout.of(4, 4, chips=2).spot(("abcd".index(name[0]), int(name[1]) - 1))
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
    assert rig.labels(board) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]


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
