"""One record of a log, of whatever shape: the GraphQL request in it.

Loggers agree on nothing. So the request is sought by what it looks like, under the likely names first and then
everywhere. The first one found is it: what logs hold twice is counted once.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from querious.harvest.importers.facts import variables_of
from querious.harvest.importers.found import ImportedOperation
from querious.harvest.request_operations import asked
from querious.harvest.strict_json import read_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DEEP: Final = 8
_SAVED_DEEP: Final = 30
_MOST_VALUES: Final = 5_000
_WIDE: Final = 200
"""Members of one object or list that are looked at."""
_LONGEST: Final = 2_000_000
"""Characters of a text that is read."""
_DOCUMENTS: Final = (
    "query", "document", "queryText", "query_text", "graphql_query", "graphqlQuery", "operation", "body", "text",
    "source",
)  # fmt: skip
_TELLING: Final = frozenset(_DOCUMENTS)
_VARIABLES: Final = ("variables", "graphql_variables", "graphqlVariables", "operationVariables", "query_variables")
_NAMES: Final = ("operationName", "operation_name", "graphql_operation_name", "graphqlOperationName", "opName")
_HASHES: Final = ("document_hash", "documentHash", "sha256Hash", "query_hash", "queryHash", "documentId", "hash")
_LIKELY: Final = (
    "request", "req", "http", "body", "request_body", "requestBody", "postData", "payload", "graphql", "msg", "message",
    "data", "log", "params", "args",
)  # fmt: skip
_PLACED: Final = frozenset((*_LIKELY, "response", "res", "headers", "response_body", "responseBody", "cookies"))
"""Names that are looked under first, or never."""
_GRAPHQL: Final = re.compile(
    r"[\s,\ufeff]*(?:#[^\n]*\n[\s,]*)*(?:\{[\s,]*[_A-Za-z.#]|(?:query|mutation|subscription|fragment)\b[^{]*\{)"
)
"""Not a JSON object: that goes on with a quotation mark."""
_ADDRESS: Final = re.compile(r"(?:^|[?&\s])(?:query|extensions)=")
_HASH: Final = re.compile(r"[\w.:+/=-]{1,256}", re.ASCII)
_GRAPHQL_NAME: Final = re.compile(r"[_A-Za-z][_0-9A-Za-z]{0,255}")


def looks_like_graphql(text: str) -> bool:
    """Whether a document may begin so; whether it is one tells only the parser."""
    return len(text) <= _LONGEST and _GRAPHQL.match(text) is not None


def requests_in(record: Mapping[str, Any]) -> list[ImportedOperation]:
    """The request of a record, or the requests of a batch; none if it is not about GraphQL.

    ValueError for a request whose variables cannot be read.
    """
    return _Search().sought(record, "", 0)


def all_requests_in(content: object, depth: int = 0) -> Iterator[tuple[Mapping[str, Any], ImportedOperation]]:
    """Every request that is saved somewhere in a structure, with the object that it is."""
    if isinstance(content, dict):
        request = _request(content)
        if request is not None:
            yield content, request
            return
    if isinstance(content, dict | list) and depth < _SAVED_DEEP:
        for value in content.values() if isinstance(content, dict) else content:
            yield from all_requests_in(value, depth + 1)


class _Search:
    """The search through one record, which ends after so many values, whatever the record."""

    def __init__(self) -> None:
        self._left = _MOST_VALUES

    def sought(self, value: object, name: str, depth: int) -> list[ImportedOperation]:
        """The request in a value, or the requests of a batch."""
        self._left -= 1
        if isinstance(value, str):
            return self._in_text(value, name, depth)
        if not isinstance(value, dict | list) or depth > _DEEP or self._left < 0:
            return []
        if isinstance(value, list):
            found = [self.sought(item, name, depth + 1) for item in islice(value, _WIDE)]
            return [request for requests in found for request in requests]
        request = _request(value)
        if request is not None:
            return [request]
        for key in _in_order(value):
            member = value[key]
            if isinstance(member, str | dict | list) and (requests := self.sought(member, key, depth + 1)):
                return requests
        return []

    def _in_text(self, text: str, name: str, depth: int) -> list[ImportedOperation]:
        if len(text) > _LONGEST:
            return []
        beginning = text[:100].lstrip()[:1]
        if beginning in ("{", "[") and '"' in text:
            try:
                content = read_strict_json(text)
            except (ValueError, RecursionError):
                content = None
            if content is not None:
                return self.sought(content, name, depth + 1)
        if name in _TELLING and looks_like_graphql(text):
            return [ImportedOperation(text, {})]
        return _in_address(text) if _ADDRESS.search(text) else []


def _in_order(value: Mapping[str, Any]) -> Iterator[str]:
    """The keys of an object in the order in which to look under them."""
    for key in _LIKELY:
        if key in value:
            yield key
    for key in islice(value, _WIDE):
        if key not in _PLACED:
            yield key


def _in_address(text: str) -> list[ImportedOperation]:
    """``/graphql?query=…``, whole or without its path, also within ``GET … HTTP/1.1``."""
    for word in text.split():
        try:
            query = urlsplit(word).query or word.partition("?")[2] or word
        except ValueError:
            continue
        requests = [one for one in asked("GET", query, "", b"") if not one.document or looks_like_graphql(one.document)]
        if requests:
            return [
                ImportedOperation(one.document, one.variables, None, None, one.operation_name, one.document_hash)
                for one in requests
            ]
    return []


def _request(value: Mapping[str, Any]) -> ImportedOperation | None:
    """The request that an object is, with a document or the hash of one."""
    if not _TELLING.isdisjoint(value):
        for key in _DOCUMENTS:
            document = value.get(key)
            if isinstance(document, str) and looks_like_graphql(document):
                return _with_document(value, document)
    if value.get("query") == "" and _hash(value):  # a recording of ours, as long as only the hash was seen
        return ImportedOperation(
            "", variables_of(_first(value, _VARIABLES)) or {}, None, None, _name(value), _hash(value)
        )
    if "extensions" in value or "documentId" in value:
        for one in asked("POST", "", "application/json", json.dumps(value, default=str).encode()):
            return ImportedOperation(one.document, one.variables, None, None, one.operation_name, one.document_hash)
    return None


def _with_document(value: Mapping[str, Any], document: str) -> ImportedOperation:
    given = _first(value, _VARIABLES)
    variables = variables_of(given)
    if variables is None:
        raise ValueError(f"the variables are neither JSON nor a Python dict: {given!r:.60}")
    return ImportedOperation(document, variables, None, None, _name(value), _hash(value))


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    for key in keys:
        found = value.get(key)
        if found is not None:
            return found
    return None


def _name(value: Mapping[str, Any]) -> str:
    name = _first(value, _NAMES)
    return name if isinstance(name, str) and _GRAPHQL_NAME.fullmatch(name) else ""


def _hash(value: Mapping[str, Any]) -> str:
    extensions = value.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    found = persisted.get("sha256Hash") if isinstance(persisted, dict) else _first(value, _HASHES)
    return found if isinstance(found, str) and _HASH.fullmatch(found) else ""
