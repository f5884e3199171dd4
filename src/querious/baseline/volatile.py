"""Which fields change from one answer to the next, learned by asking the same again, and by what looks like now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.answers.objects import objects_in
from querious.answers.volatile import RECENT, is_near
from querious.baseline.known_answers import DifferenceKind, KnownAnswers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from graphql import GraphQLSchema

    from querious.model import JSON, FieldShape, SelectionShape


def changing(
    schema: GraphQLSchema, shape: SelectionShape, one: dict[str, JSON], other: dict[str, JSON] | None
) -> set[str]:
    """Coordinates at which two answers to the same operation differ, as high up as it shows.

    Where an object seems to be another one but only its identifier differs, it is the identifier that changes.
    """
    known = KnownAnswers(schema)
    known.add(shape, one)
    found: set[str] = set()
    for difference in known.differences(shape, other):
        inner: set[str] = set()
        if difference.kind in (DifferenceKind.OBJECT, DifferenceKind.ITEMS):
            inner = _only_identifiers(shape, one, other, difference.path, known)
        found |= inner or {difference.coordinate}
    return found


def _only_identifiers(
    shape: SelectionShape, one: JSON, other: JSON, path: tuple[str | int, ...], known: KnownAnswers
) -> set[str]:
    """The identifiers that differ below a path, if nothing else does; else nothing."""
    field = _field_at(shape, one, path)
    before, after = _at(one, path), _at(other, path)
    if field is None or field.child is None or before is None or after is None:
        return set()
    found: set[str] = set()
    for coordinate, was, now, identifies in _leaves(field.child, before, after, known):
        if was != now:
            if not identifies:
                return set()
            found.add(coordinate)
    return found


def _leaves(
    position: SelectionShape, one: JSON, other: JSON, known: KnownAnswers
) -> Iterator[tuple[str, JSON, JSON, bool]]:
    """Leaves of two answers side by side; what is of another form differs, and is no identifier."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for left, right in zip(one, other, strict=True):
            yield from _leaves(position, left, right, known)
    elif isinstance(one, dict) and isinstance(other, dict):
        shape = position.runtime(one)
        if shape is None or position.runtime(other) is not shape:
            yield "", one, None, False
            return
        for field in shape.fields.values():
            left, right = one.get(field.key), other.get(field.key)
            if field.child is not None and left is not None and right is not None:
                yield from _leaves(field.child, left, right, known)
            else:
                identifies = field.child is None and known.identifies(field.coordinate)
                yield field.coordinate, left, right, identifies
    else:
        yield "", one, other, False


def _at(data: JSON, path: tuple[str | int, ...]) -> JSON:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _field_at(shape: SelectionShape, data: JSON, path: tuple[str | int, ...]) -> FieldShape | None:
    """The field at the end of a path."""
    position, field = shape, None
    for step in path:
        if isinstance(step, str):
            found = position.runtime(data) if isinstance(data, dict) else None
            field = found.fields.get(step) if found else None
            if field is None:
                return None
            position = field.child or position
        data = _at(data, (step,))
    return field


def near_now(shape: SelectionShape, data: JSON, now: datetime) -> set[str]:
    """Coordinates of leaves that hold a moment near to this one."""
    found: set[str] = set()
    for placed in objects_in(shape, data):
        for field in placed.shape.fields.values():
            if field.child is None and _is_near(placed.value.get(field.key), now):
                found.add(field.coordinate)
    return found


def _is_near(value: JSON, now: datetime) -> bool:
    if isinstance(value, list):
        return any(_is_near(item, now) for item in value)
    return is_near(value, now.timestamp(), RECENT)
