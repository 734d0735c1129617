"""Why a house rule is refused: which part of it, and what would pass (the checks S1 to S13)."""

from collections.abc import Mapping

from bot.ports import Text, plain
from bot.words import Words, sentence
from games.core import Fact, MoveError

WHY: Mapping[str, str] = {
    "rule_length": sentence("A rule has {most} letters at most, and this has {found}. Shorten it and send it again."),
    "rule_key": sentence("A line can't begin with “{found}”."),
    "rule_key_twice": sentence("“{part}” stands there twice. Once is enough."),
    "rule_when_missing": sentence("“{part}” has to come after a line with “when”, for example: when after play."),
    "rule_when": sentence("Say when it happens, in two words, for example: when after play."),
    "rule_max": sentence("A rule can act {low} to {high} times a round, not {found}."),
    "rule_remind": sentence("A rule that I carry out needs no reminder. Leave out “remind”."),
    "rule_unreadable": sentence("I can't read this part of the rule: “{found}”. See /rules for an example."),
    "rule_verb_missing": sentence("Say what the rule does, for example: do draw next 1."),
    "rule_condition": sentence("I can't read the condition at “{found}”. Write it like this: if ev.taken >= 8."),
    "rule_condition_size": sentence("That condition is too long: {most} parts are the most."),
    "rule_condition_depth": sentence("That condition is too deep: {most} brackets within each other are the most."),
    "rule_condition_kinds": sentence("These can't be compared: {found}. Compare numbers with numbers."),
    "rule_number": sentence("Numbers in conditions go from {low} to {high}, so {found} is too large."),
    "rule_term": sentence("A condition can't ask for “{found}”."),
    "rule_clauses": sentence("A rule has {most} parts with “when” at most, and this has {found}."),
    "rule_flags": sentence("A rule has {most} counters at most: leave one out of {found}."),
    "rule_removed": sentence("The table removed this rule. A Rule Vote can bring it back: /table"),
    "rule_empty": sentence("Say in words what the rule is."),
    "rule_remind_when": sentence("I can't remind you at “{found}”."),
    "rule_text_long": sentence("That's {found} letters, here may be {most}. Shorten it and send it again."),
    "rule_text_signs": sentence("There are signs in the text that can't be shown. Write it in plain letters."),
    "rule_text_markup": sentence("Rules hold no links, mentions or formats. Leave out “{found}”."),
    "rule_text_name": sentence("Rules name nobody, so leave out “{found}”. Write “the next player”, for example."),
    "rule_phase": sentence("A rule acts before or after something, not “{found}”."),
    "rule_before": sentence("A rule can't act before “{found}”, only after it."),
    "rule_event": sentence("A rule can't wait for “{found}”."),
    "rule_actions": sentence("A rule does {low} to {high} things at a time, not {found}."),
    "rule_verb": sentence("Rules can't do “{found}”. Try: draw next 1."),
    "rule_nested": sentence("“{within}” can only lead to something simple, such as: draw actor 1."),
    "rule_verb_before": sentence("“{found}” can only come after something, not before it."),
    "rule_verb_after": sentence("“{found}” can only come after a play or a flip."),
    "rule_slots": sentence("“{verb}” needs {wanted} words after it, and there are {found}."),
    "rule_count": sentence("“{verb}” takes a number from {low} to {high}, not “{found}”."),
    "rule_role": sentence("“{verb}” can't be about “{found}”."),
    "rule_actor_out": sentence("Nothing can be done to the player who is out. Try: next."),
    "rule_flag": sentence("“{found}” is no name for a counter. Take small letters, for example: sevens."),
    "rule_text": sentence('“{verb}” needs words, for example: announce "Well done.".'),
    "rule_word": sentence("“{verb}” can't go with “{found}”."),
}
"""A sentence for each check; its facts are those of the refusal."""
EXAMPLES: Mapping[str, str] = {
    "draw": "draw next 1",
    "give": "give actor next 1 random",
    "swap": "swap actor next 1",
    "toss": "toss next 1 pick",
    "return_cleared": "return_cleared 2 deck_bottom",
    "clear_pile": "clear_pile",
    "extra_play": "extra_play",
    "reveal": "reveal actor 1",
    "peek_deck": "peek_deck actor 1",
    "shuffle_deck": "shuffle_deck",
    "roshambo": "roshambo actor next draw loser 1",
    "ask": 'ask actor "A rhyme, please." draw actor 1',
    "announce": 'announce "Well done."',
    "inc": "inc sevens 1",
    "reset": "reset sevens",
}
"""How each verb is written, for who has left something out."""
ROOM = 190
"""So many letters a refusal may have: a toast is cut at 200."""


def rule_refusal(error: MoveError, words: Words) -> Text:
    """Says why a rule is refused, which part of it is meant, and as many as there is room for of what would pass."""
    facts = {name: _told(fact) for name, fact in error.facts.items()}
    is_empty = error.reason == "rule_length" and not error.facts["found"]
    why = WHY["rule_empty" if is_empty else error.reason]
    told = words.say(why, **{"found": facts.get("part", ""), **facts})
    part, clause = str(error.facts.get("part", "")), str(error.facts.get("clause", 0))
    if part and clause == "1":
        told = (*told, " ", *words.say("Look at “{part}”.", part=part))
    elif part and clause != "0":
        told = (*told, " ", *words.say("Look at “{part}” of part {number}.", part=part, number=clause))
    if error.reason == "rule_slots":
        told = (*told, " ", *words.say("Like this: {example}.", example=EXAMPLES[str(error.facts["verb"])]))
    found = error.facts.get("allowed")
    allowed = found if isinstance(found, tuple) else ()
    for most in range(len(allowed), 0, -1):
        longer = (*told, " ", *_passing(allowed, most, words))
        if len(plain(longer)) <= ROOM:
            return longer
    return told


def _passing(allowed: tuple[str, ...], most: int, words: Words) -> Text:
    """Lists so many of the words that would pass."""
    listed = [*allowed[:most], "…"] if most < len(allowed) else allowed
    return words.say("These would pass: {words}.", words=", ".join(listed))


def _told(fact: Fact) -> str:
    text = ", ".join(fact) if isinstance(fact, tuple) else str(fact)
    return text if len(text) <= 40 else text[:39] + "…"
