"""Every field has a value, near enough to the root for every limit."""

from __future__ import annotations

from collections import deque

from bench.witnessable import World
from graphql import GraphQLObjectType, get_named_type, is_abstract_type, is_leaf_type

from apis import strict


def nearest(schema):
    """For every tuple the fewest levels of fields that an operation needs to select it with a leaf."""
    found: dict[str, int] = {}
    distance = {"Query": 0}
    queue = deque(["Query"])
    while queue:
        kind = queue.popleft()
        for name, field in schema.type_map[kind].fields.items():
            named = get_named_type(field.type)
            found[f"{kind}.{name}"] = distance[kind] + (1 if is_leaf_type(named) else 2)
            if isinstance(named, GraphQLObjectType):
                members = [named]
            else:
                members = schema.get_possible_types(named) if is_abstract_type(named) else []
            for member in members:
                if member.name not in distance:
                    distance[member.name] = distance[kind] + 1
                    queue.append(member.name)
    return found


def test_every_tuple_has_a_value_somewhere():
    assert World(strict.schema(), strict.CALLS).tuples == set(nearest(strict.schema()))


def test_every_tuple_is_within_four_levels_but_not_within_three():
    assert max(nearest(strict.schema()).values()) == 4
