"""What somebody is told who pressed or typed: refusals, pickers, menus, lists and pages.

Each is made in the reader's own language, and ends with a way on.
"""

from collections.abc import Mapping, Sequence

from bot import films, invitations, posts
from bot.advice import allows_hints
from bot.invitations import payload
from bot.matches import Table, names, person
from bot.ports import Button, Person, Post, Rows, Strong, Text, When, lines, plain
from bot.standings import Standing
from bot.words import Words, sentence
from bot.words.spoken import SPOKEN
from games.core import Outcome, Seat
from games.record import Record
from renderer import Scene, Theme
from renderer import leaderboard as picture

PAGE = 1500
"""Letters on a page of the rules."""
TOP = 10
"""Lines of a leaderboard."""
CREDITS = (
    sentence("Collapsi: designed by Mark S. Ball · https://riffleshuffleandroll.itch.io/collapsi"),
    sentence("Riffle Shuffle & Roll: https://www.youtube.com/@riffleshuffleandroll"),
    sentence(
        "Revival variants: concept and variations by Johann Duscher (Jonny Dee) · "
        "https://github.com/jonnydee/collapsi · CC BY-NC-SA 4.0; our own words, changes were made."
    ),
    sentence("Crumble: designed by Zack Brown."),
    sentence("Lopti: an unofficial implementation, told in our own words."),
    sentence("The rules are told in our own words. What we decided ourselves: /rules, Our decisions."),
)


def menu(table: Table, seated: bool, words: Words) -> Post:
    """What else can be done with a board."""

    def button(label: str, act: str) -> Button:
        return Button(label, payload(table, "x", table.match.ply, act))

    rules = Button(words.text("Rules"), f"r:{table.match.game}:0")
    text = button(words.text("Text board"), "text")
    shown: tuple[Button, ...] = ()
    if films.has_steps(table):
        shown = (button(words.text("▷ Last turn"), "turn"),)
    if posts.played(table):
        shown = (*shown, button(words.text("Replay so far"), "replay"))
    if not seated:
        told = words.say("You are watching. /board text shows the board with letters; /play starts a game of yours.")
        return Post(told, rows=((text, rules, *shown, Button(words.text("Start one"), "g:play")),))
    asks = words.say("What would you like to do?")
    first: tuple[Button, ...] = (text, rules, button(words.text("Bring it here"), "here"))
    if table.game.player is not None and allows_hints(table):
        first = (*first, button(words.text("💡 Hint"), "hint"))
    last: tuple[Button, ...] = (button(words.text("Mute this turn"), "mute"), button(words.text("Resign…"), "resign"))
    if table.takes_back and table.moves and table.offer is None:
        last = (button(words.text("Take back"), "takeback"), *last)
    if table.game.draws and table.offer is None:
        last = (button(words.text("Offer a draw"), "draw"), *last)
    return Post(asks, rows=(first, shown, last) if shown else (first, last))


def sure_to_resign(table: Table, seat: Seat, words: Words) -> Post:
    """Asks before something is lost for good."""
    others = names(table.who(other) for other in table.playing if other != seat)
    ply = table.match.ply
    asks = words.say("Give up this game? {others} wins.", others=others)
    if len(table.playing) > 2:
        asks = words.say("Leave the table? The others play on.")
    elif table.game.session:
        asks = words.say("Leave the table? Then it is closed; the rounds that were played count.")
    return Post(
        asks,
        rows=(
            (
                Button(words.text("Yes, resign"), payload(table, "x", ply, f"resign!{seat}"), style="danger"),
                Button(words.text("Keep playing"), payload(table, "x", ply, "close")),
            ),
        ),
    )


def which(tables: Sequence[Table], words: Words, player: int, kind: str, text: str = "") -> Post:
    """Asks which of several games is meant; ``kind`` and ``text`` are what its button then does."""

    def does(table: Table) -> str:
        return payload(table, kind, table.match.ply, text) if text else payload(table, kind)

    return Post(
        words.say("In which game?"),
        rows=(tuple(Button(versus(table, words, player), does(table)) for table in tables[:20]),),
    )


def versus(table: Table, words: Words, player: int) -> str:
    """Names a game by those it is played against."""
    return plain(_versus(table, words, player))


def _versus(table: Table, words: Words, player: int) -> Text:
    others = names((table.person(Seat(row.index)),) for row in table.match.seats if row.player_id != player)
    return words.say("{game} vs {others}", game=words.text(SPOKEN[table.match.game].NAME), others=others or ("…",))


def introduction(table: Table, words: Words) -> Post:
    """Three lines for who sits down at a game for the first time."""
    return Post(
        words.say(SPOKEN[table.match.game].INTRODUCTION),
        rows=(
            (
                Button(words.text("Got it"), payload(table, "x", table.match.ply, "close")),
                Button(words.text("All rules"), f"r:{table.match.game}:0"),
            ),
        ),
    )


def my_games(
    yours: Sequence[Table],
    waiting: Sequence[Table],
    asked: Sequence[Table],
    words: Words,
    player: int,
    links: Mapping[int, str | None],
) -> Post:
    """Lists somebody's games, those first that wait for them; ``links`` lead to the boards that can be jumped to."""
    text: Text = ()
    rows: Rows = ()
    for heading, some in ((words.say("Your turn:"), yours), (words.say("Waiting for others:"), waiting)):
        if some:
            text = lines(text, heading)
        for table in some[:8]:
            number = len(rows) + 1
            line: Text = (f"{number}. ", *_versus(table, words, player), f" · #{table.code}")
            if table.match.deadline is not None:
                line = (*line, " · ", *words.say("until {when}", when=When(table.match.deadline)))
            text = lines(text, line)
            label = words.text("Open {number}", number=number)
            link = links.get(table.match.id)
            here = payload(table, "x", table.match.ply, "here")
            rows = (*rows, (Button(label, url=link) if link else Button(label, here),))
    for table in asked[:4]:
        host = person(table.match.host)
        text = lines(text, words.say("{host} invites you to {what}.", host=host, what=invitations.title(table, words)))
        rows = (*rows, (Button(words.text("Accept"), payload(table, "c", "join"), style="primary"),))
    start = Button(words.text("Start a game"), "g:play")
    if not text:
        return Post(words.say("You have no games going."), rows=((start,),))
    buttons = tuple(button for row in rows for button in row)
    return Post(text, rows=(buttons, (start,)))


def games_here(found: Sequence[Table], words: Words) -> Post:
    """Lists what goes on in a chat."""
    start = Button(words.text("Start a game"), "g:play")
    if not found:
        return Post(words.say("Nothing goes on here yet."), rows=((start,),))
    told: list[Text] = []
    for table in found[:8]:
        people = names((table.person(Seat(row.index)),) for row in table.match.seats if row.account)
        line: Text = (*invitations.header(table, words), ": ", *people)
        movers = names(table.who(seat) for seat in table.to_move)
        if movers:
            line = (*line, " · ", *words.say("{who} to move", who=movers))
        told.append(line)
    return Post(lines(*told), rows=((start,),))


def leaderboard(
    game: str,
    standings: Sequence[Standing],
    games: int,
    player: int | None,
    words: Words,
    theme: Theme,
    *,
    everywhere: bool,
    shared: bool,
) -> Post:
    """The best players of a place or of all places, and the reader's own line."""
    name = words.text(SPOKEN[game].NAME)
    where = words.text("everywhere") if everywhere else words.text("here")
    heading = words.say("Leaderboard · {game} · {where}", game=name, where=where)
    other = "here" if everywhere else "everywhere"
    switch = Button(words.text("Here") if everywhere else words.text("Everywhere"), f"l:{game}:{other}:")
    rows: Rows = ((switch,),)
    if not shared:
        aloud = "everywhere" if everywhere else "here"
        rows = ((switch, Button(words.text("Show everyone"), f"l:{game}:{aloud}:all")),)
    if not standings:
        return Post(lines(heading, words.say("Nobody has a rated game yet.")), rows=rows)
    listed = list(standings[:TOP])
    own = next((standing for standing in standings[TOP:] if standing.player == player), None)
    listed += [own] if own else []
    told = tuple(_standing(standing, words) for standing in listed)
    table = picture.Table(
        rows=tuple(
            picture.Row(
                place=standing.place,
                name=standing.name,
                rating=standing.rating,
                uncertain=standing.uncertain,
                played=standing.played,
                won=standing.won,
                lost=standing.lost,
                trend=standing.trend,
                highlight=standing.player == player and not shared,
            )
            for standing in listed
        ),
        players=len(standings),
        games=games,
    )
    alt = plain(lines(*told))
    return Post(lines(heading, *told), Scene(table, theme=theme), alt[: posts.ALT_LENGTH], rows)


def _standing(standing: Standing, words: Words) -> Text:
    return words.say(
        "{place}. {name}: {rating}{mark} · {played} played, {won} won, {lost} lost",
        place=standing.place,
        name=Person(standing.name),
        rating=words.number(standing.rating),
        mark="?" if standing.uncertain else "",
        played=words.number(standing.played),
        won=words.number(standing.won),
        lost=words.number(standing.lost),
    )


def rules(game: str, page: int, words: Words) -> Post:
    """A page of a game's rules."""
    pages = _pages(game, words)
    page = min(max(page, 0), len(pages) - 1)
    buttons: tuple[Button, ...] = ()
    if len(pages) > 1:
        buttons = (Button(words.text("Next"), f"r:{game}:{(page + 1) % len(pages)}"),)
    return Post(lines(pages[page], (" ",), words.say(SPOKEN[game].CREDIT)), rows=(buttons,) if buttons else ())


def topic(game: str, heading: str, words: Words) -> Post | None:
    """One section of the rules, found by its heading."""
    for title, body in SPOKEN[game].RULES:
        if words.text(title).casefold() == heading.strip().casefold():
            return Post(lines(_heading(title, words), words.say(body), (" ",), words.say(SPOKEN[game].CREDIT)))
    return None


def topics(game: str, words: Words) -> tuple[str, ...]:
    """The headings of a game's rules."""
    return tuple(words.text(title) for title, _ in SPOKEN[game].RULES)


def _pages(game: str, words: Words) -> list[Text]:
    pages: list[Text] = []
    size = PAGE
    for title, body in SPOKEN[game].RULES:
        section = lines(_heading(title, words), words.say(body))
        length = len(plain(section))
        if size + length > PAGE:
            pages.append(section)
            size = length
        else:
            pages[-1] = lines(pages[-1], (" ",), section)
            size += length
    return pages


def _heading(title: str, words: Words) -> Text:
    return (Strong(words.text(title)),)


def hello(words: Words, *, group: bool) -> Post:
    """The first words to somebody, or to a group."""
    games = ", ".join(words.text(spoken.NAME) for spoken in SPOKEN.values())
    start = Button(words.text("▶ Start a game"), "g:play", style="primary")
    computer = Button(words.text("🤖 Play the computer"), "g:computer")
    how = Button(words.text("How to play"), f"r:{next(iter(SPOKEN))}:0")
    if group:
        text = words.say("Hello! I deal small games: {games}. Nothing happens until somebody asks.", games=games)
    else:
        text = words.say("Hello! I deal small games, played move by move, whenever you have a minute.")
        text = lines(text, words.say("The games: {games}.", games=games))
    return Post(text, rows=((start, how) if group else (start, computer, how),))


HELP = (
    sentence("/play: start a game or challenge someone"),
    sentence("/move: play a move by typing it; a reply to the board does it too"),
    sentence("/board: show a board again, right here"),
    sentence("/hand: see your cards, only you"),
    sentence("/table: the house rules of Lopti, votes and calls"),
    sentence("/games: your games, and where it is your turn"),
    sentence("/hint: a good move, where the game is not rated"),
    sentence("/resign: give up a game"),
    sentence("/takeback: ask to take your last turn back"),
    sentence("/draw: offer a draw, or accept one, where the game has draws"),
    sentence("/leaderboard: who plays best"),
    sentence("/rules: how to play, and answers to questions"),
    sentence("/about: who made this, and the games"),
)


def about(words: Words, source: str) -> Post:
    """Who made what."""
    links = ((Button(words.text("Source"), url=source),),) if source else ()
    made = words.say("Tumbledown: free, open source, no ads, nothing to buy.")
    return Post(lines(made, *(words.say(line) for line in CREDITS)), rows=links)


def may_not_write(missing: Sequence[str], words: Words) -> Post:
    """Names what a moderator has to allow."""
    need = ", ".join(missing)
    return Post(
        words.say("I may not write here. I need: {permissions}. Ask a moderator, or play in my DMs.", permissions=need)
    )


def broken(report: str, words: Words) -> Post:
    """Owns up to a mistake of our own."""
    return Post(
        words.say(
            "Something broke on my side; your game is safe. Try again, or /board. (report {report})", report=report
        )
    )


def record(table: Table, words: Words) -> tuple[str, str]:
    """A match as a file that people can keep: its name and its text."""
    match = table.match
    assert match.start is not None, "only a match that was dealt has a record"
    log = table.log
    headers = {"Date": f"{(log[0].at if log else match.created_at):%Y-%m-%d}"}
    headers |= {f"Seat {row.index}": table.person(Seat(row.index)).name for row in match.seats}
    outcome: Outcome | None = table.outcome
    kept = Record(
        game=match.game,
        version=match.game_version,
        options=match.options,
        start=match.start,
        moves=table.played,
        headers=headers,
        outcome=outcome,
        comments=(words.text(SPOKEN[match.game].CREDIT),),
    )
    return f"{match.game}-{table.code}.txt", str(kept)
