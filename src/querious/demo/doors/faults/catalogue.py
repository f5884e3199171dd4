"""The catalogue of the faults of the workspace.

Ordered as the table in the documentation is read: who may see and do what, then streams, then how requests are read and
answered, then what one request costs. Where several are woven in at one step, the later one is the outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors.faults import (
    cost,
    credentials,
    files,
    forms,
    functions,
    leaks,
    objects,
    protocol,
    subgraph,
    subscriptions,
)

if TYPE_CHECKING:
    from querious.demo.doors.faults.fault import DoorFault

DOOR_FAULTS: Final[tuple[DoorFault, ...]] = (
    *objects.FAULTS,
    *leaks.FAULTS,
    *functions.FAULTS,
    *credentials.FAULTS,
    *subscriptions.FAULTS,
    *protocol.FAULTS,
    *files.FAULTS,
    *forms.FAULTS,
    *subgraph.FAULTS,
    *cost.FAULTS,
)

DOOR_SHOWCASE: Final = (
    "note-of-anybody",
    "rest-note-changed-by-anybody",
    "search-finds-notes-of-others",
    "role-from-input",
    "rest-audit-without-login",
    "task-events-of-other-projects",
    "stream-never-completes",
    "mutation-by-get",
    "empty-upload-crash",
    "batch-order-lost",
    "entities-by-type",
    "page-without-limit",
)
"""What ``querious demo --doors`` switches on: few, each of another kind, and none that hides another."""
