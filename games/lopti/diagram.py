"""The table drawn with letters, numerals and signs.

The first line: the deck, the last plays of the pile and how many cards it holds in all, what binds the next play
(``=3``, ``≤7``), the 3s beside the pile. Then a line for each seat: cards in hand, up cards, down cards, rounds won;
who is waited for has a ``»``. Below, the viewer's own hand.

>>> from games.core import Seat
>>> from games.lopti.text import parse
>>> print(diagram(parse("turn=1 hand=4h5d6c;7sQdTc up=2c2dJh;8s down=3s4s;5s deck=KhKd pile=5c|6d|7h7d").view(Seat(1))))
▒2   5● 6● 77●  (4)  ≤7
 ● 3   2 2 J  ▒▒
»▲ 3   8      ▒
▲  7 10 Q
"""

from games.core import SIGNS
from games.lopti.cards import Cards
from games.lopti.view import View

SHOWN = 3
"""So many plays of the pile are drawn."""


def diagram(view: object) -> str:
    """Draws a session as a seat, or everybody, may see it."""
    assert isinstance(view, View), f"not a view of Lopti: {view!r}"
    position = view.position
    round = position.round
    lines = [_table(view)]
    most = max(len(_ranks(cards)) for cards in round.up)
    for seat in round.seats:
        turn = "»" if seat in position.to_move else " "
        if seat in position.left or seat in round.absent:
            held = "–"
        elif seat in round.out:
            held = f"{round.out.index(seat) + 1}."
        else:
            held = f"{len(round.hands[seat]):<3} {_ranks(round.up[seat]):<{most}}  {'▒' * len(round.down[seat])}"
        score = f"  ({position.score[seat]})" if any(position.score) else ""
        lines.append(f"{turn}{SIGNS[seat]} {held}{score}".rstrip())
    if view.viewer is not None and round.hands[view.viewer]:
        lines.append(f"{SIGNS[view.viewer]}  {_ranks(round.hands[view.viewer])}")
    return "\n".join(lines)


def _table(view: View) -> str:
    round = view.position.round
    parts = [f"▒{len(round.deck)}"]
    if round.pile:
        shown = " ".join(f"{_named(play.rank) * len(play.cards)}{SIGNS[play.by]}" for play in round.pile[-SHOWN:])
        parts.append(f" {'… ' if len(round.pile) > SHOWN else ''}{shown}")
        parts.append(f"({round.pile_size})")
    params, top = round.params, round.top
    if round.obliged:
        parts.append(f"={_named(params.rank_pass)}")
    elif top and top.rank == params.rank_low:
        parts.append(f"≤{params.low_max}")
    if round.chain:
        parts.append(_named(params.rank_pass) * round.chain)
    return "  ".join(parts)


def _ranks(cards: Cards) -> str:
    return " ".join(_named(card[0]) for card in cards)


def _named(rank: str) -> str:
    return "10" if rank == "T" else rank
