"""Playthroughs: games with the facts of every ply, as text that people can read and Git can compare.

Each setting stands with each number of seats in one, but for games whose positions are long. Where there are many
moves or choices the first ones are written.

``python -m tests.laws.playthrough`` writes them anew after a rule was changed on purpose.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from games.core import Choice, MoveError, Position, Seat, Step
from games.record import write_result
from tests.laws.tables import PLAYED, PLAYED_PLIES, Table, pick, plies, random_move

FOLDER = Path(__file__).parent.parent / "playthroughs"
MOVES = 24
"""So many moves are written down."""
COUNTED = 2000
"""So many are counted."""
CHOICES = 5
"""So many choices of a step are written down."""


def path(table: Table) -> Path:
    """Returns where a table's playthrough is kept."""
    return FOLDER / f"{table}.txt"


@cache
def playthrough(table: Table) -> str:
    """Plays a game and writes down all there is to know."""
    return "".join(f"{line}\n" for line in _lines(table))


def _lines(table: Table) -> Iterator[str]:
    seed = f"playthrough of {table}"
    chance = Random(seed)
    position = table.deal(seed)
    options = ", ".join(f"{name}={value}" for name, value in table.settings)
    yield f'# {table.slug}, {table.seats} seats, {options}, dealt from "{seed}"'
    yield "# Written by python -m tests.laws.playthrough"
    yield ""
    yield from _state(table, position)
    for ply in range(1, PLAYED_PLIES.get(table.slug, plies(table)) + 1):
        if position.outcome is not None:
            return
        seat = pick([seat for seat in position.to_move if position.choices(seat).items], chance)
        step = position.play(seat, random_move(position, seat, chance))
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
        if moves := list(islice(position.moves(seat), COUNTED + 1)):
            yield f"  moves: {_moves(moves)}"
            yield from _choices(position, seat)
        try:
            dropped = position.drop(seat)
        except MoveError as error:
            yield f"  drop: refused, {error}"
        else:
            yield f"  drop: {dropped.position}, outcome {write_result(dropped.position.outcome)}"
            yield from (f"    {line}" for line in _events(dropped))


def _moves(moves: list[str]) -> str:
    """Tells how many there are, and the first ones."""
    number = str(len(moves)) if len(moves) <= COUNTED else f"more than {COUNTED}"
    return f"{number}, {' '.join(moves[:MOVES])}{' …' if len(moves) > MOVES else ''}"


def _choices(position: Position, seat: Seat) -> Iterator[str]:
    """Writes the first choices, then those after the first one that is not yet a whole move, and so on."""
    prefix = ""
    while True:
        choices = position.choices(seat, prefix)
        yield f"  choices after '{prefix}', back to '{choices.back}':"
        yield from (f"    {_choice(choice)}" for choice in choices.items[:CHOICES])
        if len(choices.items) > CHOICES:
            yield f"    and {len(choices.items) - CHOICES} more"
        going_on = [choice.text for choice in choices.items if not choice.complete]
        if not going_on:
            break
        prefix = going_on[0]
    if prefix:
        yield f"  preview of '{prefix}': {position.preview(seat, prefix).position}"


def _choice(choice: Choice) -> str:
    hint = choice.hint
    where = f" at {hint.x},{hint.y} size {hint.width},{hint.height}" if hint else ""
    more = " (group)" if choice.group else "" if choice.complete else " …"
    return f"{choice.text}{more}{where}"


def _events(step: Step) -> Iterator[str]:
    yield from (f"event: {event}" for event in step.events)


if __name__ == "__main__":
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for table in PLAYED:
        path(table).write_text(playthrough(table), encoding="utf-8")
