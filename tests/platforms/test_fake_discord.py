"""The fake Discord, driven by a tiny bot on the real discord.py: what the tests of our own bot stand on."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import aiohttp
import discord
import pytest
from discord import app_commands
from PIL import Image

from tests.fakes.discord import FakeDiscord, InteractionFailed, Json, Kind

ClientInteraction = discord.Interaction["TinyBot"]

MESSAGES = r"/channels/\d+/messages$"


def png(colour: str) -> bytes:
    """A small picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(out, "PNG")
    return out.getvalue()


def board(colour: str) -> discord.File:
    return discord.File(io.BytesIO(png(colour)), "board.png", description=f"a {colour} board")


class Cell(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"cell:(?P<colour>\w+)",
):
    """A button that needs nothing but its custom id."""

    def __init__(self, colour: str) -> None:
        self.colour = colour
        super().__init__(discord.ui.Button(label=colour.title(), custom_id=f"cell:{colour}"))

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str]) -> Self:
        return cls(match["colour"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=self.colour, attachments=[board(self.colour)])
        await interaction.followup.send(f"you chose {self.colour}", ephemeral=True)


class Opponent(discord.ui.View):
    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="opponent")
    async def chosen(self, interaction: discord.Interaction[Any], select: discord.ui.UserSelect[Any]) -> None:
        await interaction.response.send_message(f"against {select.values[0].name}", ephemeral=True)


class Name(discord.ui.Modal, title="Your name"):
    given: discord.ui.TextInput[Name] = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content=f"hello {self.given.value}")


class TinyBot(discord.AutoShardedClient):
    """As our own bot: automatic shards, a command tree, no privileged intents."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents.default(),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.went_ready = asyncio.Event()
        self.resumed = asyncio.Event()
        self.heard: asyncio.Queue[discord.Message] = asyncio.Queue()
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Cell)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds."""

    async def on_ready(self) -> None:
        self.went_ready.set()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.put_nowait(message)

    def channel(self, number: int) -> discord.PartialMessageable:
        return self.get_partial_messageable(number)


def add_commands(tree: app_commands.CommandTree[TinyBot]) -> None:
    @tree.command(description="Post a board")
    async def play(interaction: ClientInteraction, colour: str, level: app_commands.Range[int, 1, 3] = 1) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Cell("red"))
        view.add_item(Cell("blue"))
        await interaction.response.send_message(f"level {level}", file=board(colour), view=view)

    @play.autocomplete("colour")
    async def colours(interaction: ClientInteraction, typed: str) -> list[app_commands.Choice[str]]:
        known = ("red", "green", "blue", "black")
        return [app_commands.Choice(name=name.title(), value=name) for name in known if name.startswith(typed)]

    @tree.command(description="Ask privately")
    @app_commands.guild_only()
    async def ask(interaction: ClientInteraction) -> None:
        await interaction.response.send_message("against whom?", view=Opponent(timeout=None), ephemeral=True)

    @tree.command(description="Never answer")
    async def silence(interaction: ClientInteraction) -> None:
        pass

    @tree.command(description="Open a modal")
    async def name(interaction: ClientInteraction) -> None:
        await interaction.response.send_modal(Name())

    @tree.command(description="Come and go")
    async def vanish(interaction: ClientInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("here", ephemeral=True)
        await interaction.delete_original_response()

    @tree.context_menu(name="Challenge")
    async def challenge(interaction: ClientInteraction, member: discord.Member) -> None:
        await interaction.response.send_message(f"you challenge {member.name}", ephemeral=True)

    @tree.context_menu(name="Quote")
    async def quote(interaction: ClientInteraction, message: discord.Message) -> None:
        rights = interaction.app_permissions
        await interaction.response.send_message(f"{message.content} {rights.attach_files}", ephemeral=True)


class Rig:
    """A server with one channel and two people, and the bot."""

    def __init__(self, server: FakeDiscord) -> None:
        self.server = server
        self.guild = server.guild()
        self.channel = server.text(self.guild)
        self.alice = server.user("alice", locale="de", display="Alice")
        self.bob = server.user("bob")
        self.bot = TinyBot()
        self.running: asyncio.Task[None] | None = None

    async def run(self) -> None:
        self.bot = TinyBot()
        self.running = asyncio.create_task(self.bot.start(self.server.TOKEN))
        ready = asyncio.create_task(self.bot.went_ready.wait())
        await asyncio.wait({self.running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if self.running.done():
            self.running.result()

    async def quit(self) -> None:
        await self.bot.close()
        assert self.running is not None
        await self.running

    async def play(self) -> Json:
        return (await self.alice.slash(self.channel, "play", colour="green")).posts[0]


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    async with FakeDiscord() as server:
        with server.patched():
            rig = Rig(server)
            await rig.run()
            yield rig
            await rig.quit()


async def test_the_bot_logs_in_and_syncs_its_commands(rig: Rig) -> None:
    assert rig.server.sent("GET", "/gateway/bot")
    names = {command["name"] for command in rig.server.commands[None]}
    assert names == {"play", "ask", "silence", "name", "vanish", "Challenge", "Quote"}
    assert rig.bot.get_channel(rig.channel) is not None
    choices = await rig.alice.autocomplete(rig.channel, "play", "colour", "bl", level=2)
    assert [choice["value"] for choice in choices] == ["blue", "black"]
    assert rig.server.rejected == []


async def test_the_client_does_not_send_what_it_would_not_let_one_type(rig: Rig) -> None:
    with pytest.raises(AssertionError, match="needs"):
        await rig.alice.slash(rig.channel, "play")
    with pytest.raises(AssertionError, match="maximum"):
        await rig.alice.slash(rig.channel, "play", colour="red", level=4)
    with pytest.raises(AssertionError, match="never synced"):
        await rig.alice.slash(rig.channel, "chess")
    with pytest.raises(AssertionError, match="not offered"):
        await rig.alice.slash(rig.server.dm(rig.alice), "ask")


async def test_a_picture_arrives_byte_for_byte_and_an_edit_replaces_it(rig: Rig) -> None:
    server, message = rig.server, await rig.play()
    assert server.messages(rig.channel) == [message]
    assert server.picture(message) == png("green")
    assert server.alt_text(message) == "a green board"
    assert (message["attachments"][0]["width"], message["attachments"][0]["height"]) == (30, 20)
    assert server.buttons(message) == [("Red", "cell:red"), ("Blue", "cell:blue")]

    press = await rig.bob.press(message, "Red")
    assert press.kind is Kind.UPDATE
    assert (await press.answered())["content"] == "you chose red"
    assert server.picture(message) == png("red")
    assert message["content"] == "red"
    async with aiohttp.ClientSession() as web, web.get(message["attachments"][0]["url"]) as answer:
        assert await answer.read() == png("red")


async def test_a_button_works_after_a_restart_and_for_fifty_at_once(rig: Rig) -> None:
    message = await rig.play()
    await rig.quit()
    await rig.run()
    presses = await rig.bob.press_many(message, "cell:blue", 50)
    answers = [await press.answered() for press in presses]
    assert [answer["content"] for answer in answers] == ["you chose blue"] * 50
    assert rig.server.picture(message) == png("blue")


async def test_a_forged_press_reaches_the_bot_and_the_message_stays_gone(rig: Rig) -> None:
    message = await rig.play()
    rig.server.delete_message(rig.channel, message)
    with pytest.raises(AssertionError, match="no message"):
        await rig.alice.press(message, "Red")
    press = await rig.server.press_forged(rig.alice, rig.channel, int(message["id"]), "cell:red", wait=False)
    await rig.server.until(lambda: rig.server.sent("POST", "/callback$")[1:])
    assert press.kind is None
    assert rig.server.messages(rig.channel) == []


async def test_private_answers_are_seen_by_one_and_can_vanish(rig: Rig) -> None:
    asked = await rig.alice.slash(rig.channel, "ask")
    private = await asked.answered()
    assert rig.server.messages(rig.channel) == []
    with pytest.raises(AssertionError, match="cannot see"):
        await rig.bob.choose(private, "opponent", [rig.bob])
    chosen = await rig.alice.choose(private, "opponent", [rig.bob])
    assert [answer["content"] for answer in chosen.answers] == ["against bob"]

    gone = await rig.alice.slash(rig.channel, "vanish")
    await rig.server.until(lambda: rig.server.sent("DELETE", "@original"))
    assert gone.answers == []


async def test_a_modal_is_opened_filled_and_answered(rig: Rig) -> None:
    opened = await rig.alice.slash(rig.channel, "name")
    assert opened.kind is Kind.MODAL
    with pytest.raises(AssertionError, match="does not fit"):
        await rig.alice.submit(opened, name="much too long a name")
    sent = await rig.alice.submit(opened, name="Alice")
    assert (await sent.answered())["content"] == "hello Alice"
    assert sent.kind is Kind.THINKING


async def test_menus_of_a_user_and_of_a_message(rig: Rig) -> None:
    interaction = await rig.alice.context_menu(rig.channel, "Challenge", rig.bob)
    assert interaction.answers[0]["content"] == "you challenge bob"
    rig.server.deny(rig.channel, "attach_files")
    said = await rig.bob.say(rig.channel, "a quotation")
    interaction = await rig.alice.context_menu(rig.channel, "Quote", said)
    assert interaction.answers[0]["content"] == "a quotation False"


async def test_an_interaction_that_nobody_answers_fails(rig: Rig) -> None:
    rig.server.interactions.patience = 0.05
    with pytest.raises(InteractionFailed):
        await rig.alice.slash(rig.channel, "silence")


async def test_a_token_dies_after_fifteen_minutes(rig: Rig) -> None:
    asked = await rig.alice.slash(rig.channel, "ask")
    private = await asked.answered()
    asked.age(901)
    url = f"{rig.server.base}/api/v10/webhooks/{rig.server.bot['id']}/{asked.token}/messages/{private['id']}"
    async with aiohttp.ClientSession() as web, web.patch(url, json={"content": "late"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (401, 50027)


async def test_the_bot_is_refused_where_it_may_not_write(rig: Rig) -> None:
    server, thread = rig.server, rig.server.thread(rig.channel)
    closed, unseen = server.text(rig.guild, "closed"), server.text(rig.guild, "unseen")
    server.deny(closed, "send_messages")
    server.deny(unseen, "view_channel")
    server.deny(rig.channel, "send_messages_in_threads")
    server.close_dm(rig.bob)
    for channel, code in ((closed, 50013), (unseen, 50001), (thread, 50013), (server.dm(rig.bob), 50007)):
        with pytest.raises(discord.Forbidden) as refused:
            await rig.bot.channel(channel).send("hello")
        assert refused.value.code == code
    server.delete_channel(closed)
    with pytest.raises(discord.NotFound) as missing:
        await rig.bot.channel(closed).send("hello")
    assert missing.value.code == 10003
    direct = await (await rig.bot.fetch_user(rig.alice.id)).create_dm()
    await direct.send("hello")
    assert [message["content"] for message in server.messages(server.dm(rig.alice))] == ["hello"]
    assert server.rejected == []


async def test_archived_threads_wake_up_unless_they_are_locked(rig: Rig) -> None:
    server, thread = rig.server, rig.server.thread(rig.channel)
    sent = await rig.bot.channel(thread).send("one")
    server.archive(thread)
    with pytest.raises(discord.HTTPException) as archived:
        await sent.edit(content="two")
    assert archived.value.code == 50083
    await rig.bot.channel(thread).send("awake")
    await sent.edit(content="two")
    assert [message["content"] for message in server.messages(thread)] == ["two", "awake"]
    server.archive(thread, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await rig.bot.channel(thread).send("three")
    assert locked.value.code == 160005


async def test_a_rate_limit_is_obeyed_and_a_429_repeated(rig: Rig) -> None:
    channel = rig.bot.channel(rig.channel)
    limit = rig.server.limit("POST", MESSAGES, 2, 0.2)
    for number in range(3):
        await channel.send(str(number))
    assert limit.refused == 0
    rig.server.fault("POST", MESSAGES, 429, retry_after=0.01)
    rig.server.fault("POST", "/callback$", 429, retry_after=0.01, is_global=True)
    await channel.send("3")
    await rig.play()
    assert [message["content"] for message in rig.server.messages(rig.channel)] == ["0", "1", "2", "3", "level 1"]


async def test_a_lost_answer_is_made_good_by_the_nonce_and_a_refused_request_is_not_carried_out(rig: Rig) -> None:
    server, channel = rig.server, rig.bot.channel(rig.channel)
    server.refuse("POST", MESSAGES)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("board", nonce="game-1")
    assert server.messages(rig.channel) == []
    server.lose("POST", MESSAGES)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("board", nonce="game-1")
    (message,) = server.messages(rig.channel)
    again = await channel.send("board", nonce="game-1")
    assert str(again.id) == message["id"]
    assert server.messages(rig.channel) == [message]
    assert (await channel.send("board", nonce="game-2")).id != again.id


async def test_a_session_is_resumed_and_what_was_missed_is_replayed(rig: Rig) -> None:
    server = rig.server
    with server.gateway.held():
        await server.gateway.drop()
        missed = await rig.alice.slash(rig.channel, "ask", wait=False)
    await missed.acked()
    await rig.bot.resumed.wait()
    rig.bot.resumed.clear()
    await server.gateway.drop(4000)
    await rig.bot.resumed.wait()
    rig.bot.resumed.clear()
    server.gateway.ask_to_reconnect()
    await rig.bot.resumed.wait()
    rig.bot.went_ready.clear()
    server.gateway.invalidate()
    await rig.bot.went_ready.wait()
    assert (await rig.alice.slash(rig.channel, "ask")).answers


async def test_the_bot_reads_only_what_is_meant_for_it(rig: Rig) -> None:
    server, alice = rig.server, rig.alice
    ours = await rig.bot.channel(rig.channel).send(f"{alice.mention} and {rig.bob.mention}")
    assert ours.mentions == []
    assert server.pinged(server.messages(rig.channel)[0]) == frozenset()

    await alice.say(rig.channel, "a secret")
    await alice.say(rig.channel, f"<@{server.bot['id']}> e4")
    await alice.say(rig.channel, "d4", reply_to=ours.id)
    await alice.say(rig.channel, "c4", reply_to=ours.id, ping=False)
    await alice.say(server.dm(alice), "b4")
    heard = [await rig.bot.heard.get() for _ in range(5)]
    assert [message.content for message in heard] == ["", f"<@{server.bot['id']}> e4", "d4", "", "b4"]

    reply = await heard[0].reply(
        f"{alice.mention}, not {rig.bob.mention}",
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(alice.id)], replied_user=False),
    )
    await heard[0].add_reaction("🎲")
    assert server.pinged(reply.id) == {alice.id}
    await reply.edit(content=rig.bob.mention, allowed_mentions=discord.AllowedMentions(users=True))
    assert server.pinged(reply.id) == {alice.id}
    assert server.message(heard[0].id)["reactions"][0]["me"]


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"content": ""},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"content": "x", "attachments": [{"id": 0, "filename": "board.png"}]},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "a"}] * 2}]},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 5, "label": "x", "url": "tg://resolve"}]}]},
    ],
)
async def test_a_message_discord_would_not_take_is_recorded(rig: Rig, body: Json) -> None:
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=rig.channel)
    with pytest.raises(discord.HTTPException) as refused:
        await rig.bot.http.request(route, json=body)
    assert refused.value.status == 400
    assert [rejection.call.path for rejection in rig.server.rejected] == [f"/channels/{rig.channel}/messages"]
    assert rig.server.messages(rig.channel) == []


@pytest.mark.parametrize(
    "command",
    [
        {"name": "Play", "description": "upper case"},
        {"name": "play", "description": "y" * 101},
        {"name": "play", "description": "x", "name_localizations": {"xx": "a"}},
        {
            "name": "play",
            "description": "x",
            "options": [{"type": 3, "name": f"o{n}", "description": "d"} for n in range(26)],
        },
        {
            "name": "play",
            "description": "x",
            "options": [
                {"type": 3, "name": "a", "description": "d"},
                {"type": 3, "name": "b", "description": "d", "required": True},
            ],
        },
    ],
)
async def test_a_command_discord_would_not_take_is_recorded(rig: Rig, command: Json) -> None:
    with pytest.raises(discord.HTTPException):
        await rig.bot.http.bulk_upsert_global_commands(int(rig.server.bot["id"]), [command])
    assert len(rig.server.rejected) == 1


async def test_two_shards_each_hear_of_their_own_guilds() -> None:
    async with FakeDiscord(shards=2) as server:
        with server.patched():
            rig = Rig(server)
            other = server.text(server.guild("Other"))
            await rig.run()
            assert {guild.shard_id for guild in rig.bot.guilds} == {0, 1}
            for channel in (rig.channel, other, server.dm(rig.bob)):
                assert (await rig.bob.slash(channel, "play", colour="red")).posts
            await rig.quit()


async def test_a_wrong_token_is_refused(rig: Rig) -> None:
    async with TinyBot() as stranger:
        with pytest.raises(discord.LoginFailure):
            await stranger.login("nonsense")
