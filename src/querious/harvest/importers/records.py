"""One record of a log, of whatever shape: the GraphQL request in it.

Loggers agree on nothing. So the request is sought by what it looks like, under the likely names first and then
everywhere. The first one found is it: what logs hold twice is counted once.
"""

from __future__ import annotations

import contextlib
import json
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from querious.harvest.importers.facts import variables_of
from querious.harvest.importers.operations import ImportedOperation
from querious.harvest.request_operations import asked, valid_hash, valid_name
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
_JSON: Final = re.compile(r'\s{0,100}[{\[](?=[^"]*")')
_ADDRESS: Final = re.compile(r"(?:^|[?&\s])(?:query|extensions)=")


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
    if not isinstance(content, dict | list) or depth > _SAVED_DEEP:
        return
    request = _request(content) if isinstance(content, dict) else None
    if request is not None and isinstance(content, dict):
        yield content, request
        return
    for value in content.values() if isinstance(content, dict) else content:
        yield from all_requests_in(value, depth + 1)


class _Search:
    """The search through one record, which ends after so many values, whatever the record."""

    def __init__(self) -> None:
        self._left = _MOST_VALUES

    def sought(self, value: object, name: str, depth: int) -> list[ImportedOperation]:
        """The request in a value, or the requests of a batch."""
        self._left -= 1
        if self._left < 0 or depth > _DEEP:
            return []
        if isinstance(value, str):
            return self._in_text(value, name, depth)
        if isinstance(value, list):
            return [*chain.from_iterable(self.sought(item, name, depth + 1) for item in value[:_WIDE])]
        if not isinstance(value, dict):
            return []
        request = _request(value)
        if request is not None:
            return [request]
        likely = filter(value.__contains__, _LIKELY)
        others = (key for key in islice(value, _WIDE) if key not in _PLACED)
        found = (self.sought(value[key], key, depth + 1) for key in chain(likely, others))
        return next(filter(None, found), [])

    def _in_text(self, text: str, name: str, depth: int) -> list[ImportedOperation]:
        if len(text) > _LONGEST:
            return []
        content = _read(text) if _JSON.match(text) else None
        if content is not None:
            return self.sought(content, name, depth + 1)
        if name in _TELLING and looks_like_graphql(text):
            return [ImportedOperation(text)]
        return _in_address(text) if _ADDRESS.search(text) else []


def _read(text: str) -> object:
    with contextlib.suppress(ValueError, RecursionError):
        return read_strict_json(text)
    return None


def _in_address(text: str) -> list[ImportedOperation]:
    """``/graphql?query=…``, whole or without its path, also within ``GET … HTTP/1.1``."""
    for word in text.split():
        with contextlib.suppress(ValueError):
            query = urlsplit(word).query or word.partition("?")[2] or word
            requests = [ImportedOperation(*one) for one in asked("GET", query, "", b"")]
            if requests and all(not one.document or looks_like_graphql(one.document) for one in requests):
                return requests
    return []


def _request(value: Mapping[str, Any]) -> ImportedOperation | None:
    """The request that an object is, with a document or the hash of one."""
    if not _TELLING.isdisjoint(value):
        document = _document(value)
        # A recording of ours has an empty one, as long as only the hash was seen.
        if document or (value.get("query") == "" and _hash(value)):
            return ImportedOperation(document, _hash(value), valid_name(_first(value, _NAMES)), _variables(value))
    if "extensions" in value or "documentId" in value:
        body = json.dumps(value, default=str).encode()
        return next((ImportedOperation(*one) for one in asked("POST", "", "application/json", body)), None)
    return None


def _document(value: Mapping[str, Any]) -> str:
    for key in _DOCUMENTS:
        text = value.get(key)
        if isinstance(text, str) and looks_like_graphql(text):
            return text
    return ""


def _variables(value: Mapping[str, Any]) -> dict[str, Any]:
    given = _first(value, _VARIABLES)
    variables = variables_of(given)
    if variables is None:
        raise ValueError(f"the variables are neither JSON nor a Python dict: {given!r:.60}")
    return variables


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    for key in keys:
        if value.get(key) is not None:
            return value[key]
    return None


def _hash(value: Mapping[str, Any]) -> str:
    extensions = value.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    return valid_hash(_first(persisted, ("sha256Hash",)) if isinstance(persisted, dict) else _first(value, _HASHES))
