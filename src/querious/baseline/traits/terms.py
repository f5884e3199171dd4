"""What can be compared inside one object: its leaves, those of the objects in it, and the lengths of its lists.

``code`` is a leaf, ``total.amount`` a leaf of an object in it, ``#lines`` the length of a list; ``edges[first].cursor``
and ``edges[last].node.id`` are leaves at the ends of a list that has two items or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.answer_objects import AnswerObject
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape

_MOST_TERMS: Final = 60
"""Of one object."""
_DEEPEST: Final = 2
"""Levels of objects in an object."""


class Term(NamedTuple):
    """Something in an object that can be compared."""

    name: str
    value: str | float
    coordinate: str


class Members(NamedTuple):
    """What a field of an object leads to, all of it identified: one object or value, or a list of them."""

    name: str
    type: str
    """Of the objects or values."""
    keys: frozenset[str]
    is_list: bool
    coordinate: str


def terms_of(found: AnswerObject) -> dict[str, Term]:
    """The terms of an object by name, the shortest names first."""
    terms = sorted(_terms(found.shape, found.value, "", 0), key=lambda term: (len(term.name), term.name))
    return {term.name: term for term in terms[:_MOST_TERMS]}


def _terms(shape: ObjectShape, value: dict[str, Any], prefix: str, depth: int) -> Iterator[Term]:
    for field, item in _plain_fields(shape, value):
        name = f"{prefix}{field.name}"
        if isinstance(item, list):
            if not prefix:
                yield from _list_terms(field, item)
        elif field.child is not None:
            if depth < _DEEPEST:
                yield from _inner_terms(field.child, item, f"{name}.", depth + 1)
        elif isinstance(item, str | int | float) and not isinstance(item, bool):
            yield Term(name, item, field.coordinate)


def _list_terms(field: FieldShape, items: list[Any]) -> Iterator[Term]:
    yield Term(f"#{field.name}", len(items), field.coordinate)
    if field.child is not None and len(items) > 1:
        yield from _inner_terms(field.child, items[0], f"{field.name}[first].", 1)
        yield from _inner_terms(field.child, items[-1], f"{field.name}[last].", 1)


def _inner_terms(position: SelectionShape, item: Any, prefix: str, depth: int) -> Iterator[Term]:
    shape = runtime_shape(position, item)
    if shape is not None:
        yield from _terms(shape, item, prefix, depth)


def _plain_fields(shape: ObjectShape, value: dict[str, Any]) -> Iterator[tuple[FieldShape, Any]]:
    """Fields with a value that no argument decides."""
    for field in shape.fields.values():
        item = value.get(field.key)
        if item is not None and not field.arguments and field.name != "__typename":
            yield field, item


def members_of(found: AnswerObject, identity: Identity) -> Iterator[Members]:
    """What the fields of an object lead to, where all of it is identified."""
    for field, item in _plain_fields(found.shape, found.value):
        is_list = isinstance(item, list)
        keys = [_key(field, one, identity) for one in (item if is_list else [item])]
        if keys and None not in keys:
            yield Members(field.name, field.named, frozenset(map(str, keys)), is_list, field.coordinate)


def _key(field: FieldShape, item: Any, identity: Identity) -> JSON:
    if field.child is None:
        return repr(item) if isinstance(item, str | int) and not isinstance(item, bool) else None
    shape = runtime_shape(field.child, item)
    return None if shape is None else identity.of(shape, item)
