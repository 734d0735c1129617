"""Shows, replays and checks games without any chat: ``python -m games show|replay|check FILE``.

The file, or ``-`` for what is piped in, holds a record or a bare position. What is wrong with it is told in one line on
the error stream, with exit code 2.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TypeAlias

from games import GAMES
from games.core import SIGNS, Event, GameError, InvalidPosition, Outcome, Position
from games.record import HEADER, InvalidRecord, Record, clean, parse, split_lines, write_result

Told: TypeAlias = tuple[str, Mapping[str, object]]
"""The same thing in words and for ``--json``."""

LONGEST = 200
"""How many characters of a fact an error quotes, unless the fact is a position."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    wanted = _arguments(arguments)
    tell = {"show": _show, "replay": _replay, "check": _check}[wanted.command]
    try:
        for words, facts in tell(_understand(_read(wanted.file), wanted.game)):
            # What JSON has no form for, such as a fraction or a piece, is told as its text.
            _say(json.dumps(facts, default=str) if wanted.json else words)
    except BrokenPipeError:
        # Whoever reads the output has seen enough.
        with suppress(BrokenPipeError):
            sys.stdout.close()
    except (GameError, OSError, UnicodeDecodeError) as error:
        print(f"{wanted.file}: {_complaint(error)}", file=sys.stderr)
        return 2
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m games", description="Shows, replays and checks games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="show|replay|check")
    for name, task in (
        ("show", "print where a game stands, whose turn it is and the legal moves"),
        ("replay", "print the same at every ply; with --json a line for each"),
        ("check", "say whether a game keeps the rules, or on which line it does not"),
    ):
        command = commands.add_parser(name, help=task, description=f"{name}: {task}.")
        command.add_argument("file", metavar="FILE", help="a record or a position; - reads what is piped in")
        command.add_argument("--game", choices=list(GAMES), help="the game of a bare position; else each is tried")
        command.add_argument("--json", action="store_true", help="print JSON instead of text")
    return parser.parse_args(arguments)


def _read(name: str) -> str:
    """Reads a file, or what is piped in, as UTF-8 whatever the locale says."""
    return (sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()).decode()


def _understand(text: str, game: str | None) -> Record:
    """Reads a record, or makes one without moves of a bare position.

    :raises GameError: if the text is neither.
    """
    lines = {number: line for number, line in enumerate(map(clean, split_lines(text)), 1) if line and line[0] != "#"}
    first = next(iter(lines), 1)
    if HEADER.fullmatch(lines.get(first, "")):
        record = parse(text)
        if game not in (None, record.game):
            raise InvalidRecord("game", record.lines["Game"], expected=game or "", found=record.game)
        return record
    refusals = []
    for slug in [game] if game else GAMES:
        try:
            position = GAMES[slug].parse(" ".join(lines.values()))
        except InvalidPosition as error:
            refusals.append(f"{slug}: {error.reason}")
        else:
            return Record(slug, GAMES[slug].version, {}, str(position), outcome=position.outcome)
    raise InvalidRecord("position", first, refused=tuple(refusals), text=" ".join(lines.values()))


def _show(record: Record) -> Iterator[Told]:
    position = record.position()
    for step in record.replay():
        position = step.position
    words, facts = _state(record, len(record.moves), position)
    head = "".join(f"{name}: {value}\n" for name, value in record.headers.items())
    told = f"{record.game} {record.version}\n{head}\n{words}\nResult: {write_result(record.outcome)}"
    yield told, {"headers": record.headers, **facts, "result": _outcome(record.outcome)}


def _replay(record: Record) -> Iterator[Told]:
    yield _state(record, 0, record.position())
    for ply, (step, (seat, _)) in enumerate(zip(record.replay(), record.moves, strict=True), start=1):
        words, facts = _state(record, ply, step.position)
        events = "".join(f"\n{event}" for event in step.events)
        move = {"seat": seat, "move": step.move, "events": list(map(_event, step.events))}
        yield f"\n{ply}. {seat} {step.move}{events}\n{words}", {**move, **facts}


def _check(record: Record) -> Iterator[Told]:
    by_the_rules = record.check().outcome == record.outcome
    facts = {"game": record.game, "plies": len(record.moves), "result": _outcome(record.outcome)}
    words = f"ok: {record.game}, {len(record.moves)} plies, result {write_result(record.outcome)}"
    yield words + ("" if by_the_rules else " (outside the rules)"), {**facts, "by_the_rules": by_the_rules}


def _state(record: Record, ply: int, position: Position) -> Told:
    game, outcome = GAMES[record.game], position.outcome
    board = game.diagram(position.view(None)).split("\n")
    moves = {seat: list(position.moves(seat)) for seat in position.to_move}
    facts = {
        "game": game.slug,
        "ply": ply,
        "position": str(position),
        "board": board,
        "to_move": position.to_move,
        "moves": moves,
        "outcome": _outcome(outcome),
    }
    if outcome is None:
        turns = [f"Ply {ply}, seat {seat} {SIGNS[seat]} to move: {' '.join(texts)}" for seat, texts in moves.items()]
    else:
        turns = [f"Ply {ply}, over: {write_result(outcome)}"]
    return "\n".join([*board, str(position), *turns]), facts


def _outcome(outcome: Outcome | None) -> Mapping[str, object] | None:
    if outcome is None:
        return None
    return {"places": [sorted(place) for place in outcome.places], "reason": outcome.reason}


def _event(event: Event) -> Mapping[str, object]:
    assert is_dataclass(event), f"events are dataclasses: {event!r}"
    return {"event": type(event).__name__, **{field.name: getattr(event, field.name) for field in fields(event)}}


def _complaint(error: Exception) -> str:
    """Says in one line what is wrong."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8: byte {error.start}"
    assert isinstance(error, GameError), f"nothing else is caught: {error!r}"
    facts = (f"{name}={repr(fact) if name == 'position' else _quote(fact)}" for name, fact in error.facts.items())
    return f"{error.reason}: {', '.join(facts)}"


def _quote(fact: object) -> str:
    text = repr(fact)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _say(text: str) -> None:
    """Prints, with a question mark for each sign that the terminal does not know."""
    encoding = sys.stdout.encoding
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


if __name__ == "__main__":
    sys.exit(main())
