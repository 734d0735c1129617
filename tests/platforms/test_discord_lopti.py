"""Lopti on Discord: hands in private messages, how they are opened and kept right, and what a channel never reads."""

from tests.fakes.discord import EPHEMERAL, Json
from tests.platforms.discord_rig import DiscordRig, code_of, is_silent, said
from tests.platforms.lopti_script import MY_CARDS, LoptiOnDiscord, Script, simple


async def at_the_table(rig: DiscordRig, *people: object) -> Script:
    """Seats people at a table whose cards are swapped."""
    script = await Script.begin(LoptiOnDiscord(rig), *people)
    await script.swap()
    return script


def is_hand(rig: DiscordRig, message: Json) -> bool:
    """Whether it is somebody's own message with a hand, its picture and a description for those who do not see it."""
    described = rig.server.alt_text(message) or ""
    return bool(message["flags"] & EPHEMERAL) and "Your hand: " in message["content"] and "Your hand: " in described


# Sitting down


async def test_a_lobby_says_how_long_a_round_takes(discord_rig: DiscordRig) -> None:
    """Rule A10."""
    rig = discord_rig
    await rig.slash(rig.alice, "play", game="lopti")
    lobby = rig.board()
    assert rig.read(lobby) == [
        "Alice opens a table: Lopti · Classic · 2-5 players",
        "Alice (host), free, free, free, free",
        "two to five players, the winner makes a house rule.",
        "2 days a move. It begins by itself when it is full.",
        "A round takes 50-90 turns: about a week at one move every two hours.",
    ]
    assert rig.labels(lobby) == ["Join", "Leave", "🤖 Add computer", "How to play", "Withdraw"]
    for who in (rig.bob, rig.cleo):
        rig.time.advance(seconds=1)
        assert is_silent(await rig.press(who, lobby, "Join"))
    rig.time.advance(seconds=1)
    assert is_silent(await rig.press(rig.bob, lobby, "Leave"))
    assert rig.read(lobby)[1] == "Alice (host), free, Cleo, free, free"
    await rig.press(rig.alice, lobby, "▶ Start (2)")
    assert (await rig.table(code_of(rig.board()))).match.status == "running"


async def test_somebody_joins_the_next_round_and_has_no_cards_until_then(discord_rig: DiscordRig) -> None:
    """Rule S2."""
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    refused = await rig.press(rig.cleo, rig.board(), MY_CARDS)
    assert said(refused) == "This is the game of Alice, Bob. Want your own?"
    await rig.press(rig.cleo, refused.answers[0], "Join next round")
    assert "Cleo" in rig.board()["content"]
    hand = said(await rig.press(rig.cleo, rig.board(), MY_CARDS))
    assert "Your hand: " not in hand
    await script.turn()


# Hands


async def test_my_cards_opens_a_fresh_private_message_each_time(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    before = dict(rig.board())
    (first,), (second,) = [(await rig.press(rig.bob, rig.board(), MY_CARDS)).answers for _ in range(2)]
    assert first["id"] != second["id"]
    assert is_hand(rig, first)
    assert is_hand(rig, second)
    assert rig.board() == before
    await script.overhear()


async def test_a_choice_keeps_the_hand_in_place_and_brings_the_board_up_to_date(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    mover = await rig.mover(script.code)
    message, offered = await script.choices(mover)
    pressed = await rig.press(mover, message, offered[simple(list(offered))])
    assert pressed.answers == [message], "it is the same message"
    assert is_hand(rig, message)
    assert "It's the turn of " in message["content"]
    assert " played " in rig.board()["content"]
    await script.overhear()


async def test_a_pick_up_though_one_could_play_is_asked_about_in_the_hand(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob, rig.cleo)
    while True:
        mover = await rig.mover(script.code)
        message, offered = await script.choices(mover)
        if "pick?" in offered:
            break
        await script.turn()
    before, board = str(await script.position()), dict(rig.board())
    await rig.press(mover, message, offered["pick?"])
    assert "although you could play?" in message["content"]
    assert str(await script.position()) == before
    await rig.press(mover, message, "↩ Back")
    assert script.offered(message) == offered
    assert rig.board() == board, "others see nothing of it"
    await rig.press(mover, message, offered["pick?"])
    await rig.press(mover, message, script.offered(message)["pick"])
    assert "picked up" in rig.board()["content"]
    await script.overhear()


async def test_hand_shows_the_cards_of_the_only_table_and_else_asks_which(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    first = await at_the_table(rig, rig.alice, rig.bob)
    (hand,) = (await rig.slash(rig.alice, "hand")).answers
    assert is_hand(rig, hand)
    assert said(await rig.slash(rig.dov, "hand")) == "No game waits for you here."
    assert said(await rig.slash(rig.dov, "hand", game=first.code)) == "This is the game of Alice, Bob. Want your own?"
    rig.time.advance(minutes=1)
    second = await LoptiOnDiscord(rig).sit_down(rig.alice, rig.cleo)
    (asked,) = (await rig.slash(rig.alice, "hand")).answers
    assert asked["content"] == "In which game?"
    assert rig.labels(asked) == ["Lopti vs Bob", "Lopti vs Cleo"]
    await rig.press(rig.alice, asked, "Lopti vs Cleo")
    assert is_hand(rig, asked), "it takes the place of the question"
    assert f"#{second}\n" in asked["content"]
    (named,) = (await rig.slash(rig.alice, "hand", game=first.code)).answers
    assert f"#{first.code}\n" in named["content"]
    offered = await rig.alice.autocomplete(rig.channel, "hand", "game", "")
    assert {one["value"] for one in offered} == {first.code, second}


async def test_moves_are_completed_with_ones_own_only(discord_rig: DiscordRig) -> None:
    """Rule A1: at the swap all are waited for, and each knows their own cards alone."""
    rig = discord_rig
    script = await Script.begin(LoptiOnDiscord(rig), rig.alice, rig.bob)
    for who in (rig.alice, rig.bob):
        table, position = await script.table(), await script.position()
        seat = next(seat for seat in position.seated if script.lopti.person(table, seat) is who)
        offered = await who.autocomplete(rig.channel, "move", "move", "")
        assert {one["value"] for one in offered} == {choice.text for choice in position.choices(seat).items}
    assert await rig.dov.autocomplete(rig.channel, "move", "move", "swap") == [
        {"name": "No game waits for you here.", "value": "-"}
    ]


async def test_why_a_card_cannot_be_played_is_told_nobody_else(discord_rig: DiscordRig) -> None:
    """Rule A1."""
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    mover, seat = await rig.mover(script.code), (await script.table()).to_move[0]
    held = {card[0] for card in (await script.position()).round.hands[seat]}
    missing = next(rank for rank in "4568" if rank not in held)
    await rig.say(mover, rig.channel, missing, reply_to=rig.board())
    assert rig.board()["content"] == "Write that with /move: there only you read my answer."
    assert said(await rig.slash(mover, "move", move=missing)).startswith(f"You have no {missing}.")
    await script.overhear()


async def test_two_presses_at_once_play_once_and_the_hand_stays(discord_rig: DiscordRig) -> None:
    """Rule S58."""
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    mover = await rig.mover(script.code)
    message, offered = await script.choices(mover)
    ply = (await script.table()).match.ply
    await mover.press_many(message, offered[simple(list(offered))], 2)
    await rig.handled()
    assert (await script.table()).match.ply == ply + 1
    assert is_hand(rig, message)
    await script.overhear()


# The table


async def test_table_shows_the_house_rules_and_ways_to_change_them(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    script = await at_the_table(rig, rig.alice, rig.bob)
    (shown,) = (await rig.slash(rig.bob, "table")).answers
    assert shown["content"].startswith(f"Lopti · Classic · #{script.code}\n")
    (pressed,) = (await rig.press(rig.bob, rig.board(), "📜 House rules")).answers
    assert pressed["content"] == shown["content"]
    assert rig.labels(pressed) == rig.labels(shown)
    looker = await rig.slash(rig.dov, "table", game=script.code)
    assert said(looker).startswith(f"Lopti · Classic · #{script.code}\n")
    assert not script.offered(looker.answers[0])
    await script.overhear()


async def test_without_a_table_there_is_none_to_show(discord_rig: DiscordRig) -> None:
    rig = discord_rig
    assert said(await rig.slash(rig.dov, "table")) == "There is no game to show here."
    await rig.begin()
    assert said(await rig.slash(rig.alice, "table")) == "There is no table here that makes rules of its own."
