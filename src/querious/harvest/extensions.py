"""Recording inside the GraphQL libraries, for servers that are neither ASGI nor WSGI, or to record nothing but GraphQL.

    graphql_sync = recorded(graphql_sync, recorder)                                # graphql-core; also graphql, execute
    strawberry.Schema(query=Query, extensions=[strawberry_extension(recorder)])    # Strawberry
    hooks = AriadneHooks(recorder)                                                 # Ariadne
    GraphQL(schema, query_parser=hooks.parse, extensions=[hooks.extension])

What is asked is known here without its HTTP request, so its status is ``200`` or ``errors``. Nothing is done per field:
resolvers run at their own speed.
"""

from __future__ import annotations

import functools
import json
import time
from contextvars import ContextVar
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from graphql import DocumentNode, ExecutionResult, Source, parse, print_ast

from querious.harvest.notes import ERRORS, ReceivedRequest
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.harvest.recorder import Recorder

Given = ParamSpec("Given")
Result = TypeVar("Result")

_ARGUMENTS = ("schema", "source", "root_value", "context_value", "variable_values", "operation_name")
"""The first ones of ``graphql``, ``graphql_sync``, ``execute``, ``execute_sync`` and ``subscribe``, in their order."""


class _Call:
    """One operation on its way."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._moment = time.time()
        self._started = time.perf_counter()

    def end(self, document: object, variables: object, name: object, *, errors: bool) -> None:
        """Hand over what was asked, as the request that would have asked it. Never raises."""
        with self._recorder.harmless:
            seconds = time.perf_counter() - self._started
            text = document.body if isinstance(document, Source) else document
            if isinstance(text, DocumentNode):
                text = text.loc.source.body if text.loc else print_ast(text)
            if not isinstance(text, str):
                return
            # Files and other objects become null: they are no part of what can be asked again.
            content = {"query": text, "variables": variables or None, "operationName": name or None}
            body = json.dumps(content, default=_nothing, check_circular=True).encode()
            if len(body) > LARGEST:
                self._recorder.count("skipped")
                return
            asked = ReceivedRequest("POST", "", "application/json", body)
            self._recorder.record(asked, ERRORS if errors else 200, seconds, self._moment)


def _nothing(_: object) -> None:
    return None


def recorded(function: Callable[Given, Result], recorder: Recorder) -> Callable[Given, Result]:
    """``graphql``, ``graphql_sync``, ``execute``, ``execute_sync`` or ``subscribe`` of graphql-core, recording."""

    @functools.wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        seen = _Call(recorder)
        given: dict[str, Any] = {**dict(zip(_ARGUMENTS, args, strict=False)), **kwargs}
        asked = given.get("source") or given.get("document"), given.get("variable_values"), given.get("operation_name")
        try:
            result = function(*args, **kwargs)
        except Exception:
            seen.end(*asked, errors=True)
            raise
        if isawaitable(result):
            return _awaited(result, seen, asked)  # type: ignore[return-value]
        seen.end(*asked, errors=_has_errors(result))
        return result

    return call


async def _awaited(result: Any, seen: _Call, asked: tuple[Any, Any, Any]) -> Any:
    try:
        answer = await result
    except BaseException:
        seen.end(*asked, errors=True)
        raise
    seen.end(*asked, errors=_has_errors(answer))
    return answer


def _has_errors(result: object) -> bool:
    return isinstance(result, ExecutionResult) and bool(result.errors)


def strawberry_extension(recorder: Recorder) -> type[Any]:
    """An extension for ``strawberry.Schema(extensions=[…])``."""
    from strawberry.extensions import SchemaExtension  # noqa: PLC0415 - importing this module must not import it

    class RecordingExtension(SchemaExtension):
        """Records what is asked."""

        def on_operation(self) -> Iterator[None]:
            """Strawberry runs what follows the ``yield`` when the operation is done."""
            seen = _Call(recorder)
            try:
                yield
            finally:
                context = self.execution_context
                failed = bool(context.pre_execution_errors) or bool(getattr(context.result, "errors", None))
                # Not ``operation_name``, which is the first operation's if the client named none.
                name = getattr(context, "_provided_operation_name", None)
                seen.end(context.query, context.variables, name, errors=failed)

    return RecordingExtension


class AriadneHooks:
    """For Ariadne, whose extensions do not get to see what is asked: its parser does.

    ``extensions`` is an argument of ``ariadne.wsgi.GraphQL`` and of ``ariadne.asgi.handlers.GraphQLHTTPHandler``.
    A parser of one's own is given as ``parser``.
    """

    def __init__(self, recorder: Recorder, parser: Callable[[Any, dict[str, Any]], DocumentNode] | None = None) -> None:
        current: ContextVar[_AriadneExtension | None] = ContextVar("current", default=None)
        self._current = current
        self._parser = parser

        def extension() -> _AriadneExtension:
            return _AriadneExtension(_Call(recorder), current)

        self.extension: Callable[[], Any] = extension

    def parse(self, context: Any, data: dict[str, Any]) -> DocumentNode:
        """For ``query_parser``."""
        extension = self._current.get()
        if extension is not None:
            extension.data = data
        return self._parser(context, data) if self._parser else parse(data["query"])


class _AriadneExtension:
    """As Ariadne calls it, once per request. It has no ``resolve``: fields are resolved without a detour."""

    def __init__(self, seen: _Call, current: ContextVar[_AriadneExtension | None]) -> None:
        self._seen = seen
        self._current = current
        self._errors = False
        self.data: dict[str, Any] | None = None

    def request_started(self, _context: Any) -> None:
        self._current.set(self)

    def request_finished(self, _context: Any) -> None:
        self._current.set(None)
        if self.data is not None:
            data = self.data
            self._seen.end(data.get("query"), data.get("variables"), data.get("operationName"), errors=self._errors)

    def has_errors(self, _errors: Any, _context: Any) -> None:
        self._errors = True

    def format(self, _context: Any) -> None:
        """Nothing is added to the answer."""
