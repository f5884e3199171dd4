"""A document is sent, and its answer is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from querious.model.case import graphql_case
from querious.model.operation import Operation

if TYPE_CHECKING:
    from querious.graphql.collections.documents import Document
    from querious.model.exchange import Exchange, Send
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Service:
    """Where documents are sent."""

    send: Send
    path: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one document."""

    exchange: Exchange
    value: JSON
    """Of the field that was asked for; None if it is null or not there."""
    errors: tuple[dict[str, Any], ...]
    readable: bool
    """Whether it is an answer of GraphQL at all."""


def ask(service: Service, document: Document, variables: dict[str, Any]) -> Answer:
    """Send it and wait."""
    root = document.operation.root
    operation = Operation(root.kind, document.name, root.kind.capitalize(), ())
    exchange = service.send(graphql_case(0, operation, document.text, variables, path=service.path))
    payload = exchange.payload if exchange.is_json and isinstance(exchange.payload, dict) else None
    if payload is None or not {"data", "errors"} & set(payload):
        return Answer(exchange, None, (), readable=False)
    return Answer(exchange, _value(payload.get("data"), document), _errors(payload), readable=True)


def _value(data: JSON, document: Document) -> JSON:
    for name in document.operation.root.names:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _errors(payload: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    errors = payload.get("errors") or []
    listed = errors if isinstance(errors, list) else [errors]
    return tuple(error if isinstance(error, dict) else {"message": str(error)} for error in listed)
