"""Draws by agreement: offered, accepted, refused, and answered by a move."""

from bot import offers, posts
from bot.invitations import Look
from bot.lobby import Wish
from bot.matches import Table
from bot.ports import Button, plain
from bot.words import words_for
from games.core import Seat
from tests.bot.hall import ANN, BOB, CLEO, GROUP, Hall, ending, refused
from tests.bot.test_desk import labels, payload, said
from tests.bot.wall import Street

CRUMBLE = Wish("crumble", "quick")


def asker(found: Table) -> Seat | None:
    """Who asks for something that is not answered yet."""
    return found.offer.by if found.offer is not None else None


async def begun(hall: Hall) -> int:
    return await hall.seated(ANN, BOB, wish=CRUMBLE)


async def board(hall: Hall, match: int) -> tuple[str, list[str]]:
    shown = posts.compose(await hall.table(match), Look(words_for("en")), hall.time.now(), since=0)
    return plain(shown.text), [one.label for row in shown.rows for one in row if isinstance(one, Button)]


async def test_r33_a_draw_is_offered_and_agreed_on(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    text, shown = await board(hall, match)
    assert "Ann ● offers a draw." in text
    assert shown[-3:] == ["Accept the draw", "Play on", "⋯"]
    await hall.do(offers.offer_draw, match, BOB)
    assert ending(await hall.table(match)) == ("over", [[0, 1]], "agreed")
    text, _ = await board(hall, match)
    assert "A draw, as agreed." in text


async def test_an_agreed_draw_is_rated_as_one(hall: Hall) -> None:
    match = await begun(hall)
    await hall.play(match, plies=4)
    await hall.do(offers.offer_draw, match, BOB)
    await hall.do(offers.offer_draw, match, ANN)
    assert (await hall.table(match)).match.rated
    assert {(row.played, row.won, row.lost) for row in await hall.ratings()} == {(1, 0, 0)}


async def test_who_is_asked_may_play_on(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    await hall.do(offers.decline, match, BOB)
    found = await hall.table(match)
    assert found.offer is None
    text, shown = await board(hall, match)
    assert "\nBob ▲ plays on." in text
    assert "Accept the draw" not in shown
    assert "Bob ▲ plays on." in posts.alt(found, words_for("en"))
    assert await refused(hall.do(offers.offer_draw, match, ANN)) == "refused"
    await hall.do(offers.offer_draw, match, BOB)
    assert asker(await hall.table(match)) == 1, "the other one may ask"
    text, _ = await board(hall, match)
    assert "plays on" not in text


async def test_a_refusal_is_told_until_the_next_turn(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    await hall.do(offers.decline, match, BOB)
    await hall.play(match)
    text, _ = await board(hall, match)
    assert "plays on" not in text


async def test_who_takes_an_offer_back_has_refused_nothing(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    await hall.do(offers.decline, match, ANN)
    found = await hall.table(match)
    assert (found.offer, found.refused_by) == (None, ())
    text, _ = await board(hall, match)
    assert "plays on" not in text


async def test_a_move_of_who_is_asked_means_no(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, BOB)
    await hall.play(match)
    assert (await hall.table(match)).offer is None
    assert await refused(hall.do(offers.decline, match, ANN)) == "no_offer"


async def test_a_move_of_who_has_asked_leaves_the_offer(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    await hall.play(match)
    assert asker(await hall.table(match)) == 0


async def test_who_was_refused_may_ask_again_after_some_turns(hall: Hall) -> None:
    match = await begun(hall)
    await hall.do(offers.offer_draw, match, ANN)
    await hall.do(offers.decline, match, BOB)
    await hall.play(match, plies=8)
    await hall.do(offers.offer_draw, match, ANN)
    assert asker(await hall.table(match)) == 0


async def test_who_may_not_offer(hall: Hall) -> None:
    match = await begun(hall)
    assert await refused(hall.do(offers.offer_draw, match, CLEO)) == "not_seated"
    await hall.do(offers.offer_draw, match, ANN)
    assert await refused(hall.do(offers.offer_draw, match, ANN)) == "repeated", "a double press is no complaint"
    hall.time.advance(minutes=1)
    assert await refused(hall.do(offers.offer_draw, match, ANN)) == "offered"
    other = await hall.match()
    assert await refused(hall.do(offers.offer_draw, other, ANN)) == "no_draws"


async def test_who_is_asked_is_called_once_and_may_answer_there(street: Street) -> None:
    match = await begun(street.hall)
    await street.shown(match)
    street.time.advance(minutes=5)
    code = (await street.hall.table(match)).code
    menu = await street.desk.press(ANN, GROUP, f"x:{code}:0:menu")
    asked = await street.desk.press(ANN, GROUP, payload(menu, "Offer a draw"))
    assert asked is not None
    assert asked.closes
    await street.herald.settle()
    new = [one for one in street.take() if one.what != "remove"]
    assert "Ann ● offers a draw." in new[-1].text
    assert "Offer a draw" not in labels(await street.desk.press(ANN, GROUP, f"x:{code}:0:menu"))
    await street.desk.press(BOB, GROUP, f"x:{code}:0:draw")
    assert (await street.hall.table(match)).match.status == "over"


async def test_draw_is_a_command_too(street: Street) -> None:
    match = await begun(street.hall)
    assert await street.desk.draw(ANN, GROUP) is not None
    assert asker(await street.hall.table(match)) == 0
    await street.desk.draw(BOB, GROUP)
    assert (await street.hall.table(match)).match.status == "over"
    assert said(await street.desk.draw(CLEO, GROUP)) == "No game waits for you here."
