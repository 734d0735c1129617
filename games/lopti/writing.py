"""How a session is written as text; `games.lopti.text` reads it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.lopti.cards import Cards
from games.lopti.round import FUEL, Round
from games.lopti.rule import line

if TYPE_CHECKING:
    from games.lopti.position import Position


def write(position: "Position") -> str:
    """Returns tokens ``key=value``; what has its default value is left out."""
    told = {**_session(position), **_round(position.round), **_votes(position)}
    return " ".join(f"{key}={value}" for key, value in told.items() if value)


def _session(position: "Position") -> dict[str, str]:
    return {
        "turn": str(position.round.turn),
        "phase": position.phase if position.phase != "play" else "",
        "round": str(position.number) if position.number != 1 else "",
        "score": ";".join(map(str, position.score)) if any(position.score) else "",
        "dropped": _seats(sorted(position.left)),
        "misses": ";".join(map(str, position.misses)) if any(position.misses) else "",
        "asleep": _yes(position.asleep),
        "declarer": "" if position.declarer is None else str(position.declarer),
        "closing": _seats(sorted(position.closing)),
        "swaps": ";".join((swap or "").replace(" ", "") for swap in position.swaps) if any(position.swaps) else "",
        "agreed": str(position.params) or "core" if position.params != position.round.params else "",
        "seed": position.seed,
        "nonce": position.nonce,
        "digest": position.digest,
    }


def _round(round: Round) -> dict[str, str]:
    dealer, opener = round.dealer, round.opener
    return {
        "hand": _zones(round.hands),
        "up": _zones(round.up) if any(round.up) else "",
        "down": _zones(round.down) if any(round.down) else "",
        "deck": "".join(round.deck),
        "pile": "|".join("".join(play.cards) for play in round.pile),
        "by": _seats(play.by for play in round.pile) if any(play.by for play in round.pile) else "",
        "chain": _number(round.chain),
        "obliged": _yes(round.obliged),
        "extra": _yes(round.extra),
        "played": _number(round.played),
        "dealer": _number(dealer),
        "opener": str(opener) if opener != dealer else "",
        "winner": "" if round.last_winner is None else str(round.last_winner),
        "gone": "".join(round.gone),
        "left": "".join(round.left),
        "out": _seats(round.out),
        "absent": _seats(sorted(round.absent)),
        "quit": _seats(sorted(round.quit)),
        "idle": _number(round.idle),
        "params": str(round.params),
        "flags": _counts(round.flags),
        "fired": _counts(round.fired),
        "fuel": str(round.fuel) if round.fuel != FUEL else "",
        "asked": "|".join(map(str, round.asked)),
        "chance": round.seed,
    }


def export(position: "Position") -> str:
    """Returns the house rules that hold, one to a line: a later session can bring each back with ``restore`` (S1)."""
    return "\n".join(line(rule) for rule in position.rules if rule.status == "active")


def _votes(position: "Position") -> dict[str, str]:
    return {
        "voted": _yes(position.voted),
        "question": "" if position.question is None else str(position.question),
        "duel": "" if position.duel is None else str(position.duel),
        "pending": "|".join(map(str, position.pending)),
        "rewording": position.rewording,
        "rules": "|".join(map(str, position.rules)),
    }


def _zones(zones: tuple[Cards, ...]) -> str:
    return ";".join(map("".join, zones))


def _seats(seats: Iterable[int]) -> str:
    return ",".join(map(str, seats))


def _counts(counts: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{name}:{count}" for name, count in counts)


def _number(number: int) -> str:
    return str(number) if number else ""


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""
