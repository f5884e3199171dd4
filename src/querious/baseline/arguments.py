"""What arguments do to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.arguments import canonical, sent
from querious.text.words import words

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


def given(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name without what is null in them, which is as good as not given nearly everywhere."""
    return {name: _valued(value) for name, value in sent(arguments).items() if value is not None}


def _valued(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _valued(item) for key, item in value.items() if item is not None}
    return [_valued(item) for item in value] if isinstance(value, list) else value


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
