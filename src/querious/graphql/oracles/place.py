"""Where in the schema an error happened: its path followed through the shape, or the field its message names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.answers.response import message_of, path_of
from querious.answers.response_path import flattened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLSchema

    from querious.model import Case, Exchange, Selection, SelectionShape

_NAMED: Final = re.compile(r"\b([_A-Za-z]\w*)\.([_A-Za-z]\w*)\b")


def coordinate_of(
    error: dict[str, Any], exchange: Exchange, schema: GraphQLSchema, shape: SelectionShape | None
) -> str:
    """``Type.field`` where the error happened, by the runtime type if ``data`` tells it; empty where nobody knows."""
    path = path_of(error)
    if path is not None:
        keys = [step for step in path if isinstance(step, str)]
        found = _through_shape(path, exchange, shape) or _through_operation(keys, exchange.case, message_of(error))
        if found:
            return found
    return _named_in(message_of(error), schema)


def _through_shape(path: Sequence[str | int], exchange: Exchange, shape: SelectionShape | None) -> str:
    """Empty as soon as a null or an unknown type bars the way."""
    value: Any = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
    coordinate = ""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and 0 <= step < len(value) else None
            continue
        runtime = shape.runtime(value) if shape is not None and isinstance(value, dict) else None
        field = runtime.fields.get(step) if runtime is not None else None
        if field is None:
            return ""
        coordinate, shape, value = field.coordinate, field.child, value.get(step)
    return coordinate


def _through_operation(keys: Sequence[str], case: Case, message: str) -> str:
    """By the declared types, which the operation itself tells; of several fragments the one that the message names."""
    told = {f"{type_name}.{field_name}" for type_name, field_name in _NAMED.findall(message[:500])}
    selections: Sequence[Selection] = case.operation.selections
    coordinate = ""
    for key in keys:
        named = [field for field in flattened(selections) if field.key == key]
        if not named:
            return ""
        coordinate = next((field.coordinate for field in named if field.coordinate in told), named[0].coordinate)
        selections = [child for field in named for child in field.children]
    return coordinate


def _named_in(message: str, schema: GraphQLSchema) -> str:
    """The first ``Type.field`` in the message that the schema has, as in "for non-nullable field Project.name"."""
    for type_name, field_name in _NAMED.findall(message[:500]):
        fields = getattr(schema.get_type(type_name), "fields", {})
        if field_name in fields:
            return f"{type_name}.{field_name}"
    return ""
