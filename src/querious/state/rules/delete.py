"""``delete``: the entry goes where the service puts what is deleted; to delete again changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.severity import Severity
from querious.model.state import Ending
from querious.state.rules.complaint import ABSENT, Complaint, StepVerdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """By where the key is."""
    if done.key in state.normal:
        return _there(state, done)
    if done.key in state.trash:
        return StepVerdict(state, tuple(_again(state, manners, done)))
    if done.outcome.ending is Ending.DONE and not state.left_alone(done.key):
        severity = Severity.FAULT if manners.delete_unknown_fails else Severity.SUSPICION
        message = "delete of a key that never existed succeeded"
        return StepVerdict(state, (Complaint("unknown-key-deleted", message, severity),))
    return StepVerdict(state)


def _there(state: State, done: Done) -> StepVerdict:
    entry, ending = state.normal[done.key], done.outcome.ending
    if ending in ABSENT:
        message = f"delete of {entry.name}, which is there, is answered with {ending.value}"
        return StepVerdict(state, (Complaint("delete-not-found", message),))
    if ending is not Ending.DONE:
        return StepVerdict(state)
    return StepVerdict(state.with_trash(done.key, replace(entry, read=False)))


def _again(state: State, manners: Manners, done: Done) -> Iterator[Complaint]:
    ending, wanted = done.outcome.ending, manners.delete_again
    if wanted is None or ending is wanted or ending is Ending.BROKEN or {ending, wanted} <= ABSENT:
        return
    name = state.name_of(done.key)
    message = f"delete of {name}, which was deleted, is answered with {ending.value}, before with {wanted.value}"
    yield Complaint("delete-again-otherwise", message)
