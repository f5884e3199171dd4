"""One answer against what is documented for it: its status, its kind, its headers, its schema."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlsplit

from querious.answers.pages import chooses_members
from querious.model.severity import Severity
from querious.model.state import Breach
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.operations import is_json
from querious.rest.openapi.validity import errors, strict_validator, strict_validators
from querious.rest.openapi.xml_layout import is_xml
from querious.rest.xml_text import read_xml
from querious.text.schema_words import LACKS_PROPERTY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from querious.model.exchange import Exchange
    from querious.model.state import Command
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.rest.openapi.operations import DocumentedResponse, RestOperation
    from querious.rest.openapi.schemas import Schemas
    from querious.rest.openapi.validity import SchemaValidator

_WITHOUT_BODY: Final = frozenset({204, 205, 304})

_ASKED_BY: Final[dict[int, tuple[str, ...]]] = {
    HTTPStatus.PARTIAL_CONTENT: ("range",),
    HTTPStatus.NOT_MODIFIED: ("if-none-match", "if-modified-since"),
    HTTPStatus.NOT_ACCEPTABLE: ("accept",),
    HTTPStatus.PRECONDITION_FAILED: ("if-match", "if-none-match", "if-unmodified-since"),
    HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE: ("range",),
}
"""Statuses that answer a header, which few descriptions mention."""

_OF_ANY_KIND: Final = frozenset({"*/*", "*", "application/octet-stream", "multipart/form-data"})
"""Media types under which descriptions speak of files, whatever is in them."""
_CHOOSING: Final = frozenset({"include", "exclude", "only", "omit", "without"})
"""What may also embed other entries, or leave some out: the description says which."""
_OF_MEMBERS: Final = re.compile(r"\b(?:fields?|members?|properties|property|columns?|attributes?)\b", re.IGNORECASE)


class ResponseChecks:
    """The documented responses of a description, compiled together when the first body comes."""

    def __init__(self, operations: Iterable[RestOperation], schemas: Schemas) -> None:
        self._operations = operations
        self._schemas = schemas

    def of_commands(self, operations: Mapping[Command, RestOperation]) -> Callable[[Command, Exchange], list[Breach]]:
        """The checks of one collection, whose commands are these operations."""

        def check(command: Command, exchange: Exchange) -> list[Breach]:
            return list(self.breaches(operations[command], exchange)) if command in operations else []

        return check

    def breaches(self, operation: RestOperation, exchange: Exchange) -> Iterator[Breach]:
        """What breaks the documentation."""
        if not operation.responses or exchange.failure is not None or not exchange.status:
            return
        status = operation.documented_status(exchange.status)
        if status:
            documented = operation.responses[status]
            yield from _missing_headers(operation, documented, exchange)
            if documented.is_json and exchange.status not in _WITHOUT_BODY:
                yield from self._body(operation, status, exchange)
            elif documented.media and exchange.body and status == str(exchange.status):
                yield from _other_media(operation, documented, exchange)
                yield from self._xml(operation, status, exchange)
        elif exchange.status < HTTPStatus.INTERNAL_SERVER_ERROR and not _is_of_http(exchange):
            yield Breach(
                "undocumented-status", _undocumented(operation, exchange), _severity_of_status(operation, exchange)
            )

    def _body(self, operation: RestOperation, status: str, exchange: Exchange) -> Iterator[Breach]:
        documented = operation.responses[status]
        where = f"{operation} {exchange.status}"
        if not exchange.body.strip() and not exchange.is_json:
            is_promised = documented.json_schema is not None and status == str(exchange.status)
            if is_promised and operation.method != "head":  # what is documented there is what GET would show
                yield Breach("schema", f"{where}: a body is documented, but there is none")
            return
        kind = _media_type(exchange.headers.get("content-type", ""))
        is_documented = is_json(kind) or kind in map(_media_type, documented.media)
        if not is_documented and (kind or not exchange.is_json):
            severity = Severity.SUSPICION if exchange.is_json else Severity.FAULT
            yield Breach(
                "content-type", f"{where}: JSON is documented, but the content type is {kind or 'missing'}", severity
            )
        if exchange.is_json and (is_json(kind) or not kind):
            for error in errors(self._validator(operation, status), exchange.payload):
                if not (error.endswith(LACKS_PROPERTY) and _asks_for_part(operation, exchange.case.request.path)):
                    yield Breach("schema", f"{where}: {error}")

    def _xml(self, operation: RestOperation, status: str, exchange: Exchange) -> Iterator[Breach]:
        """What is no XML contradicts its media type; how values stand in it, many descriptions leave to a library."""
        kind = _media_type(exchange.headers.get("content-type", ""))
        layouts = operation.responses[status].xml
        name = next((each for each in layouts if is_xml(kind) and _is_kind(kind, _media_type(each))), "")
        if not name:
            return
        where = f"{operation} {exchange.status}"
        try:
            value = read_xml(exchange.body, layouts[name])
        except LookupError:
            return
        except ValueError as error:
            yield Breach("schema", f"{where}: the body is no XML: {error}")
            return
        for told in errors(self._validator(operation, status, name), value):
            yield Breach("schema", f"{where}: {told}", Severity.SUSPICION)

    def _validator(self, operation: RestOperation, status: str, media: str = "") -> SchemaValidator:
        key = _name(operation, status, media)
        if key not in self._validators:
            self._validators[key] = strict_validator(self._schema(operation.responses[status], media))
        return self._validators[key]

    @cached_property
    def _validators(self) -> dict[str, SchemaValidator]:
        """Of JSON and of what is XML."""
        found = {}
        for operation in self._operations:
            for status, documented in operation.responses.items():
                for media in [*([""] if documented.json_schema is not None else []), *documented.xml]:
                    found[_name(operation, status, media)] = self._schema(documented, media)
        return strict_validators(found)

    def _schema(self, documented: DocumentedResponse, media: str) -> JsonSchema:
        """One that takes anything where there is no schema, or one that cannot be followed."""
        try:
            return self._schemas.shown(documented.media[media] if media else documented.json_schema)
        except UnusableError:
            return self._schemas.shown({})


def _name(operation: RestOperation, status: str, media: str) -> str:
    return f"{operation} {status} {media}"


def _asks_for_part(operation: RestOperation, path: str) -> bool:
    """Whether the query chooses which members are shown, by its name or by what the description says of it."""
    asked = {name for name, _ in parse_qsl(urlsplit(path).query, keep_blank_values=True)}
    described = [one for one in operation.parameters if one.where == "query" and one.name in asked]
    chosen = (one.name for one in described if one.name.lower() in _CHOOSING and _OF_MEMBERS.search(one.about))
    return any(map(chooses_members, asked)) or next(chosen, None) is not None


def _other_media(operation: RestOperation, documented: DocumentedResponse, exchange: Exchange) -> Iterator[Breach]:
    """A body of another kind than the documented ones, none of which is JSON; bytes may be of any kind."""
    kind = _media_type(exchange.headers.get("content-type", ""))
    known = list(map(_media_type, documented.media))
    if not kind or any(_is_kind(kind, each) for each in known):
        return
    severity = Severity.SUSPICION if is_json(kind) else Severity.FAULT
    message = f"{operation} {exchange.status}: {' or '.join(known)} is documented, but the content type is {kind}"
    yield Breach("content-type", message, severity)


def _is_kind(kind: str, documented: str) -> bool:
    """Whether a media type is the documented one, or one of its range; ``text/xml`` is ``application/xml``."""
    if documented in _OF_ANY_KIND:
        return True
    family, _, name = documented.partition("/")
    of_kind, _, of_name = kind.partition("/")
    same_name = name.removeprefix("x-") == of_name.removeprefix("x-")
    return (name == "*" and family == of_kind) or (
        same_name and (family == of_kind or {family, of_kind} == {"text", "application"})
    )


def _media_type(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def _severity_of_status(operation: RestOperation, exchange: Exchange) -> Severity:
    """A success that is not the documented one contradicts the description; refusals are often left out of it."""
    succeeds = HTTPStatus.OK <= exchange.status < HTTPStatus.MULTIPLE_CHOICES
    documented = any(status.startswith("2") for status in operation.responses)
    return Severity.FAULT if succeeds and documented else Severity.SUSPICION


def _is_of_http(exchange: Exchange) -> bool:
    """Whether HTTP itself has the status for what was asked: to be polite, or to answer a header of the request."""
    asked_by = _ASKED_BY.get(exchange.status, ())
    sent = {name.lower() for name in exchange.case.request.headers}
    return exchange.status == HTTPStatus.TOO_MANY_REQUESTS or not sent.isdisjoint(asked_by)


def _undocumented(operation: RestOperation, exchange: Exchange) -> str:
    status = str(exchange.status)
    with suppress(ValueError):  # a status that nobody has named
        status += f" {HTTPStatus(exchange.status).phrase}"
    return f"`{operation}` responded with {status}; documented: `{', '.join(sorted(operation.responses))}`"


def _missing_headers(operation: RestOperation, documented: DocumentedResponse, exchange: Exchange) -> Iterator[Breach]:
    where = f"{operation} {exchange.status}"
    for name, required in documented.headers.items():
        if name in exchange.headers:
            continue
        if name == "location" and exchange.status == HTTPStatus.CREATED:
            yield Breach("location", f"{where}: the documented Location is missing")
        elif required:
            yield Breach("missing-header", f"{where}: the documented header {name} is missing")
