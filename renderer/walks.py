"""A turn of Crumble step by step: its cut or join, then each swap of its walk."""

from collections.abc import Iterator
from dataclasses import replace

from games.core import Event
from games.crumble import Captured, Joined, Piece, Position, Split, Walked
from games.crumble.board import Area
from renderer.scene import Scene
from renderer.steps import between


@between.register
def _(_view: Position, first: Scene, after: Scene) -> tuple[Scene, ...]:
    """Returns a scene after the cut or join, and one for each step of the walk; the last of them is ``after``."""
    return tuple(_turn(first, after.last))[:-1]


def _turn(first: Scene, events: tuple[Event, ...]) -> Iterator[Scene]:
    view = first.view
    assert isinstance(view, Position), "a turn does not change the game"
    pieces = {piece.area: piece for piece in view.pieces}
    acted = next((event for event in events if isinstance(event, Split | Joined)), None)
    if acted is None:
        return
    for piece in acted.pieces:
        del pieces[piece.area]
    pieces |= {piece.area: piece for piece in ([acted.piece] if isinstance(acted, Joined) else _halves(acted))}
    yield _scene(first, view, pieces, (acted,))
    walked = next((event for event in events if isinstance(event, Walked)), None)
    captures = [event for event in events if isinstance(event, Captured)]
    for step in range(1, len(walked.path) if walked else 0):
        assert walked is not None
        come, gone = walked.path[step - 1], walked.path[step]
        pieces[come.area] = replace(come, seat=view.other)
        pieces[gone.area] = replace(gone, seat=walked.seat)
        for captured in captures:
            if captured.step == step:
                pieces |= {piece.area: replace(piece, seat=captured.seat) for piece in captured.pieces}
        taken = tuple(captured for captured in captures if captured.step <= step)
        yield _scene(first, view, pieces, (acted, Walked(walked.seat, walked.path[: step + 1]), *taken))


def _halves(cut: Split) -> Iterator[Piece]:
    for piece in cut.pieces:
        if cut.axis == "V":
            width = piece.width / 2
            yield replace(piece, width=width)
            yield replace(piece, x=piece.x + width, width=width)
        else:
            height = piece.height / 2
            yield replace(piece, height=height)
            yield replace(piece, y=piece.y + height, height=height)


def _scene(first: Scene, view: Position, pieces: dict[Area, Piece], events: tuple[Event, ...]) -> Scene:
    ordered = sorted(pieces.values(), key=lambda piece: (piece.y, piece.x))
    return replace(first, view=replace(view, pieces=tuple(ordered)), last=events)
