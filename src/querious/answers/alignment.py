"""Two lists side by side: which item of one is which of the other, by an identifier or by all that is said of it."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.identity import identifier, scalars
from querious.model.diff import Kind
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape

_WRAPPED: Final = "node"
"""The field of an edge that holds the object the edge is about."""
_KINDS: Final = {(True, False): Kind.LOST, (False, True): Kind.ADDED, (True, True): Kind.OTHERS}
"""By whether items are lost, and whether items are added."""


class ObjectIdentity(NamedTuple):
    """What tells an object from others."""

    typename: str
    value: str | int
    wrapped: bool = False
    """Whether it is that of the node of an edge: then other fields of the edge may tell its place in the list."""

    def __str__(self) -> str:
        return f"{self.typename} {self.value}"


_NULL: Final = ObjectIdentity("", "null")


class Alignment(NamedTuple):
    """Places in both lists."""

    pairs: Sequence[tuple[int, int]]
    """Items that are the same, though they may say different things."""
    lost: Sequence[int]
    """Places in the first list."""
    added: Sequence[int]
    """Places in the second."""
    wrapped: bool = False
    """Whether items are edges, known by the nodes they hold."""

    @property
    def kind(self) -> Kind | None:
        """In what the lists differ as such; None if they hold the same items in the same order."""
        places = [there for _, there in sorted(self.pairs)]
        in_order = all(one < other for one, other in pairwise(places))
        return _KINDS.get((bool(self.lost), bool(self.added)), None if in_order else Kind.ORDER)


def align(
    position: SelectionShape | None, one: Sequence[JSON], other: Sequence[JSON], volatile: AbstractSet[str]
) -> Alignment:
    """Partners by identifier if all objects have one, otherwise by all that is said of them.

    Items with identifier that agree in all but the identifier are the same: then the identifier is wrong.
    """
    ours, theirs = ([_item_identity(position, item, volatile) for item in items] for items in (one, other))
    if None in ours or None in theirs:
        return _by_content(position, one, other, volatile)
    known = _match(enumerate(ours), enumerate(theirs))
    renamed = _match(
        ((place, _bare_content(position, one[place], volatile)) for place in known.lost),
        ((place, _bare_content(position, other[place], volatile)) for place in known.added),
    )
    wrapped = any(found is not None and found.wrapped for found in ours)
    return Alignment([*known.pairs, *renamed.pairs], renamed.lost, renamed.added, wrapped)


def _by_content(
    position: SelectionShape | None, one: Sequence[JSON], other: Sequence[JSON], volatile: AbstractSet[str]
) -> Alignment:
    """Items that are left in both lists are the same, changed, if they are as many, and nothing moved."""
    contents = [[_content(position, item, volatile) for item in items] for items in (one, other)]
    found = _match(enumerate(contents[0]), enumerate(contents[1]))
    moved = any(here != there for here, there in found.pairs)
    if position is None or moved or len(found.lost) != len(found.added):
        return found
    changed = list(zip(found.lost, found.added, strict=True))
    same_types = all(_may_be_one(position, one[here], other[there]) for here, there in changed)
    return Alignment([*found.pairs, *changed], (), ()) if same_types else found


def _may_be_one(position: SelectionShape, one: JSON, other: JSON) -> bool:
    """Whether two items may be one that changed: not if one is an object of another type, or null."""
    typename = typename_of(position, one)
    both_lists = isinstance(one, list) and isinstance(other, list)
    return both_lists or (typename != "" and typename == typename_of(position, other))


def _match(one: Iterable[tuple[int, Hashable]], other: Iterable[tuple[int, Hashable]]) -> Alignment:
    """Partners with the same key, the first with the first; and who is left in each."""
    free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, key in other:
        free[key].append(place)
    pairs, lost = [], []
    for place, key in one:
        if free[key]:
            pairs.append((place, free[key].popleft()))
        else:
            lost.append(place)
    return Alignment(pairs, lost, sorted(place for places in free.values() for place in places))


def typename_of(position: SelectionShape | None, value: JSON) -> str:
    """The type of an object in an answer; empty for what is no object, or of a type that is not told."""
    shape = runtime_shape(position, value)
    return shape.typename if shape else ""


def identity(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str]) -> ObjectIdentity | None:
    """The identity of an object, if it was asked for; a field that changes from answer to answer gives none."""
    shape = runtime_shape(position, value)
    if shape is None:
        return None
    field = identifying_field(shape, volatile)
    if field is not None:
        found = value.get(field.key)
        is_key = isinstance(found, str | int) and not isinstance(found, bool)
        return ObjectIdentity(shape.typename, found) if is_key else None
    edge = next((inner for inner in shape.fields.values() if inner.name == _WRAPPED), None)
    node = identity(edge.child, value.get(edge.key), volatile) if edge else None
    return node and node._replace(wrapped=True)


def _item_identity(position: SelectionShape | None, item: JSON, volatile: AbstractSet[str]) -> ObjectIdentity | None:
    return _NULL if item is None else identity(position, item, volatile)


def identifying_field(shape: ObjectShape, volatile: AbstractSet[str]) -> FieldShape | None:
    """The field that tells objects of this type apart, among those asked for."""
    steady = [field for field in shape.fields.values() if field.coordinate not in volatile]
    plain = {field.name: field for field in steady if field.child is None and not field.arguments}
    types = scalars({name: field.type for name, field in plain.items()})
    return plain.get(identifier(shape.typename, types, in_place=True))


def _content(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str]) -> str:
    """The same text for items of which the same is said."""
    return _text(_plain(position, value, volatile))


def _bare_content(position: SelectionShape | None, item: JSON, volatile: AbstractSet[str]) -> Hashable:
    """The same text for objects of which the same is said, but for their identifiers; unique if nothing else is."""
    shape = runtime_shape(position, item)
    fields = shape.fields if shape else {}
    identifying = identifying_field(shape, volatile) if shape else None
    telling = {key: field for key, field in fields.items() if field is not identifying and field.name != "__typename"}
    said = {key: text for key, text in _members(telling, item, volatile).items() if text is not None}
    return _text(said) if said else object()


def _plain(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str]) -> Any:
    """What is said, in one form: no volatile fields, lists of objects in any order, 1 for 1.0."""
    if isinstance(value, list):
        items = [_plain(position, item, volatile) for item in value]
        return items if position is None else sorted(items, key=_text)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    shape = runtime_shape(position, value)
    return _members(shape.fields, value, volatile) if shape else value


def _members(fields: dict[str, FieldShape], value: dict[str, JSON], volatile: AbstractSet[str]) -> dict[str, JSON]:
    steady = [field for field in fields.values() if field.coordinate not in volatile]
    return {field.key: _plain(field.child, value.get(field.key), volatile) for field in steady}


def _text(value: JSON) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
