"""What the table decides together. The numbers are those of docs/rules/lopti.md; S40 and so on are its scenarios."""

from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.core import IllegalMove, InvalidPosition, Seat
from games.lopti import question
from games.lopti.question import KINDS, WHENS, Question, cast, may_vote, parse, verdict, withdraw, without

ANN, BOB, CYN, DAN, EVE = map(Seat, range(5))
TABLE = (ANN, BOB, CYN, DAN, EVE)


def asked(seats: int, kind: str = "vote", by: Seat = ANN, about: Seat | None = None) -> Question:
    return question.open(KINDS[kind], "remove r1", by, TABLE[:seats], about=about)


def voted(asked: Question, votes: str) -> Question:
    """Casts votes written as ``2- 1+``."""
    for vote in votes.split():
        asked = cast(asked, Seat(int(vote[0])), vote[1] == "+")
    return asked


def refusal(asked: Question, seat: Seat, yes: bool = True) -> str:
    with pytest.raises(IllegalMove) as caught:
        cast(asked, seat, yes)
    return caught.value.reason


# V3, V4


def test_v3_a_proposal_is_frozen_and_says_when_it_begins() -> None:
    proposal = question.open("vote", "core low.renew match", BOB, TABLE, when="next")
    assert (proposal.subject, proposal.when) == ("core low.renew match", "next")
    with pytest.raises(FrozenInstanceError):
        proposal.subject = "core low.renew free"  # type: ignore[misc]


def test_v4_all_of_the_session_may_vote_and_nobody_else() -> None:
    proposal = asked(3)
    assert proposal.electorate == (ANN, BOB, CYN)
    assert [may_vote(proposal, seat) for seat in TABLE] == [True, True, True, False, False]


def test_s53_the_number_stays_when_somebody_leaves_during_the_vote() -> None:
    left = without(asked(3), CYN)
    assert (left.needed, verdict(left)) == (2, None)
    assert verdict(left, closing=True) == "failed"
    assert verdict(voted(left, "1+")) == "passed"


def test_v4_the_vote_of_who_left_does_not_count_and_those_who_are_left_close_it() -> None:
    proposal = without(voted(asked(5), "1- 2+"), CYN)
    assert (proposal.yes, proposal.no) == ((ANN,), (BOB,))
    assert refusal(proposal, CYN) == "no_vote"
    assert without(proposal, CYN) == proposal
    assert verdict(voted(proposal, "3-")) is None
    assert verdict(voted(proposal, "3- 4+")) == "tied"


def test_v4_a_stranger_who_leaves_changes_nothing() -> None:
    assert without(asked(3), EVE) == asked(3)


def test_s54_who_is_already_out_has_a_vote() -> None:
    """A question knows nothing of the card play, so it cannot make a difference."""
    assert verdict(voted(asked(2), "1+")) == "passed"


def test_s55_who_does_not_play_has_no_vote() -> None:
    assert refusal(asked(3), EVE) == "no_vote"


# V5, V6


@pytest.mark.parametrize(("seats", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_v5_more_than_half_of_all_have_to_agree(seats: int, needed: int) -> None:
    proposal = asked(seats)
    assert proposal.needed == needed
    for count, seat in enumerate(TABLE[1:needed], start=2):
        assert verdict(proposal) is None
        proposal = cast(proposal, seat, True)
        assert (verdict(proposal) == "passed") == (count == needed)


def test_s40_two_of_four_are_not_enough_and_do_not_tie_with_one() -> None:
    proposal = voted(asked(4), "1+ 2-")
    assert verdict(proposal) is None
    assert verdict(proposal, closing=True) == "failed"


def test_s41_two_against_two_of_four_is_a_tie() -> None:
    assert verdict(voted(asked(4), "1+ 2- 3-")) == "tied"


def test_s42_one_against_one_of_five_just_fails() -> None:
    proposal = voted(asked(5), "1-")
    assert verdict(proposal) is None
    assert verdict(proposal, closing=True) == "failed"


@pytest.mark.parametrize(("seats", "yes", "no"), [(2, 1, 1), (3, 1, 1), (4, 2, 2), (5, 2, 2)])
def test_v6_as_many_against_as_for_it_tie_if_more_than_half_have_voted(seats: int, yes: int, no: int) -> None:
    votes = " ".join(f"{seat}{'+' if seat < yes else '-'}" for seat in range(1, yes + no))
    assert verdict(voted(asked(seats), votes), closing=True) == "tied"


def test_v5_v6_every_result_of_every_table() -> None:
    """All ways in which up to five can vote, against the sentences of the rules."""
    for seats in range(1, 6):
        for ways in product((None, True, False), repeat=seats):
            cast_ = tuple((TABLE[seat], way) for seat, way in enumerate(ways) if way is not None)
            yes, no = ways.count(True), ways.count(False)
            expected = "failed"
            if yes > seats / 2:
                expected = "passed"
            elif yes == no and yes + no > seats / 2:
                expected = "tied"
            asked_ = Question("vote", "remove r1", "now", ANN, TABLE[:seats], cast_)
            assert verdict(asked_, closing=True) == expected
            early = yes > seats / 2 or no > seats / 2 or yes + no == seats
            assert verdict(asked_) == (expected if early else None)


# V7


def test_s43_it_passes_with_the_second_of_three_and_later_votes_are_refused() -> None:
    proposal = voted(asked(3), "2+")
    assert verdict(proposal) == "passed"
    assert refusal(proposal, BOB) == "vote_closed"
    assert not may_vote(proposal, BOB)


def test_v7_it_fails_as_soon_as_more_than_half_are_against_it() -> None:
    assert verdict(voted(asked(5), "1- 2-")) is None
    assert verdict(voted(asked(5), "1- 2- 3-")) == "failed"


def test_v7_votes_may_be_changed_until_it_closes() -> None:
    proposal = voted(asked(5), "1- 2+ 1+")
    assert verdict(proposal) == "passed"
    assert voted(asked(5), "0-").no == (ANN,)


def test_v7_the_first_objector_is_the_earliest_no_that_still_stands() -> None:
    assert voted(asked(5), "1- 2-").no[0] == BOB
    assert voted(asked(5), "1- 2- 1+").no[0] == CYN
    assert voted(asked(5), "1- 2- 1+ 1-").no[0] == CYN
    assert voted(asked(5), "1- 2- 1-").no[0] == BOB


def test_v7_who_proposes_has_voted_for_it() -> None:
    assert asked(4, by=CYN).yes == (CYN,)


def test_v7_a_proposal_may_be_taken_back_before_somebody_else_has_voted() -> None:
    withdraw(asked(4), ANN)
    withdraw(voted(asked(4), "0-"), ANN)
    for proposal, seat, reason in (
        (asked(4), BOB, "not_yours"),
        (voted(asked(4), "1-"), ANN, "others_voted"),
        (without(voted(asked(4), "1-"), BOB), ANN, "others_voted"),
        (asked(1), ANN, "vote_closed"),
    ):
        with pytest.raises(IllegalMove) as caught:
            withdraw(proposal, seat)
        assert caught.value.reason == reason


# The other questions


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"vote", "call", "meaning"}))
def test_other_questions_pass_with_more_than_half_and_never_tie(kind: str) -> None:
    assert verdict(voted(asked(4, kind), "1+ 2- 3-")) == "failed"
    assert verdict(voted(asked(4, kind), "1+"), closing=True) == "failed"
    assert verdict(voted(asked(4, kind), "1+ 2+")) == "passed"


def test_a_call_passes_when_more_than_half_of_the_others_say_no_and_silence_says_yes() -> None:
    call = asked(4, "call", by=BOB, about=ANN)
    assert (call.electorate, call.no) == ((BOB, CYN, DAN), (BOB,))
    assert refusal(call, ANN) == "no_vote"
    assert verdict(call, closing=True) == "failed"
    assert verdict(voted(call, "2-")) == "passed"
    assert verdict(voted(call, "2+ 3+")) == "failed"


def test_a11_of_two_the_other_one_decides_alone_about_an_away_seat() -> None:
    assert verdict(asked(2, "remove", about=BOB)) == "passed"
    assert verdict(asked(3, "remove", about=BOB)) is None


def test_r4_who_asks_for_a_meaning_has_not_voted_and_without_a_majority_the_smaller_change_holds() -> None:
    meaning = asked(3, "meaning", by=BOB)
    assert meaning.votes == ()
    assert verdict(meaning, closing=True) == "failed"
    assert verdict(voted(meaning, "1+ 2-"), closing=True) == "failed"
    assert verdict(voted(meaning, "1+ 2+")) == "passed"


def test_nobody_asks_about_itself() -> None:
    with pytest.raises(AssertionError, match="asks about itself"):
        asked(3, "call", by=ANN, about=ANN)


# Text


SEATS = st.lists(st.integers(0, 120).map(Seat), min_size=1, max_size=6, unique=True).map(
    lambda seats: tuple(sorted(seats))
)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    electorate = draw(SEATS)
    voters = draw(st.lists(st.sampled_from(electorate), unique=True))
    return Question(
        kind=KINDS[draw(st.sampled_from(sorted(KINDS)))],
        subject=draw(st.text(st.characters(exclude_categories=["Cs"]))),
        when=WHENS[draw(st.sampled_from(sorted(WHENS)))],
        by=draw(st.sampled_from(electorate)),
        electorate=electorate,
        votes=tuple((seat, draw(st.booleans())) for seat in voters),
        gone=tuple(draw(st.lists(st.sampled_from(electorate), unique=True))),
    )


@given(questions())
def test_the_text_of_a_question_is_one_word_and_says_all(asked: Question) -> None:
    assert parse(str(asked)) == asked
    assert str(asked).isascii()
    assert len(str(asked).split()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "vote,r1,now,0,0.1",
        "vote,r1,now,0,0.1,,,",
        "plebiscite,r1,now,0,0.1,,",
        "vote,r1,later,0,0.1,,",
        "vote,r 1,now,0,0.1,,",
        "vote,%72,now,0,0.1,,",
        "vote,%ff,now,0,0.1,,",
        "vote,r1,now,2,0.1,,",
        "vote,r1,now,,0.1,,",
        "vote,r1,now,0,,,",
        "vote,r1,now,0,0.0,,",
        "vote,r1,now,0,00.1,,",
        "vote,r1,now,0,0.1,0,",
        "vote,r1,now,0,0.1,2+,",
        "vote,r1,now,0,0.1,0+.0-,",
        "vote,r1,now,0,0.1,,2",
        "vote,r1,now,0,0.1,,1.1",
        "vote,r1,now,٣,0.1,,",
    ],
)
def test_text_that_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert (caught.value.reason, caught.value.facts) == ("question", {"text": text})


# A table that votes


class Table(RuleBasedStateMachine):
    """Votes in any order beside a count that is kept by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asked(5)
        self.standing = {ANN: True}
        self.left: set[Seat] = set()

    @precondition(lambda self: verdict(self.asked) is None)
    @rule(seat=st.sampled_from(TABLE), yes=st.booleans())
    def vote(self, seat: Seat, yes: bool) -> None:
        before = str(self.asked)
        if seat in self.left:
            assert refusal(self.asked, seat, yes) == "no_vote"
        else:
            if self.standing.get(seat) is not yes:
                self.standing.pop(seat, None)
                self.standing[seat] = yes
            asked = cast(self.asked, seat, yes)
            assert str(self.asked) == before
            self.asked = asked

    @rule(seat=st.sampled_from(TABLE))
    def leave(self, seat: Seat) -> None:
        if verdict(self.asked) is None:
            self.asked = without(self.asked, seat)
            self.standing.pop(seat, None)
            self.left.add(seat)

    @precondition(lambda self: verdict(self.asked) is not None)
    @rule(seat=st.sampled_from(TABLE), yes=st.booleans())
    def vote_too_late(self, seat: Seat, yes: bool) -> None:
        assert refusal(self.asked, seat, yes) == ("no_vote" if seat in self.left else "vote_closed")

    @invariant()
    def counts(self) -> None:
        yes = [seat for seat, yes in self.standing.items() if yes]
        no = [seat for seat, yes in self.standing.items() if not yes]
        assert (list(self.asked.yes), list(self.asked.no)) == (yes, no)
        assert parse(str(self.asked)) == self.asked
        assert self.asked.needed == 3
        open_ = max(len(yes), len(no)) <= 2 and len(yes) + len(no) + len(self.left) < 5
        assert (verdict(self.asked) is None) == open_
        assert (verdict(self.asked, closing=True) == "passed") == (len(yes) > 2)


TestTable = Table.TestCase
