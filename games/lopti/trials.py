"""The playability gate: rounds that nobody sees, to learn whether they end with a change (section 6, decision 22).

Every other round is played sensibly, the others by chance, except that who can play never picks up. A change is refused
if more than one round in a hundred is not over after `CAP` turns; the first round too many ends the trial.
"""

from dataclasses import dataclass
from statistics import median_low

from games.core import Seat, Stop
from games.lopti import dealing, turns
from games.lopti.params import Params
from games.lopti.player import Policy, chance_of, forced, sensible
from games.lopti.round import Round
from games.lopti.rule import Rule

ROUNDS = 200
CAP = 5000
"""After so many turns a round is given up."""
TOLERATED = 100
"""One round of so many may be given up."""
OFTEN = 64
"""After so many plays the stop is asked."""


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
        length = _length(round, rules, policy, name, cap, stop)
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


def _length(round: Round, rules: tuple[Rule, ...], policy: Policy, seed: str, cap: int, stop: Stop) -> int | None:
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
