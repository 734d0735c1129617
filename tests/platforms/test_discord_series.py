"""Matches of several deals on Discord: both sides of one deal, points, rounds; one board, and the score on it."""

from games import record
from tests.fakes.discord import Json, Person
from tests.platforms import reading
from tests.platforms.discord_rig import DiscordRig, board_of, said
from tests.platforms.reading import Picker


async def begin(rig: DiscordRig, match: str) -> str:
    return await rig.seat(rig.alice, rig.bob, chosen=(f"Match: {match}",), preset="Quick 4×4")


async def play_deal(rig: DiscordRig, code: str) -> str:
    """Plays one deal to its end, on the only board there is. Returns the code that the board has then."""
    pick = Picker()
    while (await rig.table(code)).match.status == "running":
        await rig.turn(code, pick)
    return code_on(rig)


def code_on(rig: DiscordRig) -> str:
    (board,) = rig.boards()
    return rig.read(board)[0].rpartition("#")[2]


async def winner_of(rig: DiscordRig, code: str) -> tuple[str, str]:
    """Who won a deal, and who lost it."""
    table = await rig.table(code)
    assert table.outcome is not None
    first, second = (table.person(min(place)).name for place in table.outcome.places)
    return first, second


async def left_of(rig: DiscordRig, code: str) -> int:
    """The cards that lie face up at the end of a deal: large letters and digits in the position's text."""
    cards = str((await rig.table(code)).position).split()[0]
    return sum(card.isupper() or card.isdigit() for card in cards)


def score_line(rig: DiscordRig) -> str:
    (line,) = [line for line in rig.read(rig.board()) if line.startswith("Score: ")]
    return line


async def scored(rig: DiscordRig, code: str, points: dict[str, int]) -> str:
    """The score as the line has it, by the seats of a deal."""
    table = await rig.table(code)
    people = [(table.person(seat).name, reading.named(table, seat)) for seat in (0, 1)]  # type: ignore[arg-type]
    return "Score: " + ", ".join(f"{shown} {points[name]}" for name, shown in people)


async def record_of(rig: DiscordRig, code: str) -> record.Record:
    """The record of a deal; that of an earlier one is asked for by its code."""
    ply = (await rig.table(code)).match.ply
    (answer,) = (await rig.forge(rig.cleo, rig.board(), f"x:{code}:{ply}:record")).answers
    (file,) = answer["attachments"]
    assert file["filename"] == f"collapsi-{code}.txt"
    return record.parse(rig.server.store.files[file["url"].removeprefix(rig.server.store.cdn + "/")].decode())


async def give_up(rig: DiscordRig, who: Person, code: str) -> None:
    asked = await rig.slash(who, "resign", game=code)
    await rig.press(who, asked.answers[0], "Yes, resign")


# Both sides of one deal


async def test_both_sides_of_a_deal_are_played_on_one_board(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    one = await begin(rig, "both sides")
    points = {"Alice": 0, "Bob": 0}
    start, board = str((await rig.table(one)).position), board_of(rig, one)
    told = await scored(rig, one, points)
    assert score_line(rig) == f"{told} · deal 1 of 2, the same from both sides"
    two = await play_deal(rig, one)
    assert two != one
    assert rig.boards() == [board], "the next deal stands in the same message"
    winner, _ = await winner_of(rig, one)
    points[winner] += 1
    first, second = await rig.table(one), await rig.table(two)
    assert str(second.position) == start, "the same cards"
    assert [seat.player_id for seat in second.match.seats] == [seat.player_id for seat in first.match.seats][::-1]
    sign = {second.person(seat).name: reading.named(second, seat) for seat in (0, 1)}  # type: ignore[arg-type]
    lines = rig.read(board)
    assert lines[1] == f"The last deal: {sign[winner]} +1."
    assert lines[2].startswith(f"{reading.named(second, 0)}, your move: ")
    assert score_line(rig) == f"{await scored(rig, two, points)} · deal 2 of 2, the same from both sides"
    assert await play_deal(rig, two) == two
    winner, _ = await winner_of(rig, two)
    points[winner] += 1
    told = await scored(rig, two, points)
    if points["Alice"] == points["Bob"]:
        assert score_line(rig) == f"{told}. Nobody is ahead."
    else:
        ahead = sign[max(points, key=lambda name: points[name])]
        assert score_line(rig) == f"{told}. {ahead} wins the match."
    (board,) = rig.boards()
    assert rig.read(board)[1].startswith(f"{sign[winner]} wins: ")
    assert rig.labels(board) == ["↻ Rematch", "▷ Replay", "📄 Record", "🔍 Look back"]


async def test_each_deal_has_its_own_record(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    one = await begin(rig, "both sides")
    two = await play_deal(rig, one)
    await play_deal(rig, two)
    for code in (one, two):
        kept, table = await record_of(rig, code), await rig.table(code)
        assert str(tuple(kept.replay())[-1].position) == str(table.position)
        assert kept.outcome == table.outcome
        assert [kept.headers[f"Seat {seat}"] for seat in (0, 1)] == [table.person(seat).name for seat in (0, 1)]  # type: ignore[arg-type]
        assert kept.options["series"] == "swap"
    assert (await record_of(rig, one)).start == (await record_of(rig, two)).start


async def test_the_last_move_of_a_deal_pressed_many_times_begins_one_deal(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    one = await begin(rig, "both sides")
    await rig.lay(one, "Ab23/abcd/abcd/aAbc a1,b4 0 joker -")
    mover, board = await rig.mover(one), board_of(rig, one)
    moves = rig.moves(board)
    presses = await mover.press_many(board, moves[0], 5)
    await rig.handled()
    while code_on(rig) == one:
        await rig.play(one)
    assert [press.answers for press in presses] == [[]] * 5
    assert len(rig.rows("match")["match"]) == 2
    two = await rig.table(code_on(rig))
    assert (two.match.round, two.match.ply) == (1, 0)


async def test_a_press_for_the_deal_before_plays_nothing_in_the_next_one(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    one = await begin(rig, "both sides")
    old = rig.payload(board_of(rig, one), rig.moves(board_of(rig, one))[0])
    two = await play_deal(rig, one)
    rig.time.advance(minutes=1)
    before = rig.rows()
    for who in (rig.alice, rig.bob):
        late = await rig.forge(who, rig.board(), old)
        assert said(late) == "This game is over."
    assert rig.rows("move", "match") == {name: before[name] for name in ("move", "match")}
    await rig.rejoin()
    await rig.turn(two, Picker())
    assert (await rig.table(two)).match.ply == 1


# To sixteen points


async def test_points_add_up_to_sixteen_for_the_cards_that_are_left(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, "to 16 points")
    points, deals = {"Alice": 0, "Bob": 0}, 0
    while True:
        assert score_line(rig) == f"{await scored(rig, code, points)} · 16 to win"
        following = await play_deal(rig, code)
        winner, _ = await winner_of(rig, code)
        gained, deals = await left_of(rig, code), deals + 1
        points[winner] += gained
        if following == code:
            break
        table, lines = await rig.table(following), rig.read(rig.board())
        shown = {table.person(seat).name: reading.named(table, seat) for seat in (0, 1)}  # type: ignore[arg-type]
        assert lines[1] == f"The last deal: {shown[winner]} +{gained}."
        assert lines[2].startswith(f"{reading.named(table, 0)}, your move")
        assert max(points.values()) < 16
        code = following
    table = await rig.table(code)
    shown = {table.person(seat).name: reading.named(table, seat) for seat in (0, 1)}  # type: ignore[arg-type]
    assert max(points.values()) >= 16
    assert deals > 2
    assert score_line(rig) == f"{await scored(rig, code, points)}. {shown[winner]} wins the match."
    (board,) = rig.boards()
    assert rig.moves(board) == []
    (row,) = [line for line in rig.read(board) if " · " in line and "(+" in line]
    assert "(−" in row, "the ratings stand there too"


async def test_giving_up_a_deal_gives_its_cards_and_the_match_goes_on(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, "to 16 points")
    await rig.lay(code, "JA23/a2cd/a2cd/AJbc a1,b4 0 joker -")
    loser, winner = await rig.mover(code), await rig.waiter(code)
    await give_up(rig, loser, code)
    following = code_on(rig)
    assert following != code
    table = await rig.table(following)
    name = rig.server.users[winner.id]["global_name"]
    (gain,) = [line for line in rig.read(rig.board()) if line.startswith("The last deal: ")]
    assert gain.startswith(f"The last deal: {name} ")
    assert gain.endswith(" +8.")
    assert table.match.status == "running"
    assert await rig.mover(following) is winner, "who was second begins"


async def test_who_does_not_come_any_more_ends_the_whole_match(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await begin(rig, "to 16 points")
    await rig.tick(hours=49)
    await rig.press(await rig.waiter(code), board_of(rig, code), "Claim the win")
    assert code_on(rig) == code
    (board,) = rig.boards()
    assert " ran out of time." in rig.read(board)[1]
    assert rig.labels(board) == ["↻ Rematch", "📄 Record", "🔍 Look back"], "nothing was played"
    assert len(rig.rows("match")["match"]) == 1


async def test_a_rematch_of_a_match_is_a_match_again(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    one = await begin(rig, "both sides")
    await give_up(rig, await rig.mover(one), one)
    two = code_on(rig)
    await give_up(rig, await rig.mover(two), two)
    final: Json = rig.board()
    assert rig.labels(final) == ["↻ Rematch", "📄 Record", "🔍 Look back"]
    await rig.press(rig.alice, final, "↻ Rematch")
    await rig.press(rig.bob, final, "↻ Rematch")
    new = rig.read(rig.board())[0].rpartition("#")[2]
    assert new not in (one, two)
    fresh = await scored(rig, new, {"Alice": 0, "Bob": 0})
    assert score_line(rig) == f"{fresh} · deal 1 of 2, the same from both sides"


# Rounds of three


async def test_rounds_go_on_until_everybody_has_begun_and_one_is_ahead(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    code = await rig.seat(rig.alice, rig.bob, rig.cleo, chosen=("Board: 5×5", "Knock-out: yes", "Match: rounds"))
    points = {"Alice": 0, "Bob": 0, "Cleo": 0}
    beginners = []
    for number in range(1, 4):
        table = await rig.table(code)
        told = ", ".join(f"{reading.named(table, seat)} {points[table.person(seat).name]}" for seat in (0, 1, 2))  # type: ignore[arg-type]
        assert score_line(rig) == f"Score: {told} · round {number}"
        beginners.append(table.person(table.to_move[0]).name)
        for gained in (0, 1):
            mover = await rig.mover(code)
            points[rig.server.users[mover.id]["global_name"]] += gained
            await give_up(rig, mover, code)
        table = await rig.table(code)
        assert table.outcome is not None
        points[table.person(min(table.outcome.places[0])).name] += 2
        code = code_on(rig)
    assert sorted(beginners) == ["Alice", "Bob", "Cleo"]
    assert sum(points.values()) == 9
    assert points == {"Alice": 3, "Bob": 3, "Cleo": 3}, "all gave up in turn, so nobody is ahead and a fourth follows"
    assert score_line(rig).endswith(" · round 4")
    assert (await rig.table(code)).match.status == "running"
