"""How we read the rules where they leave something open; the numbers are those of ``docs/rules/lopti.md``.

An official answer is adopted by changing a value of `RULINGS`. What is built in more deeply is told in `BUILT_IN`. What
players may change by a vote is a parameter instead: see `games.lopti.params`.
"""

from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True)
class Rulings:
    """Readings that the program asks for; each names its rule."""

    extra_play_is_a_duty: bool = field(default=True, metadata={"rule": "T6"})
    """Whoever clears has to play again; else they may pass."""
    blind_draws: bool = field(default=True, metadata={"rule": "T8"})
    """A flipped card that fits is followed by a draw like any other first play."""
    blind_may_pick_up: bool = field(default=True, metadata={"rule": "T8"})
    """Whoever has to flip may pick up instead."""
    chain_on_empty_table: bool = field(default=True, metadata={"rule": "E3"})
    """The chain of 3s grows on an empty table too, and the fourth one is a clear of nothing."""
    win_before_draw: bool = field(default=True, metadata={"rule": "W1"})
    """Whoever has played all cards is out, though the deck would have had another."""
    away_after: int = field(default=2, metadata={"rule": "A7"})
    """So many turns let run out in a row make a seat away."""
    stalled_after: int = field(default=60, metadata={"rule": "A9"})
    """So many turns without progress make a round a stalled one."""
    stalled_after_for_two: int = field(default=150, metadata={"rule": "A9"})


RULINGS = Rulings()
RULES = {one.name: one.metadata["rule"] for one in fields(Rulings)}
"""The number of the rule that each ruling reads."""

BUILT_IN = {
    "swaps_are_secret": "D2",
    "creator_deals_first": "D3",
    "dealer_opens_without_winner": "D3",
    "seats_in_order_of_joining": "D4",
    "published_digest": "D5",
    "win_draw_up_cards": "T5",
    "blind_choice": "T8",
    "no_reshuffle": "T9",
    "two_breaks_a_run": "4.4",
    "sevens_on_sevens": "4.4",
    "ten_may_open": "E10",
    "several_tens_clear_once": "E10",
    "last_card_from_hand_wins": "W1",
    "last_two_resets": "W3",
    "one_winner_ends_the_round": "W5",
    "round_without_players_is_void": "W6",
    "leaver_takes_an_obliged_pile": "S2",
    "no_way_back_into_a_round": "S2",
    "no_pick_up_by_itself": "A2",
    "lowest_card_by_default": "A7",
    "all_away_sleeps": "A8",
}
"""The other readings and their rules; those of votes and house rules stand with them."""
