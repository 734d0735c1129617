"""Films of matches: what they show, whom they are shown to, and that they tell no secret."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot import films, matches, posts, table
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table, place_of
from bot.ports import plain
from bot.words import words_for
from games import GAMES
from games.core import Event, Outcome, Position, Seat, Step
from tests.bot.hall import ANN, BOB, CLEO, GROUP, Hall
from tests.bot.test_desk import labels, payload, said
from tests.bot.wall import Street
from tests.platforms.crumble_script import LONG

LOOK = Look(words_for("en"))


async def crumble(hall: Hall, *moves: str) -> Table:
    """A match of Crumble after some moves, at the table of Ann and Bob."""
    match = await hall.seated(ANN, BOB, wish=Wish("crumble", "quick"))
    for ply, move in enumerate(moves):
        await hall.act(match, (ANN, BOB)[ply % 2], ply, move)
    return await hall.table(match)


async def test_a_film_begins_with_the_deal_shows_each_move_and_ends_with_the_board(hall: Hall) -> None:
    found = await hall.play_out(await hall.match())
    film = films.scenes(found, "dark")
    assert len(film) == 1 + len(found.log)
    assert [scene.view for scene in film] == [
        GAMES["collapsi"].parse(found.match.start or ""),
        *(step.position for step in found.steps),
    ]
    assert [scene.last for scene in film] == [(), *(step.events for step in found.steps)]
    assert film[-1] == posts.scene(found, "dark")
    assert {scene.theme for scene in film} == {"dark"}
    assert {scene.pace for scene in film} == {""}
    movers = [[chip.active for chip in scene.chips] for scene in film]
    assert movers[:3] == [[True, False], [False, True], [True, False]]
    assert not any(movers[-1])
    assert [any(chip.won for chip in scene.chips) for scene in film] == [False] * len(found.log) + [True]
    assert all(scene.targets == () for scene in film)


async def test_the_film_of_a_running_match_ends_with_what_may_be_played(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=3)
    film = films.scenes(await hall.table(match), "light")
    assert len(film) == 4
    assert [bool(scene.targets) for scene in film] == [False, False, False, True]
    assert {scene.pace for scene in film} == {"48h"}


async def test_the_last_turn_is_shown_step_by_step(hall: Hall) -> None:
    found = await crumble(hall, *LONG[:5])
    # 0,1V3-1E-ENE: before it, the cut, and three steps.
    turn = films.last_turn(found, LOOK)
    assert len(turn.film) == 5
    assert turn.film[-1] == posts.scene(found, "light")
    assert turn.film[0].view == found.steps[-2].position
    assert films.has_steps(found)
    film = films.scenes(found, "light")
    assert len(film) == 5 + 4
    assert film[5:] == turn.film[1:]
    first, second = turn.alt.splitlines()
    assert first == "The last turn, step by step."
    assert second.startswith("Ann ● cut ")


async def test_a_turn_that_its_picture_tells_whole_has_no_steps(hall: Hall) -> None:
    assert not films.has_steps(await crumble(hall, *LONG[:1])), "a cut and no walk"
    match = await hall.match()
    assert not films.has_steps(await hall.table(match)), "nothing was played"
    await hall.play(match)
    assert not films.has_steps(await hall.table(match))


async def test_who_gave_up_is_in_the_film_as_they_are_on_the_board(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match, plies=2)
    await hall.do(table.resign, match, BOB)
    found = await hall.table(match)
    film = films.scenes(found, "light")
    assert len(film) == 1 + 2 + 1
    assert [[chip.out for chip in scene.chips] for scene in film] == [[False, False]] * 3 + [[False, True]]


async def test_a_film_is_told_in_words(hall: Hall) -> None:
    match = await hall.match()
    await hall.play(match)
    running = films.replay(await hall.table(match), LOOK)
    assert running.alt.splitlines() == ["Replay of Collapsi · Quick 4×4: Ann ●, Bob ▲.", "1 move so far."]
    found = await hall.play_out(match)
    over = films.replay(found, LOOK)
    first, second = over.alt.splitlines()
    assert first == "Replay of Collapsi · Quick 4×4: Ann ●, Bob ▲."
    assert second.endswith(f" has no move left. {len(found.log)} moves.")
    assert second in plain(posts.final(found, LOOK).text)
    assert plain(over.text).splitlines() == [f"Collapsi · Quick 4×4 · #{found.code}", second]


# A game with secrets


@dataclass(frozen=True)
class Dealt(Event):
    """What only one seat may know."""

    seat: Seat

    def seen_by(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else None


@dataclass(frozen=True)
class Secret:
    """A game of Collapsi that calls all but what spectators see a secret."""

    public: Position

    @property
    def to_move(self) -> tuple[Seat, ...]:
        return self.public.to_move

    @property
    def out(self) -> tuple[Seat, ...]:
        return self.public.out

    @property
    def outcome(self) -> Outcome | None:
        return self.public.outcome

    def choices(self, *asked: Any) -> Any:
        return self.public.choices(*asked)

    def play(self, seat: Seat, move: str) -> Step:
        step = self.public.play(seat, move)
        return Step(Secret(step.position), step.move, (*step.events, Dealt(seat)))  # type: ignore[arg-type]

    def view(self, seat: Seat | None) -> object:
        return self.public.view(None) if seat is None else self


async def test_a_film_tells_no_more_than_a_spectator_may_know(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await hall.match()
    await hall.play(match, plies=4)
    found = await hall.table(match)
    collapsi = GAMES["collapsi"]
    secret = replace(collapsi, slug="secret", hidden=True, parse=lambda text: Secret(collapsi.parse(text)))  # type: ignore[arg-type, return-value]
    monkeypatch.setattr(matches, "GAMES", {**GAMES, "secret": secret})
    open_film = films.scenes(found, "light")
    found.match.game = "secret"
    assert found.position is not None
    hidden = replace(found, game=secret, position=Secret(found.position))  # type: ignore[arg-type]
    assert any(isinstance(event, Dealt) for event in hidden.steps[-1].events)
    film = films.scenes(hidden, "light")
    *before, last = open_film
    assert film == (*before, replace(last, targets=())), "where one might go would tell of a hand"
    assert not any(isinstance(scene.view, Secret) for scene in film)
    assert not any(isinstance(event, Dealt) for scene in film for event in scene.last)


# Asked for


async def test_everybody_may_see_a_match_again_when_it_is_over(street: Street) -> None:
    match = await street.hall.match()
    found = await street.hall.play_out(match)
    for user in (ANN, CLEO):
        answer = await street.desk.press(user, GROUP, f"x:{found.code}:{found.match.ply}:replay")
        assert answer is not None
        assert answer.post.film == films.scenes(found, "light")
        assert answer.once is not None, "where nothing is private everybody sees it"
        assert answer.once.film == answer.post.film


async def test_a_running_match_is_shown_to_the_one_who_asks(street: Street) -> None:
    found = await crumble(street.hall, *LONG[:4])
    for user in (ANN, CLEO):
        menu = await street.desk.press(user, GROUP, f"x:{found.code}:4:menu")
        assert "▷ Last turn" not in labels(menu), "it was a cut alone"
        answer = await street.desk.press(user, GROUP, payload(menu, "Replay so far"))
        assert answer is not None
        assert answer.once is None
        assert len(answer.post.film) == 5
        assert said(answer).endswith("\n4 moves so far.")
    await street.hall.act(found.match.id, ANN, 4, LONG[4])
    menu = await street.desk.press(CLEO, GROUP, f"x:{found.code}:5:menu")
    answer = await street.desk.press(CLEO, GROUP, payload(menu, "▷ Last turn"))
    assert answer is not None
    assert answer.once is None
    assert len(answer.post.film) == 5
    assert said(answer).splitlines()[1].startswith("Ann ● cut ")


async def test_what_has_not_begun_cannot_be_shown_again(street: Street) -> None:
    match = await street.hall.match()
    code = (await street.hall.table(match)).code
    menu = await street.desk.press(ANN, GROUP, f"x:{code}:0:menu")
    assert not {"Replay so far", "▷ Last turn"} & set(labels(menu))
    for act in ("replay", "turn"):
        assert said(await street.desk.press(ANN, GROUP, f"x:{code}:0:{act}")) == "Nothing has been played yet."
    await street.hall.do(table.resign, match, ANN)
    final = await street.desk.press(ANN, GROUP, f"x:{code}:1:look")
    assert labels(final) == ["↻ Rematch", "📄 Record", "🔍 Look back"]


async def test_a_place_with_dark_pictures_has_dark_films(street: Street) -> None:
    match = await street.hall.match()
    await street.shown(match)
    await street.hall.play(match)
    await street.hall.store.write(lambda session: setattr(place_of(session, GROUP), "theme", "dark"))
    code = (await street.hall.table(match)).code
    answer = await street.desk.press(ANN, GROUP, f"x:{code}:1:replay")
    assert answer is not None
    assert {scene.theme for scene in answer.post.film} == {"dark"}
