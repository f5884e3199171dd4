"""An API for any OpenAPI description: every operation is answered by what is documented for it.

Bodies are made by the schema of a documented status and held against it before they go out. The same path gets the same
answer, whatever the query and the headers choose, and a look-up shows the key that it was asked for. Where no
documented response can be made (its schema allows nothing), the answer is an empty 404.
"""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model import Request
from querious.rest.cases.schema_values import SchemaMakers
from querious.rest.cases.shown_values import key_members
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.operations import is_json
from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import strict_validators
from querious.rest.operation_paths import OperationPaths
from querious.rest.xml_text import write_xml
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi import Description, RestOperation
    from querious.rest.openapi.json_schema import JsonSchema

_DRAWS: Final = 12
"""Bodies that are made before a response is taken to be impossible."""
_WITHOUT_BODY: Final = frozenset({204, 205, 304})
_WAITING: Final = frozenset({"425", "429"})
"""Refusals that make a client wait: a bench has no time for that."""
_REFUSALS: Final = 0.1
"""How often a documented refusal is the answer."""


class MockAnswer(NamedTuple):
    """What goes back."""

    status: int
    headers: Mapping[str, str] = {}
    body: bytes = b""


NOT_FOUND: Final = MockAnswer(int(HTTPStatus.NOT_FOUND))


class DescribedApi:
    """An ASGI application. Without ``rows`` lists are as short as they may be: mostly empty."""

    def __init__(self, description: Description, *, rows: bool = True) -> None:
        self._schemas = Schemas(description.document, description.dialect)
        self._paths = OperationPaths(description.operations, description.base_path)
        self._methods: dict[str, list[str]] = {}
        for operation in description.operations:
            self._methods.setdefault(operation.path, []).append(operation.method.upper())
        self._makers = SchemaMakers()
        self._made: dict[str, Callable[[Chance], Any]] = {}
        self._known = self._schemas_of(description.operations)
        self._validators = strict_validators(self._known)
        self._rows = rows
        self.impossible: set[str] = set()
        """Operations of which no documented response can be made."""

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] != "http":
            await receive()
            return
        path = scope["raw_path"].decode("latin-1")
        answer = self.answer(scope["method"], path, scope["query_string"].decode("latin-1"))
        headers = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    def answer(self, method: str, path: str, query: str = "") -> MockAnswer:
        """What a request gets back."""
        operation = self._paths.at(method, f"{path}?{query}")
        if operation is None:
            return NOT_FOUND
        random = Random(zlib.crc32(path.encode()))
        call = self._paths.call_of(Request(method, path))
        asked = [each for each in call.arguments if each.where == "path"] if call else []
        keys = {name: str(each.value) for each in asked for name in key_members(operation.path, each.name)}
        for status in _statuses(operation, random):
            made = self._response(operation, status, random, keys)
            if made is not None:
                return made
        self.impossible.add(str(operation))
        return NOT_FOUND

    def _response(
        self, operation: RestOperation, status: str, random: Random, keys: Mapping[str, str]
    ) -> MockAnswer | None:
        documented = operation.responses[status]
        number = _number(status)
        headers = {name: "1" for name, required in documented.headers.items() if required or name == "location"}
        if number == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["allow"] = ", ".join(self._methods[operation.path])
        if number in _WITHOUT_BODY or not documented.media:
            return MockAnswer(number, headers)
        media = next(iter(documented.media))
        if documented.is_json:
            media = next(name for name in documented.media if is_json(name))
        text: str | None = "text"
        if documented.is_json or media in documented.xml:
            text = self._body(operation, status, media, random, keys)
        if text is None:
            return None
        usual = "application/json" if documented.is_json else "text/plain"
        headers["content-type"] = usual if "*" in media else media
        return MockAnswer(number, headers, b"" if operation.method == "head" else text.encode())

    def _body(
        self,
        operation: RestOperation,
        status: str,
        media: str,
        random: Random,
        keys: Mapping[str, str],
    ) -> str | None:
        """A body that is valid; None where none can be made."""
        layout = operation.responses[status].xml.get(media)
        name = f"{operation} {status}" + (f" {media}" if layout else "")
        if name not in self._known:
            return "{}"
        if name not in self._made:
            self._made[name] = self._makers.maker(self._known[name], name)
        make, validator = self._made[name], self._validators[name]
        chance = Chance(random)
        chance.size = 4
        for _ in range(_DRAWS):
            value = make(chance)
            wanted = [value] if self._rows else [with_rows(value, 0), with_rows(value, 1), value]
            for made in (*(with_keys(each, keys) for each in wanted), *wanted):
                if validator.is_valid(made):
                    return write_xml(made, layout) if layout else json.dumps(made)
        return None

    def _schemas_of(self, operations: Iterable[RestOperation]) -> dict[str, JsonSchema]:
        """Of the JSON of every response, as far as it can be read."""
        found = {}
        for operation in operations:
            for status, documented in operation.responses.items():
                with suppress(UnusableError):
                    found[f"{operation} {status}"] = self._schemas.shown(documented.json_schema)
                for media in documented.xml:
                    with suppress(UnusableError):
                        found[f"{operation} {status} {media}"] = self._schemas.shown(documented.media[media])
        return found


def with_rows(value: JSON, most: int) -> JSON:
    """The value with so many rows in each of its lists, at most."""
    if isinstance(value, dict):
        return {name: with_rows(member, most) for name, member in value.items()}
    return [with_rows(member, most) for member in value[:most]] if isinstance(value, list) else value


def with_keys(value: JSON, keys: Mapping[str, str]) -> JSON:
    """The value with the keys that were asked for, where the object, or one within it, has members of their names."""
    if not isinstance(value, dict):
        return value
    made = {}
    for name, member in value.items():
        asked = keys.get(name, "")
        if isinstance(member, dict):
            made[name] = with_keys(member, keys)
        elif isinstance(member, int) and not isinstance(member, bool) and asked.isdigit():
            made[name] = int(asked)
        else:
            made[name] = asked if asked and isinstance(member, str) else member
    return made


def _statuses(operation: RestOperation, random: Random) -> Iterator[str]:
    """Documented statuses in the order in which they are tried: mostly one of success first."""
    good = [status for status in operation.responses if status.startswith(("2", "default"))]
    refusals = [status for status in operation.responses if status.startswith(("3", "4")) and status not in _WAITING]
    random.shuffle(good)
    good.sort(key=lambda status: status == "default")
    random.shuffle(refusals)
    first = refusals if refusals and random.random() < _REFUSALS else good
    yield from dict.fromkeys([*first, *good, *refusals])


def _number(status: str) -> int:
    if status == "default":
        return int(HTTPStatus.OK)
    return int(status.replace("X", "0")) if status.replace("X", "0").isdecimal() else int(HTTPStatus.OK)
