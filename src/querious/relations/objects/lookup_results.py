"""The look-ups that a trace holds: what they were asked for, and what they found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.relations.answer_objects import NO_SHAPE, answered_fields, shape_of
from querious.relations.objects.lookups import lookups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.objects.lookups import Lookup
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes


class FoundObject(NamedTuple):
    """An object that a look-up found."""

    place: int
    """In the list; 0 where no list was given."""
    typename: str
    key: JSON
    """What it shows of what it was looked up by; None where that was not asked."""


class LookupResult(NamedTuple):
    """A look-up in a trace."""

    field: AnsweredField
    lookup: Lookup
    value: JSON
    """What it was asked for."""

    def found(self) -> list[FoundObject]:
        """What it found; nothing for nulls and unknown types."""
        answer = self.field.value
        found = []
        for place, item in enumerate(answer if isinstance(answer, list) else [answer]):
            shape = shape_of(self.field.shape, item)
            coordinate = f"{shape.typename}.{self.lookup.keys.get(shape.typename, '')}"
            keys = [item.get(field.key) for field in shape.fields.values() if field.coordinate == coordinate]
            if shape is not NO_SHAPE:
                found.append(FoundObject(place, shape.typename, next(iter(keys), None)))
        return found

    def missing(self) -> list[str]:
        """The values that were asked for and not found, and no error says why."""
        answer = self.field.value
        if not self.field.clean or (self.lookup.many and not isinstance(answer, list)):
            return []
        if not self.lookup.many:
            return [str(self.value)] if answer is None else []
        found = {str(one.key) for one in self.found()}
        wanted = self.value if isinstance(self.value, list) else []
        return [str(value) for value in wanted if str(value) not in found]


def lookup_results(trace: Trace, types: SchemaTypes) -> Iterator[LookupResult]:
    """Every look-up that a trace holds."""
    for field in answered_fields(trace):
        if field.shape.arguments and field.shape.child is not None:
            for lookup in lookups_of(types, field.coordinate):
                value = lookup.asked(field.shape)
                if value is not None:
                    yield LookupResult(field, lookup, value)
