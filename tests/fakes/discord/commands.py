"""Rules for application commands that the OpenAPI document does not carry, or that must hold without it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tests.fakes.discord.wire import BadForm, Json, TooManyCommands

# fmt: off
LOCALES = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW",
    "ko",
})
# fmt: on

CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3
_MOST = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15}

_SUBCOMMAND, _GROUP = 1, 2
_CHOOSABLE: dict[int, type | tuple[type, ...]] = {3: str, 4: int, 10: (int, float)}

# Discord's ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$ ; \w lacks only the combining marks of the two scripts.
_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")


def check_commands(commands: Sequence[Json]) -> None:
    """Judge a bulk overwrite.

    :raises Refusal: one command is wrong, two have the same name, or there are too many.
    """
    kinds = Counter(command.get("type", CHAT_INPUT) for command in commands)
    for kind, count in kinds.items():
        if count > _MOST.get(kind, 0):
            raise TooManyCommands(_MOST.get(kind, 0))
    names = Counter((command.get("type", CHAT_INPUT), command["name"]) for command in commands)
    for index, command in enumerate(commands):
        if names[command.get("type", CHAT_INPUT), command["name"]] > 1:
            raise BadForm(f"{index}.name", "Command names must be unique", "APPLICATION_COMMANDS_DUPLICATE_NAME")
        check_command(command, str(index))


def check_command(command: Json, where: str = "0") -> None:
    """Judge one command.

    :raises BadForm: it breaks a rule.
    """
    if command.get("type", CHAT_INPUT) == CHAT_INPUT:
        _check_named(command, where)
        _check_options(command.get("options") or [], where)
    else:
        _check_menu(command, where)
    if _size(command) > 8000:
        raise BadForm(where, "Command exceeds maximum size (8000)", "APPLICATION_COMMAND_TOO_LARGE")


def _check_menu(command: Json, where: str) -> None:
    _check_length(command["name"], 1, 32, f"{where}.name")
    for locale, name in (command.get("name_localizations") or {}).items():
        _check_locale(locale, f"{where}.name_localizations.{locale}")
        _check_length(name, 1, 32, f"{where}.name_localizations.{locale}")
    if command.get("description"):
        raise BadForm(f"{where}.description", "Context menu commands cannot have description")
    if command.get("options"):
        raise BadForm(f"{where}.options", "Context menu commands cannot have options")


def _check_named(thing: Json, where: str) -> None:
    """Names and descriptions, in every language: alike for commands and options."""
    _check_name(thing["name"], f"{where}.name")
    _check_length(thing.get("description") or "", 1, 100, f"{where}.description")
    for locale, name in (thing.get("name_localizations") or {}).items():
        _check_locale(locale, f"{where}.name_localizations.{locale}")
        _check_name(name, f"{where}.name_localizations.{locale}")
    for locale, description in (thing.get("description_localizations") or {}).items():
        _check_locale(locale, f"{where}.description_localizations.{locale}")
        _check_length(description, 1, 100, f"{where}.description_localizations.{locale}")


def _check_options(options: Sequence[Json], where: str) -> None:
    if len(options) > 25:
        raise BadForm(f"{where}.options", "Must be 25 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if len({option["type"] in (_SUBCOMMAND, _GROUP) for option in options}) > 1:
        raise BadForm(f"{where}.options", "Sub-command and option cannot be mixed", "APPLICATION_COMMAND_OPTIONS_MIXED")
    names: set[str] = set()
    optional_seen = False
    for index, option in enumerate(options):
        here = f"{where}.options.{index}"
        _check_named(option, here)
        if option["name"] in names:
            raise BadForm(here, "Option names must be unique", "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE")
        names.add(option["name"])
        if option["type"] in (_SUBCOMMAND, _GROUP):
            _check_options(option.get("options") or [], here)
            continue
        if option.get("required") and optional_seen:
            why = "Required options must be placed before non-required options"
            raise BadForm(here, why, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")
        optional_seen = optional_seen or not option.get("required")
        _check_choices(option, here)


def _check_choices(option: Json, where: str) -> None:
    choices = option.get("choices") or []
    if (choices or option.get("autocomplete")) and option["type"] not in _CHOOSABLE:
        raise BadForm(where, "Only text and numbers can be chosen from a list")
    if choices and option.get("autocomplete"):
        raise BadForm(where, "Options cannot have both choices and autocomplete")
    check_choice_list(choices, _CHOOSABLE.get(option["type"], str), f"{where}.choices")
    for index, choice in enumerate(choices):
        for locale, name in (choice.get("name_localizations") or {}).items():
            _check_locale(locale, f"{where}.choices.{index}.name_localizations.{locale}")
            _check_length(name, 1, 100, f"{where}.choices.{index}.name_localizations.{locale}")


def check_choice_list(choices: Sequence[Json], kind: type | tuple[type, ...], where: str) -> None:
    """Judge choices, be they declared with a command or given by autocompletion.

    :raises BadForm: too many, unnamed, too long or of another type than the option.
    """
    if len(choices) > 25:
        raise BadForm(where, "Must be 25 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    for index, choice in enumerate(choices):
        _check_length(choice["name"], 1, 100, f"{where}.{index}.name")
        value = choice["value"]
        if not isinstance(value, kind):
            raise BadForm(f"{where}.{index}.value", f"Could not interpret {value!r} as {kind}.", "BASE_TYPE_COERCE")
        if isinstance(value, str):
            _check_length(value, 0, 100, f"{where}.{index}.value")


def _check_name(name: str, where: str) -> None:
    if not _NAME.fullmatch(name) or name != name.lower():
        raise BadForm(where, f"Command name is invalid: {name!r}", "APPLICATION_COMMAND_INVALID_NAME")


def _check_locale(locale: str, where: str) -> None:
    if locale not in LOCALES:
        raise BadForm(where, f"{locale!r} is not a locale Discord knows", "ENUM_TYPE_COERCE")


def _check_length(text: str, least: int, most: int, where: str) -> None:
    if not least <= len(text) <= most:
        raise BadForm(where, f"Must be between {least} and {most} in length.", "BASE_TYPE_BAD_LENGTH")


def _size(thing: Json) -> int:
    """How much of the 8000 characters a command uses up."""
    size = len(thing["name"]) + len(thing.get("description") or "")
    size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in thing.get("choices") or [])
    return size + sum(_size(option) for option in thing.get("options") or [])
