"""Other documents that a description refers to, taken into it, so that all its references point within one document.

Who reads a description says which documents may be read: files beside it, or addresses of the same origin. A reference
to any other stays as it is, and what needs it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from querious.errors import ConfigError
from querious.rest.openapi.document_text import read_value

if TYPE_CHECKING:
    from querious.model.values import JSON

Fetch: TypeAlias = Callable[[str], str | None]
"""The text at an address; None where it may not be read, or is not there."""
DOCUMENTS: Final = "x-referred-documents"
"""The member that holds the other documents, by name."""
_MOST: Final = 1_000
_DATA: Final = frozenset({"example", "default", "enum", "const", "value"})
"""Keywords that hold data, in which a ``$ref`` is nothing but a name."""
_NAMED: Final = frozenset(
    {"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "responses", "paths",
     "parameters", "requestBodies", "headers", "securitySchemes", "links", "callbacks", "pathItems", "examples",
     "content"}
)  # fmt: skip
"""Keywords whose members have names that others chose."""


def bundled(document: dict[str, JSON], address: str, fetch: Fetch) -> dict[str, JSON]:
    """The document with all others that it refers to, and they to each other."""
    bundle = _Bundle(address, fetch)
    root = bundle.rewritten(document, address)
    others = bundle.others()
    return {**root, DOCUMENTS: others} if others else document


class _Bundle:
    """The documents that were met so far. ``address`` is that of the description."""

    def __init__(self, address: str, fetch: Fetch) -> None:
        self._root = address
        self._fetch = fetch
        self._names: dict[str, str | None] = {}
        """By address; None for what cannot be read."""
        self._waiting: list[tuple[str, str, JSON]] = []

    def others(self) -> dict[str, JSON]:
        """All other documents by name; in the order in which they are met."""
        found: dict[str, JSON] = {}
        while self._waiting:
            name, address, document = self._waiting.pop(0)
            found[name] = self.rewritten(document, address)
        return found

    def rewritten(self, value: JSON, address: str, *, named: bool = False) -> Any:
        """The value with its references pointing into the bundle."""
        if isinstance(value, list):
            return [self.rewritten(item, address) for item in value]
        if not isinstance(value, dict):
            return value
        found: dict[str, JSON] = {}
        for key, member in value.items():
            is_data = not named and (key in _DATA or (key == "examples" and isinstance(member, list)))
            if is_data:
                found[key] = member
            elif key == "$ref" and isinstance(member, str):
                found[key] = self._reference(member, address)
            else:
                found[key] = self.rewritten(member, address, named=not named and key in _NAMED)
        return found

    def _reference(self, reference: str, address: str) -> str:
        try:
            target, fragment = urldefrag(urljoin(address, reference))
        except ValueError:
            return reference
        if fragment and not fragment.startswith("/"):
            return reference
        if target == self._root:
            return f"#{fragment}"
        name = self._name(target)
        return reference if name is None else f"#/{DOCUMENTS}/{name}{fragment}"

    def _name(self, address: str) -> str | None:
        """The name of a document, which is read when it is first met."""
        if address not in self._names:
            document = self._read(address) if len(self._names) < _MOST else None
            name = None if document is None else self._new_name(address)
            self._names[address] = name
            if name is not None:
                self._waiting.append((name, address, document))
        return self._names[address]

    def _read(self, address: str) -> JSON:
        text = self._fetch(address)
        try:
            return None if text is None else read_value(text, address)
        except ConfigError:
            return None

    def _new_name(self, address: str) -> str:
        stem = PurePosixPath(unquote(urlsplit(address).path)).name.partition(".")[0]
        name = re.sub(r"[^A-Za-z0-9_-]", "_", stem) or "_"
        while name in self._names.values():
            name += "_"
        return name
