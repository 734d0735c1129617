"""Every sentence: it is in the catalogue, it has what it needs, and there is one for everything that can happen."""

import ast
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot import answers, pickers, posts, words
from bot import refusals as refusal_module
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, load
from bot.ports import Button, Person, Post, plain
from bot.table import Refusal
from bot.words import CATALOGUES, Words, locales, page, words_for
from bot.words.__main__ import collect
from bot.words.commands import COMMANDS, OPTIONS
from bot.words.spoken import SPOKEN
from games import GAMES
from games.core import MoveError, Seat
from storage import Store
from tests.bot.hall import ANN, BOB, GROUP, Hall
from tests.bot.test_words_of_games import who_sits
from tests.time import Time

ROOT = Path(__file__).parents[2]
BOT = sorted((ROOT / "bot").rglob("*.py"))
ENGLISH = words_for("en")


def catalogue(locale: str) -> Catalog:
    with (CATALOGUES / f"{locale}.po").open("rb") as file:
        return read_po(file, locale=locale)


def messages(locale: str) -> Iterator[Message]:
    yield from (message for message in catalogue(locale) if message.id)


def forms(message: Message) -> list[str]:
    both = [*(message.id if isinstance(message.id, tuple) else (message.id,))]
    return [*both, *(message.string if isinstance(message.string, tuple) else (message.string,))]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# The catalogues


def test_the_english_catalogue_is_what_the_code_says() -> None:
    assert (CATALOGUES / "en.po").read_bytes() == collect(), "run `make words`"


def test_english_sentences_are_their_own_translations() -> None:
    for message in messages("en"):
        assert message.string == message.id


@pytest.mark.parametrize("locale", sorted(locales()))
def test_a_catalogue_has_every_sentence(locale: str) -> None:
    known = {message.id for message in messages("en")}
    translated = {message.id for message in messages(locale) if all(forms(message)) and not message.fuzzy}
    assert known - translated == set()


@pytest.mark.parametrize("locale", sorted(locales()))
def test_a_translation_has_the_same_places_for_facts(locale: str) -> None:
    for message in messages(locale):
        several = [fields(form) for form in forms(message)]
        first = several[0] | {"n"} if isinstance(message.id, tuple) else several[0]
        assert all(places <= first for places in several), message.id
        if not isinstance(message.id, tuple):
            assert all(places == first for places in several), message.id


@pytest.mark.parametrize("locale", sorted(locales()))
def test_every_sentence_takes_its_facts(locale: str) -> None:
    spoken, ann = words_for(locale), Person("Ann", "telegram", "1")
    for message in messages(locale):
        names = set().union(*map(fields, forms(message)))
        facts: dict[str, words.Fact] = dict.fromkeys(names - {"n"}, (ann, " ●"))
        if isinstance(message.id, tuple):
            one, many = message.id
            told = [spoken.count(one, many, number, **facts) for number in (0, 1, 2, 5, 11, 101)]
        else:
            told = [spoken.say(str(message.id), **facts)]
        for text in told:
            assert "{" not in plain(text)
            assert [part for part in text if part == ann] or not facts, "a person stays a person"


def test_sentences_have_names_for_their_facts() -> None:
    for message in messages("en"):
        for form in forms(message):
            assert all(name.isidentifier() for name in fields(form)), form


def test_sentences_are_written_with_care() -> None:
    for message in messages("en"):
        for form in forms(message):
            assert form == form.strip()
            assert "  " not in form
            assert "..." not in form, "an ellipsis is one sign"


# Words


def test_a_number_chooses_its_form() -> None:
    count = [plain(ENGLISH.count("{n} move.", "{n} moves.", number)) for number in (0, 1, 2, 1234)]
    assert count == ["0 moves.", "1 move.", "2 moves.", "1,234 moves."]


def test_a_fact_may_be_a_text_with_a_person_in_it() -> None:
    ann = Person("Ann")
    assert ENGLISH.say("{who} gave up.", who=(ann, " ●")) == (ann, " ● gave up.")
    assert ENGLISH.say("{who} gave up.", who=ann) == (ann, " gave up.")
    assert ENGLISH.text("Open {number}", number=3) == "Open 3"


def test_what_people_write_is_no_template() -> None:
    assert ENGLISH.text("{who} gave up.", who="{0.__class__} {who}") == "{0.__class__} {who} gave up."


@pytest.mark.parametrize("locale", ["xx", "pt-BR", "", "en-GB", "zh_Hant_TW", "../../etc/passwd", "EN"])
def test_an_unknown_language_is_english(locale: str) -> None:
    assert words_for(locale).locale == "en"
    assert words_for(locale).text("Join") == "Join"


@pytest.fixture
def two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "en.po").write_bytes((CATALOGUES / "en.po").read_bytes())
    for locale, join in (("pt", "Entrar"), ("pt_BR", "Participar")):
        body = f'msgid "Join"\nmsgstr "{join}"\n\nmsgid "{{n}} move."\nmsgid_plural "{{n}} moves."\n'
        body += 'msgstr[0] "{n} lance."\nmsgstr[1] "{n} lances."\n'
        head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: {locale}\\n"\n'
        plural = '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        (tmp_path / f"{locale}.po").write_text(head + plural + body, encoding="utf-8")
    cached = (words.locales, words.words_for, words._catalogue)
    monkeypatch.setattr(words, "CATALOGUES", tmp_path)
    for one in cached:
        one.cache_clear()
    yield
    for one in cached:
        one.cache_clear()


@pytest.mark.usefixtures("two_languages")
def test_a_language_falls_back_to_its_base_and_then_to_english() -> None:
    assert [words_for(locale).text("Join") for locale in ("pt-BR", "pt_BR", "pt-PT", "pt", "fr")] == [
        "Participar", "Participar", "Entrar", "Entrar", "Join",
    ]  # fmt: skip
    assert words_for("pt").text("Withdraw") == "Withdraw", "a sentence that is missing is English"
    assert plain(words_for("pt").count("{n} move.", "{n} moves.", 0)) == "0 lance."
    assert words_for("pt").number(1234) == "1.234"


# Refusals: the reasons are found by reading the code


def raised(path: Path, *names: str, looked_up: frozenset[str] = frozenset()) -> set[str]:
    """The codes with which a file refuses: the first argument of such an exception, also out of a choice or a table.

    Where it is what a function has said, it may be any of the codes ``looked_up``.
    """
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tables = {
        target.id: {item.value for item in ast.walk(node.value) if isinstance(item, ast.Constant)}
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args:
            match node.args[0]:
                case ast.Constant(value=str(code)):
                    found.add(code)
                case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
                    found |= {one, other}
                case ast.Subscript(value=ast.Name(id=table)) if table in tables:
                    found |= {code for code in tables[table] if isinstance(code, str) and not code.isdecimal()}
                case ast.Name() | ast.Subscript(value=ast.Call()) if looked_up:
                    found |= looked_up
                case other:
                    raise AssertionError(f"{path.name}: cannot tell what {ast.unparse(other)} may be")
    return found


def said(paths: Iterable[Path], name: str) -> frozenset[str]:
    """The codes that functions of that name return."""
    functions = (
        node
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    returned = (node.value for function in functions for node in ast.walk(function) if isinstance(node, ast.Return))
    constants = (value.value for value in returned if isinstance(value, ast.Constant))
    return frozenset(code for code in constants if isinstance(code, str))


REFUSALS = set().union(*(raised(path, "Refusal") for path in BOT))
SILENT = {"repeated"}


async def refusals(store: Store, time: Time) -> dict[str, str]:
    hall = Hall(store, time)
    match = await hall.match()
    running = await hall.table(match)
    time.advance(days=1)
    told = {}
    for reason in REFUSALS - SILENT:
        error = None
        if reason == "move":
            assert running.position is not None
            with pytest.raises(MoveError) as caught:
                running.position.play(Seat(0), "nonsense")
            error = caught.value
        refused = Refusal(reason, running, error=error)
        told[reason] = plain(refusal_module.refusal(refused, running, Look(ENGLISH), time.now()).text)
    return told


async def test_every_refusal_has_a_sentence_of_its_own(store: Store, time: Time) -> None:
    assert {"stale", "over", "not_seated", "not_your_turn", "too_many_open"} < REFUSALS
    told = await refusals(store, time)
    assert all(told.values())
    assert len(set(told.values())) == len(told), "no two are told the same"
    assert all(not text.endswith("!") for text in told.values())


async def test_a_refusal_about_no_match_has_words_too(time: Time) -> None:
    for reason in REFUSALS - SILENT:
        assert plain(refusal_module.refusal(Refusal(reason), None, Look(ENGLISH), time.now()).text)


async def test_what_is_gone_says_how(store: Store, time: Time) -> None:
    hall = Hall(store, time)
    taken, lapsed = await hall.match(), await hall.challenge()
    told = []
    for match in (taken, lapsed):
        found = await hall.table(match)
        told.append(plain(refusal_module.refusal(Refusal("gone", found), found, Look(ENGLISH), time.now()).text))
    assert told == ["Somebody was faster.", "This invitation is no longer open."]


CHECKED_BEFORE = {"over", "not_your_turn", "no_seat"}
"""What a position refuses and a table never asks of it: the table has refused before."""
ELSEWHERE = {"lopti"}
"""Games whose reasons are passed on from layer to layer: a test of their own sentences finds them."""


@pytest.mark.parametrize("slug", sorted(GAMES.keys() - ELSEWHERE))
def test_every_reason_of_a_game_has_a_sentence_of_its_own(slug: str) -> None:
    paths = list((ROOT / "games" / slug).glob("*.py"))
    looked_up = said(paths, "refusal")
    reasons = set().union(*(raised(path, "IllegalMove", "InvalidMove", looked_up=looked_up) for path in paths))
    reasons -= CHECKED_BEFORE
    assert reasons
    facts = {
        "text": "x" * 40, "square": "c3", "start": "a1", "steps": 3, "seat": 1, "moves": tuple("abcdefghij"),
        "location": "2,13,1", "by": "2,13,2", "step": 3, "way": "N", "half": "E", "halves": ("W", "E"), "number": 3,
        "pieces": 2, "begun": "2,13,1",
    }  # fmt: skip
    told = {
        reason: plain(SPOKEN[slug].refusal(MoveError(reason, **facts), ENGLISH, who_sits))  # type: ignore[arg-type]
        for reason in reasons
    }
    assert all(told.values())
    assert len(set(told.values())) == len(told)
    assert all(len(text) <= 190 for text in told.values()), "a toast cuts at 200"


# How long things may be


@pytest.mark.parametrize("locale", sorted(locales()))
def test_labels_of_commands_are_short(locale: str) -> None:
    spoken = words_for(locale)
    for sentence in chain(COMMANDS.values(), OPTIONS.values()):
        assert 0 < len(spoken.text(sentence)) <= 100, "Discord's limit for a description"


LONG_NAME = "Wilhelmina Bartholomew Featherstonehaugh"


def buttons(post: Post) -> list[Button]:
    return [one for row in post.rows for one in row if isinstance(one, Button)]


@pytest.mark.parametrize("locale", sorted(locales()))
async def test_boards_answers_and_labels_keep_their_limits(store: Store, time: Time, locale: str) -> None:
    from dataclasses import replace

    hall = Hall(store, time)
    host, guest = replace(ANN, name=LONG_NAME), replace(BOB, name=LONG_NAME + " II")
    spoken = words_for(locale)
    look, lettered = Look(spoken), Look(spoken, as_text=True)
    challenge = await hall.challenge(host, wish=Wish("collapsi", opponent=guest))
    shown = [posts.compose(await hall.table(challenge), look, time.now(), since=0)]
    match = await hall.match(host, guest)
    private: list[Post] = []
    while True:
        found = await hall.table(match)
        for late in (0, 30, 50):
            time.advance(hours=late)
            shown += [posts.compose(found, one, time.now(), since=0) for one in (look, lettered)]
            time.advance(hours=-late)
        private += _private(found, spoken)
        if found.match.status == "over":
            break
        await hall.play(match, host, guest)
    for post in shown:
        text = plain(post.text)
        assert len(text) <= 600
        assert len(post.alt) <= 1000
        if post.scene is not None or not post.alt:
            told = text.split("    a  b")[0]
            assert told.count("\n") < 8
        assert sum(len(row) for row in post.rows) <= 25
    for post in private:
        assert len(plain(post.text)) <= 300
    for one in chain.from_iterable(map(buttons, (*shown, *private))):
        assert 0 < len(one.label) <= 80, "Discord's limit"
        assert len(one.payload.encode()) <= 64, "law 10"
        assert one.payload.isascii()
    fixed = {text for message in messages(locale) for text in forms(message)}
    for one in chain.from_iterable(map(buttons, (*shown, *private))):
        if one.label in fixed:
            assert len(one.label) <= 20, one.label


def _private(found: Table, spoken: Words) -> list[Post]:
    made = [answers.menu(found, seated, spoken) for seated in (True, False)]
    made += [answers.introduction(found, spoken), answers.sure_to_resign(found, Seat(0), spoken)]
    return made


@pytest.mark.parametrize("locale", sorted(locales()))
@pytest.mark.parametrize("slug", list(GAMES))
def test_pages_of_the_rules_keep_their_limits(slug: str, locale: str) -> None:
    spoken = words_for(locale)
    pages = [answers.rules(slug, number, spoken) for number in range(len(answers._pages(slug, spoken)))]
    for one in pages:
        assert len(plain(one.text)) <= 2000
    told = "\n".join(plain(one.text) for one in pages)
    for heading, body in SPOKEN[slug].RULES:
        assert spoken.text(heading) in told
        assert spoken.text(body) in told
    for heading in answers.topics(slug, spoken):
        assert answers.topic(slug, heading.upper(), spoken) is not None
    assert answers.topic(slug, "no such heading", spoken) is None
    assert answers.rules(slug, 99, spoken) == pages[-1]


def test_pages_of_the_web_table_have_words_for_all_they_name() -> None:
    assert all(page.SENTENCES.values())
    assert len(set(page.SENTENCES)) == len(page.SENTENCES)


# No sentence outside the catalogues: text that people read comes from say, text, count or sentence

SHOWN = {"Post": 0, "Button": 0, "PeopleMenu": 0, "Suggestion": 0, "Person": 0, "lines": None}
"""What is read by people, and which of its arguments is; None for all of them."""


def literals(node: ast.AST) -> Iterator[str]:
    """The letters of an expression that stand there as they are, and not as what is said or asked of `words`."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Call():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from literals(child)


def unsaid(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in SHOWN:
            continue
        which = SHOWN[node.func.id]
        for shown in node.args if which is None else node.args[which : which + 1]:
            for text in literals(shown):
                if " " in text.strip() and any(letter.isalpha() for letter in text):
                    yield text


@pytest.mark.parametrize("path", BOT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_sentence_stands_outside_the_catalogues(path: Path) -> None:
    assert list(unsaid(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_a_sentence_outside_the_catalogues_would_be_found() -> None:
    found = 'Post(("Hello there", name), rows=((Button("Press me", "x"),),)); Button(words.text("Not this"))'
    assert list(unsaid(ast.parse(found))) == ["Hello there", "Press me"]


def test_collecting_finds_what_the_code_says() -> None:
    collected = {message.id for message in read_po(BytesIO(collect()), locale="en") if message.id}
    assert {"Join", ("{n} move.", "{n} moves."), "{who} gave up."} <= collected


async def test_a_match_in_the_making_has_no_public_message(store: Store, time: Time) -> None:

    hall, now = Hall(store, time), time.now()
    match = await store.write(lambda session: pickers.setup(session, ANN, GROUP, Wish("collapsi"), now))
    found = await hall.store.read(lambda session: load(session, match))
    assert found is not None
    with pytest.raises(ValueError, match="setup"):
        posts.compose(found, Look(ENGLISH), now, since=0)
