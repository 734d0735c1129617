"""A Discord that runs on this machine and drives the real discord.py over TCP.

>>> async with FakeDiscord() as server:  # doctest: +SKIP
...     channel, alice = server.text(server.guild()), server.user("alice")
...     with server.patched():
...         ...  # start the bot with server.TOKEN
...         interaction = await alice.slash(channel, "play", level=3)
...         assert (await interaction.answered())["content"] == "Your move."
...     assert server.rejected == []
"""

from tests.fakes.discord.interactions import Act, Interaction, InteractionFailed, Kind
from tests.fakes.discord.people import Person
from tests.fakes.discord.server import Button, FakeDiscord
from tests.fakes.discord.spec import spec_available
from tests.fakes.discord.wire import EPHEMERAL, Call, Json, Rejection, Upload

__all__ = [
    "EPHEMERAL",
    "Act",
    "Button",
    "Call",
    "FakeDiscord",
    "Interaction",
    "InteractionFailed",
    "Json",
    "Kind",
    "Person",
    "Rejection",
    "Upload",
    "spec_available",
]
