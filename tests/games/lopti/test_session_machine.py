"""A whole session in any order: people come and go, swap, play, make rules, vote, throw, are late; it is read anew."""

from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.core import Seat, Step
from games.lopti import Position, duel, firing, question
from games.lopti.book import BOOK
from games.lopti.cards import DECK
from games.lopti.interpreting import explainer
from games.lopti.options import deal
from games.lopti.text import parse
from tests.games.lopti.table import all_cards, lopti
from tests.laws.tables import pick, random_move
from tests.laws.trying import attempt

CHANCE = st.integers(0, 10**6).map(Random)


class Session(RuleBasedStateMachine):
    """Each rule is something that may happen at a table; what is refused changes nothing."""

    position: Position

    @initialize(seats=st.integers(2, 5), seed=st.integers(0, 10**6))
    def begin(self, seats: int, seed: int) -> None:
        position = deal(seats, f"{seed}", {"after_win": "play_on"} if seed % 2 else {})
        made = tuple(
            replace(rule, id=f"r{number}", author=Seat(number % seats))
            for number, rule in enumerate(BOOK[seed % 3 :: 3], start=1)
        )
        self.position = replace(position, rules=made, misses=(seed % 3,) * seats)

    def does(self, step: Step) -> None:
        before, self.position = self.position, lopti(step.position)
        assert step.events or step.move == "lapse table", f"{step.move} is told"
        assert len(self.position.score) >= len(before.score)

    def is_on(self) -> bool:
        return self.position.outcome is None

    @precondition(lambda self: not self.is_on())
    @rule()
    def begins_anew(self) -> None:
        self.begin(2 + self.position.number % 4, self.position.number)

    @precondition(is_on)
    @rule(chance=CHANCE, times=st.integers(1, 12))
    def plays(self, chance: Random, times: int) -> None:
        for _ in range(times):
            if self.position.outcome is None:
                seat = pick(self.position.to_move, chance)
                self.does(self.position.play(seat, random_move(self.position, seat, chance)))

    @precondition(is_on)
    @rule(chance=CHANCE)
    def plays_the_round_to_its_end(self, chance: Random) -> None:
        for _ in range(120):
            position = self.position
            if position.phase not in ("swap", "play"):
                return
            seat = pick(position.to_move, chance)
            self.does(position.play(seat, random_move(position, seat, chance)))

    @precondition(lambda self: self.is_on() and self.position.question is None)
    @rule(chance=CHANCE)
    def asks_the_table(self, chance: Random) -> None:
        seat = pick(self.position.seated, chance)
        if self.position.choices(seat, "table").items:
            self.does(self.position.play(seat, random_move(self.position, seat, chance, "table")))

    @precondition(lambda self: self.position.question and not self.position.duel)
    @rule(answers=st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=6))
    def votes(self, answers: list[tuple[int, bool]]) -> None:
        for number, agrees in answers:
            asked = self.position.question
            if asked is None or self.position.duel:
                return
            silent = [seat for seat in asked.electorate if seat not in dict(asked.votes)] or list(asked.electorate)
            seat = silent[number % len(silent)]
            if question.may_vote(asked, seat) and explainer(self.position) is None:
                self.does(self.position.play(seat, f"vote {'yes' if agrees else 'no'}"))
                after = self.position.question
                assert after is None or sum(voter == seat for voter, _ in after.votes) == 1, "nobody votes twice"

    @precondition(lambda self: self.position.question and not self.position.duel)
    @rule(chance=CHANCE)
    def takes_a_question_back(self, chance: Random) -> None:
        asked = self.position.question
        assert asked
        if (
            chance.random() < 0.2
            and asked.by in self.position.seated
            and all(voter == asked.by for voter, _ in asked.votes)
        ):
            self.does(self.position.play(asked.by, "withdraw"))

    @precondition(lambda self: self.position.duel)
    @rule(
        count=st.integers(1, 60),
        signs=st.sampled_from(["R", "P", "S", "RPS", "random"]),
        seats=st.permutations([Seat(seat) for seat in range(5)]),
    )
    def throws_and_defends(self, count: int, signs: str, seats: list[Seat]) -> None:
        for seat in seats[: 2 + count % 4]:
            fight = self.position.duel
            if fight and duel.may_defend(fight, seat):
                self.does(self.position.play(seat, "defend"))
            elif fight and duel.room(fight, seat) >= count:
                throws = signs if signs == "random" else (signs * count)[:count]
                self.does(self.position.play(seat, f"throw {throws}"))

    @precondition(is_on)
    @rule(chance=CHANCE, times=st.integers(1, 4))
    def runs_out_of_time(self, chance: Random, times: int) -> None:
        for _ in range(times):
            position = self.position
            clocks: list[Seat | None] = [None] if position.question else []
            if position.phase != "over" and not position.asleep and (position.phase != "break" or position.declarer):
                clocks += position.to_move
            if clocks:
                self.does(position.lapse(pick(clocks, chance)))

    @precondition(is_on)
    @rule()
    def is_restarted(self) -> None:
        self.position = parse(str(self.position))

    @precondition(lambda self: self.is_on() and self.position.declarer is not None)
    @rule(page=st.integers(1, len(BOOK)))
    def declares(self, page: int) -> None:
        seat = self.position.declarer
        assert seat is not None
        self.tries(seat, f"rule book {page}", "rule_removed")

    @precondition(lambda self: self.is_on() and self.position.question is None)
    @rule(chance=CHANCE, page=st.integers(1, len(BOOK)))
    def asks_about_rules(self, chance: Random, page: int) -> None:
        seat = pick(self.position.seated, chance)
        held = [rule.id for rule in self.position.rules if rule.status == "active" and rule.author != seat]
        if held and chance.random() < 0.7:
            self.does(self.position.play(seat, f"ask {pick(held, chance)} Also on Sundays?"))
        else:
            self.tries(seat, f"restore book {page}", "not_now", "no_change", "rule_removed")

    @precondition(lambda self: self.position.question and self.position.question.kind == "meaning")
    @rule(chance=CHANCE)
    def answers(self, chance: Random) -> None:
        seat = pick(self.position.seated, chance)
        if explainer(self.position) == seat:
            self.does(self.position.play(seat, "answer Never on Sundays."))

    def tries(self, seat: Seat, move: str, *reasons: str) -> None:
        done = attempt(self.position.play, seat, move)
        if isinstance(done, Step):
            self.does(done)
        else:
            assert done.reason in reasons

    @precondition(lambda self: self.position.outcome is None and self.position.view(None).may_join)
    @rule()
    def joins(self) -> None:
        self.does(self.position.join())

    @precondition(is_on)
    @rule(chance=CHANCE)
    def leaves(self, chance: Random) -> None:
        if len(self.position.seated) > 2 or chance.random() < 0.1:
            self.does(self.position.drop(pick(self.position.seated, chance)))

    @precondition(lambda self: self.position.phase == "play")
    @rule(chance=CHANCE)
    def gives_what_a_house_rule_asks(self, chance: Random) -> None:
        for seat in self.position.round.active:
            if firing.owed(self.position.round, seat):
                self.does(self.position.play(seat, f"choose {pick(self.position.round.hands[seat], chance)}"))

    @invariant()
    def there_are_52_cards(self) -> None:
        assert sorted(all_cards(self.position.round)) == sorted(DECK)

    @invariant()
    def a_restart_changes_nothing(self) -> None:
        assert parse(str(self.position)) == self.position

    @invariant()
    def nobody_is_ever_stuck(self) -> None:
        position = self.position
        assert bool(position.to_move) == (position.outcome is None)
        for seat in position.to_move:
            assert next(position.moves(seat))
        if position.question:
            waiting = [seat for seat in map(Seat, range(len(position.score))) if position.may_act(seat)]
            assert waiting
            lapsed = lopti(position.lapse(None).position)
            is_asked_anew = position.question.kind == "meaning" and explainer(lapsed) is None
            assert lapsed.question is None or lapsed.duel is not None or is_asked_anew
            assert lapsed.asking != position.asking, "another clock begins"


Session.TestCase.settings = settings(deadline=None, max_examples=15, stateful_step_count=25)
TestSession = Session.TestCase
