"""An answer as it is written down: without secrets, and without what changes from one answer to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from querious.model import JSON, SelectionShape

VOLATILE: Final = "<volatile>"
"""Stands where a value was that changes."""


def settled(
    shape: SelectionShape, data: JSON, volatile: Container[str], redact: Callable[[str, JSON], JSON]
) -> dict[str, JSON]:
    """A copy for the file; ``redact`` is given the name of a leaf field and its value."""
    copy: dict[str, JSON] = _settled(shape, data, volatile, redact)
    return copy


def _settled(
    position: SelectionShape, value: Any, volatile: Container[str], redact: Callable[[str, JSON], JSON]
) -> Any:
    if isinstance(value, list):
        return [_settled(position, item, volatile, redact) for item in value]
    found = position.runtime(value) if isinstance(value, dict) else None
    if found is None:
        return None
    copy: dict[str, JSON] = {}
    for field in found.fields.values():
        item = value.get(field.key)
        if field.coordinate in volatile:
            copy[field.key] = VOLATILE
        elif field.child is not None and item is not None:
            copy[field.key] = _settled(field.child, item, volatile, redact)
        else:
            copy[field.key] = redact(field.coordinate.partition(".")[2], item)
    return copy
