"""Operations that people saved: collections of Apollo's Explorer and of Hive's Laboratory, and the like.

Neither has a file format of its own: what people have is the answer of an API (Apollo's ``operationCollections``, with
``currentOperationRevision {body variables}``; Hive's ``documentCollections``, with ``query`` and ``variables``) or what
the browser kept. So every object with a document is an operation. Headers, which may hold tokens, are left.
"""

from __future__ import annotations

import contextlib
from typing import IO, TYPE_CHECKING, Any

from querious.harvest.importers.json_stream import read_whole
from querious.harvest.importers.record_facts import with_facts
from querious.harvest.importers.records import all_requests_in
from querious.harvest.normal_form import name_of, operations_in
from querious.text.canonical import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.importers.operations import ImportedOperation

    Saved = tuple[Mapping[str, Any], ImportedOperation]


def saved_requests(file: IO[bytes]) -> Iterator[Saved]:
    """Each saved operation, and the object that it is."""
    return all_requests_in(read_whole(file))


def saved_operations(saved: Saved) -> list[ImportedOperation]:
    """A saved document that holds several operations, as Apollo allows, is as many."""
    place, request = saved
    (found,) = with_facts(place, [request])
    names = [found.operation_name]
    with contextlib.suppress(ValueError):
        operations = operations_in(parsed(found.document))
        names = [*map(name_of, operations)] if len(operations) > 1 else names
    return [found._replace(operation_name=name) for name in names]
