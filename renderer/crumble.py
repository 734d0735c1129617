"""Crumble: black and white slabs at any size, the last turn, the chain that is about to win, and what may be chosen.

1. Solid marks are what a player did, hollow or dashed ones what a player may do. Gold is the chain.
2. What targets mean is read from the board. Own pieces are to be picked: they are numbered. In the middle of a turn,
   which the last events show, they are where a walk may go; or own pieces again, one of which is to walk. Else a piece
   was picked, and they are what it can do.
3. Where numbers would not fit, the board is smaller and parts of it are enlarged; a small piece that was picked, or
   that walks, has a close-up.
4. The painter draws what the scene says: whose turn it is, what may be chosen and who has won are the caller's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from games.core import Event, Rect
from games.crumble import Joined, Position, Split, Walked
from games.crumble.board import in_picture
from renderer import header
from renderer.badges import LARGE, SMALL, USUAL, BadgeForm, draw_badge, draw_ghost, fitting
from renderer.canvas import Canvas
from renderer.doings import Doings, doings, draw_doings
from renderer.joints import Tree, draw_tree, finished, lacking_one
from renderer.lenses import LEAST, around, centred, draw_lens, lenses
from renderer.scene import WIDTH, Picture, Scene, paint
from renderer.slabs import Grid, Slab, draw_frame, draw_slabs
from renderer.text import Face, label
from renderer.theme import Theme, palette
from renderer.turn import Way, clear_spot, draw_action, draw_walk, way

TOP, HEADER = 116, 88
"""Where a board begins below chips, and how much higher without them."""
SIZE, LEFT, HEIGHT = 808, 62, 1000
LESS, LESS_LEFT, LESS_HEIGHT = 540, 58, 716
"""The board beside lenses."""
SIDE, SIDE_LEFT, CLOSE, CLOSE_LEFT, CLOSE_HEIGHT = 244, 50, 540, 338, 684
"""The board beside a close-up, and the close-up."""
DIRECT = 43
"""Pieces from this size on have their numbers on the board beside lenses."""
LARGE_ENOUGH = 100
"""A picked piece of this size needs no close-up."""
CLEAR_ENOUGH = 34
"""Nor do pieces of this size to which a walk may go."""

Asked = Literal["nothing", "pick", "walk", "do"]


@dataclass(frozen=True, slots=True)
class _Board:
    """A position, ready to be drawn."""

    size: int
    turn: int
    slabs: tuple[Slab, ...]
    owners: dict[Rect, int]

    def ground(self, canvas: Canvas, rect: Rect) -> int:
        """Returns the colour of the slab in a place."""
        return canvas.palette.white if self.owners[rect] else canvas.palette.black


@paint.register
def _(view: Position, scene: Scene) -> Picture:
    """Draws a game of Crumble."""
    slabs = tuple(Slab(in_picture(piece.area, view.size), int(piece.seat)) for piece in view.pieces)
    board = _Board(view.size, int(view.turn), slabs, {slab.rect: slab.seat for slab in slabs})
    top = TOP if scene.chips or scene.pace else TOP - HEADER
    asked = _asked(board, scene)
    if asked == "do":
        shown = doings(slabs, board.turn, scene.targets)
        close = _close_up(board, [*scene.targets, *_known(shown.piece)], shown.piece, LARGE_ENOUGH, top)
        if close is not None:
            return _with_close_up(scene, board, shown, close, top)
    if asked == "walk":
        close = _close_up(board, [*scene.targets, *_walkers(view, scene.last)], None, CLEAR_ENOUGH, top)
        if close is not None:
            return _walk_in_close_up(scene, board, close, top)
    numbers = _numbers(view, scene.targets) if asked == "pick" else {}
    full = Grid(LEFT, top, SIZE, view.size)
    if any(full.short(rect) < LEAST for rect in numbers):
        return _with_lenses(scene, view, board, numbers, top)
    canvas = _begun(scene, full, HEIGHT - TOP + top)
    draw_slabs(canvas, full, slabs)
    if asked == "do":
        _tint(canvas, full, shown, board.turn)
        draw_doings(canvas, full, shown, board.turn, USUAL)
        return _finished(canvas, full)
    walk = _told(canvas, full, scene, view, board)
    for rect, number in numbers.items():
        _number(canvas, full, board, rect, number, walk, USUAL)
    if asked == "walk":
        _ghosts(canvas, full, board, scene.targets, walk)
    return _finished(canvas, full)


def _asked(board: _Board, scene: Scene) -> Asked:
    """Says what targets are there for."""
    targets = scene.targets
    if not targets:
        return "nothing"
    if is_under_way(scene.last, board.turn):
        return "walk"
    if len(set(targets)) == len(targets) and all(board.owners.get(target) == board.turn for target in targets):
        return "pick"
    return "do"


def is_under_way(events: Sequence[Event], turn: int) -> bool:
    """Whether events tell of a turn of the player whose turn it still is."""
    return any(isinstance(event, Split | Joined | Walked) and event.seat == turn for event in events)


def _numbers(view: Position, targets: Sequence[Rect]) -> dict[Rect, int]:
    """Returns the number of each piece to pick: its place among all that may be picked, or else among the targets."""
    known = {in_picture(piece.area, view.size): number for number, piece in enumerate(view.numbered(view.turn), 1)}
    if all(target in known for target in targets):
        return {target: known[target] for target in targets}
    return {target: number for number, target in enumerate(targets, start=1)}


def _begun(scene: Scene, grid: Grid, height: int, *, labels: bool = True) -> Canvas:
    """Returns a canvas with the header and an empty board."""
    canvas = Canvas(palette(scene.theme), _ground(scene.theme, grid, height, labels).copy())
    header.header(canvas, scene.chips, scene.pace, slabs=True)
    return canvas


def _finished(canvas: Canvas, grid: Grid) -> Picture:
    return Picture(canvas.png(), canvas.image.size, grid.board)


def _told(canvas: Canvas, grid: Grid, scene: Scene, view: Position, board: _Board) -> Way | None:
    """Draws the chains and the last turn; returns its walk."""
    draw_action(canvas, grid, view.size, scene.last, board.owners)
    # Over the cut, which may run along a joint.
    for tree in _trees(scene, view):
        draw_tree(canvas, grid, board.slabs, tree)
    walk = way(grid, view.size, scene.last, board.owners)
    draw_walk(canvas, grid, view.size, scene.last, board.owners, walk)
    return walk


def _trees(scene: Scene, view: Position) -> list[Tree]:
    """Returns the winner's chain, or each chain that lacks one piece while nobody has won."""
    ground = view.ground
    colours = {view.turn: ground.mine, view.other: ground.theirs}
    winners = [seat for seat, chip in enumerate(scene.chips) if chip.won and seat in colours]
    if winners:
        found = [finished(ground.tiling, colour) for seat, colour in colours.items() if seat in winners]
    elif ground.winner is not None or view.left is not None:
        found = []
    else:
        found = [lacking_one(ground.tiling, colour) for colour in colours.values()]
    return [tree for tree in found if tree is not None]


def _number(
    canvas: Canvas, grid: Grid, board: _Board, rect: Rect, number: int, walk: Way | None, most: BadgeForm
) -> bool:
    """Draws a piece's number, and returns whether there is room for it."""
    left, top, right, bottom = grid.box(rect)
    form = fitting(number, right - left, bottom - top, most)
    if form is not None:
        at = clear_spot(grid, rect, walk, max(form.size(number)) / 2)
        draw_badge(canvas, at, number, board.turn, board.ground(canvas, rect), form)
    return form is not None


def _ghosts(canvas: Canvas, grid: Grid, board: _Board, targets: Sequence[Rect], walk: Way | None) -> None:
    """Marks the pieces to which a walk may go, and numbers those of which one is to walk."""
    for number, target in enumerate(dict.fromkeys(targets), start=1):
        is_one_of_several = board.owners.get(target) == board.turn and len(targets) > 1
        if is_one_of_several and _number(canvas, grid, board, target, number, walk, USUAL):
            continue
        if target in board.owners:
            radius = round(max(4.0, min(22.0, grid.short(target) * 0.26)))
            at = clear_spot(grid, target, walk, radius * 1.2)
            draw_ghost(canvas, at, board.turn, board.ground(canvas, target), radius)


def _with_lenses(scene: Scene, view: Position, board: _Board, numbers: dict[Rect, int], top: int) -> Picture:
    """Draws a smaller board, and beside it the parts where numbers would not fit."""
    grid = Grid(LESS_LEFT, top, LESS, view.size)
    enlarged = lenses(grid, top, tuple(rect for rect in numbers if grid.short(rect) < DIRECT))
    canvas = _begun(scene, grid, LESS_HEIGHT - TOP + top)
    draw_slabs(canvas, grid, board.slabs)
    walk = _told(canvas, grid, scene, view, board)
    for place, lens in enumerate(enlarged, start=1):
        draw_lens(canvas, grid, lens, board.slabs, place if len(enlarged) > 1 else 0)
    for rect, number in numbers.items():
        lens = next((lens for lens in enlarged if lens.holds(rect)), grid)
        _number(canvas, lens, board, rect, number, walk if lens is grid else None, SMALL)
    return _finished(canvas, grid)


def _known(rect: Rect | None) -> list[Rect]:
    return [] if rect is None else [rect]


def _walkers(view: Position, events: Sequence[Event]) -> list[Rect]:
    """Returns the piece that is about to walk and where it came from; nothing where several may walk."""
    walked = [piece for event in events if isinstance(event, Walked) for piece in event.path[-2:]]
    pieces = walked or [event.piece for event in events if isinstance(event, Joined)]
    return [in_picture(piece.area, view.size) for piece in pieces]


def _close_up(board: _Board, rects: list[Rect], piece: Rect | None, enough: int, top: int) -> Grid | None:
    """Returns the part of the board with all that may be chosen; None if it is not worth its while.

    It is not where the piece, or else the smallest one, is large enough on the whole board.
    """
    full = Grid(LEFT, top, SIZE, board.size)
    if min(full.short(rect) for rect in (_known(piece) or rects)) >= enough:
        return None
    left, upper, right, lower = around(rects)
    pad = 0.4 * min(rects[-1].width, rects[-1].height)
    span = min(board.size, max(right - left, lower - upper) + 2 * pad)
    if CLOSE / span < 1.25 * full.unit:
        return None
    x, y = centred(left, right, span, board.size), centred(upper, lower, span, board.size)
    return Grid(CLOSE_LEFT, top - 2, CLOSE, span, x, y)


def _with_close_up(scene: Scene, board: _Board, shown: Doings, close: Grid, top: int) -> Picture:
    """Draws a picked piece and what it can do, enlarged beside a small board."""
    canvas = _beside_close_up(scene, board, close, top)
    _tint(canvas, close, shown, board.turn)
    draw_doings(canvas, close, shown, board.turn, LARGE)
    return _finished(canvas, close)


def _walk_in_close_up(scene: Scene, board: _Board, close: Grid, top: int) -> Picture:
    """Draws a turn that is under way, and where it may go, enlarged beside a small board."""
    canvas = _beside_close_up(scene, board, close, top)
    whole = Canvas(canvas.palette, canvas.image.copy())
    draw_action(whole, close, board.size, scene.last, board.owners)
    walk = way(close, board.size, scene.last, board.owners)
    draw_walk(whole, close, board.size, scene.last, board.owners, walk)
    _ghosts(whole, close, board, scene.targets, walk)
    # The turn may have begun outside.
    box = close.left, close.top, close.left + close.size, close.top + close.size
    canvas.paste(whole.image.crop(box), *box[:2])
    return _finished(canvas, close)


def _beside_close_up(scene: Scene, board: _Board, close: Grid, top: int) -> Canvas:
    """Draws a small board and an enlarged part of it."""
    grid = Grid(SIDE_LEFT, top + 2, SIDE, board.size)
    canvas = _begun(scene, grid, CLOSE_HEIGHT - TOP + top, labels=False)
    draw_slabs(canvas, grid, board.slabs)
    draw_lens(canvas, grid, close, board.slabs, 0)
    return canvas


def _tint(canvas: Canvas, grid: Grid, shown: Doings, seat: int) -> None:
    """Colours the picked piece."""
    lines = grid.clipped(shown.piece) if shown.piece else None
    if lines is None:
        return
    ink = canvas.palette.seats[seat]
    colour = ink.edge if not seat else ink.tint if canvas.palette.theme == "light" else canvas.palette.foot
    left, top, right, bottom = lines
    inset = 4 if min(right - left, bottom - top) > 24 else 2
    canvas.fill((left + inset, top + inset, right - inset + 1, bottom - inset + 1), colour)


@lru_cache(maxsize=32)
def _ground(theme: Theme, grid: Grid, height: int, labels: bool) -> Image.Image:
    """Draws the table with an empty board, and numbers at its lines on the left and below."""
    colours = palette(theme)
    canvas = Canvas.blank(colours, WIDTH, height)
    draw_frame(canvas, grid)
    bottom = grid.top + grid.size
    for line in range(round(grid.span) + 1) if labels else ():
        written = label(str(line), 26, Face.SEMIBOLD)
        x, y = grid.across(line), grid.down(grid.span - line)
        canvas.fill((x - 1, bottom + 7, x + 2, bottom + 14), colours.seam)
        canvas.fill((grid.left - 13, y - 1, grid.left - 6, y + 2), colours.seam)
        canvas.write(written, x + 0.5 - written.width / 2, bottom + 31, colours.table, colours.ink2)
        canvas.write(written, grid.left - 32 - written.width / 2, y + 0.5, colours.table, colours.ink2)
    return canvas.image
