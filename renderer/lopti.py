"""Lopti: the table as everybody sees it, and a hand as its owner sees it.

1. What is known of a session stands in its view. Of the table's secrets a picture shows how many cards there are.
2. Gold is whose turn it is, the marker that binds, and the winner. Marks in a seat's colour are what it just did.
3. Who is to move and who has won the session are the caller's; who has won a round, and who has chosen a swap, the
   view says.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from games.core import Event, Rect, Seat
from games.lopti.events import Cleared, Flipped, PickedUp
from games.lopti.position import Position
from games.lopti.round import Play, Round
from games.lopti.view import View
from renderer import deck, hand, signs
from renderer.canvas import Canvas
from renderer.deck import Laid
from renderer.header import PACE_RIGHT, pace_sign
from renderer.scene import WIDTH, Chip, Picture, Scene, paint
from renderer.signs import State
from renderer.text import Face, label
from renderer.theme import Theme, palette

TOP, ROW, PITCH, FOOT = 312, 112, 122, 18
"""Where the rows begin, their height, from one to the next, and what is free below them."""

_DECK_LEFT, _DECK_TOP, _TOP_WIDTH = 40, 44, 128
_TOP_HEIGHT = deck.height(_TOP_WIDTH)
_FEET = _DECK_TOP + _TOP_HEIGHT
"""Where the cards on the table end."""
_LINE = 257
"""The middle of what stands below them."""
_PILE_LEFT, _PILE_ROOM = 208, 405
_BEFORE_WIDTH, _FLIPPED_WIDTH = 100, 148
_TAKEN_ROOM = 140
"""What an arrow and the hand that took cards need beside them."""
_APART = 24
"""Between the pile and a card that does not lie on it."""
_RIGHT = 876
_ROW_LEFT, _ROW_WIDTH = 20, 860
_TOKEN, _NAME = 72, 112
"""In a row: the middle of the token, and where the name begins."""
_SIGN, _HAND, _PLACES = 424, 476, 848
"""In a row: where a sign ends, the middle of the hand, and where the places end."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What a row says besides cards."""

    seat: Seat
    look: int
    """Whose shape and colour it has."""
    name: str
    state: State
    chosen: bool
    """Whether the seat has answered in the swap."""
    away: bool
    rounds: int | None
    """How many rounds it has won; None while one is played."""

    @property
    def raised(self) -> bool:
        return self.state in signs.RAISED

    @property
    def name_end(self) -> int:
        """Where the name ends at the latest."""
        if self.rounds is not None:
            return 338
        if self.chosen or self.away:
            return 376
        return 430 if self.state not in ("out", "absent") else 740


@paint.register
def _(view: View, scene: Scene) -> Picture:
    """Draws a session of Lopti: the table, or a seat's own cards."""
    position = view.position
    # Who came too late for this round sees what everybody sees.
    if view.viewer is not None and signs.takes_part(position.round, view.viewer):
        return hand.draw_hand(position, view.viewer, scene)
    looks = signs.shapes(position)
    rows = [_row_of(position, seat, looks[seat], scene.chips) for seat in order(position)]
    canvas = Canvas.blank(palette(scene.theme), WIDTH, TOP + PITCH * len(rows) + FOOT)
    _draw_deck(canvas, len(position.round.deck))
    _draw_pile(canvas, position, scene.last)
    _draw_corner(canvas, position, scene.pace)
    tops = range(TOP, TOP + PITCH * len(rows), PITCH)
    for above, below, top in zip(rows, rows[1:], tops[1:], strict=False):
        if not above.raised and not below.raised:
            canvas.fill((66, top - 6, _RIGHT, top - 4), canvas.palette.line)
    for row, top in zip(rows, tops, strict=True):
        _draw_row(canvas, position, row, top)
    return Picture(canvas.png(), canvas.image.size, Rect(0, 0, 0, 0))


def order(position: Position) -> tuple[Seat, ...]:
    """Returns the seats that have a row, in the order of play: all that have not left."""
    seated = position.seated
    if position.round.params.order_direction == "ccw":
        return seated[:1] + seated[:0:-1]
    return seated


def _row_of(position: Position, seat: Seat, look: int, chips: tuple[Chip, ...]) -> _Row:
    table = position.round
    chip = chips[seat] if seat < len(chips) else Chip("")
    between = position.phase in ("break", "over")
    # When everybody may deal, or wake the table, nobody is waited for.
    waits = chip.active and not position.asleep and (position.phase != "break" or position.declarer is not None)
    state: State = "resting"
    if chip.won or (position.phase == "break" and table.out[:1] == (seat,)):
        state = "won"
    elif waits:
        state = "active"
    elif not signs.takes_part(table, seat):
        state = "absent"
    elif seat in table.out:
        state = "out"
    return _Row(
        seat=seat,
        look=look,
        name=chip.name,
        state=state,
        chosen=position.phase == "swap" and position.swaps[seat] is not None,
        away=not between and seat in position.away,
        rounds=position.score[seat] if between else None,
    )


def _draw_deck(canvas: Canvas, cards: int) -> None:
    picture = deck.drawing_pile(canvas.palette.theme, _TOP_WIDTH, min(cards, 3) - 1)
    canvas.paste(picture, _DECK_LEFT, _DECK_TOP)
    signs.draw_count(canvas, cards, _DECK_LEFT + _TOP_WIDTH / 2, _LINE, 36, centred=True)


def _draw_pile(canvas: Canvas, position: Position, last: tuple[Event, ...]) -> None:
    """Draws the last plays, and what became of the pile just now."""
    table = position.round
    flipped = next((event for event in last if isinstance(event, Flipped)), None)
    taken = next((event for event in last if isinstance(event, PickedUp)), None)
    cleared = next((event for event in last if isinstance(event, Cleared)), None)
    x = _PILE_LEFT
    if table.pile or flipped is not None:
        x = _draw_plays(canvas, position, flipped, _PILE_ROOM if taken is None else _PILE_ROOM - _TAKEN_ROOM)
    else:
        canvas.paste(deck.empty_place(canvas.palette.theme, _TOP_WIDTH, _TOP_HEIGHT), x, _DECK_TOP)
        x += _TOP_WIDTH
    if table.pile:
        signs.draw_pile_count(canvas, table, x + 4, _LINE)
    middle, looks = _DECK_TOP + _TOP_HEIGHT // 2, signs.shapes(position)
    if taken is not None:
        look, at = looks[taken.seat], x + 140
        canvas.paste(signs.arrow(canvas.palette.theme, look), x + 16, middle - 22)
        signs.draw_fan(canvas, len(taken.cards), at, middle, canvas.palette.table)
    elif cleared is not None and not table.pile:
        picture = signs.rays(canvas.palette.theme, looks[cleared.seat])
        look, at = looks[cleared.seat], x - _TOP_WIDTH // 2 if flipped is None else x + 20 + picture.width // 2
        canvas.paste(picture, at - picture.width // 2, middle - picture.height // 2)
    else:
        return
    # Below a flipped card stands already who it was.
    if flipped is None:
        signs.draw_token(canvas, look, at, _LINE, 15, ground=canvas.palette.table)


def _draw_plays(canvas: Canvas, position: Position, flipped: Flipped | None, room: int) -> int:
    """Draws the last plays side by side, the top one larger and whole; returns where they end.

    A card that was just turned over is larger still. If it does not lie in the pile it stands apart.
    """
    plays, looks = position.round.pile[-3:], signs.shapes(position)
    powers = signs.powers(position.round.params)
    width, gap = _TOP_WIDTH, 0
    if flipped is not None:
        width = _FLIPPED_WIDTH
        if not plays or flipped.card not in plays[-1].cards:
            gap = _APART + round(_BEFORE_WIDTH * (1 - deck.LAST_STEP)) if plays else 0
            plays = (*plays, Play((flipped.card,), flipped.seat))
    while len(plays) > 1 and gap + _wide(plays, width) > room:
        plays = plays[1:]
    x, beside = _PILE_LEFT, 0
    for play in plays:
        top = play is plays[-1]
        if top and gap and len(plays) > 1:
            x, beside = x + gap, 0
        begin, across = x, width if top else _BEFORE_WIDTH
        x = deck.draw_play(canvas, play.cards, powers, x, _FEET, across, beside=beside, whole=top)
        beside = across
        signs.draw_token(canvas, looks[play.by], (begin + x) // 2, _LINE, 15, ground=canvas.palette.table)
    return x


def _wide(plays: tuple[Play, ...], top_width: int) -> int:
    """Returns how wide plays are side by side."""
    before = sum(deck.STEP * (len(play.cards) - 1) + deck.LAST_STEP for play in plays[:-1])
    return round(_BEFORE_WIDTH * before + top_width * (deck.STEP * (len(plays[-1].cards) - 1) + 1))


def _draw_corner(canvas: Canvas, position: Position, pace: str) -> None:
    """Draws the pace, what binds the next play, and the chain."""
    theme = canvas.palette.theme
    if position.asleep:
        canvas.paste(signs.moon(theme, canvas.palette.table), _RIGHT - signs.SIDE, 34 - signs.SIDE // 2)
    elif pace:
        picture = pace_sign(theme, pace)
        canvas.paste(picture, PACE_RIGHT - picture.width, 34 - picture.height // 2)
    if position.phase != "play":
        return
    if text := signs.marker(position.round):
        picture = signs.pill(theme, text, 50, 68)
        canvas.paste(picture, _RIGHT - picture.width, 64)
    signs.draw_chain(canvas, position.round, _RIGHT, 152, 54, 9)


def _draw_row(canvas: Canvas, position: Position, row: _Row, top: int) -> None:
    theme, table = canvas.palette.theme, position.round
    canvas.paste(_row(theme, row), _ROW_LEFT, top)
    ground = canvas.palette.panel if row.raised else canvas.palette.table
    middle = top + ROW // 2
    end = _ROW_LEFT + _SIGN
    if row.rounds is not None:
        line = label(str(row.rounds), 30, Face.SEMIBOLD)
        canvas.write(line, end - line.width, middle, ground, canvas.palette.ink2)
        crown_left = end - round(line.width) - signs.SIDE - 6
        canvas.paste(signs.small_crown(theme, ground), crown_left, middle - signs.SIDE // 2)
    elif row.chosen or row.away:
        picture = signs.tick(theme, row.look, ground) if row.chosen else signs.moon(theme, ground)
        canvas.paste(picture, end - signs.SIDE, middle - signs.SIDE // 2)
    if not signs.takes_part(table, row.seat):
        return
    if row.seat in table.out:
        place = table.out.index(row.seat) + 1
        if place == 1 and row.state != "won":
            canvas.paste(signs.large_crown(theme), _RIGHT - 66, middle - 26)
        elif place > 1:
            signs.draw_count(canvas, place, _RIGHT - 34, middle, 44, ground=ground, centred=True)
        return
    signs.draw_fan(canvas, len(table.hands[row.seat]), _ROW_LEFT + _HAND, middle, ground)
    _draw_places(canvas, table, row.seat, middle, ground)


def _draw_places(canvas: Canvas, table: Round, seat: Seat, middle: int, ground: int) -> None:
    up, down = table.up[seat], table.down[seat]
    powers = signs.powers(table.params)
    count = max(table.params.deal_up, table.params.deal_down, len(up), len(down))
    pitch, width = (90, 70) if count <= 3 else (66, 54)
    for place in range(count):
        laid = Laid(up[place], powers.get(up[place][0], "")) if place < len(up) else None
        picture = deck.stack(canvas.palette.theme, width, laid, place < len(down), None, ground)
        canvas.paste(
            picture, _ROW_LEFT + _PLACES - picture.width - (count - 1 - place) * pitch, middle - picture.height // 2
        )


@lru_cache(maxsize=64)
def _row(theme: Theme, row: _Row) -> Image.Image:
    """Draws a row without what changes: the ground, the token and the name."""
    colours = palette(theme)
    canvas = Canvas(colours, signs.panel(theme, _ROW_WIDTH, ROW, row.state).copy())
    ground = colours.panel if row.raised else colours.table
    signs.draw_token(canvas, row.look, _TOKEN, ROW // 2, 23, ground=ground, hollow=row.state == "absent")
    if row.name:
        signs.write_name(canvas, row.name, _NAME, ROW // 2, row.name_end - _NAME, row.state)
    return canvas.image
