"""Lopti on Discord and on Telegram, by the buttons of people's own hand messages: what they see, and nobody else."""

import re

import pytest

from bot import posts
from renderer import draw
from tests.platforms.lopti_script import MY_CARDS, Lopti, LoptiOnDiscord, LoptiOnTelegram, Script, simple

MOVED_ON = "The table has moved on."


@pytest.fixture(params=["discord", "telegram"])
def lopti(request: pytest.FixtureRequest) -> Lopti:
    """The bot on one of the platforms."""
    rig = request.getfixturevalue(f"{request.param}_rig")
    return LoptiOnDiscord(rig) if request.param == "discord" else LoptiOnTelegram(rig)


async def test_three_swap_and_play_by_the_buttons_of_their_hands_and_nobody_learns_of_others(lopti: Lopti) -> None:
    """Rules A1 and A4: all that was sent is compared with what its reader may know."""
    alice, bob, cleo, dov = lopti.people
    script = await Script.begin(lopti, alice, bob, cleo)
    board = await lopti.board()
    assert [label for label, _ in lopti.buttons(board)] == [MY_CARDS, "Join next round", "📜 House rules", "⋯"]
    assert "Everybody may swap one card." in lopti.body(board)
    await script.swap()
    assert (await script.position()).phase == "play"
    for _ in range(15):
        await script.turn()
    table, position = await script.table(), await script.position()
    for who in (alice, bob, cleo):
        hand = await lopti.hand(who)
        assert "Your hand: " in lopti.body(hand)
        is_mover = who is lopti.person(table, position.round.turn)
        assert bool(script.offered(hand)) == is_mover, "only whose turn it is may choose"
    lines = lopti.body(await lopti.board()).splitlines()
    assert len(lines) <= 8
    refused = lopti.told(await lopti.press(dov, await lopti.board(), MY_CARDS))
    assert refused.startswith("This is the game of ")
    await script.overhear()


async def test_the_board_shows_a_picture_without_anybodys_cards(lopti: Lopti) -> None:
    script = await Script.begin(lopti, *lopti.people[:3])
    await script.swap()
    await script.turn()
    table, board = await script.table(), await lopti.board()
    assert lopti.rig.server.picture(board) == draw(posts.scene(table, "light")).png


async def test_a_move_is_only_that_of_who_sits_there_and_whose_turn_it_is(lopti: Lopti) -> None:
    alice, bob, cleo, dov = lopti.people
    script = await Script.begin(lopti, alice, bob, cleo)
    await script.swap()
    table, before = await script.table(), str(await script.position())
    mover = lopti.person(table, table.to_move[0])
    other = next(who for who in (alice, bob, cleo) if who is not mover)
    _, offered = await script.choices(mover)
    stolen = offered[simple(list(offered))]
    assert lopti.told(await lopti.forge(dov, stolen)).startswith("This is the game of ")
    await lopti.forge(other, stolen)
    assert str(await script.position()) == before
    await script.overhear()


async def test_a_button_pressed_twice_is_answered_alike_and_changes_nothing_more(lopti: Lopti) -> None:
    """Rule S58, also where others have acted between: at the swap everybody may."""
    alice, bob, cleo, _ = lopti.people
    script = await Script.begin(lopti, alice, bob, cleo)
    hands = {who: await script.choices(who) for who in (alice, bob)}
    for who, (message, offered) in hands.items():
        await lopti.forge(who, offered["swap -"], message)
    after = str(await script.position())
    for who, (message, offered) in hands.items():
        said = lopti.body(await lopti.hand(who))
        again = lopti.told(await lopti.forge(who, offered["swap -"], message))
        assert again in ("", said), "no complaint"
        assert lopti.body(await lopti.hand(who)) == said
    assert str(await script.position()) == after
    await script.overhear()


async def test_a_button_that_is_too_old_plays_nothing_and_the_hand_is_shown_anew(lopti: Lopti) -> None:
    """Rule A6."""
    script = await Script.begin(lopti, *lopti.people[:3])
    await script.swap()
    table = await script.table()
    mover = lopti.person(table, table.to_move[0])
    message, offered = await script.choices(mover)
    old = offered[simple(list(offered))]
    for _ in range(3):
        await script.turn()
    lopti.rig.time.advance(minutes=2)
    before = str(await script.position())
    late = lopti.told(await lopti.forge(mover, old, message))
    assert MOVED_ON in late
    assert str(await script.position()) == before
    assert "Your hand: " in lopti.body(await lopti.hand(mover))
    await script.overhear()


async def test_two_rounds_with_a_rule_a_tied_vote_and_its_duel(lopti: Lopti) -> None:
    """Rules R1, V3, V6 and Q1 to Q3."""
    script = await Script.begin(lopti, *lopti.people)
    host = lopti.people[0]
    await script.round()
    board = lopti.body(await lopti.board())
    assert "wins the round!" in board
    winner = (await script.position()).declarer
    assert winner is not None
    await script.make_rule(2)
    assert "Eight tax" in lopti.body(await lopti.board())
    await script.press_board(host, "▶ Deal round 2")
    await script.swap()
    for _ in range(4):
        await script.turn()
    await script.fight("remove r1 now")
    assert re.search(r"30 : 0|30:0", lopti.body(await lopti.board())), lopti.body(await lopti.board())
    await script.turn()
    assert (await script.position()).rules[0].status == "removed", "it is gone when the turn is over"
    await script.round()
    await script.press_board(lopti.person(await script.table(), (await script.table()).to_move[0]), "No rule")
    await script.press_board(host, "Close the table")
    table = await script.table()
    assert table.match.status == "over"
    assert sum(table.position.score) == 2  # type: ignore[union-attr]
