"""What a trusted version of an API answered, and what always held in its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import JSON


class BaselineAnswer(NamedTuple):
    """An operation and its answer: data without errors, redacted, volatile values left out."""

    document: str
    variables: dict[str, JSON]
    data: dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Learned from one version, held against others."""

    answers: tuple[BaselineAnswer, ...] = ()
    invariants: Mapping[str, Mapping[str, JSON]] = field(default_factory=dict)
    """By place (see ``answer_objects``) and kind: what held there."""
    volatile: frozenset[str] = frozenset()
    """Coordinates whose values change from one answer to the next: nothing is said of them or of what is below."""
