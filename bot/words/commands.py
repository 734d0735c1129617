"""What commands and their options are called in menus."""

from bot.words import sentence

COMMANDS = {
    "play": sentence("Start a game or challenge someone"),
    "challenge": sentence("Challenge someone"),
    "move": sentence("Play a move by typing it"),
    "board": sentence("Show a board again, right here"),
    "hand": sentence("See your cards, only you"),
    "table": sentence("Lopti: house rules, votes and calls"),
    "hint": sentence("A good move, where the game is not rated"),
    "games": sentence("Your games, and where it is your turn"),
    "resign": sentence("Give up a game, or leave a table"),
    "draw": sentence("Offer a draw, or accept one"),
    "takeback": sentence("Ask to take your last turn back"),
    "rules": sentence("How to play, and answers to questions"),
    "leaderboard": sentence("Who plays best"),
    "help": sentence("What I can do"),
    "about": sentence("Who made this, and the games"),
}
CHALLENGE = sentence("Challenge")
OPTIONS = {
    "game": sentence("Which game"),
    "mine": sentence("Which of your games"),
    "with": sentence("Whom to play; nobody named: whoever comes"),
    "preset": sentence("How to play it"),
    "code": sentence("The code of an invitation from elsewhere"),
    "move": sentence("Your move, for example c3"),
    "as": sentence("A picture, or letters"),
    "topic": sentence("A heading or a question"),
    "where": sentence("Here or everywhere"),
}
PICTURE, TEXT = sentence("picture"), sentence("text")
HERE, EVERYWHERE = sentence("here"), sentence("everywhere")
PERMISSIONS = {
    "view_channel": sentence("View Channel"),
    "send_messages": sentence("Send Messages"),
    "send_messages_in_threads": sentence("Send Messages in Threads"),
    "attach_files": sentence("Attach Files"),
}
"""Discord's own names of what a moderator may allow."""
