"""How posts become Discord messages, and what Discord's refusals mean."""

import io
from collections.abc import Iterable

import aiohttp
import discord

from bot.gallery import Gallery
from bot.ports import (
    Board,
    Button,
    Failure,
    Forbidden,
    Gone,
    Later,
    NoPictures,
    PeopleMenu,
    Person,
    Post,
    Rows,
    Strong,
    Text,
    When,
)

NAME = "discord"
CONTENT = 2000
ALT = 1024
LABEL = 80
ROWS, ROW = 5, 5
NARROW_UP_TO = 16
"""Up to so many buttons in a group stand four in a row, which a phone shows unwrapped."""

NOBODY = discord.AllowedMentions.none()
STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "danger": discord.ButtonStyle.danger,
}

UNKNOWN_CHANNEL = 10003
EDITED_TOO_OFTEN = 30046
MISSING_ACCESS = 50001
THREAD_ARCHIVED = 50083


def content(text: Text, calls: Iterable[Person] = ()) -> str:
    """Writes a text with Discord's markup. Only those who are called become mentions."""
    called = {person.id for person in calls if person.platform == NAME}
    parts = []
    for part in text:
        match part:
            case Person(name=name, platform=platform, id=id):
                is_called = platform == NAME and id in called
                # An address in a name would become a link, and show what it leads to.
                parts.append(f"<@{id}>" if is_called else _inert(name).replace("://", ":\u200b//"))
            case When(at=at):
                parts.append(f"<t:{int(at.timestamp())}:f> (<t:{int(at.timestamp())}:R>)")
            case Board(text=lines):
                parts.append(f"```\n{lines}\n```")
            case Strong(text=words):
                parts.append(f"**{_inert(words)}**")
            case _:
                parts.append(_inert(part))
    return "".join(parts)[:CONTENT]


def _inert(text: str) -> str:
    """Writes a text so that nothing in it is markup, a mention or anything else in angle brackets."""
    return discord.utils.escape_markdown(discord.utils.escape_mentions(text)).replace("<", "<\u200b")


def view(rows: Rows) -> discord.ui.View | None:
    """Lays out buttons. The view is stopped, so that discord.py does not remember it: presses come by payload."""
    if not rows:
        return None
    made = discord.ui.View(timeout=None)
    for at, row in enumerate(_rows(rows)):
        for item in row:
            if isinstance(item, PeopleMenu):
                made.add_item(discord.ui.UserSelect(custom_id=item.payload, placeholder=item.label[:100], row=at))
            elif item.url:
                made.add_item(discord.ui.Button(label=item.label[:LABEL], url=item.url, row=at))
            else:
                button = discord.ui.Button[discord.ui.View](
                    label=item.label[:LABEL], custom_id=item.payload, style=STYLES[item.style], row=at
                )
                made.add_item(button)
    made.stop()
    return made


def _rows(groups: Rows) -> list[list[Button | PeopleMenu]]:
    rows: list[list[Button | PeopleMenu]] = []
    for group in groups:
        most = 4 if len(group) <= NARROW_UP_TO else ROW
        # Rows of one length look best: six are three and three.
        width = -(-len(group) // -(-len(group) // most)) if group else most
        rows += [list(group[at : at + width]) for at in range(0, len(group), width)]
    while len(rows) > ROWS and len(rows[-1]) + len(rows[-2]) <= ROW:
        last = rows.pop()
        rows[-1] += last
    return rows[:ROWS]


async def files(post: Post, gallery: Gallery, name: str) -> list[discord.File]:
    """Makes a post's picture, film and file."""
    made = []
    if post.scene is not None:
        picture = await gallery.picture(post.scene)
        made.append(discord.File(io.BytesIO(picture.png), f"{name}.png", description=post.alt[:ALT] or None))
    if post.film:
        gif = await gallery.film(post.film)
        made.append(discord.File(io.BytesIO(gif), f"{name}.gif", description=post.alt[:ALT] or None))
    if post.file is not None:
        title, text = post.file
        made.append(discord.File(io.BytesIO(text.encode()), title))
    return made


def failure(error: Exception, *, with_picture: bool) -> Failure:
    """Says what an exception of the library means to us."""
    match error:
        case discord.NotFound(code=code):
            return Forbidden(str(error)) if code == UNKNOWN_CHANNEL else Gone(str(error))
        case discord.HTTPException(code=code) if code in (EDITED_TOO_OFTEN, THREAD_ARCHIVED):
            # A new message may still be sent, and brings an archived thread back.
            return Gone(str(error))
        case discord.Forbidden(code=code):
            return NoPictures(str(error)) if with_picture and code != MISSING_ACCESS else Forbidden(str(error))
        case discord.RateLimited(retry_after=seconds):
            return Later(seconds)
        case discord.DiscordServerError() | aiohttp.ClientError() | OSError() | TimeoutError():
            # Sending again is safe: a message carries a nonce, and an edit says the same twice.
            return Later(2)
        case discord.HTTPException(status=429):
            return Later(5)
    return Forbidden(str(error))
