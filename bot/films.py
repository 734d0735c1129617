"""Films: a match from the deal to where it stands, and its last turn step by step.

They show what spectators may see, whoever asks.
"""

from bot import posts
from bot.invitations import Look, header, title
from bot.matches import Table, names
from bot.ports import Post, Text, lines, plain
from bot.table import Refusal
from bot.words import Words
from games.core import Seat, seen
from renderer import Chip, Scene, Theme, steps


def replay(table: Table, look: Look) -> Post:
    """Shows a match move by move.

    :raises Refusal: ``nothing_played``.
    """
    text = lines(header(table, look.words), _so_far(table, look.words))
    return Post(text, alt=alt(table, look.words), film=scenes(table, look.theme))


def alt(table: Table, words: Words) -> str:
    """The film of a match in words: who played, and how it ended or how far it has come."""
    people = names(table.who(Seat(row.index)) for row in table.match.seats)
    about = words.say("Replay of {title}: {people}.", title=title(table, words), people=people)
    return plain(lines(about, _so_far(table, words)))[: posts.ALT_LENGTH]


def last_turn(table: Table, look: Look) -> Post:
    """Shows the last turn step by step.

    :raises Refusal: ``nothing_played``.
    """
    words = look.words
    film = _last_turn(table, look.theme)
    straight = table.straight
    told = lines(*posts.news(straight, words, len(straight.steps) - 1))
    described = plain(lines(words.say("The last turn, step by step."), told))
    return Post(lines(header(table, words), told), alt=described[: posts.ALT_LENGTH], film=film)


def scenes(table: Table, theme: Theme) -> tuple[Scene, ...]:
    """The deal and the board after each move; the last turn step by step.

    :raises Refusal: ``nothing_played``.
    """
    _, *turn = _last_turn(table, theme)
    table = table.straight
    return (*(_moment(table, theme, ply) for ply in range(len(table.steps))), *turn)


def has_steps(table: Table) -> bool:
    """Whether the last turn had steps that no board has shown."""
    table = table.straight
    ply = len(table.steps)
    return ply > 0 and len(steps(_moment(table, "light", ply - 1), _moment(table, "light", ply))) > 2


def _last_turn(table: Table, theme: Theme) -> tuple[Scene, ...]:
    if not posts.played(table):
        raise Refusal("nothing_played", table)
    straight = table.straight
    return steps(_moment(straight, theme, len(straight.steps) - 1), posts.scene(table, theme))


def _moment(table: Table, theme: Theme, ply: int) -> Scene:
    """The board after a ply, without what could be played then: to find that out takes longer than to draw it."""
    step = table.steps[ply - 1] if ply else None
    position = step.position if step else table.game.parse(table.match.start or "")
    chips = (
        Chip(table.person(seat).name, active=seat in position.to_move, out=seat in position.out)
        for seat in (Seat(row.index) for row in table.match.seats)
    )
    return Scene(
        view=position.view(None),
        chips=tuple(chips),
        pace=table.match.pace if table.outcome is None else "",
        last=seen(step.events, None) if step else (),
        theme=theme,
    )


def _so_far(table: Table, words: Words) -> Text:
    if table.outcome is not None:
        return posts.ending(table, table.outcome, words)
    return words.count("{n} move so far.", "{n} moves so far.", posts.played(table))
