"""``put``: the entry is replaced by what was sent; what is not there is not made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Ending
from querious.state.model import Entry
from querious.state.rules.complaint import ABSENT, Complaint, StepVerdict
from querious.state.rules.deleted import changed_deleted
from querious.state.rules.write import answered, facts_of, left_out, merged, origin_of, seen

if TYPE_CHECKING:
    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """By where the key is."""
    if done.key in state.normal:
        return _there(state, manners, done)
    if done.key in state.trash:
        return changed_deleted(state, manners, done)
    if done.outcome.ending is Ending.DONE and not state.left_alone(done.key):
        entry = Entry(f"#{state.made + 1}", facts_of(seen(done.sent, manners), done.outcome.value), written_by="put")
        after = state.with_entry(done.key, entry)
        if manners.put_creates:
            return StepVerdict(after)
        return StepVerdict(after, (Complaint("unknown-key-changed", "put to a key that never existed succeeded"),))
    return StepVerdict(state)


def _there(state: State, manners: Manners, done: Done) -> StepVerdict:
    entry, outcome = state.normal[done.key], done.outcome
    if outcome.ending in ABSENT:
        message = f"put to {entry.name}, which is there, is answered with {outcome.ending.value}"
        return StepVerdict(state, (Complaint("put-not-found", message),))
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state)
    sent = seen(done.sent, manners)
    replaced = left_out(entry, sent, manners)
    kept = entry.facts if isinstance(entry.facts, dict) else {}
    old = origin_of(kept) if manners.put_replaces else kept
    facts = {**old, **sent} if isinstance(sent, dict) else sent
    complaints = (*answered(done.command, sent, outcome.value), *merged(replaced, outcome.value))
    after = replace(
        entry,
        facts=facts,
        replaced=replaced,
        before=entry.facts,
        written_by="put",
        read=False,
        shown=None,
        listed_as=None,
    )
    return StepVerdict(state.with_entry(done.key, after), complaints)
