"""The catalogue of the shop's faults.

Ordered as the table in the documentation is read: by what is done to a collection. Where several are woven in at one
operation, the later one is the outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.faults import creates, deletes, reads, updates

if TYPE_CHECKING:
    from querious.demo.rest.faults.fault import RestFault

REST_FAULTS: Final[tuple[RestFault, ...]] = (*creates.FAULTS, *reads.FAULTS, *updates.FAULTS, *deletes.FAULTS)

REST_SHOWCASE: Final = ("put-merges", "delete-only-hides", "patch-touches-others")
"""What ``querious demo --bookshop`` switches on: few, and each of another kind."""
