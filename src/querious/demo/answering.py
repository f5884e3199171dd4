"""How a request becomes an answer: Ariadne's own way, guarded against what breaks Python, with room for faults."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ariadne.asgi.handlers import GraphQLHTTPHandler
from starlette.responses import Response

from querious.demo.faults.fault import Answer, AtEnvelope, AtOutput, AtWire
from querious.demo.refusal import bad_input, too_complex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import DocumentNode, GraphQLResolveInfo
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from querious.demo.context import Context
    from querious.demo.faults.fault import Fault

JSON_TYPE: Final = "application/json"
_OK: Final = 200
_BAD_REQUEST: Final = 400

W = TypeVar("W")


def weaves_of(faults: Iterable[Fault], kind: type[W]) -> tuple[W, ...]:
    """Everything that faults weave in at one kind of place, in order."""
    return tuple(weave for fault in faults for weave in fault.weaves if isinstance(weave, kind))


@dataclass(frozen=True, slots=True)
class Changes:
    """What faults do to answers."""

    outputs: tuple[AtOutput, ...] = ()
    envelopes: tuple[AtEnvelope, ...] = ()
    wires: tuple[AtWire, ...] = ()
    watched: frozenset[str] = field(default=frozenset())
    """The coordinates whose resolution has to be noted."""

    @classmethod
    def of(cls, faults: tuple[Fault, ...]) -> Changes:
        """The changes of all faults together."""
        outputs, envelopes = weaves_of(faults, AtOutput), weaves_of(faults, AtEnvelope)
        wires = weaves_of(faults, AtWire)
        watched = (
            *(output.coordinate for output in outputs),
            *(envelope.coordinate for envelope in envelopes),
            *(wire.mark for wire in wires if "." in wire.mark),
        )
        return cls(outputs, envelopes, wires, frozenset(watched))

    def to_result(self, result: dict[str, Any], context: Context) -> Any:
        """The result with its values changed where a watched coordinate was resolved, then changed as a whole."""
        for output in self.outputs:
            for path in context.marks.get(output.coordinate, ()):
                change_at(result.get("data"), path, output.change)
        changed: Any = result
        for envelope in self.envelopes:
            if envelope.coordinate in context.marks:
                changed = envelope.change(changed)
        return changed

    def to_answer(self, answer: Answer, context: Context | None) -> Answer:
        """The HTTP answer, changed by what was marked on the way."""
        for wire in self.wires:
            if not wire.mark or (context is not None and wire.mark in context.marks):
                answer = wire.change(answer)
        return answer


def change_at(data: Any, path: list[str | int], change: Callable[[dict[str, Any], str], None]) -> None:
    """Change one place in the data; one that is gone, because a null or a change swallowed it, is passed over."""
    *way, key = path
    for step in way:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(data, dict) and isinstance(key, str) and key in data:
        change(data, key)


class Answering(GraphQLHTTPHandler):
    """Ariadne's handler of HTTP requests, with two guards and three places for faults."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(middleware=[_watcher(changes.watched)] if changes.watched else None)
        self.changes = changes

    async def graphql_http_server(self, request: Request) -> Response:
        """JSON, documents and values nested beyond Python's recursion are refused, wherever that shows."""
        try:
            return await super().graphql_http_server(request)
        except RecursionError:
            refusal = too_complex("The request is nested too deeply.")
            return await self.create_json_response(request, {"errors": [refusal.formatted]}, success=False)

    async def execute_graphql_query(
        self,
        request: Any,
        data: Any,
        *,
        context_value: Any = None,
        query_document: DocumentNode | None = None,
    ) -> tuple[bool, Any]:
        """Execute, then let faults change the result; half a character cannot be answered and is refused first."""
        if not _whole_characters(await request.body(), data):
            return False, {"errors": [bad_input("Strings must be valid Unicode.").formatted]}
        context: Context = context_value or await self.get_context_for_request(request, data)
        request.state.context = context
        success, result = await super().execute_graphql_query(
            request, data, context_value=context, query_document=query_document
        )
        return success, self.changes.to_result(result, context)

    async def create_json_response(self, request: Request, result: Any, success: bool) -> Response:  # noqa: FBT001  # Ariadne's signature
        """Ariadne's status: 400 where errors came and no data. NaN gets out only where faults change values."""
        refused = not success and isinstance(result, dict) and "errors" in result and result.get("data") is None
        text = json.dumps(result, ensure_ascii=False, allow_nan=bool(self.changes.outputs), separators=(",", ":"))
        answer = Answer(_BAD_REQUEST if refused else _OK, JSON_TYPE, text.encode())
        answer = self.changes.to_answer(answer, getattr(request.state, "context", None))
        kind = Response if answer.complete else BrokenResponse
        return kind(answer.body, answer.status, media_type=answer.content_type)


class BrokenResponse(Response):
    """Promises the whole body, sends half of it and ends; the server can but close the connection."""

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        """Leave the last message out."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        half = bytes(self.body)[: len(self.body) // 2]
        await send({"type": "http.response.body", "body": half, "more_body": True})


def _watcher(watched: frozenset[str]) -> Callable[..., Any]:
    def watch(resolve: Callable[..., Any], parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        coordinate = f"{info.parent_type.name}.{info.field_name}"
        if coordinate in watched:
            info.context.mark(coordinate, info.path.as_list())
        return resolve(parent, info, **arguments)

    return watch


def _whole_characters(body: bytes, data: Any) -> bool:
    """Whether the strings can be written as UTF-8: JSON can hold one half of a surrogate pair, as an escape only."""
    if b"\\ud" not in body and b"\\uD" not in body:
        return True
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
