"""What a table of Lopti has agreed on and what it decides now, as everybody may read it."""

from collections.abc import Iterable

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.lopti_book import own_words
from bot.words.lopti_naming import Who, seen
from bot.words.lopti_params import core_told, proposal_told
from bot.words.lopti_rules import rule_told
from bot.words.lopti_walks import name, titled
from games.core import Event, Seat, Trial
from games.lopti import Position, View, dealing, duel, interpreting
from games.lopti.duel import Duel, Side
from games.lopti.events import Dealt, RoundOver
from games.lopti.params import PARAMS
from games.lopti.question import Question
from games.lopti.reading import read
from games.lopti.rule import Rule
from games.lopti.throwing import Score

WHEN = {"now": sentence("from now on"), "next": sentence("from the next round on")}
PROPOSED = {
    "remove": sentence("{who} proposes to remove “{rule}” {when}."),
    "change": sentence("{who} proposes to change “{rule}” {when}."),
    "back": sentence("{who} proposes to bring “{rule}” back {when}."),
    "core": sentence("{who} proposes to change a core rule {when}."),
}
"""What a Rule Vote is about."""
AGREED = {
    "now": sentence("Agreed, from the next turn on: {change}"),
    "next": sentence("Agreed, from the next round on: {change}"),
}
MODES = {"exec": sentence("automatic"), "honour": sentence("on your honour")}
PASSES = {
    "vote": sentence("{needed} of {all} needed. All of the session may vote, also who is out."),
    "object": sentence("{needed} of {all} needed. Then the rule goes, and its author may reword it once."),
    "call": sentence("{needed} of {all} have to say that it was not done; silence says that it was."),
    "stall": sentence("{needed} of {all} needed. Then nobody has won this round."),
    "remove": sentence("{needed} of {all} needed. Then the seat leaves the table with its cards."),
    "meaning": sentence("{needed} of {all} needed; else it is the reading that changes less."),
}
SURE = {
    "rule": sentence("✔ Declare"),
    "ask": sentence("Ask the author"),
    "answer": sentence("✔ Say it"),
}


def asked(view: object, words: Words, who: Who) -> tuple[Text, ...]:
    """Says what the table decides now and how it stands; nothing where it decides nothing."""
    known = seen(view)
    position = known.position
    question, fight = position.question, position.duel
    if question is None:
        return ()
    told = (_subject(known, question, words, who), *_frozen(position, question, words))
    if fight:
        return (*told, *_fight(fight, words, who))
    author = interpreting.explainer(position)
    if author is not None:
        return (*told, words.say("{who} has made it, and answers.", who=who(author)))
    passes = PASSES.get(question.kind, PASSES["vote"])
    needed = words.say(passes, needed=question.needed, all=len(question.electorate))
    return (*told, _votes(question, words, who), needed)


def rules(view: object, words: Words, who: Who) -> tuple[Text, ...]:
    """Lists the house rules that hold, the core rules that are other ones, and whether the table has a vote left."""
    known = seen(view)
    position = known.position
    told = [_rule(rule, words, who) for rule in _active(position)] or [words.say("No house rules yet.")]
    if gone := [rule for rule in position.rules if rule.status == "removed"]:
        titles = ", ".join(f"“{name(known, rule.id, words)}”" for rule in gone)
        told.append(words.say("No longer: {rules}. A Rule Vote can bring them back.", rules=titles))
    told += _core(position, words)
    for change in position.pending:
        agreed = proposal_told(change.subject, position.rules, words)
        told.append(words.say(AGREED[change.when], change=agreed))
    free = words.say("This round's vote is used.") if position.voted else words.say("This round's vote is free.")
    return (*told, free)


def count(view: object) -> int:
    """Counts the house rules that hold."""
    return len(_active(seen(view).position))


def titles(known: View, words: Words) -> tuple[str, ...]:
    """Names the house rules that hold."""
    return tuple(name(known, rule.id, words) for rule in _active(known.position))


def waits(view: object, words: Words, who: Who) -> Text:
    """Says how the round has ended and who may make a rule; nothing unless the table is between two rounds."""
    known = seen(view)
    position, round = known.position, known.position.round
    if position.phase != "break":
        return ()
    if not round.out:
        told = words.say("Round {number} ends without a winner.", number=position.number)
    else:
        told = words.say("{who} wins round {number}.", who=who(round.out[0]), number=position.number)
        for seat in round.out[1:]:
            told = (*told, " ", *words.say("Then came {who}.", who=who(seat)))
        told = (*told, *_left(position, words, who))
    if position.declarer is not None and position.declarer == known.viewer:
        return (*told, " ", *words.say("You may add one house rule, before the next deal."))
    if position.declarer is not None:
        return (*told, " ", *words.say("{who} may add one house rule.", who=who(position.declarer)))
    for seat in sorted(position.closing):
        told = (*told, " ", *words.say("{who} would like to close the table.", who=who(seat)))
    return (*told, " ", *words.say("Anybody at the table may deal round {number}.", number=position.number + 1))


def sure(text: str, words: Words) -> str:
    """What stands on the button that plays what has to be confirmed."""
    first = text.split(" ")[0]
    return words.text(SURE[first]) if first in SURE else words.text("Ask the table")


def deals(first: object, events: Iterable[Event], words: Words) -> str:
    """Tells how every deal can be checked (D5): the seal that was shown, and what it sealed once that is open."""
    position = seen(first).position
    seals = {position.number: position.digest}
    told = [words.text("A seal is the SHA-256 of the order of the deck and what follows it, written in one line.")]
    for event in events:
        match event:
            case Dealt(number=number, digest=digest):
                seals[number] = digest
            case RoundOver(number=number, order=order, nonce=nonce):
                cards, seal = "".join(order), seals.pop(number)
                mark = "✓" if dealing.digest(order, nonce) == seal else "✗"
                told.append(f"\n{words.text('Round {number}', number=number)} {mark}\n{seal}\n{cards}{nonce}")
    told += [f"\n{words.text('Round {number}', number=number)}\n{seal}" for number, seal in seals.items() if seal]
    return "\n".join(told) + "\n"


def bringing_back(line: str, words: Words) -> str:
    """What stands on the button that asks for a rule of an earlier session."""
    return words.text("Bring back “{rule}”", rule=titled(read(line), words))


def planning(words: Words) -> Text:
    """Asks what to do in the next turn."""
    return words.say("What will you play in your turn, if it is legal then? Else you pick up.")


def tried(before: Trial, after: Trial, words: Words) -> Text:
    """Says how test rounds went without and with a change."""
    rounds = after.ended + after.capped
    ended = words.say("all ended") if after.percent == 100 else words.say("{percent} % ended", percent=after.percent)
    if after.median == before.median:
        turns = words.count("about {n} turn as before", "about {n} turns as before", after.median)
    else:
        turns = words.count(
            "about {n} turn instead of {before}",
            "about {n} turns instead of {before}",
            after.median,
            before=words.number(before.median),
        )
    return words.count(
        "Tried in {n} test round: {ended}, {turns}.", "Tried in {n} test rounds: {ended}, {turns}.", rounds,
        ended=ended, turns=turns,
    )  # fmt: skip


def unplayable(trial: Trial, words: Words) -> Text:
    """Says that with a change too few test rounds came to an end."""
    if not trial.ended + trial.capped:
        return words.say("There was no time to try this out, so it can't be asked for yet. Try again in a moment.")
    return words.say(
        "More than one test round in a hundred would not end with this: {percent} % did. "
        "So it can be neither declared nor put to the vote. Change it a little.",
        percent=trial.percent,
    )


def _active(position: Position) -> list[Rule]:
    return [rule for rule in position.rules if rule.status == "active"]


def _core(position: Position, words: Words) -> list[Text]:
    """Tells the core rules that are not as usual, and what is to come; after a round that has come already."""
    agreed = position.params
    now = agreed if position.phase == "break" else position.round.params
    told = [words.say("Core rule: {rule}", rule=core_told(key, value, words)) for key, value in now.changed().items()]
    coming = [(key, agreed.value(key)) for key in PARAMS if agreed.value(key) != now.value(key)]
    return told + [
        words.say("From the next round on: {rule}", rule=core_told(key, value, words)) for key, value in coming
    ]


def _rule(rule: Rule, words: Words, who: Who) -> Text:
    return words.say(
        "📜 {rule} ({who}, round {number}, {mode})",
        rule=rule_told(rule, words),
        who=who(rule.author),
        number=rule.round,
        mode=words.text(MODES[rule.mode]),
    )


def _subject(known: View, question: Question, words: Words, who: Who) -> Text:
    """Says who asks for what."""
    position, one = known.position, who(question.by)
    match question.kind:
        case "vote":
            verb, called, *_ = question.subject.split(maxsplit=2)
            title = "" if verb == "core" else name(known, called, words)
            proposal = words.say(PROPOSED[verb], who=one, rule=title, when=words.text(WHEN[question.when]))
            return words.say("Rule Vote, round {number}: {proposal}", number=position.number, proposal=proposal)
        case "stall":
            return words.say("{who} asks to end this round without a winner.", who=one)
        case "remove":
            return words.say("{who} asks to remove {other}, who is away.", who=one, other=who(_seat(question.subject)))
    if question.kind == "restore":
        return words.say("{who} asks to bring “{rule}” back.", who=one, rule=titled(read(question.subject), words))
    about, _, doubt = question.subject.partition(" ")
    rule = name(known, about, words)
    match question.kind:
        case "object":
            return words.say("{who} objects: “{rule}” is against the rules for rules.", who=one, rule=rule)
        case "call":
            (other,) = {ask.seat for ask in position.round.asked if ask.state == "held"}
            return words.say("{who} calls {other}: “{rule}”. Was it done?", who=one, other=who(other), rule=rule)
    return words.say("{who} asks about “{rule}”: {doubt}", who=one, rule=rule, doubt=own_words(doubt, words))


def _frozen(position: Position, question: Question, words: Words) -> tuple[Text, ...]:
    """Tells in full what is voted on: the new rule, or the one that is to go, to come back or is against the rules."""
    if question.kind in ("stall", "remove"):
        return ()
    if question.kind == "vote" and question.subject.startswith(("core ", "change ")):
        return (proposal_told(question.subject, position.rules, words),)
    if question.kind == "restore":
        return (rule_told(read(question.subject), words),)
    named = question.subject.split()[:2]
    return tuple(rule_told(rule, words) for rule in position.rules if rule.id in named)


def _votes(question: Question, words: Words, who: Who) -> Text:
    """Counts and names the votes on both sides."""
    yes, no = _side(question.yes, who), _side(question.no, who)
    if question.kind == "call":
        return words.say("Done {yes} · not done {no}.", yes=yes, no=no)
    return words.say("For {yes} · against {no}.", yes=yes, no=no)


def _side(seats: tuple[Seat, ...], who: Who) -> Text:
    if not seats:
        return ("0",)
    return (f"{len(seats)} (", *_listed(seats, who), ")")


def _listed(seats: tuple[Seat, ...], who: Who) -> Text:
    told: Text = ()
    for seat in seats:
        told = (*told, *((", ",) if told else ()), *who(seat))
    return told


def _fight(fight: Duel, words: Words, who: Who) -> tuple[Text, ...]:
    """Says who throws for what, who is ready, and who is looked for."""
    told: list[Text] = []
    if fight.challenger is not None and fight.defender is not None:
        told.append(
            words.say(
                "Duel: {challenger} (change) against {defender} (keep). {goal} throws that count; ties don't.",
                challenger=who(fight.challenger),
                defender=who(fight.defender),
                goal=duel.GOAL,
            )
        )
        told.append(_ready((fight.challenger, fight.defender), fight, words, who))
    else:
        told.append(words.say("Duel: {goal} throws that count; ties don't.", goal=duel.GOAL))
        told += _wanted(fight.change, words.say("Who throws for the change?"), fight, words, who)
        told += _wanted(fight.keep, words.say("Who defends?"), fight, words, who)
    stands = duel.score(fight)
    if stands.change + stands.keep + stands.ties:
        told.append(_score(stands, words))
    if stands.change == stands.keep == duel.GOAL // 2:
        told.append(words.say("One more that counts."))
    return tuple(told)


def _score(stands: Score, words: Words) -> Text:
    """Tells how the sides stand."""
    return words.count(
        "So far {change} : {keep}, {n} tie.",
        "So far {change} : {keep}, {n} ties.",
        stands.ties,
        change=stands.change,
        keep=stands.keep,
    )


def _wanted(side: Side, question: Text, fight: Duel, words: Words, who: Who) -> list[Text]:
    """Says who may come forward for a side that has nobody, or who throws for the right to."""
    if side.thrower.seat is not None:
        return [words.say("{who} has come forward.", who=who(side.thrower.seat))]
    if side.asking:
        return [words.say("{question} {who} may.", question=question, who=_listed(side.idle, who))]
    pair = tuple(thrower.seat for thrower in side.volunteers[:2] if thrower.seat is not None)
    told = words.say("{question} One throw that counts decides.", question=question)
    return [(*told, " ", *_ready(pair, fight, words, who))]


def _ready(seats: tuple[Seat, ...], fight: Duel, words: Words, who: Who) -> Text:
    """Says who has thrown and who has not; what was thrown stays hidden."""
    told: Text = ()
    for seat in seats:
        late = seat in duel.waits_for(fight)
        one = words.say("{who} not yet", who=who(seat)) if late else words.say("{who} ready", who=who(seat))
        told = (*told, *((" · ",) if told else ()), *one)
    return told


def _left(position: Position, words: Words, who: Who) -> Text:
    """Tells how many cards the others have left."""
    round = position.round
    told: Text = ()
    for seat in round.active:
        number = len(round.hands[seat]) + len(round.up[seat]) + len(round.down[seat])
        if not told:
            told = (" ", *words.count("{who} has {n} card left", "{who} has {n} cards left", number, who=who(seat)))
        else:
            told = (*told, ", ", *who(seat), f" {words.number(number)}")
    return (*told, ".") if told else ()


def _seat(text: str) -> Seat:
    return Seat(int(text))
