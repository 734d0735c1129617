"""What every answer needs: the tables, those who keep them up to date, and the time."""

import asyncio
import logging
from dataclasses import dataclass, field

from bot.clock import Clock
from bot.computer import Computer
from bot.herald import Herald, Now
from bot.matches import Table, load
from bot.table import Refusal, Sitter, seat_of
from storage import Store

log = logging.getLogger(__name__)

SWEEP = 60.0
PATIENCE = 0.3
"""Seconds that a board waits for what there is to call out."""


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the bot that work behind the desk."""

    store: Store
    herald: Herald
    clock: Clock
    computer: Computer
    now: Now
    calling: set[asyncio.Task[None]] = field(default_factory=set, compare=False)
    """What is under way in the background: what the last turns threaten."""

    async def load(self, match: int) -> Table:
        """Loads a match.

        :raises Refusal: ``unknown``.
        """
        found = await self.store.read(lambda session: load(session, match))
        if found is None:
            raise Refusal("unknown")
        return found

    async def check(self, found: Table, sitter: Sitter, text: str) -> None:
        """Checks that a move leaves the game playable, where it may change rules.

        :raises Refusal: ``unplayable`` or ``not_seated``.
        """
        tried = await self.computer.try_out(found, seat_of(found, sitter), text)
        if tried is not None and not tried[1].is_playable:
            raise Refusal("unplayable", found)

    async def changed(self, match: int) -> int:
        """After a commit: lets the computer reply, brings the surfaces up to date and looks at the clock.

        Returns the match that goes on, which in a series may be the next one.
        """
        going = await self.computer.reply(match)
        self.clock.changed()
        calling = asyncio.create_task(self._call(going), name=f"calls in match {going}")
        self.calling.add(calling)
        calling.add_done_callback(self.calling.discard)
        # What is found out at once stands on the board from the first; for the rest nobody waits.
        await asyncio.wait([calling], timeout=PATIENCE)
        await self.herald.wake(going)
        return going

    async def _call(self, match: int) -> None:
        """Tells what the last turn threatens; the board does not wait for it."""
        try:
            if await self.computer.call(match):
                await self.herald.wake(match)
        except Exception:
            log.exception("what is threatened in match %d could not be found out", match)

    async def settle(self) -> None:
        """Waits until all is called out."""
        await asyncio.gather(*self.calling)

    async def stop(self) -> None:
        """Gives up what nobody waits for any more."""
        for calling in tuple(self.calling):
            calling.cancel()
        await asyncio.gather(*self.calling, return_exceptions=True)

    async def run(self) -> None:
        """Finds once a minute what a crash left undone at the computer's tables, for ever."""
        while True:
            try:
                for match in await self.computer.waiting():
                    await self.changed(match)
            except Exception:
                log.exception("the computer's tables could not be looked through; I try again in a minute")
            await asyncio.sleep(SWEEP)
