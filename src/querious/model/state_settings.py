"""What testing the state of a service can be told, beside how to send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.model.state import Delete


@dataclass(frozen=True, slots=True)
class StateSettings:
    """The defaults are the study's, and the product's."""

    url: str = ""
    """Where the service is, if the target is its description or a facade; paths stand below it."""
    template: str = ""
    """A file with a template of entries: the target then is the URL of a collection."""
    only: tuple[str, ...] = ()
    """Names of collections; empty: all."""
    tests: int = 30
    """Sequences for each collection."""
    steps: int = 30
    """Commands in a sequence."""
    parallel: int = 3
    """Programs of parallel branches for each collection; 0: none."""
    delay: float | None = None
    """Seconds between two requests; None: half a second, but on this machine none."""
    delete_means: Delete | None = None
    """What deleting is promised to mean; None: learned."""
    put_merges: bool = False
    shared: bool | None = None
    """Whether others may write at the same time; None: on other machines."""
    write: bool = False
    """Whether anything may be written to a host that is not this machine."""
