"""Which module speaks for which game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from bot.ports import Text
from bot.words import Words, collapsi, crumble, lopti, lopti_house
from games.core import Event, MoveError, Outcome, Seat, Trial

Who = Callable[[Seat], Text]


class Spoken(Protocol):
    """What a module of a game's sentences holds."""

    NAME: str
    TAGLINE: str
    CREDIT: str
    INTRODUCTION: str
    BY_HAND: str
    """What can be drawn on a board; empty where nothing ever is."""
    LENGTH: str
    """How long a round goes on, where that has to be said before one sits down; else empty."""

    @property
    def PRESETS(self) -> Mapping[str, tuple[str, str]]:  # noqa: N802 - a module's constant
        """Each preset's name and what it means."""

    @property
    def OPTIONS(self) -> Mapping[str, tuple[str, str, dict[str, str]]]:  # noqa: N802 - a module's constant
        """Each option: its name, what it means, and its values."""

    @property
    def CALLS(self) -> Mapping[str, str]:  # noqa: N802 - a module's constant
        """What is called out about a turn that threatens something."""

    @property
    def RULES(self) -> tuple[tuple[str, str], ...]:  # noqa: N802 - a module's constant
        """Headings and what stands under them."""

    def narrate(self, event: Event, words: Words, who: Who) -> Text:
        """Tells what happened."""

    def prompt(self, view: object, seat: Seat, words: Words, who: Who, begun: str = "") -> Text:
        """Says what the seat has to do, at first or after the beginning of a move."""

    def result(self, view: object, outcome: Outcome, words: Words, who: Who) -> Text:
        """Says how the game ended."""

    def describe(
        self, view: object, words: Words, who: Who, numbered: bool = False, room: int | None = None
    ) -> tuple[Text, ...]:
        """Describes the whole board, a sentence a row.

        What the picture numbers has its number here too if it is ``numbered``. A game whose boards can be long says
        what matters most in ``room`` characters.
        """

    def label(self, view: object, text: str, begun: str, words: Words) -> str:
        """What stands on the button of a choice that follows a beginning of a move."""

    def choice(self, view: object, text: str, begun: str, words: Words) -> str:
        """Describes a choice for those who do not see the board."""

    def offer(self, view: object, seat: Seat, texts: Sequence[str], begun: str, words: Words, who: Who) -> Text:
        """Lists what a seat may choose next."""

    def summary(self, options: Mapping[str, str], words: Words) -> str:
        """Names a way to play that is no preset."""

    def refusal(self, error: MoveError, words: Words, who: Who) -> Text:
        """Says why a move cannot be made."""


class House(Protocol):
    """What a module about the business of a session's table holds."""

    def asked(self, view: object, words: Words, who: Who) -> tuple[Text, ...]:
        """Says what the table decides now, a line each; nothing where it decides nothing."""

    def rules(self, view: object, words: Words, who: Who) -> tuple[Text, ...]:
        """Lists what has been agreed at the table besides the rules of the game."""

    def count(self, view: object) -> int:
        """Counts the house rules that hold."""

    def sure(self, text: str, words: Words) -> str:
        """What stands on the button that plays what has to be confirmed."""

    def deals(self, first: object, events: Iterable[Event], words: Words) -> str:
        """Tells how each deal can be checked, from the first view of a match and what has happened since."""

    def bringing_back(self, line: str, words: Words) -> str:
        """What stands on the button that asks for what an earlier session had agreed on."""

    def planning(self, words: Words) -> Text:
        """Asks what to do in the next turn."""

    def tried(self, before: Trial, after: Trial, words: Words) -> Text:
        """Says how test rounds went without and with a change."""

    def unplayable(self, trial: Trial, words: Words) -> Text:
        """Says that with a change too few test rounds came to an end."""


HOUSES: Mapping[str, House] = {"lopti": lopti_house}
SPOKEN: Mapping[str, Spoken] = {"collapsi": collapsi, "crumble": crumble, "lopti": lopti}
