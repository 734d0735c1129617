"""The computer player: two levels. It knows what its seat knows, and no more.

1. It plays the lowest card that fits, as many copies as it has, and keeps those with a power; it picks up only when
   nothing fits. Now and then it plays just anything: players who always do the same may go round in circles for ever.
2. A seed always gives the same move.
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from games.core import Player, Seat, Stop, Verdict
from games.core import Position as CorePosition
from games.lopti import duel as duels
from games.lopti import firing, interpreting, notation, question
from games.lopti.book import BOOK
from games.lopti.cards import Card, Cards
from games.lopti.course import FOUR
from games.lopti.legality import playable, worth
from games.lopti.params import Params
from games.lopti.position import Position
from games.lopti.question import Question
from games.lopti.round import Round
from games.lopti.rule import line
from games.lopti.throwing import LETTERS
from games.lopti.view import View

Move: TypeAlias = Cards | int | None
"""Cards to play, a down card to flip (from 1), or None: to pick up, or to pass where that is offered."""
Policy: TypeAlias = Callable[[Round, Seat, Random], Move]
"""How a seat plays."""

WHIMS = {"casual": 0.5, "club": 0.05}
"""How often a level plays just anything that fits."""
LEVELS = tuple(WHIMS)
LIKES = {"object": 0.2, "stall": 1.0, "remove": 1.0}
"""How often it agrees to what a table decides; to all else as often as not."""
THROWS = 60
"""So many nearly always hold thirty that count."""


def choose(view: object, seat: Seat, level: str, seed: str, _stop: Stop) -> str:
    """Chooses a move for a seat that may act: what the table asks it comes first."""
    assert isinstance(view, View), f"not a view of Lopti: {view!r}"
    assert view.viewer == seat, f"not the view of seat {seat}: {view.viewer}"
    position, chance = view.position, Random(seed)
    if asked := _answered(position, seat, chance):
        return asked
    if position.phase == "play" and firing.owed(position.round, seat):
        return f"choose {min(position.round.hands[seat], key=lambda card: _worth(position.round.params, card[0]))}"
    if seat not in position.to_move or position.asleep:
        # A table is woken by people.
        return ""
    if position.phase == "break":
        # When to go on is for people to say.
        return _declared(position, chance) if seat == position.declarer else ""
    if position.phase == "swap":
        return _swap(position.round, seat)
    assert position.round.turn == seat, f"not the turn of seat {seat}: {position.round}"
    return _spelt(position.round, _card_play(position.round, seat, WHIMS[level], chance))


def judge(position: CorePosition, _stop: Stop) -> Verdict | None:
    """Says who has won a session that is over; before that nobody can know."""
    places = position.outcome.places if position.outcome else ()
    return Verdict(min(places[0]), 0) if places else None


def sensible(round: Round, seat: Seat, chance: Random) -> Move:
    """Plays as the better level does."""
    return _card_play(round, seat, WHIMS["club"], chance)


def forced(round: Round, seat: Seat, chance: Random) -> Move:
    """Plays just anything that fits, and picks up only when nothing does."""
    return _card_play(round, seat, 1, chance)


def chance_of(seed: str) -> Random:
    """Makes what the policies draw from; a seed always gives the same."""
    return Random(seed)


def _answered(position: Position, seat: Seat, chance: Random) -> str | None:
    """Answers what the seat is asked beside the card play: a vote, to come forward, throws; None if nothing is."""
    asked, duel = position.question, position.duel
    if (author := interpreting.explainer(position)) is not None:
        # What changes the game least.
        return "answer no" if seat == author else None
    if asked and not duel and question.may_vote(asked, seat) and all(voter != seat for voter, _ in asked.votes):
        return f"vote {'yes' if _agrees(position, asked, seat, chance) else 'no'}"
    if duel and duels.may_defend(duel, seat):
        return "defend"
    if duel and seat in duels.waits_for(duel):
        return f"throw {''.join(chance.choices(LETTERS, k=THROWS))}"
    return None


def _agrees(position: Position, asked: Question, seat: Seat, chance: Random) -> bool:
    """Whether it votes for something; it stands by its own rules, and takes people at their word."""
    words = asked.subject.split()
    own = any(rule.id in words and rule.author == seat and rule.status == "active" for rule in position.rules)
    if own or asked.kind == "call":
        return asked.kind == "call"
    return chance.random() < LIKES.get(asked.kind, 0.5)


def _card_play(round: Round, seat: Seat, whim: float, chance: Random) -> Move:
    if round.is_blind(seat):
        return 1 if round.params.blind_choice == "leftmost" else chance.randint(1, len(round.down[seat]))
    able = playable(round, seat)
    if not able:
        return None
    if chance.random() < whim:
        rank, count = chance.choice(able)
    else:
        rank, count = min(able, key=lambda play: _cost(round, *play))
    held = [card for card in round.hands[seat] if card[0] == rank]
    return tuple(chance.sample(held, count))


def _cost(round: Round, rank: str, count: int) -> tuple[int, int]:
    """What a play gives away: nothing if it clears by four; of cards without a power the more the better."""
    if round.params.four_clears and round.run(rank) + count >= FOUR and rank != round.params.rank_pass:
        return 0, 0
    return _worth(round.params, rank), count if rank in _powers(round.params) else -count


def _worth(params: Params, rank: str) -> int:
    """How long a rank is kept: 1 to 14 by the order of the cards, those with a power above."""
    powers = _powers(params)
    return 20 + powers.index(rank) if rank in powers else worth(params, rank)


def _powers(params: Params) -> tuple[str, ...]:
    """Returns the ranks with a power, from what is given away most readily."""
    return params.rank_low, params.rank_reset, params.rank_pass, params.rank_clear


def _spelt(round: Round, move: Move) -> str:
    if isinstance(move, int):
        return "flip" if round.params.blind_choice == "random" else f"flip {move}"
    if move:
        return notation.play(move)
    return "pass" if round.may_pass else "pick"


def _swap(round: Round, seat: Seat) -> str:
    """Lays up the card that is worth most for the end, where a seat draws no more and helps itself to it."""

    def value(card: Card) -> int:
        return _worth(round.params, card[0])

    if not (round.hands[seat] and round.up[seat] and round.params.swap_max):
        return notation.swap(())
    best, worst = max(round.hands[seat], key=value), min(round.up[seat], key=value)
    return notation.swap((best, worst) if value(best) > value(worst) else ())


def _declared(position: Position, chance: Random) -> str:
    """Makes a rule of the book that the session has not had, or none."""
    known = {rule.title for rule in position.rules}
    new = [rule for rule in BOOK if rule.title not in known]
    if not new or chance.random() < 0.5:
        return "waive"
    return f"rule {line(chance.choice(new))}"


PLAYER = Player(LEVELS, choose, judge)
