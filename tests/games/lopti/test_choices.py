"""What a seat is offered, step by step."""

import pytest

from games.core import Choice, Choices, IllegalMove, InvalidMove
from games.lopti import Position
from games.lopti.options import deal
from games.lopti.text import parse
from tests.games.lopti.table import ONE, ZERO, played

LONG = "turn=0 hand=4c4d4h4s5c5d5h5s6c6d6h6s8c8d8h8s9c9d9h9sJcJd;Kc pile=2c"
"""22 plays and a pick-up."""


def offered(position: str, prefix: str = "") -> list[str]:
    at = parse(position)
    return [choice.text for choice in at.choices(at.round.turn, prefix).items]


def test_every_rank_and_number_that_fits_is_offered_and_suits_are_not_asked() -> None:
    assert offered("turn=0 hand=4h7c7dKc;9c pile=5c") == ["play 7c", "play 7c7d", "play Kc", "pick?"]


def test_who_could_play_is_asked_once_more_before_picking_up() -> None:
    position = parse("turn=0 hand=9h;9c pile=5c")
    assert position.choices(ZERO, "pick?") == Choices((Choice("pick", complete=True),))
    with pytest.raises(IllegalMove, match="unfinished") as refusal:
        position.play(ZERO, "pick?")
    assert refusal.value.facts == {"begun": "pick?"}
    assert position.play(ZERO, "pick").move == "pick", "who types it means it"


def test_who_cannot_play_or_has_to_flip_is_not_asked_again() -> None:
    assert offered("turn=0 hand=4h;9c pile=5c") == ["pick"]
    assert offered("turn=0 hand=;9c down=4c5d; pile=5c") == ["flip 1", "flip 2", "pick"]
    assert offered("turn=0 hand=4h;9c pile=5c obliged=yes") == ["pick"]


def test_nobody_else_is_offered_anything() -> None:
    position = parse("turn=0 hand=9h;9c pile=5c")
    assert position.choices(ONE) == Choices(())
    assert position.view(ZERO).choices(ONE) == position.view(None).choices(ZERO) == Choices(())
    assert list(position.view(ZERO).moves(ONE)) == list(position.view(None).moves(ZERO)) == []
    with pytest.raises(IllegalMove, match="not_your_turn"):
        position.choices(ONE, "pick")


def test_a_view_offers_what_the_position_does() -> None:
    position = parse(LONG)
    assert position.view(ZERO).choices(ZERO) == position.choices(ZERO)
    assert list(position.view(ZERO).moves(ZERO)) == list(position.moves(ZERO))


def test_beyond_22_choices_ranks_come_first_and_then_numbers() -> None:
    assert offered(LONG) == [*(f"play {rank}*" for rank in "45689J"), "pick?"]
    groups = parse(LONG).choices(ZERO).items[:-1]
    assert all(group.group and not group.complete for group in groups)
    assert offered(LONG, "play 4*") == ["play 4c", "play 4c4d", "play 4c4d4h", "play 4c4d4h4s"]
    assert parse(LONG).choices(ZERO, "play 4c4d").back == "play 4*"
    assert parse(LONG).choices(ZERO, "PLAY 44").back == "play 4*"


def test_a_rank_with_one_way_to_play_it_stands_beside_the_groups() -> None:
    text = LONG.replace("JcJd", "JcQd")
    assert offered(text)[-3:] == ["play Jc", "play Qd", "pick?"]


def test_there_are_no_groups_without_need() -> None:
    assert len(offered(LONG.replace("JcJd", "Jc"))) == 22
    with pytest.raises(InvalidMove):
        parse("turn=0 hand=4h7c7dKc;9c pile=5c").choices(ZERO, "play 7*")


def test_s59_a_hand_of_41_cards_has_13_entries_and_the_pick_up() -> None:
    hand = "".join(rank + suit for suit in "cdh" for rank in "23456789TJQKA")
    assert offered(f"turn=0 hand={hand}3s4s;Ks pile=2s") == [*(f"play {rank}*" for rank in "23456789TJQKA"), "pick?"]
    assert len(offered(f"turn=0 hand={hand}3s4s;Ks pile=7s|2s")) <= 22


def test_a_swap_is_a_hand_card_and_then_an_up_card() -> None:
    position = parse("turn=0 phase=swap hand=4c5c;9d up=JcQc;8d")
    assert position.choices(ZERO).items == (
        Choice("swap -", complete=True),
        Choice("swap 4c", complete=False),
        Choice("swap 5c", complete=False),
    )
    assert position.choices(ZERO, "swap 4c") == Choices(
        (Choice("swap 4c Jc", complete=True), Choice("swap 4c Qc", complete=True))
    )
    assert position.choices(ZERO, "swap 4c Jc") == Choices((), "swap 4c")
    with pytest.raises(IllegalMove, match="unfinished") as refusal:
        position.play(ZERO, "swap 4")
    assert refusal.value.facts == {"begun": "swap 4c"}


def test_several_swaps_are_put_together_in_the_order_of_the_cards() -> None:
    text = "turn=0 phase=swap hand=4c5c6c;9d up=JcQcKc;8d params=swap.max:2"
    assert offered(text, "swap 4c Jc") == ["swap 4c Jc 5c", "swap 4c Jc 6c"]
    assert offered(text, "swap 4c Jc 6c") == ["swap 4c Jc 6c Qc", "swap 4c Jc 6c Kc"]
    assert offered(text, "swap 4c Kc") == offered(text, "swap 6c Jc") == []
    with pytest.raises(InvalidMove):
        parse(text).choices(ZERO, "swap 6c Jc 4c")


def test_the_break_offers_what_may_be_done() -> None:
    text = "turn=0 phase=break hand=;9d;8h out=0 declarer=0"
    assert offered(text) == ["rule", "waive"]
    after = played(text, "0: waive").position
    assert list(after.moves(ONE)) == ["deal", "close"]
    assert list(played(after, "1: close").position.moves(ONE)) == ["deal"]


def test_a_table_that_sleeps_offers_to_wake_it() -> None:
    text = "turn=0 hand=9h;9c pile=5c asleep=yes"
    assert offered(text) == ["play 9h", "pick?", "wake"]
    assert list(parse(text).moves(ONE)) == ["wake"]


def test_a_preview_shows_nothing_that_is_not_known_yet() -> None:
    position = parse("turn=0 hand=;9c down=4c5d; deck=Kc pile=2c")
    for text in ("", "flip 1", "pick"):
        assert position.preview(ZERO, text).position == position
        assert position.preview(ZERO, text).events == ()
    with pytest.raises(IllegalMove):
        position.preview(ZERO, "flip 3")
    with pytest.raises(IllegalMove):
        position.preview(ONE, "")


def test_the_first_choices_of_a_dealt_session_are_those_of_the_swap() -> None:
    position = deal(3, "choices", {})
    for seat in position.to_move:
        assert position.choices(seat).items[0].text == "swap -"
        assert len(list(position.moves(seat))) == 10


def test_what_does_not_fit_begins_nothing() -> None:
    position = parse("turn=0 hand=4c4d9c;9d pile=5c")
    for text in ("play 4c", "4 9", "flip 1", "pass", "wake", "deal"):
        with pytest.raises(IllegalMove, match="not_now"):
            position.choices(ZERO, text)


DECLARING = "turn=0 hand=6c;8dJd pile=5c round=2"


@pytest.mark.parametrize(
    ("begun", "words", "becomes"),
    [
        ("rule text", "Who draws says thank you; always.", 'rule text "Who draws says thank you; always."'),
        ("rule when after play; do announce", 'Hi "all"', "rule when after play; do announce \"Hi 'all'\""),
        (
            "rule when after play; do draw next 1",
            "Big; Feast",
            "rule title Big, Feast; when after play; do draw next 1",
        ),
        ('rule text "Thank you."', "Thanks", 'rule title Thanks; text "Thank you."'),
        ("rule", "hello", ""),
        ("rule when", "hello", ""),
        ("rule text", "  ", ""),
        ("table", "hello", ""),
        ("play 6*", "hello", ""),
    ],
)
def test_words_of_ones_own_complete_a_rule(begun: str, words: str, becomes: str) -> None:
    """R2: an honour rule is free text, and every rule may have a name."""
    position = parse(DECLARING).play(ZERO, "6").position
    assert isinstance(position, Position)
    assert position.completed(ZERO, begun, words) == becomes
    assert position.completed(ONE, begun, words) == "", "only the winner makes a rule"
