"""An answer as it is written down: without secrets, and without what changes from one answer to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from querious.model import JSON, SelectionShape

VOLATILE: Final = "<volatile>"
"""Stands for a value that changes."""


def stored_answer(
    position: SelectionShape, value: JSON, volatile: Container[str], redact: Callable[[str, JSON], JSON]
) -> Any:
    """A copy for the file; ``redact`` is given the name of a leaf field and its value."""
    if isinstance(value, list):
        return [stored_answer(position, item, volatile, redact) for item in value]
    shape = runtime_shape(position, value)
    if shape is None:
        return None
    copy: dict[str, JSON] = {}
    for field in shape.fields.values():
        item = value.get(field.key)
        if field.coordinate in volatile:
            copy[field.key] = VOLATILE
        elif field.child is not None and item is not None:
            copy[field.key] = stored_answer(field.child, item, volatile, redact)
        else:
            copy[field.key] = redact(field.name, item)
    return copy
