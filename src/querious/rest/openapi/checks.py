"""One answer against what is documented for it: its status, its kind, its headers, its schema."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from querious.model.crud import Breach
from querious.model.finding import Severity
from querious.rest.openapi.operations import is_json
from querious.rest.openapi.pointers import Broken
from querious.rest.openapi.schemas import Direction
from querious.rest.openapi.validity import errors, strict_validator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.crud import Command
    from querious.model.exchange import Exchange
    from querious.rest.openapi.operations import Answer, Operation
    from querious.rest.openapi.schemas import Schemas

_BODILESS: Final = frozenset({204, 205, 304})
_UNJUDGED: Final = frozenset({429})
"""Statuses that speak of our pace, and of nothing that is documented per operation."""
_CREATED: Final = 201
_SERVER_ERROR: Final = 500


class Checks:
    """The documented answers of one collection, each compiled once, when it first comes. Called with every exchange."""

    def __init__(self, operations: Mapping[Command, Operation], schemas: Schemas) -> None:
        self._operations = operations
        self._schemas = schemas
        self._compiled: dict[tuple[Command, str], Any] = {}

    def __call__(self, command: Command, exchange: Exchange) -> Iterator[Breach]:
        """What breaks the documentation."""
        operation = self._operations.get(command)
        if operation is None or not operation.answers or exchange.failure is not None or not exchange.status:
            return
        documented = operation.answer(exchange.status)
        if documented is None:
            if exchange.status < _SERVER_ERROR and exchange.status not in _UNJUDGED:
                yield Breach("undocumented-status", _undocumented(operation, exchange), Severity.SUSPICION)
            return
        yield from _missing_headers(operation, documented, exchange)
        yield from self._body(command, operation, documented, exchange)

    def _body(self, command: Command, operation: Operation, documented: Answer, exchange: Exchange) -> Iterator[Breach]:
        if not any(is_json(media) for media in documented.media) or exchange.status in _BODILESS:
            return
        where = f"{operation} {exchange.status}"
        if not exchange.body.strip() and not exchange.is_json:
            if documented.schema is not None and str(exchange.status) in operation.answers:
                yield Breach("schema", f"{where}: a body is documented, and none came")
            return
        kind = exchange.headers.get("content-type", "").partition(";")[0].strip().lower()
        if not _is_documented(kind, documented) and (kind or not exchange.is_json):
            severity = Severity.SUSPICION if exchange.is_json else Severity.FAULT
            yield Breach("content-type", f"{where}: JSON is documented, and {kind or 'no content type'} came", severity)
        if not exchange.is_json or not (is_json(kind) or not kind):
            return
        compiled = self._validator(command, _status_name(operation, exchange.status), documented)
        if compiled is not None:
            for error in errors(compiled, exchange.payload):
                yield Breach("schema", f"{where}: {error}")

    def _validator(self, command: Command, status: str, documented: Answer) -> Any:
        if (command, status) not in self._compiled:
            self._compiled[command, status] = _compiled(documented, self._schemas)
        return self._compiled[command, status]


def _compiled(answer: Answer, schemas: Schemas) -> Any:
    """None where there is no schema, or one that cannot be followed."""
    schema = answer.schema
    if schema is None:
        return None
    try:
        return strict_validator(schemas.bundle(schema, Direction.SHOWN))
    except Broken:
        return None


def _status_name(operation: Operation, status: int) -> str:
    return next(name for name in (str(status), f"{status // 100}XX", "default") if name in operation.answers)


def _undocumented(operation: Operation, exchange: Exchange) -> str:
    try:
        told = f"{exchange.status} {HTTPStatus(exchange.status).phrase}"
    except ValueError:
        told = str(exchange.status)
    return f"`{operation}` is answered with {told}; documented are `{', '.join(sorted(operation.answers))}`"


def _is_documented(kind: str, documented: Answer) -> bool:
    return is_json(kind) or any(kind == media.partition(";")[0].strip().lower() for media in documented.media)


def _missing_headers(operation: Operation, documented: Answer, exchange: Exchange) -> Iterator[Breach]:
    for name, required in documented.headers.items():
        if name in exchange.headers:
            continue
        where = f"{operation} {exchange.status}"
        if name == "location" and exchange.status == _CREATED:
            yield Breach("location", f"{where}: the documented Location is missing")
        elif required:
            yield Breach("missing-header", f"{where}: the documented header {name} is missing")
