"""Persisted-query manifests: documents that were registered under a hash before anybody asked them.

Apollo's ``{"format": "apollo-persisted-query-manifest", "operations": [{"id", "name", "type", "body"}]}``, and the map
that Relay, GraphQL Code Generator and Hive's app deployments share, ``{hash: document}``; an older tool of Apollo's
wrote ``{document: id}``.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from querious.harvest.importers.json_stream import JsonScanner, read_value
from querious.harvest.importers.operations import ImportedOperation
from querious.harvest.importers.records import looks_like_graphql
from querious.harvest.request_operations import valid_hash, valid_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_ABOUT: Final = frozenset(("format", "version"))


def manifest_entries(file: IO[bytes]) -> Iterator[tuple[str, str]]:
    """Each key with the text under it; an empty one for the operations of a list."""
    scanner = JsonScanner(file)
    for key in scanner.keys():  # noqa: SIM118 - a walk, not a dict
        if key == "operations" and scanner.peek() == "[":
            yield from (("", text) for text in scanner.items())
        elif key in _ABOUT and scanner.peek() != "{":
            scanner.skip()
        else:
            yield key, scanner.take()


def manifest_operations(entry: tuple[str, str]) -> list[ImportedOperation]:
    """The one document of an entry."""
    key, text = entry
    value = read_value(text)
    if not key:
        body = value.get("body")
        if not isinstance(body, str):
            raise ValueError("an operation without a body")
        return [ImportedOperation(body, valid_hash(value.get("id")), valid_name(value.get("name")))]
    document, identifier = (key, str(value)) if looks_like_graphql(key) else (value, key)
    if isinstance(document, str):
        return [ImportedOperation(document, valid_hash(identifier))]
    raise ValueError(f"no document under {key[:40]!r}")
