"""Changing what was deleted, by ``put`` or ``patch``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Command, Delete, Ending
from querious.state.model import Entry
from querious.state.rules.complaint import ABSENT, UNDONE, Complaint, StepVerdict
from querious.state.rules.write import facts_of, seen

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def changed_deleted(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Where deleted entries are gone there is nothing to change; in a trash they may be changed, and stay there."""
    entry, ending = state.trash[done.key], done.outcome.ending
    is_kept = manners.delete in {Delete.READABLE, Delete.LISTED}
    if ending is Ending.DONE:
        sent = seen(done.sent, manners)
        if not is_kept and manners.put_creates and done.command is Command.PUT:
            anew = Entry(entry.name, facts_of(sent, done.outcome.value), written_by="put", posted=done.sent)
            return StepVerdict(state.with_entry(done.key, anew))
        if not is_kept:
            message = f"{done.command} of {entry.name}, which was deleted, succeeded"
            return StepVerdict(state, (Complaint("deleted-still-changed", message),))
        return StepVerdict(
            state.with_trash(done.key, replace(entry, facts=_facts(entry, sent, manners, done), read=False))
        )
    if is_kept and manners.put_deleted is Ending.DONE and ending in ABSENT | UNDONE:
        message = (
            f"{done.command} of {entry.name}, which is in the trash, returned {ending.value}, but succeeded before"
        )
        return StepVerdict(state, (Complaint("trash-lost", message),))
    return StepVerdict(state)


def _facts(entry: Entry, sent: JSON, manners: Manners, done: Done) -> JSON:
    if not isinstance(entry.facts, dict) or not isinstance(sent, dict):
        return sent
    merges = done.command is Command.PATCH or not manners.put_replaces
    return {**entry.facts, **sent} if merges else dict(sent)
