"""``empty_trash``: what was deleted is gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.crud.judging.complaint import Judged
from querious.model.crud import Ending

if TYPE_CHECKING:
    from querious.crud.judging.complaint import Done
    from querious.crud.state import Manners, State


def judge(state: State, manners: Manners, done: Done) -> Judged:
    """Nothing else changes."""
    del manners
    return Judged(state.emptied() if done.outcome.ending is Ending.DONE else state)
