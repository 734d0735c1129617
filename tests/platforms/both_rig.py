"""One bot on both loopback platforms: what `DiscordRig` and `TelegramRig` can do, with one database and one herald."""

from pathlib import Path

from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram
from tests.platforms.discord_rig import DiscordRig, Log
from tests.platforms.telegram_rig import TelegramRig
from tests.time import Time

PARTS = ("store", "gallery", "platforms", "herald", "clock", "house", "desk", "autocomplete", "discord", "telegram")


class BothRig:
    """The bot, seen from each side."""

    def __init__(self, path: Path, discord: FakeDiscord, telegram: FakeTelegram, time: Time, log: Log) -> None:
        self.discord = DiscordRig(path, discord, time, log)
        self.telegram = TelegramRig(path, telegram, time)
        self.discord._telegram_server = telegram
        self.time = time

    async def start(self) -> None:
        await self.discord.start()
        for part in PARTS:
            setattr(self.telegram, part, getattr(self.discord, part))

    async def stop(self) -> None:
        await self.discord.stop()

    async def handled(self) -> None:
        """Waits until all that has reached either platform is handled."""
        await self.discord.handled()
        await self.telegram.handled()

    async def platform_to_move(self, code: str) -> str:
        table = await self.telegram.table(code)
        account = table.match.seats[table.to_move[0]].account
        assert account is not None
        return account.platform

    async def play(self, code: str) -> str:
        """Lets whoever's turn it is press their first move where they are. Returns their platform."""
        platform = await self.platform_to_move(code)
        if platform == "discord":
            await self.discord.play(code)
        else:
            await self.telegram.play(code, chat="private")
        await self.handled()
        return platform

    async def are_right(self, code: str) -> None:
        """Checks the boards on both sides."""
        await self.handled()
        await self.discord.is_right(code)
        await self.telegram.is_right(code, self.telegram.bob)
