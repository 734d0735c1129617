"""The core rules that a vote may change, and what is proposed, as people read them."""

from collections.abc import Iterable, Mapping

from bot.ports import Text
from bot.words import Words, sentence
from bot.words.lopti_book import OPTIONS, title_told
from bot.words.lopti_rules import rule_told
from bot.words.lopti_terms import named
from games.lopti.reading import read
from games.lopti.rule import Rule

NAMES: Mapping[str, str] = {
    **{key: name for key, (name, _, _) in OPTIONS.items()},
    "deal.hand": sentence("Hand cards"),
    "deal.up": sentence("Face-up cards"),
    "deal.down": sentence("Face-down cards"),
    "swap.max": sentence("Swaps"),
    "draw.floor": sentence("Draw below"),
    "draw.extra_plays": sentence("Draw again"),
    "rank.reset": sentence("Resets"),
    "rank.pass": sentence("Binds the next"),
    "rank.low": sentence("Asks for low cards"),
    "rank.clear": sentence("Clears"),
    "low.max": sentence("Low means"),
    "low.allows_clear": sentence("Clear a low card"),
    "order.direction": sentence("Direction"),
    "raise.min_copies": sentence("Raise with as many"),
    "four.clears": sentence("Four of a kind"),
    "four.across_resets": sentence("Four across a 2"),
    "clear.extra_play": sentence("Play after a clear"),
    "pickup.voluntary": sentence("Free pick-up"),
    "blind.choice": sentence("Which flip"),
    "pass.stays": sentence("3s stay"),
    "hand.cap_pickup": sentence("Largest pick-up"),
}
"""What each parameter is called, in a menu."""
FIXED: Mapping[tuple[str, str], str] = {
    ("draw.mode", "one"): sentence("One card is drawn at a time."),
    ("draw.mode", "refill"): sentence("Hands are filled up when a card is drawn."),
    ("draw.extra_plays", "yes"): sentence("A card is drawn after extra plays too."),
    ("draw.extra_plays", "no"): sentence("No card is drawn after extra plays."),
    ("rank.reset", "none"): sentence("No rank goes on anything and lets anything follow."),
    ("rank.pass", "none"): sentence("No rank binds the next player."),
    ("rank.low", "none"): sentence("No rank asks for low cards."),
    ("rank.clear", "none"): sentence("No rank clears the pile."),
    ("low.allows_clear", "yes"): sentence("The rank that clears may follow one that asks for low cards."),
    ("low.allows_clear", "no"): sentence("The rank that clears may not follow one that asks for low cards."),
    ("low.renew", "free"): sentence("Any number of 7s goes on a 7."),
    ("low.renew", "match"): sentence("A 7 on a 7 must be matched."),
    ("order.ace", "high"): sentence("The ace is the highest card."),
    ("order.ace", "low"): sentence("The ace is the lowest card."),
    ("order.direction", "cw"): sentence("Turns go clockwise."),
    ("order.direction", "ccw"): sentence("Turns go the other way round."),
    ("match.rule", "more"): sentence("A rank goes on itself with more copies, or to complete four."),
    ("match.rule", "any"): sentence("A rank goes on itself in any number."),
    ("match.rule", "never"): sentence("A rank never goes on itself."),
    ("raise.min_copies", "yes"): sentence("A higher rank needs as many copies as the last play."),
    ("raise.min_copies", "no"): sentence("A higher rank goes in any number."),
    ("four.clears", "yes"): sentence("Four of a kind clear the pile."),
    ("four.clears", "no"): sentence("Four of a kind do not clear the pile."),
    ("four.across_resets", "yes"): sentence("A 2 in between does not break four of a kind."),
    ("four.across_resets", "no"): sentence("A 2 in between breaks four of a kind."),
    ("clear.extra_play", "yes"): sentence("Whoever clears the pile plays again."),
    ("clear.extra_play", "no"): sentence("After a clear the next player goes on."),
    ("pickup.voluntary", "yes"): sentence("Anybody may pick up in their turn."),
    ("pickup.voluntary", "no"): sentence("Only who cannot play picks up."),
    ("blind.illegal", "pile"): sentence("A flipped card that doesn't fit is taken with the pile."),
    ("blind.illegal", "card_only"): sentence("A flipped card that doesn't fit is taken alone."),
    ("blind.choice", "owner"): sentence("Players choose which face-down card they turn over."),
    ("blind.choice", "leftmost"): sentence("The leftmost face-down card is turned over."),
    ("blind.choice", "random"): sentence("Chance chooses the face-down card that is turned over."),
    ("pass.stays", "yes"): sentence("3s stay in the pile."),
    ("pass.stays", "no"): sentence("3s leave the round at once."),
    ("opener", "winner"): sentence("The last winner opens."),
    ("opener", "dealer"): sentence("The dealer opens."),
    ("opener", "left_of_dealer"): sentence("The player after the dealer opens."),
    ("after_win", "stop"): sentence("A round ends when somebody is out."),
    ("after_win", "play_on"): sentence("A round goes on to the last place."),
    ("winner.creates_rule", "yes"): sentence("The winner of a round may make a house rule."),
    ("winner.creates_rule", "no"): sentence("Winners make no house rules."),
    ("hand.cap_pickup", "none"): sentence("A pick-up takes the whole pile."),
}
RANKED = {
    "rank.reset": sentence("{rank}: goes on anything, and anything goes on it."),
    "rank.pass": sentence("{rank}: binds the next player, who plays another or picks up."),
    "rank.low": sentence("{rank}: only low cards may follow."),
    "rank.clear": sentence("{rank}: clears the pile."),
}
YES_OR_NO = OPTIONS["winner.creates_rule"][2]
VALUES: Mapping[str, Mapping[str, str]] = {
    **{key: values for key, (_, _, values) in OPTIONS.items()},
    "order.direction": {"cw": sentence("clockwise"), "ccw": sentence("the other way")},
    "blind.choice": {
        "owner": sentence("the player's choice"),
        "leftmost": sentence("the leftmost"),
        "random": sentence("by chance"),
    },
}


def value_told(key: str, value: str, words: Words) -> str:
    """Names a value of a parameter, in a menu."""
    if key in VALUES:
        return words.text(VALUES[key][value])
    if value == "none":
        return words.text("none")
    return words.text(YES_OR_NO[value]) if value in YES_OR_NO else named(value)


def core_told(key: str, value: str, words: Words) -> Text:
    """Tells a core rule as it is with a value of its parameter."""
    if (key, value) in FIXED:
        return words.say(FIXED[key, value])
    if key in RANKED:
        return words.say(RANKED[key], rank=named(value))
    number = int(value)
    match key:
        case "deal.hand":
            return words.count(
                "Everybody is dealt {n} card into the hand.", "Everybody is dealt {n} cards into the hand.", number
            )
        case "deal.up":
            return words.count("Everybody is dealt {n} card face up.", "Everybody is dealt {n} cards face up.", number)
        case "deal.down":
            return words.count(
                "Everybody is dealt {n} card face down.", "Everybody is dealt {n} cards face down.", number
            )
        case "swap.max":
            return words.count(
                "Everybody may swap {n} card before a round.", "Everybody may swap {n} cards before a round.", number
            )
        case "draw.floor":
            return words.count("Who holds fewer than {n} card draws.", "Who holds fewer than {n} cards draws.", number)
        case "low.max":
            return words.say("Low cards are those of {number} or lower.", number=number)
        case "hand.cap_pickup":
            return words.count(
                "A pick-up fills a hand to {n} card at most; the rest leaves the round.",
                "A pick-up fills a hand to {n} cards at most; the rest leaves the round.",
                number,
            )
    raise TypeError(f"no sentence for {key}")


def proposal_told(subject: str, rules: Iterable[Rule], words: Words) -> Text:
    """Tells what a Rule Vote would change: ``core low.renew match``, ``remove r1``, ``back r1``, ``change r1 …``."""
    kind, _, what = subject.partition(" ")
    name, _, rest = what.partition(" ")
    if kind == "core":
        return core_told(name, rest, words)
    rule = next(rule for rule in rules if rule.id == name)
    title = title_told(rule.title, words)
    match kind:
        case "remove":
            return words.say("The house rule “{title}” goes.", title=title)
        case "back":
            return words.say("The house rule “{title}” comes back.", title=title)
        case "change":
            told = rule_told(read(rest), words)
            return words.say("The house rule “{title}” becomes: {rule}", title=title, rule=told)
    raise TypeError(f"no sentence for {subject!r}")
