"""A scene is drawn once, however many places show it; so is a film."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot import gallery
from bot.gallery import Gallery
from games import GAMES
from renderer import Chip, Picture, Scene, draw, replay
from tests.bot.hall import START


@pytest.fixture
def drawer() -> Iterator[Gallery]:
    made = Gallery()
    yield made
    made.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """What was drawn, in order."""
    scenes: list[Scene] = []
    lock = threading.Lock()

    def count(scene: Scene) -> Picture:
        with lock:
            scenes.append(scene)
        return PICTURE

    monkeypatch.setattr(gallery, "draw", count)
    return scenes


def scene(name: str = "Ann") -> Scene:
    return Scene(GAMES["collapsi"].parse(START), (Chip(name), Chip("Bob")))


PICTURE = draw(scene())


async def test_a_picture_is_what_the_renderer_draws(drawer: Gallery) -> None:
    picture = await drawer.picture(scene())
    assert picture.png == PICTURE.png
    assert picture.png.startswith(b"\x89PNG")


async def test_the_same_scene_is_drawn_once_however_many_ask_at_once(drawer: Gallery, drawn: list[Scene]) -> None:
    pictures = await asyncio.gather(*(drawer.picture(scene()) for _ in range(50)))
    assert len(drawn) == 1
    assert all(picture is pictures[0] for picture in pictures)
    await drawer.picture(scene())
    assert len(drawn) == 1


async def test_another_scene_is_another_picture(drawer: Gallery, drawn: list[Scene]) -> None:
    await asyncio.gather(drawer.picture(scene("Ann")), drawer.picture(scene("Cleo")))
    assert sorted(one.chips[0].name for one in drawn) == ["Ann", "Cleo"]


async def test_what_could_not_be_drawn_is_tried_again(drawer: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = [RuntimeError("no memory")]

    def stumble(_scene: Scene) -> Picture:
        if troubles:
            raise troubles.pop()
        return PICTURE

    monkeypatch.setattr(gallery, "draw", stumble)
    first = await asyncio.gather(*(drawer.picture(scene()) for _ in range(3)), return_exceptions=True)
    assert [type(one) for one in first] == [RuntimeError] * 3
    assert await drawer.picture(scene()) is PICTURE


async def test_who_gives_up_waiting_does_not_spoil_it_for_others(drawer: Gallery, drawn: list[Scene]) -> None:
    impatient = asyncio.create_task(drawer.picture(scene()))
    patient = asyncio.create_task(drawer.picture(scene()))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient is PICTURE
    assert len(drawn) == 1
    with pytest.raises(asyncio.CancelledError):
        await impatient


async def test_only_the_last_pictures_are_kept(
    drawer: Gallery, drawn: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "KEPT", 2)
    for name in ("A", "B", "A", "C", "A", "B"):
        await drawer.picture(scene(name))
    assert [one.chips[0].name for one in drawn] == ["A", "B", "C", "B"], "the one that was not wanted longest goes"


# Films


FILM = (scene("Ann"), scene("Cleo"))


async def test_a_film_is_what_the_renderer_makes_of_its_scenes(drawer: Gallery) -> None:
    gif = await drawer.film(FILM)
    assert gif == replay(FILM)
    assert gif.startswith(b"GIF89a")


async def test_a_film_is_drawn_once_and_outside_of_the_loop(drawer: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, object]] = []

    def note(film: object) -> bytes:
        drawn.append((threading.current_thread().name, film))
        return b"GIF"

    monkeypatch.setattr(gallery, "replay", note)
    monkeypatch.setattr(gallery, "FILMS_KEPT", 1)
    assert await asyncio.gather(*(drawer.film(FILM) for _ in range(9))) == [b"GIF"] * 9
    (((thread, film)),) = drawn
    assert thread.startswith("film")
    assert film == FILM
    await drawer.film(FILM[:1])
    await drawer.film(FILM)
    assert [one for _, one in drawn] == [FILM, FILM[:1], FILM], "of films fewer are kept"


async def test_no_picture_waits_for_a_film(drawer: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def last_long(_film: object) -> bytes:
        may_end.wait()
        return b"GIF"

    monkeypatch.setattr(gallery, "replay", last_long)
    films = [asyncio.create_task(drawer.film(FILM[: number + 1])) for number in range(2)]
    await asyncio.sleep(0)
    assert (await drawer.picture(scene())).png == PICTURE.png
    assert not any(film.done() for film in films)
    may_end.set()
    assert await asyncio.gather(*films) == [b"GIF"] * 2
