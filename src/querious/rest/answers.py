"""Where in an answer the entry stands, and where the items of a list do. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.keys import KeyPlaces, at
from querious.state.substructure import members
from querious.text.words import folded, singulars

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model.state import Key
    from querious.model.values import JSON

_ENVELOPES: Final = [
    "data",
    "entry",
    "item",
    "result",
    "resource",
    "record",
    "object",
    "payload",
    "response",
    "content",
    "body",
    "document",
    "value",
    "d",
]
_LISTS: Final = [
    "items",
    "results",
    "data",
    "entries",
    "resources",
    "records",
    "objects",
    "value",
    "values",
    "content",
    "rows",
    "documents",
    "list",
    "elements",
    "member",
    "hydra:member",
    "hits",
    "result",
    "array",
    "collection",
    "_embedded",
    "embedded",
    "response",
    "payload",
]
"""Names that services give to the list, or to what holds it; the likeliest first."""
_ASIDE: Final = frozenset({"links", "_links", "errors", "warnings", "included", "meta", "metadata", "facets"})
_LINK_ONLY: Final = frozenset({"url", "href", "self", "uri", "link", "rel", "name", "title", "id", "type"})


class Item(NamedTuple):
    """One of a list. ``value`` is None where the list tells keys or links only."""

    key: Key
    value: JSON


@dataclass(frozen=True, slots=True)
class Answers:
    """How a collection's answers are built."""

    places: KeyPlaces
    name: str
    wrap: str = ""
    listed_at: str = ""

    def entry(self, payload: JSON, fields: Collection[str] = ()) -> JSON:
        """The entry in an answer, out of its envelope. ``fields`` are those that entries have."""
        if self.wrap:
            return members(payload).get(self.wrap, payload)
        if isinstance(payload, list) and len(payload) == 1 and isinstance(payload[0], dict):
            return payload[0]
        return self._opened(self._opened(payload, fields), fields)

    def items(self, payload: JSON, learned: str, fields: Collection[str] = ()) -> tuple[Item, ...] | None:
        """The items of a list with their keys; None where no list can be found."""
        if payload is None:
            return ()
        found = at(payload, self.listed_at) if self.listed_at else self._list(payload, fields)
        if isinstance(found, list):
            return tuple(self._item(item, learned, fields) for item in found)
        if isinstance(found, dict) and all(isinstance(value, dict) for value in found.values()):
            return tuple(Item(key, value) for key, value in found.items())
        return () if found is None and self.listed_at else None

    def holds_entry(self, value: JSON, sent: Collection[str], unseen: Collection[str]) -> bool:
        """Whether an answer to writing shows the entry, and not only its key or a word of thanks."""
        shown = frozenset(sent).difference(unseen)
        return not shown.isdisjoint(members(value)) if shown else bool(self.places.find(value).key)

    def _opened(self, payload: JSON, fields: Collection[str]) -> JSON:
        """What stands in the envelope, if the payload is one: nothing of an entry stands beside it."""
        if not isinstance(payload, dict) or not payload.keys().isdisjoint(fields):
            return payload
        spelled = {folded(member): member for member in payload}
        own = singulars(self.name.rpartition("/")[2])
        for name in (*_ENVELOPES, *(spelled.get(folded(noun), noun) for noun in own)):
            inner = payload.get(name)
            beside = {member: value for member, value in payload.items() if member != name}
            if isinstance(inner, dict) and not self.places.find(beside).key:
                return inner
        return payload

    def _list(self, payload: JSON, fields: Collection[str], depth: int = 3) -> JSON:
        """The list in an answer, or a mapping of keys to entries; None if there is neither."""
        if isinstance(payload, list):
            return payload
        if not isinstance(payload, dict) or depth == 0:
            return None
        if len(payload) == 1 and None in payload.values() and any(self._list_names(payload)):
            return []
        found = (self._list(payload[name], fields, depth - 1) for name in self._list_names(payload))
        whole = payload if _maps(payload, fields) else None
        return next((inner for inner in found if inner is not None), whole)

    def _list_names(self, payload: dict[str, JSON]) -> Iterator[str]:
        own = folded(self.name.rpartition("/")[2])
        known = [name for name in payload if folded(name) == own]
        known += [name for name in _LISTS if name in payload]
        yield from known
        others = [name for name in payload if name not in known and name not in _ASIDE]
        lists = [name for name in others if isinstance(payload[name], list)]
        yield from lists if len(lists) == 1 else []
        yield from (name for name in others if isinstance(payload[name], dict) and len(others) == 1)

    def _item(self, item: JSON, learned: str, fields: Collection[str]) -> Item:
        if not isinstance(item, dict):
            return Item(self.places.text(item), None)
        value = self.entry(item, fields)
        found = self.places.find(value, learned)
        if not found.key:
            found = self.places.find(item, learned)
        shown = members(value).keys()
        is_link = bool(fields) and shown <= _LINK_ONLY and shown.isdisjoint(fields)
        return Item(found.key, None if is_link else value)


def _maps(payload: dict[str, JSON], fields: Collection[str]) -> bool:
    """Whether this is a mapping of keys to entries. An empty object is one of none."""
    values = list(payload.values())
    if not all(isinstance(value, dict) for value in values) or not _ASIDE.isdisjoint(payload):
        return False
    return all(not value.keys().isdisjoint(fields) for value in values) if fields else bool(values)
