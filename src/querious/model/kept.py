"""An exchange that is kept, for a person to look at afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.model.reach import Class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.exchange import Exchange

_CLEAN: Final = "data"
"""The outcome of an answer that holds data and no errors."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An exchange with what was thought of it. An answer that looks good may still be wrong: only a person can say."""

    phase: str
    """Which part of the run asked: ``tuples``, the name of a criterion, or ``random``."""
    exchange: Exchange
    outcome: str
    """One word for the answer, as ``querious.graphql.oracles.outcome`` has it."""
    findings: tuple[str, ...] = ()
    """Fingerprints of what the oracles hold against it."""
    expected: int = 0
    """The length of all planned paths of the operation, in fields; 0 where none was planned."""
    actual: int = 0
    """How much of it had data."""
    classes: Mapping[str, int] = field(default_factory=dict)
    """How many planned paths were ``perfect``, ``good``, ``malformed`` or a ``confirmed failure``."""
    cut: int = 0
    """Bytes at the end of the answer that were not kept."""

    @property
    def failing(self) -> bool:
        """Whether it is not wholly as hoped: a finding, an answer other than data, a path not gone to its end."""
        if self.findings or (self.outcome != _CLEAN and self.exchange.case.valid):
            return True
        return any(count for name, count in self.classes.items() if name != Class.PERFECT)

    @property
    def size(self) -> int:
        """Bytes of the whole answer."""
        return len(self.exchange.body) + self.cut
