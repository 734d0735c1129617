"""Short matches of Crumble on 4x4, found by random play, and the presses that make their moves."""

from dataclasses import dataclass

from bot.words import words_for
from bot.words.spoken import SPOKEN
from games.crumble import GAME, Position

LONG = (
    "2,3H",
    "1,3HS",
    "2,1VWNW",
    "1,4V",
    "0,1V3-1E-ENE",
    "1,4,1VESW",
    "2,3J1,2E",
    "1,1V3-2E-EEN",
)
"""White wins; on the way there are a join, long cuts and pieces that are taken."""
SHORT = ("1V", "1,1VE", "0,3HS", "1,1HSEN", "4,2HSWN")
"""Black wins; on the way pieces are taken."""
FOUR = ("3,2VW", "2H", "0,1HN", "2J1,2W")
"""White wins with a join."""


@dataclass(frozen=True)
class Ply:
    """A move in a match."""

    before: Position
    move: str
    texts: tuple[str, ...]
    """The choices that lead to it; the move is the last of them."""
    labels: tuple[str, ...]
    """What stands on the buttons to press."""


def script(moves: tuple[str, ...]) -> list[Ply]:
    """A match move by move, from the start to its end."""
    position = GAME.deal(2, "any", GAME.settle(GAME.presets["quick"]))
    plies = []
    for move in moves:
        assert isinstance(position, Position)
        texts = _way(position, move, "")
        assert texts is not None, f"nothing leads to {move}"
        labels = [
            SPOKEN["crumble"].label(position, text, begun, words_for("en"))
            for begun, text in zip(("", *texts), texts, strict=False)
        ]
        after = position.choices(position.turn, move)
        if after.items or after.confirm:
            labels.append("✔ Play")
        plies.append(Ply(position, move, texts, tuple(labels)))
        step = position.play(position.turn, move)
        assert step.move == move, "it is written as the game writes it"
        position = step.position
    assert position.outcome is not None, "the match is over"
    return plies


def _way(position: Position, move: str, begun: str) -> tuple[str, ...] | None:
    """The choices from a beginning to a move, which may begin elsewhere than the piece that was picked."""
    items = position.choices(position.turn, begun).items
    if move in {item.text for item in items}:
        return (move,)
    for item in items:
        if not begun or item.group or item.text.endswith("*") or move.startswith(item.text):
            rest = _way(position, move, item.text)
            if rest is not None:
                return (item.text, *rest)
    return None
