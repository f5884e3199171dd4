"""Persisted-query manifests: documents that were registered under a hash before anybody asked them.

Apollo's ``{"format": "apollo-persisted-query-manifest", "operations": [{"id", "name", "type", "body"}]}``, and the map
that Relay, GraphQL Code Generator and Hive's app deployments share, ``{hash: document}``; an older tool of Apollo's
wrote ``{document: id}``.
"""

from __future__ import annotations

import json
import re
from typing import IO, TYPE_CHECKING, Any, Final

from querious.harvest.importers.found import ImportedOperation, ImportEntry
from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner
from querious.harvest.importers.records import looks_like_graphql

if TYPE_CHECKING:
    from collections.abc import Iterator

_HASH: Final = re.compile(r"[\w.:+/=-]{1,256}", re.ASCII)


def read_manifest(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per document."""
    scanner = JsonScanner(file)
    number = 0
    try:
        for key in scanner.keys():  # noqa: SIM118 - a walk, not a dict
            if key == "operations" and scanner.peek() == "[":
                for text in scanner.items():
                    number += 1
                    yield _operation(number, text)
            elif key in ("format", "version") and scanner.peek() != "{":
                scanner.skip()
            else:
                number += 1
                yield _pair(number, key, scanner.take())
    except BrokenJsonError as error:
        yield ImportEntry(number + 1, bad=f"the file is broken here: {error}")


def _operation(number: int, text: str | None) -> ImportEntry:
    content = _read(text)
    if not isinstance(content, dict) or not isinstance(content.get("body"), str):
        return ImportEntry(number, bad="an operation without a body")
    name = content.get("name")
    return _entry(number, str(content.get("id") or ""), content["body"], name if isinstance(name, str) else "")


def _pair(number: int, key: str, text: str | None) -> ImportEntry:
    value = _read(text)
    if looks_like_graphql(key) and isinstance(value, str | int):
        return _entry(number, str(value), key)
    if isinstance(value, str):
        return _entry(number, key, value)
    return ImportEntry(number, bad=f"no document under {key[:40]!r}")


def _read(text: str | None) -> Any:
    try:
        return json.loads(text, strict=False) if text is not None else None
    except (ValueError, RecursionError):
        return None


def _entry(number: int, identifier: str, document: str, name: str = "") -> ImportEntry:
    hashed = identifier.removeprefix("sha256:")
    return ImportEntry(
        number, [ImportedOperation(document, {}, None, None, name, hashed if _HASH.fullmatch(hashed) else "")]
    )
