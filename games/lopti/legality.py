"""What may be played on what: the whole function of section 4.4, with all its parameters.

Only what everybody sees is asked for, and what the seat itself holds; so the functions work on a masked round too.
"""

from collections import Counter

from games.core import Seat
from games.lopti.cards import RANKS, UNSEEN
from games.lopti.params import Params
from games.lopti.round import Round
from games.lopti.rulings import RULINGS

_HIGH = {rank: place for place, rank in enumerate(RANKS, start=2)}
_LOW = {**_HIGH, "A": 1}


def worth(params: Params, rank: str) -> int:
    """Returns a rank's place in the order (C2): 2 to 14, an ace 14 or 1."""
    return (_HIGH if params.order_ace == "high" else _LOW)[rank]


def legal(round: Round, seat: Seat, rank: str, count: int) -> bool:
    """Whether a seat whose turn it is may play so many cards of a rank, if it has them."""
    return why_not(round, seat, rank, count) is None


def why_not(round: Round, seat: Seat, rank: str, count: int) -> str | None:
    """Says why a seat may not play so many cards of a rank; None where it may.

    ``not_your_turn``, ``obliged`` (a 3 waits), ``match`` (a rank on itself), ``low`` (7 or lower), ``low_clear`` (a 10
    on a 7), ``copies`` (a raise with fewer copies), ``too_low``.
    """
    params = round.params
    if seat != round.turn:
        return "not_your_turn"
    if rank == params.rank_pass:
        return None
    if round.obliged:
        return "obliged"
    top = round.top
    if top is None:
        return None
    if rank == top.rank and rank != params.rank_clear:
        free = params.match_rule == "any" or (rank == params.rank_low and params.low_renew == "free")
        return None if free or _matches(round, rank, count, len(top.cards)) else "match"
    if top.rank == params.rank_low:
        if rank == params.rank_clear:
            return None if params.low_allows_clear else "low_clear"
        return None if worth(params, rank) <= params.low_max else "low"
    if rank in (params.rank_reset, params.rank_low, params.rank_clear) or top.rank == params.rank_reset:
        return None
    if worth(params, rank) <= worth(params, top.rank):
        return "too_low"
    if params.raise_min_copies and count < len(top.cards):
        return "copies"
    return None


def _matches(round: Round, rank: str, count: int, before: int) -> bool:
    """Whether so many copies go on their own rank: more than the play before, or the last ones of four."""
    return round.params.match_rule == "more" and (count > before or round.run(rank) + count == 4)


def playable(round: Round, seat: Seat) -> list[tuple[str, int]]:
    """Returns what a seat may play from its hand: ranks in their usual order, each with the numbers of copies."""
    held = Counter(card[0] for card in round.hands[seat] if card != UNSEEN)
    return [
        (rank, count)
        for rank in RANKS
        if rank in held
        for count in range(1, held[rank] + 1)
        if why_not(round, seat, rank, count) is None
    ]


def may_pick_up(round: Round, seat: Seat) -> bool:
    """Whether a seat may take the pile (T2, T3, T8)."""
    if seat != round.turn or not round.pile or round.may_pass:
        return False
    if round.is_blind(seat):
        return RULINGS.blind_may_pick_up and round.params.pickup_voluntary
    return round.params.pickup_voluntary or not playable(round, seat)
