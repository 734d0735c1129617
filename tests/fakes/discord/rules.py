"""Rules for messages and modals that the OpenAPI document does not carry, or that must hold without it.

They cover what our bot may send: text, attachments, embeds, and components of the first version in action rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tests.fakes.discord.wire import BUTTON, COMPONENTS_V2, LINK, SELECTS, BadForm, EmptyMessage, Json, Upload

_ROW, _TEXT_INPUT, _STRING_SELECT, _TEXT_DISPLAY, _LABEL = 1, 4, 3, 10, 18
_MENTIONABLE = {"users", "roles", "everyone"}


def check_message(body: Json, uploads: Mapping[int, Upload], kept: Collection[str] = ()) -> None:
    """Judge the body of a message that is sent or edited; `kept` are the attachments it already has.

    :raises BadForm: it breaks a rule.
    """
    flags = body.get("flags") or 0
    components = body.get("components") or []
    if flags & COMPONENTS_V2:
        for key in ("content", "embeds"):
            if body.get(key):
                raise BadForm(key, "Cannot be used together with components of the second version")
    else:
        _check_length(body.get("content") or "", 0, 2000, "content")
        _check_rows(components)
    _check_length(str(body.get("nonce") or ""), 0, 25, "nonce")
    _check_attachments(body, uploads, kept)
    _check_embeds(body.get("embeds") or [], {upload.name for upload in uploads.values()})
    _check_mentions(body.get("allowed_mentions"))


def require_something(message: Json) -> None:
    """Judge what would be shown.

    :raises EmptyMessage: nothing.
    """
    if not any(message.get(key) for key in ("content", "embeds", "components", "attachments", "sticker_ids", "poll")):
        raise EmptyMessage


def check_modal(modal: Json) -> None:
    """Judge a modal.

    :raises BadForm: it breaks a rule.
    """
    _check_length(modal["title"], 1, 45, "title")
    _check_length(modal["custom_id"], 1, 100, "custom_id")
    rows = modal.get("components") or []
    if not 1 <= len(rows) <= 5:
        raise BadForm("components", "Must be between 1 and 5 in length.", "BASE_TYPE_BAD_LENGTH")
    seen: set[str] = set()
    for index, row in enumerate(rows):
        here = f"components.{index}"
        if row["type"] == _LABEL:
            _check_length(row["label"], 1, 45, f"{here}.label")
            _check_length(row.get("description") or "", 0, 100, f"{here}.description")
            children = [row["component"]]
        elif row["type"] == _ROW:
            children = row["components"]
            if len(children) != 1 or children[0]["type"] != _TEXT_INPUT:
                raise BadForm(here, "A row of a modal holds one text input")
            _check_length(children[0].get("label") or "", 1, 45, f"{here}.label")
        elif row["type"] == _TEXT_DISPLAY:
            children = []
        else:
            raise BadForm(f"{here}.type", "Not a component of modals", "UNION_TYPE_CHOICES")
        for child in children:
            _check_custom_id(child, seen, here)
            if child["type"] == _STRING_SELECT:
                _check_select(child, here)
            _check_length(child.get("placeholder") or "", 0, 100 if child["type"] == _TEXT_INPUT else 150, here)


def inputs(modal: Json) -> Iterator[tuple[Json, Json]]:
    """The fields of a modal, each with the label or row around it."""
    for row in modal["components"]:
        if row["type"] == _LABEL:
            yield row, row["component"]
        elif row["type"] == _ROW:
            for child in row["components"]:
                yield row, child


def interactive(message: Json) -> Iterator[Json]:
    """The buttons and selects of a message, in reading order, however deep they stand."""
    waiting = list(message.get("components") or [])
    while waiting:
        component = waiting.pop(0)
        if component["type"] == BUTTON or component["type"] in SELECTS:
            yield component
        inner = list(component.get("components") or [])
        if component.get("accessory"):
            inner.append(component["accessory"])
        waiting = inner + waiting


def _check_rows(rows: Sequence[Json]) -> None:
    if len(rows) > 5:
        raise BadForm("components", "Must be between 1 and 5 in length.", "BASE_TYPE_BAD_LENGTH")
    seen: set[str] = set()
    for index, row in enumerate(rows):
        here = f"components.{index}"
        if row["type"] != _ROW:
            raise BadForm(f"{here}.type", 'Value of field "type" must be one of (1,).', "UNION_TYPE_CHOICES")
        children = row.get("components") or []
        if not children:
            raise BadForm(f"{here}.components", "Must be between 1 and 5 in length.", "BASE_TYPE_BAD_LENGTH")
        if sum(5 if child["type"] in SELECTS else 1 for child in children) > 5:
            raise BadForm(here, "Component row is too wide", "COMPONENT_LAYOUT_WIDTH_EXCEEDED")
        for place, child in enumerate(children):
            inside = f"{here}.components.{place}"
            if child["type"] == BUTTON:
                _check_button(child, inside)
            elif child["type"] in SELECTS:
                _check_select(child, inside)
            else:
                raise BadForm(f"{inside}.type", "Not a component of messages", "UNION_TYPE_CHOICES")
            if child.get("style") != LINK or child["type"] != BUTTON:
                _check_custom_id(child, seen, inside)


def _check_custom_id(component: Json, seen: set[str], where: str) -> None:
    custom_id = component.get("custom_id") or ""
    _check_length(custom_id, 1, 100, f"{where}.custom_id")
    if custom_id in seen:
        why = "Component custom id cannot be duplicated"
        raise BadForm(f"{where}.custom_id", why, "COMPONENT_CUSTOM_ID_DUPLICATED")
    seen.add(custom_id)


def _check_button(button: Json, where: str) -> None:
    _check_length(button.get("label") or "", 0, 80, f"{where}.label")
    if not button.get("label") and not button.get("emoji"):
        raise BadForm(where, "A button must have a label or emoji", "BUTTON_COMPONENT_INVALID_EMOJI")
    if button.get("style") == LINK:
        if button.get("custom_id"):
            raise BadForm(f"{where}.custom_id", "A custom id and url cannot both be specified")
        url = button.get("url") or ""
        _check_length(url, 1, 512, f"{where}.url")
        if url.split("://")[0] not in ("http", "https", "discord"):
            raise BadForm(f"{where}.url", "Scheme must be one of http, https, discord.", "URL_TYPE_INVALID_SCHEME")
    elif button.get("url"):
        raise BadForm(f"{where}.url", "Only link buttons have a url")


def _check_select(select: Json, where: str) -> None:
    _check_length(select.get("placeholder") or "", 0, 150, f"{where}.placeholder")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not (0 <= least <= 25 and 1 <= most <= 25 and least <= most):
        raise BadForm(where, f"Cannot choose between {least} and {most} values")
    if select["type"] != _STRING_SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        raise BadForm(f"{where}.options", "Must be between 1 and 25 in length.", "BASE_TYPE_BAD_LENGTH")
    if most > len(options):
        raise BadForm(f"{where}.max_values", "More values than options")
    values: set[str] = set()
    for index, option in enumerate(options):
        here = f"{where}.options.{index}"
        _check_length(option["label"], 1, 100, f"{here}.label")
        _check_length(option["value"], 1, 100, f"{here}.value")
        _check_length(option.get("description") or "", 0, 100, f"{here}.description")
        if option["value"] in values:
            why = "The specified option value is already used"
            raise BadForm(f"{here}.value", why, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")
        values.add(option["value"])


def _check_attachments(body: Json, uploads: Mapping[int, Upload], kept: Collection[str]) -> None:
    if len(uploads) > 10:
        raise BadForm("files", "Must be 10 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if "attachments" not in body:
        return
    listed = body["attachments"] or []
    for index, attachment in enumerate(listed):
        _check_length(attachment.get("description") or "", 0, 1024, f"attachments.{index}.description")
    fresh = {str(attachment["id"]) for attachment in listed} - set(kept)
    if fresh != {str(number) for number in uploads}:
        why = f"Attachment ids {sorted(fresh)} do not match the uploaded files {sorted(uploads)}"
        raise BadForm("attachments", why)


def _check_embeds(embeds: Sequence[Json], uploaded: Collection[str]) -> None:
    if len(embeds) > 10:
        raise BadForm("embeds", "Must be 10 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    total = 0
    for index, embed in enumerate(embeds):
        here = f"embeds.{index}"
        _check_length(embed.get("title") or "", 0, 256, f"{here}.title")
        _check_length(embed.get("description") or "", 0, 4096, f"{here}.description")
        fields = embed.get("fields") or []
        if len(fields) > 25:
            raise BadForm(f"{here}.fields", "Must be 25 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
        for place, item in enumerate(fields):
            _check_length(item["name"], 1, 256, f"{here}.fields.{place}.name")
            _check_length(item["value"], 1, 1024, f"{here}.fields.{place}.value")
            total += len(item["name"]) + len(item["value"])
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        total += len((embed.get("footer") or {}).get("text") or "") + len((embed.get("author") or {}).get("name") or "")
        for part in ("image", "thumbnail"):
            url = (embed.get(part) or {}).get("url") or ""
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in uploaded:
                raise BadForm(f"{here}.{part}.url", f"{url} was not uploaded", "URL_TYPE_INVALID_URL")
    if total > 6000:
        raise BadForm("embeds", "Embed size exceeds maximum size of 6000", "MAX_EMBED_SIZE_EXCEEDED")


def _check_mentions(allowed: Json | None) -> None:
    parse = (allowed or {}).get("parse") or []
    if not _MENTIONABLE.issuperset(parse):
        raise BadForm("allowed_mentions.parse", f"Value must be one of {sorted(_MENTIONABLE)}.", "BASE_TYPE_CHOICES")
    for key in ("users", "roles"):
        listed = (allowed or {}).get(key) or []
        if listed and key in parse:
            why = f"parse:[{key!r}] and {key}: [ids...] are mutually exclusive."
            raise BadForm(f"allowed_mentions.{key}", why, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE")
        if len(listed) > 100:
            raise BadForm(f"allowed_mentions.{key}", "Must be 100 or fewer in length.", "BASE_TYPE_MAX_LENGTH")


def _check_length(text: str, least: int, most: int, where: str) -> None:
    if not least <= len(text) <= most:
        raise BadForm(where, f"Must be between {least} and {most} in length.", "BASE_TYPE_BAD_LENGTH")
