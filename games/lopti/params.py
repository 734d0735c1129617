"""The core parameters: what a Rule Vote can change and the program plays (``docs/rules/lopti.md``, section 6).

>>> str(Params.of({"low.renew": "match", "draw.floor": "4"}))
'draw.floor:4,low.renew:match'
>>> parse("low.max:8").low_max
8
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, TypeAlias

from games.core import InvalidOptions
from games.lopti.cards import DECK, RANKS

Value: TypeAlias = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter and what it may be, as text."""

    key: str
    values: tuple[str, ...]
    default: str


def _param(key: str, default: Value, values: Iterable[Value] = (False, True)) -> Any:
    read = {_written(value): value for value in values}
    return field(default=default, metadata={"param": Param(key, tuple(read), _written(default)), "read": read})


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in ("", None) else str(value)


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a round; the defaults are the core rules."""

    deal_hand: int = _param("deal.hand", 3, range(1, 6))
    deal_up: int = _param("deal.up", 3, range(5))
    deal_down: int = _param("deal.down", 3, range(5))
    swap_max: int = _param("swap.max", 1, range(4))
    draw_floor: int = _param("draw.floor", 3, range(7))
    """Who holds fewer cards after the first play of a turn draws."""
    draw_mode: str = _param("draw.mode", "one", ("one", "refill"))
    """``one`` card, or ``refill`` up to the floor."""
    draw_extra_plays: bool = _param("draw.extra_plays", False)
    rank_reset: str = _param("rank.reset", "2", (*RANKS, ""))
    """The rank with this power; empty where none has it."""
    rank_pass: str = _param("rank.pass", "3", (*RANKS, ""))
    rank_low: str = _param("rank.low", "7", (*RANKS, ""))
    rank_clear: str = _param("rank.clear", "T", (*RANKS, ""))
    low_max: int = _param("low.max", 7, range(4, 11))
    low_allows_clear: bool = _param("low.allows_clear", False)
    low_renew: str = _param("low.renew", "free", ("free", "match"))
    """Sevens on sevens: ``free``, or they have to ``match`` like other ranks."""
    order_ace: str = _param("order.ace", "high", ("high", "low"))
    order_direction: str = _param("order.direction", "cw", ("cw", "ccw"))
    match_rule: str = _param("match.rule", "more", ("more", "any", "never"))
    """A rank on itself: with ``more`` copies or to complete four, ``any`` number, ``never``."""
    raise_min_copies: bool = _param("raise.min_copies", False)
    four_clears: bool = _param("four.clears", True)
    four_across_resets: bool = _param("four.across_resets", False)
    clear_extra_play: bool = _param("clear.extra_play", True)
    pickup_voluntary: bool = _param("pickup.voluntary", True)
    blind_illegal: str = _param("blind.illegal", "pile", ("pile", "card_only"))
    """Who flips a card that does not fit takes the ``pile``, or with ``card_only`` that card."""
    blind_choice: str = _param("blind.choice", "owner", ("owner", "leftmost", "random"))
    """Which down card is flipped: the one its ``owner`` chooses, the ``leftmost``, a ``random`` one."""
    pass_stays: bool = _param("pass.stays", False)
    opener: str = _param("opener", "winner", ("winner", "dealer", "left_of_dealer"))
    after_win: str = _param("after_win", "stop", ("stop", "play_on"))
    winner_creates_rule: bool = _param("winner.creates_rule", True)
    hand_cap_pickup: int | None = _param("hand.cap_pickup", None, (None, *range(10, 31)))

    def __str__(self) -> str:
        return ",".join(f"{key}:{value}" for key, value in self.changed().items())

    def value(self, key: str) -> str:
        """Returns a parameter as text."""
        return _written(getattr(self, _FIELDS[key].name))

    def changed(self) -> dict[str, str]:
        """Returns what is not a core rule, in the order of `PARAMS`."""
        told = {key: self.value(key) for key in PARAMS}
        return {key: value for key, value in told.items() if value != PARAMS[key].default}

    @property
    def dealt(self) -> int:
        """How many cards each seat is dealt."""
        return self.deal_hand + self.deal_up + self.deal_down

    def fit(self, seats: int) -> bool:
        """Whether the deck is large enough for so many seats."""
        return seats * self.dealt <= len(DECK)

    @staticmethod
    def of(told: Mapping[str, str]) -> "Params":
        """Returns the core rules with some parameters changed.

        :raises InvalidOptions: if there is no such parameter or value, or a rank would have two powers.
        """
        read: dict[str, Any] = {}
        for key, value in told.items():
            if key not in PARAMS or value not in PARAMS[key].values:
                raise InvalidOptions("unknown_option", name=key, value=value)
            read[_FIELDS[key].name] = _FIELDS[key].metadata["read"][value]
        params = Params(**read)
        powers = (params.rank_reset, params.rank_pass, params.rank_low, params.rank_clear)
        if twice := next((rank for rank in powers if rank and powers.count(rank) > 1), None):
            raise InvalidOptions("two_powers", rank=twice)
        return params


_FIELDS = {one.metadata["param"].key: one for one in fields(Params)}
PARAMS: Mapping[str, Param] = MappingProxyType({key: one.metadata["param"] for key, one in _FIELDS.items()})


def parse(text: str) -> Params:
    """Reads what `Params.__str__` has written.

    :raises InvalidOptions: if the text is something else.
    """
    told: dict[str, str] = {}
    for item in text.split(",") if text else []:
        key, _, value = item.partition(":")
        if key in told:
            raise InvalidOptions("unknown_option", name=key, value=value)
        told[key] = value
    return Params.of(told)
