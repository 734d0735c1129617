"""Collapsi once more, slow and plain, to hold the real one against: every walk is written out, nothing is clever.

A state is the cards by their coordinates, the set of cards that lie face up, the pawns, whose turn it is, and what the
variants need. Coordinates are any whole numbers, negative ones too: only names are counted from the box. It shares no
line with ``games.collapsi``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

TURNED = {"A": "a", "2": "b", "3": "c", "4": "d", "5": "e", "6": "f", "J": "j"}
"""How each card is written once it lies face down."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Place: TypeAlias = tuple[int, int]
"""A column and a row, counted from anywhere."""
Places: TypeAlias = list[set[int]]

WAYS = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}


@dataclass(frozen=True)
class State:
    """All that matters between two turns."""

    cards: tuple[tuple[Place, str], ...]
    face_up: frozenset[Place]
    pawns: tuple[Place | None, ...]
    turn: int
    rules: tuple[str, ...]
    spent: tuple[frozenset[str], ...]
    gone: tuple[int, ...] = ()
    model: str = "line"
    """How a shifted board wraps: ``line`` is the rule, ``box`` and ``cyclic`` are misreadings (rule 4.6)."""

    @property
    def here(self) -> Place:
        """Where the player to move stands."""
        place = self.pawns[self.turn]
        assert place is not None, "nobody moves before all have a place"
        return place

    @property
    def playing(self) -> list[int]:
        """The seats that are not out."""
        return [seat for seat in range(len(self.pawns)) if seat not in self.gone]

    @property
    def placing(self) -> bool:
        """Whether somebody still has to choose a first card."""
        return any(self.pawns[seat] is None for seat in self.playing)


def read(text: str) -> State:
    """Reads a position's text, with nothing missing from it."""
    rows, pawns, turn, rules, used, *out = text.split()
    value = {letter: card for card, turned in TURNED.items() for letter in (card, turned)}
    letters = {(x, y): letter for y, row in enumerate(rows.split("/")) for x, letter in enumerate(row) if letter != "."}
    names = pawns.split(",")
    return State(
        cards=tuple((place, value[letter]) for place, letter in letters.items()),
        face_up=frozenset(place for place, letter in letters.items() if letter in TURNED),
        pawns=tuple(None if name == "-" else (ALPHABET.index(name[0]), int(name[1:]) - 1) for name in names),
        turn=int(turn),
        rules=tuple(rules.split(",")),
        spent=tuple(frozenset(letters) - {"-"} for letters in (used.split(",") if used != "-" else [""] * len(names))),
        gone=tuple(int(seat) for seat in out[0].removeprefix("out=").split(",")) if out else missing(names, rules),
    )


def missing(names: list[str], rules: str) -> tuple[int, ...]:
    """The one seat that must be out: without free start nobody else has no pawn."""
    alone = names.count("-") == 1 and "free" not in rules.split(",")
    return (names.index("-"),) if alone else ()


def corner(state: State) -> Place:
    """The left column and the top row."""
    return min(x for (x, _), _ in state.cards), min(y for (_, y), _ in state.cards)


def name(state: State, place: Place) -> str:
    """Names a place as the real game would."""
    left, top = corner(state)
    return ALPHABET[place[0] - left] + str(place[1] - top + 1)


def write(state: State) -> str:
    """Writes a state as the real game would."""
    cards = dict(state.cards)
    left, top = corner(state)
    rows = [
        "".join(
            "." if (x, y) not in cards else cards[x, y] if (x, y) in state.face_up else TURNED[cards[x, y]]
            for x in range(left, 1 + max(x for x, _ in cards))
        )
        for y in range(top, 1 + max(y for _, y in cards))
    ]
    fields = [
        "/".join(rows),
        ",".join("-" if place is None else name(state, place) for place in state.pawns),
        str(state.turn),
        ",".join(state.rules),
        ",".join("".join(letter for letter in "JAR" if letter in spent) or "-" for spent in state.spent),
    ]
    if not any(state.spent):
        fields[-1] = "-"
    if state.gone and state.gone != missing(fields[1].split(","), fields[3]):
        fields.append("out=" + ",".join(map(str, state.gone)))
    return " ".join(fields)


def onward(state: State, place: Place, way: Place) -> Place | None:
    """One step from a card; None where a hole is in the way, or where it would lead back to the card itself."""
    places = {place for place, _ in state.cards}
    x, y = place[0] + way[0], place[1] + way[1]
    if state.model == "line":
        line = {other for other in places if (other[1] == place[1] if way[0] else other[0] == place[0])}
        first, last = min(line), max(line)
        if sum(way) > 0 and place == last:
            x, y = first
        elif sum(way) < 0 and place == first:
            x, y = last
    else:
        columns, rows = {x for x, _ in places}, {y for _, y in places}
        x = min(columns) if x > max(columns) else max(columns) if x < min(columns) else x
        y = min(rows) if y > max(rows) else max(rows) if y < min(rows) else y
    return (x, y) if (x, y) in places and (x, y) != place else None


def around(state: State, place: Place) -> set[Place]:
    """The different neighbours of a card."""
    return {other for way in WAYS.values() if (other := onward(state, place, way)) is not None}


def walks(state: State, length: int) -> Iterator[list[Place]]:
    """Yields every walk of that many steps from the pawn of the player to move, whatever the rules say of it."""

    def longer(walk: list[Place], left: int) -> Iterator[list[Place]]:
        if left == 0:
            yield walk
            return
        for place in around(state, walk[-1]):
            yield from longer([*walk, place], left - 1)

    return longer([state.here], length)


def lengths(state: State) -> list[int]:
    """How many steps the player to move may choose from."""
    card = dict(state.cards)[state.here]
    if card == "J":
        return [1, 2, 3, 4] if "joker" in state.rules else [1]
    return [1 if card == "A" else int(card)]


def can(state: State, revival: str, letter: str) -> bool:
    """Whether the player to move may still do that."""
    return revival in state.rules and letter not in state.spent[state.turn]


def is_allowed(state: State, walk: list[Place], *, may_cross_start: bool = False) -> bool:
    """Holds a whole walk against rule 4.3; ``may_cross_start`` is a well-known misreading."""
    *passed, end = walk[1:]
    if len({*passed, end}) < len(passed) + 1:
        return False
    if walk[0] == end or (walk[0] in passed and not may_cross_start):
        return False
    if not set(passed) <= state.face_up or end in state.pawns:
        return False
    revives = can(state, "joker-revival", "J") and dict(state.cards)[end] == "J"
    return end in state.face_up or revives


def ends(state: State, *, may_cross_start: bool = False) -> frozenset[Place]:
    """Where the player to move may go."""
    return frozenset(
        walk[-1]
        for length in lengths(state)
        for walk in walks(state, length)
        if is_allowed(state, walk, may_cross_start=may_cross_start)
    )


def follower(state: State) -> State:
    """Hands the turn on; with elimination whoever is stuck then goes out (rule 4.4)."""
    order = [(state.turn + number) % len(state.pawns) for number in range(1, len(state.pawns) + 1)]
    state = replace(state, turn=next(seat for seat in order if seat not in state.gone))
    stuck = not state.placing and "elimination" in state.rules and len(state.playing) > 1 and not ends(state)
    return follower(leave(state)) if stuck else state


def leave(state: State) -> State:
    """Takes the pawn of the player to move off the board."""
    pawns = tuple(None if seat == state.turn else place for seat, place in enumerate(state.pawns))
    return replace(state, pawns=pawns, gone=(*state.gone, state.turn))


def placed(state: State, place: Place) -> tuple[Place | None, ...]:
    """The pawns once that of the player to move stands there."""
    return tuple(place if seat == state.turn else other for seat, other in enumerate(state.pawns))


def after(state: State, place: Place) -> State:
    """The state after the player to move went there and did nothing else."""
    return follower(replace(state, face_up=state.face_up - {state.here}, pawns=placed(state, place)))


def turns(state: State) -> dict[str, State]:
    """Every whole turn, by its text, and what comes of it without handing the turn on (rules 4.5 to 4.8)."""
    if result(state) is not None:
        return {}
    if state.placing:
        free = state.face_up - set(state.pawns)
        return {"@" + name(state, place): replace(state, pawns=placed(state, place)) for place in free}
    found: dict[str, State] = {}
    for end in ends(state):
        text, spent = name(state, end), state.spent[state.turn]
        if end not in state.face_up:
            text, spent = text + "!", spent | {"J"}
        face_up = state.face_up - {state.here} | {end}
        for extra, up, more in revivals(state, end, face_up):
            abilities = tuple(spent | more if seat == state.turn else other for seat, other in enumerate(state.spent))
            then = replace(state, face_up=up, pawns=placed(state, end), spent=abilities)
            if "shift" in state.rules:
                found |= {text + extra + sign: shift(then, sign) for sign in WAYS}
            else:
                found[text + extra] = then
    return found


def revivals(state: State, end: Place, face_up: frozenset[Place]) -> list[tuple[str, frozenset[Place], frozenset[str]]]:
    """What may follow a move to ``end``: nothing, the one, the other, or with combos both."""
    nothing: list[tuple[str, frozenset[Place], frozenset[str]]] = [("", face_up, frozenset())]
    adjacent, both = [], []
    down = {place for place, _ in state.cards} - face_up
    if can(state, "adjacent-revival", "A"):
        near = around(state, end)
        if "no-adjacent-wrap" in state.rules:
            near = {(end[0] + x, end[1] + y) for x, y in WAYS.values()}
        for place in near & down - {state.here}:
            adjacent.append(("+" + name(state, place), face_up | {place}, frozenset("A")))
    if can(state, "reconstruction", "R"):
        standing = {place for seat, place in enumerate(state.pawns) if seat != state.turn} | {end}
        for text, up, spent in nothing + (adjacent if "combos" in state.rules else []):
            for raised in {place for place, _ in state.cards} - up:
                for lowered in up - standing:
                    pair = f"*{name(state, raised)}-{name(state, lowered)}"
                    both.append((text + pair, up - {lowered} | {raised}, spent | {"R"}))
    return nothing + adjacent + both


def shift(state: State, sign: str) -> State:
    """Moves the line of the pawn of the player to move, with all that is on it (rule 4.6)."""
    dx, dy = WAYS[sign]
    x, y = state.here
    columns, rows = {x for (x, _), _ in state.cards}, {y for (_, y), _ in state.cards}

    def to(place: Place) -> Place:
        if not (place[1] == y if dx else place[0] == x):
            return place
        moved = place[0] + dx, place[1] + dy
        if state.model == "cyclic":
            width, height = len(columns), len(rows)
            return (moved[0] - min(columns)) % width + min(columns), (moved[1] - min(rows)) % height + min(rows)
        return moved

    return replace(
        state,
        cards=tuple((to(place), card) for place, card in state.cards),
        face_up=frozenset(map(to, state.face_up)),
        pawns=tuple(None if place is None else to(place) for place in state.pawns),
    )


def drop(state: State, seat: int) -> State:
    """The state after a player has left."""
    left = leave(replace(state, turn=seat))
    if seat == state.turn:
        return follower(left)
    before = [other for other in state.playing if other != seat]
    # Handing the turn on from the one before comes to the one whose turn it is.
    return (
        follower(replace(left, turn=before[before.index(state.turn) - 1]))
        if len(before) > 1
        else replace(left, turn=state.turn)
    )


def result(state: State) -> Places | None:
    """The places, best first; None while the game goes on."""
    behind = [{seat} for seat in reversed(state.gone)]
    if len(state.playing) == 1:
        return [set(state.playing), *behind]
    if state.placing or "elimination" in state.rules or ends(state):
        return None
    last = state.playing[state.playing.index(state.turn) - 1]
    return [{last}, set(state.playing) - {last}, *behind]


def perft(state: State, depth: int, *, may_cross_start: bool = False) -> int:
    """Counts the sequences of that many moves of the standard game."""
    places = ends(state, may_cross_start=may_cross_start)
    if depth == 1:
        return len(places)
    return sum(perft(after(state, place), depth - 1, may_cross_start=may_cross_start) for place in places)


def count(state: State, depth: int) -> int:
    """Counts the sequences of that many turns, with all that the variants add."""
    found = turns(state)
    return len(found) if depth == 1 else sum(count(follower(then), depth - 1) for then in found.values())
