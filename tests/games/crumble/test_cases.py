"""Sixteen positions whose whole result was checked with another program."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import crumble
from games.core import Event
from games.crumble import Captured, Caught, Walked
from games.crumble.board import write
from games.crumble.notation import HALVES, Turn, where
from games.crumble.notation import write as write_turn
from games.crumble.text import parse
from games.crumble.turns import Action, Cut
from tests.games.crumble.line import own, reason, winner

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def action(position: crumble.Position, case: dict[str, Any]) -> Action | None:
    """Returns the case's cut or join if the rules allow it."""
    ground = position.ground
    unit = ground.tiling.unit
    if "join" in case:
        return next((join for join in ground.joins if write(ground.tiling.area(join.box)) == case["join"]), None)
    corners = [[int(Fraction(number) * unit) for number in corner.split(",")] for corner in case["pieces"]]
    pieces = tuple(ground.at[x, y] for x, y in corners)
    at = int(Fraction(case["at"]) * unit)
    return next((cut for cut in ground.cuts if cut == Cut(case["cut"], at, pieces)), None)


def text(position: crumble.Position, case: dict[str, Any], path: str) -> str:
    """Writes the case's move."""
    ground = position.ground
    chosen = action(position, case)
    assert chosen, "the cut or join is legal"
    acted = ground.act(chosen)
    starts = [write(acted.tiling.area(acted.tiling.boxes[piece])) for piece in acted.starts]
    return write_turn(ground, position.lines, Turn(chosen, starts.index(case["start"]), path))


def captured(events: tuple[Event, ...], steps: int) -> list[int]:
    counts = [0] * steps
    for event in events:
        if isinstance(event, Captured):
            counts[event.step - 1] += len(event.pieces)
    return counts


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_checked_position_comes_out_as_it_did_elsewhere(case: dict[str, Any]) -> None:
    position = own(parse(case["before"]))
    if "after" not in case:
        assert not case["legal"]
        assert action(position, case) is None
        return
    move = text(position, case, case["path"])
    if not case["legal"]:
        ended = case["caught"] or case["winner"]
        assert reason(position, move) in ({"walk_ends"} if ended else {"no_full_side", "off_board"})
    if case["steps"] == 0:
        cut = action(position, case)
        assert cut, "the cut alone is legal"
        step = position.play(position.turn, write_turn(position.ground, position.lines, Turn(cut)))
    else:
        step = position.play(position.turn, text(position, case, case["path"][: case["steps"]]))
    result = own(step.position)
    assert ";".join(map(str, result.pieces)) == case["after"]
    assert captured(step.events, case["steps"]) == case["captured"]
    assert any(isinstance(event, Caught) for event in step.events) == case["caught"]
    walks = [len(event.path) - 1 for event in step.events if isinstance(event, Walked)]
    assert walks == ([case["steps"]] if case["steps"] else [])
    won = winner(result)
    assert (None if won is None else "bw"[won]) == case["winner"]


def test_the_cases_name_their_halves_as_the_notation_does() -> None:
    assert HALVES == {"V": "WE", "H": "SN"}
    position = own(parse(CASES[0]["before"]))
    assert where(position.ground, position.lines, position.ground.at[0, 0]) == "0"


def test_there_are_sixteen_cases() -> None:
    assert len(CASES) == 16
