"""Collapsi once more, slow and plain, to hold the real one against: every walk is written out, nothing is clever.

A state is the cards by their coordinates, the set of cards that lie face up, the pawns, and whose turn it is. It shares
no line with ``games.collapsi``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

TURNED = {"A": "a", "2": "b", "3": "c", "4": "d", "5": "e", "6": "f", "J": "j"}
"""How each card is written once it lies face down."""

Place = tuple[int, int]
"""A column and a row, from 0."""


@dataclass(frozen=True)
class State:
    """All that matters between two turns."""

    cards: tuple[tuple[Place, str], ...]
    face_up: frozenset[Place]
    pawns: tuple[Place, Place]
    turn: int
    jokers_are_wild: bool


def read(text: str) -> State:
    """Reads a position's text, with nothing missing from it."""
    rows, pawns, turn, rules, _ = text.split()
    value = {letter: card for card, turned in TURNED.items() for letter in (card, turned)}
    letters = {(x, y): letter for y, row in enumerate(rows.split("/")) for x, letter in enumerate(row)}
    first, second = (("abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1) for name in pawns.split(","))
    return State(
        cards=tuple((place, value[letter]) for place, letter in letters.items()),
        face_up=frozenset(place for place, letter in letters.items() if letter in TURNED),
        pawns=(first, second),
        turn=int(turn),
        jokers_are_wild=rules == "joker",
    )


def write(state: State) -> str:
    """Writes a state as the real game would."""
    height = 1 + max(y for (_, y), _ in state.cards)
    rows: list[list[str]] = [[] for _ in range(height)]
    for place, letter in sorted(state.cards, key=lambda card: card[0][0]):
        rows[place[1]].append(letter if place in state.face_up else TURNED[letter])
    pawns = ",".join("abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1) for x, y in state.pawns)
    rules = "joker" if state.jokers_are_wild else "jack"
    return f"{'/'.join(map(''.join, rows))} {pawns} {state.turn} {rules} -"


def walks(state: State, length: int) -> Iterator[list[Place]]:
    """Yields every walk of that many steps from the pawn of the player to move, whatever the rules say of it."""
    width = 1 + max(x for (x, _), _ in state.cards)
    height = 1 + max(y for (_, y), _ in state.cards)

    def longer(walk: list[Place], left: int) -> Iterator[list[Place]]:
        if left == 0:
            yield walk
            return
        x, y = walk[-1]
        for place in {((x + 1) % width, y), ((x - 1) % width, y), (x, (y + 1) % height), (x, (y - 1) % height)}:
            yield from longer([*walk, place], left - 1)

    return longer([state.pawns[state.turn]], length)


def lengths(state: State) -> list[int]:
    """How many steps the player to move may choose from."""
    card = dict(state.cards)[state.pawns[state.turn]]
    if card == "J":
        return [1, 2, 3, 4] if state.jokers_are_wild else [1]
    return [1 if card == "A" else int(card)]


def is_allowed(state: State, walk: list[Place], *, may_cross_start: bool = False) -> bool:
    """Holds a whole walk against rule 4.3; ``may_cross_start`` is a well-known misreading."""
    entered = walk[1:]
    if len(set(entered)) < len(entered):
        return False
    if walk[0] in entered and (not may_cross_start or entered[-1] == walk[0]):
        return False
    return set(entered) <= state.face_up and walk[-1] != state.pawns[1 - state.turn]


def ends(state: State, *, may_cross_start: bool = False) -> frozenset[Place]:
    """Where the player to move may go."""
    return frozenset(
        walk[-1]
        for length in lengths(state)
        for walk in walks(state, length)
        if is_allowed(state, walk, may_cross_start=may_cross_start)
    )


def after(state: State, place: Place) -> State:
    """The state after the player to move went there."""
    here = state.pawns[state.turn]
    pawns = (place, state.pawns[1]) if state.turn == 0 else (state.pawns[0], place)
    return State(state.cards, state.face_up - {here}, pawns, 1 - state.turn, state.jokers_are_wild)


def perft(state: State, depth: int, *, may_cross_start: bool = False) -> int:
    """Counts the sequences of that many moves."""
    places = ends(state, may_cross_start=may_cross_start)
    if depth == 1:
        return len(places)
    return sum(perft(after(state, place), depth - 1, may_cross_start=may_cross_start) for place in places)
