"""The whole bot as a process of its own, on loopback servers; it dies where it is told to.

1. ``DISCORD_BASE`` and ``TELEGRAM_BASE`` say where the platforms are; everything else is the bot's own settings.
2. ``DIE_IN`` names a method of the herald: the process kills itself when that is called, as a power cut would.
"""

import os
import signal
import sys
from functools import partial
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import __main__ as main
from bot.herald import Herald
from bot.platforms import discord_bot, telegram_bot


async def die(*_: Any, **__: Any) -> None:
    """Ends this process without another word."""
    os.kill(os.getpid(), signal.SIGKILL)


if "DISCORD_BASE" in os.environ:
    base = os.environ["DISCORD_BASE"]
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{base.replace('http', 'ws')}/gateway")
    discord_bot.DiscordBot = partial(discord_bot.DiscordBot, guild_ready_timeout=0.05)  # type: ignore[misc,assignment]
if "TELEGRAM_BASE" in os.environ:
    telegram_base = os.environ["TELEGRAM_BASE"]
    telegram_bot.TelegramBot = partial(telegram_bot.TelegramBot, base=telegram_base)  # type: ignore[misc,assignment]
if "DIE_IN" in os.environ:
    setattr(Herald, os.environ["DIE_IN"], die)
sys.exit(main.main())
