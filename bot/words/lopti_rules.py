"""A house rule as a sentence, told from what it does and not from what its author says about it (S14).

>>> from bot.words import words_for
>>> from bot.ports import plain
>>> from games.lopti.book import BOOK
>>> plain(rule_told(BOOK[4], words_for("en")))[:60]
'Fourteen: after a player plays cards, if the number of cards'
"""

from collections.abc import Mapping

from bot.ports import Text, plain
from bot.words import Words, sentence
from bot.words.lopti_book import own_words, title_told
from bot.words.lopti_terms import capital, condition_told, cut_out, moment_told, names_others, object_told, remind_told
from games.lopti.rule import GROUPS, Action, Clause, Node, Rule

ACTS: Mapping[str, tuple[str, str]] = {
    "draw": (sentence("{who} draws {cards}"), sentence("{who} draw {cards}")),
    "give": (sentence("{who} gives {cards} to {to}"), sentence("{who} give {cards} to {to}")),
    "toss": (sentence("{who} lays {cards} out of the round"), sentence("{who} lay {cards} out of the round")),
    "reveal": (sentence("{who} shows {cards} to everybody"), sentence("{who} show {cards} to everybody")),
    "peek_deck": (sentence("{who} looks at {cards} of the deck"), sentence("{who} look at {cards} of the deck")),
}
"""What one player does, and what several do or the one who is called “they”."""
THEY = "they"
"""Who has just been named."""


def rule_told(rule: Rule, words: Words) -> Text:
    """Tells a rule: what happens when, and how often; of an honour rule its words and when it is called to mind."""
    first, *others = [_clause(clause, words) for clause in rule.clauses] or [_honour(rule, words)]
    told = " ".join([first, *map(capital, others)])
    if not rule.title:
        return (capital(told),)
    return words.say("{title}: {rule}", title=title_told(rule.title, words), rule=told)


def _honour(rule: Rule, words: Words) -> str:
    return words.text("“{text}” {remind}", text=own_words(rule.text, words), remind=remind_told(rule.remind, words))


def _clause(clause: Clause, words: Words) -> str:
    """Tells one clause; the second and further ones of a rule are sentences of their own."""
    most = plain(words.count("At most once a round.", "At most {n} times a round.", clause.most))
    return f"{clause_told(clause, words)} {most}"


def clause_told(clause: Clause, words: Words) -> str:
    """Tells what a clause does, but not how often; of one without actions only when."""
    rest, known = cut_out(clause)
    when = moment_told(clause, known, words)
    if rest:
        when = words.text("{when}, if {condition}", when=when, condition=condition_told(rest, clause.event, words))
    told, before = "", rest
    for action in clause.actions:
        act = _act(action, clause.event, words, clear=not names_others(before))
        told = words.text("{first}, then {second}", first=told, second=act) if told else act
        before = (*before, action)
    return words.text("{when}, {what}.", when=when, what=told) if told else when


def _act(action: Action, event: str, words: Words, *, clear: bool = False) -> str:
    """Tells one action; ``clear`` where “they” can only be the one whose doing it is."""
    they = clear and event != "deal_done"
    match action:
        case ("draw", role, int(count)):
            return _does("draw", _short(role, they), event, words, plain(words.count("{n} card", "{n} cards", count)))
        case ("give", role, to, int(count), how):
            cards, whom = cards_told(str(how), count, words), object_told(to, event, words)
            return _does("give", _short(role, they), event, words, cards, whom)
        case ("toss", role, int(count), "pick"):
            return _does("toss", _short(role, they), event, words, cards_told("owner", count, words))
        case ("reveal", role, int(count)):
            return _does("reveal", _short(role, they), event, words, cards_told("random", count, words))
        case ("peek_deck", role, int(count)):
            top = plain(words.count("the top card", "the top {n} cards", count))
            return _does("peek_deck", _short(role, they), event, words, top)
        case ("swap", one, other, _):
            return words.text(
                "{one} and {other} swap a random card",
                one=object_told(one, event, words),
                other=object_told(other, event, words),
            )
        case ("return_cleared", int(count), where):
            back = plain(words.count("{n} card that left the round", "{n} cards that left the round", count))
            if where == "deck_bottom":
                return words.text("{cards} (drawn blindly) go back under the deck", cards=back)
            return words.text("{cards} (drawn blindly) go back under the pile", cards=back)
        case ("clear_pile",):
            return words.text("the pile is cleared")
        case ("extra_play",):
            return words.text("they may play again") if they else words.text("the player may play again")
        case ("shuffle_deck",):
            return words.text("the deck is shuffled")
        case ("inc", flag, int(count)):
            return words.text("the counter “{counter}” goes up by {number}", counter=str(flag), number=count)
        case ("reset", flag):
            return words.text("the counter “{counter}” goes back to 0", counter=str(flag))
        case ("announce", text):
            return words.text("I say “{text}”", text=own_words(str(text), words).removesuffix("."))
        case ("roshambo", one, other, tuple(simple)):
            return _throw(one, other, simple, event, words)
        case ("ask", role, text, tuple(simple)):
            return words.text(
                "{who}: “{text}” If the table says that this was not done, {what}",
                who=object_told(role, event, words),
                text=own_words(str(text), words),
                what=_act(simple, event, words, clear=clear and role == "actor"),
            )
    raise TypeError(f"no sentence for {action!r}")


def _throw(one: Node, other: Node, simple: Action, event: str, words: Words) -> str:
    """Tells what a throw is about: the loser does something, if it is somebody whom the rule names."""
    verb, role, *rest = simple
    throw = words.text(
        "{one} and {other} throw rock, paper, scissors once",
        one=object_told(one, event, words),
        other=object_told(other, event, words),
    )
    if role in ("loser", "all"):
        return words.text("{throw}, and {what}", throw=throw, what=_act((verb, "loser", *rest), event, words))
    what = _act((verb, THEY, *rest), event, words)
    if role == "others":
        other_than = object_told("actor", event, words)
        return words.text("{throw}; if anybody but {who} loses, {what}", throw=throw, who=other_than, what=what)
    return words.text("{throw}; if {who} loses, {what}", throw=throw, who=object_told(role, event, words), what=what)


def _short(role: Node, they: bool) -> Node:
    """Returns a role, or “they” for the one whose doing it is where that is clear."""
    return THEY if they and role == "actor" else role


def _does(verb: str, role: Node, event: str, words: Words, cards: str, to: str = "") -> str:
    """Tells what somebody does with cards."""
    one, many = ACTS[verb]
    if role == THEY:
        return words.text(many, who=words.text("they"), cards=cards, to=to)
    plural = role in GROUPS and role != "all"
    return words.text(many if plural else one, who=object_told(role, event, words), cards=cards, to=to)


def cards_told(how: str, count: int, words: Words) -> str:
    """Tells which cards are taken from a hand, by how they are chosen."""
    match how:
        case "random":
            told = words.count("{n} random card", "{n} random cards", count)
        case "lowest":
            told = words.count("their lowest card", "their {n} lowest cards", count)
        case "highest":
            told = words.count("their highest card", "their {n} highest cards", count)
        case _:
            told = words.count("{n} card of their choice", "{n} cards of their choice", count)
    return plain(told)
