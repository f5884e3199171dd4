"""The keywords of a schema in the form of JSON Schema 2020-12; a value that makes no sense is left out.

OpenAPI 3.0 and Swagger 2.0 use an older draft with keywords of their own. Everything is converted to one form, so that
one validator and one generator do for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jsonschema import Draft202012Validator

if TYPE_CHECKING:
    from querious.model.values import JSON

Reader: TypeAlias = Callable[[Any], Any]
"""The value of a keyword as it is used; None where it makes no sense."""
NULL: Final = {"type": "null"}
ONE: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
              "unevaluatedProperties", "unevaluatedItems")  # fmt: skip
"""Keywords that hold one schema."""
MANY: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
"""Keywords that hold a list of schemas."""
NAMED: Final = ("properties", "patternProperties", "dependentSchemas")
"""Keywords that hold schemas by name."""
IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas apply to the same value: a circle through these alone never ends."""
_TYPES: Final = ("object", "array", "string", "integer", "number", "boolean", "null")
_LARGEST_COUNT: Final = 10**6
_is_type: Final = Draft202012Validator.TYPE_CHECKER.is_type


def plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords that hold no schemas."""
    found = {}
    for keyword, read in _READERS.items():
        value = read(schema.get(keyword))
        if value is not None:
            found[keyword] = value
    if "const" in schema:
        found["const"] = schema["const"]
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if schema.get(exclusive) is True and bound in found:  # draft 4 has a truth value beside the bound
            found[exclusive] = found.pop(bound)
    examples = list(found.get("examples", ()))
    if schema.get("example") is not None:
        examples.append(schema["example"])
    if examples:
        found["examples"] = examples
    return found


def declared_types(schema: Mapping[str, Any]) -> list[str]:
    """What ``type`` says, as a list, without what is no text."""
    declared = schema.get("type")
    if not isinstance(declared, list):
        declared = [declared]
    return [kind for kind in declared if isinstance(kind, str)]


def with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema, or null."""
    kinds = declared_types(schema)
    if not schema:
        return schema
    if not kinds or "const" in schema or not schema.keys().isdisjoint(IN_PLACE):
        return {"anyOf": [schema, NULL]}
    changed = {**schema, "type": list(dict.fromkeys([*kinds, "null"]))}
    if "enum" in schema and None not in schema["enum"]:
        changed["enum"] = [*schema["enum"], None]
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
    letters = "a-zA-Z" if "[" in pattern else "[a-zA-Z]"
    form = re.sub(r"\\p\{(?:L|Letter|Alphabetic|Lu|Ll)\}", letters, pattern)
    form = re.sub(r"\\p\{(?:N|Nd)\}", r"\\d", form)
    return re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", form)


def _of_type(kind: str) -> Reader:
    return lambda value: value if _is_type(value, kind) else None


def _positive(value: JSON) -> JSON:
    return value if _is_type(value, "number") and value > 0 else None


def _count(value: JSON) -> JSON:
    return min(int(value), _LARGEST_COUNT) if _is_type(value, "integer") and value >= 0 else None


def _types(value: JSON) -> JSON:
    declared = declared_types({"type": value})
    found = [kind for kind in _TYPES if kind in declared]
    return found[0] if len(found) == 1 else found or None


def _names(value: JSON) -> JSON:
    if not isinstance(value, list):
        return None
    return [name for name in value if isinstance(name, str)]


def _dependent(value: JSON) -> JSON:
    if not isinstance(value, dict):
        return None
    return {name: _names(given) for name, given in value.items() if isinstance(given, list)}


_READERS: Final[Mapping[str, Reader]] = {
    "type": _types,
    "pattern": lambda value: compiled(value) if isinstance(value, str) else None,
    "multipleOf": _positive,
    "required": _names,
    "dependentRequired": _dependent,
    "uniqueItems": lambda value: value is True or None,
    "default": lambda value: value,
    "discriminator": _of_type("object"),
    **dict.fromkeys(("enum", "examples"), lambda value: value if isinstance(value, list) and value else None),
    **dict.fromkeys(("format", "title", "description"), _of_type("string")),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _of_type("number")),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
                     "minContains", "maxContains"), _count),
}  # fmt: skip
