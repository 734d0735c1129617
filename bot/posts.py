"""What a message should say now: its text, its picture and its buttons.

Everything is made from a `Table` and the language of the place; nothing here knows a platform.
"""

from dataclasses import dataclass, field
from datetime import datetime

from bot.matches import Table, names, person
from bot.ports import Board, Button, Person, Post, Rows, Text, When, lines, plain
from bot.words import Words, sentence
from bot.words.spoken import SPOKEN
from games.core import Choice, Outcome, Seat
from renderer import Chip, Scene, Theme

NEWS = 3
"""Lines of news on a board."""
ALT_LENGTH = 1000
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


def compose(table: Table, look: Look, now: datetime, *, since: int) -> Post:
    """What a public message about a match says; ``since`` is the ply that people there know of."""
    match table.match.status:
        case "open":
            return challenge(table, look)
        case "running":
            return board(table, look, now, since=since)
        case "over":
            return final(table, look)
        case "declined" | "withdrawn" | "expired":
            return closed(table, look)
    raise ValueError(f"no public message for a match that is {table.match.status}")


def title(table: Table, words: Words) -> Text:
    """Names the game and how it is played."""
    spoken = SPOKEN[table.match.game]
    preset = words.text(spoken.PRESETS[table.match.preset][0])
    return words.say("{game} · {preset}", game=words.text(spoken.NAME), preset=preset)


def header(table: Table, words: Words) -> Text:
    """The title with the match's code."""
    return (*title(table, words), f" · #{table.code}")


def challenge(table: Table, look: Look) -> Post:
    """An invitation to a person, or to whoever comes."""
    match, words = table.match, look.words
    asked = invited(table)
    host = person(match.host)
    until = match.deadline or match.changed_at
    pace = words.text(PACES[match.pace])
    what = title(table, words)
    if asked is not None:
        text = lines(
            words.say("{invited}, {host} invites you to {what}.", invited=asked, host=host, what=what),
            words.say("{pace}. Open until {when}.", pace=pace, when=When(until)),
        )
        first: tuple[Button, ...] = (
            Button(words.text("Accept"), payload(table, "c", "join"), style="primary"),
            Button(words.text("Not now"), payload(table, "c", "no")),
        )
    else:
        text = lines(
            words.say("{host} would like to play {what}.", host=host, what=what),
            words.say("{pace}. Who is in?", pace=pace),
        )
        first = (Button(words.text("Join"), payload(table, "c", "join"), style="primary"),)
        if look.private:
            # There is nobody else here: who comes, comes by the link or the code.
            first = (Button(words.text("🔗 Invite a friend"), url=look.share),) if look.share else ()
    if look.ways and (asked is None or look.private):
        text = lines(text, _ways(look))
    rest = (
        Button(words.text("How to play"), payload(table, "c", "how")),
        Button(words.text("Withdraw"), payload(table, "c", "stop")),
    )
    return Post(text, rows=((*first, *rest),), calls=(asked,) if asked else ())


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


def board(table: Table, look: Look, now: datetime, *, since: int) -> Post:
    """The board of a running match, with a button for each first choice."""
    words, spoken = look.words, SPOKEN[table.match.game]
    assert table.position is not None, "a running match has a position"
    (seat,) = table.to_move
    text = lines(header(table, words), *news(table, words, since), _prompt(table, seat, words, now))
    deadline = table.match.deadline
    rows: Rows = ()
    if table.overdue(now):
        text = lines(text, words.say("The time is over. {waiting} may claim the win.", waiting=_waiting(table)))
        claim = Button(words.text("Claim the win"), _act(table, "claim"), style="primary")
        rows = ((claim, Button(words.text("One more day"), _act(table, "time"))),)
    elif deadline is not None:
        text = lines(text, words.say("Until {when}", when=When(deadline)))
    choices = table.position.choices(seat).items
    moves = tuple(Button(spoken.label(choice.text), _move(table, choice)) for choice in choices)
    menu = Button("⋯", payload(table, "x", table.match.ply, "menu"))
    rows = (moves, *rows, (menu,))
    called = table.waiting if table.overdue(now) else table.to_move
    calls = tuple(table.person(one) for one in called)
    if look.as_text:
        return Post(lines(text, *text_board(table, words)), rows=rows, calls=calls)
    return Post(text, scene(table, look.theme), alt(table, words), rows, calls)


def final(table: Table, look: Look) -> Post:
    """The board of a match that is over."""
    words, outcome = look.words, table.outcome
    assert outcome is not None, "a match that is over has an outcome"
    plies = len([move for move in table.log if move.kind == "play"])
    told = (*result(table, outcome, words), " ", *words.count("{n} move.", "{n} moves.", plies))
    text = lines(header(table, words), told, _ratings(table, words))
    again = Button(words.text("↻ Rematch"), _act(table, "rematch"), style="primary")
    record = Button(words.text("📄 Record"), _act(table, "record"))
    last = table.log[-1] if table.log else None
    calls = tuple(
        table.person(Seat(seat.index)) for seat in table.match.seats if last is None or seat.index != last.seat
    )
    if look.as_text:
        return Post(lines(text, *text_board(table, words)), rows=((again, record),), calls=calls)
    return Post(text, scene(table, look.theme), alt(table, words), ((again, record),), calls)


def result(table: Table, outcome: Outcome, words: Words) -> Text:
    """Says how a match ended, by its rules or outside of them."""
    match outcome.reason:
        case "time":
            winners, losers = (names(table.who(seat) for seat in sorted(place)) for place in outcome.places)
            return words.say("{winner} wins: {loser} ran out of time.", winner=winners, loser=losers)
        case "called_off":
            return words.say("Let's call it off.")
    told: Text = SPOKEN[table.match.game].result(outcome, words, table.who)
    return told


def news(table: Table, words: Words, since: int) -> tuple[Text, ...]:
    """Tells what was played after a ply, at most a few lines; on a board that is shown again, the last move."""
    spoken = SPOKEN[table.match.game]
    steps = table.since(since) or table.steps[-1:]
    told = [spoken.narrate(event, words, table.who) for step in steps for event in step.events]
    return tuple(told[-NEWS:])


def back_to(table: Table, ply: int) -> Table:
    """The same match as it stood after an earlier ply."""
    if ply >= len(table.steps):
        return table
    start = table.game.parse(table.match.start or "")
    return Table(table.match, table.game, table.steps[ply - 1].position if ply else start, table.log[:ply])


def scene(table: Table, theme: Theme) -> Scene:
    """The picture of a match as a spectator may see it."""
    assert table.position is not None, "only a match that was dealt has a picture"
    outcome = table.outcome
    chips = []
    for row in table.match.seats:
        seat = Seat(row.index)
        won = outcome is not None and len(outcome.places) > 1 and seat in outcome.places[0]
        out = outcome is not None and outcome.reason == "left" and seat in outcome.places[-1]
        chips.append(Chip(table.person(seat).name, active=seat in table.to_move, won=won, out=out))
    targets = (choice.hint for seat in table.to_move for choice in table.position.choices(seat).items)
    return Scene(
        view=table.position.view(None),
        chips=tuple(chips),
        pace=table.match.pace if outcome is None else "",
        last=table.steps[-1].events if table.steps else (),
        targets=tuple(hint for hint in targets if hint is not None),
        theme=theme,
    )


def alt(table: Table, words: Words) -> str:
    """The picture in words: the last move, every card, and what may be done."""
    told = lines(header(table, words), *news(table, words, table.match.ply), *_described(table, words))
    written = plain(told)
    return written if len(written) <= ALT_LENGTH else written[: ALT_LENGTH - 1] + "…"


def text_board(table: Table, words: Words) -> tuple[Text, ...]:
    """The board with letters, and what may be done."""
    assert table.position is not None, "only a match that was dealt has a board"
    drawn = Board(table.game.diagram(table.position.view(None)))
    return ((drawn,), *(may_go(table, seat, words) for seat in table.to_move))


def may_go(table: Table, seat: Seat, words: Words) -> Text:
    """Lists a seat's first choices."""
    assert table.position is not None, "a seat to move has a position"
    choices = " ".join(choice.text for choice in table.position.choices(seat).items)
    return words.say("{who} may go to {moves}.", who=table.who(seat), moves=choices)


def invited(table: Table) -> Person | None:
    """Who is asked; None where anyone may come."""
    match = table.match
    if match.invited is not None:
        return person(match.invited)
    if match.invited_name:
        return Person("@" + match.invited_name, match.host.platform, username=match.invited_name)
    return None


def _described(table: Table, words: Words) -> tuple[Text, ...]:
    assert table.position is not None, "only a match that was dealt has a board"
    told: list[Text] = list(SPOKEN[table.match.game].describe(table.position.view(None), words, table.who))
    outcome = table.outcome
    if outcome is not None:
        told.append(result(table, outcome, words))
    else:
        told += [may_go(table, seat, words) for seat in table.to_move]
    return tuple(told)


def _prompt(table: Table, seat: Seat, words: Words, now: datetime) -> Text:
    if table.pressing(now) and not table.overdue(now):
        return words.say("{who}, still your move.", who=table.who(seat))
    told: Text = SPOKEN[table.match.game].prompt(table.position, seat, words, table.who)
    return told


def _waiting(table: Table) -> Text:
    return names(table.who(seat) for seat in table.waiting)


def _ratings(table: Table, words: Words) -> Text:
    """Each player's new rating and its change; nothing for a match that does not count."""
    ratings = table.match.outcome["ratings"] if table.match.outcome else None
    if not ratings:
        return ()
    told: Text = ()
    for seat, (rating, change, certain) in enumerate(ratings):
        sign = "+" if change >= 0 else "−"
        mark = "" if certain else "?"
        one = (*table.who(Seat(seat)), f" {words.number(rating)}{mark} ({sign}{abs(change)})")
        told = (*told, " · ", *one) if told else one
    return told


def _ways(look: Look) -> Text:
    told: Text = ()
    for name, way in look.ways:
        one = look.words.say("From {platform}: {way}", platform=name, way=way)
        told = (*told, " · ", *one) if told else one
    return told


def _move(table: Table, choice: Choice) -> str:
    return payload(table, "m", table.match.ply, choice.text)


def _act(table: Table, act: str) -> str:
    return payload(table, "x", table.match.ply, act)
