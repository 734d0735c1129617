"""What a payload must look like: the machine-readable description of the Bot API, and the rules it does not contain.

The description gives names, types and required fields of parameters and nested objects. It is not part of this
repository: it is used when it stands beside it, see :func:`spec_available`. Limits, keyboards, pictures and commands
have rules of their own here, which always apply.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageSequence
from telegram.constants import (
    BotCommandLimit,
    FileSizeLimit,
    InlineKeyboardButtonLimit,
    InlineKeyboardMarkupLimit,
)

from .wire import ApiError, Json, PayloadFault

SPEC_PATH = Path(__file__).resolve().parents[4] / "shared" / "specs" / "telegram-bot-api.json"

_STRINGS = frozenset(
    (
        "action",
        "animation",
        "business_connection_id",
        "callback_query_id",
        "caption",
        "description",
        "document",
        "file_id",
        "inline_message_id",
        "language_code",
        "message_effect_id",
        "parse_mode",
        "photo",
        "short_description",
        "text",
        "thumbnail",
        "url",
    )
)
"""The parameters whose text is never JSON, even when somebody's message reads ``[1, 2]``."""


def spec_available() -> bool:
    """Whether calls are also checked by the machine-readable description of the Bot API."""
    return SPEC_PATH.is_file()


@lru_cache(maxsize=1)
def load_spec() -> Spec | None:
    """The description of the Bot API, or None when it is not there."""
    return Spec(json.loads(SPEC_PATH.read_text(encoding="utf-8"))) if spec_available() else None


def decoded(params: Mapping[str, str]) -> Json:
    """Form fields as values: a form knows only text, and objects travel in it as JSON."""
    return {name: _decoded_value(name, value) for name, value in params.items()}


def _decoded_value(name: str, value: str) -> Any:
    if name in _STRINGS:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


class Spec:
    """The machine-readable description: checks names, types and required fields, down to the innermost object."""

    def __init__(self, document: Json) -> None:
        self.version: str = document["version"]
        self._methods: dict[str, Json] = document["methods"]
        self._types: dict[str, Json] = document["types"]

    def check(self, method: str, params: Json, files: Iterable[str]) -> None:
        """Refuses a call that the description does not allow."""
        if method not in self._methods:
            raise ApiError(404, "Not Found: method not found")
        fields = {field["name"]: field for field in self._methods[method].get("fields", [])}
        for name, value in params.items():
            if name not in fields:
                raise PayloadFault(f"{method} has no parameter {name!r} in {self.version}")
            self._check_any(value, fields[name]["types"], name)
        given = {*params, *files}
        for name, field in fields.items():
            if field["required"] and name not in given:
                raise PayloadFault(f"parameter {name!r} of {method} is required")

    def _check_any(self, value: object, types: list[str], where: str) -> None:
        faults = []
        for name in types:
            try:
                return self._check_one(value, name, where)
            except PayloadFault as fault:
                faults.append(fault)
        raise faults[0]

    def _check_one(self, value: object, name: str, where: str) -> None:
        if name.startswith("Array of "):
            if not isinstance(value, list):
                raise PayloadFault(f"{where}: expected an array")
            for index, item in enumerate(value):
                self._check_one(item, name.removeprefix("Array of "), f"{where}[{index}]")
        elif name in ("Integer", "Float"):
            if isinstance(value, bool) or not isinstance(value, int if name == "Integer" else int | float):
                raise PayloadFault(f"{where}: expected {name}, got {value!r}")
        elif name in ("Boolean", "True"):
            if not isinstance(value, bool):
                raise PayloadFault(f"{where}: expected Boolean, got {value!r}")
        elif name in ("String", "InputFile"):
            if not isinstance(value, str):
                raise PayloadFault(f"{where}: expected String, got {value!r}")
        elif not isinstance(value, dict):
            raise PayloadFault(f"{where}: expected an object of type {name}, got {value!r}")
        elif "subtypes" in self._types[name]:
            self._check_object(value, self._subtype(value, name, where), where)
        else:
            self._check_object(value, name, where)

    def _subtype(self, value: Json, name: str, where: str) -> str:
        """Finds which of several types an object means; its field ``type`` says so."""
        for subtype in self._types[name]["subtypes"]:
            for field in self._types[subtype].get("fields", []):
                wanted = re.search(r"(?:must be|always) [\"“]?(\w+)[\"”]?$", field["description"])
                if field["name"] == "type" and wanted and wanted[1] == value.get("type"):
                    return str(subtype)
        raise PayloadFault(f"{where}: no {name} has the type {value.get('type')!r}")

    def _check_object(self, value: Json, name: str, where: str) -> None:
        fields = {field["name"]: field for field in self._types[name].get("fields", [])}
        for key, item in value.items():
            if key not in fields:
                raise PayloadFault(f"{where}: {name} has no field {key!r} in {self.version}")
            self._check_any(item, fields[key]["types"], f"{where}.{key}")
        for key, field in fields.items():
            if field["required"] and key not in value:
                raise PayloadFault(f"{where}: field {key!r} of {name} is required")


def checked_keyboard(markup: Json | None) -> Json | None:
    """The inline keyboard of a reply markup, or None when there are no buttons to store."""
    rows = (markup or {}).get("inline_keyboard")
    if not rows:
        return None
    if sum(map(len, rows)) > InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER:
        raise PayloadFault("BUTTONS_TOO_MANY")
    for row in rows:
        # Telegram wraps a longer row as it likes. A board that is wrapped cannot be read, so here it is refused.
        if len(row) > InlineKeyboardMarkupLimit.BUTTONS_PER_ROW:
            raise PayloadFault("too many buttons in a row")
        for button in row:
            _check_button(button)
    return markup


def _check_button(button: Json) -> None:
    fault = "can't parse inline keyboard button: "
    if not button.get("text", "").strip():
        raise PayloadFault(fault + "Text buttons are unallowed in the inline keyboard")
    actions = button.keys() - {"text", "style", "icon_custom_emoji_id"}
    if len(actions) != 1:
        raise PayloadFault(fault + f"exactly one action must be given, not {sorted(actions)}")
    if button.get("style", "primary") not in ("danger", "success", "primary"):
        raise PayloadFault(fault + "unknown style")
    if "callback_data" in button:
        size = len(button["callback_data"].encode())
        if not InlineKeyboardButtonLimit.MIN_CALLBACK_DATA <= size <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA:
            raise PayloadFault("BUTTON_DATA_INVALID")
    if "url" in button:
        check_address(button["url"], "inline keyboard button URL")


def check_address(address: str, what: str) -> None:
    """Refuses an address which no client opens."""
    if re.fullmatch(r"https?://[\w.-]*\w\.\w+(?::\d+)?(?:[/?#]\S*)?", address):
        return
    if not re.fullmatch(r"tg://\S+", address):
        raise PayloadFault(f"{what} {address!r} is invalid: Wrong HTTP URL")


def check_length(length: int, limit: int, fault: str) -> None:
    """Refuses what is longer than Telegram takes."""
    if length > limit:
        raise PayloadFault(fault)


def photo_size(data: bytes) -> tuple[int, int]:
    """Width and height of an uploaded photo, refused when Telegram would not make a photo of it."""
    if len(data) > FileSizeLimit.PHOTOSIZE_UPLOAD:
        limit = int(FileSizeLimit.PHOTOSIZE_UPLOAD)
        raise PayloadFault(f"file of size {len(data)} bytes is too big for a photo; the maximum size is {limit} bytes")
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            width, height = image.size
            image.verify()
    except (OSError, SyntaxError, ValueError):
        raise PayloadFault("IMAGE_PROCESS_FAILED") from None
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise PayloadFault("PHOTO_INVALID_DIMENSIONS")
    return width, height


def animation_size(data: bytes) -> tuple[int, int, int]:
    """Width, height and seconds of an uploaded GIF, refused where Telegram would make a mere document of it."""
    if len(data) > FileSizeLimit.FILESIZE_UPLOAD:
        limit = int(FileSizeLimit.FILESIZE_UPLOAD)
        raise PayloadFault(f"file of size {len(data)} bytes is too big; the maximum size is {limit} bytes")
    try:
        with Image.open(io.BytesIO(data), formats=("GIF",)) as image:
            lasts = sum(frame.info["duration"] for frame in ImageSequence.Iterator(image))
            return *image.size, round(lasts / 1000)
    except (OSError, SyntaxError, ValueError, KeyError):
        raise PayloadFault("this server plays GIF files only") from None


def check_commands(commands: list[Json]) -> None:
    """Refuses a command menu that breaks a limit."""
    if len(commands) > BotCommandLimit.MAX_COMMAND_NUMBER:
        raise PayloadFault("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise PayloadFault("BOT_COMMAND_INVALID")
        if not BotCommandLimit.MIN_DESCRIPTION <= len(command["description"]) <= BotCommandLimit.MAX_DESCRIPTION:
            raise PayloadFault("BOT_COMMAND_DESCRIPTION_INVALID")
    names = [command["command"] for command in commands]
    if len(set(names)) < len(names):
        raise PayloadFault("BOT_COMMAND_INVALID: the same command twice")


def check_language(code: str) -> None:
    """Refuses a language code that is not two letters; an empty one means every language."""
    if not re.fullmatch(r"(?:[a-z]{2})?", code):
        raise PayloadFault("invalid language code specified")
