"""``delete``: the entry goes where the service puts what is deleted; to delete again changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach, Ending
from querious.state.rules.verdict import ABSENT, EntryRule, StepVerdict, not_found

if TYPE_CHECKING:
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.verdict import Done


def _there(state: State, _: Manners, done: Done, entry: Entry) -> StepVerdict:
    return StepVerdict(state.with_trash(done.key, replace(entry, read=False)))


def _again(state: State, manners: Manners, done: Done, entry: Entry) -> StepVerdict:
    ending, learned = done.outcome.ending, manners.delete_again
    if learned is None or ending in {learned, Ending.BROKEN} or {ending, learned} <= ABSENT:
        return StepVerdict(state)
    message = f"a second delete of {entry.name} ended with {ending.value}, earlier ones with {learned.value}"
    return StepVerdict(state, (Breach("delete-again-otherwise", message),))


def _unknown(state: State, manners: Manners, _: Done) -> StepVerdict:
    severity = Severity.FAULT if manners.delete_unknown_fails else Severity.SUSPICION
    return StepVerdict(
        state, (Breach("unknown-key-deleted", "delete of a key that never existed succeeded", severity),)
    )


RULE: Final = EntryRule(not_found, _there, _again, _unknown)
