"""Operations that are known: those of the manifest by their identifiers, those that clients left by their hashes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from querious.demo.doors.refusal import DoorRefusalError, invalid

if TYPE_CHECKING:
    from querious.demo.doors.wire.reading import Wanted

MANIFEST: Final = {
    "my-notes": "query MyNotes($first: Int! = 20) { notes(first: $first) { total items { id title } } }",
    "task": "query Task($id: ID!) { task(id: $id) { id title status } }",
    "public-projects": "{ projects { id key name visibility } }",
}
"""What our own clients ask for."""
MOST_KEPT: Final = 1_000


class PersistedOperations:
    """One for each application."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def text_of(self, wanted: Wanted) -> str:
        """The document of a request, which may only name it."""
        persisted = wanted.extensions.get("persistedQuery")
        if persisted is not None:
            return self._by_hash(wanted, persisted)
        if wanted.query is not None:
            return wanted.query
        text = MANIFEST.get(wanted.document_id or "")
        if text is None:
            raise DoorRefusalError("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")
        return text

    def _by_hash(self, wanted: Wanted, persisted: object) -> str:
        hash_ = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
        if not isinstance(hash_, str) or not isinstance(persisted, dict) or persisted.get("version") != 1:
            raise invalid("A persisted query has version 1 and a sha256Hash.")
        if wanted.query is None:
            if hash_ not in self._texts:
                raise DoorRefusalError("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")
            return self._texts[hash_]
        self.keep(hash_, wanted.query)
        return wanted.query

    def keep(self, hash_: str, text: str) -> None:
        """Under its hash, which is looked at; the oldest go first."""
        if hash_of(text) != hash_.lower():
            raise invalid("The provided sha256Hash is not that of the query.")
        self.put(hash_, text)

    def put(self, hash_: str, text: str) -> None:
        """Without a look."""
        while len(self._texts) >= MOST_KEPT:
            del self._texts[next(iter(self._texts))]
        self._texts[hash_] = text


def hash_of(text: str) -> str:
    """In hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
