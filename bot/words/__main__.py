"""`python -m bot.words` collects the sentences of the code into the English catalogue."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.words import CATALOGUES, DEFAULT

KEYWORDS = {"say": None, "text": None, "sentence": None, "count": (1, 2)}
HEADER = b"""# The sentences of Tumbledown in English, collected from the code by `make words`.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: en\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
SOURCE = Path(__file__).parents[1]


def collect() -> bytes:
    """Returns the English catalogue as the code has it; its messages are their own translations."""
    catalogue = Catalog(locale=DEFAULT, project="Tumbledown", charset="utf-8", fuzzy=False)
    for name, line, message, _comments, _context in extract_from_dir(str(SOURCE), keywords=KEYWORDS):
        catalogue.add(message, message, [(f"bot/{Path(name).as_posix()}", line)])
    written = BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, omit_header=True, include_lineno=False)
    return HEADER + written.getvalue()


if __name__ == "__main__":
    CATALOGUES.mkdir(exist_ok=True)
    (CATALOGUES / f"{DEFAULT}.po").write_bytes(collect())
