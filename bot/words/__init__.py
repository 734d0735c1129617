"""Every sentence that people read.

A sentence stands in the code in English and is looked up in the catalogue of the reader's language
(``catalogues/*.po``), which Babel reads when the bot starts. Its places for facts have names, so that translators may
move them; a fact may be a `Person` or a time, and stays one.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.ports import Board, Fragment, Person, Text, When, plain

CATALOGUES = Path(__file__).parent / "catalogues"
DEFAULT = "en"

Fact = str | int | Person | When | Board | Text


class Words:
    """The sentences of one language."""

    def __init__(self, locale: str, catalogue: GNUTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue

    def say(self, sentence: str, /, **facts: Fact) -> Text:
        """Returns a sentence with its facts."""
        return _fill(self._catalogue.gettext(sentence), facts)

    def count(self, one: str, many: str, n: int, /, **facts: Fact) -> Text:
        """Returns a sentence in the form that goes with the number ``n``, which it may name."""
        return _fill(self._catalogue.ngettext(one, many, n), {"n": self.number(n), **facts})

    def text(self, sentence: str, /, **facts: Fact) -> str:
        """Returns a sentence without mentions, for a label or a file."""
        return plain(self.say(sentence, **facts))

    def number(self, value: int) -> str:
        """Writes a number as the language groups it."""
        return format_decimal(value, locale=self.locale)


def sentence(text: str) -> str:
    """Marks a sentence that is looked up elsewhere, so that the catalogues hold it."""
    return text


@cache
def words_for(locale: str) -> Words:
    """Returns the sentences of a language, else those of its base, else the English ones."""
    tried = locale.replace("-", "_")
    for name in (tried, tried.split("_")[0]):
        if name in locales():
            return Words(name, _catalogue(name))
    return Words(DEFAULT, _catalogue(DEFAULT))


@cache
def locales() -> frozenset[str]:
    """The languages that have a catalogue."""
    return frozenset(path.stem for path in CATALOGUES.glob("*.po"))


@cache
def _catalogue(locale: str) -> GNUTranslations:
    with (CATALOGUES / f"{locale}.po").open("rb") as file:
        catalogue = read_po(file, locale=locale)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _fill(template: str, facts: dict[str, Fact]) -> Text:
    parts: list[Fragment] = []
    for literal, name, _, _ in Formatter().parse(template):
        fact = facts[name] if name else ""
        for part in (literal, *(fact if isinstance(fact, tuple) else (fact,))):
            if isinstance(part, str | int):
                if parts and isinstance(parts[-1], str):
                    parts[-1] += str(part)
                elif part != "":
                    parts.append(str(part))
            else:
                parts.append(part)
    return tuple(parts)
