"""Requests as servers get them → the operations that they ask for."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from querious.harvest.multipart import operations_part
from querious.harvest.strict_json import read_strict_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.values import JSON

LARGEST: Final = 1_000_000
"""Bytes of a request that are read; a larger one is left alone."""
_BATCH: Final = 1_000
"""Operations of one request that are read."""
_PARAMETERS: Final = 100
_NAME: Final = re.compile(r"[_A-Za-z][_0-9A-Za-z]{0,255}")
_HASH: Final = re.compile(r"[\w.:+/=-]{1,256}", re.ASCII)
_SHA256: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)
_IDS: Final = ("documentId", "doc_id", "docId", "queryId", "id")
"""Where clients of persisted documents put the identifier (GraphQL over HTTP, Relay, graphql-mesh, older clients)."""
_KNOWN: Final = frozenset((*_IDS, "query", "operationName", "variables", "extensions", "onError"))
_ASKING: Final = re.compile(rb"(?:query|extensions|variables|operationName)=")


class RequestedOperation(NamedTuple):
    """One operation as it was asked for; nothing is normalised or redacted yet."""

    document: str
    """Empty if only a hash was sent."""
    document_hash: str
    """Under which a persisted document was asked for; empty if it was not."""
    operation_name: str
    variables: Mapping[str, JSON]


def may_ask(method: str, query_string: str | bytes, content_type: str) -> bool:
    """Whether a request may hold operations: a cheap look at every request of a server that does other things too."""
    if method == "GET":
        text = query_string.encode("utf-8", "replace") if isinstance(query_string, str) else query_string
        return _ASKING.search(text) is not None
    return method == "POST" and _media_type(content_type) in _BODIES


def asked(method: str, query_string: str | bytes, content_type: str, body: bytes) -> list[RequestedOperation]:
    """All operations of a request; none if it is not a GraphQL request. Never raises, whatever clients send.

    GET and POST; JSON, batches, ``application/graphql``, forms, and uploads (multipart), whose files are left out.
    What is wrong with one operation of a batch hides no other.
    """
    found: list[RequestedOperation] = []
    with contextlib.suppress(ValueError, RecursionError):
        for entry in _entries(method, query_string, content_type, body)[:_BATCH]:
            with contextlib.suppress(ValueError, AttributeError):  # also what is no object
                found.append(_operation(entry))
    return found


def valid_name(value: object) -> str:
    """The name of an operation; empty for what cannot be one."""
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


def valid_hash(value: object) -> str:
    """The hash or identifier of a persisted document; empty for what cannot be one."""
    text = value.removeprefix("sha256:") if isinstance(value, str) else ""
    if _SHA256.fullmatch(text):
        return text.lower()
    return text if _HASH.fullmatch(text) else ""


def _entries(method: str, query_string: str | bytes, content_type: str, body: bytes) -> list[Any]:
    if method == "GET":
        return [_parameters(query_string)]
    read = _BODIES.get(_media_type(content_type))
    if method != "POST" or read is None:
        return []
    content = read(body, content_type)
    if isinstance(content, list):
        return content
    # The parts of a request may be divided between the address and the body.
    return [{**_parameters(query_string), **content}] if isinstance(content, dict) else []


def _media_type(content_type: str) -> str:
    media_type = content_type.partition(";")[0].strip().lower()
    return "application/json" if media_type.endswith("+json") else media_type


def _parameters(text: str | bytes) -> dict[str, str]:
    decoded = text if isinstance(text, str) else text.decode()
    return dict(parse_qsl(decoded, keep_blank_values=True, max_num_fields=_PARAMETERS, errors="strict"))


def _json(body: bytes) -> Any:
    return read_strict_json(body.decode(json.detect_encoding(body), "surrogatepass"))


def _small(body: bytes) -> bytes:
    if len(body) > LARGEST:
        raise ValueError("too large")
    return body


_BODIES: Final[dict[str, Callable[[bytes, str], Any]]] = {
    "application/json": lambda body, _: _json(_small(body)),
    "application/graphql": lambda body, _: {"query": _small(body).decode()},
    "application/x-www-form-urlencoded": lambda body, _: _parameters(_small(body)),
    "multipart/form-data": lambda body, content_type: _json(operations_part(content_type, body)),
}
"""How bodies of each media type are read."""


def _operation(entry: Any) -> RequestedOperation:
    document = entry.get("query")
    text = document if isinstance(document, str) and document.strip() else ""
    hashed = _hash(entry, text)
    variables = _opened(entry.get("variables"))
    if not (text or hashed) or not isinstance(variables, dict):
        raise ValueError("not an operation")
    return RequestedOperation(text, hashed, valid_name(entry.get("operationName")), variables)


def _hash(entry: Mapping[str, Any], text: str) -> str:
    """Under which a persisted document is asked for. A hash that contradicts its text is dropped: it may be a trap."""
    found = valid_hash(_sent_hash(entry))
    is_trap = bool(text and found) and hashlib.sha256(text.encode()).hexdigest() != found
    return "" if is_trap else found


def _sent_hash(entry: Mapping[str, Any]) -> object:
    extensions = _opened(entry.get("extensions"))
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    found = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
    if found is not None or not _KNOWN.issuperset(entry):
        return found
    if entry.keys().isdisjoint(("variables", "operationName", "documentId")):
        return None  # any API may be asked for an ``id``
    return next((entry[name] for name in _IDS if entry.get(name)), None)


def _opened(value: Any) -> Any:
    """A value that may be sent as a text of JSON; an empty object for none."""
    if isinstance(value, str):
        value = read_strict_json(value) if value.strip() else None
    return {} if value is None else value
