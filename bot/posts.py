"""What a message should say now: its text, its picture and its buttons.

Everything is made from a `Table` and the language of the place; nothing here knows a platform.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot import series
from bot.invitations import Look, challenge, closed, header, payload
from bot.matches import Table, names
from bot.ports import Board, Button, Post, Rows, Text, When, lines, plain
from bot.words import Words
from bot.words.spoken import HOUSES, SPOKEN
from games.core import SIGNS, Choice, MoveError, Outcome, Position, Seat, Secret, seen
from renderer import Chip, Scene, Theme

NEWS = 3
"""Lines of news on a board."""
ALT_LENGTH = 1000
UNDONE = 4
"""Moves that are named when somebody asks to take them back."""
LETTERS_LENGTH = 1300
"""The longest board of letters in a message, which has other lines too."""


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


def on_top(text: Text, post: Post) -> Post:
    """Sets a line above a post."""
    return Post(lines(text, post.text), post.scene, post.alt, post.rows)


def present(table: Table, look: Look, now: datetime) -> Post:
    """How a match stands, for one person's eyes."""
    if table.match.status in ("running", "over"):
        return compose(table, look, now, since=table.match.ply)
    return compose(table, look, now, since=0)


def board(table: Table, look: Look, now: datetime, *, since: int) -> Post:
    """The board of a running match, with a button for each first choice."""
    words = look.words
    assert table.position is not None, "a running match has a position"
    seat = table.to_move[0]
    told = (*news(table, words, since), *called_out(table, words), *refused(table, words), *asked(table, words))
    text = lines(header(table, words), *told)
    text = lines(text, _prompt(table, seat, words, now))
    text = lines(text, standing(table, words))
    deadline = table.match.deadline
    rows: Rows = ()
    if table.overdue(now):
        text = lines(text, words.say("The time is over. {waiting} may claim the win.", waiting=_waiting(table)))
        claim = Button(words.text("Claim the win"), _act(table, "claim"), style="primary")
        rows = ((claim, Button(words.text("One more day"), _act(table, "time"))),)
    elif deadline is not None:
        text = lines(text, words.say("Until {when}", when=When(deadline)))
    if table.offer is not None:
        text = lines(text, asking(table, words))
        rows = (*rows, _answers(table, words))
    elif table.free_back is not None and table.match.seats[table.free_back].level is None:
        text = lines(text, words.say("{who} may take that turn back.", who=table.who(table.free_back)))
        rows = (*rows, (Button(words.text("Take it back, free"), _act(table, "takeback")),))
    menu = Button("⋯", payload(table, "x", table.match.ply, "menu"))
    first = public_rows(table, words) if table.game.hidden else (_moves(table, seat, "", words),)
    rows = (*first, *rows, (menu,))
    called = table.waiting if table.overdue(now) else table.to_move
    if table.offer is not None:
        called = table.asked_for
    calls = tuple(table.person(one) for one in called if table.match.seats[one].level is None)
    if look.as_text:
        return Post(lines(text, *text_board(table, words)), rows=rows, calls=calls)
    return Post(text, scene(table, look.theme), alt(table, words), rows, calls)


def public_rows(table: Table, words: Words, *, aloud: bool = True) -> Rows:
    """The buttons of a game with secrets that everybody may see: those that tell nothing.

    Where they are read ``aloud``, and not by one who sits there only, the ways to one's cards and to a seat are there.
    """
    view = table.position.view(None) if table.position is not None else None
    assert isinstance(view, Secret), f"{table.match.game} says that it has secrets"
    spoken = SPOKEN[table.match.game]
    open_to_all = tuple(
        Button(spoken.label(view, choice.text, "", words), payload(table, "m", table.match.ply, choice.text))
        for choice in view.public
    )
    buttons = [Button(words.text("🃏 My cards"), payload(table, "h"), style="primary")] if aloud else []
    buttons += open_to_all
    buttons += seats_to_come(table, words) if aloud else ()
    if table.match.game in HOUSES:
        number = HOUSES[table.match.game].count(view)
        label = words.text("📜 House rules ({number})", number=number) if number else words.text("📜 House rules")
        buttons.append(Button(label, _act(table, "house")))
    return (tuple(buttons),) if buttons else ()


def seats_to_come(table: Table, words: Words) -> tuple[Button, ...]:
    """The way to a seat at a table where rounds are played already; nothing where there is none."""
    if not table.may_join:
        return ()
    return (Button(words.text("Join next round"), payload(table, "c", "join")),)


def asked(table: Table, words: Words) -> tuple[Text, ...]:
    """What the table decides beside the turns, for everybody to read."""
    if table.match.game not in HOUSES or table.position is None or table.match.status != "running":
        return ()
    return HOUSES[table.match.game].asked(table.position.view(None), words, table.who)


def asking(table: Table, words: Words) -> Text:
    """Says what somebody asks the others for."""
    offer = table.offer
    assert offer is not None, "somebody asks for something"
    if offer.kind == "draw":
        return words.say("{who} offers a draw.", who=table.who(offer.by))
    undone = [f"{SIGNS[row.seat or 0]} {row.text}" for row in table.undone(offer.by)]
    if len(undone) > UNDONE:
        undone = [*undone[: UNDONE - 1], "…"]
    return words.say("{who} asks to take back {moves}.", who=table.who(offer.by), moves=", ".join(undone))


def _answers(table: Table, words: Words) -> tuple[Button, ...]:
    assert table.offer is not None, "somebody asks for something"
    if table.offer.kind == "draw":
        accept = Button(words.text("Accept the draw"), _act(table, "draw"), style="primary")
        return (accept, Button(words.text("Play on"), _act(table, "no")))
    allow = Button(words.text("Allow it"), _act(table, "allow"), style="primary")
    return (allow, Button(words.text("Keep it"), _act(table, "no")))


def called_out(table: Table, words: Words) -> tuple[Text, ...]:
    """What the last turn threatens, where the table wants to be told (R30 of Crumble)."""
    if table.match.options.get("calls") == "no" or not table.moves:
        return ()
    spoken, who = SPOKEN[table.match.game], table.who(Seat(table.moves[-1].seat or 0))
    return tuple(words.say(spoken.CALLS[call], who=who) for call in table.calls if call in spoken.CALLS)


def refused(table: Table, words: Words) -> tuple[Text, ...]:
    """Says who does not agree to what was asked for."""
    return tuple(words.say("{who} plays on.", who=table.who(seat)) for seat in table.refused_by)


def trying(table: Table, seat: Seat, begun: str, look: Look, *, on_board: bool = False, aloud: bool = False) -> Post:
    """How a move that was begun may go on. Nothing is played yet; ``aloud`` says so to those who look on.

    To give it up brings the board back where it is shown ``on_board``; a message of its own goes away.
    """
    words, spoken = look.words, SPOKEN[table.match.game]
    assert table.position is not None, "a running match has a position"
    told = spoken.prompt(table.position.view(seat), seat, words, table.who, begun)
    if aloud:
        told = lines(words.say("{who} is trying this, not played yet.", who=table.who(seat)), told)
    text = lines(header(table, words), told)
    play = Button(words.text("✔ Play"), payload(table, "p", table.match.ply, begun), style="primary")
    steps = _moves(table, seat, begun, words)
    after = table.position.choices(seat, begun)
    # Undoing the first step cancels the move; but no two buttons of a message may carry the same.
    undo = Button(
        words.text("↩ Undo"), payload(table, "m", table.match.ply, after.back) if after.back else _act(table, "undo")
    )
    ends = (undo, Button(words.text("✘ Cancel"), _act(table, "cancel" if on_board else "close")))
    if after.confirm:
        rows: Rows = ((play, undo),)
    else:
        rows = ((play, *steps) if is_whole(table.position, seat, begun) else steps, ends)
    if look.as_text:
        return Post(lines(text, *text_board(table, words, seat, begun)), rows=rows)
    return Post(text, scene(table, look.theme, seat, begun), alt(table, words, seat, begun), rows)


def _moves(table: Table, seat: Seat, begun: str, words: Words) -> tuple[Button, ...]:
    """A button for each next step of a move."""
    assert table.position is not None, "a seat to move has a position"
    spoken, view = SPOKEN[table.match.game], table.position.view(seat)
    return tuple(
        Button(spoken.label(view, choice.text, begun, words), payload(table, "m", table.match.ply, choice.text))
        for choice in table.position.choices(seat, begun).items
    )


def is_whole(position: Position, seat: Seat, begun: str) -> bool:
    """Whether a beginning of a move may be played as it stands."""
    try:
        position.play(seat, begun)
    except MoveError:
        return False
    return True


def offered(position: Position, seat: Seat, begun: str = "") -> Iterator[Choice]:
    """Yields the next steps of a move; where they are too many and stand in groups, those of all groups."""
    for choice in position.choices(seat, begun).items:
        if choice.group:
            yield from offered(position, seat, choice.text)
        else:
            yield choice


def final(table: Table, look: Look) -> Post:
    """The board of a match that is over."""
    words, outcome = look.words, table.outcome
    assert outcome is not None, "a match that is over has an outcome"
    text = lines(header(table, words), ending(table, outcome, words), _places(table, outcome, words))
    text = lines(text, standing(table, words), _ratings(table, words))
    again = Button(words.text("↻ Rematch"), _act(table, "rematch"), style="primary")
    rest = [Button(words.text("▷ Replay"), _act(table, "replay"))] if played(table) else []
    rest.append(Button(words.text("📄 Record"), _act(table, "record")))
    if table.can_be_judged:
        rest.append(Button(words.text("🔍 Look back"), _act(table, "back")))
    last = table.log[-1] if table.log else None
    calls = tuple(
        table.person(Seat(row.index))
        for row in table.match.seats
        if row.level is None and (last is None or row.index != last.seat)
    )
    if look.as_text:
        return Post(lines(text, *text_board(table, words)), rows=((again, *rest),), calls=calls)
    return Post(text, scene(table, look.theme), alt(table, words), ((again, *rest),), calls)


def ending(table: Table, outcome: Outcome, words: Words) -> Text:
    """Says how a match ended, and after how many moves."""
    return (*result(table, outcome, words), " ", *words.count("{n} move.", "{n} moves.", played(table)))


def played(table: Table) -> int:
    """How many moves were played."""
    return len([move for move in table.moves if move.kind == "play"])


def result(table: Table, outcome: Outcome, words: Words) -> Text:
    """Says how a match ended, by its rules or outside of them."""
    match outcome.reason:
        case "time":
            # Behind them are those who were out before.
            winners, losers = (names(table.who(seat) for seat in sorted(place)) for place in outcome.places[:2])
            return words.say("{winner} wins: {loser} ran out of time.", winner=winners, loser=losers)
        case "agreed":
            return words.say("A draw, as agreed.")
        case "called_off":
            return words.say("Let's call it off.")
    assert table.position is not None, "a match that is over has a position"
    told: Text = SPOKEN[table.match.game].result(table.position.view(None), outcome, words, table.who)
    return told


def standing(table: Table, words: Words) -> Text:
    """How the series stands that a match belongs to."""
    score = table.score
    if score is None:
        return ()
    told = names((*table.who(Seat(seat)), f" {points}") for seat, points in enumerate(score.points))
    if table.match.status == "over" and not score.decided:
        return words.say("Score: {score}. The match ends here.", score=told)
    if table.match.status == "over":
        best = [Seat(seat) for seat, points in enumerate(score.points) if points == max(score.points)]
        if len(best) > 1:
            return words.say("Score: {score}. Nobody is ahead.", score=told)
        return words.say("Score: {score}. {who} wins the match.", score=told, who=table.who(best[0]))
    match score.kind:
        case "points":
            return words.say("Score: {score} · {points} to win", score=told, points=series.POINTS_TO_WIN)
        case "swap":
            return words.say(
                "Score: {score} · deal {number} of 2, the same from both sides",
                score=told,
                number=table.match.round + 1,
            )
    return words.say("Score: {score} · round {number}", score=told, number=table.match.round + 1)


def _places(table: Table, outcome: Outcome, words: Words) -> Text:
    """Who came in where, at a table of three and more."""
    if len(table.match.seats) < 3 or len(outcome.places) < 2:
        return ()
    told, rank = [], 1
    for place in outcome.places:
        people = names(table.who(seat) for seat in sorted(place))
        told.append(words.say("{place}. {people}", place=rank, people=people))
        rank += len(place)
    joined: Text = told[0]
    for one in told[1:]:
        joined = (*joined, " · ", *one)
    return joined


def news(table: Table, words: Words, since: int, seat: Seat | None = None) -> tuple[Text, ...]:
    """Tells what was played after a ply, at most a few lines; on a board that is shown again, the last move.

    ``seat`` is the only one who reads it, and so may learn more than a spectator.
    """
    steps = table.since(since) or table.steps[-1:]
    told = [_told(table, at, words, seat) for at in range(len(table.steps) - len(steps), len(table.steps))]
    if not steps and table.score is not None and table.score.gained:
        # The match before was told on another board, or on this one before it became that of the next.
        gains = ((*table.who(Seat(seat)), f" +{gain}") for seat, gain in enumerate(table.score.gained) if gain)
        told.append(words.say("The last deal: {gains}.", gains=names(gains)))
    return tuple(told[-NEWS:])


def _told(table: Table, at: int, words: Words, seat: Seat | None) -> Text:
    """Tells a step in one line. Who was taken out because their time was over did not give up."""
    spoken, row = SPOKEN[table.match.game], table.log[at]
    if row.kind == "back":
        return words.say("{who} takes a turn back.", who=table.who(Seat(row.seat or 0)))
    events = [spoken.narrate(event, words, table.who) for event in seen(table.steps[at].events, seat)]
    if row.kind == "drop" and row.text == "time":
        events[0] = words.say("{who} ran out of time.", who=table.who(Seat(row.seat or 0)))
    told = events[0]
    for event in events[1:]:
        told = (*told, " ", *event)
    return told


def back_to(table: Table, ply: int) -> Table:
    """The same match as it stood after an earlier ply."""
    if ply >= len(table.steps):
        return table
    start = table.game.parse(table.match.start or "")
    return replace(table, position=table.steps[ply - 1].position if ply else start, log=table.log[:ply])


def scene(table: Table, theme: Theme, trier: Seat | None = None, begun: str = "") -> Scene:
    """The picture of a match as a spectator may see it, or as it would look after the beginning of a move."""
    assert table.position is not None, "only a match that was dealt has a picture"
    position = table.position
    last = seen(table.steps[-1].events, None) if table.steps else ()
    shown = position.view(None)
    if trier is not None:
        step = position.preview(trier, begun)
        shown, last = step.position.view(trier), step.events or last
    movers = () if table.game.hidden else table.to_move
    targets = (choice.hint for seat in movers for choice in offered(position, seat, begun))
    return Scene(
        view=shown,
        chips=chips(table),
        pace=table.match.pace if table.outcome is None else "",
        last=last,
        targets=tuple(hint for hint in targets if hint is not None),
        theme=theme,
    )


def chips(table: Table) -> tuple[Chip, ...]:
    """Who sits where, as pictures show it."""
    outcome, out = table.outcome, table.position.out if table.position is not None else ()
    shown = []
    for row in table.match.seats:
        seat = Seat(row.index)
        won = outcome is not None and len(outcome.places) > 1 and seat in outcome.places[0]
        shown.append(Chip(table.person(seat).name, active=seat in table.to_move, won=won, out=seat in out and not won))
    return tuple(shown)


def alt(table: Table, words: Words, trier: Seat | None = None, begun: str = "") -> str:
    """The picture in words: the last move, or what is tried and not played yet; every card, and what may be done."""
    last = news(table, words, table.match.ply)
    if trier is not None:
        last = (words.say("{who} is trying this, not played yet.", who=table.who(trier)),)
    else:
        last = (*last, *called_out(table, words), *refused(table, words))
    head = lines(header(table, words), *last)
    written = plain(lines(head, *described(table, words, trier, begun, room=ALT_LENGTH - len(plain(head)) - 1)))
    return written if len(written) <= ALT_LENGTH else written[: ALT_LENGTH - 1] + "…"


def text_board(table: Table, words: Words, trier: Seat | None = None, begun: str = "") -> tuple[Text, ...]:
    """The board with letters, and what may be done; described where the letters would not fit into a message."""
    told = letters(table, words, trier, begun)
    if len(plain(lines(*told))) <= LETTERS_LENGTH:
        return told
    return described(table, words, trier, begun, room=LETTERS_LENGTH)


def as_text(table: Table, words: Words) -> Post:
    """The board with letters; with a file that holds all of it where it would not fit into a message."""
    told, short = letters(table, words), text_board(table, words)
    if told == short:
        return Post(lines(header(table, words), *short))
    whole = plain(lines(header(table, words), *described(table, words), *told[:1]))
    return Post(lines(header(table, words), *short), file=(f"{table.match.game}-{table.code}-board.txt", whole))


def letters(table: Table, words: Words, trier: Seat | None = None, begun: str = "") -> tuple[Text, ...]:
    """The board with letters, however long, and what may be done."""
    view, numbered = _view(table, trier, begun)
    draw = (table.game.numbered if numbered else None) or table.game.diagram
    return ((Board(draw(view)),), *_offers(table, words, begun))


def described(
    table: Table, words: Words, trier: Seat | None = None, begun: str = "", *, room: int | None = None
) -> tuple[Text, ...]:
    """The board in words, and what may be done or how it ended; what matters most if there is only so much room."""
    ends = _offers(table, words, begun) if table.outcome is None else (result(table, table.outcome, words),)
    left = None if room is None else room - len(plain(lines(*ends))) - 1
    view, numbered = _view(table, trier, begun)
    return (*SPOKEN[table.match.game].describe(view, words, table.who, numbered, left), *ends)


def _view(table: Table, trier: Seat | None, begun: str) -> tuple[object, bool]:
    """What is seen, and whether it is still that of which the first choices speak."""
    assert table.position is not None, "only a match that was dealt has a board"
    if trier is None:
        return table.position.view(None), table.outcome is None
    step = table.position.preview(trier, begun)
    return step.position.view(trier), not step.events


def _offers(table: Table, words: Words, begun: str) -> tuple[Text, ...]:
    """What may be chosen next, seat by seat."""
    assert table.position is not None, "only a match that was dealt has choices"
    told = []
    for seat in () if table.game.hidden else table.to_move:
        texts = [one.text for one in offered(table.position, seat, begun)]
        if texts:
            view = table.position.view(seat)
            told.append(SPOKEN[table.match.game].offer(view, seat, texts, begun, words, table.who))
    return tuple(told)


def _prompt(table: Table, seat: Seat, words: Words, now: datetime) -> Text:
    if table.pressing(now) and not table.overdue(now):
        return words.say("{who}, still your move.", who=table.who(seat))
    assert table.position is not None, "a running match has a position"
    view = table.position.view(None if table.game.hidden else seat)
    told: Text = SPOKEN[table.match.game].prompt(view, seat, words, table.who)
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


def _act(table: Table, act: str) -> str:
    return payload(table, "x", table.match.ply, act)
