"""From names to faults, whichever of the demos they are of."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Protocol, TypeVar

from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Named(Protocol):
    """A fault, as far as choosing goes."""

    @property
    def name(self) -> str:
        """Unique in its catalogue."""


Fault = TypeVar("Fault", bound=Named)


def chosen(names: Iterable[str], catalogue: Sequence[Fault], demo: str) -> tuple[Fault, ...]:
    """The faults of these names, in the order of the catalogue; ``demo`` is what to call it in an error."""
    wanted = set(names)
    known = [fault.name for fault in catalogue]
    for name in sorted(wanted.difference(known)):
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else "docs/demo.md lists them all."
        raise ConfigError(f"{demo} has no fault named {name!r}: {hint}")
    return tuple(fault for fault in catalogue if fault.name in wanted)
