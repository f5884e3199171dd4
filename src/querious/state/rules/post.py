"""``post``: the entry is there, under a key that nothing else has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.answers.identity import KEY_WORDS
from querious.model.state import Breach, Ending
from querious.state.model import Entry
from querious.state.rules.verdict import ABSENT, StepVerdict
from querious.state.rules.write import answered, facts_of, seen, without_nulls
from querious.state.substructure import members
from querious.text.words import folded, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Manners, State
    from querious.state.rules.verdict import Done

STILL_CONFLICTS: Final = "deleted-still-conflicts"
_OK: Final = 200
_REFERENCES: Final = frozenset({"id", "ids", "uuid", "uuids", "ref", "refs", "reference", "references", "key", "keys"})


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Refusals are the service's right: it may have rules that nobody wrote down."""
    outcome = done.outcome
    if outcome.ending in ABSENT and _refers(done.sent):  # to something made up, which is not found
        return StepVerdict(state)
    if outcome.ending in ABSENT:
        return StepVerdict(state, (Breach("post-not-found", f"post failed: {outcome.ending.value}"),))
    if outcome.ending is Ending.CONFLICT:
        return StepVerdict(state, tuple(_conflict(state, manners, done)))
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state)
    if not outcome.key:
        message = "the response to post does not contain the key of the entry"
        return StepVerdict(state, (Breach("post-without-key", message),))
    if _gives_known(state, done):
        return StepVerdict(state.without(outcome.key))
    if outcome.was_there and not (outcome.key in state.trash or outcome.key in state.removed):
        return StepVerdict(state if state.known(outcome.key) else replace(state, foreign=state.foreign | {outcome.key}))
    sent = without_nulls(seen(done.sent, manners))
    entry = Entry(f"#{state.made + 1}", facts_of(sent, outcome.value), posted=done.sent)
    after = replace(state.with_entry(outcome.key, entry), made=state.made + 1)
    return StepVerdict(after, (*_reused(state, outcome.key, done.sent), *answered(done, sent)))


def _refers(sent: JSON) -> bool:
    """Whether an entry names others by their keys, by the names of its members."""
    if isinstance(sent, list):
        return any(map(_refers, sent))
    if not isinstance(sent, dict):
        return False
    return any(_REFERENCES.intersection(written_words(name)[-1:]) or _refers(value) for name, value in sent.items())


def _gives_known(state: State, done: Done) -> bool:
    """Whether the service gives the entry that it had already, and says so (200, not 201): get or create, by design."""
    entry = state.normal.get(done.outcome.key)
    statuses = [exchange.status for exchange in done.outcome.exchanges[:1]]
    is_shared = entry is not None and (done.outcome.was_there or _share(done.sent, entry.facts))
    return is_shared and statuses == [_OK]


def _reused(state: State, key: Key, sent: JSON) -> Iterator[Breach]:
    """If the entry that had the key is gone, nothing else is wrong, and what was sent may make the same key again.

    What is forgotten was told already.
    """
    if state.known(key) and key not in state.forgotten:
        is_gone = key in state.trash or key in state.removed
        if is_gone and _is_made_of(key, sent):
            return
        message = f"post returned the key `{key}`, which already belonged to {state.name_of(key)}"
        yield Breach("key-reused", message, alone=is_gone)


def _is_made_of(key: Key, sent: JSON) -> bool:
    """Whether a key was sent, or begins with a text that was, however it is spelt: ``two-birds-2`` with "Two birds"."""
    if any(name.lower() in KEY_WORDS and str(value) == key for name, value in members(sent).items()):
        return True
    texts = [folded(value) for value in members(sent).values() if isinstance(value, str)]
    return not key.isdigit() and any(text and folded(key).startswith(text) for text in texts)


def _conflict(state: State, manners: Manners, done: Done) -> Iterator[Breach]:
    """What was deleted for good must not be in the way; what is forgotten may be, whatever it holds."""
    if manners.keeps_deleted or manners.restorable or state.forgotten:
        return
    twin = next((entry for entry in state.trash.values() if entry.posted == done.sent), None)
    if twin is not None and not any(_share(done.sent, entry.facts) for entry in state.normal.values()):
        message = f"the values of {twin.name} cannot be posted again, although {twin.name} was deleted"
        yield Breach(STILL_CONFLICTS, message)


def _share(one: JSON, other: JSON) -> bool:
    """Whether two entries have a member in common, so that they may be in each other's way."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return True
    return any(name in other and other[name] == value for name, value in one.items())
