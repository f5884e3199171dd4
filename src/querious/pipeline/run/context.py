"""What a run hands to its protocol, and to every part of the walk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from querious.pipeline.notes import Notes
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.tallies import VerdictTallies

if TYPE_CHECKING:
    from querious.execute import Target
    from querious.model import Settings


@dataclass(frozen=True, slots=True)
class RunContext:
    """The opened target, the settings, and where notes, errors of ours and verdicts are gathered."""

    target: Target
    settings: Settings
    errors: OwnErrors = field(default_factory=OwnErrors)
    notes: Notes = field(default_factory=Notes)
    tallies: VerdictTallies = field(default_factory=VerdictTallies)
