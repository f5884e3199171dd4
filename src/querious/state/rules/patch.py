"""``patch``: what was sent is changed, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.state import Breach
from querious.state.rules.quotes import quote_difference
from querious.state.rules.verdict import EntryRule, StepVerdict, not_found
from querious.state.rules.write import absence_ignored, answered, change_deleted, over, seen, written
from querious.state.substructure import differences, members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.verdict import Done


def _there(state: State, manners: Manners, done: Done, entry: Entry) -> StepVerdict:
    """Whether objects within are merged or replaced is the service's choice: of them only what was sent is known."""
    sent = seen(done.sent, manners)
    replaced = {name: value for name, value in entry.replaced.items() if name not in members(sent)}
    breaches = (*answered(done, sent, entry.facts), *_more(entry.facts, sent, members(done.outcome.value)))
    return StepVerdict(written(state, done, entry, over(entry.facts, sent), replaced), breaches)


def _more(before: JSON, sent: JSON, shown: dict[str, JSON]) -> Iterator[Breach]:
    """Whether the answer shows that something else was changed too."""
    if not isinstance(sent, dict):
        return
    untouched = {name: value for name, value in members(before).items() if name not in sent and name in shown}
    for difference in differences(untouched, shown):
        message = f"patch changed fields that were not in the request: {quote_difference(difference)}"
        yield Breach("patch-changes-more", message, difference.severity)


def _unknown(state: State, manners: Manners, done: Done) -> StepVerdict:
    message = "patch of a key that never existed succeeded"
    return StepVerdict(state, (Breach("unknown-key-changed", message, absence_ignored(manners, done)),))


RULE: Final = EntryRule(not_found, _there, change_deleted, _unknown)
