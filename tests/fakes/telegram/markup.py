"""Text as Telegram understands it: lengths in UTF-16 units, the HTML dialect, entities.

1. Offsets and lengths count UTF-16 code units; a length limit applies to what is left after the tags are parsed.
2. The HTML dialect is small and strict: an unknown tag, a stray ``<`` or a tag left open refuses the whole message.
3. Whitespace around a message is trimmed, and its entities move with it.
4. ``@names``, ``/commands`` and addresses become entities by themselves, except inside code and links.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from telegram.constants import MessageEntityType

from .wire import Json, PayloadFault

FindUser: TypeAlias = Callable[[int], Json | None]
"""Says who a user id is, if the bot has met that user."""

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
AUTOMATIC = {"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"}
OPAQUE = {"code", "pre", "text_link", "text_mention"}

_ATTRIBUTE = r"""([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?"""
_START_TAG = re.compile(rf"<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+{_ATTRIBUTE})*)\s*>")
_END_TAG = re.compile(r"</([a-zA-Z0-9-]*)\s*>")
_CHARACTER = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
_PLAIN = re.compile(r"[^<&]+")
_DATE_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
_FOUND_BY_ITSELF = (
    ("url", re.compile(r"https?://[^\s<>\"]+")),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z]\w{3,31}\b", re.ASCII)),
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z]\w{2,31})?\b", re.ASCII)),
)


def utf16_length(text: str) -> int:
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def utf16_slice(text: str, offset: int, length: int) -> str:
    """The part of a text that an entity covers."""
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def read_text(
    source: str, parse_mode: str | None, explicit: list[Json] | None, find_user: FindUser
) -> tuple[str, list[Json]]:
    """Reads what a bot wrote: the text that is shown, and its entities in order."""
    if parse_mode and explicit:
        raise PayloadFault("can't parse entities: parse_mode and entities exclude each other")
    if explicit:
        text, entities = source, [_checked(source, entity, find_user) for entity in explicit]
        entities = [entity for entity in entities if entity["type"] not in AUTOMATIC]
    elif parse_mode is None:
        text, entities = source, []
    elif parse_mode.lower() == "html":
        text, entities = parse_html(source, find_user)
    else:
        raise PayloadFault(f"unsupported parse_mode: this server reads HTML and entities, not {parse_mode}")
    text, entities = trimmed(text, entities)
    entities += automatic_entities(text, entities)
    return text, in_order(entities)


def in_order(entities: list[Json]) -> list[Json]:
    """Entities by position, the outer one first."""
    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))


def trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """The text without whitespace around it, and the entities moved accordingly."""
    start = utf16_length(text) - utf16_length(text.lstrip())
    text = text.strip()
    end = utf16_length(text)
    kept = []
    for entity in entities:
        first = max(entity["offset"] - start, 0)
        last = min(entity["offset"] + entity["length"] - start, end)
        if last > first:
            kept.append(entity | {"offset": first, "length": last - first})
    return text, kept


def automatic_entities(text: str, taken: list[Json]) -> list[Json]:
    """The mentions, commands and addresses which Telegram marks without being asked."""
    found: list[Json] = []
    covered = [entity for entity in taken if entity["type"] in OPAQUE]
    for kind, pattern in _FOUND_BY_ITSELF:
        for match in pattern.finditer(text):
            offset, length = utf16_length(text[: match.start()]), utf16_length(match[0])
            if not any(_overlap(entity, offset, length) for entity in covered):
                found.append({"type": kind, "offset": offset, "length": length})
                covered.append(found[-1])
    return in_order(found)


def mentioned(text: str, entities: list[Json]) -> Iterator[str | int]:
    """Who is mentioned: user names in lower case and without ``@``, and ids of users."""
    for entity in entities:
        if entity["type"] == "mention":
            yield utf16_slice(text, entity["offset"], entity["length"])[1:].lower()
        elif entity["type"] == "text_mention":
            yield int(entity["user"]["id"])


def _overlap(entity: Json, offset: int, length: int) -> bool:
    start, end = entity["offset"], entity["offset"] + entity["length"]
    return bool(start < offset + length and offset < end)


def _checked(text: str, entity: Json, find_user: FindUser) -> Json:
    """An explicit entity, refused when it does not fit the text or lacks what its type needs."""

    def fault(reason: str) -> PayloadFault:
        return PayloadFault(f"can't parse entities: {reason} in {entity!r} of {text!r}")

    kind, offset, length = entity.get("type"), entity.get("offset"), entity.get("length")
    if kind not in set(MessageEntityType):
        raise fault("unknown type")
    if not isinstance(offset, int) or not isinstance(length, int) or offset < 0 or length < 1:
        raise fault("no valid offset and length")
    if offset + length > utf16_length(text):
        raise fault("the end lies beyond the text")
    try:
        utf16_slice(text, 0, offset)
        utf16_slice(text, offset, length)
    except UnicodeDecodeError:
        raise fault("a character outside the basic plane is cut in two") from None
    if kind == "text_link" and not entity.get("url"):
        raise fault("no url")
    if kind == "custom_emoji":
        raise fault("an emoji which only some bots may send")
    if kind == "text_mention":
        user = find_user(entity.get("user", {}).get("id", 0))
        if user is None:
            raise fault("a user whom the bot has never met")
        return entity | {"user": user}
    if kind == "date_time":
        if not isinstance(entity.get("unix_time"), int):
            raise fault("no unix_time")
        if not _DATE_FORMAT.fullmatch(entity.get("date_time_format", "")):
            raise fault("no valid date_time_format")
    return entity


def parse_html(source: str, find_user: FindUser) -> tuple[str, list[Json]]:
    """Parses Telegram's HTML dialect into plain text and entities."""
    return _HtmlReader(source, find_user).read()


class _OpenTag:
    def __init__(self, name: str, attributes: dict[str, str], offset: int) -> None:
        self.name = name
        self.attributes = attributes
        self.offset = offset
        self.language = ""


class _HtmlReader:
    """Walks once over the source; the stack holds the tags that are still open."""

    def __init__(self, source: str, find_user: FindUser) -> None:
        self.source = source
        self.find_user = find_user
        self.position = 0
        self.text = ""
        self.open: list[_OpenTag] = []
        self.entities: list[Json] = []

    def read(self) -> tuple[str, list[Json]]:
        while self.position < len(self.source):
            if match := _PLAIN.match(self.source, self.position):
                self.text += match[0]
            elif match := _CHARACTER.match(self.source, self.position):
                self.text += html.unescape(match[0])
            elif match := _END_TAG.match(self.source, self.position):
                self._close(match[1].lower())
            elif match := _START_TAG.match(self.source, self.position):
                self._open(match[1].lower(), match[2])
            elif self.source[self.position] == "&":
                self.text += "&"
                self.position += 1
                continue
            else:
                raise self._fault(f'Unsupported start tag "{self.source[self.position + 1 : self.position + 9]}"')
            self.position = match.end()
        if self.open:
            raise PayloadFault(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{self.open[-1].name}\""
            )
        return self.text, in_order(self.entities)

    def _fault(self, reason: str) -> PayloadFault:
        offset = len(self.source[: self.position].encode())
        return PayloadFault(f"can't parse entities: {reason} at byte offset {offset}")

    def _open(self, name: str, raw_attributes: str) -> None:
        attributes = {
            match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "")
            for match in re.finditer(_ATTRIBUTE, raw_attributes)
        }
        if name not in TAGS or (name == "span" and attributes.get("class") != "tg-spoiler"):
            raise self._fault(f'Unsupported start tag "{name}"')
        if name == "tg-time" and not (
            attributes.get("unix", "").isdigit() and _DATE_FORMAT.fullmatch(attributes.get("format", ""))
        ):
            raise self._fault('Tag "tg-time" must have a valid attribute "unix" and "format"')
        self.open.append(_OpenTag(name, attributes, utf16_length(self.text)))

    def _close(self, name: str) -> None:
        if not self.open:
            raise self._fault("Unexpected end tag")
        tag = self.open.pop()
        if tag.name != name:
            raise self._fault(f'Unmatched end tag, expected "</{tag.name}>", found "</{name}>"')
        parent = self.open[-1] if self.open else None
        if name == "code" and parent and parent.name == "pre" and parent.offset == tag.offset:
            parent.language = tag.attributes.get("class", "").removeprefix("language-")
            return
        details = self._details(tag)
        length = utf16_length(self.text) - tag.offset
        if details is not None and length:
            self.entities.append({"type": TAGS[name], "offset": tag.offset, "length": length} | details)

    def _details(self, tag: _OpenTag) -> Json | None:
        """What the entity carries besides its place, or None when the tag leaves nothing behind."""
        if tag.name == "a":
            return self._link(tag.attributes.get("href", ""))
        if tag.name == "pre":
            return {"language": tag.language} if tag.language else {}
        if tag.name == "blockquote" and "expandable" in tag.attributes:
            return {"type": "expandable_blockquote"}
        if tag.name == "tg-time":
            date_format = tag.attributes.get("format", "")
            return {"unix_time": int(tag.attributes["unix"])} | (
                {"date_time_format": date_format} if date_format else {}
            )
        if tag.name == "tg-emoji":
            return None
        return {}

    def _link(self, address: str) -> Json | None:
        if match := re.fullmatch(r"tg://user\?id=(\d+)", address):
            user = self.find_user(int(match[1]))
            return {"type": "text_mention", "user": user} if user else None
        return {"url": address} if address else None
