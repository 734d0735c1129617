"""Why something cannot be done at a table of Lopti, and what can."""

from collections.abc import Callable, Mapping

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.lopti_rule_refusals import rule_refusal
from bot.words.lopti_terms import capital, named, one_of
from games.core import Fact, MoveError, Seat

Who = Callable[[Seat], Text]

PLAIN = {
    "over": sentence("The table is closed."),
    "not_seated": sentence("You have left this table."),
    "swapped": sentence("You have chosen already. The others are still thinking."),
    "not_in_round": sentence("You play again from the next round on."),
    "swap_first": sentence("First everybody may swap one card, or keep all: swap -."),
    "declare_first": sentence("The winner may still make a rule. Then anybody can deal."),
    "no_right": sentence("Only the winner of a round makes a rule, before the next deal."),
    "nothing_to_pick": sentence("There is nothing to pick up: the table is empty. Play anything."),
    "must_play": sentence("You can't pick up now. Play a card that fits."),
    "may_pass": sentence("You may play again or pass, but not pick up."),
    "no_down_card": sentence("There is no such face-down card. Count from the left: flip 1."),
    "blind": sentence("Your hand is empty: turn a face-down card over, flip 1."),
    "not_blind": sentence("You have cards in your hand: play one of them first."),
    "which_card": sentence("Say which face-down card, from the left: flip 1."),
    "not_up": sentence(
        "That card doesn't lie face up in front of you. Write swap, your hand card, then the face-up one."
    ),
    "nothing_owed": sentence("No house rule asks a card of you."),
    "no_clock": sentence("No clock runs now."),
    "seated": sentence("You sit here already."),
    "no_seat": sentence("Nobody sits there."),
    "table_full": sentence("The table is full."),
    "not_now": sentence("That can't be done now. Press My cards to see what can."),
    "unfinished": sentence("That isn't complete yet. Choose how it goes on."),
    "nothing_to_call": sentence("There is nothing to call now."),
    "no_vote": sentence("You have no vote in this."),
    "vote_closed": sentence("That vote is closed."),
    "not_yours": sentence("That is not yours to take back."),
    "others_voted": sentence("Others have voted already, so it can't be taken back."),
    "no_thrower": sentence("You don't throw in this duel."),
    "not_asked": sentence("Nobody asks that of you now."),
    "no_throws": sentence("Write your throws as R, P and S in any mix."),
    "one_question": sentence("The table decides one thing at a time. Wait until it has."),
    "voted": sentence("This round's vote is used. The next deal brings another one."),
    "no_subject": sentence("Say what to change and from when: propose remove r1 now."),
    "no_change": sentence("It is like that already."),
    "no_such_rule": sentence("There is no such house rule now."),
    "no_such_param": sentence("No vote can change that."),
    "two_powers": sentence("One rank can't have two powers."),
    "too_few_cards": sentence("There are not enough cards for that."),
    "too_late_to_object": sentence("It is too late to object: a vote can still remove that rule."),
    "own_call": sentence("You can't call yourself."),
    "not_stalled": sentence("The round goes on: it isn't stuck."),
    "not_away": sentence("Only a seat that is away can be removed."),
    "not_your_rule": sentence("That rule is not yours to drop. A vote can remove it."),
    "yes_or_no": sentence("Vote yes or no."),
    "no_such_card": sentence("You don't hold that card. Press My cards to see what you have."),
    "mixed": sentence("Play cards of one rank at a time."),
}

MOST = 10
"""So many plays that would fit are listed."""


def refusal(error: MoveError, words: Words, who: Who) -> Text:
    """Says why a move cannot be made."""
    reason, facts = error.reason, error.facts
    if reason.startswith("rule_"):
        return rule_refusal(error, words)
    match reason:
        case "unreadable":
            return words.say(
                'I can\'t read "{text}". Write ranks like 6 6, or pick, flip 1, swap 4 7.', text=_cut(facts["text"])
            )
        case "not_your_turn":
            return words.say("It's the turn of {who}. I'll call you when it's yours.", who=who(_seat(facts["turn"])))
        case "may_declare":
            return words.say("{who} may still make a rule. Then anybody can deal.", who=who(_seat(facts["turn"])))
        case "not_in_hand":
            rank, held = named(str(facts["rank"])), facts["held"]
            if not held:
                return words.say("You have no {rank}. Press My cards to see what you have.", rank=rank)
            if int(str(held)) >= int(str(facts["count"])):
                return words.say("You have {rank}, but of another suit. Say just the rank.", rank=rank)
            return words.say(
                "You have {held} of {rank}, not {count}.", held=str(held), rank=rank, count=str(facts["count"])
            )
        case "too_low" | "match" | "copies" | "low" | "low_clear" | "obliged" | "no_passing":
            told = _not_fitting(reason, facts, words)
            return told if reason == "obliged" else _with_ways(told, facts, words)
        case "swap_too_many":
            return words.say("You may swap {most} at most.", most=str(facts["most"]))
        case "too_many_throws":
            return words.say(
                "That's {given} throws; {most} at once are the most.", given=facts["given"], most=facts["most"]
            )
        case "throws_waiting":
            return words.say("You have thrown enough for now. The other side is still to throw.")
        case "unknown_throw":
            return words.say('I read R, P and S; "{sign}" is neither.', sign=_cut(facts["sign"]))
    if reason in PLAIN:
        return words.say(PLAIN[reason])
    raise TypeError(f"no sentence for {error!r}")


def _not_fitting(reason: str, facts: Mapping[str, Fact], words: Words) -> Text:
    """Says why these cards do not fit; what does is told beside."""
    match reason:
        case "no_passing":
            return words.say("You can't pass now.")
        case "copies":
            return words.say("It takes as many copies as the last play: {number}.", number=str(facts["copies"]))
        case "match":
            return words.say("So many copies don't go on their own rank.")
        case "obliged" if facts["pile"]:
            return words.say("A 3 waits for you: play a 3, or pick up {number}.", number=str(facts["pile"]))
        case "obliged":
            return words.say("A 3 waits for you: play a 3.")
    card, top = capital(one_of(str(facts["rank"]), words)), one_of(str(facts["top"]), words)
    if reason == "too_low":
        return words.say("{card} doesn't beat {top}.", card=card, top=top)
    if reason == "low":
        return words.say("{card} is too high after {top}.", card=card, top=top)
    return words.say("{card} may not follow {top}.", card=card, top=top)


def _with_ways(told: Text, facts: Mapping[str, Fact], words: Words) -> Text:
    """Adds what would fit."""
    able, pile = facts["able"], facts["pile"]
    plays = [" ".join(named(rank) for rank in play) for play in able] if isinstance(able, tuple) else []
    listed = ", ".join(plays[:MOST]) + (", …" if len(plays) > MOST else "")
    if plays and pile:
        ways = words.say("You can play {plays} or pick up {number}.", plays=listed, number=str(pile))
    elif plays:
        ways = words.say("You can play {plays}.", plays=listed)
    elif pile:
        ways = words.say("You can pick up {number}.", number=str(pile))
    else:
        return told
    return (*told, " ", *ways)


def _seat(fact: Fact) -> Seat:
    assert isinstance(fact, int), f"no seat: {fact!r}"
    return Seat(fact)


def _cut(fact: Fact) -> str:
    text = str(fact)
    return text if len(text) <= 40 else text[:39] + "…"
