"""What answers say at one place, in JSON or in words, short enough to be shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.model.diff import Kind
from querious.versions.identity import identifying_field, identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, Exchange, FieldShape, ObjectShape
    from querious.versions.errors import ReportedError

_LONGEST: Final = 300
_LONGEST_ITEM: Final = 75
_SHOWN: Final = 8
"""Items of a list that are told."""


def text(value: JSON, longest: int = _LONGEST) -> str:
    """A value in JSON."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= longest else f"{written[:longest]}…"


def brief(shape: ObjectShape, value: dict[str, JSON]) -> str:
    """The leaves of an object, its identifier first."""
    key = identifying_field(shape, frozenset())
    leaves = [field for field in shape.fields.values() if field.child is None and field is not key]
    return text({field.key: value.get(field.key) for field in ([key] if key else []) + leaves})


def items_told(field: FieldShape, items: Sequence[JSON], which: Sequence[int], kind: Kind) -> str:
    """A list in words: how many there are, and which of them are in question."""
    count = "1 item" if len(items) == 1 else f"{len(items):,} items"
    if not items or (kind in {Kind.LOST, Kind.ADDED} and not which):
        return count
    chosen = [items[place] for place in which] if which else items
    names = ", ".join(_name(field, item) for item in chosen[:_SHOWN]) + (", …" if chosen[_SHOWN:] else "")
    return f"{count}, with {names}" if kind in {Kind.LOST, Kind.ADDED, Kind.OTHERS} else f"{count}: {names}"


def _name(field: FieldShape, item: JSON) -> str:
    found = identity(field.child, item, frozenset()) if field.child is not None else None
    return json.dumps(found.value, ensure_ascii=False) if found is not None else text(item, _LONGEST_ITEM)


def complaint(told: Sequence[ReportedError]) -> str:
    """The first of some errors."""
    if not told:
        return "no error"
    return f"error {told[0].code}: {told[0].words}" if told[0].code else f"error: {told[0].words}"


def manner(exchange: Exchange) -> str:
    """How something came back, whatever it said."""
    if exchange.failure is not None:
        return exchange.failure.value
    return f"status {exchange.status}" if isinstance(exchange.payload, dict) else f"status {exchange.status}, not JSON"
