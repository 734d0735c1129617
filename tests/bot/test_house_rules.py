"""House rules through the desk: made by buttons and in words of one's own, tried out, kept, and brought back."""

from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from bot import words
from bot.lobby import Wish
from bot.ports import Answer, Chat, Post, User, plain
from games.core import Seat
from games.lopti import Position, dealing
from games.lopti.book import BOOK
from games.lopti.reading import read
from games.lopti.rule import line
from games.lopti.text import parse
from storage import Store
from tests.bot.wall import Street, Wall
from tests.time import Time

CHAT = Chat("discord", "700")
ANN, BOB, CLEO = (User("discord", str(number), name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 11))
WON = "turn=0 hand=6c;8dJd;9hJh pile=5c round=2"
"""With her last card Ann wins the round."""
FIRST = "turn=0 hand=6c9c;8dJd;9hJh pile=5c deck=2d2h round=1"
FEAST = BOOK[0]


@pytest.fixture
async def street(store: Store, time: Time) -> AsyncIterator[Street]:
    made = Street(store, time, Wall("discord"))
    yield made
    made.computer.close()


def shown(answer: Answer | None) -> Post:
    assert answer is not None
    return answer.post


def labels(post: Post) -> list[str]:
    return [button.label for row in post.rows for button in row]


def way(post: Post, label: str) -> str:
    """What a button carries."""
    found = [one for row in post.rows for one in row if one.label.startswith(label)]
    assert found, f"no {label!r} among {labels(post)}"
    return str(found[0].payload)


async def press(street: Street, user: User, post: Post, label: str) -> Post:
    return shown(await street.desk.press(user, CHAT, way(post, label)))


async def won(street: Street) -> tuple[int, Post]:
    """A match in which Ann may make a rule, and her hand."""
    match = await street.hall.seated(ANN, BOB, CLEO, chat=CHAT, wish=Wish("lopti"), start=WON)
    await street.hall.act(match, ANN, None, "6", CHAT)
    found = await street.hall.table(match)
    return match, shown(await street.desk.press(ANN, CHAT, f"h:{found.code}", message="board"))


async def test_a_rule_is_told_and_tried_before_it_is_declared(street: Street) -> None:
    match, hand = await won(street)
    post = await press(street, ANN, await press(street, ANN, hand, "✍ Make a rule"), "📖 From the book")
    post = await press(street, ANN, post, "📖 Feast")
    assert "Feast: after a player picks up" in plain(post.text)
    assert "test rounds" in plain(post.text)
    assert len(await street.hall.log(match)) == 1, "nothing is made before it is confirmed"
    await press(street, ANN, post, "✔ Declare")
    assert (await street.hall.log(match))[-1].text.startswith("rule ")
    board = (await street.shown(match, "discord"))[-1]
    assert "Ann ● made a house rule: Feast." in board.text
    assert "📜 House rules (1)" in board.labels


async def test_a_rule_in_words_of_ones_own(street: Street) -> None:
    """R2: typed words complete what was begun, and are confirmed; then the rule is called to mind."""
    match, hand = await won(street)
    post = await press(street, ANN, await press(street, ANN, hand, "✍ Make a rule"), "✍ In my own words")
    assert "reply to this, or type /move" in plain(post.text)
    code = (await street.hall.table(match)).code
    post = shown(await street.desk.move(ANN, CHAT, "Whoever draws says thank you.", code))
    assert "Whoever draws says thank you." in plain(post.text)
    assert len(await street.hall.log(match)) == 1
    await press(street, ANN, post, "✔ Declare")
    board = (await street.shown(match, "discord"))[-1]
    assert "Ann ● made a house rule" in board.text
    post = shown(await street.desk.press(BOB, CHAT, f"x:{code}:2:house", message="board"))
    assert "“Whoever draws says thank you.”" in plain(post.text)


async def test_nobody_else_completes_it(street: Street) -> None:
    match, hand = await won(street)
    await press(street, ANN, await press(street, ANN, hand, "✍ Make a rule"), "✍ In my own words")
    code = (await street.hall.table(match)).code
    await street.desk.move(BOB, CHAT, "Whoever draws says thank you.", code)
    assert len(await street.hall.log(match)) == 1


async def test_the_author_is_asked_what_a_rule_means(street: Street) -> None:
    """R4: by buttons and in words of one's own; only the author answers."""
    match, hand = await won(street)
    post = await press(street, ANN, await press(street, ANN, hand, "✍ Make a rule"), "📖 From the book")
    await press(street, ANN, await press(street, ANN, post, "📖 Feast"), "✔ Declare")
    code = (await street.hall.table(match)).code
    post = shown(await street.desk.press(BOB, CHAT, f"x:{code}:2:house", message="board"))
    await press(street, BOB, await press(street, BOB, post, "Ask the author …"), "Feast")
    post = shown(await street.desk.move(BOB, CHAT, "Do eight cards count?", code))
    await press(street, BOB, post, "Ask the author")
    board = (await street.shown(match, "discord"))[-1]
    assert "Do eight cards count?" in board.text
    assert "👍 For" not in board.labels, "it is for Ann to say"
    hand = shown(await street.desk.press(ANN, CHAT, f"h:{code}", message="board"))
    post = await press(street, ANN, await press(street, ANN, hand, "Answer …"), "Yes")
    await press(street, ANN, post, "✔ Say it")
    assert "Ann ● says about “Feast”: yes" in (await street.shown(match, "discord"))[-1].text


async def test_the_rule_book_is_kept_and_brought_back_in_a_later_session(street: Street) -> None:
    """S1: what held at the end of the session before, in the same chat, by a majority, from the next turn on."""
    match, hand = await won(street)
    post = await press(street, ANN, await press(street, ANN, hand, "✍ Make a rule"), "📖 From the book")
    await press(street, ANN, await press(street, ANN, post, "📖 Feast"), "✔ Declare")
    code = (await street.hall.table(match)).code
    post = shown(await street.desk.press(BOB, CHAT, f"x:{code}:2:house", message="board"))
    kept = (await press(street, BOB, post, "📄 Rule book")).file
    assert kept is not None
    assert kept[1] == line(FEAST)
    await street.hall.act(match, ANN, None, "close", CHAT)
    assert await street.hall.status(match) == "over"

    later = await street.hall.seated(ANN, BOB, CLEO, chat=CHAT, wish=Wish("lopti"), start=FIRST)
    code = (await street.hall.table(later)).code
    post = shown(await street.desk.press(CLEO, CHAT, f"x:{code}:0:house", message="board"))
    await press(street, CLEO, post, "Bring back “Feast”")
    assert (await street.hall.log(later))[-1].text == f"restore {line(FEAST)}"
    board = (await street.shown(later, "discord"))[-1]
    assert "Cleo ■ asks to bring “Feast” back." in board.text
    vote = way(board.post, "👍 For")
    await street.desk.press(ANN, CHAT, vote, message="board")
    await street.hall.act(later, ANN, None, "6", CHAT)
    assert "House rules (1)" in " ".join((await street.shown(later, "discord"))[-1].labels)


async def test_what_cannot_be_brought_back_is_refused(street: Street) -> None:
    match = await street.hall.seated(ANN, BOB, CLEO, chat=CHAT, wish=Wish("lopti"), start=FIRST)
    code = (await street.hall.table(match)).code
    post = shown(await street.desk.press(CLEO, CHAT, f"x:{code}:0:restore!0123456789ab", message="board"))
    assert "moved on" in plain(post.text)
    assert await street.hall.log(match) == []


RHYME = "title Rhyme; when before play; if ev.rank == A; do ask actor 'A rhyme, please.' draw actor 1; max 6"


async def test_a_rule_at_its_moment_can_be_called_by_everybody(street: Street) -> None:
    """R3: the board asks for it and has a button until the next turn has ended; the one who is asked has none."""
    rule = replace(read(RHYME.replace("'", '"')), id="r1", author=Seat(1), round=1)
    start = replace(parse("turn=0 hand=6cAc;8dJd;9hJh pile=5c deck=2d2h round=2"), rules=(rule,))
    match = await street.hall.seated(ANN, BOB, CLEO, chat=CHAT, wish=Wish("lopti"), start=str(start))
    await street.hall.act(match, ANN, None, "A", CHAT)
    board = (await street.shown(match, "discord"))[-1]
    assert "A rhyme, please." in board.text
    call = way(board.post, "📣 Rhyme")
    refused = shown(await street.desk.press(ANN, CHAT, call, message="board"))
    assert plain(refused.text) == "You can't call yourself."
    await street.desk.press(CLEO, CHAT, call, message="board")
    board = (await street.shown(match, "discord"))[-1]
    assert "Cleo ■ calls Ann ●" in board.text
    assert {"👍 It was done", "👎 It was not done"} <= set(board.labels)
    assert not any(label.startswith("📣") for label in board.labels)


async def test_every_deal_can_be_checked(street: Street) -> None:
    """D5: its seal stands on the board while the cards are new; what it sealed is told when the round is over."""
    match = await street.hall.seated(ANN, BOB, CLEO, chat=CHAT, wish=Wish("lopti"))
    found = await street.hall.table(match)
    assert isinstance(found.position, Position)
    seal, text = found.position.digest, (await street.shown(match, "discord"))[-1].text
    assert f"Seal of the deal: {seal[:16]}." in text

    async def deals() -> str:
        found = await street.hall.table(match)
        told = shown(await street.desk.press(CLEO, CHAT, f"x:{found.code}:{found.match.ply}:deals", message="board"))
        assert told.file is not None
        return told.file[1]

    before = await deals()
    assert seal in before
    assert "✓" not in before
    order, nonce = dealing.order(found.position.seed), found.position.nonce
    assert nonce not in before
    won = replace(parse(WON), number=1, seed=found.position.seed, nonce=nonce, digest=seal)
    await street.hall.set_up(match, ANN, BOB, CLEO, start=str(won))
    await street.hall.act(match, ANN, None, "6", CHAT)
    after = await deals()
    assert f"{seal}\n{''.join(order)}{nonce}" in after
    assert "Round 1 ✓" in after
    assert sha256(f"{''.join(order)}{nonce}".encode()).hexdigest() == seal


async def test_throws_are_typed_as_they_are(street: Street) -> None:
    """Q3: a batch in letters, after the button of the duel, or with the word of the move before it."""
    start = "turn=0 hand=6c9c;8dJd pile=5c deck=2d2h round=2"
    match = await street.hall.seated(ANN, BOB, chat=CHAT, wish=Wish("lopti"), start=start)
    code = (await street.hall.table(match)).code
    sure = shown(await street.desk.move(BOB, CHAT, "propose core low.renew match next", code))
    await press(street, BOB, sure, "Ask the table")
    board = (await street.shown(match, "discord"))[-1]
    await street.desk.press(ANN, CHAT, way(board.post, "👎 Against"), message="board")
    hand = shown(await street.desk.press(ANN, CHAT, f"h:{code}", message="board"))
    duel = await press(street, ANN, hand, "✊ Throw")
    assert "reply to this, or type /move" in plain(duel.text)
    refused = shown(await street.desk.move(ANN, CHAT, "x y z", code))
    assert "I can't read" in plain(refused.text)
    await street.desk.move(ANN, CHAT, "r p s " * 15, code)
    assert (await street.hall.log(match))[-1].text == "throw " + "RPS" * 15
    await street.desk.move(BOB, CHAT, "throw " + "PSR" * 15, code)
    assert "30 : 0" in " ".join(one.text for one in await street.shown(match, "discord"))
    assert [row.text.split()[0] for row in await street.hall.log(match)] == ["propose", "vote", "throw", "throw"]


async def test_a_hand_speaks_its_owners_language_and_the_board_the_chats(
    street: Street, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A13: what everybody reads is in the language of the chat, a hand in that of its owner; cards need none."""
    (tmp_path / "en.po").write_bytes((words.CATALOGUES / "en.po").read_bytes())
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: pt\\n"\n\n'
    asks = 'msgid "Your turn: {what}"\nmsgstr "Sua vez: {what}"\n\n'
    board = 'msgid "{who}, your turn: {what}"\nmsgstr "{who}, sua vez: {what}"\n'
    (tmp_path / "pt.po").write_text(head + asks + board, encoding="utf-8")
    cached = (words.locales, words.words_for, words._catalogue)
    monkeypatch.setattr(words, "CATALOGUES", tmp_path)
    for one in cached:
        one.cache_clear()
    try:
        ana = replace(ANN, locale="pt")
        match = await street.hall.seated(ana, BOB, CLEO, chat=CHAT, wish=Wish("lopti"), start=FIRST)
        assert "Ann ●, your turn: " in (await street.shown(match, "discord"))[-1].text
        code = (await street.hall.table(match)).code
        hand = shown(await street.desk.press(ana, CHAT, f"h:{code}", message="board"))
        assert "Sua vez: " in plain(hand.text)
        assert {"6", "9"} <= set(labels(hand))
    finally:
        for one in cached:
            one.cache_clear()
