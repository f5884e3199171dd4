"""``post``: the entry is there, under a key that nothing else has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Delete, Ending
from querious.state.model import Entry
from querious.state.rules.complaint import ABSENT, Complaint, StepVerdict
from querious.state.rules.write import answered, facts_of, seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Refusals are the service's right: it may have rules that nobody wrote down."""
    outcome = done.outcome
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state, tuple(_not_done(state, manners, done)))
    if not outcome.key:
        return StepVerdict(
            state, (Complaint("post-without-key", "the response to post does not contain the key of the entry"),)
        )
    sent = seen(done.sent, manners)
    entry = Entry(f"#{state.made + 1}", facts_of(sent, outcome.value), posted=done.sent)
    after = replace(state.with_entry(outcome.key, entry), made=state.made + 1)
    return StepVerdict(after, (*_reused(state, outcome.key), *answered(done.command, sent, outcome.value)))


def _reused(state: State, key: Key) -> Iterator[Complaint]:
    """If the entry that had the key is gone, nothing else is wrong. What is forgotten was told already."""
    if state.known(key) and key not in state.forgotten:
        is_gone = key in state.trash or key in state.removed
        message = f"post gives the key `{key}`, which {state.name_of(key)} has or had"
        yield Complaint("key-reused", message, alone=is_gone)


def _not_done(state: State, manners: Manners, done: Done) -> Iterator[Complaint]:
    ending = done.outcome.ending
    if ending in ABSENT:
        yield Complaint("post-not-found", f"post is answered with {ending.value}")
    is_for_good = manners.delete in {Delete.HARD, Delete.TOMBSTONE}
    if ending is Ending.CONFLICT and is_for_good and not state.forgotten:  # which may be in the way, whatever it holds
        twin = next((entry for entry in state.trash.values() if entry.posted == done.sent), None)
        others = [entry.facts for entry in state.normal.values()]
        if twin is not None and not any(_share(done.sent, facts) for facts in others):
            message = f"what {twin.name} was made of cannot be posted again, although {twin.name} was deleted"
            yield Complaint("deleted-still-conflicts", message)


def _share(one: JSON, other: JSON) -> bool:
    """Whether two entries have a member in common, so that they may be in each other's way."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return True
    return any(name in other and other[name] == value for name, value in one.items())
