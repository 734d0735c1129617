"""Why something cannot be done at a table of Lopti, and what can."""

from collections.abc import Callable, Mapping

from bot.ports import Text
from bot.words import Words, sentence
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
    "mixed": sentence("Play cards of one rank at a time."),
}


def refusal(error: MoveError, words: Words, who: Who) -> Text:
    """Says why a move cannot be made."""
    reason, facts = error.reason, error.facts
    if reason.startswith("rule_"):
        return _rule(error, words)
    match reason:
        case "unreadable":
            return words.say(
                'I can\'t read "{text}". Write ranks like 6 6, or pick, flip 1, swap 4 7.', text=_cut(facts["text"])
            )
        case "not_your_turn" | "may_declare":
            return words.say("It's the turn of {who}. I'll call you when it's yours.", who=who(_seat(facts["turn"])))
        case "not_in_hand" | "no_such_card":
            return words.say("You don't hold so many of these. Press My cards to see what you have.")
        case "too_low":
            return _with_ways(words.say("That doesn't beat a {top}.", top=_named(facts["top"])), facts, words)
        case "match":
            return _with_ways(words.say("On its own rank it takes more copies."), facts, words)
        case "copies":
            return _with_ways(words.say("It takes as many copies as the last play."), facts, words)
        case "low":
            return _with_ways(words.say("After that card only lower ones may follow."), facts, words)
        case "low_clear":
            return _with_ways(words.say("A 10 may not follow now."), facts, words)
        case "obliged":
            return _with_ways(words.say("A 3 waits for you."), facts, words)
        case "no_passing":
            return _with_ways(words.say("You can't pass now."), facts, words)
        case "blind" | "not_blind":
            if reason == "blind":
                return words.say("Your hand is empty: turn a face-down card over, flip 1.")
            return words.say("You have cards in your hand: play one of them first.")
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


def _with_ways(told: Text, facts: Mapping[str, Fact], words: Words) -> Text:
    """Adds what would fit."""
    able, pile = facts.get("able", ()), facts.get("pile", 0)
    ways = [" ".join(_named(rank) for rank in play) for play in able] if isinstance(able, tuple) else []
    if pile:
        ways.append(words.text("pick up {number}", number=pile))
    return (*told, " ", *words.say("You can play {ways}.", ways=", ".join(ways))) if ways else told


def _rule(error: MoveError, words: Words) -> Text:
    """Says which part of a house rule cannot be, and what would pass."""
    facts = error.facts
    part, found = str(facts.get("part") or ""), facts.get("found")
    told: Text = words.say("This rule can't be made.")
    if error.reason == "rule_removed":
        return words.say("The table has removed that rule. Only a vote can bring it back.")
    if error.reason == "rule_verb":
        told = words.say("Rules can't do that.")
    if part:
        told = (*told, " ", *words.say("Look at the part “{part}”.", part=part))
    if found not in (None, "", ()):
        told = (
            *told,
            " ",
            *words.say("I read {found}.", found=_cut(", ".join(found) if isinstance(found, tuple) else found)),
        )
    allowed = facts.get("allowed")
    if isinstance(allowed, tuple):
        told = (*told, " ", *words.say("This would pass: {allowed}.", allowed=", ".join(allowed[:12])))
    elif "low" in facts and "high" in facts:
        told = (*told, " ", *words.say("From {low} to {high} would pass.", low=facts["low"], high=facts["high"]))
    elif "most" in facts:
        told = (*told, " ", *words.say("At most {most} would pass.", most=facts["most"]))
    return told


def _named(rank: Fact) -> str:
    return "10" if rank == "T" else str(rank)


def _seat(fact: Fact) -> Seat:
    assert isinstance(fact, int), f"no seat: {fact!r}"
    return Seat(fact)


def _cut(fact: Fact) -> str:
    text = str(fact)
    return text if len(text) <= 40 else text[:39] + "…"
