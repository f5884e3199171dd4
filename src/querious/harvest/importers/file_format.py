"""What a file is, told by its beginning."""

from __future__ import annotations

import io
import json
import re
from typing import Any, Final

from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner
from querious.harvest.importers.records import looks_like_graphql

GRAPHQL: Final = "graphql"
FORMATS: Final = ("har", "jsonl", "json", "manifest", "collection", "usage", "mitmproxy", GRAPHQL)
_FLOWS: Final = re.compile(rb"[1-9]\d{0,11}:\d{1,12}:")
_SAVED: Final = frozenset(
    ("data", "collections", "operationCollections", "operationCollection", "documentCollections", "operations", "item")
)
"""What the first level of saved operations is called: an answer of an API, or what a console kept."""
_DOCUMENTS: Final = frozenset(("query", "document"))


def format_of(beginning: bytes) -> str:
    """One of ``FORMATS``, or empty if it cannot be told."""
    if _FLOWS.match(beginning):
        return "mitmproxy"
    text = beginning.decode("utf-8-sig", "replace").lstrip()
    if text.startswith("["):
        return "collection" if _is_collection(_first_item(text)) else "json"
    written = looks_like_graphql(text)
    if text.startswith("{") and not written:
        return _format_of_object(text)
    if any(map(_is_record, text.splitlines()[:20])):
        return "jsonl"
    return GRAPHQL if written or text.startswith(("#", "type ", "schema ", '"""')) else ""


def _format_of_object(text: str) -> str:
    first, _, rest = text.partition("\n")
    members = _members(text)
    if _is_whole(first) and rest.strip():
        return "jsonl"
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
    try:
        for key in scanner.keys():  # noqa: SIM118 - a walk, not a dict
            members[key] = scanner.peek()
            if members[key] in ("{", "["):
                scanner.skip()
            else:
                members[key] = scanner.take() or ""
    except BrokenJsonError:  # where the beginning ends
        pass
    return members


def _is_map(members: dict[str, str]) -> bool:
    """Hashes to documents, or the other way round."""
    key, value = next(iter(members.items()), ("", ""))
    return looks_like_graphql(key) or (key not in _DOCUMENTS and looks_like_graphql(str(_read(value))))


def _first_item(text: str) -> Any:
    scanner = JsonScanner(io.BytesIO(text.encode("utf-8", "replace")))
    try:
        for item in scanner.items():
            return _read(item or "")
    except BrokenJsonError:
        # Longer than the beginning: what its members are called is enough.
        return _members(text[1:].lstrip())
    return None


def _is_collection(item: Any) -> bool:
    return isinstance(item, dict) and "operations" in item and not isinstance(item.get("query"), str)


def _read(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _is_whole(line: str) -> bool:
    content = _read(line)
    return isinstance(content, dict) and bool(content)


def _is_record(line: str) -> bool:
    """A line of a log, also with a moment or a level before its JSON."""
    return "{" in line and _is_whole(line[line.index("{") :])
