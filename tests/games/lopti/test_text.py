"""How sessions and moves are read and written, and what is refused."""

import pytest

from games.core import IllegalMove, InvalidMove, InvalidPosition, Seat
from games.lopti import GAME
from games.lopti.cards import split
from games.lopti.notation import read
from games.lopti.options import deal
from games.lopti.round import FUEL
from games.lopti.text import parse
from tests.games.lopti.table import ONE, TWO, ZERO, lopti, played, refused

SHORT = "turn=0 hand=4h5d;7s up=2c;8c down=2h;8s deck=KhKd pile=5c|6d"
FULL = (
    "turn=1 round=3 score=1;0;1 dropped=2 misses=0;1;0 hand=4h5d;6s7s; up=2c;8c; down=2h;8s; deck=KhKd pile=5c|6d6h "
    "by=1,0 chain=1 obliged=yes dealer=1 opener=0 winner=2 gone=3c9d left=QcQd absent=2 quit=2 idle=7 "
    "params=draw.floor:4,low.renew:match flags=r1.eights:2 fired=r1.0:1 fuel=58 chance=ab12 voted=yes "
    "agreed=core seed=cd34 nonce=ef56 digest=0123"
)


def test_a_position_of_a_round_alone_has_the_core_rules_and_can_be_played() -> None:
    position = parse(SHORT)
    assert str(position) == SHORT
    assert (position.phase, position.number, position.score, position.round.fuel) == ("play", 1, (0, 0), FUEL)
    assert played(SHORT, "pick").round.turn == ONE


def test_a_position_says_all_that_there_is() -> None:
    position = parse(FULL)
    assert parse(str(position)) == position
    assert sorted(str(position).split()) == sorted(FULL.split())
    assert (position.round.params.draw_floor, position.params.draw_floor) == (4, 3)
    assert (position.left, position.round.flags, position.voted) == (frozenset({TWO}), (("r1.eights", 2),), True)


def test_the_phases_say_what_they_need() -> None:
    swap = "turn=0 phase=swap swaps=4h2c; hand=4h5d;7s up=2c;8c down=2h;8s"
    assert str(parse(swap)).count("swaps=4h2c;") == 1
    assert parse(swap).to_move == (ONE,)
    asleep = parse(f"{SHORT} asleep=yes")
    assert (asleep.asleep, asleep.to_move) == (True, (ZERO, ONE))
    between = parse("turn=0 phase=break hand=;7s out=0 declarer=0 closing=1")
    assert (between.declarer, between.closing) == (ZERO, frozenset({ONE}))
    assert parse(str(between)) == between


def test_a_rule_and_a_question_travel_in_the_text() -> None:
    rule = 'rule title "Fourteen"; when after play; if pile >= 14; do clear_pile; max 3'
    position = played("turn=0 phase=break hand=;7s out=0 declarer=0", f"0: {rule}").position
    text = f"{position} question=vote,remove%20r1,now,0,0.1,0+,"
    again = parse(text)
    assert again.rules == position.rules
    assert again.question is not None
    assert again.question.subject == "remove r1"
    assert parse(str(again)) == again
    assert again.may_act(ONE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "hand"),
        ("hello", "fields"),
        ("turn=0", "hand"),
        ("turn=0 hand=4h", "hand"),
        ("turn=0 hand=4h;4h", "twice"),
        ("turn=0 hand=4h;4c deck=4h", "twice"),
        ("turn=0 hand=4h;5x", "hand"),
        ("turn=0 hand=4h;10c", "hand"),
        ("turn=0 hand=??;5c", "unseen"),
        ("turn=0 hand=4h;5c turn=0", "fields"),
        ("turn=0 hand=4h;5c secret=1", "fields"),
        ("turn=2 hand=4h;5c", "turn"),
        ("turn=-1 hand=4h;5c", "turn"),
        ("turn=0 hand=;5c", "hand"),
        ("turn=0 hand=4h;", "hand"),
        ("turn=0 hand=4h;5c;", "hand"),
        ("turn=0 hand=;5c up=4h;", "hand"),
        ("turn=0 hand=4h;5c up=4c", "up"),
        ("turn=0 hand=4h;5c down=4c", "down"),
        ("turn=0 hand=4h;5c pile=6c7c", "pile"),
        ("turn=0 hand=4h;5c pile=6c|", "pile"),
        ("turn=0 hand=4h;5c pile=6c by=0,1", "by"),
        ("turn=0 hand=4h;5c pile=6c by=7", "by"),
        ("turn=0 hand=4h;5c obliged=yes", "obliged"),
        ("turn=0 hand=4h;5c pile=6c obliged=maybe", "obliged"),
        ("turn=0 hand=4h;5c chain=4", "chain"),
        ("turn=0 hand=4h;5c phase=lunch", "phase"),
        ("turn=0 hand=4h;5c out=1", "hand"),
        ("turn=0 hand=4h;5c score=1", "score"),
        ("turn=0 hand=4h;5c params=low.max:99", "params"),
        ("turn=0 hand=4h;5c dropped=1", "dropped"),
        ("turn=0 hand=4h;5c phase=swap swaps=4h9c;", "swaps"),
        ("turn=0 hand=4h;5c phase=swap swaps=-;-", "swaps"),
        ("turn=0 hand=4h;5c declarer=0", "declarer"),
        ("turn=0 hand=4h;5c seed=hello", "seed"),
        ("turn=0 hand=4h;5c flags=x", "flags"),
        ("turn=0 hand=4h;5c question=what", "question"),
        ("turn=0 hand=4h;5c rules=what", "rules"),
        ("turn=0 hand=4h;5c phase=break asleep=yes", "asleep"),
    ],
)
def test_what_is_no_position_is_refused_by_the_part_that_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        parse(text)
    assert refusal.value.reason == reason


def test_a_view_can_be_written_but_not_played_on() -> None:
    view = deal(2, "a view", {}).view(ZERO)
    assert "??????" in str(view)
    with pytest.raises(InvalidPosition, match="unseen"):
        parse(str(view))


@pytest.mark.parametrize(
    "text", ["play 6h6s", "PLAY 6H6S", " play 6s 6h ", "6h6s", "66", "6 6", "play 6,6", "6s6", "6, 6h"]
)
def test_a_play_is_read_loosely_and_spelled_in_one_way(text: str) -> None:
    step = parse("turn=0 hand=6h6s9c;7c pile=5c").play(ZERO, text)
    assert step.move == "play 6h6s"


@pytest.mark.parametrize(("text", "move"), [("6s", "play 6s"), ("6", "play 6c"), ("6s 6", "play 6c6s")])
def test_a_suit_is_minded_where_it_is_said(text: str, move: str) -> None:
    assert parse("turn=0 hand=6c6h6s9c;7c pile=5c").play(ZERO, text).move == move


@pytest.mark.parametrize("text", ["10", "t", "Th", "10h", "play 10"])
def test_a_ten_is_read_in_figures_and_as_a_letter(text: str) -> None:
    assert parse("turn=0 hand=Th9c;7c pile=5c").play(ZERO, text).move == "play Th"


@pytest.mark.parametrize(
    "text", ["", "6x", "hello", "play", "play 1", "flip 0", "flip 10", "swap", "swap 4h -", "pick up!", "6" * 99]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="unreadable"):
        parse(SHORT).play(ZERO, text)


def test_an_exchange_is_spelled_in_the_order_in_which_the_cards_lie() -> None:
    text = "turn=0 phase=swap hand=4c5c6c;9d up=JcQcKc; down=;8d params=swap.max:3"
    assert parse(text).play(ZERO, "swap 6c Jc 4c Kc").move == "swap 4c Jc 6c Kc"
    assert parse(text).play(ZERO, "SWAP 4, J").move == "swap 4c Jc"


def test_cards_that_are_not_held_are_refused() -> None:
    with pytest.raises(IllegalMove) as refusal:
        parse("turn=0 hand=6h6s9c;7c pile=5c").play(ZERO, "666")
    assert (refusal.value.reason, refusal.value.facts) == ("not_in_hand", {"rank": "6", "count": 3, "held": 2})
    assert refused("turn=0 hand=6h6s9c;7c pile=5c", "6c") == "not_in_hand"


def test_what_is_said_need_not_be_possible() -> None:
    assert read("flip 9").index == 9
    assert read("swap -").cards == ()
    with pytest.raises(ValueError, match="4x"):
        split("4x")


def test_a_diagram_shows_the_table_and_the_own_hand_only() -> None:
    told = "up=2c2dJh;8s; down=3s4s;5s; pile=5c|6d chain=1 obliged=yes out=2 score=0;2;0 params=after_win:play_on"
    position = parse(f"turn=1 hand=4h5d6c;7sQdTc; {told}")
    table = GAME.diagram(position.view(None)).split("\n")
    assert table == ["▒0   5● 6●  (2)  =3  3", " ● 3   2 2 J  ▒▒  (0)", "»▲ 3   8      ▒  (2)", " ■ 1.  (0)"]
    assert GAME.diagram(position.view(ONE)).split("\n") == [*table, "▲  7 10 Q"]


def test_a_diagram_of_a_long_pile_shows_its_top() -> None:
    position = parse("turn=0 hand=4h;5d; pile=5c|6d|8c8d|Jc by=0,1,1,0 deck=KcKd absent=2")
    assert GAME.diagram(position.view(None)).split("\n") == ["▒2   … 6▲ 88▲ J●  (5)", "»● 1", " ▲ 1", " ■ –"]


def test_every_view_of_a_dealt_session_can_be_drawn() -> None:
    position = lopti(deal(5, "drawn", {}))
    for viewer in (None, *map(Seat, range(5))):
        lines = GAME.diagram(position.view(viewer)).split("\n")
        assert len(lines) == (6 if viewer is None else 7)
