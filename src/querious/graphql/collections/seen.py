"""What answers have shown: values of fields, by type, and of the scalars that only this service has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import get_named_type

from querious.graphql.collections.ways import Holder, holder_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

Place: TypeAlias = tuple[str, str]
"""A type and one of its fields."""

MOST: Final = 40
"""Values that are kept of one field."""


@dataclass(frozen=True, slots=True)
class SeenEntries:
    """Values in the order in which they came, each once."""

    fields: Mapping[Place, tuple[JSON, ...]] = field(default_factory=dict)
    scalars: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)

    def at(self, place: Place | None) -> tuple[JSON, ...]:
        """Of a field."""
        return self.fields.get(place, ()) if place is not None else ()

    def plus(self, holder: Holder, values: JSON) -> SeenEntries:
        """With what stands in objects of a type, and in the objects below them."""
        fields = {place: list(known) for place, known in self.fields.items()}
        scalars = {name: list(known) for name, known in self.scalars.items()}
        _walk(holder, values, fields, scalars)
        return SeenEntries(
            {place: tuple(known) for place, known in fields.items()}, {n: tuple(k) for n, k in scalars.items()}
        )

    def learning_scalars(self, holder: Holder, value: JSON) -> SeenEntries:
        """With how scalars are written in a new entry; its own values are not kept, since it will be gone."""
        return SeenEntries(self.fields, self.plus(holder, value).scalars)


def _walk(holder: Holder, value: JSON, fields: dict[Place, list[Any]], scalars: dict[str, list[Any]]) -> None:
    if isinstance(value, list):
        for item in value:
            _walk(holder, item, fields, scalars)
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        shown = holder.fields.get(name)
        if shown is None or inner is None:
            continue
        below = holder_of(shown.type)
        if below is not None:
            _walk(below, inner, fields, scalars)
            continue
        for item in inner if isinstance(inner, list) else [inner]:
            for type_ in (holder.name, *(face.name for face in holder.interfaces)):
                _keep(fields.setdefault((type_, name), []), item)
            _keep(scalars.setdefault(get_named_type(shown.type).name, []), item)


def _keep(known: list[Any], value: JSON) -> None:
    if value is not None and len(known) < MOST and value not in known:
        known.append(value)
