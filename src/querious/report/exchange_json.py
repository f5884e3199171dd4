"""Cases and their answers ↔ plain JSON, the same in every file that holds them.

No credentials: of request headers only those that belong to a REST request, such as ``If-Match``; of response headers
only the content type, for others may hold cookies.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from querious.model.case import Case, graphql_case, rest_case
from querious.model.exchange import Exchange, Failure
from querious.model.json_text import read_json
from querious.model.request import Request
from querious.report import members
from querious.report.operation_json import operation_from_json, operation_to_json, value_from_json, value_to_json

if TYPE_CHECKING:
    from querious.model.values import JSON

_LONGEST_BODY = 64 * 1024


def case_to_json(case: Case) -> dict[str, JSON]:
    """What was sent; for GraphQL with the tree that it was written from."""
    if not case.is_graphql:
        request = case.request
        sent: dict[str, JSON] = {"method": request.method, "path": request.path, "headers": dict(request.headers)}
        return {"number": case.number, "request": {**sent, "body": request.body} if request.has_body else sent}
    return {
        "number": case.number,
        "flaw": case.flaw,
        "document": case.document,
        "variables": value_to_json(case.variables),
        "operation": operation_to_json(case.operation),
    }


def case_from_json(data: dict[str, Any]) -> Case:
    """The inverse of ``case_to_json``."""
    if "request" in data:
        return rest_case(_request(members.mapping(data, "request")))
    variables = value_from_json(members.mapping(data, "variables"))
    if not isinstance(variables, dict):
        raise TypeError("variables must be an object")
    return graphql_case(
        number=members.whole(data, "number"),
        operation=operation_from_json(data["operation"]),
        document=members.text(data, "document"),
        variables=variables,
        flaw=members.text(data, "flaw", ""),
    )


def _request(data: dict[str, Any]) -> Request:
    headers = members.mapping(data, "headers", {})
    return Request(
        members.text(data, "method"),
        members.text(data, "path"),
        data.get("body"),
        has_body="body" in data,
        headers={name: members.text(headers, name) for name in headers},
    )


def response_to_json(exchange: Exchange) -> dict[str, JSON]:
    """What came back; of a long body the beginning, and how long it was."""
    body = exchange.body[:_LONGEST_BODY]
    content_type = exchange.headers.get("content-type")
    told: dict[str, Any] = {
        "status": exchange.status,
        "elapsed": exchange.elapsed,
        "failure": exchange.failure.name.lower() if exchange.failure else None,
        "detail": exchange.detail[:_LONGEST_BODY],
        "headers": {"content-type": content_type} if content_type else {},
        "json": exchange.is_json,
        "bytes": len(exchange.body),
    }
    try:
        told["body"] = body.decode()
    except UnicodeDecodeError as error:
        if len(body) == _LONGEST_BODY and error.end == len(body):  # cut in the middle of a character
            told["body"] = body[: error.start].decode()
        else:
            told["base64"] = base64.b64encode(body).decode("ascii")
    return told


def exchange_from_json(case: Case, data: dict[str, Any]) -> Exchange:
    """The inverse of ``response_to_json``, together with the case that was sent."""
    body = base64.b64decode(members.text(data, "base64")) if "base64" in data else members.text(data, "body").encode()
    is_json = members.flag(data, "json", default=False)
    failure = None if data.get("failure") is None else members.text(data, "failure")
    headers = members.mapping(data, "headers", {})
    return Exchange(
        case=case,
        status=members.whole(data, "status"),
        headers={name: members.text(headers, name) for name in headers},
        body=body,
        payload=_payload(body) if is_json else None,
        is_json=is_json,
        elapsed=members.seconds(data, "elapsed", 0.0),
        failure=Failure[failure.upper()] if failure else None,
        detail=members.text(data, "detail", ""),
    )


def _payload(body: bytes) -> JSON:
    """None for a body that was cut."""
    try:
        return read_json(body.decode())
    except ValueError:
        return None
