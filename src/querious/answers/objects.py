"""Answers read as objects: what stands where, parents before children."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.shape import AnswerPath, FieldShape, ObjectShape, SelectionShape
    from querious.model.values import JSON

MOST_OBJECTS: Final = 2_000
"""Objects that rooms which keep them read from one answer."""


class PlacedObject(NamedTuple):
    """An object of an answer, and the way to it."""

    shape: ObjectShape
    value: dict[str, Any]
    fields: tuple[FieldShape, ...]
    """That lead to it, from the root."""
    path: AnswerPath


def objects_in(selection: SelectionShape, data: JSON, most: int | None = None) -> Iterator[PlacedObject]:
    """Every object of an answer whose type is known, in the order of the answer; the root itself first."""
    stack: list[tuple[SelectionShape, Any, tuple[FieldShape, ...], AnswerPath]] = [(selection, data, (), ())]
    read = 0
    while stack and (most is None or read < most):
        position, value, fields, path = stack.pop()
        if isinstance(value, list):
            stack.extend((position, item, fields, (*path, index)) for index, item in reversed(list(enumerate(value))))
            continue
        shape = runtime_shape(position, value)
        if shape is None:
            continue
        read += 1
        yield PlacedObject(shape, value, fields, path)
        stack.extend(
            (field.child, value[field.key], (*fields, field), (*path, field.key))
            for field in reversed(shape.fields.values())
            if field.child is not None and value.get(field.key)
        )
