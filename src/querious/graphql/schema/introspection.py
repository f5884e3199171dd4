"""Asking an API for its schema: a conversation without I/O.

A generator yields Cases and is sent Exchanges, so that any transport can hold the conversation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.errors import SchemaError
from querious.graphql.schema.answer import messages_of, schema_of
from querious.graphql.schema.diagnosis import explain, settled
from querious.graphql.schema.queries import MINIMAL, MODERN, IntrospectionQuery
from querious.graphql.schema.result import read_result
from querious.model import Case, Operation, graphql_case
from querious.text.server_words import foreign

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from querious.graphql.schema.loaded import Loaded
    from querious.model import Exchange

_SOURCE: Final = "introspection"
_SECONDS: Final = 60.0
"""For one answer. A large service takes longer to describe itself than to answer any other question."""


def introspection(*, secrets: Collection[str] = ()) -> Generator[Case, Exchange, Loaded]:
    """Ask with the newest query, after each refusal with less, at last with the least that any server knows.

    Cases are numbered -1, -2 and so on. ``secrets`` are texts, such as header values, that no message may hold.
    Ends with a SchemaError where no schema can be had; at most a dozen Cases in all, two on most servers.
    """
    query: IntrospectionQuery | None = MODERN
    number = -1
    partial: tuple[Exchange, IntrospectionQuery] | None = None
    while query is not None:
        exchange = yield _case(number, query)
        number -= 1
        if schema_of(exchange.payload) is not None:
            if not messages_of(exchange.payload):
                return _load(exchange, query, secrets)
            partial = partial or (exchange, query)
        elif settled(exchange):
            break
        query = _next(exchange, query)
    if partial is not None:
        return _load(*partial, secrets)
    raise SchemaError(explain(exchange, secrets))


def _case(number: int, query: IntrospectionQuery) -> Case:
    operation = Operation("query", "IntrospectionQuery", "Query", ())
    return graphql_case(number=number, operation=operation, document=query.document, variables={}, timeout=_SECONDS)


def _next(exchange: Exchange, query: IntrospectionQuery) -> IntrospectionQuery | None:
    messages = messages_of(exchange.payload)
    if messages and "errors" in exchange.payload:
        return query.weaker(messages)
    # A server that chokes without a word gets one more chance with the smallest query.
    return MINIMAL if exchange.status >= 400 and query != MINIMAL else None  # noqa: PLR2004 - HTTP's errors


def _load(exchange: Exchange, query: IntrospectionQuery, secrets: Collection[str]) -> Loaded:
    try:
        loaded = read_result(schema_of(exchange.payload), _SOURCE)
    except SchemaError as error:
        reason = f"the API's introspection result cannot be used: {error}; give the schema with --schema FILE"
        raise SchemaError(reason) from None
    if query.lost:
        lost = " or ".join(query.lost)
        loaded = loaded.noted(f"the API's introspection is of an old form that does not tell {lost}")
    for message in messages_of(exchange.payload)[:1]:
        told = foreign(message, secrets)
        loaded = loaded.noted(f'the API answers introspection with errors beside the schema: "{told}"')
    return loaded
