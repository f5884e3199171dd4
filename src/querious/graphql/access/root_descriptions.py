"""The descriptions of the queries of a schema, which introspection leaves out: they may say who may ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Operation, graphql_case

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.model import Case, Exchange

_NUMBER: Final = -100
"""Of the case: negative as all that ask for the schema."""


def question(schema: GraphQLSchema) -> Case | None:
    """What asks for them; None where there is nothing to ask for."""
    root = schema.query_type
    if root is None:
        return None
    document = f'{{ __type(name: "{root.name}") {{ fields(includeDeprecated: true) {{ name description }} }} }}'
    return graphql_case(_NUMBER, Operation("query", "", root.name, ()), document, {})


def take_in(schema: GraphQLSchema, exchange: Exchange) -> None:
    """Add what was answered to the fields of the schema, as far as it can be read."""
    data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
    described = data.get("__type") if isinstance(data, dict) else None
    told = described.get("fields") if isinstance(described, dict) else None
    root = schema.query_type
    for one in told if isinstance(told, list) and root is not None else ():
        name, text = (one.get("name"), one.get("description")) if isinstance(one, dict) else ("", None)
        if root is not None and isinstance(text, str) and isinstance(name, str) and name in root.fields:
            root.fields[name].description = root.fields[name].description or text
