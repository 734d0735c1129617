"""Draws pictures and films outside the event loop, each once, however many places show it."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Generic, TypeVar

from renderer import Picture, Scene, draw, replay

KEPT = 128
"""Pictures in memory: about 3 MB."""
FILMS_KEPT = 8
"""Films in memory: about 4 MB."""

Shown = TypeVar("Shown", bound=Hashable)
Drawn = TypeVar("Drawn")


class Gallery:
    """Two threads that draw pictures, one that draws films, and what was drawn last."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2, "draw")
        # A film takes as long as a hundred pictures: they must not wait for it.
        self._projector = ThreadPoolExecutor(1, "film")
        self._pictures = _Kept[Scene, Picture](self._threads)
        self._films = _Kept[tuple[Scene, ...], bytes](self._projector)

    async def picture(self, scene: Scene) -> Picture:
        """Returns the scene's picture."""
        return await self._pictures.get(scene, draw, KEPT)

    async def film(self, scenes: tuple[Scene, ...]) -> bytes:
        """Returns the scenes as a GIF."""
        return await self._films.get(scenes, replay, FILMS_KEPT)

    def close(self) -> None:
        """Waits for what is being drawn."""
        self._threads.shutdown()
        self._projector.shutdown()


class _Kept(Generic[Shown, Drawn]):
    """What was drawn or asked for last, in that order; some of it may still be drawn."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._drawn: dict[Shown, asyncio.Future[Drawn]] = {}

    async def get(self, shown: Shown, draw: Callable[[Shown], Drawn], most: int) -> Drawn:
        # A film is a long key, so it is looked up no more often than it has to be.
        drawn = self._drawn.pop(shown, None)
        if drawn is None:
            drawn = asyncio.get_running_loop().run_in_executor(self._threads, draw, shown)
        self._drawn[shown] = drawn
        if len(self._drawn) > most:
            del self._drawn[next(iter(self._drawn))]
        try:
            return await asyncio.shield(drawn)
        except Exception:
            self._drawn.pop(shown, None)
            raise
