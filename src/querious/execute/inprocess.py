"""A schema executed in process, by the library it was made with."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import GraphQLError, GraphQLSchema, graphql

from querious.execute.python_calls import AppResponse, exchange_of, traceback_of
from querious.execute.without_loop import WithoutLoop, is_synchronous, loop_hidden, refuses_a_loop
from querious.model import Exchange

if TYPE_CHECKING:
    from querious.model import JSON, Case, Settings

Execute: TypeAlias = Callable[[str, dict[str, Any] | None, str | None], Awaitable[Any]]
"""From document, variables and operation name to something with ``data``, ``errors`` and ``extensions``."""
ExecuteWith: TypeAlias = Callable[[str, Any, dict[str, Any] | None, str | None], Coroutine[Any, Any, Any]]
"""The same with the context, which comes second."""


@dataclass(frozen=True, slots=True)
class SchemaInContext:
    """A schema object, and what its resolvers find as their context."""

    schema: object
    context: object
    """The value, the same for all operations; or a function that makes one for each, which may be a coroutine."""

    def made(self) -> Any:
        """The context of one operation, or what gives it when it is awaited."""
        return self.context() if callable(self.context) else self.context


_TRACEBACKS: Final = 5
"""Tracebacks that one exchange carries; a list of a thousand items may fail a thousand times."""
_OK: Final = 200
_BAD_REQUEST: Final = 400
_NOT_FOUND: Final = 404


class SchemaClient:
    """Executes cases against a schema; the answer is what a server of the library would send.

    The tracebacks of exceptions in resolvers, which no server sends, stand in ``Exchange.detail``. Resolvers that
    block cannot be interrupted: the time limit counts from one ``await`` to the next.
    """

    def __init__(self, execute: Execute, settings: Settings) -> None:
        self._execute = execute
        self._settings = settings

    async def send(self, case: Case) -> Exchange:
        """See ``Client``. A schema has no other paths than the one where GraphQL is asked."""
        if not case.is_graphql:
            return Exchange(case, _NOT_FOUND)
        response = AppResponse(self._settings.max_answer)

        async def call() -> None:
            # A copy of the variables: resolvers may change what they are given, and the case is sent again later.
            variables = json.loads(json.dumps(case.variables)) if case.variables else None
            try:
                result = await self._execute(case.document, variables, case.operation.name or None)
            except Exception as error:
                if not _refused_by_strawberry(error):
                    raise
                _respond(response, _BAD_REQUEST, {"errors": [{"message": f"{type(error).__name__}: {error}"}]})
                return
            _respond(response, _OK, _envelope(result))
            response.detail = _tracebacks(result.errors or ())

        return await exchange_of(case, response, call, self._settings.timeout)

    async def close(self) -> None:
        """See ``Client``."""


def executor(candidate: object) -> tuple[Execute, GraphQLSchema] | None:
    """How to execute a schema object of graphql-core, Ariadne, Strawberry or graphene; None if it is none of these.

    Known by their shape, so that no library needs to be installed that is not used.
    """
    given = candidate if isinstance(candidate, SchemaInContext) else SchemaInContext(candidate, None)
    schema = given.schema
    if isinstance(schema, GraphQLSchema):
        return _in_context(_plain(schema), given, schema), schema
    inner = getattr(schema, "_schema", None)
    if isinstance(inner, GraphQLSchema) and callable(getattr(schema, "execute_sync", None)):
        return _in_context(_strawberry(schema), given, inner), inner
    inner = getattr(schema, "graphql_schema", None)
    if isinstance(inner, GraphQLSchema) and callable(getattr(schema, "execute_async", None)):
        return _in_context(_graphene(schema), given, inner), inner
    return None


def _in_context(execute: ExecuteWith, given: SchemaInContext, schema: GraphQLSchema) -> Execute:
    """Execution with the context of each operation; out of sight of the loop where the resolvers may need that."""
    synchronous = is_synchronous(schema)

    async def executed(document: str, variables: dict[str, Any] | None, name: str | None) -> Any:
        apart = synchronous and refuses_a_loop()
        with loop_hidden() if apart else nullcontext():
            context = given.made()
        if inspect.isawaitable(context):
            context = await context
        work = execute(document, context, variables, name)
        return await (WithoutLoop(work) if apart else work)

    return executed


def _plain(schema: GraphQLSchema) -> ExecuteWith:
    async def execute(document: str, context: Any, variables: dict[str, Any] | None, name: str | None) -> Any:
        return await graphql(schema, document, context_value=context, variable_values=variables, operation_name=name)

    return execute


def _strawberry(schema: Any) -> ExecuteWith:
    async def execute(document: str, context: Any, variables: dict[str, Any] | None, name: str | None) -> Any:
        return await schema.execute(document, context_value=context, variable_values=variables, operation_name=name)

    return execute


def _graphene(schema: Any) -> ExecuteWith:
    async def execute(document: str, context: Any, variables: dict[str, Any] | None, name: str | None) -> Any:
        return await schema.execute_async(
            document, context_value=context, variable_values=variables, operation_name=name
        )

    return execute


def _refused_by_strawberry(error: Exception) -> bool:
    """Strawberry refuses some requests by an exception, which its views turn into status 400."""
    return type(error).__module__.partition(".")[0] == "strawberry"


def _envelope(result: Any) -> dict[str, JSON]:
    """The answer as the specification has it: without ``data`` where execution never began."""
    envelope: dict[str, JSON] = {}
    errors = result.errors or ()
    if errors:
        envelope["errors"] = [error.formatted for error in errors]
    if result.data is not None or any(error.path for error in errors) or not errors:
        envelope["data"] = result.data
    if result.extensions:
        envelope["extensions"] = result.extensions
    return envelope


def _respond(response: AppResponse, status: int, envelope: dict[str, JSON]) -> None:
    body = json.dumps(envelope).encode("ascii")
    response.start(status, [("content-type", "application/json")])
    response.add(body)


def _tracebacks(errors: Any) -> str:
    originals = (error.original_error for error in errors)
    raised = [error for error in originals if error is not None and not isinstance(error, GraphQLError)]
    return "\n".join(traceback_of(error) for error in raised[:_TRACEBACKS])
