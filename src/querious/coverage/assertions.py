"""How many properties of an answer are checked, counted as AutoGraphQL's tests count their assertions.

Three for every answer: its status, that it is JSON, that it has no errors. For every field of every object: that it is
there, that it is not null where it may not be, and that it is of the right kind or type where it has a value; for a
``__typename`` only that it is the right one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLList, is_non_null_type

from querious.coverage.reach import objects_in
from querious.model.definitions import nullable

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
                stack.extend((child, thing) for thing in objects_in(item))
    return count


def _of_value(declared: GraphQLOutputType, value: JSON) -> int:
    """One for a leaf; for a list one, and what its items count; objects are counted by their fields."""
    bare = nullable(declared)
    if value is None or isinstance(value, dict):
        return 0
    if not isinstance(bare, GraphQLList) or not isinstance(value, list):
        return 1
    of_items = sum(_of_value(bare.of_type, item) for item in value)
    return 1 + len(value) * is_non_null_type(bare.of_type) + of_items
