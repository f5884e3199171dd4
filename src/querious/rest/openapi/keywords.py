"""The keywords of a schema, each in the form of JSON Schema 2020-12; None where a value makes no sense.

OpenAPI 3.0 and Swagger 2.0 speak an older draft with words of their own. Everything is turned into one form, so that
one validator and one generator do for all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.values import JSON

TYPES: Final = ("object", "array", "string", "integer", "number", "boolean", "null")
ONE: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
              "unevaluatedProperties", "unevaluatedItems")  # fmt: skip
"""Keywords that hold one schema."""
MANY: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
"""Keywords that hold a list of schemas."""
NAMED: Final = ("properties", "patternProperties", "dependentSchemas")
"""Keywords that hold schemas by name."""
IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas apply to the same value: a circle through these alone never ends."""
_LARGEST: Final = 10**6


def plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords that hold no schemas."""
    found = {}
    for keyword, read in _READERS.items():
        if keyword in schema:
            value = read(schema[keyword])
            if value is not None:
                found[keyword] = value
    if "const" in schema:
        found["const"] = schema["const"]
    _exclusive(schema, found, "exclusiveMinimum", "minimum")
    _exclusive(schema, found, "exclusiveMaximum", "maximum")
    examples = schema.get("examples")
    found["examples"] = [
        *(examples if isinstance(examples, list) else ()),
        *([schema["example"]] if schema.get("example") is not None else ()),
    ]
    if not found["examples"]:
        del found["examples"]
    return found


def nullable(schema: Mapping[str, Any]) -> bool:
    """Whether the older drafts' word for «or null» is said."""
    return schema.get("nullable") is True or schema.get("x-nullable") is True


def declared_types(schema: Mapping[str, Any]) -> list[str]:
    """The types that are said, without what can be none."""
    said = schema.get("type")
    if isinstance(said, str):
        return [said]
    return [kind for kind in said if isinstance(kind, str)] if isinstance(said, list) else []


def with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema, or null."""
    listed = declared_types(schema)
    if not listed or "const" in schema:
        return {"anyOf": [schema, {"type": "null"}]} if schema else schema
    changed = {**schema, "type": [*listed, *(() if "null" in listed else ("null",))]}
    if "enum" in schema and None not in schema["enum"]:
        changed["enum"] = [*schema["enum"], None]
    if any(keyword in schema for keyword in IN_PLACE):
        return {"anyOf": [schema, {"type": "null"}]}
    return changed


def compiled(pattern: str) -> str | None:
    """A pattern of ECMAScript as Python takes it; None where it does not."""
    for form in (pattern, _translated(pattern)):
        try:
            re.compile(form)
        except (re.error, RecursionError, OverflowError):
            continue
        return form
    return None


def _translated(pattern: str) -> str:
    """Letters and digits by their Unicode category, named groups and slashes, as ECMAScript writes them."""
    form = re.sub(r"\\p\{(?:L|Letter|Alphabetic|Lu|Ll)\}", "a-zA-Z" if "[" in pattern else "[a-zA-Z]", pattern)
    form = re.sub(r"\\p\{(?:N|Nd)\}", r"\\d", form)
    return re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", form)


def _exclusive(schema: Mapping[str, Any], found: dict[str, Any], keyword: str, bound: str) -> None:
    """Draft 4 has a truth value beside the bound."""
    if schema.get(keyword) is True and bound in found:
        found[keyword] = found.pop(bound)


def _number(value: JSON) -> JSON:
    return (
        value if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf") else None
    )


def _positive(value: JSON) -> JSON:
    number = _number(value)
    return number if number is not None and number > 0 else None


def _count(value: JSON) -> JSON:
    number = _number(value)
    return min(int(number), _LARGEST) if number is not None and number >= 0 and number == int(number) else None


def _kinds(value: JSON) -> JSON:
    found = [kind for kind in TYPES if kind == value or (isinstance(value, list) and kind in value)]
    return found[0] if len(found) == 1 else found or None


def _names(value: JSON) -> JSON:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else None


def _dependent(value: JSON) -> JSON:
    if not isinstance(value, dict):
        return None
    return {name: names for name, given in value.items() if (names := _names(given)) is not None}


def _text(value: JSON) -> JSON:
    return value if isinstance(value, str) else None


def _options(value: JSON) -> JSON:
    return value if isinstance(value, list) and value else None


def _truth(value: JSON) -> JSON:
    return True if value is True else None


_READERS: Final[Mapping[str, Callable[[JSON], JSON]]] = {
    "type": _kinds, "enum": _options, "format": _text, "title": _text, "description": _text,
    "pattern": lambda value: compiled(value) if isinstance(value, str) else None,
    "minimum": _number, "maximum": _number, "exclusiveMinimum": _number, "exclusiveMaximum": _number,
    "multipleOf": _positive, "minLength": _count, "maxLength": _count, "minItems": _count, "maxItems": _count,
    "minProperties": _count, "maxProperties": _count, "minContains": _count, "maxContains": _count,
    "required": _names, "dependentRequired": _dependent, "uniqueItems": _truth, "default": lambda value: value,
    "discriminator": lambda value: value if isinstance(value, dict) else None,
}  # fmt: skip
