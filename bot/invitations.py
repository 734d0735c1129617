"""What an invitation says: to a person, to whoever comes, or to a table of three and more; and what remains of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.matches import Table, names, person, sizes, taken
from bot.ports import Button, PeopleMenu, Person, Post, Strong, Text, When, lines
from bot.words import Words, sentence
from bot.words.spoken import SPOKEN
from games.core import Seat
from renderer import Theme

PACES = {"48h": sentence("2 days a move")}


@dataclass(frozen=True, slots=True)
class Look:
    """How a place wants to see things."""

    words: Words
    theme: Theme = "light"
    as_text: bool = False
    private: bool = False
    ways: tuple[tuple[str, str], ...] = field(default=())
    """How a join code is used, by platform: its name and what to tap or type."""
    share: str | None = None
    """An address that passes the invitation on."""


def payload(table: Table, kind: str, *parts: str | int) -> str:
    """Writes what a button of a match carries."""
    return ":".join((kind, table.code, *map(str, parts)))


def title(table: Table, words: Words) -> Text:
    """Names the game and how it is played: by a preset, or by what was chosen."""
    return words.say("{game} · {preset}", game=words.text(SPOKEN[table.match.game].NAME), preset=way(table, words))


def way(table: Table, words: Words) -> str:
    """Names how a match is played."""
    match, spoken = table.match, SPOKEN[table.match.game]
    settle, presets = table.game.settle, table.game.presets
    known = {name: value for name, value in match.options.items() if name in settle({})}
    if match.preset in presets and settle(known) == settle(presets[match.preset]):
        return words.text(spoken.PRESETS[match.preset][0])
    return spoken.summary(known, words)


def header(table: Table, words: Words) -> Text:
    """The title with the match's code."""
    return (*title(table, words), f" · #{table.code}")


def challenge(table: Table, look: Look) -> Post:
    """An invitation to a person, to whoever comes, or to those who played before."""
    match, words = table.match, look.words
    if len(match.seats) > 2:
        return lobby(table, look)
    asked = invited(table)
    host = person(match.host)
    until = match.deadline or match.changed_at
    what = title(table, words)
    if asked is not None:
        text = lines(
            words.say("{invited}, {host} invites you to {what}.", invited=asked, host=host, what=what),
            words.say("{pace}. Open until {when}.", pace=pace(table, words), when=When(until)),
        )
        first: tuple[Button, ...] = (
            Button(words.text("Accept"), payload(table, "c", "join"), style="primary"),
            Button(words.text("Not now"), payload(table, "c", "no")),
        )
    else:
        text = lines(
            words.say("{host} would like to play {what}.", host=host, what=what),
            words.say("{pace}. Who is in?", pace=pace(table, words)),
        )
        first = (Button(words.text("Join"), payload(table, "c", "join"), style="primary"),)
        if look.private:
            # There is nobody else here: who comes, comes by the link or the code.
            first = _share(look)
    if look.ways and (asked is None or look.private):
        text = lines(text, _ways(look))
    rest = (
        Button(words.text("How to play"), payload(table, "c", "how")),
        Button(words.text("Withdraw"), payload(table, "c", "stop")),
    )
    return Post(text, rows=((*first, *rest),), calls=(asked,) if asked else ())


def lobby(table: Table, look: Look) -> Post:
    """A table of three and more: who sits there, and what may be done before it begins."""
    match, words = table.match, look.words
    sat, allowed = taken(match), [seats for seats in sizes(match) if seats <= len(match.seats)]
    chairs = (_chair(table, row.index, words) if row in sat else words.say("free") for row in match.seats)
    players = f"{allowed[0]}-{allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
    text = lines(
        words.say(
            "{host} opens a table: {what} · {players} players",
            host=person(match.host),
            what=title(table, words),
            players=players,
        ),
        names(chairs),
        _meaning(table, words),
        words.say("{pace}. It begins by itself when it is full.", pace=pace(table, words)),
        _length(table, words),
    )
    if look.ways:
        text = lines(text, _ways(look))
    calls = tuple(person(one) for one in table.asked)
    if calls:
        text = lines(text, words.say("Asked again: {people}", people=names((one,) for one in calls)))
    come = _share(look) if look.private else (Button(words.text("Join"), payload(table, "c", "join"), style="primary"),)
    first = (*come, Button(words.text("Leave"), payload(table, "c", "leave")))
    second: tuple[Button, ...] = ()
    if len(sat) in allowed:
        second = (Button(words.text("▶ Start ({number})", number=len(sat)), payload(table, "c", "start")),)
    if table.game.player is not None:
        second = (*second, Button(words.text("🤖 Add computer"), payload(table, "c", "bot")))
    rest = (
        Button(words.text("How to play"), payload(table, "c", "how")),
        Button(words.text("Withdraw"), payload(table, "c", "stop")),
    )
    return Post(text, rows=(first, second, rest), calls=calls)


def _chair(table: Table, seat: int, words: Words) -> Text:
    """Who sits at a table that has not begun. Which seat is whose is decided by lot later, so no sign is shown."""
    who = table.person(Seat(seat))
    if table.match.seats[seat].player_id == table.match.host.player_id:
        return words.say("{who} (host)", who=who)
    return (who,)


def _meaning(table: Table, words: Words) -> Text:
    """What a preset means, where one is played."""
    name, meaning = SPOKEN[table.match.game].PRESETS[table.match.preset]
    return (*words.say(meaning), ".") if way(table, words) == words.text(name) else ()


def _length(table: Table, words: Words) -> Text:
    """How long a round goes on, where that is longer than one thinks."""
    length = SPOKEN[table.match.game].LENGTH
    return words.say(length) if length else ()


def pace(table: Table, words: Words) -> Text:
    """How much time there is, and what else is unusual about a match."""
    told: Text = (words.text(PACES[table.match.pace]),)
    if table.match.friendly:
        told = (*told, " · ", *words.say("hints allowed, not rated"))
    return told


def _share(look: Look) -> tuple[Button, ...]:
    return (Button(look.words.text("🔗 Invite a friend"), url=look.share),) if look.share else ()


def closed(table: Table, look: Look) -> Post:
    """What remains of an invitation that came to nothing."""
    words, host = look.words, person(table.match.host)
    match table.match.status:
        case "declined":
            asked = invited(table) or Person("…")
            button = Button(words.text("Ask somebody else"), payload(table, "c", "else"))
            return Post(words.say("{invited} can't play now. Another time!", invited=asked), rows=((button,),))
        case "withdrawn":
            return Post(words.say("{host} took the invitation back.", host=host))
    button = Button(words.text("Try again"), payload(table, "c", "again"))
    return Post(words.say("Nobody came this time."), rows=((button,),))


def invited(table: Table) -> Person | None:
    """Who is asked; None where anyone may come."""
    match = table.match
    if match.invited is not None:
        return person(match.invited)
    if match.invited_name:
        return Person("@" + match.invited_name, match.host.platform, username=match.invited_name)
    return None


def _ways(look: Look) -> Text:
    told: Text = ()
    for name, way in look.ways:
        one = look.words.say("From {platform}: {way}", platform=name, way=way)
        told = (*told, " · ", *one) if told else one
    return told


LEVELS = {
    "casual": sentence("Casual"),
    "club": sentence("Club"),
    "strong": sentence("Strong"),
    "perfect": sentence("Perfect"),
}
"""How well the computer plays, from the weakest."""
TABLE_OPTIONS = {"rated": (sentence("Rated"), sentence("if not, the players may ask for hints"))}


def picker(table: Table, words: Words) -> Post:
    """What shall we play: the presets, against whom, and post it."""
    spoken = SPOKEN[table.match.game]
    asked = invited(table)
    against = (asked,) if asked else words.say("anyone here")
    chosen = way(table, words)
    text = lines(
        (*words.say(spoken.NAME), ": ", *words.say(spoken.TAGLINE)),
        (chosen, *((": ", *_meaning(table, words)) if _meaning(table, words) else (".",))),
        words.say("{pace}. Against: {person}.", pace=pace(table, words), person=against),
    )
    presets = tuple(
        Button(words.text(name) + (" ✓" if words.text(name) == chosen else ""), payload(table, "n", "preset", slug))
        for slug, (name, _) in spoken.PRESETS.items()
    )
    more = Button(words.text("More…"), payload(table, "n", "more", ""))
    anyone = (Button(words.text("Anyone here"), payload(table, "n", "anyone", "")),) if asked else ()
    computer = Button(words.text("🤖 Computer"), payload(table, "n", "computer", ""))
    games = tuple(
        Button(words.text(one.NAME) + (" ✓" if slug == table.match.game else ""), payload(table, "n", "game", slug))
        for slug, one in SPOKEN.items()
    )
    return Post(
        text,
        rows=(
            games,
            (*presets, more),
            (PeopleMenu(words.text("Choose a player"), payload(table, "n", "with", "")),),
            (
                Button(words.text("Post it"), payload(table, "n", "post", ""), style="primary"),
                *((computer,) if table.game.player is not None else ()),
                *anyone,
                Button(words.text("✘ Cancel"), payload(table, "n", "cancel", "")),
            ),
        ),
    )


def more(table: Table, offered: Mapping[str, tuple[str, ...]], words: Words) -> Post:
    """All that can be chosen, a line and a button each; a press takes the next value that goes with the others."""
    match, spoken = table.match, SPOKEN[table.match.game]
    told: list[Text] = [(Strong(way(table, words)),)]
    buttons: list[Button] = []
    for name, values in offered.items():
        label, meaning, named = spoken.OPTIONS[name]
        value = match.options.get(name, values[0])
        told.append((*words.say(label), ": ", *words.say(meaning), "."))
        following = values[(values.index(value) + 1) % len(values)]
        shown = f"{words.text(label)}: {words.text(named[value])}"
        buttons.append(Button(shown, payload(table, "n", name, following)))
    label, meaning = TABLE_OPTIONS["rated"]
    told.append((*words.say(label), ": ", *words.say(meaning), "."))
    rated = words.text("no") if match.friendly else words.text("yes")
    turned = "yes" if match.friendly else "no"
    buttons.append(Button(f"{words.text(label)}: {rated}", payload(table, "n", "rated", turned)))
    back = Button(words.text("✔ Done"), payload(table, "n", "less", ""), style="primary")
    return Post(lines(*told), rows=(tuple(buttons), (back,)))


def levels(table: Table, words: Words) -> Post:
    """How well the computer shall play."""
    player = table.game.player
    assert player is not None, "the computer is offered only where there is one"
    text = words.say("How well shall I play {what}?", what=title(table, words))
    buttons = tuple(
        Button(
            words.text(LEVELS[level]),
            payload(table, "n", "level", level),
            style="primary" if level == player.levels[1] else "plain",
        )
        for level in player.levels
    )
    return Post(text, rows=(buttons, (Button(words.text("↩ Back"), payload(table, "n", "less", "")),)))
