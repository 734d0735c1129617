"""Ways to play, drawn so that each two settings come together, and random games and positions of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from games.collapsi.dealing import dealt
from games.collapsi.notation import parse
from games.collapsi.position import FALLEN, VALUES, Position
from games.collapsi.rules import REVIVALS, TOKENS
from games.core import InvalidPosition
from tests.games.collapsi.line import own

TABLES = [("std4", 2), ("tri5", 2), ("tri5", 3)] + [
    (setup, seats) for setup in ("big6", "single5") for seats in (2, 3, 4)
]


@dataclass(frozen=True)
class Way:
    """A set-up, a number of seats and the rules."""

    setup: str
    seats: int
    rules: tuple[str, ...]

    def deal(self, seed: str) -> Position:
        return dealt(self.seats, seed, self.setup, self.rules)

    def pairs(self) -> set[frozenset[tuple[str, object]]]:
        """Each two settings that come together here."""
        facts: list[tuple[str, object]] = [("table", (self.setup, self.seats)), ("start", self.rules[0])]
        facts += [(token, token in self.rules) for token in TOKENS]
        return {frozenset(pair) for pair in combinations(facts, 2)}


def random_way(chance: Random) -> Way:
    """Draws one; variants are as often on as off."""
    setup, seats = chance.choice(TABLES)
    tokens = [token for token in TOKENS if chance.random() < 0.5]
    return Way(setup, seats, (chance.choice(["joker", "jack"]), *tokens))


def ways() -> list[Way]:
    """Draws until each two settings have come together."""
    chance = Random(8)
    every = {pair for number in range(3000) for pair in random_way(Random(number)).pairs()}
    picked: list[Way] = []
    while every:
        way = random_way(chance)
        if way.pairs() & every:
            picked.append(way)
            every -= way.pairs()
    return picked


WAYS = ways()


def random_move(position: Position, chance: Random) -> str:
    """Puts a move together from choices; whole moves are taken as they come."""
    text = ""
    while True:
        items = position.choices(position.turn, text).items
        choice = chance.choice(items)
        text = choice.text
        if choice.complete and (chance.random() < 0.7 or not position.choices(position.turn, text).items):
            return text


def random_game(way: Way, seed: str, drops: float = 0.0) -> Iterator[Position]:
    """Yields a game's positions from the deal to the end; now and then somebody leaves."""
    chance = Random(seed)
    position = way.deal(seed)
    yield position
    while position.outcome is None:
        if chance.random() < drops:
            seat = chance.choice([seat for seat in range(way.seats) if seat not in position.out])
            position = own(position.drop(type(position.turn)(seat)).position)
        else:
            position = own(position.play(position.turn, random_move(position, chance)).position)
        yield position


def random_layout(chance: Random) -> Position:
    """Draws any position at all: with holes, on a board of any shape, with seats that are out or not yet placed."""
    while True:
        way = random_way(chance)
        width, height = chance.choice([(4, 4), (4, 4), (5, 4), (3, 3), (1, 6), (6, 2), (2, 5), (4, 6)])
        share, holes = chance.random(), chance.choice([0, 0.1, 0.4]) if "shift" in way.rules else 0
        letters = [
            "." if chance.random() < holes else card if chance.random() < share else FALLEN[VALUES.index(card)]
            for card in chance.choices(VALUES, (6, 4, 4, 3, 1, 1, 4), k=width * height)
        ]
        out = chance.sample(range(way.seats), chance.choice([0, 0, 0, *range(way.seats)]))
        squares: list[int | None] = list(chance.sample(range(width * height), way.seats))
        waiting = chance.randrange(way.seats) if "free" in way.rules and chance.random() < 0.3 else way.seats
        pawns = [None if seat in out or seat >= waiting else square for seat, square in enumerate(squares)]
        for square in pawns:
            if square is not None and letters[square] != ".":
                letters[square] = chance.choice(VALUES)
        rows = ["".join(letters[at : at + width]) for at in range(0, width * height, width)]
        names = ["-" if square is None else f"{'abcdef'[square % width]}{square // width + 1}" for square in pawns]
        known = [letter for token, letter in REVIVALS.items() if token in way.rules]
        used = ["".join(letter for letter in known if chance.random() < 0.3) or "-" for _ in range(way.seats)]
        text = [
            "/".join(rows),
            ",".join(names),
            str(chance.randrange(way.seats)),
            ",".join(way.rules),
            ",".join(used) if set(used) != {"-"} else "-",
        ]
        try:
            return parse(" ".join(text + ([f"out={','.join(map(str, out))}"] if out else [])))
        except InvalidPosition:
            continue
