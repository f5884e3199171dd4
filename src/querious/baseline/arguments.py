"""What arguments do to an answer."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from querious.answers.pages import is_paging
from querious.model.arguments import canonical, sent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, FieldShape, Value


class Influence(IntEnum):
    """How far arguments decide what is answered."""

    NONE = 0
    PAGING = 1
    """They choose how much of a list is shown, and from where."""
    FULL = 2


def influence_of(arguments: Sequence[tuple[str, Value]]) -> Influence:
    """How far these arguments decide what their field answers."""
    names = sent(arguments) if arguments else {}
    if not names:
        return Influence.NONE
    paging = all(map(is_paging, names))
    return Influence.PAGING if paging else Influence.FULL


def without_nulls(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name, without what is null in them: nearly everywhere that means the same as leaving it out."""
    return {name: _pruned(value) for name, value in sent(arguments).items() if value is not None}


def _pruned(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _pruned(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_pruned(item) for item in value]
    return value


def call_text(field: FieldShape) -> str:
    """The name of a field with its arguments, whatever its alias: ``price({"currency": "SEK"})``."""
    arguments = canonical(field.arguments)
    return f"{field.name}({arguments})" if arguments else field.name
