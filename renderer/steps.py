"""A turn step by step, as scenes: what the pictures before and after it leave out."""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch

from renderer.scene import Scene


def steps(before: Scene, after: Scene) -> tuple[Scene, ...]:
    """Returns the scene before a turn, those between, and the one after it.

    ``after.last`` tells of the whole turn. Only the last scene has targets.
    """
    first = replace(before, last=(), targets=())
    return (first, *between(after.view, first, after), after)


@singledispatch
def between(_view: object, _first: Scene, _after: Scene) -> Iterable[Scene]:
    """Returns the scenes between the one before a turn and the one after it, whose view says which game it is.

    Most games have none: their pictures tell all of a turn. Who adds a game with such steps registers a function here.
    """
    return ()
