"""A document goes out, an answer comes in, told as people read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.model.crud import Call
from querious.model.wire import Reply, Request, Wire
from querious.state.calls import curl

if TYPE_CHECKING:
    from querious.graphql.collections.documents import Document
    from querious.model.values import JSON

_LONGEST_TEXT: Final = 500


@dataclass(frozen=True, slots=True)
class Service:
    """Where documents are sent."""

    wire: Wire
    path: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one document."""

    call: Call
    reply: Reply
    value: JSON
    """Of the field that was asked for; None if it is null or not there."""
    errors: tuple[dict[str, Any], ...]
    readable: bool
    """Whether it is an answer of GraphQL at all."""


def ask(service: Service, document: Document, variables: dict[str, Any]) -> Answer:
    """Send it and wait."""
    body = {"query": document.text, "variables": variables, "operationName": document.name}
    headers = {"accept": "application/graphql-response+json, application/json;q=0.9"}
    request = Request("POST", service.path, body, has_body=True, headers=headers)
    reply = service.wire(request)
    payload = reply.payload if reply.is_json and isinstance(reply.payload, dict) else None
    call = Call(
        document.label,
        variables,
        reply.status,
        reply.payload if reply.is_json else reply.body[:_LONGEST_TEXT].decode("utf-8", "replace"),
        reply.began,
        reply.ended,
        f"{reply.failure.value}: {reply.detail}" if reply.failure is not None else "",
        curl(request),
    )
    if payload is None or not {"data", "errors"} & set(payload):
        return Answer(call, reply, None, (), readable=False)
    return Answer(call, reply, _value(payload.get("data"), document), _errors(payload), readable=True)


def _value(data: JSON, document: Document) -> JSON:
    for name in document.operation.root.names:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _errors(payload: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    errors = payload.get("errors") or []
    listed = errors if isinstance(errors, list) else [errors]
    return tuple(error if isinstance(error, dict) else {"message": str(error)} for error in listed)
