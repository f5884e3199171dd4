"""Values that the user says are there: checked against the schema, then known from the start.

By coordinate of an argument (``Query.project.id``), of an input field (``ItemLookup.sku``) or of a field that shows
such values (``Project.id``): then every argument may use them that draws from it.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
)

from querious.errors import ConfigError
from querious.model import EnumValue
from querious.model.json_text import float_of, read_json
from querious.text.redaction.names import sort_by_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLField, GraphQLInputType, GraphQLSchema

    from querious.model import JSON, Value
    from querious.values.pool import Pool

_TRUTH = {"true": True, "false": False}
_DOTS_OF_ARGUMENT = 2


def plant(schema: GraphQLSchema, pool: Pool, given: Mapping[str, Sequence[JSON]]) -> list[str]:
    """Make the given values known; notes for the user. A ConfigError for the first that cannot be sent."""
    notes = []
    for coordinate, values in given.items():
        if coordinate.count(".") == _DOTS_OF_ARGUMENT:
            _plant_argument(schema, pool, coordinate, values)
        elif not _plant_input(schema, pool, coordinate, values) and not _plant_shown(schema, pool, coordinate, values):
            notes.append(f"No argument draws from {coordinate}: the values given for it are not used.")
    return notes


def _plant_argument(schema: GraphQLSchema, pool: Pool, coordinate: str, values: Sequence[JSON]) -> None:
    parent, name, key = coordinate.split(".")
    field = getattr(schema.type_map.get(parent), "fields", {}).get(name)
    argument = getattr(field, "args", {}).get(key)
    if argument is None:
        raise _unknown(schema, coordinate)
    fitted = [_fitted(argument.type, value, coordinate) for value in values]
    for kind in _objects(schema, parent):
        pool.give(f"{kind}.{name}.{key}", fitted)


def _plant_input(schema: GraphQLSchema, pool: Pool, coordinate: str, values: Sequence[JSON]) -> bool:
    parent, _, name = coordinate.partition(".")
    kind = schema.type_map.get(parent)
    if not isinstance(kind, GraphQLInputObjectType) or name not in kind.fields:
        return False
    pool.give(coordinate, [_fitted(kind.fields[name].type, value, coordinate) for value in values])
    return True


def _plant_shown(schema: GraphQLSchema, pool: Pool, coordinate: str, values: Sequence[JSON]) -> bool:
    """Whether some argument draws from the field."""
    parent, _, name = coordinate.partition(".")
    kind = schema.type_map.get(parent)
    field: GraphQLField | None = getattr(kind, "fields", {}).get(name)
    if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) or field is None:
        raise _unknown(schema, coordinate)
    if not is_leaf_type(get_named_type(field.type)):
        raise ConfigError(
            f"seed-values: {coordinate} gives objects; name an argument of it, or a field that shows values"
        )
    if any(not isinstance(value, str | int | float) or isinstance(value, bool) for value in values):
        raise _wrong(coordinate, "a text or a number", next(value for value in values if not isinstance(value, str)))
    places = [f"{member}.{name}" for member in _objects(schema, parent)]
    pool.teach((place, value) for place in places for value in values)
    return any(pool.wants(place) for place in places)


def _objects(schema: GraphQLSchema, parent: str) -> list[str]:
    """The type itself and, if it is an interface, the types that implement it."""
    kind = schema.type_map[parent]
    members = schema.get_possible_types(kind) if isinstance(kind, GraphQLInterfaceType) else ()
    return [parent, *(member.name for member in members)]


def _fitted(kind: GraphQLInputType, value: JSON, coordinate: str) -> Value:
    """The value in the form of its type. A single value where a list is expected is one of its items."""
    if isinstance(kind, GraphQLNonNull):
        return _fitted(kind.of_type, value, coordinate)
    if isinstance(kind, GraphQLList):
        value = _parsed(value, "[", coordinate)
        if isinstance(value, list):
            return [_fitted(kind.of_type, item, coordinate) for item in value]
        return _fitted(kind.of_type, value, coordinate)
    if isinstance(kind, GraphQLInputObjectType):
        return _fitted_object(kind, _parsed(value, "{", coordinate), coordinate)
    if isinstance(kind, GraphQLEnumType):
        if value not in kind.values:
            raise _wrong(coordinate, f"one of {', '.join(list(kind.values)[:8])}", value)
        return EnumValue(value)
    return _scalar(get_named_type(kind).name, value, coordinate)


def _fitted_object(kind: GraphQLInputObjectType, value: JSON, coordinate: str) -> Value:
    if not isinstance(value, dict) or not value.keys() <= kind.fields.keys():
        raise _wrong(coordinate, f"an object of {kind.name}", value)
    return {name: _fitted(kind.fields[name].type, item, f"{kind.name}.{name}") for name, item in value.items()}


def _scalar(name: str, value: JSON, coordinate: str) -> JSON:
    written = str(value).strip()
    if value is None or (name in {"ID", "String"} and not isinstance(value, str | int)):
        raise _wrong(coordinate, f"of type {name}", value)
    try:
        if name == "Int":
            return int(written)
        if name == "Float":
            return float_of(written)
        if name == "Boolean":
            return _TRUTH[written.lower()]
    except (ValueError, KeyError):
        raise _wrong(coordinate, f"of type {name}", value) from None
    return str(value) if name in {"ID", "String"} else value


def _parsed(value: JSON, start: str, coordinate: str) -> JSON:
    """What a text that looks like JSON stands for."""
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
    near = get_close_matches(coordinate, list(_coordinates(schema)), 1, 0.5)
    hint = (
        f"did you mean {near[0]}?" if near else "coordinates look like Query.project.id, ItemLookup.sku or Project.id."
    )
    return ConfigError(f"seed-values: the schema has no {coordinate:.80}; {hint}")


def _coordinates(schema: GraphQLSchema) -> Iterator[str]:
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) and not kind.name.startswith("__"):
            for name, field in kind.fields.items():
                if is_leaf_type(get_named_type(field.type)):
                    yield f"{kind.name}.{name}"
                yield from (f"{kind.name}.{name}.{key}" for key in field.args)
        elif isinstance(kind, GraphQLInputObjectType):
            yield from (f"{kind.name}.{name}" for name in kind.fields)
