"""The formats of files: how each is told by its beginning, taken apart into entries, and read."""

from __future__ import annotations

import contextlib
import io
import json
import re
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from querious.harvest.importers import lines
from querious.harvest.importers.access_logs import access_calls, is_access_log
from querious.harvest.importers.documents import document_operations, file_document
from querious.harvest.importers.flows import flow_operations
from querious.harvest.importers.har import har_entries, har_operations
from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner
from querious.harvest.importers.manifests import manifest_entries, manifest_operations
from querious.harvest.importers.records import looks_like_graphql
from querious.harvest.importers.saved import saved_operations, saved_requests
from querious.harvest.importers.tnetstrings import netstrings
from querious.harvest.importers.usage import usage_documents, usage_operations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.harvest.importers.operations import ImportedOperation


class FileFormat(NamedTuple):
    """How files of a format are read. Both functions may raise whatever malformed content makes them raise."""

    entries: Callable[[IO[bytes]], Iterator[Any]]
    """The entries of a file, one after another; None for a blank line, which is none."""
    operations: Callable[[Any], Iterable[ImportedOperation]]
    """The operations of an entry; none if it is neither about GraphQL nor a REST call."""


GRAPHQL: Final = "graphql"
FORMATS: Final = {
    "har": FileFormat(har_entries, har_operations),
    "jsonl": FileFormat(lines.lines_in, lines.line_operations),
    "json": FileFormat(lines.records_in, lines.record_operations),
    "manifest": FileFormat(manifest_entries, manifest_operations),
    "collection": FileFormat(saved_requests, saved_operations),
    "usage": FileFormat(usage_documents, usage_operations),
    "access-log": FileFormat(lines.lines_in, access_calls),
    "mitmproxy": FileFormat(netstrings, flow_operations),
    GRAPHQL: FileFormat(file_document, document_operations),
}
_FLOWS: Final = re.compile(rb"[1-9]\d{0,11}:\d{1,12}:")
_SAVED: Final = frozenset(
    ("data", "collections", "operationCollections", "operationCollection", "documentCollections", "operations", "item")
)
"""What the first level of saved operations is called: an answer of an API, or what a console kept."""
_DOCUMENTS: Final = frozenset(("query", "document"))
_LINES: Final = 20
"""Lines among which a record is sought."""


def format_of(beginning: bytes) -> str:
    """One of ``FORMATS``, or empty if it cannot be told."""
    if _FLOWS.match(beginning):
        return "mitmproxy"
    text = beginning.decode("utf-8-sig", "replace").lstrip()
    written = looks_like_graphql(text)
    if text.startswith("["):
        return _format_of_list(text)
    if text.startswith("{") and not written:
        return _format_of_object(text)
    if any(map(_is_record, text.splitlines()[:_LINES])):
        return "jsonl"
    if is_access_log(text):
        return "access-log"
    return GRAPHQL if written or text.startswith(("#", "type ", "schema ", '"""')) else ""


def _format_of_list(text: str) -> str:
    """By the members of its first item, if that is an object."""
    first = _members(text[1:].lstrip())
    return "collection" if "operations" in first and not first.get("query", "").startswith('"') else "json"


def _format_of_object(text: str) -> str:
    first, _, rest = text.partition("\n")
    if rest.strip() and _is_record(first):
        return "jsonl"
    members = _members(text)
    if members.get("log") == "{":
        return "har"
    if members.get("format") == '"apollo-persisted-query-manifest"' or _is_map(members):
        return "manifest"
    if members.get("map") == "{" and not members.keys().isdisjoint(("operations", "size", "subscriptionOperations")):
        return "usage"
    return "collection" if any(members.get(key) in ("{", "[") for key in _SAVED) else "json"


def _members(text: str) -> dict[str, str]:
    """The keys of the outermost object as far as they are here, each with its text, or its bracket if it has one."""
    scanner = JsonScanner(io.BytesIO(text.encode("utf-8", "replace")))
    members: dict[str, str] = {}
    with contextlib.suppress(BrokenJsonError):  # where the beginning ends
        for key in scanner.keys():  # noqa: SIM118 - a walk, not a dict
            members[key] = scanner.peek()
            value = scanner.take()
            if members[key] not in ("{", "["):
                members[key] = value
    return members


def _is_map(members: dict[str, str]) -> bool:
    """Hashes to documents, or the other way round."""
    key, value = next(iter(members.items()), ("", ""))
    return looks_like_graphql(key) or (key not in _DOCUMENTS and looks_like_graphql(str(_read(value))))


def _read(text: str) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(text, strict=False)
    return None


def _is_record(line: str) -> bool:
    """A line of a log, also with a moment or a level before its JSON."""
    content = _read(line[line.find("{") :])
    return isinstance(content, dict) and bool(content)
