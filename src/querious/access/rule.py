"""A rule over readings: pure, so that shrinking and replay can ask it again of other answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.access.reading import Reading

    Check: TypeAlias = "Callable[[Sequence[Reading]], Iterable[AccessBreach]]"


class AccessBreach(NamedTuple):
    """What a rule holds against a scenario."""

    coordinate: str
    message: str
    """Names of identities and keys are quoted: they are particulars."""
    step: int
    """The reading that shows it best."""
    severity: Severity = Severity.SUSPICION


class AccessRule(NamedTuple):
    """One rule."""

    name: str
    about: str
    """What holds, in one line."""
    check: Check
