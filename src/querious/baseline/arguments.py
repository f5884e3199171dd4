"""Arguments as the API got them, and what they do to an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.model import ABSENT, Variable
from querious.model.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.model import JSON, FieldShape, Value

FREE: Final = 0
"""No argument has a say in what stands here."""
PAGED: Final = 1
"""Arguments choose how much of it is shown, from which end."""
BOUND: Final = 2
"""Arguments decide what stands here."""
_PAGING: Final = frozenset(("first", "after", "limit", "offset", "page", "take", "skip", "size", "top", "per"))
_SORTING: Final = frozenset(("sort", "order", "direction", "ordering", "sorting"))


def plain(value: Value) -> JSON:
    """A value as it was meant, without the variable that carried it; ABSENT for one that was not sent."""
    if isinstance(value, Variable):
        return value.value
    if isinstance(value, dict):
        return {key: inner for key, item in value.items() if (inner := plain(item)) is not ABSENT}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def sent(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name as the API got them; those that were not sent are left out."""
    return {name: value for name, value in ((name, plain(value)) for name, value in arguments) if value is not ABSENT}


def given(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name without what is null in them, which is as good as not given nearly everywhere."""
    return {name: _valued(value) for name, value in sent(arguments).items() if value is not None}


def _valued(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _valued(item) for key, item in value.items() if item is not None}
    return [_valued(item) for item in value] if isinstance(value, list) else value


def canonical(arguments: Sequence[tuple[str, Value]]) -> str:
    """The same text for the same arguments, whatever their order and however they were handed over; may be empty."""
    values = sent(arguments) if arguments else {}
    return json.dumps(values, sort_keys=True, ensure_ascii=False, default=str) if values else ""


def call(field: FieldShape) -> str:
    """The name of a field with its arguments, whatever its alias: ``price({"currency": "SEK"})``."""
    name = field.coordinate.partition(".")[2]
    given = canonical(field.arguments)
    return f"{name}({given})" if given else name


def bond(arguments: Sequence[tuple[str, Value]]) -> int:
    """How far arguments decide what is answered."""
    names = sent(arguments) if arguments else {}
    if not names:
        return FREE
    return PAGED if all(words(name) and words(name)[0] in _PAGING for name in names) else BOUND


def is_sorting(names: Iterable[str]) -> bool:
    """Whether one of these arguments is about the order of a list."""
    return any(not _SORTING.isdisjoint(words(name)) for name in names)
