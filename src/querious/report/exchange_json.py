"""Cases and their answers ↔ plain JSON, the same in every file that holds them.

No credentials: of request headers only those that belong to a REST request, such as ``If-Match``; of response headers
only the content type, for others may hold cookies.
"""

from __future__ import annotations

import base64
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from querious.model.case import Case, graphql_case, rest_case
from querious.model.exchange import Exchange, Failure
from querious.model.graphql_forms import is_usual
from querious.model.json_text import read_json
from querious.model.request import Request
from querious.report.operation_json import OPERATION, VALUE
from querious.report.records import (
    ANYTHING,
    FLAG,
    OBJECT,
    SECONDS,
    TEXT,
    WHOLE,
    Codec,
    many,
    mapping,
    member,
    optional,
    record,
)

if TYPE_CHECKING:
    from querious.model.values import JSON

_LONGEST_BODY: Final = 64 * 1024
_VARIABLES: Final = Codec(VALUE.write, lambda data: OBJECT.read(VALUE.read(OBJECT.read(data))))
_GRAPHQL: Final = record(
    graphql_case, number=WHOLE, flaw=TEXT, document=TEXT, variables=_VARIABLES, operation=OPERATION
)
_REQUEST: Final = record(
    Request, method=TEXT, path=TEXT, headers=mapping(TEXT), body=ANYTHING, without=many(TEXT), verbatim=FLAG
)
_FAILURE: Final = Codec(lambda failure: failure.name.lower(), lambda data: Failure[TEXT.read(data).upper()])
_RESPONSE: Final = record(
    partial(Exchange, rest_case(Request(""))),
    called={"is_json": "json"},
    also={"bytes": lambda exchange: len(exchange.body)},
    status=WHOLE,
    elapsed=SECONDS,
    failure=optional(_FAILURE),
    detail=Codec(lambda text: text[:_LONGEST_BODY], TEXT.read),
    headers=Codec(
        lambda headers: {name: headers[name] for name in headers if name == "content-type"}, mapping(TEXT).read
    ),
    is_json=FLAG,
)


def case_to_json(case: Case) -> dict[str, JSON]:
    """What was sent; for GraphQL with the tree that it was written from; with the request where its form is rare."""
    if case.is_graphql and is_usual(case):
        return {**_GRAPHQL.write(case), **_asked_as(case)}
    request = _REQUEST.write(case.request)
    if not case.request.has_body:
        del request["body"]
    for name in ("without", "verbatim"):
        if not request[name]:
            del request[name]
    written = {"number": case.number, "request": request, **_asked_as(case)}
    if case.is_graphql:
        written |= {"flaw": case.flaw, "operation": OPERATION.write(case.operation)}
    return written


def _asked_as(case: Case) -> dict[str, JSON]:
    return {"identity": case.identity} if case.identity else {}


def case_from_json(data: dict[str, Any]) -> Case:
    """The inverse of ``case_to_json``."""
    identity = TEXT.read(data.get("identity", ""))
    if "request" not in data:
        case: Case = _GRAPHQL.read(data)
        return replace(case, identity=identity)
    request: Request = member(data, "request", _REQUEST)
    request = request._replace(has_body="body" in data["request"])
    if "operation" not in data:
        return rest_case(request, identity)
    return Case(
        member(data, "number", WHOLE),
        member(data, "operation", OPERATION),
        request,
        member(data, "flaw", TEXT),
        identity=identity,
    )


def response_to_json(exchange: Exchange) -> dict[str, JSON]:
    """What came back; of a long body the beginning, and how long it was."""
    return {**_RESPONSE.write(exchange), **_body_to_json(exchange.body[:_LONGEST_BODY])}


def _body_to_json(body: bytes) -> dict[str, str]:
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError as error:
        if len(body) == _LONGEST_BODY and error.end == len(body):  # cut in the middle of a character
            return {"body": body[: error.start].decode()}
        return {"base64": base64.b64encode(body).decode("ascii")}


def exchange_to_json(exchange: Exchange) -> dict[str, JSON]:
    """Both."""
    return {"case": case_to_json(exchange.case), "response": response_to_json(exchange)}


def exchange_from_json(data: dict[str, Any]) -> Exchange:
    """The inverse of ``exchange_to_json``; a body that was cut has no payload."""
    case = case_from_json(data["case"])
    response = OBJECT.read(data["response"])
    if "base64" in response:
        body = base64.b64decode(member(response, "base64", TEXT))
    else:
        body = member(response, "body", TEXT).encode()
    exchange: Exchange = _RESPONSE.read(response)
    payload = None
    if exchange.is_json:
        with suppress(ValueError):
            payload = read_json(body.decode())
    return replace(exchange, case=case, body=body, payload=payload)


EXCHANGE: Final = Codec(exchange_to_json, exchange_from_json)
