"""Remove what a run left behind, by its journal: also after a kill."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Ending
from querious.state.substructure import same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.state import Key, Outcome
    from querious.state.facade import Collection
    from querious.state.journal import Left

_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})
_NO_ACCESS: Final = frozenset({401, 403, 407})


def clean_up(
    left: Sequence[Left], collections: Mapping[str, Collection], removed: Callable[[Left, Key], None]
) -> list[Left]:
    """Delete them, the last made first, so that children go before their parents; what stays is given back.

    Each that stays says why. An entry that was about to be posted may not exist: it is looked for by its values.
    """
    stays = []
    for one in left:
        collection = collections.get(one.collection)
        if collection is None or one.reason:
            reason = one.reason or "the service no longer has this collection"
            stays.append(replace(one, reason=reason))
            continue
        bound = collection.bind(one.given)
        keys, reason = ([one.key], "") if one.key else _found(bound, one)
        if reason:
            stays.append(replace(one, reason=f"it may not exist, and {reason}"))
        for key in keys:
            outcome = bound.delete(key)
            if outcome.ending in _REMOVED:
                removed(one, key)
            else:
                stays.append(replace(one, reason=f"delete failed: {_told(outcome)}"))
    return stays


def _found(collection: Collection, one: Left) -> tuple[list[Key], str]:
    """Entries with exactly these values, at most one, as at most one was about to be posted; or why that is unknown."""
    if Command.LIST not in collection.commands:
        return [], "it cannot be looked for without a list"
    listed = collection.list()
    if listed.ending is not Ending.DONE:
        return [], "" if listed.ending in _REMOVED else f"list failed: {_told(listed)}"
    strangers = [(key, value) for key, value in listed.entries if key not in one.others]
    strangers.sort(key=lambda entry: entry[0] in one.former)
    if not one.entry:
        return [], "it has no values to look for" if strangers else ""
    sent = one.entry
    if isinstance(sent, dict):
        sent = {name: value for name, value in sent.items() if name not in collection.unseen}
    found = [key for key, value in strangers if same(sent, value) or same(sent, collection.get(key).value)]
    if one.is_concealed and len(found) > 1:
        return [], "several entries with secret keys have its values"
    return found[:1], ""


def _told(outcome: Outcome) -> str:
    """How a command ended, with the status where there is one, and what to do about it."""
    status = outcome.exchanges[-1].status if outcome.exchanges else 0
    told = f"{outcome.ending.value} ({status})" if status else outcome.ending.value
    if status in _NO_ACCESS:
        return f"{told}: pass the credentials of the run again (--header, --bearer, --cookie)"
    if not status and outcome.ending in {Ending.BROKEN, Ending.UNANSWERED}:
        return f"{told}: is the service running?"
    return told
