"""What the readers of all formats give: entries of a file, and the operations found in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.model.recording import Latency

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from querious.model.values import JSON

NO_LATENCY = Latency()


class ImportedOperation(NamedTuple):
    """One operation as the file has it: not normalised, not redacted."""

    document: str
    variables: Mapping[str, JSON]
    moment: datetime | None = None
    """When it was (first) asked; None if the file does not say."""
    until: datetime | None = None
    """When it was last asked, if it was asked more than once."""
    operation_name: str = ""
    document_hash: str = ""
    times_called: int = 1
    statuses: Mapping[str, int] = {}
    latency: Latency = NO_LATENCY


class ImportEntry(NamedTuple):
    """One line, request or file: what it holds, or what is wrong with it. Neither, if it is not about GraphQL."""

    number: int
    """From 1."""
    found: Sequence[ImportedOperation] = ()
    bad: str = ""
