"""A schema with what it refers to, its ``$ref`` and ``allOf`` merged as far as one schema can say it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.rest.openapi.document import NULL, as_list, as_object
from querious.rest.openapi.keywords import declared_types
from querious.rest.openapi.merged_schemas import HIDDEN, merge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.values import JSON

DEFINITIONS: Final = "#/$defs/"
_DEEPEST: Final = 4
"""How deep fields are looked for."""
_KEYWORDS_OF_TYPE: Final = {
    "object": {"properties", "required", "additionalProperties", "minProperties"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "contains"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
}


class JsonSchema:
    """A schema and the definitions that it refers to. References in a circle were refused before, so merging ends."""

    def __init__(self, source: JSON, definitions: Mapping[str, JSON]) -> None:
        """Any value is taken for a schema: ``true`` and ``false`` are schemas too."""
        self.source: dict[str, Any] = {"not": {}} if source is False else {}
        if isinstance(source, dict):
            self.source = source
        self.definitions = definitions

    def inner(self, source: JSON) -> JsonSchema:
        """A schema that stands within this one."""
        return JsonSchema(source, self.definitions)

    def with_examples(self, examples: Sequence[JSON]) -> JsonSchema:
        """The same schema with these values documented, before those that it has itself."""
        if not examples:
            return self
        return JsonSchema({**self.source, "examples": [*examples, *self.merged.get("examples", ())]}, self.definitions)

    @property
    def whole(self) -> dict[str, Any]:
        """In one piece, for a validator."""
        return {**self.source, "$defs": self.definitions}

    @property
    def merged(self) -> dict[str, Any]:
        """The schema without ``$ref`` and ``allOf``."""
        return self._merged[0]

    @property
    def names(self) -> tuple[str, ...]:
        """Definitions that went into it, the nearest first."""
        return self._merged[1]

    @cached_property
    def _merged(self) -> tuple[dict[str, Any], tuple[str, ...]]:
        merged = dict(self.source)
        parts = merged.pop("allOf", [])
        names: list[str] = []
        if "$ref" in merged:
            names.append(merged.pop("$ref").removeprefix(DEFINITIONS))
            parts = [self.definitions[names[0]], *parts]
        for part in parts:
            inner = self.inner(part)
            merged = merge(merged, inner.merged)
            names += inner.names
        return merged, tuple(names)

    @property
    def properties(self) -> dict[str, JSON]:
        """The schemas of the properties, as they are written."""
        found: dict[str, JSON] = self.merged.get("properties", {})
        return found

    @cached_property
    def required(self) -> list[str]:
        """Names of the properties that must be there, in the order of the description."""
        hidden = set(self.merged.get(HIDDEN, ())) - self.properties.keys()
        return [name for name in dict.fromkeys(self.merged.get("required", ())) if name not in hidden]

    @property
    def hidden(self) -> set[str]:
        """Properties that this direction does not have."""
        return set(self.merged.get(HIDDEN, ()))

    def of_property(self, name: str) -> JsonSchema:
        """The schema of a property; one that allows anything where the property is not described."""
        return self.inner(self.properties.get(name, {}))

    @property
    def items(self) -> JsonSchema:
        """The schema of what a list holds."""
        return self.inner(self.merged.get("items", {}))

    @property
    def alternatives(self) -> list[JsonSchema]:
        """What ``oneOf`` and ``anyOf`` offer, but for null."""
        offered = [*self.merged.get("oneOf", ()), *self.merged.get("anyOf", ())]
        return [self.inner(each) for each in offered if each != NULL]

    @property
    def beside_null(self) -> JsonSchema:
        """What there is to choose beside null, where that is one schema: how frameworks write optional parameters."""
        offered = self.alternatives
        is_optional = len(offered) == 1 and self.merged.keys().isdisjoint({"type", "enum", "const", "properties"})
        return offered[0] if is_optional else self

    @property
    def is_object(self) -> bool:
        """Whether every value is an object."""
        if self.merged.get("type") == "object" or "properties" in self.merged:
            return True
        alternatives = self.alternatives
        return bool(alternatives) and all(each.is_object for each in alternatives)

    @property
    def types(self) -> list[str]:
        """The types that a value may have, null last; told by other keywords where ``type`` is missing."""
        declared = declared_types(self.merged)
        if declared:
            if "integer" in declared and "number" in declared:
                declared.remove("number")
            return sorted(declared, key=lambda kind: kind == "null")
        for kind, telling in _KEYWORDS_OF_TYPE.items():
            if not telling.isdisjoint(self.merged):
                return [kind]
        return ["string"]


class BodyField(NamedTuple):
    """A property somewhere in a body."""

    path: tuple[str, ...]
    """Names from the outside in; ``[]`` for the entries of a list."""
    schema: JsonSchema
    required: bool
    """It stands in every body: all around it are required too."""


def body_fields(
    schema: JsonSchema, path: tuple[str, ...] = (), around: tuple[str, ...] = (), *, required: bool = True
) -> Iterator[BodyField]:
    """Every property of a body, down to a depth; of lists, of alternatives, but not of what holds itself.

    ``around`` names the definitions that the schema stands in.
    """
    if len(path) >= _DEEPEST or not set(schema.names).isdisjoint(around):
        return
    around = (*around, *schema.names)
    inside = [
        BodyField((*path, name), schema.of_property(name), required and name in schema.required)
        for name in schema.properties
    ]
    if isinstance(schema.merged.get("items"), dict):
        is_filled = schema.merged.get("minItems", 0) > 0
        inside.append(BodyField((*path, "[]"), schema.items, required and is_filled))
    for each in inside:
        yield each
        yield from body_fields(each.schema, each.path, around, required=each.required)
    for keyword in ("oneOf", "anyOf"):
        options = schema.merged.get(keyword, ())
        is_only = len([each for each in options if each != NULL]) == 1
        for option in options:
            yield from body_fields(schema.inner(option), path, around, required=required and is_only)


def key_type(schema: Mapping[str, Any]) -> str:
    """Which type of key a field may hold, ``integer``, ``uuid`` or ``string``; empty for what can be none."""
    types = set(declared_types(schema)) - {"null"}
    if not types:
        options = [*as_list(schema.get("anyOf")), *as_list(schema.get("oneOf"))]
        return next((key_type(as_object(option)) for option in options if option != NULL), "")
    if types <= {"integer", "number"}:
        return "integer"
    if "string" not in types:
        return ""
    return "uuid" if schema.get("format") in {"uuid", "guid"} else "string"
