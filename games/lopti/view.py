"""What a seat may know of a session: the position with every secret card turned over.

`Position.view(seat)` masks: other hands, all down cards, the deck, cards that left unseen become ``UNSEEN`` (their
number stays), seeds are empty, swaps and throws of others are only marked as given. So the same functions that read a
position read a view, and nothing secret is there to be leaked.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.core import Choice, Choices, Seat
from games.lopti import changes, duel, interpreting
from games.lopti.cards import UNSEEN, Cards
from games.lopti.walking import open_asks

if TYPE_CHECKING:
    from games.lopti.position import Position

MOST_SEATS = 5
"""How many seats a session can have in all, those who have left included: each keeps its sign."""


@dataclass(frozen=True, slots=True)
class View:
    """A session as one seat knows it, or as everybody does (``viewer`` None)."""

    position: "Position"
    """The masked position."""
    viewer: Seat | None

    def __str__(self) -> str:
        return str(self.position)

    @property
    def public(self) -> tuple[Choice, ...]:
        """What anybody at the table may do now; in the card play and the swap that would tell of a hand."""
        position, texts = self.position, []
        if position.asleep:
            texts.append("wake")
        elif position.phase == "break":
            texts += ["deal", "close"] if position.declarer is None else ["waive"]
        elif position.question is None:
            texts += [f"call {ask.rule}" for ask in open_asks(position)]
        if position.duel:
            texts += ["defend"] if any(duel.may_defend(position.duel, seat) for seat in position.seated) else []
        elif position.question and interpreting.explainer(position) is None:
            texts += ["vote yes", "vote no"]
        return tuple(Choice(text, complete=True) for text in texts)

    def closer(self, begun: str) -> object:
        """Returns the duel while the viewer chooses what to throw, else the view itself."""
        return self.position.duel if self.position.duel and begun == "duel" else self

    @property
    def may_join(self) -> bool:
        """Whether somebody can sit down who takes part from the next round."""
        position = self.position
        return (
            position.phase != "over"
            and len(position.score) < MOST_SEATS
            and changes.coming(position).params.fit(len(position.seated) + 1)
        )

    def moves(self, seat: Seat) -> Iterator[str]:
        """Yields the viewer's own legal moves; of another seat nothing is known."""
        return self.position.moves(seat) if seat == self.viewer else iter(())

    def choices(self, seat: Seat, prefix: str = "") -> Choices:
        """Returns the viewer's own next choices, as `Position.choices` does."""
        return self.position.choices(seat, prefix) if seat == self.viewer else Choices(())


def masked(position: "Position", viewer: Seat | None) -> "Position":
    """Returns a position without what a seat (None: everybody) may not know."""
    round = position.round
    hands = tuple(cards if seat == viewer else _covered(cards) for seat, cards in enumerate(round.hands))
    swaps = tuple(choice if seat == viewer or choice is None else UNSEEN for seat, choice in enumerate(position.swaps))
    known = replace(
        round,
        hands=hands,
        down=tuple(map(_covered, round.down)),
        deck=_covered(round.deck),
        left=_covered(round.left),
        seed="",
    )
    fight = position.duel and duel.masked(position.duel, viewer)
    return replace(position, round=known, seed="", nonce="", swaps=swaps, duel=fight)


def _covered(cards: Cards) -> Cards:
    return (UNSEEN,) * len(cards)
