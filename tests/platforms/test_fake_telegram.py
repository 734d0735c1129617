"""The loopback Telegram, driven by a small but real python-telegram-bot application."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias

import pytest
import pytest_asyncio
from PIL import Image
from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    MessageEntity,
    Update,
)
from telegram import Message as BotMessage
from telegram import User as BotUser
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes, MessageHandler, filters
from telegram.request import HTTPXRequest

from tests.fakes.telegram import Answer, FakeTelegram, Person, spec_available

App: TypeAlias = Application[Any, Any, Any, Any, Any, Any]
Context: TypeAlias = ContextTypes.DEFAULT_TYPE


def board(move: int) -> bytes:
    """A picture whose colour says how many moves were made."""
    target = io.BytesIO()
    Image.new("RGB", (120, 120), (move * 20, 90, 160)).save(target, "PNG")
    return target.getvalue()


def red(picture: bytes) -> object:
    with Image.open(io.BytesIO(picture)) as image:
        pixel = image.getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel[0]


def keyboard(move: int) -> InlineKeyboardMarkup:
    cells = [InlineKeyboardButton(name, callback_data=f"m:{move}:{name}") for name in ("a1", "b1", "c1")]
    return InlineKeyboardMarkup([cells, [InlineKeyboardButton("Rules", url="https://example.org/rules")]])


def the_message(update: Update) -> BotMessage:
    assert update.effective_message
    return update.effective_message


async def on_start(update: Update, context: Context) -> None:
    message = the_message(update)
    topic = message.message_thread_id if message.is_topic_message else None
    assert message.from_user
    await message.reply_text(f"start {context.args} in {message.chat.type}, topic {topic}, for {message.from_user.id}")


async def on_play(update: Update, context: Context) -> None:
    await the_message(update).reply_photo(
        board(0), caption="<b>Move 0</b>", parse_mode="HTML", reply_markup=keyboard(0)
    )


async def on_press(update: Update, context: Context) -> None:
    query = update.callback_query
    assert isinstance(query, CallbackQuery)
    assert query.data
    if query.message and not query.message.is_accessible:
        await query.answer("This board is gone.")
        return
    _, move, cell = query.data.split(":")
    after = int(move) + 1
    await query.answer(f"You chose {cell}.", show_alert=True)
    media = InputMediaPhoto(board(after), caption=f"Move {after}", filename="board.png")
    await query.edit_message_media(media, reply_markup=keyboard(after))


async def on_migration(update: Update, context: Context) -> None:
    message = the_message(update)
    if message.migrate_from_chat_id:
        await message.reply_text(f"moved from {message.migrate_from_chat_id}")


async def on_text(update: Update, context: Context) -> None:
    await the_message(update).reply_text(f"heard {the_message(update).text}")


def build(server: FakeTelegram) -> App:
    builder = Application.builder().token(server.token).concurrent_updates(True)
    builder = builder.base_url(server.base + "/bot").base_file_url(server.base + "/file/bot")
    # Without TLS there is no need for the slow start of a TLS context.
    builder = builder.request(HTTPXRequest(connection_pool_size=16, httpx_kwargs={"verify": False}))
    builder = builder.get_updates_request(HTTPXRequest(connection_pool_size=1, httpx_kwargs={"verify": False}))
    app: App = builder.build()
    app.add_handler(CommandHandler("start", on_start))
    app.add_handler(CommandHandler("play", on_play))
    app.add_handler(CallbackQueryHandler(on_press))
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, on_migration))
    app.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND, on_text))
    return app


@asynccontextmanager
async def running(server: FakeTelegram) -> AsyncIterator[App]:
    async with build(server) as app:
        assert app.updater
        await app.start()
        await app.updater.start_polling(timeout=2, allowed_updates=["message", "callback_query", "my_chat_member"])
        yield app
        await app.updater.stop()
        await app.stop()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as server:
        yield server


@pytest_asyncio.fixture
async def app(server: FakeTelegram) -> AsyncIterator[App]:
    async with running(server) as app:
        yield app


@pytest_asyncio.fixture
async def alice(server: FakeTelegram, app: App) -> Person:
    alice = server.person("Alice", username="alice_w")
    await alice.ask("/start")
    return alice


async def test_a_deep_link_starts_the_private_chat(server: FakeTelegram, app: App) -> None:
    alice = server.person("Alice")
    answer = await alice.next_post(await alice.start("join_7"))
    assert answer.text == f"start ['join_7'] in private, topic None, for {alice.id}"
    assert alice.id > 2**32
    assert server.rejected == []


async def test_a_command_in_a_topic_is_answered_there(server: FakeTelegram, app: App) -> None:
    alice, club = server.person("Alice"), server.group("Club", forum=True)
    topic = server.topic(club, "Games")
    answer = await alice.ask("/start@game_bot now", club, topic)
    assert answer.text == f"start ['now'] in supergroup, topic {topic}, for {alice.id}"
    assert answer.topic == topic
    general = await alice.ask("/start@game_bot", club, topic=1)
    assert general.topic is None
    assert server.messages(club, topic)[-1] is answer
    assert server.posts(club, topic=1) == [general]


async def test_privacy_mode_keeps_talk_from_the_bot(server: FakeTelegram, app: App) -> None:
    alice, club = server.person("Alice"), server.group("Club")
    for text in ("hello", "/start", "/start@other_bot", "what does @game_bot do?"):
        assert not server.is_told(await alice.send(text, club))
    first = await alice.ask("/start@game_bot", club)
    second = await alice.ask("/start", club)  # now the bot was the last one to write
    reply = await alice.ask("a reply", club, reply_to=first)
    assert reply.text == "heard a reply"
    other = server.person("Other bot", username="other_bot", is_bot=True)
    await other.send("beep", club)
    assert not server.is_told(await alice.send("/start", club))
    assert server.posts(club) == [first, second, reply]


async def test_a_press_is_answered_and_the_board_edited_in_place(server: FakeTelegram, alice: Person) -> None:
    post = await alice.ask("/play")
    assert (post.caption, post.entities) == ("Move 0", [{"type": "bold", "offset": 0, "length": 6}])
    assert server.buttons(post)[1:] == [
        ("b1", "m:0:b1"),
        ("c1", "m:0:c1"),
        ("Rules", "https://example.org/rules"),
    ]
    assert (post.photo[0].width, post.photo[-1].width, red(server.picture(post))) == (90, 120, 0)
    assert await alice.press(post, "b1") == Answer("You chose b1.", show_alert=True)
    await server.until(lambda: post.caption == "Move 1")
    assert red(server.picture(post)) == 20
    assert post.edited
    assert post.entities == []
    assert await alice.press(post, "m:1:c1") == Answer("You chose c1.", show_alert=True)
    assert server.rejected == []


async def test_many_presses_at_once_are_all_answered(server: FakeTelegram, alice: Person) -> None:
    post = await alice.ask("/play")
    answers = await alice.press_many(post, "a1", 50)
    assert answers == [Answer("You chose a1.", show_alert=True)] * 50


async def test_a_press_on_a_deleted_message_is_inaccessible(server: FakeTelegram, alice: Person) -> None:
    post = await alice.ask("/play")
    server.delete(alice, post.id)
    assert await alice.press_forged(alice, post.id, "m:0:a1") == Answer("This board is gone.")


async def test_what_is_not_modified_is_said_to_be_so(server: FakeTelegram, app: App, alice: Person) -> None:
    sent = await app.bot.send_photo(alice.id, board(0), caption="x", reply_markup=keyboard(0))
    with pytest.raises(BadRequest, match="not modified"):
        await sent.edit_caption("x", reply_markup=keyboard(0))
    same = InputMediaPhoto(sent.photo[-1].file_id, caption="x")
    with pytest.raises(BadRequest, match="not modified"):
        await sent.edit_media(same, reply_markup=keyboard(0))
    await sent.edit_media(same)  # an edit without a keyboard takes it away
    assert server.posts(alice)[-1].buttons == []
    file = await app.bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == board(0)


async def test_flood_limits_and_faults_reach_the_client(
    server: FakeTelegram, app: App, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    server.fault("sendMessage", 429, "Too Many Requests: retry after 3", retry_after=3)
    with pytest.raises(RetryAfter, match="Retry in 0:00:03"):
        await app.bot.send_message(alice.id, "x")
    server.limit_flood(1, 60)
    await app.bot.send_message(alice.id, "x")
    with pytest.raises(RetryAfter, match="Retry in 0:01:00"):
        await app.bot.send_message(alice.id, "y")
    server.advance(61)
    await app.bot.send_message(alice.id, "z")
    assert [post.text for post in server.posts(alice)[1:]] == ["x", "z"]
    assert len(server.refusals) == 2
    assert server.rejected == []


async def test_a_lost_answer_leaves_the_message_and_a_refused_call_does_not(
    server: FakeTelegram, app: App, alice: Person
) -> None:
    server.lose("sendMessage")
    with pytest.raises(NetworkError):
        await app.bot.send_message(alice.id, "delivered all the same")
    server.refuse("sendMessage", when=lambda call: call.chat == alice.id)
    with pytest.raises(NetworkError):
        await app.bot.send_message(alice.id, "never seen")
    await app.bot.send_message(alice.id, "after both")
    assert [post.text for post in server.posts(alice)[1:]] == ["delivered all the same", "after both"]


async def test_a_held_call_waits_for_the_gate(server: FakeTelegram, alice: Person) -> None:
    gate = server.hold("sendPhoto")
    asked = await alice.send("/play")
    await server.until(lambda: gate.waiting)
    assert (await alice.ask("still there?")).text == "heard still there?"
    assert server.posts(alice)[-1].caption is None
    gate.open()
    assert await server.until(lambda: [post for post in server.posts(alice) if post.photo])
    assert server.posts(alice)[-1].serial > asked.serial


async def test_an_upgraded_group_has_a_new_id(server: FakeTelegram, app: App) -> None:
    alice, club = server.person("Alice"), server.group("Club", supergroup=False)
    old = await alice.ask("/start@game_bot", club)
    new = server.migrate(club)
    moved = await server.until(lambda: server.posts(new))
    assert moved[0].text == f"moved from {club}"
    with pytest.raises(ChatMigrated) as caught:
        await app.bot.send_message(club, "hello?")
    assert caught.value.new_chat_id == new
    await app.bot.edit_message_text("edited under the old id", club, old.id)
    assert old.text == "edited under the old id"


Send: TypeAlias = Callable[[App, FakeTelegram, Person], Awaitable[object]]


async def test_chats_that_are_closed_to_the_bot(server: FakeTelegram, app: App, alice: Person) -> None:
    bob, carol = server.person("Bob"), server.person("Carol")
    club, forum = server.group("Club"), server.group("Forum", forum=True)
    server.join(club, bob)
    with pytest.raises(Forbidden, match="can't initiate"):
        await app.bot.send_message(bob.id, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await app.bot.send_message(carol.id, "x")
    await alice.block()
    with pytest.raises(Forbidden, match="blocked"):
        await app.bot.send_message(alice.id, "x")
    await alice.ask("/start")  # writing again takes the bot back
    topic = server.topic(forum, "Games")
    server.close_topic(forum, topic)
    with pytest.raises(BadRequest, match="Topic_closed"):
        await app.bot.send_message(forum, "x", message_thread_id=topic)
    with pytest.raises(BadRequest, match="thread not found"):
        await app.bot.send_message(forum, "x", message_thread_id=1)
    server.restrict(club, photos=False)
    with pytest.raises(BadRequest, match="ot enough rights to send photos to the chat"):
        await app.bot.send_photo(club, board(0))
    await app.bot.send_message(club, "words may pass")
    server.remove_bot(club)
    with pytest.raises(Forbidden, match="kicked from the supergroup chat"):
        await app.bot.send_message(club, "x")
    assert server.rejected == []


async def test_old_messages_cannot_be_deleted(server: FakeTelegram, app: App, alice: Person) -> None:
    old, new = await app.bot.send_message(alice.id, "old"), await app.bot.send_message(alice.id, "new")
    server.age(alice, old.message_id, hours=49)
    with pytest.raises(BadRequest, match="can't be deleted"):
        await old.delete()
    await new.delete()
    with pytest.raises(BadRequest, match="delete not found"):
        await new.delete()
    with pytest.raises(BadRequest, match="edit not found"):
        await new.edit_text("x")
    with pytest.raises(BadRequest, match="replied not found"):
        await app.bot.send_message(alice.id, "x", reply_to_message_id=new.message_id)


ONE_BUTTON = InlineKeyboardButton("x", callback_data="x")
FAULTS: dict[str, tuple[str, Send]] = {
    "65 bytes on a button": (
        "BUTTON_DATA_INVALID",
        lambda app, _, to: app.bot.send_message(
            to.id, "x", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="ж" * 32 + "y")]])
        ),
    ),
    "nine buttons in a row": (
        "too many buttons in a row",
        lambda app, _, to: app.bot.send_message(to.id, "x", reply_markup=InlineKeyboardMarkup([[ONE_BUTTON] * 9])),
    ),
    "101 buttons": (
        "BUTTONS_TOO_MANY",
        lambda app, _, to: app.bot.send_message(to.id, "x", reply_markup=InlineKeyboardMarkup([[ONE_BUTTON]] * 101)),
    ),
    "a caption beyond 1024 units": (
        "message caption is too long",
        lambda app, _, to: app.bot.send_photo(to.id, board(0), caption="🎲" * 512 + "x"),
    ),
    "a text beyond 4096 units": (
        "message is too long",
        lambda app, _, to: app.bot.send_message(to.id, "x" * 4097),
    ),
    "nothing but space": (
        "message text is empty",
        lambda app, _, to: app.bot.send_message(to.id, " \n<b> </b>", parse_mode="HTML"),
    ),
    "a name that is no tag": (
        "Unsupported start tag",
        lambda app, _, to: app.bot.send_message(to.id, "well played, <test/>!", parse_mode="HTML"),
    ),
    "a tag left open": (
        "Can't find end tag",
        lambda app, _, to: app.bot.send_message(to.id, "<b>x", parse_mode="HTML"),
    ),
    "an entity beyond the text": (
        "the end lies beyond the text",
        lambda app, _, to: app.bot.send_message(to.id, "x", entities=[MessageEntity("bold", 0, 2)]),
    ),
    "half a die": (
        "cut in two",
        lambda app, _, to: app.bot.send_message(to.id, "🎲", entities=[MessageEntity("bold", 1, 1)]),
    ),
    "a mention of a stranger": (
        "never met",
        lambda app, _, to: app.bot.send_message(
            to.id, "x", entities=[MessageEntity("text_mention", 0, 1, user=BotUser(5, "x", False))]
        ),
    ),
    "not a picture": ("IMAGE_PROCESS_FAILED", lambda app, _, to: app.bot.send_photo(to.id, b"hello")),
    "a link to nowhere": (
        "Wrong HTTP URL",
        lambda app, _, to: app.bot.send_message(
            to.id, "x", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("x", url="http://localhost:8080")]])
        ),
    ),
    "a command in capitals": (
        "BOT_COMMAND_INVALID",
        lambda app, _, to: app.bot.set_my_commands([BotCommand("Play", "Play")]),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_payload_faults_are_recorded(server: FakeTelegram, app: App, alice: Person, fault: str) -> None:
    description, send = FAULTS[fault]
    with pytest.raises(BadRequest):
        await send(app, server, alice)
    assert [description in refusal.description for refusal in server.rejected] == [True]


@pytest.mark.skipif(not spec_available(), reason="the description of the Bot API is not there")
async def test_unknown_parameters_are_faults(server: FakeTelegram, app: App, alice: Person) -> None:
    for extra in ({"colour": "red"}, {"reply_markup": {"inline_keyboard": [[{"text": "x", "data": "y"}]]}}):
        with pytest.raises(BadRequest):
            await app.bot.send_message(alice.id, "x", api_kwargs=extra)
    assert len(server.rejected) == 2


async def test_only_new_messages_ping(server: FakeTelegram, app: App) -> None:
    club = server.group("Club")
    alice, bob, carol = server.person("Alice", username="alice_w"), server.person("Bob"), server.person("Carol")
    server.join(club, alice, bob)
    text = f'@Alice_W, <a href="tg://user?id={bob.id}">Bob &amp; co</a>, <code>@alice_w</code> <a href="tg://user?id=5">x</a>'
    sent = await app.bot.send_message(club, text, parse_mode="HTML", disable_notification=True)
    await sent.edit_text("@alice_w and nobody else")
    post = server.posts(club)[0]
    assert post.pings == [alice.id, bob.id]
    assert post.silent
    assert [entity["type"] for entity in post.entities] == ["mention"]
    moment = MessageEntity(
        "date_time", 0, 8, unix_time=datetime.fromtimestamp(1_800_000_000, UTC), date_time_format="r"
    )
    await app.bot.send_message(club, "tomorrow", entities=[moment])
    assert server.posts(club)[1].entities[0]["unix_time"] == 1_800_000_000
    asked = await carol.send("/play@game_bot Bob", club, mentions=[bob])
    assert [entity["type"] for entity in asked.entities] == ["bot_command", "text_mention"]
    assert server.rejected == []


async def test_menus_are_set_per_scope_and_language(server: FakeTelegram, app: App) -> None:
    alice, jiro = server.person("Alice"), server.person("Jiro", language="ja")
    club, other = server.group("Club"), server.group("Other")
    await app.bot.set_my_commands([BotCommand("help", "Help")])
    groups = BotCommandScopeAllGroupChats()
    await app.bot.set_my_commands([BotCommand("play", "Play")], groups)
    await app.bot.set_my_commands([BotCommand("play", "遊ぶ")], groups, language_code="ja")
    await app.bot.set_my_commands([BotCommand("stop", "Stop")], BotCommandScopeChat(other))
    assert (alice.menu(), alice.menu(club), alice.menu(other)) == ({"help": "Help"}, {"play": "Play"}, {"stop": "Stop"})
    assert jiro.menu(club) == {"play": "遊ぶ"}
    assert server.menu({"type": "all_group_chats"}, "ja") == {"play": "遊ぶ"}
    assert [command.command for command in await app.bot.get_my_commands(groups)] == ["play"]
    await app.bot.delete_my_commands(groups)
    await app.bot.set_my_description("A game for two")
    assert alice.menu(club) == {"help": "Help"}
    assert server.descriptions["description", ""] == "A game for two"


async def test_pending_updates_survive_a_restart(server: FakeTelegram) -> None:
    alice = server.person("Alice")
    async with running(server):
        post = await alice.ask("/play")
    query = alice.tap(post, "a1")
    late = alice.tap(post, "b1")
    server.queries[late] -= 60
    asked = await alice.send("/start again")
    async with running(server):
        await alice.next_post(asked)
        assert await server.until(lambda: server.answers.get(query)) == Answer("You chose a1.", show_alert=True)
        await server.until(lambda: [one for one in server.refusals if "query is too old" in one.description])
    assert late not in server.answers
    assert server.pending == []


async def test_disguises_members_and_reactions(server: FakeTelegram, app: App) -> None:
    alice = server.person("Alice")
    club = server.group("Club", owner=alice, bot=False)
    await alice.add_bot(club, "lobby")
    joined = await server.until(lambda: server.posts(club))
    assert joined[0].text == f"start ['lobby'] in supergroup, topic None, for {alice.id}"
    hidden = await alice.ask("/start@game_bot", club, send_as="group")
    assert str(hidden.text).endswith("for 1087968824")
    channel = await alice.ask("/start@game_bot", club, send_as="channel")
    assert str(channel.text).endswith("for 136817688")
    bob = server.person("Bob")
    server.promote(club, bob)
    member = await app.bot.get_chat_member(club, bob.id)
    assert (member.status, (await app.bot.get_chat_member(club, alice.id)).status) == ("administrator", "creator")
    assert (await app.bot.get_chat(club)).title == "Club"
    await app.bot.set_message_reaction(club, hidden.id, "👍")
    assert hidden.reactions[server.me.id] == [{"type": "emoji", "emoji": "👍"}]
    await app.bot.send_chat_action(club, "typing")
    await app.bot.send_document(club, b"log", filename="log.txt", caption="the log")
    assert server.posts(club)[-1].document
    assert server.rejected == []


async def test_a_second_poller_ends_the_first(server: FakeTelegram) -> None:
    async with running(server) as app, build(server) as second:
        polls = server.polls
        # The first application polls again at once and in its turn ends the second.
        with pytest.raises(Conflict):
            await second.bot.get_updates(timeout=5)
        assert server.polls > polls + 1
        assert app.running


async def test_a_wrong_token_is_refused(server: FakeTelegram) -> None:
    async with build(server) as app:
        server.token = "7001:another"
        with pytest.raises(InvalidToken):
            await app.bot.get_me()
