"""Requests as servers get them → the operations that they ask for."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from querious.harvest.multipart import operations_part
from querious.harvest.strict_json import read_strict_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

LARGEST: Final = 1_000_000
"""Bytes of a request that are read; a larger one is left alone."""
_BATCH: Final = 1_000
"""Operations of one request that are read."""
_PARAMETERS: Final = 100
_NAME: Final = re.compile(r"[_A-Za-z][_0-9A-Za-z]{0,255}")
_HASH: Final = re.compile(r"[\w.:+/=-]{1,256}", re.ASCII)
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_IDS: Final = ("documentId", "doc_id", "docId", "queryId", "id")
"""Where clients of persisted documents put the identifier (GraphQL over HTTP, Relay, graphql-mesh, older clients)."""
_KNOWN: Final = frozenset((*_IDS, "query", "operationName", "variables", "extensions", "onError"))
_BODY_KINDS: Final = {
    "application/json": "json",
    "application/graphql": "graphql",
    "application/x-www-form-urlencoded": "form",
    "multipart/form-data": "multipart",
}


class RequestedOperation(NamedTuple):
    """One operation as it was asked for; nothing is normalised or redacted yet."""

    document: str
    """Empty if only a hash was sent."""
    document_hash: str
    """Under which a persisted document was asked for; empty if it was not."""
    operation_name: str
    variables: dict[str, JSON]


def may_ask(method: str, query_string: str | bytes, content_type: str) -> bool:
    """Whether a request may hold operations: a cheap look at every request of a server that does other things too."""
    if method == "GET":
        text = query_string if isinstance(query_string, str) else query_string.decode("latin-1")
        return any(name in text for name in ("query=", "extensions=", "variables=", "operationName="))
    return method == "POST" and _body_kind(content_type) is not None


def asked(method: str, query_string: str | bytes, content_type: str, body: bytes) -> list[RequestedOperation]:
    """All operations of a request; none if it is not a GraphQL request. Never raises, whatever clients send.

    GET and POST; JSON, batches, ``application/graphql``, forms, and uploads (multipart), whose files are left out.
    """
    try:
        return _asked(method, query_string, content_type, body)
    except (ValueError, RecursionError):
        return []


def _asked(method: str, query_string: str | bytes, content_type: str, body: bytes) -> list[RequestedOperation]:
    if method == "GET":
        return _one(_parameters(query_string))
    kind = _body_kind(content_type)
    if method != "POST" or kind is None or (len(body) > LARGEST and kind != "multipart"):
        return []
    if kind == "graphql":
        return _one({**_parameters(query_string), "query": body.decode()})
    if kind == "form":
        return _one(_parameters(body))
    text = operations_part(content_type, body) if kind == "multipart" else body
    content = _json(text) if text else None
    if isinstance(content, list):
        return [one for entry in content[:_BATCH] for one in _one(entry)]
    if isinstance(content, dict):
        # The parts of a request may be divided between the address and the body.
        return _one({**_parameters(query_string), **content})
    return []


def _body_kind(content_type: str) -> str | None:
    media_type = content_type.partition(";")[0].strip().lower()
    return "json" if media_type.endswith("+json") else _BODY_KINDS.get(media_type)


def _parameters(text: str | bytes) -> dict[str, Any]:
    if not text:
        return {}
    decoded = text if isinstance(text, str) else text.decode()
    return dict(parse_qsl(decoded, keep_blank_values=True, max_num_fields=_PARAMETERS, errors="strict"))


def _one(entry: object) -> list[RequestedOperation]:
    """The operation of an entry, or none: what is wrong with one entry hides no other of its batch."""
    try:
        return _operation(entry) if isinstance(entry, dict) else []
    except ValueError:
        return []


def _operation(entry: Mapping[str, Any]) -> list[RequestedOperation]:
    variables = _object(entry.get("variables"))
    if variables is None:
        return []
    document = entry.get("query")
    text = document if isinstance(document, str) and document.strip() else ""
    name = entry.get("operationName")
    hashed = _hash(entry, text)
    if not text and not hashed:
        return []
    valid_name = name if isinstance(name, str) and _NAME.fullmatch(name) else ""
    return [RequestedOperation(text, hashed, valid_name, variables)]


def _hash(entry: Mapping[str, Any], text: str) -> str:
    """Under which a persisted document is asked for. A hash that contradicts its text is dropped: it may be a trap."""
    found = _sent_hash(entry)
    if not isinstance(found, str):
        return ""
    found = found.removeprefix("sha256:")
    if text and hashlib.sha256(text.encode()).hexdigest() != found.lower():
        return ""
    if _SHA256.fullmatch(found.lower()):
        return found.lower()
    return found if _HASH.fullmatch(found) else ""


def _sent_hash(entry: Mapping[str, Any]) -> object:
    persisted = (_object(entry.get("extensions")) or {}).get("persistedQuery")
    found = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
    if found is not None or not _KNOWN.issuperset(entry):
        return found
    if entry.keys().isdisjoint(("variables", "operationName", "documentId")):
        return None  # any API may be asked for an ``id``
    return next((entry[name] for name in _IDS if entry.get(name)), None)


def _object(value: object) -> dict[str, JSON] | None:
    """An object, also if it is sent as text; empty for null and None for anything else."""
    if isinstance(value, str):
        value = _json(value) if value.strip() else None
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def _json(text: str | bytes) -> Any:
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    return read_strict_json(text)
