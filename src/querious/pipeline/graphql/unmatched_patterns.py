"""Patterns that match nothing are mistakes: a misspelt ``--deny`` would let through what it was meant to stop."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType

from querious.errors import ConfigError
from querious.model.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.model import Settings


def check_patterns(schema: GraphQLSchema, settings: Settings) -> None:
    """A ConfigError for the first pattern that matches no coordinate of the schema."""
    given = (
        [("allow", pattern) for pattern in settings.allow]
        + [("deny", pattern) for pattern in settings.deny]
        + [("include", pattern) for pattern in settings.include]
        + [("exclude", pattern) for pattern in settings.exclude]
    )
    if not given:
        return
    coordinates = list(_coordinates(schema))
    for name, pattern in given:
        matches = compile_pattern(pattern).fullmatch
        if not any(matches(coordinate) for coordinate in coordinates):
            near = get_close_matches(pattern, coordinates, 1)
            hint = f"; did you mean {near[0]}?" if near else "; patterns look like Query.project, User.* or *.email."
            raise ConfigError(f"The pattern {pattern!r} of {name} matches nothing in the schema{hint}")


def _coordinates(schema: GraphQLSchema) -> Iterator[str]:
    for kind in schema.type_map.values():
        if kind.name.startswith("__"):
            continue
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            yield from (f"{kind.name}.{name}" for name in kind.fields)
        elif isinstance(kind, GraphQLEnumType):
            yield from (f"{kind.name}.{name}" for name in kind.values)
