"""Which fields change from one answer to the next, learned by asking the same again, and by what looks like now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.answers.alignment import identifying_field
from querious.answers.differences import ComparisonContext, data_mismatches, topmost
from querious.answers.objects import objects_in
from querious.answers.volatile import RECENT, is_near

if TYPE_CHECKING:
    from datetime import datetime

    from querious.answers.order import OrderPromises
    from querious.model import JSON, SelectionShape


def changing(order: OrderPromises, shape: SelectionShape, one: dict[str, JSON], other: dict[str, JSON]) -> set[str]:
    """Coordinates at which two answers to the same operation differ, as high up as it shows.

    Where an object seems to be another one but only its identifier differs, it is the identifier that changes.
    """
    context = ComparisonContext(order)
    identifying = [identifying_field(placed.shape, frozenset()) for placed in objects_in(shape, one)]
    identifiers = {field.coordinate for field in identifying if field is not None}
    unidentified = list(data_mismatches(shape, one, other, context._replace(volatile=identifiers)))
    found: set[str] = set()
    for mismatch in topmost(data_mismatches(shape, one, other, context)):
        path = mismatch.at.one
        inside = {inner.at.coordinate for inner in unidentified if inner.at.one[: len(path)] == path}
        found |= inside if inside and inside <= identifiers else {mismatch.at.coordinate}
    return found


def near_now(shape: SelectionShape, data: JSON, now: datetime) -> set[str]:
    """Coordinates of leaves that hold a moment near to this one."""
    found: set[str] = set()
    for placed in objects_in(shape, data):
        leaves = [field for field in placed.shape.fields.values() if field.child is None]
        found.update(field.coordinate for field in leaves if _is_near(placed.value.get(field.key), now))
    return found


def _is_near(value: JSON, now: datetime) -> bool:
    if isinstance(value, list):
        return any(_is_near(item, now) for item in value)
    return is_near(value, now.timestamp(), RECENT)
