"""What happened at a table of Lopti, an event a sentence."""

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.lopti_book import own_words, title_told
from bot.words.lopti_naming import Who
from bot.words.lopti_params import core_told
from bot.words.lopti_terms import named
from bot.words.lopti_walks import THROWN
from games.core import Dropped, Event, Seat
from games.lopti import events as told
from games.lopti import rule_events as house
from games.lopti.cards import UNSEEN, Cards

CAUSES = {
    "ten": sentence("The pile is cleared."),
    "four": sentence("Four of a kind: the pile is cleared."),
    "chain": sentence("The fourth three: the pile is cleared."),
    "rule": sentence("A house rule clears the pile."),
}

RESULTS = {
    "passed": sentence("Agreed, by {yes} to {no}."),
    "failed": sentence("Not agreed: {yes} for, {no} against."),
    "void": sentence("There is nothing left to decide."),
}
CHANGES = {
    "remove": sentence("remove “{rule}”"),
    "change": sentence("change “{rule}”"),
    "back": sentence("bring “{rule}” back"),
}
WHENS = {
    "now": sentence("{who} proposes to {change}, from now on."),
    "next": sentence("{who} proposes to {change}, from the next round on."),
}
CORE = {
    "now": sentence("{who} proposes, from now on: {rule}"),
    "next": sentence("{who} proposes, from the next round on: {rule}"),
}


def narrate(event: Event, words: Words, who: Who) -> Text:
    """Tells what happened, as whoever reads it may know it."""
    said = _cards(event, words, who) or _session(event, words, who) or _table(event, words, who)
    return said or _house(event, words, who)


def _cards(event: Event, words: Words, who: Who) -> Text:
    match event:
        case told.Chose(seat=seat):
            return words.say("{who} has chosen.", who=who(seat))
        case told.Swapped(seat=seat, hand=hand, up=up):
            return words.say("{who} swapped {hand} for {up}.", who=who(seat), hand=_ranks((hand,)), up=_ranks((up,)))
        case told.Played(seat=seat, cards=cards):
            return words.say("{who} played {cards}.", who=who(seat), cards=_ranks(cards))
        case told.Flipped(seat=seat, card=card, fits=True):
            return words.say("{who} turned over a {card}. It fits.", who=who(seat), card=_ranks((card,)))
        case told.Flipped(seat=seat, card=card):
            return words.say("{who} turned over a {card}. It doesn't fit.", who=who(seat), card=_ranks((card,)))
        case told.Drew(seat=seat, cards=cards) if UNSEEN in cards:
            return words.count("{who} drew a card.", "{who} drew {n} cards.", len(cards), who=who(seat))
        case told.Drew(cards=cards):
            return words.say("You drew {cards}.", cards=_ranks(cards))
        case told.PickedUp(seat=seat, cards=cards):
            return words.count("{who} picked up {n} card.", "{who} picked up {n} cards.", len(cards), who=who(seat))
        case told.TookUp(seat=seat):
            return words.say("{who} takes the face-up cards.", who=who(seat))
        case told.Cleared(cause=cause):
            return words.say(CAUSES[cause])
        case told.Obliged(seat=seat):
            return words.say("{who} is bound by a three.", who=who(seat))
        case told.WentOut(seat=seat, place=1):
            return words.say("{who} is out and wins the round!", who=who(seat))
        case told.WentOut(seat=seat, place=place):
            return words.say("{who} is out, in place {place}.", who=who(seat), place=place)
        case told.Surplus(seat=seat, cards=cards):
            return words.count(
                "{n} card was too many for {who}.", "{n} cards were too many for {who}.", len(cards), who=who(seat)
            )
        case told.TookAlong(seat=seat, cards=cards):
            return words.count("{n} card leaves with {who}.", "{n} cards leave with {who}.", len(cards), who=who(seat))
        case told.Passed(seat=seat):
            return words.say("{who} passed.", who=who(seat))
    return ()


def _session(event: Event, words: Words, who: Who) -> Text:
    match event:
        case told.Dealt(number=number):
            return words.say("Round {number} is dealt.", number=number)
        case told.RoundOver(number=number, places=()):
            return words.say("Round {number} ends without a winner.", number=number)
        case told.RoundOver(number=number):
            return words.say("Round {number} is over.", number=number)
        case told.Joined(seat=seat):
            return words.say("{who} sits down, and plays from the next round on.", who=who(seat))
        case Dropped(seat=seat):
            return words.say("{who} left the table.", who=who(seat))
        case told.Waived(seat=seat):
            return words.say("{who} makes no rule.", who=who(seat))
        case told.RightLapsed(seat=seat):
            return words.say("{who} has made no rule in time.", who=who(seat))
        case told.Declared(seat=seat, title=""):
            return words.say("{who} made a house rule.", who=who(seat))
        case told.Declared(seat=seat, title=title):
            return words.say("{who} made a house rule: {title}.", who=who(seat), title=title_told(title, words))
        case told.WantsToClose(seat=seat):
            return words.say("{who} would like to close the table.", who=who(seat))
        case told.Closed():
            return words.say("The table is closed.")
        case told.WentAway(seat=seat):
            return words.say("{who} seems to be away.", who=who(seat))
        case told.FellAsleep():
            return words.say("Everybody is away, so the table sleeps.")
        case told.Woke(seat=seat):
            return words.say("{who} woke the table.", who=who(seat))
    return ()


def _table(event: Event, words: Words, who: Who) -> Text:
    match event:
        case told.Proposed():
            return _asked(event, words, who)
        case told.Voted(seat=seat, yes=True):
            return words.say("{who} is for it.", who=who(seat))
        case told.Voted(seat=seat):
            return words.say("{who} is against it.", who=who(seat))
        case told.Withdrawn(seat=seat):
            return words.say("{who} took the question back.", who=who(seat))
        case told.Decided(kind="call", result="passed"):
            return words.say("The table says: not done.")
        case told.Decided(kind="call", result="failed"):
            return words.say("The table says: done.")
        case told.Decided(result="passed", yes=yes, no=no) if len(yes) == len(no):
            # A duel has said it.
            return words.say("So the change passes.")
        case told.Decided(result=result, yes=yes, no=no):
            return words.say(RESULTS[result], yes=str(len(yes)), no=str(len(no)))
        case told.DuelBegan(challenger=challenger, defender=defender):
            return words.say(
                "A tie: {sides}. Thirty throws that count.", sides=_sides(challenger, defender, words, who)
            )
        case told.ThrowersChanged(challenger=challenger, defender=defender):
            return words.say("The duel goes on: {sides}.", sides=_sides(challenger, defender, words, who))
        case told.CameForward(seat=seat):
            return words.say("{who} comes forward.", who=who(seat))
        case told.ThrowsIn(seat=seat):
            return words.say("{who} has thrown.", who=who(seat))
        case told.Explained(seat=seat, rule=rule, answer=answer, title=title):
            named = title_told(title, words) if title else rule
            return words.say("{who} says about “{rule}”: {answer}", who=who(seat), rule=named, answer=answer)
        case told.DuelOver(change=change, keep=keep, ties=ties):
            return words.say("{change} : {keep}, and {ties} ties.", change=str(change), keep=str(keep), ties=str(ties))
    return _changed(event, words, who)


def _asked(event: told.Proposed, words: Words, who: Who) -> Text:
    one, rule = who(event.seat), title_told(event.title, words) if event.title else event.subject
    if event.kind == "vote":
        verb, name, *rest = event.subject.split(maxsplit=2)
        if verb == "core":
            (value,) = rest
            return words.say(CORE[event.when], who=one, rule=core_told(name, value, words))
        change = words.text(CHANGES[verb], rule=title_told(event.title, words) if event.title else name)
        return words.say(WHENS[event.when], who=one, change=change)
    if event.kind == "restore":
        return words.say("{who} asks to bring “{rule}” back.", who=one, rule=rule)
    if event.kind == "meaning":
        doubt = event.subject.partition(" ")[2]
        named = title_told(event.title, words) if event.title else event.subject.split(" ")[0]
        return words.say("{who} asks about “{rule}”: {doubt}", who=one, rule=named, doubt=own_words(doubt, words))
    if event.kind == "stall":
        return words.say("{who} asks to end this round without a winner.", who=one)
    if event.about is None:
        return words.say("{who} objects: “{rule}” is against the rules for rules.", who=one, rule=rule)
    other = who(event.about)
    if event.kind == "remove":
        return words.say("{who} asks to remove {other}, who is away.", who=one, other=other)
    return words.say("{who} calls {other}: “{rule}”.", who=one, other=other, rule=rule)


def _sides(challenger: Seat | None, defender: Seat | None, words: Words, who: Who) -> Text:
    for_it, against = (who(seat) if seat is not None else words.say("somebody") for seat in (challenger, defender))
    return words.say("{challenger} (change) against {defender} (keep)", challenger=for_it, defender=against)


def _changed(event: Event, words: Words, who: Who) -> Text:
    match event:
        case told.RuleRemoved(rule=rule, title=title):
            return words.say("📜 “{rule}” holds no more.", rule=title or rule)
        case told.RuleChanged(rule=rule, before=before, title=title):
            return words.say("📜 “{before}” is now “{rule}”.", before=before or rule, rule=title or rule)
        case told.RuleRestored(rule=rule, title=title):
            return words.say("📜 “{rule}” holds.", rule=title or rule)
        case told.ParamChanged(key=key, value=value):
            return words.say("A core rule has changed: {rule}", rule=core_told(key, value, words))
        case told.ChangeLapsed():
            return words.say("What was agreed has become impossible.")
        case told.MayReword(seat=seat, rule=rule, title=title):
            return words.say("{who} may put “{rule}” in other words, once.", who=who(seat), rule=title or rule)
    return ()


def _house(event: Event, words: Words, who: Who) -> Text:
    match event:
        case house.RuleFired(title=title):
            return words.say("📜 {title}:", title=title_told(title, words))
        case house.Reminded(title=title, seat=seat):
            return words.say("📜 {title}, please, {who}.", title=title_told(title, words), who=who(seat))
        case house.FuelSpent():
            return words.say("House rules have done all they may in this round.")
        case house.Gave(seat=seat, to=to, cards=cards) if UNSEEN in cards:
            return words.count(
                "{who} gave {to} a card.", "{who} gave {to} {n} cards.", len(cards), who=who(seat), to=who(to)
            )
        case house.Gave(seat=seat, to=to, cards=cards):
            return words.say("{who} gave {to} {cards}.", who=who(seat), to=who(to), cards=_ranks(cards))
        case house.Traded(seat=seat, other=other, card=card) if card == UNSEEN:
            return words.say("{who} and {other} exchanged a card.", who=who(seat), other=who(other))
        case house.Traded(seat=seat, other=other, card=card, back=back):
            return words.say(
                "{who} gave {other} {card} for {back}.",
                who=who(seat),
                other=who(other),
                card=_ranks((card,)),
                back=_ranks((back,)),
            )
        case house.Tossed(seat=seat, card=card):
            return words.say("{who} tossed {card}.", who=who(seat), card=_ranks((card,)))
        case house.Revealed(seat=seat, cards=cards):
            return words.say("{who} showed {cards}.", who=who(seat), cards=_ranks(cards))
        case house.Peeked(seat=seat, cards=cards) if UNSEEN in cards:
            return words.say("{who} looked at the top of the deck.", who=who(seat))
        case house.Peeked(cards=cards):
            return words.say("On top of the deck: {cards}.", cards=_ranks(cards))
        case house.Shuffled():
            return words.say("The deck was shuffled.")
        case house.Returned(cards=cards):
            return words.say("Back came {cards}.", cards=_ranks(cards))
        case house.ThrowOff(winner=winner, loser=loser, winning=winning, losing=losing):
            return words.say(
                "{winner} threw {winning}, {loser} {losing}.",
                winner=who(winner),
                winning=words.text(THROWN[winning]),
                loser=who(loser),
                losing=words.text(THROWN[losing]),
            )
        case house.Offered(seat=seat):
            return words.say("{who} may play again.", who=who(seat))
        case house.Announced(text=text):
            return words.say("“{text}”", text=own_words(text, words))
        case house.Asked(seat=seat, text=text):
            return words.say("{who} is asked: {text}", who=who(seat), text=own_words(text, words))
        case house.Answered(seat=seat, done=True):
            return words.say("{who} has done it.", who=who(seat))
        case house.Answered(seat=seat):
            return words.say("{who} has not done it.", who=who(seat))
        case house.Owes(seat=seat, count=count):
            return words.count("{who} has to choose {n} card.", "{who} has to choose {n} cards.", count, who=who(seat))
    raise TypeError(f"no sentence for {event!r}")


def _ranks(cards: Cards) -> str:
    return " ".join(named(card[0]) for card in cards)
