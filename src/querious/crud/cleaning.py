"""Remove what a run left behind, by its journal: also after a kill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.crud.comparing import same
from querious.model.crud import Command, Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.crud.facade import Collection
    from querious.crud.journal import Left
    from querious.model.crud import Key
    from querious.model.values import JSON

_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})


def clean_up(
    left: Sequence[Left], collections: Mapping[str, Collection], removed: Callable[[Left, Key], None]
) -> list[Left]:
    """Delete them, the last made first, so that children go before their parents; what could not be is given back.

    Of an entry that was about to be posted nobody knows whether it was: it is looked for by its values.
    """
    stays = []
    for one in left:
        collection = collections.get(one.collection)
        if collection is None:
            stays.append(one)
            continue
        bound = collection.bind(one.given)
        keys = [one.key] if one.key else _found(bound, one)
        if keys is None:
            stays.append(one)
            continue
        for key in keys:
            if bound.delete(key).ending in _REMOVED:
                removed(one, key)
            else:
                stays.append(one)
    return stays


def _found(collection: Collection, one: Left) -> list[Key] | None:
    """Entries with exactly these values: at most one, as at most one was about to be posted; None: nobody can tell."""
    if Command.LIST not in collection.commands:
        return None
    listed = collection.list()
    if listed.ending is not Ending.DONE:
        return [] if listed.ending in _REMOVED else None
    strangers = [(key, value) for key, value in listed.entries if key not in one.others]
    strangers.sort(key=lambda entry: entry[0] in one.former)
    if not one.entry:
        return None if strangers else []
    sent = _shown(one.entry, collection)
    return [key for key, value in strangers if same(sent, value) or same(sent, collection.get(key).value)][:1]


def _shown(sent: JSON, collection: Collection) -> JSON:
    """What was sent, without what the service never shows."""
    if isinstance(sent, dict):
        return {name: value for name, value in sent.items() if name not in collection.unseen}
    return sent
