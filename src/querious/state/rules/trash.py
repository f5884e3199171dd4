"""``empty_trash``: what was deleted is gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.state.rules.verdict import StepVerdict

if TYPE_CHECKING:
    from querious.state.model import Manners, State
    from querious.state.rules.verdict import Done


def judge(state: State, _: Manners, done: Done) -> StepVerdict:
    """Nothing else changes."""
    return StepVerdict(state.emptied() if done.is_done else state)
