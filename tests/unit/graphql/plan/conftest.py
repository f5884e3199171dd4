"""Paths and values for planning, made without any other room's criteria."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from graphql import (
    GraphQLObjectType,
    build_schema,
    get_named_type,
    is_abstract_type,
    is_object_type,
    is_required_argument,
)

from querious.graphql.values import Makers
from querious.model import Path, Step
from querious.values import Chance, Pool


class Ground:
    """A schema with values for its arguments and paths through it."""

    def __init__(self, sdl: str) -> None:
        self.schema = build_schema(sdl)
        self._makers = Makers(self.schema, Pool())
        self._chance = Chance(Random(7))

    def arguments(self, parent: str, name: str, target: str):
        field = self.schema.type_map[parent].fields[name]
        return [
            (key, self._makers.maker(f"{parent}.{name}.{key}", argument.type, get_named_type(field.type))(self._chance))
            for key, argument in field.args.items()
            if is_required_argument(argument)
        ]

    def steps(self, kind: str):
        for name, field in getattr(self.schema.type_map[kind], "fields", {}).items():
            target = get_named_type(field.type)
            if is_object_type(target):
                yield Step(kind, name, target.name)
            elif is_abstract_type(target):
                yield from (Step(kind, name, member.name) for member in self.schema.get_possible_types(target))

    def rooted(self, most: int, root: str = "Query") -> list[Path]:
        """The first rooted prime paths: every leaf of a search over simple paths."""

        def search(kind, steps, seen):
            onward = [step for step in self.steps(kind) if step.target not in seen]
            if not onward and steps:
                yield Path(steps)
            for step in onward:
                yield from search(step.target, (*steps, step), seen | {step.target})

        return list(islice(search(root, (), {root}), most))

    def tuples(self, root: str = "Query") -> set[str]:
        found, waiting = set(), [root]
        while waiting:
            kind = waiting.pop()
            if kind not in found:
                found.add(kind)
                waiting += [step.target for step in self.steps(kind)]
        return {f"{kind}.{name}" for kind in found for name in self.schema.type_map[kind].fields}

    def types(self) -> list[GraphQLObjectType]:
        return list(self.schema.type_map.values())


@pytest.fixture(scope="session")
def ground():
    return Ground


def contains(selections, steps) -> bool:
    """Whether the steps can be walked down these selections: written apart from the code that is tested."""
    if not steps:
        return True
    first = steps[0]
    for node in selections:
        if getattr(node, "name", None) == first.field and node.parent == first.parent:
            inner = [child.children for child in node.children if getattr(child, "on", "") == first.target]
            plain = all(getattr(child, "parent", "") == first.target for child in node.children)
            if any(contains(below, steps[1:]) for below in (inner or ([node.children] if plain else []))):
                return True
    return False


@pytest.fixture(scope="session")
def holds():
    return lambda operation, path: contains(operation.selections, path.steps)
