"""What can be compared inside one object: its leaves, those of the objects in it, and how long its lists are.

``code`` is a leaf, ``total.amount`` a leaf of an object in it, ``#lines`` the length of a list, ``edges[first].cursor``
and ``edges[last].node.id`` are leaves of the ends of a list that has two items or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.answer_objects import Spot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape

MOST: Final = 60
"""Terms of one object."""
_DEEP: Final = 2
_ENDS: Final = 2


class Term(NamedTuple):
    """Something of an object that can be compared."""

    name: str
    value: str | float
    coordinate: str


class Related(NamedTuple):
    """Objects or values that a field of an object leads to, by what tells them apart."""

    name: str
    kind: str
    """The type of the objects, or of the values."""
    found: frozenset[str]
    many: bool
    coordinate: str


def terms(spot: Spot) -> dict[str, Term]:
    """All terms of an object by name, the shortest names first."""
    found = sorted(_terms(spot.shape, spot.value, "", 0), key=lambda term: (len(term.name), term.name))
    return {term.name: term for term in found[:MOST]}


def _terms(shape: ObjectShape, value: dict[str, Any], above: str, depth: int) -> Iterator[Term]:
    for field in shape.fields.values():
        item = value.get(field.key)
        if item is None or field.arguments or field.coordinate.endswith(".__typename"):
            continue
        name = f"{above}{field.coordinate.partition('.')[2]}"
        if isinstance(item, list):
            if not above:
                yield Term(f"#{name}", len(item), field.coordinate)
                yield from _ends(field, item, name)
        elif field.child is None:
            if isinstance(item, str | int | float) and not isinstance(item, bool):
                yield Term(name, item, field.coordinate)
        elif depth < _DEEP:
            yield from _inner(field.child, item, f"{name}.", depth)


def _ends(field: FieldShape, items: list[Any], name: str) -> Iterator[Term]:
    if field.child is not None and len(items) >= _ENDS:
        yield from _inner(field.child, items[0], f"{name}[first].", 0)
        yield from _inner(field.child, items[-1], f"{name}[last].", 0)


def _inner(child: SelectionShape, item: Any, above: str, depth: int) -> Iterator[Term]:
    shape = child.runtime(item) if isinstance(item, dict) else None
    if shape is not None:
        yield from _terms(shape, item, above, depth + 1)


def related(spot: Spot, identity: Identity) -> Iterator[Related]:
    """What the fields of an object lead to, where all of it can be told apart."""
    for field in spot.shape.fields.values():
        item = spot.value.get(field.key)
        if item is None or field.arguments or field.coordinate.endswith(".__typename"):
            continue
        items = item if isinstance(item, list) else [item]
        name = field.coordinate.partition(".")[2]
        found = [_told(field, one, identity) for one in items]
        if found and None not in found:
            marks = frozenset(str(one) for one in found)
            yield Related(name, field.named, marks, isinstance(item, list), field.coordinate)


def _told(field: FieldShape, item: Any, identity: Identity) -> JSON:
    if field.child is None:
        return repr(item) if isinstance(item, str | int) and not isinstance(item, bool) else None
    shape = field.child.runtime(item) if isinstance(item, dict) else None
    return None if shape is None else identity.of(shape, item)
