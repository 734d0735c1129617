"""What the computer has to say about a match: a hint while it goes on, and a look back when it is over."""

from collections.abc import Sequence

from bot.invitations import header, payload
from bot.matches import Table
from bot.ports import Button, Post, Text, lines
from bot.table import Refusal
from bot.words import Words
from games.core import Seat, Verdict

MOST = 8
"""Moves told of in a look back."""
Judged = Sequence[tuple[Verdict | None, str | None]]


def allows_hints(table: Table) -> bool:
    """Whether nobody is at a disadvantage by a hint: the match is not rated, because so agreed or with the computer."""
    return not table.game.hidden and (table.match.friendly or any(row.level is not None for row in table.match.seats))


def check(table: Table, seat: Seat) -> None:
    """Checks that a seat may ask for a hint now.

    :raises Refusal: ``over``, ``no_hints`` or ``not_your_turn``.
    """
    if table.match.status != "running":
        raise Refusal("over", table)
    if table.game.player is None or not allows_hints(table):
        raise Refusal("no_hints", table)
    if seat not in table.to_move:
        raise Refusal("not_your_turn", table)


def check_over(table: Table) -> None:
    """Checks that a match may be looked back at: while it goes on, that would be a hint.

    :raises Refusal: ``not_over``.
    """
    if table.match.status != "over" or not table.can_be_judged:
        raise Refusal("not_over", table)


def hint(table: Table, seat: Seat, move: str, verdict: Verdict | None, words: Words) -> Post:
    """A move to play, and what the position comes to."""
    if verdict is None:
        told = words.say("I would play {move}. I can't see to the end from here.", move=move)
    elif verdict.winner == seat and verdict.plies is not None:
        told = words.count(
            "I would play {move}: it wins by force, in {n} move.",
            "I would play {move}: it wins by force, in {n} moves.",
            verdict.plies,
            move=move,
        )
    elif verdict.winner == seat:
        told = words.say("I would play {move}: it wins by force.", move=move)
    else:
        told = words.say("I would play {move}. Against perfect play it is lost, but it holds out longest.", move=move)
    play = Button(words.text("Play {move}", move=move), payload(table, "p", table.match.ply, move), style="primary")
    return Post(told, rows=((play,),))


def look_back(table: Table, judged: Judged, words: Words) -> Post:
    """The value of the deal, and the moves after which somebody else was winning."""
    told: list[Text] = [header(table, words)]
    first = judged[0][0]
    if first is None:
        told.append(words.say("The deal is too large for me to see to its end."))
    elif first.plies is None:
        told.append(words.say("The deal: with perfect play {who} wins.", who=table.who(first.winner)))
    else:
        told.append(
            words.count(
                "The deal: with perfect play {who} wins in {n} move.",
                "The deal: with perfect play {who} wins in {n} moves.",
                first.plies,
                who=table.who(first.winner),
            )
        )
    turned = [line for at in range(len(judged) - 1) if (line := _turn(table, judged, at, words))]
    told += turned[:MOST]
    if not turned and all(verdict is not None for verdict, _ in judged):
        told.append(words.say("Nobody let a win slip."))
    unknown = sum(verdict is None for verdict, _ in judged)
    if 0 < unknown < len(judged):
        told.append(words.count("I could not judge {n} position.", "I could not judge {n} positions.", unknown))
    return Post(lines(*told))


def _turn(table: Table, judged: Judged, at: int, words: Words) -> Text:
    """Tells of a move after which another seat was winning; nothing for any other move."""
    before, better = judged[at]
    after, _ = judged[at + 1]
    if before is None or after is None or before.winner == after.winner:
        return ()
    played = table.moves[at]
    if better is None:
        return words.say("Move {number}: {winner} was winning no more.", number=at + 1, winner=table.who(before.winner))
    return words.say(
        "Move {number}: {who} played {move}; {better} would have won by force.",
        number=at + 1,
        who=table.who(Seat(played.seat or 0)),
        move=played.text,
        better=better,
    )
