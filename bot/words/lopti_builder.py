"""The builder of house rules in words: its buttons, its questions, and the rule as far as it goes.

A beginning is a text of `games.lopti.building`; what stands on a button is the one thing that a choice adds to it.

>>> from bot.ports import plain
>>> from bot.words import words_for
>>> body = "when after pickup; if ev.taken >= 8; do give"
>>> label(f"{body} actor", words_for("en")), plain(prompt(body, words_for("en")))
('the player', 'After a player picks up 8 or more cards: give … Who gives?')
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from bot.ports import Text, plain
from bot.words import Words, sentence
from bot.words.lopti_book import own_words
from bot.words.lopti_rules import cards_told, clause_told, rule_told
from bot.words.lopti_terms import RANKS, SAID, capital, moment_told, named, object_told, remind_told, term_told
from games.core import MoveError
from games.lopti import building
from games.lopti.building import Stage
from games.lopti.reading import STATEMENT, read, tokens
from games.lopti.rule import VERBS, Clause

LONGEST = 30
"""Letters on a button; a word more would not fit where two stand side by side."""
STEPS: Mapping[tuple[str, str], str] = {
    ("start", "book"): sentence("📖 From the book"),
    ("start", "when"): sentence("🧩 Build one"),
    ("start", "text"): sentence("✍ In my own words"),
    ("when", "after play"): sentence("someone plays"),
    ("when", "after pickup"): sentence("someone picks up"),
    ("when", "after flip"): sentence("someone flips"),
    ("when", "after clear"): sentence("someone clears"),
    ("when", "after draw"): sentence("someone draws"),
    ("when", "after out"): sentence("someone goes out"),
    ("when", "after obligation"): sentence("someone passes a 3"),
    ("when", "after low"): sentence("a 7 asks for low cards"),
    ("when", "after up_taken"): sentence("face-up cards are taken"),
    ("when", "after turn_start"): sentence("a turn starts"),
    ("when", "after deal_done"): sentence("the deal is done"),
    ("when", "before play"): sentence("before someone plays"),
    ("when", "before flip"): sentence("before someone flips"),
    ("when", "before pickup"): sentence("before someone picks up"),
    ("if", "do"): sentence("always"),
    ("if", "ev.count"): sentence("how many cards"),
    ("if", "ev.taken"): sentence("how many are picked up"),
    ("if", "ev.rank"): sentence("which rank"),
    ("if", "ev.pile_before"): sentence("the pile before"),
    ("if", "ev.legal"): sentence("whether it fits"),
    ("if", "ev.cause"): sentence("what clears"),
    ("if", "hand.actor"): sentence("cards in hand"),
    ("if", "hand.next"): sentence("hand of the next"),
    ("if", "hand.prev"): sentence("hand of the previous"),
    ("if", "hand.most_cards"): sentence("hand of who has most"),
    ("if", "hand.fewest_cards"): sentence("hand of who has fewest"),
    ("if", "pile"): sentence("pile size"),
    ("if", "deck"): sentence("deck size"),
    ("if", "gone"): sentence("cards out of the round"),
    ("if", "threes"): sentence("3s beside the pile"),
    ("if", "active"): sentence("players in the round"),
    ("and", "do"): sentence("that is all"),
    ("and", "and"): sentence("and …"),
    ("verb", "draw"): sentence("draw"),
    ("verb", "give"): sentence("give"),
    ("verb", "swap"): sentence("swap"),
    ("verb", "toss"): sentence("toss"),
    ("verb", "return_cleared"): sentence("return cleared cards"),
    ("verb", "clear_pile"): sentence("clear the pile"),
    ("verb", "extra_play"): sentence("play again"),
    ("verb", "reveal"): sentence("reveal"),
    ("verb", "peek_deck"): sentence("look at the deck"),
    ("verb", "shuffle_deck"): sentence("shuffle the deck"),
    ("verb", "roshambo"): sentence("one throw"),
    ("verb", "ask"): sentence("ask the table"),
    ("verb", "announce"): sentence("announce"),
    ("role", "actor"): sentence("the player"),
    ("role", "next"): sentence("next"),
    ("role", "prev"): sentence("previous"),
    ("role", "most_cards"): sentence("most cards"),
    ("role", "fewest_cards"): sentence("fewest cards"),
    ("role", "dealer"): sentence("dealer"),
    ("role", "opener"): sentence("opener"),
    ("role", "last_winner"): sentence("last winner"),
    ("role", "others"): sentence("others"),
    ("role", "all"): sentence("all"),
    ("word", "random"): sentence("random"),
    ("word", "lowest"): sentence("lowest"),
    ("word", "highest"): sentence("highest"),
    ("word", "owner"): sentence("own choice"),
    ("word", "deck_bottom"): sentence("under the deck"),
    ("word", "pile_bottom"): sentence("under the pile"),
    ("more", "do"): sentence("another"),
    ("more", "max"): sentence("that is all"),
    ("remind", "never"): sentence("never"),
    ("remind", "play"): sentence("every play"),
    ("remind", "pickup"): sentence("pick-ups"),
    ("remind", "flip"): sentence("flips"),
    ("remind", "clear"): sentence("clears"),
    ("remind", "draw"): sentence("draws"),
    ("remind", "out"): sentence("going out"),
    ("remind", "obligation"): sentence("passed 3s"),
    ("remind", "low"): sentence("low rule"),
    ("remind", "up_taken"): sentence("face-up cards taken"),
    ("remind", "turn_start"): sentence("every turn"),
    ("remind", "deal_done"): sentence("the deal"),
}
"""What stands on a button, by what is asked and what is chosen."""
SIGNS = {">=": "≥", "==": "=", "<=": "≤"}
TRUTHS = {"yes": sentence("it fits"), "no": sentence("it doesn't fit")}
LONGER: Mapping[tuple[str, str], str] = {
    ("start", "book"): sentence("take one of the rules in the book"),
    ("start", "when"): sentence("put a rule together, step by step"),
    ("start", "text"): sentence("write a rule that you keep yourselves"),
    ("if", "do"): sentence("always, without a condition"),
    ("sign", ">="): sentence("so many or more"),
    ("sign", "=="): sentence("exactly so many"),
    ("sign", "<="): sentence("so many or fewer"),
    ("and", "do"): sentence("no further condition"),
    ("and", "and"): sentence("a further condition"),
    ("verb", "draw"): sentence("somebody draws cards"),
    ("verb", "give"): sentence("somebody gives cards to somebody"),
    ("verb", "swap"): sentence("two players swap a card"),
    ("verb", "toss"): sentence("somebody lays a card out of the round"),
    ("verb", "return_cleared"): sentence("cards that left the round come back"),
    ("verb", "clear_pile"): sentence("the pile is cleared"),
    ("verb", "extra_play"): sentence("the player may play again"),
    ("verb", "reveal"): sentence("somebody shows cards to everybody"),
    ("verb", "peek_deck"): sentence("somebody looks at the top of the deck"),
    ("verb", "shuffle_deck"): sentence("the deck is shuffled"),
    ("verb", "roshambo"): sentence("two players throw rock, paper, scissors once"),
    ("verb", "ask"): sentence("somebody has to do something, and the table says whether it was done"),
    ("verb", "announce"): sentence("I say something"),
    ("more", "do"): sentence("let the rule do something more"),
    ("more", "max"): sentence("the rule does nothing more"),
}
"""Choices that are called otherwise where there is room."""
QUESTIONS = {
    "book": sentence("Which rule of the book?"),
    "start": sentence("How do you want to make the rule?"),
    "when": sentence("When?"),
    "if": sentence("If?"),
    "sign": sentence("How many?"),
    "value": sentence("Which one?"),
    "and": sentence("Is there a further condition?"),
    "verb": sentence("Then what?"),
    "number": sentence("How many cards?"),
    "word": sentence("Which cards?"),
    "line": sentence("Which words? Choose some, or type your own."),
    "more": sentence("Does it do anything more?"),
    "often": sentence("How often a round? If you don't say, 12 times at most."),
    "text": sentence("What is the rule? Choose one, or type it in your own words."),
    "remind": sentence("When shall I remind you?"),
    "title": sentence("Type a name for it, if you like."),
}
WHO = {
    ("draw", 0): sentence("Who draws?"),
    ("give", 0): sentence("Who gives?"),
    ("give", 1): sentence("To whom?"),
    ("swap", 0): sentence("Who swaps?"),
    ("swap", 1): sentence("With whom?"),
    ("toss", 0): sentence("Who lays a card out of the round?"),
    ("reveal", 0): sentence("Who shows cards?"),
    ("peek_deck", 0): sentence("Who looks?"),
    ("roshambo", 0): sentence("Who throws?"),
    ("roshambo", 1): sentence("Against whom?"),
    ("ask", 0): sentence("Who is asked?"),
}
"""The questions for a role, by the verb and the roles before it."""
WITHIN = {"roshambo": sentence("What does the loser do?"), "ask": sentence("And if it isn't done?")}
"""The questions for what a verb leads to."""
MOST = 12
"""Any number will do where a rule is read of which nobody has said how often it acts."""
_OPEN = re.compile(r"(?:^(?:book|when|text)|; (?:do|max)| and)$")
"""Words that only ask for more."""


def label(body: str, words: Words, begun: str | None = None) -> str:
    """What stands on the button of a beginning; ``begun`` is the one before it, where that is known."""
    asks, said, back = _added(body, begun)
    match asks:
        case "when":
            return words.text(STEPS[asks, " ".join(said)])
        case "if":
            return words.text(STEPS[asks, said[-1]])
        case "sign":
            return SIGNS[said[0]]
        case "value":
            return _value(said[-1], back, words)
        case "number" | "often":
            return said[0]
        case "text" | "line":
            return cut(own_words(json.loads(said[-1]), words))
        case "remind" if len(said) > 2:
            return words.text(RANKS[named(said[2])], rank=named(said[2]))
        case "remind":
            return words.text(STEPS[asks, said[1]])
    return words.text(STEPS[asks, said[0]])


def choice(body: str, words: Words, begun: str | None = None) -> str:
    """Describes a step for those who do not see the table."""
    asks, said, back = _added(body, begun)
    event = tokens(STATEMENT.findall(back)[0])[2] if asks in ("if", "role") else ""
    if longer := LONGER.get((asks, said[0])):
        return words.text(longer)
    match asks:
        case "when":
            return moment_told(Clause(said[0], said[1], (), (), MOST), {}, words)
        case "if":
            return term_told(said[-1], event, words)
        case "role":
            return object_told(said[0], event, words)
        case "often":
            return plain(words.count("at most once a round", "at most {n} times a round", int(said[0])))
        case "word" if said[0] in VERBS["give"][3]:
            return cards_told(said[0], int(tokens(back)[-1]), words)
        case "text" | "line":
            return words.text("“{text}”", text=own_words(json.loads(said[-1]), words))
        case "remind":
            return remind_told(" ".join(said[1:]) if said[1] != "never" else "", words)
    return label(body, words, begun)


def prompt(body: str, words: Words) -> Text:
    """Tells a rule as far as it goes, and asks how it goes on; one that was written by hand is whole."""
    try:
        stage = _stage(body)
    except MoveError:
        return rule_told(read(body), words)
    if stage.complete:
        told = rule_told(read(body), words)
        return told if stage.asks != "title" else (*told, " ", *words.say(QUESTIONS["title"]))
    told = so_far(body, words)
    question = _question(stage.asks, body, words)
    return (*told, " ", *question) if told else question


def so_far(body: str, words: Words) -> Text:
    """Tells the beginning of a rule: what is whole as a sentence, then the words that are chosen."""
    steps: list[str] = []
    at = body
    while (told := _told(at, words)) is None:
        at, after = _stage(at).back, at
        steps.insert(0, label(after, words, at))
    chosen = " · ".join(steps)
    if chosen and told.endswith("."):
        return words.say("{told} Then: {chosen} …", told=told, chosen=chosen)
    if chosen:
        return words.say("{told}: {chosen} …", told=told, chosen=chosen)
    return words.say("{told} …", told=told) if told and not told.endswith((".", "”")) else (told,) if told else ()


def is_whole(body: str) -> bool:
    """Whether nothing but a name can be added to a rule."""
    try:
        return _stage(body).complete
    except MoveError:
        return True


def cut(text: str) -> str:
    """Cuts what people wrote to what a button has room for."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _told(body: str, words: Words) -> str | None:
    """Tells a beginning whose every part is whole; None if one is not."""
    whole = _OPEN.sub("", body)
    if not whole:
        return ""
    if whole.startswith("text "):
        return words.text("“{text}”", text=own_words(json.loads(_words(whole)[0]), words))
    does = any(statement.strip().startswith("do ") for statement in STATEMENT.findall(whole))
    ended = whole if does else f'{whole}; do announce "so"'
    try:
        (clause,) = read(f"{ended}; max {MOST}").clauses
    except MoveError:
        return None
    if not does:
        clause = Clause(clause.phase, clause.event, clause.condition, (), MOST)
    return capital(clause_told(clause, words))


def _question(asks: str, body: str, words: Words) -> Text:
    if asks == "verb" and _within(body) != "do":
        return words.say(WITHIN[_within(body)])
    if asks == "role":
        verb, *filled = _action(body)
        return words.say(WHO[verb, len(filled)])
    if asks == "value" and _words(body)[-1] in SIGNS and _words(body)[-2] != "ev.rank":
        return words.say(QUESTIONS["sign"])
    return words.say(QUESTIONS[asks])


def _value(said: str, back: str, words: Words) -> str:
    """Names what a term is compared with."""
    term = next(word for word in reversed(_words(back)) if word not in SIGNS)
    if term == "ev.legal":
        return words.text(TRUTHS[said])
    return words.text(SAID[said]) if term == "ev.cause" else said


def _action(body: str) -> list[str]:
    """Returns the action that is being put together: its verb and what fills its slots, or the one inside of it."""
    action = _words(body)
    return action[3:] if action[0] in ("roshambo", "ask") and len(action) > 3 else action


def _within(body: str) -> str:
    """Returns the verb inside of which an action is asked for, else ``do``."""
    return next(iter(_words(body)), "do")


def _words(body: str) -> list[str]:
    """Returns the words of the last statement, without its key."""
    return tokens(STATEMENT.findall(body)[-1])[1:]


def _added(body: str, begun: str | None) -> tuple[str, list[str], str]:
    """Returns what was asked before a beginning, the words of the statement that answer it, and what was before."""
    back = _stage(body).back if begun is None else begun
    asks = _stage(back).asks
    said = tokens(STATEMENT.findall(body[len(back) :])[0])
    return asks, said, back


@lru_cache(maxsize=1024)
def _stage(body: str) -> Stage:
    return building.steps(body)
