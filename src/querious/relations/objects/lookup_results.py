"""The look-ups that a trace holds: what they were asked for, and what they found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.model.shape import path_text, runtime_shape
from querious.relations.answer_objects import instances
from querious.relations.objects.lookups import lookups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape
    from querious.relations.answer_objects import Instance
    from querious.relations.objects.lookups import Lookup
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes


class LookupResult(NamedTuple):
    """A look-up in a trace."""

    step: int
    instance: Instance
    """The object whose field looks up."""
    field: FieldShape
    lookup: Lookup
    value: JSON
    """What it was asked for."""

    @property
    def answer(self) -> JSON:
        """What the field gave."""
        return self.instance.value.get(self.field.key)

    @property
    def path(self) -> str:
        """Where its answer stands."""
        return path_text((*self.instance.path, self.field.key))

    def found(self) -> Iterator[tuple[int | None, str, JSON]]:
        """What it found: place in the list, type, and the value of the key; nothing for nulls and unknown types."""
        items = list(enumerate(self.answer)) if isinstance(self.answer, list) else [(None, self.answer)]
        for index, item in items:
            shape = runtime_shape(self.field.child, item)
            if shape is None:
                continue
            coordinate = f"{shape.typename}.{self.lookup.keys.get(shape.typename, '')}"
            value = None
            for field in shape.fields.values():
                if field.coordinate == coordinate:
                    value = item.get(field.key)
                    break
            yield index, shape.typename, value


def lookup_results(trace: Trace, types: SchemaTypes) -> Iterator[LookupResult]:
    """Every look-up that a trace holds."""
    known: dict[str, list[Lookup]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer):
            for field in instance.shape.fields.values():
                if not field.arguments or field.child is None or field.key not in instance.value:
                    continue
                if field.coordinate not in known:
                    known[field.coordinate] = lookups_of(types, field.coordinate)
                for lookup in known[field.coordinate]:
                    value = lookup.asked(field)
                    if value is not None:
                        yield LookupResult(step, instance, field, lookup, value)
