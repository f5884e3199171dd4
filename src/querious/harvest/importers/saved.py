"""Operations that people saved: collections of Apollo's Explorer and of Hive's Laboratory, and the like.

Neither has a file format of its own: what people have is the answer of an API (Apollo's ``operationCollections``, with
``currentOperationRevision {body variables}``; Hive's ``documentCollections``, with ``query`` and ``variables``) or what
the browser kept. So every object with a document is an operation. Headers, which may hold tokens, are left.
"""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Final

from querious.harvest.importers.documents import operation_names
from querious.harvest.importers.found import ImportEntry
from querious.harvest.importers.record_facts import Facts
from querious.harvest.importers.records import all_requests_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest.importers.found import ImportedOperation

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a file that is read as a whole."""


def read_saved(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per saved operation; one that holds several, as Apollo allows, is several recordings."""
    text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        yield ImportEntry(1, bad=f"more than {LARGEST // 1024 // 1024} MiB")
        return
    number = 0
    try:
        facts = Facts()
        for number, (place, request) in enumerate(all_requests_in(json.loads(text)), 1):
            yield ImportEntry(number, [part for found in facts.beside(place, [request]) for part in _apart(found)])
    except (ValueError, RecursionError) as error:
        yield ImportEntry(number + 1, bad=f"not JSON that can be read: {str(error)[:100]}")


def _apart(found: ImportedOperation) -> Iterator[ImportedOperation]:
    names = operation_names(found.document)
    if len(names) < 2:  # noqa: PLR2004 - nothing to part
        yield found
    for name in names if len(names) > 1 else ():
        yield found._replace(operation_name=name)
