"""The workspace as one ASGI application: ``/graphql`` over HTTP and sockets, REST at all other paths."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from starlette.requests import Request

from querious.demo.doors import tokens, uploads
from querious.demo.doors.context import Ask
from querious.demo.doors.faults.choosing import choose_doors
from querious.demo.doors.memory import Workspace
from querious.demo.doors.resolvers import RESOLVERS, SOURCES
from querious.demo.doors.resolvers.entities import ENTITY_STEPS
from querious.demo.doors.rest.app import answer_rest, require_login
from querious.demo.doors.rest.catalogue import ENDPOINTS
from querious.demo.doors.wire import http, limits, media, reading, sockets
from querious.demo.doors.wire.execution import operation_of
from querious.demo.doors.wire.persisted import PersistedOperations
from querious.demo.doors.wire.streams import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from querious.demo.doors.context import Step

GRAPHQL_PATH: Final = "/graphql"


def create_doors_app(
    faults: Iterable[str] = (), *, clock: Callable[[], float] = time.time, workspace: Workspace | None = None
) -> ASGIApp:
    """The workspace with these faults switched on, over its own data unless they are given."""
    steps = healthy_steps()
    for fault in choose_doors(faults):
        for weave in fault.weaves:
            steps[weave.place] = weave.wrap(steps[weave.place])
    workspace = workspace or Workspace()

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        ask = Ask(workspace, steps, clock())
        if scope["type"] == "websocket":
            await sockets.serve_socket(ask, scope, receive, send)
        elif scope["type"] == "http":
            request = Request(scope, receive)
            door = http.answer if request.url.path == GRAPHQL_PATH else answer_rest
            response = await door(ask, request)
            await response(scope, receive, send)

    return serve


def healthy_steps() -> dict[str, Step]:
    """Everything in whose place a fault may stand, by name."""
    persisted = PersistedOperations()
    return {
        **RESOLVERS,
        **SOURCES,
        **ENTITY_STEPS,
        **{endpoint.name: endpoint.deal for endpoint in ENDPOINTS},
        "login": tokens.log_in,
        "tokens.signed": tokens.is_signed,
        "tokens.expired": tokens.is_expired,
        "rest.secured": require_login,
        "http.viewer": tokens.viewer_of,
        "http.media": media.media_type_for,
        "http.status": media.status_for,
        "http.content_type": reading.content_type_of,
        "http.json": reading.read_json,
        "http.read": reading.read_request,
        "http.operation": operation_of,
        "http.method": http.check_method,
        "http.result": http.result_of,
        "batch.results": http.batch_results,
        "batch.result": http.result_of,
        "persisted.text": persisted.text_of,
        "persisted.keep": persisted.put,
        "limits.depth": limits.check_depth,
        "limits.width": limits.check_width,
        "stream.outcomes": outcomes_of,
        "socket.viewer": sockets.viewer_of_socket,
        "socket.acknowledges": lambda _: True,
        "socket.pongs": lambda: True,
        "socket.code": sockets.CODES.__getitem__,
        "socket.stop": sockets.stop,
        "upload.check": uploads.check_upload,
        "upload.name": lambda name: name,
        "upload.content": lambda content: content,
    }
