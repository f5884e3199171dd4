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
    from querious.model.identity import Identity


@dataclass(frozen=True, slots=True)
class RunContext:
    """The opened target, the settings, and where notes, errors of ours and verdicts are gathered."""

    target: Target
    settings: Settings
    errors: OwnErrors = field(default_factory=OwnErrors)
    notes: Notes = field(default_factory=Notes)
    tallies: VerdictTallies = field(default_factory=VerdictTallies)
    left_out: set[str] = field(default_factory=set)
    """Identities that could not log in."""

    def asking(self) -> tuple[Identity, ...]:
        """Everybody who can ask and whose login works, whoever brings no credentials last.

        Nobody is told apart where nothing of a request could say who asks.
        """
        if self.target.credentials is None:
            return ()
        known = (one for one in self.settings.asking if one.name not in self.left_out)
        return tuple(one for one in known if not self.target.lost_identity(one.name))
