"""Lopti on Telegram: hands in private chats, how people get there, and what a group never reads."""

from tests.fakes.telegram import Answer, Message
from tests.platforms.lopti_script import MY_CARDS, LoptiOnTelegram, Script
from tests.platforms.telegram_rig import NOTHING, TelegramRig, code_of, labels, rows_of

OPEN = "Open our private chat once, then I can show you your cards."
THERE = "Your cards are in our private chat."


def word_of(answer: Answer) -> str:
    """What a link that a press has opened says in the private chat."""
    assert answer.url is not None
    base, _, word = answer.url.partition("?start=")
    assert base == "https://t.me/game_bot"
    return word


def hands(rig: TelegramRig, who: object) -> list[Message]:
    """The messages in somebody's private chat that show their hand."""
    return [post for post in rig.server.posts(who) if "Your hand: " in post.body]  # type: ignore[arg-type]


async def lobby_of(rig: TelegramRig, *known: object) -> Message:
    """Lets Alice open a table of Lopti; those who are known have opened their private chats."""
    for who in known:
        await rig.after(who.start())  # type: ignore[attr-defined]
    return await rig.ask(rig.alice, "/play@game_bot lopti", rig.club)


# Sitting down


async def test_a_lobby_says_how_long_a_round_takes(telegram_rig: TelegramRig) -> None:
    """Rule A10."""
    lobby = await lobby_of(telegram_rig, telegram_rig.alice)
    assert lobby.body.splitlines() == [
        "Alice opens a table: Lopti · Classic · 2-5 players",
        "Alice (host), free, free, free, free",
        "two to five players, the winner makes a house rule.",
        "2 days a move. It begins by itself when it is full.",
        "A round takes 50-90 turns: about a week at one move every two hours.",
    ]
    assert rows_of(lobby) == [["Join", "Leave"], ["🤖 Add computer"], ["How to play", "Withdraw"]]


async def test_who_has_no_private_chat_is_led_there_and_start_joins(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    lobby = await lobby_of(rig, rig.alice, rig.bob)
    code = code_of(lobby)
    before = await rig.rows("seat", "match", "surface")
    rig.time.advance(seconds=1)
    led = await rig.press(rig.cleo, lobby, "Join")
    assert led.text is None
    assert word_of(led) == f"c_{(await rig.table(code)).match.join_code}"
    assert await rig.rows("seat", "match", "surface") == before, "nobody sits there yet"
    assert await rig.press(rig.bob, lobby, "Join") == NOTHING, "who is known just joins"
    rig.time.advance(seconds=1)
    await rig.after(rig.cleo.start(word_of(led)))
    assert lobby.body.splitlines()[1] == "Alice (host), Bob, Cleo, free, free"
    rig.time.advance(seconds=1)
    await rig.press(rig.alice, lobby, "▶ Start (3)")
    for who in (rig.alice, rig.bob, rig.cleo):
        (hand,) = hands(rig, who)
        assert not hand.silent, "it waits for everybody"
        assert rig.server.picture(hand)
    assert rig.board().silent, "everybody is called in their own chat"


async def test_the_next_round_is_joined_from_the_private_chat(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    led = await rig.press(rig.cleo, rig.board(), "Join next round")
    assert word_of(led) == f"h_{script.code}"
    assert len((await script.table()).match.seats) == 2
    told = await rig.after(rig.cleo.start(word_of(led)))
    answer = rig.newest(rig.cleo)
    assert answer.serial > told.serial
    assert answer.body == "This is the game of Alice, Bob. Want your own?"
    await rig.press(rig.cleo, answer, "Join next round")
    assert [row.account.name for row in (await script.table()).match.seats if row.account][2:] == ["Cleo"]
    await script.overhear()


# Seeing one's cards


async def test_my_cards_sends_the_hand_anew_and_says_where(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    (before,) = hands(rig, rig.bob)
    assert (await rig.press(rig.bob, rig.board(), MY_CARDS)).text == THERE
    (after,) = hands(rig, rig.bob)
    assert after.serial > before.serial
    assert after.body == before.body
    assert len(rig.boards()) == 1
    await script.overhear()


async def test_hand_and_cards_are_typed_anywhere_and_shown_in_private(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    for typed in ("/hand", "/cards", f"/hand #{script.code}", f"/start h_{script.code}"):
        asked = await rig.say(rig.bob, typed)
        (hand,) = hands(rig, rig.bob)
        assert hand.serial > asked.serial, f"{typed} sends it anew"
    told = await rig.ask(rig.bob, "/hand@game_bot", rig.club)
    assert told.body == THERE
    refused = await rig.ask(rig.dov, "/hand@game_bot", rig.club)
    assert refused.body == "No game waits for you here."
    refused = await rig.ask(rig.dov, f"/hand@game_bot {script.code}", rig.club)
    assert refused.body == "This is the game of Alice, Bob. Want your own?"
    await script.overhear()


async def test_with_several_tables_hand_asks_which(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    lopti = LoptiOnTelegram(rig)
    codes = []
    for guest in (rig.bob, rig.cleo):
        codes.append(await lopti.sit_down(rig.alice, guest))
        rig.time.advance(minutes=1)
    for chat in (None, rig.club):
        asked = await rig.ask(rig.alice, "/hand@game_bot", chat)
        assert asked.body == "In which game?"
        assert labels(asked) == ["Lopti vs Bob", "Lopti vs Cleo"]
        answer = await rig.press(rig.alice, asked, "Lopti vs Cleo")
        assert answer.text == (THERE if chat is rig.club else None)
        newest = rig.newest(rig.alice)
        assert f"#{codes[1]}\n" in newest.body
        assert "Your hand: " in newest.body
    assert not any("Your hand" in post.body for post in rig.server.posts(rig.club))


async def test_a_hand_that_cannot_be_delivered_is_asked_for_in_public(telegram_rig: TelegramRig) -> None:
    """Rule A12."""
    rig = telegram_rig
    lobby = await lobby_of(rig, rig.bob)
    rig.time.advance(seconds=1)
    await rig.press(rig.bob, lobby, "Join")
    await rig.press(rig.alice, lobby, "▶ Start (2)")
    board, code = rig.board(), code_of(rig.board())
    assert board.body.splitlines()[-1] == "@alice_w, open our private chat to see your cards."
    assert dict(board.buttons)["Open our chat"] == f"https://t.me/game_bot?start=h_{code}"
    assert board.pings == [rig.alice.id], "she cannot be called in a chat of her own"
    led = await rig.press(rig.alice, board, MY_CARDS)
    assert word_of(led) == f"h_{code}"
    typed = await rig.ask(rig.alice, "/hand@game_bot", rig.club)
    assert typed.body == OPEN
    assert dict(typed.buttons)["Open our chat"] == led.url
    await rig.after(rig.alice.start(word_of(led)))
    (hand,) = hands(rig, rig.alice)
    await rig.press(rig.alice, hand, "Keep all")
    assert "open our private chat" not in rig.board().body


async def test_who_blocks_the_bot_is_asked_in_public_to_open_the_chat_again(telegram_rig: TelegramRig) -> None:
    """Rule A12."""
    rig = telegram_rig
    lopti = LoptiOnTelegram(rig)
    script = await Script.begin(lopti, rig.alice, rig.bob, rig.cleo)
    await rig.bob.block()
    for who in (rig.alice, rig.cleo):
        await rig.press(who, await lopti.hand(who), "Keep all")
    board = rig.board()
    assert board.body.splitlines()[-1].endswith(", open our private chat to see your cards.")
    assert "Open our chat" in labels(board)
    led = await rig.press(rig.bob, board, MY_CARDS)
    await rig.after(rig.bob.start(word_of(led)))
    await rig.press(rig.bob, hands(rig, rig.bob)[-1], "Keep all")
    assert (await script.position()).phase == "play"
    await script.overhear()


# What a group never reads


async def test_what_is_typed_in_a_group_is_answered_in_private(telegram_rig: TelegramRig) -> None:
    """Rule A1: why a card cannot be played would tell of the hand."""
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    await script.swap()
    mover = await rig.mover(script.code)
    seat = (await script.table()).to_move[0]
    held = {card[0] for card in (await script.position()).round.hands[seat]}
    missing = next(rank for rank in "4568" if rank not in held)
    told = await rig.ask(mover, f"/move@game_bot {missing}", rig.club)
    assert told.body == "I have answered in our private chat."
    assert rig.newest(mover).body.startswith(f"You have no {missing}.")
    whole = await rig.ask(mover, "/move@game_bot swap 4", rig.club)
    assert "Your hand" not in whole.body
    await script.overhear()


async def test_a_typed_beginning_goes_on_where_nobody_looks_on(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    seat = next(row.index for row in (await script.table()).match.seats if row.account and row.account.name == "Bob")
    card = (await script.position()).round.hands[seat][0]
    told = await rig.ask(rig.bob, f"/move@game_bot swap {card}", rig.club)
    assert "Your hand" not in told.body
    assert not [data for _, data in told.buttons if data.startswith("m:")]
    await script.overhear()


# The table


async def test_table_shows_the_house_rules_and_in_private_the_ways_to_change_them(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    told = await rig.ask(rig.alice, "/table@game_bot", rig.club)
    assert told.body.startswith(f"Lopti · Classic · #{script.code}\n")
    assert not [data for _, data in told.buttons if data[:2] in ("m:", "d:", "p:")]
    asked = await rig.say(rig.alice, "/table")
    (walk,) = [post for post in rig.server.posts(rig.alice) if post.serial > asked.serial]
    assert [data for _, data in walk.buttons if data.startswith("m:")]
    assert (await rig.ask(rig.dov, "/table")).body == "There is no game to show here."
    await script.overhear()


async def test_a_proposal_typed_in_private_is_made_by_its_message_which_then_goes(telegram_rig: TelegramRig) -> None:
    rig = telegram_rig
    script = await Script.begin(LoptiOnTelegram(rig), rig.alice, rig.bob)
    await script.swap()
    waiter = await rig.waiter(script.code)
    text = "propose core low.renew match now"
    walk = await script.type(waiter, text)
    assert "test rounds" in walk.body
    await rig.press(waiter, walk, script.offered(walk)[f"sure: {text}"])
    assert (await script.position()).question is not None
    assert walk not in rig.server.posts(waiter)
    assert {"👍 For", "👎 Against"} <= set(labels(rig.board()))
    assert len(hands(rig, waiter)) == 1
    await script.overhear()
