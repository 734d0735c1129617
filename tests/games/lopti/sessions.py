"""Random sessions with all that can happen in one: moves, time that runs out, people who come and leave."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from games.core import IllegalMove, Seat, Step
from games.lopti import Position, duel, firing, interpreting, question
from games.lopti.options import deal
from games.lopti.params import PARAMS, Params
from games.lopti.reading import read
from games.lopti.rule import Rule
from tests.laws.tables import pick, random_move

REFUSALS = {"table_full", "no_clock", "throws_waiting"}
"""What may keep somebody from coming, a clock from running out, or a seat from throwing on."""


@dataclass(frozen=True)
class Ply:
    """One ply of a random session."""

    before: Position
    seat: Seat | None
    """Who did something; None for somebody who came."""
    step: Step

    @property
    def after(self) -> Position:
        assert isinstance(self.step.position, Position)
        return self.step.position


HOUSE_RULES = tuple(
    replace(read(text), id=f"r{number}", round=number)
    for number, text in enumerate(
        (
            "when after pickup; if ev.taken >= 4; do give actor next 1 random; max 12",
            "when after clear; do return_cleared 2 deck_bottom; max 4",
            "when after play; if ev.rank == J; do extra_play; max 12",
            "when after play; if pile >= 8; do clear_pile; max 3",
            "when after turn_start; if hand.actor >= 6; do peek_deck actor 1; max 12",
            "when after play; if ev.rank == 8; do toss next 1 pick; max 6",
            "when after pickup; do swap next prev 1; max 6",
            "when before flip; do draw others 1; max 4",
        ),
        start=1,
    )
)
"""Rules of every kind: cards that pass, come back, are shown or chosen, clears and extra plays."""


def random_beside(position: Position, chance: Random) -> tuple[Seat, str] | None:
    """Finds something that a random seat can do beside the cards: vote, throw, or ask the table."""
    seat = pick(position.seated, chance)
    if position.duel and duel.may_defend(position.duel, seat):
        return seat, "defend"
    if position.duel and duel.may_throw(position.duel, seat):
        return seat, "throw random" if chance.random() < 0.7 else "throw RPP"
    author = interpreting.explainer(position)
    if author is not None:
        return author, "answer It counts once."
    if position.question and not position.duel and question.may_vote(position.question, seat):
        return seat, pick(("vote yes", "vote no"), chance)
    if not position.choices(seat, "table").items:
        return None
    return seat, random_move(position, seat, chance, "table")


def random_params(chance: Random, seats: int) -> Params:
    """Draws parameters that so many can play with: some as they are usually, some not."""
    told: dict[str, str] = {}
    for key, param in PARAMS.items():
        other = {**told, key: pick(param.values, chance)}
        if chance.random() < 0.3 and _is_allowed(other, seats):
            told = other
    return Params.of(told)


def _is_allowed(told: Mapping[str, str], seats: int) -> bool:
    powers = [told.get(key, PARAMS[key].default) for key in PARAMS if key.startswith("rank.")]
    powers = [rank for rank in powers if rank != "none"]
    return len(set(powers)) == len(powers) and Params.of(told).fit(seats)


def random_session(
    seed: str,
    plies: int,
    *,
    seats: int = 0,
    params: Params | None = None,
    rules: tuple[Rule, ...] = (),
    quiet: bool = False,
) -> Iterator[Ply]:
    """Plays a random session until it is closed or has lasted so long; in a quiet one nobody is late, comes or leaves.

    What is not given is drawn.
    """
    chance = Random(seed)
    seats = seats or 2 + int(chance.random() * 4)
    params = params or random_params(chance, seats)
    position = replace(deal(seats, seed, params.changed()), rules=rules)
    for _ in range(plies):
        luck = 1.0 if quiet else chance.random()
        seat: Seat | None = None
        try:
            if luck < 0.004:
                seat = pick(position.seated, chance)
                step = position.drop(seat)
            elif luck < 0.01:
                step = position.join()
            elif luck < 0.1:
                seat = pick(position.to_move, chance)
                step = position.lapse(seat)
            elif luck < 0.12 and position.question:
                step = position.lapse(None)
                seat = pick(position.seated, chance)
            elif luck < 0.3 and (beside := random_beside(position, chance)):
                seat, move = beside
                step = position.play(seat, move)
            else:
                seat = pick(position.to_move, chance)
                move = random_move(position, seat, chance)
                owing = [other for other in position.round.active if firing.owed(position.round, other)]
                if owing and position.phase == "play" and chance.random() < 0.5:
                    seat = owing[0]
                    move = f"choose {pick(position.round.hands[seat], chance)}"
                step = position.play(seat, move)
        except IllegalMove as refusal:
            if refusal.reason not in REFUSALS:
                raise
            continue
        ply = Ply(position, seat, step)
        yield ply
        position = ply.after
        if position.outcome is not None:
            return
        if position.phase == "break" and not quiet and chance.random() < 0.3:
            position = replace(position, params=random_params(chance, len(position.seated)))
