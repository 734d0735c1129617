"""How things are timed: medians of many runs, so that one hiccup changes nothing."""

import gc
import time
from collections.abc import Awaitable, Callable, Iterable
from statistics import median


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Returns the median wall time of a call."""
    return median(_measured(work) for _ in range(times))


def interleaved(*works: Callable[[], object], times: int) -> list[float]:
    """Returns the median wall time of each call, measured in turn, so that all meet the same noise."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, list_ in zip(works, taken, strict=True):
            list_.append(_measured(work))
    return [median(list_) for list_ in taken]


async def awaited(works: Iterable[Callable[[], Awaitable[object]]]) -> list[float]:
    """Returns the wall time of each awaitable, one after the other."""
    taken = []
    for work in works:
        began = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def percentile(values: list[float], part: float) -> float:
    """Returns the value below which that part lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def line(what: str, figure: str, note: str = "") -> None:
    """Prints a line of the report."""
    print(f"{what:<58} {figure:>14}  {note}".rstrip(), flush=True)


def _measured(work: Callable[[], object]) -> float:
    gc.disable()
    began = time.perf_counter()
    work()
    taken = (time.perf_counter() - began) * 1000
    gc.enable()
    return taken
