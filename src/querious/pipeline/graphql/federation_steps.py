"""Exchanges as the rules of federation read them, and what of a subgraph is not walked as any other field is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.answers.fault.triage import ErrorKind, classify
from querious.answers.response import SERVER_ERROR, errors_of, message_of, path_of, sent_strings
from querious.graphql.federation import ENTITIES, SERVICE, FederationStep, serves_entities, serves_sdl
from querious.oracles.message import line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from graphql import GraphQLSchema

    from querious.graphql.federation import Subgraph
    from querious.model import Exchange, SelectionShape


def federation_step(exchange: Exchange, shape: SelectionShape) -> FederationStep:
    """An exchange as the rules read it."""
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data")
    errors = errors_of(payload)
    broken = exchange.failure_text
    if not broken and exchange.status >= SERVER_ERROR and not errors:
        broken = f"status {exchange.status}"
    sent = sent_strings(exchange)
    return FederationStep(
        exchange.case.operation,
        shape,
        data if isinstance(data, dict) and not exchange.masked else None,
        tuple((path_of(error) or (), line(message_of(error))) for error in errors),
        any(_tells_of_a_crash(message_of(error), sent) for error in errors),
        broken,
    )


def _tells_of_a_crash(message: str, sent: Collection[str]) -> bool:
    """Whether the words are those of a mistake in the program: Apollo gives every error thrown the code of one."""
    return classify({"message": message}, sent=sent) is ErrorKind.SERVER_FAULT


def walked(permitted: Callable[[str], bool], schema: GraphQLSchema, subgraph: Subgraph | None) -> Callable[[str], bool]:
    """Whether a field may be asked with any values, from anywhere.

    ``_entities`` has a phase of its own: what it takes is no value that could be made up. Fields that are external, or
    worked out from such, are asked by a router alone, which brings what they need.
    """
    query = schema.query_type
    if query is None or not serves_sdl(schema):
        return permitted
    left_out = {f"{query.name}.{SERVICE}", *(subgraph.external if subgraph is not None else ())}
    if serves_entities(schema):
        left_out.add(f"{query.name}.{ENTITIES}")
    return lambda coordinate: coordinate not in left_out and permitted(coordinate)
