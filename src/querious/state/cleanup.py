"""Remove what a run left behind, by its journal: also after a kill."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Ending
from querious.state.substructure import same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.journal import Left

_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})
_NO_ACCESS: Final = frozenset({401, 403, 407})


def clean_up(
    left: Sequence[Left], collections: Mapping[str, Collection], removed: Callable[[Left, Key], None]
) -> list[Left]:
    """Delete them, the last made first, so that children go before their parents; what stays is given back.

    Each that stays says why. Of an entry that was about to be posted nobody knows whether it was: it is looked for by
    its values.
    """
    stays = []
    for one in left:
        collection = collections.get(one.collection)
        if collection is None or one.reason:
            reason = one.reason or "the service has no such collection any more"
            stays.append(replace(one, reason=reason))
            continue
        bound = collection.bind(one.given)
        keys, reason = ([one.key], "") if one.key else _found(bound, one)
        if reason:
            stays.append(replace(one, reason=f"nobody knows whether it was made, and {reason}"))
        for key in keys:
            outcome = bound.delete(key)
            if outcome.ending in _REMOVED:
                removed(one, key)
            else:
                stays.append(replace(one, reason=f"deleting it was {_told(outcome)}"))
    return stays


def _found(collection: Collection, one: Left) -> tuple[list[Key], str]:
    """Entries with exactly these values, at most one, as at most one was about to be posted; or why nobody can tell."""
    if Command.LIST not in collection.commands:
        return [], "it cannot be looked for without a list"
    listed = collection.list()
    if listed.ending is not Ending.DONE:
        return [], "" if listed.ending in _REMOVED else f"the list was {_told(listed)}"
    strangers = [(key, value) for key, value in listed.entries if key not in one.others]
    strangers.sort(key=lambda entry: entry[0] in one.former)
    if not one.entry:
        return [], "it has no values to look for" if strangers else ""
    sent = _shown(one.entry, collection)
    found = [key for key, value in strangers if same(sent, value) or same(sent, collection.get(key).value)]
    if one.is_concealed and len(found) > 1:
        return [], "several entries with secret keys have its values"
    return found[:1], ""


def _told(outcome: Outcome) -> str:
    """How a command ended, with the status where there is one, and what to do about it."""
    status = outcome.exchanges[-1].status if outcome.exchanges else 0
    told = f"{outcome.ending.value} ({status})" if status else outcome.ending.value
    if status in _NO_ACCESS:
        return f"{told}: give the credentials of the run again (--header, --bearer, --cookie)"
    if not status and outcome.ending in {Ending.BROKEN, Ending.UNANSWERED}:
        return f"{told}: is the service running?"
    return told


def _shown(sent: JSON, collection: Collection) -> JSON:
    """What was sent, without what the service never shows."""
    if isinstance(sent, dict):
        return {name: value for name, value in sent.items() if name not in collection.unseen}
    return sent
