"""Reading the schema of a GraphQL API, and what of it there is to cover."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.coverage import Universe
from querious.errors import ConfigError, SchemaError
from querious.graphql.access.root_descriptions import question, take_in
from querious.graphql.federation import sdl_in, sdl_operation, serves_sdl
from querious.graphql.schema import Loaded, introspection, reachable, read_files
from querious.model.document_text import write_case
from querious.model.patterns import Patterns
from querious.pipeline.endpoints import graphql_elsewhere
from querious.pipeline.graphql.unmatched_patterns import check_schema_patterns
from querious.pipeline.obstacles import WRONG_PATH, obstacle_of

if TYPE_CHECKING:
    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.execute import Target
    from querious.graphql.federation import Subgraph
    from querious.model import Exchange, Settings

_SDL_NUMBER = -20
"""Of the case that asks for the SDL of a subgraph, behind those of introspection."""


async def load(target: Target | None, settings: Settings) -> Loaded:
    """The schema, and where the API is a subgraph what it says of itself as such."""
    loaded = await _load(target, settings)
    query = loaded.schema.query_type
    if (
        target is None
        or query is None
        or not serves_sdl(loaded.schema)
        or not settings.permits(f"{query.name}._service")
    ):
        return loaded
    exchange = await target.client.send(write_case(_SDL_NUMBER, sdl_operation(query.name)))
    return replace(loaded, sdl=sdl_in(exchange.payload))


async def _load(target: Target | None, settings: Settings) -> Loaded:
    """The schema: from a file if one is given, from the target if it carries one, else by introspection."""
    if settings.schema:
        return read_files(settings.schema)
    if target is None:
        raise ConfigError("No schema: pass one with --schema FILE.")
    if target.schema is not None:
        return Loaded(target.schema, (), target.name)
    conversation = introspection()
    case = next(conversation)
    while True:
        timeout = case.request.timeout
        if timeout is not None:
            case = replace(case, request=case.request._replace(timeout=max(timeout, settings.timeout)))
        exchange = await target.client.send(case)
        try:
            case = conversation.send(exchange)
        except StopIteration as stop:
            loaded: Loaded = stop.value
            if settings.identities:
                await _describe(loaded, target)
            return loaded
        except SchemaError as error:
            raise await _with_address(error, exchange, target.url, settings) from None


async def _describe(loaded: Loaded, target: Target) -> None:
    """Ask what introspection leaves out and several identities need: what is said of who may ask."""
    case = question(loaded.schema)
    if case is not None:
        take_in(loaded.schema, await target.client.send(case))


async def _with_address(error: SchemaError, exchange: Exchange, url: str, settings: Settings) -> SchemaError:
    """The error with the address that would have answered, where another path of the host does."""
    elsewhere = await graphql_elsewhere(url, settings) if obstacle_of(exchange) in WRONG_PATH else ""
    return SchemaError(f"{error} ({elsewhere} answers GraphQL: use that URL)") if elsewhere else error


def universe_of(schema: GraphQLSchema, settings: Settings, subgraph: Subgraph | None = None) -> Universe:
    """What there is to cover, from the roots that are asked; not what only other subgraphs can answer."""
    check_schema_patterns(schema, settings)
    allowed = settings.permits
    counted = Patterns(settings.include, settings.exclude).match
    types: dict[str, GraphQLNamedType] = {}
    for root in (schema.query_type, schema.mutation_type if settings.mutations else None):
        if root is not None:
            types |= reachable(schema, root, allowed)
    foreign = subgraph.external if subgraph is not None else frozenset()
    return Universe(
        schema,
        types.values(),
        lambda coordinate: counted(coordinate) and allowed(coordinate) and coordinate not in foreign,
    )
