"""Ways to set up every game, drawn so that each two settings come together, and random games to try the laws on.

A game that is added to ``games.GAMES`` is tested here without a line of its own, but for `PLIES`; what else is peculiar
to a game, such as that it has no end of its own, is said in the tables beside it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, islice, product
from math import prod
from random import Random
from typing import TypeVar

import pytest

from games import GAMES
from games.collapsi.rules import REVIVALS, SETUPS
from games.core import Choice, Choices, Game, Position, Seat, Step
from games.crumble import Position as Crumble
from games.crumble import Walked
from tests.games.lopti.secrets import dealt_again as lopti_dealt_again

T = TypeVar("T")
Fact = tuple[str, str | int]
"""A setting: the name of an option and its value, or ``seats`` and their number."""
Pair = tuple[Fact, Fact]

SMALL = 60
"""A game with no more ways to set it up is tried in all of them."""
TRIES = 6
"""So many tables are drawn for a pair; the one that covers most is kept."""
MORE = 150
"""So many tables of each game are tried in the slow run besides."""

GAMES_PER_TABLE = 2
"""So many random games are played at a table where chance deals; from the one deal of the other games it is one."""
LISTED = 2000
"""Of a longer list of moves, which may have a hundred thousand, only the beginning is read."""
SAMPLED = 8
"""So many moves are tried where there are more; those between are of the same few kinds."""
WALKED = 120
"""Where there are more moves, their choices are not walked through but tried along some ways."""
WALKED_AND_PLAYED = 60
"""The same where all that is found on the way is played, to compare what it comes to."""
WALKS = 4
"""So many random ways are tried there."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game with a number of seats and its options."""

    slug: str
    seats: int
    settings: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Names what is not as usual."""
        usual = self.game.settle({})
        unusual = [_named(name, value) for name, value in self.settings if value != usual[name]]
        return "-".join([self.slug, str(self.seats), *unusual])

    @property
    def game(self) -> Game:
        return GAMES[self.slug]

    @property
    def allowed(self) -> bool:
        return self.game.refuses(self.seats, dict(self.settings)) is None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (("seats", self.seats), *self.settings)

    @property
    def pairs(self) -> set[Pair]:
        return set(combinations(self.facts, 2))

    def changed(self, *facts: Fact) -> "Table":
        """Returns the table with other settings."""
        return made(self.game, {**dict(self.facts), **dict(facts)})

    def deal(self, seed: str) -> Position:
        return self.game.deal(self.seats, seed, dict(self.settings))


def _named(name: str, value: str) -> str:
    """Names a setting by its value alone where that says enough."""
    if value.isdecimal():
        return name + value
    return {"yes": name, "no": f"no-{name}"}.get(value, value)


def made(game: Game, facts: Mapping[str, str | int]) -> Table:
    """Makes a table of all its settings."""
    settings = tuple((option.name, str(facts[option.name])) for option in game.options)
    return Table(game.slug, int(facts["seats"]), settings)


def collapsi_plies(table: Table) -> int:
    """Returns how long a game of Collapsi can last (rule 4.8).

    Each turn takes one card away. All lie face up at first but for the start cards that nobody stands on; with free
    start those are all start cards, and so many more turns are spent on choosing the first cards. At the end the cards
    under the pawns are left: of all who play, or with elimination of the last one. Each seat may give one card back by
    a Joker Revival and one by an Adjacent Revival; a Reconstruction takes one for the one it gives.
    """
    options = dict(table.settings)
    setup = {"big": "big6" if table.seats == 4 else "tri5"}.get(options["setup"], options["setup"])
    _, deck = SETUPS[setup]
    standing = 1 if options["elimination"] == "yes" else table.seats
    given_back = sum(options[revival] == "yes" for revival in REVIVALS if revival != "reconstruction")
    return len(deck) - deck.count("J") + table.seats - standing + table.seats * given_back


def crumble_plies(table: Table) -> int:
    """Returns after how many plies a random game of Crumble is broken off.

    It has no bound of its own that could be reached: what was cut can be joined again, and of the positions that
    repetition (R35) counts there are too many. Random moves rarely make a chain; on a large board, where each ply takes
    longer, the first plies have to do.
    """
    return {"4": 30, "5": 12}.get(dict(table.settings)["size"], 8)


def lopti_plies(table: Table) -> int:
    """Returns after how many plies a random session of Lopti is broken off.

    A round alone can last for ever (rules, facts from simulation), and a session until its players close it. Each seat
    swaps and then plays some turns; whole rounds are played by the tests of the game.
    """
    return 8 * table.seats


PLIES: Mapping[str, Callable[[Table], int]] = {
    "collapsi": collapsi_plies,
    "crumble": crumble_plies,
    "lopti": lopti_plies,
}
"""How many plies a game can last at most, or is played at random if it is among the `ENDLESS` ones."""
ENDLESS = frozenset({"crumble", "lopti"})
"""Games without a bound that could be reached: a random one ends, or it is broken off."""
CHANCELESS = frozenset({"crumble"})
"""Games that always begin in the same way."""


def plies(table: Table) -> int:
    """Returns how many plies a game at that table can last at most, or is played at random."""
    return PLIES[table.slug](table)


def crumble_result(step: Step) -> object:
    """Returns all that one result of a turn differs in from another: not by what the draws remember of the way."""
    assert isinstance(step.position, Crumble), f"not of Crumble: {step.position!r}"
    return step.position.pieces


def crumble_standing(step: Step) -> object:
    """Returns what decides how a turn may go on: the pieces, and where the walk has come; before it, the move."""
    rests = [event.path[-1] for event in step.events if isinstance(event, Walked)]
    return crumble_result(step), rests[0] if rests else step.move


def lopti_result(step: Step) -> object:
    """Returns a move without the suits of cards that are played: they make no difference to the rules (C1)."""
    return re.sub("[cdhs]", "", step.move) if step.move.startswith("play ") else step.move


REDEALT: Mapping[str, Callable[[Position, Seat | None, Random], Position]] = {"lopti": lopti_dealt_again}
"""For the games with secrets, what deals all anew that a seat (None: a spectator) cannot see."""
RESULTS: Mapping[str, Callable[[Step], object]] = {"crumble": crumble_result, "lopti": lopti_result}
"""What tells results apart, in games that list one move for each of them while other moves lead there as well."""
STANDING: Mapping[str, Callable[[Step], object]] = {"crumble": crumble_standing}
"""For the same games, what tells beginnings apart that may be played: where two agree, only one is walked on from."""


def result(table: Table, step: Step) -> object:
    """Returns what a listed move stands for: its spelling, or what it comes to."""
    return RESULTS[table.slug](step) if table.slug in RESULTS else step.move


def pick(items: Sequence[T], chance: Random) -> T:
    """Picks one; `Random.random` alone is promised to be the same in every version of Python."""
    return items[int(chance.random() * len(items))]


def mixed(items: Sequence[T], chance: Random) -> list[T]:
    """Returns the items in a random order, with the same promise."""
    return sorted(items, key=lambda _: chance.random())


def values(game: Game) -> dict[str, tuple[str | int, ...]]:
    """Returns all that may be set, and to what."""
    return {"seats": game.seats, **{option.name: option.values for option in game.options}}


def every_pair(game: Game) -> Iterator[Pair]:
    """Yields each two settings, whether they go together or not."""
    for (one, ones), (other, others) in combinations(values(game).items(), 2):
        yield from (((one, mine), (other, yours)) for mine in ones for yours in others)


def usual_tables(game: Game) -> list[Table]:
    """Returns the tables of the presets, each with the first number of seats that it takes."""
    for_presets = (
        [made(game, {"seats": seats, **game.settle(options)}) for seats in game.seats]
        for options in game.presets.values()
    )
    return list(dict.fromkeys(next(table for table in tables if table.allowed) for tables in for_presets))


def quick_tables(game: Game) -> list[Table]:
    """Picks tables in which each pair of settings stands at least once; where there are few, all of them."""
    if prod(map(len, values(game).values())) <= SMALL:
        every = (dict(zip(values(game), facts, strict=True)) for facts in product(*values(game).values()))
        return [table for facts in every if (table := made(game, facts)).allowed]
    chance = Random(f"tables of {game.slug}")
    picked = usual_tables(game)
    missing = dict.fromkeys(every_pair(game))
    for pair in chain.from_iterable(table.pairs for table in picked):
        missing.pop(pair, None)
    news = True
    while news:
        # What was picked last may help to complete a pair that could not be completed before.
        news = False
        for pair in list(missing):
            first = completed(pair, picked) if pair in missing else None
            if first is None:
                continue
            drawn = [_improved(first, pair, missing, chance) for _ in range(TRIES)]
            table = max(drawn, key=lambda one: _gain(one, missing))
            picked.append(table)
            for covered in table.pairs:
                missing.pop(covered, None)
            news = True
    return picked


def completed(pair: Pair, known: Sequence[Table]) -> Table | None:
    """Finds a table with two settings: a known one that is changed in these, and perhaps in one more."""
    changed = dict.fromkeys(table.changed(*pair) for table in known)
    if found := next((table for table in changed if table.allowed), None):
        return found
    others = [
        (name, value) for name, several in values(known[0].game).items() if name not in dict(pair) for value in several
    ]
    further = (table.changed(other) for table in changed for other in others)
    return next((table for table in further if table.allowed), None)


def _improved(table: Table, pair: Pair, missing: Mapping[Pair, None], chance: Random) -> Table:
    """Changes all but two settings, one after another, so that more of the missing pairs stand in the table."""
    free = {name: several for name, several in values(table.game).items() if name not in dict(pair)}
    for name in mixed(list(free), chance):
        others = [table.changed((name, value)) for value in mixed(free[name], chance)]
        table = max((other for other in others if other.allowed), key=lambda other: _gain(other, missing))
    return table


def _gain(table: Table, missing: Mapping[Pair, None]) -> int:
    return len(table.pairs & missing.keys())


def more_tables(game: Game, known: Sequence[Table]) -> list[Table]:
    """Draws tables that are not known yet, as far as there are any: known ones, half of their settings drawn anew."""
    chance = Random(f"more tables of {game.slug}")
    drawn: dict[Table, None] = {}
    for _ in range(20 * MORE):
        table = pick(known, chance)
        for name, several in values(game).items():
            other = table.changed((name, pick(several, chance)))
            if chance.random() < 0.5 and other.allowed:
                table = other
        if table not in known and len(drawn) < MORE:
            drawn[table] = None
    return list(drawn)


def played_tables(known: Sequence[Table]) -> list[Table]:
    """Picks tables in which each setting stands with each number of seats that it stands with at all.

    Of a game whose positions are long only the most telling ones are picked.
    """
    picked: list[Table] = []
    most = PLAYED_AT_MOST.get(known[0].slug, len(known))
    missing = {pair for table in known for pair in table.pairs if pair[0][0] == "seats"}
    while missing and len(picked) < most:
        table = max(known, key=lambda one: len(one.pairs & missing))
        picked.append(table)
        missing -= table.pairs
    return picked


PLAYED_AT_MOST: Mapping[str, int] = {"crumble": 3, "lopti": 4}
"""Games of which no more playthroughs are kept, though not each setting stands in one."""
PLAYED_PLIES: Mapping[str, int] = {"crumble": 10, "lopti": 13}
"""How many plies of a playthrough are written where it need not reach the end."""

QUICK = [table for game in GAMES.values() for table in quick_tables(game)]
SLOW = [
    table for game in GAMES.values() for table in more_tables(game, [known for known in QUICK if known.game is game])
]
TABLES = [
    *(pytest.param(table, id=str(table)) for table in QUICK),
    *(pytest.param(table, id=str(table), marks=pytest.mark.slow) for table in SLOW),
]
PLAYED = [table for game in GAMES.values() for table in played_tables([known for known in QUICK if known.game is game])]
"""The tables of which a playthrough is kept."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One ply of a random game: where it was played, and what came of it."""

    ply: int
    before: Position
    seat: Seat
    step: Step


def random_move(position: Position, seat: Seat, chance: Random, text: str = "") -> str:
    """Puts a move together from choices; where it may be played as it stands it mostly is."""
    while True:
        choice = pick(position.choices(seat, text).items, chance)
        text = choice.text
        if choice.complete and (chance.random() < 0.7 or not position.choices(seat, text).items):
            return text


def random_game(table: Table, seed: str, start: Position | None = None, drops: float = 0.0) -> Iterator[Turn]:
    """Plays from a deal to the end, or until the game has lasted longer than it may; now and then somebody leaves.

    A game without a bound is broken off.
    """
    chance = Random(seed)
    position = start or table.deal(seed)
    for ply in range(plies(table) if table.slug in ENDLESS else plies(table) + 1):
        able = [seat for seat in position.to_move if position.choices(seat).items]
        if not able:
            return
        seat = pick(able, chance)
        if drops and chance.random() < drops:
            seat = pick([other for other in map(Seat, range(table.seats)) if other not in position.out], chance)
            step = position.drop(seat)
        else:
            step = position.play(seat, random_move(position, seat, chance))
        yield Turn(ply, position, seat, step)
        position = step.position


def is_through(table: Table, game: Sequence[Turn]) -> bool:
    """Whether a random game has ended, or was broken off as late as it should be."""
    return game[-1].step.position.outcome is not None or (table.slug in ENDLESS and len(game) == plies(table))


@cache
def random_games(table: Table) -> tuple[tuple[Turn, ...], ...]:
    """Returns the random games that all laws share."""
    number_of_games = 1 if table.slug in CHANCELESS else GAMES_PER_TABLE
    return tuple(tuple(random_game(table, f"law {number}")) for number in range(number_of_games))


@cache
def games_with_leavers(table: Table) -> tuple[tuple[Turn, ...], ...]:
    """Returns random games from the same deals in which players leave."""
    starts = [game[0].before for game in random_games(table)]
    return tuple(tuple(random_game(table, f"leaving {start}", start, drops=0.2)) for start in starts)


@cache
def positions(table: Table) -> tuple[Position, ...]:
    """Returns every position of the random games, from the deals to the ends."""
    return tuple(
        position
        for game in random_games(table)
        for position in [game[0].before, *(turn.step.position for turn in game)]
    )


@dataclass(frozen=True, slots=True)
class Listing:
    """A seat's moves, or some of them."""

    moves: tuple[str, ...]
    whole: bool
    """Whether these are all of them."""

    @property
    def sample(self) -> tuple[str, ...]:
        """All moves of a short list, and some from all over a longer one."""
        return self.moves[:: max(1, -(-len(self.moves) // SAMPLED))]


def listing(table: Table, position: Position, seat: Seat) -> Listing:
    """Lists a seat's moves as far as it can be done fast."""
    return _listing(table.slug, str(position), seat)


@cache
def _listing(slug: str, text: str, seat: Seat) -> Listing:
    moves = tuple(islice(GAMES[slug].parse(text).moves(seat), LISTED + 1))
    return Listing(moves[:LISTED], len(moves) <= LISTED)


def is_listed(table: Table, position: Position, seat: Seat, step: Step) -> bool:
    """Whether a move that was played is among the listed ones, or one that comes to the same."""
    if table.slug not in RESULTS:
        return step.move in position.moves(seat)
    return any(result(table, position.play(seat, move)) == result(table, step) for move in position.moves(seat))


def way_to(position: Position, seat: Seat, text: str, known: dict[str, Choices]) -> list[str]:
    """Returns the beginnings that lead to a text, from the empty one to itself, by going back step by step.

    What was looked up on the way becomes known.
    """
    way = [text]
    while True:
        if way[-1] not in known:
            known[way[-1]] = position.choices(seat, way[-1])
        if not way[-1]:
            return way[::-1]
        way.append(known[way[-1]].back)
        assert len(set(way)) == len(way), f"the way back from {text!r} goes round: {way}"


@dataclass(frozen=True, slots=True)
class Walk:
    """What a position offers at the beginnings of moves."""

    steps: Mapping[str, Choices]
    """The choices after each beginning that was tried, the empty one first."""
    whole: bool
    """Whether all beginnings were tried."""

    @property
    def sample(self) -> tuple[str, ...]:
        """Some of the beginnings, the empty one among them."""
        return tuple(self.steps)[:: max(1, -(-len(self.steps) // SAMPLED))]

    @property
    def finished(self) -> list[str]:
        """The choices that are whole moves."""
        return [choice.text for choices in self.steps.values() for choice in choices.items if choice.complete]


def walk(table: Table, position: Position, seat: Seat) -> Walk:
    """Walks through all choices where there are few moves, and along some ways where there are many."""
    listed = listing(table, position, seat)
    if listed.whole and len(listed.moves) <= (WALKED_AND_PLAYED if table.slug in RESULTS else WALKED):
        return Walk(_all_ways(table, position, seat), whole=True)
    chance, steps = Random(str(position)), {"": position.choices(seat)}
    for text in [*listed.sample, *(random_move(position, seat, chance) for _ in range(WALKS))]:
        way_to(position, seat, text, steps)
    return Walk(steps, whole=False)


def _all_ways(table: Table, position: Position, seat: Seat) -> dict[str, Choices]:
    """Returns the choices after every beginning; of beginnings that come to the same only after one."""
    steps = {"": position.choices(seat)}
    waiting, stood = [""], set[object]()
    while waiting:
        for choice in steps[waiting.pop(0)].items:
            if table.slug in STANDING:
                standing = _standing(table, position, seat, choice)
                if standing in stood:
                    continue
                stood.add(standing)
            assert choice.text not in steps, f"there is one way to each beginning: {choice.text!r} in {position}"
            steps[choice.text] = position.choices(seat, choice.text)
            waiting.append(choice.text)
    return steps


def _standing(table: Table, position: Position, seat: Seat, choice: Choice) -> object:
    """Returns what tells a choice apart: what it comes to, or its text where it cannot be played yet."""
    return STANDING[table.slug](position.play(seat, choice.text)) if choice.complete else choice.text


@cache
def walks(table: Table) -> tuple[tuple[Position, Seat, Walk], ...]:
    """Returns the choices at every third position of the random games."""
    return tuple(
        (position, seat, walk(table, position, seat)) for position in positions(table)[::3] for seat in position.to_move
    )
