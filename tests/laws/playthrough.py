"""Playthroughs: a game of every table with every fact at every ply, as text that people can read and Git can compare.

``python -m tests.laws.playthrough`` writes them anew after a rule was changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from games.core import Choice, MoveError, Position, Seat, Step
from games.record import write_result
from tests.laws.tables import PLIES, QUICK, Table, pick

FOLDER = Path(__file__).parent.parent / "playthroughs"
WIDTH = 120


def path(table: Table) -> Path:
    """Returns where a table's playthrough is kept."""
    return FOLDER / f"{table}.txt"


def playthrough(table: Table) -> str:
    """Plays a game and writes down all there is to know."""
    return "".join(f"{line}\n" for line in _lines(table))


def _lines(table: Table) -> Iterator[str]:
    seed = f"playthrough of {table}"
    chance = Random(seed)
    position = table.deal(seed)
    yield f'# {table.slug}, {table.seats} seats, {dict(table.settings)}, dealt from "{seed}"'
    yield "# Written by python -m tests.laws.playthrough"
    yield ""
    yield from _state(table, position)
    for ply in range(1, PLIES[table.slug] + 1):
        if position.outcome is not None:
            return
        seat, moves = pick(
            [(seat, moves) for seat in position.to_move if (moves := list(position.moves(seat)))], chance
        )
        step = position.play(seat, pick(moves, chance))
        yield from ("", f"== {ply}. {seat} {step.move}")
        yield from _events(step)
        position = step.position
        yield from _state(table, position)


def _state(table: Table, position: Position) -> Iterator[str]:
    yield f"position: {position}"
    yield from table.game.diagram(position.view(None)).split("\n")
    yield f"to move: {', '.join(map(str, position.to_move)) or '-'}"
    yield f"outcome: {write_result(position.outcome)}"
    for seat in map(Seat, range(table.seats)):
        yield f"seat {seat}"
        if moves := list(position.moves(seat)):
            yield f"  moves: {' '.join(moves)}"
            yield from _choices(position, seat)
        try:
            dropped = position.drop(seat)
        except MoveError as error:
            yield f"  drop: refused, {error}"
        else:
            yield f"  drop: {dropped.position}, outcome {write_result(dropped.position.outcome)}"
            yield from (f"    {line}" for line in _events(dropped))


def _choices(position: Position, seat: Seat) -> Iterator[str]:
    """Writes the first choices, then those after the first one that is not yet a whole move, and so on."""
    prefix: str | None = ""
    while prefix is not None:
        choices = position.choices(seat, prefix)
        yield f"  choices after '{prefix}', back to '{choices.back}':"
        yield from (f"    {_choice(choice)}" for choice in choices.items)
        prefix = next((choice.text for choice in choices.items if not choice.complete), None)


def _choice(choice: Choice) -> str:
    hint = choice.hint
    where = f" at {hint.x},{hint.y} size {hint.width},{hint.height}" if hint else ""
    return f"{choice.text}{'' if choice.complete else ' …'}{where}"


def _events(step: Step) -> Iterator[str]:
    yield from (f"event: {event}" for event in step.events)


if __name__ == "__main__":
    for table in QUICK:
        path(table).write_text(playthrough(table), encoding="utf-8")
