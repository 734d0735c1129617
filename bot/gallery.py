"""Draws pictures outside the event loop, each scene once, however many places show it."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from renderer import Picture, Scene, draw

KEPT = 128
"""Pictures in memory: about 3 MB."""


class Gallery:
    """Two threads that draw, and the pictures drawn last."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2, "draw")
        self._pictures: OrderedDict[Scene, asyncio.Future[Picture]] = OrderedDict()

    async def picture(self, scene: Scene) -> Picture:
        """Returns the scene's picture."""
        drawn = self._pictures.get(scene)
        if drawn is None:
            drawn = asyncio.get_running_loop().run_in_executor(self._threads, draw, scene)
            self._pictures[scene] = drawn
            if len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(scene)
        try:
            return await asyncio.shield(drawn)
        except Exception:
            self._pictures.pop(scene, None)
            raise

    def close(self) -> None:
        """Waits for what is being drawn."""
        self._threads.shutdown()
