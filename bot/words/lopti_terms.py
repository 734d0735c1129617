"""The parts of a house rule in words: its moment, its condition, and whom it is about."""

from collections.abc import Mapping

from bot.words import Words, sentence
from games.lopti.rule import RANK_VALUES, TERMS, Clause, Condition, Node

NAMED = {value: rank for rank, value in RANK_VALUES.items()}
WHEN: Mapping[tuple[str, str], str] = {
    ("before", "play"): sentence("before a player plays {what}"),
    ("before", "flip"): sentence("before a player turns over a face-down card"),
    ("before", "pickup"): sentence("before a player picks up {what}"),
    ("after", "play"): sentence("after a player plays {what}"),
    ("after", "pickup"): sentence("after a player picks up {what}"),
    ("after", "flip"): sentence("after a player turns over a face-down card"),
    ("after", "clear"): sentence("after a player clears the pile"),
    ("after", "draw"): sentence("after a player draws"),
    ("after", "out"): sentence("after a player has played the last card"),
    ("after", "obligation"): sentence("after a player's 3 binds the next one"),
    ("after", "low"): sentence("after a player's 7 asks for 7 or lower"),
    ("after", "up_taken"): sentence("after a player takes the face-up cards"),
    ("after", "turn_start"): sentence("when a player's turn begins"),
    ("after", "deal_done"): sentence("after the deal"),
}
"""When a clause fires; ``what`` are the cards."""
FLIPPED = {
    "yes": sentence("after a player turns over a card that fits"),
    "no": sentence("after a player turns over a card that doesn't fit"),
}
CLEARED = {
    "ten": sentence("after a player clears the pile with a 10"),
    "four": sentence("after a player clears the pile with four of a kind"),
    "chain": sentence("after a player clears the pile with the fourth 3"),
    "rule": sentence("after a house rule clears the pile"),
}
AMOUNTS = {
    ">=": sentence("{number} or more"),
    "<=": sentence("{number} or fewer"),
    ">": sentence("more than {number}"),
    "<": sentence("fewer than {number}"),
    "==": sentence("{number}"),
}
RANKS = {
    **{str(rank): sentence("{rank}s") for rank in range(2, 11)},
    "J": sentence("jacks"),
    "Q": sentence("queens"),
    "K": sentence("kings"),
    "A": sentence("aces"),
}
ONE = {
    "2": sentence("a 2"),
    "3": sentence("a 3"),
    "4": sentence("a 4"),
    "5": sentence("a 5"),
    "6": sentence("a 6"),
    "7": sentence("a 7"),
    "8": sentence("an 8"),
    "9": sentence("a 9"),
    "10": sentence("a 10"),
    "J": sentence("a jack"),
    "Q": sentence("a queen"),
    "K": sentence("a king"),
    "A": sentence("an ace"),
}
"""A card of a rank."""
ROLES = {
    "actor": sentence("the player"),
    "next": sentence("the next player"),
    "prev": sentence("the player before"),
    "most_cards": sentence("the player with the most cards"),
    "fewest_cards": sentence("the player with the fewest cards"),
    "dealer": sentence("the dealer"),
    "opener": sentence("the player who opened the round"),
    "last_winner": sentence("the winner of the round before"),
    "others": sentence("all others"),
    "all": sentence("everybody"),
    "loser": sentence("the loser"),
}
SIGNS = {
    "==": sentence("{one} is {other}"),
    "!=": sentence("{one} is not {other}"),
    "<": sentence("{one} is less than {other}"),
    "<=": sentence("{one} is {other} or less"),
    ">": sentence("{one} is more than {other}"),
    ">=": sentence("{one} is {other} or more"),
}
ASKED = {
    "ev.rank": sentence("the rank of the cards"),
    "ev.count": sentence("the number of these cards"),
    "ev.pile_before": sentence("the number of cards in the pile before"),
    "ev.taken": sentence("the number of cards picked up"),
    "ev.legal": sentence("whether the card fits"),
    "ev.cause": sentence("what clears the pile"),
    "hand": sentence("the number of cards in the hand of {who}"),
    "total": sentence("the number of all cards of {who}"),
    "flag": sentence("the counter “{who}”"),
    "deck": sentence("the number of cards in the deck"),
    "pile": sentence("the number of cards in the pile"),
    "gone": sentence("the number of cards out of the round"),
    "threes": sentence("the number of 3s beside the pile"),
    "active": sentence("the number of players still in the round"),
    "plays_this_turn": sentence("the number of plays in this turn"),
}
SAID = {
    "yes": sentence("yes"),
    "no": sentence("no"),
    "ten": sentence("a 10"),
    "four": sentence("four of a kind"),
    "chain": sentence("the fourth 3"),
    "rule": sentence("a house rule"),
}
REMIND = {
    "": sentence("Nobody is reminded of it."),
    "play": sentence("I remind you at every play."),
    "pickup": sentence("I remind you when somebody picks up."),
    "flip": sentence("I remind you when somebody turns over a card."),
    "clear": sentence("I remind you when the pile is cleared."),
    "draw": sentence("I remind you when somebody draws."),
    "out": sentence("I remind you when somebody is out."),
    "obligation": sentence("I remind you when a 3 binds somebody."),
    "low": sentence("I remind you when a 7 is played."),
    "up_taken": sentence("I remind you when somebody takes the face-up cards."),
    "turn_start": sentence("I remind you at every turn."),
    "deal_done": sentence("I remind you after the deal."),
}
"""When an honour rule is called to mind."""
Known = Mapping[str, tuple[str, Node]]
"""What the moment itself tells: for each term the sign and the value."""


def cut_out(clause: Clause) -> tuple[Condition, Known]:
    """Parts a condition into the rest of it and what goes without an “if”: which cards, how many, with what."""
    condition = clause.condition
    parts = condition[1:] if condition[:1] == ("all",) else (condition,) if condition else ()
    known: dict[str, tuple[str, Node]] = {}
    rest: list[Node] = []
    for part in parts:
        match part:
            case (str(sign), str(term), value) if term not in known and _goes_with(clause, sign, term, value):
                known[term] = (sign, value)
            case _:
                rest.append(part)
    left = rest[0] if len(rest) == 1 else ("all", *rest) if rest else ()
    assert isinstance(left, tuple), f"no condition: {left!r}"
    return left, known


def _goes_with(clause: Clause, sign: str, term: str, value: Node) -> bool:
    """Whether a comparison can be told within the moment."""
    fixed = {
        ("flip", "ev.legal"): value in FLIPPED and clause.phase == "after",
        ("clear", "ev.cause"): value in CLEARED,
        ("play", "ev.rank"): _rank(value) in RANKS,
    }
    counted = {("pickup", "ev.taken"), ("play", "ev.count")}
    moment = (clause.event, term)
    if moment in counted:
        # "1 cards" would be wrong, so one card is told with an "if".
        return sign in AMOUNTS and isinstance(value, int) and (sign, value) != ("==", 1)
    return sign == "==" and fixed.get(moment, False)


def moment_told(clause: Clause, known: Known, words: Words) -> str:
    """Tells when a clause fires."""
    if "ev.legal" in known:
        return words.text(FLIPPED[str(known["ev.legal"][1])])
    if "ev.cause" in known:
        return words.text(CLEARED[str(known["ev.cause"][1])])
    what = words.text("the pile") if clause.event == "pickup" else words.text("cards")
    amount = known.get("ev.taken") or known.get("ev.count")
    if "ev.rank" in known:
        rank = _rank(known["ev.rank"][1])
        what = words.text(RANKS[rank], rank=rank)
    elif amount:
        what = words.text("cards")
    if amount:
        sign, number = amount
        what = words.text("{amount} {cards}", amount=words.text(AMOUNTS[sign], number=str(number)), cards=what)
    return words.text(WHEN[clause.phase, clause.event], what=what)


def condition_told(condition: Condition, event: str, words: Words) -> str:
    """Tells a condition; what hangs together stands in brackets."""
    match condition:
        case ("all" | "any" as joint, *parts):
            told = [_operand(part, event, words) for part in parts]
            whole = told[0]
            for part in told[1:]:
                if joint == "all":
                    whole = words.text("{one} and {other}", one=whole, other=part)
                else:
                    whole = words.text("{one} or {other}", one=whole, other=part)
            return whole
        case ("not", part):
            return words.text("it is not so that {condition}", condition=_operand(part, event, words))
        case ("in", left, (*listed,)):
            ranked = left == "ev.rank"
            return words.text(
                "{one} is one of {others}",
                one=term_told(left, event, words, ranked),
                others=", ".join(term_told(one, event, words, ranked) for one in listed),
            )
        case (str(sign), left, right):
            ranked = "ev.rank" in (left, right)
            return words.text(
                SIGNS[sign], one=term_told(left, event, words, ranked), other=term_told(right, event, words, ranked)
            )
    raise TypeError(f"no sentence for {condition!r}")


def _operand(part: Node, event: str, words: Words) -> str:
    assert isinstance(part, tuple), f"no condition: {part!r}"
    told = condition_told(part, event, words)
    return f"({told})" if part[0] in ("all", "any") else told


def term_told(term: Node, event: str, words: Words, ranked: bool = False) -> str:
    """Tells what is compared; a number is a rank where ranks are compared."""
    if isinstance(term, int) or term in RANK_VALUES:
        return _rank(term) if ranked else str(RANK_VALUES.get(str(term), term))
    word = str(term)
    of, _, role = word.partition(".")
    if of in ("hand", "total"):
        return words.text(ASKED[of], who=object_told(role, event, words))
    if of == "flag":
        return words.text(ASKED[of], who=role)
    return words.text(ASKED[word] if word in TERMS else SAID[word])


def names_others(node: Node) -> bool:
    """Whether a part of a rule is about anybody but the one whose doing it is."""
    if isinstance(node, tuple):
        return any(map(names_others, node))
    role = str(node).rpartition(".")[2]
    return role in ROLES and role != "actor"


def object_told(role: Node, event: str, words: Words) -> str:
    """Names a role."""
    if role == "actor" and event == "deal_done":
        return words.text("the player who opens")
    return words.text(ROLES[str(role)])


def remind_told(remind: str, words: Words) -> str:
    """Tells when an honour rule is called to mind."""
    event, _, rank = remind.partition(" ")
    if not rank:
        return words.text(REMIND[event])
    cards = words.text(RANKS[named(rank)], rank=named(rank))
    return words.text("I remind you when somebody plays {cards}.", cards=cards)


def one_of(rank: str, words: Words) -> str:
    """Names a card of a rank."""
    return words.text(ONE[named(rank)])


def capital(text: str) -> str:
    """Begins a sentence."""
    return text[:1].upper() + text[1:]


def named(rank: str) -> str:
    """Writes a rank as people do."""
    return "10" if rank == "T" else rank


def _rank(value: Node) -> str:
    """Returns the rank that has a number: 11 is J."""
    return NAMED.get(value, str(value)) if isinstance(value, int) else str(value)
