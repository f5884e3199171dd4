"""From one operation to its result, or to the stream of its events."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import ariadne
from graphql import DocumentNode, GraphQLError, OperationType, get_operation_ast, parse, validate
from graphql.execution.values import get_variable_values

from querious.demo.doors.refusal import too_complex
from querious.demo.doors.schema import doors_schema

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from graphql import OperationDefinitionNode

    from querious.demo.doors.context import Ask
    from querious.demo.doors.wire.reading import Wanted

Result = dict[str, Any]


def silence() -> logging.Logger:
    """A logger outside the tree of loggers: errors belong into answers only."""
    logger = logging.Logger("querious.demo.doors")  # noqa: LOG001  # in the tree it would be shared by all apps
    logger.disabled = True
    return logger


class RequestError(Exception):
    """The operation cannot be executed: the answer has errors and no data."""

    def __init__(self, errors: list[GraphQLError]) -> None:
        super().__init__(errors)
        self.result: Result = {"errors": [error.formatted for error in errors]}


def prepared(ask: Ask, wanted: Wanted) -> tuple[DocumentNode, OperationDefinitionNode]:
    """The document, valid and within limits, and the operation in it that is to be executed."""
    try:
        document = read_document(ask, ask.step("persisted.text")(wanted))
    except GraphQLError as error:
        raise RequestError([error]) from None
    operation = ask.step("http.operation")(document, wanted.operation_name)
    if operation is None:
        raise RequestError([GraphQLError("The request does not say which of its operations is wanted.")])
    values = get_variable_values(doors_schema(), operation.variable_definitions or (), wanted.variables)
    if isinstance(values, list):
        raise RequestError(values)
    return document, operation


def read_document(ask: Ask, text: str) -> DocumentNode:
    """Parsed, and found to be valid and within limits."""
    try:
        document = parse(text)
        errors = validate(doors_schema(), document, max_errors=20)
        if errors:
            raise RequestError(errors)
        ask.step("limits.depth")(document)
        ask.step("limits.width")(document)
    except RecursionError:
        raise too_complex("The document is nested too deeply.") from None
    return document


async def execute(ask: Ask, wanted: Wanted, document: DocumentNode, operation: OperationDefinitionNode) -> Result:
    """A query or mutation."""
    _, result = await ariadne.graphql(
        doors_schema(),
        _data(wanted, operation),
        context_value=ask,
        query_document=document,
        query_validator=_validated_before,
        logger=silence(),
        error_formatter=formatted,
    )
    ordered: Result = {"data": result.get("data")}
    return {"errors": result["errors"], **ordered} if result.get("errors") else ordered


async def events(
    ask: Ask, wanted: Wanted, document: DocumentNode, operation: OperationDefinitionNode
) -> AsyncGenerator[Any, None]:
    """Of a subscription; RequestError where it is refused."""
    accepted, stream = await ariadne.subscribe(
        doors_schema(),
        _data(wanted, operation),
        context_value=ask,
        query_document=document,
        query_validator=_validated_before,
        logger=silence(),
        error_formatter=formatted,
    )
    if not accepted:
        refused = RequestError([])
        refused.result = {"errors": stream}
        raise refused
    return stream  # type: ignore[return-value]


def _data(wanted: Wanted, operation: OperationDefinitionNode) -> dict[str, Any]:
    name = operation.name.value if operation.name else None
    return {"query": "{}", "variables": wanted.variables, "operationName": name}


def _validated_before(*_: Any, **__: Any) -> list[GraphQLError]:
    return []


def event_payload(event: Any) -> Result:
    """One event as a response."""
    payload: Result = {"data": event.data}
    if event.errors:
        payload = {"errors": [formatted(error) for error in event.errors], **payload}
    return payload


def formatted(error: GraphQLError, *_: Any) -> dict[str, Any]:
    """As it is where we refused, or GraphQL did; what is wrong with the server is not shown."""
    original = error.original_error
    while isinstance(original, GraphQLError) and original.original_error is not None:
        original = original.original_error
    if original is None or isinstance(original, GraphQLError):
        return dict(error.formatted)
    hidden = GraphQLError("Something unexpected happened.", error.nodes, path=error.path)
    return {**hidden.formatted, "extensions": {"code": "INTERNAL_SERVER_ERROR"}}


def operation_of(document: DocumentNode, name: str | None) -> OperationDefinitionNode | None:
    """The one of this name; without a name, the only one."""
    return get_operation_ast(document, name)


def is_of(operation: OperationDefinitionNode, kind: OperationType) -> bool:
    """Whether it is a query, a mutation, a subscription."""
    return operation.operation is kind
