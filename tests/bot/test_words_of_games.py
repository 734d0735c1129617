"""Every game has words: for what happens, what is to do, what may be chosen, and how it ends (law 11)."""

import ast
from itertools import chain
from pathlib import Path

import pytest

from bot import invitations
from bot.ports import Person, plain
from bot.words import locales, words_for
from bot.words.spoken import SPOKEN
from games import GAMES
from games.core import MoveError, Outcome, Seat
from tests.laws.tables import QUICK, games_with_leavers, is_through, random_games, walks
from tests.laws.tables import Table as Setting

ROOT = Path(__file__).parents[2]
ENGLISH = words_for("en")


@pytest.mark.parametrize("setting", QUICK, ids=str)
@pytest.mark.parametrize("locale", sorted(locales()))
def test_law_11_every_event_has_words(setting: Setting, locale: str) -> None:
    spoken, spoken_words = SPOKEN[setting.slug], words_for(locale)
    for game in random_games(setting):
        for turn in game:
            position = turn.before
            for event in chain(turn.step.events, position.drop(turn.seat).events):
                assert plain(spoken.narrate(event, spoken_words, who_sits))
            assert plain(spoken.prompt(position.view(turn.seat), turn.seat, spoken_words, who_sits))
            assert all(plain(line) for line in spoken.describe(position.view(None), spoken_words, who_sits))
            dropped = position.drop(turn.seat).position
            if dropped.outcome is not None:
                assert plain(spoken.result(dropped.view(None), dropped.outcome, spoken_words, who_sits))
    for game in (*random_games(setting), *games_with_leavers(setting)):
        last = game[-1].step.position
        assert is_through(setting, game)
        if last.outcome is not None:
            assert plain(spoken.result(last.view(None), last.outcome, spoken_words, who_sits))


@pytest.mark.parametrize("setting", QUICK, ids=str)
@pytest.mark.parametrize("locale", sorted(locales()))
def test_law_11_every_beginning_of_a_move_and_every_choice_after_it_has_words(setting: Setting, locale: str) -> None:
    spoken, spoken_words = SPOKEN[setting.slug], words_for(locale)
    for position, seat, walked in walks(setting):
        view = position.view(seat)
        drawn = GAMES[setting.slug].strokes
        strokes = [stroke.text for stroke in drawn(position, seat, "")] if drawn else []
        for begun in [*walked.sample, *strokes[::5]]:
            items = position.choices(seat, begun).items
            if items:
                assert plain(spoken.prompt(view, seat, spoken_words, who_sits, begun))
            labels = [spoken.label(view, choice.text, begun, spoken_words) for choice in items]
            assert all(0 < len(label) <= 20 for label in labels), labels
            assert len(set(labels)) == len(labels), "no two buttons look alike"
            told = [spoken.choice(view, choice.text, begun, spoken_words) for choice in items]
            assert all(told)
            assert len(set(told)) == len(told), "no two sound alike"


@pytest.mark.parametrize("setting", QUICK, ids=str)
@pytest.mark.parametrize("locale", sorted(locales()))
def test_law_11_every_move_that_has_to_go_on_is_refused_in_words(setting: Setting, locale: str) -> None:
    spoken, spoken_words = SPOKEN[setting.slug], words_for(locale)
    for position, seat, walked in walks(setting):
        finished = set(walked.finished)
        for begun in walked.sample:
            if begun not in finished:
                with pytest.raises(MoveError) as caught:
                    position.play(seat, begun)
                assert plain(spoken.refusal(caught.value, spoken_words, who_sits))


WINS = {"crumble": {"chain", "left"}}
DRAWS = {"crumble": {"drawing_turns", "repetition", "no_move"}}
"""How the games end whose random ones rarely show it."""


@pytest.mark.parametrize("locale", sorted(locales()))
@pytest.mark.parametrize("slug", list(DRAWS))
def test_law_11_every_ending_has_words_of_its_own(slug: str, locale: str) -> None:
    ann, bob = frozenset({Seat(0)}), frozenset({Seat(1)})
    outcomes = [Outcome(places, reason) for reason in WINS[slug] for places in ((ann, bob), (bob, ann))]
    outcomes += [Outcome((ann | bob,), reason) for reason in DRAWS[slug]]
    view = GAMES[slug].deal(2, "a seed", {}).view(None)
    told = [plain(SPOKEN[slug].result(view, outcome, words_for(locale), who_sits)) for outcome in outcomes]
    assert all(told)
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("slug", list(DRAWS))
def test_the_endings_are_those_of_the_code(slug: str) -> None:
    found = set()
    for node in ast.walk(ast.parse((ROOT / "games" / slug / "position.py").read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="_won"), args=[_, ast.Constant(value=str(reason))]):
                found.add(reason)
            case ast.Assign(targets=[ast.Name(id="reason")], value=ast.Constant(value=str(reason))):
                found.add(reason)
    assert found == WINS[slug] | DRAWS[slug]


def who_sits(seat: Seat) -> tuple[Person, str]:
    return Person(f"Player {seat}"), f" {seat}"


UNLINKED = {"crumble", "lopti"}
"""Games of which we know no page of their designer's; the name has to do."""


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_game_has_all_its_sentences(slug: str) -> None:
    spoken = SPOKEN[slug]
    assert set(spoken.PRESETS) == set(GAMES[slug].presets)
    assert spoken.NAME
    assert spoken.TAGLINE
    assert spoken.INTRODUCTION
    assert spoken.CREDIT
    assert ("http" in spoken.CREDIT) == (slug not in UNLINKED)
    assert len(spoken.RULES) >= 4
    assert bool(spoken.BY_HAND) == (GAMES[slug].strokes is not None)
    assert set(invitations.PACES) == set(_paces())


def _paces() -> list[str]:
    from bot.pace import PACES

    return list(PACES)


def test_what_no_game_knows_is_a_mistake_of_ours() -> None:
    spoken = SPOKEN["collapsi"]
    from games.core import Event

    view = GAMES["collapsi"].deal(2, "a seed", {}).view(None)
    with pytest.raises(TypeError, match="no sentence for"):
        spoken.narrate(Event(), ENGLISH, who_sits)
    with pytest.raises(TypeError, match="no sentence for"):
        spoken.refusal(MoveError("no such reason"), ENGLISH, who_sits)
    with pytest.raises(TypeError, match="no sentence for"):
        spoken.result(
            view,
            Outcome((frozenset({Seat(0)}), frozenset({Seat(1)})), "no such reason"),
            ENGLISH,
            who_sits,
        )
