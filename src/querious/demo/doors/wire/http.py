"""GraphQL over HTTP: GET and POST, batches, multipart bodies, and streams of events by the protocol graphql-sse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graphql import OperationType
from starlette.responses import Response, StreamingResponse

from querious.demo.doors.refusal import DoorRefusalError
from querious.demo.doors.wire.execution import RequestError, events, execute, is_of, prepared
from querious.demo.doors.wire.media import EVENTS, LEGACY, RESPONSE
from querious.demo.doors.wire.reading import MalformedError
from querious.demo.doors.wire.streams import NEXT, only, payloads_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from starlette.requests import Request

    from querious.demo.doors.context import Ask
    from querious.demo.doors.wire.execution import Result
    from querious.demo.doors.wire.reading import Reading, Wanted

METHODS: Final = "GET, POST, OPTIONS"
REFUSED: Final = 401


async def answer(ask: Ask, request: Request) -> Response:
    """What is not well-formed is answered in the media type that the client wants, if it wants one that we have."""
    if request.method == "OPTIONS":
        return Response(status_code=204, headers={"allow": METHODS})
    if request.method not in {"GET", "POST"}:
        return _errors(RESPONSE, 405, "Only GET and POST.", {"allow": METHODS})
    media_type = ask.step("http.media")(request.headers.get("accept"))
    if media_type is None:
        return _errors(RESPONSE, 406, f"There is {RESPONSE}, {LEGACY} and {EVENTS}.")
    shown = RESPONSE if media_type == EVENTS else media_type
    try:
        ask = ask.of(ask.step("http.viewer")(ask, request.headers.get("authorization")))
        reading = await ask.step("http.read")(ask, request)
        if media_type == EVENTS:
            return await _stream(ask, reading, request)
        return await _results(ask, reading, request, media_type)
    except MalformedError as error:
        return _errors(shown, error.status, error.message, error.headers)
    except DoorRefusalError as error:
        # Of the token: what is refused later is an error of a field, or of the request.
        return respond(shown, REFUSED, {"errors": [error.formatted]}, {"www-authenticate": "Bearer"})


async def _results(ask: Ask, reading: Reading, request: Request, media_type: str) -> Response:
    if reading.is_batch:
        return respond(media_type, 200, await ask.step("batch.results")(ask, reading.operations))
    result = await ask.step("http.result")(ask, reading.operations[0], request.method)
    return respond(media_type, ask.step("http.status")(media_type, result), result)


async def batch_results(ask: Ask, operations: list[Wanted]) -> list[Result]:
    """One after the other, each for itself."""
    return [await ask.step("batch.result")(ask, wanted, "POST") for wanted in operations]


async def result_of(ask: Ask, wanted: Wanted, method: str) -> Result:
    """Of one operation; errors alone where it cannot be executed."""
    try:
        document, operation = prepared(ask, wanted)
    except RequestError as error:
        return error.result
    ask.step("http.method")(method, operation)
    if is_of(operation, OperationType.SUBSCRIPTION):
        return {"errors": [{"message": f"Subscriptions are for sockets, and for those who accept {EVENTS}."}]}
    return await execute(ask, wanted, document, operation)


def check_method(method: str, operation: Any) -> None:
    """GET changes nothing."""
    if method == "GET" and is_of(operation, OperationType.MUTATION):
        raise MalformedError(405, "Mutations are for POST.", {"allow": "POST"})


async def _stream(ask: Ask, reading: Reading, request: Request) -> Response:
    """Distinct connections mode: one operation, its events, and that it is complete."""
    if reading.is_batch:
        raise MalformedError(400, "A stream is of one operation.")
    wanted = reading.operations[0]
    try:
        document, operation = prepared(ask, wanted)
        ask.step("http.method")(request.method, operation)
        if is_of(operation, OperationType.SUBSCRIPTION):
            payloads = payloads_of(await events(ask, wanted, document, operation))
        else:
            payloads = only(await execute(ask, wanted, document, operation))
    except RequestError as error:
        return respond(RESPONSE, 400, error.result)
    headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
    return StreamingResponse(_sent(ask, payloads), media_type=EVENTS, headers=headers)


async def _sent(ask: Ask, payloads: AsyncGenerator[Result, None]) -> AsyncGenerator[str, None]:
    yield ":\n\n"
    async for kind, payload in ask.step("stream.outcomes")(payloads):
        told = json.dumps(payload) if kind == NEXT else ""
        yield f"event: {kind}\ndata: {told}\n\n"


def respond(media_type: str, status: int, result: Any, headers: dict[str, str] | None = None) -> Response:
    """In ASCII, so that halves of surrogate pairs come back as the escapes they came as."""
    told = {**(headers or {}), "content-type": f"{media_type}; charset=utf-8", "vary": "accept, authorization"}
    return Response(json.dumps(result).encode(), status, told)


def _errors(media_type: str, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return respond(media_type, status, {"errors": [{"message": message}]}, headers)
