"""What every answer needs: the tables, those who keep them up to date, and the time."""

import logging
from asyncio import sleep
from dataclasses import dataclass

from bot.clock import Clock
from bot.computer import Computer
from bot.herald import Herald, Now
from bot.matches import Table, load
from bot.table import Refusal
from storage import Store

log = logging.getLogger(__name__)

SWEEP = 60.0


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the bot that work behind the desk."""

    store: Store
    herald: Herald
    clock: Clock
    computer: Computer
    now: Now

    async def load(self, match: int) -> Table:
        """Loads a match.

        :raises Refusal: ``unknown``.
        """
        found = await self.store.read(lambda session: load(session, match))
        if found is None:
            raise Refusal("unknown")
        return found

    async def changed(self, match: int) -> int:
        """After a commit: lets the computer reply, brings the surfaces up to date and looks at the clock.

        Returns the match that goes on, which in a series may be the next one.
        """
        going = await self.computer.reply(match)
        self.clock.changed()
        await self.herald.wake(going)
        return going

    async def run(self) -> None:
        """Finds once a minute what a crash left undone at the computer's tables, for ever."""
        while True:
            try:
                for match in await self.computer.waiting():
                    await self.changed(match)
            except Exception:
                log.exception("the computer's tables could not be looked through; I try again in a minute")
            await sleep(SWEEP)
