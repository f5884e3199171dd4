"""The keywords of a schema in the form of JSON Schema 2020-12; a value that makes no sense is left out.

OpenAPI 3.0 and Swagger 2.0 use an older draft with keywords of their own. Everything is converted to one form, so that
one validator and one generator do for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jsonschema import Draft202012Validator

from querious.rest.openapi.document import NULL, as_list, as_object

if TYPE_CHECKING:
    from querious.model.values import JSON

Reader: TypeAlias = Callable[[Any], Any]
"""The value of a keyword as it is used; None where it makes no sense."""
_ONE: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
                         "unevaluatedProperties", "unevaluatedItems")  # fmt: skip
_MANY: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED: Final = ("properties", "patternProperties", "dependentSchemas")
"""Keywords that hold one schema, a list of schemas, schemas by name."""
IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas apply to the same value: a circle through these alone never ends."""
_TYPES: Final = ("object", "array", "string", "integer", "number", "boolean", "null")
_LARGEST_COUNT: Final = 10**6
_is_type: Final = Draft202012Validator.TYPE_CHECKER.is_type


def with_schemas(schema: Mapping[str, Any], convert: Callable[[str, JSON], JSON]) -> dict[str, Any]:
    """The keywords that hold schemas, each of these converted; ``convert`` is also told the keyword."""
    known = dict(schema)
    if isinstance(schema.get("items"), list):
        known["prefixItems"] = known.pop("items")
    found: dict[str, Any] = {}
    for keyword in _ONE:
        if isinstance(known.get(keyword), dict | bool):
            found[keyword] = convert(keyword, known[keyword])
    for keyword in _MANY:
        schemas = [convert(keyword, each) for each in as_list(known.get(keyword))]
        if schemas:
            found[keyword] = schemas
    for keyword in _NAMED:
        if isinstance(known.get(keyword), dict):
            found[keyword] = {name: convert(keyword, each) for name, each in known[keyword].items()}
    patterns = found.get("patternProperties", {})
    for pattern in [name for name in patterns if compiled(name) != name]:
        del patterns[pattern]
    return found


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
    if schema.get("example") is not None:
        found["examples"] = [*found.get("examples", ()), schema["example"]]
    return found


def declared_types(schema: Mapping[str, Any]) -> list[str]:
    """What ``type`` says, as a list, without what is no text."""
    declared = schema.get("type")
    return [kind for kind in as_list(declared) or [declared] if isinstance(kind, str)]


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
    return [name for name in as_list(value) if isinstance(name, str)] or None


def _dependent(value: JSON) -> JSON:
    return {name: _names(given) or [] for name, given in as_object(value).items()} or None


_READERS: Final[Mapping[str, Reader]] = {
    "type": _types,
    "pattern": lambda value: compiled(value) if isinstance(value, str) else None,
    "multipleOf": _positive,
    "required": _names,
    "dependentRequired": _dependent,
    "uniqueItems": lambda value: value is True or None,
    "default": lambda value: value,
    "discriminator": _of_type("object"),
    **dict.fromkeys(("enum", "examples"), lambda value: as_list(value) or None),
    **dict.fromkeys(("format", "title", "description"), _of_type("string")),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _of_type("number")),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
                     "minContains", "maxContains"), _count),
}  # fmt: skip
