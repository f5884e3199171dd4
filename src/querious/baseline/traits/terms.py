"""What can be compared inside one object: leaves, also of the objects in it, lengths of lists, what fields lead to.

``code`` is a leaf, ``total.amount`` a leaf of an object in it, ``#lines`` the length of a list; ``edges[first].cursor``
and ``edges[last].node.id`` are leaves at the ends of a list that has two items or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.answer_objects import AnswerObject
    from querious.model import JSON, ObjectShape

_MOST_TERMS: Final = 60
"""Of one object."""
_DEEPEST: Final = 2
"""Levels of objects in an object."""


class Term(NamedTuple):
    """Something in an object that can be compared."""

    name: str
    value: Any
    """A text or a number; the keys of all that a field leads to, as a set."""
    coordinate: str
    type: str = ""
    """Of the objects or values that a field leads to."""
    is_list: bool = False


def terms_of(found: AnswerObject) -> dict[str, Term]:
    """The terms of an object by name, the shortest names first."""
    terms = sorted(_terms(found.shape, found.value, "", 0), key=lambda term: (len(term.name), term.name))
    return {term.name: term for term in terms[:_MOST_TERMS]}


def _terms(shape: ObjectShape, value: dict[str, Any], prefix: str, depth: int) -> Iterator[Term]:
    for key, field in shape.fields.items():
        item = value.get(key)
        if item is None or field.arguments or field.name == "__typename":
            continue
        name = f"{prefix}{field.name}"
        if isinstance(item, list) and not prefix:
            yield Term(f"#{name}", len(item), field.coordinate)
        elif isinstance(item, str | int | float) and not isinstance(item, bool):
            yield Term(name, item, field.coordinate)
        for suffix, one in _parts(item).items():
            below = runtime_shape(field.child, one)
            if below is not None and depth < _DEEPEST and not (suffix and prefix):
                yield from _terms(below, one, f"{name}{suffix}.", depth + 1)


def _parts(value: JSON) -> dict[str, JSON]:
    """A value by itself; of a list of two items or more its ends."""
    if not isinstance(value, list):
        return {"": value}
    return {"[first]": value[0], "[last]": value[-1]} if len(value) > 1 else {}


def members_of(found: AnswerObject) -> dict[str, Term]:
    """What the fields of an object lead to, one thing or a list, where all of it is identified."""
    members = {}
    for value in found.plain_fields():
        keys = value.keys() if value.field.child else list(map(_leaf_key, value.items()))
        if keys and all(keys):
            name, field = value.field.name, value.field
            is_list = isinstance(value.value, list)
            members[name] = Term(name, frozenset(keys), field.coordinate, field.named, is_list)
    return members


def _leaf_key(leaf: JSON) -> str:
    return repr(leaf) if type(leaf) in {str, int} else ""
