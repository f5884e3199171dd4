"""``patch``: what was sent is changed, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Ending
from querious.state.rules.complaint import ABSENT, Complaint, StepVerdict, told
from querious.state.rules.deleted import changed_deleted
from querious.state.rules.write import answered, seen
from querious.state.substructure import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON
    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """By where the key is."""
    if done.key in state.trash:
        return changed_deleted(state, manners, done)
    entry, outcome = state.normal.get(done.key), done.outcome
    if entry is None:
        if outcome.ending is Ending.DONE and not state.left_alone(done.key):
            complaint = Complaint("unknown-key-changed", "patch of a key that never existed succeeded")
            return StepVerdict(state, (complaint,))
        return StepVerdict(state)
    if outcome.ending in ABSENT:
        message = f"patch of {entry.name}, which is there, is answered with {outcome.ending.value}"
        return StepVerdict(state, (Complaint("patch-not-found", message),))
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state)
    sent = seen(done.sent, manners)
    facts = changed(entry.facts, sent)
    replaced = {name: value for name, value in entry.replaced.items() if not isinstance(sent, dict) or name not in sent}
    complaints = (*answered(done.command, sent, outcome.value), *_more(entry.facts, sent, outcome.value))
    after = replace(
        entry,
        facts=facts,
        replaced=replaced,
        before=entry.facts,
        written_by="patch",
        read=False,
        shown=None,
        listed_as=None,
    )
    return StepVerdict(state.with_entry(done.key, after), complaints)


def changed(facts: JSON, sent: JSON) -> JSON:
    """What is known after a patch. Whether objects within are merged or replaced is the service's choice.

    So of an object within only what was sent is known; a member that is set to null may be gone.
    """
    if not isinstance(facts, dict) or not isinstance(sent, dict):
        return sent
    return {**facts, **sent}


def _more(before: JSON, sent: JSON, shown: JSON) -> Iterator[Complaint]:
    """Whether the answer shows that something else was changed too."""
    if not isinstance(shown, dict) or not isinstance(before, dict) or not isinstance(sent, dict):
        return
    untouched = {name: value for name, value in before.items() if name not in sent and name in shown}
    for difference in differences(untouched, shown):
        yield Complaint("patch-changes-more", f"patch changed fields that were not in the request: {told(difference)}")
