"""The scenes of Lopti that pictures in ``tests/pictures`` show."""

import random
from collections.abc import Sequence

from games.core import Event, Seat
from games.lopti import duel, question
from games.lopti.cards import DECK, Cards
from games.lopti.events import Cleared, Flipped, Obliged, PickedUp, Played
from games.lopti.params import Params
from games.lopti.position import Position
from games.lopti.round import Play, Round
from games.lopti.view import View
from renderer import Chip, Scene, Theme

NAMES = ("Margarethe", "tomás_o", "李明 (老虎)", "Ἀθηνᾶ", "مها الشمري")
Held = str | int
"""Cards side by side, or how many there are that a picture must not tell."""


def cards(text: str) -> Cards:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def position(
    hands: Sequence[Held],
    up: Sequence[str],
    down: Sequence[int],
    stock: int = 0,
    pile: str = "",
    *,
    secret: str = "a secret",
    phase: str = "play",
    turn: int = 0,
    chain: int = 0,
    obliged: bool = False,
    out: Sequence[int] = (),
    absent: Sequence[int] = (),
    left: Sequence[int] = (),
    score: tuple[int, ...] = (),
    swaps: tuple[str | None, ...] = (),
    misses: tuple[int, ...] = (),
    declarer: int | None = None,
    asleep: bool = False,
    params: Params | None = None,
) -> Position:
    """Returns a whole position: what only somebody or nobody knows is dealt from what is left, by a secret.

    A pile is written ``0:5c 2:6d6h``: who played what, from the bottom to the top.
    """
    plays = tuple(Play(cards(play[2:]), Seat(int(play[0]))) for play in pile.split())
    known = {*cards("".join(held for held in (*hands, *up) if isinstance(held, str)))}
    known.update(card for play in plays for card in play.cards)
    rest = [card for card in DECK if card not in known]
    hidden = sum(held for held in (*hands, *down) if isinstance(held, int)) + stock
    assert hidden <= len(rest), f"{hidden - len(rest)} cards too many"
    gone, rest = rest[: len(rest) - hidden], rest[len(rest) - hidden :]
    random.Random(secret).shuffle(rest)

    def dealt(held: Held) -> Cards:
        return cards(held) if isinstance(held, str) else tuple(rest.pop() for _ in range(held))

    rules = params or Params()
    return Position(
        phase=phase,
        number=1,
        round=Round(
            params=rules,
            hands=tuple(map(dealt, hands)),
            up=tuple(map(cards, up)),
            down=tuple(map(dealt, down)),
            deck=dealt(stock),
            pile=plays,
            turn=Seat(turn),
            chain=chain,
            obliged=obliged,
            gone=tuple(gone),
            out=tuple(map(Seat, out)),
            absent=frozenset(map(Seat, absent)),
            seed=secret,
        ),
        score=score or (0,) * len(hands),
        seed=secret,
        nonce=secret,
        params=rules,
        swaps=swaps,
        misses=misses or (0,) * len(hands),
        declarer=None if declarer is None else Seat(declarer),
        asleep=asleep,
        left=frozenset(map(Seat, left)),
    )


def scene(
    shown: Position,
    active: Sequence[int],
    *,
    viewer: int | None = None,
    last: tuple[Event, ...] = (),
    pace: str = "48h",
    theme: Theme = "light",
    won: Sequence[int] = (),
) -> Scene:
    chips = tuple(
        Chip(NAMES[seat % len(NAMES)], active=seat in active, won=seat in won) for seat in range(len(shown.score))
    )
    return Scene(View(shown, None if viewer is None else Seat(viewer)), chips, pace, last, theme=theme)


def obligation(theme: Theme = "light", secret: str = "a secret") -> Scene:
    """Two 3s were passed on."""
    shown = position(
        [5, 3, 11, 0],
        ["9hKc5s", "4dTs6h", "AdQc", ""],
        [3, 3, 2, 2],
        7,
        "3:7c 0:4s 1:5d 0:JsJd 3:KhKd 0:Ac",
        turn=2,
        chain=2,
        obliged=True,
        secret=secret,
    )
    return scene(shown, [2], theme=theme)


def low(theme: Theme = "dark", secret: str = "a secret") -> Scene:
    """A 7 on top, no deck left, a seat out while the others play on, another one away."""
    shown = position(
        [4, 2, "", 6, 14],
        ["9h", "4d", "", "Js2d", "Qh3s8c"],
        [3, 3, 0, 2, 3],
        0,
        "3:4c 0:5c 1:5h5d 3:7s",
        turn=4,
        out=[2],
        misses=(0, 2, 0, 0, 0),
        params=Params(after_win="play_on"),
        secret=secret,
    )
    return scene(shown, [4], pace="90s", theme=theme)


def swapping(theme: Theme = "light", secret: str = "a secret") -> Scene:
    """Two of three have chosen what to swap."""
    shown = position(
        [3, 3, 3],
        ["9hKc5s", "4dTs6h", "AdQc2c"],
        [3, 3, 3],
        25,
        phase="swap",
        swaps=("-", None, "4c 2c" if secret == "a secret" else "-"),
        secret=secret,
    )
    return scene(shown, [1], pace="12h", theme=theme)


def between(theme: Theme = "dark", secret: str = "a secret") -> Scene:
    """The first seat has won a round and may make a rule."""
    shown = position(
        ["", 4, 11],
        ["", "5s", ""],
        [0, 3, 2],
        0,
        "0:4c 1:Js 2:QdQh 0:2s",
        phase="break",
        out=[0],
        score=(2, 1, 10),
        declarer=0,
        secret=secret,
    )
    return scene(shown, [0], pace="24h", theme=theme)


def asleep(theme: Theme = "dark") -> Scene:
    """Everybody was away; everybody may wake the table."""
    shown = position([3, 2], ["9h", ""], [3, 2], 1, "0:5s 1:7h", misses=(2, 3), asleep=True)
    return scene(shown, [0, 1], theme=theme)


def flipped(theme: Theme = "light", secret: str = "a secret") -> Scene:
    """A card was turned over that does not fit."""
    shown = position([3, 6, 11, 5], ["9h", "", "AdQc2c", ""], [3, 2, 3, 3], 9, turn=2, secret=secret)
    last = (Flipped(Seat(1), "4d", False), PickedUp(Seat(1), cards("5c9c9sJdJc4d")))
    return scene(shown, [2], last=last, theme=theme)


def passed(theme: Theme = "dark") -> Scene:
    """A 3 was turned over: it does not lie in the pile."""
    shown = position(
        [3, "", 11, 5], ["9h", "", "AdQc2c", ""], [3, 2, 3, 3], 9, "0:4c 1:8h8s 2:9d", turn=2, chain=1, obliged=True
    )
    return scene(shown, [2], last=(Flipped(Seat(1), "3d", True), Obliged(Seat(2), Seat(1))), theme=theme)


def fitted(theme: Theme = "light") -> Scene:
    """A card was turned over that fits."""
    shown = position([3, "", 11, 5], ["9h", "", "AdQc2c", ""], [3, 2, 3, 3], 9, "0:4c 3:8h8s 0:9d 1:Kd", turn=2)
    return scene(shown, [2], last=(Flipped(Seat(1), "Kd", True),), theme=theme)


def taken(theme: Theme = "dark") -> Scene:
    """A seat has picked up the pile."""
    shown = position([3, 14, 11], ["9h", "", "AdQc8c"], [3, 2, 3], 2, turn=2)
    return scene(shown, [2], last=(PickedUp(Seat(1), cards("4c5c9d9sJd4dKsKcAc2c2d5h")),), theme=theme)


def cleared(theme: Theme = "light") -> Scene:
    """A seat has cleared the pile and plays again."""
    shown = position([3, 2, 11], ["9h", "", "AdQc8c"], [3, 2, 3], 2, turn=2)
    last = (Played(Seat(2), ("Ts",)), Cleared(Seat(2), "ten", 8))
    return scene(shown, [2], last=last, theme=theme)


def changed(theme: Theme = "light") -> Scene:
    """A table that voted: four places, other ranks that can do something; somebody has left, somebody came later."""
    shown = position(
        [3, 2, "", 10, ""],
        ["9hKsTcTd", "", "", "AdQc2c3c", ""],
        [4, 2, 0, 4, 0],
        1,
        "0:5s5h5c 1:9d9s 3:QsQhQd",
        turn=3,
        chain=3,
        absent=[2, 4],
        left=[2],
        params=Params(deal_up=4, deal_down=4, rank_reset="9", rank_pass="8", rank_low="Q", low_max=10, rank_clear="K"),
    )
    return scene(shown, [3], theme=theme)


def nineteen(theme: Theme = "light", secret: str = "a secret", active: int = 1) -> Scene:
    """A hand of nineteen cards, and what may be played on a pair of 8s."""
    shown = position(
        [3, "4c4d5s5h5d6c8d8s9h9c9sJhQsQdKc2h7d7sTs", 2],
        ["", "Qh3s", ""],
        [3, 3, 1],
        9,
        "0:4h 1:4s5c 2:8h8c",
        turn=active,
        secret=secret,
    )
    return scene(shown, [active], viewer=1, theme=theme)


def most(theme: Theme = "light") -> Scene:
    """A hand of forty-one cards (S59), in the middle of a chain."""
    ranks = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    hand = "".join(card for card in ranks if card not in cards("9h9dKsKdAsJsJhQhQd3s3d"))
    shown = position([hand, 1], ["9hKsAs", ""], [3, 0], 0, "0:Qh 1:Qd", chain=2)
    return scene(shown, [0], viewer=0, theme=theme)


def blind(theme: Theme = "dark") -> Scene:
    """Nothing but down cards is left."""
    shown = position(["", 4], ["", ""], [3, 2], 0, "1:5s 0:8h8d")
    return scene(shown, [0], viewer=0, theme=theme)


def choosing(theme: Theme = "light") -> Scene:
    """The viewer has chosen a swap that others do not see yet."""
    shown = position(["4c4dKs", 3], ["9hKd2s", "9dKh3s"], [3, 3], 34, phase="swap", swaps=("4c 2s", None))
    return scene(shown, [1], viewer=0, theme=theme)


def obliged(theme: Theme = "dark") -> Scene:
    """The viewer may play a 3 only."""
    shown = position(["3c3dKs2c7c", 3], ["9hKd2s", "9dKh"], [3, 2], 10, "1:5c5d5h", chain=1, obliged=True)
    return scene(shown, [0], viewer=0, theme=theme)


def throws(first: str = "", second: str = "", theme: Theme = "light") -> Scene:
    """A duel of the third seat against the first one."""
    shown = duel.open(question.parse("vote,remove%20r1,now,2,0.1.2,2+.0-,"), creator=Seat(0))
    for seat, text in ((2, first), (0, second)):
        if text:
            shown = duel.throw(shown, Seat(seat), text)
    return Scene(duel.masked(shown, None), tuple(map(Chip, NAMES[:3])), theme=theme)


WON = ("RPS" * 15 + "R", "PSR" * 5 + "SRP" * 5 + "P")
"""The throws of a duel that ends 15 to 16."""
