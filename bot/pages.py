"""What the pages of the web table show: a room, a match, a seat, as plain data with finished sentences."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from bot import advice, answers, films, invitations, lookup, panes, posts
from bot.hands import Tried
from bot.invitations import Look
from bot.lobby import usual_level
from bot.matches import Table, is_free, names, sizes, taken
from bot.panes import Json
from bot.ports import lines, plain
from bot.standings import Standing
from bot.words import Words
from bot.words.page import SENTENCES, SITTING
from bot.words.spoken import SPOKEN
from games import GAMES
from games.core import SIGNS, Seat, seen


def seat_of(found: Table, key: str) -> Seat | None:
    """The seat that a key is for; None for a key that only watches."""
    return next((Seat(row.index) for row in found.match.seats if row.key == key), None)


def game(slug: str, words: Words) -> Json:
    """A game with its presets, and how well the computer plays it."""
    spoken = SPOKEN[slug]
    presets = [
        {"slug": preset, "name": words.text(name), "meaning": words.text(meaning)}
        for preset, (name, meaning) in spoken.PRESETS.items()
    ]
    player = GAMES[slug].player
    return {
        "slug": slug,
        "name": words.text(spoken.NAME),
        "tagline": words.text(spoken.TAGLINE),
        "presets": presets,
        "levels": [[level, words.text(invitations.LEVELS[level])] for level in player.levels] if player else [],
        "level": usual_level(slug),
    }


def leaderboard(slug: str, best: Sequence[Standing], words: Words) -> Json:
    """Who plays a game best."""
    return {
        "game": words.text(SPOKEN[slug].NAME),
        "players": [
            {
                "place": one.place,
                "name": one.name,
                "rating": words.number(one.rating) + ("?" if one.uncertain else ""),
                "played": words.number(one.played),
                "won": words.number(one.won),
                "lost": words.number(one.lost),
            }
            for one in best
        ],
    }


def span(numbers: list[int]) -> str:
    """Writes neighbouring numbers: ``2-4``, or one alone; nothing where there are none.

    >>> span([2, 3, 4]), span([2]), span([])
    ('2-4', '2', '')
    """
    return "-".join(map(str, dict.fromkeys([*numbers[:1], *numbers[-1:]])))


def listed(found: Table, words: Words) -> Json:
    """A match in the list of a room."""
    sat = taken(found.match)
    people = [found.person(Seat(row.index)).name for row in sat]
    outcome = found.outcome
    if outcome is not None:
        told = posts.result(found, outcome, words)
    elif found.match.status == "open":
        told = invitations.challenge(found, Look(words)).text
    else:
        told = names(words.say("{who} to move", who=found.who(seat)) for seat in found.to_move)
    asked = invitations.invited(found)
    rows = panes.text_lines(told)
    if _is_lobby(found):
        # The first lines say what the title does, and who sits there.
        rows[:2] = [[words.text(SITTING, sat=len(sat), seats=len(found.match.seats))]]
    return {
        "code": found.code,
        "status": found.match.status,
        "title": plain(invitations.title(found, words)),
        "people": people,
        "told": plain(told),
        "lines": rows,
        "invited": asked.name if asked else None,
        "may_join": found.may_join,
        "watch": found.match.watch_key,
    }


def _is_lobby(found: Table) -> bool:
    """Whether a table of three or more waits for people."""
    return found.match.status == "open" and len(found.match.seats) > 2


def view(
    session: Session, found: Table, key: str, begun: str, words: Words, now: datetime, tried: Tried | None = None
) -> Json:
    """All that a page shows of a match; ``tried`` is what test rounds say of the move that was begun."""
    match = found.match
    mine = seat_of(found, key)
    if mine is None or not panes.is_begun(found, mine, begun):
        begun = ""
    if mine is not None and begun and not found.game.hidden:
        post = posts.trying(found, mine, begun, Look(words))
    else:
        post = posts.compose(found, Look(words), now, since=match.ply)
    told = panes.text_lines(post.text)
    outcome = found.outcome
    shown: Json = {
        "code": found.code,
        "status": match.status,
        "ply": match.ply,
        "version": match.version,
        "room": match.place.chat,
        "locale": tag(words),
        "title": plain(invitations.title(found, words)),
        "text": plain(post.text),
        # A page has the title above the board, so the message's first line is left out where it says the same.
        "lines": told[1:] if match.status in ("running", "over") else told,
        # Who sits where is seen on the chairs, but it has to be heard when somebody comes.
        "unseen": [1] if _is_lobby(found) else [],
        "words": {name: words.text(sentence) for name, sentence in SENTENCES.items()},
        "credit": words.text(SPOKEN[match.game].CREDIT),
        "rules": [[words.text(heading), words.text(body)] for heading, body in SPOKEN[match.game].RULES],
        "seats": [
            {
                "name": found.person(Seat(row.index)).name,
                "sign": SIGNS[row.index],
                "you": row.index == mine,
                "to_move": row.index in found.to_move,
                "free": is_free(row),
                "out": found.position is not None and row.index in found.position.out,
                "won": outcome is not None and len(outcome.places) > 1 and row.index in outcome.places[0],
            }
            for row in match.seats
        ],
        # What was begun before this ply may not be possible any more.
        "since": match.seats[mine].since if mine is not None else match.ply,
        "your_turn": mine is not None and mine in found.to_move,
        "seated": mine is not None,
        "choices": [],
        "public": [],
        "strokes": [],
        "hand": None,
        "house": None,
        "acts": [],
    }
    if found.position is None:
        if mine is not None and match.status == "open":
            shown["acts"] = _before_the_deal(found, mine, words)
        return shown
    shown |= described(found, words, *(() if found.game.hidden else (mine, begun)))
    shown["plies"] = len(found.steps)
    shown["film"] = films.alt(found, words) if posts.played(found) else ""
    shown["story"] = found.game.hidden
    shown["log"] = _story(found, words) if found.game.hidden else _moves(found)
    shown["acts"] = _acts(session, found, mine, words, now)
    shown["house"] = panes.house_rules(found, words)
    if mine is not None and panes.acts_now(found, mine):
        spoken = SPOKEN[match.game]
        shown["begun"] = begun
        is_playable = tried is None or tried[1].is_playable
        shown["whole"] = bool(begun) and is_playable and posts.is_whole(found.position, mine, begun)
        shown["sure"] = panes.sure(found, mine, begun, words)
        public = panes.public(found, mine)
        sides = panes.sides(found, mine)
        first = [choice.text for choice in (*sides, *posts.offered(found.position, mine))]
        if set(first) <= {choice.text for choice in public}:
            # All that it may do is the business of the table.
            first = []
        public = [choice for choice in public if choice.text not in first]
        choices = list(posts.offered(found.position, mine, begun)) if begun or first else []
        choices = choices if begun else [*sides, *choices]
        shown["choices"] = panes.offered(found, mine, choices, begun, words)
        shown["public"] = panes.offered(found, mine, public, "", words)
        drawn = found.game.strokes(found.position, mine, begun) if found.game.strokes else ()
        shown["strokes"] = [
            {"text": stroke.text, "at": panes.corner_and_size(stroke.at), "final": stroke.final} for stroke in drawn
        ]
        shown["by_hand"] = words.text(spoken.BY_HAND) if shown["strokes"] else ""
    if mine is not None and panes.holds_hand(found, mine):
        shown["hand"] = panes.hand(found, mine, begun, words, asked=bool(begun or shown["choices"]), tried=tried)
    return shown


def _moves(found: Table) -> list[list[str]]:
    """What was played, a move an entry: the sign of its seat, and the move."""
    rows = [row for row in found.log if row.kind in ("play", "back")]
    return [[SIGNS[row.seat or 0], row.text if row.kind == "play" else "↩"] for row in rows]


def _story(found: Table, words: Words) -> list[list[str]]:
    """What happened in a game with secrets, an entry a ply: as a spectator saw it, because moves may tell more."""
    spoken, told = SPOKEN[found.match.game], []
    for row, step in zip(found.log, found.steps, strict=False):
        events = (spoken.narrate(event, words, found.who) for event in seen(step.events, None))
        told.append([SIGNS[row.seat or 0], " ".join(map(plain, events))])
    return told


def described(found: Table, words: Words, mine: Seat | None = None, begun: str = "") -> Json:
    """A board in words and in letters."""
    tries = (mine, begun) if begun else (None, "")
    return {
        "alt": posts.alt(found, words, *tries),
        "board": plain(lines(*posts.letters(found, words, *tries))),
    }


def tag(words: Words) -> str:
    """A language as pages name it."""
    return words.locale.replace("_", "-")


def _before_the_deal(found: Table, mine: Seat, words: Words) -> list[Json]:
    """What somebody can do at a table that has not begun: the host starts it, or asks the computer to sit down."""
    if found.match.seats[mine].player_id != found.match.host.player_id:
        return [_button("leave", words.text("Leave"))]
    sat, acts = len(taken(found.match)), []
    if sat in sizes(found.match):
        acts.append(_button("start", words.text("▶ Start ({number})", number=sat), primary=True))
    if found.game.player is not None:
        acts.append(_button("computer", words.text("🤖 Add computer")))
    return [*acts, _button("withdraw", words.text("Withdraw"))]


def _acts(session: Session, found: Table, mine: Seat | None, words: Words, now: datetime) -> list[Json]:
    if found.match.status == "over":
        record = {**_button("record", words.text("📄 Record")), "file": True}
        return [*_after_the_end(session, found, mine, words), record]
    if mine is None and found.may_join:
        return [{**_button("join", words.text("Join next round")), "match": found.code}]
    if mine is None or mine not in found.playing:
        return []
    acts = []
    if found.overdue(now) and mine in found.waiting:
        claim = _button("claim", words.text("Claim the win"), primary=True)
        acts += [claim, _button("time", words.text("One more day"))]
    if mine in found.to_move and found.game.player is not None and advice.allows_hints(found):
        acts.append(_button("hint", words.text("💡 Hint")))
    offer = found.offer
    if offer is not None and mine in found.asked_for:
        if offer.kind == "draw":
            accept = _button("draw", words.text("Accept the draw"), primary=True)
            acts += [accept, _button("no", words.text("Play on"))]
        else:
            allow = _button("allow", words.text("Allow it"), primary=True)
            acts += [allow, _button("no", words.text("Keep it"))]
    if offer is None and found.takes_back and found.undone(mine):
        label = words.text("Take it back, free") if found.free_back == mine else words.text("Take back")
        acts.append(_button("takeback", label))
    if offer is None and found.game.draws:
        acts.append(_button("draw", words.text("Offer a draw")))
    question = plain(answers.sure_to_resign(found, mine, words).text)
    acts += panes.brought_back(found, lookup.rule_book(session, found), words) if found.game.session else []
    label = words.text("Leave…") if found.game.session else words.text("Resign…")
    return [*acts, {**_button("resign", label), "confirm": question}]


def _after_the_end(session: Session, found: Table, mine: Seat | None, words: Words) -> list[Json]:
    if mine is None:
        return []
    asked = lookup.rematch_of(session, found.match.id)
    label = words.text("↻ Rematch")
    if asked is not None and found.match.seats[mine].player_id not in {row.player_id for row in asked.match.seats}:
        label = words.text("Accept the rematch")
    back = [_button("back", words.text("🔍 Look back"))] if found.can_be_judged else []
    return [_button("rematch", label, primary=True), *back]


def _button(act: str, label: str, *, primary: bool = False) -> Json:
    return {"act": act, "label": label, "primary": primary}
