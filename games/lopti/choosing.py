"""The moves of a session: how they are listed and put together step by step.

Beginnings of moves are ``play 6*`` (the sixes, where there are too many plays for one step), ``pick?`` (a pick-up by
somebody who could have played) and those of `games.lopti.swapping`. Only what a seat knows is looked at, and nothing is
played, so all this works on a masked position too.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.core import Choice, Choices, IllegalMove, InvalidMove, Seat
from games.lopti import firing, notation, swapping
from games.lopti.book import BOOK
from games.lopti.cards import RANKS, in_order
from games.lopti.legality import may_pick_up, playable, worth
from games.lopti.notation import Said
from games.lopti.round import Round
from games.lopti.rule import line

if TYPE_CHECKING:
    from games.lopti.position import Position

MOST = 22
"""The most choices at a step; where there are more, plays are grouped by rank."""


def check(position: "Position", seat: Seat) -> None:
    """Raises `IllegalMove` unless the seat is waited for."""
    if seat in position.to_move:
        return
    if position.phase == "over":
        raise IllegalMove("over")
    if seat not in position.seated:
        raise IllegalMove("not_seated")
    if position.phase == "break":
        raise IllegalMove("may_declare", turn=position.to_move[0])
    if seat not in position.round.active:
        raise IllegalMove("not_in_round")
    raise IllegalMove("swapped" if position.phase == "swap" else "not_your_turn", turn=position.to_move[0])


def moves(position: "Position", seat: Seat) -> Iterator[str]:
    """Yields the moves of a seat that is waited for; a play is listed with the first cards of its rank."""
    if seat not in position.to_move:
        return
    if position.phase == "swap":
        yield from swapping.exchanges(position.round, seat)
    elif position.phase == "break":
        yield from _between(position, seat)
    else:
        yield from (_spelt(position.round, seat, *play) for play in _plays(position.round, seat))
        yield from _others(position, seat)


def choices(position: "Position", seat: Seat, prefix: str) -> Choices:
    """Returns the next steps of a move that begins with ``prefix``, and the beginning to go back to.

    :raises MoveError: if no move begins so.
    """
    if prefix.startswith("choose ") and owed(position, seat):
        return Choices(())
    if not prefix:
        return Choices(_first(position, seat) if seat in position.to_move else ())
    check(position, seat)
    said = notation.read(prefix)
    begun = beginning(position, seat, said)
    text = begun or settled(position, seat, said)
    if said.kind == "swap":
        return swapping.choices(position.round, seat, text)
    if begun:
        return Choices(_within(position.round, seat, said))
    home = {"play": f"{text[:6]}*", "pick": "pick?"}.get(said.kind, "")
    return Choices((), home if any(choice.text == home for choice in _first(position, seat)) else "")


def beginning(position: "Position", seat: Seat, said: Said) -> str:
    """Returns the canonical beginning if one was said; nothing if it is, or ought to be, a whole move.

    :raises MoveError: if no move begins so.
    """
    if said.kind == "swap" and position.phase == "swap" and len(said.cards) % 2:
        return swapping.beginning(position.round, seat, said.cards)
    if said.kind not in ("group", "pick?"):
        return ""
    text = f"play {said.cards[0]}*" if said.kind == "group" else "pick?"
    if all(choice.text != text for choice in _first(position, seat)):
        raise InvalidMove("unreadable", text=text)
    return text


def settled(position: "Position", seat: Seat, said: Said) -> str:
    """Returns the canonical spelling of a move that may be made.

    :raises IllegalMove: if it may not.
    """
    round = position.round
    if said.kind == "swap" and position.phase == "swap":
        return swapping.settled(round, seat, said.cards)
    if said.kind == "play" and position.phase == "play":
        cards = notation.meant(round.hands[seat], said.cards)
        ranks = {card[0] for card in cards}
        if len(ranks) == 1 and (*ranks, len(cards)) in _plays(round, seat):
            return notation.play(cards)
    text = f"flip {said.index}" if said.kind == "flip" and said.index else said.kind
    if text not in moves(position, seat):
        raise IllegalMove("not_now", move=text)
    return text


def default(round: Round, seat: Seat) -> str:
    """Returns what a seat does whose time is over (A7): pick up, else play the lowest card, plain ones first."""
    if round.may_pass:
        return "pass"
    if may_pick_up(round, seat):
        return "pick"
    if round.is_blind(seat):
        return next(_flips(round, seat))
    params = round.params
    powers = (params.rank_reset, params.rank_pass, params.rank_low, params.rank_clear)
    play = min(playable(round, seat), key=lambda play: (play[0] in powers, worth(params, play[0]), play[1]))
    return _spelt(round, seat, *play)


def plans(position: "Position", seat: Seat) -> tuple[str, ...]:
    """Returns what a seat may plan to play in its next turn: as many of a rank as it has in hand, legal or not (A5)."""
    round = position.round
    if position.phase != "play" or position.asleep or seat not in round.active or seat == round.turn:
        return ()
    held = Counter(card[0] for card in round.hands[seat])
    every = ((rank, count) for rank in RANKS for count in range(1, held[rank] + 1))
    return tuple(_spelt(round, seat, *play) for play in every)


def owed(position: "Position", seat: Seat) -> tuple[str, ...]:
    """Returns what a seat may choose from that owes cards to a house rule: one card of each rank."""
    round = position.round
    if position.phase != "play" or firing.owed(round, seat) is None:
        return ()
    firsts = {card[0]: card for card in reversed(in_order(round.hands[seat]))}
    return tuple(f"choose {firsts[rank]}" for rank in RANKS if rank in firsts)


def _first(position: "Position", seat: Seat) -> tuple[Choice, ...]:
    """Returns the first steps of a seat that is waited for."""
    round = position.round
    if position.phase == "swap":
        return swapping.choices(round, seat, "").items
    if position.phase == "break":
        if position.declarer is not None:
            return (Choice("rule", complete=False), Choice("waive", complete=True))
        return tuple(Choice(move, complete=True) for move in _between(position, seat))
    plays = _plays(round, seat)
    others = [Choice(move, complete=True) for move in _others(position, seat)]
    if plays:
        others = [Choice("pick?", complete=False) if other.text == "pick" else other for other in others]
    if len(plays) + len(others) <= MOST:
        return (*(Choice(_spelt(round, seat, *play), complete=True) for play in plays), *others)
    groups = [
        Choice(f"play {rank}*", complete=False, group=True)
        if count > 1
        else Choice(_spelt(round, seat, *next(play for play in plays if play[0] == rank)), complete=True)
        for rank, count in Counter(rank for rank, _ in plays).items()
    ]
    return (*groups, *others)


def _within(round: Round, seat: Seat, said: Said) -> tuple[Choice, ...]:
    """Returns what follows a group of plays, or a pick-up that is asked about once more."""
    if said.kind == "pick?":
        return (Choice("pick", complete=True),)
    return tuple(
        Choice(_spelt(round, seat, *play), complete=True) for play in _plays(round, seat) if play[0] == said.cards[0]
    )


def _plays(round: Round, seat: Seat) -> list[tuple[str, int]]:
    """Lists what a seat may play from its hand now: rank and number of cards."""
    return playable(round, seat) if seat == round.turn and not round.is_blind(seat) else []


def _spelt(round: Round, seat: Seat, rank: str, count: int) -> str:
    return notation.play([card for card in round.hands[seat] if card[0] == rank][:count])


def _others(position: "Position", seat: Seat) -> Iterator[str]:
    """Yields what can be done in the card play but playing from the hand."""
    round = position.round
    if seat == round.turn:
        if round.is_blind(seat):
            yield from _flips(round, seat)
        if may_pick_up(round, seat):
            yield "pick"
        if round.may_pass:
            yield "pass"
    if position.asleep:
        yield "wake"


def _flips(round: Round, seat: Seat) -> Iterator[str]:
    match round.params.blind_choice:
        case "random":
            yield "flip"
        case "leftmost":
            yield "flip 1"
        case _:
            yield from (f"flip {index}" for index in range(1, len(round.down[seat]) + 1))


def _between(position: "Position", seat: Seat) -> Iterator[str]:
    """Yields what can be done between two rounds."""
    if position.declarer is not None:
        yield "waive"
        known = {rule.title for rule in position.rules}
        yield from (f"rule {line(rule)}" for rule in BOOK if rule.title not in known)
        return
    yield "deal"
    if seat not in position.closing:
        yield "close"
