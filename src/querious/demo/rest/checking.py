"""Whether a body fits its schema, for the keywords of JSON Schema that the shop's tables use."""

from __future__ import annotations

import math
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON

_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def mistake(value: JSON, schema: dict[str, Any], place: str = "the body") -> str:
    """The first thing that is wrong, in words that do not repeat the value; empty if it fits."""
    return next(_mistakes(value, schema, place), "")


def _mistakes(value: JSON, schema: dict[str, Any], place: str) -> Iterator[str]:
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not any(_is(value, kind) for kind in kinds):
        yield f"{place} must be of type {' or '.join(kinds)}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place} must be one of {', '.join(schema['enum'])}"
    elif isinstance(value, str):
        yield from _of_text(value, schema, place)
    elif isinstance(value, dict):
        yield from _of_object(value, schema, place)
    elif isinstance(value, list):
        yield from _of_array(value, schema, place)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _of_number(value, schema, place)


def _is(value: JSON, kind: str) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    number = number and (isinstance(value, int) or math.isfinite(value))
    return {
        "null": value is None,
        "boolean": isinstance(value, bool),
        "string": isinstance(value, str),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
        "number": number,
        "integer": number and value == int(value),
    }[kind]


def _of_text(value: str, schema: dict[str, Any], place: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", math.inf):
        yield f"{place} is too short or too long"
    if "pattern" in schema and not re.fullmatch(schema["pattern"].removeprefix("^").removesuffix("$"), value):
        yield f"{place} must match {schema['pattern']}"
    if "format" in schema and not _has_format(value, schema["format"]):
        yield f"{place} must be a {schema['format']}"


def _of_number(value: float, schema: dict[str, Any], place: str) -> Iterator[str]:
    if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        yield f"{place} is too small or too large"


def _of_array(value: list[JSON], schema: dict[str, Any], place: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", math.inf):
        yield f"{place} has too few or too many items"
    for index, item in enumerate(value):
        yield from _mistakes(item, schema["items"], f"{place}[{index}]")


def _of_object(value: dict[str, JSON], schema: dict[str, Any], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place} lacks {name}"
    if len(value) < schema.get("minProperties", 0):
        yield f"{place} is empty"
    if not schema.get("additionalProperties", True) and not known.keys() >= value.keys():
        yield f"{place} has a field that is not known"
    for name, inner in known.items():
        if name in value:
            yield from _mistakes(value[name], inner, name if place == "the body" else f"{place}.{name}")


def _has_format(value: str, wanted: str) -> bool:
    if wanted == "uuid":
        return _UUID.fullmatch(value) is not None
    form = _DATE if wanted == "date" else _MOMENT
    try:
        datetime.fromisoformat(value.upper())
    except ValueError:
        return False
    return form.fullmatch(value) is not None
