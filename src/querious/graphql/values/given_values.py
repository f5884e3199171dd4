"""Values that the user says exist: checked against the schema, then known from the start.

By coordinate of an argument (``Query.project.id``), of an input field (``ItemLookup.sku``) or of a field that shows
such values (``Project.id``): then every argument that draws from the field may use them.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    get_named_type,
    is_leaf_type,
)

from querious.errors import ConfigError
from querious.model import EnumValue
from querious.model.definitions import fields_of, input_at, nullable
from querious.model.json_text import float_of, read_json
from querious.text.redaction.names import sort_by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import GraphQLInputType, GraphQLSchema

    from querious.model import JSON, Value
    from querious.values import Pool

_READ: Final[dict[str, Callable[[str], JSON]]] = {
    "Int": int,
    "Float": float_of,
    "Boolean": lambda written: {"true": True, "false": False}[written.lower()],
}
"""Built-in scalars that may be written as text."""


def plant(schema: GraphQLSchema, pool: Pool, given: Mapping[str, Sequence[JSON]]) -> list[str]:
    """Make the given values known; notes for the user. A ConfigError for the first that cannot be sent."""
    notes = []
    for coordinate, values in given.items():
        declared = input_at(schema, coordinate) if coordinate.count(".") in {1, 2} else None
        if declared is not None:
            fitted = [_fitted(declared.type, value, coordinate) for value in values]
            for place in _with_implementations(schema, coordinate):
                pool.give(place, fitted)
        elif not _plant_shown(schema, pool, coordinate, values):
            notes.append(f"No argument draws from {coordinate}: the values given for it are not used.")
    return notes


def _plant_shown(schema: GraphQLSchema, pool: Pool, coordinate: str, values: Sequence[JSON]) -> bool:
    """Plant values of a field that shows them; whether some argument draws from it."""
    parent, _, name = coordinate.partition(".")
    field = fields_of(schema, parent).get(name)
    if field is None:
        raise _unknown(schema, coordinate)
    if not is_leaf_type(get_named_type(field.type)):
        raise ConfigError(f"seed-values: {coordinate} gives objects; name one of its arguments, or a scalar field")
    for value in values:
        if type(value) not in {str, int, float}:
            raise _wrong(coordinate, "a string or a number", value)
    places = _with_implementations(schema, coordinate)
    pool.teach((place, value) for place in places for value in values)
    return any(map(pool.wants, places))


def _with_implementations(schema: GraphQLSchema, coordinate: str) -> list[str]:
    """The coordinate itself and, on an interface, the same of the types that implement it."""
    parent, _, rest = coordinate.partition(".")
    declared = schema.type_map[parent]
    members = schema.get_possible_types(declared) if isinstance(declared, GraphQLInterfaceType) else ()
    return [coordinate, *(f"{member.name}.{rest}" for member in members)]


def _fitted(declared: GraphQLInputType, value: JSON, coordinate: str) -> Value:
    """The value in the form of its type. A single value where a list is expected is one of its items."""
    bare = nullable(declared)
    if isinstance(bare, GraphQLList):
        value = _parsed(value, "[", coordinate)
        if isinstance(value, list):
            return [_fitted(bare.of_type, item, coordinate) for item in value]
        return _fitted(bare.of_type, value, coordinate)
    if isinstance(bare, GraphQLInputObjectType):
        return _fitted_object(bare, _parsed(value, "{", coordinate), coordinate)
    if isinstance(bare, GraphQLEnumType):
        if value not in bare.values:
            raise _wrong(coordinate, f"one of {', '.join(list(bare.values)[:8])}", value)
        return EnumValue(value)
    return _fitted_scalar(get_named_type(bare).name, value, coordinate)


def _fitted_object(declared: GraphQLInputObjectType, value: JSON, coordinate: str) -> Value:
    if not isinstance(value, dict) or not value.keys() <= declared.fields.keys():
        raise _wrong(coordinate, f"an object of {declared.name}", value)
    fitted = {}
    for name, item in value.items():
        fitted[name] = _fitted(declared.fields[name].type, item, f"{declared.name}.{name}")
    return fitted


def _fitted_scalar(name: str, value: JSON, coordinate: str) -> JSON:
    is_text = name in {"ID", "String"}
    if value is None or (is_text and not isinstance(value, str | int)):
        raise _wrong(coordinate, f"of type {name}", value)
    if is_text:
        return str(value)
    try:
        return _READ[name](str(value).strip()) if name in _READ else value
    except (ValueError, KeyError):
        raise _wrong(coordinate, f"of type {name}", value) from None


def _parsed(value: JSON, start: str, coordinate: str) -> JSON:
    """What a string that looks like JSON stands for."""
    if not isinstance(value, str) or not value.lstrip().startswith(start):
        return value
    try:
        return read_json(value)
    except ValueError:
        raise _wrong(coordinate, "valid JSON", value) from None


def _wrong(coordinate: str, expected: str, value: JSON) -> ConfigError:
    shown = "" if sort_by_name(coordinate.rpartition(".")[2]) else f", not {value!r:.60}"
    return ConfigError(f"seed-values: {coordinate} must be {expected}{shown}")


def _unknown(schema: GraphQLSchema, coordinate: str) -> ConfigError:
    near = get_close_matches(coordinate, _coordinates(schema), 1, 0.5)
    hint = "coordinates look like Query.project.id, ItemLookup.sku or Project.id."
    if near:
        hint = f"did you mean {near[0]}?"
    return ConfigError(f"seed-values: the schema has no {coordinate:.80}; {hint}")


def _coordinates(schema: GraphQLSchema) -> list[str]:
    """All coordinates that values can be given for."""
    found: list[str] = []
    for typename, declared in schema.type_map.items():
        for name, field in fields_of(schema, typename).items():
            found += [f"{typename}.{name}"] if is_leaf_type(get_named_type(field.type)) else []
            found += [f"{typename}.{name}.{key}" for key in field.args]
        if isinstance(declared, GraphQLInputObjectType):
            found += [f"{typename}.{name}" for name in declared.fields]
    return [coordinate for coordinate in found if not coordinate.startswith("__")]
