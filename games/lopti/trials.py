"""The playability gate: rounds that nobody sees, to learn whether they end with a change (section 6, decision 22).

`tried` compares the session as it is with what a move would make of it; `try_out` plays the rounds.

Every other round is played sensibly, the others by chance, except that who can play never picks up. A change is refused
if more than one round in a hundred is not over after `CAP` turns; the first round too many ends the trial.
"""

import re
from dataclasses import dataclass, replace
from statistics import median_low

from games.core import MoveError, Seat, Stop
from games.core import Position as CorePosition
from games.lopti import changes, dealing, deciding, turns
from games.lopti.params import Params
from games.lopti.player import Policy, chance_of, forced, sensible
from games.lopti.position import Position
from games.lopti.round import Round
from games.lopti.rule import Rule

ROUNDS = 200
CAP = 5000
"""After so many turns a round is given up."""
TOLERATED = 100
"""One round of so many may be given up."""
OFTEN = 64
"""After so many plays the stop is asked."""
_RULE = re.compile(r"\s*rule\s.+", re.IGNORECASE | re.DOTALL)
_PROPOSE = re.compile(r"\s*propose\s+(.+?)\s*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of the rounds; they are fewer than were asked for where the trial ended early."""

    rounds: int
    """How many were asked for."""
    ended: int
    capped: int
    """How many were given up."""
    median: int
    """Turns of a round that was played sensibly."""

    @property
    def percent(self) -> int:
        """How many of a hundred rounds ended; 100 only if all did."""
        return 100 * self.ended // max(1, self.ended + self.capped)

    @property
    def is_playable(self) -> bool:
        """Whether the table may vote on the change."""
        return self.ended > 0 and self.capped <= self.rounds // TOLERATED


def tried(position: CorePosition, seat: Seat, move: str, stop: Stop) -> tuple[Trial, Trial] | None:
    """Plays test rounds of the session as it is, and as a declared rule or a proposal would make it.

    What the table has agreed on before counts as done. A masked position, as `Position.view` has it, gives the same.
    None for a move that is refused, or that changes nothing that the program plays.
    """
    assert isinstance(position, Position), f"not of Lopti: {position!r}"
    try:
        after = _changed(position, seat, move)
    except MoveError:
        return None
    if after is None:
        return None
    new, old = _played(changes.coming(after)), _played(changes.coming(position))
    if new == old:
        return None
    # The digest is public, and nobody can try all deals of a round beforehand to find one.
    seed = f"{position.number} {position.digest}"
    # What is to be decided comes first, should the time not suffice for both.
    trial = try_out(*new, len(position.seated), seed, stop=stop)
    return try_out(*old, len(position.seated), seed, stop=stop), trial


def _changed(position: Position, seat: Seat, move: str) -> Position | None:
    """Returns the session with what a declaration or a proposal wants; None for any other move.

    :raises MoveError: if it is refused.
    """
    if _RULE.fullmatch(move):
        after = deciding.play(position, seat, move).position
        assert isinstance(after, Position), f"not of Lopti: {after!r}"
        return after
    found = _PROPOSE.fullmatch(move)
    return found and replace(position, pending=(*position.pending, changes.proposed(position, found[1])))


def _played(position: Position) -> tuple[Params, tuple[Rule, ...]]:
    """Returns what the program plays by: the parameters, and the house rules that do something."""
    return position.params, tuple(rule for rule in position.rules if rule.status == "active" and rule.clauses)


def try_out(
    params: Params,
    rules: tuple[Rule, ...],
    seats: int,
    seed: str,
    rounds: int = ROUNDS,
    cap: int = CAP,
    stop: Stop = lambda: False,
) -> Trial:
    """Plays rounds with these parameters and house rules, until they tell enough or the stop fires."""
    ended, capped = 0, 0
    lengths = []
    for number in range(rounds):
        opener = Seat(number % seats)
        name = f"{seed}:{number}"
        round = dealing.dealt(params, seats, frozenset(), name, dealer=opener, opener=opener)
        policy = forced if number % 2 else sensible
        length = lasted(round, rules, policy, name, cap, stop)
        if length is None:
            break
        if length < cap:
            ended += 1
            lengths += [length] if policy is sensible else []
        else:
            capped += 1
            if capped > rounds // TOLERATED:
                break
    return Trial(rounds, ended, capped, median_low(lengths) if lengths else 0)


def lasted(round: Round, rules: tuple[Rule, ...], policy: Policy, seed: str, cap: int, stop: Stop) -> int | None:
    """Plays a round, and returns how many turns it took, at most the cap; None if the stop fires."""
    chance = chance_of(seed)
    round, _ = turns.deal_done(round, rules)
    round, _ = turns.start(round, rules)
    plays = length = 0
    while not round.is_over and length < cap:
        if plays % OFTEN == 0 and stop():
            return None
        plays += 1
        seat = round.turn
        move = policy(round, seat, chance)
        if isinstance(move, int):
            round, _ = turns.flip(round, seat, move, rules)
        elif move:
            round, _ = turns.play(round, seat, move, rules)
        elif round.may_pass:
            round, _ = turns.pass_on(round, seat, rules)
        else:
            round, _ = turns.pick(round, seat, rules)
        length += round.played == 0
    return length
