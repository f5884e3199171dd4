"""``empty_trash``: what was deleted is gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.state import Ending
from querious.state.rules.complaint import StepVerdict

if TYPE_CHECKING:
    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Nothing else changes."""
    del manners
    return StepVerdict(state.emptied() if done.outcome.ending is Ending.DONE else state)
