"""``_service { sdl }`` is readable, names fields that are there, and agrees with introspection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.federation.field_sets import key_selections
from querious.graphql.federation.sdl_agreement import sdl_problems
from querious.graphql.federation.subgraph import read_subgraph, sdl_in, serves_entities
from querious.graphql.federation.trace import FederationBreach
from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.federation.subgraph import Subgraph
    from querious.graphql.federation.trace import FederationStep

_PATH = "data._service.sdl"


def judge_service(trace: Sequence[FederationStep], schema: GraphQLSchema) -> Iterator[FederationBreach]:
    """What is wrong with the SDL of the last answer that shows it."""
    for number, step in enumerate(trace):
        sdl = sdl_in({"data": step.data})
        if not sdl:
            continue
        subgraph = read_subgraph(sdl, schema)
        if subgraph.problem:
            message = f"the SDL cannot be read: {subgraph.problem}"
            yield FederationBreach("_Service.sdl", message, Severity.FAULT, number, _PATH, sdl)
            continue
        for text in subgraph.unread:
            message = f"the SDL has a key that is no set of fields: `{text}`"
            yield FederationBreach("_Service.sdl", message, Severity.SUSPICION, number, _PATH, text)
        yield from _keys(subgraph, schema, number)
        for problem in sdl_problems(sdl, schema):
            coordinate = problem.coordinate or "_Service.sdl"
            yield FederationBreach(coordinate, problem.message, problem.severity, number, _PATH)


def _keys(subgraph: Subgraph, schema: GraphQLSchema, number: int) -> Iterator[FederationBreach]:
    """Keys are fields of their types, and what has a key can be asked of ``_entities``."""
    resolvable = [entity for entity in subgraph.entities.values() if entity.resolvable]
    for entity in subgraph.entities.values():
        for key in entity.keys:
            if entity.typename in schema.type_map and key_selections(schema, entity.typename, key.fields) is None:
                message = f'introspection lacks a field of `@key(fields: "{key.text}")`'
                yield FederationBreach(entity.typename, message, Severity.FAULT, number, _PATH)
    if resolvable and not serves_entities(schema):
        names = ", ".join(entity.typename for entity in resolvable)
        message = f"the SDL has entities (`{names}`), and the query type has no `_entities`"
        yield FederationBreach("_Service.sdl", message, Severity.FAULT, number, _PATH)
