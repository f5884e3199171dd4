"""How many properties of an answer are checked, counted as AutoGraphQL's tests count their assertions.

Three for every answer: its status, that it is JSON, that it has no errors. For every field of every object: that it is
there, that it is not null where it may not be, and that it is of the right kind or type where it has a value; for a
``__typename`` only that it is the right one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLList, GraphQLNonNull, is_non_null_type

if TYPE_CHECKING:
    from graphql import GraphQLOutputType

    from querious.model import JSON, SelectionShape

OF_EVERY_ANSWER = 3


def count_assertions(shape: SelectionShape, data: JSON) -> int:
    """What is checked of the data, beside ``OF_EVERY_ANSWER``."""
    count = 0
    stack = [(shape, data)]
    while stack:
        position, value = stack.pop()
        found = position.runtime(value) if isinstance(value, dict) else None
        if found is None or not isinstance(value, dict):
            continue
        for key, coordinate, kind, _, child, _ in found.fields.values():
            if coordinate.endswith(".__typename"):
                count += 1
                continue
            item = value.get(key)
            count += 1 + is_non_null_type(kind)
            count += _of_value(kind, item)
            if child is not None:
                stack.extend((child, thing) for thing in _flat(item))
    return count


def _of_value(kind: GraphQLOutputType, item: JSON) -> int:
    """One for a value; for a list one, and what its items count."""
    if isinstance(kind, GraphQLNonNull):
        kind = kind.of_type
    if item is None:
        return 0
    if isinstance(kind, GraphQLList) and isinstance(item, list):
        inner = kind.of_type
        leaves = sum(is_non_null_type(inner) + _of_value(inner, one) for one in item if not isinstance(one, dict))
        objects = sum(is_non_null_type(inner) for one in item if isinstance(one, dict))
        return 1 + leaves + objects
    return 0 if isinstance(item, dict) else 1


def _flat(item: JSON) -> list[JSON]:
    flat: list[JSON] = []
    stack = [item]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(value)
        else:
            flat.append(value)
    return flat
