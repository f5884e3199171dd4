"""What answers say at one place, in JSON or in words, short enough to be shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.answers.alignment import identifying_field, identity, typename_of
from querious.model.diff import Kind
from querious.model.shape import runtime_shape
from querious.text.display import cut, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.answers.differences import DataMismatch
    from querious.model import JSON, Exchange, FieldShape, SelectionShape
    from querious.versions.errors import ReportedError

_LONGEST: Final = 300
_LONGEST_ITEM: Final = 75
_MOST_ITEMS: Final = 8


def text(value: JSON, longest: int = _LONGEST) -> str:
    """A value in JSON."""
    return cut(json.dumps(value, ensure_ascii=False, default=str), longest)


def mismatch_texts(found: DataMismatch) -> tuple[str, str]:
    """What both answers say where they differ."""
    position, kind = found.field.child, found.kind
    if found.lost or found.added or kind is Kind.ORDER:
        return _list_text(found, found.one, found.lost), _list_text(found, found.other, found.added)
    show = _OBJECTS.get(kind, _in_json) if isinstance(found.one, dict) and position else _in_json
    return show(position, found.one), show(position, found.other)


def _in_json(_: SelectionShape | None, value: JSON) -> str:
    return text(value)


def _typename(position: SelectionShape | None, value: JSON) -> str:
    return typename_of(position, value) or (position.type if position else "")


def _object_text(position: SelectionShape | None, value: dict[str, JSON]) -> str:
    """The leaves of an object, its identifier first."""
    shape = runtime_shape(position, value)
    identifier = identifying_field(shape, frozenset()) if shape else None
    leaves = [field for field in shape.fields.values() if field.child is None] if shape else []
    leaves.sort(key=lambda field: field is not identifier)
    return text({field.key: value.get(field.key) for field in leaves})


_OBJECTS: Final = {Kind.TYPE: _typename, Kind.OTHER: _object_text}
"""How objects are shown; in JSON where they differ in another way."""


def _list_text(found: DataMismatch, items: Sequence[JSON], places: Sequence[int]) -> str:
    """A list in words: how many items there are, and which of them are in question."""
    count = plural(len(items), "item")
    if not items or (found.kind in {Kind.LOST, Kind.ADDED} and not places):
        return count
    chosen = [items[place] for place in places] or items
    names = [_item_text(found.field, item) for item in chosen[:_MOST_ITEMS]]
    if len(chosen) > _MOST_ITEMS:
        names.append("…")
    separator = ":" if found.kind is Kind.ORDER else ", with"
    return f"{count}{separator} {', '.join(names)}"


def _item_text(field: FieldShape, item: JSON) -> str:
    found = identity(field.child, item, frozenset())
    return text(item, _LONGEST_ITEM) if found is None else json.dumps(found.value, ensure_ascii=False)


def error_text(errors: Sequence[ReportedError]) -> str:
    """The first of some errors."""
    if not errors:
        return "no error"
    code = f" {errors[0].code}" if errors[0].code else ""
    return f"error{code}: {errors[0].text}"


def response_text(exchange: Exchange) -> str:
    """How a response came back, whatever it said."""
    if exchange.failure is not None:
        return exchange.failure.value
    is_readable = (
        isinstance(exchange.payload, dict) if exchange.case.is_graphql else exchange.is_json or not exchange.body
    )
    return f"status {exchange.status}" if is_readable else f"status {exchange.status}, not JSON"
