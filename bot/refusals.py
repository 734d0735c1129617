"""Why something cannot be done, in the reader's own language, and what can be done instead."""

from datetime import datetime

from bot import invitations, posts
from bot.invitations import Look, payload
from bot.matches import Table, names, person
from bot.ports import Button, Post, When
from bot.table import Refusal
from bot.words import Words
from bot.words.spoken import SPOKEN
from games.core import Seat


def refusal(refused: Refusal, table: Table | None, look: Look, now: datetime) -> Post:
    """Says why something cannot be done with a match as it stands now, and what can."""
    words = look.words
    start = Button(words.text("Start one"), "g:play")
    mine = Button(words.text("My games"), "g:list")
    if table is None:
        return _refusal_without_match(refused, words, start, mine)
    match refused.reason:
        case "move":
            assert refused.error is not None, "a refused move carries its error"
            return Post(SPOKEN[table.match.game].refusal(refused.error, words, table.who))
        case "stale":
            moved_on = words.say("The table has moved on. Here is how it stands now.")
            return posts.on_top(moved_on, posts.present(table, look, now))
        case "not_your_turn":
            movers = names(table.who(seat) for seat in table.to_move)
            return Post(words.say("It's the turn of {who}. I'll call you when it's yours.", who=movers))
        case "not_seated":
            people = names((table.person(Seat(seat.index)),) for seat in table.match.seats if seat.account)
            ways = (*posts.seats_to_come(table, words), start)
            return Post(words.say("This is the game of {people}. Want your own?", people=people), rows=(ways,))
        case "over":
            show = Button(words.text("Show the result"), payload(table, "x", table.match.ply, "look"))
            again = Button(words.text("↻ Rematch"), payload(table, "x", table.match.ply, "rematch"))
            return Post(words.say("This game is over."), rows=((show, again),))
        case "gone":
            if table.match.status in ("running", "over"):
                return Post(words.say("Somebody was faster."), rows=((start,),))
            return Post(words.say("This invitation is no longer open."), rows=((start,),))
        case "yours":
            return Post(words.say("You sit here already. Somebody else has to come."))
        case "not_for_you":
            asked = invitations.invited(table)
            if asked is None:
                return Post(words.say("This rematch is for those who played before."), rows=((start,),))
            return Post(words.say("This invitation is for {person}.", person=asked), rows=((start,),))
        case "not_host":
            return Post(words.say("Only {host} can do that.", host=person(table.match.host)))
        case "not_asked":
            return Post(words.say("Somebody else was asked that. /resign gives up a game of yours."))
        case "waiting":
            return Post(words.say("You have asked already. Now it is up to the others."))
        case "out":
            return Post(words.say("You are out of this game already. You may watch."))
        case "host_stays":
            return Post(words.say("It is your table. Withdraw the invitation, if you don't want to play."))
        case "not_here":
            return Post(words.say("You don't sit at this table."))
        case "too_few":
            return Post(words.say("There are too few players for this game yet."))
        case "no_draws":
            name = words.text(SPOKEN[table.match.game].NAME)
            return Post(words.say("There are no draws in {game}: somebody always wins.", game=name))
        case "plays_on":
            return Post(words.say("The computer plays on."))
        case "offered":
            return Post(words.say("Something is asked already. That has to be answered first."))
        case "refused":
            return Post(words.say("That was refused a moment ago. Play some turns first."))
        case "no_offer":
            return Post(words.say("Nothing is asked of you any more."))
        case "no_takebacks":
            return Post(words.say("In this game no turn is taken back."))
        case "nothing_back":
            return Post(words.say("There is no turn of yours to take back."))
        case "nothing_played":
            return Post(words.say("Nothing has been played yet."))
        case "no_private_chat":
            return Post(words.say("Open our private chat once, then I can show you your cards."))
        case "not_aloud":
            return Post(words.say("Everybody reads along here. Do that in our private chat."))
        case "your_turn":
            return Post(words.say("It is your turn already: just play."))
        case "unplayable":
            return Post(words.say("With that, too many rounds would never end. The table can't have it."))
        case "not_over_yet":
            return Post(words.say("The record is there when the table is closed: until then it would tell too much."))
        case "not_over":
            return Post(words.say("I look back when the game is over."))
        case "no_hints":
            return Post(words.say("This game is rated, so I give no hints. With the computer, or unrated, I do."))
        case "not_yours":
            return Post(words.say("Only those who wait can do that."))
        case "too_early":
            deadline = table.match.deadline or now
            return Post(words.say("There is time until {when}.", when=When(deadline)))
    return _refusal_without_match(refused, words, start, mine)


def _refusal_without_match(refused: Refusal, words: Words, start: Button, mine: Button) -> Post:
    match refused.reason:
        case "none_waits":
            return Post(words.say("No game waits for you here."), rows=((mine, start),))
        case "no_table":
            return Post(words.say("There is no table here that makes rules of its own."), rows=((mine, start),))
        case "no_board":
            return Post(words.say("There is no game to show here."), rows=((mine, start),))
        case "no_code":
            return Post(words.say("I don't know that code. It may have run out. Ask for a fresh one, or /play."))
        case "nameless":
            me = Button(words.text("It's me"), "g:play")
            return Post(words.say("I can't see who you are while you post as the group."), rows=((me,),))
        case "channel":
            return Post(words.say("Channels can't play, people can. Write as yourself, please."))
        case "bot":
            return Post(words.say("Bots don't play here, people do."))
        case "another_bot":
            return Post(words.say("Bots don't play here, people do. Leave it open to anyone, or ask somebody else."))
        case "yourself":
            computer = Button(words.text("🤖 Play the computer"), "g:computer")
            told = words.say("You can't play yourself here. Leave it open to anyone, or ask somebody else.")
            return Post(told, rows=((computer,),))
        case "needs_more":
            return Post(words.say("This way of playing needs three or four. Leave it open to anyone."))
        case "too_many_open":
            return Post(words.say("Many invitations of yours are open. Withdraw one, or wait for an answer."))
        case "too_many_running":
            return Post(words.say("You have many games going. Finish one, or see /games."), rows=((mine,),))
    return Post(words.say("I don't know this game any more. It may have been long ago."), rows=((mine, start),))
