"""The answer is a response map as the GraphQL specification (section 7, October 2021 and September 2025) has it.

Severity follows the word of the specification, but where servers that many people use break a rule as a matter of
course, breaking it is a suspicion (``errors: null``, a value beside its error) or nothing at all: AppSync writes
``path: null`` and ``locations: null``, graphql-java an empty list of locations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.response import GATEWAY_REFUSALS, SERVER_ERROR, path_of
from querious.answers.response_path import flattened
from querious.model import Finding, Severity
from querious.oracles import Oracle
from querious.oracles.message import dotted, excerpt, line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Verdict

_KEYS: Final = frozenset({"data", "errors", "extensions"})
_INCREMENTAL: Final = frozenset({"hasNext", "incremental", "pending", "completed", "label", "path", "items", "id"})
_MOST: Final = 20
_BAD_REQUEST: Final = 400
_MISSING: Final = object()


class _Flaw(NamedTuple):
    message: str
    part: Any
    path: str = ""
    severity: Severity = Severity.FAULT
    coordinate: str = ""


def _judge(exchange: Exchange, expectation: Expectation) -> Verdict:
    if exchange.failure is not None or not exchange.is_json or exchange.status >= SERVER_ERROR:
        return None
    payload = exchange.payload
    if isinstance(payload, dict) and len(payload) == 1 and type(payload.get("data")) is dict:
        return ()
    if not isinstance(payload, dict) or ("data" not in payload and "errors" not in payload):
        if exchange.status in GATEWAY_REFUSALS or (exchange.status >= _BAD_REQUEST and not exchange.case.valid):
            # GraphQL over HTTP: a refusal in plain JSON may come from anywhere between us and the API.
            return None
        flaws = iter([_no_response_map(exchange)])
    else:
        flaws = _flaws(payload, exchange, expectation)
    found = {(flaw.message, flaw.coordinate): flaw for flaw in reversed(list(flaws)[:_MOST])}
    return [
        Finding(ORACLE.name, flaw.coordinate, flaw.message, exchange, flaw.severity, flaw.path, excerpt(flaw.part))
        for flaw in reversed(found.values())
    ]


def _no_response_map(exchange: Exchange) -> _Flaw:
    payload, status = exchange.payload, exchange.status
    beside = f" (status {status})" if status >= _BAD_REQUEST else ""
    if isinstance(payload, dict):
        return _Flaw(f"the response map has neither data nor errors{beside}", payload)
    kind = "null" if payload is None else "a list" if isinstance(payload, list) else "a bare value"
    return _Flaw(f"expected a response map, got {kind}{beside}", payload)


def _flaws(payload: dict[str, Any], exchange: Exchange, expectation: Expectation) -> Iterator[_Flaw]:
    for key in [key for key in payload if key not in _KEYS and key not in _INCREMENTAL]:
        yield _Flaw(f"the response map has an entry that no specification knows: {excerpt(key, 60)}", payload[key], key)
    if "extensions" in payload and not isinstance(payload["extensions"], dict | None):
        yield _Flaw("extensions must be a map", payload["extensions"], "extensions")
    data, errors = payload.get("data", _MISSING), payload.get("errors", _MISSING)
    if data is not _MISSING and not isinstance(data, dict | None):
        yield _Flaw("data must be a map or null", data, "data")
    yield from _errors_entry(errors, data)
    if isinstance(errors, list):
        for index, error in enumerate(errors[:_MOST]):
            yield from _error_flaws(error, f"errors[{index}]", exchange, expectation)


def _errors_entry(errors: Any, data: Any) -> Iterator[_Flaw]:
    empty = errors is _MISSING or errors is None or errors == []
    if empty and data is None:
        yield _Flaw("data is null, and no error says why", None, "data")
    elif empty and data is _MISSING:
        yield _Flaw("the response map has no data, and no error says why", errors, "errors")
    elif errors is None:
        yield _Flaw("errors is null; without errors the entry must not be present", None, "errors", Severity.SUSPICION)
    elif errors == []:
        yield _Flaw("errors is an empty list; without errors the entry must not be present", [], "errors")
    elif errors is not _MISSING and not isinstance(errors, list):
        yield _Flaw("errors must be a list", errors, "errors")


def _error_flaws(error: Any, at: str, exchange: Exchange, expectation: Expectation) -> Iterator[_Flaw]:
    if not isinstance(error, dict):
        yield _Flaw("an error must be a map", error, at)
        return
    if not isinstance(error.get("message"), str):
        yield _Flaw("an error must have a message that is a string", error, f"{at}.message")
    if not isinstance(error.get("extensions"), dict | None):
        yield _Flaw("the extensions of an error must be a map", error["extensions"], f"{at}.extensions")
    yield from _location_flaws(error.get("locations"), f"{at}.locations")
    path = error.get("path")
    if path is not None and path != [] and path_of(error) is None:
        yield _Flaw("the path of an error must be a list of keys and indices", path, f"{at}.path")
    elif path:
        yield from _path_flaws(error, f"{at}.path", exchange, expectation)


def _location_flaws(locations: Any, at: str) -> Iterator[_Flaw]:
    if locations is None:
        return
    if not isinstance(locations, list):
        yield _Flaw("the locations of an error must be a list", locations, at)
        return
    for location in locations:
        numbers: list[Any] = [location.get("line"), location.get("column")] if isinstance(location, dict) else [None]
        if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
            yield _Flaw("a location must be a map with line and column", location, at)
        elif any(number < 1 for number in numbers):
            yield _Flaw("line and column of a location start at 1", location, at, Severity.SUSPICION)


def _path_flaws(error: dict[str, Any], at: str, exchange: Exchange, expectation: Expectation) -> Iterator[_Flaw]:
    """Only beside data: what is refused before execution has no path by the specification, but often has one."""
    data, path = exchange.payload.get("data"), path_of(error)
    if not isinstance(data, dict) or path is None:
        return
    if path[0] not in {field.key for field in flattened(exchange.case.operation.selections)}:
        yield _Flaw(f"the path of an error starts at no key of the operation: {line(repr(path[0]), 60)}", error, at)
        return
    value: Any = data
    for step in path:
        value = _step(value, step)
        if value is None:
            return
        if value is _MISSING:
            coordinate = expectation.coordinate(error, exchange)
            yield _Flaw("the path of an error leads nowhere in data", error, at, coordinate=coordinate)
            return
    # graphql-java, gqlgen and graphql-ruby let a field have both; the specification makes it null.
    message = f"a field has both an error and a value: {dotted(step for step in path if isinstance(step, str))}"
    coordinate = expectation.coordinate(error, exchange)
    yield _Flaw(message, error, at, Severity.SUSPICION, coordinate)


def _step(value: Any, step: str | int) -> Any:
    if isinstance(step, str):
        return value.get(step, _MISSING) if isinstance(value, dict) else _MISSING
    return value[step] if isinstance(value, list) and 0 <= step < len(value) else _MISSING


ORACLE = Oracle("envelope", "the response map is as the GraphQL specification has it", _judge)
