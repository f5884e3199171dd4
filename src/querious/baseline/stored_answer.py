"""An answer as it is written down: without secrets, and without what changes from one answer to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from querious.model import JSON, SelectionShape

VOLATILE: Final = "<volatile>"
"""Stands for a value that changes."""


def stored_answer(
    position: SelectionShape | None,
    value: JSON,
    volatile: Container[str],
    redact: Callable[[str, JSON], JSON],
    name: str = "",
) -> Any:
    """A copy for the file; ``redact`` is given the name of a leaf field and its value. ``name`` is the field's."""
    if position is not None and isinstance(value, list):
        return [stored_answer(position, item, volatile, redact, name) for item in value]
    if position is None or not isinstance(value, dict):
        return redact(name, value)
    shape = position.runtime(value)
    if shape is None:
        return None
    copy: dict[str, JSON] = {}
    for key, field in shape.fields.items():
        item = value.get(key)
        is_volatile = field.coordinate in volatile
        copy[key] = VOLATILE if is_volatile else stored_answer(field.child, item, volatile, redact, field.name)
    return copy
