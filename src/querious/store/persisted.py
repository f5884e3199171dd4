"""Persisted queries: when the text behind a hash becomes known, recordings that had only the hash get it.

A hash stands for a whole document, a recording holds one operation of it. So the text is looked up by hash and name; a
request without a name can only mean the one operation there is, and an anonymous operation is always the only one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sqlalchemy import select

from querious.store.damage import DamagedStoreError
from querious.store.recordings import stream
from querious.store.tables import DOCUMENT, PERSISTED, RECORDING
from querious.store.upserts import remove, write, write_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sqlalchemy import ColumnElement, Connection

    from querious.model.recording import Recording

_AT_ONCE: Final = 500
"""Hashes or recordings handled together: a database takes only so many values in one statement."""
_TEXTS: Final = select(PERSISTED, DOCUMENT.c.text, DOCUMENT.c.kind).join(
    DOCUMENT, DOCUMENT.c.digest == PERSISTED.c.document
)


class PersistedDocument(NamedTuple):
    """The operation that a hash stands for."""

    operation_name: str
    document: str
    kind: str


Texts: TypeAlias = "dict[str, dict[str, PersistedDocument]]"
"""Hash → name of the operation → text."""


def merge(connection: Connection, recordings: Mapping[str, Recording], variables: Mapping[str, str]) -> None:
    """Add recordings, by key, to those that are there.

    The caller holds the one transaction that may write: nothing changes between a look and the write that follows.
    """
    told = {
        (recording.document_hash, recording.operation_name): recording
        for recording in recordings.values()
        if recording.document and recording.document_hash
    }
    known = _known(connection, {recording.document_hash for recording in recordings.values()} - {""})
    new: Texts = {}
    for (hashed, name), recording in told.items():
        if name not in known.get(hashed, {}):
            text = PersistedDocument(name, recording.document, recording.kind)
            known.setdefault(hashed, {})[name] = new.setdefault(hashed, {})[name] = text
    write(connection, _resolved(recordings, known), variables)
    write_texts(connection, ((hashed, name, text.document) for hashed in new for name, text in new[hashed].items()))
    _resolve_there(connection, {hashed: known[hashed] for hashed in new})


def resolve_all(connection: Connection) -> None:
    """Give every recording that has only a hash its text, if it is known by now."""
    hashes = connection.execute(select(PERSISTED.c.document_hash).distinct()).scalars().all()
    for some in _parts(hashes):
        _resolve_there(connection, _known(connection, some))


def _known(connection: Connection, hashes: Iterable[str]) -> Texts:
    """What the store knows of these hashes."""
    known: Texts = {}
    for some in _parts(sorted(hashes)):
        for row in connection.execute(_TEXTS.where(PERSISTED.c.document_hash.in_(some))):
            if not all(isinstance(part, str) for part in row):
                raise DamagedStoreError("a persisted query is not a text")
            known.setdefault(row.document_hash, {})[row.operation_name] = PersistedDocument(
                row.operation_name, row.text, row.kind
            )
    return known


def _resolve_there(connection: Connection, known: Texts) -> None:
    """Give recordings of these hashes in the store their text; they then join those that were asked by it."""
    for hashes in _parts(known):
        last = ""
        while True:
            said: list[ColumnElement[bool]] = [
                RECORDING.c.document.is_(None),
                RECORDING.c.document_hash.in_(hashes),
                RECORDING.c.key > last,
            ]
            page = dict(stream(connection, said, limit=_AT_ONCE))
            if not page:
                break
            last = max(page)
            changed = {key: found for key, found in page.items() if _with_text(found, known) is not found}
            if changed:
                remove(connection, changed)
                write(connection, _resolved(changed, known))


def _resolved(recordings: Mapping[str, Recording], known: Texts) -> dict[str, Recording]:
    """By key, with their texts where these are known; what then is the same question stands once."""
    together: dict[str, Recording] = {}
    for given, recording in recordings.items():
        found = _with_text(recording, known)
        key = given if found is recording else found.key
        together[key] = together[key] + found if key in together else found
    return together


def _with_text(recording: Recording, known: Texts) -> Recording:
    """The same object if it has its text, or nobody knows it."""
    if recording.document:
        return recording
    texts = known.get(recording.document_hash, {})
    text = texts.get(recording.operation_name)
    if not text and len(texts) == 1 and (not recording.operation_name or "" in texts):
        (text,) = texts.values()
    if not text:
        return recording
    return replace(recording, document=text.document, kind=text.kind, operation_name=text.operation_name)


def _parts(items: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(items)
    while some := list(islice(rest, _AT_ONCE)):
        yield some
