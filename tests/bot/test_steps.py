"""Moves that are put together step by step: nothing is played before the last one."""

import pytest

from bot import posts
from bot.invitations import Look
from bot.ports import Answer, Button
from bot.words import words_for
from tests.bot.hall import ANN, ANNS, BOB, CLEO, GROUP, Hall, refused
from tests.bot.test_desk import labels, payload, said
from tests.bot.wall import Street

SHIFT = "J123/A234/A234/AJ23 a1,b4 0 jack,shift,adjacent-revival -"
FALLEN = "J1b3/A234/A234/AJ23 a1,b4 0 jack,shift,adjacent-revival -"
REBUILD = "J1b3/A234/A234/AJ23 a1,b4 0 jack,reconstruction -"
WIDE = "J1212A/212431/41424J/232434/311J34/21411J a1,f3 0 joker -"
FREE = "j123/A234/A234/Aj23 -,- 0 joker,free -"


async def begun(street: Street, start: str, options: dict[str, str] | None = None) -> int:
    match = await street.hall.seated(ANN, BOB, start=start, options=options)
    await street.shown(match)
    return match


async def press(street: Street, match: int, text: str, kind: str = "m") -> Answer | None:
    found = await street.hall.table(match)
    return await street.desk.press(ANN, GROUP, f"{kind}:{found.code}:{found.match.ply}:{text}")


async def test_a_destination_that_must_be_followed_by_a_shift_asks_for_it(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    assert said(asked).endswith("b1. Which way does your row or column go?")
    assert labels(asked) == ["◀ row", "row ▶", "▲ column", "▼ column", "↩ Undo", "✘ Cancel"]
    assert await street.hall.log(match) == []
    assert await street.shown(match) == [], "nobody else sees anything"
    assert await street.desk.press(ANN, GROUP, payload(asked, "row ▶")) is None
    assert [row.text for row in await street.hall.log(match)] == ["b1>"]


async def test_what_may_be_played_as_it_stands_says_so_first(street: Street) -> None:
    match = await begun(street, REBUILD)
    asked = await press(street, match, "b1")
    assert labels(asked) == ["✔ Play", "♻ Rebuild…", "↩ Undo", "✘ Cancel"]
    assert said(asked).endswith("b1. Play it so, or turn a card up again.")
    assert await street.desk.press(ANN, GROUP, payload(asked, "✔ Play")) is None
    assert [row.text for row in await street.hall.log(match)] == ["b1"]


async def test_a_reconstruction_takes_four_presses(street: Street) -> None:
    match = await begun(street, REBUILD)
    asked = await press(street, match, "b1")
    raised = await street.desk.press(ANN, GROUP, payload(asked, "♻ Rebuild…"))
    assert said(raised).endswith("b1. Which card comes up again?")
    assert labels(raised) == ["♻ a1", "♻ c1", "↩ Undo", "✘ Cancel"], "the card just left may come up too"
    lowered = await street.desk.press(ANN, GROUP, payload(raised, "♻ c1"))
    assert said(lowered).endswith("b1, c1 comes up. Which card goes down for it?")
    assert "b4" not in labels(lowered), "Bob stands there"
    assert await street.desk.press(ANN, GROUP, payload(lowered, "d1")) is None
    assert [row.text for row in await street.hall.log(match)] == ["b1*c1-d1"]


async def test_undo_goes_back_a_step_and_cancel_to_the_start(street: Street) -> None:
    match = await begun(street, REBUILD)
    asked = await press(street, match, "b1")
    raised = await street.desk.press(ANN, GROUP, payload(asked, "♻ Rebuild…"))
    back = await street.desk.press(ANN, GROUP, payload(raised, "↩ Undo"))
    assert (said(back), labels(back)) == (said(asked), labels(asked))
    for label in ("↩ Undo", "✘ Cancel"):
        gone = await street.desk.press(ANN, GROUP, payload(back, label))
        assert gone is not None
        assert gone.closes
        assert not gone.post.text
    assert back is not None
    assert back.on_board is not None
    for label in ("↩ Undo", "✘ Cancel"):
        gone = await street.desk.press(ANN, GROUP, payload(Answer(back.on_board), label))
        assert gone is not None
        assert gone.on_board is not None
        assert [one.label for one in gone.on_board.rows[0]] == ["b1", "d1", "a2", "a4"]
    assert await street.hall.log(match) == []


async def test_where_nothing_is_private_the_board_says_who_tries(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    assert asked is not None
    assert asked.on_board is not None
    assert "Ann ● is trying this, not played yet." in said(Answer(asked.on_board))
    assert "is trying this" not in said(asked)
    alone = await street.desk.press(ANN, ANNS, f"m:{(await street.hall.table(match)).code}:0:b1")
    assert alone is not None
    assert alone.on_board is not None
    assert "is trying this" not in said(Answer(alone.on_board))


async def test_the_picture_shows_what_is_tried(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    assert asked is not None
    assert asked.post.scene is not None
    assert "jA23" not in asked.post.alt, "an alt text is for people"
    assert "Row 1: gone J, A with Ann ●, 2, 3." in asked.post.alt
    assert str(asked.post.scene.view).startswith("jA23/A234/A234/AJ23 b1,b4 0 ")
    assert asked.post.scene.chips[0].active


async def test_somebody_else_cannot_go_on_with_it(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    assert said(await street.desk.press(BOB, GROUP, payload(asked, "row ▶"))).startswith("It's the turn of Ann")
    assert said(await street.desk.press(CLEO, GROUP, payload(asked, "row ▶"))).startswith("This is the game of")
    assert await street.hall.log(match) == []


async def test_a_step_of_a_turn_that_is_over_is_stale(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    await street.hall.act(match, ANN, None, "d1<")
    street.time.advance(minutes=1)
    answer = await street.desk.press(ANN, GROUP, payload(asked, "row ▶"))
    assert said(answer).startswith("The table has moved on.")
    assert [row.text for row in await street.hall.log(match)] == ["d1<"]


async def test_the_same_last_step_twice_plays_once(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await press(street, match, "b1")
    for _ in range(2):
        assert await street.desk.press(ANN, GROUP, payload(asked, "row ▶")) is None
    assert [row.text for row in await street.hall.log(match)] == ["b1>"]


async def test_many_squares_are_chosen_by_their_columns(street: Street) -> None:
    match = await begun(street, WIDE, {"setup": "big6"})
    board = (await street.hall.table(match), street.time.now())
    shown = posts.compose(board[0], Look(words_for("en")), board[1], since=0)
    assert [one.label for one in shown.rows[0] if isinstance(one, Button)] == [
        "a · 5", "b · 6", "c · 5", "d · 3", "e · 5", "f · 5",
    ]  # fmt: skip
    assert shown.scene is not None
    assert len(shown.scene.targets) == 29, "the picture shows the squares themselves"
    asked = await press(street, match, "c")
    assert said(asked).endswith("Column c:")
    assert all(label.startswith("c") for label in labels(asked)[:-2])
    square = labels(asked)[0]
    assert await street.desk.press(ANN, GROUP, payload(asked, square)) is None
    assert [row.text for row in await street.hall.log(match)] == [square]


async def test_everybody_chooses_where_to_begin(street: Street) -> None:
    match = await begun(street, FREE, {"free": "yes"})
    assert await press(street, match, "@b1") is None
    found = await street.hall.table(match)
    assert await street.desk.press(BOB, GROUP, f"m:{found.code}:1:@b2") is None
    assert [row.text for row in await street.hall.log(match)] == ["@b1", "@b2"]
    news = await street.shown(match)
    assert "Bob ▲ begins on b2." in news[-1].text


async def test_a_typed_beginning_is_answered_with_the_next_step(street: Street) -> None:
    match = await begun(street, SHIFT)
    asked = await street.desk.move(ANN, GROUP, " B1 ")
    assert labels(asked)[:4] == ["◀ row", "row ▶", "▲ column", "▼ column"]
    assert asked is not None
    assert asked.on_board is None, "a typed line is answered where it stands"
    assert asked.accepted is None
    played = await street.desk.move(ANN, GROUP, "b1 >")
    assert played is not None
    assert played.accepted == 1
    assert [row.text for row in await street.hall.log(match)] == ["b1>"]


async def test_a_revival_is_offered_beside_the_shifts(street: Street) -> None:
    match = await begun(street, FALLEN)
    asked = await press(street, match, "b1")
    assert labels(asked)[:5] == ["♻ c1", "◀ row", "row ▶", "▲ column", "▼ column"]
    revived = await street.desk.press(ANN, GROUP, payload(asked, "♻ c1"))
    assert said(revived).endswith("b1+c1. Which way does your row or column go?")
    assert await street.desk.press(ANN, GROUP, payload(revived, "▼ column")) is None
    news = await street.shown(match)
    assert "Ann ● turned c1 up again." in news[-1].text
    assert "Ann ● slid the column down." in news[-1].text
    assert "Adjacent Revival left: Bob ▲." in news[-1].post.alt


@pytest.mark.parametrize("text", ["b1*", "zz", "b1+", "b1*a1-", "@a1", "b1<<", "c"])
async def test_what_begins_no_move_is_refused(hall: Hall, text: str) -> None:
    match = await hall.seated(ANN, BOB, start=SHIFT)
    assert await refused(hall.act(match, ANN, 0, text)) == "move"
    assert await hall.log(match) == []
