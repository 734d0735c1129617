"""How sessions of Lopti are read.

The text is a row of tokens ``key=value``: seats are separated by ``;``, cards stand side by side, and what is left out
has its default (nothing, or the core rule). So a round given by ``turn``, ``hand``, ``up``, ``down``, ``deck`` and
``pile`` alone can be played. The grammar stands in ``docs/notation.md``.

>>> position = parse("turn=0 hand=6h6s9d;4c up=;Ad down=2c;2d deck=KhKd pile=5c|5d")
>>> step = position.play(position.round.turn, "66")
>>> step.move, str(step.position)
('play 6h6s', 'turn=1 hand=9dKh;4c up=;Ad down=2c;2d deck=Kd pile=5c|5d|6h6s')
>>> step.events
(Played(seat=0, cards=('6h', '6s')), Drew(seat=0, cards=('Kh',)))
"""

import re
from collections.abc import Callable
from typing import TypeVar

from games.core import GameError, InvalidPosition, Seat
from games.lopti import changes, duel, params, question, reading, swapping
from games.lopti.cards import UNSEEN, Cards, in_order, split
from games.lopti.changes import Change
from games.lopti.params import Params
from games.lopti.position import Position
from games.lopti.round import FUEL, Play, Round
from games.lopti.rule import Ask, Rule

T = TypeVar("T")
U = TypeVar("U")

PHASES = ("swap", "play", "break", "over")
SEATS = range(2, 6)
NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
HEX = re.compile(r"[0-9a-f]{1,64}")
RULE_ID = re.compile(r"r?[1-9][0-9]{0,3}")
COUNT = re.compile(r"([A-Za-z0-9_.]{1,40}):([0-9]{1,3})")


def parse(text: str) -> Position:
    """Reads a session.

    :raises InvalidPosition: if the text is none, or a masked one.
    """
    told = _Told(text)
    round = _round(told)
    count = len(round.hands)
    phase = told.get("phase", _one_of(*PHASES), "play")
    position = Position(
        phase=phase,
        number=told.get("round", _number, 1),
        round=round,
        score=told.get("score", _by_seat(_number), (0,) * count),
        seed=told.get("seed", _hex, ""),
        nonce=told.get("nonce", _hex, ""),
        params=told.get("agreed", _agreed, round.params),
        rules=told.get("rules", _rules, ()),
        swaps=told.get("swaps", _by_seat(_swap), (None,) * count) if phase == "swap" else (),
        declarer=told.get("declarer", _seat, None),
        asleep=told.get("asleep", _yes, False),
        misses=told.get("misses", _by_seat(_number), (0,) * count),
        left=frozenset(told.get("dropped", _seats, ())),
        question=told.get("question", question.parse, None),
        duel=told.get("duel", duel.parse, None),
        voted=told.get("voted", _yes, False),
        pending=told.get("pending", _pending, ()),
        rewording=told.get("rewording", _rule_id, ""),
        digest=told.get("digest", _hex, ""),
        closing=frozenset(told.get("closing", _seats, ())),
    )
    if unknown := next((key for key in told.values if key not in told.known), None):
        raise InvalidPosition("fields", text=text, field=unknown)
    for key, holds in (*_rounds_sense(round), *_sense(position)):
        if not holds:
            raise InvalidPosition(key, text=text)
    return position


class _Told:
    """The tokens of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: dict[str, str] = {}
        self.known: set[str] = set()
        for token in text.split():
            key, _, value = token.partition("=")
            if key in self.values or not value:
                raise InvalidPosition("fields", text=text, field=key)
            self.values[key] = value

    def get(self, key: str, read: Callable[[str], T], usual: U) -> T | U:
        """Reads a value, or returns the usual one where none is given."""
        self.known.add(key)
        if key not in self.values:
            return usual
        try:
            return read(self.values[key])
        except (ValueError, GameError) as error:
            raise InvalidPosition(key, text=self.text) from error


def _round(told: _Told) -> Round:
    hands = told.get("hand", _by_seat(split), ())
    if len(hands) not in SEATS:
        raise InvalidPosition("hand", text=told.text)
    nothing: tuple[Cards, ...] = ((),) * len(hands)
    up, down = told.get("up", _by_seat(split), nothing), told.get("down", _by_seat(split), nothing)
    for key, zones in (("up", up), ("down", down)):
        if len(zones) != len(hands):
            raise InvalidPosition(key, text=told.text)
    piles = told.get("pile", _piles, ())
    by = told.get("by", _seats, (Seat(0),) * len(piles))
    if len(by) != len(piles):
        raise InvalidPosition("by", text=told.text)
    dealer = told.get("dealer", _seat, Seat(0))
    return Round(
        params=told.get("params", params.parse, Params()),
        hands=tuple(map(in_order, hands)),
        up=up,
        down=down,
        deck=told.get("deck", split, ()),
        pile=tuple(map(Play, piles, by)),
        turn=told.get("turn", _seat, Seat(0)),
        chain=told.get("chain", _number, 0),
        obliged=told.get("obliged", _yes, False),
        extra=told.get("extra", _yes, False),
        played=told.get("played", _number, 0),
        gone=told.get("gone", split, ()),
        left=told.get("left", split, ()),
        out=told.get("out", _seats, ()),
        absent=frozenset(told.get("absent", _seats, ())),
        quit=frozenset(told.get("quit", _seats, ())),
        idle=told.get("idle", _number, 0),
        flags=told.get("flags", _counts, ()),
        fired=told.get("fired", _counts, ()),
        fuel=told.get("fuel", _number, FUEL),
        seed=told.get("chance", _hex, ""),
        asked=told.get("asked", _asked, ()),
        dealer=dealer,
        opener=told.get("opener", _seat, dealer),
        last_winner=told.get("winner", _seat, None),
    )


def _rounds_sense(round: Round) -> list[tuple[str, bool]]:
    """Returns what a round has to keep to, each with the key that is wrong where it does not."""
    seats = set(round.seats)
    cards = [
        card for zone in (*round.hands, *round.up, *round.down, round.deck, round.gone, round.left) for card in zone
    ]
    cards += [card for play in round.pile for card in play.cards]
    named = {
        "turn": {round.turn},
        "dealer": {round.dealer},
        "opener": {round.opener},
        "winner": set() if round.last_winner is None else {round.last_winner},
        "by": {play.by for play in round.pile},
        "out": set(round.out),
        "absent": round.absent,
        "quit": round.quit,
        "asked": {seat for ask in round.asked for seat in (ask.seat, *ask.seats)},
    }
    holding = {seat for seat in seats if round.hands[seat] or round.up[seat] or round.down[seat]}
    return [
        *((key, them <= seats) for key, them in named.items()),
        ("unseen", UNSEEN not in cards),
        ("twice", len(set(cards)) == len(cards)),
        ("pile", all(len({card[0] for card in play.cards}) == 1 for play in round.pile)),
        ("chain", round.chain < 4),
        ("obliged", not round.obliged or bool(round.pile)),
        ("extra", not (round.extra and round.obliged)),
        ("out", len(set(round.out)) == len(round.out)),
        ("quit", round.quit <= round.absent),
        ("hand", not holding & (set(round.out) | round.absent)),
    ]


def _sense(position: Position) -> list[tuple[str, bool]]:
    """Returns what a session has to keep to, in the same way."""
    round, phase = position.round, position.phase
    count = len(round.hands)
    seats = set(round.seats)
    active = set(round.active)
    playing = phase in ("swap", "play")
    return [
        ("score", len(position.score) == count),
        ("misses", len(position.misses) == count),
        ("dropped", position.left <= seats),
        ("dropped", len(position.left) < (count if phase == "over" else count - 1)),
        ("question", position.question is None or set(position.question.electorate) <= seats),
        ("question", position.question is None or (phase != "over" and _is_askable(position))),
        ("duel", position.duel is None or _is_duel_of(position)),
        ("pending", not position.pending or phase in ("swap", "play")),
        ("rewording", not position.rewording or position.rewording in {rule.id for rule in position.rules}),
        ("phase", not playing or not round.is_over),
        ("turn", not playing or round.turn in active),
        ("hand", not playing or all(round.hands[seat] or round.down[seat] for seat in active)),
        ("up", not playing or all(round.hands[seat] or not round.up[seat] for seat in active)),
        ("absent", not playing or position.left <= round.absent | set(round.out)),
        ("swaps", phase != "swap" or (len(position.swaps) == count and bool(position.to_move))),
        ("swaps", all(_may_swap(round, seat, swap) for seat, swap in enumerate(position.swaps))),
        ("asleep", not position.asleep or phase == "play"),
        ("declarer", position.declarer is None or (phase == "break" and position.declarer in seats - position.left)),
        ("closing", not position.closing or (phase == "break" and position.closing < seats - position.left)),
    ]


def _is_askable(position: Position) -> bool:
    """Whether a question is about something that can be done."""
    asked = position.question
    assert asked, "nothing is asked"
    match asked.kind:
        case "vote":
            return changes.is_subject(asked.subject)
        case "remove":
            return asked.subject in map(str, position.round.seats)
        case "restore":
            return changes.is_line(asked.subject)
        case "meaning":
            return changes.about(asked) in {rule.id for rule in position.rules}
    return True


def _is_duel_of(position: Position) -> bool:
    """Whether a duel is fought about a Rule Vote, by those who had a vote."""
    asked, fight = position.question, position.duel
    if asked is None or fight is None or asked.kind != "vote":
        return False
    throwers = {seat for side in (fight.change, fight.keep) for seat in (side.thrower.seat, *side.others)}
    return throwers - {None} <= set(asked.electorate) - position.left


def _may_swap(round: Round, seat: int, swap: str | None) -> bool:
    """Whether a choice of the swap is one that the seat has."""
    if swap is None:
        return True
    try:
        chosen = swapping.settled(round, Seat(seat), () if swap == "-" else tuple(swap.split()))
    except GameError:
        return False
    return chosen == f"swap {swap}" and seat in round.active


def _by_seat(read: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda text: tuple(map(read, text.split(";")))


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _matching(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(text)
        return text

    return read


_hex = _matching(HEX)


def _number(text: str) -> int:
    return int(_matching(NUMBER)(text))


def _seat(text: str) -> Seat:
    return Seat(_number(text))


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(map(_seat, text.split(",")))


def _yes(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


def _piles(text: str) -> tuple[Cards, ...]:
    piles = tuple(map(split, text.split("|")))
    if not all(piles):
        raise ValueError(text)
    return piles


def _swap(text: str) -> str | None:
    return " ".join(split(text)) if text not in ("", "-") else text or None


def _agreed(text: str) -> Params:
    return Params() if text == "core" else params.parse(text)


def _counts(text: str) -> tuple[tuple[str, int], ...]:
    found = [COUNT.fullmatch(item) for item in text.split(",")]
    counts = tuple((one[1], int(one[2])) for one in found if one)
    if len(counts) < len(found):
        raise ValueError(text)
    return counts


def _rules(text: str) -> tuple[Rule, ...]:
    return tuple(map(reading.parse, text.split("|")))


def _pending(text: str) -> tuple[Change, ...]:
    return tuple(map(changes.parse, text.split("|")))


_rule_id = _matching(RULE_ID)


def _asked(text: str) -> tuple[Ask, ...]:
    return tuple(map(reading.parse_ask, text.split("|")))
