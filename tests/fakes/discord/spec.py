"""Discord's own OpenAPI document as a judge of request bodies.

The document is not part of this project. It is looked for beside the repository; when it is not there, :func:`load`
gives ``None``, :func:`spec_available` says so, and only the rules of `rules` and `commands` remain.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import referencing
from jsonschema.exceptions import ValidationError, best_match
from referencing.jsonschema import DRAFT202012

from tests.fakes.discord.wire import BadForm, Json, Refusal

DOCUMENT = Path(__file__).resolve().parents[4] / "shared" / "specs" / "discord-openapi.json"

_URN = "urn:discord"
_METHODS = ("get", "post", "put", "patch", "delete")


def spec_available() -> bool:
    """Whether payloads are also judged by Discord's OpenAPI document."""
    return DOCUMENT.is_file()


@functools.cache
def load() -> Spec | None:
    """Read the document, once per process: it takes half a second."""
    return Spec(json.loads(DOCUMENT.read_text())) if spec_available() else None


@dataclass(frozen=True, slots=True)
class _Operation:
    method: str
    pattern: re.Pattern[str]
    parameters: int
    judge: Any


class Spec:
    """The operations of the document, each with a judge for its body."""

    def __init__(self, document: Json) -> None:
        self._schemas: Json = document["components"]["schemas"]
        # Discord takes ids written as numbers as well, and discord.py sends attachment ids so.
        self._schemas["SnowflakeType"]["type"] = ["string", "integer"]
        resource = DRAFT202012.create_resource(document)
        registry: referencing.Registry[Any] = referencing.Registry().with_resource(_URN, resource)
        judge = self._judge()
        self._operations: list[_Operation] = []
        for path, item in document["paths"].items():
            pattern = re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))
            for method in _METHODS:
                if method not in item:
                    continue
                content = item[method].get("requestBody", {}).get("content", {})
                has_body = "application/json" in content
                pointer = path.replace("~", "~0").replace("/", "~1")
                reference = f"{_URN}#/paths/{pointer}/{method}/requestBody/content/application~1json/schema"
                self._operations.append(
                    _Operation(
                        method.upper(),
                        pattern,
                        path.count("{"),
                        judge({"$ref": reference}, registry=registry) if has_body else None,
                    )
                )
        # "/users/@me" must win over "/users/{user_id}".
        self._operations.sort(key=lambda operation: operation.parameters)

    def check(self, method: str, path: str, body: Any) -> None:
        """Judge a request.

        :raises BadForm: the body breaks the document.
        :raises Refusal: Discord has no such route.
        """
        for operation in self._operations:
            if operation.method == method and operation.pattern.fullmatch(path):
                break
        else:
            raise Refusal(404, 0, "404: Not Found")
        if operation.judge is None or body is None:
            return
        error = best_match(operation.judge.iter_errors(body))
        if error is not None:
            raise BadForm(".".join(map(str, error.absolute_path)) or "body", error.message[:300])

    def _judge(self) -> Any:
        def is_integer(_: object, value: object) -> bool:
            if isinstance(value, str):
                return value.isdigit()
            return isinstance(value, int) and not isinstance(value, bool)

        base = jsonschema.Draft202012Validator
        checker = base.TYPE_CHECKER.redefine("integer", is_integer)
        union = {"oneOf": self._follow_tag, "anyOf": self._follow_tag}
        extend: Any = jsonschema.validators.extend
        return extend(base, union, type_checker=checker)

    def _follow_tag(self, judge: Any, variants: list[Json], value: Any, _: Json) -> Iterator[ValidationError]:
        """Choose the variant of a union by the value's ``type``, as Discord does, so that the error names the field."""
        if isinstance(value, dict) and "type" in value:
            variants = [variant for variant in variants if self._has_tag(variant, value["type"])] or variants
        failures: list[list[ValidationError]] = []
        for variant in variants:
            errors = list(judge.descend(value, variant))
            if not errors:
                return
            failures.append(errors)
        # A variant of another JSON type altogether explains nothing.
        near = [errors for errors in failures if not any(e.validator == "type" and not e.path for e in errors)]
        yield from min(near or failures, key=len)

    def _has_tag(self, variant: Json, tag: object) -> bool:
        if "$ref" in variant:
            variant = self._schemas[variant["$ref"].rsplit("/", 1)[1]]
        declared = variant.get("properties", {}).get("type", {})
        return tag in declared.get("enum", [declared.get("const")])
