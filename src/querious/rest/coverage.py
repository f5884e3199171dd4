"""What of a description was covered: operations at three levels, parameters, body members and enum values."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model import Coverage
from querious.rest.openapi.json_schema import body_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model import JSON, Exchange
    from querious.model.rest_call import RestCall
    from querious.rest.cases.calls import CallableOperation
    from querious.rest.openapi.json_schema import JsonSchema

_SUCCESS: Final = range(200, 300)
_FIELDS: Final = 400
"""Members of one body that are counted."""


class RestCoverage:
    """Coverage so far. An operation is reached by a status of 2xx, and witnessed by one with something in its body."""

    def __init__(self, plans: Iterable[CallableOperation]) -> None:
        self._operations: set[str] = set()
        self._parameters: set[str] = set()
        self._members: set[str] = set()
        self._enums: set[str] = set()
        for plan in plans:
            self._operations.add(plan.coordinate)
            for kind in plan.parameters:
                place = _parameter(plan.coordinate, kind.parameter.name)
                self._parameters.add(place)
                self._enums.update(_choices(place, kind.schema))
            if plan.body is not None:
                for field in islice(body_fields(plan.body), _FIELDS):
                    self._members.add(_member(plan.coordinate, field.path))
        self._requested: set[str] = set()
        self._reached: set[str] = set()
        self._witnessed: set[str] = set()
        self._parameters_used: set[str] = set()
        self._members_used: set[str] = set()
        self._enums_used: set[str] = set()

    def note(self, exchange: Exchange) -> None:
        """Count a valid call and its answer."""
        call = exchange.case.call
        if call.coordinate not in self._operations:
            return
        self._requested.add(call.coordinate)
        self._note_sent(call)
        if exchange.status in _SUCCESS:
            self._reached.add(call.coordinate)
            is_witnessed = exchange.body if not exchange.is_json else exchange.payload not in ([], {}, None, "")
            if is_witnessed or call.method in {"DELETE", "HEAD", "OPTIONS"}:
                self._witnessed.add(call.coordinate)

    def _note_sent(self, call: RestCall) -> None:
        for argument in call.arguments:
            place = _parameter(call.coordinate, argument.name)
            self._parameters_used.add(place)
            self._enums_used.add(f"{place}={argument.value}")
        for path in _sent_paths(call.body) if call.media else ():
            self._members_used.add(_member(call.coordinate, path))

    def is_reached(self, coordinate: str) -> bool:
        """Whether an operation was answered with 2xx."""
        return coordinate in self._reached

    def counts(self) -> tuple[int, int, int, int]:
        """How many operations there are, and how many were requested, reached and witnessed."""
        return len(self._operations), len(self._requested), len(self._reached), len(self._witnessed)

    def coverage(self) -> Coverage:
        """What was covered, as a value."""
        return Coverage(
            tuples=frozenset(self._operations),
            requested=frozenset(self._requested),
            reached=frozenset(self._reached),
            witnessed=frozenset(self._witnessed),
            arguments=frozenset(self._parameters),
            arguments_used=frozenset(self._parameters & self._parameters_used),
            inputs=frozenset(self._members),
            inputs_used=frozenset(self._members & self._members_used),
            enums=frozenset(self._enums),
            enums_used=frozenset(self._enums & self._enums_used),
        )


def _parameter(coordinate: str, name: str) -> str:
    return f"{coordinate}({name}:)"


def _member(coordinate: str, path: Iterable[str]) -> str:
    return f"{coordinate}.{'.'.join(path)}"


def _choices(place: str, schema: JsonSchema) -> Iterator[str]:
    for value in schema.merged.get("enum", ()):
        yield f"{place}={value}"


def _sent_paths(body: JSON, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(body, dict):
        for name, value in body.items():
            yield (*path, name)
            yield from _sent_paths(value, (*path, name))
    elif isinstance(body, list):
        for item in body[:3]:
            yield (*path, "[]")
            yield from _sent_paths(item, (*path, "[]"))
