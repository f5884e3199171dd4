"""The patterns that a user gives, held against the coordinates of a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType

from querious.pipeline.unmatched_patterns import check_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.model import Settings


def check_schema_patterns(schema: GraphQLSchema, settings: Settings) -> None:
    """A ConfigError for the first pattern that matches no coordinate of the schema."""
    given = {
        "allow": settings.allow,
        "deny": settings.deny,
        "include": settings.include,
        "exclude": settings.exclude,
    }
    if any(given.values()):
        like = "Query.project, User.* or *.email"
        check_patterns(given, list(_coordinates(schema)), "nothing in the schema", like)


def _coordinates(schema: GraphQLSchema) -> Iterator[str]:
    for kind in schema.type_map.values():
        if kind.name.startswith("__"):
            continue
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            yield from (f"{kind.name}.{name}" for name in kind.fields)
        elif isinstance(kind, GraphQLEnumType):
            yield from (f"{kind.name}.{name}" for name in kind.values)
