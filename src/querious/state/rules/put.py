"""``put``: the entry is replaced by what was sent; what is not there is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach
from querious.state.model import Entry
from querious.state.rules.verdict import EntryRule, StepVerdict, not_found
from querious.state.rules.write import (
    answered,
    change_deleted,
    facts_of,
    left_out,
    merged,
    origin_of,
    over,
    seen,
    written,
)
from querious.state.substructure import members

if TYPE_CHECKING:
    from querious.state.model import Manners, State
    from querious.state.rules.verdict import Done


def _there(state: State, manners: Manners, done: Done, entry: Entry) -> StepVerdict:
    sent = seen(done.sent, manners)
    replaced = left_out(entry, sent, manners)
    kept = origin_of(entry.facts) if manners.put_replaces else members(entry.facts)
    breaches = (*answered(done, sent, entry.facts), *merged(replaced, done.outcome.value))
    return StepVerdict(written(state, done, entry, over(kept, sent), replaced), breaches)


def _unknown(state: State, manners: Manners, done: Done) -> StepVerdict:
    if not manners.put_creates and done.command not in manners.not_found:  # it may have made an entry, or done nothing
        message = "put to a key that never existed succeeded"
        return StepVerdict(state.without(done.key), (Breach("unknown-key-changed", message, Severity.SUSPICION),))
    facts = facts_of(seen(done.sent, manners), done.outcome.value)
    after = state.with_entry(done.key, Entry(f"#{state.made + 1}", facts, written_by="put"))
    breach = Breach("unknown-key-changed", "put to a key that never existed succeeded")
    return StepVerdict(after, () if manners.put_creates else (breach,))


RULE: Final = EntryRule(not_found, _there, change_deleted, _unknown)
