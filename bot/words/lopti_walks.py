"""What is put together step by step beside the cards: buttons, and the sentence on top that grows with each tap.

The beginnings are those of `games.lopti.walking`; house rules are told in `bot.words.lopti_builder`.
"""

import re
from collections.abc import Callable, Mapping

from bot.ports import Text, plain
from bot.words import Words, sentence
from bot.words import lopti_builder as builder
from bot.words.lopti_book import BOOK, own_words, title_told
from bot.words.lopti_params import NAMES, core_told, proposal_told, value_told
from bot.words.lopti_rules import rule_told
from games.core import SIGNS, MoveError, Seat
from games.lopti import View, changes, duel
from games.lopti.changes import PAGE
from games.lopti.params import PARAMS
from games.lopti.reading import read
from games.lopti.rule import Rule
from games.lopti.throwing import MOST
from games.lopti.walking import is_beside, open_asks

__all__ = ["choice", "is_beside", "label", "name", "prompt", "titled"]

Who = Callable[[Seat], Text]

WORDS: Mapping[str, str] = {
    "table": sentence("📜 House rules"),
    "duel": sentence("✊ Throw"),
    "propose": sentence("Propose a change"),
    "withdraw": sentence("Withdraw"),
    "rule": sentence("✍ Make a rule"),
    "drop": sentence("Drop my rule …"),
    "object": sentence("Object …"),
    "ask": sentence("Ask the author …"),
    "answer": sentence("Answer …"),
    "answer yes": sentence("Yes"),
    "answer no": sentence("No"),
    "call": sentence("📣 Call it"),
    "remove": sentence("Remove who is away …"),
    "stall": sentence("End this round"),
    "propose remove": sentence("Remove a rule"),
    "propose change": sentence("Change a rule"),
    "propose back": sentence("Bring a rule back"),
    "propose core": sentence("Change a core rule"),
}
LONGER: Mapping[str, str] = {
    "table": sentence("see the house rules, and ask the table"),
    "duel": sentence("throw rock, paper, scissors"),
    "propose": sentence("propose a change of the rules to the table"),
    "withdraw": sentence("withdraw the proposal"),
    "rule": sentence("make a house rule"),
    "drop": sentence("take back a rule that you made, without a vote"),
    "object": sentence("say that a new rule is against the rules for rules"),
    "ask": sentence("ask what a house rule means"),
    "answer": sentence("say what your house rule means"),
    "answer yes": sentence("say yes"),
    "answer no": sentence("say no"),
    "call": sentence("say that somebody has not done what a rule asks for"),
    "remove": sentence("ask the others to remove somebody who is away"),
    "stall": sentence("ask to end this round without a winner"),
    "propose remove": sentence("a house rule goes"),
    "propose change": sentence("a house rule becomes another one"),
    "propose back": sentence("a house rule that was removed comes back"),
    "propose core": sentence("a rule of the basic game changes"),
}
GROUPS: Mapping[str, str] = {
    "deal.": sentence("The deal …"),
    "draw.": sentence("Drawing …"),
    "rank.": sentence("Special ranks …"),
    "low.": sentence("Low cards …"),
    "order.": sentence("Order …"),
    "four.": sentence("Four of a kind …"),
    "blind.": sentence("Flips …"),
}
WHENS: Mapping[str, tuple[str, str]] = {
    "now": (sentence("Now"), sentence("from now on")),
    "next": (sentence("Next round"), sentence("from the next round on")),
}
QUESTIONS: Mapping[str, str] = {
    "propose": sentence("What shall the table change?"),
    "propose remove": sentence("Which house rule shall go?"),
    "propose change": sentence("Which house rule shall change?"),
    "propose back": sentence("Which house rule shall come back?"),
    "propose core": sentence("Which core rule shall change?"),
    "drop": sentence("Which of your rules do you take back? That needs no vote."),
    "object": sentence("Which rule is against the rules for rules?"),
    "call": sentence("What was not done?"),
    "ask": sentence("Which rule is not clear?"),
    "remove": sentence("Who shall be removed?"),
    "stall": sentence("For a long time nothing has moved on. Shall this round end without a winner?"),
    "withdraw": sentence("Do you withdraw your proposal? Then the vote is not used."),
}
HANDS = {"R": "✊", "P": "✋", "S": "✌"}
THROWN = {"R": sentence("rock"), "P": sentence("paper"), "S": sentence("scissors")}
RANDOM = 60
"""So many throws by chance nearly always hold thirty that count."""
_RULE = re.compile(r"(rule|propose change \S+)\s+(.+)", re.DOTALL)
"""What stands before the words of a house rule, and these."""


def label(known: View, text: str, begun: str, words: Words) -> str:
    """What stands on the button of a step."""
    if text in WORDS:
        return words.text(WORDS[text])
    if found := _RULE.fullmatch(text):
        body, when = _parted(*found.groups())
        if when:
            return words.text(WHENS[when][0])
        if page := PAGE.fullmatch(body):
            return "📖 " + words.text(list(BOOK)[int(page[1]) - 1])
        return builder.label(body, words, _within(found[1], begun))
    match text.split(" "):
        case ["throw", "random"]:
            return words.text("🎲 {number} random", number=_random(known))
        case ["throw", throws]:
            return HANDS[throws] if throws in HANDS else words.text("🎲 {number} random", number=len(throws))
        case [*_, "now" | "next" as when]:
            return words.text(WHENS[when][0])
        case ["call", rule]:
            return builder.cut(f"📣 {name(known, rule, words)}")
        case ["ask", rule, _, *_]:
            return own_words(text.removeprefix(f"ask {rule} "), words)
        case ["drop" | "object" | "ask", rule] | ["propose", "remove" | "change" | "back", rule]:
            return name(known, rule, words)
        case ["remove", seat]:
            return words.text("Remove {sign}", sign=SIGNS[int(seat)])
        case ["propose", "core", key]:
            return words.text(GROUPS[key] if key in GROUPS else NAMES[key])
        case ["propose", "core", key, value]:
            return value_told(key, value, words)
    raise TypeError(f"no label for {text!r}")


def choice(known: View, text: str, begun: str, words: Words) -> str:
    """Describes a step for those who do not see the table."""
    if text in LONGER:
        return words.text(LONGER[text])
    if found := _RULE.fullmatch(text):
        body, when = _parted(*found.groups())
        if when:
            return words.text(WHENS[when][1])
        if PAGE.fullmatch(body):
            return plain(rule_told(read(changes.written(body)), words))
        return builder.choice(body, words, _within(found[1], begun))
    match text.split(" "):
        case ["throw", throws] if throws in THROWN:
            return words.text(THROWN[throws])
        case [*_, "now" | "next" as when]:
            return words.text(WHENS[when][1])
        case ["drop" | "object", rule] | ["propose", "remove" | "change" | "back", rule]:
            return plain(_rule_told(known, rule, words))
        case ["call", rule]:
            return words.text("“{rule}” was not done", rule=name(known, rule, words))
        case ["remove", seat]:
            return words.text("ask to remove {sign}", sign=SIGNS[int(seat)])
        case ["propose", "core", key, value]:
            return plain(core_told(key, value, words))
    return label(known, text, begun, words)


def prompt(known: View, seat: Seat, begun: str, words: Words, who: Who) -> Text:
    """Says what has been put together so far, or written, and asks how it goes on."""
    begun = _spelt(begun)
    if begun == "rule":
        return builder.prompt("", words)
    if begun in QUESTIONS:
        return _asking(known, begun, words, who)
    if found := _RULE.fullmatch(begun):
        body, when = _parted(*found.groups())
        if PAGE.fullmatch(body):
            body = changes.written(body)
        if found[1] == "rule" or not (when or builder.is_whole(body)):
            return builder.prompt(body, words)
        return _proposal(known, f"{found[1]} {body}".removeprefix("propose "), when, words)
    match begun.split(" "):
        case ["table"]:
            return _table(known, words)
        case ["duel" | "throw", *_]:
            return _throwing(known, seat, words)
        case ["ask", rule]:
            return words.say("What do you want to know about it? {rule}", rule=_rule_told(known, rule, words))
        case ["ask", rule, *doubt]:
            asked = own_words(" ".join(doubt), words)
            return words.say("“{doubt}” {rule}", doubt=asked, rule=_rule_told(known, rule, words))
        case ["answer"]:
            return words.say("What do you answer?")
        case ["answer", *told]:
            return words.say("Your answer: {answer}", answer=" ".join(told))
        case ["restore", *_]:
            old = rule_told(read(begun.removeprefix("restore ")), words)
            return words.say("Bring this rule back? {rule}", rule=old)
        case ["drop", rule]:
            return words.say("This rule goes at once: {rule}", rule=_rule_told(known, rule, words))
        case ["object", rule]:
            return words.say("Is this against the rules for rules? {rule}", rule=_rule_told(known, rule, words))
        case ["call", rule]:
            return words.say("Ask the table whether it was done? {rule}", rule=_rule_told(known, rule, words))
        case ["remove", other]:
            return words.say("Ask the others to remove {who}, who is away?", who=who(Seat(int(other))))
        case ["propose", "core", key]:
            if key not in PARAMS:
                return words.say(QUESTIONS["propose core"])
            now = core_told(key, known.position.params.value(key), words)
            return words.say("So far: {rule} How shall it be?", rule=now)
        case ["propose", "change", rule]:
            return words.say("So far: {rule} What shall it become?", rule=_rule_told(known, rule, words))
        case ["propose", *subject, "now" | "next" as when]:
            return _proposal(known, " ".join(subject), when, words)
        case ["propose", *subject]:
            return _proposal(known, " ".join(subject), "", words)
    raise TypeError(f"no sentence for {begun!r}")


def name(known: View, rule: str, words: Words) -> str:
    """Names a house rule by its title, else by how its words begin; by its number too where that does not tell."""
    called, _, number = rule.partition(".")
    names = {one.id: titled(one, words) for one in known.position.rules}
    shown = names[called]
    same = sum(other == shown for other in names.values()) > 1
    mark = f" ({called})" if same else f" ({number})" if number else ""
    return shown if not mark else shown[: builder.LONGEST - len(mark)].rstrip() + mark


def titled(rule: Rule, words: Words) -> str:
    """Names a rule by its title, else by how its words begin."""
    return builder.cut(title_told(rule.title, words) if rule.title else rule.text or plain(rule_told(rule, words)))


def _rule_told(known: View, rule: str, words: Words) -> Text:
    called = rule.partition(".")[0]
    return rule_told(next(one for one in known.position.rules if one.id == called), words)


def _asking(known: View, begun: str, words: Words, who: Who) -> Text:
    """Asks a question, with whom it is about."""
    asked = words.say(QUESTIONS[begun])
    position = known.position
    about: list[Text] = []
    if begun == "call":
        asks = {ask.rule: ask for ask in open_asks(position) if ask.seat != known.viewer}
        about = [
            words.say("{rule}: {who}", rule=name(known, rule, words), who=who(ask.seat)) for rule, ask in asks.items()
        ]
    elif begun == "remove":
        about = [who(seat) for seat in position.away if seat != known.viewer]
    for number, one in enumerate(about):
        asked = (*asked, "; " if number else " ", *one)
    return asked


def _table(known: View, words: Words) -> Text:
    """Says what can be asked of the table now."""
    position = known.position
    if position.question:
        return words.say("The table decides one thing at a time; see what it is asked now.")
    if position.voted:
        return words.say("This round's vote is used. What else would you like to do?")
    return words.say("This round's vote is free. What would you like to do?")


def _throwing(known: View, seat: Seat, words: Words) -> Text:
    """Says how throws are given, and how many more are needed."""
    fight = known.position.duel
    if fight is None:
        return words.say("Nobody throws now.")
    if not duel.missing(fight, seat):
        return words.say("Your throws are in. Now the other side has to throw.")
    told = words.say("R, P, S in any mix, up to {most}; {number} nearly always suffice.", most=MOST, number=RANDOM)
    stands = duel.score(fight)
    if stands.change + stands.keep + stands.ties == 0:
        return told
    more = words.count("About {n} more, please.", "About {n} more, please.", duel.missing(fight, seat))
    return (*more, " ", *told)


def _proposal(known: View, subject: str, when: str, words: Words) -> Text:
    """Tells what is proposed, and from when; or asks for that."""
    if when:
        subject = _settled(known, subject)
    told = proposal_told(subject, known.position.rules, words)
    if subject.startswith(("remove ", "back ")):
        told = (*told, " ", *_rule_told(known, subject.split(" ")[1], words))
    match when:
        case "now":
            return words.say("From now on: {change} Shall I ask the table?", change=told)
        case "next":
            return words.say("From the next round on: {change} Shall I ask the table?", change=told)
    return words.say("{change} From when on?", change=told)


def _spelt(begun: str) -> str:
    """Writes the first and the last word of a beginning as they are offered, whoever wrote it."""
    first, space, rest = begun.strip().partition(" ")
    rest, last_space, last = rest.lstrip().rpartition(" ")
    return f"{first.lower()}{space}{rest}{last_space}{last.lower() if last.lower() in WHENS else last}"


def _settled(known: View, subject: str) -> str:
    """Spells what is proposed as it is read; what can't be changed any more stays as it is."""
    try:
        return changes.settled(known.position, subject)
    except MoveError:
        return subject


def _random(known: View) -> int:
    """How many throws chance would give."""
    fight, viewer = known.position.duel, known.viewer
    return RANDOM if fight is None or viewer is None else min(RANDOM, duel.room(fight, viewer) or RANDOM)


def _parted(lead: str, body: str) -> tuple[str, str]:
    """Parts the words of a rule from when they shall hold; ``next`` may be somebody in an unfinished rule."""
    whole, _, when = body.rpartition(" ")
    if lead == "rule" or when not in WHENS:
        return body, ""
    try:
        read(changes.written(whole))
    except MoveError:
        return body, ""
    return whole, when


def _within(lead: str, begun: str) -> str | None:
    """Returns the words of a rule so far; None where it is not known what was before."""
    return begun.removeprefix(lead).removeprefix(" ") if begun.startswith(lead) else None
