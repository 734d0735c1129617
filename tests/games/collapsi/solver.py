"""Perfect play by looking at everything: the winner hurries, the loser holds out."""

from games.collapsi.position import Position
from tests.games.collapsi.line import after


def plies_left(position: Position, known: dict[Position, int]) -> int:
    """Returns how many plies follow when both play perfectly: an odd number where the one to move wins."""
    if position not in known:
        replies = [1 + plies_left(after(position, move), known) for move in position.moves(position.turn)]
        wins = [length for length in replies if length % 2]
        known[position] = min(wins) if wins else max(replies, default=0)
    return known[position]


def is_won(position: Position, known: dict[Position, bool]) -> bool:
    """Whether the one to move wins; tries first what leaves the other the fewest ways."""
    if position not in known:
        replies = [after(position, move) for move in position.moves(position.turn)]
        replies.sort(key=lambda reply: len(reply.paths))
        known[position] = not all(is_won(reply, known) for reply in replies)
    return known[position]
